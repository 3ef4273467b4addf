"""What is asked about tables, wherever they live: who I am, my tables, who sits where, and what can be looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from waystation.engine.borders import fold_name
from waystation.engine.scene import Scene
from waystation.engine.svg import to_svg
from waystation.engine.view import View
from waystation.engine.words import said, say

from . import lessons, opening
from .bots import check_spec
from .calls import Call
from .ending import ending
from .leases import Elsewhere
from .live import Room
from .protocol import LessonInfo, Me, Moment, Rename, ReviewInfo, SeatChange, Story, TableInfo
from .refusals import Refused
from .replay import keepsakes_of, state_at
from .rows import Book, SeatRow, TableRow
from .seating import check_played
from .story import told
from .table import game_of, seat_names, table_info


async def me(call: Call) -> Me:
    """Who this browser is."""
    name = await call.server.storage.read(lambda book: book.person_name(call.person))
    return Me(name=name or "")


async def rename(call: Call) -> Me:
    """Take a name."""
    asked: Rename = call.body
    name = fold_name(asked.name)
    if not name:
        raise Refused(say("A name needs a letter that can be seen."), status=422)
    await call.server.hub.seating.rename(call.person, name)
    return Me(name=name)


async def my_tables(call: Call) -> list[TableInfo]:
    """The tables that I host or have a seat at, newest first."""
    return await infos(call, await call.server.storage.read(lambda book: book.tables_of(call.person)))


async def infos(call: Call, found: Sequence[tuple[TableRow, list[SeatRow]]]) -> list[TableInfo]:
    """Tables as whoever asks may see them, from their rows."""
    rooms = call.server.hub.rooms
    now = call.server.hub.uptime.now()
    present = {row.id: rooms[row.id].present()[0] for row, _ in found if row.id in rooms}

    def made() -> list[TableInfo]:
        return [
            table_info(
                row,
                seats,
                call.person,
                seat_names(seats, fallback(row, len(seats))),
                present.get(row.id, ()),
                now=now,
            )
            for row, seats in found
        ]

    return await asyncio.to_thread(made)


def fallback(row: TableRow, players: int) -> tuple[str, ...]:
    """What the seats of a table are called if nobody sits there."""
    try:
        return game_of(row).seat_names
    except Exception:  # a table whose game is gone is still listed
        return tuple(said("Player {number}", number=seat + 1) for seat in range(players))


async def opened(call: Call, row: TableRow, seats: list[SeatRow]) -> TableInfo:
    """A new table as its opener sees it; one that waits for shares is not dealt yet, and if this process ends just now
    another one has it: whoever asked must not be sent there to ask for the table once more."""
    if row.dealt:
        with suppress(Elsewhere):
            return call.server.hub.info(await call.server.hub.room(row.id), call.person)
    return table_info(row, seats, call.person, seat_names(seats, game_of(row).seat_names))


async def table(call: Call) -> TableInfo:
    """A table: its seats, its options, how it stands."""
    return call.server.hub.info(await call.room(), call.person)


async def lesson(call: Call) -> LessonInfo:
    """The steps of a guided first game."""
    room = await call.room()
    told = lessons.as_told(room.table.game) if room.table.row.lesson else None
    if told is None:
        raise Refused(say("There is no lesson at this table (any more)."), status=404)
    return told


async def end_lesson(call: Call) -> None:
    """Leave the lesson: the table goes on like any other."""
    await call.server.hub.seating.end_lesson(await call.room(), call.person)


async def delete_table(call: Call) -> None:
    """Delete a table for ever; its host only."""
    await call.server.hub.seating.delete(call.path("table"), call.person)


async def change_seat(call: Call) -> TableInfo:
    """Leave a seat, come back to it, or let a bot play it."""
    room = await call.room()
    asked: SeatChange = call.body
    if asked.do in ("vacation", "vacation_over"):
        await call.server.hub.pacing.rest(room, call.person, call.path("seat"), asked.do == "vacation")
        return call.server.hub.info(room, call.person)
    if asked.bot is None and asked.do != "remove":
        asked = msgspec.structs.replace(asked, bot=room.table.game.default_bot)
    if asked.bot is not None:
        check_spec(asked.bot, room.table.row.game)
    await call.server.hub.seating.change(room, call.person, call.path("seat"), asked)
    return call.server.hub.info(room, call.person)


async def rematch(call: Call, check: Callable[[Book, TableRow], None] = lambda book, row: None) -> TableInfo:
    """The same game again, everybody one seat further."""
    hub = call.server.hub
    old, before = await hub.dice.read(call.path("table"))
    ident, there = old.rematch or "", None
    if ident:
        there = await hub.storage.read(lambda book: book.table(ident))
    if there is None:
        room = await call.room()
        before = room.table.seats
        ident = await hub.seating.rematch(room, call.person, opening.rematch_of, check)
    else:  # this is all about the new table: another process may have the old one
        check_played(old, before, call.person)
    row, seats = await hub.dice.read(ident)
    for kept in () if row.over else opening.kept_for(call.person, before, seats):
        await hub.seating.sit(await hub.room(ident), call.person, kept.link)
        row, seats = await hub.dice.read(ident)
    return await opened(call, row, seats)


async def view(call: Call) -> View:
    """The whole typed view of a seat or a spectator."""
    room = await call.room()
    return room.table.state.view(call.viewer(room), room.table.names)


async def story(call: Call) -> Story:
    """Everything that happened, as a viewer knows it."""
    room = await call.room()
    viewer = call.viewer(room)
    events, _ = await told(call.server.storage, room.table, viewer)
    call.viewer(room)  # still: seating may have changed meanwhile
    return Story(ply=room.table.ply, viewer=viewer, viewers=room.table.eyes_of(call.person), events=events)


async def moment(call: Call) -> Moment:
    """The table after some moves, in a viewer's eyes."""
    room, seen = await past(call)
    scene = room.table.game.draw(seen)
    return Moment(ply=call.path("ply"), plies=room.table.ply, viewer=seen.viewer, view=seen, scene=scene)


