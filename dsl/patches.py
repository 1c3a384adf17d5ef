"""The declarations in force while modules are linked one after the other, and what each kind of change does to them.

Whoever changes a thing leaves a record on it. Two modules of which neither knows the other (by `of` or `requires`)
may set, replace or remove the same thing only if they say the same; one that knows the other has the last word. An
extension is a record too: when a module that does not know of it replaces the thing, it is carried out again on the
replacement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.extend import Placed, Refused, aspects, extended
from rulewright.dsl.places import word_span
from rulewright.dsl.rows import named_rows, without_rows
from rulewright.dsl.ruleset import TABLES, THINGS, Key, Linked, Patch, Removal, keys_of
from rulewright.dsl.source import Span
from rulewright.dsl.steps import replace_step, steps_in
from rulewright.dsl.suggest import nearest
from rulewright.dsl.trees import same

_WHOLE = ""
_SPOKEN = {
    "set": "sets",
    "replace": "replaces",
    "in_place_of": "replaces",
    "replace_step": "replaces a step of",
    "remove": "removes",
    "without": "leaves out",
    "extend": "extends",
}


@dataclass(frozen=True, slots=True)
class Who:
    """The module that changes something, and all those it knows: what it is of, what it requires, and so on."""

    module: str
    known: frozenset[str]

    def knows(self, module: str) -> bool:
        return module in self.known or module.startswith("library ")


@dataclass(frozen=True, slots=True)
class Change:
    """The record of a change; `aspect` is the part of the thing that can have one value only."""

    who: Who
    span: Span
    kind: str
    aspect: str
    node: object


@dataclass(slots=True)
class Entry:
    decl: n.Thing
    module: str
    patches: list[Patch] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    placed: Placed = field(default_factory=dict)

    def linked(self) -> Linked:
        return Linked(self.decl, self.module, tuple(self.patches))

    def mark(self, who: Who, span: Span, kind: str) -> None:
        patch = Patch(who.module, span, kind)
        if patch not in self.patches:
            self.patches.append(patch)


class Table:
    """What is in force so far. `declared_by` says which module declares a name, for those not linked yet."""

    def __init__(self, report: Report, declared_by: Mapping[str, str]) -> None:
        self.report = report
        self.declared_by = declared_by
        self.entries: list[Entry] = []
        self.removed: list[Removal] = []
        self._removers: list[tuple[Removal, Who, object]] = []

    # ---- looking up

    def named(self, key: Key) -> list[Entry]:
        return [entry for entry in self.entries if key in keys_of(entry.decl)]

    def find(self, key: Key) -> Entry | None:
        return next(iter(self.named(key)), None)

    def names(self, namespace: str) -> Iterator[str]:
        return (name for entry in self.entries for space, name in keys_of(entry.decl) if space == namespace)

    # ---- adding

    def add(self, decl: n.Thing, who: Who) -> None:
        """A bare declaration. The same one twice, from two modules, agrees."""
        if isinstance(decl, n.TableDecl):
            decl = self._new_rows(decl)
        elif not (isinstance(decl, n.SetupDecl) and decl.label is None):
            for key in keys_of(decl):
                old = self.find(key)
                if old is not None and self._twice(old, decl, key, who):
                    return
        self.entries.append(Entry(decl, who.module))

    def _twice(self, old: Entry, decl: n.Thing, key: Key, who: Who) -> bool:
        if old.module != who.module and same(old.decl, decl) and not old.module.startswith("library "):
            old.mark(who, decl.span, "agree")
            return True
        library = old.module.startswith("library ")
        code = Code.RESERVED_LIBRARY_NAME if library else Code.DUPLICATE_NAME
        where = "a word of the library" if library else "declared twice"
        self.report.error(
            code,
            word_span(decl.span, key[1]),
            f"`{key[1]}` is {where}",
            also=[(word_span(old.decl.span, key[1]), "first declared here")],
            help="give one of them another name, or write `replace` before the second to put it in its place"
            if old.module != who.module
            else "give one of them another name",
        )
        return True

    def _new_rows(self, table: n.TableDecl) -> n.TableDecl:
        known: dict[str, Span] = {}
        for entry in self.named((TABLES, table.name)):
            assert isinstance(entry.decl, n.TableDecl)
            known.update((name, row.span) for name, row in named_rows(entry.decl))
        for name, row in named_rows(table):
            if name in known:
                self.report.error(
                    Code.DUPLICATE_NAME,
                    word_span(row.span, name),
                    f"the table of `{table.name}` has two rows named `{name}`",
                    also=[(word_span(known[name], name), "the first is here")],
                    help="give one of them another name",
                )
            known.setdefault(name, row.span)
        return table

    # ---- set

    def set_value(self, change: n.SetNumberDecl, who: Who) -> None:
        entry = self._single(change.name)
        if entry is None:
            self._missing(Code.REPLACE_MISSING, THINGS, change.name, change.span, who, "set")
            return
        if not isinstance(entry.decl, n.NumberDecl | n.OptionDecl | n.CounterDecl | n.MemoryDecl):
            self.report.error(
                Code.NOT_SETTABLE,
                word_span(change.span, change.name),
                f"`{change.name}` has no value that could be set",
                also=[(entry.decl.span, "declared here")],
                help=f"write `replace` and the whole declaration of `{change.name}` anew",
            )
            return
        if not self._may(entry, Change(who, change.span, "set", _WHOLE, change.value), change.name):
            return
        match entry.decl:
            case n.NumberDecl():
                entry.decl = replace(entry.decl, value=change.value)
            case n.OptionDecl():
                entry.decl = replace(entry.decl, default=change.value)
            case _:
                entry.decl = replace(entry.decl, start=change.value)

    def _single(self, name: str) -> Entry | None:
        """The thing of that name; a counter declared together with others first gets a declaration of its own."""
        entry = self.find((THINGS, name))
        if entry is None or not isinstance(entry.decl, n.CounterDecl) or len(entry.decl.nouns) == 1:
            return entry
        nouns = entry.decl.nouns
        k = next(i for i, noun in enumerate(nouns) if noun.name == name)
        parts = [part for part in (nouns[:k], nouns[k : k + 1], nouns[k + 1 :]) if part]
        split = [
            Entry(replace(entry.decl, nouns=part), entry.module, list(entry.patches), list(entry.changes))
            for part in parts
        ]
        at = self.entries.index(entry)
        self.entries[at : at + 1] = split
        return self.find((THINGS, name))

    # ---- replace

    def replace(self, change: n.ReplaceDecl, who: Who) -> None:
        new = change.thing
        if isinstance(new, n.CounterDecl):
            for noun in new.nouns:
                self._replace_one(replace(new, nouns=(noun,)), change.span, who)
        elif isinstance(new, n.TableDecl) or (isinstance(new, n.SetupDecl) and new.label is None):
            self._replace_all(new, change.span, who)
        else:
            self._replace_one(new, change.span, who)

    def _replace_one(self, new: n.Thing, span: Span, who: Who) -> None:
        (namespace, name) = keys_of(new)[0]
        entry = self._single(name) if namespace == THINGS else self.find((namespace, name))
        if entry is None:
            if not self._is_row(namespace, name):
                self._missing(Code.REPLACE_MISSING, namespace, name, span, who, "replace")
                return
            entry = self._beside_row(n.InstanceDecl(namespace, name, (), (), (), (), (), (), None, span))
        if not self._fits(entry.decl, new, span):
            return
        if self._may(entry, Change(who, span, "replace", _WHOLE, new), name):
            self._put(entry, new, who)

    def _replace_all(self, new: n.TableDecl | n.SetupDecl, span: Span, who: Who) -> None:
        """A table or the setup: the pieces of the modules this one knows become one; pieces of others stay."""
        old = [entry for entry in self.named(keys_of(new)[0]) if who.knows(entry.module)]
        if not old:
            self._missing(Code.REPLACE_MISSING, keys_of(new)[0][0], new.name, span, who, "replace")
            return
        first, *rest = old
        for entry in rest:
            first.changes.extend(entry.changes)
            self.entries.remove(entry)
        if self._may(first, Change(who, span, "replace", _WHOLE, new), new.name):
            self._put(first, new, who)

    def _put(self, entry: Entry, new: n.Thing, who: Who) -> None:
        """The new declaration in the old one's place, and again the extensions of those it does not know of."""
        kept = [
            c
            for c in entry.changes
            if c.kind in ("extend", "replace_step") and not who.knows(c.who.module) and c.who.module != who.module
        ]
        entry.decl, entry.placed = new, {}
        entry.changes = [c for c in entry.changes if c.kind not in ("extend", "replace_step") or c in kept]
        for change in kept:
            try:
                entry.decl = _redone(entry.decl, change, entry.placed)
            except Refused as refused:
                self._conflict(entry.changes[-1], change, new.name, refused.message)

    def _fits(self, old: n.Thing, new: n.Thing, span: Span) -> bool:
        asked_later = isinstance(old, n.DefineDecl | n.ChoiceDecl) and isinstance(new, n.DefineDecl | n.ChoiceDecl)
        if type(old) is not type(new) and not asked_later:
            self.report.error(
                Code.REPLACE_CHANGES_PARAMETERS,
                word_span(span, new.name),
                f"`{new.name}` is {_article(old)}, and cannot be replaced by {_article(new)}",
                also=[(old.span, "declared here")],
                help=f"write `set {new.name} to …`"
                if isinstance(old, n.NumberDecl)
                else "remove it, and declare the new one under another name",
            )
            return False
        before, after = _shape(old), _shape(new)
        if before == after:
            return True
        self.report.error(
            Code.REPLACE_CHANGES_PARAMETERS,
            word_span(span, new.name),
            f"this `{new.name}` takes other parameters than the one it replaces",
            also=[(old.span, "declared here")],
            help="keep the number of parameters and their prepositions: others already use them",
        )
        return False

    def in_place_of(self, change: n.InPlaceOfDecl, who: Who) -> None:
        """A new instance where an old one was."""
        new = change.thing
        key = (new.kind, change.old)
        entry = self.find(key)
        if entry is None and self._is_row(*key):
            entry = self._beside_row(n.InstanceDecl(new.kind, change.old, (), (), (), (), (), (), None, change.span))
        if entry is None:
            self._missing(Code.REPLACE_MISSING, new.kind, change.old, change.span, who, "in_place_of", new)
            return
        taken = self.find((new.kind, new.name))
        if taken is not None and taken is not entry:
            self._twice(taken, new, (new.kind, new.name), who)
            return
        if self._may(entry, Change(who, change.span, "in_place_of", _WHOLE, new), change.old):
            self._refuse_extensions(entry, change.span, "in_place_of", who, change.old)
            self._drop_row(new.kind, change.old, who, change.span)
            self._note_removal(Removal(new.kind, change.old, who.module, change.span, "in_place_of"), who, new)
            entry.decl, entry.module, entry.placed = new, who.module, {}

    def _beside_row(self, decl: n.InstanceDecl) -> Entry:
        """An instance that so far was only a row gets a declaration after its table."""
        table = next(e for e in self.named((TABLES, decl.kind)) if decl.name in _row_names(e.decl))
        entry = Entry(decl, table.module)
        self.entries.insert(self.entries.index(table) + 1, entry)
        return entry

    # ---- steps and extensions

    def replace_step(self, change: n.ReplaceStepDecl, who: Who) -> None:
        owners = self._bodies(change.owner)
        if not owners:
            self._missing(Code.REPLACE_MISSING, THINGS, change.owner, change.span, who, "replace_step")
            return
        entry = self._with_step(owners, change.step)
        record = Change(who, change.span, "replace_step", f"step {change.step}", change)
        try:
            new = _redone(entry.decl, record, entry.placed)
        except Refused as refused:
            self._refused(entry, record, refused, change.step)
            return
        if self._may(entry, record, change.owner):
            entry.decl = new

    def extend(self, change: n.ExtendDecl, who: Who) -> None:
        entry = self._to_extend(change)
        if entry is None:
            if change.what == "setup" and change.place is None:
                self.entries.append(Entry(n.SetupDecl(None, change.body, change.source, change.span), who.module))
            else:
                self._missing(Code.EXTEND_MISSING, change.kind or THINGS, change.name, change.span, who, "extend")
            return
        for aspect, value in aspects(change).items():
            if not self._may(entry, Change(who, change.span, "extend", aspect, value), change.name, record=False):
                return
        record = Change(who, change.span, "extend", "", change)
        try:
            entry.decl = extended(entry.decl, change, entry.placed)
        except Refused as refused:
            self._refused(entry, record, refused, change.place[1] if change.place else change.name)
            return
        entry.changes.append(record)
        entry.mark(who, change.span, "extend")

    def _to_extend(self, change: n.ExtendDecl) -> Entry | None:
        if change.what == "setup":
            setups = self._bodies("setup")
            return self._with_step(setups, change.place[1]) if setups and change.place else (setups or [None])[0]
        if change.what != "instance":
            return self.find((THINGS, change.name))
        assert change.kind is not None and change.instance is not None
        entry = self.find((change.kind, change.name))
        if entry is None and self._is_row(change.kind, change.name):
            blank = replace(change.instance, assigns=(), worths=(), clauses=(), body=(), texts=())
            entry = self._beside_row(blank)
        return entry

    def _bodies(self, owner: str) -> list[Entry]:
        """The setups with the unnamed ones first, or the one action, setup or play of that name."""
        if owner == "setup":
            setups = [entry for entry in self.entries if isinstance(entry.decl, n.SetupDecl)]
            return sorted(setups, key=lambda entry: bool(isinstance(entry.decl, n.SetupDecl) and entry.decl.label))
        return [e for e in self.named((THINGS, owner)) if isinstance(e.decl, n.ActionDecl | n.SetupDecl | n.PlayDecl)]

    def _with_step(self, entries: list[Entry], step: str) -> Entry:
        return next((e for e in entries if any(s.name == step for s in steps_in(_body(e.decl)))), entries[0])

    def _refused(self, entry: Entry, record: Change, refused: Refused, name: str) -> None:
        for old in entry.changes:
            if old.aspect == _WHOLE and old.kind == "replace" and not record.who.knows(old.who.module):
                self._conflict(record, old, entry.decl.name, refused.message)
                return
        near = nearest(name, refused.known)
        known = ", ".join(f"`{word}`" for word in refused.known)
        help_ = f"did you mean `{near[0]}`?" if near else (f"there are {known}" if known else None)
        also = refused.also or ((entry.decl.span, "declared here"),)
        self.report.error(
            refused.code,
            word_span(record.span, name),
            f"{refused.message} in `{entry.decl.name}`"
            if refused.code in (Code.UNKNOWN_STEP, Code.AMBIGUOUS_NAME)
            else refused.message,
            also=also,
            help=help_,
        )

    # ---- remove

    def remove(self, change: n.RemoveDecl, who: Who) -> None:
        for name in change.names:
            self._remove_name(name, word_span(change.span, name), who)

    def _remove_name(self, name: str, span: Span, who: Who) -> None:
        spaces = self._namespaces_of(name)
        if not spaces:
            if not any(removal.name == name and removal.kind != "in_place_of" for removal in self.removed):
                self._missing(Code.REMOVE_MISSING, THINGS, name, span, who, "remove")
            return
        if len(spaces) > 1:
            also = [
                (entry.decl.span, "one of them")
                for entry in self.entries
                if name in {key[1] for key in keys_of(entry.decl)}
            ]
            self.report.error(
                Code.AMBIGUOUS_NAME,
                span,
                f"`{name}` is the name of {len(spaces)} things",
                also=also,
                help="use `replace` for the one you mean, which names its kind too",
            )
            return
        namespace = spaces[0]
        entry = self._single(name) if namespace == THINGS else self.find((namespace, name))
        if entry is not None and not self._may(entry, Change(who, span, "remove", _WHOLE, None), name, record=False):
            return
        if entry is not None:
            self._refuse_extensions(entry, span, "remove", who, name)
            self.entries.remove(entry)
        self._drop_row(namespace, name, who, span)
        self._note_removal(Removal(namespace, name, who.module, span, "remove"), who, None)
        if entry is not None and isinstance(entry.decl, n.ComponentDecl):
            for other in [e for e in self.entries if _belongs(e.decl, name)]:
                self.entries.remove(other)
                space, inner = keys_of(other.decl)[0]
                self._note_removal(Removal(space, inner, who.module, span, "remove"), who, None)

    def _namespaces_of(self, name: str) -> list[str]:
        spaces = [
            space for entry in self.entries for space, other in keys_of(entry.decl) if other == name and space != TABLES
        ]
        rows = [e.decl.name for e in self.entries if isinstance(e.decl, n.TableDecl) and name in _row_names(e.decl)]
        return sorted({*spaces, *rows})

    def _is_row(self, component: str, name: str) -> bool:
        return any(name in _row_names(entry.decl) for entry in self.named((TABLES, component)))

    def _drop_row(self, component: str, name: str, who: Who, span: Span) -> None:
        for entry in self.named((TABLES, component)):
            if name in _row_names(entry.decl):
                assert isinstance(entry.decl, n.TableDecl)
                entry.decl = without_rows(entry.decl, {name})
                entry.mark(who, span, "remove")

    def _note_removal(self, removal: Removal, who: Who, node: object) -> None:
        self.removed.append(removal)
        self._removers.append((removal, who, node))

    # ---- disagreement

    def _may(self, entry: Entry, new: Change, name: str, record: bool = True) -> bool:
        """May this change be made? If it was made already, word for word, it is only noted."""
        agreed = False
        for old in entry.changes:
            if old.aspect != new.aspect or (old.kind == "extend" and not old.aspect):
                continue
            if old.who.module != new.who.module and old.kind == new.kind and same(old.node, new.node):
                agreed = True
            elif not new.who.knows(old.who.module):
                self._conflict(new, old, name)
                return False
        entry.mark(new.who, new.span, new.kind)
        if not agreed:
            entry.changes = [c for c in entry.changes if not _overruled(c, new)]
        if record or new.aspect:
            entry.changes.append(new)
        return not agreed

    def _refuse_extensions(self, entry: Entry, span: Span, kind: str, who: Who, name: str) -> None:
        for old in entry.changes:
            if (old.aspect != _WHOLE or old.kind == "extend") and not who.knows(old.who.module):
                self._conflict(Change(who, span, kind, _WHOLE, None), old, name)
                return

    def _conflict(self, new: Change, old: Change, name: str, why: str | None = None) -> None:
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
            label=f"`{one}` {_SPOKEN[new.kind]} it here",
            also=[(word_span(old.span, name), f"`{other}` {_SPOKEN[old.kind]} it here")],
            help=help_,
        )

    def _missing(
        self, code: Code, namespace: str, name: str, span: Span, who: Who, kind: str, node: object = None
    ) -> None:
        for removal, remover, was in self._removers:
            if removal.name == name and (removal.namespace == namespace or kind == "remove"):
                if removal.kind == kind and node is not None and same(was, node):
                    return
                old = Change(remover, removal.span, removal.kind, _WHOLE, None)
                if not who.knows(removal.module):
                    self._conflict(Change(who, span, kind, _WHOLE, None), old, name)
                    return
                self.report.error(
                    code,
                    word_span(span, name),
                    f"`{name}` is no longer there",
                    also=[(word_span(removal.span, name), f"`{removal.module}` {_SPOKEN[removal.kind]} it here")],
                )
                return
        later = self.declared_by.get(name)
        spaces: Iterable[str] = self.names(namespace)
        known = [name for names in ([*spaces], ([] if namespace else self._instance_names())) for name in names]
        near = nearest(name, known)
        help_ = f"did you mean `{near[0]}`?" if near else None
        if later is not None and later != who.module and not who.knows(later):
            help_ = f"`{later}` declares it: say `requires {later}` in the header"
        what = f"`{namespace} {name}`" if namespace not in (THINGS, TABLES) else f"`{name}`"
        self.report.error(code, word_span(span, name), f"there is no {what} to {_TO_DO[kind]}", help=help_)

    def _instance_names(self) -> list[str]:
        return [entry.decl.name for entry in self.entries if isinstance(entry.decl, n.InstanceDecl)]


