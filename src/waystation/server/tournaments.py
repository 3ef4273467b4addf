"""Tournaments among people and bots, by the same pairing as the arena's (`waystation.arena.pairing`).

People enter, the host starts, each round opens its tables, and when the last of them has ended the next round opens by
itself. What a tournament is now is all in the database: any server of it may carry it on, and it does so once, since a
round is opened in the transaction that says so. Who is absent loses on time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from math import comb
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from waystation.arena import pairing
from waystation.arena.pairing import Played
from waystation.bots import called
from waystation.bots.base import SpecError
from waystation.engine import Chance, Game, OptionError
from waystation.engine.borders import apart, fold_name, looks
from waystation.engine.words import said, say, told

from . import contests, rows
from .bots import check_spec
from .contests import Contest, Entrant, Pairing
from .games import load_game, title_of
from .ledger import write_lines
from .live import Room
from .moderation import check_going, check_kept
from .opening import Opening, open_table, why_not_rated
from .pace import Absent, Pace
from .protocol import NewTable, NewTournament, TournamentEntrant, TournamentInfo, TournamentLine, TournamentTable
from .refusals import Refused
from .replay import load
from .rows import Book, Storage, read_numbers
from .sql import connection_of
from .table import BrokenTable, NoTable, Undealt

log = logging.getLogger("waystation.server")

LOOK = 3.0
"""Seconds between two looks at the tournaments that are being played."""
MOST_ENTRANTS = 128
MOST_HOSTED = 5
"""Tournaments of one host that are not over."""
MOST_TABLES = 600
"""Tables of all rounds together."""


class Hall(Protocol):
    """What tournaments need of the hub."""

    storage: Storage
    rooms: dict[str, Room]

    async def room(self, ident: str) -> Room: ...

    async def look_after(self, watched: Sequence[Room]) -> None: ...


class Cup(msgspec.Struct):
    """All there is to know of a tournament."""

    contest: Contest
    entrants: list[Entrant]
    pairings: list[Pairing]


class Tournaments:
    """See the module."""

    def __init__(self, hub: Hall) -> None:
        self.hub = hub
        self._stuck: set[str] = set()

    # ------------------------------------------------------------------ asking

    async def all(self, person: str) -> list[TournamentLine]:
        """What somebody may see in the list."""

        def job(book: Book) -> list[TournamentLine]:
            return [_line(one, number) for one, number in contests.listed(connection_of(book), person)]

        return await self.hub.storage.read(job)

    async def info(self, ident: str, person: str) -> TournamentInfo:
        """A tournament as a person sees it. Refused (404) if there is none."""
        cup = await self._cup(ident)
        return await asyncio.to_thread(_info, cup, person)

    async def _cup(self, ident: str) -> Cup:
        def job(book: Book) -> Cup:
            return _read(book, ident)

        return await self.hub.storage.read(job)

    # ------------------------------------------------------------------ before it begins

    async def create(self, wish: NewTournament, person: str) -> str:
        """A new tournament; its id. Refused (422) if it makes no sense."""
        game = await asyncio.to_thread(_check, wish)
        contest = Contest(
            id=rows.new_ident(),
            name=fold_name(wish.name) or title_of(wish.game),
            host=person,
            game=game.name,
            options=rows.pack(game.written_options()),
            system=wish.format,
            rounds=wish.rounds,
            pace=None if wish.pace is None else rows.pack(_losing(wish.pace)),
            who=wish.who,
            fill=wish.fill,
            created=time.time(),
        )
        bots = [Entrant(contest=contest.id, number=number, bot=bot) for number, bot in enumerate(wish.bots)]

        def job(book: Book) -> None:
            book.ensure_person(person)
            connection = connection_of(book)
            if contests.hosted(connection, person) >= MOST_HOSTED:
                raise Refused(say("You host {n} tournaments already that are not over.", n=MOST_HOSTED))
            check_kept(connection, person, len(contest.options))
            contests.add(connection, contest, bots)

        await self.hub.storage.write(job)
        if wish.who == "nobody":
            try:
                await self.start(contest.id, person)
            except Refused:
                await self.delete(contest.id, person)
                raise
        return contest.id

    async def enter(self, ident: str, person: str) -> None:
        """Take part."""

        def job(book: Book) -> None:
            book.ensure_person(person)
            cup = _read(book, ident, hold=True)
            if any(one.person == person for one in cup.entrants):
                return
            if cup.contest.state != "open":
                raise Refused(say("This tournament has begun."))
            if cup.contest.who == "nobody":
                raise Refused(say("This tournament is for bots."), status=403)
            if len(cup.entrants) >= MOST_ENTRANTS:
                raise Refused(say("This tournament is full: {n} take part.", n=MOST_ENTRANTS))
            number = 1 + max((one.number for one in cup.entrants), default=-1)
            contests.enter(connection_of(book), Entrant(contest=ident, number=number, person=person))

        await self.hub.storage.write(job)

    async def leave(self, ident: str, person: str) -> None:
        """Take part no more: from the next round on, if it has begun."""

        def job(book: Book) -> None:
            cup = _read(book, ident, hold=True)
            mine = next((one for one in cup.entrants if one.person == person and not one.gone), None)
            if mine is None or cup.contest.state == "over":
                raise Refused(say("You take no part in this tournament."))
            begun = cup.contest.state == "running"
            if begun and cup.contest.system == "round-robin":
                raise Refused(say("Here everybody meets everybody: who is absent loses on time."))
            contests.leave(connection_of(book), mine, begun)

        await self.hub.storage.write(job)

    async def delete(self, ident: str, person: str) -> None:
        """Forget a tournament; its tables stay. Its host's right."""

        def job(book: Book) -> None:
            if _read(book, ident, hold=True).contest.host != person:
                raise Refused(say("Only the host can delete a tournament."), status=403)
            contests.forget(connection_of(book), ident, time.time())

        await write_lines(self.hub.storage, job)
        await self.hub.look_after([room for room in self.hub.rooms.values() if room.table.row.tournament == ident])

    async def start(self, ident: str, person: str) -> None:
        """Begin: bots make up the number, if the host wants that, and the first round opens. Its host's right."""
        cup = await self._cup(ident)
        contest = cup.contest
        if contest.host != person:
            raise Refused(say("Only the host can start a tournament."), status=403)
        if contest.state != "open":
            raise Refused(say("This tournament has begun."))
        seats = _game(contest).players
        more = [] if contest.fill is None else _fillers(cup, seats)
        entrants = [*cup.entrants, *more]
        if len(entrants) < seats:
            raise Refused(say("A table takes {n}; {here} {here?takes|take} part.", n=seats, here=len(entrants)))
        rounds = await asyncio.to_thread(_rounds, contest, len(entrants), seats)
        if rounds is None or rounds * (len(entrants) // seats) > MOST_TABLES:
            raise Refused(say("That would be more than {n} tables.", n=MOST_TABLES))
        if not await self._open_round(Cup(contest, entrants, []), rounds, more):
            raise Refused(say("Somebody has just come or gone; begin once more."))

    # ------------------------------------------------------------------ going on

    async def keep_up(self) -> None:
        """Carry on all tournaments that are being played, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except Exception:
                log.exception("tournaments cannot be carried on")

    async def look(self) -> None:
        """Carry on all tournaments that are being played."""
        for ident in await self.hub.storage.read(lambda book: contests.running(connection_of(book))):
            try:
                await self.carry_on(ident)
                self._stuck.discard(ident)
            except Exception:
                if ident not in self._stuck:  # its game is gone, say: that is told once, not every three seconds
                    log.exception("tournament cannot be carried on", extra={"tournament": ident})
                self._stuck.add(ident)

    async def carry_on(self, ident: str) -> None:
        """Note what has ended, wake the bots of what has not, and open the next round when nothing goes on."""
        cup = await self._cup(ident)
        if cup.contest.state != "running":
            return
        for one in cup.pairings:
            if one.over and one.ranks is None:
                one.ranks = rows.pack(await self._ranks(one))
                await self.hub.storage.write(lambda book: contests.ended(connection_of(book), one, one.ranks or "[]"))  # noqa: B023
        open_tables = [one.table_id for one in cup.pairings if one.ranks is None and one.table_id]
        if open_tables:
            await self._wake(open_tables)
        else:
            await self._open_round(cup, cup.contest.rounds or 1)

    async def _ranks(self, one: Pairing) -> Sequence[int]:
        """How a table ended; without a winner if it was deleted, closed, or cannot be read any more."""
        ident = one.table_id
        if ident is None:
            return ()
        try:
            table = await self.hub.storage.read(lambda book: load(book, ident))
        except (NoTable, Undealt, BrokenTable):
            return ()
        return () if table.outcome is None else table.outcome.ranks

    async def _wake(self, idents: Sequence[str]) -> None:
        """After a restart nobody may look at a table at which only bots play."""
        awake = {ident for ident, room in self.hub.rooms.items() if not room.gone}
        asleep = [ident for ident in idents if ident not in awake]
        for row in await self.hub.storage.read(lambda book: contests.idle(connection_of(book), asleep)):
            seats = await self.hub.storage.read(lambda book: book.table_seats([row.id])[row.id])  # noqa: B023
            if row.times is None or any(seats[seat].bot is not None for seat in row.acting):
                await self._begin(row.id)

    async def _begin(self, ident: str) -> None:
        """Clocks are wound, and bots begin, unless another server has seen to it."""
        with suppress(NoTable):
            await self.hub.room(ident)

    async def _open_round(self, cup: Cup, rounds: int, more: Sequence[Entrant] = ()) -> bool:
        """The next round, or the end. False if somebody was faster, or it is not as `cup` says any more."""
        before, number = cup.contest, cup.contest.round + 1
        ends = number > rounds or _owner(cup) is None
        tables = () if ends else await asyncio.to_thread(_next_tables, cup, _game(before).players)
        made = await asyncio.to_thread(lambda: [_open(cup, table) for table in tables])
        found = [
            Pairing(contest=before.id, round=number, number=at, table_id=row.id, entrants=rows.pack(list(table)))
            for at, ((row, _, _), table) in enumerate(zip(made, tables, strict=True))
        ]
        values = {"state": "running", "round": number, "rounds": rounds} if made else {"state": "over"}

        def job(book: Book) -> bool:
            connection = connection_of(book)
            contests.contest(connection, before.id, hold=True)
            here = _who(contests.entrants(connection, before.id))
            if here + _who(more) != _who(cup.entrants) or not contests.change(connection, before, values):
                return False
            if made and before.state == "open":  # what has begun goes on, whatever else its host has going
                host = before.host or ""
                check_going(connection, host, host, len(made))
                check_kept(connection, host, rounds * len(made) * len(before.options))
            for entrant in more:
                contests.enter(connection, entrant)
            for row, seats, lines in made:
                book.add_table(row, seats, lines)
            contests.pair(connection, found)
            return True

        opened = await self.hub.storage.write(job)
        if opened:
            for row, _, _ in made:
                await self._begin(row.id)
        return opened


# ---------------------------------------------------------------------- what a tournament is


def _read(book: Book, ident: str, hold: bool = False) -> Cup:
    """A tournament; to `hold`: see `contests.contest`. Refused (404) if there is none."""
    connection = connection_of(book)
    found = contests.contest(connection, ident, hold)
    if found is None:
        raise Refused(say("There is no such tournament."), status=404)
    return Cup(found, contests.entrants(connection, ident), contests.pairings(connection, ident))


def _game(contest: Contest) -> Game:
    return load_game(contest.game, contest.options)


def _players(cup: Cup) -> int:
    """How many sit at a table. A tournament is shown and left also if its game can't be loaded any more: as it was
    then, or 0 if none has been opened."""
    try:
        return _game(cup.contest).players
    except (KeyError, ValueError):
        return next((len(read_numbers(one.entrants)) for one in cup.pairings), 0)


def _check(wish: NewTournament) -> Game:
    """The game of a tournament; Refused (422) if there can be none like that."""
    try:
        game = load_game(wish.game, rows.pack(wish.options))
        for bot in [*wish.bots, *([wish.fill] if wish.fill else [])]:
            check_spec(bot, game.name)
    except (KeyError, OptionError, SpecError) as error:
        raise Refused(str(error.args[0]), status=422) from error
    if game.players < 2 or game.spec.cooperative:
        raise Refused(say("In this game nobody plays against others."), status=422)
    if wish.who != "nobody" and wish.pace is None:
        raise Refused(say("A tournament with people needs a clock: who is absent loses on time."), status=422)
    if isinstance(wish.pace, Absent):
        raise Refused(say("In a tournament the clock must run for all."), status=422)
    if wish.who == "nobody" and len(wish.bots) < game.players:
        raise Refused(
            say("A table takes {n}; {here} {here?takes|take} part.", n=game.players, here=len(wish.bots)), status=422
        )
    return game


def _losing(pace: Pace) -> Pace:
    """The same pace, but that who runs out loses."""
    return pace if isinstance(pace, Absent) else replace(pace, out="lose")


def _who(entrants: Sequence[Entrant]) -> list[tuple[int, str | None, bool]]:
    return [(one.number, one.person, one.gone) for one in entrants]


def _fillers(cup: Cup, seats: int) -> list[Entrant]:
    """Bots, so that nobody has to wait."""
    here = len(cup.entrants)
    wanted = max(seats, -(-here // seats) * seats) - here
    first = 1 + max((one.number for one in cup.entrants), default=-1)
    return [Entrant(contest=cup.contest.id, number=first + more, bot=cup.contest.fill) for more in range(wanted)]


def _rounds(contest: Contest, entrants: int, seats: int) -> int | None:
    """How many rounds a tournament has that begins with so many; None if it is plain that they need too many tables."""
    if contest.system == "round-robin":
        if comb(entrants, 2) > MOST_TABLES * comb(seats, 2):  # so many pairs are to meet, so many meet at a table
            return None
        return len(pairing.round_robin([str(number) for number in range(entrants)], seats))
    return contest.rounds or pairing.swiss_rounds(entrants, seats)


def _drawn(cup: Cup) -> list[str]:
    """The numbers of all entrants in the order that was drawn for this tournament."""
    numbers = [str(one.number) for one in cup.entrants]
    Chance.of(cup.contest.id, "order").shuffle(numbers)
    return numbers


def _played(cup: Cup) -> list[Played]:
    return [
        Played(tuple(map(str, read_numbers(one.entrants))), tuple(read_numbers(one.ranks)))
        for one in cup.pairings
        if one.ranks is not None
    ]


def _waited(cup: Cup) -> Counter[str]:
    """In how many rounds each had no seat, although they took part."""
    waited = Counter[str]()
    for number in range(1, cup.contest.round + 1):
        playing = {seat for one in cup.pairings if one.round == number for seat in read_numbers(one.entrants)}
        waited.update(str(one.number) for one in cup.entrants if one.number not in playing and not one.gone)
    return waited


def _next_tables(cup: Cup, seats: int) -> list[tuple[int, ...]]:
    """Who sits where in the next round; nothing if there are too few."""
    drawn, played, waited = _drawn(cup), _played(cup), _waited(cup)
    if cup.contest.system == "round-robin":
        tables = pairing.round_robin(drawn, seats)[cup.contest.round]
    else:
        here = {str(one.number) for one in cup.entrants if not one.gone}
        order = [one.name for one in pairing.standings(drawn, played, waited) if one.name in here]
        if len(order) < seats:
            return []
        waiting = pairing.who_waits(order, waited, seats)
        tables = pairing.neighbours([name for name in order if name not in waiting], pairing.meetings(played), seats)
    sat = Counter((name, seat) for table in played for seat, name in enumerate(table.seats))
    return [tuple(map(int, pairing.seated(table, sat))) for table in tables]


def _owner(cup: Cup) -> str | None:
    """Who hosts the tables: the tournament's host, or if their account is gone somebody who takes part."""
    return cup.contest.host or next((one.person for one in cup.entrants if one.person), None)


def _open(cup: Cup, table: Sequence[int]) -> Opening:
    """The rows of a table for these entrants; a rated one, where it can be."""
    contest = cup.contest
    held = {one.number: one for one in cup.entrants}
    wish = NewTable(
        game=contest.game,
        options=rows.unpack(contest.options, dict[str, Any]),
        seats=[f"bot:{held[number].bot}" if held[number].bot else "open" for number in table],
        hints=False,
        pace=None if contest.pace is None else rows.read_pace(contest.pace),
    )
    rated = why_not_rated(wish, _game(contest)) is None
    row, seats, lines = open_table(replace(wish, rated=rated), _owner(cup) or "")
    row.tournament = contest.id
    for seat, number in zip(seats, table, strict=True):
        seat.person = held[number].person
        if seat.person is None and seat.bot is None:  # they have deleted their account
            seat.bot = _game(contest).default_bot
    return row, seats, lines


# ---------------------------------------------------------------------- what is told


def _names(entrants: Sequence[Entrant]) -> dict[int, str]:
    """What entrants are called; two whose names look alike are told apart."""
    names: dict[int, str] = {}
    used, taken = Counter[str](), set[str]()
    for one in entrants:
        name = told(called(one.bot)) if one.bot else one.name or said("Player {number}", number=one.number + 1)
        used[looks(name)] += 1
        names[one.number] = apart(name, used[looks(name)], taken)
    return names


def _line(contest: Contest, entrants: int) -> TournamentLine:
    return TournamentLine(
        id=contest.id,
        name=contest.name,
        game=contest.game,
        title=title_of(contest.game),
        format=contest.system,
        pace=None if contest.pace is None else rows.read_pace(contest.pace),
        who=contest.who,
        state=contest.state,
        round=contest.round,
        rounds=contest.rounds,
        entrants=entrants,
        created=contest.created,
    )


def _info(cup: Cup, person: str) -> TournamentInfo:
    names = _names(cup.entrants)
    by_number = {str(one.number): one for one in cup.entrants}
    order = pairing.standings(_drawn(cup), _played(cup), _waited(cup))
    mine = next((one for one in cup.entrants if one.person == person and not one.gone), None)
    return TournamentInfo(
        **{field: getattr(_line(cup.contest, len(cup.entrants)), field) for field in TournamentLine.__struct_fields__},
        options=rows.unpack(cup.contest.options, dict[str, Any]),
        players=_players(cup),
        fill=cup.contest.fill,
        host=cup.contest.host == person,
        mine=None if mine is None else mine.number,
        standings=[
            TournamentEntrant(
                number=by_number[one.name].number,
                name=names[by_number[one.name].number],
                bot=by_number[one.name].bot is not None,
                gone=by_number[one.name].gone,
                place=one.place,
                points=one.points,
                opposition=one.opposition,
                wins=one.wins,
                tables=one.tables,
                waited=one.waited,
            )
            for one in order
        ],
        tables=[
            TournamentTable(
                round=one.round,
                table=one.table_id,
                entrants=read_numbers(one.entrants),
                ranks=None if one.ranks is None else read_numbers(one.ranks),
            )
            for one in cup.pairings
        ],
    )
