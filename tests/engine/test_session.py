"""The board session alone: what each message does, what is said of it, what the front end is given to show."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import pytest

import mancala_ref
from mancala_ref import IllegalMove, MancalaError, Position, PositionError
from mancala_ref.live import page
from mancala_ref.live.session import Session

State = dict[str, Any]

RULES: list[tuple[str, dict[str, Any]]] = [
    (name, {"reading": reading.id, "columns": (reading.sizes or game.sizes)[0]})
    for name, game in mancala_ref.GAMES.items()
    for reading in game.readings
]
RULES.append(("mefuvha", {"free_duty": "optional"}))


def choose(session: Session, *holes: str) -> State:
    """Click on holes, one after another, and return the state after the last."""
    for hole in holes:
        session.handle({"type": "pass"} if hole == "-" else {"type": "choose", "hole": hole})
    return session.state()


def playable(state: State) -> list[str]:
    return [hole for hole, about in state["holes"].items() if about["playable"]]


def said(state: State) -> list[tuple[str, str | None]]:
    return [(step["text"], step["clause"]) for step in state["said"]]


# ---- a turn, click by click


def test_a_turn_is_a_start_hole_and_then_each_free_capture() -> None:
    session = Session("mefuvha", columns=8)
    state = session.state()
    assert (state["prompt"], state["said"], state["turns"], state["can_undo"]) == ("South to move.", [], [], False)

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
    assert said(session.state()) == [("The pass is taken back.", None)]


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
    session.resume(FIRST_HOUSE)
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
    assert said(again) == [*said(taken), ("The captures that were left are due again.", None)]
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
    for part in ("position", "turns", "prompt", "holes", "svg", "said"):
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
    for hole in ("b3", "d3", "d2", "c3"):
        states.append(choose(session, hole))
    for hole in ("c3", "d2", "d3", "b3"):
        states.pop()
        session.handle({"type": "undo"})
        state = session.state()
        begun = said(states[-1]) if state["free"] else []
        assert said(state) == [*begun, (f"{hole} is taken back.", None)]
        for part in ("position", "prompt", "holes", "svg", "turns", "can_undo", "captured"):
            assert state[part] == states[-1][part]
    session.handle({"type": "undo"})
    after = session.state()
    assert after["refusal"] == {"text": "there is nothing to take back", "clause": None}
    assert after["said"] == state["said"]


def test_new_goes_back_to_where_the_session_began() -> None:
    start = "0*8/1*2,0*6/0*2,2,0*5/0*8 S turn=9"
    session = Session("mefuvha", start)
    choose(session, "b3")
    session.handle({"type": "new"})
    state = session.state()
    assert (state["position"], state["turns"], state["said"], state["can_undo"]) == (start, [], [], True)


@pytest.mark.parametrize("clicks", [["b3"], ["b3", "d3"], ["b3", "d3", "d2"], ["b3", "d3", "d2", "c3"]])
def test_undo_takes_back_a_new_game_until_a_turn_is_played(clicks: list[str]) -> None:
    session = Session("mefuvha", columns=8)
    left = choose(session, *clicks)
    for _ in range(2):  # the second has nothing to leave behind, and forgets nothing
        session.handle({"type": "new"})
    choose(session, "b3")  # begins a turn
    session.handle({"type": "undo"})
    session.handle({"type": "undo"})
    state = session.state()
    assert said(state) == [*(said(left) if left["free"] else []), ("The new game is taken back.", None)]
    for part in ("position", "prompt", "holes", "svg", "turns", "can_undo", "captured"):
        assert state[part] == left[part]
    for _ in clicks:
        session.handle({"type": "undo"})
    assert not session.state()["can_undo"]


def test_a_turn_in_a_new_game_ends_the_way_back_to_the_old_one() -> None:
    session = Session("mefuvha", columns=8)
    choose(session, "b3", "d3", "d2")
    session.handle({"type": "new"})
    choose(session, "b3", "d3", "d2")
    for _ in range(3):
        session.handle({"type": "undo"})
    assert not session.state()["can_undo"]


def test_resume_goes_on_from_a_position_and_new_still_goes_to_the_start() -> None:
    session = Session("mefuvha", columns=8)
    position = choose(session, "b3", "d2")["position"]
    resumed = Session("mefuvha", columns=8)
    resumed.resume(position)
    assert resumed.state()["position"] == position
    assert resumed.state()["prompt"] == "South: choose 1 more of North's holes."
    assert choose(resumed, "d3")["mover"] == "N"
    resumed.handle({"type": "new"})
    assert resumed.position == resumed.match.game.start()
    with pytest.raises(PositionError):
        resumed.resume("nonsense")


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
    assert len(session.state()["said"]) == 6
    session.handle({"type": "undo"})
    assert session.position.free == 1
    session.play("xd8")
    assert session.state()["turns"] == ["b3xd2xd8"]
    with pytest.raises(IllegalMove, match=r"\(mefuvha\.own-side\)"):
        session.play("a1")


def test_the_page_host_opens_boards_and_answers_in_json() -> None:
    start = Session("mefuvha", columns=8).position.text

    def call(board: str, **message: object) -> Any:
        rules = {"reading": "mancala-world", "options": {}} if message["type"] == "open" else {}
        return json.loads(page.call(board, json.dumps({**rules, **message})))

    for board in ("one", "two"):
        assert call(board, type="open", game="mefuvha", start=start, position=start)["state"]["position"] == start
    position = call("one", type="choose", hole="b3")["state"]["position"]
    assert call("two", type="choose", hole="b2")["state"]["refusal"]
    restored = call("one", type="open", game="mefuvha", start=start, position=position)["state"]
    assert (restored["position"], restored["turns"]) == (position, [])
    assert call("one", type="new")["state"]["position"] == start
    assert "expected 2 or 4 ranks" in call("three", type="open", game="mefuvha", start="1 S", position="1 S")["error"]
    assert "three" in call("three", type="undo")["error"]  # it was never opened
    assert "error" in json.loads(page.call("one", "no json"))


def test_the_page_host_opens_boards_under_a_reading_and_options() -> None:
    def call(**message: object) -> Any:
        rules = {"reading": "cameroon", "options": {"leftmost": "single"}}
        opening = {"type": "open", "game": "songo-ewondo", "start": FIRST_HOUSE, **rules}
        return json.loads(page.call("one", json.dumps(message if "type" in message else {**opening, **message})))

    after = "2,0,5,0*3,4/1,0*6 N turn=1"
    assert call(position=FIRST_HOUSE)["state"]["rules"] == "Rules: cameroon, with leftmost=single"
    assert call(type="choose", hole="a2")["state"]["position"] == after
    state = call(position=after)["state"]  # as after a crash
    assert (state["position"], state["reading"], state["options"]) == (after, "cameroon", {"leftmost": "single"})
    call(type="new")
    assert call(type="choose", hole="a2")["state"]["position"] == after
    wrong: dict[str, dict[str, object]] = {
        "cameron": {"reading": "cameron"},
        "leftmos": {"options": {"leftmos": "single"}},
        "position": {"options": {"position": after}},
    }
    for name, rules in wrong.items():
        assert name in call(position=FIRST_HOUSE, **rules)["error"]


def test_live_gives_a_widget_with_the_same_session() -> None:
    pytest.importorskip("anywidget")
    board = mancala_ref.live("mefuvha", "2*8/2*6,1,0/0,1,2*6/2*8 S")
    assert board.state["version"] == mancala_ref.__version__
    board._handle({"type": "choose", "hole": "b3"})
    assert board.state["free"] == board.position.free == 2
    board.play("xd2xd3")
    assert [str(turn.move) for turn in board.match.turns] == board.state["turns"] == ["b3xd2xd3"]
    assert mancala_ref.live("ntchuva", columns=16).state["columns"] == 16  # a second call, once the package is loaded
    board = mancala_ref.live("songo-ewondo", FIRST_HOUSE, reading="cameroon", leftmost="single")
    assert board.state["rules"] == "Rules: cameroon, with leftmost=single"
    with pytest.raises(MancalaError, match="unknown game"):
        mancala_ref.live("go")


def test_live_without_anywidget_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mancala_ref.live.widget", raising=False)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(MancalaError, match=r'pip install "mancala-ref\[live\]"'):
        mancala_ref.live("mefuvha")
