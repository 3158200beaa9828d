"""Plots as SVG for the pages, narrow enough for a phone, in the colours and the font of the page.

matplotlib draws in stand-ins; what comes out names the custom properties of `static/figures.css` in their place, so
that one picture serves the light and the dark theme. It has no font, no date and no style of its own, and the same
numbers always give the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from io import StringIO
from typing import Any, Final, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH: Final = 3.8  # inches
ROW: Final = 0.19  # inches
FONT: Final = 9  # points, of which a phone shows each as 1.3 pixels
INK, QUIET, PAPER = "#000001", "#000002", "#000003"
COLOURS: Final = ("#0000f1", "#0000f2", "#0000f3", "#0000f4")
CSS: Final = {
    INK: "currentColor",
    QUIET: "var(--plot-quiet)",
    PAPER: "var(--plot-paper)",
    **{colour: f"var(--plot-{number})" for number, colour in enumerate(COLOURS, 1)},
}
MARKERS: Final = ("o", "s", "D", "^")
DASHES: Final = ("-", "--", "-.", ":")
SETTINGS: Final[Any] = {  # matplotlib's type of it names each setting
    "svg.fonttype": "none",
    "font.size": FONT,
    "axes.labelsize": FONT,
    "xtick.labelsize": FONT,
    "ytick.labelsize": FONT,
    "legend.fontsize": FONT,
    "legend.frameon": False,
    **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.labelcolor", "ytick.labelcolor"), INK),
    **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color", "grid.color"), QUIET),
    "xtick.bottom": False,
    "ytick.left": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "grid.linewidth": 0.5,
    "lines.linewidth": 1.5,
    "lines.markersize": 4,
    "figure.constrained_layout.use": True,
}


class Box(NamedTuple):
    """A row of `boxes`: a name, five quantiles (5, 25, 50, 75, 95 %), what is said of it, and its colour's number."""

    name: str
    at: tuple[float, float, float, float, float]
    said: str
    colour: int


class Dot(NamedTuple):
    """A row of `dots`: a name, a number and its interval, what is said of it, and its colour's number."""

    name: str
    at: tuple[float, float, float]
    said: str
    colour: int


class Bar(NamedTuple):
    """A row of `bars`: a name, and shares that add up to 1."""

    name: str
    shares: tuple[float, ...]


class Line(NamedTuple):
    """A line of `lines` or `panels`: a name and its points."""

    name: str
    points: Sequence[tuple[float, float]]


Groups = dict[str, list[Any]]
"""Rows under headings."""


@contextmanager
def _drawing(id: str) -> Iterator[None]:
    with mpl.rc_context({**SETTINGS, "svg.hashsalt": id}):
        yield


