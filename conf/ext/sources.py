"""Sources: what a citation prints, the directive `sources`, and what a page says of each source it cites.

`docs/references.bib` is the home of every source. sphinxcontrib-bibtex reads it and makes the citations; of ours are
these fields, which each entry has:

    short     what texts call it: Stayt 1931
    known     whole, part or cited: how much of it the editors have read
    via       if cited: the keys of the sources through which it is known
    covers    what it covers (Markdown)
    seen      how and where it was read, and what of the entry is not verified (Markdown)
    langid    its language, one of `citations.LANGUAGES`
    observed  when and where the game was observed, as far as it says

A citation prints the short name and the place in it: {cite:p}`stayt1931{pp. 364–366}`. The directive `sources` lists
what its page cites, or with `:all:` every source, each with what these fields say. On a page that has such a list,
citations lead to it; elsewhere to the list of all.

The other fields are those of `REFERENCE`, the types those of `citations.TYPES`; `problems` says what else is asked of
an entry. One that is not so, or that the engine calls something else, is a warning (and so fails a `-W` build).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from pathlib import Path
from typing import Any, ClassVar

import pybtex.errors
from citations import LANGUAGES, TYPES
from claims import OURS
from docutils import nodes
from docutils.parsers.rst import directives
from history import MONTHS
from pybtex.database import Entry, Person, parse_file
from pybtex.plugin import register_plugin
from pybtex.richtext import Text
from pybtex.style.formatting import FormattedEntry
from pybtex.style.formatting.unsrt import Style as Unsorted
from pybtex.style.labels import BaseLabelStyle
from pybtex.style.sorting import BaseSortingStyle
from pybtex.style.template import FieldIsMissing, sentence
from pybtex.style.template import field as entry_field
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata, OptionSpec
from sphinx.writers.html5 import HTML5Translator
from sphinxcontrib.bibtex import plugin
from sphinxcontrib.bibtex.citation_target import CitationTarget, parse_citation_targets
from sphinxcontrib.bibtex.directives import BibliographyDirective
from sphinxcontrib.bibtex.domain import BibtexDomain
from sphinxcontrib.bibtex.roles import CitationRef, CiteRole
from sphinxcontrib.bibtex.style.referencing import BaseReferenceStyle, BracketStyle, GroupReferenceStyle
from sphinxcontrib.bibtex.style.referencing.basic_label import BasicLabelParentheticalReferenceStyle

from mancala_ref import GAMES
from mancala_ref.game import Cite

KNOWN = {"whole": "read whole", "part": "read in part", "cited": "known through another source"}
FIELDS = ("short", "known", "covers", "seen", "langid", "observed")
PRIVATE = {*FIELDS, "via"} - {"langid"}  # what no other tool knows
PERSONS = ("author", "editor")
REFERENCE = (  # the fields of the reference itself
    "title", "booktitle", "journal", "series", "volume", "number", "pages", "edition", "month", "year", "publisher",
    "address", "school", "institution", "type", "howpublished", "note", "isbn", "issn", "doi", "eprint", "eprinttype",
    "url",
)  # fmt: skip
NAMES = (*PERSONS, *REFERENCE, *FIELDS, "via")
OF_THESIS, OF_REPORT = ("thesis", "mastersthesis", "phdthesis"), ("report", "techreport")
ONLY = {  # fields that other types than these do not have
    "journal": ("article",),
    "booktitle": ("inbook", "incollection", "inproceedings"),
    "school": OF_THESIS,
    "institution": OF_REPORT,
    "type": ("thesis", "phdthesis", *OF_REPORT),
}
WITH = {"month": "year", "eprint": "eprinttype", "eprinttype": "eprint"}  # fields that mean nothing without another
SHAPES = {  # what fields look like, and in words
    "year": (r"1[5-9]\d\d|20\d\d", "a year of four digits, as in 1913"),
    "month": ("|".join(MONTHS), "the name of a month, as in month = jun"),
    "pages": (r"\w+(--\w+)?", "a page, or the first and the last, as in 1--2"),
    "isbn": (r"(97[89]-?)?(\d-?){9}[\dX]", "an ISBN, as in 0-306-40615-2"),
    "issn": (r"\d{4}-\d{3}[\dX]", "an ISSN, as in 0025-1496"),
    "doi": (r"10\.\d{4,}/\S+", "a DOI that begins with 10, as in 10.1000/182"),
    "eprinttype": ("arxiv", "arxiv, the one archive that is known here"),
    "url": (r"https?://[!-~]+", "a whole address, as in https://example.org/"),
}
VERBATIM = ("doi", "url")  # fields that are not LaTeX
LATEX = re.compile(r"\\(?![*_`\[\]])|\$|--|``|''")  # but not what Markdown escapes
ROLES = ("cite:p", "cite:t")
BRACKETS = BracketStyle(left="(", right=")", sep="; ")
STATIC = Path(__file__).parent / "static"
logger = logging.getLogger(__name__)


# ---- how a citation and an entry are written


class ShortNames(BaseLabelStyle):  # type: ignore[misc]  # pybtex has no types
    """Labels an entry with its short name."""

    def format_labels(self, sorted_entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the label of each entry."""
        for entry in sorted_entries:
            yield entry.fields.get("short", entry.key)


