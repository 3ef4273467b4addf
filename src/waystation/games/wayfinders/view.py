"""The table as a viewer may know it: all of it, but for the faces of islands that nobody has explored.

Hands are open (ruling 15) and so are the amounts in the bag, which anybody can work out (ruling 7). The back of an
island face down shows its category (ruling 42).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from waystation.games.wayfinders.chart import CELL_NAMES, ISLAND_CELLS, Chart, bits
from waystation.games.wayfinders.components import COLOURS, CUBES, LETTERS, RESOURCES, WORKERS, Back, Tile
from waystation.games.wayfinders.document import strip_seats
from waystation.games.wayfinders.flight import FREE
from waystation.games.wayfinders.hangars import column_tokens, workers_at, workers_out
from waystation.games.wayfinders.payment import TYPES, letters
from waystation.games.wayfinders.turns import is_last_round

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState


class IslandView(msgspec.Struct, frozen=True):
    """An island. `tile` is None while it is face down; `airstrips` are seats in slot order."""

    back: Back
    tile: Tile | None
    airstrips: tuple[int, ...]


class HangarView(msgspec.Struct, frozen=True):
    """A hangar in use: its tokens as letters, top first, and each seat's workers there."""

    tokens: str
    workers: tuple[int, ...]


class SeatView(msgspec.Struct, frozen=True):
    """What a player has. `cubes` and `workers` are those left in supply; `free` and `wild` name permanents."""

    hand: str
    keep: int
    plane: str
    cubes: int
    workers: int
    free: tuple[str, ...]
    wild: tuple[str, ...]


class TableView(msgspec.Struct, frozen=True):
    """The table. Cells are names (`r2c3`), tokens letters (`PHRTG`). `limit` is the round limit (0: none)."""

    islands: dict[str, IslandView]
    hangars: tuple[HangarView, ...]
    seats: tuple[SeatView, ...]
    bag: str
    round: int
    last_round: bool
    limit: int


def table(state: WayfindersState) -> TableView:
    """The table; every viewer knows the same."""
    game = state.game
    return TableView(
        islands={CELL_NAMES[cell]: _island(state, cell) for cell in ISLAND_CELLS},
        hangars=tuple(_hangar(state, hangar) for hangar in range(game.hangars)),
        seats=tuple(_seat(state, seat) for seat in range(game.players)),
        bag=letters(state.bag),
        round=state.turns // game.players + 1,
        last_round=is_last_round(state),
        limit=game.options.max_rounds,
    )


def _island(state: WayfindersState, cell: int) -> IslandView:
    tile = state.chart.tiles[cell]
    assert tile is not None
    return IslandView(tile.back, tile if state.seen >> cell & 1 else None, strip_seats(state.strips[cell]))


def _hangar(state: WayfindersState, hangar: int) -> HangarView:
    tokens = "".join(LETTERS[kind] for kind in column_tokens(state.columns[hangar]))
    return HangarView(tokens, tuple(workers_at(workers, hangar) for workers in state.workers))


def _seat(state: WayfindersState, seat: int) -> SeatView:
    return SeatView(
        hand=letters(state.hands[seat]),
        keep=state.keep[seat],
        plane=CELL_NAMES[state.planes[seat]],
        cubes=CUBES - state.owned[seat].bit_count(),
        workers=WORKERS - workers_out(state.workers[seat]),
        free=_free(state.chart, state.owned[seat]),
        wild=tuple(RESOURCES[kind] for kind in TYPES if state.wild[seat] >> kind & 1),
    )


def _free(chart: Chart, owned: int) -> tuple[str, ...]:
    granted = {chart.what[cell] for cell in bits(owned) if chart.effect[cell] == FREE}
    return tuple(COLOURS[colour] for colour in sorted(granted))
