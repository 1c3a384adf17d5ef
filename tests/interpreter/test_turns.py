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
