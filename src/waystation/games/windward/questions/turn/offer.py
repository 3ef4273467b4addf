"""Co-op: offering a card, asking for one, hailing the others (rulebook, Trading; ruling 63)."""

from __future__ import annotations

from waystation.engine import EventLog, Refusal
from waystation.engine.words import Seat, say, term
from waystation.games.windward import trading
from waystation.games.windward.actions import Do
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState

from .deed import Deed

ENOUGH = Refusal(say("Enough was offered in this turn."), "Trading; ruling 63")


class Give(Deed):
    kind = Do.GIVE
    team = True

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        if state.game.is_coop and state.trades:
            trading.gifts(state, seat, found)

    def why_not(self, state: WindwardState, seat: int, other: int, card: int) -> Refusal | None:
        return no_offer(state, seat, other, seat, card)

    def do(self, state: WindwardState, seat: int, other: int, card: int, log: EventLog | None) -> None:
        trading.offer(state, seat, other, card, True, log)

    def nodes(self, state: WindwardState, seat: int, x: int, y: int, plain: tuple[str, ...]) -> tuple[str, ...]:
        return give_nodes(state, x, y)


class AskFor(Give):
    kind = Do.ASK

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        if state.game.is_coop and state.trades:
            trading.wishes(state, seat, found)

    def why_not(self, state: WindwardState, seat: int, other: int, card: int) -> Refusal | None:
        return no_offer(state, seat, other, other, card)

    def do(self, state: WindwardState, seat: int, other: int, card: int, log: EventLog | None) -> None:
        trading.offer(state, seat, other, card, False, log)

    def nodes(self, state: WindwardState, seat: int, x: int, y: int, plain: tuple[str, ...]) -> tuple[str, ...]:
        return (f"board:{x}",)


class Hail(Deed):
    kind = Do.HAIL
    team = True

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        if state.game.is_coop and state.trades and trading.somebody_may_offer(state, seat):
            found.append(state.game.ids.hail)

    def why_not(self, state: WindwardState, seat: int, x: int, y: int) -> Refusal | None:
        if not state.trades:
            return ENOUGH
        if trading.somebody_may_offer(state, seat):
            return None
        text = say("No other captain is at port with somebody to trade with.")
        return Refusal(text, "Trading; ruling 63")

    def do(self, state: WindwardState, seat: int, x: int, y: int, log: EventLog | None) -> None:
        """The others at port get their say, in turn order."""
        state.trades -= 1
        players = state.game.players
        state.agenda += [(Ask.HAILED, 0, (seat + step) % players) for step in range(players - 1, 0, -1)]
        if log is not None:
            log.add("hail", seat, say("{who} lets the others at port offer cards.", who=Seat(seat)), {"seat": seat})


def give_nodes(state: WindwardState, other: int, card: int) -> tuple[str, ...]:
    return (f"card:{state.game.ids.cards[card].id}", f"board:{other}")


def no_offer(state: WindwardState, seat: int, other: int, holder: int, card: int) -> Refusal | None:
    """Why a card may not be offered to, or asked of, another player; None if it may."""
    if other == seat:
        return Refusal(say("Cards are traded with other players."), "Trading")
    if state.ship[seat] or state.ship[other]:
        return Refusal(say("Cards are traded while both ships are at port."), "Trading")
    if not state.trades:
        return ENOUGH
    if state.hands[holder * state.game.kinds + card]:
        return None
    name = term(state.game.components.cards[card].name)
    return Refusal(say("{card} is not in the hand that would give it.", card=name), "Trading; ruling 63")
