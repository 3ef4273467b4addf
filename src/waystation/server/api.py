"""The HTTP part of the protocol; docs/protocol.md lists it."""

from __future__ import annotations

import asyncio
from typing import Any

import waystation
from waystation.engine import Scene, words
from waystation.engine.svg import to_png
from waystation.engine.words import say

from . import about, lobby, noticedesk, personal, readiness, reading, you
from .calls import LARGE, Endpoint, Query
from .desk import FINISHED, finished, my_games, open_tables, publish, sit
from .figures import game_statistics, my_statistics, person_statistics
from .games import look as look_of
from .games import look_hash
from .ladders import ladder, stay_away, table_ratings
from .limits import COME_AGAIN
from .lobby import (
    begin_review,
    change_seat,
    delete_table,
    end_lesson,
    lesson,
    moment,
    my_tables,
    opened,
    review,
    story,
    table,
    view,
)
from .moderation import check_new_table
from .opentables import check_waiting
from .protocol import (
    AddShare,
    FinishedTables,
    GameInfo,
    GameStatistics,
    Health,
    Join,
    Joined,
    Ladder,
    LessonInfo,
    Me,
    MyGames,
    NewTable,
    NewTournament,
    OpenTable,
    PersonStatistics,
    Publish,
    Ready,
    Rename,
    ReviewInfo,
    SeatChange,
    SeatRating,
    Seen,
    Shares,
    Sit,
    StayAway,
    Story,
    TableInfo,
    TournamentInfo,
    TournamentLine,
    TournamentWish,
)
from .refusals import Refused
from .replay import record_of
from .replies import Reply, json_reply
from .routes import WebCall
from .rows import Book
from .sql import connection_of
from .tournamentdesk import change_tournament, delete_tournament, new_tournament, tournament, tournaments
from .wishes import SMALL

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
FOREVER = "public, max-age=31536000, immutable"


# ---------------------------------------------------------------------- games


async def games(call: WebCall) -> list[GameInfo]:
    """The installed games."""
    return await asyncio.to_thread(about.all_games)


def _cached(call: WebCall, game: str) -> dict[str, str]:
    return {"Cache-Control": FOREVER if call.query("v") == look_hash(game) else "no-cache"}


async def language(call: WebCall) -> words.Catalogue:
    """What this server speaks, for the page's own sentences; empty for English."""
    return words.spoken()


async def look(call: WebCall) -> Reply:
    """A game's symbols and palette."""
    game = call.game()
    headers = {**_cached(call, game), "Vary": "Accept-Encoding"}
    if "gzip" not in call.request.headers.get("accept-encoding", ""):
        return Reply(look_of(game), headers=headers)
    packed = await asyncio.to_thread(about.packed_look, game)
    return Reply(packed, headers={**headers, "Content-Encoding": "gzip"})


async def picture(call: WebCall) -> Reply:
    """A game in progress."""
    game = call.game()
    svg = await asyncio.to_thread(about.picture, game, call.theme())
    return _svg(svg, _cached(call, game))


async def position(call: WebCall) -> Reply:
    """A picture of the rules."""
    game, name = call.game(), call.path("position")
    found = await asyncio.to_thread(about.position_picture, game, name, call.theme())
    if found is None:
        raise Refused(say("This game has no such page."), status=404)
    return _svg(found, {"Cache-Control": "max-age=3600"})


async def rules(call: WebCall) -> Reply:
    """The rules in our own words."""
    return _text(about.text(call.game(), "rules"))


async def rulings(call: WebCall) -> Reply:
    """What the rulebook leaves open, and what we decided."""
    return _text(about.text(call.game(), "rulings"))


def _text(found: str | None) -> Reply:
    if found is None:
        raise Refused(say("This game has no such page."), status=404)
    return Reply(found, "text/html", headers={"Cache-Control": "no-cache"})


