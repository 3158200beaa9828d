"""The position text: one canonical form to write, several to read, and a refusal that shows the first fault."""

from __future__ import annotations

import re

import pytest

from mancala_ref import MancalaError, Position, PositionError, board, game

OPENING = "2*8/2*6,1,0/0,1,2*6/2*8 S"  # Mefuvha's and Nakabili's on eight columns
SIXTEEN = "1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16"


# ---- writing


@pytest.mark.parametrize(
    ("id", "columns", "text"),
    [
        ("mefuvha", 8, OPENING),
        ("mefuvha", 6, "2*6/2*4,1,0/0,1,2*4/2*6 S"),
        ("ntchuva", 4, "2*4/2*4/2*4/2*4 S"),
        ("nakabili", 8, OPENING),
        ("songo-ewondo", 7, "5*7/5*7 S"),
    ],
)
def test_the_opening_is_written(id: str, columns: int, text: str) -> None:
    assert game(id, columns).start().text == text


def test_a_position_made_from_counts_is_written() -> None:
    south, north = (2,) * 14 + (1, 0), (2,) * 8 + (0, 0, 3, 9999, 1, 1, 1, 10)
    position = Position(board(4, 8), "N", north, south, 5, 11, 2, 7)  # North took 5
    assert position.text == "2*8/0*2,3,9999,1*3,10/0,1,2*6/2*8 N captured=11-5 free=2 turn=7"


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("2,2,2,2,2,2,2,2/2,2,2,2,2,2,1,0/0,1,2,2,2,2,2,2/2,2,2,2,2,2,2,2 S", OPENING),
        ("2*4,2*4/2*1,2*5,1,0*1/0,1,2,2*2,2*3/2*7,2 S", OPENING),
        ("10*2,1/1,10,10 S", "10*2,1/1,10*2 S"),
        ("1,1/1,0 S", "1*2/1,0 S"),
        ("9999*3,0/9999,0*3 N", "9999*3,0/9999,0*3 N"),
        ("7/0 N", "7/0 N"),
    ],
)
def test_runs_are_read_either_way_and_written_collapsed(read: str, written: str) -> None:
    assert Position.parse(read).text == written
    assert Position.parse(read) == Position.parse(written)


@pytest.mark.parametrize(
    "fields",
    [
        "",
        " captured=4-0",
        " captured=0-4",
        " free=2",
        " turn=12",
        " captured=4-0 free=2",
        " captured=4-0 turn=12",
        " free=2 turn=12",
        " captured=4-0 free=2 turn=12",
    ],
)
@pytest.mark.parametrize("mover", ["S", "N"])
def test_each_field_is_left_out_at_its_default(mover: str, fields: str) -> None:
    text = f"2*8/2*6,1,0/0,1,2*6/2*8 {mover}{fields}"
    position = Position.parse(text)
    assert position.text == text
    assert position.mover == mover
    given = dict(field.split("=") for field in fields.split())
    assert "{}-{}".format(*position.captured) == given.get("captured", "0-0")
    assert position.free == int(given.get("free", "0"))
    assert position.turn == int(given.get("turn", "0"))


@pytest.mark.parametrize(
    "text",
    [
        "2*8/2*6,1,0/0,1,2*6/2*8_N_captured=4-0_free=2_turn=12",
        "2*8/2*6,1,0/0,1,2*6/2*8 N_captured=4-0 free=2_turn=12",
    ],
)
def test_a_space_may_be_written_as_in_a_url(text: str) -> None:
    assert Position.parse(text).text == "2*8/2*6,1,0/0,1,2*6/2*8 N captured=4-0 free=2 turn=12"
    assert game("mefuvha", 8).parse(text) == Position.parse(text)


# ---- what a position says


def test_ranks_are_read_as_south_sees_the_board() -> None:
    position = Position.parse(f"{SIXTEEN} N captured=4-7 free=1 turn=3")
    assert position.rows == ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    corners = {"d1": 1, "d4": 4, "c1": 5, "c4": 8, "b1": 9, "b4": 12, "a1": 13, "a4": 16}
    assert {hole: position.seeds(hole) for hole in corners} == corners
    assert (position.mover, position.captured, position.free, position.turn) == ("N", (4, 7), 1, 3)


