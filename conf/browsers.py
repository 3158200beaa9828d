"""Finding the browsers that the tests drive."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from steps import Stop, run

ON_PATH = ("google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge")
ON_MAC = ("Google Chrome", "Chromium", "Microsoft Edge")
ON_WINDOWS = (
    "Google/Chrome/Application/chrome",
    "Chromium/Application/chrome",
    "Microsoft/Edge/Application/msedge",
)
ASK_PLAYWRIGHT = (
    "from playwright.sync_api import sync_playwright as start\n"
    "with start() as playwright: print(playwright.chromium.executable_path)"
)


def _candidates() -> Iterator[Path]:
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (folder / f"{name}.app" / "Contents" / "MacOS" / name for name in ON_MAC)
    elif sys.platform == "win32":
        for variable in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData"):
            yield from (Path(os.environ.get(variable, ""), f"{name}.exe") for name in ON_WINDOWS)
    yield from (Path(found) for name in ON_PATH if (found := shutil.which(name)))


def _starts(path: Path) -> bool:
    """Whether a browser starts at all: Ubuntu has a chromium-browser that only says how to install one."""
    if sys.platform == "win32":  # there, --version would open a window
        return path.is_file()
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def installed_chromium() -> Path | None:
    """The first Chromium, Chrome or Edge on this machine that starts, if any."""
    return next(filter(_starts, _candidates()), None)


def chromium(python: str | Path) -> Path:
    """A Chromium, Chrome or Edge: an installed one, else one that Playwright has fetched or fetches now.

    `python` is the interpreter that has Playwright. Raises Stop, saying what to install, when there is none.
    """
    if found := installed_chromium():
        return found
    said = run([python, "-c", ASK_PLAYWRIGHT], "playwright", "Playwright does not start")
    own = Path(said.splitlines()[-1])
    if not own.is_file():
        print("No Chromium, Chrome or Edge is installed: Playwright fetches a Chromium (150 MB)", flush=True)
        run(
            [python, "-m", "playwright", "install", "--no-shell", "chromium"],
            "playwright",
            "No Chromium, Chrome or Edge is installed, and Playwright could not fetch one: "
            "install Chromium (on Debian: apt-get install chromium) and start again",
        )
    if not _starts(own):
        raise Stop(
            f"The Chromium that Playwright fetched does not start here ({own}): "
            "install Chromium or Chrome the way this system does it, and start again."
        )
    return own


def firefox() -> Path:
    """The installed Firefox. Raises Stop when there is none."""
    if found := shutil.which("firefox-esr") or shutil.which("firefox"):
        return Path(found)
    raise Stop(
        "No Firefox is installed: "
        "install it (on Debian: apt-get install firefox-esr), or leave firefox out of --engines."
    )


def webkit() -> Path:
    """The driver of the installed WebKitGTK, Safari's engine. Raises Stop when it or Xvfb is missing."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    if driver and screen:
        return Path(driver)
    raise Stop(
        f"{'WebKitWebDriver' if screen else 'Xvfb'} is not installed: install what WebKit's tests need "
        "(on Debian: apt-get install webkit2gtk-driver xvfb), or leave webkit out of --engines."
    )
