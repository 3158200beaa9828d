"""What the tests of the rules share: the published clauses, a turn played from a text, the board turned round."""

from __future__ import annotations

from pathlib import Path

import pytest

from mancala_ref import Board, Game, IllegalMove, Move, Outcome, Position, Turn
from mancala_ref.board import Side

PUBLISHED = Path(__file__).parents[1] / "docs" / "published-clauses.txt"
CLAUSES = frozenset(line.split()[0] for line in PUBLISHED.read_text("utf-8").splitlines() if line and line[0] != "#")
"""The ids of all clauses that were ever published; code may name no other."""


def play(rules: Game, position: str, move: str) -> Turn:
    return rules.play(rules.parse(position), move)


def steps(turn: Turn) -> list[tuple[str, str | None, int, str]]:
    """Return a turn's events as (type, hole, seeds, slug of the clause)."""
    return [(e.type, e.hole, e.seeds, e.clause.split(".")[1]) for e in turn.events]


def refused(rules: Game, position: str, move: str) -> tuple[str, str]:
    """Return the slug of the clause that forbids a move, and the sentence that says so."""
    with pytest.raises(IllegalMove) as caught:
        play(rules, position, move)
    name, slug = caught.value.clause.split(".")
    assert name == rules.id
    return slug, str(caught.value)


# ---- the board turned round

OTHER: dict[Side, Side] = {"S": "N", "N": "S"}


def turned_hole(board: Board, hole: str) -> str:
    letters = "abcd"[: board.ranks]
    return f"{letters[::-1][letters.index(hole[0])]}{board.columns + 1 - int(hole[1:])}"


def turned(position: Position) -> Position:
    """Return the position as the other player would see it, had he the mover's part."""
    rows = "/".join(",".join(map(str, row[::-1])) for row in position.rows[::-1])
    south, north = position.captured
    fields = f"captured={north}-{south} free={position.free} turn={position.turn}"
    return Position.parse(f"{rows} {OTHER[position.mover]} {fields}")


def turned_move(board: Board, move: str) -> str:
    if move == "-":
        return move
    start, *free = move.split("x")
    text = "x".join([start and turned_hole(board, start), *(turned_hole(board, hole) for hole in free)])
    return str(Move.parse(text, board))


def turned_outcome(outcome: Outcome | None) -> Outcome | None:
    if outcome is None:
        return None
    south, north = outcome.score
    return outcome._replace(winner=outcome.winner and OTHER[outcome.winner], score=(north, south))
