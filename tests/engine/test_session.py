"""The board session alone: what each message does, what is said of it, what the front end is given to show."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import naive
import pytest

import mancala_ref
from mancala_ref import IllegalMove, MancalaError, Position
from mancala_ref.live import page
from mancala_ref.live.session import Session, carry_on

State = dict[str, Any]

RULES: list[tuple[str, dict[str, Any]]] = [
    (name, {"reading": reading.id, "columns": (reading.sizes or game.sizes)[0]})
    for name, game in mancala_ref.GAMES.items()
    for reading in game.readings
]
RULES.append(("mefuvha", {"free_duty": "optional"}))


@pytest.fixture
def no_loop() -> Iterator[None]:
    """Without the event loop that Playwright leaves running in this thread, once a browser has been tested."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


def choose(session: Session, *holes: str) -> State:
    """Click on holes, one after another, and return the state after the last."""
    for hole in holes:
        session.handle({"type": "pass"} if hole == "-" else {"type": "choose", "hole": hole})
    return session.state()


def playable(state: State) -> list[str]:
    return [hole for hole, about in state["holes"].items() if about["playable"]]


def said(state: State) -> list[tuple[str, str | None]]:
    return [(step["text"], step["clause"]) for step in state["steps"]]


def same(state: State, other: State) -> bool:
    """Tell whether the boards stand alike, whatever can be done again."""
    parts = ("position", "prompt", "holes", "svg", "at", "record", "can_undo", "captured", "steps", "before")
    return all(state[part] == other[part] for part in parts)


# ---- a turn, click by click


def test_a_turn_is_a_start_hole_and_then_each_free_capture() -> None:
    session = Session("mefuvha", columns=8)
    state = session.state()
    assert (state["prompt"], state["steps"], state["turns"], state["can_undo"]) == ("South to move.", [], [], False)

    state = choose(session, "b3")
    assert state["prompt"] == "South: choose 2 more of North's holes."
    assert (state["mover"], state["free"], state["captured"]) == ("S", 2, [4, 0])
    assert state["position"] == "0,2*7/0,2*5,1,0/1,2,0,2*5/2*8 S captured=4-0 free=2"
    begun = said(state)
    assert [clause for _, clause in begun] == [
        "mefuvha.sow",
        "mefuvha.stop",
        "mefuvha.capture",
        "mefuvha.capture-outer",
    ]
    assert set(playable(state)) == {f"d{c}" for c in range(2, 9)} | {f"c{c}" for c in range(2, 8)}
    assert state["turns"] == []  # it is not finished

    state = choose(session, "d3")
    assert state["prompt"] == "South: choose 1 more of North's holes."
    d3 = ("2 seeds are captured from d3, freely chosen.", "mefuvha.free-captures")
    assert said(state) == [*begun, d3]

    state = choose(session, "d2")
    assert state["prompt"] == "North to move."
    d2 = ("2 seeds are captured from d2, freely chosen.", "mefuvha.free-captures")
    assert said(state) == [*begun, d3, d2]  # in the order of the clicks, until the next turn begins
    assert state["turns"] == ["b3xd2xd3"]
    assert state["position"] == mancala_ref.game("mefuvha", 8).play(session.match.start, "b3xd2xd3").position.text

    state = choose(session, "c3")
    assert said(state)[0][0].startswith("2 seeds are lifted from c3")
    assert not set(said(state)) & {*begun, d2, d3}


def test_a_turn_without_a_choice_is_one_click() -> None:
    state = choose(Session("songo-ewondo"), "a1")
    assert (state["turns"], state["mover"], state["refusal"]) == (["a1"], "N", None)


def test_a_session_can_begin_within_a_turn() -> None:
    session = Session("mefuvha", "0,2*7/0,2*5,1,0/1,2,0,2*5/2*8 S captured=4-0 free=2")
    assert choose(session, "d2", "c2")["turns"] == ["xc2xd2"]
    session.handle({"type": "undo"})
    assert session.position.free == 1
    assert (session.position.seeds("d2"), session.position.seeds("c2")) == (0, 2)


def test_a_player_without_a_start_hole_passes() -> None:
    session = Session("mefuvha", "2*8/2*8/1*8/1*8 S")
    state = session.state()
    assert state["must_pass"]
    assert state["prompt"] == "South has no hole to start from and passes."
    assert playable(state) == []
    assert choose(session, "a1")["refusal"]["clause"] == "mefuvha.pass"
    state = choose(session, "-")
    assert (state["turns"], state["mover"], state["must_pass"]) == (["-"], "N", False)
    session.handle({"type": "undo"})
    assert session.state()["note"] == "The pass is taken back."


def test_a_long_relay_is_told_by_its_ends() -> None:
    state = choose(Session("mefuvha"), "a1")
    laps = [text for text, clause in said(state) if clause == "mefuvha.relay"]
    assert len(laps) == 9
    assert laps[4] == "2 more laps follow in the same way."
    assert all("seeds are lifted" in lap for lap in laps[:4] + laps[5:])


# ---- by which rules

# a2 ends in b1, North's house 1, and makes it two.
FIRST_HOUSE = "1,0,5,0*3,4/0,2,0*5 S"


