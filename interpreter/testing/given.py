"""`given`: the position an example begins with, set without any event.

What an example does not mention is as after setup, played with a fixed seed up to its first decision; with `before
some_step` as it is before that step of setup, which goes on once everything is given. What an example gives replaces
that: pieces of a kind, a board, a zone, a counter. What cannot be is refused: more pieces than there are, two on
one cell, a cell off the board, a counter beyond its range, a die of seven, what an `always` rule would change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.symbols import OptionSym
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.types import NUMBER, PLAYER, TRUTH, T, list_of, speak
from rulewright.interpreter.generate.layout import ACTIVE, FORCED, NONE, ORDER
from rulewright.interpreter.runtime import bits
from rulewright.interpreter.testing.cast import is_active, player_count
from rulewright.interpreter.testing.ground import IMPOSSIBLE, OFF_BOARD, Ground
from rulewright.interpreter.testing.maps import lay_drawing
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Scene
from rulewright.interpreter.testing.stage import ALWAYS, FROM, SETUP, UNTIL, State, always_rules
from rulewright.interpreter.testing.things import Things

_NO_PIECE = {Code.UNKNOWN_NAME: Code.EXAMPLE_UNKNOWN_PIECE, Code.UNKNOWN_FIELD: Code.EXAMPLE_UNKNOWN_PIECE}
HELP = "a given sets a counter, a memory, a zone, pieces, cells, dice, or who is active (`anne is active`)"


def position(scene: Scene, example: n.ExampleDecl) -> State:
    """The state in which an example begins."""
    seed = seed_of(example)
    return _Position(scene, example).build() if seed is None else _whole_game(scene, example, seed)


def seed_of(example: n.ExampleDecl) -> int | None:
    """`given seed is 7`: the example is a whole game from its beginning, played with this seed."""
    for line in example.lines:
        match line:
            case n.Given(kind="fact", fact=n.Compare(op="is", left=n.Name(name="seed"), right=n.Num(value=seed))):
                return seed
    return None


def _whole_game(scene: Scene, example: n.ExampleDecl, seed: int) -> State:
    """A game at its first decision. Beside the seed only who plays, and with what, can be given."""
    for line in example.lines:
        match line:
            case n.Given(kind="with"):
                pass
            case n.Given(kind="fact", fact=n.Compare(left=n.Name(name="seed" | "turn_order"))):
                pass
            case n.Given(kind="fact", fact=n.Compare(left=n.Name(name=name)) | n.Name(name=name)) if (
                name in scene.stage.program.options
            ):
                pass
            case n.Given() if player_count(line) is None:
                told = "a game that is played from its seed begins as its setup says"
                raise Refusal(IMPOSSIBLE, line.span, told, help="leave this out, or leave out the seed")
    return scene.stage.begin(seed)


def _is_supply(given: n.Given) -> bool:
    """`count of pawns in your supply is 3`."""
    return isinstance(given.fact, n.Compare) and isinstance(given.fact.left, n.CountIn)


class _Position:
    def __init__(self, scene: Scene, example: n.ExampleDecl) -> None:
        self.scene = scene
        self.stage = scene.stage
        self.program = scene.stage.program
        self.symbols = scene.stage.compiled.expressions.symbols
        self.example = example
        self.givens = [line for line in example.lines if isinstance(line, n.Given)]
        self.first_step = next((given for given in self.givens if given.kind == "before"), None)
        begun = self.stage.fresh()
        self.S = list(begun)
        self._set_up()
        self.things = Things(scene, self.S, begun)
        self.ground = Ground(scene, self.S, begun, self.things)

    def _set_up(self) -> None:
        """Setup up to its first decision, or up to the step the example begins with."""
        if self.first_step is None:
            self.stage.enter(self.S, SETUP, 0)
            return
        self.stage.enter(self.S, f"{UNTIL}{self.first_step.name}", 0)
        if self.stage.asked(self.S) is not None:
            asked = f"setup asks something before `{self.first_step.name}` begins"
            raise Refusal(IMPOSSIBLE, self.first_step.span, asked, help="begin with an earlier step")

    def build(self) -> State:
        boards = [given for given in self.givens if self._board_of(given) is not None]
        for given in boards:
            self._apply(given)
        if self.example.map is not None:
            lay_drawing(self.scene, self.S, self.example.map, self.ground)
        others = [given for given in self.givens if given not in boards]
        for given in sorted(others, key=_is_supply):  # placing pieces takes from a supply, so its count comes last
            self._apply(given)
        self.stage.refresh(self.S)
        if self.givens or self.example.map is not None:
            self._refuse_unstable()
        if self.first_step is not None:
            self.stage.enter(self.S, f"{FROM}{self.first_step.name}", 0)
        return self.S

    def _refuse_unstable(self) -> None:
        """A position that an `always` rule would change at once cannot be."""
        for number, rule in enumerate(always_rules(self.program)):
            for player in range(self.program.players):
                copy = list(self.S)
                self.stage.enter(copy, f"{ALWAYS}{number}", player)
                if self.stage.changes(self.S, copy):
                    raise Refusal(
                        IMPOSSIBLE,
                        self.givens[-1].span if self.givens else self.example.span,
                        f"the rule `{rule.words.name}` would change this position at once",
                        also=[(rule.span, "this always holds")],
                        help="give the position as it is after the rule",
                    )

    # ---- one given

    def _board_of(self, given: n.Given) -> p.Board | None:
        """The board that a given is about as a whole."""
        match given:
            case n.Given(kind="fact", fact=n.Compare(op="is", left=n.Name(name=name) | n.FieldOf(name=name))):
                return self.ground.board(name)
            case _:
                return None

    def _apply(self, given: n.Given) -> None:
        match given:
            case n.Given(kind="next", name=str(name), fact=fact) if fact is not None:
                self._next(name, fact, given.span)
            case n.Given(kind="with" | "before"):
                pass
            case n.Given(kind="at", fact=fact, at=at) if fact is not None and at is not None:
                self._at(fact, at)
            case n.Given(fact=fact) if fact is not None and player_count(given) is None:
                self._fact(fact)

    def _fact(self, fact: n.Expr) -> None:
        match fact:
            case n.Compare(op="is", left=n.Name() as who) if is_active(fact):
                self.S[ACTIVE] = self.scene.player(who.name, who.span)
            case n.Compare(op="is", left=n.Name(name="turn_order")) if not self.symbols.find("turn_order"):
                self._order(fact.right)
            case n.Compare(op="is", left=left, right=right):
                self._equation(left, right, None)
            case n.Exists(source=source, negated=True):
                self._clear(source, fact.span)
            case n.Unary(op="not", arg=n.Name(name=name)) if self._is_option(name):
                pass
            case n.Unary(op="not", arg=arg):
                self._assign(self._slot(arg), n.NoLit(fact.span), None)
            case n.Name(name=name) if name == "setup" or self._is_option(name):
                pass
            case n.Name() | n.FieldOf() | n.Of() | n.Apply():
                self._assign(self._slot(fact), n.Name("yes", fact.span), None)
            case _:
                raise Refusal(IMPOSSIBLE, fact.span, "a given says what something is, not how it compares", help=HELP)

    def _is_option(self, name: str) -> bool:
        return any(isinstance(symbol, OptionSym) for symbol in self.symbols.find(name))

    def _order(self, right: n.Expr) -> None:
        order = tuple(self.scene.read(right, self.S, list_of(PLAYER)))
        if sorted(order) != list(range(self.program.players)):
            everybody = f"the turn order names each of the {self.program.players} players once"
            raise Refusal(Code.EXAMPLE_WRONG_PLAYER, right.span, everybody)
        self.S[ORDER] = order

    def _slot(self, node: n.Expr) -> p.Read:
        """The slot that an expression reads."""
        self.scene.names.compiled.expressions.being_set = node.span
        expr = self.scene.names.check(node, codes=_NO_PIECE)
        if isinstance(expr, p.Apply) and expr.prim is p.Prim.ONLY:
            expr = expr.args[0]
        if isinstance(expr, p.Read) and expr.store is not p.Store.CELLS_WITH:
            return expr
        if isinstance(node, n.Name) and (board := self._board_with(node.name)) is not None:
            whole = board.name if board.per is p.Per.GAME else f"your {board.name}"
            message = f"`{node.name}` is said of cells, and this does not say of which"
            help_ = f"write `VALUE at [2,3]`, or of all cells `{whole} is VALUE`"
            raise Refusal(IMPOSSIBLE, node.span, message, help=help_)
        raise Refusal(
            IMPOSSIBLE, node.span, f"this is {speak(expr.type)} that is worked out from other things", help=HELP
        )

    def _board_with(self, field: str) -> p.Board | None:
        """The board whose cells have such a field."""
        return next((board for board in self.program.boards.values() if field in board.fields), None)

    def _equation(self, left: n.Expr, right: n.Expr, at: n.Expr | None) -> None:
        board = self.ground.board(left.name) if isinstance(left, n.Name | n.FieldOf) else None
        if board is not None:
            self.ground.whole(board, right, self._owner(left, board.per))
        elif not (isinstance(left, n.Name) and self._is_option(left.name)):
            self._assign(self._slot(left), right, at)

    def _owner(self, node: n.Expr, per: p.Per) -> int:
        """Whose a board or a thing is: `your garden`, `anne's garden`."""
        if not isinstance(node, n.FieldOf) or node.owner is None:
            return 0
        seat = int(self.scene.read(node.owner, self.S, PLAYER))
        return seat // self.program.side_size if per is p.Per.SIDE else seat

    # ---- slots

    def _key(self, read: p.Read) -> int:
        return 0 if read.key is None else int(self.scene.value(read.key, self.S))

    def _keys(self, read: p.Read) -> list[int]:
        """The cells or things that a field is given of: one, or each of several."""
        several = read.key is not None and read.key.type.is_set
        return list(bits(self._key(read))) if several else [self._key(read)]

    def _assign(self, read: p.Read, right: n.Expr, at: n.Expr | None) -> None:
        key, base = self._key(read), self.ground.base
        match read.store:
            case p.Store.UNIT:
                unit = self.program.units[read.name]
                self.S[base(f"unit:{read.name}") + key] = self._number(right, unit.low, unit.high, read)
            case p.Store.MEMORY:
                memory = self.program.memories[read.name]
                self.S[base(f"memory:{read.name}") + key] = self._value(right, read, memory.low, memory.high)
            case p.Store.SUPPLY:
                self.S[base(f"supply:{read.name}") + key] = self._number(right, 0, 10**9, read)
            case p.Store.ZONE:
                self.things.fill(self.program.zones[read.name], key, right, at)
            case p.Store.PIECES:
                piece = self.program.pieces[read.name]
                self.ground.put_pieces(piece, key, self.ground.cells(right, piece.board), right.span)
            case p.Store.CELL_FIELD:
                field = self.program.boards[read.owner].fields[read.name]
                self.ground.set_cells(field, self._keys(read), self._value(right, read, field.low, field.high), 0)
            case p.Store.THING_FIELD:
                self._thing_field(read, self._keys(read), right)
            case _:
                raise Refusal(IMPOSSIBLE, read.span, "this cannot be given", help=HELP)

    def _number(self, right: n.Expr, low: int, high: int, read: p.Read) -> int:
        value = int(self.scene.read(right, self.S, NUMBER))
        if not low <= value <= high:
            reach = f"{low} to {high}" if high < 10**9 else f"{low} upwards"
            raise Refusal(IMPOSSIBLE, right.span, f"`{read.name}` cannot be {value}", help=f"it goes from {reach}")
        return value

    def _value(self, right: n.Expr, read: p.Read, low: int, high: int) -> Any:
        if read.type.t is T.NUMBER and not read.type.maybe:
            return self._number(right, low, high, read)
        if read.type.t is T.TRUTH:
            return int(bool(self.scene.read(right, self.S, TRUTH)))
        return self.scene.read(right, self.S, read.type, OFF_BOARD)

    def _thing_field(self, read: p.Read, things: Sequence[int], right: n.Expr) -> None:
        component = self.program.components[read.owner]
        field = component.fields[read.name]
        slot = self.stage.layout.slots.get(f"thing:{component.root}.{read.name}")
        if slot is None:
            raise Refusal(IMPOSSIBLE, read.span, f"`{read.name}` is fixed by the design of the {component.name}")
        value = self._value(right, read, field.low, field.high)
        for thing in things:
            self.S[slot.base + thing] = value

    def _clear(self, source: n.Expr, span: Span) -> None:
        """`given no …`: nothing of it."""
        read = self._slot(source)
        base = self.ground.base
        match read.store:
            case p.Store.ZONE:
                self.things.empty(self.program.zones[read.name], self._key(read))
            case p.Store.PIECES:
                self.ground.put_pieces(self.program.pieces[read.name], self._key(read), 0, span)
            case p.Store.UNIT:
                self.S[base(f"unit:{read.name}") + self._key(read)] = 0
            case p.Store.MEMORY if read.type.maybe or read.type.is_set:
                self.S[base(f"memory:{read.name}") + self._key(read)] = NONE if read.type.maybe else 0
            case _:
                raise Refusal(IMPOSSIBLE, span, "this cannot be given", help=HELP)

    # ---- … at [r,c]

    def _at(self, fact: n.Expr, at: n.Expr) -> None:
        if isinstance(fact, n.Compare) and fact.op == "is":
            self._equation(fact.left, fact.right, at)
            return
        symbols = self.symbols.find(fact.name) if isinstance(fact, n.Name | n.FieldOf) else ()
        found = self.ground.member(fact)
        for symbol in symbols:
            if isinstance(symbol, p.Piece) and found is not None and symbol.per is not p.Per.GAME:
                continue  # without an owner it is what the cells carry, not the piece of that name
            if isinstance(symbol, p.Piece):
                owner = self._piece_owner(symbol, fact)
                self.ground.put_pieces(symbol, owner, self.ground.cells(at, symbol.board), at.span)
                return
            if isinstance(symbol, p.Design) and self.program.components[symbol.component].parts:
                self.ground.lay(symbol, self._owner(fact, p.Per.PLAYER), at)
                return
        if found is None and isinstance(fact, n.FieldOf):
            found = self._ground_of(fact)
        if found is None:
            self.scene.names.check(fact, codes=_NO_PIECE)
            what = f"`{fact.span.text}` is neither a piece nor something a cell can carry"
            raise Refusal(Code.EXAMPLE_UNKNOWN_PIECE, fact.span, what)
        field = self.ground.field(found[0], "", fact)
        owner = self._owner(fact, self.program.boards[field.board].per)
        self.ground.set_cells(field, bits(self.ground.cells(at, field.board)), found[1], owner)

    def _ground_of(self, fact: n.FieldOf) -> tuple[p.Kind, int] | None:
        """`your grass at [0,0]`: what cells carry, on a board that everybody has one of."""
        found = self.ground.member(n.Name(fact.name, fact.span))
        if found is None or self.program.boards[self.ground.field(found[0], "", fact).board].per is p.Per.GAME:
            return None
        return found

    def _piece_owner(self, piece: p.Piece, fact: n.Expr) -> int:
        if piece.per is p.Per.GAME:
            return 0
        read = self._slot(fact)
        if read.key is None:
            name = fact.span.text
            raise Refusal(IMPOSSIBLE, fact.span, f"whose {name}?", help=f"write `your {name}` or name a player")
        return self._key(read)

    # ---- chance

    def _next(self, name: str, fact: n.Expr, span: Span) -> None:
        zone = next((s for s in self.symbols.find(name) if isinstance(s, p.Zone)), None)
        if zone is not None:
            self.things.stack(zone, fact, span)
            return
        if name not in ("roll", "rolls"):
            raise Refusal(
                Code.EXAMPLE_UNKNOWN_PIECE,
                span,
                f"there is no deck called `{name}`",
                help="for dice write `next roll is …`",
            )
        faces = max((z.faces for z in self.program.zones.values() if z.dice is not None), default=0)
        items = fact.items if isinstance(fact, n.Listed) else (fact,)
        rolled = [int(self.scene.read(item, self.S, NUMBER)) for item in items]
        for item, face in zip(items, rolled, strict=True):
            if not 1 <= face <= faces:
                reach = f"dice go from 1 to {faces}" if faces else "this game has no dice"
                raise Refusal(Code.EXAMPLE_FORCED_CHANCE, item.span, f"no die can show {face}", help=reach)
        self.S[FORCED] = (*(self.S[FORCED] or ()), *(face - 1 for face in rolled))
