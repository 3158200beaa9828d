"""Each rule by positions whose result comes from a source, or was worked out by hand from the clause named.

`T1`, `T2`, ... are published examples; the sources are named beside them.
"""

from __future__ import annotations

import pytest

from mancala_ref import Game, IllegalMove, Match, Outcome, Position, Turn, game, perft
from mancala_ref.sowing import NEVER_ENDS, relay


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


# ---- openings


@pytest.mark.parametrize(
    ("name", "columns", "starts", "turns"),
    [
        ("mefuvha", 8, 14, 707),
        ("mefuvha", 16, 30, 7725),
        ("ntchuva", 8, 16, 120),
        ("nakabili", 8, 14, 2579),
        ("songo-ewondo", 7, 7, 7),
    ],
)
def test_first_turns(name: str, columns: int, starts: int, turns: int) -> None:
    rules = game(name, columns)
    assert len(rules.starts(rules.start())) == starts
    assert perft(rules, rules.start(), 1) == turns
    assert sum(1 for _ in rules.turns(rules.start())) == turns


@pytest.mark.parametrize(
    ("columns", "seeds"),
    list(zip(range(6, 29, 2), (42, 58, 74, 90, 106, 122, 138, 154, 170, 186, 202, 218), strict=True)),
)
def test_mefuvha_opening_on_every_size(columns: int, seeds: int) -> None:
    """Totals of the published set-up (Stayt 1931, by way of Ludii) on every size of board."""
    rules = game("mefuvha", columns)
    start = rules.start()
    assert sum(start.south) + sum(start.north) == seeds
    assert start.text == f"2*{columns}/2*{columns - 2},1,0/0,1,2*{columns - 2}/2*{columns} S"


def test_other_openings() -> None:
    assert game("ntchuva", 4).start().text == "2*4/2*4/2*4/2*4 S"
    assert game("nakabili").start().text == "2*8/2*6,1,0/0,1,2*6/2*8 S"  # 58 seeds, 29 a player
    assert game("songo-ewondo").start().text == "5*7/5*7 S"  # 70 seeds


@pytest.mark.parametrize(
    ("name", "columns", "move", "after"),
    [
        ("mefuvha", 8, "b3xd2xd3", "0*3,2*5/0,2*5,1,0/1,2,0,2*5/2*8 N captured=8-0 turn=1"),
        (
            "ntchuva",
            8,
            "a8xd1",
            "0,2*2,0,2*4/2*3,0,2*4/0,3*2,1,4*2,1,0/3*2,0,3*2,0,3,1 N captured=6-0 turn=1",
        ),
        ("nakabili", 8, "b3xd2xd3xd4", "0*4,2*4/0,2*5,1,0/1,2,0,2*5/2*8 N captured=10-0 turn=1"),
    ],
)
def test_first_captures(name: str, columns: int, move: str, after: str) -> None:
    rules = game(name, columns)
    assert rules.play(rules.start(), move).position.text == after


# ---- sowing


def test_t1_emptied_hole_is_not_skipped() -> None:
    """Sanderson 1913, p. 732 (Njombwa): 29 from the leftmost outer hole of 16 end in the sixth from the right."""
    laps: list[tuple[int, int, int]] = []
    relay((29, *[0] * 15), 0, laps)
    assert laps[0] == (0, 29, 13)  # b3: the sixth inner hole from the right on eight columns
    turn = play(game("mefuvha", 8), "1,0*7/0*8/0*8/29,0*7 S", "a1")
    assert (turn.events[0].hole, turn.events[0].to) == ("a1", "b3")


def test_t2_relay_and_capture_without_free_holes() -> None:
    """The test of NtxuvaMultiAgent: 4 x 6 with two in every hole, no further hole; North plays c1."""
    turn = play(game("mefuvha", 6, free_captures=0), "2*6/2*6/2*6/2*6 N", "c1")
    assert turn.position.rows == ((0, 3, 3, 0, 3, 3), (1, 4, 1, 3, 3, 0), (2, 2, 0, 2, 2, 2), (2, 2, 0, 2, 2, 2))
    assert turn.position.captured == (0, 4)


