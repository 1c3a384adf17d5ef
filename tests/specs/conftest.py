"""Literate cases. A `.md` file here holds cases, one under each heading: prose, a ```rules block, what comes of it.

The blocks after the rules say what is expected: ```diagnostics (one line each, other places and notes indented below),
```examples (which hold, and what is wrong with the others), ```tree or ```program (a declaration by its name: ```tree
turn). With `--update` these blocks are rewritten with what comes out; look at the difference before you keep it.

A case of several files names them, ```rules deck.rules or ```csv cards.csv, the one to be checked first; what is asked
for beside it follows the kind: ```diagnostics --with deck --set quick=yes. What cannot be written in a page is made:
⟪TEXT x 5000⟫ is so many times that text, ⟪FF⟫ a byte.
"""

from __future__ import annotations

import difflib
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = "spec.rules"
_MADE = re.compile(r"⟪([^⟫]*?) x (\d+)⟫|⟪([0-9A-F]{2})⟫")
_SHIPPED = re.compile(r"\S*\b(?:rulesets|dsl)/\S*?(\w+\.rules):\d+:\d+")  # whose lines may move
SLOW = 2.0  # seconds of CPU that no case may take


@dataclass
class Case:
    """The files of a case by name, the one to be checked first."""

    files: dict[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> str:
        return next(iter(self.files.values()), "")

    @property
    def is_on_disk(self) -> bool:
        return len(self.files) > 1 or list(self.files) != [FILE] or any(_MADE.search(x) for x in self.files.values())

    def write(self, folder: Path) -> Path:
        """The files in a folder; the path of the first."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_made(text))
        return folder / next(iter(self.files))


def _made(text: str) -> bytes:
    out, at = b"", 0
    for m in _MADE.finditer(text):
        out += text[at : m.start()].encode()
        out += bytes.fromhex(m[3]) if m[3] else m[1].replace("\\n", "\n").encode() * int(m[2])
        at = m.end()
    return out + text[at:].encode()


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
        case, expected = blocks(text, self.name)
        assert expected, "a case says what it expects"
        wrong, update = [], self.config.getoption("--update")
        for block in reversed(expected):
            began = time.process_time()
            actual = MAKERS[block.kind](case, block.argument)
            assert time.process_time() - began < SLOW, "this takes too long"
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


def blocks(text: str, title: str) -> tuple[Case, list[Block]]:
    """The files of the case under a heading, and its expected blocks."""
    heading = next(m for m in _HEADING.finditer(text) if m[1] == title)
    following = _HEADING.search(text, heading.end())
    while following is not None and text.count("```", heading.end(), following.start()) % 2:
        following = _HEADING.search(text, following.end())
    end = following.start() if following is not None else len(text)
    case, expected = Case(), []
    for m in _BLOCK.finditer(text, heading.end(), end):
        if m[1] in MAKERS:
            expected.append(Block(m[1], m[2].strip(), m[3], m.start(3), m.end(3)))
        else:
            case.files[m[2].strip() or FILE] = m[3]
    return case, expected


# ---- what comes out


def _compiled(case: Case, argument: str) -> tuple[Any, Any, str]:
    """The first program, the report, and the folder that paths begin with."""
    from rulewright.dsl.check.compile import Compiled
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.pipeline import load_ruleset, loads_ruleset

    report = Report()
    with_, options = _asked(argument)
    with tempfile.TemporaryDirectory() as folder:
        if case.is_on_disk:
            ruleset = load_ruleset(case.write(Path(folder)), with_, options, report=report)
        else:
            ruleset = loads_ruleset(case.rules, with_, options, report=report, path=FILE)
    compiled = [Compiled(ruleset, count, report) for count in ruleset.players] if ruleset and report.ok else [None]
    return compiled[0], report, f"{folder}/"


def _asked(argument: str) -> tuple[list[str], dict[str, str]]:
    words = argument.split()
    pairs = list(pairwise(words))
    with_ = [name for flag, value in pairs if flag == "--with" for name in value.split(",")]
    return with_, {name: v for flag, value in pairs if flag == "--set" for name, _, v in [value.partition("=")]}


def diagnostics(case: Case, argument: str) -> str:
    from rulewright.dsl.render import one_line

    _found, report, folder = _compiled(case, argument)
    out = []
    for x in report:
        out += [one_line(x)]
        out += [f"  {label.span}: {label.text}" for label in x.labels[1:]]
        out += [f"  note: {note}" for note in x.notes]
    return "".join(_SHIPPED.sub(r"\1", line).replace(folder, "").replace(f"{FILE}:", "") + "\n" for line in out)


def examples(case: Case, argument: str) -> str:
    from rulewright.dsl.render import one_line
    from rulewright.interpreter.testing.suite import loads_suite

    suite = loads_suite(case.rules, FILE)
    out = [one_line(x).removeprefix(f"{FILE}:") for x in suite.report]
    for outcome in suite.all(suite.own_cases()) if suite.ok else ():
        out.append(f"{'holds' if outcome.ok else 'fails'}: {outcome.title}")
        for found in outcome.diagnostics:
            out.append(f"  {one_line(found).removeprefix(f'{FILE}:')}")
            out += [f"    {label.text}" for label in found.labels if label.text]
            out += [f"    {note}" for note in found.notes if not note.startswith(("the position", "rules that ran"))]
    return "\n".join(out) + "\n" * bool(out)


def tree(case: Case, argument: str) -> str:
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.dump import dump
    from rulewright.dsl.source import SourceFile
    from rulewright.dsl.syntax.parse import parse

    module = parse(SourceFile(FILE, case.rules), Report())
    decls = [x for x in module.declarations if not argument or x.name == argument] if module is not None else []
    return "".join(line + "\n" for decl in decls for line in dump(decl))


def program(case: Case, argument: str) -> str:
    from rulewright.dsl.dump import dump

    compiled, _report, _folder = _compiled(case, "")
    if compiled is None:
        return ""
    found = compiled.program.actions.get(argument) or compiled.program.rules.get(argument)
    return "".join(line + "\n" for line in dump(found if found is not None else getattr(compiled.program, argument)))


MAKERS: dict[str, Callable[[Case, str], str]] = {
    "diagnostics": diagnostics,
    "examples": examples,
    "tree": tree,
    "program": program,
}
