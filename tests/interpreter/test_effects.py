"""Effects of one owner that wait for the same moment: the owner orders them, and only harmless gains are unasked."""

from __future__ import annotations

import pytest

from rulewright.interpreter.testing.suite import loads_suite

LAMPS = """game lamps
  title "Lamps"
  language 1
  players 2

counter oil, light per player

component lamp
  optional
area shelf per player of lamps, in play
lamp fountain: at evening, gain 1 oil
lamp beggar:   at evening where your oil is 0, gain 2 light
lamp miser:    at evening where your light is 0, gain 1 oil
lamp sun:      at evening, gain 1 light
lamp genie:    at evening, may any number of times, pay 1 oil to gain 1 light

play
  night
action night
  step evening

winner player with most light
"""

EXAMPLES = {
    "a gain waits until nothing of its owner looks at it": """
  given anne's shelf is (fountain, beggar)
  when anne: night
  then anne's oil is 1, anne's light is 2, night is over""",
    "where each looks at the other's gain the owner orders them": """
  given anne's shelf is (miser, beggar)
  when anne: night beggar
  then anne's oil is 0, anne's light is 2, night is over""",
    "or the other way round": """
  given anne's shelf is (miser, beggar)
  when anne: night miser
  then anne's oil is 1, anne's light is 0, night is over""",
    "nobody is asked where nothing looks at the gain": """
  given anne's shelf is (fountain, sun)
  when anne: night
  then anne's oil is 1, anne's light is 1, night is over""",
    "nobody is asked for what cannot be begun, however often it may be done": """
  given anne's shelf is genie
  when anne: night
  then night is over""",
    "as often as it can be paid": """
  given anne's shelf is genie, anne's oil is 2
  when anne: night genie; yes; yes
  then anne's oil is 0, anne's light is 2, night is over""",
    "the other's effects do not matter": """
  given anne's shelf is fountain, bruno's shelf is beggar
  when anne: night
  then anne's oil is 1, bruno's light is 2, night is over""",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_order_of_ones_own_effects(name: str) -> None:
    suite = loads_suite(f'{LAMPS}\nexample "{name}"{EXAMPLES[name]}\n')
    assert not suite.run(0).diagnostics


def test_what_is_given_to_one_is_not_taken_from_another() -> None:
    text = LAMPS.replace("area shelf", "area store per player of lamps, one of each\narea shelf")
    example = """
example "each has a lamp of their own"
  given bruno's shelf is sun
  then some sun in anne's store, no sun in bruno's store, some sun in bruno's shelf
"""
    assert loads_suite(text + example).run(0).ok
