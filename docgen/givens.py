"""What the rules take as given: what there is at the start, what counts as what, who sees what, what words mean.

No statement of the rules says these things, but declarations do, and a reader who lacks them cannot play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.docgen.designs import PRINTED, Designs, lowered
from rulewright.docgen.explained import covering
from rulewright.docgen.sheet import Paragraph, Provenance
from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.frames import Form
from rulewright.docgen.wording.plan import Noun, Person
from rulewright.docgen.wording.scope import Scope
from rulewright.docgen.writing import in_library
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.program import (
    AllUnits,
    Apply,
    Call,
    CallAction,
    Choose,
    Component,
    Const,
    Design,
    Draw,
    Expr,
    Fold,
    ForEach,
    Mode,
    Over,
    Per,
    Piece,
    PieceUnits,
    Prim,
    Put,
    Read,
    Repeat,
    Step,
    Store,
    Transfer,
    Trigger,
    Units,
    Words,
    Zone,
)
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span
from rulewright.dsl.types import T


class Givens(Designs):
    """The list of components, standing facts for the special rules, and words that need a meaning."""

    # ---- components

    def for_each(self, label: str, per: Per) -> str | None:
        """The label for what each player has, or each team; None where it is there once."""
        if per is Per.SIDE and self.program.side_size > 1:
            return f"{label}_team"
        return f"{label}_each" if per in (Per.PLAYER, Per.SIDE) else None

    def fixed(self, expr: Expr) -> tuple[int | None, list[Span]]:
        """A number of the game, and the places that fix it."""
        scope = Scope()
        self.say.planner.term(expr, scope)
        return self.say.constant(expr), scope.spans

    def piece(self, piece: Piece) -> Paragraph:
        number, spans = self.fixed(piece.supply) if piece.supply is not None else (None, [])
        noun = Noun("piece", piece.words.name)
        if (whole := self.whole_stock(noun, number, piece.per)) is not None:
            text, places = whole
            spans = [*spans, *places]
        elif number is None:
            text = self.label(self.for_each("piece_some", piece.per) or "piece_some", nouns=self.say.noun(noun, 2))
        else:
            key = self.for_each("piece", piece.per) or "piece_all"
            text = self.label(key, n=number, nouns=self.say.noun(noun, number))
        notes = (
            [self.label("on_board", what=lowered(self.counts_as(Noun("piece", piece.counts_as), number)))]
            if piece.counts_as
            else []
        )
        if piece.covers is not None and piece.covers_var is not None:
            said, places = covering(self, piece)
            notes = [said] if piece.counts_as else [*notes, said]
            spans += places
        return Paragraph(with_notes(text, notes), origin=self.given(f"piece.{piece.words.name}", piece.words, spans))

    def counts_as(self, noun: Noun, number: int | None) -> str:
        one = self.say.say.finish(self.say.say.one(w.Group(noun)))
        many = self.say.say.finish(self.say.say.the(w.Group(noun)))
        return self.label("counts_as" if number == 1 else "each_counts_as", thing=one, things=many)

    def given(self, rule: str, words: Words, spans: list[Span]) -> Provenance:
        return self.origin(rule, words, [*self.declared(words), *spans])

    def counters(self) -> Iterator[Paragraph]:
        """What each player has of a counter before anything is played."""
        for unit in self.program.units.values():
            number, spans = self.fixed(unit.start) if unit.start is not None else (None, [])
            whole = self.whole_stock(w.unit_noun(unit), number, unit.per)
            if number or whole is not None:
                key = self.for_each("piece", unit.per) or "piece_all"
                text, places = whole or (
                    self.label(key, n=number, nouns=self.say.noun(w.unit_noun(unit), number or 2)),
                    [],
                )
                origin = self.given(f"counter.{unit.words.name}", unit.words, [*spans, *places])
                yield Paragraph(text, origin=origin)
        yield from self.kept_count()

    def whole_stock(self, noun: Noun, at_first: int | None, per: Per) -> tuple[str, list[Span]] | None:
        """All there are of what players gain more of than they begin with, and how many they begin with."""
        stock, spans = self.stocks().get(noun.name, (None, []))
        nouns = self.say.noun(noun, stock or 2)
        text = self.label("piece_all", n=stock, nouns=nouns) if stock else self.label("piece_some", nouns=nouns)
        if not at_first:
            return (text, spans) if stock else None
        if per not in (Per.PLAYER, Per.SIDE) or not (stock or self.is_gained(noun.name)):
            return None
        return with_notes(text, [self.label(self.for_each("at_first", per) or "", n=at_first)]), spans

    def is_gained(self, name: str) -> bool:
        """Whether players come by more of a piece or counter than they begin with."""
        gains = (
            node.amount for node in every_node(self.program) if isinstance(node, Transfer) and node.mode is Mode.GAIN
        )
        return any(name in units_in(amount) for amount in gains)

    def stocks(self) -> dict[str, tuple[int, list[Span]]]:
        """Of what there are so many in all: a number of the game less what all players have of it is what is left."""
        found: dict[str, tuple[int, list[Span]]] = {}
        for function in self.program.functions.values():
            body = function.body
            if not isinstance(body, Apply) or body.prim is not Prim.SUB or not is_sum_over_all(body.args[1]):
                continue
            number, spans = self.fixed(body.args[0])
            names = things_read(body.args[1])
            if number is not None and len(names) == 1:
                found[names.pop()] = (number, [*self.declared(function.words), *spans])
        return found

    def kept_count(self) -> Iterator[Paragraph]:
        """What is counted during play and of which nobody has any at first, or not everybody as much."""
        units = [unit for unit in self.program.units.values() if unit.words.span and not in_library(unit.words.span)]
        stocks = self.stocks()
        units = [unit for unit in units if unit.words.name not in stocks]
        begun = [unit for unit in units if unit.start is None or not self.fixed(unit.start)[0]]
        if not begun:
            return
        nouns = [w.unit_noun(unit) for unit in begun]
        names = self.say.say.series([self.say.noun(one, 2 - self.say.lexicon.noun(one).mass) for one in nouns], "and")
        gained = {node.unit.words.name for node in walk(tuple(self.program.setup)) if isinstance(node, Units)}
        is_begun = any(unit.words.name in gained or unit.start is not None for unit in begun)
        sides = self.program.side_size > 1 and all(unit.per is Per.SIDE for unit in begun)
        label = "keep_count" if is_begun else "keep_none_team" if sides else "keep_none"
        spans = [span for unit in begun for span in self.declared(unit.words)]
        text = self.label(label + "_one" * (len(nouns) == 1), list=names)
        yield Paragraph(text, origin=self.given("counters", begun[0].words, spans))

    def titles(self) -> Iterator[Paragraph]:
        """What one player has at a time, and nobody at first, where a catalogue says that somebody has it."""
        for memory in self.program.memories.values():
            if self.say.figure(memory.words.name) is not None:
                continue
            is_title = memory.type.t is T.PLAYER and memory.per is Per.GAME and memory.start is None
            has = self.say.lexicon.phrase("is", memory.words.name)
            if not is_title or has is None:
                continue
            text = self.label("title", has=self.say.say.finish(self.say.say.one_has(has)))
            yield Paragraph(text, origin=self.given(f"memory.{memory.words.name}", memory.words, []))

    def stock(self, component: Component) -> Iterator[Paragraph]:
        """How many there are of a component; dice by where they lie at first."""
        dice = [z for z in self.program.zones.values() if z.dice is not None and z.component == component.name]
        for zone in dice:
            yield self.dice(zone)
        count = sum(design.copies for design in component.designs) or len(component.things)
        if not count or dice:
            return
        sets = [z for z in self.program.zones.values() if z.one_of_each and z.component == component.name]
        owner = sets[0].per if len(sets) == 1 else Per.PLAYER if self.is_dealt_out(component) else Per.GAME
        each = self.for_each("piece", owner)
        count = count // self.owners(owner) if each else count
        noun = self.apart(component.name) or self.say.noun(Noun("component", component.name), count)
        text = self.label(each or "piece_all", n=count, nouns=noun)
        kin = {design.copies for design in component.designs}
        notes = []
        named = any(design.has_own_name for design in component.designs) or any(
            field.static and field.type.t in PRINTED for field in component.fields.values()
        )
        if named and len(component.designs) > 1 and len(kin) == 1 and max(kin) > 1 and not each:
            notes.append(self.label("of_each", n=max(kin)).rstrip("."))
        if component.root != component.name and self.is_kin(component) and not self.apart(component.root):
            notes.append(self.counts_as(Noun("component", component.root), count))
        yield Paragraph(with_notes(text, notes), origin=self.given(f"component.{component.name}", component.words, []))

    def is_dealt_out(self, component: Component) -> bool:
        """Whether there is one design for each player, who owns it: `one for each p in players, owner p`."""
        owners = [name for name, f in component.fields.items() if f.static and f.type.t is T.PLAYER]
        named = [design.values.get(owners[0]) for design in component.designs] if len(owners) == 1 else []
        return len(named) == self.program.players > 1 and len(set(named)) == len(named) and None not in named

    def is_kin(self, component: Component) -> bool:
        return component.root in self.program.components

    def dice(self, zone: Zone) -> Paragraph:
        assert zone.dice is not None
        number, spans = self.fixed(zone.dice)
        forms = self.say.say.frame(w.Group(Noun("zone", zone.words.name), None))
        each = self.for_each("piece", zone.per)
        noun = self.say.noun(Noun("component", zone.component), number or 2)
        if not each and forms.fixed is None and not forms.post:
            noun = forms.one if number == 1 else forms.many
        text = self.label(each or "piece_all", n=number, nouns=noun)
        faces = [] if zone.faces == 6 else [self.label("faces", n=zone.faces)]
        return Paragraph(with_notes(text, faces), origin=self.given(f"zone.{zone.words.name}", zone.words, spans))

    # ---- before the first step of the setup

    def prepared(self) -> Iterator[Paragraph]:
        """What lies ready before anything is set up: each player's pieces, common ones, shuffled decks, filled bags."""
        yield from self.supplies()
        yield from self.common_rest()
        yield from self.common_dice()
        yield from self.own_sets()
        yield from self.laid_out()
        yield from self.stacked("shuffled", [zone for zone in self.filled() if zone.ordered])
        yield from self.stacked("bagged", [zone for zone in self.filled() if not zone.ordered and self.is_drawn(zone)])
        yield from self.remembered()

    def supplies(self) -> Iterator[Paragraph]:
        """Pieces that are counted, by whose supply they are."""
        for per, label in ((Per.PLAYER, "take_pieces"), (Per.SIDE, "take_pieces"), (Per.GAME, "lay_out_pieces")):
            said: list[str] = []
            spans: list[Span] = []
            found = [piece for piece in self.program.pieces.values() if piece.per is per and piece.supply is not None]
            for piece in found:
                number, places = self.fixed(piece.supply) if piece.supply is not None else (None, [])
                if number:
                    noun = Noun("piece", piece.words.name)
                    said.append(self.label("piece_all", n=number, nouns=self.say.noun(noun, number)))
                    spans += [*self.declared(piece.words), *places]
            if said:
                for unit in self.program.units.values():
                    number, places = self.fixed(unit.start) if unit.start is not None else (None, [])
                    if number and unit.per is per:
                        said.append(self.label("piece_all", n=number, nouns=self.say.noun(w.unit_noun(unit), number)))
                        spans += [*self.declared(unit.words), *places]
                key = f"{label}_team" if per is Per.SIDE and self.program.side_size > 1 else label
                text = self.label(key, list=self.say.say.series(said, "and"))
                yield Paragraph(text, origin=self.given("supplies", found[0].words, spans))

    def common_rest(self) -> Iterator[Paragraph]:
        """What nobody has of that of which players gain more lies ready for all."""
        stocks = self.stocks()
        left: list[tuple[Noun, Words]] = []
        for piece in self.program.pieces.values():
            if piece.words.name in stocks:
                left.append((Noun("piece", piece.words.name), piece.words))
        for unit in self.program.units.values():
            if unit.words.name in stocks or (unit.start is not None and self.is_gained(unit.words.name)):
                left.append((w.unit_noun(unit), unit.words))
        if left:
            names = self.say.say.series([self.say.noun(noun, 2) for noun, _ in left], "and")
            spans = [span for _, words in left for span in self.declared(words)]
            yield Paragraph(self.label("common_rest", list=names), origin=self.given("supplies", left[0][1], spans))

    def common_dice(self) -> Iterator[Paragraph]:
        """Dice that lie ready for all, where a catalogue says where."""
        for zone in self.program.zones.values():
            if zone.dice is None or zone.per is not Per.GAME:
                continue
            number, spans = self.fixed(zone.dice)
            forms = self.say.say.frame(w.Group(Noun("zone", zone.words.name), None))
            place = self.say.noun(Noun("place", zone.words.name))
            if forms.fixed is None and not forms.post and place not in (forms.one, forms.many):
                nouns = forms.one if number == 1 else forms.many
                text = self.label("dice_ready", n=number, nouns=nouns, place=self.place(zone.words.name))
                yield Paragraph(text, origin=self.given(f"zone.{zone.words.name}", zone.words, spans))

    def laid_out(self) -> Iterator[Paragraph]:
        """Things that lie nowhere in particular: they are laid out at the beginning, and stay."""
        homes = {zone.component for zone in self.program.zones.values()}
        for component in self.program.components.values():
            count = sum(design.copies for design in component.designs)
            if count and component.name not in homes and component.name == component.root:
                nouns = self.say.noun(Noun("component", component.name), count)
                origin = self.given(f"component.{component.name}", component.words, [])
                yield Paragraph(self.label("lay_out", n=count, nouns=nouns), origin=origin)

    def own_sets(self) -> Iterator[Paragraph]:
        """What each player begins with: all of a hand, one of each of what lies before them."""
        yield from self.hands()
        sets = [z for z in self.program.zones.values() if z.one_of_each and z.shape != "hand" and z.per is Per.PLAYER]
        said: list[str] = []
        for zone in sets:
            count = self.set_size(zone)
            said.append(self.label("piece_all", n=count, nouns=self.things_of(zone, count)))
        if said:
            text = self.label("take_sets", list=self.say.say.series(said, "and"))
            spans = [span for zone in sets for span in self.declared(zone.words)]
            yield Paragraph(text, origin=self.given(f"zone.{sets[0].words.name}", sets[0].words, spans))

    def things_of(self, zone: Zone, count: int) -> str:
        """What lies in a zone, as it is called there."""
        if self.say.lexicon.entry("things", zone.words.name) is None:
            return self.say.noun(Noun("component", zone.component), count)
        frame = self.say.say.frame(w.Group(Noun("zone", zone.words.name), Person.YOU))
        return frame.one if count == 1 else frame.many

    def set_size(self, zone: Zone) -> int:
        """How many an owner has of what there is one set of for each."""
        component = self.program.components[zone.component]
        return (sum(one.copies for one in component.designs) or len(component.things)) // self.owners(zone.per)

    def hands(self) -> Iterator[Paragraph]:
        """The hands with which players begin."""
        for zone in self.program.zones.values():
            if not zone.one_of_each or zone.shape != "hand":
                continue
            component = self.program.components[zone.component]
            count = self.set_size(zone)
            nouns = self.say.noun(Noun("component", component.name), count)
            theirs = w.Group(Noun("place", zone.words.name), Person.THEY, single=True)
            place = self.say.say.finish(self.say.say.the(theirs))
            text = self.label("take_set", n=count, nouns=nouns, place=place)
            yield Paragraph(text, origin=self.given(f"zone.{zone.words.name}", zone.words, []))

    def remembered(self) -> Iterator[Paragraph]:
        """What a figure shows at first that stands for nobody and nothing yet, in the words for setting it so."""
        for memory in self.program.memories.values():
            figure = self.say.figure(memory.words.name)
            if figure is None or memory.per is not Per.GAME or memory.start is not None:
                continue
            at_first = w.SetAct(w.Group(Noun("memory", memory.words.name), single=True), w.Nothing())
            text = self.say.say.at_first(at_first) or self.say.say.set_by_template(at_first, Form.IMP)
            if text:
                spans = self.declared(memory.words)
                yield Paragraph(self.say.say.sentence(text), origin=self.given("memories", memory.words, spans))

    def figures(self) -> Iterator[Paragraph]:
        """Figures and boards that no piece or component stands for."""
        bags = [zone for zone in self.filled() if not zone.ordered and self.is_drawn(zone)]
        for bag in bags:
            noun = self.say.noun(Noun("place", bag.words.name))
            origin = self.origin(f"zone.{bag.words.name}", bag.words)
            yield Paragraph(self.label("piece_all", n=1, nouns=noun), origin=origin)
        zones = [(zone.words, "zone") for zone in self.program.zones.values()]
        for words, kind in [*zones, *((memory.words, "memory") for memory in self.program.memories.values())]:
            figure = self.say.figure(words.name)
            if figure is not None:
                origin = self.origin(f"{kind}.{words.name}", words)
                yield Paragraph(self.label("piece_all", n=1, nouns=figure), origin=origin)

    def filled(self) -> list[Zone]:
        """Decks and bags that hold all of a component at the start: the first of each component."""
        first: dict[str, Zone] = {}
        for zone in self.program.zones.values():
            if zone.starts_full and zone.dice is None and not zone.one_of_each and zone.shape in ("deck", "bag"):
                first.setdefault(zone.component, zone)
        return list(first.values())

    def stacked(self, label: str, zones: list[Zone]) -> Iterator[Paragraph]:
        """What is shuffled into each deck, or mixed in each bag."""
        told: list[str] = []
        homes = {zone.component for zone in self.filled()}
        for zone in zones:
            root = self.program.components[zone.component].root
            kin = [c for c in self.program.components.values() if c.root == root and c.things]
            named = [c.name for c in kin if c.name == zone.component or c.name not in homes]
            called = [self.apart(name) or self.say.noun(Noun("component", name), 2) for name in named]
            nouns = [self.label("the_many", nouns=one) for one in called]
            things = self.say.say.series([lowered(one) for one in nouns], "and")
            if all(self.is_dealt_out(self.program.components[name]) for name in named):
                things = lowered(self.label("of_all_players", things=things))
            told.append(self.label(label, things=things, place=self.place(zone.words.name)))
        if told:
            text = " ".join(told)
            spans = [span for zone in zones for span in self.declared(zone.words)]
            yield Paragraph(text, origin=self.given(f"zone.{zones[0].words.name}", zones[0].words, spans))

    def is_drawn(self, zone: Zone) -> bool:
        """Whether things come out of a zone unseen."""
        bodies = [self.program.setup, self.program.play, *(a.body for a in self.program.actions.values())]
        nodes = [node for body in bodies for node in walk(tuple(body))]
        drawn = any(isinstance(node, Draw) and node.source is zone for node in nodes)
        return drawn or any(
            isinstance(node, Choose) and node.at_random and self.reads_zone(node, zone) for node in nodes
        )

    def reads_zone(self, choice: Choose, zone: Zone) -> bool:
        return any(
            isinstance(node, Read) and node.store is Store.ZONE and node.name == zone.words.name
            for node in walk(choice)
        )

    # ---- standing facts

    def standing(self) -> Iterator[Paragraph]:
        """Decks that are renewed, rows that are kept in order, and what is hidden; what holds of several, once."""
        yield from self.at_one_moment()
        yield from self.run_dry()
        told: dict[str, list[Zone]] = {}
        for zone in self.program.zones.values():
            facts = (self.renewed, self.places_of, self.kept_in_order, self.hidden, self.open_dice)
            for text in (text for fact in facts for text in fact(zone)):
                told.setdefault(text, []).append(zone)
        for text, zones in told.items():
            names = [self.say.noun(Noun("place", zone.words.name)) for zone in zones]
            label = self.say.title_of(self.say.say.series(names, "and"))
            spans = [span for zone in zones for span in self.declared(zone.words)]
            words = zones[0].words
            yield Paragraph(text, label, origin=self.origin(f"zone.{words.name}", words, spans))

    def in_play(self) -> Iterator[tuple[Zone, Design, set[str]]]:
        """What players have in play that waits for steps: where it lies, and for which steps."""
        for component in self.program.components.values():
            zones = [z for z in self.program.zones.values() if z.component == component.name and z.in_play]
            mine = next((zone for zone in zones if zone.per is Per.PLAYER), None)
            for design in component.designs if mine is not None else ():
                steps = {c.pattern.event for c in design.clauses if isinstance(c, Trigger) and c.pattern.is_step}
                if steps and mine is not None:
                    yield mine, design, steps

    def whose_effects(self) -> list[Paragraph]:
        """What the effects are that steps name, and for whom they work."""
        zones = {zone.words.name: zone for zone, _, _ in self.in_play()}
        if not zones:
            return []
        nouns = {one.words.name: self.say.noun(Noun("component", one.component), 2) for one in zones.values()}
        heads = [self.label("quoted", name=self.say.title_of(noun)) for noun in nouns.values()]
        listed, things = (self.say.say.series(list(part), "and") for part in (heads, nouns.values()))
        spans = [span for zone in zones.values() for span in self.declared(zone.words)]
        key = "whose_effects" if len(heads) > 1 else "whose_effects_one"
        text = self.label(key, list=listed, things=things)
        held = {zone.component for zone in zones.values()}
        designs = [design for name in held for design in self.program.components[name].designs]
        if any(modifier.design is design for modifier in self.modifiers for design in designs):
            text = f"{text} {self.label('effects_unnamed')}"
        return [Paragraph(text, origin=self.given("whose_effects", next(iter(zones.values())).words, spans))]

    def at_one_moment(self) -> Iterator[Paragraph]:
        """In which order effects come that wait for the same moment, where two of what players own do."""
        waiting: dict[str, list[Design]] = {}
        for _, design, steps in self.in_play():
            for step in steps:
                waiting.setdefault(step, []).append(design)
        shared = next((designs for designs in waiting.values() if len(designs) > 1), None)
        if shared is not None:
            origin = self.origin("same_moment", None)
            yield Paragraph(self.label("same_moment_rule"), self.label("same_moment"), origin=origin)

    def run_dry(self) -> Iterator[Paragraph]:
        """What holds where less is left than is to be drawn, and nothing fills the deck or bag again."""
        draws = [node for body in self.played() for node in walk(tuple(body)) if isinstance(node, Draw)]
        # What is drawn until so many lie there says itself that there may be no more.
        short = [one for one in draws if not is_filling(one) and self.may_run_dry(one.source)]
        if not short:
            return
        roots = dict.fromkeys(self.program.components[one.source.component].root for one in short)
        things = [lowered(self.label("fewer_of", things=self.say.noun(Noun("component", name), 2))) for name in roots]
        text = self.label("drawing_rule", things=self.say.say.finish(self.say.say.series(things, "or")))
        yield Paragraph(text, self.label("drawing"), origin=self.origin("draw", None, [short[0].span]))

    def played(self) -> list[Any]:
        """What may be carried out once play has begun: the play and all actions that it or a rule calls."""
        bodies: list[Any] = [self.program.play, *(rule.clauses for rule in self.program.rules.values())]
        for component in self.program.components.values():
            bodies += [part for design in component.designs for part in (design.body, design.clauses)]
        known: dict[str, None] = {}
        for body in bodies:
            for node in walk(tuple(body)):
                if isinstance(node, CallAction) and node.action.words.name not in known:
                    known[node.action.words.name] = None
                    bodies.append(node.action.body)
        return bodies

    def may_run_dry(self, zone: Zone) -> bool:
        """Whether more may be drawn from somewhere than there is, and nothing is put there in between."""
        if zone.dice is not None or zone.feeders:
            return False
        nodes = [node for body in self.played() for node in walk(tuple(body))]
        if any(isinstance(node, Put) and node.zone is zone for node in nodes):
            return False
        there = len(self.program.components[zone.component].things)
        drawn = [self.drawn_from(zone, body) for body in (self.program.setup, self.program.play)]
        return any(one is None for one in drawn) or sum(one or 0 for one in drawn) > there

    def drawn_from(self, zone: Zone, body: Iterable[Any]) -> int | None:
        """How many are drawn from somewhere at most; None where that is not known."""
        total = 0
        for stmt in body:
            number: int | None = 0
            match stmt:
                case Draw(source=source) if source is zone:
                    number = self.fixed(stmt.number)[0]
                case Draw():
                    number = 0
                case CallAction(action=action):
                    number = self.drawn_from(zone, action.body)
                case Step():
                    number = self.drawn_from(zone, stmt.body)
                case Repeat(times=times, test=None, until=None) if times is not None:
                    once, often = self.drawn_from(zone, stmt.body), self.fixed(times)[0]
                    number = 0 if once == 0 else None if once is None or often is None else once * often
                case _:
                    inner = [
                        self.drawn_from(zone, (node,)) for node in walk(stmt) if isinstance(node, Draw | CallAction)
                    ]
                    number = 0 if not any(one is None or one for one in inner) else None
            if number is None:
                return None
            total += number
        return total

    def renewed(self, zone: Zone) -> Iterator[str]:
        for feeder in zone.feeders:
            name = self.say.noun(Noun("place", zone.words.name))
            yield self.label("refilled", deck=self.place(zone.words.name), heap=self.place(feeder), name=name)

    def places_of(self, zone: Zone) -> Iterator[str]:
        """How many places a row has, and which of them is filled first."""
        if zone.slots is not None and zone.seen == "all":
            things = self.say.noun(Noun("component", zone.component), 2)
            yield self.label("places_in_row", n=zone.slots, things=things)

    def kept_in_order(self, zone: Zone) -> Iterator[str]:
        if zone.sorted_by is None or zone.sorted_var is None or zone.seen != "all":
            return
        if zone.words.name in self.say.say.laid_in_order:
            return
        scope = Scope()
        scope.names[zone.sorted_var.id] = w.It(Noun("component", zone.component))
        by = self.say.planner.term(zone.sorted_by, scope)
        if isinstance(by, w.Attribute):
            things = self.say.noun(Noun("component", zone.component), 2)
            value, values = self.say.noun(by.noun), self.say.noun(by.noun, 2)
            yield self.label("in_order", things=things, value=value, values=values)

    def hidden(self, zone: Zone) -> Iterator[str]:
        """Who may look at what lies in a zone, where a reader could not guess it."""
        if zone.seen == "owner" and zone.per in (Per.PLAYER, Per.SIDE):
            things = self.say.say.the(w.Group(Noun("zone", zone.words.name), Person.YOU))
            yield self.label("own_eyes", things=self.say.say.finish(things))
        elif zone.seen == "nobody" and zone.shape not in ("deck", "bag") and self.is_looked_at(zone):
            things = self.say.say.the(w.Group(Noun("zone", zone.words.name)))
            yield self.label("no_eyes", things=self.say.say.finish(things))

    def open_dice(self, zone: Zone) -> Iterator[str]:
        """Dice of one's own could be hidden under a hand; where they are not, it is said."""
        if zone.dice is not None and zone.per is Per.PLAYER and zone.seen == "all":
            yield self.label("open_dice", dice=self.say.noun(Noun("component", zone.component), 2))

    def lies(self, zone: Zone) -> str:
        """Where the things of a zone lie: `in front of you`."""
        place = w.Group(Noun("place", zone.words.name), Person.YOU, single=True)
        return self.say.say.finish(self.say.say.lies(place))

    def is_looked_at(self, zone: Zone) -> bool:
        reads = (node for node in every_node(self.program) if isinstance(node, Read) and node.store is Store.ZONE)
        return any(node.name == zone.words.name for node in reads)

    def place(self, name: str) -> str:
        return self.say.say.finish(self.say.say.the(w.Group(Noun("place", name), single=True)))

    # ---- meanings

    def meanings(self, text: str) -> Iterator[Paragraph]:
        """Kinds that a text speaks of, families, neighbours, wishes, counters that run below nothing, and losses."""
        yield from self.covered()
        yield from self.kinds_of(text)
        yield from self.families()
        yield from self.belongings()
        yield from self.neighbours()
        wishes = [
            node
            for node in every_node(self.program)
            if isinstance(node, Choose) and node.possible and not in_library(node.span)
        ]
        if wishes:
            origin = self.origin("if_possible", None, [wishes[0].span])
            yield Paragraph(self.label("wish"), self.label("if_possible"), origin=origin)
        for unit in self.program.units.values():
            if unit.low < 0:
                noun = self.say.noun(w.unit_noun(unit), 2)
                origin = self.origin(f"counter.{unit.words.name}", unit.words, self.declared(unit.words))
                yield Paragraph(self.label("below_nothing"), self.say.title_of(noun), origin=origin)
        losses = [
            node
            for node in every_node(self.program)
            if isinstance(node, Transfer) and node.mode is Mode.LOSE and not isinstance(node.amount, AllUnits)
        ]
        if any(unit.low == 0 for unit in self.program.units.values()) and losses:
            below = [self.say.noun(w.unit_noun(unit), 2) for unit in self.program.units.values() if unit.low < 0]
            units = self.say.say.series(below, "and")
            text = self.label("loss_but", units=units) if below else self.label("loss")
            yield Paragraph(text, self.label("losing"), origin=self.origin("lose", None, [losses[0].span]))

    def belongings(self) -> Iterator[Paragraph]:
        """Which of the things are a player's own, where things of that kind lie in several places."""
        for zone in self.program.zones.values():
            kin = [one for one in self.program.zones.values() if one.component == zone.component]
            group = w.Group(Noun("zone", zone.words.name), Person.YOU)
            told = self.say.lexicon.entry("things", zone.words.name) is not None
            owned = [one for one in kin if one.per is Per.PLAYER]
            if zone not in owned or not told or (len(owned) == 1 and zone.dice is None):
                continue
            things = self.say.noun(Noun("component", zone.component), 2)
            if self.say.say.frame(group).many != things:
                continue
            term = self.say.title_of(self.say.say.the(group))
            origin = self.given(f"zone.{zone.words.name}", zone.words, [])
            text = self.label("yours", things=things, where=self.lies(zone))
            others = [w.Group(Noun("zone", one.words.name), Person.YOU) for one in owned if one is not zone]
            if others:
                others_said = self.say.say.series([self.say.say.the(one) for one in others], "and")
                text = self.label("yours_but", things=things, where=self.lies(zone), others=others_said)
            yield Paragraph(self.say.say.finish(text), term, origin=origin)

    def neighbours(self) -> Iterator[Paragraph]:
        """When two cells are next to each other, and that the borders of what a board is made of are none."""
        prims = {
            node.prim for node in every_node(self.program) if isinstance(node, Apply) and not in_library(node.span)
        }
        if not prims & {Prim.NEXT_TO, Prim.GROUPS, Prim.GROW}:
            return
        for board in list(self.program.boards.values())[:1]:
            cells = self.say.noun(Noun("cell", board.name), 2)
            texts = [self.label("neighbours" if board.shape == "squares" else "neighbours_hexes", cells=cells)]
            if board.part:
                texts.append(self.label("no_border", parts=self.say.noun(Noun("part", board.name), 2)))
            origin = self.origin(f"neighbours.{board.name}", board.words)
            yield Paragraph(" ".join(texts), self.label("next_to"), origin=origin)

    def covered(self) -> Iterator[Paragraph]:
        """What a cell is, where it is known only by the things that are laid on cells."""
        board = next((one for one in self.program.boards.values() if self.say.lexicon.is_unlisted(one.name)), None)
        parted = next((c for c in self.program.components.values() if len(c.parts) > 1 and c.root == c.name), None)
        if board is None or parted is None or board.shape != "squares":
            return
        thing = self.say.say.finish(self.say.say.one(w.Group(Noun("component", parted.name))))
        yield Paragraph(
            self.label("covered", thing=thing, n=len(parted.parts)),
            self.say.title_of(self.say.noun(Noun("cell", board.name))),
            origin=self.origin(f"component.{parted.name}", parted.words, self.declared(parted.words)),
        )

    def kinds_of(self, text: str) -> Iterator[Paragraph]:
        """Which landscapes, colours or whatever there are, where a text speaks of them by that name.

        Those in families are told family by family.
        """
        on_cells = {f.type.elem.base for board in self.program.boards.values() for f in board.fields.values()}
        for name, kind in self.program.kinds.items():
            if name not in on_cells or kind.groups:
                continue
            forms = self.say.lexicon.noun(Noun("kind", name))
            if not re.search(rf"\b(?:{re.escape(forms.one)}|{re.escape(forms.many)})\b", text):
                continue
            nouns = [self.say.noun(Noun("member", member, name)) for member in kind.members]
            yield Paragraph(
                self.label("family", list=self.say.say.series(nouns, "and")),
                self.say.title_of(forms.one),
                origin=self.origin(f"kind.{name}", kind.words, self.declared(kind.words)),
            )

    def families(self) -> Iterator[Paragraph]:
        """What belongs to a family that the texts speak of: `buildable` cells are grass, sand …"""
        named = (node for node in every_node(self.program) if isinstance(node, Const) and node.name is not None)
        used = {(node.type.elem.base, node.name) for node in named}
        for name, kind in self.program.kinds.items():
            for group in kind.groups:
                if (name, group) not in used:
                    continue
                shown = any(f.type.elem.base == name for b in self.program.boards.values() for f in b.fields.values())
                head = self.say.say.head(Noun("cells_kindgroup" if shown else "kindgroup", group, name))
                text = self.say.say.series(self.members(name, group), "and")
                yield Paragraph(
                    self.family_each(text, name, group) or self.label("family", list=text),
                    self.say.title_of(head.many),
                    origin=self.origin(f"kind.{name}", kind.words, self.declared(kind.words)),
                )

    def family_each(self, text: str, name: str, group: str) -> str | None:
        """That each cell of a family is one by itself, where cells are called places and something is done for each."""
        head = self.say.say.head(Noun("cells_kindgroup", group, name))
        loops = (node.source for node in every_node(self.program) if isinstance(node, ForEach))
        named = (one for source in loops for one in walk(source) if isinstance(one, Const))
        if not head.place or not any((one.type.elem.base, one.name) == (name, group) for one in named):
            return None
        one = self.say.say.one(w.Group(Noun("cells_kindgroup", group, name)))
        cell = Noun("cell", next(iter(self.program.boards)))
        cells = {"cell": self.say.noun(cell), "cells": self.say.noun(cell, 2)}
        return self.label("family_each", list=text, one=self.say.say.finish(one), **cells)

    def members(self, name: str, group: str) -> list[str]:
        """What belongs to a family, another family that is wholly part of it by its own name."""
        kind = self.program.kinds[name]
        left = list(kind.groups[group])
        inner = [g for g, ms in kind.groups.items() if 3 < len(ms) < len(left) and set(ms) <= set(left)]
        inner.sort(key=lambda g: -len(kind.groups[g]))
        called = []
        if inner:
            left = [at for at in left if at not in kind.groups[inner[0]]]
            called.append(self.say.say.head(Noun("cells_kindgroup", inner[0], name)).many)
        # Beside a family, which is many, what is a place of its own is many too.
        nouns = [Noun("member", kind.members[at], name) for at in left]
        many = [bool(called) and self.say.lexicon.noun(noun).place for noun in nouns]
        return [*(self.say.noun(noun, 1 + several) for noun, several in zip(nouns, many, strict=True)), *called]


