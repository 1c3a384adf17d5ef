"""The command line starts fast and lists exactly the commands that exist."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rulewright import __version__
from rulewright.cli.main import COMMANDS, main

ROOT = Path(__file__).parents[2]
HEAVY = ("lark", "pydantic", "jinja2", "rich", "typst", "pytest", "hypothesis")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from rulewright.cli.main import main\n"
        "main(['--help'], standalone_mode=False)\n"
        f"print('loaded:', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True)
    assert all(name in run.stdout for name in COMMANDS)
    assert run.stdout.endswith("loaded: []\n")


def test_every_command_file_has_a_row() -> None:
    files = {path.stem for path in (ROOT / "src/rulewright/cli").glob("[!_]*.py")} - {"main"}
    assert {module for module, _ in COMMANDS.values()} == {f"rulewright.cli.{name}" for name in files}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_row_agrees_with_its_command(name: str) -> None:
    module, sentence = COMMANDS[name]
    command = import_module(module).command
    assert isinstance(command, click.Command)
    assert command.name == name
    assert " ".join((command.help or "").split()).startswith(sentence)


def test_an_unknown_command_is_a_wrong_call_and_suggests_a_name() -> None:
    result = CliRunner().invoke(main, ["lsit"])
    assert result.exit_code == 2
    assert "There is no command `lsit`. Did you mean `list`?" in result.output


def test_version() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == f"rulewright, version {__version__}\n"
