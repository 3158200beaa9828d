"""Maps of where the games are played: the directive `map`.

    ```{map} mefuvha
    ```

The argument is a game's id, or `all` for a map of all games. What a map shows is told by `games/places.toml` among the
pages. It is drawn while the page is built, as a figure: an SVG, and under it the places in words, with their sources.
Other outputs than HTML get the words alone. What is wrong in the list of places is told at the directive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

import atlas
import places
from atlas import Frame, Point
from claims import OURS
from docutils import nodes
from places import ALL, Place, Places
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator
from steps import Stop

from mancala_ref.games import GAMES

FILE = "games/places.toml"
STYLES = Path(__file__).parent / "static" / "maps.css"
AFRICA = Frame(-19, -36, 52, 38, 110)  # the small map in the corner
TOWN = 6  # a town's radius, in units
APPROXIMATE = "Places are approximate"
REGIONS = "a disc stands for a region, not for its borders"
CORNER = "A small map in the corner shows where in Africa this is."
CREDIT = "Made with Natural Earth, which is in the public domain; borders are as in its data."


class drawing(nodes.General, nodes.Element):
    """A drawn map; its child says what is on it, for every output but HTML."""


def _label(kind: str, at: Point, text: str, anchor: str = "middle") -> str:
    x, y = at
    return f'<text class="map-{kind}" x="{x:.0f}" y="{y + 7:.0f}" text-anchor="{anchor}">{escape(text)}</text>'


def _marks(shown: Iterable[Place], frame: Frame) -> Iterator[str]:
    for place in sorted(shown, key=lambda place: -place.radius):
        x, y = frame.place(place.at)
        kind, radius = ("area", frame.units(place.radius)) if place.radius else ("town", TOWN)
        yield f'<circle class="map-{kind}" cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}"/>'


def _names(shown: Iterable[Place], frame: Frame) -> Iterator[str]:
    for place in shown:
        x, y = frame.place(place.at)
        away = (frame.units(place.radius) or TOWN) + 4
        at, anchor = {
            "right": ((x + away, y), "start"),
            "left": ((x - away, y), "end"),
            "above": ((x, y - away - 8), "middle"),
            "below": ((x, y + away + 8), "middle"),
        }[place.side]
        yield _label("place", at, place.name, anchor)


def _corner(frame: Frame) -> str:
    """Return Africa in the lower left corner of a map, with the map's frame on it."""
    (left, top), (right, bottom) = (AFRICA.place(at) for at in ((frame.west, frame.north), (frame.east, frame.south)))
    return (
        f'<g transform="translate(0 {frame.height - AFRICA.height:.0f})">'
        f'<rect class="map-sea" width="{AFRICA.width}" height="{AFRICA.height:.0f}"/>'
        f'<path class="map-land" d="{atlas.path(atlas.shapes("land", "110m"), AFRICA, 0)}"/>'
        f'<rect class="map-here" x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}"/>'
        "</g>"
    )


def draw(id: str, game: str, title: str, words: str, found: Places) -> str:
    """Return the map of a game, or of all, as an SVG with this id, title and text alternative."""
    frame, played, shown = found.maps[game].frame, found.played(game), found.of(game)
    world = atlas.shapes("countries", "110m" if game == ALL else "50m")
    parts = [
        f'<svg class="map-drawing" role="img" aria-labelledby="{id}-title {id}-words" '
        f'viewBox="0 0 {frame.width:.0f} {frame.height:.0f}">',
        f'<title id="{id}-title">{escape(title)}.</title><desc id="{id}-words">{escape(words)}</desc>',
        f'<rect class="map-sea" width="{frame.width:.0f}" height="{frame.height:.0f}"/>',
    ]
    for kind, chosen in ("land", False), ("played", True):
        outlines = atlas.path((country for country in world if (country.id in played) is chosen), frame)
        parts.append(f'<path class="map-{kind}" d="{outlines}"/>')
    parts += _marks(shown, frame)
    for key, at in found.maps[game].names.items():
        kind = "game" if game == ALL else "country" if key in played else "neighbour"
        parts.append(_label(kind, frame.place(at), GAMES[key].name if game == ALL else found.countries[key]))
    if game != ALL:
        parts += [*_names(shown, frame), _corner(frame)]
    return "\n".join([*parts, "</svg>"])


