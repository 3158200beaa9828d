"""What no source says: the directive `editors-decisions`.

It lists, game by game, the clauses and the readings' values that the editors have inferred or chosen, and why. The
reasons have one home: the section "Where the sources are silent" of the game's page, whose items are shown again
here. A decision on a clause that no item of that section refers to is a warning (and so fails a `-W` build).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from clauses import STANDING
from docutils import nodes
from readings import PagesDomain, clause_link, game_of, paragraph
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata

from mancala_ref import GAMES

SILENT = "Where the sources are silent"
logger = logging.getLogger(__name__)


class Reasons(NamedTuple):
    """What a game's page says on the silence of its sources: the section's id, and its items."""

    anchor: str
    items: list[nodes.Node]


class DecisionsDomain(PagesDomain):
    """Knows the Reasons that the page of each game gives."""

    name = "decisions"
    label = "Decisions"

    def resolve_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, typ: str, target: str,
        node: pending_xref, contnode: nodes.Element,
    ) -> nodes.reference | None:  # fmt: skip
        """Make the link to the reasons on a page."""
        return make_refnode(builder, fromdocname, target, self.of(env)[target].anchor, contnode)

    def check_consistency(self) -> None:
        """Warn of each decision for which the game's page gives no reason."""
        for page, why in self.of(self.env).items():
            links = [link for item in why.items for link in item.findall(pending_xref)]
            given = {link["reftarget"] for link in links if link["reftype"] == "clause"}
            for clause in sorted(decided(self.env, game_of(page)).keys() - given):
                sentence = "the editors decided on the clause %s, and the section “%s” gives no reason"
                logger.warning(sentence, clause, SILENT, location=page)


def decided(env: BuildEnvironment, game: str) -> dict[str, list[nodes.Node]]:
    """Return the clauses of a game on which the editors decided, each with what it is that they decided."""
    found: dict[str, list[nodes.Node]] = {}
    for key, clause in env.domains["rules"].data["clauses"].items():
        if key.startswith(f"{game}.") and clause.standing != "source":
            found[key] = [nodes.Text(f"the clause ({STANDING[clause.standing]})")]
    for option in GAMES[game].options:
        for reading in GAMES[game].readings:
            setting = reading.settings[option.name]
            if setting.standing != "source":
                parts = found.setdefault(f"{game}.{option.slug}", [])
                parts += [nodes.Text("; " * bool(parts)), nodes.literal("", f"{option.name}={setting.value}")]
                parts += [nodes.Text(" in "), nodes.literal("", reading.id)]
                parts += [nodes.Text(f" ({STANDING[setting.standing]})")]
    return found


class decisions(nodes.General, nodes.Element):
    """Where the decisions on a game come, once all pages are read."""


class DecisionsDirective(SphinxDirective):
    """Lists what the editors decided, with their reasons, in a section for each game."""

    def run(self) -> list[nodes.Node]:
        """Return the sections, to be filled once all pages are read."""
        self.env.note_reread()  # it says what other pages say
        sections: list[nodes.Node] = []
        for game in GAMES.values():
            section = nodes.section("", nodes.title("", game.name), decisions(game=game.id), ids=[game.id])
            self.set_source_info(section)
            self.state.document.note_explicit_target(section)
            sections.append(section)
        return sections


def _note_reasons(app: Sphinx, doctree: nodes.document) -> None:
    """Note what the page of a game says on the silence of its sources."""
    docname = app.env.docname
    for section in doctree.findall(nodes.section):
        if game_of(docname) in GAMES and section[0].astext() == SILENT:
            lists = [child for child in section if isinstance(child, nodes.bullet_list)]
            items = [item.deepcopy() for found in lists for item in found.children]
            for node in (node for item in items for node in item.findall()):
                node.document = None  # type: ignore[assignment]  # not to keep the whole page with them
            DecisionsDomain.of(app.env)[docname] = Reasons(section["ids"][0], items)


class Filler(SphinxPostTransform):
    """Puts the decisions on each game in its section; their links are resolved after it."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Fill every place."""
        pages = {game_of(page): page for page in DecisionsDomain.of(self.env)}
        for place in list(self.document.findall(decisions)):
            page = pages.get(place["game"])
            place.replace_self(self._decisions(page) if page else paragraph("Nothing: no page of this site tells why."))

    def _decisions(self, page: str) -> list[nodes.Node]:
        """Return what is said of the decisions on the game of a page."""
        here, game, why = self.env.current_document.docname, GAMES[game_of(page)], DecisionsDomain.of(self.env)[page]
        reasons = nodes.bullet_list("", *(item.deepcopy() for item in why.items))
        for link in reasons.findall(pending_xref):
            link["refdoc"] = here
        rests = nodes.bullet_list()
        for clause, parts in decided(self.env, game.id).items():
            rests += nodes.list_item("", paragraph(clause_link(here, clause), ": ", *parts))
        title = nodes.inline("", f"{game.name}: {SILENT}")
        home = pending_xref("", title, refdomain="decisions", reftype="reasons", reftarget=page, refdoc=here)
        return [paragraph("The reasons, from ", home, ":"), reasons, paragraph("What rests on them:"), rests]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register all of it with Sphinx."""
    app.setup_extension("readings")
    app.add_domain(DecisionsDomain)
    app.add_node(decisions)
    app.add_directive("editors-decisions", DecisionsDirective)
    app.connect("doctree-read", _note_reasons)
    app.add_post_transform(Filler)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
