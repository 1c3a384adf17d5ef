"""Designs: what cards, tiles and dice there are, from instances, tables and `one for each` lines, and their copies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check import habits
from rulewright.dsl.check.symbols import Scope
from rulewright.dsl.check.words import words_of
from rulewright.dsl.codes import Code
from rulewright.dsl.fold import constant
from rulewright.dsl.ruleset import Linked
from rulewright.dsl.types import BUNDLE, EFFECT, NUMBER, PLAYER, T, Type, speak

if TYPE_CHECKING:
    from rulewright.dsl.check.declare import Declare

MAX_THINGS = 4096
_UNBOUNDED = 10**9


class Designs:
    """Collects the designs of every component; bodies and clauses are checked later, when all names are known."""

    def __init__(self, declare: Declare) -> None:
        self.d = declare
        self.report = declare.report
        self.pending: list[tuple[p.Design, n.InstanceDecl | n.ComponentDecl, str]] = []
        self.effects: list[tuple[p.Design, str, n.TableCell]] = []
        self._by_name: dict[tuple[str, str], p.Design] = {}
        self._counted: set[int] = set()

    def all(self, things: Sequence[Linked]) -> None:
        components = {x.decl.name: (x.decl, x.module) for x in things if isinstance(x.decl, n.ComponentDecl)}
        for decl, module in components.values():
            if decl.one_each is not None:
                self._one_each(decl, decl.one_each, module)
        for linked in things:
            if isinstance(linked.decl, n.TableDecl):
                self._table(linked.decl, linked.module)
            elif isinstance(linked.decl, n.InstanceDecl):
                self._instance(linked.decl, linked.module)
        for decl, module in components.values():
            component = self.d.program.components[decl.name]
            if not component.designs and decl.copies is not None and decl.name != "die":
                self._add(component, decl.name, words_of(decl, module, decl.noun))
            for design in component.designs:
                self.pending.append((design, decl, module))
        self._dice(things)
        self._hand_out(things)
        self._number(components)

    def _component(self, name: str, node: Any) -> p.Component | None:
        found = self.d.program.components.get(name)
        if found is None:
            self.d.e.unknown_name(
                Code.UNKNOWN_TYPE,
                node.span,
                f"there is no component called `{name}`, and no declaration begins with that word",
                name,
                [*self.d.program.components, "rule", "score", "action", "define", "number", "game"],
                otherwise="declare it with `component`",
                habits=habits.OPENINGS,
            )
        return found

    def _add(self, component: p.Component, name: str, words: p.Words) -> p.Design:
        key = (component.root, name)
        if key in self._by_name:
            return self._by_name[key]
        values = {f.name: f.default for f in component.fields.values()}
        design = p.Design(words, component.name, len(component.designs), values, 1)
        component.designs.append(design)
        self._by_name[key] = design
        self.d.symbols.add(name, design)
        return design

    # ---- where they come from

    def _one_each(self, decl: n.ComponentDecl, line: n.OneEach, module: str) -> None:
        component = self.d.program.components[decl.name]
        sources = [self.d.e.check(among, Scope()) for _, among in line.binders]
        for values in product(*(self._values(source) for source in sources)):
            scope = Scope()
            bound: dict[int, Any] = {}
            for (name, _), source, value in zip(line.binders, sources, values, strict=True):
                bound[self.d.e.var(name, source.type.elem, line.span, scope).id] = value
            labels = "_".join(self._label(source.type, value) for source, value in zip(sources, values, strict=True))
            called = f"{decl.name}_{labels}"
            refs = decl.source.refs if decl.source else ()
            design = self._add(component, called, p.Words(called, source=refs, module=module, span=line.span))
            for assign in line.assigns:
                field = self._field(component, assign)
                if field is not None:
                    expr = self.d.e.check(assign.value, scope, field.type)
                    design.values[field.name] = constant(expr, self.d.program.players, bound)

    def _values(self, among: p.Expr) -> list[Any]:
        if isinstance(among, p.Const) and isinstance(among.value, frozenset):
            return sorted(among.value)
        if isinstance(among, p.Apply) and among.prim is p.Prim.RANGE:
            low, high = (constant(a, self.d.program.players) for a in among.args)
            return (
                list(range(low, high + 1)) if low is not None and high is not None and high - low < MAX_THINGS else []
            )
        if isinstance(among, p.Apply) and among.prim is p.Prim.PLAYERS:
            return list(range(self.d.program.players))
        if isinstance(among, p.Apply) and among.prim is p.Prim.UNION:
            return sorted({v for a in among.args for v in self._values(a)})
        if isinstance(among, p.Const) and among.type.t is T.MEMBER:
            return [among.value]
        if isinstance(among, p.Read) and among.store is p.Store.CELLS_WITH and among.value is not None:
            return self._values(among.value)
        self.report.error(Code.OUT_OF_RANGE, among.span, "this must be known before the game begins")
        return []

    def _label(self, type_: Type, value: Any) -> str:
        if type_.elem.t is T.MEMBER:
            return str(self.d.program.kinds[type_.elem.base].members[value])
        return str(value + 1) if type_.elem.t is T.PLAYER else str(value)

    def _field(self, component: p.Component, assign: n.Assign) -> p.ThingField | None:
        field = component.fields.get(assign.name)
        if field is None:
            self.d.e.unknown_name(
                Code.UNKNOWN_FIELD,
                assign.span,
                f"{component.name} has no field `{assign.name}`",
                assign.name,
                component.fields,
                otherwise=f"say `has {assign.name}: …` under `component {component.name}`",
            )
        return field

    def _instance(self, decl: n.InstanceDecl, module: str) -> None:
        component = self._component(decl.kind, decl)
        if component is None:
            return
        design = self._add(component, decl.name, words_of(decl, module))
        if not design.words.source:
            words = words_of(decl, module)
            words.marks = tuple(dict.fromkeys((*words.marks, *design.words.marks)))
            design.words = words
        fields = list(component.fields.values())
        if len(decl.args) > len(fields):
            self.report.error(
                Code.WRONG_ARGUMENT_COUNT,
                decl.args[len(fields)].span,
                f"{component.name} has {len(fields)} field{'s' * (len(fields) != 1)}, here are {len(decl.args)} values",
                also=[(component.words.span, "its fields are declared here")] if component.words.span else (),
                help="leave out what is too much, or give it another field with `has`",
            )
            return
        for field, arg in zip(fields, decl.args, strict=False):
            design.values[field.name] = self._constant(arg, field)
        for assign in decl.assigns:
            if assign.name == "copies":
                design.copies = self.d.constant(assign.value, "the number of copies")
                self._counted.add(id(design))
                continue
            found = self._field(component, assign)
            if found is not None:
                design.values[found.name] = self._constant(assign.value, found)
        self.pending.append((design, decl, module))

    def _constant(self, node: n.Expr, field: p.ThingField) -> Any:
        if field.type == BUNDLE:
            return self._bundle(node)
        if not self._can_hold(node, field):
            return field.default
        expr = self.d.e.check(node, Scope(), field.type)
        if expr.type.elem.t is T.ERROR:
            return field.default
        value = constant(expr, self.d.program.players)
        if field.type == NUMBER and isinstance(value, int) and not field.low <= value <= field.high:
            self.report.error(
                Code.OUT_OF_RANGE,
                node.span,
                f"`{field.name}` cannot be {value}",
                help=f"it goes from {field.low} to {field.high}",
            )
        return value

    def _can_hold(self, node: n.Expr, field: p.ThingField) -> bool:
        """Whether a word that stands for a field's value is known at all; else says what the field holds."""
        if not isinstance(node, n.Name) or self.d.e.is_known(node.name, Scope()):
            return True
        kind = self.d.program.kinds.get(field.type.sure().base) if field.type.sure().t is T.MEMBER else None
        values = list(kind.members) if kind is not None else []
        is_range = field.type == NUMBER and field.high < _UNBOUNDED
        goes = f"{speak(field.type)} from {field.low} to {field.high}" if is_range else speak(field.type)
        message = f"`{field.name}` holds {goes}, not `{node.name}`"
        self.d.e.unknown_name(Code.TABLE_CELL, node.span, message, node.name, values)
        return False

    def _bundle(self, node: n.Expr) -> tuple[int, ...]:
        """A price as numbers of each unit."""
        amounts = [0] * len(self.d.program.units)
        expr = self.d.e.check(node, Scope(), BUNDLE)
        stack = [expr]
        while stack:
            top = stack.pop()
            if isinstance(top, p.Apply) and top.prim is p.Prim.ADD:
                stack.extend(top.args)
            elif isinstance(top, p.Apply) and top.prim is p.Prim.BUNDLE and isinstance(top.args[0], p.Const):
                amounts[top.args[0].value.index] += constant(top.args[1], self.d.program.players) or 0
        return tuple(amounts)

    # ---- tables

    def _table(self, decl: n.TableDecl, module: str) -> None:
        component = self._component(decl.name, decl)
        if component is None or not decl.rows:
            return
        header = self._header(component, decl.rows[0])
        for number, row in enumerate(decl.rows[1:], 1):
            if len(row.cells) != len(header):
                self.report.error(
                    Code.TABLE_ROW,
                    row.span,
                    f"this row has {len(row.cells)} cells, the header {len(header)}",
                    also=[(decl.rows[0].span, "the header")],
                    help="give each row one cell for each column, `-` where there is nothing",
                )
                continue
            self._row(component, header, row, number, module)

    def _header(self, component: p.Component, row: n.TableRow) -> list[str]:
        names = []
        for cell in row.cells:
            amount = cell.worth.amount if cell.worth is not None else cell.amount
            name = amount.name if isinstance(amount, n.Name) else ""
            if cell.kind == "doubted" and name in component.fields:
                component.doubted = (*component.doubted, name)
            if name not in component.fields and name not in ("name", "copies", "mark"):
                self.d.e.unknown_name(
                    Code.TABLE_COLUMN,
                    cell.span,
                    f"{component.name} has no field `{name}`",
                    name,
                    [*component.fields, "name", "copies", "mark"],
                    otherwise=f"say `has {name or 'NAME'}: …` under `component {component.name}`",
                )
            names.append(name)
        return names

    def _row(self, component: p.Component, header: list[str], row: n.TableRow, number: int, module: str) -> None:
        cells = dict(zip(header, row.cells, strict=True))
        label = _word(cells.get("name")) or f"{component.name}_{len(component.designs) + 1}"
        source = row.source
        words = p.Words(
            label,
            source=source.refs if source else (),
            marks=source.marks if source else (),
            module=module,
            span=row.span,
        )
        if (component.root, label) in self._by_name:
            self.report.error(Code.DUPLICATE_NAME, row.span, f"`{label}` stands in two rows")
            return
        design = self._add(component, label, words)
        for name, cell in cells.items():
            if name == "name":
                continue
            if name == "mark":
                design.words.marks = (*design.words.marks, _word(cell) or "")
            elif name == "copies":
                self._counted.add(id(design))
                design.copies = (
                    self.d.constant(cell.worth.amount, "the number of copies") if cell.worth is not None else 0
                )
            elif name in component.fields:
                self._cell(design, component.fields[name], cell)

    def _cell(self, design: p.Design, field: p.ThingField, cell: n.TableCell) -> None:
        if field.type == EFFECT:
            self.effects.append((design, field.name, cell))
            design.values[field.name] = ()
        elif cell.kind == "nothing":
            design.values[field.name] = field.default if field.type != BUNDLE else (0,) * len(self.d.program.units)
        elif cell.kind != "worth" or cell.worth is None or cell.worth.kind != "none":
            self.report.error(
                Code.TABLE_CELL,
                cell.span,
                f"`{field.name}` cannot hold this",
                help="only an `effect` field holds `gain …` or `lose …`",
            )
        else:
            design.values[field.name] = self._constant(cell.worth.amount, field)

    # ---- copies

    def _dice(self, things: Sequence[Linked]) -> None:
        zones = [x.decl for x in things if isinstance(x.decl, n.ZoneDecl) and x.decl.shape == "dice"]
        if not zones:
            return
        component = self.d.program.components["die"]
        count = 0
        for zone in zones:
            each = self.d.constant(zone.dice, "the number of dice") if zone.dice is not None else 0
            count += each * (
                self.d.program.players
                if zone.per == "player"
                else self.d.program.players // self.d.program.side_size
                if zone.per == "side"
                else 1
            )
        design = self._add(component, "die", component.words)
        design.copies = count

    def _hand_out(self, things: Sequence[Linked]) -> None:
        """`one of each`: as many copies of every design as there are owners."""
        owners = {"player": self.d.program.players, "side": self.d.program.players // self.d.program.side_size}
        for linked in things:
            zone = linked.decl
            if not isinstance(zone, n.ZoneDecl) or not any(x.kind == "one_of_each" for x in zone.props):
                continue
            for symbol in self.d.symbols.find(zone.of):
                if isinstance(symbol, p.Component):
                    for design in symbol.designs:
                        design.copies = owners.get(zone.per or "", 1) * max(1, self._in_table(design))
                        self._counted.add(id(design))

    def _in_table(self, design: p.Design) -> int:
        return design.copies if id(design) in self._counted else 1

    def _number(self, components: dict[str, tuple[n.ComponentDecl, str]]) -> None:
        """Gives every copy its number, counted through all the components that share a root."""
        counts: dict[str, int] = {}
        for name, component in self.d.program.components.items():
            decl = components[name][0] if name in components else None
            copies = (
                self.d.constant(decl.copies, "the number of copies")
                if decl is not None and decl.copies is not None
                else None
            )
            for design in component.designs:
                if copies is not None and name != "die" and id(design) not in self._counted:
                    design.copies = copies
                first = counts.get(component.root, 0)
                counts[component.root] = first + design.copies
                if counts[component.root] > MAX_THINGS or design.copies < 0:
                    self.report.error(
                        Code.BUDGET_COLLECTION,
                        design.words.span,
                        f"more than {MAX_THINGS} of {component.name}",
                        help="use a counter for large numbers",
                    )
                    counts[component.root], design.copies = first, 0
                design.things = tuple(range(first, first + design.copies))
        for name, component in self.d.program.components.items():
            family = [
                c for c in self.d.program.components.values() if c is component or (c.root == name and c.root != c.name)
            ]
            component.things = tuple(sorted(k for c in family for x in c.designs for k in x.things))


def _word(cell: n.TableCell | None) -> str | None:
    if cell is None or cell.worth is None or not isinstance(cell.worth.amount, n.Name):
        return None
    return cell.worth.amount.name


def owner_scope(component: p.Component, span: Any) -> Scope:
    """Inside a component's rules: its owner acts, and `this` is the thing."""
    return Scope(you=p.Me(PLAYER, span), this=Type(T.THING, component.name))
