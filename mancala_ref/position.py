"""A position: a board, whose turn it is, what was captured, what is left of an unfinished turn. No history."""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple

from .board import NAMES, NORTH, OTHER, SOUTH, Board, Seeds, Side, board
from .errors import PositionError
from .messages import text

_new = tuple.__new__

MOST_SEEDS = 9999  # in one hole, so that a slip of the pen in a text is noticed
MOST = 999_999  # in a field
_PLAYSTRATEGY = re.compile(r"([\dS,/]+) (\d+) (\d+) ([SN]) ([1-9]\d{0,5})", re.ASCII)


class Position(NamedTuple):
    """An immutable, hashable position, as its mover sees it.

    `own` and `enemy` are seed counts in the order of each player's own circuit (see `Board`); `own_captured` and
    `enemy_captured` what the mover and his opponent have taken; `free` how many free captures the mover still
    has to make in this turn; `turn` how many turns are completed.

    >>> p = Position.parse("2*8/2*6,1,0/0,1,2*6/2*8 S")
    >>> p.mover, p.seeds("b2"), p
    ('S', 1, Position.parse('2*8/2*6,1,0/0,1,2*6/2*8 S'))
    """

    board: Board
    mover: Side
    own: Seeds
    enemy: Seeds
    own_captured: int = 0
    enemy_captured: int = 0
    free: int = 0
    turn: int = 0

    @property
    def south(self) -> Seeds:
        """South's counts in the order of his circuit."""
        return self.own if self.mover == SOUTH else self.enemy

    @property
    def north(self) -> Seeds:
        """North's counts in the order of his circuit."""
        return self.enemy if self.mover == SOUTH else self.own

    @property
    def captured(self) -> tuple[int, int]:
        """What South and North have taken."""
        if self.mover == SOUTH:
            return self.own_captured, self.enemy_captured
        return self.enemy_captured, self.own_captured

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The counts as printed: ranks from top to bottom, each from South's left to his right."""
        return self.board.rows(self.south, self.north)

    def seeds(self, hole: str) -> int:
        """Return how many seeds lie in the hole of that name; MoveError if the board has no such hole."""
        side, index = self.board.find(hole)
        return (self.own if side == self.mover else self.enemy)[index]

    def then(self, own: Seeds, enemy: Seeds, taken: int = 0, free: int = 0) -> Position:
        """Return the position that follows: the mover's and the opponent's counts, and what the mover took.

        The turn passes unless `free` captures are still due.
        """
        board, mover, _, _, ours, theirs, _, turn = self
        # a search makes millions of positions here: tuple.__new__ saves the named constructor's own call
        if free:
            return _new(Position, (board, mover, own, enemy, ours + taken, theirs, free, turn))
        return _new(Position, (board, OTHER[mover], enemy, own, theirs, ours + taken, 0, turn + 1))

    # ---- text

    @property
    def text(self) -> str:
        """The position text, in its one canonical form."""
        parts = ["/".join(map(_rank_text, self.rows)), self.mover]
        if self.captured != (0, 0):
            parts.append(f"captured={self.captured[0]}-{self.captured[1]}")
        if self.free:
            parts.append(f"free={self.free}")
        if self.turn:
            parts.append(f"turn={self.turn}")
        return " ".join(parts)

    @classmethod
    def parse(cls, text: str, expected: Board | None = None) -> Position:
        """Read a position text (or, for two ranks, one in PlayStrategy's form).

        With `expected` the ranks and columns must be that board's. PositionError names the first fault, its
        place in the text and what would be right.
        """
        found = _PLAYSTRATEGY.fullmatch(text.replace("_", " "))
        if not found:
            return _Reader(text, expected).read()
        if (ranks := found[1].count("/") + 1) != 2:
            raise PositionError("position.playstrategy-ranks", at=1, found=ranks)
        ours = _from_playstrategy(*found.groups())
        try:
            return _Reader(ours, expected).read()
        except PositionError as error:
            raise PositionError("position.read-as", at=error.at, fault=error, ours=ours) from None

    @property
    def playstrategy(self) -> str:
        """The form that PlayStrategy uses for two-rank boards, such as `4S,4S/2,1S 0 0 S 1`.

        `nS` is a hole of n seeds, a bare number a run of empty holes; then South's and North's score, the
        player to move and the number of the move, which South's and North's turn share.
        """
        if self.board.ranks != 2:
            raise PositionError("position.playstrategy", at=1, ranks=self.board.ranks)
        ranks = "/".join(
            ",".join(",".join([f"{count}S"] * length) if count else str(length) for count, length in _runs(row))
            for row in self.rows
        )
        return f"{ranks} {self.captured[0]} {self.captured[1]} {self.mover} {self.turn // 2 + 1}"

    # ---- pictures

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"

    def __str__(self) -> str:
        """Return the diagram and its caption."""
        return f"{self.diagram}\n{self.caption}"

    @property
    def diagram(self) -> str:
        """The board as South sees it, as lines of text, with the names of ranks and columns."""
        rows = self.rows
        width = max(len(str(n)) for row in (*rows, (self.board.columns,)) for n in row)
        lines = [
            f"{letter}  " + " ".join(f"{n:>{width}}" for n in row)
            for letter, row in zip(reversed(self.board.letters), rows, strict=True)
        ]
        lines[0] += f"   {NAMES[NORTH]}"
        lines[-1] += f"   {NAMES[SOUTH]}"
        numbers = "   " + " ".join(f"{c:>{width}}" for c in range(1, self.board.columns + 1))
        return "\n".join([*lines, numbers])

    @property
    def caption(self) -> str:
        """One line below a diagram: who moves, what is captured, the turns played."""
        return text(
            "diagram.move" if not self.free else "diagram.free.one" if self.free == 1 else "diagram.free",
            player=NAMES[self.mover],
            free=self.free,
            south=self.captured[0],
            north=self.captured[1],
            turn=self.turn,
        )

    def svg(self) -> str:
        """Return the board as SVG text; `mancala_ref.board_svg` can do more, such as mark holes."""
        from .svg import board_svg

        return board_svg(self)

    def _repr_svg_(self) -> str:
        from .notebook import picture_id
        from .svg import board_svg

        return board_svg(self, id=picture_id(self))


