"""The one door to the wording: sentences, prompts, conditions and nouns of a program in a language.

    say = Wording(program, "fr")
    say.body(action.body)      lines for a sheet
    say.prompt(choose)         "choisissez une case vide"
    say.condition(expr)        "il vous reste un pion dans votre réserve"

Everything that prints, asks or explains goes through here, so that the sheet, the terminal and the answers to an
illegal move use the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeGuard

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import mapped, put_in
from rulewright.docgen.wording.constants import constant
from rulewright.docgen.wording.english import English
from rulewright.docgen.wording.frames import Form, Line, is_person
from rulewright.docgen.wording.french import French
from rulewright.docgen.wording.lexicon import Catalogue, Lexicon, catalogues_beside, spoken
from rulewright.docgen.wording.plan import Noun, Person
from rulewright.docgen.wording.planner import Planner
from rulewright.docgen.wording.realise import Realiser
from rulewright.docgen.wording.recognise import told_noun
from rulewright.docgen.wording.reshape import negated
from rulewright.docgen.wording.scope import Later, Scope, walk
from rulewright.docgen.wording.telling import gathered
from rulewright.dsl.program import (
    Action,
    Call,
    Choose,
    Clause,
    Const,
    Design,
    Expr,
    Function,
    Local,
    Modifier,
    Program,
    Rank,
    Secret,
    Stmt,
    Unit,
    Var,
    Winner,
    Words,
    WorthLine,
)
from rulewright.dsl.source import Span
from rulewright.dsl.types import T

GLOSSARY_WORDS = 30
HARD = ("shift", "ray", "grow", "opposite", "position", "width", "height")
Names: TypeAlias = Mapping[Var, w.Np]
Given: TypeAlias = Mapping[int, Expr]  # what the parameters around a decision stand for, by number
LANGUAGES: dict[str, type[Realiser]] = {"en": English, "fr": French}


@dataclass(slots=True)
class Said:
    """Lines and the places in the rules that they say; those of a named step also by its name."""

    lines: list[Line] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    steps: dict[str, list[Span]] = field(default_factory=dict)

    def places(self, line: Line) -> list[Span]:
        """The places that one of the lines says: a step's own, or whatever no step says."""
        if line.key is not None and line.key in self.steps:
            return self.steps[line.key]
        inside = {id(span) for spans in self.steps.values() for span in spans}
        return [span for span in self.spans if id(span) not in inside]


