"""What waits for what: the clauses of a program, found for an action, a step or a change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.program_effects import Changes, looks_at, written
from rulewright.dsl.program_walk import walk
from rulewright.interpreter.generate.cycles import Cycles, action_place, clause_place

if TYPE_CHECKING:
    from rulewright.interpreter.generate.statements import Statements

Owned = tuple[p.Trigger, p.Design | None, int]
Awaited: TypeAlias = p.Piece | p.Unit | p.Component | str | None
CHANGES = (p.Place, p.PlaceThing, p.Lift, p.Put, p.Set, p.Draw, p.Transfer)


class Waiting:
    """Knows every clause of the program and what sets it off."""

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
        # In the order of the rules: what things are called makes no difference to the state.
        awaited = [trigger.pattern.during for found in self.triggers.values() for trigger, _, _ in found]
        self._during = dict.fromkeys(name for name in awaited if name is not None)
        for name in self._during:
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

    def perhaps(self, stmt: p.Transfer) -> list[Awaited]:
        """What something waits for, where it must be asked or worked out first whether it is in this amount."""
        if isinstance(stmt.amount, p.Units | p.PieceUnits | p.ThingUnits):
            return []
        sure = _certain(stmt.amount)
        waited = {self.chosen(x[0].pattern.object): x[0].pattern.object for x in self.matching(stmt)}
        return [x for x in waited.values() if not any(self.is_of(x, part) for part in sure)]

    @staticmethod
    def chosen(about: Awaited) -> str:
        """Under which name it is known whether what something waits for is in an amount."""
        match about:
            case p.Unit() | p.Piece():
                return f"chosen {about.words.name}"
            case p.Component():
                return f"chosen {about.name}"
            case _:
                return f"chosen {about or 'anything'}"

    def _about_units(self, trigger: p.Trigger, node: p.Transfer) -> bool:
        return any(self.is_of(trigger.pattern.object, x) for x in walk(node.amount))

    def is_of(self, about: Awaited, amount: Any) -> bool:
        """Whether this amount by itself is, or may be, one of what something waits for."""
        match amount:
            case p.Units():
                return about is None or about is amount.unit or about == f"group:{amount.unit.group or ''}"
            case p.AnyUnits():
                return about is None or about in amount.units or about == f"group:{amount.group}"
            case p.AllUnits():
                return about is None or about in amount.units or about == f"group:{amount.name}"
            case p.PieceUnits():
                return about is None or about is amount.piece
            case p.ThingUnits():
                return about is None or about is amount.component
            case p.Bundle():
                return about is None or isinstance(about, p.Unit) or str(about).startswith("group:")
            case _:
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

    def used(self, limit: p.Limit) -> str:
        """The slot that keeps who has used up a limit."""
        name = f"used:{limit.period}:{limit.span.start}"
        if name not in self.layout.slots:
            self.layout.add(name, 1, 0)
        return f"S[{self.layout.slots[name].base}]"

    def concerns(self, rule: p.Always, stmt: Any) -> bool:
        """Whether a statement changes anything that an `always` rule looks at."""
        if not isinstance(stmt, CHANGES):
            return False
        key = (id(rule), id(stmt))
        if key not in self._concerned:
            self._concerned[key] = (looks_at(walk(rule.body), written(stmt, self.program)), stmt)
        return self._concerned[key][0]


def _certain(amount: Any) -> list[Any]:
    """The parts of an amount that are in it, and are not nothing, whatever is chosen and worked out."""
    match amount:
        case p.Both():
            return [x for part in amount.parts for x in _certain(part)]
        case p.Units() | p.PieceUnits() | p.ThingUnits() if _is_some(amount.number):
            return [amount]
        case p.AnyUnits() if _is_some(amount.number):
            return [replace(amount, units=())]  # it is sure to be of the group, and of no counter in it
        case _:
            return []


def _is_some(number: p.Expr) -> bool:
    return isinstance(number, p.Const) and isinstance(number.value, int) and number.value > 0
