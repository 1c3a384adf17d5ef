"""Events: what waits for an action, a step or a change, in the documented order.

instead of, before, the event, after (rules of the game as declared, then each owner in turn order from the active
player, who picks the order of what is theirs; conditions are judged afresh after each), then `always`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from rulewright.dsl import program as p
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.events.around import Around
from rulewright.interpreter.generate.events.settling import Settling
from rulewright.interpreter.generate.events.waiting import Owned
from rulewright.interpreter.generate.expressions import Env, bracket, unsupported


class Events(Around, Settling):
    """Knows every clause of the program and writes it where it applies."""

    def action(self, stmt: p.CallAction, ctx: Ctx, run: Callable[[Ctx], None]) -> None:
        found = self.matching(stmt)
        name = stmt.action.words.name
        self._opening(name, ctx)
        if not found:
            run(ctx)
        else:
            binds = self._bindings(stmt, ctx)
            needed = self._needed(stmt, ctx)
            if needed:
                self.s.guarded(needed, lambda: self._around(found, ctx, binds, lambda: run(ctx)))
            else:
                self._around(found, ctx, binds, lambda: run(ctx))
        self._closing(name)

    def _needed(self, stmt: p.CallAction, ctx: Ctx) -> str:
        """What an action needs before anything else: without it there is no event, and nothing that waits for it."""
        env = Env(you=ctx.env.you, this=ctx.env.this)
        for (_prep, var), arg in zip(stmt.action.params, stmt.args, strict=True):
            self.s.choices.pass_on(var, arg, ctx.env, env)
        first = takewhile(lambda x: isinstance(x, p.Needs), stmt.action.body)
        tests = [self.s.x.condition(x.test, env) for x in first if isinstance(x, p.Needs)]
        return " and ".join(bracket(test) for test in tests)

    def _bindings(self, stmt: p.CallAction, ctx: Ctx) -> dict[str, str]:
        """The arguments of an action, kept so that what waits for it can name them."""
        out: dict[str, str] = {}
        for (prep, _var), arg in zip(stmt.action.params, stmt.args, strict=True):
            mark = self.s.blocks.var("e")
            self.s.emit(f"{mark} = {self.s.x.source(arg, ctx.env)}")
            out[prep or ""] = mark
        return out

    def step(self, stmt: p.Step, ctx: Ctx) -> None:
        found = self.matching(stmt)
        self._opening(stmt.name, ctx)
        if stmt.body or found:
            where = stmt.words.span
            self.s.emit(f"# {stmt.name}" + (f", {where}" if where is not None else ""))
        self._around(found, ctx, {}, lambda: self.s.seq(stmt.body, ctx))
        self._closing(stmt.name)

    def _opening(self, name: str, ctx: Ctx) -> None:
        if name in self._during:
            self.s.emit(f"S[{self.layout.slots[f'during:{name}'].base}] += 1")
        for limit in {(x.in_all, x.span.start): x for x in self._limits if x.period == name}.values():
            used, mine = self.s.limit_slot(limit, ctx) if ctx.env.you is not None else (self.used(limit), "0")
            self.s.emit(f"{used} = 0" if ctx.env.you is None or limit.in_all else f"{used} &= ~({mine})")

    def _closing(self, name: str) -> None:
        if name in self._during:
            self.s.emit(f"S[{self.layout.slots[f'during:{name}'].base}] -= 1")

    def place(
        self, stmt: p.Place, ctx: Ctx, site: str, area: str, put: Callable[[], None], keep: Callable[[], None]
    ) -> None:
        """A piece is placed on a site, or on every cell of an area; `keep` if something else is done instead."""
        found = self.matching(stmt)
        if not site and self.replacing(stmt):
            raise unsupported("what stands instead of placing on several cells at once", stmt)
        if not found:
            put()
        elif site:
            self._around(found, ctx, {"on": site, "to": site}, put, keep)
        else:
            self._at_each(area, [x for x in found if x[0].timing == "before"], ctx)
            put()
            self._at_each(area, [x for x in found if x[0].timing in ("after", "at")], ctx)
        self.changed(stmt, ctx)

    def _at_each(self, area: str, waiting: Sequence[Owned], ctx: Ctx) -> None:
        """Once for each cell of a piece that covers several or of several pieces."""
        if waiting:
            each = self.s.blocks.var("c")
            self.s.loop_over(f"tuple(bits({area}))", each, lambda: self._after(waiting, ctx, {"on": each, "to": each}))

    def place_thing(self, stmt: p.PlaceThing, ctx: Ctx, put: Callable[[], None]) -> None:
        """A thing is placed on a spot; it stays where it is if something else is done instead."""
        self._around(self.matching(stmt), ctx, {}, put)
        self.changed(stmt, ctx)

    def transfer(self, stmt: p.Transfer, ctx: Ctx, run: Callable[[], None], chosen: dict[str, str]) -> None:
        """Something is gained, lost or paid, with what comes before it or stands instead."""
        late = [x for x in self.matching(stmt) if x[0].timing == "after"]
        self._around([*self.early(stmt), *late], ctx, chosen, run)

    def transferred(self, stmt: p.Transfer, ctx: Ctx, chosen: dict[str, str]) -> None:
        self._after([x for x in self.matching(stmt) if x[0].timing == "after"], ctx, chosen)

    def changed(self, stmt: Any, ctx: Ctx) -> None:
        """After a change: `always` rules that look at what changed."""
        if self._writing_always:
            return
        concerned = [a for a in self.always if self.concerns(a, stmt)]
        if concerned:
            self._run_always(concerned, ctx)


__all__ = ["Events", "Owned"]
