"""Repositories of git, made to try what reads them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

AUTHOR = {
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "C",
    "GIT_COMMITTER_EMAIL": "c@example.org", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
}  # fmt: skip


def git(folder: Path, *arguments: str, date: str = "2026-01-01") -> str:
    """Run git in a folder, with a committer of its own and commits of that date."""
    dates = {"GIT_AUTHOR_DATE": "2000-01-01T00:00:00Z", "GIT_COMMITTER_DATE": f"{date}T12:00:00Z"}
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(
        command, env={**os.environ, **AUTHOR, **dates}, check=True, capture_output=True, text=True
    ).stdout
