"""Players, sides and amounts."""

from __future__ import annotations

from rulewright.dsl import program as p
from rulewright.interpreter.generate.expressions.env import Env
from rulewright.interpreter.generate.expressions.text import bracket
from rulewright.interpreter.generate.expressions.writer import Writer
from rulewright.interpreter.generate.layout import ACTIVE


class Players(Writer):
    """Writes players, sides and amounts."""

    def _players(self, expr: p.Apply, env: Env) -> str:
        return str((1 << self.program.players) - 1)

    def _sides(self, expr: p.Apply, env: Env) -> str:
        return str((1 << self.layout.sides) - 1)

    def _side_of(self, expr: p.Apply, env: Env) -> str:
        inner = self.source(expr.args[0], env)
        if self.program.side_size == 1:
            return inner
        if expr.args[0].type.is_set:
            return f"mask_of(q // {self.program.side_size} for q in bits({inner}))"
        return f"{bracket(inner)} // {self.program.side_size}"

    def _player_of(self, expr: p.Apply, env: Env) -> str:
        inner = self.source(expr.args[0], env)
        return inner if self.program.side_size == 1 else f"{bracket(inner)} * {self.program.side_size}"

    def _active_player(self, expr: p.Apply, env: Env) -> str:
        return f"S[{ACTIVE}]"

    def _bundle(self, expr: p.Apply, env: Env) -> str:
        unit, number = expr.args
        assert isinstance(unit, p.Const)
        amounts = ["0"] * len(self.program.units)
        amounts[unit.value.index] = self.source(number, env)
        return "(" + ", ".join(amounts) + ",)"

    def _can_pay(self, expr: p.Apply, env: Env) -> str:
        price, who = (self.source(a, env) for a in expr.args)
        return f"can_pay(S, {price}, {who})"

    def _position(self, expr: p.Apply, env: Env) -> str:
        return f"slot_of(S, {self.source(expr.args[0], env)})"
