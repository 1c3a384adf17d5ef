"""Game logic that can be proved from the program alone, said with no false alarm: what is never done, never in play,
never ends, may leave a change half done, or depends on what nobody may see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.check.futile import check_futile
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.nobody import by_nobody, reached_by_nobody
from rulewright.dsl.plurals import plural
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T


def check_logic(program: p.Program, report: Report, built_on: Collection[str] = ()) -> None:
    """Reports what cannot be meant. What others that are in use leave idle in modules they are `built_on` is theirs."""
    bodies = [*roots(program), *(action.body for action in program.actions.values())]
    nodes = [node for body in bodies for node in walk(body)]
    _unreachable_actions(program, report, built_on)
    _never_in_play(program, nodes, report, built_on)
    _ending(program, nodes, report)
    _winner(program, nodes, report)
    _never_reached(bodies, nodes, report)
    _never_used(nodes, report)
    _nobody_acts(program, report)
    for action in program.actions.values():
        _change_before_choice(action, report)
    check_futile(program, nodes, report)


# ---- what is never done


def roots(program: p.Program) -> Iterator[Any]:
    """Everything that can set rules going by itself."""
    yield from (program.setup, program.play)
    for rule in program.rules.values():
        yield rule.clauses
    for component in program.components.values():
        for design in component.designs:
            yield (design.body, design.clauses)
            yield from (v for v in design.values.values() if isinstance(v, tuple) and v and not isinstance(v[0], int))
    for function in (*program.functions.values(), *program.numbers.values()):
        yield tuple(function.modifiers)


def _called(roots: Sequence[Any]) -> set[str]:
    seen: set[str] = set()
    stack = list(roots)
    while stack:
        for node in walk(stack.pop()):
            if isinstance(node, p.CallAction) and node.action.key not in seen:
                seen.add(node.action.key)
                stack.append(node.action.body)
    return seen


def _unreachable_actions(program: p.Program, report: Report, built_on: Collection[str]) -> None:
    called = _called(list(roots(program)))
    names = {program.actions[key].words.name for key in called if key in program.actions}
    for action in program.actions.values():
        idle = action.words.name not in names and action.words.module not in built_on
        if idle and action.words.span is not None:
            report.emit(
                Code.UNREACHABLE_ACTION,
                action.words.span,
                f"nothing ever does `{action.words.name}`",
                help="call it from `play`, from another action, or from a rule; or remove it",
            )


# ---- what is never used


def _never_used(nodes: Sequence[Any], report: Report) -> None:
    """What `let` names and nothing looks at: half of a rule is missing, or another name is meant."""
    used = {node.var.id for node in nodes if isinstance(node, p.Local)}
    for node in nodes:
        if isinstance(node, p.Let) and node.var.id not in used:
            report.emit(
                Code.UNUSED_VARIABLE,
                node.span,
                f"nothing uses `{node.var.name}`",
                help="say what is done with it, or take the line away",
            )


# ---- what is done by nobody


def _nobody_acts(program: p.Program, report: Report) -> None:
    """An action that says `you`, or that somebody must gain or choose by, called from where it is nobody's turn."""
    for call in reached_by_nobody(program).values():
        said = next(filter(_needs_somebody, by_nobody(call.action.body)), None)
        if said is not None:
            report.error(
                Code.NO_OWNER,
                said.span,
                f"it is nobody's turn when `{call.action.words.name}` is done, so nobody can do this",
                also=[(call.span, "done here, by nobody in particular")],
                help="put `each player` before what everybody does, or `as p` before what one player does",
            )


def _needs_somebody(node: Any) -> bool:
    match node:
        case p.Me():
            return True
        case p.Transfer():
            owned = (p.AnyUnits, p.AllUnits, p.PieceUnits, p.ThingUnits, p.Bundle)
            parts = list(walk(node.amount))
            return any(isinstance(x, owned) or (isinstance(x, p.Units) and x.unit.per is not p.Per.GAME) for x in parts)
        case p.Choose():
            return not node.at_random
        case p.May() | p.Either() | p.AnyOrder():
            return True
        case p.Place():
            return node.owner is None and not node.lifted and node.piece.per is not p.Per.GAME
    return False


# ---- what is never in play


def _never_in_play(
    program: p.Program, nodes: Sequence[Any], report: Report, built_on: Collection[str]
) -> None:
    held = {program.components[zone.component].root for zone in program.zones.values()}
    keyed = {zone.key for zone in program.zones.values()} | {memory.key for memory in program.memories.values()}
    functions = (function.body for function in program.functions.values() if function.body is not None)
    values = chain(nodes, (x for body in functions for x in walk(body)))
    named = {x.type.core.base for x in values if isinstance(x, p.Const) and x.type.core.t is T.THING}
    for component in program.components.values():
        used = component.root in held or component.name in keyed or component.name in named
        if not used and component.words.span is not None and component.words.module not in built_on:
            report.emit(
                Code.COMPONENT_NEVER_IN_PLAY,
                component.words.span,
                f"no zone holds `{component.name}`, and no rule names it",
                help=f"declare a zone for it, such as `deck {component.name}_deck of {plural(component.name)}`",
            )


# ---- endings


