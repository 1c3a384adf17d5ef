"""A game that was played, as an `example` to paste into a file of rules: its seed, its players and its moves.

What should hold in the end is for a person to say: the values after `then` come from the rules, never from a program.
"""

from __future__ import annotations

import re

from rulewright.interpreter.notation import DECLINE
from rulewright.interpreter.state import LogEntry, State

_AMOUNTS = re.compile(r"\w \+ [0-9]")
_COPY = re.compile(r"#([0-9]+)")  # a sign that begins a comment in rules
NAMES = ("anne", "bruno", "clara", "david", "emma", "felix", "greta", "hugo")


def _move(entry: LogEntry) -> str:
    """A move as an example writes it: what cannot follow an action's name directly stands behind a `;`."""
    text, answer = entry.text, _COPY.sub(r"(\1)", entry.answer)
    is_apart = entry.answer == DECLINE or _AMOUNTS.search(entry.answer)
    head = text.removesuffix(f" {entry.answer}")
    return f"{head}{';' if is_apart else ''} {answer}"


def as_example(state: State, title: str = "found by play") -> str:
    """The moves that led to a state, as the text of an example."""
    if state.origin.position is not None:
        raise ValueError("a game that began with a position of its own is no example by its seed alone")
    recipe = state.game.recipe
    givens = [f"{state.players} players", f"seed is {state.origin.seed}"]
    if state.players > 1:
        givens.append(f"turn_order is ({', '.join(state.names)})")
    givens += [f"with {name}" for name in recipe.with_]
    givens += [f"{name} is {value}" for name, value in recipe.options.items()]
    lines = [f'example "{title}"', f"  given {', '.join(givens)}"]
    lines += [f"  when {_move(entry)}" for entry in state.log if not entry.is_forced or entry.is_secret]
    lines.append("  # then: say here what should hold")
    return "\n".join(lines) + "\n"
