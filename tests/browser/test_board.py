"""The live board in Chromium: what a hole would do, told before it is chosen; a turn, shown step by step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest
from browser.live import Board, Visit, set_position, the_board
from browser.shown import Sentence, expected, refusal, tell
from playwright.sync_api import Page, expect

from mancala_ref import Game, IllegalMove, Turn, game
from mancala_ref.games import game_at
from mancala_ref.messages import counted, text, told
from mancala_ref.turn import Event

MEFUVHA = game("mefuvha", columns=8)
OPENING = MEFUVHA.play(MEFUVHA.start(), "b3xd2xd3")  # one lap to b1, which takes c1, d1 and two more
MOTION = {"reduced_motion": "no-preference"}


# ---- see before you play

Look = tuple[str, list[str], list[str], list[str]]  # text, clauses, holes with ↓, holes with ×

LOOK = """(live) => {
  const look = live.querySelector('.mancala-look');
  const holes = (name, sign) => [...live.querySelectorAll(`svg .hole.${name}`)].map((hole) => {
    if (hole.querySelector('.sign').textContent !== sign) throw new Error(hole.outerHTML);
    return hole.dataset.hole;
  });
  const links = [...look.querySelectorAll('a')].map((link) => {
    if (link.getAttribute('href') !== `#${link.textContent}`) throw new Error(link.outerHTML);
    return link.textContent;
  });
  const found = [look.textContent.trim(), links, holes('to', '↓'), holes('takes', '×')];
  if (live.querySelectorAll('.sign').length !== found[2].length + found[3].length) throw new Error('a sign is left');
  return found;
}"""

NOTHING: Look = ("", [], [], [])


def look(board: Board) -> Look:
    text, clauses, to, takes = board.live.evaluate(LOOK)
    return text, clauses, to, takes


def told_so(*said: Sentence, to: list[str] | None = None, takes: list[str] | None = None, again: bool = False) -> Look:
    sentences = [f"{words} ({clause})" for words, clause in said]
    words = " ".join([*sentences, text("label.again")] if again else sentences)
    return words, [str(clause) for _, clause in said], to or [], takes or []


def forbidden(rules: Game, position: str, hole: str) -> Sentence:
    with pytest.raises(IllegalMove) as caught:
        rules.play(rules.parse(position), hole)
    return refusal(caught.value)


CAPTURES = [event for event in OPENING.events if event.type == "capture"]
B3 = [
    (counted("look.ends", 1, hole="b3", to="b1", laps=1), "mefuvha.sow"),
    *tell(CAPTURES),
    (counted("look.free", 2, free=2), "mefuvha.free-captures"),
]
A1 = forbidden(MEFUVHA, MEFUVHA.start().text, "b2")  # a single


def test_what_a_hole_would_do_is_shown_to_the_mouse_and_to_the_keyboard(visit: Visit) -> None:
    page = visit("games/mefuvha.html")
    board = the_board(page)
    board.play()
    assert look(board) == NOTHING  # the focus has gone to b3 from Play, unasked
    board.hole("b3").hover()
    assert look(board) == told_so(*B3, to=["b1"], takes=["d1", "c1"])
    board.hole("b2").hover()
    assert look(board) == told_so(A1)
    board.hole("d1").hover()
    assert look(board) == told_so(forbidden(MEFUVHA, MEFUVHA.start().text, "d1"))
    board.live.locator(".mancala-look a").click()  # on the way there the mouse is on other things
    assert page.evaluate("document.querySelector(':target').id") == "mefuvha.own-side"
    assert board.shown() == expected(MEFUVHA, MEFUVHA.start())

    expect(board.live.locator("[data-set=speed]")).to_have_value("none")  # for who prefers reduced motion
    watch(board)
    board.choose("b3")
    page.wait_for_timeout(200)
    assert changes(page) == []
    assert look(board) == NOTHING  # for the mouse is at rest since
    board.hole("d2").hover()
    [free] = [event for event in OPENING.events if event.hole == "d2"]
    assert look(board) == told_so(*tell([free]), takes=["d2"])
    board.undo()

    page.keyboard.press("Tab")
    board.hole("b3").focus()
    assert look(board) == told_so(*B3, to=["b1"], takes=["d1", "c1"])
    page.keyboard.press("ArrowLeft")
    assert look(board) == told_so(A1)
    place = board.live.locator(".mancala-look").get_attribute("id")
    expect(board.hole("b2")).to_have_attribute("aria-describedby", place or "")


def test_the_laps_that_a_hole_would_make_are_counted(visit: Visit) -> None:
    page = visit("games/mefuvha.html")
    set_position(page, game("mefuvha", columns=16).start().text)
    board = the_board(page)
    board.play()
    board.hole("a1").hover()  # it comes round to where it began
    laps = counted("look.ends", 11, hole="a1", to="a1", laps=11)
    assert look(board) == told_so((laps, "mefuvha.relay"), to=["a1"])


def test_a_first_tap_looks_and_a_second_plays(visit: Visit) -> None:
    page = visit("games/mefuvha.html", viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    board = the_board(page)
    board.box.locator(".mancala-play").tap()
    board.is_ready()
    for hole, says in {
        "b3": told_so(*B3, to=["b1"], takes=["d1", "c1"], again=True),
        "b2": told_so(A1),
        "d1": told_so(forbidden(MEFUVHA, MEFUVHA.start().text, "d1")),
    }.items():
        board.hole(hole).tap(force=True)
        assert look(board) == says
    with board.answering():
        board.hole("d1").tap(force=True)
    assert board.shown() == expected(MEFUVHA, MEFUVHA.start(), refusal=forbidden(MEFUVHA, MEFUVHA.start().text, "d1"))
    board.hole("b3").tap()
    assert look(board)[0].endswith(text("label.again"))
    with board.answering():
        board.hole("b3").tap()
    assert board.shown().free == 2


# ---- see it happen

# Note all that a board shows while it changes.
WATCH = """(live) => {
  const all = (selector) => [...live.querySelectorAll(selector)];
  const changes = window.changes = [];
  new MutationObserver(() => changes.push({
    seeds: Object.fromEntries(all('svg [data-hole]').map(({ dataset }) => [dataset.hole, Number(dataset.seeds)])),
    counts: Object.fromEntries(all('svg [data-hole]').map((hole) => [hole.dataset.hole, Number(hole.querySelector('.count').textContent)])),
    hand: Number(live.querySelector('.hand text')?.textContent ?? 0),
    captured: all('.player').reduce((sum, { textContent }) => sum + Number(textContent.match(/\\d+/)), 0),
    step: all('.mancala-step').findIndex((step) => step.getAttribute('aria-current') === 'step'),
    clauses: [...document.querySelectorAll('.mancala-now')].map(({ id }) => id),
    prompt: live.querySelector('.mancala-prompt').textContent,
    film: 'film' in live.dataset,
    time: performance.now(),
  })).observe(live, { subtree: true, childList: true, attributes: true, characterData: true });
}"""  # noqa: E501 (JavaScript, in lines of its own length)

Frame = tuple[int, dict[str, int], int, int]  # the step in the list, seeds by hole, seeds in the hand, seeds captured

# The holes in the order in which South sows, and how many there are.
CIRCUITS = {
    "mefuvha": [*(f"a{column}" for column in range(1, 17)), *(f"b{column}" for column in range(16, 0, -1))],
    "songo-ewondo": [*(f"a{column}" for column in range(7, 0, -1)), *(f"b{column}" for column in range(1, 8))],
}


def circuit(rules: Game) -> list[str]:
    return [hole for hole in CIRCUITS[rules.id] if int(hole[1:]) <= rules.board.columns]


def frames(rules: Game, turn: Turn) -> Iterator[Frame]:
    """Yield what is to be seen of a turn of South's, one change after another: seeds are sown by hand."""
    board = {hole: turn.before.seeds(hole) for holes in rules.board.holes.values() for hole in holes}
    captured, way = sum(turn.before.captured), circuit(rules)

    def do(event: Event) -> Iterator[tuple[dict[str, int], int, int]]:
        nonlocal captured
        if event.type in ("sow", "relay"):
            assert event.hole
            at, hand = way.index(event.hole), board[event.hole]
            board[event.hole] = 0
            yield dict(board), hand, captured
            while hand:
                at, hand = (at + 1) % len(way), hand - 1
                board[way[at]] += 1
                yield dict(board), hand, captured
        elif "capture" in event.type:
            yield dict(board), 0, captured
            assert event.hole
            captured += board[event.hole]
            board[event.hole] = 0
            yield dict(board), 0, captured
        else:
            yield dict(board), 0, captured

    for number, step in enumerate(told(turn.events)):
        if len(step.events) == 1:
            yield from ((number, *shown) for shown in do(step.events[0]))
        else:  # many laps in one leap
            yield number, dict(board), 0, captured
            *_, (_, _, _) = (shown for event in step.events for shown in do(event))
            yield number, dict(board), 0, captured
    assert board == {hole: turn.position.seeds(hole) for hole in board}


