"""How a page, a clause and a source are cited, in Chromium: what opens, what is copied, what is downloaded."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import rispy
from browser.live import TOO_WIDE, Visit
from playwright.sync_api import Download, Page, ViewportSize, expect
from pybtex.database import parse_file

import mancala_ref

DESK, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=800)


def opened(page: Page, where: str) -> None:
    page.locator(f"{where} details.cite > summary").click()


def downloaded(page: Page, where: str, name: str) -> Download:
    with page.expect_download() as caught:
        page.locator(where).get_by_role("link", name=name, exact=True).click()
    return caught.value


@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_a_link_at_the_top_opens_how_to_cite_the_page(visit: Visit, site: Path, viewport: ViewportSize) -> None:
    page = visit("games/songo-ewondo.html", viewport=viewport)
    expect(page.locator("details.cite[open]")).to_have_count(0)
    page.get_by_role("link", name="Cite this page").click()
    block = page.locator(".page-foot details.cite")
    expect(block.get_by_text("“Songo Ewondo.”")).to_be_in_viewport()
    [item] = json.loads((site / "cite/pages/games/songo-ewondo.json").read_text("utf-8"))
    history = page.locator(".page-history > summary")
    expect(history).to_have_count(int("issued" in item))  # a copy without git, or with changes, has no history to tell
    for summary in history.all():
        summary.click()
        expect(page.locator(".page-history li").first).to_be_visible()
    assert page.evaluate(TOO_WIDE) == []


def test_a_reference_is_copied_as_it_stands(visit: Visit) -> None:
    page = visit("games/mefuvha.html", permissions=["clipboard-read", "clipboard-write"])
    where = "[id='mefuvha.capture']"
    opened(page, where)
    reference = page.locator(f"{where} details.cite dd").nth(1)
    expected = reference.evaluate("(reference) => reference.firstChild.textContent")
    assert expected.startswith("The mancala_ref authors. (")
    button = reference.get_by_role("button")
    expect(button).to_have_accessible_name("copy reference in the style of APA, 7th edition")
    button.click()
    expect(page.get_by_role("status").filter(has_text="Copied: the reference in the style of APA")).to_have_count(1)
    copied = page.evaluate("navigator.clipboard.readText()")
    markup = page.evaluate("async () => (await (await navigator.clipboard.read())[0].getType('text/html')).text()")
    assert "<i>Mefuvha, clause mefuvha.capture</i>" in re.sub(r' style="[^"]*"', "", markup)
    assert copied.startswith(expected)
    assert "Mefuvha, clause mefuvha.capture" in copied
    assert not copied.endswith("copy")


def test_a_reference_that_cannot_be_copied_is_selected(visit: Visit) -> None:
    page = visit("games/mefuvha.html")
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('refused')); }")
    opened(page, "[id='mefuvha.stop']")
    page.locator("[id='mefuvha.stop'] details.cite dd").first.get_by_role("button").click()
    expect(page.get_by_role("status").filter(has_text="it is selected")).to_have_count(1)
    selected = page.evaluate("getSelection().toString()")
    assert "mefuvha.stop" in selected
    assert "cop" not in selected


@pytest.mark.parametrize(
    ("path", "where", "title"),
    [
        ("games/nakabili.html", ".page-foot", "Nakabili"),
        ("games/nakabili.html", "[id='nakabili.mutwi']", "Nakabili, clause nakabili.mutwi"),
        ("reference/data.html", "#glossary", "mancala_ref: Glossary"),
        ("reference/citing.html", "#what-to-cite", "mancala_ref: Traditional African mancala games, clause by clause"),
        ("code/mancala_ref/sowing.py.html", ".page-foot", "mancala_ref/sowing.py"),
    ],
)
def test_files_of_things_are_downloaded_and_read(
    visit: Visit, tmp_path: Path, path: str, where: str, title: str
) -> None:
    page = visit(path)
    opened(page, where)
    block = f"{where} details.cite"
    paths = {}
    for name in ("BibTeX", "RIS", "CSL-JSON"):
        found = downloaded(page, block, name)
        paths[name] = tmp_path / found.suggested_filename
        found.save_as(paths[name])
    assert {path.suffix for path in paths.values()} == {".bib", ".ris", ".json"}
    [entry] = parse_file(str(paths["BibTeX"])).entries.values()
    assert entry.fields["title"].strip("{}").replace("\\_", "_") == title
    [record] = rispy.loads(paths["RIS"].read_text("utf-8"))
    assert record["title"] == title
    [item] = json.loads(paths["CSL-JSON"].read_text("utf-8"))
    assert item["id"] == record["id"] == entry.key


def test_files_of_a_source_are_downloaded_and_read(visit: Visit, tmp_path: Path) -> None:
    page = visit("reference/bibliography.html")
    found = downloaded(page, "#source-tessmann1913", "BibTeX")
    assert found.suggested_filename == "tessmann1913.bib"
    found.save_as(tmp_path / "source.bib")
    [person] = parse_file(str(tmp_path / "source.bib")).entries["tessmann1913"].persons["author"]
    assert str(person) == "Tessmann, Günter"


def test_without_a_script_all_of_it_is_there(visit: Visit) -> None:
    page = visit("games/mefuvha.html", java_script_enabled=False)
    opened(page, ".page-foot")
    block = page.locator(".page-foot details.cite")
    expect(block.get_by_text("“Mefuvha.”")).to_be_visible()
    expect(block.get_by_role("button")).to_have_count(0)
    expect(page.locator(".page-age")).to_contain_text(f"Version {mancala_ref.__version__}")
