"""Giving an order with a mate (rulebook, Give Orders; rulings 15-20)."""

from __future__ import annotations

from waystation.engine import EventLog, Refusal
from waystation.engine.words import Phrase, say
from waystation.games.windward import chances, longboats, orders
from waystation.games.windward import model as m
from waystation.games.windward.actions import Do
from waystation.games.windward.state import WindwardState

from .deed import Deed
from .row import no_meeting


class Order(Deed):
    kind = Do.ORDER

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        if state.mates:
            orders.orders(state, seat, found)

    def why_not(self, state: WindwardState, seat: int, order: int, _: int) -> Refusal | None:
        if not state.mates:
            text = say("Both mates have given their orders; Coffee gives one more.")
            return Refusal(text, "Give Orders; ruling 15")
        return no_order(state, seat, order)

    def do(self, state: WindwardState, seat: int, order: int, _: int, log: EventLog | None) -> None:
        state.mates -= 1
        orders.give_order(state, seat, order, log)

    def label(self, state: WindwardState, seat: int, order: int, _: int, plain: str) -> str:
        return order_label(state, seat, order, plain)


def order_label(state: WindwardState, seat: int, order: int, plain: str) -> str:
    """With what this ship's board makes of it."""
    if order == m.O_PROCESS and orders.researches(state, seat):
        return say("Research the crester")
    gains = {m.O_ROWING: state.game.rowing_order[seat], m.O_SPEED: state.game.speed_order[seat]}
    if order in gains:
        return say("{order} {n:+}", order=plain, n=gains[order])
    return dropping(state, seat, plain) if order == m.O_DROP else plain


def dropping(state: WindwardState, seat: int, plain: str) -> str:
    """Dropping a longboat onto somebody shows the odds."""
    number, space = longboats.droppable(state, seat), state.ship[seat]
    if number < 0 or not state.low[space]:
        return plain
    return say("{move}: battle ({odds})", move=plain, odds=chances.boat(state, number, space))


def no_order(state: WindwardState, seat: int, order: int) -> Refusal | None:
    """Why an order cannot be given, whoever gives it; None if it can."""
    at_port = not state.ship[seat]
    if state.used >> order & 1:
        return Refusal(say("That order was given this turn already."), "Give Orders; ruling 15")
    if at_port and order not in orders.PORT_ORDERS:
        return Refusal(say("That order can be given at sky only."), "Give Orders")
    if not at_port and order in orders.PORT_ORDERS:
        return Refusal(say("That order can be given at port only."), "Give Orders")
    if orders.works(state, seat, order):
        return None
    if order == m.O_DROP:
        return no_drop(state, seat)
    return Refusal(no_effect(state, seat, order), RULES[order])


RULES = ("Take 3 Supplies", "+1 Morale; ruling 16", "Fill Cannon; ruling 16", "Hire Crew; ruling 25",
         "Drop Longboat", "+X Longboat Speed; ruling 16", "+1 Speed", "Process Crester; ruling 59")  # fmt: skip


def no_effect(state: WindwardState, seat: int, order: int) -> Phrase:
    """Why an order, or the purchase of the same kind, would do nothing."""
    if order == m.O_PROCESS:
        if not state.hold[seat]:
            return say("There is no crester in the hold.")
        return say("No space next to the ship is free to release it.")
    if order == m.O_CREW:
        columns = {state.game.same_column[side] for side in range(len(state.game.crew_sides))}
        if all(state.crew[seat] & column for column in columns):
            return say("Every crew column is filled.")
        return say("No crew tile is left for a column that is free.")
    return {
        m.O_SUPPLIES: say("The hand is full: five cards."),
        m.O_MORALE: say("Morale is at its maximum."),
        m.O_CANNON: say("No cannon slot is empty."),
        m.O_ROWING: say("Longboat speed is at the end of its track."),
    }[order]


def no_drop(state: WindwardState, seat: int) -> Refusal:
    """Why no longboat can be dropped here."""
    space = state.ship[seat]
    if not space:
        return Refusal(say("Longboats are dropped at sky."), "Drop Longboat")
    if state.planet.drift[space]:
        return Refusal(say("No longboat may be dropped on drift."), "Deadweight")
    if m.ABOARD not in state.boats[2 * seat : 2 * seat + 2]:
        return Refusal(say("No longboat is on the ship's board."), "Drop Longboat")
    there = state.low[space]
    if there >= m.BOAT and (there - m.BOAT) >> 1 == seat:
        return Refusal(say("Your other longboat is on this space."), "Drop Longboat")
    number = next(n for n in (2 * seat, 2 * seat + 1) if state.boats[n] == m.ABOARD)
    refusal = no_meeting(state, number, space)
    assert refusal is not None
    return refusal