def _svg(figure: Figure, id: str, title: str, description: str) -> str:
    """Return a figure as SVG text to stand in a page, in which `id` is not used twice."""
    file = StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    svg = file.getvalue()
    svg = re.sub(
        r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", svg[svg.index("<svg") :], flags=re.DOTALL
    )
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)  # nothing refers to these, and other plots have the same
    svg = re.sub(r' ?font-family: [^;"]*;| transform="rotate\(-0 [^"]*"', "", svg)
    svg = re.sub(r"-?\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), svg)
    svg = re.sub("|".join(CSS), lambda colour: CSS[colour[0]], svg)
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    box = re.search(r'viewBox="[^"]*"', svg)
    assert box
    head = f'<svg class="plot" role="img" aria-labelledby="{id}-title {id}-desc" {box[0]}>'
    head += f'\n<title id="{id}-title">{escape(title)}</title>\n<desc id="{id}-desc">{escape(description)}</desc>'
    return re.sub(r"<svg[^>]*>", lambda _: head, svg, count=1).strip()


def _rows(groups: Groups, room: float = 0.6) -> tuple[Figure, Axes, list[tuple[int, Any]]]:
    """Return axes with a line for each row, named at the left, under its heading, and these lines."""
    lines: list[tuple[int, Any]] = []
    names: list[str] = []
    for heading, rows in groups.items():
        for row in (heading, *rows) if heading else rows:
            names.append(row if isinstance(row, str) else row.name)
            if not isinstance(row, str):
                lines.append((len(names) - 1, row))
    figure = Figure(figsize=(WIDTH, ROW * len(names) + room))
    axes = figure.add_subplot()
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_yticks(range(len(names)), names)
    axes.spines["left"].set_visible(False)
    for label in axes.get_yticklabels():
        if label.get_text() in groups:
            label.set_fontweight("bold")
    return figure, axes, lines


def _say(axes: Axes, line: int, said: str) -> None:
    """Write at the right end of a row."""
    axes.annotate(said, (1, line), xycoords=axes.get_yaxis_transform(), ha="right", va="center")


def boxes(id: str, title: str, description: str, groups: Groups, label: str, ticks: Sequence[float]) -> str:
    """Draw on a logarithmic scale where the middle half of each row lies, and where nine in ten."""
    with _drawing(id):
        figure, axes, lines = _rows(groups)
        for line, row in lines:
            least, low, middle, high, most = row.at
            colour = COLOURS[row.colour]
            axes.plot((least, most), (line, line), color=colour, linewidth=1)
            axes.plot((low, high), (line, line), color=colour, linewidth=7, solid_capstyle="butt")
            axes.plot((middle, middle), (line - 0.27, line + 0.27), color=PAPER, linewidth=1.6)
            _say(axes, line, row.said)
        axes.set_xscale("log")
        axes.set_xlim(ticks[0], ticks[-1] * 2.8)  # room for what is said
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.minorticks_off()
        axes.grid(axis="x")
        axes.set_axisbelow(True)
        axes.set_xlabel(label)
        return _svg(figure, id, title, description)


def dots(id: str, title: str, description: str, groups: Groups, label: str, most: float) -> str:
    """Draw each row's share of up to `most` as a point, and its interval of confidence as a line."""
    with _drawing(id):
        figure, axes, lines = _rows(groups)
        for line, row in lines:
            found, low, high = (100 * at for at in row.at)
            colour = COLOURS[row.colour]
            axes.plot((low, high), (line, line), color=colour)
            axes.plot(found, line, MARKERS[row.colour], color=colour, clip_on=False)
            _say(axes, line, row.said)
        axes.set_xlim(0, 125 * most)
        axes.set_xticks([tick for tick in axes.get_xticks() if tick <= 100 * most])
        axes.xaxis.set_major_formatter("{x:g}%")
        axes.grid(axis="x")
        axes.set_axisbelow(True)
        axes.set_xlabel(label)
        return _svg(figure, id, title, description)


def bars(id: str, title: str, description: str, groups: Groups, parts: Sequence[str], label: str) -> str:
    """Draw for each row how it is divided into parts."""
    with _drawing(id):
        figure, axes, lines = _rows(groups, room=0.9)
        for number, part in enumerate(parts):
            axes.barh(
                [line for line, _ in lines],
                [100 * row.shares[number] for _, row in lines],
                left=[100 * sum(row.shares[:number]) for _, row in lines],
                height=0.68,
                color=COLOURS[number],
                edgecolor=PAPER,
                linewidth=0.8,
                hatch="////" if number == 1 else "",
                label=part,
            )
        axes.set_xlim(0, 100)
        axes.xaxis.set_major_formatter("{x:g}%")
        axes.set_xlabel(label)
        figure.legend(loc="outside upper right", ncols=len(parts), handlelength=1.2, columnspacing=1.2)
        return _svg(figure, id, title, description)


def lines(id: str, title: str, description: str, found: Sequence[Line], x: str, y: str, ticks: Sequence[float]) -> str:
    """Draw lines on two logarithmic scales; the shares, from 1 downward, in per cent."""
    with _drawing(id):
        figure = Figure(figsize=(WIDTH, 3.6))
        axes = figure.add_subplot()
        for number, line in enumerate(found):
            _line(axes, number, line, 100)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        marks = (100, 10, 1, 0.1, 0.01)
        axes.set_yticks(marks, [f"{mark:g}%" for mark in marks])
        axes.minorticks_off()
        axes.grid()
        axes.set_axisbelow(True)
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        figure.legend(loc="outside upper right", ncols=2)
        return _svg(figure, id, title, description)


def panels(id: str, title: str, description: str, found: dict[str, list[Line]], x: str, y: str) -> str:
    """Draw lines in a panel for each heading, one below the other, each from 0 upward."""
    with _drawing(id):
        figure = Figure(figsize=(WIDTH, 1.5 * len(found)))
        every = figure.subplots(len(found), sharex=True, squeeze=False)[:, 0]
        for axes, (heading, of) in zip(every, found.items(), strict=True):
            for number, line in enumerate(of):
                _line(axes, number, line, 1)
            axes.set_title(heading, loc="left", fontsize=FONT, fontweight="bold")
            axes.set_ylim(0)
            axes.grid(axis="y")
            axes.set_axisbelow(True)
            axes.xaxis.set_major_formatter("{x:g}%")
            if len(of) > 1:
                # On paper of its own, so that no line of the grid strikes its words out.
                legend = axes.legend(loc="best", handlelength=2.4, labelspacing=0.2, frameon=True, framealpha=1)
                legend.get_frame().set(facecolor=PAPER, edgecolor="none", boxstyle="square,pad=0")
        every[-1].set_xlabel(x)
        figure.supylabel(y, fontsize=FONT, color=INK)
        return _svg(figure, id, title, description)


def _line(axes: Axes, number: int, line: Line, factor: float) -> None:
    """Draw a line in its own colour, dashes and markers."""
    xs, ys = zip(*line.points, strict=True)
    axes.plot(
        xs,
        [factor * y for y in ys],
        DASHES[number],
        marker=MARKERS[number],
        markevery=(number, 4),
        color=COLOURS[number],
        label=line.name,
    )
