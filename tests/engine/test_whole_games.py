"""A game played to its end on the command line under every reading, with its trace.

The games are the second engine's, its turns drawn at random; it plays each turn again beside the command.
"""

from __future__ import annotations

import json
import re

import naive
import pytest
from played import CLAUSES

from mancala_ref import GAMES
from mancala_ref.cli import main

WHOLE = [  # game, columns, reading, changed options, moves, the last position, outcome
    (
        "mefuvha", 6, "mancala-world", {},
        "a3xc2xc4 d3xa3xb3 a2xd2xd4 c1xb1xb4 b5 c2xa3",
        "0*6/0*2,2,1,2,1/0*6/0*6 S captured=15-21 turn=6",
        ("N", "mefuvha.end", [15, 21]),
    ),
    (
        "mefuvha", 6, "stayt-1931", {},
        "b3xd4 c4xb5 a3xc2 d2xb6 a4xc1 d3xb4 a6xc2 c1 b6",
        "0*6/0*6/0,1,2,0,1,0/0*4,1,0 N captured=21-16 turn=9",
        ("S", "mefuvha.end", [21, 16]),
    ),
    (
        "ntchuva", 4, "portuguese-text", {},
        "b3xd2 c2 b4xd4 d3xa4 b3xc3",
        "0*4/0*4/1,5,0*2/0,3,0*2 N captured=16-7 turn=5",
        ("S", "ntchuva.end", [16, 7]),
    ),
    (
        "ntchuva", 6, "unilurio", {},
        "a4 d5 b3 c2 a4 d5 b3 c6 b6 d6 b2 c3 a3 d2 a4 d1 a5 d3 a6 c3 b6 c4 b1 d6 a1 d5 a2 c1 b5 c2",
        "0,1,0*3,1/0*2,2,1,0,1/0*6/0*6 S captured=18-24 turn=30",
        ("N", "ntchuva.end", [18, 24]),
    ),
    (
        "ntchuva", 8, "tchadji", {},
        "a7xd2 d6xb3 b1xc1 d2 a4xc7 c4 a1 c5xb1 a7xd6 c6xb5 a2xd5 c3xa8 b6xc8",
        "0*8/0*8/0,1*4,0,1*2/0*2,2,0,1,0,1,0 N captured=32-22 turn=13",
        ("S", "ntchuva.end", [32, 22]),
    ),
    (
        "nakabili", 8, "mancala-world", {},
        """a6xc1xd1xd5 d4xa2xa5xa6 b5 c7 a3 c4xb1 b4 c8xb6 b3 c3 a3 d1 a5xd5 c5xa1 b2xd7 d4xa2 a6 c7 a7 d3 a8xd7
        c6""",
        "0,1,0*6/2,1*2,0*3,1*2/0*8/0*8 S captured=22-29 turn=22",
        ("N", "nakabili.end", [22, 29]),
    ),
    (
        "nakabili", 8, "mancala-world", {"setup": "right", "first_capture_bonus": "replace"},
        "b2xd1xd6 d5xa3xb4 a5xd8 c3xb6 a6xc4 d4xb8 a7xc7 c1xb8 a8 c6xb5 b7 c2xb5",
        "0,2,1,0*3,2,0/0*2,2,1,0*2,1*2/0*8/0*8 S captured=19-29 turn=12",
        ("N", "nakabili.end", [19, 29]),
    ),
    (
        "songo-ewondo", 7, "mancala-world", {},
        """a3 b1 a1 b5 a3 b7 a3 b3 a5 b1 a6 b2 a6 b3 a3 b5 a5 b7 a1 b6 a5 b3 a2 b5 a3 b7 a1 b6 a7 b2 a5 b6 a2 b5
        a3 b3 a6 b4 a1 b6 a4 b6 a7 b7 a4""",
        "0*7/0*2,1,0,3*2,1 N captured=40-22 turn=45",
        ("S", "songo-ewondo.end", [48, 22]),
    ),
    (
        "songo-ewondo", 7, "cameroon", {},
        "a5 b3 a2 b5 a3 b4 a4 b2 a1 b6 a6 b3 a4 b2 a7 b1 a2 b7 a5 b3 a2 b1 a1",
        "1,0*3,2,1,0/0*2,9,4,0,4,2 N captured=40-7 turn=23",
        ("S", "songo-ewondo.win", [40, 7]),
    ),
    (
        "songo-ewondo", 7, "cameroon", {},
        """a4 b3 a2 b6 a3 b2 a7 b7 a2 b6 a1 b1 a6 b5 a7 b7 a7 b3 a6 b2 a4 b4 a3 b3 a1 b1 a5 b2 a2 b1 a3 b4 a2 b3
        a1 b3 a4 b4 a2 b6 a7 b7 a7 b1 a6 b5""",
        "0,4,0*3,1*2/0*5,1*2 S captured=37-25 turn=46",
        (None, "songo-ewondo.few-left", [39, 31]),
    ),
    (
        "songo-ewondo", 7, "gabon", {},
        "a2 b5 a4 b6 a3 b2 a1 b3 a2 b7 a4 b4 a5 b2 a6 b1 a7 b6",
        "1,3,6,5,10,0,1/0*6,1 S captured=4-39 turn=18",
        ("N", "songo-ewondo.win", [4, 39]),
    ),
    (
        "songo-ewondo", 7, "gabon", {},
        "a5 b5 a1 b2 a2 b1 a3 b3 a6 b2 a4 b7 a3 b4 a7 b3 a5 b5 a4 b7 a2 b2 a3 b5 a1 b1",
        "0,3,4,5,2,18,3/0*7 S captured=15-20 turn=26",
        ("N", "songo-ewondo.end", [15, 55]),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "columns", "reading", "options", "moves", "end", "outcome"), WHOLE)
def test_a_whole_game_on_the_command_line(
    capsys: pytest.CaptureFixture[str],
    name: str,
    columns: int,
    reading: str,
    options: dict[str, str],
    moves: str,
    end: str,
    outcome: tuple[str | None, str, list[int]],
) -> None:
    changed = [word for item in options.items() for word in ("--option", "=".join(item))]
    words = ["play", name, "--columns", str(columns), "--reading", reading, *changed, *moves.split()]
    assert main([*words, "--json"]) == 0
    turns = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    rules = {**naive.READINGS[name][reading], **options}
    text = naive.start(name, columns, rules)
    for turn in turns:
        assert naive.outcome(name, text, rules) is None
        text = naive.play(name, text, turn["move"], rules)
        assert turn["position"] == text
        assert turn["events"]
        assert {event["clause"] for event in turn["events"]} <= CLAUSES
        assert (turn["outcome"] is None) == (turn is not turns[-1])
    assert text == end
    winner, clause, score = outcome
    assert turns[-1]["outcome"] == {"winner": winner, "clause": clause, "score": score}
    assert naive.outcome(name, text, rules) == (winner, clause)
    assert naive.score(name, text, rules) == tuple(score)

    assert main(words) == 0  # the trace for people: each step, and the outcome, names its clause
    trace = capsys.readouterr().out
    named = re.findall(r"^  \S.* \((\S+)\)$", trace, flags=re.MULTILINE)
    told = [event["clause"] for turn in turns for event in turn["events"]]
    assert named == [*told, clause]


def test_every_reading_is_played_to_the_end() -> None:
    played = {(name, reading) for name, _, reading, *_ in WHOLE}
    assert played == {(name, reading.id) for name, found in GAMES.items() for reading in found.readings}
