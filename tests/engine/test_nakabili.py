"""Each rule of Nakabili by positions whose result comes from a source, or was worked out by hand.

`T1` is a published example; the source is named beside it.
"""

from __future__ import annotations

from typing import Any

import pytest
from played import play, refused, steps

from mancala_ref import Match, OptionError, Outcome, game

NAKABILI = game("nakabili")


def starts(position: str, **options: Any) -> list[str]:
    rules = game("nakabili", **options)
    return rules.starts(rules.parse(position))


# ---- the board and its seeds


@pytest.mark.proves("nakabili.board")
def test_four_ranks_of_eight_holes() -> None:
    assert (NAKABILI.board.ranks, NAKABILI.board.columns) == (4, 8)
    assert "".join(NAKABILI.board.holes["S"]) == "a1a2a3a4a5a6a7a8b8b7b6b5b4b3b2b1"
    assert "".join(NAKABILI.board.holes["N"]) == "d8d7d6d5d4d3d2d1c1c2c3c4c5c6c7c8"
    with pytest.raises(OptionError, match=r"no board of 6 columns: expected 8 \(nakabili\.board\)$"):
        game("nakabili", 6)


@pytest.mark.proves("nakabili.setup")
@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "2*8/2*6,1,0/0,1,2*6/2*8 S"),  # Njombwa, Ludii 1312: leftmost inner hole 0, the one to its right 1
        ({"setup": "left"}, "2*8/2*6,1,0/0,1,2*6/2*8 S"),
        ({"setup": "right"}, "2*8/0,1,2*6/2*6,1,0/2*8 S"),  # the same, each inner rank turned round
    ],
)
def test_the_opening_has_29_seeds_a_player(options: dict[str, Any], text: str) -> None:
    start = game("nakabili", **options).start()
    assert start.text == text
    assert sum(start.south) == sum(start.north) == 29


@pytest.mark.proves("nakabili.own-side")
def test_a_turn_starts_on_ones_own_side() -> None:
    slug, said = refused(NAKABILI, "0*8/0*2,3,0*5/0*8/3,0*7 S", "c3")
    assert slug == "own-side"
    assert said.startswith("c3 is North's")
    # sixteen seeds stay on one's own ranks, and come round to the hole that they came from
    turn = play(NAKABILI, "0*7,1/0*8/0*8/16,0*7 S", "a1")
    assert turn.position.text == "0*7,1/0*8/1*8/1*8 N turn=1"


# ---- sowing


@pytest.mark.proves("nakabili.start")
def test_a_turn_starts_from_two_or_more() -> None:
    position = "0*7,1/0*8/0,1,0*6/3,1,0,2,0*4 S"
    assert starts(position) == ["a1", "a4"]
    assert refused(NAKABILI, position, "a3")[0] == "start"
    assert refused(NAKABILI, position, "a2")[0] == "singles"


@pytest.mark.proves("nakabili.mutwi")
def test_mutwi_must_be_moved() -> None:
    position = "0*7,1/0*8/0*8/1,2,1,0*5 S"
    assert starts(position) == ["a2"]
    slug, said = refused(NAKABILI, position, "a1")
    assert slug == "mutwi"
    assert "a2 is the only hole with two" in said
    # a2: a3=2, a4=1 (empty)
    assert steps(play(NAKABILI, position, "a2")) == [("sow", "a2", 2, "mutwi"), ("stop", "a4", 1, "stop")]


@pytest.mark.proves("nakabili.mutwi")
@pytest.mark.parametrize("outer", ["2,2,1,0*5", "2,3,1,0*5", "3,1*2,0*5"])
def test_two_heads_are_none_and_a_larger_hole_is_none(outer: str) -> None:
    assert refused(NAKABILI, f"0*7,1/0*8/0*8/{outer} S", "a3")[0] == "singles"
    assert play(NAKABILI, f"0*7,1/0*8/0*8/{outer} S", "a1").events[0].clause == "nakabili.sow"


