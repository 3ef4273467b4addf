"""A table in memory: the state, how it came about, and what may be done next. No sockets and no writing here.

A table is a cache of its log. It changes only after the log has: `draft` computes what a move would do without
touching anything, and `adopt` takes the result over once it is committed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from waystation.bots import called
from waystation.engine import Game, Match, Outcome, State, commitment
from waystation.engine.borders import apart
from waystation.engine.events import Viewer
from waystation.engine.lesson import Awaited
from waystation.engine.match import Draft, Move, Undo
from waystation.engine.words import Phrase, say, told

from . import lessons, rows
from .games import load_game, title_of
from .losing import Lost, judged
from .protocol import SeatInfo, SeatTime, TableInfo, UndoAsked, UndoState
from .refusals import Told
from .rows import AgreeBody, Entry, SeatRow, TableRow, UndoBody

SNAPSHOT_EVERY = 48
MAX_LOG = 20_000
"""Moves and moves taken back, after which nothing is taken back any more; and moves that count, after which there are
no more: a game that does not end must not fill the disk. What is not of the game is counted apart (`rows.KEPT`)."""


FORMER = say("Former player")
"""What somebody is called whose account is deleted."""


class NoTable(Exception):
    """There is no such table."""


class Undealt(Exception):
    """Nothing has been drawn yet: the table waits for shares."""


class BrokenTable(Told):
    """The table can't be loaded under the rules that are installed; the text says why."""


class Consent(NamedTuple):
    """The question whether to take moves back to `ply`: who has agreed and who has not yet, as (seat, person)."""

    seat: int
    ply: int
    agreed: list[tuple[int, str]]
    missing: list[tuple[int, str]]

    def shown(self, person: str | None, plays: Sequence[int]) -> UndoAsked:
        """As a person sees it who plays these seats now."""
        agreed, missing = (list(dict.fromkeys(seat for seat, _ in pairs)) for pairs in (self.agreed, self.missing))
        yours = [seat for seat, who in self.missing if who == person and seat not in plays]
        return UndoAsked(self.seat, self.ply, [seat for seat in agreed if seat not in missing], missing, yours)


