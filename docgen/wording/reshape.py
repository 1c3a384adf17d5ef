"""Plans reshaped: sets narrowed, conditions denied, joined and hung on their noun. No program is read here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from rulewright.docgen.wording.plan import (
    Arith,
    Attribute,
    Chosen,
    Combined,
    Compared,
    Cond,
    Count,
    Counted,
    Derived,
    Exists,
    Filter,
    Flag,
    Gathered,
    Group,
    Held,
    It,
    Joined,
    Not,
    Noun,
    Np,
    Number,
    Person,
    Phrase,
    Pick,
    Quantified,
    Ranked,
    Rel,
    Someone,
    Span2,
    Stands,
    Stated,
    Such,
    Supply,
    Sure,
    That,
    Units,
    Value,
)
from rulewright.dsl.plurals import plural
from rulewright.dsl.program import Program

Term: TypeAlias = Np | Value

CONDS = (Combined, Not, Compared, Stands, Exists, Supply, Counted, Stated, Flag, Quantified)

_VALUES = (Number, Count, Held, Arith, Gathered, Sure, Span2, Units)


def as_np(term: Term) -> Np:
    """A term where a thing is meant; a value stands for itself as a list of one."""
    return Joined((term,), "and") if isinstance(term, _VALUES) else term  # type: ignore[return-value]


def phrase_noun(phrase: Phrase, program: Program) -> Noun | None:
    """The piece or component that the author's phrase is about: `the discs that …` are discs, not cells."""
    before = ""
    for word in (phrase.function.words.reads or "").replace("{", " {").split()[:6]:
        for table, kind in ((program.pieces, "piece"), (program.components, "component")):
            for name, thing in table.items():
                if word in (name, thing.words.plural or plural(name)):
                    return Noun(kind, name)
        gathers = word == "of" and before.removesuffix("s") in ("line", "chain", "group", "pair", "set")
        if (
            word in ("of", "that", "next", "on", "with", "without", "from", "in", "for") and not gathers
        ) or word.startswith("{"):
            break
        before = word
    return None


def noun_of(np: Term, otherwise: Noun, program: Program | None = None) -> Noun:
    """The noun a set is spoken of by."""
    match np:
        case Phrase(function=function) if program is not None:
            kin = (
                Noun("reads", function.words.name) if function.type.is_list and function.type.elem.is_set else otherwise
            )
            return phrase_noun(np, program) or kin
        case Group(noun=Noun(kind="zone" | "memory")):
            return otherwise
        case Group(noun=Noun(kind="one"), filters=(Filter(target=target), *_)):
            return noun_of(target, otherwise, program)
        case Derived(word="parts", args=(_, Group(noun=noun))):
            return noun
        case Derived(word="rows" | "columns" | "groups" as word):
            return Noun("basic", word.removesuffix("s"))
        case Group(noun=noun) | That(noun=noun) | It(noun=noun):
            return noun
        case Joined(parts=(first, *others)):
            noun = noun_of(first, otherwise, program)
            kinds = {noun, *(noun_of(other, otherwise, program) for other in others)}
            return otherwise if len(kinds) > 1 and noun.kind == "cells_member" else noun
        case Ranked(source=source) | Pick(source=source):
            return noun_of(source, otherwise, program)
        case _:
            return otherwise


def is_single(np: Term) -> bool:
    """Whether a phrase names one thing."""
    match np:
        case Group(single=single) | Phrase(single=single):
            return single
        case That(many=many):
            return not many
        case It() | Someone() | Pick() | Attribute():
            return True
        case _:
            return False


def with_filter(np: Np, filter_: Filter | Such) -> Np:
    """The set narrowed."""
    match np:
        case Group() | Phrase():
            return replace(np, filters=(*np.filters, filter_))
        case Ranked():
            return replace(np, source=with_filter(np.source, filter_))
        case _:
            return Group(Noun("one", ""), None, (Filter(Rel.AMONG, np), filter_))


_OPPOSITE = {
    "is": "is_not",
    "is_not": "is",
    "less": "at_least",
    "at_least": "less",
    "more": "at_most",
    "at_most": "more",
}


def counted(test: Compared) -> Cond:
    """A comparison of a count says how many there are."""
    if isinstance(test.left, Count) and test.op in _OPPOSITE:
        source = test.left.source
        if isinstance(source, Group) and source.noun.kind == "supply":
            return Supply(Noun("piece", source.noun.name), source.owner, test.op, test.right)
        if isinstance(test.right, (Count, Held, Arith, Gathered)):
            return test
        if test.right == Number(0) and test.op in ("is", "at_most", "more", "is_not"):
            owner = source.owner if isinstance(source, Group) and isinstance(source.owner, Person) else None
            return Exists(source, test.op in ("is", "at_most"), owner)
        return Counted(source, test.op, test.right)
    if isinstance(test.left, Group) and test.left.noun.kind == "supply":
        return Supply(Noun("piece", test.left.noun.name), test.left.owner, test.op, test.right)
    return test


def negated(test: Cond) -> Cond:
    """The contrary of a condition, said as directly as it can be."""
    match test:
        case Sure(value=value):
            return Sure(not value)
        case Not(test=inner):
            return inner
        case Compared(op=op) | Counted(op=op) | Supply(op=op) if op in _OPPOSITE:
            return replace(test, op=_OPPOSITE[op])
        case Stands() | Exists() | Stated() | Flag():
            return replace(test, negated=not test.negated)
        case Combined(parts=parts, word=word):
            return Combined(tuple(negated(part) for part in parts), "or" if word == "and" else "and")
        case Quantified(kind="some"):
            return replace(test, kind="no")
        case Quantified(kind="no"):
            return replace(test, kind="some")
        case _:
            return Not(test)


def one_of_values(parts: Sequence[Cond]) -> Cond | None:
    """`its rank is 1 or its rank is 2` as `its rank is 1 or 2`."""
    tests = [part for part in parts if isinstance(part, Compared) and part.op == "is"]
    if len(tests) < len(parts) or len(tests) < 2 or not isinstance(tests[0].left, Attribute):
        return None
    if any(test.left != tests[0].left for test in tests):
        return None
    return replace(tests[0], right=Joined(tuple(test.right for test in tests), "or"))


def flat(test: Cond, word: str) -> tuple[Cond, ...]:
    return test.parts if isinstance(test, Combined) and test.word == word else (test,)


def conjuncts(test: Cond) -> tuple[Cond, ...]:
    return flat(test, "and")


def relative(test: Cond) -> Filter | Such:
    """A condition on the element itself, as a filter where it is one."""
    if isinstance(test, Stands) and isinstance(test.subject, It):
        return Filter(test.rel, test.target, test.negated)
    return Such(test)


def chosen_where(chosen: Chosen, tests: Iterable[Cond]) -> Chosen:
    """The choice with conditions on its element made part of its noun phrase."""
    source, rest = chosen.source, list(chosen.where)
    for test in tests:
        narrow = relative(test)
        if isinstance(narrow, Filter) and isinstance(source, (Group, Phrase)):
            source = with_filter(source, narrow)
        else:
            rest.append(test)
    return replace(chosen, source=source, where=tuple(rest))


def whole(term: Term) -> Term:
    """All the cells of a board, as an argument, are the board."""
    if isinstance(term, Group) and term.noun.kind == "cell" and term.noun.name and not term.filters and not term.owner:
        return Group(Noun("board", term.noun.name), single=True)
    return term
