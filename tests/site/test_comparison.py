"""The page that compares all games: its cells against values from the texts, games that nobody has foreseen, its form.

What is expected is typed from the texts that the readings follow, as the dossier of the games and the pages have them,
or counted by hand on a small board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import ClassVar

import comparison
import probes
import pytest
from projects import Project, bind, sphinx

from mancala_ref import GAMES, Event, Game, IllegalMove, Option, Outcome, Position, Reading, Setting
from mancala_ref.board import OTHER, SOUTH, Seeds, Side
from mancala_ref.four_rank import OPTIONS, FourRank
from mancala_ref.game import Cite, Senseless, editors, inferred, says

ROOT = Path(__file__).resolve().parents[2]
PAGE = "# Compared\n\n```{comparison}\n```\n\n## After\n\nText.\n"
BIBLIOGRAPHY = {"docs/references.bib": (ROOT / "docs/references.bib").read_text("utf-8")}

MEFUVHA = "mefuvha mancala-world"
STAYT = "mefuvha stayt-1931"
NTCHUVA = "ntchuva portuguese-text"
UNILURIO = "ntchuva unilurio"
TCHADJI = "ntchuva tchadji"
NAKABILI = "nakabili mancala-world"
SONGO = "songo-ewondo mancala-world"
CAMEROON = "songo-ewondo cameroon"
GABON = "songo-ewondo gabon"
FOUR_RANKS = (MEFUVHA, STAYT, NTCHUVA, UNILURIO, TCHADJI, NAKABILI)
TWO_RANKS = (SONGO, CAMEROON, GABON)


class Tables(HTMLParser):
    """The tables of a page: the cells by question and reading, as texts; cells and heads with their attributes."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.cells: dict[str, dict[str, str]] = {}
        self.links: dict[str, dict[str, list[str]]] = {}
        self.spans: dict[str, list[int]] = {}
        self.heads: list[dict[str, str]] = []
        self.around: list[dict[str, str]] = []
        self.captions: list[str] = []
        self._into: list[str] | None = None
        self._rows: list[list[tuple[dict[str, str], list[str], list[str]]]] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "comparison" in found.get("class", "").split():
            self.around.append(found)
        elif tag == "table":
            self._rows = []
        elif tag == "tr":
            self._rows.append([])
        elif tag == "caption":
            self._into = []
        elif tag in ("th", "td"):
            self._into = []
            self._rows[-1].append((found, self._into, []))
            if tag == "th":
                self.heads.append(found)
        elif tag == "a" and self._into is not None and self._rows and self._rows[-1]:
            self._rows[-1][-1][2].append(found["href"])

    def handle_data(self, data: str) -> None:
        if self._into is not None:
            self._into.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "caption":
            self.captions.append(_words(self._into or []).rstrip("¶#"))
        if tag in ("caption", "th", "td"):
            self._into = None
        if tag == "table":
            self._read()

    def _read(self) -> None:
        games, readings, *rows = self._rows
        names = {game.name: id for id, game in GAMES.items()}
        wide = [(names[_words(text)], int(attrs.get("colspan", 1))) for attrs, text, _ in games[1:]]
        ids = [id for id, count in wide for _ in range(count)]
        keys = [f"{id} {_words(text).split()[0]}" for id, (_, text, _) in zip(ids, readings, strict=True)]
        for (_, label, _), *cells in rows:
            question = _words(label)
            assert question not in self.cells
            spans = self.spans[question] = [int(attrs.get("colspan", 1)) for attrs, *_ in cells]
            spread = [cell for cell, span in zip(cells, spans, strict=True) for _ in range(span)]
            self.cells[question] = {key: _words(text) for key, (_, text, _) in zip(keys, spread, strict=True)}
            self.links[question] = {key: links for key, (_, _, links) in zip(keys, spread, strict=True)}


def _words(parts: list[str]) -> str:
    return " ".join("".join(parts).split())


def said(cell: str) -> str:
    """Return a cell without its clauses."""
    return re.split(r" ?clause \d+", cell)[0]


