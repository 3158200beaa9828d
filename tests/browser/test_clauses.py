"""What a script adds to clauses: a button that copies an address, and a filter on the list of all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browser.live import Visit
from playwright.sync_api import Page, expect

LIST = "reference/clauses.html"


@pytest.fixture(scope="session")
def clauses(site: Path) -> list[dict[str, Any]]:
    """All clauses, as the site tells them to programs, each with what the readings set in its options."""
    found: list[dict[str, Any]] = json.loads((site / "data/clauses.json").read_text("utf-8"))["clauses"]
    games = json.loads((site / "data/readings.json").read_text("utf-8"))["games"]
    readings = {game["id"]: game["readings"] for game in games}
    for clause in found:
        settings = [reading["settings"] for reading in readings[clause["game"]]]
        clause["settings"] = [each[option] for each in settings for option in clause["options"]]
    return found


def shown(page: Page) -> list[str]:
    """The ids of the clauses that the list shows."""
    return page.locator(".clause-entry:visible .clause-meta a:first-of-type code").all_inner_texts()


def test_the_list_can_be_filtered_and_the_filter_linked(
    visit: Visit, site_url: str, clauses: list[dict[str, Any]]
) -> None:
    page = visit(LIST)
    count = page.locator(".clause-count")
    expect(count).to_have_attribute("role", "status")
    expect(count).to_have_text(f"{len(clauses)} of {len(clauses)} clauses")
    assert sorted(shown(page)) == sorted(clause["id"] for clause in clauses)

    page.get_by_label("Game").select_option("Songo Ewondo")
    wanted = [clause["id"] for clause in clauses if clause["game"] == "songo-ewondo"]
    assert shown(page) == wanted
    assert page.locator("h2:visible").filter(has_text="Songo").count() == 1
    assert page.locator("h2:visible").filter(has_text="Mefuvha").count() == 0
    page.get_by_label("Standing").select_option("editors’ decision")
    wanted = [c["id"] for c in clauses if c["game"] == "songo-ewondo" and c["standing"] == "editors"]
    assert shown(page) == wanted
    expect(count).to_have_text(f"{len(wanted)} of {len(clauses)} clauses")
    assert page.url == f"{site_url}/{LIST}?game=songo-ewondo&standing=editors"
    page.reload()
    assert shown(page) == wanted

    page.goto(f"{site_url}/{LIST}?source=sanderson1913&words=SEEDS+sow&game=birch&standing=rumour")
    wanted = [c["id"] for c in clauses if "sanderson1913" in speak(c)]
    assert shown(page)
    assert set(shown(page)) <= set(wanted)
    told = f"{len(shown(page))} of {len(clauses)} clauses"
    expect(count).to_have_text(f"{told}; no such game: birch; no such standing: rumour")
    page.get_by_label("Words").fill("no such words")
    assert shown(page) == []
    expect(count).to_have_text(f"0 of {len(clauses)} clauses")
    page.get_by_label("Words").fill("")
    assert shown(page) == wanted
    page.get_by_label("Source", exact=True).select_option("all")
    assert len(shown(page)) == len(clauses)
    assert page.url == f"{site_url}/{LIST}"


def speak(clause: dict[str, Any]) -> set[str]:
    """The sources that speak in a clause, or in one of its readings."""
    return {source["key"] for part in (clause, *clause["settings"]) for source in part["sources"]}


def test_the_filter_by_source_finds_what_speaks_only_in_a_reading(
    visit: Visit, site_url: str, clauses: list[dict[str, Any]]
) -> None:
    only = {
        (clause["id"], key)
        for clause in clauses
        for key in speak(clause) - {source["key"] for source in clause["sources"]}
    }
    clause, source = min(only)
    page = visit(f"{LIST}?source={source}")
    assert clause in shown(page)
    assert shown(page) == [each["id"] for each in clauses if source in speak(each)]


def test_an_apostrophe_is_found_however_it_is_written(visit: Visit) -> None:
    page = visit(f"{LIST}?words=opponent's")
    straight = shown(page)
    page.get_by_label("Words").fill("opponent’s")
    assert shown(page) == straight
    assert straight


def test_a_link_to_a_clause_flows_with_its_sentence(visit: Visit) -> None:
    """A link has the class `clause`, as the block of a clause has."""
    page = visit("games/index.html")
    links = page.locator("p a span.clause")
    assert links.count()
    for link in links.all():
        expect(link).to_have_css("display", "inline")


def test_the_list_is_whole_without_a_script(visit: Visit, clauses: list[dict[str, Any]]) -> None:
    page = visit(f"{LIST}?game=mefuvha", java_script_enabled=False)
    assert len(shown(page)) == len(clauses)
    expect(page.locator("form.clause-filter")).to_be_hidden()


def test_a_button_copies_the_whole_address_of_a_clause(visit: Visit, site_url: str) -> None:
    page = visit("games/mefuvha.html", permissions=["clipboard-read", "clipboard-write"])
    address = f"{site_url}/games/mefuvha.html"
    button = page.locator("[id='mefuvha.relay'] .clause-meta .copy-button")
    expect(button).to_have_accessible_name("copy link to clause mefuvha.relay")
    button.click()
    expect(button).to_have_text("copied")
    said = page.get_by_role("status").filter(has_text="Copied: the link to clause mefuvha.relay.")
    expect(said).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}#mefuvha.relay"


def test_the_address_is_in_the_address_bar_if_it_cannot_be_copied(visit: Visit, site_url: str) -> None:
    page = visit("games/mefuvha.html")
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('refused')); }")
    button = page.get_by_role("button", name="copy link to clause mefuvha.stop")
    button.click()
    expect(button).to_have_text("not copied")
    expect(page.get_by_role("status").filter(has_text="it is in the address bar")).to_have_count(1)
    assert page.url == f"{site_url}/games/mefuvha.html#mefuvha.stop"


def test_without_a_script_a_clause_has_a_plain_link(visit: Visit, site_url: str) -> None:
    page = visit("games/mefuvha.html", java_script_enabled=False)
    page.get_by_role("link", name="Link to clause mefuvha.relay").click()
    assert page.url == f"{site_url}/games/mefuvha.html#mefuvha.relay"
    assert page.locator(".copy-button").count() == 0
