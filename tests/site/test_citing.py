"""What a page tells of how to cite it and its clauses, on small projects: versions, dates, links, files, heads."""

from __future__ import annotations

import json
import os
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import heads
import pytest
from cards import cards
from citing import newest, note
from elements import Elements
from PIL import Image
from projects import Built, project_in
from pybtex.database import Entry, parse_string
from readers import html_metadata
from repositories import git

from mancala_ref import GAMES

CLAUSE = """# Nakabili & Elm

Two trees, *one* game {cite:p}`oak`.

````{clause} nakabili.start
:standing: editors

Sow on.

```{example} 0*7,1/0*8/0*8/3,0*7 S
:move: a2
:refused: nakabili.start
:origin: the rule itself
```
````

````{retired} nakabili.stop
It was a mistake.
````

```{sources}
```
"""
ADDRESS = "https://www.example.org/mancala/0.1.0"
SETTINGS = {
    "project": "tree_ref",
    "author": "The tree authors",
    "cite_title": "tree_ref: trees, leaf by leaf",
    "release": "1.2.3",
}


def build(folder: Path, address: str = "", page: str = CLAUSE, **pages: str) -> Built:
    settings = {**SETTINGS, "html_baseurl": address}
    built = project_in(folder)(
        {"games/nakabili": page, **pages}, ["citing"], "html", bound=["nakabili.start"], settings=settings
    )
    assert not built.warnings
    return built


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", html)).split())


def block(built: Built, key: str, page: str = "games/nakabili") -> str:
    """The block that tells how to cite a clause, as HTML."""
    html = (built.out / f"{page}.html").read_text("utf-8").partition(f'id="{key}"')[2]
    return html[html.index('<details class="cite">') : html.index("</details>\n", html.index('<details class="cite">'))]


def item(built: Built, file: str) -> dict[str, object]:
    [found] = json.loads((built.out / f"cite/{file}.json").read_text("utf-8"))
    assert isinstance(found, dict)
    return found


