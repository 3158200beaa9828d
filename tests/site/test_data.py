"""The site as data: strict schemas, files that keep to them, a page that tells of each field, and what others read."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import naive
import pytest
from bibtexparser.entrypoint import parse_file
from bibtexparser.middlewares import MonthLongStringMiddleware, SeparateCoAuthors, SplitNameParts
from data import SETS, schema
from elements import Elements
from history import History
from jsonschema import Draft202012Validator
from projects import Built, Project
from repositories import git

import mancala_ref
from mancala_ref import GAMES, cli

Data = dict[str, Any]
BIB = Path(__file__).parents[2] / "docs/references.bib"
NAMES = list(SETS)
MAY_BE_MISSING = {
    *("columns", "after", "outcome", "refused", "score"),
    *("author", "editor", "given", "particle", "suffix"),
}
BY_NAME = {  # objects whose fields are no fixed ones, or may all be missing
    ("examples", "options"),
    ("disagreements", "sides", "options"),
    ("games", "readings", "settings"),
    ("sources", "fields"),
}


def load(out: Path, name: str) -> Data:
    """Return a file of a built site."""
    found: Data = json.loads((out / f"data/{name}.json").read_text("utf-8"))
    return found


@pytest.fixture(scope="session")
def files(site: Path) -> dict[str, Data]:
    """All files of the site."""
    return {name: load(site, name) for name in NAMES}


def faults(name: str, found: Any) -> list[str]:
    """Return what a schema has against a file."""
    return [f"{fault.json_path}: {fault.message}" for fault in Draft202012Validator(schema(name)).iter_errors(found)]


def refused(name: str, found: Any) -> bool:
    """Tell whether a schema has anything against a file."""
    return not Draft202012Validator(schema(name)).is_valid(found)


# ---- schemas


def objects(found: Any) -> Iterator[Data]:
    """Yield all parts of a schema that are objects."""
    for part in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from objects(part)
    if isinstance(found, dict) and found.get("type") == "object":
        yield found


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one_and_tells_what_everything_is(name: str) -> None:
    found = schema(name)
    Draft202012Validator.check_schema(found)
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert all(ref.startswith("#/$defs/") for ref in re.findall('"\\$ref": "(.*?)"', json.dumps(found)))
    for told in (found, *found["$defs"].values()):
        assert told["title"]
        assert told["description"].endswith(".")
    for part in objects(found):
        assert part["additionalProperties"] is False or not part.get("properties")
        for field in part.get("properties", {}).values():
            assert field["description"].endswith(".")


def at(found: Any, path: tuple[str, ...]) -> Iterator[Any]:
    """Yield what stands at a path of fields, in each item of a list."""
    if isinstance(found, list):
        for item in found:
            yield from at(item, path)
    elif not path:
        yield found
    elif path[0] in found:
        yield from at(found[path[0]], path[1:])


def paths(found: Any, path: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Return the paths of all objects in a file."""
    if isinstance(found, list):
        return set().union(*(paths(item, path) for item in found))
    if isinstance(found, dict):
        return {path}.union(*(paths(value, (*path, name)) for name, value in found.items()))
    return set()


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_refuses_what_is_missing_or_unknown(files: dict[str, Data], name: str) -> None:
    """In the first object of each kind."""
    whole = {key: value[:3] if isinstance(value, list) else value for key, value in files[name].items()}
    tried = 0
    for path in sorted(paths(whole)):
        for key in () if path in BY_NAME else next(at(whole, path)).keys() - MAY_BE_MISSING:
            changed = copy.deepcopy(whole)
            del next(at(changed, path))[key]
            assert refused(name, changed), (*path, key)
            tried += 1
        changed = copy.deepcopy(whole)
        next(at(changed, path))["unknown"] = None
        assert refused(name, changed), path
        tried += 1
    assert tried > 10


