"""Reading and checking rules ends, whatever the rules: too deep or too long is a problem like any other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.dsl.clock import PATIENCE, TooLong, watched
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report


@contextmanager
def bounded(report: Report, what: str, limit: float = PATIENCE) -> Iterator[None]:
    """What is done inside is cut short, and reported, if it goes too deep or takes too long."""
    try:
        with watched(limit):
            yield
    except TooLong as error:
        help_ = "leave parts out to find the one that is too much; large tables belong into a CSV file"
        report.error(Code.BUDGET_STEPS, None, f"{what}: {error}", help=help_)
    except RecursionError:
        help_ = "say more in one definition or action, and lean less on others"
        message = f"{what}: definitions or actions that lean on each other too deeply"
        report.error(Code.BUDGET_RECURSION, None, message, help=help_)
