"""Citations and lists of sources, on small projects: what they print, where they lead, and what is checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

import pytest
from projects import SHORT_NAMES, Built, Project, source

from mancala_ref import GAMES

LISTED = "```{sources}\n```\n"
TREES = {
    "oak": source("oak", "Oak 1900", title="On {Oaks} \\& Günter's M'palé", author="Oak, Óscar", year="1900"),
    "elm": source("elm", "Elm 1901", known="cited", via="oak, ash", observed="Kew, 1899"),
    "ash": source("ash", "Ash 1902", known="whole", langid="french"),
}


def build(project: Project, pages: Mapping[str, str], entries: Mapping[str, str] = TREES) -> Built:
    """Build pages on a bibliography of these entries and what the engine cites."""
    engine = {key: source(key, short) for game in GAMES.values() for key, short in game.sources.items()}
    bib = "\n".join({**engine, **entries}.values())
    return project(dict(pages), ["sources"], "html", files={"docs/references.bib": bib})


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", html)).split())


@pytest.mark.parametrize(
    ("role", "printed"),
    [
        ("{cite:p}`oak`", "(Oak 1900)"),
        ("{cite:p}`oak{pp. 3–5}`", "(Oak 1900, pp. 3–5)"),
        ("{cite:p}`{see}oak{p. 3}, ash`", "(Ash 1902; see Oak 1900, p. 3)"),  # in the order of the list
        ("{cite:t}`oak`", "Oak 1900"),
        ("{cite:t}`oak{section “Play”}`", "Oak 1900, section “Play”"),
    ],
)
def test_a_citation_prints_the_short_name_and_the_place(project: Project, role: str, printed: str) -> None:
    built = build(project, {"games/trees": f"# Trees\n\nBefore {role} after.\n\n{LISTED}"})
    assert not built.warnings
    assert f"Before {printed} after." in words((built.out / "games/trees.html").read_text("utf-8"))


def test_a_page_lists_what_it_cites_and_what_is_known_of_it(project: Project) -> None:
    built = build(project, {"games/trees": f"# Trees\n\n{{cite:p}}`oak` {{cite:p}}`elm` {{cite:p}}`ash`\n\n{LISTED}"})
    assert not built.warnings
    entries = (built.out / "games/trees.html").read_text("utf-8").split('<div class="citation"')[1:]
    assert [words(f"<{entry}")[:10].strip("[] ") for entry in entries] == ["Ash 1902", "Elm 1901", "Oak 1900"]
    ash, elm, oak = (words(f"<{entry}") for entry in entries)
    assert "read whole · in French · observed: not stated All on ash. In a library." in ash
    assert "known through another source: Oak 1900, Ash 1902 · in English · observed: Kew, 1899" in elm
    assert "On Oaks & Günter's M'palé" in oak.replace("’", "'")
    assert "read in part" in oak
    assert 'id="source-elm"' in entries[1]
    assert 'href="#source-ash"' in entries[1]
    assert "<em>library</em>" in entries[1]


def test_with_a_source_goes_the_one_through_which_it_is_known(project: Project) -> None:
    entries = {**TREES, "oak": source("oak", "Oak 1900", known="cited", via="fir"), "fir": source("fir", "Fir 1903")}
    built = build(project, {"games/trees": f"# Trees\n\n{{cite:p}}`elm`\n\n{LISTED}"}, entries)
    assert not built.warnings
    html = (built.out / "games/trees.html").read_text("utf-8")
    listed = re.findall('class="citation" id="source-(.*?)"', html)
    assert listed == ["ash", "elm", "fir", "oak"]


def test_citations_lead_to_the_list_of_their_page_or_to_that_of_all(project: Project) -> None:
    pages = {
        "games/trees": f"# Trees\n\n{{cite:p}}`oak` {{cite:p}}`ash`\n\n{LISTED}",
        "guide": "# Guide\n\nAs {cite:t}`oak` has it, and {cite:t}`elm`.\n",
        "reference/all": "# All\n\n```{sources}\n:all:\n```\n",
    }
    built = build(project, pages)
    assert not built.warnings
    trees, guide, every = ((built.out / f"{name}.html").read_text("utf-8") for name in pages)
    assert trees.count('href="#source-oak"') == 1
    assert 'id="source-elm"' not in trees
    assert 'href="reference/all.html#source-oak"' in guide
    assert 'href="reference/all.html#source-elm"' in guide
    assert {"source-oak", "source-elm", "source-ash"} <= set(re.findall('id="(.*?)"', every))
    assert every.count("observed:") == every.count('<div class="citation"') >= 3


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"seen": ""}, "source ash: references.bib has no seen for it"),
        ({"short": "", "langid": ""}, "source ash: references.bib has no short, langid for it"),
        ({"known": "hearsay"}, "source ash: 'known' is hearsay, not one of whole, part, cited"),
        ({"known": "cited"}, "source ash: 'via' says through which source one is known that is only cited"),
        ({"via": "oak"}, "source ash: 'via' says through which source one is known that is only cited"),
        ({"short": " "}, "source ash: references.bib has no short for it"),
        (
            {"known": "cited", "via": "ash"},
            "source ash: 'via' names the source itself, not one through which it is known",
        ),
        ({"known": "cited", "via": "fir"}, "source ash: 'via' names fir, which references.bib does not have"),
    ],
)
def test_an_entry_says_all_that_pages_tell(project: Project, changed: dict[str, str], message: str) -> None:
    built = build(project, {"guide": "# Guide\n"}, {**TREES, "ash": source("ash", **{"short": "Ash 1902", **changed})})
    assert f"WARNING: {message}" in built.warnings


def test_the_engine_and_the_bibliography_call_a_source_the_same(project: Project) -> None:
    key, game = next((key, game) for game in GAMES.values() for key in game.sources)
    built = build(project, {"guide": "# Guide\n"}, {**TREES, key: source(key, "Ash 1902 b")})
    short = SHORT_NAMES[key]
    message = f"source {key}: references.bib calls it Ash 1902 b, and the game {game.id} {short}"
    assert f"WARNING: {message}\n" in built.warnings


@pytest.mark.parametrize(
    ("role", "message"),
    [
        ("{cite:p}`oak{p. 3`", "expected KEY or KEY{PLACE}, and a comma between two of these"),
        ("{cite:p}`oak ash`", "expected KEY or KEY{PLACE}, and a comma between two of these"),
        ("{cite:year}`oak`", "a citation is cite:p or cite:t"),
    ],
)
def test_a_citation_that_cannot_be_read_is_told_with_its_line(project: Project, role: str, message: str) -> None:
    [told] = build(project, {"games/trees": f"# Trees\n\nText.\n\n{role}\n\n{LISTED}"}).warnings.splitlines()
    assert "trees.md:5: WARNING: " in told
    assert told.endswith(f"{role} cannot be read: {message}")


def test_a_page_has_one_list_of_its_sources(project: Project) -> None:
    [told] = build(project, {"games/trees": f"# Trees\n\n{{cite:p}}`oak`\n\n{LISTED}\n{LISTED}"}).warnings.splitlines()
    assert "trees.md:8: ERROR: sources: a page has one list of its sources, and this page has one already" in told
