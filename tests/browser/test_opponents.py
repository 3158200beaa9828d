"""Players that answer a reader of the live board, in Chromium, and the hint."""

from __future__ import annotations

import re

import pytest
from browser.live import Board, Visit, live_board
from browser.shown import Shown, clicks, expected, refusal, tell
from playwright.sync_api import expect

from mancala_ref import Game, IllegalMove, Match, Turn, game
from mancala_ref.live.session import SECONDS
from mancala_ref.messages import text

MEFUVHA = game("mefuvha", columns=8)
START = MEFUVHA.start()
OPENING = MEFUVHA.play(START, "b3xd2xd3")
PAGE = "games/mefuvha.html"


def seat(board: Board, **players: str) -> None:
    for side, player in players.items():
        with board.answering():
            board.live.locator(f"[data-set={side}]").select_option(player)


def moves(board: Board, count: int) -> list[str]:
    """Wait for so many turns, and return them."""
    expect(board.live.locator(f'[data-turn="{count}"]')).to_be_visible()
    return board.shown().turns


def in_any_order(shown: Shown) -> Shown:
    """Let what is told of a turn be in any order: a player takes free captures as it likes, and a record has none."""
    return shown._replace(said=sorted(shown.said, key=str))


def replayed(rules: Game, moves: list[str]) -> Turn:
    """Play these turns, which must be legal, and return the last."""
    match = Match(rules)
    return [match.play(move) for move in moves][-1]


def test_north_answers_by_itself(visit: Visit) -> None:
    _, board = live_board(visit, PAGE, START.text)
    seat(board, N="greedy")
    for click in clicks(MEFUVHA, OPENING):
        assert board.shown().mover == "S"
        board.choose(click.hole)
    made = moves(board, 2)
    answer = replayed(MEFUVHA, made)
    assert made == ["b3xd2xd3", str(answer.move)]
    assert answer.move in MEFUVHA.legal(OPENING.position)
    assert in_any_order(board.shown()) == in_any_order(
        expected(MEFUVHA, answer.position, tell(answer.events), turns=made)
    )
    board.undo()  # the answer, and South's last choice
    board.live.page.wait_for_timeout(600)  # longer than a player waits: what is taken back stays so
    assert (board.shown().mover, board.shown().free, board.shown().at) == ("S", 1, 0)
    board.redo()
    assert board.shown().turns == made
    assert board.shown().at == 2


# Start a player's thinking with a click; then click on each of these and wait for what comes of it, while it thinks.
# All in the page, for the way there and back may take longer than a player thinks. Note what is shown then, and how
# long the page was deaf to its reader at most: not the time between frames, which is also the machine's.
WHILE_IT_THINKS = """async ([start, ...others]) => {
  const find = (selector) => document.querySelector(selector), live = find('.mancala-live');
  const one = (selector) => live.querySelector(selector);
  const click = (selector) => find(selector).dispatchEvent(new MouseEvent('click', { bubbles: true }));
  const until = async (is) => { while (!is()) await new Promise((resolve) => { setTimeout(resolve); }); };
  const found = [], deaf = [0];
  const observer = new PerformanceObserver((list) => deaf.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  click(start);
  await until(() => live.dataset.thinking === 'true');
  for (const other of others) {
    const { thinking } = live.dataset, prompt = one('.mancala-prompt').textContent;
    const { dataset } = find(other).closest('.mancala-live'), { rev } = dataset;
    one('[data-hole=a1]').dispatchEvent(new PointerEvent('pointerover', { clientX: found.length, bubbles: true }));
    found.push([thinking, prompt, !one('[data-act=stop]').hidden, one('.mancala-look').textContent.trim()]);
    click(other);
    await until(() => (dataset === live.dataset ? dataset.thinking === 'false' : dataset.rev !== rev));
  }
  observer.disconnect();
  return [found, Math.max(...deaf)];
}"""


