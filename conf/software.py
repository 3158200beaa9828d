"""What archives and registries read about this software, made from CITATION.cff, the home of all of it.

    python conf/software.py    writes .zenodo.json and codemeta.json anew; needs a network

.zenodo.json is what Zenodo takes when it gives a release a DOI. codemeta.json is written by somesy. That wants another
jsonschema than the tests, so it is not among the pinned packages but is fetched into a folder of its own, to be thrown
away. The tests hold both files to CITATION.cff, and that to its schema and to pyproject.toml.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import wheels
import yaml
from steps import ROOT, Stop, digest, keep, run, start

CITATION, CODEMETA, ZENODO = (ROOT / name for name in ("CITATION.cff", "codemeta.json", ".zenodo.json"))
SOMESY = "somesy==0.8.2"
# The schema of CITATION.cff comes inside the wheel of its own converter, whose output would not do: it takes authors
# that are not a person for one, and knows one licence only.
SCHEMA = ROOT / "build" / "cff"
CFFCONVERT = "cffconvert==2.0.0 --hash=sha256:573c825e4e16173d99396dc956bd22ff5d4f84215cc16b6ab05299124f5373bb"
TEXT, LIST = (str, "a text"), (list, "a list")
NEEDED: dict[str, tuple[type, str]] = dict.fromkeys(("title", "abstract", "type", "version", "license"), TEXT)
NEEDED |= dict.fromkeys(("authors", "keywords"), LIST)
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


def citation() -> dict[str, Any]:
    """What CITATION.cff says. Raises Stop when that cannot be read, or lacks what the site and its archives need."""
    try:
        found = yaml.safe_load(CITATION.read_text("utf-8"))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else "?"
        raise Stop(f"CITATION.cff is no YAML: in line {line}, {error.problem}.") from None
    except (OSError, ValueError, yaml.YAMLError) as error:  # a date that is none is a ValueError
        raise Stop(f"CITATION.cff cannot be read: {' '.join(str(error).split())}.") from None
    for key, (kind, what) in NEEDED.items():
        value = found.get(key) if isinstance(found, dict) else None
        if not (value and isinstance(value, kind)):
            raise Stop(f"CITATION.cff needs a line `{key}:` with {what}.")
    return dict(found)


def schema() -> dict[str, Any]:
    """The schema of CITATION.cff 1.2.0, fetched once. Raises Stop when it cannot be had."""

    def fetch(folder: Path) -> None:
        folder.mkdir(parents=True)
        wheels.fetch(CFFCONVERT, ["cffconvert/schemas/1.2.0/schema.json"], folder)

    keep(SCHEMA, digest([], CFFCONVERT), fetch)
    found: dict[str, Any] = json.loads((SCHEMA / "schema.json").read_text("utf-8"))
    return found


def names(said: dict[str, Any]) -> list[str]:
    """The names of the authors in CITATION.cff. Raises Stop for a person: nobody has said yet how to name one."""
    for author in said["authors"]:
        if not isinstance(author, dict) or "name" not in author:
            raise Stop(
                f"In CITATION.cff {author} is no author with a name as a whole: conf/software.py knows no other."
            )
    return [author["name"] for author in said["authors"]]


def zenodo(said: dict[str, Any]) -> dict[str, Any]:
    """What Zenodo is to know, of what CITATION.cff says. It gives the DOI and the date itself.

    The licence is that of the code; the description tells of the other.
    """
    return {
        "title": said["title"],
        "upload_type": said["type"],
        "version": said["version"],
        "description": said["abstract"],
        "creators": [{"name": name} for name in names(said)],
        "keywords": said["keywords"],
        "license": said["license"].lower(),  # Zenodo's ids are SPDX's in small letters
        "access_right": "open",
    }


def codemeta(said: dict[str, Any]) -> str:
    """The text of codemeta.json, by somesy, of what CITATION.cff says. Raises Stop when somesy cannot be had."""
    project = {"name": said["title"], "description": said["abstract"]}
    project |= {key: said[key] for key in ("version", "keywords", "license")}
    # Strings and lists of strings are the same in TOML as in JSON.
    lines = ["[project]", *(f"{key} = {json.dumps(value)}" for key, value in project.items())]
    for name in names(said):
        lines += ["[[project.entities]]", f"name = {json.dumps(name)}", "author = true"]
    with tempfile.TemporaryDirectory() as scratch:
        folder, library = Path(scratch, "project"), Path(scratch, "library")
        run([*PIP, "install", "--target", library, SOMESY], "pip-somesy", "pip could not fetch somesy")
        folder.mkdir()
        (folder / "somesy.toml").write_text("\n".join(lines), "utf-8")
        program = f"import sys; sys.path.insert(0, {str(library)!r}); from somesy.main import app; app()"
        trouble = "somesy could not write codemeta.json"
        run([sys.executable, "-c", program, "sync", "--no-sync-cff"], "somesy", trouble, cwd=folder)
        return (folder / "codemeta.json").read_text("utf-8").rstrip() + "\n"


def text(data: dict[str, Any]) -> str:
    """A JSON file as it is kept."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Writes both files. Raises Stop when somesy cannot be had."""
    ZENODO.write_text(text(zenodo(citation())), "utf-8")
    CODEMETA.write_text(codemeta(citation()), "utf-8")


if __name__ == "__main__":
    start(main)
