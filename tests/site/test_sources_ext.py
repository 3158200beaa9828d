"""Citations and lists of sources, on small projects: what they print, where they lead, and what is checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

import pytest
from citations import TYPES, again, as_json, as_ris, coins, from_bibtex
from projects import SHORT_NAMES, Built, Project, source
from pybtex.database import parse_string
from sources import ONLY, PRIVATE, EntryStyle, problems
from sphinx.errors import ExtensionError

from mancala_ref import GAMES

LISTED = "```{sources}\n```\n"
TREES = {
    "oak": source("oak", "Oak 1900", title="On {Oaks} & Günter's M'palé", author="Oak, Óscar", year="1900"),
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


OAK = source("oak", "Oak 1900", author="Oak, Óscar", year="1900", month="June", pages="1--2")
FAULTS = [  # what is changed in that source, and what is said
    ("@misc{oak", "@misc{Oak_1", "the key is not of small letters and digits, with hyphens between"),
    ("@misc", "@patent", "the type is patent, not one of article, book, dataset, "),
    ("@misc", "@report", "it has no 'institution', which report needs"),
    ("@misc", "@book", "it has no 'publisher', which book needs"),
    ("@misc", "@inbook", "it has no 'booktitle', which inbook needs"),
    ("@misc", "@thesis", "it has no 'type', which thesis needs"),
    ("@misc", "@unpublished", "it has no 'note', which unpublished needs"),
    ("  title", "  heading", "'heading' is not one of the fields, which are author, editor, title, "),
    ("author", "writer", "'writer' is not one of the fields, which are author, editor, title, "),
    ("  title", "  :title", "':title' is not one of the fields, which are author, editor, title, "),
    ("  title", "  Title", "'Title' is not one of the fields, which are author, editor, title, "),
    ("year", "date", "'date' is not one of the fields, which are author, editor, title, "),
    ("author", "translator", "'translator' is not one of the fields, which are author, editor, title, "),
    ("  title = {Oak 1900},", "", "it has neither 'title' nor 'howpublished', which says what it is"),
    ("english", "klingon", "'langid' is klingon, not one of afrikaans, arabic, "),
    ("year = {1900}", "year = {c. 1912}", "'year' is c. 1912, not a year of four digits, as in 1913"),
    ("year = {1900}", "year = {1912--1914}", "'year' is 1912--1914, not a year of four digits, as in 1913"),
    ("year = {1900}", "year = {}", "'year' is empty: leave it out, or say what it is"),
    ("year = {1900},", "", "it has 'month', which needs 'year'"),
    ("{June}", "{6}", "'month' is 6, not the name of a month, as in month = jun"),
    ("1--2", "1–2", "'pages' is 1–2, not a page, or the first and the last, as in 1--2"),
    ("1--2", "1-2", "'pages' is 1-2, not a page, or the first and the last, as in 1--2"),
    ("pages = {1--2}", "doi = {https://doi.org/10.1/2}",
        "'doi' is https://doi.org/10.1/2, not a DOI that begins with 10, as in 10.1000/182"),
    ("pages = {1--2}", "isbn = {12345}", "'isbn' is 12345, not an ISBN, as in 0-306-40615-2"),
    ("pages = {1--2}", "issn = {12345}", "'issn' is 12345, not an ISSN, as in 0025-1496"),
    ("pages = {1--2}", "url = {oak.org}", "'url' is oak.org, not a whole address, as in https://example.org/"),
    ("pages = {1--2}", "eprint = {1112.3593}", "it has 'eprint', which needs 'eprinttype'"),
    ("pages = {1--2}", "eprint = {1}, eprinttype = {hal}",
        "'eprinttype' is hal, not arxiv, the one archive that is known here"),
    ("pages", "type", "it has 'type', which is a field of thesis, phdthesis, report, techreport, not of misc"),
    ("pages", "journal", "it has 'journal', which is a field of article, not of misc"),
    ("Óscar", "Óscar and others", "'author' has others: name them all, or say in 'seen' that there are more"),
    ("Óscar", r"{\'O}scar", r"'author' has \, which is LaTeX, not a character such as é, & or –"),
    ("{Oak 1900}", r"{{\'E}ric}", r"'title' has \, which is LaTeX, not a character such as é, & or –"),
    ("{Oak 1900}", r"{Oak \& Elm}", r"'title' has \, which is LaTeX, not a character such as é, & or –"),
    ("{Oak 1900}", "{Oak--Elm}", "'title' has --, which is LaTeX, not a character such as é, & or –"),
    ("All on oak", r"All on \'Eric", r"'covers' has \, which is LaTeX, not a character such as é, & or –"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), FAULTS)
def test_a_fault_in_an_entry_is_told_in_a_sentence(old: str, new: str, message: str) -> None:
    [(key, entry)] = parse_string(OAK, "bibtex").entries.items()
    assert list(problems(key, entry)) == []
    assert old in OAK
    [(key, entry)] = parse_string(OAK.replace(old, new, 1), "bibtex").entries.items()
    told = list(problems(key, entry))
    assert any(sentence.startswith(f"source {key}: {message}") for sentence in told), told
    csl = from_bibtex(key, entry)  # and nothing breaks before it is told
    assert all((again(key, entry, PRIVATE, ""), as_ris(csl), coins(csl), as_json(csl)))


@pytest.mark.parametrize("kind", TYPES)
def test_a_type_of_entry_is_either_taken_or_told(kind: str) -> None:
    fields = {"title": "On Oaks", "year": "1900", **dict.fromkeys(("publisher", "note"), "Oak")}
    fields |= {name: "Oak" for name, kinds in ONLY.items() if kind in kinds}
    written = source("oak", "Oak 1900", author="Oak, Óscar", **fields).replace("@misc", f"@{kind}")
    [(key, entry)] = parse_string(written, "bibtex").entries.items()
    assert list(problems(key, entry)) == []
    printed = EntryStyle().format_entry("", entry).text.render_as("text")
    assert all(words in printed for words in ("Óscar Oak", "On Oaks", "1900"))


def test_a_build_tells_all_faults_and_goes_on(project: Project) -> None:
    wrong = [OAK.replace(old, new, 1).replace("{oak,", f"{{oak{n},") for n, (old, new, _) in enumerate(FAULTS)]
    page = "# All\n\n```{sources}\n:all:\n```\n"
    built = build(project, {"reference/all": page}, dict(enumerate(wrong)))  # type: ignore[arg-type]
    for _, _, message in FAULTS:
        assert re.search(f"WARNING: source .*: {re.escape(message)}", built.warnings)
    assert (built.out / "reference/all.html").exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{1900},\n", "{1900}\n", "syntax error in line 11: '}' expected"),
        ("{June}", "june", "undefined string in line 11: june"),
        ("{June}", "jun, year = {1901}", "entry with key oak has a duplicate year field"),
        ("{Oak, Óscar}", "{A, B, C, D}", "Too many commas in 'A, B, C, D'"),
    ],
)
def test_a_bibliography_that_is_no_bibtex_is_told_by_its_name(
    project: Project, old: str, new: str, message: str
) -> None:
    assert old in OAK
    with pytest.raises(ExtensionError, match=f"^references.bib cannot be read: {re.escape(message)}"):
        project({"guide": "# Guide\n"}, ["sources"], files={"docs/references.bib": OAK.replace(old, new, 1)})


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
