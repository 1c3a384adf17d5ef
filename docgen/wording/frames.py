"""What both languages shape: verb forms, lines, noun phrases taken apart, and what can be seen of a plan by looking."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.plan import Act, Chosen, Cond, Noun, Person, Phrase, Rel
from rulewright.docgen.wording.reshape import is_single
from rulewright.docgen.wording.scope import walk


class Form(Enum):
    """How a verb stands: an order to the reader, after another verb, or said of a third."""

    IMP = "imp"
    INF = "inf"
    THIRD = "third"


@dataclass(slots=True)
class Line:
    """Sentences, under a label where a step has a name, with a list below; `is_list` if they only name other things."""

    text: str = ""
    items: list[Line] = field(default_factory=list)
    label: str | None = None
    ordered: bool = False
    key: str | None = None
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """`det` is "", the, your, their, that, those or own (with `owner`); `fixed` is said as it is.

    A `loose` phrase has a singular of its own, so that one of it needs no `one of the`.
    """

    one: str = ""
    many: str = ""
    det: str = ""
    post: str = ""
    gender: str = "m"
    mass: bool = False
    single: bool = False
    owner: str = ""
    fixed: str | None = None
    place: bool = False
    plural: bool = True
    order: int = 0
    loose: bool = False


BOTH = re.compile(r"⟦([^|⟧]*)\|([^⟧]*)⟧")

LONG = 22

# Marks an act that is told as a clause of its own, with its own subject, among orders to the reader.
CLAUSE = "\ue003"


def common_end(one: str, many: str) -> tuple[str, str, str]:
    """Both numbers of a phrase without the words they end in alike, and those words."""
    ones, manys = one.split(" "), many.split(" ")
    post: list[str] = []
    while len(ones) > 1 and len(manys) > 1 and ones[-1] == manys[-1]:
        post.insert(0, ones.pop())
        manys.pop()
    return " ".join(ones), " ".join(manys), " ".join(post)


def is_count(number: Any) -> bool:
    """Whether a number counts a set that a sentence can name."""
    return isinstance(number, w.Count) and isinstance(number.source, (w.Group, Phrase)) and not is_single(number.source)


def is_state(noun: Noun) -> bool:
    """Whether a word is one of the few that a field was declared with, such as ready or used."""
    return noun.kind == "member" and "." in noun.home


def with_pronoun(parts: Sequence[Cond]) -> Sequence[Cond]:
    """`you have 3 pawns and they form a line`: a set that was just counted is spoken of by a pronoun."""
    match parts:
        case (w.Counted(source=w.Group(noun=noun) as source) as counted, w.Stated(phrase=phrase) as stated):
            if phrase.args and phrase.args[0][1] == source:
                they = (phrase.args[0][0], w.It(noun, many=True))
                return (counted, replace(stated, phrase=replace(phrase, args=(they, *phrase.args[1:]))))
    return parts


def set_key(noun: Noun, value: Any, change: str) -> str:
    """The key of a template for setting a slot to a value, or adding to it."""
    if change in ("add", "drop", "raise", "lower"):
        return f"{noun.name}.{change}"
    match value:
        case w.Flag(noun=same, negated=True) if same == noun:
            return f"{noun.name}.other"
        case w.Group(noun=member):
            return f"{noun.name}.{member.name}"
        case w.Sure(value=truth):
            return f"{noun.name}.{'yes' if truth else 'no'}"
        case w.Nothing():
            return f"{noun.name}.none"
        case w.Number(value=number):
            return f"{noun.name}.{number}"
        case _:
            return noun.name


def is_own(test: Cond) -> bool:
    """Whether a condition is about the element itself, so that it belongs to its noun."""
    match test:
        case w.Stands(subject=w.It()) | w.Compared(left=w.It()) | w.Compared(left=w.Attribute(owner=w.It())):
            return True
        case _:
            return False


def is_negative(filter_: w.Filter | w.Such) -> bool:
    test = filter_ if isinstance(filter_, w.Filter) else filter_.test
    return bool(getattr(test, "negated", False))


def is_line_of_cells(test: Any) -> bool:
    """Whether what is said to stand on something stands in a row, a column or a group of cells."""
    match test:
        case w.Exists(source=w.Group(filters=(*_, w.Filter(target=w.It(noun=Noun(kind="basic", name=name)))))):
            return name in ("row", "column", "group")
        case _:
            return False


def rename(line: Line, old: str, new: str) -> None:
    """Calls a thing by another name in a line and in all that stands below it."""
    for was, now in ((old, new), (old.capitalize(), new.capitalize())):
        line.text = re.sub(rf"\b{re.escape(was)}\b", now, line.text)
    for item in line.items:
        rename(item, old, new)


def on_which(test: Any) -> w.Exists | None:
    """`some pawn on it`, without the `on it`: what a relative clause says after `on which`."""
    match test:
        case w.Exists(source=w.Group(filters=filters) as group) if filters:
            last = filters[-1]
            if isinstance(last, w.Filter) and last.rel is Rel.ON and not last.negated and isinstance(last.target, w.It):
                return replace(test, source=replace(group, filters=filters[:-1]))
    return None


_TURNED = {"less": "more", "more": "less", "at_least": "at_most", "at_most": "at_least", "is": "is"}


def against_you(test: Any) -> tuple[Noun, str] | None:
    """`p's coins is more than your coins`, whichever comes first: the unit, and how they stand to you."""
    match test:
        case w.Compared(left=w.Held(unit=unit, owner=w.It()), op=op, right=w.Held(unit=same, owner=Person.YOU)):
            return (unit, op) if unit == same and op in _TURNED else None
        case w.Compared(left=w.Held(unit=unit, owner=Person.YOU), op=op, right=w.Held(unit=same, owner=w.It())):
            return (unit, _TURNED[op]) if unit == same and op in _TURNED else None
        case w.Compared(left=w.Count(source=w.Group() as one), op=op, right=w.Count(source=w.Group() as other)):
            if op not in _TURNED or replace(one, owner=None) != replace(other, owner=None) or one.filters:
                return None
            if isinstance(one.owner, w.It) and other.owner is Person.YOU:
                return one.noun, op
            if one.owner is Person.YOU and isinstance(other.owner, w.It):
                return one.noun, _TURNED[op]
    return None


def any_one(term: Any) -> bool:
    """Whether any one of a kind is meant, the same for all: `cells of the same colour`."""
    return isinstance(term, Chosen) and term.quantity == "same"


def terms_of(op: str, args: Sequence[Any]) -> list[Any]:
    """What a sum of sums adds up, all of it."""
    return [one for arg in args for one in (terms_of(op, arg.args) if is_arith(arg, op) else [arg])]


def is_arith(term: Any, op: str) -> bool:
    return isinstance(term, w.Arith) and term.op == op


def is_given(term: Any) -> bool:
    """Whether a value is named outright: a figure, one of a kind's words, or several of these."""
    if isinstance(term, w.Joined):
        return bool(term.parts) and all(is_given(part) for part in term.parts)
    return isinstance(term, w.Number) or (isinstance(term, w.Group) and term.noun.kind == "member")


