"""Spots, where a thing of several cells can lie: which there are, and what each covers."""

from __future__ import annotations

from rulewright.dsl import program as p
from rulewright.dsl.types import T, Type, spot_board, spot_component
from rulewright.interpreter.generate.expressions.env import Env
from rulewright.interpreter.generate.expressions.reads import Reads
from rulewright.interpreter.generate.expressions.shape import is_var, mentions
from rulewright.interpreter.geometry import opposite, spot_cells, spot_turns


class Spots(Reads):
    """Writes spots."""

    def spot_shape(self, type_: Type) -> tuple[str, int]:
        """The board, and how many parts lie in a row."""
        return spot_board(type_), len(self.program.components[spot_component(type_)].parts)

    def spot_tables(self, type_: Type) -> str:
        """The suffix of the tables of one shape of spot: cells of each part, and all cells as a set."""
        board, parts = self.spot_shape(type_)
        suffix = f"{board}_{parts}"
        if f"SPOT_{suffix}" not in self.tables:
            cells, masks = spot_cells(self.layout.geometry[board], parts)
            self.table(f"SPOT_{suffix}", cells)
            self.table(f"COVER_{suffix}", masks)
        return suffix

    def _spots(self, expr: p.Apply, env: Env) -> str:
        board, parts = self.spot_shape(expr.type.elem)
        name = f"spots_{board}_{parts}"
        if name not in self.functions:
            geometry = self.layout.geometry[board]
            lines = [f"def {name}(m):", "    out = 0"]
            for turn, direction in enumerate(spot_turns(geometry, parts)):
                lines.append("    x = m")
                for _ in range(parts - 1):
                    lines.append(f"    x = m & ({geometry.shift_source('x', opposite(direction))})")
                lines.append(f"    out |= x << {turn * geometry.size}" if turn else "    out |= x")
            self.functions[name] = (name, [*lines, "    return out"])
        return f"{name}({self.source(expr.args[1], env)})"

    def _part(self, expr: p.Apply, env: Env) -> str:
        suffix = self.spot_tables(expr.args[0].type)
        return f"SPOT_{suffix}[{self.source(expr.args[0], env)}][{self.source(expr.args[1], env)}]"

    def _spot_cells(self, expr: p.Apply, env: Env) -> str:
        return f"COVER_{self.spot_tables(expr.args[0].type)}[{self.source(expr.args[0], env)}]"

    def _laid(self, expr: p.Apply, env: Env) -> str:
        component = self.program.components[expr.args[0].type.base]
        suffix = self.spot_tables(Type(T.SPOT, f"{expr.type.elem.base}/{component.name}"))
        where = self.slot(f"laid:{component.root}", self.source(expr.args[0], env))
        return f"COVER_{suffix}[{where}]"

    def back(self, type_: Type, part: int) -> str:
        """The function that gives the spots whose part lies on a set of cells."""
        board, parts = self.spot_shape(type_)
        name = f"back_{board}_{parts}_{part}"
        if name not in self.functions:
            geometry = self.layout.geometry[board]
            lines = [f"def {name}(m):", "    out = 0"]
            for turn, direction in enumerate(spot_turns(geometry, parts)):
                lines.append("    x = m")
                for _ in range(part):
                    lines.append(f"    x = ({geometry.shift_source('x', opposite(direction))}) & {geometry.valid:#x}")
                lines.append(f"    out |= x << {turn * geometry.size}" if turn else "    out |= x")
            self.functions[name] = (name, [*lines, "    return out"])
        return name

    def _lift_spot(self, expr: p.Expr, var: p.Var, env: Env) -> str | None:
        """Truths about where the parts of a spot lie."""
        parts = self.spot_shape(var.type)[1]
        match expr:
            case p.Apply(prim=p.Prim.IN, args=(p.Apply(prim=p.Prim.PART, args=(inner, p.Const(value=index))), group)):
                if is_var(inner, var) and not mentions(group, var):
                    return f"{self.back(var.type, index)}({self.source(group, env)})"
            case p.Apply(prim=p.Prim.SUBSET, args=(p.Apply(prim=p.Prim.SPOT_CELLS, args=(inner,)), group)):
                if is_var(inner, var) and not mentions(group, var):
                    source = self.source(group, env)
                    return "(" + " & ".join(f"{self.back(var.type, k)}({source})" for k in range(parts)) + ")"
            case p.Apply(prim=p.Prim.SOME, args=(p.Apply(prim=p.Prim.COMMON, args=both),)):
                for area, group in (both, both[::-1]):
                    covers = isinstance(area, p.Apply) and area.prim is p.Prim.SPOT_CELLS and is_var(area.args[0], var)
                    if covers and not mentions(group, var):
                        source = self.source(group, env)
                        return "(" + " | ".join(f"{self.back(var.type, k)}({source})" for k in range(parts)) + ")"
            case _:
                pass
        return None
