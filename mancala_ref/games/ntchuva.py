"""Ntchuva, as played in Mozambique."""

from __future__ import annotations

from ..board import Seeds
from ..four_rank import EDITORS_SETTINGS, FourRank
from ..game import Reading, Setting

TEXT = "«Ntchuva», an anonymous description in Portuguese"


class Ntchuva(FourRank):
    """One free capture with each capture; a single may also move onto an occupied hole and is then sown on."""

    id = "ntchuva"
    name = "Ntchuva"
    sizes = (4, 8, 16, 32)
    default_columns = 8
    readings = (
        Reading(
            "portuguese-text",
            TEXT,
            {
                "free_captures": Setting(1, TEXT),
                "first_capture_bonus": Setting(0, f"{TEXT}, which knows none"),
                "singles": Setting("any-relay", TEXT),
                **EDITORS_SETTINGS,
            },
        ),
    )

    def opening(self) -> Seeds:
        """Two seeds in every hole."""
        return (2,) * self.board.size
