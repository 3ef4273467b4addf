"""Whether the levels mean something: each against the one below, whether more time helps, and whether every game ends.

    python benchmarks/ladder.py                              # all competitive games, 2 to max players, 100 deals a pair
    python benchmarks/ladder.py wayfinders --players 2 --deals 20 --jobs 2 --skip mcts:5s
    python benchmarks/ladder.py windward --players 2 --pair mcts:200,expert --seed 7 --out build/fresh
    python benchmarks/ladder.py windward --ends 1000         # games of each level among itself: do they end?
    python benchmarks/ladder.py --table                      # nothing is played: the tables of what is there
    python benchmarks/ladder.py wayfarers --players 2 --deals 20 --anchors src/waystation/server/anchors.json

Results are kept in `--out` (JSON lines, a file for each pair), so a run that was stopped goes on where it was. The
tables, in Markdown, are made of all that is there. A deal is played once for every seating of the two levels (two games
with two players, six with three, four with four, ten with five).
`--anchors` also writes the ratings of two players' levels to a data file for servers (`waystation anchors`).
"Ahead" is how often a seat of the upper level came before one of the lower, a tie being a half; its interval is
Wilson's, for as many games. Ratings are Bradley-Terry's (see `arena.ratings`) among the levels at one table size.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import track

import waystation
from waystation.arena import simulate
from waystation.arena.anchors import on_the_scale
from waystation.arena.match import Row
from waystation.arena.ratings import Rating, ratings
from waystation.arena.results import RowFile, read_rows, wilson
from waystation.arena.tournament import Tournament
from waystation.bots.levels import LEVELS, levels_of
from waystation.bots.registry import game_levels
from waystation.bots.strength import read, written
from waystation.engine import Game

Pair = tuple[str, str]
"""Two specifications: the one that should be stronger, and the other."""

MORE_TIME = ("mcts:1000", "mcts:200")
WANTED = {MORE_TIME: 0.60}
"""How often the upper one is to be ahead, where that is not the usual:"""
USUAL = 0.65
SEED = 2019
MOST = 5
"""Players: no game is measured with more."""
PROGRESS = Console(stderr=True)


def levels(game: Game) -> list[str]:
    """The specifications of a game's levels, the weakest first."""
    named = {level.name for level in LEVELS}
    return [level.spec for level in levels_of(game) if level.name in named]


def pairs(game: Game, skipped: Sequence[str]) -> list[Pair]:
    """Each level of a game and the one below it; and the same search with five times as many simulations."""
    specs = [spec for spec in levels(game) if spec not in skipped]
    return [*zip(specs[1:], specs, strict=False), MORE_TIME]


# ---------------------------------------------------------------------- playing


def kept(out: Path, *words: object) -> Path:
    """The file for some games."""
    return out / (re.sub(r"[^\w-]+", "", "-".join(map(str, words))) + ".jsonl")


def added(path: Path, title: str, known: list[Row], more: Iterable[Row], total: int) -> list[Row]:
    """Write the games that come to a file; returns them with those that were there."""
    with RowFile(path, more=True) as file:
        for row in track(more, title, total=total - len(known), console=PROGRESS):
            file.add(row)
            known.append(row)
    return known


def played(game: Game, pair: Pair, deals: int, seed: int, jobs: int, out: Path) -> list[Row]:
    """All games of a pair over so many deals; those that are there are not played again."""
    tournament = Tournament(game, pair, deals, seed=seed)
    path = kept(out, game.name, game.players, *pair)
    known = [row for row in read_rows(path) if row.index < len(tournament)] if path.exists() else []
    wrong = tournament.wrong(known)
    if wrong:
        raise SystemExit(f"{path}: {wrong}; move it away")
    title = f"{game.name} {game.players}: {pair[0]} - {pair[1]}"
    return added(path, title, known, tournament.play(jobs, known), len(tournament))


