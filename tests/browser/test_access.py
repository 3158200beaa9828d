"""A live board in Chromium at twice the size, and in the few colours that a reader has chosen (forced colours)."""

from __future__ import annotations

from typing import Any

import pytest
from browser.live import TOO_WIDE, Board, Visit, the_board
from playwright.sync_api import Page

from mancala_ref import GAMES

CONTROLS = "button, select, input, textarea, summary, a, [role=button]"

# Of a page: all that is folded is opened.
UNFOLD = "() => document.querySelectorAll('.mancala-live details').forEach((fold) => { fold.open = true; })"

# Of a live board: the controls that are smaller than 24 by 24 px, with their sizes. Links in a sentence may be.
SMALL = f"""(live) => {{
  const target = (control) => control.querySelector('circle')
    ?? (control.matches('[type=checkbox], [type=radio]') ? control.closest('label') : control);
  return [...live.querySelectorAll('{CONTROLS}')]
    .filter((control) => control.checkVisibility({{ visibilityProperty: true }}))
    .filter((control) => !control.matches('a') || getComputedStyle(control).display !== 'inline')
    .map((control) => [target(control).getBoundingClientRect(), control.outerHTML.slice(0, 120)])
    .filter(([{{ width, height }}]) => Math.min(width, height) < 24)
    .map(([{{ width, height }}, html]) => `${{width}} by ${{height}}: ${{html}}`);
}}"""

# Of the control that has the focus: what it is, whether one sees that it has it, and whether it lies open.
FOCUSED = """() => {
  const control = document.activeElement;
  if (!control.closest('.mancala-live')) return null;
  const names = ['outlineStyle', 'outlineWidth', 'outlineColor', 'stroke', 'strokeWidth', 'strokeDasharray'];
  const look = () => JSON.stringify([control, ...control.querySelectorAll('circle')].map((element) => {
    const style = getComputedStyle(element);
    return names.map((name) => style[name]);
  }));
  const [{ left, top, width, height }] = control.getClientRects(); // of a link that is broken in two, the first line
  const [x, y] = [left + width / 2, (Math.max(top, 0) + Math.min(top + height, innerHeight)) / 2]; // in the window
  const open = control.contains(document.elementFromPoint(x, y));
  const focused = look();
  control.blur();
  const seen = look() !== focused;
  control.focus({ preventScroll: true });
  return { what: control.outerHTML.slice(0, 120), seen, open };
}"""

# Of a live board: each hole's classes, and the outline and the signs by which one tells it from others without colours.
OUTLINES = """(live) => [...live.querySelectorAll('svg [data-hole]')].map((hole) => {
  const { stroke, strokeWidth, strokeDasharray } = getComputedStyle(hole.querySelector('circle'));
  const signs = [...hole.querySelectorAll('.sign')].map((sign) => sign.textContent).join('');
  const state = ['playable', 'marked'].filter((name) => hole.classList.contains(name)).join(' ');
  return [state, stroke === 'none' ? signs : [strokeWidth, strokeDasharray, signs].join('; ')];
})"""

# Of a live board: the parts of its drawing in other colours than those that the reader has chosen.
OTHER_COLOURS = """(live) => {
  const probe = document.body.appendChild(document.createElement('i'));
  const chosen = new Set(['Canvas', 'CanvasText', 'GrayText', 'Highlight', 'HighlightText'].map((name) => {
    probe.style.color = name;
    return getComputedStyle(probe).color;
  }));
  probe.remove();
  return [...live.querySelectorAll('svg *')].filter((part) => part.checkVisibility()).flatMap((part) => {
    const { fill, stroke } = getComputedStyle(part);
    const drawn = part.matches('rect, circle, text, path') ? [fill, stroke] : [];
    return drawn.filter((colour) => colour !== 'none' && !chosen.has(colour)).map((colour) => `${colour}: ${part.outerHTML}`);
  });
}"""  # noqa: E501 (JavaScript, in lines of its own length)


def played(page: Page) -> Board:
    """Return the page's board, live, when it has taken a turn and refused one, with all that it has opened."""
    board = the_board(page)
    board.play()
    board.choose(next(iter(board.shown().playable)))
    board.choose(next(hole for hole in board.shown().seeds if hole not in board.shown().playable))
    page.evaluate(UNFOLD)
    for edit in board.live.locator("[data-act=edit]").all():
        edit.click()
    return board


@pytest.mark.parametrize("game", GAMES)
def test_at_twice_the_size_all_can_be_hit_and_reached(visit: Visit, game: str) -> None:
    """A window of 1280 by 800 px at a zoom of 200 %."""
    page = visit(f"games/{game}.html", viewport={"width": 640, "height": 400}, device_scale_factor=2)
    board = played(page)
    assert board.live.locator(CONTROLS).count() > len(board.shown().seeds)
    assert board.live.evaluate(SMALL) == []
    assert page.evaluate(TOO_WIDE) == []

    board.box.evaluate("(box) => { box.tabIndex = -1; box.focus(); }")
    found: list[dict[str, Any]] = []
    page.keyboard.press("Tab")
    while focused := page.evaluate(FOCUSED):
        found.append(focused)
        page.keyboard.press("Tab")
    stops = board.live.locator(f":is({CONTROLS}):visible:not([tabindex='-1'])").count()
    assert len(found) == stops
    assert [stop for stop in found if not (stop["seen"] and stop["open"])] == []


@pytest.mark.parametrize("colours", ["none", "active"])
def test_holes_are_told_apart_without_colours(visit: Visit, colours: str) -> None:
    """In Songo a turn ends in holes that are the other player's to choose from."""
    page = visit("games/songo-ewondo.html", forced_colors=colours)
    board = the_board(page)
    board.play()
    outlines: dict[str, set[str]] = {}
    for _ in range(4):
        board.choose(min(board.shown().playable))
        page.mouse.move(0, 0)  # or it would point at a hole
        for state, outline in board.live.evaluate(OUTLINES):
            outlines.setdefault(state, set()).add(outline)
    assert set(outlines) == {"", "playable", "marked", "playable marked"}
    assert sum(map(len, outlines.values())) == len(set().union(*outlines.values())), outlines


def test_a_board_is_drawn_in_the_colours_that_are_forced(visit: Visit) -> None:
    page = visit("games/mefuvha.html", forced_colors="active")
    board = played(page)
    assert board.live.evaluate(OTHER_COLOURS) == []
    assert board.live.evaluate(SMALL) == []
