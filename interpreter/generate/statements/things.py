"""Things in zones: put, drawn, shuffled, shown; boards laid out; the turn order."""

from __future__ import annotations

from rulewright.dsl import program as p
from rulewright.dsl.types import T
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.expressions import unsupported
from rulewright.interpreter.generate.layout import NONE, ORDER
from rulewright.interpreter.generate.statements.writing import Writing


class Things(Writing):
    """Writes what happens to cards, tiles, dice and other things."""

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


def _is_plain(zone: p.Zone) -> bool:
    """A pile without slots or sorting: things are laid on top and taken from the top."""
    return zone.ordered and zone.slots is None and zone.sorted_by is None
