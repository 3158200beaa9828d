"""Each rule of Songo Ewondo, in every reading, by positions whose result comes from a source or was worked out by hand.

Positions are given by the seeds of the mover's houses 1 to 7 and the opponent's 1 to 7; a player's house 1 is the
rightmost: South's is a7, North's b1. Most are played by both players.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from played import refused, steps

from mancala_ref import Event, Game, Match, OptionError, Outcome, Position, Turn, game
from mancala_ref.board import OTHER, Side

Houses = Mapping[int, int]

SONGO = game("songo-ewondo")
CAMEROON = game("songo-ewondo", reading="cameroon")
GABON = game("songo-ewondo", reading="gabon")
READINGS = pytest.mark.parametrize("rules", [SONGO, CAMEROON, GABON], ids=lambda rules: rules.reading.id)
BOTH = pytest.mark.parametrize("mover", ["S", "N"])


def having(**options: Any) -> Game:
    """Return the default reading with some options changed."""
    return game("songo-ewondo", **options)


def houses(
    own: Houses, enemy: Houses, mover: Side = "S", captured: tuple[int, int] = (0, 0), turn: int = 0
) -> Position:
    """Return a position from the seeds of the houses and what the mover and the opponent have captured."""
    mine = [own.get(house, 0) for house in range(1, 8)]
    his = [enemy.get(house, 0) for house in range(1, 8)]
    south, north = (mine, his) if mover == "S" else (his, mine)
    taken = captured if mover == "S" else captured[::-1]
    ranks = f"{','.join(map(str, north))}/{','.join(map(str, south[::-1]))}"
    return SONGO.parse(f"{ranks} {mover} captured={taken[0]}-{taken[1]} turn={turn}")


def hole(house: int, mover: Side = "S") -> str:
    return f"a{8 - house}" if mover == "S" else f"b{house}"


def seeds(position: Position, mover: Side = "S") -> tuple[list[int], list[int]]:
    """Return the seeds of the mover's houses 1 to 7 and of the opponent's."""
    south, north = list(position.rows[1])[::-1], list(position.rows[0])
    return (south, north) if mover == "S" else (north, south)


def taken(turn: Turn) -> int:
    return sum(turn.position.captured) - sum(turn.before.captured)


def starts(rules: Game, position: Position) -> set[int]:
    """Return the mover's houses from which a turn may start, by their numbers."""
    found = rules.starts(position)
    return {house for house in range(1, 8) if hole(house, position.mover) in found}


# ---- board, opening, turn


@pytest.mark.proves("songo-ewondo.board")
def test_two_ranks_of_seven_houses() -> None:
    assert (SONGO.board.ranks, SONGO.board.columns) == (2, 7)
    assert SONGO.board.holes == {
        "S": tuple("a7 a6 a5 a4 a3 a2 a1".split()),
        "N": tuple("b1 b2 b3 b4 b5 b6 b7".split()),
    }
    with pytest.raises(OptionError, match=r"no board of 8 columns: expected 7 \(songo-ewondo\.board\)"):
        game("songo-ewondo", 8)


@READINGS
@pytest.mark.proves("songo-ewondo.setup")
def test_five_seeds_in_every_house(rules: Game) -> None:
    start = rules.start()
    assert start.text == "5*7/5*7 S"
    assert sum(start.south) + sum(start.north) == 70


@READINGS
@pytest.mark.proves("songo-ewondo.own-side", "songo-ewondo.must-move", "songo-ewondo.sow", "songo-ewondo.capture")
def test_refusals_of_foreign_houses_passes_empty_houses_and_chosen_captures(rules: Game) -> None:
    position = houses({1: 5}, {1: 6}).text
    assert refused(rules, position, "b1")[0] == "own-side"
    assert refused(rules, position, "-")[0] == "must-move"
    assert refused(rules, position, "a1")[0] == "sow"
    assert refused(rules, position, "a7xb1")[0] == "capture"


# ---- sowing and captures, where all readings agree


