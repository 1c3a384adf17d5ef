"""Gaining, losing and paying, where it must be asked what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import NUMBER
from rulewright.interpreter.generate.choices.asking import Asking
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.events.waiting import Awaited
from rulewright.interpreter.generate.expressions import MISSING, Env, bracket, unsupported
from rulewright.interpreter.runtime import MAX_NUMBER

SMALL = 1000  # so little at a time that no game lasts long enough to leave the range of numbers


Counted: TypeAlias = p.Units | p.PieceUnits | p.ThingUnits


class Amounts(Asking):
    """Writes amounts."""

    def asks(self, stmt: p.Transfer) -> bool:
        return any(isinstance(x, p.AnyUnits | p.OneOf) for x in walk(stmt.amount)) or (
            stmt.mode is p.Mode.PAY or any(isinstance(x, p.ThingUnits) for x in walk(stmt.amount))
        )

    def transfer(self, stmt: p.Transfer, ctx: Ctx) -> None:
        if stmt.mode is p.Mode.PAY:
            affordable = self.affordable(stmt.amount, ctx.env)
            if affordable != "True":
                self.unless(affordable, ctx.decline or ctx.stop)
        self._event(stmt, ctx)
        self.s.events.changed(stmt, ctx)

    def _event(self, stmt: p.Transfer, ctx: Ctx) -> None:
        """The transfer and what waits for it; where something stands instead, each part of it is an event."""
        events = self.s.events
        unsure = events.perhaps(stmt)
        chosen: dict[str, str] = {}
        if unsure and isinstance(stmt.amount, p.Both) and stmt.mode is not p.Mode.GAIN and self._chooses(stmt):
            for part in stmt.amount.parts:  # what is left to choose from depends on what is taken before it
                self._event(replace(stmt, amount=part), ctx)
            return
        if unsure:
            parts = self._worked_out(stmt, stmt.amount, ctx)
            chosen = {events.chosen(about): self._is_in(about, parts, ctx) for about in unsure}
            stmt = replace(stmt, amount=p.Both(parts, stmt.span), times=None)
        if isinstance(stmt.amount, p.Both) and events.replacing(stmt):
            self._amount(stmt, stmt.amount, ctx)
            return
        some = self._amount_test(stmt, ctx)
        if events.early(stmt):
            self._if(some, lambda: events.transfer(stmt, ctx, lambda: self._amount(stmt, stmt.amount, ctx), chosen))
            return
        self._amount(stmt, stmt.amount, ctx)
        self._if(some, lambda: events.transferred(stmt, ctx, chosen))

    def _chooses(self, stmt: p.Transfer) -> bool:
        return any(isinstance(x, p.AnyUnits | p.OneOf) for x in walk(stmt.amount))

    def _worked_out(self, stmt: p.Transfer, amount: p.Amount, ctx: Ctx) -> tuple[Counted, ...]:
        """How many of what: everything asked, every number kept, before anything moves."""
        match amount:
            case p.Units() | p.PieceUnits() | p.ThingUnits():
                return (replace(amount, number=self._kept(self._number(stmt, amount.number, ctx), amount, ctx)),)
            case p.AnyUnits():
                answer = self._mix(stmt, amount, ctx)
                return self._each(amount.units, [f"{answer}[{k}]" for k in range(len(amount.units))], amount, ctx)
            case p.AllUnits():
                return self._each(amount.units, [self.unit_slot(u, ctx.env) for u in amount.units], amount, ctx)
            case p.Bundle():
                mark = self.s.blocks.var("n")
                self.s.emit(f"{mark} = {self.x.source(amount.value, ctx.env)}")
                units = tuple(self.program.units.values())
                return self._each(units, [f"{mark}[{k}]" for k in range(len(units))], amount, ctx)
            case p.Both():
                return tuple(x for part in amount.parts for x in self._worked_out(stmt, part, ctx))
            case p.OneOf():
                return self._one_worked_out(stmt, amount, ctx)

    def _one_worked_out(self, stmt: p.Transfer, amount: p.OneOf, ctx: Ctx) -> tuple[Counted, ...]:
        """Of what is chosen as it says, of the rest nothing."""
        answer = self._which(stmt, amount, ctx)
        marks = [self.s.blocks.var("n") for _ in amount.parts]
        found: list[Counted] = []
        for mark in marks:
            self.s.emit(f"{mark} = ()")

        def writer(k: int, part: p.Amount) -> Callable[[], None]:
            def write() -> None:
                inner = ctx.inner()
                inside = self._worked_out(stmt, part, inner)
                self.s.emit(f"{marks[k]} = ({''.join(f'{self.x.source(x.number, inner.env)}, ' for x in inside)})")
                numbers = [f"({marks[k]}[{j}] if {answer} == {k} else 0)" for j in range(len(inside))]
                found.extend(
                    replace(x, number=self._named(number, x, ctx)) for x, number in zip(inside, numbers, strict=True)
                )

            return write

        self.s.branch([(f"{answer} == {k}", writer(k, part)) for k, part in enumerate(amount.parts)], None)
        return tuple(found)

    def _each(
        self, units: tuple[p.Unit, ...], numbers: list[str], amount: p.Amount, ctx: Ctx
    ) -> tuple[Counted, ...]:
        return tuple(p.Units(u, self._kept(x, amount, ctx), amount.span) for u, x in zip(units, numbers, strict=True))

    def _kept(self, source: str, amount: p.Amount, ctx: Ctx) -> p.Expr:
        mark = self.s.blocks.var("n")
        self.s.emit(f"{mark} = {source}")
        return self._named(mark, amount, ctx)

    def _named(self, source: str, amount: p.Amount, ctx: Ctx) -> p.Expr:
        """A number that is known by what has been written."""
        var = p.Var("n", NUMBER, -1 - self.s.blocks.count)
        self.s.blocks.var("n")  # so that no two have one number
        ctx.env.names[var.id] = source
        return p.Local(var, NUMBER, amount.span)

    def _is_in(self, about: Awaited, parts: tuple[Counted, ...], ctx: Ctx) -> str:
        """Whether there is any of what something waits for."""
        found = [x for x in parts if self.s.events.is_of(about, x)]
        mark = self.s.blocks.var("n")
        tests = [f"{self.x.source(x.number, ctx.env)} > 0" for x in found]
        self.s.emit(f"{mark} = {' or '.join(tests) or 'False'}")
        return mark

    def _if(self, test: str | None, inside: Callable[[], None]) -> None:
        if test is None:
            inside()
        else:
            self.s.guarded(test, inside)

    def _part(self, stmt: p.Transfer, part: p.Amount, ctx: Ctx) -> None:
        if self.s.events.replacing(stmt):
            self._event(replace(stmt, amount=part), ctx)
        else:
            self._amount(stmt, part, ctx)

    def _amount_test(self, stmt: p.Transfer, ctx: Ctx) -> str | None:
        """To gain, lose or pay nothing is no event: the test for that, where the number is not known."""
        if not isinstance(stmt.amount, p.Units | p.PieceUnits) or not self.s.events.matching(stmt):
            return None
        known = self.x.value(stmt.amount.number, ctx.env)
        if stmt.times is None and known is not MISSING:
            return None if known else "False"
        mark = self.s.blocks.var("n")
        self.s.emit(f"{mark} = {self._number(stmt, stmt.amount.number, ctx)}")
        return f"{mark} > 0"

    def unit_slot(self, unit: p.Unit, env: Env) -> str:
        key = {p.Per.GAME: None, p.Per.PLAYER: env.you, p.Per.SIDE: self.x.side(env.you)}[unit.per]
        return str(self.x.slot(f"unit:{unit.words.name}", key))

    def affordable(self, amount: p.Amount, env: Env) -> str:
        match amount:
            case p.Units():
                room = (
                    f"{self.unit_slot(amount.unit, env)} - {amount.unit.low}"
                    if amount.unit.low
                    else self.unit_slot(amount.unit, env)
                )
                return f"({room} >= {self.x.source(amount.number, env)})"
            case p.AnyUnits():
                total = " + ".join(self.unit_slot(u, env) for u in amount.units)
                return f"({total} >= {self.x.source(amount.number, env)})"
            case p.Bundle():
                return f"can_pay(S, {self.x.source(amount.value, env)}, {env.you})"
            case p.Both():
                return "(" + " and ".join(self.affordable(x, env) for x in amount.parts) + ")"
            case p.OneOf():
                return "(" + " or ".join(self.affordable(x, env) for x in amount.parts) + ")"
            case _:
                return "True"

    def _amount(self, stmt: p.Transfer, amount: p.Amount, ctx: Ctx) -> None:
        match amount:
            case p.Units():
                self._units(stmt, amount, ctx)
            case p.AnyUnits():
                self._any_units(stmt, amount, ctx)
            case p.AllUnits():
                for unit in amount.units:
                    self.s.emit(f"{self.unit_slot(unit, ctx.env)} = 0")
            case p.PieceUnits():
                supply = self.x.slot(f"supply:{amount.piece.words.name}", self.s.owner(amount.piece, None, ctx))
                sign = "+" if stmt.mode is p.Mode.GAIN else "-"
                self.s.emit(f"{supply} {sign}= {self._number(stmt, amount.number, ctx)}")
            case p.ThingUnits():
                self._things(stmt, amount, ctx)
            case p.Bundle():
                by = 1 if stmt.mode is p.Mode.GAIN else -1
                self.s.emit(f"move_bundle(S, {self.x.source(amount.value, ctx.env)}, {ctx.env.you}, {by})")
            case p.Both():
                for part in amount.parts:
                    self._part(stmt, part, ctx)
            case p.OneOf():
                self._one_of(stmt, amount, ctx)

    def _number(self, stmt: p.Transfer, number: p.Expr, ctx: Ctx) -> str:
        source = self.x.source(number, ctx.env)
        return (
            f"{bracket(source)} * {bracket(self.x.source(stmt.times, ctx.env))}"
            if stmt.times is not None
            else str(source)
        )

    def _units(self, stmt: p.Transfer, amount: p.Units, ctx: Ctx) -> None:
        slot, number = self.unit_slot(amount.unit, ctx.env), self._number(stmt, amount.number, ctx)
        if stmt.mode is p.Mode.GAIN:
            if amount.unit.high < MAX_NUMBER:
                self.s.emit(f"{slot} = min({amount.unit.high}, {slot} + {number})")
            elif number.isdigit() and int(number) <= SMALL:
                self.s.emit(f"{slot} += {number}")
            else:
                self.s.emit(f"{slot} = within({slot} + {number}, {amount.unit.low}, {amount.unit.high})")
        elif stmt.mode is p.Mode.PAY:
            self.s.emit(f"{slot} -= {number}")
        else:
            self.s.emit(f"{slot} = max({amount.unit.low}, {slot} - {number})")

    def _any_units(self, stmt: p.Transfer, amount: p.AnyUnits, ctx: Ctx) -> None:
        answer = self._mix(stmt, amount, ctx)
        sign = "+" if stmt.mode is p.Mode.GAIN else "-"
        for k, unit in enumerate(amount.units):
            self.s.emit(f"{self.unit_slot(unit, ctx.env)} {sign}= {answer}[{k}]")

    def _mix(self, stmt: p.Transfer, amount: p.AnyUnits, ctx: Ctx) -> str:
        """Asks how many of each."""
        b = self.s.blocks
        slots = [self.unit_slot(u, ctx.env) for u in amount.units]
        number = b.var("n")
        b.emit(f"{number} = {self._number(stmt, amount.number, ctx)}")
        if stmt.mode is p.Mode.LOSE:
            b.emit(f"{number} = min({number}, {' + '.join(slots)})")
        limits = ", ".join(number for _ in slots) if stmt.mode is p.Mode.GAIN else ", ".join(slots)
        mark = b.var("d")
        b.emit(f"{mark} = tuple(mixes({number}, ({limits},)))")
        return self._ask_or_decline(stmt, ctx, mark, ("mix", amount.units))

    def _one_of(self, stmt: p.Transfer, amount: p.OneOf, ctx: Ctx) -> None:
        answer = self._which(stmt, amount, ctx)
        self.s.branch(
            [(f"{answer} == {k}", self._part_writer(stmt, part, ctx)) for k, part in enumerate(amount.parts)], None
        )

    def _which(self, stmt: p.Transfer, amount: p.OneOf, ctx: Ctx) -> str:
        """Asks which of several amounts."""
        b = self.s.blocks
        mark = b.var("d")
        b.emit(f"{mark} = ()")
        for k, part in enumerate(amount.parts):
            test = self.affordable(part, ctx.env) if stmt.mode is p.Mode.PAY else "True"
            b.emit(f"if {test}: {mark} += ({k},)")
        return self._ask_or_decline(stmt, ctx, mark, ("amount", amount.parts))

    def _part_writer(self, stmt: p.Transfer, part: p.Amount, ctx: Ctx) -> Callable[[], None]:
        return lambda: self._part(stmt, part, ctx.inner())

    def _things(self, stmt: p.Transfer, amount: p.ThingUnits, ctx: Ctx) -> None:
        """`lose 1 card`: which, a rule says: `instead of you lose a card`."""
        events = self.s.events
        found = events.triggers.get(stmt.mode.value, [])
        rules = events.in_their_place([x for x in found if x[0].pattern.object is amount.component])
        if not rules:
            verb, name = stmt.mode.value, amount.component.name
            raise unsupported(f"`{verb} {name}` without a rule `instead of you {verb} a {name}`", stmt)
        item = self.s.blocks.var("i")
        count = self._number(stmt, amount.number, ctx)

        def once() -> None:
            after = self.s.blocks.new()
            for owned in rules:
                events.instead(owned, ctx, {}, after)
            self.s.blocks.jump(after)
            self.s.blocks.start(after)

        self.s.loop_over(f"tuple(range({count}))", item, once)
