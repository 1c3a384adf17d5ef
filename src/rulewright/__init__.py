"""Write the rules of a board game once, as text; referee them, print them and test them.

    import rulewright as rw

    game = rw.load("my_game.rules")     # or the name of a shipped game; rw.loads for a text
    state = game.new(players=3, seed=7)
    state.pending                     # who decides what
    for option in state.legal():      # counted, drawn from and looked up without being listed
        print(option.text, option.id)
    state = state.apply(option)       # a new state; the old one stays valid
    state.why_not("build [0,0]")      # what stands against a move, its rule, its file and line; None if it is legal
    rw.Talk(state, "fr")              # prompts, options, refusals and scores in words
    state.view(0)                     # what the first player may see
    state.scores(explain=True)        # every line of every score, as if the game ended now
    state.winners, state.is_over, state.log, state.undo()

    text = rw.dumps(state)            # saved at any decision
    rw.loads_state(text) == state
    rw.replay(state.log) == state     # the same log, the same states
    rw.play_out(state, [rw.agent("greedy"), rw.agent("mcts"), rw.agent("random")])

What is wrong in rules, in a record or in how a game is asked for raises `RulesError`: its text has the place and a way
forward, its `report` has them as data. A move that is not legal raises `IllegalMove`, with the reason as `why`. A
player, number or name that is not there is a `ValueError`, a wrong kind of thing a `TypeError`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.dsl.diagnostics import RulesError
    from rulewright.dsl.pipeline import parse
    from rulewright.interpreter.agents import Agent, agent, play_out
    from rulewright.interpreter.game import Game, load, loads
    from rulewright.interpreter.options import EveryonesOptions, Option, Options
    from rulewright.interpreter.records import dump_log, dumps, load_log, loads_state, replay
    from rulewright.interpreter.scores import ScoreLine
    from rulewright.interpreter.state import IllegalMove, Log, LogEntry, Pending, State
    from rulewright.interpreter.whynot import Reason, WhyNot
    from rulewright.talking import Talk

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "EveryonesOptions",
    "Game",
    "IllegalMove",
    "Log",
    "LogEntry",
    "Option",
    "Options",
    "Pending",
    "Reason",
    "RulesError",
    "ScoreLine",
    "State",
    "Talk",
    "WhyNot",
    "agent",
    "dump_log",
    "dumps",
    "load",
    "load_log",
    "loads",
    "loads_state",
    "parse",
    "play_out",
    "replay",
]

_HOMES = {
    "RulesError": "rulewright.dsl.diagnostics",
    "Talk": "rulewright.talking",
    "parse": "rulewright.dsl.pipeline",
}


# Each public name is looked up in its home on first use, so that `import rulewright`, and with it the command line's
# `--help`, loads neither the parser nor the interpreter.
def __getattr__(name: str) -> Any:
    if name not in __all__:
        from rulewright.dsl.suggest import nearest

        near = nearest(name, __all__)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    value = getattr(import_module(_HOMES.get(name, "rulewright.interpreter")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
