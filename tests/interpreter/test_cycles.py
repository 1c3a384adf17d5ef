"""What lies on a circle is found at once; a way back is looked for from every place here."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.generate.cycles import Place, _circular

PLACES = st.tuples(st.just("action"), st.integers(0, 8))


def leads_back(place: Place, goals: dict[Place, set[Place]]) -> bool:
    seen: set[Place] = set()
    waiting = list(goals[place])
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting.extend(goals.get(one, ()))
    return place in seen


@settings(deadline=None)
@given(st.dictionaries(PLACES, st.sets(PLACES, max_size=3)))
def test_a_place_lies_on_a_circle_if_a_way_leads_back_to_it(goals: dict[Place, set[Place]]) -> None:
    found = list(_circular(goals))
    assert len(found) == len(set(found))
    assert set(found) == {place for place in goals if leads_back(place, goals)}
