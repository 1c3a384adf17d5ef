"""One clause: when it applies, for whom, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rulewright.dsl import program as p
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.events.waiting import Owned, Waiting
from rulewright.interpreter.generate.expressions import Env
from rulewright.interpreter.generate.layout import CLAUSE


class Clauses(Waiting):
    """Writes single clauses."""

    def env(self, owned: Owned, ctx: Ctx, binds: dict[str, str], you: str | None = None) -> Env:
        """What names mean inside a clause."""
        trigger, design, thing = owned
        env = Env(you=you or ctx.env.you)
        for prep, var in trigger.pattern.binds:
            if prep in binds:
                env.names[var.id] = binds[prep]
        if design is not None:
            env.this = self.s.x.this(design, thing, env)
        return env

    def test(self, owned: Owned, ctx: Ctx, binds: dict[str, str], you: str | None = None) -> str:
        """Whether a clause applies now."""
        trigger, design, thing = owned
        env = self.env(owned, ctx, binds, you)
        tests: list[str] = []
        guard = self.s.x.in_play(design, env, thing)
        if guard is not None:
            tests.append(guard)
        if trigger.pattern.during is not None:
            tests.append(f"S[{self.layout.slots[f'during:{trigger.pattern.during}'].base}]")
        if isinstance(trigger.pattern.object, str) and trigger.pattern.object.startswith("design:") and "" in binds:
            tests.append(self._is_design(trigger.pattern.object, binds[""]))
        about = trigger.pattern.object
        if self.chosen(about) in binds:
            tests.append(binds[self.chosen(about)])
        if trigger.pattern.object == "this" and "" in binds:
            tests.append(f"{binds['']} == {env.this}")
        if self.is_circular(trigger):
            tests.append(f"S[{CLAUSE}] != {trigger.id}")
        if trigger.limit is not None:
            used = self.used(trigger.limit)
            tests.append(f"not {used} & {'1' if trigger.limit.in_all else f'(1 << {env.you})'}")
        if trigger.where is not None:
            tests.append(self.s.x.condition(trigger.where, env))
        return " and ".join(tests) or "True"

    def _is_design(self, about: str, thing: str) -> str:
        _word, component, name = about.split(":")
        design = next(d for d in self.program.components[component].designs if d.words.name == name)
        return f"{thing} in {design.things}"

    def body(self, trigger: p.Trigger, ctx: Ctx, env: Env) -> None:
        """Writes what a clause does, and that its limit is used."""
        where = trigger.words.span
        self.s.emit(f"# {trigger.words.name}" + (f", {where}" if where is not None else ""))
        self.s.mark(trigger)
        if trigger.limit is not None:
            self.s.emit(f"{self.used(trigger.limit)} |= {'1' if trigger.limit.in_all else f'1 << {env.you}'}")
        if self.is_circular(trigger):
            self._jump_to(trigger, ctx, env)
        else:
            self.inside(trigger, ctx, env)

    def inside(self, trigger: p.Trigger, ctx: Ctx, env: Env) -> None:
        """What a clause does, written here; where clauses can come round, the machine knows which one it is in."""
        self._writing.append(trigger.id)
        if not self.cycles.has_clauses:
            self._carry_out(trigger, ctx, env)
        else:
            outer = self.s.blocks.var("c")
            self.s.emit(f"{outer} = S[{CLAUSE}]")
            self.s.emit(f"S[{CLAUSE}] = {trigger.id}")
            self._carry_out(trigger, replace(ctx, passing=None), env)
            self.s.emit(f"S[{CLAUSE}] = {outer}")
        self._writing.pop()

    def _jump_to(self, trigger: p.Trigger, ctx: Ctx, env: Env) -> None:
        """A clause that can come round is written once."""
        names = list(env.names)
        inner = Env({}, dict(env.values), None, None)
        fixed = sorted((k, v if isinstance(v, int) else id(v)) for k, v in env.values.items())
        key = f"clause {trigger.id} {id(trigger.body)} {fixed} {env.you is None} {env.this is None}"
        values = [env.names[k] for k in names] + ([env.this] if env.this is not None else [])

        def write(marks: Sequence[str], you: str | None, end: Any) -> None:
            inner.you, inner.names = you, dict(zip(names, marks, strict=False))
            inner.this = marks[len(names)] if env.this is not None else None
            self.inside(trigger, replace(ctx, env=inner, stop=end, passing=None, decline=None), inner)

        self.s.enter(self.s.routine(key, trigger.words, len(values), env.you is not None, True, write), env.you, values)

    def _carry_out(self, trigger: p.Trigger, ctx: Ctx, env: Env) -> None:
        actions = (*ctx.actions, trigger.words.name)
        if self.s.straight(trigger.body):
            self.s.seq(trigger.body, Ctx(env, ctx.stop, ctx.passing, actions))
            return
        end = self.s.blocks.new()
        self.s.seq(trigger.body, Ctx(env, end, ctx.passing, actions))
        self.s.blocks.jump(end)
        self.s.blocks.start(end)

    def _writer(self, owned: Owned, ctx: Ctx, binds: dict[str, str], you: str | None = None) -> Callable[[], None]:
        return lambda: self.body(owned[0], ctx, self.env(owned, ctx, binds, you))

    def _context(self, owned: Owned, ctx: Ctx, binds: dict[str, str], you: str | None) -> Ctx:
        return Ctx(self.env(owned, ctx, binds, you), ctx.stop, ctx.passing, (*ctx.actions, owned[0].words.name))


def plain_offer(trigger: p.Trigger) -> p.May | None:
    """The `may` that is all of a clause."""
    match trigger.body:
        case (p.May(times=None, any_times=False) as offer,):
            return offer
        case _:
            return None
