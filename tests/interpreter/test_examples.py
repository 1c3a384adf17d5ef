"""Examples: who plays, what is given, moves, claims, and every way in which an example can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.codes import Code
from rulewright.interpreter.testing.position import Position
from rulewright.interpreter.testing.scenario import Outcome
from rulewright.interpreter.testing.suite import load_suite, loads_suite, own_batches

GAME = """game market
  language 1
  players 2 to 4

option generous: truth = no
number wage = 5 if generous otherwise 2

kind ground: grass, sand, water
board field of squares, 4 by 4
  cell has ground: ground
piece hut per player, 3 in supply
piece tree, 2 in supply

kind suit: red, blue
component card
  has suit: suit, home: cell?
card ace (red)
card king (blue)
card jack (blue)
card seven (blue)
  with copies 2

deck stock of cards
hand held per player of cards, at most 2
row shop of cards, 3 slots
dice cup per player, 2 with 6 faces
counter coin per player: 0 to 20
memory chief: player?
memory rich per player: truth

define near_water: cells = grass next to water
  reads "grass beside water"

setup
  set ground of field to grass
  each player, gain 1 coin

play
  repeat 3 times
    each player, turn

action turn
  choose c in vacant on grass
  place a hut on c
  may earn

action earn
  needs your coins is at most 10
  gain wage coins

action take
  choose t in shop where t is not none
  put t into your held
  set home of t to [0,0]

action display
  choose
    t in shop
    c in vacant
    where t is not none
  set home of t to c

action discard c: card
  put c into stock

action swap
  choose
    one_cell in your huts
    goal in vacant
  move a hut from one_cell to goal

action throw
  roll your cup

action pull
  draw 1 from stock into your held

action gift
  choose p in players where p is not you
  as p, gain 1 coin

score huts: 2 coins for each of your huts
score shore: 3 coins for each h in your huts where h is in near_water

