"""What the head of a page tells programs: Highwire's tags, Dublin Core, Open Graph, and JSON-LD of schema.org.

All of it is made from the CSL-JSON by which the page is cited (see citing.py).
"""

from __future__ import annotations

import json
from html import escape
from textwrap import shorten
from typing import Any

from citations import Csl, date_of, plain
from docutils import nodes
from sphinx.config import Config

from mancala_ref import GAMES

LICENSE = "https://creativecommons.org/licenses/by/4.0/"
LONGEST = 300  # characters of a description


def tags(csl: Csl, config: Config, page: str, doctree: nodes.document | None, picture: str) -> str:
    """Return the tags of a page; one without a document shows code. `picture` is its address, empty if it has none."""
    title, date, url = plain(csl["title"]), "-".join(f"{part:02}" for part in date_of(csl)), csl.get("URL", "")
    [author] = (name["literal"] for name in csl["author"])
    site, about = plain(csl["container-title"]), description(doctree) or f"The file {title} of {config.project}."
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
        ("DC.type", "Text"),
        ("DC.format", "text/html"),
        ("DC.language", csl["language"]),
        ("DC.identifier", url),
        ("DC.description", about),
        ("DC.rights", LICENSE),
        ("DCTERMS.isPartOf", site),
        ("DCTERMS.modified", date),
    ]
    properties = [
        ("og:type", "article"),
        ("og:title", title),
        ("og:description", about),
        ("og:site_name", site),
        ("og:url", url),
        ("og:image", picture),
        ("og:image:alt", f"A board of {plain(csl['container-title'])}" if picture else ""),
        ("og:locale", "en"),
        ("article:modified_time", date),
    ]
    lines = [
        '<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">',
        '<link rel="schema.DCTERMS" href="http://purl.org/dc/terms/">',
        *(f'<meta name="{name}" content="{escape(value)}">' for name, value in names if value),
        *(f'<meta property="{name}" content="{escape(value)}">' for name, value in properties if value),
        f'<script type="application/ld+json">{_script(_schema(csl, config, page, about))}</script>',
    ]
    return "\n" + "\n".join(lines)


def description(doctree: nodes.document | None) -> str:
    """Return the beginning of a document's first paragraph; nothing if it has none."""
    first = next(doctree.findall(nodes.paragraph), None) if doctree else None
    return shorten(first.astext(), LONGEST, placeholder=" …") if first else ""


def _schema(csl: Csl, config: Config, page: str, about: str) -> dict[str, Any]:
    """Return a page as schema.org describes it."""
    maker = {"@type": "Organization", "name": csl["author"][0]["literal"]}
    game = GAMES.get(page.removeprefix("games/"))
    found: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "name": plain(csl["title"]),
        "description": about,
        "url": csl.get("URL"),
        "inLanguage": csl["language"],
        "dateModified": "-".join(f"{part:02}" for part in date_of(csl)),
        "version": config.release,
        "license": LICENSE,
        "author": maker,
        "publisher": maker,
        "isPartOf": {"@type": "WebSite", "name": config.cite_title},
        "about": {"@type": "Game", "name": game.name} if game else None,
    }
    return {name: value for name, value in found.items() if value}


def _script(content: dict[str, Any]) -> str:
    """Return JSON in which nothing ends the script that it stands in."""
    return json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