def build(folder: Path, pages: Mapping[str, str], builder: str = "html") -> tuple[Path, str]:
    """Build pages beside a page `compare`; return the folder of the output, and what it warned of."""
    index = "# Home\n\n```{toctree}\n:glob:\n\n*\n```\n\n```{sources}\n:all:\n```\n"
    texts = {"index": index, "compare": PAGE, **pages}
    files = {f"docs/{name}.md": text for name, text in texts.items()} | bind([]) | BIBLIOGRAPHY
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return sphinx(folder / "docs", folder / builder, ["comparison"], builder)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The tables of the engine's games, on a site that has no pages of these."""
    out, _ = build(tmp_path_factory.mktemp("compared"), {})
    return Tables(out / "compare.html")


# ---- what the cells say


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Ranks", dict.fromkeys(FOUR_RANKS, "Four: a and b South’s, c and d North’s")),
        ("Ranks", dict.fromkeys(TWO_RANKS, "Two: a South’s, b North’s")),
        ("Columns", {MEFUVHA: "Even numbers from 6 to 28; here 16", STAYT: "Even numbers from 6 to 28; here 16"}),
        ("Columns", {NTCHUVA: "4, 8, 16 or 32; here 8", UNILURIO: "6 or 8; here 8", TCHADJI: "8 or 12; here 8"}),
        ("Columns", {NAKABILI: "8", SONGO: "7", CAMEROON: "7", GABON: "7"}),
        ("Seeds", {MEFUVHA: "42 on 6, 122 on 16 and 218 on 28 columns"}),  # 4 × columns × 2, less 6
        ("Seeds", {NTCHUVA: "32 on 4, 64 on 8 and 256 on 32 columns", UNILURIO: "48 on 6 and 64 on 8 columns"}),
        ("Seeds", {TCHADJI: "64 on 8 and 96 on 12 columns", NAKABILI: "58", **dict.fromkeys(TWO_RANKS, "70")}),
        ("South’s holes at the start", {MEFUVHA: "a1 … a16: 2; b1: 0; b2: 1; b3 … b16: 2"}),
        ("South’s holes at the start", {NTCHUVA: "a1 … a8: 2; b1 … b8: 2", SONGO: "a1 … a7: 5"}),
        ("South’s holes at the start", {NAKABILI: "a1 … a8: 2; b1: 0; b2: 1; b3 … b8: 2 inferred"}),
    ],
)
def test_boards_are_those_of_the_texts(tables: Tables, question: str, expected: dict[str, str]) -> None:
    assert {key: tables.cells[question][key] for key in expected} == expected


EIGHT = "South: a1 → a2 … a8 → b8 → b7 … b1 → a1. North: d8 → d7 … d1 → c1 → c2 … c8 → d8."
SIXTEEN = "South: a1 → a2 … a16 → b16 → b15 … b1 → a1. North: d16 → d15 … d1 → c1 → c2 … c16 → d16."
LAPS = "Lap after lap: if the last seed of one meets others, all of them are sown on."
ONE_LAP = "One: the sowing ends with its last seed, whatever lies there."
EMPTY_ONLY = "Singles move only when no hole holds more, and then only into an empty hole. from the source"
ANY_RELAY = "Singles move only when no hole holds more; one that meets seeds is sown on."
WAITS = "1; in a1 {}, while another hole holds more from the source"
PASSES = "The turn passes; if neither player can start, the game is drawn. editors’ decision"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("The way of the seeds", {MEFUVHA: SIXTEEN, NTCHUVA: EIGHT, NAKABILI: EIGHT}),
        ("The way of the seeds", dict.fromkeys(TWO_RANKS, "Both players: a7 → a6 … a1 → b1 → b2 … b7 → a7.")),
        (
            "A sowing that comes round",
            {
                MEFUVHA: "The emptied hole gets a seed: of 32 from a1, the last falls into a1.",
                UNILURIO: "The emptied hole gets a seed: of 16 from a1, the last falls into a1.",
                SONGO: "The emptied hole gets none: of 14 seeds from a7, the last falls into b1. "
                "More fall only into b1 … b7.",
            },
        ),
        ("Laps", {**dict.fromkeys(FOUR_RANKS, LAPS), **dict.fromkeys(TWO_RANKS, ONE_LAP)}),
        (
            "First turn",
            {
                MEFUVHA: "Every turn starts as the player likes. inferred",
                STAYT: "South’s from b3. Each player’s first turn starts from the third hole of the inner rank. "
                "from the source",
                NTCHUVA: "Like every other turn.",
                SONGO: "Like every other turn.",
            },
        ),
        ("Seeds that a hole needs to start", dict.fromkeys(FOUR_RANKS, "2, while another hole holds more")),
        (
            "Seeds that a hole needs to start",
            {SONGO: WAITS.format("3, or fewer to capture"), CAMEROON: WAITS.format(3), GABON: WAITS.format(2)},
        ),
        ("Singles", {MEFUVHA: EMPTY_ONLY, UNILURIO: EMPTY_ONLY, TCHADJI: EMPTY_ONLY}),
        ("Singles", {STAYT: f"{ANY_RELAY} inferred", NTCHUVA: f"{ANY_RELAY} from the source"}),
        (
            "Singles",
            {
                NAKABILI: "Singles move only when no hole holds more, and one that meets seeds goes first. "
                "from the source",
                SONGO: "They start like any other hole, but a1 may have to wait.",
            },
        ),
        ("Seeds, but no hole to start from", dict.fromkeys((MEFUVHA, UNILURIO, TCHADJI), PASSES)),
        ("Seeds, but no hole to start from", dict.fromkeys((STAYT, NTCHUVA, NAKABILI), "Does not arise.")),
        ("Seeds, but no hole to start from", {SONGO: "Not asked."}),
        ("A sowing that never ends", dict.fromkeys(TWO_RANKS, "There is none: a turn is one lap.")),
    ],
)
def test_turns_are_those_of_the_texts(tables: Tables, question: str, expected: dict[str, str]) -> None:
    assert {key: tables.cells[question][key] for key in expected} == expected


