"""The two commands of this project. They need Python and, the first time, a network.

    python3 conf/make.py site    builds the site and serves it on this machine
    python3 conf/make.py tests   checks style, types and spelling and runs all tests

Each first makes `.venv` in the clone, with the packages that conf/requirements.txt pins.
"""

import sys

# An older Python must be able to read this file, to say this.
if sys.version_info < (3, 11):  # noqa: UP036 (it is for those who start it with an older one)
    sys.exit("This is Python %d.%d, but 3.11 or newer is needed: start it with one." % sys.version_info[:2])  # noqa: UP031 (as old ones write)

import argparse
import importlib.util
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import browsers
from history import History
from serve import Server, Taken
from steps import LOGS, ROOT, Stop, digest, run, show, source_date

PINS, PROJECT = ROOT / "conf" / "requirements.txt", ROOT / "pyproject.toml"
VENV, HTML = ROOT / ".venv", ROOT / "build" / "html"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
ENGINES = ("chromium", "firefox", "webkit")
CANONICAL = "READTHEDOCS_CANONICAL_URL"  # where Read the Docs says that it publishes
MADE = ("build", "dist", "__pycache__", "_contents")  # folders with nothing that people write


def say(text: str, end: str = "\n") -> None:
    """Tells the person who waits what is going on."""
    print(text, end=end, flush=True)


def read(stamp: Path) -> str:
    """What a stamp says; nothing when it is missing."""
    return stamp.read_text("utf-8") if stamp.is_file() else ""


def environment() -> None:
    """Makes or renews `.venv`: the pinned packages, and this project as it is in the clone. Raises Stop.

    Stamps in it tell what it was made from, so that the next time takes no time and no network.
    """
    pip: list[str | Path] = [VENV_PYTHON, "-m", "pip", "install", "--disable-pip-version-check"]
    pins, project = VENV / "mancala-pins", VENV / "mancala-project"
    wanted = digest([PINS], str(ROOT))  # with the place of the clone: an environment does not survive a move
    if not VENV_PYTHON.is_file() or read(pins) != wanted:
        if importlib.util.find_spec("ensurepip") is None:
            raise Stop(
                "This Python cannot make virtual environments, for it lacks ensurepip: "
                "install it (on Debian and Ubuntu: apt-get install python3-venv) and start again."
            )
        count = sum("==" in line for line in PINS.read_text("utf-8").splitlines())
        say(f"Installing {count} packages in .venv (the first time only; a minute or two)")
        # Only a folder with a stamp is this command's own, to be emptied.
        clear = ["--clear"] if read(pins) else []
        run([sys.executable, "-m", "venv", *clear, VENV], "venv", "Python could not make .venv")
        run(
            [*pip, "--require-hashes", "--only-binary", ":all:", "-r", PINS],
            "pip",
            "pip could not install the packages that conf/requirements.txt pins: check the network",
            on_line=lambda line: say(".", end="") if line.startswith("Collecting") else None,
        )
        say("")
        project.unlink(missing_ok=True)
        pins.write_text(wanted, "utf-8")
    if read(project) != digest([PROJECT]):
        run(
            [*pip, "--no-index", "--no-deps", "--no-build-isolation", "-e", ROOT],
            "pip-link",
            "pip could not link this project into .venv",
        )
        project.write_text(digest([PROJECT]), "utf-8")


