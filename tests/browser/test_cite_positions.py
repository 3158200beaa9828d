"""Citing a position of a board, in Chromium: what the browser fills in is what the libraries would have written."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
import rispy
from browser.faulty import Fault, FaultyServer
from browser.live import Board, Guard, Visit, set_position, set_rules, the_board
from browser.shown import clicks
from citations import as_bibtex, as_json, as_ris
from cite import processor
from citing import KEY, LINK, POSITION, RULES
from playwright.sync_api import Page, Route, expect
from pybtex.database import Entry, parse_string

from mancala_ref import GAMES, Game, OptionError, game
from mancala_ref.live.session import Session
from mancala_ref.messages import say_rules, text

ADDRESS = "https://www.example.org/mancala/"
UNLINKED = "was built without the address at which it is published"
RULED = {  # a reading and an option that are not the usual ones
    "mefuvha": game("mefuvha", 8, "stayt-1931", free_captures=0),
    "ntchuva": game("ntchuva", 8, "tchadji", free_duty="optional"),
    "nakabili": game("nakabili", setup="right"),
    "songo-ewondo": game("songo-ewondo", reading="cameroon", win_at=36),
}
Csl = dict[str, Any]


# ---- what is expected


def built(site: Path, name: str) -> dict[str, Any]:
    """Return what the site has to cite positions of a game."""
    found: dict[str, Any] = json.loads((site / f"cite/positions/{name}.json").read_text("utf-8"))
    return found


def blank(site: Path, name: str) -> Csl:
    """Return the item with its blanks, as a site has it that was built with an address."""
    [item] = json.loads(built(site, name)["files"]["json"])
    return {**item, "URL": f"{ADDRESS}games/{name}.html?{LINK}"}


def written(items: list[Csl]) -> list[dict[str, Any]]:
    """Return the references and the files of each item, as the libraries write them."""
    return [
        {
            "references": [[name, shown[style]] for style, name in processor.STYLES.items()],
            "files": {"bib": as_bibtex(item), "ris": as_ris(item), "json": as_json(item)},
        }
        for item, shown in zip(items, processor.format(items), strict=True)
    ]


def link(rule: Game, position: str) -> str:
    """Return the query of the link to a position: with its reading, even the usual one, and without its past."""
    options = ",".join(f"{name}={value}" for name, value in rule.changed.items())
    parts = {"position": position, "reading": rule.reading.id, "options": options}
    return "&".join(f"{name}={quote(said.replace(' ', '_'), safe=',/=*')}" for name, said in parts.items() if said)


def rules(rule: Game) -> str:
    """Return what a reference says of the rules."""
    return ", ".join([rule.reading.id, *(f"{name}={value}" for name, value in rule.changed.items())])


def whole(item: Csl, rule: Game, position: str, query: str) -> Csl:
    """Return an item with the texts in the place of its blanks."""
    key = re.sub("[^a-z0-9]+", "-", f"{position} {rules(rule)}".lower().replace("*", "x"))
    texts = {KEY: key, POSITION: position, RULES: rules(rule), LINK: query}
    fill = re.compile("|".join(texts))
    return {
        name: fill.sub(lambda found: texts[found[0]], said) if isinstance(said, str) else said
        for name, said in item.items()
    }


def cases(name: str) -> list[tuple[Game, str]]:
    """Return positions under all readings and all values of options; one match of thirty turns, click by click."""
    rule = RULED[name]
    by_rules: dict[str, Game] = {}
    for reading, option in product(rule.readings, rule.options):
        for value in option.values:
            with suppress(OptionError):  # some make no sense with the others
                changed = game(name, None, reading.id, **{option.name: value})
                by_rules[rules(changed)] = changed
    found = [(each, each.start().text) for each in by_rules.values() if each is not rule]
    position = rule.start()
    for _ in range(30):
        if rule.outcome(position):
            break
        turn = rule.play(position, list(rule.legal(position))[-1])
        found += [(rule, click.position.text) for click in clicks(rule, turn)]
        position = turn.position
    return found


# ---- what the browser fills in

# What is made of each state and query; and HTML of the library's, as this browser writes it.
FILL = """async ([forms, given, expected]) => {
  const { filled } = await import(new URL('cite.js', document.querySelector('script[src*="host.js"]').src));
  const box = document.createElement('div');
  const html = (nodes) => { box.replaceChildren(nodes); return box.innerHTML; };
  const again = (text) => { box.innerHTML = text; return box.innerHTML; };
  const made = given.map(([state, query]) => {
    const { references, files, about } = filled(forms, state, query);
    return { references: references.map(([style, nodes]) => [style, html(nodes)]), files, about: html(about) };
  });
  return [made, expected.map((references) => references.map(([style, text]) => [style, again(text)]))];
}"""


@pytest.mark.parametrize("name", GAMES)
def test_filled_in_it_is_what_the_libraries_write(visit: Visit, site: Path, name: str) -> None:
    page = visit(f"games/{name}.html")
    item, found = blank(site, name), cases(name)
    queries = [link(rule, position) for rule, position in found]
    [forms, *expected] = written(
        [item, *(whole(item, *case, query) for case, query in zip(found, queries, strict=True))]
    )
    forms["about"] = f'<p><a href="{item["URL"]}">{item["URL"]}</a></p><p>Version 1&lt;2.</p>'
    states = [{"position": position, "reading": rule.reading.id, "options": rule.changed} for rule, position in found]
    given = [list(pair) for pair in zip(states, queries, strict=True)]
    made, references = page.evaluate(FILL, [forms, given, [each["references"] for each in expected]])
    assert len(made) > 40
    keys = set()
    for filled, query, right, shown in zip(made, queries, expected, references, strict=True):
        assert filled["files"] == right["files"]
        assert filled["references"] == shown
        url = f"{ADDRESS}games/{name}.html?{query}".replace("&", "&amp;")
        assert filled["about"] == f'<p><a href="{url}">{url}</a></p><p>Version 1&lt;2.</p>'
        keys |= set(parse_string(filled["files"]["bib"], "bibtex").entries)
    assert len(keys) == len(found)
    allowed = re.compile(re.escape(item["id"]).replace(KEY, "[a-z0-9-]+"))
    assert all(map(allowed.fullmatch, keys))


def test_no_text_is_read_as_html(visit: Visit, site: Path) -> None:
    page = visit("games/mefuvha.html")
    evil = '<img src=x onerror=alert(1)>"\\&'
    state = {"position": evil, "reading": evil, "options": {evil: evil}}
    [[made], _] = page.evaluate(FILL, [built(site, "mefuvha"), [[state, evil]], []])
    for _, reference in made["references"]:
        assert "<img" not in reference
        assert "&lt;img src=x onerror=alert(1)&gt;" in reference
    [item] = json.loads(made["files"]["json"])
    assert evil in item["title"]


# ---- what the board shows


def with_address(page: Page, site: Path, *names: str) -> None:
    """Let the page be of a site that was built with an address."""

    def serve(route: Route) -> None:
        name = urlsplit(route.request.url).path.rpartition("/")[2].removesuffix(".json")
        item = blank(site, name)
        [forms] = written([item])
        about = f'<p>Permanent link: <a href="{item["URL"]}">{item["URL"]}</a></p>\n<p>Version 1.</p>\n'
        route.fulfill(json={**forms, "about": about})

    page.route("**/cite/positions/*.json", serve)


def unfold(board: Board) -> None:
    """Open the board's folds down to how to cite it."""
    board.unfold("share")
    board.unfold("cite")