@pytest.mark.parametrize(
    ("name", "path", "wrong"),
    [
        ("clauses", "version", "next"),
        ("clauses", "title", "Examples"),
        ("clauses", "date", "29 November 2026"),
        ("clauses", "license", "CC0-1.0"),
        ("clauses", "$schema", "examples.schema.json"),
        ("clauses", "clauses id", "relay"),
        ("clauses", "clauses number", "1"),
        ("clauses", "clauses page", "games/mefuvha.html"),
        ("clauses", "clauses standing", "rumour"),
        ("clauses", "clauses sources key", "Stayt 1931"),
        ("clauses", "clauses code applies", 1),
        ("examples", "examples position", "2*8/2*8 W"),
        ("examples", "examples moves", ["b3-b4"]),
        ("examples", "examples after", "opening"),
        ("examples", "examples outcome winner", "draw"),
        ("examples", "examples outcome score", [32]),
        ("examples", "examples options", {"free_duty": None}),
        ("readings", "games ranks", 3),
        ("readings", "games options values", []),
        ("readings", "games readings", []),
        ("disagreements", "disagreements confidence", "certain"),
        ("disagreements", "disagreements sides", []),
        ("disagreements", "disagreements sides outcome", {"winner": "S"}),
        ("glossary", "words terms", []),
        ("glossary", "words meaning", ""),
        ("bibliography", "sources type", "Book"),
        ("bibliography", "sources known", "read"),
        ("bibliography", "sources via", "stayt1931"),
        ("bibliography", "sources persons author", "Tessmann, Günter"),
        ("bibliography", "sources fields year", 1913),
    ],
)
def test_a_schema_refuses_a_wrong_value(files: dict[str, Data], name: str, path: str, wrong: object) -> None:
    changed = copy.deepcopy(files[name])
    *way, last = path.split()
    place = next(found for found in at(changed, tuple(way)) if last in found)
    place[last] = wrong
    assert refused(name, changed)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("examples", {"refused": "mefuvha.start"}),
        ("examples", {"columns": 8}),
        ("examples", {"position": "opening"}),
        ("examples", {"after": None}),
        ("disagreements", {"refused": "mefuvha.start"}),
        ("disagreements", {"after": None}),
    ],
)
def test_what_becomes_of_moves_is_told_and_is_possible(files: dict[str, Data], name: str, wrong: Data) -> None:
    """In an example, and on a side of a disagreement, which tell of a position alone."""
    changed = copy.deepcopy(files[name])
    found = at(changed, ("examples",) if name == "examples" else ("disagreements", "sides"))
    told = next(each for each in found if "after" in each and not {"columns", "outcome"} & set(each))
    told |= wrong
    if told["after"] is None:
        del told["after"]
    assert refused(name, changed)


# ---- files


BOOK = """@book{{{key},
  author = {{Mv{{\\'e}}-Ondo, Bonaventure and van der Oak, Jr., G{{\\"u}}nter and {{{{Club M’palé}}}}}},
  title = {{{{{{\\'E}}tude \\& Ncuva’s}}}}, publisher = {{Oak}}, year = {{1900}}, pages = {{3--5}},
  url = {{https://example.org/a_b?c=%20~d}}, short = {{Oak 1900}}, known = {{cited}}, via = {{elm, yew}},
  covers = {{All *oaks*, `a_b`.}}, seen = {{Not \\* read.}}, langid = {{french}}, observed = {{not stated}},
}}
"""


def test_every_field_of_a_source_is_there_as_plain_text(project: Project) -> None:
    with_oak = BOOK.format(key="oak") + BOOK.format(key="elm") + BOOK.format(key="yew")
    built = project({"guide": "# Guide\n"}, ["data"], "html", files={"docs/references.bib": with_oak})
    assert load(built.out, "bibliography")["sources"][1] == {
        "key": "oak",
        "type": "book",
        "persons": {
            "author": [
                {"given": "Bonaventure", "family": "Mvé-Ondo"},
                {"given": "Günter", "particle": "van der", "family": "Oak", "suffix": "Jr."},
                {"family": "Club M’palé"},
            ]
        },
        "fields": {
            "title": "Étude & Ncuva’s",
            "publisher": "Oak",
            "year": "1900",
            "pages": "3–5",
            "url": "https://example.org/a_b?c=%20~d",
        },
        "short": "Oak 1900",
        "known": "cited",
        "covers": "All *oaks*, `a_b`.",
        "seen": "Not \\* read.",
        "langid": "french",
        "observed": "not stated",
        "via": ["elm", "yew"],
    }
    assert not faults("bibliography", load(built.out, "bibliography"))


GLOSSARY = """# Words

## English

```{glossary}
player's turn
whole turn
  All of it, says {cite:t}`oak{p. 2}`.

  Ends so.

  Not: move, go.
```

## Venda

```{glossary}
kulala
  “To sleep”.

  [Mefuvha](games/mefuvha.md) {cite:p}`oak{section “Play”}, elm`
```
"""


@pytest.fixture
def small(project: Project) -> Built:
    """A small site with words and the page of the data."""
    pages = {
        "words": GLOSSARY,
        "games/mefuvha": "# Mefuvha\n",
        "all": "# All\n\n```{sources}\n:all:\n```\n",
        "deep/data": "# Data\n\n## Files\n\n```{data-files}\n```\n",
        "guide/notation": "# Notation\n",
    }
    return project(pages, ["data"], "html")


