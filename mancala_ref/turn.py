"""What a turn is made of: its move, the events that it caused, and how a game came out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from .board import Board, Side
from .errors import MoveError

if TYPE_CHECKING:
    from .position import Position

PASS_TEXT = "-"
Kind = Literal[
    "sow", "relay", "stop", "capture", "free-capture", "decline", "forfeit", "protected", "last-seed", "pass"
]
_MOVE = re.compile(r"([a-z]\d+)?((?:x[a-z]\d+)*)", re.ASCII)


class Move(NamedTuple):
    """A whole turn as people write it: a start hole and a set of free captures, or a pass.

    `start` is a hole name; None in a pass, and in a move that finishes a turn begun in the position (`xd5`).
    `free` holds the names of the freely captured holes, in board order: another order is the same move.
    """

    start: str | None
    free: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "".join([self.start or "", *(f"x{hole}" for hole in self.free)]) or PASS_TEXT

    @classmethod
    def parse(cls, text: str, board: Board) -> Move:
        """Read a move text such as `b3`, `b3xd5xc7` or `-`; MoveError says what is wrong with another."""
        if text == PASS_TEXT:
            return cls(None)
        match = _MOVE.fullmatch(text)
        if not text or not match:
            raise MoveError("move.unreadable", move=text)
        start, rest = match.groups()
        free = rest.split("x")[1:]
        for hole in ([start] if start else []) + free:
            board.find(hole)
        for hole in free:
            if free.count(hole) > 1:
                raise MoveError("move.twice", move=text, hole=hole)
        return cls(start, in_board_order(free))


def in_board_order(holes: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Return hole names sorted by rank letter and column number."""
    return tuple(sorted(holes, key=lambda hole: (hole[0], int(hole[1:]))))


class Event(NamedTuple):
    """One step of a turn and the clause that made it.

    `hole` is where it happened (None for a pass), `seeds` how many seeds moved, `to` the last hole of a lap.
    """

    type: Kind
    hole: str | None
    seeds: int
    clause: str
    to: str | None = None

    def as_dict(self) -> dict[str, object]:
        """Return the event as the command line's JSON has it."""
        found: dict[str, object] = self._asdict()
        if self.to is None:
            del found["to"]
        return found


def marked(events: Sequence[Event]) -> set[str]:
    """Return the holes that a picture of these events marks: where they started, ended and captured."""
    ends = [event.to for event in events if event.to][-1:]
    return {hole for hole in (*ends, *(event.hole for event in events if event.type != "relay")) if hole}


class Outcome(NamedTuple):
    """How a game ended: the winner (None: drawn), the clause that ended it, and the final (South, North) score.

    `score` counts captured seeds and, where the game's rules say so, those left on the board.
    """

    winner: Side | None
    clause: str
    score: tuple[int, int]

    def as_dict(self) -> dict[str, object]:
        """Return the outcome as the command line's JSON has it."""
        return {"winner": self.winner, "clause": self.clause, "score": list(self.score)}


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played: the position before and after it, and every step between."""

    move: Move
    before: Position
    position: Position
    events: tuple[Event, ...]
    outcome: Outcome | None

    @property
    def player(self) -> Side:
        """Who played it."""
        return self.before.mover

    def as_dict(self) -> dict[str, object]:
        """Return the turn as the command line's JSON has it."""
        return {
            "move": str(self.move),
            "player": self.player,
            "position": self.position.text,
            "captured": list(self.position.captured),
            "events": [event.as_dict() for event in self.events],
            "outcome": self.outcome.as_dict() if self.outcome else None,
        }

    def __str__(self) -> str:
        from .messages import explain

        return explain(self)

    def _repr_html_(self) -> str:
        from .notebook import turn_html

        return turn_html(self)
