"""Choices -> decisions. One place writes who decides, among what, and what follows; availability is a pure judgement.

A decision's options are a set (an integer: cells, things, players), or a tuple of values; None means to decline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import program as p
from rulewright.interpreter.generate.choices.choosing import Choosing
from rulewright.interpreter.generate.choices.offers import Offers

if TYPE_CHECKING:
    from rulewright.interpreter.generate.statements import Statements


class Choices(Offers, Choosing):
    """Writes every statement that asks."""

    def __init__(self, statements: Statements) -> None:
        super().__init__(statements)
        self._looks = {
            p.Needs: self._look_at_needs,
            p.Limit: self._look_at_limit,
            p.Let: self._look_at_let,
            p.Set: self._look_at_set,
            p.Transfer: self._look_at_transfer,
            p.Choose: self._look_at_choice,
            p.CallAction: self._look_at_call,
            p.Step: self._look_inside,
            p.Must: self._look_inside,
            p.As: self._look_as,
            p.Repeat: self._look_at_repeat,
            p.If: self._look_at_if,
            p.Either: self._look_at_either,
            p.Do: self._look_at_do,
        }


__all__ = ["Choices"]
