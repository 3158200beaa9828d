"""A server for the built site on which files can be missing, damaged, cut short or slow without end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from serve import Handler, Server

Fault = Literal["missing", "page", "damaged", "cut", "stalled"]

PAGE = b"<!DOCTYPE html><title>Sign in</title><p>This network wants you to sign in first."


class FaultyHandler(Handler):
    """Answers for files below a prefix, as the site's own server does where no fault is asked for."""

    server: FaultyServer

    def translate_path(self, path: str) -> str:
        """Find the file of a path below the prefix; nothing is elsewhere."""
        below = path.startswith(f"{self.server.prefix}/")
        return super().translate_path(path.removeprefix(self.server.prefix) if below else "/nothing-here")

    def do_GET(self) -> None:
        """Answer, with the fault of the file if it has one."""
        name = urlsplit(self.path).path.rpartition("/")[2]
        fault = next((fault for part, fault in self.server.faults.items() if part in name), None)
        if fault is None:
            super().do_GET()
        elif fault == "missing":
            self.send_error(HTTPStatus.NOT_FOUND)
        elif fault == "page":
            self._send(PAGE, "text/html", len(PAGE))
        else:
            file = Path(self.translate_path(self.path))
            content, kind = file.read_bytes(), self.guess_type(file)
            half = content[: len(content) // 2]
            if fault == "damaged":
                # As a bad copy in a browser's cache is: its tag says that it is the file which the server has.
                stat = file.stat()
                self._tag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
                self._send(half, kind, len(half))
            else:
                self._send(half, kind, len(content))
                self.close_connection = True
                if fault == "stalled":
                    self.wfile.flush()
                    self.server.released.wait()

    def _send(self, content: bytes, kind: str, length: int) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(content)


class FaultyServer(Server):
    """Serves a folder below a prefix; `faults` maps a part of a file's name to what is wrong with the file."""

    def __init__(self, folder: Path, prefix: str) -> None:
        super().__init__(folder)
        self.prefix = prefix
        self.faults: dict[str, Fault] = {}
        self.released = threading.Event()  # when set, stalled downloads end
        self.RequestHandlerClass: Callable[..., FaultyHandler] = partial(FaultyHandler, directory=str(folder))

    @property
    def url(self) -> str:
        """The address of the folder, without a slash at its end."""
        return f"{super().url}{self.prefix}"

    def repair(self) -> None:
        """End all faults."""
        self.faults.clear()
        self.released.set()


@contextmanager
def running(server: FaultyServer) -> Iterator[FaultyServer]:
    """Let a server answer while the `with` block runs."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.repair()
        server.shutdown()
        thread.join()
        server.server_close()
