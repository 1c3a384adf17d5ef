"""Choices -> decisions. One place writes who decides, among what, and what follows; availability is a pure judgement.

A decision's options are a set (an integer: cells, things, players), or a tuple of values; None means to decline.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import children, walk
from rulewright.dsl.types import T
from rulewright.interpreter.generate.expressions import MISSING, Env, Expressions, bracket, mentions, unsupported
from rulewright.interpreter.generate.layout import ANSWER, DOMAIN, NODE, PENDING, SECRETS, STEPS, WHO
from rulewright.interpreter.runtime import MAX_NUMBER, bits

if TYPE_CHECKING:
    from rulewright.interpreter.generate.statements import Ctx, Statements

Permission = tuple[p.Modifier, int]
SMALL = 1000  # so little at a time that no game lasts long enough to leave the range of numbers
_MASKED = (T.CELL, T.THING, T.PLAYER, T.SIDE, T.MEMBER, T.SPOT)


class Choices:
    """Writes every statement that asks."""

    def __init__(self, statements: Statements) -> None:
        self.s = statements
        self.program = statements.program
        self._spend: list[str] = []
        self._cans: dict[tuple[str, str], str] = {}
        self._looks: dict[type, Callable[[Any, Env, Ctx, list[str]], bool]] = {
            p.Needs: self._look_at_needs,
            p.Limit: self._look_at_limit,
            p.Let: self._look_at_let,
            p.Set: self._look_at_set,
            p.Transfer: self._look_at_transfer,
            p.Choose: self._look_at_choice,
            p.CallAction: self._look_at_call,
            p.Step: self._look_inside,
            p.Must: self._look_inside,
            p.As: self._look_as,
            p.Repeat: self._look_at_repeat,
            p.If: self._look_at_if,
            p.Either: self._look_at_either,
            p.Do: self._look_at_do,
        }

    @property
    def x(self) -> Expressions:
        return self.s.x

    # ---- the decision itself

    def ask(
        self,
        kind: str,
        stmt: Any,
        ctx: Ctx,
        domain: str,
        *,
        declines: bool,
        type_: Any = None,
        labels: tuple[str, ...] = (),
        options: str | None = None,
        bits: tuple[int, ...] = (),
    ) -> str:
        """Ends a block by asking, goes on in the block that has the answer, and returns the answer's name."""
        from rulewright.interpreter.generate.statements import Decision

        b = self.s.blocks
        if self.s.fused:
            return self._pick(kind, domain, declines=declines)
        resume = b.new(_told(ctx, stmt), pinned=True)
        number = len(self.s.decisions)
        self.s.decisions.append(
            Decision(number, kind, stmt, ctx.actions, resume.label, declines, options, labels, type_)
        )
        self.s.decisions[-1].given = ctx.env.given
        self._capture(ctx, bits)
        b.emit(f"S[{DOMAIN}] = {domain}")
        b.emit(f"S[{WHO}] = {ctx.env.you}")
        b.emit(f"S[{NODE}] = {number}")
        b.emit("return None")
        b.start(resume)
        answer = b.var("a")
        b.emit(f"{answer} = S[{ANSWER}]")
        for line in self._spend:
            b.emit(line)
        self._spend = []
        return answer

    def _capture(self, ctx: Ctx, bits: tuple[int, ...] = ()) -> None:
        """What the conditions of the last decision can name, and the number of each permission it may use."""
        decision = self.s.decisions[-1]
        decision.captured = {"env": ctx.env.copy(), "bits": bits}
        self.s.blocks.keep(ctx.env.this or "")
        nodes = walk(decision.stmt) if not isinstance(decision.stmt, list) else ()
        for node in nodes:
            if isinstance(node, p.Local):
                self.s.blocks.keep(ctx.env.names.get(node.var.id, ""))

    def _pick(self, kind: str, domain: str, *, declines: bool) -> str:
        """In fused code nobody is asked: one of the options is drawn, each as likely as the others."""
        answer = self.s.blocks.var("a")
        self.s.emit(f"S[{STEPS}] += 1")
        if kind == "mask":
            self.s.emit(f"{answer} = pick{'_or_none' if declines else ''}({domain})")
        else:
            self.s.emit(f"{answer} = pick_from({domain})")
        spend, self._spend = self._spend, []
        for line in spend:
            self.s.emit(line)
        return answer

    def spend_later(self, line: str, ctx: Ctx) -> None:
        """A limit is spent when its rule is really used: at once, or when the offer is taken."""
        if ctx.decline is None:
            self.s.emit(line)
        else:
            self._spend.append(line)

    def unless(self, test: str, goal: Any) -> None:
        """Jumps to a block unless a test holds."""
        self.s.emit(f"if not {bracket(test)}:")
        self.s.blocks.indent += 1
        self.s.blocks.jump(goal)
        self.s.blocks.indent -= 1

    def _declined(self, answer: str, goal: Any) -> None:
        spend, self._spend = self._spend, []
        self.s.emit(f"if {answer} is None:")
        self.s.blocks.indent += 1
        self.s.blocks.jump(goal)
        self.s.blocks.indent -= 1
        for line in spend:
            self.s.emit(line)

    # ---- choose

    def never_empty(self, stmt: p.Choose) -> bool:
        source = stmt.parts[0].source
        return (
            not stmt.where
            and isinstance(source, p.Apply)
            and source.prim in (p.Prim.RANGE, p.Prim.LISTED, p.Prim.PLAYERS)
        )

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

    def _is_masked(self, part: p.Part) -> bool:
        return part.source.type.is_set and part.source.type.elem.t in _MASKED

    def domain(self, stmt: p.Choose, env: Env) -> str:
        """The options of a choice of one thing, `if possible` left aside."""
        part = stmt.parts[0]
        if self._is_masked(part):
            return self._masked_domain(part, stmt.where, env)
        items = self.x.elements(part.source, env)
        if not stmt.where:
            return f"tuple({items})"
        name, inner = self._bound(part.var, env)
        tests = " and ".join(self.x.condition(w, inner) for w in stmt.where)
        return f"tuple([{name} for {name} in {items} if {tests}])"

    def _one_of_part(self, part: p.Part) -> p.Var:
        """Each of the things a quantity is chosen from."""
        return p.Var(part.var.name, part.source.type.elem, part.var.id)

    def _bound(self, var: p.Var, env: Env) -> tuple[str, Env]:
        name = self.x.fresh("x")
        inner = env.copy()
        inner.names[var.id] = name
        return name, inner

    def _masked_domain(self, part: p.Part, where: Sequence[p.Expr], env: Env) -> str:
        domain = str(self.x.source(part.source, env))
        loops: list[p.Expr] = []
        for test in where:
            negated = isinstance(test, p.Apply) and test.prim is p.Prim.NOT
            inner = test.args[0] if negated and isinstance(test, p.Apply) else test
            mask = self.x.lift(inner, part.var, env) if part.var.type.t in (T.CELL, T.SPOT) else None
            if mask is None:
                loops.append(test)
            else:
                domain = f"({domain} & {'~' if negated else ''}{bracket(mask) if negated else mask})"
        if loops:
            name, bound = self._bound(part.var, env)
            tests = " and ".join(self.x.condition(w, bound) for w in loops)
            domain = f"mask_of([{name} for {name} in {self._elements(part, domain)} if {tests}])"
        return domain

    def _elements(self, part: p.Part, domain: str) -> str:
        return f"bits({domain})"

    def _preferred(self, stmt: p.Choose, env: Env, domain: str) -> str:
        """`if possible`: those of the options for which it holds, if there are any."""
        part = stmt.parts[0]
        for wish in stmt.possible:
            if self._is_masked(part):
                mask = self.x.lift(wish, part.var, env) if part.var.type.t in (T.CELL, T.SPOT) else None
                if mask is not None:
                    domain = f"({domain} & {mask} or {domain})"
                    continue
                name, bound = self._bound(part.var, env)
                domain = (
                    f"(mask_of([{name} for {name} in bits({domain}) if {self.x.condition(wish, bound)}]) or {domain})"
                )
            else:
                name, bound = self._bound(part.var, env)
                domain = f"(tuple([{name} for {name} in {domain} if {self.x.condition(wish, bound)}]) or {domain})"
        return domain

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

    def _nothing(self, stmt: p.Choose, ctx: Ctx, mark: str) -> None:
        """No option: what stands under `otherwise` instead of the rest, or nothing at all."""
        self.s.emit(f"if not {mark}:")
        home, indent = self.s.blocks.here, self.s.blocks.indent
        self.s.blocks.indent += 1
        if ctx.decline is None and stmt.otherwise is not None:
            self.s.marked(stmt, "otherwise", stmt.otherwise, ctx.inner())
        self.s.blocks.jump(ctx.decline or ctx.stop)
        self.s.blocks.here, self.s.blocks.indent = home, indent

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

    # ---- several parts, subsets

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

    def _are_pairs(self, stmt: p.Choose) -> bool:
        """Two cells, the second one of few that the first allows."""
        if len(stmt.parts) != 2 or stmt.possible:
            return False
        if any(x.quantity != "one" or not self._is_masked(x) for x in stmt.parts):
            return False
        second = stmt.parts[1]
        board = self.s.layout.geometry.get(second.var.type.base)
        return board is not None and self.x.at_most(second.source) < board.rows * board.columns

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

    def options_function(self, stmt: p.Choose, env: Env, *, any_will_do: bool = False) -> tuple[str, str]:
        """A function that lists all options (or says whether there is any), and a call of it.

        Nested loops, each condition where its last name is known. What is only known where the call stands (a loop's
        variable, the parameters of an outer function) is handed over.
        """
        name = self.x.fresh("o")
        handed = "".join(f", {x}" for x in _plain_names(env))
        if len(stmt.parts) == 1 and stmt.parts[0].quantity == "one" and self._is_masked(stmt.parts[0]):
            lines = self._set_of_options(stmt, env)
        else:
            lines = self._nested_loops(stmt, env, any_will_do=any_will_do)
        self.s.extra[name] = [f"def {name}(S{handed}):", *lines]
        return str(name), f"{name}(S{handed})"

    def _set_of_options(self, stmt: p.Choose, env: Env) -> list[str]:
        lines = [f"    d = {self.domain(stmt, env)}"]
        if stmt.possible:
            lines.append(f"    d = {self._preferred(stmt, env, 'd')}")
        return [*lines, "    return tuple(bits(d))"]

    def _nested_loops(self, stmt: p.Choose, env: Env, *, any_will_do: bool) -> list[str]:
        lines = ["    out = []"]
        inner = env.copy()
        depth = 1
        waiting = list(stmt.where)
        names: list[str] = []
        for k, part in enumerate(stmt.parts):
            item = self.x.fresh("x")
            ready = [w for w in waiting if not any(mentions(w, x.var) for x in stmt.parts[k + 1 :])]
            later = [w for w in waiting if w not in ready]
            if self._stands_alone(part, stmt.parts[:k]):
                alone = [w for w in ready if not any(mentions(w, x.var) for x in stmt.parts[:k])]
                ready = [w for w in ready if w not in alone]
                lines.insert(1, self._worked_out_first(stmt, part, item, alone, waiting, inner))
                domain, loops = f"l{item}", ready
                item_names = ", ".join([item, *(name for name in inner.held.values() if name.startswith(f"h{item}_"))])
            else:
                domain, loops = self._part_items(part, ready, inner)
                item_names = item
            waiting = later
            lines.append("    " * depth + f"for {item_names} in {domain}:")
            depth += 1
            if k == len(stmt.parts) - 2 and not any_will_do:
                lines.append("    " * depth + "crowd(out)")
            inner.names[part.var.id] = item
            names.append(item)
            for test in loops:
                lines.append("    " * depth + f"if not {bracket(self.x.condition(test, inner))}: continue")
        if any_will_do:
            return [*lines, "    " * depth + "return True", "    return False"]
        found = f"({', '.join(names)})" if len(names) > 1 else names[0]
        lines.append("    " * depth + f"out.append({found})")
        for wish in stmt.possible:
            lines += self._wish(wish, stmt, env, names)
        merges = any(self._merges(x) for x in stmt.parts)
        return [*lines, f"    return merged(S, out, {self._merge_fields(stmt)})" if merges else "    return tuple(out)"]

    def _stands_alone(self, part: p.Part, earlier: Sequence[p.Part]) -> bool:
        """Whether what a part is chosen from can be worked out once, before the loops over earlier parts begin."""
        if not earlier or (part.quantity == "one" and part.var.type.t in (T.CELL, T.SPOT)):
            return False
        return not any(mentions((part.source, part.number), x.var) for x in earlier)

    def _worked_out_first(
        self, stmt: p.Choose, part: p.Part, item: str, alone: list[p.Expr], tests: list[p.Expr], env: Env
    ) -> str:
        """The line that lists such a part, with what later tests want to know of it alone; both are worked out once."""
        inner = env.copy()
        inner.names[part.var.id] = item
        domain, loops = self._part_items(part, alone, inner)
        test = "".join(f" if {self.x.condition(w, inner)}" for w in loops)
        others = [x.var for x in stmt.parts if x is not part]
        terms = [x for w in tests if w not in alone for x in _about(w, part.var, others)]
        for number, term in enumerate(terms):
            env.held[id(term)] = f"h{item}_{number}"
        listed = ", ".join([item, *(self.x.source(term, inner) for term in terms)])
        return f"    l{item} = [{f'({listed})' if terms else item} for {item} in {domain}{test}]"

    def _wish(self, wish: p.Expr, stmt: p.Choose, env: Env, names: list[str]) -> list[str]:
        inner = env.copy()
        for part, name in zip(stmt.parts, names, strict=True):
            inner.names[part.var.id] = name
        found = f"({', '.join(names)})" if len(names) > 1 else names[0]
        return [f"    out = [{found} for {found} in out if {self.x.condition(wish, inner)}] or out"]

    def _part_items(self, part: p.Part, tests: list[p.Expr], env: Env) -> tuple[str, list[p.Expr]]:
        if part.quantity != "one":
            low, high = {"some": ("1", "99"), "up_to": ("1", "{n}"), "exactly": ("{n}", "{n}")}[part.quantity]
            number = self.x.source(part.number, env) if part.number is not None else ""
            items = f"subsets({self.x.elements(part.source, env)}, {low.format(n=number)}, {high.format(n=number)})"
            return items, tests
        if not self._is_masked(part):
            return self.x.elements(part.source, env), tests
        domain, loops = str(self.x.source(part.source, env)), []
        for test in tests:
            mask = self.x.lift(test, part.var, env) if part.var.type.t in (T.CELL, T.SPOT) else None
            if mask is None:
                loops.append(test)
            else:
                domain = f"({domain} & {mask})"
        return str(bits(int(domain, 0))) if domain.isdigit() else f"bits({domain})", loops

    def _merges(self, part: p.Part) -> bool:
        elem = part.var.type.elem
        return elem.t is T.THING and self.program.components[elem.base].interchangeable

    def _merge_fields(self, stmt: p.Choose) -> str:
        """Per part: how two things are told apart, so that equal ones are one option; None where they always are."""
        kinds = []
        for part in stmt.parts:
            look = "look" if part.quantity != "one" else "look_at_one"
            kinds.append(f"{look}_{self._root_index(part.var.type.elem.base)}" if self._merges(part) else "None")
        return "(" + ", ".join(kinds) + ",)"

    def _root_index(self, component: str) -> int:
        root = self.program.components[component].root
        return list(self.s.layout.roots).index(root)

    # ---- chance

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

    # ---- permissions: offered, not applied; spent by the option that needed them

    def permissions(self, exprs: Sequence[p.Expr]) -> list[Permission]:
        """The permissions that an expression may lean on: a modifier and the copy of the thing that gives it."""
        found: dict[int, p.Modifier] = {}
        seen: set[str] = set()
        stack: list[Any] = list(exprs)
        while stack:
            for node in walk(stack.pop()):
                if isinstance(node, p.Call) and node.function.key not in seen:
                    seen.add(node.function.key)
                    stack.extend(v for _, v in node.function.lets)
                    if node.function.body is not None:
                        stack.append(node.function.body)
                    for modifier in node.function.modifiers:
                        if modifier.is_permission:
                            found[id(modifier)] = modifier
        return [(m, t) for m in found.values() for t in self.x.copies(m.design, m)]

    def _available(self, used: Sequence[Permission], ctx: Ctx) -> str:
        """The permissions somebody holds now, as bits."""
        parts = []
        for modifier, thing in used:
            env = ctx.env.copy()
            tests = []
            guard = self.x.in_play(modifier.design, env, thing)
            if guard is not None:
                tests.append(guard)
            if modifier.limit is not None:
                slot = self.s.events.used(modifier.limit)
                tests.append(f"not {slot} & {'1' if modifier.limit.in_all else f'(1 << {env.you})'}")
            if modifier.where is not None and not any(mentions(modifier.where, var) for var in modifier.binds):
                env.this = self.x.this(modifier.design, thing, env)
                tests.append(self.x.condition(modifier.where, env))
            bit = 1 << self.x.permission(modifier, thing)
            parts.append(f"({bit} if {' and '.join(tests)} else 0)" if tests else str(bit))
        return " | ".join(parts) or "0"

    def _permitted(self, stmt: p.Choose, ctx: Ctx, used: Sequence[Permission]) -> None:
        name, _call = self.options_function(stmt, ctx.env)
        mark = self.s.blocks.var("d")
        self.s.emit(f"{mark} = using(S, {name}, {self._available(used, ctx)})")
        self._nothing(stmt, ctx, mark)
        self._take_permitted(stmt, ctx, mark, name, used)

    def _take_permitted(self, stmt: p.Choose, ctx: Ctx, mark: str, name: str, used: Sequence[Permission]) -> None:
        decline, ctx.decline = ctx.decline, None
        types = tuple(x.var.type for x in stmt.parts)
        domain = f"({mark} + (None,))" if decline is not None else mark
        answer = self.ask(
            "using",
            stmt,
            ctx,
            domain,
            declines=decline is not None,
            type_=types if len(types) > 1 else types[0],
            options=name,
            labels=tuple(m.words.name for m, _ in used),
            bits=tuple(self.x.permission(m, thing) for m, thing in used),
        )
        if decline is not None:
            self._declined(answer, decline)
        value, by = self.s.blocks.var("v"), self.s.blocks.var("u")
        self.s.emit(f"{value}, {by} = {answer}")
        if len(stmt.parts) > 1:
            for k, part in enumerate(stmt.parts):
                each = self.s.blocks.var("v")
                self.s.emit(f"{each} = {value}[{k}]")
                ctx.env.names[part.var.id] = each
        else:
            ctx.env.names[stmt.parts[0].var.id] = value
        self.pay_permissions(used, by, ctx)

    def pay_permissions(self, used: Sequence[Permission], by: str, ctx: Ctx) -> None:
        for modifier, thing in used:
            bit = 1 << self.x.permission(modifier, thing)
            self.s.guarded(f"{by} & {bit}", self._payer(modifier, thing, ctx))

    def _payer(self, modifier: p.Modifier, thing: int, ctx: Ctx) -> Callable[[], None]:
        def inside() -> None:
            from rulewright.interpreter.generate.statements import Ctx as Context

            env = Env(you=ctx.env.you)
            env.this = self.x.this(modifier.design, thing, env)
            if modifier.limit is not None:
                mine = "1" if modifier.limit.in_all else f"1 << {env.you}"
                self.s.emit(f"{self.s.events.used(modifier.limit)} |= {mine}")
            self.s.mark(modifier)
            self.s.seq(modifier.body, Context(env, ctx.stop, ctx.passing, ctx.actions))
            if modifier.limit is None and not modifier.body:
                self.s.emit("pass")

        return inside

    # ---- may, either, in any order

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
            self._offer(stmt, body, after)
            self.s.seq(stmt.body, body)
        self.s.blocks.jump(head or after)
        self.s.blocks.start(after)

    def offer_or(self, stmt: p.May, ctx: Ctx, declined: Any) -> None:
        """An offer that is taken, or leads elsewhere if it is declined or cannot be made."""
        body = ctx.inner()
        if self._leads_with_choice(stmt.body):
            body.decline = declined
        else:
            self._offer(stmt, body, declined)
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

    def _offer(self, stmt: p.May, ctx: Ctx, after: Any) -> None:
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
                triggers = self.s.events.triggers.get(stmt.action.words.name, [])
                waiting = any(t.timing in ("before", "instead") for t, _, _ in triggers)
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
        decline, ctx.decline = ctx.decline, None
        answer = self.ask(
            "list",
            stmt,
            ctx,
            f"({mark} + (None,))" if decline is not None else mark,
            declines=decline is not None,
            type_="branch",
        )
        if decline is not None:
            self._declined(answer, decline)
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

    def ask_effects(self, labels: tuple[str, ...], found: Any, you: str, ready: str, optional: int, ctx: Ctx) -> str:
        """The owner of several effects picks the next, or none of those that are optional."""
        inner = ctx.inner()
        inner.env.you = you
        domain = f"tuple(bits({ready})) + ((None,) if not {ready} & ~{optional} else ())"
        return self.ask("list", found, inner, domain, declines=True, type_="effect", labels=labels)

    # ---- secret, simultaneous

    def secret(self, stmt: p.Secret, ctx: Ctx) -> None:
        from rulewright.interpreter.generate.statements import Decision

        b = self.s.blocks
        name = self.x.fresh("o")
        env = ctx.env.copy()
        env.you = "you"
        choose = p.Choose((stmt.part,), stmt.where, (), False, None, stmt.span)
        domain = self.domain(choose, env)
        listed = f"tuple(bits({domain}))" if self._is_masked(stmt.part) else domain
        self.s.extra[name] = [f"def {name}(S, you):", f"    return {listed}"]
        if self.s.fused:
            mark = b.var("v")
            b.emit(f"{mark} = tuple([pick_from({name}(S, q) or (-1,)) for q in range({self.program.players})])")
            b.emit(f"S[{STEPS}] += sum([q != -1 for q in {mark}])")
            ctx.env.names[stmt.part.var.id] = mark
            return
        resume = b.new(_told(ctx, stmt), pinned=True)
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

    # ---- amounts

    def asks(self, stmt: p.Transfer) -> bool:
        return any(isinstance(x, p.AnyUnits | p.OneOf) for x in walk(stmt.amount)) or (
            stmt.mode is p.Mode.PAY or any(isinstance(x, p.ThingUnits) for x in walk(stmt.amount))
        )

    def transfer(self, stmt: p.Transfer, ctx: Ctx) -> None:
        if stmt.mode is p.Mode.PAY:
            affordable = self.affordable(stmt.amount, ctx.env)
            if affordable != "True":
                self.unless(affordable, ctx.decline or ctx.stop)
        some = self._amount_test(stmt, ctx)
        self._amount(stmt, stmt.amount, ctx)
        if some is None:
            self.s.events.transferred(stmt, ctx)
        else:
            self.s.guarded(some, lambda: self.s.events.transferred(stmt, ctx))

    def _amount_test(self, stmt: p.Transfer, ctx: Ctx) -> str | None:
        """To gain, lose or pay nothing is no event: the test for that, where the number is not known."""
        if not isinstance(stmt.amount, p.Units | p.PieceUnits) or not self.s.events.matching(stmt):
            return None
        if stmt.times is None and self.x.value(stmt.amount.number, ctx.env) is not MISSING:
            return None
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
                    self._amount(stmt, part, ctx)
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
        decline, ctx.decline = ctx.decline, None
        answer = self.ask(
            "list",
            stmt,
            ctx,
            f"({mark} + (None,))" if decline is not None else mark,
            declines=decline is not None,
            type_=("mix", amount.units),
        )
        if decline is not None:
            self._declined(answer, decline)
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
        decline, ctx.decline = ctx.decline, None
        answer = self.ask(
            "list",
            stmt,
            ctx,
            f"({mark} + (None,))" if decline is not None else mark,
            declines=decline is not None,
            type_=("amount", amount.parts),
        )
        if decline is not None:
            self._declined(answer, decline)
        self.s.branch(
            [(f"{answer} == {k}", self._part_writer(stmt, part, ctx)) for k, part in enumerate(amount.parts)], None
        )

    def _part_writer(self, stmt: p.Transfer, part: p.Amount, ctx: Ctx) -> Callable[[], None]:
        return lambda: self._amount(stmt, part, ctx.inner())

    def _things(self, stmt: p.Transfer, amount: p.ThingUnits, ctx: Ctx) -> None:
        """`lose 1 card`: which, a rule says: `instead of you lose a card`."""
        rules = [
            x
            for x in self.s.events.triggers.get(stmt.mode.value, [])
            if x[0].timing == "instead" and x[0].pattern.object is amount.component
        ]
        rules.sort(key=lambda owned: owned[1] is None)
        if not rules:
            verb, name = stmt.mode.value, amount.component.name
            raise unsupported(f"`{verb} {name}` without a rule `instead of you {verb} a {name}`", stmt)
        item = self.s.blocks.var("i")
        count = self._number(stmt, amount.number, ctx)

        def once() -> None:
            after = self.s.blocks.new()
            for owned in rules:
                test = self.s.events.test(owned, ctx, {})
                env = self.s.events.env(owned, ctx, {})
                home, indent = self.s.blocks.here, self.s.blocks.indent
                self.s.emit(f"if {test}:")
                self.s.blocks.indent += 1
                self.s.events.body(owned[0], ctx, env)
                self.s.blocks.jump(after)
                self.s.blocks.here, self.s.blocks.indent = home, indent
            self.s.blocks.jump(after)
            self.s.blocks.start(after)

        self.s.loop_over(f"tuple(range({count}))", item, once)

    # ---- availability

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


