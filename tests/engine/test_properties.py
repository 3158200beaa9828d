"""What holds in every position under every reading, on positions that Hypothesis makes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, product

import pytest
from engine.strategies import SELDOM, circuits, positions, tables
from hypothesis import assume, example, given, note, settings
from hypothesis import strategies as st
from played import CLAUSES, OTHER, turned, turned_hole, turned_move, turned_outcome

from mancala_ref import Board, Game, IllegalMove, Move, Position, perft
from mancala_ref.board import Seeds
from mancala_ref.perft import divide
from mancala_ref.sowing import NEVER_ENDS, relay
from mancala_ref.steps import TAKES, steps

Table = tuple[Game, Position]

many = settings(deadline=None, max_examples=300)
MOST_PLAYED = 60  # of the turns of one position, spread over all of them


def everywhere(test: Callable[[Table], None]) -> Callable[[], None]:
    """Run a test of a game and a position on many tables, and on what these seldom show."""
    for table in SELDOM:
        test = example(table)(test)
    return many(given(tables())(test))


def total(position: Position) -> int:
    return sum(map(sum, position.rows)) + sum(position.captured)


def own_holes(board: Board, player: str) -> list[str]:
    letters = "abcd"[: board.ranks // 2] if player == "S" else "abcd"[board.ranks // 2 : board.ranks]
    return [f"{letter}{column}" for letter in letters for column in range(1, board.columns + 1)]


def some_turns(rules: Game, position: Position) -> list[str]:
    """Return the texts of all legal turns, or of so many spread over them."""
    found = [str(move) for move in rules.legal(position)]
    return found[:: len(found) // MOST_PLAYED + 1]


# ---- seeds


@everywhere
def test_no_turn_loses_or_makes_a_seed(table: Table) -> None:
    rules, position = table
    for move, after in rules.turns(position):
        assert total(after) == total(position), move


@everywhere
def test_the_events_of_a_turn_account_for_every_seed(table: Table) -> None:
    rules, position = table
    for text in some_turns(rules, position):
        turn = rules.play(position, text)
        note(str(turn))
        holes = {name: position.seeds(name) for side in "SN" for name in own_holes(rules.board, side)}
        captured = {"S": position.captured[0], "N": position.captured[1]}
        hand, here = 0, None
        for event in turn.events:
            assert event.clause in CLAUSES
            if event.type in ("sow", "relay"):
                assert event.hole in own_holes(rules.board, position.mover)
                assert here in (None, event.hole)  # a relay goes on where the lap before it ended
                here = event.to
                if event.type == "sow":
                    assert event.hole == turn.move.start
                    assert event.seeds == holes[event.hole]
                hand += event.seeds
            elif event.type == "stop":
                assert (event.hole, event.seeds) == (here, 1)
                assert turn.position.seeds(here or "") == 1
            elif event.type in TAKES:
                captured[position.mover] += event.seeds
                assert event.seeds > 0
                assert event.hole
                if event.type != "last-seed":
                    assert event.hole in own_holes(rules.board, OTHER[position.mover])
        assert (captured["S"], captured["N"]) == turn.position.captured
        assert (hand > 0) == (turn.move.start is not None and turn.events[0].type != "last-seed")
        free = {event.hole for event in turn.events if event.type == "free-capture"}
        assert free == set(turn.move.free)


@everywhere
def test_the_steps_of_a_turn_lead_seed_by_seed_to_the_position_after_it(table: Table) -> None:
    rules, position = table
    for text in some_turns(rules, position):
        turn = rules.play(position, text)
        holes = {name: position.seeds(name) for side in "SN" for name in own_holes(rules.board, side)}
        captured = position.captured
        for step in steps(rules, position, turn.events):
            if step.path:  # a lap: all the seeds of its hole, dropped one by one
                assert (len(step.path), step.path[-1]) == (holes[step.event.hole or ""], step.event.to)
            holes.update(step.changes)
            captured = step.captured
            assert sum(holes.values()) + sum(captured) == total(position)
        assert captured == turn.position.captured
        assert holes == {name: turn.position.seeds(name) for name in holes}


@everywhere
def test_a_turn_hands_over_the_board(table: Table) -> None:
    rules, position = table
    for text in some_turns(rules, position):
        turn = rules.play(position, text)
        assert (turn.player, turn.before) == (position.mover, position)
        assert turn.position.mover == OTHER[position.mover]
        assert turn.position.turn == position.turn + 1
        assert turn.position.free == 0
        assert turn.outcome == rules.outcome(turn.position)
        assert rules.parse(turn.position.text) == turn.position


# ---- the board turned round


@everywhere
def test_north_plays_as_south_would_on_the_turned_board(table: Table) -> None:
    rules, position = table
    board, other = rules.board, turned(position)
    assert turned(other) == position
    assert rules.outcome(other) == turned_outcome(rules.outcome(position))
    assert set(rules.starts(other)) == {turned_hole(board, hole) for hole in rules.starts(position)}
    here = {turned_move(board, str(move)) for move in rules.legal(position)}
    assert here == set(map(str, rules.legal(other)))
    for text in some_turns(rules, position):
        turn, turn_there = rules.play(position, text), rules.play(other, turned_move(board, text))
        assert turn_there.position == turned(turn.position)
        assert turn_there.outcome == turned_outcome(turn.outcome)
        # free captures are told in board order, which does not turn with the board: so as sets, clauses apart
        assert {(e.type, e.seeds, e.hole and turned_hole(board, e.hole)) for e in turn.events} == {
            (e.type, e.seeds, e.hole) for e in turn_there.events
        }
        assert [(e.type, e.clause) for e in turn.events] == [(e.type, e.clause) for e in turn_there.events]


# ---- text


@many
@given(positions())
def test_a_position_is_its_text(position: Position) -> None:
    text = position.text
    assert Position.parse(text) == position
    assert Position.parse(text.replace(" ", "_")) == position
    assert Position.parse(text).text == text
    assert eval(repr(position), {"Position": Position}) == position


@many
@given(positions(), st.data())
def test_runs_may_be_cut_anywhere(position: Position, data: st.DataObject) -> None:
    ranks = []
    for row in position.rows:
        parts, left = [], list(row)
        while left:
            same = next((k for k, count in enumerate(left) if count != left[0]), len(left))
            length = data.draw(st.integers(1, same))
            parts.append(str(left[0]) if length == 1 and data.draw(st.booleans()) else f"{left[0]}*{length}")
            del left[:length]
        ranks.append(",".join(parts))
    assert Position.parse("/".join(ranks) + position.text[position.text.index(" ") :]) == position


@many
@given(positions(), st.integers(0, 49_999))
def test_playstrategy_round_trip(position: Position, number: int) -> None:
    assume(position.board.ranks == 2)
    position = position._replace(free=0, turn=2 * number + (position.mover == "N"))
    assert Position.parse(position.playstrategy) == position
    assert f" {position.mover} {number + 1}" in position.playstrategy


@everywhere
def test_a_move_is_its_text(table: Table) -> None:
    rules, position = table
    for move in islice(rules.legal(position), 500):
        text = str(move)
        assert Move.parse(text, rules.board) == move
        start, *free = text.split("x")
        assert Move.parse("x".join([start, *free[::-1]]), rules.board) == move


# ---- what is legal and what is not


@everywhere
def test_what_is_legal_can_be_listed_counted_and_played(table: Table) -> None:
    rules, position = table
    legal = rules.legal(position)
    moves = list(legal)
    assert len(legal) == len(moves) == len(set(moves)) == len(set(map(str, moves)))
    assert bool(legal) == bool(moves)
    assert bool(moves) == (rules.outcome(position) is None)
    assert {move.start for move in moves} - {None} == set(rules.starts(position))
    assert perft(rules, position, 1) == len(moves)
    afters = {str(move): after for move, after in rules.turns(position)}
    assert list(afters) == [str(move) for move in moves]
    for text in some_turns(rules, position):
        assert text in legal
        assert Move.parse(text, rules.board) in legal
        assert rules.play(position, text).position == afters[text]


@many
@given(tables(), st.data())
def test_no_other_text_is_legal(table: Table, data: st.DataObject) -> None:
    rules, position = table
    legal = rules.legal(position)
    known = set(map(str, legal))
    holes = st.sampled_from(own_holes(rules.board, "S") + own_holes(rules.board, "N"))
    for _ in range(5):
        words = [data.draw(st.sampled_from(rules.starts(position) or ["", "a1"]) | holes | st.just(""))]
        words += data.draw(st.lists(holes, max_size=4))
        text = "x".join(words) or "-"
        if len(set(words[1:])) < len(words) - 1:
            assert text not in legal
        else:
            assert (text in legal) == (str(Move.parse(text, rules.board)) in known), text


def expected_slugs(rules: Game, position: Position, hole: str) -> set[str]:
    """Return the slugs of the clauses of which one must refuse this hole of the mover's own."""
    if over := rules.outcome(position):
        return {over.clause.split(".")[1]}
    if position.free:
        return {"free-captures", "first-capture"}
    count = position.seeds(hole)
    if rules.id == "songo-ewondo":
        if count == 0:
            return {"sow"}
        few = 1 if rules.values["leftmost"] == "single" else 2
        leftmost = {"leftmost"} if hole in ("a1", "b7") and count <= few else set()
        return leftmost if any(position.enemy) else leftmost | {"feed"}
    if [str(move) for move in islice(rules.legal(position), 1)] == ["-"]:
        return {"pass"}
    if count == 0:
        return {"start"}
    third = "b3" if position.mover == "S" else f"c{rules.board.columns - 2}"
    prescribed = {"both": (0, 1), "first": (0,)}.get(str(rules.values.get("stylised_first_move")), ())
    if position.turn in prescribed and position.seeds(third) > 1:
        return {"first-move"}
    if count > 1:
        return {"never-ending"}
    if max(position.own) == 1:
        return {"singles", "never-ending"}
    mutwi = rules.id == "nakabili" and max(position.own) == 2 and position.own.count(2) == 1
    return {"mutwi"} if mutwi else {"singles"}


