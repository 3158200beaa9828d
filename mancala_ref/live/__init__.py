"""The live board: one front end (board.js), one session, two hosts (a thin worker on our pages, and anywidget)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..game import Value
    from ..position import Position
    from .widget import BoardWidget


def live(
    game: str, position: str | Position = "", columns: int | None = None, reading: str | None = None, **options: Value
) -> BoardWidget:
    """Return a live board for a notebook, at a position or its text (the opening if none is given).

    The size of the board is the position's, or `columns`, or the game's default. It needs the extra `live`;
    without it, MancalaError says how to get it, as it says what is wrong with an argument.
    """
    from ..errors import MancalaError

    try:
        from .widget import BoardWidget
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        raise MancalaError("live.missing") from None
    return BoardWidget(game, position, columns, reading, **options)
