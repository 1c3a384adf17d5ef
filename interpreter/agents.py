"""Players for any ruleset: random, greedy, flat Monte Carlo, and tree search. None looks at what it may not see.

Whatever is hidden from its player is drawn afresh before an agent thinks: greedy thinks about one such deal, Monte
Carlo and tree search about another in every playout. The tree is over answers alone, so that chance and hidden things
may come out otherwise each time it is walked. Given a seed and a number of playouts, all choose the same again.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any, Protocol

from rulewright.dsl.suggest import nearest
from rulewright.interpreter.arguments import expect
from rulewright.interpreter.generate.context import Decision
from rulewright.interpreter.generate.layout import DOMAIN, NODE, WINNERS
from rulewright.interpreter.machine import Machine, Slots
from rulewright.interpreter.options import Option, Options
from rulewright.interpreter.runtime import bits, nth
from rulewright.interpreter.scores import aim, keeps_score, nearness, standings
from rulewright.interpreter.state import State
from rulewright.interpreter.views import redrawn

MAX_DECISIONS = 20_000
MAX_PLAYOUT = 3_000
MANY = 10**9
FIRST, WIDER = 4, 1.5  # how many answers a place in the tree tries at first, and how many more as it is visited
WIN = 0.8  # how much of a reward is the win itself
DECLINES = 8  # in random play, one of so many times somebody leaves what they may do
_DENSE = 16


class Agent(Protocol):
    """Somebody who answers for a player."""

    def choose(self, state: State, player: int) -> Option:
        """One of the player's options."""


# ---- playing


def play_out(state: State, agents: Sequence[Agent], *, limit: int = MAX_DECISIONS) -> State:
    """The game to its end, each player played by an agent; what goes without asking is not asked."""
    if len(agents) != state.players:
        raise ValueError(f"{state.players} agents are wanted, one for each player, not {len(agents)}")
    state = state.copy()
    for _ in range(limit):
        if state.is_over:
            break
        pending = state.pending[0]
        options = state.legal(pending.player)
        assert isinstance(options, Options)
        state.play(options.unasked or agents[pending.player].choose(state, pending.player))
    return state


def playout(machine: Machine, S: Slots, rng: random.Random, limit: int = MAX_PLAYOUT) -> None:
    """Random answers to the end of the game, or to the limit; changes the slots."""
    for _ in range(limit):
        decision = machine.asked(S)
        if decision is None:
            return
        player = machine.deciders(S)[0]
        machine.answer(S, player, pick(machine, S, decision, player, rng))


def until_next_turn(machine: Machine, S: Slots, player: int, rng: random.Random, limit: int) -> int:
    """Random answers until the player is asked again after somebody else was; how many of the limit are left."""
    others = False
    for left in range(limit, 0, -1):
        decision = machine.asked(S)
        if decision is None:
            return 0
        who = machine.deciders(S)[0]
        if who == player and others:
            return left
        others = others or who != player
        machine.answer(S, who, pick(machine, S, decision, who, rng))
    return 0


def pick(machine: Machine, S: Slots, decision: Decision, player: int, rng: random.Random) -> Any:
    """The value of a random option; of the usual one where there is one.

    What may be left is left rarely: most of what rules let a player do is worth doing, and a game in which half of it
    is left says little about the position it began with.
    """
    if decision.is_usual:
        return machine.values(S, decision, player)[0]
    declines = decision.can_decline and rng.random() * DECLINES < 1
    if decision.kind != "mask":
        listed = machine.values(S, decision, player)
        if len(listed) == 1 or listed[-1] is not None:
            return listed[int(rng.random() * len(listed))]
        return None if declines else listed[int(rng.random() * (len(listed) - 1))]
    mask: int = S[DOMAIN]
    count = mask.bit_count()
    if declines or not count:
        return None
    if count > _DENSE and count * 8 > (length := mask.bit_length()):
        while True:
            position = int(rng.random() * length)
            if mask >> position & 1:
                return position
    return nth(mask, int(rng.random() * count))


def values(machine: Machine, S: Slots, decision: Decision, player: int) -> list[Any]:
    """The values of all options worth a thought."""
    if decision.kind != "mask":
        return list(machine.values(S, decision, player)[: 1 if decision.is_usual else None])
    return [*bits(S[DOMAIN]), *([None] if decision.can_decline else [])]