def sources() -> Iterator[Path]:
    """The files of this tree that people write: the site may depend on any of them."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in MADE and not f.startswith(".") and not f.endswith(".egg-info")]
        yield from (Path(folder, file) for file in files if not file.startswith("."))


def stamp_of(html: Path) -> Path:
    """The stamp of the site in a folder: what it was built from, and in a second line for which address, if for one."""
    return html.with_name(f"{html.name}-sources")


def build_site(python: str | Path, address: str = "", html: Path = HTML) -> Path:
    """Builds the site into a folder, unless it was built from these very files and this commit; returns the folder.

    `python` is the interpreter of an environment that has the packages; the address is the one at which the site will
    be published, if that is known. Raises Stop.
    """
    stamp = stamp_of(html)
    now = digest(sources(), address, str(source_date()), str(History(ROOT).last()))  # of which pages tell
    if read(stamp).partition("\n")[0] == now and html.is_dir():
        say(f"The site in build/{html.name} is up to date")
        return html
    stamp.unlink(missing_ok=True)
    for script, what in (
        ("lite/runtime.py", "browser runtime"),
        ("ext/atlas.py", "maps' outlines"),
        ("cite/processor.py", "references"),
    ):
        if show(python, ROOT / "conf" / script):
            raise Stop(f"The site was not built: its {what} could not be had.")
    say("Building the pages and JupyterLite (half a minute)")
    # From nothing, always: an incremental build drops notebooks, and keeps pages and wheels that are gone.
    shutil.rmtree(html, ignore_errors=True)
    faults, doctrees = LOGS / "sphinx-warnings.txt", ROOT / "build" / "doctrees"
    faults.unlink(missing_ok=True)
    command = [python, *"-m sphinx -W --keep-going -n -T -E -c conf -w".split(), faults, "-d", doctrees]
    command += [f"-Dhtml_baseurl={address}", "docs", html]
    try:
        run(command, "sphinx", "The site was not built")
    except Stop:
        # What Sphinx adds about itself when it stops is for its developers; the log has it.
        say(re.split(r"(?:^|\n).*\n\nVersions\n=+\n", read(faults))[0])
        raise
    stamp.write_text(f"{now}\n{address}", "utf-8")
    return html


def build_for_tests(python: str | Path, html: Path = HTML) -> Path:
    """Builds the site that the tests look at, one without an address; one with an address, to be published, stays."""
    _, _, address = read(stamp_of(html)).partition("\n")
    return build_site(python, html=html.with_name(f"{html.name}-tests") if address else html)


def site(port: int, serve: bool, address: str) -> None:
    """Builds the site, to be published at an address or none, and serves it until it is interrupted. Raises Stop."""
    try:
        server = Server(HTML, port) if serve else None
    except Taken as taken:
        raise Stop(str(taken)) from None
    environment()
    build_site(VENV_PYTHON, address)
    if server is None:
        say(f"The site is in {HTML}")
        return
    say(f"The site is at {server.url}/ (Ctrl-C ends it)")
    with server:
        server.serve_forever()


def tests(engines: list[str], browser: Path | None, arguments: list[str]) -> None:
    """Checks style, types and spelling, then runs the tests. Raises Stop when something is missing or has failed."""
    environment()
    if "firefox" in engines:
        browsers.firefox()
    if "webkit" in engines:
        browsers.webkit()
    if "chromium" in engines:
        browser = browser or browsers.chromium(VENV_PYTHON)
        say(f"Chromium for the tests: {browser}")
        arguments = [f"--browser-path={browser}", *arguments]
    failed = []
    for command in (
        ["ruff", "check"],
        ["ruff", "format", "--check"],
        ["mypy"],
        ["codespell_lib"],
        ["pytest", f"--engines={','.join(engines)}", *arguments],
    ):
        say("\n" + " ".join(command))
        if show(VENV_PYTHON, "-m", *command):
            failed.append(command[0])
    if failed:
        raise Stop(f"Not all is well: see above what {' and '.join(dict.fromkeys(failed))} found.")


def engine_list(text: str) -> list[str]:
    """Reads the value of --engines."""
    engines = text.split(",")
    for engine in engines:
        if engine not in ENGINES:
            raise argparse.ArgumentTypeError(f"{engine!r} is none of {', '.join(ENGINES)}")
    return engines


def address(text: str) -> str:
    """Reads an address at which the site will be published; an error tells what is wrong with it."""
    try:
        parts = urlsplit(text)
        faults = [
            (re.search(r"[\s\"'<>\\]", text), "it has a space, a quote, an angle bracket or a backslash in it"),
            (parts.scheme not in ("http", "https"), "it does not begin with https:// or http://"),
            (not parts.hostname or parts.port == 0, "it names no host, or a port that is none"),
            ("@" in parts.netloc, "it has the name of a user, which all readers would see"),
            (re.search("[?#]", text), "it has a query or a fragment, and no page can have its name after that"),
            (parts.path.lower().endswith((".html", ".htm")), "it is that of a page, not of a folder"),
        ]
        fault = next((why for wrong, why in faults if wrong), "")
    except ValueError as error:  # a port or an IPv6 address that is none
        fault = str(error)
    if fault:
        raise argparse.ArgumentTypeError(f"{text!r} is no address such as https://www.example.org/mancala/: {fault}")
    return parts.geturl()


def canonical() -> str:
    """The address that Read the Docs gives, or nothing. Raises Stop for a wrong one."""
    text = os.environ.get(CANONICAL, "")
    try:
        return address(text) if text else ""
    except argparse.ArgumentTypeError as error:
        raise Stop(f"{CANONICAL} is wrong: {error}.") from None


def main() -> None:
    """Carries out the command that was given."""
    parser = argparse.ArgumentParser(
        prog="conf/make.py",
        epilog="All that is made lies in .venv and build; either may be deleted at any time.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for_site = commands.add_parser("site", help="build the site and serve it on this machine")
    for_site.add_argument("--port", type=int, default=8000, help="where to serve it (default: %(default)s)")
    for_site.add_argument("--no-serve", action="store_true", help="only build it, into build/html")
    for_site.add_argument(
        "--address",
        type=address,
        help="the address at which it will be published: references link to it (default: none)",
    )
    for_tests = commands.add_parser(
        "tests", help="check style, types and spelling and run all tests", epilog="All other arguments go to pytest."
    )
    for_tests.add_argument(
        "--engines",
        type=engine_list,
        default=["chromium"],
        help=f"the browsers to test in, with commas between, out of {', '.join(ENGINES)} (default: chromium)",
    )
    for_tests.add_argument("--browser-path", type=Path, help="the Chromium, Chrome or Edge to use (default: as found)")
    chosen, others = parser.parse_known_args()
    if chosen.command == "tests":
        tests(chosen.engines, chosen.browser_path, others)
    elif others:
        for_site.error(f"unknown argument: {others[0]}")
    else:
        site(chosen.port, not chosen.no_serve, chosen.address or canonical())


if __name__ == "__main__":
    try:
        main()
    except Stop as stop:
        sys.exit(f"\n{stop}")
    except PermissionError as error:
        sys.exit(f"\n{error.filename} cannot be written: work in a clone of your own, in a folder that you may change.")
    except KeyboardInterrupt:
        sys.exit(130)
