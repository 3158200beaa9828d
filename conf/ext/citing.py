"""Citing: under every page and every clause a reference, its files and its permanent link; and how old a page is.

Each thing that can be cited is an object of CSL-JSON (see citations.py), with the version of the site, the date of its
last change, which history.py has from git, and its permanent link. Its references are formatted by cite/processor.py,
all at once before the first page is written. Its files lie in the built site:

    cite/pages/PAGE.bib     and .ris, .json: pages, those of code and tests too
    cite/clauses/ID.bib     clauses and retired ones; the date is that of their own lines
    cite/sources/KEY.bib    sources, as references.bib has them; and all of them in cite/sources.bib
    cite/mancala_ref.bib    the software
    cite/data/NAME.bib      the files of data
    cite/positions/GAME.json  a reference to a position of a game, in every form, with blanks that the board fills

The address at which the site is published, Sphinx's `html_baseurl`, begins every link. Without it references have no
link, and without git no date; the page says so.

A page's history is that of its own file, and of those that its front matter names: `history: references.bib`. The
directive `cite-software` has the same block for the software. The page's head tells all of it again to programs: see
heads.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import cards
import code_pages
import data
import heads
from citations import FORMATS, again, as_bibtex, as_json, as_ris, coins, from_bibtex, protected
from cite import processor
from clauses import domain
from docutils import nodes
from history import Change, History, spelled
from pybtex.database import Entry
from sources import KNOWN, PRIVATE, entries
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator
from steps import Stop

from mancala_ref import GAMES

SOFTWARE = "mancala_ref"
CARDS = "cite/cards"
CLAUSES = {"clause", "retired"}  # the classes of their blocks
SOURCE = "source-"  # what the id of an entry begins with
STATIC = Path(__file__).parent / "static"
# What the board fills in, by cite.js; letters, so that nothing that formats or escapes changes them.
KEY, POSITION, RULES, LINK = "KEYBLANK", "POSITIONBLANK", "RULESBLANK", "LINKBLANK"


class Cited(NamedTuple):
    """A thing to cite: what the page calls it, its files without their endings, CSL-JSON, and references by style.

    `date` is that of its last change, empty if that is not known; `changes` are those of a page.
    """

    what: str
    file: str
    csl: dict[str, Any]
    date: str
    changes: list[Change]
    shown: dict[str, str]


class cite_block(nodes.General, nodes.Element):
    """Where the block for `file` comes."""


class source_files(nodes.General, nodes.Element):
    """Where the links to the files of the source `key` come, with its COinS."""


class Citing:
    """What can be cited of a site, once all of its pages are read."""

    def __init__(self, app: Sphinx) -> None:
        self._config = app.config
        self._env = app.env
        self._builder = app.builder
        self._history = History(Path(app.srcdir))
        self._base = self._config.html_baseurl.rstrip("/") + "/" if self._config.html_baseurl else ""
        self.found: dict[str, Cited] = {}

    def gather(self) -> None:
        """Find everything, and format its references. Raises Stop."""
        things = [*self._pages(), *self._code(), *self._clauses(), self._software(), *self._data(), *self._positions()]
        for thing, shown in zip(things, processor.format([thing.csl for thing in things]), strict=True):
            self.found[thing.file] = thing._replace(shown=shown)

    # ---- what there is

    def _cited(
        self, what: str, file: str, kind: str, title: str, address: str, changes: list[Change], date: str = ""
    ) -> Cited:
        """Return a thing, without its references; the date is that of its last change, unless it is given."""
        date = date or (changes[0].date if changes else "")
        csl: dict[str, Any] = {
            "id": "-".join([SOFTWARE, *(file.split("/") if file != SOFTWARE else [])]),
            "type": kind,
            "title": title,
            "author": [{"literal": self._config.author}],
            "language": "en",
            "version": self._config.release,
        }
        if kind == "webpage":  # no style writes the version of a web page
            csl["container-title"] = self._site(csl.pop("version"))
        if date:
            csl["issued"] = {"date-parts": [[int(part) for part in date.split("-")]]}
            csl["status"] = "last modified"  # what kind of date it is
        if self._base:
            csl["URL"] = f"{self._base}{address}"
        return Cited(what, file, csl, date, changes, {})

    def _site(self, version: str = "") -> str:
        """Return the title of the site and the software, with a version if there is one."""
        name, _, rest = self._config.cite_title.partition(":")
        return f"{protected(f'{name} {version}'.strip())}:{rest}"

    def _pages(self) -> Iterator[Cited]:
        for docname in sorted(self._env.found_docs):
            file = Path(self._env.doc2path(docname))
            others = self._env.metadata[docname].get("history", "").split()
            changes = self._history.changes(file, *(file.parent / other for other in others))
            title = self._env.titles[docname].astext()
            yield self._cited(
                "page", f"pages/{docname}", "webpage", title, self._builder.get_target_uri(docname), changes
            )

    def _code(self) -> Iterator[Cited]:
        rules = domain(self._env)
        for file in rules.shown:
            page = code_pages.page(file)
            changes = self._history.changes(rules.root / file)
            address = self._builder.get_target_uri(page)
            yield self._cited("page", f"pages/{page}", "webpage", protected(file), address, changes)

    def _clauses(self) -> Iterator[Cited]:
        rules = domain(self._env)
        places = {key: clause.docname for key, clause in rules.clauses.items()}
        places |= {key: retired.docname for key, retired in rules.retired.items()}
        texts: dict[str, tuple[str, list[tuple[str, str]]]] = {}
        for key, page in places.items():
            if page not in texts:
                file = Path(self._env.doc2path(page))
                texts[page] = file.read_text("utf-8"), self._history.versions(file)
            title = f"{self._env.titles[page].astext()}, clause {protected(key)}"
            address = f"{self._builder.get_target_uri(page)}#{key}"
            date = newest(key, *texts[page])
            yield self._cited("clause", f"clauses/{key}", "webpage", title, address, [], date)

    def _software(self) -> Cited:
        last = self._history.last()
        return self._cited("software", SOFTWARE, "software", self._site(), "", [last] if last else [])

    def _data(self) -> Iterator[Cited]:
        last = self._history.last()
        for name, (title, _) in data.told().items():
            whole = f"{protected(self._config.project)}: {title}"
            address = f"{data.FOLDER}/{name}.json"
            yield self._cited("file", f"data/{name}", "dataset", whole, address, [last] if last else [])

    def _positions(self) -> Iterator[Cited]:
        for game in GAMES:
            page = f"games/{game}"
            if page in self._env.found_docs:
                name = self._env.titles[page].astext()
                title = f"{name}, position {protected(POSITION)}, reading {protected(RULES)}"
                address = f"{self._builder.get_target_uri(page)}?{LINK}"
                changes = self._history.changes(Path(self._env.doc2path(page)))
                position = self._cited("position", f"positions/{game}", "webpage", title, address, changes)
                position.csl["id"] += f"-{KEY}"
                yield position

    # ---- what pages show

    def block(self, page: str, file: str) -> str:
        """Return the block that tells how to cite a thing, for a page."""
        thing = self.found[file]
        styles = "".join(
            f"<dt>{escape(name)}</dt><dd>{thing.shown[style]}</dd>" for style, name in processor.STYLES.items()
        )
        files = self._file_links(page, file)
        found = coins_tag(thing.csl) if thing.what != "clause" else ""  # of those, a page has dozens
        age = f"<p>{self._age(thing)}.</p>\n" if thing.what != "page" else ""  # of that, the foot tells it
        return (
            f'<details class="cite"><summary>Cite this {thing.what}</summary>\n<div>\n<dl>{styles}</dl>\n'
            f"<p>For reference managers: {files}{found}</p>\n{self._link(thing)}{age}"
            "</div>\n</details>\n"
        )

    def source(self, page: str, key: str) -> str:
        """Return the links to the files of a source, for a page, and its COinS."""
        tag = coins_tag(from_bibtex(key, entries(self._env)[key]))
        return f'<p class="source-files">{self._file_links(page, f"sources/{key}")}{tag}</p>\n'

    def _file_links(self, page: str, file: str) -> str:
        address = escape(self._to_file(page, file))
        return " · ".join(f'<a href="{address}.{ending}" download>{name}</a>' for ending, name in FORMATS.items())

    def _to_file(self, page: str, file: str) -> str:
        """Return the address of a file of citing, without its ending, from a page."""
        return relative_uri(self._builder.get_target_uri(page), f"cite/{file}")

    def _link(self, thing: Cited) -> str:
        if "URL" not in thing.csl:
            return (
                "<p>This copy of the site was built without the address at which it is published: its references have "
                "no link.</p>\n"
            )
        url = escape(thing.csl["URL"])
        return f'<p>Permanent link: <a href="{url}">{url}</a></p>\n'

    def _age(self, thing: Cited) -> str:
        """Return the version and the date of a thing, as HTML."""
        version = f"Version {escape(self._config.release)}"
        if thing.date:
            return f"{version}, last changed on {time(thing.date)}"
        why = "with changes that are not committed" if self._history.known else "without its history"
        return f"{version}, built {why}: the date of the last change is not known"

    def foot(self, thing: Cited) -> dict[str, Any]:
        """Return what the foot of a page shows."""
        return {
            "block": self.block(thing.file.partition("/")[2], thing.file),
            "age": self._age(thing),
            "changes": [(time(change.date), change.commit[:7], change.subject) for change in thing.changes],
        }

    def head(self, thing: Cited, doctree: nodes.document | None) -> heads.Page:
        """Return what the head of a page is made from."""
        page = thing.file.partition("/")[2]
        first = thing.changes[-1].date if thing.changes else ""
        picture = f"{self._base}{CARDS}/{cards.name(page)}.png" if self._base else ""
        files = {ending: f"{self._to_file(page, thing.file)}.{ending}" for ending in FORMATS}
        sections = doctree.findall(nodes.section) if doctree else ()
        names = [section["ids"][0] for section in sections if data.DATA_FILE in section["classes"]]
        sets = [(self.found[f"data/{name}"].csl, data.told()[name][1]) for name in names]
        return heads.Page(page, thing.csl, first, doctree, picture, self._base, files, sets)

    # ---- files

    def write(self, root: Path) -> None:
        """Write the files of all things and of all sources, and the pictures, below the site's folder."""
        out = root / "cite"
        if self._base:
            (root / CARDS).mkdir(parents=True, exist_ok=True)
            for name, picture in cards.cards(self._config.project, self._config.cite_title).items():
                (root / CARDS / f"{name}.png").write_bytes(picture)
        sources = entries(self._env)
        notes = {key: note(entry) for key, entry in sources.items()}
        parsed = {key: from_bibtex(key, entry, notes[key]) for key, entry in sources.items()}
        for thing in self.found.values():
            forms = {"bib": as_bibtex(thing.csl), "ris": as_ris(thing.csl), "json": as_json(thing.csl)}
            if thing.what == "position":
                content = {
                    "references": [(name, thing.shown[style]) for style, name in processor.STYLES.items()],
                    "files": forms,
                    "about": f"{self._link(thing)}<p>{self._age(thing)}.</p>\n",
                }
                forms = {"json": json.dumps(content, ensure_ascii=False) + "\n"}
            _write(out / thing.file, forms)
        every: dict[str, list[str]] = {"bib": [], "ris": []}
        for key, csl in parsed.items():
            forms = {"bib": again(key, sources[key], PRIVATE, notes[key]), "ris": as_ris(csl), "json": as_json(csl)}
            _write(out / "sources" / key, forms)
            for ending, texts in every.items():
                texts.append(forms[ending])
        whole = {ending: "\n".join(texts) for ending, texts in every.items()}
        _write(out / "sources", {**whole, "json": as_json(*parsed.values())})


