"""The history of the rules, on small projects: what the page says of a change, each error, and silent changes."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
import rule_history
from bindings import Place
from projects import Built, Project

import mancala_ref
from mancala_ref.game import Cite

BOUND = ("oak.sow", "oak.end")
RULE = "A player sows all seeds of a hole, one by one.\nThen the turn ends."


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there have been some versions."""
    monkeypatch.setattr(mancala_ref, "__version__", "0.3.0")


def clause(text: str = RULE, source: str = "oak, p. 3", standing: str = "source", key: str = "oak.sow") -> str:
    shown = "```{example} 0*6/0*6/0*6/1,0*5 S\n:move: b1\n:refused: oak.start\n:origin: no matter\n```"
    return f"````{{clause}} {key}\n:standing: {standing}\n:source: {source}\n\n{text}\n\n{shown}\n````\n"


STUB = "```{retired} oak.old\n\nIt was wrong.\n```\n"
RETIRED = [":date: 2027-03-01", ":version: 0.3.0", ":what: retired", ":standing: editors"]
GOOD = [":date: 2027-02-01", ":version: 0.2.0", ":what: rule", ":source: elm, p. 9"]


def change(*options: str, text: str = "It was so, and is so.", keys: str = "oak.sow") -> str:
    return "\n".join([f"```{{change}} {keys}", *(options or GOOD), "", text, "```", ""])


def history(*changes: str, first: str = "2026-11-29") -> str:
    return "\n".join([f"````{{rule-changes}} {first}", *changes, "````", ""])


def page(*parts: str) -> str:
    return "\n".join(["# Game", *parts, "```{sources}\n```\n"])


def words(text: str = RULE, source: str = "p. 3", standing: str = "source") -> str:
    return rule_history.digest(" ".join(text.split()), standing, [Cite("oak", source)])


def build(
    project: Project, *parts: str, builder: str = "dummy", published: str | None = None, jobs: int = 1, **pages: str
) -> Built:
    """Build the page of a game; unless the test says otherwise, the clause of RULE is published as it stands."""
    listed = f"oak.sow 0.1.0 {words()}\n" if published is None else published
    return project(
        {"games/oak": page(*parts), **pages},
        extensions=("rule_history",),
        builder=builder,
        jobs=jobs,
        bound=BOUND,
        files={"docs/published-clauses.txt": f"# Published\n\n{listed}"},
    )


def said(built: Built) -> list[str]:
    """What is said of published clauses and of changes; the invented game is known to no engine."""
    ours = re.compile(r"WARNING: .*(published|:words:|:what:|told to be retired|WORDS)")
    return [line.split("/docs/")[1] for line in built.warnings.splitlines() if ours.search(line)]


def html(built: Built) -> str:
    return (built.out / "games/oak.html").read_text("utf-8")


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", html)).split())


# ---- what a page says


def test_changes_are_listed_with_clause_reason_and_source(project: Project) -> None:
    old = change(":date: 2027-01-01", ":version: 0.1.1", ":what: wording", f":words: {words()}", text="")
    built = build(project, clause(), history(change(), old), builder="html")
    assert not said(built)
    listed = html(built)[html(built).index("The rules of this page") :]
    assert text_of(listed).startswith(
        "The rules of this page were first stated on 29 November 2026. What changed since, the newest first: "
        "1 February 2027 · version 0.2.0 · clause 1, oak.sow: rule changed It was so, and is so. "
        "from the source · Elm 1901, p. 9 (read in part) "
        "1 January 2027 · version 0.1.1 · clause 1, oak.sow: reworded, the rule is the same"
    )
    assert 'href="#oak.sow">clause 1' in listed
    assert 'href="#source-elm"' in listed  # the page's own list has what its history cites
    assert re.findall(r'<li id="(change-\d)">', listed) == ["change-2", "change-1"]


