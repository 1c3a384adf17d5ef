"""The words of a declaration: name, phrases, sources, marks and where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p


def words_of(decl: Any, module: str, noun: n.Noun | None = None) -> p.Words:
    """The words of a declaration node; `noun` where it has a plural and gender of its own."""
    source: n.Source | None = getattr(decl, "source", None)
    texts: Iterable[n.Text] = getattr(decl, "texts", ())
    named = {text.kind: text.text for text in texts}
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