def _svg(svg: str, headers: dict[str, str] | None = None) -> Reply:
    # An SVG carries its own style sheet, which the page's policy would not allow.
    return Reply(svg, "image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY, **(headers or {})})


# ---------------------------------------------------------------------- people and tables


async def new_table(call: WebCall) -> TableInfo:
    """Open a table."""
    limits, size = call.server.limits, len(call.body)
    limits.open_table(call.request, call.person, size, SMALL)
    with limits.read(call.request, call.person, size, SMALL):
        row, seats, lines = await reading.open_table(call.body, call.person)

    def job(book: Book) -> None:
        book.ensure_person(call.person)
        if row.listed:
            check_waiting(book, call.person)
        check_new_table(connection_of(book), row, call.person)
        book.add_table(row, seats, lines)

    await call.server.storage.write(job)
    call.server.open_tables.changed()
    if row.over:
        await call.server.chronicle.remember(row.id)
    if not row.dealt:
        call.server.hub.dice.gather(row, seats)
    return await opened(call, row, seats)


async def rematch(call: WebCall) -> TableInfo:
    """The same game again, everybody one seat further."""
    call.server.limits.open_table(call.request, call.person)
    return await lobby.rematch(call, lambda book, row: check_new_table(connection_of(book), row, call.person))


async def shares(call: WebCall) -> Shares:
    """What the seed is made of; before the table is dealt, too."""
    await call.server.hub.leases.claim(call.path("table"))
    return await call.server.hub.dice.shares(call.path("table"), call.person)


async def add_share(call: WebCall) -> Shares:
    """Add a share to the seed, before anything is drawn."""
    asked: AddShare = call.body
    await call.server.hub.leases.claim(call.path("table"))
    return await call.server.hub.dice.add(call.path("table"), call.person, asked.share)


async def join(call: WebCall) -> Joined:
    """Take the seat that a link stands for; whoever took it already is led to the table."""
    asked: Join = call.body
    place, taken = await call.server.storage.read(
        lambda book: (
            book.seat_of_link(asked.link),
            book.seat_taken_by(asked.link, call.person),
        )
    )
    found = place or taken
    if found is None:
        raise Refused(say("This link leads nowhere (any more)."), status=404)
    room = await call.server.hub.room(found[0])
    if place is not None and not asked.peek:
        await call.server.hub.seating.sit(room, call.person, asked.link)
    seat = room.table.seats[found[1]]
    row = room.table.row
    title = room.table.game.spec.title
    mine = taken is not None or seat.person == call.person
    return Joined(id=row.id, seat=seat.seat, game=row.game, title=title, free=seat.person is None, mine=mine)


async def moment_svg(call: WebCall) -> Reply:
    """The table after some moves as a picture."""
    call.server.limits.draw(call.request, call.person)
    return _svg(await lobby.moment_svg(call))


async def moment_png(call: WebCall) -> Reply:
    """The table after some moves as pixels."""
    call.server.limits.draw(call.request, call.person)
    return Reply(await asyncio.to_thread(to_png, await lobby.moment_svg(call)), "image/png")


async def ending_svg(call: WebCall) -> Reply:
    """How a finished game ended, as a picture to show to others."""
    call.server.limits.draw(call.request, call.person)
    return _svg(await lobby.ending_svg(call))


async def ending_png(call: WebCall) -> Reply:
    """How a finished game ended, as pixels."""
    call.server.limits.draw(call.request, call.person)
    return Reply(await asyncio.to_thread(to_png, await lobby.ending_svg(call)), "image/png")


async def keepsakes(call: WebCall) -> list[Scene]:
    """What people take home from a finished game: titled pictures, in the game's look; many games have none."""
    call.server.limits.draw(call.request, call.person)
    return await lobby.keepsakes(call)


async def keepsake_svg(call: WebCall) -> Reply:
    """A keepsake of a finished game as a picture."""
    call.server.limits.draw(call.request, call.person)
    return _svg(await lobby.keepsake_svg(call))


async def keepsake_png(call: WebCall) -> Reply:
    """A keepsake of a finished game as pixels."""
    call.server.limits.draw(call.request, call.person)
    return Reply(await asyncio.to_thread(to_png, await lobby.keepsake_svg(call)), "image/png")


async def record(call: WebCall) -> Reply:
    """The record of a finished game. It is played again for it, which takes longer than a picture."""
    call.server.limits.draw(call.request, call.person)
    room = await call.room()
    table = room.table
    if not table.state.is_over:
        raise Refused(say("The record can be had when the game is over; before, it would tell what is hidden."))
    text = await call.server.storage.read(lambda book: record_of(book, table.row, table.names))
    name = f"{table.row.game}-{table.id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Reply(text, "text/plain", headers=headers)


# ---------------------------------------------------------------------- the server itself


async def health(call: WebCall) -> Health:
    """Whether the process lives."""
    rooms = call.server.hub.rooms.values()
    viewers = sum(len(room.sockets()) for room in rooms)
    return Health(ok=True, version=waystation.__version__, tables=len(rooms), viewers=viewers)


async def ready(call: WebCall) -> Ready:
    """Whether people can be sent here: the database, its schema, the bots' processes; 503 says what is wrong."""
    reason = await readiness.why_not(call.server)
    if reason is not None:
        raise Refused(reason, status=503, wait=COME_AGAIN)
    return Ready(ok=True, version=waystation.__version__)


async def seen(call: WebCall) -> Seen:
    """How this very request comes in: what a proxy makes of it."""
    request, address = call.request, call.server.address
    host = request.client.host if request.client else ""
    return Seen(address=host, host=request.headers.get("host", ""), secure=address.secure(request))


async def metrics(call: WebCall) -> Reply:
    """Counters for Prometheus."""
    return Reply(call.server.metrics.text(), "text/plain; version=0.0.4")


async def api_description(call: WebCall) -> Any:
    """This description."""
    return json_reply(call.server.openapi)


_SEAT = Query("seat", {"type": "integer", "minimum": 0, "maximum": 63})
_NUMBER = Query("n", {"type": "integer", "minimum": 0, "maximum": 99})
_FROM = Query("from", {"type": "integer", "minimum": 0, "maximum": 100000})
_HASH = Query("v", {"type": "string"})
_THEME = Query("theme", {"enum": ["light", "dark"]})
_LAYOUT = Query("layout", {"enum": ["wide", "narrow"]})
_TABLE = "/api/tables/{table}"
_TOURNAMENT = "/api/tournaments/{tournament}"

ENDPOINTS = [
    Endpoint("GET", "/api/games", games, list[GameInfo]),
    Endpoint("GET", "/api/language", language, words.Catalogue),
    Endpoint("GET", "/api/games/{game}/look", look, dict[str, Any], queries=(_HASH,)),
    Endpoint("GET", "/api/games/{game}/picture.svg", picture, "image/svg+xml", queries=(_HASH, _THEME)),
    Endpoint("GET", "/api/games/{game}/positions/{position}.svg", position, "image/svg+xml", queries=(_THEME,)),
    Endpoint("GET", "/api/games/{game}/rules", rules, "text/html"),
    Endpoint("GET", "/api/games/{game}/rulings", rulings, "text/html"),
    Endpoint("GET", "/api/me", you.me, Me),
    Endpoint("POST", "/api/me", you.rename, Me, Rename),
    *you.ENDPOINTS,
    *personal.ENDPOINTS,
    *noticedesk.ENDPOINTS,
    Endpoint("GET", "/api/tables", my_tables, list[TableInfo]),
    Endpoint("POST", "/api/tables", new_table, TableInfo, NewTable, 201, limit=LARGE, raw=True),
    Endpoint("GET", _TABLE, table, TableInfo),
    Endpoint("DELETE", _TABLE, delete_table, None, status=204),
    Endpoint("GET", f"{_TABLE}/lesson", lesson, LessonInfo),
    Endpoint("DELETE", f"{_TABLE}/lesson", end_lesson, None, status=204),
    Endpoint("POST", "/api/join", join, Joined, Join),
    Endpoint("GET", f"{_TABLE}/shares", shares, Shares),
    Endpoint("POST", f"{_TABLE}/shares", add_share, Shares, AddShare),
    Endpoint("POST", f"{_TABLE}/seats/{{seat}}", change_seat, TableInfo, SeatChange),
    Endpoint("GET", "/api/games/{game}/statistics", game_statistics, GameStatistics),
    Endpoint("GET", "/api/people/{person}/statistics", person_statistics, PersonStatistics),
    Endpoint("GET", "/api/me/statistics", my_statistics, PersonStatistics),
    Endpoint("GET", "/api/games/{game}/ladder", ladder, Ladder),
    Endpoint("POST", "/api/games/{game}/ladder", stay_away, Ladder, StayAway),
    Endpoint("GET", f"{_TABLE}/ratings", table_ratings, list[SeatRating]),
    Endpoint("GET", "/api/mine", my_games, MyGames, queries=(_FROM,)),
    Endpoint("GET", "/api/finished", finished, FinishedTables, queries=FINISHED),
    Endpoint("GET", "/api/open", open_tables, list[OpenTable]),
    Endpoint("GET", "/api/tournaments", tournaments, list[TournamentLine]),
    Endpoint("POST", "/api/tournaments", new_tournament, TournamentInfo, NewTournament, 201),
    Endpoint("GET", _TOURNAMENT, tournament, TournamentInfo),
    Endpoint("POST", _TOURNAMENT, change_tournament, TournamentInfo, TournamentWish),
    Endpoint("DELETE", _TOURNAMENT, delete_tournament, None, status=204),
    Endpoint("POST", f"{_TABLE}/sit", sit, TableInfo, Sit),
    Endpoint("POST", f"{_TABLE}/listed", publish, TableInfo, Publish),
    Endpoint("POST", f"{_TABLE}/rematch", rematch, TableInfo),
    Endpoint("GET", f"{_TABLE}/view", view, dict[str, Any], queries=(_SEAT,)),
    Endpoint("GET", f"{_TABLE}/story", story, Story, queries=(_SEAT,)),
    Endpoint("GET", f"{_TABLE}/moments/{{ply}}", moment, dict[str, Any], queries=(_SEAT,)),
    Endpoint("GET", f"{_TABLE}/moments/{{ply}}.svg", moment_svg, "image/svg+xml", queries=(_SEAT, _THEME, _LAYOUT)),
    Endpoint("GET", f"{_TABLE}/moments/{{ply}}.png", moment_png, "image/png", queries=(_SEAT, _THEME, _LAYOUT)),
    Endpoint("GET", f"{_TABLE}/ending.svg", ending_svg, "image/svg+xml", queries=(_THEME,)),
    Endpoint("GET", f"{_TABLE}/ending.png", ending_png, "image/png", queries=(_THEME,)),
    Endpoint("GET", f"{_TABLE}/keepsakes", keepsakes, list[dict[str, Any]]),
    Endpoint("GET", f"{_TABLE}/keepsake.svg", keepsake_svg, "image/svg+xml", queries=(_NUMBER, _THEME)),
    Endpoint("GET", f"{_TABLE}/keepsake.png", keepsake_png, "image/png", queries=(_NUMBER, _THEME)),
    Endpoint("GET", f"{_TABLE}/review", review, ReviewInfo),
    Endpoint("POST", f"{_TABLE}/review", begin_review, ReviewInfo),
    Endpoint("GET", f"{_TABLE}/record", record, "text/plain"),
    Endpoint("GET", "/health", health, Health),
    Endpoint("GET", "/ready", ready, Ready),
    Endpoint("GET", "/api/seen", seen, Seen),
    Endpoint("GET", "/metrics", metrics, "text/plain"),
    Endpoint("GET", "/api/openapi.json", api_description, dict[str, Any]),
]
