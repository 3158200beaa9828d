"""What pages tell of the history of files, against repositories made for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from history import Change, History
from repositories import git


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository in which three commits changed two files."""
    folder = tmp_path / "clone"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    for date, files, subject in (
        ("2026-01-05", {"oak.md": "one\ntwo\nthree\n", "docs/été.md": "été\n"}, "Two pages"),
        ("2026-02-06", {"oak.md": "one\ntwo!\nthree\n"}, "Oak: “two” & <more>"),
        ("2026-03-07", {"docs/été.md": "été\nautomne\n"}, "Autumn\n\nWith a body."),
    ):
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        git(folder, "add", ".")
        git(folder, "commit", "-q", "-m", subject, date=date)
    return folder


def told(changes: list[Change]) -> list[tuple[str, str]]:
    return [(change.date, change.subject) for change in changes]


def test_the_commits_that_changed_a_file_newest_first(repository: Path) -> None:
    history = History(repository)
    assert told(history.changes(repository / "oak.md")) == [
        ("2026-02-06", "Oak: “two” & <more>"),
        ("2026-01-05", "Two pages"),
    ]
    both = history.changes(repository / "oak.md", repository / "docs" / "été.md")
    assert [date for date, _ in told(both)] == ["2026-03-07", "2026-02-06", "2026-01-05"]
    assert history.last() == both[0]
    assert both[0].commit == git(repository, "rev-parse", "HEAD").strip()


def test_it_may_be_asked_from_a_folder_below(repository: Path) -> None:
    assert told(History(repository / "docs").changes(repository / "docs" / "été.md"))[0] == ("2026-03-07", "Autumn")


def test_the_texts_that_a_file_has_had(repository: Path) -> None:
    assert History(repository).versions(repository / "docs" / "été.md") == [
        ("2026-03-07", "été\nautomne\n"),
        ("2026-01-05", "été\n"),
    ]


@pytest.mark.parametrize(
    ("setting", "value"),
    [("diff.relative", "true"), ("log.follow", "true"), ("color.ui", "always"), ("log.showSignature", "true")],
)
def test_the_settings_of_whoever_asks_change_nothing(repository: Path, setting: str, value: str) -> None:
    git(repository, "config", setting, value)
    assert told(History(repository / "docs").changes(repository / "oak.md"))[0] == ("2026-02-06", "Oak: “two” & <more>")


def test_a_line_separator_in_a_subject_is_no_line(repository: Path) -> None:
    (repository / "oak.md").write_text("\u2028\x0c\n", "utf-8")
    git(repository, "commit", "-qam", "A\u2028B\x85C", date="2026-04-08")
    assert told(History(repository).changes(repository / "oak.md"))[0] == ("2026-04-08", "A\u2028B\x85C")
    assert History(repository).versions(repository / "oak.md")[0] == ("2026-04-08", "\u2028\x0c\n")


def test_a_file_with_changes_that_are_not_committed_has_no_history(repository: Path) -> None:
    (repository / "docs" / "été.md").write_text("hiver\n", "utf-8")
    history = History(repository)
    assert history.changes(repository / "docs" / "été.md") == []
    assert history.last() is None  # the whole is not as committed, either
    assert history.known
    assert len(history.changes(repository / "oak.md")) == 2
    git(repository, "add", ".")  # what is about to be committed is not yet
    assert History(repository).changes(repository / "docs" / "été.md") == []


def test_a_new_file_has_no_history(repository: Path) -> None:
    (repository / "elm.md").write_text("elm\n", "utf-8")
    assert History(repository).changes(repository / "elm.md") == []
    assert History(repository).versions(repository / "elm.md") == []


def test_a_shallow_clone_knows_nothing(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "shallow")
    history = History(tmp_path / "shallow")
    assert history.last() is None
    assert history.changes(tmp_path / "shallow" / "oak.md") == []
    assert history.versions(tmp_path / "shallow" / "oak.md") == []
    assert not history.known


def test_a_folder_without_a_repository_knows_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "oak.md").write_text("oak\n", "utf-8")
    history = History(tmp_path)
    assert (history.last(), history.changes(tmp_path / "oak.md"), history.versions(tmp_path / "oak.md")) == (
        None,
        [],
        [],
    )


def test_a_copy_within_another_repository_has_none_of_its_history(repository: Path) -> None:
    copy = repository / "unpacked"
    copy.mkdir()
    (copy / "oak.md").write_text("oak\n", "utf-8")
    assert History(copy).changes(copy / "oak.md") == []
    assert History(copy).last() is None
    assert not History(copy).known


def test_without_git_nothing_is_known(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert History(repository).last() is None
    assert History(repository).changes(repository / "oak.md") == []
