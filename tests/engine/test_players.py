"""The players: legal always, and the search against a plain minimax that tries every turn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from engine.strategies import SELDOM, tables
from hypothesis import assume, example, given, reject, settings
from hypothesis import strategies as st

from mancala_ref import GAMES, Game, IllegalMove, Match, Move, OptionError, Position, PositionError, game, search
from mancala_ref.players import PLAYERS, Thought, think
from mancala_ref.search import DEEPEST, SLICE, WIN, Search

Table = tuple[Game, Position]
RICHER = (game("ntchuva", 4), Position.parse("3,0,5,0/3*2,2,0/0,1,0,3/3,1,0,1 S"))  # to take 6 and 5 beats 7 and 3
MOST_TURNS = 3000  # that the plain minimax may make for one example

many = settings(deadline=None, max_examples=300)


def everywhere(**more: st.SearchStrategy[int]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Run a test of a game, a position and some numbers on many tables, and on what these seldom show."""

    def run(test: Callable[..., None]) -> Callable[[], None]:
        for table in (*SELDOM, RICHER):
            test = example(table=table, **dict.fromkeys(more, 2))(test)
        return many(given(table=tables(), **more)(test))

    return run


def thoughts(
    player: str, match: Match, position: Position | None = None, nodes: int = 300, seed: int = 1
) -> list[Thought]:
    """Return the thoughts of a player, the last one last."""
    thinking = think(player, match, position or match.position, 0, random.Random(seed), nodes=nodes)
    found: list[Thought] = []
    while True:
        try:
            found += filter(None, [next(thinking)])
        except StopIteration as end:
            return [*found, end.value]


def move(position: Position, plies: Sequence[str]) -> Move:
    """Return the move that these clicks make."""
    start = None if position.free or plies[0] == "-" else plies[0]
    free = [hole for hole in plies if hole not in (start, "-")]
    return Move.parse("".join([start or "", *(f"x{hole}" for hole in free)]) or "-", position.board)


def replayed(rules: Game, start: str, moves: str) -> Match:
    match = Match(rules, rules.parse(start))
    for text in moves.split():
        match.play(text)
    return match


# ---- the value of a position


class Minimax:
    """Every turn of every line, without pruning, table or order; the value in seeds, or `WIN` less turns."""

    def __init__(self, rules: Game, root: Position, most: int = MOST_TURNS) -> None:
        self.rules, self.first, self.most, self.made = rules, root.turn, most, 0

    def value(self, position: Position, depth: int, earlier: list[Position]) -> int:
        return max(value for _, value in self.values(position, depth, earlier))

    def values(self, position: Position, depth: int, earlier: list[Position]) -> list[tuple[Move, int]]:
        """Return each turn with what it is worth to the player to move."""
        line = [*earlier, position]
        return [(move, -self.after(after, depth - 1, line)) for move, after in self.turns(position, depth)]

    def turns(self, position: Position, depth: int) -> list[tuple[Move, Position]]:
        """Return the legal turns; in the last one the free captures are the fullest holes, first in sowing order."""
        found = list(self.rules.turns(position))
        self.made += len(found)
        if self.made > self.most:
            reject()
        if depth > 1:
            return found
        fullest = set()
        enemy = self.rules.board.holes["N" if position.mover == "S" else "S"]
        for ply, begun in self.rules.begun(position):
            start = None if ply in (None, -1) else self.rules.board.holes[position.mover][ply or 0]
            order = sorted(range(len(enemy)), key=lambda hole: (-begun.enemy[hole], hole))
            fullest.add((start, frozenset(enemy[hole] for hole in order[: begun.free])))
        return [(move, after) for move, after in found if (move.start, frozenset(move.free)) in fullest]

    def after(self, position: Position, depth: int, line: list[Position]) -> int:
        """Return what a position after a turn is worth to the player to move."""
        outcome = self.rules.outcome(position)
        if not outcome and any(seen._replace(turn=position.turn) == position for seen in line):
            outcome = self.rules.repeated(position)
        if outcome and not outcome.winner:
            return 0
        if outcome:
            return (1 if outcome.winner == position.mover else -1) * (WIN - (position.turn - self.first))
        if depth:
            return self.value(position, depth, line)
        south, north = position.captured
        if self.rules.board.ranks == 4:
            south, north = sum(position.south), sum(position.north)
        return south - north if position.mover == "S" else north - south


