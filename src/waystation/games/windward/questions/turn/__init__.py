"""TURN: the player on turn does what he likes, in any order (rulebook, Taking a Turn). Each deed has a file here."""

from __future__ import annotations

from collections.abc import Sequence

from waystation.engine import EventLog, Frame, Plan, Refusal
from waystation.engine.words import count, say
from waystation.games.windward import cards, cresters, longboats, orders, sailing
from waystation.games.windward import model as m
from waystation.games.windward.actions import Do
from waystation.games.windward.questions.asked import Asked
from waystation.games.windward.state import WindwardState

from .buy import Buy
from .coxswain import Coxswain
from .deed import Deed
from .end import End
from .offer import AskFor, Give, Hail
from .order import Order
from .plan import plans
from .play import Play
from .row import Row
from .sail import Sail
from .take import Take
from .trade import Trade

DEEDS: tuple[Deed, ...] = (
    Sail(), Row(), Order(), Buy(), Play(), Take(), Coxswain(), Trade(), Give(), AskFor(), Hail(), End()
)  # fmt: skip
BY_KIND: dict[int, Deed] = {int(deed.kind): deed for deed in DEEDS}
DO = {kind: deed.do for kind, deed in BY_KIND.items()}
TAKE, BUY, COXSWAIN, END = (BY_KIND[kind].found for kind in (Do.TAKE, Do.BUY, Do.COXSWAIN, Do.END))
TEAM = tuple(deed.found for deed in DEEDS if deed.team)


class Turn(Asked):
    """Move, give orders, buy, play cards, pick up, fight, until the turn is ended."""

    answers = tuple(deed.kind.action for deed in DEEDS)

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        """What all deeds find; those that cannot find anything are not even asked."""
        found: list[int] = []
        sailing.ship_moves(state, seat, found)
        if state.rowing[seat]:
            longboats.boat_moves(state, seat, found)
        if state.mates:
            orders.orders(state, seat, found)
        if state.hand_size[seat]:
            cards.playable_cards(state, seat, found)
        if state.crew[seat] & state.game.coxswains:
            COXSWAIN(state, seat, found)
        (TAKE if state.ship[seat] else BUY)(state, seat, found)
        END(state, seat, found)
        if not state.game.is_ffa:
            for add in TEAM:
                add(state, seat, found)
        found.sort()
        return found

    def allows(self, state: WindwardState, frame: Frame, action: int, seat: int) -> bool | None:
        """Only the part of the list that the action is of is made."""
        found: list[int] = []
        BY_KIND[state.game.ids.kind[action]].found(state, seat, found)
        return action in found

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        ids = state.game.ids
        return BY_KIND[ids.kind[action]].why_not(state, seat, ids.x[action], ids.y[action])

    def apply(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """As `Asked.apply`, without a detour: this is where search spends its time."""
        ids = state.game.ids
        DO[ids.kind[action]](state, seat, ids.x[action], ids.y[action], log)
        if state.live_grays < state.game.gray_target and not state.battle:
            cresters.respawn_grays(state, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        speed, mates = state.speed, count(state.mates, "mate|mates")
        if not state.ship[seat]:
            return say("Your turn, at port: {speed} speed, {mates}. Do what you like, then end the turn.", speed=speed,
                       mates=mates)  # fmt: skip
        return say("Your turn, on {place}: {speed} speed, {mates}. Do what you like, then end the turn.", speed=speed,
                   mates=mates, place=state.space_name(state.ship[seat]))  # fmt: skip

    def closed(self, state: WindwardState, frame: Frame, seat: int) -> Sequence[int]:
        """The orders and purchases of this place; none of what is over when the mates and the gas are gone."""
        ids, at_port = state.game.ids, not state.ship[seat]
        asked = [ids.order + order for order in range(len(m.ORDERS)) if (order in orders.PORT_ORDERS) == at_port]
        bought = [ids.buy + purchase for purchase in range(len(m.PURCHASES))]
        return [*(asked if state.mates else ()), *(bought if at_port and state.gas[seat] else ())]

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        ids = state.game.ids
        plain = ids.table[action].label
        if not frame or state.game.by_kind[frame[0]] is not self:
            return plain
        return BY_KIND[ids.kind[action]].label(state, seat, ids.x[action], ids.y[action], plain)

    def nodes(self, state: WindwardState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        ids = state.game.ids
        deed = BY_KIND[ids.kind[action]]
        return deed.nodes(state, seat, ids.x[action], ids.y[action], ids.table[action].nodes)

    def plans(self, state: WindwardState, frame: Frame, seat: int, node: str) -> list[Plan]:
        return plans(state, seat, node)

    def wrong(self, state: WindwardState, frame: Frame) -> tuple[str, str]:
        if state.turn >= 0 and not frame[1]:
            return "seats", "TURN is asked of the seat on turn"
        return super().wrong(state, frame)
