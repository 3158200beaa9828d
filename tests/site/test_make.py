"""The two commands of the README: what they say when something is missing, and how they serve the site."""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import browsers
import make
import pytest
import serve
import steps
from serve import Server, Taken, serving
from steps import ROOT, Stop

MAKE = ROOT / "conf" / "make.py"


def test_an_older_python_can_read_the_command_that_refuses_it() -> None:
    """Python 3.6 has f-strings; whatever came later must not be in this file."""
    ast.parse(MAKE.read_text("utf-8"), feature_version=(3, 6))
    with pytest.raises(SyntaxError):
        ast.parse("(a := 1)", feature_version=(3, 6))


def test_a_taken_port_is_told_before_anything_is_built() -> None:
    with serving(ROOT / "docs") as url:
        port = str(urlsplit(url).port)
        done = subprocess.run(
            [sys.executable, MAKE, "site", "--port", port],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"\nPort {port} is taken or not allowed")
    assert done.stderr.count("\n") == 2


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_is_none(port: int) -> None:
    with pytest.raises(Taken, match=f"^Port {port} is taken or not allowed"):
        Server(ROOT, port)


def test_a_python_without_ensurepip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "VENV", tmp_path)
    monkeypatch.setattr(make, "VENV_PYTHON", tmp_path / "missing")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(
        Stop, match=r"lacks ensurepip: install it \(on Debian and Ubuntu: apt-get install python3-venv\)"
    ):
        make.environment()