def looked(rules: Game, position: Position, depth: int, earlier: Sequence[Position] = ()) -> Thought:
    """Return what a search thinks after looking so many turns ahead, or fewer if that settled it."""
    turn, here = [], position
    while here.mover == position.mover:  # the turn to try first: the first that is legal
        ply, here = next(iter(search.choices(rules, here, search.plies(rules, here))))
        turn.append(ply)
    found: Thought | None = None
    for found in filter(None, Search(rules, position, earlier, turn, float("inf")).run()):
        if found.turns == depth:
            break
    assert found
    return found


def came_before(rules: Game, position: Position, share: int) -> list[Position]:
    """Return some of the positions that the next two turns lead to, as if the match had been there before."""
    if not share:
        return []
    near = [after for _, after in rules.turns(position)]
    far = [after for here in near[:8] for _, after in rules.turns(here)]
    return [p for p in (*near[1::share], *far[::share]) if p.captured == position.captured]


def test_the_search_finds_what_every_turn_of_every_line_is_worth() -> None:
    compared: dict[str, set[object]] = {"depth": set(), "kind": set(), "game": set()}

    @everywhere(depth=st.integers(1, 4), share=st.integers(0, 3))
    def compare(table: Table, depth: int, share: int) -> None:
        rules, position = table
        assume(not rules.outcome(position))
        earlier = came_before(rules, position, share)
        plain = Minimax(rules, position)
        values = plain.values(position, depth, earlier)
        found = looked(rules, position, depth, earlier)
        assert found.score == max(value for _, value in values)
        if found.turns == depth:
            assert (move(position, found.plies), found.score) in values
        compared["depth"].add(found.turns)
        compared["game"].add(rules.id)
        compared["kind"].add("draw" if found.score == 0 else "end" if found.ends_in else "seeds")

    compare()
    assert compared == {"depth": {1, 2, 3, 4}, "kind": {"draw", "end", "seeds"}, "game": set(GAMES)}


def test_a_position_that_comes_back_within_a_line_is_a_draw() -> None:
    rules = game("ntchuva", 4, free_captures=0)
    position = rules.parse("0,1,0*2/0,1,0*2/1*2,0,2/0*3,1 S")
    plain = Minimax(rules, position, 1_000_000)
    assert [plain.value(position, depth, []) for depth in (11, 12)] == [1, 0]
    assert [looked(rules, position, depth).score for depth in (11, 12)] == [1, 0]


def test_the_search_tries_few_of_the_turns() -> None:
    rules = game("songo-ewondo")
    position = rules.start()
    plain = Minimax(rules, position, 1_000_000)
    worth = plain.value(position, 5, [])
    thinking = Search(rules, position, [], [0], float("inf"))
    assert next(found for found in thinking.run() if found and found.turns == 5).score == worth
    assert thinking.nodes < plain.made / 10