def test_the_ranks_of_songo_are_north_and_south() -> None:
    position = game("songo-ewondo").parse("1,2,3,4,5,6,7/8,9,10,11,12,13,14 S")
    corners = {"b1": 1, "b7": 7, "a1": 8, "a7": 14}
    assert {hole: position.seeds(hole) for hole in corners} == corners


@pytest.mark.parametrize("hole", ["e1", "a0", "a5", "A1", "a01", "", "1a"])
def test_seeds_of_a_hole_that_is_not_there(hole: str) -> None:
    with pytest.raises(MancalaError, match=r"a1.*d4"):
        Position.parse(f"{SIXTEEN} S").seeds(hole)


def test_the_diagram_shows_the_same_ranks_with_their_names() -> None:
    lines = str(Position.parse(f"{SIXTEEN} N captured=4-7 turn=3")).splitlines()
    assert [line.split() for line in lines[:5]] == [
        ["d", "1", "2", "3", "4", "North"],
        ["c", "5", "6", "7", "8"],
        ["b", "9", "10", "11", "12"],
        ["a", "13", "14", "15", "16", "South"],
        ["1", "2", "3", "4"],
    ]
    assert re.search(r"North to move.*South 4, North 7", lines[5])
    assert len({line.index("4") for line in (lines[0], lines[4])}) == 1  # columns stand below each other


@pytest.mark.parametrize("text", [OPENING, f"{SIXTEEN} N captured=4-7 free=1 turn=3", "5*7/5*6,0 N turn=1"])
def test_repr_can_be_evaluated(text: str) -> None:
    position = Position.parse(text)
    again = eval(repr(position), {"Position": Position})
    assert again == position
    assert hash(again) == hash(position)
    assert again.text == text


@pytest.mark.parametrize(
    "other",
    [
        f"{SIXTEEN} S captured=4-7 free=1 turn=3",
        f"{SIXTEEN} N captured=7-4 free=1 turn=3",
        f"{SIXTEEN} N captured=4-7 free=2 turn=3",
        f"{SIXTEEN} N captured=4-7 free=1 turn=4",
        "2,1,3,4/5,6,7,8/9,10,11,12/13,14,15,16 N captured=4-7 free=1 turn=3",
    ],
)
def test_positions_that_differ_anywhere_are_not_equal(other: str) -> None:
    assert Position.parse(other) != Position.parse(f"{SIXTEEN} N captured=4-7 free=1 turn=3")


@pytest.mark.parametrize("field", ["mover", "own", "free", "turn", "text", "rows"])
def test_a_position_cannot_be_changed(field: str) -> None:
    position = Position.parse(OPENING)
    with pytest.raises(AttributeError):
        setattr(position, field, position.turn)


# ---- faults
# `^` stands before the character where the text is first wrong; it is no part of the text. Where a reader
# may as well point at the character before the wrong word as at the word, both are marked.

