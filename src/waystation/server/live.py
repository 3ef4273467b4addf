"""Who watches a table, and what each is sent.

A *room* is a loaded table with its viewers. A *channel* is one viewer's eyes (a seat, or a spectator): all sockets that
look through the same eyes get the same frames, made once. A channel outlives its sockets for a while and remembers its
newest frames, so that a socket that comes back gets exactly what it missed.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from itertools import compress
from operator import attrgetter, ne
from time import monotonic
from typing import Any

import msgspec
from msgspec import UNSET

from waystation.engine import Event, Node, Scene, ScoreSheet, State, View
from waystation.engine.events import Viewer
from waystation.engine.scene import SceneChange
from waystation.engine.words import say, told

from . import speech
from .bell import Bell
from .clock import TableClock
from .metrics import Metrics
from .outflow import FIRST_HELLO, Connection, Memory, Outflow
from .protocol import (
    Clock,
    Closed,
    Emote,
    Emotion,
    Frame,
    MomentEvent,
    Pointing,
    Points,
    Presence,
    Seats,
    SeatTime,
    Shown,
    Step,
    TimesNow,
    UndoNews,
)
from .refusals import Refused
from .table import Table, times_shown
from .uptime import Uptime

NO_MORE, CLOSED = 4404, 4409
"""The close codes of a table that is no more, and of one that whoever runs the server has closed."""
CHANNEL_LIFE = 120.0
"""Seconds that a channel is kept up to date without a socket."""

log = logging.getLogger("waystation.server")

_encode = msgspec.json.Encoder().encode


def in_json(frame: Frame) -> bytes:
    """A frame as it goes over the wire."""
    return _encode(frame)


class Channel:
    """One viewer's eyes: what they saw last, and the frames that brought them there."""

    def __init__(self, viewer: Viewer, table: Table, outflow: Outflow) -> None:
        self.viewer = viewer
        self.sockets: set[Connection] = set()
        self.empty_since = monotonic()
        self.memory = Memory(outflow, table.row.seq)
        self.shown, self.scene = Looks(table, [viewer]).of(viewer)

    def step(
        self,
        looks: Looks,
        told: list[MomentEvent],
        clock: Clock | None,
        undone_to: int | None,
        clear_points: bool,
        times: list[SeatTime],
        made: list[tuple[Step, bytes]],
    ) -> bytes:
        """The frame that turns what was seen last into what is seen now; if another's (of those `made`) is the same, as
        it was written for them."""
        table, regions = looks.table, self.scene.regions
        view, scene = self.catch_up(looks)
        seed = table.row.plain_seed if table.state.is_over else None
        frame = Step(
            seq=table.row.seq,
            version=table.version,
            ply=table.ply,
            view=view,
            scene=scene,
            events=told,
            undo=table.undo_state(self.viewer),
            clock=clock,
            times=times,
            regions=UNSET if self.scene.regions == regions else self.scene.regions,
            undone_to=UNSET if undone_to is None else undone_to,
            clear_points=clear_points,
            seed=UNSET if seed is None else seed,
        )
        for known, written in made:
            if known == frame:
                return written
        made.append((frame, in_json(frame)))
        return made[-1][1]

    def catch_up(self, looks: Looks) -> tuple[Shown, SceneChange]:
        """What changed since the last look."""
        shown, scene = looks.of(self.viewer)
        change = changed(self.shown, shown), looks.change(self.scene, scene)
        self.shown, self.scene = shown, scene
        return change