@everywhere
def test_every_other_hole_is_refused_by_a_clause(table: Table) -> None:
    rules, position = table
    starts = rules.starts(position)
    for hole in own_holes(rules.board, position.mover):
        if hole not in starts:
            with pytest.raises(IllegalMove) as caught:
                rules.play(position, hole)
            found, slug = caught.value.clause.split(".")
            assert found == rules.id
            assert slug in expected_slugs(rules, position, hole)
            assert f"({found}.{slug})" in str(caught.value)
    for hole in own_holes(rules.board, OTHER[position.mover]):
        with pytest.raises(IllegalMove) as caught:
            rules.play(position, hole)
        assert caught.value.clause in CLAUSES
        if rules.outcome(position) is None and not position.free:
            assert caught.value.clause == rules.clause("own-side")


@everywhere
def test_a_pass_is_legal_when_nothing_else_is(table: Table) -> None:
    rules, position = table
    moves = set(map(str, islice(rules.legal(position), 2)))
    if position.free and rules.values["free_duty"] == "optional":
        assert moves > {"-"}  # which leaves the free captures
        assert rules.play(position, "-").position.rows == position.rows
    elif moves == {"-"}:
        assert rules.id != "songo-ewondo"
        assert rules.play(position, "-").position.rows == position.rows
    else:
        assert "-" not in set(map(str, rules.legal(position)))
        with pytest.raises(IllegalMove) as caught:
            rules.play(position, "-")
        assert caught.value.clause in CLAUSES


