"""The catalogue: every sentence that the code names is there, none is left over, and a game can say it in its words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from engine.strategies import SELDOM
from played import CLAUSES

from mancala_ref import GAMES, Event, IllegalMove, MancalaError, Match, Outcome, Position, PositionError, game
from mancala_ref.game import Standing
from mancala_ref.messages import CATALOGUE, counted, explain, say, say_outcome, text
from mancala_ref.turn import Kind

ROOT = Path(__file__).parents[2]
FILES = [file for folder in ("mancala_ref", "conf/ext") for file in ROOT.glob(f"{folder}/**/*.py")]
CODE = [node for file in FILES for node in ast.walk(ast.parse(file.read_text("utf-8")))]
SENTENCES = next(node for node in CODE if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "CATALOGUE")
PARTS = [part for node in CODE if isinstance(node, ast.JoinedStr) for part in node.values]
INSIDE = set(map(id, [*ast.walk(SENTENCES), *PARTS]))
STRINGS = {
    node.value
    for node in CODE
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in INSIDE
}
PREFIXES = {key.split(".")[0] for key in CATALOGUE}
KEY = re.compile(rf"(?:{'|'.join(PREFIXES)})(?:\.[a-z](?:[\w-]*\w)?)+")
FILE = re.compile(r".*\.(css|html|js|json|py|svg)")
MATPLOTLIB = {"svg.fonttype", "svg.hashsalt"}
VARIANT = re.compile(r"(\.one|\.end|\.nearest)?(@[\w.-]+)?")
# what a function that is called with a key fills in by itself
FILLED = {
    "text": set(),
    "counted": set(),
    "MancalaError": set(),
    "OptionError": set(),
    "MoveError": set(),
    "PositionError": {"at"},
    "IllegalMove": {"clause"},
    "fail": {"at", "found"},
    "unknown": {"found", "known", "nearest"},
}


def plain(key: str) -> str:
    """Return a key without what tells that it is another wording of the same sentence."""
    found = re.fullmatch(rf"(.+?){VARIANT.pattern}", key)
    assert found
    return found[1]


def blanks(key: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(CATALOGUE[key]) if name}


def built() -> Iterator[re.Pattern[str]]:
    """Yield a pattern for each f-string of the code that makes keys."""
    for node in CODE:
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if str(parts[0]).split(".")[0] in PREFIXES and "." in str(parts[0]):
                yield re.compile("".join(r"([\w-]+)" if part is None else re.escape(str(part)) for part in parts))


def wholesale() -> Iterator[str]:
    """Yield the beginnings of keys that the code names, to take all sentences that begin so."""
    return (string for string in STRINGS if string[-1:] == "." and string[:-1] in PREFIXES)


def endings() -> Iterator[tuple[str, str]]:
    """Yield how games can end: the slug of the clause, and whether it is `won` or `drawn`."""
    for node in CODE:
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Outcome", "self._won"):
            slugs = [
                arg.args[0] for arg in node.args if isinstance(arg, ast.Call) and "clause" in ast.unparse(arg.func)
            ]
            drawn = ast.unparse(node.args[0]) == "None"
            for slug in slugs:
                assert isinstance(slug, ast.Constant)
                yield from ((str(slug.value), how) for how in (("drawn",) if drawn else ("won", "drawn")))


# ---- the keys


def test_every_key_that_the_code_names_is_there() -> None:
    named = {string for string in STRINGS if KEY.fullmatch(string) and not FILE.fullmatch(string)}
    assert len(named) > 100
    assert named - MATPLOTLIB <= CATALOGUE.keys()


EVENTS = {f"event.{kind}" for kind in get_args(Kind)}
STANDINGS = {f"standing.{standing}" for standing in get_args(Standing)}
OUTCOMES = {f"outcome.{slug}.{how}" for slug, how in endings()} - {"outcome.win.drawn"}  # one alone can have enough


def test_every_key_that_the_code_builds_is_there() -> None:
    """Those of the pages and of the front end are all used when a page is built, or a state is made."""
    fields = {f"position.field-{name}{end}" for name, end in product(("captured", "free", "turn"), ("", ".end"))}
    assert len(OUTCOMES) > 10
    assert EVENTS | STANDINGS | OUTCOMES | fields <= CATALOGUE.keys()


def test_no_key_is_left_over() -> None:
    patterns, taken = list(built()), tuple(wholesale())
    assert len(patterns) > 5
    for key in map(plain, CATALOGUE):
        if key in STRINGS:
            continue
        if key.startswith(("event.", "standing.", "outcome.")):
            assert key in EVENTS | STANDINGS | OUTCOMES
        elif not key.startswith(taken or "?"):
            assert any((found := pattern.fullmatch(key)) and STRINGS.issuperset(found.groups()) for pattern in patterns)


@pytest.mark.parametrize("key", [key for key in CATALOGUE if plain(key) != key])
def test_another_wording_has_the_sentence_beside_it(key: str) -> None:
    assert plain(key) in CATALOGUE
    known = blanks(plain(key)) | ({"nearest"} if ".nearest" in key else set())
    if key.startswith("outcome."):
        known |= {"winner", "loser", "south", "north"}  # all of which every outcome can tell
    assert blanks(key) <= known
    _, _, whose = key.partition("@")
    assert not whose or whose in GAMES or whose in CLAUSES


def test_every_call_fills_the_blanks_of_its_sentence() -> None:
    checked = set()
    for node in CODE:
        if not isinstance(node, ast.Call) or ast.unparse(node.func).split(".")[-1] not in FILLED or not node.args:
            continue
        given = {str(keyword.arg) for keyword in node.keywords} | FILLED[ast.unparse(node.func).split(".")[-1]]
        keys = {each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)} & CATALOGUE.keys()
        for key in (key for key in CATALOGUE if plain(key) in keys or key in keys):
            assert "None" in given or blanks(key) <= given, f"{key}: {ast.unparse(node)}"  # None: `**values`
            checked.add(key)
    assert len(checked) > 100


def test_what_the_rules_forbid_ends_with_its_clause() -> None:
    for key, sentence in CATALOGUE.items():
        if key.startswith("illegal."):
            assert sentence.endswith(" ({clause})"), key


# ---- whose wording it is


def test_a_clause_speaks_before_its_game_and_that_before_all(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {
        "t": "all {n}",
        "t.one": "one of all",
        "t@oak": "oak {n}",
        "t@oak.leaf": "leaf {n}",
        "t.one@oak.leaf": "a leaf",
    }
    for key, sentence in said.items():
        monkeypatch.setitem(CATALOGUE, key, sentence)
    assert [text("t", n=2), text("t", n=2, clause="elm.bark"), text("t", n=2, clause="elm")] == ["all 2"] * 3
    assert [text("t", n=2, clause="oak.bark"), text("t", n=2, clause="oak")] == ["oak 2"] * 2
    assert text("t", n=2, clause="oak.leaf") == "leaf 2"
    ones = [counted("t", 1, n=1, clause=clause) for clause in ("elm.bark", "oak.bark", "oak.leaf")]
    assert ones == ["one of all", "oak 1", "a leaf"]
    assert counted("t", 2, n=2, clause="oak.leaf") == "leaf 2"
    with pytest.raises(KeyError, match="none"):
        text("none", clause="oak.leaf")


def test_a_chain_is_told_as_one() -> None:
    taken = [Event("capture", "b2", 3, f"songo-ewondo.{slug}") for slug in ("capture", "chain")]
    assert [say(event) for event in taken] == [
        "3 seeds are captured from b2.",
        "The chain goes on: 3 seeds are captured from b2.",
    ]


def test_an_outcome_in_the_words_of_its_game() -> None:
    told = [say_outcome(Outcome("N", f"{name}.end", (3, 4))) for name in ("ntchuva", "songo-ewondo")]
    assert told == [
        "North wins: South has no seeds left.",
        "The player to move has no seeds. North wins, 3 to 4.",
    ]


def test_songo_has_houses() -> None:
    """Whatever is played or refused in Songo, no hole is spoken of."""
    said = []
    for rules, start in SELDOM:
        if rules.id != "songo-ewondo":
            continue
        for position in (rules.start(), start, start._replace(mover="S" if start.mover == "N" else "N")):
            for move in ("-", "xb1", *rules.board.holes["S"], *rules.board.holes["N"]):
                try:
                    said.append(explain(Match(rules, position).play(move)))
                except IllegalMove as error:
                    said.append(str(error))
    houses = ("own houses", "a house that holds", "a house to play", "no house to start")
    assert all(any(words in sentence for sentence in said) for words in houses)
    assert not [sentence for sentence in said if re.search(r"\bholes?\b", sentence)]
    assert text("list.starts", clause="songo-ewondo", holes="a1") == "Start houses: a1"


# ---- sentences that had been put together


RANKS = "1,2*3/4*4/4*4/2*4"
WHOLE = f"{RANKS} N captured=1-0 free=2 turn=3"
CUT = {
    "": "a count of seeds, a whole number from 0 to 9999",
    "1,2*": "a number of holes, a whole number from 0 to 9999",
    RANKS: "a space and the player to move",
    f"{RANKS} ": "S or N, the player to move",
    f"{RANKS} N ": "captured= or free= or turn=",
    f"{RANKS} N captured=": "South's captured seeds, a whole number from 0 to 999999",
    f"{RANKS} N captured=1": "'-' and North's captured seeds",
    f"{RANKS} N captured=1-": "North's captured seeds, a whole number from 0 to 999999",
    f"{RANKS} N captured=1-0 ": "free= or turn=",
    f"{RANKS} N captured=1-0 free=": "a number of free captures, a whole number from 0 to 999999",
    f"{RANKS} N captured=1-0 free=2 ": "turn=",
    f"{RANKS} N captured=1-0 free=2 turn=": "a number of turns, a whole number from 0 to 999999",
}


def test_a_position_text_that_is_cut_off_anywhere() -> None:
    told = {}
    for length in range(len(WHOLE)):
        try:
            Position.parse(WHOLE[:length])
        except PositionError as error:
            told[WHOLE[:length]] = str(error)
    assert {cut: told[cut] for cut in CUT} == {
        cut: f"position text, character {len(cut) + 1}: expected {wanted}, found the end" for cut, wanted in CUT.items()
    }


@pytest.mark.parametrize("length", range(len(WHOLE) + 1))
def test_a_position_text_with_a_stranger_anywhere(length: int) -> None:
    with pytest.raises(PositionError, match=r"^position text, character \d+: expected .*, found ") as caught:
        Position.parse(f"{WHOLE[:length]}?{WHOLE[length:]}")
    assert caught.value.key in CATALOGUE
    assert "found the end" not in str(caught.value)


@pytest.mark.parametrize(("free", "told"), [(1, "has 1 free capture to make: write it"), (2, "has 2 free captures")])
def test_a_start_hole_where_captures_are_due(free: int, told: str) -> None:
    rules = game("mefuvha", 8)
    with pytest.raises(IllegalMove, match=told):
        rules.play(rules.parse(f"2*8/2*6,1,0/0,1,2*6/2*8 S free={free}"), "a1xd1")


@pytest.mark.parametrize("values", [{"free_capture": 1}, {"elm": 1}, {"reading": "stayt"}, {"reading": "elm"}])
def test_a_proposal_is_part_of_the_sentence(values: dict[str, str]) -> None:
    with pytest.raises(MancalaError) as caught:
        game("mefuvha", **values)  # type: ignore[arg-type]  # as a caller without types would
    assert ("did you mean" in str(caught.value)) == caught.value.key.endswith(".nearest") == ("elm" not in str(values))