@READINGS
@BOTH
@pytest.mark.proves("songo-ewondo.sow", "songo-ewondo.capture", "songo-ewondo.chain", "songo-ewondo.fourteen")
@pytest.mark.parametrize(
    ("own", "enemy", "house", "own_after", "enemy_after", "captured"),
    [
        # LE-SONGO, test/songo_engine_test.dart
        ({1: 5}, {1: 6}, 1, [0, 1, 1, 1, 1, 1, 0], [6, 0, 0, 0, 0, 0, 0], 0),
        ({1: 20}, {}, 1, [0, 1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2, 2], 0),
        ({6: 3}, {2: 1, 3: 10}, 6, [0, 0, 0, 0, 0, 0, 1], [1, 0, 10, 0, 0, 0, 0], 2),
        ({5: 5}, {1: 1, 2: 1, 3: 1, 4: 5}, 5, [0, 0, 0, 0, 0, 1, 1], [0, 0, 0, 5, 0, 0, 0], 6),
        ({1: 14}, {}, 1, [0, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1], 1),
        ({6: 2}, {}, 6, [0, 0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0, 0], 0),
        # a chain: houses 3, 2 and 1 come to 2, 3 and 4; house 4 is out of the way
        ({5: 5}, {1: 3, 2: 2, 3: 1, 4: 9}, 5, [0, 0, 0, 0, 0, 1, 1], [0, 0, 0, 9, 0, 0, 0], 9),
        # it stops at the first house that does not come to two, three or four
        ({5: 5}, {1: 3, 2: 4, 3: 1}, 5, [0, 0, 0, 0, 0, 1, 1], [4, 5, 0, 0, 0, 0, 0], 2),
        # five do not capture, nor does one
        ({6: 3}, {1: 1, 2: 4}, 6, [0, 0, 0, 0, 0, 0, 1], [2, 5, 0, 0, 0, 0, 0], 0),
        ({6: 3}, {1: 1, 3: 4}, 6, [0, 0, 0, 0, 0, 0, 1], [2, 1, 4, 0, 0, 0, 0], 0),
        # a last seed among the mover's own captures nothing
        ({1: 3, 4: 1}, {1: 2}, 1, [0, 1, 1, 2, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0], 0),
        # 15 seeds: 13 once round, then the opponent's houses 1 and 2
        ({2: 15}, {2: 1, 7: 5}, 2, [1, 0, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1, 6], 5),
    ],
)
def test_sowing_and_capture(
    rules: Game,
    mover: Side,
    own: Houses,
    enemy: Houses,
    house: int,
    own_after: list[int],
    enemy_after: list[int],
    captured: int,
) -> None:
    turn = rules.play(houses(own, enemy, mover), hole(house, mover))
    assert seeds(turn.position, mover) == (own_after, enemy_after)
    assert turn.position.captured == ((captured, 0) if mover == "S" else (0, captured))


@pytest.mark.proves("songo-ewondo.sow", "songo-ewondo.capture", "songo-ewondo.chain")
def test_a_capture_and_its_chain_are_told() -> None:
    turn = SONGO.play(houses({5: 5}, {1: 3, 2: 2, 3: 1, 4: 9}), "a3")
    assert steps(turn) == [
        ("sow", "a3", 5, "sow"),
        ("capture", "b3", 2, "capture"),
        ("capture", "b2", 3, "chain"),
        ("capture", "b1", 4, "chain"),
    ]


@READINGS
@pytest.mark.proves("songo-ewondo.fourteen", "songo-ewondo.full-lap")
@pytest.mark.parametrize(
    ("own", "enemy", "house", "own_after", "enemy_after"),
    [
        # 21 seeds: once round, then 7 and 1 more: the last one alone is taken, from a house of eleven
        ({3: 21}, {1: 9}, 3, [1, 1, 0, 1, 1, 1, 1], [11, 2, 2, 2, 2, 2, 2]),
        ({7: 28}, {4: 2}, 7, [1, 1, 1, 1, 1, 1, 0], [3, 3, 3, 5, 3, 3, 3]),
        ({2: 35}, {}, 2, [1, 0, 1, 1, 1, 1, 1], [4, 4, 4, 4, 4, 4, 4]),
    ],
)
def test_a_full_lap_captures_one_seed(
    rules: Game, own: Houses, enemy: Houses, house: int, own_after: list[int], enemy_after: list[int]
) -> None:
    turn = rules.play(houses(own, enemy), hole(house))
    assert seeds(turn.position) == (own_after, enemy_after)
    assert steps(turn) == [("sow", hole(house), own[house], "fourteen"), ("capture", "b1", 1, "full-lap")]


@BOTH
@pytest.mark.proves("songo-ewondo.full-lap")
def test_the_full_lap_of_the_audit_of_songo_fish(mover: Side) -> None:
    """docs/lot1a_engine_characterization.md, the result for the second player (for the first, it found a fault)."""
    turn = GABON.play(houses({1: 14, 6: 51}, {6: 4, 7: 1}, mover), hole(1, mover))
    assert seeds(turn.position, mover) == ([0, 1, 1, 1, 1, 52, 1], [1, 1, 1, 1, 1, 5, 2])
    assert taken(turn) == 1


# ---- whether, and how, captures differ


