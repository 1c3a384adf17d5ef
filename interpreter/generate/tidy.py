"""What a line of generated code says more than once is said once, under a name of its own (`s0`, `s1`, …).

Only what can be worked out ahead of its line is: places of the state, and sets made of constants and fixed places.
Lines with loops or functions inside them are left as they are.
"""

from __future__ import annotations

import re

OFTEN = 3  # from so many times on, a place is read once
LONG = 4  # from so many cells on, a line of them is found by halves

_PLAIN_LINE = re.compile(r"\s*(?:if |\w+ = )(?!.*(?: for |lambda|:=))")
_PLACE = re.compile(r"S\[\w+(?:\+(?:\w+|S\[\d+\]))?\]")
_FIXED = r"~?(?:S\[\d+\]|0x[0-9a-f]+)"
_SET = re.compile(rf"(?<![\w\])])\({_FIXED}(?: (?:[&|^] {_FIXED}|(?:<<|>>) \d+))+\)")
_PAIR = re.compile(r"\((\w+) & \(\1 (<<|>>) (\d+)\)\)")


def tidied(line: str) -> list[str]:
    """The line, after the lines that work out what it would say again and again."""
    if not _PLAIN_LINE.match(line):
        return [line]
    pad = line[: len(line) - len(line.lstrip())]
    before: list[str] = []
    for pattern, often in ((_SET, 2), (_PLACE, OFTEN)):
        for part in sorted(set(pattern.findall(line)), key=len, reverse=True):
            if line.count(part) >= often:
                name = f"s{len(before)}"
                before.append(f"{pad}{name} = {part}")
                line = line.replace(part, name)
    return [*before, _halved(line, len(before))]


def _halved(line: str, names: int) -> str:
    """Sets moved along one way and compared each time, as lines of cells are found: half the line compared with the
    other half is the same."""
    for area, way, step in dict.fromkeys(_PAIR.findall(line)):
        run, length = f"({area} & ({area} {way} {step}))", 2
        while (longer := f"({area} & ({run} {way} {step}))") in line:
            run, length = longer, length + 1
        if length >= LONG:
            line = line.replace(run, _run(area, way, int(step), length, names))
            names += 1
    return line


def _run(area: str, way: str, step: int, length: int, name: int) -> str:
    """The last cells of `length` in a row, in code that names the longer half of them."""
    if length == 1:
        return area
    half = (length + 1) // 2
    longer = _run(area, way, step, half, name)
    if half == 1:
        return f"({area} & ({area} {way} {step}))"
    return f"((s{name} := {longer[1:-1]}) & (s{name} {way} {step * (length - half)}))"
