"""The history of published clauses: `rule-changes`, `change`, and the check that no clause changes silently.

Near its end the page of a game states, newest first, what changed in its clauses:

    ````{rule-changes} 2026-11-29

    ```{change} mefuvha.capture mefuvha.stop
    :date: 2026-12-24
    :version: 0.2.0
    :what: rule
    :source: stayt1931, p. 365
    :words: 3f2a9c1b 07d1e5aa

    What is different now, and why.
    ```
    ````

The date after `rule-changes` is the one on which the rules were first stated. A `change` is of the clauses that it
names: `what` is one of `WHAT`. It says who says so, by `:source:`, by `:standing:` (see clauses.py), or both; only
what is `editors` rests on no source. A change of `wording` alone needs neither that nor a text.

`docs/published-clauses.txt` has all clauses that were ever published, a line each: the id, the version in which it was
first, and the digest of its words then. The words of a clause are its text, its standing and its sources with the
places in them. A clause whose words are not those of its newest change with `:words:` or, without such a change, those
of its line is a warning (and so fails a `-W` build) that tells the digest to write. So is a clause without a line, a
line without a clause, and a retired clause of which no change says that it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from bindings import Place, Problem
from clause_views import Texts
from clauses import STANDING, Block, domain
from docutils import nodes
from docutils.parsers.rst import directives
from history import spelled
from readings import PagesDomain, paragraph
from sources import cited, note_cited, plain
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

import mancala_ref
from mancala_ref.game import Cite

WHAT = {
    "added": "first stated",
    "rule": "rule changed",
    "readings": "readings changed",
    "sources": "sources or standing changed",
    "wording": "reworded, the rule is the same",
    "retired": "retired",
}
_LINE = re.compile(r"(\S+)\s+(\d+\.\d+\.\d+)\s+([0-9a-f]{8})")
# What Sphinx makes of quotes and dashes depends on the builder.
_TYPED = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "--", "—": "---", "…": "..."})
logger = logging.getLogger(__name__)


class Change(NamedTuple):
    """What a page says of one change: where, when, of which clauses, and the digests of their words since.

    `anchor` is its id on the page.
    """

    line: int
    anchor: str
    date: str
    version: str
    what: str
    clauses: tuple[str, ...]
    words: Mapping[str, str]


class Published(NamedTuple):
    """A line of the list of published clauses: where it stands, the version, and the digest of the words in it."""

    place: Place
    version: str
    words: str


class HistoryDomain(PagesDomain):
    """Knows the changes of each page, newest first."""

    name = "rule-history"
    label = "History of the rules"

    def check_consistency(self) -> None:
        """Warn of everything that keeps clauses, what was published of them, and their changes from agreeing."""
        rules, texts = domain(self.env), Texts(self.env)
        words = {
            key: digest(plain(self.env, texts(clause.docname, key)), clause.standing, clause.sources)
            for key, clause in rules.clauses.items()
        }
        places = {key: (retired.docname, retired.line) for key, retired in rules.retired.items()}
        places |= {key: (clause.docname, clause.line) for key, clause in rules.clauses.items()}
        listed, unread = published(Path(self.env.config.clauses_published))
        changes = [change for found in self.of(self.env).values() for change in found]
        for text, key, place in [*unread, *problems(words, rules.retired, listed, changes)]:
            where = f"{place.file}:{place.line}" if place else places.get(key or "", None)
            logger.warning(text, location=where)


def digest(text: str, standing: str, sources: Sequence[Cite]) -> str:
    """Return the digest of a clause's words: eight digits, the same however its lines are broken."""
    rests = "; ".join(f"{cite.key}, {cite.where}" for cite in sources)
    words = " ".join(f"{text} {standing} {rests}".split()).translate(_TYPED)
    return sha256(words.encode()).hexdigest()[:8]


def published(path: Path) -> tuple[dict[str, Published], list[Problem]]:
    """Return the published clauses that a file lists, and the lines that cannot be read; # begins a remark.

    A file that is not there lists nothing.
    """
    listed: dict[str, Published] = {}
    unread: list[Problem] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines() if path.exists() else [], 1):
        place = Place(str(path), number)
        if match := _LINE.fullmatch(line.strip()):
            key, version, words = match.groups()
            listed[key] = Published(place, version, words)
        elif line.strip() and not line.startswith("#"):
            text = f"'{line.strip()}' cannot be read: expected ID VERSION WORDS, as in oak.sow 0.1.0 3f2a9c1b"
            unread.append(Problem(text, place=place))
    return listed, unread