FREE = "A capture brings {} from the source"
ALL = "All the free captures that are due are made."
BROUGHT = "{} … b7, brought to 2, 3 or 4. from the source"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("A sowing captures that ends in", {MEFUVHA: "b1 … b16, found empty.", NAKABILI: "b1 … b8, found empty."}),
        (
            "A sowing captures that ends in",
            {SONGO: BROUGHT.format("b1"), CAMEROON: BROUGHT.format("b2"), GABON: BROUGHT.format("b2")},
        ),
        ("It takes", dict.fromkeys(FOUR_RANKS, "Ending in b1: c1 and d1. With c1 empty: nothing.")),
        (
            "It takes",
            dict.fromkeys(TWO_RANKS, "Ending in b7: b7. b6 too, if it is brought to such a number."),
        ),
        ("Free captures", {MEFUVHA: f"{FREE.format('two further holes.')} {ALL} inferred"}),
        ("Free captures", {STAYT: f"{FREE.format('one further hole.')} {ALL} inferred"}),
        ("Free captures", {NTCHUVA: f"{FREE.format('one further hole.')} {ALL} inferred"}),
        ("Free captures", {UNILURIO: FREE.format("no further hole."), SONGO: "None.", GABON: "None."}),
        ("Free captures", {TCHADJI: f"{FREE.format('one further hole.')} {ALL} from the source"}),
        (
            "Free captures",
            {
                NAKABILI: f"{FREE.format('one further hole.')} {ALL} inferred A player’s first capture brings two "
                "further holes besides those that every capture brings. from the source"
            },
        ),
        ("A player without seeds", dict.fromkeys(FOUR_RANKS, "The game ends, whoever is to move.")),
        ("A player without seeds", dict.fromkeys(TWO_RANKS, "The game ends if it is this player’s turn.")),
        (
            "Who wins",
            dict.fromkeys(FOUR_RANKS, "The player who still has seeds; what was captured does not count."),
        ),
        (
            "Who wins",
            dict.fromkeys(TWO_RANKS, "The seeds are counted; with equal numbers the game is drawn."),
        ),
        (
            "A position that comes back without a capture between",
            {
                MEFUVHA: "The game is drawn at the first return. from the source",
                STAYT: "The game is drawn at the first return. editors’ decision",
                SONGO: "The game ends, and each player has the seeds of their own rank. editors’ decision",
            },
        ),
    ],
)
def test_captures_and_ends_are_those_of_the_texts(tables: Tables, question: str, expected: dict[str, str]) -> None:
    assert {key: tables.cells[question][key] for key in expected} == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "At which end of the inner rank the empty hole and the single seed lie setup",
            {NAKABILI: "At its owner’s left end the inner rank has an empty hole, then a single seed. inferred"},
        ),
        (
            "How many seeds an opponent without seeds must be given feed",
            {
                SONGO: "Seven or more, or else the most possible. from the source",
                CAMEROON: "Seven or more, or else the most possible. from the source",
                GABON: "One or more. from the source",
            },
        ),
        (
            "Whether the opponent’s house 1 may be captured first_house",
            {
                SONGO: "Like any other house. from the source",
                CAMEROON: "Not if the last seed falls there, but in a chain from further on. from the source",
                GABON: "Not if the last seed falls there, but in a chain from further on. from the source",
            },
        ),
        (
            "How many seeds win win_at",
            {
                SONGO: "More than the other has. from the source",
                CAMEROON: "The first to have captured 40 has won; at the end it takes 40, or the game is drawn. "
                "from the source",
                GABON: "The first to have captured 36 has won; at the end, more than the other has. from the source",
            },
        ),
        (
            "With how few seeds on the board the game ends end_below",
            {
                SONGO: "It goes on whatever is left. inferred",
                CAMEROON: "After a turn that leaves fewer than ten. from the source",
                GABON: "It goes on whatever is left. from the source",
            },
        ),
    ],
)
def test_questions_of_one_game_have_a_table_with_this_game_only(
    tables: Tables, question: str, expected: dict[str, str]
) -> None:
    assert tables.cells[question] == expected


