"""Which code plays a clause and which tests prove it, read from their text: nothing of it is imported or run.

Code names a clause by `self.clause("relay")` or by the decorator `@applies("setup")`, in a method of a class that
is a game (it has a literal `id`) or the base of one: in a base, the clause is that of every game that inherits the
method. A test names what it proves by `pytest.mark.proves("mefuvha.relay", ...)`, at the test, at one of its
cases, or in the module's `pytestmark`. All these names are literal, so that they can be read here.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Place(NamedTuple):
    """A line of a file; the file is told as seen from the folder that holds engine and tests."""

    file: str
    line: int


class Code(NamedTuple):
    """A method that plays a clause: where it is defined, the lines that name the clause, and whether a call does.

    A clause that no call names, only `@applies`, is never told with a step, an end or a refusal.
    """

    file: str
    name: str
    line: int
    named: tuple[int, ...]
    called: bool


class Test(NamedTuple):
    """A test that proves a clause, and where it is defined."""

    file: str
    name: str
    line: int


class Problem(NamedTuple):
    """What is wrong, with the clause that it is about or the place where it is."""

    text: str
    clause: str | None = None
    place: Place | None = None


class Bindings(NamedTuple):
    """The code and the tests of each clause id, and what could not be read."""

    code: Mapping[str, list[Code]]
    tests: Mapping[str, list[Test]]
    unread: list[Problem]
    files: list[Path]
    """All files that were read."""

    def only_applied(self, clause: str) -> bool:
        """Tell whether the clause is bound by `@applies` alone."""
        return clause in self.code and not any(code.called for code in self.code[clause])


class Stated(NamedTuple):
    """What a page says of a clause, as far as it must be complete."""

    standing: str
    sources: int
    examples: int


def read(engine: Path, tests: Path) -> Bindings:
    """Return what the files of two folders bind; they are told as seen from each folder's parent.

    SyntaxError if a file is not Python. A folder that is not there binds nothing.
    """
    unread: list[Problem] = []
    engine_files, test_files = sorted(engine.rglob("*.py")), sorted(tests.rglob("test_*.py"))
    code = _code([_Module(path, engine.parent, unread) for path in engine_files], unread)
    proofs: dict[str, list[Test]] = {}
    for path in test_files:
        for clause, test in _proofs(path, tests.parent, unread):
            found = proofs.setdefault(clause, [])
            if test not in found:
                found.append(test)
    return Bindings(code, proofs, unread, [*engine_files, *test_files])


# ---- code


class _Method:
    """What a method names: each slug with its lines, and the slugs that a call names."""

    def __init__(self, node: _Function) -> None:
        self.line = node.lineno
        self.named: dict[str, list[int]] = {}
        self.called: set[str] = set()
        self.asks_base = any(
            isinstance(part, ast.Attribute)
            and part.attr == node.name
            and isinstance(part.value, ast.Call)
            and _name(part.value.func) == "super"
            for part in ast.walk(node)
        )


class _Class:
    """A class: its game's id if it has one, the names of its bases, and its methods."""

    def __init__(self, file: str, node: ast.ClassDef) -> None:
        self.file = file
        self.name = node.name
        self.bases = [_name(base) for base in node.bases]
        self.methods = {part.name: _Method(part) for part in node.body if isinstance(part, _Function)}
        self.id: str | None = None
        for part in node.body:
            if isinstance(part, ast.Assign) and [_name(target) for target in part.targets] == ["id"]:
                self.id = _literal(part.value)


class _Module:
    """The classes of a file with all that they name; what cannot be told to be a clause goes to `unread`."""

    def __init__(self, path: Path, root: Path, unread: list[Problem]) -> None:
        self.file = path.relative_to(root).as_posix()
        self.unread = unread
        self.classes: list[_Class] = []
        for node in ast.parse(path.read_text("utf-8"), str(path)).body:
            if not isinstance(node, ast.ClassDef):
                self._read(node, None)
                continue
            found = _Class(self.file, node)
            self.classes.append(found)
            for part in node.body:
                self._read(part, found.methods[part.name] if isinstance(part, _Function) else None)

    def _read(self, node: ast.AST, method: _Method | None) -> None:
        """Note every clause that a method names; None stands for what is not in a method of a class."""
        for call in ast.walk(node):
            if not isinstance(call, ast.Call):
                continue
            is_call = isinstance(call.func, ast.Attribute) and call.func.attr == "clause"
            if not is_call and _name(call.func) != "applies":
                continue
            how = "clause" if is_call else "applies"
            for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
                slug = _literal(argument)
                if slug is None:
                    self._cannot(call, f"the argument of {how}() is no literal: write the clause's slug itself")
                elif method is None:
                    self._cannot(call, f"{how}({slug!r}) is not in a method of a class, so its game cannot be told")
                else:
                    method.named.setdefault(slug, []).append(call.lineno)
                    method.called |= {slug} if is_call else set()

    def _cannot(self, node: ast.expr, text: str) -> None:
        self.unread.append(Problem(text, place=Place(self.file, node.lineno)))


def _code(modules: list[_Module], unread: list[Problem]) -> dict[str, list[Code]]:
    """Return the code of every clause, game by game: what a game's class and its bases name."""
    classes = {found.name: found for module in modules for found in module.classes}
    code: dict[str, list[Code]] = {}
    belongs: set[str] = set()
    for game in classes.values():
        if game.id is None:
            continue
        overridden: set[str] = set()
        for found in _lineage(game, classes):
            belongs.add(found.name)
            for name, method in found.methods.items():
                if name in overridden:
                    continue
                if not method.asks_base:
                    overridden.add(name)
                for slug, lines in method.named.items():
                    bound = Code(
                        found.file, f"{found.name}.{name}", method.line, tuple(sorted(lines)), slug in method.called
                    )
                    code.setdefault(f"{game.id}.{slug}", []).append(bound)
    for found in classes.values():
        for name, method in found.methods.items():
            if method.named and found.name not in belongs:
                text = f"{found.name}.{name} names the clause {min(method.named)}, but is of no game"
                unread.append(Problem(text, place=Place(found.file, method.line)))
    return code