class ByShortName(BaseSortingStyle):  # type: ignore[misc]  # the same
    """Sorts entries by their short names."""

    def sorting_key(self, entry: Entry) -> str:
        """Return what an entry is sorted by."""
        return str(entry.fields.get("short", entry.key)).casefold()


class EntryStyle(Unsorted):  # type: ignore[misc]  # the same
    """Writes an entry as pybtex's plain style does, under its short name, with the title's capitals as they are."""

    default_sorting_style = ByShortName
    default_label_style = ShortNames
    get_inbook_template = Unsorted.get_incollection_template  # as biblatex has it: a part with a title
    get_proceedings_template = Unsorted.get_book_template  # and so with authors
    get_thesis_template = Unsorted.get_phdthesis_template
    get_report_template = Unsorted.get_techreport_template

    def format_entry(self, label: str, entry: Entry, bib_data: Any = None) -> FormattedEntry:
        """Return an entry as text; one that is not what `problems` says, as if it were `misc`."""
        try:
            return super().format_entry(label, entry, bib_data)
        except (AttributeError, FieldIsMissing):
            misc = Entry("misc", entry.fields, entry.persons)
            misc.key = entry.key
            return super().format_entry(label, misc, bib_data)

    def missing(self, entry: Entry) -> str:
        """Return the name of a field that an entry of its type must have, and this one has not; empty if none."""
        try:
            super().format_entry("", entry)
        except FieldIsMissing as error:
            return str(error.field_name).replace("editor", "author' or 'editor")  # of two, it names the second
        return ""

    def format_title(self, e: Entry, which_field: str, as_sentence: bool = True) -> Any:
        """Return the template of a title."""
        title = entry_field(which_field)
        return sentence[title] if as_sentence else title


@dataclass
class _InText(BasicLabelParentheticalReferenceStyle):
    """The short name and the place, as part of a sentence."""

    def role_names(self) -> Iterable[str]:
        return ["t", "alp"]

    def outer(self, role_name: str, children: list[Any]) -> Any:
        return self.bracket.outer(children, brackets=False)


@dataclass
class ReferenceStyle(GroupReferenceStyle):
    """The roles `cite:p`, in parentheses, `cite:t`, and `cite:alp`, which is `cite:t` for links that we make."""

    styles: list[BaseReferenceStyle] = dataclass_field(
        default_factory=lambda: [BasicLabelParentheticalReferenceStyle(bracket=BRACKETS), _InText(bracket=BRACKETS)]
    )


class Role(CiteRole):
    """A citation; one that cannot be read is a warning at its line."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the citation."""
        wrong = "" if self.name in ROLES else f"a citation is {' or '.join(ROLES)}"
        try:
            list(parse_citation_targets(self.target))
        except ValueError:
            wrong = "expected KEY or KEY{PLACE}, and a comma between two of these"
        if not wrong:
            return super().run()
        logger.warning("{%s}`%s` cannot be read: %s", self.name, self.text, wrong, location=self.get_location())
        return [], []


