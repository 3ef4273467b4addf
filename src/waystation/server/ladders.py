"""What is asked about ratings, over HTTP."""

from __future__ import annotations

import waystation
from waystation.bots import called
from waystation.engine.words import said, say, told

from . import archive, ratings
from .protocol import Ladder, LadderLine, MyRating, SeatRating, StayAway
from .refusals import Refused
from .routes import WebCall
from .rows import Book
from .sql import connection_of

MOST = 100
"""Places of a ladder that are told."""


async def table_ratings(call: WebCall) -> list[SeatRating]:
    """What those at a rated table are rated by, and after the end how the game has moved that; else nothing."""
    room = await call.room()
    row, seats = room.table.row, list(room.table.seats)
    if not row.rated:
        return []

    def read(book: Book) -> list[SeatRating]:
        connection = connection_of(book)
        ends = {seat.seat: seat for seat in archive.seats_at_end(connection, row.id)}
        people = ratings.ratings_of(connection, [seat.person for seat in seats if seat.person], row.game)
        found = []
        for seat in seats:
            end = ends.get(seat.seat)
            if end is not None and end.before is not None and end.after is not None:
                found.append(
                    SeatRating(seat=seat.seat, rating=end.after, unsure=bool(end.unsure), change=end.after - end.before)
                )
            elif seat.person is not None:
                mine = people.get(seat.person, ratings.Rating())
                found.append(SeatRating(seat=seat.seat, rating=mine.shown, unsure=mine.unsure))
            elif seat.bot is not None and (anchor := ratings.bot_rating(row.game, seat.bot)) is not None:
                found.append(SeatRating(seat=seat.seat, rating=anchor.shown, unsure=False, bot=True))
        return found

    return await call.server.storage.read(read)


async def ladder(call: WebCall) -> Ladder:
    """The ladder of a game, bots among the people, and where I stand."""
    game, person = call.game(), call.person

    def read(book: Book) -> Ladder:
        connection = connection_of(book)
        found = ratings.ladder(connection, game, MOST)
        rating, away = ratings.place_of(connection, person, game)
        mine = MyRating(
            rating=rating.shown,
            unsure=rating.unsure,
            games=rating.games,
            wins=rating.wins,
            missing=max(0, ratings.ENOUGH - rating.games),
            away=away,
        )
        rated = not waystation.game_type(game).spec.cooperative
        return Ladder(game=game, rated=rated, lines=[_line(at, rung) for at, rung in enumerate(found, 1)], me=mine)

    return await call.server.storage.read(read)


async def stay_away(call: WebCall) -> Ladder:
    """Leave the ladder of a game, or come back to it; the rating stays."""
    asked: StayAway = call.body
    game, person = call.game(), call.person
    there = await call.server.storage.write(
        lambda book: ratings.stay_away(connection_of(book), person, game, asked.away)
    )
    if not there:
        raise Refused(say("You have played no rated game of this yet."))
    return await ladder(call)


def _line(place: int, rung: ratings.Rung) -> LadderLine:
    name = rung.name if rung.bot is None else told(called(rung.bot))
    return LadderLine(
        place=place,
        name=name or said("Somebody"),
        rating=rung.rating.shown,
        unsure=rung.bot is None and rung.rating.unsure,
        games=rung.rating.games,
        person=rung.public,
        bot=rung.bot,
        last=rung.last,
    )
