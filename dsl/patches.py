"""The declarations in force while modules are linked one after the other, and what each kind of change does to them.

Whoever changes a thing leaves a record on it. Two modules of which neither knows the other (by `of` or `requires`)
may set, replace or remove the same thing only if they say the same; one that knows the other has the last word. An
extension is a record too: when a module that does not know of it replaces the thing, it is carried out again on the
replacement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulewright.dsl import nodes as n
from rulewright.dsl.changes import WHOLE, Change, Complaints, Verdict, Who
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.extend import Placed, Refused, aspects, extended, step_replaced
from rulewright.dsl.places import word_span
from rulewright.dsl.rows import named_rows, renamed_row, without_rows
from rulewright.dsl.ruleset import TABLES, THINGS, Key, Linked, Patch, Removal, keys_of
from rulewright.dsl.source import Span
from rulewright.dsl.steps import steps_in
from rulewright.dsl.walk import same

_AGAIN = ("extend", "replace_step", "drop_row", "row_replaced")  # what is done again on a replacement


@dataclass(slots=True)
class Entry:
    decl: n.Thing
    module: str
    patches: list[Patch] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    placed: Placed = field(default_factory=dict)
    partners: tuple[str, ...] = ()

    def linked(self) -> Linked:
        return Linked(self.decl, self.module, tuple(self.patches), self.partners)

    def mark(self, who: Who, span: Span, kind: str) -> None:
        patch = Patch(who.module, span, kind)
        if not any(old == patch and old.span == span for old in self.patches):
            self.patches.append(patch)


class Table:
    """What is in force so far. `declared_by` says which module declares a name, for those not linked yet."""

    def __init__(self, report: Report, declared_by: Mapping[str, str]) -> None:
        self.report = report
        self.complaints = Complaints(report, declared_by)
        self.entries: list[Entry] = []

    @property
    def removed(self) -> tuple[Removal, ...]:
        return tuple(removal for removal, _ in self.complaints.removals)

    # ---- looking up

    def named(self, key: Key) -> list[Entry]:
        return [entry for entry in self.entries if key in keys_of(entry.decl)]

    def find(self, key: Key) -> Entry | None:
        return next(iter(self.named(key)), None)

    # ---- adding

    def add(self, decl: n.Thing, who: Who) -> None:
        """A bare declaration. The same one twice, from two modules, agrees."""
        if self._home_removed(decl, who):
            return
        if isinstance(decl, n.TableDecl):
            decl = self._new_rows(decl)
        elif not (isinstance(decl, n.SetupDecl) and decl.label is None):
            for key in keys_of(decl):
                old = self.find(key)
                if old is not None and self._twice(old, decl, key, who):
                    return
        self.entries.append(Entry(decl, who.module, partners=who.partners))

    def _twice(self, old: Entry, decl: n.Thing, key: Key, who: Who) -> bool:
        if old.module != who.module and same(old.decl, decl) and not old.module.startswith("library "):
            old.mark(who, decl.span, "agree")
            return True
        self._double(old, decl, key[1], who)
        return True

    def _double(self, old: Entry, decl: n.Thing, name: str, who: Who) -> None:
        library = old.module.startswith("library ")
        other = "give one of them another name"
        self.report.error(
            Code.RESERVED_LIBRARY_NAME if library else Code.DUPLICATE_NAME,
            word_span(decl.span, name),
            f"`{name}` is {'a word of the library' if library else 'declared twice'}",
            also=[(word_span(old.decl.span, name), "first declared here")],
            help=other if old.module == who.module else f"{other}, or write `replace` before the second",
        )

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
            self._missing(Code.REPLACE_MISSING, (THINGS, change.name), Change(who, change.span, "set"))
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
        if not self._may(entry, Change(who, change.span, "set", WHOLE, change.value), change.name):
            return
        match entry.decl:
            case n.NumberDecl() as decl:
                entry.decl = replace(decl, value=change.value, source=change.source or decl.source)
            case n.OptionDecl() as decl:
                entry.decl = replace(decl, default=change.value, source=change.source or decl.source)
            case decl:
                entry.decl = replace(decl, start=change.value, source=change.source or decl.source)

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
                self._missing(Code.REPLACE_MISSING, (namespace, name), Change(who, span, "replace"))
                return
            entry = self._beside_row(n.InstanceDecl(namespace, name, (), (), (), (), (), (), None, span))
        if not self._fits(entry.decl, new, span):
            return
        if self._may(entry, Change(who, span, "replace", WHOLE, new), name):
            self._put(entry, _with_values_of(entry.decl, new) if isinstance(new, n.InstanceDecl) else new, who)

    def _replace_all(self, new: n.TableDecl | n.SetupDecl, span: Span, who: Who) -> None:
        """A table or the setup: the pieces of the modules this one knows become one; pieces of others stay."""
        old = [entry for entry in self.named(keys_of(new)[0]) if who.knows(entry.module)]
        if not old:
            self._missing(Code.REPLACE_MISSING, keys_of(new)[0], Change(who, span, "replace"))
            return
        first, *rest = old
        for entry in rest:
            first.changes.extend(entry.changes)
            self.entries.remove(entry)
        if self._may(first, Change(who, span, "replace", WHOLE, new), new.name):
            before = {name for entry in old for name in _row_names(entry.decl)}
            self._put(first, new, who)
            for name in sorted(before - _row_names(first.decl)):
                self._row_gone((new.name, name), Change(who, span, "replace"))

    def _row_gone(self, key: Key, change: Change) -> None:
        """A new table lacks a row of the old one: nobody else may have built on it."""
        instance = self.find(key)
        if instance is not None:
            self._refuse_extensions(instance, change, key[1])
        self.complaints.removed(key, change)

    def _put(self, entry: Entry, new: n.Thing, who: Who) -> None:
        """The new declaration in the old one's place, and again the extensions of those it does not know of."""
        kept = [
            c for c in entry.changes if c.kind in _AGAIN and not who.knows(c.who.module) and c.who.module != who.module
        ]
        entry.decl, entry.placed = new, {}
        entry.changes = [c for c in entry.changes if c.kind not in _AGAIN or c in kept]
        for change in kept:
            try:
                entry.decl = _redone(entry.decl, change, entry.placed)
            except Refused as refused:
                self.complaints.conflict(entry.changes[-1], change, new.name, refused.message)

    def _fits(self, old: n.Thing, new: n.Thing, span: Span) -> bool:
        if type(old) is not type(new):
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
        record = Change(who, change.span, "in_place_of", WHOLE, new)
        entry = self.find(key)
        if entry is None and not self._is_row(*key):
            self._missing(Code.REPLACE_MISSING, key, record)
            return
        taken = self.find((new.kind, new.name))
        if taken is not None and taken is not entry:
            self._double(taken, new, new.name, who)
            return
        if entry is None:
            entry = self._beside_row(n.InstanceDecl(new.kind, change.old, (), (), (), (), (), (), None, change.span))
        if self._may(entry, record, change.old):
            self._refuse_extensions(entry, record, change.old)
            self._change_row(key, replace(record, kind="row_replaced"), change)
            self.complaints.removed(key, record)
            entry.decl, entry.module, entry.placed = _with_values_of(entry.decl, new), who.module, {}

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
            self._missing(Code.REPLACE_MISSING, (THINGS, change.owner), Change(who, change.span, "replace_step"))
            return
        entry = self._with_step(owners, change.step)
        record = Change(who, change.span, "replace_step", f"step {change.step}", change)
        try:
            new = _redone(entry.decl, record, entry.placed)
        except Refused as refused:
            self.complaints.refused(entry.decl, entry.changes, record, refused, change.step)
            return
        if self._may(entry, record, change.owner):
            entry.decl = new

    def extend(self, change: n.ExtendDecl, who: Who) -> None:
        entry = self._to_extend(change)
        if entry is None:
            if change.what == "setup" and change.place is None:
                self.entries.append(Entry(n.SetupDecl(None, change.body, change.source, change.span), who.module))
            else:
                self._missing(
                    Code.EXTEND_MISSING, (change.kind or THINGS, change.name), Change(who, change.span, "extend")
                )
            return
        for aspect, value in aspects(change).items():
            if self._judge(entry, Change(who, change.span, "extend", aspect, value), change.name) is Verdict.REFUSED:
                return
        record = Change(who, change.span, "extend", "", change)
        if any(steps_in(change.body)) and any(record.repeats(old) for old in entry.changes):
            entry.mark(who, change.span, "extend")
            return
        try:
            entry.decl = extended(entry.decl, change, entry.placed)
        except Refused as refused:
            self.complaints.refused(
                entry.decl, entry.changes, record, refused, change.place[1] if change.place else change.name
            )
            return
        entry.changes.append(record)
        entry.mark(who, change.span, "extend")

    def _to_extend(self, change: n.ExtendDecl) -> Entry | None:
        if change.what == "setup":
            setups = self._bodies("setup")
            if setups and change.place:
                return self._with_step(setups, change.place[1])
            return setups[0] if setups else None
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

    # ---- remove

    def remove(self, change: n.RemoveDecl, who: Who) -> None:
        for name in change.names:
            self._remove_name(change.kind, name, word_span(change.span, name), who)

    def _remove_name(self, kind: str | None, name: str, span: Span, who: Who) -> None:
        change = Change(who, span, "remove")
        spaces = self._namespaces_of(name)
        if spaces and kind is not None:
            kinds = {space if space != THINGS else self._opening(name): space for space in spaces}
            if kind not in kinds:
                self.complaints.other_kind(Code.REMOVE_MISSING, (kind, name), change, [*kinds])
                return
            spaces = [kinds[kind]]
        if not spaces:
            if not any(removal.name == name and removal.kind == "remove" for removal in self.removed):
                self._missing(Code.REMOVE_MISSING, (THINGS, name), change)
            return
        if len(spaces) > 1:
            bearers = [entry for entry in self.entries if name in {key[1] for key in keys_of(entry.decl)}]
            named = [space if space != THINGS else self._opening(name) for space in spaces]
            self.report.error(
                Code.AMBIGUOUS_NAME,
                span,
                f"`{name}` is the name of {len(spaces)} things",
                also=[(entry.decl.span, "one of them") for entry in bearers],
                help="say which kind: " + " or ".join(f"`remove {kind} {name}`" for kind in named),
            )
            return
        self._remove_key((spaces[0], name), change)

    def _opening(self, name: str) -> str:
        """The word with which a thing of this name is declared."""
        entry = self.find((THINGS, name))
        return entry.decl.span.text.split(maxsplit=1)[0] if entry is not None else ""

    def _remove_key(self, key: Key, change: Change) -> None:
        entry = self._single(key[1]) if key[0] == THINGS else self.find(key)
        if entry is not None:
            if not self._may(entry, change, key[1], record=False):
                return
            self._refuse_extensions(entry, change, key[1])
            self.entries.remove(entry)
        self._change_row(key, replace(change, kind="drop_row"), key[1])
        self.complaints.removed(key, change)
        if entry is not None and isinstance(entry.decl, n.ComponentDecl):
            for other in [e for e in self.entries if _component_of(e.decl) == key[1]]:
                self._remove_part(other, key[1], change)

    def _remove_part(self, entry: Entry, component: str, change: Change) -> None:
        """A component's instances and tables go with it, unless somebody else relies on them."""
        who = change.who
        relied = [c for c in entry.changes if not who.knows(c.who.module) and c.kind != "drop_row"]
        if not relied and not who.knows(entry.module) and entry.module != who.module:
            relied = [Change(Who(entry.module, frozenset()), entry.decl.span, "add")]
        if relied:
            self.complaints.conflict(change, relied[0], component)
        self.entries.remove(entry)
        for key in (keys_of(entry.decl)[0], *((component, row) for row in sorted(_row_names(entry.decl)))):
            self.complaints.removed(key, change)

    def _home_removed(self, decl: n.Thing, who: Who) -> bool:
        """Has somebody this module does not know removed the component that the new thing belongs to?"""
        component = _component_of(decl)
        if component is None or self.find((THINGS, component)) is not None:
            return False
        for removal, old in self.complaints.removals:
            if (removal.namespace, removal.name) == (THINGS, component) and not who.knows(removal.module):
                self.complaints.conflict(Change(who, decl.span, "add"), old, component)
                return True
        return False

    def _namespaces_of(self, name: str) -> list[str]:
        spaces = [
            space for entry in self.entries for space, other in keys_of(entry.decl) if other == name and space != TABLES
        ]
        rows = [e.decl.name for e in self.entries if isinstance(e.decl, n.TableDecl) and name in _row_names(e.decl)]
        return sorted({*spaces, *rows})

    def _is_row(self, component: str, name: str) -> bool:
        return any(name in _row_names(entry.decl) for entry in self.named((TABLES, component)))

    def _change_row(self, key: Key, change: Change, node: object) -> None:
        """A row is dropped, or goes to the instance that takes its place."""
        for entry in self.named((TABLES, key[0])):
            if key[1] in _row_names(entry.decl):
                record = replace(change, aspect=f"row {key[1]}", node=node)
                entry.decl = _redone(entry.decl, record, entry.placed)
                entry.changes.append(record)
                entry.mark(change.who, change.span, "remove")

    # ---- disagreement

    def _may(self, entry: Entry, new: Change, name: str, record: bool = True) -> bool:
        """May this change be made? If it was made already, word for word, it is only noted."""
        return self._judge(entry, new, name, record) is Verdict.FREE

    def _judge(self, entry: Entry, new: Change, name: str, record: bool = True) -> Verdict:
        agreed = False
        for old in entry.changes:
            if old.aspect != new.aspect or (old.kind == "extend" and not old.aspect):
                continue
            if old.who.module != new.who.module and old.kind == new.kind and same(old.node, new.node):
                agreed = True
            elif not new.who.knows(old.who.module):
                self.complaints.conflict(new, old, name)
                return Verdict.REFUSED
        entry.mark(new.who, new.span, new.kind)
        if not agreed:
            entry.changes = [c for c in entry.changes if not new.overrules(c)]
        if record:
            entry.changes.append(new)
        return Verdict.AGREED if agreed else Verdict.FREE

    def _refuse_extensions(self, entry: Entry, change: Change, name: str) -> None:
        for old in entry.changes:
            if (old.aspect != WHOLE or old.kind == "extend") and not change.who.knows(old.who.module):
                self.complaints.conflict(change, old, name)
                return

    def _missing(self, code: Code, key: Key, change: Change) -> None:
        keys = [found for entry in self.entries for found in keys_of(entry.decl)]
        known = [name for space, name in keys if not key[0] or space == key[0]]
        kinds = [space for space, name in keys if name == key[1] and space not in (THINGS, TABLES)]
        if kinds and (key[0] or not known):
            self.complaints.other_kind(code, key, change, kinds)
        else:
            self.complaints.missing(code, key, change, known)


