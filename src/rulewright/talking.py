"""What a game says to its players: prompts, options, refusals, rules and results, in words shared with the sheets.

    talk = Talk(state, "fr")
    talk.prompt(state.pending[0])                  # "choisissez une case vide"
    talk.why(state.why_not("build [0,0]"))         # the condition that failed, its rule, its file and line
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.frames import Line
from rulewright.docgen.wording.lexicon import AUTHOR
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import LANGUAGES, Wording
from rulewright.dsl import program as p
from rulewright.dsl.plurals import plural
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span, printable
from rulewright.dsl.types import TRUTH, T
from rulewright.interpreter.arguments import expect
from rulewright.interpreter.state import Pending, State
from rulewright.interpreter.whynot import Reason, WhyNot
from rulewright.phrases import phrase

if TYPE_CHECKING:
    from rulewright.interpreter.options import Option, Options

_CHOSEN = -1  # the number of a name that no rule has
_TRUTHS = (Reason.CONDITION, Reason.NEEDS)
_OF_A_SET = (Reason.NOT_AMONG, Reason.EXCLUDED, Reason.NOT_PREFERRED)
_COUNTED = re.compile(r"(?<![\w#,\[])(\d+) ([^\W\d]\w*)")
_TOLD = re.compile("⟦([^⟧]*)⟧")
_NAME = re.compile(r"(?<![\w#])[^\W\d]\w*")


class Talk:
    """Words about one game, with its expansions and its number of players, in one language."""

    def __init__(self, state: State, lang: str = AUTHOR) -> None:
        program = expect(state, State, "a state of the game").machine.program
        if lang not in LANGUAGES:
            raise ValueError(f"there are no words in {lang!r}; there are {', '.join(LANGUAGES)}")
        self.say = Wording(program, lang)
        # Moves that chose one of several ways, by what the log has for them.
        self.ways: dict[str, str] = {}

    def __call__(self, key: str, **values: object) -> str:
        return phrase(self.say.lang, key, **values)

    # ---- decisions

    def prompt(self, pending: Pending) -> str:
        """What is asked, as an order without a full stop."""
        stmt = pending.node
        if isinstance(stmt, p.Choose | p.Secret):
            said = self.say.prompt(stmt, pending.decision.given)
            if said:
                return said[:1].lower() + said[1:]
        kind = pending.decision.type
        if isinstance(kind, tuple) and kind and kind[0] in ("mix", "amount"):
            said = self._body((stmt,)) if isinstance(stmt, p.Transfer) else ""
            return said[:1].lower() + said[1:].rstrip(".") or self("amount")
        return self(kind if kind in ("branch", "item", "effect", "usual") else "yes")

    def option(self, option: Option) -> str:
        """An option as it is typed, and what it means where that says more."""
        if option.is_decline:
            return f"{option.answer}   {self('decline')}"
        meaning = self._meaning(option)
        if not meaning and self.say.lang != AUTHOR:
            told = self.answer(option.answer)
            meaning = told if told != option.answer else ""
        return printable(f"{option.answer}   {meaning}" if meaning else option.answer)

    def _meaning(self, option: Option) -> str:
        decision = option.decision
        match decision.type:
            case "branch":
                return self._body(decision.stmt.branches[option.value])
            case "item":
                item = decision.stmt.items[option.value[0]]
                return "" if isinstance(item, p.ForEach) else self._body(item.body)
            case "effect":
                return self._body(decision.stmt[option.value][0].body)
            case "usual":
                return self._body(decision.stmt[0][0].body) if option.value >= 0 else self("decline")
            case None:
                return self._body(getattr(decision.stmt, "body", ()))
        type_ = decision.type
        if getattr(type_, "t", None) is T.THING and not getattr(type_, "is_set", False):
            name = option.answer.partition("#")[0]
            component = self.say.program.components[type_.base]
            design = next((d for d in component.designs if d.words.name == name), None)
            said = self.say.title_of(self.say.design(design)) if design is not None else ""
            return said if said.replace(" ", "_").casefold() != name else ""
        return ""

    def _body(self, body: Sequence[p.Stmt]) -> str:
        """The first sentence of a stretch of rules."""
        text = next(_sentences(self.say.body(body).lines), "")
        return text if len(text) < 120 else text[:118] + "…"

    # ---- rules

    def rule(self, pending: Pending) -> list[str]:
        """The rule in which a decision stands: its name, its sentences, its place."""
        lines: list[str] = []
        for name in reversed(pending.actions):
            action = next((a for a in self.say.program.actions.values() if a.words.name == name), None)
            said = self._sentences_of(action) if action is not None else []
            if said and action is not None:
                lines.append(self("rule", name=self.say.name(action.words, "action")))
                lines += [f"  {text}" for text in said]
                break
        if pending.span is not None:
            lines.append(f"  ({pending.span})")
        return [printable(line) for line in lines]

    def _sentences_of(self, action: p.Action) -> list[str]:
        return list(_sentences(self.say.action(action).lines))

    def fired(self, line: str) -> str:
        """A rule that fired, by its printed name, with its place."""
        return re.sub(r"(?<![^ ])(\w+)(?=, \S+:\d+:\d+)", lambda found: self._fired(found[1]), line)

    def _fired(self, name: str) -> str:
        """A rule, a definition by its phrase, or a statement, which is no more than its verb."""
        heading = self._heading(name)
        if self.say.lang == AUTHOR or heading != name.replace("_", " "):
            return heading
        program = self.say.program
        function = next((one for one in program.functions.values() if one.words.name == name), None)
        said = self.say.explained(function) if function is not None else None
        if said:
            return said
        if name in program.numbers:
            return self.say.title_of(self.say.noun(Noun("number", name)))
        return self._verb(heading)

    def move(self, text: str) -> str:
        """A move as the log has it, told in the language of the game; in the author's language it is plain as it is."""
        if self.say.lang == AUTHOR:
            return text
        who, colon, what = text.rpartition(": ") if ": " in text else ("", "", text)
        verb, _, rest = what.partition(" ")
        told = self("move.nothing") if rest == "-" else self.ways.get(text) or self.answer(rest)
        said = f"{self._word(verb)} – {told}" if told else self._word(verb)
        return self.say.say.finish(f"{who} : {said}" if colon else said)

    def learn(self, option: Option) -> None:
        """Of several ways the log has but a word: what it stands for is told wherever the move is."""
        if option.decision.type == "branch" and not option.is_decline:
            told = self.say.deed(option.decision.stmt.branches[option.value])
            if told:
                self.ways[option.text] = told

    def answer(self, text: str) -> str:
        """What was answered, each name as it is printed."""
        lacking = re.sub(r"_no_(?=\w)", " no ", text)
        counted = _COUNTED.sub(lambda found: self._counted(int(found[1]), found[2]), lacking)
        told = _TOLD.split(counted)
        # What was counted is said already.
        said = [part if at % 2 else _NAME.sub(lambda found: self._word(found[0]), part) for at, part in enumerate(told)]
        return self.say.say.finish("".join(said))

    def _counted(self, number: int, name: str) -> str:
        """`2 gold` as it is printed; whatever is no counter stays as it is."""
        found = next((unit.words for unit in self.say.program.units.values() if name in _forms(unit.words)), None)
        return f"{number} {name}" if found is None else f"⟦{number} {self.say.noun(Noun('unit', found.name), number)}⟧"

    def _word(self, name: str) -> str:
        """A word of the log as it is printed."""
        program = self.say.program
        if name in program.units:
            return self.say.noun(Noun("unit", name))
        kind = next((home for home, kind in program.kinds.items() if name in kind.members), None)
        if kind is not None:
            return self.say.noun(Noun("member", name, kind))
        if name in ("using", "no"):
            return self(f"move.{name}")
        if name in program.rules:
            return f"« {self._heading(name)} »"
        if any(name in component.fields for component in program.components.values()):
            return self.say.noun(Noun("field", name))
        heading = self._heading(name)
        return heading if heading != name else self._verb(name)

    def _verb(self, name: str) -> str:
        verb = self.say.lexicon.entry("verb", name)
        return self.say.lexicon.verb(name).base if verb is not None else name

    def _heading(self, name: str) -> str:
        program = self.say.program
        told = [
            *(("action", action.words) for action in program.actions.values()),
            *(("rule", rule.words) for rule in program.rules.values()),
            *(("step", step.words) for step in program.steps.values()),
        ]
        found = next(((kind, words) for kind, words in told if words.name == name), None)
        if found is not None:
            return self.say.name(found[1], found[0])
        designs = (design for component in program.components.values() for design in component.designs)
        design = next((design for design in designs if design.words.name == name), None)
        return self.say.title_of(self.say.design(design)) if design is not None else name.replace("_", " ")

    def why(self, why: WhyNot | None, asked: str | None = None) -> list[str]:
        """Why a move is not allowed: the condition, the rule, its place. `asked` is the move as it was typed."""
        if why is None:
            return [self("legal")]
        lines = [self._reason(why, why.text if asked is None else asked)]
        if why.near:
            lines.append(self("nearest", names=", ".join(why.near)))
        if why.words is not None:
            lines.append(f"  {self('why.rule', name=self.say.name(why.words))} {_place(why.span)}".rstrip())
        elif why.span is not None:
            lines.append(f"  {_place(why.span)}")
        return [printable(line) for line in lines]

    def _reason(self, why: WhyNot, asked: str) -> str:
        """What stands against the move, as a sentence."""
        kind = why.reason.value
        if why.expr is None:
            return self(f"why.{kind}_it" if why.reason in _OF_A_SET else f"why.{kind}", text=asked)
        names = self._names(why.expr, why)
        if why.reason in _TRUTHS:
            return self.say.refusal(why.expr, names=names, given=why.given)
        if why.reason is Reason.NOT_PREFERRED:
            return self("why.not_preferred", condition=self.say.condition(why.expr, names=names, given=why.given))
        if why.reason in _OF_A_SET:
            told = self._membership(why.expr, why)
            if told:
                return self("why.is", text=asked, told=told)
            return self(f"why.{kind}", text=asked, set=self.say.term(why.expr, names=names, given=why.given))
        return self(f"why.{kind}", text=asked)

    def _membership(self, expr: p.Expr, why: WhyNot) -> str:
        """Of a cell or thing, what it is or is not that keeps it out: `that cell is not empty`."""
        elem = expr.type.elem
        if not (expr.type.is_set or expr.type.is_list) or elem.t not in (T.CELL, T.THING):
            return ""
        chosen = p.Var("chosen", elem, _CHOSEN)
        test = p.Apply(p.Prim.IN, (p.Local(chosen, elem, expr.span), expr), TRUTH, expr.span)
        names = self._names(expr, why)
        named = why.chosen if any(np.called for np in names.values()) and why.chosen is not None else ""
        names[chosen] = w.That(self.say.planner.type_noun(elem), called=named)
        say = self.say.condition if why.reason is Reason.EXCLUDED else self.say.contrary
        return say(test, names=names, given=why.given)

    def _names(self, expr: p.Expr, why: WhyNot) -> dict[p.Var, w.That]:
        """The chosen things that a condition speaks of; a cell by its name where another could be meant too."""
        found = {node.var for node in walk(expr) if isinstance(node, p.Local)}
        known = why.known if len({*why.known.values(), why.chosen or ""} - {""}) > 1 else {}
        return {
            var: w.That(
                self.say.planner.type_noun(var.type),
                many=var.type.is_set or var.type.is_list,
                called=known.get(var.id, ""),
            )
            for var in found
        }

    # ---- results

    def result(self, state: State) -> list[str]:
        """Who has won, and what every point comes from."""
        lines = [self("over")]
        names = [state.names[k] for k in state.winners]
        if not names:
            lines.append(self("nobody"))
        else:
            joined = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {self('and')} {names[-1]}"
            lines.append(self("wins" if len(names) == 1 else "win", names=joined))
        return [*lines, *self.scores(state)]

    def scores(self, state: State) -> list[str]:
        """Every line of every score that gave something."""
        lines: list[str] = []
        explained: list[Any] = list(state.scores(explain=True))
        for seat, name in enumerate(state.names):
            said = [
                self.say.scored(line.words, line.amount, line.line.unit)
                for line in explained
                if line.player == seat and line.amount
            ]
            if said:
                lines.append(self("pair", name=name, told=self.say.say.finish("; ".join(said))))
        return lines


def _sentences(lines: Iterable[Line]) -> Iterator[str]:
    for line in lines:
        text = f"{line.label}: {line.text}" if line.label and line.text else line.text or line.label or ""
        if text:
            yield text
        for inner in _sentences(line.items):
            yield f"- {inner}"


def _forms(words: p.Words) -> tuple[str, str]:
    """A counter's name, of one and of several."""
    return words.name, words.plural or plural(words.name)


def _place(span: Span | None) -> str:
    return f"({span})" if span is not None else ""


def is_cells(options: Options) -> bool:
    """Whether the options are cells of one board, to be marked there rather than listed."""
    return getattr(options.decision.type, "t", None) is T.CELL
