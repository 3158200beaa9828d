"""Sowing in pictures: the directives `circuit`, `lap`, `sowing`, `ring`, `undo` and `first-moves`.

    ```{circuit} mefuvha
    :columns: 6
    ```

    ```{lap} songo-ewondo
    :from: a3
    :seeds: 16
    ```

    ```{sowing} mefuvha
    :position: 2*8/2*6,1,0/0,1,2*6/2*8 S
    :move: b3xd2xd3
    ```

    ```{ring} 2,0,2,1
    :start: a1
    ```

    ```{undo} 2,0,1,0,2,1
    :last: b3
    ```

    ```{first-moves} mefuvha ntchuva
    ```

`circuit` draws the holes of both players, numbered in the order in which they are sown. `lap` numbers the seeds of one
lap where they fall. `sowing` has the engine play a move and shows the board after each lap and capture, with what the
engine says of it; from more than `MOST` laps it shows the first and the last `ENDS`. Like `board` it takes `:columns:`,
`:position:`, `:reading:` and `:option:`. `ring` does so for a relay on a bare circuit, given by its seeds in the order
of sowing, of two ranks of holes; `undo` takes a lap that ended in `:last:` back, seed by seed. `first-moves` is a table
of how many first moves each game has on each board, how many capture, and how long the longest is.

Where holes lie and in which order they are sown is the engine's; what it refuses is an error at the directive's line.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from boards import ENGINE, options_of
from docutils import nodes
from docutils.parsers.rst import directives
from plays import play
from readings import clause_link, paragraph
from sketches import sketch
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec
from sphinx.writers.html5 import HTML5Translator

from mancala_ref import Event, Game, MancalaError, Position, Turn
from mancala_ref.board import NAMES, OTHER, SOUTH, Board, Seeds, Side, board
from mancala_ref.games import find, game_at
from mancala_ref.games.songo_ewondo import path
from mancala_ref.messages import counted, say, text
from mancala_ref.sowing import NEVER_ENDS, relay
from mancala_ref.steps import LAPS, TAKES
from mancala_ref.turn import Kind

MOST: Final = 8  # laps that are all shown
ENDS: Final = 3  # laps at either end that are shown of more
TAKEN: Final = "×"
STATIC = Path(__file__).parent / "static"
FILES = [Path(__file__), Path(__file__).with_name("sketches.py"), *ENGINE.rglob("*.py")]


class small_board(nodes.General, nodes.Element):
    """A drawn board; its child is a text for every output but HTML."""


class Step(NamedTuple):
    """A step of a turn that is drawn: its events, what lies in each hole after it, the rings in its picture."""

    events: tuple[Event, ...]
    seeds: Mapping[str, int]
    marks: tuple[tuple[str, str], ...]

    @property
    def is_lap(self) -> bool:
        """Whether seeds were sown."""
        return self.events[0].type in LAPS

    @property
    def taken(self) -> str | None:
        """The hole that was captured, if one was."""
        return self.events[0].hole if self.events[0].type in TAKES else None


# ---- what happens


def way(board: Board, side: Side, hole: str, seeds: int) -> list[str]:
    """Return the holes into which the seeds of a player's hole fall, in the order of sowing.

    MoveError for a hole that there is not, ValueError for one of the other player's.
    """
    board.find(hole)
    own = board.holes[side]
    start = own.index(hole)
    if board.ranks == 2:
        both = own + board.holes[OTHER[side]]
        return [both[index] for index in path(start, seeds)]
    return [own[(start + number) % len(own)] for number in range(1, seeds + 1)]


def steps(turn: Turn) -> list[Step]:
    """Return the steps of a turn, each lap and each capture; AssertionError if they lead elsewhere than the engine."""
    before = turn.before
    counts = {hole: before.seeds(hole) for holes in before.board.holes.values() for hole in holes}
    found = unfold(before.board, turn.player, counts, turn.events)
    last = found[-1].seeds if found else counts
    assert all(turn.position.seeds(hole) == count for hole, count in last.items()), turn
    return found


def unfold(board: Board, side: Side, seeds: Mapping[str, int], events: Iterable[Event]) -> list[Step]:
    """Return the steps that a player's events make on a board; an event that moves no seed joins the step before it."""
    counts = dict(seeds)
    found: list[Step] = []
    for event in events:
        hole = event.hole
        if hole and event.type in LAPS:
            fallen = way(board, side, hole, event.seeds)
            assert fallen[-1] == event.to, event
            counts[hole] = 0
            for each in fallen:
                counts[each] += 1
            sown = [("sown", each) for each in dict.fromkeys(fallen) if each != event.to]
            found.append(Step((event,), dict(counts), (*sown, ("last", fallen[-1]), ("lifted", hole))))
        elif hole and event.type in TAKES:
            counts[hole] -= event.seeds
            found.append(Step((event,), dict(counts), (("last", hole),)))
        elif found:
            found[-1] = found[-1]._replace(events=(*found[-1].events, event))
    return found