@pytest.mark.parametrize(
    ("reading", "after", "step"),
    [
        ("mancala-world", "0*2,5,0*3,4/1,0*6 N captured=2-0 turn=1", "songo-ewondo.capture"),
        ("cameroon", "2,0,5,0*3,4/1,0*6 N turn=1", "songo-ewondo.first-house"),
        ("gabon", "2,0,5,0*3,4/1,0*6 N turn=1", "songo-ewondo.first-house"),
    ],
)
def test_a_session_plays_by_its_reading(reading: str, after: str, step: str) -> None:
    session = Session("songo-ewondo", FIRST_HOUSE, reading=reading)
    state = choose(session, "a2")
    assert (state["position"], said(state)[-1][1]) == (after, step)
    for message in ("undo", "new"):
        session.handle({"type": message})
        state = session.state()
        assert (state["reading"], state["options"], state["rules"]) == (reading, {}, f"Rules: {reading}")
        assert state["position"] == FIRST_HOUSE


def test_a_session_tells_the_options_that_differ_from_its_reading() -> None:
    session = Session("songo-ewondo", FIRST_HOUSE, None, "cameroon", leftmost="single", last_seed="sown", win_at="36")
    state = session.state()
    assert (state["reading"], state["options"]) == ("cameroon", {"leftmost": "single", "win_at": 36})
    assert state["rules"] == "Rules: cameroon, with leftmost=single, win_at=36"
    session.handle({"type": "position", "text": "5*7/5*7 S"})
    assert session.state()["rules"] == state["rules"]


def test_free_captures_may_be_left_where_an_option_lets_them_be() -> None:
    session = Session("mefuvha", columns=8, free_duty="optional")
    begun = choose(session, "b3")
    assert begun["prompt"] == "South: choose up to 2 more of North's holes, or leave them."
    assert (begun["may_leave"], begun["must_pass"]) == (True, False)
    taken = choose(session, "d2")
    assert taken["prompt"] == "South: choose 1 more of North's holes, or leave it."
    left = choose(session, "-")
    assert (left["turns"], left["prompt"], left["may_leave"]) == (["b3xd2"], "North to move.", False)
    assert left["position"] == "0*2,2*6/0,2*5,1,0/1,2,0,2*5/2*8 N captured=6-0 turn=1"
    assert said(left)[-1][1] == "mefuvha.free-captures"

    session.handle({"type": "undo"})
    again = session.state()
    assert (said(again), again["note"]) == (said(taken), "The captures that were left are due again.")
    assert (again["position"], again["may_leave"]) == (taken["position"], True)
    session.play("-")
    assert session.state()["turns"] == ["b3xd2"]
    session.handle({"type": "undo"})  # a turn that was not made by clicks
    assert session.state()["position"] == taken["position"]
    assert choose(session, "d3")["turns"] == ["b3xd2xd3"]
    assert not Session("mefuvha", begun["position"]).state()["may_leave"]


# ---- refusals


@pytest.mark.parametrize(
    ("clicks", "clause", "words"),
    [
        (["b2"], "mefuvha.singles", "b2 holds one seed: a single may move only when no hole holds more"),
        (["b1"], "mefuvha.start", "b1 is empty"),
        (["d4"], "mefuvha.own-side", "d4 is North's"),
        (["-"], "mefuvha.pass", "South may not pass"),
        (["b3", "a1"], "mefuvha.free-captures", "a1 is South's own"),
        (["b3", "c1"], "mefuvha.free-captures", "c1 is empty"),
        (["b3", "-"], "mefuvha.free-captures", "2 more holes of North's are to be captured"),
        (["z9"], None, "there is no hole 'z9' on this board"),
        (["b3xd2xd3"], None, "there is no hole 'b3xd2xd3' on this board"),
    ],
)
def test_a_wrong_click_is_told_with_its_clause_and_changes_nothing(
    clicks: list[str], clause: str | None, words: str
) -> None:
    session = Session("mefuvha", columns=8)
    before = choose(session, *clicks[:-1])
    after = choose(session, clicks[-1])
    refusal = after["refusal"]
    assert refusal["clause"] == clause
    assert words in refusal["text"]
    assert "(mefuvha" not in refusal["text"]  # the front end adds the clause, as a link
    for part in ("position", "turns", "prompt", "holes", "svg", "steps"):
        assert after[part] == before[part]
    assert choose(session, playable(after)[0])["refusal"] is None


@pytest.mark.parametrize(
    "message", [None, 5, "choose", {}, {"type": "choose"}, {"type": "choose", "hole": 3}, {"type": "fly"}]
)
def test_a_message_that_means_nothing_is_told_and_changes_nothing(message: object) -> None:
    session = Session("ntchuva")
    before = session.state()
    session.handle(message)
    state = session.state()
    assert "does not know the message" in state["refusal"]["text"]
    assert state["position"] == before["position"]
    assert state["rev"] == before["rev"] + 1


