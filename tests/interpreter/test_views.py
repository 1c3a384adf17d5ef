"""What each player may see."""

import random

import rulewright as rw
from rulewright.interpreter import State


def names(held: dict[str, object]) -> list[object]:
    things = held["things"]
    assert isinstance(things, list)
    return things


def test_a_hand_is_its_owners() -> None:
    state = rw.load("oh-hell").new(names=["anne", "bruno", "chloe"], seed=2)
    mine = state.view("anne")["zones"]["held"]
    assert all(card is not None for card in names(mine["anne"]))
    assert names(mine["bruno"]) == [None] and mine["bruno"]["count"] == 1
    watching = state.view()["zones"]
    assert names(watching["held"]["anne"]) == [None]
    assert None not in names(watching["turned_up"])
    assert set(names(watching["stock"])) == {None}


def test_dice_under_a_cup() -> None:
    state = rw.load("liars-dice").new(2, seed=2)
    cups = state.view(0)["zones"]["cup"]
    assert all(str(die).startswith("d") for die in names(cups["player_1"]))
    assert names(cups["player_2"]) == [None] * 5


def test_a_secret_answer_shows_when_it_is_revealed() -> None:
    state = rw.load("goofspiel").new(names=["anne", "bruno"], seed=2)
    state = state.apply("anne: auction bid_9")
    assert [entry["answer"] for entry in state.log_for("anne")] == ["bid_9"]
    assert [entry["answer"] for entry in state.log_for("bruno")] == [None]
    assert state.view("anne")["own_secret"] == "bid_9"
    assert state.view("bruno")["own_secret"] is None
    assert [x["player"] for x in state.view("bruno")["pending"]] == ["bruno"]
    state = state.apply("bruno: auction bid_4")
    assert [entry["answer"] for entry in state.log_for("bruno")] == ["bid_9", "bid_4"]
    assert [entry["answer"] for entry in state.log_for(None)] == ["bid_9", "bid_4"]


def test_a_view_does_not_tell_of_the_generator() -> None:
    def keys(value: object) -> set[str]:
        if isinstance(value, dict):
            return {str(k) for k in value} | {x for inner in value.values() for x in keys(inner)}
        return {x for inner in value for x in keys(inner)} if isinstance(value, list) else set()

    state: State = rw.load("oh-hell").new(3, seed=2**40 + 12345)
    assert not {"seed", "rng", "chance"} & keys(state.view(0))
    assert str(2**40 + 12345) not in str(state.view(0))


def test_redrawing_changes_what_is_hidden_and_nothing_else() -> None:
    state, rng = rw.load("oh-hell").new(3, seed=2), random.Random(1)
    drawn = [state.redraw(0, rng) for _ in range(20)]
    assert all(other.view(0) == state.view(0) for other in drawn)
    assert len({str(other.view(1)) for other in drawn}) > 5
    assert all(sorted(map(str, everything(other))) == sorted(map(str, everything(state))) for other in drawn)


def everything(state: State) -> list[object]:
    """Every card, wherever it lies."""
    zones = [state.view(k)["zones"] for k in range(3)]
    hands = [names(zones[k]["held"][f"player_{k + 1}"]) for k in range(3)]
    machine = state.machine
    stock = state.slots[machine.layout.slots["zone:stock"].base]
    notation = state.origin.notation
    return [*(x for hand in hands for x in hand), *(notation.thing(state.slots, x, "card") for x in stock)]


def test_a_row_tells_its_slots_and_things_of_things_go_by_name() -> None:
    rules = """
game stalls
  language 1
  players 2

component card
  has worth: number
  one for each n in (1 to 4), worth n
component token
  has owner: player
  one for each p in players, owner p
deck stock of cards
row offer of cards, 3 slots
bag hat of tokens
area claim per card of tokens, at most 1
memory bought: number?
counter point per player

setup
  draw 3 from stock into offer

play
  each player, buy
  each player, gain 1 point

action buy
  choose c in offer
  put (the t in hat where t's owner is you) into c's claim
  put c into box
  set bought to c's worth

winner player with most points
"""
    state = rw.loads(rules).new(seed=2)
    before = state.view()
    assert before["memories"]["bought"] == "none" and before["zones"]["claim"] == {}
    cards = before["zones"]["offer"]["things"]
    after = state.apply(cards[1]).view()
    assert after["zones"]["offer"] == {"count": 2, "things": [cards[0], cards[2]], "slots": [0, 2]}
    assert after["zones"]["claim"] == {cards[1]: {"count": 1, "things": ["token_1"]}}
    assert after["memories"]["bought"] == cards[1].removeprefix("card_")


PILE = """\
game guards
  title "Guards"
  language 1
  players 2

counter coin per player
component guard
guard bear: pass
guard lynx: pass
guard wolf: pass
guard boar: pass
pile den of guards, seen by nobody
area met of guards

setup
  step hide, put bear into den
  step meet, put boar into met
  step leave, put met into box

play
  each player, wait

action wait
  choose k in (1 to 2)

winner player with most coins
"""


def test_what_was_put_away_unseen_may_be_what_lies_hidden() -> None:
    """Nobody knows which guard is in the den, but everybody saw the boar go."""
    state, rng = rw.loads(PILE).new(2, seed=1), random.Random(1)
    hidden = set()
    for _ in range(40):
        other = state.redraw(0, rng)
        assert other.view(0) == state.view(0)
        (thing,) = other.slots[state.machine.layout.slots["zone:den"].base]
        hidden.add(state.origin.notation.thing(other.slots, thing, "guard"))
    assert hidden == {"bear", "lynx", "wolf"}


def test_what_was_chosen_in_secret_and_revealed_is_known_to_be_gone() -> None:
    state, rng = rw.load("goofspiel").new(names=["anne", "bruno"], seed=2), random.Random(1)
    state = state.apply("anne: auction bid_9").apply("bruno: auction bid_4")
    for _ in range(10):
        other = state.redraw("anne", rng)
        left = names(other.view("bruno")["zones"]["bids_left"]["bruno"])
        assert left == [f"bid_{k}" for k in range(1, 14) if k != 4]
