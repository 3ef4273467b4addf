"""Co-op: supply cards change hands between captains at port (rulebook, Trading; ruling 63).

Any two captains at port may trade during anybody's turn. The one on turn offers cards, or asks for some, when he likes;
with a *hail* he lets the others do so, each until he passes. Nothing is asked of anybody without an offer or a hail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import EventLog, Frame

from . import model as m
from . import supplies
from .actions import Do
from .model import Ask

if TYPE_CHECKING:
    from .state import WindwardState


def chances(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add what the on-turn player may start: offers of his own, and a hail if anybody else could offer something."""
    offers(state, seat, found)
    if any(other != seat and may_offer(state, other) for other in range(state.game.players)):
        found.append(state.game.ids.hail)


def partners(state: WindwardState, seat: int) -> list[int]:
    """Whom the seat may trade with: others at port, if it is there itself."""
    if state.ship[seat]:
        return []
    return [other for other in range(state.game.players) if other != seat and not state.ship[other]]


def may_offer(state: WindwardState, seat: int) -> bool:
    """Whether there is any card to give or to ask for."""
    others = partners(state, seat)
    return bool(others) and any(state.hand_size[holder] for holder in (seat, *others))


def offers(state: WindwardState, seat: int, found: list[int]) -> None:
    """Add every card that the seat may offer to a partner, or ask a partner for."""
    ids, kinds = state.game.ids, state.game.kinds
    for other in partners(state, seat):
        found.extend(ids.give + other * kinds + kind for kind in supplies.held_kinds(state, seat))
        found.extend(ids.ask + other * kinds + kind for kind in supplies.held_kinds(state, other))


# ---------------------------------------------------------------------- a hail


def hail(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """The others at port get their say, in turn order."""
    state.trades -= 1
    players = state.game.players
    state.agenda += [(Ask.HAILED, 0, (seat + step) % players) for step in range(players - 1, 0, -1)]
    if log is not None:
        log.add("hail", seat, f"{{{seat}}} lets the others at port offer cards.")


def hailed(state: WindwardState, frame: Frame, log: EventLog | None) -> None:
    seat = frame[2]
    if state.trades and may_offer(state, seat):
        state.agenda.append((Ask.HAILED, 1 << seat, seat))


def legal_hailed(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    found = [state.game.ids.skip]
    offers(state, seat, found)
    found.sort()
    return found


def answer_hailed(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    """An offer, after which the seat is asked again; or a pass."""
    state.agenda.pop()
    if action != state.game.ids.skip:
        state.agenda.append((Ask.HAILED, 0, seat))
        offer(state, seat, action, log)


# ---------------------------------------------------------------------- an offer


def offer(state: WindwardState, seat: int, action: int, log: EventLog | None) -> None:
    """The other player is asked whether the card may change hands."""
    ids = state.game.ids
    other, card = ids.x[action], ids.y[action]
    state.trades -= 1
    giver, taker = (seat, other) if ids.kind[action] == Do.GIVE else (other, seat)
    state.agenda.append((Ask.OFFER, 1 << other, giver, taker, card))
    if log is not None:
        name = state.game.components.cards[card].name
        text = f"offers {{{other}}} {name}" if giver == seat else f"asks {{{other}}} for {name}"
        log.add("offer", seat, f"{{{seat}}} {text}.")


def legal_offer(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    return [state.game.ids.skip, state.game.ids.accept]


def answer_offer(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    state.agenda.pop()
    _, _, giver, taker, card = frame
    accepted = action == state.game.ids.accept
    if log is not None:
        log.add("answer", seat, f"{{{seat}}} {'agrees' if accepted else 'declines'}.")
    if not accepted:
        return
    if state.hand_size[taker] >= m.HAND_LIMIT:
        state.agenda.append((Ask.RETURN, 1 << taker, giver, taker, card))
    else:
        hand_over(state, giver, taker, card)


def legal_return(state: WindwardState, frame: Frame, seat: int) -> list[int]:
    first = state.game.ids.give + frame[2] * state.game.kinds
    return [first + kind for kind in supplies.held_kinds(state, seat)]


def answer_return(state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
    """Card for card, so that no hand has ever more than five."""
    state.agenda.pop()
    _, _, giver, taker, card = frame
    back = state.game.ids.y[action]
    hand_over(state, taker, giver, back)
    hand_over(state, giver, taker, card)
    if log is not None:
        log.add("return", seat, f"{{{seat}}} gives {state.game.components.cards[back].name} in return.")


def hand_over(state: WindwardState, giver: int, taker: int, card: int) -> None:
    supplies.drop_from_hand(state, giver, card)
    supplies.add_to_hand(state, taker, card)
