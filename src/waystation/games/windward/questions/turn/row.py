"""Rowing a longboat one space (rulebook, Move Longboat; rulings 10, 52)."""

from __future__ import annotations

from waystation.engine import EventLog, Refusal
from waystation.engine.words import Seat, say
from waystation.games.windward import battle, chances, longboats
from waystation.games.windward import model as m
from waystation.games.windward.actions import Do
from waystation.games.windward.model import lying
from waystation.games.windward.state import WindwardState

from .deed import Deed
from .sail import AFTER_TIE, after_flag


class Row(Deed):
    kind = Do.ROW

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        longboats.boat_moves(state, seat, found)

    def why_not(self, state: WindwardState, seat: int, here: int, to: int) -> Refusal | None:
        there = state.low[here]
        if there < m.BOAT or (there - m.BOAT) >> 1 != seat:
            text = say("None of your longboats is on {place}.", place=state.space_name(here))
            return Refusal(text, "Move Longboat")
        if not state.rowing[seat]:
            return Refusal(say("No longboat speed is left."), "Move Longboat; ruling 10")
        if state.planet.drift[to]:
            return Refusal(say("No longboat may enter drift."), "Drift")
        target = state.low[to]
        if target >= m.BOAT and (target - m.BOAT) >> 1 == seat:
            return Refusal(say("Two of your boats may not be on one space."), "Move Longboat")
        grays = 0 < target < m.BOAT or lying(state.items[to], m.DEAD_GRAY)
        if grays and lying(state.items[here], m.DEAD_GRAY):
            text = say("A longboat that tows a crester cannot enter a space with another gray.")
            return Refusal(text, "Move Longboat; ruling 52")
        return no_meeting(state, there - m.BOAT, to)

    def do(self, state: WindwardState, seat: int, here: int, to: int, log: EventLog | None) -> None:
        """One step of a longboat, its dead gray in tow."""
        state.rowing[seat] -= 1
        number = state.low[here] - m.BOAT
        tow = lying(state.items[here], m.DEAD_GRAY)
        if log is not None:
            names = {"here": state.space_name(here), "there": state.space_name(to)}
            text = say("{who} rows from {here} to {there}.", who=Seat(seat), **names)
            if tow:
                text = say("{who} rows from {here} to {there} with {n:dead gray|dead grays} in tow.", who=Seat(seat),
                           n=tow, **names)  # fmt: skip
            data = {"piece": m.piece_id(m.P_BOAT + number), "from": names["here"], "to": names["there"], "towed": tow}
            log.add("row", seat, text, data)
        towed = tow * m.DEAD_GRAY
        state.low[here] = 0
        state.items[here] -= towed
        state.items[to] += towed
        longboats.launch(state, number, here, to, towed, log)

    def label(self, state: WindwardState, seat: int, here: int, to: int, plain: str) -> str:
        if not state.low[to]:
            return plain
        return say("{move}: battle ({odds})", move=plain, odds=chances.boat(state, state.low[here] - m.BOAT, to))

    def nodes(self, state: WindwardState, seat: int, here: int, to: int, plain: tuple[str, ...]) -> tuple[str, ...]:
        boat = state.low[here] - m.BOAT
        return (f"boat:{boat >> 1}:{boat & 1}", f"hex:{state.space_name(to)}")


def no_meeting(state: WindwardState, number: int, to: int) -> Refusal | None:
    """Why a longboat may not start a battle with what is low there."""
    there = state.low[to]
    if not there:
        return None
    other = (there - m.BOAT) >> 1
    if other >= 0 and not state.game.is_ffa:
        text = say("Another player's longboat is there; players do not fight each other.")
        return Refusal(text, "Players Ships and Boats")
    if other >= 0 and state.flagged >> other & 1:
        return after_flag(other)
    return AFTER_TIE if battle.is_barred(state, m.P_BOAT + number, battle.low_piece(there), to) else None
