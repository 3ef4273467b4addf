"""A table in memory: the state, how it came about, and what may be done next. No sockets and no writing here.

A table is a cache of its log. It changes only after the log has: `draft` computes what a move would do without
touching anything, and `adopt` takes the result over once it is committed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Connection

from waystation.engine import Chance, EventLog, Game, IllegalAction, Match, State, commitment, record
from waystation.engine.chance import RecordingChance, ScriptedChance, TapeMismatch
from waystation.engine.events import Event, Viewer
from waystation.engine.record import Record, RecordMove
from waystation.engine.words import told

from . import rows
from .games import load_game, title_of
from .protocol import SeatInfo, TableInfo, UndoAsked, UndoState
from .rows import AgreeBody, Entry, MoveBody, SeatRow, StartBody, TableRow, UndoBody

SNAPSHOT_EVERY = 48
MAX_LOG = 20_000
"""Moves and moves taken back, after which nothing is taken back any more; and moves that count, after which there are
no more: a game that does not end must not fill the disk. What is not of the game is counted apart (`rows.KEPT`)."""


class NoTable(Exception):
    """There is no such table."""


class Undealt(Exception):
    """Nothing has been drawn yet: the table waits for shares."""


class BrokenTable(Exception):
    """The table can't be loaded under the rules that are installed; the text says why."""


class Played(NamedTuple):
    """A move as undo and bots need it. `by`: see MoveBody; `drew`: chance spoke."""

    seat: int
    action: int
    reveals: bool
    seq: int
    by: str | None = None
    drew: bool = False


def _played(action: int, seat: int, seq: int, body: MoveBody) -> Played:
    return Played(seat, action, body.reveals, seq, body.by, bool(body.draws))


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


class Draft(NamedTuple):
    """A move that is not committed yet: the state after it, and its line of the log."""

    state: State
    action: int
    body: MoveBody
    events: list[Event]


class Table:
    """See the module. `asked[seat]` is the version since which that seat owes the decision it owes now; `lines` counts
    those of the log that belong to the game."""

    def __init__(self, row: TableRow, seats: list[SeatRow], game: Game, state: State) -> None:
        self.row = row
        self.seats = seats
        self.game = game
        self.state = state
        self.moves: list[Played] = []
        self.version = 1
        self.asked = [1] * game.players
        self.undo_asked: Consent | None = None
        self.lines = 1

    # ------------------------------------------------------------------ asking

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def ply(self) -> int:
        return len(self.moves)

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

    # ------------------------------------------------------------------ playing

    def draft(self, notation: str, seat: int) -> Draft:
        """What a move would do. IllegalAction or NotationError if it may not be made; nothing is changed."""
        action = self.game.actions.parse(notation)
        refusal = self.state.why_not(action, seat)
        if refusal is not None:
            raise IllegalAction(refusal)
        state = self.state.clone()
        state.chance = chance = RecordingChance(state.chance)
        log = EventLog()
        state.advance(action, seat, log)
        draws = chance.take()
        state.chance = chance.clone()
        events = list(log)
        reveals = bool(draws) or any(event.reveals for event in events)
        return Draft(state, action, MoveBody(self.game.actions.format(action), draws, reveals), events)

    def adopt(self, draft: Draft, seat: int, seq: int) -> None:
        """Take over a move that is committed as line `seq`."""
        self.moves.append(_played(draft.action, seat, seq, draft.body))
        self.lines += 1
        self._arrive(draft.state, seat, seq)

    def rewind(self, state: State, ply: int, seq: int) -> None:
        """Take over moves taken back, committed as line `seq`."""
        del self.moves[ply:]
        self.lines += 1
        self._arrive(state, None, seq)

    def _arrive(self, state: State, seat: int | None, seq: int) -> None:
        keep = () if seat is None else still_asked(self.state, state, seat)
        self.asked = [since if s in keep else seq for s, since in enumerate(self.asked)]
        self.state = state
        self.undo_asked = None
        self.version = seq

    # ------------------------------------------------------------------ undo

    def free_to(self, seat: Viewer) -> int | None:
        """The earliest ply that a seat may go back to without asking: back to the last moment at which anything was
        revealed to anyone, or another seat or another person decided."""
        if seat is None or self.row.undo != "free" or self.state.is_over or self.seats[seat].bot is not None:
            return None
        mine = (None, "", self.seats[seat].person)
        ply = len(self.moves)
        while ply and (move := self.moves[ply - 1]).seat == seat and not move.reveals and move.by in mine:
            ply -= 1
        return None if ply == len(self.moves) else ply

    def back_to(self, seat: Viewer) -> int | None:
        """The ply before a seat's own newest move, if that can be gone back to."""
        if seat is None or self.row.undo == "off" or self.state.is_over:
            return None
        newest = next((ply for ply in range(len(self.moves) - 1, -1, -1) if self.moves[ply].seat == seat), None)
        return None if newest is None or self.is_final(newest) else newest

    def is_final(self, ply: int) -> bool:
        """Whether the game lets nobody go back so far, since something was shown."""
        return self.game.spec.final_reveals and any(move.reveals for move in self.moves[ply:])

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

    def _player(self, move: Played) -> str:
        return (self.seats[move.seat].person or "") if move.by is None else move.by

    # ------------------------------------------------------------------ telling

    def info(self, person: str, present: Sequence[int] = ()) -> TableInfo:
        return table_info(self.row, self.seats, person, self.names, present)


