"""What Python callers may do wrong is refused in words, on entry, before anything is played."""

from __future__ import annotations

from typing import Any

import pytest

from mancala_ref import MancalaError, Match, OptionError, PositionError, board, cli, game, perft

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
