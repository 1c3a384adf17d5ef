"""The pytest plugin.

Pytest loads it in every run of every project that has Rulewright installed, so it imports nothing of ours until a hook
needs it.
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(
        "rulewright_collect",
        "collect the examples in .rules files as tests (default: true)",
        type="bool",
        default=True,
    )