WINS = [  # game, columns, position, the only turn that wins by force, and in how many turns of both
    ("mefuvha", 6, "0*6/1,0*5/0*2,2,0,2,1/1,0,2*2,0,2 S captured=20-9 turn=14", "b3", 1),
    ("ntchuva", 4, "0,1,0*2/2,1,0*2/1,0,1*2/1*2,0*2 S captured=12-11 turn=12", "b3xc1", 1),
    ("nakabili", 8, "1*2,0*3,1*3/0*3,1*3,0,1/0,1*2,0*5/0*8 N captured=20-27 turn=15", "d2xb3", 1),
    ("mefuvha", 6, "1,0*5/0,1,0*2,1,0/1,0*3,1*2/0*2,1,0*2,1 N captured=18-16 turn=11", "d1xa3xa6", 3),
    ("ntchuva", 4, "0,1*2,0/0,1,0,1/2,0,1,2/1,2,1,0 N captured=12-7 turn=9", "d3xb4", 3),
    ("nakabili", 8, "0*8/0*3,1*2,0*2,1/0*6,1,0/0*3,2,0*2,2*2 S captured=26-22 turn=30", "a7xc4", 3),
    ("songo-ewondo", 7, "1*7/3,0*5,1 N captured=19-40 turn=97", "b7", 3),
]


def wins(rules: Game, position: Position, turns: int) -> list[str]:
    """Return the turns by which the player to move wins within so many turns whatever the other does."""
    found = []
    for move, after in rules.turns(position):
        outcome = rules.outcome(after)
        if outcome:
            won = outcome.winner == position.mover
        else:
            won = turns > 1 and all(
                ended.winner == position.mover if (ended := rules.outcome(reply)) else wins(rules, reply, turns - 2)
                for _, reply in rules.turns(after)
            )
        if won:
            found.append(str(move))
    return found


@pytest.mark.parametrize(("name", "columns", "text", "turn", "turns"), WINS)
def test_a_win_in_sight_is_found(name: str, columns: int, text: str, turn: str, turns: int) -> None:
    rules = game(name, columns)
    position = rules.parse(text)
    assert wins(rules, position, turns) == [turn]
    assert turns == 1 or not wins(rules, position, turns - 2)
    found = thoughts("search", Match(rules, position), nodes=10_000)[-1]
    assert (str(move(position, found.plies)), found.ends_in, found.score) == (turn, turns, WIN - turns)
    assert found.turns == turns  # more is not to be found out


def test_a_search_that_has_seen_all_ends_stops() -> None:
    rules = game("songo-ewondo")
    position = rules.parse("0*6,2/0*2,1,0*2,2,1 S captured=29-35 turn=60")
    plain = Minimax(rules, position, 1_000_000)
    assert [plain.value(position, depth, []) for depth in (3, 8)] == [0, 0]
    (*_, found) = thoughts("search", Match(rules, position), nodes=1_000_000)
    assert (found.turns, found.score) == (3, 0)


CIRCLING = [  # both go round without a capture until the player to move can bring a position back
    ("0*2,1,0/0*3,1/0*3,1/2,0*3 S", "a1 c4 a3 d3 a2 d4 a4 d3 b3 d1 b1 c2 a2", "c4", "d4"),  # North has fewer seeds
    (
        "0*4/0*2,1,0/1,0,1,0/0*4 S",
        "b3 c3 b1 c4 a1 d4 b2 d3 b1 d2 a1 d1 a3 c1 b4 c2 b2 c3 a1 c4 a3 d4 b4 d3",
        "b2",
        "b1",
    ),
]


@pytest.mark.parametrize(("start", "moves", "repeating", "other"), CIRCLING)
def test_a_draw_by_repetition_is_taken_by_the_loser_and_avoided_by_the_winner(
    start: str, moves: str, repeating: str, other: str
) -> None:
    match = replayed(game("ntchuva", 4), start, moves)
    assert {str(move) for move in match.game.legal(match.position)} == {repeating, other}
    drawn = match.play(repeating).outcome
    assert drawn
    assert (drawn.winner, drawn.clause) == (None, "ntchuva.repetition")
    match.undo()
    match.play(other)
    assert match.outcome is None
    (*_, then) = thoughts("search", match, nodes=30_000)
    match.undo()
    (*_, found) = thoughts("search", match, nodes=30_000)
    if then.score > 0:  # the other turn loses
        assert then.ends_in
        assert (found.plies, found.score) == ((repeating,), 0)
    else:
        assert found.plies == (other,)
        assert found.ends_in
        assert found.score > 0
    (*_, forgetful) = thoughts("search", Match(match.game, match.position), nodes=30_000)
    assert forgetful.score != 0  # without the match nothing comes back


