"""The register of games. A game is found by its id; a new one is one module and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..errors import OptionError, PositionError
from ..game import Game, Value, unknown
from ..position import Position
from .mefuvha import Mefuvha
from .nakabili import Nakabili
from .ntchuva import Ntchuva
from .songo_ewondo import SongoEwondo

GAMES: Final[dict[str, type[Game]]] = {g.id: g for g in (Mefuvha, Ntchuva, Nakabili, SongoEwondo)}


def game(id: str, columns: int | None = None, reading: str | None = None, **options: Value) -> Game:
    """Return the game of that id on a board of so many columns, under a reading and single option values.

    OptionError names an unknown game, size, reading, option or value, and what would be right.

    >>> game("mefuvha", columns=8)
    game('mefuvha', columns=8, reading='mancala-world')
    """
    return find(id)(columns, reading, options)


def game_at(
    id: str,
    text: str | None = None,
    columns: int | None = None,
    reading: str | None = None,
    options: Mapping[str, Value] | None = None,
) -> tuple[Game, Position]:
    """Return a game and the position that a text gives in it, or its opening.

    The text decides the size of the board, unless `columns` asks for one: then both must agree.
    """
    found = find(id)
    if text is None:
        rules = found(columns, reading, options)
        return rules, rules.start()
    try:
        wide = Position.parse(text).board.columns
    except PositionError:
        if columns is None and len(found.sizes) > 1:
            raise
        return (rules := found(columns, reading, options)), rules.parse(text)  # told by the size that is right
    if columns not in (None, wide):
        raise OptionError("option.columns-differ", found=wide, columns=columns)
    rules = found(wide, reading, options)
    return rules, rules.parse(text)


def find(id: str) -> type[Game]:
    """Return the game of that id, whatever its size; OptionError if there is none."""
    if id not in GAMES:
        raise unknown("option.game", id, list(GAMES))
    return GAMES[id]
