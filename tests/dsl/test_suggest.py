"""Did you mean: accuracy on slips of one letter, and when to keep silent."""

import random
import string
import time

import pytest

from rulewright.dsl.suggest import nearest

STEMS = """
card deck discard pawn stone market harvest supply winter token bonus round season trick bidder
"""
ENDINGS = """
row pile hand limit count cost value order owner marker track space start finish total
"""
SINGLE = """
action amount answer anchor barrel basket bottle bridge bucket button candle canvas carpet cattle circle copper corner
cotton cousin cradle damage danger desert dinner doctor dollar double drawer engine escape estate export family farmer
father figure finger flight flower forest friend future garden gather ginger ground growth guitar hammer handle harbor
health height hidden hunter island jacket jungle kettle ladder leader letter liquid listen market marble master meadow
memory mirror modern monkey mother motion muscle narrow nation needle number object office orange orchard oyster
packet parade parent pepper pillow pirate planet player pocket potato prince puzzle rabbit random reason record reward
ribbon rocket saddle sailor sample school screen season secret shadow shield signal silver singer sister sketch socket
spider spirit spring square stable statue stream string summer supply table tailor temple ticket timber tongue tunnel
turtle valley vessel village violet walnut window winter wizard
"""
PAIRS = {f"{stem}_{ending}" for stem in STEMS.split() for ending in ENDINGS.split()}
NAMES = sorted({*SINGLE.split(), *STEMS.split(), *PAIRS})


def slip(name: str, how: str, chance: random.Random) -> str:
    at = chance.randrange(len(name))
    if how == "changed":
        return name[:at] + chance.choice(string.ascii_lowercase) + name[at + 1 :]
    if how == "dropped":
        return name[:at] + name[at + 1 :]
    if how == "doubled":
        return name[:at] + name[at] + name[at:]
    at = min(at, len(name) - 2)
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


@pytest.mark.parametrize("how", ["changed", "dropped", "doubled", "swapped"])
def test_one_wrong_letter_is_understood(how: str) -> None:
    assert 350 <= len(NAMES) <= 450
    chance = random.Random(7)
    slips = [(wrong, name) for name in NAMES[::2] if len(name) >= 4 and (wrong := slip(name, how, chance)) not in NAMES]
    right = sum(nearest(wrong, NAMES)[:1] == (name,) for wrong, name in slips)
    assert len(slips) > 150
    assert right / len(slips) >= 0.95


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("discrad", "discard"),
        ("discardd", "discard"),
        ("card", "cards"),
        ("cities", "city"),
        ("boxes", "box"),
        ("Discard", "discard"),
        ("discard-pile", "discard_pile"),
        ("pile_discard", "discard_pile"),
        ("cite", "cité"),
        ("cit", "city"),
    ],
)
def test_the_likeliest_name_comes_first(wrong: str, right: str) -> None:
    assert nearest(wrong, ["deck", "hand", right, "winter"])[:1] == (right,)


def test_too_different_names_are_not_suggested() -> None:
    assert nearest("harvest", ["deck", "hand", "market"]) == ()
    assert nearest("deck", ["desk"]) == ("desk",)
    assert nearest("deck", ["dusk"]) == ()
    assert nearest("ab", ["ax"]) == ()
    assert nearest("deck", []) == ()
    assert nearest("", ["deck", "a"]) == ()


def test_a_name_is_not_suggested_for_itself() -> None:
    assert nearest("deck", ["deck", "decks"]) == ("decks",)


def test_at_most_n_and_always_in_the_same_order() -> None:
    names = ["pawn_a", "pawn_b", "pawn_c", "pawn_d", "pawn_e"]
    assert nearest("pawn_x", names) == ("pawn_a", "pawn_b", "pawn_c")
    assert nearest("pawn_x", reversed(names)) == nearest("pawn_x", set(names)) == nearest("pawn_x", names * 2)
    assert nearest("pawn_x", names, n=1) == ("pawn_a",)


def test_endless_names_cost_nothing() -> None:
    before = time.process_time()
    assert nearest("x" * 5_000_000, ["y" * 5_000_000, "deck"]) == ()
    assert nearest("deck", ["y" * 5_000_000]) == ()
    assert time.process_time() - before < 2
