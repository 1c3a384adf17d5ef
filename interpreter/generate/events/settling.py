"""`always` rules: looked at after every change, again and again until nothing changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.program_effects import Changes, looks_at, written
from rulewright.dsl.program_walk import walk
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.events.waiting import Waiting
from rulewright.interpreter.generate.layout import Slot

SLOT_STORES = {
    "unit": p.Store.UNIT,
    "memory": p.Store.MEMORY,
    "pieces": p.Store.PIECES,
    "supply": p.Store.SUPPLY,
    "zone": p.Store.ZONE,
    "with": p.Store.CELL_FIELD,
    "field": p.Store.CELL_FIELD,
    "thing": p.Store.THING_FIELD,
}


class Settling(Waiting):
    """Writes what settles after a change."""

    def _run_always(self, rules: Sequence[p.Always], ctx: Ctx) -> None:
        """Every rule in turn; where what they change may concern them again, until a whole round changes nothing."""
        rules, watched = self._settling(rules)
        self._writing_always = True
        if watched:
            self._until_settled(rules, watched, ctx)
        else:
            self._each_always(rules, ctx)
        self._writing_always = False

    def _each_always(self, rules: Sequence[p.Always], ctx: Ctx) -> None:
        for rule in rules:
            self.s.emit(f"# {rule.words.name}, {rule.words.span}")
            self.s.mark(rule)
            self.s.seq(rule.body, ctx.inner())

    def _until_settled(self, rules: Sequence[p.Always], watched: Changes, ctx: Ctx) -> None:
        b = self.s.blocks
        head, after = b.new(), b.new()
        rounds, before = b.var("n"), b.var("z")
        now = self._snapshot(watched)
        b.emit(f"{rounds} = 0")
        b.jump(head)
        b.start(head)
        b.emit(f"{before} = {now}")
        self._each_always(rules, ctx)
        b.emit(f"if {before} == {now}:")
        b.indent += 1
        b.jump(after)
        b.indent -= 1
        b.emit(f"{rounds} = settling({rounds}, {tuple(self.always.index(rule) for rule in rules)})")
        b.jump(head)
        b.start(after)

    def _settling(self, rules: Sequence[p.Always]) -> tuple[list[p.Always], Changes]:
        """The rules that a change can set going one after the other, and what of their changes they look at again."""
        key = tuple(map(id, rules))
        if key not in self._settled:
            self._settled[key] = self._worked_out(rules)
        return self._settled[key]

    def _worked_out(self, rules: Sequence[p.Always]) -> tuple[list[p.Always], Changes]:
        found = list(rules)
        changes: Changes = set()
        for rule in found:
            changes |= self._all_changes(rule.body, set())
            found += [x for x in self.always if x not in found and looks_at(walk(x.body), changes)]
        found.sort(key=self.always.index)
        return found, {x for x in changes if any(looks_at(walk(rule.body), {x}) for rule in found)}

    def _all_changes(self, body: Any, seen: set[Any]) -> Changes:
        """What carrying something out may change, with all that it calls and sets off."""
        found: Changes = set()
        for node in walk(body):
            found |= written(node, self.program)
            inner: list[tuple[Any, Any]] = [(t.id, t.body) for t, _, _ in self.waiting_for(node)]
            inner += [(node.action.key, node.action.body)] if isinstance(node, p.CallAction) else []
            inner += [(id(d), d.body) for d in self._designs(node)] if isinstance(node, p.Do) else []
            for key, block in inner:
                if key not in seen:
                    seen.add(key)
                    found |= self._all_changes(block, seen)
        return found

    def _designs(self, node: p.Do) -> list[p.Design]:
        root = self.program.components[node.thing.type.base].root
        return [d for c in self.program.components.values() if c.root == root for d in c.designs]

    def _snapshot(self, watched: Changes) -> str:
        """All that is watched, as one value to be compared."""
        slots = [slot for name, slot in self.layout.slots.items() if _change_of(name) in watched]
        return "(" + "".join(f"{_kept(slot)}, " for slot in slots) + ")"


def _kept(slot: Slot) -> str:
    return f"S[{slot.base}]" if slot.count == 1 else f"tuple(S[{slot.base}:{slot.base + slot.count}])"


def _change_of(slot: str) -> tuple[p.Store, str]:
    """What of the program a slot of the state holds."""
    sort, _, name = slot.partition(":")
    plain = name.rpartition(".")[2] if sort in ("with", "field", "thing") else name
    return SLOT_STORES.get(sort, p.Store.SECRET), plain
