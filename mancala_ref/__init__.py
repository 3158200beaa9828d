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

from .board import Board, board
from .errors import IllegalMove, MancalaError, MoveError, OptionError, PositionError
from .game import Cite, Game, Option, Reading, Setting
from .games import GAMES, game
from .live import live  # the function: it stands before the package of the same name
from .match import Match
from .perft import perft
from .players import PLAYERS, Thought, think
from .position import Position
from .svg import board_svg
from .turn import Event, Move, Outcome, Turn

__all__ = [
    "GAMES",
    "PLAYERS",
    "Board",
    "Cite",
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
    "Thought",
    "Turn",
    "board",
    "board_svg",
    "game",
    "live",
    "perft",
    "think",
]


def __getattr__(name: str) -> object:
    if name == "__version__":  # asked for rarely, and its module is slow to load in a browser
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("mancala-ref")
        except PackageNotFoundError:  # a clone that is not installed
            import tomllib
            from pathlib import Path

            file = Path(__file__).parents[1] / "pyproject.toml"
            return tomllib.loads(file.read_text("utf-8"))["project"]["version"]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