def test_a_fault_of_the_engine_does_not_end_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session("ntchuva")
    with monkeypatch.context() as patch:
        patch.setattr(type(session.match.game), "after", lambda *_: 1 // 0)
        session.handle({"type": "choose", "hole": "a1"})
    assert "ZeroDivisionError" in session.state()["refusal"]["text"]
    assert choose(session, "a8")["refusal"] is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("go",), "unknown game 'go'"),
        (("mefuvha", "2*8/2*8 S"), "expected 4 ranks"),
        (("mefuvha", "", 5), "no board of 5 columns"),
        (("mefuvha", "2*8/2*8/2*8/2*8 S", 16), "8 columns, but 16 were asked for"),
        (("songo-ewondo", "", None, "cameron"), "no reading 'cameron'"),
        (("ntchuva", "", 16, "unilurio"), "no board of 16 columns under the reading 'unilurio'"),
    ],
)
def test_a_session_that_cannot_be_is_the_engines_error(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(MancalaError) as caught:
        Session(*arguments)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"leftmos": "single"}, "no option 'leftmos'"),
        ({"leftmost": "never"}, "option leftmost of Songo Ewondo cannot be 'never'"),
        ({"grand_slam": "all-seven", "first_house": "never"}, "makes no sense"),
    ],
)
def test_options_that_cannot_be_are_the_engines_error(options: dict[str, Any], words: str) -> None:
    with pytest.raises(MancalaError) as caught:
        Session("songo-ewondo", **options)
    assert words in str(caught.value)


# ---- taking back, starting anew


def test_undo_takes_back_the_last_click_and_only_that() -> None:
    session = Session("mefuvha", columns=8)
    states = [session.state()]
    clicks = ("b3", "d3", "d2", "c3")
    for hole in clicks:
        states.append(choose(session, hole))
    for hole, state in zip(reversed(clicks), reversed(states[:-1]), strict=True):
        session.handle({"type": "undo"})
        assert session.state()["note"] == f"{hole} is taken back."
        assert same(session.state(), state)
        assert session.state()["can_redo"]
    session.handle({"type": "undo"})
    after = session.state()
    assert after["refusal"] == {"text": "there is nothing to take back", "clause": None, "at": None}
    for state in states[1:]:
        session.handle({"type": "redo"})
        assert same(session.state(), state)
    session.handle({"type": "redo"})
    assert session.state()["refusal"]["text"] == "there is nothing to do again"


def test_a_choice_that_was_taken_back_keeps_what_followed_it_and_another_does_not() -> None:
    session = Session("mefuvha", columns=8)
    played = choose(session, "b3", "d3", "d2", "c3")
    session.handle({"type": "go", "turn": 0})
    state = choose(session, "b3")
    assert (state["turns"], state["can_redo"]) == (played["turns"], True)
    state = choose(session, "d4")
    assert (state["turns"], state["can_redo"]) == ([], False)


def test_go_stands_after_any_turn_of_the_record() -> None:
    session = Session("songo-ewondo")
    states = [session.state()]
    for hole in "a1 b1 a2 b2".split():
        states.append(choose(session, hole))
    for turn in (2, 0, 4, 1):
        session.handle({"type": "go", "turn": turn})
        state = session.state()
        assert same(state, states[turn])
        assert (state["at"], state["turns"]) == (turn, ["a1", "b1", "a2", "b2"])
    for turn in (-1, 5):
        session.handle({"type": "go", "turn": turn})
        assert session.state()["refusal"]["text"] == f"there is no turn {turn} in the record: expected 0 to 4"
        assert session.state()["at"] == 1


def test_new_goes_back_to_where_the_session_began() -> None:
    start = "0*8/1*2,0*6/0*2,2,0*5/0*8 S turn=9"
    session = Session("mefuvha", start)
    choose(session, "b3")
    session.handle({"type": "new"})
    state = session.state()
    assert (state["position"], state["turns"], state["steps"], state["can_undo"]) == (start, [], [], True)


@pytest.mark.parametrize("clicks", [["b3"], ["b3", "d3"], ["b3", "d3", "d2"], ["b3", "d3", "d2", "c3"]])
def test_undo_takes_back_a_new_game_even_when_turns_were_played_in_it(clicks: list[str]) -> None:
    session = Session("mefuvha", columns=8)
    left = choose(session, *clicks)
    for _ in range(2):  # the second has nothing to leave behind, and forgets nothing
        session.handle({"type": "new"})
    choose(session, "b3", "d3", "d2")
    for _ in range(4):
        session.handle({"type": "undo"})
    state = session.state()
    assert state["note"] == "The new game is taken back."
    assert same(state, left)
    for _ in clicks:
        session.handle({"type": "undo"})
    assert not session.state()["can_undo"]


# ---- records


@pytest.mark.parametrize(
    ("game", "clicks", "record", "sheet"),
    [
        ("mefuvha", "b3 d3 d2 c3 a1 a2", "b3xd2xd3 c3xa1xa2", None),
        ("mefuvha", "b3", "b3x", None),
        ("mefuvha", "b3 d3", "b3xd3x", None),
        ("songo-ewondo", "a1 b1", "a1 b1", None),
        ("songo-ewondo", "", "", None),
    ],
)
def test_a_record_is_replayed_as_it_was_copied(game: str, clicks: str, record: str, sheet: str | None) -> None:
    session = Session(game, columns=8 if game == "mefuvha" else None)
    state = choose(session, *clicks.split())
    assert (state["record"], state["sheet"]) == (record, record)
    other = Session(game, columns=8 if game == "mefuvha" else None)
    other.handle({"type": "replay", "text": state["sheet"]})
    assert other.state()["refusal"] is None
    for part in ("position", "record", "turns", "start", "prompt"):
        assert other.state()[part] == state[part]
    other.handle({"type": "undo"})  # click by click, as those who played it
    session.handle({"type": "undo"})
    assert other.position == session.position


