"""Maps: the outlines that they are drawn from, what is on them and in their words, and every error."""

from __future__ import annotations

import math
import re
import tarfile
from collections.abc import Callable, Iterable
from html import unescape
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import atlas
import maps
import npm
import places
import pytest
from atlas import Frame, Point, Ring, Shape
from elements import Elements
from hypothesis import assume, given
from hypothesis import strategies as st
from projects import Project, source, sphinx
from sphinx.errors import ExtensionError
from steps import ROOT, Stop, keep

from mancala_ref import GAMES

LIST = (ROOT / "docs" / maps.FILE).read_text("utf-8")
MAPS = [*GAMES, places.ALL]
SCALES = ("50m", "110m")
SOURCES = "\n```{sources}\n```\n"


@pytest.fixture(scope="module", autouse=True)
def data() -> None:
    """The outlines are there, fetched if need be."""
    atlas.prepare()


@pytest.fixture(params=SCALES)
def world(request: pytest.FixtureRequest) -> dict[str, Shape]:
    """All countries that have a number, by it, at each scale."""
    return {shape.id: shape for shape in atlas.shapes("countries", request.param)}


def found() -> places.Places:
    return places.read(LIST, {shape.id for shape in atlas.shapes("countries", "50m")})


def inside(point: Point, rings: Iterable[Ring]) -> bool:
    """Whether a ray from the point to the north crosses the rings an odd number of times."""
    x, y = point
    crossed = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            crossed += (ax > x) != (bx > x) and ay + (x - ax) / (bx - ax) * (by - ay) > y
    return crossed % 2 == 1


# ---- the outlines


# Capitals and other towns well inside their countries, as GeoNames has them, in degrees east and north.
TOWNS = {
    "Johannesburg": ("710", (28.04, -26.2)),
    "Lusaka": ("894", (28.28, -15.41)),
    "Yaoundé": ("120", (11.52, 3.87)),
    "Franceville": ("266", (13.58, -1.63)),
    "Lichinga": ("508", (35.24, -13.31)),
    "Nairobi": ("404", (36.82, -1.28)),
    "Madrid": ("724", (-3.7, 40.42)),
    "Moscow": ("643", (37.62, 55.75)),  # its country crosses the line of 180 degrees
}


@pytest.mark.parametrize(("country", "town"), TOWNS.values(), ids=TOWNS)
def test_a_town_is_in_its_country_and_in_no_other(world: dict[str, Shape], country: str, town: Point) -> None:
    assert [id for id, shape in world.items() if inside(town, shape.rings)] == [country]


def test_a_country_inside_another_is_a_hole_in_it(world: dict[str, Shape]) -> None:
    lesotho = (28.2, -29.5)
    assert inside(lesotho, world["426"].rings)
    assert not inside(lesotho, world["710"].rings)


def test_south_africa_reaches_as_far_as_it_does(world: dict[str, Shape]) -> None:
    """From the mouth of the Orange to Kosi Bay, from Cape Agulhas (34° 50') to the Limpopo; without its far islands."""
    lons, lats = zip(*max(world["710"].rings, key=len), strict=True)
    assert [min(lons), min(lats), max(lons), max(lats)] == pytest.approx([16.45, -34.83, 32.89, -22.13], abs=0.15)


# Square kilometres, inland waters included, as the United Nations' Demographic Yearbook has them.
AREAS = {"120": 475_650, "226": 28_052, "266": 267_668, "508": 799_380, "710": 1_221_037, "894": 752_612}


@pytest.mark.parametrize("country", AREAS)
def test_a_country_is_as_large_as_it_is(country: str) -> None:
    [shape] = [shape for shape in atlas.shapes("countries", "50m") if shape.id == country]
    area = 0.0
    for ring in shape.rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            area += math.radians(bx - ax) * (math.sin(math.radians(ay)) + math.sin(math.radians(by))) / 2
    assert abs(area) * 6371.0**2 == pytest.approx(AREAS[country], rel=0.06)  # coasts are coarse


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("kind", ["countries", "land"])
def test_no_outline_leaps(kind: str, scale: str) -> None:
    """All rings go on from corner to corner and come home; only the Antarctic goes round the world."""
    for shape in atlas.shapes(kind, scale):
        for ring in shape.rings:
            steps = [abs(b[0] - a[0]) for a, b in pairwise([*ring, ring[0]])]
            assert max(steps) < 20 or min(y for _, y in ring) < -80, shape.name


