"""Files out of Python packages that are not installed, pinned: through pip, from the index it is set up for."""

from __future__ import annotations

import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from steps import run


def fetch(pin: str, names: Iterable[str], folder: Path) -> None:
    """Puts files of a package's wheel into a folder, without the folders that they are in there.

    `pin` is a line of a requirements file, with the version and the hash. Raises Stop when pip cannot fetch the wheel,
    or when it is not the pinned one.
    """
    package = pin.partition(" ")[0].replace("==", " ")
    print(f"Fetching {package}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        pins = Path(scratch, "pins.txt")
        pins.write_text(pin, "utf-8")
        options = "--disable-pip-version-check --require-hashes --no-deps --only-binary :all:".split()
        run(
            [sys.executable, "-m", "pip", "download", *options, "-d", scratch, "-r", pins],
            "pip-wheel",
            f"pip could not fetch {package}: check the network",
        )
        with zipfile.ZipFile(next(Path(scratch).glob("*.whl"))) as wheel:
            for name in names:
                (folder / Path(name).name).write_bytes(wheel.read(name))
