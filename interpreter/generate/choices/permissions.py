"""Permissions: offered, not applied; spent by the option that needed them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.interpreter.generate.choices.joint import Joint
from rulewright.interpreter.generate.choices.told import Permission
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.expressions import Env, mentions


class Permissions(Joint):
    """Writes choices that permissions widen."""

    def permissions(self, exprs: Sequence[p.Expr]) -> list[Permission]:
        """The permissions that an expression may lean on: a modifier and the copy of the thing that gives it."""
        found: dict[int, p.Modifier] = {}
        seen: set[str] = set()
        stack: list[Any] = list(exprs)
        while stack:
            for node in walk(stack.pop()):
                if isinstance(node, p.Call) and node.function.key not in seen:
                    seen.add(node.function.key)
                    stack.extend(v for _, v in node.function.lets)
                    if node.function.body is not None:
                        stack.append(node.function.body)
                    for modifier in node.function.modifiers:
                        if modifier.is_permission:
                            found[id(modifier)] = modifier
        return [(m, t) for m in found.values() for t in self.x.copies(m.design, m)]

    def _available(self, used: Sequence[Permission], ctx: Ctx) -> str:
        """The permissions somebody holds now, as bits."""
        parts = []
        for modifier, thing in used:
            env = ctx.env.copy()
            tests = []
            guard = self.x.in_play(modifier.design, env, thing)
            if guard is not None:
                tests.append(guard)
            if modifier.limit is not None:
                slot = self.s.events.used(modifier.limit)
                tests.append(f"not {slot} & {'1' if modifier.limit.in_all else f'(1 << {env.you})'}")
            if modifier.where is not None and not any(mentions(modifier.where, var) for var in modifier.binds):
                env.this = self.x.this(modifier.design, thing, env)
                tests.append(self.x.condition(modifier.where, env))
            bit = 1 << self.x.permission(modifier, thing)
            parts.append(f"({bit} if {' and '.join(tests)} else 0)" if tests else str(bit))
        return " | ".join(parts) or "0"

    def _permitted(self, stmt: p.Choose, ctx: Ctx, used: Sequence[Permission]) -> None:
        name, _call = self.options_function(stmt, ctx.env)
        mark = self.s.blocks.var("d")
        self.s.emit(f"{mark} = using(S, {name}, {self._available(used, ctx)})")
        self._nothing(stmt, ctx, mark)
        self._take_permitted(stmt, ctx, mark, name, used)

    def _take_permitted(self, stmt: p.Choose, ctx: Ctx, mark: str, name: str, used: Sequence[Permission]) -> None:
        decline, ctx.decline = ctx.decline, None
        types = tuple(x.var.type for x in stmt.parts)
        domain = f"({mark} + (None,))" if decline is not None else mark
        answer = self.ask(
            "using",
            stmt,
            ctx,
            domain,
            declines=decline is not None,
            type_=types if len(types) > 1 else types[0],
            options=name,
            labels=tuple(m.words.name for m, _ in used),
            bits=tuple(self.x.permission(m, thing) for m, thing in used),
        )
        if decline is not None:
            self._declined(answer, decline)
        value, by = self.s.blocks.var("v"), self.s.blocks.var("u")
        self.s.emit(f"{value}, {by} = {answer}")
        if len(stmt.parts) > 1:
            for k, part in enumerate(stmt.parts):
                each = self.s.blocks.var("v")
                self.s.emit(f"{each} = {value}[{k}]")
                ctx.env.names[part.var.id] = each
        else:
            ctx.env.names[stmt.parts[0].var.id] = value
        self.pay_permissions(used, by, ctx)

    def pay_permissions(self, used: Sequence[Permission], by: str, ctx: Ctx) -> None:
        for modifier, thing in used:
            bit = 1 << self.x.permission(modifier, thing)
            self.s.guarded(f"{by} & {bit}", self._payer(modifier, thing, ctx))

    def _payer(self, modifier: p.Modifier, thing: int, ctx: Ctx) -> Callable[[], None]:
        def inside() -> None:
            env = Env(you=ctx.env.you)
            env.this = self.x.this(modifier.design, thing, env)
            if modifier.limit is not None:
                mine = "1" if modifier.limit.in_all else f"1 << {env.you}"
                self.s.emit(f"{self.s.events.used(modifier.limit)} |= {mine}")
            self.s.mark(modifier)
            self.s.seq(modifier.body, Ctx(env, ctx.stop, ctx.passing, ctx.actions))
            if modifier.limit is None and not modifier.body:
                self.s.emit("pass")

        return inside
