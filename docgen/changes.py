"""What a variant or expansion changes: two sheets compared rule by rule, told as a house rule would be.

Both sheets are read as entries (a labelled paragraph, or an unlabelled run of them under its heading). Entries meet by
section and rule; those that say the same are left out, and of the glossary all but new words. Of those that differ
only the differing sentences are told: a figure as `5 instead of 3 gold`, the rest as it is now, with what stood there
before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rulewright.docgen.designs import inner, lowered
from rulewright.docgen.sheet import Block, Change, Paragraph, Section, Sheet, Table, sections_of
from rulewright.docgen.wording.frames import alike
from rulewright.docgen.writing import text_of

# How many of the words after a number name what is counted, and are told before what stood there.
Counted: TypeAlias = Callable[[Sequence[str]], int]
_LEFT_OUT = ("maps", "index")
# So many words may stand in place of others in a sentence that says both.
_SPAN = 4
_SENTENCES = re.compile(r"(?<=[.:]) (?=[^\W\d_])")


@dataclass(slots=True)
class Entry:
    """One rule of a sheet."""

    key: tuple[str, str]
    title: str
    paragraphs: list[Paragraph]

    @property
    def text(self) -> str:
        return "\n".join(f"{p.label or ''} {text_of(p)}" for p in self.paragraphs)


def changes(
    base: Sheet,
    now: Sheet,
    labels: dict[str, str],
    notes: tuple[str, ...] = (),
    titles: Sequence[str] = (),
    counted: Counted = lambda words: 0,
) -> Sheet:
    """A sheet of what differs. `labels` has the headings; `notes` are the author's own words on the change.

    `titles` are those of what was added: on a page of their own, nothing needs to say that it is from there. `counted`
    finds the noun after a number in languages that say it first: `3 pièces au lieu de 2`.
    """
    before = {entry.key: entry for entry in entries(base)}
    after = {entry.key: entry for entry in entries(now)}
    new = [entry for key, entry in after.items() if key not in before]
    gone = [entry for key, entry in before.items() if key not in after and key[0] != "glossary"]
    found: list[Block] = _players(base, now, labels)
    for key, entry in after.items():
        if key in before and entry.text != before[key].text:
            found.append(_change(before[key], entry, labels, counted))
    sheet = replace(now, sections=[], aside=None)
    intro: list[Block] = [Paragraph(note, authored=True) for note in notes]
    if intro:
        sheet.sections.append(Section("changes", "overview", "", intro))
    if found:
        sheet.sections.append(Section("changed", "changed", labels["changed_rules"], found))
    if new:
        added = [one for entry in new for one in _as_new(entry, titles)]
        sheet.sections.append(Section("added", "added", labels["added_rules"], list(added)))
    if gone:
        lost: list[Block] = [one for entry in gone for one in _as_new(entry, ())]
        sheet.sections.append(Section("removed", "removed", labels["removed_rules"], lost))
    if not (found or new or gone):
        sheet.sections.append(Section("unchanged", "changed", labels["changes"], [Paragraph(labels["no_changes"])]))
    return sheet


def entries(sheet: Sheet) -> list[Entry]:
    """The rules of a sheet, in order. For how many it is printed is no rule."""
    made: dict[tuple[str, str], Entry] = {}
    titles = {section.kind: section.title for section in sections_of(sheet)}
    for section in sections_of(sheet):
        if section.kind in _LEFT_OUT:
            continue
        for entry in _entries(section, titles):
            told = [_without_lists(paragraph) for paragraph in entry.paragraphs if not paragraph.is_list]
            if told:
                made.setdefault(entry.key, Entry(entry.key, entry.title, [])).paragraphs.extend(told)
    return list(made.values())


def _without_lists(paragraph: Paragraph) -> Paragraph:
    """A paragraph without the items that only list what is told under its own name: the effects of a moment."""
    return replace(paragraph, items=[_without_lists(item) for item in paragraph.items if not item.is_list])


def _entries(section: Section, titles: dict[str, str]) -> list[Entry]:
    made: dict[tuple[str, str], Entry] = {}
    for block in section.blocks:
        if isinstance(block, Table):
            for row in block.rows:
                pairs = zip(block.headers[1:], row[1:], strict=True)
                said = [f"{lowered(head)}{':' * cell.endswith('.')} {inner(cell)}" for head, cell in pairs]
                told = ("; " if any(":" in one for one in said) else ", ").join(said)
                told = f"{told[:1].upper()}{told[1:]}." if told else ""
                key = (section.id, "row " + row[0])
                entry = made.setdefault(key, Entry(key, f"{section.title}, {row[0]}", []))
                entry.paragraphs.append(Paragraph(told or row[0]))
        elif isinstance(block, Paragraph):
            place, title = _place(block, section, titles)
            if place is not None:
                made.setdefault(place, Entry(place, title, [])).paragraphs.append(replace(block, label=None))
    return list(made.values())


def _place(block: Paragraph, section: Section, titles: dict[str, str]) -> tuple[tuple[str, str] | None, str]:
    """Under which key and title a paragraph is compared; no key where it only repeats what is told elsewhere."""
    rule = block.origin.rule if block.origin is not None else ""
    if section.kind == "overview":
        if rule == "play":
            return ("play", ""), titles.get("play", section.title)
        return (None if rule else ("overview", "")), ""
    # A list of parts is one entry; a design or rule goes by its name alone, a step by its section's too.
    label = block.label or ""
    own = section.kind in ("designs", "rules", "scoring", "glossary")
    title = label if own and label else section.title
    if label and not own:
        title = f"{section.title}, {label[:1].lower()}{label[1:]}"
    return (section.id, label), title


def _players(base: Sheet, now: Sheet, labels: dict[str, str]) -> list[Block]:
    """For how many it is, if for others than before."""
    return [Paragraph(labels["players_change"], labels["players"])] if base.counts != now.counts else []


def _change(before: Entry, after: Entry, labels: dict[str, str], counted: Counted) -> Paragraph | Change:
    old, new, within = _unwrapped(*_differing(before.paragraphs, after.paragraphs))
    after = replace(after, title="".join([after.title, *(f", {label[:1].lower()}{label[1:]}" for label in within)]))
    if old and len(old) == len(new):
        told = [_in_one(one, two, labels["instead"], counted) for one, two in zip(old, new, strict=True)]
        whole = [text for text in told if text is not None]
        if len(whole) == len(told):
            return _listed(whole, after.title, new[-1])
    if after.key[0] == "components":
        old, new = ([Paragraph("", None, some)] if len(some) > 1 else some for some in (old, new))
    if not old and not any(one.items for one in new):
        return _listed([one.text for one in new], after.title, new[-1])
    return Change(after.title, old, new)


def _unwrapped(old: list[Paragraph], new: list[Paragraph]) -> tuple[list[Paragraph], list[Paragraph], list[str]]:
    """One labelled item of a list that differs, out of its list, and the labels that lead to it."""
    within: list[str] = []
    while len(old) == len(new) == 1 and old[0].text == new[0].text and len(old[0].items) == len(new[0].items) == 1:
        one, two = old[0].items[0], new[0].items[0]
        if not one.label or one.label != two.label:
            break
        within.append(one.label)
        old, new = [replace(one, label=None)], [replace(two, label=None)]
    return old, new, within


def _listed(texts: list[str], title: str, last: Paragraph) -> Paragraph:
    """One text as a sentence, several as a list."""
    if len(texts) > 1:
        return Paragraph("", title, [Paragraph(text) for text in texts], origin=last.origin)
    text = texts[0] if texts[0].endswith(".") else f"{texts[0]}."
    return Paragraph(text, title or None, origin=last.origin, is_opening=last.is_opening)


def _in_one(before: Paragraph, after: Paragraph, instead: str, counted: Counted) -> str | None:
    """`Draw 4 instead of 3 cards`: the sentences that differ, in one where few words do; None where more do."""
    if [text_of(item) for item in before.items] != [text_of(item) for item in after.items]:
        return None
    ours, theirs = _SENTENCES.split(before.text), _SENTENCES.split(after.text)
    if len(ours) != len(theirs):
        return None
    pairs = [(one, two) for one, two in zip(ours, theirs, strict=True) if one != two]
    made = [_instead(one.split(" "), two.split(" "), instead, counted) for one, two in pairs]
    if not made or any(text is None for text in made):
        return None
    return " ".join(text or "" for text in made).rstrip(":").rstrip("\u00a0 ") + "." * after.text.endswith((".", ":"))


def _instead(before: list[str], after: list[str], instead: str, counted: Counted) -> str | None:
    start = alike(before, after)
    end = min(alike(before[::-1], after[::-1]), len(before) - start, len(after) - start)
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    if not old or not new or max(len(old), len(new)) > _SPAN:
        return None
    was, now_ = " ".join(old).rstrip(".,:;"), " ".join(new)
    stop = now_[len(now_.rstrip(".,:;")) :]
    now_ = now_.removesuffix(stop)
    if len(re.findall(r"\d+", was)) > 1 and not re.search(r"^\d+ (?:by|sur|to|à) \d+$", was):
        return None
    if not (was[:1].isdigit() and now_[:1].isdigit()) or re.search(r"[.,:;] ", f"{was} {now_}"):
        return None
    if len(old) == len(new) == 2 and (old[1][:3] == new[1][:3] or old[1].rstrip("sx.,") == new[1].rstrip("sx.,")):
        # `2 pawns instead of 1`: the same noun in another number.
        was = old[0]
    if re.fullmatch(r"\d+[^\W\d]+", now_) and counted(after[len(after) - end :]):
        return None
    if not stop and re.fullmatch(r"\d+( \S+)?", now_) and re.fullmatch(r"\d+", was):
        more = max(0, counted(after[start + 1 :]) + 1 - len(new))
        now_ = " ".join([now_, *after[len(after) - end :][:more]])
        end -= more
        stop = now_[len(now_.rstrip(".,:;")) :]
        now_ = now_.removesuffix(stop)
    told = instead.format(new=now_, old=was) + stop
    return " ".join([*after[:start], told, *after[len(after) - end :]]).removesuffix(".")


def _differing(before: list[Paragraph], after: list[Paragraph]) -> tuple[list[Paragraph], list[Paragraph]]:
    """Both without what they share; of paragraphs that open alike, only the items that differ."""
    if len(before) == len(after) == 1:
        one, two = before[0], after[0]
        if one.items and [text_of(i) for i in one.items] == [text_of(i) for i in two.items]:
            return [replace(one, items=[], ordered=False)], [replace(two, items=[], ordered=False)]
        if one.text == two.text and (one.items or two.items):
            old, new = _differing(one.items, two.items)
            return (
                [replace(one, items=old, ordered=False)] if old else [],
                [replace(two, items=new, ordered=False)] if new else [],
            )
        if not one.items and not two.items:
            return _sentences_apart(one, two)
    ours, theirs = [text_of(p) for p in before], [text_of(p) for p in after]
    old = [p for p, text in zip(before, ours, strict=True) if text not in theirs]
    new = [p for p, text in zip(after, theirs, strict=True) if text not in ours]
    return (old, new) if old or new else (before, after)


def _sentences_apart(before: Paragraph, after: Paragraph) -> tuple[list[Paragraph], list[Paragraph]]:
    """Two paragraphs without the sentences that both begin and end with."""
    ours, theirs = _SENTENCES.split(before.text), _SENTENCES.split(after.text)
    start = alike(ours, theirs)
    end = min(alike(ours[::-1], theirs[::-1]), len(ours) - start, len(theirs) - start)
    old, new = " ".join(ours[start : len(ours) - end]), " ".join(theirs[start : len(theirs) - end])
    return [replace(before, text=_opened(old))] if old else [], [replace(after, text=_opened(new))] if new else []


def _opened(text: str) -> str:
    return text[:1].upper() + text[1:]


def _as_new(entry: Entry, titles: Sequence[str]) -> list[Paragraph]:
    """An entry under its own name."""
    if len(entry.paragraphs) == 1:
        one = entry.paragraphs[0]
        note = one.note
        for title in titles:
            note = "" if note == title else note.removesuffix(f", {title}")
        return [replace(one, label=entry.title, note=note)]
    return [Paragraph("", entry.title, entry.paragraphs, origin=entry.paragraphs[-1].origin)]