@pytest.mark.parametrize("columns", range(6, 29, 2))
def test_t3_third_hole_of_the_inner_rank(columns: int) -> None:
    """Stayt 1931 by way of Ludii: two seeds from b3 reach b1, empty, and take two and two on every size."""
    rules = game("mefuvha", columns)
    turn = rules.play(rules.start(), "b3xd2xd3")
    assert steps(turn) == [
        ("sow", "b3", 2, "sow"),
        ("stop", "b1", 1, "stop"),
        ("capture", "c1", 2, "capture"),
        ("capture", "d1", 2, "capture-outer"),
        ("free-capture", "d2", 2, "free-captures"),
        ("free-capture", "d3", 2, "free-captures"),
    ]
    assert turn.position.rows[2][:4] == (1, 2, 0, 2)
    assert turn.position.rows[3] == (2,) * columns


@pytest.mark.parametrize(
    ("columns", "laps", "seeds"), [(4, 3, 8), (6, 5, 14), (8, 7, 21), (12, 9, 26), (16, 11, 32), (32, 23, 69)]
)
def test_t9_relays_from_two_in_every_hole(columns: int, laps: int, seeds: int) -> None:
    """With two in every hole all first moves are of one length, by an independent count."""
    for start in range(2 * columns):
        found: list[tuple[int, int, int]] = []
        relay((2,) * (2 * columns), start, found)
        assert (len(found), sum(lifted for _, lifted, _ in found)) == (laps, seeds)


@pytest.mark.parametrize(
    ("columns", "legal", "captures", "laps", "seeds"),
    [(8, 14, 9, 7, 21), (16, 30, 19, 12, 34), (20, 38, 25, 15, 45), (28, 54, 35, 20, 58)],
)
def test_t9_first_moves_of_mefuvha(columns: int, legal: int, captures: int, laps: int, seeds: int) -> None:
    """First moves, those that capture and the longest, by an independent count."""
    rules = game("mefuvha", columns)
    first = {move.start: str(move) for move in rules.legal(rules.start())}
    turns = [rules.play(rules.start(), move) for move in first.values()]
    lapses = [[e.seeds for e in t.events if e.type in ("sow", "relay")] for t in turns]
    assert len(turns) == legal
    assert sum(any(e.type == "capture" for e in t.events) for t in turns) == captures
    assert max((len(one), sum(one)) for one in lapses) == (laps, seeds)


@pytest.mark.parametrize(
    ("circuit", "laps", "seeds"),
    [((2, 0, 1, 0, 1, 0, 2, 1), 32, 72), ((2, 0, 2, 1), 8, 20), ((2, 0, 1, 0, 2, 1), 18, 42)],
)
def test_t8_sowings_that_never_end(circuit: tuple[int, ...], laps: int, seeds: int) -> None:
    """Cycles and their lengths, by an independent count that remembers every board and hole."""
    found: list[tuple[int, int, int]] = []
    after, last = relay(circuit, 0, found)
    assert (last, tuple(after)) == (NEVER_ENDS, circuit)
    assert (len(found), sum(lifted for _, lifted, _ in found)) == (laps, seeds)


def test_a_long_relay_that_ends_is_played_to_its_end() -> None:
    """Finite relays of hundreds of laps exist, so no cap may cut one; the other count drops seed after seed."""
    circuit, start = (0, 1, 3, 0, 3, 2, 1, 4, 5, 2, 3, 4, 1, 2, 4, 2), 13
    found: list[tuple[int, int, int]] = []
    after, last = relay(circuit, start, found)
    seeds, hole, laps = list(circuit), start, 0
    while True:
        hand, seeds[hole], laps = seeds[hole], 0, laps + 1
        while hand:
            hole, hand = (hole + 1) % 16, hand - 1
            seeds[hole] += 1
        if seeds[hole] == 1:
            break
    assert (len(found), after, last) == (laps, seeds, hole)
    assert laps > 900


