"""What a notebook shows of a turn, a match and a position: well-formed, and what the engine says."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from engine.strategies import SELDOM

from mancala_ref import Event, Match, Move, Outcome, Position, Turn, game

SVG = "{http://www.w3.org/2000/svg}"
MEFUVHA = game("mefuvha", 8)


def shown(value: Any) -> Element:
    """Return what a notebook shows; all tags are closed and all signs escaped, or it could not be read as XML."""
    return ElementTree.fromstring(value._repr_html_())


def lines(found: Element) -> list[str]:
    """Return the paragraphs and list items, each as text."""
    return ["".join(line.itertext()) for line in found.iter() if line.tag in ("p", "li")]


def marks(found: Element) -> set[str]:
    return {group.attrib["data-hole"] for group in found.iter(f"{SVG}g") if "marked" in group.attrib["class"].split()}


def counts(found: Element) -> dict[str, int]:
    return {group.attrib["data-hole"]: int(group.attrib["data-seeds"]) for group in found.iter(f"{SVG}g")}


def ids(text: str) -> list[str]:
    return [element.attrib["id"] for element in ElementTree.fromstring(text).iter() if "id" in element.attrib]


def test_a_turn_shows_its_move_its_board_and_its_steps() -> None:
    found = shown(MEFUVHA.play(MEFUVHA.start(), "b3xd2xd3"))
    assert lines(found) == [
        "South: b3xd2xd3",
        "2 seeds are lifted from b3 and sown to b1. mefuvha.sow",
        "The last seed falls into b1, which was empty: the sowing ends. mefuvha.stop",
        "2 seeds are captured from c1. mefuvha.capture",
        "2 seeds are captured from d1. mefuvha.capture-outer",
        "2 seeds are captured from d2, freely chosen. mefuvha.free-captures",
        "2 seeds are captured from d3, freely chosen. mefuvha.free-captures",
    ]
    assert [code.text for code in found.iter("code")][:2] == ["mefuvha.sow", "mefuvha.stop"]
    assert marks(found) == {"b3", "b1", "c1", "d1", "d2", "d3"}
    seeds = counts(found)
    assert len(seeds) == 32
    assert [seeds[hole] for hole in ("b3", "b2", "b1", "c1", "d1", "d2", "d3", "d4")] == [0, 2, 1, 0, 0, 0, 0, 2]


def test_a_turn_that_ends_the_game_tells_how() -> None:
    rules = game("ntchuva", 4)
    found = shown(rules.play(rules.parse("0*4/1,0*3/0*2,2,0/0*4 S"), "b3"))  # takes North's only seed
    assert lines(found)[-1] == "South wins: North has no seeds left. ntchuva.end"
    assert found.findtext(f".//{SVG}title") == "The game is over. South wins: North has no seeds left."
    assert "to move" not in "".join(found.itertext())


@pytest.mark.parametrize(("rules", "start"), SELDOM, ids=lambda value: getattr(value, "text", ""))
def test_whatever_is_played_can_be_shown(rules: Any, start: Position) -> None:
    for move in list(rules.legal(start))[:20]:
        turn = rules.play(start, move)
        steps = lines(shown(turn))[1:]
        assert len(steps) == len(turn.events) + (turn.outcome is not None)
        text = str(turn).splitlines()[1:]
        assert [f"  {step.replace(f' {rules.id}.', f' ({rules.id}.')})" for step in steps] == text


def test_a_long_relay_is_told_by_its_ends() -> None:
    laps = (Event("relay", "a1", 2, "mefuvha.relay", "a3"),) * 30
    steps = lines(shown(Turn(Move("a1"), MEFUVHA.start(), MEFUVHA.start(), laps, None)))[1:]
    assert len(steps) == 9
    assert steps[4] == "22 more laps follow in the same way. mefuvha.relay"


def test_what_is_shown_is_only_text() -> None:
    hostile = "<b onclick='x'>&amp;\"</b>"
    turn = Turn(
        Move(hostile),
        MEFUVHA.start(),
        MEFUVHA.start(),
        (Event("capture", hostile, 2, hostile),),
        Outcome("S", "mefuvha.end", (0, 0)),
    )
    found = shown(turn)
    assert lines(found)[:2] == [f"South: {hostile}", f"2 seeds are captured from {hostile}. {hostile}"]
    assert not list(found.iter("b"))


def test_a_match_shows_its_game_its_rules_its_board_and_its_turns() -> None:
    match = Match(game("songo-ewondo", reading="cameroon", first_house="capturable"))
    assert lines(shown(match)) == ["Songo Ewondo", "Rules: cameroon, with first_house=capturable"]
    assert marks(shown(match)) == set()
    match.play("a7")
    match.play("b3")
    found = shown(match)
    assert lines(found)[2:] == ["Turns: a7 b3"]
    assert marks(found) == {"b3", "a7"}
    assert counts(found)["a7"] == 1
    assert lines(shown(Match(MEFUVHA))) == ["Mefuvha"]


def test_a_match_that_has_ended_tells_how() -> None:
    match = Match(game("ntchuva", 4), Position.parse("0*4/1,0*3/0*2,2,0/0*4 S"))
    match.play("b3")
    assert lines(shown(match)) == ["Ntchuva", "Turns: b3", "South wins: North has no seeds left. ntchuva.end"]


def test_outputs_of_one_notebook_share_no_id() -> None:
    match, other = Match(MEFUVHA), Match(game("mefuvha", 8, free_captures=0))
    outputs = [match.position._repr_svg_(), match._repr_html_(), other._repr_html_()]
    for move in ("a1", "d8"):
        turn = match.play(move)
        outputs += [turn.position._repr_svg_(), turn._repr_html_(), match._repr_html_()]
    found = [id for output in outputs for id in ids(output)]
    assert len(found) == len(set(found)) == 2 * len(outputs)
    for output in outputs:  # and each picture is named by its own
        (svg,) = ElementTree.fromstring(f"<p>{output}</p>").iter(f"{SVG}svg")
        assert svg.attrib["aria-labelledby"].split() == ids(output)
    assert match._repr_html_() == outputs[-1]
