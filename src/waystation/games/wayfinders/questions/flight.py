"""A flight: fly, build or land. Rulebook, "Move your airplane and build airstrips"; rulings 6, 9, 10 and 14 to 25."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Plan, Question, Refusal
from waystation.engine.words import Phrase, Seat, say
from waystation.games.wayfinders import routes
from waystation.games.wayfinders.actions import BUILD, FLY, LAND
from waystation.games.wayfinders.chart import CELL_NAMES, HOME, NEIGHBOURS
from waystation.games.wayfinders.components import CUBES
from waystation.games.wayfinders.flight import charge, enter
from waystation.games.wayfinders.frames import DISCARDING, PAYING
from waystation.games.wayfinders.payment import PAYMENTS, missing, pays_anything, size, ways
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.turns import end_return
from waystation.games.wayfinders.wording import in_words, island_name, place_name

RETURNING = "Returning workers; ruling 6"
FLYING = "Move airplane and build airstrips: moving"
BUILDING = "Move airplane and build airstrips: building"
SPENDING = "Move airplane and build airstrips: spending; rulings 9 to 11"
EXPLORING = "Game variants: exploration; ruling 42"


class Flight(Question[WayfindersState]):
    """The steps the seat can pay for, the airstrip it can pay for where the plane is, and landing."""

    answers = ("fly", "build", "land")

    def legal(self, state: WayfindersState, frame: Frame, seat: int) -> list[int]:
        chart = state.chart
        cell = state.planes[seat]
        hand = state.hands[seat]
        wild = state.wild[seat]
        anything = pays_anything(hand, wild)
        free = state.built | state.passes[seat]
        seen = state.seen
        toll = chart.toll
        if state.free_steps and state.free_steps >= state.game.step_limit:
            seen &= ~free
        found = []
        for beside in NEIGHBOURS[cell]:
            if seen >> beside & 1 and (anything or free >> beside & 1 or hand & toll[beside]):
                found.append(FLY + beside)
        owned = state.owned[seat]
        if not owned >> cell & 1 and owned.bit_count() < CUBES and ways(hand, chart.cost[cell], wild):
            found.append(BUILD + cell)
        found.append(LAND)
        return found

    def why_not(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        if action == LAND:
            return None
        if action < BUILD:
            return _why_not_fly(state, action - FLY, seat)
        return _why_not_build(state, action - BUILD, seat)

    def not_now(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> Refusal:
        if frame[0] == PAYING:
            return Refusal(say("First choose how to pay."), SPENDING)
        if frame[0] == DISCARDING:
            return Refusal(say("Your flight is over; you are discarding."), RETURNING)
        return Refusal(say("You fly and build only after you have returned your workers."), RETURNING)

    def apply(self, state: WayfindersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        if action == LAND:
            _land(state, seat, log)
        elif action >= BUILD:
            charge(state, action - BUILD, 1, seat, log)
        elif (state.built | state.passes[seat]) >> action - FLY & 1:
            state.free_steps += state.game.counts_steps
            enter(state, action - FLY, seat, 0, log)
        else:
            charge(state, action - FLY, 0, seat, log)

    def ask(self, state: WayfindersState, frame: Frame, seat: int) -> str:
        return say("{who}: fly, build, or land.", who=Seat(seat))

    def label(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> str:
        """For steps and airstrips with the price."""
        if action == LAND:
            return super().label(state, frame, action, seat)
        if action >= BUILD:
            cell = action - BUILD
            name, cost = island_name(cell, state.chart.tiles[cell]), _cost(state, state.chart.cost[cell], seat)
            return say("Build at {island}: {cost}", island=name, cost=cost)
        cell = action - FLY
        name = island_name(cell, state.chart.tiles[cell])
        if (state.built | state.passes[seat]) >> cell & 1:
            return say("Fly to {island}: free", island=name)
        return say("Fly to {island}: {cost}", island=name, cost=_cost(state, state.chart.toll[cell], seat))

    def nodes(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        """A click on the island where the plane is can only mean to build there."""
        return () if action == FLY + state.planes[seat] else super().nodes(state, frame, action, seat)

    def plans(self, state: WayfindersState, frame: Frame, seat: int, node: str) -> list[Plan]:
        return routes.plans(state, seat, node)


def _why_not_fly(state: WayfindersState, cell: int, seat: int) -> Refusal | None:
    here, name = state.planes[seat], place_name(cell)
    if cell == here:
        return Refusal(say("Your plane is at {cell} already.", cell=name), f"{FLYING}; ruling 16")
    if not state.seen >> cell & 1:
        return Refusal(say("{cell} is still face down.", cell=name), EXPLORING)
    if cell not in NEIGHBOURS[here]:
        text = say(
            "{cell} is not next to {here}; planes fly orthogonally, step by step.", cell=name, here=place_name(here)
        )
        return Refusal(text, f"{FLYING}; ruling 16")
    if (state.built | state.passes[seat]) >> cell & 1:
        if state.free_steps < state.game.step_limit:
            return None
        text = say(
            "You have flown {n:step|steps} for nothing in a row, as many as this table allows.", n=state.free_steps
        )
        return Refusal(text, f"{FLYING}; option max_free_steps")
    return _too_dear(state, seat, state.chart.toll[cell], say("Entering {cell}", cell=name), FLYING)


def _why_not_build(state: WayfindersState, cell: int, seat: int) -> Refusal | None:
    name = CELL_NAMES[cell]
    if cell == HOME:
        text = say("Nobody builds on Home: your airstrip is there from the start.")
        return Refusal(text, f"{BUILDING}; ruling 21")
    if state.owned[seat] >> cell & 1:
        text = say("You have an airstrip at {cell}; each player builds one on an island.", cell=name)
        return Refusal(text, f"{BUILDING}; ruling 14")
    if cell != state.planes[seat]:
        text = say("Your plane is at {here}; you build where it is.", here=place_name(state.planes[seat]))
        return Refusal(text, f"{BUILDING}; ruling 20")
    if state.owned[seat].bit_count() == CUBES:
        return Refusal(say("You have no airstrip cube left."), f"{BUILDING}; ruling 25")
    return _too_dear(state, seat, state.chart.cost[cell], say("An airstrip at {cell}", cell=name), BUILDING)


def _too_dear(state: WayfindersState, seat: int, price: int, what: Phrase, rule: str) -> Refusal | None:
    """The refusal of what the seat can't pay, saying how much it lacks; None if it can."""
    hand, wild = state.hands[seat], state.wild[seat]
    if ways(hand, price, wild):
        return None
    text = say(
        "{what} costs {price}; you have {hand}. {n:resource|resources} {n?is|are} missing, and any two tokens alike "
        "would pay for one.",
        what=what,
        price=in_words(price),
        hand=in_words(hand),
        n=missing(hand, price, wild),
    )
    return Refusal(text, f"{rule}; rulings 9 and 10")


def _cost(state: WayfindersState, price: int, seat: int) -> Phrase:
    found = ways(state.hands[seat], price, state.wild[seat])
    if len(found) == 1:
        return say("pay {tokens}", tokens=in_words(PAYMENTS[found[0]]))
    return say("costs {tokens}, choose how to pay", tokens=in_words(price))


def _land(state: WayfindersState, seat: int, log: EventLog | None) -> None:
    """The flight is over; tokens over the limit have to go (step 3)."""
    state.free_steps = 0
    if log is not None:
        text = say("{who} lands at {cell}.", who=Seat(seat), cell=place_name(state.planes[seat]))
        log.add("land", seat, text, {"cell": CELL_NAMES[state.planes[seat]]})
    if size(state.hands[seat]) > state.keep[seat]:
        state.agenda[-1] = (DISCARDING, 1 << seat)
    else:
        end_return(state, seat, log)
