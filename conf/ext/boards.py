"""Boards on pages: the directive `board`.

    ```{board} ntchuva
    :columns: 16
    :position: 2*16/0,1,2*14/2*14,1,0/2*16 S
    ```

The engine draws the board while the page is built: the page is complete without a script. Under it, Play makes
that very board playable and Code opens JupyterLite below it; both come from `mancala_ref/live`, whose scripts are
copied to `_static/mancala/HASH/`, so that those of two releases never mix. A game or a position that the engine
refuses stops the build and names the place.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.errors import SphinxError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri
from sphinx.util.typing import ExtensionMetadata, OptionSpec
from sphinx.writers.html5 import HTML5Translator

import mancala_ref
from mancala_ref.games import game_at
from mancala_ref.messages import text

ENGINE = Path(mancala_ref.__file__).parent
FILES = [ENGINE / "live" / name for name in ("host.js", "worker.js", "board.js", "board.css")]
FILES += [Path(__file__).parent / "static" / name for name in ("disk.js", "boards.css")]
HASH = hashlib.sha256(b"".join(file.read_bytes() for file in FILES)).hexdigest()[:12]
FOLDER = f"mancala/{HASH}"
NOTEBOOK = "lite/notebooks/index.html?path={game}.ipynb"
HOST_WORDS = (
    "play", "again", "starting", "failed", "stopped", "restored", "defect", "silent", "script", "version",
    "code_title", "code_starting", "code_slow", "code_failed", "disk",
)  # fmt: skip


class BoardError(SphinxError):
    """A board that the engine refuses."""

    category = "Board"


class board(nodes.General, nodes.Element):
    """A board on a page; its child is the diagram, for every output but HTML."""


class BoardDirective(SphinxDirective):
    """Draws a board; the argument is a game's id."""

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {
        "columns": directives.positive_int,
        "position": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Let the engine check the position and draw it."""
        position_text, columns = self.options.get("position"), self.options.get("columns")
        try:
            game, position = game_at(self.arguments[0], position_text, columns)
        except mancala_ref.MancalaError as error:
            raise BoardError(f"{self.get_location()}: {error}") from None
        for file in (*ENGINE.rglob("*.py"), *FILES):  # a page is as new as what draws and plays its boards
            self.env.note_dependency(str(file))
        id = f"board-{self.env.new_serialno('board') + 1}"
        diagram = str(position)
        node = board(
            "",
            nodes.literal_block(diagram, diagram, language="none"),
            ids=[id],
            game=game.id,
            name=game.name,
            columns=game.board.columns,
            position=position.text,
            svg=mancala_ref.board_svg(position, id=f"{id}-picture", over=game.outcome(position) is not None),
        )
        self.set_source_info(node)
        return [node]


def _words(name: str) -> str:
    """Return every sentence that the scripts of a page may say, as JSON; what only it can know stays a blank."""
    blanks = {blank: f"{{{blank}}}" for blank in ("reason", "page", "engine")}
    return json.dumps({word: text(f"page.{word}", name=name, **blanks) for word in HOST_WORDS})


def _rules(builder: Builder, here: str, game: str) -> str:
    """Return the address of the page that states the game's clauses; empty if it is this one, or not known."""
    domain = builder.env.domains.get("rules")
    clauses = domain.data["clauses"] if domain else {}
    page = next((clause.docname for key, clause in clauses.items() if key.startswith(f"{game}.")), here)
    return "" if page == here else builder.get_relative_uri(here, page)


def _html(node: board, notebook: str, rules: str) -> str:
    data = {
        "game": node["game"],
        "position": node["position"],
        "version": mancala_ref.__version__,
        "rules": rules,
        "words": _words(node["name"]),
    }
    attributes = " ".join(f'data-{key}="{escape(str(value))}"' for key, value in data.items())
    said = {
        word: escape(text(f"page.{word}", name=node["name"]))
        for word in ("board", "code", "notebook", "noscript", "play")
    }
    columns = f'style="--mancala-columns: {node["columns"]}"'  # the style sheet's measure of how wide it is
    return f"""
<div class="mancala" id="{node["ids"][0]}" {attributes}>
<div class="mancala-place">
<div class="mancala-scroll" role="group" tabindex="0" aria-label="{said["board"]}" {columns}>
{node["svg"]}
</div>
</div>
<p class="mancala-start">
<button type="button" class="mancala-play">{said["play"]}</button>
<button type="button" class="mancala-code">{said["code"]}</button>
<a class="mancala-notebook" href="{escape(notebook)}">{said["notebook"]}</a>
</p>
<p class="mancala-status" role="status"></p>
<noscript><p>{said["noscript"]}</p></noscript>
</div>
"""


def _visit_html(self: HTML5Translator, node: board) -> None:
    here = self.builder.current_docname
    notebook = relative_uri(self.builder.get_target_uri(here), NOTEBOOK.format(game=node["game"]))
    self.body.append(_html(node, notebook, _rules(self.builder, here, node["game"])))
    raise nodes.SkipNode


def _pass(self: nodes.NodeVisitor, node: board) -> None:
    """Leave it to the diagram inside."""


def _add_files(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Load the scripts and styles on pages that have a board."""
    if doctree is not None and next(doctree.findall(board), None) is not None:
        app.add_js_file(f"{FOLDER}/host.js", type="module")
        app.add_js_file(f"{FOLDER}/disk.js", loading_method="defer")
        app.add_css_file(f"{FOLDER}/board.css")
        app.add_css_file(f"{FOLDER}/boards.css")


def _copy_files(app: Sphinx) -> None:
    """Put the scripts and styles where the pages look for them, and nothing else there."""
    if app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    shutil.rmtree(static / "mancala", ignore_errors=True)
    (static / FOLDER).mkdir(parents=True)
    for file in FILES:
        shutil.copyfile(file, static / FOLDER / file.name)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, its node, and the files that its boards load."""
    other = (_pass, _pass)
    app.add_node(board, html=(_visit_html, None), text=other, latex=other, man=other, texinfo=other, xml=other)
    app.add_directive("board", BoardDirective)
    app.connect("builder-inited", _copy_files)
    app.connect("html-page-context", _add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
