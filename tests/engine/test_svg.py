"""The picture of a board: well-formed, one group for each hole, and readable without seeing it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from mancala_ref import GAMES, Position, board_svg, game

SVG = "{http://www.w3.org/2000/svg}"
SIXTEEN = Position.parse("1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,0 N captured=4-7 turn=3")
HOSTILE = [
    '</title><script>alert("1")</script>',
    "a < b & c > d",
    "&amp; &#0; &lt;",
    "]]> <![CDATA[ <!-- -->",
    '" onload="alert(1)" x=\'',
    "Südwärts – «Ntchuva»",
]


def drawn(position: Position, **look: Any) -> Element:
    return ElementTree.fromstring(board_svg(position, **look))


def holes(svg: Element) -> dict[str, Element]:
    groups = [group for group in svg.iter(f"{SVG}g") if "hole" in (group.get("class") or "").split()]
    found = {group.attrib["data-hole"]: group for group in groups}
    assert len(found) == len(groups)
    return found


def part(hole: Element, name: str) -> Element:
    (found,) = [element for element in hole if element.get("class") == name]
    return found


def text_of(svg: Element, tag: str) -> str:
    (element,) = svg.findall(f"{SVG}{tag}")  # the picture's own, not a hole's
    return element.text or ""


def all_boards() -> Iterator[object]:
    for id, rules in GAMES.items():
        for columns in rules.sizes:
            yield pytest.param(game(id, columns).start(), id=f"{id}-{columns}")


@pytest.mark.parametrize("position", [*all_boards(), pytest.param(SIXTEEN, id="sixteen")])
def test_each_hole_is_drawn_once_with_its_seeds(position: Position) -> None:
    svg = drawn(position)
    assert svg.tag == f"{SVG}svg"
    letters = "abcd"[: position.board.ranks]
    names = {f"{letter}{column}" for letter in letters for column in range(1, position.board.columns + 1)}
    found = holes(svg)
    assert set(found) == names
    assert {hole: int(group.attrib["data-seeds"]) for hole, group in found.items()} == {
        hole: position.seeds(hole) for hole in names
    }


@pytest.mark.parametrize("position", [*all_boards(), pytest.param(SIXTEEN, id="sixteen")])
def test_holes_lie_inside_and_apart_as_on_the_board(position: Position) -> None:
    svg = drawn(position)
    left, top, width, height = map(float, svg.attrib["viewBox"].split())
    assert (left, top, width, height) == (0, 0, float(svg.attrib["width"]), float(svg.attrib["height"]))
    centres = {}
    for hole, group in holes(svg).items():
        x, y = map(float, re.findall(r"[\d.]+", group.attrib["transform"]))
        r = float(part(group, "cup").attrib["r"])
        assert r <= x <= width - r
        assert r <= y <= height - r
        centres[hole] = (x, y)
    for hole, (x, y) in centres.items():
        letter, column = hole[0], int(hole[1:])
        if column > 1:  # columns go from left to right
            beside = centres[f"{letter}{column - 1}"]
            assert beside[1] == y
            assert x - beside[0] >= 2 * r
        if letter > "a":  # ranks from bottom to top
            below = centres[f"{chr(ord(letter) - 1)}{column}"]
            assert below[0] == x
            assert below[1] - y >= 2 * r


def test_seeds_are_told_by_number() -> None:
    position = Position.parse("0,1,12,13,9999/1*5 S")
    groups = holes(drawn(position))
    for hole, number in {"b1": None, "b2": "1", "b3": "12", "b4": "13", "b5": "9999"}.items():
        assert part(groups[hole], "count").text == number


def test_seeds_are_drawn_one_by_one_while_they_are_few() -> None:
    groups = holes(drawn(Position.parse("0,1,2,5,12/1*5 S")))
    for hole, count in {"b2": 1, "b3": 2, "b4": 5, "b5": 12}.items():
        ring = part(groups[hole], "seeds")
        dash, gap = map(float, ring.attrib["stroke-dasharray"].split())
        assert (dash, ring.get("stroke-linecap"), ring.get("display")) == (
            0,
            "round",
            None,
        )  # dashes without length: dots
        assert 2 * math.pi * float(ring.attrib["r"]) / gap == pytest.approx(count, rel=1e-4)
    for seeds in (0, 13, 9999):
        ring = part(holes(drawn(Position.parse(f"{seeds}/1 S")))["b1"], "seeds")
        assert ring.get("display") == "none"


# ---- without seeing it


def test_the_picture_has_a_title_and_a_description() -> None:
    svg = drawn(SIXTEEN)
    assert svg.get("role") == "img"
    assert re.search(r"North to move.*South 4, North 7", text_of(svg, "title"))
    description = text_of(svg, "desc")
    ranks = re.findall(r"\b([a-d]): ([\d, ]+)", description)
    assert [(letter, counts.strip(" ,")) for letter, counts in ranks] == [
        ("d", "1, 2, 3, 4"),
        ("c", "5, 6, 7, 8"),
        ("b", "9, 10, 11, 12"),
        ("a", "13, 14, 15, 0"),
    ]


def test_the_title_may_be_chosen() -> None:
    assert text_of(drawn(SIXTEEN, title="After b3"), "title") == "After b3"
    assert text_of(ElementTree.fromstring(board_svg(SIXTEEN, title="After b3")), "title") == "After b3"


def test_each_hole_says_its_name_and_seeds() -> None:
    for hole, group in holes(drawn(SIXTEEN)).items():
        title = group.findtext(f"{SVG}title") or ""
        assert re.fullmatch(rf"{hole}: {SIXTEEN.seeds(hole)} seeds?", title)


def ids(svg: Element) -> list[str]:
    return [element.attrib["id"] for element in svg.iter() if "id" in element.attrib]


@pytest.mark.parametrize("id", ["mancala-board", "second", "x-1"])
def test_the_labels_are_found_by_their_ids(id: str) -> None:
    svg = drawn(SIXTEEN, id=id)
    named = svg.attrib["aria-labelledby"].split()
    (title,), (desc,) = svg.findall(f"{SVG}title"), svg.findall(f"{SVG}desc")
    assert named == [title.attrib["id"], desc.attrib["id"]]
    assert len(set(ids(svg))) == len(ids(svg))


def test_two_boards_on_a_page_share_no_id() -> None:
    one, other = drawn(SIXTEEN, id="one"), drawn(SIXTEEN, id="other")
    assert ids(one)
    assert not set(ids(one)) & set(ids(other))


def test_both_players_are_named_with_what_they_captured() -> None:
    lines = [text.text or "" for text in drawn(SIXTEEN).iter(f"{SVG}text")]
    assert [line for line in lines if re.search(r"North.*\b7\b.*move", line)]
    assert [line for line in lines if re.search(r"South.*\b4\b", line) and "move" not in line]


# ---- what a caller gives


@pytest.mark.parametrize("title", HOSTILE)
def test_a_title_is_only_text(title: str) -> None:
    svg = drawn(SIXTEEN, title=title)
    assert text_of(svg, "title") == title
    assert [element.tag for element in svg.iter()] == [element.tag for element in drawn(SIXTEEN).iter()]
    assert svg.attrib == drawn(SIXTEEN).attrib


@pytest.mark.parametrize("id", HOSTILE)
def test_an_id_is_only_text(id: str) -> None:
    svg = drawn(SIXTEEN, id=id)
    assert [(element.tag, set(element.attrib)) for element in svg.iter()] == [
        (element.tag, set(element.attrib)) for element in drawn(SIXTEEN).iter()
    ]
    assert any(id in found for found in ids(svg))


@pytest.mark.parametrize("marks", [(), ("b3",), ["d1", "a4"], {"a1", "b1", "c1", "d1"}])
def test_marked_holes_stand_out(marks: tuple[str, ...]) -> None:
    plain, groups = holes(drawn(SIXTEEN)), holes(drawn(SIXTEEN, marks=marks))
    marked = {hole for hole, group in groups.items() if "marked" in group.attrib["class"].split()}
    assert marked == set(marks)
    for hole, group in groups.items():
        looks = ElementTree.tostring(group)
        assert (looks != ElementTree.tostring(plain[hole])) == (hole in marks)
        assert ("stroke" in part(group, "cup").attrib) == (hole in marks)


def test_a_mark_is_one_hole_and_not_others_that_begin_like_it() -> None:
    groups = holes(drawn(game("mefuvha", 12).start(), marks=("b12",)))
    assert [hole for hole, group in groups.items() if "marked" in group.attrib["class"].split()] == ["b12"]


def test_a_text_as_marks_is_one_hole() -> None:
    start = game("mefuvha", 12).start()
    assert board_svg(start, marks="b12") == board_svg(start, marks=("b12",))


def test_nobody_is_to_move_when_the_game_is_over() -> None:
    going, over = (ElementTree.tostring(drawn(SIXTEEN, over=over), "unicode") for over in (False, True))
    lines = [line for line in ElementTree.fromstring(over).iter(f"{SVG}text") if line.get("class") == "player"]
    assert [line.text for line in lines] == ["North: captured 7", "South: captured 4"]
    assert not [line for line in lines if "font-weight" in line.attrib]
    assert going.count(", to move") == 1


def test_it_is_a_pure_function() -> None:
    assert SIXTEEN.svg() == SIXTEEN.svg() == board_svg(SIXTEEN)
    assert SIXTEEN.svg() != SIXTEEN._replace(turn=4).svg()