def _words(game: str, found: Places) -> str:
    """Return what of a game is on its map, after the game's name."""
    *others, last = (found.countries[id] for id in found.played(game))
    countries = f"{', '.join(others)} and {last}" if others else last
    marked = ", ".join(f"{place.name} (a region)" if place.radius else place.name for place in found.of(game))
    return f" in {countries}: {marked}."


class MapDirective(SphinxDirective):
    """Draws a map; the argument is a game's id, or `all`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the map as a figure."""
        game, file = self.arguments[0], Path(self.env.srcdir, FILE)
        for source in file, Path(__file__), Path(atlas.__file__), Path(places.__file__):
            self.env.note_dependency(str(source))
        if game not in (ALL, *GAMES):
            raise self.error(f"map {game}: expected {ALL} or a game, one of {', '.join(GAMES)}")
        try:
            found = places.read(
                file.read_text("utf-8"), {shape.id for shape in atlas.shapes("countries", "50m")} - {""}
            )
        except (OSError, UnicodeDecodeError) as error:
            raise self.error(f"map {game}: {FILE} cannot be read: {error}") from None
        except places.Fault as fault:
            raise self.error(f"map {game}: {FILE}: {fault}") from None
        return [self._figure(game, found)]

    def _figure(self, game: str, found: Places) -> nodes.figure:
        shown = GAMES if game == ALL else [game]
        title = f"Where our sources place {'the games' if game == ALL else GAMES[game].name}"
        words = " ".join(f"{GAMES[one].name}{_words(one, found)}" for one in shown)
        if game != ALL:
            words += f" {CORNER}"
        id = f"map-{self.env.new_serialno('map') + 1}"
        picture = drawing("", nodes.paragraph("", words), svg=draw(id, game, title, words, found), classes=[OURS])
        caption = f"{title}. {APPROXIMATE}"
        if any(place.radius for place in found.of(game)):
            caption += f"; {REGIONS}"
        legend = nodes.legend("", nodes.bullet_list("", *self._items(game, found)))
        if note := found.maps[game].note:
            legend += nodes.paragraph("", "", *self._parsed(note))
        legend += nodes.paragraph("", CREDIT, classes=["map-credit", OURS])
        figure = nodes.figure(
            "", picture, nodes.caption("", f"{caption}.", classes=[OURS]), legend, ids=[id], classes=["map"]
        )
        self.set_source_info(figure)
        return figure

    def _items(self, game: str, found: Places) -> Iterator[nodes.list_item]:
        """Yield what is on the map in words: of a game each place, of all each game."""
        told: list[tuple[str, list[nodes.Node]]]
        if game == ALL:
            told = [(GAMES[one].name, [nodes.Text(_words(one, found))]) for one in GAMES]
        else:
            told = [(place.name, self._parsed(f": {place.games[game]}")) for place in found.of(game)]
        for name, text in told:
            yield nodes.list_item("", nodes.paragraph("", "", nodes.strong("", name), *text))

    def _parsed(self, text: str) -> list[nodes.Node]:
        return self.parse_inline(text, lineno=self.lineno)[0]


def _visit_drawing(self: HTML5Translator, node: drawing) -> None:
    self.body.append(f"{node['svg']}\n")
    raise nodes.SkipNode


def _pass(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Leave it to what is inside: the words."""


def _prepare(app: Sphinx, config: Config) -> None:
    """Fetch the outlines, unless they are there, and have the styles copied."""
    try:
        atlas.prepare()
    except Stop as stop:
        raise ExtensionError(str(stop)) from None
    config.html_static_path += [str(STYLES)]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, its node and its styles."""
    other = (_pass, _pass)
    app.add_node(drawing, html=(_visit_drawing, None), text=other, latex=other, man=other, texinfo=other, xml=other)
    app.add_directive("map", MapDirective)
    app.add_css_file(STYLES.name)
    app.connect("config-inited", _prepare)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
