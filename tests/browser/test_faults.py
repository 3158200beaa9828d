"""Whatever goes wrong while a board starts or plays: the reader is told in one sentence, and can go on."""

from __future__ import annotations

import pytest
from browser.faulty import Fault, FaultyServer
from browser.live import Board, Guard, Visit, set_position, set_rules, the_board
from browser.shown import clicks, expected
from playwright.sync_api import Page, expect

import mancala_ref
from mancala_ref.games import game_at
from mancala_ref.messages import text

MEFUVHA = mancala_ref.game("mefuvha", columns=8)
START = MEFUVHA.start()
TURN = list(clicks(MEFUVHA, MEFUVHA.play(START, "b3xd2xd3")))
PAGE = "games/mefuvha.html"
ANY = ""  # error on the console: Pyodide is loud when a file of its own is not what it should be


def has_failed(board: Board, reason: str) -> None:
    """The start has ended: one sentence with this reason, the picture as it was, a button to try again."""
    expect(board.box).to_have_attribute("data-live", "failed")
    before, _, after = text("page.failed", reason="\0").partition("\0")
    sentence = board.status.inner_text()
    assert sentence.startswith(before)
    assert sentence.endswith(after)
    assert reason in sentence
    assert "\n" not in sentence
    has_its_picture(board)
    expect(board.box.locator(".mancala-play")).to_have_text(text("page.again"))


def has_its_picture(board: Board) -> None:
    picture = board.box.locator(".mancala-place svg")
    expect(picture).to_be_visible()
    holes = picture.locator("[data-hole]").evaluate_all("(holes) => holes.map((hole) => Number(hole.dataset.seeds))")
    assert holes == [count for row in START.rows for count in row]


def plays_on_trying_again(board: Board) -> None:
    board.play()
    expect(board.status).to_be_empty()
    board.choose(TURN[0].hole)
    assert board.shown() == expected(MEFUVHA, TURN[0].position, TURN[0].said, undo=True)


@pytest.mark.parametrize(
    ("file", "fault", "reason"),
    [
        ("pyodide.asm.wasm", "missing", "pyodide.asm.wasm: HTTP 404"),
        ("pyodide.asm.wasm", "damaged", "pyodide.asm.wasm: "),
        ("python_stdlib.zip", "cut", "python_stdlib.zip"),
        ("python_stdlib.zip", "damaged", "python_stdlib.zip is damaged"),
        ("mancala_ref-", "damaged", "mancala_ref-"),
        ("pyodide-lock.json", "page", "pyodide-lock.json: "),
        ("pyodide.mjs", "missing", "pyodide.mjs"),
        ("pyodide.asm.mjs", "damaged", "Pyodide: "),
        ("worker.js", "missing", text("page.failed_script")),
        ("board.js", "missing", text("page.failed_script")),
        ("board.js", "damaged", text("page.failed_script")),
    ],
)
def test_a_file_that_is_missing_or_damaged(
    visit: Visit, guard: Guard, faulty: FaultyServer, file: str, fault: Fault, reason: str
) -> None:
    guard.expect(ANY)
    faulty.faults[file] = fault
    board = the_board(visit(PAGE, faulty.url))
    board.box.locator(".mancala-play").click()
    has_failed(board, reason)
    board.box.locator(".mancala-play").click()
    has_failed(board, reason)  # as long as it is so
    faulty.repair()
    plays_on_trying_again(board)


def test_a_download_that_never_ends(visit: Visit, faulty: FaultyServer) -> None:
    faulty.faults["python_stdlib.zip"] = "stalled"
    page = visit(PAGE, faulty.url)
    patience = page.evaluate("window.mancala.patience.start")
    page.evaluate("() => { window.mancala.patience.start = 1000; }")
    board = the_board(page)
    board.box.locator(".mancala-play").click()
    has_failed(board, text("page.failed_silent"))
    faulty.repair()
    page.evaluate("(patience) => { window.mancala.patience.start = patience; }", patience)
    plays_on_trying_again(board)


def test_without_a_network(visit: Visit, guard: Guard) -> None:
    guard.expect(ANY)
    page = visit(PAGE)
    board = the_board(page)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    board.box.locator(".mancala-play").click()
    has_failed(board, text("page.failed_script"))
    page.context.set_offline(False)
    plays_on_trying_again(board)
    page.context.set_offline(True)  # which no longer matters
    for click in TURN[1:]:
        board.choose(click.hole)
    assert board.shown() == expected(MEFUVHA, TURN[-1].position, TURN[-1].said, turns=["b3xd2xd3"])


def test_a_position_that_is_not_one_is_refused_in_words(visit: Visit) -> None:
    page = visit(PAGE)
    set_position(page, "2*8/2*8 S")
    with pytest.raises(mancala_ref.PositionError) as caught:
        mancala_ref.Position.parse("2*8/2*8 S", MEFUVHA.board)
    board = the_board(page)
    board.box.locator(".mancala-play").click()
    has_failed(board, str(caught.value))
    set_position(page, START.text)
    plays_on_trying_again(board)


def stopped(page: Page) -> Board:
    """Return a board in the middle of a turn, whose Python has just ended."""
    board = the_board(page)
    board.play()
    board.choose(TURN[0].hole)
    page.evaluate("window.mancala.stop()")
    expect(board.box).to_have_attribute("data-live", "stopped")
    expect(board.status).to_have_text(text("page.stopped_silent"))
    expect(board.box.locator(".mancala-play")).to_have_text(text("page.again"))
    assert board.shown().position == TURN[0].position.text
    return board


def goes_on(board: Board) -> None:
    """The board is live again where it was, the turn can be finished, and all of it can be taken back."""
    board.is_ready()
    expect(board.status).to_have_text(text("page.restored"))
    assert board.shown() == expected(MEFUVHA, TURN[0].position, TURN[0].said, undo=True)
    for click in TURN[1:]:
        board.choose(click.hole)
    assert board.shown() == expected(MEFUVHA, TURN[-1].position, TURN[-1].said, turns=["b3xd2xd3"])
    for _ in TURN:
        board.undo()
    assert board.shown().position == START.text
    assert not board.shown().undo


def test_python_that_ends_comes_back_when_asked(visit: Visit) -> None:
    board = stopped(visit(PAGE))
    board.box.locator(".mancala-play").click()
    goes_on(board)


def test_python_that_ends_comes_back_when_a_hole_is_chosen(visit: Visit) -> None:
    board = stopped(visit(PAGE))
    board.hole("d2").click()
    goes_on(board)


def test_python_comes_back_with_the_rules_of_the_board(visit: Visit) -> None:
    page = visit("games/songo-ewondo.html")
    rules, start = game_at("songo-ewondo", "1,0,5,0*3,4/0,2,0*5 S", None, "cameroon", {"win_at": 36})
    set_position(page, start.text)
    set_rules(page, "cameroon", {"win_at": 36})
    board = the_board(page)
    board.play()
    page.evaluate("window.mancala.stop()")
    board.box.locator(".mancala-play").click()
    board.is_ready()
    expect(board.status).to_have_text(text("page.restored"))
    assert board.shown() == expected(rules, start)
    board.choose("a2")
    assert board.shown().position == "2,0,5,0*3,4/1,0*6 N turn=1"  # by default the two in b1 are captured
