"""The command line: what each command prints, as text and as JSON, and how it refuses what is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple
from xml.etree import ElementTree

import naive
import pytest
from played import CLAUSES

from mancala_ref import GAMES, game
from mancala_ref.cli import main

ROOT = Path(__file__).parents[2]
GAME_IDS = ["mefuvha", "ntchuva", "nakabili", "songo-ewondo"]

# Mefuvha on eight columns. b3 holds two: they fall on b2 (1) and b1 (0), which faces c1 (2), with d1 (2) behind it.
OPENING = "2*8/2*6,1,0/0,1,2*6/2*8 S"
BEGUN = "0,2*7/0,2*5,1,0/1,2,0,2*5/2*8 S captured=4-0 free=2"
AFTER_ONE = "0*3,2*5/0,2*5,1,0/1,2,0,2*5/2*8 N captured=8-0 turn=1"
# North answers alike from his own third inner hole, c6: onto c7 and c8, which faces b8 (2), with a8 (2) behind it.
AFTER_TWO = "0*3,2*5/0,2*4,0,2,1/1,2,0,2*4,0/0*2,2*5,0 S captured=8-8 turn=2"
# Mefuvha on six columns: no single of South's has an empty hole before it, so he passes; North has a hole of two.
PASS = "2,1*5/1*6/1*6/1*6 S"
# Ntchuva on four columns: b3 sows onto b2 and b1, and takes North's only seed, in c1.
LAST_CAPTURE = "0*4/1,0*3/0*2,2,0/0*4 S"
# Ntchuva on four columns: eight turns without a capture that lead back to the same position, played by hand.
CIRCLE = "0,1*2,0/0*4/0,1,0,1/2,1,0*2 S"
CIRCLE_MOVES = ["a1", "d3", "a2", "d1", "a3", "c2", "a4", "c4"]


class Ran(NamedTuple):
    """How a command ended and what it printed."""

    status: object
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line in this process."""

    def run(*words: str) -> Ran:
        try:
            status: object = main(words)
        except SystemExit as leave:
            status = leave.code
        return Ran(status, *capsys.readouterr())

    return run


@pytest.fixture
def well(run: Run) -> Run:
    """Run a command line that must succeed, without a word on standard error."""

    def well(*words: str) -> Ran:
        ran = run(*words)
        assert (ran.status, ran.err) == (0, ""), ran
        return ran

    return well


