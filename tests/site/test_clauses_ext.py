"""The clause directives, on small projects made for the purpose: what a good one gives, and each error."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import ClassVar

import pytest
from projects import Built, Project

from mancala_ref.board import Seeds
from mancala_ref.four_rank import EDITORS_SETTINGS, FourRank
from mancala_ref.game import Cite, Option, Reading, inferred, says
from mancala_ref.games import GAMES

SOW = Option(
    "laps", "sow", "how many laps a turn has", {"one": "One lap.", "two": "Two laps.", 3: "Three laps.", 4: "Four."}
)
REST = {"free_captures": says(2), "free_duty": says("all"), "singles": says("empty-only"), **EDITORS_SETTINGS}


class Oak(FourRank):
    """An invented game, with an option that has no effect."""

    id = "oak"
    name = "Oak"
    sizes = (6,)
    default_columns = 6
    options = (SOW, *FourRank.options)
    sources: ClassVar = {"oak": "Oak 1900", "elm": "Elm 1901"}
    readings = (
        Reading("acorn", "the acorn’s", {**REST, "laps": says("one", Cite("oak", "p. 7"))}),
        Reading("leaf", "the leaf’s", {**REST, "laps": inferred("two", Cite("oak"), Cite("elm", "p. 9"))}),
        Reading("twig", "the twig’s", {**REST, "laps": says("one", Cite("oak", "p. 7"))}),
    )

    def opening(self) -> Seeds:
        return (2,) * 10 + (1, 0)


@pytest.fixture(autouse=True)
def invented_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "oak", Oak)


RINGS = "Rings mark the holes that the move names (before), and where the turn began, ended and captured (after)."
START = "0,1,0,4,0*2/0,3,0*4/0*3,2,0*2/0*6 S"  # b4 ends in b2, takes 3 and 1, then the 4 that are left
AFTER = "0*6/0*6/0,1*2,0*3/0*6 N captured=8-0 turn=1"
OPENING = "2*6/2*4,1,0/0,1,2*4/2*6 S"
SOURCES = "```{sources}\n```\n"


def example(position: str = START, *options: str, text: str = "") -> str:
    options = options or (":move: b4xd4", f":after: {AFTER}", ":origin: counted by hand")
    return "\n".join([f"```{{example}} {position}", *options, text and f"\n{text}", "```"])


def clause(
    key: str = "oak.sow",
    options: str = ":standing: source\n:source: oak",
    text: str = "Sow.",
    shown: str | None = None,
) -> str:
    return f"````{{clause}} {key}\n{options}\n\n{text}\n\n{example() if shown is None else shown}\n````\n"


def page(*parts: str) -> str:
    return "\n".join(["# Game", *parts, SOURCES])


def words(html: str) -> str:
    """The text of a piece of HTML, with single spaces."""
    return " ".join(unescape(re.sub("<[^>]+>", "", html)).split())


def block(built: Built, key: str = "oak.sow", name: str = "games/oak") -> str:
    """The HTML of a clause's block, up to the next block or the page's end."""
    html = (built.out / f"{name}.html").read_text("utf-8")
    start = html.index(f'id="{key}"')
    return re.split(r'<div class="(?:clause|retired) compound"|<div class="citation', html[start:])[0]


# ---- clauses and sources


def test_a_clause_has_its_id_as_anchor_and_says_what_it_rests_on(project: Project) -> None:
    text = page(
        clause("oak.board"),
        clause(options=":standing: source\n:source: oak, p. 3, note 2; oak"),
        "See {clause}`oak.sow` and {clause}`the board <oak.board>`.",
    )
    built = project({"games/oak": text}, builder="html", bound=("oak.board", "oak.sow"))
    assert not built.warnings
    html = (built.out / "games/oak.html").read_text("utf-8")
    assert html.count('id="oak.sow"') == 1
    assert '<p class="clause-number">2.</p>' in html
    assert "oak.sow · from the source · Oak 1900, p. 3, note 2 (read in part) · Oak 1900 (read in part)" in words(html)
    assert html.count('href="#source-oak"') == 5  # one and two in the clauses; two in what readings say
    assert 'id="source-oak"' in html
    assert '<div class="clause compound"' in html  # the style sheet's blocks: a link has the class, but is a span
    assert '<a class="clause-link" href="#oak.sow" aria-label="Link to clause oak.sow">link</a>' in html
    assert 'href="#oak.sow">clause 2, <code' in html
    assert 'href="#oak.board">' in html
    assert ">the board<" in html


def test_a_clause_is_referred_to_from_another_page_and_is_in_the_search(project: Project) -> None:
    pages = {"games/oak": page(clause()), "guide": "# Guide\n\nSee {clause}`oak.sow` and {any}`oak.sow`.\n"}
    built = project(pages, builder="html", bound=("oak.sow",))
    assert not built.warnings
    assert (built.out / "guide.html").read_text("utf-8").count('href="games/oak.html#oak.sow"') == 2
    assert '"objects":{"oak":[[0,0,1,"","sow"]]}' in (built.out / "searchindex.js").read_text("utf-8")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (clause() * 2, "clause oak.sow is already stated in games/oak, line 2"),
        (clause("sow"), "clause sow: an id has the form game.slug, in lower case: oak.relay"),
        (clause("oak.Sow"), "clause oak.Sow: an id has the form game.slug"),
        (clause("elm.sow"), "clause elm.sow: on the page games/oak an id begins with oak"),
        (
            clause(options=":standing: rumour\n:source: oak"),
            "clause oak.sow: 'standing' is rumour, not one of source, inferred, editors",
        ),
        (clause(options=":source: oak"), "clause oak.sow: 'standing' is missing"),
        (
            clause(options=":standing: source\n:source: Oak 1900, p. 3"),
            "clause oak.sow: ':source:' has 'Oak 1900, p. 3': expected KEY, PLACE; KEY, PLACE",
        ),
        (
            "```{clause} oak.sow\n:standing: editors\n```",
            'Content block expected for the "clause" directive; none found',
        ),
        (clause(text=""), "clause oak.sow: it says nothing; before its examples comes the rule"),
        ("```{retired} oak.old\n\nWrong.\n```\n" * 2, "retired oak.old: it is already retired"),
        ("```{retired} old\n\nWrong.\n```\n", "retired old: an id has the form game.slug"),
        (example(), "an example stands inside the clause that it shows"),
    ],
)
def test_a_fault_in_a_directive_is_an_error_at_its_place(project: Project, body: str, message: str) -> None:
    first = project({"games/oak": page(body)}).warnings.splitlines()[0]
    assert f"ERROR: {message}" in first
    assert "games/oak.md:" in first


def test_the_place_is_the_line_of_the_second_statement(project: Project) -> None:
    text = page(clause(), clause(), clause("oak.end", shown=example("0*6 S")))
    warnings = project({"games/oak": text}).warnings
    assert "oak.md:16: ERROR: clause oak.sow is already stated in games/oak, line 2" in warnings
    assert "oak.md:36: ERROR: example of oak.end: " in warnings


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("See {clause}`oak.reap`.", "no page states the clause oak.reap"),
        ("See {cite:t}`fir`.", 'could not find bibtex key "fir"'),
        (clause("oak.end", ":standing: inferred\n:source: oak; fir"), 'could not find bibtex key "fir"'),
        (
            clause("oak.end", ":standing: inferred\n:source: oak, elm\n"),
            "clause oak.end: elm after oak is a source, not a place in it; sources have ; between them: oak; elm",
        ),
        (clause("oak.end", ":standing: inferred"), "clause oak.end has no source: with the standing inferred it names"),
        ("```{retired} oak.old\n:by: oak.reap\n\nWrong.\n```", "no page states the clause oak.reap"),
    ],
)
def test_what_is_missing_is_a_warning_at_its_place(project: Project, body: str, message: str) -> None:
    warnings = project({"games/oak": page(clause(), body)}, bound=("oak.sow", "oak.end", "oak.old")).warnings
    [line] = [line for line in warnings.splitlines() if message in line]
    assert re.search(r"games/oak\.md:\d+: WARNING: ", line)


def test_each_problem_between_pages_code_and_tests_is_a_warning_at_its_place(project: Project, tmp_path: Path) -> None:
    text = page(clause(), clause("oak.end"), "```{retired} oak.old\n\nIt was wrong.\n```")
    warnings = project({"games/oak": text}, bound=["oak.sow", "oak.reap", "oak.old"]).warnings
    for line in (
        "docs/games/oak.md:16: WARNING: clause oak.end has no code: nothing of the game names it, "
        'self.clause("end") or @applies',
        'docs/games/oak.md:16: WARNING: clause oak.end has no test: none is marked pytest.mark.proves("oak.end")',
        "mancala_ref/games.py:5: WARNING: Oak.opening names the clause oak.reap, which no page states",
        "mancala_ref/games.py:5: WARNING: Oak.opening names the clause oak.old, which is retired",
        "tests/test_games.py:2: WARNING: test_opening proves the clause oak.reap, which no page states",
        "tests/test_games.py:2: WARNING: test_opening proves the clause oak.old, which is retired",
    ):
        assert f"{tmp_path}/{line}" in warnings


def test_a_retired_clause_keeps_its_anchor_and_leads_on(project: Project) -> None:
    stub = "```{retired} oak.old\n:by: oak.sow\n\nIt was wrong.\n```"
    built = project(
        {"games/oak": page(clause(), stub), "guide": "# Guide\n\nSee {clause}`oak.old`.\n"},
        builder="html",
        bound=("oak.sow",),
    )
    assert not built.warnings
    stub = block(built, "oak.old")
    assert "Retired: oak.old · in its place: clause 1, oak.sow It was wrong." in words(stub)
    assert 'href="#oak.sow"' in stub
    assert 'href="games/oak.html#oak.old">retired clause <code' in (built.out / "guide.html").read_text("utf-8")


def test_the_readings_that_differ_in_a_clause_stand_under_it(project: Project) -> None:
    built = project({"games/oak": page(clause(), clause("oak.end"))}, builder="html", bound=("oak.sow", "oak.end"))
    text = words(block(built))
    assert (
        "By reading "
        "One lap. laps=one · acorn (the default), twig: Oak 1900, p. 7 (read in part) "
        "Two laps. laps=two · leaf: inferred · Oak 1900 (read in part); Elm 1901, p. 9 (read in part) "
        "Also playable: laps=3 (Three laps.); laps=4 (Four.)"
    ) in text
    assert "By reading" not in words(block(built, "oak.end"))


def test_an_option_with_a_single_value_is_not_listed(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oak, "options", (SOW._replace(values={"one": "One lap."}), *FourRank.options))
    built = project({"games/oak": page(clause())}, builder="html", bound=("oak.sow",))
    assert "By reading" not in words(block(built))


def test_code_and_tests_are_linked_and_shown_with_their_lines(project: Project) -> None:
    proofs = "\n".join(f'@pytest.mark.proves("oak.sow")\ndef test_{n}(): ...\n' for n in "abcd")
    built = project(
        {"games/oak": page(clause(), clause("oak.end"))},
        builder="html",
        bound=("oak.sow", "oak.end"),
        files={"tests/deep/test_sow.py": proofs},
    )
    assert not built.warnings
    sow, end = block(built), block(built, "oak.end")
    assert "Code: games.py Oak.opening" in words(sow)
    assert "Tests: test_games.py test_opening" in words(end)
    assert "<details" not in end
    folded = sow[sow.index("<details") : sow.index("</details>")]
    assert words(folded).startswith("Tests: 5test_sow.py test_a, test_sow.py test_b")
    assert 'href="../code/tests/deep/test_sow.py.html#line-5"' in folded
    links = re.findall(r'href="\.\./(code/[^"]+)#(line-\d+)"', sow)
    assert len(links) == 6
    for file, anchor in links:
        line = re.search(rf'<span id="{anchor}">.*', (built.out / file).read_text("utf-8"))
        assert line
        assert "def " in words(line[0])


NAMED = """
class Oak:
    id = "oak"

    def tell(self):
        return self.clause("sow"), self.clause("end")

    @applies("sow")
    def play(self): ...

    def refuse(self):
        return self.clause("sow"), self.clause("end")
