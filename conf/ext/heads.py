"""What the head of a page tells programs: Highwire's tags, Dublin Core, Open Graph, JSON-LD of schema.org, and links.

All of it is made from the CSL-JSON by which the page is cited (see citing.py).
"""

from __future__ import annotations

import json
from html import escape
from textwrap import shorten
from typing import Any, NamedTuple

import cards
from citations import Csl, date_of, plain
from docutils import nodes
from sphinx.config import Config

from mancala_ref import GAMES

TEXTS, CODE = "https://creativecommons.org/licenses/by/4.0/", "https://spdx.org/licenses/MIT.html"  # licences
TYPES = {  # of the files, by their endings
    "bib": "application/x-bibtex",
    "ris": "application/x-research-info-systems",
    "json": "application/vnd.citationstyles.csl+json",
}
LONGEST = 300  # characters of a description


class Page(NamedTuple):
    """A page: its name, how it is cited, its first date, and its document, which a page that shows code has not.

    `picture` and `site` are addresses, empty if the site has none; `files` are those of citing, by their endings;
    `data` are the files of data that the page documents, each with what it is.
    """

    name: str
    csl: Csl
    first: str
    doctree: nodes.document | None
    picture: str
    site: str
    files: dict[str, str]
    data: list[tuple[Csl, str]]


def tags(page: Page, config: Config) -> str:
    """Return the tags of a page."""
    csl = page.csl
    title, date, url = plain(csl["title"]), "-".join(f"{part:02}" for part in date_of(csl)), csl.get("URL", "")
    [author] = (name["literal"] for name in csl["author"])
    site, about = plain(csl["container-title"]), description(page.doctree) or f"The file {title} of {config.project}."
    licence = TEXTS if page.doctree else CODE
    names = [
        ("description", about),
        ("author", author),
        ("citation_title", title),
        ("citation_author", author),
        ("citation_publication_date", date.replace("-", "/")),
        ("citation_online_date", date.replace("-", "/")),
        ("citation_public_url", url),
        ("citation_language", csl["language"]),
        ("citation_publisher", author),
        ("citation_abstract", about),
        ("DC.title", title),
        ("DC.creator", author),
        ("DC.publisher", author),
        ("DC.date", date),
        ("DC.type", "webpage"),
        ("DC.format", "text/html"),
        ("DC.language", csl["language"]),
        ("DC.identifier", url),
        ("DC.description", about),
        ("DC.rights", licence),
        ("DCTERMS.isPartOf", site),
        ("DCTERMS.issued", page.first),
        ("DCTERMS.modified", date),
        ("twitter:card", "summary_large_image" if page.picture else "summary"),
    ]
    properties = [
        ("og:type", "article"),
        ("og:title", title),
        ("og:description", about),
        ("og:site_name", site),
        ("og:url", url),
        ("og:image", page.picture),
        *(cards.PROPERTIES if page.picture else ()),
        ("og:locale", "en_GB"),
        ("article:published_time", page.first),
        ("article:modified_time", date),
        ("article:author", author),
    ]
    lines = [
        '<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">',
        '<link rel="schema.DCTERMS" href="http://purl.org/dc/terms/">',
        f'<link rel="license" href="{licence}">',
        *([f'<link rel="cite-as" href="{escape(url)}">'] if url else []),
        *(
            f'<link rel="describedby" type="{TYPES[ending]}" href="{escape(file)}">'
            for ending, file in page.files.items()
        ),
        *(f'<meta name="{name}" content="{escape(value)}">' for name, value in names if value),
        *(f'<meta property="{name}" content="{escape(value)}">' for name, value in properties if value),
        f'<script type="application/ld+json">{_script(_schema(page, config, about, licence))}</script>',
    ]
    return "\n" + "\n".join(lines)


def description(doctree: nodes.document | None) -> str:
    """Return the beginning of a document's first paragraph; nothing if it has none."""
    first = next(doctree.findall(nodes.paragraph), None) if doctree else None
    return shorten(first.astext(), LONGEST, placeholder=" …") if first else ""


def _schema(page: Page, config: Config, about: str, licence: str) -> dict[str, Any]:
    """Return a page as schema.org describes it."""
    csl, game = page.csl, GAMES.get(page.name.removeprefix("games/"))
    maker = {"@type": "Organization", "name": csl["author"][0]["literal"]}
    site = {"@type": "WebSite", "name": config.cite_title, "url": page.site}
    found: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "WebPage" if page.doctree else "SoftwareSourceCode",
        "name": plain(csl["title"]),
        "headline": plain(csl["title"]),
        "description": about,
        "url": csl.get("URL"),
        "image": page.picture,
        "inLanguage": csl["language"] if page.doctree else "",
        "programmingLanguage": "" if page.doctree else "Python",
        "datePublished": page.first,
        "dateModified": "-".join(f"{part:02}" for part in date_of(csl)),
        "version": config.release,
        "license": licence,
        "author": maker,
        "publisher": maker,
        "isPartOf": _full(site),
        "about": {"@type": "Game", "name": game.name} if game else None,
        "hasPart": [_dataset(csl, about, maker) for csl, about in page.data],
    }
    return _full(found)


def _dataset(csl: Csl, about: str, maker: dict[str, str]) -> dict[str, Any]:
    """Return a file of data as schema.org describes it."""
    file = {"@type": "DataDownload", "encodingFormat": "application/json", "contentUrl": csl.get("URL")}
    found = {
        "@type": "Dataset",
        "name": plain(csl["title"]),
        "description": about,
        "url": csl.get("URL"),
        "dateModified": "-".join(f"{part:02}" for part in date_of(csl)),
        "version": csl["version"],
        "license": TEXTS,
        "creator": maker,
        "isAccessibleForFree": True,
        "distribution": _full(file),
    }
    return _full(found)


def _full(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if value}


def _script(content: dict[str, Any]) -> str:
    """Return JSON in which nothing ends the script that it stands in."""
    return json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
