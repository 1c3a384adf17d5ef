"""All examples of a ruleset, ready to be run one by one or all at once: `rulewright test` and pytest both use this.

A game is compiled once for each number of players (and each set of modules and options) its examples ask for.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from rulewright.dsl import nodes as n
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Diagnostic, Report, RulesError
from rulewright.dsl.files import glance, rules_in, shipped_folder
from rulewright.dsl.pipeline import load_ruleset, loads_ruleset
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.walk import canonical
from rulewright.interpreter.testing.cast import Cast
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scenario import Outcome, Script, cast_of
from rulewright.interpreter.testing.stage import Stage, Ways
from rulewright.interpreter.testing.transcript import Transcript, transcript

Case = tuple[n.ExampleDecl, str]
Options = tuple[tuple[str, n.Expr], ...]


@dataclass(slots=True)
class _Group:
    """The examples that are played on one stage."""

    compiled: Compiled
    ways: Ways
    scripts: dict[int, Script] = field(default_factory=dict)
    stage: Stage | None = None


class Suite:
    """The examples of one ruleset."""

    def __init__(
        self,
        name: str,
        ruleset: Ruleset | None,
        report: Report,
        source: str | None = None,
        added: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.ruleset = ruleset
        self.report = report
        self.source = source
        self.added = tuple(added)
        self.stage_of: Callable[[Compiled, Ways], Stage] = Stage
        self._groups: dict[tuple[tuple[str, ...], str, int], _Group] = {}
        self._variations: dict[tuple[str, ...], Ruleset] = {}
        self._compiled: dict[tuple[tuple[str, ...], str, int], Compiled] = {}
        self._outcomes: dict[int, Outcome] = {}
        self._homes: dict[int, tuple[tuple[str, ...], str, int]] = {}

    @property
    def ok(self) -> bool:
        """Whether the ruleset itself is good, so that its examples can be run."""
        return self.ruleset is not None and self.report.ok

    def check(self) -> None:
        """Checks a ruleset that has no example; one that has is checked as its examples are run."""
        if self.ruleset is not None and self.report.ok and not self.cases:
            Compiled(self.ruleset, min(self.ruleset.players), self.report)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The examples with the label of the module each belongs to."""
        return self.ruleset.examples if self.ruleset is not None else ()

    def cases_in(self, path: str | os.PathLike[str]) -> list[int]:
        """The numbers of the examples that stand in one file."""
        wanted = Path(path).resolve()
        return [k for k, (example, _) in enumerate(self.cases) if Path(example.span.file.path).resolve() == wanted]

    def own_cases(self) -> list[int]:
        """The examples of what was asked for, without those of the games it is built on."""
        if self.ruleset is None or not self.ruleset.modules:
            return []
        own = own_modules(self.ruleset)
        return [k for k, (_, label) in enumerate(self.cases) if not own or own & set(_names(label))]

    def grouped(self, numbers: Sequence[int]) -> list[int]:
        """These examples with those together that are played on one machine, the most first."""
        self._prepare()
        groups: dict[object, list[int]] = {}
        for number in numbers:
            groups.setdefault(self._homes.get(number), []).append(number)
        return [number for group in sorted(groups.values(), key=len, reverse=True) for number in group]

    def most_together(self, share: float) -> set[int]:
        """The examples of machines that play at least this share of all: each further machine takes time to make."""
        self._prepare()
        groups: dict[object, list[int]] = {}
        for number, home in self._homes.items():
            groups.setdefault(home, []).append(number)
        return {number for group in groups.values() if len(group) >= share * len(self._homes) for number in group}

    # ---- running

    def run(self, number: int) -> Outcome:
        """Plays one example."""
        if number not in self._outcomes:
            example, label = self.cases[number]
            self._outcomes[number] = Outcome(example, label, tuple(self._run(number)))
        return self._outcomes[number]

    def all(self, numbers: Sequence[int] | None = None) -> Iterator[Outcome]:
        yield from (self.run(k) for k in (range(len(self.cases)) if numbers is None else numbers))

    def _run(self, number: int) -> Sequence[Diagnostic]:
        self._prepare()
        if number in self._outcomes:
            return self._outcomes[number].diagnostics
        group = self._groups[self._homes[number]]
        try:
            if group.stage is None:
                group.stage = self.stage_of(group.compiled, group.ways)
            return group.scripts[number].play(group.stage)
        except RulesError as error:
            return error.report.errors
        except Exception as error:
            return [_bug(self.cases[number][0], error)]

    def told(self, number: int) -> Transcript | None:
        """What happens in an example, to be drawn or read; None if it does not hold."""
        if not self.run(number).ok or number not in self._homes:
            return None
        group = self._groups[self._homes[number]]
        assert group.stage is not None
        return transcript(group.scripts[number], group.stage, self.cases[number][1])

    def _prepare(self) -> None:
        """Finds the players and moves of every example, so that one machine serves all that have the same number."""
        if self._homes or self._outcomes:
            return
        for number, (example, label) in enumerate(self.cases):
            try:
                self._assign(number, example)
            except Refusal as refusal:
                self._outcomes[number] = Outcome(example, label, (refusal.diagnostic,))
            except RulesError as error:
                self._outcomes[number] = Outcome(example, label, error.report.errors)

    def _assign(self, number: int, example: n.ExampleDecl) -> None:
        assert self.ruleset is not None
        with_ = _with(example, self.ruleset)
        ruleset = self._variation(with_, example)
        options = _options(example, ruleset)
        shape = ",".join(f"{name}={canonical(value)}" for name, value in options)
        if options:
            ruleset = replace(ruleset, options={**ruleset.options, **dict(options)})
        first = self._compile((with_, shape, min(ruleset.players)), ruleset)
        players: Cast = cast_of(example, first)
        key = (with_, shape, players.count)
        if key not in self._groups:
            compiled = self._compile(key, ruleset)
            self._groups[key] = _Group(compiled, Ways(compiled))
        group = self._groups[key]
        group.scripts[number] = Script(example, players, group.compiled, group.ways)
        self._homes[number] = key

    def _compile(self, key: tuple[tuple[str, ...], str, int], ruleset: Ruleset) -> Compiled:
        if key not in self._compiled:
            report = Report()
            compiled = Compiled(ruleset, key[2], report)
            report.raise_if_errors()
            self._compiled[key] = compiled
        return self._compiled[key]

    def _variation(self, with_: tuple[str, ...], example: n.ExampleDecl) -> Ruleset:
        """The ruleset with the modules that an example asks for. Their options are declared only there."""
        assert self.ruleset is not None
        if not with_:
            return self.ruleset
        if self.source is None:
            raise Refusal(Code.UNKNOWN_EXPANSION, example.span, f"this text has no {', '.join(with_)} to add")
        if with_ not in self._variations:
            report = Report()
            loaded = load_ruleset(self.source, (*self.added, *with_), {}, report=report)
            report.raise_if_errors()
            assert loaded is not None
            self._variations[with_] = loaded
        return self._variations[with_]


