"""`bench`: how fast the engines are on this machine."""

from __future__ import annotations

import platform
import sys
from typing import Annotated

import msgspec
import typer
from rich.table import Table

import waystation
from waystation.arena.bench import PeerSpeed, Speed
from waystation.arena.bench import bench as measure
from waystation.cli.common import JsonFlag, OptionList, Screen, console, game_type, load_game


def bench(
    games: Annotated[
        list[str] | None, typer.Argument(help="Games to measure. Default: all.", show_default=False)
    ] = None,
    peers: Annotated[bool, typer.Option("--peers", help="Measure OpenSpiel and Catanatron, too.")] = False,
    peers_python: Annotated[
        str | None, typer.Option(help="The Python in which these are installed. Default: this one.", show_default=False)
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; the median of each measure counts.")] = 5,
    players: Annotated[int | None, typer.Option(help="Players at each table.", show_default=False)] = None,
    option: OptionList = None,
    json: JsonFlag = False,
) -> None:
    """Measure random play, cloning, replaying and memory, game by game, on one core."""
    names = games or [kind.name for kind in waystation.game_types()]
    chosen = [_game(name, option, players, named=bool(games)) for name in names]
    screen = Screen(stderr=True)
    with screen.status("measuring") as status:
        ours, others = measure(chosen, rounds, (peers_python or sys.executable) if peers else None, status.update)
    if json:
        print(msgspec.json.encode({"games": ours, "peers": others}).decode())
    else:
        _show(ours, others, rounds)


def _game(name: str, option: list[str] | None, players: int | None, named: bool) -> waystation.Game:
    """The game with the options that let random play end, unless others are asked for.

    Where a game does not allow `players`, that is an error if it was `named`; else its default is taken.
    """
    spec = game_type(name).spec
    harness = [f"{key}={value}" for key, value in spec.harness.items()]
    fitting = players if named or (players and spec.players[0] <= players <= spec.players[1]) else None
    return load_game(name, [*harness, *(option or ())], fitting)


def _show(ours: list[Speed], others: list[PeerSpeed], rounds: int) -> None:
    table = Table("Game", "Players", "Decisions/s", "in search", "Clone µs", "Replay ms", "Decisions", "State bytes")
    for column in table.columns[1:]:
        column.justify = "right"
    for speed in ours:
        table.add_row(
            speed.game,
            str(speed.players),
            f"{speed.decisions_per_second:,.0f}",
            f"{speed.search_decisions_per_second:,.0f}",
            f"{speed.clone_us:.2f}",
            f"{speed.replay_ms:.1f}",
            f"{speed.decisions_per_game:.0f}",
            f"{speed.state_bytes:,}",
        )
    screen = console()
    screen.print(table)
    if others:
        screen.print(_peers(ours, others))
    where = f"Python {platform.python_version()} on {platform.machine()}"
    screen.print(f"{where}, one core; random play; medians of {rounds} rounds.")


def _peers(ours: list[Speed], others: list[PeerSpeed]) -> Table:
    table = Table("Engine", "Decisions/s", *(f"{speed.game} is × as fast" for speed in ours))
    for column in table.columns[1:]:
        column.justify = "right"
    for peer in others:
        ratios = (f"{speed.decisions_per_second / peer.decisions_per_second:.1f}" for speed in ours)
        table.add_row(peer.name, f"{peer.decisions_per_second:,.0f}", *ratios)
    return table