def test_laps_longer_than_the_circuit() -> None:
    # twice round, two seeds to each, the last at home among seeds; then by hand
    laps: list[tuple[int, int, int]] = []
    assert relay((0, 8, 0, 0), 1, laps) == ([4, 2, 1, 1], 2)
    assert laps == [(1, 8, 1), (1, 2, 3), (3, 3, 2), (2, 4, 2)]


# ---- mefuvha

MEFUVHA = game("mefuvha", 6)


def test_start_holes_hold_two_or_more() -> None:
    position = "0*6/0,2,0*4/0*6/2,1,0,3,0*2 S"
    assert MEFUVHA.starts(MEFUVHA.parse(position)) == ["a1", "a4"]
    slug, said = refused(MEFUVHA, position, "a2")
    assert slug == "singles"
    assert said.startswith("a2 holds one seed: a single may move only when no hole holds more, and a1 holds 2")
    assert refused(MEFUVHA, position, "a3")[0] == "start"
    assert refused(MEFUVHA, position, "c2")[0] == "own-side"
    assert refused(MEFUVHA, position, "-")[0] == "pass"


def test_relay_lifts_the_last_seed_too() -> None:
    turn = play(MEFUVHA, "0*6/0,2,0*4/0*6/2,1,1,0*3 S", "a1")
    # a1: a2=2, a3=2; a3 lifted: a4=1, a5=1, which was empty
    assert turn.position.rows[3] == (0, 2, 0, 1, 1, 0)
    assert steps(turn) == [("sow", "a1", 2, "sow"), ("relay", "a3", 2, "relay"), ("stop", "a5", 1, "stop")]


def test_outer_rank_never_captures() -> None:
    turn = play(MEFUVHA, "2*6/2*6/0*6/2,0*5 S", "a1")
    assert turn.position.text == "2*6/2*6/0*6/0,1*2,0*3 N turn=1"


def test_capture_needs_an_occupied_inner_hole() -> None:
    # b4's two seeds fall into b3 and b2; c2, opposite, is empty: d2 is safe
    turn = play(MEFUVHA, "0,5,0*4/0*6/0*3,2,0*2/0*6 S", "b4")
    assert turn.position.text == "0,5,0*4/0*6/0,1*2,0*3/0*6 N turn=1"


def test_capture_with_an_empty_outer_hole() -> None:
    turn = play(MEFUVHA, "0*2,1,1,0,1/0,3,0*4/0*3,2,0*2/0*6 S", "b4xd3xd4")
    assert turn.position.text == "0*5,1/0*6/0,1*2,0*3/0*6 N captured=5-0 turn=1"
    assert steps(turn)[2:] == [
        ("capture", "c2", 3, "capture"),
        ("free-capture", "d3", 1, "free-captures"),
        ("free-capture", "d4", 1, "free-captures"),
    ]


def test_free_captures_are_all_that_is_left() -> None:
    turn = play(MEFUVHA, "0,1,0,4,0*2/0,3,0*4/0*3,2,0*2/0*6 S", "b4xd4")
    assert turn.position.text == "0*6/0*6/0,1*2,0*3/0*6 N captured=8-0 turn=1"
    assert turn.outcome == Outcome("S", "mefuvha.end", (8, 0))


def test_the_column_is_gone_before_free_captures() -> None:
    slug, said = refused(MEFUVHA, "0,1,0,4,0,1/0,3,0*4/0*3,2,0*2/0*6 S", "b4xd2xd4")
    assert slug == "free-captures"
    assert "d2 is empty" in said


def test_north_captures_as_south_does() -> None:
    # the position of the test above, seen from the other side of the board: column c is column 7 - c
    turn = play(MEFUVHA, "0*6/0*2,2,0*3/0*4,3,0/1,0,1,1,0*2 N", "c3xa3xa4")
    assert turn.position.text == "0*6/0*3,1*2,0/0*6/1,0*5 S captured=0-5 turn=1"


