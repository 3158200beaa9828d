"""Mefuvha, the game of the Venda (South Africa)."""

from __future__ import annotations

from ..board import Seeds
from ..four_rank import EDITORS_SETTINGS, FourRank
from ..game import Reading, Setting

TEXT = "Mefuvha, a copy of an older Mancala World text"


class Mefuvha(FourRank):
    """Two free captures with each capture; singles move only into empty holes; no forced opening."""

    id = "mefuvha"
    name = "Mefuvha"
    sizes = range(6, 29, 2)
    default_columns = 16
    readings = (
        Reading(
            "mancala-world",
            TEXT,
            {
                "free_captures": Setting(2, TEXT),
                "first_capture_bonus": Setting(0, f"{TEXT}, which knows none"),
                "singles": Setting("empty-only", TEXT),
                **EDITORS_SETTINGS,
                "repetition": Setting("draw", TEXT),
            },
        ),
    )

    def opening(self) -> Seeds:
        """Two seeds in every hole, but none in the leftmost hole of the inner rank and one in its neighbour."""
        return (2,) * (self.board.size - 2) + (1, 0)
