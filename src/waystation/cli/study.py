"""`tasks`, `evaluate`, `dataset`: measure a bot by fixed tasks, and games to learn from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from waystation.arena.balance import Mean
from waystation.cli.common import (
    CommandError,
    GameName,
    JobsOption,
    JsonFlag,
    OptionList,
    Terminated,
    complain,
    console,
    load_game,
    split_seats,
    told_to_end,
    writable,
)
from waystation.cli.runs import SeedOption, carry_out, check_out, rows_before
from waystation.engine.documents import replacing, write_whole
from waystation.engine.words import said
from waystation.study.tasks import TASKS, Result, Test, references, task_named


def tasks(json: JsonFlag = False) -> None:
    """List the fixed tasks that bots are measured by, and what our own bots reach."""
    if json:
        print(msgspec.json.encode({"tasks": TASKS, "references": references()}).decode())
        return
    screen = console()
    for task in TASKS:
        screen.print(Text(task.name, style="bold"))
        about = said("{about} {game}, with {other}; {n:deal|deals}.", about=said(task.about), game=task.game,
                     other=task.other, n=task.deals)  # fmt: skip
        screen.print(f"  {about}")
        for result in references():
            if result.task == task.name:
                screen.print(f"  {_line(result)}")


def _line(result: Result) -> str:
    found = "; ".join(f"{said(what)} {_mean(mean)}" for what, mean in result.measures.items())
    return said("{bot}: {found} ({n:deal|deals})", bot=result.bot, found=found, n=result.deals)


def _mean(mean: Mean) -> str:
    bounds = "" if mean.low is None else f" [{mean.low:.2f}, {mean.high:.2f}]"
    return f"{mean.mean:.2f}{bounds}"


def evaluate(
    task: Annotated[str, typer.Argument(help="A task; waystation tasks lists them.")],
    bot: Annotated[str, typer.Option(help="The bot, or a program: exec:./my_bot, text:./my_model.")],
    deals: Annotated[
        int | None, typer.Option("--deals", "-d", min=1, help="How many of the task's deals.", show_default="all")
    ] = None,
    jobs: JobsOption = 1,
    out: Annotated[Path | None, typer.Option(help="Write the result here (.json).", show_default=False)] = None,
    rows_out: Annotated[
        Path | None, typer.Option("--rows", help="Keep the games here (.jsonl).", show_default=False)
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run whose rows are in --rows (JSON lines).")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Test a bot or a program by a task: on the task's deals, at every seat of each; with intervals over deals.

    With --rows the games are kept as they end, and --resume goes on with them.
    """
    if rows_out is not None:
        check_out(rows_out)
    if out is not None:
        if out.suffix.lower() != ".json":
            raise CommandError(f"{out}: the name must end in .json")
        writable(out)
    try:
        test = Test(task_named(task), bot, deals)
    except ValueError as error:
        raise CommandError(str(error)) from error
    rows = rows_before(rows_out, test.wrong, "--rows") if resume else []
    done = carry_out(task, rows, test.play(jobs, rows[:]), len(test), rows_out, in_order=False, quiet=json)
    result = test.result(rows)
    if out is not None and not done.stopped:
        write_whole(out, msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    if json:
        print(msgspec.json.encode(result).decode())
    else:
        console().print(_result(result, [each for each in references() if each.task == task]))
    done.end(rows, len(test))


def _result(result: Result, others: list[Result]) -> Table:
    table = Table("", *(said(what) for what in result.measures), said("Deals"))
    for column in table.columns[1:]:
        column.justify = "right"
    for each in (result, *others):
        name = each.bot if each is result else said("{bot} (reference)", bot=each.bot)
        table.add_row(Text(name), *(_mean(each.measures[what]) for what in result.measures), str(each.deals))
    return table


def dataset(
    game: GameName,
    seats: Annotated[str, typer.Option(help="Bots by seat, e.g. expert,expert.")],
    out: Annotated[Path, typer.Option(help="The Parquet file to write.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    seed: SeedOption = "0",
    jobs: JobsOption = 1,
    option: OptionList = None,
) -> None:
    """Write games of bots to learn from: each decision with what its seat saw, could do and did, and the result."""
    bots = split_seats(seats)
    table = load_game(game, option, players=len(bots))
    if out.suffix.lower() != ".parquet":
        raise CommandError(f"{out}: the name must end in .parquet")
    check_out(out)
    from waystation.study.dataset import write_dataset

    try:
        with told_to_end(), replacing(out) as beside:
            rows = list(write_dataset(table, bots, games, beside, seed, jobs))
    except KeyboardInterrupt as told:
        complain(said("stopped; no data set was written"))
        raise typer.Exit(told.code if isinstance(told, Terminated) else 130) from None
    except ValueError as error:
        raise CommandError(str(error)) from error
    decisions = sum(sum(row.decisions) for row in rows)
    console().print(
        said(
            "{n:game|games}, {decisions:decision|decisions} in {file}", n=len(rows), decisions=decisions, file=str(out)
        ),
    )
