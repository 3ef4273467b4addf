"""HAILED: co-op; this captain may offer cards though it is not on turn (rulebook, Trading; ruling 63)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import say
from waystation.games.windward import trading
from waystation.games.windward.state import WindwardState

from .asked import Asked
from .turn import BY_KIND


class Hailed(Asked):
    """An offer, after which the seat is asked again; or a pass."""

    answers = ("give", "ask", "pass")
    numbers = ("seat",)

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        seat = frame[2]
        if state.trades and trading.may_offer(state, seat):
            state.agenda.append((frame[0], 1 << seat, seat))

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        found = [state.game.ids.skip]
        trading.gifts(state, seat, found)
        trading.wishes(state, seat, found)
        found.sort()
        return found

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        ids = state.game.ids
        if action == ids.skip:
            return None
        return BY_KIND[ids.kind[action]].why_not(state, seat, ids.x[action], ids.y[action])

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        ids = state.game.ids
        if action != ids.skip:
            state.agenda.append((frame[0], 0, seat))
            BY_KIND[ids.kind[action]].do(state, seat, ids.x[action], ids.y[action], log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("You may offer cards to the captains at port, or ask for some.")

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        return say("Offer nothing more") if action == state.game.ids.skip else state.game.actions[action].label

    def nodes(self, state: WindwardState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        ids = state.game.ids
        plain = ids.table[action].nodes
        deed = BY_KIND.get(ids.kind[action])
        return plain if deed is None else deed.nodes(state, seat, ids.x[action], ids.y[action], plain)

    def seat_of(self, state: WindwardState, frame: Frame) -> int:
        return frame[2]

    def needs(self, state: WindwardState, frame: Frame) -> str:
        if frame[2] == state.turn:
            return "the one on turn hails the others"
        able = state.trades and trading.may_offer(state, frame[2])
        return "there is nothing to offer" if frame[1] and not able else ""
