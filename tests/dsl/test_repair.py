"""Lines as newcomers write them, and the line that is offered instead: what is offered can always be read."""

import pytest

from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.dsl.source import SourceFile
from rulewright.dsl.syntax import errors, repair
from rulewright.dsl.syntax.parse import parse

LEFT = "set castle_gold to 5"
# At the left edge of a variant: what stands there, and what is offered. `|` begins a line under it.
DECLARATIONS = [
    ("castle_gold = 5", LEFT),
    ("castle_gold: 5", LEFT),
    ("castle_gold is 5", LEFT),
    ("change castle_gold to 5", LEFT),
    ("make castle_gold 5", LEFT),
    ("set castle_gold = 5", LEFT),
    ("set castle_gold 5", LEFT),
    ("number tax 3", "number tax = 3"),
    ("number tax is 3", "number tax = 3"),
    ("increase mandatory_builds by 1", "rule NAME: increase mandatory_builds by 1"),
    ("decrease mandatory_builds by 1", "rule NAME: reduce mandatory_builds by 1"),
    ("add rule pay_day: after you settle, gain 1 gold", "rule pay_day: after you settle, gain 1 gold"),
    ("new location_tile windmill: build on grass", "location_tile windmill: build on grass"),
    ("location tile windmill: build on grass", "location_tile windmill: build on grass"),
    ("delete all farmers, hermits", "remove farmers, hermits"),
    ("when a player builds, they get 1 gold", "rule NAME: after you build, gain 1 gold"),
    ("whenever you settle, you gain one gold", "rule NAME: after you settle, gain 1 gold"),
    ("after you settle, gain 1 gold.", "rule NAME: after you settle, gain 1 gold"),
    ("each player starts with 5 gold", "setup|each player, gain 5 gold"),
    ("everyone gets 5 gold", "setup|each player, gain 5 gold"),
    ("setup: give every player 5 gold", "setup|each player, gain 5 gold"),
    ("at the start of the game each player gets 5 gold", "setup|each player, gain 5 gold"),
    ("action rest: gain 1 gold", "action rest|gain 1 gold"),
    ("score 2 points per castle", "score NAME: 2 points for each of castles"),
    ("score shore 2 gold for each of your huts", "score shore: 2 gold for each of your huts"),
    ("score shore: 1 point for each hut next to water", "score shore: 1 point for each of huts next to water"),
    ("score rich: 1 point for every 3 coins", "score rich: 1 point for every 3 of your coins"),
    ("score towers: points = your towers * 2", "score towers: (your towers * 2) points"),
    ("score towers: +1 point for each of your towers", "score towers: 1 point for each of your towers"),
    ("goal sailors|score 1 gold for each of your huts", "1 gold for each of your huts"),
    ("coins_at_start 10", "set coins_at_start to 10"),
    ("option fee = 2", "number fee = 2"),
    ("define coast = cells next to water", "define coast: cells = cells next to water"),
    ("define coast: cells next to water", "define coast: cells = cells next to water"),
    (
        "rule extra: after you place a hut next to the water, gain 1 gold",
        "rule extra: after you place a hut on site where site is next to water, gain 1 gold",
    ),
    (
        "rule extra: at start of turn, if you have no gold, gain 1 gold",
        "rule extra: before you turn where you have no gold, gain 1 gold",
    ),
    ("winner is the player with the most gold", "winner player with most gold"),
    ("winner: player with highest gold, then fewest huts", "winner player with most gold then least huts"),
    ("replace winner: player with most gold", "replace winner player with most gold"),
    ("option fast = yes", "option fast: truth = yes"),
    ("option fast: yes/no = no", "option fast: truth = no"),
    ("rule extra after you settle gain 1 gold", "rule extra: after you settle, gain 1 gold"),
    ("rule extra: when you settle, gain 1 gold", "rule extra: after you settle, gain 1 gold"),
    ("rule extra: every turn, gain 1 gold", "rule extra: after you turn, gain 1 gold"),
    ("rule extra: after each turn, gain 1 gold", "rule extra: after you turn, gain 1 gold"),
    ("rule extra: after turn, gain 1 gold", "rule extra: after you turn, gain 1 gold"),
    ("règle cadeau: après vous settle, gagnez 1 gold", "rule cadeau: after you settle, gain 1 gold"),
    (
        "rule rivage: after you place a hut on site où site est à côté de water, gain 1 gold",
        "rule rivage: after you place a hut on site where site is next to water, gain 1 gold",
    ),
    (
        "score pauvreté: -3 gold si count of vos huts est moins de 5",
        "score pauvreté: -3 gold if count of your huts is less than 5",
    ),
    ("score côte: 1 gold pour chaque vos huts", "score côte: 1 gold for each of your huts"),
    ("remplacez score shore: 2 gold pour chaque your huts", "replace score shore: 2 gold for each of your huts"),
    ("rule extra: at the end of deal, gain 1 gold", "rule extra: at deal, gain 1 gold"),
    (
        "rule extra: at finish, each player in players with most gold, gain 1 gold",
        "rule extra: at finish, each player in (players with most gold), gain 1 gold",
    ),
    (
        "rule extra: at finish, the player with the fewest gold gains 2 gold",
        "rule extra: at finish, each player in (players with least gold), gain 2 gold",
    ),
    (
        "rule extra: after you settle, either gain 1 gold or gain 1 wood",
        "rule extra: after you settle, gain 1 gold or 1 wood",
    ),
    (
        "rule extra: after you place a hut on site where site is next to an opponent's hut, gain 1 gold",
        "rule extra: after you place a hut on site where site is next to (huts except your huts), gain 1 gold",
    ),
    ("rule extra: at the beginning of your turn, gain 1 gold", "rule extra: before you turn, gain 1 gold"),
    ("rule extra: during the finish, gain 1 gold", "rule extra: at finish, gain 1 gold"),
    (
        "rule extra: once a turn, after you settle, gain 1 gold",
        "rule extra: once per turn, after you settle, gain 1 gold",
    ),
    (
        "rule extra: after you settle and your gold is 0, gain 1 gold",
        "rule extra: after you settle where your gold is 0, gain 1 gold",
    ),
    (
        "rule extra: after you settle, end the game if your gold is 9",
        "rule extra: after you settle where your gold is 9, end the game",
    ),
    ("rule extra: gain 1 gold after you settle", "rule extra: after you settle, gain 1 gold"),
    ("rule extra: after you settle, +1 gold", "rule extra: after you settle, gain 1 gold"),
    (
        "rule extra: after you settle, you may pay 1 gold to gain 1 wood",
        "rule extra: after you settle, may pay 1 gold to gain 1 wood",
    ),
    (
        "rule extra: after you settle, each opponent loses a gold",
        "rule extra: after you settle, each opponent, lose 1 gold",
    ),
    (
        "rule extra: after you settle where you have inn, gain 1 gold",
        "rule extra: after you settle where you have some inn, gain 1 gold",
    ),
    ('example "rest": given your gold is 3', 'example "rest"|given your gold is 3'),
    ("rule extra: after the player settles, gain 1 gold", "rule extra: after you settle, gain 1 gold"),
    ("rule extra: at your finish, gain 1 gold", "rule extra: at finish, gain 1 gold"),
    (
        "rule extra: once per turn after you settle, gain 1 gold",
        "rule extra: once per turn, after you settle, gain 1 gold",
    ),
    ("rule extra: after you settle, player takes two wood", "rule extra: after you settle, gain 2 wood"),
    ("rule extra: decrease price by 1", "rule extra: reduce price by 1"),
    ("rule extra: raise price by 1", "rule extra: increase price by 1"),
    ("rule extra: increase price by 1 where your gold is 3.", "rule extra: increase price by 1 where your gold is 3"),
    ("score shore: 1 point for every your hut", "score shore: 1 point for each of your huts"),
    ("memory pips: 1-6", "memory pips: 1 to 6"),
    ("action rest():|gain 1 gold", "action rest"),
    ('test "rest"|given your gold = 3|when you rest|then your gold is 4', 'example "rest"'),
    ("example rest|given your gold is 3|then your gold is 3", 'example "rest"'),
]
# In the block of an action.
STATEMENTS = [
    ("if your gold > 3 then gain 1 gold", "if your gold is more than 3, gain 1 gold"),
    (
        "if your gold >= 3 && your wood <= 2: gain 1 gold",
        "if your gold is at least 3 and your wood is at most 2, gain 1 gold",
    ),
    ("if your gold == 3 || your wood != 2, gain 1 gold", "if your gold is 3 or your wood is not 2, gain 1 gold"),
    ("if !rich, gain 1 gold", "if not rich, gain 1 gold"),
    ("if you have 3 gold, gain 1 wood", "if your gold is at least 3, gain 1 wood"),
    ("if you have less than 3 gold, gain 1 wood", "if your gold is less than 3, gain 1 wood"),
    ("if you have more than 3 gold, gain 1 wood", "if your gold is more than 3, gain 1 wood"),
    ("if you have 3 or fewer gold, gain 1 wood", "if your gold is at most 3, gain 1 wood"),
    ("if you don't have any huts, gain 1 wood", "if you have no huts, gain 1 wood"),
    ("if your gold is greater than 3, gain 1 wood", "if your gold is more than 3, gain 1 wood"),
    ("if your gold equals 3, gain 1 wood", "if your gold is 3, gain 1 wood"),
    ("if there are no huts next to water, gain 1 wood", "if no huts next to water, gain 1 wood"),
    ("if there is a hut adjacent to the water, gain 1 wood", "if some hut next to water, gain 1 wood"),
    ("if the number of your huts is 3, gain 1 wood", "if count of your huts is 3, gain 1 wood"),
    ("unless your gold is 3, gain 1 wood", "if not (your gold is 3), gain 1 wood"),
    ("stop if your gold is 3", "if your gold is 3, stop"),
    ("if your gold < two, gain 1 gold", "if your gold is less than 2, gain 1 gold"),
    ("set p’s gold to 3", "set p's gold to 3"),
    ("set p.gold to 3", "set p's gold to 3"),
    ("set player.gold to 3", "set your gold to 3"),
    ("if your gold = 3, gain 1 gold", "if your gold is 3, gain 1 gold"),
    ("gain 1 gold // at once", "gain 1 gold"),
    ("lose one gold.", "lose 1 gold"),
    ("note “a good deal”", 'note "a good deal"'),
    ("-1 gold", "lose 1 gold"),
    ("all players lose 1 gold", "each player, lose 1 gold"),
    ("they lose 1 gold", "lose 1 gold"),
    ("for each player, gain 1 gold", "each player, gain 1 gold"),
    ("each player draws 1 from deck into hand", "each player, draw 1 from deck into hand"),
    ("each opponent draws 1 from deck into hand", "each opponent, draw 1 from deck into hand"),
    ("p's gold increases by 1", "as p, gain 1 gold"),
    ("that rival gets 1 gold", "as rival, gain 1 gold"),
    ("if you have exactly 3 gold, gain 1 wood", "if your gold is 3, gain 1 wood"),
    ("if p has 3 gold, gain 1 wood", "if p's gold is at least 3, gain 1 wood"),
    ("if your gold is lower than 3, gain 1 wood", "if your gold is less than 3, gain 1 wood"),
    ("if not any huts, gain 1 wood", "if no huts, gain 1 wood"),
    ("if your gold isn't 3, gain 1 wood", "if your gold is not 3, gain 1 wood"),
    ("if any huts next to water, gain 1 wood", "if some huts next to water, gain 1 wood"),
    ("set side of my card to ready", "set side of your card to ready"),
    ("set your gold to 3 plus 1", "set your gold to 3 + 1"),
    ("set your gold to 3 minus 1", "set your gold to 3 - 1"),
    ("player.gold += 1", "gain 1 gold"),
    ("your gold -= 2", "lose 2 gold"),
    ("gold++", "gain 1 gold"),
    ("your gold = 3", "set your gold to 3"),
    ("set your gold = 3", "set your gold to 3"),
    ("let x be 3", "let x = 3"),
    ("for each hut, gain 1 gold", "gain 1 gold for each of your huts"),
    ("for hut in your huts, gain 1 gold", "for each hut in your huts, gain 1 gold"),
    ("while your gold is 3, gain 1 gold", "repeat while your gold is 3, gain 1 gold"),
    ("3 times: gain 1 gold", "repeat 3 times, gain 1 gold"),
    ("every player gains 1 gold", "each player, gain 1 gold"),
    ("everybody loses two gold", "each player, lose 2 gold"),
    ("all players draw 1 from deck into hand", "each player, draw 1 from deck into hand"),
    ("all other players get 1 gold", "each opponent, gain 1 gold"),
    ("choose an opponent", "choose p in opponents"),
    ("gain 1 gold for each of opponents' huts", "gain 1 gold for each of (huts except your huts)"),
    ("if no other players' huts next to water, stop", "if no (huts except your huts) next to water, stop"),
    ("choose a hut", "choose x in huts"),
    ("choose c from the deck", "choose c in deck"),
    ("p's gold decreases by 1", "as p, lose 1 gold"),
    ("that rival loses 1 gold", "as rival, lose 1 gold"),
    ("you draw 1 from deck into hand", "draw 1 from deck into hand"),
    ("gain 1 gold and then gain 1 wood", "gain 1 gold, then gain 1 wood"),
    ("if your gold is 3, game over.", "if your gold is 3, end the game"),
    ("gain 1 gold; # twice", "gain 1 gold"),
    ("build on grass but not (water)", "build on grass except (water)"),
]
EXAMPLES = [
    ("given you have 3 gold", "given your gold is 3"),
    ("given anne has 3 gold", "given anne's gold is 3"),
    ("when you settle", "when you: settle"),
    ("then your gold should be 4", "then your gold is 4"),
    ("then you have 4 gold", "then your gold is 4"),
]