def test_singles_move_only_into_empty_holes() -> None:
    position = "0*6/0*6/2,0*5/0*6 N"
    assert MEFUVHA.outcome(MEFUVHA.parse(position)) == Outcome("S", "mefuvha.end", (0, 0))
    position = "0*5,1/0*6/0*6/1,1,0,1,0*2 S"
    assert MEFUVHA.starts(MEFUVHA.parse(position)) == ["a2", "a4"]
    slug, said = refused(MEFUVHA, position, "a1")
    assert slug == "singles"
    assert "a2, is not empty" in said
    turn = play(MEFUVHA, position, "a4")
    assert steps(turn) == [("sow", "a4", 1, "singles"), ("stop", "a5", 1, "stop")]


def test_a_single_captures_like_any_other_seed() -> None:
    turn = play(MEFUVHA, "0,2,0*3,1/0,1,0*4/0,0,1,0*3/0*6 S", "b3xd6")
    assert turn.position.captured == (4, 0)
    assert turn.outcome == Outcome("S", "mefuvha.end", (4, 0))


def test_pass_and_no_move() -> None:
    """Twelve singles in twelve holes: no next hole is empty. The sources are silent; the editors let him pass."""
    assert steps(play(MEFUVHA, "2,1*5/1*6/1*6/1*6 S", "-")) == [("pass", None, 0, "pass")]
    assert play(MEFUVHA, "2,1*5/1*6/1*6/1*6 S", "-").position.text == "2,1*5/1*6/1*6/1*6 N turn=1"
    assert [str(m) for m in MEFUVHA.legal(MEFUVHA.parse("2,1*5/1*6/1*6/1*6 S"))] == ["-"]
    assert refused(MEFUVHA, "2,1*5/1*6/1*6/1*6 S", "a1")[0] == "pass"
    stuck = MEFUVHA.parse("1*6/1*6/1*6/1*6 S")
    assert MEFUVHA.outcome(stuck) == Outcome(None, "mefuvha.no-move", (0, 0))
    assert not MEFUVHA.legal(stuck)
    assert refused(MEFUVHA, stuck.text, "a1")[0] == "no-move"


def test_free_captures_are_counted() -> None:
    start = MEFUVHA.start().text
    for move, said in (
        ("b3", "2 more holes of North's"),
        ("b3xd2", "1 more hole of North's"),
        ("b3xd2xd3xd4", "3 holes, but 2 free captures are due"),
        ("b3xd2xa1", "a1 is South's own"),
        ("b3xc5xc6", "c6 is empty"),
    ):
        slug, message = refused(MEFUVHA, start, move)
        assert slug == "free-captures"
        assert said in message


def test_no_free_capture_without_a_capture() -> None:
    slug, message = refused(MEFUVHA, "2*6/2*6/0*6/2,0*5 S", "a1xc1")
    assert slug == "free-captures"
    assert "no free capture is due" in message


def test_a_begun_turn_is_finished_by_its_free_captures() -> None:
    position = "0,2*5/0,2*3,1,0/1,2,0,2*3/2*6 S captured=4-0 free=2"
    turn = play(MEFUVHA, position, "xd3xd2")
    assert str(turn.move) == "xd2xd3"
    assert turn.position.text == "0*3,2*3/0,2*3,1,0/1,2,0,2*3/2*6 N captured=8-0 turn=1"
    assert refused(MEFUVHA, position, "a1xd2xd3")[0] == "free-captures"
    assert len(MEFUVHA.legal(MEFUVHA.parse(position))) == 9 * 8 // 2
    assert MEFUVHA.starts(MEFUVHA.parse(position)) == []


def test_repetition_is_a_draw() -> None:
    """Twenty-four turns that take nothing lead back to where they began."""
    turns = "a6 d1 a5 c5 a6 c4 a5 c3 a6 c2 a5 c1 a6 c6 a5 d6 a6 d5 a5 d4 a6 d3 a5 d2".split()
    match = Match(MEFUVHA, MEFUVHA.parse("1,0*5/0,1*4,0/1,0,1,0,1,0/0,1,0,1*2,2 S turn=68"))
    for move in turns:
        assert match.outcome is None
        match.play(move)
    assert match.position.text == "1,0*5/0,1*4,0/1,0,1,0,1,0/0,1,0,1*2,2 S turn=92"
    assert match.outcome == Outcome(None, "mefuvha.repetition", (0, 0))
    assert MEFUVHA.outcome(match.position) is None  # the position alone does not know
    with pytest.raises(IllegalMove, match=r"\(mefuvha\.repetition\)$"):
        match.play("a6")
    match.undo()
    assert match.outcome is None