def start(*words: str | bytes, variables: Mapping[str, str] | None = None, **streams: Any) -> subprocess.Popen[str]:
    """Start the command line in a process of its own, as if no variable of Python's were set here."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.Popen(
        [sys.executable, "-m", "mancala_ref", *words],
        cwd=ROOT,
        env={**own, "PYTHONUTF8": "1", **(variables or {})},
        encoding="utf-8",
        **streams,
    )


def outside(*words: str | bytes, variables: Mapping[str, str] | None = None) -> Ran:
    """Run the command line in a process of its own."""
    process = start(*words, variables=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate(timeout=60)
    return Ran(process.returncode, out, err)


# ---- the command itself


def test_the_script_and_the_module_are_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["scripts"]["mancala-ref"] == "mancala_ref.cli:main"
    ran = outside("legal", "songo-ewondo", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert sorted(ran.json) == ["a1", "a2", "a3", "a4", "a5", "a6", "a7"]


def test_a_process_ends_with_2_and_one_line() -> None:
    ran = outside("play", "mefuvha", "--columns", "8", "b2")
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert "mefuvha.singles" in ran.err


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in ("games", "show", "play", "legal"))])
def test_help(run: Run, words: list[str]) -> None:
    ran = run(*words)
    assert (ran.status, ran.err) == (0, "")
    assert "mancala-ref" in ran.out


def test_the_version(well: Run) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert well("--version").out == f"mancala-ref {project['project']['version']}\n"


def test_the_version_of_a_clone_that_is_not_installed(tmp_path: Path) -> None:
    copytree(ROOT / "mancala_ref", tmp_path / "mancala_ref")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "7.8.9"\n')
    without_packages = [sys.executable, "-S", "-m", "mancala_ref", "--version"]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    told = subprocess.run(without_packages, cwd=tmp_path, env=own, capture_output=True, encoding="utf-8", timeout=60)
    assert (told.returncode, told.stdout, told.stderr) == (0, "mancala-ref 7.8.9\n", "")


# ---- games

SIZES = {
    "mefuvha": [6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28],
    "ntchuva": [4, 8, 16, 32],
    "nakabili": [8],
    "songo-ewondo": [7],
}


READINGS = [(name, reading) for name, readings in naive.READINGS.items() for reading in readings]


def test_games_as_json(well: Run) -> None:
    found = well("games", "--json").json
    assert [entry["id"] for entry in found] == GAME_IDS
    assert {entry["id"]: entry["columns"] for entry in found} == SIZES
    assert {entry["id"]: entry["ranks"] for entry in found} == {**dict.fromkeys(GAME_IDS, 4), "songo-ewondo": 2}
    assert [(entry["id"], reading["id"]) for entry in found for reading in entry["readings"]] == READINGS
    for entry in found:
        assert entry["default_columns"] in entry["columns"]
        options = {option["name"]: option for option in entry["options"]}
        for option in options.values():
            assert option["clause"] in CLAUSES
            assert option["clause"].startswith(f"{entry['id']}.")
            assert list(option["rules"]) == [str(value) for value in option["values"]]
            assert all(rule.endswith(".") for rule in option["rules"].values())
        for reading in entry["readings"]:
            assert tuple(reading["columns"]) == naive.SIZES[entry["id"], reading["id"]]
            assert set(reading["settings"]) == set(options)  # a reading is complete
            for name, setting in reading["settings"].items():
                assert setting["value"] in options[name]["values"]
                assert setting["standing"] in ("source", "inferred", "editors")
                assert bool(setting["sources"]) == (setting["standing"] != "editors")
                for source in setting["sources"]:
                    assert source["key"]
                    assert source["name"] in setting["source"]
                    assert source["where"] in setting["source"]


def test_games_as_text_says_the_same(well: Run) -> None:
    blocks = re.split(r"^(?=\S)", well("games").out, flags=re.MULTILINE)[1:]
    assert [block.split(":")[0] for block in blocks] == GAME_IDS
    for block, entry in zip(blocks, well("games", "--json").json, strict=True):
        columns, *parts = re.split(r"^  (?=\S)", block, flags=re.MULTILINE)[1:]
        assert columns.startswith(f"columns: {', '.join(map(str, entry['columns']))} ")
        for reading in entry["readings"]:
            lines = parts.pop(0).splitlines()
            assert re.fullmatch(rf"reading: {reading['id']}( \(default\))?: {re.escape(reading['name'])}", lines[0])
            own = [f"    columns: {', '.join(map(str, reading['columns']))}"]
            said = [
                f"    {option['name']}={setting['value']} ({setting['source']})"
                for option in entry["options"]
                for setting in [reading["settings"][option["name"]]]
            ]
            assert lines[1:] == (said if reading["columns"] == entry["columns"] else own + said)
        for option in entry["options"]:
            head, *rules = parts.pop(0).splitlines()
            assert head == f"option: {option['name']}: {option['meaning']} ({option['clause']})"
            assert rules == [f"    {value}: {rule}" for value, rule in option["rules"].items()]
        assert not parts


def test_each_reading_and_value_of_the_list_is_taken(well: Run) -> None:
    for entry in well("games", "--json").json:
        for option in entry["options"]:
            for value in option["values"]:
                shown = well("show", entry["id"], "--option", f"{option['name']}={value}", "--json").json
                assert shown["options"][option["name"]] == value
        for columns in entry["columns"]:
            rows = well("show", entry["id"], "--columns", str(columns)).lines
            assert len(rows[0].split()) == columns + 2  # its letter, the counts, its player


@pytest.mark.parametrize(("id", "reading"), READINGS)
def test_each_reading_is_played(well: Run, id: str, reading: str) -> None:
    """The second engine knows the opening of each reading, where it may start, and how many turns that gives."""
    rules = naive.READINGS[id][reading]
    for columns in naive.SIZES[id, reading]:
        shown = well("show", id, "--reading", reading, "--columns", str(columns), "--json").json
        assert (shown["reading"], shown["columns"]) == (reading, columns)
        assert shown["position"] == naive.start(id, columns, rules)
        assert rules.items() <= shown["options"].items()
    least = naive.SIZES[id, reading][0]
    words = ["--reading", reading, "--columns", str(least)]
    turns = naive.turns(id, naive.start(id, least, rules), rules)
    assert set(well("legal", id, *words, "--starts").lines) == {turn.split("x")[0] for turn in turns}
    assert sorted(well("legal", id, *words).lines) == turns
    assert well("perft", id, "1", *words).out == f"{len(turns)}\n"


def test_a_reading_with_one_change(well: Run) -> None:
    """Stayt's reading has one free capture and his first move; each can be changed alone."""
    words = ["--columns", "8", "--reading", "stayt-1931"]
    assert well("legal", "mefuvha", *words, "--starts").lines == ["b3"]
    assert len(well("legal", "mefuvha", *words).lines) == 13  # any of the holes left to North
    assert len(well("legal", "mefuvha", *words, "--option", "free_captures=2").lines) == 78
    freed = [*words, "--option", "stylised_first_move=none"]
    assert len(well("legal", "mefuvha", *freed, "--starts").lines) == 14
    shown = well("show", "mefuvha", *freed, "--json").json
    assert (shown["reading"], shown["options"]["stylised_first_move"]) == ("stayt-1931", "none")


# ---- show


def test_show(well: Run) -> None:
    lines = well("show", "mefuvha", "--columns", "8").lines
    assert [line.split() for line in lines[:5]] == [
        ["d", *"22222222", "North"],
        ["c", *"22222210"],
        ["b", *"01222222"],
        ["a", *"22222222", "South"],
        [*"12345678"],
    ]
    assert OPENING in lines
    starts = next(line for line in lines if line.startswith("Start holes:"))
    assert starts.split()[2:] == [*(f"a{c}" for c in range(1, 9)), *(f"b{c}" for c in range(3, 9))]