def test_every_word_is_there(small: Built) -> None:
    words = load(small.out, "glossary")["words"]
    assert words == [
        {
            "language": "English",
            "terms": ["player’s turn", "whole turn"],
            "page": "words.html#term-player-s-turn",
            "meaning": "All of it, says Oak 1900, p. 2.\n\nEnds so.",
            "games": [],
            "sources": [{"key": "oak", "where": "p. 2"}],
            "ruled_out": ["move", "go"],
        },
        {
            "language": "Venda",
            "terms": ["kulala"],
            "page": "words.html#term-kulala",
            "meaning": "“To sleep”.",
            "games": ["mefuvha"],
            "sources": [{"key": "oak", "where": "section “Play”"}, {"key": "elm", "where": ""}],
            "ruled_out": [],
        },
    ]
    assert not faults("glossary", load(small.out, "glossary"))


def test_the_page_tells_of_every_file_and_field_once(small: Built) -> None:
    page = Elements(small.out / "deep/data.html")
    addresses = [attrs["href"] for tag, attrs in page.found if tag == "a" and "href" in attrs]
    ids = [attrs["id"] for _, attrs in page.found if "id" in attrs]
    html = (small.out / "deep/data.html").read_text("utf-8")
    first_cell = "<tr[^>]*><td><p><code[^>]*><span[^>]*>(.*?)</span>"
    tables = [set(re.findall(first_cell, table)) for table in html.split("<table")[1:]]
    for name in NAMES:
        found = schema(name)
        for end in ".json", ".schema.json":
            assert f"../data/{name}{end}" in addresses
            assert (small.out / f"data/{name}{end}").is_file()
        assert name in ids
        for key, kind in found["$defs"].items():
            assert ids.count(f"data-{key}") == 1
            assert unescape(html).count(f"<strong>{kind['title']}</strong>: ") == 1
            if "properties" in kind:
                assert tables.count(set(kind["properties"])) == 1
    assert set(load(small.out, "clauses")) - {"clauses", "retired"} == tables[0]
    text = " ".join(page.text.split())
    assert "score (may be missing)" in text
    assert "winner (may be missing)" not in text
    assert "`" not in text
    for kind in ("list of: clause", '"S", "N", null', "clause id or null", '"opening" or position text', '"CC-BY-4.0"'):
        assert kind in text
    assert {"#data-clause", "#data-position", "../guide/notation.html"} <= set(addresses)


def test_the_date_is_that_of_the_last_commit(small: Built, project: Project) -> None:
    assert load(small.out, "glossary")["date"] is None
    folder, page = small.out.parent, {"guide/notation": "# Notation\n"}
    project(page, ["data"], "html")
    git(folder, "init", "-q")
    git(folder, "add", "docs")
    git(folder, "commit", "-qm", "Words", date="2026-02-03")
    again = project(page, ["data"], "html")
    assert load(again.out, "glossary")["date"] == "2026-02-03"
    assert not faults("glossary", load(again.out, "glossary"))


def test_the_same_pages_give_the_same_files(small: Built, project: Project) -> None:
    before = {file.name: file.read_bytes() for file in (small.out / "data").iterdir()}
    assert len(before) == 2 * len(NAMES)
    again = project({"games/mefuvha": "# Mefuvha\n\nMore.\n"}, ["data"], "html", jobs=2)
    after = {file.name: file.read_bytes() for file in (again.out / "data").iterdir()}
    assert after == before


# ---- the site's own


@pytest.mark.parametrize("name", NAMES)
def test_every_file_keeps_to_its_schema_and_begins_as_all_do(site: Path, files: dict[str, Data], name: str) -> None:
    found = files[name]
    assert faults(name, found) == []
    assert json.loads((site / "data" / found["$schema"]).read_text("utf-8")) == schema(name)
    assert found["version"] == mancala_ref.__version__
    last = History(BIB.parent).last()
    assert found["date"] == (last.date if last else None)
    assert found["attribution"] == f"The mancala_ref authors, mancala_ref {mancala_ref.__version__}, CC BY 4.0"
    assert all(value for key, value in found.items() if key not in {"retired", "date"})


def fields(found: Any, name: str) -> Iterator[Any]:
    """Yield all values of a field of that name."""
    for part in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from fields(part, name)
    if isinstance(found, dict) and name in found:
        yield found[name]


def test_every_address_leads_somewhere(site: Path, files: dict[str, Data]) -> None:
    pages: dict[str, set[str]] = {}
    addresses = {address for data in files.values() for name in ("page", "url") for address in fields(data, name)}
    inside = [address for address in addresses if "://" not in address]
    assert len(inside) > 300
    for address in inside:
        page, _, anchor = address.partition("#")
        if page not in pages:
            pages[page] = {attrs["id"] for _, attrs in Elements(site / page).found if "id" in attrs}
        assert anchor in pages[page], address