_TO_DO = {
    "set": "set",
    "replace": "replace",
    "in_place_of": "replace",
    "replace_step": "change",
    "remove": "remove",
    "extend": "extend",
}


def _overruled(old: Change, new: Change) -> bool:
    return old.aspect == new.aspect and new.who.knows(old.who.module) and (old.kind != "extend" or bool(old.aspect))


def _redone(decl: n.Thing, change: Change, placed: Placed) -> n.Thing:
    """An extension or the replacement of a step, on this declaration."""
    node = change.node
    if isinstance(node, n.ReplaceStepDecl):
        assert isinstance(decl, n.ActionDecl | n.SetupDecl | n.PlayDecl)
        found = [step for step in steps_in(decl.body) if step.name == node.step]
        if not found:
            raise Refused(
                Code.UNKNOWN_STEP, f"there is no step `{node.step}`", (step.name for step in steps_in(decl.body))
            )
        if len(found) > 1:
            raise Refused(
                Code.AMBIGUOUS_NAME,
                f"there are {len(found)} steps `{node.step}`",
                (),
                [(s.span, "one of them") for s in found],
            )
        return replace(
            decl, body=replace_step(decl.body, node.step, n.StepStmt(node.step, node.body, node.source, node.span))
        )
    return extended(decl, node, placed) if isinstance(node, n.ExtendDecl) else decl


def _body(decl: n.Thing) -> tuple[n.Stmt, ...]:
    return decl.body if isinstance(decl, n.ActionDecl | n.SetupDecl | n.PlayDecl) else ()


def _row_names(decl: n.Thing) -> set[str]:
    return {name for name, _ in named_rows(decl)} if isinstance(decl, n.TableDecl) else set()


def _belongs(decl: n.Thing, component: str) -> bool:
    return (isinstance(decl, n.InstanceDecl) and decl.kind == component) or (
        isinstance(decl, n.TableDecl) and decl.name == component
    )


def _shape(decl: n.Thing) -> tuple[str | None, ...]:
    return tuple(param.prep for param in decl.params) if isinstance(decl, n.ActionDecl | n.DefineDecl) else ()


def _article(decl: n.Thing) -> str:
    word = type(decl).__name__.removesuffix("Decl").lower()
    word = {"define": "definition", "instance": f"`{decl.kind}`" if isinstance(decl, n.InstanceDecl) else word}.get(
        word, word
    )
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
