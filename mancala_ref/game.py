"""What every game is: a board, its sizes, readings and options, and how turns are listed, played and refused."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain, combinations
from math import comb
from typing import ClassVar, Final, Literal, NamedTuple, TypeVar

from .board import NAMES, OTHER, SOUTH, Board, Seeds, Side, board
from .errors import IllegalMove, OptionError, PositionError
from .messages import text
from .position import Position
from .turn import Event, Move, Outcome, Turn, in_board_order

PASS: Final = -1  # the ply of a player who has no hole to start from

Value = str | int
Standing = Literal["source", "inferred", "editors"]
_Method = TypeVar("_Method", bound=Callable[..., object])


def applies(*slugs: str) -> Callable[[_Method], _Method]:
    """Say which clauses a method plays that its steps do not name; the pages link it and the check counts it."""
    return lambda method: method


class Option(NamedTuple):
    """A question that a reading settles.

    `slug` is the clause that it belongs to, `meaning` the question, and `values` the answers that the engine can
    play, each with the sentence that the rule then is.
    """

    name: str
    slug: str
    meaning: str
    values: Mapping[Value, str]


class Cite(NamedTuple):
    """A place in a source: its key (see `Game.sources`) and the page or section, empty for the whole of it."""

    key: str
    where: str = ""


class Setting(NamedTuple):
    """The value that a reading gives to an option, who says so, and whether they say it or it is concluded."""

    value: Value
    sources: tuple[Cite, ...] = ()
    standing: Standing = "source"


def says(value: Value, *sources: Cite) -> Setting:
    """Return a value that sources state."""
    return Setting(value, sources)


def inferred(value: Value, *sources: Cite) -> Setting:
    """Return a value that is concluded from sources."""
    return Setting(value, sources, "inferred")


def editors(value: Value) -> Setting:
    """Return a value that the editors chose, because the source of the reading is silent."""
    return Setting(value, standing="editors")


class Reading(NamedTuple):
    """A complete set of option values that follows one source; `sizes` are its numbers of columns, if its own."""

    id: str
    name: str
    settings: Mapping[str, Setting]
    sizes: Sequence[int] | None = None


class Senseless(NamedTuple):
    """Option values that make no sense together, and the key of the message that tells why.

    They are refused when all of them are asked for. One alone never is: any option can be changed on any reading.
    """

    values: Mapping[str, Sequence[Value]]
    key: str


class LegalMoves:
    """The complete turns that are legal in a position, worked out when asked for.

    Iterate over it, count it with `len`, test it with `in` (a `Move` or a move text) and `bool`.
    """

    def __init__(self, game: Game, position: Position) -> None:
        self._game = game
        self._position = game.check(position)

    def __iter__(self) -> Iterator[Move]:
        for move, _ in self._game.turns(self._position):
            yield move

    def __len__(self) -> int:
        game = self._game
        return sum(
            comb(len(game.candidates(p)) if p.free else 0, count)
            for _, p in game.begun(self._position)
            for count in game.free_counts(p)
        )

    def __bool__(self) -> bool:
        return bool(self._game.begun(self._position))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move | str):
            return False
        try:
            self._game.play(self._position, move)
        except ValueError:
            return False
        return True

    def __repr__(self) -> str:
        return f"<legal moves: {' '.join(map(str, self)) or 'none'}>"


class Game(ABC):
    """The rules of one game, on a board of one size, under one reading.

    A subclass states its data in the class variables and the few functions that are its own. A *ply* is a hole
    index: of the mover's circuit for a start hole, of the opponent's for a free capture, or `PASS`, which also leaves
    the free captures that are due, where `may_decline` is true.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    ranks: ClassVar[Literal[2, 4]]
    sizes: ClassVar[Sequence[int]]
    """The numbers of columns that the game is played on."""
    default_columns: ClassVar[int]
    readings: ClassVar[tuple[Reading, ...]]
    """The readings, the default first."""
    options: ClassVar[tuple[Option, ...]]
    senseless: ClassVar[tuple[Senseless, ...]] = ()
    sources: ClassVar[Mapping[str, str]]
    """What the settings cite: a short name for each key."""
    may_decline: bool = False
    """Whether a player may leave free captures that are due."""

    def __init__(
        self,
        columns: int | None = None,
        reading: str | None = None,
        options: Mapping[str, Value] | None = None,
    ) -> None:
        self.reading: Final[Reading] = self._find_reading(reading)
        columns = self.default_columns if columns is None else columns
        sizes = self.reading.sizes or self.sizes
        if type(columns) is not int or columns not in sizes:
            raise OptionError(
                "option.columns" if sizes is self.sizes else "option.columns-reading",
                name=self.name,
                reading=self.reading.id,
                found=repr(columns),
                columns=", ".join(map(str, sizes)),
                clause=self.clause("board"),
            )
        self.board: Final[Board] = board(self.ranks, columns)
        self.values: Final[dict[str, Value]] = {k: s.value for k, s in self.reading.settings.items()}
        asked = {name: self._find_value(name, value) for name, value in (options or {}).items()}
        for values, key in self.senseless:
            if all(asked.get(name) in refused for name, refused in values.items()):
                raise OptionError(key, name=self.name)
        self.values.update(asked)
        self.settle()

    def _find_reading(self, wanted: str | None) -> Reading:
        for reading in self.readings:
            if wanted in (None, reading.id):
                return reading
        ids = [reading.id for reading in self.readings]
        raise unknown("option.reading", wanted, ids, name=self.name)

    def _find_value(self, name: str, value: Value) -> Value:
        names = [option.name for option in self.options]
        for option in self.options:
            if option.name == name:
                for known in option.values:
                    if str(known) == str(value):
                        return known
                raise unknown("option.value", value, list(option.values), name=self.name, option=name)
        raise unknown("option.name", name, names, name=self.name)

    @property
    def changed(self) -> dict[str, Value]:
        """The option values that differ from the reading's own."""
        return {k: v for k, v in self.values.items() if v != self.reading.settings[k].value}

    @property
    def is_default(self) -> bool:
        """Whether it is played by the default reading, without a change."""
        return self.reading is self.readings[0] and not self.changed

    @property
    def setting(self) -> dict[str, Value]:
        """The keyword arguments that make this game again, for `game(id, **setting)`."""
        return {"columns": self.board.columns, "reading": self.reading.id, **self.changed}

    def __repr__(self) -> str:
        return f"game({self.id!r}, {', '.join(f'{k}={v!r}' for k, v in self.setting.items())})"

    def clause(self, slug: str) -> str:
        """Return the id of this game's clause called `slug`; its page states it, and the site's build compares."""
        return f"{self.id}.{slug}"

    @classmethod
    def who_says(cls, setting: Setting) -> str:
        """Return whom a setting rests on, and whether it is inferred, in words."""
        places = [", ".join(filter(None, (cls.sources[c.key], c.where))) for c in setting.sources]
        return text(f"standing.{setting.standing}", sources="; ".join(places))

    def settle(self) -> None:  # noqa: B027  a game that draws nothing from them needs none
        """Draw from the option values what the rules ask for most often; called once, when they are known."""

    # ---- what each game tells

    @abstractmethod
    def opening(self) -> Seeds:
        """Return one player's seeds at the start, in the order of his circuit; both players have the same."""

    @abstractmethod
    def candidates(self, position: Position) -> list[int]:
        """Return the holes that the start rule allows, or that a free capture may take.

        Never-ending sowings are not yet left out; an empty list in a game that is not over means a pass.
        """

    @abstractmethod
    def after(self, position: Position, ply: int, events: list[Event] | None = None) -> Position | None:
        """Return the position after a ply among the candidates; None if its sowing never ends.

        With `events` given, what happens is noted there step by step, each with its clause.
        """

    @abstractmethod
    def path(self, mover: Side, ply: int, seeds: int) -> list[str]:
        """Return the names of the holes into which the seeds of a start hole, so many, fall one by one."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game has ended in this position, or None. Repetition is a match's to know."""

    @abstractmethod
    def repeated(self, position: Position) -> Outcome:
        """Return the outcome when this position has come back and nothing was captured in between."""

    @abstractmethod
    def refusal(self, position: Position, index: int) -> IllegalMove:
        """Return why a hole of the mover's may not start his turn: the start rule bars it, or its sowing never ends."""

    @abstractmethod
    def free_clause(self, position: Position) -> str:
        """Return the id of the clause that gives the free captures due in the position, or would give them."""

    @abstractmethod
    def pass_clause(self) -> str:
        """Return the id of the clause that tells when a player may pass, or that none may."""

    # ---- what all games share

    def start(self) -> Position:
        """Return the opening position; South moves first."""
        seeds = self.opening()
        return Position(self.board, SOUTH, seeds, seeds)

    def parse(self, text: str) -> Position:
        """Read a position text for this game's board; PositionError says what is wrong with another."""
        position = Position.parse(text, self.board)
        if position.free:
            most = min(self.most_free(), len(self.candidates(position)))
            if position.free > most:
                raise PositionError("position.free", at=text.index("free=") + 1, free=position.free, most=most)
        return position

    def check(self, position: Position) -> Position:
        """Return the position if it is one of this game's board; PositionError otherwise."""
        if position.board is not self.board:
            raise PositionError(
                "position.board",
                at=1,
                ranks=self.board.ranks,
                columns=self.board.columns,
                found_ranks=position.board.ranks,
                found_columns=position.board.columns,
            )
        return position

    def most_free(self) -> int:
        """Return how many free captures a turn can bring at most."""
        return 0

    def free_counts(self, position: Position) -> range:
        """Return how many of the free captures due in a position may be made."""
        return range(0 if self.may_decline else position.free, position.free + 1)

    def begun(self, position: Position) -> list[tuple[int | None, Position]]:
        """Return the legal first plies with the position after each; the position itself if a turn is begun.

        An empty list means that the game is over.
        """
        if position.free:
            return [(None, position)]
        if self.outcome(position):
            return []
        plies = self.candidates(position) or [PASS]
        return [(ply, after) for ply in plies if (after := self.after(position, ply))]

    def turns(self, position: Position) -> Iterator[tuple[Move, Position]]:
        """Yield every legal complete turn and the position after it, without events."""
        own, enemy = self.board.holes[position.mover], self.board.holes[OTHER[position.mover]]
        for ply, begun in self.begun(position):
            start = None if ply is None or ply == PASS else own[ply]
            holes = self.candidates(begun) if begun.free else []
            for chosen in chain.from_iterable(combinations(holes, count) for count in self.free_counts(begun)):
                here = begun
                for hole in chosen:
                    here = self._must(self.after(here, hole))
                if here.free:
                    here = self._must(self.after(here, PASS))
                yield Move(start, in_board_order([enemy[hole] for hole in chosen])), here

    def legal(self, position: Position) -> LegalMoves:
        """Return the legal complete turns, free captures expanded; none when the game is over."""
        return LegalMoves(self, position)

    def starts(self, position: Position) -> list[str]:
        """Return the names of the holes from which a turn may start, in board order; none in a begun turn."""
        holes = self.board.holes[self.check(position).mover]
        return list(in_board_order([holes[p] for p, _ in self.begun(position) if p is not None and p != PASS]))

    def play(self, position: Position, move: Move | str) -> Turn:
        """Play one complete turn and return it with all its steps.

        MoveError for a text that cannot be read; IllegalMove names the clause that forbids the move.

        >>> from mancala_ref import game
        >>> g = game("mefuvha", columns=8)
        >>> g.play(g.start(), "b3xd2xd3").position.text
        '0*3,2*5/0,2*5,1,0/1,2,0,2*5/2*8 N captured=8-0 turn=1'
        """
        move = Move.parse(str(move), self.board)
        if over := self.outcome(self.check(position)):
            raise IllegalMove("illegal.over", over.clause)
        events: list[Event] = []
        here = position if position.free else self._begin(position, move, events)
        if position.free and move.start:
            raise IllegalMove(
                "illegal.free-start.one" if position.free == 1 else "illegal.free-start",
                self.free_clause(position),
                player=NAMES[position.mover],
                free=position.free,
            )
        for index in self._free(here, move):
            here = self._must(self.after(here, index, events))
        if here.free and self.may_decline:
            here = self._must(self.after(here, PASS, events))
        if here.free:
            raise IllegalMove(
                "illegal.free-due.one" if here.free == 1 else "illegal.free-due",
                self.free_clause(here),
                move=move,
                free=here.free,
                owner=NAMES[OTHER[position.mover]],
            )
        return Turn(move, position, here, tuple(events), self.outcome(here))

    def _begin(self, position: Position, move: Move, events: list[Event]) -> Position:
        """Play the start hole of a move, or its pass."""
        mover, candidates = position.mover, self.candidates(position)
        if move.start is None:
            if move.free:
                raise IllegalMove("illegal.no-start", self.clause("own-side"), move=move, player=NAMES[mover])
            if candidates:
                raise IllegalMove(
                    "illegal.pass",
                    self.pass_clause(),
                    player=NAMES[mover],
                    hole=self.board.holes[mover][candidates[0]],
                    seeds=position.own[candidates[0]],
                )
            return self._must(self.after(position, PASS, events))
        side, index = self.board.find(move.start)
        if side != mover:
            raise IllegalMove(
                "illegal.own-side",
                self.clause("own-side"),
                hole=move.start,
                owner=NAMES[side],
                player=NAMES[mover],
            )
        # asked without a trace: a sowing that never ends could have a million laps
        if index not in candidates or self.after(position, index) is None:
            raise self.refusal(position, index)
        return self._must(self.after(position, index, events))

    def _free(self, position: Position, move: Move) -> list[int]:
        """Return the indices of a move's free captures once each is known to be allowed."""
        mover, clause = position.mover, self.free_clause(position)
        if move.free and not position.free:
            raise IllegalMove("illegal.free-none", clause, move=move, hole=move.free[0])
        if len(move.free) > position.free:
            key = "illegal.free-many.one" if position.free == 1 else "illegal.free-many"
            raise IllegalMove(key, clause, move=move, taken=len(move.free), free=position.free)
        found = []
        for hole in move.free:
            side, index = self.board.find(hole)
            if side == mover:
                raise IllegalMove("illegal.free-own", clause, hole=hole, player=NAMES[mover], owner=NAMES[OTHER[mover]])
            if not position.seeds(hole):
                raise IllegalMove("illegal.free-empty", clause, hole=hole)
            found.append(index)
        return found

    @staticmethod
    def _must(position: Position | None) -> Position:
        assert position is not None  # a pass and a free capture cannot go on for ever
        return position


def unknown(key: str, found: object, known: Sequence[object], **values: object) -> OptionError:
    """Return the refusal of a name that is not among the known; it proposes the nearest one, if one is near."""
    names = [str(name) for name in known]
    values = {"found": found, "known": ", ".join(names), **values}
    near = get_close_matches(str(found), names, n=1)
    return OptionError(f"{key}.nearest", nearest=near[0], **values) if near else OptionError(key, **values)