def test_a_record_brings_the_position_where_it_starts() -> None:
    start = "0*8/1*2,0*6/0*2,2,0*5/0*8 S turn=9"
    state = choose(Session("mefuvha", start), "b3")
    assert state["sheet"] == f"{start.replace(' ', '_')} {state['record']}"
    other = Session("mefuvha")  # of another size
    other.handle({"type": "replay", "text": state["sheet"]})
    assert (other.state()["position"], other.state()["start"]) == (state["position"], start)
    other.handle({"type": "undo"})
    other.handle({"type": "undo"})
    assert other.state()["columns"] == 16  # what was on the board before is not lost


def test_a_record_may_be_numbered() -> None:
    session = Session("songo-ewondo")
    session.handle({"type": "replay", "text": "1. a1 b1\n2. a2 b2"})
    assert session.state()["record"] == "a1 b1 a2 b2"


@pytest.mark.parametrize(
    ("session", "clicks", "link"),
    [
        (Session("mefuvha", columns=8), "", {"position": "2*8/2*6,1,0/0,1,2*6/2*8_S"}),
        (
            Session("nakabili", setup="right"),  # another opening
            "a1",
            {"record": "a1x", "options": "setup=right"},
        ),
        (
            Session("songo-ewondo", FIRST_HOUSE, reading="cameroon", leftmost="single", win_at=36),
            "a2",
            {
                "position": "2,0,5,0*3,4/1,0*6_N_turn=1",
                "start": FIRST_HOUSE.replace(" ", "_"),
                "record": "a2",
                "reading": "cameroon",
                "options": "leftmost=single,win_at=36",
            },
        ),
        (Session("songo-ewondo", FIRST_HOUSE), "", {"position": FIRST_HOUSE.replace(" ", "_")}),
    ],
)
def test_a_link_says_what_is_not_as_usual(session: Session, clicks: str, link: dict[str, str]) -> None:
    state = choose(session, *clicks.split())
    assert state["link"] == {"position": state["position"].replace(" ", "_"), **link}


def test_a_declined_capture_is_written_by_what_is_not_there() -> None:
    session = Session("mefuvha", columns=8, free_duty="optional")
    state = choose(session, "b3", "d2", "-", "c3", "-")
    assert state["record"] == "b3xd2 c3"
    other = Session("mefuvha", columns=8, free_duty="optional")
    other.replay(state["record"])
    assert other.position == session.position


@pytest.mark.parametrize(
    ("record", "clause", "words"),
    [
        ("b3xd2xd3 a1", "mefuvha.own-side", "turn 2, a1: a1 is South's"),
        ("b3", "mefuvha.free-captures", "turn 1, b3: move 'b3' is not finished"),
        ("b3x b2", None, "turn 1, b3x: move 'b3x' is not finished: only the last move"),
        ("a1xa1x", "mefuvha.free-captures", "turn 1, a1xa1x: move 'a1xa1' takes a1, but no free capture is due"),
        ("a1x", None, "turn 1, a1x: move 'a1x' is finished: expected it without the x"),
        ("2*8/2*8_S b3", None, "position text, character 8: expected 4 ranks"),
        ("<script>", None, "turn 1, <script>: move '<script>' cannot be read"),
    ],
)
def test_a_bad_record_is_told_by_its_turn_and_changes_nothing(record: str, clause: str | None, words: str) -> None:
    session = Session("mefuvha", columns=8)
    before = choose(session, "b3", "d4")
    session.handle({"type": "replay", "text": record})
    after = session.state()
    assert (after["refusal"]["clause"], after["refusal"]["text"][: len(words)]) == (clause, words)
    assert same(after, before)
    with pytest.raises(MancalaError):
        session.replay(record)
    assert same(session.state(), before)


# ---- set-up


def test_a_size_a_reading_and_options_are_chosen() -> None:
    session = Session("mefuvha", columns=8)
    session.handle({"type": "setup", "columns": 10, "reading": "mancala-world", "options": {}})
    state = session.state()
    assert (state["columns"], state["position"]) == (10, mancala_ref.game("mefuvha", columns=10).start().text)
    session.handle({"type": "setup", "columns": 10, "reading": "stayt-1931", "options": {"free_captures": "3"}})
    state = session.state()
    assert (state["reading"], state["options"]) == ("stayt-1931", {"free_captures": 3})
    chosen = next(option for option in state["setup"]["options"] if option["name"] == "free_captures")
    assert (chosen["value"], chosen["usual"]) == (3, 1)
    position = choose(session, *playable(state)[:1])["position"]
    session.handle({"type": "setup", "columns": 10, "reading": "mancala-world", "options": {}})
    assert session.state()["refusal"] is None
    for _ in range(4):
        session.handle({"type": "undo"})
        if session.state()["reading"] == "stayt-1931":
            assert session.state()["position"] == position
            break
    else:
        pytest.fail("the rules before were not taken back")
    assert choose(Session("mefuvha"))["columns"] == 16


