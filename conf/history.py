"""What git knows of the files of a tree: when each was changed last, by which commits, and how old its lines are."""

from __future__ import annotations

import re
import subprocess
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
NOT_COMMITTED = re.compile("0+")
SEPARATOR = "\0"


class Change(NamedTuple):
    """A commit: its date (`2026-11-29`), its id in full, and the first line of its message."""

    date: str
    commit: str
    subject: str


def spelled(date: str) -> str:
    """Return a date as pages write it: 29 November 2026."""
    year, month, day = map(int, date.split("-"))
    return f"{day} {MONTHS[month - 1]} {year}"


class History:
    """The history of the files below a folder, as far as git has it.

    Where there is no git or no repository, or only the last commits of one (a shallow clone), nothing is known of any
    file; neither is anything known of one that has changes which are not committed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        top = self._git("rev-parse", "--show-toplevel").strip()
        self._top = Path(top) if top else folder

    def _git(self, *arguments: str | Path) -> str:
        """Return what git says, or nothing if it cannot be asked."""
        try:
            command = ["git", "-c", "core.quotepath=off", "-C", self._folder, *arguments]
            done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=True)
        except (OSError, subprocess.CalledProcessError):
            return ""
        return done.stdout

    @cached_property
    def _changed(self) -> set[str]:
        """The files with changes that are not committed."""
        status = self._git("status", "--porcelain", "-z", "--no-renames", "--untracked-files=no")
        return {entry[3:] for entry in status.split(SEPARATOR) if entry}

    @cached_property
    def _log(self) -> list[tuple[Change, list[str]]]:
        """All commits with their files, newest first; nothing of a shallow clone, whose oldest ones have every file."""
        if self._git("rev-parse", "--is-shallow-repository").strip() != "false":
            return []
        log = self._git("log", "--no-renames", "--name-only", "--format=%x01%cs%x00%H%x00%s")
        found = []
        for entry in log.split("\1")[1:]:
            head, *files = entry.splitlines()
            found.append((Change(*head.split(SEPARATOR)), list(filter(None, files))))
        return found

    @cached_property
    def _files(self) -> dict[str, list[Change]]:
        found: dict[str, list[Change]] = {}
        for change, files in self._log:
            for file in files:
                found.setdefault(file, []).append(change)
        return found

    def last(self) -> Change | None:
        """Return the last commit; None if nothing is known."""
        return self._log[0][0] if self._log else None

    def changes(self, *files: Path) -> list[Change]:
        """Return the commits that changed one of these files, newest first; none if that is not known."""
        names = [file.resolve().relative_to(self._top.resolve()).as_posix() for file in files if self._below(file)]
        if self._changed.intersection(names):
            return []
        wanted = {change for name in names for change in self._files.get(name, [])}
        return [change for change, _ in self._log if change in wanted]

    def _below(self, file: Path) -> bool:
        return file.resolve().is_relative_to(self._top.resolve())

    def dates(self, file: Path) -> list[str]:
        """Return of each line of a file when it was changed last; none if that is not known of all."""
        known = {change.commit: change.date for change, _ in self._log}
        blame = self._git("blame", "-l", "-s", "--root", "--", file) if known else ""
        commits = [line.partition(" ")[0] for line in blame.splitlines()]
        if any(NOT_COMMITTED.fullmatch(commit) for commit in commits):
            return []
        return [known[commit] for commit in commits]
