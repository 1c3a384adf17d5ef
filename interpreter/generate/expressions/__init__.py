"""Expressions -> Python source. Sets of cells and things are integers: filters become `&`, `|` and `~` on whole sets.

Definitions are inlined where an argument is used once or is simple, else they become functions of the generated module,
specialised to their constant arguments; recursion on a constant number unrolls. Only checked nodes and integers reach
the source.
"""

from __future__ import annotations

from rulewright.dsl import program as p
from rulewright.interpreter.generate.expressions.env import MISSING, Env, View
from rulewright.interpreter.generate.expressions.folds import Folds
from rulewright.interpreter.generate.expressions.lifts import LIFTED
from rulewright.interpreter.generate.expressions.operators import Operators
from rulewright.interpreter.generate.expressions.players import Players
from rulewright.interpreter.generate.expressions.shape import mentions, unsupported
from rulewright.interpreter.generate.expressions.text import bracket
from rulewright.interpreter.generate.layout import Layout
from rulewright.interpreter.generate.marks import Marks


class Expressions(Folds, Players, Operators):
    """Writes the expressions of one program."""

    def __init__(self, layout: Layout, marks: Marks | None = None) -> None:
        super().__init__(layout, marks)
        self._dispatch = {
            p.Const: self._const,
            p.Local: self._local,
            p.Me: self._me,
            p.This: self._this,
            p.Read: self._read,
            p.Apply: self._apply,
            p.Call: self._call,
            p.Fold: self._fold,
            p.Cond: self._cond,
        }
        self._prims = {
            p.Prim.COUNT: self._count,
            p.Prim.SOME: self._some,
            p.Prim.IN: self._in,
            p.Prim.SUBSET: self._subset,
            p.Prim.UNION: self._union,
            p.Prim.COMMON: self._common,
            p.Prim.EXCEPT: self._except,
            p.Prim.ONLY: self._only,
            p.Prim.FIRST: self._first,
            p.Prim.LAST: self._last,
            p.Prim.LISTED: self._listed,
            p.Prim.RANGE: self._range,
            p.Prim.DISTINCT: self._distinct,
            p.Prim.NEXT_TO: self._next_to,
            p.Prim.SHIFT: self._shift,
            p.Prim.RAY: self._ray,
            p.Prim.GROW: self._grow,
            p.Prim.GROUPS: self._groups,
            p.Prim.PARTS: self._parts,
            p.Prim.OCCUPIED: self._occupied,
            p.Prim.ALL_CELLS: self._all_cells,
            p.Prim.ROWS: self._rows,
            p.Prim.COLUMNS: self._columns,
            p.Prim.WIDTH: self._extent,
            p.Prim.HEIGHT: self._extent,
            p.Prim.OPPOSITE: self._opposite,
            p.Prim.DIRECTIONS: self._directions,
            p.Prim.BUNDLE: self._bundle,
            p.Prim.CAN_PAY: self._can_pay,
            p.Prim.POSITION: self._position,
            p.Prim.SINGLE: self._single,
            p.Prim.PLAYERS: self._players,
            p.Prim.SIDES: self._sides,
            p.Prim.SIDE_OF: self._side_of,
            p.Prim.ACTIVE: self._active_player,
            p.Prim.IS: self._is,
            p.Prim.AND: self._and,
            p.Prim.OR: self._or,
            p.Prim.NOT: self._not,
            p.Prim.ADD: self._sum,
            p.Prim.SUB: self._sum,
            p.Prim.SPOTS: self._spots,
            p.Prim.PLAYER_OF: self._player_of,
            p.Prim.PART: self._part,
            p.Prim.SPOT_CELLS: self._spot_cells,
            p.Prim.LAID: self._laid,
        }


__all__ = ["LIFTED", "MISSING", "Env", "Expressions", "View", "bracket", "mentions", "unsupported"]
