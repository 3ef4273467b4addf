"""`analyse`: what a moment of a record is worth, or what a whole game turned on."""

from __future__ import annotations

import csv as tables
import io
import sys
from os.path import realpath
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from waystation.bots.analysis import Analysis, Candidate, Review, review
from waystation.bots.analysis import analyse as analyse_state
from waystation.bots.curve import curve_svg
from waystation.cli.common import CommandError, JsonFlag, console, read_text, writable
from waystation.cli.files import RecordFile, ThemeName, ThemeOption, picture_name, write_picture
from waystation.engine import Match
from waystation.engine import record as records
from waystation.engine.documents import same_file, write_whole
from waystation.engine.words import said

At = Annotated[
    int | None,
    typer.Option("--at", min=0, help="The moment after so many moves. Default: the whole game.", show_default=False),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        min=0.1, max=86_400, help="How long to think. Default: 60 for a game, 5 for a moment.", show_default=False
    ),
]
SeatNumber = Annotated[
    int | None, typer.Option(min=1, help="Which seat is to decide, with --at. Default: the first.", show_default=False)
]
OutFile = Annotated[
    Path | None, typer.Option("--out", help="Draw the chances to an .svg or .png file.", show_default=False)
]
CsvFile = Annotated[
    Path | None, typer.Option("--csv", help='Write the chances after each turn ("-": print).', show_default=False)
]


def analyse(
    file: RecordFile,
    at: At = None,
    seat: SeatNumber = None,
    seconds: Seconds = None,
    json: JsonFlag = False,
    csv: CsvFile = None,
    out: OutFile = None,
    theme: ThemeOption = ThemeName.light,
    seed: Annotated[int, typer.Option(help="Of the search.")] = 0,
) -> None:
    """Say what a game turned on and what cost most, or (--at) what could be played at a moment and what it is worth."""
    if at is None and seat is not None:
        raise CommandError("--seat goes with --at")
    if at is not None and (csv or out):
        raise CommandError("--csv and --out are for whole games; leave out --at")
    if json and str(csv) == "-":
        raise CommandError("--json and --csv - both print; name a file for the table")
    if out is not None:
        picture_name(out)
    if out is not None and csv is not None and realpath(out) == realpath(csv):
        raise CommandError(f"{out}: --csv and --out are two files")
    for path in (csv, out):
        if path is not None and str(path) != "-":
            if same_file(path, file):
                raise CommandError(f"{path}: this is the record itself")
            writable(path)
    match = records.replay(records.parse(read_text(file), str(file)), source=str(file))
    if at is not None:
        _moment(match, at, seat, seconds or 5.0, json, seed)
        return
    if not match.moves:
        raise CommandError(f"{file}: nothing has been played yet")
    found = _review(match, seconds or 60.0, seed)
    if csv is not None:
        _write_csv(found, match, csv)
    if out is not None:
        write_picture(curve_svg(found, match.game, match.names, theme.value), out, 0)
    if json:
        _print_json(found)
    elif csv is None or str(csv) != "-":
        _tell(found, match)


def _moment(match: Match, at: int, seat: int | None, seconds: float, json: bool, seed: int) -> None:
    if at > len(match.moves):
        raise CommandError(f"--at {at}: expected 0 to {len(match.moves)} moves")
    state = match.at(at)
    if seat is not None and seat > match.game.players:
        raise CommandError(f"there is no seat {seat}; seats run from 1 to {match.game.players}")
    if seat is not None and state.to_act and seat - 1 not in state.to_act:
        asked = ", ".join(str(one + 1) for one in state.to_act)
        raise CommandError(f"--at {at}: seat {seat} owes no decision then (asked: {asked})")
    try:
        found = analyse_state(state, None if seat is None else seat - 1, seconds, names=match.names, seed=seed)
    except ValueError as error:
        raise CommandError(f"--at {at}: {error}") from error
    if json:
        _print_json(found)
    else:
        _tell_moment(found, match)


def _review(match: Match, seconds: float, seed: int) -> Review:
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(said("Looking back"), total=1.0)
        return review(match, seconds, seed=seed, tell=lambda share: bar.update(task, completed=share))


def _print_json(found: Analysis | Review) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n")


def _tell_moment(found: Analysis, match: Match) -> None:
    screen = console()
    table = Table(said("chance"), said("between"), said("turn"), said("then"), box=None)
    for candidate in found.candidates:
        line = " ".join(f"{match.names[step.seat]}: {step.notation}." for step in candidate.line)
        between = f"{candidate.low:.0%}-{candidate.high:.0%}"
        table.add_row(f"{candidate.chance:.0%}", between, Text(_turn(candidate)), Text(line, style="dim"))
    who = match.names[found.seat]
    spent = f"{found.seconds:.1f}"
    screen.print(
        said("{who} is to decide; {n:simulation|simulations} in {spent} s:", who=who, n=found.simulations, spent=spent),
    )
    screen.print(table)


def _turn(candidate: Candidate) -> str:
    return ", ".join(candidate.notation)


def _tell(found: Review, match: Match) -> None:
    screen = console()
    for turning in found.turnings:
        text = said(
            "Moves {start} to {ply}: the chance of {who} changed by {swing:+} points of a hundred.",
            start=turning.start + 1,
            ply=turning.ply,
            who=match.names[turning.seat],
            swing=round(100 * turning.swing),
        )
        screen.print(text)
    if not found.costly:
        screen.print(said("No turn was found that cost much."))
    for costly in found.costly:
        text = said(
            "Move {ply}, {who}: {played} cost {cost} points of a hundred against {better}.",
            ply=costly.ply + 1,
            who=match.names[costly.seat],
            played=_turn(costly.played),
            cost=round(100 * costly.cost),
            better=_turn(costly.better),
        )
        screen.print(text)
    spent = f"{found.seconds:.0f}"
    screen.print(said("{n:simulation|simulations} in {spent} s.", n=found.simulations, spent=spent))


def _write_csv(found: Review, match: Match, path: Path) -> None:
    out = io.StringIO()
    rows = tables.writer(out, lineterminator="\n")
    rows.writerow(["ply", "seat", *match.names])
    for moment in found.curve:
        rows.writerow([moment.ply, moment.seat + 1, *(f"{chance:.4f}" for chance in moment.chances)])
    if str(path) == "-":
        sys.stdout.write(out.getvalue())
    else:
        write_whole(path, out.getvalue())
