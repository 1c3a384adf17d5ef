"""Options: what the players agree on before a game begins.

An option is yes or no, a number, a word, or a choice of things: cards of a component (`option tonight: goals = none`)
or maps a board is made of (`option tonight: list of quarter = none`). Choices of things are read last, since cards and
maps may depend on the other options.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.additions import way_to
from rulewright.dsl.check.symbols import OptionSym, Scope
from rulewright.dsl.check.words import words_of
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Extras
from rulewright.dsl.fold import constant
from rulewright.dsl.plurals import singulars
from rulewright.dsl.ruleset import Linked
from rulewright.dsl.types import NUMBER, TRUTH, T, Type, member, set_of, thing

if TYPE_CHECKING:
    from rulewright.dsl.check.declare import Declare


class Options:
    """Fills a program with the options of its ruleset, and the values given to them."""

    def __init__(self, declare: Declare) -> None:
        self.d = declare

    def plain(self, decl: n.OptionDecl, linked: Linked) -> None:
        """An option that is a truth, a number or a word."""
        if self._holds_things(decl):
            return
        type_ = self._type(decl)
        value = self._in_range(self._checked(decl, type_), decl, type_)
        self._add(decl, linked, p.Const(value, type_, decl.span, decl.name), value)

    def of_things(self, decl: n.OptionDecl, linked: Linked) -> None:
        """An option that chooses cards, tiles or maps."""
        if not self._holds_things(decl):
            return
        type_ = self._type(decl)
        value = self._checked(decl, type_)
        self._none_twice(decl)
        if type_.core.t is T.MAP:
            self._enough_maps(decl, type_, value)
        elif type_.is_set:
            mask = constant(value, self.d.program.players)
            value = p.Const(mask or 0, set_of(thing(type_.elem.base)), decl.span, decl.name)
        self._add(decl, linked, value, self._names(decl))

    def _add(self, decl: n.OptionDecl, linked: Linked, value: p.Expr, shown: Any) -> None:
        self.d.program.options[decl.name] = (words_of(decl, linked.module), value.type, shown)
        self.d.symbols.add(decl.name, OptionSym(decl.name, value))

    # ---- types

    def _holds_things(self, decl: n.OptionDecl) -> bool:
        if decl.type.kind in ("one_of", "range"):
            return False
        name = decl.type.names[0]
        nouns = (made.noun for d in self.d.ruleset.decls(n.BoardDecl) if (made := d.made) is not None)
        is_map = any(name in (noun, *singulars(noun)) for noun in nouns)
        return is_map or any(isinstance(s, p.Component) for s in self.d.symbols.find(name))

    def _type(self, decl: n.OptionDecl) -> Type:
        if decl.type.kind == "one_of":
            words = p.Words(f"option.{decl.name}", span=decl.span)
            return member(self.d.declare_kind(words, list(decl.type.names), {}, {}).words.name)
        return self.d.e.functions.resolve_type(decl.type) or NUMBER

    # ---- values

    def _checked(self, decl: n.OptionDecl, type_: Type) -> p.Expr:
        return self.d.e.check(self._node(decl) if self._fits(decl, type_) else decl.default, Scope(), type_)

    def _node(self, decl: n.OptionDecl) -> n.Expr:
        return self.d.ruleset.options.get(decl.name, decl.default)

    def _fits(self, decl: n.OptionDecl, type_: Type) -> bool:
        """Whether what was given is of the option's kind at all; if not, it is said what would be."""
        node = self.d.ruleset.options.get(decl.name)
        if node is None:
            return True
        allowed = self._names_allowed(decl, type_)
        items = node.items if isinstance(node, n.Listed) and (type_.is_set or type_.is_list) else (node,)
        for item in items:
            if type_ == NUMBER and (isinstance(item, n.Num) or not isinstance(item, n.Name | n.NoLit | n.Listed)):
                continue
            word = item.name if isinstance(item, n.Name) else "no" if isinstance(item, n.NoLit) else item.span.text
            if word not in allowed:
                said = f"`{self._called(decl)}` cannot be `{word}`"
                elsewhere = way_to(word, self.d.ruleset.modules) if self._holds_things(decl) else None
                extras: Extras = {"also": [(decl.span, "declared here")]}
                if elsewhere is not None:
                    extras["help"] = elsewhere
                self.d.report.unknown(
                    Code.OPTION_OUT_OF_RANGE,
                    None,
                    said,
                    word,
                    allowed,
                    otherwise=self._range_said(decl, type_, allowed),
                    **extras,
                )
                return False
        return True

    def _names_allowed(self, decl: n.OptionDecl, type_: Type) -> tuple[str, ...]:
        core = type_.core
        if type_ == TRUTH:
            return ("yes", "no")
        if core.t is T.MAP:
            return (*(m.words.name for m in self.d.program.boards[core.base].maps), "none")
        if decl.type.kind == "one_of":
            return decl.type.names
        if self._holds_things(decl):
            designs = self.d.program.components[type_.elem.base if type_.is_set else core.base].designs
            return (*(design.words.name for design in designs), "none")
        return ()

    def _range_said(self, decl: n.OptionDecl, type_: Type, allowed: tuple[str, ...]) -> str:
        if type_ == NUMBER:
            low, high = decl.type.low, decl.type.high
            return "give a number" if low is None or high is None else f"it goes from {low} to {high}"
        if type_ == TRUTH:
            return "give yes or no"
        return f"there are {', '.join(word for word in allowed if word != 'none')}"

    def _called(self, decl: n.OptionDecl) -> str:
        """The name for `--set`: what it is called, if that is one word, or its own."""
        called = next((text.text for text in decl.texts if text.kind == "called"), "")
        return called if called.replace("_", "").isalnum() else decl.name

    def _given(self, decl: n.OptionDecl) -> bool:
        return decl.name in self.d.ruleset.options

    def _in_range(self, expr: p.Expr, decl: n.OptionDecl, type_: Type) -> Any:
        value = constant(expr, self.d.program.players)
        low, high = decl.type.low, decl.type.high
        if expr.type.t is T.ERROR or value is None:
            return False if type_ == TRUTH else value
        if low is not None and high is not None and not low <= value <= high:
            self._refuse(decl, f"`{decl.name}` cannot be {value}", f"it goes from {low} to {high}")
            return low
        return value

    def _none_twice(self, decl: n.OptionDecl) -> None:
        for name, times in Counter(self._names(decl)).items():
            if times > 1:
                self._refuse(decl, f"`{self._called(decl)}` names `{name}` {times} times", "name each once")

    def _enough_maps(self, decl: n.OptionDecl, type_: Type, value: p.Expr) -> None:
        board = self.d.program.boards[type_.core.base]
        found = len(value.args) if isinstance(value, p.Apply) and value.prim is p.Prim.LISTED else 0
        if found not in (0, board.parts):
            maps = ", ".join(m.words.name for m in board.maps)
            wrong = f"`{board.name}` is made of {board.parts} maps, and `{self._called(decl)}` names {found}"
            self._refuse(decl, wrong, f"name {board.parts} of {maps}")

    def _names(self, decl: n.OptionDecl) -> tuple[str, ...]:
        node = self._node(decl)
        items = node.items if isinstance(node, n.Listed) else (node,)
        return tuple(x.name for x in items if isinstance(x, n.Name) and x.name != "none")

    def _refuse(self, decl: n.OptionDecl, message: str, way_out: str) -> None:
        span = None if self._given(decl) else decl.default.span
        also = [(decl.span, "declared here")] if self._given(decl) else []
        self.d.report.error(Code.OPTION_OUT_OF_RANGE, span, message, also=also, help=way_out)
