"""Who is to blame where a text that was sound is no longer: the module that declares what it speaks of anew.

An error in a game's text that only a variant or an expansion brings about is told at both places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rulewright.dsl.diagnostics import Diagnostic, Label, Report
from rulewright.dsl.parts import names_of
from rulewright.dsl.places import word_span
from rulewright.dsl.plurals import singulars
from rulewright.dsl.ruleset import Linked, Ruleset
from rulewright.dsl.source import Span

_NAME = re.compile(r"[^\W\d]\w*")


def blame(ruleset: Ruleset, report: Report) -> None:
    """Adds to each error the places of what later modules declare under a name that stands in its line."""
    rank = {info.path: k for k, info in enumerate(ruleset.modules)}
    report.change(lambda found: _with_places(found, ruleset, rank) if _is_errors(found) else found)


def _is_errors(found: Diagnostic) -> bool:
    return found.severity.rank == 0 and len(found.labels) == 1


def _with_places(found: Diagnostic, ruleset: Ruleset, rank: dict[str, int]) -> Diagnostic:
    assert found.span is not None
    own = rank.get(found.span.file.path)
    if own is None:
        return found
    line = found.span.file.text[slice(*_line(found.span))]
    said = {name for word in _NAME.findall(line) for name in (word, *singulars(word))}
    labels = dict.fromkeys(
        Label(word_span(linked.decl.span, name), f"`{name}` is declared here")
        for linked, name in _declared(ruleset, said)
        if rank.get(linked.decl.span.file.path, own) > own
    )
    return replace(found, labels=(*found.labels, *labels)) if labels else found


def _line(span: Span) -> tuple[int, int]:
    text = span.file.text
    end = text.find("\n", span.start)
    return text.rfind("\n", 0, span.start) + 1, end if end >= 0 else len(text)


def _declared(ruleset: Ruleset, said: set[str]) -> Iterator[tuple[Linked, str]]:
    for linked in ruleset.things:
        yield from ((linked, name) for name in names_of(linked.decl) if name in said)


__all__ = ["blame"]
