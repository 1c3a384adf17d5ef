"""What can come back to itself: actions, clauses, the effects of things, `always` rules. Those are written once and
jumped to with frames; everything else may be written out where it happens. A clause is no event for itself, so the step
from a clause straight back to the same clause does not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk

if TYPE_CHECKING:
    from rulewright.interpreter.generate.events.waiting import Waiting

Place = tuple[str, Any]
DONE = 1 << 60


def action_place(action: p.Action) -> Place:
    return ("action", action.key)


def clause_place(trigger: p.Trigger) -> Place:
    return ("clause", trigger.id)


def effect_place(root: str, field: str) -> Place:
    return ("effect", (root, field))


class Cycles:
    """The graph of what sets off what, and the places of it that lie on a circle."""

    def __init__(self, events: Waiting) -> None:
        self._events = events
        self._goals: dict[Place, set[Place]] = {}
        self._bodies: dict[Place, list[Any]] = {}
        self._collect(events.program)
        for place, bodies in self._bodies.items():
            goals = {goal for body in bodies for goal in self._leads(body)}
            self._goals[place] = goals - {place} if place[0] in ("clause", "always") else goals
        self.circular = frozenset(_circular(self._goals))
        self.has_clauses = any(place[0] == "clause" for place in self.circular)

    def _collect(self, program: p.Program) -> None:
        for action in program.actions.values():
            self._bodies[action_place(action)] = [action.body]
        for trigger, _design, _thing in (x for found in self._events.triggers.values() for x in found):
            self._bodies[clause_place(trigger)] = [trigger.body]
        for number, always in enumerate(self._events.always):
            self._bodies["always", number] = [always.body]
        for component in program.components.values():
            for design in component.designs:
                self._bodies.setdefault(effect_place(component.root, ""), []).append(design.body)
                for name, value in design.values.items():
                    if isinstance(value, tuple) and value and not isinstance(value[0], int):
                        self._bodies.setdefault(effect_place(component.root, name), []).append(value)

    def _leads(self, body: Any) -> Iterator[Place]:
        for node in walk(body):
            if isinstance(node, p.CallAction):
                yield action_place(node.action)
            elif isinstance(node, p.Do):
                root = self._events.program.components[node.thing.type.base].root
                yield effect_place(root, node.field.name if node.field is not None else "")
            for trigger, _design, _thing in self._events.waiting_for(node):
                yield clause_place(trigger)
            for number, always in enumerate(self._events.always):
                if self._events.concerns(always, node):
                    yield "always", number

    def is_circular(self, place: Place) -> bool:
        return place in self.circular


def _circular(goals: dict[Place, set[Place]]) -> Iterator[Place]:
    """The places from which a way leads back to them: those that share a circle are found together (after Tarjan)."""
    number: dict[Place, int] = {}
    oldest: dict[Place, int] = {}  # the first place on the way here that can be come back to
    way: list[Place] = []
    for start in goals:
        steps = [(start, iter(goals[start]))] if start not in number else []
        while steps:
            place, ahead = steps[-1]
            if place not in number:
                number[place] = oldest[place] = len(number)
                way.append(place)
            goal = next((x for x in ahead if x in goals and oldest.get(x, -1) != DONE), None)
            if goal is None:
                steps.pop()
                if steps:
                    above = steps[-1][0]
                    oldest[above] = min(oldest[above], oldest[place])
                if oldest[place] == number[place]:
                    yield from _circle(place, way, oldest, goals)
            elif goal in number:
                oldest[place] = min(oldest[place], number[goal])
            else:
                steps.append((goal, iter(goals[goal])))


def _circle(
    place: Place, way: list[Place], oldest: dict[Place, int], goals: dict[Place, set[Place]]
) -> Iterator[Place]:
    """All places since this one, which come back to it; it alone only if it leads to itself."""
    circle = way[way.index(place) :]
    del way[-len(circle) :]
    for one in circle:
        oldest[one] = DONE
    if len(circle) > 1 or place in goals[place]:
        yield from circle