RANKS = "2*8/2*6,1,0/0,1,2*6/2*8"
FAULTS = {
    # ranks
    "one rank": ("2*8^ S", "4 ranks"),
    "two ranks of four": ("2*8/2*8^ S", "4 ranks"),
    "three ranks": ("2*8/2*8/2*8^ S", "4 ranks"),
    "five ranks": ("2*8/2*8/2*8/2*8^/^2*8 S", "4 ranks"),
    "six ranks": ("2*8/2*8/2*8/2*8^/^2*8/2*8 S", "4 ranks"),
    "another sign between ranks": ("2*8^;2*8/2*8/2*8 S", "'/'|ranks"),
    # columns
    "too few columns first": ("2*7^/2*8/2*8/2*8 S", "8 holes"),
    "too few columns later": ("2*8/2*8/0,1,2*5^/2*8 S", "8 holes"),
    "too few columns last": ("2*8/2*8/2*8/2*7^ S", "8 holes"),
    "too many columns first": ("2,2,2,2,2,2,2,2^,^2/2*8/2*8/2*8 S", "8 holes"),
    "too many columns in a run": ("^2*^9/2*8/2*8/2*8 S", "8 holes"),
    "too many columns later": ("2*8/2*8/0,1,2*6^,^2/2*8 S", "8 holes"),
    # counts
    "no count first": ("^,2*7/2*8/2*8/2*8 S", "whole number"),
    "no count between": ("2*4,^,2*3/2*8/2*8/2*8 S", "whole number"),
    "no count last": ("2*7,^/2*8/2*8/2*8 S", "whole number"),
    "an empty rank": ("2*8/^/2*8/2*8 S", "whole number"),
    "a letter": ("2*7,^x/2*8/2*8/2*8 S", "whole number"),
    "a word": ("2*7,^two/2*8/2*8/2*8 S", "whole number"),
    "a letter after a digit": ("^2^x,2*7/2*8/2*8/2*8 S", "whole number|','"),
    "a negative count": ("^-1,2*7/2*8/2*8/2*8 S", "whole number"),
    "a signed count": ("2*8/^+2,2*7/2*8/2*8 S", "whole number"),
    "a fraction": ("^2^.5,2*7/2*8/2*8/2*8 S", "whole number|','"),
    "a fraction later": ("2*8/2*6,^1^.5,0/2*8/2*8 S", "whole number|','"),
    "a count above 9999": ("^10000,2*7/2*8/2*8/2*8 S", "9999"),
    "a far too large count": ("2*7,^99999999999999999999/2*8/2*8/2*8 S", "9999"),
    "a run of a count above 9999": ("^10000*8/2*8/2*8/2*8 S", "9999"),
    "a run of no holes": ("2*8/2*8/2*^0,2*8/2*8 S", "one|1"),
    "a run of unsaid length": ("2*^,2*7/2*8/2*8/2*8 S", "whole number"),
    "a run of negative length": ("2*^-1,2*8/2*8/2*8/2*8 S", "whole number"),
    "Arabic digits": ("^٢*8/2*8/2*8/2*8 S", "whole number"),
    "an Arabic length": ("2*^٨/2*8/2*8/2*8 S", "whole number"),
    "a superscript": ("2*7,^²/2*8/2*8/2*8 S", "whole number"),
    "full-width digits": ("2*7,^２/2*8/2*8/2*8 S", "whole number"),
    # the player to move
    "no mover": (f"{RANKS}^", "S or N|player to move"),
    "no mover after a space": (f"{RANKS} ^", "S or N"),
    "an unknown mover": (f"{RANKS} ^X", "S or N"),
    "a mover in full": (f"{RANKS} ^West", "S or N"),
    "a lower-case mover": (f"{RANKS} ^s", "S or N"),
    "two spaces": (f"{RANKS} ^ S", "S or N"),
    "a tab": (f"{RANKS}^\tS", "space"),
    "two movers": (f"{RANKS} S^N", "space|end"),
    "a field for the mover": (f"{RANKS} ^turn=1", "S or N"),
    # fields
    "an unknown field": (f"{RANKS} S ^winner=S", "captured=.*free=.*turn="),
    "an upper-case field": (f"{RANKS} S ^Turn=1", "captured=.*free=.*turn="),
    "a field without value": (f"{RANKS} S ^turn", "captured=.*free=.*turn="),
    "captured twice": (f"{RANKS} S captured=1-0 ^captured=1-0", "free=.*turn="),
    "free twice": (f"{RANKS} S free=1 ^free=1", "turn="),
    "turn twice": (f"{RANKS} S turn=1^ ^turn=1", "end"),
    "captured after free": (f"{RANKS} S free=1 ^captured=1-0", "turn="),
    "free after turn": (f"{RANKS} S turn=1^ ^free=1", "end"),
    "captured after turn": (f"{RANKS} S turn=1^ ^captured=1-0", "end"),
    "no captured counts": (f"{RANKS} S captured=^", "whole number"),
    "one captured count": (f"{RANKS} S captured=4^", "'-'"),
    "one captured count and more": (f"{RANKS} S captured=4^ turn=1", "'-'"),
    "a captured count missing": (f"{RANKS} S captured=4-^", "whole number"),
    "a negative captured count": (f"{RANKS} S captured=^-4-0", "whole number"),
    "a captured word": (f"{RANKS} S captured=4-^none", "whole number"),
    "three captured counts": (f"{RANKS} S captured=4-0^-1", "space|end"),
    "a negative free": (f"{RANKS} S free=^-1", "whole number"),
    "a free word": (f"{RANKS} S free=^two", "whole number"),
    "a fraction of a turn": (f"{RANKS} S turn=1^.5", "space|end|whole number"),
    "no turn": (f"{RANKS} S turn=^", "whole number"),
    "an Arabic turn": (f"{RANKS} S turn=^٣", "whole number"),
    # what follows
    "trailing text": (f"{RANKS} S ^and so on", "captured=|end"),
    "trailing text after the last field": (f"{RANKS} S turn=1^ ^x", "end"),
    "trailing signs": (f"{RANKS} S turn=1^;", "space|end"),
    "a trailing space": (f"{RANKS} S^ ^", "captured=|end"),
    "a trailing space after the last field": (f"{RANKS} S turn=1^ ", "end"),
    "a trailing line": (f"{RANKS} S^\n", "space|end"),
    "a second line": (f"{RANKS} S^\n{RANKS} S", "space|end"),
    "a leading space": (f"^ {RANKS} S", "whole number"),
    "nothing": ("^", "whole number"),
    "a space": ("^ ", "whole number"),
    "another notation": ("^rnbqkbnr/pppppppp/8/8 w", "whole number"),
    # more free captures than can be due
    "free too high for the game": (f"{RANKS} S ^free=^4", "3"),
    "free too high, runs written out": ("2,2,2,2,2,2,2,2/2*8/2*8/2*8 S ^free=^4", "3"),
    "free too high, in a URL": ("2*1,2*7/2*8/2*8/2*8_S_captured=9-0_^free=^4_turn=2", "3"),
    "free too high for the position": ("0*7,2/0*8/0*8/2*8 S captured=1-0 ^free=^2", "1"),
}


