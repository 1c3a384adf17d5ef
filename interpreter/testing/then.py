"""`then`: what must hold. A claim that does not is a failure with what was expected and what is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.dsl.suggest import nearest
from rulewright.dsl.types import T, Type
from rulewright.dsl.walk import walk
from rulewright.interpreter.testing.answers import Answers, items_of
from rulewright.interpreter.testing.copies import Claim, claimed, holds
from rulewright.interpreter.testing.moves import Head, Performance
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Scene
from rulewright.interpreter.testing.scoring import SAID, Scoring, score_of


@dataclass(frozen=True, slots=True)
class Failure:
    """A claim that does not hold."""

    node: n.Then
    message: str
    notes: tuple[str, ...] = ()


def asks_about_options(then: n.Then) -> bool:
    """Whether a claim is about what can be done next, so that a decision may stay open."""
    return then.kind in ("can", "cannot") or (then.fact is not None and _is_options(then.fact))


def _is_options(fact: n.Expr) -> bool:
    return any(isinstance(node, n.Name) and node.name == "options" for node in walk(fact))


class Judge:
    """Judges the claims of one example."""

    def __init__(self, scene: Scene, performance: Performance) -> None:
        self.scene = scene
        self.performance = performance

    @property
    def S(self) -> list[Any]:
        return self.performance.S

    def judge(self, then: n.Then, head: Head | None) -> Failure | None:
        """None if the claim holds."""
        if then.kind in ("can", "cannot") and head is not None and then.who is not None:
            return self._possible(then, then.who, head)
        if then.kind in ("happened", "not_happened"):
            return self._happened(then)
        assert then.fact is not None
        match then.fact:
            case n.Compare(op="in" | "not_in", right=n.Name(name="options")) as fact:
                return self._among_options(then, fact)
            case n.Compare(op="is", left=n.Name(name="options")) as fact:
                return self._options(then, fact)
            case n.Compare(left=n.Count(source=n.Name(name="options")) as count) as fact:
                number = n.Num(self._number_of_options(), count.span)
                return self._comparison(then, n.Compare(fact.op, number, fact.right, fact.span))
            case n.Compare(op="is" | "is_not", left=n.Name(name=action), right=n.Name(name="over")) as fact if (
                action in self.scene.stage.compiled.statements.actions
            ):
                return self._over(then, action, fact.op == "is")
            case n.Compare() as fact if (asked := score_of(fact.left)) is not None:
                found = Scoring(self.scene, self.S).judge(fact, asked)
                return None if found is None else Failure(then, *found)
            case n.Compare() as fact:
                return self._comparison(then, fact)
            case fact:
                if holds(self.scene, claimed(self.scene.names, fact), self.S, fact):
                    return None
                return Failure(then, f"`{fact.span.text}` does not hold")

    # ---- what can be done

    def _possible(self, then: n.Then, who: str, head: Head) -> Failure | None:
        explains = bool(then.names)
        refusal = self.performance.can(self.scene.player(who, then.span), head, then.span, explains=explains)
        if refusal is not None and then.names:
            return self._because(then, then.names[0], refusal)
        if (refusal is None) is (then.kind == "can"):
            return None
        if refusal is None:
            return Failure(then, f"{who} can do this, but should not")
        return Failure(then, f"{who} cannot do this: {refusal}", tuple(x for x in [refusal.diagnostic.help] if x))

    def _because(self, then: n.Then, rule: str, refusal: Refusal) -> Failure | None:
        """`you cannot build [4,7] because of far_away`: the condition that fails stands in that rule."""
        self._known(then, rule, rule_names(self.scene.stage.program), "there is no rule, action or definition called")
        why = refusal.why
        if why is not None and rule in why.path:
            return None
        if why is None or not why.path:
            return Failure(then, f"this is refused, but not because of `{rule}`: {refusal}")
        place = f" at {why.span}" if why.span is not None else ""
        message = f"this is refused because of `{why.path[-1]}`, not of `{rule}`"
        return Failure(then, message, (f"what fails is in {' / '.join(why.path)}", f"{why.summary}{place}"))

    def _known(self, then: n.Then, name: str, names: Collection[str], message: str) -> None:
        if name not in names:
            close = nearest(name, names)
            help_ = f"did you mean `{close[0]}`?" if close else None
            raise Refusal(Code.UNKNOWN_NAME, then.span, f"{message} `{name}`", help=help_)

    def _happened(self, then: n.Then) -> Failure | None:
        """`bonus happened`, `bonus did not happen`: an action, a step, a rule that waits or a thing was carried out."""
        name = then.names[0]
        self._known(then, name, event_names(self.scene.stage.program), "nothing that could happen is called")
        if (name in self.performance.ran) is (then.kind == "happened"):
            return None
        ran = f"what happened: {', '.join(self.performance.ran) or 'nothing'}"
        return Failure(then, f"`{name}` {'did not happen' if then.kind == 'happened' else 'happened'}", (ran,))

    def _among_options(self, then: n.Then, fact: n.Compare) -> Failure | None:
        """`a is in options`: this one at least, or not this one."""
        decision = self.performance.decision
        if decision is None:
            return Failure(then, "nothing is asked here, so there are no options")
        reader, depth = Answers(self.scene, self.S), self.performance.depth
        who = self.performance.asked(0)
        values = self.performance.parts(who)
        wrong = [
            item.span.text
            for item in items_of(n.Answer("value", (fact.left,), fact.left.span))
            for is_meant in [reader.meant(n.Answer("value", (item,), item.span), decision, depth, who)]
            if any(map(is_meant, values)) is not (fact.op == "in")
        ]
        if not wrong:
            return None
        spoken = [reader.say(decision, value, depth) for value in values if value is not None]
        said = "is no option" if fact.op == "in" else "is an option"
        return Failure(then, f"{', '.join(wrong)} {said}", (f"the options are {', '.join(dict.fromkeys(spoken))}",))

    def _options(self, then: n.Then, fact: n.Compare) -> Failure | None:
        """`options is a, b`: exactly these."""
        decision = self.performance.decision
        if decision is None:
            return Failure(then, "nothing is asked here, so there are no options")
        who = self.performance.asked(0)
        reader = Answers(self.scene, self.S)
        values = self.performance.parts(who)
        wanted = items_of(n.Answer("value", (fact.right,), fact.right.span))
        if isinstance(fact.right, n.Name) and fact.right.name in ("none", "nothing"):
            wanted = []
        unmet, met = [], set()
        for item in wanted:
            kind = "decline" if item.span.text == "-" else "value"
            answer = n.Answer(kind, (item,), item.span)
            is_meant = reader.meant(answer, decision, self.performance.depth, who)
            fitting = {k for k, v in enumerate(values) if is_meant(v)}
            if not fitting:
                unmet.append(item)
            met |= fitting
        extra = [v for k, v in enumerate(values) if k not in met and v is not None]
        if not unmet and not extra:
            return None
        spoken = [reader.say(decision, v, self.performance.depth) for v in values if v is not None]
        notes = [f"expected {fact.right.span.text}", f"the options are {', '.join(dict.fromkeys(spoken)) or 'none'}"]
        return Failure(then, "the options are others", tuple(notes))

    def _number_of_options(self) -> int:
        if self.performance.decision is None:
            return 0
        return sum(value is not None for value in self.performance.parts(self.performance.asked(0)))

    def _over(self, then: n.Then, action: str, wanted: bool) -> Failure | None:
        decision = self.performance.decision
        over = decision is None or action not in decision.actions
        if over is wanted:
            return None
        return Failure(then, f"`{action}` is {'' if over else 'not '}over")

    # ---- values

    def _comparison(self, then: n.Then, fact: n.Compare) -> Failure | None:
        if fact.op in ("is", "is_not") and isinstance(fact.right, n.Listed | n.Name):
            left = self.scene.names.try_check(fact.left)
            items = fact.right.items if isinstance(fact.right, n.Listed) else (fact.right,)
            if left is not None and self._are_named(left.type, items):
                return self._things(then, fact, left, items)
        claim = claimed(self.scene.names, fact)
        if holds(self.scene, claim, self.S, fact):
            return None
        return Failure(then, f"`{fact.span.text}` does not hold", self._sides(claim, fact))

    def _are_named(self, type_: Type, items: Sequence[n.Expr]) -> bool:
        """Whether several things are held against names of designs."""
        if type_.elem.t is not T.THING or not (type_.is_set or type_.is_list):
            return False
        components = self.scene.stage.program.components
        root = components[type_.elem.base].root
        known = {d.words.name for c in components.values() if c.root == root for d in c.designs} | {"none"}
        names = {item.name for item in items if isinstance(item, n.Name)}
        return names <= known and (len(items) > 1 or names != {"none"})

    def _things(self, then: n.Then, fact: n.Compare, left: p.Expr, items: Sequence[n.Expr]) -> Failure | None:
        """`row is (a, b, none)`: things by their names, in order where they have one."""
        value = self._places(left)
        if Answers(self.scene, self.S).are_things(items, left.type, value) is (fact.op == "is"):
            return None
        actual = self.scene.say(value, left.type, self.S)
        expected = f"expected {SAID[fact.op]}{fact.right.span.text}"
        return Failure(then, f"`{fact.span.text}` does not hold", (expected, f"but it is {actual}"))

    def _places(self, left: p.Expr) -> Any:
        """What lies in a zone, with its empty slots; any other things as they are."""
        if not isinstance(left, p.Read) or left.store is not p.Store.ZONE:
            return self.scene.value(left, self.S)
        key = 0 if left.key is None else int(self.scene.value(left.key, self.S))
        return self.S[self.scene.stage.layout.slots[f"zone:{left.name}"].base + key]

    def _sides(self, claim: Claim, fact: n.Compare) -> tuple[str, ...]:
        """Both sides of a comparison, as values."""
        expr, case = claim.expr, next(claim.cases(self.scene, self.S))
        while isinstance(expr, p.Apply) and expr.prim is p.Prim.NOT:
            expr = expr.args[0]
        if not isinstance(expr, p.Apply) or len(expr.args) != 2:
            return ()
        left, right = expr.args
        if fact.op in ("at_least", "more"):
            left, right = right, left
        return (f"expected {SAID[fact.op]}{self._shown(right, case)}", f"but it is {self._shown(left, case)}")

    def _shown(self, expr: p.Expr, case: dict[int, int]) -> str:
        if isinstance(expr, p.Const) and expr.name is not None:
            return expr.name
        if expr.type.t in (T.DESIGN, T.NONE):
            return expr.span.text
        return self.scene.say(self.scene.value(expr, self.S, variables=case), expr.type, self.S)


def rule_names(program: p.Program) -> set[str]:
    """What a move can be refused because of."""
    found = {action.words.name for action in program.actions.values()} | set(program.rules)
    found |= {function.words.name for function in program.functions.values()}
    return found | {design.words.name for c in program.components.values() for design in c.designs}


def event_names(program: p.Program) -> set[str]:
    """What can happen: actions, steps, rules and things that do something."""
    found = {action.words.name for action in program.actions.values()} | set(program.steps)
    found |= {
        name for name, rule in program.rules.items() if any(isinstance(clause, p.Trigger) for clause in rule.clauses)
    }
    designs = [design for component in program.components.values() for design in component.designs]
    return found | {d.words.name for d in designs if d.body or any(isinstance(x, p.Trigger) for x in d.clauses)}
