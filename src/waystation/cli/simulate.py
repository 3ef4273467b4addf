"""`simulate`: many games between bots, and who won."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from waystation.arena import BranchingFactor, RecordOfGame, Row, Summary, Tally, summarize, write_rows
from waystation.arena import simulate as run
from waystation.arena.match import AccumulatorType
from waystation.arena.results import FORMATS, need_pyarrow
from waystation.bots import make
from waystation.cli.common import (
    FOUND_WRONG,
    STOPPED,
    CommandError,
    GameName,
    JobsOption,
    JsonFlag,
    OptionList,
    Screen,
    complain,
    console,
    load_game,
    split_seats,
    writable,
)


def simulate(
    game: GameName,
    seats: Annotated[str, typer.Option(help="Bots by seat, e.g. greedy,random or mcts:500,greedy,greedy.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    seed: Annotated[str, typer.Option(help="Seed of the run; every game's seed is derived from it.")] = "0",
    jobs: JobsOption = 1,
    out: Annotated[
        Path | None, typer.Option(help="Write results here: .jsonl, .csv or .parquet.", show_default=False)
    ] = None,
    option: OptionList = None,
    rotate: Annotated[bool, typer.Option(help="Move everybody one seat on from game to game.")] = True,
    max_decisions: Annotated[
        int | None, typer.Option(min=1, help="Cut games off after so many decisions.", show_default=False)
    ] = None,
    keep_records: Annotated[bool, typer.Option("--records", help="Keep each game's record in the results.")] = False,
    branching: Annotated[bool, typer.Option("--branching", help="Count how many actions were on offer.")] = False,
    json: JsonFlag = False,
) -> None:
    """Play many games between bots and count who wins, with 95 % intervals."""
    bots = split_seats(seats)
    table = load_game(game, option, players=len(bots))
    if table.players != len(bots):
        raise CommandError(f"{table.players} players need as many bots, got {len(bots)}")
    if out is not None:
        _check_out(out)
    for spec in bots:
        make(spec, game)
    extras: list[AccumulatorType] = [
        *([RecordOfGame] if keep_records else []),
        *([BranchingFactor] if branching else []),
    ]
    rows: list[Row] = []
    with _progress(quiet=json) as progress:
        task = progress.add_task(f"{table.spec.title}", total=games)
        found = run(table, bots, games, seed, jobs, rotate=rotate, accumulators=extras, max_decisions=max_decisions)
        with suppress(KeyboardInterrupt):  # what is there by then is written and summed up
            for row in found:
                rows.append(row)
                progress.advance(task)
        seconds = progress.tasks[0].elapsed or 0.0
    if not rows:  # stopped at once: what may be in the file from before stays
        out = None
    if out is not None:
        write_rows(rows, out)
    summary = summarize(rows)
    if json:
        print(msgspec.json.encode(summary).decode())
    else:
        _show(summary, seconds, out)
    if len(rows) < games:
        complain(f"stopped after {len(rows)} of {games} games")
        raise typer.Exit(STOPPED)
    if summary.faults:
        for fault in summary.faults[:10]:
            complain(fault)
        raise typer.Exit(FOUND_WRONG)


def _check_out(out: Path) -> None:
    """What would keep the results from being written is said before the games are played."""
    if out.suffix.lower() not in FORMATS:
        raise CommandError(f"{out}: the name must end in one of {', '.join(FORMATS)}")
    if out.suffix.lower() == ".parquet":
        need_pyarrow()
    writable(out)


def _progress(quiet: bool) -> Progress:
    screen = Screen(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=screen, transient=True, disable=quiet or not screen.is_terminal)


def _show(summary: Summary, seconds: float, out: Path | None) -> None:
    screen = console()
    screen.print(_tallies("Bot", summary.bots))
    screen.print(_tallies("Seat", summary.seats))
    ends = ", ".join(f"{reason} {count}" for reason, count in summary.reasons.items()) or "none"
    rate = summary.decisions / seconds if seconds else 0.0
    screen.print(f"{summary.games} games in {seconds:.1f} s, {rate:,.0f} decisions/s. Ended: {ends}.", markup=False)
    if out is not None:
        screen.print(f"Results in {out}", markup=False)


def _tallies(what: str, tallies: list[Tally]) -> Table:
    table = Table(what, *("Played", "Won", "Win rate", "95 % interval", "Score", "Rank", "Decisions", "ms each"))
    for column in table.columns[1:]:
        column.justify = "right"
    for tally in tallies:
        table.add_row(
            Text(tally.name),
            str(tally.games),
            f"{tally.wins:g}",
            f"{tally.rate:.1%}",
            f"{tally.low:.1%} – {tally.high:.1%}",
            f"{tally.mean_score:.1f}",
            f"{tally.mean_rank:.2f}" if tally.mean_rank else "–",
            f"{tally.decisions_per_game:.0f}",
            f"{tally.ms_per_decision:.2f}",
        )
    return table