def watch(board: Board) -> None:
    board.live.evaluate(WATCH)


def ended(board: Board) -> None:
    expect(board.live).not_to_have_attribute("data-film")


def changes(page: Page) -> list[dict[str, Any]]:
    """Return what was shown in films since the last time."""
    found: list[dict[str, Any]] = page.evaluate("window.changes.splice(0)")
    return [change for change in found if change["film"]]


@pytest.mark.parametrize(
    ("position", "move"),
    [
        (MEFUVHA.start().text, "b3xd2xd3"),
        (game("mefuvha", columns=16).start().text, "a1"),  # 11 laps, three of which are one step
        ("1,0,5,0*3,4/0,2,0*5 S", "a2"),
    ],
)
def test_seeds_fall_one_by_one_and_none_is_lost(visit: Visit, position: str, move: str) -> None:
    name = "mefuvha" if position.count("/") == 3 else "songo-ewondo"
    rules, start = game_at(name, position)
    turn = rules.play(start, move)
    page = visit(f"games/{name}.html", **MOTION)
    set_position(page, position)
    board = the_board(page)
    board.play()
    board.live.locator("[data-set=speed]").select_option("fast")
    watch(board)
    total = sum(map(sum, start.rows)) + sum(start.captured)
    wanted = [frame for frame, _ in groupby(frames(rules, turn))]
    for hole in move.split("x"):
        prompt = board.shown().prompt
        board.choose(hole)
        ended(board)
        shown = changes(page)
        assert {sum(each["seeds"].values()) + each["hand"] + each["captured"] for each in shown} == {total}
        assert all(each["seeds"] == each["counts"] for each in shown)
        assert {each["prompt"] for each in shown} == {prompt[0]}
        assert all(each["clauses"] == [told(turn.events)[each["step"]].clause] for each in shown)
        films = [(each["step"], each["seeds"], each["hand"], each["captured"]) for each in shown]
        seen = [frame for frame, _ in groupby(films)]
        assert seen == wanted[: len(seen)]
        del wanted[: len(seen)]
    assert wanted == []
    assert board.shown() == expected(rules, turn.position, tell(turn.events), turns=[move])
    expect(page.locator(".mancala-now, [aria-current=step]")).to_have_count(0)


