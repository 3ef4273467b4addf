"""An effect that needs a target: on what is it used, or is it dropped?"""

from __future__ import annotations

from collections.abc import Sequence

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Phrase, say
from waystation.games.wayfarers.expression import Op
from waystation.games.wayfarers.frames import EFFECT, Ask
from waystation.games.wayfarers.state import WayfarersState
from waystation.games.wayfarers.words import effect_words

from .acquire import Acquire
from .base import Asked, what
from .branch import Branch
from .buy import Buy
from .influence import Guild, Mark, Move
from .pool import drops, must_do_something
from .refresh import Adjust, Refresh
from .retrieve import Retrieve
from .step import Step

TARGETS: dict[int, Asked] = {
    Op.CHOICE: Branch(),
    Op.ACQUIRE: Acquire(),
    Op.UPGRADE: Buy(),
    Op.JOURNAL: Step(),
    Op.RETRIEVE: Retrieve(),
    Op.REFRESH: Refresh(),
    Op.ADJUST: Adjust(),
    Op.GUILD: Guild(),
    Op.MARK: Mark(),
    Op.MOVE: Move(),
}
"""By what an effect does: the question for its target."""
BY_OP = tuple(TARGETS.get(op) or Asked() for op in Op)


class Target(Asked):
    """The target of one effect; `TARGETS` has the question for each kind of effect."""

    answers = (*(kind for target in TARGETS.values() for kind in target.answers), "skip")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        game = state.game
        actions = BY_OP[game.box.op[frame[3] & EFFECT]].legal(state, frame, seat)
        if not frame[2]:
            actions.append(game.ids.skip)
        return actions

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        if action == state.game.ids.skip:
            return must_do_something() if frame[2] else None
        target = _target(state, frame)
        kind, _ = what(state, action)
        if kind.name.lower() not in target.answers:
            return self.not_now(state, frame, action, seat)
        return target.why_not(state, frame, action, seat)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        game = state.game
        if action != game.ids.skip:
            BY_OP[game.box.op[frame[3] & EFFECT]].apply(state, frame, action, seat, log)
            return
        drops(state, seat, frame[3:], log)
        below = state.agenda[-1]
        if below[0] == Ask.POOL and set(below[3:]) == {frame[3]}:  # further uses of the same effect go with it
            state.agenda.pop()

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Choose: {what}.", what=effect_words(state.game.box, frame[3] & EFFECT))

    def closed(self, state: WayfarersState, frame: Frame, seat: int) -> Sequence[int]:
        return _target(state, frame).closed(state, frame, seat)

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> str:
        if action == state.game.ids.skip:
            return say("Do without ({what})", what=effect_words(state.game.box, frame[3] & EFFECT))
        return _target(state, frame).label(state, frame, action, seat)

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        kind = what(state, action)[0].name.lower()
        target = next((target for target in TARGETS.values() if kind in target.answers), None)
        return target.nodes(state, frame, action, seat) if target else ()


def _target(state: WayfarersState, frame: Frame) -> Asked:
    return BY_OP[state.game.box.op[frame[3] & EFFECT]]
