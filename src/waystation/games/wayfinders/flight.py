"""Steps, airstrips and what is paid for them: what flying and paying share.

Rulebook, "Move your airplane and build airstrips", "Island effects"; rulings 9 to 25. A flight is played step by step,
because a step can reveal tiles and an airstrip can draw tokens.
"""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Seat, say
from waystation.games.wayfinders.chart import BESIDE, CELL_NAMES, EFFECT_NAMES, bits
from waystation.games.wayfinders.frames import PAYING
from waystation.games.wayfinders.hangars import draw_tokens
from waystation.games.wayfinders.payment import PAYMENTS, letters, ways
from waystation.games.wayfinders.permanents import grant, put
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.wording import back_name, colour_name, in_words, place_name, worth

DRAW = EFFECT_NAMES.index("draw")


def charge(state: WayfindersState, cell: int, building: int, seat: int, log: EventLog | None) -> None:
    """Pay at once if there is one way only, else ask."""
    found = ways(state.hands[seat], price_of(state, cell, building), state.wild[seat])
    if len(found) == 1:
        settle(state, cell, building, seat, PAYMENTS[found[0]], log)
    else:
        state.agenda.append((PAYING, 1 << seat, cell, building))


def price_of(state: WayfindersState, cell: int, building: int) -> int:
    """What an airstrip on the cell, or entering it, costs."""
    return state.chart.cost[cell] if building else state.chart.toll[cell]


def settle(state: WayfindersState, cell: int, building: int, seat: int, paid: int, log: EventLog | None) -> None:
    """The tokens are paid, and what they are paid for happens."""
    state.hands[seat] -= paid
    state.free_steps = 0
    if building:
        _raise_airstrip(state, cell, seat, paid, log)
    else:
        state.bag += paid
        enter(state, cell, seat, paid, log)


def enter(state: WayfindersState, cell: int, seat: int, paid: int, log: EventLog | None) -> None:
    """The plane arrives; with exploration, the tiles beside turn face up (ruling 42)."""
    news = BESIDE[cell] & ~state.seen
    state.planes[seat] = cell
    state.seen |= news
    if log is None:
        return
    name = CELL_NAMES[cell]
    where = place_name(cell)
    if paid:
        text = say("{who} flies to {cell}, paying {tokens}.", who=Seat(seat), cell=where, tokens=in_words(paid))
    else:
        text = say("{who} flies to {cell}.", who=Seat(seat), cell=where)
    log.add("fly", seat, text, {"cell": name, "paid": letters(paid)})
    for found in bits(news):
        _tell_discovery(state, found, log)


def _tell_discovery(state: WayfindersState, cell: int, log: EventLog) -> None:
    tile = state.chart.tiles[cell]
    if tile is not None:
        text = say(
            "{cell} turns out to be a {back} {colour} island: {worth}.",
            cell=CELL_NAMES[cell],
            back=back_name(tile),
            colour=colour_name(tile),
            worth=worth(tile),
        )
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
    name, tokens = CELL_NAMES[cell], in_words(paid)
    paying = say("paying {tokens}", tokens=tokens)
    if first >= 0:
        paying = say("paying {tokens} to {owner}", tokens=tokens, owner=Seat(first))
    text = say("{who} builds an airstrip at {cell}, {paying}.", who=Seat(seat), cell=name, paying=paying)
    data = {"cell": name, "paid": letters(paid), "to": first if first >= 0 else None}
    log.add("build", seat, text, data)


def _take_effect(state: WayfindersState, cell: int, seat: int, log: EventLog | None) -> None:
    if state.chart.effect[cell] != DRAW:
        grant(state, cell, seat)
        return
    drawn = draw_tokens(state.bag, state.chart.amount[cell], state.chance)
    state.bag -= drawn
    state.hands[seat] += drawn
    if log is not None:
        text = say("{who} draws {tokens} from the bag.", who=Seat(seat), tokens=in_words(drawn))
        log.add("draw", seat, text, {"tokens": letters(drawn)}, reveals=True)
