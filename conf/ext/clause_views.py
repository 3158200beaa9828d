"""What is shown of clauses once all pages are read: what each rests on, the list of all, and their data.

clauses.py leaves a blank in the block of each clause for its sources, for the readings that differ in it, and for the
code and tests that bindings.py finds; and one where the list of all clauses comes. Here they are filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import code_pages
from bindings import Code, Test
from clauses import STANDING, TEXT, Clause, all_clauses, blank, domain, folded, options, plays, settings
from docutils import nodes
from sources import cited, plain, short_name
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from mancala_ref.game import Game, Option, Reading, Setting, Value

FEW = 3  # more tests than these are folded away
STATIC = Path(__file__).parent / "static"


class clause_filter(nodes.General, nodes.Element):
    """The form that filters the list; `choices` are its lists of values with their labels."""


class listed_clause(nodes.General, nodes.Element):
    """A clause in the list; its attributes `game`, `standing` and `sources` are what the filter asks."""


class Texts:
    """The words of clauses, taken from their pages."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self._pages: dict[str, dict[str, list[nodes.Node]]] = {}

    def __call__(self, docname: str, key: str) -> list[nodes.Node]:
        """Return what a page says in a clause or in the stub of a retired one, as new nodes."""
        if docname not in self._pages:
            page = self._env.get_doctree(docname)
            found = [node for node in page.findall(nodes.container) if TEXT in node["classes"]]
            self._pages[docname] = {node.parent["ids"][0]: node.children for node in found}
        return [node.deepcopy() for node in self._pages[docname][key]]


# ---- pages


