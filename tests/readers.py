"""Other people's tools that read what the site says of itself: Citation.js, html-metadata, the vocabulary of CSL."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import npm
from cite import processor

CITATION_JS = """
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
const read = (text) => new Cite(text, { generateGraph: false }).data;
"""
HTML_METADATA = """
import { load } from 'cheerio';
import metadata from 'html-metadata';
const read = (text) => metadata.parseAll(load(text));
"""
MAIN = """
import { readFileSync, writeFileSync } from 'node:fs';
const [found, ...files] = JSON.parse(readFileSync(0, 'utf8'));
const all = [];
for (const file of files) all.push(await read(readFileSync(file, 'utf8')));
writeFileSync(found, JSON.stringify(all));
"""

# The variables of CSL 1.0.2 by what they hold, and the types, as its specification lists them: for CSL-JSON's schema.
NAMES = (
    "author chair collection-editor compiler composer container-author contributor curator director editor "
    "editorial-director executive-producer guest host illustrator interviewer narrator organizer original-author "
    "performer producer recipient reviewed-author script-writer series-creator translator"
)
DATES = "accessed available-date event-date issued original-date submitted"
NUMBERS = (
    "chapter-number citation-number collection-number edition first-reference-note-number issue locator number "
    "number-of-pages number-of-volumes page page-first part printing section supplement version volume"
)
TEXTS = (
    "abstract annote archive archive_collection archive_location archive-place authority call-number citation-key "
    "citation-label collection-title container-title container-title-short dimensions division DOI event-place "
    "event-title genre ISBN ISSN jurisdiction keyword language license medium note original-publisher "
    "original-publisher-place original-title part-title PMCID PMID publisher publisher-place references "
    "reviewed-genre reviewed-title scale source status title title-short URL volume-title year-suffix"
)
TYPES = (
    "article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection dataset "
    "document entry entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case legislation "
    "manuscript map motion_picture musical_score pamphlet paper-conference patent performance periodical "
    "personal_communication post post-weblog regulation report review review-book software song speech standard thesis "
    "treaty webpage"
)
TEXT = {"type": "string", "minLength": 1}
NAME_PARTS = "family given dropping-particle non-dropping-particle suffix literal"
CSL_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "array",
    "items": {
        "type": "object",
        "required": ["id", "type"],
        "additionalProperties": False,
        "properties": {
            "id": TEXT,
            "type": {"enum": TYPES.split()},
            "custom": {"type": "object"},
            **dict.fromkeys(TEXTS.split(), TEXT),
            **{key: {"type": ["string", "number"], "minLength": 1} for key in NUMBERS.split()},
            **{key: {"$ref": "#/$defs/date"} for key in DATES.split()},
            **{key: {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/name"}} for key in NAMES.split()},
        },
    },
    "$defs": {
        "name": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": False,
            "properties": dict.fromkeys(NAME_PARTS.split(), TEXT),
        },
        "date": {
            "type": "object",
            "required": ["date-parts"],
            "additionalProperties": False,
            "properties": {
                "date-parts": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": 2,
                    "items": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "integer"}},
                }
            },
        },
    },
}


def _read(reader: str, files: Iterable[Path], scratch: Path) -> list[Any]:
    processor.prepare()
    found = scratch / "read.json"
    done = subprocess.run(
        [npm.NODE, "--input-type=module", "-e", reader + MAIN],
        input=json.dumps([str(found), *map(str, files)]),
        cwd=processor.CITE,  # it has the packages
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    read: list[Any] = json.loads(found.read_text("utf-8"))
    return read


def citation_js(files: Iterable[Path], scratch: Path) -> list[list[dict[str, Any]]]:
    """Return what Citation.js reads in each file of BibTeX, RIS or CSL-JSON, as items of CSL-JSON."""
    return _read(CITATION_JS, files, scratch)


def html_metadata(files: Iterable[Path], scratch: Path) -> list[dict[str, Any]]:
    """Return what html-metadata finds in each page, by kind of metadata."""
    return _read(HTML_METADATA, files, scratch)
