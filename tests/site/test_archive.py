"""The zip of the whole site: all is in it, and from the same it is the same, to the byte."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import archive
import pytest
import steps
from lite import runtime
from steps import ROOT, Stop, source_date

DATE = 1_700_000_000
FILES = {"index.html": "<p>One", "games/a.html": "<p>A", "games/b/c.html": "<p>É", "z.json": "{}"}


def tree(folder: Path, names: list[str], date: int) -> Path:
    """Make a small site, file by file in this order and of this date."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FILES[name], "utf-8")
        os.utime(path, (date, date))
    return folder


@pytest.fixture
def one(tmp_path: Path) -> Path:
    return tree(tmp_path / "one", list(FILES), 1_600_000_000)


class TestWrite:
    """The zip of a folder."""

    def test_the_same_files_give_the_same_bytes(self, one: Path, tmp_path: Path) -> None:
        before = os.umask(0o077)
        try:
            two = tree(tmp_path / "an other place" / "two", list(FILES)[::-1], 1_650_000_000)
        finally:
            os.umask(before)
        first, second = (archive.write(site, "toy", "1.0", DATE) for site in (one, two))
        assert first.read_bytes() == second.read_bytes()
        again = archive.write(one, "toy", "1.0", DATE)
        assert again.read_bytes() == second.read_bytes()
        (two / "z.json").write_text("[]", "utf-8")
        assert archive.write(two, "toy", "1.0", DATE).read_bytes() != first.read_bytes()

    def test_all_is_in_one_folder_and_only_once(self, one: Path) -> None:
        for version in ("0.9", "1.0", "1.0"):
            path = archive.write(one, "toy", version, DATE)
        assert path.name == "toy-1.0-site.zip"
        assert sorted(found.name for found in one.glob("*.zip")) == [path.name]
        with zipfile.ZipFile(path) as found:
            names = found.namelist()
            assert names == sorted(names)
            beside = ["README.txt", "serve.py", "LICENSE", "LICENSE-DATA", "CITATION.cff"]
            assert set(names) == {f"toy-1.0-site/{name}" for name in [*FILES, *beside]}
            assert {name: found.read(f"toy-1.0-site/{name}").decode() for name in FILES} == FILES
            assert found.read("toy-1.0-site/README.txt").startswith(b"toy 1.0, of 2023-11-14: ")
            for entry in found.infolist():
                assert (entry.date_time, entry.external_attr >> 16) == ((2023, 11, 14, 22, 13, 20), 0o100644)
                assert (entry.create_system, entry.compress_type) == (3, zipfile.ZIP_DEFLATED)

    def test_a_date_that_nobody_knows_is_not_told(self, one: Path) -> None:
        with zipfile.ZipFile(archive.write(one, "toy", "1.0", steps.EARLIEST)) as found:
            assert found.read("toy-1.0-site/README.txt").startswith(b"toy 1.0: the whole site")

    def test_what_is_no_file_is_refused(self, one: Path) -> None:
        (one / "games" / "link").symlink_to(one / "gone")
        with pytest.raises(
            Stop, match=r"^The site has games/link, which is neither a file nor a folder: no zip was made"
        ):
            archive.write(one, "toy", "1.0", DATE)

    def test_what_the_zip_itself_brings_is_refused_in_the_site(self, one: Path) -> None:
        (one / "README.txt").write_text("of the site", "utf-8")
        with pytest.raises(Stop, match=r"^The site has a README\.txt of its own, where its zip has another"):
            archive.write(one, "toy", "1.0", DATE)


def test_two_builds_of_a_project_give_the_same_zip(tmp_path: Path) -> None:
    """In other folders, with files of other times, and with names hashed otherwise."""
    zips = []
    for seed in ("1", "2"):
        folder = tmp_path / f"folder-{seed * 3}"
        pages = folder / "docs"
        (pages / "games").mkdir(parents=True)
        (pages / "index.md").write_text("# Toy\n\n```{toctree}\ngames/one\n```\n", "utf-8")
        (pages / "games" / "one.md").write_text(
            "# One\n\n```{board} mefuvha\n:columns: 8\n```\n\n{site-zip}`All & more`, [here](../index.md).\n", "utf-8"
        )
        for path in pages.rglob("*.md"):
            os.utime(path, (DATE + int(seed), DATE + int(seed)))
        paths = os.pathsep.join(str(ROOT / part) for part in (".", "conf", "conf/ext"))
        settings = ["project=toy", "release=1.0", "extensions=myst_parser,boards,archive"]
        subprocess.run(
            [
                sys.executable,
                *"-m sphinx -q -C -b html".split(),
                *(f"-D{each}" for each in settings),
                pages,
                folder / "out",
            ],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed, steps.EPOCH: str(DATE)},
            check=True,
        )
        zips.append(folder / "out" / "toy-1.0-site.zip")
        page = (folder / "out" / "games" / "one.html").read_text("utf-8")
        assert '<a class="site-zip" href="../toy-1.0-site.zip">All &amp; more</a>' in page
    with zipfile.ZipFile(zips[0]) as first, zipfile.ZipFile(zips[1]) as second:
        parts = [{name: sha256(found.read(name)).hexdigest() for name in found.namelist()} for found in (first, second)]
        page = first.read("toy-1.0-site/games/one.html").decode()
    assert parts[0] == parts[1]
    assert "All &amp; more" in page
    assert "site.zip" not in page  # it has no zip, and so no link to one
    assert not [name for name in parts[0] if "/." in name]  # .doctrees, which bear the folder's name
    assert zips[0].read_bytes() == zips[1].read_bytes()


