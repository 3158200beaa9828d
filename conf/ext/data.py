"""The site as data: the files of `data/`, their schemas, and the directive `data-files`, which documents them.

Each set of `SETS` is a file, made where its knowledge is: `data/NAME.json`, with its JSON Schema beside it. All of them
have the fields of `head` first. The schemas are kept in one short form, `conf/ext/schemas.yaml`, whose beginning tells
how; they are the only documentation of the fields, and `data-files` makes sections and tables of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import clause_views
import readings
import sources
import words
import yaml
from docutils import nodes
from history import History
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from mancala_ref import __version__

Schema = dict[str, Any]

FOLDER = "data"
DATA_FILE = "data-file"  # the class of the section that documents one
SCHEMAS = Path(__file__).with_name("schemas.yaml")
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SETS: dict[str, Callable[[Sphinx], dict[str, object]]] = {
    "clauses": clause_views.clauses_data,
    "examples": clause_views.examples_data,
    "readings": readings.readings_data,
    "disagreements": readings.disagreements_data,
    "glossary": words.glossary_data,
    "bibliography": sources.bibliography_data,
}
_REF = re.compile(r'"#/\$defs/([\w-]+)"')


def head(app: Sphinx, name: str) -> dict[str, object]:
    """Return the fields that begin a file."""
    last = History(Path(app.srcdir)).last()
    return {
        "$schema": f"{name}.schema.json",
        "title": _short()["files"][name]["title"],
        "version": __version__,
        "date": last.date if last else None,
        "license": _short()["head"]["license"]["const"],
        "attribution": f"{app.config.author}, {app.config.project} {__version__}, CC BY 4.0",
    }


# ---- schemas


@cache
def _short() -> Schema:
    """Return the short form of all schemas: `head`, `files` and `$defs`."""
    found: Schema = yaml.safe_load(SCHEMAS.read_text("utf-8"))
    return found


def told() -> dict[str, tuple[str, str]]:
    """Return of each file, by its name, its title and what is in it, in Markdown."""
    files = {name: _short()["files"][name] for name in SETS}
    return {name: (file["title"], file["description"]) for name, file in files.items()}


def schema(name: str) -> Schema:
    """Return the JSON Schema of a file, which refers to nothing outside itself."""
    file, first = _short()["files"][name], _short()["head"]
    own = {"$schema": f"{name}.schema.json", "title": file["title"]}
    first = {**first, **{field: {**first[field], "const": value} for field, value in own.items()}}
    whole = _strict({**file, "properties": {**first, **file["properties"]}})
    return {"$schema": DIALECT, **whole, "$defs": {key: _strict(_short()["$defs"][key]) for key in _used(file)}}


def _strict(short: Schema) -> Schema:
    """Return a schema in full: of an object, which fields it must have, and that it has no others."""
    if "properties" not in short:
        return short
    return {"type": "object", "required": list(short["properties"]), **short, "additionalProperties": False}


def _used(short: Schema) -> list[str]:
    """Return the names of the definitions that a schema uses, directly or not, each before those that it uses."""
    found: dict[str, None] = {}
    for key in _REF.findall(json.dumps(short)):
        found |= dict.fromkeys([key, *_used(_short()["$defs"][key])])
    return list(found)


# ---- the page


class DataFilesDirective(SphinxDirective):
    """Documents every file in a section of its own; a kind of value that several have, in the first that has it."""

    def run(self) -> list[nodes.Node]:
        """Return what all files have, then the sections."""
        self.env.note_dependency(str(SCHEMAS))
        told: set[str] = set()
        found = self.parse_text_to_nodes(_table({"properties": _short()["head"]}))
        for name in SETS:
            file = _short()["files"][name]
            kinds = [key for key in _used(file) if key not in told]
            told.update(kinds)
            root = "../" * self.env.docname.count("/") + FOLDER
            files = [f'<a href="{root}/{name}{end}">{name}{end}</a>' for end in (".json", ".schema.json")]
            text = f"{file['description']}\n\n{' · '.join(files)}\n\n{_table(file)}{''.join(map(_told, kinds))}"
            title = nodes.title("", file["title"])
            section = nodes.section("", title, *self.parse_text_to_nodes(text), classes=[DATA_FILE])
            section["ids"].append(name)
            self.set_source_info(section)
            self.state.document.note_explicit_target(section)
            found.append(section)
        return found


def _told(key: str) -> str:
    """Return what is said of a kind of values, in Markdown."""
    kind = _short()["$defs"][key]
    return f"\n(data-{key})=\n**{kind['title']}**: {kind['description']}\n\n{_table(kind)}"


def _table(said: Schema) -> str:
    """Return the table of an object's fields; nothing for what is no object."""
    fields: dict[str, Schema] = said.get("properties", {})
    needed: list[str] = said.get("required", list(fields))
    rows = [
        f"| `{name}`{'' if name in needed else ' (may be missing)'} | {_kind(field)} | {field['description']} |\n"
        for name, field in fields.items()
    ]
    return "".join(["| Field | Kind | What it is |\n|---|---|---|\n", *rows]) if rows else ""


def _kind(said: Schema) -> str:
    """Return the kind of a value, in Markdown."""
    match said:
        case {"$ref": ref}:
            key = ref.rpartition("/")[2]
            return f"[{_short()['$defs'][key]['title']}](#data-{key})"
        case {"anyOf": kinds}:
            return " or ".join(map(_kind, kinds))
        case {"const": value}:
            return f"`{json.dumps(value)}`"
        case {"enum": values}:
            return ", ".join(f"`{json.dumps(value)}`" for value in values)
        case {"items": items}:
            return f"list of: {_kind(items)}"
        case {"additionalProperties": values}:
            return f"object of: {_kind(values)}"
        case {"type": list(kinds)}:
            return " or ".join(kinds)
    return str(said["type"])


# ---- what Sphinx calls


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        folder = Path(app.outdir, FOLDER)
        folder.mkdir(exist_ok=True)
        for name, make in SETS.items():
            files = {f"{name}.json": {**head(app, name), **make(app)}, f"{name}.schema.json": schema(name)}
            for file, found in files.items():
                (folder / file).write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, and what writes the files."""
    for extension in "clauses", "readings", "words":
        app.setup_extension(extension)
    app.add_directive("data-files", DataFilesDirective)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
