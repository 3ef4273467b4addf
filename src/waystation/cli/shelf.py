"""`games` and `rules`: what there is, and how it is played."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import msgspec
import typer
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

import waystation
from waystation.bots import factories
from waystation.cli.common import CommandError, GameName, JsonFlag, complain, console, game_type
from waystation.engine import UnknownGame
from waystation.engine.pictures import captions_only
from waystation.engine.typed import schema as json_schema


def games(json: JsonFlag = False) -> None:
    """List the games that are installed, and their bots."""
    found = []
    for name in waystation.game_names():
        try:
            found.append(_about(name))
        except Exception as error:  # a package that is broken must not hide the others
            complain(str(error) if isinstance(error, UnknownGame) else f"{name}: {type(error).__name__}: {error}")
    if json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    table = Table("Name", "Title", "Players", "Minutes", "Bots", "What it is about")
    for game in found:
        players, minutes = (_span(*game[key]) for key in ("players", "minutes"))
        cells = (game["name"], game["title"], players, minutes, " ".join(game["bots"]), game["blurb"])
        table.add_row(*map(Text, cells))
    console().print(table)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _about(name: str) -> dict[str, Any]:
    kind = game_type(name)
    spec = kind.spec
    return {
        "name": name,
        "title": spec.title,
        "blurb": spec.blurb,
        "players": spec.players,
        "minutes": spec.minutes,
        "weight": spec.weight,
        "rules_version": kind.rules_version,
        "bots": sorted(factories(name)),
        "options": json_schema(kind.options_type),
    }


def rules(
    game: GameName,
    rulings: Annotated[
        bool, typer.Option("--rulings", help="Only the rulings: what the rulebook leaves open.")
    ] = False,
    options: Annotated[bool, typer.Option("--options", help="Only the game's options.")] = False,
) -> None:
    """Print a game's rules in our own words, its rulings and its options."""
    parts = []
    whole = rulings == options
    if not rulings and not options:
        parts.append(_document(game, "RULES.md"))
    if rulings or whole:
        parts.append(_document(game, "RULINGS.md"))
    if options or whole:
        parts.append(_options(game))
    text = "\n\n".join(part.strip() for part in parts) + "\n"
    if sys.stdout.isatty():
        console().print(Markdown(text))
    else:
        print(text, end="")


def _document(game: str, name: str) -> str:
    found = game_type(game).shipped(name)
    if found is None:
        raise CommandError(f"{game} comes without {name}")
    return captions_only(found)


def _options(game: str) -> str:
    kind = game_type(game)
    schema = json_schema(kind.options_type)
    fields = schema["$defs"][kind.options_type.__name__]["properties"]
    lines = [f"- `{key}`: {_option(field)}" for key, field in fields.items()]
    return "\n".join(["## Options (`-o KEY=VALUE`)", "", *lines])


def _option(field: dict[str, Any]) -> str:
    """One option in words: what it is, what it may be, and its default."""
    words = [field.get("title", ""), field.get("description", "")]
    if "enum" in field:
        words.append("one of " + ", ".join(map(str, field["enum"])))
    elif "minimum" in field or "maximum" in field:
        words.append(f"from {field.get('minimum', 'any')} to {field.get('maximum', 'any')}")
    said = "; ".join(word for word in words if word)
    return f"{said} (default: {msgspec.json.encode(field.get('default')).decode()})"