class Table:
    """See the module: a match, and who plays it. `asked[seat]` is the version since which that seat owes the decision
    it owes now; `lines` counts those of the log that belong to the game."""

    def __init__(self, row: TableRow, seats: list[SeatRow], match: Match) -> None:
        self.row = row
        self.seats = seats
        self.match = match
        self.version = 1
        self.asked = [1] * match.game.players
        self.undo_asked: Consent | None = None
        self.lines = 1

    # ------------------------------------------------------------------ asking

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def moves(self) -> list[Move]:
        return self.match.moves

    @property
    def ply(self) -> int:
        return len(self.match.moves)

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called; two people of one name are told apart."""
        return seat_names(self.seats, self.game.seat_names)

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person holds, whoever plays them now."""
        return [seat.seat for seat in self.seats if seat.person == person]

    def plays(self, person: str, seat: int) -> bool:
        """Whether this person decides for this seat now."""
        return 0 <= seat < len(self.seats) and self.seats[seat].person == person and self.seats[seat].bot is None

    def may_watch(self, person: str) -> bool:
        return may_watch(self.row, self.seats, person)

    def live_eyes(self, person: str) -> list[Viewer]:
        """Whose live view a person may have: their own seats', or a spectator's."""
        own: list[Viewer] = [*self.seats_of(person)]
        return [*own, None] if self.may_watch(person) else own

    def eyes_of(self, person: str) -> list[Viewer]:
        """Whose view a person may have, of now or of the past: their own; after the end everybody's."""
        if not self.may_watch(person):
            return []
        return [*(range(self.game.players) if self.state.is_over else self.seats_of(person)), None]

    def is_stale(self, seat: int, version: int) -> bool:
        """Whether an answer given at this version is not one to the decision that the seat owes now."""
        return not self.asked[seat] <= version <= self.version or seat not in self.state.to_act

    @property
    def is_played_by_people(self) -> bool:
        """Whether a person plays, or can still sit down."""
        return any(seat.bot is None for seat in self.seats)

    @property
    def awaited(self) -> Awaited | None:
        """What the lesson of this table waits for; None where there is none, or it is over."""
        wanted = lessons.awaited(self.game, self.moves) if self.row.lesson else None
        learns = wanted is not None and any(seat.person is not None and seat.bot is None for seat in self.seats)
        return wanted if learns else None

    # ------------------------------------------------------------------ time, and the end

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats whose people's time runs."""
        return waited_for(self.row, self.state.to_act, self.seats)

    @property
    def lost(self) -> tuple[Lost, ...]:
        """Who has lost before the end, in that order."""
        return self.row.all_lost

    @property
    def must_end(self) -> bool:
        """Whether the game is played to its end even if only bots are left, and nobody watches."""
        return bool(self.lost or self.row.tournament)

    @property
    def counts(self) -> bool:
        """Whether the game counts for more than itself: for ratings, or in a tournament."""
        return bool(self.row.rated or self.row.tournament)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; who has lost before comes last."""
        return judged(self.state.outcome(), self.lost, self.game.spec.cooperative)

    # ------------------------------------------------------------------ playing

    def draft(self, notation: str, seat: int, by: str) -> Draft:
        """What a move would do. IllegalAction or NotationError if it may not be made; nothing is changed."""
        return self.match.draft(notation, seat, by)

    def adopt(self, state: State, move: Move) -> None:
        """Take over a move that is committed, as line `move.seq`."""
        keep = still_asked(self.state, state, move.seat)
        self.match.adopt(state, move)
        self._arrive(keep, move.seq)

    def rewind(self, state: State, ply: int, seq: int) -> None:
        """Take over moves taken back, committed as line `seq`."""
        self.match.rewind(state, ply)
        self._arrive((), seq)

    def _arrive(self, keep: Sequence[int], seq: int) -> None:
        self.asked = [since if seat in keep else seq for seat, since in enumerate(self.asked)]
        self.lines += 1
        self.undo_asked = None
        self.version = seq

    # ------------------------------------------------------------------ undo

    def takes(self, ply: int, seat: int) -> Undo:
        """What it takes that a seat goes back to the moment after `ply` moves: the rule of all matches, and of this
        table."""
        if self.row.undo == "off":
            return "never"
        found = self.match.takes(ply, seat, self.seats[seat].person)
        if self.counts and found != "free":
            return "never"  # what was shown stays shown
        return "agreed" if self.row.undo == "ask" and found == "free" else found

    def free_to(self, seat: Viewer) -> int | None:
        """The earliest ply that a seat may go back to without asking; None: none, or nobody plays there."""
        if seat is None or self.row.undo != "free" or self.state.is_over or self.seats[seat].bot is not None:
            return None
        ply = self.match.free_to(seat, self.seats[seat].person)
        return None if ply == self.ply else ply

    def back_to(self, seat: Viewer) -> int | None:
        """The ply before a seat's own newest move, if that can be gone back to."""
        if seat is None or self.row.undo == "off" or self.state.is_over:
            return None
        ply = self.match.back_to(seat)
        return None if ply is None or (self.counts and self.takes(ply, seat) != "free") else ply

    def undo_state(self, viewer: Viewer, person: str | None = None) -> UndoState:
        """What a viewer can take back, and (with a person) what this person is asked."""
        asked = self.undo_asked and self.undo_asked.shown(person, self.playing(person or ""))
        return UndoState(self.free_to(viewer), self.back_to(viewer), asked)

    def playing(self, person: str) -> list[int]:
        """The seats for which a person decides now."""
        return [seat for seat in self.seats_of(person) if self.plays(person, seat)]

    def consents(self, ply: int, person: str) -> list[tuple[int, str]]:
        """Who has to agree that this person takes moves back to `ply`, as (seat, person): all others who play, and
        whoever played one of these moves, also if somebody else, or a bot, sits there now."""
        playing = [(seat.seat, seat.person or "") for seat in self.seats if seat.bot is None]
        played = [(move.seat, self._player(move)) for move in self.moves[ply:]]
        return [pair for pair in dict.fromkeys([*playing, *played]) if pair[1] not in ("", person)]

    def _player(self, move: Move) -> str:
        return (self.seats[move.seat].person or "") if move.by is None else move.by

    # ------------------------------------------------------------------ telling

    def info(self, person: str, present: Sequence[int] = (), now: float | None = None) -> TableInfo:
        return table_info(self.row, self.seats, person, self.names, present, now=now)


