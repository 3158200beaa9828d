"""What is told of the software in files of several kinds: CITATION.cff is valid, and the others say the same."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from html import unescape
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import software
from citations import plain
from steps import ROOT, Stop

import mancala_ref

CITATION = software.citation()


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft7Validator:
    try:
        schema = software.schema()
    except Stop as stop:
        pytest.fail(str(stop), pytrace=False)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema, format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)


def test_the_citation_is_valid(validator: jsonschema.Draft7Validator) -> None:
    assert [error.message for error in validator.iter_errors(CITATION)] == []


@pytest.mark.parametrize(
    ("key", "value"),
    [("license", "Freeware"), ("version", None), ("authors", []), ("doi", "none yet"), ("subtitle", "Games")],
)
def test_the_schema_finds_what_is_wrong(validator: jsonschema.Draft7Validator, key: str, value: Any) -> None:
    assert not validator.is_valid({**CITATION, key: value})


def test_the_package_says_what_the_citation_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    name, _, about = CITATION["title"].partition(": ")
    assert project["name"] == name.replace("_", "-")
    assert project["description"] == about[0].upper() + about[1:]
    assert project["version"] == CITATION["version"] == mancala_ref.__version__
    assert project["keywords"] == CITATION["keywords"]
    assert [author["name"] for author in project["authors"]] == software.names(CITATION)
    # The package is the code; the texts and pictures, under the other licence, are the site's.
    assert project["license"] == CITATION["license"]
    assert project["license-files"] == ["LICENSE", "LICENSE-DATA"]


def test_the_licences_are_the_ones_told() -> None:
    code, data = ((ROOT / name).read_text("utf-8") for name in ("LICENSE", "LICENSE-DATA"))
    assert CITATION["license"] == "MIT"  # of several, everybody could choose one for all of it
    assert code.startswith("MIT License\n")
    assert "creativecommons.org/licenses/by/4.0" in data
    for name in software.names(CITATION):
        assert name in code
        assert name in data
    assert (
        "code is under the MIT licence; the texts, pictures and data of its site are under CC BY 4.0"
        in CITATION["abstract"]
    )


def test_the_site_says_what_the_citation_says(site: Path) -> None:
    [author] = software.names(CITATION)
    [said] = json.loads((site / "cite/mancala_ref.json").read_text("utf-8"))
    assert (plain(said["title"]), said["author"]) == (CITATION["title"], [{"literal": author}])
    assert said["version"] == CITATION["version"]
    assert CITATION["title"].startswith("mancala_ref: ")
    page = " ".join(unescape(re.sub("<[^>]*>", "", (site / "index.html").read_text("utf-8"))).split())
    assert f"© Copyright {author}. Texts and pictures: CC BY 4.0. Code: MIT licence" in page
    assert f"mancala_ref {CITATION['version']}" in page


def test_the_readme_cites_this_version() -> None:
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert f"“mancala_ref {CITATION['version']}, clause `mefuvha.capture`”" in readme


def test_what_zenodo_gets_is_what_the_citation_says() -> None:
    """By the names of Zenodo's deposit metadata; neither a DOI nor a date, which it gives itself, nor a link."""
    found = json.loads(software.ZENODO.read_text("utf-8"))
    assert found == {
        "title": CITATION["title"],
        "upload_type": "software",
        "version": CITATION["version"],
        "description": CITATION["abstract"],
        "creators": [{"name": "The mancala_ref authors"}],
        "keywords": CITATION["keywords"],
        "license": "mit",
        "access_right": "open",
    }
    assert software.ZENODO.read_text("utf-8") == software.text(software.zenodo(CITATION))


def test_what_codemeta_gets_is_what_the_citation_says() -> None:
    found = json.loads(software.CODEMETA.read_text("utf-8"))
    assert found == {
        "@context": "https://w3id.org/codemeta/3.1",
        "@type": "SoftwareSourceCode",
        "name": CITATION["title"],
        "version": CITATION["version"],
        "description": CITATION["abstract"],
        "author": [{"@type": "Organization", "name": "The mancala_ref authors"}],
        "keywords": CITATION["keywords"],
        "license": [f"https://spdx.org/licenses/{CITATION['license']}"],
    }


def test_an_author_that_is_a_person_is_told_to_be_new() -> None:
    said = copy.deepcopy(CITATION)
    said["authors"].append({"family-names": "Doe", "given-names": "Ama"})
    with pytest.raises(Stop, match=r"^In CITATION\.cff .*Doe.* is no author with a name as a whole"):
        software.zenodo(said)