def test_a_changed_clause_leads_to_its_newest_change(project: Project) -> None:
    other = clause(key="oak.end")
    old = change(
        ":date: 2027-01-01", ":version: 0.1.1", ":what: wording", f":words: {words()}", text="", keys="oak.sow"
    )
    listed = f"oak.sow 0.1.0 {words()}\noak.end 0.1.0 {words()}\noak.old 0.1.0 00000000\n"
    built = build(
        project, clause(), other, STUB,
        history(change(*RETIRED, keys="oak.old"), change(), old), builder="html", published=listed,
    )  # fmt: skip
    assert not said(built)
    sow, end, stub = re.split(r'<div class="(?:clause|retired) compound"', html(built))[1:]
    assert (
        '<a class="reference internal" href="#change-2">changed on 1 February 2027</a> · <a class="clause-link"' in sow
    )
    assert "#change-" not in end
    assert 'href="#change-3">changed on 1 March 2027</a>' in stub.partition("The rules of this page")[0]
    assert "retired clause oak.old: retired It was so, and is so. editors’ decision" in text_of(stub)


def test_a_page_without_changes_says_so(project: Project) -> None:
    built = build(project, clause(), history(), builder="html")
    assert not said(built)
    assert "first stated on 29 November 2026. No clause has changed since." in text_of(html(built))


def test_a_change_of_several_clauses_is_stated_once(project: Project) -> None:
    several = change(*GOOD, f":words: {words()} {words('Another rule.')}", keys="oak.sow oak.end")
    listed = "oak.sow 0.1.0 00000000\noak.end 0.1.0 00000000\n"
    built = build(
        project, clause(), clause("Another rule.", key="oak.end"), history(several), builder="html", published=listed
    )
    assert not said(built)
    assert "clause 1, oak.sow; clause 2, oak.end: rule changed" in text_of(html(built))


# ---- what is wrong on a page


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        (history(change(), first="29.11.2026"), 2, "rule-changes: '29.11.2026' is no date such as 2026-11-29"),
        (history(first="20261129"), 2, "rule-changes: '20261129' is no date such as 2026-11-29"),
        (history() * 2, 4, "rule-changes: a page has one history of its rules, and this page has one already"),
        (change(), 2, "a change stands in the block rule-changes"),
        (history(change(*GOOD[1:])), 3, "change of oak.sow: 'date' is missing, not one such as 2026-11-29"),
        (
            history(change(GOOD[0], ":version: 9.9.9", *GOOD[2:])),
            3,
            "change of oak.sow: 'version' is 9.9.9, but this is 0.3.0",
        ),
        (
            history(change(*GOOD[:2], ":what: wording")),
            3,
            "change of oak.sow: 'words' is missing: the digests of the words that are new, as the build tells them",
        ),
        (
            history(change(":date: 2027-02-30", *GOOD[1:])),
            3,
            "change of oak.sow: 'date' is 2027-02-30, not one such as 2026-11-29",
        ),
        (
            history(change(), change(":date: 2027-02-02", *GOOD[1:])),
            12,
            "change of oak.sow: 2027-02-02 is after 2027-02-01, the change above it: the newest comes first",
        ),
        (
            history(change(":date: 2026-11-28", *GOOD[1:])),
            3,
            "change of oak.sow: 2026-11-28 is before the rules were first stated",
        ),
        (
            history(change(GOOD[0], *GOOD[2:])),
            3,
            "change of oak.sow: 'version' is missing, not one such as 0.1.0",
        ),
        (
            history(change(*GOOD[:2], GOOD[3])),
            3,
            "change oak.sow: 'what' is missing, not one of added, rule, readings, sources, wording, retired",
        ),
        (
            history(change(*GOOD[:3])),
            3,
            "change oak.sow: 'standing' is missing, not one of source, inferred, editors",
        ),
        (
            history(change(*GOOD[:3], ":standing: inferred")),
            3,
            "change of oak.sow: with the standing inferred it names a source",
        ),
        (
            history(change(*GOOD[:3], ":source: Elm 1901, p. 9")),
            3,
            "change oak.sow: ':source:' has 'Elm 1901, p. 9': expected KEY, PLACE; KEY, PLACE",
        ),
        (history(change(text="")), 3, 'Content block expected for the "change" directive; none found'),
        (history(change(keys="elm.sow")), 3, "change elm.sow: on the page games/oak an id begins with oak"),
        *(
            (
                history(change(*GOOD, f":words: {wrong}")),
                3,
                "change of oak.sow: 'words' has the digests of its clauses, as the build tells them, in the same order",
            )
            for wrong in ("3f2a9c", "3f2a9c1b 3f2a9c1b", "3F2A9C1B")
        ),
    ],
)
def test_a_fault_in_a_directive_is_an_error_at_its_place(project: Project, body: str, line: int, message: str) -> None:
    first = next(each for each in build(project, body).warnings.splitlines() if "ERROR" in each)
    assert f"games/oak.md:{line}: ERROR: {message}" in first


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (change(keys="oak.sow oak.reap"), "no page states the clause oak.reap"),
        (change(*GOOD[:3], ":source: fir"), 'could not find bibtex key "fir"'),
    ],
)
def test_what_is_missing_is_a_warning_at_its_place(project: Project, body: str, message: str) -> None:
    built = build(project, clause(), history(body))
    [line] = [line for line in built.warnings.splitlines() if message in line]
    assert re.search(r"games/oak\.md:\d+: WARNING: ", line)