def test_a_change_of_rules_keeps_the_position_before_the_turn_that_is_begun() -> None:
    session = Session("mefuvha", columns=8)
    after = choose(session, "b3", "d2", "d3")["position"]
    choose(session, "c3")
    session.handle({"type": "setup", "columns": 8, "reading": "mancala-world", "options": {"free_captures": 0}})
    state = session.state()
    assert (state["position"], state["turns"], state["rules"]) == (
        after,
        [],
        "Rules: mancala-world, with free_captures=0",
    )


def test_a_reading_with_other_sizes_brings_a_board_of_its_own() -> None:
    session = Session("ntchuva", columns=16)
    session.handle({"type": "setup", "columns": 16, "reading": "unilurio", "options": {}})
    state = session.state()
    assert state["refusal"] is None
    assert state["columns"] in state["setup"]["sizes"]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"type": "setup", "columns": 9, "reading": "mancala-world", "options": {}}, "no board of 9 columns"),
        ({"type": "setup", "columns": 8, "reading": "other", "options": {}}, "no reading 'other'"),
        ({"type": "setup", "columns": 8, "reading": "stayt-1931", "options": {"a": 1}}, "no option 'a'"),
        ({"type": "put", "hole": "b3", "seeds": 10_000}, "10000 seeds cannot be set"),
        ({"type": "put", "hole": "b3", "seeds": -1}, "-1 seeds cannot be set"),
        ({"type": "put", "hole": "b3", "seeds": 1.5}, "1.5 seeds cannot be set"),
        ({"type": "put", "hole": "e3", "seeds": 1}, "there is no hole 'e3'"),
        ({"type": "captured", "side": "S", "seeds": 1_000_000}, "1000000 seeds cannot be set"),
        ({"type": "position", "text": "2*8/2*8 S"}, "expected 4 ranks"),
        ({"type": "players", "S": "person", "N": "oracle"}, "unknown player 'oracle'"),
        ({"type": "think"}, "South is played by a person"),
    ],
)
def test_a_set_up_that_cannot_be_is_told_and_changes_nothing(message: dict[str, Any], words: str) -> None:
    session = Session("mefuvha", columns=8)
    before = choose(session, "b3")
    session.handle(message)
    assert words in session.state()["refusal"]["text"]
    assert same(session.state(), before)


def test_a_fault_of_a_position_text_is_pointed_at() -> None:
    session = Session("mefuvha", columns=8)
    session.handle({"type": "position", "text": "2*8/2*6,x,0/0,1,2*6/2*8 S"})
    assert session.state()["refusal"]["at"] == 9
    session.handle({"type": "position", "text": "2*6/2*6/2*6/2*6 N"})
    assert (session.state()["columns"], session.state()["mover"], session.state()["refusal"]) == (6, "N", None)


def test_the_board_is_edited_and_each_change_can_be_taken_back() -> None:
    session = Session("mefuvha", "0*6/1,2,0*4/0*5,3/4,0*5 S captured=5-6")
    steps = [
        ({"type": "put", "hole": "b6", "seeds": 12}, "0*6/1,2,0*4/0*5,12/4,0*5 S captured=5-6"),
        ({"type": "put", "hole": "c1", "seeds": 0}, "0*6/0,2,0*4/0*5,12/4,0*5 S captured=5-6"),
        ({"type": "mover", "side": "N"}, "0*6/0,2,0*4/0*5,12/4,0*5 N captured=5-6"),
        ({"type": "captured", "side": "S", "seeds": 7}, "0*6/0,2,0*4/0*5,12/4,0*5 N captured=7-6"),
        ({"type": "captured", "side": "N", "seeds": 8}, "0*6/0,2,0*4/0*5,12/4,0*5 N captured=7-8"),
        ({"type": "swap"}, "0*5,4/12,0*5/0*4,2,0/0*6 S captured=8-7"),
        ({"type": "clear"}, "0*6/0*6/0*6/0*6 S captured=8-7"),
        ({"type": "opening"}, "2*6/2*4,1,0/0,1,2*4/2*6 S"),
    ]
    before = [session.position.text]
    for message, after in steps:
        session.handle(message)
        assert session.state()["refusal"] is None
        assert session.state()["position"] == after
        before.append(after)
    for position in reversed(before[:-1]):
        session.handle({"type": "undo"})
        assert (session.state()["position"], session.state()["note"]) == (
            position,
            "The change of the board is taken back.",
        )
    assert not session.state()["can_undo"]


def test_an_edit_within_a_turn_ends_what_was_due() -> None:
    session = Session("mefuvha", columns=8)
    choose(session, "b3")
    session.handle({"type": "put", "hole": "a1", "seeds": 3})
    assert session.position.free == 0
    session.handle({"type": "undo"})
    assert session.position.free == 2


# ---- what a choice would do


