"""What holds in every game under every reading, in whole games from the opening."""

from __future__ import annotations

import random

import naive
import pytest
from played import CLAUSES, turned, turned_hole, turned_move, turned_outcome

from mancala_ref import IllegalMove, Match, game

READINGS = [
    pytest.param(name, reading, size, id=f"{name} {reading} {size}")
    for (name, reading), sizes in naive.SIZES.items()
    for size in sizes
    if size <= 8
]


@pytest.mark.parametrize(("name", "reading", "columns"), READINGS)
def test_every_event_refusal_and_outcome_names_a_clause(name: str, reading: str, columns: int) -> None:
    draw = random.Random(f"{name} {reading} {columns}")
    rules = game(name, columns, reading)
    ended = 0
    for _ in range(5):
        match = Match(rules)
        while not match.outcome and len(match.turns) < 300:
            starts = rules.starts(match.position)
            for start in (*rules.board.holes["S"], *rules.board.holes["N"], "-"):
                if start not in starts and start not in rules.legal(match.position):
                    with pytest.raises(IllegalMove) as caught:
                        rules.play(match.position, start)
                    assert caught.value.clause in CLAUSES
                    assert caught.value.clause.startswith(f"{name}.")
                    assert str(caught.value).endswith(f"({caught.value.clause})")
            turn = match.play(draw.choice(list(rules.legal(match.position))))
            assert turn.events
            for event in turn.events:
                assert event.clause in CLAUSES
                assert event.clause.startswith(f"{name}.")
        if match.outcome:
            ended += 1
            assert match.outcome.clause in CLAUSES
            assert match.outcome.clause.startswith(f"{name}.")
    assert ended


@pytest.mark.parametrize(("name", "reading", "columns"), READINGS)
def test_the_players_may_change_sides(name: str, reading: str, columns: int) -> None:
    """What South does in a game, North would do on the board turned round, with the same steps and the same end."""
    draw = random.Random(f"{columns} {reading} {name}")
    rules = game(name, columns, reading)
    position = rules.start()
    for _ in range(200):
        other = turned(position)
        assert rules.outcome(other) == turned_outcome(rules.outcome(position))
        assert {turned_hole(rules.board, hole) for hole in rules.starts(position)} == set(rules.starts(other))
        assert len(rules.legal(other)) == len(rules.legal(position))
        if rules.outcome(position):
            break
        turn = rules.play(position, draw.choice(list(rules.legal(position))))
        there = rules.play(other, turned_move(rules.board, str(turn.move)))
        assert there.position == turned(turn.position)
        assert [(event.type, event.clause) for event in there.events] == [(e.type, e.clause) for e in turn.events]
        position = turn.position
