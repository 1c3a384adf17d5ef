"""Scores as they would stand if the game ended now, and what each point comes from."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span
from rulewright.dsl.types import T
from rulewright.interpreter.machine import Machine, Slots
from rulewright.interpreter.runtime import bits


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What one line of a rule gives one player: `amount` of a unit, for `count` items, on these cells."""

    rule: str
    player: int
    unit: str
    amount: int
    count: int
    cells: tuple[tuple[int, int], ...] | None
    words: p.Words = field(repr=False)
    line: p.WorthLine = field(repr=False)

    @property
    def span(self) -> Span:
        return self.line.span


def score_lines(machine: Machine, S: Slots) -> list[ScoreLine]:
    """Every line of every score, as it would count now."""
    out = []
    for number, player, amount, count, shown in machine.namespace["scores"](S):
        words, line = machine.generated.score_lines[number]
        cells = _cells(machine, line, shown)
        out.append(ScoreLine(words.name, player, line.unit.words.name, amount, count, cells, words, line))
    return out


def _cells(machine: Machine, line: p.WorthLine, shown: int | None) -> tuple[tuple[int, int], ...] | None:
    board = line.source.type.core.base if line.source is not None else ""
    if not isinstance(shown, int) or board not in machine.layout.geometry:
        return None
    geometry = machine.layout.geometry[board]
    return tuple(geometry.row_column(k) for k in bits(shown))


def keeps_score(machine: Machine) -> bool:
    """Whether it can be told before the end who is ahead."""
    winner = machine.program.winner
    return bool(machine.program.scores) or (winner is not None and bool(winner.ranks))


def standings(machine: Machine, S: Slots, *, is_over: bool) -> list[tuple[int, ...]]:
    """For each player what the winner is judged by, more being better, as if the game ended now."""
    if not is_over:
        S = S[:]
        machine.namespace["finish"](S)
    winner = machine.program.winner
    players = range(machine.players)
    if winner is None or not winner.ranks:
        lines = machine.namespace["scores"](S)
        return [(sum(line[2] for line in lines if line[1] == k),) for k in players]
    size = machine.program.side_size if winner.var.type.t is T.SIDE else 1
    return [tuple(_rank(machine, S, winner, rank, k // size, k) for rank in winner.ranks) for k in players]


def _rank(machine: Machine, S: Slots, winner: p.Winner, rank: p.Rank, judged: int, you: int) -> int:
    value: Any = machine.evaluator.function(rank.value, (winner.var.id,))(S, you, None, judged)
    return int(value) if rank.direction == "most" else -int(value)


def totals(machine: Machine, S: Slots, *, is_over: bool) -> tuple[int, ...]:
    """One number for each player: the first thing that the winner is judged by."""
    winner = machine.program.winner
    sign = -1 if winner is not None and winner.ranks and winner.ranks[0].direction != "most" else 1
    return tuple(sign * standing[0] for standing in standings(machine, S, is_over=is_over))


@lru_cache(maxsize=16)
def aim(machine: Machine) -> p.Apply | None:
    """What a player must bring about to win at once, where that is a number to reach or something to be rid of."""
    for rule in machine.program.rules.values():
        for clause in rule.clauses:
            if not isinstance(clause, p.Trigger) or not _wins(clause.body):
                continue
            where = clause.where
            if isinstance(where, p.Apply) and _counts(where) and not any(isinstance(x, p.Local) for x in walk(where)):
                return where
    return None


def _wins(body: tuple[p.Stmt, ...]) -> bool:
    return any(isinstance(stmt, p.Plain) and stmt.word is p.Word.WIN for stmt in body)


def _counts(where: p.Apply) -> bool:
    if where.prim is p.Prim.NOT:
        (inner,) = where.args
        return isinstance(inner, p.Apply) and inner.prim is p.Prim.SOME and len(inner.args) == 1
    return where.prim is p.Prim.AT_MOST


def nearness(machine: Machine, S: Slots, where: p.Apply) -> list[int]:
    """How near each player is to an aim, more being nearer."""
    return [_near(machine, S, where, player) for player in range(machine.players)]


def _near(machine: Machine, S: Slots, where: p.Apply, player: int) -> int:
    value = machine.evaluator.function
    if where.prim is p.Prim.AT_MOST:
        wanted, reached = (int(value(x)(S, player, None)) for x in where.args)
        return reached - wanted
    inner = where.args[0]
    assert isinstance(inner, p.Apply)
    left: Any = value(inner.args[0])(S, player, None)
    return -(left.bit_count() if isinstance(left, int) else len(left))
