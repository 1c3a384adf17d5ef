"""One sheet for every number of players: what is the same is told once, what differs is told for each number.

The sheets of the single numbers are compared rule by rule. What no rule tells (pictures, tables, the index) is taken
from the first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from rulewright.docgen.sheet import Block, Paragraph, Section, Sheet
from rulewright.docgen.wording.frames import alike
from rulewright.docgen.writing import text_of

Key = tuple[str, str, int]
SHORT = 8
# So many words may differ where one sentence is to serve for every number of players.
SPAN = 3
_SENTENCES = re.compile(r"(?<=[.:]) (?=[^\W\d_])")
_FIGURE = re.compile(r"\d+")


class Told(Protocol):
    """`with 2 or 4 players`; with `what`, that this holds for them and not the usual: `6 with 2 players`.

    `tail` is what follows `what` in the text, before the brackets: of `for each player` there are `2 each`.
    """

    def __call__(self, numbers: Sequence[int], what: str = "", tail: str = "") -> str: ...


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
        title = f"{first.title} ({told(list(found))})" if len(found) < len(by_count) else first.title
        inner = _sections({n: section.sections for n, section in found.items()}, told)
        made.append(replace(first, title=title, blocks=blocks, sections=inner))
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
        made = _split(found, list(groups.values()), told)
        is_partial = len(found) < counts and len(groups) > 1 and not made.items and made.label
        return [replace(made, note=told(sorted(found))) if is_partial else made]
    if len(lengths) == 1 and len(found) == counts:
        positions = range(lengths.pop())
        return [one for at in positions for one in _told({n: [p[at]] for n, p in found.items()}, counts, told)]
    return [_under(told(numbers), found[numbers[0]]) for numbers in groups.values()]


def _split(found: Mapping[int, list[Paragraph]], groups: Sequence[Sequence[int]], told: Told) -> Paragraph:
    """One paragraph that differs: short texts side by side, others as a list."""
    ones = [(told(numbers), found[numbers[0]][0]) for numbers in groups]
    first = ones[0][1]
    if len(ones) == 1:
        return _under(ones[0][0], [first]) if not first.label else replace(first, note=ones[0][0])
    if (text := in_one([(list(numbers), found[numbers[0]][0]) for numbers in groups], told)) is not None:
        return replace(first, text=text)
    if all(not p.items and len(p.text.split()) <= SHORT and not p.text.endswith(".") for _, p in ones):
        return replace(first, text=", ".join(f"{p.text} ({who})" for who, p in ones))
    if (whole := _woven([(list(numbers), found[numbers[0]][0]) for numbers in groups], told)) is not None:
        return whole
    items = [Paragraph(p.text, _opened(who), p.items, p.ordered, is_case=True) for who, p in ones]
    return replace(first, text="", items=items, ordered=False)


def in_one(ones: Sequence[tuple[list[int], Paragraph]], told: Told) -> str | None:
    """`Play 12 rounds (6 with 2 players)`: texts that differ in a figure or a few words, as one; None for others."""
    ones = sorted(ones, key=lambda one: -len(one[0]))
    if len({tuple(map(text_of, one.items)) for _, one in ones}) > 1:
        return None
    by_sentence = [_SENTENCES.split(one.text) for _, one in ones]
    if len({len(texts) for texts in by_sentence}) > 1:
        return None
    numbers = [counts for counts, _ in ones]
    made = [_sentence(list(zip(numbers, texts, strict=True)), told) for texts in zip(*by_sentence, strict=True)]
    return None if any(text is None for text in made) else " ".join(text or "" for text in made)


def _sentence(ones: Sequence[tuple[list[int], str]], told: Told) -> str | None:
    """One sentence for all; the first is the rule, what the others have in its place stands in brackets."""
    words = [text.split(" ") for _, text in ones]
    usual = words[0]
    if all(text == usual for text in words):
        return " ".join(usual)
    start = min(alike(usual, other) for other in words[1:] if other != usual)
    end = min(alike(usual[start:][::-1], other[start:][::-1]) for other in words[1:] if other != usual)
    spans = [text[start : len(text) - end] for text in words]
    if any(not span or len(span) > SPAN for span in spans):
        return None
    rest: dict[str, list[int]] = {}
    for (counts, _), span in zip(ones, spans, strict=True):
        if span != spans[0]:
            rest.setdefault(" ".join(span), []).extend(counts)
    last = len(usual) - end
    if not usual[-1].endswith((".", ":")):
        last = len(usual)
    elif len(spans[0]) == 1 and _FIGURE.fullmatch(usual[start]) and last < len(usual):
        # The brackets follow what is counted.
        last += 1 + usual[last][:1].isupper() if last + 1 < len(usual) else 1
        if usual[last : last + 1] == ["de"] and usual[last + 1][:1].isupper():
            # So does what it is called.
            last += 2
    ending = re.search(r"[\u00a0\u202f]?[.,:;]*$", usual[last - 1])
    stop = ending[0] if ending is not None else ""
    tail = " ".join(usual[len(usual) - end :]) if last == len(usual) else ""
    bare = {re.sub(r"[\u00a0\u202f]?[.,:;]+$", "", what): counts for what, counts in rest.items()}
    others = ", ".join(told(sorted(counts), what, tail) for what, counts in bare.items())
    head = " ".join(usual[:last]).removesuffix(stop)
    return " ".join([f"{head} ({others}){stop}", *usual[last:]])


def _woven(ones: Sequence[tuple[list[int], Paragraph]], told: Told) -> Paragraph | None:
    """Ordered lists under the same words, of which some have steps that others lack: one list, those steps marked."""
    first = ones[0][1]
    if any(one.text != first.text or not one.items for _, one in ones) or not first.ordered:
        return None
    numbers = sorted(n for counts, _ in ones for n in counts)
    lists = {n: {item.label or item.text: item for item in one.items} for counts, one in ones for n in counts}
    items: list[Paragraph] = []
    for step in _union([list(lists[n]) for n in numbers]):
        having = {n: [lists[n][step]] for n in numbers if step in lists[n]}
        if len(having) < len(numbers) and not having[next(iter(having))][0].label:
            items.append(Paragraph(f"{step.removesuffix('.')} ({told(list(having))})."))
        else:
            items.extend(_told(having, len(numbers), told))
    return replace(first, items=items)


def _under(who: str, paragraphs: Sequence[Paragraph]) -> Paragraph:
    if len(paragraphs) == 1:
        return replace(paragraphs[0], label=_opened(who), note="", is_case=True)
    return Paragraph("", _opened(who), list(paragraphs), origin=paragraphs[0].origin, is_case=True)


def _opened(text: str) -> str:
    return text[:1].upper() + text[1:]