def test_every_option_is_told(tables: Tables) -> None:
    """By its sentence, unless another value of the same reading leaves no case for it."""
    for id, game in GAMES.items():
        for reading in game.readings:
            cells = " ".join(
                cell[f"{id} {reading.id}"] for cell in tables.cells.values() if f"{id} {reading.id}" in cell
            )
            for option in game.options:
                sentence = option.values[reading.settings[option.name].value].replace("'", "’")
                moot = option.name in ("no_move", "free_duty")
                assert sentence in cells or moot, (reading.id, option.name)


def test_what_a_reading_follows_is_cited(tables: Tables) -> None:
    assert tables.cells["Follows"][STAYT] == "Stayt 1931, as Ludii cites it"
    assert tables.cells["Sources"][STAYT] == "Stayt 1931; Ludii, Mefuvha"
    assert tables.cells["Sources"][CAMEROON] == "LE-SONGO; Club Awalé"


def test_readings_of_a_game_share_a_cell_only_if_all_agree(tables: Tables) -> None:
    assert tables.spans["Ranks"] == [2, 3, 1, 3]
    assert tables.spans["Columns"] == [2, 1, 1, 1, 1, 3]
    assert tables.spans["A position that comes back without a capture between"] == [1, 1, 3, 1, 3]  # who says so
    assert tables.spans["A sowing captures that ends in"] == [2, 3, 1, 1, 1, 1]


# ---- its form


def test_tables_can_be_read_and_scrolled_without_sight_or_mouse(tables: Tables) -> None:
    assert len(tables.captions) == len(tables.around) == 7
    for around, caption in zip(tables.around, tables.captions, strict=True):
        assert (around["role"], around["tabindex"], around["aria-label"]) == ("region", "0", caption)
    assert {found["scope"] for found in tables.heads} == {"row", "col", "colgroup"}


def test_each_game_is_a_group_of_columns(tmp_path: Path) -> None:
    out, _ = build(tmp_path, {})
    html = (out / "compare.html").read_text("utf-8")
    groups = [re.findall(r'<colgroup span="(\d)">', table) for table in html.split("<table")[1:]]
    assert groups == [["1", "2", "3", "1", "3"]] * 5 + [["1", "1"], ["1", "3"]]


def test_another_output_has_the_tables_too(tmp_path: Path) -> None:
    out, _ = build(tmp_path, {}, "text")
    assert "Even numbers from 6 to 28; here 16" in " ".join((out / "compare.txt").read_text("utf-8").split())


