"""What the live board offers besides choosing holes, in Chromium: record, set-up, pictures."""

from __future__ import annotations

import base64
import re
import struct
from pathlib import Path

import pytest
from browser.live import Visit, live_board
from browser.shown import clicks, expected, refusal, tell
from played import turned
from playwright.sync_api import expect

from mancala_ref import IllegalMove, MancalaError, PositionError, Turn, board_svg, game
from mancala_ref.messages import text
from mancala_ref.turn import marked

MEFUVHA = game("mefuvha", columns=8)
START = MEFUVHA.start()
OPENING = MEFUVHA.play(START, "b3xd2xd3")
PAGE = "games/mefuvha.html"


def first_turns(count: int) -> list[Turn]:
    """Return the first turns of a match in which each player does the first thing that he may."""
    turns: list[Turn] = []
    for _ in range(count):
        position = turns[-1].position if turns else START
        turns.append(MEFUVHA.play(position, next(iter(MEFUVHA.legal(position)))))
    return turns


# ---- the record


def test_the_record_leads_to_every_turn_and_keeps_those_taken_back(visit: Visit) -> None:
    page, board = live_board(visit, PAGE, START.text)
    turns = first_turns(3)
    moves = [str(turn.move) for turn in turns]
    sheet = board.live.locator(".mancala-sheet")
    board.unfold("record")
    for turn in turns:
        for click in clicks(MEFUVHA, turn):
            board.choose(click.hole)

    def stands(at: int) -> None:
        """It stands after so many turns."""
        position, words = (turns[at - 1].position, tell(turns[at - 1].events)) if at else (START, [])
        assert board.shown() == expected(MEFUVHA, position, words, turns=moves, at=at, undo=at > 0, redo=at < 3)
        undone = board.live.locator("[data-turn].undone").evaluate_all("(all) => all.map((one) => one.textContent)")
        assert undone == moves[at:]
        expect(sheet).to_have_value(" ".join(moves[:at]))

    stands(3)
    board.go(1)
    stands(1)
    for at in (3, 0, 2):
        board.live.locator(f'[data-turn="{at}"]').focus()
        with board.answering():
            page.keyboard.press("Enter")
        stands(at)
        assert page.evaluate("document.activeElement.dataset.turn") == str(at)  # the focus stays

    board.go(0)
    begun, *_ = clicks(MEFUVHA, turns[0])
    board.choose(begun.hole)  # as before: the turns that follow are kept
    assert (board.shown().turns, board.shown().redo) == (moves, True)
    board.go(1)
    other = next(m for m in MEFUVHA.legal(turns[0].position) if not m.free and m.start != turns[1].move.start)
    board.choose(other.start or "")
    changed = MEFUVHA.play(turns[0].position, other)
    assert board.shown() == expected(MEFUVHA, changed.position, tell(changed.events), turns=[moves[0], other])

    board.live.locator(".mancala-said a").first.click()
    assert page.evaluate("document.querySelector(':target').id") == changed.events[0].clause
    expect(page.locator(":target")).to_be_in_viewport()


def test_record_and_position_are_copied(visit: Visit) -> None:
    page, board = live_board(visit, PAGE, START.text)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board.choose("b3")
    board.unfold("record")
    board.unfold("share")
    note = board.live.locator(".mancala-note")
    clipboard = "navigator.clipboard.readText()"
    board.press("copy-record")
    expect(note).to_have_text(text("label.copied"))
    assert page.evaluate(clipboard) == "b3x"
    page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error('no permission'); }; }")
    board.press("copy-position")
    expect(note).to_have_text(text("label.copied"))
    assert page.evaluate(clipboard) == next(clicks(MEFUVHA, OPENING)).position.text
    page.evaluate("() => { document.execCommand = () => false; }")
    board.press("copy-record")
    expect(note).to_have_text(text("label.not-copied"))
    assert page.evaluate("document.activeElement.className") == "mancala-sheet"
    assert page.evaluate("document.getSelection().toString()") == "b3x"


