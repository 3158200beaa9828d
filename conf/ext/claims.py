"""Pages that say who says so: the check that a game's page has all its sections, and that no claim lacks a citation.

The page of a game has the sections `SECTIONS`, in that order. In those of `CLAIMS`, and anywhere on the pages of
`WHOLE`, each paragraph (of an item of a list, a caption or a note too) and each row of a table cites a source. What the
editors say for themselves stands under a line `{.ours}`. Anything else is a warning (and so fails a `-W` build).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from mancala_ref import GAMES

SECTIONS = (
    "At a glance", "Names", "Who plays, when and where", "History", "Board and seeds", "Opening position", "Rules",
    "Play", "Where the sources disagree", "Where the sources are silent", "Tournaments and today", "Relatives",
    "History of the rules", "Sources",
)  # fmt: skip
CLAIMS = {
    "At a glance", "Names", "Who plays, when and where", "History", "Board and seeds", "Tournaments and today",
    "Relatives",
}  # fmt: skip
WHOLE = {"games/relatives"}
OURS = "ours"
UNITS = (nodes.TextElement, nodes.definition_list_item, nodes.row)  # what has a citation of its own
NO_CLAIMS = (
    nodes.title, nodes.thead, nodes.FixedTextElement, nodes.Invisible, nodes.label, nodes.system_message,
)  # fmt: skip
logger = logging.getLogger(__name__)


def uncited(node: nodes.Element) -> Iterator[nodes.Element]:
    """Yield the paragraphs and rows in a node that cite nothing and do not speak for the editors."""
    for child in node.children:
        if not isinstance(child, nodes.Element) or isinstance(child, NO_CLAIMS) or OURS in child["classes"]:
            continue
        if isinstance(child, UNITS):
            if not any(link["refdomain"] == "cite" for link in child.findall(pending_xref)):
                yield child
        else:
            yield from uncited(child)


def _check(app: Sphinx, doctree: nodes.document) -> None:
    docname = app.env.docname
    page = next(doctree.findall(nodes.section), nodes.section())
    claims: list[nodes.Element] = [page] if docname in WHOLE else []
    if docname.startswith("games/") and docname.rpartition("/")[2] in GAMES:
        sections = {child[0].astext(): child for child in page.children if isinstance(child, nodes.section)}
        claims = [section for title, section in sections.items() if title in CLAIMS]
        claims += doctree.findall(nodes.footnote)  # which stand at the end, whatever section they belong to
        for title, expected in zip_longest(sections, SECTIONS):
            if title != expected:
                found, wanted = (f"the section “{each}”" if each else "no more" for each in (title, expected))
                sentence = "the page of a game has its sections in one order: expected %s here, found %s"
                logger.warning(sentence, wanted, found, location=docname)
                break
    for section in claims:
        for node in uncited(section):
            said = " ".join(node.astext().split())
            text = f"{said[:60]}…" if len(said) > 60 else said
            sentence = "“%s” cites no source; where the editors speak for themselves, a line {.ours} says so"
            logger.warning(sentence, text, location=_place(node) or docname)


def _place(node: nodes.Element) -> nodes.Element | None:
    """Return the node itself, or what is around it, where it has a line of its own."""
    found: nodes.Element | None = node
    while found is not None and found.line is None:
        found = found.parent
    return found


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the check."""
    app.connect("doctree-read", _check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
