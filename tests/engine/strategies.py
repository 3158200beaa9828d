"""What Hypothesis makes positions from: boards that a game may or may not reach, with few seeds in a hole.

Boards of eight columns at most, and few seeds, keep the cycles of never-ending sowings short: the more seeds on a
circuit, the longer they are. With thirty seeds on eight columns some have millions of laps, with twenty thousands.
"""

from __future__ import annotations

from hypothesis import assume
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
MOST_ON_CIRCUIT = 20
MOST_FREE = {"mefuvha": 2, "ntchuva": 1, "nakabili": 3, "songo-ewondo": 0}

SELDOM = [  # what boards with seeds at random hardly ever show
    ("ntchuva", 4, "1,3,0,1/3,1,0,3/0,1,0,1/1,0,1,3 S"),  # all that may be sown never ends
    ("ntchuva", 4, "2,1*3/1*4/1,2,0,1/2,0,1,0 S"),  # one hole of several never ends
    ("mefuvha", 6, "2,1*5/1*6/1*6/1*6 S"),  # South passes
    ("mefuvha", 6, "1*6/1*6/1*6/1*6 N"),  # nobody can move
    ("nakabili", 8, "0*8/0*7,1/0*8/1,0*7 S"),  # a single each
    ("songo-ewondo", 7, "5*7/1,0*6 S"),  # the last seed, in the leftmost house
    ("songo-ewondo", 7, "1,0*6/0,2,0*5 S"),  # to take all is to take nothing
    ("songo-ewondo", 7, "0*7/2,0,9,0,0,8,1 S"),  # North must be given seven
    ("songo-ewondo", 7, "0*7/2,0,1,0,0,3,1 S"),  # North cannot be given three
]

few = st.sampled_from((0, 1, 2, 3, 0, 1, 2, 0, 1))
sparse = st.sampled_from((0, 1, 0, 2, 0, 1, 0, 3, 0, 1))  # for eight columns
late = st.sampled_from((0, 0, 0, 0, 1, 1, 0, 0, 2))
heaps = st.one_of(few, st.integers(0, 45))  # for Songo, in which every sowing ends


@st.composite
def tables(draw: st.DrawFn) -> tuple[Game, Position]:
    """Return a game and a position of its board, with free captures due now and then."""
    found = draw(st.sampled_from(RULES))
    ranks, columns = found.board.ranks, found.board.columns
    usual = heaps if ranks == 2 else few if columns < 8 else sparse
    seeds = draw(st.sampled_from((usual, usual, late)))
    rows = draw(st.lists(st.lists(seeds, min_size=columns, max_size=columns), min_size=ranks, max_size=ranks))
    mover = draw(st.sampled_from("SN"))
    sides = [[n for row in half for n in row] for half in (rows[: ranks // 2], rows[ranks // 2 :])]
    assume(ranks == 2 or max(map(sum, sides)) <= MOST_ON_CIRCUIT)
    prey = sides[0] if mover == "S" else sides[1]
    most_free = min(MOST_FREE[found.id], sum(count > 0 for count in prey))
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


circuits = (
    st.integers(2, 6)
    .flatmap(lambda half: st.lists(st.integers(0, 3), min_size=2 * half, max_size=2 * half))
    .filter(lambda seeds: 0 < sum(seeds) <= MOST_ON_CIRCUIT)
)
"""One player's seeds on a circuit of four to twelve holes; not all are empty."""
