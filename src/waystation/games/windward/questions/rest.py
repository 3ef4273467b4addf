"""REST: a rest at sky begins; discard a card or lose one morale (ruling 45)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Seat, say, term
from waystation.games.windward import aftermath, supplies
from waystation.games.windward.state import WindwardState

from .asked import Asked
from .turn.play import not_held


class Rest(Asked):
    """Asked while there is a card to discard."""

    answers = ("discard", "lose morale")

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        if state.hand_size[state.turn]:
            state.agenda.append((frame[0], 1 << state.turn))
        else:
            lose_morale(state, state.turn, log)

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        return [*(ids.discard + kind for kind in supplies.held_kinds(state, seat)), ids.lose_morale]

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        ids = state.game.ids
        kind = action - ids.discard
        if action == ids.lose_morale or state.hands[seat * state.game.kinds + kind]:
            return None
        return not_held(state, kind)

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        ids = state.game.ids
        if action == ids.lose_morale:
            lose_morale(state, seat, log)
            return
        kind = action - ids.discard
        supplies.discard(state, seat, kind)
        if log is not None:
            card = state.game.components.cards[kind]
            text = say("{who} discards {card}.", who=Seat(seat), card=term(card.name))
            log.add("discard", seat, text, {"card": card.id}, reveals=True)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("Rest at sky: discard a card or lose 1 morale.")

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        if action == state.game.ids.lose_morale and state.morale[seat] == 1:
            return say("Lose the last morale: the ship is defeated")
        return state.game.actions[action].label

    def needs(self, state: WindwardState, frame: Frame) -> str:
        return "there is no card to discard" if frame[1] and not state.hand_size[state.turn] else ""


def lose_morale(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """The last morale gone: the ship is defeated where it is (rulings 39, 40)."""
    state.morale[seat] -= 1
    if log is not None:
        text = say("{who}'s morale falls to {now}.", who=Seat(seat), now=state.morale[seat])
        log.add("morale", seat, text, {"morale": state.morale[seat]})
    if not state.morale[seat]:
        space = state.ship[seat]
        state.high[space] = 0
        aftermath.ship_defeated(state, seat, -1, space, log)
