"""Sphinx's settings. Build the site with `python3 conf/make.py site`."""

import os
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ConfigError, ExtensionError

CONF = Path(__file__).resolve().parent
sys.path[:0] = [str(CONF), str(CONF / "ext")]

import software  # noqa: E402 (needs the path above)
from lite import runtime  # noqa: E402 (the same)
from steps import EPOCH, ROOT, Stop, source_date  # noqa: E402 (the same)

from mancala_ref import GAMES  # noqa: E402 (the same)

try:
    os.environ[EPOCH] = str(source_date())  # what is built bears this date, not that of the build
    runtime.prepare()
    citation = software.citation()
    author = software.names(citation)[0]
except Stop as stop:
    raise ConfigError(str(stop)) from None

project = "mancala_ref"
cite_title = citation["title"]
project_copyright = f"{author}. Texts and pictures: CC BY 4.0. Code: MIT licence"
version = release = runtime.version()

extensions = [
    "myst_parser",
    "sphinx_design",
    "sphinx.ext.autodoc",
    "jupyterlite_sphinx",
    "clauses",
    "rule_history",
    "readings",
    "decisions",
    "citing",
    "data",
    "maps",
    "claims",
    "words",
    "comparison",
    "sowings",
    "figures",
    "archive",
]
exclude_patterns = ["_contents"]  # JupyterLite's working folder
nitpicky = True
# Only our own names must lead somewhere: those of the standard library and of packages have no page here.
nitpick_ignore_regex = [("py:.*", r"(?!mancala_ref).*")]
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

html_theme = "pydata_sphinx_theme"
# On a game's page the board stands beside the rules: the list of sections is on the other side.
html_sidebars = {f"games/{game}": ["sidebar-nav-bs", "page-toc"] for game in GAMES}
html_theme_options = {
    "secondary_sidebar_items": {"**": ["page-toc"], **{page: [] for page in html_sidebars}},
    "article_header_start": ["breadcrumbs", "cite-link"],
    "article_footer_items": ["page-foot"],
}
html_title = f"{project} {release}"
templates_path = ["templates"]
html_favicon = "../docs/_static/favicon.svg"
html_static_path = ["../docs/_static"]
html_show_sourcelink = False
html_copy_source = False

# `sphinx-build -b linkcheck` asks every site that pages name; these answer people only.
linkcheck_ignore = [
    r"http://127\.0\.0\.1.*",  # where the reader's own copy is served
    r"https://(mancala|[a-z]+)\.fandom\.com/.*",  # refuses programs
    r"https://[a-z]+\.scribd\.com/.*",  # refuses programs
]
linkcheck_anchors_ignore_for_url = [r"https://github\.com/.*"]  # its anchors are made by a script

# Absolute paths: JupyterLite reads some from the folder of the pages and some from where its command runs.
jupyterlite_dir = str(runtime.LITE)
jupyterlite_config = str(runtime.LITE / "jupyter_lite_config.json")
jupyterlite_contents = ["notebooks/*.ipynb"]
jupyterlite_bind_ipynb_suffix = False
jupyterlite_silence = False  # make.py keeps what it says in a log; silenced, it could not tell of a failure
# Left over from an earlier build, it makes JupyterLite forget where Pyodide is.
(ROOT / "docs" / ".jupyterlite.doit.db").unlink(missing_ok=True)


def only_own_styles(app: Sphinx, config: Any) -> None:
    """Drops the style sheets that come from other sites: jupyterlite-sphinx puts a font's on every page."""
    app.registry.css_files[:] = [entry for entry in app.registry.css_files if "://" not in entry[0]]


def finish_jupyterlite(app: Sphinx, error: Exception | None) -> None:
    """Makes JupyterLite the same on every machine; fails the build when it would ask another site for Pyodide."""
    if error is None and app.builder.format == "html":
        runtime.settle(Path(app.outdir), source_date())
        try:
            runtime.check(Path(app.outdir))
        except Stop as stop:
            raise ExtensionError(str(stop)) from None


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("config-inited", only_own_styles)
    app.connect("build-finished", finish_jupyterlite, priority=900)  # after JupyterLite's own
