"""Ntchuva, as played in Mozambique."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from ..board import Seeds
from ..four_rank import EDITORS_SETTINGS, FourRank
from ..game import Cite, Reading, applies, editors, inferred, says

TEXT: Final = Cite("ntchuva-text", "section “Desenrolar do jogo”")
UNILURIO: Final = Cite("ntxuvamas", "Ntxuva.java")
TCHADJI: Final = Cite("mancala-world-tchadji", "section “Rules”")


class Ntchuva(FourRank):
    """Two seeds in every hole; the readings differ in free captures and in where a single may move."""

    id = "ntchuva"
    name = "Ntchuva"
    sizes = (4, 8, 16, 32)
    default_columns = 8
    sources: ClassVar[Mapping[str, str]] = {
        "ntchuva-text": "Ntchuva, anonymous text in Portuguese",
        "ntxuvamas": "NtxuvaMultiAgent",
        "mancala-world-tchadji": "Mancala World, Tchadji",
    }
    readings = (
        Reading(
            "portuguese-text",
            "the anonymous text in Portuguese",
            {
                "free_captures": says(1, TEXT),
                "free_duty": inferred("all", TEXT),
                "singles": says("any-relay", TEXT),
                **EDITORS_SETTINGS,
            },
        ),
        Reading(
            "unilurio",
            "NtxuvaMultiAgent, a program of UniLúrio in Mozambique",
            {
                "free_captures": says(0, UNILURIO),
                "free_duty": editors("all"),
                "singles": says("empty-only", UNILURIO),
                **EDITORS_SETTINGS,
                "never_ending": says("illegal", Cite("ntxuvamas", "SearchParent.java")),
            },
            sizes=(6, 8),
        ),
        Reading(
            "tchadji",
            "Tchadji, of the Ilha de Moçambique, by Mancala World",
            {
                "free_captures": says(1, TCHADJI),
                "free_duty": says("all", TCHADJI),
                "singles": says("empty-only", TCHADJI),
                **EDITORS_SETTINGS,
            },
            sizes=(8, 12),
        ),
    )

    @applies("setup")
    def opening(self) -> Seeds:
        """Two seeds in every hole."""
        return (2,) * self.board.size