"""


def test_code_that_applies_a_clause_comes_before_code_that_only_names_it(project: Project) -> None:
    built = project(
        {"games/oak": page(clause(), clause("oak.end", shown=example(START, MOVED, f":after: {AFTER}", HAND)))},
        ["data"],
        "html",
        bound=("oak.sow", "oak.end"),
        files={"mancala_ref/games.py": NAMED},
    )
    assert not built.warnings
    assert "Code: games.py Oak.play · named in games.py Oak.tell, games.py Oak.refuse Tests" in words(block(built))
    assert "Code: games.py Oak.tell, games.py Oak.refuse Tests" in words(block(built, "oak.end"))
    sow, end = json.loads((built.out / "data/clauses.json").read_text("utf-8"))["clauses"]
    assert [(code["name"], code["applies"]) for code in sow["code"]] == [
        ("Oak.play", True),
        ("Oak.tell", False),
        ("Oak.refuse", False),
    ]
    assert [code["applies"] for code in end["code"]] == [False, False]


def test_other_outputs_have_all_words(project: Project) -> None:
    pages = {"games/oak": page(clause()), "all": "# All\n\n```{all-clauses}\n```\n"}
    built = project(pages, builder="text", bound=("oak.sow",))
    assert not built.warnings
    text = (built.out / "games/oak.txt").read_text("utf-8")
    for said in ("oak.sow", "Oak 1900", "games.py Oak.opening", "Two laps.", "a  0 0 0 0 0 0", "counted by hand"):
        assert said in text
    assert "games.py Oak.opening" in (built.out / "all.txt").read_text("utf-8")


# ---- examples


def test_an_example_shows_both_boards_and_what_happened(project: Project) -> None:
    shown = example(
        START,
        ":move: b4xd4",
        f":after: {AFTER}",
        ":outcome: S oak.end 8-0",
        ":reading: leaf",
        ":option: laps=3 free_captures=1",
        ":origin: {cite:t}`oak{p. 5}`",
        text="The last seed falls into `b2`.",
    )
    built = project({"games/oak": page(clause(shown=shown))}, builder="html", bound=("oak.sow",))
    assert not built.warnings
    html = block(built)
    figure = html[html.index("<figure") : html.index("</figure>")]
    assert figure.count("<svg") == 2
    before, after = (set(re.findall(r'class="hole marked" data-hole="(\w+)"', svg)) for svg in figure.split("<svg")[1:])
    assert before == {"b4", "d4"}
    assert after == {"b4", "b2", "c2", "d2", "d4"}
    ids = re.findall(r' id="([^"]+)"', (built.out / "games/oak.html").read_text("utf-8"))
    assert len(ids) == len(set(ids))
    text = words(re.sub("<svg.*?</svg>", "", figure, flags=re.DOTALL))
    assert text == (
        "Before After The last seed falls into b2. Played: b4xd4 · South wins: North has no seeds left. · "
        f"Under leaf free_captures=1 laps=3 · How we know: Oak 1900, p. 5 {RINGS}"
    )


@pytest.mark.parametrize(
    ("key", "shown", "said"),
    [
        (
            "oak.board",
            example("opening", ":columns: 6", f":after: {OPENING}", ":origin: counted by hand"),
            "How we know: counted by hand",
        ),
        (
            "oak.singles",
            example(OPENING, ":move: b2", ":refused: oak.singles", ":origin: counted by hand"),
            "Played: b2, and refused: b2 holds one seed: a single may move only when no hole holds more, and a1 holds 2"
            " · How we know: counted by hand",
        ),
        (
            "oak.end",
            example("0*6/0*6/0*6/2,0*5 S", ":outcome: S oak.end", ":origin: counted by hand"),
            "South wins: North has no seeds left. · How we know: counted by hand",
        ),
    ],
)
def test_an_example_may_have_one_board(project: Project, key: str, shown: str, said: str) -> None:
    built = project({"games/oak": page(clause(key, shown=shown))}, builder="html", bound=(key,))
    assert not built.warnings
    figure = block(built, key).split("<figure")[1].split("</figure>")[0]
    assert figure.count("<svg") == 1
    assert words(figure.split("</svg>")[1]).startswith(said)


CALLED = "class Oak:\n    id = 'oak'\n\n    def f(self):\n        self.clause('sow'), self.clause('relay')\n"
HAND = ":origin: counted by hand"
MOVED = ":move: b4xd4"


@pytest.mark.parametrize(
    ("key", "shown", "message"),
    [
        (
            "oak.sow",
            example(START, MOVED, f":after: {AFTER.replace('8-0', '7-0')}", HAND),
            "expected 0*6/0*6/0,1*2,0*3/0*6 N captured=7-0 turn=1, but the engine's result is "
            "0*6/0*6/0,1*2,0*3/0*6 N captured=8-0 turn=1",
        ),
        (
            "oak.sow",
            example(START, MOVED, ":outcome: draw oak.end", HAND),
            "expected the outcome draw oak.end, but the engine's is S oak.end 8-0",
        ),
        (
            "oak.sow",
            example(START, MOVED, ":outcome: S oak.end 9-0", HAND),
            "expected the outcome S oak.end 9-0, but the engine's is S oak.end 8-0",
        ),
        (
            "oak.sow",
            example(OPENING, ":move: a2", ":outcome: S oak.end", HAND),
            "expected the outcome S oak.end, but the engine's is none: the game goes on",
        ),
        (
            "oak.sow",
            example(START, MOVED, ":outcome: South", HAND),
            "':outcome:' is South: expected S, N or draw, a clause, perhaps a score 30-40",
        ),
        (
            "oak.sow",
            example(START, MOVED, ":refused: oak.sow", HAND),
            "expected the last move to be refused by oak.sow, but the engine plays it",
        ),
        (
            "oak.sow",
            example(OPENING, ":move: b2", ":refused: oak.sow", HAND),
            "expected a refusal by oak.sow, but the engine's is: b2 holds one seed",
        ),
        ("oak.sow", example(OPENING, ":move: b2", f":after: {AFTER}", HAND), "the engine refuses b2: b2 holds one"),
        (
            "oak.sow",
            example(OPENING, ":move: b2 a1", ":refused: oak.singles", HAND),
            "the engine refuses b2: b2 holds one seed",
        ),
        ("oak.sow", example(OPENING, ":move: b9", f":after: {AFTER}", HAND), "there is no hole 'b9' on this board"),
        ("oak.sow", example("2*6 S", MOVED, f":after: {AFTER}", HAND), "position text, character 4: expected "),
        ("oak.sow", example(START, MOVED, ":after: 2*6 S", HAND), "position text, character 4: expected 4 ranks"),
        (
            "oak.sow",
            example(START, MOVED, f":after: {AFTER}", HAND, ":option: laps=5"),
            "option laps of Oak cannot be '5'",
        ),
        ("oak.sow", example(START, MOVED, f":after: {AFTER}", HAND, ":option: laps"), "option 'laps' cannot be read"),
        ("oak.sow", example(START, MOVED, f":after: {AFTER}", HAND, ":reading: bark"), "Oak has no reading 'bark'"),
        (
            "oak.relay",
            example(),
            "it does not show that clause: the last move shows oak.capture, oak.capture-outer, oak.end, "
            "oak.free-captures, oak.sow, oak.stop",
        ),
        (
            "oak.sow",
            example("opening", ":columns: 6", f":after: {OPENING}", HAND),
            "it does not show that clause: the last move shows no clause",
        ),
        ("oak.sow", example(START, MOVED, f":after: {AFTER}"), "':origin:' is missing"),
        ("oak.sow", example(START, MOVED, HAND), "it expects ':after:' or ':outcome:' or both, or else ':refused:'"),
        (
            "oak.sow",
            example(START, MOVED, f":after: {AFTER}", ":refused: oak.sow", HAND),
            "it expects ':after:' or ':outcome:' or both, or else ':refused:'",
        ),
        ("oak.sow", example(START, f":after: {START}", HAND), "':move:' is missing"),
        (
            "oak.sow",
            example("opening", ":columns: 6", MOVED, f":after: {AFTER}", HAND),
            "the opening needs ':columns:' and ':after:', and has no move",
        ),
        ("oak.sow", example("opening", f":after: {OPENING}", HAND), "the opening needs ':columns:' and ':after:'"),
        (
            "oak.sow",
            example(START, ":columns: 6", MOVED, f":after: {AFTER}", HAND),
            "':columns:' is for the opening: a position has its own",
        ),
    ],
)
def test_an_example_that_does_not_hold_is_an_error_at_its_line(
    project: Project, key: str, shown: str, message: str
) -> None:
    """Its clauses are named by calls, so that the example has to show them."""
    warnings = project({"games/oak": page(clause(key, shown=shown))}, files={"mancala_ref/games.py": CALLED}).warnings
    assert f"games/oak.md:8: ERROR: example of {key}: {message}" in warnings
    assert f"clause {key} has no worked example" in warnings


def test_the_first_example_is_shown_and_the_others_are_folded_away(project: Project) -> None:
    pages = {"games/oak": page(clause(shown="\n\n".join([example()] * 3)), clause("oak.end"))}
    built = project(pages, builder="html", bound=("oak.sow", "oak.end"))
    assert not built.warnings
    shown, fold = block(built).split('<details class="clause-more">')
    assert (shown.count("<figure"), fold.count("<figure")) == (1, 2)
    assert fold.startswith("<summary>More examples: 2</summary>")
    assert "<details" not in block(built, "oak.end")


def test_what_rings_mean_is_told_once_a_page_under_the_first_turn_that_is_in_sight(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "elm", type("Elm", (Oak,), {"id": "elm", "name": "Elm"}))
    opening = example("opening", ":columns: 6", f":after: {OPENING}", HAND)
    pages = {
        "games/oak": page(clause("oak.board", shown=f"{opening}\n\n{example()}"), clause(), clause("oak.end")),
        "games/elm": page(clause("elm.sow")),
    }
    built = project(pages, builder="html", bound=("oak.board", "oak.sow", "oak.end", "elm.sow"))
    assert not built.warnings
    assert [RINGS in words(block(built, f"oak.{slug}")) for slug in ("board", "sow", "end")] == [False, True, False]
    assert RINGS in words(block(built, "elm.sow", "games/elm"))


def test_several_moves_are_played_one_after_another(project: Project) -> None:
    moved = (":move: b6 c1", ":after: 0*6/0,1,0*4/0*4,1,0/0*6 S turn=2")
    shown = example("0*6/1,0*5/0*5,1/0*6 S", *moved, HAND)
    built = project({"games/oak": page(clause("oak.singles", shown=shown))}, builder="html", bound=("oak.singles",))
    assert not built.warnings
    assert "Played: b6 c1 · How we know" in words(block(built, "oak.singles"))


# ---- all clauses


@pytest.fixture
def listed(project: Project, monkeypatch: pytest.MonkeyPatch) -> Built:
    """A site of two games with three clauses and one that is retired, and the list of them."""
    monkeypatch.setitem(GAMES, "elm", type("Elm", (Oak,), {"id": "elm", "name": "Elm"}))
    editors = clause("elm.sow", ":standing: editors", "Sow, as in {clause}`oak.sow`.")
    shown = example("opening", ":columns: 6", f":after: {OPENING}", ":origin: {cite:t}`oak{p. 1}`")
    pages = {
        "games/oak": page(
            clause(options=":standing: source\n:source: oak, p. 3", text="Sow\nso.\n\nThen {cite:t}`oak` stops."),
            clause("oak.board", ":standing: inferred\n:source: oak", "It’s a board.", shown),
            "```{retired} oak.old\n:by: oak.sow\n\nIt was wrong.\n```",
        ),
        "games/elm": f"# The elm\n\n{editors}",
        "reference/clauses": "# All\n\n```{all-clauses}\n```\n",
    }
    bound = ("oak.sow", "oak.board", "elm.sow")
    built = project(pages, ["data"], "html", bound=bound)
    assert not built.warnings
    return built


def test_all_clauses_are_listed_with_what_they_rest_on(listed: Built) -> None:
    html = (listed.out / "reference/clauses.html").read_text("utf-8")
    entries = [part.split("</section>")[0] for part in html.split('<div class="clause-entry"')[1:]]
    assert [words(f"<{entry}") for entry in entries] == [
        "Sow, as in clause 1, oak.sow. 1. elm.sow · editors’ decision "
        "Code: games.py Elm.opening Tests: test_games.py test_opening",
        "Sow so. Then Oak 1900 stops. 1. oak.sow · from the source · Oak 1900, p. 3 (read in part) "
        "Code: games.py Oak.opening Tests: test_games.py test_opening",
        "It’s a board. 2. oak.board · inferred · Oak 1900 (read in part) "
        "Code: games.py Oak.opening Tests: test_games.py test_opening",
    ]
    assert entries[1].startswith(' data-game="oak" data-sources="oak elm" data-standing="source">')
    assert ' data-sources="oak" ' in entries[2]  # a clause without readings
    assert entries[1].count('href="../games/oak.html#source-oak"') == 2
    assert 'href="../games/oak.html#oak.sow"' in entries[0]
    assert 'href="../code/mancala_ref/games.py.html#line-' in entries[0]
    assert re.findall(r"<h2>(.*?)<", html) == ["The elm", "Game"]
    form = html[html.index("<form") : html.index("</form>")]
    assert " hidden>" in form  # until the script makes it work
    assert '<option value="oak">Oak 1900</option>' in form
    assert '<option value="elm">Elm 1901</option>' in form  # it speaks in a reading only


def test_the_data_has_all_of_it(listed: Built) -> None:
    found = json.loads((listed.out / "data/clauses.json").read_text("utf-8"))
    assert list(found)[-2:] == ["clauses", "retired"]
    assert [clause["id"] for clause in found["clauses"]] == ["elm.sow", "oak.sow", "oak.board"]
    place = {"file": "mancala_ref/games.py", "name": "Oak.opening", "line": 6}
    test = {"file": "tests/test_games.py", "name": "test_opening", "line": 2}
    assert found["clauses"][1] == {
        "id": "oak.sow",
        "game": "oak",
        "number": 1,
        "page": "games/oak.html#oak.sow",
        "text": "Sow so.\n\nThen Oak 1900 stops.",
        "standing": "source",
        "sources": [{"key": "oak", "where": "p. 3"}],
        "options": ["laps"],
        "code": [{**place, "url": "code/mancala_ref/games.py.html#line-6", "applies": True}],
        "tests": [{**test, "url": "code/tests/test_games.py.html#line-2"}],
    }
    assert found["retired"] == [
        {"id": "oak.old", "page": "games/oak.html#oak.old", "text": "It was wrong.", "by": "oak.sow"}
    ]
    examples = json.loads((listed.out / "data/examples.json").read_text("utf-8"))["examples"]
    assert [example["clause"] for example in examples] == ["elm.sow", "oak.sow", "oak.board"]
    assert examples[1:] == [
        {
            "clause": "oak.sow",
            "game": "oak",
            "number": 1,
            "position": START,
            "reading": "acorn",
            "options": {},
            "moves": ["b4xd4"],
            "after": AFTER,
            "origin": "counted by hand",
        },
        {
            "clause": "oak.board",
            "game": "oak",
            "number": 1,
            "columns": 6,
            "position": "opening",
            "reading": "acorn",
            "options": {},
            "moves": [],
            "after": OPENING,
            "origin": "Oak 1900, p. 1",
        },
    ]


# ---- builds


def test_a_page_that_is_read_again_is_forgotten_first(project: Project) -> None:
    project({"games/oak": page(clause(), clause("oak.end"))}, bound=("oak.sow", "oak.end"))
    built = project({"games/oak": page(clause("oak.end"), "Changed.")}, bound=("oak.end",))
    assert not built.warnings


def test_a_page_is_read_again_when_a_test_of_its_clauses_changes(project: Project) -> None:
    pages = {"games/oak": page(clause())}
    assert not project(pages, bound=("oak.sow",)).warnings
    built = project(pages, bound=("oak.sow",), files={"tests/test_games.py": "def test_nothing(): ...\n"})
    assert "clause oak.sow has no test" in built.warnings


def test_pages_read_in_parallel_give_the_same(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    trees = ["ash", "elm", "fir", "oak", "yew", "box"]
    for tree in trees:
        monkeypatch.setitem(GAMES, tree, type(tree.title(), (Oak,), {"id": tree}))
    pages = {f"games/{tree}": page(clause(f"{tree}.sow"), clause(f"{tree}.end")) for tree in trees}
    pages["other/oak"] = f"# T\n\n{clause()}\n{SOURCES}"
    pages["all"] = "# All\n\n```{all-clauses}\n```\n"
    built = project(
        pages, builder="html", jobs=2, bound=[f"{tree}.{slug}" for tree in trees for slug in ("sow", "end")]
    )
    assert all(f'id="{tree}.end"' in (built.out / f"games/{tree}.html").read_text("utf-8") for tree in trees)
    assert (built.out / "all.html").read_text("utf-8").count('class="clause-entry"') == 12
    [warning] = built.warnings.splitlines()
    assert "clause oak.sow is already stated in" in warning