def test_a_look_tells_what_a_choice_would_do() -> None:
    holes = Session("mefuvha", columns=8).state()["holes"]
    look = holes["b3"]
    assert [(each["text"], each["clause"]) for each in look["said"]] == [
        ("From b3, one lap would end in b1.", "mefuvha.sow"),
        ("2 seeds are captured from c1.", "mefuvha.capture"),
        ("2 seeds are captured from d1.", "mefuvha.capture-outer"),
        ("2 further holes are then to be captured, freely chosen.", "mefuvha.free-captures"),
    ]
    assert (look["to"], look["takes"], look["playable"]) == ("b1", ["c1", "d1"], True)
    assert [(each["text"], each["clause"]) for each in holes["b1"]["said"]] == [
        ("b1 is empty: a turn starts from a hole that holds seeds", "mefuvha.start")
    ]
    wide = naive.read(naive.start("mefuvha", 16))
    sown = naive.sow(wide, "a1")
    assert sown
    look = Session("mefuvha").state()["holes"]["a1"]
    assert look["said"][0]["text"] == f"From a1, 11 laps would end in {sown[1]}."


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_looks_say_what_choosing_then_does(name: str, rules: dict[str, Any]) -> None:
    dice = random.Random(f"{name} {rules}")
    session = Session(name, **rules)
    for _ in range(12):
        before = session.state()
        if before["outcome"]:
            break
        for hole, look in before["holes"].items():
            state = choose(session, hole)
            if look["playable"]:
                new = state["steps"][len(before["steps"]) if before["shown"] == state["shown"] else 0 :]
                captures = [step for step in new if not step["path"] and len(step["changes"]) == 1]
                assert [step["hole"] for step in captures] == look["takes"]
                told = [each for each in look["said"][1:] if "further hole" not in each["text"]]
                assert len(told) in (len(look["said"][1:]), len(look["said"][1:]) - (state["free"] > 0))
                texts = [each["text"] for each in told]
                assert {step["text"] for step in captures} <= {each["text"] for each in look["said"]}
                assert [each["clause"] for each in told] == [step["clause"] for step in new if step["text"] in texts]
                paths = [step["path"] for step in new if step["path"]]
                assert look["to"] == (paths[-1][-1] if paths else None)
                session.handle({"type": "undo"})
                assert same(session.state(), before)
            else:
                assert state["refusal"]["text"] == look["said"][0]["text"]
                assert state["refusal"]["clause"] == look["said"][0]["clause"]
        choose(session, dice.choice(playable(before)) if playable(before) else "-")


# ---- step by step


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_the_steps_lead_from_the_position_before_to_the_one_after(name: str, rules: dict[str, Any]) -> None:
    dice = random.Random(f"steps {name} {rules}")
    session = Session(name, **rules)
    for _ in range(40):
        state = session.state()
        if state["outcome"]:
            break
        state = choose(session, dice.choice(playable(state)) if playable(state) else "-")
        counts, lines = dict(state["before"]["holes"]), state["before"]["lines"]
        for step in state["steps"]:
            for hole in step["path"]:
                counts[hole] += 1
            if step["path"]:
                counts[step["hole"]] -= len(step["path"])
                assert {hole: counts[hole] for hole in step["changes"]} == step["changes"]
            counts.update(step["changes"])
            lines = step["lines"]
        assert counts == {hole: session.position.seeds(hole) for hole in counts}
        captured = [int(line.split("captured ")[1].split(",")[0]) for line in lines]
        assert captured == list(reversed(session.position.captured)) or not state["steps"]


# ---- who plays


def work(session: Session) -> State:
    """Let a player think to the end."""
    while session.job:
        session.work()
    return session.state()


@pytest.mark.parametrize("player", ["random", "greedy", "search"])
def test_a_player_answers_when_he_is_asked(monkeypatch: pytest.MonkeyPatch, player: str) -> None:
    monkeypatch.setattr(sys.modules[Session.__module__], "SECONDS", 0.05)
    session = Session("mefuvha", columns=6)
    session.handle({"type": "players", "S": "person", "N": player})
    assert not session.state()["due"]
    state = choose(session, "b3", *["d2", "d3"])
    assert (state["mover"], state["due"], state["waits"]) == ("N", True, True)
    session.handle({"type": "think"})
    assert session.state()["thinking"]
    assert session.state()["prompt"].startswith("North is thinking")
    assert "North is thinking: wait" in choose(session, "c1")["refusal"]["text"]
    state, clicks = work(session), session.at - 2  # all but the first two of South's turn
    assert (state["mover"], len(state["turns"]), state["due"], state["thinking"]) == ("S", 2, False, False)
    session.handle({"type": "undo"})  # to South's own last choice, with the answer to it
    back = session.state()
    assert (back["record"], back["note"][:2], back["due"], back["waits"]) == ("b3xd2x", f"{clicks} ", False, False)
    session.handle({"type": "redo"})
    assert same(session.state(), state)
    session.handle({"type": "go", "turn": 1})
    assert (session.state()["due"], session.state()["waits"]) == (False, True)  # he waits until he is asked


def test_two_players_play_a_game_to_its_end() -> None:
    session = Session("songo-ewondo")
    session.handle({"type": "players", "S": "greedy", "N": "random"})
    while (state := session.state())["due"]:
        session.handle({"type": "think"})
        work(session)
    assert state["outcome"]


def test_a_hint_says_what_the_search_would_do_and_leaves_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[Session.__module__], "SECONDS", 0.05)
    session = Session("mefuvha", "0*8/1,0*7/0,0,2,0*5/0*8 S")  # b3 takes North's last seed
    before = session.state()
    session.handle({"type": "hint"})
    state = work(session)
    assert state["hint"]["holes"] == ["b3"]
    assert state["hint"]["text"].startswith("Hint: b3.")
    assert same(state, before)
    assert choose(session, "b3")["hint"] is None


