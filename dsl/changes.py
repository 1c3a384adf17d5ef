"""Who changed what, and what to say when two changes disagree or one finds nothing to change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.extend import Refused
from rulewright.dsl.places import word_span
from rulewright.dsl.ruleset import TABLES, THINGS, Key, Removal
from rulewright.dsl.source import Span
from rulewright.dsl.walk import same

WHOLE = ""  # the aspect of a change to the thing as such
_DOES = {
    "set": "sets",
    "replace": "replaces",
    "in_place_of": "replaces",
    "replace_step": "replaces a step of",
    "remove": "removes",
    "without": "leaves out",
    "extend": "extends",
    "drop_row": "removes a row of",
    "row_replaced": "replaces a row of",
    "add": "adds to",
}
_TO_DO = {"in_place_of": "replace", "replace_step": "change"}


class Verdict(Enum):
    """May a change be made, was it made already by another, or does it contradict another?"""

    FREE = "free"
    AGREED = "agreed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Who:
    """The module that changes something, and all those it knows: what it is of, what it requires, and so on.

    `partners` are those together with which it does so.
    """

    module: str
    known: frozenset[str]
    partners: tuple[str, ...] = ()

    def knows(self, module: str) -> bool:
        return module in self.known or module.startswith("library ")


@dataclass(frozen=True, slots=True)
class Change:
    """The record of a change; `aspect` is the part of the thing that can have one value only."""

    who: Who
    span: Span
    kind: str
    aspect: str = WHOLE
    node: object = None

    def overrules(self, old: Change) -> bool:
        """Does it stand in the place of an older change that its module knows?"""
        is_value = old.kind != "extend" or bool(old.aspect)
        return old.aspect == self.aspect and is_value and self.who.knows(old.who.module)

    def repeats(self, old: Change) -> bool:
        """Is it the very extension that another module made?"""
        both = old.kind == self.kind == "extend" and old.aspect == self.aspect
        return both and old.who.module != self.who.module and same(old.node, self.node)


class Complaints:
    """Tells of changes that cannot be made. `declared_by` says which module declares a name, linked or not."""

    def __init__(self, report: Report, declared_by: Mapping[str, str]) -> None:
        self.report = report
        self.declared_by = declared_by
        self.removals: list[tuple[Removal, Change]] = []

    def removed(self, key: Key, change: Change) -> None:
        """Remember that a name is gone, and through which change."""
        kind = "in_place_of" if change.kind == "in_place_of" else "remove"
        removal = Removal(key[0], key[1], change.who.module, change.span, kind)
        self.removals.append((removal, change))

    def conflict(self, new: Change, old: Change, name: str, why: str | None = None) -> None:
        one, other = new.who.module, old.who.module
        if one == other:
            message, help_ = f"`{one}` changes `{name}` twice", "keep one of the two"
        else:
            message = f"`{one}` and `{other}` disagree about `{name}`"
            help_ = "leave one of them out, or let one say `requires` of the other, which gives it the last word"
        self.report.error(
            Code.CONFLICTING_PATCHES,
            word_span(new.span, name),
            message + (f": {why}" if why else ""),
            label=f"`{one}` {_DOES[new.kind]} it here",
            also=[(word_span(old.span, name), f"`{other}` {_DOES[old.kind]} it here")],
            help=help_,
        )

    def missing(self, code: Code, key: Key, change: Change, known: Iterable[str]) -> None:
        """There is nothing of that name: because somebody took it away, or comes later, or by a slip of the pen."""
        namespace, name = key
        for removal, old in self.removals:
            if removal.name == name and (removal.namespace == namespace or change.kind == "remove"):
                self._gone(code, removal, old, change)
                return
        later = self.declared_by.get(name)
        help_ = "name something the game declares: `rulewright list GAME` lists every name"
        if later is not None and later != change.who.module and not change.who.knows(later):
            known, help_ = (), f"`{later}` declares it: say `requires {later}` in the header"
        what = f"`{namespace} {name}`" if namespace not in (THINGS, TABLES) else f"`{name}`"
        to_do = _TO_DO.get(change.kind, change.kind)
        self.report.unknown(code, change.span, f"there is no {what} to {to_do}", name, known, otherwise=help_)

    def other_kind(self, code: Code, key: Key, change: Change, kinds: Sequence[str]) -> None:
        """There is something of that name, but of another kind than the one before it says."""
        kind, name = key
        help_ = f"`{name}` is of the kind " + " and ".join(f"`{x}`" for x in sorted(set(kinds)))
        if change.kind == "remove":
            help_ = "write " + " or ".join(f"`remove {x} {name}`" for x in sorted(set(kinds)))
        message = f"there is no `{kind}` called `{name}`"
        self.report.unknown(code, change.span, message, kind, kinds, otherwise=help_)

    def _gone(self, code: Code, removal: Removal, old: Change, change: Change) -> None:
        name = removal.name
        if old.kind == change.kind and change.node is not None and same(old.node, change.node):
            return
        if not change.who.knows(removal.module):
            self.conflict(change, old, name)
            return
        self.report.error(
            code,
            word_span(change.span, name),
            f"`{name}` is no longer there",
            also=[(word_span(removal.span, name), f"`{removal.module}` {_DOES[old.kind]} it here")],
        )

    def refused(self, decl: n.Thing, changes: Sequence[Change], new: Change, refused: Refused, name: str) -> None:
        """An extension does not fit: because somebody else replaced the thing, or by a slip of the pen."""
        for old in changes:
            if old.aspect == WHOLE and old.kind == "replace" and not new.who.knows(old.who.module):
                self.conflict(new, old, decl.name, refused.message)
                return
        known = ", ".join(f"`{word}`" for word in refused.known)
        where = f" in `{decl.name}`" if refused.code in (Code.UNKNOWN_STEP, Code.AMBIGUOUS_NAME) else ""
        self.report.unknown(
            refused.code,
            new.span,
            refused.message + where,
            name,
            refused.known,
            otherwise=f"there are {known}" if known else None,
            also=refused.also or ((decl.span, "declared here"),),
        )