def own_modules(ruleset: Ruleset) -> set[str]:
    """What was asked for, without what it is built on."""
    added = [info.name for info in ruleset.modules if info.kind in ("expansion", "variant")]
    return set(added[-1:] or [info.name for info in ruleset.modules if info.kind == "game"][-1:])


def _bug(example: n.ExampleDecl, error: Exception) -> Diagnostic:
    """What is our fault must not look like the author's, nor stop the other examples."""
    trace = "".join(traceback.format_exception(error)[-3:]).rstrip()
    message = f"this program failed on the example: {type(error).__name__}: {error}"
    return Report().error(Code.INTERNAL_ERROR, example.span, message, notes=[trace])


def _names(label: str) -> list[str]:
    return [name.strip() for name in label.replace("+", ",").split(",")]


def _with(example: n.ExampleDecl, ruleset: Ruleset) -> tuple[str, ...]:
    """`given with some_expansion`: modules that are not in use anyway."""
    asked = {line.name for line in example.lines if isinstance(line, n.Given) and line.kind == "with" and line.name}
    return tuple(sorted(asked - {info.name for info in ruleset.modules} - _declared_options(ruleset)))


def _declared_options(ruleset: Ruleset) -> set[str]:
    return {linked.decl.name for linked in ruleset.things if isinstance(linked.decl, n.OptionDecl)}


