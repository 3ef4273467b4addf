"""The `waystation` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

import waystation
from waystation.cli import (
    admin,
    analyse,
    anchors,
    backup,
    bench,
    doctor,
    files,
    mcp,
    newgame,
    play,
    report,
    serve,
    shelf,
    simulate,
    study,
    tournament,
)
from waystation.cli.common import BAD_INPUT, complain, part_of
from waystation.engine import UnknownGame, WaystationError, words
from waystation.engine.extras import needed_for

app = typer.Typer(
    name="waystation",
    help="Board games about journeys: play them, simulate them, check their rules.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

EXAMPLES: dict[Callable[..., None], str] = {
    shelf.games: "waystation games",
    shelf.rules: "waystation rules wayfinders",
    play.play: "waystation play wayfinders --seats me,greedy,mcts:500",
    simulate.simulate: "waystation simulate wayfinders --seats greedy,random --games 200 --jobs 2 --out games.csv",
    tournament.tournament: "waystation tournament wayfinders --bots random,greedy,mcts:100 --deals 20 --out cup.jsonl",
    tournament.compare: "waystation compare wayfinders exploration=false exploration=true --seats greedy,greedy",
    anchors.anchors: "waystation anchors wayfinders --bots random,beginner,greedy --deals 20 --out anchors.json",
    report.report: "waystation report games.jsonl --out report.html",
    mcp.mcp: "waystation mcp --http --port 8765",
    study.tasks: "waystation tasks",
    study.evaluate: "waystation evaluate wayfinders-greedy --bot mcts:100 --deals 20 --out result.json",
    study.dataset: "waystation dataset wayfinders --seats greedy,greedy --games 100 --out games.parquet",
    files.replay: "waystation replay game.txt --verify",
    analyse.analyse: "waystation analyse game.txt --seconds 30 --out chances.svg",
    files.check: "waystation check tests/scenarios/wayfinders",
    files.show: "waystation show game.txt --to 20 --out table.png --theme dark",
    bench.bench: "waystation bench wayfinders --peers",
    serve.serve: "waystation serve --port 8000",
    doctor.doctor: "waystation doctor --url https://play.example.org",
    backup.backup: "waystation backup tables-monday.sqlite",
    backup.restore: "waystation restore tables-monday.sqlite",
}

for _command, _example in EXAMPLES.items():
    app.command(epilog=f"Example: {_example}")(_command)
app.add_typer(admin.app, name="admin")
app.command("new-game", epilog="Example: waystation new-game kites")(newgame.new_game)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"waystation {waystation.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def _mount_games() -> None:
    """Add the commands that games bring along (``games/<name>/cli.py`` with ``app`` and ``CLI_NAME``).

    Loading games takes a moment, so that is left out when one of our own commands is called.
    """
    own = {command.callback.__name__ for command in app.registered_commands if command.callback} | {"admin"}
    if len(sys.argv) > 1 and sys.argv[1] in own:
        return
    for game in waystation.game_names():
        try:
            shipped = find_spec(f"waystation.games.{game}")
            if shipped is not None and not _holds_commands(shipped):
                continue
            found = part_of(game, "cli")
            if found is not None and all(group.name != found.CLI_NAME for group in app.registered_groups):
                app.add_typer(found.app, name=found.CLI_NAME)
        except Exception as error:  # a package that is broken must not keep the others from working
            complain(str(error) if isinstance(error, UnknownGame) else f"{game}: {type(error).__name__}: {error}")


def _holds_commands(package: ModuleSpec) -> bool:
    """Whether there is a cli.py in a package that is not loaded yet."""
    return any(Path(folder, "cli.py").exists() for folder in package.submodule_search_locations or ())


def main() -> None:
    """Run the command; errors about input are told in one line, without a traceback."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever started us closed it
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a pipe or terminal that can't take a letter gets a "?" for it
            stream.reconfigure(errors="replace")
    if isinstance(sys.stdin, TextIOWrapper):  # what is typed there is no text: half a letter, say, by a backspace
        sys.stdin.reconfigure(errors="surrogateescape")
    try:
        words.speak_as_asked()
        _mount_games()
        with needed_for("this command"):
            app()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # the reader of our output has seen enough
            sys.exit(0)
        raise
    except (WaystationError, OSError) as error:
        complain(f"error: {_said(error)}")
        sys.exit(BAD_INPUT)


def _said(error: Exception) -> str:
    """What an error says; for one about a file, the file and what is wrong with it."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


__all__ = ["app", "main"]
