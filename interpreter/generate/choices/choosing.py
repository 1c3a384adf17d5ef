"""`choose`: one, several, a pair, at random, in secret."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import program as p
from rulewright.interpreter.generate.choices.permissions import Permissions
from rulewright.interpreter.generate.choices.told import Permission, told
from rulewright.interpreter.generate.context import Ctx, Decision
from rulewright.interpreter.generate.expressions import mentions
from rulewright.interpreter.generate.layout import NODE, PENDING, SECRETS, STEPS


class Choosing(Permissions):
    """Writes choices."""

    def choose(self, stmt: p.Choose, ctx: Ctx) -> None:
        if stmt.at_random:
            self._random(stmt, ctx)
            return
        used = self.permissions((*(part.source for part in stmt.parts), *stmt.where, *stmt.possible))
        if len(stmt.parts) > 1 or stmt.parts[0].quantity != "one":
            self._joint(stmt, ctx, used)
        elif used:
            self._permitted(stmt, ctx, used)
        else:
            self._single(stmt, ctx)

    def _single(self, stmt: p.Choose, ctx: Ctx) -> None:
        part = stmt.parts[0]
        mark = self.s.blocks.var("d")
        self.s.emit(f"{mark} = {self.domain(stmt, ctx.env)}")
        if stmt.possible:
            self.s.emit(f"{mark} = {self._preferred(stmt, ctx.env, mark)}")
        if self._is_masked(part) and self._merges(part):
            self.s.emit(f"{mark} = unlike(S, {mark}, look_{self._root_index(part.var.type.base)})")
        self._nothing(stmt, ctx, mark)
        kind = "mask" if self._is_masked(part) else "list"
        self._take(stmt, ctx, kind, mark, None)

    def _take(self, stmt: p.Choose, ctx: Ctx, kind: str, domain: str, options: str | None) -> str:
        part = stmt.parts[0]
        decline, ctx.decline = ctx.decline, None
        if decline is not None and kind != "mask":
            domain = f"({domain} + (None,))"
        types = tuple(x.var.type for x in stmt.parts)
        spend, self._spend = self._spend, []
        answer = self.ask(
            kind,
            stmt,
            ctx,
            domain,
            declines=decline is not None,
            type_=types if len(types) > 1 else types[0],
            options=options,
        )
        self._spend = spend
        if decline is not None:
            self._declined(answer, decline)
        else:
            for line in self._spend:
                self.s.emit(line)
            self._spend = []
        if options is not None and (len(stmt.parts) > 1):
            for k, each in enumerate(stmt.parts):
                mark = self.s.blocks.var("v")
                self.s.emit(f"{mark} = {answer}[{k}]")
                ctx.env.names[each.var.id] = mark
        else:
            ctx.env.names[part.var.id] = answer
        return answer

    def _joint(self, stmt: p.Choose, ctx: Ctx, used: Sequence[Permission]) -> None:
        if self.s.fused and not used and ctx.decline is None and self._are_pairs(stmt):
            self._pick_pair(stmt, ctx)
            return
        name, call = self.options_function(stmt, ctx.env)
        mark = self.s.blocks.var("d")
        source = call if not used else f"using(S, {name}, {self._available(used, ctx)})"
        self.s.emit(f"{mark} = {source}")
        self._nothing(stmt, ctx, mark)
        if not used:
            self._take(stmt, ctx, "list", mark, name)
            return
        self._take_permitted(stmt, ctx, mark, name, used)

    def _pick_pair(self, stmt: p.Choose, ctx: Ctx) -> None:
        """A random pair without listing all: options are drawn lazily."""
        first, second = stmt.parts
        early = [w for w in stmt.where if not mentions(w, second.var)]
        late = [w for w in stmt.where if mentions(w, second.var)]
        options, _call = self.options_function(stmt, ctx.env)
        name = self.x.fresh("s")
        inner = ctx.env.copy()
        inner.names[first.var.id] = "x"
        domain = self._masked_domain(second, late, inner)
        self.s.extra[name] = [f"def {name}(S, x):", f"    return {domain}"]
        starts, pair = self.s.blocks.var("d"), self.s.blocks.var("a")
        self.s.emit(f"{starts} = {self._masked_domain(first, early, ctx.env)}")
        most = self.x.at_most(second.source)
        self.s.emit(f"{pair} = pick_pair(S, {starts}, {name}, {most}, {options}) if {starts} else None")
        self._nothing(stmt, ctx, pair)
        self.s.emit(f"S[{STEPS}] += 1")
        for k, part in enumerate(stmt.parts):
            mark = self.s.blocks.var("v")
            self.s.emit(f"{mark} = {pair}[{k}]")
            ctx.env.names[part.var.id] = mark

    def _random(self, stmt: p.Choose, ctx: Ctx) -> None:
        part = stmt.parts[0]
        mark = self.s.blocks.var("v")
        if part.quantity != "one":
            number = self.x.source(part.number, ctx.env) if part.number is not None else "1"
            items = self.x.elements(part.source, ctx.env)
            if stmt.where:
                each, inner = self._bound(self._one_of_part(part), ctx.env)
                inner.names[part.var.id] = each
                test = " and ".join(self.x.condition(w, inner) for w in stmt.where)
                items = f"[{each} for {each} in {items} if {test}]"
            listed = f"choose_some(S, {items}, {number})"
            self.s.emit(f"{mark} = tuple({listed})" if part.var.type.is_list else f"{mark} = mask_of({listed})")
            ctx.env.names[part.var.id] = mark
            return
        domain = self.domain(stmt, ctx.env)
        pool = self.s.blocks.var("d")
        self.s.emit(f"{pool} = {domain}")
        if not self.never_empty(stmt):
            self._nothing(stmt, ctx, pool)
        if self._is_masked(part):
            self.s.emit(f"{mark} = nth({pool}, below(S, {pool}.bit_count()))")
        else:
            self.s.emit(f"{mark} = {pool}[below(S, len({pool}))]")
        ctx.env.names[part.var.id] = mark

    def secret(self, stmt: p.Secret, ctx: Ctx) -> None:
        b = self.s.blocks
        name = self.x.fresh("o")
        env = ctx.env.copy()
        env.you = "you"
        choose = p.Choose((stmt.part,), stmt.where, (), False, None, stmt.span)
        domain = self.domain(choose, env)
        if self._is_masked(stmt.part) and self._merges(stmt.part):
            domain = f"unlike(S, {domain}, look_{self._root_index(stmt.part.var.type.base)})"
        listed = f"tuple(bits({domain}))" if self._is_masked(stmt.part) else domain
        self.s.extra[name] = [f"def {name}(S, you):", f"    return {listed}"]
        if self.s.fused:
            mark = b.var("v")
            b.emit(f"{mark} = tuple([pick_from({name}(S, q) or (-1,)) for q in range({self.program.players})])")
            b.emit(f"S[{STEPS}] += sum([q != -1 for q in {mark}])")
            ctx.env.names[stmt.part.var.id] = mark
            return
        resume = b.new(told(ctx, stmt), pinned=True)
        number = len(self.s.decisions)
        self.s.decisions.append(
            Decision(number, "secret", stmt, ctx.actions, resume.label, False, name, (), stmt.part.var.type, True)
        )
        self._capture(ctx)
        players = self.program.players
        b.emit(f"S[{SECRETS}] = tuple(-1 if not {name}(S, q) else None for q in range({players}))")
        b.emit(f"S[{PENDING}] = mask_of([q for q in range({players}) if S[{SECRETS}][q] is None])")
        b.emit(f"S[{NODE}] = {number}")
        b.emit(f"if not S[{PENDING}]:")
        b.indent += 1
        b.jump(resume)
        b.indent -= 1
        b.emit("return None")
        b.start(resume)
        mark = b.var("v")
        b.emit(f"{mark} = S[{SECRETS}]")
        ctx.env.names[stmt.part.var.id] = mark
