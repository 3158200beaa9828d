"""All games and readings side by side: the directive `comparison`.

It makes a section with a table for each group of questions; a table has a column for each reading, grouped by game. No
cell is written by hand: it is what the engine's data say, the sentence of an option's value, or what a probe finds by
playing (see probes.py). Under it stand the clauses of the game that are about it, as far as a page states them. What a
reading sets shows its standing. Questions are known by the slugs of clauses, which games share, and never by a game:
options that no row tells get rows of their own at the end. Where all readings of a game agree, they share one cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import probes
from clauses import STANDING, domain
from docutils import nodes
from readings import paragraph
from sources import citation
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from mancala_ref import GAMES, Game
from mancala_ref.game import Cite, Option, Reading, Standing, Value

STATIC = Path(__file__).parent / "static"
NOT_ASKED = "Not asked."
NOT_SEEN = "Small positions do not tell."
NEVER = "Does not arise."

Probe = Callable[[Game], str | None]
Cell = list[nodes.Node]
Cells = dict[str, list[Cell]]  # of a row, by the ids of games: one for each reading


class Row(NamedTuple):
    """A question, and the slugs of the clauses that answer it.

    `tell` finds the answer by playing. With `says`, the options of these clauses are told by their sentences. A game
    that has no such option is asked `otherwise`; if it has no such clause, `instead` is what answers.
    """

    label: str
    clauses: Sequence[str]
    tell: Probe | None = None
    says: bool = False
    otherwise: Probe | None = None
    instead: Sequence[str] = ()


class Group(NamedTuple):
    """Questions that share a section: its id and its title."""

    id: str
    title: str
    rows: Sequence[Row]


GROUPS = (
    Group(
        "board",
        "The board",
        (
            Row("Ranks", ["board"], probes.ranks),
            Row("Columns", ["board"], probes.columns),
            Row("Seeds", ["setup"], probes.seeds),
            Row("South’s holes at the start", ["setup"], probes.opening),
        ),
    ),
    Group(
        "turn",
        "A turn",
        (
            Row("The way of the seeds", ["own-side", "sow"], probes.way),
            Row("A sowing that comes round", ["sow", "fourteen"], probes.coming_round),
            Row("Laps", ["sow", "relay", "stop"], probes.laps),
            Row(
                "First turn",
                ["first-move"],
                probes.first_turn,
                says=True,
                otherwise=probes.any_first_turn,
                instead=["start", "sow"],
            ),
            Row("Seeds that a hole needs to start", ["start", "leftmost"], probes.needed),
            Row("Singles", ["singles"], says=True, otherwise=probes.singles, instead=["sow", "leftmost"]),
            Row("Seeds, but no hole to start from", ["no-move", "pass", "must-move"], says=True),
            Row("A sowing that never ends", ["never-ending"], says=True, otherwise=probes.always_ends, instead=["sow"]),
        ),
    ),
    Group(
        "captures",
        "Captures",
        (
            Row("A sowing captures that ends in", ["capture", "first-house"], probes.where),
            Row("It takes", ["capture", "capture-outer", "chain", "full-lap"], probes.takes),
            Row(
                "Free captures",
                ["free-captures", "first-capture"],
                says=True,
                otherwise=probes.no_further,
                instead=["capture"],
            ),
        ),
    ),
    Group(
        "end",
        "The end",
        (
            Row("A player without seeds", ["end"], probes.end),
            Row("Who wins", ["end", "win"], probes.winner),
            Row("A position that comes back without a capture between", ["repetition"], says=True),
        ),
    ),
)


class Statement(NamedTuple):
    """A sentence of a cell, and the standings of what a reading sets in it, with options' names if they differ."""

    text: str
    standings: tuple[tuple[str, Standing], ...] = ()


class columns(nodes.tgroup):
    """The body of a table whose columns come in groups: its attribute `groups` has the number in each."""


class head(nodes.entry):
    """A head of the row, the column or the group of columns that its attribute `scope` names."""


class region(nodes.container):
    """What can be scrolled sideways; its attribute `label` is what it is called."""


class game_name(nodes.inline):
    """The name of a game, to become a link to the page that states its clauses."""


class clause_links(nodes.paragraph):
    """Where links to clauses come: those of its attribute `keys` that a page states, or else those of `instead`."""


# ---- what a cell says


def _statements(game: Game, row: Row) -> list[Statement]:
    """Return what is to be said of a game in a row."""
    options = [option for slug in row.clauses for option in game.options if option.slug == slug]
    found = []
    if row.tell and (told := row.tell(game)):
        setting = [option for option in options if _decides(game, option, row.tell)]
        found.append(Statement(told, () if row.says else _standings(game, setting)))
    if row.says:
        arising = [option for option in options if not _is_moot(game, option)]
        found += [_sentence(game, option) for option in arising]
        if options and not arising:
            found.append(Statement(NEVER))
    if not found and row.otherwise and (told := row.otherwise(game)):
        found.append(Statement(told))
    return found or [Statement(NOT_ASKED if row.says else NOT_SEEN)]


