"""What is cited, and how other tools write it: as BibTeX, RIS and CSL-JSON, and as COinS in a page.

A thing to cite is an object of CSL-JSON, the form that processors of references read. RIS and COinS are made from it,
and so is BibTeX, but for sources, which are BibTeX. bibtexparser writes BibTeX, rispy RIS. In a title, CSL-JSON marks
by a `span` what must keep its capitals; nothing else has marks in it.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

import latexcodec  # noqa: F401  # it gives codecs the one that writes what TeX would take for a command
import rispy
from bibtexparser import library
from bibtexparser.entrypoint import write_string
from bibtexparser.model import Entry as Written
from bibtexparser.model import Field
from history import MONTHS
from pybtex.database import Entry, Person

Csl = dict[str, Any]
FORMATS = {"bib": "BibTeX", "ris": "RIS", "json": "CSL-JSON"}  # by the endings of the files
LANGUAGES = {  # as `langid` names them, which is as biblatex does where it knows them, and their codes
    "afrikaans": "af", "arabic": "ar", "basaa": "bas", "catalan": "ca", "duala": "dua", "dutch": "nl", "english": "en",
    "ewondo": "ewo", "fang": "fan", "french": "fr", "german": "de", "italian": "it", "kinyarwanda": "rw",
    "lingala": "ln", "makonde": "kde", "malagasy": "mg", "portuguese": "pt", "russian": "ru", "sepedi": "nso",
    "sesotho": "st", "setswana": "tn", "shona": "sn", "spanish": "es", "swahili": "sw", "tshivenda": "ve",
    "xitsonga": "ts", "zulu": "zu",
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
    "paper-conference": Kind("inproceedings", "CONF", "book", ("genre", "proceeding")),
    "report": Kind("report", "RPRT", "book", ("genre", "report")),
    "thesis": Kind("thesis", "THES", "dissertation", ("degree", "")),
    "manuscript": Kind("unpublished", "UNPB", "dc", ("type", "manuscript")),
    "webpage": Kind("online", "ELEC", "dc", ("type", "webpage")),
    "software": Kind("software", "COMP", "dc", ("type", "computerProgram")),
    "dataset": Kind("dataset", "DATA", "dc", ("type", "dataset")),
    "document": Kind("misc", "GEN", "dc", ("type", "document")),
}
RIS_NAMES = {  # what rispy calls the tags of RIS that are not the same for all types, and those of some types
    "editor": "secondary_authors",
    "container-title": "secondary_title",
    "collection-title": "tertiary_title",
}
RIS_NAMES_OF = {
    "book": {"editor": "tertiary_authors", "collection-title": "secondary_title"},
    "paper-conference": {"container-title": "custom3"},
    "report": {"collection-title": "secondary_title"},
}
DEGREES = {"mastersthesis": "Master's thesis", "phdthesis": "PhD thesis"}
TYPES = {  # of an entry, and those of CSL
    **{kind.bibtex: name for name, kind in KINDS.items()},
    **dict.fromkeys(DEGREES, "thesis"),
    **{"inbook": "chapter", "proceedings": "book", "techreport": "report"},
}


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
    """Return an entry of references.bib as CSL-JSON, with a note that no style prints.

    What `sources.problems` refuses is left out.
    """
    fields = {name: _text(value) for name, value in entry.fields.items()}
    csl: Csl = {"id": key, "type": TYPES.get(entry.type, "document")}
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
        "publisher": fields.get("publisher") or fields.get("school") or fields.get("institution"),
        "publisher-place": fields.get("address"),
        "genre": fields.get("type") or DEGREES.get(entry.type),
        "edition": fields.get("edition"),
        "volume": fields.get("volume"),
        "number" if csl["type"] == "report" else "issue": fields.get("number"),
        "page": fields.get("pages", "").replace("--", "-"),
        "ISBN": fields.get("isbn"),
        "ISSN": fields.get("issn"),
        "DOI": fields.get("doi"),
        "URL": fields.get("url"),
        "archive": "arXiv" if "eprint" in fields else "",
        "archive_location": fields.get("eprint"),
        "language": LANGUAGES.get(fields.get("langid", ""), "und"),
        "note": ". ".join(filter(None, [how if entry.type != "online" else "", fields.get("note")])),
        "annote": note,
    }
    if date := _date(fields):
        csl["issued"] = {"date-parts": [date]}
    return csl | {name: value for name, value in found.items() if value}


def _date(fields: Mapping[str, str]) -> list[int]:
    """Return year and month of an entry, as far as it has them."""
    if not re.fullmatch(r"\d{4}", fields.get("year", "")):
        return []
    month = fields.get("month")
    return [int(fields["year"]), *([MONTHS.index(month) + 1] if month in MONTHS else [])]


def _text(value: str) -> str:
    """Return a field without the braces that keep its capitals."""
    return " ".join(value.replace("{", "").replace("}", "").split())


def _name(person: Person) -> dict[str, str]:
    first, before, last, suffix = (
        _text(" ".join(names))
        for names in (
            person.first_names + person.middle_names, person.prelast_names, person.last_names, person.lineage_names,
        )
    )  # fmt: skip
    if not first:
        return {"literal": " ".join(filter(None, [before, last, suffix]))}
    found = {"family": last, "given": first, "non-dropping-particle": before, "suffix": suffix}
    return {part: text for part, text in found.items() if text}


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
    if "title" not in fields:  # it is known by what it is
        fields["title"] = f"{{[{fields.pop('howpublished', '')}]}}"
    if entry.type == "online":
        fields |= _within(fields.get("howpublished", ""))
    if len(date := _date(fields)) > 1:
        fields["date"] = "{}-{:02}".format(*date)
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
    return str(write_string(library.Library([Written(kind, key, found)]))).strip() + "\n"


def as_ris(csl: Csl) -> str:
    """Return a thing as RIS."""
    date = date_of(csl)
    first, _, last = csl.get("page", "").partition("-")
    names = {**RIS_NAMES, **RIS_NAMES_OF.get(csl["type"], {})}
    fields = {
        "type_of_reference": KINDS[csl["type"]].ris,
        "id": csl["id"],
        "authors": [_inverted(name) for name in csl.get("author", [])],
        names["editor"]: [_inverted(name) for name in csl.get("editor", [])],
        "title": plain(csl["title"]),
        names["container-title"]: plain(csl.get("container-title", "")),
        names["collection-title"]: csl.get("collection-title"),
        "year": str(date[0]) if date else "",
        "date": "/".join(f"{part:02}" for part in date),
        "edition": csl.get("version") or csl.get("edition"),
        "volume": csl.get("volume"),
        "number": csl.get("issue"),
        "start_page": first,
        "end_page": last,
        "publisher": csl.get("publisher"),
        "place_published": csl.get("publisher-place"),
        "issn": csl.get("number") or csl.get("ISBN") or csl.get("ISSN"),
        "doi": csl.get("DOI"),
        "urls": [csl["URL"]] if "URL" in csl else [],
        "language": csl["language"] if csl["type"] != "software" else "",  # it would be that of the program
        "type_of_work": csl.get("genre"),
        "notes": [*(csl[name] for name in ("note", "annote") if name in csl), *_archived(csl, ":")],
    }
    return str(rispy.dumps([{name: value for name, value in fields.items() if value}], implementation=Style)).lstrip()


def _inverted(name: dict[str, str], comma: str = ",") -> str:
    if "literal" in name:
        return name["literal"]
    last = " ".join(filter(None, [name.get("non-dropping-particle"), name["family"]]))
    return f"{last}, {name['given']}" + (f"{comma} {name['suffix']}" if "suffix" in name else "")


def _archived(csl: Csl, sign: str) -> list[str]:
    """Return the archive and a thing's number there, if it is in one."""
    return [f"{csl['archive']}{sign}{csl['archive_location']}"] if "archive" in csl else []


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
    more = {"edition": csl.get("edition"), "series": csl.get("collection-title")} if form == "book" else {}
    persons = csl.get("author") or csl.get("editor", [])
    fields = {
        says: what or csl.get("genre"),
        **names[form],
        "publisher": csl.get("publisher"),
        "place": csl.get("publisher-place"),
        "date": "-".join(f"{part:02}" for part in date_of(csl)),
        "volume": csl.get("volume"),
        "issue": csl.get("issue"),
        **pages,
        **more,
        "isbn": csl.get("ISBN"),
        "language": csl["language"],
    }
    context = [
        ("url_ver", "Z39.88-2004"),
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", f"info:ofi/fmt:kev:mtx:{form}"),
        *((f"rft.{name}", value) for name, value in fields.items() if value),
        *(("rft.aucorp" if "literal" in name else "rft.au", _inverted(name, comma="")) for name in persons),
        *(("rft_id", f"info:{found.lower()}") for found in _archived(csl, "/")),
    ]
    if "DOI" in csl:
        context.append(("rft_id", f"info:doi/{csl['DOI']}"))
    if "URL" in csl:
        context.append(("rft.identifier" if form == "dc" else "rft_id", csl["URL"]))
    return urlencode(context)
