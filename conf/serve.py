"""The web server of `make.py site`, of the tests and of the zip of the site: one folder, on this machine only.

In the zip this file stands alone, beside the pages, and may meet an older Python than the rest of the project:

    python3 serve.py       serves the folder that it is in; in a clone, the site that make.py has built
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO

ADDRESS = "127.0.0.1"


class Taken(Exception):
    """A port is not to be had. The text is the one sentence that the person who started the server gets to read."""


class Handler(SimpleHTTPRequestHandler):
    """Serves files with the types a browser insists on, whatever this machine's own tables say.

    A worker module must come as JavaScript and Pyodide as WebAssembly; Windows' registry may say otherwise.

    The browser may keep every answer but must ask whether it still holds (`no-cache` with an ETag): who
    serves the site from a clone is changing it, and a stale board.js costs more than a question to one's own
    machine. The price: a page cannot restart its Python while the server is stopped; once it is back, it can.
    """

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 (the base class declares it so)
        "": "application/octet-stream",
        ".bib": "application/x-bibtex; charset=utf-8",
        ".css": "text/css",
        ".html": "text/html",
        ".ico": "image/x-icon",
        ".ipynb": "application/json",
        ".js": "text/javascript",
        ".json": "application/json; charset=utf-8",
        ".map": "application/json",
        ".mjs": "text/javascript",
        ".png": "image/png",
        ".ris": "application/x-research-info-systems; charset=utf-8",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".whl": "application/zip",
        ".woff": "font/woff",
        ".woff2": "font/woff2",
        ".zip": "application/zip",
    }
    _tag: str | None = None

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Answers 304 when the browser holds this very file, else as the base class does."""
        self._tag = None
        path = self.translate_path(self.path)
        if "\0" in path:  # no file has such a name, and the base class would fail
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        if os.path.isdir(path):
            path = os.path.join(path, "index.html")
        if os.path.isfile(path):
            stat = os.stat(path)
            # Not the time of its content alone: what a build makes bears the date of the commit.
            self._tag = f'"{stat.st_mtime_ns:x}-{stat.st_ctime_ns:x}-{stat.st_size:x}"'
            if self.headers.get("If-None-Match") == self._tag:
                self.send_response(HTTPStatus.NOT_MODIFIED)
                self.end_headers()
                return None
        return super().send_head()

    def end_headers(self) -> None:
        """Adds what says how long an answer holds."""
        self.send_header("Cache-Control", "no-cache")
        if self._tag:
            self.send_header("ETag", self._tag)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing: a page asks for a hundred files."""


class Server(ThreadingHTTPServer):
    """Takes its port when made, so that a taken one shows before a long build; answers when told to serve."""

    # Windows would let two servers share a port; elsewhere it only lets a port be used again at once.
    allow_reuse_address = os.name != "nt"

    def __init__(self, folder: Path, port: int = 0, network: bool = False) -> None:
        """Port 0 takes a free one; `network` lets other machines in. Raises Taken when the port is not to be had."""
        address = ("" if network else ADDRESS, port)
        super().__init__(address, partial(Handler, directory=str(folder)), bind_and_activate=False)
        try:
            self.server_bind()
            # Listening keeps others off the port; a browser that comes early waits until the build is done.
            self.server_activate()
        except (OSError, OverflowError) as error:
            self.server_close()
            raise Taken(
                f"Port {port} is taken or not allowed ({error}): "
                "stop what uses it, or choose another with --port, as in --port 8001."
            ) from None

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of a browser that leaves in the middle of an answer; all else is an error of ours."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        """The address of the folder, without a slash at its end."""
        return f"http://{ADDRESS}:{self.server_port}"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serves a folder on a free port while the `with` block runs, and gives its address."""
    server = Server(folder)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server.url
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def home() -> Path:
    """The folder of the site: the one that this file is in; in a clone, where make.py builds it. Exits without any."""
    beside = Path(__file__).resolve().parent
    built = beside.parent / "build" / "html"
    for folder in (beside, built):
        if (folder / "index.html").is_file():
            return folder
    sys.exit(f"There is no site in {beside}, nor in {built}: python3 conf/make.py site builds it there.")


def main() -> None:
    """Serves the site until it is interrupted."""
    parser = argparse.ArgumentParser(description="Serves the site that this file lies beside.")
    parser.add_argument("--port", type=int, default=8000, help="where to serve it (default: %(default)s)")
    parser.add_argument("--network", action="store_true", help="let the other computers of the network in too")
    chosen = parser.parse_args()
    with Server(home(), chosen.port, chosen.network) as server:
        print(f"The site is at {server.url}/ (Ctrl-C ends it)", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    try:
        main()
    except Taken as taken:
        sys.exit(str(taken))
    except KeyboardInterrupt:
        sys.exit(130)
