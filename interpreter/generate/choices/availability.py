"""May it be offered? A pure judgement: everything before the first change is looked at, and nothing deeper."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import program as p
from rulewright.dsl.types import T
from rulewright.interpreter.generate.choices.amounts import Amounts
from rulewright.interpreter.generate.choices.permissions import Permissions
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.expressions import Env, bracket


class Availability(Amounts, Permissions):
    """Writes tests whether something can be begun."""

    def can(self, stmts: Sequence[p.Stmt], ctx: Ctx) -> str:
        """Whether these can be done now: needs, payments, and that the first choice has an option. No search."""
        env = ctx.env.copy()
        tests: list[str] = []
        self._look(stmts, env, ctx, tests)
        return " and ".join(tests) if tests else "True"

    def _look(self, stmts: Sequence[p.Stmt], env: Env, ctx: Ctx, tests: list[str]) -> bool:
        """Adds the tests of statements up to the first change or choice; False once the look is over."""
        return all(self._look_at(stmt, env, ctx, tests) for stmt in stmts)

    def _look_at(self, stmt: p.Stmt, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        look = self._looks.get(type(stmt))
        return look is not None and look(stmt, env, ctx, tests)

    def _look_at_needs(self, stmt: p.Needs, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        if self.x.value(stmt.test, env) is not True:
            tests.append(bracket(self.x.condition(stmt.test, env)))
        return True

    def _look_at_limit(self, stmt: p.Limit, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        inner = ctx.inner()
        inner.env = env
        used, mine = self.s.limit_slot(stmt, inner)
        tests.append(f"not {used} & {bracket(mine)}")
        return True

    def _look_at_let(self, stmt: p.Let, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        env.names[stmt.var.id] = self.x.source(stmt.value, env)
        return True

    def _look_at_set(self, stmt: p.Set, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        return True

    def _look_at_transfer(self, stmt: p.Transfer, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        if stmt.mode is not p.Mode.PAY:
            return False
        affordable = self.affordable(stmt.amount, env)
        tests.extend([affordable] if affordable != "True" else [])
        return True

    def _look_at_call(self, stmt: p.CallAction, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        inner = Env(you=env.you)
        for (_prep, var), arg in zip(stmt.action.params, stmt.args, strict=True):
            self.pass_on(var, arg, env, inner)
        return not self.s.events.is_recursive(stmt.action) and self._look(stmt.action.body, inner, ctx, tests)

    def pass_on(self, var: p.Var, arg: p.Expr, outer: Env, inner: Env) -> None:
        """What a parameter means in a look ahead: a constant, or the argument's own source."""
        value = self.x.value(arg, outer)
        if (isinstance(value, int) and var.type.t is not T.CELL) or isinstance(value, p.Piece):
            inner.values[var.id] = value
        else:
            inner.names[var.id] = self.x.source(arg, outer)

    def _look_inside(self, stmt: p.Step | p.Must, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        return self._look(stmt.body, env, ctx, tests)

    def _look_as(self, stmt: p.As, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        inner = env.copy()
        inner.you = self.x.source(stmt.who, env)
        return self._look(stmt.body, inner, ctx, tests)

    def _look_at_repeat(self, stmt: p.Repeat, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        if stmt.test is not None and stmt.times is not None:
            tests.append(bracket(self.x.condition(stmt.test, env)))
            self._look(stmt.body, env.copy(), ctx, tests)
        return False

    def _look_at_either(self, stmt: p.Either, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        inner = ctx.inner()
        inner.env = env
        cans = [self.can(branch, inner) for branch in stmt.branches]
        if "True" not in cans:
            tests.append("(" + " or ".join(f"({c})" for c in cans) + ")")
        return False

    def _look_at_do(self, stmt: p.Do, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        tests.append(self._can_do(stmt, env, ctx))
        return False

    def _look_at_choice(self, stmt: p.Choose, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        if stmt.otherwise is not None:
            return False
        inner = ctx.inner()
        inner.env = env
        used = self.permissions((*(part.source for part in stmt.parts), *stmt.where))
        if used:
            name, call = self.options_function(stmt, env)
            lister = name if call == f"{name}(S)" else f"lambda S: {call}"
            tests.append(f"using(S, {lister}, {self._available(used, inner)})")
        elif len(stmt.parts) > 1 or stmt.parts[0].quantity != "one":
            tests.append(self.options_function(stmt, env, any_will_do=True)[1])
        else:
            tests.append(self.domain(stmt, env))
        return False

    def _look_at_if(self, stmt: p.If, env: Env, ctx: Ctx, tests: list[str]) -> bool:
        inner = ctx.inner()
        inner.env = env
        then, otherwise = self.can(stmt.then, inner), self.can(stmt.otherwise, inner)
        if (then, otherwise) != ("True", "True"):
            tests.append(f"(({then}) if {self.x.condition(stmt.test, env)} else ({otherwise}))")
        return False

    def _can_do(self, stmt: p.Do, env: Env, ctx: Ctx) -> str:
        """A function that says whether a thing can be carried out, by its design."""
        root = self.program.components[stmt.thing.type.base].root
        key = (root, stmt.field.name if stmt.field is not None else "")
        if key not in self._cans:
            self._cans[key] = self.x.fresh("c")
            self._write_can_do(self._cans[key], root, stmt, ctx)
        return f"{self._cans[key]}(S, {env.you}, {self.x.source(stmt.thing, env)})"

    def _write_can_do(self, name: str, root: str, stmt: p.Do, ctx: Ctx) -> None:
        lines = [f"def {name}(S, you, thing):"]
        self.s.extra[name] = lines
        for component in self.program.components.values():
            if component.root != root:
                continue
            for design in component.designs:
                body = design.values.get(stmt.field.name, ()) if stmt.field is not None else design.body
                inner = ctx.inner()
                inner.env = Env(you="you", this="thing")
                can = self.can(body, inner) if body else "False"
                if design.things and can != "True":
                    lines.append(f"    if thing in {design.things}: return {can}")
        lines.append("    return True")