def shortened(found: Sequence[Step]) -> tuple[Sequence[Step], int, Sequence[Step]]:
    """Return the steps to be shown first, how many laps are left out after them, and the steps after those."""
    laps = sum(step.is_lap for step in found)
    if laps <= MOST:
        return found, 0, ()
    return found[:ENDS], laps - 2 * ENDS, found[laps - ENDS :]


def undone(seeds: Seeds, last: int) -> list[tuple[int, Seeds]]:
    """Take a lap that ended in a hole back, seed by seed: the hole and what lies in all after each step.

    The last step is at the hole that was lifted: there all the seeds lie again.
    """
    counts, hole, hand = list(seeds), last, 0
    found = []
    while counts[hole]:
        counts[hole] -= 1
        hand += 1
        found.append((hole, tuple(counts)))
        hole = (hole - 1) % len(counts)
    counts[hole] = hand
    return [*found, (hole, tuple(counts))]


# ---- what is shown


def _ranks(board: Board, counts: Mapping[str, object], ranks: str = "") -> str:
    """Return what lies in each rank that is drawn, as the text alternative of a picture."""
    columns = range(1, board.columns + 1)
    return " ".join(
        text("svg.rank", rank=letter, counts=", ".join(str(counts[f"{letter}{column}"]) for column in columns))
        for letter in reversed(board.letters)
        if letter in (ranks or board.letters)
    )


class _Pictures(SphinxDirective, ABC):
    """What the directives share."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Let the engine work it out, and return the pictures."""
        for file in FILES:  # a page is as new as what draws and plays its boards
            self.env.note_dependency(str(file))
        try:
            found = self.pictures()
        except MancalaError as error:
            raise self.fault(str(error)) from None
        self.set_source_info(found)
        for link in found.findall(pending_xref):
            self.set_source_info(link)
        return [found]

    @abstractmethod
    def pictures(self) -> nodes.Element:
        """Return what the directive shows."""

    def fault(self, sentence: str) -> Exception:
        """Return an error at the directive's line."""
        return self.error(f"{self.name}: {sentence}")

    def given(self, option: str) -> Any:
        """Return the value of an option that has to be there."""
        if option not in self.options:
            raise self.fault(f"':{option}:' is missing")
        return self.options[option]

    def seeds_board(self, board: Board, counts: Mapping[str, int], ranks: str = "", **look: Any) -> nodes.Element:
        """Return the picture of a board with seeds."""
        label = _ranks(board, counts, ranks)
        texts = {hole: str(count) for hole, count in counts.items() if count} | look.pop("texts", {})
        return _still(label, sketch(board, texts, label=label, ranks=ranks, **look))


def _still(label: str, svg: str) -> small_board:
    return small_board("", nodes.paragraph("", label), svg=svg)


