"""Paper has edges: a reference is two sides at 8 points or more, a variant's sheet of changes is one page."""

from __future__ import annotations

import os

import pytest
from shipped import Combination, combinations, program_for, program_of, ruleset_of

from rulewright.docgen.formats import pdf
from rulewright.docgen.publish import Order, changes_of, reference_of
from rulewright.docgen.reference import reference
from rulewright.docgen.sheet import texts_of
from rulewright.docgen.wording.words import Wording

# A variant adds a line or two to its game: its reference is measured at night only.
EVERY = combinations()
WANTED = EVERY if os.environ.get("RULEWRIGHT_NIGHTLY") else [c for c in EVERY if not c.is_variant]
VARIANTS = [c for c in EVERY if c.is_variant]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("combination", WANTED, ids=lambda c: c.name)
def test_a_reference_fits_two_sides(combination: Combination, lang: str) -> None:
    assert min(size for _, size, _ in pdf.SIZES) >= 8.0
    ruleset = ruleset_of(combination)
    first, *others = (program_for(combination, players) for players in ruleset.players)
    made = reference_of(Order(ruleset, first, others=tuple(others)), lang)
    assert pdf.page_count(pdf.render(made, heading="x", layout="reference")) <= 2


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("combination", [c for c in WANTED if not c.is_variant], ids=lambda c: c.name)
def test_a_reference_has_every_design(combination: Combination, lang: str) -> None:
    program = program_of(combination)
    say = Wording(program, lang)
    told = "\n".join(texts_of(reference(program, lang))).casefold()
    for component in program.components.values():
        names = {say.name(design.words, "design") for design in component.designs if design.has_own_name}
        assert {name for name in names if name.casefold() not in told} == set()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("combination", VARIANTS, ids=lambda c: c.name)
def test_the_changes_of_a_variant_fit_a_page(combination: Combination, lang: str) -> None:
    base = Combination(combination.path, combination.added[:-1])
    order = Order(ruleset_of(combination), program_of(combination), (ruleset_of(base), (program_of(base),)))
    made = changes_of(order, lang)
    assert made is not None
    assert {section.id for section in made.sections} & {"changed", "added", "removed"}, "it says that nothing changes"
    assert pdf.page_count(pdf.render(made, heading="x", layout="changes")) == 1