@everywhere
def test_a_turn_may_be_begun_and_finished(table: Table) -> None:
    """A turn with free captures comes out the same when its free captures are played from the begun position."""
    rules, position = table
    for text in some_turns(rules, position):
        start, *free = text.split("x")
        if not (start and free):
            continue
        turn = rules.play(position, text)
        seeds = {e.hole: e.seeds for e in turn.events if e.type == "free-capture"}
        letters = "abcd"[::-1]
        rows = "/".join(
            ",".join(str(seeds.get(f"{letter}{column}", count)) for column, count in enumerate(row, 1))
            for letter, row in zip(letters, turn.position.rows, strict=True)
        )
        south, north = turn.position.captured
        south -= sum(seeds.values()) if position.mover == "S" else 0
        north -= sum(seeds.values()) if position.mover == "N" else 0
        begun = rules.parse(f"{rows} {position.mover} captured={south}-{north} free={len(free)} turn={position.turn}")
        rest = "x" + "x".join(free)
        assert rest in rules.legal(begun)
        assert rules.play(begun, rest).position == turn.position


@everywhere
def test_perft_counts_what_can_be_played(table: Table) -> None:
    rules, position = table
    assume(len(rules.legal(position)) < 50)
    afters = [rules.play(position, move).position for move in rules.legal(position)]
    assert perft(rules, position, 0) == 1
    assert perft(rules, position, 2) == sum(len(rules.legal(after)) for after in afters)
    split = dict(divide(rules, position, 2))
    assert list(split) == list(rules.legal(position))
    assert list(split.values()) == [len(rules.legal(after)) for after in afters]


