"""Each rule of Mefuvha by positions whose result comes from a source, or was worked out by hand.

`T3` is a published example; the source is named beside it.
"""

from __future__ import annotations

from typing import Any

import pytest
from played import play, refused, steps

from mancala_ref import IllegalMove, Match, OptionError, Outcome, game
from mancala_ref.board import Side

MEFUVHA = game("mefuvha", 6)
STAYT = game("mefuvha", 6, "stayt-1931")


def starts(position: str, reading: str | None = None, **options: Any) -> list[str]:
    rules = game("mefuvha", 6, reading, **options)
    return rules.starts(rules.parse(position))


# ---- the board


@pytest.mark.proves("mefuvha.board")
def test_four_ranks_and_the_circuits_of_both_players() -> None:
    assert (MEFUVHA.board.ranks, MEFUVHA.board.columns) == (4, 6)
    assert "".join(MEFUVHA.board.holes["S"]) == "a1a2a3a4a5a6b6b5b4b3b2b1"
    assert "".join(MEFUVHA.board.holes["N"]) == "d6d5d4d3d2d1c1c2c3c4c5c6"


@pytest.mark.proves("mefuvha.board")
@pytest.mark.parametrize("columns", [4, 7, 30])
def test_no_other_board(columns: int) -> None:
    with pytest.raises(OptionError, match=r"\(mefuvha\.board\)$"):
        game("mefuvha", columns)


@pytest.mark.proves("mefuvha.own-side")
def test_a_turn_starts_on_ones_own_side() -> None:
    slug, said = refused(MEFUVHA, "0*6/0*2,3,0*3/0*6/3,0*5 S", "c3")
    assert slug == "own-side"
    assert said.startswith("c3 is North's")
    # twelve seeds stay on one's own ranks, and come round to the hole that they came from
    assert play(MEFUVHA, "0*6/0*5,1/0*6/12,0*5 S", "a1").position.text == "0*6/0*5,1/1*6/1*6 N turn=1"


# ---- the start of a turn


@pytest.mark.proves("mefuvha.start", "mefuvha.singles")
def test_start_holes_hold_two_or_more() -> None:
    position = "0*6/0,2,0*4/0*6/2,1,0,3,0*2 S"
    assert starts(position) == ["a1", "a4"]
    slug, said = refused(MEFUVHA, position, "a2")
    assert slug == "singles"
    assert said.startswith("a2 holds one seed: a single may move only when no hole holds more, and a1 holds 2")
    assert refused(MEFUVHA, position, "a3")[0] == "start"
    assert refused(MEFUVHA, position, "c2")[0] == "own-side"
    assert refused(MEFUVHA, position, "-")[0] == "pass"


@pytest.mark.proves("mefuvha.first-move")
@pytest.mark.parametrize("columns", range(6, 29, 2))
def test_t3_each_player_begins_with_the_third_hole_of_the_inner_rank(columns: int) -> None:
    """Stayt 1931 by way of Ludii, whose program has it for both players; the captures by hand, on every size."""
    rules = game("mefuvha", columns, "stayt-1931")
    north, last = f"c{columns - 2}", columns
    start = rules.start()
    assert rules.starts(start) == ["b3"]
    turn = rules.play(start, f"b3xd{last}")
    assert steps(turn) == [
        ("sow", "b3", 2, "first-move"),
        ("stop", "b1", 1, "stop"),
        ("capture", "c1", 2, "capture"),
        ("capture", "d1", 2, "capture-outer"),
        ("free-capture", f"d{last}", 2, "free-captures"),
    ]
    assert rules.starts(turn.position) == [north]
    answer = rules.play(turn.position, f"{north}xa1")
    assert steps(answer) == [
        ("sow", north, 2, "first-move"),
        ("stop", f"c{last}", 1, "stop"),
        ("capture", f"b{last}", 2, "capture"),
        ("capture", f"a{last}", 2, "capture-outer"),
        ("free-capture", "a1", 2, "free-captures"),
    ]
    assert answer.position.captured == (6, 6)
    # from now on as one likes: all but b3, the three holes that North took, and the single in b1
    assert len(rules.starts(answer.position)) == 2 * columns - 5


@pytest.mark.proves("mefuvha.first-move")
@pytest.mark.parametrize(
    ("value", "south", "north"), [("none", False, False), ("first", True, False), ("both", True, True)]
)
def test_whose_first_turn_is_prescribed(value: str, south: bool, north: bool) -> None:
    # b3 and c4 are the third holes; a6 and d1 could start as well
    board = "2,0*5/0*3,2,0*2/0*2,2,0*3/0*5,2"
    assert (starts(f"{board} S", stylised_first_move=value) == ["b3"]) == south
    assert (starts(f"{board} N turn=1", stylised_first_move=value) == ["c4"]) == north
    assert starts(f"{board} S turn=2", stylised_first_move=value) == ["a6", "b3"]
    assert starts(f"{board} N turn=3", stylised_first_move=value) == ["c4", "d1"]


