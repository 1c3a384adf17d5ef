"""Gaining, losing and paying, where it must be asked what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.interpreter.generate.choices.asking import Asking
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.expressions import MISSING, Env, bracket, unsupported
from rulewright.interpreter.runtime import MAX_NUMBER

SMALL = 1000  # so little at a time that no game lasts long enough to leave the range of numbers


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
        if isinstance(stmt.amount, p.Both | p.OneOf) and events.replacing(stmt):
            self._amount(stmt, stmt.amount, ctx)
            return
        some = self._amount_test(stmt, ctx)
        chosen = {events.chosen(unit): self.s.blocks.var("n") for unit in events.perhaps(stmt)}
        if events.early(stmt):
            self._if(some, lambda: events.transfer(stmt, ctx, lambda: self._told(stmt, ctx, chosen), chosen))
            return
        self._told(stmt, ctx, chosen)
        self._if(some, lambda: events.transferred(stmt, ctx, chosen))

    def _told(self, stmt: p.Transfer, ctx: Ctx, chosen: dict[str, str]) -> None:
        """The transfer; of the counters that are `chosen` among others, whether they were changed."""
        units = self.s.events.perhaps(stmt)
        slots = {var: self.unit_slot(unit, ctx.env) for var, unit in zip(chosen.values(), units, strict=True)}
        for var, slot in slots.items():
            self.s.emit(f"{var} = {slot}")
        self._amount(stmt, stmt.amount, ctx)
        for var, slot in slots.items():
            self.s.emit(f"{var} = {slot} != {var}")

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
        b = self.s.blocks
        slots = [self.unit_slot(u, ctx.env) for u in amount.units]
        number = b.var("n")
        b.emit(f"{number} = {self._number(stmt, amount.number, ctx)}")
        if stmt.mode is p.Mode.LOSE:
            b.emit(f"{number} = min({number}, {' + '.join(slots)})")
        limits = ", ".join(number for _ in slots) if stmt.mode is p.Mode.GAIN else ", ".join(slots)
        mark = b.var("d")
        b.emit(f"{mark} = tuple(mixes({number}, ({limits},)))")
        answer = self._ask_or_decline(stmt, ctx, mark, ("mix", amount.units))
        sign = "+" if stmt.mode is p.Mode.GAIN else "-"
        for k, slot in enumerate(slots):
            b.emit(f"{slot} {sign}= {answer}[{k}]")

    def _one_of(self, stmt: p.Transfer, amount: p.OneOf, ctx: Ctx) -> None:
        b = self.s.blocks
        mark = b.var("d")
        b.emit(f"{mark} = ()")
        for k, part in enumerate(amount.parts):
            test = self.affordable(part, ctx.env) if stmt.mode is p.Mode.PAY else "True"
            b.emit(f"if {test}: {mark} += ({k},)")
        answer = self._ask_or_decline(stmt, ctx, mark, ("amount", amount.parts))
        self.s.branch(
            [(f"{answer} == {k}", self._part_writer(stmt, part, ctx)) for k, part in enumerate(amount.parts)], None
        )

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
