"""The generated code can be read: three rules as `show --stage python` prints them, kept in goldens/ beside this file.

`pytest --update tests/cli/test_show_python.py` writes them anew; read the difference.
"""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.cli.show import HEADS
from rulewright.interpreter.generate.layout import HEAD

GOLDENS = Path(__file__).parent / "goldens"


@pytest.mark.parametrize(("game", "rule"), [("connect_four", "drop"), ("hex", "bridge"), ("goofspiel", "auction")])
def test_the_code_of_a_rule(game: str, rule: str, request: pytest.FixtureRequest) -> None:
    result = CliRunner().invoke(main, ["show", game, rule, "--stage", "python"])
    assert result.exit_code == 0, result.output
    told = re.sub(r"\S*/rulesets/", "rulesets/", result.output)
    path = GOLDENS / f"{game}.{rule}.txt"
    if request.config.getoption("--update"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, "utf-8")
    assert told == path.read_text("utf-8")
    assert re.search(rf"^ *# {rule}, rulesets/classics/{game}\.rules:\d+:\d+$", told, re.MULTILINE)


def test_every_fixed_place_of_a_state_has_a_name() -> None:
    assert len(HEADS) == HEAD
