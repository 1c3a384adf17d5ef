"""No broken ruleset makes the program crash or hang. RULEWRIGHT_FUZZ=20000 tries the full count."""

import os

import pytest
from tests.mistakes.fuzz import broken, survive

COUNT = int(os.environ.get("RULEWRIGHT_FUZZ", "500"))


@pytest.mark.parametrize("part", range(10))
def test_broken_rulesets_are_survived(part: int) -> None:
    alive = 0
    for seed in range(part, COUNT, 10):
        path, text = broken(seed)
        try:
            alive += survive(path, text)
        except Exception as error:
            raise AssertionError(f"seed {seed} of tests.mistakes.fuzz, from {path.name}") from error
    assert alive < COUNT / 10, "most broken rulesets are broken"