@pytest.mark.proves("nakabili.sow")
@pytest.mark.parametrize(
    ("position", "move", "after"),
    [
        ("0*7,1/0*8/0*8/0*6,3,0 S", "a7", "0*7,1/0*8/0*6,1*2/0*7,1 N turn=1"),
        ("0*7,1/0*8/0*8/16,0*7 S", "a1", "0*7,1/0*8/1*8/1*8 N turn=1"),
        ("0*8/0*7,3/0*8/1,0*7 N", "c8", "0*5,1*3/0*8/0*8/1,0*7 S turn=1"),
        # T1: Sanderson 1913, p. 732 (Njombwa): 29 from a1 end in b3, the emptied hole not skipped. There is one seed
        # more: both go on to b2 and b1, then two from b1, three from a2, a5, a8 and b6, and the last falls into b3
        ("0*7,1/0*8/0*8/29,0*7 S", "a1", "0*7,1/0*8/0,2,1,3*2,0,3*2/2,0,3*2,0,3*2,0 N turn=1"),
    ],
)
def test_sowing(position: str, move: str, after: str) -> None:
    assert play(NAKABILI, position, move).position.text == after


@pytest.mark.proves("nakabili.sow")
def test_t1_the_first_lap_ends_in_the_sixth_hole_from_the_right() -> None:
    first = play(NAKABILI, "0*7,1/0*8/0*8/29,0*7 S", "a1").events[0]
    assert (first.clause, first.hole, first.seeds, first.to) == ("nakabili.sow", "a1", 29, "b3")


@pytest.mark.proves("nakabili.relay", "nakabili.stop")
def test_a_lap_goes_on_from_seeds_and_ends_in_an_empty_hole() -> None:
    turn = play(NAKABILI, "0*7,1/0*8/0*8/3,0*2,1,0*4 S", "a1")
    # a1: a2=1, a3=1, a4=2; a4 lifted, the last seed included: a5=1, a6=1, which was empty
    assert turn.position.rows[3] == (0, 1, 1, 0, 1, 1, 0, 0)
    assert steps(turn) == [("sow", "a1", 3, "sow"), ("relay", "a4", 2, "relay"), ("stop", "a6", 1, "stop")]


# ---- captures


@pytest.mark.proves("nakabili.capture", "nakabili.stop")
def test_nothing_is_taken_from_the_outer_rank_or_without_an_inner_hole() -> None:
    outer = play(NAKABILI, "1*8/1*8/0*8/3,0*7 S", "a1")
    assert outer.position.text == "1*8/1*8/0*8/0,1*3,0*4 N turn=1"
    # b5 ends in b2; c2, opposite, is empty: d2 is safe
    inner = play(NAKABILI, "0,4,0*6/0*8/0*4,3,0*3/0*8 S", "b5")
    assert inner.position.text == "0,4,0*6/0*8/0,1*3,0*4/0*8 N turn=1"
    assert steps(inner)[-1] == ("stop", "b2", 1, "stop")


@pytest.mark.proves("nakabili.capture", "nakabili.capture-outer")
def test_a_capture_takes_the_inner_hole_and_the_one_behind() -> None:
    bare = play(NAKABILI, "0*5,1,0,2/0,3,0*6/0*4,3,0*3/0*8 S captured=4-0", "b5xd8")
    assert bare.position.text == "0*5,1,0*2/0*8/0,1*3,0*4/0*8 N captured=9-0 turn=1"
    assert [s for s in steps(bare) if s[0] == "capture"] == [("capture", "c2", 3, "capture")]
    both = play(NAKABILI, "0*8/0*2,3,0*5/0*5,1,0*2/1,0*4,2,1,0 N captured=0-5", "c3xa7")
    assert both.position.text == "0*8/0*3,1*3,0*2/0*8/1,0*7 S captured=0-9 turn=1"
    assert [s for s in steps(both) if s[0] == "capture"] == [
        ("capture", "b6", 1, "capture"),
        ("capture", "a6", 2, "capture-outer"),
    ]


