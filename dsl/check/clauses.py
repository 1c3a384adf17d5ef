"""Clauses: triggers, modifiers and `always` rules, of the game or of a component in play; scores and the winner."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.statements import Statements
from rulewright.dsl.check.symbols import DefineSym, NumberSym, Scope, UnitGroupSym
from rulewright.dsl.codes import Code
from rulewright.dsl.fold import constant
from rulewright.dsl.places import word_span
from rulewright.dsl.plurals import third_person
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import nearest
from rulewright.dsl.types import BUNDLE, NUMBER, PLAYER, TRUTH, T, cell, speak

BUILT_IN_EVENTS = ("place", "move", "gain", "lose", "pay")
NO_EVENTS = ("put", "draw", "lift", "return", "remove")


_HOW = {
    "increase": "write `increase {0} by 1`",
    "reduce": "write `reduce {0} by 1`",
    "change": "write `change {0} to 4`",
    "keep": "write `keep {0} at least 1` or `keep {0} at most 4`",
}


class Clauses:
    """Checks the clauses of one program."""

    def __init__(self, statements: Statements) -> None:
        self.s = statements
        self.e = statements.e
        self.report = statements.report
        self.late: list[tuple[n.ModifierClause, Scope, p.Words, p.Design | None, list[p.Modifier]]] = []

    def all(
        self, clauses: Sequence[n.Clause], scope: Scope, words: p.Words, design: p.Design | None
    ) -> tuple[p.Clause, ...]:
        out: list[p.Clause] = []
        for clause in clauses:
            match clause:
                case n.TriggerClause():
                    self._has_owner(clause, design)
                    trigger = self._trigger(clause, scope.inner(), words)
                    if trigger is not None and not self._never(trigger.where):
                        out.append(trigger)
                case n.AlwaysClause():
                    out.append(p.Always(self.s.block(clause.body, scope.inner()), clause.span, words))
                case n.ModifierClause():
                    self._modifier(clause, scope.inner(), words, design)
        return tuple(out)

    # ---- triggers

    def _trigger(self, node: n.TriggerClause, scope: Scope, words: p.Words) -> p.Trigger | None:
        pattern = self._step_pattern(node, scope) if node.timing == "at" else self._pattern(node, scope)
        if pattern is None:
            return None
        where = self._condition(node.where, scope)
        limit = self.s.limit(node.limit) if node.limit is not None else None
        made = p.Trigger(node.timing, pattern, where, self.s.block(node.body, scope), limit, node.span, words)
        self._looks_misspelt(pattern, made)
        return made

    def _has_owner(self, node: n.TriggerClause, design: p.Design | None) -> None:
        """What stands instead of somebody else's doing is one owner's; a rule of the game has none."""
        if design is None and node.timing == "instead" and node.event.actor == "opponent":
            self.report.error(
                Code.NOT_A_PLAYER,
                node.event.span,
                "a rule of the game has no owner whose opponent this would be",
                help="write `instead of you …`: `you` is whoever does it",
            )

    def _step_pattern(self, node: n.TriggerClause, scope: Scope) -> p.Pattern | None:
        name = node.event.verb
        if name not in self.s.verbs.step_names:
            self.e.unknown_name(
                Code.UNKNOWN_STEP,
                node.event.span,
                f"there is no step called `{name}`",
                name,
                self.s.verbs.step_names,
                otherwise=f"`{name}` is an action: `after you {name}`, `before you {name}`; `at` waits for a step"
                if name in self.s.actions
                else "name a step that an action has: `rulewright list GAME` lists them",
            )
            return None
        return p.Pattern("anyone", name, True, None, (), None, node.event.span)

    def _pattern(self, node: n.TriggerClause, scope: Scope) -> p.Pattern | None:
        event = node.event
        verb = self._verb(event.verb)
        if verb is None:
            if event.verb in self.s.verbs.step_names:
                return p.Pattern(event.actor, event.verb, True, None, (), event.during, event.span)
            if self._is_no_event(event):
                return None
            verbs = (*self.s.actions, *BUILT_IN_EVENTS)
            self.e.unknown_name(
                Code.UNKNOWN_ACTION,
                event.span,
                f"nobody ever does `{event.verb}`",
                event.verb,
                [*verbs, *map(third_person, verbs if event.actor != "you" else ()), *self.s.verbs.step_names],
                otherwise="name an action, a step, or place, move, gain, lose, pay",
            )
            return None
        if (
            event.during is not None
            and event.during not in self.s.actions
            and event.during not in self.s.verbs.step_names
        ):
            message = f"`during {event.during}`: there is no such action or step"
            known = (*self.s.actions, *self.s.verbs.step_names)
            self.e.unknown_name(Code.UNKNOWN_STEP, event.span, message, event.during, known)
        if verb in self.s.actions:
            return self._action_pattern(verb, event, scope)
        return self._change_pattern(verb, node, scope)

    def _is_no_event(self, event: n.EventPattern) -> bool:
        """Reports a verb that orders something, but that nothing can wait for."""
        verb = next((verb for verb in NO_EVENTS if event.verb in (verb, third_person(verb))), None)
        if verb is not None:
            self._not_waited_for(verb, event.span)
        return verb is not None

    def _not_waited_for(self, verb: str, span: Span) -> None:
        self.report.error(
            Code.UNKNOWN_ACTION,
            span,
            f"nothing can wait for `{verb}`",
            help="wait for the action or step in which it is done, `after you ACTION`, or replace the rule",
        )

    def _verb(self, word: str) -> str | None:
        for verb in (*self.s.actions, *BUILT_IN_EVENTS):
            if word in (verb, third_person(verb)):
                return verb
        return None

    def _action_pattern(self, verb: str, event: n.EventPattern, scope: Scope) -> p.Pattern:
        decl, _ = self.s.actions[verb]
        binds: list[tuple[str, p.Var]] = []
        about: p.Component | p.Piece | p.Unit | str | None = None
        given = {"": event.object, **dict(event.preps)}
        for param in decl.params:
            name = given.pop(param.prep or "", None)
            if name is None:
                continue
            declared = self._about(name)
            if declared is not None:
                about = declared
            else:
                binds.append((param.prep or "", self.e.var(name, self.s.param_type(param), event.span, scope)))
        for prep, name in given.items():
            if name is not None:
                about = about or self._about(name)
                if self._about(name) is None:
                    self.report.error(
                        Code.WRONG_PREPOSITION,
                        event.span,
                        f"`{verb}` has no {f'`{prep}`' if prep else 'object'} to call `{name}`",
                    )
        return p.Pattern(event.actor, verb, False, about, tuple(binds), event.during, event.span)

    def _about(self, name: str) -> p.Component | p.Piece | p.Unit | str | None:
        if name == "this":
            return "this"
        for symbol in self.e.symbols.find(name):
            if isinstance(symbol, p.Component | p.Piece | p.Unit):
                return symbol
            if isinstance(symbol, p.Design):
                return f"design:{symbol.component}:{symbol.words.name}"
            if isinstance(symbol, UnitGroupSym):
                return f"group:{symbol.name}"
        return None

    def _change_pattern(self, verb: str, node: n.TriggerClause, scope: Scope) -> p.Pattern | None:
        event = node.event
        about = self._about(event.object) if event.object is not None else None
        binds: list[tuple[str, p.Var]] = []
        if event.object is not None and about is None:
            self._nothing_to(verb, event.object, event.span)
            return None
        if not _can_be(verb, about):
            self._not_waited_for(f"{verb} a {event.object}", event.span)
            return None
        for prep, name in event.preps:
            if isinstance(about, p.Piece) and not self.e.symbols.find(name):
                binds.append((prep, self.e.var(name, cell(about.board), event.span, scope)))
            elif not self.e.symbols.find(name):
                self.report.error(
                    Code.UNKNOWN_NAME,
                    event.span,
                    f"it is not clear what `{name}` would be",
                    help="name the piece: `after you place a PIECE on site`",
                )
                return None
        return p.Pattern(event.actor, verb, False, about, tuple(binds), event.during, event.span)

    def _nothing_to(self, verb: str, name: str, span: Span) -> None:
        """What is placed is a piece, what is gained a counter."""
        units = verb in ("gain", "lose", "pay")
        known = self.e.symbols.of(*((p.Unit, UnitGroupSym) if units else (p.Piece, p.Component)))
        what = "counter" if units else "piece"
        code = Code.UNKNOWN_UNIT if units else Code.UNKNOWN_NAME
        self.e.unknown_name(code, span, f"there is no {what} called `{name}` to {verb}", name, known)

    def _looks_misspelt(self, pattern: p.Pattern, made: p.Trigger) -> None:
        """A name that a trigger binds, that nothing uses and that is nearly a declared one."""
        used = {x.var.id for x in walk((made.where, made.body)) if isinstance(x, p.Local)}
        for _, var in pattern.binds:
            known = [*self.e.symbols.of(p.Component, p.Piece, p.Unit, p.Design, UnitGroupSym), "this"]
            if var.id not in used and nearest(var.name, known):
                message = f"`{var.name}` names something new here, and nothing uses it"
                self.e.unknown_name(Code.UNUSED_VARIABLE, pattern.span, message, var.name, known)

    # ---- modifiers

    def _modifier(self, node: n.ModifierClause, scope: Scope, words: p.Words, design: p.Design | None) -> None:
        symbol = next((s for s in self.e.symbols.find(node.name) if isinstance(s, DefineSym | NumberSym)), None)
        if symbol is None:
            names = [
                name
                for name in self.e.symbols.names()
                if any(isinstance(s, DefineSym | NumberSym) for s in self.e.symbols.find(name))
            ]
            message = f"there is no number or definition called `{node.name}` to {node.word}"
            help_ = "name a `number` or a `define`"
            if any(isinstance(s, p.Unit) for s in self.e.symbols.find(node.name)):
                message = f"`{node.name}` is a counter, which a rule does not {node.word}"
                give = "lose" if node.word in ("reduce", "forbid") else "gain"
                help_ = f"say when and write `{give} 1 {node.name}`: `rule NAME: after you …, {give} 1 {node.name}`"
                if node.word == "keep":
                    unit = next(s for s in self.e.symbols.find(node.name) if isinstance(s, p.Unit))
                    whose = f" per {unit.per.value}" if unit.per in (p.Per.PLAYER, p.Per.SIDE) else ""
                    help_ = f"say its range anew: `replace counter {unit.words.name}{whose}: 0 to 9`"
                names = []
            self.e.unknown_name(Code.UNKNOWN_NAME, node.span, message, node.name, names, otherwise=help_)
            return
        if isinstance(symbol, NumberSym):
            self.e.functions.number_function(symbol)
        elif len(node.args) != len(symbol.decl.params):
            self.report.error(
                Code.WRONG_ARGUMENT_COUNT,
                node.span,
                f"`{node.name}` has {len(symbol.decl.params)} arguments, here are {len(node.args)}",
                also=[(symbol.decl.span, "declared here")],
            )
            return
        self.late.append((node, scope, words, design, []))

    def attach(self) -> None:
        """Attaches every modifier to every function made from what it modifies; new functions may appear on the way."""
        progress = True
        while progress:
            progress = False
            for node, scope, words, design, made in self.late:
                for function in self.e.functions.functions_of(node.name):
                    if any(m.function is function for m in made):
                        continue
                    modifier = self._make(node, scope, words, design, function)
                    made.append(modifier)
                    if not self._never(modifier.where):
                        function.modifiers.append(modifier)
                    progress = True

    def _condition(self, node: n.Expr | None, scope: Scope) -> p.Expr | None:
        """What a clause waits for; None where an option says that it always holds."""
        where = self.e.truth(node, scope) if node is not None else None
        return None if constant(where, self.e.program.players) is True else where

    def _never(self, where: p.Expr | None) -> bool:
        """Whether a condition cannot hold with these options and this number of players: such a clause is no rule."""
        return where is not None and constant(where, self.e.program.players) is False

    def _make(
        self, node: n.ModifierClause, scope: Scope, words: p.Words, design: p.Design | None, function: p.Function
    ) -> p.Modifier:
        inner = scope.inner()
        inner.board = next((v.type.elem.base for v in function.params if v.type.elem.t is T.CELL), None)
        binds: list[p.Var] = []
        fixed: list[p.Expr | None] = []
        for arg, param in zip(node.args, function.params, strict=True):
            if isinstance(arg, n.Name) and not self.e.symbols.find(arg.name) and arg.name not in inner.variables:
                binds.append(self.e.var(arg.name, param.type, arg.span, inner))
                fixed.append(None)
            else:
                binds.append(p.Var(param.name, param.type, self.e.fresh_id()))
                fixed.append(self.e.check(arg, inner, param.type))
        word = {"floor": "keep_least", "ceiling": "keep_most"}.get(node.how or "", node.word)
        amount = self._amount(node, function, inner)
        where = self._condition(node.where, inner)
        body = self.s.block(node.body, inner)
        limit = self.s.limit(node.limit) if node.limit is not None else None
        return p.Modifier(
            word, function, tuple(binds), tuple(fixed), amount, where, body, limit, node.span, words, design
        )

    def _amount(self, node: n.ModifierClause, function: p.Function, scope: Scope) -> p.Expr | None:
        type_ = function.type
        if node.word in ("allow", "forbid"):
            if type_ != TRUTH:
                self.report.error(
                    Code.NOT_A_TRUTH,
                    word_span(node.span, node.name),
                    f"`{node.word}` changes a condition, `{node.name}` is {speak(type_)}",
                    help=f"write `increase {node.name} by …`, `reduce {node.name} by …` or `change {node.name} to …`",
                )
            return None
        if node.amount is None:
            self.report.error(
                Code.UNEXPECTED_END,
                node.span,
                f"`{node.word} {node.name}` does not say by how much",
                help=_HOW.get(node.word, "").format(node.name) or None,
            )
            return None
        if type_.is_set:
            return self.e.check(node.amount, scope, type_)
        return self.e.check(
            node.amount, scope, type_ if type_ in (NUMBER, BUNDLE, TRUTH) or node.word == "change" else NUMBER
        )

    # ---- scores and the winner

    def worth(self, node: n.Worth, scope: Scope, words: p.Words) -> p.WorthLine | None:
        """One line of a score."""
        inner = scope.inner()
        var, source, where, every = None, None, None, None
        if node.kind == "each" and node.binder is not None:
            var, source, where, _ranks, inner = self.e.binder(node.binder, scope)
        elif node.kind in ("of", "every") and node.source is not None:
            source = self._countable(node.source, scope)
            every = self.e.number(node.every, scope) if node.every is not None else None
        elif node.kind == "if" and node.source is not None:
            where = self.e.truth(node.source, scope)
        if not isinstance(node.amount, n.Amount):
            self.report.error(
                Code.UNKNOWN_UNIT,
                node.amount.span,
                "a score needs a number and a unit",
                help="write `2 points for each of …`",
            )
            return None
        number = self.e.number(node.amount.number, inner)
        unit = next((s for s in self.e.symbols.find(node.amount.unit) if isinstance(s, p.Unit)), None)
        if unit is None:
            self.e.unknown_unit(node.amount.unit, node.amount.span)
            return None
        return p.WorthLine(unit, number, node.kind, var, source, where, every, node.span, words)

    def _countable(self, node: n.Expr, scope: Scope) -> p.Expr:
        """A set to count, or a number counted as it is (`for every 3 of your coins`)."""
        expr = self.e.check(node, scope)
        if expr.type.t in (T.NUMBER, T.ERROR):
            return expr
        return self.e.bound(node, scope)

    def winner(self, node: n.WinnerDecl, words: p.Words) -> p.Winner:
        scope = Scope()
        binder = node.binder
        if node.plain:
            source = self.e.bound(binder.source, scope)
            var = p.Var("its", source.type.elem, self.e.fresh_id())
            ranks = tuple(p.Rank(k.direction, self.e.rank_value(k.value, var, scope)) for k in binder.rank)
            where = None
        else:
            var, source, where, ranks, _inner = self.e.binder(binder, scope)
        if source.type.elem.t not in (T.PLAYER, T.SIDE, T.ERROR):
            self.report.error(
                Code.NOT_A_PLAYER, binder.source.span, f"only players or sides can win, this is {speak(source.type)}"
            )
        for rank in ranks:
            self._of_each(rank.value)
        return p.Winner(var, source, where, ranks, node.span, words)

    def _of_each(self, value: p.Expr) -> None:
        """What players are compared by is something that each of them has."""
        if isinstance(value, p.Read) and value.store in (p.Store.UNIT, p.Store.MEMORY) and value.key is None:
            what = "counter" if value.store is p.Store.UNIT else "memory"
            self.report.error(
                Code.WRONG_TYPE,
                value.span,
                f"there is one `{value.name}` for all, so nobody has more or less of it than another",
                help=f"declare it `{what} {value.name} per player`, or name something that each player has",
            )


def _can_be(verb: str, about: p.Component | p.Piece | p.Unit | str | None) -> bool:
    """Whether that is ever done to such a thing: placing and moving is for pieces, placing also for things that cover
    cells; what is gained, lost or paid is counted, one sort of a component's things is not."""
    if isinstance(about, p.Component):
        return bool(about.parts) if verb == "place" else verb != "move"
    if isinstance(about, str):
        return about.startswith("group:") and verb not in ("place", "move")
    return about is None or isinstance(about, p.Piece) or verb not in ("place", "move")


def game_scope(span: Span) -> Scope:
    """In a rule of the game `you` is whoever does what the rule waits for."""
    return Scope(you=p.Me(PLAYER, span))