@BOTH
@pytest.mark.proves("songo-ewondo.first-house")
@pytest.mark.parametrize(("value", "alone", "chained"), [("capturable", 2, 6), ("not-alone", 0, 6), ("never", 0, 4)])
def test_the_first_house(mover: Side, value: str, alone: int, chained: int) -> None:
    rules = having(first_house=value)
    turn = rules.play(houses({6: 2}, {1: 1, 3: 5}, mover), hole(6, mover))
    assert taken(turn) == alone
    protected = ("protected", hole(1, OTHER[mover]), 2, "first-house")
    assert (protected in steps(turn)) == (alone == 0)
    turn = rules.play(houses({5: 5}, {1: 1, 2: 1, 3: 1, 4: 5}, mover), hole(5, mover))
    assert taken(turn) == chained
    assert taken(rules.play(houses({1: 14}, {}, mover), hole(1, mover))) == 1


@pytest.mark.proves("songo-ewondo.first-house")
@pytest.mark.parametrize(("rules", "captured"), [(SONGO, 2), (CAMEROON, 0), (GABON, 0)])
def test_the_first_house_in_each_reading(rules: Game, captured: int) -> None:
    """LE-SONGO's engine and songo-fish's rules.py protect it, the text does not."""
    for enemy in ({1: 1, 3: 5}, {1: 1, 3: 9}):
        turn = rules.play(houses({6: 2}, enemy), "a2")
        assert seeds(turn.position) == ([0] * 6 + [1], [2 - captured, 0, enemy[3], 0, 0, 0, 0])
        assert taken(turn) == captured


@pytest.mark.proves("songo-ewondo.first-house")
def test_only_what_would_be_captured_is_called_protected() -> None:
    # five in house 1, and one, would not capture anyway; nor would it in house 2
    for enemy in ({1: 4, 3: 5}, {3: 5}):
        assert steps(CAMEROON.play(houses({6: 2}, enemy), "a2")) == [("sow", "a2", 2, "sow")]
    turn = GABON.play(houses({6: 3}, {1: 1, 2: 1, 3: 5}), "a2")
    assert [step[0] for step in steps(turn)] == ["sow", "capture", "capture"]


@pytest.mark.proves("songo-ewondo.capture")
@pytest.mark.parametrize(
    ("value", "two", "three", "four", "chained"), [("2-3-4", 2, 3, 4, 5), ("2-4", 2, 0, 4, 0), ("3-4", 0, 3, 4, 3)]
)
def test_which_counts_capture(value: str, two: int, three: int, four: int, chained: int) -> None:
    """By agreement two and four, three and four, or all: Powell-Cotton 1931."""
    rules = having(capture_counts=value)
    # house 6 sows into house 2, which comes to two, three, four, five; house 1 gets its first seed
    for before, captured in ((1, two), (2, three), (3, four), (4, 0)):
        assert taken(rules.play(houses({6: 3}, {2: before, 3: 5}), "a2")) == captured
    # houses 1 and 2 come to two and three
    assert taken(rules.play(houses({7: 2}, {1: 1, 2: 2, 3: 1}), "a1")) == chained


@BOTH
@pytest.mark.proves("songo-ewondo.chain")
@pytest.mark.parametrize(("value", "short", "long"), [("by-seeds", 6, 10), ("by-houses", 4, 6)])
def test_how_a_chain_runs_after_a_long_sowing(mover: Side, value: str, short: int, long: int) -> None:
    rules = having(chain=value)
    # 15 from house 1: the last three fall into the opponent's 7, 1 and 2, which all come to two
    turn = rules.play(houses({1: 15}, {7: 1}, mover), hole(1, mover))
    assert taken(turn) == short
    # 22: the opponent's 1 and 2 come to three, 7 and 6 to two, 5 to eleven
    turn = rules.play(houses({4: 22}, {5: 9}, mover), hole(4, mover))
    assert taken(turn) == long
    assert steps(turn)[-1][3] == "chain"


@pytest.mark.proves("songo-ewondo.chain")
@pytest.mark.parametrize(("rules", "captured"), [(SONGO, 6), (CAMEROON, 4), (GABON, 4)])
def test_a_long_chain_in_each_reading(rules: Game, captured: int) -> None:
    """LE-SONGO and songo-fish go back to house 1 and no further."""
    assert taken(rules.play(houses({1: 15}, {7: 1}), "a7")) == captured


