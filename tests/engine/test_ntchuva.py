"""Each rule of Ntchuva by positions whose result comes from a source, or was worked out by hand.

`T2` is a published example; the source is named beside it.
"""

from __future__ import annotations

from typing import Any

import pytest
from played import play, refused, steps

from mancala_ref import Match, OptionError, Outcome, game
from mancala_ref.board import Side

NTCHUVA = game("ntchuva", 4)
UNILURIO = game("ntchuva", 6, "unilurio")
TCHADJI = game("ntchuva", 8, "tchadji")


def starts(position: str, **options: Any) -> list[str]:
    rules = game("ntchuva", 4, **options)
    return rules.starts(rules.parse(position))


# ---- published examples


@pytest.mark.proves("ntchuva.relay", "ntchuva.capture", "ntchuva.capture-outer", "ntchuva.free-captures")
def test_t2_two_turns_of_ntxuvamultiagent() -> None:
    """NtxuvaTest.java of NtxuvaMultiAgent, testMoveOnXSide and testMoveOnOSide (commented out there).

    Two seeds in every hole of 4 x 6. Its rows from top to bottom are those of North's outer, North's inner, South's
    inner and South's outer rank; its first player sits where North does, and plays row 1, column 0, our c1; then its
    second player plays row 2, column 0, our b1.
    """
    match = Match(UNILURIO, UNILURIO.parse("2*6/2*6/2*6/2*6 N"))
    first = match.play("c1")
    assert first.position.rows == ((0, 3, 3, 0, 3, 3), (1, 4, 1, 3, 3, 0), (2, 2, 0, 2, 2, 2), (2, 2, 0, 2, 2, 2))
    assert steps(first) == [
        ("sow", "c1", 2, "sow"),
        ("relay", "c3", 3, "relay"),
        ("relay", "c6", 3, "relay"),
        ("relay", "d4", 3, "relay"),
        ("relay", "d1", 3, "relay"),
        ("stop", "c3", 1, "stop"),
        ("capture", "b3", 2, "capture"),
        ("capture", "a3", 2, "capture-outer"),
    ]
    second = match.play("b1")
    assert second.position.rows == ((0, 3, 3, 0, 3, 3), (1, 4, 1, 3, 3, 0), (1, 0, 1, 3, 0, 3), (4, 1, 1, 3, 0, 3))
    assert second.position.captured == (0, 4)


@pytest.mark.proves("ntchuva.never-ending")
def test_the_infinite_move_of_ntxuvamultiagent() -> None:
    """NtxuvaTest.java, testInifinitMove (commented out there): row 1, column 3 of its first player, our c4."""
    position = "0,1,4,1,0,3/1,0,1,3,3,0/2*5,0/2*3,0,1,1 N"
    assert refused(UNILURIO, position, "c4")[0] == "never-ending"
    assert UNILURIO.starts(UNILURIO.parse(position)) == ["c5", "d3", "d6"]
    seeds, hole, laps = [3, 0, 1, 4, 1, 0, 1, 0, 1, 3, 3, 0], 9, 0  # d6 ... d1, c1 ... c6
    while laps == 0 or (seeds, hole) != ([3, 0, 1, 4, 1, 0, 1, 0, 1, 3, 3, 0], 9):
        hand, seeds[hole], laps = seeds[hole], 0, laps + 1
        while hand:
            hole, hand = (hole + 1) % 12, hand - 1
            seeds[hole] += 1
        assert seeds[hole] > 1  # it has not ended
    assert laps == 1512


# ---- the board


@pytest.mark.proves("ntchuva.board")
def test_four_ranks_and_the_circuits_of_both_players() -> None:
    assert (NTCHUVA.board.ranks, NTCHUVA.board.columns) == (4, 4)
    assert "".join(NTCHUVA.board.holes["S"]) == "a1a2a3a4b4b3b2b1"
    assert "".join(NTCHUVA.board.holes["N"]) == "d4d3d2d1c1c2c3c4"


@pytest.mark.proves("ntchuva.board", "ntchuva.setup")
@pytest.mark.parametrize(
    ("reading", "sizes"), [("portuguese-text", (4, 8, 16, 32)), ("unilurio", (6, 8)), ("tchadji", (8, 12))]
)
def test_the_boards_of_each_reading_with_two_seeds_a_hole(reading: str, sizes: tuple[int, ...]) -> None:
    for columns in range(1, 41):
        if columns in sizes:
            assert game("ntchuva", columns, reading).start().text == "/".join([f"2*{columns}"] * 4) + " S"
        else:
            with pytest.raises(OptionError, match=r"\(ntchuva\.board\)$"):
                game("ntchuva", columns, reading)


