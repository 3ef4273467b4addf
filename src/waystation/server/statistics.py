"""Statistics of a game and of a person, from what is kept of games that have ended (see `chronicle`).

Games that came as a record, lessons, and games of a chosen seed do not count, nor do tables that were deleted.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, case, func, select

from . import schema

BEST = 5
"""Best scores, and variants, that are told."""
CURVE = 200
"""Points of a curve: the newest."""

_results, _ends = schema.results.c, schema.result_seats.c
_won = func.sum(case((_ends.won.is_(True), 1), else_=0))


def seats(connection: Connection, game: str) -> list[Any]:
    """By number of players and seat: games, and how many of them that seat won (a shared win counts for each)."""
    statement = (
        select(_results.players, _ends.seat, func.count().label("games"), _won.label("wins"))
        .join(schema.result_seats, _ends.table_id == _results.table_id)
        .where(_results.game == game, _results.counted.is_(True))
        .group_by(_results.players, _ends.seat)
        .order_by(_results.players, _ends.seat)
    )
    return list(connection.execute(statement))


def lengths(connection: Connection, game: str) -> Any:
    """How many games there are, and how long they take: moves and seconds on average, and the extremes of moves."""
    seconds = func.avg(_results.ended - _results.began).label("seconds")
    moves = (func.avg(_results.moves).label("moves"), func.min(_results.moves).label("least"))
    statement = select(func.count().label("games"), seconds, *moves, func.max(_results.moves).label("most"))
    return connection.execute(statement.where(_results.game == game, _results.counted.is_(True))).one()


def best(connection: Connection, game: str) -> list[Any]:
    """The best scores of people at tables that all may see."""
    people = schema.people.c
    statement = (
        select(_ends.table_id, _ends.score, people.name, people.public, _results.players)
        .join(schema.results, _results.table_id == _ends.table_id)
        .join(schema.tables, schema.tables.c.id == _ends.table_id)
        .join(schema.people, people.id == _ends.person)
        .where(_results.game == game, _results.counted.is_(True), _results.public.is_(True), _ends.bot.is_(None))
        .where(schema.tables.c.hidden.is_not(True), schema.tables.c.closed.is_(None), _ends.score.is_not(None))
        .order_by(_ends.score.desc(), _ends.ended)
        .limit(BEST)
    )
    return list(connection.execute(statement))


def variants(connection: Connection, game: str) -> list[Any]:
    """The options that are played most: those that are not as usual, and how often."""
    statement = (
        select(_results.variant, func.count().label("games"))
        .where(_results.game == game, _results.counted.is_(True))
        .group_by(_results.variant)
        .order_by(func.count().desc(), _results.variant)
        .limit(BEST)
    )
    return list(connection.execute(statement))


def against_bots(connection: Connection, game: str) -> list[Any]:
    """By bot: how many people have played against it, and how many of them came before it."""
    bots = schema.result_seats.alias().c
    ahead = func.sum(case((_ends.rank < bots.rank, 1), else_=0))
    statement = (
        select(bots.bot, func.count().label("games"), ahead.label("wins"))
        .select_from(schema.result_seats.join(schema.results, _results.table_id == _ends.table_id))
        .join(bots.table_id.table, bots.table_id == _ends.table_id)
        .where(_results.game == game, _results.counted.is_(True))
        .where(_ends.person.is_not(None), _ends.bot.is_(None), bots.person.is_(None), bots.bot.is_not(None))
        .group_by(bots.bot)
        .order_by(bots.bot)
    )
    return list(connection.execute(statement))


def of_person(connection: Connection, person: str) -> list[Any]:
    """By game: how many a person has played to the end, and won."""
    statement = (
        select(_ends.game, func.count().label("games"), _won.label("wins"))
        .join(schema.results, _results.table_id == _ends.table_id)
        .where(_ends.person == person, _ends.bot.is_(None), _results.counted.is_(True))
        .group_by(_ends.game)
        .order_by(func.count().desc(), _ends.game)
    )
    return list(connection.execute(statement))


def curve(connection: Connection, person: str) -> list[Any]:
    """The numbers that rated games have led to, by game, in order of time."""
    statement = select(_ends.game, _ends.ended, _ends.after).where(_ends.person == person, _ends.after.is_not(None))
    return list(connection.execute(statement.order_by(_ends.ended.desc()).limit(CURVE)))[::-1]


def person_of(connection: Connection, public: str) -> Any:
    """Whoever has this public id: their id and name; None if nobody has."""
    people = schema.people.c
    return connection.execute(select(people.id, people.name).where(people.public == public)).first()


def public_of(connection: Connection, person: str) -> str | None:
    """What others know a person by; None if they are nobody yet."""
    people = schema.people.c
    return connection.scalar(select(people.public).where(people.id == person))
