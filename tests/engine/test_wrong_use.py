"""What Python callers may do wrong is refused in words, on entry, before anything is played."""

from __future__ import annotations

from typing import Any

import pytest

from mancala_ref import GAMES, MancalaError, Match, OptionError, PositionError, board, cli, game, perft

MEFUVHA, SONGO = game("mefuvha", 8), game("songo-ewondo")


@pytest.mark.parametrize(
    "use",
    [
        lambda position: MEFUVHA.play(position, "a1"),
        lambda position: MEFUVHA.legal(position),
        lambda position: MEFUVHA.starts(position),
        lambda position: Match(MEFUVHA, position),
        lambda position: perft(MEFUVHA, position, 1),
    ],
)
@pytest.mark.parametrize("other", [SONGO.start(), game("mefuvha", 10).start()])
def test_a_position_of_another_board(use: Any, other: Any) -> None:
    with pytest.raises(PositionError, match=r"expected 4 ranks and 8 columns$"):
        use(other)


@pytest.mark.parametrize("depth", [-1, 1.5, "2"])
def test_a_depth_that_cannot_be_counted(depth: Any) -> None:
    with pytest.raises(OptionError, match="0 or more"):
        perft(MEFUVHA, MEFUVHA.start(), depth)


@pytest.mark.parametrize(("ranks", "columns"), [(3, 4), (4, 0), (2, -1)])
def test_a_board_that_cannot_be(ranks: Any, columns: int) -> None:
    with pytest.raises(OptionError, match="2 or 4 ranks"):
        board(ranks, columns)


def test_columns_are_a_number() -> None:
    with pytest.raises(MancalaError, match="no board of '8' columns"):
        game("mefuvha", columns="8")  # type: ignore[arg-type]  # the mistake that is tested


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (
            {"reading": "stayt"},
            r"^Mefuvha has no reading 'stayt': .* mancala-world, stayt-1931; did you mean 'stayt-1931'",
        ),
        ({"reading": ""}, r"^Mefuvha has no reading '': expected one of mancala-world, stayt-1931$"),
        ({"free_capture": 1}, r"^Mefuvha has no option 'free_capture': .*; did you mean 'free_captures'\?$"),
        ({"free_captures": 4}, r"^option free_captures of Mefuvha cannot be '4': expected one of 0, 1, 2, 3$"),
        ({"free_captures": True}, r"^option free_captures of Mefuvha cannot be 'True': expected one of 0, 1, 2, 3$"),
        ({"free_captures": None}, r"^option free_captures of Mefuvha cannot be 'None': expected one of 0, 1, 2, 3$"),
        (
            {"singles": "any_relay"},
            r"^option singles of Mefuvha cannot be 'any_relay': .*; did you mean 'any-relay'\?$",
        ),
    ],
)
def test_rules_that_the_game_does_not_have(wanted: Any, told: str) -> None:
    with pytest.raises(OptionError, match=told):
        game("mefuvha", **wanted)


def test_a_number_may_be_written_as_text() -> None:
    rules = game("mefuvha", free_captures="1")
    assert rules.values["free_captures"] == 1
    assert repr(rules) == "game('mefuvha', columns=16, reading='mancala-world', free_captures=1)"
    assert repr(eval(repr(rules), {"game": game})) == repr(rules)


def test_columns_that_only_another_reading_has() -> None:
    with pytest.raises(OptionError, match=r"^Ntchuva has no board of 6 columns: expected 4, 8, 16, 32 "):
        game("ntchuva", 6)
    with pytest.raises(OptionError, match=r" 4 columns under the reading 'unilurio': expected 6, 8 \(ntchuva.board\)$"):
        game("ntchuva", 4, "unilurio")
    with pytest.raises(PositionError, match=r"expected 4 ranks and 8 columns$"):
        game("ntchuva", 8).play(game("ntchuva", 6, "unilurio").start(), "a1")


@pytest.mark.parametrize(
    ("name", "rules", "told"),
    [
        (
            "nakabili",
            {"first_capture_bonus": "replace", "free_captures": 2},
            "first_capture_bonus=replace makes no sense",
        ),
        ("songo-ewondo", {"grand_slam": "all-seven", "first_house": "never"}, "grand_slam=all-seven makes no sense"),
        ("mefuvha", {"no_move": "lose", "singles": "any"}, "no_move=lose makes no sense"),
        ("nakabili", {"no_move": "lose", "singles": "prefer-occupied"}, "no_move=lose makes no sense"),
        ("ntchuva", {"free_duty": "optional", "free_captures": 0}, "free_duty=optional makes no sense"),
    ],
)
def test_values_that_make_no_sense_together(name: str, rules: Any, told: str) -> None:
    with pytest.raises(OptionError, match=f"^{told}"):
        game(name, **rules)


def test_any_option_can_be_changed_alone_on_any_reading() -> None:
    for name, found in GAMES.items():
        for reading in found.readings:
            for option in found.options:
                for value in option.values:
                    changed: dict[str, Any] = {option.name: value}
                    assert game(name, reading=reading.id, **changed).values[option.name] == value


def test_an_interrupted_command_ends_quietly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "perft", interrupted)
    assert cli.main(["perft", "mefuvha", "9"]) == 130
    assert capsys.readouterr() == ("", "")


def test_an_abbreviated_option_is_not_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["show", "mefuvha", "--column", "8"])
    assert left.value.code == 2
    assert "--column" in capsys.readouterr().err