@pytest.mark.proves("ntchuva.own-side")
def test_a_turn_starts_on_ones_own_side() -> None:
    slug, said = refused(NTCHUVA, "0*4/0,3,0*2/0*4/3,0*3 S", "c2")
    assert slug == "own-side"
    assert said.startswith("c2 is North's")
    # eight seeds stay on one's own ranks, and come round to the hole that they came from
    assert play(NTCHUVA, "0*4/0*3,1/0*4/8,0*3 S", "a1").position.text == "0*4/0*3,1/1*4/1*4 N turn=1"


# ---- sowing


@pytest.mark.proves("ntchuva.start")
def test_a_turn_starts_from_two_or_more() -> None:
    position = "0*3,1/0*4/0,1,0*2/3,1,0,2 S"
    assert starts(position) == ["a1", "a4"]
    assert refused(NTCHUVA, position, "a3")[0] == "start"
    assert refused(NTCHUVA, position, "a2")[0] == "singles"


@pytest.mark.proves("ntchuva.sow", "ntchuva.stop")
@pytest.mark.parametrize(
    ("position", "move", "after"),
    [
        ("0*4/0*3,1/0*4/0*2,3,0 S", "a3", "0*4/0*3,1/0*2,1*2/0*3,1 N turn=1"),
        ("0*4/0*3,1/0*4/8,0*3 S", "a1", "0*4/0*3,1/1*4/1*4 N turn=1"),
        ("0*4/0*3,3/0*4/1,0*3 N", "c4", "0,1*3/0*4/0*4/1,0*3 S turn=1"),
    ],
)
def test_sowing(position: str, move: str, after: str) -> None:
    assert play(NTCHUVA, position, move).position.text == after


@pytest.mark.proves("ntchuva.relay")
def test_relay_lifts_the_last_seed_too() -> None:
    turn = play(NTCHUVA, "1,0*3/0*4/0*4/2,1*2,0 S", "a1")
    # a1: a2=2, a3=2; a3 lifted: a4=1, b4=1, which was empty
    assert turn.position.text == "1,0*3/0*4/0*3,1/0,2,0,1 N turn=1"
    assert steps(turn) == [("sow", "a1", 2, "sow"), ("relay", "a3", 2, "relay"), ("stop", "b4", 1, "stop")]


# ---- captures


@pytest.mark.proves("ntchuva.stop", "ntchuva.capture")
def test_nothing_is_taken_from_the_outer_rank_or_without_an_inner_hole() -> None:
    outer = play(NTCHUVA, "2*4/2*4/0*4/2,0*3 S", "a1")
    assert outer.position.text == "2*4/2*4/0*4/0,1*2,0 N turn=1"
    # b4 ends in b2; c2, opposite, is empty: d2 is safe
    inner = play(NTCHUVA, "0,5,0*2/0*4/0*3,2/0*4 S", "b4")
    assert inner.position.text == "0,5,0*2/0*4/0,1*2,0/0*4 N turn=1"


@pytest.mark.proves("ntchuva.capture", "ntchuva.capture-outer", "ntchuva.free-captures")
def test_ntchuva_takes_one_further_hole() -> None:
    turn = play(NTCHUVA, "2,1,0,0/1,0,0,3/0,0,2,0/0*4 S", "b3xc4")
    # b3: b2=1, b1=1 (empty): c1 and d1 taken, then c4 of the two holes left
    assert turn.position.text == "0,1,0*2/0*4/1*2,0*2/0*4 N captured=6-0 turn=1"
    assert steps(turn)[2:] == [
        ("capture", "c1", 1, "capture"),
        ("capture", "d1", 2, "capture-outer"),
        ("free-capture", "c4", 3, "free-captures"),
    ]


@pytest.mark.proves("ntchuva.capture", "ntchuva.capture-outer")
def test_north_captures_as_south_does() -> None:
    # c1 ends in c3: b3 is taken, and nothing lies behind it
    bare = play(NTCHUVA, "0*4/2,0*3/0*2,3,0/1*2,0*2 N", "c1xa2")
    assert bare.position.text == "0*4/0,1*2,0/0*4/1,0*3 S captured=0-4 turn=1"
    both = play(NTCHUVA, "0*4/2,0*3/0*2,3,0/1,0,4,0 N", "c1xa1")
    assert both.position.captured == (0, 8)
    assert both.outcome == Outcome("N", "ntchuva.end", (0, 8))


# b4 ends in b2 and takes c2 and d2; three holes are left to North: d1, d3 and d4
COLUMN = "1,4,3,2/0,3,0*2/0*3,2/0*4 S"


