"""Running a command as one step of a build: quiet when it works, one plain sentence when it does not. And its date."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "build" / "logs"
EPOCH = "SOURCE_DATE_EPOCH"  # Sphinx, matplotlib, JupyterLite and setuptools know it too
EARLIEST, LATEST = 315532800, 4354819199  # 1980 to 2107: a zip knows no other date
CAUSED = "The above exception was the direct cause of the following exception:"  # in a traceback of Python


class Stop(Exception):
    """The build cannot go on. The text is the one sentence that the person who started it gets to read."""


def digest(files: Iterable[Path], *texts: str) -> str:
    """A digest, in hexadecimal, of the names and contents of files, and of further texts."""
    total = sha256("\0".join(texts).encode())
    for file in sorted(files):
        name = file.relative_to(ROOT).as_posix()
        total.update(f"\0{name}\0{sha256(file.read_bytes()).hexdigest()}".encode())
    return total.hexdigest()


def keep(folder: Path, pins: str, make: Callable[[Path], None]) -> None:
    """Sees to it that a folder holds what `make` puts into a new folder, as of these pins.

    What was made from others goes; what is half made never counts. Raises what `make` raises.
    """
    stamp = folder / "pins"
    if not stamp.is_file() or stamp.read_text() != pins:
        new = folder.with_suffix(".new")
        for old in (new, folder):
            shutil.rmtree(old, ignore_errors=True)
        make(new)
        (new / "pins").write_text(pins)
        new.rename(folder)


def cause(said: str) -> str:
    """What a command that failed gives as the cause in all that it printed: one line, without a full stop."""
    # Sphinx tells of an exception amid much else. If it has wrapped one in its own, the one inside is the cause.
    dump = re.search(r"^Traceback\n=+\n\n((?: {4}.*\n)+)", said, re.MULTILINE)
    if dump:
        said = dump[1].split(CAUSED)[-2:][0]
    lines = [line.strip().rstrip(".") for line in said.splitlines() if line.strip()] or ["nothing"]
    # pip and npm begin with what is wrong and go on with advice; others, and tracebacks, end with it.
    first = next((line for line in lines if line.lower().startswith(("error", "npm error")) and not dump), lines[-1])
    return re.sub(r"^sphinx\.errors\.\w+: ", "", first)[:300]


def run(
    command: Sequence[str | Path],
    log: str,
    trouble: str,
    *,
    cwd: Path = ROOT,
    on_line: Callable[[str], None] = lambda line: None,
) -> str:
    """Runs a command to its end and returns all that it printed, which is kept in build/logs/LOG.txt too.

    `on_line` gets each line as it comes. Raises Stop with `trouble`, the command's complaint and the log's
    name when the command cannot be started or ends with another status than 0.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    path = LOGS / f"{log}.txt"
    said: list[str] = []
    with path.open("w", encoding="utf-8", errors="replace") as file:
        try:
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=cwd,
                env={**os.environ, "PYTHONIOENCODING": "utf-8"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise Stop(f"{trouble} ({Path(command[0]).name} does not start: {error.strerror}).") from None
        with process:
            assert process.stdout is not None
            for line in process.stdout:
                file.write(line)
                said.append(line)
                on_line(line)
    if process.returncode:
        where = path.relative_to(ROOT).as_posix()
        raise Stop(f"{trouble} (it said: {cause(''.join(said))}; the rest is in {where}).")
    return "".join(said)


def start(step: Callable[[], object]) -> None:
    """Carries out a step as the whole of a program, whose status tells whether it is done."""
    try:
        step()
    except Stop as stop:
        sys.exit(str(stop))
    except KeyboardInterrupt:
        sys.exit(130)


def show(*command: str | Path) -> int:
    """Runs a command whose output the person is to see, and returns its status."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode


def source_date() -> int:
    """The date of what is built, in seconds since 1970: SOURCE_DATE_EPOCH, else the last commit's.

    Without either (in a copy of the tree without git), the earliest date that a zip knows. Raises Stop when
    SOURCE_DATE_EPOCH is no number, or a date after the last that a zip knows.
    """
    text = os.environ.get(EPOCH, "")
    if not text and (ROOT / ".git").exists():  # not the git of a folder around a copy of the tree
        with suppress(OSError):  # no git here
            git = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
            text = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    if not re.fullmatch("[0-9]{0,10}", text) or int(text or 0) > LATEST:
        raise Stop(
            f"{EPOCH} is {text!r}, but it must be a number: seconds since 1970, "
            f"{LATEST} at most, for a zip knows no date after 2107."
        )
    return max(EARLIEST, int(text or EARLIEST))
