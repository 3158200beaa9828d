"""What all tests share: the built site, its address, and the browsers that were asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import browsers
import make
import pytest
from serve import serving
from steps import Stop


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("browsers")
    group.addoption(
        "--engines",
        type=make.engine_list,
        default=["chromium"],
        help=f"browsers to test in, with commas between: {', '.join(make.ENGINES)} (default: chromium)",
    )
    group.addoption(
        "--browser-path",
        type=Path,
        help="the Chromium, Chrome or Edge to use (default: as found)",
    )


@pytest.fixture(scope="session")
def engines(pytestconfig: pytest.Config) -> list[str]:
    """The browser engines to test in, out of chromium, firefox and webkit."""
    chosen: list[str] = pytestconfig.getoption("engines")
    return chosen


@pytest.fixture(scope="session")
def browser_path(pytestconfig: pytest.Config) -> Path:
    """The Chromium, Chrome or Edge to test in. Where there is none, a test that asks for it fails."""
    try:
        path: Path = pytestconfig.getoption("browser_path") or browsers.chromium(sys.executable)
    except Stop as stop:
        pytest.fail(str(stop), pytrace=False)
    return path


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site: built from this tree now, unless nothing has changed since it was."""
    try:
        return make.build_for_tests(sys.executable)
    except Stop as stop:
        pytest.fail(str(stop), pytrace=False)


@pytest.fixture(scope="session")
def site_url(site: Path) -> Iterator[str]:
    """The address of the built site, without a slash at its end, served as `make.py site` serves it."""
    with serving(site) as url:
        yield url