# ---- no clause changes silently


@pytest.mark.parametrize(
    ("text", "source", "standing"),
    [
        (RULE.replace("one by one", "two by two"), "p. 3", "source"),
        (RULE, "p. 4", "source"),
        (RULE, "p. 3", "inferred"),
    ],
)
def test_a_silent_change_is_told_with_its_digest_and_an_entry_heals_it(
    project: Project, text: str, source: str, standing: str
) -> None:
    changed = clause(text, f"oak, {source}", standing)
    [line] = said(build(project, changed, history()))
    now = words(text, source, standing)
    assert line == (
        f"games/oak.md:2: WARNING: clause oak.sow has other words than before: {now}, not {words()}; state what "
        f"changed in the history of the rules, by a {{change}} with ':words: {now}'"
    )
    assert not said(build(project, changed, history(change(*GOOD, f":words: {now}"))))
    assert said(build(project, changed, history(change())))  # the entry must be of these words


def test_the_newest_change_counts(project: Project) -> None:
    new, old = f":words: {words('New.')}", f":words: {words()}"
    stated = history(
        change(*GOOD),  # without words: told of something else
        change(*GOOD, new),
        change(":date: 2027-01-01", *GOOD[1:], old),
    )
    listed = "oak.sow 0.1.0 00000000"
    assert not said(build(project, clause("New."), stated, published=listed))
    [line] = said(build(project, clause(), stated, published=listed))
    assert f"other words than before: {words()}, not {words('New.')}" in line


@pytest.mark.parametrize(
    "text",
    [
        "A player sows all seeds\nof a hole, one by one. Then the\nturn ends.",
        "A player sows *all* seeds of a hole, one by one. Then the turn ends.",
    ],
)
def test_broken_lines_and_examples_are_no_words(project: Project, text: str) -> None:
    more = clause(text).replace(":origin: no matter", ":origin: another")
    assert not said(build(project, more, history()))


def test_numbers_of_clauses_are_no_words(project: Project) -> None:
    text = "As in {clause}`oak.end`, and no player's “seed” -- or 'stone' ..."
    alone = re.findall(r"add the line (.*) to them", build(project, clause(text), history(), published="").warnings)
    first = clause(key="oak.end")
    listed = f"{alone[0]}\noak.end 0.1.0 {words()}\n"
    assert not said(build(project, first, clause(text), history(), published=listed))
    # Sphinx makes other quotes and dashes for other outputs.
    assert not said(build(project, first, clause(text), history(), published=listed, builder="text"))
    assert not said(build(project, first, clause(text), history(), published=listed, builder="html"))