@pytest.mark.proves("ntchuva.free-captures")
@pytest.mark.parametrize(
    ("free", "move", "after"),
    [
        (0, "b4", "1,0,3,2/0*4/0,1*2,0/0*4 N captured=7-0 turn=1"),
        (1, "b4xd3", "1,0*2,2/0*4/0,1*2,0/0*4 N captured=10-0 turn=1"),
        (2, "b4xd1xd3", "0*3,2/0*4/0,1*2,0/0*4 N captured=11-0 turn=1"),
        (3, "b4xd1xd3xd4", "0*4/0*4/0,1*2,0/0*4 N captured=13-0 turn=1"),
    ],
)
def test_as_many_free_captures_as_the_option_says(free: int, move: str, after: str) -> None:
    rules = game("ntchuva", 4, free_captures=free)
    turn = play(rules, COLUMN, move)
    assert turn.position.text == after
    assert [s[3] for s in steps(turn) if s[0] == "free-capture"] == ["free-captures"] * free
    if free:
        assert refused(rules, COLUMN, move.rpartition("x")[0])[0] == "free-captures"  # one too few


@pytest.mark.proves("ntchuva.free-captures")
@pytest.mark.parametrize(
    ("reading", "turns"),
    [
        ("portuguese-text", {"b4xd1", "b4xd3", "b4xd4"}),
        ("unilurio", {"b4"}),
        ("tchadji", {"b4xd1", "b4xd3", "b4xd4"}),
    ],
)
def test_the_free_captures_of_each_reading(reading: str, turns: set[str]) -> None:
    rules = game("ntchuva", 8, reading)
    position = rules.parse("1,4,3,2,0*4/0,3,0*6/0*3,2,0*4/0*8 S")
    assert {str(move) for move in rules.legal(position)} == turns


@pytest.mark.proves("ntchuva.free-captures")
def test_the_column_is_gone_before_the_free_capture() -> None:
    slug, said = refused(NTCHUVA, "0,4,0,1/0,3,0*2/0*3,2/0*4 S", "b4xd2")
    assert (slug, said.split(":")[0]) == ("free-captures", "d2 is empty")
    everything = play(NTCHUVA, "0,4,0*2/0,3,0*2/0*3,2/0*4 S", "b4")
    assert everything.outcome == Outcome("S", "ntchuva.end", (7, 0))


@pytest.mark.proves("ntchuva.free-captures")
def test_a_free_capture_may_be_left_if_it_is_no_duty() -> None:
    rules = game("ntchuva", 4, free_duty="optional")
    assert steps(play(rules, COLUMN, "b4"))[-1] == ("decline", None, 0, "free-captures")
    assert play(rules, COLUMN, "b4").position.captured == (7, 0)
    assert len(rules.legal(rules.parse(COLUMN))) == 1 + 3


# ---- singles


@pytest.mark.proves("ntchuva.singles")
def test_ntchuva_single_onto_an_occupied_hole_relays() -> None:
    position = "0*3,1/0*4/0*4/1,1,0,0 S"
    assert starts(position) == ["a1", "a2"]
    turn = play(NTCHUVA, position, "a1")
    assert turn.position.text == "0*3,1/0*4/0*4/0*2,1*2 N turn=1"
    assert steps(turn) == [("sow", "a1", 1, "singles"), ("relay", "a2", 2, "relay"), ("stop", "a4", 1, "stop")]
    turn = play(NTCHUVA, position, "a2")
    assert turn.position.text == "0*3,1/0*4/0*4/1,0,1,0 N turn=1"


@pytest.mark.proves("ntchuva.singles")
def test_under_unilurio_and_tchadji_a_single_needs_an_empty_hole() -> None:
    for rules, position in ((UNILURIO, "0*5,1/0*6/0*6/1*2,0*4 S"), (TCHADJI, "0*7,1/0*8/0*8/1*2,0*6 S")):
        assert rules.starts(rules.parse(position)) == ["a2"]
        slug, said = refused(rules, position, "a1")
        assert slug == "singles"
        assert "a2, holds 1" in said
        assert play(rules, position, "a2").position.rows[3][:3] == (1, 0, 1)


@pytest.mark.proves("ntchuva.singles")
def test_ntchuva_single_waits_while_a_hole_holds_more() -> None:
    slug, said = refused(NTCHUVA, "0*3,1/0*4/0*4/1,2,0,0 S", "a1")
    assert slug == "singles"
    assert "a2 holds 2" in said


