"""The engine against `naive`, an independent second one, over thousands of random turns of each game."""

from __future__ import annotations

import random

import naive
import pytest

from mancala_ref import Game, Position, game

BOARDS = [
    ("mefuvha", 6, 3000),
    ("mefuvha", 8, 3000),
    ("mefuvha", 16, 1000),
    ("mefuvha", 28, 300),
    ("ntchuva", 4, 5000),
    ("ntchuva", 8, 3000),
    ("ntchuva", 16, 500),
    ("ntchuva", 32, 200),
    ("nakabili", 8, 3000),
    ("songo-ewondo", 7, 10000),
]
MOST_TURNS = 400  # a game without repetition may go on for ever


def compare(rules: Game, text: str, draw: random.Random) -> str | None:
    """Let both engines list the turns of a position and play one; return the position after it."""
    position = rules.parse(text)
    outcome = rules.outcome(position)
    assert (outcome and (outcome.winner, outcome.clause)) == naive.outcome(rules.id, text), text
    turns = sorted(str(move) for move in rules.legal(position))
    assert turns == naive.turns(rules.id, text), text
    assert len(rules.legal(position)) == len(turns)
    if not turns:
        return None
    chosen = draw.choice(turns)
    after = rules.play(position, chosen).position.text
    assert after == naive.play(rules.id, text, chosen), (text, chosen)
    return after


@pytest.mark.parametrize(("name", "columns", "count"), BOARDS, ids=str)
def test_random_games(name: str, columns: int, count: int) -> None:
    draw = random.Random(f"{name} {columns}")
    rules = game(name, columns)
    played = finished = 0
    while played < count:
        text: str | None = rules.start().text
        assert text == naive.start(name, columns)
        for _ in range(MOST_TURNS):
            if text is None:
                finished += 1
                break
            text = compare(rules, text, draw)
            played += 1
    assert finished or columns > 16


def scattered(draw: random.Random, holes: int) -> list[int]:
    """Return the seeds of a late position: most holes empty, many singles, a small heap now and then."""
    full = draw.choice((0, 0.2, 0.5))
    return [draw.choice((1, 1, 1, 1, 2, 2, 3, 5)) if draw.random() < full else 0 for _ in range(holes)]


@pytest.mark.parametrize(("name", "columns"), [("mefuvha", 6), ("ntchuva", 4), ("nakabili", 8), ("songo-ewondo", 7)])
def test_positions_that_games_seldom_reach(name: str, columns: int) -> None:
    draw = random.Random(name)
    rules = game(name, columns)
    ended = set()
    for _ in range(3000):
        ranks = "/".join(",".join(map(str, scattered(draw, columns))) for _ in range(rules.board.ranks))
        taken = f"captured={draw.randrange(2)}-{draw.randrange(2)}"
        text = Position.parse(f"{ranks} {draw.choice('SN')} {taken}").text
        if (outcome := rules.outcome(rules.parse(text))) is not None:
            ended.add(outcome.clause.split(".")[1])
        compare(rules, text, draw)
    assert "end" in ended


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mefuvha", "1*6/1*6/1*6/1*6 S"),  # neither can move
        ("mefuvha", "2,1*5/1*6/1*6/1*6 S"),  # South passes
        ("mefuvha", "1*6/1*6/1*5,2/1*6 N captured=3-4 turn=7"),  # North passes
        ("mefuvha", "0,1*5/1*6/1*6/1*6 S"),  # North has one single that can move
        ("ntchuva", "1,3,0,1/3,1,0,3/0,1,0,1/1,0,1,3 S"),  # all that may be sown never ends
        ("ntchuva", "1,0,1,0/0,1,0*2/1,3,1,0/0,1,0,1 S"),
    ],
)
def test_nothing_to_play(name: str, text: str) -> None:
    rules = game(name, Position.parse(text).board.columns)
    compare(rules, text, random.Random(0))


def test_heaps_of_songo() -> None:
    draw = random.Random(14)
    rules = game("songo-ewondo")
    for _ in range(3000):
        rows = [[draw.choice((0, 1, 2, 3, draw.randrange(45))) for _ in range(7)] for _ in "ab"]
        compare(rules, "/".join(",".join(map(str, row)) for row in rows) + " S", draw)
