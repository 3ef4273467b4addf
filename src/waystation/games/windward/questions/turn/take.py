"""Taking aboard what lies on the ship's space (rulebook, Ships; Drop Longboat; ruling 21)."""

from __future__ import annotations

from waystation.engine import EventLog, Refusal
from waystation.engine.words import Seat, mark, say
from waystation.games.windward import board
from waystation.games.windward import model as m
from waystation.games.windward.actions import TAKE_BOAT, Do
from waystation.games.windward.model import lying
from waystation.games.windward.state import WindwardState

from .deed import Deed

GAS, RED, GRAY = range(3)
TAKEN = (
    mark("{who} takes gas aboard."), mark("{who} loads the dead red crester."),
    mark("{who} loads the dead gray crester."),
    mark("{who} takes a red tooth aboard."), mark("{who} takes a gray tooth aboard."),
    mark("{who} takes a +2 token aboard."), mark("{who} takes a longboat aboard."),
)  # fmt: skip
MISSING = (
    mark("No gas lies on this space."), mark("No red lies on this space."), mark("No gray lies on this space."),
    mark("No red tooth lies on this space."), mark("No gray tooth lies on this space."),
    mark("No +2 lies on this space."),
)  # fmt: skip


class Take(Deed):
    kind = Do.TAKE

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        space = state.ship[seat]
        if not space:
            return
        there = state.low[space]
        own_boat = there >= m.BOAT and (there - m.BOAT) >> 1 == seat
        take = state.game.ids.take
        if own_boat:
            found.append(take + TAKE_BOAT)
        items = state.items[space]
        if not items:
            return
        if lying(items, m.GAS) and state.gas[seat] < state.gas_slots[seat]:
            found.append(take)
        if not state.hold[seat]:
            if lying(items, m.DEAD_RED):
                found.append(take + RED)
            if lying(items, m.DEAD_GRAY) and (own_boat or there < m.BOAT):
                found.append(take + GRAY)
        for item in (3, 4, 5):
            if lying(items, m.ITEMS[item]):
                found.append(take + item)

    def why_not(self, state: WindwardState, seat: int, item: int, _: int) -> Refusal | None:
        space = state.ship[seat]
        if not space:
            return Refusal(say("There is nothing to pick up at port."), "Ships; ruling 21")
        there = state.low[space]
        own_boat = there >= m.BOAT and (there - m.BOAT) >> 1 == seat
        if item == TAKE_BOAT:
            text = say("None of your longboats is on this space.")
            return None if own_boat else Refusal(text, "Drop Longboat")
        if not lying(state.items[space], m.ITEMS[item]):
            return Refusal(say(MISSING[item]), "Ships; ruling 21")
        if item == GAS and state.gas[seat] >= state.gas_slots[seat]:
            return Refusal(say("Every gas slot is full."), "Gas Pockets; ruling 21")
        if item in (RED, GRAY) and state.hold[seat]:
            return Refusal(say("The hold has a crester in it; there is room for one."), "After the Battle")
        if item == GRAY and there >= m.BOAT and not own_boat:
            return Refusal(say("Another player's longboat is towing it."), "After the Battle; ruling 52")
        return None

    def do(self, state: WindwardState, seat: int, item: int, _: int, log: EventLog | None) -> None:
        """Take one thing aboard."""
        space = state.ship[seat]
        if log is not None:
            what = "boat" if item == TAKE_BOAT else m.ITEM_NAMES[item]
            boat = {"piece": m.piece_id(m.P_BOAT + state.low[space] - m.BOAT)} if item == TAKE_BOAT else {}
            data = {"item": what, "place": state.space_name(space), **boat}
            log.add("take", seat, say(TAKEN[item], who=Seat(seat)), data)
        if item == TAKE_BOAT:
            state.boats[state.low[space] - m.BOAT] = m.ABOARD
            state.low[space] = 0
            return
        state.items[space] -= m.ITEMS[item]
        if item == GAS:
            board.add_gas(state, seat, 1, log)
        elif item in (RED, GRAY):
            state.hold[seat] = m.HOLD_RED if item == RED else m.HOLD_GRAY
        else:
            (state.red_teeth, state.gray_teeth, state.plus2)[item - 3][seat] += 1

    def nodes(self, state: WindwardState, seat: int, item: int, _: int, plain: tuple[str, ...]) -> tuple[str, ...]:
        space = state.ship[seat]
        if item == TAKE_BOAT:
            boat = state.low[space] - m.BOAT
            return (f"boat:{boat >> 1}:{boat & 1}",)
        return (f"items:{state.space_name(space)}",)
