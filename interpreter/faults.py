"""When rules in play ask too much: what, where in the rules, and the way out.

Whatever generated code raises becomes a RulesError here. The place is read off the code itself, which names the rule
and line above each stretch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import ParamSpec, TypeVar

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.clock import CLOCK, TooLong
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.source import Span
from rulewright.interpreter.generate.module import Generated
from rulewright.interpreter.generate.support.running import MAX_FRAMES, MAX_ROUNDS
from rulewright.interpreter.runtime import Budget, ForcedChance

_COMMENT = re.compile(r"\s*# (.+), (.+:\d+:\d+)\s*$")
_DEEP = "a definition that needs itself again and again"
_ROUND = "let one of them look at something that it does not set off itself, or say `once per …`"

P = ParamSpec("P")
R = TypeVar("R")


def fault(
    error: Exception, generated: Generated, when: str = "", block: Callable[..., object] | None = None
) -> Exception:
    """What an error in generated code means to whoever wrote the rules; `block` would have been run next."""
    if isinstance(error, RulesError | ForcedChance):
        return error
    code, message, help_ = _story(error, generated)
    name, span = _place(error.__traceback__, generated)
    if not name and block is not None:
        name, span = _first_place(block.__code__.co_firstlineno, generated)
    if not name and isinstance(error, Budget) and error.chain and error.code is not Code.ALWAYS_MAY_LOOP:
        span = generated.routines[_period(error.chain)[0]].words.span
    where = [f"in `{name}`"] if name else []
    report = Report()
    report.error(code, span, f"{message} ({', '.join([*where, *([when] if when else [])])})", help=help_)
    return RulesError(report)


def guarded(generated: Generated, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Does something with generated code under the clock; what it raises is told as a problem of the rules."""
    mine = CLOCK.begin()
    try:
        return work(*args, **kwargs)
    except Exception as error:
        raise fault(error, generated) from error
    finally:
        if mine:
            CLOCK.end()


def _story(error: Exception, generated: Generated) -> tuple[Code, str, str | None]:
    match error:
        case Budget(chain=()):
            return error.code, str(error), error.help
        case Budget(code=Code.ALWAYS_MAY_LOOP):
            rules = [generated.always[k].words for k in error.chain]
            names = " and ".join(f"`{words.name}` ({words.span})" for words in rules)
            verb = "never settle" if len(rules) > 1 else "never settles"
            story = f"after {MAX_ROUNDS} rounds the `always` rules still change something: {names} {verb}"
            return Code.ALWAYS_MAY_LOOP, story, "let each rule stop changing things once it has done its work"
        case Budget():
            return _chain(error, generated)
        case TooLong():
            help_ = "ask for less at once: fewer parts in one choice, smaller numbers, fewer loops inside each other"
            return Code.BUDGET_STEPS, f"{error} with hardly a decision", help_
        case RecursionError():
            return Code.BUDGET_RECURSION, _DEEP, "let it end in a case that does not need itself"
        case MemoryError():
            return Code.BUDGET_COLLECTION, "more than fits into memory", "ask for less at once"
        case _:
            story = f"the machine made from these rules failed: {type(error).__name__}: {error}"
            return Code.INTERNAL_ERROR, story, "this is a fault of Rulewright: please report it with the rules"


def _chain(error: Budget, generated: Generated) -> tuple[Code, str, str | None]:
    """What sets off what, once round."""
    once = _period(error.chain)
    around = [generated.routines[k] for k in once]
    names = " -> ".join(f"`{x.words.name}` ({x.words.span})" for x in [*around, around[0]])
    if any(x.is_clause for x in around):
        return Code.BUDGET_TRIGGERS, f"rules that set each other off more than {MAX_FRAMES} times: {names}", _ROUND
    story = f"an action that comes back to itself more than {MAX_FRAMES} deep: {names}"
    return Code.BUDGET_RECURSION, story, "let it stop with `needs …` or `if …`, or go round with `repeat` instead"


def _period(chain: Sequence[int]) -> Sequence[int]:
    """The shortest part that the end of a chain repeats."""
    for size in range(1, len(chain) // 2 + 1):
        if chain[-size:] == chain[-2 * size : -size]:
            first = min(range(size), key=lambda k: chain[-size + k])
            part = list(chain[-size:])
            return part[first:] + part[:first]
    return list(dict.fromkeys(chain))


def _place(traceback: TracebackType | None, generated: Generated) -> tuple[str, Span | None]:
    """The innermost rule whose code was running."""
    lines = generated.source.splitlines()
    for name, number in reversed(list(_lines(traceback, f"<{generated.program.name}>"))):
        for line in reversed(lines[:number]):
            if (found := _COMMENT.match(line)) is not None:
                return found[1], _spans(generated.program).get(found[2])
            if line.startswith(f"def {name}("):
                break
    return "", None


def _first_place(number: int, generated: Generated) -> tuple[str, Span | None]:
    """The first rule that a block of code carries out."""
    for line in generated.source.splitlines()[number:]:
        if (found := _COMMENT.match(line)) is not None:
            return found[1], _spans(generated.program).get(found[2])
        if line.startswith("def "):
            break
    return "", None


def _lines(traceback: TracebackType | None, file: str) -> Iterator[tuple[str, int]]:
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            yield _outer(traceback.tb_frame.f_code.co_qualname), traceback.tb_lineno
        traceback = traceback.tb_next


def _outer(name: str) -> str:
    return name.split(".", 1)[0]


def _spans(program: p.Program) -> dict[str, Span]:
    """Every place of the rules that code is written for, by its text."""
    nodes = [*every_node(program), *program.scores.values(), *program.functions.values(), *program.rules.values()]
    nodes += [*program.actions.values(), *(x for c in program.components.values() for x in c.designs)]
    spans = (getattr(x, "span", None) or getattr(getattr(x, "words", None), "span", None) for x in nodes)
    return {str(span): span for span in spans if span is not None}