def test_arcs_are_put_together_in_their_order_and_direction() -> None:
    """Two squares side by side share arc 0, from (1, 0) to (1, 1): the right one has it backwards."""
    topology = {
        "transform": {"scale": [0.5, 0.5], "translate": [10, 20]},
        "arcs": [[[2, 0], [0, 2]], [[2, 2], [-2, 0], [0, -2], [2, 0]], [[2, 0], [2, 0], [0, 2], [-2, 0]]],
        "objects": {
            "countries": {
                "geometries": [
                    {"type": "Polygon", "arcs": [[0, 1]], "id": "001", "properties": {"name": "Left"}},
                    {"type": "MultiPolygon", "arcs": [[[~0, 2]]], "properties": {"name": "Right"}},
                ]
            }
        },
    }
    assert atlas.decode(topology, "countries") == [
        Shape("001", "Left", [[(11, 20), (11, 21), (10, 21), (10, 20)]]),
        Shape("", "Right", [[(11, 21), (11, 20), (12, 20), (12, 21)]]),
    ]


# ---- cutting and drawing

degrees = st.floats(-100, 100).map(lambda x: round(x, 3))
points = st.tuples(degrees, degrees)
rings = st.lists(points, min_size=3, max_size=12)


@st.composite
def boxes(draw: st.DrawFn) -> tuple[float, float, float, float]:
    west, south, *_ = draw(points)
    return west, south, west + draw(st.floats(1, 90)), south + draw(st.floats(1, 90))


@given(rings, boxes())
def test_what_is_left_is_in_the_box(ring: Ring, box: tuple[float, float, float, float]) -> None:
    west, south, east, north = box
    tiny = 1e-9  # for rounding
    left = atlas.clip(ring, *box)
    assert all(west - tiny <= x <= east + tiny and south - tiny <= y <= north + tiny for x, y in left)


@given(rings, boxes(), st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_inside_the_box_nothing_changes(
    ring: Ring, box: tuple[float, float, float, float], across: float, up: float
) -> None:
    west, south, east, north = box
    x, y = west + across * (east - west), south + up * (north - south)
    corners = [*ring, ring[0]]
    for (ax, ay), (bx, by) in pairwise(corners):  # a point on a line may be on either side of it
        long = math.hypot(bx - ax, by - ay)
        assume(long == 0 or abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long > 1e-6)
        assume(abs(x - ax) > 1e-6)
    assert inside((x, y), [ring]) == inside((x, y), [left] if (left := atlas.clip(ring, *box)) else [])


@given(rings)
def test_what_is_in_the_box_stays(ring: Ring) -> None:
    assert atlas.clip(ring, -101, -101, 101, 101) == ring


def drawn(*corners: Point) -> str:
    """The path of one ring on a map of 30 units a degree, with the middle at 300, 300."""
    return atlas.path([Shape("", "", [corners])], Frame(-10, -10, 10, 10, 600))


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (5, 0), (5, 5), (0, 5)],
        [(0, 0), (5, 0), (5, 0.02), (5, 5), (0, 5)],  # two corners less than a unit apart
        [(0, 0), (5, 0), (5, 5), (0, 5), (0, 5)],
    ],
)
def test_a_path_goes_from_corner_to_corner_in_whole_units(corners: Ring) -> None:
    assert drawn(*corners) == "M300 300l150 0 0-150-150 0z"


def test_a_path_ends_where_it_is_no_longer_seen() -> None:
    cut = drawn((-20, -20), (20, -20), (20, 20), (-20, 20))  # much larger than the map
    start, *steps = re.findall(r"(-?\d+)\s?(-?\d+)", cut)
    x, y = map(int, start)
    corners = {(x, y)} | {(x := x + int(dx), y := y + int(dy)) for dx, dy in steps}
    assert corners == {(-4, -4), (604, -4), (604, 604), (-4, 604)}


