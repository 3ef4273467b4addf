"""Whether the levels mean something: each against the one below, whether more time helps, and whether every game ends.

    python benchmarks/ladder.py                              # all competitive games, 2 to max players, 100 deals a pair
    python benchmarks/ladder.py wayfinders --players 2 --deals 20 --jobs 2 --skip mcts:5s
    python benchmarks/ladder.py windward --ends 1000         # games of each level among itself: do they end?
    python benchmarks/ladder.py wayfarers --players 2 --deals 20 --anchors src/waystation/server/anchors.json

Results are kept in `--out` (JSON lines, a file for each pair), so a run that was stopped goes on where it was; the
tables are made of all that is there. A deal is played once for every seating of the two levels (two games with two
players).
`--anchors` also writes the ratings of two players' levels to a data file for servers (`waystation anchors`).
"Ahead" is how often a seat of the upper level came before one of the lower, a tie being a half.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import track

import waystation
from waystation.arena import simulate
from waystation.arena.anchors import Anchors, on_the_scale
from waystation.arena.match import Row
from waystation.arena.ratings import ratings
from waystation.arena.results import RowFile, read_rows, wilson
from waystation.arena.tournament import Tournament
from waystation.bots.levels import LEVELS, levels_of
from waystation.engine import Game

MORE_TIME = ("mcts:1000", "mcts:200")
WANTED = {MORE_TIME: 0.60}
"""How often the upper one is to be ahead, where that is not the usual:"""
USUAL = 0.65
SEED = 2019
PROGRESS = Console(stderr=True)


def pairs(game: Game, skipped: Sequence[str]) -> list[tuple[str, str]]:
    """Each level of a game and the one below it; and the same search with five times as many simulations."""
    named = {level.name for level in LEVELS}
    specs = [level.spec for level in levels_of(game) if level.name in named and level.spec not in skipped]
    return [*zip(specs[1:], specs, strict=False), MORE_TIME]


def played(game: Game, pair: tuple[str, str], deals: int, jobs: int, out: Path) -> list[Row]:
    """All games of a pair over so many deals; those that are there are not played again."""
    tournament = Tournament(game, pair, deals, seed=SEED)
    path = out / (re.sub(r"[^\w-]+", "", f"{game.name}-{game.players}-{'-'.join(pair)}") + ".jsonl")
    known = [row for row in read_rows(path) if row.index < len(tournament)] if path.exists() else []
    wrong = tournament.wrong(known)
    if wrong:
        raise SystemExit(f"{path}: {wrong}; move it away")
    title = f"{game.name} {game.players}: {pair[0]} - {pair[1]}"
    more = tournament.play(jobs, known)
    with RowFile(path, more=True) as file:
        for row in track(more, title, total=len(tournament) - len(known), console=PROGRESS):
            file.add(row)
            known.append(row)
    return known


def ahead(rows: Sequence[Row], pair: tuple[str, str]) -> tuple[float, int]:
    """In how many pairs of seats the upper level came before the lower, and how many pairs there were."""
    won, count = 0.0, 0
    for row in rows:
        for seat, upper in enumerate(row.seats):
            for other, lower in enumerate(row.seats):
                if (upper, lower) == pair and row.ranks:
                    mine, theirs = row.ranks[seat], row.ranks[other]
                    won += (mine < theirs) + 0.5 * (mine == theirs)
                    count += 1
    return won, count


def rate(game: Game, skipped: Sequence[str], deals: int, jobs: int, out: Path, anchors: Path) -> None:
    """What a server goes by: the ratings of the levels, from each against the one below. Those that are there stay."""
    rows = [row for pair in pairs(game, skipped) if pair != MORE_TIME for row in played(game, pair, deals, jobs, out)]
    known = msgspec.json.decode(anchors.read_bytes(), type=dict[str, Anchors]) if anchors.exists() else {}
    found = on_the_scale(game, ratings(rows), type(game).default_bot, deals, SEED)
    before = known.get(game.name)
    if before is not None:  # bots never move
        found = msgspec.structs.replace(before, bots={**found.bots, **before.bots})
    known[game.name] = found
    anchors.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(known.items()))), indent=1) + b"\n")


def pace(rows: Sequence[Row], spec: str) -> float:
    """Seconds that a bot took for a decision, on average."""
    mine = [
        (row.seconds[seat], row.decisions[seat]) for row in rows for seat, who in enumerate(row.seats) if who == spec
    ]
    return sum(seconds for seconds, _ in mine) / max(1, sum(decisions for _, decisions in mine))


def ladder(game: Game, skipped: Sequence[str], deals: int, jobs: int, out: Path) -> Iterator[str]:
    """The lines of a game's table."""
    found = {pair: played(game, pair, deals, jobs, out) for pair in pairs(game, skipped)}
    steps = [rows for pair, rows in found.items() if pair != MORE_TIME]
    elo = {rating.name: rating for rating in ratings([row for rows in steps for row in rows])}
    yield f"**{game.spec.title}, {game.players} players**\n"
    yield "| Upper | Lower | Games | Ahead | 95 % interval | Wanted | Elo of the upper | ms a decision |"
    yield "|---|---|---|---|---|---|---|---|"
    for pair, rows in found.items():
        won, count = ahead(rows, pair)
        low, high = wilson(won / count * len(rows), len(rows)) if count else (0.0, 1.0)
        wanted, share = WANTED.get(pair, USUAL), won / max(1, count)
        rating = elo.get(pair[0]) if pair != MORE_TIME else None
        strength = f"{rating.elo:.0f} ({rating.elo_low or 0:.0f} to {rating.elo_high or 0:.0f})" if rating else ""
        verdict = "yes" if share >= wanted else "**no**"
        yield (
            f"| `{pair[0]}` | `{pair[1]}` | {len(rows)} | {share:.1%} | {low:.1%} to {high:.1%} "
            f"| {wanted:.0%}: {verdict} | {strength} | {1000 * pace(rows, pair[0]):.0f} |"
        )
    yield ""


