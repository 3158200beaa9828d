"""Nakabili, the game of the Bantu Botatwe (Zambia)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from ..board import Seeds
from ..errors import IllegalMove
from ..four_rank import ALWAYS_A_START, EDITORS_SETTINGS, OPTIONS, FourRank
from ..game import Cite, Option, Reading, Senseless, applies, inferred, says
from ..position import Position

TEXT: Final = Cite("mancala-world-nakabili", "section “Rules”")
BONUS: Final = 2


class Nakabili(FourRank):
    """A player's own first capture brings more; singles must meet seeds if any can; the *mutwi*."""

    id = "nakabili"
    name = "Nakabili"
    sizes = (8,)
    default_columns = 8
    options = (
        Option(
            "setup",
            "setup",
            "at which end of the inner rank the empty hole and the single seed lie",
            {
                "left": "At its owner's left end the inner rank has an empty hole, then a single seed.",
                "right": "At its owner's right end the inner rank has an empty hole, then a single seed.",
            },
        ),
        Option(
            "first_capture_bonus",
            "first-capture",
            "what a player's own first capture of the game brings",
            {
                "none": "A player's first capture brings no more than any other.",
                "add": "A player's first capture brings two further holes besides those that every capture brings.",
                "replace": "A player's first capture brings two further holes in place of what every capture brings.",
            },
        ),
        *OPTIONS,
    )
    senseless = (
        Senseless({"first_capture_bonus": ("replace",), "free_captures": (2, 3)}, "option.replace"),
        ALWAYS_A_START,
    )
    sources: ClassVar[Mapping[str, str]] = {
        "mancala-world-nakabili": "Mancala World, Nakabili",
        "ludii-njombwa": "Ludii, Njombwa (Two Counters)",
    }
    readings = (
        Reading(
            "mancala-world",
            "Mancala World (A. Bertaggia), after Chaplin 1956",
            {
                "setup": inferred("left", TEXT, Cite("ludii-njombwa", "rules")),
                "first_capture_bonus": says("add", TEXT),
                "free_captures": says(1, TEXT),
                "free_duty": inferred("all", TEXT),
                "singles": says("prefer-occupied", TEXT),
                **EDITORS_SETTINGS,
            },
        ),
    )

    @applies("setup")
    def opening(self) -> Seeds:
        """Two seeds in every hole, but none in one end hole of the inner rank and one in its neighbour.

        The text gives only 29 seeds a player; this array of them is inferred from a related game.
        """
        columns = self.board.columns
        notched = (2,) * (columns - 2) + (1, 0)  # the inner rank in the order of sowing: from right to left
        return (2,) * columns + (notched if self.values["setup"] == "left" else notched[::-1])

    @applies("first-capture", "free-captures")
    def due(self, captured: int) -> int:
        """Return how many free captures a capture gives to a player who has captured so much before it."""
        if captured or self.values["first_capture_bonus"] == "none":
            return self.free_captures
        return BONUS + (self.free_captures if self.values["first_capture_bonus"] == "add" else 0)

    @staticmethod
    @applies("mutwi")
    def is_mutwi(own: Seeds) -> bool:
        """Tell whether one hole holds two seeds and no other more than one: that hole is the head, *mutwi*."""
        return max(own) == 2 and own.count(2) == 1

    def begins_with(self, position: Position, hole: int) -> str:
        """Return the id of the clause by which a turn begins with this hole."""
        head = self.is_mutwi(position.own) and position.own[hole] == 2
        return self.clause("mutwi") if head else super().begins_with(position, hole)

    def refuse_single(self, own: Seeds, names: tuple[str, ...], index: int, allowed: list[int]) -> IllegalMove:
        """Return why a single may not move: another hole holds more, or is the head."""
        if self.is_mutwi(own):
            return IllegalMove("illegal.mutwi", self.clause("mutwi"), hole=names[index], more=names[allowed[0]])
        return super().refuse_single(own, names, index, allowed)

    def free_clause(self, position: Position) -> str:
        """Return the clause of the free captures due: more of them than one are a player's first."""
        return self.clause("first-capture") if position.free > self.free_captures else super().free_clause(position)
