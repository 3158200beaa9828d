"""The boards of a page in Chromium: watched while they are used, used as a reader would, and read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from browser.shown import READ, Shown, read
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

import mancala_ref

Visit = Callable[..., Page]  # the fixture `visit`
VERSION = str(mancala_ref.__version__)
PATIENCE = 60_000  # milliseconds; Python may take long to start on a busy machine
expect.set_options(timeout=PATIENCE)

# Nothing, or how wide a page is that can be scrolled sideways, and the elements that make it so.
TOO_WIDE = """() => {
  const { scrollWidth } = document.documentElement;
  if (scrollWidth <= innerWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > innerWidth);
  return [scrollWidth, ...wide.map((element) => element.outerHTML.slice(0, 80))];
}"""

# Errors on the console that nothing of ours makes, as patterns of "ADDRESS: TEXT".
HARMLESS = {
    r"/favicon\.ico: .* 404 ": "JupyterLite's own pages name no icon, so browsers ask the server for one",
    r"Got invalid theme mode: \. Resetting to auto\.": "the pages' theme says so on every first visit",
    r"/lite/api/(resolvePath|contents/lib/).* 404 ": "JupyterLite asks where the files of a traceback are",
    r"codemirror-extension:commands' failed to activate": "JupyterLite's REPL looks for a notebook and has none",
}


class Guard:
    """Takes note of what must not happen on the pages that it watches: requests elsewhere, errors."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.elsewhere: list[str] = []
        self._errors: list[str] = []
        self._expected = list(HARMLESS)

    def expect(self, pattern: str) -> None:
        """Let errors match this pattern too: the test makes them happen."""
        self._expected.append(pattern)

    @property
    def errors(self) -> list[str]:
        """The errors so far that nobody expects, as "ADDRESS: TEXT"."""
        return [error for error in self._errors if not any(re.search(known, error) for known in self._expected)]

    def watch(self, context: BrowserContext, site_url: str) -> None:
        """Watch all pages, frames and workers of a context; they may ask for what is below `site_url`."""

        def ask(url: str) -> None:
            self.requests.append(url)
            sockets = site_url.replace("http", "ws", 1)
            if not url.startswith((f"{site_url}/", f"{sockets}/", "blob:", "data:")):
                self.elsewhere.append(url)

        def hear(message: ConsoleMessage) -> None:
            if message.type == "error":
                self._errors.append(f"{message.location['url']}: {message.text}")

        context.on("request", lambda request: ask(request.url))
        context.on("page", lambda page: page.on("websocket", lambda socket: ask(socket.url)))
        context.on("console", hear)
        context.on("weberror", lambda found: self._errors.append(f"{found.page and found.page.url}: {found.error}"))


class Board:
    """A board as its reader uses it. `box` is the page's `.mancala`, or what holds a `.mancala-live` elsewhere."""

    def __init__(self, box: Locator) -> None:
        self.box = box
        self.live = box.locator(".mancala-live")
        self.status = box.locator(".mancala-status")

    def play(self) -> None:
        """Press Play (or Try again) and wait for the live board, of the very version that these tests import."""
        self.box.locator(".mancala-play").click()
        self.is_ready()

    def is_ready(self) -> None:
        """Wait for the live board."""
        expect(self.box).to_have_attribute("data-live", "ready")
        expect(self.live).to_have_attribute("data-version", VERSION)
        expect(self.live.locator(".mancala-version")).to_have_text(f"mancala_ref {VERSION}")

    def hole(self, name: str) -> Locator:
        """Return a hole."""
        return self.box.locator(f'svg [data-hole="{name}"]')

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Wait until what is done in the `with` block has been answered."""
        rev = int(self.live.get_attribute("data-rev") or 0)
        yield
        expect(self.live).to_have_attribute("data-rev", str(rev + 1))

    def choose(self, hole: str) -> None:
        """Click on a hole (`-`: on Pass). By force: it says aria-disabled where the rules forbid it, yet answers."""
        with self.answering():
            target = self.hole(hole) if hole != "-" else self.live.locator("[data-act=pass]")
            target.scroll_into_view_if_needed()  # which waits until it lies still
            target.click(force=True)

    def press(self, act: str) -> None:
        """Press the button of that name, without waiting for an answer."""
        self.live.locator(f"[data-act={act}]").click()

    def unfold(self, name: str) -> None:
        """Open (or close) one of the board's folds."""
        self.live.locator(f".mancala-{name} > summary").click()

    def undo(self) -> None:
        """Press Undo."""
        with self.answering():
            self.live.locator("[data-act=undo]").click(force=True)

    def redo(self) -> None:
        """Press Redo."""
        with self.answering():
            self.live.locator("[data-act=redo]").click(force=True)

    def go(self, turn: int) -> None:
        """Go to a turn of the record (0: before the first)."""
        with self.answering():
            self.live.locator(f'[data-turn="{turn}"]').click()

    def new(self) -> None:
        """Press New game."""
        with self.answering():
            self.live.locator("[data-act=new]").click()

    def shown(self) -> Shown:
        """Return all that the board shows."""
        return read(self.box.evaluate(READ))


def the_board(page: Page) -> Board:
    """Return the board of a page, the first if it has more."""
    return Board(page.locator(".mancala").first)


def live_board(visit: Visit, path: str, position: str) -> tuple[Page, Board]:
    """Open a page and play on its board, from a position; return both."""
    page = visit(path)
    set_position(page, position)
    board = the_board(page)
    board.play()
    return page, board


def set_position(page: Page, position: str) -> None:
    """Give the page's board another position before it is live, as another page would have it."""
    the_board(page).box.evaluate("(box, position) => { box.dataset.position = position; }", position)


def set_rules(page: Page, reading: str, options: dict[str, str | int]) -> None:
    """Give the page's board other rules before it is live, as another page would have it."""
    the_board(page).box.evaluate(
        "(box, [reading, options]) => Object.assign(box.dataset, { reading, options })", [reading, json.dumps(options)]
    )


def go_to(page: Page, hole: str) -> None:
    """Move the focus from a hole to another with the arrow keys."""
    here = page.evaluate("document.activeElement.dataset.hole")
    ranks, columns = ord(hole[0]) - ord(here[0]), int(hole[1:]) - int(here[1:])
    for count, keys in ((ranks, ("ArrowDown", "ArrowUp")), (columns, ("ArrowLeft", "ArrowRight"))):
        for _ in range(abs(count)):
            page.keyboard.press(keys[count > 0])


def clause_ids(site: Path, game: str) -> list[str]:
    """Return the ids of the clauses that the page of a game states."""
    found = json.loads((site / "data/clauses.json").read_text("utf-8"))["clauses"]
    return [clause["id"] for clause in found if clause["game"] == game]
