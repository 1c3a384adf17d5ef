"""Plans to better plans: what several acts say together, no language yet.

A lift and the placing that follows are one move; what an act implies is not said apart; the same act again is "again".
Each rule here looks at one block of acts, and holds in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.plan import Act, Acts, Chosen, Noun
from rulewright.docgen.wording.reshape import conjuncts, relative
from rulewright.dsl.program import Mode


def tidy(acts: Sequence[Act]) -> Acts:
    """A block as an editor would have it told."""
    made: list[Act] = []
    for act in acts:
        last = made[-1] if made else None
        told = shorter(act, last)
        joined = one_of_two(last, told) if last is not None and told is not None else None
        if joined is not None:
            made[-1] = joined
        elif told is not None:
            made.append(told)
    made = with_pronouns([without_means(act, made) for act in made])
    kept = [supplied(act, made) for act in made if not (isinstance(act, w.NeedAct) and implied(act, made))]
    needs = [test for act in kept if isinstance(act, w.NeedAct) for test in conjuncts(act.test)]
    if len(needs) < 2:
        return tuple(kept)
    need = w.NeedAct(w.Combined(tuple(needs), "and"))
    return (need, *(act for act in kept if not isinstance(act, w.NeedAct)))


def shorter(act: Act, last: Act | None) -> Act | None:
    """One act, after another, as the table would call it; None where nothing happens."""
    match act:
        case w.MayAct(body=(again,)) if again == last:
            times = None if act.any_times else act.times or w.Number(1)
            return w.AgainAct(times, chosen_anew(again), again.piece if isinstance(again, w.PlaceAct) else None)
        case w.RepeatAct(
            times=w.Number() as times,
            test=None,
            until=None,
            body=(
                w.PutAct(things=w.Pick(which="the", ranks=(), source=w.Group(noun=Noun(kind="zone")) as heap)) as put,
            ),
        ):
            return replace(put, things=Chosen(heap, "exactly", times))
        case w.PutAct(things=w.Group(noun=Noun(kind="zone"), filters=()), zone=w.Group(noun=there)) if (
            isinstance(last, w.PutAct) and last.zone is None and isinstance(last.things, w.Group)
        ) and (last.things.noun.kind, last.things.noun.name, last.things.filters) == ("zone", there.name, ()):
            return replace(act, cleared=True)
        case w.DrawAct(number=w.Number(value=0)):
            return None
        case w.DrawAct(number=w.Arith(op="sub", args=(full, w.Count(source=w.Group(noun=Noun(kind="zone") as there))))):
            zone = act.zone.noun if isinstance(act.zone, w.Group) else None
            return w.FillAct(full, act.what, act.source, act.zone) if zone == Noun("place", there.name) else act
        case _:
            return act


def chosen_anew(act: Act) -> Noun | None:
    """The piece that somebody picks each time something is done."""
    match act:
        case w.MoveAct(start=Chosen(quantity="one"), piece=piece):
            return piece
        case _:
            return None


def with_pronouns(acts: Sequence[Act]) -> list[Act]:
    """What two acts in a row are done to is named once, and is `it` in the second."""
    made = list(acts)
    for at in range(1, len(made)):
        act, known = made[at], object_of(acts[at - 1])
        if isinstance(act, w.ShowAct) and (shown := just_put(act, acts[at - 1])) is not None:
            made[at] = replace(act, things=w.It(shown))
        elif isinstance(act, w.RollAct) and (taken := just_drawn(act, acts[at - 1])) is not None:
            made[at] = replace(act, dice=taken)
        elif known is not None and known == object_of(act) and isinstance(act, (w.UseAct, w.PutAct)):
            it = w.It(known.noun)
            made[at] = replace(act, thing=it) if isinstance(act, w.UseAct) else replace(act, things=it)
    return made


def just_put(act: Act, last: Act) -> Noun | None:
    """What is shown, if it is the one thing that was just put there."""
    match last, act:
        case w.PutAct(zone=w.Group(noun=there)), w.ShowAct(to_all=True, things=w.Group(noun=here, single=True)):
            known = here.kind == "zone" and here.name == there.name and not isinstance(last.things, Chosen)
            return here if known else None
        case _:
            return None


def just_drawn(act: w.RollAct, last: Act) -> w.That | None:
    """The dice that are rolled, if they are those that were just taken there."""
    match last, act.dice:
        case w.DrawAct(zone=w.Group(noun=there)), w.Group(noun=here, owner=None, filters=()) if here.name == there.name:
            return w.That(last.what, many=last.number != w.Number(1))
        case _:
            return None


def object_of(act: Act) -> w.Group | w.That | None:
    """The one thing that an act is done to."""
    match act:
        case w.SetAct(target=w.Attribute(owner=thing)) | w.UseAct(thing=thing) | w.PutAct(things=thing):
            pass
        case w.ShowAct(things=thing):
            pass
        case w.ChooseAct(parts=(Chosen(source=w.Group(noun=Noun(kind="component") as noun), quantity="one"),)):
            thing = w.That(noun)
        case _:
            return None
    if isinstance(thing, w.That):
        return None if thing.many or thing.order else thing
    return thing if isinstance(thing, w.Group) and thing.single and thing.noun.kind == "component" else None


def one_of_two(last: Act, act: Act) -> Act | None:
    """Two acts in a row that are one; None where they are two."""
    match last, act:
        case w.LiftAct(to="hand"), w.PlaceAct(again=True):
            return w.MoveAct(last.piece, last.owner, last.where, act.where)
        case w.PutAct(things=things, onto=None), w.SetAct(
            target=w.Attribute(owner=thing), value=w.That(noun=Noun(kind="cell"), many=False) as cell, change="set"
        ) if things == thing and last.zone is not None:
            return replace(last, cell=cell)
        case w.ShowAct(to_all=True, things=things), w.RollAct(dice=dice) if things == dice:
            return act
        case w.ChooseAct(parts=(Chosen(source=w.Joined() as figures),)), w.SetAct(value=w.That(noun=noun)) if (
            noun.kind == "basic" and is_plain_choice(last) and all(isinstance(one, w.Number) for one in figures.parts)
        ):
            return replace(act, value=replace(figures, word="or"))
        case (
            w.TransferAct(mode=Mode.GAIN, amount=w.Units(number=one, noun=unit), times=None),
            w.TransferAct(mode=Mode.GAIN, amount=w.Units(number=two, noun=same), times=None),
        ) if unit == same and not isinstance(one, w.Number) and not isinstance(two, w.Number):
            return replace(last, amount=w.Units(w.Arith("add", (one, two)), unit))
        case (
            w.TransferAct(mode=Mode.PAY, amount=w.Units(number=w.That(), noun=unit) as paid, times=None),
            w.TransferAct(mode=Mode.GAIN, amount=w.Units(noun=same)),
        ) if unit == same:
            return replace(act, instead=paid)
        case (
            w.SetAct(
                target=w.Attribute(noun=Noun(name="face") as face, owner=dice), value=value, change="set" | "deal"
            ),
            w.SetAct(target=w.Attribute(noun=same, owner=w.Pick(which="first" | "last", source=among)), change="set"),
        ) if face == same and (among == dice or (isinstance(among, w.That) and among.many)):
            # Which of the dice is the first of them is for nobody to care: one of them.
            dealt = value.parts if last.change == "deal" and isinstance(value, w.Joined) else (value,)
            return replace(last, value=w.Joined((*dealt, act.value), "and"), change="deal")
        case _:
            return None


def is_plain_choice(act: w.ChooseAct) -> bool:
    """Whether a player freely chooses one thing, without conditions."""
    only = act.parts[0]
    return not (act.at_random or act.secret or only.where or only.possible) and only.quantity == "one"


def without_means(act: Act, block: Sequence[Act]) -> Act:
    """Whoever is told to pay must be able to: that much is not said before."""
    paid = [one.amount for one in block if isinstance(one, w.TransferAct) and one.mode is Mode.PAY and not one.times]
    if not paid:
        return act
    match act:
        case w.NeedAct(test=test):
            kept = [one for one in conjuncts(test) if not is_means(one, paid)]
            return replace(act, test=together(kept) or w.Sure(True))
        case w.ChooseAct(parts=parts):
            return replace(act, parts=tuple(affordable(part, paid) for part in parts))
        case _:
            return act


def affordable(chosen: Chosen, paid: Sequence[w.Amount]) -> Chosen:
    """A choice without the condition that one can pay for it."""
    source = chosen.source
    if isinstance(source, (w.Group, w.Phrase)):
        kept = tuple(f for f in source.filters if not (isinstance(f, w.Such) and is_means(f.test, paid)))
        source = replace(source, filters=kept)
    return replace(chosen, source=source, where=tuple(test for test in chosen.where if not is_means(test, paid)))


def is_means(test: w.Cond, paid: Sequence[w.Amount]) -> bool:
    """Whether a condition only says that what is paid can be paid."""
    if not isinstance(test, w.Compared) or test.op != "can_pay":
        return False
    price = pointed(test.right)
    return any(price == amount or w.Worth(price) == amount for amount in paid)


def alike(one: w.ClausePlan, two: w.ClausePlan) -> w.ClausePlan | None:
    """Two clauses as one: the same at two moments or to two definitions, or more of it in some case; None if not."""
    if isinstance(one, w.WhenPlan) and isinstance(two, w.WhenPlan):
        same = replace(two, timing=one.timing, event=one.event, also=one.also) == one
        is_then = {one.timing, two.timing} <= {"before", "after", "at"}
        return replace(one, also=(*one.also, (two.timing, two.event))) if same and is_then else None
    if not isinstance(one, w.ChangePlan) or not isinstance(two, w.ChangePlan) or one.rather is not None:
        return None
    bare = replace(one, also=())
    if replace(two, what=one.what) == bare and two.what != one.what:
        told = isinstance(one.what, w.Stated) and isinstance(two.what, w.Stated)
        sets = all(isinstance(plan.what, w.Phrase) and plan.what.function.type.is_set for plan in (one, two))
        return replace(one, also=(*one.also, two.what)) if told or sets else None
    if two.word in ("keep_least", "keep_most") and two.what == one.what and two.amount is not None:
        bound = "less" if two.word == "keep_least" else "more"
        is_step = one.word in ("increase", "reduce") and one.never is None
        is_bare = not one.body and not two.body and two.where is None
        return replace(one, never=(bound, two.amount)) if is_step and is_bare else None
    match one, two:
        case (
            w.ChangePlan(word="increase", amount=w.Number(value=less), where=None, body=(), limit=None, before=None),
            w.ChangePlan(word="increase", amount=w.Number(value=more), where=where, body=(), limit=None),
        ) if one.what == two.what and where is not None and not one.also:
            return replace(one, rather=(w.Number(less + more), where))
    return None


def together(tests: Sequence[w.Cond]) -> w.Cond | None:
    """Several conditions as one; None for none."""
    if len(tests) < 2:
        return tests[0] if tests else None
    return w.Combined(tuple(tests), "and")


def supplied(act: Act, acts: Sequence[Act]) -> Act:
    """A placing of what must be in the supply takes it from there."""
    tests = [one.test for one in acts if isinstance(one, w.NeedAct)]
    match act:
        case w.PlaceAct(piece=piece, again=False) if any(
            isinstance(test, w.Supply) and test.piece == piece and test.owner is act.owner for test in tests
        ):
            return replace(act, supplied=True)
        case _:
            return act


def implied(need: w.NeedAct, acts: Sequence[Act]) -> bool:
    """Whether a need only says that what the acts place must be there."""
    match need.test:
        case w.Sure(value=True):
            return True
        case w.Supply(piece=piece, op="more", number=w.Number(0)):
            return any(isinstance(a, w.PlaceAct) and a.piece == piece and not a.again for a in acts)
        case w.Exists(source=source, negated=False):
            wanted = [t for a in acts for t in things_of(a) if isinstance(t, Chosen)]
            return is_for_each(source, acts) or any(chosen.source == source for chosen in wanted)
        case w.Quantified(kind="some", source=w.Group() | w.Phrase() as source, test=test):
            narrow = replace(source, filters=(*source.filters, *(relative(one) for one in conjuncts(test))))
            return is_for_each(narrow, acts)
        case _:
            return False


def is_for_each(source: w.Np, acts: Sequence[Act]) -> bool:
    """Whether something is done for each of a set: where there is none, nothing is done."""
    return any(isinstance(act, w.EachAct) and act.source == source for act in acts)


def things_of(act: Act) -> tuple[Any, ...]:
    match act:
        case w.PlaceAct(where=where) | w.LiftAct(where=where):
            return (where,)
        case w.MoveAct(start=start, goal=goal):
            return (start, goal)
        case w.PutAct(things=things):
            return (things,)
        case w.ChooseAct(parts=parts):
            return parts
        case _:
            return ()


def mapped(node: Any, change: Callable[[Any], Any]) -> Any:
    """A plan in which `change` has had its way; None from it leaves a node as it is, to be looked into."""
    made = change(node)
    if made is not None:
        return made
    if isinstance(node, tuple):
        return tuple(mapped(item, change) for item in node)
    if is_dataclass(node) and not isinstance(node, type) and type(node).__module__ == w.__name__:
        return replace(node, **{part.name: mapped(getattr(node, part.name), change) for part in fields(node)})
    return node


def pointed(node: Any) -> Any:
    """A plan whose `it` is pointed at by its noun, for a sentence of its own; a quantifier has an `it` of its own."""

    def change(part: Any) -> Any:
        if isinstance(part, w.It):
            return w.That(part.noun)
        return part if isinstance(part, (w.Such, w.Quantified)) else None

    return mapped(node, change)


def put_in(node: Any, it: Any, named: Any) -> Any:
    """A plan with a part of it put in by name."""
    return mapped(node, lambda part: named if part == it else None)


def pointing_to(acts: Acts, source: Any, that: w.That | w.It) -> Acts:
    """Acts on a set that was just counted: that player, those players."""
    only = put_in(acts, w.Pick("only", source), that)
    made: Acts = put_in(only, source, that)
    return made
