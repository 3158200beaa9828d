"""Rule clauses, and the sources they rest on: the directives and roles `clause` and `source`.

A page about a game states its rules so, and lists each source once, further down:

    ```{clause} mefuvha.relay
    :standing: source
    :source: mancala-world-mefuvha

    If the last seed of a lap falls into a hole that holds seeds, ...
    ```

    ```{source} mancala-world-mefuvha
    :short: Mancala World, Mefuvha
    :known: whole

    An older text of that page, ...
    ```

The id of a clause is its permanent anchor, dot included; clauses are numbered page by page. A fault in a
directive is an error at its file and line. When all pages are read, a clause that the engine applies and no
page states, or that a page states and the engine does not know, is a warning (and so fails a `-W` build).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import Any, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata, OptionSpec

import mancala_ref

STANDING = {"source": "from the source", "inferred": "inferred", "editors": "editors’ decision"}
KNOWN = {"whole": "read whole", "part": "read in part", "cited": "known through another source"}
_SLUG = "[a-z0-9]+(?:-[a-z0-9]+)*"
_CLAUSE_ID = re.compile(rf"({_SLUG})\.{_SLUG}")
logger = logging.getLogger(__name__)


def engine_clauses() -> set[str]:
    """Return the id of every clause that the engine can apply."""
    return {clause for game in mancala_ref.GAMES for clause in mancala_ref.game(game).clauses}


class Clause(NamedTuple):
    """Where a clause is stated, and what it rests on."""

    docname: str
    line: int
    number: int
    standing: str
    sources: tuple[str, ...]

    def again(self, key: str) -> str:
        """Return the sentence for a second statement of this clause."""
        return f"clause {key} is already stated in {self.docname}, line {self.line}; an id is given once"


class RulesDomain(Domain):
    """Knows the clauses of all pages by their id, and the sources by page and id."""

    name = "rules"
    label = "Rules"
    object_types: ClassVar = {"clause": ObjType("clause", "clause")}
    initial_data: ClassVar = {"clauses": {}, "sources": {}}
    dangling_warnings: ClassVar = {
        "clause": "no page states the clause %(target)s",
        "source": "this page lists no source %(target)s",
    }
    data: dict[str, Any]

    def clear_doc(self, docname: str) -> None:
        """Forget what a page states, before it is read again."""
        clauses, sources = self.data["clauses"], self.data["sources"]
        self.data["clauses"] = {key: c for key, c in clauses.items() if c.docname != docname}
        self.data["sources"] = {key: short for key, short in sources.items() if key[0] != docname}

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel process read."""
        for key, clause in otherdata["clauses"].items():
            if clause.docname in docnames:
                if first := self.data["clauses"].get(key):
                    logger.warning(first.again(key), location=(clause.docname, clause.line))
                self.data["clauses"][key] = clause
        self.data["sources"].update({k: v for k, v in otherdata["sources"].items() if k[0] in docnames})

    def check_consistency(self) -> None:
        """Warn of each clause that only the pages, or only the engine, have."""
        stated, known = self.data["clauses"], engine_clauses()
        for key in sorted(known - stated.keys()):
            logger.warning("the engine applies the clause %s, which no page states", key)
        for key in sorted(stated.keys() - known):
            where = (stated[key].docname, stated[key].line)
            logger.warning("the clause %s is stated, but the engine does not know it", key, location=where)

    def resolve_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, typ: str, target: str,
        node: pending_xref, contnode: nodes.Element,
    ) -> nodes.reference | None:  # fmt: skip
        """Make the link to a clause on any page, or to a source on the same page; None if there is none."""
        label: list[nodes.Node]
        if typ == "source" and (short := self.data["sources"].get((fromdocname, target))):
            docname, anchor, label = fromdocname, f"source-{target}", [nodes.Text(short)]
        elif typ == "clause" and (clause := self.data["clauses"].get(target)):
            label = [nodes.Text(f"clause {clause.number}, "), nodes.literal("", target)]
            docname, anchor = clause.docname, target
        else:
            return None
        if node.get("refexplicit"):
            label = [contnode]
        return make_refnode(builder, fromdocname, docname, anchor, label)

    def resolve_any_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, target: str,
        node: pending_xref, contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:  # fmt: skip
        """Make the link for a reference that does not say what kind of thing it refers to."""
        link = self.resolve_xref(env, fromdocname, builder, "clause", target, node, contnode)
        return [("rules:clause", link)] if link is not None else []

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Give the clauses to the search and to the inventory that other sites link by."""
        return [(key, key, "clause", c.docname, key, 1) for key, c in self.data["clauses"].items()]


class _Block(SphinxDirective):
    """What the two directives share: an id, options, and content that becomes an anchored block."""

    required_arguments = 1
    has_content = True

    def choice(self, option: str, labels: dict[str, str]) -> str:
        """Return the option's value, which must be one of the labels' keys."""
        value: str = self.options.get(option, "missing")
        if value not in labels:
            known = ", ".join(labels)
            raise self.error(f"{self.name} {self.arguments[0]}: '{option}' is {value}, not one of {known}")
        return value

    def block(self, anchor: str, before: nodes.Node, *after: nodes.Node) -> list[nodes.Node]:
        """Return the content between the given nodes, under exactly that anchor."""
        self.assert_has_content()
        found = nodes.compound("", before, *self.parse_content_to_nodes(), *after, classes=[self.name])
        found["ids"].append(anchor)  # docutils' own ids would lose the dot
        self.set_source_info(found)
        self.state.document.note_explicit_target(found)
        return [found]


class ClauseDirective(_Block):
    """States one rule."""

    option_spec: ClassVar[OptionSpec] = {"standing": directives.unchanged, "source": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Check the clause, note it, and return its block."""
        key, docname = self.arguments[0], self.env.docname
        clauses: dict[str, Clause] = self.env.domains["rules"].data["clauses"]
        game = docname.rpartition("/")[2]
        match = _CLAUSE_ID.fullmatch(key)
        if not match:
            raise self.error(f"clause {key}: an id has the form game.slug, in lower case: {game}.relay")
        if match[1] != game:
            raise self.error(f"clause {key}: on the page {docname} an id begins with {game}")
        if key in clauses:
            raise self.error(clauses[key].again(key))
        standing = self.choice("standing", STANDING)
        sources = tuple(self.options.get("source", "").replace(",", " ").split())
        if not sources and standing != "editors":
            raise self.error(f"clause {key}: with the standing {standing} it must name a source")
        number = 1 + sum(clause.docname == docname for clause in clauses.values())
        clauses[key] = Clause(docname, self.lineno, number, standing, sources)

        meta = nodes.paragraph("", "", nodes.literal("", key), classes=["clause-meta"])
        meta += [nodes.Text(" · "), nodes.inline("", STANDING[standing], classes=["standing", standing])]
        for source in sources:
            link = pending_xref("", nodes.Text(source), refdomain="rules", reftype="source", reftarget=source)
            link["refdoc"] = docname
            self.set_source_info(link)
            meta += [nodes.Text(" · "), link]
        here = f' · <a class="clause-link" href="#{key}" aria-label="Link to clause {key}">link</a>'
        meta += nodes.raw("", here, format="html")
        return self.block(key, nodes.paragraph("", f"{number}.", classes=["clause-number"]), meta)


class SourceDirective(_Block):
    """Lists one source, and how well the editors know it."""

    option_spec: ClassVar[OptionSpec] = {"short": directives.unchanged, "known": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Note the source and return its block."""
        key = self.arguments[0]
        short = self.options.get("short") or key
        sources = self.env.domains["rules"].data["sources"]
        if (self.env.docname, key) in sources:
            raise self.error(f"source {key} is already listed on this page")
        known = KNOWN[self.choice("known", KNOWN)]
        sources[self.env.docname, key] = short
        head = nodes.paragraph("", "", nodes.strong("", short), nodes.Text(f" · {known}"))
        return self.block(f"source-{key}", head)


class RulesRole(XRefRole):
    """A reference to a clause on any page, or to a source on the same page."""

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Send the short role name to our domain."""
        refnode["refdomain"] = "rules"
        return title, target


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register all of it with Sphinx."""
    app.add_domain(RulesDomain)
    for name, directive in ("clause", ClauseDirective), ("source", SourceDirective):
        app.add_directive(name, directive)
        app.add_role(name, RulesRole(innernodeclass=nodes.inline, warn_dangling=True))
    app.add_css_file("clauses.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
