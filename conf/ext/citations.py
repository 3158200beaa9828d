"""What is cited, and how other tools write it: as BibTeX, RIS and CSL-JSON, and as COinS in a page.

A thing to cite is an object of CSL-JSON, the form that processors of references read. RIS and COinS are made from it,
and so is BibTeX, but for sources, which are BibTeX. bibtexparser writes BibTeX, rispy RIS. In a title, CSL-JSON marks
by a `span` what must keep its capitals; nothing else has marks in it.
"""

from __future__ import annotations

import codecs
import json
import re
from typing import Any, NamedTuple
from urllib.parse import urlencode

import latexcodec  # noqa: F401  # it gives codecs the one that writes what TeX would take for a command
import rispy
from bibtexparser.entrypoint import write_string
from bibtexparser.library import Library
from bibtexparser.model import Entry as Written
from bibtexparser.model import Field
from history import MONTHS
from pybtex.database import Entry, Person

Csl = dict[str, Any]
FORMATS = {"bib": "BibTeX", "ris": "RIS", "json": "CSL-JSON"}  # by the endings of the files
LANGUAGES = {
    "catalan": "ca", "english": "en", "french": "fr", "german": "de", "italian": "it", "portuguese": "pt",
    "spanish": "es", "xitsonga": "ts",
}  # fmt: skip
VERBATIM = {"url", "doi", "eprint"}  # fields of BibTeX in which TeX reads no commands
_MARK = re.compile(r"</?span[^>]*>")


class Kind(NamedTuple):
    """A type of CSL, as the others have it: BibTeX (biblatex), RIS, and in COinS the format, and the type in it."""

    bibtex: str
    ris: str
    coins: str
    says: tuple[str, str]


KINDS = {
    "article-journal": Kind("article", "JOUR", "journal", ("genre", "article")),
    "book": Kind("book", "BOOK", "book", ("genre", "book")),
    "chapter": Kind("incollection", "CHAP", "book", ("genre", "bookitem")),
    "thesis": Kind("thesis", "THES", "dissertation", ("degree", "")),
    "webpage": Kind("online", "ELEC", "dc", ("type", "webpage")),
    "software": Kind("software", "COMP", "dc", ("type", "computerProgram")),
    "dataset": Kind("dataset", "DATA", "dc", ("type", "dataset")),
    "document": Kind("misc", "GEN", "dc", ("type", "document")),
}
DEGREES = {"mastersthesis": "Master's thesis", "phdthesis": "PhD thesis"}


class Style(rispy.RisWriter):  # type: ignore[misc]  # rispy has no types
    """RIS without a number before each entry."""

    def set_header(self, count: int) -> str:
        """Return what comes before an entry."""
        return ""


def protected(text: str) -> str:
    """Return text of which styles that capitalize titles leave the capitals as they are."""
    return f'<span class="nocase">{text}</span>'


def plain(text: str) -> str:
    """Return a text of CSL-JSON without its marks."""
    return _MARK.sub("", text)


def date_of(csl: Csl) -> tuple[int, ...]:
    """Return year, month and day of a thing, as far as they are known."""
    return tuple(csl["issued"]["date-parts"][0]) if "issued" in csl else ()


# ---- from BibTeX


def from_bibtex(key: str, entry: Entry, note: str = "") -> Csl:
    """Return an entry of references.bib as CSL-JSON, with a note that no style prints."""
    fields = {name: _text(value) for name, value in entry.fields.items()}
    kinds = {kind.bibtex: name for name, kind in KINDS.items()}
    csl: Csl = {"id": key, "type": kinds["thesis" if entry.type in DEGREES else entry.type]}
    for role, persons in entry.persons.items():
        csl[role] = [_name(person) for person in persons]
    how = fields.get("howpublished", "")
    if "title" in fields:
        csl["title"] = fields["title"]
    else:  # it is known by what it is
        csl["title"], how = f"[{how}]", ""
    found = {
        "container-title": fields.get("journal") or fields.get("booktitle") or (how if entry.type == "online" else ""),
        "collection-title": fields.get("series"),
        "publisher": fields.get("publisher") or fields.get("school"),
        "publisher-place": fields.get("address"),
        "genre": DEGREES.get(entry.type),
        "edition": fields.get("edition"),
        "volume": fields.get("volume"),
        "issue": fields.get("number"),
        "page": fields.get("pages", "").replace("--", "-"),
        "ISBN": fields.get("isbn"),
        "ISSN": fields.get("issn"),
        "DOI": fields.get("doi"),
        "URL": fields.get("url"),
        "language": LANGUAGES[fields["langid"]],
        "note": ". ".join(filter(None, [how if entry.type != "online" else "", fields.get("note")])),
        "annote": note,
    }
    if "year" in fields:
        month = [MONTHS.index(fields["month"]) + 1] if "month" in fields else []
        csl["issued"] = {"date-parts": [[int(fields["year"]), *month]]}
    return csl | {name: value for name, value in found.items() if value}


def _text(value: str) -> str:
    """Return a field without the braces that keep its capitals."""
    return " ".join(value.replace("{", "").replace("}", "").split())


def _name(person: Person) -> dict[str, str]:
    last, first = (" ".join(names) for names in (person.last_names, person.first_names + person.middle_names))
    if not first:
        return {"literal": _text(last)}
    before = " ".join(person.prelast_names)
    return {"family": last, "given": first} | ({"non-dropping-particle": before} if before else {})


# ---- to what other tools read


