"""Openings, first turns and sowings of all games, by published or independent counts.

`T1` and `T3` are published examples, named by their sources; `T8` and `T9` are independent counts.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from played import play, steps

from mancala_ref import Event, game, perft
from mancala_ref.board import Seeds
from mancala_ref.sowing import NEVER_ENDS, relay

# ---- openings


@pytest.mark.proves("mefuvha.setup", "ntchuva.setup", "nakabili.setup", "songo-ewondo.setup")
@pytest.mark.parametrize(
    ("name", "columns", "starts", "turns"),
    [
        ("mefuvha", 8, 14, 707),
        ("mefuvha", 16, 30, 7725),
        ("ntchuva", 8, 16, 120),
        ("nakabili", 8, 14, 2579),
        ("songo-ewondo", 7, 7, 7),
    ],
)
def test_first_turns(name: str, columns: int, starts: int, turns: int) -> None:
    rules = game(name, columns)
    assert len(rules.starts(rules.start())) == starts
    assert perft(rules, rules.start(), 1) == turns
    assert sum(1 for _ in rules.turns(rules.start())) == turns


@pytest.mark.proves("mefuvha.board", "mefuvha.setup")
@pytest.mark.parametrize(
    ("columns", "seeds"),
    list(zip(range(6, 29, 2), (42, 58, 74, 90, 106, 122, 138, 154, 170, 186, 202, 218), strict=True)),
)
def test_mefuvha_opening_on_every_size(columns: int, seeds: int) -> None:
    """Totals of the published set-up (Stayt 1931, by way of Ludii) on every size of board."""
    rules = game("mefuvha", columns)
    start = rules.start()
    assert sum(start.south) + sum(start.north) == seeds
    assert start.text == f"2*{columns}/2*{columns - 2},1,0/0,1,2*{columns - 2}/2*{columns} S"


@pytest.mark.proves("ntchuva.setup", "nakabili.setup", "songo-ewondo.setup")
def test_other_openings() -> None:
    assert game("ntchuva", 4).start().text == "2*4/2*4/2*4/2*4 S"
    assert game("nakabili").start().text == "2*8/2*6,1,0/0,1,2*6/2*8 S"  # 58 seeds, 29 a player
    assert game("songo-ewondo").start().text == "5*7/5*7 S"  # 70 seeds


@pytest.mark.proves("mefuvha.free-captures", "ntchuva.free-captures", "nakabili.first-capture")
@pytest.mark.parametrize(
    ("name", "columns", "move", "after"),
    [
        ("mefuvha", 8, "b3xd2xd3", "0*3,2*5/0,2*5,1,0/1,2,0,2*5/2*8 N captured=8-0 turn=1"),
        (
            "ntchuva",
            8,
            "a8xd1",
            "0,2*2,0,2*4/2*3,0,2*4/0,3*2,1,4*2,1,0/3*2,0,3*2,0,3,1 N captured=6-0 turn=1",
        ),
        ("nakabili", 8, "b3xd2xd3xd4", "0*4,2*4/0,2*5,1,0/1,2,0,2*5/2*8 N captured=10-0 turn=1"),
    ],
)
def test_first_captures(name: str, columns: int, move: str, after: str) -> None:
    rules = game(name, columns)
    assert rules.play(rules.start(), move).position.text == after


# ---- sowing


@pytest.mark.proves("mefuvha.sow", "ntchuva.sow", "nakabili.sow")
@pytest.mark.parametrize("name", ["mefuvha", "ntchuva", "nakabili"])
def test_t1_emptied_hole_is_not_skipped(name: str) -> None:
    """Sanderson 1913, p. 732 (Njombwa): 29 from the leftmost outer hole of 16 end in the sixth from the right."""
    first = play(game(name, 8), "1,0*7/0*8/0*8/29,0*7 S", "a1").events[0]
    assert first == Event("sow", "a1", 29, f"{name}.sow", "b3")  # the sixth inner hole from the right


@pytest.mark.proves("mefuvha.capture", "mefuvha.capture-outer")
@pytest.mark.parametrize("columns", range(6, 29, 2))
def test_t3_third_hole_of_the_inner_rank(columns: int) -> None:
    """Stayt 1931 by way of Ludii: two seeds from b3 reach b1, empty, and take two and two on every size."""
    rules = game("mefuvha", columns)
    turn = rules.play(rules.start(), "b3xd2xd3")
    assert steps(turn) == [
        ("sow", "b3", 2, "sow"),
        ("stop", "b1", 1, "stop"),
        ("capture", "c1", 2, "capture"),
        ("capture", "d1", 2, "capture-outer"),
        ("free-capture", "d2", 2, "free-captures"),
        ("free-capture", "d3", 2, "free-captures"),
    ]
    assert turn.position.rows[2][:4] == (1, 2, 0, 2)
    assert turn.position.rows[3] == (2,) * columns


@pytest.mark.proves("mefuvha.relay", "ntchuva.relay", "nakabili.relay")
@pytest.mark.parametrize(
    ("columns", "laps", "seeds"), [(4, 3, 8), (6, 5, 14), (8, 7, 21), (12, 9, 26), (16, 11, 32), (32, 23, 69)]
)
def test_t9_relays_from_two_in_every_hole(columns: int, laps: int, seeds: int) -> None:
    """With two in every hole all first moves are of one length, by an independent count."""
    for start in range(2 * columns):
        found: list[tuple[int, int, int]] = []
        relay((2,) * (2 * columns), start, found)
        assert (len(found), sum(lifted for _, lifted, _ in found)) == (laps, seeds)


@pytest.mark.proves("mefuvha.start", "mefuvha.relay", "mefuvha.capture")
@pytest.mark.parametrize(
    ("columns", "legal", "captures", "laps", "seeds"),
    [(8, 14, 9, 7, 21), (16, 30, 19, 12, 34), (20, 38, 25, 15, 45), (28, 54, 35, 20, 58)],
)
def test_t9_first_moves_of_mefuvha(columns: int, legal: int, captures: int, laps: int, seeds: int) -> None:
    """First moves, those that capture and the longest, by an independent count."""
    rules = game("mefuvha", columns)
    first = {move.start: str(move) for move in rules.legal(rules.start())}
    turns = [rules.play(rules.start(), move) for move in first.values()]
    lapses = [[e.seeds for e in t.events if e.type in ("sow", "relay")] for t in turns]
    assert len(turns) == legal
    assert sum(any(e.type == "capture" for e in t.events) for t in turns) == captures
    assert max((len(one), sum(one)) for one in lapses) == (laps, seeds)


# ---- sowings that never end

NEVER_ENDING = pytest.mark.proves("mefuvha.never-ending", "ntchuva.never-ending", "nakabili.never-ending")


def circuits(holes: int, seeds: int) -> Iterator[Seeds]:
    """Yield every way in which so many seeds lie in so many holes."""
    if holes == 1:
        yield (seeds,)
        return
    for first in range(seeds + 1):
        for others in circuits(holes - 1, seeds - first):
            yield (first, *others)


def starts(most: int, holes: int) -> Iterator[tuple[Seeds, int]]:
    """Yield every circuit of up to so many seeds, with every hole that a sowing can start from."""
    for seeds in range(1, most + 1):
        for circuit in circuits(holes, seeds):
            yield from ((circuit, hole) for hole in range(holes) if circuit[hole])


def lap(circuit: Seeds, hole: int) -> tuple[Seeds, int]:
    """Sow one lap, seed by seed: an independent count."""
    seeds = list(circuit)
    hand, seeds[hole] = seeds[hole], 0
    while hand:
        hole, hand = (hole + 1) % len(seeds), hand - 1
        seeds[hole] += 1
    return tuple(seeds), hole


def sown(circuit: Seeds, hole: int) -> tuple[Seeds, int] | None:
    """Sow lap after lap and remember every circuit and hole; None if one comes back."""
    seen = set()
    while (circuit, hole) not in seen:
        seen.add((circuit, hole))
        circuit, hole = lap(circuit, hole)
        if circuit[hole] == 1:
            return circuit, hole
    return None


SMALL = pytest.mark.parametrize(("holes", "most", "fewest"), [(4, 14, 5), (6, 11, 6), (8, 9, 7)])


@NEVER_ENDING
@SMALL
def test_all_small_sowings_are_judged_as_by_a_count_that_remembers_everything(
    holes: int, most: int, fewest: int
) -> None:
    endless = []
    for circuit, start in starts(most, holes):
        after, last = relay(circuit, start)
        if end := sown(circuit, start):
            assert (tuple(after), last) == end
        else:
            assert last == NEVER_ENDS
            assert circuit[start] > 1  # a relay from a single seed always ends
            endless.append(sum(circuit))
    assert min(endless) == fewest


@NEVER_ENDING
@SMALL
def test_no_two_laps_lead_to_the_same(holes: int, most: int, fewest: int) -> None:
    """Why it is enough to compare with the start: an endless relay comes back to nothing before it."""
    ends = [lap(circuit, start) for circuit, start in starts(most, holes)]
    assert len(set(ends)) == len(ends)


@NEVER_ENDING
def test_nine_seeds_are_the_fewest_on_twelve_holes() -> None:
    # the holes of a circuit are alike: it is enough to start from the first
    for seeds in range(1, 10):
        endless = [circuit for circuit in circuits(12, seeds) if circuit[0] and sown(circuit, 0) is None]
        assert bool(endless) == (seeds == 9)


@NEVER_ENDING
@pytest.mark.parametrize(
    ("circuit", "laps", "seeds"),
    [((2, 0, 1, 0, 1, 0, 2, 1), 32, 72), ((2, 0, 2, 1), 8, 20), ((2, 0, 1, 0, 2, 1), 18, 42)],
)
def test_t8_sowings_that_never_end(circuit: tuple[int, ...], laps: int, seeds: int) -> None:
    """Cycles and their lengths, by an independent count that remembers every board and hole."""
    found: list[tuple[int, int, int]] = []
    after, last = relay(circuit, 0, found)
    assert (last, tuple(after)) == (NEVER_ENDS, circuit)
    assert (len(found), sum(lifted for _, lifted, _ in found)) == (laps, seeds)


@NEVER_ENDING
def test_a_long_relay_that_ends_is_played_to_its_end() -> None:
    """Finite relays of hundreds of laps exist, so no cap may cut one; the other count drops seed after seed."""
    circuit, start = (0, 1, 3, 0, 3, 2, 1, 4, 5, 2, 3, 4, 1, 2, 4, 2), 13
    found: list[tuple[int, int, int]] = []
    after, last = relay(circuit, start, found)
    seeds, hole, laps = list(circuit), start, 0
    while True:
        hand, seeds[hole], laps = seeds[hole], 0, laps + 1
        while hand:
            hole, hand = (hole + 1) % 16, hand - 1
            seeds[hole] += 1
        if seeds[hole] == 1:
            break
    assert (len(found), after, last) == (laps, seeds, hole)
    assert laps > 900


@pytest.mark.proves("mefuvha.sow", "ntchuva.sow", "nakabili.sow")
def test_laps_longer_than_the_circuit() -> None:
    # twice round, two seeds to each, the last at home among seeds; then by hand
    laps: list[tuple[int, int, int]] = []
    assert relay((0, 8, 0, 0), 1, laps) == ([4, 2, 1, 1], 2)
    assert laps == [(1, 8, 1), (1, 2, 3), (3, 3, 2), (2, 4, 2)]
