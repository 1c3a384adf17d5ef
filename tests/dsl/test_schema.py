"""The tree as JSON: there and back without loss, and nothing else comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.schema import classes, from_data, json_schema, models, to_data
from rulewright.dsl.source import SourceFile
from rulewright.dsl.syntax.parse import parse

RULESETS = Path(__file__).parents[2] / "rulesets"


@pytest.mark.parametrize("path", sorted(RULESETS.rglob("*.rules")), ids=lambda path: str(path.relative_to(RULESETS)))
def test_every_shipped_file_comes_back_equal(path: Path) -> None:
    file = SourceFile(str(path), path.read_text("utf-8"))
    module = parse(file, Report())
    assert module is not None
    assert from_data(json.loads(json.dumps(to_data(module))), file) == module


def test_every_node_has_a_model_in_the_schema() -> None:
    assert models().keys() == classes().keys()
    assert set(json_schema()["$defs"]) >= {"IfStmt", "ChooseStmt", "FieldOf", "Field"}


@pytest.mark.parametrize(
    "change", [{"node": "Game"}, {"path": 3}, {"declarations": [{"node": "Num", "value": 1}]}, {"more": 1}]
)
def test_what_is_no_tree_is_refused(change: dict[str, object]) -> None:
    file = SourceFile("x.rules", "game x\n  language 1\n  players 2\n")
    module = parse(file, Report())
    with pytest.raises(ValidationError):
        from_data(to_data(module) | change, file)