@pytest.mark.proves("ntchuva.singles")
@pytest.mark.parametrize(
    ("singles", "with_singles", "with_two"),
    [
        ("any-relay", ["a1", "a2", "a4"], ["a4"]),
        ("empty-only", ["a2", "a4"], ["a4"]),
        ("prefer-occupied", ["a1"], ["a4"]),
        ("any", ["a1", "a2", "a4"], ["a1", "a2", "a4"]),
    ],
)
def test_where_singles_may_move(singles: str, with_singles: list[str], with_two: list[str]) -> None:
    assert starts("0*3,1/0*4/0*4/1*2,0,1 S", singles=singles) == with_singles
    assert starts("0*3,1/0*4/0*4/1*2,0,2 S", singles=singles) == with_two


# ---- the end


@pytest.mark.proves("ntchuva.end")
@pytest.mark.parametrize(("south", "north", "winner"), [("2", "0", "S"), ("0", "2", "N"), ("0", "0", None)])
def test_a_player_without_seeds_has_lost(south: str, north: str, winner: Side | None) -> None:
    for mover in "SN":
        position = NTCHUVA.parse(f"0*4/{north},0*3/{south},0*3/0*4 {mover} captured=3-8")
        assert NTCHUVA.outcome(position) == Outcome(winner, "ntchuva.end", (3, 8))


@pytest.mark.proves("ntchuva.never-ending")
def test_ntchuva_never_ending_sowings() -> None:
    # South's circuit a1 a2 a3 a4 b4 b3 b2 b1 holds the known cycle 2 0 1 0 1 0 2 1
    position = "0*4/0,1,0*2/1,2,0,1/2,0,1,0 S"
    assert starts(position) == ["b2"]
    slug, said = refused(NTCHUVA, position, "a1")
    assert slug == "never-ending"
    assert "a1 never ends" in said
    drawn = NTCHUVA.parse("1,3,0,1/3,1,0,3/0,1,0,1/1,0,1,3 S")  # a4, the only start hole, never ends
    assert NTCHUVA.outcome(drawn) == Outcome(None, "ntchuva.never-ending", (0, 0))
    assert refused(NTCHUVA, drawn.text, "a4")[0] == "never-ending"
    assert not NTCHUVA.legal(drawn)  # nor do singles become playable


@pytest.mark.proves("ntchuva.repetition")
def test_ntchuva_repetition() -> None:
    match = Match(NTCHUVA, NTCHUVA.parse("0*4/1*2,0*2/0*2,1,0/0*2,1*2 N"))
    for move in "c1 a3 c3 b4 d4 b2 d2 a1".split():
        assert match.outcome is None
        match.play(move)
    assert match.outcome == Outcome(None, "ntchuva.repetition", (0, 0))


FULL = "1*6/1*6"  # a single in every hole of a player


@pytest.mark.proves("ntchuva.pass")
def test_a_pass_only_where_no_hole_may_start() -> None:
    assert steps(play(UNILURIO, f"2,1*5/1*6/{FULL} S", "-")) == [("pass", None, 0, "pass")]
    assert play(UNILURIO, f"2,1*5/1*6/{FULL} S", "-").position.text == f"2,1*5/1*6/{FULL} N turn=1"
    assert refused(UNILURIO, f"2,1*5/1*6/{FULL} S", "a1")[0] == "pass"
    assert len(starts("2,1*3/1*4/1*4/1*4 S")) == 8  # by default a single moves anywhere
    assert refused(NTCHUVA, "2,1*3/1*4/1*4/1*4 S", "-")[0] == "pass"


@pytest.mark.proves("ntchuva.no-move")
@pytest.mark.parametrize(
    ("no_move", "north", "outcome"),
    [
        ("pass", FULL, Outcome(None, "ntchuva.no-move", (0, 0))),
        ("pass", "2,1*5/1*6", None),  # South passes, and North goes on
        ("lose", FULL, Outcome("N", "ntchuva.no-move", (0, 0))),
        ("lose", "2,1*5/1*6", Outcome("N", "ntchuva.no-move", (0, 0))),
    ],
)
def test_seeds_but_nowhere_to_start(no_move: str, north: str, outcome: Outcome | None) -> None:
    rules = game("ntchuva", 6, "unilurio", no_move=no_move)
    assert rules.outcome(rules.parse(f"{north}/{FULL} S")) == outcome


# ---- the readings

EDITORS = {"free_duty": "all", "never_ending": "illegal", "no_move": "pass", "repetition": "draw"}


def test_the_readings() -> None:
    assert {reading.id: {k: s.value for k, s in reading.settings.items()} for reading in NTCHUVA.readings} == {
        "portuguese-text": {"free_captures": 1, "singles": "any-relay", **EDITORS},
        "unilurio": {"free_captures": 0, "singles": "empty-only", **EDITORS},
        "tchadji": {"free_captures": 1, "singles": "empty-only", **EDITORS},
    }
    assert NTCHUVA.reading.id == "portuguese-text"