def test_while_north_thinks_all_else_goes_on(visit: Visit) -> None:
    page, board = live_board(visit, PAGE, START.text)
    page.locator(".mancala").first.evaluate(
        """(box) => {
          const other = box.cloneNode(true);
          other.id = 'board-other';
          delete other.dataset.live;
          other.querySelector('.mancala-place').textContent = '';
          other.querySelector('.mancala-play').hidden = false;
          document.querySelector('#sources').append(other);
        }"""
    )
    other = Board(page.locator("#board-other"))
    other.play()
    seat(board, N="search")
    begun, last, _ = clicks(MEFUVHA, OPENING)
    for click in (begun, last):
        board.choose(click.hole)
    with pytest.raises(IllegalMove) as caught:
        MEFUVHA.play(OPENING.position, "a1")
    look = "{} ({})".format(*refusal(caught.value))
    thinking = text("prompt.thinking", player="North").removesuffix(".")

    def while_it_thinks(start: str, *others: str) -> None:
        found, deaf = page.evaluate(WHILE_IT_THINKS, [start, *others])
        assert len(found) == len(others)
        for thinks, prompt, may_stop, looked in found:
            assert (thinks, prompt[: len(thinking)], may_stop, looked) == ("true", thinking, True, look)
        assert deaf < 1000 * SECONDS / 2  # some 60 on a quiet machine; all of it if Python were in its way

    while_it_thinks(".mancala-live [data-hole=d3]", "#board-other [data-hole=b3]", ".mancala-live [data-act=stop]")
    assert other.shown() == expected(MEFUVHA, begun.position, begun.said, undo=True)
    expect(board.live.locator("[data-act=stop]")).to_be_hidden()
    assert board.shown() == expected(MEFUVHA, OPENING.position, tell(OPENING.events), turns=["b3xd2xd3"])

    board.press("think")  # goes on
    made = moves(board, 2)
    answer = replayed(MEFUVHA, made)
    assert answer.move in MEFUVHA.legal(OPENING.position)
    assert in_any_order(board.shown()) == in_any_order(
        expected(MEFUVHA, answer.position, tell(answer.events), turns=made)
    )

    board.go(1)
    while_it_thinks(".mancala-live [data-act=think]", ".mancala-live [data-act=undo]")
    taken_back = expected(
        MEFUVHA,
        last.position,
        last.said,
        note=text("board.undone", hole="d3"),
        turns=made,
        at=0,
        undo=True,
        redo=True,
    )
    assert board.shown() == taken_back
    page.wait_for_timeout(2000)  # longer than it may think
    assert board.shown() == taken_back


def test_two_players_play_on_until_they_are_stopped(visit: Visit) -> None:
    page, board = live_board(visit, PAGE, START.text)
    seat(board, N="greedy", S="random")
    moves(board, 4)
    board.live.locator("[data-act=stop]").click()
    expect(board.live.locator("[data-act=stop]")).to_be_hidden()
    made = board.shown().turns
    last = replayed(MEFUVHA, made)
    page.wait_for_timeout(1000)
    assert in_any_order(board.shown()) == in_any_order(expected(MEFUVHA, last.position, tell(last.events), turns=made))


def test_a_hint_shows_a_move_and_makes_none(visit: Visit) -> None:
    # South can take all that North has with b3, and with nothing else; see mancala_ref.players.think.
    small = game("mefuvha", columns=6)
    start = small.parse("0*6/1,0*5/0*2,2,0,2,1/1,0,2*2,0,2 S")
    assert [str(move) for move in small.legal(start) if small.play(start, move).outcome] == ["b3"]
    _, board = live_board(visit, PAGE, start.text)
    board.press("hint")
    hint = text("board.advice.one", move="b3")
    expect(board.live.locator(".mancala-note")).to_have_text(hint)
    assert board.shown() == expected(small, start, note=hint)
    hinted = board.live.locator(".hinted")
    assert hinted.evaluate_all("(holes) => holes.map((hole) => hole.dataset.hole)") == ["b3"]
    expect(hinted.locator(".sign-hinted")).to_have_text("★")
    board.choose("b3")
    expect(hinted).to_have_count(0)
    assert board.shown().over

    _, board = live_board(visit, PAGE, START.text)
    board.press("hint")
    expect(board.live.locator(".mancala-note")).not_to_be_empty()
    found = re.fullmatch(r"Hint: (\S+)\. Looked .+ ahead\.", board.shown().note)
    assert found
    assert found[1] in MEFUVHA.legal(START)
    assert board.shown() == expected(MEFUVHA, START, note=board.shown().note)
    marks = board.live.locator(".hinted").evaluate_all("(holes) => holes.map((hole) => hole.dataset.hole)")
    assert sorted(marks) == sorted(found[1].split("x"))
