"""What goes on at a table by itself: bots think, and the clock runs out."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Literal

import msgspec

from waystation.engine import Timer

from .bots import question
from .ledger import whole
from .live import Room
from .refusals import Refused
from .rows import TextBody
from .table import Table, goes_on

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger("waystation.server")


class Autoplay:
    """See the module."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def go_on(self, room: Room) -> None:
        """After any change: let bots think, and let the clock run."""
        if room.gone:
            return
        if room.clock.timer is None:
            self.wind_clock(room)
        for seat in room.table.state.to_act:
            if room.table.seats[seat].bot is not None and seat not in room.thinking:
                room.thinking[seat] = self.hub.spawn(self._think(room, seat))

    def stop(self, room: Room) -> None:
        """Stop all that goes on at a table."""
        room.clock.stop()
        for task in room.thinking.values():
            task.cancel()

    # ------------------------------------------------------------------ bots

    async def _think(self, room: Room, seat: int) -> None:
        """One decision of a bot; a bot that fails is replaced."""
        me = asyncio.current_task()
        table, version = room.table, room.table.asked[seat]
        spec = table.seats[seat].bot or "random"
        try:
            action, reason = await self._choose(table, seat, spec)
            await self._decide(room, seat, version, me, action, reason)
        except Exception as error:
            if isinstance(error, Refused) and error.stale:
                pass  # a log that grew without us: the table has been loaded again
            elif spec == "random":
                log.exception("random failed", extra={"table": table.id})
                return  # the seat stays in `thinking`: nobody tries again before the table is loaded anew
            else:
                await self._replace(room, seat, me, spec, str(error))
        if room.thinking.get(seat) is me:
            del room.thinking[seat]
        self.go_on(room)

    @whole
    async def _decide(
        self, room: Room, seat: int, version: int, me: asyncio.Task[None] | None, action: str, reason: str
    ) -> None:
        """Play what a bot has chosen, if it is still asked."""
        async with room.lock:
            if room.thinking.get(seat) is me and not room.table.is_stale(seat, version):
                room.remarks[seat] = reason, room.table.state
                await self.hub.play(room, seat, action, None, by="")

    async def _choose(self, table: Table, seat: int, spec: str) -> tuple[str, str]:
        """A bot's action, and what it has to say about it."""
        if spec == "random":
            await asyncio.sleep(0)
            return table.game.actions.format(secrets.choice(table.state.legal_actions(seat))), ""
        reply = await self.hub.bots.ask(question(table.state, table.row.options, seat, spec))
        return reply.action, reply.reason

    async def remark(self, room: Room, revealed: bool) -> None:
        """Let bots say why they chose as they did, once the phase in which they did is over for all."""
        table = room.table
        for seat, (text, before) in list(room.remarks.items()):
            secret = not revealed and (seat in table.state.to_act or goes_on(before, table.state))
            if secret or not table.state.may_speak(seat):
                continue
            del room.remarks[seat]
            if text:
                await self.hub.chat(room, seat, None, TextBody(text))

    @whole
    async def _replace(self, room: Room, seat: int, me: asyncio.Task[None] | None, spec: str, reason: str) -> None:
        log.warning("bot replaced", extra={"table": room.table.id, "seat": seat, "bot": spec, "reason": reason})
        self.hub.metrics.bots_replaced.inc()
        async with room.lock:
            if room.gone or room.table.seats[seat].bot != spec:
                return
            if room.thinking.get(seat) is me:
                del room.thinking[seat]  # else it would be stopped before it can go on
            new = msgspec.structs.replace(room.table.seats[seat], bot="random")
            await self.hub.seating.save(
                room, new, f"The bot {spec} failed; random plays for {room.table.names[seat]} now."
            )

    # ------------------------------------------------------------------ the clock

    def wind_clock(self, room: Room, undone: Literal["", "free", "agreed"] = "") -> None:
        """Set the clock for the decision at hand. It runs on in a simultaneous phase and in the span of its timer, and
        waits for open seats."""
        table, clock = room.table, room.clock
        timer = table.state.timer()
        acting = [table.seats[seat] for seat in table.state.to_act]
        if timer is None or not acting or any(seat.person is None and seat.bot is None for seat in acting):
            clock.stop()
            return
        if clock.timer is not None and undone != "agreed":
            in_span = timer.span != "" and clock.timer == timer
            if in_span or (not undone and any(table.asked[seat.seat] < table.version for seat in acting)):
                return
        seconds = clock.seconds_again(table.ply, undone == "free") if undone else None
        clock.start(timer, lambda: self._ring(room, timer), seconds)

    def _ring(self, room: Room, timer: Timer) -> None:
        self.hub.spawn(self._time_is_up(room, timer, room.table.version))

    @whole
    async def _time_is_up(self, room: Room, timer: Timer, version: int) -> None:
        """Play the timer's action for whoever still owes what was asked at this version; moves may have come since."""
        async with room.lock:
            table = room.table
            for seat in () if room.gone else table.state.to_act:
                if _still_owed(table, seat, timer, version) and table.state.why_not(timer.action, seat) is None:
                    held = table.seats[seat]
                    by = (held.person or "") if held.bot is None else ""
                    await self.hub.play(room, seat, table.game.actions.format(timer.action), None, by)
        self.go_on(room)


def _still_owed(table: Table, seat: int, timer: Timer, version: int) -> bool:
    in_span = timer.span != "" and table.state.timer() == timer and seat in table.state.to_act
    return in_span or not table.is_stale(seat, version)
