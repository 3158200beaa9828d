"""What Hypothesis makes positions from: boards that a game may or may not reach, with few seeds in a hole.

Boards of eight columns at most, and few seeds, keep the cycles of never-ending sowings short: the more seeds on a
circuit, the longer they are. With thirty seeds on eight columns some have millions of laps, with twenty thousands.
"""

from __future__ import annotations

from hypothesis import assume, reject
from hypothesis import strategies as st

from mancala_ref import GAMES, Game, OptionError, Position, board, game
from mancala_ref.games import game_at

MOST_COLUMNS = 8
MOST_ON_CIRCUIT = 20

SELDOM = [  # what boards with seeds at random hardly ever show
    game_at(id, text, None, reading, options)
    for id, reading, options, text in (
        ("ntchuva", None, {}, "1,3,0,1/3,1,0,3/0,1,0,1/1,0,1,3 S"),  # all that may be sown never ends
        ("ntchuva", None, {}, "2,1*3/1*4/1,2,0,1/2,0,1,0 S"),  # one hole of several never ends
        ("ntchuva", "unilurio", {}, "2,1*5/1*6/1*6/1*6 S"),  # South passes
        ("mefuvha", None, {}, "2,1*5/1*6/1*6/1*6 S"),  # South passes
        ("mefuvha", None, {}, "1*6/1*6/1*6/1*6 N"),  # nobody can move
        ("mefuvha", None, {"no_move": "lose"}, "2,1*5/1*6/1*6/1*6 S"),  # South has lost
        ("mefuvha", None, {"free_duty": "optional"}, "1*6/1*6/1,0*5/0*6 S free=2"),  # South may take two, one or none
        ("mefuvha", "stayt-1931", {}, "2*6/2*4,1,0/0,1,2*4/2*6 N turn=1"),  # North's first move is prescribed
        ("mefuvha", "stayt-1931", {}, "2*6/2*4,1,0/0,1,1,2*3/2*6 S"),  # South's cannot be made
        ("nakabili", None, {}, "0*8/0*7,1/0*8/1,0*7 S"),  # a single each
        ("nakabili", None, {}, "1*5,0*3/0,3,0*6/0*4,3,0*3/0*8 S"),  # a first capture
        ("nakabili", None, {"first_capture_bonus": "replace"}, "1*5,0*3/0,3,0*6/0*4,3,0*3/0*8 S"),
        ("songo-ewondo", None, {}, "5*7/1,0*6 S"),  # the last seed, in the leftmost house
        ("songo-ewondo", None, {}, "1,0*6/0,2,0*5 S"),  # to take all is to take nothing
        ("songo-ewondo", None, {}, "0*7/2,0,9,0,0,8,1 S"),  # North must be given seven
        ("songo-ewondo", None, {}, "0*7/2,0,1,0,0,3,1 S"),  # North cannot be given three
        ("songo-ewondo", "cameroon", {}, "0*7/2,0,1,0,0,1,0 S"),  # North cannot be given any
        ("songo-ewondo", "cameroon", {}, "3,2,1,0*3,9/0*2,5,0*3,1 S captured=39-10"),  # a capture wins
        ("songo-ewondo", "cameroon", {}, "1,0*6/0*6,1 S turn=90"),  # few are left
        ("songo-ewondo", "gabon", {}, "1*7/7,0*5,1 S"),  # to take all seven is to take nothing
        ("songo-ewondo", "gabon", {}, "1,5*6/0,2,0*5 S"),  # house 1 is not captured alone
    )
]

few = st.sampled_from((0, 1, 2, 3, 0, 1, 2, 0, 1))
sparse = st.sampled_from((0, 1, 0, 2, 0, 1, 0, 3, 0, 1))  # for eight columns
late = st.sampled_from((0, 0, 0, 0, 1, 1, 0, 0, 2))
heaps = st.one_of(few, st.integers(0, 45))  # for Songo, in which every sowing ends


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Return a game under one of its readings, half the time with another value of one option."""
    found = draw(st.sampled_from(list(GAMES.values())))
    reading = draw(st.sampled_from(found.readings))
    columns = draw(st.sampled_from([size for size in reading.sizes or found.sizes if size <= MOST_COLUMNS]))
    changed: dict[str, str | int] = {}
    if draw(st.booleans()):
        option = draw(st.sampled_from([option for option in found.options if len(option.values) > 1]))
        changed[option.name] = draw(st.sampled_from(list(option.values)))
    try:
        return game(found.id, columns, reading.id, **changed)
    except OptionError:  # it makes no sense in this reading
        reject()


@st.composite
def tables(draw: st.DrawFn) -> tuple[Game, Position]:
    """Return a game and a position of its board, with free captures due now and then."""
    found = draw(games())
    ranks, columns = found.board.ranks, found.board.columns
    usual = heaps if ranks == 2 else few if columns < 8 else sparse
    seeds = draw(st.sampled_from((usual, usual, late)))
    rows = draw(st.lists(st.lists(seeds, min_size=columns, max_size=columns), min_size=ranks, max_size=ranks))
    mover = draw(st.sampled_from("SN"))
    sides = [[n for row in half for n in row] for half in (rows[: ranks // 2], rows[ranks // 2 :])]
    assume(ranks == 2 or max(map(sum, sides)) <= MOST_ON_CIRCUIT)
    prey = sides[0] if mover == "S" else sides[1]
    most_free = min(found.most_free(), sum(count > 0 for count in prey))
    text = "{} {} captured={}-{} free={} turn={}".format(
        "/".join(",".join(map(str, row)) for row in rows),
        mover,
        draw(st.sampled_from((0, 0, 1, 17, 35, 39))),
        draw(st.sampled_from((0, 0, 1, 17, 35, 39))),
        draw(st.integers(0, most_free)) if draw(st.booleans()) else 0,
        draw(st.sampled_from((0, 1, 2, 99))),
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