winner player with most coins
"""


def run(*lines: str) -> Outcome:
    """The outcome of one example of the market."""
    text = GAME + '\nexample "tried" shows turn\n' + "".join(f"  {line}\n" for line in lines)
    suite = loads_suite(text, "market.rules")
    assert suite.ok, suite.report.errors
    return suite.run(0)


def holds(*lines: str) -> None:
    outcome = run(*lines)
    assert outcome.ok, "\n".join(str(x) + str(x.notes) for x in outcome.diagnostics)


def refused(code: Code, *lines: str) -> str:
    """The message of an example that is refused with this code in its last line."""
    outcome = run(*lines)
    assert [x.code for x in outcome.diagnostics] == [code], outcome.diagnostics
    found = outcome.diagnostics[0]
    assert found.span is not None and found.span.file.path == "market.rules"
    return found.message


def line_of(outcome: Outcome) -> int:
    """The line of the culprit, counted from that of the example."""
    span = outcome.diagnostics[0].span
    assert span is not None
    return span.line - outcome.example.span.line


# ---- who plays


def test_names_are_players_in_order_of_mention_and_the_smallest_number_fits() -> None:
    holds("given anne's coins is 3, bruno's coins is 4", "then count of players is 2, winners is bruno")
    holds(
        "given anne's coins is 3, bruno's coins is 4, cleo's coins is 5", "then count of players is 3, winners is cleo"
    )


def test_you_are_the_first_player_wherever_you_are_mentioned() -> None:
    holds("given anne's coins is 3, your coins is 4", "then you is first of players, winners is you")


def test_a_number_of_players_can_be_given() -> None:
    holds("given 4 players", "then count of players is 4")
    assert "not for 7" in refused(Code.PLAYER_COUNT, "given 7 players", "then no winners")


EQUAL = "given shop is (seven, none, seven)"


def test_of_equal_things_a_number_says_which() -> None:
    holds(EQUAL, "when you: take seven(2)", "then shop is (seven, none, none)")
    holds(EQUAL, "when you: take; seven(1)", "then shop is (none, none, seven)")
    holds(EQUAL, "when you: display seven(2); [0,0]", "then count of options is 0")
    holds(EQUAL, "then you can take seven(2), you cannot take seven(3), you cannot take king(1)")
    holds(EQUAL, "when you: take", "then options are (seven(1), seven(2)), seven(2) is in options")


def test_a_number_as_a_log_writes_it_is_no_comment() -> None:
    text = GAME + f'\nexample "tried" shows turn\n  {EQUAL}\n  when you: take seven#2\n  then no winners # none\n'
    suite = loads_suite(text, "market.rules")
    (found,) = suite.report.errors
    assert found.code is Code.UNEXPECTED_CHARACTER and "`seven(2)`" in str(found.help)


def test_more_names_than_players() -> None:
    message = refused(
        Code.EXAMPLE_WRONG_PLAYER, "given 2 players, a's coins is 1, b's coins is 1, c's coins is 1", "then no winners"
    )
    assert "only 2 play" in message


def test_a_mistyped_name_is_no_player() -> None:
    outcome = run("given chief is anne", "then anne's coin is 1, chief is ann, anne's held is kin")
    assert Code.EXAMPLE_FAILED not in {x.code for x in outcome.diagnostics}


def test_who_must_decide_is_told_with_the_order_of_the_seats() -> None:
    outcome = run("when anne: turn [0,0]; -", "when bruno: turn", "when anne: turn [1,1]; -", "then no winners")
    (found,) = outcome.diagnostics
    assert found.code is Code.EXAMPLE_WRONG_PLAYER and found.help is not None and found.help.endswith("anne, bruno")


# ---- what is given


def test_what_is_not_mentioned_is_as_after_setup() -> None:
    holds("then your coins is 1, count of cells of grass is 16, count of stock is 5, no huts")


@pytest.mark.parametrize("given", ["no stock, your held is ace", "your held is ace, no stock"])
def test_an_empty_deck_stays_empty_whatever_else_is_given(given: str) -> None:
    dealt = GAME.replace("gain 1 coin\n", "draw 2 from stock into your held\n", 1)
    suite = loads_suite(f'{dealt}\nexample "tried" shows turn\n  given {given}\n  then no stock\n', "market.rules")
    outcome = suite.run(0)
    assert dealt != GAME and suite.ok and outcome.ok, outcome.diagnostics


def test_counters_memories_truths() -> None:
    holds(
        "given your coins is 7, chief is anne, anne's rich",
        "then your coins is 7, chief is anne, anne's rich, not your rich",
    )
    holds("given chief is anne, chief is none", "then chief is none")


def test_cells_one_by_one_and_the_whole_board() -> None:
    holds("given water at [0,0], [1,1]", "then count of cells of water is 2, count of near_water is 4")
    holds("given field is sand, grass at [3,3]", "then count of cells of sand is 15, count of cells of grass is 1")


def test_a_drawn_board_with_pieces_lies_in_the_middle_or_where_its_corner_is() -> None:
    drawing = ["legend w water, H your huts, A anne's huts, T tree", ": w H", ": A T"]
    holds(*drawing, "then cells of water is [1,1], your huts is [1,2], anne's huts is [2,1], trees is [2,2]")
    holds(*drawing, "with corner [0,0]", "then cells of water is [0,0], anne's huts is [1,0]")
    assert refused(Code.MAP_LETTER, "legend w water", ": w z", "then no winners")
    assert refused(Code.MAP_SIZE, "legend w water", ": w w w w w", "then no winners")


def test_pieces_come_out_of_the_supply() -> None:
    holds("given your huts at [0,0], [0,1]", "then count of huts in your supply is 1, count of vacant is 14")
    holds("given count of huts in your supply is 0", "then no hut in your supply")
    assert "3 huts" in refused(
        Code.EXAMPLE_IMPOSSIBLE_POSITION, "given your huts at [0,0], [0,1], [0,2], [0,3]", "then no winners"
    )
    assert "whose" in refused(Code.EXAMPLE_IMPOSSIBLE_POSITION, "given huts at [0,0]", "then no winners")
    assert "[0,0]" in refused(
        Code.EXAMPLE_IMPOSSIBLE_POSITION, "given your huts at [0,0], trees at [0,0]", "then no winners"
    )
    assert "twice" in refused(Code.EXAMPLE_IMPOSSIBLE_POSITION, "given your huts at [0,0], [0,0]", "then no winners")
    assert "[9,9]" in refused(Code.EXAMPLE_IMPOSSIBLE_POSITION, "given your huts at [9,9]", "then no winners")
    assert refused(Code.EXAMPLE_UNKNOWN_PIECE, "given your castles at [0,0]", "then no winners")


def test_a_supply_is_counted_after_all_pieces_are_placed_also_one_that_is_nobodys() -> None:
    holds(
        "given count of huts in your supply is 1, anne's huts at [0,0]",
        "then count of huts in your supply is 1, count of huts in anne's supply is 2",
    )
    holds("given count of trees in supply is 0", "then no tree in supply, count of players is 2")


def test_a_field_is_given_of_several_cells_and_things_at_once() -> None:
    holds("given ground of [0,0], [0,1] is water", "then count of cells of water is 2")
    holds(
        "given your held is (ace, king), home of your held is [1,1]",
        "then every t in your held has t's home is [1,1]",
    )


def test_things_by_their_design_or_by_what_they_carry() -> None:
    holds("given your held is (ace, king)", "then your held is (king, ace), count of stock is 3")
    holds("given your held is red", "then ace is in your held, count of your held is 1")
    holds("given shop is (ace, none, king)", "then shop is (ace, none, king), shop is not (ace, king, none)")
    holds("given your held is ace at [2,3]", "then home of (the t in your held) is [2,3]")
    assert "queen" in refused(Code.EXAMPLE_UNKNOWN_PIECE, "given your held is queen", "then no winners")
    assert "only 1" in refused(
        Code.EXAMPLE_IMPOSSIBLE_POSITION, "given your held is ace, anne's held is ace", "then no winners"
    )
    assert "at most 2" in refused(
        Code.EXAMPLE_IMPOSSIBLE_POSITION, "given your held is (ace, king, jack)", "then no winners"
    )


def test_an_answer_in_words_passes_over_a_choice_of_cells_with_one_option() -> None:
    alone = "given field is water, grass at [1,1], your coins is 0"
    holds(alone, "when you: turn yes", "then your huts is [1,1], your coins is 2")
    holds(alone, "when you: turn earn", "then your huts is [1,1], your coins is 2")
    holds(alone, "then you can turn earn", "then you cannot turn earn; earn")
    assert "earrn" in refused(Code.UNKNOWN_NAME, alone, "when you: turn earrn", "then no winners")
    two = "given field is water, grass at [1,1], [2,2]"
    assert "`earn`" in refused(Code.EXAMPLE_ILLEGAL_MOVE, two, "when you: turn earn", "then no winners")
    assert "earrn" in refused(Code.UNKNOWN_NAME, alone, "then you cannot turn earrn")


STARTS = """game starts
  language 1
  players 2