@BOTH
@pytest.mark.proves("songo-ewondo.grand-slam")
@pytest.mark.parametrize(
    ("own", "enemy", "house", "forfeit", "all_seven"),
    [
        ({7: 2}, {1: 1, 2: 1}, 7, 0, 4),
        ({6: 2}, {1: 1}, 6, 0, 2),
        # the last seed in house 7, and all seven come to two
        ({7: 7}, dict.fromkeys(range(1, 8), 1), 7, 0, 0),
        # all seven are taken, but the last seed fell into house 2: they come to three, three, and five times two
        ({4: 22}, {}, 4, 0, 16),
        # house 1 comes to five: six houses of two are taken, and seeds are left
        ({7: 7}, {1: 4, **dict.fromkeys(range(2, 8), 1)}, 7, 12, 12),
    ],
)
def test_a_capture_of_everything(
    mover: Side, own: Houses, enemy: Houses, house: int, forfeit: int, all_seven: int
) -> None:
    for value, captured in (("forfeit", forfeit), ("all-seven", all_seven)):
        turn = having(grand_slam=value).play(houses(own, enemy, mover), hole(house, mover))
        assert taken(turn) == captured
        assert any(step[0] == "forfeit" and step[3] == "grand-slam" for step in steps(turn)) == (captured == 0)


@pytest.mark.proves("songo-ewondo.grand-slam")
@pytest.mark.parametrize(("rules", "captured"), [(SONGO, 0), (CAMEROON, 0), (GABON, 6)])
def test_a_capture_of_everything_in_each_reading(rules: Game, captured: int) -> None:
    """Forfeited by the text and in a test of LE-SONGO; by songo-fish only if all seven houses would go."""
    turn = rules.play(houses({1: 10, 7: 3}, {1: 1, 2: 1, 3: 1}), "a1")
    assert taken(turn) == captured
    if not captured:
        assert seeds(turn.position) == ([10, 0, 0, 0, 0, 0, 0], [2, 2, 2, 0, 0, 0, 0])
        assert turn.events[-1] == Event("forfeit", "b3", 6, "songo-ewondo.grand-slam")
    assert taken(rules.play(houses({7: 7}, dict.fromkeys(range(1, 8), 1)), "a1")) == 0


# ---- which houses may be emptied


@BOTH
@pytest.mark.proves("songo-ewondo.leftmost")
@pytest.mark.parametrize(
    ("own", "enemy", "excused", "last_resort", "single"),
    [
        # LE-SONGO's two tests; by the text, a capture would excuse it, but this one would be forfeited
        ({7: 1, 1: 5}, {1: 3}, {1}, {1}, {1}),
        ({7: 1}, {1: 3}, {7}, {7}, {7}),
        # three may always go
        ({7: 3, 1: 5}, {1: 9}, {1, 7}, {1, 7}, {1, 7}),
        # two that capture nothing, two that capture, two that would capture everything
        ({7: 2, 1: 5}, {2: 4, 3: 1}, {1}, {1}, {1, 7}),
        ({7: 2, 1: 5}, {2: 1, 3: 1}, {1, 7}, {1}, {1, 7}),
        ({7: 2, 1: 1}, {1: 1, 2: 1}, {1}, {1}, {1, 7}),
        # one that captures
        ({7: 1, 1: 5}, {1: 1, 3: 1}, {1, 7}, {1}, {1}),
        # the only house
        ({7: 2}, {2: 4}, {7}, {7}, {7}),
        # an opponent without seeds, whom another house can feed two, three, or none
        ({7: 2, 6: 3}, {}, {6, 7}, {6}, {6, 7}),
        ({7: 2, 6: 4}, {}, {6}, {6}, {6, 7}),
        ({7: 1, 1: 2}, {}, {7}, {1}, {1}),
    ],
)
def test_the_leftmost_house(
    mover: Side, own: Houses, enemy: Houses, excused: set[int], last_resort: set[int], single: set[int]
) -> None:
    for value, allowed in (("excused", excused), ("last-resort", last_resort), ("single", single)):
        rules, position = having(leftmost=value, feed="one"), houses(own, enemy, mover)
        assert starts(rules, position) == allowed
        if 7 not in allowed:
            assert refused(rules, position.text, hole(7, mover))[0] == "leftmost"


@BOTH
@pytest.mark.proves("songo-ewondo.leftmost", "songo-ewondo.feed")
@pytest.mark.parametrize(
    ("own", "enemy", "allowed"),
    [
        ({7: 1, 1: 5}, {1: 3}, {1}),
        ({7: 1}, {1: 3}, {7}),
        ({1: 6, 4: 10}, {}, {4}),
        ({1: 3, 4: 5}, {}, {4}),
    ],
)
def test_le_songo_on_what_may_be_emptied(mover: Side, own: Houses, enemy: Houses, allowed: set[int]) -> None:
    assert starts(CAMEROON, houses(own, enemy, mover)) == allowed


