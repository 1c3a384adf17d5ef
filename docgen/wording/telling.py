"""What a language asks of acts before it tells them: is it a payment, a turn, one choice of a spot?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.frames import Line
from rulewright.docgen.wording.plan import Acts, Chosen, Noun
from rulewright.docgen.wording.scope import walk
from rulewright.dsl.program import Component, Mode


def spot_cells(act: w.LayAct, components: Mapping[str, Component]) -> tuple[Any, w.Number, tuple[w.Cond, ...]] | None:
    """A thing laid on a spot for itself: the cells it is laid on, how many it covers, and under what conditions."""
    match act.spot:
        case Chosen(quantity="one", source=w.Derived(word="spots", args=(thing, w.Phrase() as room)), where=where):
            noun = thing.noun if isinstance(thing, (w.Group, w.That, w.It)) else None
            found = components.get(noun.name) if noun is not None else None
            return None if found is None else (room, w.Number(len(found.parts)), where)
        case _:
            return None


def without_tests(act: w.LayAct) -> tuple[w.LayAct, tuple[w.Cond, ...]]:
    """A thing laid anywhere, and the conditions that its place must meet."""
    assert isinstance(act.spot, Chosen)
    return replace(act, spot=replace(act.spot, where=())), act.spot.where


def one_filter(act: Any) -> tuple[Any, w.Filter, Acts] | None:
    """What is done for each of a set under one condition: the set without it, the condition, what is done."""
    each = act.body[0] if isinstance(act, w.PlayersAct) and act.among is None and len(act.body) == 1 else act
    match each:
        case w.EachAct(source=w.Group() | w.Phrase() as source, by=None, body=body):
            if len(source.filters) == 1 and isinstance(source.filters[0], w.Filter):
                return replace(source, filters=()), source.filters[0], body
    return None


def is_payment(act: w.Act) -> bool:
    return isinstance(act, w.TransferAct) and act.mode is Mode.PAY


def both_or_one(plan: w.WhenPlan) -> tuple[w.Acts, w.Acts] | None:
    """What is done if both of two conditions hold, and what if one of them does; None for anything else."""
    match plan.where, plan.body:
        case w.Combined(word="or", parts=(one, two)), (w.IfAct(test=w.Combined(word="and") as both) as act,):
            return (act.then, act.otherwise) if both.parts == (one, two) and act.otherwise else None
        case _:
            return None


def is_turn(act: w.PlayersAct) -> bool:
    """Whether what each player does is called a turn."""
    call = act.third[0] if len(act.third) == 1 else None
    return isinstance(call, w.CallAct) and call.action.words.name == "turn"


def fill_call(template: str, act: w.CallAct, said: Callable[[Any], str]) -> str:
    """An action's own sentence with what it is done to."""
    for (_, var), (_, arg) in zip(act.action.params, act.args, strict=True):
        template = template.replace("{" + var.name + "}", said(arg))
    return template


def without_means(where: w.Cond | None, body: Acts) -> w.Cond | None:
    """A condition without what the price that is paid says anyway: that one has that much."""
    paid = [act.amount for act in body if isinstance(act, w.TransferAct)]
    match where:
        case w.Compared(left=w.Held(unit=unit), op="at_least", right=number) if w.Units(number, unit) in paid:
            return None
        case _:
            return where


def gathered(amount: Any) -> Any:
    """All that is added or taken away: this and that, not this or that."""
    return replace(amount, word="and") if isinstance(amount, w.Joined) else amount


def toggles(target: w.Flag, value: Any) -> bool:
    """Whether a truth is set to its contrary."""
    return isinstance(value, w.Flag) and value.noun == target.noun and value.negated


def merged(lines: Sequence[Line]) -> Line:
    """Several lines as one, for an item of a list."""
    items = [item for line in lines for item in line.items]
    return Line(" ".join(line.text for line in lines if line.text), items)


def replace_label(line: Line, label: str, key: str) -> Line:
    return Line(line.text, line.items, label, line.ordered, key)


def is_number(node: Any) -> bool:
    """Whether a part of a plan is the number that a loop runs through."""
    return isinstance(node, w.That) and node.noun == Noun("basic", "number") and not node.order


def field_numbered(body: Acts) -> Noun | None:
    """The field that a loop's number is only compared with, so that the number can be called by it: *chaque année*."""
    tests = [node for node in walk(body) if isinstance(node, w.Compared) and is_number(node.right) and node.op == "is"]
    fields = {node.left.noun for node in tests if isinstance(node.left, w.Attribute)}
    said = sum(is_number(node) for node in walk(body))
    return fields.pop() if len(fields) == 1 and len(tests) == said else None
