"""Rules with marks beside their lines: what fired, what did so in part, what never did. One page, nothing fetched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.docgen.stencil import fill


@dataclass(frozen=True, slots=True)
class Line:
    """A line of rules; `state` is fired, partly, never, or empty where nothing can fire."""

    text: str
    state: str = ""
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One file of rules."""

    path: str
    lines: tuple[Line, ...]

    @property
    def name(self) -> str:
        return Path(self.path).name


def render_pages(
    title: str, pages: Sequence[Page], totals: Sequence[tuple[str, int, int]], gaps: Sequence[tuple[str, int, str]]
) -> str:
    """All files on one page: the table, the list of gaps with links, then the rules themselves."""
    numbers = {page.path: number for number, page in enumerate(pages, 1)}
    links = [(numbers.get(path, 0), Path(path).name, line, words) for path, line, words in gaps]
    return fill("html/coverage.html.j2", None, title=title, pages=pages, totals=totals, gaps=links)