@pytest.mark.proves("mefuvha.first-move")
def test_whoever_makes_the_first_turn_it_is_prescribed() -> None:
    assert starts("2,0*5/0*3,2,0*2/0*2,2,0*3/0*5,2 N", stylised_first_move="first") == ["c4"]


@pytest.mark.proves("mefuvha.first-move")
def test_another_hole_is_refused_on_the_first_turn() -> None:
    slug, said = refused(STAYT, STAYT.start().text, "a1")
    assert slug == "first-move"
    assert said.startswith("a1 may not start the first turn: it starts from b3, the third hole of the inner rank")
    assert refused(STAYT, STAYT.start().text, "b1")[0] == "start"  # empty
    assert refused(STAYT, STAYT.start().text, "-")[0] == "pass"


@pytest.mark.proves("mefuvha.first-move")
@pytest.mark.parametrize("seeds", [0, 1])
def test_without_two_seeds_in_the_third_hole_the_first_turn_is_free(seeds: int) -> None:
    position = f"2*6/2*6/2,2,{seeds},2,0,0/2,0*5 S"
    assert starts(position, "stayt-1931") == ["a1", "b1", "b2", "b4"]
    assert steps(play(STAYT, position, "b4"))[0] == ("sow", "b4", 2, "sow")


@pytest.mark.proves("mefuvha.first-move")
def test_the_first_free_capture_may_empty_the_hole_that_north_should_start_from() -> None:
    turn = STAYT.play(STAYT.start(), "b3xc4")
    assert turn.position.text == "0,2*5/0,2*2,0,1,0/1,2,0,2*3/2*6 N captured=6-0 turn=1"
    assert STAYT.starts(turn.position) == ["c2", "c3", "d2", "d3", "d4", "d5", "d6"]


# ---- sowing


@pytest.mark.proves("mefuvha.sow", "mefuvha.stop")
@pytest.mark.parametrize(
    ("position", "move", "after"),
    [
        ("0*6/0*5,1/0*6/0*4,3,0 S", "a5", "0*6/0*5,1/0*4,1*2/0*5,1 N turn=1"),
        ("0*6/0*5,1/0*6/12,0*5 S", "a1", "0*6/0*5,1/1*6/1*6 N turn=1"),
        ("0*6/0*5,3/0*6/1,0*5 N", "c6", "0*3,1*3/0*6/0*6/1,0*5 S turn=1"),
    ],
)
def test_sowing(position: str, move: str, after: str) -> None:
    assert play(MEFUVHA, position, move).position.text == after


@pytest.mark.proves("mefuvha.relay")
def test_relay_lifts_the_last_seed_too() -> None:
    turn = play(MEFUVHA, "0*6/0,2,0*4/0*6/2,1,1,0*3 S", "a1")
    # a1: a2=2, a3=2; a3 lifted: a4=1, a5=1, which was empty
    assert turn.position.rows[3] == (0, 2, 0, 1, 1, 0)
    assert steps(turn) == [("sow", "a1", 2, "sow"), ("relay", "a3", 2, "relay"), ("stop", "a5", 1, "stop")]


# ---- captures


@pytest.mark.proves("mefuvha.stop", "mefuvha.capture")
def test_outer_rank_never_captures() -> None:
    turn = play(MEFUVHA, "2*6/2*6/0*6/2,0*5 S", "a1")
    assert turn.position.text == "2*6/2*6/0*6/0,1*2,0*3 N turn=1"


@pytest.mark.proves("mefuvha.capture")
def test_capture_needs_an_occupied_inner_hole() -> None:
    # b4's two seeds fall into b3 and b2; c2, opposite, is empty: d2 is safe
    turn = play(MEFUVHA, "0,5,0*4/0*6/0*3,2,0*2/0*6 S", "b4")
    assert turn.position.text == "0,5,0*4/0*6/0,1*2,0*3/0*6 N turn=1"


@pytest.mark.proves("mefuvha.capture", "mefuvha.capture-outer")
def test_capture_with_an_empty_outer_hole() -> None:
    turn = play(MEFUVHA, "0*2,1,1,0,1/0,3,0*4/0*3,2,0*2/0*6 S", "b4xd3xd4")
    assert turn.position.text == "0*5,1/0*6/0,1*2,0*3/0*6 N captured=5-0 turn=1"
    assert steps(turn)[2:] == [
        ("capture", "c2", 3, "capture"),
        ("free-capture", "d3", 1, "free-captures"),
        ("free-capture", "d4", 1, "free-captures"),
    ]


