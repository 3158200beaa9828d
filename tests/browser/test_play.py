"""Playing on a page in Chromium: by mouse, keyboard and touch. What is shown is what the engine says."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.live import Board, Visit, clause_ids, go_to, set_position, the_board
from browser.shown import clicks, expected, refusal, tell, turns_to_capture
from playwright.sync_api import Page, expect

from mancala_ref import GAMES, Game, IllegalMove, Position, game
from mancala_ref.games import game_at
from mancala_ref.messages import text

MEFUVHA = game("mefuvha", columns=8)


def rules(page: Page) -> tuple[Game, Position]:
    """Return the game of a page's board, and the position at which it starts."""
    box = the_board(page).box
    return game_at(box.get_attribute("data-game") or "", box.get_attribute("data-position"))


@pytest.mark.parametrize("name", GAMES)
def test_turns_by_mouse_and_back_again(visit: Visit, name: str) -> None:
    page = visit(f"games/{name}.html")
    board, (rule, start) = the_board(page), rules(page)
    assert (rule.id, start) == (name, game(name, rule.board.columns).start())
    board.play()
    assert board.shown() == expected(rule, start)

    shown, made = [board.shown()], []
    turns = list(turns_to_capture(rule, start))
    for number, turn in enumerate(turns):
        for hole, position, said in clicks(rule, turn):
            board.choose(hole)
            played = turns[:number] if position.free else turns[: number + 1]
            moves = [each.move for each in played]
            assert board.shown() == expected(rule, position, said, turns=moves, undo=True)
            made.append(hole)
            shown.append(board.shown())
    assert turns[-1].position.captured != start.captured
    expect(board.live.locator("code")).to_have_count(0)  # each clause is a link

    board.new()
    assert board.shown() == shown[0]._replace(undo=True)
    board.undo()
    assert board.shown() == shown[-1]._replace(note=text("board.undone-new"))
    board.new()
    for hole in made:
        board.choose(hole)
    again, shown_at_end = shown[1:], board.shown()
    assert shown_at_end == shown[-1]
    for hole in reversed(made):
        board.undo()
        shown.pop()
        done = shown[-1]._replace(turns=shown_at_end.turns, redo=True, undo=True)
        assert board.shown() == done._replace(note=text("board.undone", hole=hole))
    for now in again:
        board.redo()
        assert board.shown() == now._replace(turns=shown_at_end.turns, redo=now != shown_at_end)
    board.go(0)
    board.undo()
    assert board.shown() == shown_at_end._replace(note=text("board.undone-new"))


@pytest.mark.parametrize("name", GAMES)
def test_what_a_rule_forbids_is_answered_with_its_clause(visit: Visit, site: Path, name: str) -> None:
    page = visit(f"games/{name}.html")
    board, (rule, start) = the_board(page), rules(page)
    for clause in clause_ids(site, name):
        expect(page.locator(f'[id="{clause}"]')).to_be_visible()
    board.play()
    # One hole for each rule that forbids one, first the opponent's.
    forbidden: dict[str, tuple[str, IllegalMove]] = {}
    for hole in [*rule.board.holes["N"], *rule.board.holes["S"]]:
        try:
            rule.play(start, hole)
        except IllegalMove as error:
            if not error.key.startswith("illegal.free-due"):
                forbidden.setdefault(error.clause, (hole, error))
    assert f"{name}.own-side" in forbidden
    for clause, (hole, refused) in forbidden.items():
        board.choose(hole)
        assert board.shown() == expected(rule, start, refusal=refusal(refused))
        board.live.locator(".mancala-refusal a").click()
        assert page.evaluate("document.querySelector(':target').id") == clause
        expect(page.locator(":target")).to_be_in_viewport()


