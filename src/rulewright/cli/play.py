"""`rulewright play`: a game in the terminal, any seat by a bot."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli._commands import COMMANDS
from rulewright.cli._setting import bots_of, game_options, is_colored, refuse, seated, setting_of

if TYPE_CHECKING:
    from rulewright.cli._screen import Screen
    from rulewright.interpreter.agents import Agent
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.options import Option, Options
    from rulewright.interpreter.state import Pending, State
    from rulewright.interpreter.whynot import WhyNot
    from rulewright.talking import Talk

_ALONE = 10_000
_LISTED = 20
_DIGITS = 10  # a longer number is no option's
_PERSON = ("human", "me", "-")


@click.command("play")
@game_options
@click.option("--seed", type=int, help="The same seed gives the same chance.")
@click.option("--lang", type=click.Choice(["en", "fr"]), default="en", show_default=True, help="The words of the game.")
@click.option("--bots", default="greedy", show_default=True, help="Who plays the other seats; `human` for a person.")
@click.option("--auto", is_flag=True, help="Bots on all seats: watch.")
@click.option("--trace", is_flag=True, help="After each move show which rules fired, with file and line.")
@click.option("--plain", is_flag=True, help="No colour.")
@click.option("--load", "path", type=click.Path(exists=True, dir_okay=False), help="Go on with a saved game.")
def command(
    game: str,
    with_: tuple[str, ...],
    options: tuple[str, ...],
    players: int | None,
    seed: int | None,
    lang: str,
    bots: str,
    auto: bool,
    trace: bool,
    plain: bool,
    path: str | None,
) -> None:
    """Play a game in the terminal.

    You take the first seat and bots the others: `--bots random,greedy,mcts` names them in turn, `human` is another
    person. Type `help` while you play.
    """
    import rulewright as rw
    from rulewright.dsl.diagnostics import RulesError

    setting = setting_of(game, with_, options, players)
    try:
        rules = rw.load(setting.game, with_=setting.with_, options=dict(setting.options))
        state = _saved(path, rules) if path is not None else _new(rules, players, seed, lang)
    except RulesError as error:
        refuse(error.report)
        raise AssertionError from None  # not reached
    if path is not None and players not in (None, state.players):
        raise click.BadParameter(f"the game in {path} is one for {state.players}", param_hint="--players")
    color = not plain and is_colored(sys.stdout)
    _Session(state, lang, _seats(bots, state.players, auto), seed, color=color, trace=trace).run()


def _new(rules: Game, players: int | None, seed: int | None, lang: str) -> State:
    """A new game; the players are called by their number in the language of the game."""
    from rulewright.docgen.wording.plan import Noun
    from rulewright.docgen.wording.words import Wording

    program = rules.compiled(players).program
    word = Wording(program, lang).noun(Noun("basic", "player"))
    return rules.new(program.players, seed, [f"{word}_{seat + 1}" for seat in range(program.players)])


def _saved(path: str, rules: Game) -> State:
    """The game in a file; one that holds none is told as such."""
    from rulewright.interpreter.records import loads_state

    return loads_state(Path(path).read_text("utf-8", errors="replace"), rules)


def _seats(words: str, players: int, auto: bool) -> list[str | None]:
    """Who sits where; None is a person."""
    named = [word.strip() for word in words.split(",") if word.strip()]
    bots_of(",".join(name for name in named if name not in _PERSON) or "random")
    others: list[str | None] = [None if name in _PERSON else name for name in named] or ["greedy"]
    if auto:
        machines = seated([name for name in others if name is not None] or ["random"], players)
        return [machines[seat % len(machines)] for seat in range(players)]
    seated(named, players - 1)
    return [None, *(others[seat % len(others)] for seat in range(players - 1))]


class _Leave(Exception):
    """Somebody has had enough."""


class _Session:
    """One game from here to its end."""

    def __init__(
        self, state: State, lang: str, seats: list[str | None], seed: int | None, *, color: bool, trace: bool
    ) -> None:
        from rulewright.cli._screen import Screen
        from rulewright.interpreter.agents import agent
        from rulewright.talking import Talk

        self.state = state
        self.talk: Talk = Talk(state, lang)
        self.screen: Screen = Screen(self.talk.say, color)
        self.seats = seats
        self.agents: list[Agent | None] = [
            agent(name, None if seed is None else seed + seat) if name is not None else None
            for seat, name in enumerate(seats)
        ]
        self.helper: Agent = agent("greedy", seed)
        self.tracing = trace
        self.asks_all = False  # whether persons are asked about usual gains too
        self.alone = 0  # moves since a person was asked
        self.looking: int | None = None  # the person before the screen

    def run(self) -> None:
        click.echo(self.talk.say.title())
        click.echo("")
        try:
            while not self.state.is_over:
                self.step()
                if self.alone > _ALONE:
                    from rulewright.interpreter.simulate import endless

                    raise endless(f"the bots have made {_ALONE:,} moves, and the game is not over")
        except (_Leave, EOFError, click.Abort):
            click.echo("")
            click.echo(self.talk("bye"))
            return
        self._lines(self.screen.table(self.state, self._watcher(), whole=True))
        self._lines(self.talk.result(self.state))

    def _watcher(self) -> int | None:
        persons = [seat for seat, name in enumerate(self.seats) if name is None]
        return persons[0] if len(persons) == 1 else self.looking if persons else None

    def step(self) -> None:
        """One decision."""
        pending = next((x for x in self.state.pending if self.seats[x.player] is None), self.state.pending[0])
        options: Any = self.state.legal(pending.player)
        bot = self.agents[pending.player]
        self.alone += 1
        unasked = options.unasked if not (self.asks_all and bot is None and options.decision.is_usual) else None
        if unasked is not None:
            self.make(unasked, pending, forced=len(options) == 1)
        elif bot is not None:
            self.make(bot.choose(self.state, pending.player), pending)
        else:
            self.ask(pending, options)

    # ---- a person decides

    def ask(self, pending: Pending, options: Options) -> None:
        self.alone = 0
        self._hand_over(pending.player)
        self._lines(self.screen.table(self.state, pending.player, options=options))
        name = self.screen.name(self.state, pending.player)
        click.echo(self.talk("turn", name=name, prompt=self.talk.prompt(pending)))
        self.show_options(options)
        before = self.state
        while self.state is before:
            text = click.prompt(self.talk("ask"), prompt_suffix="", default="", show_default=False).strip()
            self.answer(text, pending, options)

    def _hand_over(self, seat: int) -> None:
        """Before another person looks at a game with hidden things, the screen is cleared."""
        persons = self.seats.count(None)
        hidden = any(zone.seen != "all" for zone in self.talk.say.program.zones.values())
        if persons > 1 and self.looking not in (None, seat) and hidden:
            click.clear()
            click.prompt(
                self.talk("hand_over", name=self.state.names[seat]), prompt_suffix="", default="", show_default=False
            )
        self.looking = seat

    def show_options(self, options: Options, *, whole: bool = False) -> None:
        from rulewright.cli._screen import MARK
        from rulewright.talking import is_cells

        if is_cells(options) and len(options) > _LISTED and not whole:
            click.echo("  " + self.talk("cells", n=len(options), mark=MARK, example=options[0].answer))
            return
        for number, option in enumerate(options, 1):
            if number > _LISTED and not whole:
                click.echo("  " + self.talk("more", n=len(options) - _LISTED))
                break
            click.echo(f"{number:4}  {self.talk.option(option)}")

    def answer(self, text: str, pending: Pending, options: Options) -> None:
        """A number, a command, a question or a move."""
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word.casefold())
        if not text:
            return
        is_number = text.isdecimal() and len(text) < _DIGITS and text not in options
        if is_number and 1 <= int(text) <= len(options):
            self.make(options[int(text) - 1], pending)
        elif is_number:
            click.echo(self.talk("no_number", text=text, n=len(options)))
        elif text.startswith("?"):
            asked = text[1:].strip()
            if asked:
                why = self._own(asked, pending) or self.state.why_not(self._named(asked, pending))
                self._lines(self.talk.why(why, asked))
            else:
                self._lines(self.talk.rule(pending))
                click.echo(self.talk("help", example=options[0].answer))
        elif text in options:
            found = options.find(text)
            assert found is not None
            self.make(found, pending)
        elif command is not None:
            self.do(command, rest.strip(), pending, options)
        else:
            self._try_move(text, pending)

    def _try_move(self, text: str, pending: Pending) -> None:
        """A move as it stands in logs, perhaps with its player, its action and what the player does next."""
        from rulewright.interpreter.state import IllegalMove

        why = self._own(text, pending)
        if why is None:
            try:
                new = self.state.apply(self._named(text, pending))
            except IllegalMove as error:
                why = error.why
            else:
                why = self._foreign(new, text, pending)
        if why is not None:
            self._lines(self.talk.why(why, text))
            return
        self._show_move(new, pending)
        self.state = new

    def _named(self, text: str, pending: Pending) -> str:
        from rulewright.interpreter.notation import split_player

        return text if split_player(text)[0] is not None else f"{pending.name}: {text}"

    def _own(self, text: str, pending: Pending) -> WhyNot | None:
        """Nobody answers, or asks, in the name of another."""
        from rulewright.interpreter.notation import split_player
        from rulewright.interpreter.whynot import Reason, WhyNot

        name = split_player(text)[0]
        others = {*self.state.names} - {pending.name}
        return WhyNot(Reason.NOT_YOUR_TURN, text, pending.player) if name in others else None

    def _foreign(self, new: State, text: str, pending: Pending) -> WhyNot | None:
        """Moves that follow each other end where another player decides."""
        from rulewright.interpreter.whynot import Reason, WhyNot

        made = list(new.log)[len(self.state.log) :]
        mine = all(entry.player == pending.player for entry in made)
        return None if mine else WhyNot(Reason.NOT_YOUR_TURN, text, pending.player)

    def do(self, command: str, rest: str, pending: Pending, options: Options) -> None:
        match command:
            case "options":
                self.show_options(options, whole=True)
            case "board":
                self._lines(self.screen.table(self.state, pending.player, options=options, whole=True))
            case "scores":
                self._lines(self.talk.scores(self.state))
            case "log":
                self._lines([self.talk.move(entry["text"] or "…") for entry in self.state.log_for(pending.player)])
            case "undo":
                self.undo(pending.player)
            case "ask":
                self.asks_all = not self.asks_all
                click.echo(self.talk("asks_all" if self.asks_all else "asks_less"))
            case "bot":
                self.make(self.helper.choose(self.state, pending.player), pending)
            case "save":
                self.save(rest or "game.json")
            case "load":
                self.load(rest or "game.json")
            case "help":
                click.echo(self.talk("help", example=options[0].answer))
            case _:
                raise _Leave

    # ---- keeping and taking back

    def undo(self, seat: int) -> None:
        """Back to the last decision of this person, unless somebody has learnt something since."""
        log = list(self.state.log)
        back = next((k for k in range(len(log) - 1, -1, -1) if log[k].player == seat and not log[k].is_forced), None)
        if back is None:
            click.echo(self.talk("no_undo"))
            return
        before = self.state.undo(len(log) - back)
        if any(entry.chance or entry.is_secret for entry in log[back:]) or self._learnt(before):
            click.echo(self.talk("undo_reveals"))
            return
        self.state = before
        click.echo(self.talk("undone"))

    def _learnt(self, before: State) -> bool:
        """Whether a person has seen something since that they could not see then."""
        from rulewright.interpreter.views import sights

        persons = sum(1 << seat for seat, name in enumerate(self.seats) if name is None)
        pairs = zip(sights(before), sights(self.state), strict=True)
        return any(now & ~then & persons for then, now in pairs)

    def save(self, path: str) -> None:
        import rulewright as rw

        try:
            Path(path).write_text(rw.dumps(self.state), "utf-8")
        except OSError as error:
            click.echo(self.talk("not_saved", why=error.strerror))
            return
        click.echo(self.talk("saved", path=path))

    def load(self, path: str) -> None:
        from rulewright.dsl.diagnostics import RulesError

        try:
            state = _saved(path, self.state.game)
        except (OSError, RulesError) as error:
            click.echo(self.talk("not_loaded", why=getattr(error, "strerror", None) or error))
            return
        if state.players != self.state.players:
            click.echo(self.talk("not_loaded", why=f"{state.players} ≠ {self.state.players}"))
            return
        self.state = state
        click.echo(self.talk("loaded", path=path))

    # ---- moves

    def make(self, option: Option, pending: Pending, *, forced: bool = False) -> None:
        if self.tracing:
            from rulewright.cli._trace import traced

            new, fired = traced(self.state, option)
        else:
            new, fired = self.state.apply(option), []
        self.talk.learn(option)
        self._show_move(new, pending, forced=forced)
        self.state = new
        self._lines([f"    {self.talk.fired(line)}" for line in fired])

    def _show_move(self, new: State, pending: Pending, *, forced: bool = False) -> None:
        """Tells the last move to whoever is before the screen."""
        watcher = self._watcher()
        everything = self.seats.count(None) == 0
        entry = new.log[-1]
        shown = new.log_for(watcher)[-1]["text"] if not everything else entry.text
        if shown is None:
            name = new.names[entry.player]
            click.echo(self.talk("secret" if entry.is_secret else "hidden", name=name))
        elif forced:
            click.echo(self.talk("forced", move=self.talk.move(shown)))
        else:
            click.echo(self.talk.move(shown))

    def _lines(self, lines: list[str]) -> None:
        for line in lines:
            click.echo(line)
