"""Expressions: names to symbols, types worked out, the few implicit conversions made visible.

The conversions, all total: a member or group of a kind where cells are wanted becomes the cells that carry it (if one
field of the board has that kind); an element where a set is wanted becomes a set of one; a zone that holds at most one
thing becomes that thing; a player becomes their side; a design becomes its things. Nothing else is implicit.
"""

from __future__ import annotations

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.expressions.binders import Binders
from rulewright.dsl.check.expressions.vocabulary import DIRECTIONS, PRIMITIVES, WORDS
from rulewright.dsl.check.functions import Functions
from rulewright.dsl.check.symbols import Symbols
from rulewright.dsl.diagnostics import Report


class Expressions(Binders):
    """Checks expressions of one program."""

    def __init__(self, program: p.Program, symbols: Symbols, report: Report) -> None:
        super().__init__(program, symbols, report)
        self.functions = Functions(self)
        self._dispatch = {
            n.Num: self._num,
            n.CellsLit: self._cells,
            n.Name: self._name,
            n.You: self._you,
            n.NoLit: self._no,
            n.FieldOf: self._field_of,
            n.Of: self._of,
            n.Apply: self._apply,
            n.Binary: self._binary,
            n.Unary: self._unary,
            n.Compare: self._compare,
            n.Filter: self._filter,
            n.Count: self._count,
            n.CountIn: self._count_in,
            n.Exists: self._exists,
            n.ExistsIn: self._exists_in,
            n.Quantified: self._quantified,
            n.Collect: self._collect,
            n.Ranked: self._ranked,
            n.IfExpr: self._if,
            n.Listed: self._listed,
            n.RangeExpr: self._range,
            n.Amount: self._amount,
            n.AnyOf: self._no_value,
            n.AllHeld: self._no_value,
        }


__all__ = ["DIRECTIONS", "PRIMITIVES", "WORDS", "Expressions"]