def _options(example: n.ExampleDecl, ruleset: Ruleset) -> Options:
    """`given size is 5`, `given not long_lines`: options that an example sets."""
    declared = _declared_options(ruleset)
    found: dict[str, n.Expr] = {}
    for line in example.lines:
        match line:
            case n.Given(kind="fact", fact=n.Compare(op="is", left=n.Name(name=name), right=right)) if name in declared:
                found[name] = right
            case n.Given(kind="fact", fact=n.Name(name=name, span=span)) if name in declared:
                found[name] = n.Name("yes", span)
            case n.Given(kind="fact", fact=n.Unary(op="not", arg=n.Name(name=name), span=span)) if name in declared:
                found[name] = n.NoLit(span)
            case n.Given(kind="with", name=str(name), span=span) if name in declared:
                found[name] = n.Name("yes", span)
    return tuple(sorted(found.items(), key=lambda item: item[0]))


# ---- finding


def load_suite(
    name_or_path: str | os.PathLike[str], with_: Sequence[str] = (), options: Mapping[str, str] | None = None
) -> Suite:
    """The examples of a game by its name or path."""
    report = Report()
    ruleset = load_ruleset(name_or_path, with_, options or {}, report=report)
    return Suite(os.fspath(name_or_path), ruleset, report, os.fspath(name_or_path), with_)


def own_batches(whole: Suite, game: str | os.PathLike[str], with_: Sequence[str]) -> Iterator[Batch]:
    """The examples of what was asked for, each with the modules that it is of: others may well change what it shows."""
    if whole.ruleset is None:
        return
    known = {info.name: info for info in whole.ruleset.modules if info.kind in ("expansion", "variant")}
    own = {name.replace("-", "_") for name in with_} or own_modules(whole.ruleset)
    for label in dict.fromkeys(label for _, label in whole.cases if own & set(_names(label))):
        home = {name for name in _names(label) if name in known}
        home |= {name for one in home for name in known[one].requires}
        is_whole = not home or home >= set(known)
        suite = whole if is_whole else load_suite(game, [name for name in known if name in home])
        numbers = tuple(k for k, (_, other) in enumerate(suite.cases) if other == label)
        yield Batch(label, suite, numbers)


def loads_suite(text: str, path: str = "<text>") -> Suite:
    """The examples of a game given as text."""
    report = Report()
    return Suite(path, loads_ruleset(text, (), {}, report=report, path=path), report)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some examples of a suite under a name to report them by."""

    name: str
    suite: Suite
    numbers: tuple[int, ...]


def batches(paths: Iterable[Path]) -> Iterator[Batch]:
    """The examples in these files, one batch for each game with what is added to it, so that none is compiled twice."""
    together: dict[tuple[str, ...], list[Path]] = {}
    for path in paths:
        found = glance(path)
        if found is not None:
            together.setdefault(found.of if found.kind == "examples" else (found.name,), []).append(path)
    for names, files in together.items():
        left = sorted(files, key=lambda path: is_examples(path))
        while left:
            suite = load_suite(left[0])
            known = {Path(example.span.file.path).resolve() for example, _ in suite.cases}
            here = [path for path in left if path == left[0] or path.resolve() in known]
            numbers = tuple(k for path in here for k in suite.cases_in(path))
            yield Batch(", ".join(names), suite, numbers)
            left = [path for path in left if path not in here]


def is_examples(path: Path) -> bool:
    found = glance(path)
    return found is not None and found.kind == "examples"


def is_ruleset(path: Path) -> bool:
    """Whether a file begins as a ruleset does."""
    found = glance(path)
    return found is not None and found.kind in ("game", "expansion", "variant", "examples")


def files_under(folder: Path) -> list[Path]:
    """Every file under a folder that holds an example."""
    return [path for path in rules_in(folder, deep=True) if is_ruleset(path) and has_examples(path)]


def shipped_files() -> list[Path]:
    """Every shipped file that holds an example."""
    return files_under(shipped_folder())


def has_examples(path: Path) -> bool:
    try:
        return any(line.startswith("example ") for line in path.read_text("utf-8", errors="ignore").splitlines())
    except OSError:
        return False
