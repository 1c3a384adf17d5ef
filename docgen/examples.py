"""Examples of a ruleset, played and drawn: given, moves, result. The one module of docgen that plays.

An example that holds gives a transcript (data); here it becomes a picture with a caption in the words of the sheet. For
each thing that examples show, one is chosen: of those that can be drawn, one of the module that declares it, that marks
what is allowed and what is not, and that needs no large picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulewright.docgen.lint import lint_text
from rulewright.docgen.pictures import positions
from rulewright.docgen.pictures.positions import Laying, Scene
from rulewright.docgen.sheet import Picture
from rulewright.docgen.wording.lexicon import spoken
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.nodes import BoardDecl
from rulewright.dsl.program import Call, Const, Expr, Local, Program, Read, Store, Words
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T
from rulewright.interpreter import Ground, Suite, Transcript

NEAR = 60
# So many ways to lay a thing, of those that are allowed and of the others, are enough for a picture.
ALIKE = 2
# More facts than these make a caption that nobody reads.
FACTS = 2
# A machine that plays fewer of the examples is not made for a picture: that takes as long as to print a sheet.
SHARE = 0.15
# Some authors begin a title with the number of the rule.
_NUMBERED = re.compile(r"^[A-Z]{1,3}-\d+\w*:? ")


class Examples:
    """The examples of a suite by what they show, played when they are asked for."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        self.by_name: dict[str, list[int]] = {}
        for number, (example, _) in enumerate(suite.cases):
            for name in example.shows:
                self.by_name.setdefault(name, []).append(number)
        self._chosen: dict[str, tuple[Transcript, Scene] | None] = {}
        self._together: set[int] = set()
        # Without a board there is nothing to draw, and nothing needs to be played.
        self.has_boards = suite.ruleset is not None and any(
            isinstance(linked.decl, BoardDecl) for linked in suite.ruleset.things
        )

    def shown(self, name: str) -> tuple[Transcript, Scene] | None:
        """The example that shows something best; None if none can be drawn."""
        if not self.has_boards:
            return None
        if name not in self._chosen:
            together = self._together = self._together or self.suite.most_together(SHARE)
            self._chosen[name] = self._choose(name, [k for k in self.by_name.get(name, ()) if k in together])
        return self._chosen[name]

    def _choose(self, name: str, numbers: Sequence[int]) -> tuple[Transcript, Scene] | None:
        found: list[tuple[tuple[int, ...], Transcript, Scene]] = []
        own = self.suite.ruleset.name if self.suite.ruleset is not None else ""
        for number in numbers:
            told = self.suite.told(number)
            scene = scene_of(told) if told is not None else None
            size = positions.size_of(scene) if scene is not None else 0
            if told is None or scene is None or not size:
                continue
            is_plain = not told.scores or any(scored.amount for scored in told.scores)
            # The game itself shows what it needs of what it is built on.
            is_near, is_home = size <= NEAR and is_plain, told.module in (home_of(told.program, name), own)
            # Where several moves put pieces and take others away, or several players move, nobody sees which did what.
            is_mixed = len(told.moves) > 1 and bool(scene.steps and scene.gone)
            is_mixed = is_mixed or len({move.who for move in told.moves}) > 1
            # What a score is shows best where it is counted.
            is_told = name not in told.program.scores or any(scored.name == name for scored in told.scores)
            rank = (not is_near, not is_home, is_mixed, not is_told, not scene.is_contrast, 0 if is_near else size)
            found.append((rank if is_plain else (2, *rank), told, scene))
            if not any(rank):
                break
        return min(found, key=lambda one: one[0])[1:] if found else None

    def pictures(
        self, say: Wording, names: Iterable[str], most: int, seen: set[str], *, authored: bool
    ) -> dict[str, Picture]:
        """The examples of these things, drawn: so many at most, and none that was `seen` before."""
        made: dict[str, Picture] = {}
        for name in names:
            chosen = self.shown(name) if len(made) < most else None
            if chosen is None or chosen[0].example.title in seen:
                continue
            drawn = drawing(say, chosen[0], chosen[1], name, authored=authored)
            if drawn is not None:
                seen.add(chosen[0].example.title)
                made[name] = drawn
        return made


