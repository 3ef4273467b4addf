"""Who has lost before a game ends: out of time where the table says so, or by leaving a rated game.

A bot plays such a seat to the end, since no rulebook knows resigning; nobody gets it back, and in the result it comes
behind all who have played on. Who has lost later comes before who has lost sooner.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from waystation.engine.outcome import Outcome, rank
from waystation.engine.words import Seat, say


class Lost(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that has lost, after so many moves: its person has `left`, or was out of time."""

    seat: int
    ply: int = 0
    left: bool = False


def judged(outcome: Outcome | None, lost: Sequence[Lost], together: bool) -> Outcome | None:
    """An outcome as a table sees it: seats that have lost come last, unless all play `together`."""
    if outcome is None or not lost:
        return outcome
    text = outcome.text
    late, gone = ([Seat(one.seat) for one in lost if one.left is left] for left in (False, True))
    if late:
        text = say("{outcome} Out of time: {who}.", outcome=text, who=late)
    if gone:
        text = say("{outcome} Left and lost: {who}.", outcome=text, who=gone)
    if together:
        return replace(outcome, text=text)
    order = _order(lost)
    ranks = rank([(order.get(seat, len(lost)), -place) for seat, place in enumerate(outcome.ranks)])
    winners = tuple(seat for seat, place in enumerate(ranks) if place == 1)
    if winners != outcome.winners:
        text = say("{outcome} The game goes to {who}.", outcome=text, who=[Seat(seat) for seat in winners])
    return replace(outcome, text=text, ranks=ranks, winners=winners)


def _order(lost: Sequence[Lost]) -> dict[int, int]:
    """The later somebody has lost, the higher; the game decides between those who were out of time at one moment."""
    found: dict[int, int] = {}
    before = None
    for number, one in enumerate(lost):
        at_once = before is not None and not (one.left or before.left) and one.ply == before.ply
        found[one.seat] = found[before.seat] if before is not None and at_once else number
        before = one
    return found
