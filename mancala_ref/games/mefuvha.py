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
                "singles": inferred("any-relay", *STAYT),
                **EDITORS_SETTINGS,
                "repetition": editors("draw"),
            },
        ),
    )

    @applies("setup")
    def opening(self) -> Seeds:
        """Two seeds in every hole, but none in the leftmost hole of the inner rank and one in its neighbour."""
        return (2,) * (self.board.size - 2) + (1, 0)

    # ---- the prescribed first move

    def _prescribed(self, position: Position) -> int | None:
        """Return the hole that this turn has to start from, if a prescribed first move is due and can be made."""
        turns = {"none": 0, "first": 1, "both": 2}[str(self.values["stylised_first_move"])]
        third = self.board.size - 3  # of the inner rank, from its owner's left
        return third if position.turn < turns and position.own[third] > 1 else None

    def candidates(self, position: Position) -> list[int]:
        """Return the prescribed hole alone, or else what the start rule allows."""
        third = None if position.free else self._prescribed(position)
        return super().candidates(position) if third is None else [third]

    def begins_with(self, position: Position, hole: int) -> str:
        """Return the id of the clause by which a turn begins with this hole."""
        if self._prescribed(position) is not None:
            return self.clause("first-move")
        return super().begins_with(position, hole)

    def refusal(self, position: Position, index: int) -> IllegalMove:
        """Return why a hole may not start the turn: the first turn starts from another, or as in every turn."""
        third = self._prescribed(position)
        if third is None or not position.own[index]:
            return super().refusal(position, index)
        names = self.board.holes[position.mover]
        return IllegalMove(
            "illegal.first-move",
            self.clause("first-move"),
            hole=names[index],
            third=names[third],
            seeds=position.own[third],
        )
