"""Blocks of generated code. A block runs from one decision to the next; a jump is the name of the next block, returned.

Blocks are written with marks: a line `@k` jumps to block k, `⟪v⟫` is a variable of the rules. `assemble` joins blocks
that are jumped to once (or are short), so that most code between two decisions is one function, then gives each
variable a Python local if all its uses lie in the function that sets it, else a slot of the state.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.dsl.codes import Code
from rulewright.interpreter.generate.layout import Layout
from rulewright.interpreter.generate.tidy import tidied
from rulewright.interpreter.runtime import Budget

_MARK = re.compile(r"⟪(\w+)⟫")
_FRAME = re.compile(r"⟦\d+⟧")
SHORT = 8
SHORT_FUSED = (2, 5, 10, 20, 40)  # short blocks join first, so that loops close before they are written out elsewhere
MAX_JOINED = 400
MAX_COPIES = 4
MAX_LINES = 40_000
MAX_TEXT = 1_000_000


@dataclass(slots=True)
class Block:
    """Lines with their indentation; `pinned` blocks are entered from outside (resume points, subroutines)."""

    label: int
    lines: list[tuple[int, str]] = field(default_factory=list)
    pinned: bool = False
    comment: str = ""

    def jumps(self) -> Jumps:
        return [(k, int(line[1:])) for k, (_, line) in enumerate(self.lines) if line[:1] == "@"]


Jumps = list[tuple[int, int]]
"""The lines of a block that jump, and whereto."""


class Blocks:
    """All the blocks of one machine, and where the writer stands."""

    def __init__(self, *, fused: bool = False) -> None:
        self.fused = fused
        self.all: dict[int, Block] = {}
        self._copies: dict[tuple[int, int], int] = {}
        self.here = self.new()
        self.indent = 0
        self.kept: set[str] = set()
        self._vars = 0
        self._written = 0
        self.most_lines = MAX_LINES

    def new(self, comment: str = "", *, pinned: bool = False) -> Block:
        block = Block(len(self.all), comment=comment, pinned=pinned)
        self.all[block.label] = block
        return block

    def start(self, block: Block) -> None:
        self.here, self.indent = block, 0

    def emit(self, text: str) -> None:
        self.here.lines.append((self.indent, text))
        self._written += 1
        if self._written > self.most_lines or len(text) > MAX_TEXT:
            last = next((block.comment for block in reversed(self.all.values()) if block.comment), "")
            place = f", the last for {last}" if last else ""
            story = f"rules that make more than {self.most_lines:,} lines of code{place}"
            raise Budget(Code.BUDGET_STEPS, story, "say less, or say it once")

    def jump(self, block: Block) -> None:
        self.emit(f"@{block.label}")

    def keep(self, source: str) -> None:
        """The variables in a source keep their values while somebody is asked, for whoever wants to know why not."""
        self.kept.update(_MARK.findall(source))

    def var(self, stem: str) -> str:
        """A new variable of the rules, as a mark."""
        self._vars += 1
        return f"⟪{stem}{self._vars}⟫"

    @property
    def count(self) -> int:
        """How many variables there are so far."""
        return self._vars

    def since(self, before: int) -> list[str]:
        """The variables that were made since there were so many."""
        made = {m for b in self.all.values() for _, line in b.lines for m in _MARK.findall(line)}
        return [f"⟪{m}⟫" for m in sorted(made, key=_number) if _number(m) > before]

    def fill(self, frames: dict[str, list[str]]) -> None:
        """Writes out which variables each frame holds. The last is followed by a comma too: a frame may hold one."""
        for block in self.all.values():
            for k, (indent, line) in enumerate(block.lines):
                if (m := _FRAME.search(line)) is not None:
                    held = "".join(f"{mark}, " for mark in frames[m[0]])
                    block.lines[k] = (indent, line.replace(m[0], held))

    # ---- assembly

    def assemble(self, layout: Layout, extra: dict[str, list[str]]) -> dict[str, list[str]]:
        """The functions: name -> lines. `extra` are functions that use variables of the rules but are not blocks."""
        self._join()
        targets = self._targets()
        functions = {
            f"b{b.label}": [f"def b{b.label}(S):", *self._text(b)]
            for b in self.all.values()
            if b.pinned or b.label in targets
        }
        functions |= extra
        return _place_variables(functions, layout, self.kept, fused=self.fused)

    def _targets(self) -> set[int]:
        return {goal for block in self.all.values() for _, goal in block.jumps()}

    def _join(self) -> None:
        """Puts a block's lines in place of the jump to it, where it is jumped to once or is short."""
        jumps = {label: block.jumps() for label, block in self.all.items()}
        for short in SHORT_FUSED if self.fused else (SHORT,):
            changed = True
            while changed:
                changed = False
                counts = Counter(goal for found in jumps.values() for _, goal in found)
                for block in list(self.all.values()):
                    changed |= self._inline_into(block, counts, jumps, short)
                live = self._reachable(jumps)
                self.all = {k: b for k, b in self.all.items() if k in live}
                jumps = {k: jumps[k] for k in self.all}

    def _inline_into(self, block: Block, counts: Mapping[int, int], jumps: dict[int, Jumps], short: int) -> bool:
        own = jumps[block.label]
        for at, (k, goal) in enumerate(own):
            target = self.all[goal]
            once = counts[goal] == 1 and not target.pinned
            if target is block or len(block.lines) + len(target.lines) > MAX_JOINED:
                continue
            if once or self._is_short(target, block, jumps[goal], short):
                indent = block.lines[k][0]
                comment = [(indent, f"# {target.comment}")] if target.comment else []
                block.lines[k : k + 1] = comment + [(indent + i, text) for i, text in target.lines]
                first, added = k + len(comment), len(comment) + len(target.lines) - 1
                moved = [(first + j, to) for j, to in jumps[goal]] + [(j + added, to) for j, to in own[at + 1 :]]
                jumps[block.label] = own[:at] + moved
                return True
        return False

    def _is_short(self, target: Block, block: Block, jumps: Jumps, short: int) -> bool:
        """Whether a block may be written out again where it is jumped to. Fused code loops within one function, so
        there a block that jumps back is welcome."""
        if len(target.lines) > short:
            return False
        goals = {goal for _, goal in jumps}
        if not self.fused:
            return not goals & {target.label, block.label}
        copies = self._copies.get((block.label, target.label), 0)
        if target.label in goals or copies >= MAX_COPIES:
            return False
        self._copies[block.label, target.label] = copies + 1
        return True

    def _reachable(self, jumps: Mapping[int, Jumps]) -> set[int]:
        seen: set[int] = set()
        stack = [b.label for b in self.all.values() if b.pinned]
        while stack:
            label = stack.pop()
            if label in seen:
                continue
            seen.add(label)
            stack.extend(goal for _, goal in jumps[label])
        return seen

    def _text(self, block: Block) -> list[str]:
        out = [f"    # {block.comment}"] if block.comment else []
        loops = self.fused and any(line == f"@{block.label}" for _, line in block.lines)
        if loops:
            out.append("    while True:")
        for indent, line in block.lines:
            jump = ""
            if line[:1] == "@":
                jump = "continue" if loops and int(line[1:]) == block.label else f"return b{line[1:]}"
            out.append("    " * (indent + 1 + loops) + (jump or line))
        if not block.lines:
            out.append("    return None")
        return out


