"""Figures of play, out of docs/guide/figures.json, which `conf/measure.py` writes.

    ```{figures} length
    ```

draws a plot, if there is one of that name, and gives its numbers as a table (see `FIGURES` for the names);

    ```{play-figures} mefuvha
    ```

says on the page of a game what random games of it came to; and in a sentence, {measured}`series.nakabili-8.length.max`
is a number of the file, by its path in it. Shares are written in per cent. A name that is not known is an error, a path
a warning (and so fails a `-W` build).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import plots
from clauses import folded
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.typing import ExtensionMetadata

from mancala_ref import GAMES

FILE = "guide/figures.json"
PAGE = "/guide/figures"
STATIC = Path(__file__).parent / "static"
SHARES = {"share", "low", "high", "at_least"}  # what holds shares in the file
TEXTS = {"command", "position", "move"}  # what is to be typed
CODE = [Path(__file__), Path(plots.__file__)]
RIVALS = ("mefuvha-16", "mefuvha-16-stayt-1931", "ntchuva-8", "ntchuva-8-unilurio", "ntchuva-8-tchadji", "nakabili-8",
          "songo-ewondo-7", "songo-ewondo-7-cameroon", "songo-ewondo-7-gabon")  # fmt: skip
STAGED = ("mefuvha-8", "mefuvha-16", "mefuvha-28", "ntchuva-4", "ntchuva-8", "ntchuva-16", "ntchuva-32", "nakabili-8",
          "songo-ewondo-7", "songo-ewondo-7-cameroon", "songo-ewondo-7-gabon")  # fmt: skip
RELAYED = ("mefuvha-16", "ntchuva-8", "nakabili-8", "ntchuva-32")
RARE = 10  # turns, of which there have to be more to be drawn
logger = logging.getLogger(__name__)

Data = dict[str, Any]


def load(env: BuildEnvironment) -> Data:
    """Return what was measured; the page that asks is made anew when that changes, or what draws it."""
    file = Path(env.srcdir, FILE)
    for read in (file, *CODE):
        env.note_dependency(str(read))
    found: Data = json.loads(file.read_text("utf-8"))
    return found


# ---- words


def percent(share: float) -> str:
    """Return a share in per cent: with one decimal, or with two digits if it is less than one."""
    found = 100 * share
    return f"{found:.1f}%" if found >= 1 else f"{found:.2g}%"


def spoken(share: Data) -> str:
    """Return a share and its interval of confidence."""
    return f"{percent(share['share'])} ({percent(share['low'])[:-1]}–{percent(share['high'])})"


def halves(spread: Data) -> str:
    """Return a median and the quartiles."""
    return f"{spread['median']:,g} ({spread['q1']:,g}–{spread['q3']:,g})"


def kind(of: Data) -> str:
    """Return what is played, but for the game: its columns, and its reading if that is not the default."""
    columns = f"{of['columns']} columns"
    return columns if of["reading"] == GAMES[of["game"]].readings[0].id else f"{columns}, {of['reading']}"


def short(of: Data) -> str:
    """Return the same as plots have it."""
    return kind(of).replace(" columns,", ",")


def full(of: Data) -> str:
    """Return what is played."""
    return f"{GAMES[of['game']].name}, {kind(of)}"


def colour(of: Data) -> int:
    """Return the number of the colour of a reading: its place among those of its game."""
    return [reading.id for reading in GAMES[of["game"]].readings].index(of["reading"])


def relays(of: Data) -> bool:
    """Tell whether a turn can have more than one lap in this game."""
    return GAMES[of["game"]].ranks == 4


# ---- the figures


Cell = str | nodes.literal


class Figure(NamedTuple):
    """A figure: the SVG of its plot (empty: none), its table by heads and rows, and what one clicks on to see that."""

    svg: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    fold: str = "The numbers"


def _grouped(series: Sequence[Data], row: Callable[[Data], Any]) -> plots.Groups:
    """Return a row of a plot for each of some series, under the names of their games."""
    groups: plots.Groups = {}
    for of in series:
        groups.setdefault(GAMES[of["game"]].name, []).append(row(of))
    return groups


def length(data: Data) -> Figure:
    """How many turns games last."""
    series = list(data["series"].values())

    def box(of: Data) -> plots.Box:
        at = of["length"]
        quantiles = (at["p5"], at["q1"], at["median"], at["q3"], at["p95"])
        return plots.Box(short(of), quantiles, f"{at['median']:,g}", colour(of))

    svg = plots.boxes(
        "plot-length",
        "How many turns random games last",
        "For each game, size and reading: a thick bar where the middle half of the games lies, a thin line where nine "
        "in ten lie, and at the right the median.",
        _grouped(series, box),
        "turns (logarithmic scale)",
        (10, 20, 50, 100, 200, 500),
    )
    rows = [
        (
            full(of),
            f"{at['median']:,g}",
            f"{at['median_low']}–{at['median_high']}",
            f"{at['q1']:,g}–{at['q3']:,g}",
            f"{at['p5']:,.0f}–{at['p95']:,.0f}",
            f"{at['min']}–{at['max']}",
        )
        for of in series
        for at in (of["length"],)
    ]
    return Figure(svg, ("Game", "Median", "95% sure", "Middle half", "Nine in ten", "All"), rows)


def winners(data: Data) -> Figure:
    """Who wins, and how games end."""
    series = [data["series"][id] for id in RIVALS]

    def bar(of: Data) -> plots.Bar:
        south, drawn = of["south"]["share"], of["drawn"]["share"]
        return plots.Bar(short(of), (south, drawn, 1 - south - drawn))

    svg = plots.bars(
        "plot-winners",
        "Who wins random games",
        "For each game and reading: what share of the games South won, who begins, what share was drawn, and what "
        "share North won.",
        _grouped(series, bar),
        ("South won", "drawn", "North won"),
        "share of the games",
    )
    rows = [
        (
            full(of),
            spoken(of["south"]),
            spoken(of["drawn"]),
            "; ".join(f"{clause.partition('.')[2]}: {sum(by.values()):,}" for clause, by in of["ends"].items()),
        )
        for of in data["series"].values()
    ]
    return Figure(svg, ("Game", "South won", "Drawn", "Ended by clause"), rows)


def starts(data: Data) -> Figure:
    """How many holes a turn can start from, and how many turns there are."""
    panels: dict[str, list[plots.Line]] = {}
    for of in (data["series"][id] for id in STAGED):
        stages = of["starts"]["stages"]
        points = [(100 * (n + 0.5) / len(stages), at) for n, at in enumerate(stages) if at is not None]
        panels.setdefault(GAMES[of["game"]].name, []).append(plots.Line(short(of), points))
    svg = plots.panels(
        "plot-starts",
        "How many holes a turn can start from, as random games go on",
        "One panel for each game: the mean number of legal start holes in each twentieth of the games.",
        panels,
        "how much of the game is played",
        "start holes",
    )
    rows = [
        (
            full(of),
            halves(of["starts"]),
            f"{of['starts']['mean']:,.1f}",
            f"{of['starts']['max']:,}",
            f"{of['choices']['median']:,g}",
            f"{of['choices']['max']:,}",
        )
        for of in data["series"].values()
    ]
    heads = ("Game", "Start holes", "Mean", "Most", "Complete turns", "Most")
    return Figure(svg, heads, rows)


def captures(data: Data) -> Figure:
    """How often turns capture, and how much."""
    series = list(data["series"].values())

    def dot(of: Data) -> plots.Dot:
        at = of["capturing"]
        return plots.Dot(short(of), (at["share"], at["low"], at["high"]), percent(at["share"]), colour(of))

    svg = plots.dots(
        "plot-captures",
        "How often a turn of a random game captures",
        "For each game, size and reading: what share of all turns capture at least one seed.",
        _grouped(series, dot),
        "share of the turns",
        0.35,
    )
    rows = [
        (
            full(of),
            spoken(of["capturing"]),
            halves(of["taken"]),
            f"{of['taken']['mean']:,.1f}",
            f"{of['taken']['max']:,}",
        )
        for of in series
    ]
    return Figure(svg, ("Game", "Turns that capture", "Seeds, if any", "Mean", "Most"), rows)


def laps(data: Data) -> Figure:
    """How many laps turns have."""
    series = [of for of in data["series"].values() if relays(of)]
    found = [
        plots.Line(
            full(of).removesuffix(" columns"),
            [(int(n), at) for n, at in of["laps"]["at_least"].items() if at * of["capturing"]["of"] > RARE],
        )
        for of in (data["series"][id] for id in RELAYED)
    ]
    svg = plots.lines(
        "plot-laps",
        "How many laps a turn of a random game has",
        "For four games: what share of all turns had so many laps or more, both on logarithmic scales.",
        found,
        "laps, or more",
        "share of the turns",
        (1, 2, 5, 10, 20, 50),
    )
    rows = [
        (
            full(of),
            *(percent(of["laps"]["at_least"].get(n, 0)) for n in ("2", "5", "10", "20")),
            f"{of['laps']['max']:,}",
            f"{of['seeds']['mean']:,.1f}",
            f"{of['seeds']['max']:,}",
        )
        for of in series
    ]
    heads = ("Game", "2 laps or more", "5", "10", "20", "Most laps", "Seeds sown, mean", "Most")
    return Figure(svg, heads, rows)


def endless(data: Data) -> Figure:
    """How often a sowing that never ends is met."""
    series = [of for of in data["series"].values() if relays(of)]

    def dot(of: Data) -> plots.Dot:
        at = of["endless"]
        return plots.Dot(short(of), (at["share"], at["low"], at["high"]), percent(at["share"]), colour(of))

    svg = plots.dots(
        "plot-endless",
        "In how many random games a sowing that never ends was met",
        "For each game of four ranks, size and reading: the share of the games, and the interval of 95 per cent "
        "confidence.",
        _grouped(series, dot),
        "share of the games",
        0.15,
    )
    rows = [
        (
            full(of),
            spoken(of["endless"]),
            f"{of['endless']['turns']:,}",
            f"{of['capturing']['of']:,}",
        )
        for of in series
    ]
    return Figure(svg, ("Game", "Games", "Turns", "Of all turns"), rows)


def replays(data: Data) -> Figure:
    """The longest turns, to play them again."""
    rows = [
        (full(of), f"{at['laps']:,}", f"{at['seeds']:,}", _code(at["position"]), _code(at["move"]))
        for of in data["series"].values()
        for at in (of["longest"],)
    ]
    return Figure("", ("Game", "Laps", "Seeds sown", "Position", "Move"), rows, "The longest turn of each kind")


def _code(text: str) -> nodes.literal:
    return nodes.literal(text, text)


FIGURES = {figure.__name__: figure for figure in (length, winners, starts, captures, laps, endless, replays)}


# ---- what stands on pages


def table(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> nodes.table:
    """Return a table whose first column names its rows."""

    def row(cells: Sequence[Cell]) -> nodes.row:
        inner = [nodes.Text(cell) if isinstance(cell, str) else cell for cell in cells]
        return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in inner))

    widths = [max(len(_words(cell)) for cell in column) for column in zip(heads, *rows, strict=True)]
    columns = [nodes.colspec("", colwidth=width) for width in widths]
    columns[0]["stub"] = 1
    top, body = nodes.thead("", row(heads)), nodes.tbody("", *map(row, rows))
    return nodes.table(
        "", nodes.tgroup("", *columns, top, body, cols=len(heads)), classes=["figures", "colwidths-auto"]
    )


def _words(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell.astext()


def value(data: Data, path: str) -> nodes.Node:
    """Return what lies at a path in the file, as a page has it. Raises LookupError if nothing does."""
    found: Any = data
    names = path.split(".")
    for name in names:
        if not isinstance(found, dict) or name not in found:
            raise LookupError(name)
        found = found[name]
    if isinstance(found, dict):
        if "share" not in found:
            raise LookupError(names[-1])
        return nodes.Text(percent(found["share"]))
    if isinstance(found, str):
        return _code(found) if names[-1] in TEXTS else nodes.Text(found)
    return nodes.Text(percent(found) if SHARES.intersection(names) else f"{found:,g}")


class MeasuredRole(SphinxRole):
    """A number of the file in a sentence."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return it."""
        try:
            return [value(load(self.env), self.text)], []
        except LookupError as error:
            logger.warning(
                "nothing is measured as %s: %s has no %s", self.text, FILE, error, location=self.get_location()
            )
            return [], []


