"""The statements about games that have ended, and about the tables that somebody plays at."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Select, and_, func, insert, select, tuple_

from . import rows, schema
from .rows import SeatRow, TableRow, read_numbers
from .sql import SqlBook

PAGE = 25
"""Games of a list at a time."""
NAMESAKES = 50
"""People whose name begins alike who are looked for."""

_tables, _seats, _log = schema.tables.c, schema.seats.c, schema.log.c
_results, _ends = schema.results.c, schema.result_seats.c


class Ended(msgspec.Struct, kw_only=True):
    """A game that has ended. `public`: others may find it; `counted`: it counts in statistics; `variant`: see
    `variants`."""

    table_id: str
    game: str
    host: str
    players: int
    variant: str
    public: bool
    counted: bool
    moves: int
    began: float
    ended: float


class SeatAtEnd(msgspec.Struct, kw_only=True):
    """Who sat where at the end: see `schema.result_seats`."""

    seat: int
    person: str | None
    bot: str | None
    rank: int | None
    score: int | None
    won: bool
    before: int | None = None
    after: int | None = None
    unsure: bool | None = None


class Wanted(msgspec.Struct, kw_only=True):
    """Which games are looked for. `person`: their own; without one, those that all may see.

    `name`: of one who sat there, or its beginning; `won`: whether the person (or who has that name) won. `before`: the
    time and table of the last one that is known.
    """

    person: str | None = None
    game: str = ""
    players: int | None = None
    variant: str | None = None
    name: str = ""
    won: bool | None = None
    since: float | None = None
    until: float | None = None
    before: tuple[float, str] | None = None


def keep(connection: Connection, ended: Ended, seats: list[SeatAtEnd]) -> None:
    """Write down how a game has ended, and when its first move was; IntegrityError if that is done."""
    first = select(func.min(_log.at)).where(_log.table_id == ended.table_id, _log.kind == "move")
    ended.began = connection.scalar(first) or ended.began
    connection.execute(insert(schema.results).values(**msgspec.structs.asdict(ended)))
    more = {"table_id": ended.table_id, "game": ended.game, "ended": ended.ended}
    connection.execute(insert(schema.result_seats), [{**more, **msgspec.structs.asdict(seat)} for seat in seats])


def not_kept(connection: Connection, some: int) -> list[str]:
    """Tables whose game is over, and not written down yet."""
    kept = select(_results.table_id).where(_results.table_id == _tables.id)
    return list(connection.scalars(select(_tables.id).where(_tables.over.is_(True), ~kept.exists()).limit(some)))


def forget_person(connection: Connection, person: str) -> None:
    """Somebody's account is deleted: what they played stays, without them."""
    connection.execute(schema.result_seats.update().where(_ends.person == person).values(person=None))


def seats_at_end(connection: Connection, table: str) -> list[SeatAtEnd]:
    """Who sat where at the end of a game, and how they did; nothing while it goes on."""
    return _seats_at_ends(connection, [table]).get(table, [])


def _seats_at_ends(connection: Connection, idents: list[str]) -> dict[str, list[SeatAtEnd]]:
    columns = [schema.result_seats.c[name] for name in SeatAtEnd.__struct_fields__]
    statement = select(_ends.table_id, *columns).where(_ends.table_id.in_(idents))
    found: dict[str, list[SeatAtEnd]] = {}
    for ident, *values in connection.execute(statement.order_by(_ends.table_id, _ends.seat)):
        found.setdefault(ident, []).append(SeatAtEnd(**dict(zip(SeatAtEnd.__struct_fields__, values, strict=True))))
    return found


# ---------------------------------------------------------------------- games that are over


def finished(connection: Connection, wanted: Wanted) -> list[tuple[Ended, TableRow, list[SeatRow], list[SeatAtEnd]]]:
    """A page of games, the newest first."""
    found: dict[str, Ended] = {}
    for statement in _lists(connection, wanted):
        newest = statement.order_by(_results.ended.desc(), _results.table_id.desc()).limit(PAGE)
        for row in connection.execute(newest).mappings():
            found[row["table_id"]] = Ended(**row)
    ended = sorted(found.values(), key=lambda one: (one.ended, one.table_id), reverse=True)[:PAGE]
    idents = [one.table_id for one in ended]
    ends = _seats_at_ends(connection, idents)
    at = zip(ended, tables(connection, idents), strict=True)  # of each there is a table: its result goes with it
    return [(one, row, seats, ends[one.table_id]) for one, (row, seats) in at]


