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
from mancala_ref import GAMES, Game

try:
    CITATION = software.citation()
except Stop as stop:
    pytest.fail(str(stop), pytrace=False)


def contents(file: Path) -> dict[str, Any]:
    """What a file in JSON has."""
    try:
        found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        pytest.fail(f"{file.name} cannot be read: {error}. conf/software.py writes it anew.", pytrace=False)
    return found


def agree(file: str, found: dict[str, Any], right: dict[str, Any]) -> None:
    """Fails, with the name of the file, when it has something else than what CITATION.cff makes right."""
    for key in sorted(found.keys() | right.keys()):
        has, due = found.get(key), right.get(key)
        assert has == due, f"{file} has the {key} {has!r}, and by CITATION.cff it is {due!r}"


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
    name, _, about = CITATION["title"].partition(": ")
    right = {
        "name": name.replace("_", "-"),
        "description": about[0].upper() + about[1:],
        "keywords": CITATION["keywords"],
        "authors": [{"name": author} for author in software.names(CITATION)],
        # The package is the code; the texts and pictures, under the other licence, are the site's.
        "license": CITATION["license"],
        "license-files": ["LICENSE", "LICENSE-DATA"],
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    agree("pyproject.toml", {key: project.get(key) for key in right}, right)


def test_every_file_tells_the_same_version() -> None:
    readme = re.search(r"“mancala_ref (\S+), clause `", (ROOT / "README.md").read_text("utf-8"))
    told = {
        "pyproject.toml": tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"],
        "README.md": readme and readme[1],
        "codemeta.json": contents(software.CODEMETA).get("version"),
        ".zenodo.json": contents(software.ZENODO).get("version"),
        "the package that is installed": mancala_ref.__version__,
    }
    others = {file: version for file, version in told.items() if version != CITATION["version"]}
    assert not others, f"CITATION.cff has version {CITATION['version']}, but: {others}"


@pytest.mark.parametrize("game", GAMES.values())
def test_every_game_is_named(game: type[Game]) -> None:
    assert game.name in CITATION["abstract"], f"the abstract in CITATION.cff does not name {game.name}"
    named = [word for word in CITATION["keywords"] if f"{game.name} ".startswith(f"{word} ")]
    assert named, f"no keyword in CITATION.cff is {game.name}, or its first word"


def test_the_licences_are_the_ones_told() -> None:
    code, data = ((ROOT / name).read_text("utf-8") for name in ("LICENSE", "LICENSE-DATA"))
    assert CITATION["license"] == "MIT"  # of several, everybody could choose one for all of it
    assert code.startswith("MIT License\n")
    assert "creativecommons.org/licenses/by/4.0" in data
    for name in software.names(CITATION):
        assert name in code, f"LICENSE does not name {name}, as CITATION.cff does"
        assert name in data, f"LICENSE-DATA does not name {name}, as CITATION.cff does"
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


def test_what_zenodo_gets_is_what_the_citation_says() -> None:
    """By the names of Zenodo's deposit metadata; neither a DOI nor a date, which it gives itself, nor a link."""
    right = {
        "title": CITATION["title"],
        "upload_type": "software",
        "version": CITATION["version"],
        "description": CITATION["abstract"],
        "creators": [{"name": "The mancala_ref authors"}],
        "keywords": CITATION["keywords"],
        "license": "mit",
        "access_right": "open",
    }
    agree(".zenodo.json", contents(software.ZENODO), right)
    assert software.ZENODO.read_text("utf-8") == software.text(software.zenodo(CITATION))


def test_what_codemeta_gets_is_what_the_citation_says() -> None:
    right = {
        "@context": "https://w3id.org/codemeta/3.1",
        "@type": "SoftwareSourceCode",
        "name": CITATION["title"],
        "version": CITATION["version"],
        "description": CITATION["abstract"],
        "author": [{"@type": "Organization", "name": "The mancala_ref authors"}],
        "keywords": CITATION["keywords"],
        "license": [f"https://spdx.org/licenses/{CITATION['license']}"],
    }
    agree("codemeta.json", contents(software.CODEMETA), right)


def test_an_author_that_is_a_person_is_told_to_be_new() -> None:
    said = copy.deepcopy(CITATION)
    said["authors"].append({"family-names": "Doe", "given-names": "Ama"})
    with pytest.raises(Stop, match=r"^In CITATION\.cff .*Doe.* is no author with a name as a whole"):
        software.zenodo(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('title: "a\nb: "c"', r"is no YAML: in line 2, "),
        ("date-released: 2026-13-45", r"cannot be read: month must be in 1\.\.12\.$"),
        ("name: a", r"needs a line `title:` with a text\.$"),
        ("- title", r"needs a line `title:` with a text\.$"),
        ("", r"needs a line `title:` with a text\.$"),
        ("{title: a, abstract: b, type: c, version: 0.1}", r"needs a line `version:` with a text\.$"),
        (
            "{title: a, abstract: b, type: c, version: 0.1.0, license: d, authors: []}",
            r"needs a line `authors:` with a",
        ),
        (None, r"cannot be read: .*No such file"),
    ],
)
def test_a_citation_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, said: str) -> None:
    path = tmp_path / "CITATION.cff"
    if text is not None:
        path.write_text(text, "utf-8")
    monkeypatch.setattr(software, "CITATION", path)
    with pytest.raises(Stop, match=rf"^CITATION\.cff {said}"):
        software.citation()
