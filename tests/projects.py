"""Small Sphinx projects, made to try our extensions on."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple, Protocol

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from mancala_ref import GAMES

CLASS = """
class {name}:
    id = "{game}"

    @applies({slugs})
    def opening(self): ...
"""


# Sources that invented pages cite, and what the engine cites, by their short names.
SHORT_NAMES = {"oak": "Oak 1900", "elm": "Elm 1901", "generationekang": "Génération Ekang"}
SHORT_NAMES |= {key: short for game in GAMES.values() for key, short in game.sources.items()}


class Built(NamedTuple):
    """What came of a build: the folder of the output, and all warnings and errors as text."""

    out: Path
    warnings: str


class Project(Protocol):
    """Writes pages, by name, into a folder of their own, and builds what is there.

    Beside the pages are code and tests that name the clauses `bound`, and a bibliography with the sources of
    `SHORT_NAMES`.
    `files` are further files or other ones, by their path from the folder that holds `docs`, `mancala_ref` and `tests`;
    `settings` are Sphinx's.
    """

    def __call__(
        self,
        pages: dict[str, str],
        extensions: Sequence[str] = ("clauses",),
        builder: str = "dummy",
        jobs: int = 1,
        bound: Sequence[str] = (),
        files: dict[str, str] | None = None,
        settings: dict[str, str] | None = None,
    ) -> Built: ...


def sphinx(
    source: Path,
    out: Path,
    extensions: Sequence[str],
    builder: str = "dummy",
    jobs: int = 1,
    settings: dict[str, str] | None = None,
) -> Built:
    """Build a folder of pages that has no conf.py; its settings count as being in that folder."""
    said = StringIO()
    with docutils_namespace(), patch_docutils(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "'myst_parser")  # it uses what a later Sphinx will not have
        app = Sphinx(
            source,
            confdir=None,
            outdir=out,
            doctreedir=out.with_name(f"{out.name}-trees"),
            buildername=builder,
            confoverrides={"extensions": ["myst_parser", *extensions], "nitpicky": True, **(settings or {})},
            status=None,
            warning=said,
            parallel=jobs,
        )
        app.build()
    return Built(out, re.sub("\x1b\\[[0-9;]*m", "", said.getvalue()))  # without colours


def source(key: str, short: str, **fields: str) -> str:
    """Return an entry of a bibliography; a field given as an empty text is left out."""
    standard = {
        "title": short or key,
        "short": short,
        "known": "part",
        "covers": f"All on {key}.",
        "seen": "In a *library*.",
    }
    found = {**standard, "seen": "In a *library*.", "langid": "english", "observed": "not stated", **fields}
    return f"@misc{{{key},\n" + "".join(f"  {name} = {{{said}}},\n" for name, said in found.items() if said) + "}\n"


def bind(clauses: Sequence[str]) -> dict[str, str]:
    """Return the files in which code and tests name these clauses."""
    slugs: dict[str, list[str]] = {}
    for clause in clauses:
        game, _, slug = clause.partition(".")
        slugs.setdefault(game, []).append(slug)
    code = [
        CLASS.format(name=game.title().replace("-", ""), game=game, slugs=", ".join(map(repr, found)))
        for game, found in slugs.items()
    ]
    proof = f"@pytest.mark.proves({', '.join(map(repr, clauses))})\ndef test_opening(): ...\n" if clauses else ""
    return {
        "mancala_ref/games.py": "\n".join(code),
        "tests/test_games.py": proof,
    }


def project_in(folder: Path) -> Project:
    """Return a function that builds pages in a folder; called once more, it builds over what is there."""

    def build(
        pages: dict[str, str],
        extensions: Sequence[str] = ("clauses",),
        builder: str = "dummy",
        jobs: int = 1,
        bound: Sequence[str] = (),
        files: dict[str, str] | None = None,
        settings: dict[str, str] | None = None,
    ) -> Built:
        toctree = "```{toctree}\n" + "\n".join(pages) + "\n```\n"
        texts = {f"docs/{name}.md": text for name, text in {"index": f"# Home\n\n{toctree}", **pages}.items()}
        texts["docs/references.bib"] = "\n".join(source(key, short) for key, short in SHORT_NAMES.items())
        for name, text in {**texts, **bind(bound), **(files or {})}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return sphinx(folder / "docs", folder / builder, extensions, builder, jobs, settings)

    return build