def references(board: Board) -> list[str]:
    """Return the references that the board shows, once they are there."""
    shown = board.live.locator(".mancala-cite .mancala-reference")
    expect(shown).to_have_count(len(processor.STYLES))
    return shown.all_inner_texts()


def as_text(page: Page, expected: dict[str, Any]) -> list[str]:
    """Return the references that the libraries write, as text."""
    script = "(all) => all.map((html) => Object.assign(document.createElement('p'), { innerHTML: html }).textContent)"
    found: list[str] = page.evaluate(script, [html for _, html in expected["references"]])
    return found


def saved(page: Page, board: Board, tmp_path: Path, name: str) -> dict[str, str]:
    """Press the buttons that save files, and return what they hold."""
    files = {}
    for ending in ("bib", "ris", "json"):
        with page.expect_download() as download:
            board.press(ending)
        assert download.value.suggested_filename == f"{name}-position.{ending}"
        download.value.save_as(tmp_path / ending)
        files[ending] = (tmp_path / ending).read_bytes().decode("utf-8")
    return files


@pytest.mark.parametrize("name", GAMES)
def test_a_played_position_is_cited(visit: Visit, guard: Guard, site: Path, tmp_path: Path, name: str) -> None:
    rule = RULED[name]
    turn = rule.play(rule.start(), next(iter(rule.legal(rule.start()))))
    page = visit(f"games/{name}.html")
    with_address(page, site)
    set_rules(page, rule.reading.id, rule.changed)
    set_position(page, rule.start().text)
    board = the_board(page)
    board.play()
    for click in clicks(rule, turn):
        board.choose(click.hole)
    assert not [request for request in guard.requests if "cite" in request.rpartition("mancala/")[2]]  # not until asked
    unfold(board)

    position = turn.position.text
    asked = link(rule, position)
    [expected] = written([whole(blank(site, name), rule, position, asked)])
    assert references(board) == as_text(page, expected)
    styles = board.live.locator(".mancala-cite dt").all_inner_texts()
    assert styles == [style for style, _ in expected["references"]]
    address = f"{ADDRESS}games/{name}.html?{asked}"
    permanent = board.live.locator(".mancala-cite a")
    expect(permanent).to_have_text(address)
    expect(permanent).to_have_attribute("href", address)

    files = saved(page, board, tmp_path, name)
    assert files == expected["files"]
    title = f"{GAMES[name].name}, position {position}, reading {rules(rule)}"
    [entry] = parse_string(files["bib"], "bibtex").entries.values()
    assert isinstance(entry, Entry)
    assert entry.fields["title"].strip("{}").replace("\\_", "_") == title
    assert entry.fields["url"] == address
    [record] = rispy.loads(files["ris"])
    assert (record["title"], record["urls"]) == (title, [address])
    [item] = json.loads(files["json"])
    assert (re.sub("<.*?>", "", item["title"]), item["URL"]) == (title, address)
    assert parse_qs(urlsplit(item["URL"]).query)["position"] == [position.replace(" ", "_")]

    page.goto(page.url.partition("?")[0] + "?" + urlsplit(address).query)
    box = page.locator(".mancala[data-main]")
    expect(box).to_have_attribute("data-position", position)  # what is cited is what one comes to
    expect(box.locator(".mancala-link")).to_contain_text(say_rules(rule))


