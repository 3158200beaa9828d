"""What axe-core, a checker of accessibility, objects to on the pages in Chromium: nothing."""

from __future__ import annotations

from pathlib import Path

import npm
import pytest
from browser.live import Visit, the_board
from playwright.sync_api import Page, ViewportSize, expect
from steps import ROOT, keep

from mancala_ref import GAMES

# To renew it: these two lines.
AXE = "4.14.1"
AXE_SHA256 = "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745"

DESK, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=800)

# What it objects to, each with its rule and the element, in a theme set as the pages' own button sets it.
FIND = """async (theme) => {
  document.documentElement.dataset.theme = theme;
  document.querySelectorAll('details').forEach((fold) => { fold.open = true; });
  await Promise.all(document.getAnimations().map(({ finished }) => finished)); // colours that change
  const rules = { 'target-size': { enabled: true } }; // of WCAG 2.2, off unless asked for
  const { violations } = await axe.run({ rules, resultTypes: ['violations'] });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, html, failureSummary }) =>
    `${id} (${help}) at ${target.join(' ')}: ${failureSummary.replace(/\\s+/g, ' ')} ${html.slice(0, 200)}`));
}"""

FOCUSABLE = """() => [...document.querySelectorAll('.pst-scrollable-table-container')].every(
  (box) => box.tabIndex === 0 || box.scrollWidth <= box.clientWidth)"""

FAULTS = """<p style="color: #777; background: #888">pale</p> <img src="data:,">
  <div><button style="padding: 0; width: 9px">x</button> <button style="padding: 0; width: 9px">x</button></div>"""


@pytest.fixture(scope="module")
def axe() -> Path:
    """The checker: a script for a page."""
    folder = ROOT / "build" / "axe"
    keep(folder, AXE_SHA256, lambda new: npm.fetch("axe-core", AXE, AXE_SHA256, ["axe.min.js"], new))
    return folder / "axe.min.js"


def objections(page: Page, theme: str) -> list[str]:
    found: list[str] = page.evaluate(FIND, theme)
    return found


def test_it_objects_to_what_cannot_be_read_named_or_hit(visit: Visit, axe: Path) -> None:
    """The other tests rely on it."""
    page = visit("guide/offline.html", viewport=DESK)
    page.add_script_tag(path=axe)
    page.locator("main").evaluate("(main, html) => { main.insertAdjacentHTML('afterbegin', html); }", FAULTS)
    rules = {found.partition(" ")[0] for found in objections(page, "light")}
    assert rules == {"color-contrast", "image-alt", "target-size"}


@pytest.mark.parametrize(
    "name",
    [
        "index",
        "games/compare",
        "guide/figures",
        "guide/sowing",
        "reference/bibliography",
        "reference/clauses",
        "reference/data",
        "reference/words",
    ],
)
def test_pages_of_text(visit: Visit, axe: Path, name: str) -> None:
    page = visit(f"{name}.html", viewport=DESK)
    page.add_script_tag(path=axe)
    for theme in ("light", "dark"):
        assert objections(page, theme) == [], theme


@pytest.mark.parametrize("game", GAMES)
def test_a_games_page_still_and_live(visit: Visit, axe: Path, game: str) -> None:
    """Neither do colours depend on the width nor does the layout on the theme: each is seen with each once."""
    page = visit(f"games/{game}.html", viewport=DESK)
    page.add_script_tag(path=axe)
    assert objections(page, "dark") == []
    # A still picture is one image, checked above; without what it is made of the rest takes a third of the time.
    page.locator("svg[role=img]").evaluate_all("(all) => all.forEach((svg) => svg.replaceChildren(svg.children[0]))")
    board = the_board(page)
    board.play()
    board.choose(next(iter(board.shown().playable)))
    board.choose(next(hole for hole in board.shown().seeds if hole not in board.shown().playable))  # a refusal
    board.unfold("share")
    board.unfold("cite")
    expect(board.live.locator("[data-act=json]")).to_be_visible()
    assert objections(page, "light") == []
    page.set_viewport_size(PHONE)
    page.wait_for_function(FOCUSABLE)  # the theme sees to it, a moment after a change of size
    assert objections(page, "dark") == []
