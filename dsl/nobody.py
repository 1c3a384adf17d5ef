"""What is done by nobody in particular: setup, play and the actions they call outside `each player` and the like.

There `you` is nobody. At such a step a rule that speaks to `you` runs for each player (`docs/semantics.md`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import children, walk


def by_nobody(body: Any) -> Iterator[Any]:
    """What stands in a body, without what some player does: there, `you` is that player."""
    stack = [body]
    while stack:
        top = stack.pop()
        match top:
            case tuple():
                stack.extend(reversed(top))
                continue
            case p.EachPlayer():
                stack.extend(x for x in (top.among, top.start) if x is not None)
                continue
            case p.As():
                stack.append(top.who)
                continue
            case p.TakeTurns():
                stack.extend(x for x in (top.start,) if x is not None)
                continue
            case p.Secret():
                continue
            case p.Call():  # whose view it is does not matter where there is nobody to look
                stack.extend(top.args)
                continue
        yield top
        stack.extend(reversed(list(children(top))))


def reached_by_nobody(program: p.Program) -> dict[str, p.CallAction]:
    """The actions that are called where it is nobody's turn, each with its first such call."""
    found: dict[str, p.CallAction] = {}
    stack = [*_calls(program.setup), *_calls(program.play)]
    while stack:
        call = stack.pop()
        if call.action.key not in found:
            found[call.action.key] = call
            stack += _calls(call.action.body)
    return found


def steps_of_nobody(program: p.Program) -> list[p.Step]:
    """The steps that no player ever does."""
    bodies: list[Any] = [program.setup, program.play]
    bodies += [program.actions[key].body for key in done_by_nobody_only(program)]
    return [x for body in bodies for x in by_nobody(tuple(body)) if isinstance(x, p.Step)]


def done_by_nobody_only(program: p.Program) -> set[str]:
    """The actions that no player ever does: every call of them that play can reach stands where it is nobody's turn."""
    reached = reached_by_nobody(program)
    bodies: list[Any] = [program.setup, program.play, *(call.action.body for call in reached.values())]
    nobodys = {id(call) for body in bodies for call in _calls(body)}
    return set(reached) - {call.action.key for call in _every_call(program) if id(call) not in nobodys}


def _every_call(program: p.Program) -> Iterator[p.CallAction]:
    stack: list[Any] = [program.setup, program.play, *(rule.clauses for rule in program.rules.values())]
    for component in program.components.values():
        stack += [part for design in component.designs for part in (design.clauses, design.body)]
    seen: set[str] = set()
    while stack:
        for node in walk(tuple(stack.pop())):
            if isinstance(node, p.CallAction):
                yield node
                if node.action.key not in seen:
                    seen.add(node.action.key)
                    stack.append(node.action.body)


def _calls(body: Any) -> list[p.CallAction]:
    return [x for x in by_nobody(tuple(body)) if isinstance(x, p.CallAction)]