def units_in(amount: Any) -> set[str]:
    """The counters and pieces of an amount."""
    return {
        node.unit.words.name if isinstance(node, Units) else node.piece.words.name
        for node in walk(amount)
        if isinstance(node, Units | PieceUnits)
    }


def is_filling(draw: Draw) -> bool:
    """Whether as many are drawn as are missing in the place they come to."""
    number, zone = draw.number, draw.zone
    if not isinstance(number, Apply) or number.prim is not Prim.SUB or zone is None:
        return False
    reads = [node for node in walk(number.args[1]) if isinstance(node, Read)]
    return any(node.store is Store.ZONE and node.name == zone.words.name for node in reads)


def is_sum_over_all(expr: Expr) -> bool:
    """Whether an expression adds something up for all players or sides."""
    source = expr.source if isinstance(expr, Fold) and expr.over is Over.SUM else None
    return isinstance(source, Apply) and source.prim in (Prim.PLAYERS, Prim.SIDES)


def things_read(expr: Any) -> set[str]:
    """The counters and pieces that an expression counts, in the definitions it calls too."""
    found: set[str] = set()
    for node in walk(expr):
        if isinstance(node, Call):
            found |= things_read(node.function.body)
        elif isinstance(node, Read) and node.store in (Store.UNIT, Store.PIECES, Store.SUPPLY):
            found.add(node.name)
    return found


def with_notes(text: str, notes: list[str]) -> str:
    """A line of the list with what must be known of it, in brackets."""
    told = ", ".join(note[:1].lower() + note[1:] for note in notes)
    return f"{text} ({told})" if told else text