def _strip(frames: Iterable[nodes.list_item]) -> nodes.bullet_list:
    """Return pictures as a list that the style sheet lays out side by side."""
    return nodes.bullet_list("", *frames, classes=["sowing-strip"])


def _frame(picture: nodes.Element, head: str, *said: str | nodes.Node) -> nodes.list_item:
    """Return a picture with a few words under it."""
    return nodes.list_item("", picture, paragraph(nodes.strong("", head), " ", *said))


class CircuitDirective(_Pictures):
    """Draws in which order each player sows; the argument is a game's id."""

    option_spec: ClassVar[OptionSpec] = {"columns": directives.positive_int}

    def pictures(self) -> nodes.Element:
        """Return one board with both players' holes."""
        game, _ = game_at(self.arguments[0], columns=self.options.get("columns"))
        holes = game.board.holes
        ways = [holes[side] for side in NAMES]
        texts = {hole: str(number) for way in ways for number, hole in enumerate(way, 1)}
        said = [f"{NAMES[side]}’s holes in the order of sowing: {', '.join(way)}." for side, way in holes.items()]
        if game.board.ranks == 2:  # both players share one circuit
            ways = [sum(ways, ())]
            said.append("After the last hole of the one comes the first of the other.")
        else:
            said.append("After the last hole of a circuit comes its first.")
        label = " ".join(said)
        svg = sketch(game.board, texts, label=label, arrows=[(*way, way[0]) for way in ways], named=True)
        return nodes.container("", _still(label, svg), classes=["sowing-picture"])


class LapDirective(_Pictures):
    """Numbers the seeds of South's lap where they fall; the argument is a game's id."""

    option_spec: ClassVar[OptionSpec] = {
        "columns": directives.positive_int,
        "from": directives.unchanged_required,
        "seeds": directives.positive_int,
    }

    def pictures(self) -> nodes.Element:
        """Return one board with the numbers of the seeds in the holes."""
        game, _ = game_at(self.arguments[0], columns=self.options.get("columns"))
        start, seeds = self.given("from"), self.given("seeds")
        if game.board.find(start)[0] != SOUTH:
            raise self.fault(f"{start} is not one of South's holes")
        fallen = way(game.board, SOUTH, start, seeds)
        texts: dict[str, str] = {}
        for number, hole in enumerate(fallen, 1):
            texts[hole] = f"{texts.get(hole, '')} {number}".strip()
        told = [f"{hole}: {texts[hole].replace(' ', ', ')}" for hole in dict.fromkeys(fallen)]
        label = f"{seeds} seeds from {start}. Which of them fall into each hole: {'; '.join(told)}."
        ranks = "" if game.board.ranks == 2 else "ab"
        marks = [("last", fallen[-1]), ("lifted", start)]
        svg = sketch(game.board, texts, label=label, ranks=ranks, marks=marks, named=True)
        return nodes.container("", _still(label, svg), classes=["sowing-picture"])


class _Strip(_Pictures):
    """What the directives share that show what happens step by step."""

    def told(self, events: Iterable[Event]) -> list[str | nodes.Node]:
        """Return what the engine says of events, each with a link to its clause if it has one."""
        found: list[str | nodes.Node] = []
        for event in events:
            found += [" " * bool(found), say(event)]
            if event.clause:
                found += [" (", clause_link(self.env.docname, event.clause), ")"]
        return found

    def frames(self, board: Board, found: Sequence[Step], ranks: str = "") -> list[nodes.list_item]:
        """Return the pictures of steps, those of a long relay shortened."""
        first, left_out, rest = shortened(found)
        frames = [self._step(board, step, number, ranks) for number, step in enumerate(first, 1)]
        if left_out:
            more = counted("event.relays", left_out, laps=left_out)
            frames.append(nodes.list_item("", paragraph("⋯"), paragraph(more), classes=["left-out"]))
            numbers = enumerate(rest, len(first) + left_out + 1)
            frames += [self._step(board, step, number, ranks) for number, step in numbers]
        return frames

    def _step(self, board: Board, step: Step, number: int, ranks: str) -> nodes.list_item:
        empty = step.taken and not step.seeds[step.taken]
        texts = {step.taken: TAKEN} if empty else {}
        picture = self.seeds_board(board, step.seeds, ranks, marks=step.marks, texts=texts)
        return _frame(picture, f"Lap {number}." if step.is_lap else "Captured.", *self.told(step.events))


