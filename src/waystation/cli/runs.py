"""What the commands that play many games share: results that survive, progress, and how a run ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from waystation.arena import Row, RowFile, read_rows
from waystation.arena.compare import Comparison
from waystation.arena.results import FORMATS, need_pyarrow, number_of
from waystation.arena.tournament import Tournament
from waystation.cli.common import (
    FOUND_WRONG,
    STOPPED,
    CommandError,
    Screen,
    Terminated,
    complain,
    told_to_end,
    writable,
)
from waystation.engine.documents import write_whole
from waystation.engine.words import said

OutOption = Annotated[
    Path | None, typer.Option(help="Write results here: .jsonl, .csv or .parquet.", show_default=False)
]
ResumeFlag = Annotated[bool, typer.Option("--resume", help="Go on with a run whose rows are in --out (JSON lines).")]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster: its address, auto (the one that runs here), or local (a new one).",
        show_default=False,
    ),
]
SeedOption = Annotated[str, typer.Option(help="Seed of the run; every game's seed is derived from it.")]


class Done(NamedTuple):
    """How a run went: its seconds, the exit code of a stop (0: it was not stopped), the file with its rows, and how
    many games were there before."""

    seconds: float
    stopped: int
    out: Path | None
    before: int

    def took(self, rows: list[Row]) -> str:
        """How many games were played, and how long that took."""
        played, seconds = len(rows) - self.before, f"{self.seconds:.1f}"
        if self.before:
            return said(
                "{n:game|games} in {seconds} s, {before} from before", n=played, seconds=seconds, before=self.before
            )
        return said("{n:game|games} in {seconds} s", n=played, seconds=seconds)

    def end(self, rows: list[Row], games: int) -> None:
        """End the command if it was stopped, or if bots failed."""
        if self.stopped:
            complain(f"stopped after {len(rows)} of {games} games")
            raise typer.Exit(self.stopped)
        faults = [f"game {row.index}, {fault}" for row in rows for fault in row.faults]
        for fault in faults[:10]:
            complain(fault)
        if faults:
            raise typer.Exit(FOUND_WRONG)


def carry_out(
    title: str, rows: list[Row], found: Iterator[Row], games: int, out: Path | None, *, in_order: bool, quiet: bool
) -> Done:
    """Write the rows found as games end, show how far the run is, and leave all in `rows`, sorted."""
    before, stopped = len(rows), 0
    target = RowFile(out, more=before > 0) if out is not None else None
    with _progress(quiet) as progress, target or nullcontext():
        task = progress.add_task(title, total=games, completed=before)
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
    if target is not None and len(rows) > before and not stopped and not in_order:
        target.sort()
    rows.sort(key=number_of)
    return Done(seconds, stopped, out if len(rows) > before else None, before)


def play_series(
    title: str,
    series: Tournament | Comparison,
    jobs: int,
    out: Path | None,
    ray: str | None,
    *,
    resume: bool,
    quiet: bool,
) -> tuple[list[Row], Done]:
    """Play a series, or go on with it: its rows, and how that went."""
    if out is not None:
        check_out(out)
    rows = rows_before(out, series.wrong) if resume else []
    played = series.play(jobs, rows[:], ray)
    return rows, carry_out(title, rows, played, len(series), out, in_order=False, quiet=quiet)


def rows_before(out: Path | None, fault: Callable[[list[Row]], str | None], option: str = "--out") -> list[Row]:
    """The rows of a run that was stopped; CommandError if they are of another run."""
    if out is None or out.suffix.lower() != ".jsonl":
        raise CommandError(f"--resume goes on with a run whose rows are in a file of JSON lines: {option} NAME.jsonl")
    if not out.exists():
        return []
    try:
        rows = read_rows(out)
    except msgspec.DecodeError as error:
        raise CommandError(f"{out}: these are no results of simulate: {error}") from error
    if len({row.index for row in rows}) < len(rows):
        raise CommandError(f"{out}: a game is there twice")
    wrong = fault(rows)
    if wrong is not None:
        raise CommandError(f"{out}: {wrong}")
    whole = out.read_bytes()
    if not whole.endswith(b"\n"):  # the last line was not finished
        write_whole(out, whole[: whole.rfind(b"\n") + 1])
    return rows


def check_out(out: Path) -> None:
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