class Room:
    """A loaded table and everybody who watches it. Whoever changes the table holds `lock`."""

    def __init__(self, table: Table, metrics: Metrics, outflow: Outflow, uptime: Uptime) -> None:
        self.table = table
        self.uptime = uptime
        self.metrics = metrics
        self.outflow = outflow
        self.lock = asyncio.Lock()
        self.greeting = asyncio.Lock()
        self.hello_size = FIRST_HELLO
        self.channels: dict[Viewer, Channel] = {}
        self.used = monotonic()
        self.loaded = uptime.now()
        self.went: dict[str, float] = {}  # who has closed a socket of theirs, and when the house had been open so long
        self.gone = 0  # the code with which its sockets are closed, once it is not the table any more
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.bots: dict[int, str] = {}
        self.bots_of = table
        self.remarks: dict[int, tuple[str, State]] = {}
        self.points: dict[int, Pointing] = {}
        self.told_here: tuple[list[int], int] = [], 0
        self.begin_life()
        self.asked = asked_now(table)
        self.clock = TableClock()
        self.bell = Bell()

    def begin_life(self) -> None:
        """From here on frames follow one another: what was sent before is not continued (see `missed`)."""
        self.life = secrets.token_hex(8)
        self.greeted: set[tuple[str, Viewer]] = set()

    # ------------------------------------------------------------------ coming and going

    def enter(self, socket: Connection) -> Channel:
        """Put a socket on its channel."""
        channel = self.channels.get(socket.viewer)
        if channel is None:
            channel = self.channels[socket.viewer] = Channel(socket.viewer, self.table, self.outflow)
        channel.sockets.add(socket)
        return channel

    def leave(self, socket: Connection) -> None:
        channel = self.channels.get(socket.viewer)
        if channel is not None:
            channel.sockets.discard(socket)
            channel.empty_since = self.used = monotonic()
        if self.table.seats_of(socket.person):
            self.went[socket.person] = self.uptime.now()

    def sockets(self) -> list[Connection]:
        return [socket for channel in self.channels.values() for socket in channel.sockets]

    def forget_channels(self) -> None:
        """Let go of channels that nobody has come back to."""
        now = monotonic()
        for channel in list(self.channels.values()):
            if not channel.sockets and now - channel.empty_since > CHANNEL_LIFE:
                self._forget(channel)

    def here(self) -> tuple[list[int], int]:
        """The seats whose people are connected, and the number of spectators."""
        seats: set[int] = set()
        spectators = 0
        for socket in self.sockets():
            own = self.table.seats_of(socket.person)
            seats.update(own)
            spectators += not own
        return sorted(seats), spectators

    def present(self) -> tuple[list[int], int]:
        """The same as it is told: coming and going is a way of speaking, so of a silent seat it is told later."""
        seats, spectators = self.here()
        if withheld := speech.withheld(self.table):
            before, spectators = self.told_here
            seats = sorted({*(set(seats) - withheld), *(withheld & set(before))})
        return seats, spectators

    # ------------------------------------------------------------------ telling

    def step(self, events: Sequence[Event], by: int | None, undone_to: int | None = None) -> None:
        """Tell everybody of a change to the game."""
        clock, clear_points, times = self.clock.shown(), self._end_pointing(), self.times()
        looks = Looks(self.table, list(self.channels))
        publicly = tell(events, self.table.ply, None, looks.names, by)
        told_otherwise = {seat for event in events for seat in event.only}
        made: list[tuple[Step, bytes]] = []
        for channel in list(self.channels.values()):
            viewer = channel.viewer
            try:
                own = viewer in told_otherwise
                told = tell(events, self.table.ply, viewer, looks.names, by) if own else publicly
                self._send(channel, channel.step(looks, told, clock, undone_to, clear_points, times, made))
            except Exception:  # the move is committed: a picture that can't be drawn must not stop the others
                log.exception("viewer cannot be shown the table", extra={"table": self.table.id})
                self._drop(channel)
        if speech.knows_silence(self.table) and self.told_here != self.present():
            self.presence()  # a silence is over

    def times(self) -> list[SeatTime]:
        """What everybody has left now."""
        table = self.table
        if table.row.pace is None:
            return []
        return times_shown(table.row, table.state.to_act, table.seats, self.uptime.now())

    def tell_times(self, newcomer: Connection | None = None) -> None:
        """Tell everybody, or only a newcomer, what everybody has left. It is no part of what may be missed."""
        if not (times := self.times()):
            return
        frame = in_json(TimesNow(seq=self.table.row.seq, times=times))
        for socket in self.sockets() if newcomer is None else [newcomer]:
            socket.send(frame)

    def point(self, pointing: Pointing) -> None:
        """Tell everybody what a seat points at."""
        self.points[pointing.seat] = pointing
        for socket in self.sockets():
            socket.send(in_json(self._points_frame(pointing)))

    def point_no_more(self, seat: int) -> None:
        """Forget what a seat points at, for somebody else plays there now, and tell everybody."""
        if self.points.pop(seat, None) is not None:
            for socket in self.sockets():
                socket.send(in_json(Points(seq=self.table.row.seq, seat=seat)))

    def points_again(self, socket: Connection) -> None:
        """Tell a socket that was away what is pointed at now."""
        for pointing in self.points.values():
            socket.send(in_json(self._points_frame(pointing)))

    def emote(self, seat: int, emotion: Emotion) -> None:
        """Tell all who are here what a seat says without words."""
        frame = in_json(Emote(seq=self.table.row.seq, seat=seat, emotion=emotion))
        for socket in self.sockets():
            socket.send(frame)

    def _points_frame(self, pointing: Pointing) -> Points:
        return Points(seq=self.table.row.seq, seat=pointing.seat, nodes=pointing.nodes, agree=pointing.agree)

    def _end_pointing(self) -> bool:
        """Forget what is pointed at when the decision that is talked about is over; whether there was anything."""
        table, before = self.table, self.asked
        self.asked = asked_now(table)
        if self.asked == before:
            return False
        if self.asked[1:] == before[1:] and any(table.asked[seat] < table.version for seat in table.state.to_act):
            return False  # a common decision goes on
        cleared = bool(self.points)
        self.points.clear()
        return cleared

    def undo_news(self, text: str) -> None:
        """Tell everybody where a question about an undo stands."""
        table, seq = self.table, self.table.row.seq
        for channel in self.channels.values():
            frame = in_json(UndoNews(seq=seq, undo=table.undo_state(channel.viewer), text=text))
            asked = {who for _, who in table.undo_asked.missing} if table.undo_asked else set()
            own = [socket for socket in channel.sockets if socket.person in asked]
            self._send(channel, frame, but=own)
            for socket in own:
                undo = table.undo_state(channel.viewer, socket.person)
                socket.send(in_json(UndoNews(seq=seq, undo=undo, text=text)))

    def broadcast(self, frame: Frame) -> None:
        """Tell everybody the same."""
        written = in_json(frame)
        for channel in self.channels.values():
            self._send(channel, written)

    def seats_changed(self, text: str) -> None:
        """Tell everybody about people, bots and names: each what they may know of links."""
        (present, _), times, clock = self.present(), self.times(), self.clock.shown()
        looks = Looks(self.table, list(self.channels))
        for channel in self.channels.values():
            view, scene = channel.catch_up(looks)
            channel.memory.keep(self.table.row.seq, None)
            for socket in channel.sockets:
                frame = Seats(
                    seq=self.table.row.seq,
                    table=self.table.info(socket.person, present),
                    view=view,
                    scene=scene,
                    text=text,
                    undo=self.table.undo_state(channel.viewer, socket.person),
                    clock=clock,
                    times=times,
                )
                socket.send(in_json(frame))

    def presence(self, newcomer: Connection | None = None) -> None:
        """Tell everybody who is here, if that has changed, and a newcomer anyway. Nobody needs to hear it later."""
        before, self.told_here = self.told_here, self.present()
        frame = in_json(self.presence_frame())
        for socket in self.sockets():
            if socket is newcomer or self.told_here != before:
                socket.send(frame)

    def presence_frame(self) -> Presence:
        seats, spectators = self.present()
        return Presence(seq=self.table.row.seq, seats=seats, spectators=spectators)

    def missed(self, person: str, viewer: Viewer, since: int, life: str | None) -> list[bytes] | None:
        """The frames that a socket with these eyes has missed; None if it needs a hello.

        `life` is what its last hello said; numbers of another life may mean another history: of a log that was put back
        from a backup, say. A client that does not tell must have been greeted in this one.
        """
        if life != self.life and (life is not None or (person, viewer) not in self.greeted):
            return None
        channel = self.channels.get(viewer)
        return None if channel is None else channel.memory.missed(since, self.table.row.seq)

    def end(self, reason: str, code: int) -> None:
        """The table is no more, for anybody: close all sockets."""
        for socket in self.sockets():
            socket.send(in_json(Closed(seq=self.table.row.seq, reason=reason)))
        self.go(code)

    def go(self, code: int) -> None:
        """Be the table no more: close all sockets, and those that are still to be greeted."""
        self.gone = code
        for socket in self.sockets():
            socket.close(code)

    def check_here(self) -> None:
        """Refused if this is not the table any more: there is none, or it is only to be loaded anew."""
        if self.gone in (NO_MORE, CLOSED):
            raise Refused(say("This table is gone."), status=404)
        if self.gone:
            raise Refused(say("The table is just loaded anew; try again."), status=503, wait=1.0)

    def _drop(self, channel: Channel) -> None:
        """Make a channel's sockets start afresh."""
        for socket in channel.sockets:
            socket.close(1011)
        self._forget(channel)

    def _forget(self, channel: Channel) -> None:
        channel.memory.clear()
        self.channels.pop(channel.viewer, None)

    def forget_all(self) -> None:
        """Let go of all channels: whoever comes back needs a hello."""
        for channel in list(self.channels.values()):
            self._forget(channel)

    def _send(self, channel: Channel, frame: bytes, but: Sequence[Connection] = ()) -> None:
        """Send to all of a channel; `but` get a frame of their own instead (whoever missed that needs a hello)."""
        channel.memory.keep(self.table.row.seq, None if but else frame)
        self.metrics.frame_bytes.observe(len(frame))
        for socket in channel.sockets:
            if socket not in but:
                socket.send(frame)


