"""Statements -> blocks. What never asks becomes plain Python; a decision ends a block, its answer begins the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T
from rulewright.interpreter.generate.blocks import Block, Blocks
from rulewright.interpreter.generate.choices import Choices
from rulewright.interpreter.generate.cycles import effect_place
from rulewright.interpreter.generate.events import Events
from rulewright.interpreter.generate.expressions import Env, Expressions, bracket, unsupported
from rulewright.interpreter.generate.layout import ACTIVE, NODE, NONE, ORDER, WINNERS, Layout
from rulewright.interpreter.generate.marks import Marks
from rulewright.interpreter.runtime import MAX_NUMBER

INLINE_SIZE = 14
Writer = Callable[[Sequence[str], str | None, Block], None]
"""Writes a routine's body, given the names of its parameters and of `you`, and the block that leaves it."""


@dataclass(slots=True)
class Ctx:
    """Where a statement stands: its names, where `stop` and `pass` lead, and the actions around it."""

    env: Env
    stop: Block
    passing: Callable[[], None] | None = None
    actions: tuple[str, ...] = ()
    decline: Block | None = None
    lifted: str | None = None

    def inner(self) -> Ctx:
        return replace(self, env=self.env.copy())


@dataclass(slots=True)
class Routine:
    """What is written once and jumped to from several places: an action, a clause that can come round.

    `frame` stands for all its variables where it can come back to itself: they are put aside while it does.
    """

    words: p.Words
    entry: Block
    you: str | None
    params: tuple[str, ...]
    back: str
    number: int
    frame: str | None
    write: Writer
    is_clause: bool = False


@dataclass(slots=True)
class Decision:
    """What the machine asks at one place. Filled by `choices`."""

    id: int
    kind: str
    stmt: Any
    actions: tuple[str, ...]
    resume: int
    can_decline: bool
    options: str | None = None
    labels: tuple[str, ...] = ()
    type: Any = None
    secret: bool = False
    captured: dict[str, Any] = field(default_factory=dict)
    given: dict[int, p.Expr] = field(default_factory=dict)

    @property
    def is_usual(self) -> bool:
        """Whether its first option is what nearly everybody takes, so that drivers take it unless told otherwise."""
        return bool(self.type == "usual")


