"""Moves that the engine plays for a page: what became of them, for `example` and `disagreement` alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mancala_ref import Game, IllegalMove, Match, Outcome, Position, Turn
from mancala_ref.messages import Told, say_outcome, told
from mancala_ref.turn import marked


class Played(NamedTuple):
    """What became of some moves: the turns, the refusal of the move at which they ended, how the game ended."""

    position: Position
    turns: Sequence[Turn]
    refusal: IllegalMove | None
    outcome: Outcome | None

    @property
    def last(self) -> Turn | None:
        """The last turn that was played."""
        return self.turns[-1] if self.turns else None

    def clauses(self) -> set[str]:
        """Return the clauses that the last move shows: by its steps, by its refusal, or by the end of the game."""
        steps = {event.clause for event in self.last.events} if self.last and not self.refusal else set()
        return steps | {end.clause for end in (self.refusal, self.outcome) if end}

    def marks(self) -> set[str]:
        """Return the holes that the last turn touched: where it started and ended, and what it captured."""
        return marked(self.last.events) if self.last else set()

    def said(self) -> list[Told]:
        """Return all steps, then the refusal or the end, as sentences with their clauses."""
        found = [step for turn in self.turns for step in told(turn.events)]
        if self.refusal and not self.outcome:
            found.append(Told(self.refusal.sentence, self.refusal.clause))
        if self.outcome:
            found.append(Told(say_outcome(self.outcome), self.outcome.clause))
        return found


def play(game: Game, start: Position, moves: Sequence[str]) -> Played:
    """Play turns as a match until one is refused. Raises MoveError if one cannot be read."""
    match, refusal = Match(game, start), None
    for move in moves:
        try:
            match.play(move)
        except IllegalMove as error:
            refusal = error
            break
    return Played(match.position, match.turns, refusal, match.outcome)
