"""Tournaments between bots: each with each, or Swiss. Every table plays the same deals, with seats rotated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

import msgspec

from waystation.arena import pairing
from waystation.arena.match import Row
from waystation.arena.pairing import Played
from waystation.arena.schedule import Fixture, Schedule, schedule, seatings, tables
from waystation.arena.simulate import play_plan
from waystation.bots import BotLike, Budget, names_of
from waystation.engine import Game, Seed
from waystation.engine.borders import whole

System = Literal["round-robin", "swiss"]


class Tournament:
    """A tournament: ``for row in Tournament(game, ["greedy", "mcts:100", MyBot], deals=20).play(jobs=2): ...``

    In a round robin every choice of bots for a table meets over `deals` deals; in a Swiss tournament there are `rounds`
    rounds, in each of which neighbours in the standings, who have met least, play `deals` deals. All tables (of a
    round) play the same deals, each of them once for every rotation of the seats. ValueError if the game is none for
    that.
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[BotLike],
        deals: int = 10,
        seed: Seed = 0,
        *,
        system: System = "round-robin",
        rounds: int = 5,
        budget: Budget | None = None,
        max_decisions: int | None = None,
    ) -> None:
        if game.players < 2 or game.spec.cooperative:
            raise ValueError(f"{game.name}: nobody plays against others here; compare bots instead")
        if len(bots) < 2:
            raise ValueError("a tournament needs two bots or more")
        if system not in get_args(System):
            raise ValueError(f"system: {system!r:.60} is none of {', '.join(get_args(System))}")
        if system == "swiss" and len(bots) < game.players:
            raise ValueError(f"{game.players} seats need as many bots or more in a Swiss tournament, got {len(bots)}")
        self.game, self.system = game, system
        self.deals = whole(deals, "a number of deals", 0)
        self.names = names_of(bots)
        self.rounds = whole(rounds, "a number of rounds", 0) if system == "swiss" else 1
        if len(set(self.names)) < len(self.names):
            raise ValueError("a bot is named twice")
        self._plan = schedule([game], bots, seed, budget=budget, max_decisions=max_decisions)

    def __len__(self) -> int:
        """How many games it has."""
        if self.system == "swiss":
            return self.rounds * self.deals * self.game.players * (len(self.names) // self.game.players)
        return len(self._all().fixtures)

    def wrong(self, rows: Sequence[Row]) -> str | None:
        """Why these rows can't be of this tournament; None if they can."""
        known = 0
        for plan in self._parts(rows):
            now = [row for row in rows if plan.first <= row.index < plan.first + len(plan.fixtures)]
            known += len(now)
            found = next((fault for row in now if (fault := plan.wrong(row))), None)
            if found:
                return found
        return None if known == len(rows) else "there are games of rounds that can't have been played yet"

    def play(self, jobs: int = 1, rows: Sequence[Row] = (), ray: str | None = None) -> Iterator[Row]:
        """Play all games but those whose `rows` are there; the rows come as games end."""
        known = list(rows)
        for plan in self._parts(known):
            there = {row.index for row in known}
            numbers = [plan.first + at for at in range(len(plan.fixtures)) if plan.first + at not in there]
            for row in play_plan(plan, numbers, jobs, in_order=False, ray=ray):
                known.append(row)
                yield row

    def _parts(self, rows: Sequence[Row]) -> Iterator[Schedule]:
        """The plan of each round; `rows`, which may grow meanwhile, are those of the rounds before, at least."""
        if self.system == "round-robin":
            yield self._all()
            return
        first = 0
        for number in range(self.rounds):
            before = sorted((row for row in rows if row.index < first), key=lambda row: row.index)
            if len(before) < first:
                return
            plan = self._round(number, first, before)
            yield plan
            first += len(plan.fixtures)

    def _all(self) -> Schedule:
        fixtures = [
            Fixture(seating, deal)
            for deal in range(self.deals)
            for table in tables(len(self.names), self.game.players)
            for seating in seatings(table)
        ]
        return msgspec.structs.replace(self._plan, fixtures=tuple(fixtures))

    def _round(self, number: int, first: int, rows: Sequence[Row]) -> Schedule:
        fixtures = [
            Fixture(seating, number * self.deals + deal)
            for deal in range(self.deals)
            for table in neighbours(self.names, rows, self.game.players)
            for seating in seatings(table)
        ]
        return msgspec.structs.replace(self._plan, fixtures=tuple(fixtures), first=first)


def share(row: Row, seat: int) -> float:
    """The share of the others that a seat left behind it: 1 for the sole winner, a tie is a half; 0.5 if cut off."""
    return pairing.share(row.ranks or (), seat)


def neighbours(names: Sequence[str], rows: Sequence[Row], seats: int) -> list[tuple[int, ...]]:
    """The tables of a Swiss tournament's next round: bots of like standing, who have met least.

    If the seats do not suffice for all, the last in the standings of those who had to wait least often wait.
    """
    played = [Played(tuple(row.seats), tuple(row.ranks or ())) for row in rows]
    shares: dict[str, list[float]] = {name: [] for name in names}
    for table in played:
        for seat, name in enumerate(table.seats):
            shares[name].append(pairing.share(table.ranks, seat))
    mean = {name: sum(found) / len(found) if found else 0.5 for name, found in shares.items()}
    standing = sorted(names, key=lambda name: -mean[name])
    waited = {name: -len(found) for name, found in shares.items()}  # who has played most has waited least
    waiting = pairing.who_waits(standing, waited, seats)
    seated = [name for name in standing if name not in waiting]
    number = {name: at for at, name in enumerate(names)}
    tables = pairing.neighbours(seated, pairing.meetings(played), seats)
    return [tuple(number[name] for name in table) for table in tables]
