"""`may`, `either`, `in any order`, and the order of effects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl import program as p
from rulewright.interpreter.generate.choices.availability import Availability
from rulewright.interpreter.generate.context import Ctx

if TYPE_CHECKING:
    from rulewright.interpreter.generate.events import Owned


class Offers(Availability):
    """Writes offers."""

    def may(self, stmt: p.May, ctx: Ctx) -> None:
        after = self.s.blocks.new()
        head = None
        if stmt.times is not None or stmt.any_times:
            head = self._counted(stmt, ctx, after)
        used = self.permissions([stmt.times]) if stmt.times is not None else []
        body = ctx.inner()
        if not used and self._leads_with_choice(stmt.body):
            body.decline = after
            self.s.seq(stmt.body, body)
        else:
            self.offer(stmt, body, after)
            self.s.seq(stmt.body, body)
        self.s.blocks.jump(head or after)
        self.s.blocks.start(after)

    def offer_or(self, stmt: p.May, ctx: Ctx, declined: Any) -> None:
        """An offer that is taken, or leads elsewhere if it is declined or cannot be made."""
        body = ctx.inner()
        if self._leads_with_choice(stmt.body):
            body.decline = declined
        else:
            self.offer(stmt, body, declined)
        self.s.seq(stmt.body, body)

    def _counted(self, stmt: p.May, ctx: Ctx, after: Any) -> Any:
        """The head of `may up to n times` and `may any number of times`; a decline leaves the loop."""
        b = self.s.blocks
        head = b.new()
        if stmt.times is None:
            b.jump(head)
            b.start(head)
            return head
        done = b.var("n")
        b.emit(f"{done} = 0")
        b.jump(head)
        b.start(head)
        used = self.permissions([stmt.times])
        if not used:
            self.unless(f"{done} < {self.x.source(stmt.times, ctx.env)}", after)
        else:
            name = self.x.fresh("o")
            times = self.x.source(stmt.times, ctx.env)
            self.s.extra[name] = [
                f"def {name}(S):",
                f"    return (1,) if {done} < {times} and {self.can(stmt.body, ctx)} else ()",
            ]
            mark = b.var("d")
            b.emit(f"{mark} = using(S, {name}, {self._available(used, ctx)})")
            self.unless(mark, after)
            answer = self.ask(
                "using",
                stmt,
                ctx,
                f"({mark} + (None,))",
                declines=True,
                type_=None,
                options=name,
                labels=tuple(m.words.name for m, _ in used),
                bits=tuple(self.x.permission(m, thing) for m, thing in used),
            )
            self._declined(answer, after)
            by = b.var("u")
            b.emit(f"{by} = {answer}[1]")
            self.pay_permissions(used, by, ctx)
        b.emit(f"{done} += 1")
        return head

    def offer(self, stmt: p.May, ctx: Ctx, after: Any) -> None:
        """Yes or no, if it can be done at all."""
        if stmt.times is not None and self.permissions([stmt.times]):
            return
        can = self.can(stmt.body, ctx)
        if can != "True":
            self.unless(can, after)
        answer = self.ask("list", stmt, ctx, "(1, None)", declines=True, type_=None)
        self._declined(answer, after)

    def _leads_with_choice(self, stmts: Sequence[p.Stmt]) -> bool:
        for stmt in stmts:
            if isinstance(stmt, p.Needs | p.Limit):
                continue
            if isinstance(stmt, p.Choose):
                return not stmt.at_random and stmt.otherwise is None
            if isinstance(stmt, p.CallAction):
                waiting = any(
                    t.timing in ("before", "instead") for t, _, _ in self.s.events.waiting_for_action(stmt.action)
                )
                return not waiting and self.s.inlines(stmt.action) and self._leads_with_choice(stmt.action.body)
            return False
        return False

    def either(self, stmt: p.Either, ctx: Ctx) -> None:
        b = self.s.blocks
        mark = b.var("d")
        b.emit(f"{mark} = ()")
        for k, branch in enumerate(stmt.branches):
            can = self.can(branch, ctx)
            b.emit(f"if {can}: {mark} += ({k},)" if can != "True" else f"{mark} += ({k},)")
        self.unless(mark, ctx.decline or ctx.stop)
        answer = self._ask_or_decline(stmt, ctx, mark, "branch")
        cases = [(f"{answer} == {k}", self._run(stmt, k, ctx)) for k in range(len(stmt.branches))]
        self.s.branch(cases, None)

    def _run(self, stmt: p.Either, branch: int, ctx: Ctx) -> Callable[[], None]:
        return lambda: self.s.marked(stmt, f"branch {branch + 1}", stmt.branches[branch], ctx.inner())

    def any_order(self, stmt: p.AnyOrder, ctx: Ctx) -> None:
        b = self.s.blocks
        head, after = b.new(), b.new()
        done = b.var("d")
        marks = [b.var("k") if isinstance(item, p.ForEach) else None for item in stmt.items]
        b.emit(f"{done} = 0")
        for mark in marks:
            if mark is not None:
                b.emit(f"{mark} = 0")
        b.jump(head)
        b.start(head)
        options, musts = b.var("o"), b.var("m")
        b.emit(f"{options} = []")
        b.emit(f"{musts} = 0")
        for k, item in enumerate(stmt.items):
            self._list_item(k, item, ctx, done, marks[k], options, musts)
        b.emit(f"if not {musts}: {options}.append(None)")
        b.emit(f"if {options} == [None]:")
        b.indent += 1
        b.jump(after)
        b.indent -= 1
        answer = self.ask("list", stmt, ctx, f"tuple({options})", declines=True, type_="item")
        self._declined(answer, after)
        cases = [
            (f"{answer}[0] == {k}", self._item(k, item, ctx, done, marks[k], answer))
            for k, item in enumerate(stmt.items)
        ]
        self.s.branch(cases, None)
        b.jump(head)
        b.start(after)

    def _list_item(self, k: int, item: Any, ctx: Ctx, done: str, mark: str | None, options: str, musts: str) -> None:
        b = self.s.blocks
        if isinstance(item, p.ForEach):
            may = item.body[0]
            assert isinstance(may, p.May)
            name, env = self._bound(item.var, ctx.env)
            inner = ctx.inner()
            inner.env = env
            tests = [f"not {mark} >> {name} & 1"]
            if item.where is not None:
                tests.append(self.x.condition(item.where, env))
            can = self.can(may.body, inner)
            tests += [can] if can != "True" else []
            b.emit(f"for {name} in {self.x.elements(item.source, ctx.env)}:")
            b.emit(f"    if {' and '.join(tests)}: {options}.append(({k}, {name}))")
            return
        body = item.body
        can = self.can(body, ctx)
        extra = f" {musts} = 1;" if isinstance(item, p.Must) else ""
        b.emit(f"if not {done} & {1 << k}{f' and {can}' if can != 'True' else ''}:{extra} {options}.append(({k}, 0))")

    def _item(self, k: int, item: Any, ctx: Ctx, done: str, mark: str | None, answer: str) -> Callable[[], None]:
        def inside() -> None:
            inner = ctx.inner()
            end = self.s.blocks.new()
            inner.stop = end
            self.s.mark(item)
            if isinstance(item, p.ForEach):
                value = self.s.blocks.var("v")
                self.s.emit(f"{value} = {answer}[1]")
                self.s.emit(f"{mark} |= 1 << {value}")
                inner.env.names[item.var.id] = value
                may = item.body[0]
                assert isinstance(may, p.May)
                self.s.seq(may.body, inner)
            else:
                self.s.emit(f"{done} |= {1 << k}")
                self.s.seq(item.body, inner)
            self.s.blocks.jump(end)
            self.s.blocks.start(end)

        return inside

    def ask_effects(self, found: Sequence[Owned], you: str, ready: str, optional: int, ctx: Ctx) -> str:
        """The owner of several effects picks the next, or none of those that are optional."""
        domain = f"tuple(bits({ready})) + ((None,) if not {ready} & ~{optional} else ())"
        return self.ask("list", found, _owner(ctx, you), domain, declines=True, type_="effect", labels=_names(found))

    def ask_usual(self, k: int, found: Sequence[Owned], you: str, ctx: Ctx) -> str:
        """The owner of a gain takes it, or leaves it: the answer is its number, or that number's complement."""
        inner, labels = _owner(ctx, you), _names(found)
        return self.ask("list", found[k : k + 1], inner, f"({k}, {~k})", declines=False, type_="usual", labels=labels)


def _owner(ctx: Ctx, you: str) -> Ctx:
    inner = ctx.inner()
    inner.env.you = you
    return inner


def _names(found: Sequence[Owned]) -> tuple[str, ...]:
    return tuple(owned[0].words.name for owned in found)
