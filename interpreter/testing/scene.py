"""One example on its stage: what its names mean, and what its expressions are worth in a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.check.symbols import Scope
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span
from rulewright.dsl.types import PLAYER, TRUTH, Type, set_of
from rulewright.interpreter.evaluate import evaluate
from rulewright.interpreter.generate.layout import NODE, WINNERS
from rulewright.interpreter.testing.cast import YOU, Cast
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.speaker import Speaker
from rulewright.interpreter.testing.stage import Stage, State, reporting

WINNERS_WORD = "winners"


class Names:
    """What the names of an example mean to the checker: each player is a variable, and so are those who win."""

    def __init__(self, compiled: Compiled, cast: Cast, span: Span) -> None:
        self.compiled = compiled
        self.cast = cast
        fresh = compiled.expressions.fresh_id
        self.players = {name: p.Var(name, PLAYER, fresh()) for name in cast.names if name != YOU}
        self.winners = p.Var(WINNERS_WORD, set_of(PLAYER), fresh())
        self.scope = Scope(variables={**self.players, WINNERS_WORD: self.winners}, you=p.Me(PLAYER, span))

    def check(
        self,
        node: n.Expr,
        want: Type | None = None,
        codes: Mapping[Code, Code] | None = None,
        variables: Iterable[p.Var] = (),
    ) -> p.Expr:
        """The typed expression, with more variables than the players; what is wrong with it is a refusal."""
        report = Report()
        with reporting(self.compiled, report):
            e, scope = self.compiled.expressions, self.scope.inner()
            scope.variables.update({var.name: var for var in variables})
            expr = e.truth(node, scope) if want == TRUTH else e.check(node, scope, want)
            self.compiled.clauses.attach()
        if report.errors:
            raise Refusal.of(report.errors[0], codes)
        return expr

    def try_check(self, node: n.Expr, want: Type | None = None) -> p.Expr | None:
        """The typed expression, None if it means nothing here."""
        try:
            return self.check(node, want)
        except Refusal:
            return None

    def statements(self, stmt: n.Stmt, *variables: p.Var) -> tuple[p.Stmt, ...]:
        """The typed statements, with more variables than the players; what is wrong with them is a refusal."""
        report, scope = Report(), self.scope.inner()
        scope.variables.update({var.name: var for var in variables})
        with reporting(self.compiled, report):
            body = self.compiled.statements.block((stmt,), scope)
            self.compiled.clauses.attach()
        if report.errors:
            raise Refusal.of(report.errors[0])
        return body


class Scene:
    """An example's names and its stage together."""

    def __init__(self, stage: Stage, names: Names) -> None:
        self.stage = stage
        self.names = names
        self.cast = names.cast
        self.speaker = Speaker(stage, names.cast)

    def value(
        self,
        expr: p.Expr,
        S: State,
        you: int = 0,
        *,
        this: int | None = None,
        variables: Mapping[int, Any] = MappingProxyType({}),
    ) -> Any:
        """What a checked expression is worth now."""
        known: dict[int, Any] = {var.id: self.cast.names[name] for name, var in self.names.players.items()}
        if any(isinstance(x, p.Local) and x.var is self.names.winners for x in walk(expr)):
            known[self.names.winners.id] = self.winners(S)
        return evaluate(self.stage.generated, S, expr, you, {**known, **variables}, this=this)

    def winners(self, S: State) -> int:
        """Who has won; of a game that is not over, who would win if it ended now."""
        if S[NODE] == -1 and S[WINNERS] >= 0:
            return int(S[WINNERS])
        copy = list(S)
        self.stage.namespace["finish"](copy)
        return max(0, int(copy[WINNERS]))

    def read(self, node: n.Expr, S: State, want: Type | None = None, codes: Mapping[Code, Code] | None = None) -> Any:
        """What an expression as written is worth now."""
        return self.value(self.names.check(node, want, codes), S)

    def say(self, value: Any, type_: Type, S: State) -> str:
        return self.speaker.say(value, type_, S)

    def player(self, name: str, span: Span) -> int:
        """The seat of a player named in the example."""
        if name in self.cast.names:
            return self.cast.names[name]
        raise Refusal(Code.EXAMPLE_WRONG_PLAYER, span, f"nobody called `{name}` plays in this example")