@pytest.mark.proves("songo-ewondo.leftmost")
@pytest.mark.parametrize(
    ("rules", "own", "said"),
    [
        (SONGO, {7: 2, 1: 5}, "a1 is the leftmost house and holds 2: with fewer than three"),
        (CAMEROON, {7: 2, 1: 5}, "only as the last resort, and a7 holds 5"),
        (GABON, {7: 1, 2: 4}, "only when no other house of the rank holds seeds, and a6 holds 4"),
    ],
)
def test_the_leftmost_house_is_refused_with_its_reason(rules: Game, own: Houses, said: str) -> None:
    slug, sentence = refused(rules, houses(own, {2: 4, 3: 1}).text, "a1")
    assert slug == "leftmost"
    assert said in sentence


@pytest.mark.proves("songo-ewondo.leftmost")
def test_a_leftmost_house_with_few_seeds_is_told() -> None:
    position = houses({7: 2}, {2: 4, 4: 9})
    assert [steps(rules.play(position, "a1"))[0][3] for rules in (SONGO, CAMEROON, GABON)] == [
        "leftmost",
        "leftmost",
        "sow",
    ]


@BOTH
@pytest.mark.proves("songo-ewondo.feed")
@pytest.mark.parametrize(
    ("own", "seven", "one"),
    [
        # seven are reached by one house; else the most is asked for; a house that gives none is never enough
        ({1: 6, 4: 10}, {4}, {4}),
        ({1: 3, 4: 5}, {4}, {4}),
        # one gives seven, the other nine: seven will do, the most is not asked for
        ({7: 7, 6: 15}, {6, 7}, {6, 7}),
        # one gives seven, the other six
        ({4: 10, 5: 8}, {4}, {4, 5}),
        # one gives two, the other one
        ({5: 4, 6: 2}, {5}, {5, 6}),
    ],
)
def test_an_opponent_without_seeds_is_fed(mover: Side, own: Houses, seven: set[int], one: set[int]) -> None:
    position = houses(own, {}, mover)
    for rules, allowed in ((SONGO, seven), (CAMEROON, seven), (having(feed="one"), one), (GABON, one)):
        assert starts(rules, position) == allowed
        for house in set(own) - allowed:
            assert refused(rules, position.text, hole(house, mover))[0] == "feed"


@pytest.mark.proves("songo-ewondo.feed", "songo-ewondo.leftmost")
def test_only_what_the_leftmost_rule_leaves_is_compared() -> None:
    """House 7 would give two seeds and house 6 gives one, the most possible where house 7 is barred."""
    position = houses({7: 2, 6: 2}, {})
    assert [starts(rules, position) for rules in (SONGO, CAMEROON, GABON)] == [{7}, {6}, {6, 7}]


@pytest.mark.proves("songo-ewondo.feed")
def test_feeding_is_told_and_refused_with_its_reason() -> None:
    position = houses({1: 3, 4: 5}, {})
    for rules in (SONGO, CAMEROON, GABON):
        assert steps(rules.play(position, "a4")) == [("sow", "a4", 5, "feed")]
    assert "must be given seven or more, or else the most possible, here 2" in refused(SONGO, position.text, "a7")[1]
    assert "must be given at least one" in refused(GABON, position.text, "a7")[1]


@BOTH
@pytest.mark.proves("songo-ewondo.last-seed")
def test_the_last_seed_in_the_leftmost_house(mover: Side) -> None:
    position = houses({7: 1}, {1: 4, 4: 9}, mover)
    for rules in (SONGO, GABON, having(last_seed="captured")):
        turn = rules.play(position, hole(7, mover))
        assert seeds(turn.position, mover) == ([0] * 7, [4, 0, 0, 9, 0, 0, 0])
        assert steps(turn) == [("last-seed", hole(7, mover), 1, "last-seed")]
        assert taken(turn) == 1
    for rules in (CAMEROON, having(last_seed="sown")):
        turn = rules.play(position, hole(7, mover))
        assert seeds(turn.position, mover) == ([0] * 7, [5, 0, 0, 9, 0, 0, 0])
        assert steps(turn) == [("sow", hole(7, mover), 1, "leftmost")]
    # neither two seeds nor another house
    assert steps(SONGO.play(houses({7: 2}, {1: 4, 4: 9}), "a1"))[0][0] == "sow"
    assert steps(SONGO.play(houses({6: 1}, {1: 4, 4: 9}), "a2"))[0][0] == "sow"


# ---- the end


