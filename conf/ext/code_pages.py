"""Pages that show the code and the tests which clauses link to: `code/FILE.html`, with an anchor for each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sphinx.highlighting import PygmentsBridge


def page(file: str) -> str:
    """Return the name of the page that shows a file."""
    return f"code/{file}"


def anchor(line: int) -> str:
    """Return the anchor of a line."""
    return f"line-{line}"


def pages(highlighter: PygmentsBridge, root: Path, files: Iterable[str]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the page of each file below the folder `root`, as Sphinx takes it: name, context and template."""
    for file in files:
        text = (root / file).read_text("utf-8")
        code = highlighter.highlight_block(text, "python", linenos="inline", linespans="line", anchorlinenos=True)
        yield page(file), {"title": file, "body": f'<h1>{file}</h1>\n<div class="code-page">{code}</div>'}, "page.html"