class TestDate:
    """The date that all of it bears."""

    @pytest.fixture(autouse=True)
    def unset(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv(steps.EPOCH, raising=False)

    def test_the_one_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(steps.EPOCH, str(DATE))
        assert source_date() == DATE

    def test_that_of_the_last_commit(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(steps, "ROOT", tmp_path)
        own = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_DATE": f"{DATE} +0900"}
        own |= {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}
        for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "one"]):
            subprocess.run(["git", "-C", tmp_path, *command], env={**os.environ, **own}, check=True)
        assert source_date() == DATE

    def test_a_fixed_one_without_git(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(steps, "ROOT", tmp_path)
        assert datetime.fromtimestamp(source_date(), UTC).isoformat() == "1980-01-01T00:00:00+00:00"

    def test_none_that_a_zip_cannot_say(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(steps.EPOCH, "0")
        assert datetime.fromtimestamp(source_date(), UTC).year == 1980

    @pytest.mark.parametrize("text", ["yesterday", "4354819200", "99999999999", "253402300800", "9" * 5000])
    def test_what_is_none(self, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv(steps.EPOCH, text)
        limit = "seconds since 1970, 4354819199 at most, for a zip knows no date after 2107."
        with pytest.raises(Stop, match=rf"^SOURCE_DATE_EPOCH is '{text}', but it must be a number: {limit}$"):
            source_date()

    def test_the_last_one_fits(self, one: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(steps.EPOCH, "4354819199")
        with zipfile.ZipFile(archive.write(one, "toy", "1.0", source_date())) as found:
            assert {entry.date_time[:3] for entry in found.infolist()} == {(2107, 12, 31)}


def test_the_list_of_notebooks_tells_nothing_of_the_disk(tmp_path: Path) -> None:
    texts = set()
    for site, order, time in (("one", "ab", "2001"), ("two", "ba", "2002")):
        path = tmp_path / site / "lite" / "api" / "contents" / "all.json"
        path.parent.mkdir(parents=True)
        times = {"created": time, "last_modified": time}
        inside = [{"path": name, "content": None, **times} for name in order]
        path.write_text(json.dumps({"path": "", "content": inside, **times}), "utf-8")
        runtime.settle(tmp_path / site, DATE)
        texts.add(path.read_text("utf-8"))
    [text] = texts
    assert [entry["path"] for entry in json.loads(text)["content"]] == ["a", "b"]
    assert set(re.findall(r'"(?:created|last_modified)": "(.*)"', text)) == {"2023-11-14T22:13:20Z"}


def test_the_server_in_the_zip_is_for_the_python_that_its_readme_asks_for() -> None:
    ast.parse((ROOT / "conf" / "serve.py").read_text("utf-8"), feature_version=(3, 8))
    assert "with Python 3.8 or later" in archive.README


class TestSite:
    """The zip of this site."""

    @pytest.fixture
    def found(self, site: Path) -> Iterator[zipfile.ZipFile]:
        with zipfile.ZipFile(site / f"mancala_ref-{runtime.version()}-site.zip") as found:
            yield found

    def test_all_of_the_site_is_in_it(self, site: Path, found: zipfile.ZipFile) -> None:
        assert found.testzip() is None
        folder = f"mancala_ref-{runtime.version()}-site"
        zipped = {name.removeprefix(f"{folder}/"): sha256(found.read(name)).digest() for name in found.namelist()}
        for name in ("README.txt", "serve.py", "LICENSE", "LICENSE-DATA", "CITATION.cff"):
            del zipped[name]
        here = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
        del here[f"{folder}.zip"], here[".buildinfo"]
        assert zipped.keys() == here.keys()
        other = {name for name, path in here.items() if zipped[name] != sha256(path.read_bytes()).digest()}
        assert other == {"guide/offline.html"}  # which links to the zip

    def test_nothing_in_it_tells_where_it_was_built(self, found: zipfile.ZipFile) -> None:
        places = [str(ROOT).encode(), sys.prefix.encode()]
        assert [name for name in found.namelist() if any(place in found.read(name) for place in places)] == []

    def test_the_guide_links_to_it_and_tells_its_size(self, site: Path, found: zipfile.ZipFile) -> None:
        page = (site / "guide" / "offline.html").read_text("utf-8")
        told = re.search(r'<a class="site-zip" href="([^"]+\.zip)">.+?</a> of about (\d+) MB, (\d+) MB unpacked', page)
        assert told, page
        path = site / "guide" / told[1]
        assert path.is_file()
        unpacked = sum(entry.file_size for entry in found.infolist())
        assert [int(told[2]), int(told[3])] == pytest.approx([path.stat().st_size / 1e6, unpacked / 1e6], rel=0.15)
