"""Words: whether each entry of the glossaries is complete, and whether the engine uses the glossary's words.

A page of words has Sphinx's own glossaries, one in the section of each language:

    ## Tshivenda

    ```{glossary}
    kulala
      “To sleep”: the end of a turn.

      [Mefuvha](../games/mefuvha.md) {cite:p}`mancala-world-mefuvha{section “Play”}`
    ```

    ## English

    ```{glossary}
    hole
      A place for seeds.

      Not: pit, cup.
    ```

An entry is the meaning and, as its last paragraph, the games, each a link to its page, and the sources. In the section
“English”, which has the site's own words, the last paragraph can be “Not:” and the words that the site does not use for
that thing. `WordsDomain` knows all entries.

An entry that lacks something, and a sentence of the engine with a word that is not to be used, are warnings (and so
fail a `-W` build). So is a term that two glossaries have: Sphinx says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from readings import PagesDomain, game_of
from sources import plain
from sphinx.addnodes import glossary, pending_xref
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata
from sphinxcontrib.bibtex.citation_target import parse_citation_targets

import mancala_ref
from mancala_ref import GAMES
from mancala_ref.game import Cite
from mancala_ref.messages import CATALOGUE

OURS = "English"  # the section with the words of this site
GAME_PAGES = "games/"
STATIC = Path(__file__).parent / "static"
_NOT = re.compile(r"Not: (.+)\.")
_BLANK = re.compile(r"\{\w+\}")
logger = logging.getLogger(__name__)


class Word(NamedTuple):
    """An entry: its spellings, its meaning as plain text, the pages of its games, its sources, the words ruled out.

    `line` is the first one below the spellings, `anchor` the id of the entry on its page.
    """

    language: str
    terms: tuple[str, ...]
    line: int
    meaning: str
    games: tuple[str, ...]
    sources: tuple[Cite, ...]
    ruled_out: tuple[str, ...]
    anchor: str = ""

    def missing(self) -> Iterator[str]:
        """Yield what the entry lacks."""
        if not self.meaning:
            yield "its meaning"
        if self.language != OURS:
            if not self.games:
                yield "a link to its game"
            if not self.sources:
                yield "its source"


class Misuse(NamedTuple):
    """A sentence of the engine, told by where it is, with a word that is ruled out, and the entry that does so."""

    where: str
    sentence: str
    found: str
    entry: Word


class WordsDomain(PagesDomain):
    """Knows the words of each page, in the order in which it lists them."""

    name = "words"
    label = "Words"

    def check_consistency(self) -> None:
        """Warn of entries that lack something, and of sentences that do not use the site's words."""
        pages: dict[str, list[Word]] = self.of(self.env)
        for page, words in pages.items():
            for word in words:
                if missing := ", ".join(word.missing()):
                    sentence = "the word %s (%s) lacks %s"
                    logger.warning(sentence, word.terms[0], word.language, missing, location=(page, word.line))
            for where, sentence, found, word in misuses(words, sentences()):
                logger.warning(
                    "%s says “%s”: the word for “%s” is “%s”", where, sentence, found, word.terms[0],
                    location=(page, word.line),
                )  # fmt: skip


def sentences() -> Iterator[tuple[str, str]]:
    """Yield every sentence of the engine and the board, after words that tell where it is."""
    for key, sentence in CATALOGUE.items():
        yield f"the message {key}", sentence
    for game in GAMES.values():
        for reading in game.readings:
            yield f"the reading {reading.id} of {game.id}", reading.name
        for option in game.options:
            yield f"the option {option.name} of {game.id}", option.meaning
            for value, sentence in option.values.items():
                yield f"the value {option.name}={value} of {game.id}", sentence


def misuses(words: Iterable[Word], told: Iterable[tuple[str, str]]) -> Iterator[Misuse]:
    """Yield each sentence that has a word that is ruled out; in the plural too, but not in a word with a hyphen."""
    entries = {out.lower(): word for word in words for out in word.ruled_out}
    if not entries:
        return
    pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, entries))})s?(?![\w-])", re.IGNORECASE)
    for where, sentence in told:
        for match in pattern.finditer(_BLANK.sub("", sentence)):
            yield Misuse(where, sentence, match[1], entries[match[1].lower()])


def _read(env: BuildEnvironment, item: nodes.definition_list_item, language: str) -> Word:
    """Return an entry of a glossary."""
    *terms, definition = item.children
    assert isinstance(terms[0], nodes.term)
    assert isinstance(definition, nodes.definition)
    texts = [plain(env, [paragraph]) for paragraph in definition.children]
    links = list(definition.findall(pending_xref))
    games = dict.fromkeys(link["reftarget"] for link in links if link["reftarget"].startswith(GAME_PAGES))
    targets = [link["reftarget"] for link in links if link["refdomain"] == "cite"]
    cites = dict.fromkeys(Cite(c.key, c.post) for target in targets for c in parse_citation_targets(target))
    ruled_out = _NOT.fullmatch(texts[-1]) if texts and language == OURS else None
    if ruled_out or (language != OURS and (games or cites)):
        texts.pop()
    return Word(
        language,
        tuple(term.astext() for term in terms),
        definition[0].line or 0 if definition.children else 0,
        "\n\n".join(texts),
        tuple(games),
        tuple(cites),
        tuple(ruled_out[1].split(", ")) if ruled_out else (),
        terms[0]["ids"][0],
    )


def _note_words(app: Sphinx, doctree: nodes.document) -> None:
    """Note what a page has of words; it is as new as the engine whose sentences are checked by it."""
    words: list[Word] = []
    for found in doctree.findall(glossary):
        section = found.parent
        language = section[0].astext() if isinstance(section, nodes.section) else ""
        words += [_read(app.env, item, language) for item in found.findall(nodes.definition_list_item)]
    if words:
        WordsDomain.of(app.env)[app.env.docname] = words
        for file in Path(mancala_ref.__file__).parent.rglob("*.py"):
            app.env.note_dependency(str(file))


def glossary_data(app: Sphinx) -> dict[str, object]:
    """Return what glossary.json has: conf/ext/schemas.yaml tells each field."""
    pages: dict[str, list[Word]] = WordsDomain.of(app.env)
    return {
        "words": [
            {
                "language": word.language,
                "terms": list(word.terms),
                "page": f"{app.builder.get_target_uri(page)}#{word.anchor}",
                "meaning": word.meaning,
                "games": [game_of(game) for game in word.games],
                "sources": [cite._asdict() for cite in word.sources],
                "ruled_out": list(word.ruled_out),
            }
            for page, words in sorted(pages.items())
            for word in words
        ]
    }


def _add_style(app: Sphinx, config: Config) -> None:
    config["html_static_path"] += [str(STATIC / "words.css")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, which checks, and the style of entries."""
    app.add_domain(WordsDomain)
    app.connect("config-inited", _add_style)
    app.connect("doctree-read", _note_words)
    app.add_css_file("words.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