def _redone(decl: n.Thing, change: Change, placed: Placed) -> n.Thing:
    """An extension or the replacement of a step, on this declaration."""
    node = change.node
    if isinstance(node, n.ReplaceStepDecl):
        return step_replaced(decl, node)
    if isinstance(decl, n.TableDecl) and isinstance(node, n.InPlaceOfDecl):
        if node.old not in _row_names(decl):
            raise Refused(Code.REPLACE_MISSING, f"there is no row `{node.old}`")
        return renamed_row(decl, node.old, node.thing.name)
    if isinstance(decl, n.TableDecl) and isinstance(node, str):
        return without_rows(decl, {node})
    return extended(decl, node, placed) if isinstance(node, n.ExtendDecl) else decl


def _with_values_of(old: n.Thing, new: n.InstanceDecl) -> n.InstanceDecl:
    """A card in another's place has its values, but for those it says itself; in brackets they are said anew."""
    if not isinstance(old, n.InstanceDecl):
        return new
    said = {assign.name for assign in new.assigns}
    kept = [x for x in old.assigns if x.name not in said and (x.name == "copies" or not new.args)]
    return replace(new, args=new.args or old.args, assigns=(*kept, *new.assigns))


def _body(decl: n.Thing) -> tuple[n.Stmt, ...]:
    return decl.body if isinstance(decl, n.ActionDecl | n.SetupDecl | n.PlayDecl) else ()


def _row_names(decl: n.Thing) -> set[str]:
    return {name for name, _ in named_rows(decl)} if isinstance(decl, n.TableDecl) else set()


def _component_of(decl: n.Thing) -> str | None:
    """The component that an instance or a table belongs to."""
    if isinstance(decl, n.InstanceDecl):
        return decl.kind
    return decl.name if isinstance(decl, n.TableDecl) else None


def _shape(decl: n.Thing) -> tuple[str | None, ...]:
    return tuple(param.prep for param in decl.params) if isinstance(decl, n.ActionDecl | n.DefineDecl) else ()


def _article(decl: n.Thing) -> str:
    word = type(decl).__name__.removesuffix("Decl").lower()
    word = {"define": "definition", "instance": f"`{decl.kind}`" if isinstance(decl, n.InstanceDecl) else word}.get(
        word, word
    )
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
