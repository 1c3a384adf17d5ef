"""A CSV text -> the rows of a table, as if they had been written in the ruleset. Pure; the loader reads the file.

The first line names the fields; lines that begin with `#` and blank lines are passed over; an empty cell is `-`.
Columns called `source` and `mark` become the row's source. Each row is rewritten as a line of a table and read by the
parser, then its spans are moved back to where the cells stand in the CSV text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Diagnostic, Fix, Label, Report
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.syntax.parse import parse
from rulewright.dsl.walk import move_spans

_CELL = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"[ \t]*|([^,"]*))(?:,|$)')
_MARKS = ("verified", "likely", "unverified", "invented")
_PREFIX = "library rows\ntable rows\n"


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    start: int
    end: int


_Row = list[_Cell]


def csv_rows(file: SourceFile, report: Report) -> tuple[n.TableRow, ...]:
    """The header row and the rows under it; problems are reported in the CSV file's own places."""
    rows = list(_rows(file, report))
    if not rows:
        report.error(
            Code.TABLE_FILE,
            Span(file, 0, 0),
            "the table file has no rows",
            help="its first line names the fields, such as `name, price`",
        )
        return ()
    heads = [cell.text for cell in rows[0]]
    apart = {k for k, head in enumerate(heads) if head in ("source", "mark")}
    plain = [[cell for k, cell in enumerate(row) if k not in apart] for row in rows]
    sources = [None, *(_source(file, [row[k] for k in sorted(apart) if k < len(row)]) for row in rows[1:])]
    wanted = list(_parsed(file, plain, report))
    return tuple(replace(row, source=source) for row, source in zip(wanted, sources, strict=True) if row is not None)


def _rows(file: SourceFile, report: Report) -> Iterator[_Row]:
    width: int | None = None
    for number in range(1, file.line_count + 1):
        start, end = file.line_bounds(number)
        line = file.text[start:end]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        row = _cells(line, start)
        if row is None:
            report.error(
                Code.TABLE_FILE,
                Span(file, start, end),
                "a quoted cell that does not end properly on its line",
                help='close it with `"`, directly before the next comma; write `""` for a quotation mark inside',
            )
            continue
        if width is None:
            width = len(row)
        elif len(row) != width:
            report.error(
                Code.TABLE_ROW,
                Span(file, start, end),
                f"this row has {len(row)} cells, the first row has {width}",
                help="give each row one cell for each column; quote a cell that holds a comma",
            )
            continue
        yield row


def _cells(line: str, offset: int) -> _Row | None:
    row: _Row = []
    at = 0
    while at <= len(line):
        match = _CELL.match(line, at)
        if match is None:
            return None
        group = 1 if match.group(1) is not None else 2
        raw = match.group(group)
        text = raw.replace('""', '"').strip()
        start = match.start(group) + (len(raw) - len(raw.lstrip()))
        row.append(_Cell(text, offset + start, offset + max(match.start(group) + len(raw.rstrip()), start)))
        at = match.end()
        if not match.group().endswith(","):
            break
    return row


def _source(file: SourceFile, cells: Iterable[_Cell]) -> n.Source | None:
    words = [(word, cell) for cell in cells for word in re.split(r"[,;\s]+", cell.text) if word]
    if not words:
        return None
    refs = tuple(word for word, _ in words if word not in _MARKS)
    marks = tuple(word for word, _ in words if word in _MARKS)
    return n.Source(refs, marks, Span(file, words[0][1].start, words[-1][1].end))


def _parsed(file: SourceFile, rows: list[_Row], report: Report) -> Iterator[n.TableRow | None]:
    """All rows at once; only if that fails one by one, so that each wrong row is told of."""
    together = Report()
    found = _parse(file, rows, together)
    if together.ok:
        yield from found
        return
    for row in rows:
        alone = Report()
        one = _parse(file, [row], alone)
        for diagnostic in alone:
            report.add(replace(diagnostic, notes=(*diagnostic.notes, "in a cell of the table file")))
        yield one[0] if alone.ok else None


def _parse(file: SourceFile, rows: list[_Row], report: Report) -> tuple[n.TableRow, ...]:
    text, marks = _PREFIX, [(0, 0, 0)]
    for row in rows:
        text += "  |"
        for cell in row:
            text += " "
            marks.append((len(text), cell.start, cell.end))
            text += (cell.text.replace("\n", " ") or "-") + " |"
        text += "\n"
    written = Report()
    module = parse(SourceFile(file.path, text), written)
    starts = [mark[0] for mark in marks]

    def back(span: Span) -> Span:
        at, start, end = marks[bisect_right(starts, span.start) - 1]
        begin = min(start + span.start - at, end)
        _, last_start, last_end = marks[bisect_right(starts, max(span.end - 1, span.start)) - 1]
        last_at = marks[bisect_right(starts, max(span.end - 1, span.start)) - 1][0]
        return Span(file, begin, max(min(last_start + span.end - last_at, last_end), begin))

    report.extend(_move(diagnostic, back) for diagnostic in written)
    if module is None or not written.ok:
        return ()
    table = module.declarations[0]
    assert isinstance(table, n.TableDecl)
    return tuple(_row_span(file, move_spans(row, back), cells) for row, cells in zip(table.rows, rows, strict=True))


def _row_span(file: SourceFile, row: n.TableRow, cells: _Row) -> n.TableRow:
    return replace(row, span=Span(file, cells[0].start, cells[-1].end))


def _move(diagnostic: Diagnostic, back: Callable[[Span], Span]) -> Diagnostic:
    fix = diagnostic.fix
    return replace(
        diagnostic,
        labels=tuple(Label(back(label.span), label.text) for label in diagnostic.labels),
        fix=Fix(back(fix.span), fix.replacement, fix.description) if fix else None,
    )
