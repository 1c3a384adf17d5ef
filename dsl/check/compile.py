"""Ruleset -> Program: declarations, then bodies, then modifiers, for one number of players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.bounds import bounded
from rulewright.dsl.check.blame import blame
from rulewright.dsl.check.clauses import Clauses, game_scope
from rulewright.dsl.check.declare import Declare
from rulewright.dsl.check.designs import owner_scope
from rulewright.dsl.check.expressions import Expressions
from rulewright.dsl.check.logic import check_logic
from rulewright.dsl.check.prose import Prose
from rulewright.dsl.check.references import check_references
from rulewright.dsl.check.rooms import check_rooms
from rulewright.dsl.check.statements import Statements
from rulewright.dsl.check.symbols import Scope, Symbols
from rulewright.dsl.check.unused import check_unnamed, check_unused
from rulewright.dsl.check.words import words_of
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.program_walk import walk
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.types import PLAYER


class Compiled:
    """A checked program with what is needed to check more text against it (examples, `then` lines)."""

    def __init__(self, ruleset: Ruleset, players: int, report: Report) -> None:
        self.ruleset = ruleset
        self.program = p.Program(ruleset.name, ruleset.title or ruleset.name, players, ruleset.players, "")
        with bounded(report, f"reading {ruleset.name}"):
            self.program.hash = ruleset.content_hash
        self.program.modules = tuple(info.name for info in ruleset.modules)
        self.program.written = {info.name: info.written for info in ruleset.modules if info.written is not None}
        self.expressions = Expressions(self.program, Symbols(), report)
        self.statements = Statements(self.expressions)
        self.clauses = Clauses(self.statements)
        with bounded(report, f"checking {ruleset.name}"):
            if self.program.hash:
                self._compile(report)
        if not report.ok:
            blame(ruleset, report)

    def _compile(self, report: Report) -> None:
        things = self.ruleset.things
        self.expressions.symbols.declarations = [linked.decl for linked in things]
        self.expressions.symbols.removal = self.ruleset.removal
        for linked in things:
            if isinstance(linked.decl, n.ActionDecl):
                self.statements.actions[linked.decl.name] = (linked.decl, linked.module)
            for clause in _modifiers(linked.decl):
                self.expressions.functions.modified[clause.name] = True
        self.statements.verbs.step_names.update(self.ruleset.step_names)
        declare = Declare(self.ruleset, self.expressions)
        declare.all()
        check_references(self.ruleset, self.expressions, self.statements.verbs.step_names)
        prose = Prose((linked.decl for linked in things), self.expressions)
        for linked in things:
            prose.check(linked.decl, linked.texts)
        self._bodies(declare)
        for linked in things:
            if isinstance(linked.decl, n.ActionDecl) and not self.statements.needs_given(linked.decl):
                self.statements.action(linked.decl.name)
            if isinstance(linked.decl, n.PieceDecl):
                self._piece(linked.decl)
        self._flow()
        self._match(report)
        self._rules()
        self.clauses.attach()
        self._mark_changing()
        self._complete(report)
        check_unused(self.ruleset, self.clauses, report)
        if report.ok:
            check_rooms(self.program, report)
            built_on = {name for info in self.ruleset.modules for name in (*info.of, *info.requires)}
            check_logic(self.program, report, built_on)
            check_unnamed(self.ruleset, report, built_on)

    def _piece(self, decl: n.PieceDecl) -> None:
        piece = self.program.pieces.get(decl.name)
        if piece is None:
            return
        if decl.covers is not None:
            scope = Scope(you=p.Me(PLAYER, decl.span))
            board = self.program.boards[piece.board]
            piece.covers_var = self.expressions.var("here", p_cell(board.name), decl.span, scope)
            piece.covers = self.expressions.check(decl.covers, scope, p_cells(board.name))
        if decl.on is not None:
            piece.on = self.expressions.check(decl.on, Scope(you=p.Me(PLAYER, decl.span)), p_cells(piece.board))

    def _bodies(self, declare: Declare) -> None:
        s = self.statements
        for design, decl, module in declare.designs.pending:
            component = self.program.components[design.component]
            scope = owner_scope(component, decl.span)
            words = design.words if isinstance(decl, n.InstanceDecl) else words_of(decl, module, decl.noun)
            body = s.block(decl.body, scope.inner())
            design.body = body or design.body if isinstance(decl, n.InstanceDecl) else design.body or body
            design.clauses = (*design.clauses, *self.clauses.all(decl.clauses, scope, words, design))
            if isinstance(decl, n.InstanceDecl):
                lines = (self.clauses.worth(w, scope, words) for w in decl.worths)
                design.worths = tuple(x for x in lines if x is not None)
        for design, name, cell in declare.designs.effects:
            design.values[name] = self._effect(cell)

    def _effect(self, cell: n.TableCell) -> tuple[p.Stmt, ...]:
        scope = Scope(you=p.Me(PLAYER, cell.span))
        if cell.kind == "nothing":
            return ()
        if cell.kind == "worth" and cell.worth is not None:
            return self.statements.block((n.GainStmt(cell.worth, None, cell.span),), scope)
        assert cell.amount is not None
        stmt: n.Stmt = n.LoseStmt(cell.amount, None, cell.span)
        if cell.kind == "gain":
            stmt = n.GainStmt(n.Worth(cell.amount, "none", None, None, None, cell.span), None, cell.span)
        return self.statements.block((stmt,), scope)

    def _flow(self) -> None:
        setup: list[p.Stmt] = []
        for linked in self.ruleset.things:
            decl = linked.decl
            self.statements.module = linked.module
            if isinstance(decl, n.SetupDecl):
                setup.extend(self.statements.block(decl.body, Scope()))
            elif isinstance(decl, n.PlayDecl):
                self.program.play = self.statements.block(decl.body, Scope())
            elif isinstance(decl, n.WinnerDecl):
                self.program.winner = self.clauses.winner(decl, words_of(decl, linked.module))
            elif isinstance(decl, n.ScoreDecl):
                words = words_of(decl, linked.module)
                lines = (self.clauses.worth(w, game_scope(decl.span), words) for w in decl.worths)
                self.program.scores[decl.name] = p.Score(words, tuple(x for x in lines if x is not None))
        self.program.setup = tuple(setup)

    def _match(self, report: Report) -> None:
        """`match 3 games adding points`: the counter must be one that players or sides have."""
        if self.ruleset.match is None:
            return
        games, name = self.ruleset.match
        units = [s for s in self.expressions.symbols.find(name) if isinstance(s, p.Unit) and s.per is not p.Per.GAME]
        if units:
            self.program.match = (games, units[0])
            return
        known = [u.words.name for u in self.program.units.values() if u.per is not p.Per.GAME]
        help = f"there are {', '.join(known)}" if known else "declare one: `counter point per player`"
        report.error(Code.UNKNOWN_UNIT, None, f"a match adds up a counter, and there is no `{name}`", help=help)

    def _rules(self) -> None:
        for linked in self.ruleset.things:
            decl = linked.decl
            if isinstance(decl, n.RuleDecl):
                words = replace(words_of(decl, linked.module), partners=linked.partners)
                clauses = self.clauses.all(decl.clauses, game_scope(decl.span), words, None)
                self.program.rules[decl.name] = p.Rule(words, clauses)

    def _mark_changing(self) -> None:
        """A field that some rule sets is a slot; the others are fixed by the design."""
        for node in every_node(self.program):
            if isinstance(node, p.Set) and node.target.store is p.Store.THING_FIELD:
                component = self.program.components[node.target.owner]
                for other in self.program.components.values():
                    if other.root == component.root and node.target.name in other.fields:
                        other.fields[node.target.name].static = False

    def _complete(self, report: Report) -> None:
        if not self.program.play and report.ok:
            game = self.ruleset.module(self.ruleset.name)
            where = game.span if game is not None else None
            report.error(Code.NO_PLAY, where, "the game never says how it is played", help="add a `play` block")


def p_cell(board: str) -> Any:
    from rulewright.dsl.types import cell

    return cell(board)


def p_cells(board: str) -> Any:
    from rulewright.dsl.types import cells

    return cells(board)


def every_node(program: p.Program) -> Iterator[Any]:
    """Every node of every body in a program."""
    roots: list[Any] = [program.setup, program.play]
    roots += [a.body for a in program.actions.values()]
    roots += [c for r in program.rules.values() for c in r.clauses]
    roots += [line for s in program.scores.values() for line in s.lines]
    roots += [zone.room for zone in program.zones.values()]
    for function in (*program.functions.values(), *program.numbers.values()):
        roots += [function.body, *(v for _, v in function.lets), *function.modifiers]
    for component in program.components.values():
        for design in component.designs:
            roots += [design.body, *design.clauses, *design.worths]
            roots += [v for v in design.values.values() if isinstance(v, tuple) and v and not isinstance(v[0], int)]
    for root in roots:
        if root is not None:
            yield from walk(root)


def _modifiers(decl: Any) -> Iterator[n.ModifierClause]:
    for clause in getattr(decl, "clauses", ()):
        if isinstance(clause, n.ModifierClause):
            yield clause
