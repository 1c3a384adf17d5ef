"""The words of a declaration: name, phrases, sources, marks and where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p


def texts_in(stmts: Iterable[n.Stmt]) -> tuple[n.Text, ...]:
    """The lines of text among statements."""
    return tuple(x.text for x in stmts if isinstance(x, n.TextStmt))


def words_of(decl: Any, module: str, noun: n.Noun | None = None, texts: Iterable[n.Text] = ()) -> p.Words:
    """The words of a declaration node; `noun` where it has a plural and gender of its own."""
    source: n.Source | None = getattr(decl, "source", None)
    named = {text.kind: text.text for text in (*getattr(decl, "texts", ()), *texts)}
    return p.Words(
        noun.name if noun else decl.name,
        noun.plural if noun else None,
        noun.gender if noun else None,
        named.get("called"),
        named.get("reads"),
        named.get("summary"),
        named.get("note"),
        source.refs if source else (),
        source.marks if source else (),
        module,
        decl.span,
    )
