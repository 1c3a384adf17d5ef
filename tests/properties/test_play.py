"""What holds for everything that ships at every decision, tried in random games.

Each game is tried alone, with all its expansions and with each of its variants. Of a random game a few decisions are
looked at. RULEWRIGHT_MOMENTS=0 looks at every decision and tries every answer, also with every set of expansions;
RULEWRIGHT_GAMES sets how many games of each.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

import pytest
from tests.dsl.test_combinations import GAMES, Combination, expansion_sets, told, with_variants

import rulewright as rw
from rulewright.dsl.types import T, Type, spot_board, spot_component
from rulewright.interpreter import Game, Options, Reason, State
from rulewright.interpreter import simulate as sim
from rulewright.interpreter.geometry import NAMES, spot_cells
from rulewright.interpreter.machine import part_types
from rulewright.interpreter.runtime import bits, mask_of

MOMENTS = int(os.environ.get("RULEWRIGHT_MOMENTS", "3"))
REPEATED = int(os.environ.get("RULEWRIGHT_GAMES", "1"))
ANSWERS = 10  # of the answers to one decision, unless every decision is looked at
LANGUAGES = ("en", "fr")


def is_tried(combination: Combination) -> bool:
    """Whether it is tried when only a few decisions are."""
    game, added = combination
    whole = set(GAMES[game]["expansions"])
    return not MOMENTS or set(added) == whole or len(added) < 2


EVERYTHING = [*expansion_sets(), *with_variants()]
every_ruleset = pytest.mark.parametrize("combination", [c for c in EVERYTHING if is_tried(c)], ids=told)


@cache
def game(combination: Combination) -> Game:
    return rw.load(*combination)  # type: ignore[no-any-return]


@cache
def played(combination: Combination) -> list[tuple[State, random.Random]]:
    """The decisions of random games that are looked at, each with a generator of its own."""
    found = []
    for number in range(REPEATED):
        seed = random.Random(f"{told(combination)} {number}").getrandbits(32)
        rng, counts = random.Random(seed), game(combination).players
        state = game(combination).new(counts[seed % len(counts)], seed=seed)
        states = [state]
        while not (state := state.apply(state.legal().sample(rng))).is_over:
            states.append(state)
        chosen = sorted(rng.sample(range(len(states)), min(MOMENTS or len(states), len(states))))
        if MOMENTS and not any(x.is_secret for k in chosen for x in states[k].pending):
            secret = [k for k, x in enumerate(states) if len(x.pending) > 1]
            chosen = [*chosen, *rng.sample(secret, min(2, len(secret)))]
        found += [(states[k], random.Random(seed + k)) for k in chosen]
    return found


def some(rng: random.Random, found: Sequence[Any]) -> Sequence[Any]:
    return rng.sample(found, min(ANSWERS, len(found))) if MOMENTS else found


def options_of(state: State, player: int) -> Options:
    options = state.legal(player)
    assert isinstance(options, Options)
    return options


# ---- records


@every_ruleset
def test_saving_and_loading_changes_nothing(combination: Combination) -> None:
    for state, rng in played(combination):
        again = rw.loads_state(rw.dumps(state), game(combination))
        assert again == state and again.log == state.log and again.pending == state.pending
        assert [option.text for option in again.legal()] == [option.text for option in state.legal()]
        option = state.legal().sample(rng)
        after, other = state.apply(option), again.apply(option.text)
        assert after == other and after.log == other.log
        for player in (None, *range(state.players)):
            assert again.view(player) == state.view(player) and again.log_for(player) == state.log_for(player)


@every_ruleset
def test_the_log_leads_to_the_same_state(combination: Combination) -> None:
    for state, _ in played(combination):
        for again in (rw.replay(state.log), rw.replay(rw.dump_log(state.log), game(combination))):
            assert again == state and again.log == state.log
            assert again.legal().sample(random.Random(1)).text == state.legal().sample(random.Random(1)).text


@every_ruleset
def test_a_move_can_be_taken_back(combination: Combination) -> None:
    for state, rng in played(combination):
        before = state.copy()
        after = state.apply(state.legal().sample(rng))
        assert after.undo() == state == before
        assert after.undo().log == state.log
        further = after if after.is_over else after.apply(after.legal().sample(rng))
        assert further.undo(len(further.log) - len(state.log)) == state


@every_ruleset
def test_a_seed_decides_the_whole_game(combination: Combination) -> None:
    players = min(game(combination).players)
    one, other = (
        rw.play_out(game(combination).new(players, seed=7), [rw.agent("random", k) for k in range(players)])
        for _ in range(2)
    )
    assert one.is_over and one == other and one.log == other.log and one.scores() == other.scores()


def jobs_cases() -> list[Combination]:
    """Other processes compile afresh, which takes time: every game alone, or everything."""
    return [c for c in EVERYTHING if not MOMENTS or not c[1]]


@pytest.mark.parametrize("combination", jobs_cases(), ids=told)
def test_one_and_two_processes_give_the_same_rows(combination: Combination, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sim, "BATCH", 0.0001)
    setting = sim.Setting(*combination)
    alone, together = (list(chain(*sim.simulate(setting, 10, seed=3, jobs=jobs))) for jobs in (1, 2))
    assert alone == together and [row.game for row in alone] == list(range(10))


# ---- options


@every_ruleset
def test_what_is_listed_can_be_played(combination: Combination) -> None:
    for state, rng in played(combination):
        before = state.copy()
        for pending in state.pending:
            options = options_of(state, pending.player)
            texts = options.texts()
            assert len(set(texts)) == len(texts) == len(options) == len({option.id for option in options})
            for option in some(rng, list(options)):
                assert option in options and options.find(option.answer) == option
                assert state.why_not(option) is None
                assert state.apply(option) == state.apply(option.text)
        assert state == before


@every_ruleset
def test_what_is_not_listed_is_refused_with_a_reason(combination: Combination) -> None:
    for state, rng in played(combination):
        before = state.copy()
        for pending in state.pending:
            options = options_of(state, pending.player)
            for text in some(rng, sorted(unlisted(state, options, rng))):
                move = f"{pending.name}: {text}"
                why = state.why_not(move)
                assert why is not None, text
                assert why.reason not in (Reason.UNREADABLE, Reason.STALE), (text, why)
                assert why.span is not None and why.decision == pending.key
                with pytest.raises(rw.IllegalMove):
                    state.apply(move)
        assert state == before


def unlisted(state: State, options: Options, rng: random.Random) -> set[str]:
    """Answers of the right kind that are no options: each part in turn is anything of its type."""
    found = {text for text in written(state, options, rng) if options.take(text) is None}
    return found if options.decision.can_decline else {*found, "-"}


def written(state: State, options: Options, rng: random.Random) -> Iterator[str]:
    types, decision, notation = part_types(options.decision), options.decision, state.origin.notation
    if not types:
        yield from named(state, options)
        return
    known = [value[0] if decision.kind == "using" else value for value in options.values() if value is not None]
    if not known:
        return
    parts = known[rng.randrange(len(known))]
    for k, type_ in enumerate(types):
        for value in everything(state, type_, rng):
            answer = value if len(types) == 1 else (*parts[:k], value, *parts[k + 1 :])
            yield notation.answer_value(state.slots, decision, answer)


def named(state: State, options: Options) -> Iterator[str]:
    """All that the rules offer at a decision by name, or all amounts of its counters up to a few."""
    decision, notation = options.decision, state.origin.notation
    match decision.type:
        case "branch":
            answers: list[Any] = list(range(len(decision.stmt.branches)))
        case "item":
            items = decision.stmt.items
            answers = [(k, None) for k, item in enumerate(items) if not hasattr(item, "var")]
            each = [(k, item.var.type) for k, item in enumerate(items) if hasattr(item, "var")]
            answers += [(k, x) for k, type_ in each for x in everything(state, type_, random.Random(0))]
        case ("mix", units):
            answers = [tuple(n * (k == j) for j in range(len(units))) for k in range(len(units)) for n in range(1, 9)]
        case ("amount", parts):
            answers = list(range(len(parts)))
        case _:
            return
    for answer in answers:
        yield notation.answer_value(state.slots, decision, answer)


def everything(state: State, type_: Type, rng: random.Random) -> list[Any]:
    """All there is of a type; of sets, each element alone and some of several."""
    program, layout = state.machine.program, state.machine.layout
    if type_.is_set:
        whole = everything(state, type_.elem, rng)
        larger = [rng.sample(whole, rng.randint(2, min(4, len(whole)))) for _ in range(20) if len(whole) > 1]
        return [mask_of(few) for few in [*([x] for x in whole), *larger]]
    match type_.t:
        case T.CELL:
            return list(bits(layout.geometry[type_.base].valid))
        case T.SPOT:
            parts = len(program.components[spot_component(type_)].parts)
            cells, _ = spot_cells(layout.geometry[spot_board(type_)], parts)
            valid = layout.geometry[spot_board(type_)].valid
            return [k for k, covered in enumerate(cells) if covered and all(x >= 0 and valid >> x & 1 for x in covered)]
        case T.THING:
            return list(program.components[type_.base].things)
        case T.MEMBER:
            return list(range(len(program.kinds[type_.base].members)))
        case T.PLAYER:
            return list(range(state.players))
        case T.DIRECTION:
            return list(range(len(NAMES)))
        case T.NUMBER:
            return list(range(-1, 40))
        case T.TRUTH:
            return [0, 1]
        case _:
            raise AssertionError(f"nothing is known of all {type_}")


# ---- what each player may know


@cache
def talks(combination: Combination, players: int) -> list[rw.Talk]:
    return [rw.Talk(game(combination).new(players, seed=0), lang) for lang in LANGUAGES]


def known(combination: Combination, state: State, player: int | None, tried: Sequence[str]) -> list[Any]:
    """All that is shown, told or asked of a player, and the answers to their questions."""
    out: list[Any] = [state.view(player), state.log_for(player)]
    for pending in state.pending:
        if pending.player == player:
            options = options_of(state, pending.player)
            out += [[(option.text, option.id) for option in options], pending.key]
        out += [(talk.prompt(pending), talk.rule(pending)) for talk in talks(combination, state.players)]
    for text in tried:
        why = state.why_not(text)
        out += [why, *(talk.why(why, text) for talk in talks(combination, state.players))]
    return out


@every_ruleset
def test_what_is_hidden_makes_no_difference(combination: Combination) -> None:
    for state, rng in played(combination):
        deciders = {x.player for x in state.pending}
        for player in (*range(state.players), None):
            tried = [f"{state.names[player]}: [99,99]"] if player is not None else []
            if player in deciders:
                listed = options_of(state, player)
                answers = [*some(rng, sorted(unlisted(state, listed, rng))), *some(rng, listed.texts())]
                tried = [f"{state.names[player]}: {text}" for text in answers]
            other = state.redraw(player, rng)
            assert known(combination, other, player, tried) == known(combination, state, player, tried)


@every_ruleset
def test_a_secret_answer_is_known_to_nobody_else(combination: Combination) -> None:
    for state, rng in played(combination):
        if len(state.pending) < 2:
            continue
        for pending in state.pending:
            after = [state.apply(option) for option in some(rng, list(options_of(state, pending.player)))]
            for player in {*range(state.players), None} - {pending.player}:
                tried = [f"{state.names[player]}: [99,99]"] if player is not None else []
                first = known(combination, after[0], player, tried)
                assert all(known(combination, other, player, tried) == first for other in after[1:])


@every_ruleset
def test_a_bot_decides_by_what_its_player_knows(combination: Combination) -> None:
    for state, rng in played(combination)[:1]:
        player = state.pending[-1].player
        other = state.redraw(player, rng)
        for name in ("random", "greedy", "flat:12", "mcts:12"):
            assert rw.agent(name, 5).choose(state, player) == rw.agent(name, 5).choose(other, player), name
