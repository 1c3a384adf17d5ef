"""Random filters over random positions: the generated masks say what the plain evaluator says."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from tests.reference.plain import Plain, Position

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.check.symbols import Scope
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.nodes import Apply, Binary, Compare, Count, Exists, FieldOf, Filter, Name, Num, Of, Quantified, You
from rulewright.dsl.pipeline import load_ruleset
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.types import PLAYER, cells
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.generate.module import generate

GAMES = [("tic_tac_toe", 2), ("hex", 2), ("othello", 2), ("breakthrough", 2), ("kb_core", 4), ("kingdom_builder", 3)]
FILTERS = int(os.environ.get("RULEWRIGHT_FILTERS", "300"))
HERE = Span(SourceFile("<random filter>", ""), 0, 0)


class Filters:
    """Makes random expressions of the language about the cells of one board."""

    def __init__(self, program: p.Program, rng: random.Random) -> None:
        self.rng = rng
        self.program = program
        self.pieces = [x.words.name for x in program.pieces.values() if x.per is p.Per.PLAYER]
        board = next(iter(program.boards.values()))
        kinds = {f.type.sure().base for f in board.fields.values()} & set(program.kinds)
        self.members = [m for k in sorted(kinds) for m in program.kinds[k].members]
        self.members = [
            m for m in self.members if m not in {d.words.name for c in program.components.values() for d in c.designs}
        ]
        self.directions = ["east", "west", "north", "southeast", "northwest"]
        self.names = 0

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
            return Apply("ring", (inner,), HERE)
        return self._each(depth - 1)

    def _leaf(self, variable: str | None) -> Any:
        choices: list[Any] = [Name("cells", HERE), Name("vacant", HERE), Name("occupied", HERE)]
        choices += [FieldOf(You(HERE), x, (), HERE) for x in self.pieces]
        choices += [Name(x, HERE) for x in self.pieces]
        if self.members:
            choices += [Of("cells", Name(self.rng.choice(self.members), HERE), HERE)] * 2
        if variable is not None:
            choices += [Of("neighbours", Name(variable, HERE), HERE)] * 2
        return self.rng.choice(choices)

    def _each(self, depth: int) -> Any:
        from rulewright.dsl.nodes import Binder, Collect

        self.names += 1
        name = f"cell_{self.names}"
        return Collect("each", None, Binder(name, self.area(depth), self.truth(depth, name), (), HERE), HERE)

    def truth(self, depth: int, variable: str) -> Any:
        roll, here = self.rng.random(), Name(variable, HERE)
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
    position, S = Position(), machine.layout.initial()
    board = next(iter(program.boards.values()))
    geometry = machine.layout.geometry[board.name]
    everywhere = [(r, c) for r in range(board.rows) for c in range(board.columns)]
    rng.shuffle(everywhere)
    share = max(1, int(len(everywhere) * rng.choice([0.05, 0.2, 0.5]) / max(1, program.players)))
    for piece in program.pieces.values():
        owners = program.players if piece.per is p.Per.PLAYER else 1
        slot = machine.layout.slots[f"pieces:{piece.words.name}"]
        for owner in range(owners):
            mine, everywhere = set(everywhere[:share]), everywhere[share:]
            position.pieces[piece.words.name, owner] = mine
            S[slot.base + owner] = sum(1 << geometry.at(r, c) for r, c in mine)
            S[machine.layout.slots[f"occupied:{board.name}"].base] |= S[slot.base + owner]
    for field in board.fields.values():
        values = {}
        for k, (r, c) in enumerate((r, c) for r in range(board.rows) for c in range(board.columns)):
            values[r, c] = rng.randint(field.low, field.high) if rng.random() < 0.9 or k == 0 else -1
            if values[r, c] >= 0:
                S[machine.layout.slots[f"with:{board.name}.{field.name}"].base + values[r, c] - field.low] |= (
                    1 << geometry.at(r, c)
                )
        position.fields[board.name, field.name] = values
    return position, S


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_masks_agree_with_the_plain_meaning(name: str, players: int) -> None:
    report = Report()
    ruleset = load_ruleset(name, report=report)
    assert ruleset is not None
    compiled = Compiled(ruleset, players, report)
    assert report.ok
    machine = generate(compiled.program)
    evaluator = Evaluator(machine)
    rng = random.Random(f"filters of {name}")
    geometry = next(iter(machine.layout.geometry.values()))
    board = next(iter(compiled.program.boards))
    makes = Filters(compiled.program, rng)
    tried = 0
    while tried < FILTERS:
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
    assert tried >= FILTERS


def test_the_plain_evaluator_stays_plain() -> None:
    text = (Path(__file__).parent / "plain.py").read_text("utf-8")
    assert len(text.splitlines()) < 320
    assert "bit_count" not in text and "<<" not in text