kind suit: red, blue
component card
  has suit: suit
card ace (red)
card king (blue)
card jack (blue)
card seven (blue)
deck stock of cards
hand held per player of cards
setup
  step pick
    each player, draw 2 from stock into your held
    each player, choose c in your held, then put c into box
play
  each player, put your held into box
score cards: 1 points for each of your held
counter points per player
winner player with most points
"""


def test_a_step_of_setup_is_answered_by_its_name() -> None:
    begun = 'example "tried" shows pick\n  given before pick, next stock is (ace, king, jack, seven)\n'
    answered = begun + "  when you: pick king\n  when anne: pick seven\n  then your held is ace, anne's held is jack\n"
    suite = loads_suite(STARTS + answered, "starts.rules")
    assert suite.ok and not suite.run(0).diagnostics
    other = loads_suite(STARTS + begun + "  then you can pick ace, you cannot pick jack\n", "starts.rules")
    assert other.ok and not other.run(0).diagnostics


def test_dice_and_forced_chance() -> None:
    holds("given your cup is (6, 2)", "then 8 is sum of d's face for each d in your cup")
    holds("given your cup is (6)", "then count of your cup is 1")
    holds("given next roll is (3, 4)", "when you: throw", "then 7 is sum of d's face for each d in your cup")
    holds(
        "given next stock is (jack, ace)",
        "when you: pull",
        "when you: pull",
        "then your held is (jack, ace), count of stock is 3",
    )
    assert "show 7" in refused(Code.EXAMPLE_FORCED_CHANCE, "given your cup is (7, 1)", "then no winners")
    assert "show 0" in refused(Code.EXAMPLE_FORCED_CHANCE, "given next roll is (0)", "then no winners")
    assert "left" in refused(Code.EXAMPLE_FORCED_CHANCE, "given your held is ace, next stock is ace", "then no winners")
    assert "only 2 dice" in refused(Code.EXAMPLE_IMPOSSIBLE_POSITION, "given your cup is (1, 2, 3)", "then no winners")


def test_ranges_and_what_cannot_be_given() -> None:
    assert "cannot be 21" in refused(Code.EXAMPLE_IMPOSSIBLE_POSITION, "given your coins is 21", "then no winners")
    assert "worked out" in refused(Code.EXAMPLE_IMPOSSIBLE_POSITION, "given near_water is [0,0]", "then no winners")
    assert refused(Code.EXAMPLE_IMPOSSIBLE_POSITION, "given your coins is at least 3", "then no winners")


def test_options_and_turn_order() -> None:
    holds("given generous", "when you: earn", "then your coins is 6")
    holds("given generous is yes", "when you: earn", "then your coins is 6")
    holds("given not generous", "when you: earn", "then your coins is 3")
    holds("given 3 players, a's coins is 1, turn_order is (b, a, c)", "then a is first of players")
    assert refused(Code.EXAMPLE_WRONG_PLAYER, "given turn_order is (a, a)", "then no winners")


# ---- moves


def test_an_action_answers_and_declines() -> None:
    holds("when you: turn [0,0]; yes", "then your coins is 3, your huts is [0,0]")
    holds("when you: turn [0,0]; earn", "then your coins is 3")
    holds("when you: turn [0,0]; -", "then your coins is 1")


def test_a_decision_with_one_option_answers_itself() -> None:
    holds("when you: gift", "then anne's coins is 2")
    holds("given 3 players", "when you: gift anne", "then anne's coins is 2")


def test_parts_of_a_choice_are_answered_one_by_one() -> None:
    holds("given your huts at [0,0], [3,3]", "when you: swap [0,0]; [1,0]", "then your huts is [1,0], [3,3]")
    holds("given field is sand, your huts at [0,0], [3,3]", "when you: swap [0,0]", "then count of options is 14")
    holds("given your huts at [0,0], [3,3]", "when you: swap", "then options are [0,0], [3,3]")


def test_an_action_is_told_its_thing_by_the_design_that_the_player_holds() -> None:
    holds("given anne's held is seven", "when anne: discard seven", "then no anne's held, count of stock is 5")
    holds("given your held is (ace, seven)", "when you: discard seven", "then your held is ace")


def test_statements_can_be_moves() -> None:
    holds("when anne: gain 4 coins", "then anne's coins is 5")
    holds("given chief is anne", "when you: set chief to anne", "then chief is anne")


def test_moves_that_are_refused() -> None:
    refused(Code.EXAMPLE_ILLEGAL_MOVE, "given water at [0,0]", "when you: turn [0,0]", "then no winners")
    refused(Code.EXAMPLE_ILLEGAL_MOVE, "given your coins is 11", "when you: earn", "then no winners")
    refused(Code.EXAMPLE_UNANSWERED_DECISION, "when you: turn [0,0]", "then no winners")
    refused(Code.EXAMPLE_UNANSWERED_DECISION, "when you: turn", "when anne: earn", "then no winners")
    refused(Code.EXAMPLE_TOO_MANY_ANSWERS, "when you: earn; [0,0]", "then no winners")
    refused(Code.EXAMPLE_WRONG_PLAYER, "when you: turn", "when anne: turn [0,0]; -", "then no winners")
    refused(Code.UNKNOWN_ACTION, "when you: dance", "then no winners")


def test_the_need_that_fails_is_shown() -> None:
    outcome = run("given your coins is 11", "when you: earn", "then no winners")
    labels = outcome.diagnostics[0].labels
    assert [label.text for label in labels][1:] == ["this does not hold"]
    assert labels[1].span.text.startswith("your coins")


# ---- claims


def test_can_and_cannot() -> None:
    holds("given water at [0,0]", "then you can turn [0,1], you cannot turn [0,0], you can turn [0,1]; earn")
    outcome = run("given water at [0,0]", "then you can turn [0,0]")
    assert outcome.diagnostics[0].code is Code.EXAMPLE_FAILED
    outcome = run("then you cannot turn [0,0]")
    assert "should not" in outcome.diagnostics[0].message


def test_an_answer_is_read_for_what_is_asked_first() -> None:
    """Where only the ace can be displayed, a king is no option, rather than a wrong sort of cell."""
    given = "given shop is (ace, none, none)"
    holds(given, "then you can display ace; [0,0], you can display [0,0], you cannot display king; [0,0]")
    assert "cannot choose `king`" in refused(Code.EXAMPLE_ILLEGAL_MOVE, given, "when you: display king; [0,0]")


def test_a_claim_about_options_keeps_a_decision_open() -> None:
    holds("when you: turn [0,0]", "then options is earn", "when you: turn; -", "then turn is over, your coins is 1")
    holds("when you: turn [0,0]", "then you can turn; -, turn is not over")


def test_scores_line_by_line_and_in_all() -> None:
    given = "given water at [0,0], your huts at [0,1], [3,3]"
    holds(given, "then score(huts) is 4 coins, score(shore) is 3 coins, your score is 7, anne's score is 0")
    outcome = run(given, "then score(huts) is 5 coins")
    found = outcome.diagnostics[0]
    assert (found.notes[0], found.labels[0].text) == ("expected 5 coin", "but it is 4 coin")
    assert refused(Code.UNKNOWN_NAME, "then score(hats) is 5 coins")


def test_scores_are_explained() -> None:
    given = "given water at [0,0], your huts at [0,1], [3,3]"
    holds(given, "then count of score(huts) is 2, cells of score(shore) is [0,1], count of your score(shore) is 1")
    found = run(given, "then cells of score(huts) is [0,1]").diagnostics[0]
    assert found.labels[0].text == "but it is [0,1], [3,3]"
    found = run(given, "then your score is 8").diagnostics[0]
    assert "huts gives 4 coin for 2: [0,1], [3,3]" in found.notes[1]
    assert "shore gives 3 coin for 1: [0,1]" in found.notes[2]


def test_options_at_least() -> None:
    given = "given water at [0,0]"
    holds(given, "when you: turn", "then [0,1], [0,2] is in options, [0,0] is not in options")
    found = run(given, "when you: turn", "then [0,0] is in options").diagnostics[0]
    assert found.message == "[0,0] is no option"


def test_refused_because_of_a_rule() -> None:
    holds("given water at [0,0]", "then you cannot turn [0,0] because of turn")
    holds("given your coins is 11", "then you cannot earn because of earn")
    found = run("given water at [0,0]", "then you cannot turn [0,0] because of earn").diagnostics[0]
    assert found.message == "this is refused because of `turn`, not of `earn`"
    assert "market.rules:" in found.labels[0].text
    assert refused(Code.UNKNOWN_NAME, "given water at [0,0]", "then you cannot turn [0,0] because of tern")
    outcome = run("then you cannot turn [0,0] because of turn")
    assert "should not" in outcome.diagnostics[0].message


def test_what_happened() -> None:
    holds("when you: turn [0,0]; earn", "then earn happened, turn happened, gift did not happen")
    holds("when you: turn [0,0]; -", "then earn did not happen")
    found = run("when you: turn [0,0]; -", "then earn happened").diagnostics[0]
    assert (found.message, found.labels[0].text) == ("`earn` did not happen", "what happened: turn")
    assert refused(Code.UNKNOWN_NAME, "when you: turn [0,0]; -", "then huts happened")


def test_a_failure_tells_both_sides_the_position_and_the_rules_that_ran() -> None:
    outcome = run("given your huts at [0,1]", "when you: turn [0,0]; earn", "then your coins is 4, count of huts is 2")
    assert len(outcome.diagnostics) == 1
    found = outcome.diagnostics[0]
    assert line_of(outcome) == 3
    assert found.labels[0].text == "but it is 3"
    assert found.notes[0] == "expected 4"
    assert " 0 yH yH g  g" in found.notes[1].splitlines()[1]
    assert "turn" in found.notes[-1] and "earn" in found.notes[-1]


def test_every_false_claim_is_told() -> None:
    outcome = run("then your coins is 4, no huts, count of stock is 9")
    assert [x.span.text for x in outcome.diagnostics if x.span] == ["your coins is 4", "count of stock is 9"]


# ---- positions for ordinary tests


def test_positions_chain_and_branch() -> None:
    start = Position("tic_tac_toe").given("x's marks at [0,0], [0,1]", "o's marks at [1,1]")
    start.then("x can turn [0,2]", "no winners")
    start.when("x: turn [0,2]").then("winners is x")
    assert start.when("x: turn [2,2]").holds("no winners")
    with pytest.raises(AssertionError, match="RW501"):
        start.then("winners is x")
    with pytest.raises(AssertionError, match="RW1"):
        start.then("winners is (x")


def test_what_an_example_asks_for_is_added_to_what_was_loaded(tmp_path: Path) -> None:
    game = "game tiny\n  language 1\n  players 1\n\ncounter coin per player\n\nplay\n  each player, turn\n\n"
    (tmp_path / "tiny.rules").write_text(
        game + "action turn\n  gain 1 coin\n\nwinner player with most coins\n", "utf-8"
    )
    more = "variant {0} of tiny\n\nrule {0}_pays: after you turn, gain {1} coin\n"
    (tmp_path / "lakes.rules").write_text(more.format("lakes", 1), "utf-8")
    both = '\nexample "both pay"\n  given with lakes\n  when you: turn\n  then your coins is 4\n'
    (tmp_path / "hills.rules").write_text(more.format("hills", 2) + both, "utf-8")
    suite = load_suite(tmp_path / "tiny.rules", [str(tmp_path / "hills.rules")])
    found = [
        outcome
        for batch in own_batches(suite, tmp_path / "tiny.rules", ["hills"])
        for outcome in batch.suite.all(batch.numbers)
    ]
    assert [(outcome.title, outcome.ok) for outcome in found] == [("both pay", True)]


def test_an_option_of_what_is_added_is_set(tmp_path: Path) -> None:
    game = "game tiny\n  language 1\n  players 1\n\ncounter coin per player\n\nplay\n  each player, turn\n\n"
    asked = '\nexample "three"\n  given with lakes, toll is 3\n  when you: turn\n  then your coins is 4\n'
    (tmp_path / "tiny.rules").write_text(
        game + "action turn\n  gain 1 coin\n\nwinner player with most coins\n" + asked, "utf-8"
    )
    more = "variant lakes of tiny\n\noption toll: 0 to 9 = 1\n\nrule tolls: after you turn, gain toll coins\n"
    (tmp_path / "lakes.rules").write_text(more, "utf-8")
    assert [outcome.ok for outcome in load_suite(tmp_path / "tiny.rules").all()] == [True]