def ended(game: Game, level: str, games: int, seed: int, jobs: int, out: Path) -> list[Row]:
    """Games of a level among itself; those that are there are not played again."""
    path = kept(out, game.name, game.players, level, "alone")
    known = [row for row in read_rows(path) if row.index < games] if path.exists() else []
    if any(row.run != seed or row.rules_version != game.rules_version for row in known):
        raise SystemExit(f"{path}: games of another seed or other rules; move it away")
    there = {row.index for row in known}
    more = simulate(game, [level] * game.players, games, seed, jobs, there=there, in_order=False)
    return added(path, f"{game.name} {game.players}: {level}", known, more, games)


def rate(game: Game, skipped: Sequence[str], deals: int, seed: int, jobs: int, out: Path, anchors: Path) -> None:
    """What a server goes by: the ratings of the levels, from each against the one below. Those that are there stay."""
    steps = [pair for pair in pairs(game, skipped) if pair != MORE_TIME]
    rows = [row for pair in steps for row in played(game, pair, deals, seed, jobs, out)]
    known = read(anchors.read_bytes()) if anchors.exists() else {}
    found = on_the_scale(game, ratings(rows), type(game).default_bot, deals, seed)
    before = known.get(game.name)
    if before is not None:  # bots never move
        found = msgspec.structs.replace(before, bots={**found.bots, **before.bots})
    known[game.name] = found
    anchors.write_bytes(written(known))


# ---------------------------------------------------------------------- tables


def ahead(rows: Sequence[Row], pair: Pair) -> tuple[float, int]:
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


def all_rows(out: Path) -> dict[tuple[str, int], dict[Pair, list[Row]]]:
    """What is there, by game and players and then by pair; a level among itself is a pair with itself."""
    found: dict[tuple[str, int], dict[Pair, list[Row]]] = {}
    for path in sorted(out.glob("*.jsonl")):
        rows = read_rows(path)
        first = next((row for row in rows if row.index == 0), None)  # where the upper one sits first
        if first is not None:
            lower = next((name for name in first.seats if name != first.seats[0]), first.seats[0])
            found.setdefault((first.game, len(first.seats)), {})[first.seats[0], lower] = rows
    return found


def worded(game: Game, spec: str) -> str:
    """A level in words, and what stands behind it; another bot by its specification."""
    level = next((level for level in levels_of(game) if level.spec == spec), None)
    if level is None or spec not in levels(game):
        return f"`{spec}`"
    behind = game_levels(game).get(level.name, (spec, ""))[0] or spec
    return level.title.lower() if behind == level.title.lower() else f"{level.title.lower()} (`{behind}`)"


def line(game: Game, pair: Pair, rows: Sequence[Row], rating: Rating | None) -> str:
    """A pair in the table."""
    won, count = ahead(rows, pair)
    share, wanted = won / max(1, count), WANTED.get(pair, USUAL)
    low, high = wilson(share * len(rows), len(rows))
    strength = f"{rating.elo:.0f}" if rating else ""
    if rating and rating.elo_low is not None and rating.elo_high is not None:
        strength += f" ({rating.elo_low:.0f} to {rating.elo_high:.0f})"
    cells = [
        *(game.spec.title, str(game.players), *(worded(game, spec) for spec in pair), str(len(rows))),
        f"{share:.1%} ({low:.0%} to {high:.0%})".replace("%", " %"),
        f"{'yes' if share >= wanted else '**no**'} ({wanted:.0%})".replace("%", " %"),
        strength,
    ]
    return f"| {' | '.join(cells)} |"


def ladder(game: Game, found: dict[Pair, list[Row]]) -> Iterator[str]:
    """A game's lines: levels from the weakest on, then other matches."""
    order = levels(game)
    steps = {pair: rows for pair, rows in found.items() if pair[0] != pair[1] and set(pair) <= set(order)}
    elo = {rating.name: rating for rating in ratings([row for rows in steps.values() for row in rows])}
    for pair in sorted(steps, key=lambda pair: (order.index(pair[0]), -order.index(pair[1]))):
        yield line(game, pair, steps[pair], elo.get(pair[0]))
    for pair, rows in found.items():
        if pair not in steps and pair[0] != pair[1]:
            yield line(game, pair, rows, None)