@pytest.mark.proves("mefuvha.capture", "mefuvha.capture-outer")
def test_north_captures_as_south_does() -> None:
    # the position of the test above, seen from the other side of the board: column c is column 7 - c
    turn = play(MEFUVHA, "0*6/0*2,2,0*3/0*4,3,0/1,0,1,1,0*2 N", "c3xa3xa4")
    assert turn.position.text == "0*6/0*3,1*2,0/0*6/1,0*5 S captured=0-5 turn=1"
    # with two seeds behind the captured hole
    turn = play(MEFUVHA, "0*6/0*2,2,0*3/0*4,3,0/1,0,1,1,2,0 N", "c3xa3xa4")
    assert steps(turn)[2:4] == [("capture", "b5", 3, "capture"), ("capture", "a5", 2, "capture-outer")]


# b4 ends in b2 and takes c2 and d2; four holes are left to North: d1, d3, d4 and d6
COLUMN = "1,4,3,2,0,1/0,3,0*4/0*3,2,0*2/0*6 S turn=2"


@pytest.mark.proves("mefuvha.free-captures")
@pytest.mark.parametrize(
    ("reading", "options", "move", "after"),
    [
        ("mancala-world", {}, "b4xd3xd4", "1,0*4,1/0*6/0,1*2,0*3/0*6 N captured=12-0 turn=3"),
        ("stayt-1931", {}, "b4xd3", "1,0*2,2,0,1/0*6/0,1*2,0*3/0*6 N captured=10-0 turn=3"),
        ("mancala-world", {"free_captures": 0}, "b4", "1,0,3,2,0,1/0*6/0,1*2,0*3/0*6 N captured=7-0 turn=3"),
        ("mancala-world", {"free_captures": 1}, "b4xd6", "1,0,3,2,0*2/0*6/0,1*2,0*3/0*6 N captured=8-0 turn=3"),
        ("stayt-1931", {"free_captures": 3}, "b4xd1xd3xd6", "0*3,2,0*2/0*6/0,1*2,0*3/0*6 N captured=12-0 turn=3"),
    ],
)
def test_as_many_free_captures_as_the_reading_gives(
    reading: str, options: dict[str, Any], move: str, after: str
) -> None:
    rules = game("mefuvha", 6, reading, **options)
    turn = play(rules, COLUMN, move)
    assert turn.position.text == after
    free = [s for s in steps(turn) if s[0] == "free-capture"]
    assert len(free) == move.count("x")
    assert {s[3] for s in free} <= {"free-captures"}
    unused = next(hole for hole in ("d1", "d3", "d4", "d6") if hole not in move)
    assert refused(rules, COLUMN, f"{move}x{unused}")[0] == "free-captures"  # one too many


@pytest.mark.proves("mefuvha.free-captures")
def test_free_captures_are_all_that_is_left() -> None:
    turn = play(MEFUVHA, "0,1,0,4,0*2/0,3,0*4/0*3,2,0*2/0*6 S", "b4xd4")
    assert turn.position.text == "0*6/0*6/0,1*2,0*3/0*6 N captured=8-0 turn=1"
    assert turn.outcome == Outcome("S", "mefuvha.end", (8, 0))


@pytest.mark.proves("mefuvha.free-captures")
def test_the_column_is_gone_before_free_captures() -> None:
    slug, said = refused(MEFUVHA, "0,1,0,4,0,1/0,3,0*4/0*3,2,0*2/0*6 S", "b4xd2xd4")
    assert slug == "free-captures"
    assert "d2 is empty" in said


@pytest.mark.proves("mefuvha.free-captures")
def test_free_captures_are_counted() -> None:
    start = MEFUVHA.start().text
    for move, said in (
        ("b3", "2 more holes of North's"),
        ("b3xd2", "1 more hole of North's"),
        ("b3xd2xd3xd4", "3 holes, but 2 free captures are due"),
        ("b3xd2xa1", "a1 is South's own"),
        ("b3xc5xc6", "c6 is empty"),
    ):
        slug, message = refused(MEFUVHA, start, move)
        assert slug == "free-captures"
        assert said in message


@pytest.mark.proves("mefuvha.free-captures")
def test_no_free_capture_without_a_capture() -> None:
    slug, message = refused(MEFUVHA, "2*6/2*6/0*6/2,0*5 S", "a1xc1")
    assert slug == "free-captures"
    assert "no free capture is due" in message


