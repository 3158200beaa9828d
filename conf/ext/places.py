"""Reads the list of places, `games/places.toml`, from which `maps.py` draws; its head says what may stand in it."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from atlas import Frame, Point

from mancala_ref.games import GAMES

ALL = "all"  # the map of all games
WIDTH = 600  # of a map, in units
SIDES = ("right", "left", "above", "below")


class Fault(Exception):
    """Something in the list of places is wrong: the text says where and what, and what would be right."""


class Place(NamedTuple):
    """A town, or an area: a disc with a radius in kilometres. `games` says what it has to do with each of its games."""

    name: str
    at: Point
    radius: float
    side: str
    games: Mapping[str, str]


class View(NamedTuple):
    """What a map shows, the countries where its game is played, and where names stand: of countries, or of games."""

    frame: Frame
    played: Sequence[str]
    names: Mapping[str, Point]
    note: str


class Places(NamedTuple):
    """The whole list: the names of countries by their numbers, the maps by game, the places."""

    countries: Mapping[str, str]
    maps: Mapping[str, View]
    places: Sequence[Place]

    def of(self, game: str) -> Sequence[Place]:
        """Return the places on the map of a game."""
        return [place for place in self.places if game in (ALL, *place.games)]

    def played(self, game: str) -> Sequence[str]:
        """Return the countries that stand out on the map of a game."""
        views = self.maps.values() if game == ALL else [self.maps[game]]
        return [id for view in views for id in view.played]


def _need(ok: bool, where: str, expected: str, found: object) -> None:
    if not ok:
        raise Fault(f"{where}: expected {expected}, found {found!r}")


def _table(value: object, where: str, needed: Collection[str] = (), more: Collection[str] = ()) -> dict[str, Any]:
    """Return a table with the fields that it needs, and no others than those named; if none is, with any fields."""
    if not isinstance(value, dict):
        raise Fault(f"{where}: expected a table of fields, found {value!r}")
    for key in needed:
        _need(key in value, where, f"a field {key}", ", ".join(value))
    for key in value if needed else ():
        _need(key in (*needed, *more), where, f"no other fields than {', '.join((*needed, *more))}", key)
    return value


def _text(value: object, where: str, known: Collection[str] = ()) -> str:
    _need(isinstance(value, str) and bool(value.strip()), where, "a text", value)
    _need(not known or value in known, where, f"one of {', '.join(known)}", value)
    return str(value).strip()


def _numbers(value: Any, where: str, *what: str) -> list[float]:
    found = value if isinstance(value, list) else [value]
    _need([type(x) in (int, float) for x in found] == [True] * len(what), where, f"numbers: {', '.join(what)}", value)
    return [float(x) for x in found]


def _point(value: object, where: str, *frames: Frame) -> Point:
    lon, lat = _numbers(value, where, "degrees east", "degrees north")
    for west, south, east, north, _ in frames:
        shown = f"a point on the map, {west:g} to {east:g} degrees east and {south:g} to {north:g} degrees north"
        _need(west <= lon <= east and south <= lat <= north, where, shown, value)
    return lon, lat


def _map(value: object, game: str, countries: Collection[str]) -> View:
    where = f"maps.{game}"
    given = _table(value, where, ["box", "names"] if game == ALL else ["box", "names", "played"], ["note"])
    west, south, east, north = _numbers(given["box"], f"{where}.box", "west", "south", "east", "north")
    frame = Frame(west, south, east, north, WIDTH)
    _need(
        -180 <= west < east <= 180 and -90 < south < north < 90,
        f"{where}.box",
        "west, south, east and north in degrees",
        given["box"],
    )
    known = GAMES if game == ALL else countries
    names = _table(given["names"], f"{where}.names")
    played = given.get("played", [])
    _need(isinstance(played, list) and bool(played or game == ALL), f"{where}.played", "a list of countries", played)
    return View(
        frame,
        [_text(id, f"{where}.played", known) for id in played],
        {_text(id, f"{where}.names", known): _point(at, f"{where}.names.{id}", frame) for id, at in names.items()},
        _text(given["note"], f"{where}.note") if "note" in given else "",
    )


def _place(value: object, number: int, maps: Mapping[str, View]) -> Place:
    where = f"place {number}"
    given = _table(value, where, ["name", "lon", "lat", "games"], ["radius", "side"])
    name = _text(given["name"], f"{where}, name")
    where += f" ({name})"
    games = {
        _text(game, f"{where}, games", GAMES): _text(text, f"{where}, games.{game}")
        for game, text in _table(given["games"], f"{where}, games").items()
    }
    _need(bool(games), f"{where}, games", "a text for one game or more", {})
    radius = 0.0
    if "radius" in given:
        [radius] = _numbers(given["radius"], f"{where}, radius", "kilometres")
        _need(0 < radius < 2000, f"{where}, radius", "more than 0 and less than 2000 kilometres", radius)
    frames = (maps[id].frame for id in (ALL, *games))
    at = _point([given["lon"], given["lat"]], f"{where}, lon and lat", *frames)
    return Place(name, at, radius, _text(given.get("side", "right"), f"{where}, side", SIDES), games)


def read(text: str, world: Collection[str]) -> Places:
    """Read the list of places; `world` has the number of every country there is. Raises Fault."""
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Fault(str(error)) from None
    _table(data, "the file", ["countries", "maps", "place"])
    countries = {id: _text(name, f"countries.{id}") for id, name in _table(data["countries"], "countries").items()}
    for id in countries:
        _need(id in world, "countries", "numbers of countries by ISO 3166-1, with three digits", id)
    maps = {id: _map(view, id, countries) for id, view in _table(data["maps"], "maps", [ALL, *GAMES]).items()}
    _need(isinstance(data["place"], list), "place", "tables, each begun by [[place]]", data["place"])
    places = [_place(place, number, maps) for number, place in enumerate(data["place"], 1)]
    for game in GAMES:
        _need(any(game in place.games for place in places), "place", f"one for each game, also for {game}", "none")
    return Places(countries, maps, places)
