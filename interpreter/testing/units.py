"""What of a game can fire: its rules, clauses, branches, lines, scoring lines, definitions and rows, as a tree.

The tree is read off the Program, so that what the machine never wrote (a branch settled before play, a row whose thing
is in no zone) is there too. A unit knows the marks that count it and the definitions it leans on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.program_walk import children
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.source import Span
from rulewright.interpreter.generate.marks import Key, key_of

Ident = tuple[str, str, int, int, str]
KINDS = ("rule", "clause", "branch", "line", "score line", "definition", "row")


@dataclass(slots=True, eq=False)
class Unit:
    """One thing that can fire. It has fired if its mark counts, or if anything inside it has."""

    kind: str
    name: str
    span: Span
    key: Key | None = None
    inside: list[Unit] = field(default_factory=list)
    leans_on: frozenset[Ident] = frozenset()

    @property
    def ident(self) -> Ident:
        return (self.kind, *self.span.key, self.name)


def units_of(program: p.Program) -> list[Unit]:
    """Everything that can fire in a program, declaration by declaration."""
    modifiers = _modifiers(program)
    units: list[Unit | None] = [
        *_block("setup", program.setup),
        *_block("play", program.play),
        *(_named(f"action {a.words.name}", a.words, _lines(a.body)) for a in program.actions.values()),
        *(_rule(r, modifiers) for r in program.rules.values()),
        *(_named(f"score {s.words.name}", s.words, map(_worth, s.lines)) for s in program.scores.values()),
        *(_definition(f) for f in (*program.functions.values(), *program.numbers.values()) if not _is_library(f.words)),
    ]
    for component in program.components.values():
        units += [_row(design, modifiers) for design in component.designs if design.things]
    for board in program.boards.values():
        units += [map_unit(drawn) for drawn in board.maps]
    return [unit for unit in units if unit is not None]


def declared_definitions(ruleset: Ruleset) -> list[Unit]:
    """The definitions of a ruleset by name alone, whether or not anything names them."""
    found = [linked.decl for linked in ruleset.things_of(n.DefineDecl) if not linked.is_library]
    return [Unit("definition", f"define {decl.name}", decl.span) for decl in found]


def given_calls(program: p.Program) -> frozenset[Ident]:
    """The definitions that declarations lean on: supplies, starts, what is sorted or counted, and who wins."""
    found: list[Any] = []
    for piece in program.pieces.values():
        found += [piece.supply, piece.covers, piece.on]
    found += [unit.start for unit in program.units.values()]
    found += [memory.start for memory in program.memories.values()]
    for zone in program.zones.values():
        found += [zone.dice, zone.sorted_by, zone.room]
    if program.winner is not None:
        winner = program.winner
        found += [winner.source, winner.where, *(rank.value for rank in winner.ranks)]
    return _calls(x for x in found if x is not None)


def row_ident(design: p.Design) -> Ident:
    assert design.words.span is not None
    return ("row", *design.words.span.key, f"{design.component} {design.words.name}")


def map_unit(drawn: p.Map) -> Unit | None:
    return None if drawn.words.span is None else Unit("row", f"map {drawn.words.name}", drawn.words.span)


# ---- declarations


def _is_library(words: p.Words) -> bool:
    return words.module.startswith("library ") or words.span is None


def _named(name: str, words: p.Words, inside: Iterable[Unit]) -> Unit | None:
    return None if words.span is None else Unit("rule", name, words.span, None, list(inside))


def _block(name: str, body: Sequence[p.Stmt]) -> list[Unit]:
    """`setup` and `play`; expansions may add to them from other files, which each get a unit of their own."""
    homes: dict[str, list[p.Stmt]] = {}
    for stmt in body:
        homes.setdefault(stmt.span.file.path, []).append(stmt)
    return [Unit("rule", name, stmts[0].span, None, _lines(stmts)) for stmts in homes.values()]


def _definition(function: p.Function) -> Unit | None:
    span = function.words.span
    assert span is not None
    nodes = [x for x in (function.body, *(value for _, value in function.lets)) if x is not None]
    inside = [unit for node in nodes for unit in _conds(node)]
    if function.is_number and not inside:
        return None
    return Unit("definition", _definition_name(function), span, None, inside, _calls(nodes))


def _definition_name(function: p.Function) -> str:
    return f"{'number' if function.is_number else 'define'} {function.words.name}"


def _modifiers(program: p.Program) -> dict[str, list[p.Modifier]]:
    """The modifiers of each rule and design: the program keeps them with what they modify."""
    found: dict[str, list[p.Modifier]] = {}
    for function in (*program.functions.values(), *program.numbers.values()):
        for modifier in function.modifiers:
            found.setdefault(_home(modifier.words, modifier.design), []).append(modifier)
    return found


def _home(words: p.Words, design: p.Design | None) -> str:
    return f"rule {words.name}" if design is None else f"{design.component} {design.words.name}"


def _clauses(clauses: Iterable[p.Clause], modifiers: Iterable[p.Modifier]) -> list[Unit]:
    """One unit for each clause written; a modifier may be made several times, once for each type it meets."""
    found = [_clause(clause) for clause in (*clauses, *modifiers)]
    return sorted({unit.ident: unit for unit in found}.values(), key=lambda unit: unit.span.start)


def _rule(rule: p.Rule, modifiers: dict[str, list[p.Modifier]]) -> Unit | None:
    name = _home(rule.words, None)
    return _named(name, rule.words, _clauses(rule.clauses, modifiers.get(name, ())))


def _row(design: p.Design, modifiers: dict[str, list[p.Modifier]]) -> Unit | None:
    if design.words.span is None:
        return None
    clauses = _clauses(design.clauses, modifiers.get(_home(design.words, design), ()))
    inside = [*clauses, *map(_worth, design.worths), *_lines(design.body)]
    for value in design.values.values():
        if isinstance(value, tuple) and value and isinstance(value[0], p.Stmt):
            inside += _lines(value)
    return Unit("row", f"{design.component} {design.words.name}", design.words.span, None, inside)


# ---- clauses


def _clause(clause: p.Clause) -> Unit:
    match clause:
        case p.Trigger():
            name = "instead of" if clause.timing == "instead" else clause.timing
            exprs: list[Any] = [clause.where]
        case p.Modifier():
            name = clause.word.replace("_", " ")
            exprs = [clause.where, clause.amount, *clause.fixed]
        case p.Always():
            name, exprs = "always", []
    return Unit(
        "clause",
        name,
        clause.span,
        key_of(clause),
        [*(unit for x in exprs if x is not None for unit in _conds(x)), *_lines(clause.body)],
        _calls(x for x in exprs if x is not None),
    )


def _worth(line: p.WorthLine) -> Unit:
    exprs = [x for x in (line.number, line.source, line.where, line.every) if x is not None]
    conds = [unit for x in exprs for unit in _conds(x)]
    return Unit("score line", line.words.name, line.span, key_of(line), conds, _calls(exprs))


# ---- statements


def _lines(body: Sequence[p.Stmt]) -> list[Unit]:
    return [_line(stmt) for stmt in body]


def _line(stmt: p.Stmt) -> Unit:
    exprs = [node for node in children(stmt) if not isinstance(node, p.Stmt)]
    inside = [unit for node in exprs for unit in _conds(node)]
    return Unit("line", type(stmt).__name__, stmt.span, key_of(stmt), inside + list(_parts(stmt)), _calls(exprs))


def _parts(stmt: p.Stmt) -> Iterator[Unit]:
    """The ways a statement can go, or simply what stands under it."""
    match stmt:
        case p.If():
            yield _branch(stmt, "then", _lines(stmt.then))
            yield _branch(stmt, "otherwise", _lines(stmt.otherwise))
        case p.Either():
            for k, branch in enumerate(stmt.branches):
                yield _branch(stmt, f"branch {k + 1}", _lines(branch))
        case p.Choose() if stmt.otherwise is not None:
            yield _branch(stmt, "otherwise", _lines(stmt.otherwise))
        case p.ForEach() | p.EachPlayer() if stmt.where is not None:
            yield _branch(stmt, "then", _lines(stmt.body))
        case p.AnyOrder():
            yield from _lines(stmt.items)
        case p.ForEach() | p.EachPlayer() | p.Repeat() | p.May() | p.Must() | p.TakeTurns() | p.As() | p.Step():
            yield from _lines(stmt.body)


def _branch(node: p.Stmt | p.Cond, role: str, inside: list[Unit], calls: frozenset[Ident] = frozenset()) -> Unit:
    return Unit("branch", role, node.span, key_of(node, role), inside, calls)


# ---- expressions


def _conds(node: Any) -> Iterator[Unit]:
    """The two values of every `… if … otherwise …` in an expression, outermost first."""
    if isinstance(node, p.Stmt):
        return
    if isinstance(node, p.Cond):
        for role, value in (("then", node.then), ("otherwise", node.otherwise)):
            yield _branch(node, role, list(_conds(value)), _calls([value]))
        yield from _conds(node.test)
        return
    for inner in children(node):
        yield from _conds(inner)


def _calls(nodes: Iterable[Any]) -> frozenset[Ident]:
    """The definitions an expression names; of a conditional value only those in its test, the rest is its branches'."""
    found: set[Ident] = set()
    stack = [x for x in nodes if x is not None]
    while stack:
        node = stack.pop()
        if isinstance(node, p.Stmt):
            continue
        if isinstance(node, p.Call) and node.function.words.span is not None:
            span = node.function.words.span
            found.add(("definition", *span.key, _definition_name(node.function)))
        stack.extend([node.test] if isinstance(node, p.Cond) else children(node))
    return frozenset(found)