# ---- what others ask


def bibliography(env: BuildEnvironment) -> BibtexDomain:
    """Return what is known of sources and citations."""
    found = env.domains["cite"]
    assert isinstance(found, BibtexDomain)
    return found


def entries(env: BuildEnvironment) -> dict[str, Entry]:
    """Return the sources by their keys."""
    found: dict[str, Entry] = bibliography(env).bibdata.data.entries
    return found


def field(env: BuildEnvironment, key: str, name: str) -> str:
    """Return a field of a source; empty if there is none."""
    entry = entries(env).get(key)
    return str(entry.fields.get(name, "")) if entry else ""


def short_name(env: BuildEnvironment, key: str) -> str:
    """Return what texts call a source."""
    return field(env, key, "short") or key


def via(env: BuildEnvironment, key: str) -> list[str]:
    """Return the keys of the sources through which one is known, if it is only cited."""
    return list(filter(None, field(env, key, "via").split(", ")))


def citation(docname: str, cite: Cite) -> pending_xref:
    """Return a page's citation: the short name and the place."""
    target = f"{cite.key}{{{cite.where}}}" if cite.where else cite.key
    return pending_xref(
        "", nodes.inline("", target), refdomain="cite", reftype="alp", reftarget=target, refdoc=docname, refwarn=True
    )


def cited(env: BuildEnvironment, cite: Cite) -> list[nodes.Node]:
    """Return the citation of a page that is being made, and how well that source is known."""
    known = field(env, cite.key, "known")
    return [citation(env.docname, cite), nodes.Text(f" ({KNOWN[known]})" if known in KNOWN else "")]


def note_cited(env: BuildEnvironment, line: int, cites: Iterable[Cite]) -> None:
    """Note that the page that is being read cites sources, where no role does."""
    targets = [CitationTarget(cite.key, "", cite.where) for cite in cites]
    bibliography(env).citation_refs.append(CitationRef("", env.docname, line, targets))


def as_text(env: BuildEnvironment, node: pending_xref) -> str:
    """Return the words of a citation that is not resolved yet."""
    said = [
        " ".join(filter(None, (cite.pre, ", ".join(filter(None, (short_name(env, cite.key), cite.post))))))
        for cite in parse_citation_targets(node["reftarget"])
    ]
    return f"({'; '.join(said)})" if node["reftype"] == "p" else "; ".join(said)


def plain(env: BuildEnvironment, blocks: Sequence[nodes.Node]) -> str:
    """Return the words of a page's blocks: a line each, an empty one between, and sources by their short names."""
    found = nodes.compound("", *(block.deepcopy() for block in blocks))
    for cited in list(found.findall(pending_xref)):
        if cited["refdomain"] == "cite":
            cited.parent.replace(cited, nodes.Text(as_text(env, cited)))
    return "\n\n".join(" ".join(block.split()) for block in found.astext().split("\n\n"))


# ---- data


def bibliography_data(app: Sphinx) -> dict[str, object]:
    """Return what bibliography.json has."""
    return {
        "sources": [
            {
                "key": key,
                "type": entry.type,
                "persons": {role: [_parts(person) for person in found] for role, found in entry.persons.items()},
                "fields": {
                    name: value if name in VERBATIM else str(Text.from_latex(value))
                    for name, value in entry.fields.items()
                    if name not in (*FIELDS, "via")
                },
                **{name: entry.fields[name] for name in FIELDS if name in entry.fields},
                "via": via(app.env, key),
            }
            for key, entry in sorted(entries(app.env).items())
        ]
    }


def _parts(person: Person) -> dict[str, str]:
    """Return the parts of a name that it has."""
    named = {
        "given": person.rich_first_names + person.rich_middle_names,
        "particle": person.rich_prelast_names,
        "family": person.rich_last_names,
        "suffix": person.rich_lineage_names,
    }
    return {part: " ".join(map(str, names)) for part, names in named.items() if names}


# ---- the list


class source_note(nodes.General, nodes.Element):
    """What a page says of the source `key`, until the list of sources is made."""