@BOTH
@pytest.mark.proves("songo-ewondo.cannot-feed")
def test_an_opponent_who_cannot_be_fed(mover: Side) -> None:
    position = houses({1: 2, 2: 3}, {}, mover, (30, 35))
    assert SONGO.outcome(position) is None
    assert starts(SONGO, position) == {1, 2}
    for rules in (CAMEROON, GABON, having(cannot_feed="end", remainder="own-row")):
        assert rules.outcome(position) == Outcome(None, "songo-ewondo.cannot-feed", (35, 35))
        assert not rules.legal(position)
    # one house reaches the other row
    assert GABON.outcome(houses({1: 2, 2: 6}, {}, mover, (30, 32))) is None
    # the leftmost house could, but not with one seed while another holds any
    assert GABON.outcome(houses({7: 1, 1: 2}, {}, mover)) is not None
    assert SONGO.outcome(houses({7: 1, 1: 2}, {}, mover)) is None


@pytest.mark.proves("songo-ewondo.cannot-feed", "songo-ewondo.last-seed")
def test_a_last_seed_that_its_owner_takes_feeds_nobody() -> None:
    position = houses({7: 1}, {}, "S", (30, 39))
    assert GABON.outcome(houses({7: 1}, {}, "S", (34, 35))) == Outcome(None, "songo-ewondo.cannot-feed", (35, 35))
    assert CAMEROON.outcome(position) is None
    assert CAMEROON.play(position, "a1").position.text == "1,0*6/0*7 N captured=30-39 turn=1"
    assert SONGO.play(position, "a1").position.captured == (31, 39)


@BOTH
@pytest.mark.proves("songo-ewondo.few-left")
@pytest.mark.parametrize("rules", [CAMEROON, having(end_below=10)])
def test_fewer_than_ten_left(rules: Game, mover: Side) -> None:
    for left, turn, is_over in ((9, 1, True), (10, 1, False), (9, 0, False), (2, 50, True)):
        position = houses({1: 1}, {1: left - 1}, mover, (20, 20), turn)
        outcome = rules.outcome(position)
        assert (outcome is not None) == is_over
        assert outcome is None or outcome.clause == "songo-ewondo.few-left"
        assert SONGO.outcome(position) is None
        assert GABON.outcome(position) is None


@BOTH
@pytest.mark.proves("songo-ewondo.win", "songo-ewondo.few-left", "songo-ewondo.remainder")
@pytest.mark.parametrize(
    ("own", "enemy", "captured", "house", "clause", "score", "winner"),
    [
        # LE-SONGO's three tests of the end; it tells who wins, the scores are counted by hand
        ({7: 2}, {1: 1, 2: 1, 4: 3}, (38, 0), 7, "win", (42, 0), "mover"),
        ({1: 3}, {1: 4}, (30, 33), 1, "few-left", (33, 37), None),
        ({1: 3}, {1: 4}, (33, 30), 1, "few-left", (36, 34), None),
        # with the own rank there are forty
        ({1: 3}, {1: 4}, (37, 26), 1, "few-left", (40, 30), "mover"),
        ({1: 3}, {1: 4}, (27, 36), 1, "few-left", (30, 40), "opponent"),
    ],
)
def test_the_end_in_cameroon(
    mover: Side,
    own: Houses,
    enemy: Houses,
    captured: tuple[int, int],
    house: int,
    clause: str,
    score: tuple[int, int],
    winner: str | None,
) -> None:
    outcome = CAMEROON.play(houses(own, enemy, mover, captured), hole(house, mover)).outcome
    won = {"mover": mover, "opponent": OTHER[mover], None: None}[winner]
    assert outcome == Outcome(won, f"songo-ewondo.{clause}", score if mover == "S" else score[::-1])


@BOTH
@pytest.mark.proves("songo-ewondo.win")
def test_how_many_seeds_win(mover: Side) -> None:
    """36 and 40 win at once; at the end, 40 are asked for where 40 win, else more than the other has."""
    for captured, enough in ((35, ()), (36, (36,)), (39, (36,)), (40, (36, 40))):
        position = houses({1: 5}, {1: 5}, mover, (captured, 20), 60)
        won = Outcome(mover, "songo-ewondo.win", (captured, 20) if mover == "S" else (20, captured))
        for value in ("most", 36, 40):
            assert having(win_at=value).outcome(position) == (won if value in enough else None)
    # nothing to move: what is on the board is the opponent's
    ended, score = houses({}, {2: 3}, mover, (34, 33), 60), (34, 36) if mover == "S" else (36, 34)
    for value, winner in (("most", OTHER[mover]), (36, OTHER[mover]), (40, None)):
        assert having(win_at=value).outcome(ended) == Outcome(winner, "songo-ewondo.end", score)
    forty, score = houses({}, {2: 3}, mover, (30, 37), 60), (30, 40) if mover == "S" else (40, 30)
    assert having(win_at=40).outcome(forty) == Outcome(OTHER[mover], "songo-ewondo.end", score)
    drawn = having(win_at=36).outcome(houses({}, {2: 3}, mover, (35, 32), 60))
    assert drawn == Outcome(None, "songo-ewondo.end", (35, 35))


