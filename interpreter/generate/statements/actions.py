"""Actions and effects of things: written where they happen, or once, as routines that are jumped to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.dsl import program as p
from rulewright.dsl.types import T
from rulewright.interpreter.generate.blocks import Block
from rulewright.interpreter.generate.context import Ctx, Routine, Writer
from rulewright.interpreter.generate.cycles import effect_place
from rulewright.interpreter.generate.expressions import Env
from rulewright.interpreter.generate.statements.writing import Writing


class Actions(Writing):
    """Writes calls."""

    def _call(self, stmt: p.CallAction, ctx: Ctx) -> None:
        self.events.action(stmt, ctx, lambda inner: self.run_action(stmt.action, stmt.args, inner))

    def run_action(self, action: p.Action, args: Sequence[p.Expr], ctx: Ctx) -> None:
        """The action itself, without what waits for it: written here, or jumped to."""
        if self.inlines(action):
            self._inline(action, args, ctx)
        else:
            self._jump_to(action, args, ctx)



    def _inline(self, action: p.Action, args: Sequence[p.Expr], ctx: Ctx) -> None:
        env = Env(you=ctx.env.you, this=ctx.env.this)
        env.given = ctx.env.given | {var.id: arg for (_, var), arg in zip(action.params, args, strict=True)}
        for (_prep, var), arg in zip(action.params, args, strict=True):
            self.bind(var, arg, ctx.env, env)
        self.emit(f"# {action.words.name}" + (f", {action.words.span}" if action.words.span is not None else ""))
        if self.straight(action.body):
            self.seq(action.body, Ctx(env, ctx.stop, ctx.passing, (*ctx.actions, action.words.name), ctx.decline))
            return
        end = self.blocks.new()
        self.seq(action.body, Ctx(env, end, ctx.passing, (*ctx.actions, action.words.name), ctx.decline))
        self.blocks.jump(end)
        self.blocks.start(end)

    def bind(self, var: p.Var, arg: p.Expr, outer: Env, inner: Env) -> None:
        """Gives a parameter its value: a constant, a simple source as it stands, or a new variable."""
        value = self.x.value(arg, outer)
        if isinstance(value, int) and var.type.t is not T.CELL:
            inner.values[var.id] = value
            return
        if isinstance(value, p.Piece):
            inner.values[var.id] = value
            return
        if isinstance(arg, p.Const):
            inner.names[var.id] = self.x.source(arg, outer)
            return
        mark = self.blocks.var("v")
        self.emit(f"{mark} = {self.x.source(arg, outer)}")
        inner.names[var.id] = mark

    def _jump_to(self, action: p.Action, args: Sequence[p.Expr], ctx: Ctx) -> None:
        acted = ctx.env.you is not None

        def write(marks: Sequence[str], you: str | None, end: Block) -> None:
            env = Env({var.id: mark for (_, var), mark in zip(action.params, marks, strict=True)}, {}, you)
            self.seq(action.body, Ctx(env, end, None, (action.words.name,)))

        key, framed = action.key if acted else f"{action.key} by nobody", self.events.is_recursive(action)
        routine = self.routine(key, action.words, len(action.params), acted, framed, write)
        self.enter(routine, ctx.env.you, [self.x.source(arg, ctx.env) for arg in args])

    def enter(self, routine: Routine, you: str | None, values: Sequence[str]) -> None:
        """Jumps to a routine with these values and goes on after it."""
        after = self.blocks.new(pinned=True)
        if routine.frame is not None:
            values = [self._kept(value) for value in values]
            you = self._kept(you) if you is not None else None
            self.emit(f"push(S, {routine.number}, ({routine.frame}))")
        for mark, value in zip(routine.params, values, strict=True):
            self.emit(f"{mark} = {value}")
        if routine.you is not None:
            self.emit(f"{routine.you} = {you}")
        self.emit(f"{routine.back} = {after.label}")
        self.blocks.jump(routine.entry)
        self.blocks.start(after)
        if routine.frame is not None:
            self.emit(f"({routine.frame}) = pop(S)")

    def _kept(self, source: str) -> str:
        """A value worked out before the variables it is made of are put aside."""
        mark = self.blocks.var("w")
        self.emit(f"{mark} = {source}")
        return mark

    def routine(self, key: str, words: p.Words, params: int, acted: bool, framed: bool, write: Writer) -> Routine:
        """The one place where something is written, for a player or for nobody; the writing is done after the rest."""
        if key not in self.routines:
            entry = self.blocks.new(f"{words.name}, {words.span}", pinned=True)
            number = len(self.routines)
            self.routines[key] = Routine(
                words,
                entry,
                self.blocks.var("you") if acted else None,
                tuple(self.blocks.var("v") for _ in range(params)),
                self.blocks.var("back"),
                number,
                f"⟦{number}⟧" if framed else None,
                write,
                key.startswith("clause "),
            )
            self._pending_routines.append(self.routines[key])
        return self.routines[key]

    def write_routines(self) -> None:
        while self._pending_routines:
            routine = self._pending_routines.pop()
            end = self.blocks.new()
            self.blocks.start(routine.entry)
            before = self.blocks.count
            routine.write(routine.params, routine.you, end)
            self.blocks.jump(end)
            self.blocks.start(end)
            self.emit(f"return BLOCKS[{routine.back}]")
            if routine.frame is not None:
                own = [*routine.params, routine.back, *([routine.you] if routine.you is not None else [])]
                self._frames[routine.frame] = own + self.blocks.since(before)
        self.blocks.fill(self._frames)

    def _do(self, stmt: p.Do, ctx: Ctx) -> None:
        """Carries out whichever design the thing has."""
        root = self.program.components[stmt.thing.type.base].root
        if not self.events.cycles.is_circular(effect_place(root, stmt.field.name if stmt.field is not None else "")):
            thing = self.blocks.var("t")
            self.emit(f"{thing} = {self.x.source(stmt.thing, ctx.env)}")
            self._effects(stmt, root, thing, ctx)
            return
        acted = ctx.env.you is not None

        def write(marks: Sequence[str], you: str | None, end: Block) -> None:
            self._effects(stmt, root, marks[0], Ctx(Env(you=you), end, None, ctx.actions))

        words = self.program.components[root].words
        key = f"effect {root} {stmt.field.name if stmt.field is not None else ''} {acted}"
        routine = self.routine(key, words, 1, acted, True, write)
        self.enter(routine, ctx.env.you, [self.x.source(stmt.thing, ctx.env)])

    def _effects(self, stmt: p.Do, root: str, thing: str, ctx: Ctx) -> None:
        cases: list[tuple[str, Callable[[], None]]] = []
        for component in self.program.components.values():
            if component.root != root:
                continue
            for design in component.designs:
                body = design.values.get(stmt.field.name, ()) if stmt.field is not None else design.body
                if not design.things or not body:
                    continue
                cases.append((_among(thing, design.things), self._design_body(design, body, thing, ctx)))
        if cases:
            self.branch(cases, None)

    def _design_body(self, design: p.Design, body: Sequence[p.Stmt], thing: str, ctx: Ctx) -> Callable[[], None]:
        def inside() -> None:
            end = self.blocks.new()
            env = Env(you=ctx.env.you, this=thing)
            self.emit(f"# {design.words.name}" + (f", {design.words.span}" if design.words.span is not None else ""))
            self.seq(body, Ctx(env, end, ctx.passing, (*ctx.actions, design.words.name), ctx.decline))
            self.blocks.jump(end)
            self.blocks.start(end)

        return inside


def _among(thing: str, things: tuple[int, ...]) -> str:
    if len(things) == 1:
        return f"{thing} == {things[0]}"
    if things == tuple(range(things[0], things[-1] + 1)):
        return f"{things[0]} <= {thing} <= {things[-1]}"
    return f"{thing} in {things}"