class Wording:
    """A program in one language."""

    def __init__(
        self, program: Program, lang: str, catalogues: Iterable[Catalogue] | None = None, *, aid: bool = False
    ) -> None:
        found = catalogues_beside(program, lang) if catalogues is None else catalogues
        self.program = program
        self.lang = lang
        self.lexicon = Lexicon(program, lang, found)
        self.say = LANGUAGES[lang](self.lexicon)
        self.say.is_aid = aid
        self.planner = Planner(
            program,
            worded=lambda function: self.lexicon.reads(function) is not None,
            named=lambda action: self.lexicon.entry("named", action.words.name) is not None,
            at=lambda zone: self.lexicon.entry("at", zone.words.name) is not None,
        )

    # ---- sheets

    def body(self, body: Sequence[Stmt], *, names: dict[int, w.Np] | None = None) -> Said:
        """A block of statements as lines."""
        scope = Scope()
        scope.names.update(names or {})
        acts = self.planner.acts(body, scope)
        return Said(self.say.lines(acts), scope.spans, calls_of(acts), scope.steps)

    def setup(self) -> Said:
        """The setup: it begins with every memory as it was declared, so that its cases are decided."""
        fresh = {name: memory for name, memory in self.program.memories.items() if memory.type.t is T.TRUTH}
        known = {name: bool(m.start is not None and m.start.value) for name, m in fresh.items() if is_plain(m.start)}
        scope = Scope(known=known)
        acts = self.planner.acts(self.program.setup, scope)
        return Said(self.say.lines(acts), scope.spans, calls_of(acts), scope.steps)

    def action(self, action: Action) -> Said:
        """An action by itself: its parameters are spoken of as things already known."""
        names: dict[int, w.Np] = {}
        for _, var in action.params:
            noun = self.planner.type_noun(var.type)
            many = var.type.is_set or var.type.is_list
            names[var.id] = w.That(noun, many=True) if many else w.Group(noun, single=True)
        return self.body(action.body, names=names)

    def deed(self, body: Sequence[Stmt]) -> str | None:
        """What is done, as one names it: `payer 1 pièce pour tirer un jeton`; None where it is more than a clause."""
        said = self.say.plain(self.planner.acts(body, Scope()), Form.INF)
        return self.say.finish(said) if said else None

    def order(self, action: Action) -> str:
        """The sentence that tells somebody to do an action that is told nothing: `Shake the bag.`"""
        call = w.CallAct(action, (), None if action.params else self.planner.told_piece(action))
        return self.say.sentence(self.say.vp(call, Form.IMP) or "") if not action.params else ""

    def says_no_more(self, order: str, text: str) -> bool:
        """Whether a sentence says no more than an order does: to gain or take what the order speaks of."""
        heads = self.lexicon.heads()
        said = " ".join(heads.get(word, word) for word in re.findall(r"\w+", text.lower()))
        return bool(order) and bool(_stems(order)) and _stems(said) - _GIVING <= _stems(order.lower())

    def clause(self, clause: Clause) -> Said:
        """A trigger, modifier or standing rule as lines."""
        scope = Scope()
        plan = self.planner.clause(clause, scope)
        return Said(self.say.clause(plan), scope.spans, calls_of(plan))

    def clauses(self, clauses: Sequence[Clause]) -> Said:
        """Several clauses of one rule, what they say alike said once."""
        scope = Scope()
        plans = self.planner.clauses(clauses, scope)
        return Said([line for plan in plans for line in self.say.clause(plan)], scope.spans, calls_of(tuple(plans)))

    def score(self, line: WorthLine) -> Said:
        """One line of a score."""
        scope = Scope()
        return Said([Line(self.say.score(self.planner.score(line, scope)))], scope.spans)

    def winner(self, winner: Winner) -> Said:
        """Who wins, and how ties are broken."""
        scope = Scope()
        return Said(self.say.winner(self.planner.winner(winner, scope)), scope.spans)

    # ---- play

    def prompt(self, stmt: Choose | Secret, given: Given | None = None) -> str:
        """What a player is asked, as an order without a full stop: `choose an empty cell`."""
        scope = self._scope(True, None, stmt, given)
        acts = self.planner.STMT[type(stmt)](self.planner, stmt, (), scope)
        chosen = next(act for act in acts if isinstance(act, w.ChooseAct))
        if isinstance(stmt, Secret):
            # A rule says it of everybody, a question of whoever is asked.
            chosen = mapped(chosen, lambda part: Person.YOU if part is Person.THEY else None)
        return self.say.prompt(chosen)

    def condition(self, expr: Expr, *, you: bool = True, names: Names | None = None, given: Given | None = None) -> str:
        """A truth as a clause; `you` false speaks of another player. `given` is what parameters stand for."""
        return self.say.finish(self.say.cond(self.planner.cond(expr, self._scope(you, names, expr, given))))

    def contrary(self, expr: Expr, *, you: bool = True, names: Names | None = None, given: Given | None = None) -> str:
        """The opposite of a truth, for answers to why a move is not allowed."""
        return self.say.finish(self.say.cond(negated(self.planner.cond(expr, self._scope(you, names, expr, given)))))

    def refusal(self, expr: Expr, *, you: bool = True, names: Names | None = None, given: Given | None = None) -> str:
        """Why a move is not allowed: the condition that failed, as a sentence."""
        return self.say.sentence(self.label("refused", why=self.contrary(expr, you=you, names=names, given=given)))

    def scored(self, score: Words, amount: int, unit: Unit) -> str:
        """What a score gave, for an explanation: `Lakes: 6 coins`."""
        said = self.say.amount(w.Units(w.Number(amount), w.unit_noun(unit)))
        return self.say.finish(self.label("scored", name=self.name(score, "score"), amount=said))

    def term(self, expr: Expr, *, you: bool = True, names: Names | None = None, given: Given | None = None) -> str:
        """A value or set as a phrase."""
        return self.say.finish(self.say.the(self.planner.term(expr, self._scope(you, names, expr, given))))

    def rank(self, rank: Rank) -> str:
        return self.say.finish(self.say.the(self.planner.term(rank.value, Scope(Person.THEY))))

    def _scope(self, you: bool, names: Names | None, about: object = None, given: Given | None = None) -> Scope:
        scope = Scope(Person.YOU if you else Person.THEY)
        scope.names.update(self._areas(about))
        for var, np in (names or {}).items():
            scope.names[var.id] = np
        for number, expr in (given or {}).items():
            scope.names[number] = Later(expr, scope)
        return scope

    def _areas(self, node: object) -> dict[int, w.Np]:
        """Whatever cells an action was told, spoken of as cells: who is asked sees which they are."""
        found = [part for part in walk(node) if isinstance(part, Local) and part.type.is_set]
        return {part.var.id: w.Group(Noun("cell", "")) for part in found if part.type.elem.t is T.CELL}

    # ---- words

    def noun(self, noun: Noun, number: int = 1) -> str:
        """A noun that agrees with a number."""
        forms = self.lexicon.noun(noun)
        singular = abs(number) < 2 if self.lang == "fr" else number == 1
        return forms.one if singular else forms.many

    def figure(self, name: str) -> str | None:
        """The thing on the table that shows what is remembered, or holds what lies in a row, as a catalogue says."""
        entry = self.lexicon.entry("noun", name)
        return str(entry["figure"]) if isinstance(entry, Mapping) and "figure" in entry else None

    def field(self, noun: Noun) -> str:
        """The heading of a field: in the plural where it counts things."""
        return self.title_of(self.noun(noun, 2 if self.say.is_several(noun) else 1))

    def name(self, words: Words, kind: str = "") -> str:
        """A heading: the name with a capital."""
        name = self.lexicon.name(words, kind).replace("'", "’")
        return name[:1].upper() + name[1:]

    def design(self, design: Design) -> str:
        """What a card or tile is called: by its own name, else by what it is, with its number or values."""
        component = self.program.components[design.component]
        name = self.lexicon.name(design.words, "design")
        if design.has_own_name or name != spoken(design.words.name) or self.lexicon.is_authors(design.words):
            return name
        forms = self.lexicon.noun(Noun("component", component.name))
        rest = design.words.name.removeprefix(component.name).strip("_")
        if rest.isdigit() or not rest:
            return f"{forms.one} {rest}".strip()
        told = [
            self.noun(Noun("member", self.program.kinds[field.type.base].members[value], field.type.base))
            if field.type.t is T.MEMBER
            else str(value)
            for field in component.fields.values()
            if field.type.t in (T.MEMBER, T.NUMBER) and (value := design.values.get(field.name)) is not None
        ]
        return f"{forms.one} ({', '.join(told)})" if told else name

    def explained(self, function: Function) -> str | None:
        """The phrase of a definition, as a heading; None where it has none."""
        return self._headed(function, Scope()) if self.lexicon.reads(function) is not None else None

    def title_of(self, text: str) -> str:
        """A text as a heading, in sentence case."""
        text = self.say.finish(text)
        return text[:1].upper() + text[1:]

    def title(self) -> str:
        return self.lexicon.title(self.program).replace("'", "’")

    def label(self, key: str, **values: object) -> str:
        """A fixed label or sentence of the sheets."""
        text = self.lexicon.entry("label", key)
        return self.title_of(str(text if text is not None else key).format(**values))

    def said_value(self, text: str) -> str:
        """The value of an option, as it was given."""
        return self.say.yes_no(text == "yes") if text in ("yes", "no") else text.replace("_", " ")

    def constant(self, expr: Expr) -> int | None:
        """The value of a number that the game fixes."""
        return constant(expr, self.program)

    def bundle(self, value: object) -> str:
        """An amount that a design fixes: `2 coins and 1 berry`."""
        return self.say.finish(self.say.the(self.planner.bundle_const(value)))

    def definition(self, function: Function) -> tuple[str, str] | None:
        """A phrase and what it means; None where one plain sentence cannot say it. What may be true is so `if …`."""
        reads = self.lexicon.reads(function)
        if reads is None or reads.plain or function.body is None or function.lets or function.is_number:
            return None
        if self.planner.is_settled(function):
            return None
        if function.type.t is T.NUMBER and any(var.type.is_set for var in function.params):
            return None
        scope = Scope()
        title = self._headed(function, scope)
        if function.type.t is T.TRUTH:
            plan: object = self.planner.cond(function.body, scope)
            text = self.say.cond(plan)  # type: ignore[arg-type]
        else:
            plan = (
                gathered(self.planner.term(function.body, scope))
                if function.type.is_set
                else self.planner.term(function.body, scope)
            )
            text = self.say.meaning(plan)
        seats = self.say.by_seat(plan) if isinstance(plan, w.Choice) else None
        if seats is not None:
            text = seats
        elif (whole := self.all_groups(plan)) is not None:
            plan, text = whole, self.say.meaning(whole)
        elif isinstance(plan, (w.Number, w.Derived, w.Count)) or is_hard_to_say(parts_of(plan, function)):
            return None
        told = text
        if function.type.t is T.TRUTH and function.params:
            # `That hex is next to …`: what it is said of is no part of the meaning.
            told = text.removeprefix(self.say.the(scope.names[function.params[0].id]))
        is_truth = function.type.t is T.TRUTH
        text = self.say.sentence(self.say.provided(plan) if is_truth else text)
        if len(text.split()) > GLOSSARY_WORDS or says_the_same(title, told) or is_held(plan):
            return None
        return title, text[:1].lower() + text[1:] if is_truth else text

    def cases(self, function: Function) -> list[str]:
        """Of what is true in several cases, one of which is more than one condition, each case as a sentence.

        In one sentence nobody could tell which condition belongs to which.
        """
        plan = self.planner.cond(function.body, Scope()) if function.body is not None else None
        if not isinstance(plan, w.Combined) or plan.word != "or":
            return []
        if not any(isinstance(part, w.Combined) and part.word == "and" for part in plan.parts):
            return []
        return [self.say.sentence(self.say.cond(part)) for part in plan.parts]

    def _headed(self, function: Function, scope: Scope) -> str:
        """The phrase of a definition as a heading; its parameters are bound as things to be spoken of."""
        args: list[tuple[str, Any]] = []
        for var in function.params:
            noun = told_noun(function.words.name, var, self.planner.type_noun(var.type))
            many = var.type.is_set or var.type.is_list
            if many and function.type.t is T.TRUTH and var.type.elem.t is T.CELL:
                noun, many = Noun("basic", "group"), False
            args.append((var.name, w.Group(noun) if many else w.Chosen(w.Group(noun))))
            scope.names[var.id] = w.Group(noun) if many else w.That(noun)
        phrase = w.Phrase(function, tuple(args), single=not (function.type.is_set or function.type.is_list))
        said = self.say.cond(w.Stated(phrase)) if function.type.t is T.TRUTH else self.say.meaning(phrase)
        return self.title_of(said if function.type.t is T.TRUTH else _YOURS.sub("", said))

    def spoken_of(self) -> set[str]:
        """The definitions that the texts so far speak of, and those that explain them in words of their own."""
        by_name = {function.words.name: function for function in self.program.functions.values()}
        found: set[str] = set()
        waiting = sorted(self.say.spoken)
        while waiting:
            name = waiting.pop()
            function = by_name.get(name)
            if name in found or function is None:
                continue
            found.add(name)
            before = set(self.say.spoken)
            if self.definition(function) is not None:
                waiting.extend(sorted(self.say.spoken - before))
            reads = self.lexicon.reads(function)
            inside = [node.function for node in walk(function.body) if isinstance(node, Call)]
            for other in inside:
                phrase = self.lexicon.reads(other)
                if reads is not None and phrase is not None and _stems(phrase.text) & _stems(reads.text):
                    waiting.append(other.words.name)
        return found

    def all_groups(self, plan: object) -> w.Derived | None:
        """All groups of each of a kind, as groups of any one of it; None for anything else."""
        match plan:
            case w.Gathered(word="union" | "list", value=w.Phrase(function=one, args=((_, w.It(noun=noun)),))) if (
                one.body
            ):
                scope = Scope()
                known = w.That(noun)
                scope.names[one.params[0].id] = known
                made = self.planner.term(one.body, scope)
                if isinstance(made, w.Derived) and made.word == "groups":
                    same: w.Derived = put_in(made, known, w.Chosen(w.Group(noun), "same"))
                    return same
        return None

    @property
    def missing(self) -> set[tuple[str, str]]:
        """What the catalogues lack, as (table, key), among what was asked so far."""
        return self.lexicon.missing


