"""What Hypothesis makes positions from: boards that a game may or may not reach, with few seeds in a hole.

Small heaps, and boards of eight columns at most, keep the cycles of never-ending sowings short.
"""

from __future__ import annotations

from hypothesis import strategies as st

from mancala_ref import Game, Position, board, game

RULES = [
    game("mefuvha", 6),
    game("mefuvha", 8),
    game("ntchuva", 4),
    game("ntchuva", 8),
    game("nakabili", 8),
    game("songo-ewondo", 7),
]
MOST_FREE = {"mefuvha": 2, "ntchuva": 1, "nakabili": 3, "songo-ewondo": 0}

few = st.sampled_from((0, 1, 2, 3, 0, 1, 2, 0, 1, 6))
late = st.sampled_from((0, 0, 0, 0, 1, 1, 0, 0, 2))
heaps = st.one_of(few, st.integers(0, 45))  # for Songo, whose sowings always end


@st.composite
def tables(draw: st.DrawFn, rules: st.SearchStrategy[Game] | None = None) -> tuple[Game, Position]:
    """Return a game and a position of its board, with free captures due now and then."""
    found = draw(st.sampled_from(RULES) if rules is None else rules)
    ranks, columns = found.board.ranks, found.board.columns
    seeds = draw(st.sampled_from((few, late, few if ranks == 4 else heaps)))
    rows = draw(st.lists(st.lists(seeds, min_size=columns, max_size=columns), min_size=ranks, max_size=ranks))
    mover = draw(st.sampled_from("SN"))
    prey = rows[: ranks // 2] if mover == "S" else rows[ranks // 2 :]
    most_free = min(MOST_FREE[found.id], sum(count > 0 for row in prey for count in row))
    text = "{} {} captured={}-{} free={} turn={}".format(
        "/".join(",".join(map(str, row)) for row in rows),
        mover,
        draw(st.sampled_from((0, 0, 1, 17))),
        draw(st.sampled_from((0, 0, 1, 17))),
        draw(st.integers(0, most_free)) if draw(st.booleans()) else 0,
        draw(st.integers(0, 99)),
    )
    return found, found.parse(text)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Return a position of any board of two or four ranks, whatever is played on it."""
    ranks, columns = draw(st.sampled_from((2, 4))), draw(st.integers(1, 12))
    counts = st.lists(draw(st.sampled_from((few, st.integers(0, 9999)))), min_size=columns, max_size=columns)
    rows = tuple(tuple(draw(counts)) for _ in range(ranks))
    found = board(4 if ranks == 4 else 2, columns)
    south, north = found.sides(rows)
    number = st.one_of(st.just(0), st.integers(0, 999_999))
    return Position(found, draw(st.sampled_from(("S", "N"))), south, north, *(draw(number) for _ in range(4)))


circuits = st.integers(2, 6).flatmap(lambda half: st.lists(st.integers(0, 3), min_size=2 * half, max_size=2 * half))
"""One player's seeds on a circuit of four to twelve holes."""
