"""Program -> a module of Python source, compiled once: blocks between decisions, definitions, scoring, the winner."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.bounds import bounded
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.nobody import done_by_nobody_only
from rulewright.dsl.types import T
from rulewright.interpreter.generate.blocks import Blocks
from rulewright.interpreter.generate.context import Ctx, Decision, Routine
from rulewright.interpreter.generate.expressions import Env, View
from rulewright.interpreter.generate.layout import NODE, WINNERS, Layout, lay_out
from rulewright.interpreter.generate.marks import Marks
from rulewright.interpreter.generate.statements import Statements
from rulewright.interpreter.generate.support import support
from rulewright.interpreter.runtime import Budget

WAYS_IN = 4  # a way into each of many actions may take so many times what a game takes
MAKING = 4.0  # seconds of work, a net; the number of lines has a budget of its own
_VIEW = re.compile(r"^(\s*)#view([+-]) ([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|(.*)$")


@dataclass(slots=True)
class Generated:
    """A machine as code: its source, what it asks, and where things lie in a state."""

    program: p.Program
    layout: Layout
    source: str
    namespace: dict[str, Any]
    decisions: list[Decision]
    start: int
    entries: dict[str, int]
    entry_slots: dict[str, tuple[int, tuple[int, ...]]]
    score_lines: list[tuple[p.Words, p.WorthLine]]
    routines: list[Routine]
    always: list[p.Always]


BY_NOBODY = "(by nobody)"  # in the key of an action that is made to be begun by itself

class _Writer:
    def __init__(
        self, program: p.Program, *, entries: bool | Collection[str], is_whole: bool, fused: bool, marks: Marks | None
    ) -> None:
        self.layout = lay_out(program)
        self.program = program
        self.marks = marks
        self.s = Statements(self.layout, fused=fused, marks=marks)
        self.with_entries = entries
        if entries:
            self.s.blocks.most_lines *= WAYS_IN
        self.is_whole = is_whole
        self.score_lines: list[tuple[p.Words, p.WorthLine]] = []

    def write(self) -> Generated:
        s = self.s
        begin = s.blocks.all[0]
        begin.pinned, begin.comment = True, "the game from its start"
        s.blocks.start(begin)
        ctx = Ctx(Env(), s.finish)
        if self.is_whole:
            for line in self._shuffles():
                s.emit(line)
            s.seq(self.program.setup, ctx)
            s.seq(self.program.play, ctx)
        s.blocks.jump(s.finish)
        s.blocks.start(s.finish)
        s.emit("finish(S)")
        if self.program.match is not None:
            s.emit("if next_game(S):")
            s.blocks.indent += 1
            s.blocks.jump(begin)
            s.blocks.indent -= 1
        s.emit(f"S[{NODE}] = -1")
        s.emit("return None")
        entries = self._entries() if self.with_entries else {}
        s.write_routines()
        functions = dict(s.extra)
        functions["begin"] = self._begin()
        functions["scores"] = self._scores()
        functions["winners"] = self._winners()
        functions["finish"] = self._finish()
        placed = Blocks.assemble(s.blocks, self.layout, functions)
        slots = {k: self._slots_of(number, k) for number, k in enumerate(entries)}
        placed = {name: self._views(lines) for name, lines in placed.items()}
        defined = [lines for _, lines in s.x.functions.values()]
        tables = [[line] for line in s.x.tabulated]
        source = "\n\n\n".join("\n".join(lines) for lines in [*defined, *tables, *placed.values()]) + "\n"
        labels = sorted(s.blocks.all)
        source += "\n\nBLOCKS = {" + ", ".join(f"{k}: b{k}" for k in labels if f"b{k}" in placed) + "}\n"
        namespace = support(self.layout) | s.x.tables | (self.marks.names if self.marks is not None else {})
        exec(compile(source, f"<{self.program.name}>", "exec"), namespace)
        begun = self.layout.initial()
        namespace["begin"](begun)
        self.layout.begun = begun
        return Generated(
            self.program,
            self.layout,
            source,
            namespace,
            s.decisions,
            0,
            entries,
            slots,
            self.score_lines,
            list(s.routines.values()),
            s.events.always,
        )

    # ---- entries: any action can be begun by itself, for examples

    def _entries(self) -> dict[str, int]:
        out: dict[str, int] = {}
        halt = self.s.blocks.new("an action begun by itself is over", pinned=True)
        self.s.blocks.start(halt)
        self.s.emit(f"S[{NODE}] = -2")
        self.s.emit("return None")
        nobodys = {*done_by_nobody_only(self.program), *(key for key in self.program.actions if BY_NOBODY in key)}
        for key, action in list(self.program.actions.items()):
            if not isinstance(self.with_entries, bool) and key not in self.with_entries:
                continue
            span = action.words.span
            assert span is not None
            block = self.s.blocks.new(f"begin {action.words.name}", pinned=True)
            you = f"⟪ey{len(out)}⟫"
            marks = [f"⟪ea{len(out)}x{k}⟫" for k in range(len(action.params))]
            self.s.blocks.start(block)
            env = Env(you=None if key in nobodys else you)
            args: list[p.Expr] = []
            for (_prep, var), mark in zip(action.params, marks, strict=True):
                fresh = p.Var(var.name, var.type, -1 - len(env.names) - 1000 * len(out))
                env.names[fresh.id] = mark
                args.append(p.Local(fresh, var.type, span))
            call = p.CallAction(action, tuple(args), span)
            self.s.emit(f"{you} = {you}")
            for mark in marks:
                self.s.emit(f"{mark} = {mark}")
            self.s.seq((call,), Ctx(env, halt))
            self.s.blocks.jump(halt)
            out[key] = block.label
        return out

    def _slots_of(self, number: int, key: str) -> tuple[int, tuple[int, ...]]:
        action = self.program.actions[key]
        marks = [f"ea{number}x{k}" for k in range(len(action.params))]
        found = [self.layout.slots[f"local:{m}"].base for m in (f"ey{number}", *marks)]
        return found[0], tuple(found[1:])

    # ---- beginning and end

    def _begin(self) -> list[str]:
        """Supplies, counters, memories, decks and dice as they are before setup."""
        x, lines, env = self.s.x, ["def begin(S):"], Env()
        for piece in self.program.pieces.values():
            slot = self.layout.slots[f"supply:{piece.words.name}"]
            if piece.supply is not None:
                lines.append(
                    f"    S[{slot.base}:{slot.base + slot.count}] = [{x.source(piece.supply, env)}] * {slot.count}"
                )
        for unit in self.program.units.values():
            if unit.start is not None:
                slot = self.layout.slots[f"unit:{unit.words.name}"]
                lines.append(
                    f"    S[{slot.base}:{slot.base + slot.count}] = [{x.source(unit.start, env)}] * {slot.count}"
                )
        for memory in self.program.memories.values():
            if memory.start is not None:
                slot = self.layout.slots[f"memory:{memory.words.name}"]
                lines.append(
                    f"    S[{slot.base}:{slot.base + slot.count}] = [{x.source(memory.start, env)}] * {slot.count}"
                )
        lines += self._fill_zones()
        lines += self._cell_defaults()
        if not any(isinstance(n, p.Assemble) for n in self.s.events.everything()):
            for index, board in enumerate(self.program.boards.values()):
                if board.maps and not board.part:
                    lines.append(f"    assemble_{index}(S, (0,))")
        return [*lines, "    return None"]

    def _cell_defaults(self) -> list[str]:
        """What every cell carries before a map is laid or a rule sets it."""
        lines = []
        for board in self.program.boards.values():
            valid = self.layout.geometry[board.name].valid
            for cell_field in board.fields.values():
                slot = self.layout.slots.get(f"with:{board.name}.{cell_field.name}")
                if slot is None or cell_field.default is None:
                    continue
                span = cell_field.high - cell_field.low + 1
                for first in range(slot.base, slot.base + slot.count, span):
                    lines.append(f"    S[{first + cell_field.default - cell_field.low}] = {valid:#x}")
        return lines

    def _fill_zones(self) -> list[str]:
        lines: list[str] = []
        dice = 0
        roots = list(self.layout.roots)
        for zone in self.program.zones.values():
            component = self.program.components[zone.component]
            put, number = f"put_{roots.index(component.root)}", self.layout.zone_ids[zone.words.name]
            count = self.layout.slots[f"zone:{zone.words.name}"].count
            if zone.dice is not None:
                each = self.s.x.value(zone.dice, Env())
                for key in range(count):
                    for thing in range(dice, dice + each):
                        lines.append(f"    {put}(S, {thing}, {number}, {key})")
                    dice += each
            elif zone.one_of_each:
                for design in component.designs:
                    each = len(design.things) // count
                    for k, thing in enumerate(design.things):
                        lines.append(f"    {put}(S, {thing}, {number}, {min(k // max(each, 1), count - 1)})")
            elif zone.starts_full:
                things = self._starting_things(zone, component)
                lines.append(f"    for thing in {things}: {put}(S, thing, {number}, 0)")
        return lines

    def _shuffles(self) -> list[str]:
        """Every deck that starts full is shuffled before anything else."""
        full = [z for z in self.program.zones.values() if z.starts_full and z.ordered and z.dice is None]
        places = [f"S[{self.layout.slots[f'zone:{z.words.name}'].base}]" for z in full]
        return [f"{place} = shuffled(S, {place})" for place in places]

    def _starting_things(self, zone: p.Zone, component: p.Component) -> tuple[int, ...]:
        """All of the component, without those of a component that counts as it and has a zone of its own."""
        if component.root != component.name:
            return component.things
        others = {
            k
            for z in self.program.zones.values()
            if z is not zone and z.starts_full and z.component != component.name
            for k in self.program.components[z.component].things
            if self.program.components[z.component].root == component.root
        }
        first = next(z for z in self.program.zones.values() if z.starts_full and z.component == component.name)
        if first is not zone:
            return ()
        return tuple(k for k in component.things if k not in others)

    def _scores(self) -> list[str]:
        """Every score line for every player: (line, player, amount, how many, which cells or None)."""
        lines = ["def scores(S):", "    out = []"]
        found: list[tuple[p.Words, p.WorthLine, p.Design | None]] = []
        for component in self.program.components.values():
            for made in component.designs:
                found += [(made.words, line, made) for line in made.worths]
        found += [(score.words, line, None) for score in self.program.scores.values() for line in score.lines]
        by_side = any(line.unit.per is p.Per.SIDE for _, line, _ in found)
        step = self.program.side_size if by_side else 1
        for words, line, design in found:
            number = len(self.score_lines)
            self.score_lines.append((words, line))
            lines.append(f"    # {words.name}, {line.span}")
            lines.append(f"    for you in range(0, {self.program.players}, {step}):")
            for thing in design.things if design is not None else (-1,):
                env = Env(you="you", this=str(thing))
                worth = self._worth(number, line, env)
                if self.marks is not None:
                    worth.append(f"        if out[-1][2]: {self.marks.line(line)}")
                guard = self.s.x.in_play(design, env, thing)
                if guard is not None:
                    worth = [f"        if {guard}:", *("    " + text for text in worth)]
                lines += worth
        return [*lines, "    return out"]

    def _worth(self, number: int, line: p.WorthLine, env: Env) -> list[str]:
        x = self.s.x
        match line.kind:
            case "if":
                assert line.where is not None
                amount = f"{x.source(line.number, env)} if {x.condition(line.where, env)} else 0"
                return [f"        out.append(({number}, you, {amount}, 1, None))"]
            case "none":
                return [f"        out.append(({number}, you, {x.source(line.number, env)}, 1, None))"]
            case "each":
                return self._worth_each(number, line, env)
            case _:
                assert line.source is not None
                count = x.source(line.source, env)
                if line.source.type.is_set or line.source.type.is_list:
                    lines = [
                        f"        items = {count}",
                        f"        n = {'len(items)' if line.source.type.is_list else 'items.bit_count()'}",
                    ]
                else:
                    lines = [f"        n = {count}", "        items = None"]
                if line.every is not None:
                    lines.append(f"        n //= {x.source(line.every, env)}")
                shown = "items" if line.source.type.elem.t is T.CELL else "None"
                return [*lines, f"        out.append(({number}, you, {x.source(line.number, env)} * n, n, {shown}))"]

    def _worth_each(self, number: int, line: p.WorthLine, env: Env) -> list[str]:
        x = self.s.x
        assert line.var is not None and line.source is not None
        inner = env.copy()
        inner.names[line.var.id] = "item"
        test = f" if {x.condition(line.where, inner)}" if line.where is not None else ""
        lines = [f"        items = [item for item in {x.elements(line.source, env)}{test}]"]
        lines.append(f"        n = sum([{x.source(line.number, inner)} for item in items])")
        shown = "mask_of(items)" if line.var.type.t is T.CELL else "None"
        return [*lines, f"        out.append(({number}, you, n, len(items), {shown}))"]

    def _finish(self) -> list[str]:
        lines = ["def finish(S):"]
        if self.score_lines:
            lines.append("    for line, you, amount, count, items in scores(S):")
            for number, (_words, line) in enumerate(self.score_lines):
                slot = self.s.choices.unit_slot(line.unit, Env(you="you"))
                lines.append(f"        {'if' if number == 0 else 'elif'} line == {number}: {slot} += amount")
        lines.append(f"    S[{WINNERS}] = winners(S)")
        return lines

    def _match_winners(self, unit: p.Unit) -> list[str]:
        """A match is won by the sum alone; who has equal sums shares it."""
        base, sides = self.layout.slots[f"unit:{unit.words.name}"].base, unit.per is p.Per.SIDE
        size = self.program.side_size if sides else 1
        items = f"best(range({self.program.players // size}), lambda w: S[{base} + w])"
        return ["def winners(S):", f"    return mask_of([w * {size} + k for w in {items} for k in range({size})])"]

    def _winners(self) -> list[str]:
        if self.program.match is not None:
            return self._match_winners(self.program.match[1])
        winner = self.program.winner
        if winner is None:
            return ["def winners(S):", "    return 0"]
        x, env = self.s.x, Env()
        name = "w"
        env.names[winner.var.id] = name
        test = f" if {x.condition(winner.where, env)}" if winner.where is not None else ""
        items = f"[{name} for {name} in {x.elements(winner.source, Env())}{test}]"
        if winner.ranks:
            keys = ", ".join(("" if r.direction == "most" else "-") + x.source(r.value, env) for r in winner.ranks)
            items = f"best({items}, lambda {name}: ({keys},))"
        if winner.source.type.elem.t is T.SIDE and self.program.side_size > 1:
            size = self.program.side_size
            return ["def winners(S):", f"    return mask_of([s * {size} + k for s in {items} for k in range({size})])"]
        return ["def winners(S):", f"    return mask_of({items})"]

    # ---- views

    def _views(self, lines: list[str]) -> list[str]:
        """Keeps the cells next to a player's pieces up to date wherever the pieces change."""
        out = []
        for line in lines:
            m = _VIEW.match(line)
            if m is None:
                out.append(line)
                continue
            pad, sign, name, owner, position, area, board = m.groups()
            key = None if owner == "None" else owner
            for view in self.s.x.views.get(name, []):
                out += [pad + text for text in self._view_lines(view, sign == "+", name, key, position, area, board)]
        return out

    def _view_lines(
        self, view: View, added: bool, name: str, key: str | None, position: str, area: str, board: str
    ) -> list[str]:
        x = self.s.x
        slot, pieces, around = x.slot(view.slot, key), x.slot(f"pieces:{name}", key), x.around(board)
        if view.kind == "near":
            if not added:
                return [f"{slot} = {around}({pieces})"]
            if not position:
                return [f"{slot} |= {around}({area})"]
            geometry = self.layout.geometry[board]
            near = x.table(f"NEAR_{board}", geometry.near)
            return [f"{slot} |= {near}[{position}]"]
        edge, seed = x.slot(view.edge, key), f"{view.seed}[{key}]"
        if not added:
            return [
                f"{slot} = flood({pieces} & {seed}, {pieces}, {p.EVERYWHERE}, {around})",
                f"{edge} = {around}({slot})",
            ]
        return [
            f"if {area} & ({seed} | {edge}):",
            f"    {slot}, {edge} = spread({slot}, {edge}, {area}, {pieces}, {around})",
        ]


def generate(
    program: p.Program,
    *,
    entries: bool | Collection[str] = False,
    is_whole: bool = True,
    fused: bool = False,
    marks: Marks | None = None,
) -> Generated:
    """The machine of a program. With `entries`, any action (or those with these keys) can also be begun by itself; if
    the machine is not whole, nothing else can.

    Fused, it asks nobody: every decision draws one of its options at random, inside the code. That is the machine of
    random playouts; its rules are the same text, written out by the same code.

    With `marks` the code counts what it runs; without, not a line of it is there.
    """
    report, made = Report(), None
    with bounded(report, f"making the machine of {program.name}", MAKING * WAYS_IN if entries else MAKING):
        try:
            made = _Writer(program, entries=entries, is_whole=is_whole, fused=fused, marks=marks).write()
        except Budget as error:
            report.error(error.code, None, f"making the machine of {program.name}: {error}", help=error.help)
    if made is None:
        raise RulesError(report)
    return made
