"""Names for values, and places of the state that are set."""

from __future__ import annotations

from rulewright.dsl import program as p
from rulewright.dsl.types import T
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.layout import NONE
from rulewright.interpreter.generate.statements.writing import Writing
from rulewright.interpreter.runtime import MAX_NUMBER


class Values(Writing):
    """Writes `let` and `set`."""

    def _let(self, stmt: p.Let, ctx: Ctx) -> None:
        mark = self.blocks.var("v")
        self.emit(f"{mark} = {self.x.source(stmt.value, ctx.env)}")
        ctx.env.names[stmt.var.id] = mark

    def _set(self, stmt: p.Set, ctx: Ctx) -> None:
        target = stmt.target
        value = self._fitting(stmt, ctx)
        if target.key is not None and target.key.type.is_set:
            item, value = self.blocks.var("i"), self._settled(value)
            self.emit(f"for {item} in {self.x.elements(target.key, ctx.env)}:")
            self.blocks.indent += 1
            self._assign(target, item, value, ctx)
            self.blocks.indent -= 1
        else:
            key = self.x.source(target.key, ctx.env) if target.key is not None else None
            self._assign(target, key, value, ctx)
        self.events.changed(stmt, ctx)

    def _fitting(self, stmt: p.Set, ctx: Ctx) -> str:
        """The value to be set; a number that may lie outside of what the place holds is looked at first."""
        source = self.x.source(stmt.value, ctx.env)
        low, high = self._bounds(stmt.target)
        known = self.x.value(stmt.value, ctx.env)
        if stmt.target.type.t is not T.NUMBER or (isinstance(known, int) and low <= known <= high):
            return source
        if stmt.target.type.maybe:
            return f"within({source}, {min(low, NONE)}, {high})"
        return f"within({source}, {low}, {high})"

    def _bounds(self, target: p.Read) -> tuple[int, int]:
        match target.store:
            case p.Store.UNIT:
                unit = self.program.units[target.name]
                return unit.low, unit.high
            case p.Store.MEMORY:
                memory = self.program.memories[target.name]
                low, high = memory.low, memory.high
            case p.Store.THING_FIELD:
                thing_field = self.program.components[target.owner].fields[target.name]
                low, high = thing_field.low, thing_field.high
            case _:
                cell_field = self.program.boards[target.owner].fields[target.name]
                low, high = cell_field.low, cell_field.high
        return (low, high) if low < high else (-MAX_NUMBER, MAX_NUMBER)

    def _assign(self, target: p.Read, key: str | None, value: str, ctx: Ctx) -> None:
        match target.store:
            case p.Store.UNIT:
                self.emit(f"{self.x.slot(f'unit:{target.name}', key)} = {value}")
            case p.Store.MEMORY:
                self.emit(f"{self.x.slot(f'memory:{target.name}', key)} = {value}")
            case p.Store.THING_FIELD:
                root = self.program.components[target.owner].root
                self.emit(f"{self.x.slot(f'thing:{root}.{target.name}', key)} = {value}")
            case _:
                owner = self.x.side(ctx.env.you) if self.program.boards[target.owner].per is not p.Per.GAME else "0"
                setter = f"set_cell_{self._board_index(target.owner)}_{self._field_index(target)}"
                self.emit(f"{setter}(S, {key}, {value}, {owner})")


    def _field_index(self, target: p.Read) -> int:
        return list(self.program.boards[target.owner].fields).index(target.name)
