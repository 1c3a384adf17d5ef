"""Generated lines that say things twice mean the same once they are tidied."""

from __future__ import annotations

import random

import pytest

from rulewright.interpreter.generate.tidy import tidied


def run(lines: list[str], S: list[int]) -> int:
    names = {"S": S}
    exec("\n".join(lines), names)
    return int(names["found"])  # type: ignore[call-overload]


def a_line(length: int, way: str, step: int) -> str:
    """How a line of so many cells is written: each end compared with the ends of lines that are one shorter."""
    run = "S[3]"
    for _ in range(length - 1):
        run = f"(S[3] & ({run} {way} {step}))"
    return run


@pytest.mark.parametrize("length", range(2, 12))
@pytest.mark.parametrize(("way", "step"), [("<<", 1), (">>", 9)])
def test_a_line_of_cells_is_found_by_halves(length: int, way: str, step: int) -> None:
    plain = [f"found = {a_line(length, way, step)}"]
    tidy = tidied(plain[0])
    assert ":=" in tidy[-1] if length >= 4 else ":=" not in tidy[-1]
    rng = random.Random(length)
    for _ in range(200):
        area = sum(1 << step * k for k in range(length)) << rng.randrange(3) if way == ">>" else rng.getrandbits(40)
        S = [0, 0, 0, area | rng.getrandbits(120)]
        assert run(tidy, S) == run(plain, S)


def test_several_lines_of_cells_have_names_of_their_own() -> None:
    plain = [f"found = ({a_line(4, '>>', 8)} | {a_line(5, '<<', 1)} | {a_line(9, '>>', 7)})"]
    rng = random.Random(1)
    for _ in range(200):
        S = [0, 0, 0, rng.getrandbits(90) | rng.getrandbits(90)]
        assert run(tidied(plain[0]), S) == run(plain, S)


def test_a_set_said_twice_is_worked_out_once() -> None:
    assert tidied("    d2 = ((0x7f ^ S[20]) & ~((0x7f ^ S[20]) >> 8))") == [
        "    s0 = (0x7f ^ S[20])",
        "    d2 = (s0 & ~(s0 >> 8))",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "    d2 = [x for x in bits((0x7f ^ S[20])) if (0x7f ^ S[20]) >> x & 1]",
        "    if a237 >= 0 and (1 << a237) & S[4] or (1 << a237) & S[5]:",
        "    S[16] |= (0x7f ^ S[20]) & (0x7f ^ S[20])",
    ],
)
def test_what_cannot_be_worked_out_ahead_stays(line: str) -> None:
    assert tidied(line) == [line]
