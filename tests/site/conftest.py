"""What the tests of our Sphinx extensions share."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import Project, project_in


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a function that builds pages; called once more, it builds over what is there."""
    return project_in(tmp_path)
