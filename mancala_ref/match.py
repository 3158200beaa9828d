"""A match: a start position and the turns played from it. Only a match knows whether a position has come back."""

from __future__ import annotations

from .errors import IllegalMove
from .game import Game
from .position import Position
from .turn import Move, Outcome, Turn


class Match:
    """Turns played one after another from a position (the opening if none is given).

    >>> from mancala_ref import Match, game
    >>> match = Match(game("ntchuva"))
    >>> match.play("a8xd1").position.captured
    (6, 0)
    >>> match.undo().move
    Move(start='a8', free=('d1',))
    >>> match.turns
    []
    """

    def __init__(self, game: Game, position: Position | None = None) -> None:
        self.game = game
        self.start = game.start() if position is None else game.check(position)
        self.turns: list[Turn] = []

    @property
    def position(self) -> Position:
        """The position after the turns played so far."""
        return self.turns[-1].position if self.turns else self.start

    @property
    def outcome(self) -> Outcome | None:
        """How the match has ended, by its position or by repetition; None while it goes on."""
        if self.turns:
            return self.turns[-1].outcome
        return self.game.outcome(self.start)

    def play(self, move: Move | str) -> Turn:
        """Play one complete turn; the errors are those of `Game.play`, and IllegalMove once the match is over."""
        if over := self.outcome:
            raise IllegalMove("illegal.over", over.clause)
        turn = self.game.play(self.position, move)
        if turn.outcome is None and self._seen(turn.position):
            repeated = self.game.repeated(turn.position)
            turn = Turn(turn.move, turn.before, turn.position, turn.events, repeated)
        self.turns.append(turn)
        return turn

    def undo(self) -> Turn:
        """Take back the last turn and return it; IndexError if none is left."""
        return self.turns.pop()

    def _repr_html_(self) -> str:
        from .notebook import match_html

        return match_html(self)

    def _seen(self, position: Position) -> bool:
        """Tell whether a position was there before: same seeds, same player to move, nothing captured since."""
        earlier = [self.start, *(turn.position for turn in self.turns)]
        return any(_key(seen) == _key(position) for seen in reversed(earlier))


def _key(position: Position) -> Position:
    return position._replace(turn=0)
