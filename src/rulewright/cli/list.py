"""`rulewright list`: what is shipped, told by the headers of the rules files and the options they declare; of one game,
everything that has a name."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rulewright.dsl.files import Found, Shelf

_TITLE = re.compile(r'(?m)^[ \t]+title[ \t]+"([^"\n]*)"')
_PLAYERS = re.compile(r"(?m)^[ \t]+players[ \t]+(\d+(?:[ \t]+(?:to|or)[ \t]+\d+)*)")
_OPTION = re.compile(r"(?m)^option[ \t]+(\w+)[ \t]*:[ \t]*([^=\n]+?)[ \t]*=[ \t]*([^#\n]+?)[ \t]*(?:source\b.*)?$")


@click.command("list")
@click.argument("game", required=False)
@click.option("--with", "with_", multiple=True, metavar="A,B", help="Add expansions and variants to GAME.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(game: str | None, with_: tuple[str, ...], as_json: bool) -> None:
    """List the shipped games with their expansions, variants, options and players.

    With GAME, list everything in it that a house rule or an example can name.
    """
    if game is not None:
        _list_names(game, with_, as_json)
        return
    if with_:
        raise click.BadParameter("say to which game: rulewright list GAME --with A,B", param_hint="--with")
    games = shipped()
    if as_json:
        click.echo(json.dumps(games, indent=2, ensure_ascii=False))
        return
    for name, found in games.items():
        players = f", {found['players']} players" if found["players"] else ""
        click.echo(f"{name}  ({found['title']}{players})")
        for kind in ("expansions", "variants"):
            if found[kind]:
                click.echo(f"  {kind + ':':12} {', '.join(found[kind])}")
        for option in found["options"]:
            whose = f" (with {option['module']})" if option["module"] != name else ""
            click.echo(f"  {'option:':12} {option['name']} = {option['default']}, of {option['type']}{whose}")


def _list_names(game: str, with_: tuple[str, ...], as_json: bool) -> None:
    from rulewright.cli._names import names_of, names_text
    from rulewright.cli._setting import program_of, ruleset_of, setting_of

    setting = setting_of(game, with_, (), None)
    ruleset = ruleset_of(setting)
    names = names_of(ruleset, program_of(setting))
    click.echo(json.dumps(names, indent=2, ensure_ascii=False) if as_json else names_text(ruleset.title, names))


def shipped() -> dict[str, dict[str, Any]]:
    """Each shipped game: title, players, the names of its expansions and variants, its options."""
    from rulewright.dsl.files import Shelf

    shelf = Shelf()
    mains = _mains(shelf)
    games = {found.name: _game(found) for found in mains if found.kind == "game"}
    for found in mains:
        for base in _games_of(found, mains) if found.kind in ("expansion", "variant") else ():
            games[base][f"{found.kind}s"].append(_shown(found.name))
            games[base]["options"] += _options(found)
    for found in shelf.shipped():
        if found.kind == "game" and found.is_bare and found not in mains:
            games[found.name]["options"] += _options(found)
    return {_shown(name): game for name, game in sorted(games.items())}


def _mains(shelf: Shelf) -> list[Found]:
    """One file for each module: the one with the rest of the header."""
    chosen: dict[tuple[str, str], Found] = {}
    for found in shelf.shipped():
        if found.kind in ("game", "expansion", "variant"):
            key = (found.kind, found.name)
            if key not in chosen or (chosen[key].is_bare and not found.is_bare):
                chosen[key] = found
    return list(chosen.values())


def _games_of(found: Found, mains: list[Found]) -> list[str]:
    """The games that a module belongs to, through the modules between."""
    by_name = {main.name: main for main in mains}
    games: list[str] = []
    waiting = list(found.of)
    for name in waiting:
        base = by_name.get(name)
        if base is not None and base.kind == "game":
            games.append(name)
        elif base is not None:
            waiting.extend(other for other in base.of if other not in waiting)
    return list(dict.fromkeys(games))


def _game(found: Found) -> dict[str, Any]:
    text = _text(found)
    title, players = _TITLE.search(text), _PLAYERS.search(text)
    return {
        "title": title.group(1) if title else found.name,
        "players": " ".join(players.group(1).split()) if players else "",
        "expansions": [],
        "variants": [],
        "options": _options(found),
    }


def _options(found: Found) -> list[dict[str, str]]:
    return [
        {"name": name, "type": type_, "default": default, "module": _shown(found.name)}
        for name, type_, default in _OPTION.findall(_text(found))
    ]


def _text(found: Found) -> str:
    return found.path.read_text("utf-8-sig").replace("\r\n", "\n")


def _shown(name: str) -> str:
    """A name as it is written on the command line."""
    return name.replace("_", "-")
