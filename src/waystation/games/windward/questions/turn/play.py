"""Playing a supply card (rulebook, Use a Supply Card; ruling 22)."""

from __future__ import annotations

from waystation.engine import EventLog, Refusal
from waystation.engine.words import say, term
from waystation.games.windward import cards
from waystation.games.windward.actions import Do
from waystation.games.windward.state import WindwardState

from .deed import Deed
from .order import dropping


class Play(Deed):
    kind = Do.PLAY

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        if state.hand_size[seat]:
            cards.playable_cards(state, seat, found)

    def why_not(self, state: WindwardState, seat: int, kind: int, _: int) -> Refusal | None:
        card = state.game.components.cards[kind]
        name = term(card.name)
        if not state.hands[seat * state.game.kinds + kind]:
            return not_held(state, kind)
        if card.timing == "battle":
            return Refusal(say("{card} is played in a battle.", card=name), "Use a Supply Card; ruling 22")
        if card.timing == "attacked":
            text = say("{card} is played when a player attacks you.", card=name)
            return Refusal(text, "False Flag; ruling 31")
        if card.where == "sky" and not state.ship[seat]:
            return Refusal(say("{card} is played at sky.", card=name), "Use a Supply Card")
        if cards.playable(state, seat, kind):
            return None
        useless = [say(cards.EFFECTS[op].useless) for op, _ in state.game.card_effects[kind]]
        text = say("{card} would do nothing now: {reasons}.", card=name, reasons=useless)
        return Refusal(text, "Use a Supply Card; ruling 22")

    def do(self, state: WindwardState, seat: int, kind: int, _: int, log: EventLog | None) -> None:
        cards.play(state, seat, kind, log)

    def label(self, state: WindwardState, seat: int, kind: int, _: int, plain: str) -> str:
        drops = any(op == "drop_boat" for op, _ in state.game.card_effects[kind])
        return dropping(state, seat, plain) if drops else plain


def not_held(state: WindwardState, kind: int) -> Refusal:
    name = term(state.game.components.cards[kind].name)
    return Refusal(say("{card} is not in your hand.", card=name), "Use a Supply Card")