class SourcesDirective(BibliographyDirective):
    """Lists the sources that the page cites, above it, and those through which they are known; or all."""

    optional_arguments = 0
    has_content = False
    option_spec: ClassVar[OptionSpec] = {"all": directives.flag}

    def run(self) -> Sequence[nodes.Node]:
        """Return the list and what is said of each source in it."""
        domain = bibliography(self.env)
        if any(key.docname == self.env.docname for key in domain.bibliographies):
            raise self.error("sources: a page has one list of its sources, and this page has one already")
        if "all" in self.options:
            keys = list(entries(self.env))
        else:
            self.options["filter"] = "docname in docnames"
            refs = (ref for ref in domain.citation_refs if ref.docname == self.env.docname)
            keys = list(dict.fromkeys(target.key for ref in refs for target in ref.targets))
            for key in keys:  # which grows: with a source goes the one through which it is known
                keys += [other for other in via(self.env, key) if other not in keys]
            note_cited(self.env, self.lineno, map(Cite, keys))
        return [*super().run(), *(self._note(key) for key in keys if key in entries(self.env))]

    def _note(self, key: str) -> nodes.Node:
        env = self.env
        known, language = field(env, key, "known"), field(env, key, "langid").title()
        facts = nodes.paragraph("", nodes.Text(KNOWN.get(known, known)), classes=["source-known"])
        for number, other in enumerate(via(env, key)):
            facts += [nodes.Text(", " if number else ": "), citation(env.docname, Cite(other))]
        facts += nodes.Text(f" · in {language} · observed: {field(env, key, 'observed')}")
        texts = [self.parse_text_to_nodes(field(env, key, name)) for name in ("covers", "seen")]
        return source_note("", facts, *texts[0], *texts[1], key=key, classes=[OURS])


class Notes(SphinxPostTransform):
    """Puts what is said of each source under its entry, once the entries are there."""

    default_priority = 6  # after that of sphinxcontrib-bibtex, before links are resolved

    def run(self, **kwargs: Any) -> None:
        """Move every note into its entry."""
        ids = {
            citation["ids"][0]: key
            for value in bibliography(self.env).bibliographies.values()
            for key, citation in value.citation_nodes.items()
        }
        notes = {note["key"]: note for note in list(self.document.findall(source_note))}
        for entry in self.document.findall(nodes.citation):
            entry["backrefs"] = []
            if note := notes.get(ids.get(entry["ids"][0], "")):
                entry += note.children
        for note in notes.values():
            note.parent.remove(note)


# ---- what an entry has to be


def problems(key: str, entry: Entry) -> Iterator[str]:
    """Yield a sentence for whatever is wrong with an entry by itself."""
    fields = entry.fields
    source = f"source {key}:"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
        yield f"{source} the key is not of small letters and digits, with hyphens between"
    if absent := [name for name in FIELDS if not fields.get(name, "").strip()]:
        yield f"{source} references.bib has no {', '.join(absent)} for it"
    for name, text in fields.items():
        if name not in NAMES:
            yield f"{source} '{name}' is not one of the fields, which are {', '.join(NAMES)}"
        elif name in REFERENCE and not text.strip("{} "):
            yield f"{source} '{name}' is empty: leave it out, or say what it is"
    for name, allowed in (("known", KNOWN), ("langid", LANGUAGES)):
        if name not in absent and fields[name] not in allowed:
            yield f"{source} '{name}' is {fields[name]}, not one of {', '.join(allowed)}"
    if (fields.get("known") == "cited") != ("via" in fields):
        yield f"{source} 'via' says through which source one is known that is only cited"
    for name, (shape, words) in SHAPES.items():
        if fields.get(name) and not re.fullmatch(shape, fields[name]):
            yield f"{source} '{name}' is {fields[name]}, not {words}"
    for name, other in WITH.items():
        if name in fields and other not in fields:
            yield f"{source} it has '{name}', which needs '{other}'"
    for name, persons in entry.persons.items():
        if Person("others") in persons:
            yield f"{source} '{name}' has others: name them all, or say in 'seen' that there are more"
    said = {**fields, **{name: " ".join(map(str, persons)) for name, persons in entry.persons.items()}}
    for name, text in said.items():
        if name not in (*VERBATIM, "pages") and (found := LATEX.search(text)):
            yield f"{source} '{name}' has {found[0]}, which is LaTeX, not a character such as é, & or –"
    if entry.type not in TYPES:
        yield f"{source} the type is {entry.type}, not one of {', '.join(sorted(TYPES))}"
        return
    for name, types in ONLY.items():
        if name in fields and entry.type not in types:
            yield f"{source} it has '{name}', which is a field of {', '.join(types)}, not of {entry.type}"
    if missing := EntryStyle().missing(entry):
        yield f"{source} it has no '{missing}', which {entry.type} needs"
    elif "title" not in fields and "howpublished" not in fields:
        yield f"{source} it has neither 'title' nor 'howpublished', which says what it is"
    if entry.type in ("thesis", "report") and "type" not in fields:
        yield f"{source} it has no 'type', which {entry.type} needs"


