"""The tasks on the games' pages, and what the pages say of first turns: each has the answer that its page gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from mancala_ref import GAMES, Game, Position, game

PAGES = Path(__file__).resolve().parents[2] / "docs/games"


def task(
    name: str, position: str, answer: str, columns: int | None = None, reading: str | None = None
) -> tuple[Game, Position]:
    """Return the game and the position of a task, once it is seen that the page has that position and that answer."""
    page = (PAGES / f"{name}.md").read_text("utf-8")
    assert f":position: {position}\n" in page
    assert f"`{answer}`" in page
    rules = game(name, columns=columns, reading=reading)
    return rules, rules.parse(position)


def taken(rules: Game, position: Position) -> dict[str, int]:
    """Return how many seeds each turn takes, by its move."""
    return {str(m): sum(after.captured) - sum(position.captured) for m, after in rules.turns(position)}


def test_mefuvha_one_start_captures_and_one_pair_of_holes_leaves_no_answer() -> None:
    text = "0,2,1,0,1,0/1,0,1,2,1,0/2,0,0,0,1,0/2,2,0,0,2,1 S captured=12-11 turn=20"
    rules, position = task("mefuvha", text, "b1xc1xc4", columns=6)
    assert len(rules.starts(position)) == 4
    assert {move.partition("x")[0] for move, seeds in taken(rules, position).items() if seeds} == {"b1"}
    quiet = [
        str(move)
        for move, after in rules.turns(position)
        if str(move).startswith("b1") and not any(taken(rules, after).values())
    ]
    assert quiet == ["b1xc1xc4"]
    greedy = rules.play(position, "b1xc4xd2").position
    assert max(taken(rules, greedy), key=lambda move: taken(rules, greedy)[move]).startswith("c5")


def test_ntchuva_one_turn_wins() -> None:
    rules, position = task("ntchuva", "0*3,1/0*2,1,2/2,0*3/2,3,0,2 S captured=12-7 turn=10", "a2xc3", columns=4)
    assert len(rules.starts(position)) == 4
    ends = {str(move): rules.outcome(after) for move, after in rules.turns(position)}
    assert [move for move, over in ends.items() if over] == ["a2xc3"]
    assert {move.partition("x")[0] for move, seeds in taken(rules, position).items() if seeds} == {"a2", "a4", "b1"}


def test_nakabili_the_head_must_move() -> None:
    text = "2,3,0*6/0*3,1*2,0,2,0/0*6,1,0/0*5,2,0,1 S captured=20-25 turn=20"
    rules, position = task("nakabili", text, "a6xd2")
    assert rules.starts(position) == ["a6"]
    turn = rules.play(position, "a6xd2")
    assert next((event.hole, event.seeds) for event in turn.events if event.type.startswith("capture")) == ("c5", 1)
    assert taken(rules, position)["a6xd2"] == max(taken(rules, position).values()) == 4


def test_nakabili_the_single_that_can_meet_a_seed_must_move() -> None:
    rules, position = task("nakabili", "0*4,1,0,2,0/0,1,0,1,0,1,0*2/0*5,1,0,1/0*7,1 S captured=23-26 turn=20", "a8")
    assert rules.starts(position) == ["a8"]
    assert set(taken(rules, position)) == {"a8xd5", "a8xd7", "a8xc2", "a8xc6"}
    assert rules.play(position, "a8xd7").position.seeds("c4") == 0


@pytest.mark.parametrize("reading", [reading.id for reading in GAMES["songo-ewondo"].readings])
def test_songo_one_move_takes_eleven_seeds(reading: str) -> None:
    text = "0,8*2,0,3*2,2/9,0,10,1,11,2,10 S captured=3-0 turn=10"
    rules, position = task("songo-ewondo", text, "a5", reading=reading)
    assert {move: seeds for move, seeds in taken(rules, position).items() if seeds} == {"a5": 11}


@pytest.mark.parametrize("reading", [reading.id for reading in GAMES["songo-ewondo"].readings])
def test_songo_one_move_defends(reading: str) -> None:
    text = "4,11,0,11,1,0,8/2,3*2,1,0,13,9 S captured=0-4 turn=16"
    rules, position = task("songo-ewondo", text, "a3", reading=reading)
    costs = {str(move): max(taken(rules, after).values()) for move, after in rules.turns(position)}
    assert {move for move, seeds in costs.items() if seeds == 0} == {"a3"} | ({"a1"} if reading == "gabon" else set())
    assert set(costs.values()) == {0, 4}


@pytest.mark.parametrize(
    ("name", "columns", "starts", "capturing"),
    [
        ("nakabili", 8, 14, 9),
        ("mefuvha", 16, 30, 19),
        ("mefuvha", 28, 54, 35),
        *(("ntchuva", columns, 2 * columns, columns) for columns in (4, 8, 16, 32)),
        ("songo-ewondo", 7, 7, 0),
    ],
)
def test_first_turns_are_as_the_pages_count_them(name: str, columns: int, starts: int, capturing: int) -> None:
    rules = game(name, columns=columns)
    begun = rules.begun(rules.start())
    assert len(begun) == starts
    assert sum(any(after.captured) for _, after in begun) == capturing


@pytest.mark.parametrize("columns", range(6, 29, 2))
def test_mefuvha_every_third_inner_hole_captures_the_same_four_seeds(columns: int) -> None:
    rules = game("mefuvha", columns=columns)
    for hole in range(3, columns + 1, 3):
        after = dict(rules.begun(rules.start()))[rules.board.holes["S"].index(f"b{hole}")]
        assert (after.captured, after.seeds("c1"), after.seeds("d1")) == ((4, 0), 0, 0)


def test_songo_nobody_captures_before_the_fourth_turn() -> None:
    rules = game("songo-ewondo")
    lines = [rules.start()]
    for number in range(1, 5):
        lines = [after for position in lines for _, after in rules.turns(position)]
        if number < 4:
            assert not any(sum(position.captured) for position in lines)
    assert (len(lines), sum(any(p.captured) for p in lines), max(sum(p.captured) for p in lines)) == (1964, 159, 3)
