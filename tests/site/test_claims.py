"""The check of what pages claim, on small projects: sections in their order, and a citation with each claim."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from claims import CLAIMS, SECTIONS
from projects import Project

EXTENSIONS = ("sources", "claims")
CITED = "A claim {cite:p}`oak`."
FRONT = "---\nmyst:\n  enable_extensions: [attrs_block, deflist]\n---\n"
BIB = "\n\n```{sources}\n:all:\n```\n"


def page(titles: Sequence[str] = SECTIONS, section: str = "", text: str = "") -> str:
    """Return a game's page whose sections make one good claim each, but one, which has the text."""
    return "# Game\n\n" + "\n\n".join(f"## {title}\n\n{text if title == section else CITED}" for title in titles) + BIB


def warnings(project: Project, text: str, name: str = "games/nakabili") -> list[str]:
    """Build a page, with the extension that lets a line name a class, and return what is said of its claims."""
    said = project({name: FRONT + text}, EXTENSIONS).warnings.splitlines()
    assert [line for line in said if "cites no source" not in line and "in one order" not in line] == []
    return said


def test_a_page_with_all_sections_and_citations_is_well(project: Project) -> None:
    assert warnings(project, page()) == []


@pytest.mark.parametrize(
    ("titles", "expected", "found"),
    [
        (SECTIONS[1:], "the section “At a glance”", "the section “Names”"),
        (SECTIONS[:-1], "the section “Sources”", "no more"),
        ((*SECTIONS, "Strategy"), "no more", "the section “Strategy”"),
        ((SECTIONS[1], SECTIONS[0], *SECTIONS[2:]), "the section “At a glance”", "the section “Names”"),
    ],
)
def test_the_sections_of_a_games_page_have_one_order(
    project: Project, titles: Sequence[str], expected: str, found: str
) -> None:
    [said] = warnings(project, page(titles))
    assert said.endswith(f"the page of a game has its sections in one order: expected {expected} here, found {found}")
    assert "games/nakabili.md" in said


UNCITED = {
    "a paragraph": ("Cited {cite:p}`oak`.\n\nMen play it on Sundays.", "Men play it on Sundays.", 2),
    "an item": ("- Cited {cite:p}`oak`.\n- In **1902** a board was sold.", "In 1902 a board was sold.", 1),
    "a defined term": ("1900\n: Cited {cite:p}`oak`.\n\n1902\n: A board was sold.", "1902 A board was sold.", 3),
    "a row": ("| Q | A |\n|-|-|\n| one | {cite:t}`oak` |\n| two | seeds |", "two seeds", 0),  # its table has a line
    "a quotation": ("> They say so.", "They say so.", 0),
    "a smaller section": ("### Now\n\nMen play it on Sundays.", "Men play it on Sundays.", 2),
    "an admonition": ("```{note}\nMen play it.\n```", "Men play it.", 1),
    "a caption": ("```{figure} https://oak.org/board.svg\nCarved in 1902.\n```", "Carved in 1902.", 1),
    "under a caption": ("```{figure} https://oak.org/board.svg\nA {cite:t}`oak`.\n\nCarved.\n```", "Carved.", 3),
    "an inner item": ("- Cited {cite:p}`oak`.\n  - In 1902.", "In 1902.", 1),
    "an item's second paragraph": ("- Cited {cite:p}`oak`.\n\n  In 1902.", "In 1902.", 2),
    "a topic": ("```{topic} Today\nMen play it.\n```", "Men play it.", 1),
    "a heading of its own": ("```{rubric} Men play it\n```", "Men play it", 0),
    "a footnote": ("Cited {cite:p}`oak`.[^one]\n\n[^one]: In 1902.", "In 1902.", 2),
}


@pytest.mark.parametrize(("text", "said", "below"), UNCITED.values(), ids=UNCITED)
def test_a_claim_without_a_citation_is_told_with_its_line(project: Project, text: str, said: str, below: int) -> None:
    [told] = warnings(project, page(section="History", text=text))
    assert f"“{said}” cites no source; where the editors speak for themselves, a line {{.ours}} says so" in told
    line = f"{FRONT}{page(section='History', text=text)}".split(text)[0].count("\n") + 1 + below
    place = re.search(r"games/nakabili\.md:(\d+): WARNING", told)
    assert place is not None
    assert int(place[1]) == line


@pytest.mark.parametrize("section", sorted(CLAIMS))
def test_every_section_that_claims_is_looked_at(project: Project, section: str) -> None:
    [told] = warnings(project, page(section=section, text="They play."))
    assert "“They play.” cites no source" in told


def test_a_long_claim_is_told_by_its_beginning(project: Project) -> None:
    [told] = warnings(project, page(section="History", text="word " * 30))
    assert f"“{('word ' * 30)[:60]}…” cites" in told


def test_other_sections_may_speak_freely(project: Project) -> None:
    assert warnings(project, page(section="Play", text="Take a hole.")) == []


def test_other_pages_may_speak_freely(project: Project) -> None:
    assert warnings(project, f"# Guide\n\n## History\n\nText.{BIB}", "guide/history") == []


def test_what_the_editors_say_for_themselves_is_marked(project: Project) -> None:
    text = "{.ours}\nWe know no more.\n\n{.ours}\n- We looked.\n- We found nothing."
    assert warnings(project, page(section="History", text=text)) == []


def test_all_of_the_page_on_relatives_is_claims(project: Project) -> None:
    text = f"# Relatives\n\nA lead.\n\n## Moruba\n\n{CITED}\n\n### Today\n\nIt is played.{BIB}"
    assert [line.split("“")[1][:6] for line in warnings(project, text, "games/relatives")] == ["A lead", "It is "]