def problems(
    words: Mapping[str, str], retired: Collection[str], listed: Mapping[str, Published], changes: Sequence[Change]
) -> Iterator[Problem]:
    """Yield what is wrong between clauses, by the digests of their words, the list, and the changes, newest first."""
    since: dict[str, str] = {}
    for change in changes:
        since = {**change.words, **since}
    for key, now in words.items():
        if key not in listed:
            line = f"{key} {mancala_ref.__version__} {now}"
            yield Problem(f"clause {key} is not among the published clauses: add the line {line} to them", key)
        elif (before := since.get(key, listed[key].words)) != now:
            text = (
                f"clause {key} has other words than before: {now}, not {before}; state what changed in the history of "
                f"the rules, by a {{change}} with ':words: {now}'"
            )
            yield Problem(text, key)
    told = {key for change in changes if change.what == "retired" for key in change.clauses}
    for key in retired:
        if key not in listed:
            yield Problem(f"clause {key} is not among the published clauses, but retired: put its line back", key)
        if key not in told:
            text = f"clause {key} is retired, and no {{change}} with ':what: retired' tells when and why"
            yield Problem(text, key)
    for key in sorted(told.difference(retired)):
        yield Problem(f"clause {key} is told to be retired, but no page has {{retired}} {key}", key)
    for key in sorted(listed.keys() - words.keys() - set(retired)):
        text = f"clause {key} was published, but no page states it: an id is never dropped, it is retired"
        yield Problem(text, place=listed[key].place)


# ---- the directives


class ChangeDirective(Block):
    """States one change."""

    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = dict.fromkeys(
        ("date", "version", "what", "standing", "source", "words"), directives.unchanged
    )

    def run(self) -> list[nodes.Node]:
        """Check the change, note it, and return it as an item of the list."""
        listing: list[Change] | None = self.env.temp_data.get("rule-history:changes")
        if listing is None:
            raise self.error("a change stands in the block rule-changes")
        keys = tuple(map(self.clause_id, self.arguments[0].split()))
        day, what = self._day(listing), self.choice("what", WHAT)
        version: str = self.options.get("version", "missing")
        if not re.fullmatch(r"\d+\.\d+\.\d+", version):
            raise self._error(f"'version' is {version}, not one such as 0.1.0")
        if _number(version) > _number(str(mancala_ref.__version__)):
            raise self._error(f"'version' is {version}, but this is {mancala_ref.__version__}")
        digests = self.options.get("words", "").split()
        if what == "wording" and not digests:
            raise self._error("'words' is missing: the digests of the words that are new, as the build tells them")
        if digests and (len(digests) != len(keys) or not all(re.fullmatch("[0-9a-f]{8}", each) for each in digests)):
            raise self._error("'words' has the digests of its clauses, as the build tells them, in the same order")
        sources = tuple(self.cites())
        note_cited(self.env, self.lineno, sources)
        item = nodes.list_item("", self._head(day, version, what, keys))
        if what != "wording" or self.content:
            self.assert_has_content()
            item += self.parse_content_to_nodes()
        if what != "wording" or sources or "standing" in self.options:
            item += self._rests_on(sources)
        self.set_source_info(item)
        listing.append(Change(self.lineno, "", day, version, what, keys, dict(zip(keys, digests, strict=False))))
        return [item]

    def _error(self, text: str) -> Exception:
        return self.error(f"change of {', '.join(self.arguments[0].split())}: {text}")

    def _day(self, listing: Sequence[Change]) -> str:
        """Return the date, which is neither after that of the change above nor before the rules were first stated."""
        day = _date(self.options.get("date", "missing"))
        if day is None:
            raise self._error(f"'date' is {self.options.get('date', 'missing')}, not one such as 2026-11-29")
        if listing and day > listing[-1].date:
            raise self._error(f"{day} is after {listing[-1].date}, the change above it: the newest comes first")
        if day < self.env.temp_data["rule-history:first"]:
            raise self._error(f"{day} is before the rules were first stated")
        return day

    def _head(self, day: str, version: str, what: str, keys: Sequence[str]) -> nodes.paragraph:
        """Return the date, the clauses, and what kind of change it is."""
        head = paragraph(nodes.strong("", spelled(day)), f" · version {version} · ", classes=["change-head"])
        for number, key in enumerate(keys):
            link = pending_xref("", nodes.Text(key), refdomain="rules", reftype="clause", reftarget=key, refwarn=True)
            link["refdoc"] = self.env.docname
            self.set_source_info(link)
            head += [nodes.Text("; " * bool(number)), link]
        head += [nodes.Text(": "), nodes.inline("", WHAT[what])]
        return head

    def _rests_on(self, sources: Sequence[Cite]) -> nodes.paragraph:
        """Return who says so."""
        standing = self.choice("standing", STANDING) if "standing" in self.options or not sources else "source"
        if standing != "editors" and not sources:
            raise self._error(f"with the standing {standing} it names a source")
        label = nodes.inline("", STANDING[standing], classes=["standing", standing])
        found = paragraph(label, classes=["clause-meta"])
        for cite in sources:
            link, known = cited(self.env, cite)
            self.set_source_info(link)
            found += [nodes.Text(" · "), link, known]
        return found


