"""Which names may be imported, where import-linter cannot say it."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = ("dsl", "interpreter", "docgen")


@pytest.mark.parametrize("folder", [*LAYERS, "rulesets"])
def test_a_bare_import_fails_and_names_the_package(folder: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", f"import {folder}"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    assert run.returncode != 0
    assert f"ImportError: import `rulewright.{folder}`, not `{folder}`" in run.stderr


@pytest.mark.parametrize("folder", [*LAYERS, "rulesets"])
def test_the_package_imports_from_anywhere(folder: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", f"import rulewright.{folder}"], cwd=tmp_path, check=True)


def imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("folder", LAYERS)
def test_no_layer_imports_the_facade_or_a_bare_folder(folder: str) -> None:
    """The facade stands above the layers; being their parent package, it cannot be subject to an import contract."""
    homes = tuple(f"rulewright.{layer}" for layer in LAYERS)
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in imported_names(ast.parse(path.read_text("utf-8")))
        if name.split(".")[0] in {*LAYERS, "rulesets"}
        or (name.split(".")[0] == "rulewright" and ".".join(name.split(".")[:2]) not in homes)
    ]
    assert not wrong, "imported from above, or by a bare name:\n" + "\n".join(wrong)
