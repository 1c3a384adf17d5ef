"""Diagnostics as text for people and as data for programs: frame, one line, JSON, CI annotation. Pure.

A frame shows each label under its line. Whatever comes from a ruleset is made printable, a tab is four blanks, a wide
letter takes two columns, and of a long line only the part around the culprit is shown: the cost of a frame does not
grow with the line. Colour is added last, to finished columns.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from rulewright.dsl.diagnostics import Diagnostic, Fix, Label, Report, Severity
from rulewright.dsl.source import SourceFile, Span, printable

_WIDTH = 100  # columns of source text in a frame
_LONGEST = 600  # characters of one message, note or path
_TAB = "    "
_BOLD, _BLUE, _GREEN = "1", "1;34", "1;32"
_COLOURS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.NOTE: "1;36"}
_ANNOTATIONS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def _say(text: str) -> str:
    """Our words with names from the ruleset in them: printable, and not endless."""
    return printable(text if len(text) <= _LONGEST else text[:_LONGEST] + "…")


def _shown(char: str) -> str:
    return _TAB if char == "\t" else printable(char)


def _columns(char: str) -> int:
    """How many terminal columns the character takes as shown."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    shown = _shown(char)
    return 2 if len(shown) == 1 and unicodedata.east_asian_width(shown) in "WF" else len(shown)


def _window(text: str, start: int, end: int) -> tuple[int, int]:
    """The part of a line to show: the culprit, at most two thirds of the width, then what is around it, evenly."""
    left = right = min(start, len(text))
    used = 0
    while right < min(end, len(text)) and used < _WIDTH * 2 // 3:
        used += max(1, _columns(text[right]))
        right += 1
    while used < _WIDTH and (left > 0 or right < len(text)):
        if left > 0:
            left -= 1
            used += max(1, _columns(text[left]))
        if right < len(text) and used < _WIDTH:
            used += max(1, _columns(text[right]))
            right += 1
    return left, right


@dataclass(frozen=True, slots=True)
class _Paint:
    """Adds colour, or nothing."""

    on: bool

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.on and text else text


@dataclass(frozen=True, slots=True)
class _Mark:
    """A label brought to one line: where it begins and ends there, in characters from 0."""

    line: int
    start: int
    end: int
    text: str
    is_primary: bool


def _mark(label: Label, is_primary: bool) -> _Mark:
    """A label over several lines is marked on the first, and says how far it goes."""
    span = label.span
    line, column = span.file.line_col(span.start)
    last, _ = span.file.line_col(max(span.start, span.end - 1))
    begin, end = span.file.line_bounds(line)
    text = label.text if last == line else f"{label.text} (down to line {last})".strip()
    return _Mark(line, column - 1, min(span.end, end) - begin, text, is_primary)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Lays out the excerpts of one diagnostic."""

    diagnostic: Diagnostic
    paint: _Paint
    gutter: int

    def bar(self, number: str = "", sign: str = "|") -> str:
        return self.paint(_BLUE, f"{number:>{self.gutter}} {sign}")

    def excerpts(self, file: SourceFile, marks: Iterable[_Mark]) -> Iterator[str]:
        previous = 0
        for line, group in groupby(sorted(marks, key=lambda m: (m.line, m.start, m.end)), key=lambda m: m.line):
            if previous and line > previous + 1:
                yield self.paint(_BLUE, "...")
            previous = line
            yield from self.line(file.line_text(line), list(group))

    def line(self, text: str, marks: list[_Mark]) -> Iterator[str]:
        """The line and its marks; a mark that lies beyond the part shown gets a part of its own."""
        left, right = 0, -1
        for mark in marks:
            if not (left <= mark.start < right or mark.start == right == len(text)):
                left, right = _window(text, mark.start, mark.end)
                part = "".join(map(_shown, text[left:right]))
                shown = ("…" if left else "") + part + ("…" if right < len(text) else "")
                yield f"{self.bar(str(mark.line))} {shown}".rstrip()
            yield f"{self.bar()} {self.under(text, left, right, mark)}"

    def under(self, text: str, left: int, right: int, mark: _Mark) -> str:
        indent = sum(map(_columns, text[left : mark.start])) + (left > 0)
        length = max(1, sum(map(_columns, text[mark.start : min(mark.end, right)])))
        style = _COLOURS[self.diagnostic.severity] if mark.is_primary else _BLUE
        sign = "^" if mark.is_primary else "-"
        return " " * indent + self.paint(style, f"{sign * length} {_say(mark.text)}".rstrip())

    def remark(self, kind: str, text: str) -> str:
        """`= help: …`; a text of several lines is indented under its first."""
        lead = f"{kind}: "
        first, *rest = text.split("\n")
        begin = f"{self.bar(sign='=')} {self.paint(_GREEN if kind == 'help' else _BOLD, lead)}{_say(first)}"
        return "\n".join([begin, *(" " * (self.gutter + 3 + len(lead)) + _say(more) for more in rest)])


def _by_file(diagnostic: Diagnostic) -> list[tuple[Span, list[_Mark]]]:
    """For each file, the culprit's first: the place to name, and the marks."""
    found: dict[str, tuple[Span, list[_Mark]]] = {}
    for index, label in enumerate(diagnostic.labels):
        found.setdefault(label.span.file.path, (label.span, []))[1].append(_mark(label, index == 0))
    return list(found.values())


