"""The glossaries: what each entry must have, and that the engine uses the site's words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from projects import Built, Project
from words import Word, misuses, sentences

from mancala_ref.games.mefuvha import Mefuvha
from mancala_ref.messages import CATALOGUE

PAGE = Path(__file__).parents[2] / "docs/reference/words.md"
BIB = """@book{oak1900,
  author = {Oak, Otto}, title = {Oaks}, publisher = {Acorn}, year = {1900},
  short = {Oak 1900}, known = {whole}, covers = {Oaks.}, seen = {All.}, langid = {english}, observed = {not stated},
}
"""
KULALA = "“To sleep”: the end of a turn.\n\n  [Mefuvha](games/mefuvha.md) {cite:p}`oak1900{p. 7}`"
HOLE = "A place for seeds.\n\n  Not: pit, cup."


def words(project: Project, *sections: tuple[str, dict[str, str]]) -> Built:
    """Build a page with a glossary for each language, of terms and what stands below them."""
    page = "# Words\n"
    for language, entries in sections:
        listed = "\n\n".join(f"{terms}\n  {below}" for terms, below in entries.items())
        page += f"\n## {language}\n\n```{{glossary}}\n{listed}\n```\n"
    pages = {"words": f"{page}\n## Sources\n\n```{{sources}}\n```\n", "games/mefuvha": "# Mefuvha\n"}
    return project(pages, extensions=("sources", "words"), files={"docs/references.bib": BIB})


def test_complete_entries_are_no_warning(project: Project) -> None:
    built = words(project, ("English", {"hole": HOLE, "lap": "One sowing."}), ("Venda", {"kulala": KULALA}))
    assert built.warnings == ""


@pytest.mark.parametrize(
    ("below", "missing"),
    [
        ("The end.\n\n  {cite:p}`oak1900`", "a link to its game"),
        ("The end, see [the sources](words.md). {cite:p}`oak1900`", "its meaning, a link to its game"),
        ("The end.\n\n  [Mefuvha](games/mefuvha.md)", "its source"),
        ("[Mefuvha](games/mefuvha.md) {cite:p}`oak1900`", "its meaning"),
        ("The end.", "a link to its game, its source"),
    ],
)
def test_what_an_entry_lacks_is_told(project: Project, below: str, missing: str) -> None:
    built = words(project, ("Venda", {"kulala\nkulalo": below, "tlaba": KULALA}))
    told = re.findall(r"words\.md:(\d+): WARNING: (.*)", built.warnings)
    assert told == [("8", f"the word kulala (Venda) lacks {missing}")]


def test_a_word_of_ours_needs_no_source_but_a_meaning(project: Project) -> None:
    built = words(project, ("English", {"hole": "Not: pit.", "lap": "One sowing."}))
    assert re.findall(r"WARNING: (.*)", built.warnings) == ["the word hole (English) lacks its meaning"]


def test_a_term_of_two_languages_is_told(project: Project) -> None:
    built = words(project, ("Venda", {"kulala": KULALA}), ("Tsonga", {"kulala": KULALA}))
    assert "duplicate term description of kulala" in built.warnings


def test_a_message_with_a_word_that_is_ruled_out_fails_the_build(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CATALOGUE, "event.stop", "The last seed falls into a Pit of {pit}: the sowing ends.")
    built = words(project, ("English", {"seed": "What is sown.", "hole": HOLE}))
    assert re.findall(r"words\.md:10: WARNING: (.*)", built.warnings) == [
        "the message event.stop says “The last seed falls into a Pit of {pit}: the sowing ends.”: "
        "the word for “Pit” is “hole”"
    ]


def test_options_and_readings_are_checked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = Mefuvha.options
    option = first._replace(meaning="which cup is played", values={"one": "The cups of one side."})
    monkeypatch.setattr(Mefuvha, "options", (option, *others))
    reading = Mefuvha.readings[0]._replace(name="the text on pits")
    monkeypatch.setattr(Mefuvha, "readings", (reading, *Mefuvha.readings[1:]))
    hole = Word("English", ("hole",), 1, "A place for seeds.", (), (), ("pit", "cup"))
    assert [(told.where, told.found, told.entry.terms[0]) for told in misuses([hole], sentences())] == [
        ("the reading mancala-world of mefuvha", "pit", "hole"),
        ("the option stylised_first_move of mefuvha", "cup", "hole"),
        ("the value stylised_first_move=one of mefuvha", "cup", "hole"),
    ]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("A counter.", ["counter"]),
        ("Two counters, and a COUNTER.", ["counter", "COUNTER"]),
        ("South sows counter-clockwise.", []),
        ("An encounter.", []),
        ("{counter} seeds.", []),
        ("The rule set says so.", ["rule set"]),
    ],
)
def test_only_whole_words_count(sentence: str, found: list[str]) -> None:
    entry = Word("English", ("seed",), 1, "What is sown.", (), (), ("counter", "rule set"))
    assert [told.found for told in misuses([entry], [("here", sentence)])] == found


def test_the_page_rules_out_what_the_engine_must_not_say() -> None:
    """The site's words, as its design lists them: each has an entry, with the words that it is not."""
    english = PAGE.read_text("utf-8").split("\n## English\n")[1].split("\n## ")[0]
    found = dict(re.findall(r"^(\w[\w ]*)\n(?:\w.*\n)*(?:  .*\n)+(?:\n  Not: (.*)\.\n)?", english, re.MULTILINE))
    for term in (
        *("rank", "hole", "house", "store", "seed", "circuit", "sow", "lap", "relay", "capture", "free capture"),
        *("single", "turn", "reading", "option", "position", "match", "ply", "perft", "clause", "standing"),
    ):
        assert term in found
    assert {"pit", "cup"} <= set(found["hole"].split(", "))
    assert {"stone", "counter", "bean"} <= set(found["seed"].split(", "))
    assert "row" in found["rank"].split(", ")
    ruled_out = [Word("English", (term,), 1, "", (), (), tuple(out.split(", "))) for term, out in found.items() if out]
    assert not list(misuses(ruled_out, sentences()))
