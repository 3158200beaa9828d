"""The live board in JupyterLab and in Jupyter Notebook, in Chromium: the wheel of the site, with the extra `live`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest
from browser.live import VERSION, Board, Guard, Visit
from browser.shown import clicks, expected
from nbformat import v4
from playwright.sync_api import Locator, expect

import mancala_ref

MEFUVHA = mancala_ref.game("mefuvha", columns=8)
CELLS = ('import mancala_ref\nboard = mancala_ref.live("mefuvha", columns=8)\nboard', "board.position")

# Nobody is asked for news, newer versions and extensions.
QUIET = (
    "--LabApp.news_url=",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
)
OF_JUPYTER = (
    "Shared module @jupyterlite/services doesn't exist",  # JupyterLite's kernel, which the environment has too
    r"\.ipynb: Cannot read properties of undefined \(reading 'schema'\)",
    r"\.ipynb: Command 'filebrowser:open-path' not registered",
)


@pytest.fixture(scope="module")
def jupyter(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Jupyter server, without a slash at its end: one for both, without this user's settings."""
    home = tmp_path_factory.mktemp("jupyter")
    library, work, log = home / "library", home / "work", home / "log.txt"
    [wheel] = site.glob("lite/static/pyodide/mancala_ref-*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--target", library, wheel], check=True)
    work.mkdir()
    notebook = v4.new_notebook(cells=[v4.new_code_cell(cell) for cell in CELLS])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    for name in ("lab", "notebook"):
        nbformat.write(notebook, work / f"{name}.ipynb")
    folders = {f"JUPYTER_{name}_DIR": str(home / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    nowhere = dict.fromkeys(("http_proxy", "https_proxy"), "http://127.0.0.1:9")
    command = [sys.executable, "-m", "notebook", "--no-browser", "--ip=127.0.0.1", "--port=0", "--allow-root"]
    command += ["--IdentityProvider.token=", *QUIET]
    with (
        log.open("w", encoding="utf-8") as file,
        subprocess.Popen(
            command,
            cwd=work,
            env={**os.environ, **folders, **nowhere, "HOME": str(home), "PYTHONPATH": str(library)},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
        ) as server,
    ):
        try:
            yield address(server, home / "runtime", log)
        finally:
            server.terminate()


def address(server: subprocess.Popen[bytes], runtime: Path, log: Path) -> str:
    """Wait for the server and return where it is, which it writes into a file."""
    file = runtime / f"jpserver-{server.pid}.json"
    for _ in range(600):
        if server.poll() is not None:
            break
        if file.is_file() and (text := file.read_text("utf-8")).endswith("}"):
            return str(json.loads(text)["url"]).rstrip("/")
        time.sleep(0.1)
    pytest.fail(f"Jupyter does not start: {log.read_text('utf-8')}", pytrace=False)


def run(cell: Locator) -> None:
    """Run a cell, again if nothing came of it: JupyterLab may drop what it is asked in its first moments."""
    for _ in range(60):
        if re.search(r"\d|\*", cell.locator(".jp-InputPrompt").inner_text()):
            return
        cell.click()
        cell.page.keyboard.press("Shift+Enter")
        cell.page.wait_for_timeout(1000)
    pytest.fail("Jupyter does not run the cell")


@pytest.mark.parametrize("path", ["lab/tree/lab.ipynb", "notebooks/notebook.ipynb"])
def test_a_live_board_in_a_real_notebook(visit: Visit, guard: Guard, jupyter: str, path: str) -> None:
    for error in OF_JUPYTER:
        guard.expect(error)
    page = visit(path, jupyter, viewport={"width": 1280, "height": 2000})  # cells out of sight are not on the page
    cells = page.locator(".jp-Notebook .jp-Cell")
    expect(cells).to_have_count(len(CELLS))
    expect(page.locator(".jp-Notebook-ExecutionIndicator")).to_have_attribute("data-status", "idle")
    run(cells.first)
    outputs = page.locator(".jp-Notebook .jp-OutputArea-output")
    board = Board(outputs.first)
    expect(board.live).to_have_attribute("data-version", VERSION)
    assert board.shown() == expected(MEFUVHA, MEFUVHA.start())

    turn = MEFUVHA.play(MEFUVHA.start(), "b3xd2xd3")
    for hole, position, said in clicks(MEFUVHA, turn):
        board.choose(hole)
        turns = [] if position.free else [turn.move]
        assert board.shown() == expected(MEFUVHA, position, said, turns=turns, undo=True)

    run(cells.nth(1))
    picture = unquote(outputs.nth(1).locator("img").get_attribute("src") or "")
    assert picture.removeprefix("data:image/svg+xml,") == turn.position._repr_svg_()
