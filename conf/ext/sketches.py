"""Small still boards, drawn for what happens on them: what a hole says is up to the caller.

`mancala_ref.board_svg` draws a position to be played, with each hole a part of its own. A page that shows a relay lap
by lap needs many boards, so these are plain and take a tenth of the room; their colours are in `static/sowings.css`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Final

from mancala_ref.board import NAMES, NORTH, SOUTH, Board

CELL: Final = 20  # user units from hole to hole
WIDE: Final = 25  # the same, where arrows lie between the holes
RADIUS: Final = 8.5
GAP: Final = 4  # between the two players' ranks
EDGE: Final = 11  # for the names of ranks and columns
LINE: Final = 12  # for a player's name
LONG: Final = 5  # characters of a line in a hole


def sketch(
    board: Board,
    texts: Mapping[str, str],
    *,
    label: str,
    ranks: str = "",
    marks: Iterable[tuple[str, str]] = (),
    arrows: Iterable[Sequence[str]] = (),
    named: bool = False,
) -> str:
    """Return a board as SVG text, as South sees it.

    `texts` has what stands in each hole, by its name (nothing in those left out); `label` is the text alternative.
    `ranks` are the letters of the ranks to be drawn, if not all. `marks` are rings, each a kind (a class of the style
    sheet) and a hole. `arrows` are ways from hole to neighbouring hole; they also name the players. `named` writes
    the name of each hole into it.
    """
    letters = [letter for letter in reversed(board.letters) if letter in (ranks or board.letters)]
    ways = [list(way) for way in arrows]
    cell, line = (WIDE, LINE) if ways else (CELL, 0)
    half = board.letters[len(board.letters) // 2 - 1]  # South's rank that faces North's
    middle = letters.index(half) if half in letters else 0
    left = 0 if named else EDGE
    wood = (board.columns * cell + 2, len(letters) * cell + 2 + (GAP if middle else 0))
    width, height = left + wood[0], 2 * line + wood[1] + (0 if named else EDGE)

    def place(hole: str) -> tuple[float, float]:
        rank, column = letters.index(hole[0]), int(hole[1:])
        gap = GAP if middle and rank >= middle else 0
        return left + 1 + (column - 0.5) * cell, line + 1 + (rank + 0.5) * cell + gap

    holes = [f"{letter}{column}" for letter in letters for column in range(1, board.columns + 1)]
    out = [
        f'<svg class="sowing-board" role="img" aria-label="{escape(label)}" viewBox="0 0 {width:g} {height:g}" '
        f'style="--sowing-width: {width:g}">',
        f'<rect class="wood" x="{left}" y="{line}" width="{wood[0]}" height="{wood[1]}" rx="5"/>',
    ]
    if middle:
        y = line + 1 + middle * cell + GAP / 2
        out.append(f'<path class="middle" d="M{left + 4} {y:g}h{wood[0] - 8}"/>')
    rings = list(marks)
    for kind in dict.fromkeys(kind for kind, _ in rings if kind != "lifted"):
        out.append(_dots(kind, [place(hole) for other, hole in rings if other == kind]))
    rows = "".join("M{:g} {:g}h{}".format(*place(f"{letter}1"), (board.columns - 1) * cell + 1) for letter in letters)
    out.append(f'<path class="holes" d="{rows}" stroke-dasharray="0 {cell}"/>')
    for x, y in (place(hole) for kind, hole in rings if kind == "lifted"):
        out.append(f'<circle class="lifted" cx="{x:g}" cy="{y:g}" r="{RADIUS}"/>')
    if ways:
        heads = "".join(_arrow(place(a), place(b)) for way in ways for a, b in pairwise(way))
        out.append(f'<path class="arrows" d="{heads}"/>')
        out.append(_text("player", width / 2, line - 4, NAMES[NORTH]))
        out.append(_text("player", width / 2, height - 3, NAMES[SOUTH]))
    if named:
        out += [part for hole in holes for part in _inside(*place(hole), texts.get(hole, ""), hole)]
        return "".join([*out, "</svg>"])
    for letter in letters:
        y = place(f"{letter}1")[1]
        counts = [(place(hole)[0], texts[hole]) for hole in holes if hole[0] == letter and hole in texts]
        out += [_text("edge", EDGE / 2 - 1, y + 3, letter), _row("seeds", y + 4, counts)]
    columns = [(place(f"{letters[0]}{column}")[0], str(column)) for column in range(1, board.columns + 1)]
    return "".join([*out, _row("edge", height - 2, columns), "</svg>"])


def _dots(kind: str, places: Iterable[tuple[float, float]]) -> str:
    """Return round dots; how wide they are is the style sheet's, and so a ring is a dot under a hole."""
    dots = "".join(f"M{x:g} {y:g}h0" for x, y in places)
    return f'<path class="{kind}" d="{dots}"/>'


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return an arrow head halfway from one hole to the next."""
    (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
    length = abs(dx) + abs(dy)  # the next hole lies beside, above or below
    ux, uy, x, y = dx / length, dy / length, x + dx / 2, y + dy / 2
    corners = ((x - 2 * ux - 3 * uy, y - 2 * uy - 3 * ux), (x + 2 * ux, y + 2 * uy))
    other = (x - 2 * ux + 3 * uy, y - 2 * uy + 3 * ux)
    return "M{:g} {:g}L{:g} {:g}L{:g} {:g}".format(*corners[0], *corners[1], *other)


def _inside(x: float, y: float, said: str, name: str) -> list[str]:
    """Return what stands in a hole: words, in as many lines as they need, and the hole's name below them."""
    lines: list[str] = []
    for word in said.split():
        if lines and len(lines[-1]) + 1 + len(word) <= LONG:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if " " not in said:
        out = [_text("number", x, y + 1.2, said)]
    else:
        out = [
            _text("numbers", x, y + 0.6 + 4.8 * number - 3.6 * (len(lines) - 1), each)
            for number, each in enumerate(lines)
        ]
    return [*out, _text("name", x, y + 6.4, name)]


def _text(kind: str, x: float, y: float, said: str) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(said)}</text>'


def _row(kind: str, y: float, texts: Iterable[tuple[float, str]]) -> str:
    """Return texts at one height, each at its own place."""
    parts = "".join(f'<tspan x="{x:g}">{escape(said)}</tspan>' for x, said in texts)
    return f'<text class="{kind}" y="{y:g}">{parts}</text>' if parts else ""
