"""What binds clauses to code and tests, on invented packages and on copies of this tree with one thing broken."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import bindings
import pytest
from bindings import Bindings, Place, Problem, Stated
from projects import sphinx

ROOT = Path(__file__).parents[2]

BASE = """
from .game import applies


class Game:
    def clause(self, slug):
        return f"{self.id}.{slug}"

    def play(self):
        return self.clause("sow")

    def refuse(self):
        raise ValueError(self.clause("start"))


class Tree(Game):
    def outcome(self):
        one = self.clause("end")
        return self.clause("end") or self.clause("draw")

    @applies("setup", "board")
    def opening(self):
        def inner():
            return self.clause("board")
"""

GAMES = """
from . import base


class Oak(base.Tree):
    id = "oak"

    def outcome(self):
        return self.clause("felled")

    def refuse(self):
        if self.dry:
            return self.clause("dry")
        return super().refuse()


class Elm(base.Tree):
    id = "elm"

    @applies("setup")
    def opening(self):
        return super().outcome()
"""


def read(tmp_path: Path, engine: dict[str, str], tests: dict[str, str] | None = None) -> Bindings:
    for folder, files in ("engine", engine), ("tests", tests or {}):
        for name, text in files.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return bindings.read(tmp_path / "engine", tmp_path / "tests")


# ---- code


@pytest.fixture
def trees(tmp_path: Path) -> Bindings:
    return read(tmp_path, {"base.py": BASE, "games/trees.py": GAMES})


def test_code_is_found_in_a_game_and_its_bases(trees: Bindings) -> None:
    assert not trees.unread
    assert sorted(trees.code) == [
        "elm.draw", "elm.end", "elm.setup", "elm.sow", "elm.start",
        "oak.board", "oak.dry", "oak.felled", "oak.setup", "oak.sow", "oak.start",
    ]  # fmt: skip
    [draw] = trees.code["elm.draw"]
    assert draw == ("engine/base.py", "Tree.outcome", 17, (19,), False, True)
    assert trees.code["elm.end"][0].named == (18, 19)
    assert [(code.applies, code.called) for code in trees.code["oak.board"]] == [(True, True)]


def test_an_overridden_method_counts_only_if_it_is_asked(trees: Bindings) -> None:
    assert "oak.end" not in trees.code  # Oak.outcome does without Tree's
    assert [code.name for code in trees.code["oak.start"]] == ["Game.refuse"]  # Oak.refuse asks it
    assert "elm.board" not in trees.code  # Elm.opening asks for another method of its base


def test_a_clause_may_be_bound_by_applies_alone(trees: Bindings) -> None:
    assert trees.only_applied("elm.setup")
    assert trees.only_applied("oak.setup")
    assert not trees.only_applied("oak.board")  # a call names it too
    assert not trees.only_applied("oak.sow")
    assert not trees.only_applied("oak.reap")


RELAY = """
from .base import applies


@applies("sow", "relay")
def relay(seeds):
    ...


def lift(seeds):
    ...
"""

WOOD = """
from {module} import {name}


class Tree:
    def after(self):
        return self.clause("sow")


class Oak(Tree):
    id = "oak"


class Elm(Tree):
    id = "elm"


@applies("fall")
def path():
    ...
