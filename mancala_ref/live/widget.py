"""The board as an anywidget: the same session and the same front end, in JupyterLite or any notebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

import mancala_ref

from ..game import Value
from ..match import Match
from ..position import Position
from .session import Session, carry_on

HERE = Path(__file__).parent


class BoardWidget(anywidget.AnyWidget):
    """A board to click on and to program with. `mancala_ref.live` makes it; the arguments are `Session`'s."""

    _esm = HERE / "board.js"
    _css = HERE / "board.css"
    state = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: str,
        position: str | Position = "",
        columns: int | None = None,
        reading: str | None = None,
        **options: Value,
    ) -> None:
        self._session = Session(game, position, columns, reading, **options)
        super().__init__(state=self._state())
        self.on_msg(lambda _widget, message, _buffers: self._handle(message))

    def _handle(self, message: object) -> None:
        self._session.handle(message)
        self._show()
        carry_on(self._session, self._show)

    def _show(self) -> None:
        self.state = self._state()

    def _state(self) -> dict[str, Any]:
        return {**self._session.state(), "version": mancala_ref.__version__}

    @property
    def position(self) -> Position:
        """The position that is on the board."""
        return self._session.position

    @property
    def match(self) -> Match:
        """The match on the board: its finished turns, each with its steps, and its outcome. Play in it by `play`."""
        return self._session.match

    def play(self, move: str) -> None:
        """Play a whole turn on the board, such as `board.play("b3xd2xd3")`; IllegalMove tells why it may not be."""
        self._session.play(move)
        self._show()
