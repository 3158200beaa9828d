"""Which code plays a clause and which tests prove it, read from their text: nothing of it is imported or run.

Code names a clause by `self.clause("relay")` or by the decorator `@applies("setup")`, in a method of a class that
is a game (it has a literal `id`) or the base of one: in a base, the clause is that of every game that inherits the
method. A function of a module may have the decorator too: the clause is then that of every game of whose classes one
stands in that module, or in one that imports the function by its name. A test names what it proves by
`pytest.mark.proves("mefuvha.relay", ...)`, at the test, at one of its cases, or in the module's `pytestmark`. All
these names are literal, so that they can be read here.
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
    """Code that names a clause: where it is defined, and the lines that name it.

    `applies` tells whether the decorator names it: there the clause is played. `called` tells whether a call does: a
    clause that no call names is never told with a step, an end or a refusal.
    """

    file: str
    name: str
    line: int
    named: tuple[int, ...]
    applies: bool
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
    """The code of each clause id, what applies it first, its tests, and what could not be read."""

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
    code = {clause: sorted(found, key=lambda each: not each.applies) for clause, found in code.items()}
    proofs: dict[str, list[Test]] = {}
    for path in test_files:
        for clause, test in _proofs(path, tests.parent, unread):
            found = proofs.setdefault(clause, [])
            if test not in found:
                found.append(test)
    return Bindings(code, proofs, unread, [*engine_files, *test_files])


# ---- code


class _Named:
    """What a method or a function names: each slug with its lines, and which slugs the decorator and calls name."""

    def __init__(self, node: _Function) -> None:
        self.line = node.lineno
        self.lines: dict[str, list[int]] = {}
        self.applied: set[str] = set()
        self.called: set[str] = set()
        self.asks_base = any(
            isinstance(part, ast.Attribute)
            and part.attr == node.name
            and isinstance(part.value, ast.Call)
            and _name(part.value.func) == "super"
            for part in ast.walk(node)
        )

    def code(self, file: str, name: str) -> Iterator[tuple[str, Code]]:
        """Yield each slug with this as its code."""
        for slug, lines in self.lines.items():
            yield slug, Code(file, name, self.line, tuple(sorted(lines)), slug in self.applied, slug in self.called)


class _Class:
    """A class: its game's id if it has one, the names of its bases, and its methods."""

    def __init__(self, module: _Module, node: ast.ClassDef) -> None:
        self.module = module
        self.name = node.name
        self.bases = [_name(base) for base in node.bases]
        self.methods = {part.name: _Named(part) for part in node.body if isinstance(part, _Function)}
        self.id: str | None = None
        for part in node.body:
            if isinstance(part, ast.Assign) and [_name(target) for target in part.targets] == ["id"]:
                self.id = _literal(part.value)


class _Module:
    """What a file has: its classes, its functions, and what it imports by name, as the file and the name there.

    What cannot be told to be a clause goes to `unread`.
    """

    def __init__(self, path: Path, root: Path, unread: list[Problem]) -> None:
        self.file = path.relative_to(root).as_posix()
        self.unread = unread
        self.classes: list[_Class] = []
        self.functions: dict[str, _Named] = {}
        self.imported: set[tuple[str, str]] = set()
        for node in ast.parse(path.read_text("utf-8"), str(path)).body:
            if isinstance(node, ast.ImportFrom):
                folder = path.parents[node.level - 1].relative_to(root) if node.level else Path()
                file = (folder / f"{(node.module or '__init__').replace('.', '/')}.py").as_posix()
                self.imported |= {(file, alias.name) for alias in node.names}
            elif isinstance(node, _Function):
                function = self.functions[node.name] = _Named(node)
                for decorator in node.decorator_list:
                    self._read(decorator, function)
                for part in node.body:
                    self._read(part, None)
            elif isinstance(node, ast.ClassDef):
                found = _Class(self, node)
                self.classes.append(found)
                for part in node.body:
                    self._read(part, found.methods[part.name] if isinstance(part, _Function) else None)
            else:
                self._read(node, None)

    def _read(self, node: ast.AST, named: _Named | None) -> None:
        """Note every clause that the code names; None stands for code that is of no game."""
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
                elif named is None:
                    self._cannot(call, f"{how}({slug!r}) is not in a method of a class, so its game cannot be told")
                else:
                    named.lines.setdefault(slug, []).append(call.lineno)
                    (named.called if is_call else named.applied).add(slug)

    def _cannot(self, node: ast.expr, text: str) -> None:
        self.unread.append(Problem(text, place=Place(self.file, node.lineno)))


def _code(modules: list[_Module], unread: list[Problem]) -> dict[str, list[Code]]:
    """Return the code of every clause, game by game: what a game's class and its bases name, and what they use."""
    classes = {found.name: found for module in modules for found in module.classes}
    code: dict[str, list[Code]] = {}
    belongs: set[_Named] = set()
    for game in classes.values():
        if game.id is None:
            continue
        used: list[tuple[str, str, _Named]] = []
        overridden: set[str] = set()
        lineage = _lineage(game, classes)
        for found in lineage:
            belongs.update(found.methods.values())
            for name, method in found.methods.items():
                if name in overridden:
                    continue
                if not method.asks_base:
                    overridden.add(name)
                used.append((found.module.file, f"{found.name}.{name}", method))
        homes = {found.module.file for found in lineage}
        imported = {each for found in lineage for each in found.module.imported}
        for module in modules:
            for name, function in module.functions.items():
                if module.file in homes or (module.file, name) in imported:
                    belongs.add(function)
                    used.append((module.file, name, function))
        for file, name, named in used:
            for slug, bound in named.code(file, name):
                code.setdefault(f"{game.id}.{slug}", []).append(bound)
    for module in modules:
        methods = {f"{found.name}.{name}": each for found in module.classes for name, each in found.methods.items()}
        for name, named in (methods | module.functions).items():
            if named.lines and named not in belongs:
                text = f"{name} names the clause {min(named.lines)}, but is of no game"
                unread.append(Problem(text, place=Place(module.file, named.line)))
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


def problems(stated: Mapping[str, Stated], retired: Collection[str], bound: Bindings) -> list[Problem]:
    """Return everything that keeps pages, code and tests from agreeing, in plain sentences.

    `stated` is what the pages state, and `retired` the ids that they retire.
    """
    found = list(bound.unread)
    for key, clause in stated.items():
        slug = key.partition(".")[2]
        if not clause.sources and clause.standing != "editors":
            found.append(Problem(f"clause {key} has no source: with the standing {clause.standing} it names one", key))
        if key not in bound.code:
            text = f'clause {key} has no code: nothing of the game names it, self.clause("{slug}") or @applies'
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
    return found


def _unstated(key: str, stated: Collection[str], retired: Collection[str], who: str, place: Place) -> Iterator[Problem]:
    if key in retired:
        yield Problem(f"{who} the clause {key}, which is retired", place=place)
    elif key not in stated:
        yield Problem(f"{who} the clause {key}, which no page states", place=place)
