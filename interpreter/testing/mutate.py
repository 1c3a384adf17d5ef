"""Do the examples of a game notice when its rules are broken? Each seed breaks a copy in one way and runs them.

What can be broken: a number is one more or less, a comparison is turned, a member of a kind gives way to another, a
condition (`where`, `if possible`, `needs`, a limit) is dropped, a rule, a score or one of their clauses is taken away.
First the way is drawn, then one of the places for it, so that a large table of numbers does not crowd out the rest. A
seed always breaks the same rules alike, whatever other seeds are tried.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from math import ceil
from random import Random
from threading import current_thread, main_thread
from time import monotonic
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.source import Span
from rulewright.interpreter.testing.suite import Suite, own_modules

Path = tuple[str | int, ...]
_Found = tuple[Path, Any, str, Span]
SECONDS, TIMES = 60, 10  # a mutant may take this long, or this many times as long as the sound rules
WAYS = ("number", "comparison", "member", "condition", "rule")

_TURNED: dict[str, tuple[str, ...]] = {
    "is": ("is_not",),
    "is_not": ("is",),
    "at_least": ("more", "at_most", "less"),
    "at_most": ("less", "at_least", "more"),
    "more": ("at_least", "less", "at_most"),
    "less": ("at_most", "more", "at_least"),
    "in": ("not_in",),
    "not_in": ("in",),
    "next_to": ("not_next_to",),
    "not_next_to": ("next_to",),
}
_CONDITIONS = {"where": "`where`", "possible": "`if possible`", "limit": "limit"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """Broken rules, and what was changed where."""

    ruleset: Ruleset
    thing: str
    way: str
    change: str
    span: Span

    @property
    def line(self) -> str:
        """The line that was changed, blanks aside."""
        return " ".join(self.span.file.line_text(self.span.line).split())


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a mutant. `noticed_by` says which example or that `check` noticed, None for a survivor."""

    seed: int
    mutant: Mutant
    noticed_by: str | None


@dataclass(frozen=True, slots=True)
class _Site:
    """One place that can be broken: what is put at a path into a thing; None as the path takes the thing away."""

    thing: int
    path: Path | None
    value: Any
    change: str
    span: Span


class Mutation:
    """The ways to break one ruleset, and the examples that should notice."""

    def __init__(self, suite: Suite) -> None:
        assert suite.ruleset is not None
        self.ruleset = suite.ruleset
        self._own = own_modules(self.ruleset)
        self._members = _members(self.ruleset)
        self._sites = self._all_sites()
        # only examples that hold without any module added can judge a mutant
        own, alone = suite.own_cases(), Suite(suite.name, self.ruleset, Report())
        began = monotonic()
        self.numbers = alone.grouped([k for k in own if alone.run(k).ok])
        self.seconds = max(SECONDS, ceil(TIMES * (monotonic() - began)))
        self.left_out = len(own) - len(self.numbers)

    def mutant(self, seed: int) -> Mutant | None:
        """The rules as this seed breaks them; None if there is nothing to break."""
        ways = [way for way in WAYS if self._sites[way]]
        if not ways:
            return None
        rng = Random(seed)
        way = rng.choice(ways)
        site = rng.choice(self._sites[way])
        things = list(self.ruleset.things)
        if site.path is None:
            del things[site.thing]
        else:
            linked = things[site.thing]
            things[site.thing] = replace(linked, decl=put_at(linked.decl, site.path, site.value))
        name = self.ruleset.things[site.thing].name
        return Mutant(replace(self.ruleset, things=tuple(things)), name, way, site.change, site.span)

    def trials(self, seeds: Sequence[int]) -> Iterator[Trial]:
        for seed in seeds:
            mutant = self.mutant(seed)
            if mutant is not None:
                yield Trial(seed, mutant, self._noticed_by(mutant))

    def _noticed_by(self, mutant: Mutant) -> str | None:
        players = mutant.ruleset.players
        try:
            with _deadline(self.seconds):
                return (
                    _refused(mutant.ruleset, players[:1])
                    or self._failing(mutant)
                    or _refused(mutant.ruleset, players[1:])
                )
        except _TooLongError:
            return f"an example that does not end within {self.seconds} s"

    def _failing(self, mutant: Mutant) -> str | None:
        """The first example that fails; those that show what was broken are tried before the others."""
        suite = Suite(mutant.ruleset.name, mutant.ruleset, Report())
        numbers = sorted(self.numbers, key=lambda k: mutant.thing not in suite.cases[k][0].shows)
        return next((f"example “{outcome.title}”" for outcome in suite.all(numbers) if not outcome.ok), None)

    # ---- places

    def _all_sites(self) -> Mapping[str, list[_Site]]:
        sites: dict[str, list[_Site]] = {way: [] for way in WAYS}
        for index, linked in enumerate(self.ruleset.things):
            if linked.module not in self._own:
                continue
            if isinstance(linked.decl, n.RuleDecl | n.ScoreDecl):
                sites["rule"].append(_Site(index, None, None, f"{linked.name} removed", linked.decl.span))
            for path, node in nodes_by_path(linked.decl, ()):
                for way, find in self._finders:
                    for inner, value, change, span in find(node):
                        sites[way].append(_Site(index, (*path, *inner), value, change, span))
        return sites

    @property
    def _finders(self) -> tuple[tuple[str, Callable[[Any], Iterator[_Found]]], ...]:
        return (
            ("number", _number),
            ("comparison", _comparison),
            ("member", self._member),
            ("condition", _condition),
            ("rule", _clause),
        )

    def _member(self, node: Any) -> Iterator[_Found]:
        if isinstance(node, n.Name):
            for other in self._members.get(node.name, ()):
                yield ("name",), other, f"{node.name} became {other}", node.span


