"""The text of a move: a start hole and a set of free captures, written in one order, read in any."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from mancala_ref import Game, IllegalMove, MancalaError, Move, MoveError, board, game

EIGHT = board(4, 8)
MEFUVHA = game("mefuvha", 8)
NAKABILI = game("nakabili")
SONGO = game("songo-ewondo")
TWELVE = "2*12/2*10,1,0/0,1,2*10/2*12 S"  # Mefuvha's opening on twelve columns


# ---- reading and writing


@pytest.mark.parametrize(
    ("text", "start", "free"),
    [
        ("b3", "b3", ()),
        ("a1", "a1", ()),
        ("b3xd5", "b3", ("d5",)),
        ("b3xc7xd5", "b3", ("c7", "d5")),
        ("xd2xd3", None, ("d2", "d3")),
        ("xd2", None, ("d2",)),
        ("-", None, ()),
    ],
)
def test_read_and_written(text: str, start: str | None, free: tuple[str, ...]) -> None:
    move = Move.parse(text, EIGHT)
    assert (move.start, move.free) == (start, free)
    assert str(move) == text
    assert str(Move(start, free)) == text


def test_free_captures_are_a_set() -> None:
    moves = {Move.parse("x".join(["b3", *order]), EIGHT) for order in permutations(["d5", "c7", "d1"])}
    assert len(moves) == 1
    assert {str(move) for move in moves} == {"b3xc7xd1xd5"}


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("b3xd5xc7", "b3xc7xd5"),  # the rank's letter goes first
        ("b3xd10xd2", "b3xd2xd10"),  # columns are numbers, not words
        ("b3xd1xc12xc9xd11", "b3xc9xc12xd1xd11"),
        ("xd10xc11", "xc11xd10"),
        ("c3xb2xa10xa9", "c3xa9xa10xb2"),
    ],
)
def test_free_captures_are_written_by_rank_then_column(given: str, written: str) -> None:
    assert str(Move.parse(given, board(4, 12))) == written


def test_songo_moves() -> None:
    assert Move.parse("a7", SONGO.board) == Move("a7")
    assert str(Move.parse("b1", SONGO.board)) == "b1"


# ---- faults


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "B3",
        "b3X",
        "b3Xd5",
        "b3x",
        "b3xd5x",
        "b3xxd5",
        "x",
        "b",
        "3",
        "3b",
        "b3d5",
        "b3,d5",
        "b3 xd5",
        " b3",
        "b3 ",
        "b3\n",
        "b-3",
        "b3.5",
        "b3x-",
        "-xd5",
        "--",
        "pass",
        "b٣",
        "b²",
        "é1",
        "b3xd2\nxd3",
    ],
)
def test_what_cannot_be_read_is_named_with_what_would_be_right(text: str) -> None:
    with pytest.raises(MoveError, match=r"expected .*b3xd2xd3") as caught:
        Move.parse(text, EIGHT)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "hole"),
    [("b9", "b9"), ("e1", "e1"), ("b0", "b0"), ("b03", "b03"), ("b3xd9", "d9"), ("z3", "z3"), ("b3xd2xe1", "e1")],
)
def test_a_hole_that_the_board_has_not(text: str, hole: str) -> None:
    with pytest.raises(MoveError, match=rf"'{hole}'.*a1.*d8"):
        Move.parse(text, EIGHT)


def test_songo_has_no_rank_c() -> None:
    with pytest.raises(MoveError, match=r"'c1'.*a1.*b7"):
        Move.parse("c1", SONGO.board)


@pytest.mark.parametrize("text", ["b3xd5xd5", "b3xd5xc7xd5", "xd5xd5"])
def test_a_hole_is_captured_once(text: str) -> None:
    with pytest.raises(MoveError, match=r"d5.* twice"):
        Move.parse(text, EIGHT)


@pytest.mark.parametrize("text", ["", "B3", "b3x", "e1", "b9", "b3xd5xd5", "pass"])
def test_a_game_refuses_a_text_that_cannot_be_read(text: str) -> None:
    with pytest.raises(MoveError):
        MEFUVHA.play(MEFUVHA.start(), text)
    assert text not in MEFUVHA.legal(MEFUVHA.start())


# ---- in play


def test_another_order_is_the_same_turn() -> None:
    start = MEFUVHA.start()
    turns = [MEFUVHA.play(start, text) for text in ("b3xd2xc3", "b3xc3xd2")]
    assert str(turns[0].move) == str(turns[1].move) == "b3xc3xd2"
    assert turns[0] == turns[1]


def test_the_order_of_three() -> None:
    start = NAKABILI.start()
    texts = ["x".join(["b3", *order]) for order in permutations(["d2", "c6", "c3"])]
    assert len({NAKABILI.play(start, text) for text in texts}) == 1
    assert all(text in NAKABILI.legal(start) for text in texts)


def test_legal_turns_are_written_in_canonical_order() -> None:
    rules = game("mefuvha", 12)
    position = rules.parse(TWELVE)
    moves = [move for move in rules.legal(position) if move.start == "b3"]
    for move in moves:
        assert list(move.free) == sorted(move.free, key=lambda hole: (hole[0], int(hole[1:])))
    # b3 takes column 1: of North's 24 holes c1, d1 and c12 are then empty, and any two of 21 may be taken
    assert len(moves) == len(set(map(str, moves))) == 210
    assert "b3xd2xd10" in set(map(str, moves))


def test_a_move_made_by_hand_is_held_to_the_same_rules() -> None:
    start = MEFUVHA.start()
    with pytest.raises(MancalaError, match="d2"):
        MEFUVHA.play(start, Move("b3", ("d2", "d2")))
    assert Move("b3", ("d2", "d2")) not in MEFUVHA.legal(start)
    assert MEFUVHA.play(start, Move("b3", ("d3", "d2"))) == MEFUVHA.play(start, "b3xd2xd3")


def test_a_begun_turn_is_finished_without_a_start_hole() -> None:
    # after b3: two seeds sown to b2 and b1, c1 and d1 taken
    begun = MEFUVHA.parse("0,2*7/0,2*5,1,0/1,2,0,2*5/2*8 S captured=4-0 free=2")
    turn = MEFUVHA.play(begun, "xd3xd2")
    assert str(turn.move) == "xd2xd3"
    assert turn.position == MEFUVHA.play(MEFUVHA.start(), "b3xd2xd3").position
    with pytest.raises(IllegalMove) as caught:
        MEFUVHA.play(begun, "b3xd2xd3")
    assert caught.value.clause == "mefuvha.free-captures"


def test_no_start_hole_at_the_beginning_of_a_turn() -> None:
    with pytest.raises(IllegalMove, match="xd2xd3") as caught:
        MEFUVHA.play(MEFUVHA.start(), "xd2xd3")
    assert caught.value.clause == "mefuvha.own-side"


@pytest.mark.parametrize(
    ("rules", "text", "clause", "named"),
    [
        (MEFUVHA, "b3", "mefuvha.free-captures", "2 more"),
        (MEFUVHA, "b3xd2", "mefuvha.free-captures", "1 more"),
        (MEFUVHA, "b3xd2xd3xd4", "mefuvha.free-captures", "3"),
        (MEFUVHA, "b3xd2xa1", "mefuvha.free-captures", "a1"),
        (MEFUVHA, "b3xd2xd1", "mefuvha.free-captures", "d1"),  # taken with its column a moment ago
        (MEFUVHA, "b3xd2xc8", "mefuvha.free-captures", "c8"),  # empty from the start
        (MEFUVHA, "a1xd2", "mefuvha.free-captures", "d2"),  # a1 captures nothing
        (NAKABILI, "b3xd2", "nakabili.first-capture", "2 more"),
        (NAKABILI, "b3xd2xd3", "nakabili.(first-capture|free-captures)", "1 more"),
        (SONGO, "a1xb1", "songo-ewondo.capture", "b1"),
    ],
)
def test_wrong_free_captures(rules: Game, text: str, clause: str, named: str) -> None:
    with pytest.raises(IllegalMove, match=rf"\b{named}\b") as caught:
        rules.play(rules.start(), text)
    assert re.fullmatch(clause, caught.value.clause)
    assert caught.value.clause in str(caught.value)
