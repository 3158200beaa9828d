"""What git knows of the files of a tree: when each was changed, by which commits, and what it said before."""

from __future__ import annotations

import subprocess
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
SEPARATOR = "\0"
# Settings of whoever asks, which would change the answers.
PLAIN = ("core.quotepath=off", "diff.relative=false", "log.follow=false", "log.showSignature=false", "color.ui=false")


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

    Where there is no git, no repository that has any of the files, or only the last commits of one (a shallow clone),
    nothing is known; neither is anything of a file that has changes which are not committed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        top = self._git("rev-parse", "--show-toplevel").strip()
        self._top = (Path(top) if top else folder).resolve()

    def _git(self, *arguments: str | Path) -> str:
        """Return what git says, or nothing if it cannot be asked."""
        settings = [part for setting in PLAIN for part in ("-c", setting)]
        try:
            command = ["git", *settings, "-C", self._folder, *arguments]
            done = subprocess.run(command, capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            return ""
        return done.stdout.decode("utf-8", "replace")

    @cached_property
    def _changed(self) -> set[str]:
        """The files with changes that are not committed."""
        status = self._git("status", "--porcelain", "-z", "--no-renames", "--untracked-files=no")
        return {entry[3:] for entry in status.split(SEPARATOR) if entry}

    @cached_property
    def _log(self) -> list[tuple[Change, list[str]]]:
        """All commits with their files, newest first."""
        # In a shallow clone the oldest commit would have every file.
        if self._git("rev-parse", "--is-shallow-repository").strip() != "false" or not self._git("ls-files", "--", "."):
            return []
        log = self._git("log", "--no-renames", "--name-only", "--format=%x01%cs%x00%H%x00%s")
        found = []
        for entry in log.split("\1")[1:]:
            head, *files = entry.split("\n")
            found.append((Change(*head.split(SEPARATOR)), list(filter(None, files))))
        return found

    @cached_property
    def _files(self) -> dict[str, list[Change]]:
        found: dict[str, list[Change]] = {}
        for change, files in self._log:
            for file in files:
                found.setdefault(file, []).append(change)
        return found

    @property
    def known(self) -> bool:
        """Whether there is a history at all."""
        return bool(self._log)

    def last(self) -> Change | None:
        """Return the last commit; None if that is not known, or is not all."""
        return self._log[0][0] if self._log and not self._changed else None

    def changes(self, *files: Path) -> list[Change]:
        """Return the commits that changed one of these files, newest first; none if that is not known."""
        names = list(map(self._name, files))
        if self._changed.intersection(names):
            return []
        wanted = {change for name in names for change in self._files.get(name, [])}
        return [change for change, _ in self._log if change in wanted]

    def versions(self, file: Path) -> list[tuple[str, str]]:
        """Return the texts that a file has had, each with the date of its commit, newest first."""
        name = self._name(file)
        return [(change.date, self._git("show", f"{change.commit}:{name}")) for change in self._files.get(name, [])]

    def _name(self, file: Path) -> str:
        """Return what git calls a file; nothing if it is not in the repository."""
        path = file.resolve()
        return path.relative_to(self._top).as_posix() if path.is_relative_to(self._top) else ""
