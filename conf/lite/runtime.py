"""The browser runtime of the site: Pyodide, the Python packages it loads, and this package as a wheel.

    build/runtime/  Pyodide's files and the packages, fetched and byte-compiled; kept until a pin changes
    build/wheel/    this package for the browser, built from this very tree; renewed when the tree changes
    build/lite/     what JupyterLite is built from: all of the above, a lock file, settings

Byte-compiling is what lets a board start in two seconds instead of four, and JupyterLite in eight instead of
eighteen. Nothing here names a server: pip and npm ask the index that they are set up for, and each file has a
pinned hash.

`python conf/lite/runtime.py` gathers it all; conf.py does the same, so that a plain sphinx-build works too.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from datetime import UTC, datetime
from email.message import Message
from email.parser import HeaderParser
from hashlib import sha256
from pathlib import Path
from typing import Any

from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import npm
from steps import ROOT, Stop, digest, keep, run, start

HERE = Path(__file__).resolve().parent
RUNTIME, WHEEL, LITE = (ROOT / "build" / name for name in ("runtime", "wheel", "lite"))

# Pyodide's npm package. To renew it: these two lines, with the kernel's version in pyproject.toml.
PYODIDE = "314.0.6"
PYODIDE_SHA256 = "d78ac549b28a2a58600cd06f44e017024151775f8c6b2d73fab1475400d38ea2"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PYODIDE_URL = "./static/pyodide/pyodide.mjs"  # as JupyterLite must know it: of this site

# The kernel's own wheels come inside the package that builds it into JupyterLite.
KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS_FOLDER = Path(sys.prefix, "share/jupyter/labextensions")
KERNEL_FOLDER = EXTENSIONS_FOLDER / KERNEL / "static/pypi"
KERNEL_WHEELS = [next(KERNEL_FOLDER.glob(f"{name}-*")) for name in ("ipykernel", "piplite", "pyodide_kernel")]
# What the kernel asks for at its start, and this package: loaded side by side, not one after the other.
PRELOAD = ["comm", "ipykernel", "ipython", "jedi", "mancala-ref", "micropip", "piplite", "pyodide-kernel"]
# What JupyterLite is extended by, whatever else the environment has for the JupyterLab of the tests.
EXTENSIONS = [KERNEL, "@jupyter-widgets/jupyterlab-manager", "anywidget", "jupyterlab_pygments"]
# ipywidgets asks for these too, but in JupyterLite their work is done on the page, not in Python.
ON_THE_PAGE = {"jupyterlab-widgets", "widgetsnbextension"}


def version() -> str:
    """This project's version, from its one home."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def byte_compile(core: Path, out: Path, where: str, archives: Iterable[Path]) -> None:
    """Byte-compiles archives into a folder with the Pyodide in `core`; see compile.mjs. Raises Stop."""
    run(
        [npm.NODE, HERE / "compile.mjs", core, out, where, *archives],
        "compile",
        "Pyodide could not byte-compile the browser's packages",
    )


def fetch(folder: Path) -> None:
    """Fetches what the browser needs, except this package, and byte-compiles it into a new folder.

    Raises Stop when something cannot be had or is not what is pinned.
    """
    if PYODIDE_VERSION != PYODIDE:
        raise Stop(
            f"The installed kernel wants Pyodide {PYODIDE_VERSION}, but Pyodide {PYODIDE} is pinned: "
            "renew PYODIDE and PYODIDE_SHA256 in conf/lite/runtime.py."
        )
    core, packages = folder / "core", folder / "packages"
    npm.fetch("pyodide", PYODIDE, PYODIDE_SHA256, CORE, core)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        print("Fetching the Python packages for the browser", flush=True)
        pip = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--require-hashes",
            "--no-deps",
            "--only-binary",
            ":all:",
        ]
        # Pure Python only, and not for the Python that runs here.
        target = ["--python-version", "3.14", "--implementation", "py", "--abi", "none", "--platform", "any"]
        run(
            [*pip, *target, "-d", scratch, "-r", HERE / "requirements.txt"],
            "pip-browser",
            "pip could not fetch the packages that conf/lite/requirements.txt pins: check the network",
        )
        print("Byte-compiling them with Pyodide", flush=True)
        archives = [core / "python_stdlib.zip", *sorted(scratch.glob("*.whl")), *KERNEL_WHEELS]
        byte_compile(core, packages, "instead", archives)