def may_watch(row: TableRow, seats: Sequence[SeatRow], person: str) -> bool:
    """Whether a person may look at a table at all."""
    return row.spectators or person == row.host or any(seat.person == person for seat in seats)


def seat_names(seats: Sequence[SeatRow], fallback: Sequence[str]) -> tuple[str, ...]:
    """What seats are called; two whose names look alike are told apart."""
    names: list[str] = []
    taken = set[str]()
    for seat, plain in zip(seats, fallback, strict=True):
        bot = told(called(seat.bot)) if seat.bot and not seat.person else ""
        name = (seat.label if seat.shared else seat.called) or seat.label or bot or plain
        names.append(apart(name, seat.seat + 1, taken))
    return tuple(names)


def named(text: str, names: Sequence[str]) -> str:
    """A sentence with seat names; in a plain string any brace but {0}, {1} ... stays (it may come from a player)."""
    if isinstance(text, Phrase):
        return told(text, names)
    return re.sub(r"\{(\d{1,2})\}", lambda found: dict(enumerate(names)).get(int(found[1]), found[0]), text)


def unnamed(text: Phrase, players: int) -> str:
    """A sentence as a log keeps it, with places for the names of the seats; `named` puts in those of the moment."""
    return told(text, [f"{{{seat}}}" for seat in range(players)])


def _same_question(before: State, after: State) -> bool:
    old, new = before.agenda, after.agenda
    return bool(old and new) and old[:-1] == new[:-1] and old[-1][0] == new[-1][0]


def goes_on(before: State, after: State) -> bool:
    """Whether some of those who owed an answer then, and nobody else, owe the same one now."""
    return _same_question(before, after) and set(after.to_act) <= set(before.to_act)


def still_asked(before: State, after: State, seat: int) -> tuple[int, ...]:
    """The seats that owe the same decision before and after another's move: a simultaneous phase that goes on."""
    if not _same_question(before, after):
        return ()
    return tuple(s for s in after.to_act if s in before.to_act and s != seat)


def undo_question(table: Table, entry: Entry) -> Consent | None:
    """What a line of the log makes of the question whether to take moves back."""
    seat = entry.seat or 0
    person = table.seats[seat].person or ""
    if entry.kind == "seats":
        return None
    if entry.kind == "ask":
        ply = rows.unpack(entry.body, UndoBody).ply
        return Consent(seat, ply, [(s, person) for s in table.playing(person)], table.consents(ply, person))
    asked = table.undo_asked
    if entry.kind != "agree" or asked is None:
        return asked
    answer = rows.unpack(entry.body, AgreeBody)
    if not answer.yes:
        return None
    who = person if answer.by is None else answer.by
    theirs = [pair for pair in asked.missing if pair[1] == who]
    return asked._replace(
        agreed=[*asked.agreed, *theirs], missing=[pair for pair in asked.missing if pair not in theirs]
    )


def game_of(row: TableRow) -> Game:
    """The game of a table; BrokenTable if it is not installed or its rules have changed."""
    try:
        game = load_game(row.game, row.options, row.rules_version)
    except (KeyError, ValueError) as error:
        raise BrokenTable(str(error.args[0] if error.args else error)) from error
    if row.rules_version not in game.readable_rules_versions:
        raise BrokenTable(
            say(
                "This table was begun under rules version {begun} of {game}; "
                "this server plays version {here}, which is not the same game.",
                begun=row.rules_version,
                game=row.game,
                here=game.rules_version,
            )
        )
    older: Game = game.under(row.rules_version)
    return older


# ---------------------------------------------------------------------- summaries


