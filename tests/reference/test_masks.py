"""Random filters over random positions: the generated masks say what the plain evaluator says."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.reference.plain import Plain, Position

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.check.symbols import Scope
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.nodes import (
    Apply,
    Binary,
    Binder,
    Collect,
    Compare,
    Count,
    Exists,
    FieldOf,
    Filter,
    Name,
    Num,
    Of,
    Quantified,
    You,
)
from rulewright.dsl.pipeline import load_ruleset
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.types import PLAYER, cells
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.generate.module import generate


@dataclass(frozen=True)
class Own:
    """A definition of the ruleset: its name, the types of what it is given, and of what it gives."""

    name: str
    takes: tuple[str, ...]
    gives: str


MODIFIED = str(Path(__file__).parent / "modified.rules")
GAMES = [
    ("tic_tac_toe", 2, ()),
    ("connect_four", 2, ()),
    ("hex", 2, ()),
    ("othello", 2, ()),
    ("breakthrough", 2, ()),
    ("kb_core", 4, ()),
    ("kingdom_builder", 3, ()),
    ("kingdom_builder", 5, ("nomads", "crossroads", "capitol")),
    (MODIFIED, 2, ()),
    ("kingdomino", 3, ()),
    ("queendomino", 2, ()),
    ("royal_wedding", 4, ()),
]
OWN = {
    "connect_four": (Own("landing", (), "cells"),),
    "kingdomino": (Own("realm", (), "cells"), Own("room", (), "cells"), Own("largest_domain", (), "cells")),
    "queendomino": (Own("realm", (), "cells"), Own("largest_domain", (), "cells")),
    "royal_wedding": (Own("realm", (), "cells"), Own("largest_domain", (), "cells")),
    "kb_core": (Own("best_row", ("cells",), "cells"),),
    "kingdom_builder": (
        Own("best_row", ("cells",), "cells"),
        Own("linked", ("cell",), "truth"),
    ),
    "modified": (
        Own("open", ("cells",), "cells"),
        Own("reachable", (), "cells"),
        Own("dry", ("cell",), "truth"),
        Own("crowd", ("cell",), "number"),
    ),
}
FILTERS = int(os.environ.get("RULEWRIGHT_FILTERS", "0"))  # for every game; else some hundred, on large boards fewer
LIBRARY = ("ring", "within", "edge", "side_of", "largest_group", "run_ends", "line_ends", "flanked")
HERE = Span(SourceFile("<random filter>", ""), 0, 0)


class Filters:
    """Makes random expressions of the language about the cells of one board."""

    def __init__(self, program: p.Program, rng: random.Random, own: Sequence[Own] = ()) -> None:
        self.rng = rng
        self.program = program
        self.pieces = [x.words.name for x in program.pieces.values() if x.per is not p.Per.GAME]
        board = next(iter(program.boards.values()))
        kinds = {f.type.sure().base for f in board.fields.values()} & set(program.kinds)
        self.members = [m for k in sorted(kinds) for m in program.kinds[k].members]
        others = {d.words.name for c in program.components.values() for d in c.designs} | set(program.pieces)
        self.plain = [x for x in self.pieces if x not in self.members and x not in others - set(program.pieces)]
        self.members = [m for m in self.members if m not in others]
        self.directions = ["east", "west", "north", "southeast", "northwest"]
        self.names = 0
        self.own = list(own)
        self.used: Counter[str] = Counter()

    def area(self, depth: int, variable: str | None = None) -> Any:
        roll = self.rng.random()
        if depth == 0 or roll < 0.25:
            return self._leaf(variable)
        inner = self.area(depth - 1, variable)
        if roll < 0.45:
            op = self.rng.choice(["next_to", "not_next_to", "on", "except"])
            return Filter(op, inner, self.area(depth - 1, variable), HERE)
        if roll < 0.55:
            return Binary("or", inner, self.area(depth - 1, variable), HERE)
        if roll < 0.65:
            return Apply("shift", (inner, Name(self.rng.choice(self.directions), HERE)), HERE)
        if roll < 0.72:
            return Apply(
                "ray", (inner, Name(self.rng.choice(self.directions), HERE), self.area(depth - 1, variable)), HERE
            )
        if roll < 0.8:
            return Apply("grow", (inner, self.area(depth - 1, variable), Num(self.rng.choice([1, 2, 3]), HERE)), HERE)
        if roll < 0.86:
            return self._defined(inner, depth)
        if roll < 0.92:
            return self._groups(inner)
        return self._each(depth - 1)

    def _defined(self, inner: Any, depth: int) -> Any:
        """A definition of the library, or of the ruleset itself."""
        way, few = Name(self.rng.choice(self.directions), HERE), Num(self.rng.choice([1, 2, 3]), HERE)
        mine = [x for x in self.own if x.gives == "cells" and x.takes in ((), ("cells",))]
        if mine and self.rng.random() < 0.5:
            chosen = min(mine, key=lambda x: (self.used[x.name], self.rng.random()))
            self.used[chosen.name] += 1
            return Apply(chosen.name, (inner,), HERE) if chosen.takes else Name(chosen.name, HERE)
        choices: dict[str, tuple[Any, ...]] = {
            "ring": (inner,),
            "within": (inner, few),
            "edge": (inner,),
            "side_of": (inner, way),
            "largest_group": (inner,),
            "run_ends": (inner, way, few),
            "line_ends": (inner, few),
            "flanked": (inner, self.area(depth - 1)),
        }
        name = min(LIBRARY, key=lambda x: (self.used[x], self.rng.random()))
        self.used[name] += 1
        return Apply(name, choices[name], HERE)

    def _groups(self, inner: Any) -> Any:
        """The cells of the groups, rows or columns that hold so many."""
        self.names += 1
        name, word = f"group_{self.names}", self.rng.choice(["groups", "rows", "columns"])
        self.used[word] += 1
        enough = Compare("at_least", Count(Name(name, HERE), HERE), Num(self.rng.choice([1, 2, 3]), HERE), HERE)
        listed = Collect("list", Name(name, HERE), Binder(name, Of(word, inner, HERE), enough, (), HERE), HERE)
        return Apply("union", (listed,), HERE)

    def _leaf(self, variable: str | None) -> Any:
        choices: list[Any] = [Name("cells", HERE), Name("vacant", HERE), Name("occupied", HERE)]
        choices += [FieldOf(You(HERE), x, (), HERE) for x in self.pieces]
        choices += [Name(x, HERE) for x in self.plain]
        if self.members:
            choices += [Of("cells", Name(self.rng.choice(self.members), HERE), HERE)] * 2
        if variable is not None:
            choices += [Of("neighbours", Name(variable, HERE), HERE)] * 2
        return self.rng.choice(choices)

    def _each(self, depth: int) -> Any:
        self.names += 1
        name = f"cell_{self.names}"
        return Collect("each", None, Binder(name, self.area(depth), self.truth(depth, name), (), HERE), HERE)

    def truth(self, depth: int, variable: str) -> Any:
        roll, here = self.rng.random(), Name(variable, HERE)
        mine = [x for x in self.own if x.gives in ("truth", "number") and x.takes == ("cell",)]
        if mine and self.rng.random() < 0.2:
            chosen = min(mine, key=lambda x: (self.used[x.name], self.rng.random()))
            self.used[chosen.name] += 1
            called = Apply(chosen.name, (here,), HERE)
            return called if chosen.gives == "truth" else Compare("at_least", called, Num(2, HERE), HERE)
        if depth > 0 and roll < 0.35:
            return Binary(
                self.rng.choice(["and", "or"]), self.truth(depth - 1, variable), self.truth(depth - 1, variable), HERE
            )
        if roll < 0.5:
            return Compare(self.rng.choice(["next_to", "not_next_to"]), here, self.area(max(depth - 1, 0)), HERE)
        if roll < 0.65:
            return Compare(self.rng.choice(["in", "not_in"]), here, self.area(max(depth - 1, 0)), HERE)
        if roll < 0.8:
            near = Filter("next_to", self.area(0), here, HERE)
            return Compare("at_least", Count(near, HERE), Num(self.rng.choice([1, 2, 3]), HERE), HERE)
        if roll < 0.9:
            return Exists(Filter("on", self.area(0), Of("neighbours", here, HERE), HERE), self.rng.random() < 0.5, HERE)
        self.names += 1
        other = f"cell_{self.names}"
        return Quantified(
            self.rng.choice(["some", "no", "every"]),
            other,
            Of("neighbours", here, HERE),
            Compare("in", Name(other, HERE), self.area(0), HERE),
            HERE,
        )


def random_position(program: p.Program, machine: Any, rng: random.Random) -> tuple[Position, list[Any]]:
    """Pieces anywhere, no two of them in one place, and any values of the cells; on every copy of the board."""
    position, S = Position(), machine.layout.initial()
    board = next(iter(program.boards.values()))
    geometry, slots = machine.layout.geometry[board.name], machine.layout.slots
    everywhere = [(r, c) for r in range(board.rows) for c in range(board.columns)]
    copies = 1 if board.per is p.Per.GAME else program.players
    free = [rng.sample(everywhere, len(everywhere)) for _ in range(copies)]
    share = max(1, int(len(everywhere) * rng.choice([0.05, 0.2, 0.5]) / max(1, program.players)))
    for piece in program.pieces.values():
        for owner in range(1 if piece.per is p.Per.GAME else program.players):
            copy = owner % copies
            mine, free[copy] = set(free[copy][:share]), free[copy][share:]
            position.pieces[piece.words.name, owner] = mine
            mask = sum(1 << geometry.at(r, c) for r, c in mine)
            S[slots[f"pieces:{piece.words.name}"].base + owner] = mask
            S[slots[f"occupied:{board.name}"].base + copy] |= mask
    for field in board.fields.values():
        first = slots[f"with:{board.name}.{field.name}"].base - field.low
        for copy in range(copies):
            values = {}
            for k, (r, c) in enumerate(everywhere):
                values[r, c] = rng.randint(field.low, field.high) if rng.random() < 0.9 or k == 0 else -1
                if values[r, c] >= 0:
                    at = first + copy * (field.high - field.low + 1) + values[r, c]
                    S[at] |= 1 << geometry.at(r, c)
            position.fields[board.name, field.name, copy] = values
    return position, S


@pytest.mark.parametrize(("name", "players", "added"), GAMES, ids=lambda x: Path(x).stem if isinstance(x, str) else "")
def test_masks_agree_with_the_plain_meaning(name: str, players: int, added: tuple[str, ...]) -> None:
    report = Report()
    ruleset = load_ruleset(name, added, report=report)
    assert ruleset is not None
    compiled = Compiled(ruleset, players, report)
    assert report.ok
    machine = generate(compiled.program)
    evaluator = Evaluator(machine)
    rng = random.Random(f"filters of {Path(name).stem}")
    geometry = next(iter(machine.layout.geometry.values()))
    board = next(iter(compiled.program.boards))
    makes = Filters(compiled.program, rng, OWN.get(Path(name).stem, ()))
    tried = told = 0
    wanted_number = FILTERS or (300 if geometry.rows * geometry.columns < 200 else 50)
    while tried < wanted_number:
        position, S = random_position(compiled.program, machine, rng)
        for _ in range(10):
            scope = Scope(you=p.Me(PLAYER, HERE))
            before = len(report.errors)
            expr = compiled.expressions.check(makes.area(2), scope, cells(board))
            assert len(report.errors) == before, [str(e) for e in report.errors[before:]]
            you = rng.randrange(players)
            mask = evaluator.value(S, expr, you)
            got = frozenset(divmod(k, geometry.stride) for k in range(mask.bit_length()) if mask >> k & 1)
            want = Plain(compiled.program, position).value(expr, {}, you)
            assert got == want, f"filter {tried} of {name}"
            tried += 1
            told += 0 < len(want) < geometry.rows * geometry.columns
    assert tried >= wanted_number and told >= tried / 3, "too many filters that say all or nothing"
    used = {*LIBRARY, "groups", "rows", "columns", *(x.name for x in makes.own)}
    assert tried < 300 or used <= set(makes.used)


def test_the_plain_evaluator_stays_plain() -> None:
    text = (Path(__file__).parent / "plain.py").read_text("utf-8")
    assert len(text.splitlines()) < 320
    assert "bit_count" not in text and "<<" not in text
