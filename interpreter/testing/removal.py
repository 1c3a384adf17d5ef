"""Do the examples of a numbered rule notice when the rule is taken away?

What cites the number is taken away, as a whole or a part of it: a statement, a clause, a condition, a filter that
narrows a set, one side of `and` or `or`, a definition through which a set is seen. Large parts go first. A change to
another module, such as `set` or `extend`, is taken away before the modules are linked. What `check` refuses without
the part is no game and shows nothing, so it is passed over; nor does an example notice anything that merely names
what is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import chain
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.link import CHANGES, link
from rulewright.dsl.ruleset import Linked, Ruleset, numbers_in
from rulewright.interpreter.testing.mutate import nodes_by_path, put_at
from rulewright.interpreter.testing.suite import Case, Suite

_PLAYED_OTHERWISE = {
    Code.EXAMPLE_FAILED,
    Code.EXAMPLE_ILLEGAL_MOVE,
    Code.EXAMPLE_WRONG_PLAYER,
    Code.EXAMPLE_UNANSWERED_DECISION,
    Code.EXAMPLE_TOO_MANY_ANSWERS,
}


def examples_of(ruleset: Ruleset, number: str) -> tuple[Case, ...]:
    return ruleset.examples_citing.get(number, ())


def noticed_without(ruleset: Ruleset, number: str, modules: Sequence[n.Module] = ()) -> str | None:
    """The example of a numbered rule that fails when the rule is taken away; None if all of them hold all the same.

    `modules` are those of the ruleset, to take away what they change in each other.
    """
    judged = replace(ruleset, examples=examples_of(ruleset, number))
    unchanged = (replace(found, examples=judged.examples) for found in _without_changes(modules, number))
    for poorer in chain(_removals(judged, number), unchanged):
        if _is_a_game(poorer) and (title := _played_otherwise(poorer)):
            return title
    return None


def _played_otherwise(ruleset: Ruleset) -> str | None:
    outcomes = Suite(ruleset.name, ruleset, Report()).all()
    return next((o.title for o in outcomes if any(d.code in _PLAYED_OTHERWISE for d in o.diagnostics)), None)


def _is_a_game(ruleset: Ruleset) -> bool:
    report = Report()
    Compiled(ruleset, min(ruleset.players), report)
    return report.ok


def _removals(ruleset: Ruleset, number: str) -> Iterator[Ruleset]:
    for k, linked in enumerate(ruleset.things):
        if number in linked.cited:
            before, after = ruleset.things[:k], ruleset.things[k + 1 :]
            yield replace(ruleset, things=before + after)
            for poorer in _poorer(linked):
                yield replace(ruleset, things=(*before, poorer, *after))


def _without_changes(modules: Sequence[n.Module], number: str) -> Iterator[Ruleset]:
    """The ruleset without one of the changes that cite a number."""
    for k, module in enumerate(modules):
        for i, decl in enumerate(module.declarations):
            if isinstance(decl, CHANGES) and number in numbers_in(decl):
                left = replace(module, declarations=(*module.declarations[:i], *module.declarations[i + 1 :]))
                report = Report()
                found = link([*modules[:k], left, *modules[k + 1 :]], {}, report)
                if report.ok:
                    yield found


def _poorer(linked: Linked) -> Iterator[Linked]:
    """A declaration without one of its parts, those nearest to its root first."""
    nodes = sorted(nodes_by_path(linked.decl, ()), key=lambda found: len(found[0]))
    for path, node in nodes:
        for field in fields(node) if not isinstance(node, n.TypeRef) else ():
            for value in _without(getattr(node, field.name), "None" in str(field.type), field.name == "groups"):
                yield replace(linked, decl=put_at(linked.decl, (*path, field.name), value))


def _without(value: Any, may_lack: bool, are_groups: bool) -> Iterator[Any]:
    """What is left in a field when it, or one part of it, is gone; of lists of names only the groups of a member."""
    if may_lack and value is not None:
        yield None
    fixed = n.Source if are_groups else (n.Source, str)
    if isinstance(value, tuple) and not any(isinstance(part, fixed) for part in value):
        yield from ((*value[:k], *value[k + 1 :]) for k in range(len(value)))
    elif isinstance(value, n.Filter):
        yield value.source
    elif isinstance(value, n.Apply) and value.args:
        yield value.args[0]
    elif isinstance(value, n.Binary) and value.op in ("and", "or"):
        yield value.left
        yield value.right
