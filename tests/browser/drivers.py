"""Three browser engines behind the few things that a smoke test does with a page: open it, click, look."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import browsers
import websocket
from playwright.sync_api import Page
from selenium import webdriver
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.service import Service

PATIENCE = 60  # seconds; Python may take long to start on a busy machine

# Where to click on an element, once it is in view. WebKit's driver finds no place on an SVG group by itself.
PLACE = """() => {{
  const element = document.querySelector({selector});
  element.scrollIntoView({{ block: 'center', behavior: 'instant' }});
  const {{ x, y, width, height }} = element.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
}}"""


class Driver(Protocol):
    """A page in a browser."""

    def open(self, url: str) -> None:
        """Open a page and wait until it is loaded."""

    def run(self, function: str) -> Any:
        """Call a JavaScript function in the page and return what it returns, as plain data."""

    def click(self, selector: str) -> None:
        """Click with the mouse on the first element that the CSS selector finds."""

    def requests(self) -> list[str]:
        """Return the addresses that the page has asked for."""


def until(true: Callable[[], bool], what: str) -> None:
    """Wait until a condition is true; AssertionError, naming it, if it does not come true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"{what} did not happen within {PATIENCE} s"
        time.sleep(0.05)


def place(driver: Driver, selector: str) -> tuple[int, int]:
    """Return where to click on an element, once it lies still: pages go on moving while they settle."""
    found: list[tuple[int, int]] = []

    def still() -> bool:
        x, y = driver.run(PLACE.format(selector=json.dumps(selector)))
        found.append((x, y))
        return found[-3:] == [(x, y)] * 3

    until(still, f"a quiet moment of {selector}")
    return found[-1]


def click_at(x: int, y: int) -> list[dict[str, Any]]:
    """Return a click with the mouse as actions, which both protocols of WebDriver write alike."""
    steps = [
        {"type": "pointerMove", "x": x, "y": y},
        *({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")),
    ]
    return [{"type": "pointer", "id": "mouse", "actions": steps}]


class Chromium:
    """A page that Playwright drives."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._asked: list[str] = []
        page.context.on("request", lambda request: self._asked.append(request.url))

    def open(self, url: str) -> None:
        """See Driver."""
        self._page.goto(url)

    def run(self, function: str) -> Any:
        """See Driver."""
        return self._page.evaluate(function)

    def click(self, selector: str) -> None:
        """See Driver."""
        self._page.mouse.click(*place(self, selector))

    def requests(self) -> list[str]:
        """See Driver; workers' requests too."""
        return self._asked


class Firefox:
    """A page that WebDriver BiDi drives, spoken straight to Firefox: no driver program is between."""

    def __init__(self, address: str) -> None:
        # Firefox refuses those who name an origin: they might be web pages.
        self._socket = websocket.create_connection(f"{address}/session", timeout=PATIENCE, suppress_origin=True)
        self._count = 0
        self._asked: list[str] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["network.beforeRequestSent"])
        self._page = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **parameters: Any) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._count:
                assert answer["type"] == "success", answer
                return answer["result"]
            if answer.get("method") == "network.beforeRequestSent":
                self._asked.append(answer["params"]["request"]["url"])

    def open(self, url: str) -> None:
        """See Driver."""
        self._send("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def run(self, function: str) -> Any:
        """See Driver."""
        answer = self._send(
            "script.callFunction",
            functionDeclaration=f"() => JSON.stringify([({function})()])",
            target={"context": self._page},
            awaitPromise=False,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])[0]

    def click(self, selector: str) -> None:
        """See Driver."""
        x, y = place(self, selector)
        self._send("input.performActions", context=self._page, actions=click_at(x, y))

    def requests(self) -> list[str]:
        """See Driver; workers' requests too."""
        return self._asked

    def close(self) -> None:
        """End the browser."""
        self._send("browser.close")
        self._socket.close()


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Start the installed Firefox with a new profile and no way to any other machine. Raises Stop without one."""
    nowhere = {"type": 1, "http": "127.0.0.1", "http_port": 9, "ssl": "127.0.0.1", "ssl_port": 9}
    settings = "".join(f'user_pref("network.proxy.{key}", {json.dumps(value)});\n' for key, value in nowhere.items())
    with tempfile.TemporaryDirectory() as profile:
        Path(profile, "user.js").write_text(settings, "utf-8")
        command: list[str | Path] = [browsers.firefox(), "--headless", "--no-remote", "--remote-debugging-port=0"]
        log = Path(profile, "log.txt")

        def address() -> str:
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text("utf-8"))
            return found[1] if found else ""

        with (
            log.open("w", encoding="utf-8") as file,
            subprocess.Popen([*command, "--profile", profile], stdout=file, stderr=file) as process,
        ):
            try:
                until(lambda: bool(address()), "the start of Firefox")
                page = Firefox(address())
                yield page
                page.close()
                process.wait(PATIENCE)
            finally:
                process.kill()


class WebKit:
    """A page that WebKitGTK's driver drives."""

    def __init__(self, driver: webdriver.WebKitGTK) -> None:
        self._driver = driver

    def open(self, url: str) -> None:
        """See Driver."""
        self._driver.get(url)

    def run(self, function: str) -> Any:
        """See Driver."""
        return self._driver.execute_script(f"return ({function})();")

    def click(self, selector: str) -> None:
        """See Driver."""
        x, y = place(self, selector)
        self._driver.execute(Command.W3C_ACTIONS, {"actions": click_at(x, y)})

    def requests(self) -> list[str]:
        """See Driver; without workers' requests, which this driver does not tell."""
        return list(
            self.run("() => performance.getEntries().map((entry) => entry.name).filter((name) => /:/.test(name))")
        )


@contextmanager
def screen() -> Iterator[str]:
    """Start a screen that nobody sees, and give its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as pipe:
                yield f":{pipe.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Start the installed WebKitGTK. Raises Stop without one."""
    path = browsers.webkit()
    with screen() as display:
        # Its sandbox refuses to work for root; its drawing asks for a graphics card that a server has not.
        plain = ("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "WEBKIT_DISABLE_COMPOSITING_MODE", "LIBGL_ALWAYS_SOFTWARE")
        settings = {**os.environ, "DISPLAY": display, **dict.fromkeys(plain, "1")}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # selenium's own use of itself
            driver = webdriver.WebKitGTK(service=Service(str(path), env=settings))
        try:
            yield WebKit(driver)
        finally:
            driver.quit()
