"""Rule clauses, and the sources they rest on: `clause`, `example`, `retired`, `all-clauses`.

A page about a game states its rules so:

    ````{clause} mefuvha.relay
    :standing: source
    :source: mancala-world-mefuvha, section “Play”; sanderson1913, p. 732

    If the last seed of a lap falls into a hole that holds seeds, ...

    ```{example} ...     (see examples.py)
    ```
    ````

The sources are those of docs/references.bib (see sources.py), each by its key and the place in it.

The id of a clause is its permanent anchor, dot included; clauses are numbered page by page. An id is never dropped:
a clause that no longer holds becomes `{retired} game.slug`, with the reason as its content and `:by:` for the clause
in its place. rule_history.py has the list of all ids that were ever given out, and what changed in them.

Under a clause the page names its sources, the readings that differ in it, and the code and the tests that bindings.py
finds for it, which code_pages.py shows. `all-clauses` lists all of them; data.py tells them to programs.

A fault in a directive is an error at its file and line. When all pages are read, whatever is missing between pages,
code and tests is a warning (and so fails a `-W` build); `bindings.problems` has the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import bindings
import code_pages
from docutils import nodes
from docutils.parsers.rst import directives
from examples import Example, ExampleDirective, Reader
from sources import entries, note_cited
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata, OptionSpec

import mancala_ref
from mancala_ref.game import Cite, Game, Option, Reading, Setting

STANDING = {"source": "from the source", "inferred": "inferred", "editors": "editors’ decision"}
SETTINGS = {  # as seen from the folder of conf.py
    "clauses_engine": "../mancala_ref",
    "clauses_tests": "../tests",
}
TEXT = "clause-text"  # the class of the container of a clause's own words
_SLUG = "[a-z0-9]+(?:-[a-z0-9]+)*"
_CLAUSE_ID = re.compile(rf"({_SLUG})\.{_SLUG}")
logger = logging.getLogger(__name__)


class Clause(NamedTuple):
    """Where a clause is stated, what it rests on, and what shows it."""

    docname: str
    line: int
    number: int
    standing: str
    sources: tuple[Cite, ...]
    examples: list[Example]

    def again(self, key: str) -> str:
        """Return the sentence for a second statement of this clause."""
        return f"clause {key} is already stated in {self.docname}, line {self.line}; an id is given once"


class Retired(NamedTuple):
    """Where a clause is retired, and the id of the clause in its place, if there is one."""

    docname: str
    line: int
    by: str | None


class blank(nodes.General, nodes.Element):
    """A place in a clause's block that is filled once all pages are read: `part` of the clause `key`."""


class all_clauses(nodes.General, nodes.Element):
    """Where the list of all clauses comes."""