def rewards(machine: Machine, S: Slots) -> list[float]:
    """What each player has of a position, from 0 to 1: mostly the win, and a little how far ahead they are.

    The lead tells good play from bad where the win alone does not yet; in an unfinished game there is only the lead.
    """
    is_over = S[NODE] < 0
    ranks = _ranks(machine, S, is_over=is_over)
    leads = [_soft(_behind(machine, ranks, player)) for player in range(machine.players)]
    if not is_over:
        return leads
    winners = bits(S[WINNERS]) if S[WINNERS] > 0 else tuple(range(machine.players))
    return [WIN * (k in winners) / len(winners) + (1 - WIN) * lead for k, lead in enumerate(leads)]


def _ranks(machine: Machine, S: Slots, *, is_over: bool) -> list[tuple[int, ...]]:
    """What the players are judged by; in a race without a score, how near each is to what wins."""
    if not keeps_score(machine) and (where := aim(machine)) is not None:
        return [(near,) for near in nearness(machine, S, where)]
    return standings(machine, S, is_over=is_over)


def _behind(machine: Machine, ranks: Sequence[tuple[int, ...]], player: int) -> tuple[int, int]:
    """The first thing the winner is judged by: the player's own, and the best of the others'."""
    size = machine.program.side_size
    others = [rank[0] for k, rank in enumerate(ranks) if k // size != player // size]
    return ranks[player][0], max(others, default=0)


def _soft(both: tuple[int, int]) -> float:
    """A lead, as a part of what there is, between 0 and 1."""
    mine, theirs = both
    return 0.5 + 0.5 * (mine - theirs) / (abs(mine) + abs(theirs) + 5)


def _options(state: State, player: int) -> Options:
    options = state.legal(player)
    if not isinstance(options, Options):
        raise ValueError(f"{state.names[player]} has nothing to decide")
    return options


def _decision(state: State) -> Decision:
    decision = state.machine.asked(state.slots)
    assert decision is not None
    return decision


# ---- the agents


@dataclass(slots=True)
class RandomAgent:
    """Any option, each as likely as the others."""

    rng: random.Random = field(default_factory=random.Random)

    def choose(self, state: State, player: int) -> Option:
        return _options(state, player).sample(self.rng)


@dataclass(frozen=True, slots=True)
class Following:
    """How answers are followed by random play: in how many tries, how many more rounds for the last two, how far."""

    tries: int
    last: int
    ahead: int


FOR_POINTS = Following(tries=48, last=2, ahead=80)
FOR_A_WIN = Following(tries=96, last=5, ahead=40)  # which says less of an answer than points do


@dataclass(slots=True)
class GreedyAgent:
    """The option after which its lead is greatest, one step ahead.

    The few best are then followed by random play, because points often come a little later: a short way, or to the
    end where the game keeps no score. In a race, how far ahead it is at its next turn is looked at too: that shows a
    small difference far sooner, and may tell the last two apart.
    """

    rng: random.Random = field(default_factory=random.Random)
    width: int = 400
    best: int = 12

    def choose(self, state: State, player: int) -> Option:
        options = _options(state, player)
        found = self.ranked(state, player)
        if found[0][0][0] == math.inf or len(found) == 1:
            return options.option(found[0][1])
        return options.option(self._followed(state, player, [value for _lead, value in found[: self.best]]))

    def _followed(self, state: State, player: int, few: list[Any]) -> Any:
        """The answer that random play speaks best of. All that are still in are tried with the same deal and the same
        chance, so that luck does not decide between them. The worse half is left out again and again; between the last
        two it goes on until one is clearly behind, at the end or else at the next turn.
        """
        following = _following(state.machine)
        alive = list(range(len(few)))
        worth: list[list[float]] = [[] for _ in few]
        soon: list[list[float]] = [[] for _ in few]
        rounds = max(1, (len(few) - 1).bit_length())
        while len(alive) > 2:
            self._try(state, player, few, alive, worth, soon, max(1, following.tries // (rounds * len(alive))))
            alive = sorted(alive, key=lambda k: (-sum(worth[k]), k))[: (len(alive) + 1) // 2]
        for _ in range(following.last):
            self._try(state, player, few, alive, worth, soon, following.tries // 4)
            alive.sort(key=lambda k: (-sum(worth[k]), k))
            if any(_is_behind(found[alive[-1]], found[alive[0]]) for found in (worth, soon)):
                break
            if _is_behind(soon[alive[0]], soon[alive[-1]]):
                return few[alive[-1]]
        return few[alive[0]]

    def _try(
        self,
        state: State,
        player: int,
        few: list[Any],
        alive: list[int],
        worth: list[list[float]],
        soon: list[list[float]],
        times: int,
    ) -> None:
        """What comes of each answer that is still in, so many times: in the end, and at the next turn."""
        for _ in range(times):
            deal, seed = redrawn(state, player, self.rng), self.rng.getrandbits(64)
            for k in alive:
                end, next_turn = self._follow(state.machine, deal[:], player, few[k], random.Random(seed))
                worth[k].append(end)
                soon[k].append(next_turn)

    def ranked(self, state: State, player: int) -> list[tuple[tuple[float, ...], Any]]:
        """The options by the lead after one step, the greatest first; equal ones in any order."""
        machine, S = state.machine, redrawn(state, player, self.rng)
        found = values(machine, S, _decision(state), player)
        self.rng.shuffle(found)
        leads = [(self._lead(machine, S[:], player, value), value) for value in found[: self.width]]
        return sorted(leads, key=lambda pair: pair[0], reverse=True)

    def _follow(self, machine: Machine, S: Slots, player: int, value: Any, rng: random.Random) -> tuple[float, float]:
        """What random play makes of an answer: at the end, and at the player's next turn."""
        machine.answer(S, player, value)
        ahead = _following(machine).ahead
        if keeps_score(machine) or aim(machine) is None:
            playout(machine, S, rng, ahead if keeps_score(machine) else MAX_PLAYOUT)
            end = rewards(machine, S)[player]
            return end, end
        left = until_next_turn(machine, S, player, rng, ahead)
        soon = rewards(machine, S)[player]
        playout(machine, S, rng, left)
        return rewards(machine, S)[player], soon

    def _lead(self, machine: Machine, S: Slots, player: int, value: Any) -> tuple[float, ...]:
        machine.answer(S, player, value)
        if S[NODE] < 0 and S[WINNERS] > 0:
            return (math.inf if S[WINNERS] >> player & 1 else -math.inf,)
        ranks = _ranks(machine, S, is_over=S[NODE] < 0)
        size = machine.program.side_size
        others = [rank for k, rank in enumerate(ranks) if k // size != player // size]
        best = max(others, default=(0,) * len(ranks[player]))
        return tuple(float(mine - theirs) for mine, theirs in zip(ranks[player], best, strict=True))


def _following(machine: Machine) -> Following:
    return FOR_POINTS if keeps_score(machine) else FOR_A_WIN


def _is_behind(one: Sequence[float], best: Sequence[float]) -> bool:
    """Whether one row of results is worse than another by more than luck explains, try by try."""
    apart = [theirs - mine for mine, theirs in zip(one, best, strict=True)]
    return fmean(apart) > 3 * stdev(apart) / math.sqrt(len(apart))


@dataclass(slots=True)
class Thinking:
    """How long an agent thinks: so many playouts, or so many seconds of CPU, whichever is over first."""

    playouts: int | None = 400
    seconds: float | None = None

    def rounds(self) -> Iterator[tuple[int, int]]:
        """As long as there is time: the number of a round from 0, and how many more there are likely to be."""
        begun, number = time.process_time(), 0
        most = left = self.playouts if self.playouts is not None else MANY if self.seconds is not None else 1
        while left > 0:
            yield number, left
            number += 1
            left = most - number
            if self.seconds is not None:
                spent = time.process_time() - begun
                left = min(left, int(number * (self.seconds - spent) / max(spent, 1e-6)))


@dataclass(slots=True)
class FlatAgent:
    """Plays each option out many times at random, and takes the one that did best."""

    rng: random.Random = field(default_factory=random.Random)
    thinking: Thinking = field(default_factory=Thinking)
    width: int = 200

    def choose(self, state: State, player: int) -> Option:
        options, machine = _options(state, player), state.machine
        found = values(machine, state.slots, _decision(state), player)
        if len(found) > self.width:
            found = self.rng.sample(found, self.width)
        if len(found) == 1:
            return options.option(found[0])
        won, tried = [0.0] * len(found), [0] * len(found)
        for number, _left in self.thinking.rounds():
            k = number if number < len(found) else self._next(won, tried, number)
            S = redrawn(state, player, self.rng)
            machine.answer(S, player, found[k])
            playout(machine, S, self.rng)
            won[k] += rewards(machine, S)[player]
            tried[k] += 1
        best = max(range(len(found)), key=lambda k: (won[k] / tried[k] if tried[k] else -1.0, tried[k]))
        return options.option(found[best])

    def _next(self, won: list[float], tried: list[int], number: int) -> int:
        """The option that is worth another try: well spoken of, or little known."""
        log = math.log(number + 1)
        return max(range(len(won)), key=lambda k: won[k] / tried[k] + math.sqrt(log / (2 * tried[k])))


class _Node:
    """A place in the tree: what came of it for each player, and the answers tried from it."""

    __slots__ = ("chances", "children", "order", "reward", "visits")

    def __init__(self, players: int) -> None:
        self.visits = 0
        self.chances = 0
        self.reward = [0.0] * players
        self.children: dict[Any, _Node] = {}
        self.order: dict[Any, int] | None = None


def is_settled(root: _Node, left: int) -> bool:
    """Whether no other answer can be visited as often as the first any more, however the rounds left come out."""
    if root.visits <= left:
        return False
    visits = sorted((child.visits for child in root.children.values()), reverse=True)
    return visits[0] - sum(visits[1:2]) > left


@dataclass(slots=True)
class TreeAgent:
    """Monte Carlo tree search over answers, with hidden things drawn afresh in every round."""

    rng: random.Random = field(default_factory=random.Random)
    thinking: Thinking = field(default_factory=Thinking)
    curiosity: float = 0.7

    def choose(self, state: State, player: int) -> Option:
        options, machine = _options(state, player), state.machine
        if (unasked := options.unasked) is not None:
            return unasked
        root = _Node(machine.players)
        likely = [value for _lead, value in GreedyAgent(self.rng).ranked(state, player)]
        root.order = {(_decision(state).id, player, value): k for k, value in enumerate(likely)}
        for _number, left in self.thinking.rounds():
            if is_settled(root, left):
                break
            self._round(machine, redrawn(state, player, self.rng), root, player)
        best = max(
            ((child.visits, child.reward[player], -k) for k, child in enumerate(root.children.values())), default=None
        )
        if best is None:
            return options.sample(self.rng)
        return options.option(list(root.children)[-best[2]][2])

    def _round(self, machine: Machine, S: Slots, root: _Node, player: int) -> None:
        path, node, first = [root], root, True
        while True:
            decision = machine.asked(S)
            if decision is None:
                break
            who = player if first else machine.deciders(S)[0]
            first = False
            key, child, is_new = self._descend(machine, S, node, decision, who)
            machine.answer(S, who, key[2])
            path.append(child)
            node = child
            if is_new:
                playout(machine, S, self.rng)
                break
        reward = rewards(machine, S)
        for node in path:
            node.visits += 1
            for k, share in enumerate(reward):
                node.reward[k] += share

    def _descend(
        self, machine: Machine, S: Slots, node: _Node, decision: Decision, who: int
    ) -> tuple[tuple[int, int, Any], _Node, bool]:
        """An answer not yet tried here, or the one most worth another try."""
        keys = [(decision.id, who, value) for value in values(machine, S, decision, who)]
        new = [key for key in keys if key not in node.children]
        known = [(key, node.children[key]) for key in keys if key in node.children]
        for _key, child in known:
            child.chances += 1
        if new and len(known) < FIRST + WIDER * math.sqrt(node.visits):
            key = new[int(self.rng.random() * len(new))]
            if node.order is not None:
                order = node.order
                key = min(new, key=lambda x: order.get(x, len(order)))
            child = node.children[key] = _Node(machine.players)
            child.chances = 1
            return key, child, True
        best, top = known[0], -1.0
        for key, child in known:
            worth = child.reward[who] / child.visits
            worth += self.curiosity * math.sqrt(math.log(child.chances + 1) / child.visits)
            if worth > top:
                best, top = (key, child), worth
        return (*best, False)


AGENTS = ("random", "greedy", "flat", "mcts")


def agent(name: str, seed: int | None = None) -> Agent:
    """An agent by name: random, greedy, flat, mcts; the last two think `mcts:1000` playouts or `mcts:0.5s`."""
    word, _, budget = expect(name, str, "the name of an agent").partition(":")
    if word not in AGENTS:
        near = nearest(word, AGENTS)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(AGENTS)}"
        raise ValueError(f"there is no player called {word!r}; {hint}")
    rng = random.Random(seed)
    if word == "random":
        return RandomAgent(rng)
    if word == "greedy":
        return GreedyAgent(rng)
    thinking = _thinking(budget)
    return FlatAgent(rng, thinking) if word == "flat" else TreeAgent(rng, thinking)


def _thinking(budget: str) -> Thinking:
    try:
        if not budget:
            return Thinking()
        if budget.endswith("s"):
            return Thinking(None, float(budget[:-1]))
        return Thinking(int(budget))
    except ValueError:
        raise ValueError(f"{budget!r} is neither a number of playouts nor seconds such as 0.5s") from None