def test_a_record_from_elsewhere_is_replayed_or_told_what_is_wrong(visit: Visit) -> None:
    _, board = live_board(visit, PAGE, START.text)
    board.unfold("record")
    sheet = board.live.locator(".mancala-sheet")
    beside = ".mancala-record > .mancala-field + .mancala-refusal"

    def replay(record: str) -> None:
        sheet.fill(record)
        with board.answering():
            board.press("replay")

    rules = game("mefuvha", columns=6)
    start = rules.parse("2*6/2*6/0,1,2*4/3*6 N")
    first = rules.play(start, next(m for m in rules.legal(start) if not m.free))
    second = rules.play(first.position, next(iter(rules.legal(first.position))))
    record = f"{start.text.replace(' ', '_')} 1. {first.move} 2. {second.move}"
    replay(record)
    shown = expected(rules, second.position, tell(second.events), turns=[first.move, second.move])
    assert board.shown() == shown
    expect(board.live.locator("[data-set=columns]")).to_have_value("6")
    expect(sheet).to_have_value(re.sub(r" \d\.", "", record))

    wrong = f"{second.move}"  # which the other player cannot do
    with pytest.raises(IllegalMove) as forbidden:
        rules.play(start, wrong)
    fault, clause = forbidden.value.sentence, forbidden.value.clause
    illegal = IllegalMove("record.illegal", clause, number=1, move=wrong, fault=fault)
    replay(f"{start.text.replace(' ', '_')} {wrong}")
    assert board.shown() == shown._replace(refusal=refusal(illegal))
    assert (board.shown().refusal or ("", ""))[0].startswith("turn 1, ")
    expect(board.live.locator(beside)).to_have_count(1)
    expect(sheet).to_have_attribute("aria-invalid", "true")
    expect(sheet).to_have_value(f"{start.text.replace(' ', '_')} {wrong}")
    with pytest.raises(MancalaError) as unread:
        rules.play(rules.start(), "q9")
    replay("q9")
    fault = text("option.turn", number=1, move="q9", fault=str(unread.value))
    assert board.shown() == shown._replace(refusal=(fault, None))
    board.undo()
    expect(sheet).to_have_attribute("aria-invalid", "false")
    assert board.shown().at == 1


# ---- set-up


def test_board_and_rules_are_chosen_and_the_match_before_comes_back(visit: Visit) -> None:
    _, board = live_board(visit, PAGE, START.text)
    for click in clicks(MEFUVHA, OPENING):
        board.choose(click.hole)
    played = board.shown()
    board.unfold("setup")
    choices = [
        ("columns", "6", game("mefuvha", columns=6)),
        ("reading", "stayt-1931", game("mefuvha", columns=6, reading="stayt-1931")),
        ("free_duty", "optional", game("mefuvha", columns=6, reading="stayt-1931", free_duty="optional")),
    ]
    shown = [played]
    for name, value, rules in choices:
        with board.answering():
            board.live.locator(f"[data-set={name}]").select_option(value)
        shown.append(board.shown())
        assert shown[-1] == expected(rules, rules.start(), undo=True)
    for before in reversed(shown[:-1]):
        board.undo()
        assert board.shown() == before._replace(note=text("board.undone-setup"))


def test_a_board_is_set_up_by_keyboard_and_by_buttons(visit: Visit) -> None:
    page, board = live_board(visit, PAGE, START.text)
    board.unfold("setup")
    editor = board.live.locator(".mancala-editor")
    expect(editor).to_be_hidden()
    board.press("edit")
    expect(editor).to_be_visible()
    board.hole("a2").click()
    expect(board.hole("a2")).to_have_attribute("tabindex", "0")
    assert board.shown().position == START.text  # chosen to be changed, not played

    rows = "2*8/2*6,1,0/0,1,2*6/"
    done = [START.text]

    def is_now(position: str) -> None:
        expect(board.live).to_have_attribute("data-position", position)
        assert board.shown().seeds == {hole: MEFUVHA.parse(position).seeds(hole) for hole in board.shown().seeds}
        assert board.shown().field == position
        done.append(position)

    for key, row in [
        ("1", "2,1,2*6"),
        ("2", "2,12,2*6"),
        ("+", "2,13,2*6"),
        ("-", "2,12,2*6"),
        ("Delete", "2,0,2*6"),
    ]:
        page.keyboard.press(key)
        is_now(f"{rows}{row} S")
    seeds = board.live.locator("[data-set=seeds]")
    for act, count in (("more", 1), ("less", 0)):
        board.press(act)
        is_now(f"{rows}2,{count},2*6 S")
        expect(seeds).to_have_value(str(count))
    seeds.fill("7")
    seeds.press("Enter")
    is_now(f"{rows}2,7,2*6 S")
    with board.answering():
        seeds.fill("10000")
        seeds.press("Enter")
    assert board.shown().refusal == (text("board.seeds", found=10000, most=9999), None)
    for side, captured in (("S", "5-0"), ("N", "5-3")):
        field = board.live.locator(f"[data-set=captured-{side}]")
        field.fill(captured.split("-")[side == "N"])
        field.press("Enter")
        is_now(f"{rows}2,7,2*6 S captured={captured}")
    board.live.locator("[data-set=mover]").select_option("N")
    is_now(f"{rows}2,7,2*6 N captured=5-3")
    board.press("swap")
    is_now(turned(MEFUVHA.parse(done[-1])).text)
    board.press("clear")
    is_now("0*8/0*8/0*8/0*8 S captured=3-5")

    for position in reversed(done[:-1]):
        board.undo()
        assert (board.shown().position, board.shown().note) == (position, text("board.undone-setup"))
    board.press("done")
    expect(editor).to_be_hidden()
    board.choose("b3")
    assert board.shown().free == 2


