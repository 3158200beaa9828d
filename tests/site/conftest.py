"""What the tests of our Sphinx extensions share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from projects import SHORT_NAMES, Built, Project, bind, source, sphinx


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a function that builds pages; called once more, it builds over what is there."""

    def build(
        pages: dict[str, str],
        extensions: Sequence[str] = ("clauses",),
        builder: str = "dummy",
        jobs: int = 1,
        bound: Sequence[str] = (),
        files: dict[str, str] | None = None,
        settings: dict[str, str] | None = None,
    ) -> Built:
        toctree = "```{toctree}\n" + "\n".join(pages) + "\n```\n"
        texts = {f"docs/{name}.md": text for name, text in {"index": f"# Home\n\n{toctree}", **pages}.items()}
        texts["docs/references.bib"] = "\n".join(source(key, short) for key, short in SHORT_NAMES.items())
        for name, text in {**texts, **bind(bound), **(files or {})}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return sphinx(tmp_path / "docs", tmp_path / builder, extensions, builder, jobs, settings)

    return build