CLAUSE = "```{{clause}} {}\n:standing: source\n:source: ntchuva-text\n\nText.\n```\n"


def test_cells_lead_to_the_clauses_that_pages_state_by_their_numbers(tmp_path: Path) -> None:
    page = "# Ntchuva\n\n" + "\n".join(CLAUSE.format(f"ntchuva.{slug}") for slug in ("stop", "board", "sow"))
    out, _ = build(tmp_path, {"ntchuva": page})
    tables = Tables(out / "compare.html")
    assert tables.cells["Laps"][NTCHUVA] == f"{LAPS} clause 3, sow · clause 1, stop"
    assert tables.links["Laps"][NTCHUVA] == ["ntchuva.html#ntchuva.sow", "ntchuva.html#ntchuva.stop"]
    assert tables.links["Columns"][UNILURIO] == ["ntchuva.html#ntchuva.board"]
    assert tables.links["Laps"][MEFUVHA] == []  # no page states its clauses
    html = (out / "compare.html").read_text("utf-8")
    assert 'href="ntchuva.html"><span class="doc">Ntchuva</span>' in html
    assert 'href="mefuvha.html"' not in html


def test_a_page_that_states_more_clauses_renews_the_comparison(tmp_path: Path) -> None:
    page = "# Ntchuva\n\n" + CLAUSE.format("ntchuva.stop")
    build(tmp_path, {"ntchuva": page})
    out, _ = build(tmp_path, {"ntchuva": f"{page}\n{CLAUSE.format('ntchuva.sow')}"})
    assert Tables(out / "compare.html").cells["Laps"][NTCHUVA] == f"{LAPS} clause 2, sow · clause 1, stop"


def test_the_directive_takes_no_argument(project: Project) -> None:
    page = "# Compared\n\n```{comparison} mefuvha\n```\n"
    _, warnings = project({"a": page}, ["comparison"], files=BIBLIOGRAPHY)
    assert "a.md:3" in warnings
    assert "comparison" in warnings


# ---- the site's own page


def test_on_the_site_each_cell_leads_to_a_clause_of_its_game(site: Path) -> None:
    tables = Tables(site / "games/compare.html")
    for question, row in tables.cells.items():
        for key in row if question not in ("Follows", "Sources") else ():
            game, links = key.split()[0], tables.links[question][key]
            assert links, (question, key)
            assert all(link.startswith(f"{game}.html#{game}.") for link in links), (question, key)
    assert tables.cells["Singles"][MEFUVHA].endswith("from the source clause 12, singles")


def test_what_the_page_says_of_the_tables_is_so(site: Path) -> None:
    """The games of four ranks are one mechanism, Nakabili stands alone in two things, and so on."""
    cells = {question: {key: said(cell) for key, cell in row.items()} for question, row in Tables(
        site / "games/compare.html").cells.items()}  # fmt: skip
    for question in ("Laps", "Seeds that a hole needs to start", "It takes", "A player without seeds", "Who wins"):
        assert len({cells[question][key] for key in FOUR_RANKS}) == 1, question
        assert not {cells[question][key] for key in FOUR_RANKS} & {cells[question][key] for key in TWO_RANKS}
    for question, part in (("Free captures", "first capture"), ("Singles", "goes first")):
        assert [key for key, cell in cells[question].items() if part in cell] == [NAKABILI]
    for question in ("The way of the seeds", "A sowing that comes round", "Laps"):
        assert len({cells[question][key] for key in TWO_RANKS}) == 1
    decided = {question for question, row in cells.items() if any("editors’ decision" in cell for cell in row.values())}
    assert decided == {
        "Seeds, but no hole to start from",
        "A sowing that never ends",
        "A position that comes back without a capture between",
    }


# ---- games that nobody has foreseen


BOOK = Cite("sanderson1913", "p. 732")


