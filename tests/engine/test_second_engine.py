"""The engine against `naive`, an independent second one, over thousands of random turns of each reading."""

from __future__ import annotations

import random
from contextlib import suppress

import naive
import pytest

from mancala_ref import GAMES, Game, OptionError, Position, game

BOARDS = [
    ("mefuvha", "mancala-world", 6, 3000),
    ("mefuvha", "mancala-world", 8, 3000),
    ("mefuvha", "mancala-world", 16, 1000),
    ("mefuvha", "mancala-world", 28, 300),
    ("mefuvha", "stayt-1931", 6, 3000),
    ("mefuvha", "stayt-1931", 8, 3000),
    ("mefuvha", "stayt-1931", 16, 1000),
    ("mefuvha", "stayt-1931", 28, 200),
    ("ntchuva", "portuguese-text", 4, 5000),
    ("ntchuva", "portuguese-text", 8, 3000),
    ("ntchuva", "portuguese-text", 16, 500),
    ("ntchuva", "portuguese-text", 32, 200),
    ("ntchuva", "unilurio", 6, 3000),
    ("ntchuva", "unilurio", 8, 3000),
    ("ntchuva", "tchadji", 8, 3000),
    ("ntchuva", "tchadji", 12, 1000),
    ("nakabili", "mancala-world", 8, 3000),
    ("songo-ewondo", "mancala-world", 7, 10000),
    ("songo-ewondo", "cameroon", 7, 10000),
    ("songo-ewondo", "gabon", 7, 10000),
]
LATE_ENDS = [
    ("mefuvha", "mancala-world", {"end", "no-move"}),
    ("mefuvha", "stayt-1931", {"end"}),
    ("ntchuva", "portuguese-text", {"end"}),
    ("ntchuva", "unilurio", {"end", "no-move"}),
    ("ntchuva", "tchadji", {"end", "no-move"}),
    ("nakabili", "mancala-world", {"end"}),
    ("songo-ewondo", "mancala-world", {"end"}),
    ("songo-ewondo", "cameroon", {"end", "win", "few-left", "cannot-feed"}),
    ("songo-ewondo", "gabon", {"end", "win", "cannot-feed"}),
]
MOST_TURNS = 400  # a game without repetition may go on for ever


def compare(rules: Game, options: naive.Rules, text: str, draw: random.Random) -> str | None:
    """Let both engines judge a position, list its turns and play one; return the position after it."""
    position = rules.parse(text)
    outcome = rules.outcome(position)
    assert (outcome and (outcome.winner, outcome.clause)) == naive.outcome(rules.id, text, options), text
    assert outcome is None or outcome.score == naive.score(rules.id, text, options), text
    repeated = rules.repeated(position)
    assert (repeated.winner, repeated.score) == naive.repeated(rules.id, text, options), text
    legal = rules.legal(position)
    turns = sorted(map(str, legal))
    assert turns == naive.turns(rules.id, text, options), text
    assert len(legal) == len(turns)
    if not turns:
        return None
    chosen = draw.choice(turns)
    after = rules.play(position, chosen).position.text
    assert after == naive.play(rules.id, text, chosen, options), (text, chosen)
    return after


def compare_late(rules: Game, options: naive.Rules, text: str, draw: random.Random) -> None:
    """Compare in a position, and in the middle of one of its turns if that has free captures."""
    compare(rules, options, text, draw)
    begun = [position.text for _, position in rules.begun(rules.parse(text)) if position.free]
    if begun:
        compare(rules, options, draw.choice(begun), draw)


def opening(rules: Game, options: naive.Rules) -> str:
    """Return the opening position, on which both engines must agree."""
    text = rules.start().text
    assert text == naive.start(rules.id, rules.board.columns, options)
    return text


def scattered(draw: random.Random, rules: Game) -> str:
    """Return a late position: most holes empty, many singles, a small heap now and then; or nearly all singles."""
    crowded = draw.random() < 0.25
    rows = []
    for _ in range(rules.board.ranks):
        full, heaps = (0.9, (1,)) if crowded else (draw.choice((0, 0.2, 0.5)), (1, 1, 1, 1, 2, 2, 3, 5))
        rows.append([draw.choice(heaps) if draw.random() < full else 0 for _ in range(rules.board.columns)])
    ranks = "/".join(",".join(map(str, row)) for row in rows)
    south, north = (draw.choice((0, 0, 1, 30, 35, 36, 39, 40)) for _ in "SN")
    return Position.parse(
        f"{ranks} {draw.choice('SN')} captured={south}-{north} turn={draw.choice((0, 0, 1, 50))}"
    ).text


