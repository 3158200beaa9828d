"""What a page tells of how to cite it and its clauses, on small projects: versions, dates, links, files, heads."""

from __future__ import annotations

import json
import os
import re
from html import unescape
from pathlib import Path

import pytest
from cite import processor
from citing import newest
from projects import Built, Project
from pybtex.database import parse_string
from readers import html_metadata
from repositories import git

CLAUSE = """# Oak & Elm

Two trees, *one* game {cite:p}`oak`.

````{clause} oak.relay
:standing: editors

Sow on.

```{example} 0,1,0,4,0*2/0,3,0*4/0*3,2,0*2/0*6 S
:game: nakabili
:move: b4xd4
:after: 0*6/0*6/0,1*2,0*3/0*6 N captured=8-0 turn=1
:origin: counted by hand
```
````

````{retired} oak.stop
It was a mistake.
````

```{sources}
```
"""
ADDRESS = "https://www.example.org/mancala/0.1.0"
SETTINGS = {"author": "The tree authors", "cite_title": "tree_ref: trees, leaf by leaf", "release": "1.2.3"}
STYLES = list(processor.STYLES)


def build(project: Project, address: str = "", page: str = CLAUSE, **pages: str) -> Built:
    built = project(
        {"games/oak": page, **pages},
        ["citing"],
        "html",
        bound=["oak.relay"],
        files={"docs/published-clauses.txt": "oak.relay\noak.stop\n"},
        settings={**SETTINGS, "html_baseurl": address},
    )
    assert not built.warnings
    return built


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", html)).split())


def block(built: Built, key: str, page: str = "games/oak") -> str:
    """The block that tells how to cite a clause, as HTML."""
    html = (built.out / f"{page}.html").read_text("utf-8").partition(f'id="{key}"')[2]
    return html[html.index('<details class="cite">') : html.index("</details>\n", html.index('<details class="cite">'))]