async def moment_svg(call: Call) -> str:
    """The table after some moves, as a picture."""
    room, seen = await past(call)
    game, layout, theme = room.table.game, call.layout(), call.theme()
    return await asyncio.to_thread(lambda: to_svg(game.draw(seen), game.look, layout, theme))


async def review(call: Call) -> ReviewInfo:
    """A look back on a finished game, or how far it is."""
    return await call.server.hub.reviews.of((await call.room()).table)


async def begin_review(call: Call) -> ReviewInfo:
    """Have a finished game looked back on."""
    return await call.server.hub.reviews.begin((await call.room()).table, call.person)


async def ending_svg(call: Call) -> str:
    """How a finished game ended, as a picture."""
    room = await call.room()
    if not room.table.state.is_over:
        raise Refused(say("The game is not over yet."))
    scene, look = await asyncio.to_thread(ending, room.table)
    return await asyncio.to_thread(to_svg, scene, look, "wide", call.theme())


async def keepsakes(call: Call) -> list[Scene]:
    """What people take home from a finished game: titled pictures, in the game's look; many games have none."""
    table = (await call.room()).table
    if not table.state.is_over:
        raise Refused(say("The game is not over yet."))
    return list(await call.server.storage.read(lambda book: keepsakes_of(book, table.row, table.names)))


async def keepsake_svg(call: Call) -> str:
    """A keepsake of a finished game by its number from 0, as a picture."""
    number = call.number("n") or 0
    scenes = await keepsakes(call)
    if number >= len(scenes):
        raise Refused(say("There is nothing here."), status=404)
    look = (await call.room()).table.game.look
    return await asyncio.to_thread(to_svg, scenes[number], look, "wide", call.theme())


async def past(call: Call) -> tuple[Room, View]:
    """The table that a call looks at, and what its viewer sees after so many moves."""
    room = await call.room()
    viewer, ply = call.viewer(room), call.path("ply")
    table = room.table
    if ply > table.ply:
        raise Refused(say("There {n?is|are} {n:move|moves}.", n=table.ply), status=404)
    if ply == table.ply:
        state = table.state
    else:
        state = await call.server.storage.read(lambda book: state_at(book, table.row, table.game, ply))
        call.viewer(room)  # still
    seen = state.view(viewer, table.names)
    return room, msgspec.structs.replace(seen, legal=(), closed=()) if ply < table.ply else seen
