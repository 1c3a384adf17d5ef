"""A misspelt name is found where it stands, and the right one is offered first.

RULEWRIGHT_MISSPELLINGS=500 tries the full count; the seeds are fixed and the rates printed.
"""

import os
from pathlib import Path

from tests.mistakes.misspell import misspelling
from tests.mistakes.shelf import checked, shipped

from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.codes import Severity
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.pipeline import loads_ruleset

SEEDS = range(1, int(os.environ.get("RULEWRIGHT_MISSPELLINGS", "60")) + 1)


def tried(seed: int) -> tuple[bool, bool, str]:
    """Whether the first complaint is about the right line, whether it offers the right name, and what was tried."""
    use, wrong = misspelling(seed)
    text = shipped()[use.path]
    report, _ = checked(use.path, text[: use.start] + wrong + text[use.start + len(use.name) :])
    told = [d for d in report if d.severity is not Severity.NOTE]
    what = f"seed {seed}: {use.path.name}:{use.line} {use.name} -> {wrong}: {told[0] if told else 'nothing told'}"
    place = told[0].span if told else None
    is_there = place is not None and (Path(place.file.path).resolve(), place.line) == (use.path, use.line)
    fix = told[0].fix if told else None
    return is_there, is_there and fix is not None and fix.replacement == use.name, what


def test_a_misspelt_use_is_found_and_the_right_name_offered() -> None:
    results = [tried(seed) for seed in SEEDS]
    lost = [what for is_there, _, what in results if not is_there]
    other = [what for _, is_right, what in results if not is_right]
    print(f"right line {1 - len(lost) / len(results):.1%}, right first suggestion {1 - len(other) / len(results):.1%}")
    assert lost == []
    assert len(other) <= len(results) * 0.05, "\n".join(other)


MISSPELT_DECLARATION = """\
game nim
  language 1
  players 2

counter stone = 7
number handfull = 3

play
  repeat
    each player, take
  until stone is 0

action take
  choose k in (1 to handful) where k is at most stone
  lose k stones
  if stone is handful, win
"""


def test_a_misspelt_declaration_names_the_first_use_and_the_near_equal_declaration() -> None:
    report = Report()
    ruleset = loads_ruleset(MISSPELT_DECLARATION, report=report, path="nim.rules")
    assert ruleset is not None
    Compiled(ruleset, 2, report)
    (found,) = report.errors
    first_use, declaration = found.labels
    assert (first_use.span.line, first_use.span.text) == (14, "handful")
    assert (declaration.span.line, declaration.span.text) == (6, "handfull")
    assert declaration.text == "`handfull` is declared here"
    assert found.notes == ("`handful` also stands at nim.rules:16:15",)
    assert found.help == "did you mean `handfull`?"
