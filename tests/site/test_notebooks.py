"""The notebooks of the site run from top to bottom, and the picture of the README is the engine's own."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from mancala_ref import GAMES, game
from mancala_ref.live.widget import BoardWidget

DOCS = Path(__file__).parents[2] / "docs"


def run(source: str, names: dict[str, Any]) -> object:
    """Run a cell and return what it would show: the value of its last line, if that is an expression."""
    code = ast.parse(source)
    last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
    exec(compile(code, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


@pytest.mark.parametrize("name", GAMES)
def test_a_notebook_runs_and_tells_the_truth(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = nbformat.read(DOCS / "notebooks" / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    names: dict[str, Any] = {}
    shown = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert not cell.outputs
            shown.append(run(cell.source, names))
    printed = capsys.readouterr().out
    assert f"({name}." in printed  # the steps of a turn, each with its clause
    assert re.search(r"^1 \d+$", printed, re.MULTILINE)  # perft
    pictures = [value for value in shown if hasattr(value, "_repr_svg_")]
    assert pictures == [names["turn"].position]
    assert isinstance(names["board"], BoardWidget)
    assert shown[-1] is names["board"]
    told = " ".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    for attribute in re.findall(r"`board\.(\w+)", told):
        assert hasattr(names["board"], attribute), attribute


def test_the_picture_of_the_readme_is_up_to_date() -> None:
    """Renew it with `mancala-ref show mefuvha --columns 8 --svg docs/_static/mefuvha.svg`."""
    drawn = game("mefuvha", 8).start().svg() + "\n"
    assert (DOCS / "_static" / "mefuvha.svg").read_text("utf-8") == drawn
