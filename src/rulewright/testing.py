"""For test suites: positions in the words of an example, Hypothesis over any ruleset, coverage of rules.

Each name is looked up in its home on first use; `states`, `game_machine` and `GameMachine` need Hypothesis installed.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "Coverage": "coverage",
    "Findings": "coverage",
    "GameMachine": "properties",
    "Position": "position",
    "as_example": "as_example",
    "game_machine": "properties",
    "load_suite": "suite",
    "loads_suite": "suite",
    "states": "properties",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"rulewright.interpreter.testing.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