def heaped(draw: random.Random) -> str:
    """Return a position of Songo with heaps as large as fifty, whose seeds go round and round."""
    rows = [[draw.choice((0, 1, 2, 3, draw.randrange(52))) for _ in range(7)] for _ in "ab"]
    return "/".join(",".join(map(str, row)) for row in rows) + f" {draw.choice('SN')}"


def sizes(name: str, reading: str) -> tuple[int, ...]:
    """Return the numbers of columns on which the engine plays a reading."""
    found = []
    for columns in range(1, 50):
        with suppress(OptionError):
            found.append(game(name, columns, reading).board.columns)
    return tuple(found)


def test_both_know_the_same_readings() -> None:
    found: dict[str, dict[str, naive.Rules]] = {}
    for name in GAMES:
        found[name] = {}
        for reading in game(name).readings:
            rules = game(name, reading=reading.id)
            options = [option.name for option in rules.options if len(option.values) > 1]
            found[name][reading.id] = {option: rules.values[option] for option in options}
            assert sizes(name, reading.id) == naive.SIZES[name, reading.id]
        assert game(name).reading.id == next(iter(naive.READINGS[name]))
    assert found == naive.READINGS
    every = [(name, reading) for name, readings in naive.READINGS.items() for reading in readings]
    assert [case[:2] for case in LATE_ENDS] == list(naive.SIZES) == every
    assert {case[:2] for case in BOARDS} == set(every)


@pytest.mark.parametrize(("name", "reading", "columns", "count"), BOARDS, ids=str)
def test_random_games(name: str, reading: str, columns: int, count: int) -> None:
    draw = random.Random(f"{name} {reading} {columns}")
    rules = game(name, columns, reading)
    options = naive.READINGS[name][reading]
    played = finished = 0
    while played < count:
        text: str | None = opening(rules, options)
        for _ in range(MOST_TURNS):
            if text is None:
                finished += 1
                break
            text = compare(rules, options, text, draw)
            played += 1
    assert finished or columns > 16


@pytest.mark.parametrize(("name", "reading", "ends"), LATE_ENDS)
def test_positions_that_games_seldom_reach(name: str, reading: str, ends: set[str]) -> None:
    draw = random.Random(f"{name} {reading}")
    rules = game(name, min(naive.SIZES[name, reading]), reading)
    options = naive.READINGS[name][reading]
    ended = set()
    for _ in range(3000):
        text = scattered(draw, rules)
        if outcome := naive.outcome(name, text, options):
            ended.add(outcome[1].split(".")[1])
        compare_late(rules, options, text, draw)
    assert ended >= ends


@pytest.mark.parametrize("reading", naive.READINGS["songo-ewondo"])
def test_heaps_of_songo(reading: str) -> None:
    draw = random.Random(14)
    rules = game("songo-ewondo", reading=reading)
    for _ in range(3000):
        compare(rules, naive.READINGS["songo-ewondo"][reading], heaped(draw), draw)


@pytest.mark.parametrize("name", GAMES)
def test_options_one_by_one_and_together(name: str) -> None:
    draw = random.Random(name)
    values = {option.name: list(option.values) for option in game(name).options if len(option.values) > 1}
    tried, refused = set(), 0
    for _ in range(120):
        reading = draw.choice(list(naive.READINGS[name]))
        columns = draw.choice([size for size in naive.SIZES[name, reading] if size <= 8])
        chosen = draw.sample(list(values), draw.choice((1, 1, 2, len(values))))
        changes = {option: draw.choice(values[option]) for option in chosen}
        try:
            rules = game(name, columns, reading, **changes)
        except OptionError:
            refused += 1
            continue
        options = naive.READINGS[name][reading] | changes
        tried |= set(options.items())
        text: str | None = opening(rules, options)
        for _ in range(20):
            text = text and compare(rules, options, text, draw)
        for _ in range(50):
            compare_late(rules, options, scattered(draw, rules), draw)
            if name == "songo-ewondo":
                compare(rules, options, heaped(draw), draw)
    assert tried == {(option, value) for option in values for value in values[option]}
    assert refused


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
@pytest.mark.parametrize("no_move", ["pass", "lose"])
def test_nothing_to_play(name: str, text: str, no_move: str) -> None:
    rules = game(name, Position.parse(text).board.columns, no_move=no_move)
    compare(rules, {**naive.default(name), "no_move": no_move}, text, random.Random(0))
