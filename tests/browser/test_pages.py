"""The pages around the boards in Chromium: light before Play, fit for a phone, whole without a script, anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.faulty import FaultyServer
from browser.live import TOO_WIDE, VERSION, Guard, Visit, clause_ids, the_board
from browser.shown import expected
from playwright.sync_api import expect

import mancala_ref
from mancala_ref.messages import text

PHONE = {"width": 390, "height": 800}
PYTHON = "/lite/"  # Pyodide, its packages, JupyterLite: all below here


def pages(site: Path) -> list[str]:
    """All pages of the site but JupyterLite's."""
    found = [path.relative_to(site) for path in sorted(site.rglob("*.html"))]
    return [path.as_posix() for path in found if path.parts[0] not in ("lite", "_static")]


def test_the_guard_sees_requests_of_pages_frames_and_workers(visit: Visit, guard: Guard) -> None:
    """The other tests rely on it."""
    page = visit("index.html")
    page.evaluate(
        """() => {
          const ask = (url) => `fetch("${url}").catch(() => {})`;
          const script = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
          const frame = document.createElement('iframe');
          frame.srcdoc = `<script>${ask('http://frame.example/')}</script>`;
          document.body.append(frame);
          new Worker(script(ask('http://worker.example/')));
          new WebSocket('ws://socket.example/');
          console.error('wrong');
          setTimeout(() => { throw new Error('thrown'); });
          return fetch('http://page.example/').catch(() => {});
        }"""
    )
    wanted = {"http://frame.example/", "http://worker.example/", "ws://socket.example/", "http://page.example/"}
    for _ in range(200):  # what a worker does is told a moment later
        if set(guard.elsewhere) == wanted and len(guard.errors) > len(wanted):
            break
        page.wait_for_timeout(50)
    assert set(guard.elsewhere) == wanted
    assert any(error.endswith(": wrong") for error in guard.errors)
    assert any("thrown" in error for error in guard.errors)
    guard.elsewhere.clear()
    guard.expect("")


def test_nothing_of_python_is_fetched_before_play(visit: Visit, guard: Guard) -> None:
    page = visit("games/mefuvha.html")
    page.locator(".mancala-play").first.hover()
    page.wait_for_load_state("networkidle")
    assert not [url for url in guard.requests if PYTHON in url or url.endswith(("/worker.js", "/board.js"))]
    the_board(page).play()
    assert [url for url in guard.requests if PYTHON in url]


