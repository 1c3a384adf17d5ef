"""Whose turn it is, and what is kept by cells and members, as a program reads it."""

import rulewright as rw

TURNS = """game turns
  title "Turns"
  language 1
  players 3

board grid of squares, 2 by 2
kind colour: red, blue
component token
  has shade: colour
  one for each c in colours, shade c
  copies 2
area hoard per cell of tokens
counter coin per player
memory told per colour: number

setup
  put tokens into hoard of [1,0]
  set told of blue to 2

play
  each player, turn

action turn
  each opponent, may gain 1 coin
  may gain 2 coins

rule more
  always
    each player where your coins is 2, may gain 1 coin

winner player with most coins
"""


def test_a_turn_is_its_players_whatever_the_others_do_in_it() -> None:
    state = rw.loads(TURNS).new(names=["anne", "bruno", "chloe"], seed=1)
    seen = []
    while not state.is_over:
        asked = state.pending[0].player
        seen.append((state.names[state.active], state.names[asked]))
        assert state.view(0)["active"] == state.names[state.active]
        state = state.apply(state.legal(asked)[0])
    order = [active for active, _asked in seen]
    assert order == sorted(order) and set(order) == {"anne", "bruno", "chloe"}
    assert all({asked for active, asked in seen if active == name} > {name} for name in order)


def test_what_is_kept_by_cells_and_members_is_told_by_their_names() -> None:
    view = rw.loads(TURNS).new(3, seed=1).view(0)
    assert {key: held["count"] for key, held in view["zones"]["hoard"].items()} == {"[1,0]": 4}
    assert view["memories"]["told"] == {"red": "0", "blue": "2"}


HANDS = """game hands
  title "Hands"
  language 1
  players 3

component card
  has rank: 1 to 6
  one for each r in (1 to 6), rank r
deck stock of cards
hand held per player of cards, seen by owner, sorted by rank
counter point per player
memory opener: player
memory rounds: number

setup
  each player, draw 2 from stock into your held
  set opener to last of players

play
  players take turns from opener until rounds is 4, turn

action turn
  set rounds to rounds + 1
  gain (sum of c's rank for each c in (held except your held)) points
  may gain 1 point

winner player with most points
"""


def test_turns_begin_with_the_player_that_is_said() -> None:
    state = rw.loads(HANDS).new(3, seed=1)
    asked = []
    while not state.is_over:
        asked.append(state.pending[0].player)
        state = state.apply("-")
    assert asked == [2, 0, 1, 2]


def test_what_others_hold_in_sorted_hands_is_one_set() -> None:
    state = rw.loads(HANDS).new(3, seed=1)
    hands = [state.view(k)["zones"]["held"][name]["things"] for k, name in enumerate(state.names)]
    held = [sum(int(card.removeprefix("card_")) for card in hand) for hand in hands]
    while not state.is_over:
        state = state.apply("-")
    others = [sum(held) - mine for mine in held]
    assert [state.scores()[k] for k in range(3)] == [others[0], others[1], 2 * others[2]]