class Fifth(FourRank):
    """A game of three seeds a hole on five or nine columns, with a question that no other game asks."""

    id = "fifth"
    name = "The Fifth"
    sizes = (5, 9)
    default_columns = 5
    options = (
        Option("shout", "shout", "what a player who captures shouts", {"pha": "“Pha”.", "nothing": "Nothing."}),
        *OPTIONS,
    )
    sources: ClassVar[Mapping[str, str]] = {"sanderson1913": "Sanderson 1913"}
    settings: ClassVar[dict[str, Setting]] = {
        "shout": inferred("pha", BOOK),
        "free_captures": says(3, BOOK),
        "free_duty": says("optional", BOOK),
        "singles": says("any", BOOK),
        "never_ending": editors("illegal"),
        "no_move": editors("pass"),
        "repetition": editors("draw"),
    }
    readings = (
        Reading("one", "a first book", settings),
        Reading("large", "the same book on its large board", settings, sizes=(9,)),
    )

    def opening(self) -> Seeds:
        return (3,) * self.board.size


class Sixth(Game):
    """A game of two ranks in which each player sows round the own row alone, into the emptied hole too.

    A sowing that brings its last hole to five takes the opponent's hole in the same column. The player to move who has
    no seeds has won.
    """

    id = "sixth"
    name = "The Sixth"
    ranks = 2
    sizes = (4,)
    default_columns = 4
    options = (
        Option("number", "capture", "what captures", {5: "Five.", 6: "Six."}),
        Option("peace", "capture", "whether there are captures", {"no": "There are.", "yes": "There are none."}),
        Option("drink", "drink", "who pours", {"loser": "The loser.", "winner": "The winner."}),
    )
    senseless = (Senseless({"drink": ("winner",), "peace": ("no",)}, "option.pair"),)
    sources: ClassVar[Mapping[str, str]] = {"sanderson1913": "Sanderson 1913"}
    readings = (
        Reading(
            "only", "a tale", {"number": says(5, BOOK), "peace": inferred("no", BOOK), "drink": says("loser", BOOK)}
        ),
    )

    def opening(self) -> Seeds:
        return (1, 2, 3, 4)

    def candidates(self, position: Position) -> list[int]:
        return [hole for hole, count in enumerate(position.own) if count]

    def after(self, position: Position, ply: int, events: list[Event] | None = None) -> Position | None:
        own, enemy = list(position.own), list(position.enemy)
        seeds, own[ply] = own[ply], 0
        for step in range(1, seeds + 1):
            own[(ply + step) % 4] += 1
        last = (ply + seeds) % 4
        if events is not None:
            names = self.board.holes[position.mover]
            events.append(Event("sow", names[ply], seeds, self.clause("sow"), names[last]))
        taken = enemy[3 - last] if own[last] == self.values["number"] and self.values["peace"] == "no" else 0
        enemy[3 - last] -= taken
        return position.then(tuple(own), tuple(enemy), taken)

    def path(self, mover: Side, ply: int, seeds: int) -> list[str]:
        return [self.board.holes[mover][(ply + step) % 4] for step in range(1, seeds + 1)]

    def outcome(self, position: Position) -> Outcome | None:
        return None if any(position.own) else Outcome(position.mover, self.clause("end"), position.captured)

    def repeated(self, position: Position) -> Outcome:
        return Outcome(None, self.clause("repetition"), position.captured)

    def refusal(self, position: Position, index: int) -> IllegalMove:
        return IllegalMove("illegal.empty", self.clause("sow"), hole=self.board.holes[position.mover][index])

    def free_clause(self, position: Position) -> str:
        return self.clause("capture")

    def pass_clause(self) -> str:
        return self.clause("sow")


@pytest.fixture
def with_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Tables]:
    """Return a function that adds games to the register and builds the page."""

    def run(*games: type[Game]) -> Tables:
        for game in games:
            monkeypatch.setitem(GAMES, game.id, game)
        out, warnings = build(tmp_path, {})
        assert "compare" not in warnings
        return Tables(out / "compare.html")

    return run


