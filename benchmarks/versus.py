"""A match of two bots by the arena, for scripts that measure what they have learned."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ladder import PROGRESS, Pair, ahead
from rich.progress import track

from waystation.arena import wilson
from waystation.arena.tournament import Tournament

if TYPE_CHECKING:
    from waystation.engine import Game


def a_file(text: str) -> Path:
    """A file that is there, for argparse."""
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text}")
    return Path(text)


def versus(game: Game, pair: Pair, deals: int, seed: str) -> None:
    """Print how often a seat of the one comes before one of the other, a tie being a half, and how long each thinks."""
    tournament = Tournament(game, pair, deals, seed=seed)
    title = f"{game.players} players"
    rows = list(track(tournament.play(), title, total=len(tournament), console=PROGRESS))
    won, count = ahead(rows, pair)
    low, high = wilson(won / count * len(rows), len(rows))
    print(f"{title}, {pair[0]} against {pair[1]}: {won / count:.1%} of {len(rows)} games ({low:.1%} to {high:.1%})")
    for bot in pair:
        seats = [
            (row.seconds[seat], row.decisions[seat])
            for row in rows
            for seat, name in enumerate(row.seats)
            if name == bot
        ]
        seconds, decisions = (sum(part) for part in zip(*seats, strict=True))
        print(f"{bot}: {1e6 * seconds / decisions:.0f} us a decision")
