"""What is asked about statistics, over HTTP. Those of a game are made once in a while, for all who ask."""

from __future__ import annotations

from time import monotonic

from waystation.arena import wilson
from waystation.bots import called
from waystation.engine.words import said, say, told

from . import ratings, statistics
from .protocol import (
    BestScore,
    BotRecord,
    GameStatistics,
    PersonGame,
    PersonStatistics,
    RatingPoint,
    SeatRate,
    VariantCount,
)
from .refusals import Refused
from .routes import WebCall
from .rows import Book, read_options
from .sql import connection_of

FRESH = 60.0
"""Seconds for which the statistics of a game are not made anew."""


async def game_statistics(call: WebCall) -> GameStatistics:
    """How a game is played here: how long, who wins, the best scores, usual options, and people against bots."""
    game = call.game()
    kept = call.server.figures.get(game)
    if kept is None or monotonic() - kept[0] > FRESH:
        kept = monotonic(), await call.server.storage.read(lambda book: _of_game(book, game))
        call.server.figures[game] = kept
    return kept[1]


def _of_game(book: Book, game: str) -> GameStatistics:
    connection = connection_of(book)
    length = statistics.lengths(connection, game)
    rates = []
    for row in statistics.seats(connection, game):
        low, high = wilson(row.wins, row.games)
        rate = row.wins / row.games
        rates.append(SeatRate(players=row.players, seat=row.seat, games=row.games, rate=rate, low=low, high=high))
    return GameStatistics(
        game=game,
        games=length.games,
        seconds=float(length.seconds or 0),
        moves=float(length.moves or 0),
        least=length.least or 0,
        most=length.most or 0,
        seats=rates,
        best=[
            BestScore(
                table=row.table_id,
                score=row.score,
                players=row.players,
                name=row.name or _somebody(),
                person=row.public,
            )
            for row in statistics.best(connection, game)
        ],
        variants=[
            VariantCount(options=read_options(row.variant), variant=row.variant, games=row.games)
            for row in statistics.variants(connection, game)
        ],
        bots=[
            BotRecord(bot=row.bot, called=told(called(row.bot)), games=row.games, wins=row.wins)
            for row in statistics.against_bots(connection, game)
        ],
    )


async def person_statistics(call: WebCall) -> PersonStatistics:
    """What somebody has played, by the id that others know them by, and how their ratings went."""
    public = str(call.path("person"))
    return await call.server.storage.read(lambda book: of_person(book, public))


async def my_statistics(call: WebCall) -> PersonStatistics:
    """The same of me."""
    person = call.person

    def read(book: Book) -> PersonStatistics:
        public = statistics.public_of(connection_of(book), person)
        if public is None:
            raise Refused(say("You have played nothing yet."), status=404)
        return of_person(book, public)

    return await call.server.storage.read(read)


def of_person(book: Book, public: str) -> PersonStatistics:
    """What somebody has played. Refused (404) if nobody has this public id."""
    connection = connection_of(book)
    found = statistics.person_of(connection, public)
    if found is None:
        raise Refused(say("Nobody is known by this."), status=404)
    points: dict[str, list[RatingPoint]] = {}
    for row in statistics.curve(connection, found.id):
        points.setdefault(row.game, []).append(RatingPoint(at=row.ended, rating=row.after))
    games = []
    for row in statistics.of_person(connection, found.id):
        rating, away = ratings.place_of(connection, found.id, row.game)
        shown = None if away or not rating.games else rating
        games.append(
            PersonGame(
                game=row.game,
                games=row.games,
                wins=row.wins,
                rating=None if shown is None else shown.shown,
                unsure=shown is not None and shown.unsure,
                curve=[] if shown is None else points.get(row.game, []),
            )
        )
    return PersonStatistics(
        name=found.name or _somebody(),
        person=public,
        games=sum(one.games for one in games),
        wins=sum(one.wins for one in games),
        by_game=games,
    )


def _somebody() -> str:
    return said("Somebody")
