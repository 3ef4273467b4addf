"""Why a turn is good, in words: what it builds, who is paid for it, what workers will bring, and whether it ends the
game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import Reason
from waystation.engine.words import Arg, Seat, say
from waystation.games.wayfinders.chart import CELL_NAMES, ISLAND_CELLS, bits
from waystation.games.wayfinders.hangars import bundle_in, collect, column_tokens, workers_at
from waystation.games.wayfinders.payment import missing
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.turns import is_last_round, is_last_turn
from waystation.games.wayfinders.wording import in_words, island_name, worth

NAMED = 3
"""Islands that are named as within reach; more say no more."""


def reasons(before: WayfindersState, after: WayfindersState, turn: Sequence[int], seat: int) -> Iterator[Reason]:
    """Of a turn that leads from one state to the other; what is drawn from the bag is left out."""
    first = before.game.actions[turn[0]]
    if first.kind == "place" and not is_last_turn(before):  # else the worker stays where it is
        yield from _of_placing(before, after, first.args[0], seat)
    elif first.kind == "return" and before.workers[seat]:
        taken = collect(before.columns[:], before.workers[seat])
        yield Reason(say("You collect {tokens}.", tokens=in_words(taken)), ("return",))
    for cell in bits(after.owned[seat] & ~before.owned[seat]):
        yield from _of_building(after, cell, seat)
    if is_last_round(after) and not is_last_round(before):
        yield Reason(say("It brings the last round: you have 2 cubes or fewer left."), (f"cubes:{seat + 1}",))


def _of_placing(before: WayfindersState, after: WayfindersState, hangar: int, seat: int) -> Iterator[Reason]:
    """What the workers at this hangar will bring, and what that would pay for."""
    mine = column_tokens(after.columns[hangar])[: workers_at(after.workers[seat], hangar)]
    node = f"hangar:{hangar + 1}"
    text = say("Your workers there will take {tokens}, unless others are quicker.", tokens=in_words(bundle_in(mine)))
    yield Reason(text, (node,))
    rivals: list[Arg] = [
        Seat(other) for other, workers in enumerate(after.workers) if other != seat and workers_at(workers, hangar)
    ]
    if rivals:
        yield Reason(say("{who} {who?waits|wait} there, too.", who=rivals), (node,))
    new = _within_reach(after, seat) & ~_within_reach(before, seat)
    islands: list[Arg] = [island_name(cell, after.chart.tiles[cell]) for cell in bits(new)]
    if islands:
        nodes = tuple(f"island:{CELL_NAMES[cell]}" for cell in bits(new))
        text = say("Then your tokens would pay for an airstrip on {islands:or}.", islands=islands[:NAMED])
        yield Reason(text, nodes[:NAMED])


def _within_reach(state: WayfindersState, seat: int) -> int:
    """The islands whose price the seat could pay with its hand and with what its workers would collect now."""
    hand = state.hands[seat] + collect(state.columns[:], state.workers[seat])
    open_cells = (cell for cell in ISLAND_CELLS if state.seen >> cell & 1 and not state.owned[seat] >> cell & 1)
    return sum(1 << cell for cell in open_cells if not missing(hand, state.chart.cost[cell], state.wild[seat]))


def _of_building(after: WayfindersState, cell: int, seat: int) -> Iterator[Reason]:
    tile, nodes = after.chart.tiles[cell], (f"island:{CELL_NAMES[cell]}",)
    if tile is None:
        return
    island = island_name(cell, tile)
    yield Reason(say("{island}: {worth}.", island=island, worth=worth(tile)), nodes)
    first = (after.strips[cell] & 7) - 1
    if first == seat:
        yield Reason(say("You are first on {island}: whoever builds there later pays you.", island=island), nodes)
    else:
        yield Reason(say("But {who}, who was first there, gets what you pay.", who=Seat(first)), nodes)