class SowingDirective(_Strip):
    """Shows a move lap by lap; the argument is a game's id."""

    option_spec: ClassVar[OptionSpec] = {
        "columns": directives.positive_int,
        **dict.fromkeys(("position", "move", "reading", "option"), directives.unchanged_required),
    }

    def pictures(self) -> nodes.Element:
        """Return a board before the move and one after each of its steps."""
        given, move = self.options, self.given("move")
        options = options_of(given.get("option", ""))
        game, start = game_at(
            self.arguments[0], given.get("position"), given.get("columns"), given.get("reading"), options
        )
        played = play(game, start, [move])
        if played.refusal:
            raise self.fault(str(played.refusal))
        turn = played.turns[0]
        found = steps(turn)
        if not found:
            raise self.fault(f"{move} moves no seed")
        return _strip([self._before(game, start, turn), *self.frames(game.board, found)])

    def _before(self, game: Game, start: Position, turn: Turn) -> nodes.list_item:
        counts = {hole: start.seeds(hole) for holes in game.board.holes.values() for hole in holes}
        marks = [("lifted", turn.move.start)] if turn.move.start else []
        picture = self.seeds_board(game.board, counts, marks=marks)
        return _frame(picture, "Before.", f"{NAMES[turn.player]} plays ", nodes.literal("", str(turn.move)), ".")