class RuleChangesDirective(SphinxDirective):
    """Says when the rules of a page were first stated, and lists what changed since."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Note the changes and return their list."""
        pages, docname, first = HistoryDomain.of(self.env), self.env.docname, _date(self.arguments[0])
        if first is None:
            raise self.error(f"rule-changes: '{self.arguments[0]}' is no date such as 2026-11-29")
        if docname in pages:
            raise self.error("rule-changes: a page has one history of its rules, and this page has one already")
        self.env.note_dependency(self.config.clauses_published)
        listing: list[Change] = []
        self.env.temp_data["rule-history:changes"], self.env.temp_data["rule-history:first"] = listing, first
        content = self.parse_content_to_nodes()
        del self.env.temp_data["rule-history:changes"]
        items = [node for node in content if isinstance(node, nodes.list_item)]
        others = [node for node in content if node not in items]
        # Counted from the oldest: a new change leaves the others' anchors as they are.
        pages[docname] = [
            change._replace(anchor=f"change-{number}")
            for change, number in zip(listing, range(len(listing), 0, -1), strict=True)
        ]
        for item, change in zip(items, pages[docname], strict=False):
            item["ids"].append(change.anchor)
        said = f"The rules of this page were first stated on {spelled(first)}. "
        if not items:
            return [paragraph(said + "No clause has changed since."), *others]
        return [
            paragraph(said + "What changed since, the newest first:"),
            nodes.bullet_list("", *items, classes=["rule-changes"]),
            *others,
        ]


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _date(text: str) -> str | None:
    """Return a date as it is written, year first; None if it is none."""
    try:
        return text if date.fromisoformat(text).isoformat() == text else None
    except ValueError:
        return None


# ---- pages


class Links(SphinxPostTransform):
    """Adds to the line under a clause a link to its newest change."""

    default_priority = 6  # after that of clause_views, which makes that line

    def run(self, **kwargs: Any) -> None:
        """Look for the lines of all changed clauses."""
        newest: dict[str, Change] = {}
        for change in HistoryDomain.of(self.env).get(self.env.docname, []):
            for key in change.clauses:
                newest.setdefault(key, change)
        for block in self.document.findall(nodes.compound):
            change = newest.get(next(iter(block["ids"]), ""))
            lines = [part for part in block if isinstance(part, nodes.paragraph) and "clause-meta" in part["classes"]]
            if change and lines:
                label = f"changed on {spelled(change.date)}"
                link = nodes.reference("", label, internal=True, refid=change.anchor)
                last = isinstance(lines[0][-1], nodes.raw)  # the link to the clause itself
                lines[0].insert(len(lines[0]) - last, [nodes.Text(" · "), link])


def _make_path_whole(app: Sphinx, config: Config) -> None:
    config["clauses_published"] = str((Path(app.confdir) / config["clauses_published"]).resolve())


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register all of it with Sphinx."""
    app.setup_extension("clauses")
    app.add_domain(HistoryDomain)
    app.add_directive("rule-changes", RuleChangesDirective)
    app.add_directive("change", ChangeDirective)
    app.add_config_value("clauses_published", "../docs/published-clauses.txt", "env", types=frozenset({str}))
    app.connect("config-inited", _make_path_whole)
    app.add_post_transform(Links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