def runtime() -> str:
    """Sees to it that build/runtime holds what is pinned now; returns the digest of the pins. Raises Stop."""
    kernel = (sha256(wheel.read_bytes()).hexdigest() for wheel in KERNEL_WHEELS)
    pins = digest([HERE / "requirements.txt", HERE / "compile.mjs"], PYODIDE_SHA256, *kernel)
    keep(RUNTIME, pins, fetch)
    return pins


def wheel(pins: str) -> Path:
    """This package's wheel for the browser, built from this tree if it has changed. Raises Stop.

    The build number in its name is a digest of all that went into it: a wheel that a browser has kept is
    never taken for one of the same version with other content.
    """
    files = [*ROOT.glob("pyproject.toml"), *ROOT.glob("README*"), *ROOT.glob("LICENSE*")]
    files += [p for p in (ROOT / "mancala_ref").rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    number = int(digest(files, pins)[:12], 16)
    built = WHEEL / f"mancala_ref-{version()}-{number}-py3-none-any.whl"
    if not built.is_file():
        print("Building this package's wheel for the browser", flush=True)
        shutil.rmtree(WHEEL, ignore_errors=True)
        # In a folder of its own: setuptools would find what earlier builds left in the tree's build/lib.
        with tempfile.TemporaryDirectory() as name:
            tree = Path(name, "tree")
            for file in files:
                copy = tree / file.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)
            pip = [sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps", "--no-build-isolation"]
            options = ["--config-settings", f"--build-option=--build-number={number}", "-w", name]
            run([*pip, *options, tree], "wheel", "pip could not build this package's wheel")
            byte_compile(RUNTIME / "core", WHEEL, "beside", [Path(name, built.name)])
    return built


def _metadata(archive: zipfile.ZipFile) -> Message:
    name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    return HeaderParser().parsestr(archive.read(name).decode())


def _modules(archive: zipfile.ZipFile) -> list[str]:
    code = (Path(name) for name in archive.namelist() if name.endswith((".py", ".pyc")))
    return sorted({path.parts[0] if len(path.parts) > 1 else path.stem for path in code})


def lock(wheels: Iterable[Path], info: dict[str, Any]) -> dict[str, Any]:
    """Pyodide's lock file for just these wheels; `info` is that of Pyodide's own lock file.

    In it, `depends` is what a wheel asks for, and `imports` lets an `import` in a cell load the package.
    Raises Stop when a wheel asks for what is not among them, or for another version of it.
    """
    here = {
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": "wasm32",
        "platform_python_implementation": "CPython",
        "platform_system": "Emscripten",
        "python_full_version": info["python"],
        "python_version": info["python"].rpartition(".")[0],
        "sys_platform": "emscripten",
    }
    packages: dict[str, Any] = {}
    asked: list[tuple[str, Requirement]] = []
    for path in wheels:
        with zipfile.ZipFile(path) as archive:
            metadata, imports = _metadata(archive), _modules(archive)
        name = str(canonicalize_name(metadata["Name"]))
        # Of this package the browser gets the live board too.
        here["extra"] = "live" if name == "mancala-ref" else ""
        needs = [Requirement(text) for text in metadata.get_all("Requires-Dist", [])]
        needs = [need for need in needs if canonicalize_name(need.name) not in ON_THE_PAGE]
        needs = [need for need in needs if need.marker is None or need.marker.evaluate(here)]
        asked += [(name, need) for need in needs]
        packages[name] = {
            "name": name,
            "version": metadata["Version"],
            "file_name": path.name,
            "sha256": sha256(path.read_bytes()).hexdigest(),
            "imports": imports,
            "depends": sorted({canonicalize_name(need.name) for need in needs}),
            "install_dir": "site",
            "package_type": "package",
            "unvendored_tests": False,
        }
    asked += [("the kernel", Requirement(name)) for name in PRELOAD]
    for who, need in asked:
        have = packages.get(canonicalize_name(need.name))
        if have is None or not need.specifier.contains(have["version"], prereleases=True):
            found = f"version {have['version']} of it" if have else "nothing by that name"
            raise Stop(f"In the browser, {who} needs {need}, but conf/lite/requirements.txt has {found}.")
    return {"info": info, "packages": packages}


def prepare() -> None:
    """Lays out build/lite anew, for JupyterLite to be built from. Fetches and builds what is not there.

    Raises Stop, with one sentence, when that cannot be.
    """
    own = wheel(runtime())
    pyodide = LITE / "static" / "pyodide"  # where JupyterLite looks for a Pyodide of the site's own
    shutil.rmtree(LITE, ignore_errors=True)
    pyodide.mkdir(parents=True)
    core, packages = RUNTIME / "core", RUNTIME / "packages"
    wheels = [*sorted(packages.glob("*.whl")), own]
    pyodide_lock = lock(wheels, json.loads((core / "pyodide-lock.json").read_text("utf-8"))["info"])
    for file in [*(core / name for name in CORE[:3]), packages / "python_stdlib.zip", *wheels]:
        shutil.copyfile(file, pyodide / file.name)
    # A cell that asks for a package the site does not have is told so at once; no server is asked.
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": PRELOAD}}
    settings = {"litePluginSettings": {f"{KERNEL}:kernel": kernel}}
    for path, content in {
        pyodide / "pyodide-lock.json": pyodide_lock,
        LITE / "jupyter-lite.json": {"jupyter-lite-schema-version": 0, "jupyter-config-data": settings},
        LITE / "jupyter_lite_config.json": {
            "LiteBuildConfig": {
                "federated_extensions": [str(EXTENSIONS_FOLDER / name) for name in EXTENSIONS],
                "ignore_sys_prefix": ["federated_extensions"],
                "no_sourcemaps": True,
                "no_unused_shared_packages": True,
            }
        },
    }.items():
        path.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", "utf-8")


def settle(site: Path, date: int) -> None:
    """Takes this machine's disk out of the list of notebooks that JupyterLite has made: its order, its times.

    `date`, in seconds since 1970, takes the place of all times.
    """

    def settled(entry: dict[str, Any]) -> dict[str, Any]:
        inside = entry["content"] and sorted(map(settled, entry["content"]), key=lambda each: str(each["path"]))
        return {**entry, "content": inside, "created": moment, "last_modified": moment}

    moment = datetime.fromtimestamp(date, UTC).isoformat().replace("+00:00", "Z")
    path = site / "lite" / "api" / "contents" / "all.json"
    listed = settled(json.loads(path.read_text("utf-8")))
    path.write_text(json.dumps(listed, indent=2, sort_keys=True) + "\n", "utf-8")


def check(site: Path) -> None:
    """Raises Stop when the built JupyterLite would not load Pyodide from the site itself."""
    path = site / "lite" / "jupyter-lite.json"
    plugins = json.loads(path.read_text("utf-8"))["jupyter-config-data"]["litePluginSettings"]
    found = plugins.get(f"{KERNEL}:kernel", {}).get("pyodideUrl", "no address of its own")
    if found.partition("?")[0] != PYODIDE_URL:
        raise Stop(f"JupyterLite was built with {found} for Pyodide, not with {PYODIDE_URL}.")


if __name__ == "__main__":
    start(prepare)
