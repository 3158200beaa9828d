"""A board session: what a click does, what is said of it, what may be chosen next. It knows no host.

Plain dicts go in and out, so that the thin worker and the notebook widget carry the same session to the same front
end (board.js). Everything said comes from the engine: its events, its outcomes, its refusals, its catalogue.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ..board import NAMES, OTHER
from ..errors import IllegalMove, MancalaError
from ..game import PASS, Value
from ..games import game_at
from ..match import Match
from ..messages import counted, say, say_outcome, say_rules, text
from ..position import Position
from ..svg import board_svg
from ..turn import PASS_TEXT, Event, Move, Turn, in_board_order

RELAYS_TOLD: Final = 4  # at either end of a turn; finite relays of hundreds of laps occur
WORDS: Final = ("board", "pass", "leave", "undo", "new", "hint", "position", "turns")  # the front end's labels


class Choice(NamedTuple):
    """One click of a turn: the hole (or `-`), what it did, and the position after it."""

    hole: str
    events: tuple[Event, ...]
    position: Position


class Said(NamedTuple):
    """A sentence, and the clause behind it if there is one."""

    text: str
    clause: str | None = None


class Left(NamedTuple):
    """What New game has left behind, for Undo."""

    match: Match
    clicks: dict[Turn, list[Choice]]
    choices: list[Choice]


class Session:
    """A match that is played click by click: a start hole, then each free capture, is a choice of its own.

    The arguments are the engine's: a game's id, a position text (empty: the opening), the number of columns, a
    reading, option values; bad ones raise MancalaError.

    >>> session = Session("mefuvha", columns=8)
    >>> session.handle({"type": "choose", "hole": "b3"})
    >>> session.state()["prompt"]
    "South: choose 2 more of North's holes."
    """

    def __init__(
        self,
        game: str,
        position: str = "",
        columns: int | None = None,
        reading: str | None = None,
        **options: Value,
    ) -> None:
        rules, self._start = game_at(game, position or None, columns, reading, options)
        self._rev = 0
        self._begin(Match(rules, self._start))

    def _begin(self, match: Match) -> None:
        self.match = match  # its turns are the finished ones
        self._clicks: dict[Turn, list[Choice]] = {}  # how a finished turn was made: free captures in any order
        self._choices: list[Choice] = []  # of the turn that is not finished
        self._left: Left | None = None
        self._answer()

    def _answer(self, note: str = "") -> None:
        """Note that a message was carried out, and what is to be said of it besides the steps of the turn."""
        self._note = note
        self._refusal: Said | None = None
        self._rev += 1

    def _refuse(self, sentence: str, clause: str | None = None) -> None:
        """Note why a message was not carried out; what was said before still holds."""
        self._refusal = Said(sentence, clause)
        self._rev += 1

    # ---- for Python

    @property
    def position(self) -> Position:
        """The position on the board; in an unfinished turn, with the free captures that are still due."""
        return self._choices[-1].position if self._choices else self.match.position

    def play(self, move: str) -> None:
        """Play a whole turn, or (`xd5`, or `-`) the rest of the one that is begun; the errors are `Match.play`'s."""
        if self._choices and move.startswith(("x", PASS_TEXT)):
            move = f"{self._move(self._choices)}{move.removeprefix(PASS_TEXT)}"
        self.match.play(move)
        self._choices, self._left = [], None
        self._answer()

    def resume(self, position: str) -> None:
        """Go on from a position text, without the turns before it; `new` still goes back to the first position."""
        self._begin(Match(self.match.game, self.match.game.parse(position)))

    # ---- for the front end

    def handle(self, message: object) -> None:
        """Do what a message asks; what is wrong with it is told by the next `state()`, and never raised.

        `{"type": "choose", "hole": NAME}`, `{"type": "pass"}` (where a rule lets them be, it leaves the free captures
        that are due), `{"type": "new"}` (back to the first position), `{"type": "undo"}` (takes back the last click,
        and `new` until a turn has been played after it).
        """
        try:
            match message:
                case {"type": "choose", "hole": str(hole)}:
                    self._choose(hole)
                case {"type": "pass"}:
                    self._choose(PASS_TEXT)
                case {"type": "undo"}:
                    self._undo()
                case {"type": "new"}:
                    self._new()
                case _:
                    raise MancalaError("board.message", found=message)
        except IllegalMove as error:
            self._refuse(error.sentence, error.clause)
        except MancalaError as error:
            self._refuse(str(error))
        except Exception as error:  # a fault of the engine's must not end the board: what it shows still holds
            self._refuse(text("board.fault", fault=repr(error)))

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
        choice = self._choice(hole)
        choices = [*self._choices, choice]
        if choice.position.free:
            self._choices = choices
        else:
            turn = self.match.play(self._move(choices))
            self._clicks[turn] = choices
            self._choices, self._left = [], None
        self._answer()

    def _choice(self, hole: str) -> Choice:
        """Work out what choosing a hole does that may be chosen."""
        game = self.match.game
        events: list[Event] = []
        ply = PASS if hole == PASS_TEXT else game.board.find(hole)[1]
        after = game.after(self.position, ply, events)
        assert after is not None  # a sowing that never ends may not be chosen
        return Choice(hole, tuple(events), after)

    def _move(self, choices: Sequence[Choice]) -> Move:
        """Return the move that these choices make together, from the match's position."""
        holes = [choice.hole for choice in choices]
        start = None if self.match.position.free or holes[0] == PASS_TEXT else holes[0]
        free = [hole for hole in holes if hole not in (start, PASS_TEXT)]
        return Move(start, in_board_order(free))

    def _new(self) -> None:
        """Go back to the first position, and keep what is left so: a slip must not cost a match."""
        left = Left(self.match, self._clicks, self._choices) if self.position != self._start else self._left
        self._begin(Match(self.match.game, self._start))
        self._left = left

    def _undo(self) -> None:
        """Take back the last choice; a finished turn is opened again as it stood before its last click."""
        if not self._can_undo():
            raise MancalaError("board.nothing")
        if self._left and not self._choices and not self.match.turns:
            self.match, self._clicks, self._choices = self._left
            self._left = None
            self._answer(text("board.undone-new"))
            return
        if not self._choices:
            turn = self.match.undo()
            if turn in self._clicks:
                self._choices = self._clicks.pop(turn)
            else:
                start = [] if turn.before.free else [turn.move.start or PASS_TEXT]
                for hole in (*start, *turn.move.free):
                    self._choices.append(self._choice(hole))
                if self.position.free:
                    self._choices.append(self._choice(PASS_TEXT))
        taken = self._choices.pop()
        if taken.hole != PASS_TEXT:
            self._answer(text("board.undone", hole=taken.hole))
        else:
            self._answer(text("board.undone-leave" if self.position.free else "board.undone-pass"))

    def _can_undo(self) -> bool:
        return bool(self._choices or self.match.turns or self._left)

    def state(self) -> dict[str, Any]:
        """Return all that the front end shows, as plain data.

        `rev` counts the answers. `game` `name` `ranks` `columns` say what is played, and `reading` (its id) and
        `options` (those that differ from it) by which rules, which `rules` tells in a sentence. `position` (text)
        `svg` `mover` `free` `captured` (South, North) and `turns` (finished ones, as move texts) say how it
        stands. `holes` has for each hole, in reading order, its `label` and whether choosing it now is legal
        (`playable`). `said` (`text` and `clause` each) has every step so far of the turn that is begun, in the
        order of the clicks, or of the whole last turn until the next one begins. After `undo` a sentence on what
        was taken back comes last, and alone where no turn is begun. `refusal` (`text` and `clause`) tells why the
        last message was not carried out, and leaves `said` as it was; else it is null. `prompt` is what is
        expected now; `outcome` has `winner` `clause` `score` `text` once the game is over. `can_undo` `must_pass`
        `may_leave` (the free captures that are due) are for the buttons, `words` are the front end's labels. Hosts
        add the `version` of this package, which each knows in its own quickest way.
        """
        match, position = self.match, self.position
        board, outcome = match.game.board, match.outcome
        playable = self._playable()
        prompt = self._prompt(bool(playable))
        return {
            "rev": self._rev,
            "game": match.game.id,
            "name": match.game.name,
            "ranks": board.ranks,
            "columns": board.columns,
            "reading": match.game.reading.id,
            "options": match.game.changed,
            "rules": say_rules(match.game),
            "position": position.text,
            "svg": board_svg(
                position, title=prompt if outcome else None, marks=self._marks(), over=outcome is not None
            ),
            "mover": position.mover,
            "free": position.free,
            "captured": list(position.captured),
            "holes": {
                hole: {"label": _label(position, hole), "playable": hole in playable}
                for hole in (f"{rank}{c}" for rank in reversed(board.letters) for c in range(1, board.columns + 1))
            },
            "said": [step._asdict() for step in self._said()],
            "refusal": self._refusal and self._refusal._asdict(),
            "prompt": prompt,
            "turns": [str(turn.move) for turn in match.turns],
            "can_undo": self._can_undo(),
            "must_pass": not playable and not outcome,
            "may_leave": position.free > 0 and match.game.may_decline,
            "outcome": outcome and {**outcome.as_dict(), "text": say_outcome(outcome)},
            "words": {word: text(f"board.{word}") for word in WORDS},
        }

    def _playable(self) -> set[str]:
        """Return the holes that may be chosen now."""
        game, position = self.match.game, self.position
        if position.free:
            enemy = game.board.holes[OTHER[position.mover]]
            return {enemy[index] for index in game.candidates(position)}
        return set() if self.match.outcome else set(game.starts(position))

    def _prompt(self, playable: bool) -> str:
        """Return what the board waits for, or how the game has ended."""
        position, outcome = self.position, self.match.outcome
        player, opponent = NAMES[position.mover], NAMES[OTHER[position.mover]]
        if outcome:
            return text("prompt.over", outcome=say_outcome(outcome))
        if position.free:
            key = "prompt.free-optional" if self.match.game.may_decline else "prompt.free"
            return counted(key, position.free, free=position.free, player=player, opponent=opponent)
        return text("prompt.move" if playable else "prompt.pass", player=player)

    def _events(self) -> Sequence[Event]:
        """Return what has happened in the turn that is begun, or else in the last one, in the order of the clicks."""
        choices = self._choices
        if not choices and self.match.turns:
            last = self.match.turns[-1]
            if last not in self._clicks:
                return last.events
            choices = self._clicks[last]
        return [event for choice in choices for event in choice.events]

    def _said(self) -> list[Said]:
        """Return the steps of the turn that is shown, and the note on the last message."""
        note = [Said(self._note)] if self._note else []
        return note if note and not self._choices else [*told(self._events()), *note]

    def _marks(self) -> set[str]:
        """Return the holes to be marked: where the last turn, or the one begun, started, ended and captured."""
        return marked(self._events())


def marked(events: Sequence[Event]) -> set[str]:
    """Return the holes that a picture of these events marks: where they started, ended and captured."""
    ends = [event.to for event in events if event.to][-1:]
    return {hole for hole in (*ends, *(event.hole for event in events if event.type != "relay")) if hole}


def told(events: Sequence[Event]) -> list[Said]:
    """Return what events say, step by step; of a long relay, its first and its last laps."""
    relays = [index for index, event in enumerate(events) if event.type == "relay"]
    left_out = relays[RELAYS_TOLD:-RELAYS_TOLD]
    said: list[Said] = []
    for index, event in enumerate(events):
        if left_out and index == left_out[0]:
            said.append(Said(counted("board.relays", len(left_out), laps=len(left_out)), event.clause))
        elif index not in left_out:
            said.append(Said(say(event), event.clause))
    return said


def _label(position: Position, hole: str) -> str:
    """Return a hole's name for those who do not see the board: where it lies, whose it is, what is in it."""
    owner, _ = position.board.find(hole)
    rank = "only" if position.board.ranks == 2 else "outer" if hole[0] in "ad" else "inner"
    seeds = position.seeds(hole)
    return counted(f"hole.{rank}", seeds, hole=hole, owner=NAMES[owner], seeds=seeds)
