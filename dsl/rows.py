"""Rows of tables by name: the first row names the fields, and a row's cell under `name` names an instance. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from rulewright.dsl import nodes as n


def named_rows(table: n.TableDecl) -> Iterator[tuple[str, n.TableRow]]:
    """The rows that have a name; none if the table has no column `name`."""
    heads = [_word(cell) for cell in table.rows[0].cells] if table.rows else []
    if "name" in heads:
        k = heads.index("name")
        for row in table.rows[1:]:
            name = _word(row.cells[k]) if k < len(row.cells) else None
            if name is not None:
                yield name, row


def without_rows(table: n.TableDecl, names: Collection[str]) -> n.TableDecl:
    gone = [row for name, row in named_rows(table) if name in names]
    return replace(table, rows=tuple(row for row in table.rows if not any(row is other for other in gone)))


def renamed_row(table: n.TableDecl, old: str, new: str) -> n.TableDecl:
    """The same values under another name."""
    heads = [_word(cell) for cell in table.rows[0].cells]
    found = next(row for name, row in named_rows(table) if name == old)
    k = heads.index("name")
    cell = found.cells[k]
    assert cell.worth is not None
    worth = replace(cell.worth, amount=n.Name(new, cell.span))
    row = replace(found, cells=(*found.cells[:k], replace(cell, worth=worth), *found.cells[k + 1 :]))
    return replace(table, rows=tuple(row if x is found else x for x in table.rows))


def _word(cell: n.TableCell) -> str | None:
    amount = cell.worth.amount if cell.worth is not None else None
    return amount.name if isinstance(amount, n.Name) else None