"""
HEATH = 'class Heather:\n    id = "heather"\n'


@pytest.mark.parametrize(
    ("file", "module"),
    [("wood.py", ".sowing"), ("games/wood.py", "..sowing"), ("games/wood.py", "engine.sowing")],
)
def test_a_function_is_of_the_games_whose_modules_define_or_import_it(tmp_path: Path, file: str, module: str) -> None:
    wood = WOOD.format(module=module, name="lift, relay as on")
    found = read(tmp_path, {"sowing.py": RELAY, file: wood, "heath.py": HEATH})
    assert not found.unread
    assert {clause: [(code.name, code.applies) for code in codes] for clause, codes in found.code.items()} == {
        f"{game}.{slug}": names
        for game in ("oak", "elm")
        for slug, names in {
            "sow": [("relay", True), ("Tree.after", False)],  # what applies it comes first
            "relay": [("relay", True)],
            "fall": [("path", True)],
        }.items()
    }
    assert found.code["oak.relay"] == [("engine/sowing.py", "relay", 6, (5,), True, False)]


@pytest.mark.parametrize(("module", "name"), [(".sowing", "lift"), (".sown", "relay"), (".", "sowing")])
def test_a_function_that_no_game_imports_is_told(tmp_path: Path, module: str, name: str) -> None:
    found = read(tmp_path, {"sowing.py": RELAY, "wood.py": WOOD.format(module=module, name=name)})
    assert found.unread == [
        Problem("relay names the clause relay, but is of no game", place=Place("engine/sowing.py", 6))
    ]
    assert "oak.relay" not in found.code


@pytest.mark.parametrize(
    ("engine", "line", "text"),
    [
        (
            "class Oak:\n    id = 'oak'\n\n    def f(self, slug):\n        return self.clause(slug)\n",
            5,
            "the argument of clause() is no literal: write the clause's slug itself",
        ),
        (
            "class Oak:\n    id = 'oak'\n\n    def f(self):\n        return self.clause('a' if self.x else 'b')\n",
            5,
            "the argument of clause() is no literal: write the clause's slug itself",
        ),
        (
            "class Oak:\n    id = 'oak'\n\n    @applies(*SLUGS)\n    def f(self): ...\n",
            4,
            "the argument of applies() is no literal: write the clause's slug itself",
        ),
        (
            "def f(game):\n    return game.clause('sow')\n",
            2,
            "clause('sow') is not in a method of a class, so its game cannot be told",
        ),
        (
            "class Session:\n    def f(self):\n        return self.game.clause('sow')\n",
            2,
            "Session.f names the clause sow, but is of no game",
        ),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, engine: str, line: int, text: str) -> None:
    found = read(tmp_path, {"a.py": engine})
    assert found.unread == [Problem(text, place=Place("engine/a.py", line))]


# ---- tests

TESTS = """
import pytest

CASES = [
    pytest.param(1, marks=pytest.mark.proves("oak.case")),
    2,
]


@pytest.mark.proves("oak.sow", "oak.end")
def test_plain():
    pass


@pytest.mark.parametrize("n", [pytest.param(1, marks=[pytest.mark.proves("oak.dry"), pytest.mark.proves("oak.sow")])])
@pytest.mark.proves("oak.sow")
def test_cases(n):
    pass


@pytest.mark.parametrize("n", CASES)
def test_list(n):
    pass


@pytest.mark.proves("oak.class")
class TestOak:
    def test_inside(self):
        pass


@pytest.mark.proves("oak.helper")
def helper():
    pass
