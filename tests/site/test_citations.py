"""References as other tools read them: every source, and titles with whatever a title can have in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import bibtexparser.entrypoint
import citations
import pytest
import rispy
from data import schema
from jsonschema import Draft202012Validator
from pybtex.database import BibliographyData, Entry, Person, parse_file, parse_string
from readers import CSL_SCHEMA, citation_js, html_metadata
from sources import PRIVATE, REFERENCE

Read = dict[str, dict[str, dict[str, Any]]]
REFERENCES = parse_file(str(Path(__file__).parents[2] / "docs" / "references.bib"))
TITLE = "Günter, M'palé & Mvé-Ondo: 100 % of #1, a_b, “2” <i> – n'txuva"
WITH = {  # what entries of some types need
    "article": {"journal": "Man"},
    "inbook": {"booktitle": "All"},
    "incollection": {"booktitle": "All"},
    "inproceedings": {"booktitle": "All"},
    "thesis": {"type": "Habilitation", "school": "U", "publisher": "", "pages": ""},
    "phdthesis": {"school": "U", "publisher": "", "pages": ""},
    "mastersthesis": {"school": "U", "publisher": "", "pages": ""},
    "report": {"type": "Field notes", "institution": "U", "publisher": ""},
    "techreport": {"institution": "U", "publisher": ""},
}
NOTE = "Read in part. It has *a* title & 100 % of ants."
OURS: dict[str, Any] = {
    "id": "mancala-ref-oak.capture",
    "type": "webpage",
    "title": f"{TITLE}, clause {citations.protected('oak.capture')}",
    "container-title": f"{citations.protected('mancala_ref 0.1.0')}: games",
    "author": [{"literal": "The mancala_ref authors"}],
    "language": "en",
    "issued": {"date-parts": [[2026, 3, 9]]},
    "URL": "https://m.example/a_b%20c.html?x=1&y=~2#oak.capture",
}


def as_csl(key: str) -> dict[str, Any]:
    return citations.from_bibtex(key, REFERENCES.entries[key])


def families(names: Iterable[dict[str, str]]) -> list[str]:
    """What names of CSL-JSON sort by, with what stands before it, and the rest."""
    found = []
    for name in names:
        last = f"{name.get('non-dropping-particle', '')} {name.get('family', name.get('literal'))}".strip()
        found.append(", ".join(filter(None, [last, name.get("given")])))
    return found


def year(csl: dict[str, Any]) -> Any:
    return csl["issued"]["date-parts"][0][0] if "issued" in csl else None


def as_read(entries: Mapping[str, Entry], folder: Path) -> Read:
    """Return what Citation.js reads of all sources in one file, by the ending of the file and their keys."""
    items = {key: citations.from_bibtex(key, entry) for key, entry in entries.items()}
    files = {
        "bib": "\n".join(citations.again(key, entry, PRIVATE, NOTE) for key, entry in entries.items()),
        "ris": "\n".join(map(citations.as_ris, items.values())),
        "json": citations.as_json(*items.values()),
    }
    for ending, text in files.items():
        (folder / f"all.{ending}").write_text(text, "utf-8")
    found = citation_js([folder / f"all.{ending}" for ending in files], folder)
    return {ending: {item["id"]: item for item in items} for ending, items in zip(files, found, strict=True)}


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Read:
    """Return what Citation.js reads of the bibliography."""
    return as_read(REFERENCES.entries, tmp_path_factory.mktemp("sources"))


def test_every_source_is_read_out_of_every_format(read: Read) -> None:
    assert len(REFERENCES.entries) > 180
    for ending, items in read.items():
        assert items.keys() == set(REFERENCES.entries), ending


def test_every_type_and_field_is_in_the_schema_of_the_data() -> None:
    kinds = schema("bibliography")["$defs"]
    assert set(kinds["source"]["properties"]["type"]["enum"]) == citations.TYPES.keys()
    assert set(kinds["fields"]["properties"]) == set(REFERENCE)


@pytest.mark.parametrize("key", REFERENCES.entries)
def test_every_format_of_a_source_says_the_same(key: str, read: Read) -> None:
    agree(read, key)


def test_every_format_of_every_type_says_the_same(tmp_path: Path) -> None:
    entries = {kind: entry_of(kind, **WITH.get(kind, {"pages": ""})) for kind in citations.TYPES}
    found = as_read(entries, tmp_path)
    for kind in entries:
        agree(found, kind)
    for ending in ("bib", "ris", "json"):
        names = found[ending]["inproceedings"]["author"]
        assert [(name.get("family"), name.get("suffix")) for name in names][2] == ("King", "Jr."), ending
        assert found[ending]["report"]["number"] == found[ending]["techreport"]["number"] == "3", ending
    for kind in ("report", "thesis", "phdthesis"):
        assert found["ris"][kind]["publisher"] == found["json"][kind]["publisher"]
        assert found["ris"][kind]["genre"] == found["json"][kind]["genre"]


def agree(read: Read, key: str) -> None:
    """Hold the formats of one source to the same data."""
    bib, ris, json = (read[ending][key] for ending in ("bib", "ris", "json"))
    assert ris["title"] == json["title"]
    assert bib["title"] == json["title"]
    assert families(bib.get("author", [])) == families(ris.get("author", [])) == families(json.get("author", []))
    assert families(bib.get("editor", [])) == families(json.get("editor", []))
    if json["type"] in ("book", "chapter", "paper-conference"):  # in RIS, the others have authors only
        assert families(ris.get("editor", [])) == families(json.get("editor", []))
    assert year(bib) == year(ris) == year(json)
    assert bib.get("URL") == ris.get("URL") == json.get("URL")
    assert bib.get("DOI") == ris.get("DOI") == json.get("DOI")
    assert bib.get("page") == ris.get("page") == json.get("page")
    if json["type"] != "webpage":
        assert bib.get("container-title") == ris.get("container-title") == json.get("container-title")
    assert bib["type"] == json["type"]


@pytest.mark.parametrize("key", REFERENCES.entries)
def test_the_bibtex_of_a_source_is_what_the_bibliography_has(key: str) -> None:
    entry = REFERENCES.entries[key]
    text = citations.again(key, entry, PRIVATE, NOTE)
    again = parse_string(text, "bibtex").entries[key]
    assert again.type == entry.type
    assert again.persons == entry.persons
    kept = {name: value for name, value in entry.fields.items() if name not in PRIVATE}
    if "title" not in kept:
        kept["title"] = f"{{[{kept.pop('howpublished')}]}}"
    said = {name: value.replace("\\&", "&").replace("\\%", "%") for name, value in again.fields.items()}  # TeX's
    added = {name: said.pop(name, "") for name in ("annotation", "organization", "date")}
    assert said == kept
    assert added["annotation"] == NOTE
    assert added["organization"] == (kept.get("howpublished", "") if entry.type == "online" else "")
    assert added["date"][:4] == (kept.get("year") if "month" in kept else "")


@pytest.mark.parametrize(
    ("key", "title", "author"),
    [
        ("tessmann1913", "Die Pangwe", "Tessmann, Günter"),
        ("ondjangoasili", "Tchadji – M'palé", "Ondjango Asili"),
        ("mveondo1990", "[A book on Songo]", "Mvé-Ondo, Bonaventure"),
        ("devoogt-mancala", "Mancala", "de Voogt, Alex"),
    ],
)
def test_accents_and_apostrophes_survive_in_ris(key: str, title: str, author: str) -> None:
    [entry] = rispy.loads(citations.as_ris(as_csl(key)))
    assert (entry["title"], entry["authors"]) == (title, [author])


def test_all_items_are_csl_json() -> None:
    items = [OURS, *map(as_csl, REFERENCES.entries)]
    validator = Draft202012Validator(CSL_SCHEMA)
    assert not list(validator.iter_errors(items))
    wrong: dict[str, Any]
    for wrong in (
        {"type": "web page"}, {"colour": "red"}, {"title": ""}, {"author": []}, {"author": [{"name": "A"}]},
        {"issued": "2026"}, {"issued": {"date-parts": [["2026"]]}},
    ):  # fmt: skip
        assert list(validator.iter_errors([{**OURS, **wrong}])), wrong


def test_a_thing_of_ours_is_read_as_it_is(tmp_path: Path) -> None:
    files = {"bib": citations.as_bibtex(OURS), "ris": citations.as_ris(OURS), "json": citations.as_json(OURS)}
    for ending, text in files.items():
        (tmp_path / f"ours.{ending}").write_text(text, "utf-8")
    title, site = f"{TITLE}, clause oak.capture", "mancala_ref 0.1.0: games"

    [[bib], [ris], [json]] = citation_js([tmp_path / f"ours.{ending}" for ending in files], tmp_path)
    assert citations.plain(json["title"]) == title
    assert bib["title"].replace("<i>", "") == title.replace("<i>", "")  # it takes them for marks
    assert ris["title"] == title
    assert bib["type"] == ris["type"] == json["type"] == "webpage"
    assert bib["issued"] == ris["issued"] == json["issued"] == OURS["issued"]
    assert bib["URL"] == ris["URL"] == json["URL"] == OURS["URL"]
    assert families(bib["author"]) == families(ris["author"]) == families(json["author"]) == ["The mancala_ref authors"]

    entry = parse_string(files["bib"], "bibtex").entries[OURS["id"]]
    assert [str(person) for person in entry.persons["author"]] == ["{The mancala\\_ref authors}"]
    assert entry.fields["howpublished"] == "mancala\\_ref 0.1.0: games"
    assert (entry.fields["year"], entry.fields["month"], entry.fields["date"]) == ("2026", "March", "2026-03-09")
    assert entry.fields["url"] == OURS["URL"]  # as it stands
    library = bibtexparser.entrypoint.parse_string(files["bib"])
    assert (library.entries[0].key, library.failed_blocks) == (OURS["id"], [])

    [entry] = rispy.loads(files["ris"])
    assert (entry["title"], entry["secondary_title"], entry["date"]) == (title, site, "2026/03/09")
    assert (entry["urls"], entry["authors"], entry["id"]) == ([OURS["URL"]], ["The mancala_ref authors"], OURS["id"])


def test_a_thing_without_date_and_link_says_none() -> None:
    bare = {name: value for name, value in OURS.items() if name not in ("issued", "URL")}
    assert set(parse_string(citations.as_bibtex(bare), "bibtex").entries[OURS["id"]].fields) == {
        "title", "howpublished", "organization", "langid",
    }  # fmt: skip
    [ris] = rispy.loads(citations.as_ris(bare))
    assert not {"date", "year", "urls"} & ris.keys()
    assert "date" not in citations.coins(bare)


def entry_of(kind: str, **fields: str) -> Entry:
    """Return an entry of BibTeX with everything that an entry can have."""
    said = {
        "title": "{A {Title}}", "langid": "french", "month": "June", "year": "1913", "pages": "12--34", "volume": "2",
        "number": "3", "doi": "10.1000/x_y", "url": "https://oak.org/?a_b=c", "isbn": "0-306-40615-2",
        "publisher": "P & Q", "address": "Paris", "edition": "2nd", "series": "S", **fields,
    }  # fmt: skip
    text = ",\n".join(f"  {name} = {{{value}}}" for name, value in said.items() if value)
    people = "  author = {Mvé-Ondo, B. and {The Club} and King, Jr., Martin},\n  editor = {van der Oak, Eve}"
    written = f"@{kind}{{oak,\n{people},\n{text}\n}}"
    entries: dict[str, Entry] = parse_string(written, "bibtex").entries
    return entries["oak"]


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        ("article", {"journal": "Man"}, {"type": "article-journal", "container-title": "Man", "page": "12-34"}),
        ("book", {}, {"type": "book", "publisher": "P & Q", "publisher-place": "Paris", "ISBN": "0-306-40615-2"}),
        ("incollection", {"booktitle": "All"}, {"type": "chapter", "container-title": "All", "collection-title": "S"}),
        ("mastersthesis", {"school": "U"}, {"type": "thesis", "genre": "Master's thesis"}),
        ("phdthesis", {"school": "U"}, {"type": "thesis", "genre": "PhD thesis"}),
        ("thesis", {"school": "U", "publisher": "", "type": "M.Phil."}, {"genre": "M.Phil.", "publisher": "U"}),
        ("inbook", {"booktitle": "All"}, {"type": "chapter", "container-title": "All"}),
        ("inproceedings", {"booktitle": "All"}, {"type": "paper-conference", "container-title": "All"}),
        ("proceedings", {}, {"type": "book", "publisher": "P & Q"}),
        ("report", {**WITH["report"]}, {"type": "report", "genre": "Field notes", "publisher": "U", "number": "3"}),
        ("techreport", {**WITH["techreport"]}, {"type": "report", "publisher": "U", "number": "3"}),
        ("unpublished", {"note": "N", "langid": "swahili"}, {"type": "manuscript", "note": "N", "language": "sw"}),
        ("dataset", {"howpublished": "A table"}, {"type": "dataset", "note": "A table"}),
        ("misc", {"eprint": "1", "eprinttype": "arxiv"}, {"archive": "arXiv", "archive_location": "1"}),
        ("online", {"howpublished": "A blog", "note": "N"}, {"container-title": "A blog", "note": "N"}),
        ("software", {"howpublished": "A program"}, {"type": "software", "note": "A program"}),
        ("misc", {"howpublished": "A paper", "note": "N"}, {"type": "document", "note": "A paper. N"}),
    ],
)
def test_an_entry_becomes_csl_json(kind: str, fields: dict[str, str], expected: dict[str, str]) -> None:
    csl = citations.from_bibtex("oak", entry_of(kind, **fields))
    expected = {
        "title": "A Title", "language": "fr", "DOI": "10.1000/x_y", "URL": "https://oak.org/?a_b=c", **expected,
    }  # fmt: skip
    assert {name: csl.get(name) for name in expected} == expected
    assert csl["author"] == [
        {"family": "Mvé-Ondo", "given": "B."},
        {"literal": "The Club"},
        {"family": "King", "given": "Martin", "suffix": "Jr."},
    ]
    assert csl["issued"] == {"date-parts": [[1913, 6]]}
    [ris] = rispy.loads(citations.as_ris(csl))
    number = ris["issn" if csl["type"] == "report" else "number"]
    assert (ris["volume"], number, ris["start_page"], ris["end_page"]) == ("2", "3", "12", "34")
    assert ris["authors"] == ["Mvé-Ondo, B.", "The Club", "King, Martin, Jr."]
    assert ris["tertiary_authors" if csl["type"] == "book" else "secondary_authors"] == ["van der Oak, Eve"]
    assert ("arXiv:1" in ris.get("notes", [])) == ("eprint" in fields)


@pytest.mark.parametrize(
    ("kind", "fields", "genre", "title", "container"),
    [
        ("article", {"journal": "Man"}, ("genre", "article"), "atitle", ("jtitle", "Man")),
        ("book", {}, ("genre", "book"), "btitle", None),
        ("incollection", {"booktitle": "All"}, ("genre", "bookitem"), "atitle", ("btitle", "All")),
        ("inproceedings", {"booktitle": "All"}, ("genre", "proceeding"), "atitle", ("btitle", "All")),
        ("report", {**WITH["report"]}, ("genre", "report"), "btitle", ("publisher", "U")),
        ("unpublished", {}, ("type", "manuscript"), "title", None),
        ("phdthesis", {"school": "U"}, ("degree", "PhD thesis"), "title", ("inst", "P & Q")),
        ("online", {"howpublished": "A blog"}, ("type", "webpage"), "title", ("source", "A blog")),
    ],
)
def test_a_coins_names_what_it_is(
    kind: str,
    fields: dict[str, str],
    genre: tuple[str, str],
    title: str,
    container: tuple[str, str] | None,
    tmp_path: Path,
) -> None:
    csl = citations.from_bibtex("oak", entry_of(kind, **fields))
    page = tmp_path / "page.html"
    page.write_text(f'<html><head></head><body><span class="Z3988" title="{_escaped(citations.coins(csl))}"></span>')
    [found] = html_metadata([page], tmp_path)
    [coins] = found["coins"]
    rft = coins["rft"]
    assert coins["ctx_ver"] == "Z39.88-2004"
    assert rft[genre[0]] == genre[1]
    assert rft[title] == "A Title"
    assert container is None or rft[container[0]] == container[1]
    assert rft["date"] == "1913-06"
    assert (rft["au"], rft["aucorp"]) == (
        ["Mvé-Ondo, B.", "King, Martin Jr."],
        ["The Club"],
    )  # which nobody takes for a first and a last name
    assert "https://oak.org/?a_b=c" in json.dumps(coins)


def test_a_coins_without_an_author_names_the_editor() -> None:
    entry = entry_of("book", eprint="1112.3593", eprinttype="arxiv")
    del entry.persons["author"]
    said = parse_qs(citations.coins(citations.from_bibtex("oak", entry)))
    assert said["rft.au"] == ["van der Oak, Eve"]
    assert (said["rft.series"], said["rft.edition"]) == (["S"], ["2nd"])
    assert "info:arxiv/1112.3593" in said["rft_id"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("von Humboldt", {"literal": "von Humboldt"}),  # whose given name nobody knows
        ("{King}, Jr.,", {"literal": "King Jr."}),
        ("{Mc Oak}, {Eve Ann}", {"family": "Mc Oak", "given": "Eve Ann"}),
        ("de Voogt, Alex", {"family": "Voogt", "given": "Alex", "non-dropping-particle": "de"}),
    ],
)
def test_no_part_of_a_name_is_lost(name: str, found: dict[str, str]) -> None:
    entry = Entry("misc", {"howpublished": "A letter", "langid": "english"}, {"author": [Person(name)]})
    assert citations.from_bibtex("oak", entry)["author"] == [found]


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;")


def test_pybtex_writes_what_it_reads_of_all_sources_in_one_file() -> None:
    text = "\n".join(citations.again(key, entry, PRIVATE, NOTE) for key, entry in REFERENCES.entries.items())
    data: BibliographyData = parse_string(text, "bibtex")
    assert list(data.entries) == list(REFERENCES.entries)
    assert not {*PRIVATE} & {name for entry in data.entries.values() for name in entry.fields}