PAGES = {
    "games/nakabili": CLAUSE.replace("mistake", "slip"),
    "list": "---\nhistory: notes.txt\n---\n\n# List\n",
    "cite": "# Citing\n\n```{cite-software}\n```\n",
    "odd": '# Odd \\</script> “a" & \\<b>\n\nA page.\n',
}
COMMITS = (
    ("2026-02-03", {"games/nakabili.md": CLAUSE.replace("Sow on.", "Sow.")}),
    ("2026-03-04", {"games/nakabili.md": CLAUSE}),
    ("2026-04-05", {"games/nakabili.md": PAGES["games/nakabili"]}),
    ("2026-05-06", {"notes.txt": "oak\n", **{f"{page}.md": text for page, text in PAGES.items()}}),
    ("2026-06-07", {"notes.txt": "oak, elm\n"}),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository in which each commit changed something else."""
    folder = tmp_path_factory.mktemp("committed")
    git(folder, "init", "-q", "-b", "main")
    for date, files in COMMITS:
        for name, text in files.items():
            path = folder / "docs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        git(folder, "add", ".")
        git(folder, "commit", "-q", "-m", f"A change of {', '.join(files)}", date=date)
    return folder


@pytest.fixture(scope="module")
def built(folder: Path) -> Built:
    """The site of that repository, to be published at an address."""
    page, *others = PAGES
    return build(folder, ADDRESS, PAGES[page], **{name: PAGES[name] for name in others})


def test_a_clause_has_references_files_link_version_and_date(built: Built) -> None:
    found = block(built, "nakabili.start")
    assert found.startswith('<details class="cite"><summary>Cite this clause</summary>')
    url = f"{ADDRESS}/games/nakabili.html#nakabili.start"
    said = words(found)
    # As the manuals of both styles have it for a page of a site by a group.
    site = "tree_ref 1.2.3: Trees, Leaf by Leaf"
    assert (
        f"The tree authors. 2026. “Nakabili & Elm, Clause nakabili.start.” {site}, last modified March 4. {url}."
        in said
    )
    assert f"The tree authors. (2026, March 4). Nakabili & Elm, clause nakabili.start. {site}. {url}" in said
    assert said.endswith(f"Permanent link: {url} Version 1.2.3, last changed on 4 March 2026.")
    for ending in ("bib", "ris", "json"):
        assert f'<a href="../cite/clauses/nakabili.start.{ending}" download>' in found
        assert (built.out / f"cite/clauses/nakabili.start.{ending}").is_file()
    assert item(built, "clauses/nakabili.start")["URL"] == url
    assert item(built, "clauses/nakabili.start")["issued"] == {"date-parts": [[2026, 3, 4]]}


def test_a_retired_clause_can_be_cited_still(built: Built) -> None:
    assert "clause nakabili.stop" in words(block(built, "nakabili.stop"))
    assert item(built, "clauses/nakabili.stop")["issued"] == {"date-parts": [[2026, 4, 5]]}


def test_a_page_is_as_old_as_its_last_commit(built: Built) -> None:
    found = item(built, "pages/games/nakabili")
    assert (found["title"], found["URL"]) == ("Nakabili & Elm", f"{ADDRESS}/games/nakabili.html")
    assert found["issued"] == {"date-parts": [[2026, 4, 5]]}  # the later commits left it as it was
    assert found["container-title"] == '<span class="nocase">tree_ref 1.2.3</span>: trees, leaf by leaf'


def test_a_page_can_name_files_whose_history_is_its_own_too(built: Built) -> None:
    assert item(built, "pages/list")["issued"] == {"date-parts": [[2026, 6, 7]]}


def test_without_address_and_history_a_reference_has_neither_and_the_page_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.devnull)  # there is no git, either
    built = build(tmp_path)
    said = words(block(built, "nakabili.start"))
    assert (
        "The tree authors. n.d. “Nakabili & Elm, Clause nakabili.start.” tree_ref 1.2.3: Trees, Leaf by Leaf." in said
    )
    assert "built without the address at which it is published: its references have no link" in said
    assert said.endswith("Version 1.2.3, built without its history: the date of the last change is not known.")
    for file in ("pages/games/nakabili", "clauses/nakabili.start", "mancala_ref"):
        assert not {"URL", "issued"} & item(built, file).keys()
    head = (built.out / "games/nakabili.html").read_text("utf-8").partition("</head>")[0]
    assert 'content=""' not in head
    assert "citation_publication_date" not in head
    assert "og:url" not in head


def test_the_software_has_a_block_where_a_page_asks_for_it(built: Built) -> None:
    said = words(block(built, "citing", "cite"))
    assert said.startswith("Cite this software")
    assert "The tree authors. 2026. tree_ref: Trees, Leaf by Leaf. V. 1.2.3. Last modified June 7." in said
    assert "(2026). tree_ref: trees, leaf by leaf (Version 1.2.3) [Computer software]." in said
    assert said.endswith("Version 1.2.3, last changed on 7 June 2026.")
    assert item(built, "mancala_ref")["URL"] == f"{ADDRESS}/"
    assert parse_string((built.out / "cite/mancala_ref.bib").read_text("utf-8"), "bibtex").entries[
        "mancala_ref"
    ].type == ("software")


def test_a_source_has_files_and_a_coins_under_its_entry(built: Built) -> None:
    html = (built.out / "games/nakabili.html").read_text("utf-8")
    entry = html[html.index('id="source-oak"') :]
    for ending in ("bib", "ris", "json"):
        assert f'href="../cite/sources/oak.{ending}" download' in entry
        assert (built.out / f"cite/sources/oak.{ending}").is_file()
        assert (built.out / f"cite/sources.{ending}").is_file()
    assert 'class="Z3988" title="url_ver=Z39.88-2004&amp;ctx_ver' in entry


def test_the_head_says_what_the_file_says(built: Built, tmp_path: Path) -> None:
    cited = item(built, "pages/games/nakabili")
    page = built.out / "games/nakabili.html"
    [found] = html_metadata([page], tmp_path)
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
    assert graph["image"]["url"] == f"{ADDRESS}/cite/cards/nakabili.png"
    assert schema["@type"] == "WebPage"
    assert schema["version"] == "1.2.3"
    assert schema["isPartOf"] == {"@type": "WebSite", "name": SETTINGS["cite_title"], "url": f"{ADDRESS}/"}
    assert schema["datePublished"] == "2026-02-03"
    assert schema["image"] == graph["image"]["url"]
    links = {attrs["type"]: attrs["href"] for _, attrs in Elements(page).found if attrs.get("rel") == "describedby"}
    assert set(links) == set(heads.TYPES.values())
    assert all((page.parent / link).is_file() for link in links.values())
    assert [attrs["href"] for _, attrs in Elements(page).found if attrs.get("rel") == "cite-as"] == [url]
    about = "Two trees, one game (Oak 1900)."
    assert highwire["abstract"] == dublin["description"] == graph["description"] == schema["description"] == about
    assert found["general"]["description"] == about


def test_code_is_under_its_own_licence(built: Built, tmp_path: Path) -> None:
    [found] = html_metadata([built.out / "code/mancala_ref/games.py.html"], tmp_path)
    assert found["dublinCore"]["rights"] == found["jsonLd"]["license"] == "https://spdx.org/licenses/MIT.html"
    assert found["jsonLd"]["@type"] == "SoftwareSourceCode"


def test_zotero_is_offered_software_and_sources_and_groups_stay_whole(built: Built) -> None:
    for page, titles in (
        ("cite", ["tree_ref: trees, leaf by leaf"]),
        ("games/nakabili", ["Oak 1900"]),
    ):  # the pages' own are in their foot, which the theme of these tests does not have
        found = [parse_qs(attrs["title"]) for _, attrs in Elements(built.out / f"{page}.html").named("Z3988")]
        assert sorted(fields["rft.title"][0] for fields in found) == titles, page
        ours = [fields for fields in found if fields["rft.title"] != ["Oak 1900"]]
        assert all(fields["rft.aucorp"] == ["The tree authors"] and "rft.au" not in fields for fields in ours)


def test_pictures_stand_for_pages_elsewhere(built: Built, tmp_path: Path) -> None:
    folder = built.out / "cite/cards"
    assert {path.stem for path in folder.iterdir()} == {"index", *GAMES}
    for path in folder.iterdir():
        with Image.open(path) as picture:
            assert (picture.format, picture.size) == ("PNG", (1200, 630))
    [found] = html_metadata([built.out / "cite.html"], tmp_path)
    assert found["openGraph"]["image"]["url"] == f"{ADDRESS}/cite/cards/index.png"
    assert cards(SETTINGS["project"], SETTINGS["cite_title"])["nakabili"] == (folder / "nakabili.png").read_bytes()


def test_nothing_in_a_title_ends_a_tag_or_a_script(built: Built, tmp_path: Path) -> None:
    [found] = html_metadata([built.out / "odd.html"], tmp_path)
    assert found["jsonLd"]["name"] == found["highwirePress"]["title"] == item(built, "pages/odd")["title"]
    assert "</script>" in found["jsonLd"]["name"]


PAGE = """# Oak

{fence}{{clause}} oak.sow
Sow{words}.

```{{example}}
```
{fence}

{fence}{{retired}} oak.old
Old.
{fence}
More{more}.
"""


@pytest.mark.parametrize("fence", ["````", "  ````", "~~~~", "::::"])
def test_a_clause_is_as_old_as_what_it_says(fence: str) -> None:
    def page(words: str, more: str = "") -> str:
        return PAGE.format(fence=fence, words=words, more=more)

    fewer = page("").replace("```{example}\n```\n", "")
    versions = [("2026-05-05", page("", " and more")), ("2026-04-04", page("")), ("2026-03-03", page(" on"))]
    assert newest("oak.sow", page("", " and more"), versions) == "2026-04-04"
    assert newest("oak.old", page("", " and more"), versions) == "2026-03-03"
    assert newest("oak.sow", page(" on"), versions) == ""  # that is not committed
    assert newest("oak.sow", fewer, [("2026-06-06", fewer), *versions]) == "2026-06-06"  # it lost an example
    assert newest("oak.sow", page(""), []) == ""
    assert newest("oak.so", page(""), versions) == newest("oak.none", page(""), []) == ""


def test_a_clause_keeps_its_date_while_another_is_written(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    git(tmp_path, "clone", "-q", str(folder), str(copy))
    others = {page: text for page, text in PAGES.items() if "/" not in page}
    built = build(copy, page=CLAUSE.replace("mistake", "misprint"), **others)
    assert words(block(built, "nakabili.start")).endswith("last changed on 4 March 2026.")
    assert words(block(built, "nakabili.stop")).endswith("the date of the last change is not known.")
    assert "issued" not in item(built, "mancala_ref")


@pytest.mark.parametrize(
    ("known", "seen", "said"),
    [
        ("whole", "Read whole; dated *1 June*.", "Read whole; dated 1 June."),
        ("whole", "The copy was read.", "Read whole. The copy was read."),
        ("part", "Read: its [beginning](https://oak.org/a_b).", "Read in part: its beginning."),
        ("cited", "Not read by us.", "Known through another source. Not read by us."),
    ],
)
def test_the_note_of_a_source_says_once_how_far_it_was_read(known: str, seen: str, said: str) -> None:
    assert note(Entry("misc", {"known": known, "seen": seen})) == said
