"""What declarations say of each other by name: counts as, refilled from. A slip is told here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.expressions import Expressions
from rulewright.dsl.codes import Code
from rulewright.dsl.parts import names_of
from rulewright.dsl.plurals import plural
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.source import Span


class _Mention(NamedTuple):
    """A name somewhere in a declaration, the phrase it stands in, and what it could be."""

    phrase: str
    name: str
    span: Span
    what: str
    known: Iterable[str]


def check_references(ruleset: Ruleset, e: Expressions, steps: Iterable[str]) -> None:
    """Reports mentions of what is not there."""
    _check_shown(ruleset, e, steps)
    for linked in ruleset.things:
        if isinstance(linked.decl, n.ZoneDecl):
            _check_feeders(linked.decl, e)
        for mention in _mentions(linked.decl, e):
            if mention.name not in mention.known:
                _report(mention, e)


def _check_feeders(decl: n.ZoneDecl, e: Expressions) -> None:
    """A zone is refilled from others that hold the same."""
    zones = e.program.zones
    own = zones.get(decl.name)
    for prop in decl.props if own is not None else ():
        for feeder in (zones[name] for name in prop.names if prop.kind == "refilled" and name in zones):
            if feeder is own:
                message, help_ = f"`{decl.name}` cannot be refilled from itself", "name the pile that is shuffled in"
            elif own is not None and e.root(feeder.component) != e.root(own.component):
                message = f"`{feeder.words.name}` holds {_things(feeder, e)}, `{decl.name}` {_things(own, e)}"
                help_ = "name a pile of the same component"
            else:
                continue
            e.report.error(Code.WRONG_TYPE, prop.span, message, help=help_)


def _things(zone: p.Zone, e: Expressions) -> str:
    return e.program.components[zone.component].words.plural or plural(zone.component)


def _check_shown(ruleset: Ruleset, e: Expressions, steps: Iterable[str]) -> None:
    """What examples show: anything declared, a step, or one of the parts every game has."""
    known = {name for linked in ruleset.things for name in names_of(linked.decl)} | {*e.symbols.names(), *steps}
    known |= {"setup", "play", "winner"}
    for example, _ in ruleset.examples:
        for name in example.shows if not _is_of_more(example) else ():
            if name not in known and ruleset.removal(name) is None:
                message = f"the example shows `{name}`, but nothing is called so"
                e.unknown_name(Code.UNKNOWN_NAME, _after(example.span, " shows "), message, name, known)


def _is_of_more(example: n.ExampleDecl) -> bool:
    """Whether an example is of the game with something added, whose names are not known here."""
    return any(isinstance(line, n.Given) and line.kind == "with" for line in example.lines)


def _mentions(decl: n.Decl, e: Expressions) -> Iterator[_Mention]:
    program = e.program
    match decl:
        case n.PieceDecl() if decl.counts_as is not None:
            yield _Mention("counts as", decl.counts_as, _after(decl.span, "counts as"), "piece", program.pieces)
        case n.ComponentDecl() if decl.counts_as is not None:
            span = _after(decl.span, "counts as")
            yield _Mention("counts as", decl.counts_as, span, "component", program.components)
        case n.ZoneDecl():
            for prop in decl.props:
                for name in prop.names if prop.kind == "refilled" else ():
                    yield _Mention("refilled from", name, prop.span, "zone", program.zones)


def _after(span: Span, words: str) -> Span:
    """The rest of a declaration after some words in it."""
    at = span.text.find(words)
    return Span(span.file, span.start + at + len(words), span.end) if at >= 0 else span


def _report(mention: _Mention, e: Expressions) -> None:
    message = f"`{mention.phrase} {mention.name}`: there is no {mention.what} called `{mention.name}`"
    help_ = f"declare a {mention.what} of that name, or name one that there is"
    e.unknown_name(Code.UNKNOWN_NAME, mention.span, message, mention.name, mention.known, help_)