def scene_of(told: Transcript) -> Scene | None:
    """What is to be drawn of an example: the board where something happens; None if it happens on none."""
    if not is_on_board(told):
        return None
    for before, after in zip(told.before, told.after, strict=True):
        scene = _scene(told, before, after)
        is_asked = after.owner <= 0 and (told.allowed or told.refused or told.layings)
        is_scored = bool(told.scores or told.facts) and len(scene.active) > 1 and after.owner <= 0
        if scene.steps or scene.gone or scene.changed or is_asked or is_scored:
            return scene
    return None


def is_on_board(told: Transcript) -> bool:
    """Whether what an example shows can be seen on a board, and is no matter of cards, coins and turns alone."""
    if told.scores or told.allowed or told.refused or told.layings or not told.facts:
        return True
    return any(_is_about_cells(node) for fact in told.facts for node in walk(fact))


def _is_about_cells(node: object) -> bool:
    match node:
        case Read(store=Store.PIECES | Store.CELLS_WITH | Store.CELL_FIELD):
            return True
        case Const(type=type_) | Call(type=type_):
            return type_.elem.t in (T.CELL, T.SPOT) or (type_.is_set and type_.elem.elem.t is T.CELL)
        case _:
            return False


def _scene(told: Transcript, before: Ground, after: Ground) -> Scene:
    board = told.program.boards[after.board]
    scene = Scene(board, after.values)
    scene.pieces = {one.cell: (one.piece, one.owner) for one in sorted(after.pieces, key=lambda s: (s.cell, s.piece))}
    added = {one.cell for one in after.pieces - before.pieces}
    named = [cell for move in told.moves for cell in move.cells]
    order = sorted(added, key=lambda cell: (named.index(cell) if cell in named else len(named), cell))
    scene.steps = {cell: number for number, cell in enumerate(order, start=1)}
    scene.gone = {one.cell for one in before.pieces - after.pieces} - set(scene.pieces)
    pairs = enumerate(zip(before.values, after.values, strict=False))
    scene.changed = {cell for cell, (old, new) in pairs if old != new}
    if after.owner <= 0:
        scene.allowed, scene.refused = set(told.allowed), set(told.refused)
        scene.layings = apart([Laying(one.cells, one.values, one.numbers, one.allowed) for one in told.layings], after)
    scene.numbers = after.numbers
    if told.scores and not scene.gone:
        # What is counted is there; nobody asks in which order it came.
        scene.steps = dict.fromkeys(scene.steps, 0)
    scene.changed = laid_last(told, scene.changed)
    if min(after.values, default=0) < 0:
        # Of a board that is built up in play, all that lies there matters.
        scene.laid = {cell for cell, value in enumerate(after.values) if value >= 0}
        if told.scores or scene.layings:
            # It is there to be counted or added to, and nobody asks how it came to be.
            scene.changed = set()
    return scene


def laid_last(told: Transcript, changed: set[int]) -> set[int]:
    """Of cells that several moves changed, those of the last one: what it laid is what an example is about."""
    whole = [set(move.cells) for move in told.moves if move.cells and changed.issuperset(move.cells)]
    most = max(map(len, whole), default=0)
    return next((cells for cells in reversed(whole) if len(cells) == most > 1), changed)


def apart(layings: Sequence[Laying], ground: Ground) -> list[Laying]:
    """Ways to lay things that can be drawn side by side: the allowed ones first, then what shares no cell with them."""
    kept: list[Laying] = []
    full = {one.cell for one in ground.pieces} | {cell for cell, value in enumerate(ground.values) if value >= 0}
    for one in sorted(layings, key=lambda laying: not laying.allowed):
        is_alone = not any({*one.cells} & taken for taken in (full, *({*other.cells} for other in kept)))
        if is_alone and sum(other.allowed == one.allowed for other in kept) < ALIKE:
            kept.append(one)
    return kept