@pytest.mark.proves("songo-ewondo.win")
def test_thirty_six_win_in_gabon() -> None:
    turn = GABON.play(houses({7: 2}, {2: 1}, "S", (34, 33)), "a1")
    assert turn.outcome == Outcome("S", "songo-ewondo.win", (36, 33))
    assert SONGO.play(turn.before, "a1").outcome is None


@pytest.mark.proves("songo-ewondo.end", "songo-ewondo.remainder", "songo-ewondo.win")
@pytest.mark.parametrize("rules", [SONGO, having(remainder="own-row"), GABON])
def test_the_game_ends_when_the_player_to_move_has_no_seeds(rules: Game) -> None:
    ended = SONGO.parse("0*7/0*5,2,0 N captured=34-34 turn=90")
    assert rules.outcome(ended) == Outcome("S", "songo-ewondo.end", (36, 34))
    assert not rules.legal(ended)
    drawn = SONGO.parse("2,0*2,3,0*3/0*7 S captured=35-30 turn=90")
    assert rules.outcome(drawn) == Outcome(None, "songo-ewondo.end", (35, 35))
    lost = SONGO.parse("2,0*2,3,0*3/0*7 S captured=30-35 turn=90")
    assert rules.outcome(lost) == Outcome("N", "songo-ewondo.end", (30, 40))


@BOTH
@pytest.mark.proves("songo-ewondo.remainder")
def test_who_gets_what_is_left(mover: Side) -> None:
    """The last mover's right takes all, wherever it lies; otherwise each keeps their own rank."""
    few, hungry = houses({1: 3}, {1: 4}, mover, (33, 30), 7), houses({1: 3}, {}, mover, (33, 34), 7)
    for position, option, clause in (
        (few, {"end_below": 10}, "few-left"),
        (hungry, {"cannot_feed": "end"}, "cannot-feed"),
    ):
        for value, score in (("last-mover", (33, 37)), ("own-row", (36, 34))):
            outcome = having(remainder=value, **option).outcome(position)
            assert outcome
            assert outcome.clause == f"songo-ewondo.{clause}"
            assert outcome.score == (score if mover == "S" else score[::-1])


CIRCLE = "0*6,2/2,0*6 S captured=40-26"
ROUND = "a1 b7 a7 b1 a6 b2 a5 b3 a4 b4 a2 b6 a3 b5 a2 b6".split()


@pytest.mark.proves("songo-ewondo.repetition")
@pytest.mark.parametrize(
    ("options", "outcome"),
    [
        ({}, ("S", (42, 28))),
        ({"repetition": "draw"}, (None, (40, 26))),
        ({"repetition": "share", "remainder": "own-row"}, ("S", (42, 28))),
    ],
)
def test_a_position_that_comes_back(options: dict[str, Any], outcome: tuple[Side | None, tuple[int, int]]) -> None:
    """Each player gives two seeds away and gets two, and after eight turns of each all is as before."""
    match = Match(having(**options), SONGO.parse(CIRCLE))
    for move in ROUND:
        assert match.outcome is None
        match.play(move)
    assert match.outcome == Outcome(outcome[0], "songo-ewondo.repetition", outcome[1])
    assert match.position.text == f"{CIRCLE} turn=16"


@pytest.mark.proves("songo-ewondo.repetition", "songo-ewondo.win")
@pytest.mark.parametrize(
    ("rules", "captured", "winner", "score"),
    [
        (GABON, "35-31", "S", (37, 33)),
        (GABON, "33-33", None, (35, 35)),
        (having(win_at=40), "37-29", None, (39, 31)),
        (having(win_at=40), "38-28", "S", (40, 30)),
    ],
)
def test_a_position_that_comes_back_is_scored_as_any_end(
    rules: Game, captured: str, winner: Side | None, score: tuple[int, int]
) -> None:
    match = Match(rules, SONGO.parse(f"0*6,2/2,0*6 S captured={captured}"))
    for move in ROUND:
        match.play(move)
    assert match.outcome == Outcome(winner, "songo-ewondo.repetition", score)