def item(built: Built, file: str) -> dict[str, object]:
    [found] = json.loads((built.out / f"cite/{file}.json").read_text("utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.fixture
def committed(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project whose folder is a repository, with one commit of the page and one of a line in the clause."""
    git(tmp_path, "init", "-q", "-b", "main")
    page = tmp_path / "docs/games/oak.md"
    page.parent.mkdir(parents=True)
    for date, text, subject in (
        ("2026-02-03", CLAUSE.replace("Sow on.", "Sow."), "An oak"),
        ("2026-03-04", CLAUSE, "Oaks sow on"),
        ("2026-04-05", CLAUSE.replace("mistake", "slip"), "A slip, not a mistake"),
    ):
        page.write_text(text, "utf-8")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", subject, date=date)
    return project


SLIP = CLAUSE.replace("mistake", "slip")


def test_a_clause_has_references_files_link_version_and_date(committed: Project) -> None:
    built = build(committed, ADDRESS, SLIP)
    found = block(built, "oak.relay")
    assert found.startswith('<details class="cite"><summary>Cite this clause</summary>')
    url = f"{ADDRESS}/games/oak.html#oak.relay"
    said = words(found)
    # As the manuals of both styles have it for a page of a site by a group.
    assert (
        "The tree authors. 2026. “Oak & Elm, Clause oak.relay.” tree_ref 1.2.3: Trees, Leaf by Leaf, March 4. "
        f"{url}." in said
    )
    assert (
        "The tree authors. (2026, March 4). Oak & Elm, clause oak.relay. tree_ref 1.2.3: Trees, Leaf by Leaf. "
        f"{url}" in said
    )
    assert said.endswith(f"Permanent link: {url} Version 1.2.3, last changed on 4 March 2026.")
    for ending in ("bib", "ris", "json"):
        assert f'<a href="../cite/clauses/oak.relay.{ending}" download>' in found
        assert (built.out / f"cite/clauses/oak.relay.{ending}").is_file()
    assert item(built, "clauses/oak.relay")["URL"] == url
    assert item(built, "clauses/oak.relay")["issued"] == {"date-parts": [[2026, 3, 4]]}


def test_a_retired_clause_can_be_cited_still(committed: Project) -> None:
    built = build(committed, ADDRESS, SLIP)
    assert "clause oak.stop" in words(block(built, "oak.stop"))
    assert item(built, "clauses/oak.stop")["issued"] == {"date-parts": [[2026, 4, 5]]}


def test_a_page_is_as_old_as_its_last_commit(committed: Project) -> None:
    built = build(committed, ADDRESS, SLIP)
    found = item(built, "pages/games/oak")
    assert (found["title"], found["URL"]) == ("Oak & Elm", f"{ADDRESS}/games/oak.html")
    assert found["issued"] == {"date-parts": [[2026, 4, 5]]}
    assert found["container-title"] == '<span class="nocase">tree_ref 1.2.3</span>: trees, leaf by leaf'


def test_a_page_can_name_files_whose_history_is_its_own_too(committed: Project, tmp_path: Path) -> None:
    notes = tmp_path / "docs" / "notes.txt"
    notes.write_text("oak", "utf-8")
    (tmp_path / "docs/list.md").write_text("---\nhistory: notes.txt\n---\n\n# List\n", "utf-8")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "A list", date="2026-05-06")
    notes.write_text("oak, elm", "utf-8")
    git(tmp_path, "commit", "-qam", "An elm", date="2026-06-07")
    built = build(committed, ADDRESS, SLIP, list="---\nhistory: notes.txt\n---\n\n# List\n")
    assert item(built, "pages/list")["issued"] == {"date-parts": [[2026, 6, 7]]}


def test_without_address_and_history_a_reference_has_neither_and_the_page_says_so(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    built = build(project)
    said = words(block(built, "oak.relay"))
    assert "The tree authors. n.d. “Oak & Elm, Clause oak.relay.” tree_ref 1.2.3: Trees, Leaf by Leaf." in said
    assert "built without the address at which it is published: its references have no link" in said
    assert said.endswith("Version 1.2.3, built without its history: the date of the last change is not known.")
    for file in ("pages/games/oak", "clauses/oak.relay", "mancala_ref"):
        assert not {"URL", "issued"} & item(built, file).keys()
    head = (built.out / "games/oak.html").read_text("utf-8").partition("</head>")[0]
    assert 'content=""' not in head
    assert "citation_publication_date" not in head
    assert "og:url" not in head


def test_what_is_not_committed_has_no_date(committed: Project) -> None:
    said = words(block(build(committed, page=CLAUSE.replace("mistake", "misprint")), "oak.relay"))
    assert said.endswith("built with changes that are not committed: the date of the last change is not known.")


def test_the_software_has_a_block_where_a_page_asks_for_it(committed: Project) -> None:
    built = build(committed, f"{ADDRESS}/", SLIP, cite="# Citing\n\n```{cite-software}\n```\n")
    said = words(block(built, "citing", "cite"))
    assert said.startswith("Cite this software")
    assert "The tree authors. 2026. tree_ref: Trees, Leaf by Leaf. V. 1.2.3. Released April 5." in said
    assert "(2026). tree_ref: trees, leaf by leaf (Version 1.2.3) [Computer software]." in said
    assert item(built, "mancala_ref")["URL"] == f"{ADDRESS}/"
    assert parse_string((built.out / "cite/mancala_ref.bib").read_text("utf-8"), "bibtex").entries[
        "mancala-ref"
    ].type == ("software")


def test_a_source_has_files_and_a_coins_under_its_entry(committed: Project) -> None:
    built = build(committed, ADDRESS, SLIP)
    html = (built.out / "games/oak.html").read_text("utf-8")
    entry = html[html.index('id="source-oak"') :]
    for ending in ("bib", "ris", "json"):
        assert f'href="../cite/sources/oak.{ending}" download' in entry
        assert (built.out / f"cite/sources/oak.{ending}").is_file()
        assert (built.out / f"cite/sources.{ending}").is_file()
    assert 'class="Z3988" title="url_ver=Z39.88-2004&amp;ctx_ver' in entry


def test_the_head_says_what_the_file_says(committed: Project, tmp_path: Path) -> None:
    built = build(committed, ADDRESS, SLIP)
    cited = item(built, "pages/games/oak")
    [found] = html_metadata([built.out / "games/oak.html"], tmp_path)
    highwire, dublin, graph, schema = (found[kind] for kind in ("highwirePress", "dublinCore", "openGraph", "jsonLd"))
    title, url, date, author = cited["title"], cited["URL"], "2026-04-05", "The tree authors"
    assert highwire["title"] == dublin["title"] == graph["title"] == schema["name"] == title
    assert highwire["public_url"] == dublin["identifier"] == graph["url"] == schema["url"] == url
    assert highwire["publication_date"] == "2026/04/05"
    assert dublin["date"] == schema["dateModified"] == date
    assert highwire["author"] == dublin["creator"] == schema["author"]["name"] == author
    assert highwire["language"] == dublin["language"] == schema["inLanguage"] == "en"
    assert dublin["rights"] == schema["license"] == "https://creativecommons.org/licenses/by/4.0/"
    assert graph["site_name"] == dublin["isPartOf"] if "isPartOf" in dublin else graph["site_name"]
    assert graph["type"] == "article"
    assert schema["@type"] == "WebPage"
    assert schema["version"] == "1.2.3"
    assert schema["isPartOf"] == {"@type": "WebSite", "name": SETTINGS["cite_title"]}
    about = "Two trees, one game (Oak 1900)."
    assert highwire["abstract"] == dublin["description"] == graph["description"] == schema["description"] == about
    assert found["general"]["description"] == about


def test_nothing_in_a_title_ends_a_tag_or_a_script(committed: Project, tmp_path: Path) -> None:
    title = 'Oak </script> “a" & <b>'
    built = build(committed, ADDRESS, CLAUSE.replace("Oak & Elm", title.replace("<", "\\<")))
    [found] = html_metadata([built.out / "games/oak.html"], tmp_path)
    assert found["jsonLd"]["name"] == found["highwirePress"]["title"] == item(built, "pages/games/oak")["title"]
    assert "</script>" in found["jsonLd"]["name"]


def test_no_git_at_all_is_no_trouble(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    assert "built without its history" in words(block(build(project), "oak.relay"))


@pytest.mark.parametrize(
    ("key", "expected"),
    [("oak.sow", "2026-02-02"), ("oak.stop", "2026-03-03"), ("oak.sows", ""), ("oak.old", "2026-05-05")],
)
def test_the_date_of_a_clause_is_that_of_its_newest_line(key: str, expected: str) -> None:
    text = (
        "# Oak\n````{clause} oak.sow\nSow.\n```{example}\n```\n````\n\n````{clause} oak.stop\nStop.\n````\nMore.\n"
        "```{retired} oak.old\nOld.\n```\n"
    )
    dates = ["2026-01-01"] * len(text.splitlines())
    dates[3], dates[8], dates[10], dates[12] = "2026-02-02", "2026-03-03", "2026-04-04", "2026-05-05"
    assert newest(key, text, dates) == expected
    assert newest(key, text, []) == ""