@pytest.mark.proves("mefuvha.free-captures")
@pytest.mark.parametrize(("move", "taken"), [("b4", 7), ("b4xd3", 10), ("b4xd3xd4", 12)])
def test_free_captures_may_be_left_if_they_are_no_duty(move: str, taken: int) -> None:
    rules = game("mefuvha", 6, free_duty="optional")
    turn = play(rules, COLUMN, move)
    assert turn.position.captured == (taken, 0)
    left = [s for s in steps(turn) if s[0] == "decline"]
    assert left == ([("decline", None, 0, "free-captures")] if taken < 12 else [])
    assert len(rules.legal(rules.parse(COLUMN))) == 1 + 4 + 6  # none, one or two of four holes


@pytest.mark.proves("mefuvha.free-captures")
def test_a_begun_turn_is_finished_by_its_free_captures() -> None:
    position = "0,2*5/0,2*3,1,0/1,2,0,2*3/2*6 S captured=4-0 free=2"
    turn = play(MEFUVHA, position, "xd3xd2")
    assert str(turn.move) == "xd2xd3"
    assert turn.position.text == "0*3,2*3/0,2*3,1,0/1,2,0,2*3/2*6 N captured=8-0 turn=1"
    assert refused(MEFUVHA, position, "a1xd2xd3")[0] == "free-captures"
    assert len(MEFUVHA.legal(MEFUVHA.parse(position))) == 9 * 8 // 2
    assert MEFUVHA.starts(MEFUVHA.parse(position)) == []


# ---- singles


@pytest.mark.proves("mefuvha.singles")
def test_singles_move_only_into_empty_holes() -> None:
    position = "0*5,1/0*6/0*6/1,1,0,1,0*2 S"
    assert starts(position) == ["a2", "a4"]
    slug, said = refused(MEFUVHA, position, "a1")
    assert slug == "singles"
    assert "a2, holds 1" in said
    turn = play(MEFUVHA, position, "a4")
    assert steps(turn) == [("sow", "a4", 1, "singles"), ("stop", "a5", 1, "stop")]


@pytest.mark.proves("mefuvha.singles")
def test_under_stayt_a_single_that_meets_seeds_is_sown_on() -> None:
    # two from a2 to a3 and a4, where one lies: two more, to a5 and a6
    turn = play(STAYT, "0*5,1/0*6/0*6/1,1,0,1,0*2 S", "a1")
    assert turn.position.text == "0*5,1/0*6/0*6/0*2,1,0,1*2 N turn=1"
    assert steps(turn) == [
        ("sow", "a1", 1, "singles"),
        ("relay", "a2", 2, "relay"),
        ("relay", "a4", 2, "relay"),
        ("stop", "a6", 1, "stop"),
    ]


@pytest.mark.proves("mefuvha.singles")
@pytest.mark.parametrize(
    ("singles", "with_singles", "with_two"),
    [
        ("empty-only", ["a2", "a4"], ["a4"]),
        ("any-relay", ["a1", "a2", "a4"], ["a4"]),
        ("prefer-occupied", ["a1"], ["a4"]),
        ("any", ["a1", "a2", "a4"], ["a1", "a2", "a4"]),
    ],
)
def test_where_singles_may_move(singles: str, with_singles: list[str], with_two: list[str]) -> None:
    assert starts("0*5,1/0*6/0*6/1*2,0,1,0*2 S", singles=singles) == with_singles
    assert starts("0*5,1/0*6/0*6/1*2,0,2,0*2 S", singles=singles) == with_two


@pytest.mark.proves("mefuvha.singles", "mefuvha.end")
def test_a_single_captures_like_any_other_seed() -> None:
    turn = play(MEFUVHA, "0,2,0*3,1/0,1,0*4/0,0,1,0*3/0*6 S", "b3xd6")
    assert turn.position.captured == (4, 0)
    assert turn.outcome == Outcome("S", "mefuvha.end", (4, 0))


# ---- the end


@pytest.mark.proves("mefuvha.end")
@pytest.mark.parametrize(("south", "north", "winner"), [("2", "0", "S"), ("0", "2", "N"), ("0", "0", None)])
def test_a_player_without_seeds_has_lost(south: str, north: str, winner: Side | None) -> None:
    for mover in "SN":
        position = MEFUVHA.parse(f"0*6/{north},0*5/{south},0*5/0*6 {mover} captured=3-8")
        assert MEFUVHA.outcome(position) == Outcome(winner, "mefuvha.end", (3, 8))