# ---- what Sphinx calls


def _visit_entry(self: HTML5Translator, node: nodes.citation) -> None:
    """Open an entry as an item of its list, which docutils' own role does not say any more."""
    if not isinstance(node.previous_sibling(), nodes.citation):
        self.body.append('<div role="list" class="citation-list">\n')
    self.body.append(self.starttag(node, "div", classes=["citation"], role="listitem"))


def _drop_ids(app: Sphinx, doctree: nodes.document) -> None:
    """Take away what entries would lead back by: a source is cited dozens of times, and citations are shown again."""
    for node in doctree.findall(pending_xref):
        if node["refdomain"] == "cite":
            node["ids"] = []


def _check(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of entries that are not as they have to be, or that the engine calls something else."""
    known = entries(env)
    for key, entry in known.items():
        for problem in problems(key, entry):
            logger.warning("%s", problem)
        for other in via(env, key):
            if other not in known:
                logger.warning("source %s: 'via' names %s, which references.bib does not have", key, other)
            elif other == key:
                logger.warning("source %s: 'via' names the source itself, not one through which it is known", key)
    for game in GAMES.values():
        for key, short in game.sources.items():
            if key in known and short_name(env, key) != short:
                told = short_name(env, key)
                logger.warning("source %s: references.bib calls it %s, and the game %s %s", key, told, game.id, short)


def _configure(app: Sphinx, config: Config) -> None:
    config["html_static_path"] += [str(STATIC / "sources.css")]
    file = Path(app.srcdir, "references.bib")
    with pybtex.errors.capture() as faults:  # which sphinxcontrib-bibtex lets fail without the name of the file
        if file.is_file():
            parse_file(str(file))
    if faults:
        raise ExtensionError(f"{file.name} cannot be read: {faults[0]}")
    config["bibtex_bibfiles"] = [str(file)]
    config["bibtex_default_style"] = config["bibtex_reference_style"] = "short"
    config["bibtex_cite_id"] = "source-{key}"
    # The same source is in the lists of several pages; a citation leads to its own page's.
    config["suppress_warnings"] += ["bibtex.duplicate_citation"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the styles, the directive and the check."""
    register_plugin("pybtex.style.labels", "short", ShortNames, force=True)
    register_plugin("pybtex.style.sorting", "short", ByShortName, force=True)
    register_plugin("pybtex.style.formatting", "short", EntryStyle, force=True)
    plugin.register_plugin("sphinxcontrib.bibtex.style.referencing", "short", ReferenceStyle, force=True)
    app.connect("config-inited", _configure, priority=100)  # before sphinxcontrib-bibtex reads its settings
    app.setup_extension("sphinxcontrib.bibtex")
    app.add_node(source_note)
    app.add_node(nodes.citation, override=True, html=(_visit_entry, None))
    app.add_directive("sources", SourcesDirective)
    for name in BibtexDomain.roles:
        app.add_role_to_domain("cite", name, Role(), override=True)
    app.add_post_transform(Notes)
    app.connect("doctree-read", _drop_ids)
    app.connect("env-check-consistency", _check)
    app.add_css_file("sources.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