def test_a_turn_is_stopped_gone_through_and_skipped(visit: Visit) -> None:
    rules, start = MEFUVHA, OPENING.before
    page = visit("games/mefuvha.html", **MOTION)
    board = the_board(page)
    board.play()
    shown = {step: seeds for step, seeds, hand, _ in frames(rules, OPENING) if not hand}  # at the end of each step
    boards = [{hole: start.seeds(hole) for hole in board.shown().seeds}, *(shown[step] for step in range(4))]
    prompts = [board.shown().prompt, (text("prompt.free", player="South", opponent="North", free=2), None)]
    clauses = [event.clause for event in OPENING.events]

    def stands(after: int, ended: bool = True) -> None:
        """It stands after so many steps, and the last of them is pointed at."""
        expect(board.live).not_to_have_attribute("data-film")
        found = board.shown()
        assert (found.seeds, found.prompt) == (boards[after], prompts[ended])
        steps = board.live.locator(".mancala-step")
        current = steps.evaluate_all("(steps) => steps.map((step) => step.getAttribute('aria-current') === 'step')")
        assert current == [number == after - 1 for number in range(4)]
        now = page.locator(".mancala-now").evaluate_all("(clauses) => clauses.map(({ id }) => id)")
        assert now == ([clauses[after - 1]] if after else [])
        assert look(board) == told_so(*tell(OPENING.events[after - 1 : after])) if after else NOTHING
        expect(board.live.locator(".hand")).to_have_count(0)
        assert (board.live.get_attribute("data-past") is not None) == (after < 4)

    def press(act: str) -> None:
        board.live.locator(f".mancala-film [data-act={act}]").click()

    def at_step(number: int) -> None:
        expect(board.live.locator(".mancala-step").nth(number)).to_have_attribute("aria-current", "step")

    play = board.live.locator("[data-act=replay-turn]")
    board.live.locator("[data-set=speed]").select_option("slow")
    expect(play).to_have_accessible_name(text("label.replay-turn"))
    board.choose("b3")
    expect(play).to_have_accessible_name(text("label.pause"))
    expect(board.live.locator(".hand")).to_be_visible()
    press("replay-turn")
    stands(0, ended=False)
    press("replay-turn")  # goes on
    at_step(1)
    press("replay-turn")
    stands(1, ended=False)
    press("back")
    stands(0, ended=False)
    for after in (1, 2, 3, 4):
        press("step")
        stands(after, ended=after == 4)
    press("step")
    stands(0)  # from the end to the beginning
    board.live.locator(".mancala-step").nth(2).click()
    stands(3)
    press("back")
    stands(2)
    board.live.locator(".mancala-step").nth(0).click()
    press("replay-turn")
    at_step(1)
    press("skip")
    assert board.live.get_attribute("data-film") is None  # at once
    expect(page.locator(".mancala-now, [aria-current=step]")).to_have_count(0)
    assert board.shown().seeds == boards[4]

    press("replay-turn")  # again, from the beginning
    at_step(0)
    board.hole("b3").focus()
    page.keyboard.press("Escape")
    assert board.live.get_attribute("data-film") is None
    assert board.shown().seeds == boards[4]
    press("replay-turn")
    at_step(0)
    board.choose("d2")  # whoever goes on need not wait
    press("skip")
    assert board.shown().seeds == {hole: 0 if hole == "d2" else seeds for hole, seeds in boards[4].items()}


def test_speed_is_chosen_and_at_once_there_is_no_film(visit: Visit) -> None:
    start = MEFUVHA.parse("2*8/2*8/0*8/2,0*7 S")  # a1 sows two seeds into empty holes: quick to show, even slowly
    page = visit("games/mefuvha.html", **MOTION)
    set_position(page, start.text)
    board = the_board(page)
    board.play()
    speed = board.live.locator("[data-set=speed]")
    expect(speed).to_have_value("normal")
    speed.select_option("none")
    watch(board)
    board.choose("a1")
    assert board.shown().seeds["a3"] == 1
    assert changes(page) == []

    took = {}
    for name in ("slow", "fast"):
        speed.select_option(name)
        board.live.locator("[data-act=replay-turn]").click()
        ended(board)
        times = [change["time"] for change in changes(page)]
        took[name] = times[-1] - times[0]
    assert took["slow"] > 3 * took["fast"] > 0
