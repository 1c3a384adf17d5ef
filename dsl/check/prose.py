"""What authors write in words must fit what they say in rules: the placeholders of `reads` phrases."""

from __future__ import annotations

import re

from rulewright.dsl import nodes as n
from rulewright.dsl.check.expressions import Expressions
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def check_prose(decl: n.Decl, e: Expressions) -> None:
    """Reports placeholders that name nothing."""
    if not isinstance(decl, n.DefineDecl):
        return
    params = [param.name for param in decl.params]
    for text in decl.texts:
        if text.kind != "reads":
            continue
        found = {match[1]: match for match in _PLACEHOLDER.finditer(text.span.text)}
        for name, match in found.items():
            if name not in params and not e.symbols.find(name):
                start = text.span.start
                _unknown(Span(text.span.file, start + match.start(1), start + match.end(1)), name, params, e)


def _unknown(span: Span, name: str, params: list[str], e: Expressions) -> None:
    known = " or ".join(f"`{{{param}}}`" for param in params)
    e.unknown_name(
        Code.UNKNOWN_PLACEHOLDER,
        span,
        f"`{{{name}}}` stands for nothing",
        name,
        [*params, *e.symbols.names()],
        f"write {known}" if known else "this definition has no parameters: write plain words",
    )