def test_what_cannot_be_seen_is_not_drawn() -> None:
    assert drawn((0, 0), (0.03, 0), (0.03, 0.03)) == ""  # less than a unit
    assert drawn((20, 20), (25, 20), (25, 25)) == ""  # elsewhere


def test_equal_distances_are_equal_in_the_middle_of_a_map() -> None:
    """At 60 degrees north a degree of longitude is half as long as one of latitude."""
    frame = Frame(0, 59, 2, 61, 100)
    assert frame.height == pytest.approx(200)
    assert frame.place((1, 60)) == pytest.approx((50, 100))
    assert frame.units(111.2) == pytest.approx(100)


# ---- fetching


def package(content: bytes) -> bytes:
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        entry = tarfile.TarInfo("package/a.json")
        entry.size = len(content)
        archive.addfile(entry, BytesIO(content))
    return packed.getvalue()


def test_another_file_than_the_pinned_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*command: object, cwd: Path) -> None:
        (cwd / "some-1.0.tgz").write_bytes(package(b"{}"))

    monkeypatch.setattr(npm, "run", run)
    with pytest.raises(
        Stop, match=r"^What npm gave as some 1\.0 is not the pinned file: its SHA-256 is [0-9a-f]{64}\.$"
    ):
        npm.fetch("some", "1.0", "0" * 64, ["a.json"], tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """npm is told to ask a port where nobody answers."""
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    monkeypatch.setattr(atlas, "ATLAS", tmp_path / "atlas")
    told = (
        rf"^npm could not fetch world-atlas {re.escape(atlas.WORLD_ATLAS)}: check the network \(it said: npm error .+\)"
    )
    with pytest.raises(Stop, match=told):
        atlas.prepare()
    assert not (tmp_path / "atlas").exists()


def test_what_was_made_is_kept_until_the_pins_change(tmp_path: Path) -> None:
    folder, made = tmp_path / "made", []

    def make(new: Path) -> None:
        made.append(new)
        new.mkdir()
        (new / "content").write_text(str(len(made)))

    for pins, times in ("a", 1), ("a", 1), ("b", 2):
        keep(folder, pins, make)
        assert len(made) == times
        assert (folder / "content").read_text() == str(times)


def test_what_is_half_made_does_not_count(tmp_path: Path) -> None:
    def fail(new: Path) -> None:
        new.mkdir()
        raise Stop("no")

    for _ in range(2):
        with pytest.raises(Stop):
            keep(tmp_path / "made", "a", fail)
    assert not (tmp_path / "made").exists()


def test_a_build_without_outlines_says_so(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise Stop("npm could not fetch it")

    monkeypatch.setattr(atlas, "prepare", fail)
    with pytest.raises(ExtensionError, match=r"^npm could not fetch it$"):
        project({"a": "# A"}, ["maps"])


# ---- a map on a page


class Page(NamedTuple):
    """A built page: all of it, the map as elements, its size in bytes, and the words under it."""

    html: str
    svg: ElementTree.Element
    size: int
    caption: str


def page(path: Path) -> Page:
    html = path.read_text("utf-8")
    [svg] = re.findall(r'<svg class="map-drawing".*?</svg>', html, re.DOTALL)
    [caption] = re.findall(r"<figcaption.*?</figcaption>", html, re.DOTALL)
    words = " ".join(unescape(re.sub("<[^>]+>", "", caption)).split())
    return Page(html, ElementTree.fromstring(svg), len(svg.encode()), words)


def files(list: str = LIST) -> dict[str, str]:
    """The list of places, and a bibliography of all that it cites."""
    cited = {key.strip() for keys in re.findall(r"\{cite:[pt]\}`([^`]+)`", list) for key in keys.split(",")}
    engine = {key: short for game in GAMES.values() for key, short in game.sources.items()}
    bib = "".join(source(key, engine.get(key, key)) for key in sorted(cited | engine.keys()))
    return {f"docs/{maps.FILE}": list, "docs/references.bib": bib}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    """A page with each of the maps of this site."""
    folder = tmp_path_factory.mktemp("site")
    pages = {f"docs/{id}.md": f"# A map\n\n```{{map}} {id}\n```\n{SOURCES}" for id in MAPS}
    index = {"docs/index.md": "# Home\n\n```{toctree}\n" + "\n".join(MAPS) + "\n```\n"}
    for name, text in {**pages, **index, **files()}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    out, warnings = sphinx(folder / "docs", folder / "html", ["sources", "maps"], "html")
    assert not warnings
    return {id: page(out / f"{id}.html") for id in MAPS}


@pytest.mark.parametrize("game", GAMES)
def test_a_map_says_in_words_what_is_on_it(site: dict[str, Page], game: str) -> None:
    html, svg, _, caption = site[game]
    assert svg.get("role") == "img"
    title, words, *_ = svg
    assert (title.tag, words.tag) == ("title", "desc")
    assert svg.get("aria-labelledby", "").split() == [title.get("id"), words.get("id")]
    assert all(html.count(f'id="{part.get("id")}"') == 1 for part in (title, words))
    assert title.text == f"Where our sources place {GAMES[game].name}."
    shown = [place.name for place in found().places if game in place.games]
    countries = [found().countries[id] for id in found().maps[game].played]
    drawn = [text.text for text in svg.iter("text")]
    for name in shown:
        assert name in str(words.text)
        assert f"{name}: " in caption
        assert name in drawn
    for name in countries:
        assert name in str(words.text)
        assert name in drawn
    assert "Places are approximate" in caption
    assert "Made with Natural Earth, which is in the public domain" in caption
    assert len(svg.findall("circle")) == len(shown)
    assert ("a disc stands for a region" in caption) == (game in ("mefuvha", "nakabili"))


def test_the_map_of_all_has_every_game_and_place(site: dict[str, Page]) -> None:
    _, svg, _, caption = site[places.ALL]
    words = str(svg[1].text)
    assert {text.text for text in svg.iter("text")} == {game.name for game in GAMES.values()}
    for game in GAMES:
        assert f"{GAMES[game].name} in " in caption
    for name in [*(place.name for place in found().places), "South Africa", "Equatorial Guinea and Gabon"]:
        assert name in words
        assert name in caption
    assert len(svg.findall("circle")) == len(found().places)


def test_maps_are_small(site: dict[str, Page]) -> None:
    sizes = {id: site[id].size for id in MAPS}
    assert max(sizes[game] for game in GAMES) <= 12_000
    assert sizes[places.ALL] <= 15_000


Rectangle = tuple[float, float, float, float]


def text_box(text: ElementTree.Element) -> Rectangle:
    """A text's rectangle, for letters as wide as those of a wide font: left, top, right, bottom."""
    size = 24 if text.get("class") == "map-game" else 20
    wide = len(str(text.text)) * size * (0.64 if text.get("class") in ("map-place", "map-game") else 0.58)
    x, y = float(text.get("x", "")), float(text.get("y", ""))
    left = x - {"start": 0, "middle": wide / 2, "end": wide}[text.get("text-anchor", "")]
    return left, y - 0.75 * size, left + wide, y + 0.2 * size


@pytest.mark.parametrize("id", MAPS)
def test_names_do_not_collide(site: dict[str, Page], id: str) -> None:
    svg = site[id].svg
    boxes = {str(text.text): text_box(text) for text in svg.findall("text")}
    _, _, width, height = map(float, svg.get("viewBox", "").split())
    for name, (left, top, right, bottom) in boxes.items():
        assert (left >= 0, top >= 0, right <= width, bottom <= height) == (True,) * 4, name
    for town in svg.findall("circle[@class='map-town']"):
        x, y, r = (float(town.get(key, "")) for key in ("cx", "cy", "r"))
        boxes[f"the town at {x}, {y}"] = x - r, y - r, x + r, y + r
    if (corner := svg.find("g")) is not None:
        boxes["the corner"] = 0, height - float(corner[0].get("height", "")), float(corner[0].get("width", "")), height
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        if not one.startswith("the town") or not other.startswith("the town"):  # on the map of all they are close
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, f"{one} and {other}"


def test_a_page_brings_its_styles_and_nothing_else(site: dict[str, Page]) -> None:
    assert "_static/maps.css" in site["mefuvha"].html
    for id in MAPS:
        assert "://" not in ElementTree.tostring(site[id].svg, "unicode")


def test_texts_of_places_are_markdown_with_citations(project: Project) -> None:
    text = LIST.replace('games.nakabili = "peoples', 'games.nakabili = "*peoples*')
    pages = {"a": "# A\n\n```{map} nakabili\n```\n" + SOURCES}
    out, warnings = project(pages, ["sources", "maps"], "html", files=files(text))
    assert not warnings
    html = (out / "a.html").read_text("utf-8")
    assert "<em>peoples</em>" in html
    assert 'href="#source-mancala-world-nakabili"' in html


def test_on_the_page_of_its_game_a_place_cites_a_source(project: Project) -> None:
    text = LIST.replace("south of Zambia {cite:p}`mancala-world-nakabili`", "south of Zambia")
    pages = {"games/relatives": "# R\n\n```{map} nakabili\n```\n" + SOURCES}  # a page that is looked at as a whole
    [told] = project(pages, ["sources", "maps", "claims"], files=files(text)).warnings.splitlines()
    assert "relatives.md:3: WARNING: “Bantu Botatwe: peoples" in told
    assert "cites no source" in told


def test_two_maps_on_a_page_have_ids_of_their_own(project: Project) -> None:
    pages = {"a": "# A\n\n```{map} mefuvha\n```\n\n```{map} all\n```\n" + SOURCES}
    out, warnings = project(pages, ["sources", "maps"], "html", files=files())
    assert not warnings
    ids = [attrs["id"] for _, attrs in Elements(out / "a.html").found if attrs.get("id", "").startswith("map-")]
    assert len(ids) == len(set(ids)) == 6


def test_other_outputs_get_the_words(project: Project) -> None:
    pages = {"a": "# A\n\n```{map} nakabili\n```\n" + SOURCES}
    out, warnings = project(pages, ["sources", "maps"], "text", files=files())
    assert not warnings
    text = " ".join((out / "a.txt").read_text("utf-8").split())
    assert "Nakabili in Zambia: Bantu Botatwe (a region)." in text
    assert "peoples who live mostly in the south of Zambia" in text
    assert "svg" not in text


# ---- the list of places


def test_every_place_is_where_its_game_is_played() -> None:
    """Inside the countries, or at their coasts: of these the outlines are coarse."""
    world = {shape.id: shape for shape in atlas.shapes("countries", "50m")}
    for place in found().places:
        for game in place.games:
            played = [ring for id in found().maps[game].played for ring in world[id].rings]
            near = min(math.dist(place.at, corner) for ring in played for corner in ring)
            assert inside(place.at, played) or near < 0.1, place.name


def test_every_place_has_its_source() -> None:
    assert [place.name for place in found().places for text in place.games.values() if "{cite:p}`" not in text] == []


def edited(old: str, new: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return edit


NAKABILI = "[maps.nakabili]\nbox = [18.5, -20, 36, -7]"


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (edited("[countries]", "[countries"), r"Expected .+ \(at line \d+, column \d+\)"),
        (edited("[countries]", "[lands]"), r"the file: expected a field countries, found 'lands, maps, place'"),
        (edited('894 = "Zambia"', '894 = ""'), r"countries\.894: expected a text, found ''"),
        (edited('024 = "', '24 = "'), r"countries: expected numbers .+ ISO 3166-1, with three digits, found '24'"),
        (edited('024 = "', '"" = "'), r"countries: expected numbers .+, found ''"),
        (edited("[maps.all]", "[maps.every]"), r"maps: expected no other fields than all, .+, found 'every'"),
        (lambda text: text.replace("[maps.nakabili", "[maps.nacabili"), r"maps: expected a field nakabili, found '.+'"),
        (
            edited(NAKABILI, f"{NAKABILI}\nscale = 3"),
            r"maps\.nakabili: expected no other fields than .+, found 'scale'",
        ),
        (
            edited(NAKABILI, "[maps.nakabili]\nbox = [18.5, -20, 36]"),
            r"maps\.nakabili\.box: expected numbers: west, .+",
        ),
        (
            edited(NAKABILI, "[maps.nakabili]\nbox = [36, -20, 18.5, -7]"),
            r"maps\.nakabili\.box: expected west, south.+",
        ),
        (edited(NAKABILI, "[maps.nakabili]\nbox = [nan, -20, 36, -7]"), r"maps\.nakabili\.box: expected west, south.+"),
        (
            edited('played = ["894"]', "played = []"),
            r"maps\.nakabili\.played: expected a list of countries, found \[\]",
        ),
        (edited('played = ["894"]', 'played = ["895"]'), r"maps\.nakabili\.played: expected one of .+, found '895'"),
        (edited("894 = [", "895 = ["), r"maps\..+\.names: expected one of 024, .+, found '895'"),
        (edited("894 = [", "894 = [9"), r"maps\..+\.names\.894: expected a point on the map, .+, found \[9.+\]"),
        (
            edited('note = """', 'note = """\n"""\nnotes = """'),
            r"maps\.songo-ewondo: expected no other .+ found 'notes'",
        ),
        (edited('name = "Maputo"\n', ""), r"place 2: expected a field name, found 'lon, lat, games'"),
        (edited('name = "Maputo"', "name = 3"), r"place 2, name: expected a text, found 3"),
        (edited("lon = 32.58", "lon = true"), r"place 2 \(Maputo\), lon and lat: expected numbers: degrees east, .+"),
        (
            edited("lon = 32.58", "lon = 3.258"),
            r"place 2 \(Maputo\), lon and lat: expected a point on the map, "
            r"21 to 46 degrees east and -28 to -10 degrees north, found \[3\.258, -25\.97\]",
        ),
        (
            edited("radius = 80", "radius = 0"),
            r"place 1 \(Venda country\), radius: expected more than 0 .+, found 0\.0",
        ),
        (edited('side = "below"', 'side = "beneath"'), r"place 1 .+, side: expected one of right, .+, found 'beneath'"),
        (edited("games.mefuvha", "games.mefuva"), r"place 1 .+, games: expected one of mefuvha, .+, found 'mefuva'"),
        (edited("games.nakabili", "games.mefuvha"), r"place 8 .+, lon and lat: expected a point on the map, .+"),
        (
            lambda text: text[: text.index('[[place]]\nname = "Douala"')],
            r"place: expected one .+ also for songo-ewondo, .+",
        ),
    ],
)
def test_what_is_wrong_in_the_list_is_named(edit: Callable[[str], str], told: str) -> None:
    with pytest.raises(places.Fault) as fault:
        places.read(edit(LIST), {shape.id for shape in atlas.shapes("countries", "50m")} - {""})
    assert re.fullmatch(told, str(fault.value)), fault.value


@pytest.mark.parametrize(
    ("id", "list", "told"),
    [
        ("bao", LIST, "map bao: expected all or a game, one of mefuvha, ntchuva, nakabili, songo-ewondo"),
        ("mefuvha", "x = 1", f"map mefuvha: {maps.FILE}: the file: expected a field countries, found 'x'"),
        ("mefuvha", None, f"map mefuvha: {maps.FILE} cannot be read: "),
    ],
)
def test_an_error_is_told_at_the_directive(project: Project, id: str, list: str | None, told: str) -> None:
    pages = {"a": f"# A\n\n```{{map}} {id}\n```\n"}
    _, warnings = project(pages, ["maps"], files={f"docs/{maps.FILE}": list} if list else {})
    assert re.search(rf"a\.md:3: ERROR: {re.escape(told)}", warnings)
