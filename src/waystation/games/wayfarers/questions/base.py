"""What all questions of this game have in common."""

from __future__ import annotations

from waystation.engine import Frame, Question, Refusal
from waystation.engine.words import Phrase, say
from waystation.games.wayfarers.actions import Kind
from waystation.games.wayfarers.box import card_node
from waystation.games.wayfarers.state import WayfarersState

Args = tuple[int, ...]


class Asked(Question[WayfarersState]):
    """A question to a player."""

    def not_now(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal:
        asked = state.game.by_kind[frame[0]].ask(state, frame, seat)
        return Refusal(say("Something else is to be decided now: {question}", question=asked), "Player turns")


class OfACard(Asked):
    """A question whose actions name a card, their only or first argument: a click on it chooses it."""

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        return (node(state, seat, what(state, action)[1][0]),)


def what(state: WayfarersState, action: int) -> tuple[Kind, Args]:
    """The kind of an action, and what it is about."""
    ids = state.game.ids
    return ids.kind[action], ids.args[action]


def node(state: WayfarersState, seat: int, card: int) -> str:
    """The scene node of a card."""
    return card_node(state.game.box, seat, card)


def because(reason: Phrase | None, rule: str) -> Refusal | None:
    """A reason as a sentence."""
    return None if reason is None else Refusal(say("{reason^}.", reason=reason), rule)


def not_displayed(state: WayfarersState, card: int) -> Refusal | None:
    """A refusal for a card that does not lie in a display."""
    if card in state.show:
        return None
    return Refusal(say("{card^} is not displayed.", card=state.game.box.labels[card]), "Acquiring cards")


def no_die(value: int, rule: str) -> Refusal:
    """A refusal for a die that is not in supply."""
    return Refusal(say("You have no die showing {value} in your supply.", value=value), rule)