def test_a_new_clause_is_told_with_its_line(project: Project) -> None:
    [line] = said(build(project, clause(), history(), published=""))
    assert line == (
        "games/oak.md:2: WARNING: clause oak.sow is not among the published clauses: "
        f"add the line oak.sow {mancala_ref.__version__} {words()} to them"
    )


def test_a_published_clause_is_never_dropped(project: Project) -> None:
    listed = f"oak.sow 0.1.0 {words()}\noak.gone 0.1.0 00000000\n"
    assert said(build(project, clause(), history(), published=listed)) == [
        "published-clauses.txt:4: WARNING: clause oak.gone was published, but no page states it: "
        "an id is never dropped, it is retired"
    ]


def test_a_retired_clause_needs_its_line_and_a_change(project: Project) -> None:
    listed = f"oak.sow 0.1.0 {words()}\noak.old 0.1.0 00000000\n"
    entry = change(*RETIRED, keys="oak.old")
    assert not said(build(project, clause(), STUB, history(entry), published=listed))
    assert said(build(project, clause(), STUB, history(), published=listed)) == [
        "games/oak.md:16: WARNING: clause oak.old is retired, and no {change} with ':what: retired' tells when and why"
    ]
    assert said(build(project, clause(), STUB, history(entry))) == [
        "games/oak.md:16: WARNING: clause oak.old is not among the published clauses, but retired: put its line back"
    ]


def test_what_is_told_to_be_retired_is(project: Project) -> None:
    assert said(build(project, clause(), history(change(*RETIRED)))) == [
        "games/oak.md:2: WARNING: clause oak.sow is told to be retired, but no page has {retired} oak.sow"
    ]


@pytest.mark.parametrize("line", ["oak.sow", "oak.sow 0.1.0", "oak.sow 0.1 3f2a9c1b", "oak.sow 0.1.0 3f2a9c1b more"])
def test_a_line_that_cannot_be_read_is_told(tmp_path: Path, line: str) -> None:
    path = tmp_path / "published.txt"
    path.write_text(f"# {line}\n\n  {line} \noak.end 0.1.0 00000000\n", "utf-8")
    listed, [unread] = rule_history.published(path)
    assert list(listed) == ["oak.end"]
    assert unread.text == f"'{line}' cannot be read: expected ID VERSION WORDS, as in oak.sow 0.1.0 3f2a9c1b"
    assert unread.place == Place(str(path), 3)


def test_a_line_that_cannot_be_read_is_a_warning_at_its_place(project: Project) -> None:
    unread, missing = said(build(project, clause(), history(), published="oak.sow"))
    assert unread.startswith("published-clauses.txt:3: WARNING: 'oak.sow' cannot be read: ")
    assert "is not among the published clauses" in missing


# ---- builds of many pages, and again


def test_pages_read_in_parallel_are_all_known(project: Project) -> None:
    many = {f"page-{number}": "# Page\n" for number in range(10)}
    entry = history(change(*GOOD, f":words: {words()}"))
    built = build(project, clause(), entry, builder="html", published="oak.sow 0.1.0 00000000", jobs=2, **many)
    assert not said(built)
    assert 'href="#change-1">changed on 1 February 2027</a>' in html(built)


def test_the_history_of_a_page_that_is_read_again_is_forgotten(project: Project) -> None:
    build(project, clause(), history(change(*RETIRED, keys="oak.old")))
    assert not said(build(project, clause(), history()))


def test_a_change_of_the_list_is_seen_by_the_next_build(project: Project) -> None:
    assert not said(build(project, clause(), history()))
    [line] = said(build(project, clause(), history(), published="oak.sow 0.1.0 00000000"))
    assert "has other words than before" in line