class _RingDirective(_Strip):
    """What the directives of a bare circuit share; the argument is its seeds in the order of sowing."""

    final_argument_whitespace = True
    ranks = "ab"

    def circuit(self, option: str) -> tuple[Board, Seeds, int]:
        """Return a board of which the circuit is South's, the seeds, and the hole that an option names."""
        counts = [count.strip() for count in self.arguments[0].split(",")]
        if len(counts) % 2 or not all(map(str.isdecimal, counts)):
            raise self.fault(f"expected the seeds of an even number of holes, such as 2,0,2,1, not {self.arguments[0]}")
        seeds = tuple(map(int, counts))
        found = board(4, len(seeds) // 2)
        side, index = found.find(self.given(option))
        if side != SOUTH or not seeds[index]:
            raise self.fault(f"{self.options[option]} is not one of South's holes that hold seeds")
        return found, seeds, index

    def named(self, found: Board, seeds: Seeds) -> dict[str, int]:
        """Return the seeds by the names of the holes."""
        return dict(zip(found.holes[SOUTH], seeds, strict=True))


class RingDirective(_RingDirective):
    """Shows a relay on a bare circuit lap by lap, until it stops or comes home."""

    option_spec: ClassVar[OptionSpec] = {"start": directives.unchanged_required}

    def pictures(self) -> nodes.Element:
        """Return the circuit before the relay and after each lap."""
        found, seeds, start = self.circuit("start")
        laps: list[tuple[int, int, int]] = []
        after, last = relay(seeds, start, laps)
        names, counts = found.holes[SOUTH], self.named(found, seeds)
        kinds: list[Kind] = ["sow"]
        kinds += ["relay"] * (len(laps) - 1)
        events = [Event(kind, names[a], n, "", names[b]) for kind, (a, n, b) in zip(kinds, laps, strict=True)]
        if last != NEVER_ENDS:
            events.append(Event("stop", names[last], 1, ""))
        parts = unfold(found, SOUTH, counts, events)
        assert parts[-1].seeds == self.named(found, tuple(after))
        picture = self.seeds_board(found, counts, self.ranks, marks=[("lifted", names[start])])
        before = _frame(picture, "Before.", f"{names[start]} is to be lifted.")
        return _strip([before, *self.frames(found, parts, self.ranks)])


class UndoDirective(_RingDirective):
    """Takes a lap back on a bare circuit, seed by seed."""

    option_spec: ClassVar[OptionSpec] = {"last": directives.unchanged_required}

    def pictures(self) -> nodes.Element:
        """Return the circuit after the lap, and at each step of the way back."""
        found, seeds, last = self.circuit("last")
        names = found.holes[SOUTH]
        *taken, (lifted, whole) = undone(seeds, last)

        def picture(counts: Seeds, kind: str, hole: int) -> nodes.Element:
            return self.seeds_board(found, self.named(found, counts), self.ranks, marks=[(kind, names[hole])])

        frames = [_frame(picture(seeds, "last", last), "After.", f"The lap ended in {names[last]}.")]
        frames += [
            _frame(picture(counts, "sown", hole), f"Back {number}.", f"One seed is taken from {names[hole]}.")
            for number, (hole, counts) in enumerate(taken, 1)
        ]
        home = f"{names[lifted]} is empty: it was lifted, and gets back its seeds, {whole[lifted]}."
        return _strip([*frames, _frame(picture(whole, "lifted", lifted), "Before.", home)])


class FirstMovesDirective(_Pictures):
    """Counts the first moves of games on all their boards; the arguments are games' ids."""

    final_argument_whitespace = True
    HEADS: ClassVar = ("Game", "Columns", "First moves", "That capture", "Laps of the longest", "Its seeds")

    def pictures(self) -> nodes.Element:
        """Return the table."""
        body = nodes.tbody()
        for id in self.arguments[0].split():
            for columns in find(id).sizes:
                game, start = game_at(id, columns=columns)
                cells = (game.name, columns, *first_moves(game, start))
                body += nodes.row("", *(nodes.entry("", paragraph(str(cell))) for cell in cells))
        head = nodes.thead("", nodes.row("", *(nodes.entry("", paragraph(head)) for head in self.HEADS)))
        widths = [nodes.colspec("", colwidth=1) for _ in self.HEADS]
        return nodes.table("", nodes.tgroup("", *widths, head, body, cols=len(widths)), classes=["first-moves"])


def first_moves(game: Game, start: Position) -> tuple[int, int, int, int]:
    """Return how many start holes there are, how many of them capture, and laps and seeds of the longest sowing."""
    captures, longest, plies = 0, (0, 0), [ply for ply, _ in game.begun(start) if ply is not None]
    for ply in plies:
        events: list[Event] = []
        game.after(start, ply, events)
        laps = [event.seeds for event in events if event.type in LAPS]
        longest = max(longest, (len(laps), sum(laps)))
        captures += any(event.type == "capture" for event in events)
    return len(plies), captures, *longest


# ---- what Sphinx calls


def _visit_board(self: HTML5Translator, node: small_board) -> None:
    self.body.append(node["svg"] + "\n")
    raise nodes.SkipNode


def _pass(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Leave it to the text inside."""


def _add_static(app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(STATIC / "sowings.css"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register all of it with Sphinx."""
    app.setup_extension("readings")  # links to clauses
    other = (_pass, _pass)
    app.add_node(small_board, html=(_visit_board, None), text=other, latex=other, man=other, texinfo=other, xml=other)
    for name, directive in (
        ("circuit", CircuitDirective),
        ("lap", LapDirective),
        ("sowing", SowingDirective),
        ("ring", RingDirective),
        ("undo", UndoDirective),
        ("first-moves", FirstMovesDirective),
    ):
        app.add_directive(name, directive)
    app.connect("config-inited", _add_static)
    app.add_css_file("sowings.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
