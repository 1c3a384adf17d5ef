"""The options of several parts together, and of subsets: functions of the generated module that list them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.dsl import program as p
from rulewright.dsl.types import T
from rulewright.interpreter.generate.choices.domains import Domains
from rulewright.interpreter.generate.choices.told import about, plain_names
from rulewright.interpreter.generate.expressions import LIFTED, Env, bracket, mentions
from rulewright.interpreter.runtime import bits

if TYPE_CHECKING:
    pass


class Joint(Domains):
    """Writes functions that list options."""

    def options_function(self, stmt: p.Choose, env: Env, *, any_will_do: bool = False) -> tuple[str, str]:
        """A function that lists all options (or says whether there is any), and a call of it.

        Nested loops, each condition where its last name is known. What is only known where the call stands (a loop's
        variable, the parameters of an outer function) is handed over.
        """
        name = self.x.fresh("o")
        handed = "".join(f", {x}" for x in plain_names(env))
        if len(stmt.parts) == 1 and stmt.parts[0].quantity == "one" and self._is_masked(stmt.parts[0]):
            lines = self._set_of_options(stmt, env)
        else:
            lines = self._nested_loops(stmt, env, any_will_do=any_will_do)
        self.s.extra[name] = [f"def {name}(S{handed}):", *lines]
        return str(name), f"{name}(S{handed})"

    def _set_of_options(self, stmt: p.Choose, env: Env) -> list[str]:
        lines = [f"    d = {self.domain(stmt, env)}"]
        if stmt.possible:
            lines.append(f"    d = {self._preferred(stmt, env, 'd')}")
        return [*lines, "    return tuple(bits(d))"]

    def _nested_loops(self, stmt: p.Choose, env: Env, *, any_will_do: bool) -> list[str]:
        lines = ["    out = []"]
        inner = env.copy()
        depth = 1
        waiting = list(stmt.where)
        names: list[str] = []
        for k, part in enumerate(stmt.parts):
            item = self.x.fresh("x")
            ready = [w for w in waiting if not any(mentions(w, x.var) for x in stmt.parts[k + 1 :])]
            later = [w for w in waiting if w not in ready]
            if self._stands_alone(part, stmt.parts[:k]):
                alone = [w for w in ready if not any(mentions(w, x.var) for x in stmt.parts[:k])]
                ready = [w for w in ready if w not in alone]
                lines.insert(1, self._worked_out_first(stmt, part, item, alone, waiting, inner))
                domain, loops = f"l{item}", ready
                item_names = ", ".join([item, *(name for name in inner.held.values() if name.startswith(f"h{item}_"))])
            else:
                domain, loops = self._part_items(part, ready, inner)
                item_names = item
            waiting = later
            lines.append("    " * depth + f"for {item_names} in {domain}:")
            depth += 1
            if k == len(stmt.parts) - 2 and not any_will_do:
                lines.append("    " * depth + "crowd(out)")
            inner.names[part.var.id] = item
            names.append(item)
            for test in loops:
                lines.append("    " * depth + f"if not {bracket(self.x.condition(test, inner))}: continue")
        if any_will_do:
            return [*lines, "    " * depth + "return True", "    return False"]
        found = f"({', '.join(names)})" if len(names) > 1 else names[0]
        lines.append("    " * depth + f"out.append({found})")
        for wish in stmt.possible:
            lines += self._wish(wish, stmt, env, names)
        merges = any(self._merges(x) for x in stmt.parts)
        return [*lines, f"    return merged(S, out, {self._merge_fields(stmt)})" if merges else "    return tuple(out)"]

    def _stands_alone(self, part: p.Part, earlier: Sequence[p.Part]) -> bool:
        """Whether what a part is chosen from can be worked out once, before the loops over earlier parts begin."""
        if not earlier or (part.quantity == "one" and part.var.type.t in (T.CELL, T.SPOT)):
            return False
        return not any(mentions((part.source, part.number), x.var) for x in earlier)

    def _worked_out_first(
        self, stmt: p.Choose, part: p.Part, item: str, alone: list[p.Expr], tests: list[p.Expr], env: Env
    ) -> str:
        """The line that lists such a part, with what later tests want to know of it alone; both are worked out once."""
        inner = env.copy()
        inner.names[part.var.id] = item
        domain, loops = self._part_items(part, alone, inner)
        test = "".join(f" if {self.x.condition(w, inner)}" for w in loops)
        others = [x.var for x in stmt.parts if x is not part]
        terms = [x for w in tests if w not in alone for x in about(w, part.var, others)]
        for number, term in enumerate(terms):
            env.held[id(term)] = f"h{item}_{number}"
        listed = ", ".join([item, *(self.x.source(term, inner) for term in terms)])
        return f"    l{item} = [{f'({listed})' if terms else item} for {item} in {domain}{test}]"

    def _wish(self, wish: p.Expr, stmt: p.Choose, env: Env, names: list[str]) -> list[str]:
        inner = env.copy()
        for part, name in zip(stmt.parts, names, strict=True):
            inner.names[part.var.id] = name
        found = f"({', '.join(names)})" if len(names) > 1 else names[0]
        return [f"    out = [{found} for {found} in out if {self.x.condition(wish, inner)}] or out"]

    def _part_items(self, part: p.Part, tests: list[p.Expr], env: Env) -> tuple[str, list[p.Expr]]:
        if part.quantity != "one":
            low, high = {"some": ("1", "99"), "up_to": ("1", "{n}"), "exactly": ("{n}", "{n}")}[part.quantity]
            number = self.x.source(part.number, env) if part.number is not None else ""
            items = f"subsets({self.x.elements(part.source, env)}, {low.format(n=number)}, {high.format(n=number)})"
            return items, tests
        if not self._is_masked(part):
            return self.x.elements(part.source, env), tests
        domain, loops = str(self.x.source(part.source, env)), []
        for test in tests:
            mask = self.x.lift(test, part.var, env) if part.var.type.t in LIFTED else None
            if mask is None:
                loops.append(test)
            else:
                domain = f"({domain} & {mask})"
        return str(bits(int(domain, 0))) if domain.isdigit() else f"bits({domain})", loops

    def _merges(self, part: p.Part) -> bool:
        elem = part.var.type.elem
        return elem.t is T.THING and self.program.components[elem.base].interchangeable

    def _merge_fields(self, stmt: p.Choose) -> str:
        """Per part: how two things are told apart, so that equal ones are one option; None where they always are."""
        kinds = []
        for part in stmt.parts:
            look = "look" if part.quantity != "one" else "look_at_one"
            kinds.append(f"{look}_{self._root_index(part.var.type.elem.base)}" if self._merges(part) else "None")
        return "(" + ", ".join(kinds) + ",)"

    def _root_index(self, component: str) -> int:
        root = self.program.components[component].root
        return list(self.s.layout.roots).index(root)
