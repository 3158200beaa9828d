"""The elements of a built page, for tests that look at what our Sphinx extensions write."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path


class Elements(HTMLParser):
    """The elements of a page, each as its name and attributes, and all its text."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, name: str) -> list[tuple[str, dict[str, str]]]:
        """The elements of a class."""
        return [(tag, attrs) for tag, attrs in self.found if name in attrs.get("class", "").split()]