def _ending(program: p.Program, nodes: Sequence[Any], report: Report) -> None:
    """A loop without a bound that nothing can leave."""
    ends = any(isinstance(x, p.Plain) and x.word in (p.Word.WIN, p.Word.END) for x in nodes)
    if ends:
        return
    written = _written(nodes)
    for stmt in walk(program.play):
        if not isinstance(stmt, p.Repeat) or stmt.times is not None:
            continue
        test = stmt.until if stmt.until is not None else stmt.test
        if test is not None and not _can_change(test, written, set()):
            report.error(
                Code.NO_ENDING,
                test.span,
                "nothing in the rules ever changes this, so the game has no way to end",
                help="let some rule change what the condition looks at, or say `end the game` or `win` somewhere",
            )


def _written(nodes: Sequence[Any]) -> set[tuple[p.Store, str]]:
    out: set[tuple[p.Store, str]] = set()
    for x in nodes:
        if isinstance(x, p.Set):
            out.add((x.target.store, x.target.name))
        elif isinstance(x, p.Transfer):
            out.update((p.Store.UNIT, y.unit.words.name) for y in walk(x.amount) if isinstance(y, p.Units))
    return out


def _can_change(expr: Any, written: set[tuple[p.Store, str]], seen: set[str]) -> bool:
    """Whether anything an expression looks at can ever change; boards, pieces and zones always can."""
    for x in walk(expr):
        if isinstance(x, p.Read) and (x.store not in (p.Store.MEMORY, p.Store.UNIT) or (x.store, x.name) in written):
            return True
        if isinstance(x, p.Apply) and x.prim in (p.Prim.OCCUPIED, p.Prim.ACTIVE, p.Prim.CAN_PAY):
            return True
        if isinstance(x, p.Call) and x.function.key not in seen and x.function.body is not None:
            seen.add(x.function.key)
            if x.function.modifiers or _can_change(x.function.body, written, seen):
                return True
        if isinstance(x, p.Read) and x.store is p.Store.UNIT:
            return True
    return False


def _winner(program: p.Program, nodes: Sequence[Any], report: Report) -> None:
    """Somebody wins, at once or by what the end says."""
    wins = any(isinstance(x, p.Plain) and x.word is p.Word.WIN for x in nodes)
    if program.winner is None and not wins:
        where = program.play[0].span if program.play else None
        report.emit(
            Code.NO_WINNER,
            where,
            "the game never says who wins",
            help="add a line such as `winner player with most NAME`, or say `win` in a rule",
        )


# ---- what is never reached


def _never_reached(bodies: Sequence[Any], nodes: Sequence[Any], report: Report) -> None:
    """What stands after a word that leaves the block."""
    inner = (getattr(node, name, None) for node in nodes for name in ("body", "then", "otherwise"))
    for block in (x for x in (*bodies, *inner) if isinstance(x, tuple)):
        for before, after in pairwise(block):
            if isinstance(before, p.Plain) and before.word is not p.Word.PASS:
                report.emit(
                    Code.UNREACHABLE_STATEMENT,
                    after.span,
                    "this is never reached",
                    also=[(before.span, f"`{before.word.value}` leaves here")],
                    help="move it before, or put the other under an `if`",
                )


# ---- definitions that call themselves


def check_recursion(program: p.Program, report: Report) -> None:
    """A definition may call itself only with less of a number, so that it comes to an end before play."""
    for function in (*program.functions.values(), *program.numbers.values()):
        for call in _calls(function):
            again = call.function is function or function in _reached(call.function)
            if again and not (call.function is function and any(_is_less(a, function) for a in call.args)):
                report.error(
                    Code.RECURSION_NOT_BOUNDED,
                    call.span,
                    f"`{function.words.name}` may call itself for ever",
                    help=f"what `{function.words.name}` is must not depend on itself: give it a value of its own"
                    if not function.params
                    else "let it call itself with a smaller number, `f(n - 1)`, and say where it stops, `0 if n is 0`",
                )


def _calls(function: p.Function) -> Iterator[p.Call]:
    roots = [function.body, *(value for _, value in function.lets)]
    return (x for root in roots if root is not None for x in walk(root) if isinstance(x, p.Call))


def _reached(function: p.Function) -> list[p.Function]:
    """Every definition that one needs, itself only if it comes back."""
    found: list[p.Function] = []
    waiting = [function]
    while waiting:
        for call in _calls(waiting.pop()):
            if call.function not in found:
                found.append(call.function)
                waiting.append(call.function)
    return found


def _is_less(arg: p.Expr, function: p.Function) -> bool:
    """`n - 1`, of a parameter."""
    if not isinstance(arg, p.Apply) or arg.prim is not p.Prim.SUB:
        return False
    whole, part = arg.args
    is_param = isinstance(whole, p.Local) and whole.var in function.params
    return is_param and isinstance(part, p.Const) and isinstance(part.value, int) and part.value > 0


# ---- half a change


def _change_before_choice(action: p.Action, report: Report) -> None:
    """A piece lifted or a thing moved, then a choice that may find nothing: the action would stop half done."""
    lifted = False
    guarded = any(isinstance(x, p.Needs) for x in action.body)
    for stmt in action.body:
        if isinstance(stmt, p.Lift) and stmt.to == "hand":
            lifted = True
        elif isinstance(stmt, p.Place) and stmt.lifted:
            lifted = False
        elif isinstance(stmt, p.Choose) and lifted and not guarded and stmt.otherwise is None and not stmt.at_random:
            report.emit(
                Code.CHANGE_BEFORE_CHOICE,
                stmt.span,
                "a piece is in the hand, and this choice may have no option",
                help="say before the lift what is needed, such as `needs some …`, or add `otherwise`",
            )


__all__ = ["check_logic", "check_recursion"]
