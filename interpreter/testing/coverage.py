"""Coverage of rules: which of them fired while examples were run or games were played, and which never did.

Machines are generated with marks (`generate.marks`) and counted together; besides, a row has fired when one of its
things went somewhere, and a map when it was laid. Nothing of this exists in a machine that is not watched.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.compile import Compiled, every_node
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.set_options import option_value
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.types import T
from rulewright.interpreter.generate.expressions import MISSING, Env, Expressions
from rulewright.interpreter.generate.layout import Layout
from rulewright.interpreter.generate.marks import Marks
from rulewright.interpreter.generate.module import Generated
from rulewright.interpreter.machine import Run, Slots
from rulewright.interpreter.simulate import Playouts, seed_of
from rulewright.interpreter.testing.stage import Stage, Ways
from rulewright.interpreter.testing.suite import own_modules
from rulewright.interpreter.testing.units import (
    KINDS,
    Ident,
    Unit,
    declared_definitions,
    given_calls,
    map_unit,
    row_ident,
    units_of,
)


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that never fired, and the declaration it stands in."""

    unit: Unit
    within: str

    @property
    def span(self) -> Span:
        return self.unit.span


class Coverage:
    """Counts for several machines of several programs."""

    def __init__(self) -> None:
        self.marks = Marks()
        self._rows: set[Ident] = set()
        self._roots: dict[Ident, Unit] = {}
        self._given: set[Ident] = set()

    # ---- watching

    def declare(self, ruleset: Ruleset) -> None:
        """Takes up every definition of a ruleset: a program holds only those that something names."""
        _merge(self._roots, declared_definitions(ruleset))

    def stage(self, compiled: Compiled, ways: Ways) -> Stage:
        """A stage whose examples are counted."""
        stage = _WatchedStage(compiled, ways, self)
        self.watch(compiled.program, stage.generated)
        return stage

    def play(self, program: p.Program, games: Iterable[int], run: int = 0) -> None:
        """Random games, counted."""
        playouts = Playouts(program, self.marks)
        self.watch(program, playouts.generated)
        things = rows_by_place(playouts.generated.layout)
        begun = playouts.generated.layout.initial()
        for game in games:
            self.moved(things, begun, playouts.play(seed_of(run, game)))

    def play_modes(self, ruleset: Ruleset, games: int) -> list[str]:
        """So many random games, dealt to every number of players and every other value of each option.

        Gives what could not be played, and why.
        """
        problems: list[str] = []
        modes = list(_modes(ruleset))
        for k, (players, options) in enumerate(modes):
            share = range(k, max(games, len(modes)), len(modes))
            report = Report()
            try:
                compiled = Compiled(replace(ruleset, options={**ruleset.options, **options}), players, report)
                report.raise_if_errors()
                self.play(compiled.program, share)
            except RulesError as error:
                setting = ", ".join([f"{players} players", *(f"{k}={v.span.text}" for k, v in options.items())])
                problems.append(f"{setting}: {error}")
        return problems

    def watch(self, program: p.Program, generated: Generated) -> None:
        """Takes up what a machine can do, and what is settled before it plays."""
        _merge(self._roots, units_of(program))
        self._given |= given_calls(program)
        settled = Expressions(generated.layout)
        for node in every_node(program):
            if isinstance(node, p.Cond):
                value = settled.value(node.test, Env())
                if value is not MISSING:
                    self.marks.add(node, "then" if value else "otherwise")
        for index, board in enumerate(program.boards.values()):
            name = f"assemble_{index}"
            if name in generated.namespace and board.maps:
                generated.namespace[name] = self._laying(board, generated.namespace[name])

    def _laying(self, board: p.Board, assemble: Callable[..., Any]) -> Callable[..., Any]:
        def laying(S: Slots, maps: Iterable[int], *rest: Any) -> Any:
            for number in maps:
                unit = map_unit(board.maps[number])
                if unit is not None:
                    self._rows.add(unit.ident)
            return assemble(S, maps, *rest)

        return laying

    def moved(self, things: Iterable[tuple[int, Ident]], before: Slots, after: Slots) -> None:
        """Counts the rows whose things are elsewhere than before."""
        self._rows.update(ident for at, ident in things if before[at] != after[at])

    # ---- what came of it

    def units(self, is_wanted: Callable[[Span], bool]) -> list[Unit]:
        """What could fire in the files asked for, in the order of the files."""
        wanted = [unit for root in self._roots.values() for unit in _cut(root, is_wanted)]
        return sorted(wanted, key=lambda unit: unit.span.key)

    def fired(self) -> set[Ident]:
        """Everything that fired; a definition does if something that fired leans on it."""
        fired: set[Ident] = set()
        leant = set(self._given)
        for root in self._roots.values():
            self._mark(root, fired, leant)
        stack, known = list(leant), set(leant)
        while stack:
            unit = self._roots.get(stack.pop())
            if unit is not None:
                fired.add(unit.ident)
                more = unit.leans_on - known
                known |= more
                stack += more
        return fired

    def _mark(self, unit: Unit, fired: set[Ident], leant: set[Ident]) -> bool:
        inside = [self._mark(part, fired, leant) for part in unit.inside]
        counted = unit.key is not None and self.marks.count(unit.key) > 0
        if not (counted or any(inside) or unit.ident in self._rows):
            return False
        fired.add(unit.ident)
        leant |= unit.leans_on
        return True


