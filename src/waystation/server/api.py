"""The HTTP part of the protocol; docs/protocol.md lists it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.responses import Response

import waystation
from waystation.engine import words
from waystation.engine.borders import fold_name
from waystation.engine.svg import Layout, Theme, to_png, to_svg
from waystation.engine.view import View
from waystation.engine.words import say

from . import about, opening, reading
from .bots import check_spec
from .calls import LARGE, Call, Endpoint, Query
from .live import Room
from .protocol import (
    AddShare,
    GameInfo,
    Health,
    Join,
    Joined,
    Me,
    Moment,
    NewTable,
    Rename,
    SeatChange,
    Shares,
    Story,
    TableInfo,
)
from .refusals import Refused
from .replies import json_response
from .rows import Book, SeatRow, TableRow
from .story import told
from .table import game_of, record_of, seat_names, state_at, table_info

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
FOREVER = "public, max-age=31536000, immutable"


# ---------------------------------------------------------------------- games


async def games(call: Call) -> list[GameInfo]:
    """The installed games."""
    return await asyncio.to_thread(about.all_games)


def _game(call: Call) -> str:
    name = str(call.path("game"))
    if name not in waystation.game_names():
        raise Refused(say("There is no such game."), status=404)
    return name


def _cached(call: Call, game: str) -> dict[str, str]:
    return {"Cache-Control": FOREVER if call.query("v") == about.look_hash(game) else "no-cache"}


async def language(call: Call) -> words.Catalogue:
    """What this server speaks, for the page's own sentences; empty for English."""
    return words.spoken()


async def look(call: Call) -> Response:
    """A game's symbols and palette."""
    game = _game(call)
    headers = {**_cached(call, game), "Vary": "Accept-Encoding"}
    if "gzip" not in call.request.headers.get("accept-encoding", ""):
        return Response(about.look(game), headers=headers, media_type="application/json")
    packed = await asyncio.to_thread(about.packed_look, game)
    return Response(packed, headers={**headers, "Content-Encoding": "gzip"}, media_type="application/json")


async def picture(call: Call) -> Response:
    """A game in progress."""
    game = _game(call)
    svg = await asyncio.to_thread(about.picture, game, "dark" if call.query("theme") == "dark" else "light")
    return _svg(svg, _cached(call, game))


async def rules(call: Call) -> Response:
    """The rules in our own words."""
    return _text(about.text(_game(call), "rules"))


async def rulings(call: Call) -> Response:
    """What the rulebook leaves open, and what we decided."""
    return _text(about.text(_game(call), "rulings"))


def _text(found: str | None) -> Response:
    if found is None:
        raise Refused(say("This game has no such page."), status=404)
    return Response(found, headers={"Cache-Control": "no-cache"}, media_type="text/html")


def _svg(svg: str, headers: dict[str, str] | None = None) -> Response:
    # An SVG carries its own style sheet, which the page's policy would not allow.
    return Response(
        svg, headers={"Content-Security-Policy": PICTURE_POLICY, **(headers or {})}, media_type="image/svg+xml"
    )


# ---------------------------------------------------------------------- people and tables


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
    found = await call.server.storage.read(lambda book: book.tables_of(call.person))
    rooms = call.server.hub.rooms
    present = {row.id: rooms[row.id].present()[0] for row, _ in found if row.id in rooms}

    def infos() -> list[TableInfo]:
        return [
            table_info(row, seats, call.person, seat_names(seats, _fallback(row, len(seats))), present.get(row.id, ()))
            for row, seats in found
        ]

    return await asyncio.to_thread(infos)


def _fallback(row: TableRow, players: int) -> tuple[str, ...]:
    try:
        return game_of(row).seat_names
    except Exception:  # a table whose game is gone is still listed
        return tuple(words.told(say("Player {number}", number=seat + 1), ()) for seat in range(players))


