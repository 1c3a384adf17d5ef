"""What `--coverage` shows: how much of the rules fired, and every place that never did."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rulewright.dsl.program import Program
    from rulewright.interpreter.setting import Setting
    from rulewright.interpreter.testing.coverage import Findings, Gap
    from rulewright.interpreter.testing.suite import Suite

_SAID = {
    "rule": "rules",
    "clause": "clauses",
    "branch": "branches",
    "line": "lines",
    "score line": "scoring lines",
    "definition": "definitions",
    "row": "rows and things",
}


class Watcher:
    """Watches the examples of several suites and plays games besides, then tells what never fired."""

    def __init__(self, games: int = 0) -> None:
        from rulewright.interpreter.testing.coverage import Coverage

        self.games = games
        self.coverage = Coverage()
        self.problems: list[str] = []
        self._files: set[str] = set()
        self._played: set[str] = set()

    def watch(self, suite: Suite) -> None:
        from rulewright.interpreter.testing.coverage import own_files

        assert suite.ruleset is not None
        suite.stage_of = self.coverage.stage
        self.coverage.declare(suite.ruleset)
        self._files |= own_files(suite.ruleset)

    def play(self, suite: Suite) -> None:
        """The random games of a suite's rules, once for the same rules."""
        assert suite.ruleset is not None
        if self.games and suite.ruleset.content_hash not in self._played:
            self._played.add(suite.ruleset.content_hash)
            self.problems += self.coverage.play_modes(suite.ruleset, self.games)

    def count(self, setting: Setting, program: Program, games: int, seed: int) -> None:
        """The games of one setting; all its files count, but not the library's."""
        from rulewright.interpreter.simulate import ruleset_of
        from rulewright.interpreter.testing.coverage import files_of

        ruleset = ruleset_of(setting)
        self._files |= files_of(ruleset)
        self.coverage.declare(ruleset)
        self.coverage.play(program, range(games), seed)

    def findings(self) -> Findings:
        from rulewright.interpreter.testing.coverage import Findings

        return Findings(self.coverage.units(lambda span: span.file.path in self._files), self.coverage.fired())

    def data(self) -> dict[str, Any]:
        return {**data(self.findings()), "not_played": self.problems}

    def show(self, heading: str, folder: Path | None, *, quiet: bool) -> None:
        findings = self.findings()
        if not quiet:
            show(findings, heading)
            for problem in self.problems:
                click.echo(f"  not played: {problem}")
        if folder is not None:
            click.echo(f"wrote {write_page(findings, folder, heading)}", err=quiet)


def show(findings: Findings, heading: str) -> None:
    """The table, then what never fired, place by place."""
    click.echo(f"\ncoverage of {heading}")
    for kind, (fired, of) in findings.totals().items():
        click.echo(f"  {_SAID[kind]:16} {fired:5} of {of:5}  {fired * 100 // of:3} %")
    gaps = findings.gaps()
    click.echo("  everything fired" if not gaps else f"\n  never fired: {len(gaps)}")
    for path in dict.fromkeys(gap.span.file.path for gap in gaps):
        click.echo(f"\n  {path}")
        for gap in gaps:
            if gap.span.file.path == path:
                click.echo(f"  {gap.span.line:5}  {said(gap)}")


def said(gap: Gap) -> str:
    """One gap in a line: what it stands in, and what would have had to happen."""
    from rulewright.dsl.source import printable

    unit, text = gap.unit, printable(gap.span.text.split("\n")[0].split("   ")[0].strip())
    if unit.kind == "branch" and unit.name == "then":
        what = f"never true: {text}"
    elif unit.kind == "branch" and unit.name == "otherwise":
        what = f"never otherwise: {text}"
    elif unit.kind == "branch":
        what = f"{unit.name} never taken: {text}"
    elif unit.kind in ("rule", "row", "definition"):
        return unit.name
    else:
        what = text
    return f"{gap.within}: {what}"


def data(findings: Findings) -> dict[str, Any]:
    """The same for programs."""
    return {
        "totals": {kind: {"fired": fired, "of": of} for kind, (fired, of) in findings.totals().items()},
        "gaps": [
            {
                "file": gap.span.file.path,
                "line": gap.span.line,
                "column": gap.span.column,
                "kind": gap.unit.kind,
                "name": gap.unit.name,
                "within": gap.within,
                "text": gap.span.text.split("\n")[0],
            }
            for gap in findings.gaps()
        ],
    }


def write_page(findings: Findings, folder: Path, heading: str) -> Path:
    """The rules as one page with marks; gives the file."""
    from rulewright.docgen.coverage import Line, Page, render_pages
    from rulewright.interpreter.testing.coverage import lines_of

    pages = []
    for source, marks in lines_of(findings).items():
        text = [source.line_text(k) for k in range(1, source.line_count + 1)]
        lines = tuple(Line(line, *marks.get(k, ("", ()))) for k, line in enumerate(text, 1))
        pages.append(Page(source.path, lines))
    totals = [(_SAID[kind], fired, of) for kind, (fired, of) in findings.totals().items()]
    gaps = [(gap.span.file.path, gap.span.line, said(gap)) for gap in findings.gaps()]
    folder.mkdir(parents=True, exist_ok=True)
    first = folder / "coverage.html"
    first.write_text(render_pages(heading, pages, totals, gaps), "utf-8")
    return first
