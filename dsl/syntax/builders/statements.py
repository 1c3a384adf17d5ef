"""Statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.syntax.builders.chunk import Chunk
from rulewright.dsl.syntax.builders.parts import flat, with_source


class Statements(Chunk):
    """What is done."""

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
        return self._join(flat(c[1:])), c[0]

    def r_body_one(self, c: list[Any], s: Span) -> Any:
        stmts = c[0] if isinstance(c[0], tuple) else (c[0],)
        return stmts, stmts[-1].source

    def r_body_many(self, c: list[Any], s: Span) -> Any:
        return self._join(flat(c[1:])), c[0]

    def r_line_stmt(self, c: list[Any], s: Span) -> Any:
        return with_source(c[0], c[1])

    def r_then_(self, c: list[Any], s: Span) -> Any:
        first = c[0] if isinstance(c[0], tuple) else (c[0],)
        return (*first, c[1])

    def r_limit_stmt(self, c: list[Any], s: Span) -> n.LimitStmt:
        return n.LimitStmt(c[0].period, c[0].in_all, c[1], s)

    def r_text(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_step_block(self, c: list[Any], s: Span) -> n.StepStmt:
        return n.StepStmt(str(c[0]), self._join(flat([x for x in c[2:] if x is not None])), c[1], s)

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

    def r_each_opponent(self, c: list[Any], s: Span) -> n.EachPlayerStmt:
        body, source = c[2]
        return n.EachPlayerStmt(n.Name("opponents", s), c[0], c[1], body, source, s)

    def r_repeat_times(self, c: list[Any], s: Span) -> n.RepeatStmt:
        body, source = c[2]
        return n.RepeatStmt(c[0], c[1], None, body, source, s)

    def r_repeat_while(self, c: list[Any], s: Span) -> n.RepeatStmt:
        body, source = c[1]
        return n.RepeatStmt(None, c[0], None, body, source, s)

    def r_repeat_until(self, c: list[Any], s: Span) -> n.RepeatStmt:
        source, *body, until, last = c
        return n.RepeatStmt(None, None, until, self._join(flat(body)), source or last, s)

    def r_either(self, c: list[Any], s: Span) -> n.EitherStmt:
        return n.EitherStmt(tuple(c), None, s)

    def r_or_line(self, c: list[Any], s: Span) -> Any:
        stmt = with_source(c[0], c[1])
        return stmt if isinstance(stmt, tuple) else (stmt,)

    def r_or_block(self, c: list[Any], s: Span) -> Any:
        return self._join(flat(c))

    def r_may(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_may_block(self, c: list[Any], s: Span) -> n.MayStmt:
        return n.MayStmt(c[0], self._join(flat(c[1:])), None, s)

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
        return n.AnyOrderStmt(self._join(flat(c[1:])), c[0], s)

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
        body, source = c[1]
        return n.TakeTurnsStmt(c[0], None, body, source, s)

    def r_turns_until(self, c: list[Any], s: Span) -> n.TakeTurnsStmt:
        body, source = c[2]
        return n.TakeTurnsStmt(c[0], c[1], body, source, s)

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