def test_a_board_on_another_page_than_its_rules(visit: Visit) -> None:
    page = visit("index.html")
    board = the_board(page)
    board.play()
    begun, taken, _ = clicks(MEFUVHA, MEFUVHA.play(MEFUVHA.start(), "b3xd2xd3"))
    board.choose(begun.hole)
    expect(board.hole(begun.hole)).to_have_attribute("tabindex", "0")  # the mouse does not move the tab stop
    page.evaluate("document.querySelectorAll('.mancala-said li').forEach((step) => { step.heard = true; })")
    board.choose(taken.hole)
    assert board.shown() == expected(MEFUVHA, taken.position, taken.said, undo=True)
    heard = board.live.locator(".mancala-said li").evaluate_all("(steps) => steps.map((step) => Boolean(step.heard))")
    assert heard == [True] * len(begun.said) + [False]  # a screen reader reads the new step only
    board.live.locator(".mancala-said a").first.click()
    page.wait_for_url("**/games/mefuvha.html#mefuvha.sow")
    expect(page.locator(":target")).to_be_in_viewport()


def test_a_forced_pass_and_the_end_of_a_game(visit: Visit) -> None:
    page, start = visit("games/mefuvha.html"), MEFUVHA.parse("2*8/2*8/1*8/1*8 S")
    set_position(page, start.text)
    board = the_board(page)
    board.play()
    assert board.shown() == expected(MEFUVHA, start)
    assert board.shown().passing == text("label.pass")
    board.choose("a1")
    with pytest.raises(IllegalMove) as caught:
        MEFUVHA.play(start, "a1")
    assert board.shown() == expected(MEFUVHA, start, refusal=refusal(caught.value))
    turn = MEFUVHA.play(start, "-")
    board.choose("-")
    assert board.shown() == expected(MEFUVHA, turn.position, tell(turn.events), turns=["-"])
    board.undo()
    assert board.shown() == expected(
        MEFUVHA, start, note=text("board.undone-pass"), turns=["-"], at=0, undo=False, redo=True
    )

    page, start = visit("games/mefuvha.html"), MEFUVHA.parse("0*8/1,0*7/0,0,2,0*5/0*8 S")
    set_position(page, start.text)
    board = the_board(page)
    board.play()
    turn = MEFUVHA.play(start, "b3")
    assert turn.outcome
    board.choose("b3")
    assert board.shown() == expected(MEFUVHA, turn.position, tell(turn.events), turns=["b3"])
    assert board.shown().over
    board.undo()
    assert not board.shown().over


FOCUS = """() => {
  const { activeElement: hole } = document;
  const style = (element) => getComputedStyle(element.querySelector('.cup')).strokeWidth;
  const others = [...hole.ownerSVGElement.querySelectorAll('[data-hole]')].filter((other) => other !== hole);
  const box = hole.getBoundingClientRect();
  return {
    hole: hole.dataset.hole,
    stops: hole.ownerSVGElement.querySelectorAll('[tabindex="0"]').length,
    visible: hole.matches(':focus-visible') && others.every((other) => style(other) !== style(hole)),
    inside: box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight,
  };
}"""


def test_by_keyboard_alone(visit: Visit) -> None:
    page = visit("games/mefuvha.html", viewport={"width": 390, "height": 800})
    wide = game("mefuvha", columns=16)
    start = wide.start()
    set_position(page, start.text)
    board, press = the_board(page), page.keyboard.press
    active = "document.activeElement.className"

    def is_on(hole: str) -> None:
        assert page.evaluate(FOCUS) == {"hole": hole, "stops": 1, "visible": True, "inside": True}

    for _ in range(300):  # past what the theme has above the board, and the rules
        press("Tab")
        if page.evaluate(active) == "mancala-play":
            break
    assert page.evaluate(active) == "mancala-play"
    press("Enter")
    board.is_ready()
    first = next(hole for hole in board.shown().seeds if hole in board.shown().playable)
    is_on(first)
    press("Shift+Tab")
    assert page.evaluate("!document.activeElement.closest('.mancala-live')")  # one step leads out of the board
    press("Tab")
    is_on(first)
    for key, hole in {
        "Home": "b1",
        "ArrowLeft": "b1",
        "ArrowUp": "c1",
        "ArrowRight": "c2",
        "End": "c16",
        "ArrowDown": "b16",
    }.items():
        press(key)
        is_on(hole)
    for key in ("ArrowDown", "ArrowDown"):
        press(key)
    is_on("a16")

    turn = next(turns_to_capture(wide, start))
    moves = list(clicks(wide, turn))
    for number, (hole, position, said) in enumerate(moves):
        go_to(page, hole)
        is_on(hole)
        with board.answering():
            press("Enter" if number % 2 else "Space")
        turns = [] if position.free else [turn.move]
        assert board.shown() == expected(wide, position, said, turns=turns, undo=True)
        if number == 0:  # now the other side's holes are to be chosen
            hole = next(hole for hole in board.shown().seeds if hole in board.shown().playable)
        is_on(hole)  # through the redrawing
    press("Tab")
    assert page.evaluate("document.activeElement.dataset.act") == "undo"
    with board.answering():
        press("Enter")
    assert page.evaluate("document.activeElement.dataset.act") == "undo"
    assert (board.shown().said, board.shown().note) == (moves[-2].said, text("board.undone", hole=moves[-1].hole))


