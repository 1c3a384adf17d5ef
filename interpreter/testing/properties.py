"""Hypothesis plays any ruleset: a strategy for states, and a state machine to hang invariants on.

    class Fair(game_machine("fair.rules")):
        @invariant()
        def coins_never_vanish(self):
            assert min(self.state.scores()) >= 0

    TestFair = Fair.TestCase

Chance and moves alike are drawn from Hypothesis' data, so that a failure shrinks to few and simple moves; it is printed
as an `example` that can be pasted into a file of rules.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from rulewright.interpreter.game import Game, load
from rulewright.interpreter.options import Options
from rulewright.interpreter.state import State
from rulewright.interpreter.testing.as_example import NAMES, as_example

SEEDS = st.integers(0, 2**32 - 1)
MAX_MOVES = 60


def states(
    game: Game | str | os.PathLike[str],
    players: int | None = None,
    max_moves: int = MAX_MOVES,
    with_: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
) -> st.SearchStrategy[State]:
    """States that legal play reaches from any seed, with all numbers of players if none is given."""
    loaded = game if isinstance(game, Game) else load(game, with_, options)
    return _states(loaded, players, max_moves)


@st.composite
def _states(draw: st.DrawFn, game: Game, players: int | None, max_moves: int) -> State:
    state = _begun(game, draw(_counts(game, players)), draw(SEEDS))
    for _ in range(draw(st.integers(0, max_moves))):
        if state.is_over:
            break
        state.play(_options(state)[draw(st.integers(0, len(_options(state)) - 1))])
    note(as_example(state, "found by Hypothesis"))
    return state


def _counts(game: Game, players: int | None) -> st.SearchStrategy[int]:
    return st.sampled_from(sorted(game.players)) if players is None else st.just(players)


def _begun(game: Game, players: int, seed: int) -> State:
    return game.new(players, seed, NAMES[:players] if players <= len(NAMES) else None)


def _options(state: State) -> Options:
    options = state.legal(state.pending[0].player)
    assert isinstance(options, Options)
    return options


class GameMachine(RuleBasedStateMachine):
    """Plays a game move by move; `state` is where it stands. Made for one game by `game_machine`."""

    game: Game
    players: int | None = None
    state: State

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """A new game for a drawn number of players with a drawn seed."""
        self.state = _begun(self.game, data.draw(_counts(self.game, self.players)), data.draw(SEEDS, label="seed"))

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        """Whoever must decide takes one of the options."""
        options = _options(self.state)
        option = options[data.draw(st.integers(0, len(options) - 1), label="option")]
        before = self.state
        self.state = before.apply(option)
        self.moved(before, option)

    @precondition(lambda self: self.state.is_over)
    @rule()
    def over(self) -> None:
        """The game has ended; there is nothing more to do."""

    def moved(self, before: State, option: Any) -> None:
        """For subclasses: called after every move with the state before it and the option taken."""

    def teardown(self) -> None:
        if hasattr(self, "state"):
            note(as_example(self.state, "found by Hypothesis"))


def game_machine(
    game: Game | str | os.PathLike[str],
    players: int | None = None,
    with_: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
) -> type[GameMachine]:
    """A class to derive from: it plays this game, and a subclass adds invariants."""
    loaded = game if isinstance(game, Game) else load(game, with_, options)
    return type("GameMachine", (GameMachine,), {"game": loaded, "players": players})