@pytest.mark.proves("mefuvha.repetition")
def test_repetition_is_a_draw() -> None:
    """Twenty-four turns that take nothing lead back to where they began."""
    turns = "a6 d1 a5 c5 a6 c4 a5 c3 a6 c2 a5 c1 a6 c6 a5 d6 a6 d5 a5 d4 a6 d3 a5 d2".split()
    match = Match(MEFUVHA, MEFUVHA.parse("1,0*5/0,1*4,0/1,0,1,0,1,0/0,1,0,1*2,2 S turn=68"))
    for move in turns:
        assert match.outcome is None
        match.play(move)
    assert match.position.text == "1,0*5/0,1*4,0/1,0,1,0,1,0/0,1,0,1*2,2 S turn=92"
    assert match.outcome == Outcome(None, "mefuvha.repetition", (0, 0))
    assert MEFUVHA.outcome(match.position) is None  # the position alone does not know
    with pytest.raises(IllegalMove, match=r"\(mefuvha\.repetition\)$"):
        match.play("a6")
    match.undo()
    assert match.outcome is None


@pytest.mark.proves("mefuvha.never-ending")
def test_sowings_that_never_end() -> None:
    """The circuits are cycles of 72 laps: test_openings_and_sowing.py counts all small ones seed by seed."""
    one_of_two = "0*6/0*5,1/1,2,0,1,0,1/2,0,1,0,1,0 S"
    assert starts(one_of_two) == ["b2"]
    slug, said = refused(MEFUVHA, one_of_two, "a1")
    assert slug == "never-ending"
    assert "a1 never ends" in said
    the_only_one = MEFUVHA.parse("0*6/0*5,1/1,0,1,0,1,0/3,1,0,1,0,1 S")
    assert MEFUVHA.outcome(the_only_one) == Outcome(None, "mefuvha.never-ending", (0, 0))
    assert refused(MEFUVHA, the_only_one.text, "a1")[0] == "never-ending"
    assert not MEFUVHA.legal(the_only_one)  # nor do singles become playable


@pytest.mark.proves("mefuvha.pass", "mefuvha.no-move")
def test_pass_and_no_move() -> None:
    """Twelve singles in twelve holes: no next hole is empty. The sources are silent; the editors let him pass."""
    assert steps(play(MEFUVHA, "2,1*5/1*6/1*6/1*6 S", "-")) == [("pass", None, 0, "pass")]
    assert play(MEFUVHA, "2,1*5/1*6/1*6/1*6 S", "-").position.text == "2,1*5/1*6/1*6/1*6 N turn=1"
    assert [str(m) for m in MEFUVHA.legal(MEFUVHA.parse("2,1*5/1*6/1*6/1*6 S"))] == ["-"]
    assert refused(MEFUVHA, "2,1*5/1*6/1*6/1*6 S", "a1")[0] == "pass"
    stuck = MEFUVHA.parse("1*6/1*6/1*6/1*6 S")
    assert MEFUVHA.outcome(stuck) == Outcome(None, "mefuvha.no-move", (0, 0))
    assert not MEFUVHA.legal(stuck)
    assert refused(MEFUVHA, stuck.text, "a1")[0] == "no-move"


@pytest.mark.proves("mefuvha.no-move")
@pytest.mark.parametrize("north", ["2,1*5/1*6", "1*6/1*6"])
def test_a_player_who_is_stuck_may_have_lost(north: str) -> None:
    rules = game("mefuvha", 6, no_move="lose")
    position = rules.parse(f"{north}/1*6/1*6 S captured=0-1")
    assert rules.outcome(position) == Outcome("N", "mefuvha.no-move", (0, 1))
    assert not rules.legal(position)


@pytest.mark.proves("mefuvha.pass")
def test_where_singles_may_go_anywhere_nobody_passes() -> None:
    assert len(starts("2,1*5/1*6/1*6/1*6 S", "stayt-1931")) == 12
    assert refused(STAYT, "2,1*5/1*6/1*6/1*6 S", "-")[0] == "pass"


# ---- the readings

EDITORS = {"free_duty": "all", "never_ending": "illegal", "no_move": "pass", "repetition": "draw"}


def test_the_readings() -> None:
    assert {reading.id: {k: s.value for k, s in reading.settings.items()} for reading in MEFUVHA.readings} == {
        "mancala-world": {"stylised_first_move": "none", "free_captures": 2, "singles": "empty-only", **EDITORS},
        "stayt-1931": {"stylised_first_move": "both", "free_captures": 1, "singles": "any-relay", **EDITORS},
    }
    assert MEFUVHA.reading.id == "mancala-world"
