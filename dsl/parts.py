"""Taking a module apart: `use X without names` leaves declarations out, `use names from X` takes some with all they
need. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.dsl import nodes as n
from rulewright.dsl.plurals import plural
from rulewright.dsl.rows import named_rows, without_rows
from rulewright.dsl.ruleset import Linked, Ruleset
from rulewright.dsl.steps import drop_step, steps_in
from rulewright.dsl.walk import names_in


def names_of(decl: n.Decl) -> Iterator[str]:
    """Every name by which a declaration, or a part of it, can be left out."""
    match decl:
        case n.CounterDecl():
            yield from (noun.name for noun in decl.nouns)
        case n.TableDecl():
            yield from (name for name, _ in named_rows(decl))
        case n.RemoveDecl():
            yield from decl.names
        case n.TogetherDecl():
            for inner in decl.declarations:
                yield from names_of(inner)
        case n.ExtendDecl():
            yield from (name for member in decl.members for name in member.names)
            yield from (step.name for step in steps_in(decl.body))
            yield decl.name
        case n.SetupDecl():
            yield from (step.name for step in steps_in(decl.body))
            if decl.label is not None:
                yield decl.label
        case n.UseDecl() | n.ExampleDecl():
            return
        case _:
            yield decl.name


def without(declarations: Iterable[n.Decl], names: Collection[str]) -> tuple[n.Decl, ...]:
    """The declarations less those of these names; rows, nouns, members and steps go singly, components with theirs."""
    return tuple(kept for decl in declarations if (kept := _without(decl, names)) is not None)


def _without(decl: n.Decl, names: Collection[str]) -> n.Decl | None:
    match decl:
        case n.CounterDecl():
            nouns = tuple(noun for noun in decl.nouns if noun.name not in names)
            return replace(decl, nouns=nouns) if nouns else None
        case n.TableDecl():
            return None if decl.name in names else without_rows(decl, names)
        case n.InstanceDecl():
            return None if decl.name in names or decl.kind in names else decl
        case n.RemoveDecl():
            left = tuple(name for name in decl.names if name not in names)
            return replace(decl, names=left) if left else None
        case n.TogetherDecl():
            return replace(decl, declarations=without(decl.declarations, names))
        case n.UseDecl() | n.ExampleDecl():
            return decl
        case n.ExtendDecl():
            return None if decl.name in names else _without_in_extension(decl, names)
        case n.SetupDecl():
            body = _without_steps(decl.body, names)
            return replace(decl, body=body) if body and decl.label not in names else None
        case _:
            return None if decl.name in names else decl


def _without_in_extension(decl: n.ExtendDecl, names: Collection[str]) -> n.ExtendDecl | None:
    members = tuple(
        replace(member, names=left)
        for member in decl.members
        if (left := tuple(x for x in member.names if x not in names))
    )
    body = _without_steps(decl.body, names)
    if (decl.members and not members) or (decl.body and not body):
        return None
    return replace(decl, members=members, body=body)


def _without_steps(body: tuple[n.Stmt, ...], names: Collection[str]) -> tuple[n.Stmt, ...]:
    for step in tuple(steps_in(body)):
        if step.name in names:
            body = drop_step(body, step.name)
    return body


@dataclass(frozen=True, slots=True)
class Taken:
    """A declaration taken from another ruleset; `asked` if it was named, and not only needed by one that was."""

    linked: Linked
    asked: bool


def taken_from(ruleset: Ruleset, names: Collection[str]) -> tuple[list[Taken], list[str]]:
    """The named declarations and all that they need, in link order; and the names that nothing bears."""
    by_form: dict[str, list[Linked]] = {}
    for linked in ruleset.things:
        for form in _forms(linked.decl):
            by_form.setdefault(form, []).append(linked)
    asked = [x for name in names for x in by_form.get(name, ()) if _bears(x.decl, name)]
    missing = [name for name in names if not any(_bears(x.decl, name) for x in by_form.get(name, ()))]
    found: dict[int, Linked] = {}
    waiting = list(asked)
    for linked in waiting:
        if id(linked) in found or linked.is_library or isinstance(linked.decl, n.SetupDecl | n.PlayDecl | n.WinnerDecl):
            continue
        found[id(linked)] = linked
        for name in names_in(linked.decl):
            waiting.extend(other for other in by_form.get(name, ()) if _is_needed(other.decl, linked.decl))
        if isinstance(linked.decl, n.InstanceDecl):
            waiting.extend(
                x for x in ruleset.things if isinstance(x.decl, n.ComponentDecl) and x.name == linked.decl.kind
            )
        else:
            waiting.extend(_own(ruleset, linked, {id(x) for x in asked}, found))
    first = {id(linked) for linked in asked}
    return [Taken(x, id(x) in first) for x in ruleset.things if id(x) in found], missing


def _own(ruleset: Ruleset, linked: Linked, asked: Collection[int], found: Collection[int]) -> Iterator[Linked]:
    """What comes with a component that is wanted as such, and not only because one of its instances is."""
    if not isinstance(linked.decl, n.ComponentDecl):
        return
    instances = [x for x in ruleset.things if isinstance(x.decl, n.InstanceDecl) and x.decl.kind == linked.name]
    if id(linked) in asked or not any(id(x) in found for x in instances):
        yield from instances
        yield from (x for x in ruleset.things if isinstance(x.decl, n.TableDecl) and x.decl.name == linked.name)


def _is_needed(other: n.Thing, by: n.Thing) -> bool:
    return not isinstance(other, n.SetupDecl | n.RuleDecl | n.ScoreDecl | n.TableDecl) and other is not by


def _bears(decl: n.Thing, name: str) -> bool:
    return name in names_of(decl) if not isinstance(decl, n.SetupDecl) else decl.label == name


def _forms(decl: n.Thing) -> set[str]:
    """The words by which others mention this one: singular, plural, third person; a kind's members and groups."""
    words = {decl.name}
    match decl:
        case n.CounterDecl():
            words.update(noun.name for noun in decl.nouns)
            words.update(noun.plural for noun in decl.nouns if noun.plural)
            words.update([decl.group] if decl.group else [])
        case n.KindDecl():
            words.update(name for member in decl.members for name in member.names)
            words.update(group for member in decl.members for group in member.groups)
            words.update([decl.noun.plural] if decl.noun.plural else [])
        case n.PieceDecl() | n.ComponentDecl():
            words.update([decl.noun.plural] if decl.noun.plural else [])
        case n.TableDecl():
            words = {name for name, _ in named_rows(decl)} | {decl.name}
        case _:
            pass
    return words | {plural(word) for word in words}
