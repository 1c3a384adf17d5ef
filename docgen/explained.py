"""Words of the library and of the language, explained where a sheet uses them: a step, a group, a row, a piece.

What such a word means is the same in every game, so it is told in the catalogues of the library (`[glossary]`). `of`
are the definitions and primitives behind the word, `word` how it looks in a text: both must occur. `only` narrows it to
boards of hexes, to games with pieces of several kinds, or to what is asked about pieces, about cells, or about both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.docgen.sheet import Paragraph, Provenance
from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.scope import Scope
from rulewright.docgen.writing import Writer, in_library
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.program import Apply, Call, Piece, Program, Read, Store
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span


def explanations(writer: Writer, texts: Sequence[str]) -> Iterator[Paragraph]:
    """What these texts leave to be explained, in no order."""
    yield from _library_words(writer, texts)
    yield from _pieces(writer, texts)
    yield from _counted_as(writer)


def _library_words(writer: Writer, texts: Sequence[str]) -> Iterator[Paragraph]:
    say, program = writer.say, writer.program
    used = {node.prim.value for node in every_node(program) if isinstance(node, Apply)} | say.spoken_of()
    holds = {
        "hexes": any(board.shape != "squares" for board in program.boards.values()),
        "pieces": len(program.pieces) > 1,
    }
    for key, entry in say.lexicon.explanations().items():
        asked = asked_of(program, entry["of"].split())
        holds |= {"on_pieces": asked == {True}, "on_cells": True not in asked, "on_both": len(asked) == 2}
        if not used.intersection(entry["of"].split()) or not holds.get(entry.get("only", ""), True):
            continue
        if _speaks(texts, entry["word"]):
            board = next(iter(program.boards.values()))
            one, many = (say.noun(Noun("cell", board.name), number) for number in (1, 2))
            pieces = say.noun(Noun("basic", "piece"), 2)
            text, term = (entry[part].format(cell=one, cells=many, pieces=pieces) for part in ("text", "term"))
            yield Paragraph(
                say.say.sentence(text), say.title_of(term), origin=writer.origin(f"word.{key}", board.words)
            )


def asked_of(program: Program, names: Sequence[str]) -> set[bool]:
    """Whether a game asks one of these definitions and primitives about pieces, or about cells whatever is on them."""
    asked = (
        node.args
        for node in every_node(program)
        if (isinstance(node, Apply) and node.prim.value in names and not in_library(node.span))
        or (isinstance(node, Call) and node.function.words.name in names and not in_library(node.span))
    )
    return {any(isinstance(one, Read) and one.store is Store.PIECES for one in walk(args)) for args in asked}


def _pieces(writer: Writer, texts: Sequence[str]) -> Iterator[Paragraph]:
    """What the pieces of a game are, where one word is said for all of them."""
    say, pieces = writer.say, writer.program.pieces
    one, many = (say.noun(Noun("basic", "piece"), number) for number in (1, 2))
    if len(pieces) > 1 and _speaks(texts, f"{re.escape(one)}|{re.escape(many)}"):
        text = say.say.sentence(_named(writer, list(pieces)))
        yield Paragraph(text, say.title_of(many), origin=_origin(writer, list(pieces.values())))


def _counted_as(writer: Writer) -> Iterator[Paragraph]:
    """That pieces which count as others do so on a board, and not in a supply."""
    say, pieces = writer.say, writer.program.pieces
    for name, things in _followers(writer.program).items():
        whole = Noun("piece", name)
        one = say.say.one(w.Group(whole))
        text = writer.label("counting_as", things=_named(writer, things), wholes=say.noun(whole, 2), whole=one)
        for thing in (thing for thing in things if pieces[thing].covers is not None):
            said = covering(writer, pieces[thing])[0]
            told = f"{say.say.one(w.Group(Noun('piece', thing)))} {said[:1].lower()}{said[1:]}"
            text = f"{text} {say.say.sentence(told)}"
        term = writer.label("counting_as_one", one=one)
        yield Paragraph(text, term, origin=_origin(writer, [pieces[thing] for thing in things]))


def covering(writer: Writer, piece: Piece) -> tuple[str, list[Span]]:
    """Which cells a piece covers, and what it counts as on each of them, with the places that say so."""
    say, scope = writer.say, Scope()
    if piece.covers is None or piece.covers_var is None:
        return "", []
    scope.names[piece.covers_var.id] = w.It(Noun("cell", piece.board))
    covered = say.say.the(say.planner.np(piece.covers, scope))
    covered = say.say.finish(say.say.on_own(covered, Noun("piece", piece.words.name)))
    if not piece.counts_as:
        return writer.label("covers", cells=covered), scope.spans
    one = say.say.finish(say.say.one(w.Group(Noun("piece", piece.counts_as))))
    return writer.label("covers_as", cells=covered, thing=one), scope.spans


def _followers(program: Program) -> dict[str, list[str]]:
    """The pieces that count as another, by that other."""
    made: dict[str, list[str]] = {}
    for name, piece in program.pieces.items():
        if piece.counts_as is not None and piece.supply is not None:
            made.setdefault(piece.counts_as, []).append(name)
    return made


def _named(writer: Writer, pieces: Sequence[str]) -> str:
    return writer.say.say.series([writer.say.noun(Noun("piece", name), 2) for name in pieces], "and")


def _origin(writer: Writer, pieces: Sequence[Piece]) -> Provenance:
    spans = [span for piece in pieces for span in writer.declared(piece.words)]
    return writer.origin(f"piece.{pieces[0].words.name}", pieces[0].words, spans)


def _speaks(texts: Sequence[str], word: str) -> bool:
    return any(re.search(rf"\b(?:{word})\b", text, re.I) for text in texts)
