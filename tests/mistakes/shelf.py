"""Shipped rulesets with one file changed, loaded as if the change stood on the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from rulewright.dsl import loader
from rulewright.dsl import nodes as n
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.pipeline import load_ruleset, partners
from rulewright.dsl.source import SourceFile
from rulewright.dsl.syntax.parse import parse

RULESETS = Path(__file__).parents[2] / "rulesets"
READ = loader.read


@cache
def shipped() -> dict[Path, str]:
    """The text of every shipped file of rules."""
    return {path: path.read_text("utf-8") for path in sorted(RULESETS.rglob("*.rules"))}


@cache
def header(path: Path) -> n.Header:
    """What a shipped file says it is."""
    module = parse(SourceFile(str(path), shipped()[path]), Report())
    assert module is not None
    return module.header


@cache
def _parsed(path: str, text: str) -> tuple[n.Module | None, Report]:
    report = Report()
    return parse(SourceFile(path, text), report), report


def _parse(file: SourceFile, report: Report) -> n.Module | None:
    module, found = _parsed(file.path, file.text)
    report.extend(found)
    return module


@contextmanager
def changed(path: Path, text: str) -> Iterator[None]:
    """Within, the loader reads `text` in the place of the file at `path`; unchanged files are parsed once."""

    def read(asked: Path, report: Report, at: object = None) -> SourceFile | None:
        if asked.resolve() == path:
            return SourceFile(str(asked), text)
        return READ(asked, report, at)  # type: ignore[arg-type]

    loader.read, loader.parse = read, _parse  # type: ignore[assignment]
    try:
        yield
    finally:
        loader.read, loader.parse = READ, parse


def checked(path: Path, text: str) -> tuple[Report, list[Compiled]]:
    """What `rulewright check` finds in the module of this file, were this its text."""
    report = Report()
    with changed(path, text):
        head = header(path)
        asked = head.name if head.kind == "game" else str(path)
        ruleset = load_ruleset(asked, report=report)
        if ruleset is None or not report.ok:
            return report, []
        found = [Compiled(ruleset, count, report) for count in ruleset.players]
        for others in partners(ruleset, asked):
            joint = load_ruleset(asked, others, report=report)
            found += [Compiled(joint, count, report) for count in joint.players] if joint is not None else []
    return report, found
