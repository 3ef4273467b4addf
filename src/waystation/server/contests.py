"""The statements about tournaments: who has entered, and which tables were opened for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, func, insert, or_, select, update

from . import schema
from .rows import TableRow
from .sql import turn_page

MOST = 100
"""Tournaments of a kind in a list: the newest."""

ContestState = Literal["open", "running", "over"]


class Contest(msgspec.Struct, kw_only=True):
    """A tournament. `options` and `pace` are JSON; `rounds` are those planned (None: as many as find a winner), `round`
    the one that is played; `who` may enter; `fill`: the bot that makes up the number."""

    id: str
    name: str
    host: str | None
    game: str
    options: str
    system: Literal["swiss", "round-robin"]
    rounds: int | None
    pace: str | None
    who: Literal["anybody", "link", "nobody"]
    fill: str | None
    state: ContestState = "open"
    round: int = 0
    created: float = 0


class Entrant(msgspec.Struct, kw_only=True):
    """Who takes part, by number: a person, or a bot. `gone`: they take part no more."""

    contest: str
    number: int
    person: str | None = None
    bot: str | None = None
    gone: bool = False
    name: str = ""


class Pairing(msgspec.Struct, kw_only=True):
    """A table of a round: who sits where by their numbers, and how it ended (None: it has not; "[]": without a winner).

    `table_id` is None if the table was deleted.
    """

    contest: str
    round: int
    number: int
    table_id: str | None
    entrants: str
    ranks: str | None = None
    over: bool = False


_contests, _entrants, _pairings = schema.contests.c, schema.entrants.c, schema.pairings.c


def add(connection: Connection, contest: Contest, entrants: Sequence[Entrant]) -> None:
    """A new tournament with those who take part from the beginning."""
    connection.execute(insert(schema.contests).values(**msgspec.structs.asdict(contest)))
    for entrant in entrants:
        enter(connection, entrant)


def contest(connection: Connection, ident: str, hold: bool = False) -> Contest | None:
    """A tournament, if it exists; to `hold`: what other processes change of it waits for the end of the transaction."""
    this = select(schema.contests).where(_contests.id == ident)
    found = connection.execute(this.with_for_update() if hold else this).mappings().first()
    return Contest(**found) if found else None


def listed(connection: Connection, person: str) -> list[tuple[Contest, int]]:
    """Those that anybody may enter, and (however many others there are) those that this person hosts or has entered,
    newest first, with how many take part."""
    entered = select(_entrants.contest).where(_entrants.person == person)
    mine = or_(_contests.host == person, _contests.id.in_(entered))
    number = select(func.count()).where(_entrants.contest == _contests.id).scalar_subquery().label("number")
    found = {}
    for seen in (mine, _contests.who == "anybody"):
        wanted = select(schema.contests, number).where(seen).order_by(_contests.created.desc()).limit(MOST)
        for row in connection.execute(wanted).mappings():
            one = Contest(**{name: row[name] for name in Contest.__struct_fields__})
            found[one.id] = one, row["number"]
    return sorted(found.values(), key=lambda one: -one[0].created)


def running(connection: Connection) -> list[str]:
    """The tournaments that are being played."""
    return list(connection.scalars(select(_contests.id).where(_contests.state == "running")))


def hosted(connection: Connection, person: str) -> int:
    """How many tournaments somebody hosts that are not over."""
    mine = (_contests.host == person) & (_contests.state != "over")
    return connection.scalar(select(func.count()).select_from(schema.contests).where(mine)) or 0


def entrants(connection: Connection, ident: str) -> list[Entrant]:
    """Who takes part, in order, with people's names."""
    people = schema.people.c
    statement = (
        select(schema.entrants, people.name)
        .outerjoin(schema.people, people.id == _entrants.person)
        .where(_entrants.contest == ident)
        .order_by(_entrants.number)
    )
    return [Entrant(**{**row, "name": row["name"] or ""}) for row in connection.execute(statement).mappings()]


