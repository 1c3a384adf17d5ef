"""Every node and every primitive has wording in every language: a gap fails here, never the reader."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from docgen_games import sample, wordings

from rulewright.docgen.lint import lint_text
from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.plan import Chosen, Noun, Person
from rulewright.docgen.wording.planner import Planner
from rulewright.docgen.wording.realise import Realiser
from rulewright.docgen.wording.terms import Terms
from rulewright.docgen.wording.words import LANGUAGES, Wording
from rulewright.dsl.program import Action, Amount, Clause, Expr, Function, Mode, Prim, Stmt, Var, Words
from rulewright.dsl.types import NUMBER, TRUTH, cells

PAWNS = w.Group(Noun("piece", "pawn"), Person.YOU)
HEXES = w.Group(Noun("cell", "field"))
COIN = Noun("unit", "coin")
IT = w.It(Noun("cell", "field"))
PLACE = w.PlaceAct(Noun("piece", "pawn"), None, Chosen(HEXES))
YES = w.Exists(PAWNS, False, Person.YOU)


def function(name: str, type_: Any) -> Function:
    return Function(Words(name), (Var("site", cells("field"), 1),), type_, True, name)


SAMPLES: list[Any] = [
    w.Group(Noun("zone", "held"), Person.YOU),
    w.Phrase(function("free", cells("field")), (("area", HEXES),)),
    w.That(Noun("cell", "field")),
    w.That(Noun("piece", "pawn"), 1),
    IT,
    w.Someone(Person.YOU),
    w.Cells(((0, 1), (2, 3)), Noun("cell", "field")),
    w.Joined((PAWNS, HEXES), "or"),
    w.Pick("first", HEXES),
    w.Ranked(w.Group(Noun("basic", "player")), (("most", w.Held(COIN, IT)),)),
    w.Attribute(Noun("field", "rank", "card"), w.That(Noun("component", "card"))),
    w.Derived("groups", (PAWNS,), Noun("group", "")),
    w.Choice(YES, w.Number(1), w.Number(2)),
    w.Nothing(),
    w.Number(-3),
    w.Count(PAWNS),
    w.Held(COIN, Person.YOU),
    w.Arith("add", (w.Number(1), w.Count(PAWNS))),
    w.Gathered("sum", w.Attribute(Noun("field", "rank", "card"), IT), w.Group(Noun("zone", "held"), Person.YOU)),
    w.Sure(True),
    w.Span2(w.Number(1), w.Number(6)),
    w.Units(w.Number(2), COIN),
    w.AnyUnits(w.Number(2), Noun("unitgroup", "goods")),
    w.AllUnits((COIN,)),
    w.Worth(w.Units(w.Number(1), COIN)),
    w.Together((w.Units(w.Number(1), COIN), w.Units(w.Number(2), COIN)), "or"),
]
CONDS: list[Any] = [
    w.Combined((YES, YES), "and"),
    w.Not(w.Combined((YES, YES), "or")),
    w.Compared(w.Count(PAWNS), "less", w.Number(3)),
    w.Stands(w.That(Noun("cell", "field")), w.Rel.NEXT_TO, PAWNS, True),
    YES,
    w.Supply(Noun("piece", "pawn"), Person.YOU, "at_least", w.Number(2)),
    w.Counted(PAWNS, "at_most", w.Number(2)),
    w.Stated(w.Phrase(function("near", TRUTH), (("site", w.That(Noun("cell", "field"))),)), True),
    w.Flag(Noun("memory", "last"), None),
    w.Quantified("every", PAWNS, w.Stands(w.It(Noun("piece", "pawn")), w.Rel.NEXT_TO, PAWNS)),
    w.Sure(True),
]
ACTS: list[Any] = [
    PLACE,
    w.MoveAct(Noun("piece", "pawn"), None, Chosen(PAWNS), Chosen(HEXES)),
    w.LiftAct(Noun("piece", "pawn"), None, Chosen(PAWNS), "supply"),
    w.PutAct(Chosen(w.Group(Noun("zone", "held"), Person.YOU)), None),
    w.LayAct(w.That(Noun("component", "tile")), w.That(Noun("cell", "field"))),
    w.DrawAct(w.Number(2), Noun("component", "card"), w.Group(Noun("place", "stock"), single=True), PAWNS),
    w.FillAct(w.Number(5), Noun("component", "card"), w.Group(Noun("place", "stock"), single=True), PAWNS),
    w.CloseUpAct(w.Group(Noun("place", "stock"), single=True)),
    w.AgainAct(w.Number(2)),
    w.TransferAct(Mode.GAIN, w.Units(w.Number(1), COIN)),
    w.ChooseAct((Chosen(HEXES),)),
    w.CallAct(Action(Words("trade"), ()), ()),
    w.UseAct(w.That(Noun("component", "tile"))),
    w.SetAct(w.Group(Noun("memory", "leader"), single=True), w.Someone(Person.YOU)),
    w.RollAct(w.Group(Noun("zone", "held"), Person.YOU)),
    w.ShuffleAct(w.Group(Noun("place", "stock"), single=True)),
    w.ShowAct(w.Group(Noun("zone", "held"), Person.YOU), False),
    w.AssembleAct(Noun("board", "field"), w.Group(Noun("part", "field")), True),
    w.OrderAct(w.That(Noun("basic", "player")), None, False),
    w.WordAct("stop"),
    w.IfAct(YES, (PLACE,), (w.WordAct("pass"),)),
    w.EachAct(PAWNS, (PLACE,)),
    w.PlayersAct(None, None, None, (PLACE,), (PLACE,)),
    w.RepeatAct(w.Number(2), None, None, (PLACE,)),
    w.MayAct(None, False, (PLACE,)),
    w.MustAct((PLACE,)),
    w.EitherAct(((PLACE,), (w.WordAct("pass"),))),
    w.AnyOrderAct((w.MustAct((PLACE,)), w.MayAct(None, False, (PLACE,)))),
    w.TurnsAct(None, None, (PLACE,)),
    w.TurnsAct(w.Group(Noun("memory", "leader"), single=True), YES, (PLACE,)),
    w.AsAct(w.That(Noun("basic", "player")), (PLACE,)),
    w.StepAct(Words("dawn"), (PLACE,)),
    w.NeedAct(YES),
    w.LimitAct("turn", False),
    w.CannotAct((w.WordAct("pass"),)),
]
EVENT = w.Event("you", "place", False, None, Noun("piece", "pawn"), (), None)
CLAUSES: list[Any] = [
    w.WhenPlan("after", EVENT, YES, (PLACE,), w.LimitAct("turn", False)),
    w.ChangePlan("increase", w.Group(Noun("number", "builds"), single=True), w.Number(1), YES, (), None, 3),
    w.AlwaysPlan((w.IfAct(YES, (w.WordAct("win"),), ()),)),
]


@pytest.fixture(scope="module", params=sorted(LANGUAGES))
def say(request: pytest.FixtureRequest) -> Wording:
    return next(made for made in wordings(sample("")) if made.lang == request.param)


def test_every_expression_statement_and_clause_is_planned() -> None:
    assert set(get_args(Expr)) == set(Terms.EXPR)
    assert set(get_args(Stmt)) == set(Planner.STMT)
    assert set(get_args(Clause)) == set(Planner.CLAUSE)
    assert set(get_args(Amount)) == set(Planner.AMOUNT)


def test_every_primitive_is_planned() -> None:
    assert set(Prim) == set(Terms.PRIM)


@pytest.mark.parametrize("realiser", LANGUAGES.values(), ids=LANGUAGES)
def test_every_plan_has_wording(realiser: type[Realiser]) -> None:
    assert set(get_args(w.Cond)) == set(realiser.COND)
    assert set(get_args(w.Act)) == set(realiser.VP) | set(realiser.LINES)
    assert set(get_args(w.ClausePlan)) == set(realiser.CLAUSE)


def test_the_samples_leave_no_plan_out() -> None:
    assert {type(s) for s in SAMPLES} == {*get_args(w.Np), *get_args(w.Value)}
    assert {type(s) for s in CONDS} == set(get_args(w.Cond))
    assert {type(s) for s in ACTS} == set(get_args(w.Act))
    assert {type(s) for s in CLAUSES} == set(get_args(w.ClausePlan))


@pytest.mark.parametrize("plan", SAMPLES, ids=lambda plan: type(plan).__name__)
def test_a_phrase_is_clean(say: Wording, plan: Any) -> None:
    text = say.say.finish(say.say.the(plan))
    assert text
    assert lint_text(text, say.lang) == []


@pytest.mark.parametrize("plan", CONDS, ids=lambda plan: type(plan).__name__)
def test_a_condition_is_clean(say: Wording, plan: Any) -> None:
    assert lint_text(say.say.finish(say.say.cond(plan)), say.lang) == []


@pytest.mark.parametrize("plan", ACTS, ids=lambda plan: type(plan).__name__)
def test_an_act_is_clean(say: Wording, plan: Any) -> None:
    lines = say.say.lines((plan,))
    assert lines
    assert [finding for line in lines for finding in lint_text(line.text, say.lang)] == []


@pytest.mark.parametrize("plan", CLAUSES, ids=lambda plan: type(plan).__name__)
def test_a_clause_is_clean(say: Wording, plan: Any) -> None:
    assert [finding for line in say.say.clause(plan) for finding in lint_text(line.text, say.lang)] == []


@pytest.mark.parametrize("prim", [prim for prim, made in Terms.PRIM.items() if made is Terms.derived])
def test_every_derived_set_has_its_own_words(say: Wording, prim: Prim) -> None:
    cellfield = w.Group(Noun("cellfield", "ground", "field"), single=True)
    args = (PAWNS, cellfield, w.Number(2)) if prim is Prim.PARTS else (PAWNS, PAWNS, w.Number(2))
    said = say.say.the(w.Derived(prim.value, args, Noun("cell", "field")))
    unknown = say.say.the(w.Derived("unknown", args, Noun("cell", "field")))
    assert said != unknown.replace("unknown", prim.value)


def test_numbers_agree(say: Wording) -> None:
    pawn = Noun("piece", "pawn")
    assert [say.noun(pawn, n) for n in (0, 1, 2)] == (
        ["pawns", "pawn", "pawns"] if say.lang == "en" else ["pion", "pion", "pions"]
    )
    assert NUMBER is not None