# A heading of a thing that is everybody's says nothing of whose it is.
_YOURS = re.compile(r"^(?:your|votre|vos) ")
_POINTER = re.compile(r"(?<=[ ’'])(?:an?|that|this|une?|ce|cet|cette) ")


def says_the_same(title: str, text: str) -> bool:
    """Whether a meaning only repeats the words of the phrase it should explain."""
    title, text = (
        _POINTER.sub("", f" {one.lower().rstrip('.')}".replace("d’un", "de un").replace("une autre de", "une de"))
        for one in (title, text)
    )
    return title in text or text in title or (_stems(text) <= _stems(title) and bool(_stems(text)))


def _stems(text: str) -> set[str]:
    """The words that carry a meaning, in whichever form."""
    return {word[:4] for word in re.findall(r"[^\W\d_]{3,}", text)} - _EMPTY_WORDS


# The beginnings of verbs by which somebody comes to have something.
_GIVING = frozenset(("gain", "take", "rece", "gagn", "pren", "reço", "rece"))
# The beginnings of words that say nothing of their own.
_EMPTY_WORDS = frozenset(
    [
        *("that", "this", "thos", "with", "most", "than", "your", "thei", "whos", "othe", "ther", "play", "then"),
        *("such", "numb", "cett", "cell", "celu", "dont", "pour", "plus", "joue", "votr", "leur", "aucu", "ensu"),
        *("nomb", "ceux", "the", "and", "are", "you", "its", "has", "for", "who", "one", "les", "des", "que", "qui"),
        *("une", "est", "son", "ses", "ces", "par", "sur", "not", "égal", "equa"),
    ]
)


