"""Who sits where: leaving, coming back, bots for empty seats, names, rematches, and the end of a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from typing import Any, Protocol

import msgspec

from waystation.bots import called
from waystation.engine.words import Phrase, say

from . import rated, rows, speech
from .allowance import Allowance
from .autoplay import Autoplay
from .dice import Dice
from .greeting import look_again
from .ledger import Ledger, whole
from .live import NO_MORE, Room
from .losing import Lost
from .pacing import Pacing
from .protocol import SeatChange
from .refusals import Refused, as_heard, refuse_too_much
from .replay import load
from .rows import Book, Entry, SeatRow, Storage, TableRow
from .table import BrokenTable, NoTable, Table

CHANGES_PER_SECOND, CHANGES_BURST = 0.5, 40.0
"""How often a person may change who sits where, at all tables together."""


class Hall(Protocol):
    """What changes of seats touch in the hub."""

    storage: Storage
    ledger: Ledger
    talk: Allowance
    rooms: dict[str, Room]

    @property
    def autoplay(self) -> Autoplay: ...

    @property
    def dice(self) -> Dice: ...

    @property
    def pacing(self) -> Pacing: ...


class Seating:
    """See the module."""

    def __init__(self, hub: Hall) -> None:
        self.hub = hub
        self.changes = Allowance(CHANGES_PER_SECOND, CHANGES_BURST)

    @whole
    async def change(self, room: Room, person: str, seat: int, asked: SeatChange) -> None:
        """Leave, come back, or let a bot in: see SeatChange."""
        async with room.lock:
            room.check_here()
            table = room.table
            if not 0 <= seat < len(table.seats):
                raise Refused(say("There is no such seat."), status=404)
            if table.state.is_over:
                raise Refused(say("The game is over."))
            if table.row.tournament:
                raise Refused(say("In a tournament nobody plays for somebody else: who is absent loses on time."))
            old = table.seats[seat]
            if asked.do == "bot" and old.person not in (None, person) and seat in speech.withheld(table):
                raise Refused(say("Whoever sits here is silent now; whether they are here is told when that is over."))
            asked = self._with_who_plays_on(table, old, asked)
            text = self._text(room, person, old, asked)
            _check_silence(table, person, old, asked)
            if asked.do in ("return", "open"):
                self.hub.pacing.check_return(table, seat)
            refuse_too_much(self.changes, person, say("You change seats too often"))
            lost = rated.given_up(table, person, old, asked)
            bot = asked.bot if asked.do in ("leave", "bot") else None
            if lost is not None:  # no choice of whoever goes: it might favour one of those who stay
                bot = table.game.default_bot
                text = rated.farewell(table, seat, bot)
            new = msgspec.structs.replace(old, bot=bot)
            if table.row.listed and asked.do == "leave":
                new, text = _freed(old), say("{name} leaves.", name=table.names[seat])
            also = None
            if asked.do == "remove":
                new, also = _removed(old, asked.bot)
            await self.save(room, new, text, also, lost=lost)
        self.hub.autoplay.go_on(room)

    def _with_who_plays_on(self, table: Table, seat: SeatRow, asked: SeatChange) -> SeatChange:
        """Who is removed from a seat that has no time left leaves it to its bot: nobody may sit down there, and the
        game would wait for it for ever."""
        if asked.do == "remove" and asked.bot is None:
            try:
                self.hub.pacing.check_return(table, seat.seat)
            except Refused:
                return msgspec.structs.replace(asked, bot=seat.bot or table.game.default_bot)
        return asked

    def _text(self, room: Room, person: str, seat: SeatRow, asked: SeatChange) -> str:
        """What a change of a seat is called; Refused if this person may not make it."""
        own, host = seat.person == person, room.table.row.host == person
        name, bot = room.table.names[seat.seat], called(asked.bot or "")
        present, _ = room.here()
        empty = seat.person is None or seat.seat not in present
        match asked.do:
            case "leave" if own:
                return say("{name} leaves; {bot} stands in.", name=name, bot=bot)
            case "return" if own and seat.bot:
                return say("{name} is back.", name=name)
            case "bot" if host and (empty or own):
                return say("{bot} plays for {name}.", bot=bot, name=name)
            case "open" if host and seat.bot:
                return say("The bot at the seat of {name} has gone.", name=name)
            case "remove" if host and seat.person is not None and not own:
                if asked.bot is not None:
                    return say("The host has removed {name}; {bot} plays on.", name=name, bot=bot)
                return say("The host has removed {name}; the seat is free.", name=name)
            case "remove" if host:
                raise Refused(say("There is nobody to remove here."))
            case "bot" if host:
                raise Refused(say("Its person is here."))
            case "return" | "open" if own or host:
                raise Refused(say("No bot plays this seat."))
        raise Refused(say("That is for the host or the person of this seat to do."), status=403)

    @whole
    async def sit(self, room: Room, person: str, link: str) -> int:
        """Take the seat of a link; its old link is then worth nothing. Returns the seat."""
        async with room.lock:
            room.check_here()
            table = room.table
            seat = next((seat for seat in table.seats if seat.link == link), None)
            if seat is None:
                raise Refused(say("This link leads nowhere (any more)."), status=404)
            if seat.person == person and (seat.bot is None or table.state.is_over):
                return seat.seat
            if table.state.is_over:  # who sat there, and won, stays so
                raise Refused(say("The game is over."))
            self.hub.pacing.check_return(table, seat.seat)
            rated.check_sitting(table, seat)
            await self._sit_down(room, person, seat, lambda book, new: book.keep_taken_link(link, new))
        self.hub.autoplay.go_on(room)
        return seat.seat

    @whole
    async def sit_at_open_table(
        self, room: Room, person: str, wanted: int | None, check: Callable[[Book], None]
    ) -> None:
        """Take a free seat of a table that is open to all, if the `check` refuses nothing; whoever sits there already
        keeps theirs."""
        async with room.lock:
            room.check_here()
            table = room.table
            if table.seats_of(person):
                return
            if table.row.listed is None:
                raise Refused(say("This table is not open to all: it takes the link of a seat."), status=403)
            free = _free_seats(table.seats)
            if not table.row.listed or not free:
                raise Refused(say("Somebody was faster: all seats of this table are taken."))
            seat = next((seat for seat in free if wanted in (None, seat.seat)), None)
            if seat is None:
                raise Refused(say("Somebody was faster: this seat is taken."))
            await self._sit_down(room, person, seat, lambda book, new: check(book))
        self.hub.autoplay.go_on(room)

    async def _sit_down(self, room: Room, person: str, seat: SeatRow, also: Callable[[Book, SeatRow], None]) -> None:
        """Seat a person; the seat's old link is then worth nothing. The room's lock is held."""
        table = room.table
        name, removals = await self.hub.storage.read(
            lambda book: (book.person_name(person) or "", book.removals(table.id))
        )
        if any(who == person for _, who in removals):
            raise Refused(say("The host has removed you from this table."), status=403)
        if person == table.row.host and any(number == seat.seat for number, _ in removals):
            raise Refused(say("You have removed who sat here: somebody else may sit down."), status=403)
        refuse_too_much(self.changes, person, say("You change seats too often"))
        hushed = speech.why_hushed(table, seat.seat) is not None
        new = msgspec.structs.replace(
            seat,
            person=person,
            bot=None,
            link=rows.new_link(),
            name=name,
            called=seat.called if hushed else name,
            shared=False,
        )
        if hushed:
            text = say("Somebody sits down for {name}.", name=table.names[seat.seat])
        else:
            text = say("{name} sits down.", name=name) if name else say("Somebody sits down.")
        await self.save(room, new, text, lambda book: also(book, new))

    @whole
    async def publish(self, room: Room, person: str, listed: bool, check: Callable[[Book], None]) -> None:
        """Open a table to all, if the `check` refuses nothing, or let only those with a link sit down; its host's right
        until it begins."""
        async with room.lock:
            room.check_here()
            table = room.table
            row = table.row
            if row.host != person:
                raise Refused(say("Only the host can open the table to all, or close it."), status=403)
            if row.listed is False or table.ply or row.lesson or row.record is not None:
                raise Refused(say("This game has begun."))
            if bool(row.listed) == listed:
                return
            if listed and not _free_seats(table.seats):
                raise Refused(say("No seat is free."))
            refuse_too_much(self.changes, person, say("You change seats too often"))
            changes: dict[str, Any] = {"listed": True, "seen": time.time()} if listed else {"listed": None}
            text = say("Anybody may sit down now.") if listed else say("Only who has a link may sit down now.")
            also = check if listed else None
            await self.hub.ledger.commit(room, "seats", None, None, rows.NEWS, changes=changes, also=also)
            async with self.hub.ledger.telling(room):
                if listed:
                    self.hub.autoplay.stop(room)
                    room.thinking.clear()
                room.seats_changed(as_heard(text))
        self.hub.autoplay.go_on(room)

    async def save(
        self,
        room: Room,
        seat: SeatRow,
        text: str,
        also: Callable[[Book], None] | None = None,
        *,
        lost: Lost | None = None,
    ) -> None:
        """Commit a seat (perhaps one that has `lost` by it) and tell everybody. The room's lock is held."""
        changes = _beginning(room.table, seat)
        if changes:
            text = say("{said} All seats are taken: the game begins.", said=text)
        if lost is not None:
            changes["lost"] = rows.pack([*room.table.lost, lost])
        elif rated.unrates(room.table, seat):
            changes["rated"] = False
            text = say("{said} This game is not rated any more.", said=text)
        text = as_heard(text)
        changes |= self.hub.pacing.after_seat(room.table, seat)

        def job(book: Book) -> None:
            if seat.person is not None:
                book.ensure_person(seat.person)
            book.save_seat(seat)
            if also is not None:
                also(book)

        await self.hub.ledger.commit(room, "seats", seat.seat, None, rows.NEWS, changes=changes, also=job)
        async with self.hub.ledger.telling(room):
            room.table.seats[seat.seat] = seat
            room.table.undo_asked = None  # who plays, and so who has to agree, has changed
            room.remarks.pop(seat.seat, None)  # what a bot has to say is not what its successor says
            thinking = room.thinking.pop(seat.seat, None)
            if thinking is not None:
                thinking.cancel()
            self.hub.autoplay.forget_bots(room, [seat.seat])
            if not room.table.row.listed:  # else it has not begun
                self.hub.autoplay.see_to_clock(room)
            look_again(room)
            room.seats_changed(text)
            room.point_no_more(seat.seat)  # later: who has heard this number is not sent that frame again
            room.presence()

    @whole
    async def rename(self, person: str, name: str) -> None:
        """Call a person something else, also at tables that are being played; where they are silent, later."""
        refuse_too_much(self.hub.talk, person, say("You change your name too often"))

        def job(book: Book) -> None:
            book.save_person(person, name)
            book.call_by_name(person, name, speech.silencing_games())

        await self.hub.storage.write(job)
        await self.called(person)

    async def called(self, person: str) -> None:
        """A person is called something else now: show it at the tables that we have.

        What is under way at a table comes first: it would write them as they were called before. And what counts is
        what they are called then, since they may have taken another name meanwhile.
        """
        for room in list(self.hub.rooms.values()):
            if not (room.lock.locked() or room.table.seats_of(person)):
                continue
            async with room.lock:
                mine = [seat for seat in room.table.seats if seat.person == person]
                if not mine:
                    continue
                name = await self.hub.storage.read(lambda book: book.person_name(person))
                for seat in mine:
                    seat.name = name or ""
                with suppress(Refused):  # the table has moved, and was loaded with the new name
                    await self.call_by_name(room)

    async def called_meanwhile(self) -> None:
        """People may have taken other names of which we have not heard."""
        seats = [seat for room in self.hub.rooms.values() for seat in room.table.seats]
        known = {(seat.person, seat.name) for seat in seats if seat.person is not None}
        people = {person for person, _ in known}
        names = await self.hub.storage.read(lambda book: {one: book.person_name(one) or "" for one in people})
        for person in {person for person, name in known if name != names[person]}:
            await self.called(person)

    async def call_by_name(self, room: Room) -> None:
        """Tell everybody what people are called now whose new names had to wait. The room's lock is held."""
        table = room.table
        late = [seat for seat in table.seats if seat.person and not seat.shared and seat.called != seat.name]
        late = [seat for seat in late if speech.why_hushed(table, seat.seat) is None]
        if not late or room.gone:
            return
        text = " ".join(as_heard(_renamed(table.names[seat.seat], seat.name)) for seat in late)
        named = [msgspec.structs.replace(seat, called=seat.name) for seat in late]

        def job(book: Book) -> None:
            for seat in named:
                book.save_seat(seat)

        await self.hub.ledger.commit(room, "names", late[0].seat, None, rows.NEWS, also=job)
        async with self.hub.ledger.telling(room):
            for seat in named:
                table.seats[seat.seat] = seat
            room.seats_changed(text)

    @whole
    async def rematch(
        self,
        room: Room,
        person: str,
        make: Callable[[Table, str], tuple[TableRow, list[SeatRow], list[Entry]]],
        check: Callable[[Book, TableRow], None],
    ) -> str:
        """The id of the table that follows this one: the first who asks makes it, if the `check` refuses nothing, and
        who asks after it was deleted makes another."""
        async with room.lock:
            room.check_here()
            table = room.table
            check_played(table.row, table.seats, person)
            known = table.row.rematch
            if known is None or await self.hub.storage.read(lambda book: book.table(known)) is None:
                if not table.state.is_over:
                    raise Refused(say("The game is not over yet."))
                row, seats, lines = await asyncio.to_thread(make, table, person)
                text = as_heard(say("A rematch is on."))

                def job(book: Book) -> None:
                    check(book, row)
                    book.add_table(row, seats, lines)
                    book.set_rematch(table.id, row.id)

                await self.hub.ledger.commit(room, "seats", None, None, rows.NEWS, also=job)
                async with self.hub.ledger.telling(room):
                    table.row.rematch = row.id
                    if not row.dealt:
                        self.hub.dice.gather(row, seats)
                    room.seats_changed(text)
            return str(table.row.rematch)

    @whole
    async def end_lesson(self, room: Room, person: str) -> None:
        """Leave a lesson: from here on the table is like any other. For its host to do."""
        async with room.lock:
            room.check_here()
            if room.table.row.host != person:
                raise Refused(say("Only the host can end the lesson."), status=403)
            if not room.table.row.lesson:
                raise Refused(say("There is no lesson at this table (any more)."), status=404)
            text = as_heard(say("The lesson is over; the game goes on."))
            await self.hub.ledger.commit(room, "seats", None, None, rows.NEWS, changes={"lesson": None})
            async with self.hub.ledger.telling(room):
                room.seats_changed(text)
        self.hub.autoplay.go_on(room)

    @whole
    async def delete(self, ident: str, person: str) -> None:
        """Forget a table for ever; its host's right. It need not be loaded: perhaps it can't be any more."""
        await self.hub.ledger.leases.claim(ident)
        room = self.hub.rooms.get(ident)
        async with nullcontext() if room is None else room.lock:
            await self._check_deletion(ident, person)
            await self.hub.storage.write(lambda book: book.delete_table(ident))
            if room is not None:
                self.hub.autoplay.stop(room)
                self.hub.rooms.pop(ident, None)
                room.end(as_heard(say("The host has deleted this table.")), NO_MORE)

    async def _check_deletion(self, ident: str, person: str) -> None:
        """Refused if somebody may not delete a table; a game that can't be loaded is waited for by nobody."""
        row = await self.hub.storage.read(lambda book: book.table(ident))
        if row is None:
            raise NoTable(ident)
        if row.host != person:
            raise Refused(say("Only the host can delete a table."), status=403)
        if row.closed is not None:
            raise BrokenTable(row.result)
        refusal = rated.why_kept(row)
        if refusal is not None:
            with suppress(BrokenTable):
                await self.hub.storage.read(lambda book: load(book, ident))
                raise refusal


