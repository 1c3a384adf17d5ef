"""Linking: each kind of change, disagreements told with both places, and an order that depends on nobody's typing."""

from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from rulewright.dsl import loader
from rulewright.dsl import nodes as n
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.link import link
from rulewright.dsl.rows import named_rows
from rulewright.dsl.ruleset import TABLES, THINGS, Ruleset
from rulewright.dsl.set_options import option_value
from rulewright.dsl.source import SourceFile
from rulewright.dsl.steps import steps_in
from rulewright.dsl.syntax.parse import parse
from rulewright.dsl.walk import canonical, same

GAME = """game camp
  title "Camp"
  players 2 to 4

number rounds = 3
option long: truth = no
kind season: spring, summer, autumn
counter gold, wood, stone per player = 1
memory leader: player?
component tile
  has rank: number
table tile
  | name  | rank |
  | oak   | 1 |
  | birch | 2 |
tile farm: gain 1 gold
tile mill: gain 1 wood
board field of squares, 3 by 3
  cell has height: number
piece tent per player, 5 in supply

define rich(p: player): truth = p's gold is at least 5
define leader_now: player = leader

setup
  step deal, each player, gain 1 gold
  step start, each player, gain 1 wood

play
  repeat rounds times
    each player, turn

action turn
  step begin
  step act
    in any order
      must work
      may rest
  step finish
action work
  gain 1 gold
action rest
  gain 1 wood
action pay_for n: number on place: cells
  lose 1 gold
rule tax: after you work, lose 1 gold
score hoard: 1 gold for each of your gold
winner player with most gold
"""


@cache
def parsed(path: str, text: str) -> n.Module:
    report = Report()
    module = parse(SourceFile(path, text), report)
    assert module is not None and report.ok, list(map(str, report))
    return module


def modules_of(*texts: str) -> tuple[list[n.Module], Report]:
    return [parsed(f"{k}.rules", text) for k, text in enumerate(texts)], Report()


def linked(*texts: str, game: str = GAME, **options: str) -> Ruleset:
    modules, report = modules_of(game, *texts)
    ruleset = link(modules, options, report)
    assert report.ok, list(map(str, report))
    return ruleset


def refused(*texts: str, game: str = GAME, **options: str) -> Report:
    modules, report = modules_of(game, *texts)
    link(modules, options, report)
    assert not report.ok
    return report


def only(report: Report, code: Code) -> list[str]:
    """The places of the one error there is."""
    assert [d.code for d in report.errors] == [code], list(map(str, report))
    return [str(label.span) for label in report.errors[0].labels]


def variant(body: str, name: str = "house", head: str = "") -> str:
    return f"variant {name} of camp\n{head}{body}\n"


def expansion(body: str, name: str = "more", head: str = "") -> str:
    return f"expansion {name} of camp\n{head}{body}\n"


def names(ruleset: Ruleset) -> list[str]:
    return [thing.name for thing in ruleset.things]


def steps(ruleset: Ruleset, action: str) -> list[str]:
    found = ruleset.find(THINGS, action)
    assert found is not None and isinstance(found.decl, n.ActionDecl | n.SetupDecl)
    return [step.name for step in steps_in(found.decl.body)]


def body(ruleset: Ruleset, action: str) -> tuple[n.Stmt, ...]:
    found = ruleset.find(THINGS, action)
    assert found is not None and isinstance(found.decl, n.ActionDecl | n.SetupDecl)
    return found.decl.body


