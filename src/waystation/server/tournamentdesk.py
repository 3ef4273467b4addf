"""What is asked about tournaments, over HTTP."""

from __future__ import annotations

from .protocol import NewTournament, TournamentInfo, TournamentLine, TournamentWish
from .routes import WebCall


async def tournaments(call: WebCall) -> list[TournamentLine]:
    """The tournaments that anybody may look at, and mine, newest first."""
    return await call.server.tournaments.all(call.person)


async def new_tournament(call: WebCall) -> TournamentInfo:
    """Set up a tournament; one of bots alone begins at once."""
    call.server.limits.open_table(call.request, call.person, 0, 1)
    wish: NewTournament = call.body
    return await _told(call, await call.server.tournaments.create(wish, call.person))


async def tournament(call: WebCall) -> TournamentInfo:
    """A tournament: standings, rounds and tables."""
    return await _told(call, call.path("tournament"))


async def change_tournament(call: WebCall) -> TournamentInfo:
    """Enter, leave or start."""
    asked: TournamentWish = call.body
    ident, hall = call.path("tournament"), call.server.tournaments
    match asked.do:
        case "enter":
            await hall.enter(ident, call.person)
        case "leave":
            await hall.leave(ident, call.person)
        case "start":
            await hall.start(ident, call.person)
    return await _told(call, ident)


async def delete_tournament(call: WebCall) -> None:
    """Forget a tournament; its tables stay. The host only."""
    await call.server.tournaments.delete(call.path("tournament"), call.person)


async def _told(call: WebCall, ident: str) -> TournamentInfo:
    return await call.server.tournaments.info(ident, call.person)