def test_stop_and_any_other_message_end_the_thinking() -> None:
    session = Session("mefuvha", columns=6)
    session.handle({"type": "players", "S": "search", "N": "person"})
    assert session.state()["due"]
    for message in ({"type": "stop"}, {"type": "new"}, {"type": "position", "text": "2*6/2*6/2*6/2*6 S"}):
        session.handle({"type": "think"})
        session.work()
        session.handle(message)
        assert (session.job, session.state()["thinking"]) == (None, False)
    session.handle({"type": "stop"})
    assert not session.state()["due"]


def test_a_fault_of_a_player_does_not_end_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session("mefuvha", columns=6)
    session.handle({"type": "players", "S": "greedy", "N": "person"})
    session.handle({"type": "think"})
    with monkeypatch.context() as patch:
        patch.setattr(type(session.match.game), "after", lambda *_: 1 // 0)
        while session.job:
            session.work()
    assert "ZeroDivisionError" in session.state()["refusal"]["text"]
    assert choose(session, "b3")["refusal"] is None


@pytest.mark.usefixtures("no_loop")
def test_a_host_hears_other_messages_while_a_player_thinks() -> None:
    session, heard = Session("mefuvha", columns=8), []

    async def host() -> None:
        session.handle({"type": "hint"})
        carry_on(session, lambda: heard.append(session.state()["prompt"]))
        carry_on(session, lambda: heard.append("twice"))
        for _ in range(50):
            await asyncio.sleep(0)
        assert session.job  # it still thinks
        session.handle({"type": "stop"})
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(host())
    assert session.job is None
    assert "twice" not in heard


@pytest.mark.usefixtures("no_loop")
def test_without_a_loop_a_player_thinks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[Session.__module__], "SECONDS", 0.05)
    session, heard = Session("mefuvha", columns=8), []
    session.handle({"type": "hint"})
    carry_on(session, lambda: heard.append(session.state()["hint"]))
    assert heard[-1]


# ---- ends


def test_the_end_is_told_with_its_clause_and_nothing_can_be_played_after_it() -> None:
    session = Session("mefuvha", "0*8/1,0*7/0,0,2,0*5/0*8 S")
    state = choose(session, "b3")
    assert state["outcome"] == {
        "winner": "S",
        "clause": "mefuvha.end",
        "score": [1, 0],
        "text": "South wins: North has no seeds left.",
    }
    assert state["prompt"] == "The game is over. South wins: North has no seeds left."
    assert (playable(state), state["must_pass"]) == ([], False)
    assert "to move" not in state["svg"]
    assert choose(session, "b2")["refusal"]["clause"] == "mefuvha.end"
    session.handle({"type": "undo"})
    assert session.state()["outcome"] is None
    assert "to move" in session.state()["svg"]


def test_a_repetition_ends_the_game_and_can_be_taken_back() -> None:
    session = Session("ntchuva", "0*4/1*2,0*2/0*2,1,0/0*2,1*2 N")
    state = choose(session, *"c1 a3 c3 b4 d4 b2 d2 a1".split())
    assert state["outcome"]["clause"] == "ntchuva.repetition"
    assert playable(state) == []
    assert choose(session, "c1")["refusal"]["clause"] == "ntchuva.repetition"
    session.handle({"type": "undo"})
    assert playable(session.state())


# ---- what is shown


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_random_clicks_by_all_rules(name: str, rules: dict[str, Any]) -> None:
    """The state is plain data, each hole has a label, and undoing every click leads back to the start."""
    dice = random.Random(f"{name} {rules}")
    session = Session(name, **rules)
    start = session.state()
    clicks = 0
    while clicks < 60 and not (state := session.state())["outcome"]:
        assert json.loads(json.dumps(state)) == state
        assert Position.parse(state["position"]) == session.position
        assert len(state["holes"]) == state["ranks"] * state["columns"]
        leaves = state["may_leave"] and dice.random() < 0.3
        hole = "-" if state["must_pass"] or leaves else dice.choice(playable(state))
        assert choose(session, hole)["refusal"] is None
        clicks += 1
    for _ in range(clicks):
        session.handle({"type": "undo"})
    assert session.state()["position"] == start["position"]
    assert not session.state()["can_undo"]


def test_labels_say_where_a_hole_lies_and_what_it_holds() -> None:
    holes = Session("mefuvha", columns=8).state()["holes"]
    assert list(holes)[:2] == ["d1", "d2"]
    assert holes["a1"]["label"] == "a1, South's outer rank, 2 seeds"
    assert holes["b2"]["label"] == "b2, South's inner rank, 1 seed"
    assert holes["c8"]["label"] == "c8, North's inner rank, 0 seeds"
    assert Session("songo-ewondo").state()["holes"]["b7"]["label"] == "b7, North's house, 5 seeds"


