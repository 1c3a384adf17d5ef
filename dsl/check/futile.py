"""What can be proved to come to nothing: choices that never have an option, loops that nothing leaves, `always` rules
that look at nothing, names that are chosen and never used, rules printed on what is never in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, starmap
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.plurals import plural
from rulewright.dsl.program_effects import looks_at, written
from rulewright.dsl.program_walk import children, walk
from rulewright.dsl.types import T


def check_futile(program: p.Program, nodes: Sequence[Any], report: Report) -> None:
    """Reports what can never do anything."""
    _without_options(nodes, report)
    _endless(nodes, report)
    _deaf(program, nodes, report)
    _never_works(program, report)
    _secret(program, nodes, report)


# ---- choices


def _without_options(nodes: Iterable[Any], report: Report) -> None:
    for stmt in nodes:
        for part in stmt.parts if isinstance(stmt, p.Choose) else ():
            tests = [x.args[1] for x in stmt.where if _is_of(x, part.var)]
            if _is_empty(part.source) or any(starmap(_are_apart, combinations(_parts((part.source, *tests)), 2))):
                report.emit(
                    Code.CHOICE_WITHOUT_OPTION,
                    part.source.span,
                    "there is never anything to choose here",
                    help="`A on B` is what is in both; for what is in one or the other write `A or B`",
                )


def _is_of(test: Any, var: p.Var) -> bool:
    """`c is in A`, of the one that is chosen."""
    if not isinstance(test, p.Apply) or test.prim is not p.Prim.IN:
        return False
    return isinstance(test.args[0], p.Local) and test.args[0].var is var


def _is_empty(expr: Any) -> bool:
    match expr:
        case p.Apply(prim=p.Prim.COMMON):
            return any(map(_is_empty, expr.args)) or any(starmap(_are_apart, combinations(_parts(expr.args), 2)))
        case p.Apply(prim=p.Prim.EXCEPT):
            return _is_empty(expr.args[0]) or _say_the_same(*expr.args)
        case p.Apply(prim=p.Prim.UNION):
            return all(map(_is_empty, expr.args))
        case _:
            return False


def _parts(exprs: Iterable[Any]) -> list[Any]:
    """All that a common part of these is within."""
    found = []
    for expr in exprs:
        common = isinstance(expr, p.Apply) and expr.prim is p.Prim.COMMON
        found += _parts(expr.args) if common else [expr]
    return found


def _are_apart(left: Any, right: Any) -> bool:
    """Whether two sets can have nothing in common: cells of other members, or what is left of a set and that set."""
    some, others = _members(left), _members(right)
    if some is not None and others is not None:
        return some[0] == others[0] and not some[1] & others[1]
    return _lacks(left, right) or _lacks(right, left)


def _members(expr: Any) -> tuple[tuple[str, str], frozenset[int]] | None:
    """Certain members of a kind, or the cells that carry them: of what, and which."""
    if isinstance(expr, p.Read) and expr.store is p.Store.CELLS_WITH:
        found = _members(expr.value)
        return ((expr.owner, expr.name), found[1]) if found is not None else None
    if isinstance(expr, p.Apply) and expr.prim is p.Prim.SINGLE:
        return _members(expr.args[0])
    if not isinstance(expr, p.Const) or expr.type.elem.t is not T.MEMBER or expr.value is None:
        return None
    which = expr.value if expr.type.is_set else (expr.value,)
    return ("", expr.type.elem.base), frozenset(which)


def _lacks(left: Any, right: Any) -> bool:
    """`A except B` and B."""
    left = _plain(left)
    return isinstance(left, p.Apply) and left.prim is p.Prim.EXCEPT and _say_the_same(left.args[1], right)


def _plain(expr: Any) -> Any:
    """What a definition without parameters stands for."""
    while isinstance(expr, p.Call) and not (expr.args or expr.function.modifiers or expr.function.lets):
        expr = expr.function.body
    return expr


def _say_the_same(left: Any, right: Any) -> bool:
    """Whether two expressions are the same but for where they stand."""
    left, right = _plain(left), _plain(right)
    if left.__class__ is not right.__class__ or left.__class__ not in (p.Apply, p.Read, p.Const, p.Me, p.Local):
        return False
    if any(getattr(left, name, None) != getattr(right, name, None) for name in ("prim", "store", "name", "owner")):
        return False
    if isinstance(left, p.Const) and left.value != right.value:
        return False
    if isinstance(left, p.Local) and left.var is not right.var:
        return False
    inner = list(children(left)), list(children(right))
    return len(inner[0]) == len(inner[1]) and all(map(_say_the_same, *inner))


# ---- loops


def _endless(nodes: Sequence[Any], report: Report) -> None:
    """A loop whose condition is a plain `yes` or `no`, and nothing that could leave it."""
    leaves = (p.Word.WIN, p.Word.END)
    if any(isinstance(x, p.Plain) and x.word in leaves for x in nodes):
        return
    for stmt in nodes:
        if not isinstance(stmt, p.Repeat) or stmt.times is not None:
            continue
        test = stmt.until if stmt.until is not None else stmt.test
        always = isinstance(test, p.Const) and test.value is (stmt.until is None)
        if always and test is not None and not any(isinstance(x, p.Plain) for x in walk(stmt.body)):
            report.error(
                Code.NO_ENDING,
                test.span,
                "this never changes, so nothing ever leaves the loop",
                help="say how often, `repeat 3 times`, or until when, `repeat … until no vacant`; `stop` leaves too",
            )


# ---- rules that never work


def _clauses(program: p.Program) -> Iterator[Any]:
    for rule in program.rules.values():
        yield from rule.clauses
    for component in program.components.values():
        for design in component.designs:
            yield from design.clauses


def _deaf(program: p.Program, nodes: Sequence[Any], report: Report) -> None:
    """An `always` rule is due when something changes that it looks at."""
    rules = [clause for clause in _clauses(program) if isinstance(clause, p.Always)]
    if not rules:
        return
    touched = set().union(*(written(stmt, program) for stmt in nodes))
    for rule in rules:
        if not looks_at(walk(rule.body), touched):
            report.emit(
                Code.UNREACHABLE_STATEMENT,
                rule.span,
                "this is never done: `always` works when something changes that it looks at, and it looks at nothing",
                help="say under which condition, `if …`; or wait for something, `after you ACTION, …`, `at STEP, …`",
            )


def _never_works(program: p.Program, report: Report) -> None:
    """Rules and worths are those of things in play."""
    roots = {c.name: c.root for c in program.components.values()}
    in_play = {roots[zone.component] for zone in program.zones.values() if zone.in_play}
    held = {roots[zone.component] for zone in program.zones.values()}
    for component in program.components.values():
        if component.root in in_play or component.root not in held:
            continue
        design = next((d for d in component.designs if d.clauses or d.worths), None)
        if design is not None and design.words.span is not None:
            found = (design.clauses or design.worths)[0]
            things = component.words.plural or plural(component.name)
            report.emit(
                Code.COMPONENT_NEVER_IN_PLAY,
                found.span,
                f"this never works: no zone of {things} is `in play`",
                help=f"say so of the zone in which they work: `area NAME per player of {things}, in play`",
            )


# ---- secrets


def _secret(program: p.Program, nodes: Sequence[Any], report: Report) -> None:
    """A choice among what nobody sees, by what nobody sees, or by what only an opponent sees, would tell it."""
    shown = {x.name for stmt in nodes if isinstance(stmt, p.Show) for x in walk(stmt) if _is_zone(x)}
    for stmt in nodes:
        if isinstance(stmt, p.Choose) and not stmt.at_random:
            others = {part.var.id for part in stmt.parts if _is_opponents(part.source)}
            looked = [*(part.source for part in stmt.parts), *stmt.where, *stmt.possible]
        elif isinstance(stmt, p.Needs):
            others, looked = set(), [stmt.test]
        else:
            continue
        for read in (x for expr in looked for x in _contents(expr)):
            zone = program.zones[read.name]
            theirs = isinstance(read.key, p.Local) and (
                read.key.var.id in others or _is_bound_to_opponents(read.key, nodes)
            )
            if read.name in shown or not (zone.seen == "nobody" or (zone.seen == "owner" and theirs)):
                continue
            who = "nobody sees" if zone.seen == "nobody" else "only its owner sees"
            report.error(
                Code.SECRET_LEGALITY,
                read.span,
                f"{who} what lies in `{read.name}`, so nobody can choose {'from' if read in looked else 'by'} it",
                help="draw from it, choose `at random`, or let those who choose see it: `seen by owner`, `reveal`",
            )


def _contents(expr: Any) -> Iterator[p.Read]:
    """The zones in which an expression looks at what lies there, not only at how much does."""
    if _is_zone(expr):
        yield expr
    elif isinstance(expr, p.Apply) and expr.prim in (p.Prim.COUNT, p.Prim.SOME) and _is_zone(expr.args[0]):
        return
    else:
        for inner in children(expr):
            yield from _contents(inner)


def _is_zone(x: Any) -> bool:
    return isinstance(x, p.Read) and x.store is p.Store.ZONE


def _is_opponents(source: Any) -> bool:
    return isinstance(source, p.Call) and source.function.words.name == "opponents"


def _is_bound_to_opponents(key: p.Local, nodes: Sequence[Any]) -> bool:
    return any(
        part.var is key.var and _is_opponents(part.source)
        for stmt in nodes
        if isinstance(stmt, p.Choose)
        for part in stmt.parts
    )


__all__ = ["check_futile"]
