"""Every card and tile of a game, to print and cut out: name, values, rules, and a picture of what covers cells."""

from __future__ import annotations

from rulewright.docgen.designs import plain
from rulewright.docgen.edition import Edition
from rulewright.docgen.outline import Outline
from rulewright.docgen.pictures import things
from rulewright.docgen.sheet import Card, Cards
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Component, Design, Program


def cards(program: Program, lang: str, *, authored: bool = True, edition: Edition | None = None) -> Cards:
    """All designs that have something to print."""
    return _Maker(program, Wording(program, lang), authored, edition or Edition()).cards()


class _Maker(Outline):
    def cards(self) -> Cards:
        made = [
            self.card(component, design)
            for component in self.program.components.values()
            for design in component.designs
        ]
        blank = self.blank()
        kept = [card for card in made if card.facts or card.lines or card.svg]
        return Cards(blank.lang, blank.title, blank.footer, kept, blank.labels)

    def card(self, component: Component, design: Design) -> Card:
        kind = self.say.title_of(self.say.noun(Noun("component", component.name)))
        yes = self.say.say.yes_no(True)
        facts = [(label, "" if value == yes else value) for label, value in self.facts(component, design)]
        drawn = things.picture(self.say, component, design)
        lines = self.design(component, design)
        name = self.say.name(design.words, "design")
        if not design.has_own_name:
            # A design without a name of its own goes by its value, or by what it is.
            name = self.say.title_of(facts[0][1]) if len(facts) == 1 else kind
            shown = facts if drawn is None or len(facts) > 1 else []
        else:
            shown = [fact for fact in facts if plain(fact[1]) != plain(name)]
        svg, alt = (drawn.svg, drawn.alt) if drawn is not None else ("", "")
        return Card(kind, name, shown, lines, design.copies, self.back(component), svg, alt)

    def back(self, component: Component) -> str:
        """What stands on the back: the same for all that is drawn from one deck or bag."""
        drawn = {zone.component for zone in self.program.zones.values() if zone.shape in ("deck", "bag", "pile")}
        is_mixed = self.is_kin(component) and component.name not in drawn and component.root in drawn
        return self.say.title_of(self.say.noun(Noun("component", component.root if is_mixed else component.name)))
