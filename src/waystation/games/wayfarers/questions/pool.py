"""A pool of effects: which of them is taken next, or are the others dropped?"""

from __future__ import annotations

from collections.abc import Sequence

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Phrase, Seat, say
from waystation.games.wayfarers import effects
from waystation.games.wayfarers.actions import Kind
from waystation.games.wayfarers.frames import EFFECT, Ask
from waystation.games.wayfarers.state import WayfarersState
from waystation.games.wayfarers.words import effect_words, effects_words

from .base import Asked, what


class Pool(Asked):
    """The next of the effects that wait together."""

    answers = ("do", "skip")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return effects.pool_actions(state, seat, frame[2], frame[3:])

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        kind, args = what(state, action)
        if kind == Kind.SKIP:
            return must_do_something() if frame[2] else None
        player = state.seats[seat]
        waiting = [entry for entry in frame[3:] if entry & EFFECT == args[0]]
        if not waiting:
            left = effects_words(state.game.box, [entry & EFFECT for entry in frame[3:]])
            reason = say("That effect is not among those you may take now: {left}.", left=left)
            return Refusal(reason, "Player turns")
        found = [effects.obstacle(state, seat, entry, player.silver, player.provision) for entry in waiting]
        if None in found:
            return None
        gain = effect_words(state.game.box, args[0])
        return Refusal(say("{gain^} is not possible now: {why}.", gain=gain, why=found[0] or ""), "Player turns")

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        if action == state.game.ids.skip:
            drops(state, seat, frame[3:], log)
            return
        rest = list(frame[3:])
        entry = max(e for e in rest if e & EFFECT == action - state.game.ids.do)
        rest.remove(entry)
        if rest:
            state.agenda.append((Ask.POOL, 0, 0, *rest))
        effects.begin(state, seat, entry, frame[2], log)

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        effects.settle_pool(state, state.turn, frame[2], frame[3:], log)

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Choose what to take next.")

    def closed(self, state: WayfarersState, frame: Frame, seat: int) -> Sequence[int]:
        return sorted({state.game.ids.do + (entry & EFFECT) for entry in frame[3:]})

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        if action == state.game.ids.skip:
            left = effects_words(state.game.box, [entry & EFFECT for entry in frame[3:]])
            return say("Take nothing more of this ({left})", left=left)
        return state.game.ids.label[action]


def must_do_something() -> Refusal:
    """The first effect of a worker may not be dropped."""
    return Refusal(say("A worker must do something: at least one part of its action."), "Place a worker")


def drops(state: WayfarersState, seat: int, entries: tuple[int, ...], log: EventLog | None) -> None:
    """Tell what a player does without."""
    if log is not None:
        box = state.game.box
        left = [entry & EFFECT for entry in entries]
        text = say("{who} does without this: {left}.", who=Seat(seat), left=effects_words(box, left))
        log.add("skip", seat, text, {"effects": [box.text[effect] for effect in left]})
