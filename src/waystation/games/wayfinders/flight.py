"""Flying, building, paying and discarding: steps 2 and 3 of a return.

Rulebook, "Move your airplane and build airstrips", "Discard down to 3 resources", "Island effects"; rulings 9 to 26.
A flight is played step by step, because a step can reveal tiles and an airstrip can draw tokens.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from waystation.engine.events import EventLog
from waystation.games.wayfinders import turns
from waystation.games.wayfinders.actions import BUILD, DISCARD, FLY, LAND, PAY
from waystation.games.wayfinders.chart import BESIDE, CELL_NAMES, EFFECT_NAMES, NEIGHBOURS, bits
from waystation.games.wayfinders.components import CUBES
from waystation.games.wayfinders.frames import Frames
from waystation.games.wayfinders.hangars import draw_tokens
from waystation.games.wayfinders.payment import ONE, PAYMENTS, TYPES, count, letters, pays_anything, size, ways
from waystation.games.wayfinders.wording import in_words

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState

DRAW, KEEP, FREE, WILD = (EFFECT_NAMES.index(name) for name in ("draw", "keep", "free", "wild"))


# ---------------------------------------------------------------------- choices


def choices(state: WayfindersState, seat: int) -> list[int]:
    """The steps the seat can pay for, the airstrip it can pay for where the plane is, and landing."""
    chart = state.chart
    cell = state.planes[seat]
    hand = state.hands[seat]
    wild = state.wild[seat]
    anything = pays_anything(hand, wild)
    free = state.built | state.passes[seat]
    seen = state.seen
    toll = chart.toll
    found = []
    for beside in NEIGHBOURS[cell]:
        if seen >> beside & 1 and (anything or free >> beside & 1 or hand & toll[beside]):
            found.append(FLY + beside)
    owned = state.owned[seat]
    if not owned >> cell & 1 and owned.bit_count() < CUBES and ways(hand, chart.cost[cell], wild):
        found.append(BUILD + cell)
    found.append(LAND)
    return found


def pay_choices(state: WayfindersState, seat: int, cell: int, building: int) -> list[int]:
    """The minimal payments for what is to be paid."""
    price = state.chart.cost[cell] if building else state.chart.toll[cell]
    return [PAY + number for number in ways(state.hands[seat], price, state.wild[seat])]


def discard_choices(state: WayfindersState, seat: int) -> list[int]:
    """The token types in hand."""
    return held(state.hands[seat])


@lru_cache(maxsize=1 << 12)
def held(hand: int) -> list[int]:
    """A discard for each type that is there."""
    return [DISCARD + kind for kind in TYPES if count(hand, kind)]


# ---------------------------------------------------------------------- steps


def fly(state: WayfindersState, cell: int, seat: int, log: EventLog | None) -> None:
    """One step. An island with an airstrip, Home, or one of a free colour costs nothing."""
    if (state.built | state.passes[seat]) >> cell & 1:
        _enter(state, cell, seat, 0, log)
    else:
        _charge(state, cell, 0, seat, log)


def build(state: WayfindersState, cell: int, seat: int, log: EventLog | None) -> None:
    """An airstrip where the plane is."""
    _charge(state, cell, 1, seat, log)


def pay(state: WayfindersState, number: int, seat: int, log: EventLog | None) -> None:
    """The chosen payment for the step or airstrip that waits for it."""
    _, _, cell, building = state.agenda.pop()
    _settle(state, cell, building, seat, PAYMENTS[number], log)


def _charge(state: WayfindersState, cell: int, building: int, seat: int, log: EventLog | None) -> None:
    """Pay at once if there is one way only, else ask."""
    price = state.chart.cost[cell] if building else state.chart.toll[cell]
    found = ways(state.hands[seat], price, state.wild[seat])
    if len(found) == 1:
        _settle(state, cell, building, seat, PAYMENTS[found[0]], log)
    else:
        state.agenda.append((int(Frames.PAY), 1 << seat, cell, building))


def _settle(state: WayfindersState, cell: int, building: int, seat: int, paid: int, log: EventLog | None) -> None:
    state.hands[seat] -= paid
    if building:
        _raise_airstrip(state, cell, seat, paid, log)
    else:
        state.bag += paid
        _enter(state, cell, seat, paid, log)


def _enter(state: WayfindersState, cell: int, seat: int, paid: int, log: EventLog | None) -> None:
    """The plane arrives; with exploration, the tiles beside turn face up (ruling 42)."""
    news = BESIDE[cell] & ~state.seen
    state.planes[seat] = cell
    state.seen |= news
    if log is None:
        return
    price = f", paying {in_words(paid)}" if paid else ""
    text = f"{{{seat}}} flies to {CELL_NAMES[cell]}{price}."
    log.add("fly", seat, text, {"cell": CELL_NAMES[cell], "paid": letters(paid)})
    for found in bits(news):
        _tell_discovery(state, found, log)


def _tell_discovery(state: WayfindersState, cell: int, log: EventLog) -> None:
    tile = state.chart.tiles[cell]
    if tile is not None:
        text = f"{CELL_NAMES[cell]} turns out to be {tile.id}."
        log.add("discover", None, text, {"cell": CELL_NAMES[cell], "tile": tile.id}, reveals=True)


def _raise_airstrip(state: WayfindersState, cell: int, seat: int, paid: int, log: EventLog | None) -> None:
    """The payment goes to the bag or to the owner of slot 1; the cube is placed; the effect works at once."""
    strips = state.strips[cell]
    first = (strips & 7) - 1
    if first < 0:
        state.bag += paid
    else:
        state.hands[first] += paid
    state.strips = put(state.strips, cell, strips | seat + 1 << (strips.bit_length() + 2) // 3 * 3)
    state.owned = put(state.owned, seat, state.owned[seat] | 1 << cell)
    state.built |= 1 << cell
    if log is not None:
        _tell_airstrip(cell, seat, first, paid, log)
    _take_effect(state, cell, seat, log)


def _tell_airstrip(cell: int, seat: int, first: int, paid: int, log: EventLog) -> None:
    receiver = f" to {{{first}}}" if first >= 0 else ""
    text = f"{{{seat}}} builds an airstrip at {CELL_NAMES[cell]}, paying {in_words(paid)}{receiver}."
    data = {"cell": CELL_NAMES[cell], "paid": letters(paid), "to": first if first >= 0 else None}
    log.add("build", seat, text, data)


def _take_effect(state: WayfindersState, cell: int, seat: int, log: EventLog | None) -> None:
    if state.chart.effect[cell] != DRAW:
        grant(state, cell, seat)
        return
    drawn = draw_tokens(state.bag, state.chart.amount[cell], state.chance)
    state.bag -= drawn
    state.hands[seat] += drawn
    if log is not None:
        text = f"{{{seat}}} draws {in_words(drawn)} from the bag."
        log.add("draw", seat, text, {"tokens": letters(drawn)}, reveals=True)


def grant(state: WayfindersState, cell: int, seat: int) -> None:
    """The permanent effect of an island, if it has one."""
    chart = state.chart
    effect = chart.effect[cell]
    if effect == KEEP:
        state.keep = put(state.keep, seat, state.keep[seat] + chart.amount[cell])
    elif effect == FREE:
        state.passes = put(state.passes, seat, state.passes[seat] | chart.coloured[chart.what[cell]])
    elif effect == WILD:
        state.wild = put(state.wild, seat, state.wild[seat] | 1 << chart.what[cell])


def put(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """The values with one of them replaced."""
    return (*values[:place], value, *values[place + 1 :])


# ---------------------------------------------------------------------- the end of a return


def land(state: WayfindersState, seat: int, log: EventLog | None) -> None:
    """The flight is over; tokens over the limit have to go (step 3)."""
    if log is not None:
        log.add("land", seat, f"{{{seat}}} lands at {CELL_NAMES[state.planes[seat]]}.")
    if size(state.hands[seat]) > state.keep[seat]:
        state.agenda[-1] = (int(Frames.DISCARD), 1 << seat)
    else:
        turns.end_return(state, seat, log)


def discard(state: WayfindersState, kind: int, seat: int, log: EventLog | None) -> None:
    """One token goes back to the bag; at the limit the return ends."""
    state.hands[seat] -= ONE[kind]
    state.bag += ONE[kind]
    if log is not None:
        log.add("discard", seat, f"{{{seat}}} discards {in_words(ONE[kind])}.", {"tokens": letters(ONE[kind])})
    if size(state.hands[seat]) <= state.keep[seat]:
        turns.end_return(state, seat, log)