def _lineage(found: _Class, classes: Mapping[str, _Class]) -> list[_Class]:
    """Return a class and its bases, nearest first, each once."""
    line = [found]
    for base in found.bases:
        if base in classes:
            line += [further for further in _lineage(classes[base], classes) if further not in line]
    return line


# ---- tests


def _proofs(path: Path, root: Path, unread: list[Problem]) -> Iterator[tuple[str, Test]]:
    """Yield every clause that a file's tests prove, with the test."""
    file = path.relative_to(root).as_posix()
    tree = ast.parse(path.read_text("utf-8"), str(path))
    variables = dict(_assigned(tree.body))
    told: set[Place] = set()
    for prefix, function, marks in _tests(tree.body, list(filter(None, [variables.get("pytestmark")]))):
        for call in _marks(marks, variables):
            for argument in call.args:
                clause = _literal(argument)
                place = Place(file, call.lineno)
                if clause is not None:
                    yield clause, Test(file, prefix + function.name, function.lineno)
                elif place not in told:
                    told.add(place)
                    unread.append(
                        Problem("the argument of proves() is no literal: write the clause's id itself", place=place)
                    )


def _tests(
    body: list[ast.stmt], marks: list[ast.expr], prefix: str = ""
) -> Iterator[tuple[str, _Function, list[ast.expr]]]:
    """Yield each test function with the name of its class and the expressions that can mark it."""
    for node in body:
        if isinstance(node, _Function) and node.name.startswith("test"):
            yield prefix, node, [*marks, *node.decorator_list]
        elif isinstance(node, ast.ClassDef):
            own = [value for name, value in _assigned(node.body) if name == "pytestmark"]
            yield from _tests(node.body, [*marks, *node.decorator_list, *own], f"{prefix}{node.name}.")


def _marks(roots: Iterable[ast.expr], variables: Mapping[str, ast.expr]) -> Iterator[ast.Call]:
    """Yield every call of `proves` in the expressions, and in the module's variables that they name."""
    ahead, seen = list(roots), set()
    while ahead:
        for node in ast.walk(ahead.pop()):
            if isinstance(node, ast.Call) and _name(node.func) == "proves":
                yield node
            elif isinstance(node, ast.Name) and node.id in variables and node.id not in seen:
                seen.add(node.id)
                ahead.append(variables[node.id])


def _assigned(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that are given a value here, with the value."""
    for node in body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield _name(target), node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield _name(node.target), node.value


def _name(node: ast.expr) -> str:
    """Return the name at the end of an expression, such as `proves` of `pytest.mark.proves`; empty if it has none."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


# ---- what is wrong


def problems(
    stated: Mapping[str, Stated], retired: Collection[str], published: Mapping[str, Place], bound: Bindings
) -> list[Problem]:
    """Return everything that keeps pages, code, tests and published ids from agreeing, in plain sentences.

    `stated` is what the pages state, `retired` the ids that they retire, and `published` all ids that were ever
    given out, each with its place.
    """
    found = list(bound.unread)
    for key, clause in stated.items():
        slug = key.partition(".")[2]
        if not clause.sources and clause.standing != "editors":
            found.append(Problem(f"clause {key} has no source: with the standing {clause.standing} it names one", key))
        if key not in bound.code:
            text = f'clause {key} has no code: no method of the game names it, self.clause("{slug}") or @applies'
            found.append(Problem(text, key))
        if key not in bound.tests:
            found.append(Problem(f'clause {key} has no test: none is marked pytest.mark.proves("{key}")', key))
        if not clause.examples:
            found.append(Problem(f"clause {key} has no worked example: add an {{example}} to it", key))
        if key in retired:
            found.append(Problem(f"clause {key} is retired, and yet stated: a retired id never comes back", key))
    for key, codes in bound.code.items():
        for code in codes:
            found += _unstated(key, stated, retired, f"{code.name} names", Place(code.file, code.named[0]))
    for key, tests in bound.tests.items():
        for test in tests:
            found += _unstated(key, stated, retired, f"{test.name} proves", Place(test.file, test.line))
    for key, place in published.items():
        if key not in stated and key not in retired:
            text = f"clause {key} was published, but no page states it: an id is never dropped, it is retired"
            found.append(Problem(text, place=place))
    for key in [*stated, *(key for key in retired if key not in stated)]:
        if key not in published:
            found.append(Problem(f"clause {key} is not among the published ids: add it to them", key))
    return found


def _unstated(key: str, stated: Collection[str], retired: Collection[str], who: str, place: Place) -> Iterator[Problem]:
    if key in retired:
        yield Problem(f"{who} the clause {key}, which is retired", place=place)
    elif key not in stated:
        yield Problem(f"{who} the clause {key}, which no page states", place=place)


def published_ids(path: Path) -> dict[str, Place]:
    """Return the ids listed in a file, one a line, with their places; empty lines and # remarks are passed over.

    A file that is not there lists nothing.
    """
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    listed = ((number, line.strip()) for number, line in enumerate(lines, 1))
    return {line: Place(str(path), number) for number, line in listed if line and not line.startswith("#")}
