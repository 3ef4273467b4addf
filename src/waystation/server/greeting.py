"""The hello: everything that a viewer needs, and who is to be shown what when seating has changed."""

from __future__ import annotations

from . import about
from .live import Connection, Room, as_text
from .protocol import PROTOCOL, Closed, Hello
from .storage import Storage
from .story import chat, told

EVENTS_IN_HELLO = 100

NOT_ALLOWED = 4403
"""The close code for whoever may not watch (any more)."""


async def hello(storage: Storage, room: Room, socket: Connection) -> None:
    """Send everything. The room's lock is held: nothing happens between what is read here and the next frame."""
    table, viewer, person = room.table, socket.viewer, socket.person
    if viewer not in table.live_eyes(person):
        turn_away(room, socket)
        return
    events, more = await told(storage, table, viewer, EVENTS_IN_HELLO)
    said = await chat(storage, table)
    channel = room.enter(socket)
    present, spectators = room.present()
    frame = Hello(
        seq=table.row.seq,
        version=table.version,
        ply=table.ply,
        protocol=PROTOCOL,
        table=table.info(person, present),
        mine=table.seats_of(person),
        view=channel.shown,
        scene=channel.scene,
        look=about.look_hash(table.row.game),
        events=events,
        more_events=more,
        chat=said,
        present=present,
        spectators=spectators,
        undo=table.undo_state(viewer),
        points=list(room.points.values()),
        clock=room.clock.shown(),
        seed=table.row.plain_seed if table.state.is_over else None,
    )
    socket.send(as_text(frame))


async def look_again(storage: Storage, room: Room) -> None:
    """After a change of seating, before anything else is sent: whoever looks through eyes that are not theirs any more
    becomes a spectator, or has to go. The room's lock is held."""
    lost = [socket for socket in room.sockets() if socket.viewer not in room.table.live_eyes(socket.person)]
    for socket in lost:
        room.leave(socket)
        socket.viewer = None
    for socket in lost:
        await hello(storage, room, socket)


def turn_away(room: Room, socket: Connection) -> None:
    """Close the socket of somebody who may not watch."""
    reason = "You have no seat at this table, and it is not open to spectators."
    socket.send(as_text(Closed(seq=room.table.row.seq, reason=reason)))
    socket.close(NOT_ALLOWED)