def unmark(marked: str) -> tuple[str, set[int]]:
    """Return a text without its marks, and the numbers of the marked characters, counted from 1."""
    parts = marked.split("^")
    places = {len("".join(parts[:count])) + 1 for count in range(1, len(parts))}
    return "".join(parts), places


def check_refusal(error: PositionError, places: set[int], expected: str) -> None:
    message = str(error)
    assert error.at in places, message
    assert re.search(rf"character {error.at}\b", message), message
    assert re.search(expected, message), message
    assert not re.search(r"expected (.*), found \1$", message), message
    assert len(message.splitlines()) == 1, message


@pytest.mark.parametrize(("marked", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_with_its_place(marked: str, expected: str) -> None:
    text, places = unmark(marked)
    with pytest.raises(PositionError) as caught:
        game("nakabili").parse(text)
    check_refusal(caught.value, places, expected)


@pytest.mark.parametrize(
    ("id", "columns", "marked", "expected"),
    [
        ("mefuvha", 8, f"{RANKS} S ^free=^3", "2"),
        ("mefuvha", 6, "2*6^,^2*2/2*8/2*8/2*8 S", "6 holes"),
        ("ntchuva", 4, f"{SIXTEEN} S ^free=^2", "1"),
        ("songo-ewondo", 7, "5*7/5*7 S ^free=^1", "0|no free"),
        ("songo-ewondo", 7, "2*7/2*7^/^2*7/2*7 S", "2 ranks"),
        ("songo-ewondo", 7, "5*7^ S", "2 ranks"),
        ("songo-ewondo", 7, "5*6^/5*6 S", "7 holes"),
    ],
)
def test_a_game_takes_only_its_own_positions(id: str, columns: int, marked: str, expected: str) -> None:
    text, places = unmark(marked)
    with pytest.raises(PositionError) as caught:
        game(id, columns).parse(text)
    check_refusal(caught.value, places, expected)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("2*8^ S", "2 or 4"),
        ("2*8/2*8/2*8^ S", "2 or 4"),
        ("2*8/2*8/2*8/2*8^/^2*8 S", "2 or 4|4 ranks"),
        ("2*8/2*7^/2*8/2*8 S", "8 holes"),
        ("2*8/2*8/2*8/2*8^,^2 S", "8 holes"),
        ("2*7/2*7^,^2*3 S", "7 holes"),
        ("^2^.5,2/2,2 S", "whole number|','"),
        ("^2^x,2/2,2 S", "whole number|','"),
        ("^", "whole number"),
    ],
)
def test_without_a_game_the_first_rank_says_the_columns(marked: str, expected: str) -> None:
    text, places = unmark(marked)
    with pytest.raises(PositionError) as caught:
        Position.parse(text)
    check_refusal(caught.value, places, expected)


