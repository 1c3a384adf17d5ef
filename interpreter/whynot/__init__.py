"""Why a move is not legal: the first thing that stands against it, as data.

The conditions are those of the program, judged one by one with the same code that listed the options.
"""

from __future__ import annotations

from rulewright.interpreter.whynot.judge import why_cannot, why_not, why_not_option
from rulewright.interpreter.whynot.reason import Reason, WhyNot

__all__ = ["Reason", "WhyNot", "why_cannot", "why_not", "why_not_option"]