def _runs(row: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(count, len(list(run))) for count, run in groupby(row)]


def _rank_text(row: tuple[int, ...]) -> str:
    return ",".join(f"{count}*{length}" if length > 1 else str(count) for count, length in _runs(row))


def _from_playstrategy(ranks: str, south: str, north: str, mover: str, number: str) -> str:
    ours = re.sub(r"(\d+)(S?)", lambda m: m[1] if m[2] else f"0*{m[1]}", ranks)
    turn = 2 * int(number) - (2 if mover == SOUTH else 1)
    return f"{ours} {mover} captured={south}-{north} turn={turn}"


class _Reader:
    """Reads one position text from left to right and stops at the first fault."""

    def __init__(self, text: str, expected: Board | None) -> None:
        self.text = text.replace("_", " ")
        self.expected = expected
        self.at = 0

    def fail(self, key: str, at: int | None = None, **values: object) -> PositionError:
        at = self.at if at is None else at
        if at < len(self.text):
            return PositionError(key, at=at + 1, found=repr(self.text[at]), **values)
        return PositionError(f"{key}.end", at=at + 1, **values)

    def number(self, most: int, key: str) -> int:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in "0123456789":
            self.at += 1
        digits = self.text[start : self.at]
        if not digits or len(digits) > len(str(most)) or int(digits) > most:
            raise self.fail(key, at=start, most=most)
        return int(digits)

    def take(self, literal: str) -> bool:
        if self.text.startswith(literal, self.at):
            self.at += len(literal)
            return True
        return False

    def rank(self, columns: int | None) -> tuple[int, ...]:
        row: list[int] = []
        while True:
            start = self.at
            count, length = self.number(MOST_SEEDS, "position.count-seeds"), 1
            if self.take("*"):
                length = self.number(MOST_SEEDS, "position.count-holes")
                if not length:
                    raise self.fail("position.no-holes", at=self.at - 1)
            row += [count] * length
            if columns is not None and len(row) > columns:
                raise PositionError("position.columns", at=start + 1, found=len(row), columns=columns)
            if not self.take(","):
                break
        if self.text[self.at : self.at + 1] not in ("/", " ", ""):
            raise self.fail("position.after-count")
        if columns is not None and len(row) < columns:
            raise PositionError("position.columns", at=self.at + 1, found=len(row), columns=columns)
        return tuple(row)

    def ranks(self, found: int, at: int) -> PositionError:
        if self.expected:
            return PositionError("position.ranks", at=at + 1, found=found, ranks=self.expected.ranks)
        return PositionError("position.ranks-any", at=at + 1, found=found)

    def read(self) -> Position:
        rows = [self.rank(self.expected.columns if self.expected else None)]
        while self.take("/"):
            if len(rows) == (self.expected.ranks if self.expected else 4):
                raise self.ranks(len(rows) + 1, self.at - 1)
            rows.append(self.rank(len(rows[0])))
        if len(rows) not in ((self.expected.ranks,) if self.expected else (2, 4)):
            raise self.ranks(len(rows), self.at)
        if not self.take(" "):
            raise self.fail("position.after-ranks")
        mover = self.mover()
        captured, free, turn = (0, 0), 0, 0
        fields = ["captured", "free", "turn"]
        while self.at < len(self.text):
            if not fields or not self.take(" "):
                raise self.fail("position.after-field" if fields else "position.after-fields")
            name = next((name for name in fields if self.take(name + "=")), None)
            if name is None:
                raise self.fail(f"position.field-{fields[0]}")
            fields = fields[fields.index(name) + 1 :]
            if name == "captured":
                south = self.number(MOST, "position.count-south")
                if not self.take("-"):
                    raise self.fail("position.after-south")
                captured = (south, self.number(MOST, "position.count-north"))
            elif name == "free":
                free = self.number(MOST, "position.count-free")
            else:
                turn = self.number(MOST, "position.count-turns")
        return self.position(rows, mover, captured, free, turn)

    def mover(self) -> Side:
        for side in NAMES:
            if self.take(side):
                return side
        raise self.fail("position.mover")

    def position(
        self, rows: list[tuple[int, ...]], mover: Side, captured: tuple[int, int], free: int, turn: int
    ) -> Position:
        found = self.expected or board(4 if len(rows) == 4 else 2, len(rows[0]))
        own, enemy = found.sides(tuple(rows))
        if mover != SOUTH:
            own, enemy, captured = enemy, own, captured[::-1]
        return Position(found, mover, own, enemy, *captured, free, turn)
