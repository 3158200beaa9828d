"""Readings side by side: the directives `readings` and `disagreement`.

A game's page tells where its sources disagree so:

    ```{readings}
    ```

    ````{disagreement} first_house
    :position: 1,0,5,0*3,4/0,2,0*5 S captured=30-28
    :moves: a2 | a2
    :sides: mancala-world | cameroon
    :after: 0*2,5,0*3,4/1,0*6 N captured=32-28 turn=1 | 2,0,5,0*3,4/1,0*6 N captured=30-28 turn=1
    :origin: counted by hand
    :confidence: medium
    :others: generationekang: captures begin at the second house; songofish: as cameroon

    What there is to see.
    ````

`readings` is a table of what the engine knows: each option, its value in each reading, and who says so. A
`disagreement` shows one position in which an option decides, and how sure the default is; so does the table. A side
is the id of a reading, or `option=value`: the default reading with that one change. `:after:` has what becomes of each
side's moves: a position text, `refused CLAUSE`, or `over CLAUSE [S|N|draw [SCORE]]` if the game has ended. The engine
plays it all, and a difference is an error at the block's line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from boards import drawn, options_of, playable
from clauses import STANDING
from docutils import nodes
from docutils.parsers.rst import directives
from plays import Played, play
from sources import citation, note_cited
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from mancala_ref import GAMES, Game, MancalaError, Position
from mancala_ref.game import Cite, Option, Setting, Value, unknown
from mancala_ref.games import find, game_at
from mancala_ref.messages import text

CONFIDENCE = ("high", "medium", "low")
SURE = "How sure"
SURE_MEANS = (
    f"“{SURE}” is how sure the editors are that the default is the game as people play it: high, medium or low."
)
ANCHOR = "disagreement-{}"
TABLE = "all-readings"  # the anchor of the table
SIDE_BY_SIDE = 8  # boards of more columns come one below the other
logger = logging.getLogger(__name__)


# ---- what is played


class Side(NamedTuple):
    """One side of a disagreement: its name, its rules, position and moves, what the page has of them, what is so."""

    name: str
    game: Game
    start: Position
    moves: str
    claim: str
    played: Played

    def has(self, claim: str) -> bool:
        """Tell whether a result as `:after:` has it is this side's. Raises PositionError if it is none."""
        found = result(self.played)
        if claim.startswith(("refused ", "over ")):
            return f"{found} ".startswith(f"{claim} ")
        return found == self.game.parse(claim).text


def result(found: Played) -> str:
    """Return what became of the moves, as `:after:` has it."""
    if over := found.outcome:
        return f"over {over.clause} {over.winner or 'draw'} {over.score[0]}-{over.score[1]}"
    return f"refused {found.refusal.clause}" if found.refusal else found.position.text


def as_dict(found: Played) -> dict[str, object]:
    """Return what became of the moves, as disagreements.json has it."""
    if found.outcome:
        return {"outcome": found.outcome.as_dict()}
    return {"refused": found.refusal.clause} if found.refusal else {"after": found.position.text}


# ---- what is known of all pages


class PagesDomain(Domain):
    """Knows something of each page, by its name; a subclass says what."""

    initial_data: ClassVar = {"pages": {}}
    data: dict[str, Any]

    @classmethod
    def of(cls, env: BuildEnvironment) -> dict[str, Any]:
        """Return what is known so far."""
        pages: dict[str, Any] = env.domains[cls.name].data["pages"]
        return pages

    def clear_doc(self, docname: str) -> None:
        """Forget a page, before it is read again."""
        self.data["pages"].pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel process read."""
        self.data["pages"].update({page: known for page, known in otherdata["pages"].items() if page in docnames})

    def resolve_any_xref(self, *_arguments: object) -> list[tuple[str, nodes.reference]]:
        """Give no names to refer to."""
        return []


class ReadingsDomain(PagesDomain):
    """Knows what the disagreements of each page show: what disagreements.json has of each, by option."""

    name = "readings"
    label = "Readings"


def game_of(docname: str) -> str:
    """Return the id of the game that a page is about, if it is the page of a game."""
    return docname.rpartition("/")[2]


# ---- parts of a page


def clause_link(docname: str, clause: str) -> pending_xref:
    """Return a page's link to a clause, by its id."""
    return pending_xref(
        "",
        nodes.literal("", clause),
        refdomain="rules",
        reftype="clause",
        reftarget=clause,
        refdoc=docname,
        refexplicit=True,
        refwarn=True,
    )


def paragraph(*parts: str | nodes.Node, classes: Iterable[str] = ()) -> nodes.paragraph:
    """Return a paragraph of texts and nodes."""
    found = nodes.paragraph("", classes=list(classes))
    found += [nodes.Text(part) if isinstance(part, str) else part for part in parts]
    return found


