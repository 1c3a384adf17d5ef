"""Write the rules of a board game once, as text; referee them, print them and test them.

The facade. Each public name is looked up in its home on first use, so that `import rulewright`, and with it the command
line's `--help`, loads neither the parser nor the interpreter.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "IllegalMove": "rulewright.interpreter",
    "RulesError": "rulewright.dsl.diagnostics",
    "agent": "rulewright.interpreter",
    "dump_log": "rulewright.interpreter",
    "dumps": "rulewright.interpreter",
    "load": "rulewright.interpreter",
    "load_log": "rulewright.interpreter",
    "loads": "rulewright.interpreter",
    "loads_state": "rulewright.interpreter",
    "parse": "rulewright.dsl.syntax.parse",
    "play_out": "rulewright.interpreter",
    "replay": "rulewright.interpreter",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
