"""The built site as scholars' tools see it: every page, clause, source and file of data that it offers to cite."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
import rispy
import yaml
from citations import FORMATS, plain
from jsonschema import Draft202012Validator
from pybtex.database import parse_file
from readers import CSL_SCHEMA, citation_js, html_metadata

import mancala_ref

SITE = yaml.safe_load((Path(__file__).parents[2] / "CITATION.cff").read_text("utf-8"))
VERSION = f"mancala_ref {mancala_ref.__version__}"
NOT_CITED = {"genindex.html", "search.html", "py-modindex.html"}


@pytest.fixture(scope="module")
def items(site: Path) -> dict[str, dict[str, Any]]:
    """Return what the files of CSL-JSON say, by their names without the ending, but for those of positions."""
    folder = site / "cite"
    files = {path.relative_to(folder).as_posix().removesuffix(".json"): path for path in folder.rglob("*.json")}
    return {
        name: json.loads(path.read_text("utf-8"))[0]
        for name, path in files.items()
        if name != "sources" and not name.startswith("positions/")
    }


def test_every_page_clause_source_and_file_of_data_has_its_three_files(
    site: Path, items: dict[str, dict[str, Any]]
) -> None:
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html") if "lite" not in path.parts}
    clauses = json.loads((site / "data/clauses.json").read_text("utf-8"))
    sources = json.loads((site / "data/bibliography.json").read_text("utf-8"))["sources"]
    data = {path.name for path in (site / "data").glob("*.json")}
    expected = {f"pages/{page.removesuffix('.html')}" for page in pages - NOT_CITED - {"_static/webpack-macros.html"}}
    expected |= {f"clauses/{clause['id']}" for clause in (*clauses["clauses"], *clauses["retired"])}
    expected |= {f"sources/{source['key']}" for source in sources}
    expected |= {f"data/{name.removesuffix('.json')}" for name in data if not name.endswith(".schema.json")}
    assert items.keys() == expected | {"mancala_ref"}
    for name in items:
        for ending in FORMATS:
            assert (site / f"cite/{name}.{ending}").is_file(), name
    assert len({item["id"] for item in items.values()}) == len(items)
    assert not list(Draft202012Validator(CSL_SCHEMA).iter_errors(list(items.values())))


def test_all_files_of_a_thing_say_the_same(site: Path, items: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    ours = {name: item for name, item in items.items() if not name.startswith("sources/")}
    names = list(ours)
    bib = [parse_file(str(site / f"cite/{name}.bib")).entries for name in names]
    ris = [rispy.loads((site / f"cite/{name}.ris").read_text("utf-8")) for name in names]
    read = citation_js([site / f"cite/{name}.{ending}" for name in names for ending in FORMATS], tmp_path)
    assert len(read) == 3 * len(names) > 300
    for number, name in enumerate(names):
        item, title, date = ours[name], plain(ours[name]["title"]), ours[name].get("issued")
        [(key, entry)] = bib[number].items()
        [record] = ris[number]
        assert (key, entry.fields["title"].replace("\\", "")) == (item["id"], f"{{{title}}}"), name
        assert (record["id"], record["title"], record["authors"]) == (item["id"], title, [SITE["authors"][0]["name"]])
        assert entry.fields.get("url") == item.get("URL")
        assert record.get("urls") == ([item["URL"]] if "URL" in item else None)
        for ending, [seen] in zip(FORMATS, read[3 * number : 3 * number + 3], strict=True):
            assert plain(seen["title"]) == title, name
            if ending == "ris" and item["type"] == "software":  # of a program in RIS it reads the year only
                continue
            assert seen.get("issued") == date, (name, ending)
        said = {plain(item.get("container-title", item["title"])), entry.fields.get("version"), item.get("version")}
        assert any(mancala_ref.__version__ in text for text in filter(None, said)), name


def test_the_head_of_every_page_says_what_its_file_says(
    site: Path, items: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    names = [name for name in items if name.startswith("pages/")]
    pages = [site / f"{name.removeprefix('pages/')}.html" for name in names]
    for name, found in zip(names, html_metadata(pages, tmp_path), strict=True):
        item, title = items[name], plain(items[name]["title"])
        highwire, dublin, graph, schema = (
            found[kind] for kind in ("highwirePress", "dublinCore", "openGraph", "jsonLd")
        )
        assert highwire["title"] == dublin["title"] == graph["title"] == schema["name"] == title, name
        assert highwire["author"] == dublin["creator"] == schema["author"]["name"] == SITE["authors"][0]["name"]
        date = "-".join(f"{part:02}" for part in item["issued"]["date-parts"][0]) if "issued" in item else None
        assert dublin.get("date") == schema.get("dateModified") == date, name
        assert highwire.get("publication_date") == (date and date.replace("-", "/")), name
        assert highwire.get("public_url") == dublin.get("identifier") == schema.get("url") == item.get("URL"), name
        assert schema["version"] == mancala_ref.__version__
        assert schema["isPartOf"]["name"] == SITE["title"]
        assert 0 < len(graph["description"]) <= 300, name
        assert graph["site_name"].startswith(VERSION)
        [own] = [each["rft"] for each in found["coins"] if each["rft"].get("source", "").startswith(VERSION)]
        assert (own["title"], own["aucorp"]) == (title, [SITE["authors"][0]["name"]])  # a group, for Zotero too


def test_the_page_of_the_data_offers_each_file_as_a_data_set(
    site: Path, items: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    [found] = html_metadata([site / "reference/data.html"], tmp_path)
    sets = found["jsonLd"]["hasPart"]
    assert {each["name"] for each in sets} == {
        plain(item["title"]) for name, item in items.items() if name.startswith("data/")
    }
    for each in sets:
        assert each["@type"] == "Dataset"
        assert each["license"] == "https://creativecommons.org/licenses/by/4.0/"
        assert each["distribution"]["encodingFormat"] == "application/json"
        assert len(each["description"]) > 30


def coins(page: Path) -> list[dict[str, list[str]]]:
    """The COinS of a page, each as its fields."""
    return [
        parse_qs(unescape(title))
        for title in re.findall(r'<span class="Z3988" title="([^"]*)"', page.read_text("utf-8"))
    ]


def test_zotero_is_offered_every_source_of_the_bibliography_and_the_page(
    site: Path, items: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    page = site / "reference/bibliography.html"
    [found] = html_metadata([page], tmp_path)
    sources = {name: item for name, item in items.items() if name.startswith("sources/")}
    titles = [
        next(each["rft"][key] for key in ("atitle", "btitle", "title") if key in each["rft"]) for each in found["coins"]
    ]
    assert sorted(titles) == sorted([item["title"] for item in sources.values()] + ["Bibliography"])
    assert len(titles) == len(sources) + 1 > 180
    by_title = {fields.get("rft.title", fields.get("rft.btitle", [""]))[0]: fields for fields in coins(page)}
    assert by_title["Die Pangwe"]["rft.au"] == ["Tessmann, Günter"]
    assert by_title["Tchadji – M'palé"]["rft.type"] == ["webpage"]


@pytest.mark.parametrize("game", sorted(mancala_ref.GAMES))
def test_zotero_is_offered_the_sources_of_a_games_page(site: Path, game: str) -> None:
    found = coins(site / f"games/{game}.html")
    listed = re.findall(r'id="source-([\w-]+)"', (site / f"games/{game}.html").read_text("utf-8"))
    assert len(found) == len(listed) + 1
    assert len(listed) > 20


def test_the_downloads_of_all_sources_have_them_all(
    site: Path, items: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    keys = {name.removeprefix("sources/") for name in items if name.startswith("sources/")}
    assert set(parse_file(str(site / "cite/sources.bib")).entries) == keys
    assert {entry["id"] for entry in rispy.loads((site / "cite/sources.ris").read_text("utf-8"))} == keys
    assert {item["id"] for item in json.loads((site / "cite/sources.json").read_text("utf-8"))} == keys


def test_every_link_to_a_file_of_citing_leads_to_one(site: Path) -> None:
    links = 0
    for page in site.rglob("*.html"):
        if "lite" in page.parts:
            continue
        for link in re.findall(r'href="([^"]*cite/[^"]*)" download', page.read_text("utf-8")):
            assert (page.parent / link).is_file(), (page, link)
            links += 1
    assert links > 1500