class DisagreementDirective(SphinxDirective):
    """Shows a position in which an option decides; the argument is the option's name."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[OptionSpec] = dict.fromkeys(
        ("position", "moves", "sides", "after", "origin", "confidence", "others"), directives.unchanged_required
    )

    def run(self) -> list[nodes.Node]:
        """Let the engine play all sides, compare, note what is shown and return the block."""
        self.assert_has_content()
        name, docname = self.arguments[0], self.env.docname
        shown = ReadingsDomain.of(self.env).setdefault(docname, {})
        if name in shown:
            raise self._fault("this page already shows it; an option has one such block")
        try:
            game = find(game_of(docname))
            option = self._option(game)
            sides = self._sides(game)
        except MancalaError as error:
            raise self._fault(str(error)) from None
        confidence, others = self._given("confidence"), self._others()
        if confidence not in CONFIDENCE:
            raise self._fault(f"'confidence' is {confidence}, not one of {', '.join(CONFIDENCE)}")
        note_cited(self.env, self.lineno, [Cite(key) for key, _ in others])
        clause = f"{game.id}.{option.slug}"
        shown[name] = {
            "game": game.id,
            "option": name,
            "clause": clause,
            "position": sides[0].start.text,
            "sides": [
                {"reading": s.game.reading.id, "options": s.game.changed, "moves": s.moves.split(), **as_dict(s.played)}
                for s in sides
            ],
            "origin": self._given("origin"),
            "confidence": confidence,
            "others": [{"source": key, "says": says} for key, says in others],
        }
        return [self._block(option, clause, sides)]

    def _fault(self, sentence: str) -> Exception:
        return self.error(f"disagreement {self.arguments[0]}: {sentence}")

    def _given(self, option: str) -> str:
        if option not in self.options:
            raise self._fault(f"'{option}' is missing")
        return str(self.options[option])

    def _option(self, game: type[Game]) -> Option:
        names = [option.name for option in game.options]
        wanted = self.arguments[0]
        if wanted not in names:
            raise unknown("option.name", wanted, names, name=game.name)
        return game.options[names.index(wanted)]

    def _others(self) -> list[tuple[str, str]]:
        """Return what other sources say: the key of each, and its words."""
        found = []
        for part in filter(str.strip, self.options.get("others", "").split(";")):
            key, _, says = map(str.strip, part.partition(":"))
            if not (key and says):
                raise self._fault(f"'others' has '{part.strip()}': expected SOURCE: WHAT IT SAYS")
            found.append((key, says))
        return found

    # ---- what the engine makes of it

    def _sides(self, game: type[Game]) -> list[Side]:
        """Play all sides, and see that what the block says of them is so."""
        lists = {each: self._given(each).split("|") for each in ("sides", "moves", "after")}
        names, moves, claims = ([part.strip() for part in parts] for parts in lists.values())
        if not len(names) == len(moves) == len(claims) > 1:
            counts = ", ".join(f"{len(parts)} in '{each}'" for each, parts in lists.items())
            raise self._fault(f"found {counts}: expected two or more, as many in each, with | between")
        sides = []
        for name, move, claim in zip(names, moves, claims, strict=True):
            reading, options = (None, options_of(name)) if "=" in name else (name, {})
            rules, start = game_at(game.id, self._given("position"), None, reading, options)
            side = Side(name, rules, start, move, claim, play(rules, start, move.split()))
            try:
                is_so = side.has(claim)
            except MancalaError as error:
                raise self._fault(f"'after' of {name}: {error}") from None
            if not is_so:
                raise self._fault(f"'after' of {name} is {claim}, but the engine has {result(side.played)}")
            sides.append(side)
        self._see_that_they_part(sides)
        return sides

    def _see_that_they_part(self, sides: list[Side]) -> None:
        """See that no two sides come out the same, and that this option alone makes a difference to one of them."""
        for side, other in combinations(sides, 2):
            if result(side.played) == result(other.played):
                raise self._fault(f"{side.name} and {other.name} come out the same: they do not part here")
            if other.has(side.claim) or side.has(other.claim):
                raise self._fault(f"'after' of {side.name} and {other.name}: add the winner and the score, 40-30")
        values = {side.game.values[self.arguments[0]] for side in sides}
        changed = ((side, self._result_with(side, value)) for side in sides for value in values)
        if all(found in (None, result(side.played)) for side, found in changed):
            raise self._fault("no side comes out in another way with another side's value: it does not decide here")

    def _result_with(self, side: Side, value: Value) -> str | None:
        """Return a side's result under another value of the option; None if that makes no sense in its reading."""
        options = {**side.game.changed, self.arguments[0]: value}
        try:
            rules, start = game_at(side.game.id, self._given("position"), None, side.game.reading.id, options)
        except MancalaError:
            return None
        return result(play(rules, start, side.moves.split()))

    # ---- what the page shows

    def _block(self, option: Option, clause: str, sides: list[Side]) -> nodes.Node:
        docname = self.env.docname
        head = nodes.literal("", option.name), f": {option.meaning} (", clause_link(docname, clause), ")"
        verdict = nodes.inline("", self._given("confidence"), classes=["verdict"])
        for key, says in self._others():
            verdict += [nodes.Text(" · "), citation(docname, Cite(key)), nodes.Text(f": {says}")]
        found = nodes.compound(
            "",
            paragraph(*head, classes=["disagreement-head"]),
            *self.parse_content_to_nodes(),
            *self._played(sides),
            paragraph(f"{SURE}: ", verdict, classes=["sure"]),
            classes=["disagreement"],
            option=option.name,
        )
        found["ids"].append(ANCHOR.format(option.name))
        self.set_source_info(found)
        for link in found.findall(pending_xref):
            self.set_source_info(link)
        self.state.document.note_explicit_target(found)
        return found

    def _played(self, sides: list[Side]) -> list[nodes.Node]:
        """Return the position, all sides, and how we know."""
        game, start, moves = sides[0].game, sides[0].start, {side.moves for side in sides}
        same = [paragraph("The move: ", nodes.literal("", sides[0].moves))] if len(moves) == 1 else []
        firsts = {hole for side in sides for hole in side.moves.partition(" ")[0].split("x")}
        wide = ["wide"] * (start.board.columns > SIDE_BY_SIDE)
        origin, _ = self.parse_inline(self._given("origin"), lineno=self.lineno)
        return [
            nodes.container("", drawn(self.env, game, start, firsts), *same, classes=["position"]),
            nodes.container("", *(self._side(side, not same) for side in sides), classes=["sides", *wide]),
            paragraph("How we know: ", *origin, classes=["origin"]),
        ]

    def _side(self, side: Side, with_moves: bool) -> nodes.Node:
        game, found = side.game, side.played
        head = paragraph(nodes.strong("", game.reading.id), " ", nodes.literal("", str(game.values[self.arguments[0]])))
        if with_moves:
            head += [nodes.Text(", the move: "), nodes.literal("", side.moves)]
        steps = nodes.bullet_list()
        for said in found.said():
            where = (" (", clause_link(self.env.docname, said.clause), ")") if said.clause else ()
            steps += nodes.list_item("", paragraph(said.text, *where))
        picture = drawn(self.env, game, found.position, found.marks(), found.outcome)
        play = text("page.play-under", rules=side.name)
        board = playable(self.env, game, side.start, picture, play, notebook=False)
        return nodes.container("", head, steps, board, classes=["side"])