def made_of(np: Any) -> Noun | None:
    """The piece that a set is made of, wherever it is named in it."""
    return next((n.noun for n in walk(np) if isinstance(n, w.Group) and n.noun.kind == "piece"), None)


def parted_choice(act: Act) -> tuple[Act, Noun, list[Cond]] | None:
    """An act whose chosen thing has conditions: the act without them, the thing's noun, and the conditions."""
    for part in fields(act):
        chosen = getattr(act, part.name)
        if not isinstance(chosen, Chosen) or chosen.quantity != "one":
            continue
        source = chosen.source
        such = [f for f in source.filters if isinstance(f, w.Such)] if isinstance(source, (w.Group, Phrase)) else []
        tests = [*(f.test for f in such), *chosen.where]
        its = [node.noun for node in walk(tuple(tests)) if isinstance(node, w.It)]
        if len(tests) > 1 and its:
            if such and isinstance(source, (w.Group, Phrase)):
                source = replace(source, filters=tuple(f for f in source.filters if f not in such))
            bare = replace(chosen, source=source, where=())
            changed: dict[str, Any] = {part.name: bare}
            return replace(act, **changed), its[0], tests
    return None


def unrepeated(posts: Sequence[str], lead: str) -> list[str]:
    """Relative clauses in a row that open alike open once."""
    made: list[str] = []
    for post in posts:
        again = bool(made) and post.startswith(lead) and posts[len(made) - 1].startswith(lead)
        made.append(post.removeprefix(lead) if again else post)
    return made


def paragraphs(sentences: Sequence[str]) -> list[str]:
    """Short sentences in a row stand together."""
    made: list[str] = []
    for text in sentences:
        if made and words_in(made[-1]) + words_in(text) <= LONG + 4:
            made[-1] += " " + text
        else:
            made.append(text)
    return made


def alike(one: Sequence[str], two: Sequence[str]) -> int:
    """How many items two texts begin with alike."""
    pairs = enumerate(zip(one, two, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(two)))


def words_in(text: str) -> int:
    return len(text.split())


def is_person(noun: Noun) -> bool:
    return noun.kind == "side" or noun == Noun("basic", "player")


def join(*parts: str) -> str:
    return " ".join(part for part in parts if part)
