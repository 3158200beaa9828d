"""Every example that the pages show is true: Python sessions, and commands with their output."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from mancala_ref import cli

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*/*.md"))]
COMMANDS = ("mancala-ref ", "python3 -m mancala_ref ")


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """Return the line number and text of each fenced block of that language."""
    text = page.read_text("utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, match.start(1)), match[1]) for match in found]


def having(language: str) -> list[object]:
    return [pytest.param(p, id=str(p.relative_to(ROOT))) for p in PAGES if blocks(p, language)]


@pytest.mark.parametrize("page", having("python"))
def test_python_sessions(page: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are one session; those on the data are in the folder of the built site."""
    if page.name == "data.md":
        monkeypatch.chdir(request.getfixturevalue("site"))
    runner, names = doctest.DocTestRunner(), {"__name__": "__main__"}
    for line, block in blocks(page, "python"):
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), line)
            runner.run(test, clear_globs=False)
            names = test.globs
    assert runner.summarize(verbose=False) == (0, runner.tries)


@pytest.mark.parametrize("page", having("console"))
def test_commands(
    page: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that begins with `$` is a command; what follows is all that it prints."""
    monkeypatch.chdir(tmp_path)
    status: object = 0
    for line, block in blocks(page, "console"):
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            if command == "echo $?":
                printed = f"{status}\n"
            else:
                prefix = next(prefix for prefix in COMMANDS if command.startswith(prefix))
                try:
                    status = cli.main(shlex.split(command.removeprefix(prefix)))
                except SystemExit as leave:
                    status = leave.code
                printed = "".join(capsys.readouterr())
            assert printed == shown, f"{page}, after line {line}: {command}"