def check_played(row: TableRow, seats: Sequence[SeatRow], person: str) -> None:
    """Refused if somebody has no part in a table that a rematch could follow."""
    if person != row.host and not any(seat.person == person for seat in seats):
        raise Refused(say("Only who played here can ask for a rematch."), status=403)


def _free_seats(seats: Sequence[SeatRow]) -> list[SeatRow]:
    return [seat for seat in seats if seat.person is None and seat.bot is None]


def _freed(seat: SeatRow) -> SeatRow:
    """A seat that somebody gives up before the game begins: it is anybody's again."""
    return SeatRow(table_id=seat.table_id, seat=seat.seat, link=rows.new_link())


def _removed(seat: SeatRow, bot: str | None) -> tuple[SeatRow, Callable[[Book], None]]:
    """The seat of somebody who is removed from the table, and what else is written down about it."""
    return msgspec.structs.replace(_freed(seat), bot=bot), lambda book: book.keep_removal(seat)


def _beginning(table: Table, seat: SeatRow) -> dict[str, Any]:
    """What changes in the row if a table that is open to all begins when this is what becomes of a seat."""
    seats = [seat if one.seat == seat.seat else one for one in table.seats]
    begins = table.row.listed and not _free_seats(seats)
    return {"listed": False} if begins else {}


def _renamed(old: str, new: str) -> Phrase:
    if new:
        return say("{old} is now called {new}.", old=old, new=new)
    return say("{old} is now called nothing.", old=old)


def _check_silence(table: Table, person: str, seat: SeatRow, asked: SeatChange) -> None:
    """Whoever must be silent changes no seat (see `speech`), but lets go on what the game waits for."""
    if seat.seat in table.state.to_act and (
        asked.do == "return" or (asked.do == "bot" and asked.bot == table.game.default_bot)
    ):
        return
    speech.check_person(table, person)
