"""What becomes of a rated game when seats change.

Once somebody has decided something, whoever leaves has lost (see `losing`), and the game stays rated for all: else
whoever is losing would just go. Nor does a host, who may play or have a friend there, get rid of anybody, of a bot or
of the table, and nobody sits down in another's place: who is away runs out of time. Tables of earlier releases may have
no clock, or one at which a bot stands in: a bot that does so ends their rating.
"""

from __future__ import annotations

from waystation.bots import called
from waystation.engine.words import Phrase, say

from .anchors import anchor_of
from .losing import Lost
from .protocol import SeatChange
from .refusals import Refused
from .rows import SeatRow, TableRow
from .table import Table


def given_up(table: Table, person: str, seat: SeatRow, asked: SeatChange) -> Lost | None:
    """The loss that this change of a seat is; None if it is none. Refused if it may not be while the game is rated."""
    if not _has_begun(table):
        return None
    if any(one.seat == seat.seat for one in table.lost):
        raise lost_already(table, seat.seat)
    if asked.do in ("leave", "bot") and seat.person == person:
        return Lost(seat.seat, table.ply, left=True)
    if asked.do in ("bot", "open") and seat.person is None and seat.bot is not None:
        raise Refused(say("This rated game has begun: its bots play to the end."))
    if asked.do == "bot" and seat.person is not None and table.row.pace is not None:
        raise Refused(say("This rated game has begun: who is away runs out of time."))
    if asked.do == "remove":
        raise Refused(say("This rated game has begun: nobody is removed from it."))
    return None


def check_sitting(table: Table, seat: SeatRow) -> None:
    """Refused if somebody else may not sit down here any more."""
    if table.row.tournament:
        raise Refused(
            say("In a tournament nobody sits down for somebody else: who goes on elsewhere signs in with a passkey."),
            status=403,
        )
    if _has_begun(table) and (seat.person is not None or seat.bot is not None):
        raise Refused(
            say("This rated game has begun: who plays it goes on elsewhere by signing in with a passkey."), status=403
        )


def why_kept(row: TableRow) -> Refused | None:
    """Why a table may not be deleted: its game counts for people, whether they would like it to or not."""
    if row.over:
        return None
    if row.tournament:
        return Refused(say("A tournament waits for how this game ends."))
    if row.rated and row.ply:
        return Refused(say("This rated game has begun: it is played to its end. Leave it, and bots go on."))
    return None


def _has_begun(table: Table) -> bool:
    return bool(table.row.rated and table.ply)


def lost_already(table: Table, seat: int) -> Refused:
    """Why a seat that has lost stays with its bot."""
    if any(one.seat == seat and one.left for one in table.lost):
        return Refused(say("Who sat here has left and lost: a bot plays the seat to the end."))
    return Refused(say("This seat has lost on time: a bot plays it to the end."))


def farewell(table: Table, seat: int, bot: str) -> Phrase:
    """What is told of somebody who leaves a rated game; where all others have lost before, it is no loss."""
    name, gone = table.names[seat], len(table.lost)
    if gone + 1 == len(table.seats):
        return say("{name} has won and leaves; {bot} plays the seat to the end.", name=name, bot=called(bot))
    return say("{name} leaves and loses; {bot} plays the seat to the end.", name=name, bot=called(bot))


def unrates(table: Table, seat: SeatRow) -> bool:
    """Whether a rated game is none any more if this is what becomes of a seat: others play than those who began, or one
    whose strength nobody knows. Of a seat that has lost, it does not matter who plays it."""
    if not table.row.rated or any(one.seat == seat.seat for one in table.lost):
        return False
    old = table.seats[seat.seat]
    stands_in = seat.bot is not None and seat.person is not None
    stranger = seat.bot is not None and anchor_of(table.row.game, seat.bot) is None
    changed = table.ply > 0 and (old.person is not None or old.bot is not None)
    twice = seat.person is not None and any(one.person == seat.person for one in table.seats if one is not old)
    return stands_in or stranger or changed or twice
