"""What a page asks about its tables in a tab: the server's endpoints, but for what needs a server or other machines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl

from msgspec.structs import replace

import waystation
from waystation.engine import RecordError
from waystation.engine import record as records
from waystation.engine.words import say
from waystation.server import lobby, wishes
from waystation.server.calls import Call, Endpoint, answer
from waystation.server.opening import BadTable
from waystation.server.protocol import LessonInfo, Me, NewTable, Rename, ReviewInfo, SeatChange, Story, TableInfo
from waystation.server.refusals import Refused
from waystation.server.replay import record_of
from waystation.server.replies import Reply, problem
from waystation.server.rows import Book
from waystation.server.table import seat_names, table_info

from .house import TabHouse

ME = "me"
"""Who plays in a tab: everybody at this device."""

Need = Callable[[str], Awaitable[None]]
"""Brings a game here, if it is not; any error: it can't be had."""


class TabCall(Call):
    """A call of the page in this tab."""

    server: TabHouse
    need: Need


async def my_tables(call: TabCall) -> list[TableInfo]:
    """All tables here, newest first; no game is loaded for it."""
    tables = call.server.kept.tables
    found = await call.server.storage.read(lambda book: book.tables_of(call.person, limit=len(tables)))
    infos = []
    for row, seats in found:
        head = tables[row.id].head
        infos.append(table_info(row, seats, call.person, seat_names(seats, head.names), title=head.title))
    return infos


async def new_table(call: TabCall) -> TableInfo:
    """Open a table: for those at this device, and bots."""
    wish: NewTable = replace(call.body, shares=False, spectators=False, listed=False, level=None, rated=False)
    await bring(call.need, wish.game if wish.record is None else _game_of(wish.record))
    row, seats, lines = wishes.opened(wish, call.person)

    def job(book: Book) -> None:
        book.ensure_person(call.person)
        book.add_table(row, seats, lines)

    await call.server.storage.write(job)
    return await lobby.opened(call, row, seats)


def _game_of(record: str) -> str:
    try:
        return records.parse(record).game
    except RecordError as error:
        raise BadTable(str(error)) from error


async def record(call: TabCall) -> Reply:
    """The record of a game; of one that goes on, too, for whoever has the device has its tables."""
    table = (await call.room()).table
    text = await call.server.storage.read(lambda book: record_of(book, table.row, table.names))
    return Reply(text, "text/plain")


async def moment_svg(call: TabCall) -> Reply:
    """A moment as a picture."""
    return Reply(await lobby.moment_svg(call), "image/svg+xml")


async def ending_svg(call: TabCall) -> Reply:
    """How a finished game ended, as a picture."""
    return Reply(await lobby.ending_svg(call), "image/svg+xml")


async def keepsake_svg(call: TabCall) -> Reply:
    """A keepsake of a finished game as a picture."""
    return Reply(await lobby.keepsake_svg(call), "image/svg+xml")


_TABLE = "tables/{table}"

ENDPOINTS = [
    Endpoint("GET", "me", lobby.me, Me),
    Endpoint("POST", "me", lobby.rename, Me, Rename),
    Endpoint("GET", "tables", my_tables, list[TableInfo]),
    Endpoint("POST", "tables", new_table, TableInfo, NewTable, 201),
    Endpoint("GET", _TABLE, lobby.table, TableInfo),
    Endpoint("DELETE", _TABLE, lobby.delete_table, None, status=204),
    Endpoint("GET", f"{_TABLE}/lesson", lobby.lesson, LessonInfo),
    Endpoint("DELETE", f"{_TABLE}/lesson", lobby.end_lesson, None, status=204),
    Endpoint("POST", f"{_TABLE}/seats/{{seat}}", lobby.change_seat, TableInfo, SeatChange),
    Endpoint("POST", f"{_TABLE}/rematch", lobby.rematch, TableInfo),
    Endpoint("GET", f"{_TABLE}/view", lobby.view, dict[str, Any]),
    Endpoint("GET", f"{_TABLE}/story", lobby.story, Story),
    Endpoint("GET", f"{_TABLE}/moments/{{ply}}", lobby.moment, dict[str, Any]),
    Endpoint("GET", f"{_TABLE}/moments/{{ply}}.svg", moment_svg, "image/svg+xml"),
    Endpoint("GET", f"{_TABLE}/ending.svg", ending_svg, "image/svg+xml"),
    Endpoint("GET", f"{_TABLE}/keepsakes", lobby.keepsakes, list[dict[str, Any]]),
    Endpoint("GET", f"{_TABLE}/keepsake.svg", keepsake_svg, "image/svg+xml"),
    Endpoint("GET", f"{_TABLE}/review", lobby.review, ReviewInfo),
    Endpoint("POST", f"{_TABLE}/review", lobby.begin_review, ReviewInfo),
    Endpoint("GET", f"{_TABLE}/record", record, "text/plain"),
]


_NUMBERS = ("seat", "ply")


def _fits(pattern: str, path: str) -> dict[str, str | int] | None:
    """What a path gives for the names in a pattern, such as ``tables/{table}/moments/{ply}.svg``; None: nothing."""
    wanted, given = pattern.split("/"), path.split("/")
    if len(wanted) != len(given):
        return None
    found: dict[str, str | int] = {}
    for part, word in zip(wanted, given, strict=True):
        if not part.startswith("{"):
            if part != word:
                return None
            continue
        name, _, end = part[1:].partition("}")
        value = word.removesuffix(end)
        if not value or not word.endswith(end):
            return None
        if name in _NUMBERS and not (value.isascii() and value.isdigit() and len(value) < 10):
            return None
        found[name] = int(value) if name in _NUMBERS else value
    return found


async def answered(house: TabHouse, need: Need, method: str, address: str, body: str) -> Reply:
    """The reply to a call: `address` is what stands behind ``/api/`` on a server."""
    path, _, query = address.partition("?")
    for endpoint in ENDPOINTS:
        paths = _fits(endpoint.path, path)
        if paths is not None and endpoint.method == method:
            call = TabCall(house, ME, paths, dict(parse_qsl(query)))
            call.need = need
            return await answer(endpoint, call, lambda: _ready(endpoint, call, body))  # noqa: B023
    return problem(404, say("There is nothing here."))


async def _ready(endpoint: Endpoint, call: TabCall, body: str) -> Any:
    """The body of a call; its table's game is here then, unless the table is to be deleted."""
    if "table" in call.paths and endpoint.handler is not lobby.delete_table:
        await bring_game(call.server, call.need, call.path("table"))
    return None if endpoint.asked is None else wishes.read(body.encode(), endpoint.asked)


async def bring_game(house: TabHouse, need: Need, table: str) -> None:
    """Have the game of a table here, if there is such a table."""
    kept = house.kept.tables.get(table)
    if kept is not None:
        await bring(need, kept.row.game)


async def bring(need: Need, game: str) -> None:
    """Have a game here; Refused (503) if it can't be had."""
    if game not in waystation.game_names():
        return  # whoever asks for it is told so
    try:
        await need(game)
    except Exception as error:  # whatever a browser says that can't fetch it
        raise Refused(say("The game could not be loaded. Are you online?"), status=503) from error