def test_no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Playwright is told to look in an empty folder and to fetch from a port where nobody answers."""
    monkeypatch.setattr(browsers, "installed_chromium", lambda: None)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_DOWNLOAD_HOST", "http://127.0.0.1:9")
    with pytest.raises(Stop, match=r"^No Chromium, Chrome or Edge is installed, and Playwright could not fetch one: "):
        browsers.chromium(sys.executable)


@pytest.mark.parametrize(
    ("find", "said"),
    [(browsers.firefox, "^No Firefox is installed: "), (browsers.webkit, "^Xvfb is not installed: ")],
)
def test_no_other_browser(monkeypatch: pytest.MonkeyPatch, find: Callable[[], Path], said: str) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(Stop, match=said):
        find()


class TestAddress:
    """Where the site will be published."""

    @pytest.mark.parametrize(
        ("text", "read"),
        [
            ("https://www.example.org/mancala/", ""),
            ("http://localhost:8000", ""),
            ("https://[::1]:65535/a~b/%20/", ""),
            ("HTTPS://www.example.org/A", "https://www.example.org/A"),
        ],
    )
    def test_one(self, text: str, read: str) -> None:
        assert make.address(text) == (read or text)

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("", "begin with https:// or http://"),
            ("www.example.org/mancala", "begin with https:// or http://"),
            ("ftp://www.example.org/", "begin with https:// or http://"),
            ("https://www.example.org/a b", "a space"),
            ("https://www.example.org/\n", "a space"),
            ('https://www.example.org/"', "a quote"),
            ("https://www.example.org/'", "a quote"),
            ("https://www.example.org/<b>", "an angle bracket"),
            ("https:///mancala", "no host"),
            ("https://user:pw@www.example.org/", "the name of a user"),
            ("https://www.example.org:65536/", "65535"),
            ("https://www.example.org:http/", "'http'"),
            ("https://www.example.org:0/", "a port that is none"),
            ("https://[::1/", "IPv6"),
            ("https://www.example.org/?a=1", "a query"),
            ("https://www.example.org/#", "a fragment"),
            ("https://www.example.org/Index.HTML", "of a page"),
        ],
    )
    def test_none(self, text: str, why: str) -> None:
        with pytest.raises(argparse.ArgumentTypeError) as told:
            make.address(text)
        start, _, end = str(told.value).partition(" is no address such as https://www.example.org/mancala/: ")
        assert start == repr(text)
        assert why in end

    def test_that_of_read_the_docs_is_told_by_its_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv(make.CANONICAL, raising=False)
        assert make.canonical() == ""
        monkeypatch.setenv(make.CANONICAL, "")
        assert make.canonical() == ""
        monkeypatch.setenv(make.CANONICAL, "https://www.example.org/")
        assert make.canonical() == "https://www.example.org/"
        monkeypatch.setenv(make.CANONICAL, "example.org")
        with pytest.raises(Stop, match=r"^READTHEDOCS_CANONICAL_URL is wrong: 'example\.org' is no address .*//\.$"):
            make.canonical()


class TestBuild:
    """When the site is built, for which address, and what is said when that fails."""

    @pytest.fixture(autouse=True)
    def built(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, str]]:
        """What was built: the names of the folders, and the settings with the addresses."""
        done: list[tuple[str, str]] = []

        def run(command: list[str | Path], log: str, trouble: str) -> None:
            *_, address, _, html = command
            assert isinstance(html, Path)
            html.mkdir()
            done.append((html.name, str(address)))

        monkeypatch.setattr(make, "show", lambda *command: 0)
        monkeypatch.setattr(make, "run", run)
        monkeypatch.setattr(make, "LOGS", tmp_path)
        monkeypatch.setattr(make, "sources", lambda: iter([MAKE]))
        return done

    def test_the_tests_leave_a_site_with_an_address_as_it_is(
        self, built: list[tuple[str, str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        html, address = tmp_path / "html", "https://www.example.org/"
        assert make.build_for_tests("python", html) == make.build_site("python", "", html) == html
        make.build_site("python", address, html)
        assert make.build_for_tests("python", html) == tmp_path / "html-tests"
        capsys.readouterr()
        make.build_site("python", address, html)
        assert capsys.readouterr().out == "The site in build/html is up to date\n"
        settings = [("html", ""), ("html", address), ("html-tests", "")]
        assert built == [(name, f"-Dhtml_baseurl={address}") for name, address in settings]

    @pytest.mark.parametrize("warned", ["", "docs/a.md:1: WARNING: One\ndocs/b.md:2: WARNING: Two\n"])
    def test_warnings_are_shown_and_what_sphinx_says_of_itself_is_not(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], warned: str
    ) -> None:
        def run(command: list[str | Path], log: str, trouble: str) -> None:
            (tmp_path / "sphinx-warnings.txt").write_text(
                warned + DUMP.format(kind="Extension error", told=""), "utf-8"
            )
            raise Stop("It was not built.")

        monkeypatch.setattr(make, "run", run)
        with pytest.raises(Stop, match=r"^It was not built\.$"):
            make.build_site("python", html=tmp_path / "html")
        assert capsys.readouterr().out.partition("(half a minute)\n")[2].strip() == warned.strip()


DUMP = """
{kind}!

Versions
========

* Platform:         linux

Last Messages
=============

None.

Traceback
=========

    Traceback (most recent call last):
      File "/a/conf/conf.py", line 26, in <module>
        error(1)
{told}

The full traceback has been saved in:
/a/sphinx-err-1.log

