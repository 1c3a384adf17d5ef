"""Things put into zones by an example: by their design, by what they carry, dice by the face they show."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.symbols import MemberSym
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import nearest
from rulewright.dsl.types import NUMBER, T, cell
from rulewright.interpreter.generate.layout import FORCED, NONE
from rulewright.interpreter.runtime import bits
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Scene
from rulewright.interpreter.testing.stage import State

IMPOSSIBLE = Code.EXAMPLE_IMPOSSIBLE_POSITION


class Things:
    """Fills zones of one state; a thing once given is not given again."""

    def __init__(self, scene: Scene, S: State, begun: State) -> None:
        self.scene = scene
        self.program = scene.stage.program
        self.layout = scene.stage.layout
        self.S = S
        self.begun = begun
        self._given: set[tuple[str, int]] = set()
        self._begun: set[tuple[str, int]] = set()

    # ---- what a name stands for

    def root(self, zone: p.Zone) -> str:
        return self.program.components[zone.component].root

    def named(self, node: n.Expr, component: str) -> list[int]:
        """The things that a name can stand for: of that design, or carrying that member of a kind."""
        root = self.program.components[component].root
        name = node.name if isinstance(node, n.Name) else ""
        symbols = self.scene.stage.compiled.expressions.symbols.find(name)
        family = [c for c in self.program.components.values() if c.root == root]
        designs = [d for c in family for d in c.designs]
        found = [k for d in designs if d.words.name == name for k in d.things]
        for symbol in symbols:
            if not found and isinstance(symbol, MemberSym):
                found = self._carrying(designs, family, symbol)
            elif not found and isinstance(symbol, p.Component) and symbol.root == root:
                found = list(symbol.things)
        return sorted(set(found))

    def _carrying(self, designs: Iterable[p.Design], family: Iterable[p.Component], symbol: MemberSym) -> list[int]:
        kind = symbol.kind.words.name
        fields = {f.name: f for c in family for f in c.fields.values() if f.type.sure().base == kind and f.static}
        return [
            k
            for d in designs
            for k in d.things
            if any(d.values.get(name, field.default) == symbol.index for name, field in fields.items())
        ]

    def _names(self, component: str) -> list[str]:
        root = self.program.components[component].root
        return [d.words.name for c in self.program.components.values() if c.root == root for d in c.designs]

    # ---- zones

    def _put(self, thing: int, zone: p.Zone | None, key: int, root: str) -> None:
        put: Callable[[State, int, int, int], None] = self.scene.stage.namespace[
            f"put_{list(self.layout.roots).index(root)}"
        ]
        put(self.S, thing, -1 if zone is None else self.layout.zone_ids[zone.words.name], key)

    def content(self, zone: p.Zone, key: int) -> list[int]:
        value: Any = self.S[self.layout.slots[f"zone:{zone.words.name}"].base + key]
        return [k for k in value if k >= 0] if isinstance(value, tuple) else list(bits(value))

    def empty(self, zone: p.Zone, key: int) -> None:
        """What lies in a zone goes back, once: what is given afterwards comes on top."""
        if (zone.words.name, key) in self._begun:
            return
        self._begun.add((zone.words.name, key))
        for thing in self.content(zone, key):
            self._send_back(thing, zone, key)

    def _send_back(self, thing: int, zone: p.Zone, key: int) -> None:
        """A thing to where it was before setup, under all others; out of the game if that was here or is given."""
        root = self.root(zone)
        place = self.begun[self.layout.slots[f"where:{root}"].base + thing]
        home = list(self.program.zones.values())[place >> 20] if place >= 0 else None
        if home is None or home is zone:
            self._put(thing, None, 0, root)
            return
        slot = self.layout.slots[f"zone:{home.words.name}"]
        at = place & 0xFFFFF
        if (home.words.name, at - slot.base) in self._begun:
            self._put(thing, None, 0, root)
            return
        self._put(thing, home, at - slot.base, root)
        if home.ordered and home.slots is None and home.sorted_by is None:
            self.S[at] = (thing, *(k for k in self.S[at] if k != thing))

    def fill(self, zone: p.Zone, key: int, right: n.Expr, at: n.Expr | None) -> None:
        """`your hand is (ace, ten)`."""
        items = right.items if isinstance(right, n.Listed) else (right,)
        if self._has_faces(zone):
            self._dice(zone, key, items)
            return
        self.empty(zone, key)
        if len(items) == 1 and isinstance(items[0], n.Name) and items[0].name in ("none", "nothing"):
            return
        row: list[int] = []
        for item in items:
            if isinstance(item, n.Name) and item.name == "none":
                row.append(NONE)
                continue
            thing = self._take(item, zone, key)
            row.append(thing)
            self._put(thing, zone, key, self.root(zone))
            if at is not None:
                self._home(thing, zone, at)
        self._limits(zone, key, row, right.span)

    def _limits(self, zone: p.Zone, key: int, row: list[int], span: Span) -> None:
        name = zone.words.name
        if zone.slots is not None and zone.sorted_by is None:
            if len(row) > zone.slots:
                raise Refusal(IMPOSSIBLE, span, f"`{name}` has {zone.slots} slots, here are {len(row)} things")
            padded = (*row, *(NONE,) * (zone.slots - len(row)))
            self.S[self.layout.slots[f"zone:{name}"].base + key] = padded
        if zone.at_most is not None and len(self.content(zone, key)) > zone.at_most:
            raise Refusal(IMPOSSIBLE, span, f"`{name}` holds at most {zone.at_most}")

    def _take(self, item: n.Expr, zone: p.Zone, key: int = 0) -> int:
        """A thing of that name which is not given yet, rather one of this player's than of another's."""
        root = self.root(zone)
        named = self.named(item, zone.component)
        if not named:
            close = nearest(item.span.text, self._names(zone.component))
            raise Refusal(
                Code.EXAMPLE_UNKNOWN_PIECE,
                item.span,
                f"there is no {zone.component} called `{item.span.text}`",
                help=f"did you mean `{close[0]}`?" if close else None,
            )
        return self._free(sorted(named, key=lambda k: self._is_anothers(k, root, zone, key)), root, item.span)

    def _is_anothers(self, thing: int, root: str, zone: p.Zone, key: int) -> bool:
        place = self.S[self.layout.slots[f"where:{root}"].base + thing]
        if place < 0 or zone.per is not p.Per.PLAYER:
            return False
        here = list(self.program.zones.values())[place >> 20]
        return here.per is zone.per and (place & 0xFFFFF) - self.layout.slots[f"zone:{here.words.name}"].base != key

    def take(self, design: p.Design, root: str, span: Span) -> int:
        """A thing of a design which is not given yet."""
        return self._free(list(design.things), root, span)

    def _free(self, named: list[int], root: str, span: Span) -> int:
        free = [k for k in named if (root, k) not in self._given]
        if not free:
            count = f"there is only {len(named)}" if len(named) == 1 else f"there are only {len(named)}"
            raise Refusal(IMPOSSIBLE, span, f"{count} of them in the game")
        self._given.add((root, free[0]))
        return free[0]

    def _home(self, thing: int, zone: p.Zone, at: n.Expr) -> None:
        """`… at [5,5]`: the field of the thing that holds a cell."""
        component = self.program.components[zone.component]
        fields = [f for f in component.fields.values() if f.type.sure().t is T.CELL]
        slot = self.layout.slots.get(f"thing:{component.root}.{fields[0].name}") if len(fields) == 1 else None
        if slot is None:
            raise Refusal(IMPOSSIBLE, at.span, f"no one field of a {component.name} remembers a cell")
        where = fields[0].type.sure().base
        self.S[slot.base + thing] = self.scene.read(at, self.S, cell(where), {Code.OUT_OF_RANGE: IMPOSSIBLE})

    # ---- dice

    def _has_faces(self, zone: p.Zone) -> bool:
        return f"thing:{self.root(zone)}.face" in self.layout.slots

    def _dice(self, zone: p.Zone, key: int, items: Iterable[n.Expr]) -> None:
        """`your cup is (4, 5)`: so many dice, with these faces; the others of the cup are out of the game."""
        root = self.root(zone)
        faces = self.program.components[root].fields["face"]
        slot = self.layout.slots[f"thing:{root}.face"]
        wanted = list(items)
        pool = [k for k in self.content(zone, key) if (root, k) not in self._given] or self._spare(root)
        if len(wanted) > len(pool):
            raise Refusal(
                IMPOSSIBLE, wanted[len(pool)].span, f"there are only {len(pool)} dice for `{zone.words.name}`"
            )
        for thing, item in zip(pool, wanted, strict=False):
            face = int(self.scene.read(item, self.S, NUMBER))
            if not faces.low <= face <= faces.high:
                raise Refusal(
                    Code.EXAMPLE_FORCED_CHANCE,
                    item.span,
                    f"no die can show {face}",
                    help=f"dice go from {faces.low} to {faces.high}",
                )
            self.S[slot.base + thing] = face
            self._given.add((root, thing))
            self._put(thing, zone, key, root)
        self._begun.add((zone.words.name, key))
        for thing in self.content(zone, key):
            if (root, thing) not in self._given:
                self._put(thing, None, 0, root)

    def _spare(self, root: str) -> list[int]:
        """Dice that lie nowhere."""
        where = self.layout.slots[f"where:{root}"]
        return [k for k in range(where.count) if self.S[where.base + k] < 0 and (root, k) not in self._given]

    # ---- decks

    def stack(self, zone: p.Zone, fact: n.Expr, span: Span) -> None:
        """`next deck is (a, b)`: a will be drawn first, then b."""
        if zone.per is not p.Per.GAME:
            raise Refusal(Code.EXAMPLE_FORCED_CHANCE, span, f"it is not clear whose `{zone.words.name}` this is")
        pool = self.content(zone, 0)
        chosen: list[int] = []
        for item in fact.items if isinstance(fact, n.Listed) else (fact,):
            named = self.named(item, zone.component)
            there = [k for k in named if k in pool and k not in chosen]
            if not named:
                self._take(item, zone)
            if not there:
                raise Refusal(
                    Code.EXAMPLE_FORCED_CHANCE, item.span, f"no `{item.span.text}` is left in `{zone.words.name}`"
                )
            chosen.append(there[0])
        if zone.ordered:
            rest = [k for k in pool if k not in chosen]
            self.S[self.layout.slots[f"zone:{zone.words.name}"].base] = (*rest, *reversed(chosen))
            return
        outcomes: list[int] = []
        for thing in chosen:
            outcomes.append(pool.index(thing))
            pool.remove(thing)
        self.S[FORCED] = (*(self.S[FORCED] or ()), *outcomes)