def is_plain(start: Expr | None) -> TypeGuard[Const | None]:
    """Whether a first value is written as such, or is the usual one."""
    return start is None or isinstance(start, Const)


def is_shown(node: object) -> TypeGuard[w.Compared]:
    """Whether a condition is that a cell shows something at all."""
    match node:
        case w.Compared(left=w.Attribute(noun=Noun(kind="cellfield")), op="is_not", right=w.Nothing()):
            return True
        case _:
            return False


def is_hard_to_say(plan: object) -> bool:
    """Whether a definition is no plain talk; that a cell shows something at all is."""
    plain = [id(node.right) for node in walk(plan) if is_shown(node)]
    return any(is_hard(node) for node in walk(plan) if id(node) not in plain)


def is_hard(node: object) -> bool:
    """Whether a part of a definition is no plain talk: a case, a step of geometry, a direction that depends."""
    if isinstance(node, w.Phrase):
        return any(isinstance(arg, w.Phrase) and arg.function.type.t is T.DIRECTION for _, arg in node.args)
    if isinstance(node, w.Gathered) and node.word == "sum" and is_everyone(node.source):
        return False
    return isinstance(node, (w.Choice, w.Gathered, w.Nothing)) or getattr(node, "word", "") in HARD


def parts_of(plan: object, function: Function) -> tuple[object, ...]:
    """What a meaning is made of: two numbers, of which a condition says which, are still plain talk."""
    if isinstance(plan, w.Choice) and function.type.t is T.NUMBER:
        return plan.test, plan.then, plan.otherwise
    return (plan,)


def is_held(plan: object) -> bool:
    """Whether a meaning is only that somebody holds a title: the rules that give and take it say so."""
    match plan:
        case w.Compared(left=w.Group(noun=Noun(kind="memory")), op="is", right=w.Someone() | w.Nothing()):
            return True
        case _:
            return False


def is_everyone(np: object) -> bool:
    """Whether a set is all players."""
    return isinstance(np, w.Group) and is_person(np.noun) and np.owner is None and not np.filters


def calls_of(plan: object) -> list[Action]:
    """The actions that a plan calls by name, in order."""
    found: dict[str, Action] = {}
    for node in walk(plan):
        if isinstance(node, w.CallAct):
            found.setdefault(node.action.words.name, node.action)
    return list(found.values())


def modifiers_of(program: Program) -> list[Modifier]:
    """Every modifier once, in the order written."""
    found: dict[tuple[str, int, int], Modifier] = {}
    for function in [*program.functions.values(), *program.numbers.values()]:
        for modifier in function.modifiers:
            found.setdefault(modifier.span.key, modifier)
    return [found[key] for key in sorted(found)]
