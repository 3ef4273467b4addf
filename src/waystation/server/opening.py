"""Opening a table: from a wish, from an uploaded record, or as a rematch."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

from waystation.bots import called
from waystation.bots.base import SpecError
from waystation.engine import Game, Match, OptionError, RecordError, record
from waystation.engine.borders import fold_name
from waystation.engine.words import Phrase, say, told

from . import rows
from .anchors import anchor_of
from .bots import check_spec
from .games import load_game
from .lessons import lesson_of
from .pace import loses
from .protocol import NewTable
from .refusals import Told
from .replay import log_of
from .rows import Entry, SeatRow, TableRow
from .table import MAX_LOG, Table

Opening = tuple[TableRow, list[SeatRow], list[Entry]]


MOST_PLAYERS = 5
"""Of a rated game."""
LONGEST_DOCUMENT = 512 * 1024
"""Bytes of options, and of a position that a record begins from, in JSON: both are read again and again."""


class BadTable(Told):
    """The table that is wished for can't be; the text says why."""


def open_table(wish: NewTable, person: str) -> Opening:
    """The rows of a new table. BadTable if the wish makes no sense."""
    if wish.listed and (wish.record is not None or wish.lesson or "open" not in wish.seats):
        raise BadTable(say("a table that is open to all needs a free seat, and a game from its beginning"))
    if wish.rated and (wish.record is not None or wish.lesson):
        raise BadTable(say("a rated game is played from its beginning, and by no lesson"))
    if wish.record is not None:
        return _within(_from_record(wish, person, wish.record))
    if wish.lesson:
        return _from_lesson(wish, person)
    return _within(_from_wish(wish, person))