def endings(game: Game, found: dict[Pair, list[Row]]) -> Iterator[str]:
    """How all games ended, and those of each level among itself."""
    order = levels(game)
    counted = {"all": [row for rows in found.values() for row in rows]}
    counted |= {worded(game, pair[0]): found[pair] for pair in sorted(
        (pair for pair in found if pair[0] == pair[1] and pair[0] in order), key=lambda pair: order.index(pair[0])
    )}  # fmt: skip
    for who, rows in counted.items():
        reasons = Counter(row.reason for row in rows).most_common()
        longest = max(sum(row.decisions) for row in rows)
        yield (
            f"| {game.spec.title} | {game.players} | {who} | {len(rows)} | {sum(1 for row in rows if row.ranks)} "
            f"| {', '.join(f'{reason} {count}' for reason, count in reasons)} | {longest} |"
        )


def tables(out: Path, wanted: Sequence[tuple[str, int]]) -> Iterator[str]:
    """All that is there of these games."""
    found = all_rows(out)
    known = [(waystation.load(name, players=players), found[name, players]) for name, players in wanted if
             (name, players) in found]  # fmt: skip
    yield "| Game | Players | Level | Against | Games | Ahead (95 %) | As wanted | Rating (95 %) |"
    yield "|---|---|---|---|---|---|---|---|"
    for game, rows in known:
        yield from ladder(game, rows)
    yield "\n| Game | Players | Level among itself | Games | Ended by the rules | How | Longest, decisions |"
    yield "|---|---|---|---|---|---|---|"
    for game, rows in known:
        yield from endings(game, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "games", nargs="*", help="names of games (default: all in which people play against each other)"
    )
    parser.add_argument("--players", type=int, action="append", help="may be given several times (default: all)")
    parser.add_argument("--skip", action="append", default=[], metavar="LEVEL", help="may be given several times")
    parser.add_argument(
        "--pair", action="append", metavar="UPPER,LOWER", help="only these two bots; may be given several times"
    )
    parser.add_argument("--deals", type=int, default=100, help="for each pair (default: 100)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of all deals (default: {SEED})")
    parser.add_argument(
        "--jobs", type=int, default=1, help="processes (default: 1; more spoil levels that go by the clock)"
    )
    parser.add_argument(
        "--ends", type=int, metavar="GAMES", help="instead: play so many games of each level among itself"
    )
    parser.add_argument("--table", action="store_true", help="play nothing; print the tables of what is there")
    parser.add_argument("--anchors", type=Path, metavar="FILE", help="also: write ratings of two players' levels to it")
    parser.add_argument("--out", type=Path, default=Path("build/ladder"))
    given = parser.parse_args()
    chosen = [tuple(pair.split(",")) for pair in given.pair or ()]
    if any(len(pair) != 2 or pair[0] == pair[1] for pair in chosen):
        parser.error("--pair takes two different bots, such as mcts:1000,mcts:200")
    given.out.mkdir(parents=True, exist_ok=True)
    tables_of: list[tuple[str, int]] = []
    for name in given.games or [
        name for name in waystation.game_names() if not waystation.game_type(name).spec.cooperative
    ]:
        least, most = waystation.game_type(name).spec.players
        for players in given.players or range(max(2, least), min(most, MOST) + 1):
            game = waystation.load(name, players=players)
            tables_of.append((name, players))
            if given.table:
                continue
            if given.ends is not None:
                for level in levels(game):
                    if level not in given.skip:
                        ended(game, level, given.ends, given.seed, given.jobs, given.out)
                continue
            for pair in chosen or pairs(game, given.skip):
                played(game, pair, given.deals, given.seed, given.jobs, given.out)
            if given.anchors is not None and players == 2:
                rate(game, given.skip, given.deals, given.seed, given.jobs, given.out, given.anchors)
    for text in tables(given.out, tables_of):
        print(text)


if __name__ == "__main__":
    main()
