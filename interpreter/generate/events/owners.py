"""What owners of things do of theirs after an event: in turn order, each in the order they like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.program_effects import Changes, looks_at
from rulewright.dsl.program_walk import walk
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.events.clauses import Clauses, plain_offer
from rulewright.interpreter.generate.events.waiting import Owned
from rulewright.interpreter.generate.layout import ACTIVE, ORDER


class Owners(Clauses):
    """Writes what is owned."""

    def _owners(self, found: Sequence[Owned], ctx: Ctx, binds: dict[str, str]) -> None:
        """Each owner in turn order from the active player does what is theirs, in the order they choose."""
        yours = all(t.pattern.actor == "you" and t.timing != "at" for t, _, _ in found)
        order = f"({ctx.env.you},)" if yours and ctx.env.you is not None else f"rotated(S[{ORDER}], S[{ACTIVE}])"
        if ctx.env.you is None:
            order = f"S[{ORDER}]"
        you, done = self.s.blocks.var("you"), self.s.blocks.var("d")
        self.s.loop_over(order, you, lambda: self._one_owner(found, ctx, binds, you, done))

    def _one_owner(self, found: Sequence[Owned], ctx: Ctx, binds: dict[str, str], you: str, done: str) -> None:
        b = self.s.blocks
        ready = b.var("f")
        head, after = b.new(), b.new()
        b.emit(f"{done} = 0")
        b.jump(head)
        b.start(head)
        b.emit(f"{ready} = 0")
        for k, owned in enumerate(found):
            tests = [f"not {done} & {1 << k}", self.test(owned, ctx, binds, you)]
            if owned[0].pattern.actor == "opponent" and ctx.env.you is not None:
                tests.insert(1, f"{you} != {ctx.env.you}")
            if owned[0].pattern.actor == "you" and owned[0].timing != "at" and ctx.env.you is not None:
                tests.insert(1, f"{you} == {ctx.env.you}")
            can = self.s.choices.can(self._begun(owned), self._context(owned, ctx, binds, you))
            if can != "True":
                tests.append(can)
            b.emit(f"if {' and '.join(tests)}: {ready} |= {1 << k}")
        b.emit(f"if not {ready}:")
        b.indent += 1
        b.jump(after)
        b.indent -= 1
        gains = [k for k, owned in enumerate(found) if self._is_harmless(owned)]
        unasked = {k: self._spoils(k, found, ctx, binds, you, done) for k in gains}
        cases = [
            (f"{ready} & {1 << k}{spoils}", self._gain(k, found, ctx, binds, you, done, head))
            for k, spoils in unasked.items()
        ]
        if cases:
            self.s.branch(cases, None)
        asked = [k for k in range(len(found)) if unasked.get(k) != ""]
        if asked:
            self._ask_owner(found, asked, ctx, binds, you, done, ready, head, after)
        b.start(after)

    def _spoils(self, k: int, found: Sequence[Owned], ctx: Ctx, binds: dict[str, str], you: str, done: str) -> str:
        """Empty if a gain may always come at once; else the test that nothing of the same owner still looks at it."""
        touched = {(p.Store.UNIT, x.unit.words.name) for x in walk(found[k][0].body) if isinstance(x, p.Units)}
        tests = []
        for j, owned in enumerate(found):
            if j != k and self._asks_about(owned[0], touched):
                guard = self.s.x.in_play(owned[1], self.env(owned, ctx, binds, you), owned[2])
                tests.append(f" and not (not {done} & {1 << j} and {guard})")
        return "".join(tests)

    def _asks_about(self, trigger: p.Trigger, touched: Changes) -> bool:
        """Whether a clause asks how much of something there is; what it pays or gains does not count."""
        nodes = walk((trigger.where, trigger.body))
        return looks_at((x for x in nodes if isinstance(x, p.Read | p.Call)), touched)

    def _is_optional(self, owned: Owned) -> bool:
        trigger, design, _thing = owned
        if trigger.body and isinstance(trigger.body[0], p.Must):
            return False
        component = self.program.components[design.component] if design is not None else None
        begins_may = len(trigger.body) == 1 and isinstance(trigger.body[0], p.May)
        return begins_may or (
            component is not None
            and component.optional
            and (design is None or design.words.name not in component.mandatory)
        )

    def _wanted(self, owned: Owned) -> tuple[p.Stmt, ...]:
        """What is done once the owner says yes: an outer `may` is then answered."""
        offer = plain_offer(owned[0])
        return owned[0].body if offer is None else offer.body

    def _begun(self, owned: Owned) -> tuple[p.Stmt, ...]:
        """What must be possible for a clause to be offered: a `may` in it that is never possible would ask in vain."""
        body = owned[0].body
        return body[0].body if len(body) == 1 and isinstance(body[0], p.May) else body

    def _is_harmless(self, owned: Owned) -> bool:
        """Only gains of fixed amounts: hardly anybody would decline them."""
        return all(
            isinstance(x, p.Transfer) and x.mode is p.Mode.GAIN and not self.s.choices.asks(x) and not self.matching(x)
            for x in owned[0].body
        )

    def _gain(
        self, k: int, found: Sequence[Owned], ctx: Ctx, binds: dict[str, str], you: str, done: str, head: Any
    ) -> Callable[[], None]:
        """A gain comes without an order to choose; an optional one can be left, which random games never do."""
        owned = found[k]

        def inside() -> None:
            self.s.emit(f"{done} |= {1 << k}")
            if self._is_optional(owned) and not self.s.fused:
                answer = self.s.choices.ask_usual(k, found, you, ctx)
                self.s.guarded(f"{answer} >= 0", self._writer(owned, ctx, binds, you))
            else:
                self.body(owned[0], ctx, self.env(owned, ctx, binds, you))
            self.s.blocks.jump(head)
            self.s.blocks.start(self.s.blocks.new("never reached"))

        return inside

    def _ask_owner(
        self,
        found: Sequence[Owned],
        asked: Sequence[int],
        ctx: Ctx,
        binds: dict[str, str],
        you: str,
        done: str,
        ready: str,
        head: Any,
        after: Any,
    ) -> None:
        b = self.s.blocks
        optional = sum(1 << k for k, owned in enumerate(found) if self._is_optional(owned))
        answer = self.s.choices.ask_effects(found, you, ready, optional, ctx)
        b.emit(f"if {answer} is None:")
        b.indent += 1
        b.emit(f"{done} |= {optional}")
        b.jump(head)
        b.indent -= 1
        cases = [(f"{answer} == {k}", self._chosen(k, found[k], ctx, binds, you, done)) for k in asked]
        self.s.branch(cases, None)
        b.jump(head)

    def _chosen(self, k: int, owned: Owned, ctx: Ctx, binds: dict[str, str], you: str, done: str) -> Callable[[], None]:
        def inside() -> None:
            trigger = owned[0]
            self.s.emit(f"{done} |= {1 << k}")
            self.body(replace(trigger, body=self._wanted(owned)), ctx, self.env(owned, ctx, binds, you))

        return inside