@pytest.fixture(autouse=True)
def no_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The games of this file need no words of the library."""
    monkeypatch.setattr(loader, "library_folder", lambda: tmp_path)


# ---- lookups


def test_a_game_alone() -> None:
    ruleset = linked()
    assert (ruleset.name, ruleset.title, ruleset.players, ruleset.language) == ("camp", "Camp", (2, 3, 4), 1)
    assert [info.name for info in ruleset.modules] == ["camp"]
    assert {thing.module for thing in ruleset.things} == {"camp"}
    assert ruleset.find(THINGS, "wood") is ruleset.find(THINGS, "gold")
    assert ruleset.find("tile", "farm") is not None and ruleset.find(THINGS, "farm") is None
    assert [x.name for x in ruleset.instances_of("tile")] == ["farm", "mill"]
    assert len(ruleset.all_of(TABLES, "tile")) == 1
    assert [decl.name for decl in ruleset.decls(n.ActionDecl)] == ["turn", "work", "rest", "pay_for"]
    assert ruleset.decls(n.NumberDecl) == tuple(x.decl for x in ruleset.things_of(n.NumberDecl))


# ---- set


def test_set_reaches_numbers_options_counters_and_memories() -> None:
    ruleset = linked(variant("set rounds to 4\nset long to yes\nset wood to 2\nset leader to none"))
    (rounds,) = ruleset.decls(n.NumberDecl)
    (long,) = ruleset.decls(n.OptionDecl)
    assert isinstance(rounds.value, n.Num) and rounds.value.value == 4
    assert isinstance(long.default, n.Name) and long.default.name == "yes"
    counters = ruleset.decls(n.CounterDecl)
    assert [[noun.name for noun in counter.nouns] for counter in counters] == [["gold"], ["wood"], ["stone"]]
    assert [counter.start.value for counter in counters if isinstance(counter.start, n.Num)] == [1, 2, 1]
    patch = ruleset.things_of(n.NumberDecl)[0].patches[0]
    assert (patch.module, patch.kind, str(patch.span)) == ("house", "set", "1.rules:2:1")


def test_a_change_brings_its_source() -> None:
    """A value that was set comes from where `set` says; the statements of an extension also from where it says."""
    extension = "extend action turn after act  source C-8\n  step new, rest  source C-9\n  work"
    ruleset = linked(variant(f"set rounds to 4  source C-7\n{extension}"))
    (rounds,) = ruleset.decls(n.NumberDecl)
    assert rounds.source is not None and rounds.source.refs == ("C-7",)
    new, work = body(ruleset, "turn")[2:4]
    assert not isinstance(new, n.TextStmt) and new.source is not None and new.source.refs == ("C-9", "C-8")
    assert not isinstance(work, n.TextStmt) and work.source is not None and work.source.refs == ("C-8",)


def test_set_of_something_else_or_of_nothing() -> None:
    assert only(refused(variant("set work to 4")), Code.NOT_SETTABLE) == ["1.rules:2:5", "0.rules:40:1"]
    report = refused(variant("set ronds to 4"))
    assert only(report, Code.REPLACE_MISSING) == ["1.rules:2:5"]
    assert report.errors[0].help == "did you mean `rounds`?"


# ---- adding


def test_a_bare_declaration_adds() -> None:
    assert "sticks" in names(linked(variant("number sticks = 2")))


def test_a_name_declared_twice_names_both_places() -> None:
    assert only(refused(variant("number rounds = 5")), Code.DUPLICATE_NAME) == ["1.rules:2:8", "0.rules:5:8"]
    assert only(refused(variant("number wood = 5")), Code.DUPLICATE_NAME) == ["1.rules:2:8", "0.rules:8:15"]
    assert only(refused(variant("tile farm: gain 1 wood")), Code.DUPLICATE_NAME) == ["1.rules:2:6", "0.rules:16:6"]
    assert only(refused(game=GAME + "number rounds = 3\n"), Code.DUPLICATE_NAME)


def test_an_instance_may_bear_the_name_of_a_thing_or_of_another_components_instance() -> None:
    ruleset = linked(expansion("component card\ncard farm: gain 1 wood\ntile tent: gain 1 gold"))
    assert ruleset.find("card", "farm") is not ruleset.find("tile", "farm")


def test_two_modules_may_declare_the_same_thing_alike() -> None:
    one, other = expansion("number sticks = 2", "a"), expansion("number sticks = 2  source AB-001", "b")
    ruleset = linked(one, other)
    assert names(ruleset).count("sticks") == 1
    sticks = ruleset.find(THINGS, "sticks")
    assert sticks is not None and sticks.module == "a" and [p.kind for p in sticks.patches] == ["agree"]
    assert only(refused(one, expansion("number sticks = 3", "b")), Code.DUPLICATE_NAME) == [
        "2.rules:2:8",
        "1.rules:2:8",
    ]


def test_a_word_of_the_library_is_not_declared_again_but_may_be_replaced() -> None:
    library = "library words\ndefine near(c: cell): cells = c\n"
    assert only(refused(library, variant("define near(c: cell): cells = c")), Code.RESERVED_LIBRARY_NAME)
    ruleset = linked(library, variant("replace define near(d: cell): cells = d"))
    assert ruleset.things[0].name == "near" and ruleset.things[0].is_library


def test_rows_add_up() -> None:
    ruleset = linked(expansion("table tile\n  | rank | name |\n  | 3 | elm |"))
    assert [linked.module for linked in ruleset.all_of(TABLES, "tile")] == ["camp", "more"]
    double = refused(expansion("table tile\n  | rank | name |\n  | 3 | oak |"))
    assert only(double, Code.DUPLICATE_NAME) == ["1.rules:4:9", "0.rules:14:5"]


def test_setups_add_up_in_module_order() -> None:
    ruleset = linked(
        variant("setup\n  step last, each player, gain 1 wood"),
        expansion("setup tents\n  step pitch, each player, gain 1 wood"),
    )
    assert [(decl.label, [s.name for s in steps_in(decl.body)]) for decl in ruleset.decls(n.SetupDecl)] == [
        (None, ["deal", "start"]), ("tents", ["pitch"]), (None, ["last"]),
    ]  # fmt: skip


# ---- replace


def test_replace_keeps_the_place_and_knows_both_modules() -> None:
    ruleset = linked(variant("replace action work\n  gain 2 gold"))
    assert names(ruleset) == names(linked())
    work = ruleset.find(THINGS, "work")
    assert work is not None and work.module == "camp" and work.patches[0].module == "house"
    assert work.decl.span.file.path == "1.rules"


def test_replace_what_is_not_there() -> None:
    report = refused(variant("replace action wrok\n  gain 2 gold"))
    assert only(report, Code.REPLACE_MISSING) == ["1.rules:2:16"]
    assert report.errors[0].help == "did you mean `work`?"
    assert only(refused(variant("replace tile barn: gain 1 wood")), Code.REPLACE_MISSING)


@pytest.mark.parametrize(
    "change",
    [
        "replace number work = 3",
        "replace action work x: number\n  gain 1 gold",
        "replace action pay_for n: number from place: cells\n  lose 1 gold",
        "replace define rich: truth = no",
    ],
)
def test_a_replacement_must_have_the_same_shape(change: str) -> None:
    assert len(only(refused(variant(change)), Code.REPLACE_CHANGES_PARAMETERS)) == 2


def test_parameters_may_be_renamed() -> None:
    linked(variant("replace action pay_for k: number on spot: cells\n  lose 2 gold"))


def test_replace_a_table_or_the_setup() -> None:
    more = expansion("table tile\n  | name | rank |\n  | elm | 3 |\nsetup\n  step camp_fire, each player, gain 1 wood")
    change = (
        "replace table tile\n  | name | rank |\n  | yew | 9 |\nreplace setup\n  step nothing, each player, gain 1 wood"
    )
    ruleset = linked(more, variant(change))
    assert [len(decl.rows) for decl in ruleset.decls(n.TableDecl)] == [2, 2]
    assert [[s.name for s in steps_in(decl.body)] for decl in ruleset.decls(n.SetupDecl)] == [
        ["nothing"],
        ["camp_fire"],
    ]


def test_a_new_instance_takes_the_place_of_an_old_one() -> None:
    ruleset = linked(variant("replace tile farm with barn: gain 2 gold"))
    assert [x.name for x in ruleset.instances_of("tile")] == ["barn", "mill"]
    removal = ruleset.removal("farm")
    assert removal is not None and (removal.module, removal.kind) == ("house", "in_place_of")
    assert only(refused(variant("replace tile frm with barn: gain 2 gold")), Code.REPLACE_MISSING)
    assert only(refused(variant("replace tile farm with mill: gain 2 gold")), Code.DUPLICATE_NAME)


def test_a_new_instance_takes_the_place_of_a_row() -> None:
    ruleset = linked(variant("replace tile oak with ash: gain 2 gold"))
    names = [name for name, _ in named_rows(ruleset.decls(n.TableDecl)[0])]
    assert "ash" in names and "oak" not in names
    assert [x.name for x in ruleset.instances_of("tile")] == ["ash", "farm", "mill"]


@pytest.mark.parametrize(
    ("change", "name", "values"),
    [
        ("replace tile yew: gain 2 gold", "yew", (7, 2)),
        ("replace tile yew with ash: gain 2 gold", "ash", (7, 2)),
        ("replace tile yew with ash (4): gain 2 gold", "ash", (4, 2)),
        ("replace tile yew with ash\n  with rank 5\n  gain 2 gold", "ash", (5, 2)),
        ("replace tile yew with ash\n  with copies 3\n  gain 2 gold", "ash", (7, 3)),
        ("replace tile oak with ash: gain 2 gold", "ash", (1, 1)),
        ("replace tile oak with ash\n  with rank 5\n  gain 2 gold", "ash", (5, 1)),
        ("replace tile oak: gain 2 gold", "oak", (1, 1)),
    ],
)
def test_what_takes_a_place_has_the_values_it_does_not_say(change: str, name: str, values: tuple[int, int]) -> None:
    game = GAME.replace("tile farm:", "tile yew (7)\n  with copies 2\n  gain 1 gold\ntile farm:")
    ruleset, report = linked(variant(change), game=game), Report()
    designs = Compiled(ruleset, 2, report).program.components["tile"].designs
    assert report.ok, report.errors
    assert [(x.values["rank"], x.copies) for x in designs if x.words.name == name] == [values]
    assert len(designs) == 5


# ---- steps


def test_replace_a_step() -> None:
    ruleset = linked(
        variant("replace step act in turn\n  work\nreplace step deal in setup\n  each player, gain 9 gold")
    )
    assert steps(ruleset, "turn") == ["begin", "act", "finish"]
    assert not any(isinstance(stmt, n.AnyOrderStmt) for stmt in body(ruleset, "turn"))
    assert steps(ruleset, "setup") == ["deal", "start"]
    report = refused(variant("replace step atc in turn\n  work"))
    assert only(report, Code.UNKNOWN_STEP) == ["1.rules:2:14", "0.rules:33:1"]
    assert report.errors[0].help == "did you mean `act`?"


def test_a_nested_step_is_found() -> None:
    game = GAME + "action deep\n  if long\n    step inner, work\n  otherwise\n    step other, rest\n"
    ruleset = linked(variant("extend action deep after inner\n  step next, rest"), game=game)
    assert steps(ruleset, "deep") == ["inner", "next", "other"]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("before act", ["begin", "new", "act", "finish"]),
        ("after act", ["begin", "act", "new", "finish"]),
        ("", ["begin", "act", "finish", "new"]),
    ],
)
def test_extend_an_action_at_a_place(place: str, expected: list[str]) -> None:
    assert steps(linked(variant(f"extend action turn {place}\n  step new, rest")), "turn") == expected


def test_extend_in_a_step_joins_what_is_done_in_any_order() -> None:
    ruleset = linked(variant("extend action turn in act\n  may work\nextend action turn in begin\n  rest"))
    act = next(s for s in steps_in(body(ruleset, "turn")) if s.name == "act")
    assert isinstance(act.body[-1], n.AnyOrderStmt) and len(act.body[-1].items) == 3
    begin = next(s for s in steps_in(body(ruleset, "turn")) if s.name == "begin")
    assert len(begin.body) == 1


def test_several_extensions_at_one_place_stand_in_module_order() -> None:
    first, second = (expansion(f"extend setup after deal\n  step from_{x}, each player, gain 1 wood", x) for x in "ab")
    for texts in ([first, second], [second, first]):
        assert steps(linked(*texts), "setup") == ["deal", "from_a", "from_b", "start"]


def test_extend_setup_without_a_place_or_without_a_setup() -> None:
    change = variant("extend setup\n  step late, each player, gain 1 wood")
    assert steps(linked(change), "setup") == ["deal", "start", "late"]
    bare = GAME[: GAME.index("setup")] + GAME[GAME.index("play\n") :]
    assert steps(linked(change, game=bare), "setup") == ["late"]


def test_extend_at_an_unknown_or_ambiguous_step() -> None:
    assert only(refused(variant("extend action turn after atc\n  rest")), Code.UNKNOWN_STEP)
    twice = GAME.replace("  step finish\n", "  step begin\n")
    assert len(only(refused(variant("extend action turn after begin\n  rest"), game=twice), Code.AMBIGUOUS_NAME)) == 3


# ---- other extensions


def test_extend_a_kind() -> None:
    change = "extend kind season\n  thaw before spring\n  monsoon after summer\n  winter are cold"
    (kind,) = linked(variant(change)).decls(n.KindDecl)
    assert [x for member in kind.members for x in member.names] == [
        "thaw",
        "spring",
        "summer",
        "monsoon",
        "autumn",
        "winter",
    ]
    assert all(member.place is None for member in kind.members)
    assert only(refused(variant("extend kind season\n  spring are cold")), Code.DUPLICATE_NAME)
    assert only(refused(variant("extend kind season\n  thaw before sping")), Code.UNKNOWN_NAME)


def test_extend_a_board_a_component_and_an_instance() -> None:
    change = (
        "extend board field\n  cell has depth: number\n"
        "extend component tile\n  has colour: number\n  optional\n"
        "extend tile farm\n  gain 1 wood\n"
        "extend tile oak\n  gain 1 gold"
    )
    ruleset = linked(variant(change))
    assert [f.name for f in ruleset.decls(n.BoardDecl)[0].fields] == ["height", "depth"]
    tile = ruleset.decls(n.ComponentDecl)[0]
    assert [f.name for f in tile.fields] == ["rank", "colour"] and tile.optional == ()
    farm = ruleset.find("tile", "farm")
    assert farm is not None and isinstance(farm.decl, n.InstanceDecl) and len(farm.decl.body) == 2
    assert ruleset.find("tile", "oak") is not None
    assert only(refused(variant("extend component tile\n  has rank: truth")), Code.DUPLICATE_FIELD)


def test_extend_what_is_not_there_or_is_something_else() -> None:
    assert only(refused(variant("extend kind saeson\n  winter")), Code.EXTEND_MISSING)
    assert only(refused(variant("extend kind work\n  winter")), Code.EXTEND_MISSING)
    assert only(refused(variant("extend component season\n  optional")), Code.EXTEND_MISSING)


# ---- remove


def test_remove_things_instances_rows_and_nouns() -> None:
    ruleset = linked(variant("remove tax, farm, birch, stone"))
    assert ruleset.find(THINGS, "tax") is None and ruleset.find("tile", "farm") is None
    assert len(ruleset.decls(n.TableDecl)[0].rows) == 2
    assert [noun.name for c in ruleset.decls(n.CounterDecl) for noun in c.nouns] == ["gold", "wood"]
    assert [(r.namespace, r.name, r.module) for r in ruleset.removed] == [
        ("", "tax", "house"), ("tile", "farm", "house"), ("tile", "birch", "house"), ("", "stone", "house"),
    ]  # fmt: skip


def test_a_component_goes_with_its_instances_and_rows() -> None:
    ruleset = linked(variant("remove tile"))
    assert not ruleset.instances_of("tile") and not ruleset.all_of(TABLES, "tile")


def test_remove_what_is_not_there_or_is_not_clear() -> None:
    report = refused(variant("remove txa"))
    assert only(report, Code.REMOVE_MISSING) == ["1.rules:2:8"] and report.errors[0].help == "did you mean `tax`?"
    two = expansion("tile tent: gain 1 gold")
    assert len(only(refused(two, variant("remove tent")), Code.AMBIGUOUS_NAME)) == 3


# ---- use, together, requires, conflicts


def test_use_without_leaves_parts_out() -> None:
    more = expansion(
        "number sticks = 2\ntile elm: gain 1 gold\ntile yew: gain 1 wood\nset rounds to 9\n"
        "extend action turn before finish\n  step sing, rest\nreplace action rest\n  gain 5 wood"
    )
    ruleset = linked(more, variant("use more without elm, rounds, sing, rest"))
    assert [x.name for x in ruleset.instances_of("tile")] == ["farm", "mill", "yew"]
    assert not ruleset.things_of(n.NumberDecl)[0].patches
    assert steps(ruleset, "turn") == ["begin", "act", "finish"]
    assert same(body(ruleset, "rest"), body(linked(), "rest"))
    assert {r.name for r in ruleset.removed} == {"elm", "rounds", "sing", "rest"}
    assert only(refused(more, variant("use more without elk")), Code.USE_UNKNOWN_PART) == ["2.rules:2:18"]
    assert only(refused(variant("use more without elm")), Code.REQUIRES_MISSING)


def test_together_only_if_all_are_there_and_after_all_of_them() -> None:
    a = expansion("together with z\n  set sticks to 5\n  number twigs = 1", "a")
    z = expansion("number sticks = 2", "z")
    assert "twigs" not in names(linked(a))
    ruleset = linked(a, z)
    sticks = ruleset.find(THINGS, "sticks")
    assert sticks is not None and sticks.patches[0].module == "a" and "twigs" in names(ruleset)


def test_requires_and_conflicts() -> None:
    needy = variant("", "needy", "  requires more\n")
    report = refused(needy)
    assert only(report, Code.REQUIRES_MISSING) == ["1.rules:2:12"]
    assert [info.name for info in linked(needy, expansion("")).modules] == ["camp", "more", "needy"]
    alone = variant("", "alone", "  conflicts with more\n")
    assert only(refused(alone, expansion("")), Code.CONFLICTS_WITH) == ["1.rules:2:18", "2.rules:1:11"]


def test_required_modules_come_first_then_names() -> None:
    texts = [expansion("", "a", "  requires c\n"), expansion("", "b"), expansion("", "c"), variant("", "aa")]
    for order in permutations(texts):
        assert [info.name for info in linked(*order).modules] == ["camp", "b", "c", "a", "aa"]
    circle = refused(expansion("", "a", "  requires b\n"), expansion("", "b", "  requires a\n"))
    assert Code.CIRCULAR_REQUIREMENT in {d.code for d in circle.errors}
    assert only(refused(expansion("", "a", "  requires a\n")), Code.CIRCULAR_REQUIREMENT)


def test_a_module_of_another_game() -> None:
    assert only(refused("variant odd of chess\n"), Code.WRONG_BASE) == ["1.rules:1:16"]
    assert only(refused("game chess\n  players 2\n"), Code.WRONG_BASE)


# ---- disagreement


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("set rounds to 4", "set rounds to 5"),
        ("set rounds to 4", "remove rounds"),
        ("set rounds to 4", "replace number rounds = 9"),
        ("replace action work\n  gain 2 gold", "replace action work\n  gain 3 gold"),
        ("replace action work\n  gain 2 gold", "remove work"),
        ("extend action work\n  gain 2 gold", "remove work"),
        ("replace step act in turn\n  work", "replace step act in turn\n  rest"),
        ("replace step act in turn\n  work", "remove turn"),
        ("extend action turn in act\n  may rest", "replace action turn\n  work"),
        ("replace step act in turn\n  rest", "replace action turn\n  work"),
        ("replace tile farm with barn: gain 2 gold", "replace tile farm with shed: gain 2 gold"),
        ("replace tile farm with barn: gain 2 gold", "remove farm"),
        ("replace tile farm with barn: gain 2 gold", "extend tile farm\n  gain 1 wood"),
        ("extend component tile\n  copies 2", "extend component tile\n  copies 3"),
    ],
)
def test_modules_that_do_not_know_each_other_may_not_disagree(one: str, other: str) -> None:
    for a, b in ((one, other), (other, one)):
        places = only(refused(variant(a, "a"), variant(b, "b")), Code.CONFLICTING_PATCHES)
        assert {place.split(":")[0] for place in places} == {"1.rules", "2.rules"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("set rounds to 4", "set rounds to 5"),
        ("set rounds to 4", "remove rounds"),
        ("replace action work\n  gain 2 gold", "replace action work\n  gain 3 gold"),
        ("extend action work\n  gain 2 gold", "remove work"),
        ("replace step act in turn\n  work", "replace step act in turn\n  rest"),
        ("extend action turn in act\n  may rest", "replace action turn\n  work"),
        ("extend component tile\n  copies 2", "extend component tile\n  copies 3"),
        ("replace tile farm with barn: gain 2 gold", "remove barn"),
    ],
)
def test_one_that_knows_the_other_has_the_last_word(one: str, other: str) -> None:
    after = linked(variant(one, "a"), variant(other, "b", "  requires a\n"))
    assert after.content_hash == linked(variant(one, "b"), "variant a of b\n" + other + "\n").content_hash
    assert after.content_hash != linked(variant(one, "a")).content_hash


@pytest.mark.parametrize(
    "change",
    [
        "set rounds to 4",
        "remove tax",
        "replace action work\n  gain 2 gold",
        "replace step act in turn\n  work",
        "replace tile farm with barn: gain 2 gold",
        "extend component tile\n  copies 2",
        "extend kind season\n  winter",
    ],
)
def test_equal_changes_agree(change: str) -> None:
    alone, both = linked(variant(change, "a")), linked(variant(change, "a"), variant(f"\n# elsewhere\n{change}", "b"))
    assert alone.content_hash == both.content_hash


POOL = [
    "set rounds to 4",
    "set rounds to 5",
    "set wood to 5",
    "replace number rounds = 9",
    "replace counter wood, stone per player = 3",
    "remove rounds",
    "remove wood",
    "remove tax",
    "remove farm",
    "remove oak",
    "remove tile",
    "remove turn",
    "number sticks = 1",
    "number sticks = 2",
    "tile elm: gain 1 gold",
    "table tile\n  | name | rank |\n  | elm | 3 |",
    "replace table tile\n  | name | rank |\n  | yew | 3 |",
    "replace tile farm: gain 9 gold",
    "replace tile farm with barn: gain 2 gold",
    "replace tile oak with barn: gain 2 gold",
    "extend tile farm\n  gain 1 wood",
    "extend tile oak\n  gain 1 wood",
    "extend component tile\n  copies 2",
    "extend kind season\n  thaw before spring",
    "extend kind season\n  thaw after spring",
    "extend action turn in act\n  may rest",
    "extend action turn after act\n  rest",
    "extend action turn\n  rest",
    "replace action turn\n  step act, work",
    "replace action turn\n  step other, work",
    "replace step act in turn\n  work",
    "replace step begin in turn\n  step act, rest",
    "extend setup after deal\n  step more, each player, gain 1 wood",
    "replace setup\n  step other, each player, gain 1 wood",
    "setup\n  step third, each player, gain 1 wood",
    "replace step deal in setup\n  each player, gain 2 wood",
]


@pytest.mark.parametrize("k", range(len(POOL)))
def test_whether_two_changes_go_together_does_not_depend_on_the_names_of_their_modules(k: int) -> None:
    one = POOL[k]
    for other in POOL[k:]:
        outcomes = []
        for a, b in ((one, other), (other, one)):
            modules, report = modules_of(GAME, variant(a, "a"), variant(b, "b"))
            ruleset = link(modules, {}, report)
            assert ruleset == link(modules[::-1], {}, Report())
            outcomes.append((report.ok, sorted(map(str, map(canonical, ruleset.decls(n.TableDecl))))))
        assert outcomes[0][0] == outcomes[1][0], (one, other)
        assert not outcomes[0][0] or outcomes[0][1] == outcomes[1][1], (one, other)


def test_agreement_does_not_hide_a_later_disagreement() -> None:
    """C says as A does, but B, which knows A only, says otherwise: B and C disagree whatever they are called."""
    for b, c in (("b", "c"), ("c", "b")):
        texts = (
            variant("set rounds to 4", "a"),
            variant("set rounds to 5", b, "  requires a\n"),
            variant("set rounds to 4", c),
        )
        assert only(refused(*texts), Code.CONFLICTING_PATCHES)


def test_one_module_may_not_contradict_itself() -> None:
    assert only(refused(variant("set rounds to 4\nset rounds to 5")), Code.CONFLICTING_PATCHES) == [
        "1.rules:3:5",
        "1.rules:2:5",
    ]


def test_an_extension_survives_a_replacement_by_one_who_does_not_know_it() -> None:
    more = expansion("extend action turn in act\n  may work\nextend action turn before finish\n  step sing, rest")
    change = "replace action turn\n  step act, work\n  step finish\n  step afterwards"
    assert steps(linked(more, variant(change)), "turn") == ["act", "sing", "finish", "afterwards"]
    knowing = linked(more, variant(change, head="  requires more\n"))
    assert steps(knowing, "turn") == ["act", "finish", "afterwards"]


def test_a_thing_of_a_module_that_comes_later() -> None:
    report = refused(expansion("set sticks to 3", "a"), expansion("number sticks = 2", "z"))
    assert only(report, Code.REPLACE_MISSING)
    assert report.errors[0].help == "`z` declares it: say `requires z` in the header"


# ---- headers


def test_players_widen_with_expansions_and_are_replaced_by_variants() -> None:
    five, six = expansion("", "five", "  players 2 to 5\n"), expansion("", "six", "  players 6\n")
    duel = variant("", "duel", "  players 2\n")
    assert linked(five).players == (2, 3, 4, 5)
    assert linked(five, six).players == linked(six, five).players == (2, 3, 4, 5, 6)
    assert linked(five, duel).players == (2,)
    assert linked(duel, variant("", "pair", "  players 2\n")).players == (2,)
    assert len(only(refused(duel, variant("", "trio", "  players 3\n")), Code.CONFLICTING_PATCHES)) == 2
    assert linked(duel, "variant trio of duel\n  players 3\n").players == (3,)
    assert only(refused(game="game camp\nnumber rounds = 3\n"), Code.BAD_HEADER)


def test_a_match_and_a_language() -> None:
    assert linked(variant("", head="  match 3 games adding gold\n")).match == (3, "gold")
    assert only(refused(variant("", head="  language 2\n")), Code.LANGUAGE_VERSION) == ["1.rules:2:3"]


def test_a_game_built_on_a_game() -> None:
    town = 'game town of camp\n  title "Town"\n  players 3\nset rounds to 6\nremove tax\n'
    ruleset = linked(town, "variant late of town\nset rounds to 7\n")
    assert (ruleset.name, ruleset.title, ruleset.players) == ("town", "Town", (3,))
    assert [p.module for p in ruleset.things_of(n.NumberDecl)[0].patches] == ["town", "late"]


# ---- parts of other games


def test_use_from_another_game_takes_what_is_needed() -> None:
    donor = """game fair
  players 2