# ---- legal, always


@everywhere(seed=st.integers(0, 9))
def test_each_player_plays_legal_turns(table: Table, seed: int) -> None:
    rules, position = table
    match = Match(rules, position)
    if match.outcome:
        for name in PLAYERS:
            with pytest.raises(IllegalMove, match="the game is over"):
                think(name, match, position, 1, random.Random(seed))
        return
    begun = [after for _, after in rules.begun(position) if after.free]
    for here in (position, *begun[:1]):  # also from inside the turn
        for name in PLAYERS:
            found = thoughts(name, match, here, seed=seed)
            for thought in found:
                left = here
                for click in thought.plies:  # each click may be made, and the last one ends the turn
                    assert left.mover == here.mover
                    ply = -1 if click == "-" else rules.board.find(click)[1]
                    assert ply in search.plies(rules, left)
                    after = rules.after(left, ply)
                    assert after
                    left = after
                assert rules.play(here, move(here, thought.plies)).position == left
            assert [thought.turns for thought in found[:-1]] == list(range(1, len(found)))


@everywhere()
def test_greedy_takes_the_most_seeds(table: Table) -> None:
    rules, position = table
    assume(not rules.outcome(position))
    taken = {str(move): after.enemy_captured for move, after in rules.turns(position)}
    most = {text for text, seeds in taken.items() if seeds == max(taken.values())}
    found = set()
    for seed in range(30):
        (thought,) = thoughts("greedy", Match(rules, position), seed=seed)
        found.add(str(move(position, thought.plies)))
        assert thought.turns == 0
    assert found <= most
    assert len(found) > 1 or len(most) < 3  # chance decides between equals


def test_random_chooses_each_as_often() -> None:
    rules = game("mefuvha", 6, free_duty="optional")
    match = Match(rules, rules.parse("1*2,0*4/0,1,0*2,1*2/1,0*3,2,0/2,0*3,2,0 S"))
    played = [thoughts("random", match, seed=seed)[-1].plies for seed in range(2400)]
    starts = Counter(first for first, *_ in played)
    assert set(starts) == {"a1", "a5", "b5"}
    assert all(count == pytest.approx(800, abs=100) for count in starts.values())
    seconds = Counter(second for _, second, *_ in filter(lambda plies: len(plies) > 1, played))
    assert set(seconds) == {"d1", "d2", "c2", "c5", "-"}  # two may be taken after a5, or fewer
    assert all(count == pytest.approx(160, abs=60) for count in seconds.values())
    thirds = {plies[1:] for plies in played if len(plies) == 3}
    assert len(thirds) == 4 * 4


# ---- time, and how much is done in it