# ---- ntchuva

NTCHUVA = game("ntchuva", 4)


def test_ntchuva_single_onto_an_occupied_hole_relays() -> None:
    position = "0*3,1/0*4/0*4/1,1,0,0 S"
    assert NTCHUVA.starts(NTCHUVA.parse(position)) == ["a1", "a2"]
    turn = play(NTCHUVA, position, "a1")
    assert turn.position.text == "0*3,1/0*4/0*4/0*2,1*2 N turn=1"
    assert steps(turn) == [("sow", "a1", 1, "singles"), ("relay", "a2", 2, "relay"), ("stop", "a4", 1, "stop")]
    turn = play(NTCHUVA, position, "a2")
    assert turn.position.text == "0*3,1/0*4/0*4/1,0,1,0 N turn=1"


def test_ntchuva_single_waits_while_a_hole_holds_more() -> None:
    slug, said = refused(NTCHUVA, "0*3,1/0*4/0*4/1,2,0,0 S", "a1")
    assert slug == "singles"
    assert "a2 holds 2" in said


def test_ntchuva_takes_one_further_hole() -> None:
    turn = play(NTCHUVA, "2,1,0,0/1,0,0,3/0,0,2,0/0*4 S", "b3xc4")
    # b3: b2=1, b1=1 (empty): c1 and d1 taken, then c4 of the two holes left
    assert turn.position.text == "0,1,0*2/0*4/1*2,0*2/0*4 N captured=6-0 turn=1"


def test_ntchuva_never_ending_sowings() -> None:
    # South's circuit a1 a2 a3 a4 b4 b3 b2 b1 holds the known cycle 2 0 1 0 1 0 2 1
    position = "0*4/0,1,0*2/1,2,0,1/2,0,1,0 S"
    slug, said = refused(NTCHUVA, position, "a1")
    assert slug == "never-ending"
    assert "a1 never ends" in said
    drawn = NTCHUVA.parse("1,3,0,1/3,1,0,3/0,1,0,1/1,0,1,3 S")  # a4, the only start hole, never ends
    assert NTCHUVA.outcome(drawn) == Outcome(None, "ntchuva.never-ending", (0, 0))
    assert refused(NTCHUVA, drawn.text, "a1")[0] == "never-ending"


def test_ntchuva_repetition() -> None:
    match = Match(NTCHUVA, NTCHUVA.parse("0*4/1*2,0*2/0*2,1,0/0*2,1*2 N"))
    for move in "c1 a3 c3 b4 d4 b2 d2 a1".split():
        assert match.outcome is None
        match.play(move)
    assert match.outcome == Outcome(None, "ntchuva.repetition", (0, 0))


# ---- nakabili

NAKABILI = game("nakabili")


def test_mutwi_must_be_moved() -> None:
    position = "0*7,1/0*8/0*8/1,2,1,0*5 S"
    assert NAKABILI.starts(NAKABILI.parse(position)) == ["a2"]
    slug, said = refused(NAKABILI, position, "a1")
    assert slug == "mutwi"
    assert "a2 is the only hole with two" in said
    # a2: a3=2, a4=1 (empty)
    assert steps(play(NAKABILI, position, "a2")) == [("sow", "a2", 2, "mutwi"), ("stop", "a4", 1, "stop")]


