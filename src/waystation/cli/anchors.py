"""`anchors`: how strong the bots of a game are on the scale on which people are rated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from waystation.arena.anchors import on_the_scale
from waystation.arena.match import Row
from waystation.arena.ratings import need_choix, ratings
from waystation.arena.tournament import Tournament
from waystation.bots.strength import Measured, read, written
from waystation.cli.common import (
    CommandError,
    GameName,
    JobsOption,
    OptionList,
    complain,
    load_game,
    split_seats,
    writable,
)
from waystation.cli.runs import SeedOption, carry_out
from waystation.engine.documents import read_file, write_whole


def anchors(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The data file: what it says of other games stays.")],
    bots: Annotated[str, typer.Option(help="The bots to measure, the game's usual one among them.")],
    players: Annotated[int, typer.Option(min=2, help="Seats at a table.")] = 2,
    deals: Annotated[
        int, typer.Option("--deals", "-d", min=2, help="Deals a pair of bots, each with both seatings.")
    ] = 10,
    seed: SeedOption = "0",
    jobs: JobsOption = 1,
    option: OptionList = None,
) -> None:
    """Measure a game's bots by matches among them, and write their fixed ratings to a data file.

    A server rates people against these (see docs/server.md): src/waystation/server/anchors.json is such a file.
    """
    need_choix()
    writable(out)
    table = load_game(game, option, players=players)
    known, usual = _known(out), type(table).default_bot
    if usual not in split_seats(bots):  # said before all the games
        raise CommandError(f"{usual} must be among the bots: it stands where people begin")
    try:
        cup = Tournament(table, split_seats(bots), deals, seed)
        rows: list[Row] = []
        done = carry_out(table.spec.title, rows, cup.play(jobs), len(cup), None, in_order=False, quiet=False)
        if done.stopped:  # half a tournament tells nothing
            complain(f"stopped after {len(rows)} of {len(cup)} games; no ratings were written")
            raise typer.Exit(done.stopped)
        known[table.name] = on_the_scale(table, ratings(rows), usual, deals, seed)
    except ValueError as error:
        raise CommandError(str(error)) from error
    write_whole(out, written(known))
    for name, anchor in known[table.name].bots.items():
        print(f"{name:12} {anchor.mu:6.2f}  [{anchor.low}, {anchor.high}]  {anchor.games} games")


def _known(out: Path) -> dict[str, Measured]:
    if not out.exists():
        return {}
    try:
        return read(read_file(out).encode())
    except (msgspec.DecodeError, ValueError) as error:
        raise CommandError(f"{out} is no file of ratings: {error}") from error