class Filler(SphinxPostTransform):
    """Fills the blanks of a page; the links that it makes are resolved after it."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Put in place of each blank what belongs there."""
        self.rules = domain(self.env)
        for node in list(self.document.findall(blank)):
            clause = self.rules.clauses[node["key"]]
            parts = {"meta": self._meta, "readings": self._readings, "bound": self._bound}
            self._replace(node, parts[node["part"]](node["key"], clause))
        for place in list(self.document.findall(all_clauses)):
            self._replace(place, self._all_clauses())

    def _replace(self, node: nodes.Element, parts: Iterable[nodes.Node]) -> None:
        found = list(parts)
        for part in found:
            for link in part.findall(pending_xref):
                link["refdoc"] = self.env.docname
                link.source, link.line = node.source, node.line  # where a missing one is reported
        node.replace_self(found)

    # ---- of one clause

    def _meta(self, key: str, clause: Clause) -> Iterator[nodes.Node]:
        """Yield the id, what the clause rests on, and the link to copy."""
        link = f' · <a class="clause-link" href="#{key}" aria-label="Link to clause {key}">link</a>'
        raw = nodes.raw("", link, format="html")
        yield nodes.paragraph("", "", nodes.literal("", key), *self._rests_on(clause), raw, classes=["clause-meta"])

    def _rests_on(self, clause: Clause) -> list[nodes.Node]:
        """Return the standing and the sources."""
        found: list[nodes.Node] = [nodes.Text(" · "), _standing(clause.standing)]
        for cite in clause.sources:
            found += [nodes.Text(" · "), *cited(self.env, cite)]
        return found

    def _readings(self, key: str, clause: Clause) -> Iterator[nodes.Node]:
        """Yield what the rule is in each reading of the engine, and what else can be played."""
        game = plays(key.partition(".")[0])
        listed = nodes.bullet_list()
        others: list[nodes.Node] = []
        for option in options(key):
            if game is None or len(option.values) == 1:
                continue
            used = [reading.settings[option.name].value for reading in game.readings]
            for value in dict.fromkeys([*used, *option.values]):  # the default first
                meaning = option.values[value]
                name = nodes.literal("", f"{option.name}={value}")
                who = self._who(game, option, value)
                if who:
                    rule = nodes.inline("", meaning, classes=["rule"])
                    listed += nodes.list_item("", nodes.paragraph("", "", rule, nodes.Text(" "), name, *who))
                else:
                    others += [nodes.Text("; " if others else "Also playable: "), name, nodes.Text(f" ({meaning})")]
        if len(listed):
            found = nodes.container("", nodes.paragraph("", "By reading"), listed, classes=["clause-readings"])
            found += [nodes.paragraph("", "", *others)] if others else []
            yield found

    def _who(self, game: type[Game], option: Option, value: Value) -> list[nodes.Node]:
        """Return the readings that give an option this value and whom they follow in it; nothing if none does."""
        groups: dict[Setting, list[Reading]] = {}
        for reading in game.readings:
            setting = reading.settings[option.name]
            if setting.value == value:
                groups.setdefault(setting, []).append(reading)
        found: list[nodes.Node] = []
        for setting, readings in groups.items():
            found.append(nodes.Text(" · "))
            for number, reading in enumerate(readings):
                found += [nodes.Text(", " * bool(number)), nodes.strong("", reading.id)]
                found.append(nodes.Text(" (the default)" * (reading is game.readings[0])))
            found.append(nodes.Text(": "))
            if setting.standing != "source":
                found += [_standing(setting.standing), nodes.Text(" · " if setting.sources else "")]
            for number, cite in enumerate(setting.sources):
                found += [nodes.Text("; " * bool(number)), *cited(self.env, cite)]
        return found

    def _bound(self, key: str, clause: Clause) -> Iterator[nodes.Node]:
        """Yield the code that plays the clause, and the tests that prove it."""
        code = self.rules.bound.code.get(key, [])
        applied = [each for each in code if each.applies]
        yield from _places("Code", applied or code, [each for each in code if applied and not each.applies])
        yield from _places("Tests", self.rules.bound.tests.get(key, []))

    # ---- of all

    def _all_clauses(self) -> Iterator[nodes.Node]:
        """Yield a form to filter by, then a section for each game with all its clauses."""
        texts = Texts(self.env)
        games: dict[str, list[str]] = {}
        for key in self.rules.clauses:
            games.setdefault(key.partition(".")[0], []).append(key)
        titles: dict[str, str] = {}
        sources: dict[str, str] = {}
        sections = []
        for game, keys in sorted(games.items()):
            titles[game] = self.env.titles[self.rules.clauses[keys[0]].docname].astext()
            section = nodes.section("", nodes.title("", titles[game]), ids=[game], classes=["clause-list"])
            for key in keys:
                clause = self.rules.clauses[key]
                cites = [*clause.sources, *(cite for *_, setting in settings(key) for cite in setting.sources)]
                speak = {cite.key: short_name(self.env, cite.key) for cite in cites}
                section += self._listed(game, key, clause, texts(clause.docname, key), speak)
                sources |= speak
            sections.append(section)
        by_name = dict(sorted(sources.items(), key=lambda item: item[1]))
        yield clause_filter(
            choices={"game": ("Game", titles), "source": ("Source", by_name), "standing": ("Standing", STANDING)}
        )
        yield from sections

    def _listed(
        self, game: str, key: str, clause: Clause, text: list[nodes.Node], sources: Iterable[str]
    ) -> nodes.Node:
        name = _link("clause", key, nodes.literal("", key))
        head = nodes.paragraph("", f"{clause.number}. ", name, *self._rests_on(clause), classes=["clause-meta"])
        data = {"game": game, "standing": clause.standing, "sources": " ".join(sources)}
        return listed_clause("", *text, head, *self._bound(key, clause), **data)


def _link(kind: str, target: str, label: nodes.Node, **more: str) -> pending_xref:
    return pending_xref(
        "", label, refdomain="rules", reftype=kind, reftarget=target, refexplicit=True, refwarn=True, **more
    )


def _standing(standing: str) -> nodes.Node:
    return nodes.inline("", STANDING[standing], classes=["standing", standing])


def _places(label: str, places: Sequence[Code | Test], named_in: Sequence[Code] = ()) -> Iterator[nodes.Node]:
    """Yield links to code or tests, then to code that only names the clause; many are folded away."""
    links: list[nodes.Node] = []
    for number, place in enumerate([*places, *named_in]):
        if number:
            links.append(nodes.Text(" · named in " if number == len(places) else ", "))
        name = nodes.inline("", f"{Path(place.file).name} {place.name}")
        links.append(_link("code", place.file, name, anchor=code_pages.anchor(place.line)))
    if (count := len(places) + len(named_in)) > FEW:
        yield from folded(f"{label}: {count}", "clause-bound", [nodes.paragraph("", "", *links)])
    elif links:
        yield nodes.paragraph("", f"{label}: ", *links, classes=["clause-bound"])


# ---- HTML