def test_it_follows_the_board_and_keeps_the_focus(visit: Visit, site: Path) -> None:
    page = visit("games/mefuvha.html")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board = the_board(page)
    board.play()
    unfold(board)
    first = references(board)
    assert f"osition {board.shown().position}, " in first[0]
    copies = board.live.locator("[data-act=copy-reference]")
    copies.last.click()
    expect(board.live.locator("dd:last-child > .mancala-note")).to_have_text(text("label.copied"))
    assert page.evaluate("navigator.clipboard.readText()") == first[1]
    expect(copies.last).to_have_accessible_name(text("label.copy-reference", style=list(processor.STYLES.values())[1]))

    with board.answering():  # and the focus is elsewhere by then, as when a machine moves
        board.live.evaluate(
            """(live) => {
              live.querySelector('[data-hole=a1]').dispatchEvent(new MouseEvent('click', { bubbles: true }));
              [...live.querySelectorAll('[data-act=copy-reference]')].at(-1).focus();
            }"""
        )
    followed = references(board)
    assert f"osition {board.shown().position}, " in followed[0]
    assert followed != first
    expect(copies.last).to_be_focused()
    board.undo()
    assert references(board) == first
    board.unfold("cite")
    board.choose("a1")
    board.unfold("cite")
    expect(board.live.locator(".mancala-reference").first).to_have_text(followed[0])