def test_show_as_json(well: Run) -> None:
    shown = well("show", "mefuvha", "--position", AFTER_ONE, "--json").json
    assert shown["game"] == "mefuvha"
    assert shown["columns"] == 8
    assert (shown["reading"], shown["options"]["free_captures"]) == ("mancala-world", 2)
    assert (shown["position"], shown["mover"], shown["captured"], shown["free"]) == (AFTER_ONE, "N", [8, 0], 0)
    assert shown["starts"] == [*(f"c{c}" for c in range(2, 7)), *(f"d{c}" for c in range(4, 9))]
    assert shown["outcome"] is None


def test_show_the_end_of_a_game(well: Run) -> None:
    words = ["show", "mefuvha", "--position", "0*6/0*6/1,0*5/0*6 N captured=40-1"]
    assert "(mefuvha.end)" in well(*words).out
    assert "South wins" in well(*words).out
    shown = well(*words, "--json").json
    assert shown["starts"] == []
    assert shown["outcome"]["winner"] == "S"
    assert shown["outcome"]["clause"] == "mefuvha.end"


def test_show_a_pass(well: Run) -> None:
    assert re.search(r"^Start holes: -", well("show", "mefuvha", "--position", PASS).out, re.MULTILINE)
    shown = well("show", "mefuvha", "--position", PASS, "--json").json
    assert (shown["starts"], shown["outcome"]) == ([], None)


def test_show_a_begun_turn(well: Run) -> None:
    assert "2 free captures" in well("show", "mefuvha", "--position", BEGUN).out
    shown = well("show", "mefuvha", "--position", BEGUN, "--json").json
    assert (shown["starts"], shown["free"], shown["outcome"]) == ([], 2, None)