def told(text: str) -> Diagnostic:
    """The first thing that is said of a variant with this declaration."""
    report = Report()
    parse(SourceFile("mine.rules", f"variant mine of some_game\n\n{text}\n"), report)
    return next(iter(report))


def offered(text: str) -> str | None:
    found = told(text).fix
    return "|".join(line.strip() for line in found.replacement.split("\n")) if found else None


@pytest.mark.parametrize(("line", "right"), DECLARATIONS, ids=[line for line, _ in DECLARATIONS])
def test_a_declaration(line: str, right: str) -> None:
    assert offered(line.replace("|", "\n  ")) == right


@pytest.mark.parametrize(("line", "right"), STATEMENTS, ids=[line for line, _ in STATEMENTS])
@pytest.mark.parametrize(
    "block", ["action rest\n  {}", "rule rest\n  after you settle\n    gain 1 gold\n    {}", "setup\n  {}\n  stop"]
)
def test_a_statement_in_any_block(block: str, line: str, right: str) -> None:
    assert offered(block.format(line)) == right


@pytest.mark.parametrize(("line", "right"), EXAMPLES, ids=[line for line, _ in EXAMPLES])
def test_a_line_of_an_example(line: str, right: str) -> None:
    assert offered(f'example "x"\n  {line}') == right


