"""The built site: it asks no other host for anything, and its Python is this tree's."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from lite import runtime
from steps import ROOT, Stop

import mancala_ref

# What a browser loads by itself, of which element; a link (`a`) is followed by people only.
LOADED = {"src", "srcset", "poster", "data", "background"}
LOADING_LINKS = {
    "stylesheet",
    "preload",
    "prefetch",
    "modulepreload",
    "icon",
    "manifest",
    "preconnect",
    "dns-prefetch",
}
ELSEWHERE = re.compile(r"^\s*(?:[a-z]+:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s;]+)""")


class Loads(HTMLParser):
    """Gathers the addresses that a page makes a browser load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.found += [value for name, value in values.items() if name in LOADED]
        self.found += IN_STYLE.findall(values.get("style", ""))
        if tag == "link" and LOADING_LINKS & set(values.get("rel", "").lower().split()):
            self.found.append(values.get("href", ""))
        if tag in {"image", "use"}:  # in a drawing
            self.found += [values.get("href", ""), values.get("xlink:href", "")]

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "style":
            self.found += IN_STYLE.findall(data)


def loads(text: str) -> list[str]:
    parser = Loads()
    parser.feed(text)
    return parser.found


@pytest.fixture(scope="module")
def pyodide(site: Path) -> Path:
    return site / "lite" / "static" / "pyodide"


@pytest.fixture(scope="module")
def packages(pyodide: Path) -> dict[str, Any]:
    lock: dict[str, Any] = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    found: dict[str, Any] = lock["packages"]
    return found


def test_every_locked_file_is_there_and_is_the_one_meant(pyodide: Path, packages: dict[str, Any]) -> None:
    found = {name: sha256((pyodide / entry["file_name"]).read_bytes()).hexdigest() for name, entry in packages.items()}
    assert found == {name: entry["sha256"] for name, entry in packages.items()}
    assert {path.name for path in pyodide.glob("*.whl")} == {entry["file_name"] for entry in packages.values()}


def test_all_that_is_asked_for_is_locked(packages: dict[str, Any]) -> None:
    asked = {name for entry in packages.values() for name in entry["depends"]}
    assert asked | set(runtime.PRELOAD) <= set(packages)
    assert packages["mancala-ref"]["depends"] == ["anywidget"]
    assert packages["mancala-ref"]["imports"] == ["mancala_ref"]


def test_what_a_worker_loads_lies_beside_the_lock(pyodide: Path) -> None:
    assert {name for name in runtime.CORE if not (pyodide / name).is_file()} == set()


def test_jupyterlite_loads_pyodide_from_the_site(site: Path) -> None:
    runtime.check(site)
    settings = json.loads((site / "lite" / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    assert settings["litePluginSettings"][f"{runtime.KERNEL}:kernel"]["disablePyPIFallback"] is True


@pytest.mark.parametrize(
    "settings", [{}, {f"{runtime.KERNEL}:kernel": {"pyodideUrl": "https://example.org/pyodide.mjs"}}]
)
def test_a_build_with_another_pyodide_is_refused(tmp_path: Path, settings: dict[str, Any]) -> None:
    (tmp_path / "lite").mkdir()
    content = {"jupyter-config-data": {"litePluginSettings": settings}}
    (tmp_path / "lite" / "jupyter-lite.json").write_text(json.dumps(content))
    with pytest.raises(Stop, match=r"^JupyterLite was built with .+, not with \./static/pyodide/pyodide\.mjs\.$"):
        runtime.check(tmp_path)


def test_the_wheel_is_this_tree(pyodide: Path, packages: dict[str, Any]) -> None:
    with zipfile.ZipFile(pyodide / packages["mancala-ref"]["file_name"]) as wheel:
        shipped = {name: wheel.read(name) for name in wheel.namelist() if ".dist-info/" not in name}
    code = {name for name in shipped if name.endswith(".pyc")}
    here = {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for path in (ROOT / "mancala_ref").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name: shipped[name] for name in shipped.keys() - code} == here
    modules = {Path(name) for name in here if name.endswith(".py")}
    assert {Path(name) for name in code} == {
        path.parent / "__pycache__" / f"{path.stem}.cpython-314.pyc" for path in modules
    }


def test_page_and_wheel_show_one_version(site: Path, packages: dict[str, Any]) -> None:
    assert packages["mancala-ref"]["version"] == runtime.version() == mancala_ref.__version__
    assert f"mancala_ref {runtime.version()}" in (site / "index.html").read_text("utf-8")


def site_texts(site: Path, *suffixes: str) -> Iterator[tuple[str, str]]:
    for path in sorted(site.rglob("*")):
        if path.suffix in suffixes:
            yield path.relative_to(site).as_posix(), path.read_text("utf-8")


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    outside = [(name, url) for name, text in site_texts(site, ".html") for url in loads(text) if ELSEWHERE.match(url)]
    assert outside == []


def test_no_style_sheet_loads_anything_from_elsewhere(site: Path) -> None:
    outside = [
        (name, url) for name, text in site_texts(site, ".css") for url in IN_STYLE.findall(text) if ELSEWHERE.match(url)
    ]
    assert outside == []


@pytest.mark.parametrize(
    "page",
    [
        '<link rel="stylesheet" href="https://example.org/a.css">',
        '<link rel="preload" as="font" href="//example.org/a.woff2">',
        '<script src="http://example.org/a.js"></script>',
        '<img src="HTTPS://example.org/a.png">',
        '<p style="background: url(https://example.org/a.png)">',
        '<style>@import "https://example.org/a.css";</style>',
        '<svg><image href="https://example.org/a.png"/></svg>',
    ],
)
def test_the_search_for_foreign_addresses_finds_them(page: str) -> None:
    assert [url for url in loads(page) if ELSEWHERE.match(url)]


def test_links_are_not_loaded() -> None:
    assert loads('<a href="https://example.org/">x</a><link rel="canonical" href="https://example.org/">') == []


class TestLock:
    """What keeps a lock file that would fail in the browser from being written."""

    INFO = {"python": "3.14.2"}  # noqa: RUF012 (nobody changes it)

    @staticmethod
    def wheel(folder: Path, name: str, version: str, *needs: str) -> Path:
        path = folder / f"{name}-{version}-py3-none-any.whl"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(f"{name}/__init__.py", "")
            lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {need}" for need in needs)]
            archive.writestr(f"{name}-{version}.dist-info/METADATA", "\n".join(lines))
        return path

    @pytest.fixture
    def preload(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(runtime, "PRELOAD", [])

    @pytest.mark.usefixtures("preload")
    def test_markers_are_those_of_the_browser(self, tmp_path: Path) -> None:
        needs = [
            "two>=1",
            'three; sys_platform != "emscripten"',
            'four; python_version < "3.12"',
            'five; extra == "x"',
        ]
        wheels = [self.wheel(tmp_path, "one", "1.0", *needs), self.wheel(tmp_path, "two", "1.5")]
        packages = runtime.lock(wheels, self.INFO)["packages"]
        assert packages["one"]["depends"] == ["two"]
        assert packages["two"]["depends"] == []

    @pytest.mark.usefixtures("preload")
    def test_a_missing_package_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(Stop, match=r"^In the browser, one needs two, but .+ has nothing by that name\.$"):
            runtime.lock([self.wheel(tmp_path, "one", "1.0", "two")], self.INFO)

    @pytest.mark.usefixtures("preload")
    def test_a_wrong_version_is_named(self, tmp_path: Path) -> None:
        wheels = [self.wheel(tmp_path, "one", "1.0", "two>=2"), self.wheel(tmp_path, "two", "1.5")]
        with pytest.raises(Stop, match=r"^In the browser, one needs two>=2, but .+ has version 1\.5 of it\.$"):
            runtime.lock(wheels, self.INFO)

    def test_the_kernel_must_find_what_it_asks_for(self, tmp_path: Path) -> None:
        with pytest.raises(Stop, match=r"^In the browser, the kernel needs comm, "):
            runtime.lock([], self.INFO)


def test_compiling_again_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    archive = tmp_path / "modules.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in (ROOT / "mancala_ref").rglob("*.py"):
            file.write(path, path.relative_to(ROOT))
    for out in (tmp_path / "once", tmp_path / "again"):
        runtime.byte_compile(runtime.RUNTIME / "core", out, "instead", [archive])
    assert (tmp_path / "once" / archive.name).read_bytes() == (tmp_path / "again" / archive.name).read_bytes()