def test_a_fifth_game_of_four_ranks_appears_by_itself(with_games: Callable[..., Tables]) -> None:
    tables = with_games(Fifth)
    expected = {
        "Follows": ("A first book", "The same book on its large board"),
        "Sources": ("Sanderson 1913", "Sanderson 1913"),
        "Columns": ("5 or 9; here 5", "9"),
        "Seeds": ("60 on 5 and 108 on 9 columns", "108"),
        "South’s holes at the start": ("a1 … a5: 3; b1 … b5: 3", "a1 … a9: 3; b1 … b9: 3"),
        "Seeds that a hole needs to start": ("1", "1"),
        "Seeds, but no hole to start from": ("Does not arise.", "Does not arise."),
        "A sowing captures that ends in": ("b1 … b5, found empty.", "b1 … b9, found empty."),
        "What a player who captures shouts shout": ("“Pha”. inferred", "“Pha”. inferred"),
    }
    for question, (one, large) in expected.items():
        cells = tables.cells[question]
        assert (cells["fifth one"], cells["fifth large"]) == (one, large), question
    assert tables.cells["What a player who captures shouts shout"].keys() == {"fifth one", "fifth large"}
    assert tables.cells["Free captures"]["fifth one"] == (
        "A capture brings three further holes. from the source "
        "A player may make fewer free captures than are due, or none. from the source"
    )
    assert tables.spans["Ranks"] == [2, 3, 1, 3, 2]
    assert tables.cells["Columns"][MEFUVHA] == "Even numbers from 6 to 28; here 16"


def test_a_game_of_another_kind_is_told_by_what_it_does(with_games: Callable[..., Tables]) -> None:
    tables = with_games(Fifth, Sixth)
    cells = {question: row["sixth only"] for question, row in tables.cells.items() if "sixth only" in row}
    assert cells == {
        "Follows": "A tale",
        "Sources": "Sanderson 1913",
        "Ranks": "Two: a South’s, b North’s",
        "Columns": "4",
        "Seeds": "20",
        "South’s holes at the start": "a1: 4; a2: 3; a3: 2; a4: 1",
        "The way of the seeds": "South: a4 → a3 → a2 → a1 → a4. North: b1 → b2 → b3 → b4 → b1.",
        "A sowing that comes round": "The emptied hole gets a seed: of 4 from a4, the last falls into a4.",
        "Laps": ONE_LAP,
        "First turn": "Like every other turn.",
        "Seeds that a hole needs to start": "1",
        "Singles": "They start like any other hole.",
        "Seeds, but no hole to start from": "Not asked.",
        "A sowing that never ends": "There is none: a turn is one lap.",
        "A sowing captures that ends in": "a1 … a4, brought to 5. number from the source peace inferred",
        "It takes": "Ending in a1: b1. inferred",  # whatever the number is
        "Free captures": "None.",
        "A player without seeds": "The game ends if it is this player’s turn.",
        "Who wins": "Small positions do not tell.",
        "A position that comes back without a capture between": "Not asked.",
        "What captures number": "Five. from the source",
        "Whether there are captures peace": "There are. inferred",
        "Who pours drink": "Does not arise.",
    }


class Peaceful(Sixth):
    """A game without captures, in which a hole needs twenty seeds: more than the positions of the probes have."""

    id = "peaceful"
    name = "The Peaceful"

    def candidates(self, position: Position) -> list[int]:
        return [hole for hole, count in enumerate(position.own) if count >= 20]


def test_what_small_positions_do_not_tell_is_said_to_be_so() -> None:
    game = Peaceful()
    for probe in (probes.way, probes.coming_round, probes.laps, probes.needed, probes.where, probes.takes):
        assert probe(game) is None
    row = comparison.Row("Laps", ["sow"], probes.laps)
    assert comparison._statements(game, row) == [("Small positions do not tell.", ())]


def test_probes_play_for_south_and_know_north() -> None:
    """A game in which North sows the other way round is not told as if both did the same."""

    class Mirrored(Sixth):
        id = "mirrored"

        def after(self, position: Position, ply: int, events: list[Event] | None = None) -> Position | None:
            if position.mover == SOUTH:
                return super().after(position, ply, events)
            turned = position._replace(own=position.own[::-1], mover=OTHER[position.mover])
            noted: list[Event] = []
            found = super().after(turned, 3 - ply, noted)
            if events is not None:
                south, north = self.board.holes[SOUTH], self.board.holes["N"]
                names = dict(zip(south, north[::-1], strict=True))
                events.extend(e._replace(hole=names[str(e.hole)], to=names[str(e.to)]) for e in noted)
            return found

    assert probes.way(Mirrored()) == "South: a4 → a3 → a2 → a1 → a4. North: b1 → b4 → b3 → b2 → b1."