def test_the_search_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(search, "monotonic", lambda: now)
    match = Match(game("songo-ewondo"))
    thinking = think("search", match, match.position, 2.5, random.Random(1))
    found = [next(thinking) for _ in range(200)]
    now = 102.4
    found += [next(thinking) for _ in range(200)]
    now = 102.5
    with pytest.raises(StopIteration) as end:
        found += [next(thinking), next(thinking)]  # a thought may stand before the pause at which it ends
    assert end.value.value.turns == max(thought.turns for thought in found if thought) > 3


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("rules", [game("mefuvha", 16), game("nakabili"), game("songo-ewondo")], ids=repr)
def test_little_is_done_between_two_pauses(rules: Game, player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    after = rules.after

    def counted(position: Position, ply: int) -> Position | None:
        nonlocal made
        made += 1
        return after(position, ply)

    monkeypatch.setattr(rules, "after", counted)
    match = Match(rules)
    thinking = think(player, match, match.position, 0, random.Random(1), nodes=5000)
    gaps = []
    for _ in thinking:
        gaps.append(made)
        made = 0
    gaps.append(made)
    assert max(gaps) <= SLICE + 2 * rules.board.size
    assert player != "search" or 5000 <= sum(gaps) <= 5600


def test_the_same_chance_and_as_many_positions_give_the_same_thoughts() -> None:
    match = Match(game("ntchuva"))
    assert thoughts("search", match, nodes=2000, seed=4) == thoughts("search", match, nodes=2000, seed=4)
    assert len({thoughts("search", match, nodes=0, seed=seed)[-1] for seed in range(9)}) > 1


ONE_TURN = [  # game, position, the only turn there is
    ("mefuvha", "2,1*5/1*6/1*6/1*6 S", ("-",)),
    ("mefuvha", "1*6/1*6/1,0*5/0*6 S free=1", None),
    ("ntchuva", "0*4/0*2,1,0/1,0*3/0*4 S", ("b1",)),
    ("nakabili", "0*8/0*7,1/0*8/1,0*7 S", ("a1",)),
    ("songo-ewondo", "5*7/1,0*6 S", ("a1",)),
]


@pytest.mark.parametrize(("name", "text", "plies"), ONE_TURN)
def test_who_has_no_choice_does_not_think(name: str, text: str, plies: tuple[str, ...] | None) -> None:
    rules = game(name, Position.parse(text).board.columns)
    found = thoughts("search", Match(rules, rules.parse(text)))
    if plies:
        assert [(thought.plies, thought.turns) for thought in found] == [(plies, 0)]
    else:
        assert len(found) > 1


# ---- what else can be asked and told


def test_how_far_off_the_end_is() -> None:
    assert Thought(("a1",), 3, WIN - 3).ends_in == 3
    assert Thought(("a1",), 3, 3 - WIN).ends_in == 3
    assert Thought(("a1",), 3, WIN - DEEPEST).ends_in == DEEPEST
    assert [Thought(("a1",), 3, score).ends_in for score in (0, 54, -54)] == [None] * 3


def test_the_players_stand_in_order_of_strength() -> None:
    assert list(PLAYERS) == ["random", "greedy", "search"]


def test_wrong_use_is_told() -> None:
    match = Match(game("mefuvha", 8))
    with pytest.raises(OptionError) as caught:
        think("oracle", match, match.position, 1, random.Random(1))
    assert str(caught.value) == "unknown player 'oracle': expected one of random, greedy, search"
    with pytest.raises(PositionError, match="expected 4 ranks and 8 columns"):
        think("random", match, game("mefuvha", 6).start(), 1, random.Random(1))


# ---- strength


def points(rules: Game, strong: str, weak: str, pairs: int, nodes: int) -> float:
    """Return the share of the points that the strong player makes, from either side of random openings."""
    draw = random.Random(f"{rules} {strong}")
    made = 0.0
    for _ in range(pairs):
        opening = Match(rules)
        for _ in range(draw.randint(2, 4)):
            opening.play(draw.choice([str(move) for move in rules.legal(opening.position)]))
        for sides in ({"S": strong, "N": weak}, {"S": weak, "N": strong}):
            match = Match(rules, opening.position)
            while not match.outcome and len(match.turns) < 200:
                name, seed = sides[match.position.mover], draw.randrange(1000)
                plies = thoughts(name, match, nodes=nodes, seed=seed)[-1].plies
                match.play(move(match.position, plies))
            winner = match.outcome and match.outcome.winner
            made += 0.5 if not winner else sides[winner] == strong
    return made / pairs / 2


ROUNDS = [game("mefuvha", 8), game("ntchuva"), game("nakabili"), game("songo-ewondo")]


@pytest.mark.parametrize("rules", ROUNDS, ids=repr)
def test_who_looks_ahead_beats_who_grabs_who_beats_chance(rules: Game) -> None:
    assert points(rules, "greedy", "random", 20, 0) >= 0.7
    assert points(rules, "search", "greedy", 5, 400) >= 0.8
