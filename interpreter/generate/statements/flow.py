"""What comes when, and how often: conditions, needs and limits, loops, turns, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from rulewright.dsl import program as p
from rulewright.dsl.types import T
from rulewright.interpreter.generate.blocks import Block
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.expressions import bracket
from rulewright.interpreter.generate.layout import ACTIVE, NODE, ORDER, WINNERS
from rulewright.interpreter.generate.statements.writing import Writing


class Flow(Writing):
    """Writes the flow of the game."""

    def _must(self, stmt: p.Must, ctx: Ctx) -> None:
        self.seq(stmt.body, ctx)

    def _if(self, stmt: p.If, ctx: Ctx) -> None:
        value = self.x.value(stmt.test, ctx.env)
        if value is True or value is False:
            self.marked(stmt, "then" if value else "otherwise", stmt.then if value else stmt.otherwise, ctx)
            return
        test = self.x.condition(stmt.test, ctx.env)
        has_otherwise = stmt.otherwise or self.marks is not None
        otherwise = (lambda: self.marked(stmt, "otherwise", stmt.otherwise, ctx.inner())) if has_otherwise else None
        self.branch([(test, lambda: self.marked(stmt, "then", stmt.then, ctx.inner()))], otherwise)

    def _step(self, stmt: p.Step, ctx: Ctx) -> None:
        self.events.step(stmt, ctx)

    def _needs(self, stmt: p.Needs, ctx: Ctx) -> None:
        """A need that fails leaves the action."""
        value = self.x.value(stmt.test, ctx.env)
        if value is True:
            return
        self.emit(f"if not {bracket(self.x.condition(stmt.test, ctx.env))}:")
        self.blocks.indent += 1
        self.blocks.jump(ctx.decline or ctx.stop)
        self.blocks.indent -= 1

    def _limit(self, stmt: p.Limit, ctx: Ctx) -> None:
        used, mine = self.limit_slot(stmt, ctx)
        self.emit(f"if {used} & {mine}:")
        self.blocks.indent += 1
        self.blocks.jump(ctx.decline or ctx.stop)
        self.blocks.indent -= 1
        self.choices.spend_later(f"{used} |= {mine}", ctx)

    def limit_slot(self, stmt: p.Limit, ctx: Ctx) -> tuple[str, str]:
        """The slot that remembers who has used a limited rule in this period."""
        name = f"used:{stmt.period}:{stmt.span.start}"
        if name not in self.layout.slots:
            self.layout.add(name, 1, 0)
        mine = "1" if stmt.in_all else f"1 << {ctx.env.you}"
        return f"S[{self.layout.slots[name].base}]", mine

    def _for_each(self, stmt: p.ForEach, ctx: Ctx) -> None:
        items = self.x.elements(stmt.source, ctx.env)
        if stmt.by is not None:
            name = self.x.fresh("x")
            inner = ctx.env.copy()
            inner.names[stmt.var.id] = name
            items = f"sorted({items}, key=lambda {name}: {self.x.source(stmt.by, inner)})"
        item = self.blocks.var("i")
        body = ctx.inner()
        body.env.names[stmt.var.id] = item
        inside: tuple[p.Stmt, ...] = stmt.body
        if stmt.where is not None:
            inside = (p.If(stmt.where, stmt.body, (), stmt.span),)
        if not self.straight(stmt.body):
            self.loop_over(f"tuple({items})", item, lambda: self.seq(inside, body))
        else:
            self.emit(f"for {item} in {items}:")
            self.blocks.indent += 1
            count = len(self.blocks.here.lines)
            self.seq(inside, body)
            if len(self.blocks.here.lines) == count:
                self.emit("pass")
            self.blocks.indent -= 1


    def _each_player(self, stmt: p.EachPlayer, ctx: Ctx) -> None:
        order = f"S[{ORDER}]"
        if stmt.start is not None:
            order = f"rotated({order}, {self.x.source(stmt.start, ctx.env)})"
        if stmt.among is not None:
            source = self.x.source(stmt.among, ctx.env)
            order = f"[q for q in {order} if {bracket(source)} >> q & 1]" if stmt.among.type.is_set else source
        you = self.blocks.var("you")
        inner = ctx.inner()
        inner.env.you = you
        body: tuple[p.Stmt, ...] = stmt.body if stmt.where is None else (p.If(stmt.where, stmt.body, (), stmt.span),)
        static = stmt.among is None and stmt.start is None and not self._order_changes
        if self.straight(stmt.body):
            self.emit(f"for {you} in {order}:")
            self.blocks.indent += 1
            self._turn_begins(you, ctx, needed=self.events.reads_active)
            self.seq(body, inner)
            self.blocks.indent -= 1
            return

        def turn() -> None:
            self._turn_begins(you, ctx)
            self.seq(body, inner)

        if static:
            self._loop_counted(you, turn)
        else:
            self.loop_over(f"tuple({order})", you, turn)

    @cached_property
    def _order_changes(self) -> bool:
        return any(isinstance(x, p.OrderPlayers) for x in self.events.everything())

    def _turn_begins(self, you: str, around: Ctx, *, needed: bool = True) -> None:
        """It is this player's turn, unless somebody else's goes on around it: what others do in a turn is part of it.

        Fast playouts, which nobody looks at, remember it only if a rule reads it.
        """
        if needed and around.env.you is None and (self.events.reads_active or not self.fused):
            self.emit(f"S[{ACTIVE}] = {you}")

    def _loop_counted(self, you: str, inside: Callable[[], None]) -> None:
        """Every player in seat order, when nothing ever changes that order."""
        head, after = self.blocks.new(), self.blocks.new()
        self.emit(f"{you} = 0")
        self.blocks.jump(head)
        self.blocks.start(head)
        inside()
        self.emit(f"{you} += 1")
        self.emit(f"if {you} < {self.program.players}:")
        self.blocks.indent += 1
        self.blocks.jump(head)
        self.blocks.indent -= 1
        self.blocks.jump(after)
        self.blocks.start(after)

    def _as(self, stmt: p.As, ctx: Ctx) -> None:
        you = self.blocks.var("you")
        source = self.x.source(stmt.who, ctx.env)
        if stmt.who.type.t is T.SIDE:
            source = f"{bracket(source)} * {self.program.side_size}"
        self.emit(f"{you} = {source}")
        inner = ctx.inner()
        inner.env.you = you
        self.seq(stmt.body, inner)

    def _repeat(self, stmt: p.Repeat, ctx: Ctx) -> None:
        if self.straight(stmt.body):
            self._plain_repeat(stmt, ctx)
            return
        head, after = self.blocks.new(), self.blocks.new()
        left = self.blocks.var("n") if stmt.times is not None else None
        if left is not None and stmt.times is not None:
            self.emit(f"{left} = {self.x.source(stmt.times, ctx.env)}")
        self.blocks.jump(head)
        self.blocks.start(head)
        tests = ([f"{left} > 0"] if left is not None else []) + (
            [self.x.condition(stmt.test, ctx.env)] if stmt.test is not None else []
        )
        if tests:
            self.emit(f"if not ({' and '.join(tests)}):")
            self.blocks.indent += 1
            self.blocks.jump(after)
            self.blocks.indent -= 1
        if left is not None:
            self.emit(f"{left} -= 1")
        self.seq(stmt.body, ctx.inner())
        if stmt.until is not None:
            self.emit(f"if {self.x.condition(stmt.until, ctx.env)}:")
            self.blocks.indent += 1
            self.blocks.jump(after)
            self.blocks.indent -= 1
        if not self.suspends(stmt.body):
            self.emit(f"# repeat, {stmt.span}")
            self.emit("tick(S)")
        self.blocks.jump(head)
        self.blocks.start(after)

    def _plain_repeat(self, stmt: p.Repeat, ctx: Ctx) -> None:
        self.emit(f"# repeat, {stmt.span}")
        self.emit(
            f"for {self.x.fresh('k')} in range({self.x.source(stmt.times, ctx.env)}):"
            if stmt.times is not None
            else "while True:"
        )
        self.blocks.indent += 1
        if stmt.test is not None:
            self.emit(f"if not {bracket(self.x.condition(stmt.test, ctx.env))}: break")
        self.seq(stmt.body, ctx.inner())
        if stmt.until is not None:
            self.emit(f"if {self.x.condition(stmt.until, ctx.env)}: break")
        self.emit("tick(S)")
        self.blocks.indent -= 1

    def _take_turns(self, stmt: p.TakeTurns, ctx: Ctx) -> None:
        passed, at, you = self.blocks.var("p"), self.blocks.var("n"), self.blocks.var("you")
        head, after = self.blocks.new(), self.blocks.new()
        everybody = (1 << self.program.players) - 1
        self.emit(f"{passed} = 0")
        first = f"S[{ORDER}].index({self.x.source(stmt.start, ctx.env)})" if stmt.start is not None else "0"
        self.emit(f"{at} = {first}")
        self.blocks.jump(head)
        self.blocks.start(head)
        self.emit(f"if {passed} == {everybody}:")
        self.blocks.indent += 1
        self.blocks.jump(after)
        self.blocks.indent -= 1
        self.emit(f"{you} = S[{ORDER}][{at} % {self.program.players}]")
        self.emit(f"{at} += 1")
        self.emit(f"if {passed} >> {you} & 1:")
        self.blocks.indent += 1
        self.blocks.jump(head)
        self.blocks.indent -= 1
        inner = ctx.inner()
        inner.env.you = you
        gone = self.blocks.new()
        inner.passing = lambda: self.blocks.jump(gone)
        inner.stop = head if stmt.until is not None else gone
        self._turn_begins(you, ctx)
        if stmt.until is None:
            self._turn_or_pass(stmt.body, inner, gone)
        else:
            self.seq(stmt.body, inner)
        if stmt.until is not None:
            self.emit(f"if {self.x.condition(stmt.until, inner.env)}:")
            self.blocks.indent += 1
            self.blocks.jump(after)
            self.blocks.indent -= 1
        self.blocks.jump(head)
        self.blocks.start(gone)
        self.emit(f"{passed} |= 1 << {you}")
        self.blocks.jump(head)
        self.blocks.start(after)

    def _turn_or_pass(self, body: Sequence[p.Stmt], ctx: Ctx, gone: Block) -> None:
        """Where players go on until all pass, a turn that is declined or cannot begin is a pass."""
        offer = body[0] if len(body) == 1 and isinstance(body[0], p.May) else None
        if offer is not None and offer.times is None and not offer.any_times:
            self.choices.offer_or(offer, ctx, gone)
            return
        can = self.choices.can(body, ctx)
        if can != "True":
            self.choices.unless(can, gone)
        self.seq(body, ctx)

    def _plain(self, stmt: p.Plain, ctx: Ctx) -> None:
        match stmt.word:
            case p.Word.STOP:
                self.blocks.jump(ctx.stop)
            case p.Word.PASS:
                if ctx.passing is not None:
                    ctx.passing()
                else:
                    self.blocks.jump(ctx.stop)
            case p.Word.WIN:
                self.emit(f"S[{WINNERS}] = 1 << {ctx.env.you}")
                self.emit(f"S[{NODE}] = -1")
                self.emit("return None")
            case p.Word.END:
                self.blocks.jump(self.finish)
        self.blocks.start(self.blocks.new("never reached"))
