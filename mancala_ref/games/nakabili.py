"""Nakabili, the game of the Bantu Botatwe (Zambia)."""

from __future__ import annotations

from ..board import Seeds
from ..errors import IllegalMove
from ..four_rank import EDITORS_SETTINGS, FourRank
from ..game import Reading, Setting
from ..position import Position

TEXT = "Nakabili, Mancala World (A. Bertaggia), after Chaplin 1956"


class Nakabili(FourRank):
    """One free capture, two more at a player's own first; singles must meet seeds if any can; the *mutwi*."""

    id = "nakabili"
    name = "Nakabili"
    sizes = (8,)
    default_columns = 8
    readings = (
        Reading(
            "mancala-world",
            TEXT,
            {
                "free_captures": Setting(1, TEXT),
                "first_capture_bonus": Setting(2, TEXT),
                "singles": Setting("prefer-occupied", TEXT),
                **EDITORS_SETTINGS,
            },
        ),
    )
    slugs = (
        "board",
        "setup",
        "own-side",
        "start",
        "mutwi",
        "sow",
        "relay",
        "stop",
        "capture",
        "capture-outer",
        "free-captures",
        "first-capture",
        "singles",
        "end",
        "repetition",
        "never-ending",
        "pass",
        "no-move",
    )

    def opening(self) -> Seeds:
        """Two seeds in every hole, but none in the leftmost hole of the inner rank and one in its neighbour.

        The text gives only 29 seeds a player; this array of them is inferred from a related game.
        """
        return (2,) * (self.board.size - 2) + (1, 0)

    @staticmethod
    def is_mutwi(own: Seeds) -> bool:
        """Tell whether one hole holds two seeds and no other more than one: that hole is the head, *mutwi*."""
        return max(own) == 2 and own.count(2) == 1

    def begins_with(self, own: Seeds, hole: int) -> str:
        """Return the slug of the clause by which a turn begins with this hole."""
        return "mutwi" if self.is_mutwi(own) else super().begins_with(own, hole)

    def refuse_single(self, own: Seeds, names: tuple[str, ...], index: int, allowed: list[int]) -> IllegalMove:
        """Return why a single may not move: another hole holds more, or is the head."""
        if self.is_mutwi(own):
            return IllegalMove("illegal.mutwi", self.clause("mutwi"), hole=names[index], more=names[allowed[0]])
        return super().refuse_single(own, names, index, allowed)

    def free_clause(self, position: Position) -> str:
        """Return the clause of the free captures due: more of them than one are a player's first."""
        return self.clause("first-capture" if position.free > self.free_captures else "free-captures")
