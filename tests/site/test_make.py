"""The two commands of the README: what they say when something is missing, and how they serve the site."""

from __future__ import annotations

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


class TestServer:
    """What a browser is told about the files of the site."""

    @pytest.fixture
    def connection(self, tmp_path: Path) -> Iterator[HTTPConnection]:
        for name in ("index.html", "worker.js", "pyodide.mjs", "pyodide.asm.wasm", "thing.unknown"):
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

    def test_a_missing_file(self, connection: HTTPConnection) -> None:
        connection.request("GET", "/none.js")
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("ETag")) == (404, None)
