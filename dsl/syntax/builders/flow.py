"""Definitions, actions, setup, play, scores and clauses."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.syntax.builders.parts import CLAUSES, Result, WorthLine, first, rules_in, text_of, texts_in, those
from rulewright.dsl.syntax.builders.statements import Statements


class Flow(Statements):
    """What the game consists of, step by step."""

    def r_define_line(self, c: list[Any], s: Span) -> n.DefineDecl:
        name, params, type_, value, source, *texts = c
        return n.DefineDecl(str(name), params or (), type_, (), value, those(n.Text, texts), source, s)

    def r_define_block(self, c: list[Any], s: Span) -> n.DefineDecl:
        name, params, type_, source, *lines = c
        lets = tuple((x.name, x.value) for x in lines if isinstance(x, n.LetStmt))
        results = [x for x in lines if isinstance(x, Result)]
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
            those(n.Text, lines),
            source or (results[0].source if results else None),
            s,
        )

    def r_def_let(self, c: list[Any], s: Span) -> Any:
        return n.LetStmt(str(c[0]), c[1], None, s)

    def r_result(self, c: list[Any], s: Span) -> Any:
        return Result(c[0], c[1])

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
        return n.ActionDecl(str(name), params, rules_in(body), texts_in(body), source, s)

    def r_setup(self, c: list[Any], s: Span) -> n.SetupDecl:
        body, source = c[1]
        return n.SetupDecl(text_of(c[0]), body, source, s)

    def r_play(self, c: list[Any], s: Span) -> n.PlayDecl:
        body, source = c[0]
        return n.PlayDecl(body, source, s)

    def r_rule_block(self, c: list[Any], s: Span) -> n.RuleDecl:
        name, source, *items = c
        source = source or first(getattr(x, "source", None) for x in items)
        return n.RuleDecl(str(name), those(CLAUSES, items), those(n.Text, items), source, s)

    def r_rule_line(self, c: list[Any], s: Span) -> n.RuleDecl:
        return n.RuleDecl(str(c[0]), (c[1],), (), c[1].source, s)

    def r_score_block(self, c: list[Any], s: Span) -> n.ScoreDecl:
        name, source, *items = c
        worths = [x for x in items if isinstance(x, tuple)]
        return n.ScoreDecl(
            str(name), tuple(w for w, _ in worths), those(n.Text, items), source or first(src for _, src in worths), s
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
        match amount:
            case n.Unary(op="neg", arg=n.Amount() as loss):  # `-3 points` takes 3 away
                amount = n.Amount(n.Unary("neg", loss.number, s), loss.unit, amount.span)
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
        return WorthLine(self._worth(c[0], c[1], s), c[2])

    def r_lead_negative(self, c: list[Any], s: Span) -> Any:
        return n.Unary("neg", self.r_lead_number(c, s), s)

    def r_lead_number(self, c: list[Any], s: Span) -> Any:
        return n.Amount(self._num(c[0]), str(c[1]), s)

    def r_lead_paren(self, c: list[Any], s: Span) -> Any:
        return n.Amount(c[0], str(c[1]), s)

    def r_winner_binder(self, c: list[Any], s: Span) -> n.WinnerDecl:
        return n.WinnerDecl(c[0], False, c[1], s)

    def r_winner_ranked(self, c: list[Any], s: Span) -> n.WinnerDecl:
        return n.WinnerDecl(n.Binder("its", c[0], None, c[1], s), True, c[2], s)

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
        return n.TriggerClause(str(timing).split()[0], pattern, where, body, None, source, s)

    def r_actor_you(self, c: list[Any], s: Span) -> str:
        return "you"

    def r_actor_other(self, c: list[Any], s: Span) -> str:
        return "opponent" if "opponent" in c[0] else "anyone"

    def r_event(self, c: list[Any], s: Span) -> Any:
        verb, obj, *preps, during = c
        return verb, text_of(obj), tuple(preps), text_of(during)

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
