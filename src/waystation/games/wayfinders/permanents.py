"""Permanent effects, and all else that follows from who has built where. Rulebook, "Permanent effects"."""

from __future__ import annotations

from waystation.games.wayfinders.chart import CELLS, EFFECT_NAMES, bits, mask
from waystation.games.wayfinders.components import KEEP
from waystation.games.wayfinders.shapes import strip_seats
from waystation.games.wayfinders.state import WayfindersState

KEEPING, FREE, WILD = (EFFECT_NAMES.index(name) for name in ("keep", "free", "wild"))


def grant(state: WayfindersState, cell: int, seat: int) -> None:
    """The permanent effect of an island, if it has one."""
    chart = state.chart
    effect = chart.effect[cell]
    if effect == KEEPING:
        state.keep = put(state.keep, seat, state.keep[seat] + chart.amount[cell])
    elif effect == FREE:
        state.passes = put(state.passes, seat, state.passes[seat] | chart.coloured[chart.what[cell]])
    elif effect == WILD:
        state.wild = put(state.wild, seat, state.wild[seat] | 1 << chart.what[cell])


def derive(state: WayfindersState) -> None:
    """Set what follows from the chart and the airstrips: who owns which cells, and permanent effects."""
    players = range(state.game.players)
    state.owned = tuple(mask(cell for cell in CELLS if seat in strip_seats(state.strips[cell])) for seat in players)
    state.built = mask(cell for cell in CELLS if state.strips[cell])
    state.keep = (KEEP,) * len(players)
    state.passes = state.wild = (0,) * len(players)
    for seat in players:
        for cell in bits(state.owned[seat]):
            grant(state, cell, seat)


def put(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """The values with one of them replaced."""
    return (*values[:place], value, *values[place + 1 :])
