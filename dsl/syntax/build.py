"""Lark tree -> nodes, one method per grammar rule, named as the rule is.

Optional parts arrive as None in their fixed place (`maybe_placeholders`), so that each method unpacks by position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from lark import Token, Tree

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import SourceFile, Span

_CELL = re.compile(r"\[(-?\d+), ?(-?\d+)\]")
_TIMING = {"before": "before", "after": "after", "instead of": "instead"}
MAX_NUMBER = 10**9

LANGUAGES = ("en", "fr")  # in which an author may name things and write prose


class Builder:
    """Builds the nodes of one chunk of a file; `offset` is where the chunk begins."""

    def __init__(self, file: SourceFile, offset: int, report: Report) -> None:
        self.file = file
        self.offset = offset
        self.report = report

    def build(self, tree: Tree[Token]) -> Any:
        """The node of a tree, its children built first (post-order, without recursion on long chains of one rule)."""
        children = [self.build(c) if isinstance(c, Tree) else c for c in tree.children]
        method: Callable[[list[Any], Span], Any] | None = getattr(self, "r_" + tree.data, None)
        if method is None:
            raise AssertionError(f"the grammar rule {tree.data} has no builder")
        return method(children, self.span(tree))

    def span(self, tree: Tree[Token]) -> Span:
        meta = tree.meta
        if meta.empty:
            return Span(self.file, self.offset, self.offset)
        return Span(self.file, self.offset + meta.start_pos, self.offset + meta.end_pos)

    def token_span(self, token: Token) -> Span:
        return Span(self.file, self.offset + (token.start_pos or 0), self.offset + (token.end_pos or 0))

    def _fixed(self, token: Token, words: tuple[str, ...], message: str) -> None:
        """A place that takes one word only, which elsewhere is free to be a name."""
        if str(token) not in words:
            help_ = f"write `{words[0]}`"
            span = self.token_span(token)
            self.report.unknown(Code.UNEXPECTED_WORD, span, message, str(token), words[:1], otherwise=help_)

    # ---- file and header

    def r_start(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_header(self, c: list[Any], s: Span) -> n.Header:
        (kind, name, of), source, *metas = c
        got: dict[str, Any] = {"notes": ()}
        for meta in metas:
            if meta is None:
                continue
            key, value, span = meta
            if key == "note":
                got["notes"] += (value,)
            elif key in got:
                self.report.error(
                    Code.BAD_HEADER, span, f"the header says `{key}` twice", help="keep one of the two lines"
                )
            else:
                got[key] = value
        return n.Header(
            kind,
            name,
            of,
            got.get("title"),
            got["notes"],
            got.get("language"),
            got.get("written"),
            got.get("players"),
            got.get("requires", ()),
            got.get("conflicts", ()),
            got.get("match"),
            source,
            s,
        )

    def r_game(self, c: list[Any], s: Span) -> Any:
        return "game", str(c[0]), c[1] or ()

    def r_expansion(self, c: list[Any], s: Span) -> Any:
        return "expansion", str(c[0]), c[1]

    def r_variant(self, c: list[Any], s: Span) -> Any:
        return "variant", str(c[0]), c[1]

    def r_examples(self, c: list[Any], s: Span) -> Any:
        return "examples", "examples", c[0]

    def r_library(self, c: list[Any], s: Span) -> Any:
        return "library", str(c[0]), ()

    def r_title(self, c: list[Any], s: Span) -> Any:
        return "title", _string(c[0]), s

    def r_note(self, c: list[Any], s: Span) -> Any:
        return "note", _string(c[0]), s

    def r_language(self, c: list[Any], s: Span) -> Any:
        return "language", self._int(c[0]), s

    def r_written(self, c: list[Any], s: Span) -> Any:
        if c[0] not in LANGUAGES:
            known = " or ".join(f"`written in {one}`" for one in LANGUAGES)
            self.report.error(Code.BAD_HEADER, s, f"there are no sentences in `{c[0]}` yet", help=f"write {known}")
        return "written", str(c[0]), s

    def r_player_range(self, c: list[Any], s: Span) -> Any:
        low = self._int(c[0])
        high = self._int(c[1]) if c[1] is not None else low
        if high < low or low < 1 or high > 32:
            self.report.error(
                Code.PLAYER_COUNT,
                s,
                f"`players {low} to {high}` is no range of players",
                help="write `players 2 to 4`, with 1 to 32",
            )
            low, high = 2, 2
        return "players", tuple(range(low, high + 1)), s

    def r_player_counts(self, c: list[Any], s: Span) -> Any:
        return "players", tuple(sorted({self._int(x) for x in c if isinstance(x, Token)})), s

    def r_requires(self, c: list[Any], s: Span) -> Any:
        return "requires", c[0], s

    def r_conflicts(self, c: list[Any], s: Span) -> Any:
        return "conflicts", c[0], s

    def r_match(self, c: list[Any], s: Span) -> Any:
        self._fixed(c[1], ("games", "game"), "a match is of `games`")
        return "match", (self._int(c[0]), str(c[2])), s

    def r_source(self, c: list[Any], s: Span) -> n.Source:
        refs: list[str] = []
        marks: list[str] = []
        through = False
        for token in c[1:]:
            word = str(token)
            if word in (",", "to"):
                through = word == "to"
            elif word[0].islower():
                marks.append(word)
            elif through and refs:
                refs.extend(_numbers_between(refs[-1], word))
            else:
                refs.append(word)
        return n.Source(tuple(refs), tuple(marks), s)

    # ---- declarations

    def r_number(self, c: list[Any], s: Span) -> n.NumberDecl:
        return n.NumberDecl(str(c[0]), c[1], c[2], s)

    def r_option(self, c: list[Any], s: Span) -> n.OptionDecl:
        return n.OptionDecl(str(c[0]), c[1], c[2], _of(n.Text, c[4:]), c[3], s)

    def r_sides(self, c: list[Any], s: Span) -> n.SidesDecl:
        return n.SidesDecl(str(c[0]), c[1], c[2], s)

    def r_kind_block(self, c: list[Any], s: Span) -> n.KindDecl:
        return n.KindDecl(c[0], tuple(c[2:]), c[1], s)

    def r_kind_line(self, c: list[Any], s: Span) -> n.KindDecl:
        return n.KindDecl(c[0], (n.Member(c[1], (), None, None, s),), c[2], s)

    def r_member(self, c: list[Any], s: Span) -> n.Member:
        return n.Member(c[0], c[1] or (), c[2], c[3], s)

    def r_groups(self, c: list[Any], s: Span) -> tuple[str, ...]:
        return _texts(c)

    def r_place_before(self, c: list[Any], s: Span) -> Any:
        return "before", str(c[0])

    def r_place_after(self, c: list[Any], s: Span) -> Any:
        return "after", str(c[0])

    def r_place_in(self, c: list[Any], s: Span) -> Any:
        return "in", str(c[0])

    def r_counter(self, c: list[Any], s: Span) -> n.CounterDecl:
        nouns, rest = _leading(n.Noun, c)
        return n.CounterDecl(nouns, _text(rest[0]), _text(rest[1]), rest[2], rest[3], rest[4], s)

    def r_noun(self, c: list[Any], s: Span) -> n.Noun:
        return n.Noun(str(c[0]), _text(c[1]), c[2][1] if c[2] else None, s)

    def r_memory(self, c: list[Any], s: Span) -> n.MemoryDecl:
        return n.MemoryDecl(str(c[0]), _text(c[1]), c[2], c[3], c[4], s)

    def r_dice(self, c: list[Any], s: Span) -> n.ZoneDecl:
        name, per, number, faces, word, *rest = c
        self._fixed(word, ("faces", "face"), "a die has `faces`")
        return n.ZoneDecl("dice", str(name), _text(per), "die", tuple(rest[:-1]), number, self._int(faces), rest[-1], s)

    def r_zone(self, c: list[Any], s: Span) -> n.ZoneDecl:
        shape, name, per, of, *rest = c
        return n.ZoneDecl(str(shape), str(name), _text(per), str(of), tuple(rest[:-1]), None, None, rest[-1], s)

    def r_at_most(self, c: list[Any], s: Span) -> n.ZoneProp:
        return n.ZoneProp("at_most", c[0], (), s)

    def r_sorted_by(self, c: list[Any], s: Span) -> n.ZoneProp:
        return n.ZoneProp("sorted_by", c[0], (), s)

    def r_slots(self, c: list[Any], s: Span) -> n.ZoneProp:
        if not isinstance(c[0], n.Amount) or c[0].unit not in ("slots", "slot"):
            unit = c[0].unit if isinstance(c[0], n.Amount) else s.text
            help_ = "a row has slots: write `6 slots`"
            self.report.unknown(
                Code.UNEXPECTED_WORD, s, "this is no property of a zone", unit, ("slots",), otherwise=help_
            )
            return n.ZoneProp("slots", n.Num(1, s), (), s)
        return n.ZoneProp("slots", c[0].number, (), s)

    def r_seen_by(self, c: list[Any], s: Span) -> n.ZoneProp:
        return n.ZoneProp("seen_by", None, (str(c[0]),), s)

    def r_refilled(self, c: list[Any], s: Span) -> n.ZoneProp:
        return n.ZoneProp("refilled", None, _texts(c), s)

    def r_one_of_each(self, c: list[Any], s: Span) -> n.ZoneProp:
        return n.ZoneProp("one_of_each", None, (), s)

    def r_in_play(self, c: list[Any], s: Span) -> n.ZoneProp:
        return n.ZoneProp("in_play", None, (), s)

    def r_board(self, c: list[Any], s: Span) -> n.BoardDecl:
        name, per, shape, form, rows, columns, source, *lines = c
        fields = tuple(f for line in lines if isinstance(line, tuple) for f in line)
        made = next((line for line in lines if isinstance(line, n.MadeOf)), None)
        return n.BoardDecl(str(name), _text(per), str(shape), _text(form), rows, columns, fields, made, source, s)

    def r_cell_has(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_made_of(self, c: list[Any], s: Span) -> n.MadeOf:
        count, noun, rows, columns, turned, source = c
        return n.MadeOf(self._int(count), str(noun), self._int(rows), self._int(columns), turned or (0,), source, s)

    def r_turned(self, c: list[Any], s: Span) -> Any:
        return tuple(self._int(x) for x in c)

    def r_map(self, c: list[Any], s: Span) -> n.MapDecl:
        name, board, source, *lines = c
        return self._map(str(name), _text(board), source, lines, s)

    def _map(self, name: str, board: str | None, source: n.Source | None, lines: list[Any], s: Span) -> n.MapDecl:
        rows = [x for x in lines if isinstance(x, _MapRow)]
        legend = tuple(x for line in lines if isinstance(line, _Legend) for x in line.entries)
        assigns = tuple(x for line in lines if isinstance(line, _With) for x in line.assigns)
        return n.MapDecl(
            name, board, legend, tuple(r.text for r in rows), tuple(r.span for r in rows), assigns, source, s
        )

    def r_legend(self, c: list[Any], s: Span) -> Any:
        return _Legend(tuple(c))

    def r_legend_entry(self, c: list[Any], s: Span) -> Any:
        return str(c[0]), c[1]

    def r_map_row(self, c: list[Any], s: Span) -> Any:
        return _MapRow(str(c[0]), self.token_span(c[0]))

    def r_map_line(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_fields(self, c: list[Any], s: Span) -> Any:
        return tuple(c)

    def r_field(self, c: list[Any], s: Span) -> n.Field:
        return n.Field(str(c[0]), c[1], c[2], s)

    def r_type(self, c: list[Any], s: Span) -> n.TypeRef:
        return n.TypeRef("plain", (str(c[0]),), None, None, s)

    def r_maybe_type(self, c: list[Any], s: Span) -> n.TypeRef:
        return n.TypeRef("maybe", (str(c[0]),), None, None, s)

    def r_one_of(self, c: list[Any], s: Span) -> n.TypeRef:
        return n.TypeRef("one_of", _texts(c), None, None, s)

    def r_set_type(self, c: list[Any], s: Span) -> n.TypeRef:
        return n.TypeRef("set", (str(c[0]),), None, None, s)

    def r_list_type(self, c: list[Any], s: Span) -> n.TypeRef:
        return n.TypeRef("list", (str(c[0]),), None, None, s)

    def r_range_type(self, c: list[Any], s: Span) -> n.TypeRef:
        return n.TypeRef("range", (), self._int(c[0]), self._int(c[1]), s)

    def r_range_signed(self, c: list[Any], s: Span) -> n.TypeRef:
        return n.TypeRef("range", (), int(c[0]), self._int(c[1]), s)

    def r_piece(self, c: list[Any], s: Span) -> n.PieceDecl:
        noun, per, *rest = c
        texts = _of(n.Text, rest)
        source = next((x for x in rest if isinstance(x, n.Source)), None)
        props: dict[str, Any] = dict(x for x in rest if isinstance(x, tuple))
        return n.PieceDecl(
            noun,
            _text(per),
            props.get("supply"),
            props.get("counts_as"),
            props.get("covers"),
            props.get("on"),
            texts,
            source,
            s,
        )

    def r_supply(self, c: list[Any], s: Span) -> Any:
        self._fixed(c[1], ("supply",), "pieces wait in the `supply`")
        return "supply", c[0]

    def r_counts_as(self, c: list[Any], s: Span) -> Any:
        return "counts_as", str(c[0])

    def r_covers(self, c: list[Any], s: Span) -> Any:
        return "covers", c[0]

    def r_stands_on(self, c: list[Any], s: Span) -> Any:
        return "on", c[0]

    def r_component(self, c: list[Any], s: Span) -> n.ComponentDecl:
        noun, source, *lines = c
        return self._component(noun, source, lines, s)

    def _component(self, noun: n.Noun, source: n.Source | None, lines: list[Any], s: Span) -> n.ComponentDecl:
        props: dict[str, Any] = {}
        fields: tuple[n.Field, ...] = ()
        for line in lines:
            if isinstance(line, tuple) and isinstance(line[0], str):
                if line[0] == "has":
                    fields += line[1]
                else:
                    props[line[0]] = line[1]
        parts, part_fields = props.get("parts", ((), ()))
        stmts = self._join([x for x in _flat(lines) if isinstance(x, STMT_TYPES)])
        return n.ComponentDecl(
            noun,
            fields,
            props.get("copies"),
            props.get("one_each"),
            props.get("interchangeable", False),
            props.get("optional"),
            props.get("counts_as"),
            parts,
            part_fields,
            _of(CLAUSE_TYPES, lines),
            stmts,
            source,
            s,
        )

    def r_has(self, c: list[Any], s: Span) -> Any:
        return "has", c[0]

    def r_copies(self, c: list[Any], s: Span) -> Any:
        return "copies", c[0]

    def r_one_each(self, c: list[Any], s: Span) -> Any:
        binders = tuple(x for x in c if isinstance(x, tuple))
        return "one_each", n.OneEach(binders, _of(n.Assign, c), s)

    def r_one_binder(self, c: list[Any], s: Span) -> Any:
        return str(c[0]), c[1]

    def r_interchangeable(self, c: list[Any], s: Span) -> Any:
        return "interchangeable", True

    def r_optional(self, c: list[Any], s: Span) -> Any:
        return "optional", c[0] or ()

    def r_counts_as_line(self, c: list[Any], s: Span) -> Any:
        return "counts_as", str(c[0])

    def r_covers_parts(self, c: list[Any], s: Span) -> Any:
        return "parts", (_texts(x for x in c if isinstance(x, Token)), next(x for x in c if isinstance(x, tuple)))

    def r_table_rows(self, c: list[Any], s: Span) -> n.TableDecl:
        return n.TableDecl(str(c[0]), tuple(c[2:]), None, c[1], s)

    def r_table_file(self, c: list[Any], s: Span) -> n.TableDecl:
        return n.TableDecl(str(c[0]), (), _string(c[1]), c[2], s)

    def r_trow(self, c: list[Any], s: Span) -> n.TableRow:
        return n.TableRow(
            tuple(x if isinstance(x, n.TableCell) else n.TableCell("worth", x, None, x.span) for x in c[:-1]), c[-1], s
        )

    def r_lose_cell(self, c: list[Any], s: Span) -> n.TableCell:
        return n.TableCell("lose", None, c[0], s)

    def r_gain_cell(self, c: list[Any], s: Span) -> n.TableCell:
        return n.TableCell("gain", None, c[0], s)

    def r_doubted(self, c: list[Any], s: Span) -> n.TableCell:
        return n.TableCell("doubted", None, n.Name(str(c[0]), s), s)

    def r_nothing(self, c: list[Any], s: Span) -> n.TableCell:
        return n.TableCell("nothing", None, None, s)

    def r_instance(self, c: list[Any], s: Span) -> n.InstanceDecl:
        kind, name, args, (items, source) = c
        return self._instance(str(kind), str(name), args or (), items, source, s)

    def _instance(
        self, kind: str, name: str, args: Any, items: list[Any], source: n.Source | None, s: Span
    ) -> n.InstanceDecl:
        stmts = [x for x in items if isinstance(x, STMT_TYPES) and not isinstance(x, n.TextStmt)]
        texts = tuple(x for x in items if isinstance(x, n.Text))
        assigns = tuple(x for line in items if isinstance(line, _With) for x in line.assigns)
        if source is None and len(items) == 1 and len(s.text.splitlines()) == 1:
            source = getattr(items[0], "source", None)
        return n.InstanceDecl(
            kind,
            name,
            args,
            assigns,
            tuple(x.worth for x in items if isinstance(x, _WorthLine)),
            _of(CLAUSE_TYPES, items),
            self._join(stmts),
            texts,
            source,
            s,
        )

    def r_body_block(self, c: list[Any], s: Span) -> Any:
        return _flat([x for x in c[1:] if x is not None]), c[0]

    def r_body_line(self, c: list[Any], s: Span) -> Any:
        items = _flat([c[0]])
        return items, getattr(items[-1], "source", None)

    def r_with_line(self, c: list[Any], s: Span) -> Any:
        return _With(tuple(x for x in c if isinstance(x, n.Assign)))

    def r_assign(self, c: list[Any], s: Span) -> n.Assign:
        return n.Assign(str(c[0]), c[1], s)

    # ---- words

    def r_summary(self, c: list[Any], s: Span) -> Any:
        return n.Text("summary", _string(c[0]), s)

    def r_reads(self, c: list[Any], s: Span) -> Any:
        return n.Text("reads", _string(c[0]), s)

    def r_called(self, c: list[Any], s: Span) -> Any:
        return n.Text("called", _string(c[0]), s)

    def r_note_text(self, c: list[Any], s: Span) -> Any:
        return n.Text("note", _string(c[0]), s)

    # ---- definitions, actions, flow

    def r_define_line(self, c: list[Any], s: Span) -> n.DefineDecl:
        name, params, type_, value, source, *texts = c
        return n.DefineDecl(str(name), params or (), type_, (), value, _of(n.Text, texts), source, s)

    def r_define_block(self, c: list[Any], s: Span) -> n.DefineDecl:
        name, params, type_, source, *lines = c
        lets = tuple((x.name, x.value) for x in lines if isinstance(x, n.LetStmt))
        results = [x for x in lines if isinstance(x, _Result)]
        if len(results) != 1:
            self.report.error(
                Code.UNEXPECTED_END,
                s,
                f"`{name}` needs exactly one line that begins with `=`",
                help="end the block with `= value`",
            )
        value = results[0].value if results else n.Num(0, s)
        return n.DefineDecl(
            str(name),
            params or (),
            type_,
            lets,
            value,
            _of(n.Text, lines),
            source or (results[0].source if results else None),
            s,
        )

    def r_def_let(self, c: list[Any], s: Span) -> Any:
        return n.LetStmt(str(c[0]), c[1], None, s)

    def r_result(self, c: list[Any], s: Span) -> Any:
        return _Result(c[0], c[1])

    def r_params(self, c: list[Any], s: Span) -> Any:
        return tuple(c)

    def r_param(self, c: list[Any], s: Span) -> n.Param:
        return n.Param(str(c[0]), c[1], None, s)

    def r_prep_param(self, c: list[Any], s: Span) -> n.Param:
        return n.Param(c[1].name, c[1].type, str(c[0]), s)

    def r_prep(self, c: list[Any], s: Span) -> str:
        return str(c[0])

    def r_action(self, c: list[Any], s: Span) -> n.ActionDecl:
        name, direct, *preps, (body, source) = c
        params = ((direct,) if direct else ()) + tuple(preps)
        return n.ActionDecl(str(name), params, _rules_of(body), _texts_of(body), source, s)

    def r_setup(self, c: list[Any], s: Span) -> n.SetupDecl:
        body, source = c[1]
        return n.SetupDecl(_text(c[0]), body, source, s)

    def r_play(self, c: list[Any], s: Span) -> n.PlayDecl:
        body, source = c[0]
        return n.PlayDecl(body, source, s)

    def r_rule_block(self, c: list[Any], s: Span) -> n.RuleDecl:
        name, source, *items = c
        source = source or _first(getattr(x, "source", None) for x in items)
        return n.RuleDecl(str(name), _of(CLAUSE_TYPES, items), _of(n.Text, items), source, s)

    def r_rule_line(self, c: list[Any], s: Span) -> n.RuleDecl:
        return n.RuleDecl(str(c[0]), (c[1],), (), c[1].source, s)

    def r_score_block(self, c: list[Any], s: Span) -> n.ScoreDecl:
        name, source, *items = c
        worths = [x for x in items if isinstance(x, tuple)]
        return n.ScoreDecl(
            str(name), tuple(w for w, _ in worths), _of(n.Text, items), source or _first(src for _, src in worths), s
        )

    def r_score_line(self, c: list[Any], s: Span) -> n.ScoreDecl:
        if not isinstance(c[1], tuple):
            self.report.error(
                Code.UNEXPECTED_WORD, s, "a score needs an amount", help="write `score NAME: 1 point for each …`"
            )
            return n.ScoreDecl(str(c[0]), (), (), None, s)
        worth, source = c[1]
        return n.ScoreDecl(str(c[0]), (worth,), (), source, s)

    def r_worth_any(self, c: list[Any], s: Span) -> Any:
        return c[0], c[1]

    def r_worth(self, c: list[Any], s: Span) -> n.Worth:
        return self._worth(c[0], c[1], s)

    def _worth(self, amount: n.Expr, per: Any, s: Span) -> n.Worth:
        kind, binder, every, source = per or ("none", None, None, None)
        return n.Worth(amount, kind, binder, every, source, s)

    def r_for_binder(self, c: list[Any], s: Span) -> Any:
        return "each", c[0], None, None

    def r_for_of(self, c: list[Any], s: Span) -> Any:
        return "of", None, None, c[0]

    def r_for_every(self, c: list[Any], s: Span) -> Any:
        return "every", None, c[0], c[1]

    def r_if_worth(self, c: list[Any], s: Span) -> Any:
        return "if", None, None, c[0]

    def r_worth_line(self, c: list[Any], s: Span) -> Any:
        return _WorthLine(self._worth(c[0], c[1], s), c[2])

    def r_lead_number(self, c: list[Any], s: Span) -> Any:
        return n.Amount(self._num(c[0]), str(c[1]), s)

    def r_lead_paren(self, c: list[Any], s: Span) -> Any:
        return n.Amount(c[0], str(c[1]), s)

    def r_winner_binder(self, c: list[Any], s: Span) -> n.WinnerDecl:
        return n.WinnerDecl(c[0], False, c[1], s)

    def r_winner_ranked(self, c: list[Any], s: Span) -> n.WinnerDecl:
        return n.WinnerDecl(n.Binder("its", c[0], None, c[1], s), True, c[2], s)

    # ---- clauses

    def r_clause(self, c: list[Any], s: Span) -> n.Clause:
        limit, clause = c if len(c) > 1 else (None, c[0])
        if limit is None:
            plain: n.Clause = clause
            return plain
        if isinstance(clause, n.TriggerClause):
            return n.TriggerClause(clause.timing, clause.event, clause.where, clause.body, limit, clause.source, s)
        m: n.ModifierClause = clause
        return n.ModifierClause(m.word, m.name, m.args, m.how, m.amount, m.where, m.body, limit, m.source, s)

    def r_limit(self, c: list[Any], s: Span) -> n.LimitStmt:
        words = [str(x) for x in c if x is not None]
        return n.LimitStmt(words[2], len(words) > 3, None, s)

    def r_trigger(self, c: list[Any], s: Span) -> n.TriggerClause:
        timing, actor, event, where, (body, source) = c
        verb, obj, preps, during = event
        pattern = n.EventPattern(actor, verb, obj, preps, during, s)
        return n.TriggerClause(_TIMING[str(timing)], pattern, where, body, None, source, s)

    def r_actor_you(self, c: list[Any], s: Span) -> str:
        return "you"

    def r_actor_other(self, c: list[Any], s: Span) -> str:
        return "opponent" if "opponent" in c[0] else "anyone"

    def r_event(self, c: list[Any], s: Span) -> Any:
        verb, obj, *preps, during = c
        return verb, _text(obj), tuple(preps), _text(during)

    def r_event_prep(self, c: list[Any], s: Span) -> Any:
        return c[0], str(c[1])

    def r_verb(self, c: list[Any], s: Span) -> str:
        return str(c[0])

    def r_at_step(self, c: list[Any], s: Span) -> n.TriggerClause:
        name, where, (body, source) = c
        pattern = n.EventPattern("you", str(name), None, (), None, s)
        return n.TriggerClause("at", pattern, where, body, None, source, s)

    def r_always(self, c: list[Any], s: Span) -> n.AlwaysClause:
        body, source = c[0]
        return n.AlwaysClause(body, source, s)

    def r_modifier(self, c: list[Any], s: Span) -> n.ModifierClause:
        word, name, args, how, where, source, *body = c
        kind, amount = how or (None, None)
        stmts = self._join([x for x in body if x is not None])
        return n.ModifierClause(word, str(name), args or (), kind, amount, where, stmts, None, source, s)

    def r_change_word(self, c: list[Any], s: Span) -> str:
        return str(c[0])

    def r_by_(self, c: list[Any], s: Span) -> Any:
        return "by", c[0]

    def r_to_(self, c: list[Any], s: Span) -> Any:
        return "to", c[0]

    def r_floor(self, c: list[Any], s: Span) -> Any:
        return "floor", c[0]

    def r_ceiling(self, c: list[Any], s: Span) -> Any:
        return "ceiling", c[0]

    # ---- statements

    def _join(self, stmts: Sequence[Any]) -> tuple[n.Stmt, ...]:
        """Joins each `otherwise` to the `if` or `choose` before it. Texts among the statements become statements."""
        out: list[n.Stmt] = []
        for stmt in stmts:
            if isinstance(stmt, n.Text):
                out.append(n.TextStmt(stmt, stmt.span))
                continue
            if not isinstance(stmt, n.OtherwiseStmt):
                out.append(stmt)
                continue
            last = out[-1] if out else None
            if isinstance(last, n.IfStmt) and not last.otherwise:
                out[-1] = n.IfStmt(last.test, last.then, stmt.body, last.source, last.span)
            elif isinstance(last, n.ChooseStmt) and last.otherwise is None:
                out[-1] = n.ChooseStmt(
                    last.parts, last.where, last.possible, last.at_random, stmt.body, last.source, last.span
                )
            else:
                self.report.error(
                    Code.MISPLACED_OTHERWISE,
                    stmt.span,
                    "`otherwise` follows neither an `if` nor a `choose`",
                    help="put it right under the `if` or `choose` it belongs to, at the same indentation",
                )
        return tuple(out)

    def r_block(self, c: list[Any], s: Span) -> Any:
        return self._join(_flat(c[1:])), c[0]

    def r_body_one(self, c: list[Any], s: Span) -> Any:
        stmts = c[0] if isinstance(c[0], tuple) else (c[0],)
        return stmts, stmts[-1].source

    def r_body_many(self, c: list[Any], s: Span) -> Any:
        return self._join(_flat(c[1:])), c[0]

    def r_line_stmt(self, c: list[Any], s: Span) -> Any:
        return _with_source(c[0], c[1])

    def r_then_(self, c: list[Any], s: Span) -> Any:
        first = c[0] if isinstance(c[0], tuple) else (c[0],)
        return (*first, c[1])

    def r_limit_stmt(self, c: list[Any], s: Span) -> n.LimitStmt:
        return n.LimitStmt(c[0].period, c[0].in_all, c[1], s)

    def r_text(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_step_block(self, c: list[Any], s: Span) -> n.StepStmt:
        return n.StepStmt(str(c[0]), self._join(_flat([x for x in c[2:] if x is not None])), c[1], s)

    def r_step_line(self, c: list[Any], s: Span) -> n.StepStmt:
        stmts = c[1] if isinstance(c[1], tuple) else (c[1],)
        return n.StepStmt(str(c[0]), stmts, stmts[-1].source, s)

    def r_needs(self, c: list[Any], s: Span) -> n.NeedsStmt:
        return n.NeedsStmt(c[0], c[1], s)

    def r_if_(self, c: list[Any], s: Span) -> n.IfStmt:
        body, source = c[1]
        return n.IfStmt(c[0], body, (), source, s)

    def r_otherwise(self, c: list[Any], s: Span) -> n.OtherwiseStmt:
        body, source = c[0]
        return n.OtherwiseStmt(body, source, s)

    def r_for_each(self, c: list[Any], s: Span) -> n.ForEachStmt:
        body, source = c[1]
        return n.ForEachStmt(c[0], body, source, s)

    def r_each_player(self, c: list[Any], s: Span) -> n.EachPlayerStmt:
        body, source = c[3]
        return n.EachPlayerStmt(c[0], c[1], c[2], body, source, s)

    def r_repeat_times(self, c: list[Any], s: Span) -> n.RepeatStmt:
        body, source = c[2]
        return n.RepeatStmt(c[0], c[1], None, body, source, s)

    def r_repeat_while(self, c: list[Any], s: Span) -> n.RepeatStmt:
        body, source = c[1]
        return n.RepeatStmt(None, c[0], None, body, source, s)

    def r_repeat_until(self, c: list[Any], s: Span) -> n.RepeatStmt:
        source, *body, until, last = c
        return n.RepeatStmt(None, None, until, self._join(_flat(body)), source or last, s)

    def r_either(self, c: list[Any], s: Span) -> n.EitherStmt:
        return n.EitherStmt(tuple(c), None, s)

    def r_or_line(self, c: list[Any], s: Span) -> Any:
        stmt = _with_source(c[0], c[1])
        return stmt if isinstance(stmt, tuple) else (stmt,)

    def r_or_block(self, c: list[Any], s: Span) -> Any:
        return self._join(_flat(c))

    def r_may(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_may_block(self, c: list[Any], s: Span) -> n.MayStmt:
        return n.MayStmt(c[0], self._join(_flat(c[1:])), None, s)

    def r_may_line(self, c: list[Any], s: Span) -> n.MayStmt:
        body = c[1] if isinstance(c[1], tuple) else (c[1],)
        return n.MayStmt(c[0], body, c[2], s)

    def r_up_to_times(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_any_times(self, c: list[Any], s: Span) -> str:
        return "any"

    def r_must(self, c: list[Any], s: Span) -> n.MustStmt:
        body = c[0] if isinstance(c[0], tuple) else (c[0],)
        return n.MustStmt(body, c[1], s)

    def r_any_order(self, c: list[Any], s: Span) -> n.AnyOrderStmt:
        return n.AnyOrderStmt(self._join(_flat(c[1:])), c[0], s)

    def r_secretly(self, c: list[Any], s: Span) -> n.SecretStmt:
        part, where, possible = c[0]
        if possible:
            self.report.error(
                Code.UNEXPECTED_WORD,
                s,
                "a secret choice cannot say `if possible`",
                help="write the condition after `where`",
            )
        return n.SecretStmt(part, where, c[1], s)

    def r_turns_all_pass(self, c: list[Any], s: Span) -> n.TakeTurnsStmt:
        body, source = c[0]
        return n.TakeTurnsStmt(None, body, source, s)

    def r_turns_until(self, c: list[Any], s: Span) -> n.TakeTurnsStmt:
        body, source = c[1]
        return n.TakeTurnsStmt(c[0], body, source, s)

    def r_as_(self, c: list[Any], s: Span) -> n.AsStmt:
        body, source = c[1]
        return n.AsStmt(c[0], body, source, s)

    def r_choose_block(self, c: list[Any], s: Span) -> n.ChooseStmt:
        return n.ChooseStmt(
            tuple(x for x in c if isinstance(x, n.ChoosePart)),
            tuple(x[1] for x in c if isinstance(x, tuple) and x[0] == "where"),
            tuple(x[1] for x in c if isinstance(x, tuple) and x[0] == "possible"),
            False,
            None,
            None,
            s,
        )

    def r_part_in(self, c: list[Any], s: Span) -> n.ChoosePart:
        return n.ChoosePart(str(c[1]), c[2], c[0], s)

    def r_part_where(self, c: list[Any], s: Span) -> Any:
        return "where", c[0]

    def r_part_possible(self, c: list[Any], s: Span) -> Any:
        return "possible", c[0]

    def r_choose(self, c: list[Any], s: Span) -> n.ChooseStmt:
        quantity, (part, where, possible), random = c
        return n.ChooseStmt(
            (n.ChoosePart(part.var, part.source, quantity, part.span),),
            where,
            possible,
            random is not None,
            None,
            None,
            s,
        )

    def r_q_some(self, c: list[Any], s: Span) -> Any:
        return "some", None

    def r_q_up_to(self, c: list[Any], s: Span) -> Any:
        return "up_to", c[0]

    def r_q_number(self, c: list[Any], s: Span) -> Any:
        return "exactly", self._num(c[0])

    def r_q_name(self, c: list[Any], s: Span) -> Any:
        return "exactly", n.Name(str(c[0]), s)

    def r_q_expr(self, c: list[Any], s: Span) -> Any:
        return "exactly", c[0]

    def r_binder_choice(self, c: list[Any], s: Span) -> Any:
        var, source, where, possible = c
        return n.ChoosePart(str(var), source, None, s), (where,) if where else (), (possible,) if possible else ()

    def r_possible(self, c: list[Any], s: Span) -> Any:
        return c[1]

    def r_let(self, c: list[Any], s: Span) -> n.LetStmt:
        return n.LetStmt(str(c[0]), c[1], None, s)

    def r_set_to(self, c: list[Any], s: Span) -> n.SetStmt:
        return n.SetStmt(c[0], c[1], None, s)

    def r_gain(self, c: list[Any], s: Span) -> n.GainStmt:
        return n.GainStmt(c[0], None, s)

    def r_lose(self, c: list[Any], s: Span) -> n.LoseStmt:
        return n.LoseStmt(c[0], None, s)

    def r_pay(self, c: list[Any], s: Span) -> n.PayStmt:
        return n.PayStmt(c[0], c[1], None, s)

    def r_call(self, c: list[Any], s: Span) -> n.CallStmt:
        verb, obj, on, *preps = c
        phrases = ((("on", on),) if on else ()) + tuple(preps)
        return n.CallStmt(str(verb), obj, phrases, None, s)

    def r_object(self, c: list[Any], s: Span) -> Any:
        return c[-1]

    def r_on_phrase(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_prep_phrase(self, c: list[Any], s: Span) -> Any:
        return str(c[0]), c[1]

    # ---- expressions

    def _int(self, token: Token) -> int:
        if len(token) > 10 or int(token) > MAX_NUMBER:
            self.report.error(
                Code.NUMBER_TOO_LARGE,
                self.token_span(token),
                "this number is beyond the language's range",
                help=f"numbers go up to {MAX_NUMBER}",
            )
            return 0
        return int(token)

    def _num(self, token: Token) -> n.Num:
        return n.Num(self._int(token), self.token_span(token))

    def r_names(self, c: list[Any], s: Span) -> tuple[str, ...]:
        return _texts(c)

    def r_exprs(self, c: list[Any], s: Span) -> Any:
        return tuple(c)

    def r_num(self, c: list[Any], s: Span) -> n.Num:
        return self._num(c[0])

    def r_cells(self, c: list[Any], s: Span) -> n.CellsLit:
        return n.CellsLit(tuple((int(r), int(k)) for r, k in _CELL.findall(c[0])), s)

    def r_name(self, c: list[Any], s: Span) -> n.Name:
        return n.Name(str(c[0]), s)

    def r_you(self, c: list[Any], s: Span) -> n.You:
        return n.You(s)

    def r_no(self, c: list[Any], s: Span) -> n.NoLit:
        return n.NoLit(s)

    def r_apply(self, c: list[Any], s: Span) -> n.Apply:
        return n.Apply(str(c[0]), c[1], s)

    def r_your(self, c: list[Any], s: Span) -> n.FieldOf:
        return n.FieldOf(n.You(s), str(c[0]), c[1] or (), s)

    def r_its(self, c: list[Any], s: Span) -> n.FieldOf:
        return n.FieldOf(None, str(c[0]), (), s)

    def r_field_of(self, c: list[Any], s: Span) -> n.FieldOf:
        return n.FieldOf(c[0], str(c[1]), c[2] or (), s)

    def r_of(self, c: list[Any], s: Span) -> n.Of:
        return n.Of(str(c[0]), c[1], s)

    def r_paren(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_listed(self, c: list[Any], s: Span) -> n.Listed:
        return n.Listed(tuple(c), s)

    def r_range(self, c: list[Any], s: Span) -> n.RangeExpr:
        return n.RangeExpr(c[0], c[1], s)

    def r_amount(self, c: list[Any], s: Span) -> n.Amount:
        return n.Amount(c[0], str(c[1]), s)

    def r_any_of(self, c: list[Any], s: Span) -> n.AnyOf:
        return n.AnyOf(c[0], str(c[1]), s)

    def r_all_held(self, c: list[Any], s: Span) -> n.AllHeld:
        return n.AllHeld(str(c[0]), s)

    def r_or_(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("or", c[0], c[1], s)

    def r_and_(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("and", c[0], c[1], s)

    def r_add(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("add", c[0], c[1], s)

    def r_sub(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("sub", c[0], c[1], s)

    def r_mul(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("mul", c[0], c[1], s)

    def r_div(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("div_" + str(c[2]), c[0], c[1], s)

    def r_not_(self, c: list[Any], s: Span) -> n.Unary:
        return n.Unary("not", c[0], s)

    def r_neg(self, c: list[Any], s: Span) -> n.Unary:
        return n.Unary("neg", c[0], s)

    def r_if_expr(self, c: list[Any], s: Span) -> n.IfExpr:
        return n.IfExpr(c[0], c[1], c[2], s)

    def r_is_(self, c: list[Any], s: Span) -> n.Compare:
        return n.Compare(c[1], c[0], c[2], s)

    def r_is_equal(self, c: list[Any], s: Span) -> str:
        return "is"

    def r_is_unequal(self, c: list[Any], s: Span) -> str:
        return "is_not"

    def r_is_at_least(self, c: list[Any], s: Span) -> str:
        return "at_least"

    def r_is_at_most(self, c: list[Any], s: Span) -> str:
        return "at_most"

    def r_is_more(self, c: list[Any], s: Span) -> str:
        return "more"

    def r_is_less(self, c: list[Any], s: Span) -> str:
        return "less"

    def r_is_in(self, c: list[Any], s: Span) -> n.Compare:
        return n.Compare("in", c[0], c[1], s)

    def r_is_not_in(self, c: list[Any], s: Span) -> n.Compare:
        return n.Compare("not_in", c[0], c[1], s)

    def r_is_next_to(self, c: list[Any], s: Span) -> n.Compare:
        return n.Compare("next_to", c[0], c[1], s)

    def r_is_not_next_to(self, c: list[Any], s: Span) -> n.Compare:
        return n.Compare("not_next_to", c[0], c[1], s)

    def r_next_to(self, c: list[Any], s: Span) -> n.Filter:
        return n.Filter("next_to", c[0], c[1], s)

    def r_not_next_to(self, c: list[Any], s: Span) -> n.Filter:
        return n.Filter("not_next_to", c[0], c[1], s)

    def r_on(self, c: list[Any], s: Span) -> n.Filter:
        return n.Filter("on", c[0], c[1], s)

    def r_except_(self, c: list[Any], s: Span) -> n.Filter:
        return n.Filter("except", c[0], c[1], s)

    def r_count(self, c: list[Any], s: Span) -> n.Count:
        return n.Count(c[0], s)

    def r_count_in(self, c: list[Any], s: Span) -> n.CountIn:
        return n.CountIn(str(c[0]), c[1], s)

    def r_some(self, c: list[Any], s: Span) -> n.Exists:
        return n.Exists(c[0], False, s)

    def r_none(self, c: list[Any], s: Span) -> n.Exists:
        return n.Exists(c[0], True, s)

    def r_you_have_some(self, c: list[Any], s: Span) -> n.Exists:
        return n.Exists(_yours(c[0]), False, s)

    def r_you_have_no(self, c: list[Any], s: Span) -> n.Exists:
        return n.Exists(_yours(c[0]), True, s)

    def r_some_in(self, c: list[Any], s: Span) -> n.ExistsIn:
        return n.ExistsIn(str(c[0]), c[1], False, s)

    def r_none_in(self, c: list[Any], s: Span) -> n.ExistsIn:
        return n.ExistsIn(str(c[0]), c[1], True, s)

    def r_some_where(self, c: list[Any], s: Span) -> n.Quantified:
        return n.Quantified("some", str(c[0]), c[1], c[2], s)

    def r_none_where(self, c: list[Any], s: Span) -> n.Quantified:
        return n.Quantified("no", str(c[0]), c[1], c[2], s)

    def r_every_has(self, c: list[Any], s: Span) -> n.Quantified:
        return n.Quantified("every", str(c[0]), c[1], c[2], s)

    def r_each(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("each", None, c[0], s)

    def r_the(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("the", None, c[0], s)

    def r_count_each(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("count", None, c[0], s)

    def r_sum_for(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("sum", c[0], c[1], s)

    def r_list_for(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("list", c[0], c[1], s)

    def r_most_for(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("most", c[0], c[1], s)

    def r_least_for(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("least", c[0], c[1], s)

    def r_ranked(self, c: list[Any], s: Span) -> n.Ranked:
        return n.Ranked(c[0], c[1], s)

    def r_binder(self, c: list[Any], s: Span) -> n.Binder:
        return n.Binder(str(c[0]), c[1], c[2], (), s)

    def r_binder_ranked(self, c: list[Any], s: Span) -> n.Binder:
        return n.Binder(str(c[0]), c[1], c[2], c[3], s)

    def r_rank_with(self, c: list[Any], s: Span) -> Any:
        return tuple(c)

    def r_rank_by(self, c: list[Any], s: Span) -> Any:
        return (n.RankKey("by", c[0], s),)

    def r_most_key(self, c: list[Any], s: Span) -> n.RankKey:
        return n.RankKey("most", c[0], s)

    def r_least_key(self, c: list[Any], s: Span) -> n.RankKey:
        return n.RankKey("least", c[0], s)

    # ---- changes

    def r_set_number(self, c: list[Any], s: Span) -> n.SetNumberDecl:
        return n.SetNumberDecl(str(c[0]), c[1], c[2], s)

    def r_replace_thing(self, c: list[Any], s: Span) -> n.ReplaceDecl:
        return n.ReplaceDecl(c[0], s)

    def r_put_in_place_of(self, c: list[Any], s: Span) -> n.InPlaceOfDecl:
        kind, old, new, (items, source) = c
        return n.InPlaceOfDecl(str(old), self._instance(str(kind), str(new), (), items, source, s), s)

    def r_replace_step(self, c: list[Any], s: Span) -> n.ReplaceStepDecl:
        body, source = c[2]
        return n.ReplaceStepDecl(str(c[0]), str(c[1]), body, source, s)

    def r_remove(self, c: list[Any], s: Span) -> n.RemoveDecl:
        return n.RemoveDecl(_texts(x for x in c if isinstance(x, Token)), c[-1], s)

    def _extend(self, what: str, name: str, s: Span, **parts: Any) -> n.ExtendDecl:
        blank: dict[str, Any] = dict(
            kind=None, place=None, members=(), board=None, component=None, instance=None, body=(), source=None
        )
        return n.ExtendDecl(what, name, **(blank | parts), span=s)

    def r_extend_kind(self, c: list[Any], s: Span) -> n.ExtendDecl:
        return self._extend("kind", str(c[0]), s, members=tuple(c[2:]), source=c[1])

    def r_extend_board(self, c: list[Any], s: Span) -> n.ExtendDecl:
        name, source, *lines = c
        fields = tuple(f for line in lines if isinstance(line, tuple) for f in line)
        made = next((line for line in lines if isinstance(line, n.MadeOf)), None)
        board = n.BoardDecl(str(name), None, "", None, None, None, fields, made, source, s)
        return self._extend("board", str(name), s, board=board, source=source)

    def r_extend_component(self, c: list[Any], s: Span) -> n.ExtendDecl:
        name, source, *lines = c
        component = self._component(n.Noun(str(name), None, None, s), source, lines, s)
        return self._extend("component", str(name), s, component=component, source=source)

    def r_extend_action(self, c: list[Any], s: Span) -> n.ExtendDecl:
        body, source = c[2]
        return self._extend("action", str(c[0]), s, place=c[1], body=body, source=source)

    def r_extend_setup(self, c: list[Any], s: Span) -> n.ExtendDecl:
        body, source = c[1]
        return self._extend("setup", "setup", s, place=c[0], body=body, source=source)

    def r_extend_instance(self, c: list[Any], s: Span) -> n.ExtendDecl:
        kind, name, source, *items = c
        instance = self._instance(str(kind), str(name), (), items, source, s)
        return self._extend("instance", str(name), s, kind=str(kind), instance=instance, source=source)

    def r_use_from(self, c: list[Any], s: Span) -> n.UseDecl:
        return n.UseDecl(str(c[1]), c[0], False, c[2], s)

    def r_use_without(self, c: list[Any], s: Span) -> n.UseDecl:
        return n.UseDecl(str(c[0]), c[1], True, c[2], s)

    def r_together(self, c: list[Any], s: Span) -> n.TogetherDecl:
        return n.TogetherDecl(c[0], (), c[1], s)

    # ---- examples

    def r_example(self, c: list[Any], s: Span) -> n.ExampleDecl:
        title, shows, source, *lines = c
        drawn = [x for x in lines if isinstance(x, _MapRow | _Legend | _With)]
        map_ = (
            self._map("drawn", None, None, drawn, drawn[0].span if isinstance(drawn[0], _MapRow) else s)
            if drawn
            else None
        )
        flat = tuple(x for line in lines if isinstance(line, list) for x in line)
        return n.ExampleDecl(_string(title), shows or (), flat, map_, source, s)

    def r_given_line(self, c: list[Any], s: Span) -> Any:
        return [x if isinstance(x, n.Given) else n.Given("fact", x, None, None, x.span) for x in c]

    def r_given_at(self, c: list[Any], s: Span) -> n.Given:
        return n.Given("at", c[0], c[1], None, s)

    def r_given_with(self, c: list[Any], s: Span) -> n.Given:
        return n.Given("with", None, None, str(c[0]), s)

    def r_given_before(self, c: list[Any], s: Span) -> n.Given:
        return n.Given("before", None, None, str(c[0]), s)

    def r_given_next(self, c: list[Any], s: Span) -> n.Given:
        return n.Given("next", c[1], None, str(c[0]), s)

    def r_when_line(self, c: list[Any], s: Span) -> Any:
        return [n.WhenLine(c[0], c[1], s)]

    def r_then_line(self, c: list[Any], s: Span) -> Any:
        return [x if isinstance(x, n.Then) else n.Then("fact", x, None, None, x.span) for x in c]

    def r_drawn_line(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_can(self, c: list[Any], s: Span) -> n.Then:
        return n.Then("can", None, c[0], c[1], s)

    def r_cannot(self, c: list[Any], s: Span) -> n.Then:
        return n.Then("cannot", None, c[0], c[1], s, () if c[2] is None else (str(c[2]),))

    def r_happened(self, c: list[Any], s: Span) -> n.Then:
        return n.Then("happened", None, None, None, s, (str(c[0]),))

    def r_not_happened(self, c: list[Any], s: Span) -> n.Then:
        return n.Then("not_happened", None, None, None, s, (str(c[0]),))

    def r_who_you(self, c: list[Any], s: Span) -> str:
        return "you"

    def r_who_name(self, c: list[Any], s: Span) -> str:
        return str(c[0])

    def r_move(self, c: list[Any], s: Span) -> n.Move:
        answers = tuple(x if isinstance(x, n.Answer) else n.Answer("value", (x,), x.span) for x in c[1:-1])
        using = c[-1] or ()
        if isinstance(c[0], tuple):
            name, items = c[0]
            return n.Move(n.CallStmt(name, None, (), None, s), (n.Answer("subset", items, s), *answers), s, using)
        return n.Move(c[0], answers, s, using)

    def r_using(self, c: list[Any], s: Span) -> tuple[str, ...]:
        return tuple(str(name) for name in c)

    def r_move_subset(self, c: list[Any], s: Span) -> Any:
        return str(c[0]), c[1]

    def r_subset(self, c: list[Any], s: Span) -> n.Answer:
        return n.Answer("subset", c[0], s)

    def r_decline(self, c: list[Any], s: Span) -> n.Answer:
        return n.Answer("decline", (), s)


STMT_TYPES = (
    n.ChooseStmt,
    n.LetStmt,
    n.SetStmt,
    n.GainStmt,
    n.LoseStmt,
    n.PayStmt,
    n.CallStmt,
    n.MayStmt,
    n.MustStmt,
    n.NeedsStmt,
    n.LimitStmt,
    n.StepStmt,
    n.IfStmt,
    n.OtherwiseStmt,
    n.ForEachStmt,
    n.EachPlayerStmt,
    n.RepeatStmt,
    n.EitherStmt,
    n.AnyOrderStmt,
    n.SecretStmt,
    n.TakeTurnsStmt,
    n.AsStmt,
    n.TextStmt,
)
CLAUSE_TYPES = (n.TriggerClause, n.ModifierClause, n.AlwaysClause)


class _MapRow:
    def __init__(self, text: str, span: Span) -> None:
        self.text = text
        self.span = span


class _Legend:
    def __init__(self, entries: tuple[tuple[str, n.Expr], ...]) -> None:
        self.entries = entries


class _With:
    def __init__(self, assigns: tuple[n.Assign, ...]) -> None:
        self.assigns = assigns


class _WorthLine:
    def __init__(self, worth: n.Worth, source: n.Source | None) -> None:
        self.worth = worth
        self.source = source


class _Result:
    def __init__(self, value: n.Expr, source: n.Source | None) -> None:
        self.value = value
        self.source = source


def _string(token: Token) -> str:
    return str(token)[1:-1]


def _text(token: Token | None) -> str | None:
    return None if token is None else str(token)


def _texts(tokens: Iterable[Token]) -> tuple[str, ...]:
    return tuple(str(t) for t in tokens)


def _of(types: Any, items: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(x for x in items if isinstance(x, types))


def _leading(type_: Any, items: Sequence[Any]) -> tuple[tuple[Any, ...], list[Any]]:
    k = next((i for i, x in enumerate(items) if not isinstance(x, type_)), len(items))
    return tuple(items[:k]), list(items[k:])


def _first(items: Iterable[Any]) -> Any:
    return next((x for x in items if x is not None), None)


def _flat(items: Sequence[Any]) -> list[Any]:
    return [y for x in items for y in (x if isinstance(x, tuple) else (x,))]


def _rules_of(body: tuple[n.Stmt, ...]) -> tuple[n.Stmt, ...]:
    return tuple(x for x in body if not isinstance(x, n.TextStmt))


def _texts_of(body: tuple[n.Stmt, ...]) -> tuple[n.Text, ...]:
    return tuple(x.text for x in body if isinstance(x, n.TextStmt))


def _yours(source: n.Expr) -> n.Expr:
    """`you have no tiles` means `no your tiles`."""
    match source:
        case n.Name(name, span):
            return n.FieldOf(n.You(span), name, (), span)
        case n.Filter(op, inner, arg, span):
            return n.Filter(op, _yours(inner), arg, span)
        case _:
            return source


def _with_source(stmt: Any, source: n.Source | None) -> Any:
    if source is None:
        return stmt
    if isinstance(stmt, tuple):
        return (*stmt[:-1], _with_source(stmt[-1], source))
    parts = {f: getattr(stmt, f) for f in stmt.__dataclass_fields__}
    return type(stmt)(**(parts | {"source": source}))


def _numbers_between(first: str, last: str) -> list[str]:
    """`KB-010` to `KB-013`: the numbers after the first, up to and with the last."""
    m, k = re.fullmatch(r"(.*?)(\d+)", first), re.fullmatch(r"(.*?)(\d+)", last)
    if m is None or k is None or m[1] != k[1] or int(k[2]) < int(m[2]):
        return [last]
    width = len(m[2])
    return [f"{m[1]}{i:0{width}}" for i in range(int(m[2]) + 1, int(k[2]) + 1)]
