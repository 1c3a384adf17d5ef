"""Agents for any game: what they choose is legal, they are repeatable, and the thinking ones play better."""

from functools import cache

import pytest

import rulewright as rw
from rulewright.interpreter import Game, State
from rulewright.interpreter.scores import aim, nearness


@cache
def loaded(game: str) -> Game:
    return rw.load(game)  # type: ignore[no-any-return]


def played(game: str, players: int, agents: list[str], seed: int) -> State:
    state = loaded(game).new(players, seed=seed)
    return rw.play_out(state, [rw.agent(name, seed=seed * 10 + k) for k, name in enumerate(agents)])


def share(game: str, one: str, other: str, games: int) -> float:
    """How much of the wins the first agent takes, from both seats."""
    won = 0.0
    for number in range(games):
        seat = number % 2
        state = played(game, 2, [one, other] if seat == 0 else [other, one], number)
        won += (seat in state.winners) / len(state.winners) if state.winners else 0.5
    return won / games


@pytest.mark.parametrize("name", ["random", "greedy", "flat:12", "mcts:12"])
@pytest.mark.parametrize(("game", "players"), [("goofspiel", 3), ("tic-tac-toe", 2), ("liars-dice", 2)])
def test_a_game_is_played_the_same_again(name: str, game: str, players: int) -> None:
    one, other = (played(game, players, [name] * players, 5) for _ in range(2))
    assert one.is_over and one == other and one.log == other.log


def test_tree_search_beats_random() -> None:
    assert share("tic-tac-toe", "mcts:60", "random", 20) >= 0.85


def test_flat_search_beats_random() -> None:
    assert share("connect-four", "flat:100", "random", 10) >= 0.8


@pytest.mark.parametrize(
    ("game", "games"), [("kingdomino", 3), ("connect-four", 20), ("liars-dice", 8), ("goofspiel", 6)]
)
def test_greedy_beats_random(game: str, games: int) -> None:
    """A few games where skill decides; `.ci/nightly bots` counts every game, into docs/bots.md."""
    assert share(game, "greedy", "random", games) >= 0.8


SHEDDING = """game shedding
  title "Shedding"
  language 1
  players 2
component card
  has rank: 1 to 10
  one for each r in (1 to 10), rank r
deck stock of cards
pile gone of cards
hand held per player of cards, seen by owner
setup
  each player, draw 3 from stock into your held
play
  repeat
    each player, may shed
  until no stock
action shed
  choose c in your held
  put c into gone
rule out: after you shed where no your held, win
"""


@pytest.mark.parametrize(("game", "far"), [("pig", -100), (SHEDDING, -3)], ids=["a goal", "a hand to be rid of"])
def test_a_race_without_a_score_is_led_by_who_is_nearest(game: str, far: int) -> None:
    state = (rw.loads(game) if "\n" in game else loaded(game)).new(2, seed=1)
    where = aim(state.machine)
    assert where is not None and nearness(state.machine, state.slots, where) == [far, far]


def test_where_no_number_wins_there_is_no_race() -> None:
    assert aim(loaded("hex").new(2, seed=1).machine) is None


@pytest.mark.parametrize("name", ["grady", "mcts:many", "nobody"])
def test_unknown_agents(name: str) -> None:
    with pytest.raises(ValueError, match=r"no player called|neither"):
        rw.agent(name)