def test_files_refer_to_what_the_others_have(files: dict[str, Data]) -> None:
    keys = {source["key"] for source in files["bibliography"]["sources"]}
    cited = {place["key"] for data in files.values() for found in fields(data, "sources") for place in found}
    assert cited <= keys
    assert {key for via in fields(files["bibliography"], "via") for key in via} <= keys
    assert set(fields(files["disagreements"], "source")) <= keys
    stated = {clause["id"] for clause in files["clauses"]["clauses"]}
    named = {clause for name in NAMES for field in ("clause", "refused") for clause in fields(files[name], field)}
    assert named == stated
    options = {(each["id"], o["name"], o["clause"]) for each in files["readings"]["games"] for o in each["options"]}
    assert {(c["game"], o, c["id"]) for c in files["clauses"]["clauses"] for o in c["options"]} == options


def test_the_bibliography_is_what_another_reader_of_bibtex_finds(files: dict[str, Data]) -> None:
    """pybtex made the data; bibtexparser reads the file here, in which `&` and `--` are all that is LaTeX."""

    def words(latex: str) -> str:
        return " ".join(re.sub(r"[{}]|\\(?=&)", "", latex).replace("--", "–").split())

    middleware = [SeparateCoAuthors(), SplitNameParts(), MonthLongStringMiddleware()]
    parsed = parse_file(str(BIB), append_middleware=middleware)
    assert not parsed.failed_blocks
    found = {source["key"]: source for source in files["bibliography"]["sources"]}
    assert list(found) == sorted(entry.key for entry in parsed.entries)
    for entry in parsed.entries:
        source = found[entry.key]
        there = {field.key: field.value for field in entry.fields}
        people = {
            role: [[words(" ".join(part)) for part in (name.first, name.von, name.last, name.jr)] for name in names]
            for role, names in ((role, there.pop(role)) for role in ("author", "editor") if role in there)
        }
        parts = ("given", "particle", "family", "suffix")
        for role, persons in source["persons"].items():
            assert [[person.get(part, "") for part in parts] for person in persons] == people.pop(role)
        assert not people
        assert source["type"] == entry.entry_type
        assert source["via"] == list(filter(None, there.pop("via", "").split(", ")))
        for name in ("short", "known", "covers", "seen", "langid", "observed"):
            assert source[name] == " ".join(there.pop(name).split()), (entry.key, name)
        assert source["fields"] == {name: words(value) for name, value in there.items()}


def test_accents_and_apostrophes_survive(files: dict[str, Data]) -> None:
    found = {source["key"]: source for source in files["bibliography"]["sources"]}
    assert found["tessmann1913"]["persons"]["author"] == [{"given": "Günter", "family": "Tessmann"}]
    assert found["mveondo1990"]["persons"]["author"] == [{"given": "Bonaventure", "family": "Mvé-Ondo"}]
    assert "M'palé" in found["ondjangoasili"]["fields"]["title"]


def test_readings_are_those_of_the_command_line_and_of_the_second_engine(
    files: dict[str, Data], capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(["games", "--json"])
    told = json.loads(capsys.readouterr().out)
    found = files["readings"]["games"]
    assert [each["id"] for each in found] == [each["id"] for each in told] == list(GAMES)
    for ours, theirs in zip(found, told, strict=True):
        assert {key: ours[key] for key in ("name", "ranks", "columns", "default_columns")}.items() <= theirs.items()
        for option, other in zip(ours["options"], theirs["options"], strict=True):
            assert {key: option[key] for key in ("name", "clause", "meaning")}.items() <= other.items()
            assert [answer["value"] for answer in option["values"]] == other["values"]
            assert {str(answer["value"]): answer["rule"] for answer in option["values"]} == other["rules"]
        for reading, other in zip(ours["readings"], theirs["readings"], strict=True):
            assert {key: reading[key] for key in ("id", "name", "columns")}.items() <= other.items()
            for name, setting in reading["settings"].items():
                there = other["settings"][name]
                assert (setting["value"], setting["standing"]) == (there["value"], there["standing"])
                assert [{k: s[k] for k in ("key", "where")} for s in there["sources"]] == setting["sources"]
            values = {name: setting["value"] for name, setting in reading["settings"].items()}
            answers = {option["name"]: len(option["values"]) for option in ours["options"]}
            assert values.keys() == answers.keys()
            asked = {name: value for name, value in values.items() if answers[name] > 1}
            assert asked == naive.READINGS[ours["id"]][reading["id"]]


def test_the_words_are_those_of_the_page(site: Path, files: dict[str, Data]) -> None:
    html = (site / "reference/words.html").read_text("utf-8")
    listed = [" ".join(unescape(re.sub("<[^>]+>", "", dt)).split()) for dt in re.findall("<dt id=.*?>(.*?)<a ", html)]
    terms = [term for word in files["glossary"]["words"] for term in word["terms"]]
    assert terms == listed
    assert len(terms) > 150
    assert {each for word in files["glossary"]["words"] for each in word["games"]} == {*GAMES, "relatives"}