def test_nakabili_singles_onto_occupied_holes_first() -> None:
    position = "0*7,1/0*8/0*8/1,1,0,1,0*4 S"
    assert NAKABILI.starts(NAKABILI.parse(position)) == ["a1"]
    slug, said = refused(NAKABILI, position, "a4")
    assert slug == "singles"
    assert "a5, is empty" in said
    assert "a1 would" in said
    # a1 onto a2: two seeds, sown on to a3 and a4, where one lies: two more, to a5 and a6
    assert play(NAKABILI, position, "a1").position.rows[3] == (0, 0, 1, 0, 1, 1, 0, 0)
    loose = "0*7,1/0*8/0*8/1,0,1,0,1,0*3 S"
    assert NAKABILI.starts(NAKABILI.parse(loose)) == ["a1", "a3", "a5"]


def test_nakabili_first_capture_of_each_player() -> None:
    # b4: b3=1, b2=1 (empty) takes c2 and d2; then three holes if South has taken nothing yet, else one
    board = "1,1,1,1,1,0*3/0,3,0*6/0*3,2,0*4/0*8"
    first = play(NAKABILI, f"{board} S captured=0-9", "b4xd1xd3xd4")
    assert first.position.text == "0*4,1,0*3/0*8/0,1*2,0*5/0*8 N captured=7-9 turn=1"
    assert [s for s in steps(first) if s[0] == "free-capture"] == [
        ("free-capture", "d1", 1, "first-capture"),
        ("free-capture", "d3", 1, "first-capture"),
        ("free-capture", "d4", 1, "free-captures"),
    ]
    later = play(NAKABILI, f"{board} S captured=2-0", "b4xd1")
    assert later.position.text == "0*2,1*3,0*3/0*8/0,1*2,0*5/0*8 N captured=7-0 turn=1"
    assert refused(NAKABILI, f"{board} S captured=2-0", "b4xd1xd3xd4")[0] == "free-captures"
    assert refused(NAKABILI, f"{board} S", "b4xd1")[0] == "first-capture"


# ---- songo ewondo

SONGO = game("songo-ewondo")


def houses(own: dict[int, int], enemy: dict[int, int], mover: str = "S") -> Position:
    """Return a position from the seeds of the mover's houses 1 to 7 and the opponent's 1 to 7, as S3 counts them.

    A player's house 1 is his rightmost: South's is a7, North's b1.
    """
    mine = [own.get(house, 0) for house in range(1, 8)]
    his = [enemy.get(house, 0) for house in range(1, 8)]
    south, north = (mine, his) if mover == "S" else (his, mine)
    return SONGO.parse(f"{','.join(map(str, north))}/{','.join(map(str, south[::-1]))} {mover}")


def hole(house: int, mover: str = "S") -> str:
    return f"a{8 - house}" if mover == "S" else f"b{house}"


def seeds(position: Position, mover: str = "S") -> tuple[list[int], list[int]]:
    south, north = list(position.rows[1])[::-1], list(position.rows[0])
    return (south, north) if mover == "S" else (north, south)