def pairings(connection: Connection, ident: str) -> list[Pairing]:
    """The tables of all rounds, in order."""
    tables = schema.tables.c
    ended = or_(tables.over, tables.closed.is_not(None)).label("over")
    statement = (
        select(schema.pairings, ended)
        .outerjoin(schema.tables, tables.id == _pairings.table_id)
        .where(_pairings.contest == ident)
        .order_by(_pairings.round, _pairings.number)
    )
    found = connection.execute(statement).mappings()
    return [Pairing(**{**row, "over": row["table_id"] is None or bool(row["over"])}) for row in found]


def enter(connection: Connection, entrant: Entrant) -> None:
    """Somebody takes part."""
    values = {name: value for name, value in msgspec.structs.asdict(entrant).items() if name != "name"}
    connection.execute(insert(schema.entrants).values(**values))


def leave(connection: Connection, entrant: Entrant, begun: bool) -> None:
    """Somebody takes part no more: as if they never had, if it has not begun."""
    this = (_entrants.contest == entrant.contest) & (_entrants.number == entrant.number)
    if begun:
        connection.execute(update(schema.entrants).where(this).values(gone=True))
    else:
        connection.execute(delete(schema.entrants).where(this))


def hold(connection: Connection, person: str) -> None:
    """Where somebody takes part, what other processes change waits for the end of the transaction, or has been written:
    they may just begin."""
    entered = select(_entrants.contest).where(_entrants.person == person)
    connection.execute(select(_contests.id).where(_contests.id.in_(entered)).order_by(_contests.id).with_for_update())


def withdraw(connection: Connection, person: str, beside: str | None = None) -> None:
    """Somebody takes part nowhere any more, or not where another person (`beside`) does: as if they never had in what
    has not begun; of what has, their place stays, without them: its tables name it."""
    other = schema.entrants.alias().c
    mine = _entrants.person == person
    if beside is not None:
        mine &= _entrants.contest.in_(select(other.contest).where(other.person == beside))
    hold(connection, person)
    waiting = select(_contests.id).where(_contests.state == "open")
    connection.execute(delete(schema.entrants).where(mine, _entrants.contest.in_(waiting)))
    connection.execute(update(schema.entrants).where(mine).values(person=None, gone=True))


def change(connection: Connection, before: Contest, values: Mapping[str, Any]) -> bool:
    """Change a tournament, if it still is where it was: False if somebody was faster."""
    same = (_contests.id == before.id) & (_contests.state == before.state) & (_contests.round == before.round)
    return connection.execute(update(schema.contests).where(same).values(**values)).rowcount == 1


def pair(connection: Connection, found: Sequence[Pairing]) -> None:
    """The tables of a round."""
    columns = [{name: value for name, value in msgspec.structs.asdict(one).items() if name != "over"} for one in found]
    if columns:
        connection.execute(insert(schema.pairings), columns)


def ended(connection: Connection, pairing: Pairing, ranks: str) -> None:
    """How a table ended."""
    this = (_pairings.contest == pairing.contest) & (_pairings.round == pairing.round)
    this &= (_pairings.number == pairing.number) & _pairings.ranks.is_(None)
    connection.execute(update(schema.pairings).where(this).values(ranks=ranks))


def idle(connection: Connection, idents: Sequence[str]) -> list[TableRow]:
    """Those of the tables that go on, to see whether they wait for a bot."""
    columns = schema.tables.c
    going_on = columns.id.in_(list(idents)) & columns.over.is_(False) & columns.closed.is_(None)
    return [TableRow(**row) for row in connection.execute(select(schema.tables).where(going_on)).mappings()]


def forget(connection: Connection, ident: str, at: float) -> None:
    """Forget a tournament; its tables stay, and those that go on have a line in their logs, so that whoever has one in
    memory loads it anew. LogMoved if one of them moves at this moment."""
    tables = schema.tables
    ours = tables.c.tournament == ident
    for table in list(connection.scalars(select(tables.c.id).where(ours, tables.c.over.is_(False)))):
        turn_page(connection, table, at)
    connection.execute(update(tables).where(ours).values(tournament=None))
    connection.execute(delete(schema.contests).where(_contests.id == ident))