async def new_table(call: Call) -> TableInfo:
    """Open a table."""
    call.server.limits.open_table(call.request, call.person, len(call.body), reading.SMALL)
    row, seats, lines = await reading.open_table(call.body, call.person)

    def job(book: Book) -> None:
        book.ensure_person(call.person)
        book.add_table(row, seats, lines)

    await call.server.storage.write(job)
    if not row.dealt:
        call.server.hub.dice.gather(row, seats)
    return await _opened(call, row, seats)


async def _opened(call: Call, row: TableRow, seats: list[SeatRow]) -> TableInfo:
    """A new table as its opener sees it; one that waits for shares is not dealt yet."""
    if row.dealt:
        return call.server.hub.info(await call.server.hub.room(row.id), call.person)
    return table_info(row, seats, call.person, seat_names(seats, game_of(row).seat_names))


async def shares(call: Call) -> Shares:
    """What the seed is made of; before the table is dealt, too."""
    return await call.server.hub.dice.shares(call.path("table"), call.person)


async def add_share(call: Call) -> Shares:
    """Add a share to the seed, before anything is drawn."""
    asked: AddShare = call.body
    return await call.server.hub.dice.add(call.path("table"), call.person, asked.share)


async def table(call: Call) -> TableInfo:
    """A table: its seats, its options, how it stands."""
    return call.server.hub.info(await call.room(), call.person)


async def delete_table(call: Call) -> None:
    """Delete a table for ever; its host only."""
    await call.server.hub.seating.delete(await call.room(), call.person)


async def join(call: Call) -> Joined:
    """Take the seat that a link stands for; whoever took it already is led to the table."""
    asked: Join = call.body
    place, taken = await call.server.storage.read(
        lambda book: (
            book.seat_of_link(asked.link),
            book.seat_taken_by(asked.link, call.person),
        )
    )
    found = place or taken
    if found is None:
        raise Refused(say("This link leads nowhere (any more)."), status=404)
    room = await call.server.hub.room(found[0])
    if place is not None and not asked.peek:
        await call.server.storage.write(lambda book: book.ensure_person(call.person))
        await call.server.hub.seating.sit(room, call.person, asked.link)
    seat = room.table.seats[found[1]]
    row = room.table.row
    title = room.table.game.spec.title
    mine = taken is not None or seat.person == call.person
    return Joined(id=row.id, seat=seat.seat, game=row.game, title=title, free=seat.person is None, mine=mine)


async def change_seat(call: Call) -> TableInfo:
    """Leave a seat, come back to it, or let a bot play it."""
    room = await call.room()
    asked: SeatChange = call.body
    if asked.bot is None:
        asked = msgspec.structs.replace(asked, bot=room.table.game.default_bot)
    check_spec(asked.bot or "", room.table.row.game)
    await call.server.hub.seating.change(room, call.person, call.path("seat"), asked)
    return call.server.hub.info(room, call.person)


async def rematch(call: Call) -> TableInfo:
    """The same game again, everybody one seat further."""
    room = await call.room()
    ident = await call.server.hub.seating.rematch(room, call.person, opening.rematch_of)
    row, seats = await call.server.hub.dice.read(ident)
    return await _opened(call, row, seats)


# ---------------------------------------------------------------------- looking


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
    room, seen = await _past(call)
    scene = room.table.game.draw(seen)
    return Moment(ply=call.path("ply"), plies=room.table.ply, viewer=seen.viewer, view=seen, scene=scene)


async def moment_svg(call: Call) -> Response:
    """The same as a picture."""
    return _svg(await _picture(call))


async def moment_png(call: Call) -> Response:
    """The same as pixels."""
    svg = await _picture(call)
    return Response(await asyncio.to_thread(to_png, svg), media_type="image/png")


async def _past(call: Call) -> tuple[Room, View]:
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
    return room, msgspec.structs.replace(seen, legal=()) if ply < table.ply else seen


async def _picture(call: Call) -> str:
    call.server.limits.draw(call.request, call.person)
    room, seen = await _past(call)
    game = room.table.game
    layout: Layout = "narrow" if call.query("layout") == "narrow" else "wide"
    theme: Theme = "dark" if call.query("theme") == "dark" else "light"
    return await asyncio.to_thread(lambda: to_svg(game.draw(seen), game.look, layout, theme))


