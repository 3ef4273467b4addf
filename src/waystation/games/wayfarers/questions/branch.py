"""A choice of one branch: which of the alternatives?"""

from __future__ import annotations

from collections.abc import Sequence

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Seat, say
from waystation.games.wayfarers import effects
from waystation.games.wayfarers.frames import EFFECT, entries_of
from waystation.games.wayfarers.pools import push
from waystation.games.wayfarers.state import WayfarersState
from waystation.games.wayfarers.words import all_of

from .base import Asked, what

RULE = "Player turns"


class Branch(Asked):
    """Which branch of an alternative. What is chosen is done: a branch of one effect is not asked about again."""

    answers = ("branch",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        player = state.seats[seat]
        effect = frame[3] & EFFECT
        return [
            state.game.ids.branch[effect] + branch
            for branch, part in enumerate(state.game.box.parts[effect])
            if effects.can_any(state, seat, entries_of(part, frame[3]), player.silver, player.provision)
        ]

    def closed(self, state: WayfarersState, frame: Frame, seat: int) -> Sequence[int]:
        effect = frame[3] & EFFECT
        first = state.game.ids.branch[effect]
        return range(first, first + len(state.game.box.parts[effect]))

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        box = state.game.box
        effect, branch = what(state, action)[1]
        if frame[3] & EFFECT != effect:
            return Refusal(say("That choice is not the one at hand."), RULE)
        player = state.seats[seat]
        part = box.parts[effect][branch]
        why = effects.obstacles(state, seat, entries_of(part, frame[3]), player.silver, player.provision)
        if why is None:
            return None
        reason = say("Nothing of this branch is possible now ({what}): {why}.", what=all_of(box, part), why=why)
        return Refusal(reason, RULE)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """The effects of the branch become available together."""
        box = state.game.box
        effect, branch = what(state, action)[1]
        part = box.parts[effect][branch]
        if log is not None:
            text = say("{who} chooses: {what}.", who=Seat(seat), what=all_of(box, part))
            log.add("choose", seat, text, {"effects": [box.text[e] for e in part]})
        chosen = effects.CHOSEN if state.game.chosen_is_done else 0
        push(state, entries_of(part, frame[3]), frame[2] or chosen)
