"""Declarations of things: numbers, kinds, counters, zones, boards, pieces, components, tables."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.syntax.builders.parts import (
    CLAUSES,
    STATEMENTS,
    Legend,
    MapRow,
    WithLine,
    WorthLine,
    flat,
    leading,
    string_of,
    text_of,
    texts_of,
    those,
)
from rulewright.dsl.syntax.builders.statements import Statements
from rulewright.dsl.syntax.reader import Word


class Declarations(Statements):
    """What the game is made of."""

    def r_number(self, c: list[Any], s: Span) -> n.NumberDecl:
        return n.NumberDecl(str(c[0]), c[1], c[2], s)

    def r_option(self, c: list[Any], s: Span) -> n.OptionDecl:
        return n.OptionDecl(str(c[0]), c[1], c[2], those(n.Text, c[4:]), c[3], s)

    def r_sides(self, c: list[Any], s: Span) -> n.SidesDecl:
        return n.SidesDecl(str(c[0]), c[1], c[2], s)

    def r_kind_block(self, c: list[Any], s: Span) -> n.KindDecl:
        return n.KindDecl(c[0], tuple(c[2:]), c[1], s)

    def r_kind_line(self, c: list[Any], s: Span) -> n.KindDecl:
        return n.KindDecl(c[0], (n.Member(c[1], (), None, None, s),), c[2], s)

    def r_member(self, c: list[Any], s: Span) -> n.Member:
        return n.Member(c[0], c[1] or (), c[2], c[3], s)

    def r_groups(self, c: list[Any], s: Span) -> tuple[str, ...]:
        return texts_of(c)

    def r_place_before(self, c: list[Any], s: Span) -> Any:
        return "before", str(c[0])

    def r_place_after(self, c: list[Any], s: Span) -> Any:
        return "after", str(c[0])

    def r_place_in(self, c: list[Any], s: Span) -> Any:
        return "in", str(c[0])

    def r_counter(self, c: list[Any], s: Span) -> n.CounterDecl:
        nouns, rest = leading(n.Noun, c)
        return n.CounterDecl(nouns, text_of(rest[0]), text_of(rest[1]), rest[2], rest[3], rest[4], s)

    def r_noun(self, c: list[Any], s: Span) -> n.Noun:
        return n.Noun(str(c[0]), text_of(c[1]), c[2][1] if c[2] else None, s)

    def r_memory(self, c: list[Any], s: Span) -> n.MemoryDecl:
        return n.MemoryDecl(str(c[0]), text_of(c[1]), c[2], c[3], c[4], s)

    def r_dice(self, c: list[Any], s: Span) -> n.ZoneDecl:
        name, per, number, faces, word, *rest = c
        self._fixed(word, ("faces", "face"), "a die has `faces`")
        return n.ZoneDecl(
            "dice", str(name), text_of(per), "die", tuple(rest[:-1]), number, self._int(faces), rest[-1], s
        )

    def r_zone(self, c: list[Any], s: Span) -> n.ZoneDecl:
        shape, name, per, of, *rest = c
        return n.ZoneDecl(str(shape), str(name), text_of(per), str(of), tuple(rest[:-1]), None, None, rest[-1], s)

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
        return n.ZoneProp("refilled", None, texts_of(c), s)

    def r_one_of_each(self, c: list[Any], s: Span) -> n.ZoneProp:
        return n.ZoneProp("one_of_each", None, (), s)

    def r_in_play(self, c: list[Any], s: Span) -> n.ZoneProp:
        return n.ZoneProp("in_play", None, (), s)

    def r_board(self, c: list[Any], s: Span) -> n.BoardDecl:
        name, per, shape, form, rows, columns, source, *lines = c
        fields = tuple(f for line in lines if isinstance(line, tuple) for f in line)
        made = next((line for line in lines if isinstance(line, n.MadeOf)), None)
        return n.BoardDecl(str(name), text_of(per), str(shape), text_of(form), rows, columns, fields, made, source, s)

    def r_cell_has(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_made_of(self, c: list[Any], s: Span) -> n.MadeOf:
        count, noun, rows, columns, turned, source = c
        return n.MadeOf(self._int(count), str(noun), self._int(rows), self._int(columns), turned or (0,), source, s)

    def r_turned(self, c: list[Any], s: Span) -> Any:
        return tuple(self._int(x) for x in c)

    def r_map(self, c: list[Any], s: Span) -> n.MapDecl:
        name, board, source, *lines = c
        return self._map(str(name), text_of(board), source, lines, s)

    def _map(self, name: str, board: str | None, source: n.Source | None, lines: list[Any], s: Span) -> n.MapDecl:
        rows = [x for x in lines if isinstance(x, MapRow)]
        legend = tuple(x for line in lines if isinstance(line, Legend) for x in line.entries)
        assigns = tuple(x for line in lines if isinstance(line, WithLine) for x in line.assigns)
        return n.MapDecl(
            name, board, legend, tuple(r.text for r in rows), tuple(r.span for r in rows), assigns, source, s
        )

    def r_legend(self, c: list[Any], s: Span) -> Any:
        return Legend(tuple(c))

    def r_legend_entry(self, c: list[Any], s: Span) -> Any:
        return str(c[0]), c[1]

    def r_map_row(self, c: list[Any], s: Span) -> Any:
        return MapRow(str(c[0]), self.word_span(c[0]))

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
        return n.TypeRef("one_of", texts_of(c), None, None, s)

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
        texts = those(n.Text, rest)
        source = next((x for x in rest if isinstance(x, n.Source)), None)
        props: dict[str, Any] = dict(x for x in rest if isinstance(x, tuple))
        return n.PieceDecl(
            noun,
            text_of(per),
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
        stmts = self._join([x for x in flat(lines) if isinstance(x, STATEMENTS)])
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
            those(CLAUSES, lines),
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
        return "one_each", n.OneEach(binders, those(n.Assign, c), s)

    def r_one_binder(self, c: list[Any], s: Span) -> Any:
        return str(c[0]), c[1]

    def r_interchangeable(self, c: list[Any], s: Span) -> Any:
        return "interchangeable", True

    def r_optional(self, c: list[Any], s: Span) -> Any:
        return "optional", c[0] or ()

    def r_counts_as_line(self, c: list[Any], s: Span) -> Any:
        return "counts_as", str(c[0])

    def r_covers_parts(self, c: list[Any], s: Span) -> Any:
        return "parts", (texts_of(x for x in c if isinstance(x, Word)), next(x for x in c if isinstance(x, tuple)))

    def r_table_rows(self, c: list[Any], s: Span) -> n.TableDecl:
        return n.TableDecl(str(c[0]), tuple(c[2:]), None, c[1], s)

    def r_table_file(self, c: list[Any], s: Span) -> n.TableDecl:
        return n.TableDecl(str(c[0]), (), string_of(c[1]), c[2], s)

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
        stmts = [x for x in items if isinstance(x, STATEMENTS) and not isinstance(x, n.TextStmt)]
        texts = tuple(x for x in items if isinstance(x, n.Text))
        assigns = tuple(x for line in items if isinstance(line, WithLine) for x in line.assigns)
        if source is None and len(items) == 1 and len(s.text.splitlines()) == 1:
            source = getattr(items[0], "source", None)
        return n.InstanceDecl(
            kind,
            name,
            args,
            assigns,
            tuple(x.worth for x in items if isinstance(x, WorthLine)),
            those(CLAUSES, items),
            self._join(stmts),
            texts,
            source,
            s,
        )

    def r_body_block(self, c: list[Any], s: Span) -> Any:
        return flat([x for x in c[1:] if x is not None]), c[0]

    def r_body_line(self, c: list[Any], s: Span) -> Any:
        items = flat([c[0]])
        return items, getattr(items[-1], "source", None)

    def r_with_line(self, c: list[Any], s: Span) -> Any:
        return WithLine(tuple(x for x in c if isinstance(x, n.Assign)))

    def r_assign(self, c: list[Any], s: Span) -> n.Assign:
        return n.Assign(str(c[0]), c[1], s)

    def r_summary(self, c: list[Any], s: Span) -> Any:
        return n.Text("summary", string_of(c[0]), s)

    def r_reads(self, c: list[Any], s: Span) -> Any:
        return n.Text("reads", string_of(c[0]), s)

    def r_called(self, c: list[Any], s: Span) -> Any:
        return n.Text("called", string_of(c[0]), s)

    def r_note_text(self, c: list[Any], s: Span) -> Any:
        return n.Text("note", string_of(c[0]), s)
