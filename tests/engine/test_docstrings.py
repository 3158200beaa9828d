"""The examples in the package's docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import mancala_ref

MODULES = ["mancala_ref", *(found.name for found in pkgutil.walk_packages(mancala_ref.__path__, "mancala_ref."))]
MODULES.remove("mancala_ref.__main__")  # importing it runs the command line


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) > 20
