"""Changes to a base game, and examples."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.source import Span
from rulewright.dsl.syntax.builders.declarations import Declarations
from rulewright.dsl.syntax.builders.parts import Legend, MapRow, WithLine, string_of, texts_of


class Changes(Declarations):
    """What a variant or an expansion changes, and what examples show."""

    def r_set_number(self, c: list[Any], s: Span) -> n.SetNumberDecl:
        return n.SetNumberDecl(str(c[0]), c[1], c[2], s)

    def r_replace_thing(self, c: list[Any], s: Span) -> n.ReplaceDecl:
        return n.ReplaceDecl(c[0], s)

    def r_put_in_place_of(self, c: list[Any], s: Span) -> n.InPlaceOfDecl:
        kind, old, new, args, (items, source) = c
        return n.InPlaceOfDecl(str(old), self._instance(str(kind), str(new), args or (), items, source, s), s)

    def r_replace_step(self, c: list[Any], s: Span) -> n.ReplaceStepDecl:
        body, source = c[2]
        return n.ReplaceStepDecl(str(c[0]), str(c[1]), body, source, s)

    def r_remove(self, c: list[Any], s: Span) -> n.RemoveDecl:
        first, second, *others, source = c
        kind = str(first) if second is not None else None
        return n.RemoveDecl(kind, texts_of([first if second is None else second, *others]), source, s)

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

    def r_example(self, c: list[Any], s: Span) -> n.ExampleDecl:
        title, shows, source, *lines = c
        drawn = [x for x in lines if isinstance(x, MapRow | Legend | WithLine)]
        map_ = (
            self._map("drawn", None, None, drawn, drawn[0].span if isinstance(drawn[0], MapRow) else s)
            if drawn
            else None
        )
        flat = tuple(x for line in lines if isinstance(line, list) for x in line)
        return n.ExampleDecl(string_of(title), shows or (), flat, map_, source, s)

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
        moves = list(zip(c[::2], c[1::2], strict=True))
        return [n.WhenLine(who, move, s if len(moves) == 1 else move.span) for who, move in moves]

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
        given = [x for x in c[1:-1] if x is not None]
        answers = tuple(x if isinstance(x, n.Answer) else n.Answer("value", (x,), x.span) for x in given)
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
