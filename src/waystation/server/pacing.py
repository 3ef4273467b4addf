"""People's time at the tables (see `pace`): what a line of a log changes in it, and what happens to who runs out.

What everybody has left belongs to the log: each line that changes who is waited for holds it, as of that line. A table
in memory has a timer for its deadline; of the others, those that are late are found in the database now and then. To
run out is one line of the log, so that of two servers, or of a player and a server, the first one counts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Any, Literal, Protocol

import msgspec

from waystation.bots import called
from waystation.engine import State
from waystation.engine.match import Move
from waystation.engine.words import Phrase, say

from . import rated, rows, speech
from .autoplay import Autoplay, Seats
from .ledger import Ledger, whole
from .live import Room
from .losing import Lost
from .pace import Absent, Live, Pace, Times, Turns, deadline, loses, span, wound
from .refusals import Refused, refuse_too_much
from .rows import PaceBody, SeatRow, Storage
from .table import BrokenTable, NoTable, Table, still_asked, waited_for
from .uptime import Uptime

log = logging.getLogger("waystation.server")

LOOK = 20.0
"""Seconds after which it is looked again whether somebody who may take their time is there."""
BLINK = 60.0
"""Seconds for which nobody counts as away after a table was loaded: a server that starts anew cuts all connections."""
SOON = 0.05
"""Seconds after which it is looked at the soonest: while the house's clock stands still, it is so again and again."""
Undone = Literal["free", "agreed"]


class Hall(Protocol):
    """What this needs of the hub."""

    storage: Storage
    ledger: Ledger
    uptime: Uptime

    @property
    def seating(self) -> Seats: ...

    @property
    def autoplay(self) -> Autoplay: ...

    def spawn(self, coroutine: Any) -> asyncio.Task[Any]: ...

    async def room(self, ident: str) -> Room: ...


