"""The zip of the site in Chromium: unpacked, served by what its reader has, and played on with no other server."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser.live import Board, Visit, the_board
from browser.shown import clicks, expected
from playwright.sync_api import expect

import mancala_ref

MEFUVHA = mancala_ref.game("mefuvha", columns=8)
TURN = MEFUVHA.play(MEFUVHA.start(), "b3xd2xd3")


@pytest.fixture(scope="module")
def folder(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that comes out of the zip."""
    out = tmp_path_factory.mktemp("unpacked")
    [path] = site.glob("*-site.zip")
    with zipfile.ZipFile(path) as archive:
        archive.extractall(out)
    [folder] = out.iterdir()
    return folder


@contextmanager
def serving(folder: Path, *command: str) -> Iterator[str]:
    """Start a server in a folder, apart from this project's code, and give the address that it tells."""
    with subprocess.Popen(
        [sys.executable, "-I", "-u", *command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            told = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
            assert told, "The server does not tell its address."
            yield told[0]
        finally:
            server.terminate()


def test_a_board_of_the_unpacked_zip_plays_on_pythons_own_server(visit: Visit, folder: Path) -> None:
    with serving(folder, "-m", "http.server", "0", "--bind", "127.0.0.1") as url:
        page = visit("games/mefuvha.html", url)
        board = the_board(page)
        board.play()
        assert board.shown() == expected(MEFUVHA, MEFUVHA.start())
        for hole, position, said in clicks(MEFUVHA, TURN):
            board.choose(hole)
            turns = [] if position.free else [TURN.move]
            assert board.shown() == expected(MEFUVHA, position, said, turns=turns, undo=True)


def test_python_in_the_unpacked_zip_starts_on_the_server_that_it_brings(visit: Visit, folder: Path) -> None:
    with serving(folder, "serve.py", "--port", "0") as url:
        page = visit("games/mefuvha.html", url)
        board = the_board(page)
        board.box.locator(".mancala-code").click()
        expect(board.box).to_have_attribute("data-code", "ready")
        there = Board(page.frame_locator(".mancala-frame").locator("body"))
        assert there.shown() == expected(MEFUVHA, MEFUVHA.start())