def frame(diagnostic: Diagnostic, *, color: bool = False) -> str:
    """The diagnostic with its lines of source, for a terminal. No line break at the end."""
    paint = _Paint(color)
    files = _by_file(diagnostic)
    gutter = max([2, *(len(str(mark.line)) for _, marks in files for mark in marks)])
    layout = _Frame(diagnostic, paint, gutter)
    code = diagnostic.code
    head = paint(_COLOURS[diagnostic.severity], f"{diagnostic.severity.value}[{code.id}]")
    lines = [f"{head} {paint(_BOLD, f'{code.kebab}: {_say(diagnostic.message)}')}"]
    for index, (span, marks) in enumerate(files):
        arrow = "-->" if index == 0 else ":::"
        lines.append(f"{' ' * gutter}{paint(_BLUE, arrow)} {_say(str(span))}")
        if span.file.text:
            lines += [layout.bar(), *layout.excerpts(span.file, marks)]
    lines += [layout.remark("note", note) for note in diagnostic.notes]
    if diagnostic.help:
        lines.append(layout.remark("help", diagnostic.help))
    if diagnostic.fix and diagnostic.fix.description not in (diagnostic.help or ""):
        lines.append(layout.remark("fix", diagnostic.fix.description))
    return "\n".join(lines)


def summary(report: Report) -> str:
    """`2 errors, 1 warning`, or `no problems`."""
    counts = [(report.count(severity), severity.value) for severity in Severity]
    return ", ".join(f"{n} {word}{'s' * (n > 1)}" for n, word in counts if n) or "no problems"


def report_text(report: Report, *, color: bool = False, limit: int = 50) -> str:
    """All frames, at most `limit`, and the summary. No line break at the end."""
    shown, hidden = report.shown(limit)
    last = summary(report) + (f" ({hidden} not shown)" if hidden else "")
    return "\n\n".join([*(frame(diagnostic, color=color) for diagnostic in shown), last])


def one_line(diagnostic: Diagnostic) -> str:
    """`path:line:column: error[RW201] unknown-name: message (help)`, as editors and `grep` like it."""
    remedy = (diagnostic.help or "").replace("\n", "; ")
    return _say(str(diagnostic)) + (f" ({_say(remedy)})" if remedy else "")


def _place(span: Span) -> dict[str, object]:
    (line, column), (end_line, end_column) = span.file.line_col(span.start), span.file.line_col(span.end)
    place: dict[str, object] = {"file": span.file.path, "start": span.start, "end": span.end}
    return place | {"line": line, "column": column, "end_line": end_line, "end_column": end_column}


def _fix(fix: Fix) -> dict[str, object]:
    return _place(fix.span) | {"replacement": fix.replacement, "description": fix.description}


def as_dict(diagnostic: Diagnostic) -> dict[str, object]:
    """Everything, ready for `json.dumps`. Lines and columns count from 1, offsets from 0, ends are exclusive."""
    return {
        "code": diagnostic.code.id,
        "name": diagnostic.code.kebab,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "labels": [_place(label.span) | {"text": label.text} for label in diagnostic.labels],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "fix": _fix(diagnostic.fix) if diagnostic.fix else None,
    }


def report_dict(report: Report) -> dict[str, object]:
    """The whole report, ready for `json.dumps`; nothing is left out."""
    counts: dict[str, object] = {f"{severity.value}s": report.count(severity) for severity in Severity}
    return {"ok": report.ok, **counts, "diagnostics": [as_dict(diagnostic) for diagnostic in report]}


def _escape(text: str, *, is_property: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if is_property else text


def github(diagnostic: Diagnostic) -> str:
    """A workflow command that GitHub shows beside the line."""
    place: dict[str, object] = {}
    if diagnostic.span:
        at = _place(diagnostic.span)
        place = {"file": at["file"], "line": at["line"], "endLine": at["end_line"], "col": at["column"]}
        if at["line"] == at["end_line"]:
            place["endColumn"] = at["end_column"]
    place["title"] = diagnostic.code
    properties = ",".join(f"{key}={_escape(_say(str(value)), is_property=True)}" for key, value in place.items())
    remarks = [*(f"note: {note}" for note in diagnostic.notes), *([f"help: {diagnostic.help}"] * bool(diagnostic.help))]
    body = "\n".join(_say(line) for text in [diagnostic.message, *remarks] for line in text.split("\n"))
    return f"::{_ANNOTATIONS[diagnostic.severity]} {properties}::{_escape(body)}"
