"""What `extend` does to one declaration. Pure: the old declaration and the extension in, the new declaration out.

`Refused` says why it cannot be done; the caller knows whose fault that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.steps import Body, SpanKey, insert, replace_step, steps_in
from rulewright.dsl.walk import same

Placed = dict[str, set[SpanKey]]
ONCE = ("copies", "one_each", "interchangeable", "optional", "counts_as", "parts")


class Refused(Exception):
    """The extension does not fit; `known` are names that would have, `also` the other half."""

    def __init__(
        self, code: Code, message: str, known: Iterable[str] = (), also: Sequence[tuple[Span, str]] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.known = tuple(known)
        self.also = tuple(also)


def extended(decl: n.Thing, extension: n.ExtendDecl, placed: Placed) -> n.Thing:
    """The declaration with the extension in it. `placed` remembers what stands after which step or member."""
    if not isinstance(decl, _EXTENDS[extension.what]):
        raise Refused(Code.EXTEND_MISSING, f"`{decl.name}` is no {extension.what}")
    match decl:
        case n.KindDecl():
            for member in extension.members:
                decl = replace(decl, members=_with_member(decl, member, placed))
            return decl
        case n.BoardDecl() if extension.board is not None:
            board = extension.board
            return replace(decl, fields=_fields(decl.fields, board.fields), made=board.made or decl.made)
        case n.ComponentDecl() if extension.component is not None:
            return _component(decl, extension.component)
        case n.InstanceDecl() if extension.instance is not None:
            return _instance(decl, extension.instance)
        case n.ActionDecl():
            texts = tuple(stmt.text for stmt in extension.body if isinstance(stmt, n.TextStmt))
            rules = tuple(_sourced(s, extension.source) for s in extension.body if not isinstance(s, n.TextStmt))
            return replace(decl, body=placed_in(decl.body, extension.place, rules, placed), texts=decl.texts + texts)
        case n.SetupDecl():
            body = tuple(_sourced(stmt, extension.source) for stmt in extension.body)
            return replace(decl, body=placed_in(decl.body, extension.place, body, placed))
        case _:
            raise AssertionError(f"an extension of {extension.what} without its part")


def _sourced(stmt: n.Stmt, source: n.Source | None) -> n.Stmt:
    """A statement of an extension: it comes from where it says itself, and from where the extension says."""
    if source is None or isinstance(stmt, n.TextStmt):
        return stmt
    own = stmt.source
    if own is None:
        return replace(stmt, source=source)
    refs, marks = dict.fromkeys((*own.refs, *source.refs)), dict.fromkeys((*own.marks, *source.marks))
    return replace(stmt, source=replace(own, refs=tuple(refs), marks=tuple(marks)))


_EXTENDS: dict[str, type[n.Thing]] = {
    "kind": n.KindDecl,
    "board": n.BoardDecl,
    "component": n.ComponentDecl,
    "action": n.ActionDecl,
    "setup": n.SetupDecl,
    "instance": n.InstanceDecl,
}


def aspects(extension: n.ExtendDecl) -> dict[str, object]:
    """The properties an extension sets that can have one value only, for two modules may disagree on them."""
    found: dict[str, object] = {}
    if extension.board is not None and extension.board.made is not None:
        found["made"] = extension.board.made
    if extension.component is not None:
        for name in ONCE:
            value = getattr(extension.component, name)
            if value is not None and value is not False and (name != "parts" or value):
                found[name] = value
    if extension.instance is not None:
        found.update((f"with {assign.name}", assign.value) for assign in extension.instance.assigns)
    return found


def placed_in(body: Body, place: tuple[str, str] | None, added: Body, placed: Placed) -> Body:
    """The body with statements put at their place, or at its end."""
    if place is None:
        refuse_doubles(body, added)
        return body + added
    _the_step(body, place[1])
    refuse_doubles(body, added)
    mine = placed.setdefault(place[1], set()) if place[0] == "after" else set()
    result = insert(body, place, added, mine)
    mine.update(stmt.span.key for stmt in added)
    return result


def step_replaced(decl: n.Thing, change: n.ReplaceStepDecl) -> n.Thing:
    """The declaration with another body for one of its steps."""
    if not isinstance(decl, n.ActionDecl | n.SetupDecl | n.PlayDecl):
        raise Refused(Code.UNKNOWN_STEP, f"there is no step `{change.step}`")
    old = _the_step(decl.body, change.step)
    new = n.StepStmt(change.step, change.body, change.source, change.span)
    refuse_doubles(replace_step(decl.body, change.step, replace(old, name="", body=())), (new,))
    return replace(decl, body=replace_step(decl.body, change.step, new))


def _the_step(body: Body, name: str) -> n.StepStmt:
    found = [step for step in steps_in(body) if step.name == name]
    if not found:
        raise Refused(Code.UNKNOWN_STEP, f"there is no step `{name}`", (step.name for step in steps_in(body)))
    if len(found) > 1:
        also = [(step.span, "one of them") for step in found]
        raise Refused(Code.AMBIGUOUS_NAME, f"there are {len(found)} steps `{name}`", (), also)
    return found[0]


def refuse_doubles(body: Body, added: Body) -> None:
    """Steps are known by their names: none may come in a second time."""
    known = {step.name: step for step in steps_in(body)}
    for step in steps_in(added):
        if step.name in known:
            also = [(known[step.name].span, "the first is here")]
            raise Refused(Code.DUPLICATE_NAME, f"there would be two steps `{step.name}`", (), also)


def _with_member(kind: n.KindDecl, new: n.Member, placed: Placed) -> tuple[n.Member, ...]:
    old = {name: member for member in kind.members for name in member.names}
    again = [name for name in new.names if name in old]
    if again:
        if all(old[name].groups == new.groups for name in new.names if name in old) and len(again) == len(new.names):
            return kind.members
        raise Refused(
            Code.DUPLICATE_NAME,
            f"`{again[0]}` is already one of `{kind.name}`",
            (),
            [(old[again[0]].span, "first declared here")],
        )
    plain = replace(new, place=None)
    if new.place is None:
        return (*kind.members, plain)
    where, at = new.place
    if at not in old or where == "in":
        raise Refused(Code.UNKNOWN_NAME, f"`{kind.name}` has no `{at}`", old)
    single = tuple(replace(member, names=(name,)) for member in kind.members for name in member.names)
    k = next(i for i, member in enumerate(single) if member.names == (at,))
    if where == "after":
        mine = placed.setdefault(at, set())
        k += 1
        while k < len(single) and single[k].span.key in mine:
            k += 1
        mine.add(new.span.key)
    return _regrouped((*single[:k], plain, *single[k:]))


def _regrouped(members: Sequence[n.Member]) -> tuple[n.Member, ...]:
    """Neighbours that were written as one line are one line again."""
    result: list[n.Member] = []
    for member in members:
        last = result[-1] if result else None
        if last is not None and last.span.key == member.span.key:
            result[-1] = replace(last, names=last.names + member.names)
        else:
            result.append(member)
    return tuple(result)


def _fields(old: tuple[n.Field, ...], new: tuple[n.Field, ...]) -> tuple[n.Field, ...]:
    known = {field.name: field for field in old}
    for field in new:
        if field.name in known and not same(known[field.name], field):
            also = [(known[field.name].span, "first given here")]
            raise Refused(Code.DUPLICATE_FIELD, f"the field `{field.name}` is already there", (), also)
    return old + tuple(field for field in new if field.name not in known)


def _component(old: n.ComponentDecl, new: n.ComponentDecl) -> n.ComponentDecl:
    return replace(
        old,
        fields=_fields(old.fields, new.fields),
        copies=new.copies or old.copies,
        one_each=new.one_each or old.one_each,
        interchangeable=old.interchangeable or new.interchangeable,
        optional=old.optional if new.optional is None else new.optional,
        counts_as=new.counts_as or old.counts_as,
        parts=new.parts or old.parts,
        part_fields=new.part_fields or old.part_fields,
        clauses=old.clauses + new.clauses,
        body=old.body + new.body,
    )


def _instance(old: n.InstanceDecl, new: n.InstanceDecl) -> n.InstanceDecl:
    given = {assign.name for assign in new.assigns}
    return replace(
        old,
        assigns=(*(assign for assign in old.assigns if assign.name not in given), *new.assigns),
        worths=old.worths + new.worths,
        clauses=old.clauses + new.clauses,
        body=old.body + new.body,
        texts=old.texts + new.texts,
    )