def may_watch(row: TableRow, seats: Sequence[SeatRow], person: str) -> bool:
    """Whether a person may look at a table at all."""
    return row.spectators or person == row.host or any(seat.person == person for seat in seats)


def seat_names(seats: Sequence[SeatRow], fallback: Sequence[str]) -> tuple[str, ...]:
    """What seats are called; two of one name are told apart."""
    names: list[str] = []
    for seat, plain in zip(seats, fallback, strict=True):
        bot = f"{seat.bot} bot" if seat.bot and not seat.person else ""
        name = (seat.label if seat.shared else seat.called) or seat.label or bot or plain
        names.append(f"{name} ({seat.seat + 1})" if name in names else name)
    return tuple(names)


def named(text: str, names: Sequence[str]) -> str:
    """A sentence with seat names for {0}, {1} ...; any other brace stays (it may come from a player)."""
    return re.sub(r"\{(\d{1,2})\}", lambda found: dict(enumerate(names)).get(int(found[1]), found[0]), text)


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


# ---------------------------------------------------------------------- loading


def load(connection: Connection, ident: str) -> Table:
    """A table from its log: the newest snapshot, and the moves since. NoTable, Undealt, or BrokenTable (says why)."""
    row = rows.table(connection, ident)
    if row is None:
        raise NoTable(ident)
    if not row.dealt:
        raise Undealt(ident)
    seats = rows.table_seats(connection, [ident])[ident]
    game = game_of(row)
    lines = rows.entries(connection, ident, (*rows.GAME_KINDS, "ask", "agree", "seats"))
    start, line = effective(lines)
    begun = _nearest(connection, row, game, start, len(line))
    table = Table(row, seats, game, begun[1])
    for entry, body in line[: begun[0]]:
        table.moves.append(_played(game.actions.parse(body.action), entry.seat or 0, entry.seq, body))
        table.asked = [entry.seq] * game.players
    for entry, body in line[begun[0] :]:
        seat = entry.seat or 0
        after = advance(table.state.clone(), seat, body)
        table.moves.append(_played(game.actions.parse(body.action), seat, entry.seq, body))
        table._arrive(after, seat, entry.seq)
    table.lines = sum(entry.kind in rows.GAME_KINDS for entry in lines)
    _resume(table, lines)
    return table


def _resume(table: Table, lines: list[Entry]) -> None:
    """Version and a pending question about an undo, from the log's end."""
    last = max(entry.seq for entry in lines if entry.kind in rows.GAME_KINDS)
    if last != table.version:  # the newest change took moves back
        table.version = last
        table.asked = [last] * table.game.players
    for entry in lines:
        if entry.seq > last:
            table.undo_asked = undo_question(table, entry)


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
            f"This table was begun under rules version {row.rules_version} of {row.game}; "
            f"this server plays version {game.rules_version}, which is not the same game."
        )
    older: Game = game.under(row.rules_version)
    return older


def effective(lines: Sequence[Entry]) -> tuple[StartBody, list[tuple[Entry, MoveBody]]]:
    """The set-up and the moves that count, without those taken back."""
    start = StartBody((), ())
    moves: list[tuple[Entry, MoveBody]] = []
    for entry in lines:
        if entry.kind == "move":
            moves.append((entry, rows.unpack(entry.body, MoveBody)))
        elif entry.kind == "undo":
            del moves[rows.unpack(entry.body, UndoBody).ply :]
        elif entry.kind == "start":
            start = rows.unpack(entry.body, StartBody)
    return start, moves