# b5 ends in b2 and takes c2 and d2; four holes are left to North: d1, d3, d4 and d5
COLUMN = "1*5,0*3/0,3,0*6/0*4,3,0*3/0*8 S"


@pytest.mark.proves("nakabili.free-captures")
@pytest.mark.parametrize(
    ("free", "move", "after"),
    [
        (0, "b5", "1,0,1*3,0*3/0*8/0,1*3,0*4/0*8 N captured=6-0 turn=1"),
        (1, "b5xd1", "0*2,1*3,0*3/0*8/0,1*3,0*4/0*8 N captured=7-0 turn=1"),
        (2, "b5xd1xd5", "0*2,1*2,0*4/0*8/0,1*3,0*4/0*8 N captured=8-0 turn=1"),
        (3, "b5xd1xd3xd5", "0*3,1,0*4/0*8/0,1*3,0*4/0*8 N captured=9-0 turn=1"),
    ],
)
def test_a_later_capture_brings_as_many_free_ones_as_the_option_says(free: int, move: str, after: str) -> None:
    rules = game("nakabili", free_captures=free)
    turn = play(rules, f"{COLUMN} captured=2-0", move)
    assert turn.position.text == after
    assert {s[3] for s in steps(turn) if s[0] == "free-capture"} <= {"free-captures"}
    assert refused(rules, f"{COLUMN} captured=2-0", f"{move}xd4")[0] == "free-captures"


@pytest.mark.proves("nakabili.free-captures")
def test_the_column_is_gone_before_the_free_capture_and_nothing_may_be_left() -> None:
    position = "1,4,0*6/0,2,0*6/0*4,3,0*3/0*8 S captured=4-0"
    slug, said = refused(NAKABILI, position, "b5xd2")
    assert (slug, said.split(":")[0]) == ("free-captures", "d2 is empty")
    assert refused(NAKABILI, position, "b5")[0] == "free-captures"
    everything = play(NAKABILI, "0,4,0*6/0,2,0*6/0*4,3,0*3/0*8 S captured=4-0", "b5")
    assert everything.outcome == Outcome("S", "nakabili.end", (10, 0))


@pytest.mark.proves("nakabili.free-captures", "nakabili.first-capture")
def test_free_captures_may_be_left_if_they_are_no_duty() -> None:
    rules = game("nakabili", free_duty="optional")
    for move, taken, due in (
        ("b5", 4, "first-capture"),
        ("b5xd1", 5, "first-capture"),
        ("b5xd1xd3", 6, "free-captures"),
        ("b5xd1xd3xd4", 7, None),
    ):
        turn = play(rules, f"{COLUMN} captured=0-9", move)
        assert turn.position.captured == (taken, 9)
        assert [s for s in steps(turn) if s[0] == "decline"] == ([("decline", None, 0, due)] if due else [])
    # none, one, two or three of four holes
    assert len(rules.legal(rules.parse(f"{COLUMN} captured=0-9"))) == 1 + 4 + 6 + 4


@pytest.mark.proves("nakabili.first-capture", "nakabili.free-captures")
@pytest.mark.parametrize(
    ("bonus", "free", "move", "captured", "clauses"),
    [
        ("add", 1, "b5xd1xd3xd4", 7, ["first-capture", "first-capture", "free-captures"]),
        ("add", 0, "b5xd1xd3", 6, ["first-capture", "first-capture"]),
        ("add", 2, "b5xd1xd3xd4xd5", 8, ["first-capture", "first-capture", "free-captures", "free-captures"]),
        ("replace", 1, "b5xd1xd3", 6, ["first-capture", "free-captures"]),
        ("replace", 0, "b5xd1xd3", 6, ["first-capture", "first-capture"]),
        ("none", 1, "b5xd1", 5, ["free-captures"]),
        ("none", 3, "b5xd1xd3xd4", 7, ["free-captures", "free-captures", "free-captures"]),
    ],
)
def test_first_capture(bonus: str, free: int, move: str, captured: int, clauses: list[str]) -> None:
    rules = game("nakabili", first_capture_bonus=bonus, free_captures=free)
    turn = play(rules, f"{COLUMN} captured=0-9", move)
    assert turn.position.captured == (captured, 9)
    assert [s[3] for s in steps(turn) if s[0] == "free-capture"] == clauses
    unfinished = move.rpartition("x")[0]
    assert refused(rules, f"{COLUMN} captured=0-9", unfinished)[0] == clauses[-1]


