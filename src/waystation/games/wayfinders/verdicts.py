"""Why an action is not allowed: the reason in plain words, and where the rule stands.

Only asked about actions that are not legal. The numbers of rulings are those of RULINGS.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from waystation.engine.errors import Refusal
from waystation.games.wayfinders.chart import CELL_NAMES, HOME, NEIGHBOURS
from waystation.games.wayfinders.components import CUBES, WORKERS
from waystation.games.wayfinders.frames import Frames
from waystation.games.wayfinders.hangars import workers_out
from waystation.games.wayfinders.payment import ONE, PAYMENTS, count, covers, minimal_payments
from waystation.games.wayfinders.wording import in_words, token_name

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState

PLACING = "Placing a worker"
RETURNING = "Returning workers"
FLYING = "Move airplane and build airstrips: moving"
BUILDING = "Move airplane and build airstrips: building"
SPENDING = "Move airplane and build airstrips: spending; rulings 9 to 11"
DISCARDING = "Discard down to 3 resources; ruling 26"
EXPLORING = "Game variants: exploration; ruling 42"


def why_not(state: WayfindersState, action: int, seat: int) -> Refusal:
    """The reason why the seat, which is to act, may not do this now."""
    choice = state.game.actions[action]
    return _VERDICTS[choice.kind](state, seat, *choice.args)


def _place(state: WayfindersState, seat: int, hangar: int) -> Refusal:
    if state.agenda[-1][0] != Frames.TURN:
        return Refusal("You have returned your workers; a turn is one action only.", f"{PLACING}; ruling 1")
    if hangar >= state.game.hangars:
        text = f"Hangar {hangar + 1} is closed: with {state.game.players} players only {state.game.hangars} are used."
        return Refusal(text, "Setup: prepare resource board; ruling 3")
    if workers_out(state.workers[seat]) == WORKERS:
        return Refusal("All 5 of your workers are out; you have to return them.", f"{PLACING}; ruling 1")
    return Refusal("3 of your workers are at this hangar already.", f"{PLACING}; ruling 3")


def _return(state: WayfindersState, seat: int) -> Refusal:
    return Refusal("You have returned your workers already in this turn.", f"{RETURNING}; ruling 1")


def _not_flying(state: WayfindersState) -> Refusal | None:
    kind = state.agenda[-1][0]
    if kind == Frames.TURN:
        return Refusal("You fly and build only after you have returned your workers.", f"{RETURNING}; ruling 6")
    if kind == Frames.PAY:
        return Refusal("First choose how to pay.", SPENDING)
    if kind == Frames.DISCARD:
        return Refusal("Your flight is over; you are discarding.", f"{RETURNING}; ruling 6")
    return None


def _fly(state: WayfindersState, seat: int, cell: int) -> Refusal:
    refusal = _not_flying(state)
    if refusal is not None:
        return refusal
    here = state.planes[seat]
    if cell == here:
        return Refusal(f"Your plane is at {CELL_NAMES[cell]} already.", f"{FLYING}; ruling 16")
    if not state.seen >> cell & 1:
        return Refusal(f"{CELL_NAMES[cell]} is still face down.", EXPLORING)
    if cell not in NEIGHBOURS[here]:
        text = f"{CELL_NAMES[cell]} is not next to {CELL_NAMES[here]}; planes fly orthogonally, step by step."
        return Refusal(text, f"{FLYING}; ruling 16")
    price = in_words(state.chart.toll[cell])
    text = f"Entering {CELL_NAMES[cell]} costs {price}; you have {in_words(state.hands[seat])}."
    return Refusal(text, f"{FLYING}; rulings 9 and 10")


def _build(state: WayfindersState, seat: int, cell: int) -> Refusal:
    refusal = _not_flying(state)
    if refusal is not None:
        return refusal
    if cell == HOME:
        return Refusal("Nobody builds on Home: your airstrip is there from the start.", f"{BUILDING}; ruling 21")
    if state.owned[seat] >> cell & 1:
        text = f"You have an airstrip at {CELL_NAMES[cell]}; each player builds one on an island."
        return Refusal(text, f"{BUILDING}; ruling 14")
    if cell != state.planes[seat]:
        text = f"Your plane is at {CELL_NAMES[state.planes[seat]]}; you build where it is."
        return Refusal(text, f"{BUILDING}; ruling 20")
    if state.owned[seat].bit_count() == CUBES:
        return Refusal("You have no airstrip cube left.", f"{BUILDING}; ruling 25")
    price = in_words(state.chart.cost[cell])
    text = f"An airstrip at {CELL_NAMES[cell]} costs {price}; you have {in_words(state.hands[seat])}."
    return Refusal(text, f"{BUILDING}; rulings 9 and 10")


def _land(state: WayfindersState, seat: int) -> Refusal:
    refusal = _not_flying(state)
    if refusal is None:  # landing is always legal in flight
        raise AssertionError("landing was refused in flight")
    return refusal


def _discard(state: WayfindersState, seat: int, kind: int) -> Refusal:
    if state.agenda[-1][0] != Frames.DISCARD:
        text = "You discard only when your flight is over and you hold more tokens than you may keep."
        return Refusal(text, DISCARDING)
    return Refusal(f"You have no {token_name(kind)}.", DISCARDING)


def _pay(state: WayfindersState, seat: int, number: int) -> Refusal:
    frame = state.agenda[-1]
    if frame[0] != Frames.PAY:
        return Refusal("Nothing waits to be paid.", SPENDING)
    _, _, cell, building = frame
    price = state.chart.cost[cell] if building else state.chart.toll[cell]
    payment = PAYMENTS[number]
    if not covers(state.hands[seat], payment):
        missing = next(kind for kind in range(5) if count(payment, kind) > count(state.hands[seat], kind))
        taken, have = (count(bundle, missing) * ONE[missing] for bundle in (payment, state.hands[seat]))
        there = in_words(have) if have else "none"
        return Refusal(f"You do not have these tokens: that takes {in_words(taken)}; you have {there}.", SPENDING)
    minimal = [PAYMENTS[index] for index in minimal_payments(price, state.wild[seat])]
    enough = next((less for less in minimal if covers(payment, less)), None)
    if enough is None:
        return Refusal(f"{in_words(payment)} does not settle {in_words(price)}.", SPENDING)
    return Refusal(f"That is more than needed: {in_words(enough)} would do.", SPENDING)


_VERDICTS: dict[str, Callable[..., Refusal]] = {
    "place": _place,
    "return": _return,
    "fly": _fly,
    "build": _build,
    "land": _land,
    "discard": _discard,
    "pay": _pay,
}
