"""What generated code finds in its namespace: helpers bound to one program's layout. No game is known here."""

from __future__ import annotations

from random import Random
from typing import Any

from rulewright.interpreter import runtime
from rulewright.interpreter.generate.layout import Layout
from rulewright.interpreter.generate.support import boards, cells, drawing, running, things

FROM_RUNTIME = (
    "bits",
    "mask_of",
    "nth",
    "only",
    "first",
    "flood",
    "groups",
    "best",
    "below",
    "shuffled",
    "choose_some",
    "distinct",
    "mixes",
    "subsets",
    "counted",
    "times",
    "divided_down",
    "divided_up",
    "within",
    "overfull",
    "too_many_named",
)
CELLS = [
    "union",
    "head",
    "last",
    "ray",
    "spread",
    "shift_many",
    "crowded",
    "width_of",
    "height_of",
    "rows_left",
    "columns_left",
    "look_up",
    "add_up",
    "rotated",
]
RUNNING = ["tick", "crowd", "push", "pop", "settling", "using", "merged", "unlike", "reveal_secrets"]
BUILTINS = (range, len, tuple, list, sum, max, min, any, all, bool, sorted, zip)


def support(layout: Layout) -> dict[str, Any]:
    """The namespace of a generated module, without its tables and functions."""
    names: dict[str, Any] = {
        name: getattr(home, name)
        for home, found in ((runtime, FROM_RUNTIME), (cells, CELLS), (running, RUNNING))
        for name in found
    }
    names |= drawing.picks(Random(0))
    names |= things.zones_of(layout)
    names |= things.amounts(layout)
    names |= boards.boards(layout)
    names |= boards.layers(layout, names)
    names |= running.matches(layout)
    plain = {builtin.__name__: builtin for builtin in BUILTINS}
    names["__builtins__"] = {**plain, "None": None, "True": True, "False": False}
    return names