def _number(node: Any) -> Iterator[_Found]:
    if isinstance(node, n.Num):
        for value in (node.value + 1, node.value - 1):
            if value >= 0:
                yield ("value",), value, f"{node.value} became {value}", node.span


def _comparison(node: Any) -> Iterator[_Found]:
    if isinstance(node, n.Compare | n.Filter):
        for op in _TURNED.get(node.op, ()):
            yield ("op",), op, f"`{_said(node.op)}` became `{_said(op)}`", node.span


def _condition(node: Any) -> Iterator[_Found]:
    """A condition of this node left out, or a `needs` or limit among its statements."""
    for name in _names(node):
        value = getattr(node, name)
        if isinstance(value, tuple):
            for k, part in enumerate(value):
                rest = (*value[:k], *value[k + 1 :])
                if name in _CONDITIONS:
                    yield (name,), rest, f"{_CONDITIONS[name]} dropped", part.span
                elif rest and isinstance(part, n.NeedsStmt | n.LimitStmt):
                    word = "`needs`" if isinstance(part, n.NeedsStmt) else "limit"
                    yield (name,), rest, f"{word} dropped", part.span
        elif name in _CONDITIONS and value is not None and not isinstance(node, n.Quantified):
            yield (name,), None, f"{_CONDITIONS[name]} dropped", value.span


def _clause(node: Any) -> Iterator[_Found]:
    """One clause of several, or of a thing that has more to it."""
    clauses = getattr(node, "clauses", ())
    if clauses and (len(clauses) > 1 or not isinstance(node, n.RuleDecl)):
        for k, clause in enumerate(clauses):
            yield ("clauses",), (*clauses[:k], *clauses[k + 1 :]), f"a clause of {node.name} removed", clause.span


def _said(op: str) -> str:
    return {"more": "is more than", "less": "is less than", "at_least": "is at least", "at_most": "is at most"}.get(
        op, op.replace("_", " ")
    )


# ---- the tree by paths


def _names(node: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(node)) if is_dataclass(node) and not isinstance(node, n.Source | n.Text) else ()


def nodes_by_path(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every node with the way to it."""
    if isinstance(value, tuple):
        for k, part in enumerate(value):
            yield from nodes_by_path(part, (*path, k))
        return
    names = _names(value)
    if names:
        yield path, value
    for name in names:
        yield from nodes_by_path(getattr(value, name), (*path, name))


def put_at(node: Any, path: Path, value: Any) -> Any:
    """The tree with another value at the end of a path."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*node[:step], put_at(node[step], rest, value), *node[step + 1 :])
    return replace(node, **{step: put_at(getattr(node, step), rest, value)})


# ---- the ruleset


def _members(ruleset: Ruleset) -> dict[str, list[str]]:
    """For each member of a kind the others of that kind."""
    others: dict[str, list[str]] = {}
    for kind in ruleset.decls(n.KindDecl):
        names = [name for member in kind.members for name in member.names]
        for name in names:
            others.setdefault(name, []).extend(other for other in names if other != name)
    return others


def _refused(ruleset: Ruleset, counts: Sequence[int]) -> str | None:
    """Whether `check` finds an error for one of these numbers of players."""
    for players in counts:
        report = Report()
        try:
            Compiled(ruleset, players, report)
        except Exception as error:  # our fault, not a survivor: say so and go on
            return f"check, which failed: {type(error).__name__}: {error}"
        if not report.ok:
            return "check"
    return None


class _TooLongError(BaseException):
    """No Exception, so that nothing on the way takes it for a failure of its own."""


@contextmanager
def _deadline(seconds: int) -> Iterator[None]:
    """Ends what takes too long, where the system can: broken rules may go on for ever."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