@pytest.mark.proves("nakabili.first-capture")
def test_the_first_capture_is_each_players_own() -> None:
    first = play(NAKABILI, f"{COLUMN} captured=0-9", "b5xd1xd3xd4")
    assert first.position.text == "0*4,1,0*3/0*8/0,1*3,0*4/0*8 N captured=7-9 turn=1"
    later = play(NAKABILI, f"{COLUMN} captured=2-0", "b5xd1")
    assert later.position.text == "0*2,1*3,0*3/0*8/0,1*3,0*4/0*8 N captured=7-0 turn=1"
    assert refused(NAKABILI, f"{COLUMN} captured=2-0", "b5xd1xd3xd4")[0] == "free-captures"
    assert refused(NAKABILI, COLUMN, "b5xd1")[0] == "first-capture"
    fewer = play(NAKABILI, "0*6,1,2/0,3,0*6/0*4,3,0*3/0*8 S", "b5xd7xd8")
    assert fewer.outcome == Outcome("S", "nakabili.end", (6, 0))


# ---- singles


@pytest.mark.proves("nakabili.singles")
def test_singles_onto_occupied_holes_first() -> None:
    position = "0*7,1/0*8/0*8/1,1,0,1,0*4 S"
    assert starts(position) == ["a1"]
    slug, said = refused(NAKABILI, position, "a4")
    assert slug == "singles"
    assert "a5, is empty" in said
    assert "a1 would" in said
    # a1 onto a2: two seeds, sown on to a3 and a4, where one lies: two more, to a5 and a6
    assert play(NAKABILI, position, "a1").position.rows[3] == (0, 0, 1, 0, 1, 1, 0, 0)
    loose = "0*7,1/0*8/0*8/1,0,1,0,1,0*3 S"
    assert starts(loose) == ["a1", "a3", "a5"]
    assert steps(play(NAKABILI, loose, "a3")) == [("sow", "a3", 1, "singles"), ("stop", "a4", 1, "stop")]


@pytest.mark.proves("nakabili.singles")
@pytest.mark.parametrize(
    ("singles", "with_singles", "with_two"),
    [
        ("prefer-occupied", ["a1"], ["a4"]),
        ("empty-only", ["a2", "a4"], ["a4"]),
        ("any-relay", ["a1", "a2", "a4"], ["a4"]),
        ("any", ["a1", "a2", "a4"], ["a1", "a2", "a4"]),
    ],
)
def test_where_singles_may_move(singles: str, with_singles: list[str], with_two: list[str]) -> None:
    assert starts("0*7,1/0*8/0*8/1*2,0,1,0*4 S", singles=singles) == with_singles
    assert starts("0*7,1/0*8/0*8/1*2,0,2,0*4 S", singles=singles) == with_two


# ---- the end


@pytest.mark.proves("nakabili.end")
def test_a_player_without_seeds_has_lost() -> None:
    turn = play(NAKABILI, "0*7,2/0,1,0*6/0*4,3,0*3/0*8 S captured=26-26", "b5xd8")
    assert turn.position.text == "0*8/0*8/0,1*3,0*4/0*8 N captured=29-26 turn=1"
    assert turn.outcome == Outcome("S", "nakabili.end", (29, 26))
    empty = NAKABILI.parse("0*8/0*8/0*8/0*8 S captured=29-29")
    assert NAKABILI.outcome(empty) == Outcome(None, "nakabili.end", (29, 29))


