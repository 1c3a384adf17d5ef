"""Statements -> blocks. What never asks becomes plain Python; a decision ends a block, its answer begins the next."""

from __future__ import annotations

from rulewright.dsl import program as p
from rulewright.interpreter.generate.choices import Choices
from rulewright.interpreter.generate.events import Events
from rulewright.interpreter.generate.layout import Layout
from rulewright.interpreter.generate.marks import Marks
from rulewright.interpreter.generate.statements.actions import Actions
from rulewright.interpreter.generate.statements.flow import Flow
from rulewright.interpreter.generate.statements.pieces import Pieces
from rulewright.interpreter.generate.statements.things import Things
from rulewright.interpreter.generate.statements.values import Values


class Statements(Actions, Flow, Things, Pieces, Values):
    """Writes the statements of one program."""

    def __init__(self, layout: Layout, *, fused: bool = False, marks: Marks | None = None) -> None:
        super().__init__(layout, fused=fused, marks=marks)
        self.events = Events(self)
        self.choices = Choices(self)
        self._dispatch = {
            p.Let: self._let,
            p.Set: self._set,
            p.Place: self._place,
            p.PlaceThing: self._place_thing,
            p.Lift: self._lift,
            p.Put: self._put,
            p.Draw: self._draw,
            p.Transfer: self.choices.transfer,
            p.Choose: self.choices.choose,
            p.CallAction: self._call,
            p.Do: self._do,
            p.If: self._if,
            p.ForEach: self._for_each,
            p.EachPlayer: self._each_player,
            p.Repeat: self._repeat,
            p.May: self.choices.may,
            p.Must: self._must,
            p.Either: self.choices.either,
            p.AnyOrder: self.choices.any_order,
            p.Secret: self.choices.secret,
            p.TakeTurns: self._take_turns,
            p.As: self._as,
            p.Step: self._step,
            p.Needs: self._needs,
            p.Limit: self._limit,
            p.Shuffle: self._shuffle,
            p.Show: self._show,
            p.RevealChoice: self._reveal_choice,
            p.Assemble: self._assemble,
            p.OrderPlayers: self._order,
            p.Plain: self._plain,
        }


__all__ = ["Statements"]