class Pacing:
    """See the module."""

    def __init__(self, hub: Hall) -> None:
        self.hub = hub
        self._broken: set[str] = set()

    # ------------------------------------------------------------------ what lines of the log change

    def after_move(self, table: Table, state: State, move: Move) -> dict[str, Any]:
        """What a move changes. Whoever plays is back from their days away."""
        times = self._now(table)
        if times is None:
            return {}
        begins = beginning(table.state, state, move)
        return self._changes(table, times.rest(move.seat, False), begins, state, table.seats)

    def after_undo(self, table: Table, state: State, undone: Undone) -> dict[str, Any]:
        """What taking moves back changes: it gives no time, but where all have agreed a turn begins. Refused if whoever
        takes a turn back freely has no time for it."""
        times, pace = self._now(table), table.row.plain_pace
        if times is None or pace is None:
            return {}
        if undone == "agreed":
            return self._changes(table, times, state.to_act, state, table.seats)
        ended = [seat for seat in table.state.to_act if seat not in state.to_act]
        if ended:
            times = self._given_back(table, state, pace, ended)
        return self._changes(table, times, (), state, table.seats)

    def _given_back(self, table: Table, state: State, pace: Pace, ended: Collection[int]) -> Times:
        """What is left where the turns that had begun (`ended`) are none: the time since is that of who decides again.
        Else one could move and take it back until the others, who can't answer as fast, have no time left."""
        before = table.row.plain_times
        assert before is not None
        decide = waited_for(table.row, state.to_act, table.seats)
        times = before.charged(decide, self.hub.uptime.now()).not_begun(pace, ended)
        if not isinstance(pace, Absent) and any(times.remaining(seat) <= 0 for seat in decide):
            raise Refused(say("You have no time left in which to take this back."))
        return times

    def after_seat(self, table: Table, seat: SeatRow) -> dict[str, Any]:
        """What a change of a seat changes."""
        times = self._now(table)
        if times is None:
            return {}
        back = isinstance(table.row.plain_pace, Absent) and seat.bot is None and table.seats[seat.seat].bot is not None
        seats = [seat if one.seat == seat.seat else one for one in table.seats]
        return self._changes(table, times, [seat.seat] if back else (), table.state, seats)

    def _now(self, table: Table) -> Times | None:
        """What everybody has left now; None where nobody's time is counted."""
        times = table.row.plain_times
        return None if times is None else times.charged(table.waited_for, self.hub.uptime.now())

    def _changes(
        self, table: Table, times: Times, begins: Collection[int], state: State, seats: Sequence[SeatRow]
    ) -> dict[str, Any]:
        pace = table.row.plain_pace
        assert pace is not None
        times = times.begun(pace, begins)
        return {"times": rows.pack(times), "deadline": deadline(times, waited_for(table.row, state.to_act, seats))}

    # ------------------------------------------------------------------ beginning, days away, coming back

    async def begin(self, room: Room) -> None:
        """Wind the clocks of a table that is new. The room's lock is held."""
        table = room.table
        pace = table.row.plain_pace
        if pace is None or table.row.times is not None or table.state.is_over:
            return
        times = wound(pace, table.game.players, self.hub.uptime.now())
        changes = self._changes(table, times, table.state.to_act, table.state, table.seats)
        try:
            await self.hub.ledger.commit(room, "pace", None, None, PaceBody("begin"), changes=changes)
        except Refused as refused:
            if not refused.stale:  # else another server has wound them
                raise

    def go_on(self, room: Room, without_owner: float | None) -> None:
        """Go on with the clocks of a table whose process has ended: nobody is charged for the time in which it had
        none, nor until they have come back. (It stands in memory only: the next line of the log holds it.)"""
        table = room.table
        times = table.row.plain_times
        if without_owner is None or times is None:
            return
        now = self.hub.uptime.now()
        times = times.charged(table.waited_for, now - without_owner)
        times = times.later(max(0.0, now + self.hub.uptime.coming_back - times.at))
        table.row.times, table.row.deadline = rows.pack(times), deadline(times, table.waited_for)

    @whole
    async def rest(self, room: Room, person: str, seat: int, on: bool) -> None:
        """Switch a seat's time away on or off."""
        async with room.lock:
            room.check_here()
            table = room.table
            if not table.plays(person, seat):
                raise Refused(say("You do not play this seat."), status=403)
            times = self._now(table)
            if times is None or not isinstance(table.row.plain_pace, Turns) or table.state.is_over:
                raise Refused(say("At this table nobody has days away."))
            speech.check(table, seat)
            if on == (seat in times.resting):
                return
            if on and not times.away[seat]:
                raise Refused(say("Your days away are used up."))
            refuse_too_much(self.hub.seating.changes, person, say("You go and come too often"))
            changes = self._changes(table, times.rest(seat, on), (), table.state, table.seats)
            body = PaceBody("away" if on else "back")
            await self.hub.ledger.commit(room, "pace", seat, None, body, changes=changes)
            async with self.hub.ledger.telling(room):
                room.tell_times()
        self.hub.autoplay.go_on(room)

    def check_return(self, table: Table, seat: int) -> None:
        """Refused if whoever has lost or ran out of time at this seat may not play on (yet)."""
        if any(one.seat == seat for one in table.lost):
            raise rated.lost_already(table, seat)
        times, pace = table.row.plain_times, table.row.plain_pace
        if times is None or isinstance(pace, Absent) or table.state.is_over:
            return
        if times.remaining(seat) > 0:
            return
        if isinstance(pace, Live) and not pace.turn:
            raise Refused(say("This seat has no time left: a bot plays it to the end."))
        if seat in table.state.to_act:
            raise Refused(say("Your time for this turn is up, and a bot plays it; come back after it."))

    # ------------------------------------------------------------------ running out

    def wind(self, room: Room) -> None:
        """Set the timer of a table, after any change."""
        table = room.table
        if table.row.pace is None:
            return
        due = None if room.gone else table.row.deadline
        room.bell.ring_at(due, self._delay(table, due), lambda: self.hub.spawn(self._ring(room)))

    def _delay(self, table: Table, due: float | None) -> float:
        left = 0.0 if due is None else due - self.hub.uptime.now()
        return LOOK if left <= 0 and isinstance(table.row.plain_pace, Absent) else max(SOON, left)

    async def _ring(self, room: Room) -> None:
        room.bell.stop()
        try:
            await self.run_out(room)
        except Refused as refused:
            if not refused.stale:  # else the log has grown without us, and the table was loaded again
                raise

    async def look(self) -> None:
        """Look after all tables that are late, in memory or not."""
        now = self.hub.uptime.now()
        for ident in await self.hub.storage.read(lambda book: book.tables_out_of_time(now)):
            if ident in self._broken:
                continue
            try:
                room = await self.hub.room(ident)
                if room.table.row.deadline:
                    await self.run_out(room)
            except NoTable:  # it has just been deleted, or another server has it
                continue
            except BrokenTable:  # it says so to whoever opens it
                self._broken.add(ident)
            except Exception:
                log.exception("late table cannot be looked after", extra={"table": ident})

    @whole
    async def run_out(self, room: Room) -> None:
        """Let bots take over from all who are out of time, if nobody has moved meanwhile."""
        async with room.lock:
            for seat in self._late(room):
                if room.gone:
                    return
                table = room.table
                to_lose = loses(table.row.plain_pace)
                lost = Lost(seat, table.ply) if to_lose else None
                bot = table.game.default_bot
                new = msgspec.structs.replace(table.seats[seat], bot=bot)
                await self.hub.seating.save(room, new, _told(table, seat, bot, to_lose), lost=lost)
        self.hub.autoplay.go_on(room)

    def _late(self, room: Room) -> list[int]:
        table = room.table
        times = None if room.gone else self._now(table)
        if times is None:
            return []
        late = [seat for seat in table.waited_for if times.remaining(seat) <= 0]
        return [seat for seat in late if not self._is_spared(room, seat)]

    def _is_spared(self, room: Room, seat: int) -> bool:
        """Whether somebody who may take their time is here, or has not been away for long enough."""
        pace = room.table.row.plain_pace
        if not isinstance(pace, Absent):
            return False
        away = self.hub.uptime.now() - room.loaded + pace.turn - BLINK  # perhaps: nobody has seen them since
        person = room.table.seats[seat].person or ""
        if person in room.went:
            away = self.hub.uptime.now() - room.went[person]
        return seat in room.here()[0] or away < pace.turn


def beginning(before: State, after: State, move: Move) -> list[int]:
    """The seats for which a turn begins with this move."""
    go_on = set(still_asked(before, after, move.seat))
    if not move.draws:
        go_on.add(move.seat)
    return [seat for seat in after.to_act if seat not in go_on]


def _told(table: Table, seat: int, bot: str, loses: bool) -> Phrase:
    name, pace = table.names[seat], table.row.plain_pace
    if isinstance(pace, Absent):
        return say(
            "{name} has been away for {time}; {bot} stands in.", name=name, time=span(pace.turn), bot=called(bot)
        )
    if loses:
        return say("{name} has lost on time; {bot} plays the seat to the end.", name=name, bot=called(bot))
    return say("{name} is out of time; {bot} stands in.", name=name, bot=called(bot))
