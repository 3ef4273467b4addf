"""ZEPHYR: a card takes the ship to any zephyr (Rogue Zephyr)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Seat, say
from waystation.games.windward import cards, sailing
from waystation.games.windward import model as m
from waystation.games.windward.state import WindwardState

from .asked import Place
from .turn.sail import attacking, no_entry


class Zephyr(Place):
    """From anywhere on the map."""

    numbers = ("amount",)

    def places(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        return cards.zephyr_targets(state, seat)

    def no_place(self, state: WindwardState, frame: Frame, space: int, seat: int) -> Refusal:
        if space == state.ship[seat]:
            return Refusal(say("The ship is there already."), "Rogue Zephyr")
        if state.planet.zephyr_mask[space]:
            refusal = no_entry(state, seat, space)
            assert refusal is not None
            return refusal
        return Refusal(say("{place} is no zephyr the ship can go to.", place=state.space_name(space)), "Rogue Zephyr")

    def chosen(self, state: WindwardState, frame: Frame, space: int, seat: int, log: EventLog | None) -> None:
        state.speed -= frame[2]
        if log is not None:
            here, place = state.space_name(state.ship[seat]), state.space_name(space)
            text = say("{who} rides to the zephyr of {place}.", who=Seat(seat), place=place)
            log.add("sail", seat, text, {"piece": m.piece_id(seat), "from": here, "to": place, "speed": frame[2]})
        sailing.enter(state, seat, space, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("To which zephyr do you go?")

    def names(self, state: WindwardState, frame: Frame, space: int, seat: int) -> str:
        text = say("Ride to the zephyr of {place}", place=state.space_name(space))
        return attacking(state, seat, space, text) if state.high[space] else text

    def needs(self, state: WindwardState, frame: Frame) -> str:
        if not state.ship[state.turn]:
            return "the ship is at port"
        return f"that costs {frame[2]} speed, and {state.speed} is left" if frame[2] > state.speed else ""
