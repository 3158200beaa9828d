"""Links to boards in Chromium: what is shown at once and played then, and what becomes of links that are no good."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from browser.faulty import FaultyServer
from browser.live import Board, Guard, Visit
from browser.shown import clicks
from playwright.sync_api import Dialog, Page, expect

from mancala_ref import Game, MancalaError, Match, Position, board_svg, game
from mancala_ref.messages import say_rules, text

GAMES = {  # sizes other than the page's own, where there are others
    "mefuvha": game("mefuvha", 12, "stayt-1931", singles="any"),
    "ntchuva": game("ntchuva", 12, "tchadji", free_duty="optional"),
    "nakabili": game("nakabili", setup="right"),
    "songo-ewondo": game("songo-ewondo", reading="cameroon", win_at=36),
}
NOTATION = Path(__file__).parents[2] / "docs" / "guide" / "notation.md"
MEFUVHA = game("mefuvha", 8)
OWN = MEFUVHA.start().text
GOOD = "0*3,2*5/0,2*5,1,0/1,2,0,2*5/2*8_N_captured=8-0_turn=1"  # after b3xd2xd3

READ = """(svg) => ({
  columns: svg.closest('.mancala-scroll')?.style.getPropertyValue('--mancala-columns'),
  size: svg.getAttribute('viewBox'),
  words: [...svg.querySelectorAll('title, desc, text')].map((element) => element.textContent),
  seeds: [...svg.querySelectorAll('[data-hole]')].map((hole) => [hole.dataset.hole, hole.dataset.seeds]),
  bold: [...svg.querySelectorAll('.player')].map((line) => getComputedStyle(line).fontWeight),
  dots: [...svg.querySelectorAll('.seeds')].map((ring) => [
    ring.getAttribute('display'),
    ring.hasAttribute('display') || Number(ring.getAttribute('stroke-dasharray').split(' ')[1]).toFixed(2),
  ]),
})"""


def main(page: Page) -> Board:
    """Return the board that a link opens."""
    return Board(page.locator(".mancala[data-main]"))


def shown(page: Page) -> Any:
    """Return all that the picture of the board shows."""
    return main(page).box.locator(".mancala-place svg").evaluate(READ)


def drawn(page: Page, position: Position) -> Any:
    """Return all that the engine's own picture of a position shows, put beside the page's for the while."""
    return page.evaluate(
        f"""([svg, columns]) => {{
          const place = document.createElement('div');
          place.className = 'mancala-scroll';
          place.style.setProperty('--mancala-columns', columns);
          place.innerHTML = svg;
          document.body.append(place);
          const found = ({READ})(place.firstChild);
          place.remove();
          return found;
        }}""",
        [board_svg(position), position.board.columns],
    )


def query(rule: Game, match: Match, **more: str) -> str:
    """Return the link to a match, as one would write it by hand."""
    record = "_".join(str(turn.move) for turn in match.turns)
    options = ",".join(f"{name}={value}" for name, value in rule.changed.items())
    parts = {"position": match.position.text.replace(" ", "_"), "record": record}
    parts |= {"reading": rule.reading.id, "options": options, **more}
    return "&".join(f"{name}={value}" for name, value in parts.items() if value)


def played(rule: Game, turns: int, start: Position | None = None) -> Match:
    """Return a match of so many turns."""
    match = Match(rule, start)
    for _ in range(turns):
        match.play(list(rule.legal(match.position))[-1])
    return match


def copied(page: Page) -> str:
    """Press Copy link and return what it copies."""
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    main(page).live.locator("[data-act=link]").evaluate("(button) => button.click()")
    page.wait_for_function("window.copied")
    link: str = page.evaluate("window.copied")
    return link


@pytest.mark.parametrize("name", GAMES)
def test_a_link_is_shown_at_once_and_played_then(visit: Visit, guard: Guard, name: str) -> None:
    rule = GAMES[name]
    match = played(rule, 5)
    page = visit(f"games/{name}.html?{query(rule, match)}")
    board = main(page)
    expect(board.box.locator(".mancala-link")).to_contain_text(say_rules(rule))
    assert shown(page) == drawn(page, match.position)
    expect(board.box.locator(".mancala-place")).to_be_in_viewport()
    expect(board.status).to_be_empty()
    assert not [request for request in guard.requests if "pyodide" in request]  # Python is not asked for that

    board.play()
    assert board.shown().position == match.position.text
    assert board.shown().rules == say_rules(rule)
    for turn in reversed(match.turns):
        for click in reversed(list(clicks(rule, turn))):
            assert board.shown().position == click.position.text
            board.undo()
    assert board.shown().position == rule.start().text
    assert not board.shown().undo
    for click in clicks(rule, match.turns[0]):
        board.choose(click.hole)
    assert board.shown().position == match.turns[0].position.text


def test_a_link_with_a_position_alone_begins_there(visit: Visit) -> None:
    """As it is written by hand: runs written out, spaces as they are, as `+` or as `%20`."""
    page = visit(
        "games/mefuvha.html?position=0,0,0,2,2,2,2,2/0,2*5,1,0/1,2,0,2*5/2*8 N+captured=8-0%20turn=1&utm_source=paper"
    )
    position = MEFUVHA.parse(GOOD)
    board = main(page)
    expect(board.box.locator(".mancala-link")).to_contain_text(say_rules(MEFUVHA))
    assert shown(page) == drawn(page, position)
    board.play()
    assert board.shown().position == position.text
    assert not board.shown().undo


def test_the_link_in_the_guide(visit: Visit) -> None:
    [path] = re.findall(r"^ {4}(games/\S+\?position=\S+)$", NOTATION.read_text("utf-8"), re.MULTILINE)
    page = visit(path)
    rule = game("mefuvha", 6, "stayt-1931")
    expect(main(page).box.locator(".mancala-link")).to_contain_text(say_rules(rule))
    assert shown(page) == drawn(page, rule.start())


def test_a_record_that_begins_elsewhere(visit: Visit) -> None:
    start = MEFUVHA.parse("0*8/1,0*7/0*2,2,0,1,0*3/0*8 S")
    match = played(MEFUVHA, 1, start)
    page = visit(f"games/mefuvha.html?{query(MEFUVHA, match, start=start.text)}")
    board = main(page)
    board.play()
    board.undo()
    assert board.shown().position == start.text


def test_free_captures_that_are_due(visit: Visit) -> None:
    begun = next(clicks(MEFUVHA, MEFUVHA.play(MEFUVHA.start(), "b3xd2xd3")))
    page = visit(f"games/mefuvha.html?position={begun.position.text.replace(' ', '_')}&record=b3x")
    board = main(page)
    expect(board.box.locator(".mancala-link")).to_be_visible()
    assert shown(page) == drawn(page, begun.position)
    board.play()
    board.choose("d2")
    board.choose("d3")
    assert board.shown().turns == ["b3xd2xd3"]


def test_the_way_back_to_the_page_s_own_board(visit: Visit) -> None:
    page = visit(f"games/mefuvha.html?position={GOOD}")
    main(page).box.locator(".mancala-link a").click()
    page.wait_for_url(re.compile(r"mefuvha\.html#"))
    expect(main(page).box).to_have_attribute("data-position", OWN)
    assert shown(page) == drawn(page, MEFUVHA.start())


def test_a_fragment_keeps_its_place(visit: Visit) -> None:
    page = visit(f"games/mefuvha.html?position={GOOD}#mefuvha.end")
    expect(main(page).box.locator(".mancala-link")).to_have_count(1)
    expect(page.locator(":target")).to_be_in_viewport()


def test_code_opens_the_link_s_board(visit: Visit) -> None:
    page = visit(f"games/mefuvha.html?position={GOOD}&reading=stayt-1931&options=singles=any")
    board = main(page)
    expect(board.box.locator(".mancala-link")).to_be_visible()
    board.box.locator(".mancala-code").click()
    address = board.box.locator(".mancala-frame").get_attribute("src") or ""
    assert quote(f'"{GOOD.replace("_", " ")}"', safe="*").replace("%20", "+") in address
    assert quote('reading="stayt-1931", singles="any"', safe="").replace("%20", "+") in address


# As it is, as mail programs and others rewrite links, and with what followed it in a text.
@pytest.mark.parametrize("rewritten", ["", "/,*=_", "space", "end"])
def test_a_link_leads_to_where_it_was_copied(visit: Visit, rewritten: str) -> None:
    rule = game("mefuvha", 8, singles="any")
    match = played(rule, 2)
    page = visit(f"games/mefuvha.html?{query(rule, match)}")
    board = main(page)
    board.play()
    board.choose("b2")
    link = copied(page)
    address, _, asked = link.partition("?")
    assert address == page.url.partition("?")[0]
    assert "%" not in link  # it can be read
    assert " " not in link
    assert "reading" not in asked  # it is the usual one
    assert "start" not in asked  # it is the opening
    for letter in rewritten if rewritten not in ("space", "end") else "":
        parts = (part.partition("=") for part in asked.split("&"))
        asked = "&".join(f"{name}={value.replace(letter, quote(letter, safe=''))}" for name, _, value in parts)
    if rewritten == "space":
        asked = asked.replace("_", "+").replace("options+", "options_")
    if rewritten == "end":
        asked += ")."
    before = board.shown()

    page.goto(f"{address}?{asked}")
    expect(main(page).box.locator(".mancala-link")).to_be_visible()
    assert shown(page)["seeds"] == [[hole, str(seeds)] for hole, seeds in before.seeds.items()]
    main(page).play()
    after = main(page).shown()
    assert (after.position, after.turns, after.rules) == (before.position, before.turns, before.rules)
    assert copied(page) == link


def test_a_board_on_another_page_links_to_its_game(visit: Visit) -> None:
    page = visit("index.html")
    page.locator(".mancala").evaluate("(box) => { box.dataset.main = ''; }")  # only so that `main` finds it
    board = main(page)
    board.play()
    board.choose("a1")
    link = copied(page)
    assert "/games/mefuvha.html?position=" in link
    page.goto(link)
    main(page).play()
    assert main(page).shown().position == board.shown().position


def refused(key: str, **values: object) -> str:
    return text(f"page.link_{key}", name=MEFUVHA.name, **values)


READINGS = ", ".join(reading.id for reading in MEFUVHA.readings)
OPTIONS = {option.name: ", ".join(map(str, option.values)) for option in MEFUVHA.options}
SIZES = ", ".join(map(str, MEFUVHA.sizes))


def unreadable(at: int, parameter: str = "position") -> str:
    return refused("character", at=at, parameter=parameter, example=OWN)


# A query, and what is said of it.
HOSTILE = {
    "position=<script>alert(1)</script>": unreadable(1),
    "position=%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E": unreadable(1),
    "position='onmouseover='alert(1)": unreadable(1),
    "position=javascript:alert(1)": unreadable(1),
    f"position={GOOD}<svg/onload=alert(1)>": unreadable(len(GOOD) + 1),
    f"position={GOOD}%00": unreadable(len(GOOD) + 1),
    f"position={GOOD}%0A": unreadable(len(GOOD) + 1),
    "position=%FF%FE%80": unreadable(1),
    "position=%": unreadable(1),
    "position=٢*8/2*8/2*8/2*8_S": unreadable(1),
    "position=2*8/2*8/2*8/2*8": unreadable(16),
    "position=2*8/2*8/2*8/2*8_W": unreadable(17),
    "position=2*8/2*8/2*8/2*8_S_turn=1_captured=1-0": unreadable(25),
    "position=2*8/2*8/2*8/2*8_S_captured=1234567-0": unreadable(18),
    "position=2*8/2*8/2*8/2*8_S_winner=S": unreadable(18),
    "position=-2*8/2*8/2*8/2*8_S": unreadable(1),
    "position=12345*8/2*8/2*8/2*8_S": unreadable(5),
    "position=9999*9999/9999*9999/9999*9999/9999*9999_S": refused("columns", at=1, parameter="position", columns=SIZES),
    "position=2*7/2*7/2*7/2*7_S": refused("columns", at=1, parameter="position", columns=SIZES),
    "position=2*8/2*0,2*8/2*8/2*8_S": refused("columns", at=5, parameter="position", columns=8),
    "position=2*8/2*8/2*6/2*8_S": refused("columns", at=9, parameter="position", columns=8),
    "position=2*8/2*8_S": refused("ranks", parameter="position", found=2, ranks=4),
    f"position={'2*8/' * 3999}2*8_S": refused("ranks", parameter="position", found=4000, ranks=4),
    f"position={'2,' * 10_001}": refused("long", parameter="position", most=20_000),
    f"position={GOOD}&position={GOOD}": refused("twice", parameter="position"),
    f"position={GOOD}&record=b3&record=b4": refused("twice", parameter="record"),
    "position=": refused("position"),
    "reading=stayt-1931": refused("position"),
    f"position={GOOD}&reading=__proto__": refused("reading", readings=READINGS),
    f"position={GOOD}&reading=<b>": refused("reading", readings=READINGS),
    f"position={GOOD}&options=__proto__=1": refused("option", at=1, known=", ".join(OPTIONS)),
    f"position={GOOD}&options=singles=any,constructor=any": refused("option", at=13, known=", ".join(OPTIONS)),
    f"position={GOOD}&options=singles=__proto__": refused("value", at=9, option="singles", values=OPTIONS["singles"]),
    f"position={GOOD}&options=singles=any,singles=any": refused("twice", parameter="singles"),
    f"position={GOOD}&record=b3<img>": refused("record", at=3),
    f"position={GOOD}&record=b3_{'x' * 41}": refused("record", at=4),
    f"position={GOOD}&record=" + "b3_" * 6667: refused("long", parameter="record", most=20_000),
    f"position={GOOD}&record=b3&start=toString": unreadable(1, "start"),
    f"position={GOOD}&record=b3&start=2*6/2*6/2*6/2*6_S": refused("columns", at=1, parameter="start", columns=8),
}


def test_links_that_cannot_be_read_leave_the_page_s_own_board(visit: Visit) -> None:
    page = visit("games/mefuvha.html")
    dialogs: list[str] = []

    def close(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", close)
    own, address = shown(page), page.url
    assert own == drawn(page, MEFUVHA.start())
    for number, (asked, said) in enumerate(HOSTILE.items()):
        page.goto(f"{address}?{asked}")
        board = main(page)
        expect(board.status).to_have_text(said)
        expect(board.status).to_be_in_viewport()
        assert shown(page) == own, asked
        assert board.box.locator(":is(script, img, iframe, .mancala-link)").count() == 0
        if number % 10 == 0:
            board.play()
            assert board.shown().position == OWN
            board.choose("b3")
    assert dialogs == []


@pytest.mark.parametrize("asked", ["__proto__=1&constructor=2&toString", "utm_source=position", "amp;position=<b>", ""])
def test_other_queries_are_no_links(visit: Visit, asked: str) -> None:
    page = visit(f"games/mefuvha.html?{asked}")
    page.wait_for_load_state("networkidle")
    expect(main(page).status).to_be_empty()
    assert shown(page) == drawn(page, MEFUVHA.start())
    assert page.evaluate("scrollY") == 0


# What only the engine can know: a query, and a part of what it says.
@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (f"position={GOOD}&record=a1", ""),  # it leads elsewhere
        (f"position={GOOD}&start={GOOD}&record=d8", ""),
        (f"position={GOOD}&record=b3xd2", "d"),
        (f"position={GOOD}&record=zzz", "zzz"),
        (f"position={GOOD}&start=2*8/2*6,1,0/0,1,2*6/2*8_S", ""),
        (f"position={GOOD}_free=99".replace("_turn=1_free=99", "_free=99_turn=1"), "free=99"),
        (
            f"position={GOOD}&options=no_move=lose,singles=any",
            text("option.no-move"),
        ),
    ],
)
def test_what_the_engine_refuses_is_told_and_the_page_s_own_board_opens(visit: Visit, asked: str, reason: str) -> None:
    page = visit(f"games/mefuvha.html?{asked}")
    board = main(page)
    expect(board.box.locator(".mancala-link")).to_be_visible()
    board.play()
    before, after = text("page.link_refused", reason="\0").split("\0")
    said = board.status.inner_text()
    assert said.startswith(before)
    assert said.endswith(after)
    assert reason in said
    expect(board.box.locator(".mancala-link")).to_have_count(0)
    assert board.shown().position == OWN
    board.choose("b3")
    expect(board.status).to_be_empty()


@pytest.mark.parametrize("file", ["link.js", "4x8.svg"])
def test_a_file_that_a_link_needs_is_missing(visit: Visit, guard: Guard, faulty: FaultyServer, file: str) -> None:
    guard.expect("")
    faulty.faults[file] = "missing"
    page = visit(f"games/mefuvha.html?position={GOOD}", faulty.url)
    board = main(page)
    expect(board.status).to_have_text(text("page.link_failed"))
    assert shown(page) == drawn(page, MEFUVHA.start())
    board.play()
    assert board.shown().position == OWN


def test_the_reader_takes_what_the_engine_takes(visit: Visit) -> None:
    """Position texts with a slip in them: both take the same ones, and read the same from them."""
    page = visit("games/mefuvha.html")
    rule = game("mefuvha", 6)
    texts = ["2*6/2*4,1,0/0,1,2*4/2*6 S", "0*3,1,20,9999/1*6/0,1,0*4/06*6 N captured=12-11 free=2 turn=20"]
    slips = {*texts}
    for whole in texts:
        for at in range(len(whole)):
            slips |= {whole[:at] + whole[at + 1 :], whole[:at] + whole[at] + whole[at:]}
            slips |= {whole[:at] + letter + whole[at + 1 :] for letter in "0129*,/- SN=cft²"}
    made = page.evaluate(
        """async (texts) => {
          const { read } = await import(new URL('link.js', document.querySelector('script[src*="host.js"]').src));
          const game = { ranks: 4, readings: { usual: [6] }, options: {} };
          return texts.map((text) => {
            try {
              const { rows, mover, captured, free, turn } = read(`?position=${encodeURIComponent(text)}`, game).board;
              return [rows, mover, captured.S, captured.N, free, turn];
            } catch (fault) {
              if (fault.key) return null;
              throw fault;
            }
          });
        }""",
        sorted(slips),
    )
    taken = 0
    for whole, found in zip(sorted(slips), made, strict=True):
        try:
            position = Position.parse(whole, rule.board)
        except MancalaError:
            assert found is None, whole
        else:
            taken += 1
            south, north = position.captured
            read = [[*map(list, position.rows)], position.mover, south, north, position.free, position.turn]
            assert found == read, whole
    assert 100 < taken < len(slips) - 100