@pytest.mark.proves("nakabili.repetition")
def test_a_position_that_comes_back() -> None:
    # each head goes once round in eight laps and ends where it began, one hole before the next head
    match = Match(NAKABILI, NAKABILI.parse("2,0,1,0,1,0,1*2/0,1,0,1,0,1,0,1/1,0,1,0,1,0,1,0/1*2,0,1,0,1,0,2 S"))
    for move in ("a8", "d1", "a1", "d8"):
        assert match.outcome is None
        match.play(move)
    assert match.position.text == f"{match.start.text} turn=4"
    assert match.outcome == Outcome(None, "nakabili.repetition", (0, 0))


@pytest.mark.proves("nakabili.never-ending")
def test_sowings_that_never_end() -> None:
    """From both, laps counted seed by seed lead back to the board and the hole of the beginning, after 128 laps."""
    for circuit in ([2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 1], [3, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]):
        seeds, hole, laps = list(circuit), 0, 0
        while laps == 0 or (seeds, hole) != (circuit, 0):
            hand, seeds[hole], laps = seeds[hole], 0, laps + 1
            while hand:
                hole, hand = (hole + 1) % 16, hand - 1
                seeds[hole] += 1
            assert seeds[hole] > 1  # it has not ended
        assert laps == 128
    one_of_two = "0*7,1/0*8/1,2,0,1,0,1,0,1/2,0,1,0,1,0,1,0 S"
    assert starts(one_of_two) == ["b2"]
    assert refused(NAKABILI, one_of_two, "a1")[0] == "never-ending"
    the_only_one = NAKABILI.parse("0*7,1/0*8/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 S")
    assert NAKABILI.outcome(the_only_one) == Outcome(None, "nakabili.never-ending", (0, 0))


FULL = "1*8/1*8"  # a single in every hole of a player


@pytest.mark.proves("nakabili.pass")
def test_a_pass_only_where_no_hole_may_start() -> None:
    assert starts(f"0*7,1/0*8/{FULL} S") == [*(f"a{c}" for c in range(1, 9)), *(f"b{c}" for c in range(1, 9))]
    assert refused(NAKABILI, f"0*7,1/0*8/{FULL} S", "-")[0] == "pass"
    turn = play(game("nakabili", singles="empty-only"), f"0*7,1/0*8/{FULL} S", "-")
    assert steps(turn) == [("pass", None, 0, "pass")]
    assert turn.position.text == f"0*7,1/0*8/{FULL} N turn=1"


@pytest.mark.proves("nakabili.no-move")
@pytest.mark.parametrize(
    ("no_move", "south", "outcome"),
    [
        ("pass", FULL, Outcome(None, "nakabili.no-move", (0, 0))),
        ("pass", "0*8/1,0*7", None),  # North passes, and South goes on
        ("lose", FULL, Outcome("S", "nakabili.no-move", (0, 0))),
        ("lose", "0*8/1,0*7", Outcome("S", "nakabili.no-move", (0, 0))),
    ],
)
def test_seeds_but_nowhere_to_start(no_move: str, south: str, outcome: Outcome | None) -> None:
    rules = game("nakabili", singles="empty-only", no_move=no_move)
    assert rules.outcome(rules.parse(f"{FULL}/{south} N")) == outcome


# ---- the reading


@pytest.mark.proves("nakabili.first-capture")
@pytest.mark.parametrize("free", [2, 3])
def test_two_in_place_of_two_or_more_is_no_bonus(free: int) -> None:
    with pytest.raises(OptionError, match=r"first_capture_bonus=replace makes no sense .*free_captures=0 or 1$"):
        game("nakabili", first_capture_bonus="replace", free_captures=free)


def test_the_default_reading() -> None:
    assert [reading.id for reading in NAKABILI.readings] == ["mancala-world"]
    assert NAKABILI.values == {
        "setup": "left",
        "first_capture_bonus": "add",
        "free_captures": 1,
        "free_duty": "all",
        "singles": "prefer-occupied",
        "never_ending": "illegal",
        "no_move": "pass",
        "repetition": "draw",
    }