@pytest.mark.parametrize(("id", "free"), [("mefuvha", 2), ("ntchuva", 1), ("nakabili", 3)])
def test_as_many_free_captures_as_the_game_gives_are_read(id: str, free: int) -> None:
    text = f"{RANKS} N captured=0-4 free={free}"
    assert game(id, 8).parse(text).free == free


# ---- PlayStrategy's form


PLAYSTRATEGY = [
    ("4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1", "4*6/4*6 S"),
    (
        "3,2S,1S,2S/1S,3,2S,3S 20 17 S 50",
        "0*3,2,1,2/1,0*3,2,3 S captured=20-17 turn=98",
    ),
    ("3,2S,1S,2S/1S,3,2S,3S 20 17 N 50", "0*3,2,1,2/1,0*3,2,3 N captured=20-17 turn=99"),
    ("4S,4S/4S,4S 0 0 N 1", "4*2/4*2 N turn=1"),
    ("7/12S,5,1S 0 0 S 1", "0*7/12,0*5,1 S"),
    ("2S,2,10S,2/1,3S,4 1 0 N 2", "2,0*2,10,0*2/0,3,0*4 N captured=1-0 turn=3"),
]


@pytest.mark.parametrize(("theirs", "ours"), PLAYSTRATEGY)
def test_playstrategy_both_ways(theirs: str, ours: str) -> None:
    assert Position.parse(theirs) == Position.parse(ours)
    assert Position.parse(theirs).text == ours
    assert Position.parse(ours).playstrategy == theirs
    assert Position.parse(theirs.replace(" ", "_")).text == ours


def test_a_game_reads_playstrategy() -> None:
    assert game("songo-ewondo").parse("5S,5S,5S,5S,5S,5S,5S/5S,6S,6S,6S,6S,6S,1 0 0 N 1").text == (
        "5*7/5,6*5,0 N turn=1"
    )


@pytest.mark.parametrize(
    "text",
    [
        "4S,4S/4S,4S 0 0 X 1",
        "4S,4S/4S,4S 0 0 s 1",
        "4S,4S/4S,4S 0 0 S 0",
        "4S,4S/4S,4S 0 0 S -1",
        "4S,4S/4S,4S 0 0 S",
        "4S,4S/4S,4S 0 S 1",
        "4S,4S/4S,4S 0 0 S 1 ",
        "4S,4S/4S,4S 0 0 S 1 turn=3",
        "4S,4S/4S 0 0 S 1",
        "4S,4S 0 0 S 1",
        "4S,4S/4S,4S/4S,4S 0 0 S 1",
        "4S,,4S/4S,4S 0 0 S 1",
        "4SS,4S/4S,4S 0 0 S 1",
        "S,4S/4S,4S 0 0 S 1",
        "10000S,4S/4S,4S 0 0 S 1",
        "4S,4S,0/4S,4S 0 0 S 1",
        "٤S,4S/4S,4S 0 0 S 1",
        "4S,4S/4S,4S 0 0 S " + "9" * 5000,
        "4S,4S/4S,4S " + "9" * 5000 + " 0 S 1",
        "9" * 5000 + ",4S/4S,4S 0 0 S 1",
    ],
    ids=lambda text: text[:40],
)
def test_faults_in_playstrategy(text: str) -> None:
    with pytest.raises(PositionError, match=r"character \d+: .*expected") as caught:
        Position.parse(text)
    assert len(str(caught.value).splitlines()) == 1


def test_playstrategy_is_for_two_ranks() -> None:
    with pytest.raises(PositionError, match=r"two ranks|2 ranks"):
        _ = Position.parse(OPENING).playstrategy
    with pytest.raises(PositionError, match=r"two ranks|2 ranks"):
        Position.parse("4S,4S/4S,4S/4S,4S/4S,4S 0 0 S 1")


def test_a_game_refuses_playstrategy_of_another_board() -> None:
    with pytest.raises(PositionError, match="7 holes"):
        game("songo-ewondo").parse("4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1")
    with pytest.raises(PositionError, match=r"4 ranks|two ranks|2 ranks"):
        game("nakabili").parse("4S,4S,4S,4S,4S,4S,2/4S,4S,4S,4S,4S,4S,2 0 0 S 1")