# ---------------------------------------------------------------------- what a viewer sees


def asked_now(table: Table) -> tuple[object, ...]:
    """Who is asked, and what kind of question it is."""
    agenda = table.state.agenda
    return (table.state.to_act, agenda[-1][0], len(agenda)) if agenda else ((),)


class Looks:
    """A table as it is now through the eyes of several viewers: what they share is made once."""

    def __init__(self, table: Table, viewers: Sequence[Viewer]) -> None:
        self.table = table
        self.names = table.names
        self._views: dict[Viewer, View] = {}
        self._changes: dict[tuple[int, int], tuple[SceneChange, Scene, Scene]] = {}
        with suppress(Exception):  # of one viewer, who shall not take the others along: `of` looks again
            self._views.update(zip(viewers, table.state.views(viewers, self.names), strict=True))

    def of(self, viewer: Viewer) -> tuple[Shown, Scene]:
        """What a viewer sees."""
        view = self._views.get(viewer) or self.table.state.view(viewer, self.names)
        seen, table = shown(view), self.table
        if view.outcome and table.lost:
            outcome = table.outcome
            assert outcome is not None
            text = told(outcome.text, self.names)
            judged = msgspec.structs.replace(outcome, text=text, team=view.outcome.team)
            seen = msgspec.structs.replace(seen, outcome=judged, question=text)
        return seen, table.game.draw(view)

    def change(self, old: Scene, new: Scene) -> SceneChange:
        """What changed between two scenes; often it is the same for several viewers."""
        key = (id(old), id(new))
        if key not in self._changes:
            change = new.change_from(old)
            change = SceneChange(_written(change.set), change.remove, change.order)
            self._changes[key] = change, old, new  # kept, so that their ids stay theirs
        return self._changes[key][0]