number price = 3
counter coin per player
component ride
ride wheel: pay_price
ride slide: gain 1 coin
action pay_price
  lose price coins
action unrelated
  lose 1 coin
rule noise: after you pay_price, gain 1 coin
"""
    modules, report = modules_of(GAME, variant("use wheel from fair"), donor)
    modules[2] = replace(modules[2], header=replace(modules[2].header, kind="donor"))
    ruleset = link(modules, {}, report)
    assert report.ok, list(map(str, report))
    taken = [x for x in ruleset.things if x.module == "fair"]
    assert [x.name for x in taken] == ["price", "coin", "ride", "wheel", "pay_price"]
    assert all(x.patches[-1].kind == "use" and x.patches[-1].module == "house" for x in taken)
    wrong, report = modules_of(GAME, variant("use whel from fair"))
    link([*wrong, modules[2]], {}, report)
    assert only(report, Code.USE_UNKNOWN_PART) == ["1.rules:2:5"]


# ---- examples


def test_examples_belong_to_what_is_in_use() -> None:
    example = 'example "{}"\n  given your gold is 1\n  then your gold is 1\n'
    texts = ["examples of camp\n" + example.format("one"), "examples of more, camp\n" + example.format("two")]
    assert [(e.title, of) for e, of in linked(*texts).examples] == [("one", "camp")]
    assert [(e.title, of) for e, of in linked(*texts, expansion("")).examples] == [
        ("one", "camp"),
        ("two", "camp, more"),
    ]
    assert len(only(refused(*texts[:1], variant(example.format("one"))), Code.DUPLICATE_NAME)) == 2


# ---- options


def test_options_are_read_as_expressions() -> None:
    ruleset = linked(long="yes")
    assert same(ruleset.options["long"], option_value("x", "true"))
    value = option_value("x", "blue-ish, 3,c")
    assert isinstance(value, n.Listed) and [type(item) for item in value.items] == [n.Name, n.Num, n.Name]
    assert isinstance(option_value("x", "no"), n.NoLit) and isinstance(option_value("x", "-3"), n.Unary)
    for text in ("", "a,,b", "1 +", "a\nremove b", ")(", "1) source KB-001 (", '"'):
        assert option_value("x", text) is None


def test_unknown_options_and_unreadable_values() -> None:
    report = refused(lnog="yes")
    assert report.errors[0].code is Code.UNKNOWN_OPTION and report.errors[0].help == "did you mean `long`?"
    assert refused(long="1 +").errors[0].code is Code.OPTION_OUT_OF_RANGE


# ---- the hash


def test_the_hash_depends_on_the_rules_alone() -> None:
    base = linked().content_hash
    modules, report = modules_of(
        "\n# moved\n" + GAME.replace("number rounds = 3", "number rounds =   3   source AB-001")
    )
    assert link(modules, {}, report).content_hash == base
    assert linked(game=GAME.replace("rounds = 3", "rounds = 4")).content_hash != base
    assert linked(long="yes").content_hash != base
    assert linked(variant("")).content_hash == base
    assert canonical(modules[0]) is not None
