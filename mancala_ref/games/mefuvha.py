"""Mefuvha, the game of the Venda (South Africa)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from ..board import Seeds
from ..errors import IllegalMove
from ..four_rank import EDITORS_SETTINGS, OPTIONS, FourRank
from ..game import Cite, Option, Reading, applies, editors, inferred, says
from ..position import Position

TEXT: Final = Cite("mancala-world-mefuvha", "section “Play”")
STAYT: Final = (Cite("stayt1931", "pp. 364–366"), Cite("ludii-mefuvha", "rules"))


class Mefuvha(FourRank):
    """Free captures with each capture; in Stayt's account one of them, and a prescribed first move."""

    id = "mefuvha"
    name = "Mefuvha"
    sizes = range(6, 29, 2)
    default_columns = 16
    options = (
        Option(
            "stylised_first_move",
            "first-move",
            "whether a player's first turn starts from a prescribed hole",
            {
                "none": "Every turn starts as the player likes.",
                "both": "Each player's first turn starts from the third hole of the inner rank.",
                "first": "Only the very first turn of the game starts from the third hole of the inner rank.",
            },
        ),
        *OPTIONS,
    )
    sources: ClassVar[Mapping[str, str]] = {
        "mancala-world-mefuvha": "Mancala World, Mefuvha",
        "stayt1931": "Stayt 1931",
        "ludii-mefuvha": "Ludii, Mefuvha",
    }
    readings = (
        Reading(
            "mancala-world",
            "the older text of Mancala World",
            {
                "stylised_first_move": inferred("none", TEXT),
                "free_captures": says(2, TEXT),
                "free_duty": inferred("all", TEXT),
                "singles": says("empty-only", TEXT),
                **EDITORS_SETTINGS,
                "repetition": says("draw", TEXT),
            },
        ),
        Reading(
            "stayt-1931",
            "Stayt 1931, as Ludii cites it",
            {
                "stylised_first_move": says("both", *STAYT),
                "free_captures": says(1, *STAYT),
                "free_duty": inferred("all", *STAYT),
                "singles": inferred("any-relay", *STAYT),
                **EDITORS_SETTINGS,
                "repetition": editors("draw"),
            },
        ),
    )

    def settle(self) -> None:
        """Draw from the option values what the rules ask for most often."""
        super().settle()
        whose = str(self.values["stylised_first_move"])
        self._prescribed_turns = {"none": 0, "first": 1, "both": 2}[whose]
        self._third = self.board.size - 3  # of the inner rank, from its owner's left

    @applies("setup")
    def opening(self) -> Seeds:
        """Two seeds in every hole, but none in the leftmost hole of the inner rank and one in its neighbour."""
        return (2,) * (self.board.size - 2) + (1, 0)

    # ---- the prescribed first move

    @applies("first-move")
    def _is_prescribed(self, position: Position) -> bool:
        """Tell whether this turn has to start from the third hole of the inner rank: a first turn, if it can."""
        first = position.turn < self._prescribed_turns
        return first and not position.free and position.own[self._third] > 1

    def candidates(self, position: Position) -> list[int]:
        """Return the prescribed hole alone, or else what the start rule allows."""
        if position.turn < self._prescribed_turns and self._is_prescribed(position):
            return [self._third]
        return FourRank.candidates(self, position)  # super() would make every turn a tenth slower

    def begins_with(self, position: Position, hole: int) -> str:
        """Return the id of the clause by which a turn begins with this hole."""
        return self.clause("first-move") if self._is_prescribed(position) else super().begins_with(position, hole)

    def refusal(self, position: Position, index: int) -> IllegalMove:
        """Return why a hole may not start the turn: the first turn starts from another, or as in every turn."""
        if not self._is_prescribed(position) or index == self._third or not position.own[index]:
            return super().refusal(position, index)
        names = self.board.holes[position.mover]
        return IllegalMove(
            "illegal.first-move",
            self.clause("first-move"),
            hole=names[index],
            third=names[self._third],
            seeds=position.own[self._third],
        )
