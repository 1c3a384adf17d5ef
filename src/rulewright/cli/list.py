"""`rulewright list`: what is shipped, read from the layout of the rulesets' folders alone."""

import json
from importlib.resources import files
from importlib.resources.abc import Traversable

import click


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(as_json: bool) -> None:
    """List the shipped games with their expansions and variants."""
    games = shipped()
    if as_json:
        click.echo(json.dumps(games, indent=2))
        return
    for name, parts in games.items():
        click.echo(name)
        for kind, members in parts.items():
            if members:
                click.echo(f"  {kind}: {', '.join(members)}")


def shipped() -> dict[str, dict[str, list[str]]]:
    """Each shipped game's expansions and variants. A game is a folder that holds a ruleset of the same name."""
    return {
        folder.name: {"expansions": _folders(folder / "expansions"), "variants": _rulesets(folder / "variants")}
        for folder in _children(files("rulewright.rulesets"))
        if _is_ruleset(folder)
    }


def _children(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda child: child.name) if folder.is_dir() else []


def _is_ruleset(folder: Traversable) -> bool:
    return folder.is_dir() and (folder / f"{folder.name}.rules").is_file()


def _folders(parent: Traversable) -> list[str]:
    return [child.name for child in _children(parent) if _is_ruleset(child)]


def _rulesets(parent: Traversable) -> list[str]:
    return [child.name.removesuffix(".rules") for child in _children(parent) if child.name.endswith(".rules")]