@dataclass(frozen=True, slots=True)
class Findings:
    """What fired of the units asked for."""

    units: list[Unit]
    fired: set[Ident]

    def totals(self) -> dict[str, tuple[int, int]]:
        """For each kind how many fired, of how many."""
        found = {kind: [0, 0] for kind in KINDS}
        for unit in _all(self.units):
            found[unit.kind][1] += 1
            found[unit.kind][0] += unit.ident in self.fired
        return {kind: (fired, of) for kind, (fired, of) in found.items() if of}

    def gaps(self) -> list[Gap]:
        """What never fired, without what stands inside something that never fired."""
        return [gap for unit in self.units for gap in self._gaps(unit, unit.name)]

    def _gaps(self, unit: Unit, within: str) -> Iterator[Gap]:
        if unit.ident not in self.fired:
            yield Gap(unit, within)
            return
        for part in unit.inside:
            yield from self._gaps(part, within)


class _WatchedStage(Stage):
    """A stage that tells which things went somewhere in a run."""

    def __init__(self, compiled: Compiled, ways: Ways, coverage: Coverage) -> None:
        super().__init__(compiled, ways, coverage.marks)
        self._coverage = coverage
        self._things = rows_by_place(self.layout)

    def run(self, S: Slots, block: Run | None) -> None:
        before = S[:]
        super().run(S, block)
        self._coverage.moved(self._things, before, S)


def _modes(ruleset: Ruleset) -> Iterator[tuple[int, dict[str, n.Expr]]]:
    """Every number of players; then, for the fewest, every value of an option that is not its own."""
    for players in ruleset.players:
        yield players, {}
    fewest = min(ruleset.players)
    program = Compiled(ruleset, fewest, Report()).program
    for name, (_words, type_, value) in program.options.items():
        if type_.t is T.TRUTH:
            yield fewest, _set(name, "no" if value else "yes")
        elif type_.t is T.MEMBER:
            members = program.kinds[type_.base].members
            for k, member in enumerate(members):
                if k != value:
                    yield fewest, _set(name, member)


def _set(name: str, text: str) -> dict[str, n.Expr]:
    """An option set as `--set` sets it."""
    value = option_value(name, text)
    return {} if value is None else {name: value}


def rows_by_place(layout: Layout) -> list[tuple[int, Ident]]:
    """For every thing the slot that says where it is, and the row it belongs to."""
    return [
        (layout.slots[f"where:{component.root}"].base + thing, row_ident(design))
        for component in layout.program.components.values()
        for design in component.designs
        if design.words.span is not None
        for thing in design.things
    ]


def _all(units: Iterable[Unit]) -> Iterator[Unit]:
    for unit in units:
        yield unit
        yield from _all(unit.inside)


def _merge(known: dict[Ident, Unit], units: Iterable[Unit]) -> None:
    """Adds what another program can do to what is known; the same place is the same unit."""
    for unit in units:
        old = known.get(unit.ident)
        if old is None:
            known[unit.ident] = unit
            continue
        parts = {part.ident: part for part in old.inside}
        _merge(parts, unit.inside)
        old.inside = list(parts.values())
        old.leans_on |= unit.leans_on


def _cut(unit: Unit, is_wanted: Callable[[Span], bool]) -> Iterator[Unit]:
    """A unit without what other files put into it; if it is not wanted itself, those parts of it that are."""
    parts = [part for inner in unit.inside for part in _cut(inner, is_wanted)]
    if is_wanted(unit.span):
        yield Unit(unit.kind, unit.name, unit.span, unit.key, parts, unit.leans_on)
    else:
        yield from parts


# ---- line by line


def lines_of(findings: Findings) -> dict[SourceFile, dict[int, tuple[str, tuple[str, ...]]]]:
    """For each file and line: fired, partly or never, and remarks on the branches that were not taken."""
    files: dict[SourceFile, dict[int, tuple[str, tuple[str, ...]]]] = {}
    for unit in findings.units:
        _note(unit, findings.fired, files)
    return dict(sorted(files.items(), key=lambda item: item[0].path))


_NEVER = {"then": "never true", "otherwise": "never otherwise"}


def _note(unit: Unit, fired: set[Ident], files: dict[SourceFile, dict[int, tuple[str, tuple[str, ...]]]]) -> None:
    lines = files.setdefault(unit.span.file, {})
    has_fired = unit.ident in fired
    state, remarks = lines.get(unit.span.line, ("", ()))
    if unit.kind == "branch" and not has_fired:
        remarks = (*remarks, _NEVER.get(unit.name, f"{unit.name} never taken"))
    now = "fired" if has_fired else "never"
    lines[unit.span.line] = (now if state in ("", now) else "partly", remarks)
    for part in unit.inside:
        _note(part, fired, files)


def own_files(ruleset: Ruleset) -> set[str]:
    """The files of what was asked for, without those of the games it is built on."""
    return files_of(ruleset, own_modules(ruleset))


def files_of(ruleset: Ruleset, modules: Collection[str] | None = None) -> set[str]:
    """The files of these modules, or of all but the library."""
    own = {info.name for info in ruleset.modules if info.kind != "library"} if modules is None else modules
    found = {info.path for info in ruleset.modules if info.name in own}
    for linked in ruleset.things:
        if linked.module in own:
            found |= {linked.decl.span.file.path}
            if isinstance(linked.decl, n.TableDecl):
                found |= {row.span.file.path for row in linked.decl.rows}
    return found
