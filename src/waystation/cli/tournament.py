"""`tournament` and `compare`: which bot is stronger, and what a rule changes."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from waystation.arena.compare import Comparison, Effect, compare_bots, compare_rules
from waystation.arena.ratings import Rating, need_choix, ratings
from waystation.arena.tournament import Tournament
from waystation.cli.common import (
    CommandError,
    GameName,
    JobsOption,
    JsonFlag,
    OptionList,
    console,
    load_game,
    once,
    split_seats,
)
from waystation.cli.runs import OutOption, RayOption, ResumeFlag, SeedOption, play_series
from waystation.engine.words import said


class Systems(StrEnum):
    """How a tournament finds its tables."""

    round_robin = "round-robin"
    swiss = "swiss"


def tournament(
    game: GameName,
    bots: Annotated[str, typer.Option(help="All bots, e.g. random,greedy,mcts:100.")],
    players: Annotated[int | None, typer.Option(min=2, help="Seats at a table.", show_default=False)] = None,
    deals: Annotated[int, typer.Option("--deals", "-d", min=1, help="Deals a table (in each round, if Swiss).")] = 10,
    system: Annotated[Systems, typer.Option(help="Each with each, or by standing.")] = Systems.round_robin,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of a Swiss tournament.")] = 5,
    seed: SeedOption = "0",
    jobs: JobsOption = 1,
    out: OutOption = None,
    ray: RayOption = None,
    option: OptionList = None,
    resume: ResumeFlag = False,
    json: JsonFlag = False,
) -> None:
    """Rate bots against each other: every table plays the same deals, each with all rotations of the seats.

    Ratings are Bradley-Terry's on the Elo scale, with intervals bootstrapped over deals, and openskill's.
    """
    need_choix()
    table = load_game(game, option, players=players)
    try:
        cup = Tournament(table, split_seats(bots), deals, seed, system=system.value, rounds=rounds)
    except ValueError as error:
        raise CommandError(str(error)) from error
    rows, done = play_series(table.spec.title, cup, jobs, out, ray, resume=resume, quiet=json)
    found = ratings(rows)
    if json:
        print(msgspec.json.encode(found).decode())
    else:
        screen = console()
        screen.print(_ratings(found))
        cut = sum(not row.ranks for row in rows)
        screen.print(
            said(
                "{took}. {cut} cut off. All intervals: 95 %; Elo's are bootstrapped over deals.",
                took=done.took(rows),
                cut=cut,
            ),
        )
    done.end(rows, len(cup))


def _ratings(found: list[Rating]) -> Table:
    table = Table("Bot", "Games", "Beaten", "95 % interval", "Elo", "95 % interval", "openskill")
    for column in table.columns[1:]:
        column.justify = "right"
    for rating in found:
        bounds = "–" if rating.elo_low is None else f"{rating.elo_low:.0f} – {rating.elo_high:.0f}"
        table.add_row(
            Text(rating.name),
            str(rating.games),
            f"{rating.score:.1%}",
            f"{rating.low:.1%} – {rating.high:.1%}",
            f"{rating.elo:.0f}",
            bounds,
            f"{rating.mu:.1f} ± {1.96 * rating.sigma:.1f}",
        )
    return table


def compare(
    game: GameName,
    a: Annotated[str, typer.Argument(help="A bot, or options such as exploration=false (a comma between several).")],
    b: Annotated[str, typer.Argument(help="The other bot, or the other options.")],
    seats: Annotated[
        str | None, typer.Option(help="For options: the bots that play, by seat.", show_default=False)
    ] = None,
    players: Annotated[int | None, typer.Option(min=1, help="For bots: seats at a table.", show_default=False)] = None,
    deals: Annotated[int, typer.Option("--deals", "-d", min=2, help="How many deals.")] = 100,
    seed: SeedOption = "0",
    jobs: JobsOption = 1,
    out: OutOption = None,
    ray: RayOption = None,
    option: OptionList = None,
    resume: ResumeFlag = False,
    json: JsonFlag = False,
) -> None:
    """Compare two bots or two variants of the rules on the same deals: each difference with a 95 % interval.

    Bots play against each other with seats rotated (where all win together: one after the other); of variants all
    rotations of the seats are played under both.
    """
    comparison = _comparison(game, a, b, seats, players, deals, seed, option)
    rows, done = play_series(f"{a} / {b}", comparison, jobs, out, ray, resume=resume, quiet=json)
    effects = comparison.effects(rows)
    if json:
        print(msgspec.json.encode(effects).decode())
    else:
        screen = console()
        screen.print(_effects(effects, a, b))
        pairs = effects[0].pairs
        screen.print(
            said(
                "{took}; {pairs:deal|deals} in pairs. An interval that leaves out 0 is marked *;"
                " of comparisons without an effect one in twenty is, too.",
                took=done.took(rows),
                pairs=pairs,
            ),
        )
    done.end(rows, len(comparison))


def _comparison(
    game: str,
    a: str,
    b: str,
    seats: str | None,
    players: int | None,
    deals: int,
    seed: str,
    option: list[str] | None,
) -> Comparison:
    of_rules = [side.partition("=")[0].isidentifier() and "=" in side for side in (a, b)]
    if of_rules[0] != of_rules[1]:
        raise CommandError("compare two bots, or two sets of options (KEY=VALUE), not one of each")
    try:
        if not of_rules[0]:
            if seats is not None:
                raise CommandError("--seats says who plays two sets of options; for bots say --players")
            return compare_bots(load_game(game, option, players=players), a, b, deals, seed)
        if seats is None:
            raise CommandError("say which bots play both: --seats greedy,greedy")
        bots = split_seats(seats)
        sides = [once([*(option or ()), *split_seats(side)]) for side in (a, b)]
        first, second = (load_game(game, side, players=len(bots)) for side in sides)
        return compare_rules(first, second, bots, deals, seed)
    except ValueError as error:
        raise CommandError(str(error)) from error


def _effects(effects: list[Effect], a: str, b: str) -> Table:
    table = Table("", a, b, "Difference", "95 % interval")
    for column in table.columns[1:]:
        column.justify = "right"
    for effect in effects:
        bounds = "–" if effect.low is None else f"{effect.low:+.2f} – {effect.high:+.2f}"
        mark = " *" if effect.sure else ""
        table.add_row(effect.what, f"{effect.a:.2f}", f"{effect.b:.2f}", f"{effect.difference:+.2f}", bounds + mark)
    return table
