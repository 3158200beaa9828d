"""The bibliography, `docs/references.bib`: what every source must say, and that BibTeX's tools read and write it."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pybtex.errors
import pytest
from pybtex.database import BibliographyData, Entry, parse_file
from pybtex.plugin import find_plugin
from sources import EntryStyle, problems

from mancala_ref import GAMES

FILE = Path(__file__).parents[2] / "docs" / "references.bib"
MARKDOWN = ("covers", "seen", "observed")
LINK = re.compile(r"\[[^]\[]+\]\(([^()\s]+(?:\([^()\s]+\)[^()\s]*)*)\)")


@pytest.fixture(scope="module")
def bibliography() -> BibliographyData:
    """Return all sources; a duplicate key or anything that pybtex warns of is an error."""
    with pybtex.errors.capture() as complaints:
        data = parse_file(str(FILE))
    assert not complaints
    return data


def keys() -> list[str]:
    """Return the keys of all sources, in the order of the file."""
    return re.findall(r"^@\w+\{([^,]+),$", FILE.read_text("utf-8"), flags=re.MULTILINE)


@pytest.fixture(params=keys())
def entry(request: pytest.FixtureRequest, bibliography: BibliographyData) -> Entry:
    """Return each source in turn."""
    return bibliography.entries[request.param]


def formatted(data: BibliographyData) -> dict[str, str]:
    """Return what the site's style writes of each source; a field that it misses is an error."""
    with pybtex.errors.capture() as complaints:
        style = EntryStyle()
        backend = find_plugin("pybtex.backends", "text")()
        texts = {entry.key: entry.text.render(backend) for entry in style.format_bibliography(data)}
    assert not complaints
    return texts


def test_the_build_has_nothing_against_a_source(entry: Entry) -> None:
    assert list(problems(entry.key, entry)) == []


def test_via_tells_how_a_source_is_known_that_nobody_read(entry: Entry, bibliography: BibliographyData) -> None:
    for via in filter(None, entry.fields.get("via", "").split(", ")):
        assert via in bibliography.entries
        assert bibliography.entries[via].fields["known"] != "cited"
        assert via != entry.key


def test_addresses_are_whole(entry: Entry) -> None:
    fields = entry.fields
    links = [
        *filter(None, [fields.get("url")]),
        *(found[1] for name in MARKDOWN for found in LINK.finditer(fields[name])),
    ]
    for link in links:
        parts = urlsplit(link)
        assert parts.scheme in {"http", "https"}, link
        assert re.fullmatch(r"[\w-]+(\.[\w-]+)+", parts.netloc), link
        assert re.fullmatch(r"[!-~]+", link), link


def test_what_pages_show_is_markdown_without_latex_or_roles(entry: Entry) -> None:
    for name in (*MARKDOWN, "short"):
        text = entry.fields[name]
        assert not re.search(r"[\\{}$]|--|``|''|(?<!`)`\w+`\{", text), name
        assert text.count("`") % 2 == text.count("**") % 2 == 0, name
        assert "](" not in LINK.sub("", text), name
        assert "  " not in text
    for name in ("covers", "seen"):
        assert entry.fields[name][-1] in ".?", name
    assert entry.fields["observed"][-1] != "."


def test_fields_are_utf8_not_latex() -> None:
    assert "\\" not in FILE.read_text("utf-8")


def test_no_two_sources_have_the_same_short_name(bibliography: BibliographyData) -> None:
    shorts = [entry.fields["short"] for entry in bibliography.entries.values()]
    assert sorted(shorts) == sorted(set(shorts))


def test_the_engine_calls_its_sources_as_the_bibliography_does(bibliography: BibliographyData) -> None:
    for game in GAMES.values():
        for key, short in game.sources.items():
            assert bibliography.entries[key].fields["short"] == short


def test_sources_stand_in_the_order_of_their_keys() -> None:
    assert keys() == sorted(keys())
    assert len(keys()) == FILE.read_text("utf-8").count("\n@")


def test_every_source_can_be_written_by_the_style_of_the_site(bibliography: BibliographyData) -> None:
    assert formatted(bibliography).keys() == set(keys())


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("tessmann1913", "Günter Tessmann. Die Pangwe."),
        ("mveondo1990", "Bonaventure Mvé-Ondo."),
        ("ondjangoasili", "Tchadji – M'palé."),
        ("russ2000", "Marlowe & Company"),
        ("mizony1971", "Les jeux stratégiques camerounais et leurs aspects mathématiques. Annales de la faculté"),
        ("chaplin1956", "A Note on Mancala Games in Northern Rhodesia. Man, 56(192–193):168–170, December 1956."),
        ("kalahreview2020", "Libor Pekař, Radek Matušů"),
        ("mancala-world-mefuvha", "Mefuvha."),
    ],
)
def test_accents_capitals_and_signs_come_out_right(bibliography: BibliographyData, key: str, words: str) -> None:
    assert words in formatted(bibliography)[key]