def test_no_picture_of_a_board_cuts_off_its_words(visit: Visit, site_url: str) -> None:
    page = visit("index.html")
    for game in mancala_ref.GAMES:
        page.goto(f"{site_url}/games/{game}.html")
        page.evaluate("() => document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        pictures = page.locator("svg.mancala-board")
        assert pictures.count() > 20
        cut = pictures.evaluate_all(
            """(pictures) => pictures.filter((picture) => [...picture.querySelectorAll('text')].some((text) => {
              const inner = text.getBoundingClientRect(), outer = picture.getBoundingClientRect();
              const beside = Math.max(outer.left - inner.left, inner.right - outer.right);
              const above = Math.max(outer.top - inner.top, inner.bottom - outer.bottom);
              return text.textContent && Math.max(beside, above) > 0.5;
            })).map((picture) => picture.parentElement.outerHTML.slice(0, 200))"""
        )
        assert cut == [], game


def test_every_page_fits_a_phone_before_and_after_play(visit: Visit, site: Path, site_url: str) -> None:
    found = pages(site)
    assert {"index.html", "games/songo-ewondo.html", "guide/offline.html"} <= set(found)
    page = visit("index.html", viewport=PHONE)
    with_a_board = 0
    for name in found:
        page.goto(f"{site_url}/{name}")
        assert page.evaluate(TOO_WIDE) == [], name
        if page.locator(".mancala").count():
            board = the_board(page)
            board.play()
            board.choose(sorted(board.shown().playable)[0])
            assert page.evaluate(TOO_WIDE) == [], name
            with_a_board += 1
    assert with_a_board == 6


@pytest.mark.parametrize("game", sorted(mancala_ref.GAMES))
def test_the_board_stays_in_sight_of_the_rules(visit: Visit, game: str) -> None:
    page = visit(f"games/{game}.html", viewport={"width": 1280, "height": 800})
    board = the_board(page)
    board.play()
    for clause in page.locator("#rules > .clause").all()[1:]:
        clause.scroll_into_view_if_needed()
        expect(board.live.locator(".mancala-board")).to_be_in_viewport(ratio=1)
        assert page.evaluate(TOO_WIDE) == []
    page.locator("#where-the-sources-disagree").scroll_into_view_if_needed()
    page.locator("#cite-this-page").scroll_into_view_if_needed()
    expect(board.live.locator(".mancala-board")).not_to_be_in_viewport()


def test_on_a_phone_a_link_leads_from_any_rule_to_the_board(visit: Visit) -> None:
    page = visit("games/mefuvha.html", viewport=PHONE)
    board = the_board(page)
    link = page.locator("#rules a", has_text=text("page.to-board"))
    for clause in page.locator("#rules > .clause").all()[2::4]:
        clause.scroll_into_view_if_needed()
        expect(link).to_be_in_viewport(ratio=1)
        link.click()
        expect(board.box.locator(".mancala-play")).to_be_in_viewport()


@pytest.mark.parametrize("columns", [16, 28])
def test_a_wide_board_scrolls_in_its_own_box(visit: Visit, columns: int) -> None:
    """Before Play too: the picture is what a reader sees who never presses it."""
    page = visit("games/mefuvha.html", viewport=PHONE)
    position = mancala_ref.game("mefuvha", columns=columns).start()
    place = page.locator(".mancala-scroll").first
    place.evaluate(
        "(place, [svg, columns]) => { place.innerHTML = svg; place.style.setProperty('--mancala-columns', columns); }",
        [position.svg(), columns],
    )
    assert page.evaluate(TOO_WIDE) == []
    width = place.locator(".hole .cup").first.evaluate("(hole) => hole.getBoundingClientRect().width")
    assert width >= 24
    last = place.locator(f'[data-hole="a{columns}"]')
    expect(last).not_to_be_in_viewport()
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()


def test_a_page_is_whole_without_a_script(visit: Visit, site: Path) -> None:
    page = visit("games/mefuvha.html", java_script_enabled=False)
    board = page.locator(".mancala").first
    for name, seeds in zip(["d1", "c8", "b2", "a1"], [2, 0, 1, 2], strict=True):
        hole = board.locator(f'[data-hole="{name}"]')
        expect(hole).to_be_visible()
        expect(hole).to_have_attribute("data-seeds", str(seeds))
    sentence = board.locator("noscript p")
    expect(sentence).to_be_visible()
    assert sentence.inner_text() == text("page.noscript")
    for clause in clause_ids(site, "mefuvha"):
        expect(page.locator(f'[id="{clause}"]')).to_be_visible()


def test_a_page_from_the_disk_says_why_its_board_does_not_start(visit: Visit, guard: Guard, site: Path) -> None:
    guard.expect("from origin 'null'|net::ERR_FAILED")  # the modules, which browsers load from servers only
    board = the_board(visit("games/mefuvha.html", site.as_uri()))
    expect(board.status).to_have_text(text("page.disk"))
    expect(board.hole("b3")).to_be_visible()


def test_a_page_and_its_engine_are_of_one_version(visit: Visit) -> None:
    page = visit("games/mefuvha.html")
    assert page.title().endswith(f"mancala_ref {VERSION}")
    board = the_board(page)
    expect(board.box).to_have_attribute("data-version", VERSION)
    board.play()  # which looks at the version of the live board
    expect(board.status).to_be_empty()

    page = visit("games/mefuvha.html")
    the_board(page).box.evaluate("(box) => { box.dataset.version = '0.0.9'; }")
    board = the_board(page)
    board.play()
    expect(board.status).to_have_text(text("page.version", page="0.0.9", engine=VERSION))


def test_a_site_below_a_path_plays(visit: Visit, faulty: FaultyServer) -> None:
    """As on a documentation host; the guard sees to it that nothing outside the path is asked for."""
    assert faulty.url.endswith("/en/latest")
    page = visit("index.html", faulty.url)
    the_board(page).play()
    page.locator(".sd-card", has_text="Ntchuva").click()
    board = the_board(page)
    board.play()
    ntchuva = mancala_ref.game("ntchuva", columns=int(len(board.shown().seeds) / 4))
    assert board.shown() == expected(ntchuva, ntchuva.start())
