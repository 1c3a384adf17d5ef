"""What the code of a choice is told by: its place, the names it uses, the work it shares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import children, walk
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.expressions import Env, mentions


def about(expr: Any, var: p.Var, others: Sequence[p.Var]) -> list[p.Expr]:
    """The largest parts of a condition that take work and depend on one variable of a choice alone."""
    own = {id(x.var) for x in walk(expr) if isinstance(x, p.Fold)}
    if isinstance(expr, p.Call | p.Fold) and mentions(expr, var):
        used = {x.var for x in walk(expr) if isinstance(x, p.Local)}
        bound = {id(x.var) for x in walk(expr) if isinstance(x, p.Fold)}
        if not any(other in used for other in others) and all(id(x) in bound or id(x) not in own for x in used):
            return [expr]
    if isinstance(expr, p.Fold):
        return []
    return [found for child in children(expr) for found in about(child, var, others)]


def told(ctx: Ctx, stmt: Any) -> str:
    """Where a decision stands, above the code that has its answer."""
    span = getattr(stmt, "span", None)
    return f"{ctx.actions[-1]}, {span}" if ctx.actions and span is not None else ""


def plain_names(env: Env) -> list[str]:
    """The Python names that the sources of an environment use."""
    texts = [env.you or "", env.this or "", *env.names.values()]
    return sorted({name for text in texts for name in re.findall(r"(?<![\w⟪])(you|thing|x\d+|q|item)(?![\w⟫])", text)})


Permission = tuple[p.Modifier, int]
