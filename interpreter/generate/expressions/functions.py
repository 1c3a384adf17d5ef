"""Definitions as functions of the generated module, and as tables where nothing they look at ever changes."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T, Type
from rulewright.interpreter.generate.expressions.env import Env
from rulewright.interpreter.generate.expressions.modifiers import FOLD_ORDER, Modifiers
from rulewright.interpreter.generate.expressions.text import hash_text, identifier

MAX_TABLE = 8192


class Functions(Modifiers):
    """Writes definitions as functions and tables."""

    def is_static(self, function: p.Function) -> bool:
        """Whether a definition looks at nothing but its arguments and the board's shape."""
        if function.key not in self._static:
            self._static[function.key] = False
            body = (function.body, *(v for _, v in function.lets))
            self._static[function.key] = not function.modifiers and not any(self._moving(x) for x in walk(body))
        return self._static[function.key]

    def _moving(self, node: Any) -> bool:
        if isinstance(node, p.Call):
            return not self.is_static(node.function)
        if isinstance(node, p.Apply) and node.prim in (p.Prim.FIRST, p.Prim.LAST, p.Prim.PLAYERS):
            return self.order_changes
        changing = (p.Prim.OCCUPIED, p.Prim.ACTIVE, p.Prim.CAN_PAY, p.Prim.POSITION, p.Prim.PARTS)
        return isinstance(node, p.Read | p.This) or (isinstance(node, p.Apply) and node.prim in changing)

    def _tabulate(
        self, function: p.Function, constants: dict[int, Any], rest: list[tuple[p.Var, str]], you: str | None
    ) -> str | None:
        """A definition that looks at nothing that changes is worked out once for every argument."""
        sizes = [self._domain_size(v.type) for v, _ in rest] + ([self.program.players] if you is not None else [])
        total = 1
        for size in sizes:
            total *= size or 10**9
        if not sizes or total > MAX_TABLE or function.key in self._active or not self.is_static(function):
            return None
        shape = ",".join(f"{v.name}={constants[v.id]}" for v in function.params if v.id in constants)
        name = f"T_{identifier(function.words.name)}_{abs(hash_text(function.key + shape)) % 10**6}"
        if not any(line.startswith(f"{name} = ") for line in self.tabulated):
            keyed = [(v, f"k{i}") for i, (v, _) in enumerate(rest)]
            call = self._as_function(function, constants, keyed, "q" if you is not None else None)
            call = call.replace("(S", "(None", 1)
            for i in range(len(rest) - 1, -1, -1):
                call = f"[{call} for k{i} in range({sizes[i]})]"
            if you is not None:
                call = f"[{call} for q in range({self.program.players})]"
            self.tabulated.append(f"{name} = {call}")
        keys = ([you] if you is not None else []) + [source for _, source in rest]
        return name + "".join(f"[{key}]" for key in keys)

    def _domain_size(self, type_: Type) -> int | None:
        if type_.maybe:
            return None
        match type_.t:
            case T.CELL:
                return self.layout.geometry[type_.base].size
            case T.PLAYER:
                return self.program.players
            case T.MEMBER:
                return len(self.program.kinds[type_.base].members)
            case _:
                return None

    def _as_function(
        self, function: p.Function, constants: dict[int, Any], rest: list[tuple[p.Var, str]], you: str | None
    ) -> str:
        shape = ",".join(f"{v.name}={constants[v.id]}" for v in function.params if v.id in constants)
        key = f"{function.key}({shape}){'y' if you is not None else ''}"
        if key not in self.functions:
            name = self.fresh(f"f_{identifier(function.words.name)}_")
            params = ["S", *(["you"] if you is not None else []), *(f"a{v.id}" for v, _ in rest)]
            self.functions[key] = (name, [f"def {name}({', '.join(params)}):"])
            env = Env({v.id: f"a{v.id}" for v, _ in rest}, dict(constants), "you" if you is not None else None)
            self._active.append(function.key)
            body = self._function_body(function, env)
            self._active.pop()
            where = function.words.span
            comment = f"    # {function.words.name}" + (f", {where}" if where is not None else "")
            self.functions[key] = (name, [f"def {name}({', '.join(params)}):", comment, *body])
        name = self.functions[key][0]
        return f"{name}({', '.join(['S', *([you] if you is not None else []), *(s for _, s in rest)])})"

    def _function_body(self, function: p.Function, env: Env) -> list[str]:
        lines: list[str] = []
        for var, value in function.lets:
            lines.append(f"    a{var.id} = {self.source(value, env)}")
            env.names[var.id] = f"a{var.id}"
        assert function.body is not None
        if not function.modifiers:
            return [*lines, f"    return {self.source(function.body, env)}"]
        lines.append(f"    v = {self.source(function.body, env)}")
        for modifier in sorted(function.modifiers, key=lambda m: FOLD_ORDER[m.word]):
            lines.extend(self._modify(function, modifier, env))
        return [*lines, "    return v"]
