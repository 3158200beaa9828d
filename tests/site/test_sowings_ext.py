"""Sowing in pictures: what lies where, against hand-typed circuits, counts by hand and tests/naive.py."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import naive
import pytest
import sowings
from elements import Elements
from projects import Project

from mancala_ref import GAMES, game
from mancala_ref.board import NAMES, board

SOUTH = "a1 a2 a3 a4 a5 a6 b6 b5 b4 b3 b2 b1".split()
NORTH = "d6 d5 d4 d3 d2 d1 c1 c2 c3 c4 c5 c6".split()
SONGO = "a7 a6 a5 a4 a3 a2 a1 b1 b2 b3 b4 b5 b6 b7".split()
# South has nothing but singles, each before another: under this reading the move is a pass.
BLOCKED = ":position: 2,1*5/1*6/1*6/1*6 S\n:reading: unilurio"

Build = Callable[[str], Path]


@pytest.fixture
def build(project: Project) -> Build:
    """Return a function that builds one page and returns it; the clauses that it links to are stated nowhere."""

    def run(text: str) -> Path:
        out, warnings = project({"a": f"# A\n\n{text}"}, ["sowings"], "html")
        assert not [line for line in warnings.splitlines() if "no page states the clause" not in line]
        return out / "a.html"

    return run


def pictures(page: Path) -> list[str]:
    return re.findall(r'<svg class="sowing-board".*?</svg>', page.read_text("utf-8"), re.DOTALL)


def label(svg: str) -> str:
    [said] = re.findall(r'aria-label="(.*?)"', svg)
    return str(said)


def numbered(svg: str) -> dict[str, list[int]]:
    """Return the numbers that stand in each hole, by the name under them."""
    texts = re.findall(r'<text class="(numbers?|name)".*?>(.*?)</text>', svg)
    found: dict[str, list[int]] = {}
    numbers: list[int] = []
    for kind, said in texts:
        if kind == "name":
            found[said], numbers = numbers, []
        else:
            numbers = [*numbers, *map(int, said.split())]
    return found


def drawn(svg: str, columns: int) -> list[list[str]]:
    """Return what stands in the holes, rank by rank from top to bottom; a dot for nothing."""
    [edges] = re.findall(r'<text class="edge" y=".*?">(.*?)</text>', svg)
    places = re.findall(r'x="([\d.]+)"', edges)
    assert len(places) == columns
    rows = []
    rank = r'<text class="edge" x=".*?" y=".*?">[a-d]</text>(?:<text class="seeds".*?>(.*?)</text>)?'
    for row in re.findall(rank, svg):
        said = dict(re.findall(r'<tspan x="([\d.]+)">(.*?)</tspan>', row))
        assert set(said) <= set(places)
        rows.append([said.get(place, ".") for place in places])
    return rows


def boards(page: Path, columns: int) -> list[str]:
    """Return all pictures of a page, each as ranks of what stands in the holes."""
    return ["/".join("".join(row) for row in drawn(svg, columns)) for svg in pictures(page)]


def captions(page: Path) -> list[str]:
    """Return what is said under the pictures of a strip."""
    [strip] = re.findall(r'<ul class="sowing-strip.*?</ul>', page.read_text("utf-8"), re.DOTALL)
    items = re.findall(r"<li.*?</li>", re.sub("<svg.*?</svg>", "", strip, flags=re.DOTALL), re.DOTALL)
    return [" ".join(re.sub("<.*?>", "", item).split()) for item in items]


# ---- circuits


def test_circuits_of_four_ranks(build: Build) -> None:
    [svg] = pictures(build("```{circuit} mefuvha\n:columns: 6\n```\n"))
    assert numbered(svg) == {hole: [n] for way in (SOUTH, NORTH) for n, hole in enumerate(way, 1)}
    assert f"South’s holes in the order of sowing: {', '.join(SOUTH)}." in label(svg)
    assert f"North’s holes in the order of sowing: {', '.join(NORTH)}." in label(svg)
    assert re.findall(r'"player".*?>(.*?)<', svg) == ["North", "South"]


def test_both_players_of_songo_share_one_circuit(build: Build) -> None:
    [svg] = pictures(build("```{circuit} songo-ewondo\n```\n"))
    assert numbered(svg) == {hole: [1 + n % 7] for n, hole in enumerate(SONGO)}
    assert "After the last hole of the one comes the first of the other." in label(svg)


@pytest.mark.parametrize(("directive", "ways"), [("mefuvha\n:columns: 6", (SOUTH, NORTH)), ("songo-ewondo", (SONGO,))])
def test_arrows_lead_from_each_hole_to_the_next(build: Build, directive: str, ways: tuple[list[str], ...]) -> None:
    [svg] = pictures(build(f"```{{circuit}} {directive}\n```\n"))
    names = re.findall(r'<text class="name" x="(.*?)" y="(.*?)">(.*?)<', svg)
    places = {name: complex(float(x), float(y) - 6.4) for x, y, name in names}
    [path] = re.findall(r'<path class="arrows" d="(.*?)"', svg)
    heads = [[complex(*map(float, point.split())) for point in head.split("L")] for head in path.split("M")[1:]]
    found = set()
    for tail, tip, other in heads:
        middle, forth = (tail + other) / 2, tip - (tail + other) / 2
        found.add((round(middle.real + tip.real), round(middle.imag + tip.imag), round(forth.real), round(forth.imag)))
    wanted = set()
    for way in ways:
        for a, b in zip(way, [*way[1:], way[0]], strict=True):
            between, forth = places[a] + places[b], 4 * (places[b] - places[a]) / abs(places[b] - places[a])
            wanted.add((round(between.real), round(between.imag), round(forth.real), round(forth.imag)))
    assert found == wanted
    assert len(heads) == sum(map(len, ways))


# ---- a lap by its numbers


def test_a_lap_that_comes_round(build: Build) -> None:
    [svg] = pictures(build("```{lap} mefuvha\n:columns: 6\n:from: a3\n:seeds: 14\n```\n"))
    wanted = {hole: [n] for n, hole in enumerate("a4 a5 a6 b6 b5 b4 b3 b2 b1 a1 a2 a3".split(), 1)}
    assert numbered(svg) == wanted | {"a4": [1, 13], "a5": [2, 14]}
    assert label(svg).startswith("14 seeds from a3. Which of them fall into each hole: a4: 1, 13; a5: 2, 14; a6: 3;")


def test_a_long_lap_of_songo(build: Build) -> None:
    [svg] = pictures(build("```{lap} songo-ewondo\n:from: a3\n:seeds: 21\n```\n"))
    own = {"a2": [1], "a1": [2], "a3": [], "a7": [10], "a6": [11], "a5": [12], "a4": [13]}
    assert numbered(svg) == own | {f"b{n}": [n + 2, n + 13] for n in range(2, 8)} | {"b1": [3, 14, 21]}


@pytest.mark.parametrize("seeds", [1, 6, 13, 14, 15, 21, 22, 35, 40])
def test_laps_of_songo_are_those_of_a_second_engine(seeds: int) -> None:
    for player, start in product(NAMES, range(7)):
        hole = naive.houses(player)[start]
        table = naive.read(f"0*7/0*7 {player}")
        table.holes[hole] = seeds
        found = sowings.way(board(2, 7), player, hole, seeds)
        assert found == naive.songo_sow(table, hole)
        if seeds in (14, 21, 35):  # always the opponent's house 1
            assert found[-1] == {"S": "b1", "N": "a7"}[player]


# ---- a move, step by step


def test_the_steps_of_mefuvhas_first_move(build: Build) -> None:
    """Counted by hand, from the published opening: b3 to b1, then the column of c1, then d5 and d6."""
    page = build("```{sowing} mefuvha\n:columns: 6\n:move: b3xd5xd6\n```\n")
    assert boards(page, 6) == [
        "222222/22221./.12222/222222",
        "222222/22221./12.222/222222",
        "222222/×2221./12.222/222222",
        "×22222/.2221./12.222/222222",
        ".222×2/.2221./12.222/222222",
        ".222.×/.2221./12.222/222222",
    ]
    assert captions(page) == [
        "Before. South plays b3xd5xd6.",
        "Lap 1. 2 seeds are lifted from b3 and sown to b1. (mefuvha.sow) "
        "The last seed falls into b1, which was empty: the sowing ends. (mefuvha.stop)",
        "Captured. 2 seeds are captured from c1. (mefuvha.capture)",
        "Captured. 2 seeds are captured from d1. (mefuvha.capture-outer)",
        "Captured. 2 seeds are captured from d5, freely chosen. (mefuvha.free-captures)",
        "Captured. 2 seeds are captured from d6, freely chosen. (mefuvha.free-captures)",
    ]
    assert label(pictures(page)[1]) == (
        "Rank d: 2, 2, 2, 2, 2, 2. Rank c: 2, 2, 2, 2, 1, 0. Rank b: 1, 2, 0, 2, 2, 2. Rank a: 2, 2, 2, 2, 2, 2."
    )


def test_sentences_lead_to_their_clauses(project: Project) -> None:
    clause = "```{clause} mefuvha.sow\n:standing: editors\n\nSow.\n```\n"
    pages = {
        "guide/a": "# A\n\n```{sowing} mefuvha\n:columns: 6\n:move: b3xd5xd6\n```\n",
        "games/mefuvha": f"# M\n\n{clause}",
    }
    out, _ = project(pages, ["sowings"], "html")
    assert 'href="../games/mefuvha.html#mefuvha.sow"' in (out / "guide/a.html").read_text("utf-8")


def test_rings_show_a_lap(build: Build) -> None:
    page = build("```{sowing} mefuvha\n:position: 0*6/0*5,1/0*6/3,0*5 S\n:move: a1\n```\n")
    before, after = pictures(page)
    places = dict(zip(("22", "42", "62", "82", "102", "122"), range(1, 7), strict=True))

    def ringed(svg: str) -> dict[str, list[int]]:
        dots = re.findall(r'<path class="(sown|last)" d="(.*?)"', svg)
        found = {kind: [places[x] for x in re.findall(r"M([\d.]+) 75h0", d)] for kind, d in dots}
        lifted = re.findall(r'<circle class="lifted" cx="([\d.]+)" cy="75"', svg)
        return found | {"lifted": [places[x] for x in lifted]}

    assert ringed(before) == {"lifted": [1]}
    assert ringed(after) == {"sown": [2, 3], "last": [4], "lifted": [1]}


@pytest.mark.parametrize(
    ("directive", "after"),
    [
        # North plays c3 to c5, where South has three in b5, and takes two more holes
        ("mefuvha\n:position: 0*6/0*2,2,0*3/0*4,3,0/1*3,0*3 N\n:move: c3xa1xa2", "0*6/0*3,1*2,0/0*6/0*2,1,0*3"),
        # Songo: eight seeds from a2; the two of b7 and the two of b6 are captured
        (
            "songo-ewondo\n:position: 0,8*3,7,1*2/1,8*2,9,0,8,0 S captured=0-3 turn=6\n:move: a2",
            "1,9*3,8,0*2/2,0,8,9,0,8,0",
        ),
        # fourteen seeds: one of the two in b1 is captured
        ("songo-ewondo\n:position: 0*7/14,0*6 S\n:move: a1", "1*7/0,1*6"),
        # the only seed of a row, in its leftmost house, is its owner's
        ("songo-ewondo\n:position: 0*6,1/1,0*6 S captured=34-34\n:move: a1", "0*6,1/0*7"),
    ],
)
def test_what_lies_there_after_a_move(build: Build, directive: str, after: str) -> None:
    svg = pictures(build(f"```{{sowing}} {directive}\n```\n"))[-1]
    shown = ", ".join(re.findall(r"Rank .: ([\d, ]+)", label(svg)))
    assert list(map(int, shown.split(", "))) == list(naive.read(f"{after} S").holes.values())


@pytest.mark.parametrize("id", GAMES)
def test_steps_are_those_of_a_finger_on_the_second_engines_board(id: str) -> None:
    """Random games: each lap and capture made again, seed by seed; and where a turn ends, `naive.play`."""
    choose = random.Random(7)
    for reading in GAMES[id].readings:
        rules = game(id, 8 if id in ("ntchuva", "mefuvha") else None, reading.id)
        second = naive.READINGS[id][reading.id]
        for _ in range(4):
            position = rules.start()
            while position.turn < 60 and (moves := list(rules.legal(position))):
                turn = rules.play(position, choose.choice(moves))
                table = naive.read(position.text)
                for step in sowings.steps(turn):
                    event = step.events[0]
                    assert event.hole is not None
                    if step.is_lap:
                        last = event.hole
                        if id == naive.SONGO:
                            last = naive.songo_sow(table, event.hole)[-1]
                        else:
                            hand, table.holes[last] = table.holes[last], 0
                            for _ in range(hand):
                                last = table.next(last)
                                table.holes[last] += 1
                        assert ("last", last) in step.marks
                        assert ("lifted", event.hole) in step.marks
                    else:
                        table.take(event.hole, event.seeds)
                        assert step.taken == event.hole
                    assert step.seeds == table.holes
                after = naive.play(id, position.text, str(turn.move), second)
                assert table.holes == naive.read(after).holes
                position = turn.position


# ---- long relays


def test_nine_laps_are_shortened(build: Build) -> None:
    """The first move on 12 columns has 9 laps, by an independent count."""
    page = build("```{sowing} ntchuva\n:columns: 12\n:reading: tchadji\n:move: a1\n```\n")
    heads = [said.partition(". ")[0] for said in captions(page)]
    assert heads == [
        "Before",
        "Lap 1",
        "Lap 2",
        "Lap 3",
        "⋯ 3 more laps follow in the same way.",
        "Lap 7",
        "Lap 8",
        "Lap 9",
    ]
    assert len(pictures(page)) == 7


def test_captures_follow_a_shortened_relay() -> None:
    rules = game("ntchuva", 12, "tchadji")
    moves = (move for move in rules.legal(rules.start()) if move.free)
    found = sowings.steps(rules.play(rules.start(), next(moves)))
    first, left_out, rest = sowings.shortened(found)
    assert [step.is_lap for step in first] == [True] * 3
    assert left_out == 3
    assert [step.is_lap for step in rest] == [True] * 3 + [False] * 3  # inner, outer, free
    assert list(rest) == found[6:]


def test_eight_laps_are_all_shown_and_the_ring_comes_home(build: Build) -> None:
    """Counted by hand: a1, a2, b2, b1 in this order."""
    page = build("```{ring} 2,0,2,1\n:start: a1\n```\n")
    circuit = ["2021", "0131", "1202", "1013", "2120", "3101", "0212", "1310", "2021"]
    assert boards(page, 2) == [f"{at[3]}{at[2]}/{at[:2]}".replace("0", ".") for at in circuit]
    assert [said.partition(".")[0] for said in captions(page)] == ["Before", *(f"Lap {n}" for n in range(1, 9))]


def test_a_ring_may_stop(build: Build) -> None:
    page = build("```{ring} 2,1,0,0\n:start: a1\n```\n")
    assert boards(page, 2) == ["../21", ".1/.2"]
    assert captions(page)[1] == (
        "Lap 1. 2 seeds are lifted from a1 and sown to b2. "
        "The last seed falls into b2, which was empty: the sowing ends."
    )


# ---- undoing a lap


def lap(circuit: tuple[int, ...], hole: int) -> tuple[tuple[int, ...], int]:
    """Sow one lap, seed by seed."""
    seeds = list(circuit)
    hand, seeds[hole] = seeds[hole], 0
    while hand:
        hole, hand = (hole + 1) % len(seeds), hand - 1
        seeds[hole] += 1
    return tuple(seeds), hole


@pytest.mark.parametrize(("holes", "most"), [(2, 9), (3, 7), (4, 5)])
def test_each_situation_has_one_before_it_and_the_way_back_finds_it(holes: int, most: int) -> None:
    """Laps of up to three rounds and more: whatever lies in the holes, and wherever the last seed fell."""
    for circuit in product(range(most + 1), repeat=holes):
        for hole in (hole for hole in range(holes) if circuit[hole]):
            *_, (lifted, before) = sowings.undone(circuit, hole)
            assert lap(before, lifted) == (circuit, hole)
            *_, (lifted, before) = sowings.undone(*lap(circuit, hole))
            assert (before, lifted) == (circuit, hole)


def test_the_way_back_is_shown(build: Build) -> None:
    """Three seeds from a2 fell into a3, b3 and b2: by hand."""
    page = build("```{undo} 1,0,1,2,1,2\n:last: b2\n```\n")
    assert boards(page, 3) == ["212/1.1", "2.2/1.1", "2.1/1.1", "2.1/1..", "2.1/13."]
    assert captions(page) == [
        "After. The lap ended in b2.",
        "Back 1. One seed is taken from b2.",
        "Back 2. One seed is taken from b3.",
        "Back 3. One seed is taken from a3.",
        "Before. a2 is empty: it was lifted, and gets back its seeds, 3.",
    ]


# ---- first moves


def test_first_moves_are_those_of_an_independent_count(build: Build) -> None:
    html = build("```{first-moves} mefuvha ntchuva songo-ewondo\n```\n").read_text("utf-8")
    rows = [re.findall(r"<td.*?<p>(.*?)</p>", row, re.DOTALL) for row in html.split("<tr")[2:]]
    for row in (
        ["Mefuvha", "8", "14", "9", "7", "21"],
        ["Mefuvha", "16", "30", "19", "12", "34"],
        ["Mefuvha", "20", "38", "25", "15", "45"],
        ["Mefuvha", "28", "54", "35", "20", "58"],
        ["Ntchuva", "4", "8", "4", "3", "8"],
        ["Ntchuva", "8", "16", "8", "7", "21"],
        ["Ntchuva", "16", "32", "16", "11", "32"],
        ["Ntchuva", "32", "64", "32", "23", "69"],
        ["Songo Ewondo", "7", "7", "0", "1", "5"],
    ):
        assert row in rows
    assert len(rows) == 12 + 4 + 1


# ---- what else


def test_other_outputs_get_words(project: Project) -> None:
    out, _ = project({"a": "# A\n\n```{ring} 2,1,0,0\n:start: a1\n```\n"}, ["sowings"], "text")
    text = " ".join((out / "a.txt").read_text("utf-8").split())
    assert "Rank b: 0, 1. Rank a: 0, 2." in text
    assert "2 seeds are lifted from a1 and sown to b2." in text


def test_the_style_sheet_has_all_that_is_drawn(build: Build) -> None:
    move = "```{sowing} mefuvha\n:columns: 6\n:move: b3xd5xd6\n```\n"
    page = build("```{circuit} nakabili\n```\n" + move + "```{lap} songo-ewondo\n:from: a3\n:seeds: 14\n```\n")
    [sheet] = [attrs["href"] for _, attrs in Elements(page).found if "sowings.css" in attrs.get("href", "")]
    known = set(re.findall(r"\.([a-z-]+)", (page.parent / sheet.partition("?")[0]).read_text("utf-8")))
    used = set(re.findall(r'class="([a-z-]+)"', "".join(pictures(page))))
    assert {"sown", "last", "lifted", "arrows", "numbers", "player"} < used <= known


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("{circuit} go", "circuit: unknown game 'go'"),
        ("{circuit} mefuvha\n:columns: 5", "no board of 5 columns"),
        ("{lap} mefuvha\n:seeds: 3", "lap: ':from:' is missing"),
        ("{lap} mefuvha\n:from: a1", "lap: ':seeds:' is missing"),
        ("{lap} mefuvha\n:columns: 6\n:from: a7\n:seeds: 3", "there is no hole 'a7'"),
        ("{lap} mefuvha\n:columns: 6\n:from: c1\n:seeds: 3", "c1 is not one of South's holes"),
        ("{sowing} mefuvha\n:columns: 6", "sowing: ':move:' is missing"),
        ("{sowing} mefuvha\n:columns: 6\n:move: b1", "sowing: b1 is empty"),
        ("{sowing} mefuvha\n:columns: 6\n:move: b3", "2 more holes of North's are to be captured"),
        ("{sowing} mefuvha\n:columns: 6\n:move: zz", "sowing: move 'zz' cannot be read"),
        ("{sowing} ntchuva\n:position: 0*4/0,1,0*2/1,2,0,1/2,0,1,0 S\n:move: a1", "a sowing from a1 never ends"),
        ('{sowing} ntchuva\n:position: 2,1*5/1*6/1*6/1*6 S\n:reading: unilurio\n:move: "-"', "sowing: - moves no seed"),
        ("{sowing} ntchuva\n:reading: no\n:move: a1", "no reading 'no'"),
        ("{sowing} ntchuva\n:option: no=1\n:move: a1", "no option 'no'"),
        ("{ring} 2,0,1\n:start: a1", "expected the seeds of an even number of holes, such as 2,0,2,1, not 2,0,1"),
        ("{ring} 2,-1,0,1\n:start: a1", "expected the seeds of an even number of holes"),
        ("{ring} 2,0,2,1\n:start: a2", "a2 is not one of South's holes that hold seeds"),
        ("{ring} 2,0,2,1\n:start: c1", "c1 is not one of South's holes that hold seeds"),
        ("{ring} 2,0,2,1", "ring: ':start:' is missing"),
        ("{undo} 2,0,2,1", "undo: ':last:' is missing"),
        ("{first-moves} mefuvha go", "first-moves: unknown game 'go'"),
    ],
)
def test_a_fault_names_the_directive_and_the_line(project: Project, block: str, words: str) -> None:
    _, warnings = project({"a": f"# A\n\nText.\n\n```{block}\n```\n"}, ["sowings"])
    [error] = [line for line in warnings.splitlines() if "ERROR" in line]
    assert words in error
    assert "a.md:5:" in error
