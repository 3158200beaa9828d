"""What the front end of a board shows: all of it as plain data, made from a session and the engine's catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..board import NAMES, NORTH, OTHER, SOUTH, Board
from ..errors import IllegalMove
from ..game import Game
from ..messages import CATALOGUE, counted, say, say_outcome, say_rules, text, told, wording
from ..players import PLAYERS
from ..position import Position
from ..steps import TAKES, steps
from ..svg import board_svg, player_line
from ..turn import PASS_TEXT, Event, Move, Outcome, in_board_order, marked

if TYPE_CHECKING:
    from .session import Session

LABEL: Final = "label."  # begins the keys of the front end's own words


class Said(NamedTuple):
    """A sentence, the clause behind it if there is one, and the place of a fault in the text that was given."""

    text: str
    clause: str | None = None
    at: int | None = None


def show(session: Session) -> dict[str, Any]:
    """Return the state of a session.

    `rev` counts the answers, `match` the matches and set-ups, `click` the clicks of the match that stand on the board.
    `game` `name` `ranks` `columns` say what is played, `reading` (its id) and `options` (those that differ from it) by
    which rules, which `rules` tells in a sentence. `position` `start` (texts) `svg` `mover` `free` `captured` (South,
    North) say how it stands.

    `turns` are the move texts of the match, of which the first `at` stand on the board and the others can be done
    again; `record` is the text of those that stand, ending in `x` if the last is not finished, and `sheet` the same
    with the start before it where that is not the opening. `link` is what a link to the board says, by parameter; what
    is as usual is left out.

    `holes` has for each hole, in reading order, its `label`, whether choosing it now is legal (`playable`), and its
    `look`: `said` (what it would do, or why it may not be chosen), `to` (where the sowing would end) and `takes`.

    `steps` has every step so far of the turn that is begun, in the order of the clicks, or of the whole last turn
    until the next one begins: `text` `clause` `hole` `path` (the holes into which seeds fall, one by one) `changes`
    (what then lies in the holes that changed) `lines` (the players' lines); `before` has `holes` `lines` `mover` before
    the first of them, `shown` counts the turns before it.
    `note` tells of what was taken back. `refusal` (`text` `clause` `at`) tells why the last message was not carried
    out, and leaves all else as it was; else it is null. `prompt` is what is expected now; `outcome` has `winner`
    `clause` `score` `text` once the game is over.

    `can_undo` `can_redo` `must_pass` `may_leave` (the free captures that are due) are for the buttons. `players` says
    who plays; `due` that the player to move is to be asked to think, `waits` that he waits to be asked, `thinking` how
    far he has come, `hint` what the player who looks ahead would do: `text` and `holes`. `setup` lists what can be
    chosen, `words` are the front end's own. Hosts add the `version` of this package, which each knows in its own
    quickest way.
    """
    match, position = session.match, session.position
    game, outcome = match.game, match.outcome
    looks = _looks(game, position, outcome)
    playable = [hole for hole, look in looks.items() if look["playable"]]
    holes = _reading_order(game.board)
    before, clicks = session.latest
    events = [event for click in clicks for event in click.events]
    prompt = _prompt(session, bool(playable))
    waits = not outcome and session.players[position.mover] in PLAYERS and not session.job
    record = session.record
    return {
        "rev": session.rev,
        "match": session.matches,
        "click": session.at,
        "game": game.id,
        "name": game.name,
        "ranks": game.board.ranks,
        "columns": game.board.columns,
        "reading": game.reading.id,
        "options": game.changed,
        "rules": say_rules(game),
        "position": position.text,
        "start": match.start.text,
        "svg": board_svg(position, title=prompt if outcome else None, marks=marked(events), over=outcome is not None),
        "mover": position.mover,
        "free": position.free,
        "captured": list(position.captured),
        "turns": [str(click.turn.move) for click in session.line if click.turn],
        "at": len(match.turns),
        "record": record,
        "sheet": record if match.start == game.start() else f"{match.start.text.replace(' ', '_')} {record}".strip(),
        "link": _link(session, record),
        "holes": {hole: {"label": _label(position, hole), **looks[hole]} for hole in holes},
        "steps": list(_steps(game, before, events)),
        "before": {
            "holes": {hole: before.seeds(hole) for hole in holes},
            "lines": _lines(before, before.captured),
            "mover": before.mover,
        },
        "shown": len(match.turns) - bool(clicks and not session.begun),
        "note": session.note,
        "refusal": session.refusal and session.refusal._asdict(),
        "prompt": prompt,
        "outcome": outcome and {**outcome.as_dict(), "text": say_outcome(outcome)},
        "can_undo": session.can_undo,
        "can_redo": session.at < len(session.line),
        "must_pass": not playable and not outcome,
        "may_leave": position.free > 0 and game.may_decline,
        "players": dict(session.players),
        "due": session.due and waits,
        "waits": waits,
        "thinking": session.job is not None,
        "hint": _hint(session),
        "setup": _setup(game),
        "words": {
            key.removeprefix(LABEL): wording(game.id, key)
            for key in CATALOGUE
            if key.startswith(LABEL) and "@" not in key
        },
    }


def _reading_order(board: Board) -> list[str]:
    return [f"{letter}{column}" for letter in reversed(board.letters) for column in range(1, board.columns + 1)]


def _link(session: Session, record: str) -> dict[str, str]:
    """Return what a link to the board says; see `link.js`, which reads it."""
    game, start = session.match.game, session.match.start
    said = {
        "position": session.position.text,
        "start": start.text if record and start != game.start() else "",
        "record": record,
        "reading": game.reading.id if game.reading is not game.readings[0] else "",
        "options": ",".join(f"{option}={value}" for option, value in game.changed.items()),
    }
    return {parameter: value.replace(" ", "_") for parameter, value in said.items() if value}


# ---- what a choice would do


@lru_cache(maxsize=4)  # a position is shown many times while a player thinks
def _looks(game: Game, position: Position, outcome: Outcome | None) -> dict[str, dict[str, Any]]:
    """Return for each hole whether it may be chosen, and what that would do or why it may not be."""
    found = {}
    for owner, names in game.board.holes.items():
        chosen = owner == (OTHER[position.mover] if position.free else position.mover)
        allowed = game.candidates(position) if chosen and not outcome else ()
        for index, hole in enumerate(names):
            # asked without a trace: a sowing that never ends could have a million laps
            playable = index in allowed and game.after(position, index) is not None
            found[hole] = {"playable": playable, **(_effect if playable else _reason)(game, position, hole)}
    return found


def _effect(game: Game, position: Position, hole: str) -> dict[str, Any]:
    """Return what choosing a hole would do: its laps in one sentence, and each thing that comes of them."""
    events: list[Event] = []
    after = game.after(position, game.board.find(hole)[1], events)
    laps = [event for event in events if event.to]
    said = [Said(say(event), event.clause) for event in events if not event.to and event.type != "stop"]
    if laps:
        ends = Said(counted("look.ends", len(laps), hole=hole, to=laps[-1].to, laps=len(laps)), laps[-1].clause)
        said = [ends, *said]
    if after and after.free and not position.free:
        key = "look.free-optional" if game.may_decline else "look.free"
        free = counted(key, after.free, clause=game.id, free=after.free)
        said.append(Said(free, game.free_clause(after)))
    return {
        "said": [sentence._asdict() for sentence in said],
        "to": laps[-1].to if laps else None,
        "takes": [event.hole for event in events if event.type in TAKES],
    }


def _reason(game: Game, position: Position, hole: str) -> dict[str, Any]:
    """Return why a hole may not be chosen."""
    side, index = game.board.find(hole)
    try:
        if side == position.mover and not position.free and not game.outcome(position):
            raise game.refusal(position, index)
        game.play(position, f"x{hole}" if position.free else hole)
    except IllegalMove as error:
        return {"said": [Said(error.sentence, error.clause)._asdict()], "to": None, "takes": []}
    return {"said": [], "to": None, "takes": []}  # the game has ended by a repetition, which is told already


# ---- what has happened


def _steps(game: Game, before: Position, events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    """Yield what is told of a turn, each with what it does to the board; laps that are told together jump."""
    taken = steps(game, before, events)
    for sentence in told(events):
        done = [next(taken) for _ in sentence.events]
        yield {
            "text": sentence.text,
            "clause": sentence.clause,
            "hole": done[-1].event.hole,
            "path": list(done[0].path) if len(done) == 1 else [],
            "changes": {hole: count for step in done for hole, count in step.changes.items()},
            "lines": _lines(before, done[-1].captured),
        }


def _lines(position: Position, captured: tuple[int, int]) -> list[str]:
    """Return the players' lines within a turn: North's above the board, South's below it."""
    south, north = captured
    return [player_line(side, taken, position.mover == side) for side, taken in ((NORTH, north), (SOUTH, south))]


# ---- what is said


def _prompt(session: Session, playable: bool) -> str:
    """Return what the board waits for, or how the game has ended."""
    position, outcome, thought = session.position, session.match.outcome, session.thought
    player, opponent = NAMES[position.mover], NAMES[OTHER[position.mover]]
    if outcome:
        return text("prompt.over", outcome=say_outcome(outcome))
    if session.job and thought and thought.turns:
        return counted("prompt.ahead", thought.turns, player=player, turns=thought.turns)
    if session.job:
        return text("prompt.thinking", player=player)
    if position.free:
        key = "prompt.free-optional" if session.match.game.may_decline else "prompt.free"
        return counted(key, position.free, free=position.free, player=player, opponent=opponent)
    return text("prompt.move" if playable else "prompt.pass", player=player)


def _hint(session: Session) -> dict[str, Any] | None:
    """Return what the player who looks ahead would do, and the holes that this chooses."""
    if not session.hint:
        return None
    holes = [hole for hole in session.hint.plies if hole != PASS_TEXT]
    start = [] if session.position.free else holes[:1]
    move = Move(start[0] if start else None, in_board_order(holes[len(start) :]))
    turns = session.hint.turns
    return {"text": counted("board.advice", turns, move=move, turns=turns), "holes": holes}


def _label(position: Position, hole: str) -> str:
    """Return a hole's name for those who do not see the board: where it lies, whose it is, what is in it."""
    owner, _ = position.board.find(hole)
    rank = "only" if position.board.ranks == 2 else "outer" if hole[0] in "ad" else "inner"
    seeds = position.seeds(hole)
    return counted(f"hole.{rank}", seeds, hole=hole, owner=NAMES[owner], seeds=seeds)


@lru_cache(maxsize=1)
def _setup(game: Game) -> dict[str, Any]:
    """Return what can be chosen: sizes, readings, the values of each option, and who may play."""
    return {
        "sizes": list(game.reading.sizes or game.sizes),
        "readings": [{"id": reading.id, "name": reading.name} for reading in game.readings],
        "options": [
            {
                "name": option.name,
                "meaning": option.meaning,
                "value": game.values[option.name],
                "usual": game.reading.settings[option.name].value,
                "values": [{"value": value, "text": words} for value, words in option.values.items()],
            }
            for option in game.options
            if len(option.values) > 1
        ],
        "players": [{"id": player, "name": text(f"player.{player}")} for player in ("person", *PLAYERS)],
    }