def _sentence(game: Game, option: Option) -> Statement:
    return Statement(option.values[game.values[option.name]], _standings(game, [option]))


def _standings(game: Game, options: Iterable[Option]) -> tuple[tuple[str, Standing], ...]:
    """Return the standings of what a reading sets: one if all options share it, else each with its option."""
    found = {option.name: game.reading.settings[option.name].standing for option in options}
    shared = set(found.values())
    return tuple(found.items()) if len(shared) > 1 else tuple(("", standing) for standing in shared)


def _decides(game: Game, option: Option, tell: Probe) -> bool:
    """Tell whether a game would be told otherwise if the reading gave the option another value."""

    def under(value: Value) -> str | None:
        return tell(type(game)(game.board.columns, game.reading.id, {option.name: value}))

    return len({under(value) for value in option.values}) > 1


def _is_moot(game: Game, option: Option) -> bool:
    """Tell whether every other value of an option would make no sense beside the other values of the reading."""

    def is_senseless(value: Value) -> bool:
        values = {**game.values, option.name: value}
        return any(
            option.name in rule.values and all(values[name] in refused for name, refused in rule.values.items())
            for rule in game.senseless
        )

    others = [value for value in option.values if value != game.values[option.name]]
    return bool(others) and all(map(is_senseless, others))


# ---- tables


class ComparisonDirective(SphinxDirective):
    """Compares all games of the engine under all their readings."""

    def run(self) -> list[nodes.Node]:
        """Return the sections; what other pages say is filled in once all are read."""
        self.env.note_reread()
        self.games = {id: [probes.under(game, reading) for reading in game.readings] for id, game in GAMES.items()}
        found = [self._section("readings", "The readings", [self._readings()])]
        for id, title, rows in GROUPS:
            shown = [(_label(row.label), self._cells(row)) for row in rows]
            table = self._table(id, f"{title} in each game and reading", list(GAMES), shown)
            found.append(self._section(id, title, [table]))
        if further := list(self._further()):
            found.append(self._section("further", "Further questions", further))
        return found

    def _section(self, id: str, title: str, tables: Sequence[nodes.Node]) -> nodes.Node:
        section = nodes.section("", nodes.title("", title), *tables, ids=[id], names=[id])
        self.set_source_info(section)
        self.state.document.note_explicit_target(section)
        for link in section.findall(pending_xref):
            self.set_source_info(link)
        return section

    def _readings(self) -> nodes.Node:
        """Return the table of what each reading follows."""
        follows: Cells = {}
        sources: Cells = {}
        for id, games in self.games.items():
            follows[id] = [[paragraph(_sentence_case(game.reading.name))] for game in games]
            sources[id] = [[self._sources(game.reading)] for game in games]
        rows = [(_label("Follows"), follows), (_label("Sources"), sources)]
        return self._table("readings", "What each reading follows", list(GAMES), rows)

    def _sources(self, reading: Reading) -> nodes.Node:
        """Return citations of what a reading's settings rest on."""
        found = paragraph()
        for key in dict.fromkeys(cite.key for setting in reading.settings.values() for cite in setting.sources):
            found += [nodes.Text("; " * bool(len(found))), citation(self.env.docname, Cite(key))]
        return found

    def _cells(self, row: Row) -> Cells:
        """Return the cells of a row."""
        return {
            id: [_cell(id, _statements(game, row), row.clauses, row.instead) for game in games]
            for id, games in self.games.items()
        }

    def _further(self) -> Iterable[nodes.Node]:
        """Yield tables of the options that no row tells: one for each set of games that has such."""
        told = {slug for group in GROUPS for row in group.rows if row.says for slug in row.clauses}
        asked: dict[str, list[str]] = {}
        for id, game in GAMES.items():
            for option in game.options:
                if option.slug not in told:
                    asked.setdefault(option.name, []).append(id)
        for ids in dict.fromkeys(map(tuple, asked.values())):
            names = [name for name, where in asked.items() if tuple(where) == ids]
            caption = f"Asked in {', '.join(GAMES[id].name for id in ids)} only"
            yield self._table("-".join(["further", *ids]), caption, ids, [self._option(name, ids) for name in names])

    def _option(self, name: str, ids: Iterable[str]) -> tuple[Cell, Cells]:
        """Return the row of an option that some games have."""
        cells: Cells = {}
        for id in ids:
            option = next(option for option in GAMES[id].options if option.name == name)
            cells[id] = [
                _cell(id, [Statement(NEVER) if _is_moot(game, option) else _sentence(game, option)], [option.slug])
                for game in self.games[id]
            ]
        return [*_label(option.meaning), paragraph(nodes.literal("", name), classes=["cited"])], cells

    def _table(self, id: str, caption: str, ids: Sequence[str], rows: Sequence[tuple[Cell, Cells]]) -> nodes.Node:
        """Return a table of some games, which can be scrolled; each row is its label and its cells."""
        groups = [len(self.games[game]) for game in ids]
        names = [head("", *_label("Question"), scope="col", morerows=1)]
        readings = []
        for game, count in zip(ids, groups, strict=True):
            name = game_name("", GAMES[game].name, game=game)
            names.append(head("", paragraph(name), scope="colgroup", morecols=count - 1))
            for number, reading in enumerate(GAMES[game].readings):
                said = paragraph(nodes.literal("", reading.id), "" if number else " (default)")
                readings.append(head("", said, scope="col"))
        body = nodes.tbody()
        for label, cells in rows:
            entries = [entry for game in ids for entry in _merged(cells[game])]
            body += nodes.row("", head("", *label, scope="row"), *entries)
        top = nodes.thead("", nodes.row("", *names), nodes.row("", *readings))
        count = 1 + sum(groups)
        specs = [nodes.colspec(colwidth=20) for _ in range(count)]
        inside = columns("", *specs, top, body, cols=count, groups=[1, *groups])
        table = nodes.table("", nodes.title("", caption), inside, classes=["colwidths-auto"], ids=[f"{id}-table"])
        return region("", table, label=caption)