def told_lines(lines: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """Which lines tell the story as it stands, each with its ply: set-up, moves that count, and undos."""
    told: list[tuple[int, Entry]] = []
    ply = 0
    for entry in lines:
        if entry.kind == "undo":
            ply = rows.unpack(entry.body, UndoBody).ply
            while told and told[-1][0] > ply:
                told.pop()
        elif entry.kind == "move":
            ply += 1
        told.append((ply, entry))
    return told


def begin(game: Game, row: TableRow, start: StartBody, log: EventLog | None = None) -> State:
    """The state before the first move."""
    seed = row.seed_of_play
    if row.position is not None:
        return game.state_from(msgspec.json.decode(row.position))
    if seed is not None:
        return game.start(Chance.of(seed, "setup"), Chance.of(seed, "play"), log)
    setup = ScriptedChance(Chance.of("", "setup"), start.setup)
    state = game.start(setup, ScriptedChance(Chance.of("", "play"), start.opening), log)
    state.chance = state.chance.clone()
    return state


def advance(state: State, seat: int, body: MoveBody) -> State:
    """Play a logged move again, with what chance gave then, on `state` itself."""
    state.chance = chance = ScriptedChance(state.chance, body.draws)
    try:
        state.advance(state.game.actions.parse(body.action), seat)
    except (TapeMismatch, ValueError, IndexError, KeyError) as error:
        raise BrokenTable(f"The log does not fit the rules at {body.action!r}: {error}") from error
    if chance.script:
        raise BrokenTable(f"The log does not fit the rules at {body.action!r}: chance was not asked.")
    state.chance = chance.clone()
    return state


def _nearest(connection: Connection, row: TableRow, game: Game, start: StartBody, ply: int) -> tuple[int, State]:
    shot = rows.snapshot(connection, row.id, ply)
    if shot is None:
        return 0, begin(game, row, start)
    return shot[0], game.state_from(msgspec.json.decode(shot[1]))


def state_at(connection: Connection, row: TableRow, game: Game, ply: int) -> State:
    """The state after `ply` of the moves that count."""
    start, line = effective(rows.entries(connection, row.id, rows.GAME_KINDS))
    begun, state = _nearest(connection, row, game, start, ply)
    for entry, body in line[begun:ply]:
        state = advance(state, entry.seat or 0, body)
    return state


# ---------------------------------------------------------------------- records


def record_of(connection: Connection, row: TableRow, names: Sequence[str]) -> str:
    """The record of a table, replayed and checked on the way."""
    if row.record is not None:
        return row.record
    start, line = effective(rows.entries(connection, row.id, rows.GAME_KINDS))
    written = Record(
        game=row.game,
        rules_version=row.rules_version,
        options=row.plain_options,
        seats=list(names),
        seed=row.plain_seed,
        seed_commitment=commitment_of(row) if row.given_shares else None,
        shares={str(seat + 1): share for seat, share in row.given_shares.items()},
        position=None if row.position is None else msgspec.json.decode(row.position),
        setup=start.setup,
        opening=start.opening,
        moves=[RecordMove(entry.seat or 0, body.action, body.draws, n) for n, (entry, body) in enumerate(line, 1)],
    )
    return record.write(record.replay(written, game_of(row), source=row.id))


def log_of(match: Match, at: float) -> list[Entry]:
    """The log of a match that was played elsewhere (or not at all yet)."""
    told = match.events.since(0)
    first = match.moves[0].events[0] if match.moves else len(told)
    start = StartBody(match.setup_draws, match.opening_draws)
    log = [Entry(seq=1, kind="start", body=rows.pack(start), events=rows.pack(told[:first]), at=at)]
    for number, move in enumerate(match.moves, 2):
        body = MoveBody(match.notation(move), move.draws, move.reveals)
        events = told[move.events[0] : move.events[1]]
        log.append(
            Entry(seq=number, kind="move", seat=move.seat, body=rows.pack(body), events=rows.pack(events), at=at)
        )
    return log


# ---------------------------------------------------------------------- summaries


def table_info(
    row: TableRow, seats: Sequence[SeatRow], person: str, names: Sequence[str], present: Sequence[int] = ()
) -> TableInfo:
    """A table as this person may see it; from the row alone, so that lists need no replay."""
    acting = row.acting
    return TableInfo(
        id=row.id,
        game=row.game,
        title=title_of(row.game),
        options=row.plain_options,
        rules_version=row.rules_version,
        seats=[_seat_info(row, seat, person, name, present) for seat, name in zip(seats, names, strict=True)],
        host=person == row.host,
        spectators=row.spectators,
        undo=row.undo,
        over=row.over,
        ply=row.ply,
        to_act=acting,
        waits_for_me=any(seat.person == person and seat.bot is None and seat.seat in acting for seat in seats),
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
    )


def commitment_of(row: TableRow) -> str:
    """The commitment to a table's seed, empty if it has none."""
    seed = row.plain_seed
    return "" if seed is None else commitment(seed)


def summary(state: State, names: Sequence[str]) -> dict[str, Any]:
    """What the table's row repeats of a state."""
    outcome = state.outcome()
    result = "" if outcome is None else told(outcome.text, names)
    return {"to_act": rows.pack(state.to_act), "over": outcome is not None, "result": result}


def hints_allowed(row: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Whether a bot may be asked for hints: as the table says, else while nobody else plays or may sit down."""
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
        stands_in=seat.bot is not None and seat.person is not None,
        present=seat.seat in present,
        link=seat.link if may_know and not row.over else None,
    )
