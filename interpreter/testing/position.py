"""A position for ordinary Python tests, in the words of an example.

    position = Position("tic_tac_toe").given("x's marks at [0,0], [0,1]", "o's marks at [1,1]")
    position.when("x: turn [0,2]").then("winners is x")

Each `given` and `when` gives a new position; `then` raises an AssertionError with the report of a failing example, and
gives the position back, so that calls can be chained.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.dsl.pipeline import load_ruleset
from rulewright.dsl.render import frame
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.source import SourceFile
from rulewright.dsl.syntax.parse import parse
from rulewright.interpreter.testing.suite import Suite


class Position:
    """A game, what is given, and the moves made so far."""

    def __init__(
        self,
        game: str | os.PathLike[str],
        with_: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        *,
        lines: tuple[str, ...] = (),
    ) -> None:
        self.game = os.fspath(game)
        self.with_ = tuple(with_)
        self.options = dict(options or {})
        self.lines = lines

    def given(self, *facts: str) -> Position:
        """The position with these facts given as well."""
        return self._with(*(f"given {fact}" for fact in facts))

    def when(self, *moves: str) -> Position:
        """The position after these moves: `anne: build [3,4]`."""
        return self._with(*(f"when {move}" for move in moves))

    def then(self, *claims: str) -> Position:
        """Asserts that these claims hold here."""
        found = self.problems(*claims)
        if found:
            raise AssertionError("\n" + "\n".join(frame(diagnostic) for diagnostic in found))
        return self

    def holds(self, *claims: str) -> bool:
        """Whether these claims hold here."""
        return not self.problems(*claims)

    def problems(self, *claims: str) -> tuple[Diagnostic, ...]:
        """What is wrong with the position, its moves or these claims."""
        lines = [*self.lines, *(f"then {claim}" for claim in claims)]
        text = 'examples of this\n\nexample "position"\n' + "".join(f"  {line}\n" for line in lines)
        report = Report()
        module = parse(SourceFile("<position>", text), report)
        if module is None or not report.ok:
            return report.errors
        ruleset = _ruleset(self.game, self.with_, tuple(sorted(self.options.items())))
        cases = tuple((decl, ruleset.name) for decl in module.declarations if isinstance(decl, n.ExampleDecl))
        return Suite(self.game, replace(ruleset, examples=cases), Report(), self.game).run(0).diagnostics

    def _with(self, *lines: str) -> Position:
        return Position(self.game, self.with_, self.options, lines=(*self.lines, *lines))


@lru_cache(maxsize=32)
def _ruleset(game: str, with_: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> Ruleset:
    report = Report()
    ruleset = load_ruleset(game, with_, dict(options), report=report)
    report.raise_if_errors()
    assert ruleset is not None
    return ruleset
