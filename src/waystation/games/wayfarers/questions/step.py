"""A step on the journal track, and a further one by the science ability (rules: Journaling)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Phrase, say
from waystation.games.wayfarers import track
from waystation.games.wayfarers.actions import Kind
from waystation.games.wayfarers.frames import USED_BLACK, Ask
from waystation.games.wayfarers.names import BLACK
from waystation.games.wayfarers.state import WayfarersState
from waystation.games.wayfarers.words import edge_words

from .base import Asked, because, what

RULE = "Journaling"
SCIENCE = "Guild ability: science"


class Step(Asked):
    """To which space."""

    answers = ("go",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return track.step_actions(state, seat, 0)

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return _why_shut(state, seat, what(state, action)[1][0], 0)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        track.step(state, seat, what(state, action)[1][0], False, log)

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        return _label(state, action, seat)

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        return (f"journal:{state.game.box.space_names[what(state, action)[1][0]]}",)


class Extra(Asked):
    """The science ability after a step: one more for 1 influence in the science guild, once a turn."""

    answers = ("extra", "skip")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return [*track.step_actions(state, seat, 1), state.game.ids.skip]

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        if action == state.game.ids.skip:
            return None
        return _why_shut(state, seat, what(state, action)[1][0], 1)

    def not_now(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal:
        if what(state, action)[0] != Kind.EXTRA:
            return super().not_now(state, frame, action, seat)
        if state.used & USED_BLACK:
            return Refusal(say("The science guild's ability was used this turn."), SCIENCE)
        if not state.seats[seat].guild[BLACK]:
            return Refusal(say("You have no influence in the science guild to spend."), SCIENCE)
        return Refusal(say("The science guild's ability follows a journal step."), SCIENCE)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        if action != state.game.ids.skip:
            track.step(state, seat, what(state, action)[1][0], True, log)

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        if track.can_extra(state, state.turn):
            state.agenda.append((Ask.EXTRA, 1 << state.turn))

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Spend 1 science influence (black) to journal one more space?")

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        return say("No") if action == state.game.ids.skip else _label(state, action, seat)

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        kind, args = what(state, action)
        return (f"journal:{state.game.box.space_names[args[0]]}",) if kind == Kind.EXTRA else ()


def _label(s: WayfarersState, action: int, seat: int) -> Phrase:
    """The influence that is spent on the way is told."""
    to = what(s, action)[1][0]
    edge = next(edge for edge in s.edges[s.seats[seat].marker] if edge.to == to)
    label = s.game.ids.label[action]
    return say("{go} ({spend})", go=label, spend=edge_words(edge)) if any(edge.spend) else label


def _why_shut(s: WayfarersState, seat: int, to: int, black: int) -> Refusal | None:
    player = s.seats[seat]
    names = s.game.box.space_names
    edge = next((edge for edge in s.edges[player.marker] if edge.to == to), None)
    if edge is None:
        here = names[player.marker]
        return Refusal(say("No connection leads from {here} to {space}.", here=here, space=names[to]), RULE)
    return because(track.why_shut(s, player, edge, black), RULE)