@pytest.mark.proves("songo-ewondo.repetition")
def test_a_long_way_back() -> None:
    """Ninety-four turns that take nothing lead back to where they began."""
    turns = """b5 a3 b6 a4 b7 a2 b1 a7 b2 a6 b3 a5 b1 a4 b2 a3 b1 a1 b2 a2 b3 a7 b1 a6 b2 a5 b3 a4 b4 a7 b6 a5 b5 a7 b6
        a3 b7 a1 b1 a7 b2 a6 b1 a5 b2 a4 b3 a3 b4 a2 b5 a1 b7 a7 b1 a6 b2 a5 b3 a4 b4 a7 b5 a7 b6 a4 b7 a6 b1 a7
        b2 a6 b3 a5 b1 a4 b2 a2 b3 a3 b1 a2 b2 a1 b4 a7 b1 a6 b2 a5 b3 a7 b4 a4""".split()
    match = Match(SONGO, SONGO.parse("0*4,5,4,2/0,1*2,0*2,1,0 N captured=30-26 turn=145"))
    for move in turns:
        assert match.outcome is None
        match.play(move)
    assert match.outcome == Outcome("N", "songo-ewondo.repetition", (33, 37))


# ---- readings, and values that do not go together


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        (SONGO, "excused seven move 2-3-4 capturable by-seeds captured forfeit 0 last-mover most share"),
        (CAMEROON, "last-resort seven end 2-3-4 not-alone by-houses sown forfeit 10 own-row 40 share"),
        (GABON, "single one end 2-3-4 not-alone by-houses captured all-seven 0 own-row 36 share"),
    ],
)
def test_what_a_reading_plays(rules: Game, values: str) -> None:
    options = (
        "leftmost feed cannot_feed capture_counts first_house chain last_seed grand_slam end_below remainder win_at"
        " repetition"
    )
    assert {name: str(value) for name, value in rules.values.items()} == dict(
        zip(options.split(), values.split(), strict=True)
    )


@pytest.mark.parametrize("reading", [reading.id for reading in SONGO.readings])
def test_all_seven_needs_the_first_house(reading: str) -> None:
    with pytest.raises(OptionError, match=r"grand_slam=all-seven makes no sense with first_house=never"):
        game("songo-ewondo", reading=reading, grand_slam="all-seven", first_house="never")


@pytest.mark.parametrize(
    ("reading", "position", "move", "sentence"),
    [
        (
            "mancala-world",
            "0*7/2,4,0*5 S",
            "a1",
            "a1 is the leftmost house and holds 2: with fewer than three it has to wait while another house can give"
            " North three seeds or more, and a2 can give 3 (songo-ewondo.leftmost)",
        ),
        (
            "mancala-world",
            "3,0*6/1,0*5,5 S",
            "a1",
            "a1 is the leftmost house and holds 1: with fewer than three it may be emptied only as the one house with"
            " seeds, or to capture, and here it captures nothing (songo-ewondo.leftmost)",
        ),
        (
            "cameroon",
            "0,1,0*5/2,1,0*5 S",
            "a1",
            "a1 is the leftmost house and holds 2: with fewer than three it may be emptied only as the last resort,"
            " and a2 holds 1 (songo-ewondo.leftmost)",
        ),
        (
            "gabon",
            "0*6,1/1*2,0*5 S",
            "a1",
            "a1 is the leftmost house and holds one seed: it may be emptied only when no other house of the rank holds"
            " seeds, and a2 holds 1 (songo-ewondo.leftmost)",
        ),
        (
            "mancala-world",
            "0*7/2*2,0*5 S",
            "a2",
            "a2 would give North 1 seed: North has none and must be given seven or more, or else the most possible,"
            " here 2 (songo-ewondo.feed)",
        ),
        (
            "gabon",
            "0*7/2,0,2,0*4 S",
            "a3",
            "a3 would give North no seed: North has none and must be given at least one (songo-ewondo.feed)",
        ),
    ],
)
def test_a_refusal_tells_which_seeds_forbid_the_move(reading: str, position: str, move: str, sentence: str) -> None:
    assert refused(game("songo-ewondo", reading=reading), position, move)[1] == sentence


@pytest.mark.proves("songo-ewondo.cannot-feed")
def test_a_move_that_feeds_nobody_is_by_the_clause_that_lets_it() -> None:
    turn = SONGO.play(SONGO.parse("0*7/0,1,0*5 S"), "a2")
    assert steps(turn) == [("sow", "a2", 1, "cannot-feed")]
    turn = SONGO.play(SONGO.parse("0*7/2,0*6 S"), "a1")
    assert steps(turn) == [("sow", "a1", 2, "feed")]