def test_every_change_has_a_sentence() -> None:
    texts = [line.replace("|", "\n  ") for line, _ in DECLARATIONS]
    texts += [f"action rest\n  {line}" for line, _ in STATEMENTS]
    texts += [f'example "x"\n  {line}' for line, _ in EXAMPLES]
    used = {change.pattern.pattern for text in texts for change in changes(text)}
    known = {change.pattern.pattern for change in (*repair.CHANGES, *repair.POLISH)}
    assert sorted(known - used) == []
    assert len(texts) >= 90


def changes(text: str) -> tuple[repair.Change, ...]:
    found: list[repair.Change] = []

    def watched(text: str, at: int, stops: repair.Stops) -> repair.Mended | None:
        mended = repair.repaired(text, at, stops)
        found.extend(mended.changes if mended else ())
        return mended

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(errors, "repaired", watched)
        told(text)
    return tuple(found)


def test_a_long_line_or_a_long_declaration_is_left_alone() -> None:
    assert offered("action rest\n  if your gold == 3, gain 1 gold " + "or " * 100 + "1 wood") is None
    assert offered("action rest\n" + "  stop\n" * 2000 + "  gold++") is None


def test_of_many_mistakes_only_the_first_are_mended() -> None:
    report = Report()
    lines = "\n".join(f"number_{k} = {k}" for k in range(40))
    parse(SourceFile("mine.rules", f"variant mine of some_game\n\n{lines}\n"), report)
    assert sum(diagnostic.fix is not None for diagnostic in report) == 10
    assert all(diagnostic.help for diagnostic in report)


def test_nothing_is_offered_where_nothing_fits() -> None:
    assert offered("action rest\n  choose choose choose 3 4") is None
    assert offered('action rest\n  note "if x > 3" 4') is None