"""


def test_tests_are_found_by_what_they_prove(tmp_path: Path) -> None:
    marked = (
        'pytestmark = [pytest.mark.slow, pytest.mark.proves("oak.all")]\n\n\ndef test_a(): ...\ndef test_b(): ...\n'
    )
    other = '@pytest.mark.proves("oak.other")\ndef test_other(): ...\n'
    found = read(tmp_path, {}, {"test_oak.py": TESTS, "deep/test_all.py": marked, "played.py": other})
    assert not found.unread
    assert {key: [(test.file, test.name) for test in tests] for key, tests in found.tests.items()} == {
        "oak.all": [("tests/deep/test_all.py", "test_a"), ("tests/deep/test_all.py", "test_b")],
        "oak.sow": [("tests/test_oak.py", "test_plain"), ("tests/test_oak.py", "test_cases")],
        "oak.end": [("tests/test_oak.py", "test_plain")],
        "oak.dry": [("tests/test_oak.py", "test_cases")],
        "oak.case": [("tests/test_oak.py", "test_list")],
        "oak.class": [("tests/test_oak.py", "TestOak.test_inside")],
    }
    assert found.tests["oak.end"][0].line == 11


def test_an_id_that_is_not_literal_is_told_once(tmp_path: Path) -> None:
    text = "pytestmark = pytest.mark.proves(*IDS)\n\n\ndef test_a(): ...\ndef test_b(): ...\n"
    assert read(tmp_path, {}, {"test_oak.py": text}).unread == [
        Problem(
            "the argument of proves() is no literal: write the clause's id itself", place=Place("tests/test_oak.py", 1)
        )
    ]


# ---- what is wrong


def test_what_is_complete_has_no_problem(tmp_path: Path) -> None:
    bound = read(
        tmp_path,
        {"a.py": "class Oak:\n    id = 'oak'\n\n    def f(self):\n        return self.clause('sow')\n"},
        {"test_a.py": "@pytest.mark.proves('oak.sow')\ndef test_a(): ...\n"},
    )
    assert not bindings.problems({"oak.sow": Stated("source", 1, 1)}, [], bound)
    assert not bindings.problems({"oak.sow": Stated("editors", 0, 1)}, ["oak.old"], bound)


@pytest.mark.parametrize("standing", ["source", "inferred"])
def test_each_thing_that_is_missing_is_one_problem(tmp_path: Path, standing: str) -> None:
    found = bindings.problems({"oak.sow": Stated(standing, 0, 0)}, ["oak.sow"], read(tmp_path, {}))
    assert [problem.text for problem in found] == [
        f"clause oak.sow has no source: with the standing {standing} it names one",
        'clause oak.sow has no code: nothing of the game names it, self.clause("sow") or @applies',
        'clause oak.sow has no test: none is marked pytest.mark.proves("oak.sow")',
        "clause oak.sow has no worked example: add an {example} to it",
        "clause oak.sow is retired, and yet stated: a retired id never comes back",
    ]
    assert {problem.clause for problem in found} == {"oak.sow"}


def test_each_name_without_a_clause_is_one_problem(tmp_path: Path) -> None:
    bound = read(
        tmp_path,
        {"a.py": "class Oak:\n    id = 'oak'\n\n    def f(self):\n        return self.clause('sow')\n"},
        {"test_a.py": "@pytest.mark.proves('oak.end')\ndef test_a(): ...\n"},
    )
    assert bindings.problems({}, [], bound) == [
        Problem("Oak.f names the clause oak.sow, which no page states", place=Place("engine/a.py", 5)),
        Problem("test_a proves the clause oak.end, which no page states", place=Place("tests/test_a.py", 2)),
    ]
    assert [problem.text for problem in bindings.problems({}, ["oak.sow", "oak.end"], bound)] == [
        "Oak.f names the clause oak.sow, which is retired",
        "test_a proves the clause oak.end, which is retired",
    ]


# ---- this very tree


def copy(folder: Path) -> Path:
    """Copy what the check reads: engine, tests, the pages of the games, the sources, and the published ids."""
    for name in ("mancala_ref", "tests", "docs/games"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("docs/published-clauses.txt", "docs/references.bib"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "docs/index.md").write_text("# Home\n\n```{toctree}\ngames/index\n```\n", "utf-8")
    return folder


def warnings_of(folder: Path) -> list[str]:
    """Build the pages of a copy, with its own code and tests beside them, and return what is said of clauses.

    The copy has no guide and no notebooks: that links lead nowhere is said in other words.
    """
    said = sphinx(folder / "docs", folder / "out", ["rule_history"]).warnings.splitlines()
    ours = re.compile(r"\bclauses?\b|\bexample of\b|\bbibtex\b")
    return [line.replace(f"{folder}/", "") for line in said if ours.search(line)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return warnings_of(copy(tmp_path_factory.mktemp("whole")))


def test_this_tree_has_no_problem(whole: list[str]) -> None:
    assert whole == []


def change(file: str, old: str, new: str, count: int = 0) -> Callable[[Path], None]:
    """Return a change of a file: every place that the pattern fits, or the first `count`."""

    def apply(folder: Path) -> None:
        path = folder / file
        text, found = re.subn(old, new, path.read_text("utf-8"), count=count, flags=re.DOTALL)
        assert found, f"{file} has nothing like {old}"
        path.write_text(text, "utf-8")

    return apply


def unmark(folder: Path) -> None:
    """Take one clause out of every marker."""
    for path in (folder / "tests").rglob("test_*.py"):
        path.write_text(path.read_text("utf-8").replace('"mefuvha.stop"', '"mefuvha.sow"'), "utf-8")


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (unmark, 'clause mefuvha.stop has no test: none is marked pytest.mark.proves("mefuvha.stop")'),
        (
            change("docs/games/mefuvha.md", r"(\} mefuvha\.relay\n:standing: source\n):source: .*?\n", r"\1", 1),
            "clause mefuvha.relay has no source: with the standing source it names one",
        ),
        (
            change("docs/references.bib", r"@\w+\{mancala-world-mefuvha,.*?\n\}\n", ""),
            'could not find bibtex key "mancala-world-mefuvha"',
        ),
        (
            change("mancala_ref/four_rank.py", r'self\.clause\("relay"\)', 'self.clause("relays")'),
            "FourRank._tell_laps names the clause nakabili.relays, which no page states",
        ),
        (
            change("mancala_ref/four_rank.py", r'self\.clause\("repetition"\)', 'self.clause("returns")'),
            'clause ntchuva.repetition has no code: nothing of the game names it, self.clause("repetition")',
        ),
        (
            change("mancala_ref/sowing.py", r'"never-ending"', '"endless"'),
            "relay names the clause mefuvha.endless, which no page states",
        ),
        (
            change("mancala_ref/four_rank.py", r'self\.clause\("relay"\)', 'self.clause(f"relay")'),
            "the argument of clause() is no literal: write the clause's slug itself",
        ),
        (
            change("docs/games/songo-ewondo.md", r"````\{clause\} songo-ewondo\.fourteen\n.*?\n````\n", ""),
            "SongoEwondo._begins_with names the clause songo-ewondo.fourteen, which no page states",
        ),
        (
            change("docs/games/songo-ewondo.md", r"````\{clause\} songo-ewondo\.fourteen\n.*?\n````\n", ""),
            "clause songo-ewondo.fourteen was published, but no page states it: an id is never dropped, it is retired",
        ),
        (
            change("docs/published-clauses.txt", r"ntchuva\.relay [^\n]*\n", ""),
            "clause ntchuva.relay is not among the published clauses: add the line ntchuva.relay 0.1.0 ",
        ),
        (
            change("tests/engine/test_ntchuva.py", r'proves\("ntchuva\.', 'proves("ntchuva.harvest", "ntchuva.', 1),
            "proves the clause ntchuva.harvest, which no page states",
        ),
        (
            change("docs/games/nakabili.md", r"(\} nakabili\.stop\n.*?)```\{example\}.*?\n(````\n)", r"\1\2", 1),
            "clause nakabili.stop has no worked example: add an {example} to it",
        ),
        (
            change("docs/games/nakabili.md", r"(\} nakabili\.stop\n.*?:after: )\S+", r"\g<1>1,0*7/0*8/0*8/0*8", 1),
            "ERROR: example of nakabili.stop: expected 1,0*7/0*8/0*8/0*8 ",
        ),
        (
            change("docs/games/nakabili.md", "$", "\n```{retired} nakabili.stop\n\nWrong.\n```\n", 1),
            "FourRank._tell_laps names the clause nakabili.stop, which is retired",
        ),
    ],
)
def test_a_copy_with_one_thing_broken_says_so(
    tmp_path: Path, whole: list[str], damage: Callable[[Path], None], sentence: str
) -> None:
    folder = copy(tmp_path)
    damage(folder)
    said = warnings_of(folder)
    assert any(sentence in line for line in said), said
    assert not any(sentence in line for line in whole)
