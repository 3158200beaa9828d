"""A board session: a match that is played click by click, on a board that can be set up. It knows no host.

Plain dicts go in and out, so that the thin worker and the notebook widget carry the same session to the same front
end (board.js). What that shows is put together in `view`; everything said comes from the engine and its catalogue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ..board import NAMES, NORTH, OTHER, SOUTH, Side
from ..errors import IllegalMove, MancalaError, OptionError
from ..game import PASS, Game, Value
from ..games import find, game_at
from ..match import Match
from ..messages import text
from ..players import PLAYERS, Thought, think
from ..position import MOST, MOST_SEEDS, Position
from ..turn import PASS_TEXT, Event, Move, Turn, in_board_order
from .view import Said, show

PERSON: Final = "person"
SECONDS: Final = 1.5  # that a player who looks ahead may think
UNFINISHED: Final = "x"  # ends the last move of a record whose free captures are still to be chosen


class Click(NamedTuple):
    """One choice of a turn: the hole (or `-`), what it did, the position after it, the turn if that finished one."""

    hole: str
    events: tuple[Event, ...]
    position: Position
    turn: Turn | None


class Left(NamedTuple):
    """A match that a new game or another board has put aside, and what is said when `undo` brings it back."""

    game: Game
    start: Position
    line: list[Click]
    at: int
    said: str


class Session:
    """A match that is played click by click: a start hole, then each free capture, is a choice of its own.

    The arguments are the engine's: a game's id, a position or its text (empty: the opening), the number of columns, a
    reading, option values; bad ones raise MancalaError.

    >>> session = Session("mefuvha", columns=8)
    >>> session.handle({"type": "choose", "hole": "b3"})
    >>> session.state()["prompt"]
    "South: choose 2 more of North's holes."
    """

    def __init__(
        self,
        game: str,
        position: str | Position = "",
        columns: int | None = None,
        reading: str | None = None,
        **options: Value,
    ) -> None:
        if isinstance(position, Position):
            position = position.text
        self.players: dict[Side, str] = {SOUTH: PERSON, NORTH: PERSON}
        self.matches = 0  # counts those that were taken up
        self.rev = 0  # counts the answers
        self.worked: object = None  # the job that `carry_on` works off
        self._earlier: list[Left] = []
        self._take_up(*game_at(game, position or None, columns, reading, options))
        self._answer()

    def _take_up(self, game: Game, start: Position, line: Sequence[Click] = (), at: int = 0) -> None:
        """Play on in a match: its clicks, of which the first `at` stand on the board; the others can be done again."""
        self.match = Match(game, start)
        self.line = list(line)
        self.matches += 1
        self._go(at)

    def _go(self, at: int) -> None:
        self.at = at
        self.match.turns[:] = [click.turn for click in self.line[:at] if click.turn]

    def _answer(self, note: str = "", due: bool = False) -> None:
        """Note that a message was carried out, what is to be said of it, and whether a player may move unasked."""
        self.note, self.due = note, due
        self.refusal: Said | None = None  # why the last message was not carried out
        self.job: Generator[Thought | None, None, Thought] | None = None  # a player's thinking, to be worked off
        self.hinting = False  # whether it is for a hint
        self.thought: Thought | None = None  # how far it has come
        self.hint: Thought | None = None
        self.rev += 1

    # ---- for Python

    @property
    def begun(self) -> list[Click]:
        """The clicks of the turn that is not finished."""
        return self.line[self._ends[-1] : self.at]

    @property
    def latest(self) -> tuple[Position, list[Click]]:
        """The clicks of the turn that is begun, or else of the last one, and the position before them."""
        clicks = self.begun or self.line[self._ends[-2:][0] : self.at]
        first = self.at - len(clicks)
        return self.line[first - 1].position if first else self.match.start, clicks

    @property
    def _ends(self) -> list[int]:
        """The places on the line where no turn is begun, up to where the board stands."""
        return [0, *(at for at, click in enumerate(self.line[: self.at], 1) if click.turn)]

    @property
    def record(self) -> str:
        """The moves that stand on the board; the last ends in `x` if its free captures are still to be chosen."""
        moves = [str(turn.move) for turn in self.match.turns]
        return " ".join([*moves, f"{self._move(self.begun)}{UNFINISHED}"] if self.begun else moves)

    @property
    def position(self) -> Position:
        """The position on the board; in an unfinished turn, with the free captures that are still due."""
        return self.line[self.at - 1].position if self.at else self.match.start

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back."""
        return bool(self.at or self._earlier)

    def play(self, move: str) -> None:
        """Play a whole turn, or (`xd5`, or `-`) the rest of the one that is begun; the errors are `Match.play`'s."""
        begun = self.begun
        if begun and move.startswith(("x", PASS_TEXT)):
            move = f"{self._move(begun)}{move.removeprefix(PASS_TEXT)}"
        made = self.match.play(move).move  # or its error, before anything is taken back
        self._go(self.at - len(begun))
        self._choose_all(made)
        if self.position.free:
            self._choose(PASS_TEXT)
        self._answer(due=True)

    def replay(self, record: str) -> None:
        """Play the moves of a record from the first position on, in place of those that were played.

        Move texts are parted by spaces; numbers such as `12.` between them are passed over; a last one that ends in
        `x` is not finished (`b3x`, `b3xd2x`). A MancalaError names the move that cannot be played; nothing is then.
        """
        line, at = self.line, self.at
        self.line = []
        self._go(0)
        moves = [move for move in record.split() if not move.rstrip(".").isdecimal()]
        for number, move in enumerate(moves, 1):
            try:
                if move.endswith(UNFINISHED):
                    self._begin_turn(move, number == len(moves))
                else:
                    self.play(move)
            except MancalaError as error:
                self.line = line
                self._go(at)
                if isinstance(error, IllegalMove):
                    raise IllegalMove(
                        "record.illegal", error.clause, number=number, move=move, fault=error.sentence
                    ) from None
                raise MancalaError("option.turn", number=number, move=move, fault=error) from None
        self._answer()

    def _begin_turn(self, move: str, last: bool) -> None:
        """Make the choices of a move of a record that is not finished."""
        if not last:
            raise MancalaError("record.unfinished", move=move)
        begun = Move.parse(move.removesuffix(UNFINISHED), self.match.game.board)
        try:
            self.match.game.play(self.position, begun)
        except IllegalMove as error:
            if not error.key.startswith("illegal.free-due"):
                raise
        self._choose_all(begun)
        if not self.position.free:
            raise MancalaError("record.finished", move=move)

    def _choose_all(self, move: Move) -> None:
        """Make the choices that a move writes, one by one."""
        for hole in [*([] if self.position.free else [move.start or PASS_TEXT]), *move.free]:
            self._choose(hole)

    # ---- for the front end

    def handle(self, message: object) -> None:
        """Do what a message asks; what is wrong with it is told by the next `state()`, and never raised.

        In the match: `choose` (`hole`), `pass` (where a rule lets them be, it leaves the free captures that are due),
        `undo` and `redo` (a click; or the match that a new game or a set-up has put aside), `go` (`turn`: so many
        turns on the board), `new` (from the first position), `replay` (`text`: a record, with the position text
        where it starts, spaces as `_`, before it unless that is the opening).

        Who plays: `players` (`S` and `N`: `person`, or one of `mancala_ref.players`), `think` (the player to move is
        to choose a turn), `hint`, `stop`. They leave a `job`, which `carry_on` works off.

        Set-up, each a new match: `setup` (`columns`, `reading`, `options`), `position` (`text`), `put` (`hole`,
        `seeds`), `captured` (`side`, `seeds`), `mover` (`side`), `swap` (the sides change places), `clear`, `opening`.
        """
        try:
            self._do(message)
        except IllegalMove as error:
            self._refuse(error.sentence, error.clause)
        except MancalaError as error:
            self._refuse(str(error), at=getattr(error, "at", None))
        except Exception as error:  # a fault of the engine's must not end the board: what it shows still holds
            self._refuse(text("board.fault", fault=repr(error)))

    def _do(self, message: object) -> None:
        match message:
            case {"type": "choose", "hole": str(hole)}:
                self._click(hole)
            case {"type": "pass"}:
                self._click(PASS_TEXT)
            case {"type": "undo"}:
                self._undo()
            case {"type": "redo"}:
                self._redo()
            case {"type": "go", "turn": int(turn)}:
                self._go_to(turn)
            case {"type": "new"}:
                self._begin(self.match.game, self.match.start, "board.undone-new", due=True)
            case {"type": "replay", "text": str(record)}:
                self._replay(record)
            case {"type": "players", "S": str(south), "N": str(north)}:
                self._seat({SOUTH: south, NORTH: north})
            case {"type": "think"}:
                self._think()
            case {"type": "hint"}:
                self._hint()
            case {"type": "stop"}:
                self._answer()
            case {"type": "setup", "columns": int(columns), "reading": str(reading), "options": dict(options)}:
                self._set_up(columns, reading, options)
            case {"type": "position", "text": str(position)}:
                game = self.match.game
                self._begin(*game_at(game.id, position, None, game.reading.id, game.changed))
            case {"type": "put", "hole": str(hole), "seeds": int(seeds) | float(seeds)}:
                self._put(hole, seeds)
            case {"type": "captured", "side": "S" | "N" as side, "seeds": int(seeds) | float(seeds)}:
                self._edit(**{f"{self._whose(side)}_captured": _bounded(seeds, MOST)})
            case {"type": "mover", "side": "S" | "N" as side}:
                self._hand_over(side)
            case {"type": "swap"}:
                self._edit(mover=OTHER[self.position.mover])
            case {"type": "opening"}:
                self._begin(self.match.game, self.match.game.start())
            case {"type": "clear"}:
                nothing = (0,) * self.match.game.board.size
                self._edit(own=nothing, enemy=nothing)
            case _:
                raise MancalaError("board.message", found=message)

    def _refuse(self, sentence: str, clause: str | None = None, at: int | None = None) -> None:
        """Note why a message was not carried out; what was said before still holds."""
        self.refusal = Said(sentence, clause, at)
        self.rev += 1

    # ---- the match

    def _click(self, hole: str) -> None:
        if self.job and not self.hinting:
            raise MancalaError("board.thinking", player=NAMES[self.position.mover])
        self._choose(hole)
        self._answer(due=not self.begun)

    def _choose(self, hole: str) -> None:
        """Make the next choice of the turn: a start hole, a free capture, a pass, or to leave what is due."""
        game, position = self.match.game, self.position
        if over := self.match.outcome:
            raise IllegalMove("illegal.over", over.clause)
        if hole != PASS_TEXT:
            game.board.find(hole)
        try:
            game.play(position, f"x{hole}" if position.free and hole != PASS_TEXT else hole)
        except IllegalMove as error:  # that more captures are due is no fault of a click
            if error.key not in ("illegal.free-due", "illegal.free-due.one") or hole == PASS_TEXT:
                raise
        events: list[Event] = []
        after = game.after(position, PASS if hole == PASS_TEXT else game.board.find(hole)[1], events)
        assert after is not None  # a sowing that never ends may not be chosen
        begun = [*self.begun, Click(hole, tuple(events), after, None)]
        turn = None if after.free else self.match.play(self._move(begun))
        again = self.line[self.at : self.at + 1]
        if [click.hole for click in again] != [hole]:  # else what follows it can still be done again
            self.line[self.at :] = [begun[-1]._replace(turn=turn)]
        self._go(self.at + 1)

    def _move(self, clicks: Sequence[Click]) -> Move:
        """Return the move that these clicks make together, from the match's position."""
        holes = [click.hole for click in clicks]
        start = None if self.match.position.free or holes[0] == PASS_TEXT else holes[0]
        return Move(start, in_board_order([hole for hole in holes if hole not in (start, PASS_TEXT)]))

    def _undo(self) -> None:
        """Take back the last click, and what other players have answered to it; or else what put a match aside."""
        if self.at:
            taken = [self._step_back()]
            while self.at and self._answers():
                taken.append(self._step_back())
            if len(taken) > 1:
                self._answer(text("board.undone-more", clicks=len(taken)))
            elif taken[0].hole != PASS_TEXT:
                self._answer(text("board.undone", hole=taken[0].hole))
            else:
                self._answer(text("board.undone-leave" if self.position.free else "board.undone-pass"))
        elif self._earlier:
            left = self._earlier.pop()
            self._take_up(left.game, left.start, left.line, left.at)
            self._answer(text(left.said))
        else:
            raise MancalaError("board.nothing")

    def _step_back(self) -> Click:
        self._go(self.at - 1)
        return self.line[self.at]

    def _redo(self) -> None:
        if self.at == len(self.line):
            raise MancalaError("board.nothing-again")
        self._go(self.at + 1)
        while self.at < len(self.line) and self._answers():
            self._go(self.at + 1)
        self._answer()

    def _answers(self) -> bool:
        """Tell whether another player than a person is to move, against a person."""
        return self.players[self.position.mover] != PERSON and PERSON in self.players.values()

    def _go_to(self, turn: int) -> None:
        finished = [0, *(at for at, click in enumerate(self.line, 1) if click.turn)]
        if not 0 <= turn < len(finished):
            raise MancalaError("board.turn", found=turn, most=len(finished) - 1)
        self._go(finished[turn])
        self._answer()

    def _begin(self, game: Game, start: Position, said: str = "board.undone-setup", due: bool = False) -> None:
        """Begin a match, and put the one that was played aside: a slip must not cost it."""
        if self.line or (game.setting, start) != (self.match.game.setting, self.match.start):
            self._earlier.append(Left(self.match.game, self.match.start, self.line, self.at, said))
        self._take_up(game, start)
        self._answer(due=due)

    def _replay(self, record: str) -> None:
        """Play a record in a match of its own."""
        game = self.match.game
        first, *moves = record.split() or [""]
        start = game.start()
        if "/" in first:
            game, start = game_at(game.id, first, None, game.reading.id, game.changed)
            record = " ".join(moves)
        other = Session(game.id, start.text, None, game.reading.id, **game.changed)
        other.replay(record)
        self._begin(game, start)
        self.line = other.line
        self._go(other.at)

    # ---- who plays

    def _seat(self, players: Mapping[Side, str]) -> None:
        known = [PERSON, *PLAYERS]
        for player in players.values():
            if player not in known:
                raise OptionError("option.player", found=player, players=", ".join(known))
        self.players.update(players)
        self._answer(self.note, due=not self.begun)

    def _think(self) -> None:
        player = self.players[self.position.mover]
        if player == PERSON:
            raise MancalaError("board.person", player=NAMES[self.position.mover])
        if not self.job or self.hinting:
            self._start(player)

    def _hint(self) -> None:
        self._start(list(PLAYERS)[-1])
        self.hinting = True

    def _start(self, player: str) -> None:
        """Let a player think of the turn, or of the rest of the one that is begun."""
        if over := self.match.outcome:
            raise IllegalMove("illegal.over", over.clause)
        from random import Random  # seldom asked for, and slow to load in a browser

        self._answer()
        self.job = think(player, self.match, self.position, SECONDS, Random())

    def work(self) -> bool:
        """Work off a little of the job, some milliseconds, and tell whether there is something new to show."""
        assert self.job
        hinting = self.hinting
        try:
            thought = next(self.job)
        except StopIteration as done:
            if not hinting:
                for hole in done.value.plies:
                    self._choose(hole)
            self._answer(due=not hinting)
            self.hint = done.value if hinting else None
            return True
        except Exception as error:  # a fault of the engine's must not end the board
            self._answer()
            self._refuse(text("board.fault", fault=repr(error)))
            return True
        if thought:
            self.thought = thought
            self.rev += 1
        return thought is not None

    # ---- set-up

    def _set_up(self, columns: int, reading: str, options: Mapping[str, Value]) -> None:
        """Play by other rules, from the position on the board, or on another board, from its opening."""
        old = self.match.game
        sizes = next((found.sizes for found in old.readings if found.id == reading), None)
        if sizes and columns not in sizes:
            columns = sizes[0]
        game = find(old.id)(columns, reading, options)
        opening = game.board is not old.board or self.position == old.start()
        self._begin(game, game.start() if opening else game.parse(self.match.position.text))

    def _edit(self, **changed: Any) -> None:
        """Go on from the position on the board, changed so; no free capture is due in it."""
        position = self.position._replace(free=0, **changed)
        self._begin(self.match.game, self.match.game.parse(position.text))  # read again: no count is out of bounds

    def _put(self, hole: str, seeds: float) -> None:
        side, index = self.match.game.board.find(hole)
        which = self._whose(side)
        counts = list(getattr(self.position, which))
        counts[index] = _bounded(seeds, MOST_SEEDS)
        self._edit(**{which: tuple(counts)})

    def _whose(self, side: Side) -> str:
        """Return what a position calls a side: that of its mover, or of his enemy."""
        return "own" if side == self.position.mover else "enemy"

    def _hand_over(self, side: Side) -> None:
        """Let a side be the one to move."""
        _, mover, own, enemy, own_captured, enemy_captured, *_ = self.position
        if side != mover:
            self._edit(mover=side, own=enemy, enemy=own, own_captured=enemy_captured, enemy_captured=own_captured)

    # ---- what is shown

    def state(self) -> dict[str, Any]:
        """Return all that the front end shows, as plain data: see `mancala_ref.live.view`."""
        return show(self)


def _bounded(seeds: float, most: int) -> int:
    if not isinstance(seeds, int) or not 0 <= seeds <= most:
        raise MancalaError("board.seeds", found=seeds, most=most)
    return seeds


_tasks: Final[set[asyncio.Task[None]]] = set()  # of which the event loop itself keeps no hold


def carry_on(session: Session, show: Callable[[], object]) -> None:
    """Let a session's player think, if one is to and does not yet, and call `show` whenever there is something new.

    It is done in slices of some milliseconds, between which the host hears other messages; without a running event
    loop, such as in a script, at once.
    """
    job = session.job
    if job is None or job is session.worked:
        return
    session.worked = job
    try:
        task = asyncio.get_running_loop().create_task(_work(session, show))
    except RuntimeError:
        while session.job is job:
            if session.work():
                show()
    else:
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


async def _work(session: Session, show: Callable[[], object]) -> None:
    job = session.job
    while session.job is job:
        if session.work():
            show()
        await asyncio.sleep(0)
