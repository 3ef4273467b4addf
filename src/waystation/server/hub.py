"""All tables of a server: loading them, and everything that changes one.

Every change takes the room's lock, checks, appends a line to the log, commits, takes the change over, and only then
tells anybody. Whatever goes wrong before the commit leaves no trace; whatever goes wrong after it is repaired by
loading the table again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from time import monotonic, perf_counter
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from waystation.engine import Event, IllegalAction, NotationError, State
from waystation.engine.events import Viewer

from . import rows
from .bots import BotPool, question
from .live import Connection as Socket
from .live import Room
from .metrics import Metrics
from .protocol import Act, Agree, Chat, ChatLine, PointAsk, Pointing, Say, SeatChange, TableInfo, Undo
from .rows import AgreeBody, Entry, Kind, SeatRow, TextBody, UndoBody
from .storage import Storage
from .table import MAX_LOG, SNAPSHOT_EVERY, Draft, Table, load, named, state_at, undo_question

log = logging.getLogger("waystation.server")

IDLE = 300.0
"""Seconds after which a table that nobody watches leaves memory."""


class Refused(Exception):
    """What was asked for is not possible; the text says why. Nothing has changed."""

    def __init__(self, reason: str, rule: str = "", stale: bool = False, status: int = 409) -> None:
        super().__init__(reason)
        self.reason, self.rule, self.stale, self.status = reason, rule, stale, status


class Repeated(Exception):
    """The message had been carried out before."""


class Hub:
    """See the module."""

    def __init__(self, storage: Storage, metrics: Metrics, bots: BotPool) -> None:
        self.storage = storage
        self.metrics = metrics
        self.bots = bots
        self.rooms: dict[str, Room] = {}
        self._loads: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # ------------------------------------------------------------------ loading

    async def room(self, ident: str) -> Room:
        """A table with its viewers, loaded if need be. NoTable or BrokenTable."""
        room = self.rooms.get(ident)
        if room is None:
            loading = self._loads.get(ident)
            if loading is None:
                loading = self._loads[ident] = asyncio.create_task(self._load(ident))
            room = await asyncio.shield(loading)
        room.used = monotonic()
        return room

    async def _load(self, ident: str) -> Room:
        try:
            room = Room(await self.storage.read(lambda connection: load(connection, ident)), self.metrics)
            self.rooms[ident] = room
            self.metrics.tables.set(len(self.rooms))
            self._go_on(room)
            return room
        finally:
            del self._loads[ident]

    async def _reload(self, room: Room) -> None:
        """Make memory agree with the log again, and give everybody the whole table."""
        room.table = await self.storage.read(lambda connection: load(connection, room.table.id))
        for socket in room.sockets():
            socket.close(1013)
        room.channels.clear()

    async def tidy(self) -> None:
        """Let idle tables leave memory, for ever."""
        while True:
            await asyncio.sleep(IDLE / 10)
            self.unload_idle()

    def unload_idle(self) -> None:
        """Let go of tables that nobody watches and that nothing waits for; the log has them."""
        for ident, room in list(self.rooms.items()):
            room.forget_channels()
            busy = room.sockets() or room.thinking or room.clock.timer or room.lock.locked()
            if not busy and monotonic() - room.used > IDLE:
                del self.rooms[ident]
        self.metrics.tables.set(len(self.rooms))

    async def resume_bots(self) -> None:
        """After a start: go on with the tables that wait for a bot."""
        for ident in await self.storage.read(rows.tables_that_wait_for_bots):
            try:
                await self.room(ident)
            except Exception:
                log.exception("table cannot be resumed", extra={"table": ident})

    async def close(self) -> None:
        """Stop everything that runs by itself."""
        for room in self.rooms.values():
            self._stop(room)
        for task in list(self._tasks):
            task.cancel()
        await self.bots.close()

    # ------------------------------------------------------------------ what players send

    async def act(self, room: Room, person: str, asked: Act) -> None:
        """Play an action."""
        began = perf_counter()
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            if table.is_stale(asked.seat, asked.version):
                await self._refuse_repeat(table, asked.seat, asked.id)
                raise self._not_now(table, asked.seat)
            await self._play(room, asked.seat, asked.action, asked.id)
        self.metrics.action_seconds.observe(perf_counter() - began)
        self._go_on(room)

    async def undo(self, room: Room, person: str, asked: Undo) -> None:
        """Take moves back, or ask the others whether they may be."""
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            await self._refuse_repeat(table, asked.seat, asked.id)
            self._check_undo(table, asked)
            free_to = table.free_to(asked.seat)
            if free_to is not None and free_to <= asked.ply:
                await self._rewind(room, asked.seat, asked.id, UndoBody(asked.ply), "free")
            else:
                await self._ask_undo(room, person, asked)
        self._go_on(room)

    async def agree(self, room: Room, person: str, asked: Agree) -> None:
        """Answer the question whether moves may be taken back."""
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            await self._refuse_repeat(table, asked.seat, asked.id)
            question = table.undo_asked
            if question is None or asked.version != table.version or asked.seat not in question.missing:
                raise Refused("Nobody waits for this seat's answer about taking moves back.", stale=True)
            entry = await self._commit(room, "agree", asked.seat, asked.id, AgreeBody(asked.yes))
            table.undo_asked = undo_question(table, entry)
            name = table.names[asked.seat]
            room.undo_news(f"{name} {'agrees' if asked.yes else 'does not agree'} to take back.")
            if table.undo_asked is not None and not table.undo_asked.missing:
                body = UndoBody(question.ply, tuple(table.undo_asked.agreed))
                await self._rewind(room, question.seat, None, body)
        self._go_on(room)

    async def say(self, room: Room, person: str, asked: Say) -> None:
        """Say something to the table, where the rules let this seat talk."""
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            await self._refuse_repeat(table, asked.seat, asked.id)
            if not table.state.is_over and not table.state.may_speak(asked.seat):
                raise Refused("The rules do not let you speak now.")
            await self._chat(room, asked.seat, asked.id, asked.text.strip())

    async def point(self, room: Room, person: str, asked: PointAsk) -> None:
        """Point at something for all to see: a way of speaking, so only of what everybody sees."""
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            if not table.state.may_speak(asked.seat):
                raise Refused("The rules do not let you point now.")
            shown = {node.id for node in table.game.draw(table.state.view(None, table.names)).nodes}
            if not shown.issuperset(asked.nodes):
                raise Refused("That is not something everybody sees.")
            room.point(Pointing(asked.seat, list(dict.fromkeys(asked.nodes)), asked.agree))

    async def _chat(self, room: Room, seat: int, message: str | None, text: str) -> None:
        entry = await self._commit(room, "chat", seat, message, TextBody(text))
        line = ChatLine(entry.seq, seat, room.table.names[seat], text)
        room.broadcast(Chat(seq=entry.seq, line=line))

    def _own_seat(self, room: Room, person: str, seat: int) -> Table:
        if room.gone:
            raise Refused("This table is gone.", status=404)
        if not room.table.plays(person, seat):
            raise Refused("You do not play this seat.", status=403)
        return room.table

    async def _refuse_repeat(self, table: Table, seat: int, message: str) -> None:
        if await self.storage.read(lambda connection: rows.was_seen(connection, table.id, seat, message)):
            raise Repeated

    def _not_now(self, table: Table, seat: int) -> Refused:
        if table.state.is_over:
            return Refused("The game is over.", stale=True)
        if seat not in table.state.to_act:
            waiting = ", ".join(table.names[s] for s in table.state.to_act)
            return Refused(f"You have nothing to decide now; the table waits for {waiting}.", stale=True)
        return Refused("The table has moved on since; look again.", stale=True)

    # ------------------------------------------------------------------ moves and undo

    async def _play(self, room: Room, seat: int, notation: str, message: str | None) -> None:
        table = room.table
        draft = self._draft(table, seat, notation)
        seq = table.row.seq + 1
        over = draft.state.is_over
        changes = {"ply": table.ply + 1, **_summary(draft.state, table.names)}
        also = _snapshot(table, draft) if (table.ply + 1) % SNAPSHOT_EVERY == 0 and not over else None
        await self._commit(room, "move", seat, message, draft.body, draft.events, changes, also)
        room.clock.leave(table.ply)
        table.adopt(draft, seat, seq)
        self._wind_clock(room)
        room.step(draft.events)
        await self._remark(room, draft.body.reveals)

    def _draft(self, table: Table, seat: int, notation: str) -> Draft:
        try:
            return table.draft(notation, seat)
        except IllegalAction as error:
            raise Refused(named(error.refusal.reason, table.names), error.refusal.rule) from error
        except NotationError as error:
            raise Refused(str(error)) from error
        except Exception as error:
            log.exception("rules failed", extra={"table": table.id})
            raise Refused("The rules of this game failed on that action; nothing has changed.", status=500) from error

    def _check_undo(self, table: Table, asked: Undo) -> None:
        if table.state.is_over:
            raise Refused("The game is over and its dice are known.")
        if table.row.undo == "off":
            raise Refused("At this table nothing is taken back.")
        if asked.version != table.version:
            raise Refused("The table has moved on since; look again.", stale=True)
        if asked.ply >= table.ply:
            raise Refused("There is nothing to take back.")

    async def _ask_undo(self, room: Room, person: str, asked: Undo) -> None:
        table = room.table
        if table.undo_asked is not None:
            raise Refused("Somebody has asked to take moves back already.")
        body = UndoBody(asked.ply)
        if not table.must_agree(person):
            await self._rewind(room, asked.seat, asked.id, body)
            return
        entry = await self._commit(room, "ask", asked.seat, asked.id, body)
        table.undo_asked = undo_question(table, entry)
        room.undo_news(f"{table.names[asked.seat]} asks to go back to move {asked.ply}.")

    async def _rewind(
        self,
        room: Room,
        seat: int,
        message: str | None,
        body: UndoBody,
        undone: Literal["free", "agreed"] = "agreed",
    ) -> None:
        table, ply = room.table, body.ply
        row, game = table.row, table.game
        state = await self.storage.read(lambda connection: state_at(connection, row, game, ply))
        event = Event("undo", f"{{{seat}}} takes back to move {ply}", seat, {}, {}, False)
        changes = {"ply": ply, **_summary(state, table.names)}
        entry = await self._commit(
            room, "undo", seat, message, body, [event], changes, lambda c: rows.drop_snapshots(c, row.id, ply)
        )
        table.rewind(state, ply, entry.seq)
        self._wind_clock(room, undone)
        room.step([event], undone_to=ply)

    async def _commit(
        self,
        room: Room,
        kind: Kind,
        seat: int | None,
        message: str | None,
        body: Any,
        events: Sequence[Event] = (),
        changes: dict[str, Any] | None = None,
        also: Callable[[Connection], None] | None = None,
    ) -> Entry:
        """Append a line to the log. Repeated if its message id is known; Refused if the log has grown without us."""
        table = room.table
        if table.row.seq >= MAX_LOG:
            raise Refused("This table's log is full.")
        entry = Entry(
            seq=table.row.seq + 1,
            kind=kind,
            seat=seat,
            message=message,
            body=rows.pack(body),
            events=rows.pack(events),
            at=time.time(),
        )

        def job(connection: Connection) -> None:
            rows.append(connection, table.id, entry, changes or {})
            if also is not None:
                also(connection)

        try:
            await self.storage.write(job)
        except IntegrityError as error:
            if message is not None:
                await self._refuse_repeat(table, seat or 0, message)
            await self._reload(room)
            raise Refused("The table has moved on since; look again.", stale=True) from error
        for name, value in {**(changes or {}), "seq": entry.seq, "updated": entry.at}.items():
            setattr(table.row, name, value)
        return entry

    # ------------------------------------------------------------------ seats

    async def change_seat(self, room: Room, person: str, seat: int, asked: SeatChange) -> None:
        """Leave, come back, or let a bot in: see SeatChange."""
        async with room.lock:
            table = room.table
            if room.gone or not 0 <= seat < len(table.seats):
                raise Refused("There is no such seat.", status=404)
            if table.state.is_over:
                raise Refused("The game is over.")
            old = table.seats[seat]
            text = self._seat_text(room, person, old, asked)
            bot = asked.bot if asked.do in ("leave", "bot") else None
            await self._save_seat(room, msgspec.structs.replace(old, bot=bot), text)
        self._go_on(room)

    def _seat_text(self, room: Room, person: str, seat: SeatRow, asked: SeatChange) -> str:
        """What a change of a seat is called; Refused if this person may not make it."""
        own, host = seat.person == person, room.table.row.host == person
        name = room.table.names[seat.seat]
        present, _ = room.present()
        empty = seat.person is None or seat.seat not in present
        match asked.do:
            case "leave" if own:
                return f"{name} leaves; a bot ({asked.bot}) stands in."
            case "return" if own and seat.bot:
                return f"{name} is back."
            case "bot" if host and (empty or own):
                return f"A bot ({asked.bot}) plays for {name}."
            case "open" if host and seat.bot:
                return f"The bot at the seat of {name} has gone."
            case "bot" if host:
                raise Refused("Its person is here.")
            case "return" | "open" if own or host:
                raise Refused("No bot plays this seat.")
        raise Refused("That is for the host or the person of this seat to do.", status=403)

    async def sit(self, room: Room, person: str, link: str) -> int:
        """Take the seat of a link; its old link is then worth nothing. Returns the seat."""
        async with room.lock:
            table = room.table
            seat = next((seat for seat in table.seats if seat.link == link), None)
            if room.gone or seat is None:
                raise Refused("This link leads nowhere (any more).", status=404)
            name = await self.storage.read(lambda connection: rows.person_name(connection, person)) or ""
            if seat.person == person and seat.bot is None:
                return seat.seat
            new = msgspec.structs.replace(seat, person=person, bot=None, link=rows.new_link(), name=name, shared=False)
            await self._save_seat(room, new, f"{name or 'Somebody'} sits down.")
        self._go_on(room)
        return seat.seat

    async def _save_seat(self, room: Room, seat: SeatRow, text: str) -> None:
        await self._commit(room, "seats", seat.seat, None, TextBody(text), also=lambda c: rows.save_seat(c, seat))
        room.table.seats[seat.seat] = seat
        room.table.undo_asked = None  # who has to agree has changed
        room.points.pop(seat.seat, None)
        thinking = room.thinking.pop(seat.seat, None)
        if thinking is not None and thinking is not asyncio.current_task():
            thinking.cancel()
        room.seats_changed(text)
        room.presence()

    async def rename(self, person: str, name: str) -> None:
        """Call a person something else, also at tables that are being played."""
        await self.storage.write(lambda connection: rows.save_person(connection, person, name))
        for room in list(self.rooms.values()):
            async with room.lock:
                mine = [seat for seat in room.table.seats if seat.person == person and seat.name != name]
                if mine and not room.gone:
                    text = f"{room.table.names[mine[0].seat]} is now called {name}."
                    await self._commit(room, "seats", mine[0].seat, None, TextBody(text))
                    for seat in mine:
                        seat.name = name
                    room.seats_changed(text)

    async def rematch(self, room: Room, person: str, make: Callable[[Table], Any]) -> str:
        """The id of the table that follows this one; made by the first who asks."""
        async with room.lock:
            table = room.table
            if room.gone or not (person == table.row.host or table.seats_of(person)):
                raise Refused("Only who played here can ask for a rematch.", status=403)
            if table.row.rematch is None:
                if not table.state.is_over:
                    raise Refused("The game is not over yet.")
                row, seats, lines = await asyncio.to_thread(make, table)

                def job(connection: Connection) -> None:
                    rows.add_table(connection, row, seats, lines)
                    rows.set_rematch(connection, table.id, row.id)

                await self._commit(room, "seats", None, None, TextBody("A rematch is on."), also=job)
                table.row.rematch = row.id
                room.seats_changed("A rematch is on.")
            return str(table.row.rematch)

    async def delete(self, room: Room, person: str) -> None:
        """Forget a table for ever; its host's right."""
        async with room.lock:
            if room.table.row.host != person:
                raise Refused("Only the host can delete a table.", status=403)
            await self.storage.write(lambda connection: rows.delete_table(connection, room.table.id))
            self._stop(room)
            self.rooms.pop(room.table.id, None)
            room.end("The host has deleted this table.", 4404)

    def info(self, room: Room, person: str) -> TableInfo:
        present, _ = room.present()
        return room.table.info(person, present)

    # ------------------------------------------------------------------ what goes on by itself

    def _go_on(self, room: Room) -> None:
        """After any change: let bots think, and let the clock run."""
        if room.gone:
            return
        if room.clock.timer is None:
            self._wind_clock(room)
        for seat in room.table.state.to_act:
            if room.table.seats[seat].bot is not None and seat not in room.thinking:
                room.thinking[seat] = self.spawn(self._think(room, seat))

    def spawn(self, coroutine: Any) -> asyncio.Task[Any]:
        """A task that is kept, and stopped when the server stops."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _stop(self, room: Room) -> None:
        room.clock.stop()
        for task in room.thinking.values():
            task.cancel()

    async def _think(self, room: Room, seat: int) -> None:
        """One decision of a bot; a bot that fails is replaced."""
        me = asyncio.current_task()
        table, version = room.table, room.table.asked[seat]
        spec = table.seats[seat].bot or "random"
        try:
            action, room.remarks[seat] = await self._choose(table, seat, spec)
            async with room.lock:
                if room.thinking.get(seat) is me and not room.table.is_stale(seat, version):
                    await self._play(room, seat, action, None)
        except Exception as error:
            if isinstance(error, Refused) and error.stale:
                pass  # a log that grew without us: the table has been loaded again
            elif spec == "random":
                log.exception("random failed", extra={"table": table.id})
                return  # the seat stays in `thinking`: nobody tries again before the table is loaded anew
            else:
                await self._replace(room, seat, spec, str(error))
        if room.thinking.get(seat) is me:
            del room.thinking[seat]
        self._go_on(room)

    async def _choose(self, table: Table, seat: int, spec: str) -> tuple[str, str]:
        """A bot's action, and what it has to say about it."""
        if spec == "random":
            await asyncio.sleep(0)
            return table.game.actions.format(secrets.choice(table.state.legal_actions(seat))), ""
        reply = await self.bots.ask(question(table.state, table.row.options, seat, spec))
        return reply.action, reply.reason

    async def _remark(self, room: Room, revealed: bool) -> None:
        """Let bots say why they chose as they did, once the phase in which they did is over for all."""
        table = room.table
        acting = table.state.to_act
        if any(table.asked[seat] < table.version for seat in acting):
            return
        for seat, text in list(room.remarks.items()):
            if (seat in acting and not revealed) or not table.state.may_speak(seat):
                continue
            del room.remarks[seat]
            if text:
                await self._chat(room, seat, None, text)

    async def _replace(self, room: Room, seat: int, spec: str, reason: str) -> None:
        log.warning("bot replaced", extra={"table": room.table.id, "seat": seat, "bot": spec, "reason": reason})
        self.metrics.bots_replaced.inc()
        async with room.lock:
            if room.gone or room.table.seats[seat].bot != spec:
                return
            new = msgspec.structs.replace(room.table.seats[seat], bot="random")
            await self._save_seat(room, new, f"The bot {spec} failed; random plays for {room.table.names[seat]} now.")

    # ------------------------------------------------------------------ the clock

    def _wind_clock(self, room: Room, undone: Literal["", "free", "agreed"] = "") -> None:
        """Set the clock for the decision at hand. It runs on in a simultaneous phase, and waits for open seats."""
        table, clock = room.table, room.clock
        timer = table.state.timer()
        acting = [table.seats[seat] for seat in table.state.to_act]
        if timer is None or not acting or any(seat.person is None and seat.bot is None for seat in acting):
            clock.stop()
            return
        goes_on = any(table.asked[seat.seat] < table.version for seat in acting)
        if clock.timer is not None and goes_on and not undone:
            return
        seconds = clock.seconds_again(table.ply, undone == "free") if undone else None
        action = timer.action
        clock.start(timer, lambda: self._ring(room, action), seconds)

    def _ring(self, room: Room, action: int) -> None:
        self.spawn(self._time_is_up(room, action, room.table.version))

    async def _time_is_up(self, room: Room, action: int, version: int) -> None:
        async with room.lock:
            table = room.table
            if version != table.version or room.gone:
                return
            for seat in table.state.to_act:
                if seat in table.state.to_act and table.state.why_not(action, seat) is None:
                    await self._play(room, seat, table.game.actions.format(action), None)
        self._go_on(room)


def _summary(state: State, names: Sequence[str]) -> dict[str, Any]:
    """What the table's row repeats of a state."""
    outcome = state.outcome()
    result = "" if outcome is None else outcome.text.format(*names)
    return {"to_act": rows.pack(state.to_act), "over": outcome is not None, "result": result}


def _snapshot(table: Table, draft: Draft) -> Callable[[Connection], None]:
    position = rows.pack(draft.state.position())
    return lambda connection: rows.add_snapshot(connection, table.id, table.ply + 1, position)


def viewers_of(room: Room, person: str) -> list[Viewer]:
    """Whose live view a person may have: their own seats', or a spectator's."""
    own: list[Viewer] = [*room.table.seats_of(person)]
    return [*own, None] if room.table.may_watch(person) else own


__all__ = ["Hub", "Refused", "Repeated", "Socket", "viewers_of"]
