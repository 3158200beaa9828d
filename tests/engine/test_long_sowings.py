"""How long sowings can get: the numbers of the page “How sowing works”, counted apart from the engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mancala_ref import game
from mancala_ref.board import Seeds
from mancala_ref.sowing import NEVER_ENDS, relay

PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "sowing.md").read_text("utf-8")
Situation = tuple[Seeds, int]  # what lies in each hole, and the hole where the last seed fell


def lap(circuit: Seeds, hole: int, skip: bool = False) -> Situation:
    """Sow one lap, seed by seed; with `skip` the emptied hole is passed over."""
    seeds, start = list(circuit), hole
    hand, seeds[hole] = seeds[hole], 0
    while hand:
        hole = (hole + 1) % len(seeds)
        if not (skip and hole == start):
            seeds[hole] += 1
            hand -= 1
    return tuple(seeds), hole


def circuits(holes: int, seeds: int) -> Iterator[Seeds]:
    """Yield every way in which so many seeds lie in so many holes."""
    if holes == 1:
        yield (seeds,)
        return
    for first in range(seeds + 1):
        yield from ((first, *others) for others in circuits(holes - 1, seeds - first))


def longest(holes: int, most: int) -> tuple[int, Situation]:
    """Return the laps of the longest sowing that ends, of all with up to so many seeds, and where it begins.

    It begins right behind a situation whose last hole holds a single, since laps can be undone in one way only. The
    holes are alike: let that hole be the first. With 12 holes and 24 seeds this takes about an hour, and the answer is
    the page's, 501 laps.
    """
    best: tuple[int, Situation] = (0, ((), 0))
    for seeds in range(1, most + 1):
        for others in circuits(holes - 1, seeds - 1):
            begin = now = lap((1, *others), 0)
            laps = 0
            while now[0][now[1]] > 1:
                now, laps = lap(*now), laps + 1
            best = max(best, (laps, begin))
    return best


def test_the_longest_sowing_on_four_columns() -> None:
    assert longest(8, 16) == (77, ((0, 2, 0, 1, 2, 1, 3, 6), 1))


@pytest.mark.parametrize(
    ("name", "columns", "reading", "position", "move", "laps"),
    [
        ("ntchuva", 4, None, "0*4/0,1,0*2/6,3,1,2/0,2,0,1 S", "a2", 77),
        ("ntchuva", 6, "unilurio", "0*6/0,1,0*4/4,0,1,7,1,0/0,2,2,5,0,1 S", "a2", 501),
        ("ntchuva", 8, None, "0*8/0,1,0*6/1,0,1,0,3,10,1,0/0,1,0,1,5,6,0,2 S", "a8", 3123),
        ("mefuvha", 10, None, "0*10/0,1,0*8/1,2,1,6,1,0,1,0,1,6/0,1,5,4,0,2,4,1,0,1 S", "a6", 18216),
    ],
)
def test_long_sowings_of_the_page(
    name: str, columns: int, reading: str | None, position: str, move: str, laps: int
) -> None:
    assert f"**{columns} columns, {laps:,} laps**" in PAGE
    assert f"`{position}`, the move `{move}`" in PAGE
    rules = game(name, columns, reading)
    start = rules.parse(position)
    turn = rules.play(start, move)
    assert sum(event.type in ("sow", "relay") for event in turn.events) == laps
    now, count = lap(start.own, rules.board.find(move)[1]), 1
    while now[0][now[1]] > 1:
        now, count = lap(*now), count + 1
    assert count == laps
    assert now[0] == turn.position.enemy  # South's, for it is North's turn


class Counted(list[tuple[int, int, int]]):
    """Laps that are only counted."""

    laps = 0

    def append(self, lap: tuple[int, int, int]) -> None:
        self.laps += 1


@pytest.mark.parametrize(
    ("circuit", "start", "laps"),
    [
        ((2, 0, 2, 1), 0, 8),
        ((2, 0, 1, 0, 1, 0, 2, 1), 0, 32),
        ((1, 3, 2, 3, 4, 3, 4, 0, 1, 4, 1, 0, 1, 2, 1, 2), 6, 860_368),
        ((4, 1, 0, 3, 0, 1, 2, 1, 2, 3, 2, 2, 1, 0, 2, 1, 2, 1, 2, 1), 10, 2_755_620),
    ],
)
def test_ways_home_of_the_page(circuit: Seeds, start: int, laps: int) -> None:
    """Both numbers were first counted by a program in C, which moves seed by seed."""
    assert f"{laps:,}" in PAGE or laps == 8
    counted = Counted()
    assert relay(circuit, start, counted)[1] == NEVER_ENDS
    assert counted.laps == laps


def test_four_holes_need_five_seeds() -> None:
    for seeds in range(1, 6):
        starts = [(circuit, hole) for circuit in circuits(4, seeds) for hole in range(4) if circuit[hole]]
        assert any(relay(*start)[1] == NEVER_ENDS for start in starts) == (seeds == 5)


def test_with_the_emptied_hole_passed_over_it_need_not_come_home() -> None:
    now: Situation = ((1, 2, 1), 0)
    found = [now]
    while (now := lap(*now, skip=True)) not in found:
        found.append(now)
    assert [circuit for circuit, _ in found] == [(1, 2, 1), (0, 3, 1), (1, 0, 3), (3, 1, 0)]
    assert now == found[1]  # not the start
    assert all(circuit[hole] > 1 for circuit, hole in found[1:])
