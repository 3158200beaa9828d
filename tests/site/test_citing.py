"""The directive that tells how to cite a game's page."""

from __future__ import annotations

from elements import Elements
from projects import Project

import mancala_ref

FRONT = "---\nmyst:\n  enable_extensions: [attrs_block]\n---\n"


def test_a_page_tells_how_to_cite_it_a_clause_and_a_position(project: Project) -> None:
    pages = {"games/mefuvha": f"{FRONT}# Mefuvha\n\n```{{how-to-cite}}\n```\n", "guide/notation": "# Notation\n"}
    built = project(pages, ["citing"], "html")
    assert not built.warnings
    page = Elements(built.out / "games/mefuvha.html")
    assert "“Mefuvha”" in page.text
    assert "mefuvha.capture" in page.text
    opening = "2*16/2*14,1,0/0,1,2*14/2*16 S"
    assert mancala_ref.Position.parse(opening).seeds("b1") == 0
    assert f"“mefuvha, 16 columns, reading mancala-world, {opening}”" in page.text
    assert any(attrs.get("href") == "../guide/notation.html" for _, attrs in page.found)


def test_a_page_of_no_game_has_none(project: Project) -> None:
    built = project({"games/oak": "# Oak\n\n```{how-to-cite}\n```\n"}, ["citing"])
    assert "oak.md:3: ERROR: how-to-cite: unknown game 'oak'" in built.warnings
