"""Literate cases. A `.md` file here holds cases, one under each heading: prose, a ```rules block, what comes of it.

The blocks after the rules say what is expected: ```diagnostics (one line each, or nothing), ```examples (which hold,
and what is wrong with the others), ```tree or ```program (a declaration by its name: ```tree turn). With `--update`
these blocks are rewritten with what comes out; look at the difference before you keep it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = "spec.rules"


@dataclass(frozen=True)
class Block:
    """A block that says what is expected; `start` and `end` bound its text in the file."""

    kind: str
    argument: str
    text: str
    start: int
    end: int


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return SpecFile.from_parent(parent, path=file_path) if file_path.suffix == ".md" else None


class SpecFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        text = self.path.read_text("utf-8")
        headings = list(_HEADING.finditer(text))
        for heading, following in zip(headings, [*headings[1:], None], strict=True):
            end = following.start() if following is not None else len(text)
            if "```rules" in text[heading.end() : end]:
                yield SpecItem.from_parent(self, name=heading[1], start=heading.end())


class SpecItem(pytest.Item):
    def __init__(self, *, start: int, **rest: Any) -> None:
        super().__init__(**rest)
        self.start = start

    def runtest(self) -> None:
        text = self.path.read_text("utf-8")
        rules, expected = blocks(text, self.name)
        assert expected, "a case says what it expects"
        wrong, update = [], self.config.getoption("--update")
        for block in reversed(expected):
            actual = MAKERS[block.kind](rules, block.argument)
            if actual == block.text:
                continue
            if update:
                text = text[: block.start] + actual + text[block.end :]
            else:
                lines = difflib.unified_diff(
                    block.text.splitlines(), actual.splitlines(), "expected", "actual", lineterm=""
                )
                wrong.append("\n".join(lines))
        if update:
            self.path.write_text(text, "utf-8")
        elif wrong:
            raise SpecError("\n\n".join(reversed(wrong)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, SpecError) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.path.read_text("utf-8").count("\n", 0, self.start), self.name


class SpecError(Exception):
    """What came out is not what is expected."""


def blocks(text: str, title: str) -> tuple[str, list[Block]]:
    """The rules of the case under a heading, and its expected blocks."""
    heading = next(m for m in _HEADING.finditer(text) if m[1] == title)
    following = _HEADING.search(text, heading.end())
    while following is not None and text.count("```", heading.end(), following.start()) % 2:
        following = _HEADING.search(text, following.end())
    end = following.start() if following is not None else len(text)
    rules, expected = "", []
    for m in _BLOCK.finditer(text, heading.end(), end):
        if m[1] == "rules":
            rules = m[3]
        elif m[1] in MAKERS:
            expected.append(Block(m[1], m[2].strip(), m[3], m.start(3), m.end(3)))
    return rules, expected


# ---- what comes out


def _compiled(rules: str) -> tuple[Any, Any]:
    from rulewright.dsl.check.compile import Compiled
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.pipeline import loads_ruleset

    report = Report()
    ruleset = loads_ruleset(rules, report=report, path=FILE)
    if ruleset is None or not report.ok:
        return None, report
    compiled = [Compiled(ruleset, count, report) for count in ruleset.players]
    return compiled[0], report


def diagnostics(rules: str, argument: str) -> str:
    from rulewright.dsl.render import one_line

    _found, report = _compiled(rules)
    return "".join(one_line(x).removeprefix(f"{FILE}:") + "\n" for x in report)


def examples(rules: str, argument: str) -> str:
    from rulewright.dsl.render import one_line
    from rulewright.interpreter.testing.suite import loads_suite

    suite = loads_suite(rules, FILE)
    out = [one_line(x).removeprefix(f"{FILE}:") for x in suite.report]
    for outcome in suite.all(suite.own_cases()) if suite.ok else ():
        out.append(f"{'holds' if outcome.ok else 'fails'}: {outcome.title}")
        for found in outcome.diagnostics:
            out.append(f"  {one_line(found).removeprefix(f'{FILE}:')}")
            out += [f"    {label.text}" for label in found.labels if label.text]
            out += [f"    {note}" for note in found.notes if not note.startswith(("the position", "rules that ran"))]
    return "\n".join(out) + "\n" * bool(out)


def tree(rules: str, argument: str) -> str:
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.dump import dump
    from rulewright.dsl.source import SourceFile
    from rulewright.dsl.syntax.parse import parse

    module = parse(SourceFile(FILE, rules), Report())
    decls = [x for x in module.declarations if not argument or x.name == argument] if module is not None else []
    return "".join(line + "\n" for decl in decls for line in dump(decl))


def program(rules: str, argument: str) -> str:
    from rulewright.dsl.dump import dump

    compiled, _report = _compiled(rules)
    if compiled is None:
        return ""
    found = compiled.program.actions.get(argument) or compiled.program.rules.get(argument)
    return "".join(line + "\n" for line in dump(found if found is not None else getattr(compiled.program, argument)))


MAKERS: dict[str, Callable[[str, str], str]] = {
    "diagnostics": diagnostics,
    "examples": examples,
    "tree": tree,
    "program": program,
}
