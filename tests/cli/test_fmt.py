"""`rulewright fmt`: writes, checks, and leaves alone what is not rules."""

from pathlib import Path

from click.testing import CliRunner, Result

from rulewright.cli.main import main

CARELESS = "variant v   of hex\n\n\nset size  to 5\n"
CANONICAL = "variant v of hex\n\nset size to 5\n"


def run(*args: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["fmt", *args], input=text)


def test_a_file_is_written_and_then_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "v.rules"
    path.write_text(CARELESS, "utf-8")
    check = run(str(path), "--check")
    assert check.exit_code == 1 and "would change" in check.output
    assert path.read_text("utf-8") == CARELESS
    first = run(str(path))
    assert first.exit_code == 0 and f"changed {path}" in first.output
    assert path.read_text("utf-8") == CANONICAL
    assert run(str(path)).output == ""
    assert run(str(path), "--check").exit_code == 0


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    for name in ("a.rules", "inner/b.rules"):
        (tmp_path / name).write_text(CARELESS, "utf-8")
    assert run(str(tmp_path)).exit_code == 0
    assert (tmp_path / "inner/b.rules").read_text("utf-8") == CANONICAL


def test_from_and_to_the_terminal() -> None:
    assert run("-", text=CARELESS).stdout == CANONICAL


def test_what_is_not_rules_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text("game broken\n\naction  turn\n  choose c in in in\n", "utf-8")
    before = path.read_bytes()
    result = run(str(path))
    assert result.exit_code == 1
    assert "error[RW101]" in result.output
    assert path.read_bytes() == before


def test_carriage_returns_go(tmp_path: Path) -> None:
    path = tmp_path / "v.rules"
    path.write_bytes(CANONICAL.replace("\n", "\r\n").encode())
    assert "changed" in run(str(path)).output
    assert path.read_bytes() == CANONICAL.encode()


def test_a_missing_file_is_a_wrong_call() -> None:
    result = run("no_such.rules")
    assert result.exit_code == 2 and "there is no file" in result.output
