"""Modules -> Ruleset: puts the modules in order, checks that they go together, and carries out their changes.

Order: library, games from the base on, expansions, variants; within a kind those required come first, then by name.
The order in which they were given never matters. Who may change what after whom is in `patches`; taking modules apart
in `parts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright.dsl import nodes as n
from rulewright.dsl.changes import Who
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.parts import names_of, taken_from, without
from rulewright.dsl.patches import Entry, Table
from rulewright.dsl.places import word_span
from rulewright.dsl.plurals import plural
from rulewright.dsl.ruleset import ModuleInfo, Removal, Ruleset, keys_of
from rulewright.dsl.set_options import given_options
from rulewright.dsl.source import Span
from rulewright.dsl.walk import same

LANGUAGE = 1
DONOR = "donor"  # the kind that the loader gives to a module from which only parts are used
_KINDS = ("game", "expansion", "variant")

CHANGES = (
    n.SetNumberDecl,
    n.ReplaceDecl,
    n.InPlaceOfDecl,
    n.ReplaceStepDecl,
    n.RemoveDecl,
    n.ExtendDecl,
    n.UseDecl,
    n.TogetherDecl,
)


def link(modules: Sequence[n.Module], options: Mapping[str, str], report: Report) -> Ruleset:
    """What is in force when these modules are used together, with these options. Every problem goes to the report."""
    return _Linker(modules, report).link(options)


class _Linker:
    def __init__(self, modules: Sequence[n.Module], report: Report) -> None:
        self.report = report
        self.given = list(modules)
        self.libraries = sorted((m for m in modules if m.header.kind == "library"), key=lambda m: m.header.name)
        self.chosen = self._in_order([m for m in modules if m.header.kind in _KINDS])
        self.names = {m.header.name: k for k, m in enumerate(self.chosen)}
        self.known = {m.header.name: self._ancestors(m) for m in self.chosen}

    # ---- order

    def _in_order(self, modules: list[n.Module]) -> list[n.Module]:
        unique: dict[str, n.Module] = {}
        for module in sorted(modules, key=lambda m: (_KINDS.index(m.header.kind), m.header.name, m.path)):
            first = unique.setdefault(module.header.name, module)
            if first is not module:
                self.report.error(
                    Code.DUPLICATE_NAME,
                    word_span(module.header.span, module.header.name),
                    f"two modules are called `{module.header.name}`",
                    also=[(word_span(first.header.span, module.header.name), "the first is here")],
                    help="rename one of them",
                )
        done: list[n.Module] = []
        for kind in _KINDS:
            done.extend(self._sorted([m for m in unique.values() if m.header.kind == kind]))
        return done

    def _sorted(self, modules: list[n.Module]) -> Iterator[n.Module]:
        waiting = {m.header.name: m for m in modules}
        while waiting:
            ready = [
                name
                for name in waiting
                if not any(other in waiting for other in _needs(waiting[name]) if other != name)
            ]
            if not ready:
                self._circular(list(waiting.values()))
                ready = list(waiting)
            yield waiting.pop(min(ready))

    def _circular(self, modules: list[n.Module]) -> None:
        names = sorted(m.header.name for m in modules)
        first = min(modules, key=lambda m: m.header.name)
        needs = {m.header.name: next((x for x in _needs(m) if x in names), m.header.name) for m in modules}
        self.report.error(
            Code.CIRCULAR_REQUIREMENT,
            _named_in(first.header, needs[first.header.name]),
            f"{_listed(names)} need each other" if len(names) > 1 else f"`{names[0]}` needs itself",
            also=[
                (_named_in(m.header, needs[m.header.name]), f"`{m.header.name}` needs `{needs[m.header.name]}` here")
                for m in modules
                if m is not first
            ],
            help="take one `requires` or `of` away",
        )

    def _ancestors(self, module: n.Module) -> frozenset[str]:
        by_name = {m.header.name: m for m in self.chosen}
        found: set[str] = set()
        waiting = list(_needs(module))
        while waiting:
            name = waiting.pop()
            if name not in found and name in by_name and name != module.header.name:
                found.add(name)
                waiting.extend(_needs(by_name[name]))
        return frozenset(found)

    # ---- do they go together?

    def _check_headers(self) -> frozenset[str]:
        """Reports what does not go together. The names of modules that lack something: what they say cannot hold."""
        lacking: set[str] = set()
        for module in self.chosen:
            header = module.header
            if not self._check_base(module) or any(name not in self.names for name in header.requires):
                lacking.add(header.name)
            if header.name in (*header.of, *header.requires):
                self._circular([module])
            for name in header.requires:
                if name not in self.names and not self.report.is_unknown(name):
                    self.report.error(
                        Code.REQUIRES_MISSING,
                        word_span(header.span, name),
                        f"`{header.name}` requires `{name}`, which is not in use",
                        help=f"add `{name}` with `--with {name},{header.name}`",
                        is_call=self._is_asked_for(header),
                    )
            for name in header.conflicts:
                if name in self.names:
                    other = self.chosen[self.names[name]].header
                    self.report.error(
                        Code.CONFLICTS_WITH,
                        word_span(header.span, name),
                        f"`{header.name}` and `{name}` cannot be used together",
                        also=[(word_span(other.span, name), f"`{name}` is in use")],
                        help="leave one of them out",
                        is_call=self._is_asked_for(header),
                    )
        for module in self.given:
            if module.header.language is not None and module.header.language > LANGUAGE:
                self.report.error(
                    Code.LANGUAGE_VERSION,
                    word_span(module.header.span, "language"),
                    f"the rules are in version {module.header.language} of the language; this program knows {LANGUAGE}",
                    help="use a newer Rulewright",
                )
        return frozenset(lacking)

    def _check_base(self, module: n.Module) -> bool:
        header = module.header
        if header.of and not any(name in self.names for name in header.of):
            games = [m.header.name for m in self.chosen if m.header.kind == "game"]
            what = "game" if header.kind == "game" else f"{'an' if header.kind == 'expansion' else 'a'} {header.kind}"
            if header.kind == "game":
                code, message = Code.UNKNOWN_GAME, f"`{header.name}` is built on `{header.of[0]}`, which is not in use"
            else:
                code, message = (
                    Code.WRONG_BASE,
                    f"`{header.name}` is {what} of {_listed(header.of)}, not of {_listed(games)}",
                )
            self.report.error(
                code,
                word_span(header.span, header.of[0]),
                message,
                help="use it with its own game",
                is_call=self._is_asked_for(header),
            )
            return False
        return True

    def _is_asked_for(self, header: n.Header) -> bool:
        """Whether no other module brings it in."""
        return not any(header.name in (*m.header.requires, *m.header.of) for m in self.chosen)

    def _game(self) -> n.Module | None:
        games = [m for m in self.chosen if m.header.kind == "game"]
        built_on = {name for m in games for name in m.header.of}
        last = [m for m in games if m.header.name not in built_on]
        self._too_many = {other.header.name for other in last[1:]}
        for other in last[1:]:
            self.report.error(
                Code.WRONG_BASE,
                word_span(other.header.span, other.header.name),
                f"`{other.header.name}` and `{last[0].header.name}` are two games: only one can be played",
                also=[(word_span(last[0].header.span, last[0].header.name), "the other game")],
                help="to take parts of one into the other, write `use … from …`",
                is_call=self._is_asked_for(other.header),
            )
        if not games:
            span = self.given[0].header.span if self.given else None
            self.report.error(Code.UNKNOWN_GAME, span, "there is no game among these files", help="name a game first")
        return next(iter(last or games), None)

    # ---- linking

    def link(self, options: Mapping[str, str]) -> Ruleset:
        game = self._game()
        lacking = self._check_headers()
        self.removed: list[Removal] = []
        units = [unit for unit in self._units() if unit[2] not in lacking | self._too_many]
        declared = {
            name: module for decl, who, module in units if not isinstance(decl, CHANGES) for name in names_of(decl)
        }
        table = Table(self.report, declared)
        for decl, who, module in units:
            self._apply(table, decl, who, module)
        name = game.header.name if game else ""
        infos = tuple(_info(m) for m in (*self.libraries, *self.chosen))
        options_of = [e.decl for e in table.entries if isinstance(e.decl, n.OptionDecl)]
        return Ruleset(
            name,
            (game.header.title if game else None) or name.replace("_", " "),
            tuple(note for m in self.chosen for note in m.header.notes),
            self._players(),
            max((m.header.language or LANGUAGE for m in self.chosen), default=LANGUAGE),
            self._match(),
            tuple(entry.linked() for entry in table.entries),
            self._examples(),
            infos,
            (*self.removed, *table.removed),
            given_options(options, options_of, infos, self.report),
        )

    def _units(self) -> list[tuple[n.Decl, Who, str]]:
        """Every declaration, in the order in which it is carried out, with the module whose it is."""
        units: list[tuple[n.Decl, Who, str]] = []
        for library in self.libraries:
            name = f"library {library.header.name}"
            units.extend((decl, Who(name, frozenset()), name) for decl in library.declarations)
        left_out = self._left_out()
        joint: list[tuple[int, n.TogetherDecl, str]] = []
        for k, module in enumerate(self.chosen):
            name = module.header.name
            who = Who(name, self.known[name])
            for decl in without(module.declarations, left_out.get(name, ())):
                if not isinstance(decl, n.TogetherDecl):
                    units.append((decl, who, name))
                elif all(other in self.names for other in decl.names):
                    joint.append((max(k, *(self.names[other] for other in decl.names)), decl, name))
            for _, together, owner in [item for item in joint if item[0] == k]:
                known = self.known[owner].union(together.names, *(self.known[other] for other in together.names)) - {
                    owner
                }
                who = Who(owner, known, together.names)
                units.extend((decl, who, owner) for decl in together.declarations)
        return units

    def _left_out(self) -> dict[str, set[str]]:
        """Which names of which modules somebody uses without."""
        found: dict[str, set[str]] = {}
        for module in self.chosen:
            for use in self._uses(module.declarations):
                if use.module not in self.names:
                    self.report.error(
                        Code.REQUIRES_MISSING,
                        word_span(use.span, use.module),
                        f"`{module.header.name}` uses `{use.module}`, which was not chosen",
                        help=f"add it with `--with {use.module}`",
                    )
                    continue
                source = self.chosen[self.names[use.module]]
                known = {name for decl in source.declarations for name in names_of(decl)}
                for name in use.names:
                    self._leave_out(use, name, known, module.header.name)
                found.setdefault(use.module, set()).update(use.names)
        return found

    def _leave_out(self, use: n.UseDecl, name: str, known: Iterable[str], user: str) -> None:
        span = word_span(use.span, name)
        if name in known:
            self.removed.append(Removal("", name, user, span, "without"))
            return
        self._no_part(use, name, known)

    def _no_part(self, use: n.UseDecl, name: str, known: Iterable[str]) -> None:
        self.report.unknown(
            Code.USE_UNKNOWN_PART,
            use.span,
            f"`{use.module}` has no part called `{name}`",
            name,
            known,
            otherwise=f"see the declarations of `{use.module}`",
        )

    def _uses(self, declarations: Iterable[n.Decl]) -> Iterator[n.UseDecl]:
        for decl in declarations:
            if isinstance(decl, n.UseDecl) and decl.without:
                yield decl
            elif isinstance(decl, n.TogetherDecl) and all(name in self.names for name in decl.names):
                yield from self._uses(decl.declarations)

    def _apply(self, table: Table, decl: n.Decl, who: Who, module: str) -> None:
        match decl:
            case n.SetNumberDecl():
                table.set_value(decl, who)
            case n.ReplaceDecl():
                table.replace(decl, who)
            case n.InPlaceOfDecl():
                table.in_place_of(decl, who)
            case n.ReplaceStepDecl():
                table.replace_step(decl, who)
            case n.RemoveDecl():
                table.remove(decl, who)
            case n.ExtendDecl():
                table.extend(decl, who)
            case n.UseDecl():
                if not decl.without:
                    self._take(table, decl, who)
            case n.TogetherDecl() | n.ExampleDecl():
                pass
            case _:
                table.add(decl, who)

    # ---- parts of other games

    def _take(self, table: Table, use: n.UseDecl, who: Who) -> None:
        if use.module in self.names:
            self.report.error(
                Code.USE_UNKNOWN_PART,
                word_span(use.span, use.module),
                f"`{use.module}` is in use as a whole",
                help="take this line away: everything of it is there already",
            )
            return
        donors = self._donor_modules(use.module)
        if not donors:
            self.report.error(
                Code.UNKNOWN_GAME,
                word_span(use.span, use.module),
                f"there is no game or expansion called `{use.module}`",
            )
            return
        donor = link([*self.libraries, *donors], {}, self.report)
        taken, missing = taken_from(donor, use.names)
        for name in missing:
            self._no_part(use, name, (key[1] for key in donor.names()))
        for part in taken:
            old = [entry for key in keys_of(part.linked.decl) for entry in table.named(key)]
            if old and part.asked and not any(same(entry.decl, part.linked.decl) for entry in old):
                self.report.error(
                    Code.DUPLICATE_NAME,
                    word_span(use.span, part.linked.name),
                    f"`{part.linked.name}` is there already",
                    also=[(old[0].decl.span, "declared here"), (part.linked.decl.span, f"in `{use.module}`")],
                    help=f"remove or rename the one before you take the one of `{use.module}`",
                )
            elif not old:
                entry = Entry(part.linked.decl, part.linked.module, list(part.linked.patches))
                entry.mark(who, use.span, "use")
                table.entries.append(entry)

    def _donor_modules(self, name: str) -> list[n.Module]:
        available = {m.header.name: m for m in self.given if m.header.kind in (DONOR, "game")}
        found: dict[str, n.Module] = {}
        waiting = [name]
        while waiting:
            module = available.get(waiting.pop())
            if module is not None and module.header.name not in found:
                found[module.header.name] = module
                waiting.extend(_needs(module))
        modules = list(found.values()) if name in found else []
        return [replace(m, header=replace(m.header, kind=_own_kind(m))) for m in modules]

    # ---- what headers say

    def _players(self) -> tuple[int, ...]:
        counts: tuple[int, ...] = ()
        stated: n.Module | None = None
        for module in self.chosen:
            players, kind = module.header.players, module.header.kind
            if players is None:
                continue
            if kind == "expansion":
                counts = tuple(sorted({*counts, *players}))
                continue
            if kind == "variant":
                if stated is not None and stated.header.players != players and not self._knows(module, stated):
                    self._disagree(module, stated, "players", "the number of players")
                stated = module
            counts = players
        game = next((m for m in self.chosen if m.header.kind == "game"), None)
        if not counts and game is not None:
            self.report.error(
                Code.BAD_HEADER,
                word_span(game.header.span, game.header.name),
                "the game does not say for how many players it is",
                help="add a line such as `players 2 to 4` under the first",
            )
        return counts

    def _knows(self, module: n.Module, other: n.Module) -> bool:
        return other.header.name in self.known[module.header.name]

    def _match(self) -> tuple[int, str] | None:
        stated: n.Module | None = None
        for module in self.chosen:
            if module.header.match is None:
                continue
            if (
                stated is not None
                and stated.header.match != module.header.match
                and stated.header.name not in self.known[module.header.name]
            ):
                self._disagree(module, stated, "match", "the match")
            stated = module
        if stated is None or stated.header.match is None:
            return None
        self._can_be_added(stated.header, stated.header.match[1])
        return stated.header.match

    def _can_be_added(self, header: n.Header, name: str) -> None:
        """What the games of a match add up is a counter."""
        counters = [d for module in self.chosen for d in module.declarations if isinstance(d, n.CounterDecl)]
        known = [word for d in counters for noun in d.nouns for word in (noun.name, noun.plural or plural(noun.name))]
        if name not in known:
            message = f"there is no counter called `{name}` to add up"
            self.report.unknown(Code.UNKNOWN_UNIT, header.span, message, name, known)

    def _disagree(self, one: n.Module, other: n.Module, word: str, what: str) -> None:
        self.report.error(
            Code.CONFLICTING_PATCHES,
            word_span(one.header.span, word),
            f"`{one.header.name}` and `{other.header.name}` disagree about {what}",
            also=[(word_span(other.header.span, word), f"`{other.header.name}` says otherwise")],
            help="leave one of them out",
        )

    def _examples(self) -> tuple[tuple[n.ExampleDecl, str], ...]:
        files = sorted((m for m in self.given if m.header.kind == "examples"), key=lambda m: (m.header.of, m.path))
        fitting = [m for m in files if all(name in self.names for name in m.header.of)]
        found: dict[str, tuple[n.ExampleDecl, str]] = {}
        for module in (*self.chosen, *fitting):
            of = module.header.of if module.header.kind == "examples" else (module.header.name,)
            label = ", ".join(sorted(of, key=lambda name: self.names[name]))
            for example in self._examples_in(module.declarations):
                first = found.setdefault(example.title, (example, label))[0]
                if first is not example:
                    self.report.error(
                        Code.DUPLICATE_NAME,
                        example.span,
                        f"two examples have the title “{example.title}”",
                        also=[(first.span, "the first is here")],
                        help="give one of them another title",
                    )
        return tuple(found.values())

    def _examples_in(self, declarations: Iterable[n.Decl]) -> Iterator[n.ExampleDecl]:
        for decl in declarations:
            if isinstance(decl, n.ExampleDecl):
                yield decl
            elif isinstance(decl, n.TogetherDecl) and all(name in self.names for name in decl.names):
                yield from self._examples_in(decl.declarations)


def _needs(module: n.Module) -> tuple[str, ...]:
    used = tuple(d.module for d in module.declarations if isinstance(d, n.UseDecl) and d.without)
    return (*module.header.of, *module.header.requires, *used)


def _own_kind(module: n.Module) -> str:
    """A donor's kind, from the first word of its header."""
    return module.header.span.text.split(maxsplit=1)[0] if module.header.kind == DONOR else module.header.kind


def _info(module: n.Module) -> ModuleInfo:
    header = module.header
    return ModuleInfo(
        header.kind,
        header.name,
        header.title,
        module.path,
        header.of,
        header.requires,
        header.written,
        tuple(decl.names for decl in module.declarations if isinstance(decl, n.TogetherDecl)),
        word_span(header.span, header.name),
    )


def _named_in(header: n.Header, name: str) -> Span:
    """Where a header names another module: after its own name."""
    own = word_span(header.span, header.name).end
    return word_span(Span(header.span.file, own, header.span.end), name)


def _listed(names: Iterable[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else "".join(quoted)


__all__ = ["DONOR", "link"]