Please also report this if it was a user error, so that a better error message can be provided next time.
"""


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("", "nothing"),
        ("One\nTwo.\n\n", "Two"),
        ("Collecting a\nERROR: No a.\nTry b.\n", "ERROR: No a"),
        (DUMP.format(kind="A", told="    sphinx.errors.ConfigError: There is no b."), "There is no b"),
        (
            DUMP.format(
                kind="A",
                told=f"    KeyError: 'c'\n    \n    {steps.CAUSED}\n"
                "    \n    Traceback (most recent call last):\n    sphinx.errors.ExtensionError: Handler <d>",
            ),
            "KeyError: 'c'",
        ),
    ],
)
def test_the_cause_of_a_failure(said: str, cause: str) -> None:
    assert steps.cause(said) == cause


@pytest.mark.parametrize(
    ("conf", "cause"),
    [
        ("from sphinx.errors import ConfigError\nraise ConfigError('There is no b.')", "There is no b"),
        ("{}['c']", "KeyError: 'c'"),
        ("def fail(app):\n    {}['d']\ndef setup(app):\n    app.connect('builder-inited', fail)", "KeyError: 'd'"),
    ],
)
def test_sphinx_still_tells_of_failures_so(tmp_path: Path, conf: str, cause: str) -> None:
    (tmp_path / "conf.py").write_text(conf, "utf-8")
    command: list[str | Path] = [sys.executable, "-m", "sphinx", "-T", tmp_path, tmp_path / "out"]
    with pytest.raises(Stop, match=rf"^It stopped \(it said: {cause}; the rest is in build/logs/test\.txt\)\.$"):
        steps.run(command, "test", "It stopped")


def test_the_server_of_a_clone_serves_the_built_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "__file__", str(tmp_path / "conf" / "serve.py"))
    with pytest.raises(
        SystemExit, match=r"^There is no site in .*conf, nor in .*html: python3 conf/make\.py site builds"
    ):
        serve.home()
    for folder in (tmp_path / "build" / "html", tmp_path / "conf"):  # the latter as in the zip
        folder.mkdir(parents=True)
        (folder / "index.html").touch()
        assert serve.home() == folder


class TestServer:
    """What a browser is told about the files of the site."""

    @pytest.fixture
    def connection(self, tmp_path: Path) -> Iterator[HTTPConnection]:
        for name in (
            "index.html",
            "worker.js",
            "pyodide.mjs",
            "pyodide.asm.wasm",
            "thing.unknown",
            "a.bib",
            "a.ris",
            "a.json",
        ):
            (tmp_path / name).write_text("one")
        with serving(tmp_path) as url:
            connection = HTTPConnection(urlsplit(url).netloc, timeout=10)
            yield connection
            connection.close()

    @pytest.mark.parametrize(
        ("path", "kind"),
        [
            ("/", "text/html"),
            ("/worker.js", "text/javascript"),
            ("/pyodide.mjs", "text/javascript"),
            ("/pyodide.asm.wasm", "application/wasm"),
            ("/thing.unknown", "application/octet-stream"),
            ("/a.bib", "application/x-bibtex; charset=utf-8"),
            ("/a.ris", "application/x-research-info-systems; charset=utf-8"),
            ("/a.json", "application/json; charset=utf-8"),
        ],
    )
    def test_types(self, connection: HTTPConnection, path: str, kind: str) -> None:
        connection.request("GET", path)
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("Content-Type")) == (200, kind)

    def test_a_kept_file_is_asked_about_and_not_sent_again(self, connection: HTTPConnection, tmp_path: Path) -> None:
        connection.request("GET", "/worker.js")
        answer = connection.getresponse()
        assert answer.read() == b"one"
        assert answer.getheader("Cache-Control") == "no-cache"
        tag = answer.getheader("ETag") or ""
        connection.request("GET", "/worker.js", headers={"If-None-Match": tag})
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (304, b"")
        (tmp_path / "worker.js").write_text("two!")
        connection.request("GET", "/worker.js", headers={"If-None-Match": tag})
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b"two!")

    def test_a_changed_file_of_the_same_date_and_size_is_sent(self, connection: HTTPConnection, tmp_path: Path) -> None:
        """What a build makes bears the date of the commit, whatever else has changed."""
        connection.request("GET", "/worker.js")
        answer = connection.getresponse()
        assert answer.read() == b"one"
        tag, stat = answer.getheader("ETag") or "", (tmp_path / "worker.js").stat()
        (tmp_path / "worker.js").write_text("two")
        os.utime(tmp_path / "worker.js", ns=(stat.st_atime_ns, stat.st_mtime_ns))
        connection.request("GET", "/worker.js", headers={"If-None-Match": tag})
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b"two")

    @pytest.mark.parametrize("path", ["/none.js", "/%00", "/" + "a" * 5000])
    def test_a_missing_file(self, connection: HTTPConnection, path: str, capsys: pytest.CaptureFixture[str]) -> None:
        connection.request("HEAD", path)
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("ETag")) == (404, None)
        assert capsys.readouterr().err == ""
