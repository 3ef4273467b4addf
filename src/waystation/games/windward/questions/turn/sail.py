"""Sailing one space (rulebook, Move Your Ship; rulings 1-8)."""

from __future__ import annotations

from waystation.engine import EventLog, Refusal
from waystation.engine.words import Seat, say
from waystation.games.windward import battle, chances, sailing
from waystation.games.windward import model as m
from waystation.games.windward.actions import Do
from waystation.games.windward.planet import FAR
from waystation.games.windward.state import WindwardState

from .deed import Deed


class Sail(Deed):
    kind = Do.SAIL

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        sailing.ship_moves(state, seat, found)

    def why_not(self, state: WindwardState, seat: int, to: int, _: int) -> Refusal | None:
        here, planet = state.ship[seat], state.planet
        if to == here:
            return Refusal(say("The ship is there already."), "Move Your Ship")
        if not to:
            return into_port(state, seat, here)
        if not here and not planet.by_port[to]:
            text = say("From port a ship leaves to one of the six spaces around the trading post.")
            return Refusal(text, "Trading Post")
        cost = sailing.step_cost(state, here, to)
        if cost >= FAR:
            if all(space != to for _, space in planet.steps[here]):
                return not_adjacent(state, here, to)
            return Refusal(say("That is straight into the wind."), "Wind; ruling 1")
        if cost > state.speed:
            text = say("That costs {cost} speed and {n} is left; only gliding with the wind is free.", cost=cost,
                       n=state.speed)  # fmt: skip
            if not state.speed:
                text = say("No speed is left; only gliding with the wind is free.")
            return Refusal(text, "Move Your Ship; ruling 2")
        if state.high[to]:
            closed = no_entry(state, seat, to)
            if closed is not None:
                return closed
        if not planet.drift[to]:
            return None
        if not state.drift:
            return Refusal(say("Drift: no ship may enter without Deadweight."), "Drift")
        if sailing.has_exit(state, to, state.speed - cost):
            return None
        text = say("From there no speed or wind would take the ship off the drift again.")
        return Refusal(text, "Deadweight; ruling 6")

    def do(self, state: WindwardState, seat: int, to: int, _: int, log: EventLog | None) -> None:
        """One step of the ship: pay, leave, enter; a battle if somebody is there (ruling 8)."""
        here = state.ship[seat]
        cost = sailing.step_cost(state, here, to)
        state.speed -= cost
        if log is not None:
            place = state.space_name(to)
            text = say("{who} sails into port.", who=Seat(seat))
            if to:
                text = say("{who} sails to {place}.", who=Seat(seat), place=place)
            data = {"piece": m.piece_id(seat), "from": state.space_name(here), "to": place, "speed": cost}
            log.add("sail", seat, text, data)
        sailing.enter(state, seat, to, log)

    def label(self, state: WindwardState, seat: int, to: int, _: int, plain: str) -> str:
        cost = sailing.step_cost(state, state.ship[seat], to)
        text = say("{sail} (free)", sail=plain) if not cost else say("{sail} ({n} speed)", sail=plain, n=cost)
        if not to or not state.high[to]:
            return text
        return attacking(state, seat, to, text)


def attacking(state: WindwardState, seat: int, to: int, text: str) -> str:
    """A way onto a space where somebody is, with the odds of the battle."""
    foe = battle.piece(battle.high_piece(state.high[to]))
    return say("{move}: attack {foe}, {odds}", move=text, foe=foe, odds=chances.entry(state, seat, to))


def into_port(state: WindwardState, seat: int, here: int) -> Refusal | None:
    """Rulings 3, 12."""
    if not state.planet.by_port[here]:
        text = say("Port is entered from one of the six spaces around the trading post.")
        return Refusal(text, "Trading Post")
    if state.hold[seat]:
        text = say("With a crester in the hold a ship cannot enter port; process it first.")
        return Refusal(text, "Trading Post; ruling 12")
    if state.speed < 1:
        return Refusal(say("Entering port costs 1 speed and none is left."), "Trading Post; ruling 3")
    return None


def not_adjacent(state: WindwardState, here: int, to: int) -> Refusal:
    marks = state.planet.terrain
    if marks[to] == "z" and not state.planet.zephyr_mask[here]:
        text = say("That is not next to the ship, and only a ship on a zephyr can ride to another zephyr.")
        return Refusal(text, "Zephyrs")
    if marks[to] == "a" and marks[here] == "a":
        text = say("Around the planet leads to the opposite corner only.")
        return Refusal(text, "Around the Planet; ruling 4")
    n = state.planet.geometry.distance(here, to)
    text = say("That is not next to the ship but {n:space|spaces} away. Go step by step.", n=n)
    return Refusal(text, "Move Your Ship")


def no_entry(state: WindwardState, seat: int, to: int) -> Refusal | None:
    """Why what stands there may not be attacked."""
    there = state.high[to]
    if there < m.RED:
        other = Seat(there - 1)
        if not state.game.is_ffa:
            text = say("{who}'s ship is there; players do not fight each other.", who=other)
            return Refusal(text, "Players Ships and Boats")
        if state.flagged >> (there - 1) & 1:
            return after_flag(there - 1)
    if battle.is_barred(state, seat, battle.high_piece(there), to):
        return AFTER_TIE
    return None


def after_flag(other: int) -> Refusal:
    text = say("After a False Flag you may not attack {who} this turn.", who=Seat(other))
    return Refusal(text, "False Flag; ruling 31")


AFTER_TIE = Refusal(say("After a tie the same battle may not be started again this turn."), "How Battles Work 6")