# ---- never-ending sowings


def lap(seeds: list[int], hole: int) -> int:
    """Lift a hole and drop its seeds one by one; return where the last one falls."""
    hand, seeds[hole] = seeds[hole], 0
    while hand:
        hole = (hole + 1) % len(seeds)
        seeds[hole] += 1
        hand -= 1
    return hole


def remembered(before: Seeds, start: int) -> tuple[tuple[int, ...], int] | tuple[Seeds, None]:
    """Return the board and last hole of a relay; or what it first came back to, and None if it never ends."""
    seeds, hole = list(before), start
    seen = set()
    while (tuple(seeds), hole) not in seen:
        seen.add((tuple(seeds), hole))
        hole = lap(seeds, hole)
        if seeds[hole] == 1:
            return tuple(seeds), hole
    # the first state that comes back must be the one at the start of the turn
    assert (tuple(seeds), hole) == (before, start)
    return before, None


def check_relay(before: Seeds, start: int) -> bool:
    """Compare the engine's relay with one that remembers everything; return whether it ends."""
    seeds, last = remembered(before, start)
    found, where = relay(before, start)
    assert where == (NEVER_ENDS if last is None else last), (before, start)
    assert tuple(found) == seeds, (before, start)
    return last is not None


def test_never_ending_is_exact_on_all_small_boards() -> None:
    """All boards of one player on 2 x 3 holes with up to 3 seeds in each."""
    endless = 0
    for before in product(range(4), repeat=6):
        for start in range(6):
            if before[start]:
                endless += not check_relay(before, start)
    assert endless


@many
@given(circuits, st.data())
@example([2, 0, 1, 0, 1, 0, 2, 1], None)
def test_never_ending_is_exact(seeds: list[int], data: st.DataObject | None) -> None:
    holes = [hole for hole, count in enumerate(seeds) if count]
    for hole in holes if data is None else [data.draw(st.sampled_from(holes))]:
        check_relay(tuple(seeds), hole)


@pytest.mark.parametrize(
    ("before", "laps", "seeds"),
    [
        ((2, 0, 2, 1), 8, 20),
        ((2, 0, 1, 0, 2, 1), 18, 42),
        ((2, 0, 1, 0, 1, 0, 2, 1), 32, 72),
    ],
)
def test_known_cycles(before: Seeds, laps: int, seeds: int) -> None:
    noted: list[tuple[int, int, int]] = []
    assert relay(before, 0, noted) == (list(before), NEVER_ENDS)
    assert (len(noted), sum(lifted for _, lifted, _ in noted)) == (laps, seeds)


@pytest.mark.parametrize("seeds", range(1, 7))
def test_no_cycle_on_eight_holes_has_fewer_than_seven_seeds(seeds: int) -> None:
    def boards(holes: int, left: int) -> list[Seeds]:
        if holes == 1:
            return [(left,)]
        return [(n, *rest) for n in range(left + 1) for rest in boards(holes - 1, left - n)]

    assert all(check_relay(before, 0) for before in boards(8, seeds) if before[0])


@many
@given(circuits, st.data())
def test_the_laps_noted_are_the_laps_sown(seeds: list[int], data: st.DataObject) -> None:
    holes = [hole for hole, count in enumerate(seeds) if count]
    start = data.draw(st.sampled_from(holes))
    noted: list[tuple[int, int, int]] = []
    found = relay(tuple(seeds), start, noted)
    assert found == relay(tuple(seeds), start)
    board, hole = list(seeds), start
    for lifted, count, last in noted:
        assert (lifted, count) == (hole, board[hole])
        hole = lap(board, hole)
        assert hole == last
    assert board == found[0]


@many
@given(st.lists(st.integers(0, 12), min_size=2, max_size=4), st.data())
def test_a_lap_may_go_round_more_than_once(seeds: list[int], data: st.DataObject) -> None:
    holes = [hole for hole, count in enumerate(seeds) if count > len(seeds)]
    assume(holes)
    start = data.draw(st.sampled_from(holes))
    noted: list[tuple[int, int, int]] = []
    relay(tuple(seeds), start, noted)
    assert noted[0] == (start, seeds[start], lap(seeds, start))
