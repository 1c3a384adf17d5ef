"""Options that choose cards or maps: what is on the table tonight."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.dsl.codes import Code

GAME = """game strips
  title "Strips"
  language 1
  players 2

kind ground: sand, rock

board ground_plan of squares, 2 by 4
  made of 2 sheets in 1 by 2
  cell has ground: ground

map left of ground_plan
  legend s sand, r rock
  : s s
  : s s
map right of ground_plan
  legend s sand, r rock
  : r r
  : r r

component aim
  copies 1
area aims_in_use of aims, in play
deck aim_deck of aims
counter point per player

option rich: truth = no

option tonights_sheets: list of sheet = none
  called "sheets"
option tonights_aims: aims = none
  called "aims"

setup
  step lay
    if some tonights_sheets, assemble ground_plan from tonights_sheets
    otherwise, assemble ground_plan from (right, right)
  step aims
    if some tonights_aims, put tonights_aims into aims_in_use
    otherwise, draw 1 from aim_deck into aims_in_use

play
  each player, turn

action turn
  gain wage points

define wage: number = 1
  reads "the wage"
rule riches
  increase wage by 4 where rich
  after you gain points where not rich and count of players is 2, lose 0 points

aim sandy:  1 point for each of cells of sand
aim rocky:  2 points for each of cells of rock
aim modest: 1 point

winner player with most points
"""


@pytest.fixture
def game_file(tmp_path: Path) -> str:
    (tmp_path / "strips.rules").write_text(GAME, "utf-8")
    return str(tmp_path / "strips.rules")


def scored(game_file: str, **options: object) -> dict[str, int]:
    state = rw.load(game_file, options=options).new(players=2, seed=1)
    return {line.rule: line.amount for line in state.scores(explain=True) if line.player == 0}


def test_the_chosen_maps_and_cards_are_on_the_table(game_file: str) -> None:
    assert scored(game_file, sheets="left,right", aims="sandy,rocky") == {"sandy": 4, "rocky": 8}
    assert scored(game_file, sheets=["left", "right"], aims=["sandy"]) == {"sandy": 4}


def test_an_option_is_found_by_its_own_name_too(game_file: str) -> None:
    assert scored(game_file, tonights_sheets="right,left", tonights_aims="modest") == {"modest": 1}


def test_without_a_choice_the_rules_decide(game_file: str) -> None:
    amounts = scored(game_file)
    assert len(amounts) == 1 and amounts.items() <= {"sandy": 0, "rocky": 16, "modest": 1}.items()


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ({"sheets": "left"}, Code.OPTION_OUT_OF_RANGE, "is made of 2 maps, and `sheets` names 1"),
        ({"sheets": "left,left"}, Code.OPTION_OUT_OF_RANGE, "names `left` 2 times"),
        ({"aims": "sandy,sandy"}, Code.OPTION_OUT_OF_RANGE, "names `sandy` 2 times"),
        ({"aims": "sandi"}, Code.OPTION_OUT_OF_RANGE, "`aims` cannot be `sandi`"),
        ({"aims": "sandy", "tonights_aims": "rocky"}, Code.OPTION_OUT_OF_RANGE, "is given twice, under two names"),
    ],
)
def test_a_wrong_choice_is_refused(game_file: str, options: dict[str, str], code: Code, words: str) -> None:
    with pytest.raises(rw.RulesError) as refused:
        rw.load(game_file, options=options).new(players=2)
    assert any(d.code is code and words in d.message for d in refused.value.report.errors)


@pytest.mark.parametrize(("rich", "modifiers", "triggers"), [(False, 0, 1), (True, 1, 0)])
def test_a_clause_that_an_option_rules_out_is_no_rule_and_one_it_grants_has_no_condition(
    game_file: str, rich: bool, modifiers: int, triggers: int
) -> None:
    program = rw.load(game_file, options={"rich": rich}).new(players=2).machine.program
    made = [m for f in program.functions.values() for m in f.modifiers]
    assert len(made) == modifiers and len(program.rules["riches"].clauses) == triggers
    assert all(clause.where is None for clause in (*made, *program.rules["riches"].clauses))
