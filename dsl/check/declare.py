"""Declarations to symbols: what there is, before any rule is read. Order matters: kinds, options and numbers first,
then components and boards, then what is kept on and in them.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.designs import Designs
from rulewright.dsl.check.expressions import Expressions
from rulewright.dsl.check.functions import PLAIN_TYPES
from rulewright.dsl.check.maps import draw_map
from rulewright.dsl.check.options import Options
from rulewright.dsl.check.symbols import (
    DefineSym,
    GroupSym,
    MapsSym,
    MemberSym,
    NumberSym,
    Scope,
    Symbols,
    UnitGroupSym,
)
from rulewright.dsl.check.words import words_of
from rulewright.dsl.codes import Code
from rulewright.dsl.fold import constant
from rulewright.dsl.places import word_span
from rulewright.dsl.plurals import plural, singulars
from rulewright.dsl.ruleset import Linked, Ruleset
from rulewright.dsl.source import Span
from rulewright.dsl.types import NUMBER, PLAYER, TRUTH, T, Type, member, set_of, thing

MAX_CELLS = 4096
SHAPES = ("hexes", "squares", "track")
INF = 10**9


class Declare:
    """Fills a program with what its ruleset declares."""

    def __init__(self, ruleset: Ruleset, expressions: Expressions) -> None:
        self.ruleset = ruleset
        self.e = expressions
        self.program = expressions.program
        self.symbols: Symbols = expressions.symbols
        self.report = expressions.report
        self.designs = Designs(self)
        self.options = Options(self)
        self.legends: dict[str, Any] = {}

    def all(self) -> None:
        for linked in self.ruleset.things:
            if isinstance(linked.decl, n.DefineDecl):
                self.symbols.add(linked.decl.name, DefineSym(linked.decl, linked.module))
            elif isinstance(linked.decl, n.NumberDecl):
                self.symbols.add(linked.decl.name, NumberSym(linked.decl, linked.module))
        self._each(n.KindDecl, self._kind)
        self._each(n.ComponentDecl, self._component)
        self._dice_component()
        self._each(n.OptionDecl, self.options.plain)
        self._each(n.SidesDecl, self._sides)
        self._each(n.CounterDecl, self._counter)
        self._each(n.BoardDecl, self._board)
        self._each(n.BoardDecl, self._board_fields)
        self._each(n.ComponentDecl, self._fields)
        self._each(n.PieceDecl, self._piece)
        self.designs.all(self.ruleset.things)
        self._each(n.MapDecl, self._map)
        self._each(n.OptionDecl, self.options.of_things)
        self._each(n.ZoneDecl, self._zone)
        self._each(n.MemoryDecl, self._memory)
        self._each(n.ZoneDecl, self._room)

    def _each(self, kind: type, declare: Any) -> None:
        for linked in self.ruleset.things:
            if isinstance(linked.decl, kind):
                declare(linked.decl, linked)

    # ---- constants

    def constant(self, node: n.Expr, what: str, default: int = 1) -> int:
        """A number that must be known before play."""
        number = self.e.number(node, Scope())
        value = constant(number, self.program.players)
        if number.type.elem.t is T.ERROR:
            return default
        if value is None:
            self.report.error(
                Code.OUT_OF_RANGE,
                node.span,
                f"{what} must be known before the game begins",
                help="use figures, numbers, options and `count of players`",
            )
            return default
        return int(value)

    # ---- kinds

    def _free(self, decl: n.KindDecl | n.ComponentDecl, what: str) -> None:
        """A new type does not bear the name of one that every game has."""
        if decl.name not in PLAIN_TYPES:
            return
        self.report.error(
            Code.RESERVED_LIBRARY_NAME,
            word_span(decl.span, decl.name),
            f"`{decl.name}` is a type that every game has",
            help=f"give the {what} another name, such as `{decl.name}_{'sort' if what == 'kind' else 'tile'}`",
        )
        if PLAIN_TYPES[decl.name].t not in (T.ZONE, T.PIECE):  # of which only the library speaks
            self.symbols.broken.add(decl.name)

    def _kind(self, decl: n.KindDecl, linked: Linked) -> None:
        self._free(decl, "kind")
        names: list[str] = []
        groups: dict[str, list[str]] = {}
        words: dict[str, p.Words] = {}
        for line in decl.members:
            self._insert(names, line)
            for name in line.names:
                for group in line.groups:
                    groups.setdefault(group, []).append(name)
                words[name] = p.Words(
                    name,
                    source=line.source.refs if line.source else (),
                    marks=line.source.marks if line.source else (),
                    module=linked.module,
                    span=line.span,
                )
        self.declare_kind(words_of(decl, linked.module, decl.noun), names, groups, words)

    def _insert(self, names: list[str], line: n.Member) -> None:
        at = len(names)
        if line.place is not None:
            where, anchor = line.place
            if anchor in names:
                at = names.index(anchor) + (where == "after")
            else:
                self.report.error(
                    Code.UNKNOWN_NAME, line.span, f"there is no member called `{anchor}` to stand {where}"
                )
        for name in line.names:
            if name in names:
                self.report.error(Code.DUPLICATE_NAME, line.span, f"`{name}` is a member twice")
                continue
            names.insert(at, name)
            at += 1

    def declare_kind(
        self, words: p.Words, names: list[str], groups: dict[str, list[str]], member_words: dict[str, p.Words]
    ) -> p.Kind:
        kind = p.Kind(
            words, names, {g: tuple(sorted(names.index(m) for m in ms)) for g, ms in groups.items()}, member_words
        )
        self.program.kinds[words.name] = kind
        if "." not in words.name:
            self.symbols.add(words.name, kind, words.plural, counts=True)
        for index, name in enumerate(names):
            self.symbols.add(name, MemberSym(kind, index), counts="." not in words.name)
        for group in groups:
            symbol = GroupSym(kind, group)
            self.symbols.add(group, symbol)
            for single in singulars(group)[-1:]:
                self.symbols.add(single, symbol)
        return kind

    # ---- sides, counters

    def _sides(self, decl: n.SidesDecl, linked: Linked) -> None:
        if decl.word in ("players", "player"):
            return
        size = self.constant(decl.size, "the size of a team") if decl.size is not None else 2
        if size < 1 or self.program.players % size:
            self.report.error(
                Code.PLAYER_COUNT,
                decl.span,
                f"{self.program.players} players cannot form teams of {size}",
                help="choose another number of players",
            )
            return
        self.program.side_size = size
        self.program.side_word = singulars(decl.word)[-1] if singulars(decl.word) else decl.word

    def _per(self, name: str | None, span: Span) -> tuple[p.Per, str]:
        """Whose a slot is."""
        match name:
            case None | "game":
                return p.Per.GAME, ""
            case "player":
                return p.Per.PLAYER, ""
            case "side":
                return p.Per.SIDE, ""
            case "cell":
                return p.Per.CELL, self.e.only_board() or next(iter(self.program.boards), "")
            case _:
                for symbol in self.symbols.find(name):
                    if isinstance(symbol, p.Kind):
                        return p.Per.MEMBER, symbol.words.name
                    if isinstance(symbol, p.Component):
                        return p.Per.THING, symbol.name
                self.e.unknown_name(
                    Code.UNKNOWN_NAME,
                    span,
                    f"`per {name}`: there is nothing called `{name}`",
                    name,
                    ["player", "side", "cell", *self.program.kinds, *self.program.components],
                    otherwise="write `per player`, `per side`, `per cell`, or a kind or component",
                )
                return p.Per.PLAYER, ""  # what is mostly meant: nothing else is said of it

    def _counter(self, decl: n.CounterDecl, linked: Linked) -> None:
        per, _key = self._per(decl.per, decl.span)
        low, high = (decl.type.low, decl.type.high) if decl.type is not None else (0, INF)
        if decl.type is not None:
            self.e.functions.resolve_type(decl.type)
        made: list[p.Unit] = []
        for noun in decl.nouns:
            words = words_of(decl, linked.module, noun)
            start = self.e.number(decl.start, Scope()) if decl.start is not None else None
            unit = p.Unit(
                words,
                len(self.program.units),
                per,
                decl.group,
                0 if low is None else low,
                INF if high is None else high,
                start,
            )
            self.e.functions.within(noun.name, start, unit.low, unit.high)
            self.program.units[noun.name] = unit
            self.symbols.add(noun.name, unit, noun.plural, counts=True)
            made.append(unit)
        if decl.group is not None:
            units = (*self.program.groups.get(decl.group, ()), *made)
            self.program.groups[decl.group] = units
            symbol = UnitGroupSym(decl.group, units)
            for name in (decl.group, *singulars(decl.group)[-1:], plural(decl.group)):
                self.symbols.table[name] = [s for s in self.symbols.find(name) if not isinstance(s, UnitGroupSym)]
                self.symbols.add(name, symbol)

    # ---- boards and maps

    def _board(self, decl: n.BoardDecl, linked: Linked) -> None:
        if decl.shape not in SHAPES:
            self.report.unknown(
                Code.UNKNOWN_NAME,
                decl.span,
                f"a board is made of hexes, squares or a track, not of `{decl.shape}`",
                decl.shape,
                SHAPES,
                otherwise="write `board NAME of squares, 8 by 8`",
            )
        rows = self.constant(decl.rows, "the size of a board") if decl.rows is not None else 1
        columns = self.constant(decl.columns, "the size of a board") if decl.columns is not None else 1
        if rows < 1 or columns < 1 or rows * columns > MAX_CELLS:
            self.report.error(
                Code.BUDGET_BOARD,
                decl.span,
                f"a board of {rows} by {columns} cells is not possible",
                help=f"a board has 1 to {MAX_CELLS} cells",
            )
            rows = columns = 1
        per, _key = self._per(decl.per, decl.span)
        board = p.Board(words_of(decl, linked.module), decl.shape, decl.form, rows, columns, per)
        if decl.made is not None:
            board.part = singulars(decl.made.noun)[-1] if singulars(decl.made.noun) else decl.made.noun
            board.parts, board.turned = decl.made.count, decl.made.turned
            board.part_rows, board.part_columns = rows // decl.made.rows, columns // decl.made.columns
            if decl.made.rows * decl.made.columns != decl.made.count:
                self.report.error(
                    Code.MAP_SIZE,
                    decl.made.span,
                    f"{decl.made.count} parts do not lie {decl.made.rows} by {decl.made.columns}",
                )
            for name in (decl.made.noun, board.part):
                self.symbols.add(name, MapsSym(board))
        self.program.boards[decl.name] = board
        self.symbols.add(decl.name, board)

    def _board_fields(self, decl: n.BoardDecl, linked: Linked) -> None:
        board = self.program.boards[decl.name]
        for field in decl.fields:
            type_, low, high = self.field_type(field, f"{decl.name}.{field.name}")
            words = p.Words(field.name, span=field.span)
            default = self._cell_default(field, type_, low, high)
            board.fields[field.name] = p.CellField(decl.name, field.name, type_, low, high, words, default)
        if board.part is not None and "part" not in board.fields:
            board.fields["part"] = p.CellField(decl.name, "part", NUMBER, 1, board.parts, p.Words(board.part))

    def _cell_default(self, field: n.Field, type_: Type, low: int, high: int) -> int | None:
        """What every cell begins with: what the field says; else no, or the lowest number; a kind is drawn or set."""
        if field.default is not None:
            start = self.e.check(field.default, Scope(), type_)
            self.e.functions.within(field.name, start, low, high)
            value = constant(start, self.program.players)
            return None if value is None else int(value)
        return low if type_ in (NUMBER, TRUTH) else None

    def field_type(self, field: n.Field, owner: str) -> tuple[Type, int, int]:
        """The type and range of a field; `fresh or used` makes a kind of its own."""
        if field.type.kind == "one_of":
            if owner not in self.program.kinds:
                self.declare_kind(p.Words(owner, span=field.span), list(field.type.names), {}, {})
            return member(owner), 0, len(field.type.names) - 1
        type_ = self.e.functions.resolve_type(field.type) or Type(T.ERROR)
        if type_.t is T.CELL and not type_.base:
            type_ = Type(T.CELL, self.e.only_board() or next(iter(self.program.boards), ""), None, type_.maybe)
        if type_.is_set and type_.elem.t is T.CELL and not type_.elem.base:
            type_ = set_of(Type(T.CELL, self.e.only_board()))
        if field.type.kind == "range":
            return type_, field.type.low or 0, field.type.high or 0
        if type_.t is T.MEMBER:
            return type_, 0, len(self.program.kinds[type_.base].members) - 1
        return type_, 0, 1 if type_ == TRUTH else INF

    def _map(self, decl: n.MapDecl, linked: Linked) -> None:
        drawn = draw_map(decl, words_of(decl, linked.module), self)
        if drawn is not None:
            self.program.boards[drawn.board].maps.append(drawn)
            self.symbols.add(decl.name, drawn)

    # ---- components, pieces, zones

    def _component(self, decl: n.ComponentDecl, linked: Linked) -> None:
        self._free(decl, "component")
        component = p.Component(
            words_of(decl, linked.module, decl.noun),
            decl.counts_as or decl.name,
            {},
            [],
            decl.interchangeable,
            decl.optional is not None,
            frozenset(decl.optional or ()),
            decl.parts,
        )
        self.program.components[decl.name] = component
        self.symbols.add(decl.name, component, decl.noun.plural, counts=True)

    def _dice_component(self) -> None:
        zones = [x.decl for x in self.ruleset.things if isinstance(x.decl, n.ZoneDecl) and x.decl.shape == "dice"]
        if zones and "die" not in self.program.components:
            component = p.Component(
                p.Words("die", "dice", span=zones[0].span), "die", {}, [], True, False, frozenset(), ()
            )
            self.program.components["die"] = component
            self.symbols.add("die", component, "dice", counts=True)
        if zones:
            faces = max(z.faces or 6 for z in zones)
            component = self.program.components["die"]
            component.fields.setdefault(
                "face", p.ThingField("die", "face", NUMBER, 1, faces, 1, False, p.Words("face"))
            )

    def _fields(self, decl: n.ComponentDecl, linked: Linked) -> None:
        component = self.program.components[decl.name]
        root = self.program.components.get(component.root)
        if root is None:
            self.report.error(Code.UNKNOWN_NAME, decl.span, f"there is no component called `{component.root}`")
            component.root = decl.name
        elif root is not component:
            component.fields.update(root.fields)
            component.parts = component.parts or root.parts
        part_fields = (
            n.Field(f"{part}_{field.name}", field.type, field.default, field.span)
            for part in decl.parts
            for field in decl.part_fields
        )
        for field in (*decl.fields, *part_fields):
            type_, low, high = self.field_type(field, f"{decl.name}.{field.name}")
            start = self.e.check(field.default, Scope(), type_) if field.default is not None else None
            self.e.functions.within(field.name, start, low, high)
            default = constant(start, self.program.players) if start is not None else _default(type_, low)
            component.fields[field.name] = p.ThingField(
                decl.name, field.name, type_, low, high, default, True, p.Words(field.name, span=field.span)
            )

    def _piece(self, decl: n.PieceDecl, linked: Linked) -> None:
        per, _key = self._per(decl.per, decl.span)
        boards = [b for b in self.program.boards.values() if b.per is per] or list(self.program.boards.values())
        if not boards:
            self.report.error(
                Code.NOT_CELLS, decl.span, "a piece needs a board to stand on", help="declare a board first"
            )
            return
        supply = self.e.number(decl.supply, Scope()) if decl.supply is not None else None
        words = words_of(decl, linked.module, decl.noun)
        piece = p.Piece(words, per, boards[0].name, supply, decl.counts_as, None, None, None)
        self.program.pieces[decl.name] = piece
        self.symbols.add(decl.name, piece, decl.noun.plural, counts=True)

    def _zone(self, decl: n.ZoneDecl, linked: Linked) -> None:
        component = next((s for s in self.symbols.find(decl.of) if isinstance(s, p.Component)), None)
        if component is None:
            self.e.unknown_name(
                Code.UNKNOWN_NAME,
                decl.span,
                f"there is no component called `{decl.of}`",
                decl.of,
                self.symbols.of(p.Component),
                otherwise="declare it with `component`",
            )
            self.symbols.broken.add(decl.name)
            return
        per, key = self._per(decl.per, decl.span)
        zone = p.Zone(
            words_of(decl, linked.module),
            decl.shape,
            per,
            key,
            component.name,
            decl.shape in ("deck", "pile", "row"),
            None,
            None,
            {"deck": "nobody", "bag": "nobody", "hand": "owner"}.get(decl.shape, "all"),
            False,
            (),
            None,
            None,
            decl.shape in ("deck", "bag"),
        )
        if decl.dice is not None and decl.faces == 0:
            help_ = "write how many faces each has: `with 6 faces`"
            self.report.error(Code.OUT_OF_RANGE, decl.span, "a die has at least one face", help=help_)
        if decl.dice is not None:
            zone.dice, zone.faces = self.e.number(decl.dice, Scope()), decl.faces or 6
        for prop in decl.props:
            self._zone_prop(zone, prop)
        self.program.zones[decl.name] = zone
        self.symbols.add(decl.name, zone)

    def _room(self, decl: n.ZoneDecl, linked: Linked) -> None:
        """How many things fit into a zone; last of all, since it may depend on anything declared."""
        zone = self.program.zones.get(decl.name)
        for prop in decl.props:
            if prop.kind == "at_most" and prop.value is not None and zone is not None:
                scope = Scope(you=p.Me(PLAYER, decl.span)) if zone.per is p.Per.PLAYER else Scope()
                number = self.e.number(prop.value, scope)
                zone.at_most = constant(number, self.program.players)
                zone.room = number if zone.at_most is None and number.type.elem.t is not T.ERROR else None

    def _zone_prop(self, zone: p.Zone, prop: n.ZoneProp) -> None:
        match prop.kind:
            case "slots" if prop.value is not None:
                zone.slots = self.constant(prop.value, "the number of slots")
                zone.ordered = True
            case "seen_by":
                if prop.names[0] not in ("owner", "all", "nobody"):
                    self.report.unknown(
                        Code.UNKNOWN_NAME,
                        prop.span,
                        f"a zone is not seen by `{prop.names[0]}`",
                        prop.names[0],
                        ("owner", "all", "nobody"),
                        otherwise="write `seen by owner`, `seen by all` or `seen by nobody`",
                    )
                zone.seen = prop.names[0]
            case "refilled":
                zone.feeders = prop.names
            case "in_play":
                zone.in_play = True
            case "one_of_each":
                zone.one_of_each = True
            case "sorted_by" if prop.value is not None:
                scope = Scope()
                var = p.Var("its", thing(zone.component), 0)
                scope.its = p.Local(var, var.type, prop.span)
                name = prop.value.name if isinstance(prop.value, n.Name) else ""
                field = self.program.components[zone.component].fields.get(name)
                if field is None:
                    known = self.program.components[zone.component].fields
                    message = f"{zone.component} has no field `{name}` to sort by"
                    self.e.unknown_name(Code.UNKNOWN_FIELD, prop.span, message, name, known)
                    return
                zone.sorted_var, zone.ordered = var, True
                zone.sorted_by = p.Read(p.Store.THING_FIELD, name, zone.component, scope.its, field.type, prop.span)
            case _:
                pass

    # ---- memories

    def _memory(self, decl: n.MemoryDecl, linked: Linked) -> None:
        per, key = self._per(decl.per, decl.span)
        type_, low, high = self.field_type(n.Field(decl.name, decl.type, None, decl.span), f"memory.{decl.name}")
        start = self.e.check(decl.start, Scope(), type_) if decl.start is not None else None
        self.e.functions.within(decl.name, start, low, high)
        memory = p.Memory(words_of(decl, linked.module), per, key, type_, low, high, start)
        self.program.memories[decl.name] = memory
        self.symbols.add(decl.name, memory)


def _default(type_: Type, low: int) -> Any:
    if type_.maybe:
        return None
    if type_.t is T.TRUTH:
        return False
    if type_.is_set:
        return 0
    if type_.is_list:
        return ()
    return low

