"""Geometry: which holes a board has, how they are named, and in which order each player sows them.

Every other module speaks of a hole by its index on its owner's circuit; names and printed ranks are made here.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from .errors import MoveError, OptionError
from .messages import text

Side = Literal["S", "N"]
Seeds = tuple[int, ...]  # one player's holes in the order in which he sows them

SOUTH: Final[Side] = "S"
NORTH: Final[Side] = "N"
OTHER: Final[dict[Side, Side]] = {SOUTH: NORTH, NORTH: SOUTH}
NAMES: Final[dict[Side, str]] = {SOUTH: text("side.S"), NORTH: text("side.N")}


class Board:
    """A board of two or four ranks. Get one by `board(ranks, columns)`: equal boards are the same object.

    Holes are named as South sees them: ranks `a` (nearest South) upward, columns from South's left.
    `holes[side]` holds a player's hole names in the order of his circuit:

    - four ranks: along his outer rank from his left to his right, then back along his inner rank;
    - two ranks: along his own rank from his right to his left (his house 1 is index 0); the sowing then
      goes on over the opponent's houses, again from the opponent's house 1.

    >>> board(4, 6).holes["S"]
    ('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b6', 'b5', 'b4', 'b3', 'b2', 'b1')
    >>> board(2, 7).holes["N"]
    ('b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7')
    """

    def __init__(self, ranks: Literal[2, 4], columns: int) -> None:
        self.ranks: Final = ranks
        self.columns: Final = columns
        self.size: Final = ranks // 2 * columns  # holes of one player
        left_to_right = range(1, columns + 1)
        right_to_left = range(columns, 0, -1)
        if ranks == 4:
            south = [f"a{c}" for c in left_to_right] + [f"b{c}" for c in right_to_left]
            north = [f"d{c}" for c in right_to_left] + [f"c{c}" for c in left_to_right]
        else:
            south = [f"a{c}" for c in right_to_left]
            north = [f"b{c}" for c in left_to_right]
        self.holes: Final[dict[Side, tuple[str, ...]]] = {SOUTH: tuple(south), NORTH: tuple(north)}
        self._places: Final[dict[str, tuple[Side, int]]] = {
            name: (side, index) for side in (SOUTH, NORTH) for index, name in enumerate(self.holes[side])
        }
        self.letters: Final = "abcd"[:ranks]

    def __repr__(self) -> str:
        return f"board({self.ranks}, {self.columns})"

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return board, (self.ranks, self.columns)

    def find(self, name: str) -> tuple[Side, int]:
        """Return the owner of the hole called `name` and its index on his circuit; MoveError if there is none."""
        try:
            return self._places[name]
        except KeyError:
            last = f"{self.letters[-1]}{self.columns}"
            raise MoveError("move.no-such-hole", hole=name, last=last) from None

    def rows(self, south: Seeds, north: Seeds) -> tuple[tuple[int, ...], ...]:
        """Return the counts as printed: ranks from top to bottom, each from South's left to his right."""
        c = self.columns
        if self.ranks == 4:
            return (north[c - 1 :: -1], north[c:], south[: c - 1 : -1], south[:c])
        return (north, south[::-1])

    def sides(self, rows: tuple[tuple[int, ...], ...]) -> tuple[Seeds, Seeds]:
        """Return South's and North's counts, each in the order of his circuit, from the printed ranks."""
        if self.ranks == 4:
            outer_n, inner_n, inner_s, outer_s = rows
            return outer_s + inner_s[::-1], outer_n[::-1] + inner_n
        north, south = rows
        return south[::-1], north


@cache
def board(ranks: Literal[2, 4], columns: int) -> Board:
    """Return the one board of that many ranks and columns; OptionError if there can be none."""
    if ranks not in (2, 4) or columns < 1:
        raise OptionError("option.board", ranks=ranks, columns=columns)
    return Board(ranks, columns)