def _number(mark: str) -> int:
    return int(re.sub(r"\D", "", mark))


def _place_variables(
    functions: dict[str, list[str]], layout: Layout, kept: set[str], *, fused: bool
) -> dict[str, list[str]]:
    homes: dict[str, set[str]] = {}
    for name, lines in functions.items():
        for line in lines:
            for mark in _MARK.findall(line):
                homes.setdefault(mark, set()).add(name)
    local = {mark for mark in homes if mark not in kept and all(_is_set_first(mark, functions[f]) for f in homes[mark])}
    slots: dict[str, int] = {}
    for mark in sorted(homes, key=_number):
        if mark not in local:
            slots[mark] = layout.add(f"local:{mark}", 1, 0).base
    alone = {mark for mark in slots if fused and all(_BLOCK.fullmatch(name) for name in homes[mark])}
    return {name: _rewrite(lines, local, slots, alone) for name, lines in functions.items()}


def _is_set_first(mark: str, lines: list[str]) -> bool:
    """Whether a function sets the variable before any use, in a place that covers every use."""
    token = f"⟪{mark}⟫"
    depth: int | None = None
    for line in lines:
        if token not in line:
            continue
        indent = len(line) - len(line.lstrip())
        if depth is None or indent < depth:
            if not _sets(line.strip(), token):
                return False
            depth = indent
    return depth is not None


def _sets(line: str, token: str) -> bool:
    """Whether a line gives the variable a value without looking at the old one."""
    if line.startswith(f"for {token} in "):
        return token not in line[len(f"for {token} in ") :]
    return line.startswith(f"{token} = ") and token not in line[len(f"{token} = ") :]


_CHANGED = re.compile(r"⟪(\w+)⟫ (?:[-+*&|^%]|//|<<|>>)?= |for ⟪(\w+)⟫ in|⟪(\w+)⟫, ")


def _changed(text: str) -> set[str]:
    """The variables that a function gives a value."""
    return {name for names in _CHANGED.findall(text) for name in names}


def _rewrite(lines: list[str], local: set[str], slots: dict[str, int], alone: set[str]) -> list[str]:
    """Marks to names. A slot read often and never set in a function is read once at its top; in fused code a loop holds
    those that only blocks look at (`alone`) by name, and writes them back where it hands over to another block."""
    text = "\n".join(lines)
    changed = _changed(text)
    uses = Counter(_MARK.findall(text))
    loops = LOOP in lines[1:3]
    held = [m for m in sorted(uses) if m in slots and _is_held(uses[m], m in changed, loops and m in alone)]
    back = [f"S[{slots[m]}] = {m}" for m in held if m in changed]
    named = local | set(held)
    out = [lines[0], *(f"    {m} = S[{slots[m]}]" for m in held)]
    for line in lines[1:]:
        if back and (hands := _HANDS_OVER.match(line)) is not None:
            out += [hands[1] + store for store in back]
        out += tidied(_MARK.sub(lambda m: m[1] if m[1] in named else f"S[{slots[m[1]]}]", line))
    return out


LOOP = "    while True:"
WORTH = 4
_BLOCK = re.compile(r"b\d+")
_HANDS_OVER = re.compile(r"(\s*)return (?!None)")


def _is_held(uses: int, is_changed: bool, in_loop: bool) -> bool:
    return uses >= (WORTH if is_changed else 2) and (in_loop or not is_changed)
