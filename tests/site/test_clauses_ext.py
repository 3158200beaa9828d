"""The clause directives, on small projects made for the purpose: what a good one gives, and each error."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

sys.path.insert(0, str(Path(__file__).parents[2] / "conf" / "ext"))
import clauses

Build = Callable[..., tuple[Path, str]]

SOURCE = """
```{source} oak
:short: Oak 1900
:known: part

An invented source.
```
"""


def clause(key: str = "oak.sow", options: str = ":standing: source\n:source: oak", text: str = "Sow.") -> str:
    return f"```{{clause}} {key}\n{options}\n\n{text}\n```\n"


def page(*parts: str) -> str:
    return "\n".join(["# Game", *parts, SOURCE])


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Return a function that builds pages (name to text) and returns the output folder and the warnings.

    The engine of the project applies `engine`; by default, just what the pages state in the good case.
    """

    def run(
        pages: dict[str, str], engine: tuple[str, ...] = ("oak.sow",), builder: str = "dummy", jobs: int = 1
    ) -> tuple[Path, str]:
        monkeypatch.setattr(clauses, "engine_clauses", lambda: set(engine))
        source = tmp_path / "source"
        toctree = "```{toctree}\n" + "\n".join(pages) + "\n```\n"
        for name, text in {"index": "# Home\n\n" + toctree, **pages}.items():
            path = source / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        out, warnings = tmp_path / "out", StringIO()
        with docutils_namespace(), patch_docutils():
            app = Sphinx(
                source,
                confdir=None,
                outdir=out,
                doctreedir=tmp_path / "trees",
                buildername=builder,
                confoverrides={"extensions": ["myst_parser", "clauses"], "nitpicky": True},
                status=None,
                warning=warnings,
                parallel=jobs,
            )
            app.build()
        return out, warnings.getvalue()

    return run


def test_a_clause_has_its_id_as_anchor_and_shows_number_standing_source_and_link(build: Build) -> None:
    text = page(clause("oak.board"), clause(), "See {clause}`oak.sow` and {clause}`the board <oak.board>`.")
    out, warnings = build({"games/oak": text}, engine=("oak.board", "oak.sow"), builder="html")
    assert not warnings
    html = (out / "games" / "oak.html").read_text("utf-8")
    assert html.count('id="oak.sow"') == 1
    assert '<p class="clause-number">2.</p>' in html
    assert "from the source" in html
    assert '<a class="reference internal" href="#source-oak">Oak 1900</a>' in html
    assert 'id="source-oak"' in html
    assert "read in part" in html
    assert '<a class="clause-link" href="#oak.sow" aria-label="Link to clause oak.sow">link</a>' in html
    assert 'href="#oak.sow">clause 2, <code' in html
    assert 'href="#oak.board">' in html
    assert ">the board<" in html


def test_a_clause_is_referred_to_from_another_page_and_is_in_the_search(build: Build) -> None:
    pages = {"games/oak": page(clause()), "guide": "# Guide\n\nSee {clause}`oak.sow` and {any}`oak.sow`.\n"}
    out, warnings = build(pages, builder="html")
    assert not warnings
    assert (out / "guide.html").read_text("utf-8").count('href="games/oak.html#oak.sow"') == 2
    assert '"objects":{"oak":[[0,0,1,"","sow"]]}' in (out / "searchindex.js").read_text("utf-8")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (clause("oak.sow") * 2, "clause oak.sow is already stated in games/oak, line 2"),
        (clause("sow"), "clause sow: an id has the form game.slug, in lower case: oak.relay"),
        (clause("oak.Sow"), "clause oak.Sow: an id has the form game.slug"),
        (clause("elm.sow"), "clause elm.sow: on the page games/oak an id begins with oak"),
        (
            clause(options=":standing: rumour\n:source: oak"),
            "clause oak.sow: 'standing' is rumour, not one of source, inferred, editors",
        ),
        (clause(options=":source: oak"), "clause oak.sow: 'standing' is missing"),
        (clause(options=":standing: inferred"), "clause oak.sow: with the standing inferred it must name a"),
        (clause(text=""), 'Content block expected for the "clause" directive; none found'),
        ("```{source} elm\n:known: hearsay\n\nText.\n```", "source elm: 'known' is hearsay, not one of"),
        (SOURCE, "source oak is already listed on this page"),
    ],
)
def test_a_fault_in_a_directive_is_an_error_at_its_place(build: Build, body: str, message: str) -> None:
    _, warnings = build({"games/oak": page(body)}, engine=())
    first = warnings.splitlines()[0]
    assert message in warnings
    assert "games/oak.md:" in first
    assert "ERROR" in first


def test_the_place_is_the_line_of_the_second_statement(build: Build) -> None:
    _, warnings = build({"games/oak": page(clause(), clause())})
    assert "oak.md:9: ERROR: clause oak.sow is already stated in games/oak, line 2" in warnings


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("See {clause}`oak.reap`.", "no page states the clause oak.reap"),
        ("See {source}`elm`.", "this page lists no source elm"),
        (clause("oak.end", ":standing: inferred\n:source: oak, elm"), "this page lists no source elm"),
    ],
)
def test_an_unresolved_reference_is_a_warning_that_names_it(build: Build, body: str, message: str) -> None:
    _, warnings = build({"games/oak": page(clause(), body)}, engine=("oak.sow", "oak.end"))
    assert f"WARNING: {message}" in warnings
    assert "games/oak.md:" in warnings


def test_what_only_the_engine_or_only_a_page_knows_is_a_warning(build: Build) -> None:
    _, warnings = build({"games/oak": page(clause())}, engine=("oak.relay",))
    assert "WARNING: the engine applies the clause oak.relay, which no page states" in warnings
    assert "oak.md:2: WARNING: the clause oak.sow is stated, but the engine does not know it" in warnings


def test_a_page_that_is_read_again_is_forgotten_first(build: Build) -> None:
    build({"games/oak": page(clause(), clause("oak.end"))}, engine=("oak.sow", "oak.end"))
    _, warnings = build({"games/oak": page(clause("oak.end"), "Changed.")}, engine=("oak.end",))
    assert not warnings


def test_pages_read_in_parallel_give_the_same(build: Build) -> None:
    trees = ["ash", "elm", "fir", "oak", "yew", "box"]
    pages = {f"games/{tree}": page(clause(f"{tree}.sow"), clause(f"{tree}.end")) for tree in trees}
    pages["other/oak"] = page(clause())
    engine = tuple(f"{tree}.{slug}" for tree in trees for slug in ("sow", "end"))
    out, warnings = build(pages, engine, builder="html", jobs=2)
    assert all('id="yew.end"' in (out / "games/yew.html").read_text("utf-8") for _ in trees)
    assert len(warnings.splitlines()) == 1
    assert "clause oak.sow is already stated in" in warnings