def test_the_holes_of_the_last_turn_are_marked() -> None:
    def marked(state: State) -> set[str]:
        return {h for h in state["holes"] if f'class="hole marked" data-hole="{h}"' in state["svg"]}

    session = Session("mefuvha", columns=8)
    assert marked(session.state()) == set()
    assert marked(choose(session, "b3")) == {"b3", "b1", "c1", "d1"}
    assert marked(choose(session, "d2", "d3")) == {"b3", "b1", "c1", "d1", "d2", "d3"}
    session.handle({"type": "undo"})
    assert marked(session.state()) == {"b3", "b1", "c1", "d1", "d2"}
    assert marked(choose(Session("songo-ewondo"), "a1")) == {"a1", "b5"}


# ---- the hosts


def test_play_takes_whole_turns_and_the_rest_of_one() -> None:
    session = Session("mefuvha", columns=8)
    session.play("b3xd3xd2")
    assert session.state()["turns"] == ["b3xd2xd3"]
    assert len(session.state()["steps"]) == 6
    session.handle({"type": "undo"})
    assert session.position.free == 1
    session.play("xd8")
    assert session.state()["turns"] == ["b3xd2xd8"]
    with pytest.raises(IllegalMove, match=r"\(mefuvha\.own-side\)"):
        session.play("a1")


@pytest.mark.usefixtures("no_loop")
def test_the_page_host_opens_boards_and_answers_in_json() -> None:
    start = Session("mefuvha", columns=8).position.text

    def call(board: str, **message: object) -> Any:
        rules = {"reading": "mancala-world", "options": {}, "record": "", "position": ""}
        return json.loads(
            page.call(board, json.dumps({**(rules if message["type"] == "open" else {}), **message}), more)
        )

    heard: list[str] = []
    more = heard.append
    for board in ("one", "two"):
        assert call(board, type="open", game="mefuvha", start=start)["state"]["position"] == start
    state = call("one", type="choose", hole="b3")["state"]
    assert call("two", type="choose", hole="b2")["state"]["refusal"]
    restored = call("one", type="open", game="mefuvha", start=start, record="b3x", position=state["position"])["state"]
    assert (restored["position"], restored["record"], restored["can_undo"]) == (state["position"], "b3x", True)
    assert call("one", type="new")["state"]["position"] == start
    opening = call("one", type="open", game="mefuvha", start="", record="b3x", position=state["position"])["state"]
    assert (opening["position"], opening["start"]) == (state["position"], start)  # of 8 columns, as the position has
    assert (
        "does not lead" in call("two", type="open", game="mefuvha", start=start, position="2*8/2*8/2*8/2*8 S")["error"]
    )
    assert "turn 1, b9" in call("two", type="open", game="mefuvha", start=start, record="b9")["error"]
    assert "expected 2 or 4 ranks" in call("three", type="open", game="mefuvha", start="1 S")["error"]
    assert "three" in call("three", type="undo")["error"]  # it was never opened
    assert "error" in json.loads(page.call("one", "no json", more))
    call("one", type="players", S="greedy", N="person")
    assert call("one", type="think")["state"]["turns"] == json.loads(heard[-1])["state"]["turns"] != []


def test_the_page_host_opens_boards_under_a_reading_and_options() -> None:
    def call(**message: object) -> Any:
        rules = {"reading": "cameroon", "options": {"leftmost": "single"}}
        opening = {"type": "open", "game": "songo-ewondo", "start": FIRST_HOUSE, "record": "", "position": "", **rules}
        return json.loads(page.call("one", json.dumps(message if "type" in message else {**opening, **message}), print))

    after = "2,0,5,0*3,4/1,0*6 N turn=1"
    assert call()["state"]["rules"] == "Rules: cameroon, with leftmost=single"
    assert call(type="choose", hole="a2")["state"]["position"] == after
    state = call(record="a2")["state"]  # as after a crash
    assert (state["position"], state["reading"], state["options"]) == (after, "cameroon", {"leftmost": "single"})
    call(type="new")
    assert call(type="choose", hole="a2")["state"]["position"] == after
    wrong: dict[str, dict[str, object]] = {
        "cameron": {"reading": "cameron"},
        "leftmos": {"options": {"leftmos": "single"}},
        "position": {"options": {"position": after}},
    }
    for name, rules in wrong.items():
        assert name in call(**rules)["error"]


def test_live_gives_a_widget_with_the_same_session() -> None:
    pytest.importorskip("anywidget")
    board = mancala_ref.live("mefuvha", "2*8/2*6,1,0/0,1,2*6/2*8 S")
    assert board.state["version"] == mancala_ref.__version__
    board._handle({"type": "choose", "hole": "b3"})
    assert board.state["free"] == board.position.free == 2
    board.play("xd2xd3")
    assert [str(turn.move) for turn in board.match.turns] == board.state["turns"] == ["b3xd2xd3"]
    assert mancala_ref.live("ntchuva", columns=16).state["columns"] == 16  # a second call, once the package is loaded
    assert mancala_ref.live("mefuvha", board.position).position == board.position
    board = mancala_ref.live("songo-ewondo", FIRST_HOUSE, reading="cameroon", leftmost="single")
    assert board.state["rules"] == "Rules: cameroon, with leftmost=single"
    with pytest.raises(MancalaError, match="unknown game"):
        mancala_ref.live("go")


def test_live_without_anywidget_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mancala_ref.live.widget", raising=False)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(MancalaError, match=r'pip install "mancala-ref\[live\]"'):
        mancala_ref.live("mefuvha")
