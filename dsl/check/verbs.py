"""Verbs: a call is one of the author's actions, or one of the few verbs that change state by themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check import habits
from rulewright.dsl.check.symbols import Scope
from rulewright.dsl.codes import Code
from rulewright.dsl.places import word_span
from rulewright.dsl.source import Span
from rulewright.dsl.types import EFFECT, NUMBER, PLAYER, T, Type, cells, list_of, set_of, speak, spot_board, thing

if TYPE_CHECKING:
    from rulewright.dsl.check.statements import Statements

PLAIN = {"stop": p.Word.STOP, "pass": p.Word.PASS, "win": p.Word.WIN}


BUILT_IN = {
    verb: {"reroll": "roll"}.get(verb, verb)
    for verb in (
        *("place", "lift", "move", "return", "remove", "put", "draw", "shuffle", "roll", "reroll", "reveal", "see"),
        *("add", "start", "assemble", "do", "end"),
    )
}


def _called(decl: n.ActionDecl) -> str:
    """How an action is called, with its parameters' names in capitals."""
    words = [f"{param.prep} {param.name.upper()}" if param.prep else param.name.upper() for param in decl.params]
    return " ".join([decl.name, *words])


class Verbs:
    """Resolves calls."""

    def __init__(self, statements: Statements) -> None:
        self.s = statements
        self.e = statements.e
        self.report = statements.report
        self.step_names: set[str] = set()

    def _built_in(self, verb: str) -> Callable[[n.CallStmt, Scope], Sequence[p.Stmt]] | None:
        return getattr(self, f"_{BUILT_IN[verb]}") if verb in BUILT_IN else None

    @property
    def names(self) -> Sequence[str]:
        """Every verb there is."""
        return [*self.s.actions, *BUILT_IN, *PLAIN, "gain", "lose", "pay", "choose", "set", "let"]

    def call(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        if node.verb in self.s.actions:
            return self._action(node, scope)
        if node.verb in PLAIN and node.object is None and not node.preps:
            return [p.Plain(PLAIN[node.verb], node.span)]
        built_in = self._built_in(node.verb)
        if built_in is not None:
            return built_in(node, scope)
        self.e.unknown_name(
            Code.UNKNOWN_ACTION,
            node.span,
            f"there is no action called `{node.verb}`",
            node.verb,
            self.names,
            otherwise="declare it with `action`",
            habits=habits.VERBS,
        )
        return []

    # ---- the author's actions

    def _action(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        decl, _module = self.s.actions[node.verb]
        args: list[p.Expr] = []
        given: dict[str, p.Piece | p.Read] = {}
        preps = dict(node.preps)
        for param in decl.params:
            value = node.object if param.prep is None else preps.pop(param.prep, None)
            if value is None:
                word = f"`{param.prep} …`" if param.prep else f"its {param.name}"
                self.report.error(
                    Code.WRONG_ARGUMENT_COUNT,
                    node.span,
                    f"`{node.verb}` needs {word}",
                    also=[(word_span(decl.span, decl.name), "declared here")],
                    help=f"write `{_called(decl)}`",
                )
                return []
            type_ = self.s.param_type(param)
            if type_.t in (T.PIECE, T.ZONE):
                self._give(param, value, type_, scope, given, args)
            else:
                args.append(self.e.check(value, scope, type_))
        extra = [f"`{prep}`" for prep in preps] + (
            ["an object"] if node.object is not None and not any(x.prep is None for x in decl.params) else []
        )
        if extra:
            self.report.error(
                Code.WRONG_PREPOSITION,
                node.span,
                f"`{node.verb}` does not take {' and '.join(extra)}",
                also=[(word_span(decl.span, decl.name), "declared here")],
                help=f"write `{_called(decl)}`",
            )
            return []
        about = sum(self.s.param_type(x).t in (T.PIECE, T.ZONE) for x in decl.params)
        if len(given) < about:
            return []
        action = self.s.action(node.verb, given)
        assert action is not None
        return [p.CallAction(action, tuple(args), node.span)]

    def _give(
        self,
        param: n.Param,
        node: n.Expr,
        want: Type,
        scope: Scope,
        given: dict[str, p.Piece | p.Read],
        args: list[p.Expr],
    ) -> None:
        """A piece or zone given to an action: it is checked once for each, so it is no value of the game."""
        if want.t is T.PIECE:
            piece = self.piece(node.name, scope) if isinstance(node, n.Name) else None
            if piece is None:
                self._no_piece(node, node.span, "a piece is wanted here", "name a declared piece", scope)
            else:
                given[param.name] = piece
            return
        zone = self._zone_argument(node, scope)
        if isinstance(zone, p.Read):
            given[param.name] = zone
            if zone.key is not None and not isinstance(zone.key, p.Me):
                args.append(zone.key)

    def _zone_argument(self, node: n.Expr, scope: Scope) -> p.Expr:
        expr = self.e.check(node, scope)
        if isinstance(expr, p.Read) and expr.store is p.Store.ZONE:
            return expr
        if isinstance(expr, p.Local) and expr.type.t is T.ZONE:
            return expr
        if expr.type.elem.t is not T.ERROR:
            self.report.error(Code.NOT_A_ZONE, node.span, f"this is {speak(expr.type)}, not a zone")
        return self.e.error(node.span)

    # ---- shared look-ups

    def piece(self, name: str, scope: Scope) -> p.Piece | None:
        return next((s for s in self.e.find(name, scope) if isinstance(s, p.Piece)), None)

    def _object_piece(self, node: n.CallStmt, scope: Scope) -> p.Piece | None:
        """The piece a verb is about: `a pawn`, `the pawn`, `it`."""
        name = node.object.name if isinstance(node.object, n.Name) else None
        if isinstance(node.object, n.FieldOf):
            name = node.object.name
        if name == "it" and scope.lifted is not None:
            return scope.lifted
        piece = self.piece(name, scope) if name else None
        if piece is None:
            help_ = f"write `{node.verb} a PIECE on CELL`, with a declared piece"
            self._no_piece(node.object, node.span, f"`{node.verb}` needs a piece", help_, scope)
        return piece

    def _no_piece(self, node: n.Expr | None, span: Span, wanted: str, help_: str, scope: Scope) -> None:
        """What stands where a piece is wanted: a name that nothing declares, or something else."""
        name = node.name if isinstance(node, n.Name | n.FieldOf) else ""
        if node is None or not name or self.e.is_known(name, scope):
            at = node.span if node is not None else span
            self.report.error(Code.UNKNOWN_NAME, at, wanted, help=help_)
        else:
            known = self.e.symbols.of(p.Piece)
            self.e.unknown_name(Code.UNKNOWN_NAME, node.span, f"there is no piece called `{name}`", name, known, help_)

    def _owner(self, node: n.CallStmt, piece: p.Piece, scope: Scope) -> p.Expr | None:
        if piece.per is p.Per.GAME:
            return None
        if isinstance(node.object, n.FieldOf) and node.object.owner is not None:
            return self.e.owner(self.e.check(node.object.owner, scope), piece.per)
        return self.e.owner(self.e.me(scope, node.span), piece.per)

    def _prep(self, node: n.CallStmt, *names: str) -> n.Expr | None:
        found = next((expr for prep, expr in node.preps if prep in names), None)
        if found is None:
            self.report.error(
                Code.WRONG_ARGUMENT_COUNT,
                node.span,
                f"`{node.verb}` needs {' or '.join(f'`{x} …`' for x in names)}",
                help=habits.FORMS.get(node.verb, f"write `{node.verb} … {names[0]} …`"),
            )
        return found

    # ---- pieces

    def _place(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        if node.object is not None and not isinstance(node.object, n.Name | n.FieldOf):
            return self._place_thing(node, scope)
        if isinstance(node.object, n.Name) and node.object.name in scope.variables:
            var = scope.variables[node.object.name]
            if var.type.t is T.THING:
                return self._place_thing(node, scope)
        lifted = isinstance(node.object, n.Name) and node.object.name == "it"
        piece = self._object_piece(node, scope)
        where = self._prep(node, "on", "to")
        if piece is None or where is None:
            return []
        area = self.e.check(where, scope, cells(piece.board))
        if lifted:
            scope.lifted = None
        return [p.Place(piece, self._owner(node, piece, scope), area, lifted, node.span)]

    def _place_thing(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        where = self._prep(node, "on")
        if where is None or node.object is None:
            return []
        what, spot = self.e.check(node.object, scope), self.e.check(where, scope)
        if T.ERROR in (what.type.t, spot.type.t):
            return []
        component = self.s.program.components.get(what.type.base) if what.type.t is T.THING else None
        if component is None or not component.parts or spot.type.t is not T.SPOT:
            self.report.error(
                Code.WRONG_TYPE,
                node.span,
                f"{speak(what.type)} cannot be placed on {speak(spot.type)}",
                help="a thing whose component `covers` parts is placed on a spot: `choose s in spots(d, AREA)`",
            )
            return []
        return [p.PlaceThing(what, spot, self.s.program.boards[spot_board(spot.type)], node.span)]

    def _lift(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        lifted = self._off(node, scope, "hand")
        if lifted and isinstance(lifted[0], p.Lift):
            scope.lifted = lifted[0].piece
        return lifted

    def _return(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        return self._off(node, scope, "supply")

    def _off(self, node: n.CallStmt, scope: Scope, to: str) -> Sequence[p.Stmt]:
        piece = self._object_piece(node, scope)
        start = self._prep(node, "from")
        if piece is None or start is None:
            return []
        area = self.e.check(start, scope, cells(piece.board))
        owner = self._owner(node, piece, scope) if to == "hand" or isinstance(node.object, n.FieldOf) else None
        return [p.Lift(piece, owner, area, to, node.span)]

    def _move(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        name = node.object.name if isinstance(node.object, n.Name | n.FieldOf) else ""
        if isinstance(node.object, n.Name) and not self.e.is_known(name, scope):
            self.e.unknown(name, node.object.span, scope)
            return []
        if self.piece(name, scope) is None:
            return self._move_things(node, scope)
        goal = self._prep(node, "to")
        lift = self._off(node, scope, "hand")
        if goal is None or not lift or not isinstance(lift[0], p.Lift):
            return []
        piece = lift[0].piece
        area = self.e.check(goal, scope, cells(piece.board))
        return [*lift, p.Place(piece, lift[0].owner, area, True, node.span)]

    # ---- things

    def _move_things(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        goal = self._prep(node, "into", "to")
        start = next((expr for prep, expr in node.preps if prep == "from"), None)
        if goal is None or node.object is None:
            return []
        if start is None:
            return self._put(node, scope)
        if isinstance(node.object, n.Num | n.Amount):
            return self._draw(node, scope)
        return self._take_one(node, node.object, start, goal, scope)

    def _take_one(self, node: n.CallStmt, what: n.Expr, start: n.Expr, goal: n.Expr, scope: Scope) -> Sequence[p.Stmt]:
        """`move a card from pile into your hand`: the top one of that sort."""
        source = self.e.check(start, scope)
        if source.type.elem.t is not T.THING:
            self.report.error(Code.NOT_A_ZONE, start.span, f"this is {speak(source.type)}, not a zone")
            return []
        chosen: p.Expr = source
        if isinstance(what, n.Name) and what.name in scope.variables:
            chosen = self.e.check(what, scope)
        else:
            sort = self.e.check(what, scope, set_of(source.type.elem))
            common = self.e.convert(source, set_of(source.type.elem), scope)
            chosen = p.Apply(
                p.Prim.FIRST,
                (p.Apply(p.Prim.COMMON, (common, sort), common.type, node.span),),
                source.type.elem,
                node.span,
            )
        it = p.Var("it", source.type.elem, self.e.fresh_id())
        scope.variables["it"] = it
        taken = p.Local(it, it.type, node.span)
        return [p.Let(it, chosen, node.span), *self._into(taken, goal, node.span, scope)]

    def _put(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        goal = self._prep(node, "into", "on", "to")
        if goal is None or node.object is None:
            return []
        things = self.e.check(node.object, scope)
        if things.type.t is T.DESIGN:
            things = self.e.convert(things, set_of(thing(things.type.base)), scope)
        if things.type.is_list and things.type.elem.t is T.DESIGN:
            things = self.e.convert(things, set_of(thing(things.type.elem.base)), scope)
        if things.type.elem.t is not T.THING:
            if things.type.elem.t is not T.ERROR:
                self.report.error(
                    Code.WRONG_TYPE,
                    node.object.span,
                    f"this is {speak(things.type)}; only cards, tiles, dice and the like can be put into a zone",
                    help="a piece leaves the board with `return a PIECE from CELL` or `remove a PIECE from CELL`",
                )
            return []
        return self._into(things, goal, node.span, scope)

    def _into(self, things: p.Expr, goal: n.Expr, span: Span, scope: Scope) -> Sequence[p.Stmt]:
        if isinstance(goal, n.Name) and goal.name == "box":
            return [p.Put(things, None, None, span)]
        target = self.e.check(goal, scope)
        if isinstance(target, p.Read) and target.store is p.Store.ZONE:
            zone = self.s.program.zones[target.name]
            if self._is_nobodys(target, zone, goal):
                return []
            self._same_component(things, zone, span)
            return [p.Put(things, zone, target.key, span)]
        if target.type.elem.t is not T.ERROR:
            self.report.error(
                Code.NOT_A_ZONE,
                goal.span,
                f"this is {speak(target.type)}, not a zone",
                help="put things into a declared zone or `box`",
            )
        return []

    def _is_nobodys(self, target: p.Read, zone: p.Zone, node: n.Expr) -> bool:
        """Reports a zone that several have, and it is not said whose."""
        if target.key is not None or zone.per is p.Per.GAME:
            return False
        name = zone.words.name
        owned = zone.per in (p.Per.PLAYER, p.Per.SIDE)
        each = zone.key if zone.per in (p.Per.MEMBER, p.Per.THING) else zone.per.value
        self.report.error(
            Code.NOT_A_ZONE,
            node.span,
            f"each {each} has a `{name}`, and it is not said which is meant",
            help=f"write `your {name}` or `p's {name}`" if owned else f"write `{name} of …`",
        )
        return True

    def _hidden(self, node: n.Expr, scope: Scope) -> p.Expr | None:
        """What can be shown: things, which lie somewhere, perhaps face down."""
        what = self.e.check(node, scope)
        if what.type.elem.t in (T.THING, T.ERROR):
            return what if what.type.elem.t is T.THING else None
        self.report.error(
            Code.WRONG_TYPE,
            node.span,
            f"this is {speak(what.type)}; only cards, tiles, dice and the like can be shown",
            help="name a thing or a zone, `top of DECK`, or what was chosen in secret",
        )
        return None

    def _same_component(self, things: p.Expr, zone: p.Zone, span: Span) -> None:
        if things.type.elem.t is T.THING and self.e.root(things.type.elem.base) != self.e.root(zone.component):
            self.report.error(
                Code.WRONG_TYPE,
                span,
                f"`{zone.words.name}` holds {zone.component}, not {things.type.elem.base}",
                help="put it into a zone of its own component",
            )

    def _zone_of(self, node: n.Expr, scope: Scope) -> tuple[p.Zone, p.Expr | None] | None:
        target = self.e.check(node, scope)
        if isinstance(target, p.Read) and target.store is p.Store.ZONE:
            zone = self.s.program.zones[target.name]
            return None if self._is_nobodys(target, zone, node) else (zone, target.key)
        if target.type.elem.t is not T.ERROR:
            self.report.error(Code.NOT_A_ZONE, node.span, f"this is {speak(target.type)}, not a zone")
        return None

    def _draw(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        start, goal = self._prep(node, "from"), self._prep(node, "into", "to")
        if start is None or goal is None or node.object is None:
            return []
        count = node.object.number if isinstance(node.object, n.Amount) else node.object
        number = self.e.check(count, scope, NUMBER)
        source, target = self._zone_of(start, scope), self._zone_of(goal, scope)
        if source is None or target is None:
            return []
        return [p.Draw(number, source[0], source[1], target[0], target[1], node.span)]

    def _shuffle(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        if isinstance(node.object, n.Name) and node.object.name in ("players", "player"):
            return [p.OrderPlayers(None, None, True, node.span)]
        found = self._zone_of(node.object, scope) if node.object is not None else None
        return [p.Shuffle(found[0], found[1], node.span)] if found is not None else []

    def _roll(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        """Each die takes a face at random: a loop of chances."""
        if node.object is None:
            return []
        dice = self.e.check(node.object, scope)
        dice = self.e.convert(dice, set_of(dice.type.elem), scope)
        component = self.s.program.components.get(dice.type.elem.base) if dice.type.elem.t is T.THING else None
        face = component.fields.get("face") if component else None
        if component is None or face is None:
            if dice.type.elem.t is not T.ERROR:
                self.report.error(
                    Code.WRONG_TYPE,
                    node.object.span,
                    "only dice can be rolled",
                    help="declare dice with `dice NAME, 2 with 6 faces`",
                )
            return []
        inner = scope.inner()
        die = p.Var("die", dice.type.elem, self.e.fresh_id())
        shown = p.Var("face", NUMBER, self.e.fresh_id())
        faces = p.Apply(
            p.Prim.RANGE,
            (p.Const(face.low, NUMBER, node.span), p.Const(face.high, NUMBER, node.span)),
            list_of(NUMBER),
            node.span,
        )
        del inner
        chance = p.Choose((p.Part(shown, faces, "one", None, node.span),), (), (), True, None, node.span)
        target = p.Read(
            p.Store.THING_FIELD, "face", component.name, p.Local(die, die.type, node.span), NUMBER, node.span
        )
        change = p.Set(target, p.Local(shown, NUMBER, node.span), node.span)
        return [p.Show(dice, True, node.span, hide=True), p.ForEach(die, dice, None, None, (chance, change), node.span)]

    def _reveal(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        if (
            isinstance(node.object, n.Name)
            and node.object.name in scope.variables
            and scope.variables[node.object.name].per_player
        ):
            return [p.RevealChoice(scope.variables[node.object.name], node.span)]
        if node.object is None:
            return []
        what = self._hidden(node.object, scope)
        return [p.Show(what, True, node.span)] if what is not None else []

    def _see(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        self.e.me(scope, node.span)
        what = self._hidden(node.object, scope) if node.object is not None else None
        return [p.Show(what, False, node.span)] if what is not None else []

    # ---- sets that are remembered

    def _add(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        return self._in_memory(node, scope, "to", p.Prim.UNION)

    def _remove(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        name = node.object.name if isinstance(node.object, n.Name | n.FieldOf) else ""
        if self.piece(name, scope) is not None and name not in scope.variables:
            return self._off(node, scope, "box")
        return self._in_memory(node, scope, "from", p.Prim.EXCEPT)

    def _in_memory(self, node: n.CallStmt, scope: Scope, prep: str, prim: p.Prim) -> Sequence[p.Stmt]:
        where = self._prep(node, prep)
        if where is None or node.object is None:
            return []
        target = self.e.check(where, scope)
        if (
            not isinstance(target, p.Read)
            or target.store is not p.Store.MEMORY
            or not (target.type.is_set or target.type.is_list)
        ):
            if target.type.elem.t is not T.ERROR:
                self.report.error(
                    Code.NOT_SETTABLE,
                    where.span,
                    "this is not a set or list that is remembered",
                    help="declare it: `memory seen per player: cells`",
                )
            return []
        item = self.e.check(node.object, scope, target.type)
        return [p.Set(target, p.Apply(prim, (target, item), target.type, node.span), node.span)]

    # ---- the rest

    def _start(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        who = self._prep(node, "with")
        return [p.OrderPlayers(self.e.check(who, scope, PLAYER), None, False, node.span)] if who is not None else []

    def _assemble(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        maps = self._prep(node, "from")
        board = next(
            (
                b
                for b in self.s.program.boards.values()
                if isinstance(node.object, n.Name) and b.name == node.object.name
            ),
            None,
        )
        if maps is None:
            return []
        if board is None:
            self.report.error(
                Code.UNKNOWN_NAME, node.span, "`assemble` needs a board", help="write `assemble BOARD from MAPS`"
            )
            return []
        turned = next((expr for prep, expr in node.preps if prep == "with"), None)
        turns = self.e.check(turned, scope, list_of(NUMBER)) if turned is not None else None
        return [p.Assemble(board, self.e.check(maps, scope, list_of(Type(T.MAP, board.name))), turns, node.span)]

    def _do(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        if node.object is None:
            return []
        what = self.e.check(node.object, scope)
        if what.type == EFFECT and isinstance(what, p.Read) and what.key is not None:
            component = self.s.program.components[what.owner]
            return [p.Do(what.key, component.fields[what.name], node.span)]
        if what.type.is_set:
            converted = self.e.try_convert(what, what.type.elem)
            what = converted if converted is not None else what
        if what.type.t is T.THING:
            return [p.Do(what, None, node.span)]
        if what.type.elem.t is not T.ERROR:
            self.report.error(
                Code.WRONG_TYPE, node.span, f"`do` carries out a card, tile or effect, not {speak(what.type)}"
            )
        return []

    def _end(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        if isinstance(node.object, n.Name) and node.object.name == "game":
            return [p.Plain(p.Word.END, node.span)]
        self.report.error(Code.UNEXPECTED_WORD, node.span, "`end` ends the game", help="write `end the game`")
        return []
