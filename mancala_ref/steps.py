"""A turn seed by seed: what its events do to the board, one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from .board import SOUTH
from .game import Game
from .position import Position
from .turn import Event

LAPS: Final = ("sow", "relay")
TAKES: Final = ("capture", "free-capture", "last-seed")


class Step(NamedTuple):
    """An event, and what it does: the holes into which seeds fall one by one, and what then lies in those it changes.

    `captured` is what South and North have taken after it.
    """

    event: Event
    path: tuple[str, ...]
    changes: Mapping[str, int]
    captured: tuple[int, int]


def steps(game: Game, before: Position, events: Iterable[Event]) -> Iterator[Step]:
    """Yield the steps that events make from a position on.

    >>> from mancala_ref import game
    >>> g = game("ntchuva", columns=8)
    >>> turn = g.play(g.parse("1*8/1*8/0,2,0*6/0*8 S"), "b2")
    >>> next(steps(g, turn.before, turn.events))[1:]
    (('b1', 'a1'), {'a1': 1, 'b1': 1, 'b2': 0}, (0, 0))
    """
    mover, board = before.mover, game.board
    counts = {hole: before.seeds(hole) for holes in board.holes.values() for hole in holes}
    south, north = before.captured
    for event in events:
        path: list[str] = []
        changed: set[str] = set()
        if event.hole and event.type in LAPS:
            path = game.path(mover, board.find(event.hole)[1], event.seeds)
            changed = {event.hole, *path}
        elif event.hole and event.type in TAKES:
            changed = {event.hole}
            south, north = (south + event.seeds, north) if mover == SOUTH else (south, north + event.seeds)
        if changed:
            counts[str(event.hole)] -= event.seeds
        for hole in path:
            counts[hole] += 1
        yield Step(event, tuple(path), {hole: counts[hole] for hole in sorted(changed)}, (south, north))
