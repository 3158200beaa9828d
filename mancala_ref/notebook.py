"""How turns and matches show themselves in a notebook: the board, and what the engine says of it, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING
from zlib import crc32

from .board import NAMES
from .messages import say_outcome, say_rules, text, told
from .svg import board_svg
from .turn import Event, Outcome, Turn, marked

if TYPE_CHECKING:
    from .match import Match
    from .position import Position


def picture_id(content: object) -> str:
    """Return an id for a picture of this: outputs of one notebook share it only if they show the same."""
    return f"mancala-{crc32(repr(content).encode()):08x}"


def turn_html(turn: Turn) -> str:
    """Return a turn as HTML: its move, the board after it with its holes marked, its steps with their clauses."""
    move = text("turn.move", player=NAMES[turn.player], move=turn.move)
    steps = "".join(f"<li>{_said(step.text, step.clause)}</li>" for step in told(turn.events))
    return (
        f'<div class="mancala-turn"><p><strong>{escape(move)}</strong></p>'
        f"{_picture(turn.position, turn.events, turn.outcome, turn)}<ol>{steps}</ol>{_end(turn.outcome)}</div>"
    )


def match_html(match: Match) -> str:
    """Return a match as HTML: its game and rules, the board with the last turn's holes marked, the turns, the end."""
    events = match.turns[-1].events if match.turns else ()
    rules = "" if match.game.is_default else f"<p>{escape(say_rules(match.game))}</p>"
    moves = text("match.turns", moves=" ".join(str(turn.move) for turn in match.turns))
    return (
        f'<div class="mancala-match"><p><strong>{escape(match.game.name)}</strong></p>{rules}'
        f"{_picture(match.position, events, match.outcome, (match.game, match.start, match.turns))}"
        f"{f'<p>{escape(moves)}</p>' if match.turns else ''}{_end(match.outcome)}</div>"
    )


def _picture(position: Position, events: Sequence[Event], outcome: Outcome | None, content: object) -> str:
    title = text("prompt.over", outcome=say_outcome(outcome)) if outcome else None
    over = outcome is not None
    return board_svg(position, title=title, marks=marked(events), over=over, id=picture_id(content))


def _end(outcome: Outcome | None) -> str:
    return f"<p>{_said(say_outcome(outcome), outcome.clause)}</p>" if outcome else ""


def _said(sentence: str, clause: str) -> str:
    return f"{escape(sentence)} <code>{escape(clause)}</code>"
