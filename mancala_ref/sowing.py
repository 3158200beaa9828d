"""The kernel: seeds dropped one by one round a circuit, lap after lap.

A sowing works on the counts along one player's circuit and is told nothing of rules.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from .board import Seeds

NEVER_ENDS: Final = -1


@cache
def _ways(size: int) -> list[list[tuple[int, ...]]]:
    """Return, for each hole and count up to once round, where the seeds fall: `_ways(size)[hole][count]`."""
    ring = tuple(range(size)) * 2
    return [[ring[hole + 1 : hole + 1 + count] for count in range(size + 1)] for hole in range(size)]


def relay(before: Seeds, start: int, laps: list[tuple[int, int, int]] | None = None) -> tuple[list[int], int]:
    """Sow from `start`, and again from each hole where a lap ends among seeds, until one ends in an empty hole.

    A lap lifts all seeds of a hole and drops them one by one from the next hole on. When it comes round to the
    emptied hole it drops one there too.

    Return the counts after it and the last hole, or `NEVER_ENDS` in its place. With `laps` given, each lap is
    noted there as (hole lifted, seeds lifted, last hole).

    The test for a sowing that never ends is exact. A lap can be undone in one way only: walk back from its last
    hole, taking one seed from each hole, until a hole is empty; that is where it started. So no two laps lead to
    the same board and last hole, and a relay that goes on for ever must come back to the very board and hole
    from which it started: it is enough to compare with those.

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
