"""The hello: everything that a viewer needs, and who is to be shown what when seating has changed."""

from __future__ import annotations

from waystation.engine.words import say

from .games import look_hash
from .live import Room, in_json
from .outflow import Connection
from .protocol import PROTOCOL, Closed, Hello
from .refusals import as_heard
from .rows import Storage
from .story import chat, told

EVENTS_IN_HELLO = 100

NOT_ALLOWED = 4403
"""The close code for whoever may not watch (any more)."""


async def greet(storage: Storage, room: Room, socket: Connection) -> None:
    """Make the hello that a socket is owed, as soon as there is room for it among all that waits."""
    while socket.closing is None:
        wanted = room.hello_size
        await room.outflow.room_for(socket, wanted)
        async with room.greeting, room.lock:  # one at a time: a move never has to wait for more than one hello
            if room.gone:
                socket.close(room.gone)
            elif socket.viewer not in room.table.live_eyes(socket.person):
                turn_away(room, socket)
            elif room.outflow.has_room(socket, wanted):
                hello = await _hello(storage, room, socket)
                room.hello_size = len(hello)
                if len(hello) <= wanted or room.outflow.has_room(socket, len(hello)):
                    socket.greet(hello)
                    room.presence(socket)
                    return
                room.leave(socket)


async def _hello(storage: Storage, room: Room, socket: Connection) -> bytes:
    """Everything. The room's lock is held: nothing happens between what is read here and the next frame."""
    table, viewer, person = room.table, socket.viewer, socket.person
    events, more = await told(storage, table, viewer, EVENTS_IN_HELLO)
    said = await chat(storage, table)
    channel = room.enter(socket)
    room.greeted.add((person, viewer))
    socket.seated = bool(table.seats_of(person))
    present, spectators = room.present()
    frame = Hello(
        seq=table.row.seq,
        version=table.version,
        ply=table.ply,
        protocol=PROTOCOL,
        life=room.life,
        table=table.info(person, present),
        mine=table.seats_of(person),
        view=channel.shown,
        scene=channel.scene,
        look=look_hash(table.row.game),
        events=events,
        more_events=more,
        chat=said,
        present=present,
        spectators=spectators,
        undo=table.undo_state(viewer, person),
        points=list(room.points.values()),
        clock=room.clock.shown(),
        times=room.times(),
        seed=table.row.plain_seed if table.state.is_over else None,
    )
    return in_json(frame)


def look_again(room: Room) -> None:
    """After a change of seating, before anything else is sent: whoever looks through eyes that are not theirs any more
    becomes a spectator, or has to go. The room's lock is held."""
    lost = [socket for socket in room.sockets() if socket.viewer not in room.table.live_eyes(socket.person)]
    for socket in lost:
        room.leave(socket)
        socket.viewer = None
        socket.owe_hello()


def turn_away(room: Room, socket: Connection) -> None:
    """Close the socket of somebody who may not watch."""
    reason = as_heard(say("You have no seat at this table, and it is not open to spectators."))
    socket.send(in_json(Closed(seq=room.table.row.seq, reason=reason)))
    socket.close(NOT_ALLOWED)
