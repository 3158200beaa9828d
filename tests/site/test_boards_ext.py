"""The board directive, on small projects made for the purpose: what a page gets, where its links lead, each error."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import boards
import pytest
from elements import Elements
from projects import Project

import mancala_ref

Build = Callable[..., Path]
BOARD = "```{board} mefuvha\n:columns: 8\n```\n"
EXAMPLE = "```{example} 0*8/1,0*7/0*2,2,0*5/0*8 S\n:move: b3\n:outcome: S mefuvha.end\n:origin: counted\n```\n"
CLAUSE = f"````{{clause}} mefuvha.sow\n:standing: editors\n\nSow.\n\n{EXAMPLE}````\n"


@pytest.fixture
def build(project: Project) -> Build:
    """Return a function that builds pages (name to text) and returns the output folder; a warning is an error."""

    def run(pages: dict[str, str], builder: str = "html", jobs: int = 1, bound: Sequence[str] = ()) -> Path:
        extensions = ["boards", "clauses"] if bound else ["boards"]
        out, warnings = project(pages, extensions, builder, jobs, bound)
        assert not warnings
        return out

    return run


def test_a_board_is_complete_without_a_script(build: Build) -> None:
    page = Elements(build({"a": f"# A\n\n{BOARD}"}) / "a.html")
    [(_, svg)] = [(tag, attrs) for tag, attrs in page.found if tag == "svg"]
    assert svg["role"] == "img"
    ids = {attrs["id"] for _, attrs in page.found if "id" in attrs}
    assert set(svg["aria-labelledby"].split()) <= ids  # its title, and its ranks as text
    assert "Rank b: 0, 1, 2, 2, 2, 2, 2, 2." in page.text
    [(tag, play)], [(other, code)] = page.named("mancala-play"), page.named("mancala-code")
    assert (tag, play["type"], other, code["type"]) == ("button", "button", "button", "button")
    [(_, status)] = page.named("mancala-status")
    assert status["role"] == "status"
    assert any(tag == "noscript" for tag, _ in page.found)
    assert "needs JavaScript" in page.text


def test_a_still_board_is_a_picture_only(build: Build) -> None:
    page = Elements(build({"a": "# A\n\n```{board} mefuvha\n:columns: 8\n:still:\n```\n"}) / "a.html")
    assert "Rank b: 0, 1, 2, 2, 2, 2, 2, 2." in page.text
    assert not page.named("mancala-play")
    assert not page.named("mancala")


def test_the_board_of_the_rules_is_linked_from_their_end(build: Build) -> None:
    rules = f"## Rules\n\nA rule.\n\n{BOARD}\nAnother.\n"
    html = (build({"a": f"# A\n\n{BOARD}\n{rules}\n## Play\n\n{BOARD}"}) / "a.html").read_text("utf-8")
    assert html.count("To the board") == 1
    before, after = html.split('<p class="mancala-to-board"><a class="reference internal" href="#board-2">')
    assert "Another." in before
    assert '<section id="play">' in after


def test_a_board_tells_the_host_what_it_needs(build: Build) -> None:
    text = '# A\n\n```{board} mefuvha\n:position: "2*8/2*6,1,0/0,1,2*6/2*8 S turn=4"\n```\n'
    [(_, box)] = Elements(build({"a": text}) / "a.html").named("mancala")
    assert box["data-game"] == "mefuvha"
    assert box["data-position"] == "2*8/2*6,1,0/0,1,2*6/2*8 S turn=4"
    assert box["data-version"] == mancala_ref.__version__
    words = json.loads(box["data-words"])
    assert set(words) == set(boards.HOST_WORDS)
    assert "{reason}" in words["failed"]
    assert "{name}" not in "".join(words.values())


# What a board says of its rules, what it tells the host, and what is written under its picture.
@pytest.mark.parametrize(
    ("options", "reading", "differing", "rules"),
    [
        ("", "mancala-world", {}, []),
        (":reading: mancala-world\n:option: win_at=most", "mancala-world", {}, []),
        (":reading: cameroon", "cameroon", {}, ["Rules: cameroon"]),
        (":option: win_at=36", "mancala-world", {"win_at": 36}, ["Rules: mancala-world, with win_at=36"]),
        (
            ":reading: cameroon\n:option: leftmost=single win_at=40 feed=one",
            "cameroon",
            {"leftmost": "single", "feed": "one"},
            ["Rules: cameroon, with leftmost=single, feed=one"],
        ),
    ],
)
def test_a_board_has_a_reading_and_options(
    build: Build, options: str, reading: str, differing: dict[str, Any], rules: list[str]
) -> None:
    path = build({"a": f"# A\n\n```{{board}} songo-ewondo\n{options}\n```\n"}) / "a.html"
    page = Elements(path)
    [(_, box)] = page.named("mancala")
    assert (box["data-reading"], json.loads(box["data-options"])) == (reading, differing)
    html = path.read_text("utf-8")
    assert [line for line in html.splitlines() if "mancala-rules" in line] == [
        f'<p class="mancala-rules">{sentence}</p>' for sentence in rules
    ]


def test_the_picture_is_drawn_by_the_rules_of_the_board(build: Build) -> None:
    """With nine seeds left and a turn played, only one of the readings has ended the game."""
    board = "```{board} songo-ewondo\n:position: 0*6,5/4,0*6 S captured=31-30 turn=9\n"
    for reading, over in ("mancala-world", False), ("cameroon", True):
        page = Elements(build({"a": f"# A\n\n{board}:reading: {reading}\n```\n"}) / "a.html")
        assert ("The game is over." in page.text) == over
        assert ("South: captured 31, to move" in page.text) != over


def test_boards_of_one_page_share_no_id(build: Build) -> None:
    page = Elements(build({"a": f"# A\n\n{BOARD}\n{BOARD}"}) / "a.html")
    ids = [attrs["id"] for _, attrs in page.found if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert len(page.named("mancala")) == 2


@pytest.mark.parametrize(("builder", "address"), [("html", "games/mefuvha.html"), ("dirhtml", "games/mefuvha/")])
def test_a_board_knows_the_page_of_its_rules(build: Build, builder: str, address: str) -> None:
    pages = {"index": "# Home\n\n" + BOARD + "\n```{toctree}\ngames/mefuvha\ngames/ntchuva\n```\n"}
    pages |= {"games/mefuvha": f"# M\n\n{BOARD}\n{CLAUSE}", "games/ntchuva": "# N\n\n```{board} ntchuva\n```\n"}
    out = build(pages, builder, bound=["mefuvha.sow"])

    def rules(name: str) -> str:
        path = out / (f"{name}.html" if builder == "html" or name == "index" else f"{name}/index.html")
        [(_, box)] = Elements(path).named("mancala")
        return box["data-rules"]

    assert rules("index") == address
    assert rules("games/mefuvha") == ""  # they are on this page
    assert rules("games/ntchuva") == ""  # no page has them


SIX = BOARD.replace("8", "6")


# The columns of the boards of a page, and which of them a link to the page opens.
@pytest.mark.parametrize(
    ("text", "opened"),
    [
        (f"## Rules\n\n{CLAUSE}\n{BOARD}\n{SIX}", 8),
        (f"{SIX}\n## Rules\n\n{CLAUSE}\n### Board\n\n{BOARD}", 8),
        (f"{SIX}\n{BOARD}\n## Rules\n\n{CLAUSE}", 6),
        (f"```{{board}} mefuvha\n:still:\n```\n\n{CLAUSE}\n{SIX}", 6),
    ],
)
def test_a_page_has_one_main_board(build: Build, text: str, opened: int) -> None:
    out = build({"games/mefuvha": f"# M\n\n{text}", "b": f"# B\n\n{BOARD}"}, bound=["mefuvha.sow"])
    [box] = [box for _, box in Elements(out / "games/mefuvha.html").named("mancala") if "data-main" in box]
    assert mancala_ref.Position.parse(box["data-position"]).board.columns == opened
    assert [box for _, box in Elements(out / "b.html").named("mancala") if "data-main" in box] == []


def test_the_main_board_knows_what_a_link_may_ask_for(build: Build) -> None:
    text = "# N\n\n" + CLAUSE.replace("mefuvha", "ntchuva") + BOARD
    text = text.replace("{board} mefuvha", "{board} ntchuva")
    out = build({"games/ntchuva": text}, bound=["ntchuva.sow"])
    [(_, box)] = Elements(out / "games/ntchuva.html").named("mancala")
    known = json.loads(box["data-main"])
    assert known["ranks"] == 4
    assert known["readings"] == {"portuguese-text": [4, 8, 16, 32], "unilurio": [6, 8], "tchadji": [8, 12]}
    assert next(iter(known["readings"])) == mancala_ref.game("ntchuva").reading.id  # that of a link which names none
    assert known["options"]["free_captures"] == ["0", "1", "2", "3"]
    words = json.loads(box["data-words"])
    assert words["moves_N"] == "North: captured {captured}, to move"
    assert "portuguese-text, unilurio, tchadji" in words["link_reading"]
    assert {"{name}", "{player}", "{ranks}"}.isdisjoint(re.findall(r"\{\w+\}", "".join(words.values())))


def test_there_is_a_drawing_of_an_empty_board_of_every_size(build: Build) -> None:
    folder = build({"a": f"# A\n\n{BOARD}"}) / "_static" / boards.FOLDER / "boards"
    found = {file.name: file.read_text("utf-8") for file in folder.iterdir()}
    for id, rules in mancala_ref.GAMES.items():
        for reading in rules.readings:
            for columns in reading.sizes or rules.sizes:
                position = mancala_ref.game(id, columns, reading.id).start()
                empty = position._replace(own=(0,) * position.board.size, enemy=(0,) * position.board.size)
                svg = mancala_ref.board_svg(empty, id="mancala-link")
                assert found[f"{rules.ranks}x{columns}.svg"] == svg
                ElementTree.fromstring(svg)  # as a file of its own
    assert sorted(found) == sorted({"2x7.svg", *(f"4x{c}.svg" for c in (4, *range(6, 29, 2), 32))})


@pytest.mark.parametrize(
    ("builder", "name", "up"),
    [("html", "a", ""), ("html", "games/a", "../"), ("dirhtml", "games/a", "../../")],
)
def test_links_are_relative_to_the_page(build: Build, builder: str, name: str, up: str) -> None:
    out = build({name: f"# A\n\n{BOARD}"}, builder=builder)
    page = Elements(out / (f"{name}.html" if builder == "html" else f"{name}/index.html"))
    [(_, notebook)] = page.named("mancala-notebook")
    assert notebook["href"] == f"{up}lite/notebooks/index.html?path=mefuvha.ipynb"
    for tag, attribute in (("script", "src"), ("link", "href")):
        ours = [a[attribute] for t, a in page.found if t == tag and "mancala/" in a.get(attribute, "")]
        assert ours
        for address in ours:
            assert address.startswith(f"{up}_static/{boards.FOLDER}/")
            assert (out / address.removeprefix(up).partition("?")[0]).is_file()


def test_scripts_come_in_one_folder_named_after_their_content(build: Build) -> None:
    out = build({"a": f"# A\n\n{BOARD}", "b": "# B\n\nNo board.\n"})
    stale = out / "_static" / "mancala" / "0123"
    stale.mkdir()
    build({"a": f"# A\n\n{BOARD}", "b": "# B\n\nNo board.\n"})
    assert [folder.name for folder in stale.parent.iterdir()] == [boards.HASH]
    copied = {file.name: file.read_bytes() for file in (stale.parent / boards.HASH).iterdir() if file.is_file()}
    assert copied == {file.name: file.read_bytes() for file in boards.FILES}
    assert "host.js" in (out / "a.html").read_text("utf-8")
    assert "host.js" not in (out / "b.html").read_text("utf-8")


def test_a_page_is_read_again_when_the_engine_or_a_script_changes(build: Build, tmp_path: Path) -> None:
    pages = {"a": f"# A\n\n{BOARD}"}
    build(pages)
    [saved] = tmp_path.rglob("environment.pickle")
    known = {Path(name).name for name in pickle.loads(saved.read_bytes()).dependencies["a"]}
    assert {"svg.py", "mefuvha.py", "messages.py", "host.js", "board.css"} <= known


def test_pages_can_be_read_and_written_side_by_side(build: Build) -> None:
    out = build({f"p{i}": f"# P\n\n{BOARD}" for i in range(8)}, jobs=2)
    for i in range(8):
        assert Elements(out / f"p{i}.html").named("mancala-play")


def test_other_outputs_get_the_diagram(build: Build) -> None:
    text = (build({"a": f"# A\n\n{BOARD}"}, builder="text") / "a.txt").read_text("utf-8")
    assert "b  0 1 2 2 2 2 2 2" in text
    assert "South to move." in text


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("```{board} go\n```", "unknown game 'go'"),
        ("```{board} mefuvha\n:columns: 5\n```", "no board of 5 columns"),
        ('```{board} mefuvha\n:position: "2*8/2*8 S"\n```', "expected 4 ranks"),
        ('```{board} mefuvha\n:columns: 16\n:position: "2*8/2*8/2*8/2*8 S"\n```', "8 columns, but 16 were asked for"),
        ("```{board} songo-ewondo\n:reading: cameron\n```", "no reading 'cameron': expected one of mancala-world, cam"),
        ("```{board} songo-ewondo\n:option: leftmos=single\n```", "no option 'leftmos'"),
        ("```{board} songo-ewondo\n:option: leftmost=no\n```", "option leftmost of Songo Ewondo cannot be 'no'"),
        ("```{board} songo-ewondo\n:option: leftmost\n```", "option 'leftmost' cannot be read: expected KEY=VALUE"),
        ("```{board} songo-ewondo\n:option: grand_slam=all-seven first_house=never\n```", "makes no sense with"),
        ("```{board} ntchuva\n:columns: 16\n:reading: unilurio\n```", "under the reading 'unilurio': expected 6, 8"),
    ],
)
def test_a_board_that_the_engine_refuses_is_told_with_its_place(project: Project, block: str, words: str) -> None:
    warnings = project({"games/a": f"# A\n\nText.\n\n{block}\n"}, ["boards"]).warnings
    assert "a.md:5: ERROR: board: " in warnings
    assert words in warnings