def ends(game: Game, games: int, jobs: int) -> Iterator[str]:
    """How games of each level among itself end."""
    for level in levels_of(game):
        run = simulate(game, [level.spec] * game.players, games, SEED, jobs, in_order=False)
        title = f"{game.name} {game.players}: {level.spec}"
        reasons = Counter(row.reason for row in track(run, title, total=games, console=PROGRESS))
        yield f"{title}: " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "games", nargs="*", help="names of games (default: all in which people play against each other)"
    )
    parser.add_argument("--players", type=int, action="append", help="may be given several times (default: all)")
    parser.add_argument("--skip", action="append", default=[], metavar="LEVEL", help="may be given several times")
    parser.add_argument("--deals", type=int, default=100, help="for each pair (default: 100)")
    parser.add_argument(
        "--jobs", type=int, default=1, help="processes (default: 1; more spoil levels that go by the clock)"
    )
    parser.add_argument(
        "--ends", type=int, metavar="GAMES", help="instead: play so many games of each level among itself"
    )
    parser.add_argument("--anchors", type=Path, metavar="FILE", help="also: write ratings of two players' levels to it")
    parser.add_argument("--out", type=Path, default=Path("build/ladder"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for name in given.games or [
        name for name in waystation.game_names() if not waystation.game_type(name).spec.cooperative
    ]:
        least, most = waystation.game_type(name).spec.players
        for players in given.players or range(max(2, least), min(most, 5) + 1):
            game = waystation.load(name, players=players)
            lines = (
                ladder(game, given.skip, given.deals, given.jobs, given.out)
                if given.ends is None
                else ends(game, given.ends, given.jobs)
            )
            for line in lines:
                print(line, flush=True)
            if given.anchors is not None and players == 2:
                rate(game, given.skip, given.deals, given.jobs, given.out, given.anchors)


if __name__ == "__main__":
    main()