def as_json(*things: Csl) -> str:
    """Return things as a file of CSL-JSON."""
    return json.dumps(things, ensure_ascii=False, indent=1) + "\n"


def as_bibtex(csl: Csl) -> str:
    """Return a thing of this site as BibTeX, with the fields that biblatex adds."""
    date = date_of(csl)
    fields = {
        "author": " and ".join(f"{{{name['literal']}}}" for name in csl["author"]),
        "title": f"{{{plain(csl['title'])}}}",
        **_within(plain(csl.get("container-title", ""))),
        "version": csl.get("version", ""),
        "year": str(date[0]) if date else "",
        "month": MONTHS[date[1] - 1] if len(date) > 1 else "",
        "date": "-".join(f"{part:02}" for part in date),
        "url": csl.get("URL", ""),
        "langid": "english",
    }
    return _bibtex(KINDS[csl["type"]].bibtex, csl["id"], fields)


def again(key: str, entry: Entry, ours: set[str], note: str) -> str:
    """Return an entry of references.bib as BibTeX, with a note in place of the fields that are for this site only."""
    persons = {role: " and ".join(map(str, found)) for role, found in entry.persons.items()}
    fields = {name: text for name, text in entry.fields.items() if name not in ours}
    if entry.type == "online":
        fields |= _within(fields.get("howpublished", ""))
    if "month" in fields:
        fields["date"] = f"{fields['year']}-{MONTHS.index(fields['month']) + 1:02}"
    return _bibtex(entry.type, key, {**persons, **fields, "annotation": note})


def _within(site: str) -> dict[str, str]:
    """Return the fields that tell of which site a page is: BibTeX's styles print one of them, biblatex's the other."""
    return {"howpublished": site, "organization": site}


def _bibtex(kind: str, key: str, fields: dict[str, str]) -> str:
    found = [
        Field(name, value if name in VERBATIM else codecs.encode(value, "ulatex+utf-8"))
        for name, value in fields.items()
        if value
    ]
    return str(write_string(Library([Written(kind, key, found)]))).strip() + "\n"


def as_ris(csl: Csl) -> str:
    """Return a thing as RIS."""
    date = date_of(csl)
    first, _, last = csl.get("page", "").partition("-")
    fields = {
        "type_of_reference": KINDS[csl["type"]].ris,
        "id": csl["id"],
        "authors": [_inverted(name) for name in csl.get("author", [])],
        "secondary_authors": [_inverted(name) for name in csl.get("editor", [])],
        "title": plain(csl["title"]),
        "secondary_title": plain(csl.get("container-title", "")),
        "tertiary_title": csl.get("collection-title"),
        "year": str(date[0]) if date else "",
        "date": "/".join(f"{part:02}" for part in date),
        "edition": csl.get("version") or csl.get("edition"),
        "volume": csl.get("volume"),
        "number": csl.get("issue"),
        "start_page": first,
        "end_page": last,
        "publisher": csl.get("publisher"),
        "place_published": csl.get("publisher-place"),
        "issn": csl.get("ISBN") or csl.get("ISSN"),
        "doi": csl.get("DOI"),
        "urls": [csl["URL"]] if "URL" in csl else [],
        "language": csl["language"] if csl["type"] != "software" else "",  # it would be that of the program
        "type_of_work": csl.get("genre"),
        "notes": [csl[name] for name in ("note", "annote") if name in csl],
    }
    return str(rispy.dumps([{name: value for name, value in fields.items() if value}], implementation=Style)).lstrip()


def _inverted(name: dict[str, str]) -> str:
    if "literal" in name:
        return name["literal"]
    return f"{' '.join(filter(None, [name.get('non-dropping-particle'), name['family']]))}, {name['given']}"


def coins(csl: Csl) -> str:
    """Return a thing as the `title` of a COinS, an OpenURL context (Z39.88-2004), as Zotero reads it."""
    _, _, form, (says, what) = KINDS[csl["type"]]
    first, _, last = csl.get("page", "").partition("-")
    container, title = plain(csl.get("container-title", "")), plain(csl["title"])
    names: dict[str, dict[str, Any]] = {
        "journal": {"atitle": title, "jtitle": container, "issn": csl.get("ISSN")},
        "book": {"atitle": title, "btitle": container} if container else {"btitle": title},
        "dissertation": {"title": title, "inst": csl.get("publisher")},
        "dc": {"title": title, "source": container},
    }
    pages = {"spage": first, "epage": last, "pages": csl.get("page")} if form in ("journal", "book") else {}
    fields = {
        says: what or csl.get("genre"),
        **names[form],
        "publisher": csl.get("publisher"),
        "place": csl.get("publisher-place"),
        "date": "-".join(f"{part:02}" for part in date_of(csl)),
        "volume": csl.get("volume"),
        "issue": csl.get("issue"),
        **pages,
        "isbn": csl.get("ISBN"),
        "language": csl["language"],
    }
    context = [
        ("url_ver", "Z39.88-2004"),
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", f"info:ofi/fmt:kev:mtx:{form}"),
        *((f"rft.{name}", value) for name, value in fields.items() if value),
        *(("rft.aucorp" if "literal" in name else "rft.au", _inverted(name)) for name in csl.get("author", [])),
    ]
    if "DOI" in csl:
        context.append(("rft_id", f"info:doi/{csl['DOI']}"))
    if "URL" in csl:
        context.append(("rft.identifier" if form == "dc" else "rft_id", csl["URL"]))
    return urlencode(context)