@pytest.mark.parametrize("mover", ["S", "N"])
@pytest.mark.parametrize(
    ("own", "enemy", "house", "own_after", "enemy_after", "taken"),
    [
        # the tests of LE-SONGO that S3 shares: (a), (c), (e); then the one on which the two part
        ({1: 5}, {1: 6}, 1, [0, 1, 1, 1, 1, 1, 0], [6, 0, 0, 0, 0, 0, 0], 0),
        ({6: 3}, {2: 1, 3: 10}, 6, [0, 0, 0, 0, 0, 0, 1], [1, 0, 10, 0, 0, 0, 0], 2),
        ({1: 14}, {}, 1, [0, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1], 1),
        ({6: 2}, {1: 1, 3: 5}, 6, [0, 0, 0, 0, 0, 0, 1], [0, 0, 5, 0, 0, 0, 0], 2),
        # a chain: houses 3, 2 and 1 come to 2, 3 and 4; house 4 is out of the way
        ({5: 5}, {1: 3, 2: 2, 3: 1, 4: 9}, 5, [0, 0, 0, 0, 0, 1, 1], [0, 0, 0, 9, 0, 0, 0], 9),
        # the chain stops at the first house that does not come to two, three or four
        ({5: 5}, {1: 3, 2: 4, 3: 1}, 5, [0, 0, 0, 0, 0, 1, 1], [4, 5, 0, 0, 0, 0, 0], 2),
        # a last seed among the mover's own captures nothing
        ({1: 3, 4: 1}, {1: 2}, 1, [0, 1, 1, 2, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0], 0),
        # 15 seeds: 13 once round, then the opponent's houses 1 and 2
        ({2: 15}, {2: 1, 7: 5}, 2, [1, 0, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1, 6], 5),
        # 21 seeds: once round, then 7 and 1 more: the last one alone is taken, from a house of eleven
        ({3: 21}, {1: 9}, 3, [1, 1, 0, 1, 1, 1, 1], [11, 2, 2, 2, 2, 2, 2], 1),
        ({7: 28}, {4: 2}, 7, [1, 1, 1, 1, 1, 1, 0], [3, 3, 3, 5, 3, 3, 3], 1),
        # everything would be taken: forfeited
        ({7: 2, 1: 1}, {1: 1, 2: 1}, 7, None, None, None),
        ({6: 3, 1: 1}, {1: 1, 2: 1}, 6, [1, 0, 0, 0, 0, 0, 1], [2, 2, 0, 0, 0, 0, 0], 0),
    ],
)
def test_songo_sowing_and_capture(
    mover: str,
    own: dict[int, int],
    enemy: dict[int, int],
    house: int,
    own_after: list[int] | None,
    enemy_after: list[int] | None,
    taken: int | None,
) -> None:
    position = houses(own, enemy, mover)
    if own_after is None:  # the leftmost house with two seeds, and its capture would be forfeited
        assert refused(SONGO, position.text, hole(house, mover))[0] == "leftmost"
        return
    turn = SONGO.play(position, hole(house, mover))
    assert seeds(turn.position, mover) == (own_after, enemy_after)
    assert turn.position.captured == ((taken, 0) if mover == "S" else (0, taken))


def test_songo_names_the_clauses_of_a_capture() -> None:
    turn = SONGO.play(houses({5: 5}, {1: 3, 2: 2, 3: 1, 4: 9}), "a3")
    assert steps(turn) == [
        ("sow", "a3", 5, "sow"),
        ("capture", "b3", 2, "capture"),
        ("capture", "b2", 3, "chain"),
        ("capture", "b1", 4, "chain"),
    ]
    turn = SONGO.play(houses({1: 14, 2: 1}, {5: 1}), "a7")
    assert steps(turn) == [("sow", "a7", 14, "fourteen"), ("capture", "b1", 1, "full-lap")]
    turn = SONGO.play(houses({6: 3, 1: 1}, {1: 1, 2: 1}), "a2")
    assert steps(turn) == [("sow", "a2", 3, "sow"), ("forfeit", "b2", 4, "grand-slam")]


@pytest.mark.parametrize("mover", ["S", "N"])
@pytest.mark.parametrize(
    ("own", "enemy", "allowed", "why"),
    [
        # LE-SONGO (h), (j), (k)
        ({7: 1, 1: 5}, {1: 3}, {1}, "leftmost"),
        ({1: 6, 4: 10}, {}, {4}, "feed"),
        ({1: 3, 4: 5}, {}, {4}, "feed"),
        # the leftmost house: three may go; one or two only to capture, or as the only move
        ({7: 3, 1: 5}, {1: 9}, {1, 7}, None),
        ({7: 2, 1: 5}, {2: 1, 3: 1}, {1, 7}, None),
        ({7: 2, 1: 5}, {2: 4, 3: 1}, {1}, "leftmost"),
        ({7: 2}, {2: 4}, {7}, None),
        # an opponent without seeds: the leftmost house only if no other can feed three
        ({7: 2, 6: 3}, {}, {6, 7}, None),  # both give two, the most possible
        ({7: 2, 6: 4}, {}, {6}, "leftmost"),
        ({7: 1, 1: 2}, {}, {7}, "feed"),
        # seven or more will do, the most is not asked for
        ({7: 7, 6: 9}, {}, {6, 7}, None),
        # no house reaches him: any may be sown
        ({1: 2, 2: 3}, {}, {1, 2}, None),
    ],
)
def test_songo_which_houses_may_be_emptied(
    mover: str, own: dict[int, int], enemy: dict[int, int], allowed: set[int], why: str | None
) -> None:
    position = houses(own, enemy, mover)
    found = set(SONGO.starts(position))
    assert found == {hole(house, mover) for house in allowed}
    for house in set(own) - allowed:
        assert refused(SONGO, position.text, hole(house, mover))[0] == why


