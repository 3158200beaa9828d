"""How to cite a game's page: the directive `how-to-cite`."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from mancala_ref import MancalaError
from mancala_ref.games import find

TEXT = """
- This page: {author}, “{name}”, *{project}* {release}.
- A rule: the page, and the id of its clause: “clause `{example}`”. The id never changes, and added to the page's
  address as `#{example}` it leads there.
- A position: the page, the game with its columns and reading, and the [text of the position](../guide/notation.md):
  “`{game}`, {columns} columns, reading `{reading}`, `{position}`”.
- What a source says: that source. What is marked as inferred or as an editors' decision is this site's.
"""


class HowToCiteDirective(SphinxDirective):
    """Tells how to cite the page of a game, a clause and a position."""

    def run(self) -> list[nodes.Node]:
        """Return the list."""
        try:
            game = find(self.env.docname.rpartition("/")[2])()
        except MancalaError as error:
            raise self.error(f"how-to-cite: {error}") from None
        config = self.config
        text = TEXT.format(
            author=config.author,
            project=config.project,
            release=config.release,
            name=game.name,
            game=game.id,
            example=game.clause("capture"),
            columns=game.board.columns,
            reading=game.reading.id,
            position=game.start().text,
        )
        return self.parse_text_to_nodes(text)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("how-to-cite", HowToCiteDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