def _written(nodes: Sequence[Node]) -> Any:
    """Nodes as JSON. The same ones go to every viewer, and come again at other tables: each is written once."""
    if len(_known) > WRITTEN:
        _known.clear()
    return tuple([(_known.get(id(node)) or _write(node))[1] for node in nodes])


def _write(node: Node) -> tuple[Node, msgspec.Raw]:
    """Write a node, and keep it."""
    _known[id(node)] = found = node, msgspec.Raw(_encode(node))
    return found


WRITTEN = 8192
"""Nodes whose JSON is kept."""
_known: dict[int, tuple[Node, msgspec.Raw]] = {}  # with the nodes, so that their ids stay theirs


def shown(view: View) -> Shown:
    """A view without the game's own table."""
    return Shown(
        viewer=view.viewer,
        names=view.names,
        to_act=view.to_act,
        question=view.question,
        legal=view.legal,
        closed=view.closed,
        sheets=dict(enumerate(view.sheets)),
        outcome=view.outcome,
        hushed=view.hushed,
        hush=view.hush,
    )


def changed(old: Shown, new: Shown) -> Shown:
    """The fields of `new` that differ."""
    was, now = _fields(old), _fields(new)
    fields: dict[str, Any] = dict(compress(zip(Shown.__struct_fields__, now, strict=True), map(ne, was, now)))
    if "sheets" in fields and isinstance(old.sheets, dict):
        fields["sheets"] = _changed_sheets(old.sheets, fields["sheets"])
    return Shown(**fields)


_fields = attrgetter(*Shown.__struct_fields__)


def _changed_sheets(old: dict[int, ScoreSheet], new: dict[int, ScoreSheet]) -> dict[int, ScoreSheet]:
    return {seat: sheet for seat, sheet in new.items() if (was := old.get(seat)) is not sheet and was != sheet}


def tell(events: Sequence[Event], ply: int, viewer: Viewer, names: Sequence[str], by: int | None) -> list[MomentEvent]:
    """Events of a move of seat `by` as a viewer knows them."""
    return [MomentEvent.of(ply, event.seen_by(viewer, names), by) for event in events]
