"""Lets the tests of this folder import their sample games, however pytest is started; the flag that writes goldens."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether goldens are to be written; refused where nobody reads the diff."""
    wanted = bool(request.config.getoption("--update", default=False))
    if wanted and os.environ.get("CI"):
        pytest.fail("--update is not for continuous integration")
    return wanted