def drawing(say: Wording, told: Transcript, scene: Scene, name: str, *, authored: bool) -> Picture | None:
    """An example with its caption: the author's own line where there is one, and what comes of it."""
    title = _title(say, told) if authored else None
    scores, facts = results(say, told)
    head = _name(say, told, name)
    own = [text for text in scores if head and re.match(rf"{re.escape(head)}\s*:", text)]
    if title and own:
        title = say.title_of(re.sub(rf"^{re.escape(head)}\s*:\s*", "", title))
    # What the author says needs no facts beside it; a score is always worth telling, that of what is shown alone.
    after = " ".join(facts[:FACTS])
    if after and (scene.steps or scene.gone):
        after = say.label("example_result", text=after[:1].lower() + after[1:])
    others = [] if own else scores[:FACTS]
    caption = " ".join([*own, *([title or after] if title or after else []), *others])
    if not caption and not (head and scene.is_marked):
        return None
    if head and not caption.casefold().startswith(head.casefold()):
        caption = say.label("example_of", name=head, text=caption) if caption else head
    return positions.picture(say, scene, told.example.title, caption, caption)


def _title(say: Wording, told: Transcript) -> str | None:
    """The title of an example as a sentence; in another language only if a catalogue has it."""
    title = _NUMBERED.sub("", told.example.title)
    if not say.lexicon.is_authors(Words(told.example.title, module=told.module)):
        title = str(say.lexicon.entry("example", title) or "")
    text = say.title_of(spoken(title))
    return (text if text[-1:] in ".!?" else f"{text}.") if text else None


def named(program: Program, name: str) -> tuple[Words, str] | None:
    """What an example shows, and as what it is known."""
    for table, kind in ((program.actions, "action"), (program.steps, "step"), (program.rules, "rule")):
        if name in table:
            return table[name].words, kind
    if name in program.scores:
        return program.scores[name].words, "score"
    designs = (design for component in program.components.values() for design in component.designs)
    design = next((one for one in designs if one.words.name == name), None)
    return (design.words, "design") if design is not None else None


def home_of(program: Program, name: str) -> str:
    """The module that declares what an example shows."""
    function = next((f.words for f in program.functions.values() if f.words.name == name), None)
    found = named(program, name)
    words = found[0] if found is not None else function
    return words.module if words is not None else ""


def _name(say: Wording, told: Transcript, name: str) -> str:
    """What an example shows, by its name on the sheet; empty if it has none there."""
    found = named(told.program, name)
    if found is not None:
        return say.name(*found)
    function = next((f for f in told.program.functions.values() if f.words.name == name), None)
    meaning = say.definition(function) if function is not None else None
    return meaning[0] if meaning is not None else ""


def results(say: Wording, told: Transcript) -> tuple[list[str], list[str]]:
    """What holds in the end, in sentences: scores, and facts that can be said plainly."""
    scores = [text for scored in told.scores if scored.who == 0 for text in _scored(say, scored.name, scored.amount)]
    facts = [text for fact in told.facts for text in _fact(say, fact)]
    # Of one figure told before and after a move, what it is in the end is worth telling.
    last = {re.sub(r"\d+", "#", text): text for text in facts}
    return scores, [text for text in dict.fromkeys(last[re.sub(r"\d+", "#", text)] for text in facts)]


def _scored(say: Wording, name: str, amount: int) -> list[str]:
    found: list[tuple[Words, object]] = [(s.words, line) for s in say.program.scores.values() for line in s.lines]
    for component in say.program.components.values():
        found.extend((design.words, line) for design in component.designs for line in design.worths)
    for words, line in found:
        if words.name == name:
            unit = getattr(line, "unit", None)
            return [f"{say.scored(words, amount, unit)}."] if unit is not None else []
    return []


def _fact(say: Wording, fact: Expr) -> list[str]:
    """A fact as a sentence; none if it names a player of the example or a cell by its number."""
    if any(isinstance(node, Local) for node in walk(fact)):
        return []
    text = say.say.sentence(say.condition(fact))
    return [] if "[" in text or lint_text(text, say.lang) else [text]