class readings_table(nodes.General, nodes.Element):
    """Where the table of a page's readings comes, once all of the page is read."""


class ReadingsDirective(SphinxDirective):
    """Shows the readings of the page's game, and the table of their options."""

    def run(self) -> list[nodes.Node]:
        """Return the list of readings, what the table's last column means, and the place of the table."""
        if self.env.temp_data.setdefault("readings:place", self.lineno) != self.lineno:
            raise self.error("readings: this page already has them")
        try:
            game = find(game_of(self.env.docname))
        except MancalaError as error:
            raise self.error(f"readings: {error}") from None
        listed = nodes.bullet_list()
        for reading in game.readings:
            default = " (the default)" if reading is game.readings[0] else ""
            item = paragraph(nodes.strong("", reading.id), f"{default}: {reading.name}. ")
            item += nodes.Text(f"Columns: {_columns(reading.sizes or game.sizes)}. Sources: ")
            cited = [cite for setting in reading.settings.values() for cite in setting.sources]
            note_cited(self.env, self.lineno, cited)
            for number, key in enumerate(dict.fromkeys(cite.key for cite in cited)):
                item += [nodes.Text(", " * bool(number)), citation(self.env.docname, Cite(key))]
            listed += nodes.list_item("", item)
        for link in listed.findall(pending_xref):
            self.set_source_info(link)
        place = readings_table(game=game.id)
        self.set_source_info(place)
        return [listed, paragraph(SURE_MEANS), place]


def _columns(sizes: Sequence[int]) -> str:
    """Return numbers of columns as a text; of a long row, its beginning and its end."""
    numbers = [str(size) for size in sizes]
    return ", ".join(numbers if len(numbers) < 6 else [*numbers[:3], "…", numbers[-1]])


