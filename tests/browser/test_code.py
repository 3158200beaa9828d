"""JupyterLite in Chromium: the button Code, and the notebooks."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from browser.faulty import FaultyServer
from browser.live import Board, Guard, Visit, set_position, set_rules, the_board
from browser.shown import clicks, expected
from playwright.sync_api import expect

import mancala_ref
from mancala_ref.games import game_at
from mancala_ref.messages import text

PAGE = "games/mefuvha.html"
MEFUVHA = mancala_ref.game("mefuvha", columns=8)


def test_code_goes_on_from_the_board_in_python(visit: Visit, guard: Guard, faulty: FaultyServer) -> None:
    guard.expect("Failed to load resource: .* 404")  # of the REPL's page, at first
    page = visit(PAGE, faulty.url, color_scheme="dark")
    board = the_board(page)
    board.play()
    turn = MEFUVHA.play(MEFUVHA.start(), "b3xd2xd3")
    for click in clicks(MEFUVHA, turn):
        board.choose(click.hole)
    left = board.shown()

    faulty.faults["index.html"] = "missing"
    board.box.locator(".mancala-code").click()
    expect(board.box).to_have_attribute("data-code", "failed")
    expect(board.status).to_have_text(text("page.code_failed"))
    expect(page.locator(".mancala-frame")).to_have_count(0)
    faulty.repair()

    page.evaluate("() => { window.mancala.patience.code = 1; }")
    board.box.locator(".mancala-code").click()
    expect(board.box).to_have_attribute("data-code", "slow")
    expect(board.status).to_have_text(text("page.code_slow"))
    expect(board.box).to_have_attribute("data-code", "ready")
    expect(board.status).to_be_empty()
    frame = page.frame_locator(".mancala-frame")
    expect(page.locator(".mancala-frame")).to_have_attribute("title", text("page.code_title", name="Mefuvha"))
    expect(frame.locator("body")).to_have_attribute("data-jp-theme-name", "JupyterLab Dark")

    there = Board(frame.locator("body"))
    assert there.shown() == expected(MEFUVHA, turn.position)
    reply = next(m for m in MEFUVHA.legal(turn.position) if not m.free)
    there.choose(reply.start or "-")
    after = MEFUVHA.play(turn.position, reply)
    [click] = clicks(MEFUVHA, after)
    assert there.shown() == expected(MEFUVHA, after.position, click.said, turns=[reply])

    typed = str(next(iter(MEFUVHA.legal(after.position))))
    with there.answering():
        frame.locator(".jp-CodeConsole-promptCell .cm-content").click()
        page.keyboard.type(f"board.play('{typed}')")
        page.keyboard.press("Shift+Enter")
    third = MEFUVHA.play(after.position, typed)
    shown = there.shown()
    assert (shown.position, shown.turns) == (third.position.text, [str(reply), typed])
    assert board.shown() == left  # the page's own board is another


HOSTILE = '2*8"); import js; js.document.title = "taken"  # \\") </script><img src=x onerror="alert(1)">\u2028\n\'\'\''


@pytest.mark.parametrize("part", ["position", "rules"])
def test_what_is_no_position_and_no_rule_stays_text_in_both_hosts(visit: Visit, part: str) -> None:
    page = visit(PAGE)
    page.on("dialog", lambda dialog: pytest.fail(f"a script of the page's text ran: {dialog.message}"))
    title = page.title()
    if part == "position":
        set_position(page, HOSTILE)
    else:
        set_rules(page, HOSTILE, {HOSTILE: HOSTILE})
    with pytest.raises(mancala_ref.MancalaError) as caught:
        game_at("mefuvha", HOSTILE if part == "position" else None, None, HOSTILE)
    board = the_board(page)
    board.box.locator(".mancala-play").click()
    expect(board.box).to_have_attribute("data-live", "failed")
    expect(board.status).to_have_text(text("page.failed", reason=str(caught.value)))

    board.box.locator(".mancala-code").click()
    expect(board.box).to_have_attribute("data-code", "refused")
    expect(board.status).to_have_text(text("page.code_refused"))
    frame = page.frame_locator(".mancala-frame")
    said = frame.locator(".jp-OutputArea-output", has_text=type(caught.value).__name__).first
    expect(said).to_contain_text(str(caught.value))
    expect(frame.locator(".mancala-live")).to_have_count(0)
    assert page.title() == title
    assert page.frames[1].title() != "taken"


def test_code_goes_on_by_the_rules_of_the_board(visit: Visit) -> None:
    page = visit("games/songo-ewondo.html")
    rules, start = game_at("songo-ewondo", "1,0,5,0*3,4/0,2,0*5 S", None, "cameroon", {"leftmost": "single"})
    set_position(page, start.text)
    set_rules(page, "cameroon", {"leftmost": "single"})
    board = the_board(page)
    board.box.locator(".mancala-code").click()
    expect(board.box).to_have_attribute("data-code", "ready")
    frame = page.frame_locator(".mancala-frame")
    there = Board(frame.locator("body"))
    assert there.shown() == expected(rules, start)
    assert there.shown().rules == "Rules: cameroon, with leftmost=single"
    program = 'mancala_ref.live("songo-ewondo", "1,0,5,0*3,4/0,2,0*5 S", reading="cameroon", leftmost="single")'
    expect(frame.locator("body")).to_contain_text(program)
    there.choose("a2")
    assert there.shown().position == "2,0,5,0*3,4/1,0*6 N turn=1"  # two in b1, and not captured


def test_a_games_notebook_runs_cell_by_cell(visit: Visit, site: Path) -> None:
    count = len(json.loads((site / "lite/files/mefuvha.ipynb").read_text("utf-8"))["cells"])
    page = visit(PAGE, viewport={"width": 1000, "height": 2500})  # cells out of sight are not on the page
    page.locator(".mancala-notebook").first.click()
    page.wait_for_url("**/lite/notebooks/index.html?path=mefuvha.ipynb")
    notebook = page.locator(".jp-Notebook")
    cells = notebook.locator(".jp-Cell")
    expect(cells).to_have_count(count)  # first, for until then the indicator tells of no kernel
    expect(page.locator(".jp-Notebook-ExecutionIndicator")).to_have_attribute("data-status", "idle")
    cells.first.click()
    for _ in range(count):
        page.keyboard.press("Shift+Enter")
    outputs = notebook.locator(".jp-OutputArea-output")
    expect(outputs).to_have_count(4)

    turn = MEFUVHA.play(MEFUVHA.start(), "b3xd2xd3")
    assert outputs.nth(0).inner_text().splitlines() == str(turn).splitlines()
    picture = unquote(outputs.nth(1).locator("img").get_attribute("src") or "")
    assert picture.removeprefix("data:image/svg+xml,") == turn.position._repr_svg_()
    counts = [f"{depth} {mancala_ref.perft(MEFUVHA, MEFUVHA.start(), depth)}" for depth in (1, 2)]
    assert outputs.nth(2).inner_text().splitlines() == counts
    board = Board(outputs.nth(3))
    assert board.shown() == expected(MEFUVHA, MEFUVHA.start())
    first = next(clicks(MEFUVHA, turn))
    board.choose(first.hole)
    assert board.shown() == expected(MEFUVHA, first.position, first.said, undo=True)
