"""`simulate`: many games between bots, and who won."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from waystation.arena import (
    BranchingFactor,
    ComponentsOfGame,
    RecordOfGame,
    Row,
    Summary,
    Tally,
    game_seed,
    rotated,
    summarize,
)
from waystation.arena import simulate as run
from waystation.arena.match import AccumulatorType
from waystation.bots import make, names_of
from waystation.cli.common import (
    CommandError,
    GameName,
    JobsOption,
    JsonFlag,
    OptionList,
    console,
    load_game,
    split_seats,
)
from waystation.cli.runs import OutOption, RayOption, ResumeFlag, SeedOption, carry_out, check_out, rows_before
from waystation.engine import Game


def simulate(
    game: GameName,
    seats: Annotated[str, typer.Option(help="Bots by seat, e.g. greedy,random or mcts:500,greedy,greedy.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    seed: SeedOption = "0",
    jobs: JobsOption = 1,
    out: OutOption = None,
    ray: RayOption = None,
    option: OptionList = None,
    rotate: Annotated[bool, typer.Option(help="Move everybody one seat on from game to game.")] = True,
    max_decisions: Annotated[
        int | None, typer.Option(min=1, help="Cut games off after so many decisions.", show_default=False)
    ] = None,
    resume: ResumeFlag = False,
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
        raise CommandError(f"seats: expected {table.players}, got {len(bots)}")
    if out is not None:
        check_out(out)
    for spec in bots:
        make(spec, game)
    extras: list[AccumulatorType] = [
        *([RecordOfGame] if keep_records else []),
        *([BranchingFactor] if branching else []),
        *([ComponentsOfGame] if components else []),
    ]
    rows = rows_before(out, lambda rows: _fault(rows, games, table, bots, seed, rotate)) if resume else []
    decided = _decisions(rows)
    found = run(
        table,
        bots,
        games,
        seed,
        jobs,
        rotate=rotate,
        accumulators=extras,
        max_decisions=max_decisions,
        there={row.index for row in rows},
        in_order=False,
        ray=ray,
    )
    done = carry_out(
        table.spec.title, rows, found, games, out, in_order=jobs == 1 and not rows and ray is None, quiet=json
    )
    summary = summarize(rows)
    if json:
        print(msgspec.json.encode(summary).decode())
    else:
        rate = (_decisions(rows) - decided) / done.seconds if done.seconds else 0.0
        _show(summary, done.took(rows), rate, done.out)
    done.end(rows, games)


def _decisions(rows: list[Row]) -> int:
    return sum(sum(row.decisions) for row in rows)


def _fault(rows: list[Row], games: int, game: Game, bots: list[str], seed: str, rotate: bool) -> str | None:
    """Why rows can't be of this run; None if they can."""
    names = names_of(bots)
    for row in rows:
        index = row.index
        if not 0 <= index < games:
            return f"there is no game {index} in this run"
        wanted = (game.name, game.rules_version, game_seed(seed, index), rotated(names, index) if rotate else names)
        if (row.game, row.rules_version, row.seed, row.seats) != wanted:
            return f"game {index} is of another run (game, rules, seed or seats differ)"
        if type(game).read_options(row.options) != game.options:
            return f"game {index} was played under other options"
    return None


def _show(summary: Summary, took: str, rate: float, out: object) -> None:
    screen = console()
    screen.print(_tallies("Bot", summary.bots))
    screen.print(_tallies("Seat", summary.seats))
    ends = ", ".join(f"{reason} {count}" for reason, count in summary.reasons.items()) or "none"
    screen.print(f"{took}. {rate:,.0f} decisions/s. Ended: {ends}.")
    if out is not None:
        screen.print(f"Results in {out}")


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
