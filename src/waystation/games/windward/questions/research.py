"""RESEARCH: the Naturalist sets a crester free with a tag (rulebook, The Naturalist; ruling 59)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Seat, say
from waystation.games.windward import cresters, orders
from waystation.games.windward import model as m
from waystation.games.windward.state import WindwardState

from .asked import Place


class Research(Place):
    """A free space next to the ship."""

    def places(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        return cresters.research_places(state, seat)

    def no_place(self, state: WindwardState, frame: Frame, space: int, seat: int) -> Refusal:
        text = say("{place} is not a free space next to the ship.", place=state.space_name(space))
        return Refusal(text, "The Naturalist; ruling 59")

    def chosen(self, state: WindwardState, frame: Frame, space: int, seat: int, log: EventLog | None) -> None:
        """The crester goes back, tagged; gas by morale."""
        red = state.hold[seat] == m.HOLD_RED
        state.hold[seat] = m.EMPTY
        if red:
            state.high[space] = m.TAGGED_RED
        else:
            state.low[space] = m.TAGGED_GRAY
            state.live_grays += 1
        if log is not None:
            place = state.space_name(space)
            text = say("{who} releases a {crester} on {place}.", who=Seat(seat), place=place,
                       crester=cresters.name(m.TAGGED_RED) if red else say("tagged gray crester"))  # fmt: skip
            log.add("research", seat, text, {"piece": "red" if red else "gray", "place": place})
        orders.render(state, seat, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("Where do you release the tagged crester?")

    def names(self, state: WindwardState, frame: Frame, space: int, seat: int) -> str:
        return say("Release it on {place}", place=state.space_name(space))

    def needs(self, state: WindwardState, frame: Frame) -> str:
        return "only the Naturalist researches" if state.turn != state.game.naturalist_seat else ""
