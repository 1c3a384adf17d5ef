"""Drawn maps: rows of letters with a legend."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.symbols import MemberSym, Scope
from rulewright.dsl.codes import Code
from rulewright.dsl.fold import constant
from rulewright.dsl.plurals import plural
from rulewright.dsl.source import Span
from rulewright.dsl.types import T

if TYPE_CHECKING:
    from rulewright.dsl.check.declare import Declare

Legend: TypeAlias = dict[str, tuple[str, int] | None]
"""What each letter stands for: a field and its value; None for what was refused."""


def draw_map(decl: n.MapDecl, words: p.Words, declare: Declare) -> p.Map | None:
    """The map of a declaration, checked against its board."""
    board = _board(decl, declare)
    if board is None:
        return None
    rows, columns = (board.part_rows, board.part_columns) if board.part else (board.rows, board.columns)
    letters = [line[1:].split() for line in decl.rows]
    if len(letters) != rows:
        span = decl.row_spans[-1] if decl.row_spans else decl.span
        declare.report.error(
            Code.MAP_SIZE,
            span,
            f"the map `{decl.name}` has {len(letters)} row{'s' * (len(letters) != 1)}, {board.name} wants {rows}",
            help="draw a line for each row of the board",
        )
        return None
    legend = _legend(decl, board, declare)
    values: dict[str, list[int]] = {name: [-1] * (rows * columns) for name in board.fields}
    for r, (line, span) in enumerate(zip(letters, decl.row_spans, strict=True)):
        if len(line) != columns:
            declare.report.error(
                Code.MAP_SIZE,
                span,
                f"this row has {len(line)} cells, {board.name} wants {columns}",
                help="give each cell one letter, with a blank between",
            )
            return None
        _fill(values, r * columns, line, legend, span, declare)
    _assigns(decl, board, values, declare)
    return p.Map(words, board.name, rows, columns, values)


def _letter_span(row: Span, number: int) -> Span:
    """The place of one letter in a drawn row."""
    found = list(re.finditer(r"\S+", row.text.lstrip(":")))
    at = row.start + len(row.text) - len(row.text.lstrip(":")) + found[number].start()
    return Span(row.file, at, at + len(found[number].group()))


def _head(decl: n.MapDecl) -> Span:
    """What follows the map's own name on its first line."""
    first, _, _ = decl.span.text.partition("\n")
    own = first.find(decl.name) + len(decl.name)
    return Span(decl.span.file, decl.span.start + own, decl.span.start + len(first))


def _board(decl: n.MapDecl, declare: Declare) -> p.Board | None:
    boards = declare.program.boards
    name = decl.board or (next(iter(boards)) if len(boards) == 1 else None)
    if name is None or name not in boards:
        meant = [b.name for b in boards.values() if b.part and name in (b.part, plural(b.part))]
        what = f"there is no board called `{name}`" if name else f"the map `{decl.name}` is of no board"
        help_ = f"write `map {decl.name} of {next(iter([*meant, *boards]), 'BOARD')}`"
        declare.e.unknown_name(Code.UNKNOWN_NAME, _head(decl), what, name or "", boards, help_)
        return None
    return boards[name]


def _legend(decl: n.MapDecl, board: p.Board, declare: Declare) -> Legend:
    entries = {**declare.legends.get(board.name, {}), **dict(decl.legend)}
    declare.legends[board.name] = entries
    found: Legend = {}
    for letter, value in entries.items():
        name = value.name if isinstance(value, n.Name) else ""
        symbol = next((s for s in declare.symbols.find(name) if isinstance(s, MemberSym)), None)
        fields = [
            f
            for f in board.fields.values()
            if symbol is not None and f.type.sure().base == symbol.kind.words.name and f.type.sure().t is T.MEMBER
        ]
        if symbol is None or len(fields) != 1:
            if name in ("none", "nothing"):
                continue
            found[letter] = None
            declare.e.unknown_name(
                Code.UNKNOWN_NAME,
                value.span,
                f"`{name}` is nothing that a cell of {board.name} can have",
                name,
                declare.symbols.of(MemberSym),
                otherwise="a legend gives a letter to a member of a kind that cells have",
            )
            continue
        found[letter] = (fields[0].name, symbol.index)
    return found


def _fill(
    values: dict[str, list[int]], first: int, line: list[str], legend: Legend, row: Span, declare: Declare
) -> None:
    """The values of the cells of one row, which begins with the cell of number `first`."""
    for c, letter in enumerate(line):
        meaning = legend.get(letter)
        if meaning is not None:
            values[meaning[0]][first + c] = meaning[1]
        elif letter not in (".", "x") and letter not in legend:
            said = f"the legend does not explain `{letter}`"
            declare.report.error(Code.MAP_LETTER, _letter_span(row, c), said, help="add it to the `legend` line")


def _assigns(decl: n.MapDecl, board: p.Board, values: dict[str, list[int]], declare: Declare) -> None:
    """`with place oak`: the value of a field on the whole map."""
    for assign in decl.assigns:
        field = board.fields.get(assign.name)
        if field is None:
            declare.e.unknown_name(
                Code.UNKNOWN_FIELD,
                assign.span,
                f"the cells of {board.name} have no `{assign.name}`",
                assign.name,
                board.fields,
                otherwise=f"say `cell has {assign.name}: …` under the board",
            )
            continue
        value = _value(assign, field, declare)
        if value is not None:
            values[assign.name] = [value] * len(values[assign.name])


def _value(assign: n.Assign, field: p.CellField, declare: Declare) -> Any:
    if field.type.sure().t is T.DESIGN or field.type.sure().t is T.THING:
        return None
    return constant(declare.e.check(assign.value, Scope(), field.type.sure()), declare.program.players)
