"""`rulewright graph`: what is decided and what follows, as data and as a picture that any browser shows."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.dsl.files import Shelf

GAMES = sorted({found.name for found in Shelf().shipped() if found.kind == "game"} - {"kb_core"})


def data(*args: str) -> dict[str, list[dict[str, object]]]:
    result = CliRunner().invoke(main, ["graph", *args, "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, list[dict[str, object]]] = json.loads(result.output)
    return found


def test_a_small_game() -> None:
    found = data("tic-tac-toe")
    kinds = [node["kind"] for node in found["nodes"]]
    texts = [node["text"] for node in found["nodes"]]
    assert kinds[:3] == ["start", "decision", "end"]
    assert texts[1] == "choose c in vacant"
    arrows = {(edge["from"], edge["to"]): edge["text"] for edge in found["edges"]}
    assert (0, 1) in arrows and (1, 2) in arrows
    assert arrows[1, 1] == "each player, until no vacant"
    assert any(edge["text"] == "win" and edge["to"] == 2 for edge in found["edges"])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_sound_graph_and_a_picture(game: str) -> None:
    found = data(game)
    count = len(found["nodes"])
    for edge in found["edges"]:
        assert 0 <= int(str(edge["from"])) < count and 0 <= int(str(edge["to"])) < count
    reached, grew = {0}, True
    while grew:
        more = {int(str(e["to"])) for e in found["edges"] if e["from"] in reached} - reached
        grew, reached = bool(more), reached | more
    end = next(k for k, node in enumerate(found["nodes"]) if node["kind"] == "end")
    assert end in reached
    assert set(range(end)) <= reached, "a node of the flow that nothing leads to"
    svg = CliRunner().invoke(main, ["graph", game]).output
    root = ET.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) == count + len(found["frames"])


def test_words_of_a_language() -> None:
    texts = [node["text"] for node in data("tic-tac-toe", "--lang", "fr")["nodes"]]
    assert "choisissez une case vide" in texts


def test_names_cannot_break_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "odd.rules"
    path.write_text(
        'game odd\n  title "<script>&"\n  language 1\n  players 2\n\nboard grid of squares, 2 by 2\n'
        "piece mark per player, 4 in supply\n\nplay\n  repeat\n    each player, turn\n  until no vacant\n\n"
        'action turn\n  called "<b>"\n  choose c in vacant\n  place a mark on c\n',
        "utf-8",
    )
    out = tmp_path / "odd.svg"
    assert CliRunner().invoke(main, ["graph", str(path), "-o", str(out)]).exit_code == 0
    text = out.read_text("utf-8")
    ET.fromstring(text)
    assert "<script>" not in text and "<b>" not in text and "&lt;script&gt;" in text
