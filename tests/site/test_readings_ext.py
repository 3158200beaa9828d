"""The directives on readings and on the editors' decisions: what good ones give, each error, and the site's own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import naive
import pytest
from elements import Elements
from projects import Project

from mancala_ref import GAMES, IllegalMove, Match
from mancala_ref.games import game_at

PAGE = "games/songo-ewondo"
SONGO = GAMES["songo-ewondo"]

# a2 ends in b1, North's house 1, and makes it two: counted by hand.
FIRST_HOUSE = {
    "position": "1,0,5,0*3,4/0,2,0*5 S captured=30-28",
    "moves": "a2 | a2",
    "sides": "mancala-world | cameroon",
    "after": "0*2,5,0*3,4/1,0*6 N captured=32-28 turn=1 | 2,0,5,0*3,4/1,0*6 N captured=30-28 turn=1",
    "origin": "counted by hand",
    "confidence": "medium",
    "others": "generationekang: captures begin at the second house; songofish: as cameroon",
}
# The same move captures two, and 35 and two are 37; the default goes on.
WIN = FIRST_HOUSE | {
    "position": "1,0,5,0*3,4/0,2,0*5 S captured=35-23",
    "sides": "mancala-world | win_at=36",
    "after": "0*2,5,0*3,4/1,0*6 N captured=37-23 turn=1 | over songo-ewondo.win S 37-23",
}
# Two seeds in house 7 may be sown to capture; in Cameroon they may not as long as a7 holds some.
LEFTMOST = FIRST_HOUSE | {
    "position": "0,1,5,0*3,4/2,0*5,3 S",
    "moves": "a1 | a1",
    "after": "1,0,5,0*3,4/0*6,3 N captured=2-0 turn=1 | refused songo-ewondo.leftmost",
}
# North's row is empty and a7's seed does not reach it: the default plays on, with `end` it is over before the move.
CANNOT_FEED = FIRST_HOUSE | {
    "position": "0*7/0*6,1 S captured=35-34",
    "moves": "a7 | a7",
    "sides": "mancala-world | gabon",
    "after": "over songo-ewondo.end S 36-34 | over songo-ewondo.cannot-feed S 36-34",
}


def block(option: str = "first_house", text: str = "See *this*.", **given: Any) -> str:
    """Return a block, by default a good one; an option that is None instead of a text is left out."""
    options = {**FIRST_HOUSE, **given}
    lines = [f":{name}: {value}" for name, value in options.items() if value is not None]
    return "\n".join([f"````{{disagreement}} {option}", *lines, "", text, "````\n"])


def page(*parts: str) -> str:
    """Return the page of Songo, with its sources."""
    return "\n".join(["# Songo", *parts, "## Sources\n", "```{sources}\n```\n"])


def stated(slug: str, standing: str = "source") -> str:
    return f"```{{clause}} songo-ewondo.{slug}\n:standing: {standing}\n:source: lesongo\n\nText.\n```\n"


@pytest.fixture
def build(project: Project) -> Callable[..., tuple[Path, list[str]]]:
    """Return a function that builds pages and returns the output folder, and what it warned of the readings.

    What the pages lack as rules of a game is no matter here.
    """

    def run(pages: dict[str, str], jobs: int = 1) -> tuple[Path, list[str]]:
        out, warnings = project(pages, ["readings", "decisions", "data"], "html", jobs)
        lines = re.sub(r"\x1b\[[\d;]*m", "", warnings).splitlines()
        ours = ("disagreement", "readings", "editors", "bibtex", "Content block")
        return out, [line for line in lines if any(word in line.partition(": ")[2] for word in ours)]

    return run


Build = Callable[..., tuple[Path, list[str]]]
Block = dict[str, Any]


def disagreements(out: Path) -> list[Block]:
    """Return what a built site has of them as data."""
    found: list[Block] = json.loads((out / "data/disagreements.json").read_text("utf-8"))["disagreements"]
    return found


# ---- a disagreement


def test_a_disagreement_shows_the_position_and_each_side(build: Build) -> None:
    out, warnings = build({PAGE: page(block(), stated("capture"), stated("first-house"))})
    assert warnings == []
    found = Elements(out / f"{PAGE}.html")
    assert [tag for tag, attrs in found.found if attrs.get("id") == "disagreement-first_house"] == ["div"]
    boxes = [attrs for _, attrs in found.named("mancala")]
    assert [box["data-reading"] for box in boxes] == ["mancala-world", "cameroon"]
    assert {box["data-position"] for box in boxes} == {FIRST_HOUSE["position"]}  # where Play begins
    html = (out / f"{PAGE}.html").read_text("utf-8")
    before, *results = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    seeds = [dict(re.findall(r'data-hole="(..)" data-seeds="(\d+)"', svg)) for svg in (before, *results)]
    assert ["".join(each[hole] for hole in ("a2", "a1", "b1")) for each in seeds] == ["201", "010", "012"]
    marked = [set(re.findall(r'class="hole marked" data-hole="(..)"', svg)) for svg in (before, *results)]
    assert marked == [{"a2"}, {"a2", "b1"}, {"a2", "b1"}]
    for said in (
        "Play it under mancala-world",
        "Play it under cameroon",
        "2 seeds are captured from b1. (songo-ewondo.capture)",
        "Rules: cameroon",
        "The move: a2",
        "How we know: counted by hand",
        "How sure: medium · Génération Ekang: captures begin at the second house",
    ):
        assert said in found.text
    assert "<em>this</em>" in html
    for clause in ("capture", "first-house"):
        assert f'href="#songo-ewondo.{clause}"' in html
    assert not found.named("mancala-notebook")
    assert "all readings" not in found.text  # there is no table on this page


@pytest.mark.parametrize(
    ("option", "given", "sides", "said"),
    [
        (
            "win_at",
            WIN,
            [
                ("mancala-world", {}, "a2", {"after": "0*2,5,0*3,4/1,0*6 N captured=37-23 turn=1"}),
                (
                    "mancala-world",
                    {"win_at": 36},
                    "a2",
                    {"outcome": {"winner": "S", "clause": "songo-ewondo.win", "score": [37, 23]}},
                ),
            ],
            ["Play it under win_at=36", "Rules: mancala-world, with win_at=36", "South wins"],
        ),
        (
            "leftmost",
            LEFTMOST,
            [
                ("mancala-world", {}, "a1", {"after": "1,0,5,0*3,4/0*6,3 N captured=2-0 turn=1"}),
                ("cameroon", {}, "a1", {"refused": "songo-ewondo.leftmost"}),
            ],
            ["a1 is the leftmost house and holds 2"],
        ),
        (
            "cannot_feed",
            CANNOT_FEED,
            [
                (
                    "mancala-world",
                    {},
                    "a7",
                    {"outcome": {"winner": "S", "clause": "songo-ewondo.end", "score": [36, 34]}},
                ),
                (
                    "gabon",
                    {},
                    "a7",
                    {"outcome": {"winner": "S", "clause": "songo-ewondo.cannot-feed", "score": [36, 34]}},
                ),
            ],
            ["The player to move cannot give the other a seed."],
        ),
    ],
)
def test_each_kind_of_result_is_told_on_the_page_and_as_data(
    build: Build, option: str, given: dict[str, str], sides: list[Any], said: list[str]
) -> None:
    out, warnings = build({PAGE: page(block(option, **given))})
    assert warnings == []
    assert disagreements(out) == [
        {
            "page": f"{PAGE}.html#disagreement-{option}",
            "game": "songo-ewondo",
            "option": option,
            "clause": f"songo-ewondo.{next(each.slug for each in SONGO.options if each.name == option)}",
            "position": given["position"],
            "sides": [{"reading": r, "options": o, "moves": [m], **result} for r, o, m, result in sides],
            "origin": "counted by hand",
            "confidence": "medium",
            "others": [
                {"source": "generationekang", "says": "captures begin at the second house"},
                {"source": "songofish", "says": "as cameroon"},
            ],
        }
    ]
    text = Elements(out / f"{PAGE}.html").text
    for sentence in said:
        assert sentence in text


def test_moves_that_differ_are_told_on_each_side(build: Build) -> None:
    free: dict[str, Any] = {
        "position": "2*8/2*6,1,0/0,1,2*6/2*8 S",
        "moves": "b3 | b3xd2xd3",
        "sides": "free_duty=optional | mancala-world",
        "after": "0,2*7/0,2*5,1,0/1,2,0,2*5/2*8 N captured=4-0 turn=1"
        " | 0*3,2*5/0,2*5,1,0/1,2,0,2*5/2*8 N captured=8-0 turn=1",
        "others": None,
    }
    out, warnings = build({"games/mefuvha": "# M\n\n" + block("free_duty", **free)})
    assert warnings == []
    text = Elements(out / "games/mefuvha.html").text
    assert "mancala-world optional, the move: b3\n" in text
    assert "mancala-world all, the move: b3xd2xd3\n" in text
    assert "The move:" not in text


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"option": "first_hous"}, "first_hous: Songo Ewondo has no option 'first_hous': expected one of"),
        ({"text": ""}, 'Content block expected for the "disagreement" directive; none found'),
        ({"position": None}, "first_house: 'position' is missing"),
        ({"moves": None}, "first_house: 'moves' is missing"),
        ({"sides": None}, "first_house: 'sides' is missing"),
        ({"after": None}, "first_house: 'after' is missing"),
        ({"origin": None}, "first_house: 'origin' is missing"),
        ({"confidence": None}, "first_house: 'confidence' is missing"),
        ({"confidence": "sure"}, "'confidence' is sure, not one of high, medium, low"),
        ({"others": "clubawale"}, "'others' has 'clubawale': expected SOURCE: WHAT IT SAYS"),
        ({"position": "1,0,5/0,2,0 S"}, "no board of 3 columns"),
        ({"moves": "a2"}, "found 2 in 'sides', 1 in 'moves', 2 in 'after': expected two or more"),
        ({"moves": "a2", "sides": "cameroon", "after": "x"}, "found 1 in 'sides', 1 in 'moves', 1 in 'after'"),
        ({"moves": "a2 | z9"}, "there is no hole 'z9'"),
        ({"sides": "mancala-world | cameron"}, "no reading 'cameron': expected one of"),
        ({"sides": "mancala-world | first_house=no"}, "option first_house of Songo Ewondo cannot be 'no'"),
        (
            {"sides": "gabon | cameroon"},
            "'after' of gabon is 0*2,5,0*3,4/1,0*6 N captured=32-28 turn=1, but the engine",
        ),
        (
            {"after": FIRST_HOUSE["after"].replace("| 2", "| 3")},
            "but the engine has 2,0,5,0*3,4/1,0*6 N captured=30-28",
        ),
        ({"after": "x | y"}, "'after' of mancala-world: position text, character 1: expected"),
        ({"after": "refused songo-ewondo.feed | y"}, "is refused songo-ewondo.feed, but the engine has 0*2,5,0*3,4/1"),
        ({"after": "over songo-ewondo.win | y"}, "is over songo-ewondo.win, but the engine has 0*2,5,0*3,4/1"),
        (
            {"sides": "gabon | cameroon", "after": "2,0,5,0*3,4/1,0*6 N captured=30-28 turn=1 |" * 2},
            "found 2 in 'sides', 2 in 'moves', 3 in 'after'",
        ),
        (
            {"sides": "gabon | cameroon", "after": " | ".join([FIRST_HOUSE["after"].partition("| ")[2]] * 2)},
            "gabon and cameroon come out the same: they do not part here",
        ),
        ({"option": "chain"}, "no side comes out in another way with another side's value: it does not decide here"),
        ({"option": "capture_counts"}, "no side comes out in another way with another side's value"),
        (
            CANNOT_FEED | {"option": "cannot_feed", "after": "over songo-ewondo.end N | over songo-ewondo.cannot-feed"},
            "is over songo-ewondo.end N, but the engine has over songo-ewondo.end S 36-34",
        ),
        (
            # North cannot move: South has 39, more than the other and less than 40.
            {
                "option": "win_at",
                "position": "0*7/1,2,0*5 N captured=36-31",
                "moves": "b1 | b1",
                "sides": "mancala-world | win_at=40",
                "after": "over songo-ewondo.end | over songo-ewondo.end",
            },
            "'after' of mancala-world and win_at=40: add the winner and the score, 40-30",
        ),
    ],
)
def test_a_fault_in_a_disagreement_is_an_error_at_its_line(build: Build, given: dict[str, Any], message: str) -> None:
    _, warnings = build({PAGE: page("Text.\n", block(**given))})
    assert message in warnings[0]
    assert "songo-ewondo.md:4: ERROR: " in warnings[0]


def test_an_option_has_one_block_on_a_page_of_a_game(build: Build) -> None:
    _, warnings = build({PAGE: page(block(), block())})
    assert "first_house: this page already shows it" in warnings[0]
    _, warnings = build({"games/oak": block(), PAGE: page()})
    assert "unknown game 'oak'" in warnings[0]


def test_the_sources_of_a_disagreement_must_be_listed(build: Build) -> None:
    _, warnings = build({PAGE: page("Text.\n", block(others="fir: nothing"))})
    assert "songo-ewondo.md:4: WARNING: could not find bibtex key" in warnings[0]


# ---- the table


def test_the_table_has_every_option_and_every_reading(build: Build) -> None:
    out, warnings = build({PAGE: page("```{readings}\n```\n", block())})
    html = (out / f"{PAGE}.html").read_text("utf-8")
    [table] = re.findall(r'<table class="[^"]*readings.*?</table>', html, re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    plain = [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in rows]
    assert plain[0] == "Rule mancala-world cameroon gabon How sure"
    differing = [option for option in SONGO.options if len({r.settings[option.name].value for r in SONGO.readings}) > 1]
    same = [option for option in SONGO.options if option not in differing]
    assert [row.split(" ")[0] for row in plain[1:]] == [option.name for option in [*differing, *same]]
    assert all(row.count("<td") == 4 and row.count("<th") == 1 for row in rows[1:])

    [row] = (row for row in plain if row.startswith("first_house"))
    for said in (
        "whether the opponent’s house 1 may be captured songo-ewondo.first-house · more on this",
        "mancala-world capturable Like any other house.",
        "cameroon not-alone",
        "How sure medium · Génération Ekang : captures begin at the second house",
    ):
        assert said in row
    assert 'href="#disagreement-first_house"' in table
    assert 'href="#source-lesongo"' in table
    [row] = (row for row in plain if row.startswith("repetition"))
    assert row.count("share") == 3
    assert row.count("editors’ decision") == 3
    assert row.endswith("How sure no disagreement shown")
    listed, _, after = html.partition("<table")
    shown = after.partition('id="disagreement-first_house"')[2]
    assert "How sure: medium · Génération Ekang: captures" in re.sub("<[^>]*>", "", shown)  # the block keeps it
    assert '<a class="reference internal" href="#all-readings">all readings</a>' in shown
    assert table.count(' id="all-readings"') == 1
    assert "“How sure” is how sure the editors are that the default is the game as people play it" in listed
    assert "<strong>gabon</strong>" in listed
    assert "Columns: 7." in listed

    lacking = [re.findall(r" differ in (\w+), and no disagreement here shows it", line)[0] for line in warnings]
    assert lacking == [option.name for option in differing if option.name != "first_house"]


def test_the_readings_of_no_game_are_an_error(build: Build) -> None:
    _, warnings = build({"games/oak": "# Oak\n\n```{readings}\n```\n"})
    assert "oak.md:3: ERROR: readings: unknown game 'oak'" in warnings[0]


def test_a_page_has_its_readings_once(build: Build) -> None:
    _, warnings = build({PAGE: page("```{readings}\n```\n" * 2)})
    assert "songo-ewondo.md:4: ERROR: readings: this page already has them" in warnings[0]


def test_pages_read_in_parallel_or_again_give_the_same(build: Build) -> None:
    pages = {f"p{number}": "# P\n" for number in range(5)}
    pages |= {PAGE: page(block()), f"old/{PAGE}": page(block("win_at", **WIN))}
    out, _ = build(pages, jobs=2)
    shown = [found["option"] for found in disagreements(out)]
    assert shown == ["first_house", "win_at"]
    out, _ = build({**pages, PAGE: page(block("leftmost", **LEFTMOST))})
    shown = [found["option"] for found in disagreements(out)]
    assert shown == ["leftmost", "win_at"]


# ---- the editors' decisions


def test_the_decisions_are_listed_with_the_reasons_of_the_games_page(build: Build) -> None:
    why = "- **Why** ({clause}`songo-ewondo.repetition`). As {cite:t}`lesongo` has it.\n- And that.\n"
    game = page(stated("repetition", "editors"), f"## Where the sources are silent\n\n{why}")
    out, _ = build({"reference/decisions": "# Decided\n\n```{editors-decisions}\n```\n", PAGE: game})
    html = (out / "reference/decisions.html").read_text("utf-8")
    section = html[html.index('id="songo-ewondo"') :].partition("</section>")[0]
    assert "<strong>Why</strong>" in section
    assert "And that." in section
    for address in ("where-the-sources-are-silent", "source-lesongo", "songo-ewondo.repetition"):
        assert f'href="../{PAGE}.html#{address}"' in section
    text = " ".join(re.sub("<[^>]*>", " ", section).split())
    assert "As LE-SONGO has it." in text
    assert "songo-ewondo.repetition : the clause (editors’ decision); repetition=share in mancala-world (ed" in text
    for reading in SONGO.readings:  # each value that no source says
        for name, setting in reading.settings.items():
            if setting.standing != "source":
                assert f"{name}={setting.value} in {reading.id} (" in text
    assert html.count("Nothing: no page of this site tells why.") == len(GAMES) - 1


def test_a_decision_without_a_reason_is_a_warning(build: Build) -> None:
    silent = "## Where the sources are silent\n\n- {clause}`songo-ewondo.repetition`\n"
    _, warnings = build({PAGE: page(stated("repetition", "editors"), stated("sow", "inferred"), silent)})
    lacking = [re.findall(r"clause (\S+), and", line)[0] for line in warnings if "the editors decided" in line]
    wanted = {
        f"songo-ewondo.{option.slug}"
        for option in SONGO.options
        if any(reading.settings[option.name].standing != "source" for reading in SONGO.readings)
    }
    assert lacking == sorted(wanted - {"songo-ewondo.repetition"} | {"songo-ewondo.sow"})


# ---- the site's own disagreements, played again


Result = dict[str, Any]


@pytest.fixture(scope="module")
def shown(site: Path) -> list[Block]:
    """The disagreements of the site."""
    return disagreements(site)


def test_every_option_in_which_readings_differ_is_shown(shown: list[Block]) -> None:
    differing = {
        (game.id, option.name)
        for game in GAMES.values()
        for option in game.options
        if len({reading.settings[option.name].value for reading in game.readings}) > 1
    }
    assert differing
    assert {(found["game"], found["option"]) for found in shown} >= differing


def by_the_engine(found: Block, side: Block) -> Result:
    game, start = game_at(found["game"], found["position"], None, side["reading"], side["options"])
    match = Match(game, start)
    for move in side["moves"]:
        if match.outcome:
            break
        try:
            match.play(move)
        except IllegalMove as error:
            return {"refused": error.clause}
    return {"outcome": match.outcome.as_dict()} if match.outcome else {"after": match.position.text}


def by_the_second_engine(found: Block, side: Block) -> Result:
    game, text = found["game"], found["position"]
    rules = {**naive.READINGS[game][side["reading"]], **side["options"]}
    seen = []
    for turn in side["moves"]:
        if naive.outcome(game, text, rules):
            break
        if turn not in naive.turns(game, text, rules):
            return {"refused": side["refused"]}  # it knows that, but not by which clause
        seen.append(re.sub(r" turn=\d+", "", text))
        text = naive.play(game, text, turn, rules)
    if ended := naive.outcome(game, text, rules):
        score = naive.score(game, text, rules)
        assert score
        return {"outcome": {"winner": ended[0], "clause": ended[1], "score": list(score)}}
    if re.sub(r" turn=\d+", "", text) in seen:
        winner, score = naive.repeated(game, text, rules)
        return {"outcome": {"winner": winner, "clause": f"{game}.repetition", "score": list(score)}}
    return {"after": text}


@pytest.mark.parametrize("play", [by_the_engine, by_the_second_engine])
def test_all_sides_come_out_as_shown(shown: list[Block], play: Callable[[Block, Block], Result]) -> None:
    played = 0
    for found in shown:
        for side in found["sides"]:
            claim = {key: side[key] for key in ("after", "refused", "outcome") if key in side}
            assert play(found, side) == claim, (found["page"], side)
            played += 1
    assert played
