"""Who knows what: everybody the same, but nobody the faces of islands that are not explored.

Rulebook, "Game variants"; ruling 42. Of an island face down the back is known; which tiles went back to the box is not.
Parts of the view are kept by the facts they show: looking again after a move then costs little.
"""

from __future__ import annotations

from functools import lru_cache

from waystation.engine import Chance, Knowledge, Viewer
from waystation.engine.frozen import FrozenDict
from waystation.games.wayfinders.chart import ALL_CELLS, CELL_NAMES, ISLAND_CELLS, Chart, bits
from waystation.games.wayfinders.components import COLOURS, CUBES, LETTERS, RESOURCES, WORKERS, Back, Tile
from waystation.games.wayfinders.hangars import all_at, column_tokens, workers_out
from waystation.games.wayfinders.payment import TYPES, letters
from waystation.games.wayfinders.permanents import FREE, derive
from waystation.games.wayfinders.shapes import strip_seats
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.turns import is_last_round, rounds
from waystation.games.wayfinders.view import HangarView, IslandView, SeatView, TableView


class WayfindersKnowledge(Knowledge[WayfindersState]):
    """An open table with hidden islands."""

    open = True

    def table(self, state: WayfindersState, viewer: Viewer) -> TableView:
        game, workers = state.game, state.workers
        return TableView(
            islands=_islands(state.chart, state.seen, state.strips),
            hangars=tuple([_hangar(state.columns[hangar], all_at(workers, hangar)) for hangar in range(game.hangars)]),
            seats=tuple([_seat(state, seat) for seat in range(game.players)]),
            bag=letters(state.bag),
            round=rounds(state),
            last_round=is_last_round(state),
            limit=game.options.max_rounds,
        )

    def determinize(self, state: WayfindersState, seat: int, rng: Chance) -> WayfindersState:
        new = state.clone()  # as the engine's, written out: that call would take a tenth of the time
        new.chance = rng.spawn("future")
        if new.seen != ALL_CELLS:
            _deal_hidden(new, rng)
        return new

    def secrets(self, state: WayfindersState, viewer: Viewer) -> list[str]:
        return [*super().secrets(state, viewer), *(tile.id for tile in _hidden_tiles(state).values())]


def _hidden_tiles(state: WayfindersState) -> dict[int, Tile]:
    """The tiles that lie face down, by cell."""
    tiles = state.chart.tiles
    return {cell: tile for cell in bits(ALL_CELLS & ~state.seen) if (tile := tiles[cell])}


def _deal_hidden(state: WayfindersState, rng: Chance) -> None:
    """Deal the islands face down anew, each from the tiles of its back that nobody has seen."""
    hidden = _hidden_tiles(state)
    seen = {tile.id for cell in bits(state.seen) if (tile := state.chart.tiles[cell])}
    stacks: dict[Back, list[Tile]] = {"red": [], "blue": [], "yellow": []}
    for tile in state.game.tiles:
        if tile.id not in seen:
            stacks[tile.back].append(tile)
    for stack in stacks.values():
        rng.shuffle(stack)
    tiles = list(state.chart.tiles)
    for cell, tile in hidden.items():
        tiles[cell] = stacks[tile.back].pop()
    state.chart = Chart(tuple(tiles))
    derive(state)


# ---------------------------------------------------------------------- the parts of the view


@lru_cache(maxsize=1024)
def _islands(chart: Chart, seen: int, strips: tuple[int, ...]) -> dict[str, IslandView]:
    faces = {CELL_NAMES[cell]: _island(chart.tiles[cell], seen >> cell & 1, strips[cell]) for cell in ISLAND_CELLS}
    return FrozenDict(faces)


@lru_cache(maxsize=4096)
def _island(tile: Tile | None, seen: int, strips: int) -> IslandView:
    assert tile is not None
    return IslandView(tile.back, tile if seen else None, strip_seats(strips))


@lru_cache(maxsize=4096)
def _hangar(column: int, workers: tuple[int, ...]) -> HangarView:
    return HangarView("".join([LETTERS[kind] for kind in column_tokens(column)]), workers)


def _seat(state: WayfindersState, seat: int) -> SeatView:
    free = _free(state.chart, state.owned[seat])
    return _seat_view(
        state.hands[seat],
        state.keep[seat],
        state.planes[seat],
        state.owned[seat].bit_count(),
        state.workers[seat],
        free,
        state.wild[seat],
    )


@lru_cache(maxsize=4096)
def _seat_view(
    hand: int, keep: int, plane: int, built: int, workers: int, free: tuple[str, ...], wild: int
) -> SeatView:
    return SeatView(
        hand=letters(hand),
        keep=keep,
        plane=CELL_NAMES[plane],
        cubes=CUBES - built,
        workers=WORKERS - workers_out(workers),
        free=free,
        wild=tuple(RESOURCES[kind] for kind in TYPES if wild >> kind & 1),
    )


@lru_cache(maxsize=1024)
def _free(chart: Chart, owned: int) -> tuple[str, ...]:
    granted = {chart.what[cell] for cell in bits(owned) if chart.effect[cell] == FREE}
    return tuple(COLOURS[colour] for colour in sorted(granted))
