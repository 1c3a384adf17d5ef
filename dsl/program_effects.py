"""What a statement of the Program changes, and whether an expression looks at it.

Both the machine (when an `always` rule is due) and the wording (when a named value is no longer what its words say)
must know this.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk

Changes: TypeAlias = set[tuple[p.Store, str]]
READ_AS = {p.Store.CELLS_WITH: p.Store.CELL_FIELD}


def written(stmt: Any, program: p.Program) -> Changes:
    """What a statement changes."""
    match stmt:
        case p.Place() | p.Lift():
            name = stmt.piece.words.name
            return {(p.Store.PIECES, name), (p.Store.PIECES, stmt.piece.counts_as or name), (p.Store.SUPPLY, name)}
        case p.PlaceThing():
            zones = _zones_of(stmt.thing.type.base, program)
            return zones | {(p.Store.PIECES, "")} | {(p.Store.CELL_FIELD, name) for name in stmt.board.fields}
        case p.Put():
            return _zones_of(stmt.things.type.elem.base, program)
        case p.Draw():
            return {(p.Store.ZONE, stmt.zone.words.name), (p.Store.ZONE, stmt.source.words.name)}
        case p.Set():
            return {(stmt.target.store, stmt.target.name)}
        case p.Transfer():
            return {change for x in walk(stmt.amount) for change in _moved(x, program)}
        case _:
            return set()


def _zones_of(component: str, program: p.Program) -> Changes:
    """Where a thing may lie, and so what changes when it is taken or put."""
    root = program.components[component].root
    zones = [z for z in program.zones.values() if program.components[z.component].root == root]
    return {(p.Store.ZONE, z.words.name) for z in zones}


def _moved(amount: Any, program: p.Program) -> Changes:
    match amount:
        case p.Units():
            return {(p.Store.UNIT, amount.unit.words.name)}
        case p.AnyUnits() | p.AllUnits():
            return {(p.Store.UNIT, unit.words.name) for unit in amount.units}
        case p.Bundle():
            return {(p.Store.UNIT, name) for name in program.units}
        case p.PieceUnits():
            return {(p.Store.SUPPLY, amount.piece.words.name)}
        case _:
            return set()


def looks_at(nodes: Iterable[Any], touched: Changes) -> bool:
    """Whether any of these nodes reads something that was touched, with all that the definitions they use read."""
    seen: set[str] = set()
    return bool(touched) and any(_sees(node, touched, seen) for node in nodes)


def _sees(x: Any, touched: Changes, seen: set[str]) -> bool:
    match x:
        case p.Read():
            return (READ_AS.get(x.store, x.store), x.name) in touched
        case p.Apply(prim=p.Prim.OCCUPIED):
            return any(store is p.Store.PIECES for store, _ in touched)
        case p.Apply(prim=p.Prim.CAN_PAY):
            return any(store is p.Store.UNIT for store, _ in touched)
        case p.Call() if x.function.key not in seen and x.function.body is not None:
            seen.add(x.function.key)
            inner = walk((x.function.body, *(v for _, v in x.function.lets), *x.function.modifiers))
            return any(_sees(y, touched, seen) for y in inner)
        case _:
            return False
