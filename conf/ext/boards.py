"""Boards on pages: the directive `board`.

    ```{board} ntchuva
    :columns: 16
    :position: 2*16/0,1,2*14/2*14,1,0/2*16 S
    :reading: portuguese-text
    :option: free_captures=0
    ```

With `:still:` it is a picture, and nothing else. A board in a section called Rules stays in sight while one reads it:
beside the rules or, where there is no room for that, by a link to it.

The engine draws the board while the page is built: the page is complete without a script. Under it, Play makes
that very board playable and Code opens JupyterLite below it; both come from `mancala_ref/live`, whose scripts are
copied to `_static/mancala/HASH/`, so that those of two releases never mix. Both play under the reading and the options
of the directive. A game, a position or rules that the engine refuses are an error at the directive's line.

A link to a game's page with a position opens the main board of the page: the first in Rules, or else the first. For
other sizes than its own, drawings of empty boards lie beside the scripts, in `boards/4x16.svg` and the like.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Collection
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri
from sphinx.util.typing import ExtensionMetadata, OptionSpec
from sphinx.writers.html5 import HTML5Translator

import mancala_ref
from mancala_ref.board import NAMES
from mancala_ref.game import Game, Value
from mancala_ref.games import GAMES, game_at
from mancala_ref.messages import say_outcome, say_rules, text

ENGINE = Path(mancala_ref.__file__).parent
FILES = [ENGINE / "live" / name for name in ("host.js", "link.js", "cite.js", "worker.js", "board.js", "board.css")]
FILES += [Path(__file__).parent / "static" / name for name in ("disk.js", "boards.css")]
SIZES = {
    (game.ranks, columns)
    for game in GAMES.values()
    for reading in game.readings
    for columns in reading.sizes or game.sizes
}
EMPTY = {
    f"{ranks}x{columns}.svg": mancala_ref.board_svg(
        mancala_ref.Position.parse("/".join([f"0*{columns}"] * ranks) + " S"), id="mancala-link"
    )
    for ranks, columns in sorted(SIZES)
}
CONTENT = [*(file.read_bytes() for file in FILES), *(svg.encode() for svg in EMPTY.values())]
HASH = hashlib.sha256(b"".join(CONTENT)).hexdigest()[:12]
FOLDER = f"mancala/{HASH}"
NOTEBOOK = "lite/notebooks/index.html?path={game}.ipynb"
HOST_WORDS = (
    "play", "again", "starting", "failed", "failed_silent", "failed_script", "stopped", "stopped_silent",
    "stopped_script", "restored", "defect", "version",
    "code_title", "code_starting", "code_slow", "code_refused", "code_failed", "disk",
)  # fmt: skip
LINK_WORDS = (
    "link_from", "link_changed", "link_own", "link_failed", "link_refused", "link_position", "link_twice", "link_long",
    "link_character", "link_columns", "link_ranks", "link_record", "link_reading", "link_option", "link_value",
)  # fmt: skip
DRAWN_WORDS = {"rank": "svg.rank", "hole": "svg.hole", "hole_one": "svg.hole.one"}
PLAYER_WORDS = {  # of each player, as `caption_S`
    "player": "svg.player", "moves": "svg.player.moves",
    "caption": "diagram.move", "free": "diagram.free", "free_one": "diagram.free.one",
}  # fmt: skip
BLANKS = (
    "reason", "page", "engine", "reading", "options", "parameter", "most", "at", "columns", "found", "option", "values",
    "rank", "counts", "hole", "seeds", "captured", "free", "south", "north", "turn",
)  # fmt: skip


class picture(nodes.General, nodes.Element):
    """A drawn position; its child is the diagram, for every output but HTML."""


class board(nodes.General, nodes.Element):
    """A board that can be played on; its child is the picture that it shows until then."""


def options_of(pairs: str) -> dict[str, Value]:
    """Read option values as the directives have them, `key=value key=value`; OptionError for anything else."""
    found: dict[str, Value] = {}
    for pair in pairs.split():
        key, equals, value = pair.partition("=")
        if not (key and equals and value):
            raise mancala_ref.OptionError("option.pair", found=pair)
        found[key] = value
    return found


def drawn(
    env: BuildEnvironment,
    game: mancala_ref.Game,
    position: mancala_ref.Position,
    marks: Collection[str] = (),
    outcome: mancala_ref.Outcome | None = None,
) -> picture:
    """Return the picture of a position, in which the game has ended so if it has; `marks` are holes to outline."""
    for file in (*ENGINE.rglob("*.py"), *FILES):  # a page is as new as what draws and plays its boards
        env.note_dependency(str(file))
    title = text("prompt.over", outcome=say_outcome(outcome)) if outcome else None
    id = f"picture-{env.new_serialno('picture') + 1}"
    svg = mancala_ref.board_svg(position, title=title, marks=marks, over=outcome is not None, id=id)
    diagram = nodes.literal_block(str(position), str(position), language="none")
    return picture("", diagram, name=game.name, columns=position.board.columns, svg=svg)


def playable(
    env: BuildEnvironment,
    game: mancala_ref.Game,
    position: mancala_ref.Position,
    shown: picture,
    play: str = "",
    notebook: bool = True,
) -> board:
    """Return a board that Play opens at a position, under the rules of a game; `play` is what its button says."""
    return board(
        "",
        shown,
        ids=[f"board-{env.new_serialno('board') + 1}"],
        game=game.id,
        name=game.name,
        position=position.text,
        reading=game.reading.id,
        options=game.changed,
        rules="" if game.is_default else say_rules(game),
        play=play or text("page.play"),
        notebook=notebook,
    )


class BoardDirective(SphinxDirective):
    """Draws a board; the argument is a game's id."""

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {
        "columns": directives.positive_int,
        "position": directives.unchanged_required,
        "reading": directives.unchanged_required,
        "option": directives.unchanged_required,
        "still": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Let the engine check the position and the rules, and draw it."""
        given = self.options
        try:
            options = options_of(given.get("option", ""))
            game, position = game_at(
                self.arguments[0], given.get("position"), given.get("columns"), given.get("reading"), options
            )
        except mancala_ref.MancalaError as error:
            raise self.error(f"board: {error}") from None
        shown = drawn(self.env, game, position, outcome=game.outcome(position))
        if "still" in given:
            return [shown]
        node = playable(self.env, game, position, shown)
        self.set_source_info(node)
        return [node]


def _link_back(app: Sphinx, doctree: nodes.document) -> None:
    """End the section on the rules with a link to its board."""
    for section in doctree.findall(nodes.section):
        boards = [child for child in section.children if isinstance(child, board)]
        if "rules" in section["ids"] and boards:
            link = nodes.reference("", text("page.to-board"), internal=True, refid=boards[0]["ids"][0])
            section += nodes.paragraph("", "", link, classes=["mancala-to-board"])


def _mark_main(app: Sphinx, doctree: nodes.document) -> None:
    """Mark the main board of a page."""
    rules = (section for section in doctree.findall(nodes.section) if "rules" in section["ids"])
    found = next((node for part in (*rules, doctree) for node in part.findall(board)), None)
    if found is not None:
        found["main"] = True


def _words(node: board, main: bool) -> str:
    """Return every sentence that the scripts of a page may say, as JSON; what only they can know stays a blank.

    Those of links, and of the picture of a link's board, are for a main board only.
    """
    blanks = {blank: f"{{{blank}}}" for blank in BLANKS}
    words = {word: text(f"page.{word}", name=node["name"], **blanks) for word in HOST_WORDS}
    if main:
        game = GAMES[node["game"]]
        blanks |= {"name": game.name, "ranks": str(game.ranks), "example": node["position"]}
        blanks["readings"] = ", ".join(reading.id for reading in game.readings)
        blanks["known"] = ", ".join(option.name for option in game.options)
        words |= {word: text(f"page.{word}", **blanks) for word in LINK_WORDS}
        words |= {word: text(key, **blanks) for word, key in DRAWN_WORDS.items()}
        for side, player in NAMES.items():
            words |= {f"{word}_{side}": text(key, **blanks, player=player) for word, key in PLAYER_WORDS.items()}
    return json.dumps({**words, "play": node["play"]})


def _main(game: type[Game]) -> str:
    """Return what a link may ask for: the readings with their numbers of columns, the options with their values."""
    readings = {reading.id: list(reading.sizes or game.sizes) for reading in game.readings}
    options = {option.name: list(map(str, option.values)) for option in game.options}
    return json.dumps({"ranks": game.ranks, "readings": readings, "options": options})


def _page(builder: Builder, game: str) -> str | None:
    """Return the name of the page that states the game's clauses, if there is one."""
    domain = builder.env.domains.get("rules")
    clauses = domain.data["clauses"] if domain else {}
    return next((clause.docname for key, clause in clauses.items() if key.startswith(f"{game}.")), None)


def _visit_picture(self: HTML5Translator, node: picture) -> None:
    columns = f"--mancala-columns: {node['columns']}"  # the style sheet's measure of how wide it is
    label = escape(text("page.board", name=node["name"]))
    self.body.append(
        f'<div class="mancala-scroll" role="group" tabindex="0" aria-label="{label}" style="{columns}">\n'
        f"{node['svg']}\n</div>\n"
    )
    raise nodes.SkipNode


def _visit_board(self: HTML5Translator, node: board) -> None:
    here, page = self.builder.current_docname, _page(self.builder, node["game"])
    main = "main" in node and page == here
    data = {
        "game": node["game"],
        "position": node["position"],
        "reading": node["reading"],
        "options": json.dumps(node["options"]),
        "version": mancala_ref.__version__,
        "rules": "" if page in (here, None) else self.builder.get_relative_uri(here, page),
        "words": _words(node, main),
    }
    if main:
        data["main"] = _main(GAMES[node["game"]])
    attributes = " ".join(f'data-{key}="{escape(str(value))}"' for key, value in data.items())
    self.body.append(f'\n<div class="mancala" id="{node["ids"][0]}" {attributes}>\n<div class="mancala-place">\n')


def _depart_board(self: HTML5Translator, node: board) -> None:
    said = {word: escape(text(f"page.{word}", name=node["name"])) for word in ("code", "notebook", "noscript")}
    rules = f'<p class="mancala-rules">{escape(node["rules"])}</p>\n' if node["rules"] else ""
    notebook = ""
    if node["notebook"]:
        page = self.builder.get_target_uri(self.builder.current_docname)
        address = relative_uri(page, NOTEBOOK.format(game=node["game"]))
        notebook = f'\n<a class="mancala-notebook" href="{escape(address)}">{said["notebook"]}</a>'
    self.body.append(f"""{rules}</div>
<p class="mancala-start">
<button type="button" class="mancala-play">{escape(node["play"])}</button>
<button type="button" class="mancala-code">{said["code"]}</button>{notebook}
</p>
<p class="mancala-status" role="status"></p>
<noscript><p>{said["noscript"]}</p></noscript>
</div>
""")


def _pass(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Leave it to what is inside: in the end, the diagram."""


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
    (static / FOLDER / "boards").mkdir()
    for name, svg in EMPTY.items():
        (static / FOLDER / "boards" / name).write_text(svg, "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, the nodes, and the files that boards load."""
    other = (_pass, _pass)
    for node, html in (picture, (_visit_picture, None)), (board, (_visit_board, _depart_board)):
        app.add_node(node, html=html, text=other, latex=other, man=other, texinfo=other, xml=other)
    app.add_directive("board", BoardDirective)
    app.connect("builder-inited", _copy_files)
    app.connect("doctree-read", _link_back)
    app.connect("doctree-read", _mark_main)
    app.connect("html-page-context", _add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
