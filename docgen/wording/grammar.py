"""What a language must know how to say: the grammar that its module fills in."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.frames import Form, Frame, Line
from rulewright.docgen.wording.lexicon import Lexicon, NounForms, Reads
from rulewright.docgen.wording.plan import Cond, Noun, Np, Person, Phrase


class Grammar(ABC):
    """The grammar of one language: what it must say, and the tables of how it says each kind of plan.

    `spoken` are the definitions whose phrases were used so far.
    `laid_in_order` are the zones of which a sentence has told in which order things lie there.
    `is_aid` words an aid to memory instead of a sheet: in French, orders in the infinitive.
    """

    MOST = 33
    LAID_OUT: re.Pattern[str]

    PLACE_WORDS: tuple[str, ...] = ()

    CLAUSE_WORDS: tuple[str, ...] = ()

    def __init__(self, lexicon: Lexicon) -> None:
        self.lex = lexicon
        self.is_aid = False
        self.spoken: set[str] = set()
        self.laid_in_order: set[str] = set()

    @abstractmethod
    def all_true(self, of: str) -> str: ...

    # ---- abstract: the grammar of a language

    @abstractmethod
    def cond(self, cond: Cond) -> str: ...
    @abstractmethod
    def thing(self, thing: Any) -> str: ...

    @abstractmethod
    def inflected(self, text: str, form: Form) -> str: ...

    @abstractmethod
    def dealt(self, things: str, rest: str, single: Sequence[str], one_left: bool) -> tuple[str, str]: ...

    @abstractmethod
    def limit(self, act: w.LimitAct) -> str: ...

    @abstractmethod
    def one_has(self, has: str) -> str: ...

    @abstractmethod
    def in_state(self, frame: Frame, state: Noun) -> Frame: ...

    @abstractmethod
    def whom(self, person: Person) -> str: ...

    @abstractmethod
    def empty(self, place: str, empty: bool, *, plural: bool) -> str: ...

    @abstractmethod
    def group(self, np: w.Group) -> Frame: ...

    @abstractmethod
    def other(self, np: Np) -> Frame: ...

    @abstractmethod
    def cells_of(self, noun: Noun) -> NounForms: ...

    @abstractmethod
    def either_cells(self, parts: Sequence[w.Group]) -> Frame: ...

    @abstractmethod
    def unworded(self, np: Phrase, forms: NounForms) -> Frame: ...

    @abstractmethod
    def wrapped(self, template: str, np: Phrase) -> Frame | None: ...

    @abstractmethod
    def parsed(self, text: str, np: Phrase, forms: NounForms, reads: Reads) -> Frame: ...

    @abstractmethod
    def split_det(self, one: str, many: str) -> tuple[str, str, str]: ...

    @abstractmethod
    def possessives(self, template: str, args: dict[str, Any], np: Phrase) -> str: ...

    @abstractmethod
    def filter_text(self, filter_: w.Filter | w.Such, frame: Frame) -> str: ...

    @abstractmethod
    def chain(self, posts: Sequence[str]) -> str: ...

    @abstractmethod
    def said(self, frame: Frame) -> str: ...

    @abstractmethod
    def one(self, np: Any) -> str: ...

    @abstractmethod
    def each(self, np: Any) -> str: ...

    @abstractmethod
    def in_this_order(self) -> str: ...

    @abstractmethod
    def provided(self, cond: Any) -> str: ...

    @abstractmethod
    def any(self, np: Any) -> str: ...

    @abstractmethod
    def counted(self, number: Any, np: Any) -> str: ...

    @abstractmethod
    def number_of(self, np: Any) -> str: ...

    @abstractmethod
    def person(self, person: Person) -> str: ...

    @abstractmethod
    def series(self, texts: Sequence[str], word: str) -> str: ...

    @abstractmethod
    def clauses(self, texts: Sequence[str], word: str) -> str: ...

    @abstractmethod
    def lies(self, zone: w.Group) -> str: ...

    @abstractmethod
    def as_moment(self, name: str) -> str | None: ...

    @abstractmethod
    def either_word(self, text: str) -> str: ...

    @abstractmethod
    def held(self, unit: Noun, owner: Any) -> str: ...

    @abstractmethod
    def arith(self, op: str, texts: Sequence[str], args: Sequence[Any]) -> str: ...

    @abstractmethod
    def gathered(self, value: w.Gathered) -> str: ...

    @abstractmethod
    def on_own(self, covered: str, thing: Noun) -> str: ...

    @abstractmethod
    def yes_no(self, value: bool) -> str: ...

    @abstractmethod
    def span(self, low: str, high: str) -> str: ...

    @abstractmethod
    def amount(self, amount: Any) -> str: ...

    @abstractmethod
    def denied(self, clause: str) -> str: ...

    @abstractmethod
    def always_or_never(self, value: bool) -> str: ...

    @abstractmethod
    def for_every(self, cond: w.Quantified) -> str: ...

    @abstractmethod
    def exists(self, cond: w.Exists) -> str: ...

    @abstractmethod
    def then(self, texts: Sequence[str]) -> str: ...

    @abstractmethod
    def sentence(self, text: str) -> str: ...

    @abstractmethod
    def colon(self, text: str) -> str: ...

    @abstractmethod
    def lower(self, text: str) -> str: ...

    @abstractmethod
    def clause(self, plan: w.ClausePlan) -> list[Line]: ...

    @abstractmethod
    def score(self, plan: w.ScorePlan) -> str: ...

    @abstractmethod
    def winner(self, plan: w.WinnerPlan) -> list[Line]: ...

    @abstractmethod
    def prompt(self, act: w.ChooseAct) -> str: ...

    @abstractmethod
    def finish(self, text: str) -> str: ...

    COND: dict[type, Callable[[Any, Any], str]] = {}  # noqa: RUF012 - each language has its own

    VP: dict[type, Callable[[Any, Any, Form], str | None]] = {}  # noqa: RUF012

    LINES: dict[type, Callable[[Any, Any], list[Line]]] = {}  # noqa: RUF012

    CLAUSE: dict[type, Callable[[Any, Any], list[Line]]] = {}  # noqa: RUF012