def table_info(
    row: TableRow,
    seats: Sequence[SeatRow],
    person: str,
    names: Sequence[str],
    present: Sequence[int] = (),
    title: str = "",
    now: float | None = None,
) -> TableInfo:
    """A table as this person may see it; from the row alone, so that lists need no replay. `title`: its game's, where
    that need not be loaded; `now`: the moment (of `uptime`), to say what everybody has left."""
    acting = row.acting
    return TableInfo(
        id=row.id,
        game=row.game,
        title=title or title_of(row.game),
        options=row.plain_options,
        rules_version=row.rules_version,
        seats=[_seat_info(row, seat, person, name, present) for seat, name in zip(seats, names, strict=True)],
        host=person == row.host,
        spectators=row.spectators,
        undo=row.undo,
        over=row.over,
        ply=row.ply,
        to_act=acting,
        waits_for_me=not row.listed and _waits_for(person, seats, acting),
        commitment=commitment_of(row),
        seed_known=row.seed_known,
        created=row.created,
        updated=row.updated,
        seed=row.plain_seed if row.over else None,
        shares=None if row.shares is None else row.given_shares,
        dealt=row.dealt,
        result=row.result,
        rematch=row.rematch,
        hints=hints_allowed(row, seats),
        lesson=bool(row.lesson),
        chat=row.chat is not False,
        listed=row.listed,
        pace=row.plain_pace,
        tournament=row.tournament,
        times=[] if now is None else times_shown(row, acting, seats, now),
        rated=row.rated,
        level=level_of(row),
    )


def _waits_for(person: str, seats: Sequence[SeatRow], acting: Sequence[int]) -> bool:
    return any(seat.person == person and seat.bot is None and seat.seat in acting for seat in seats)


def level_of(row: TableRow) -> tuple[int, int] | None:
    """The ratings with which one may sit down at an open table; None: any."""
    low, high = row.level_low, row.level_high
    return None if low is None or high is None else (low, high)


def commitment_of(row: TableRow) -> str:
    """The commitment to a table's seed, empty if it has none."""
    seed = row.plain_seed
    return "" if seed is None else commitment(seed)


def waited_for(row: TableRow, acting: Sequence[int], seats: Sequence[SeatRow]) -> tuple[int, ...]:
    """The seats whose people's time runs: those that are to act. Nobody's does while a seat is open."""
    if row.pace is None or row.closed is not None or any(seat.person is None and seat.bot is None for seat in seats):
        return ()
    return tuple(seat for seat in acting if seats[seat].bot is None)


def times_shown(row: TableRow, acting: Sequence[int], seats: Sequence[SeatRow], now: float) -> list[SeatTime]:
    """What each seat has left; nothing where that is not counted (any more)."""
    times = row.plain_times
    if times is None or row.over:
        return []
    running = waited_for(row, acting, seats)
    times = times.charged(running, now)
    return [
        SeatTime(left, away or None, seat in running, seat in times.resting)
        for seat, (left, away) in enumerate(zip(times.left, times.away, strict=True))
    ]


def summary(state: State, names: Sequence[str], lost: Sequence[Lost] = ()) -> dict[str, Any]:
    """What the table's row repeats of a state."""
    outcome = judged(state.outcome(), lost, state.game.spec.cooperative)
    result = "" if outcome is None else told(outcome.text, names)
    return {"to_act": rows.pack(state.to_act), "over": outcome is not None, "result": result}


def hints_allowed(row: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Whether a bot may be asked for hints: as the table says, else while nobody else plays or may sit down.

    Not in a lesson, which says itself what to do, and not where the game is rated.
    """
    if row.lesson or row.rated:
        return False
    if row.hints is not None:
        return row.hints
    people = {seat.person for seat in seats if seat.person is not None}
    others = any(seat.shared or (seat.person is None and seat.bot is None) for seat in seats)
    return len(people) < 2 and not others


def _seat_info(row: TableRow, seat: SeatRow, person: str, name: str, present: Sequence[int]) -> SeatInfo:
    kind: Literal["person", "shared", "open", "bot"]
    if seat.person is not None:
        kind = "shared" if seat.shared else "person"
    else:
        kind = "bot" if seat.bot else "open"
    mine = seat.person is not None and seat.person == person
    may_know = mine or (seat.person is None and person == row.host)
    return SeatInfo(
        seat=seat.seat,
        name=name,
        kind=kind,
        mine=mine,
        bot=seat.bot,
        bot_called=told(called(seat.bot)) if seat.bot else "",
        stands_in=seat.bot is not None and seat.person is not None,
        present=seat.seat in present,
        link=seat.link if may_know and not row.over else None,
        lost=next(("left" if one.left else "time" for one in row.all_lost if one.seat == seat.seat), None),
    )