def test_show_draws_a_picture(well: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert "Start holes" in well("show", "mefuvha", "--position", AFTER_ONE, "--svg", str(file)).out
    holes = [g.get("data-hole") for g in ElementTree.parse(file).iter() if g.get("class") == "hole"]
    assert len(holes) == 32


# ---- a position in each of its forms


@pytest.mark.parametrize(
    "text",
    [
        "0,2,0,1/0*4/0,1,0,0/0*3,3_N_captured=7-18_turn=21",
        "0,2,0,1/0*4/0,1,0*2/0*3,3 N captured=7-18 turn=21",
        "0,2,0,1/0,0,0,0/0,1,0*2/0*3,3 N_captured=7-18 turn=21",
    ],
)
def test_a_position_in_the_form_of_a_url(well: Run, text: str) -> None:
    shown = well("show", "ntchuva", "--json", "--position", text).json
    assert shown["position"] == "0,2,0,1/0*4/0,1,0*2/0*3,3 N captured=7-18 turn=21"
    assert shown["columns"] == 4  # the text says the size of the board


def test_a_position_in_the_form_of_playstrategy(well: Run) -> None:
    text = "6S,6S,1S,7S,7S,6S,1/6S,1S,7S,7S,7S,7S,2S 3 1 N 3"
    shown = well("show", "songo-ewondo", "--json", "--position", text).json
    assert shown["position"] == "6*2,1,7*2,6,0/6,1,7*4,2 N captured=3-1 turn=5"


def test_columns_may_be_said_beside_the_position(well: Run) -> None:
    ran = well("show", "mefuvha", "--columns", "8", "--position", BEGUN)
    assert ran == well("show", "mefuvha", "--position", BEGUN)


# ---- play


def test_play_prints_each_step_with_its_clause(well: Run) -> None:
    out = well("play", "mefuvha", "--columns", "8", "b3xd2xd3").out
    steps = re.findall(r"^  .*\((\S+)\)$", out, re.MULTILINE)
    assert steps == [
        "mefuvha.sow",
        "mefuvha.stop",
        "mefuvha.capture",
        "mefuvha.capture-outer",
        "mefuvha.free-captures",
        "mefuvha.free-captures",
    ]
    assert "b3xd2xd3" in out
    assert AFTER_ONE in out


def test_play_as_json_has_a_line_for_each_turn(well: Run) -> None:
    first, second = map(json.loads, well("play", "mefuvha", "--columns", "8", "b3xd3xd2", "c6xa1xa2", "--json").lines)
    assert first == {
        "move": "b3xd2xd3",
        "player": "S",
        "position": AFTER_ONE,
        "captured": [8, 0],
        "events": [
            {"type": "sow", "hole": "b3", "seeds": 2, "clause": "mefuvha.sow", "to": "b1"},
            {"type": "stop", "hole": "b1", "seeds": 1, "clause": "mefuvha.stop"},
            {"type": "capture", "hole": "c1", "seeds": 2, "clause": "mefuvha.capture"},
            {"type": "capture", "hole": "d1", "seeds": 2, "clause": "mefuvha.capture-outer"},
            {"type": "free-capture", "hole": "d2", "seeds": 2, "clause": "mefuvha.free-captures"},
            {"type": "free-capture", "hole": "d3", "seeds": 2, "clause": "mefuvha.free-captures"},
        ],
        "outcome": None,
    }
    assert (second["move"], second["player"], second["captured"]) == ("c6xa1xa2", "N", [8, 8])
    assert second["position"] == AFTER_TWO


def test_a_turn_that_ends_the_game(well: Run) -> None:
    (line,) = well("play", "ntchuva", "--position", LAST_CAPTURE, "b3", "--json").lines
    turn = json.loads(line)
    assert turn["position"] == "0*4/0*4/1*2,0*2/0*4 N captured=1-0 turn=1"
    assert [(event["type"], event["hole"], event["seeds"]) for event in turn["events"]] == [
        ("sow", "b3", 2),
        ("stop", "b1", 1),
        ("capture", "c1", 1),
    ]
    assert (turn["outcome"]["winner"], turn["outcome"]["clause"]) == ("S", "ntchuva.end")
    assert "(ntchuva.end)" in well("play", "ntchuva", "--position", LAST_CAPTURE, "b3").out


def test_a_pass_is_played(well: Run) -> None:
    (line,) = well("play", "mefuvha", "--position", PASS, "-", "--json").lines
    turn = json.loads(line)
    assert (turn["move"], turn["player"]) == ("-", "S")
    assert turn["position"] == "2,1*5/1*6/1*6/1*6 N turn=1"
    assert turn["events"] == [{"type": "pass", "hole": None, "seeds": 0, "clause": "mefuvha.pass"}]


def test_a_position_that_comes_back_ends_the_match(well: Run) -> None:
    turns = [json.loads(x) for x in well("play", "ntchuva", "--position", CIRCLE, *CIRCLE_MOVES, "--json").lines]
    assert turns[-1]["position"] == f"{CIRCLE} turn=8"
    assert [turn["outcome"] for turn in turns[:-1]] == [None] * 7
    assert (turns[-1]["outcome"]["winner"], turns[-1]["outcome"]["clause"]) == (None, "ntchuva.repetition")


def test_a_begun_turn_is_finished(well: Run) -> None:
    (line,) = well("play", "mefuvha", "--position", BEGUN.replace(" ", "_"), "xd2xd3", "--json").lines
    turn = json.loads(line)
    assert (turn["move"], turn["player"], turn["position"]) == ("xd2xd3", "S", AFTER_ONE)
    assert [(event["type"], event["hole"]) for event in turn["events"]] == [
        ("free-capture", "d2"),
        ("free-capture", "d3"),
    ]
    assert AFTER_TWO in well("play", "mefuvha", "--position", BEGUN, "xd3xd2", "c6xa2xa1").out


def test_no_moves_show_the_position(well: Run) -> None:
    assert "South to move" in well("play", "mefuvha", "--columns", "8").out
    assert well("play", "mefuvha", "--columns", "8", "--json").out == ""


@pytest.mark.parametrize(
    "words",
    [
        ["mefuvha", "b3xd2xd3", "c6xa1xa2", "--columns", "8", "--json"],
        ["mefuvha", "b3xd2xd3", "--columns", "8", "c6xa1xa2", "--json"],
        ["mefuvha", "--json", "b3xd2xd3", "c6xa1xa2", "--columns", "8"],
        ["--columns", "8", "mefuvha", "b3xd2xd3", "--json", "c6xa1xa2"],
        ["--json", "--columns=8", "mefuvha", "b3xd2xd3", "c6xa1xa2"],
        ["mefuvha", "b3xd2xd3", "--position", OPENING, "c6xa1xa2", "--json"],
        ["mefuvha", "b3xd2xd3", "c6xa1xa2", f"--position={OPENING}", "--json"],
        ["mefuvha", "b3xd2xd3", "--option", "free_captures=2", "c6xa1xa2", "--json", "--columns", "8"],
    ],
    ids=" ".join,
)
def test_options_stand_anywhere(well: Run, words: list[str]) -> None:
    turns = [json.loads(line) for line in well("play", *words).lines]
    assert [turn["position"] for turn in turns] == [AFTER_ONE, AFTER_TWO]


# ---- legal


def test_legal_lists_whole_turns(well: Run) -> None:
    """Of 14 start holes 9 capture a column of two holes; any two of the 13 holes left to North go with each."""
    found = well("legal", "mefuvha", "--columns", "8").lines
    assert len(found) == len(set(found)) == 5 + 9 * 78
    b3 = {f"b3x{one}x{other}" for one, other in combinations(by_name("c234567", "d2345678"), 2)}
    assert {move for move in found if move.startswith("b3")} == b3
    assert well("legal", "mefuvha", "--columns", "8", "--json").json == found


def by_name(*ranks: str) -> list[str]:
    return [f"{rank[0]}{column}" for rank in ranks for column in rank[1:]]


@pytest.mark.parametrize(
    ("words", "starts"),
    [
        (["mefuvha", "--columns", "6"], by_name("a123456", "b3456")),
        (["ntchuva", "--columns", "4"], by_name("a1234", "b1234")),
        (["nakabili"], by_name("a12345678", "b345678")),
        (["songo-ewondo"], by_name("a1234567")),
        (["mefuvha", "--position", AFTER_ONE], by_name("c23456", "d45678")),
        (["mefuvha", "--position", PASS], []),
        (["mefuvha", "--position", BEGUN], []),
        (["ntchuva", "--position", "0*4/0*4/1,0*3/0*4 N"], []),
    ],
    ids=str,
)
def test_legal_starts(well: Run, words: list[str], starts: list[str]) -> None:
    assert sorted(well("legal", *words, "--starts").lines) == starts
    assert sorted(well("legal", *words, "--starts", "--json").json) == starts


def test_legal_in_a_begun_turn(well: Run) -> None:
    expected = [f"x{one}x{other}" for one, other in combinations(by_name("c234567", "d2345678"), 2)]
    assert sorted(well("legal", "mefuvha", "--position", BEGUN, "--json").json) == sorted(expected)


def test_legal_where_only_a_pass_is(well: Run) -> None:
    assert well("legal", "mefuvha", "--position", PASS).lines == ["-"]


def test_nobody_is_to_move_in_a_game_that_is_over(well: Run) -> None:
    played = well("play", "songo-ewondo", "--position", "0*7/0,1,0*5 S", "a2").lines
    assert played[-1] == "The game is over. Captured: South 0, North 0. Turns played: 1."
    shown = well("show", "songo-ewondo", "--position", "1,0*6/0*7 S captured=4-2").lines
    assert "The game is over. Captured: South 4, North 2. Turns played: 0." in shown
    assert "to move" not in "".join([*played, *shown]).replace("The player to move has no seeds.", "")


def test_legal_when_the_game_is_over(well: Run) -> None:
    words = ["legal", "ntchuva", "--position", "0*4/0*4/1,0*3/0*4 N"]
    assert well(*words).out == ""
    assert well(*words, "--json").json == []


@pytest.mark.parametrize(
    ("id", "options", "count"),
    [
        ("mefuvha", ["free_captures=0"], 14),
        ("mefuvha", ["free_captures=1"], 5 + 9 * 13),
        ("mefuvha", ["free_captures=3"], 5 + 9 * 286),
        ("mefuvha", ["free_duty=optional"], 5 + 9 * (1 + 13 + 78)),
        ("nakabili", [], 5 + 9 * 286),  # the opening is Mefuvha's, and the first capture brings three
        ("nakabili", ["first_capture_bonus=none"], 5 + 9 * 13),
        ("nakabili", ["first_capture_bonus=add"], 5 + 9 * 286),
        ("nakabili", ["first_capture_bonus=replace"], 5 + 9 * 78),
        ("nakabili", ["free_captures=0", "first_capture_bonus=add"], 5 + 9 * 78),
    ],
    ids=str,
)
def test_options_change_the_game(well: Run, id: str, options: list[str], count: int) -> None:
    words = [word for option in options for word in ("--option", option)]
    assert len(well("legal", id, "--columns", "8", *words).lines) == count
    assert len(well("legal", *words, id, "--reading", "mancala-world", "--columns", "8").lines) == count


# ---- perft


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["ntchuva", "0"], 1),
        (["ntchuva", "1"], 8 + 8 * 14),  # 16 moves, half of them capture; 14 holes are then left
        (["songo-ewondo", "1"], 7),
        (["mefuvha", "1", "--position", BEGUN], 78),
        (["mefuvha", "1", "--position", PASS], 1),
        (["ntchuva", "1", "--position", "0*4/0*4/1,0*3/0*4 N"], 0),
        (["ntchuva", "2", "--position", LAST_CAPTURE], 0),
    ],
    ids=str,
)
def test_perft(well: Run, words: list[str], count: int) -> None:
    assert well("perft", *words).out == f"{count}\n"
    counted = well("perft", *words, "--json").json
    assert (counted["depth"], counted["count"]) == (int(words[1]), count)