def _within(opening: Opening) -> Opening:
    """BadTable if a table would be too large to be kept in memory and told again and again."""
    row, _, lines = opening
    if len(row.options) > LONGEST_DOCUMENT:
        raise BadTable(say("the options take more than {n} KB", n=LONGEST_DOCUMENT // 1024))
    if len(row.position or "") > LONGEST_DOCUMENT:
        raise BadTable(say("the position takes more than {n} KB", n=LONGEST_DOCUMENT // 1024))
    if len(lines) > MAX_LOG:
        raise BadTable(say("a table takes at most {n} moves", n=MAX_LOG))
    return opening


def _from_wish(wish: NewTable, person: str) -> Opening:
    try:
        game = load_game(wish.game, rows.pack(wish.options))
    except (KeyError, OptionError) as error:
        raise BadTable(str(error.args[0])) from error
    _check_ranks(wish, game)
    seed = wish.seed if wish.seed is not None else secrets.token_hex(16)
    if wish.shares and wish.seed is None:
        row = undealt_row(game, person, wish, seed)
        return row, _seats(row.id, game, wish.seats, person), []
    match = Match(game, seed)
    row = _row(match, person, wish, seed=rows.pack(match.seed), seed_known=wish.seed is not None)
    return row, _seats(row.id, game, wish.seats, person), log_of(match, row.created)


def _check_ranks(wish: NewTable, game: Game) -> None:
    """BadTable if this can't be a rated table, or not one for certain ratings."""
    if wish.level is not None and not wish.listed:
        raise BadTable(say("only a table that is open to all is for certain ratings"))
    if wish.level is not None and wish.level[0] > wish.level[1]:
        raise BadTable(say("the lower rating comes first"))
    why = why_not_rated(wish, game) if wish.rated else None
    if why is not None:
        raise BadTable(why)


def why_not_rated(wish: NewTable, game: Game) -> Phrase | None:
    """Why a game can't be rated; None if it can."""
    bots = [detail for kind, _, detail in (seat.partition(":") for seat in wish.seats) if kind == "bot"]
    people = [seat for seat in wish.seats if seat in ("me", "open")]
    if game.spec.cooperative:
        return say("a game that is played together is not rated: nobody is first or second")
    if not 2 <= game.players <= MOST_PLAYERS:
        return say("only games for two to {n} players are rated", n=MOST_PLAYERS)
    if any(seat.startswith("shared") for seat in wish.seats):
        return say("a rated game has no seats that share a device")
    if not people:
        return say("nobody would be rated: only bots play")
    if wish.hints:
        return say("in a rated game no bot gives hints")
    if wish.undo == "ask":
        return say("in a rated game only what showed nothing is taken back, and that freely or not at all")
    if wish.seed is not None:
        return say("in a rated game nobody chooses the seed")
    if not loses(wish.pace):
        return say("a rated table needs a clock (pace) at which whoever runs out loses: who is losing would never move")
    stranger = next((bot for bot in bots if anchor_of(game.name, bot) is None), None)
    return None if stranger is None else say("{bot} has no rating: it was not measured", bot=called(stranger))


def _from_lesson(wish: NewTable, person: str) -> Opening:
    """The game's guided first game: whoever asks learns, the game's usual bot has the other seats."""
    try:
        guided = lesson_of(wish.game)
    except KeyError as error:
        raise BadTable(str(error.args[0])) from error
    if guided is None:
        raise BadTable(say("{game} has no guided first game", game=wish.game))
    game = load_game(wish.game, rows.pack(guided.options))
    match, document = guided.begin(game), guided.document()
    start = {"position": rows.pack(document)} if document else {"seed": rows.pack(match.seed)}
    row = _row(match, person, wish, **{"seed": None, **start}, seed_known=True, lesson=True)
    wishes = ["me" if seat + 1 == guided.seat else f"bot:{game.default_bot}" for seat in range(game.players)]
    return row, _seats(row.id, game, wishes, person), log_of(match, row.created)


def rematch_of(table: Table, person: str) -> Opening:
    """The same game again, because a person who played asks for it: everybody moves on by one seat.

    Where one loses on time, nobody is made to play: the seats of the others are free until they come (see `kept_for`).
    """
    game, old = table.game, table.row
    seed = secrets.token_hex(16)
    wish = NewTable(
        spectators=old.spectators,
        undo=old.undo,
        hints=old.hints,
        chat=old.chat is not False,
        pace=old.plain_pace,
        shares=old.shares is not None,
    )
    lines = []
    if wish.shares:
        row = undealt_row(game, old.host, wish, seed)
    else:
        match = Match(game, seed)
        row = _row(match, old.host, wish, seed=rows.pack(seed), seed_known=False)
        lines = log_of(match, row.created)
    row.options = old.options
    to_lose = loses(old.plain_pace)
    seats = [
        _moved_on(row.id, number, table.seats[number - 1], person if to_lose else None)
        for number in range(game.players)
    ]
    measured = all(seat.bot is None or anchor_of(game.name, seat.bot) for seat in seats)
    if old.rated is not None and measured and to_lose:
        row.rated = True
    return row, seats, lines


def _moved_on(ident: str, number: int, before: SeatRow, only: str | None) -> SeatRow:
    """The seat at a rematch of whoever sat at another; of `only` this person, if one is named, and bots."""
    seat = SeatRow(table_id=ident, seat=number, link=rows.new_link())
    if only is None or before.person in (None, only):
        seat.person, seat.shared, seat.label, seat.name = before.person, before.shared, before.label, before.name
        seat.bot = before.bot if before.person is None else None
    return seat


def kept_for(person: str, before: Sequence[SeatRow], seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The free seats of a rematch that somebody moves on to who has played before."""
    free = [seat for seat in seats if seat.person is None and seat.bot is None]
    return [seat for seat in free if before[seat.seat - 1].person == person]


def undealt_row(game: Game, person: str, wish: NewTable, seed: str) -> TableRow:
    """A table of which nothing is drawn yet: it waits for shares."""
    return TableRow(
        **_asked(game, person, wish),
        **_paced(wish),
        shares="{}",
        seed=rows.pack(seed),
        seed_known=False,
    )


def _asked(game: Game, person: str, wish: NewTable) -> dict[str, Any]:
    """The columns of a table that say what was asked for, by whom and when."""
    now = time.time()
    return {
        "id": rows.new_ident(),
        "game": game.name,
        "options": rows.pack(game.written_options()),
        "rules_version": game.rules_version,
        "host": person,
        "spectators": wish.spectators,
        "undo": wish.undo,
        "hints": wish.hints,
        "chat": None if wish.chat else False,
        "listed": wish.listed or None,
        "seen": now if wish.listed else None,
        "rated": wish.rated or None,
        "level_low": wish.level[0] if wish.level else None,
        "level_high": wish.level[1] if wish.level else None,
        "created": now,
        "updated": now,
    }


def _paced(wish: NewTable) -> dict[str, Any]:
    """The columns of a table's pace; its clocks are wound when it is loaded for the first time."""
    return {} if wish.pace is None or wish.lesson else {"pace": rows.pack(wish.pace), "deadline": 0.0}


def _row(match: Match, person: str, wish: NewTable, **start: object) -> TableRow:
    outcome = match.state.outcome()
    return TableRow(
        **_asked(match.game, person, wish),
        **({} if outcome else _paced(wish)),
        seq=1 + len(match.moves),
        ply=len(match.moves),
        to_act=rows.pack(match.state.to_act),
        over=outcome is not None,
        result="" if outcome is None else told(outcome.text, match.names),
        **start,  # type: ignore[arg-type]
    )


def _seats(table: str, game: Game, wishes: Sequence[str], person: str) -> list[SeatRow]:
    if len(wishes) != game.players:
        raise BadTable(
            say("{n} players need as many seats; {given} {given?is|are} given", n=game.players, given=len(wishes))
        )
    seats = []
    for number, wish in enumerate(wishes):
        kind, _, detail = wish.partition(":")
        if kind == "bot":
            try:
                check_spec(detail, game.name)
            except SpecError as error:
                raise BadTable(str(error)) from error
        own = kind in ("me", "shared")
        seats.append(
            SeatRow(
                table_id=table,
                seat=number,
                link=rows.new_link(),
                person=person if own else None,
                bot=detail if kind == "bot" else None,
                shared=kind == "shared",
                label=fold_name(detail, game.seat_names[number]) if kind == "shared" else "",
            )
        )
    if wishes.count("me") > 1:
        raise BadTable(say("one seat is yours; further ones on this device are 'shared'"))
    return seats


def _from_record(wish: NewTable, person: str, text: str) -> Opening:
    """A table that begins with the moves of a record. A finished one is for looking at only."""
    try:
        written = record.parse(text)
        match = record.replay(written)
    except RecordError as error:
        raise BadTable(str(error)) from error
    over = match.state.is_over
    if not over and written.seed is None and written.position is None:
        raise BadTable(say("an unfinished game goes on only if its record has its seed"))
    row = _row(
        match,
        person,
        wish,
        seed=None if written.seed is None else rows.pack(written.seed),
        position=None if written.position is None else rows.pack(written.position),
        seed_known=True,
        record=text if over else None,
    )
    row.rules_version = written.rules_version
    if over:
        seats = [
            SeatRow(
                table_id=row.id,
                seat=number,
                link=rows.new_link(),
                label=fold_name(name, match.game.seat_names[number])[:80],
            )
            for number, name in enumerate(match.names)
        ]
    else:
        seats = _seats(row.id, match.game, wish.seats, person)
    return row, seats, log_of(match, row.created)
