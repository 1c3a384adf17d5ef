"""`rulewright list`: every shipped module under its game, with what can be chosen."""

import json

from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.dsl.files import Shelf


def test_every_shipped_module_is_listed_once_under_its_game() -> None:
    games = json.loads(CliRunner().invoke(main, ["list", "--json"]).output)
    found = {(x.kind, x.name.replace("_", "-")) for x in Shelf().shipped()}
    assert set(games) == {name for kind, name in found if kind == "game"}
    for kind in ("expansion", "variant"):
        listed = [name for game in games.values() for name in game[f"{kind}s"]]
        assert sorted(listed) == sorted(name for k, name in found if k == kind)


def test_a_game_with_an_option() -> None:
    hexes = json.loads(CliRunner().invoke(main, ["list", "--json"]).output)["hex"]
    assert hexes["title"] == "Hex" and hexes["players"] == "2"
    assert hexes["options"] == [{"name": "size", "type": "3 to 19", "default": "11", "module": "hex"}]


def test_text_names_expansions_and_options() -> None:
    text = CliRunner().invoke(main, ["list"]).output
    assert "oh-hell  (Oh Hell, 3 to 6 players)\n  option:      longest_hand = 7, of 1 to 8\n" in text
    assert "  expansions:  capitol, crossroads, nomads\n" in text


def test_listing_parses_nothing() -> None:
    """The list is read from headers: it appears at once."""
    import subprocess
    import sys

    code = (
        "import sys; from rulewright.cli.main import main; main(['list', '--json'], standalone_mode=False);"
        "sys.exit('lark' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_a_game_lists_every_name_that_a_house_rule_can_use() -> None:
    text = CliRunner().invoke(main, ["list", "tic-tac-toe"]).output
    assert text == (
        "Tic-tac-toe: what a house rule or an example can name\n"
        "  numbers       in_a_row = 3\n"
        "  boards        grid\n"
        "  pieces        mark per player\n"
        "  actions       turn\n"
        "  rules         three_in_a_row\n"
    )


def test_names_of_an_expansion_stand_among_those_of_its_game() -> None:
    def names(*words: str) -> dict[str, list[str]]:
        return dict(json.loads(CliRunner().invoke(main, ["list", "kingdom-builder", "--json", *words]).output))

    alone, both = names(), names("--with", "nomads")
    assert {"castle_gold = 3", "mandatory_builds = 3"} <= set(alone["numbers"])
    assert {"settle", "build on area"} <= set(alone["actions"])
    assert "farm" in alone["location_tile:"] and "families" not in alone["goal:"]
    assert "families" in both["goal:"]


def test_names_of_an_unknown_game() -> None:
    result = CliRunner().invoke(main, ["list", "kingsbug"])
    assert result.exit_code == 2 and "did you mean `kingsburg`?" in result.output
    assert CliRunner().invoke(main, ["list", "--with", "nomads"]).exit_code == 2
