"""Browsers that may ask the test's own server and nobody else, and a server that can go wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.faulty import FaultyServer, running
from browser.live import PATIENCE, Guard, Visit
from playwright.sync_api import Browser, Page, sync_playwright

# A name that is not this machine's cannot be looked up, so what a page may not ask for it cannot get either.
ARGUMENTS = [
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes an `engine` runs in each that was asked for."""
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", metafunc.config.getoption("engines"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is tested in Chromium only, if Chromium was not asked for."""
    if "chromium" not in config.getoption("engines"):
        left_out = [item for item in items if "chromium" in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def chromium(browser_path: Path) -> Iterator[Browser]:
    """The one Chromium of this run."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium's sandbox refuses to work for root
    arguments = [*ARGUMENTS, "--no-sandbox"] if root else ARGUMENTS
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def guard() -> Guard:
    """What the pages of a test must not do; a test may tell it what it expects to go wrong."""
    return Guard()


@pytest.fixture
def visit(chromium: Browser, site_url: str, guard: Guard) -> Iterator[Visit]:
    """Open a page in a browser context of its own: `visit("games/mefuvha.html")`.

    `at` is another server's address; further arguments go to Playwright's `new_context`. Boards show what happens at
    once, as for all who prefer reduced motion, unless a test asks for `reduced_motion="no-preference"`. When the test
    is over, it fails if the page asked any other server, or if anything was wrong on it.
    """
    contexts = []

    def open_page(path: str, at: str = site_url, **options: Any) -> Page:
        context = chromium.new_context(**{"reduced_motion": "reduce", **options})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        guard.watch(context, at)
        page = context.new_page()
        page.goto(f"{at}/{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert (guard.elsewhere, guard.errors) == ([], [])


@pytest.fixture
def faulty(site: Path) -> Iterator[FaultyServer]:
    """The site below `/en/latest/`, as it is on a documentation host, with the faults that a test asks for."""
    with running(FaultyServer(site, "/en/latest")) as server:
        yield server
