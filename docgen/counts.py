"""One sheet for every number of players: what is the same is told once, what differs is told for each number.

The sheets of the single numbers are compared rule by rule. What no rule tells (pictures, tables, the index) is taken
from the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rulewright.docgen.sheet import Block, Paragraph, Section, Sheet
from rulewright.docgen.writing import text_of

Key = tuple[str, str, int]
Told = Callable[[Sequence[int]], str]
SHORT = 8


def merged(sheets: Mapping[int, Sheet], told: Told) -> Sheet:
    """The sheets as one. `told` says `with 2 or 4 players`."""
    first = next(iter(sheets.values()))
    sections = _sections({count: sheet.sections for count, sheet in sheets.items()}, told)
    return replace(first, sections=sections)


def _sections(by_count: Mapping[int, Sequence[Section]], told: Told) -> list[Section]:
    made: list[Section] = []
    for id_ in _union([[section.id for section in sections] for sections in by_count.values()]):
        found = {n: s for n, sections in by_count.items() for s in sections if s.id == id_}
        first = next(iter(found.values()))
        blocks = _blocks({n: section.blocks for n, section in found.items()}, told)
        if len(found) < len(by_count):
            blocks.insert(0, Paragraph(f"{_opened(told(list(found)))}."))
        inner = _sections({n: section.sections for n, section in found.items()}, told)
        made.append(replace(first, blocks=blocks, sections=inner))
    return made


def _union(lists: Sequence[Sequence[str]]) -> list[str]:
    """All items in an order that keeps those of the first list, the others after what they follow in their own."""
    made: list[str] = []
    for items in lists:
        at = 0
        for item in items:
            if item in made:
                at = made.index(item) + 1
            else:
                made.insert(at, item)
                at += 1
    return made


def _blocks(by_count: Mapping[int, Sequence[Block]], told: Told) -> list[Block]:
    runs = {n: _runs(blocks) for n, blocks in by_count.items()}
    names = {str(key): key for found in runs.values() for key in found}
    made: list[Block] = []
    for name in _union([[str(key) for key in found] for found in runs.values()]):
        key = names[name]
        found = {n: [b for b in run[key] if isinstance(b, Paragraph)] for n, run in runs.items() if key in run}
        if key[0] == "":
            made.extend(next(iter(runs.values())).get(key, []))
        else:
            made.extend(_told(found, len(by_count), told))
    return made


def _runs(blocks: Sequence[Block]) -> dict[Key, list[Block]]:
    """Neighbours that tell the same rule under the same label; what tells no rule stands alone, by its place."""
    found: dict[Key, list[Block]] = {}
    before: tuple[str, str] | None = None
    for at, block in enumerate(blocks):
        told = (block.origin.rule, block.label or "") if isinstance(block, Paragraph) and block.origin else ("", "")
        if told[0] and told == before:
            next(reversed(found.values())).append(block)
        else:
            again = sum(key[:2] == told for key in found) if told[0] else at
            found[(*told, again)] = [block]
        before = told
    return found


def _told(found: Mapping[int, list[Paragraph]], counts: int, told: Told) -> list[Paragraph]:
    """The paragraphs of one rule: as they are if they are always the same, else for each number of players."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for count, paragraphs in found.items():
        groups.setdefault(tuple(text_of(replace(p, note="")) for p in paragraphs), []).append(count)
    first = next(iter(found.values()))
    if len(groups) == 1 and len(found) == counts:
        return first
    lengths = {len(paragraphs) for paragraphs in found.values()}
    if lengths == {1}:
        return [_split(found, list(groups.values()), told)]
    if len(lengths) == 1 and len(found) == counts:
        positions = range(lengths.pop())
        return [one for at in positions for one in _told({n: [p[at]] for n, p in found.items()}, counts, told)]
    return [_under(told(numbers), found[numbers[0]]) for numbers in groups.values()]


def _split(found: Mapping[int, list[Paragraph]], groups: Sequence[Sequence[int]], told: Told) -> Paragraph:
    """One paragraph that differs: short texts side by side, others as a list."""
    ones = [(told(numbers), found[numbers[0]][0]) for numbers in groups]
    first = ones[0][1]
    if all(not p.items and len(p.text.split()) <= SHORT and not p.text.endswith(".") for _, p in ones):
        return replace(first, text=", ".join(f"{p.text} ({who})" for who, p in ones))
    if len(ones) == 1:
        return _under(ones[0][0], [first]) if not first.label else replace(first, note=ones[0][0])
    if (whole := _woven([(list(numbers), found[numbers[0]][0]) for numbers in groups], told)) is not None:
        return whole
    items = [Paragraph(p.text, _opened(who), p.items, p.ordered) for who, p in ones]
    return replace(first, text="", items=items, ordered=False)


def _woven(ones: Sequence[tuple[list[int], Paragraph]], told: Told) -> Paragraph | None:
    """Lists under the same words, of which some have steps that others lack: one list, those steps marked."""
    first = ones[0][1]
    plain = all(not item.items and not item.label for _, one in ones for item in one.items)
    if any(one.text != first.text or not one.items for _, one in ones) or not first.ordered or not plain:
        return None
    steps = _union([[item.text for item in one.items] for _, one in ones])
    items: list[Paragraph] = []
    for step in steps:
        having = sorted(n for numbers, one in ones for n in numbers if any(item.text == step for item in one.items))
        is_always = all(any(item.text == step for item in one.items) for _, one in ones)
        items.append(Paragraph(step if is_always else f"{step.removesuffix('.')} ({told(having)})."))
    return replace(first, items=items)


def _under(who: str, paragraphs: Sequence[Paragraph]) -> Paragraph:
    if len(paragraphs) == 1:
        return replace(paragraphs[0], label=_opened(who), note="")
    return Paragraph("", _opened(who), list(paragraphs), origin=paragraphs[0].origin)


def _opened(text: str) -> str:
    return text[:1].upper() + text[1:]
