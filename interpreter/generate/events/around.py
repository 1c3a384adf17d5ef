"""Around one event: instead of it, before it, after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, get_args

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import children, uses_you
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.events.clauses import plain_offer
from rulewright.interpreter.generate.events.owners import Owners
from rulewright.interpreter.generate.events.waiting import Owned
from rulewright.interpreter.generate.layout import ORDER


class Around(Owners):
    """Writes an event with all that waits for it."""

    def _around(
        self,
        found: Sequence[Owned],
        ctx: Ctx,
        binds: dict[str, str],
        event: Callable[[], None],
        replaced: Callable[[], None] | None = None,
    ) -> None:
        instead = self.in_their_place(found)
        after_all = self.s.blocks.new() if instead else None
        for owned in instead:
            assert after_all is not None
            self.instead(owned, ctx, binds, after_all, replaced)
        self._after([x for x in found if x[0].timing == "before"], ctx, binds)
        event()
        self._after([x for x in found if x[0].timing in ("after", "at")], ctx, binds)
        if after_all is not None:
            self.s.blocks.jump(after_all)
            self.s.blocks.start(after_all)

    def in_their_place(self, found: Sequence[Owned]) -> list[Owned]:
        """What stands instead, as it is looked at: things in play, then rules, those of the latest module first."""
        modules = self.program.modules

        def late(owned: Owned) -> tuple[bool, int]:
            module = owned[0].words.module
            return owned[1] is None, -modules.index(module) if owned[1] is None and module in modules else 0

        return sorted((x for x in found if x[0].timing == "instead"), key=late)

    def instead(
        self, owned: Owned, ctx: Ctx, binds: dict[str, str], after: Any, replaced: Callable[[], None] | None = None
    ) -> None:
        """If a clause applies, it is carried out and the event is over; else, or if its owner leaves it, on we go."""
        b = self.s.blocks
        trigger, env = owned[0], self.env(owned, ctx, binds)
        offer = plain_offer(trigger)
        usual = offer is None and self._is_optional(owned) and not self.s.fused
        onward = b.new() if usual or offer is not None else None
        home, indent = b.here, b.indent
        b.emit(f"if {self.test(owned, ctx, binds)}:")
        b.indent += 1
        if offer is not None:
            self.s.choices.offer(offer, self._context(owned, ctx, binds, env.you), onward)
            trigger = replace(trigger, body=offer.body)
        elif usual:
            assert env.you is not None
            answer = self.s.choices.ask_usual(0, (owned,), env.you, ctx)
            b.emit(f"if {answer} < 0:")
            b.indent += 1
            assert onward is not None
            b.jump(onward)
            b.indent -= 1
        self.body(trigger, ctx, env)
        if replaced is not None:
            replaced()
        b.jump(after)
        b.here, b.indent = home, indent
        if onward is not None:
            b.jump(onward)
            b.start(onward)

    def _after(self, found: Sequence[Owned], ctx: Ctx, binds: dict[str, str]) -> None:
        """Rules of the game as declared; then owners in turn order."""
        for owned in found:
            if owned[1] is None and owned[0].pattern.actor == "opponent" and ctx.env.you is not None:
                self._for_everybody(owned, ctx, binds, but=ctx.env.you)
            elif owned[1] is None and not self._waits_for_everybody(owned[0], ctx):
                test = self.test(owned, ctx, binds)
                if test == "True":
                    self.body(owned[0], ctx, self.env(owned, ctx, binds))
                else:
                    self.s.guarded(test, self._writer(owned, ctx, binds))
            elif owned[1] is None:
                self._for_everybody(owned, ctx, binds)
        theirs = [x for x in found if x[1] is not None]
        if theirs:
            self._owners(theirs, ctx, binds)

    def _waits_for_everybody(self, trigger: p.Trigger, ctx: Ctx) -> bool:
        """Whether a rule of the game speaks to `you` at a step that nobody in particular does."""
        if ctx.env.you is not None or trigger.timing != "at":
            return False
        return trigger.limit is not None or uses_you((trigger.where,)) or any(map(_speaks_to_you, trigger.body))

    def _for_everybody(self, owned: Owned, ctx: Ctx, binds: dict[str, str], but: str | None = None) -> None:
        """A rule of the game, once for each player in turn order, but perhaps for whoever acts."""
        you = self.s.blocks.var("you")
        other = "" if but is None else f"{you} != {but} and "

        def inside() -> None:
            self.s.guarded(other + self.test(owned, ctx, binds, you), self._writer(owned, ctx, binds, you))

        if self.is_circular(owned[0]) or not self.s.straight(owned[0].body):
            self.s.loop_over(f"S[{ORDER}]", you, inside)
            return
        self.s.emit(f"for {you} in S[{ORDER}]:")
        self.s.blocks.indent += 1
        inside()
        self.s.blocks.indent -= 1


def _speaks_to_you(stmt: p.Stmt) -> bool:
    """Whether a statement looks at `you` or lets them act; `each player` and `as p` say themselves who acts."""
    match stmt:
        case p.EachPlayer():
            return uses_you((stmt.among, stmt.start))
        case p.As():
            return uses_you(stmt.who)
        case p.TakeTurns() | p.Secret() | p.Shuffle() | p.OrderPlayers():
            return False
        case p.If() | p.ForEach() | p.Repeat() | p.Step():
            inner = [x for x in children(stmt) if isinstance(x, get_args(p.Stmt))]
            return any(map(_speaks_to_you, inner)) or any(uses_you(x) for x in children(stmt) if x not in inner)
        case p.Let() | p.Set() | p.Put():
            return uses_you(stmt)
        case _:
            return True
