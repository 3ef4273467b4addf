"""All tables of a server: loading them, and what players send.

Every change takes the room's lock, checks, appends a line to the log (`ledger`), takes the change over once it is
committed, and only then tells anybody. Whatever goes wrong before the commit leaves no trace; whatever goes wrong after
it is repaired by loading the table again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from hashlib import sha256
from time import monotonic, perf_counter
from typing import Any, Literal, Protocol

import msgspec

from waystation.bots import called
from waystation.engine import Event, IllegalAction, NotationError, State
from waystation.engine.borders import shown
from waystation.engine.match import Draft
from waystation.engine.words import Seat, say

from . import lessons, rows, speech
from .allowance import Allowance
from .autoplay import Autoplay
from .bots import hint_spec
from .dice import Dice
from .leases import Elsewhere, Leases
from .ledger import Ledger, finish, whole
from .live import Room
from .metrics import Metrics
from .outflow import TOO_SLOW, Outflow
from .pacing import Pacing
from .protocol import Act, Agree, Chat, ChatLine, EmoteAsk, HintAsk, PointAsk, Pointing, Say, TableInfo, Undo
from .refusals import Refused, as_heard, refuse_too_much
from .replay import load, state_at
from .reviews import Reviews
from .rows import AgreeBody, Book, MoveBody, Storage, TextBody, UndoBody
from .seating import Seating
from .table import (
    MAX_LOG,
    SNAPSHOT_EVERY,
    BrokenTable,
    NoTable,
    Table,
    Undealt,
    hints_allowed,
    named,
    summary,
    undo_question,
    unnamed,
)
from .thinking import BotPool
from .uptime import Uptime

log = logging.getLogger("waystation.server")

TALK_PER_SECOND, TALK_BURST = 0.5, 20.0
"""What a person may say (hints count, and new names), at all tables together."""
EMOTES_PER_SECOND, EMOTES_BURST = 0.2, 3.0
"""What a person may say without words, at all tables together."""
IDLE = 300.0
"""Seconds after which a table that nobody watches leaves memory."""
WAKE = 30.0
"""Seconds between two looks for tables that wait for a bot, and that nobody has in memory."""


class Chronicler(Protocol):
    """Writes down how games end, where that is kept."""

    def at_the_end(self, table: Table, state: State) -> Callable[[Book], None]:
        """What to write in the transaction of the move that leads to this state, which is the last."""


class Hub:
    """See the module. `seating` changes who plays, `autoplay` lets bots and clocks play."""

    def __init__(
        self,
        storage: Storage,
        metrics: Metrics,
        bots: BotPool,
        outflow: Outflow,
        leases: Leases | None = None,
    ) -> None:
        self.storage = storage
        self.metrics = metrics
        self.bots = bots
        self.outflow = outflow
        self.leases = leases or Leases()
        self.ledger = Ledger(storage, self.leases)
        self.seating = Seating(self)
        self.autoplay = Autoplay(self)
        self.dice = Dice(self)
        self.reviews = Reviews(storage, bots)
        self.uptime = Uptime()
        self.pacing = Pacing(self)
        self.talk = Allowance(TALK_PER_SECOND, TALK_BURST)
        self.chronicle: Chronicler | None = None
        self.emotes = Allowance(EMOTES_PER_SECOND, EMOTES_BURST)
        self.rooms: dict[str, Room] = {}
        self._loads: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._broken: set[str] = set()
        self.seen: dict[tuple[str, str], float] = {}  # when who looked at which table, for whoever tells absent people

    # ------------------------------------------------------------------ loading

    async def room(self, ident: str) -> Room:
        """A table with its viewers, loaded if need be. NoTable (also Elsewhere), or BrokenTable."""
        room = self.rooms.get(ident)
        if room is not None:
            room.used = monotonic()  # else it may leave memory while we look
            if not self.leases.sure:
                await self.look_again(ident)
            await self._follow(room)
        if room is None or room.gone:
            loading = self._loads.get(ident)
            if loading is None:
                loading = self._loads[ident] = asyncio.create_task(self._load(ident))
            room = await asyncio.shield(loading)
        room.used = monotonic()
        return room

    async def _load(self, ident: str) -> Room:
        try:
            await self.leases.claim(ident)
            room = Room(await self._read(ident), self.metrics, self.outflow, self.uptime)
            self.rooms[ident] = room
            self.metrics.tables.set(len(self.rooms))
            try:
                async with room.lock:
                    await self.pacing.begin(room)
                    self.pacing.go_on(room, self.leases.without_owner(ident))
                    await self._take_back_agreed(room)  # if the server ended between the last answer and that
                    await self.seating.call_by_name(room)
            except BaseException:
                room.go(TOO_SLOW)  # whoever comes next loads it anew: else its clocks would never be wound
                raise
            self.autoplay.go_on(room)
            self.ledger.changed.add(ident)
            return room
        finally:
            del self._loads[ident]

    async def _read(self, ident: str) -> Table:
        try:
            return await self.storage.read(lambda book: load(book, ident))
        except Undealt:
            await self.dice.dealt(ident)
            return await self.storage.read(lambda book: load(book, ident))

    async def _follow(self, room: Room, seq: int | None = None) -> None:
        """Make sure that a table agrees with its log, which another process may have written or deleted (or an older
        one was put back). `seq`: where the log is known to end."""
        ident = room.table.id
        if seq is None:
            seq = (await self.storage.read(lambda book: book.table_seqs([ident]))).get(ident)
        if seq == room.table.row.seq:
            return
        async with room.lock:  # it may only have been a line of ours that was under way
            found = await self.storage.read(lambda book: book.table_seqs([ident]))
            if found.get(ident) != room.table.row.seq and not room.gone:
                self.autoplay.stop(room)
                await self.ledger.reload(room)
        self.autoplay.go_on(room)

    async def look_again(self, ident: str) -> None:
        """See whether a table that we have is still ours; if not, let its people go to whoever has it."""
        try:
            await self.leases.claim(ident)
        except Elsewhere:
            room = self.rooms.get(ident)  # which may have been loaded meanwhile
            if room is not None:
                async with room.lock:
                    self.autoplay.stop(room)
                    await self.ledger.reload(room)
                self.autoplay.go_on(room)  # if it has become ours again meanwhile

    async def follow_all(self) -> None:
        """Look after the tables that are watched, for ever."""
        while True:
            await asyncio.sleep(self.leases.follow)
            try:
                await self.look_after([room for room in self.rooms.values() if room.sockets()])
            except Exception:
                log.exception("logs cannot be read")

    async def look_after(self, watched: Sequence[Room]) -> None:
        """Make sure that these tables agree with their logs."""
        for some in (watched[start : start + 500] for start in range(0, len(watched), 500)):
            idents = [room.table.id for room in some]
            found = await self.storage.read(lambda book: book.table_seqs(idents))  # noqa: B023
            for room in some:
                await self._follow(room, found.get(room.table.id, -1))

    async def tidy(self) -> None:
        """Let idle tables leave memory, for ever."""
        while True:
            await asyncio.sleep(IDLE / 10)
            try:
                await self.let_go(self.unload_idle())
            except Exception:  # they stay ours
                log.exception("tables cannot be let go")

    async def let_go(self, gone: Sequence[str]) -> None:
        """Let other processes have these tables, but those that somebody has asked for here meanwhile: they were ours
        when they were loaded, and nobody has looked since."""
        await self.leases.let_go(gone)
        for ident in gone:
            if ident in self.rooms or ident in self._loads:
                await self.look_again(ident)

    def unload_idle(self) -> list[str]:
        """Let go of tables that nobody watches and that nothing waits for; the log has them."""
        gone = []
        for ident, room in list(self.rooms.items()):
            room.forget_channels()
            busy = room.sockets() or room.thinking or room.clock.timer or room.lock.locked()
            if not busy and monotonic() - room.used > IDLE:
                room.forget_all()
                room.bell.stop()
                self.autoplay.forget_bots(room)
                del self.rooms[ident]
                gone.append(ident)
        self.metrics.tables.set(len(self.rooms))
        return gone

    async def wake(self) -> None:
        """Go on with the tables that wait for a bot, after a start and for ever: one may have been put back from a
        backup since, say, or changed by the owner's command."""
        while True:
            try:
                await self.resume_bots()
            except Exception:
                log.exception("tables cannot be gone on with")
            await asyncio.sleep(WAKE)

    async def resume_bots(self) -> None:
        """Go on with the tables that wait for a bot, and that nobody has in memory."""
        waiting = await self.storage.read(lambda book: book.tables_that_wait_for_bots())
        await self.resume([ident for ident in waiting if ident not in self._broken and not self._has(ident)])

    def _has(self, ident: str) -> bool:
        room = self.rooms.get(ident)
        return room is not None and not room.gone

    async def resume(self, idents: Sequence[str]) -> None:
        """Go on with these tables, as far as they are not elsewhere."""
        for ident in idents:
            try:
                await self.room(ident)
            except (Elsewhere, NoTable):  # another process has it, or it was deleted just now
                continue
            except Exception as error:
                if isinstance(error, BrokenTable):  # it says so to whoever opens it
                    self._broken.add(ident)
                log.exception("table cannot be resumed", extra={"table": ident})

    async def close(self) -> None:
        """Stop everything that runs by itself."""
        for room in self.rooms.values():
            self.autoplay.stop(room)
        self.reviews.close()
        await finish()
        for task in list(self._tasks):
            task.cancel()
        await self.bots.close()

    def spawn(self, coroutine: Any) -> asyncio.Task[Any]:
        """A task that is kept, and stopped when the server stops."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def info(self, room: Room, person: str) -> TableInfo:
        """A table as this person may see it."""
        present, _ = room.present()
        return room.table.info(person, present, self.uptime.now())

    # ------------------------------------------------------------------ what players send

    @whole
    async def act(self, room: Room, person: str, asked: Act) -> None:
        """Play an action."""
        began = perf_counter()
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            if table.row.listed:
                raise Refused(say("The game begins when all seats are taken."))
            if table.is_stale(asked.seat, asked.version):
                await self.ledger.refuse_repeat(table, asked.seat, kept_id(person, asked.id))
                raise self._not_now(table, asked.seat)
            self._keep_to_lesson(table, asked)
            await self.play(room, asked.seat, asked.action, kept_id(person, asked.id), person)
        self.metrics.action_seconds.observe(perf_counter() - began)
        self.autoplay.go_on(room)

    @whole
    async def undo(self, room: Room, person: str, asked: Undo) -> None:
        """Take moves back, or ask the others whether they may be."""
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            known = kept_id(person, asked.id)
            await self.ledger.refuse_repeat(table, asked.seat, known)
            self._check_undo(table, asked)
            if table.takes(asked.ply, asked.seat) == "free":
                await self._rewind(room, asked.seat, known, UndoBody(asked.ply), "free")
            else:
                await self._ask_undo(room, person, asked)
        self.autoplay.go_on(room)

    @whole
    async def agree(self, room: Room, person: str, asked: Agree) -> None:
        """Answer the question whether moves may be taken back: for a seat that one plays, or has played."""
        async with room.lock:
            table, question = room.table, room.table.undo_asked
            if room.gone or question is None or (asked.seat, person) not in question.missing:
                self._own_seat(room, person, asked.seat)
            known = kept_id(person, asked.id)
            await self.ledger.refuse_repeat(table, asked.seat, known)
            if question is None or asked.version != table.version or (asked.seat, person) not in question.missing:
                raise Refused(say("Nobody waits for this seat's answer about taking moves back."), stale=True)
            speech.check_person(table, person)
            try:
                entry = await self.ledger.commit(room, "agree", asked.seat, known, AgreeBody(asked.yes, person))
                async with self.ledger.telling(room):
                    table.undo_asked = undo_question(table, entry)
                    who = table.names[asked.seat]
                    if asked.seat not in table.playing(person):
                        who = say("Who played for {name} before", name=who)
                    agrees = say("{who} agrees to take back.", who=who)
                    refuses = say("{who} does not agree to take back.", who=who)
                    room.undo_news(as_heard(agrees if asked.yes else refuses))
                await self._take_back_agreed(room)
            except Exception:  # if all have agreed, it is done when the table is loaded anew
                if _is_agreed(room.table):
                    self.autoplay.stop(room)
                    room.go(TOO_SLOW)
                raise
        self.autoplay.go_on(room)

    @whole
    async def say(self, room: Room, person: str, asked: Say) -> None:
        """Say something to the table, where the rules let this seat talk."""
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            known = kept_id(person, asked.id)
            await self.ledger.refuse_repeat(table, asked.seat, known)
            speech.check(table, asked.seat)
            if table.row.chat is False:
                raise Refused(say("At this table nobody chats."))
            refuse_too_much(self.talk, person, say("You talk faster than the others can read"))
            text = shown(asked.text, keep="\n\t").strip()
            if not text:
                raise Refused(say("There is nothing in it that can be seen."), status=422)
            await self.chat(room, asked.seat, known, TextBody(text, by=person))

    async def point(self, room: Room, person: str, asked: PointAsk) -> None:
        """Point at something for all to see: a way of speaking, so only of what everybody sees."""
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            speech.check(table, asked.seat)
            shown = {node.id for node in table.game.draw(table.state.view(None, table.names)).nodes}
            if not shown.issuperset(asked.nodes):
                raise Refused(say("That is not something everybody sees."))
            room.point(Pointing(asked.seat, list(dict.fromkeys(asked.nodes)), asked.agree))

    async def emote(self, room: Room, person: str, asked: EmoteAsk) -> None:
        """Say something without words: a way of speaking, so only where the rules let this seat talk."""
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            speech.check(table, asked.seat)
            refuse_too_much(self.emotes, person, say("One after the other"))
            room.emote(asked.seat, asked.emotion)

    @whole
    async def ask_hint(self, room: Room, person: str, asked: HintAsk) -> None:
        """Tell everybody that a seat asks for a hint, if it may."""
        async with room.lock:
            table = self._own_seat(room, person, asked.seat)
            if not hints_allowed(table.row, table.seats):
                raise Refused(say("At this table no bot gives hints."))
            if asked.seat not in table.state.to_act:
                raise Refused(say("You have nothing to decide now."))
            speech.check(table, asked.seat)
            refuse_too_much(self.talk, person, say("You ask too often"))
            spec = hint_spec(table.row.game)
            who, ply = Seat(asked.seat), table.ply + 1
            text = say("{name} asks {bot} for a hint for move {ply}.", name=who, bot=called(spec), ply=ply)
            body = TextBody(unnamed(text, len(table.seats)), told=True, by=person)
            await self.chat(room, asked.seat, None, body)

    async def chat(self, room: Room, seat: int, message: str | None, body: TextBody) -> None:
        """Commit a line of chat and tell everybody. The room's lock is held."""
        entry = await self.ledger.commit(room, "chat", seat, message, body)
        async with self.ledger.telling(room):
            names = room.table.names
            text = named(body.text, names) if body.told else body.text
            line = ChatLine(entry.seq, seat, names[seat], text, body.told)
            room.broadcast(Chat(seq=entry.seq, line=line))

    def _own_seat(self, room: Room, person: str, seat: int) -> Table:
        room.check_here()
        if not room.table.plays(person, seat):
            raise Refused(say("You do not play this seat."), status=403)
        return room.table

    def _keep_to_lesson(self, table: Table, asked: Act) -> None:
        """Refused if a lesson waits for something else than this move. (What is no move at all, the rules refuse.)"""
        wanted = table.awaited
        if wanted is None:
            return
        draft = self._draft(table, asked.seat, asked.action, "")
        if draft.move.seat != wanted.seat or draft.move.action not in wanted.choices:
            raise Refused(lessons.why_not_this(table.game, wanted))

    def _not_now(self, table: Table, seat: int) -> Refused:
        if table.state.is_over:
            return Refused(say("The game is over."), stale=True)
        if seat not in table.state.to_act:
            waiting = [table.names[s] for s in table.state.to_act]
            return Refused(
                say("You have nothing to decide now; the table waits for {waiting}.", waiting=waiting), stale=True
            )
        return Refused(say("The table has moved on since; look again."), stale=True)

    # ------------------------------------------------------------------ moves and undo

    async def play(self, room: Room, seat: int, notation: str, message: str | None, by: str) -> None:
        """Commit a move, of a person or (`by` is empty) a bot, and tell everybody. The room's lock is held."""
        table = room.table
        if table.ply >= MAX_LOG:
            raise Refused(say("This game has taken {n} moves; there will be no more.", n=MAX_LOG))
        draft = self._draft(table, seat, notation, by)
        move = draft.move
        body = MoveBody(table.match.notation(move), move.draws, move.reveals, by)
        seq = table.row.seq + 1
        over = draft.state.is_over
        names = table.names if over else ()  # only the result speaks of anybody
        changes = {"ply": table.ply + 1, **summary(draft.state, names, table.lost)}
        changes |= self.pacing.after_move(table, draft.state, move)
        also = _snapshot(table, draft) if (table.ply + 1) % SNAPSHOT_EVERY == 0 and not over else None
        if over and self.chronicle is not None:
            also = self.chronicle.at_the_end(table, draft.state)
        await self.ledger.commit(room, "move", seat, message, body, draft.events, changes, also)
        async with self.ledger.telling(room):
            room.clock.leave(table.ply)
            table.adopt(draft.state, msgspec.structs.replace(move, seq=seq))
            self.autoplay.wind_clock(room)
            room.step(draft.events, seat)
            await self.autoplay.remark(room, move.reveals)
            await self.seating.call_by_name(room)

    def _draft(self, table: Table, seat: int, notation: str, by: str) -> Draft:
        try:
            return table.draft(notation, seat, by)
        except IllegalAction as error:
            raise Refused(named(error.refusal.reason, table.names), error.refusal.rule) from error
        except NotationError as error:
            raise Refused(str(error)) from error
        except Exception as error:
            log.exception("rules failed", extra={"table": table.id})
            raise Refused(
                say("The rules of this game failed on that action; nothing has changed."), status=500
            ) from error

    def _check_undo(self, table: Table, asked: Undo) -> None:
        if table.state.is_over:
            raise Refused(say("The game is over and its dice are known."))
        if table.lines >= MAX_LOG:
            raise Refused(say("In this game there have been {n} moves; nothing is taken back any more.", n=MAX_LOG))
        if table.row.undo == "off":
            raise Refused(say("At this table nothing is taken back."))
        if asked.version != table.version:
            raise Refused(say("The table has moved on since; look again."), stale=True)
        if asked.ply >= table.ply:
            raise Refused(say("There is nothing to take back."))
        if table.takes(asked.ply, asked.seat) == "never":
            raise Refused(say("Something has been shown since: in this game nothing is taken back past that."))

    async def _ask_undo(self, room: Room, person: str, asked: Undo) -> None:
        table = room.table
        if table.undo_asked is not None:
            raise Refused(say("Somebody has asked to take moves back already."))
        speech.check(table, asked.seat)
        body, known = UndoBody(asked.ply), kept_id(person, asked.id)
        if not table.consents(asked.ply, person):
            await self._rewind(room, asked.seat, known, body)
            return
        entry = await self.ledger.commit(room, "ask", asked.seat, known, body)
        async with self.ledger.telling(room):
            table.undo_asked = undo_question(table, entry)
            who, n = table.names[asked.seat], table.ply - asked.ply
            room.undo_news(as_heard(say("{who} asks to take back {n:move|moves}.", who=who, n=n)))

    async def _take_back_agreed(self, room: Room) -> None:
        """Take back what everybody has agreed to. The room's lock is held."""
        question = room.table.undo_asked
        if question is not None and _is_agreed(room.table):
            agreed = tuple(sorted({seat for seat, _ in question.agreed}))
            await self._rewind(room, question.seat, None, UndoBody(question.ply, agreed))

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
        state = await self.storage.read(lambda book: state_at(book, row, game, ply))
        text = say("{who} takes back {n:move|moves}.", who=Seat(seat), n=table.ply - ply)
        event = Event("undo", text, seat, {}, {}, False)
        changes = {"ply": ply, **summary(state, table.names), **self.pacing.after_undo(table, state, undone)}
        entry = await self.ledger.commit(
            room, "undo", seat, message, body, [event], changes, lambda book: book.drop_snapshots(row.id, ply)
        )
        async with self.ledger.telling(room):
            table.rewind(state, ply, entry.seq)
            room.remarks.clear()
            self.autoplay.forget_bots(room)
            self.autoplay.wind_clock(room, undone)
            room.step([event], seat, undone_to=ply)
            await self.seating.call_by_name(room)


def _is_agreed(table: Table) -> bool:
    """Whether everybody has agreed to take moves back, and it is only to be done."""
    return table.undo_asked is not None and not table.undo_asked.missing


def kept_id(person: str, ident: str) -> str:
    """A message's id as a log keeps it: it is its person's, and whoever has the seat next may have made the same."""
    return sha256(f"{person} {ident}".encode()).hexdigest()[:40]


def _snapshot(table: Table, draft: Draft) -> Callable[[Book], None]:
    position = rows.pack(draft.state.position())
    return lambda book: book.add_snapshot(table.id, table.ply + 1, position)