def test_songo_refusals_of_empty_and_foreign_houses_and_passes() -> None:
    position = houses({1: 5}, {1: 6}).text
    assert refused(SONGO, position, "a1")[0] == "sow"
    assert refused(SONGO, position, "b1")[0] == "own-side"
    assert refused(SONGO, position, "-")[0] == "must-move"
    assert refused(SONGO, position, "a7xb1")[0] == "capture"


def test_songo_last_seed_is_its_owners() -> None:
    turn = SONGO.play(houses({7: 1}, {1: 2, 4: 3}), "a1")
    assert turn.position.text == "2,0*2,3,0*3/0*7 N captured=1-0 turn=1"
    assert steps(turn) == [("last-seed", "a1", 1, "last-seed")]


def test_songo_ends_when_the_player_to_move_has_no_seeds() -> None:
    ended = SONGO.parse("2,0*2,3,0*3/0*7 S captured=40-25 turn=90")
    assert SONGO.outcome(ended) == Outcome("S", "songo-ewondo.end", (40, 30))
    assert not SONGO.legal(ended)
    drawn = SONGO.parse("2,0*2,3,0*3/0*7 S captured=35-30 turn=90")
    assert SONGO.outcome(drawn) == Outcome(None, "songo-ewondo.end", (35, 35))
    lost = SONGO.parse("0*7/0*6,1 N captured=30-39 turn=91")
    assert SONGO.outcome(lost) == Outcome("N", "songo-ewondo.end", (31, 39))


def test_songo_repetition_gives_each_side_its_own_row() -> None:
    """Ninety-four turns that take nothing lead back to where they began."""
    turns = """b5 a3 b6 a4 b7 a2 b1 a7 b2 a6 b3 a5 b1 a4 b2 a3 b1 a1 b2 a2 b3 a7 b1 a6 b2 a5 b3 a4 b4 a7 b6 a5 b5 a7 b6
        a3 b7 a1 b1 a7 b2 a6 b1 a5 b2 a4 b3 a3 b4 a2 b5 a1 b7 a7 b1 a6 b2 a5 b3 a4 b4 a7 b5 a7 b6 a4 b7 a6 b1 a7
        b2 a6 b3 a5 b1 a4 b2 a2 b3 a3 b1 a2 b2 a1 b4 a7 b1 a6 b2 a5 b3 a7 b4 a4""".split()
    match = Match(SONGO, SONGO.parse("0*4,5,4,2/0,1*2,0*2,1,0 N captured=30-26 turn=145"))
    for move in turns:
        assert match.outcome is None
        match.play(move)
    assert match.outcome == Outcome("N", "songo-ewondo.repetition", (33, 37))


# ---- one thing for all games


@pytest.mark.parametrize("name", ["mefuvha", "ntchuva", "nakabili", "songo-ewondo"])
def test_every_event_refusal_and_outcome_names_a_clause_of_its_game(name: str) -> None:
    rules = game(name)
    match = Match(rules)
    while not match.outcome and len(match.turns) < 600:
        starts = rules.starts(match.position)
        for start in (*rules.board.holes["S"], *rules.board.holes["N"]):
            if start not in starts:
                with pytest.raises(IllegalMove) as caught:
                    rules.play(match.position, start)
                assert caught.value.clause in rules.clauses
                assert str(caught.value).endswith(f"({caught.value.clause})")
        turn = match.play(next(iter(rules.legal(match.position))))
        assert turn.events
        assert {event.clause for event in turn.events} <= set(rules.clauses)
    assert match.outcome
    assert match.outcome.clause in rules.clauses
