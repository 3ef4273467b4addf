"""Step 1 at a table with a sand timer: is everybody ready? Rulebook: "Day 1", "Insert Map Card"; ruling 4."""

from __future__ import annotations

from waystation.engine.agenda import Frame
from waystation.engine.errors import Refusal
from waystation.engine.events import EventLog
from waystation.engine.questions import Question
from waystation.engine.words import Seat, say
from waystation.games.wordtraveler import days
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.state import WordTravelerState


class Prepare(Question[WordTravelerState]):
    """All at once: ready to look at the map? What comes afterwards is refused with the reason that it waits for all."""

    answers = ("done", "stop", "foot", "say", "not", "back", "clear", "take", "aim")

    def legal(self, state: WordTravelerState, frame: Frame, seat: int) -> list[int]:
        return [state.game.ids.done]

    def why_not(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> Refusal | None:
        if action == state.game.ids.done:
            return None
        return Refusal(say("Planning begins for all at once, when everybody is ready."), "Step 2: Plan; ruling 4")

    def apply(self, state: WordTravelerState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.answered(seat)
        if log is not None:
            log.add("ready", seat, say("{who} is ready.", who=Seat(seat)))

    def resume(self, state: WordTravelerState, frame: Frame, log: EventLog | None) -> None:
        """Everybody is ready: the timer starts, and with it all look at their maps. Rulebook: "Step 2: Plan"."""
        days.ask_travellers(state, Ask.PLAN)
        if log is not None:
            text = say("The sand timer is turned: all look at their maps and plan.")
            log.add("timer", None, text, {"seconds": state.game.options.timer}, reveals=True)

    def ask(self, state: WordTravelerState, frame: Frame, seat: int) -> str:
        return say(
            "Day {day}: your words are drawn. Ready? Then the sand timer runs, and you see your map.", day=state.day
        )

    def label(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> str:
        return say("I am ready") if action == state.game.ids.done else super().label(state, frame, action, seat)

    def nodes(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        """A space is a stop to be, not a footprint or another stop for an arrow."""
        named = state.game.actions[action]
        return () if named.kind in ("foot", "aim") else named.nodes