async def record(call: Call) -> Response:
    """The record of a finished game."""
    room = await call.room()
    table = room.table
    if not table.state.is_over:
        raise Refused(say("The record can be had when the game is over; before, it would tell what is hidden."))
    text = await call.server.storage.read(lambda book: record_of(book, table.row, table.names))
    name = f"{table.row.game}-{table.id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, headers=headers, media_type="text/plain")


# ---------------------------------------------------------------------- the server itself


async def health(call: Call) -> Health:
    """Whether the server and its database answer."""
    await call.server.storage.read(lambda book: book.setting("cookie key"))
    rooms = call.server.hub.rooms.values()
    viewers = sum(len(room.sockets()) for room in rooms)
    return Health(ok=True, version=waystation.__version__, tables=len(rooms), viewers=viewers)


async def metrics(call: Call) -> Response:
    """Counters for Prometheus."""
    return Response(call.server.metrics.text(), media_type="text/plain; version=0.0.4")


async def api_description(call: Call) -> Any:
    """This description."""
    return json_response(call.server.openapi)


_SEAT = Query("seat", {"type": "integer", "minimum": 0, "maximum": 63})
_HASH = Query("v", {"type": "string"})
_THEME = Query("theme", {"enum": ["light", "dark"]})
_LAYOUT = Query("layout", {"enum": ["wide", "narrow"]})
_TABLE = "/api/tables/{table}"

ENDPOINTS = [
    Endpoint("GET", "/api/games", games, list[GameInfo]),
    Endpoint("GET", "/api/language", language, words.Catalogue),
    Endpoint("GET", "/api/games/{game}/look", look, dict[str, Any], queries=(_HASH,)),
    Endpoint("GET", "/api/games/{game}/picture.svg", picture, "image/svg+xml", queries=(_HASH, _THEME)),
    Endpoint("GET", "/api/games/{game}/rules", rules, "text/html"),
    Endpoint("GET", "/api/games/{game}/rulings", rulings, "text/html"),
    Endpoint("GET", "/api/me", me, Me),
    Endpoint("POST", "/api/me", rename, Me, Rename),
    Endpoint("GET", "/api/tables", my_tables, list[TableInfo]),
    Endpoint("POST", "/api/tables", new_table, TableInfo, NewTable, 201, limit=LARGE, raw=True),
    Endpoint("GET", _TABLE, table, TableInfo),
    Endpoint("DELETE", _TABLE, delete_table, None, status=204),
    Endpoint("POST", "/api/join", join, Joined, Join),
    Endpoint("GET", f"{_TABLE}/shares", shares, Shares),
    Endpoint("POST", f"{_TABLE}/shares", add_share, Shares, AddShare),
    Endpoint("POST", f"{_TABLE}/seats/{{seat}}", change_seat, TableInfo, SeatChange),
    Endpoint("POST", f"{_TABLE}/rematch", rematch, TableInfo),
    Endpoint("GET", f"{_TABLE}/view", view, dict[str, Any], queries=(_SEAT,)),
    Endpoint("GET", f"{_TABLE}/story", story, Story, queries=(_SEAT,)),
    Endpoint("GET", f"{_TABLE}/moments/{{ply}}", moment, dict[str, Any], queries=(_SEAT,)),
    Endpoint("GET", f"{_TABLE}/moments/{{ply}}.svg", moment_svg, "image/svg+xml", queries=(_SEAT, _THEME, _LAYOUT)),
    Endpoint("GET", f"{_TABLE}/moments/{{ply}}.png", moment_png, "image/png", queries=(_SEAT, _THEME, _LAYOUT)),
    Endpoint("GET", f"{_TABLE}/record", record, "text/plain"),
    Endpoint("GET", "/health", health, Health),
    Endpoint("GET", "/metrics", metrics, "text/plain"),
    Endpoint("GET", "/api/openapi.json", api_description, dict[str, Any]),
]