def note(entry: Entry) -> str:
    """Return what a source's own files say of how far it was read, in plain text."""
    seen = re.sub(r"\[([^]]*)\]\([^)]*\)|[*`]", r"\1", entry.fields.get("seen", ""))
    known = KNOWN.get(entry.fields.get("known", ""), "").capitalize()
    if seen.startswith(known):
        return seen
    return f"{known}: {seen.removeprefix('Read: ')}" if seen.startswith("Read: ") else f"{known}. {seen}"


def coins_tag(csl: dict[str, Any]) -> str:
    """Return a thing as a COinS, the empty element in which Zotero finds it."""
    return f'<span class="Z3988" title="{escape(coins(csl))}" aria-hidden="true"></span>'


def _write(file: Path, forms: dict[str, str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    for ending, text in forms.items():
        file.with_name(f"{file.name}.{ending}").write_text(text, "utf-8")


def newest(key: str, text: str, versions: list[tuple[str, str]]) -> str:
    """Return the date since when a page states a clause as it does, from what it said before, newest first.

    Empty if that is not known: there is no history, or the clause has changes that are not committed.
    """
    now, date = _block(key, text), ""
    for day, before in versions:
        if not now or _block(key, before) != now:
            break
        date = day
    return date


def _block(key: str, text: str) -> str:
    """Return the text of a clause on a page, with its examples; empty if it is not there."""
    fence = r"^ *(`{3,}|~{3,}|:{3,})"
    block = re.search(
        rf"{fence}\{{(?:clause|retired)\}} +{re.escape(key)} *\n.*?^ *\1 *$", text, re.MULTILINE | re.DOTALL
    )
    return block[0] if block else ""


def time(date: str) -> str:
    """Return a date as pages write it, as HTML."""
    return f'<time datetime="{date}">{spelled(date)}</time>'


# ---- what Sphinx calls


_citing: WeakKeyDictionary[Builder, Citing] = WeakKeyDictionary()  # of builders that write HTML


class CiteSoftware(SphinxDirective):
    """Tells how to cite the software."""

    def run(self) -> list[nodes.Node]:
        """Return a place for it."""
        return [cite_block(file=SOFTWARE)]


class Blocks(SphinxPostTransform):
    """Puts a place for its block into each clause and what tells of data, and files under each source."""

    default_priority = 7  # when the notes on sources are under their entries
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Change the page."""
        for clause in self.document.findall(nodes.compound):
            if not CLAUSES.isdisjoint(clause["classes"]):
                clause += cite_block(file=f"clauses/{clause['ids'][0]}")
        for section in self.document.findall(nodes.section):
            if data.DATA_FILE in section["classes"]:
                section += cite_block(file=f"data/{section['ids'][0]}")
        for entry in self.document.findall(nodes.citation):
            entry += source_files(key=entry["ids"][0].removeprefix(SOURCE))


def _visit_block(self: HTML5Translator, node: cite_block) -> None:
    self.body.append(_citing[self.builder].block(self.builder.current_docname, node["file"]))
    raise nodes.SkipNode


def _visit_files(self: HTML5Translator, node: source_files) -> None:
    self.body.append(_citing[self.builder].source(self.builder.current_docname, node["key"]))
    raise nodes.SkipNode


def _skip(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _start(app: Sphinx, builder: Builder) -> None:
    if builder.format == "html":
        _citing[builder] = Citing(app)
        try:
            _citing[builder].gather()
        except Stop as stop:
            raise ExtensionError(str(stop)) from None


def _page(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page its foot, and its head what programs read."""
    citing = _citing[app.builder]
    if thing := citing.found.get(f"pages/{page}"):
        context["cite"] = citing.foot(thing)
        context["metatags"] = context.get("metatags", "") + heads.tags(citing.head(thing, doctree), app.config)


def _finish(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder in _citing:
        _citing[app.builder].write(Path(app.outdir))


def _configure(app: Sphinx, config: Config) -> None:
    config.html_static_path += [str(STATIC / "citing.css"), str(STATIC / "citing.js")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register with Sphinx what makes references."""
    app.add_config_value("cite_title", "", "html", types=frozenset({str}))
    skip = (_skip, None)
    for node, visit in (cite_block, _visit_block), (source_files, _visit_files):
        app.add_node(node, html=(visit, None), text=skip, latex=skip, man=skip, texinfo=skip, xml=skip)
    app.add_directive("cite-software", CiteSoftware)
    app.add_post_transform(Blocks)
    app.connect("config-inited", _configure)
    app.connect("write-started", _start)
    app.connect("html-page-context", _page)
    app.connect("build-finished", _finish)
    app.setup_extension("clauses")
    app.add_css_file("citing.css")
    app.add_js_file("citing.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
