"""The pytest plugin: examples in `.rules` files are test items; fixtures bring games and positions into other tests.

Pytest loads it in every run of every project that has Rulewright installed, so it imports nothing of ours until a hook
needs it: a run without `.rules` files never loads the parser. Items are found by their title lines alone; a file is
read in earnest only when one of its items runs, and a game is compiled once for all files that hold its examples.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulewright.interpreter.testing.position import Position
    from rulewright.interpreter.testing.suite import Suite

_TITLE = re.compile(r'^(?:  )?example "([^"\n]*)"', re.MULTILINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(
        "rulewright_collect",
        "collect the examples in .rules files as tests (default: true)",
        type="bool",
        default=True,
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file that ends in `.rules` or `.game` and begins as one of ours does; others are left alone."""
    if file_path.suffix not in (".rules", ".game") or not parent.config.getini("rulewright_collect"):
        return None
    if file_path.suffix == ".game":
        return RecordFile.from_parent(parent, path=file_path) if _begins_as_record(file_path) else None
    from rulewright.dsl.files import glance

    found = glance(file_path)
    if found is None or found.kind == "library":
        return None
    return RulesFile.from_parent(parent, path=file_path)


class RulesFile(pytest.File):
    """A file with examples."""

    def collect(self) -> Iterator[pytest.Item]:
        text = self.path.read_text("utf-8", errors="replace")
        seen: dict[str, int] = {}
        for match in _TITLE.finditer(text):
            title = match[1]
            seen[title] = seen.get(title, 0) + 1
            name = title if seen[title] == 1 else f"{title} ({seen[title]})"
            line = text.count("\n", 0, match.start())
            yield ExampleItem.from_parent(self, name=name, title=title, line=line)


class ExampleItem(pytest.Item):
    """One example."""

    def __init__(self, *, title: str, line: int, **rest: Any) -> None:
        super().__init__(**rest)
        self.title = title
        self.line = line

    def runtest(self) -> None:
        suite = _suites(self.config).of(self.path)
        if not suite.ok:
            raise ExampleError(_report(suite))
        for number in suite.cases_in(self.path):
            if suite.cases[number][0].title == self.title:
                outcome = suite.run(number)
                if not outcome.ok:
                    raise ExampleError(_frames(outcome.diagnostics))
                return
        raise ExampleError(f"the example “{self.title}” is not in force: it belongs to modules that are not in use")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ExampleError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line, self.title


class RecordFile(pytest.File):
    """A file with a recorded game."""

    def collect(self) -> Iterator[pytest.Item]:
        yield RecordItem.from_parent(self, name="replay")


class RecordItem(pytest.Item):
    """A recorded game, played again."""

    def runtest(self) -> None:
        from rulewright.interpreter.testing.record_file import read
        from rulewright.interpreter.testing.recorded import replay

        found = replay(read(self.path))
        if found is not None:
            raise ExampleError(_frames([found]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ExampleError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"replay of {self.path.stem}"


def _begins_as_record(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(10) == b"record of "
    except OSError:
        return False


class ExampleError(Exception):
    """An example or a recorded game does not hold; the text says why."""


def _report(suite: Suite) -> str:
    from rulewright.dsl.render import report_text

    return report_text(suite.report)


def _frames(diagnostics: Any) -> str:
    from rulewright.dsl.render import frame

    return "\n".join(frame(found) for found in diagnostics)


class _Suites:
    """Suites by what they are of: files of one game share one."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], list[Suite]] = {}

    def of(self, path: Path) -> Suite:
        from rulewright.dsl.files import glance
        from rulewright.interpreter.testing.suite import load_suite

        header = glance(path)
        key = () if header is None else header.of if header.kind == "examples" else (header.name,)
        known = self._found.setdefault(key, [])
        for suite in known:
            if suite.source == str(path) or suite.cases_in(path):
                return suite
        known.append(load_suite(str(path)))
        return known[-1]


_KEY: pytest.StashKey[_Suites] = pytest.StashKey()


def _suites(config: pytest.Config) -> _Suites:
    return config.stash.setdefault(_KEY, _Suites())


@pytest.fixture(scope="session")
def rulewright_game() -> Callable[..., Any]:
    """Loads a game: `rulewright_game("othello")`, with the arguments of `rulewright.load`; each game is loaded once."""
    from rulewright.interpreter import load as load_game

    loaded: dict[str, Any] = {}

    def load(name: str, **arguments: Any) -> Any:
        key = f"{name} {sorted(arguments.items())!r}"
        if key not in loaded:
            loaded[key] = load_game(name, **arguments)
        return loaded[key]

    return load


@pytest.fixture(scope="session")
def rulewright_position() -> Callable[..., Position]:
    """Builds a position in the words of an example and plays from it; see `rulewright.interpreter.testing.position`."""
    from rulewright.interpreter.testing.position import Position

    return Position
