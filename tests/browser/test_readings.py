"""Boards under readings and options in Chromium, and the boards of a disagreement, by keyboard and by touch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browser.live import TOO_WIDE, Board, Visit, go_to, set_position, set_rules, the_board
from browser.shown import clicks, expected
from playwright.sync_api import expect

from mancala_ref import game
from mancala_ref.games import game_at
from mancala_ref.messages import text

SONGO = "games/songo-ewondo.html"
START = "1,0,5,0*3,4/0,2,0*5 S"  # a2 ends in b1, North's house 1, and makes it two


@pytest.mark.parametrize(
    ("reading", "after"),
    [
        ("mancala-world", "0*2,5,0*3,4/1,0*6 N captured=2-0 turn=1"),
        ("cameroon", "2,0,5,0*3,4/1,0*6 N turn=1"),
    ],
)
def test_a_board_plays_by_its_reading(visit: Visit, reading: str, after: str) -> None:
    page = visit(SONGO)
    set_position(page, START)
    set_rules(page, reading, {})
    rules, start = game_at("songo-ewondo", START, None, reading)
    board = the_board(page)
    board.play()
    assert board.shown() == expected(rules, start)
    [click] = clicks(rules, rules.play(start, "a2"))
    board.choose("a2")
    assert board.shown() == expected(rules, click.position, click.said, turns=["a2"])
    assert board.shown().position == after
    assert board.shown().rules == f"Rules: {reading}"


def test_free_captures_are_left_by_a_button(visit: Visit) -> None:
    page = visit("games/mefuvha.html")
    set_rules(page, "mancala-world", {"free_duty": "optional"})
    rules = game("mefuvha", columns=8, free_duty="optional")
    board = the_board(page)
    board.play()
    turn = rules.play(rules.start(), "b3xd2")
    for hole, position, said in clicks(rules, turn):
        board.choose(hole)
        assert board.shown() == expected(rules, position, said, turns=[] if position.free else ["b3xd2"], undo=True)
    assert board.shown().position == turn.position.text
    assert page.evaluate("document.activeElement.closest('svg') !== null")  # the button has gone, the focus stays
    board.undo()
    assert board.shown().note == text("board.undone-leave")
    assert board.shown().passing == text("label.leave")


@pytest.fixture(scope="module")
def disagreement(site: Path) -> dict[str, Any]:
    """What the page of Songo shows of the first house."""
    found = json.loads((site / "data/disagreements.json").read_text("utf-8"))["disagreements"]
    [shown] = (each for each in found if (each["game"], each["option"]) == ("songo-ewondo", "first_house"))
    assert len(shown["sides"]) > 1
    return dict(shown)


@pytest.mark.parametrize("by", ["keyboard", "touch"])
def test_each_side_of_a_disagreement_is_played_from_the_position(
    visit: Visit, disagreement: dict[str, Any], by: str
) -> None:
    """What comes out is what the picture showed."""
    touch = {"has_touch": True, "is_mobile": True} if by == "touch" else {}
    page = visit(SONGO, viewport={"width": 390, "height": 800}, **touch)
    boxes = page.locator("#disagreement-first_house .mancala")
    expect(boxes).to_have_count(len(disagreement["sides"]))
    for number, side in enumerate(disagreement["sides"]):
        rules, start = game_at("songo-ewondo", disagreement["position"], None, side["reading"], side["options"])
        [move] = side["moves"]
        turn = rules.play(start, move)
        board = Board(boxes.nth(number))
        button = board.box.locator(".mancala-play")
        expect(button).to_have_text(text("page.play-under", rules=side["reading"]))
        pictured = "(holes) => holes.map((hole) => [hole.dataset.hole, Number(hole.dataset.seeds)])"
        before = dict(board.box.locator("svg [data-hole]").evaluate_all(pictured))
        assert before == {hole: turn.position.seeds(hole) for hole in before}
        if by == "touch":
            button.tap()
        else:
            button.focus()
            page.keyboard.press("Enter")
        board.is_ready()
        assert board.shown() == expected(rules, start)
        [click] = clicks(rules, turn)
        if by == "touch":
            board.hole(click.hole).tap()  # to look at it
        with board.answering():
            if by == "touch":
                board.hole(click.hole).tap()
            else:
                go_to(page, click.hole)
                page.keyboard.press("Enter")
        assert board.shown() == expected(rules, turn.position, click.said, turns=[turn.move])
        assert board.shown().position == side.get("after", turn.position.text)
        assert board.shown().over == ("outcome" in side)
        assert page.evaluate(TOO_WIDE) == []
