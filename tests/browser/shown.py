"""What a live board shows, read from the page, and what it should show, worked out by the engine in the test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from mancala_ref import Game, IllegalMove, MancalaError, Position, Turn
from mancala_ref.board import NAMES, NORTH, OTHER, SOUTH
from mancala_ref.messages import counted, say_outcome, say_rules, text, told
from mancala_ref.turn import PASS_TEXT, Event

Sentence = tuple[str, str | None]  # what is said, and the clause that the link in brackets leads to
MOST_TOLD = 8  # of more relays in one turn the board tells only the ends

READ = """(box) => {
  const all = (selector) => [...box.querySelectorAll(selector)];
  const one = (selector) => box.querySelector(selector);
  const rules = box.dataset.rules ?? ''; // the page that states the clauses, if it is another
  const sentence = (element) => {
    const clause = element.querySelector('a, code'), copy = element.cloneNode(true);
    copy.querySelector('a, code')?.remove();
    if (clause?.matches('a') && clause.getAttribute('href') !== `${rules}#${clause.textContent}`) throw new Error(clause.outerHTML);
    return [copy.textContent.replace(' ()', ''), clause && clause.textContent];
  };
  const { dataset } = one('.mancala-live'), refusal = one('.mancala-refusal');
  if (dataset.refused !== String(refusal.textContent !== '')) throw new Error(dataset.refused);
  return {
    game: dataset.game,
    position: dataset.position,
    field: one('.mancala-position').value,
    mover: dataset.mover,
    free: Number(dataset.free),
    over: dataset.over === 'true',
    refusal: refusal.textContent ? sentence(refusal) : null,
    seeds: all('svg [data-hole]').map((hole) => [hole.dataset.hole, Number(hole.dataset.seeds)]),
    playable: all('svg .playable').map((hole) => hole.dataset.hole),
    allowed: all('svg [data-hole][aria-disabled=false]').map((hole) => hole.dataset.hole),
    labels: all('svg [data-hole]').map((hole) => hole.getAttribute('aria-label')),
    players: all('svg .player').map((line) => line.textContent),
    prompt: sentence(one('.mancala-prompt')),
    said: all('.mancala-said li').map(sentence),
    note: one('.mancala-note').textContent,
    turns: all('.mancala-turns [data-turn]').slice(1).map((turn) => turn.textContent),
    at: Number(one('.mancala-turns [aria-current=true]').dataset.turn),
    rules: one('.mancala-rules').textContent,
    undo: one('[data-act=undo]').getAttribute('aria-disabled') === 'false',
    redo: one('[data-act=redo]').getAttribute('aria-disabled') === 'false',
    passing: one('[data-act=pass]').hidden ? null : one('[data-act=pass]').textContent,
  };
}"""  # noqa: E501 (JavaScript, in lines of its own length)


class Shown(NamedTuple):
    """All that a board shows of a match, in words, numbers and links."""

    game: str
    position: str
    field: str  # the position text that a reader can copy
    mover: str
    free: int
    over: bool
    refusal: Sentence | None
    seeds: dict[str, int]
    playable: set[str]  # the holes that look so
    allowed: set[str]  # the holes that say so to assistive technology
    labels: list[str]
    players: list[str]
    prompt: Sentence
    said: list[Sentence]
    note: str
    turns: list[str]
    at: int  # how many of them stand on the board
    rules: str
    undo: bool
    redo: bool
    passing: str | None  # what the button says that passes, or leaves free captures, if there is one


def read(found: dict[str, Any]) -> Shown:
    """Turn what the script READ found into what the engine's answers can be compared with."""
    return Shown(
        **found
        | {
            "seeds": dict(found["seeds"]),
            "playable": set(found["playable"]),
            "allowed": set(found["allowed"]),
            "prompt": tuple(found["prompt"]),
            "refusal": found["refusal"] and tuple(found["refusal"]),
            "said": [tuple(sentence) for sentence in found["said"]],
        }
    )