class TableFiller(SphinxTransform):
    """Puts in the table of a page's readings, with what its disagreements say; these get links to it."""

    default_priority = 700  # before typographic quotes

    def apply(self, **kwargs: Any) -> None:
        """Fill its place."""
        blocks = {block["option"]: block for block in self.document.findall(nodes.compound) if "option" in block}
        for place in list(self.document.findall(readings_table)):
            filled = _table(self.env.docname, find(place["game"]), blocks)
            for block in blocks.values():
                to_table = nodes.reference("", "all readings", internal=True, refid=TABLE)
                _verdict(block).parent += [nodes.Text(" · "), to_table]
            for link in filled.findall(pending_xref):
                link.source, link.line = place.source, place.line
            place.replace_self(filled)


def _verdict(block: nodes.compound) -> nodes.inline:
    """Return what a disagreement's block says of how sure the default is, and of other sources."""
    return next(node for node in block.findall(nodes.inline) if "verdict" in node["classes"])


def _table(docname: str, game: type[Game], blocks: dict[str, nodes.compound]) -> nodes.Node:
    """Return the table of a game's readings: first the options in which they differ."""

    def differ(option: Option) -> bool:
        return len({reading.settings[option.name].value for reading in game.readings}) > 1

    heads = ["Rule", *(reading.id for reading in game.readings), SURE]
    body = nodes.tbody()
    for option in sorted(game.options, key=lambda option: not differ(option)):
        where = paragraph(clause_link(docname, f"{game.id}.{option.slug}"))
        rule = [paragraph(nodes.literal("", option.name), f": {option.meaning}"), where]
        sure: nodes.Node = paragraph("no disagreement shown")
        if block := blocks.get(option.name):
            link = nodes.reference("", "more on this", internal=True, refid=block["ids"][0])
            where += [nodes.Text(" · "), link]
            sure = paragraph(_verdict(block).deepcopy())
        elif differ(option):
            sentence = "the readings of %s differ in %s, and no disagreement here shows it"
            logger.warning(sentence, game.name, option.name, location=docname)
        cells = [*(_cell(docname, option, reading.settings[option.name]) for reading in game.readings), [sure]]
        row = nodes.row("", nodes.entry("", *rule))
        for head, cell in zip(heads[1:], cells, strict=True):
            row += nodes.entry("", paragraph(head, classes=["cell-head"]), *cell)
        body += row
    top = nodes.thead("", nodes.row("", *(nodes.entry("", paragraph(head)) for head in heads)))
    columns = [nodes.colspec("", colwidth=1, **{"stub": 1} if head == heads[0] else {}) for head in heads]
    group = nodes.tgroup("", *columns, top, body, cols=len(heads))
    return nodes.table("", group, classes=["readings"], ids=[TABLE])


def _cell(docname: str, option: Option, setting: Setting) -> list[nodes.Node]:
    """Return what a reading makes of an option: the value, what the rule then is, and who says so."""
    said = paragraph(classes=["cited"])
    for cite in setting.sources:
        said += [nodes.Text(", " * bool(len(said))), citation(docname, cite)]
    if setting.standing != "source":
        said += [nodes.Text(" · " * bool(len(said))), nodes.inline("", STANDING[setting.standing])]
    return [paragraph(nodes.literal("", str(setting.value)), f" {option.values[setting.value]}"), said]


# ---- data


def readings_data(app: Sphinx) -> dict[str, object]:
    """Return what readings.json has: conf/ext/schemas.yaml tells each field."""
    return {"games": [_game_data(game) for game in GAMES.values()]}


def _game_data(game: type[Game]) -> dict[str, object]:
    return {
        "id": game.id,
        "name": game.name,
        "ranks": game.ranks,
        "columns": list(game.sizes),
        "default_columns": game.default_columns,
        "options": [
            {
                "name": option.name,
                "clause": f"{game.id}.{option.slug}",
                "meaning": option.meaning,
                "values": [{"value": value, "rule": rule} for value, rule in option.values.items()],
            }
            for option in game.options
        ],
        "readings": [
            {
                "id": reading.id,
                "name": reading.name,
                "columns": list(reading.sizes or game.sizes),
                "settings": {
                    name: {
                        "value": setting.value,
                        "standing": setting.standing,
                        "sources": [cite._asdict() for cite in setting.sources],
                    }
                    for name, setting in reading.settings.items()
                },
            }
            for reading in game.readings
        ],
    }


def disagreements_data(app: Sphinx) -> dict[str, object]:
    """Return what disagreements.json has."""
    return {
        "disagreements": [
            {"page": f"{app.builder.get_target_uri(docname)}#{ANCHOR.format(option)}", **block}
            for docname, blocks in sorted(ReadingsDomain.of(app.env).items())
            for option, block in blocks.items()
        ]
    }


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register all of it with Sphinx."""
    app.setup_extension("clauses")
    app.setup_extension("boards")
    app.add_domain(ReadingsDomain)
    app.add_node(readings_table)
    app.add_directive("readings", ReadingsDirective)
    app.add_directive("disagreement", DisagreementDirective)
    app.add_transform(TableFiller)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