def naive_perft(id: str, text: str, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(naive_perft(id, naive.play(id, text, turn), depth - 1) for turn in naive.turns(id, text))


@pytest.mark.parametrize(
    ("id", "text", "depth"),
    [
        ("ntchuva", "2*4/2*4/2*4/2*4 S", 2),
        ("mefuvha", PASS, 3),
        ("nakabili", "0*6,1,0/0*7,1/0*3,2,0*4/0*8 S", 3),
        ("songo-ewondo", "5*7/5*7 S", 3),
    ],
)
def test_divide_adds_up(well: Run, id: str, text: str, depth: int) -> None:
    words = ["perft", id, str(depth), "--position", text]
    split = {turn: naive_perft(id, naive.play(id, text, turn), depth - 1) for turn in naive.turns(id, text)}
    *lines, total = well(*words, "--divide").lines
    assert dict(line.split() for line in lines) == {turn: str(count) for turn, count in split.items()}
    assert int(total) == sum(split.values())
    counted = well(*words, "--divide", "--json").json
    assert (counted["count"], counted["divide"]) == (sum(split.values()), split)
    assert well(*words).out == f"{total}\n"


@pytest.mark.parametrize("depth", ["0", "1", "2"])
def test_divide_of_nothing(well: Run, depth: str) -> None:
    position = ["--position", "0*4/0*4/1,0*3/0*4 N"]
    total = well("perft", "ntchuva", depth, *position).lines
    assert well("perft", "ntchuva", depth, *position, "--divide").lines == total == ["1" if depth == "0" else "0"]


def test_perft_may_go_deep(well: Run) -> None:
    """Mefuvha on six columns: South has one move and North passes, round and round in twelve turns."""
    text = here = "1*6/1*6/0,1,0,1,0,1/0*4,2,1 S"
    for _ in range(12):
        (turn,) = naive.turns("mefuvha", here)
        assert well("legal", "mefuvha", "--position", here).lines == [turn]  # one wrong branch here is too many below
        here = naive.play("mefuvha", here, turn)
    assert here == f"{text} turn=12"
    assert well("perft", "mefuvha", "2000", "--position", text).out == "1\n"


# ---- what is wrong

SHOW = ["show", "mefuvha", "--columns", "8"]
PLAY = ["play", "mefuvha", "--columns", "8"]
ENDLESS = "2,1*3/1*4/1,2,0,1/2,0,1,0 S"  # South's circuit is (2,0,1,0,1,0,2,1): from a1 it goes on for ever

WRONG: dict[str, tuple[list[str], str]] = {
    # words
    "no command": ([], "COMMAND|games.*show"),
    "unknown command": (["shew", "mefuvha"], "shew"),
    "no game": (["show"], "GAME"),
    "no depth": (["perft", "ntchuva"], "DEPTH"),
    "unknown game": (["show", "mefuhva"], r"mefuhva.*did you mean 'mefuvha'"),
    "another unknown game": (["legal", "songo"], "songo-ewondo"),
    "game in upper case": (["show", "MEFUVHA"], "MEFUVHA"),
    "one word too many": ([*SHOW, "b3"], "b3"),
    "a game for games": (["games", "mefuvha"], "mefuvha"),
    "unknown option": ([*SHOW, "--frobnicate"], "--frobnicate"),
    "option without its value": (["show", "mefuvha", "--columns"], "--columns"),
    "an option of another command": (["show", "mefuvha", "--divide"], "--divide"),
    # the board and the rules
    "columns not allowed": (["show", "mefuvha", "--columns", "7"], r"7.*6, 8.*28.*mefuvha\.board"),
    "no columns": (["show", "mefuvha", "--columns", "0"], r"0.*6, 8"),
    "negative columns": (["show", "mefuvha", "--columns", "-8"], r"-8.*6, 8"),
    "columns of a game of one size": (["show", "songo-ewondo", "--columns", "6"], r"6.*7"),
    "columns no number": (["show", "mefuvha", "--columns", "eight"], "eight"),
    "columns far too large": (["show", "mefuvha", "--columns", "9" * 5000], "columns"),
    "position against columns": (["show", "mefuvha", "--columns", "6", "--position", OPENING], r"8.*6"),
    "columns not of this reading": (
        ["show", "ntchuva", "--reading", "unilurio", "--columns", "16"],
        r"16 columns under the reading 'unilurio': expected 6, 8 \(ntchuva\.board\)$",
    ),
    "columns of another reading": (
        ["show", "ntchuva", "--columns", "6"],
        r"6 columns: expected 4, 8, 16, 32 \(ntchuva\.board\)$",
    ),
    "a position not of this reading": (
        ["legal", "ntchuva", "--reading", "tchadji", "--position", "2*4/2*4/2*4/2*4 S"],
        r"4 columns under the reading 'tchadji': expected 8, 12 \(ntchuva\.board\)$",
    ),
    "unknown reading": (
        [*SHOW, "--reading", "mancala-word"],
        r"Mefuvha.*mancala-word.*mancala-world, stayt-1931; did you mean 'mancala-world'\?$",
    ),
    "a reading unlike any": ([*SHOW, "--reading", "xyz"], r"'xyz': expected one of mancala-world, stayt-1931$"),
    "a reading of another game": (
        ["legal", "nakabili", "--reading", "stayt-1931"],
        r"Nakabili has no reading 'stayt-1931': expected one of mancala-world$",
    ),
    "a reading in upper case": (["perft", "ntchuva", "1", "--reading", "UNILURIO"], "UNILURIO.*portuguese-text, uni"),
    "unknown option name": ([*SHOW, "--option", "free_capture=1"], r"free_capture.*did you mean 'free_captures'"),
    "unknown value": ([*SHOW, "--option", "free_captures=9"], r"free_captures.*9.*0, 1, 2, 3"),
    "a value nearly right": (
        ["show", "nakabili", "--option", "first_capture_bonus=replaced"],
        r"first_capture_bonus of Nakabili cannot be 'replaced': .*none, add, replace; did you mean 'replace'\?$",
    ),
    "a value of a former version": (["show", "nakabili", "--option", "first_capture_bonus=2"], "none, add, replace$"),
    "an option of another game": (
        [*SHOW, "--option", "first_capture_bonus=add"],
        r"Mefuvha has no option 'first_capture_bonus': expected one of stylised_first_move, free_captures, ",
    ),
    "the only value that cannot be": (
        [*SHOW, "--option", "never_ending=draw"],
        r"never_ending of Mefuvha cannot be 'draw': expected one of illegal$",
    ),
    "a bonus that is none": (
        ["show", "nakabili", "--option", "first_capture_bonus=replace", "--option", "free_captures=2"],
        "first_capture_bonus=replace makes no sense with free_captures=2 or more.*expected free_captures=0 or 1$",
    ),
    "columns in words": (
        ["show", "mefuvha", "--columns", "eight"],
        r"^mancala-ref: Mefuvha has no board of 'eight' columns: expected 6, 8",
    ),
    "a rank too long": (
        ["show", "nakabili", "--position", "2*9/2*8/2*8/2*8 S"],
        "character 1: expected 8 holes in the rank, found 9$",
    ),
    "all seven without the first": (
        ["show", "songo-ewondo", "--option", "grand_slam=all-seven", "--option", "first_house=never"],
        "grand_slam=all-seven makes no sense with first_house=never.*expected grand_slam=forfeit$",
    ),
    "a word for a number": ([*SHOW, "--option", "free_captures=two"], r"free_captures.*two.*0, 1, 2, 3"),
    "KEY alone": ([*SHOW, "--option", "free_captures"], r"free_captures.*KEY=VALUE"),
    "KEY without value": ([*SHOW, "--option", "free_captures="], r"free_captures=.*KEY=VALUE"),
    "value without KEY": ([*SHOW, "--option", "=2"], r"=2.*KEY=VALUE"),
    "the second option wrong": ([*SHOW, "--option", "free_captures=1", "--option", "x=1"], "'x'"),
    # positions
    "bad position": (["show", "mefuvha", "--position", "2*8/2*7/0,1,2*6/2*8 S"], r"character 8\b.*8 holes"),
    "bad mover": (["show", "mefuvha", "--position", "2*8/2*8/2*8/2*8 W"], r"character 17\b.*S or N"),
    "empty position": (["show", "mefuvha", "--position", ""], "character 1"),
    "position of two ranks": (["show", "nakabili", "--position", "2*8/2*8 S"], r"character 8\b.*4 ranks"),
    "too many free captures": (["legal", "mefuvha", "--position", f"{OPENING} free=3"], r"free=3|3 free"),
    "a move number without end": (
        ["show", "songo-ewondo", "--position", f"7/5S,6 0 0 S {'9' * 5000}"],
        r"character \d+",
    ),
    # move texts
    "bad move text": ([*PLAY, "b3-b1"], "b3-b1.*expected"),
    "empty move text": ([*PLAY, ""], "expected"),
    "upper-case move": ([*PLAY, "B3"], "B3.*expected"),
    "no such hole": ([*PLAY, "a9"], "a9.*a1 to d8"),
    "no such captured hole": ([*PLAY, "b3xd2xd9"], "d9.*a1 to d8"),
    # illegal moves
    "hole of the other": ([*PLAY, "c3"], r"c3.*North.*mefuvha\.own-side"),
    "empty hole": ([*PLAY, "b1"], r"b1.*mefuvha\.start"),
    "single among others": ([*PLAY, "b2"], r"b2.*mefuvha\.singles"),
    "pass with a hole to play": ([*PLAY, "-"], r"pass.*mefuvha\.pass"),
    "start hole where a pass is due": (["play", "mefuvha", "--position", PASS, "a1"], r"mefuvha\.pass"),
    "endless sowing": (["play", "ntchuva", "--position", ENDLESS, "a1"], r"a1.*ntchuva\.never-ending"),
    "free captures missing": ([*PLAY, "b3"], r"b3.*2 more.*mefuvha\.free-captures"),
    "one free capture missing": ([*PLAY, "b3xd2"], r"b3xd2.*1 more.*mefuvha\.free-captures"),
    "free captures too many": ([*PLAY, "b3xd2xd3xd4"], r"b3xd2xd3xd4.*mefuvha\.free-captures"),
    "free capture of one's own": ([*PLAY, "b3xd2xa1"], r"a1.*North.*mefuvha\.free-captures"),
    "free capture of an empty hole": ([*PLAY, "b3xd2xc8"], r"c8.*empty.*mefuvha\.free-captures"),
    "free capture of what was just taken": ([*PLAY, "b3xd2xd1"], r"d1.*empty.*mefuvha\.free-captures"),
    "free capture twice": ([*PLAY, "b3xd2xd2"], "d2 twice"),
    "free capture without capture": ([*PLAY, "a1xd2"], r"d2.*mefuvha\.free-captures"),
    "free capture at the start": ([*PLAY, "xd2xd3"], r"xd2xd3.*mefuvha\."),
    "start hole in a begun turn": (["play", "mefuvha", "--position", BEGUN, "b3xd2xd3"], r"mefuvha\.free-captures"),
    "free captures in Songo": (["play", "songo-ewondo", "a1xb1"], r"b1.*songo-ewondo\."),
    "a pass in Songo": (["play", "songo-ewondo", "-"], r"songo-ewondo\.must-move"),
    "the second turn wrong": ([*PLAY, "b3xd2xd3", "b3xd2xd3"], r"2.*b3.*mefuvha\.own-side"),
    "game over": (["play", "ntchuva", "--position", "0*4/0*4/1,0*3/0*4 N", "d1"], r"over.*ntchuva\.end"),
    "game just over": (["play", "ntchuva", "--position", LAST_CAPTURE, "b3", "d1"], r"over.*ntchuva\.end"),
    "game over by repetition": (
        ["play", "ntchuva", "--position", CIRCLE, *CIRCLE_MOVES, "a1"],
        r"over.*ntchuva\.repetition",
    ),
    # depths
    "depth a word": (["perft", "ntchuva", "two"], "two.*whole number"),
    "depth negative": (["perft", "ntchuva", "-1"], "-1.*whole number"),
    "depth a fraction": (["perft", "ntchuva", "1.5"], r"1\.5.*whole number"),
    "depth in other digits": (["perft", "ntchuva", "٢"], "whole number"),
    "depth far too large": (["perft", "ntchuva", "9" * 5000], "depth|DEPTH"),
    "depth empty": (["perft", "ntchuva", ""], "whole number"),
    # files
    "a picture in no folder": ([*SHOW, "--svg", "no/such/folder/board.svg"], "board.svg"),
    "a picture in place of a folder": ([*SHOW, "--svg", str(ROOT)], re.escape(ROOT.name)),
    # words of more than one line are still refused in one
    "a command of two lines": (["sh\now", "mefuvha"], "sh"),
    "a game of two lines": (["show", "mefu\nvha"], "did you mean 'mefuvha'"),
    "a reading of two lines": ([*SHOW, "--reading", "mancala\nworld"], "mancala-world"),
    "an option of two lines": ([*SHOW, "--option", "free\ncaptures=2"], "free_captures"),
    "a pair of two lines": ([*SHOW, "--option", "free\ncaptures"], "KEY=VALUE"),
    "a value of two lines": ([*SHOW, "--option", "free_captures=\n2"], "0, 1, 2, 3"),
    "a position of two lines": ([*SHOW, "--position", f"{OPENING}\n"], "character 26"),
    "a move of two lines": ([*PLAY, "b3xd2\nxd3"], "expected"),
    "a depth of two lines": (["perft", "ntchuva", "2\n2"], "whole number"),
    "an extra word of two lines": ([*SHOW, "one\ntwo"], "one"),
    "a file of two lines": ([*SHOW, "--svg", "no\nsuch/folder/board.svg"], "board.svg"),
}


@pytest.mark.parametrize(("words", "told"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_in_one_line(run: Run, words: list[str], told: str) -> None:
    ran = run(*words)
    assert ran.status == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1, ran.err
    assert ran.err.endswith("\n")
    assert "Traceback" not in ran.err
    assert re.search(told, ran.err), ran.err


@pytest.mark.parametrize("case", ["no command", "unknown command", "unknown option", "bad position", "game over"])
def test_the_same_in_a_process_of_its_own(case: str) -> None:
    words, told = WRONG[case]
    ran = outside(*words)
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1, ran.err
    assert re.search(told, ran.err), ran.err


def test_nearly_every_game_is_guessed(run: Run) -> None:
    for id in GAMES:
        assert f"'{id}'" in run("show", f"{id[:2]}{id[3:]}").err


# ---- readers that go away, and outputs that cannot take all


BUFFERED = pytest.mark.parametrize("variables", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])


@BUFFERED
def test_a_reader_may_go_away_after_the_first_line(variables: dict[str, str]) -> None:
    with start("legal", "mefuvha", variables=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        first = process.stdout.readline()
        process.stdout.close()
        told = process.stderr.read()
        assert (process.wait(60), told) == (0, "")
    assert first.strip() in game("mefuvha").legal(game("mefuvha").start())


@BUFFERED
@pytest.mark.parametrize(
    "words", [["legal", "mefuvha"], ["legal", "songo-ewondo"], ["games"], ["--help"], ["--version"]], ids=str
)
def test_a_reader_may_be_gone_before_the_first_line(words: list[str], variables: dict[str, str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with start(*words, variables=variables, stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["legal", "mefuvha"], ["show", "songo-ewondo"]], ids=str)
def test_a_full_disk_is_told_in_one_line(words: list[str]) -> None:
    with (
        Path("/dev/full").open("w", encoding="utf-8") as full,
        start(*words, stdout=full, stderr=subprocess.PIPE) as process,
    ):
        _, told = process.communicate(timeout=60)
    assert process.returncode == 2
    assert len(told.splitlines()) == 1, told


@pytest.mark.parametrize("words", [["games"], ["games", "--json"], ["show", "mefuvha"]], ids=str)
def test_an_output_that_knows_only_ascii(words: list[str]) -> None:
    ran = outside(*words, variables={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"})
    assert (ran.status, ran.err) == (0, "")
    assert ran.out


@pytest.mark.skipif(os.name == "nt", reason="there the words of a command are always text")
def test_a_word_that_is_no_text() -> None:
    ran = outside("show", b"mefuvh\xe4")
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 1
    assert "did you mean 'mefuvha'" in ran.err