def _lists(connection: Connection, wanted: Wanted) -> list[Select[Any]]:
    """The lists that are looked through: each goes along an index."""
    people = _called(connection, wanted.name) if wanted.name else []
    seated = select(schema.results).join(schema.result_seats, _ends.table_id == _results.table_id)
    if wanted.person is not None:
        mine = [_ends.person == wanted.person, *_where(wanted, _ends.ended)]
        hosted = [_results.host == wanted.person, *_where(wanted, _results.ended)]
        if wanted.name:
            there = _with(people, wanted.won)
            return [seated.where(*mine, there), select(schema.results).where(*hosted, there)]
        if wanted.won is not None:
            return [seated.where(*mine, _ends.won.is_(wanted.won))]
        return [seated.where(*mine), select(schema.results).where(*hosted)]
    all_may_see = (_results.public.is_(True), _tables.hidden.is_not(True), _tables.closed.is_(None))
    if wanted.name:
        won = [] if wanted.won is None else [_ends.won.is_(wanted.won)]
        who = [_ends.person.in_(people), *won, *_where(wanted, _ends.ended)]
        return [seated.join(schema.tables, _tables.id == _results.table_id).where(*who, *all_may_see)]
    listed = select(schema.results).join(schema.tables, _tables.id == _results.table_id)
    return [listed.where(*all_may_see, *_where(wanted, _results.ended))]


def _called(connection: Connection, name: str) -> list[str]:
    """People whose name begins so, and whoever is called just so before others. (The database makes both small in its
    own way: SQLite knows A to Z.)"""
    people = schema.people.c
    begins = func.substr(func.lower(people.name), 1, len(name)) == func.lower(name)
    return list(connection.scalars(select(people.id).where(begins).order_by(func.length(people.name)).limit(NAMESAKES)))


def _with(people: list[str], won: bool | None) -> Any:
    """Whether one of these people sat there (and won, or did not)."""
    other = schema.result_seats.alias().c
    there = select(other.seat).where(other.table_id == _results.table_id, other.person.in_(people))
    return (there if won is None else there.where(other.won.is_(won))).exists()


def _where(wanted: Wanted, ended: Any) -> list[Any]:
    """What is asked of the game itself; `ended` is the column of the index that the list goes along."""
    found: list[Any] = []
    if wanted.game:
        found.append(_results.game == wanted.game)
    if wanted.players is not None:
        found.append(_results.players == wanted.players)
    if wanted.variant is not None:
        found.append(_results.variant == wanted.variant)
    if wanted.since is not None:
        found.append(ended >= wanted.since)
    if wanted.until is not None:
        found.append(ended < wanted.until)
    if wanted.before is not None:
        found.append(ended <= wanted.before[0])
        found.append(tuple_(_results.ended, _results.table_id) < tuple_(*wanted.before))
    return found


# ---------------------------------------------------------------------- games that go on


def running(connection: Connection, person: str) -> list[tuple[str, bool, float]]:
    """The tables of a person that are not over: id, whether it waits for them, and since when nothing was played."""
    sat = select(_seats.table_id.label("id")).where(_seats.person == person)
    mine = sat.union(select(_tables.id).where(_tables.host == person)).subquery()
    played = and_(_log.table_id == _tables.id, _log.kind.in_(rows.GAME_KINDS))
    newest = select(func.max(_log.at)).where(played).scalar_subquery()
    columns = (_tables.id, _tables.to_act, _tables.listed, _tables.created, newest.label("newest"))
    statement = select(*columns).join(mine, mine.c.id == _tables.id).where(_tables.over.is_(False))
    found = connection.execute(statement).all()
    own = select(_seats.table_id, _seats.seat).where(_seats.person == person, _seats.bot.is_(None))
    plays: dict[str, set[int]] = {}
    for row in connection.execute(own):
        plays.setdefault(row.table_id, set()).add(row.seat)
    return [
        (
            row.id,
            not row.listed and not plays.get(row.id, set()).isdisjoint(read_numbers(row.to_act)),
            row.newest or row.created,
        )
        for row in found
    ]


def tables(connection: Connection, idents: list[str]) -> list[tuple[TableRow, list[SeatRow]]]:
    """These tables, in this order, those that there are."""
    statement = select(schema.tables).where(_tables.id.in_(idents))
    found = {row["id"]: TableRow(**row) for row in connection.execute(statement).mappings()}
    seats = SqlBook(connection).table_seats(idents)
    return [(found[ident], seats[ident]) for ident in idents if ident in found]


def public_ids(connection: Connection, people: set[str]) -> dict[str, str]:
    """The public ids of people."""
    columns = schema.people.c
    found = connection.execute(select(columns.id, columns.public).where(columns.id.in_(people)))
    return {row.id: row.public for row in found if row.public}