def test_a_pass_by_keyboard_keeps_the_focus_on_the_board(visit: Visit) -> None:
    page, start = visit("games/mefuvha.html"), MEFUVHA.parse("2*8/2*8/1*8/1*8 S")
    set_position(page, start.text)
    board = the_board(page)
    board.box.locator(".mancala-play").focus()
    page.keyboard.press("Enter")
    board.is_ready()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.mancala-look') !== null")  # why this hole is forbidden
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.act") == "pass"
    with board.answering():
        page.keyboard.press("Enter")
    assert page.evaluate(FOCUS)["stops"] == 1


@pytest.mark.parametrize("columns", [16, 28])
def test_by_touch_on_a_wide_board(visit: Visit, columns: int) -> None:
    page = visit("games/mefuvha.html", viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    wide = game("mefuvha", columns=columns)
    set_position(page, wide.start().text)
    board = the_board(page)
    board.box.locator(".mancala-play").tap()
    board.is_ready()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sizes = board.live.locator("svg .hole").evaluate_all(
        "(holes) => holes.map((hole) => Math.min(...['width', 'height'].map((of) => hole.getBoundingClientRect()[of])))"
    )
    assert len(sizes) == 4 * columns
    assert min(sizes) >= 24
    turn = next(turns_to_capture(wide, wide.start()))
    for hole, position, said in clicks(wide, turn):
        board.hole(hole).tap()
        with board.answering():
            board.hole(hole).tap()
        turns = [] if position.free else [turn.move]
        assert board.shown() == expected(wide, position, said, turns=turns, undo=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_two_boards_of_a_page_are_two_matches(visit: Visit) -> None:
    page = visit("games/mefuvha.html")
    page.locator(".mancala").first.evaluate(
        """(box) => {
          const other = box.cloneNode(true), position = '2*4/2*3,0/0,2*3/2*4 S';
          Object.assign(other.dataset, { game: 'ntchuva', position, reading: 'portuguese-text' });
          other.id = 'board-other';
          document.querySelector('#sources').append(other);
        }"""
    )
    ntchuva, start = game_at("ntchuva", "2*4/2*3,0/0,2*3/2*4 S")
    one, two = the_board(page), Board(page.locator("#board-other"))
    one.play()
    two.play()
    assert len(page.workers) == 1
    [turn] = turns_to_capture(ntchuva, start)
    two.choose(turn.move.start or "-")
    one.choose("b3")
    two_clicks = list(clicks(ntchuva, turn))
    one_clicks = list(clicks(MEFUVHA, MEFUVHA.play(MEFUVHA.start(), "b3xd2xd3")))
    assert one.shown() == expected(MEFUVHA, one_clicks[0].position, one_clicks[0].said, undo=True)
    assert two.shown() == expected(ntchuva, two_clicks[0].position, two_clicks[0].said, undo=True)
    for click in two_clicks[1:]:
        two.choose(click.hole)
    assert two.shown() == expected(ntchuva, turn.position, two_clicks[-1].said, turns=[turn.move])
    assert one.shown() == expected(MEFUVHA, one_clicks[0].position, one_clicks[0].said, undo=True)
