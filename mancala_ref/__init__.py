"""Traditional African mancala games: positions, rules and turns, each step named by the clause that made it.

>>> from mancala_ref import game
>>> mefuvha = game("mefuvha", columns=8)
>>> turn = mefuvha.play(mefuvha.start(), "b3xd2xd3")
>>> print(turn)
South: b3xd2xd3
  2 seeds are lifted from b3 and sown to b1. (mefuvha.sow)
  The last seed falls into b1, which was empty: the sowing ends. (mefuvha.stop)
  2 seeds are captured from c1. (mefuvha.capture)
  2 seeds are captured from d1. (mefuvha.capture-outer)
  2 seeds are captured from d2, freely chosen. (mefuvha.free-captures)
  2 seeds are captured from d3, freely chosen. (mefuvha.free-captures)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import Board, board
from .errors import IllegalMove, MancalaError, MoveError, OptionError, PositionError
from .game import Game, Option, Reading, Setting
from .games import GAMES, game
from .match import Match
from .perft import perft
from .position import Position
from .svg import board_svg
from .turn import Event, Move, Outcome, Turn

if TYPE_CHECKING:
    from .live.widget import BoardWidget

__all__ = [
    "GAMES",
    "Board",
    "Event",
    "Game",
    "IllegalMove",
    "MancalaError",
    "Match",
    "Move",
    "MoveError",
    "Option",
    "OptionError",
    "Outcome",
    "Position",
    "PositionError",
    "Reading",
    "Setting",
    "Turn",
    "board",
    "board_svg",
    "game",
    "live",
    "perft",
]


def live(game: str, position: str = "", columns: int | None = None, **options: str | int) -> BoardWidget:
    """Return a live board for a notebook, at a position text (the opening if none is given).

    It needs the extra `live`; without it, MancalaError says how to get it.
    """
    try:
        from .live.widget import BoardWidget
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        raise MancalaError("live.missing") from None
    return BoardWidget(game, position, columns, **options)


def __getattr__(name: str) -> object:
    if name == "__version__":  # asked for rarely, and its module is slow to load in a browser
        from importlib.metadata import version

        return version("mancala-ref")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
