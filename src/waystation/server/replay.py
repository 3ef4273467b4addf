"""A table from its log, and its log as a record: moves are played again with what chance gave then."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from waystation.engine import Edition, Game, Match, PositionError, RecordError, State, record
from waystation.engine.chance import TapeMismatch
from waystation.engine.match import Move, repeat
from waystation.engine.record import Record, RecordMove
from waystation.engine.scene import Scene
from waystation.engine.words import say

from . import rows
from .rows import Book, Entry, Kind, MoveBody, StartBody, TableRow, UndoBody
from .table import BrokenTable, NoTable, Table, Undealt, commitment_of, game_of, undo_question


def load(book: Book, ident: str) -> Table:
    """A table from its log: the newest snapshot, and the moves since. NoTable, Undealt, or BrokenTable (says why)."""
    row = book.table(ident)
    if row is None:
        raise NoTable(ident)
    if row.closed is not None:
        raise BrokenTable(row.result)
    if not row.dealt:
        raise Undealt(ident)
    seats = book.table_seats([ident])[ident]
    game = game_of(row)
    lines = _lines(book, ident, (*rows.GAME_KINDS, "ask", "agree", "seats"))
    start, line = effective(lines)
    begun, state = _nearest(book, row, game, start, len(line))
    match = Match.resumed(game, state, [_move(game, *logged) for logged in line[:begun]])
    table = Table(row, seats, match)
    table.asked = [match.moves[-1].seq if match.moves else 1] * game.players
    back_to, seq = _last_undo(lines)
    for ply, (entry, body) in enumerate(line[begun:], begun):
        if ply == back_to:  # all were asked anew then
            table.asked = [seq] * game.players
        table.adopt(advance(table.state.clone(), entry.seat or 0, body), _move(game, entry, body))
    table.lines = sum(entry.kind in rows.GAME_KINDS for entry in lines)
    _resume(table, lines)
    return table


def _last_undo(lines: Sequence[Entry]) -> tuple[int, int]:
    """The ply to which moves were last taken back, and the line of the log that did so; nothing like it: (-1, 0)."""
    found = next((entry for entry in reversed(lines) if entry.kind == "undo"), None)
    return (-1, 0) if found is None else (rows.unpack(found.body, UndoBody).ply, found.seq)


def _move(game: Game, entry: Entry, body: MoveBody) -> Move:
    action = game.actions.parse(body.action)
    return Move(entry.seat or 0, action, body.draws, (0, 0), body.reveals, body.by, entry.seq)


def _resume(table: Table, lines: list[Entry]) -> None:
    """Version and a pending question about an undo, from the log's end."""
    last = max(entry.seq for entry in lines if entry.kind in rows.GAME_KINDS)
    if last != table.version:  # the newest change took moves back
        table.version = last
        table.asked = [last] * table.game.players
    for entry in lines:
        if entry.seq > last:
            table.undo_asked = undo_question(table, entry)


def _lines(book: Book, ident: str, kinds: Sequence[Kind]) -> list[Entry]:
    """The log of a table that has been dealt. NoTable if it has been deleted since its row was read."""
    lines = book.entries(ident, kinds)
    if not lines:
        raise NoTable(ident)
    return lines


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


def begin(game: Game, row: TableRow, start: StartBody) -> State:
    """The state before the first move, as a record of the table would begin."""
    try:
        state = record.begin(_written(row, game.seat_names, start), game, row.id).state
    except RecordError as error:
        raise BrokenTable(say("The log does not fit the rules: {error}", error=str(error))) from error
    state.chance = state.chance.clone()
    return state


def advance(state: State, seat: int, body: MoveBody) -> State:
    """Play a logged move again, with what chance gave then, on `state` itself."""
    try:
        repeat(state, state.game.actions.parse(body.action), seat, body.draws)
    except (TapeMismatch, ValueError, IndexError, KeyError) as error:
        raise BrokenTable(
            say("The log does not fit the rules at {action}: {error}", action=repr(body.action), error=str(error))
        ) from error
    return state


def _nearest(book: Book, row: TableRow, game: Game, start: StartBody, ply: int) -> tuple[int, State]:
    """The newest snapshot that can be read, as they are only a cache (another release may have kept them); else the
    beginning."""
    while (shot := book.snapshot(row.id, ply)) is not None:
        try:
            return shot[0], game.state_from(msgspec.json.decode(shot[1]))
        except (PositionError, msgspec.MsgspecError):
            ply = shot[0] - 1
    return 0, begin(game, row, start)


def state_at(book: Book, row: TableRow, game: Game, ply: int) -> State:
    """The state after `ply` of the moves that count."""
    start, line = effective(book.entries(row.id, rows.GAME_KINDS))
    begun, state = _nearest(book, row, game, start, ply)
    for entry, body in line[begun:ply]:
        state = advance(state, entry.seat or 0, body)
    return state


# ---------------------------------------------------------------------- records


def record_of(book: Book, row: TableRow, names: Sequence[str]) -> str:
    """The record of a table, replayed and checked on the way. NoTable if it has been deleted meanwhile."""
    return row.record or record.write(_replayed(book, row, names))


def keepsakes_of(book: Book, row: TableRow, names: Sequence[str]) -> tuple[Scene, ...]:
    """What people take home from a finished game."""
    if type(game_of(row)).keepsakes is Edition.keepsakes:
        return ()  # nothing, without playing it all again
    return _replayed(book, row, names).keepsakes()


def _replayed(book: Book, row: TableRow, names: Sequence[str]) -> Match:
    if row.record is not None:
        return record.replay(record.parse(row.record, row.id), game_of(row), source=row.id)
    start, line = effective(_lines(book, row.id, rows.GAME_KINDS))
    moves = [RecordMove(entry.seat or 0, body.action, body.draws, n) for n, (entry, body) in enumerate(line, 1)]
    return record.replay(_written(row, names, start, moves), game_of(row), source=row.id)


def _written(row: TableRow, names: Sequence[str], start: StartBody, moves: Sequence[RecordMove] = ()) -> Record:
    return Record(
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
        moves=list(moves),
    )


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
