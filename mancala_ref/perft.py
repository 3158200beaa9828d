"""Counting sequences of turns: the usual proof that two engines play by the same rules."""

from __future__ import annotations

from collections.abc import Iterator

from .errors import OptionError
from .game import Game
from .position import Position
from .turn import Move


def perft(game: Game, position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` turns; the free captures of a turn count as a set.

    OptionError for a depth below 0. A finished game has no turns; repetition, which needs a history, ends nothing here.

    >>> from mancala_ref import game
    >>> g = game("ntchuva")
    >>> perft(g, g.start(), 1)
    120
    """
    if not isinstance(depth, int) or depth < 0:
        raise OptionError("option.depth", found=repr(depth))
    if depth == 0:
        return 1
    total = 0
    waiting = [iter([game.check(position)])]  # for each level, the positions that are still to be looked at
    while waiting:
        here = next(waiting[-1], None)
        if here is None:
            waiting.pop()
        elif len(waiting) == depth:
            total += len(game.legal(here))
        else:
            waiting.append(after for _, after in game.turns(here))
    return total


def divide(game: Game, position: Position, depth: int) -> Iterator[tuple[Move, int]]:
    """Yield each first turn with the number of sequences of `depth` turns that begin with it."""
    for move, after in game.turns(position) if depth else ():
        yield move, perft(game, after, depth - 1)
