"""What a machine does as it runs: it counts, puts aside what comes back to itself, and weighs options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from rulewright.dsl.codes import Code
from rulewright.interpreter import runtime
from rulewright.interpreter.generate.layout import FORCED, FRAMES, GAMES, KNOWN, RNG, SECRETS, STEPS, USING, Layout

MAX_STEPS = 100_000
MAX_FRAMES = 500
MAX_ROUNDS = 200


def tick(S: list[Any]) -> None:
    """Counts a turn of a loop that asks nobody."""
    S[STEPS] += 1
    if S[STEPS] > MAX_STEPS:
        raise runtime.Budget(
            Code.BUDGET_STEPS,
            f"a loop that has gone round {MAX_STEPS:,} times and asks nobody",
            "let something in the loop change what its `while` or `until` looks at",
        )


def crowd(options: Sequence[Any]) -> None:
    """Looks, while options are gathered, whether there are too many."""
    if len(options) > runtime.MAX_OPTIONS:
        raise runtime.too_many("the options of this choice are")


def push(S: list[Any], routine: int, values: tuple[Any, ...]) -> None:
    """Puts aside what a routine was doing, before it is begun again."""
    frames = S[FRAMES]
    if len(frames) >= MAX_FRAMES:
        raise runtime.Budget(Code.BUDGET_RECURSION, "", None, tuple(frame[0] for frame in frames))
    S[FRAMES] = (*frames, (routine, *values))


def pop(S: list[Any]) -> tuple[Any, ...]:
    """Takes up again what was put aside last."""
    frame: tuple[Any, ...] = S[FRAMES][-1]
    S[FRAMES] = S[FRAMES][:-1]
    return frame[1:]


def settling(rounds: int, rules: tuple[int, ...]) -> int:
    """Counts the rounds of `always` rules that still change something."""
    if rounds >= MAX_ROUNDS:
        raise runtime.Budget(Code.ALWAYS_MAY_LOOP, "", None, rules)
    return rounds + 1


def using(S: list[Any], options: Callable[[list[Any]], Sequence[Any]], available: int) -> tuple[Any, ...]:
    """Options with the smallest sets of permissions that each needs: first without any, then with one, with two, …"""
    found: list[tuple[Any, int]] = [(value, 0) for value in options(S)]
    held = runtime.bits(available)
    offered: dict[Any, list[int]] = {value: [0] for value, _ in found}
    for size in range(1, len(held) + 1):
        for combination in combinations(held, size):
            bits = runtime.mask_of(combination)
            S[USING] = bits
            for value in options(S):
                if not any(known & bits == known for known in offered.get(value, ())):
                    offered.setdefault(value, []).append(bits)
                    found.append((value, bits))
    S[USING] = 0
    return tuple(found)


def merged(
    S: list[Any], options: Sequence[Any], looks: Sequence[Callable[[list[Any], int], Any] | None]
) -> tuple[Any, ...]:
    """Options that differ only in which of equal things they take are one option."""
    seen: dict[Any, Any] = {}
    for option in options:
        parts = option if len(looks) > 1 else (option,)
        key = tuple(part if look is None else look(S, part) for part, look in zip(parts, looks, strict=True))
        seen.setdefault(key, option)
    return tuple(seen.values())


def unlike(S: list[Any], things: int, look: Callable[[list[Any], int], Any]) -> int:
    """Of things that look the same, one each."""
    seen: dict[Any, int] = {}
    for thing in runtime.bits(things):
        seen.setdefault(look(S, 1 << thing), thing)
    return runtime.mask_of(seen.values())


def reveal_secrets(S: list[Any]) -> None:
    """From now on everybody may know what was chosen in secret."""
    S[SECRETS] = ()
    S[KNOWN] += 1


def matches(layout: Layout) -> dict[str, Any]:
    """`next_game` begins the next game of a match afresh, but for the counter added up; no if it was the last."""
    if layout.program.match is None:
        return {}
    number, unit = layout.program.match
    games, counter = layout.slots[GAMES].base, layout.slots[f"unit:{unit.words.name}"]
    first, last = counter.base, counter.base + counter.count

    def next_game(S: list[Any]) -> bool:
        over = S[games] + 1
        if over >= number:
            return False
        kept = [(at, S[at]) for at in (RNG, FORCED, STEPS, *range(first, last))]
        S[:] = layout.initial()
        S[games] = over
        for at, value in kept:
            S[at] = value
        return True

    return {"next_game": next_game}
