"""Catalogues beside a ruleset: what is misspelt, left over or malformed is said, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.docgen.wording.catalogues import check_catalogues, read_catalogue
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Diagnostic, Report, RulesError

ROOT = Path(__file__).parents[2]
RULES = """game camp
  language 1
  players 2

counter shell per player
play
  each player, collect
action collect
  gain 1 shell
score beach: 1 shell for each of players
winner player with most shells
"""


def problems(folder: Path, catalogue: str) -> list[Diagnostic]:
    (folder / "camp.rules").write_text(RULES, "utf-8")
    (folder / "locale").mkdir()
    (folder / "locale" / "fr.toml").write_text(catalogue, "utf-8")
    report = Report()
    check_catalogues([folder], report)
    return list(report)


def test_a_sound_catalogue(tmp_path: Path) -> None:
    text = '[name]\n"score.beach" = "La plage"\ncollect = "Ramasser"\n[noun]\nshell = { one = "coquillage" }\n'
    assert problems(tmp_path, text) == []


@pytest.mark.parametrize(
    ("catalogue", "code", "place", "help_"),
    [
        ('[name]\nbaech = "La plage"\n', Code.STALE_TRANSLATION, (2, 1), "did you mean `beach`?"),
        ('[noun]\nshell = "x"\n[verb]\n"action.colect" = "ramasser"\n', Code.STALE_TRANSLATION, (4, 1), "`collect`?"),
        ('[nuon]\nshell = "x"\n', Code.CATALOGUE_FILE, (1, 1), "did you mean `[noun]`?"),
        ("[name]\nbeach = La plage\n", Code.CATALOGUE_FILE, (2, 9), "entries are written"),
        ("[name\n", Code.CATALOGUE_FILE, (1, 6), "entries are written"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, catalogue: str, code: Code, place: tuple[int, int], help_: str) -> None:
    (found,) = problems(tmp_path, catalogue)
    assert found.code is code and found.help is not None and help_ in found.help
    assert found.span is not None and (found.span.line, found.span.column) == place


def test_the_shipped_catalogues_are_sound() -> None:
    report = Report()
    check_catalogues(sorted({path.parents[1] for path in (ROOT / "rulesets").rglob("locale/*.toml")}), report)
    assert not list(report), [str(d) for d in report]


@pytest.mark.parametrize(
    ("catalogue", "line", "message"),
    [
        ("[noun]\nshell = 3\n", 2, "is no text"),
        ("[noun]\nshell = { one = 3 }\n", 2, "a form `one` that is no text"),
        ("[noun]\nshell = { one = true }\n", 2, "of the wrong sort"),
        ('[noun]\nshell = { one = "x", mass = "yes" }\n', 2, "of the wrong sort"),
        ('shell = "x"\n', 1, "outside of any table"),
        ('[label]\noverview = "{"\n', 2, "a brace that is not closed"),
        ('[label]\nplayers_exactly = "{who}"\n', 2, "a blank `{who}` that nothing fills"),
        ("[noun]\nshell = [1]\n", 2, "a list of other things than texts"),
    ],
)
def test_a_malformed_entry_is_a_diagnostic(tmp_path: Path, catalogue: str, line: int, message: str) -> None:
    path = tmp_path / "fr.toml"
    path.write_text(catalogue, "utf-8")
    with pytest.raises(RulesError) as caught:
        read_catalogue(path)
    (found,) = caught.value.report.errors
    assert message in found.message and found.help
    assert found.span is not None and found.span.line == line


@pytest.mark.parametrize("content", [b"[noun\n", b"\xff\xfe", b"[noun]\nshell = 3\n"])
def test_no_command_shows_a_traceback(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "camp.rules").write_text(RULES, "utf-8")
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "fr.toml").write_bytes(content)
    game, out = str(tmp_path / "camp.rules"), str(tmp_path / "out")
    ran = CliRunner().invoke(main, ["docs", game, "-o", out, "--format", "md", "--lang", "fr"])
    assert ran.exit_code == 1
    assert "fr.toml" in ran.output and "Traceback" not in ran.output and "our fault" not in ran.output