def _about(expr: Any, var: p.Var, others: Sequence[p.Var]) -> list[p.Expr]:
    """The largest parts of a condition that take work and depend on one variable of a choice alone."""
    own = {id(x.var) for x in walk(expr) if isinstance(x, p.Fold)}
    if isinstance(expr, p.Call | p.Fold) and mentions(expr, var):
        used = {x.var for x in walk(expr) if isinstance(x, p.Local)}
        bound = {id(x.var) for x in walk(expr) if isinstance(x, p.Fold)}
        if not any(other in used for other in others) and all(id(x) in bound or id(x) not in own for x in used):
            return [expr]
    if isinstance(expr, p.Fold):
        return []
    return [found for child in children(expr) for found in _about(child, var, others)]


def _told(ctx: Ctx, stmt: Any) -> str:
    """Where a decision stands, above the code that has its answer."""
    span = getattr(stmt, "span", None)
    return f"{ctx.actions[-1]}, {span}" if ctx.actions and span is not None else ""


def _plain_names(env: Env) -> list[str]:
    """The Python names that the sources of an environment use."""
    texts = [env.you or "", env.this or "", *env.names.values()]
    return sorted({name for text in texts for name in re.findall(r"(?<![\w⟪])(you|thing|x\d+|q|item)(?![\w⟫])", text)})

