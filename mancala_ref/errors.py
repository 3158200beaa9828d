"""What can be wrong with what a caller gives: one class a cause, each message one whole line."""

from __future__ import annotations

from .messages import one_line, text


class MancalaError(ValueError):
    """Anything the caller gave wrong; `str` is one line that says what, where, and what would be right."""

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        super().__init__(one_line(text(key, **values)))


class OptionError(MancalaError):
    """An unknown game, board size, reading, option or option value."""


class PositionError(MancalaError):
    """A position text that cannot be read. `at` is the place of the first fault, counted from 1."""

    def __init__(self, key: str, at: int, **values: object) -> None:
        self.at = at
        super().__init__(key, at=at, **values)


class MoveError(MancalaError):
    """A move text that cannot be read."""


class IllegalMove(MancalaError):
    """A move that the rules forbid. `clause` is the id of the clause that forbids it."""

    def __init__(self, key: str, clause: str, **values: object) -> None:
        self.clause = clause
        super().__init__(key, clause=clause, **values)

    @property
    def sentence(self) -> str:
        """The message without the clause at its end, for those who show that apart."""
        return str(self).removesuffix(f" ({self.clause})")
