"""Co-op: supply cards change hands between captains at port (rulebook, Trading; ruling 63).

Any two captains at port may trade during anybody's turn. The one on turn offers cards, or asks for some, when he likes;
with a *hail* he lets the others do so, each until he passes. Nothing is asked of anybody without an offer or a hail.
"""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Seat, say, term

from . import supplies
from .frames import Ask
from .state import WindwardState


def partners(state: WindwardState, seat: int) -> list[int]:
    """Whom the seat may trade with: others at port, if it is there itself."""
    if state.ship[seat]:
        return []
    return [other for other in range(state.game.players) if other != seat and not state.ship[other]]


def may_offer(state: WindwardState, seat: int) -> bool:
    """Whether there is any card to give or to ask for."""
    others = partners(state, seat)
    return bool(others) and any(state.hand_size[holder] for holder in (seat, *others))


def somebody_may_offer(state: WindwardState, seat: int) -> bool:
    """Whether a hail would let anybody but this seat offer something."""
    return any(other != seat and may_offer(state, other) for other in range(state.game.players))


def gifts(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add every card that the seat may offer to a partner."""
    first, kinds = state.game.ids.give, state.game.kinds
    for other in partners(state, seat):
        found.extend(first + other * kinds + kind for kind in supplies.held_kinds(state, seat))


def wishes(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add every card that the seat may ask a partner for."""
    first, kinds = state.game.ids.ask, state.game.kinds
    for other in partners(state, seat):
        found.extend(first + other * kinds + kind for kind in supplies.held_kinds(state, other))


def offer(state: WindwardState, seat: int, other: int, card: int, gives: bool, log: EventLog | None) -> None:
    """The other player is asked whether the card may change hands."""
    state.trades -= 1
    giver, taker = (seat, other) if gives else (other, seat)
    state.agenda.append((Ask.OFFER, 1 << other, giver, taker, card))
    if log is not None:
        kind = state.game.components.cards[card]
        if gives:
            text = say("{who} offers {other} {card}.", who=Seat(seat), other=Seat(other), card=term(kind.name))
        else:
            text = say("{who} asks {other} for {card}.", who=Seat(seat), other=Seat(other), card=term(kind.name))
        log.add("offer", seat, text, {"card": kind.id, "giver": giver, "taker": taker})


def hand_over(state: WindwardState, giver: int, taker: int, card: int, log: EventLog | None) -> None:
    """A card changes hands."""
    supplies.drop_from_hand(state, giver, card)
    supplies.add_to_hand(state, taker, card)
    if log is not None:
        kind = state.game.components.cards[card]
        text = say("{giver} gives {card} to {taker}.", giver=Seat(giver), card=term(kind.name), taker=Seat(taker))
        log.add("gives", giver, text, {"card": kind.id, "to": taker})
