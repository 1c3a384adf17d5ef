"""Source text and places in it.

A `SourceFile` is one text with a path; a `Span` is a stretch of it, counted in characters from 0. Lines and columns
count from 1 and are computed only when somebody asks, so a pass may make spans by the ten thousand. Only a line feed
ends a line (a carriage return before it is dropped when the line is shown): the parser counts lines in the same way.
"""

import unicodedata
from bisect import bisect_right

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def printable(text: str) -> str:
    """The text on one line, with control, direction and unassigned characters escaped: safe in any terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"\\u{{{ord(c):x}}}" if unicodedata.category(c) in _UNSAFE else c for c in text)


class SourceFile:
    """One text and the path it is known by. Treat as immutable."""

    __slots__ = ("_starts", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._starts: list[int] | None = None

    @property
    def line_starts(self) -> list[int]:
        """The offset at which each line begins; there is always a first line."""
        if self._starts is None:
            starts, at = [0], self.text.find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = self.text.find("\n", at + 1)
            self._starts = starts
        return self._starts

    @property
    def line_count(self) -> int:
        return len(self.line_starts)

    def line_col(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1; an offset outside the text is moved to its nearest end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The inverse of `line_col`; a column past the end of its line means that end."""
        start, end = self.line_bounds(line)
        return min(start + max(column, 1) - 1, end)

    def line_bounds(self, line: int) -> tuple[int, int]:
        """Offsets of the line's first character and of its end, the line break left out; no such line is empty."""
        starts = self.line_starts
        if not 1 <= line <= len(starts):
            return len(self.text), len(self.text)
        start = starts[line - 1]
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return start, end - 1 if end > start and self.text[end - 1] == "\r" else end

    def line_text(self, line: int) -> str:
        start, end = self.line_bounds(line)
        return self.text[start:end]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SourceFile) and self.path == other.path and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return f"SourceFile({self.path!r}, {len(self.text)} characters)"


class Span:
    """The characters from `start` up to `end`, exclusive. Equal when path, start and end are. Treat as immutable."""

    __slots__ = ("end", "file", "start")

    def __init__(self, file: SourceFile, start: int, end: int) -> None:
        self.file = file
        self.start = start
        self.end = end

    def join(self, other: "Span") -> "Span":
        """The smallest span over both; this one alone if the other lies in another file."""
        if other.file.path != self.file.path:
            return self
        return Span(self.file, min(self.start, other.start), max(self.end, other.end))

    @property
    def key(self) -> tuple[str, int, int]:
        """What equality, hash and sorting go by."""
        return self.file.path, self.start, self.end

    @property
    def text(self) -> str:
        return self.file.text[self.start : self.end]

    @property
    def line(self) -> int:
        return self.file.line_col(self.start)[0]

    @property
    def column(self) -> int:
        return self.file.line_col(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.file.line_col(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column after the last character."""
        return self.file.line_col(self.end)[1]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        line, column = self.file.line_col(self.start)
        return f"{printable(self.file.path)}:{line}:{column}"

    def __repr__(self) -> str:
        return f"Span({self.file.path!r}, {self.start}, {self.end})"
