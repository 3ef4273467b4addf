"""What goes on at a table by itself: bots think, and the clock runs out."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from itertools import chain, repeat
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from waystation.bots import bot_chance, called, turn_at
from waystation.engine import Chance, Timer
from waystation.engine.words import say

from .allowance import Allowance
from .bots import seen
from .ledger import whole
from .live import Room
from .losing import Lost
from .metrics import Metrics
from .refusals import Refused, Told
from .replay import state_at
from .rows import SeatRow, Storage, TextBody
from .table import Table, goes_on
from .thinking import BotPool
from .worker import Earlier, Question

log = logging.getLogger("waystation.server")

T = TypeVar("T")

AGAIN = (0.5, 1.0, 2.0, 5.0)
"""Seconds before what could not be written is tried again, and in the end again and again after the last of them."""


class Seats(Protocol):
    """Who may change who plays, and how often."""

    changes: Allowance

    async def save(self, room: Room, seat: SeatRow, text: str, *, lost: Lost | None = None) -> None: ...


class Paces(Protocol):
    """Who rings when people are out of time."""

    def wind(self, room: Room) -> None: ...


class Hall(Protocol):
    """What bots and clocks need of the hub."""

    storage: Storage
    metrics: Metrics
    bots: BotPool

    @property
    def seating(self) -> Seats: ...

    @property
    def pacing(self) -> Paces: ...

    def spawn(self, coroutine: Any) -> asyncio.Task[Any]: ...

    async def play(self, room: Room, seat: int, notation: str, message: str | None, by: str) -> None: ...

    async def chat(self, room: Room, seat: int, message: str | None, body: TextBody) -> None: ...


class Autoplay:
    """See the module."""

    breath = 0.0
    """Seconds before a bot decides that needs no time: where the same processor is to show first what led to it."""

    def __init__(self, hub: Hall) -> None:
        self.hub = hub

    def go_on(self, room: Room) -> None:
        """After any change: let bots think, and let the clocks run.

        Bots that are asked at the same moment decide one after another, as in the arena. A table without people goes on
        only while somebody watches, or to its end if people have lost or it belongs to a tournament.
        """
        if room.gone or room.table.row.listed:  # an open table begins when all its seats are taken
            return
        self.see_to_clock(room)
        self.hub.pacing.wind(room)
        table = room.table
        if table.state.is_over or room.bots_of is not table:
            self.forget_bots(room)
            room.bots_of = table
        if room.thinking or not (table.is_played_by_people or table.must_end or room.sockets()):
            return
        wanted = table.awaited  # in a lesson nobody else moves
        asked = table.state.to_act if wanted is None else (wanted.seat,)
        seat = next((seat for seat in asked if table.seats[seat].bot is not None), None)
        if seat is not None:
            room.thinking[seat] = self.hub.spawn(self._think(room, seat))

    def stop(self, room: Room) -> None:
        """Stop all that goes on at a table."""
        room.clock.stop()
        room.bell.stop()
        for task in room.thinking.values():
            task.cancel()
        room.thinking.clear()  # else nobody would think again if the room goes on after all
        self.forget_bots(room)

    def forget_bots(self, room: Room, seats: Collection[int] | None = None) -> None:
        """Their game is over, or goes on otherwise than they remember: whoever plays on is made anew."""
        for seat in list(room.bots if seats is None else seats):
            bot = room.bots.pop(seat, None)
            if bot is not None:
                self.hub.bots.forget(bot)

    # ------------------------------------------------------------------ bots

    async def _think(self, room: Room, seat: int) -> None:
        """One decision of a bot; a bot that fails is replaced."""
        me = asyncio.current_task()
        table, version = room.table, room.table.asked[seat]
        spec = table.seats[seat].bot or "random"
        try:
            action, reason = await self._choose(room, seat, spec)
            await insist(room, lambda: self._decide(room, seat, version, me, action, reason))
        except Exception as error:
            if isinstance(error, Refused) and error.stale:
                pass  # a log that grew without us: the table has been loaded again
            elif spec == "random":
                log.exception("random failed", extra={"table": table.id})
                return  # the seat stays in `thinking`: nobody tries again before the table is loaded anew
            else:
                why = str(error)
                await insist(room, lambda: self._replace(room, seat, me, spec, why))
        if room.thinking.get(seat) is me:
            del room.thinking[seat]
        self.go_on(room)

    @whole
    async def _decide(
        self, room: Room, seat: int, version: int, me: asyncio.Task[None] | None, action: str, reason: str
    ) -> None:
        """Play what a bot has chosen, if it is still asked."""
        async with room.lock:
            if not room.gone and room.thinking.get(seat) is me and not room.table.is_stale(seat, version):
                room.remarks[seat] = reason, room.table.state
                await self.hub.play(room, seat, action, None, by="")

    async def _choose(self, room: Room, seat: int, spec: str) -> tuple[str, str]:
        """A bot's action, and what it has to say about it."""
        table = room.table
        state, ply = table.state, table.ply
        wanted = table.awaited
        if wanted is not None and wanted.seat == seat:
            return table.game.actions.format(wanted.choices[0]), ""
        chance = self._chance(table, seat, ply)
        if spec == "random":
            await asyncio.sleep(self.breath)
            return table.game.actions.format(chance.choice(state.legal_actions(seat))), ""
        began = turn_at(table.match, seat)
        asked = Question(
            game=table.row.game,
            options=table.row.options,
            seat=seat,
            spec=spec,
            seen=seen(state, seat, chance, began),
            bot=room.bots.setdefault(seat, secrets.token_hex(8)),
        )
        alone = not table.is_played_by_people

        async def catch_up() -> list[Earlier]:
            return [await self._seen_before(room, table, seat, earlier, began) for earlier in range(began, ply)]

        reply = await self.hub.bots.ask(asked, table.row.host, alone, catch_up)
        return reply.action, reply.reason

    async def _seen_before(self, room: Room, table: Table, seat: int, ply: int, turn: int) -> Earlier:
        row, game = table.row, table.game
        # That the log can't be read for a moment is no failure of the bot.
        state = await insist(room, lambda: self.hub.storage.read(lambda book: state_at(book, row, game, ply)))
        return seen(state, seat, self._chance(table, seat, ply), turn)

    def _chance(self, table: Table, seat: int, ply: int) -> Chance:
        """The stream of a seat's bot, as everywhere; a table that has no seed has its id."""
        seed = table.row.seed_of_play
        return bot_chance(table.id if seed is None else seed, seat, ply)

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
                room,
                new,
                say(
                    "{bot} failed; {other} plays for {name} now.",
                    bot=called(spec),
                    other=called("random"),
                    name=room.table.names[seat],
                ),
            )

    # ------------------------------------------------------------------ the clock

    def see_to_clock(self, room: Room) -> None:
        """After a change of seats: the clock goes on, begins, or stops and waits, since somebody has gone."""
        table = room.table
        if room.clock.timer is None or _is_open([table.seats[seat] for seat in table.state.to_act]):
            self.wind_clock(room)

    def wind_clock(self, room: Room, undone: Literal["", "free", "agreed"] = "") -> None:
        """Set the clock for the decision at hand. It runs on in a simultaneous phase and in the span of its timer, and
        waits for open seats."""
        table, clock = room.table, room.clock
        timer = table.state.timer()
        acting = [] if timer is None else [table.seats[seat] for seat in table.state.to_act]
        if timer is None or not acting or _is_open(acting):
            clock.stop()
            return
        if clock.timer is not None and undone != "agreed":
            in_span = timer.span != "" and clock.timer == timer
            if in_span or (not undone and any(table.asked[seat.seat] < table.version for seat in acting)):
                return
        seconds = clock.seconds_again(table.ply, undone == "free") if undone else None
        clock.start(timer, lambda: self._ring(room, timer), seconds)

    def _ring(self, room: Room, timer: Timer) -> None:
        version = room.table.version
        self.hub.spawn(insist(room, lambda: self._time_is_up(room, timer, version)))

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


def _is_open(seats: Sequence[SeatRow]) -> bool:
    """Whether one of these seats is nobody's."""
    return any(seat.person is None and seat.bot is None for seat in seats)


async def insist(room: Room, act: Callable[[], Awaitable[T]]) -> T:
    """Do at a table what nobody would ask for again, until it is done or refused: the database may be away a while."""
    for pause in chain(AGAIN, repeat(AGAIN[-1])):
        try:
            return await act()
        except Told:
            raise
        except Exception:
            log.exception("what a table does by itself was not done", extra={"table": room.table.id})
        await asyncio.sleep(pause)
    raise AssertionError("it is tried for ever")


def _still_owed(table: Table, seat: int, timer: Timer, version: int) -> bool:
    in_span = timer.span != "" and table.state.timer() == timer and seat in table.state.to_act
    return in_span or not table.is_stale(seat, version)
