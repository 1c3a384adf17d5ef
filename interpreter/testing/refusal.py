"""Why an example cannot be run: raised where it is found, shown as a diagnostic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Diagnostic, Extras, Report
from rulewright.dsl.source import Span

if TYPE_CHECKING:
    from rulewright.interpreter.whynot import WhyNot


class Refusal(Exception):
    """The example is wrong at this place, for this reason; `why` is the rule that stands against a move."""

    def __init__(
        self, code: Code, span: Span, message: str, *, why: WhyNot | None = None, **extras: Unpack[Extras]
    ) -> None:
        super().__init__(message)
        self.why = why
        self.diagnostic: Diagnostic = Report().error(code, span, message, **extras)

    @classmethod
    def of(cls, diagnostic: Diagnostic, codes: Mapping[Code, Code] | None = None) -> Refusal:
        """A refusal for what the checker found; `codes` says which of its codes mean something sharper here."""
        made = cls.__new__(cls)
        Exception.__init__(made, diagnostic.message)
        made.why = None
        made.diagnostic = replace(diagnostic, code=(codes or {}).get(diagnostic.code, diagnostic.code))
        return made
