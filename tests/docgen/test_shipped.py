"""Every sheet of every shipped combination, in both languages: the lints, completeness, and the goldens.

The goldens hold the sheets without authored text. `pytest --update tests/docgen` writes them anew; a change of wording
is then a diff to be read. In continuous integration (`CI` is set) the flag is refused.
"""

from __future__ import annotations

from functools import cache

import pytest
from shipped import ROOT, Combination, combinations, program_for, program_of, ruleset_of

from rulewright.docgen import publish
from rulewright.docgen.edition import edition_of
from rulewright.docgen.formats.md import render
from rulewright.docgen.index import FEWEST
from rulewright.docgen.lint import lint_pair, lint_sheet, lint_terms
from rulewright.docgen.outline import outline
from rulewright.docgen.publish import Order
from rulewright.docgen.reference import reference
from rulewright.docgen.sheet import Index, Paragraph, Sheet, homes_of, paragraphs_of, sections_of
from rulewright.docgen.wording.lexicon import catalogues_beside
from rulewright.docgen.wording.words import Wording
from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk

ALL = combinations()
GOLDENS = ROOT / "tests" / "goldens"
# Variants are left out: what they change is a matter of their own sheet of changes.
GOLDEN = [c for c in ALL if not c.is_variant]


@cache
def sheet_of(combination: Combination, lang: str, *, authored: bool = False) -> Sheet:
    program = program_of(combination)
    return outline(program, lang, authored=authored, edition=edition_of(ruleset_of(combination)))


@pytest.fixture(params=ALL, ids=lambda combination: combination.name)
def combination(request: pytest.FixtureRequest) -> Combination:
    found: Combination = request.param
    return found


def test_sheets_are_clean_and_complete(combination: Combination) -> None:
    en, fr = sheet_of(combination, "en"), sheet_of(combination, "fr")
    assert fr.missing == ()
    assert lint_sheet(en) + lint_sheet(fr) + lint_pair(en, fr) == []
    assert [finding for lang in ("en", "fr") for finding in lint_terms(Wording(program_of(combination), lang))] == []


def is_unsaid(rule: p.Rule, program: p.Program) -> bool:
    """Whether a rule only keeps memories of which both catalogues say that other phrases tell of them."""
    done = [x for clause in rule.clauses for x in walk(clause) if isinstance(x, p.Stmt)]
    kept = {x.target.name if isinstance(x, p.Set) else "" for x in done if not isinstance(x, p.EachPlayer)}
    return all(kept <= unsaid(program, lang) for lang in ("en", "fr"))


def unsaid(program: p.Program, lang: str) -> set[str]:
    entries = [entry for found in catalogues_beside(program, lang) for entry in found.get("set", {}).items()]
    return {key.partition(".")[0] for key, said in entries if not said}


@pytest.mark.parametrize("combination", ALL, ids=lambda combination: combination.name)
def test_every_rule_is_told(combination: Combination) -> None:
    program = program_of(combination)
    told = {x.origin.rule for x in paragraphs_of(sheet_of(combination, "en")) if x.origin is not None}
    wanted = {f"rule.{name}" for name, rule in program.rules.items() if rule.clauses and not is_unsaid(rule, program)}
    wanted |= {f"score.{name}" for name, score in program.scores.items() if score.lines}
    assert wanted <= told


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("combination", ALL, ids=lambda combination: combination.name)
def test_a_reference_names_every_design_that_does_something(combination: Combination, lang: str) -> None:
    program = program_of(combination)
    sheet = reference(program, lang)
    assert lint_sheet(sheet) == []
    found = [p for p in paragraphs_of(sheet) if p.origin is not None]
    told = {p.origin.rule.removeprefix("design.") for p in found if p.origin is not None}
    for component in program.components.values():
        active = [d for d in component.designs if d.body or d.clauses or d.worths]
        said = {d.words.name for d in active if f"{component.name}.{d.words.name}" in told}
        assert said == {d.words.name for d in active} or said == {active[0].words.name}
    assert all(isinstance(block, Paragraph) or block for s in sections_of(sheet) for block in s.blocks)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("combination", GOLDEN, ids=lambda c: c.name)
def test_an_index_has_every_heading_and_name(combination: Combination, lang: str) -> None:
    ruleset = ruleset_of(combination)
    first, *others = (program_for(combination, players) for players in ruleset.players)
    made = publish.sheet_of(Order(ruleset, first, others=tuple(others)), lang)
    found = [block for section in sections_of(made) for block in section.blocks if isinstance(block, Index)]
    terms = [entry for index in found for _, entries in index.letters for entry in entries]
    sections = {s.id: s.title for s in sections_of(made) if s.title and s.kind != "index"}
    names = {one.place: one.label for one in paragraphs_of(made) if one.label and not one.is_case}
    assert terms or len(sections) + len(names) < FEWEST
    assert {anchor for entry in terms for anchor in entry.anchors} <= set(homes_of(made))
    own = {anchor for entry in terms for anchor in entry.anchors[: entry.own]}
    assert {place: name for place, name in (sections | names).items() if terms and place not in own} == {}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("combination", GOLDEN, ids=lambda c: c.name)
def test_golden(combination: Combination, lang: str, update: bool) -> None:
    folder = GOLDENS / combination.name
    text = render(sheet_of(combination, lang))
    path = folder / f"{lang}.md"
    if update:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.is_file(), "no golden yet: run `pytest --update tests/docgen` and read the diff"
    assert _timeless(path.read_text("utf-8")) == _timeless(text)


def _timeless(text: str) -> list[str]:
    """A sheet without its footer: the ruleset's hash changes with every edit, with or without a new sentence."""
    return text.split("\n---\n")[0].splitlines()
