"""What is asked about many tables at a time, over HTTP: those that are open to all, mine, and those that are over."""

from __future__ import annotations

from contextlib import suppress
from math import isfinite, nan

from sqlalchemy import Connection

from waystation.engine.words import say

from . import archive, lobby
from .archive import Wanted
from .calls import Query
from .games import title_of
from .opentables import check_level, check_waiting
from .protocol import FinishedSeat, FinishedTable, FinishedTables, MyGame, MyGames, Publish, Sit, TableInfo
from .refusals import Refused
from .replies import Reply
from .routes import WebCall
from .rows import Book, read_options
from .sql import connection_of
from .table import seat_names, table_info


async def open_tables(call: WebCall) -> Reply:
    """The tables that anybody may sit down at, newest first; the same for all who ask."""
    content, tag = await call.server.open_tables.told(call.person)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if call.request.headers.get("if-none-match") == tag:
        return Reply(b"", status=304, headers=headers)
    return Reply(content, headers=headers)


async def sit(call: WebCall) -> TableInfo:
    """Sit down at an open table, in a certain seat or the first that is free."""
    asked: Sit = call.body
    hub, person = call.server.hub, call.person
    room = await hub.room(call.path("table"))

    def check(book: Book) -> None:
        check_waiting(book, person, room.table.id)
        check_level(book, room.table.row, person)

    await hub.seating.sit_at_open_table(room, person, asked.seat, check)
    call.server.open_tables.changed()
    return hub.info(room, person)


async def publish(call: WebCall) -> TableInfo:
    """Put a table on the list of open ones, or take it off; its host only."""
    asked: Publish = call.body
    room = await call.room()

    def check(book: Book) -> None:
        check_waiting(book, call.person, room.table.id)

    await call.server.hub.seating.publish(room, call.person, asked.listed, check)
    call.server.open_tables.changed()
    return call.server.hub.info(room, call.person)


# ---------------------------------------------------------------------- my games, and those that are over

RUNNING = 20
"""Games of mine that are told at a time."""

FINISHED = (
    Query("mine", {"enum": ["yes", "no"]}),
    Query("game", {"type": "string", "maxLength": 64}),
    Query("name", {"type": "string", "maxLength": 24}),
    Query("players", {"type": "integer", "minimum": 1, "maximum": 999}),
    Query("variant", {"type": "string", "maxLength": 2000}),
    Query("won", {"enum": ["yes", "no"]}),
    Query("since", {"type": "number", "minimum": 0}),
    Query("until", {"type": "number", "minimum": 0}),
    Query("before", {"type": "string", "maxLength": 40}),
)


async def my_games(call: WebCall) -> MyGames:
    """My tables that are not over: those that wait for me first."""
    storage, person = call.server.storage, call.person
    start = int(_number(call, "from") or 0)
    found = await storage.read(lambda book: archive.running(connection_of(book), person))
    waiting = sorted((one for one in found if one[1]), key=lambda one: one[2])
    others = sorted((one for one in found if not one[1]), key=lambda one: -one[2])
    shown = {ident: since for ident, _, since in [*waiting, *others][start : start + RUNNING]}
    rows = await storage.read(lambda book: archive.tables(connection_of(book), list(shown)))
    infos = await lobby.infos(call, rows)
    games = [MyGame(table=info, since=shown[info.id]) for info in infos]
    return MyGames(games=games, total=len(found), waiting=len(waiting))


async def finished(call: WebCall) -> FinishedTables:
    """Games that are over and that I may see: my own (`mine=yes`), or those that all may see. See docs/protocol.md."""
    won = {"yes": True, "no": False}.get(call.query("won"))
    wanted = Wanted(
        person=call.person if call.query("mine") == "yes" else None,
        game=call.query("game"),
        name=call.query("name").strip(),
        players=call.number("players"),
        variant=call.query("variant") or None,
        won=won,
        since=_number(call, "since"),
        until=_number(call, "until"),
        before=_before(call.query("before")),
    )
    return await call.server.storage.read(lambda book: _finished(connection_of(book), wanted, call.person))


def _finished(connection: Connection, wanted: Wanted, person: str) -> FinishedTables:
    found = archive.finished(connection, wanted)
    known = archive.public_ids(connection, {seat.person for _, _, seats, _ in found for seat in seats if seat.person})
    tables = []
    for ended, row, seats, ends in found:
        infos = table_info(row, seats, person, seat_names(seats, lobby.fallback(row, len(seats)))).seats
        tables.append(
            FinishedTable(
                id=row.id,
                game=row.game,
                title=title_of(row.game),
                options=read_options(ended.variant),
                result=row.result,
                moves=ended.moves,
                seconds=max(0.0, ended.ended - ended.began),
                ended=ended.ended,
                seats=[
                    FinishedSeat(
                        name=info.name,
                        mine=info.mine,
                        won=end.won,
                        rank=end.rank,
                        score=end.score,
                        person=known.get(end.person or ""),
                        bot=end.bot,
                    )
                    for info, end in zip(infos, ends, strict=True)
                ],
            )
        )
    last = found[-1][0] if len(found) == archive.PAGE else None
    return FinishedTables(tables=tables, before=None if last is None else f"{last.ended!r} {last.table_id}")


def _number(call: WebCall, name: str) -> float | None:
    """A number that is asked for; Refused (400) if it is none."""
    asked = call.query(name)
    if not asked:
        return None
    try:
        found = float(asked)
    except ValueError:
        found = nan
    if not 0 <= found < 1e12:
        raise Refused(say("{name} must be a number", name=name), status=400)
    return found


def _before(asked: str) -> tuple[float, str] | None:
    """Where the next page begins; Refused (400) if that is no such place."""
    if not asked:
        return None
    ended, _, ident = asked.partition(" ")
    with suppress(ValueError):
        if isfinite(found := float(ended)):
            return found, ident
    raise Refused(say("{name} must be what the page before said", name="before"), status=400)
