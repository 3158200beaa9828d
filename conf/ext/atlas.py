"""Countries as outlines on a plane, for maps: fetched once, decoded, cut to a frame, written as the path of an SVG.

The outlines are Natural Earth's, in the public domain, as npm's package world-atlas has them: TopoJSON, in which a
border is kept once, as an arc, whichever countries share it. "50m" and "110m" are Natural Earth's scales, the second
the coarser one. Borders are as in the data.

`python conf/ext/atlas.py` fetches them; the extension that draws maps does the same, so that a plain sphinx-build
works too.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import npm
from steps import ROOT, keep, start

# To renew it: these two lines, then look at all maps.
WORLD_ATLAS = "2.0.2"
WORLD_ATLAS_SHA256 = "032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97"
FILES = ("countries-50m.json", "countries-110m.json")
ATLAS = ROOT / "build" / "atlas"

Point = tuple[float, float]  # degrees east and north
Ring = Sequence[Point]  # the corners of an outline, the last one joined to the first


class Shape(NamedTuple):
    """A country, or all land: its ISO 3166-1 number of three digits, its name, its outlines.

    Number and name are empty where there is none. A point is inside if it is inside an odd number of rings.
    """

    id: str
    name: str
    rings: Sequence[Ring]


class Frame(NamedTuple):
    """What a map shows, in degrees, and how many units wide it is; equal units east and north at its middle."""

    west: float
    south: float
    east: float
    north: float
    width: float

    @property
    def height(self) -> float:
        """How many units high the map is."""
        return self.place((self.east, self.south))[1]

    def units(self, km: float) -> float:
        """Return how many units a distance on the ground measures."""
        return km / 111.2 * self._scale  # 111.2 km are a degree of latitude

    def place(self, point: Point) -> Point:
        """Return where a point is, in units from the left and from the top."""
        return (point[0] - self.west) * self._scale * self._narrowing, (self.north - point[1]) * self._scale

    @property
    def _narrowing(self) -> float:
        return math.cos(math.radians((self.south + self.north) / 2))

    @property
    def _scale(self) -> float:
        return self.width / (self.east - self.west) / self._narrowing


def prepare() -> None:
    """Sees to it that build/atlas holds the pinned data. Raises Stop."""

    def fetch(folder: Path) -> None:
        npm.fetch("world-atlas", WORLD_ATLAS, WORLD_ATLAS_SHA256, FILES, folder)

    keep(ATLAS, WORLD_ATLAS_SHA256, fetch)


@cache
def shapes(kind: str, scale: str) -> Sequence[Shape]:
    """Return the `countries` of the world, or its `land`, at a scale, as `prepare` has fetched them."""
    return decode(json.loads((ATLAS / f"countries-{scale}.json").read_text("utf-8")), kind)


def decode(topology: dict[str, Any], kind: str) -> Sequence[Shape]:
    """Return the shapes of a collection in a TopoJSON object.

    An arc is a list of steps on a grid, the first from the grid's origin. A ring is a list of arcs by number, each
    beginning where the one before ends; number ~n is arc n backwards.
    """
    (kx, ky), (x0, y0) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for steps in topology["arcs"]:
        xs, ys = map(accumulate, zip(*steps, strict=True))
        arcs.append([(x0 + kx * x, y0 + ky * y) for x, y in zip(xs, ys, strict=True)])

    def ring(numbers: Iterable[int]) -> Ring:
        points: list[Point] = []
        for n in numbers:
            for lon, lat in (arcs[n] if n >= 0 else arcs[~n][::-1])[:-1]:
                turns = round((points[-1][0] - lon) / 360) if points else 0  # where it crosses the line of 180 degrees
                points.append((lon + 360 * turns, lat))
        return points

    found = []
    for shape in topology["objects"][kind]["geometries"]:
        polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        rings = [ring(numbers) for polygon in polygons for numbers in polygon]
        found.append(Shape(shape.get("id", ""), shape.get("properties", {}).get("name", ""), rings))
    return found


def clip(ring: Ring, west: float, south: float, east: float, north: float) -> Ring:
    """Cut off what of a ring lies outside a box, one side after the other (Sutherland and Hodgman's way).

    Where the ring leaves the box and comes back, the new one runs along the box's side; it is empty if nothing is left.
    """
    for axis, limit, inward in (0, west, 1), (0, east, -1), (1, south, 1), (1, north, -1):
        kept: list[Point] = []
        for a, b in pairwise((*ring[-1:], *ring)):
            inside_a, inside_b = ((point[axis] - limit) * inward >= 0 for point in (a, b))
            if inside_a != inside_b:
                part = (limit - a[axis]) / (b[axis] - a[axis])
                across = a[1 - axis] + part * (b[1 - axis] - a[1 - axis])
                kept.append((limit, across) if axis == 0 else (across, limit))
            if inside_b:
                kept.append(b)
        ring = kept
    return ring


def path(shapes: Iterable[Shape], frame: Frame, margin: float = 4) -> str:
    """Return shapes as the path of an SVG, to be filled by the even-odd rule; in whole units, to be short.

    Of corners no more than a unit apart the first is enough. The path ends `margin` units outside the frame, so that
    what runs along its edge does not show.
    """
    beyond = margin * (frame.east - frame.west) / frame.width
    box = frame.west - beyond, frame.south - beyond, frame.east + beyond, frame.north + beyond
    parts = []
    for ring in (ring for shape in shapes for ring in shape.rings):
        corners: list[tuple[int, int]] = []
        for x, y in map(frame.place, clip(ring, *box)):
            corner = round(x), round(y)
            if not corners or max(abs(corner[0] - corners[-1][0]), abs(corner[1] - corners[-1][1])) > 1:
                corners.append(corner)
        if len(corners) > 2:  # else it is too small to be seen
            steps = " ".join(f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in pairwise(corners))
            parts.append(f"M{corners[0][0]} {corners[0][1]}l{steps}z")
    return "".join(parts).replace(" -", "-")


if __name__ == "__main__":
    start(prepare)
