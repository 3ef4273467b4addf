"""`simulate`: many games between bots, and who won."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from waystation.arena import (
    BranchingFactor,
    ComponentsOfGame,
    RecordOfGame,
    Row,
    RowFile,
    Summary,
    Tally,
    game_seed,
    read_rows,
    rotated,
    summarize,
)
from waystation.arena import simulate as run
from waystation.arena.match import AccumulatorType
from waystation.arena.results import FORMATS, need_pyarrow, number_of
from waystation.bots import make, names_of
from waystation.cli.common import (
    FOUND_WRONG,
    STOPPED,
    CommandError,
    GameName,
    JobsOption,
    JsonFlag,
    OptionList,
    Screen,
    Terminated,
    complain,
    console,
    load_game,
    split_seats,
    told_to_end,
    writable,
    write_whole,
)
from waystation.engine import Game


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
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run whose rows are in --out (JSON lines).")
    ] = False,
    keep_records: Annotated[bool, typer.Option("--records", help="Keep each game's record in the results.")] = False,
    branching: Annotated[bool, typer.Option("--branching", help="Count how many actions were on offer.")] = False,
    components: Annotated[bool, typer.Option(help="Note which components were dealt and taken, by their ids.")] = True,
    json: JsonFlag = False,
) -> None:
    """Play many games between bots and count who wins, with 95 % intervals.

    Every game is written to the results as it ends; a run that was stopped goes on with --resume.
    """
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
        *([ComponentsOfGame] if components else []),
    ]
    rows = _rows_before(out, table, bots, seed, rotate) if resume else []
    there = {row.index for row in rows}
    before = len(rows)
    target = RowFile(out, more=resume) if out is not None else None
    stopped = 0
    with _progress(quiet=json) as progress, target or nullcontext():
        task = progress.add_task(f"{table.spec.title}", total=games, completed=before)
        found = run(
            table,
            bots,
            games,
            seed,
            jobs,
            rotate=rotate,
            accumulators=extras,
            max_decisions=max_decisions,
            there=there,
            in_order=False,
        )
        try:
            with told_to_end():
                for row in found:
                    rows.append(row)
                    if target is not None:
                        target.add(row)
                    progress.advance(task)
        except KeyboardInterrupt as told:  # what is there by then is summed up
            stopped = told.code if isinstance(told, Terminated) else STOPPED
        seconds = progress.tasks[0].elapsed or 0.0
    if len(rows) == before:
        out = None
    rows.sort(key=number_of)
    if target is not None and not stopped and (jobs > 1 or there):
        target.sort()
    summary = summarize(rows)
    if json:
        print(msgspec.json.encode(summary).decode())
    else:
        _show(summary, seconds, out)
    if stopped:
        complain(f"stopped after {len(rows)} of {games} games")
        raise typer.Exit(stopped)
    if summary.faults:
        for fault in summary.faults[:10]:
            complain(fault)
        raise typer.Exit(FOUND_WRONG)


def _rows_before(out: Path | None, game: Game, bots: list[str], seed: str, rotate: bool) -> list[Row]:
    """The rows of a run that was stopped; CommandError if they are of another run."""
    if out is None or out.suffix.lower() != ".jsonl":
        raise CommandError("--resume goes on with a run whose rows are in a file of JSON lines: --out NAME.jsonl")
    if not out.exists():
        return []
    try:
        rows = read_rows(out)
    except msgspec.DecodeError as error:
        raise CommandError(f"{out}: these are no results of simulate: {error}") from error
    names = names_of(bots)
    if len({row.index for row in rows}) < len(rows):
        raise CommandError(f"{out}: a game is there twice")
    for row in rows:
        index = row.index
        wanted = (index, game.name, game.rules_version, game_seed(seed, index))
        seats = rotated(names, index) if rotate else names
        if (index, row.game, row.rules_version, row.seed) != wanted or row.seats != seats:
            raise CommandError(f"{out}: game {index} is of another run (game, rules, seed or seats differ)")
        if type(game).read_options(row.options) != game.options:
            raise CommandError(f"{out}: game {index} was played under other options")
    whole = out.read_bytes()
    if not whole.endswith(b"\n"):  # the last line was not finished
        write_whole(out, whole[: whole.rfind(b"\n") + 1])
    return rows


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
