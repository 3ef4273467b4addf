"""What people are rated by: each game has a scale of its own (openskill's Plackett-Luce: a mean, and its deviation).

A game is rated in the transaction of the move that ends it, so exactly once. People move, bots do not (`anchors`): one
at the table counts as what it was measured to be. People's numbers are their own: whoever deletes their account leaves
those of others as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from . import schema
from .anchors import anchor_of, measured
from .archive import SeatAtEnd

MEAN, DEVIATION = 25.0, 25.0 / 3
"""Where everybody begins."""
UNSURE = 4.0
"""Above this deviation a number is marked as uncertain: for the first fifteen games or so."""
MOST_PLAYERS = 5
ENOUGH = 5
"""Rated games after which somebody stands on the ladder."""

_ratings, _ends = schema.ratings.c, schema.result_seats.c


class Rating(msgspec.Struct, frozen=True):
    """What somebody is rated by in a game."""

    mu: float = MEAN
    sigma: float = DEVIATION
    games: int = 0
    wins: int = 0

    @property
    def shown(self) -> int:
        """The number that people read: what somebody is at least, very probably. It begins at 1000; a hundred more is
        about what a hundred is on the Elo scale; there is nothing below 0."""
        return max(0, round(1000 + 30 * (self.mu - 3 * self.sigma)))

    @property
    def unsure(self) -> bool:
        """Whether it may still be far off."""
        return self.sigma > UNSURE


def rating_of(connection: Connection, person: str, game: str) -> Rating:
    """What somebody is rated by; whoever has not played a rated game stands where everybody begins."""
    return ratings_of(connection, [person], game).get(person, Rating())


def ratings_of(connection: Connection, people: Sequence[str], game: str) -> dict[str, Rating]:
    """The ratings of those of these people who have one."""
    columns = (_ratings.person, _ratings.mu, _ratings.sigma, _ratings.games, _ratings.wins)
    found = connection.execute(select(*columns).where(_ratings.game == game, _ratings.person.in_(people)))
    return {row.person: Rating(row.mu, row.sigma, row.games, row.wins) for row in found}


def bot_rating(game: str, bot: str) -> Rating | None:
    """What a bot counts as; None if it was not measured."""
    anchor = anchor_of(game, bot)
    return None if anchor is None else Rating(anchor.mu, anchor.sigma, anchor.games)


# ---------------------------------------------------------------------- rating a game


def rate(
    connection: Connection,
    table: str,
    game: str,
    ended: float,
    seats: Sequence[SeatAtEnd],
    former: Collection[int] = (),
) -> None:
    """Rate a game that ends now, in the transaction that ends it. Its results are written down already.

    `former`: the seats of people who have deleted their accounts, and lost: they count as anybody who begins.
    Who sits there twice, since two accounts became one, is moved by the worse place: that is no way out of a rating.
    Nothing happens if the game can't be rated: one person sits there alone, or a bot that was not measured.
    """
    people = {seat.person for seat in seats}
    if len(people) < 2 or any(seat.rank is None for seat in seats):
        return
    before = _held(connection, sorted(person for person in people if person is not None), game)
    standing = [
        before[seat.person] if seat.person else Rating() if seat.seat in former else bot_rating(game, seat.bot or "")
        for seat in seats
    ]
    if None in standing:
        return
    after = moved([one for one in standing if one is not None], [seat.rank or 0 for seat in seats])
    by_place = sorted(zip(seats, standing, after, strict=True), key=lambda one: one[0].rank or 0)
    for seat, old, (mu, sigma) in {one[0].person: one for one in by_place}.values():
        if seat.person is None or old is None:
            continue
        new = Rating(mu, sigma, old.games + 1, old.wins + seat.won)
        values = {**msgspec.structs.asdict(new), "last": ended, "shown": new.shown}
        mine = (_ratings.person == seat.person, _ratings.game == game)
        connection.execute(update(schema.ratings).where(*mine).values(**values))
        here = (_ends.table_id == table, _ends.seat == seat.seat)
        changed = {"before": old.shown, "after": new.shown, "unsure": new.unsure}
        connection.execute(update(schema.result_seats).where(*here).values(**changed))


def moved(standing: Sequence[Rating], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """Means and deviations after a game."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in standing]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [(float(team[0].mu), float(team[0].sigma)) for team in rated]


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # takes a tenth of a second: when the first game is rated

    return PlackettLuce(mu=MEAN, sigma=DEVIATION)


def _held(connection: Connection, people: Sequence[str], game: str) -> dict[str, Rating]:
    """The ratings of people, made if need be, and held until the end of the transaction: two games that end at the same
    moment are rated one after the other."""
    begin = {"game": game, "mu": MEAN, "sigma": DEVIATION, "games": 0, "wins": 0, "last": 0.0, "shown": Rating().shown}
    added = schema.adding(connection, schema.ratings).on_conflict_do_nothing()
    connection.execute(added, [{"person": person, "away": False, **begin} for person in people])
    held = select(schema.ratings).where(_ratings.game == game, _ratings.person.in_(people))
    found = connection.execute(held.order_by(_ratings.person).with_for_update()).all()
    return {row.person: Rating(row.mu, row.sigma, row.games, row.wins) for row in found}


# ---------------------------------------------------------------------- ladders


class Rung(msgspec.Struct, frozen=True):
    """A place on the ladder: a person or a bot. `last` is when they last played a rated game."""

    rating: Rating
    person: str | None = None
    name: str = ""
    public: str | None = None
    bot: str | None = None
    last: float | None = None


def ladder(connection: Connection, game: str, most: int) -> list[Rung]:
    """The strongest of a game, bots among them. Only whoever has played enough, and has not left."""
    people = schema.people.c
    columns = (schema.ratings, people.name, people.public)
    there = (_ratings.game == game, _ratings.games >= ENOUGH, _ratings.away.is_(False))
    statement = select(*columns).join(schema.people, people.id == _ratings.person).where(*there)
    best = statement.order_by(_ratings.shown.desc(), _ratings.person).limit(most)
    found = [
        Rung(Rating(row.mu, row.sigma, row.games, row.wins), row.person, row.name, row.public, None, row.last)
        for row in connection.execute(best)
    ]
    known = measured().get(game)
    bots = {} if known is None else known.bots
    found += [Rung(Rating(one.mu, one.sigma, one.games), bot=spec) for spec, one in bots.items()]
    return sorted(found, key=lambda rung: (-rung.rating.shown, rung.bot or ""))[:most]


def place_of(connection: Connection, person: str, game: str) -> tuple[Rating, bool]:
    """What somebody is rated by, and whether they have left the ladder."""
    mine = select(_ratings.away).where(_ratings.person == person, _ratings.game == game)
    return rating_of(connection, person, game), bool(connection.scalar(mine))


def stay_away(connection: Connection, person: str, game: str, away: bool) -> bool:
    """Leave the ladder of a game, or come back; whether there is a rating at all."""
    mine = (_ratings.person == person, _ratings.game == game)
    return connection.execute(update(schema.ratings).where(*mine).values(away=away)).rowcount > 0


def forget_person(connection: Connection, person: str) -> None:
    """Somebody's account is deleted: their ratings go, those of others stay as they are."""
    connection.execute(schema.ratings.delete().where(_ratings.person == person))
