"""The table as a viewer may know it: all of it, but for the faces of islands that nobody has explored.

Hands are open (ruling 15) and so are the amounts in the bag, which anybody can work out (ruling 7). The back of an
island face down shows its category (ruling 42).

Parts are kept by the facts they show: looking again after a move then costs little.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from waystation.engine.frozen import FrozenDict, Seen
from waystation.games.wayfinders.chart import CELL_NAMES, ISLAND_CELLS, Chart, bits
from waystation.games.wayfinders.components import COLOURS, CUBES, LETTERS, RESOURCES, WORKERS, Back, Tile
from waystation.games.wayfinders.document import strip_seats
from waystation.games.wayfinders.flight import FREE
from waystation.games.wayfinders.hangars import column_tokens, workers_at, workers_out
from waystation.games.wayfinders.payment import TYPES, letters
from waystation.games.wayfinders.turns import is_last_round

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState


class IslandView(msgspec.Struct, frozen=True, cache_hash=True):
    """An island. `tile` is None while it is face down; `airstrips` are seats in slot order."""

    back: Back
    tile: Tile | None
    airstrips: tuple[int, ...]


class HangarView(msgspec.Struct, frozen=True, cache_hash=True):
    """A hangar in use: its tokens as letters, top first, and each seat's workers there."""

    tokens: str
    workers: tuple[int, ...]


class SeatView(msgspec.Struct, frozen=True, cache_hash=True):
    """What a player has. `cubes` and `workers` are those left in supply; `free` and `wild` name permanents."""

    hand: str
    keep: int
    plane: str
    cubes: int
    workers: int
    free: tuple[str, ...]
    wild: tuple[str, ...]


class TableView(Seen, frozen=True):
    """The table. Cells are names (`r2c3`), tokens letters (`PHRTG`). `limit` is the round limit (0: none)."""

    islands: dict[str, IslandView]
    hangars: tuple[HangarView, ...]
    seats: tuple[SeatView, ...]
    bag: str
    round: int
    last_round: bool
    limit: int

    def __hash__(self) -> int:  # of a part: the islands are a dict
        return hash((self.hangars, self.seats, self.bag, self.round))


def table(state: WayfindersState) -> TableView:
    """The table; every viewer knows the same."""
    game = state.game
    return TableView(
        islands=_islands(state.chart, state.seen, state.strips),
        hangars=tuple(_hangar(state.columns[hangar], hangar, tuple(state.workers)) for hangar in range(game.hangars)),
        seats=tuple(_seat(state, seat) for seat in range(game.players)),
        bag=letters(state.bag),
        round=state.turns // game.players + 1,
        last_round=is_last_round(state),
        limit=game.options.max_rounds,
    )


@lru_cache(maxsize=1024)
def _islands(chart: Chart, seen: int, strips: tuple[int, ...]) -> dict[str, IslandView]:
    faces = {CELL_NAMES[cell]: _island(chart.tiles[cell], seen >> cell & 1, strips[cell]) for cell in ISLAND_CELLS}
    return FrozenDict(faces)


@lru_cache(maxsize=4096)
def _island(tile: Tile | None, seen: int, strips: int) -> IslandView:
    assert tile is not None
    return IslandView(tile.back, tile if seen else None, strip_seats(strips))


@lru_cache(maxsize=4096)
def _hangar(column: int, hangar: int, workers: tuple[int, ...]) -> HangarView:
    tokens = "".join(LETTERS[kind] for kind in column_tokens(column))
    return HangarView(tokens, tuple(workers_at(seat, hangar) for seat in workers))


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