class RulesDomain(Domain):
    """Knows the clauses of all pages by their id."""

    name = "rules"
    label = "Rules"
    object_types: ClassVar = {"clause": ObjType("clause", "clause")}
    initial_data: ClassVar = {"clauses": {}, "retired": {}}
    data_version = 2
    dangling_warnings: ClassVar = {"clause": "no page states the clause %(target)s"}
    data: dict[str, Any]

    @property
    def clauses(self) -> dict[str, Clause]:
        """The clauses that pages state, in the order of reading."""
        found: dict[str, Clause] = self.data["clauses"]
        return found

    @property
    def retired(self) -> dict[str, Retired]:
        """The clauses that pages retire."""
        found: dict[str, Retired] = self.data["retired"]
        return found

    @cached_property
    def bound(self) -> bindings.Bindings:
        """What the code and the tests name."""
        return bindings.read(Path(self.env.config.clauses_engine), Path(self.env.config.clauses_tests))

    @property
    def shown(self) -> list[str]:
        """The files of code and tests that clauses link to."""
        files = {code.file for found in self.bound.code.values() for code in found}
        return sorted(files | {test.file for found in self.bound.tests.values() for test in found})

    @property
    def root(self) -> Path:
        """The folder as seen from which code and tests are told."""
        return Path(self.env.config.clauses_engine).parent

    def clear_doc(self, docname: str) -> None:
        """Forget what a page states, before it is read again."""
        for kind in "clauses", "retired":
            self.data[kind] = {key: found for key, found in self.data[kind].items() if found.docname != docname}

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel process read."""
        for key, clause in otherdata["clauses"].items():
            if clause.docname in docnames:
                if first := self.clauses.get(key):
                    logger.warning(first.again(key), location=(clause.docname, clause.line))
                self.clauses[key] = clause
        self.retired.update({k: found for k, found in otherdata["retired"].items() if found.docname in docnames})

    def check_consistency(self) -> None:
        """Warn of everything that keeps pages, code and tests from agreeing."""
        stated = {
            key: bindings.Stated(clause.standing, len(clause.sources), len(clause.examples))
            for key, clause in self.clauses.items()
        }
        places = {key: (retired.docname, retired.line) for key, retired in self.retired.items()}
        places |= {key: (clause.docname, clause.line) for key, clause in self.clauses.items()}
        for problem in bindings.problems(stated, self.retired, self.bound):
            where: str | tuple[str, int] | None = places.get(problem.clause or "")
            if problem.place:
                where = f"{self.root / problem.place.file}:{problem.place.line}"
            logger.warning(problem.text, location=where)
        keys = entries(self.env).keys()
        for key, clause in self.clauses.items():
            for cite in clause.sources:
                if taken := keys & set(cite.where.split(", ")):
                    logger.warning(
                        "clause %s: %s after %s is a source, not a place in it; sources have ; between them: %s; %s",
                        key, min(taken), cite.key, cite.key, min(taken), location=places[key],
                    )  # fmt: skip

    def resolve_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, typ: str, target: str,
        node: pending_xref, contnode: nodes.Element,
    ) -> nodes.reference | None:  # fmt: skip
        """Make the link to a clause or to a line of code.

        None if there is none.
        """
        label: list[nodes.Node] = [contnode]
        if typ == "clause" and (clause := self.clauses.get(target)):
            label = [nodes.Text(f"clause {clause.number}, "), nodes.literal("", target)]
            docname, anchor = clause.docname, target
        elif typ == "code":
            docname, anchor = code_pages.page(target), node["anchor"]
        elif typ == "clause" and (retired := self.retired.get(target)):
            label = [nodes.Text("retired clause "), nodes.literal("", target)]
            docname, anchor = retired.docname, target
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
        return [(key, key, "clause", c.docname, key, 1) for key, c in self.clauses.items()]


def domain(env: BuildEnvironment) -> RulesDomain:
    """Return what is known of clauses and sources."""
    found = env.domains["rules"]
    assert isinstance(found, RulesDomain)
    return found


def plays(game: str) -> type[Game] | None:
    """Return the engine's game of that id, if it has one."""
    return mancala_ref.GAMES.get(game)


def options(key: str) -> list[Option]:
    """Return the options of the engine that settle a clause."""
    name, _, slug = key.partition(".")
    game = plays(name)
    return [option for option in game.options if option.slug == slug] if game else []


def settings(key: str) -> Iterator[tuple[Option, Reading, Setting]]:
    """Yield the options that settle a clause, each with every reading and what that one sets."""
    game = plays(key.partition(".")[0])
    for option in options(key):
        for reading in game.readings if game else ():
            yield option, reading, reading.settings[option.name]


