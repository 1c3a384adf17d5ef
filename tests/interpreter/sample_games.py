"""Small games for the tests of play, each for one thing that the shipped games show less plainly."""

NIM = """
game nim
  title "Nim"
  language 1
  players 2 to 3

option most: 1 to 5 = 3

counter stick = 10
counter point per player

play
  repeat
    each player, take
  until stick is 0

action take
  choose q in (1 to most) where q is at most stick
  set stick to stick - q
  gain q points

winner player with most points
"""

OFFERS = """
game offers
  title "Offers"
  language 1
  players 2

counter gold per player = 1
counter point per player
memory rounds: number

play
  repeat
    each player, turn
  until rounds is at least 6

action turn
  either
    buy
  or
    work
  set rounds to rounds + 1

action buy
  needs your gold is at least 2
  pay 2 gold
  gain 3 points

action work
  gain 1 gold

winner player with most points
"""

ENDLESS = """
game endless
  title "Endless"
  language 1
  players 2

memory more: number
counter point per player

play
  repeat
    each player, turn
  until more is 5

action turn
  choose q in (1 to 2)
  repeat
    set more to more + q
  until more is 0 - 1

winner player with most points
"""
