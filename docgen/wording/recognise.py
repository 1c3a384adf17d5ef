"""Statements that say a thing the table has one word for: a roll, a row closed up, what everyone does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.plan import Acts, Noun
from rulewright.docgen.wording.scope import walk
from rulewright.dsl import program as p
from rulewright.dsl.program import Action, Expr


def piece_noun(piece: p.Piece) -> Noun:
    return Noun("piece", piece.words.name)


def same_slot(expr: Expr, read: p.Read) -> bool:
    """Whether an expression reads the slot that is being set."""
    return isinstance(expr, p.Read) and expr.store is read.store and expr.name == read.name


def regrouped(value: Expr, read: p.Read) -> Expr:
    """`score + a - b` as `score + (a - b)`: one change of the slot that is being set."""
    match value:
        case p.Apply(prim=p.Prim.SUB, args=(p.Apply(prim=p.Prim.ADD, args=(slot, more)) as inner, less)):
            if same_slot(slot, read):
                return replace(inner, args=(slot, replace(value, args=(more, less))))
    return value


def named_object(text: str) -> Noun:
    """What a pattern names by text: this thing, a design, or a group of units."""
    sort, _, name = text.partition(":")
    match sort:
        case "design":
            component, _, design = name.partition(":")
            return Noun("design", design, component)
        case "group":
            return Noun("unitgroup", name)
        case _:
            return Noun("this", "this")


def is_roll(stmt: p.ForEach) -> bool:
    """Whether each of some dice takes a face at random."""
    match stmt.body:
        case (p.Choose(at_random=True, parts=(p.Part(var=face),)), p.Set(target=p.Read(name="face"), value=p.Local())):
            return stmt.body[1].value.var.id == face.id  # type: ignore[union-attr]
        case _:
            return False


def is_reroll(stmt: p.ForEach) -> bool:
    """Whether the author calls it rolling again."""
    return stmt.span.text.startswith("reroll")


def row_closed_up(stmt: p.ForEach) -> p.Put | None:
    """Whether each thing of a row is put into that row again, which leaves no gap."""
    match stmt:
        case p.ForEach(
            source=p.Read(store=p.Store.ZONE, name=name, key=None),
            where=None,
            body=(p.Put(things=things, zone=p.Zone() as zone) as put,),
        ) if zone.words.name == name and zone.slots is not None:
            while isinstance(things, p.Apply) and things.prim is p.Prim.SINGLE:
                things = things.args[0]
            return put if isinstance(things, p.Local) and things.var is stmt.var else None
        case _:
            return None


def is_round(action: Action) -> bool:
    """Whether an action is nothing but a turn for each player."""
    match action.body:
        case (p.EachPlayer(body=(p.CallAction(args=()),)),):
            return not action.params
    return False


def is_everyone(stmt: p.ForEach) -> bool:
    """Whether every player, or every side, does something for itself."""
    match stmt:
        case p.ForEach(
            source=p.Apply(prim=p.Prim.PLAYERS | p.Prim.SIDES), where=None, body=(p.As(who=p.Local(var=who)),)
        ):
            return who.id == stmt.var.id
        case p.ForEach(
            source=p.Apply(prim=p.Prim.SIDES),
            where=None,
            body=(p.As(who=p.Apply(prim=p.Prim.PLAYER_OF, args=(p.Local(var=who),))),),
        ):
            return who.id == stmt.var.id
        case _:
            return False


def waits_for(clause: p.Clause, step: str) -> bool:
    """Whether a clause takes effect when a step is reached."""
    return isinstance(clause, p.Trigger) and clause.pattern.is_step and clause.pattern.event == step


def pointing(nouns: Sequence[Noun], at: int) -> int:
    """1 or 2 where two parts of a choice share a noun, else 0."""
    same = [one for one in nouns if (one.kind, one.name) == (nouns[at].kind, nouns[at].name)]
    return at + 1 if len(same) > 1 else 0


def about_it(test: Any) -> bool:
    """Whether a condition speaks of the element alone."""
    return isinstance(test, (w.Compared, w.Stands, w.Stated, w.Flag)) and mentions_it(test)


def mentions_it(test: Any) -> bool:
    return any(isinstance(node, w.It) for node in walk(test))


def is_one_sentence(acts: Acts) -> bool:
    """Whether an action is told by one act, apart from what it needs."""
    told = [act for act in acts if not isinstance(act, w.NeedAct)]
    return len(told) == 1 and not isinstance(told[0], (w.IfAct, w.EachAct, w.RepeatAct, w.EitherAct, w.AnyOrderAct))


def renamed(acts: Acts, action: Action) -> Acts:
    """An action that is one placing or one move lends it its verb."""
    if len(acts) == 1 and isinstance(acts[0], (w.PlaceAct, w.MoveAct)):
        return (replace(acts[0], verb=action.words.name),)
    return acts


def told_noun(home: str, var: p.Var, noun: Noun) -> Noun:
    """A number that something is told, by a noun of its own: what it counts there, a catalogue may say."""
    return replace(noun, home=f"{home}.{var.name}") if noun == Noun("basic", "number") else noun
