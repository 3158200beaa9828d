"""The thin host, Python side: the sessions of one page, called by worker.js.

JSON text goes in and out, so that the two languages share no object and nothing leaks.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..errors import MancalaError
from ..position import Position
from .session import Session, carry_on

_sessions: dict[str, Session] = {}


def call(board: str, message: str, more: Callable[[str], object]) -> str:
    """Give a board of the page a message and return its answer, both as JSON text.

    `{"type": "open", "game": ID, "start": TEXT, "record": TEXT, "position": TEXT, "reading": ID, "options": {NAME:
    VALUE}}` opens the board, anew if it was open: the moves of a record, from where its match starts. They must lead
    to the position, unless that is empty. An empty start is the opening, of the position's size. Every other message
    is the session's (see `Session.handle`). The answer is `{"state": ...}`, or `{"error": TEXT}` if the board could
    not be opened. While a player thinks, `more` is called with further answers.
    """
    try:
        content = json.loads(message)
        if content["type"] == "open":
            _sessions[board] = _opened(content)
        else:
            _sessions[board].handle(content)
        session = _sessions[board]
        carry_on(session, lambda: more(_answer(session)))
        return _answer(session)
    except Exception as error:  # whatever it is, the page must be told, and the other boards go on
        return json.dumps({"error": str(error) or type(error).__name__})


def _opened(content: dict[str, Any]) -> Session:
    start, position = content["start"], content["position"]
    columns = Position.parse(position).board.columns if position and not start else None
    session = Session(content["game"], start, columns, content["reading"], **content["options"])
    session.replay(content["record"])
    if position and session.match.game.parse(position) != session.position:
        raise MancalaError("record.elsewhere", position=session.position.text)
    return session


def _answer(session: Session) -> str:
    return json.dumps({"state": session.state()})