def _visit_listed(self: HTML5Translator, node: listed_clause) -> None:
    data = {f"data-{name}": node[name] for name in ("game", "standing", "sources")}
    self.body.append(self.starttag(node, "div", CLASS="clause-entry", **data))


def _depart_listed(self: HTML5Translator, node: listed_clause) -> None:
    self.body.append("</div>\n")


def _visit_filter(self: HTML5Translator, node: clause_filter) -> None:
    """Write the form; the script shows it."""
    fields = ""
    for name, (label, values) in node["choices"].items():
        choices = "".join(f'<option value="{escape(key)}">{escape(said)}</option>' for key, said in values.items())
        field = f'<select id="clause-{name}" name="{name}"><option value="">all</option>{choices}</select>'
        fields += f'<p><label for="clause-{name}">{label}</label> {field}</p>\n'
    self.body.append(
        f'<form class="clause-filter" role="search" aria-label="Clauses" hidden>\n{fields}'
        '<p><label for="clause-words">Words</label> '
        '<input id="clause-words" type="search" name="words" autocomplete="off"></p>\n'
        '<p class="clause-count" role="status"></p>\n</form>\n'
    )
    raise nodes.SkipNode


def _skip(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _pass(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Leave it to what is inside."""


# ---- data


def clauses_data(app: Sphinx) -> dict[str, object]:
    """Return what clauses.json has: conf/ext/schemas.yaml tells each field."""
    env, builder = app.env, app.builder
    rules, texts = domain(env), Texts(env)

    def address(docname: str, key: str) -> str:
        return f"{builder.get_target_uri(docname)}#{key}"

    def place(found: Code | Test) -> dict[str, object]:
        url = address(code_pages.page(found.file), code_pages.anchor(found.line))
        return {"file": found.file, "name": found.name, "line": found.line, "url": url}

    return {
        "clauses": [
            {
                "id": key,
                "game": key.partition(".")[0],
                "number": clause.number,
                "page": address(clause.docname, key),
                "text": plain(env, texts(clause.docname, key)),
                "standing": clause.standing,
                "sources": [cite._asdict() for cite in clause.sources],
                "options": [option.name for option in options(key)],
                "code": [{**place(code), "applies": code.applies} for code in rules.bound.code.get(key, [])],
                "tests": [place(test) for test in rules.bound.tests.get(key, [])],
            }
            for key, clause in _in_order(env)
        ],
        "retired": [
            {
                "id": key,
                "page": address(retired.docname, key),
                "text": plain(env, texts(retired.docname, key)),
                "by": retired.by,
            }
            for key, retired in sorted(rules.retired.items())
        ],
    }


def examples_data(app: Sphinx) -> dict[str, object]:
    """Return what examples.json has."""
    return {
        "examples": [
            {
                "clause": key,
                "game": key.partition(".")[0],
                "number": number,
                **example.data,
                "origin": plain(app.env, [example.origin]),
            }
            for key, clause in _in_order(app.env)
            for number, example in enumerate(clause.examples, 1)
        ]
    }


def _in_order(env: BuildEnvironment) -> list[tuple[str, Clause]]:
    """Return all clauses by their ids, page by page and in the order of their numbers."""
    return sorted(domain(env).clauses.items(), key=lambda item: (item[1].docname, item[1].number))


# ---- what Sphinx calls


def _code_pages(app: Sphinx) -> Iterable[tuple[str, dict[str, Any], str]]:
    assert isinstance(app.builder, StandaloneHTMLBuilder)  # no other collects pages
    rules = domain(app.env)
    return code_pages.pages(app.builder.highlighter, rules.root, rules.shown)


def _add_static(app: Sphinx, config: Config) -> None:
    config.html_static_path += [str(STATIC / "clauses.css"), str(STATIC / "clauses.js")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register with Sphinx what fills the blanks, and what is written besides the pages."""
    skip, keep = (_skip, None), (_pass, _pass)
    form, item = (_visit_filter, None), (_visit_listed, _depart_listed)
    app.add_node(clause_filter, html=form, text=skip, latex=skip, man=skip, texinfo=skip, xml=skip)
    app.add_node(listed_clause, html=item, text=keep, latex=keep, man=keep, texinfo=keep, xml=keep)
    app.add_post_transform(Filler)
    app.connect("config-inited", _add_static)
    app.connect("html-collect-pages", _code_pages)
    app.add_css_file("clauses.css")
    app.add_js_file("clauses.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
