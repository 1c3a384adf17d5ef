"""What options name against what the setup does with it: more than a zone holds, or what has left the game before.

The setup is followed as far as it is settled by the options alone; what depends on chance is judged in play.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.fold import constant
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T


def check_rooms(program: p.Program, report: Report) -> None:
    """Reports options that name what this setup cannot lay out."""
    left: dict[tuple[str, int], tuple[p.Put, str]] = {}
    for put, why in _settled(program.setup, program):
        if put.things.type.elem.t is not T.THING:
            continue
        root = program.components[put.things.type.elem.base].root
        mask = _mask(put.things, program.players)
        option = put.things.name if isinstance(put.things, p.Const) else None
        things = [k for k in range(mask.bit_length()) if mask >> k & 1]
        if put.zone is None:
            left |= {(root, k): (put, why) for k in things}
        elif option in program.options:
            _too_many(option, things, put, program, report)
            for k in things:
                if (root, k) in left:
                    _gone(option, _name(program, root, k), *left[root, k], put, program, report)


def _settled(body: tuple[p.Stmt, ...], program: p.Program, why: str = "") -> Iterator[tuple[p.Put, str]]:
    """What is put somewhere whatever happens, in order, and the option that decided it."""
    for stmt in body:
        match stmt:
            case p.Put():
                yield stmt, why
            case p.Step() | p.Must():
                yield from _settled(stmt.body, program, why)
            case p.If():
                test = constant(stmt.test, program.players)
                names = (x.name for x in walk(stmt.test) if isinstance(x, p.Const) and x.name in program.options)
                if test is not None:
                    yield from _settled(stmt.then if test else stmt.otherwise, program, next(names, None) or why)


def _mask(things: p.Expr, players: int) -> int:
    value = constant(things, players)
    if not isinstance(value, int):
        return 0
    return value if things.type.is_set else 1 << value


def _name(program: p.Program, root: str, thing: int) -> str:
    designs = (d for c in program.components.values() if c.root == root for d in c.designs)
    return next((d.words.name for d in designs if thing in d.things), root)


def _said(option: str, program: p.Program) -> str:
    called = program.options[option][0].called or ""
    return called if called.replace("_", "").isalnum() else option


def _too_many(option: str, things: list[int], put: p.Put, program: p.Program, report: Report) -> None:
    if put.zone is None or put.zone.at_most is None or len(things) <= put.zone.at_most:
        return
    most = put.zone.at_most
    report.error(
        Code.OPTION_OUT_OF_RANGE,
        put.span,
        f"`{_said(option, program)}` names {len(things)}, and `{put.zone.words.name}` holds at most {most}",
        help=f"name at most {most}",
    )


def _gone(option: str, name: str, before: p.Put, why: str, put: p.Put, program: p.Program, report: Report) -> None:
    said = _said(option, program)
    report.error(
        Code.OPTION_OUT_OF_RANGE,
        put.span,
        f"`{said}` names `{name}`, which has left the game by then",
        also=[(before.span, "it goes into the box here")],
        help=f"leave `{name}` out of `{said}`" + (f", or set `{_said(why, program)}` otherwise" if why else ""),
    )
