"""Every worked example of the built site, as examples.json tells it, played by the engine and by the second engine."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import naive
import pytest

from mancala_ref import IllegalMove, Match
from mancala_ref.games import game_at

Example = dict[str, Any]


@pytest.fixture(scope="session")
def examples(site: Path) -> list[Example]:
    """All worked examples."""
    found: list[Example] = json.loads((site / "data/examples.json").read_text("utf-8"))["examples"]
    return found


def board(text: str) -> str:
    """A position text without the number of turns: what can come back."""
    return re.sub(" turn=.*", "", text)


def played_here(example: Example) -> Example:
    """What becomes of an example in mancala_ref, with the fields that a worked example expects."""
    opening = example["position"] == "opening"
    game, start = game_at(
        example["game"],
        None if opening else example["position"],
        example.get("columns"),
        example["reading"],
        example["options"],
    )
    match = Match(game, start)
    refused = None
    for move in example["moves"]:
        assert refused is None
        try:
            match.play(move)
        except IllegalMove as error:
            refused = error.clause
    if refused:
        return {"refused": refused}
    outcome = match.outcome
    return {"after": match.position.text, "outcome": outcome and outcome.as_dict()}


def played_there(example: Example) -> Example:
    """The same in the second engine, which gives no clause for a refusal."""
    name = example["game"]
    rules = {**naive.READINGS[name][example["reading"]], **example["options"]}
    here = example["position"]
    if here == "opening":
        here = naive.start(name, example["columns"], rules)
    ended = naive.outcome(name, here, rules)
    score = naive.score(name, here, rules)
    before = [board(here)]
    for number, move in enumerate(example["moves"], 1):
        assert ended is None
        try:
            here = naive.play(name, here, move, rules)
        except ValueError:
            assert number == len(example["moves"])
            return {"refused": None}
        ended, score = naive.outcome(name, here, rules), naive.score(name, here, rules)
        if ended is None and board(here) in before:
            winner, score = naive.repeated(name, here, rules)
            ended = winner, f"{name}.repetition"
        before.append(board(here))
    if ended is None or score is None:
        return {"after": here, "outcome": None}
    return {"after": here, "outcome": {"winner": ended[0], "clause": ended[1], "score": list(score)}}


def differences(expected: Example, found: Example) -> list[str]:
    """What an example expects and did not come: a field that it leaves out, the score too, may be anything."""
    if "refused" in expected or "refused" in found:
        same = "refused" in expected and found.get("refused", "") in (None, expected["refused"])
        return [] if same else ["refused"]
    if "after" in expected and expected["after"] != found["after"]:
        return ["after"]
    ended = found["outcome"] or {}
    return [name for name, value in expected.get("outcome", {}).items() if name not in ended or ended[name] != value]


def test_every_clause_has_an_example_with_its_origin(site: Path, examples: list[Example]) -> None:
    clauses = json.loads((site / "data/clauses.json").read_text("utf-8"))["clauses"]
    assert len(clauses) >= 69  # so many were stated before the first example was written
    assert list(dict.fromkeys(example["clause"] for example in examples)) == [clause["id"] for clause in clauses]
    for example in examples:
        assert example["origin"].strip(), example["clause"]
        assert {"after", "outcome", "refused"} & set(example), example["clause"]


def test_every_example_comes_out_as_expected(examples: list[Example]) -> None:
    for example in examples:
        assert differences(example, played_here(example)) == [], example


def test_the_second_engine_agrees(examples: list[Example]) -> None:
    for example in examples:
        assert differences(example, played_there(example)) == [], example


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"after": "2*6/2*4,1,0/0,1,2*4/2*6 N turn=1"}, "after"),
        ({"outcome": {"winner": "N", "clause": "mefuvha.end", "score": [8, 0]}}, "winner"),
        ({"outcome": {"winner": "S", "clause": "mefuvha.pass", "score": [8, 0]}}, "clause"),
        ({"outcome": {"winner": "S", "clause": "mefuvha.end", "score": [7, 0]}}, "score"),
        ({"refused": "mefuvha.start"}, "refused"),
    ],
)
def test_a_wrong_example_is_noticed(change: Example, field: str) -> None:
    """So that the two tests above can fail."""
    right: Example = {
        "game": "mefuvha",
        "position": "0,1,0,4,0*2/0,3,0*4/0*3,2,0*2/0*6 S",
        "reading": "mancala-world",
        "options": {},
        "moves": ["b4xd4"],
        "after": "0*6/0*6/0,1*2,0*3/0*6 N captured=8-0 turn=1",
        "outcome": {"winner": "S", "clause": "mefuvha.end"},
    }
    for play in played_here, played_there:
        assert differences(right, play(right)) == []
        assert differences({**right, **change}, play(right)) == [field]
    refused = {**right, "moves": ["b2"], "refused": "mefuvha.start"}
    del refused["after"], refused["outcome"]
    for play in played_here, played_there:
        assert differences(refused, play(refused)) == []
    assert differences({**refused, "refused": "mefuvha.end"}, played_here(refused)) == ["refused"]