def test_without_an_address_there_is_no_link(visit: Visit, tmp_path: Path) -> None:
    page = visit("games/nakabili.html")
    board = the_board(page)
    board.play()
    unfold(board)
    expect(board.live.locator(".mancala-cite")).to_contain_text(UNLINKED)
    expect(board.live.locator(".mancala-cite a")).to_have_count(0)
    assert not [reference for reference in references(board) if "http" in reference]
    files = saved(page, board, tmp_path, "nakabili")
    assert "url" not in files["bib"].lower()
    assert "UR  -" not in files["ris"]
    assert "URL" not in files["json"]


def test_a_board_on_another_page_is_cited_by_the_page_of_its_game(visit: Visit, site: Path) -> None:
    page = visit("index.html")
    with_address(page, site)
    board = the_board(page)
    board.play()
    unfold(board)
    references(board)
    expect(board.live.locator(".mancala-cite a")).to_have_text(re.compile(f"^{ADDRESS}games/mefuvha.html.position="))


@pytest.mark.parametrize(
    ("file", "fault"),
    [("mefuvha.json", "missing"), ("mefuvha.json", "page"), ("mefuvha.json", "damaged"), ("cite.js", "missing")],
)
def test_what_does_not_load_is_told_and_loads_when_tried_again(
    visit: Visit, guard: Guard, faulty: FaultyServer, file: str, fault: Fault
) -> None:
    guard.expect("")
    faulty.faults[file] = fault
    page = visit("games/mefuvha.html", faulty.url)
    board = the_board(page)
    board.play()
    unfold(board)
    status = board.live.locator(".mancala-cite > [role=status]")
    expect(status).to_have_text(text("label.not-loaded"))
    board.press("reload")
    expect(status).to_have_text(text("label.not-loaded"))
    faulty.faults.clear()
    page.locator("[data-act=reload]").focus()
    page.keyboard.press("Enter")
    assert board.shown().position in references(board)[0]
    expect(status).to_be_empty()
    expect(page.locator("[data-act=reload]")).to_be_hidden()
    expect(board.live.locator(".mancala-cite > summary")).to_be_focused()


def test_what_does_not_come_is_told(visit: Visit, guard: Guard, faulty: FaultyServer) -> None:
    guard.expect("")
    faulty.faults["mefuvha.json"] = "stalled"
    page = visit("games/mefuvha.html", faulty.url)
    board = the_board(page)
    board.play()
    page.evaluate("mancala.patience.start = 1500")
    unfold(board)
    status = board.live.locator(".mancala-cite > [role=status]")
    expect(status).to_have_text(text("label.loading"))
    expect(status).to_have_text(text("label.not-loaded"))


def test_in_a_notebook_there_is_nothing_to_cite_by(visit: Visit) -> None:
    """Its host gives the front end a state and nothing else."""
    page = visit("games/mefuvha.html")
    state = {**Session("mefuvha").state(), "version": "1"}
    page.evaluate(
        """async (state) => {
          const { src } = document.querySelector('script[src*="host.js"]');
          const { default: board } = await import(new URL('board.js', src));
          const model = { get: (name) => (name === 'state' ? state : undefined), on() {}, off() {}, send() {} };
          const el = Object.assign(document.createElement('div'), { id: 'cell' });
          document.querySelector('main').prepend(el);
          board.render({ model, el });
        }""",
        state,
    )
    cell = page.locator("#cell")
    cell.locator(".mancala-share > summary").click()
    expect(cell.locator("[data-act=svg]")).to_be_visible()
    expect(cell.locator(".mancala-cite")).to_be_hidden()
