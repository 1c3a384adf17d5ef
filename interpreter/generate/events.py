"""Events: what waits for an action, a step or a change, in the documented order.

instead of, before, the event, after (rules of the game as declared, then each owner in turn order from the active
player, who picks the order of what is theirs; conditions are judged afresh after each), then `always`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, get_args

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.program_effects import Changes, looks_at, written
from rulewright.dsl.program_walk import children, uses_you, walk
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.cycles import Cycles, action_place, clause_place
from rulewright.interpreter.generate.expressions import Env, bracket, unsupported
from rulewright.interpreter.generate.layout import ACTIVE, CLAUSE, NODE, ORDER, Slot

if TYPE_CHECKING:
    from rulewright.interpreter.generate.statements import Statements

Owned = tuple[p.Trigger, p.Design | None, int]
CHANGES = (p.Place, p.PlaceThing, p.Lift, p.Put, p.Set, p.Draw, p.Transfer)
SLOT_STORES = {
    "unit": p.Store.UNIT,
    "memory": p.Store.MEMORY,
    "pieces": p.Store.PIECES,
    "supply": p.Store.SUPPLY,
    "zone": p.Store.ZONE,
    "with": p.Store.CELL_FIELD,
    "field": p.Store.CELL_FIELD,
    "thing": p.Store.THING_FIELD,
}


class Events:
    """Knows every clause of the program and writes it where it applies."""

    def __init__(self, statements: Statements) -> None:
        self.s = statements
        self.program = statements.program
        self.layout = statements.layout
        self.triggers: dict[str, list[Owned]] = {}
        self.always: list[p.Always] = []
        self._clauses = 0
        self._concerned: dict[tuple[int, int], tuple[bool, Any]] = {}
        self._settled: dict[tuple[int, ...], tuple[list[p.Always], Changes]] = {}
        self._collect()
        self._everything: list[Any] | None = None
        self._guard: set[int] = set()
        self._writing: list[int] = []
        self._writing_always = False
        self._during = {
            t.pattern.during for ts in self.triggers.values() for t, _, _ in ts if t.pattern.during is not None
        }
        for name in sorted(self._during):
            self.layout.add(f"during:{name}", 1, 0)

    def _collect(self) -> None:
        for rule in self.program.rules.values():
            self._take(rule.clauses, None)
        for component in self.program.components.values():
            for design in component.designs:
                self._take(design.clauses, design)

    def _take(self, clauses: Sequence[p.Clause], design: p.Design | None) -> None:
        for clause in clauses:
            if isinstance(clause, p.Trigger):
                clause.id, self._clauses = self._clauses, self._clauses + 1
                found = self.triggers.setdefault(clause.pattern.event, [])
                found.extend((clause, design, thing) for thing in self.s.x.copies(design, clause))
            elif isinstance(clause, p.Always):
                self.always.append(clause)

    # ---- questions

    def everything(self) -> list[Any]:
        if self._everything is None:
            self._everything = list(every_node(self.program))
        return self._everything

    @cached_property
    def _limits(self) -> list[p.Limit]:
        return [x for x in self.everything() if isinstance(x, p.Limit)]

    @cached_property
    def reads_active(self) -> bool:
        owned = any(design is not None for found in self.triggers.values() for _, design, _ in found)
        return owned or any(isinstance(x, p.Apply) and x.prim is p.Prim.ACTIVE for x in self.everything())

    def calls(self, action: p.Action) -> int:
        return sum(1 for x in self.everything() if isinstance(x, p.CallAction) and x.action is action)

    @cached_property
    def cycles(self) -> Cycles:
        return Cycles(self)

    def is_recursive(self, action: p.Action) -> bool:
        return self.cycles.is_circular(action_place(action))

    def is_circular(self, trigger: p.Trigger) -> bool:
        """Whether other clauses or actions lead from a clause back to it."""
        return self.cycles.is_circular(clause_place(trigger))

    def matching(self, node: Any) -> list[Owned]:
        """The triggers that a statement may set off; what a clause does is no event for that clause itself."""
        here = self._writing[-1] if self._writing else None
        return [x for x in self.waiting_for(node) if x[0].id != here]

    def waiting_for(self, node: Any) -> list[Owned]:
        match node:
            case p.CallAction():
                return self.waiting_for_action(node.action)
            case p.Step():
                return [x for x in self.triggers.get(node.name, []) if x[0].pattern.is_step]
            case p.Place():
                found = list(self.triggers.get("place", []))
                if node.lifted:
                    found += self.triggers.get("move", [])
                return [x for x in found if self._about_piece(x[0], node.piece)]
            case p.PlaceThing():
                return [x for x in self.triggers.get("place", []) if self._about_thing(x[0], node)]
            case p.Transfer():
                return [x for x in self.triggers.get(node.mode.value, []) if self._about_units(x[0], node)]
            case _:
                return []

    def replacing(self, node: Any) -> list[Owned]:
        """The triggers that may stand instead of a statement; which thing is lost, `lose` itself asks them."""
        found = (x for x in self.matching(node) if x[0].timing == "instead")
        return [
            x for x in found if not isinstance(node, p.Transfer) or not isinstance(x[0].pattern.object, p.Component)
        ]

    def early(self, node: Any) -> list[Owned]:
        """The triggers that come before a statement or stand instead of it."""
        return [*self.replacing(node), *(x for x in self.matching(node) if x[0].timing == "before")]

    def waiting_for_action(self, action: p.Action) -> list[Owned]:
        """A step may have the name of an action: `after you X` then waits for the action, `at X` for the step."""
        return [x for x in self.triggers.get(action.words.name, []) if not x[0].pattern.is_step]

    def _about_piece(self, trigger: p.Trigger, piece: p.Piece) -> bool:
        about = trigger.pattern.object
        return about is None or (isinstance(about, p.Piece) and (about is piece or piece.counts_as == about.words.name))

    def _about_thing(self, trigger: p.Trigger, node: p.PlaceThing) -> bool:
        about, components = trigger.pattern.object, self.program.components
        return about is None or (isinstance(about, p.Component) and about.root == components[node.thing.type.base].root)

    def _about_units(self, trigger: p.Trigger, node: p.Transfer) -> bool:
        about = trigger.pattern.object
        for x in walk(node.amount):
            if (
                about is None
                or (isinstance(x, p.Units) and x.unit is about)
                or (isinstance(x, p.ThingUnits) and x.component is about)
            ):
                return True
            if isinstance(x, p.AnyUnits | p.AllUnits) and (
                about in x.units or about == f"group:{x.group if isinstance(x, p.AnyUnits) else x.name}"
            ):
                return True
            if isinstance(x, p.PieceUnits) and x.piece is about:
                return True
            if isinstance(x, p.Units) and x.unit.group is not None and about == f"group:{x.unit.group}":
                return True
        return False

    def suspends(self, node: Any) -> bool:
        for trigger, design, _thing in self.matching(node):
            if trigger.id in self._guard:
                continue
            self._guard.add(trigger.id)
            found = design is not None or self.s.suspends(trigger.body)
            self._guard.discard(trigger.id)
            if found:
                return True
        concerned = isinstance(node, CHANGES) and any(self.concerns(a, node) for a in self.always)
        return concerned and self._always_asks()

    def _always_asks(self) -> bool:
        if self._writing_always or -1 in self._guard:
            return False
        self._guard.add(-1)
        found = any(self.s.suspends(a.body) for a in self.always)
        self._guard.discard(-1)
        return found

    def is_crooked(self, node: Any) -> bool:
        for trigger, design, _thing in self.matching(node):
            if trigger.id in self._guard:
                continue
            self._guard.add(trigger.id)
            found = design is not None or self.is_circular(trigger) or not self.s.straight(trigger.body)
            self._guard.discard(trigger.id)
            if found:
                return True
        if self.replacing(node):
            return True
        if isinstance(node, p.Place) and self.matching(node):
            single = isinstance(node.cells, p.Apply) and node.cells.prim is p.Prim.SINGLE
            if not single or node.piece.covers is not None:
                return True
        if isinstance(node, CHANGES):
            return any(self.concerns(a, node) for a in self.always) and not self._writing_always
        return False

    # ---- writing

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

    def used(self, limit: p.Limit) -> str:
        """The slot that keeps who has used up a limit."""
        name = f"used:{limit.period}:{limit.span.start}"
        if name not in self.layout.slots:
            self.layout.add(name, 1, 0)
        return f"S[{self.layout.slots[name].base}]"

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

    def transfer(self, stmt: p.Transfer, ctx: Ctx, run: Callable[[], None]) -> None:
        """Something is gained, lost or paid, with what comes before it or stands instead."""
        late = [x for x in self.matching(stmt) if x[0].timing == "after"]
        self._around([*self.early(stmt), *late], ctx, {}, run)

    def transferred(self, stmt: p.Transfer, ctx: Ctx) -> None:
        self._after([x for x in self.matching(stmt) if x[0].timing == "after"], ctx, {})

    def changed(self, stmt: Any, ctx: Ctx) -> None:
        """After a change: `always` rules that look at what changed."""
        if self._writing_always:
            return
        concerned = [a for a in self.always if self.concerns(a, stmt)]
        if concerned:
            self._run_always(concerned, ctx)

    def concerns(self, rule: p.Always, stmt: Any) -> bool:
        """Whether a statement changes anything that an `always` rule looks at."""
        if not isinstance(stmt, CHANGES):
            return False
        key = (id(rule), id(stmt))
        if key not in self._concerned:
            self._concerned[key] = (looks_at(walk(rule.body), written(stmt, self.program)), stmt)
        return self._concerned[key][0]

    # ---- always

    def _run_always(self, rules: Sequence[p.Always], ctx: Ctx) -> None:
        """Every rule in turn; where what they change may concern them again, until a whole round changes nothing."""
        rules, watched = self._settling(rules)
        self._writing_always = True
        if watched:
            self._until_settled(rules, watched, ctx)
        else:
            self._each_always(rules, ctx)
        self._writing_always = False

    def _each_always(self, rules: Sequence[p.Always], ctx: Ctx) -> None:
        for rule in rules:
            self.s.emit(f"# {rule.words.name}, {rule.words.span}")
            self.s.mark(rule)
            self.s.seq(rule.body, ctx.inner())

    def _until_settled(self, rules: Sequence[p.Always], watched: Changes, ctx: Ctx) -> None:
        b = self.s.blocks
        head, after = b.new(), b.new()
        rounds, before = b.var("n"), b.var("z")
        now = self._snapshot(watched)
        b.emit(f"{rounds} = 0")
        b.jump(head)
        b.start(head)
        b.emit(f"{before} = {now}")
        self._each_always(rules, ctx)
        b.emit(f"if {before} == {now}:")
        b.indent += 1
        b.jump(after)
        b.indent -= 1
        b.emit(f"{rounds} = settling({rounds}, {tuple(self.always.index(rule) for rule in rules)})")
        b.jump(head)
        b.start(after)

    def _settling(self, rules: Sequence[p.Always]) -> tuple[list[p.Always], Changes]:
        """The rules that a change can set going one after the other, and what of their changes they look at again."""
        key = tuple(map(id, rules))
        if key not in self._settled:
            self._settled[key] = self._worked_out(rules)
        return self._settled[key]

    def _worked_out(self, rules: Sequence[p.Always]) -> tuple[list[p.Always], Changes]:
        found = list(rules)
        changes: Changes = set()
        for rule in found:
            changes |= self._all_changes(rule.body, set())
            found += [x for x in self.always if x not in found and looks_at(walk(x.body), changes)]
        found.sort(key=self.always.index)
        return found, {x for x in changes if any(looks_at(walk(rule.body), {x}) for rule in found)}

    def _all_changes(self, body: Any, seen: set[Any]) -> Changes:
        """What carrying something out may change, with all that it calls and sets off."""
        found: Changes = set()
        for node in walk(body):
            found |= written(node, self.program)
            inner: list[tuple[Any, Any]] = [(t.id, t.body) for t, _, _ in self.waiting_for(node)]
            inner += [(node.action.key, node.action.body)] if isinstance(node, p.CallAction) else []
            inner += [(id(d), d.body) for d in self._designs(node)] if isinstance(node, p.Do) else []
            for key, block in inner:
                if key not in seen:
                    seen.add(key)
                    found |= self._all_changes(block, seen)
        return found

    def _designs(self, node: p.Do) -> list[p.Design]:
        root = self.program.components[node.thing.type.base].root
        return [d for c in self.program.components.values() if c.root == root for d in c.designs]

    def _snapshot(self, watched: Changes) -> str:
        """All that is watched, as one value to be compared."""
        slots = [slot for name, slot in self.layout.slots.items() if _change_of(name) in watched]
        return "(" + "".join(f"{_kept(slot)}, " for slot in slots) + ")"

    # ---- around an event

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
        offer = _plain_offer(trigger)
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

    def _writer(self, owned: Owned, ctx: Ctx, binds: dict[str, str], you: str | None = None) -> Callable[[], None]:
        return lambda: self.body(owned[0], ctx, self.env(owned, ctx, binds, you))

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

    # ---- owners

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

    def _context(self, owned: Owned, ctx: Ctx, binds: dict[str, str], you: str | None) -> Ctx:
        return Ctx(self.env(owned, ctx, binds, you), ctx.stop, ctx.passing, (*ctx.actions, owned[0].words.name))

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
        offer = _plain_offer(owned[0])
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

    def halted(self) -> None:
        self.s.emit(f"S[{NODE}] = -1")


def _plain_offer(trigger: p.Trigger) -> p.May | None:
    """The `may` that is all of a clause."""
    match trigger.body:
        case (p.May(times=None, any_times=False) as offer,):
            return offer
        case _:
            return None


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


def _kept(slot: Slot) -> str:
    return f"S[{slot.base}]" if slot.count == 1 else f"tuple(S[{slot.base}:{slot.base + slot.count}])"


def _change_of(slot: str) -> tuple[p.Store, str]:
    """What of the program a slot of the state holds."""
    sort, _, name = slot.partition(":")
    plain = name.rpartition(".")[2] if sort in ("with", "field", "thing") else name
    return SLOT_STORES.get(sort, p.Store.SECRET), plain