class FiguresDirective(SphinxDirective):
    """A figure by its name."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Draw it, and fold its numbers under it; a figure without a plot is its numbers."""
        name = self.arguments[0]
        if name not in FIGURES:
            raise self.error(f"no figure is called {name!r}; there are {', '.join(FIGURES)}")
        figure = FIGURES[name](load(self.env))
        plot = [nodes.raw("", figure.svg, format="html")] if figure.svg else []
        return [*plot, *folded(figure.fold, "figures-numbers", [table(figure.heads, figure.rows)])]


class PlayFiguresDirective(SphinxDirective):
    """What random games of a game came to; the argument is its id."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a paragraph on its usual board, and a table of all that was measured of it."""
        game, data = self.arguments[0], load(self.env)
        series = [of for of in data["series"].values() if of["game"] == game]
        if not series:
            raise self.error(f"nothing is measured of a game called {game!r}")
        usual = next(of for of in series if of["columns"] == GAMES[game].default_columns)
        link = pending_xref(
            "", nodes.inline("", "Figures of play"), refdomain="std", reftype="doc", reftarget=PAGE, refexplicit=True,
            refdoc=self.env.current_document.docname,
        )  # fmt: skip
        said = nodes.paragraph("", "", nodes.Text(_told(data, usual)), link, nodes.Text("."), classes=["ours"])
        heads = ("Board and reading", "Turns", "Start holes", "Turns that capture", "South won", "Drawn")
        rows = [
            (
                kind(of),
                halves(of["length"]),
                halves(of["starts"]),
                percent(of["capturing"]["share"]),
                spoken(of["south"]),
                spoken(of["drawn"]),
            )
            for of in series
        ]
        return [said, *folded("Other boards and readings", "figures-numbers", [table(heads, rows)])]


def _told(data: Data, of: Data) -> str:
    """Return what random games of one kind came to, as sentences that end where a link is to follow."""
    at, run = of["length"], of["laps"] if relays(of) else of["seeds"]
    most = f"{run['max']:,} laps" if relays(of) else f"{run['max']:,} seeds"
    return (
        f"The engine played {data['games']:,} games at random on {of['columns']} columns, under the default reading. "
        f"They lasted {at['median']:,g} turns in the median, and half of them between {at['q1']:,g} and {at['q3']:,g}. "
        f"Of the turns, {percent(of['capturing']['share'])} captured, and the longest sowing had {most}. Nobody plays "
        f"at random: what such numbers can tell is said in "
    )


def _add_static(app: Sphinx, config: Config) -> None:
    config.html_static_path += [str(STATIC / "figures.css")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives and the role."""
    app.add_directive("figures", FiguresDirective)
    app.add_directive("play-figures", PlayFiguresDirective)
    app.add_role("measured", MeasuredRole())
    app.connect("config-inited", _add_static)
    app.add_css_file("figures.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
