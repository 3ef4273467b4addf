"""A viewer's WebSocket: who is it, may they watch, through whose eyes; then their visit (see `session`)."""

from __future__ import annotations

import logging
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from waystation.engine.words import say

from .greeting import NOT_ALLOWED
from .leases import MOVED, Elsewhere
from .live import CLOSED, NO_MORE, Room, in_json
from .machine import Machine
from .outflow import TOO_SLOW, Connection
from .passing import AWAY
from .protocol import Closed
from .refusals import NO_DATABASE, Refused, as_heard
from .session import Gone, Session
from .table import BrokenTable, NoTable

log = logging.getLogger("waystation.server")

TOO_MANY = 4429
"""The close code for whoever has too many sockets, or when there is no room."""

GONE_ALREADY = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending or closing says of a WebSocket whose other end is gone."""


class _Socket:
    """A WebSocket as a wire."""

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = websocket

    async def receive(self) -> str | bytes:
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        return message.get("text") or message.get("bytes") or ""

    async def send(self, frame: bytes) -> None:
        try:
            await self.websocket.send_text(frame.decode())
        except GONE_ALREADY as error:
            raise Gone from error

    async def close(self, code: int) -> None:
        try:
            await self.websocket.close(code)
        except GONE_ALREADY as error:
            raise Gone from error


async def live(websocket: WebSocket) -> None:
    """The endpoint: who is it, may they watch, and through whose eyes."""
    server: Machine = websocket.app.state.server
    await websocket.accept()
    person = server.people.known(websocket)
    if not server.address.is_ours(websocket):
        await _turn_away(websocket, NOT_ALLOWED, say("This request comes from another site."))
        return
    address = server.limits.came_from(websocket)
    try:
        server.guard.check(person, address)
    except Refused as refused:
        await _turn_away(websocket, NOT_ALLOWED, refused.reason)
        return
    room = await _room(server, websocket)
    if room is None:
        return
    if server.people.known(websocket) != person:  # signed out while the table was loaded
        with suppress(*GONE_ALREADY):
            await websocket.close(MOVED)
        return
    eyes = room.table.live_eyes(person or "")
    if not eyes:
        await _turn_away(websocket, NOT_ALLOWED, say("This table is not open to spectators."))
        return
    wished = _number(websocket, "seat")
    viewer = wished if wished is not None and wished in eyes else eyes[0]
    # Frames are those of one viewer: they cannot be continued in the eyes of another.
    since = _number(websocket, "since") if wished is None or wished == viewer else None
    connection = Connection(person or "", viewer, server.outflow, websocket.scope.get("waystation.line"))
    try:
        with (
            server.limits.socket(websocket, person, bool(room.table.seats_of(person or ""))),
            server.guard.inside(connection, address),
        ):
            visit = Session(server, _Socket(websocket), room, connection, server.limits.counted(websocket))
            await visit.run(since, websocket.query_params.get("life"))
    except Refused as refused:
        await _turn_away(websocket, TOO_MANY, refused.reason)


async def _room(server: Machine, websocket: WebSocket) -> Room | None:
    """The table that is asked for; None: it can't be shown here, and whoever asks has been told."""
    try:
        return await server.hub.room(websocket.path_params["table"])
    except Elsewhere:
        with suppress(*GONE_ALREADY):
            await websocket.close(MOVED)
    except NoTable:
        await _turn_away(websocket, NO_MORE, say("There is no such table."))
    except BrokenTable as error:
        await _turn_away(websocket, CLOSED, str(error))
    except AWAY:
        log.exception("the database cannot be used")
        await _turn_away(websocket, TOO_SLOW, NO_DATABASE)
    return None


def _number(websocket: WebSocket, name: str) -> int | None:
    text = websocket.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


async def _turn_away(websocket: WebSocket, code: int, reason: str) -> None:
    with suppress(*GONE_ALREADY):
        await websocket.send_text(in_json(Closed(seq=0, reason=as_heard(reason))).decode())
        await websocket.close(code)
