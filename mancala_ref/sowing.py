"""The kernel: seeds dropped one by one round a circuit, lap after lap.

A sowing works on the counts along one player's circuit and is told nothing of rules.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from .board import Seeds
from .game import applies

NEVER_ENDS: Final = -1


@cache
def _ways(size: int) -> list[list[tuple[int, ...]]]:
    """Return, for each hole and count up to once round, where the seeds fall: `_ways(size)[hole][count]`."""
    ring = tuple(range(size)) * 2
    return [[ring[hole + 1 : hole + 1 + count] for count in range(size + 1)] for hole in range(size)]


@applies("sow", "relay", "stop", "never-ending")
def relay(before: Seeds, start: int, laps: list[tuple[int, int, int]] | None = None) -> tuple[list[int], int]:
    """Sow from `start`, and again from each hole where a lap ends among seeds, until one ends in an empty hole.

    A lap lifts all seeds of a hole and drops them one by one from the next hole on. When it comes round to the
    emptied hole it drops one there too.

    Return the counts after it and the last hole, or `NEVER_ENDS` in its place. With `laps` given, each lap is
    noted there as (hole lifted, seeds lifted, last hole).

    The test for a sowing that never ends is exact, needs no memory and no cap:

    1. A lap leads from one board and hole (the one lifted) to another (the one where it ends). It can be undone in
       one way only: walk back from its last hole, taking one seed from each, until a hole is empty before it is
       taken from; that one was lifted, and gets all the seeds. No hole is found empty too soon: each still holds
       the seed that the lap dropped there, and the lifted hole holds just those that it got when the lap came
       round. So no two boards and holes lead to the same.
    2. So many seeds lie in so many holes in a finite number of ways. A relay that goes on for ever comes to some
       board and hole a second time.
    3. The first that it comes to a second time is the one from which it started: any other would have been reached
       from two different ones, against 1.

    Hence it is enough to compare each lap's end with the start. And a relay from a single seed always ends: a lap
    that is followed by another ends in a hole of two seeds or more.

    >>> relay((2, 1, 0, 0), 0)
    ([0, 2, 1, 0], 2)
    >>> relay((2, 0, 2, 1), 0)[1] == NEVER_ENDS
    True
    """
    seeds = list(before)
    size = len(seeds)
    ways = _ways(size)
    hole = start
    while True:
        lifted, count = hole, seeds[hole]
        seeds[hole] = 0
        rest = count
        if count > size:
            rounds, rest = divmod(count, size)
            seeds = [n + rounds for n in seeds]
        for hole in ways[hole][rest]:  # noqa: B020  the lap ends where the loop ends
            seeds[hole] += 1
        if laps is not None:
            laps.append((lifted, count, hole))
        if seeds[hole] == 1:
            return seeds, hole
        if hole == start and tuple(seeds) == before:
            return seeds, NEVER_ENDS
