"""The thin host, Python side: the sessions of one page, called by worker.js.

JSON text goes in and out, so that the two languages share no object and nothing leaks.
"""

from __future__ import annotations

import json

from .session import Session

_sessions: dict[str, Session] = {}


def call(board: str, message: str) -> str:
    """Give a board of the page a message and return its answer, both as JSON text.

    `{"type": "open", "game": ID, "start": TEXT, "position": TEXT, "reading": ID, "options": {NAME: VALUE}}` opens
    the board, anew if it was open, at a position that may differ from the one where its match started; every other
    message is the session's (see `Session.handle`). The answer is `{"state": ...}`, or `{"error": TEXT}` if the
    board could not be opened.
    """
    try:
        content = json.loads(message)
        if content["type"] == "open":
            session = Session(content["game"], content["start"], None, content["reading"], **content["options"])
            if content["position"] != content["start"]:
                session.resume(content["position"])
            _sessions[board] = session
        else:
            _sessions[board].handle(content)
        return json.dumps({"state": _sessions[board].state()})
    except Exception as error:  # whatever it is, the page must be told, and the other boards go on
        return json.dumps({"error": str(error) or type(error).__name__})
