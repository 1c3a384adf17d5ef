"""The house rule from Python: fixtures of the pytest plugin, and Hypothesis over the whole game."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis.stateful import invariant

from rulewright.testing import game_machine, states

RULES = str(Path(__file__).parents[1] / "rules" / "flatlands.rules")
CALM = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))


def test_a_position_in_the_words_of_an_example(rulewright_position):
    position = rulewright_position(RULES).given("wheat at [6,5], [6,4]")
    position.then("score(calm) is 4 points")
    position.given("mountain at [6,7]").then("score(calm) is 0 points")


def test_a_game_from_beginning_to_end(rulewright_game):
    from rulewright import agent, play_out

    game = rulewright_game(RULES)
    state = play_out(game.new(players=2, seed=7), [agent("random", 1), agent("random", 2)])
    assert state.is_over
    calm = [line for line in state.scores(explain=True) if line.rule == "calm"]
    assert {line.amount for line in calm} <= {0, 4}


@CALM
@given(states(RULES, players=2, max_moves=20))
def test_nobody_ever_owes_points(state):
    assert min(state.scores()) >= 0


class Flatlands(game_machine(RULES, players=2)):
    """If an invariant breaks, Hypothesis prints the shortest game that shows it as an `example` to paste."""

    @invariant()
    def somebody_can_always_go_on(self):
        if hasattr(self, "state"):
            assert self.state.is_over or len(self.state.legal()) > 0


TestFlatlands = Flatlands.TestCase
TestFlatlands.settings = settings(max_examples=5, stateful_step_count=15, deadline=None)
