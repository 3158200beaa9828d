"""The whole site as one zip, for offline use and for archives: written into the site by the build that made it.

The same commit gives the same bytes, whatever the folder, the hour and the machine's settings, as long as Python and
the pinned packages are the same: entries are sorted, and all dates are that of the commit.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxRole
from sphinx.util.typing import ExtensionMetadata
from steps import EARLIEST, ROOT, Stop, source_date

# What the zip has beside the site, in the same folder: the server, and what the reader may do with all of it.
BESIDE = (ROOT / "conf" / "serve.py", ROOT / "LICENSE", ROOT / "LICENSE-DATA", ROOT / "CITATION.cff")
README = """\
{project} {version}{dated}: the whole site, with its live boards, for use without a connection.

To start it, in this folder, with Python 3.8 or later:

    python3 serve.py

Then open http://127.0.0.1:8000 in a browser. To let the other computers of the network in too, add --network;
to take another port, add --port 8001. Any other web server will do as well. Opening index.html from the disk
shows the pages, but browsers do not let the boards start there.

The code of {project} is under the MIT licence (LICENSE), its texts and pictures are under CC BY 4.0 (LICENSE-DATA);
how to cite it is in CITATION.cff. The software of others that the site brings along is under licences of its own:
Pyodide under the Mozilla Public License 2.0, Python under that of the Python Software Foundation; those of JupyterLite
and its parts are in the files named third-party-licenses.json, those of the Python packages in the packages (*.whl).
"""


def name(project: str, version: str) -> str:
    """The name of the folder in the zip; with `.zip`, of the zip."""
    return f"{project}-{version}-site"


def _files(site: Path) -> Iterator[Path]:
    for path in site.rglob("*"):
        # Sphinx's notes to itself (.buildinfo, perhaps .doctrees), in which this machine's folders are.
        if any(part.startswith(".") for part in path.relative_to(site).parts):
            continue
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            where = path.relative_to(site).as_posix()
            raise Stop(f"The site has {where}, which is neither a file nor a folder: no zip was made.")
        if path.is_file():
            yield path


def write(site: Path, project: str, version: str, date: int) -> Path:
    """Write the zip of a folder into that folder, in place of earlier ones; return its path.

    Its entries are in one folder: all files of the site but hidden ones, and beside them README.txt and those of
    `BESIDE`. `date` is in seconds since 1970. Raises Stop when there is something that a zip of files cannot hold.
    """
    for old in site.glob(f"{name(project, '*')}.zip"):
        old.unlink()
    folder, moment = name(project, version), datetime.fromtimestamp(date, UTC)
    # The earliest is that of a tree whose date nobody knows.
    dated = "" if date == EARLIEST else f", of {moment.date().isoformat()}"
    readme = README.format(project=project, version=version, dated=dated)
    entries = {path.relative_to(site).as_posix(): path.read_bytes() for path in _files(site)}
    link = re.compile(rf'<a class="site-zip" href="[^"]*{re.escape(folder)}\.zip">(.*?)</a>'.encode())
    for path, content in entries.items():
        if path.endswith(".html"):  # the zip is not in itself
            entries[path] = link.sub(rb"\1", content)
    for path, content in {"README.txt": readme.encode(), **{file.name: file.read_bytes() for file in BESIDE}}.items():
        if path in entries:
            raise Stop(f"The site has a {path} of its own, where its zip has another: no zip was made.")
        entries[path] = content
    target = site / f"{folder}.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for path, content in sorted(entries.items()):
            entry = zipfile.ZipInfo(f"{folder}/{path}", moment.timetuple()[:6])
            entry.create_system = 3  # Unix, wherever it is written: else Windows differs
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return target


class SiteZipRole(SphinxRole):
    """Links to the zip of the site: {site-zip}`the whole site`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link. Raw, for Sphinx knows no such file: it comes last."""
        up = "../" * self.env.docname.count("/")
        target = f"{up}{name(self.config.project, self.config.release)}.zip"
        return [
            nodes.raw("", f'<a class="site-zip" href="{escape(target)}">{escape(self.text)}</a>', format="html")
        ], []


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        try:
            write(Path(app.outdir), app.config.project, app.config.release, source_date())
        except Stop as stop:
            raise ExtensionError(str(stop)) from None


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the role, and what writes the zip."""
    app.add_role("site-zip", SiteZipRole())
    app.connect("build-finished", _write, priority=950)  # after JupyterLite and the check of it
    return {"parallel_read_safe": True, "parallel_write_safe": True}