def test_a_position_text_is_set_and_its_fault_is_pointed_at(visit: Visit) -> None:
    _, board = live_board(visit, PAGE, START.text)
    board.unfold("share")
    field = board.live.locator(".mancala-position")
    wanted = "0*5,2/0*6/0,2,0*4/3*6 N captured=4-0 turn=3"
    field.fill(wanted.replace(" ", "_"))
    with board.answering():
        field.press("Enter")
    rules = game("mefuvha", columns=6)
    shown = expected(rules, rules.parse(wanted), undo=True)
    assert board.shown() == shown

    wrong = "0*5,2/0*6/0,2,0*4/3*6 N captured=4:0"
    with pytest.raises(PositionError) as caught:
        rules.parse(wrong)
    field.fill(wrong)
    with board.answering():
        field.press("Enter")
    assert board.shown() == shown._replace(field=wrong, refusal=(str(caught.value), None))
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(board.live.locator("form + .mancala-refusal")).to_have_id(field.get_attribute("aria-describedby") or "")
    selected = field.evaluate("(field) => [field.selectionStart, field.selectionEnd]")
    assert selected == [caught.value.at - 1, caught.value.at]
    field.fill(wanted)
    with board.answering():
        board.press("set")
    expect(field).to_have_attribute("aria-invalid", "false")
    assert board.shown() == shown


# The size of a picture, and some of its dots.
DOTS = """async ([data, places]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  return places.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3));
}"""


def test_pictures_are_saved(visit: Visit, tmp_path: Path) -> None:
    page, board = live_board(visit, PAGE, START.text)
    for click in clicks(MEFUVHA, OPENING):
        board.choose(click.hole)
    board.unfold("share")
    files = {}
    for kind in ("svg", "png"):
        with page.expect_download() as download:
            board.press(kind)
        assert download.value.suggested_filename == f"mefuvha.{kind}"
        download.value.save_as(tmp_path / kind)
        files[kind] = (tmp_path / kind).read_bytes()
    drawn = board_svg(OPENING.position, marks=marked(OPENING.events))
    assert files["svg"].decode() == drawn
    size = re.search(r'width="(\d+)" height="(\d+)"', drawn)
    assert size
    width, height = (2 * int(number) for number in size.groups())
    assert files["png"].startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", files["png"][16:24]) == (width, height)
    wood = [2 * 40, 2 * 125 - 20]  # above the line between the players, left of the first hole
    dots = page.evaluate(DOTS, [base64.b64encode(files["png"]).decode(), [[0, 0], wood]])
    assert dots == [[255, 255, 255], [0x8A, 0x5A, 0x2E]]


# ---- by keyboard

CONTROLS = [
    *("undo", "redo", "hint", "new"),
    *("back", "replay-turn", "step", "skip", "speed", "S", "N"),
    *("Record", "mancala-sheet", "replay", "copy-record"),
    *("Set up", "columns", "reading", "edit"),
    *("free_captures", "singles", "no_move", "free_duty", "stylised_first_move"),
    *("seeds", "more", "less", "done", "opening", "clear", "swap", "mover", "captured-S", "captured-N"),
    *("Position, link, picture", "mancala-position", "set", "copy-position", "link", "svg", "png"),
    *("Cite this position", "copy-reference", "copy-reference", "bib", "ris", "json"),
    "Help",
]


def test_every_control_is_reached_with_tab_and_the_board_is_one_stop(visit: Visit) -> None:
    page, board = live_board(visit, PAGE, START.text)
    for name in ("record", "setup", "share", "cite", "help"):
        board.unfold(name)
    expect(board.live.locator("[data-act=json]")).to_be_visible()
    board.press("edit")
    board.hole("b3").focus()
    reached = []
    name = """() => {
      const { dataset, className, textContent } = document.activeElement;
      if (!document.activeElement.closest('.mancala-live')) return null;
      return dataset.hole ?? dataset.act ?? dataset.set ?? (className || textContent);
    }"""
    while (stop := page.evaluate(name)) is not None:
        reached.append(stop)
        page.keyboard.press("Tab")
    assert reached.pop(0) == "b3"
    assert sorted(reached) == sorted(CONTROLS)  # and so no other hole