def _sentence_case(text: str) -> str:
    return text[0].upper() + text[1:]


def _label(text: str) -> Cell:
    return [paragraph(_sentence_case(text))]


def _cell(id: str, statements: Iterable[Statement], slugs: Iterable[str], instead: Iterable[str] = ()) -> Cell:
    """Return what a cell of a game has: statements with their standings, then clauses."""
    found: Cell = []
    for text, standings in statements:
        said = paragraph(text)
        for name, standing in standings:
            said += [nodes.Text(" "), nodes.literal("", name), nodes.Text(" ")] if name else [nodes.Text(" ")]
            said += nodes.inline("", STANDING[standing], classes=["standing", standing])
        found.append(said)
    keys, others = ([f"{id}.{slug}" for slug in each] for each in (slugs, instead))
    return [*found, clause_links("", keys=keys, instead=others)]


def _merged(cells: Sequence[Cell]) -> list[nodes.entry]:
    """Return the cells of a game: one for all its readings, if they say the same."""
    if len({"".join(map(str, cell)) for cell in cells}) == 1:
        return [nodes.entry("", *cells[0], morecols=len(cells) - 1)]
    return [nodes.entry("", *cell) for cell in cells]


class Filler(SphinxPostTransform):
    """Links cells to clauses, and the names of games to their pages; these links are resolved after it."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Fill every place."""
        clauses = domain(self.env).clauses
        pages = {key.partition(".")[0]: clause.docname for key, clause in clauses.items()}
        for place in list(self.document.findall(clause_links)):
            links = paragraph(classes=["cited"])
            stated = [[key for key in place[name] if key in clauses] for name in ("keys", "instead")]
            for key in stated[0] or stated[1]:
                label = nodes.inline("", f"clause {clauses[key].number}, {key.partition('.')[2]}")
                links += [nodes.Text(" · " * bool(len(links))), self._link("rules", "clause", key, label)]
            place.replace_self(links if len(links) else [])
        for name in list(self.document.findall(game_name)):
            label = nodes.inline("", name.astext())
            page = pages.get(name["game"])
            name.replace_self(self._link("std", "doc", f"/{page}", label) if page else label)

    def _link(self, where: str, kind: str, target: str, label: nodes.Node) -> pending_xref:
        here = self.env.current_document.docname
        about = {"refdomain": where, "reftype": kind, "reftarget": target, "refdoc": here}
        return pending_xref("", label, refexplicit=True, refwarn=True, **about)


# ---- HTML


def _visit_region(self: HTML5Translator, node: region) -> None:
    self.body.append(f'<div class="comparison" role="region" tabindex="0" aria-label="{escape(node["label"])}">\n')


def _depart_region(self: HTML5Translator, node: region) -> None:
    self.body.append("</div>\n")


def _visit_columns(self: HTML5Translator, node: columns) -> None:
    self.visit_tgroup(node)
    self.body.extend(f'<colgroup span="{count}"></colgroup>\n' for count in node["groups"])


def _depart_columns(self: HTML5Translator, node: columns) -> None:
    self.depart_tgroup(node)


def _visit_head(self: HTML5Translator, node: head) -> None:
    spans = {f"{kind}span": 1 + node[f"more{kind}s"] for kind in ("row", "col") if f"more{kind}s" in node}
    self.body.append(self.starttag(node, "th", "", scope=node["scope"], **spans))


def _depart_head(self: HTML5Translator, node: head) -> None:
    self.body.append("</th>\n")


def _add_static(app: Sphinx, config: Config) -> None:
    config.html_static_path += [str(STATIC / "comparison.css")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, what fills its tables, and their look."""
    app.setup_extension("readings")
    app.add_directive("comparison", ComparisonDirective)
    app.add_node(columns, html=(_visit_columns, _depart_columns))
    app.add_node(head, html=(_visit_head, _depart_head))
    app.add_node(region, html=(_visit_region, _depart_region))
    app.add_post_transform(Filler)
    app.connect("config-inited", _add_static)
    app.add_css_file("comparison.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
