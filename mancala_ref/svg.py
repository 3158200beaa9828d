"""Drawing a position as SVG: one pure function, used by pages, notebooks and the live board alike."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from math import pi
from typing import TYPE_CHECKING, Final

from .board import NAMES, NORTH, SOUTH, Side
from .messages import counted, text

if TYPE_CHECKING:
    from .position import Position

CELL: Final = 44  # user units from hole to hole
RADIUS: Final = 18
RING: Final = 13  # radius of the ring on which the seeds of a hole lie
GAP: Final = 10  # between the two players' ranks
MARGIN: Final = 26  # for the names of ranks and columns
LINE: Final = 26  # for a player's line above or below
LEAST: Final = 230  # the width that a player's line needs
MOST_DRAWN: Final = 12  # more seeds than these are told by their number alone


def board_svg(
    position: Position,
    *,
    title: str | None = None,
    marks: Collection[str] = (),
    over: bool = False,
    id: str = "mancala-board",
) -> str:
    """Return the board as SVG text, as South sees it.

    `title` is its text alternative's first line (default: whose move it is); the ranks follow as its
    description. `marks` names holes to be outlined, such as those of the last turn (a text is one hole's name).
    `over` leaves out who is to move, for a game that has ended. `id` must be unique on the page. Each hole is a
    `<g class="hole" data-hole="b3">`, so that a page can make it a button.
    """
    if isinstance(marks, str):  # `in` would find "b1" in "b12"
        marks = (marks,)
    board, mover = position.board, None if over else position.mover
    wood = board.columns * CELL + 12
    width = MARGIN + max(wood, LEAST)
    height = 2 * LINE + board.ranks * CELL + GAP + 12 + MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mancala-board" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-labelledby="{escape(id)}-title {escape(id)}-desc" '
        'font-family="system-ui, sans-serif" text-anchor="middle">',
        f'<title id="{escape(id)}-title">{escape(title or position.caption)}</title>',
        f'<desc id="{escape(id)}-desc">{escape(_description(position))}</desc>',
        f'<rect class="wood" x="{MARGIN}" y="{LINE}" width="{wood}" '
        f'height="{board.ranks * CELL + GAP + 12}" rx="14" fill="#8a5a2e"/>',
        f'<path class="middle" d="M{MARGIN + 8} {LINE + 6 + board.ranks // 2 * CELL + GAP / 2:g}H{MARGIN + wood - 8}" '
        'stroke="#5d3919" stroke-width="2"/>',
        _line(player_line(NORTH, position.captured[1], mover == NORTH), LINE - 9, mover == NORTH),
        _line(player_line(SOUTH, position.captured[0], mover == SOUTH), height - 9, mover == SOUTH),
    ]
    middle = MARGIN + 6 + CELL / 2
    for column in range(1, board.columns + 1):
        out.append(_label(middle + (column - 1) * CELL, height - LINE - 9, str(column)))
    letters = board.letters[::-1]
    for rank, (letter, row) in enumerate(zip(letters, position.rows, strict=True)):
        y = LINE + 6 + CELL / 2 + rank * CELL + (GAP if rank >= board.ranks // 2 else 0)
        out.append(_label(MARGIN / 2, y + 5, letter))
        for column, count in enumerate(row, 1):
            name = f"{letter}{column}"
            out.append(_hole(middle + (column - 1) * CELL, y, name, count, name in marks))
    return "".join([*out, "</svg>"])


def _description(position: Position) -> str:
    letters = position.board.letters[::-1]
    return " ".join(
        text("svg.rank", rank=letter, counts=", ".join(map(str, row)))
        for letter, row in zip(letters, position.rows, strict=True)
    )


def player_line(side: Side, captured: int, moves: bool) -> str:
    """Return what stands beside a player's ranks."""
    return text("svg.player.moves" if moves else "svg.player", player=NAMES[side], captured=captured)


def _line(words: str, y: float, moves: bool) -> str:
    weight = ' font-weight="bold"' if moves else ""
    return (
        f'<text class="player" x="{MARGIN + 4}" y="{y:g}" font-size="14" text-anchor="start" '
        f'fill="currentColor"{weight}>{escape(words)}</text>'
    )


def _label(x: float, y: float, label: str) -> str:
    return f'<text class="label" x="{x:g}" y="{y:g}" font-size="13" fill="currentColor">{label}</text>'


def _hole(x: float, y: float, name: str, count: int, marked: bool) -> str:
    """Draw a hole: its seeds are the dots of a dashed ring, so that a page can count on by changing one number."""
    edge = ' stroke="#ffd166" stroke-width="3"' if marked else ""
    drawn = f'stroke-dasharray="0 {2 * pi * RING / count:.3f}"' if 0 < count <= MOST_DRAWN else 'display="none"'
    return (
        f'<g class="hole{" marked" if marked else ""}" data-hole="{name}" data-seeds="{count}" '
        f'transform="translate({x:g} {y:g})">'
        f"<title>{escape(counted('svg.hole', count, hole=name, seeds=count))}</title>"
        f'<circle class="cup" r="{RADIUS}" fill="#4a2c14"{edge}/>'
        f'<circle class="seeds" r="{RING}" fill="none" stroke="#e8d3a9" stroke-width="5.5" stroke-linecap="round" '
        f'transform="rotate(-90)" {drawn}/>'
        f'<text class="count" y="5" font-size="15" font-weight="bold" fill="#fff">{count or ""}</text></g>'
    )
