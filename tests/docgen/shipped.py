"""What ships: every game with each of its expansions, all of them together, and each of its variants."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.pipeline import load_ruleset
from rulewright.dsl.program import Program
from rulewright.dsl.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "rulesets"
# No rule sheet is wanted of what only measures speed.
_LEFT_OUT = ("benchmarks",)


@dataclass(frozen=True)
class Combination:
    """A game's file with what is added to it."""

    path: Path
    added: tuple[str, ...] = ()
    is_variant: bool = False

    @property
    def name(self) -> str:
        return "+".join((self.path.stem, *self.added))


def combinations() -> list[Combination]:
    made: list[Combination] = []
    for folder in sorted(RULESETS.iterdir()):
        if not folder.is_dir() or folder.name in _LEFT_OUT or folder.name.startswith("_"):
            continue
        main = folder / f"{folder.name}.rules"
        if not main.is_file():
            made.extend(Combination(path) for path in sorted(folder.glob("*.rules")))
            continue
        expansions = sorted(p.name for p in (folder / "expansions").glob("*") if (p / f"{p.name}.rules").is_file())
        variants = sorted(path.stem for path in (folder / "variants").glob("*.rules"))
        made.append(Combination(main))
        made.extend(Combination(main, (name,)) for name in expansions)
        made.extend(
            Combination(main, (*_required(folder / "variants" / f"{name}.rules"), name), True) for name in variants
        )
        if len(expansions) > 1:
            made.append(Combination(main, tuple(expansions)))
    return made


def _required(path: Path) -> tuple[str, ...]:
    """What a variant says that it requires."""
    return tuple(re.findall(r"^  requires (\w+)", path.read_text("utf-8"), re.MULTILINE))


@cache
def ruleset_of(combination: Combination) -> Ruleset:
    report = Report()
    ruleset = load_ruleset(combination.path, combination.added, {}, report=report)
    assert ruleset is not None and report.ok, [str(error.message) for error in report.errors]
    return ruleset


def program_of(combination: Combination) -> Program:
    """Its program for as many players as can play."""
    return program_for(combination, max(ruleset_of(combination).players))


@cache
def program_for(combination: Combination, players: int) -> Program:
    report = Report()
    program = Compiled(ruleset_of(combination), players, report).program
    assert report.ok, [str(error.message) for error in report.errors]
    return program