class Statements:
    """Writes the statements of one program."""

    def __init__(self, layout: Layout, *, fused: bool = False, marks: Marks | None = None) -> None:
        self.layout = layout
        self.program = layout.program
        self.fused = fused
        self.marks = marks
        self.blocks = Blocks(fused=fused)
        self.x = Expressions(layout, marks)
        self.decisions: list[Decision] = []
        self.extra: dict[str, list[str]] = {}
        self.routines: dict[str, Routine] = {}
        self.events = Events(self)
        self.choices = Choices(self)
        self.finish = self.blocks.new("the end of the game", pinned=True)
        self._suspends: dict[str, bool] = {}
        self._sizes: dict[str, int] = {}
        self._pending_routines: list[Routine] = []
        self._frames: dict[str, list[str]] = {}
        self._dispatch: dict[type, Callable[[Any, Ctx], None]] = {
            p.Let: self._let,
            p.Set: self._set,
            p.Place: self._place,
            p.PlaceThing: self._place_thing,
            p.Lift: self._lift,
            p.Put: self._put,
            p.Draw: self._draw,
            p.Transfer: self.choices.transfer,
            p.Choose: self.choices.choose,
            p.CallAction: self._call,
            p.Do: self._do,
            p.If: self._if,
            p.ForEach: self._for_each,
            p.EachPlayer: self._each_player,
            p.Repeat: self._repeat,
            p.May: self.choices.may,
            p.Must: self._must,
            p.Either: self.choices.either,
            p.AnyOrder: self.choices.any_order,
            p.Secret: self.choices.secret,
            p.TakeTurns: self._take_turns,
            p.As: self._as,
            p.Step: self._step,
            p.Needs: self._needs,
            p.Limit: self._limit,
            p.Shuffle: self._shuffle,
            p.Show: self._show,
            p.RevealChoice: self._reveal_choice,
            p.Assemble: self._assemble,
            p.OrderPlayers: self._order,
            p.Plain: self._plain,
        }

    # ---- sequences

    def seq(self, stmts: Sequence[p.Stmt], ctx: Ctx) -> None:
        for stmt in stmts:
            is_late = self.marks is not None and _runs_late(stmt)
            if not is_late:
                self.mark(stmt)
            self._dispatch[type(stmt)](stmt, ctx)
            if is_late:
                self.mark(stmt)

    def mark(self, node: Any, role: str = "ran") -> None:
        """Counts here, in a machine that counts."""
        if self.marks is not None:
            self.emit(self.marks.line(node, role))

    def marked(self, node: Any, role: str, stmts: Sequence[p.Stmt], ctx: Ctx) -> None:
        """One way of several that a statement can go."""
        self.mark(node, role)
        self.seq(stmts, ctx)

    def emit(self, text: str) -> None:
        self.blocks.emit(text)

    def guarded(self, test: str, inside: Callable[[], None]) -> None:
        """`if test: inside`, whatever blocks the inside opens; goes on after it."""
        self.branch([(test, inside)], None)

    def branch(self, cases: Sequence[tuple[str, Callable[[], None]]], otherwise: Callable[[], None] | None) -> None:
        """if / elif / else. If a case opens new blocks, everything after the branch is a block of its own."""
        home, indent = self.blocks.here, self.blocks.indent
        after: Block | None = None
        first = True
        for test, inside in [*cases, *([("", otherwise)] if otherwise is not None else [])]:
            self.blocks.here, self.blocks.indent = home, indent
            self.emit(f"{'if' if first else 'elif'} {test}:" if test else "else:")
            first = False
            self.blocks.indent = indent + 1
            before = len(home.lines)
            inside()
            if self.blocks.here is not home:
                after = after or self.blocks.new()
                self.blocks.jump(after)
            elif len(home.lines) == before:
                self.emit("pass")
        self.blocks.here, self.blocks.indent = home, indent
        if after is not None:
            self.blocks.jump(after)
            self.blocks.start(after)

    # ---- does it ask?

    def suspends(self, stmts: Any) -> bool:
        """Whether running these may ask somebody something."""
        for node in walk(stmts):
            if isinstance(node, p.May | p.Either | p.AnyOrder | p.Secret) or (
                isinstance(node, p.Choose) and not node.at_random
            ):
                return True
            if isinstance(node, p.Transfer) and self.choices.asks(node):
                return True
            if isinstance(node, p.CallAction) and self._action_suspends(node.action):
                return True
            if isinstance(node, p.Do):
                return True
            if self.events.suspends(node):
                return True
        return False

    def _action_suspends(self, action: p.Action) -> bool:
        if action.key not in self._suspends:
            self._suspends[action.key] = False
            self._suspends[action.key] = self.suspends(action.body)
        return self._suspends[action.key]

    def straight(self, stmts: Any) -> bool:
        """Whether these can be written as plain Python lines: nothing asks, ends, stops, passes, or may be skipped."""
        return not any(isinstance(x, _CROOKED) or self._crooked(x) for x in walk(stmts))

    def _crooked(self, node: Any) -> bool:
        if isinstance(node, p.Choose):
            return not node.at_random or node.otherwise is not None or not self.choices.never_empty(node)
        if isinstance(node, p.CallAction):
            return (
                self.events.is_recursive(node.action)
                or not self.inlines(node.action)
                or self.events.is_crooked(node)
                or not self.straight(node.action.body)
            )
        return (isinstance(node, p.Transfer) and self.choices.asks(node)) or self.events.is_crooked(node)

    # ---- values

    def _let(self, stmt: p.Let, ctx: Ctx) -> None:
        value = self.x.value(stmt.value, ctx.env)
        mark = self.blocks.var("v")
        self.emit(f"{mark} = {self.x.source(stmt.value, ctx.env)}")
        ctx.env.names[stmt.var.id] = mark
        del value

    def _set(self, stmt: p.Set, ctx: Ctx) -> None:
        target = stmt.target
        value = self._fitting(stmt, ctx)
        if target.key is not None and target.key.type.is_set:
            item, value = self.blocks.var("i"), self._settled(value)
            self.emit(f"for {item} in {self.x.elements(target.key, ctx.env)}:")
            self.blocks.indent += 1
            self._assign(target, item, value, ctx)
            self.blocks.indent -= 1
        else:
            key = self.x.source(target.key, ctx.env) if target.key is not None else None
            self._assign(target, key, value, ctx)
        self.events.changed(stmt, ctx)

    def _settled(self, source: str) -> str:
        """A value that stays as it is while a statement does the same to several things."""
        if source.isidentifier() or source.lstrip("-").isdigit():
            return source
        mark = self.blocks.var("v")
        self.emit(f"{mark} = {source}")
        return mark

    def _fitting(self, stmt: p.Set, ctx: Ctx) -> str:
        """The value to be set; a number that may lie outside of what the place holds is looked at first."""
        source = self.x.source(stmt.value, ctx.env)
        low, high = self._bounds(stmt.target)
        known = self.x.value(stmt.value, ctx.env)
        if stmt.target.type.t is not T.NUMBER or (isinstance(known, int) and low <= known <= high):
            return source
        if stmt.target.type.maybe:
            return f"within({source}, {min(low, NONE)}, {high})"
        return f"within({source}, {low}, {high})"

    def _bounds(self, target: p.Read) -> tuple[int, int]:
        match target.store:
            case p.Store.UNIT:
                unit = self.program.units[target.name]
                return unit.low, unit.high
            case p.Store.MEMORY:
                memory = self.program.memories[target.name]
                low, high = memory.low, memory.high
            case p.Store.THING_FIELD:
                thing_field = self.program.components[target.owner].fields[target.name]
                low, high = thing_field.low, thing_field.high
            case _:
                cell_field = self.program.boards[target.owner].fields[target.name]
                low, high = cell_field.low, cell_field.high
        return (low, high) if low < high else (-MAX_NUMBER, MAX_NUMBER)

    def _assign(self, target: p.Read, key: str | None, value: str, ctx: Ctx) -> None:
        match target.store:
            case p.Store.UNIT:
                self.emit(f"{self.x.slot(f'unit:{target.name}', key)} = {value}")
            case p.Store.MEMORY:
                self.emit(f"{self.x.slot(f'memory:{target.name}', key)} = {value}")
            case p.Store.THING_FIELD:
                root = self.program.components[target.owner].root
                self.emit(f"{self.x.slot(f'thing:{root}.{target.name}', key)} = {value}")
            case _:
                owner = self.x.side(ctx.env.you) if self.program.boards[target.owner].per is not p.Per.GAME else "0"
                setter = f"set_cell_{self._board_index(target.owner)}_{self._field_index(target)}"
                self.emit(f"{setter}(S, {key}, {value}, {owner})")

    def _board_index(self, name: str) -> int:
        return list(self.program.boards).index(name)

    def _field_index(self, target: p.Read) -> int:
        return list(self.program.boards[target.owner].fields).index(target.name)

    # ---- pieces

    def piece_slots(self, piece: p.Piece, owner: str | None) -> tuple[str, str, str]:
        """Sources of a piece's cells, its supply, and the board's occupied cells."""
        name = piece.words.name
        board = self.program.boards[piece.board]
        occupied = self.x.slot(f"occupied:{board.name}", self.x.side(owner) if board.per is not p.Per.GAME else None)
        return self.x.slot(f"pieces:{name}", owner), self.x.slot(f"supply:{name}", owner), occupied

    def owner(self, piece: p.Piece, owner: p.Expr | None, ctx: Ctx) -> str | None:
        """Whose piece it is, as code: the one said, else who acts; None if everybody shares them."""
        if piece.per is p.Per.GAME:
            return None
        if owner is not None:
            return self.x.source(owner, ctx.env)
        return self.x.side(ctx.env.you) if piece.per is p.Per.SIDE else ctx.env.you

    def _place(self, stmt: p.Place, ctx: Ctx) -> None:
        owner = self.owner(stmt.piece, stmt.owner, ctx)
        cells, supply, occupied = self.piece_slots(stmt.piece, owner)
        board = stmt.piece.board
        single = stmt.cells.args[0] if isinstance(stmt.cells, p.Apply) and stmt.cells.prim is p.Prim.SINGLE else None
        if stmt.piece.covers is not None and stmt.piece.covers_var is not None and single is not None:
            inner = ctx.env.copy()
            inner.names[stmt.piece.covers_var.id] = self.x.source(single, ctx.env)
            mask, count = self.x.source(stmt.piece.covers, inner), "1"
        else:
            mask = self.x.source(stmt.cells, ctx.env)
            count = "1" if single is not None else ""
        area = self.blocks.var("m")
        self.emit(f"{area} = {mask}")
        position = self.x.source(single, ctx.env) if single is not None and stmt.piece.covers is None else ""
        position = self._settled(position) if position and self.events.early(stmt) else position

        def put() -> None:
            self.emit(f"{cells} |= {area}")
            self.emit(f"{occupied} |= {area}")
            self.emit(f"#view+ {stmt.piece.words.name}|{owner}|{position}|{area}|{board}")
            if not stmt.lifted:
                self.emit(f"{supply} -= {count or f'{area}.bit_count()'}")

        def keep() -> None:
            if stmt.lifted:
                self.emit(f"{supply} += 1")

        self.events.place(stmt, ctx, position, area, put, keep)

    def _place_thing(self, stmt: p.PlaceThing, ctx: Ctx) -> None:
        root = list(self.layout.roots).index(self.program.components[stmt.thing.type.base].root)
        owner = self.x.side(ctx.env.you) if stmt.board.per is not p.Per.GAME else "0"
        thing, spot = self.x.source(stmt.thing, ctx.env), self.x.source(stmt.spot, ctx.env)
        lay = f"lay_{root}_{self._board_index(stmt.board.name)}(S, {thing}, {spot}, {owner})"
        self.events.place_thing(stmt, ctx, lambda: self.emit(lay))

    def _lift(self, stmt: p.Lift, ctx: Ctx) -> None:
        mask = self.blocks.var("m")
        self.emit(f"{mask} = {self.x.source(stmt.cells, ctx.env)}")
        if stmt.owner is None and stmt.piece.per is not p.Per.GAME:
            owner = self.blocks.var("o")
            slot = self.layout.slots[f"pieces:{stmt.piece.words.name}"]
            self.emit(f"for {owner} in range({slot.count}):")
            self.blocks.indent += 1
            self._take_off(stmt, owner, f"({mask} & S[{slot.base}+{owner}])")
            self.blocks.indent -= 1
        else:
            self._take_off(stmt, self.owner(stmt.piece, stmt.owner, ctx), mask)
        if stmt.to != "hand":
            self.events.changed(stmt, ctx)

    def _take_off(self, stmt: p.Lift, owner: str | None, mask: str) -> None:
        cells, supply, occupied = self.piece_slots(stmt.piece, owner)
        gone = self.blocks.var("g")
        self.emit(f"{gone} = {mask}")
        self.emit(f"{cells} &= ~{gone}")
        self.emit(f"{occupied} &= ~{gone}")
        if stmt.to == "supply":
            self.emit(f"{supply} += {gone}.bit_count()")
        self.emit(f"#view- {stmt.piece.words.name}|{owner}||{gone}|{stmt.piece.board}")

    # ---- things

    def _put(self, stmt: p.Put, ctx: Ctx) -> None:
        zone = -1 if stmt.zone is None else self.layout.zone_ids[stmt.zone.words.name]
        key = self.x.source(stmt.key, ctx.env) if stmt.key is not None else "0"
        root = self.program.components[stmt.things.type.elem.base].root
        put = f"put_{list(self.layout.roots).index(root)}"
        if stmt.things.type.is_set or stmt.things.type.is_list:
            item, key = self.blocks.var("i"), self._settled(key)
            self.emit(f"for {item} in list({self.x.elements(stmt.things, ctx.env)}):")
            self.emit(f"    {put}(S, {item}, {zone}, {key})")
        else:
            self.emit(f"{put}(S, {self.x.source(stmt.things, ctx.env)}, {zone}, {key})")
        if stmt.zone is not None:
            self._fits(stmt.zone, key, ctx, stmt.things)
        self.events.changed(stmt, ctx)

    def _fits(self, zone: p.Zone, key: str, ctx: Ctx, things: p.Expr | None = None) -> None:
        """What was put into a zone must have room there."""
        if (zone.at_most is None and zone.room is None) or zone.slots is not None:
            return
        inner = ctx.env.copy()
        inner.you = key if zone.per is p.Per.PLAYER else inner.you
        most = str(zone.at_most) if zone.room is None else self.x.source(zone.room, inner)
        held = self.x.slot(f"zone:{zone.words.name}", key if zone.per is not p.Per.GAME else None)
        count = f"len({held})" if zone.ordered else f"{held}.bit_count()"
        error = f"overfull({zone.words.name!r}, {most})"
        if isinstance(things, p.Const) and things.name in self.program.options and isinstance(things.value, int):
            called = self.program.options[things.name][0].called or things.name
            error = f"too_many_named({called!r}, {things.value.bit_count()}, {zone.words.name!r}, {most})"
        self.emit(f"if {count} > {most}: raise {error}")

    def _draw(self, stmt: p.Draw, ctx: Ctx) -> None:
        ids = self.layout.zone_ids
        source_key = self.x.source(stmt.source_key, ctx.env) if stmt.source_key is not None else "0"
        key = self.x.source(stmt.key, ctx.env) if stmt.key is not None else "0"
        number = self.x.source(stmt.number, ctx.env)
        if number == "1" and _is_plain(stmt.source) and (_is_plain(stmt.zone) or not stmt.zone.ordered):
            self._draw_one(stmt, source_key, key)
            self._fits(stmt.zone, key, ctx)
            self.events.changed(stmt, ctx)
            return
        self.emit(f"draw(S, {number}, {ids[stmt.source.words.name]}, {source_key}, {ids[stmt.zone.words.name]}, {key})")
        self._fits(stmt.zone, key, ctx)
        self.events.changed(stmt, ctx)

    def _draw_one(self, stmt: p.Draw, source_key: str, key: str) -> None:
        """The top thing of one plain pile, written out."""
        ids, slots = self.layout.zone_ids, self.layout.slots
        root = self.program.components[stmt.source.component].root
        pile = self.x.slot(f"zone:{stmt.source.words.name}", source_key if stmt.source.per is not p.Per.GAME else None)
        goal = self.x.slot(f"zone:{stmt.zone.words.name}", key if stmt.zone.per is not p.Per.GAME else None)
        number, base = ids[stmt.zone.words.name], slots[f"zone:{stmt.zone.words.name}"].base
        thing = self.blocks.var("t")
        if stmt.source.feeders:
            self.emit(f"if not {pile}: renew(S, {ids[stmt.source.words.name]}, {source_key})")
        self.emit(f"if {pile}:")
        self.emit(f"    {thing} = {pile}[-1]")
        self.emit(f"    {pile} = {pile}[:-1]")
        self.emit(f"    {goal} += ({thing},)" if stmt.zone.ordered else f"    {goal} |= 1 << {thing}")
        at = str(number << 20 | base) if stmt.zone.per is p.Per.GAME else f"{number << 20} | {base}+{key}"
        self.emit(f"    S[{slots[f'where:{root}'].base}+{thing}] = {at}")
        if stmt.zone.seen == "nobody":
            self.emit(f"    S[{slots[f'seen:{root}'].base}+{thing}] = 0")

    def _shuffle(self, stmt: p.Shuffle, ctx: Ctx) -> None:
        key = self.x.source(stmt.key, ctx.env) if stmt.key is not None else "0"
        self.emit(f"shuffle_zone(S, {self.layout.zone_ids[stmt.zone.words.name]}, {key})")

    def _show(self, stmt: p.Show, ctx: Ctx) -> None:
        if stmt.things.type.elem.t is not T.THING:
            raise unsupported("showing this", stmt)
        root = self.program.components[stmt.things.type.elem.base].root
        slot = self.layout.slots[f"seen:{root}"]
        who = str((1 << self.program.players) - 1) if stmt.to_all else f"1 << {ctx.env.you}"
        items = (
            self.x.elements(stmt.things, ctx.env)
            if stmt.things.type.is_set or stmt.things.type.is_list
            else f"({self.x.source(stmt.things, ctx.env)},)"
        )
        item = self.blocks.var("i")
        self.emit(f"for {item} in {items}:")
        change = "= 0" if stmt.hide else f"|= {who}"
        self.emit(f"    if {item} >= 0: S[{slot.base}+{item}] {change}")

    def _reveal_choice(self, stmt: p.RevealChoice, ctx: Ctx) -> None:
        self.emit("reveal_secrets(S)")
        type_ = stmt.var.type
        if type_.core.t is not T.THING or self.fused:
            return
        seen = self.layout.slots[f"seen:{self.program.components[type_.core.base].root}"].base
        answer, thing = self.blocks.var("a"), self.blocks.var("i")
        things = f"bits({answer})" if type_.is_set else answer if type_.is_list else f"({answer},)"
        self.emit(f"for {answer} in {ctx.env.names[stmt.var.id]}:")
        self.emit(f"    for {thing} in {things} if {answer} != {NONE} else ():")
        self.emit(f"        S[{seen}+{thing}] = {(1 << self.program.players) - 1}")

    def _assemble(self, stmt: p.Assemble, ctx: Ctx) -> None:
        turns = f", {self.x.source(stmt.turns, ctx.env)}" if stmt.turns is not None else ""
        self.emit(f"assemble_{self._board_index(stmt.board.name)}(S, {self.x.source(stmt.maps, ctx.env)}{turns})")

    def _order(self, stmt: p.OrderPlayers, ctx: Ctx) -> None:
        if stmt.at_random:
            self.emit(f"S[{ORDER}] = shuffled(S, S[{ORDER}])")
        elif stmt.order is not None:
            self.emit(f"S[{ORDER}] = tuple({self.x.source(stmt.order, ctx.env)})")
        elif stmt.first is not None:
            self.emit(f"S[{ORDER}] = rotated(S[{ORDER}], {self.x.source(stmt.first, ctx.env)})")

    # ---- flow

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

    def loop_over(self, items: str, item: str, inside: Callable[[], None]) -> None:
        """A loop that may be left and come back to: the rest of the items is kept as a tuple."""
        rest = self.blocks.var("r")
        head, after = self.blocks.new(), self.blocks.new()
        self.emit(f"{rest} = {items}")
        self.blocks.jump(head)
        self.blocks.start(head)
        self.emit(f"if not {rest}:")
        self.blocks.indent += 1
        self.blocks.jump(after)
        self.blocks.indent -= 1
        self.emit(f"{item} = {rest}[0]")
        self.emit(f"{rest} = {rest}[1:]")
        inside()
        self.blocks.jump(head)
        self.blocks.start(after)

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
        self.emit(f"{at} = 0")
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

    # ---- actions

    def _call(self, stmt: p.CallAction, ctx: Ctx) -> None:
        self.events.action(stmt, ctx, lambda inner: self.run_action(stmt.action, stmt.args, inner))

    def run_action(self, action: p.Action, args: Sequence[p.Expr], ctx: Ctx) -> None:
        """The action itself, without what waits for it: written here, or jumped to."""
        if self.inlines(action):
            self._inline(action, args, ctx)
        else:
            self._jump_to(action, args, ctx)

    def inlines(self, action: p.Action) -> bool:
        """Whether an action is written out where it is called: it is short, or called once."""
        if self.events.is_recursive(action):
            return False
        return self._size(action) <= INLINE_SIZE or self.events.calls(action) <= 1

    def _size(self, action: p.Action) -> int:
        if action.key not in self._sizes:
            self._sizes[action.key] = 10**6
            inner = [x.action for x in walk(action.body) if isinstance(x, p.CallAction)]
            self._sizes[action.key] = sum(1 for x in walk(action.body) if isinstance(x, p.Stmt)) + sum(
                self._size(a) for a in inner
            )
        return self._sizes[action.key]

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


def _runs_late(stmt: p.Stmt) -> bool:
    """Whether a statement has run only once it is over: it may be declined, refused or have nothing to choose."""
    if isinstance(stmt, p.Transfer):
        return stmt.mode is p.Mode.PAY
    return isinstance(stmt, p.Choose | p.Secret | p.Needs | p.Limit)


_CROOKED = (p.Needs, p.Limit, p.Plain, p.May, p.Either, p.AnyOrder, p.Secret, p.TakeTurns, p.Do)


def _is_plain(zone: p.Zone) -> bool:
    """A pile without slots or sorting: things are laid on top and taken from the top."""
    return zone.ordered and zone.slots is None and zone.sorted_by is None


def _among(thing: str, things: tuple[int, ...]) -> str:
    if len(things) == 1:
        return f"{thing} == {things[0]}"
    if things == tuple(range(things[0], things[-1] + 1)):
        return f"{things[0]} <= {thing} <= {things[-1]}"
    return f"{thing} in {things}"
