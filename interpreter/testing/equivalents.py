"""Breakages that change nothing: a game lists them, with the reason, in `equivalent.toml` beside its rules.

[[equivalent]]
line = "number rounds = 3"
change = "3 became 4"
reason = "the third round always ends the game"
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.ruleset import Ruleset
from rulewright.interpreter.testing.mutate import Mutant

FILE = "equivalent.toml"


class Equivalent(BaseModel):
    """A breakage by the text of its line and by what changed there."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    line: str
    change: str
    reason: str


class _Listing(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    equivalent: list[Equivalent] = []


def equivalents_of(ruleset: Ruleset) -> list[Equivalent]:
    """What the game that was asked for lists; RulesError if its list cannot be read."""
    path = Path(ruleset.modules[-1].path).parent / FILE
    if not path.is_file():
        return []
    try:
        return _Listing.model_validate(tomllib.loads(path.read_text("utf-8"))).equivalent
    except (tomllib.TOMLDecodeError, ValidationError, UnicodeDecodeError) as error:
        report = Report()
        report.error(Code.SAVE_MALFORMED, None, f"{path}: {error}")
        raise RulesError(report) from None


def reason_of(mutant: Mutant, known: list[Equivalent]) -> str | None:
    """Why a survivor means the same as the rules, if the game says so."""
    for each in known:
        if " ".join(each.line.split()) in mutant.line and each.change == mutant.change:
            return each.reason
    return None