def folded(summary: str, name: str, content: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return content that HTML shows when asked for, under a line that says what it is; nothing if there is none."""
    fold = f'<details class="{name}"><summary>{summary}</summary>'
    raw = [nodes.raw("", tag, format="html") for tag in (fold, "</details>")]
    return [raw[0], *content, raw[1]] if content else []


# ---- the directives


class Block(SphinxDirective):
    """What the directives share: an id, options, and content that becomes an anchored block."""

    required_arguments = 1
    has_content = True

    @property
    def game(self) -> str:
        """The id of the game that the page is about."""
        return self.env.docname.rpartition("/")[2]

    @property
    def rules(self) -> RulesDomain:
        """What is known so far, to be added to."""
        return domain(self.env)

    def choice(self, option: str, labels: dict[str, str]) -> str:
        """Return the option's value, which must be one of the labels' keys."""
        value: str = self.options.get(option, "missing")
        if value not in labels:
            known = ", ".join(labels)
            raise self.error(f"{self.name} {self.arguments[0]}: '{option}' is {value}, not one of {known}")
        return value

    def clause_id(self, key: str) -> str:
        """Return the key, which must be a clause id of the page's game."""
        match = _CLAUSE_ID.fullmatch(key)
        if not match:
            raise self.error(f"{self.name} {key}: an id has the form game.slug, in lower case: {self.game}.relay")
        if match[1] != self.game:
            raise self.error(f"{self.name} {key}: on the page {self.env.docname} an id begins with {self.game}")
        return key

    def cites(self) -> Iterator[Cite]:
        """Yield the sources that the option `source` names, each with the place in it."""
        for part in filter(str.strip, self.options.get("source", "").split(";")):
            key, _, where = part.partition(",")
            if not re.fullmatch(_SLUG, key.strip()):
                raise self.error(
                    f"{self.name} {self.arguments[0]}: ':source:' has '{part.strip()}': expected KEY, PLACE; KEY, PLACE"
                )
            yield Cite(key.strip(), where.strip())

    def block(self, anchor: str, *parts: nodes.Node) -> list[nodes.Node]:
        """Return the parts as a block under exactly that anchor."""
        found = nodes.compound("", *parts, classes=[self.name])
        found["ids"].append(anchor)  # docutils' own ids would lose the dot
        self.set_source_info(found)
        for part in parts:
            if isinstance(part, blank):
                self.set_source_info(part)
        self.state.document.note_explicit_target(found)
        return [found]


class ClauseDirective(Block):
    """States one rule."""

    option_spec: ClassVar[OptionSpec] = {"standing": directives.unchanged, "source": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Check the clause, note it, and return its block."""
        self.assert_has_content()
        key, docname = self.clause_id(self.arguments[0]), self.env.docname
        clauses = self.rules.clauses
        if key in clauses:
            raise self.error(clauses[key].again(key))
        for file in self.rules.bound.files:  # a page is as new as the code and the tests that it names
            self.env.note_dependency(str(file))
        standing = self.choice("standing", STANDING)
        sources = tuple(self.cites())
        note_cited(
            self.env, self.lineno, [*sources, *(cite for *_, setting in settings(key) for cite in setting.sources)]
        )
        number = 1 + sum(clause.docname == docname for clause in clauses.values())

        reader = Reader(key, self.rules.bound.only_applied(key), [])
        self.env.temp_data["rules:reader"] = reader
        content = self.parse_content_to_nodes()
        del self.env.temp_data["rules:reader"]
        figures = [node for node in content if isinstance(node, nodes.figure) and "example" in node["classes"]]
        text = [node for node in content if node not in figures]
        if not text:
            raise self.error(f"clause {key}: it says nothing; before its examples comes the rule")
        clauses[key] = Clause(docname, self.lineno, number, standing, sources, reader.examples)
        parts = {part: blank(key=key, part=part) for part in ("meta", "readings", "bound")}
        return self.block(
            key,
            nodes.paragraph("", f"{number}.", classes=["clause-number"]),
            nodes.container("", *text, classes=[TEXT]),
            parts["meta"],
            parts["readings"],
            *figures[:1],
            *folded(f"More examples: {len(figures) - 1}", "clause-more", figures[1:]),
            parts["bound"],
        )


class RetiredDirective(Block):
    """Keeps the anchor of a clause that no longer holds."""

    option_spec: ClassVar[OptionSpec] = {"by": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Note the clause and return its stub."""
        self.assert_has_content()
        key, by = self.clause_id(self.arguments[0]), self.options.get("by")
        if key in self.rules.retired:
            raise self.error(f"retired {key}: it is already retired")
        content = self.parse_content_to_nodes()
        head = nodes.paragraph("", "Retired: ", nodes.literal("", key), classes=["clause-meta"])
        if by:
            link = pending_xref("", nodes.Text(by), refdomain="rules", reftype="clause", reftarget=by, refwarn=True)
            link["refdoc"] = self.env.docname
            self.set_source_info(link)
            head += [nodes.Text(" · in its place: "), link]
        self.rules.retired[key] = Retired(self.env.docname, self.lineno, by)
        return self.block(key, head, nodes.container("", *content, classes=[TEXT]))


class AllClausesDirective(SphinxDirective):
    """Lists every clause of every page, to be filtered by game, source, standing and words."""

    def run(self) -> list[nodes.Node]:
        """Return a place for the list."""
        self.env.note_reread()  # it says what other pages say
        found = all_clauses()
        self.set_source_info(found)
        return [found]


class RulesRole(XRefRole):
    """A reference to a clause on any page."""

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Send the short role name to our domain."""
        refnode["refdomain"] = "rules"
        return title, target


def _make_paths_whole(app: Sphinx, config: Config) -> None:
    for name in SETTINGS:
        config[name] = str((Path(app.confdir) / config[name]).resolve())


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register all of it with Sphinx."""
    app.add_domain(RulesDomain)
    app.add_directive("clause", ClauseDirective)
    app.add_role("clause", RulesRole(innernodeclass=nodes.inline, warn_dangling=True))
    app.add_directive("retired", RetiredDirective)
    app.add_directive("example", ExampleDirective)
    app.add_directive("all-clauses", AllClausesDirective)
    for name, place in SETTINGS.items():
        app.add_config_value(name, place, "env", types=frozenset({str}))
    app.connect("config-inited", _make_paths_whole)
    app.setup_extension("sources")
    app.setup_extension("boards")  # draws the examples
    app.setup_extension("clause_views")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