def expected(
    game: Game,
    position: Position,
    said: Iterable[Sentence] = (),
    *,
    note: str = "",
    turns: Iterable[object] = (),
    at: int | None = None,
    undo: bool | None = None,
    redo: bool = False,
    refusal: Sentence | None = None,
) -> Shown:
    """Return what the board should show of a position: after these turns, and with this to say.

    `at` tells how many of the turns stand on the board, if not all, and `undo` whether anything can be taken back, if
    that does not follow from `turns`.
    """
    moves = [str(turn) for turn in turns]
    board, mover, enemy, outcome = game.board, position.mover, OTHER[position.mover], game.outcome(position)
    holes = [f"{letter}{column}" for letter in reversed(board.letters) for column in range(1, board.columns + 1)]
    playable = {h for h in board.holes[enemy] if position.seeds(h)} if position.free else set(game.starts(position))
    must_pass = not playable and not outcome
    may_leave = position.free > 0 and game.values.get("free_duty") == "optional"
    prompt: Sentence = (text("prompt.pass" if must_pass else "prompt.move", player=NAMES[mover]), None)
    if position.free:
        names = {"player": NAMES[mover], "opponent": NAMES[enemy]}
        key = "prompt.free-optional" if may_leave else "prompt.free"
        prompt = (counted(key, position.free, free=position.free, **names), None)
    if outcome:
        prompt = (text("prompt.over", outcome=say_outcome(outcome)), outcome.clause)
    return Shown(
        game=game.id,
        position=position.text,
        field=position.text,
        mover=mover,
        free=position.free,
        over=outcome is not None,
        refusal=refusal,
        seeds={hole: position.seeds(hole) for hole in holes},
        playable=playable,
        allowed=playable,
        labels=[_label(game, position, hole) for hole in holes],
        players=[  # North's line is above the board
            text(
                "svg.player.moves" if side == mover and not outcome else "svg.player",
                player=NAMES[side],
                captured=captured,
            )
            for side, captured in reversed([*zip((SOUTH, NORTH), position.captured, strict=True)])
        ],
        prompt=prompt,
        said=list(said),
        note=note,
        turns=moves,
        at=len(moves) if at is None else at,
        rules=say_rules(game),
        undo=bool(moves) if undo is None else undo,
        redo=redo,
        passing=text("label.leave") if may_leave else text("label.pass") if must_pass else None,
    )


def _label(game: Game, position: Position, hole: str) -> str:
    owner, _ = game.board.find(hole)
    rank = "only" if game.board.ranks == 2 else "outer" if hole[0] in "ad" else "inner"
    seeds = position.seeds(hole)
    return counted(f"hole.{rank}", seeds, hole=hole, owner=NAMES[owner], seeds=seeds)


def tell(events: Iterable[Event]) -> list[Sentence]:
    """Return what is said of the steps of a turn."""
    return [(step.text, step.clause) for step in told([*events])]


def refusal(error: MancalaError) -> Sentence:
    """Return what is said of a move that the engine refuses; the clause comes as a link, not in the words."""
    clause = error.clause if isinstance(error, IllegalMove) else None
    return (str(error).removesuffix(f" ({clause})"), clause)


class Click(NamedTuple):
    """One choice of a turn: the hole to click on, and what it should lead to: all that is said of the turn so far."""

    hole: str
    position: Position
    said: list[Sentence]


def clicks(game: Game, turn: Turn) -> Iterator[Click]:
    """Yield the clicks that make up a turn: its start hole (or the pass), each free capture, and to leave the rest."""
    steps = [step for step in turn.events if step.type != "decline"]
    free = [step for step in steps if step.type == "free-capture"]
    begun = steps[: len(steps) - len(free)]
    here = turn.before
    if turn.move.start:
        after = game.after(here, game.board.find(turn.move.start)[1])
        assert after is not None
        here = after
        yield Click(turn.move.start, here, tell(begun))
    elif not turn.move.free:
        yield Click(PASS_TEXT, turn.position, tell(begun))
    for count, step in enumerate(free, 1):
        assert step.hole
        after = game.after(here, game.board.find(step.hole)[1])
        assert after is not None
        here = after
        yield Click(step.hole, here, tell([*begun, *free[:count]]))
    if len(steps) < len(turn.events):
        here = turn.position
        yield Click(PASS_TEXT, here, tell(turn.events))
    assert here == turn.position


def turns_to_capture(game: Game, position: Position) -> Iterator[Turn]:
    """Yield turns from a position, the last of which captures; in a game that has them, with a free capture."""
    most = 60
    for _ in range(most):
        first = None
        for turn in (game.play(position, move) for move in game.legal(position)):
            if not _tellable(turn):
                continue
            first = first or turn
            if turn.position.captured != turn.before.captured and (turn.move.free or game.board.ranks == 2):
                yield turn
                return
        assert first, f"{game.id} has no turn here that is told in full"
        yield first
        position = first.position
    raise AssertionError(f"nothing was captured in {most} turns of {game.id}")


def _tellable(turn: Turn) -> bool:
    return sum(event.type == "relay" for event in turn.events) <= MOST_TOLD
