"""The table of Wayfinders in a position document, and back.

Cells are names (`r2c3`), tokens are letters (`PHRTG`), seats are numbers from 0. A tile is written out in full, or
named by its id in the game's tile set. Fields that are left out keep what the seeded set-up dealt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from waystation.engine.errors import ComponentError, PositionError
from waystation.games.wayfinders.chart import (
    ALL_CELLS,
    BESIDE,
    CELL_NAMES,
    CELLS,
    HOME,
    HOME_BIT,
    ISLAND_CELLS,
    NEIGHBOURS,
    Chart,
    bits,
    mask,
)
from waystation.games.wayfinders.components import (
    COLUMN,
    CUBES,
    EACH,
    KEEP,
    LETTERS,
    WORKERS,
    WORKERS_PER_HANGAR,
    Tile,
    check_tiles,
)
from waystation.games.wayfinders.flight import grant
from waystation.games.wayfinders.frames import Frames
from waystation.games.wayfinders.hangars import column_of, column_tokens, workers_at
from waystation.games.wayfinders.payment import ONE, TYPES, bundle_of, count, letters, size

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState

T = TypeVar("T")
Tokens = Annotated[str, Meta(pattern="^[PHRTG]*$", description="Tokens as letters: P H R T G")]
CellName = Annotated[str, Meta(pattern="^r[1-5]c[1-5]$", description="Row and column: r1c1 to r5c5")]


class TableDoc(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game's part of a position document."""

    islands: Annotated[
        dict[CellName, Tile | str] | UnsetType, Meta(description="What lies where; other tiles make room")
    ] = UNSET
    face_down: Annotated[list[CellName] | UnsetType, Meta(description="Islands not yet explored")] = UNSET
    hangars: Annotated[list[Tokens] | UnsetType, Meta(description="Columns, hangar 1 first, top token first")] = UNSET
    hands: Annotated[list[Tokens] | UnsetType, Meta(description="By seat")] = UNSET
    bag: Annotated[Tokens | UnsetType, Meta(description="Left out: all tokens that are nowhere else")] = UNSET
    workers: Annotated[list[list[int]] | UnsetType, Meta(description="By seat: workers at each hangar")] = UNSET
    planes: Annotated[list[CellName] | UnsetType, Meta(description="By seat")] = UNSET
    airstrips: Annotated[
        dict[CellName, list[int]] | UnsetType, Meta(description="Seats in slot order; Home is understood")
    ] = UNSET
    turns: Annotated[int, Meta(ge=0, description="Turns finished")] | UnsetType = UNSET


def to_doc(state: WayfindersState) -> TableDoc:
    """The state's table, everything written out."""
    hangars = range(state.game.hangars)
    return TableDoc(
        islands={CELL_NAMES[cell]: tile for cell, tile in enumerate(state.chart.tiles) if tile},
        face_down=[CELL_NAMES[cell] for cell in bits(ALL_CELLS & ~state.seen)],
        hangars=["".join(LETTERS[kind] for kind in column_tokens(column)) for column in state.columns],
        hands=[letters(hand) for hand in state.hands],
        bag=letters(state.bag),
        workers=[[workers_at(workers, hangar) for hangar in hangars] for workers in state.workers],
        planes=[CELL_NAMES[cell] for cell in state.planes],
        airstrips={
            name: list(strip_seats(strips))
            for name, strips in zip(CELL_NAMES, state.strips, strict=True)
            if strips and name != CELL_NAMES[HOME]
        },
        turns=state.turns,
    )


def strip_seats(strips: int) -> tuple[int, ...]:
    """The seats with an airstrip on a cell, slot 1 first."""
    return tuple((strips >> 3 * slot & 7) - 1 for slot in range(4) if strips >> 3 * slot)


def fill(state: WayfindersState, doc: TableDoc) -> None:
    """Overwrite a freshly dealt state with what the document gives; PositionError for what cannot be."""
    if doc.islands is not UNSET:
        state.chart = _chart(state, doc.islands)
    if doc.planes is not UNSET:
        state.planes = [_cell(name) for name in _by_seat(state, doc.planes, "planes")]
    if doc.airstrips is not UNSET:
        _fill_airstrips(state, doc.airstrips)
    if doc.workers is not UNSET:
        rows = _by_seat(state, doc.workers, "workers")
        state.workers = [_workers(state, row, f"table.workers[{seat}]") for seat, row in enumerate(rows)]
    if doc.turns is not UNSET:
        state.turns = doc.turns
    _fill_seen(state, doc.face_down)
    _fill_tokens(state, doc)
    derive(state)


def check_agenda(state: WayfindersState) -> None:
    """The frames must be one question to one seat, with a payment on top of a flight; else PositionError."""
    kinds = [Frames(frame[0]) for frame in state.agenda]
    if kinds not in ([], [Frames.TURN], [Frames.FLIGHT], [Frames.DISCARD], [Frames.FLIGHT, Frames.PAY]):
        names = ", ".join(kind.name for kind in kinds)
        raise PositionError("agenda", f"a game asks TURN, FLIGHT, FLIGHT with PAY on it, or DISCARD; not {names}")
    for number, frame in enumerate(state.agenda):
        if frame[1].bit_count() != 1 or frame[1] != state.agenda[0][1]:
            raise PositionError(f"agenda[{number}].seats", "every question goes to one seat, the same in all frames")
        if len(frame) != (4 if frame[0] == Frames.PAY else 2):
            raise PositionError(f"agenda[{number}].data", "PAY has a cell and 0 or 1; the others have no numbers")
    if not kinds:
        return
    seat = state.to_act[0]
    if kinds[-1] == Frames.DISCARD and size(state.hands[seat]) <= state.keep[seat]:
        raise PositionError("agenda", f"seat {seat} has no token over the limit of {state.keep[seat]} to discard")
    if kinds[-1] == Frames.PAY:
        _check_payment(state, seat, *state.agenda[-1][2:])


def _check_payment(state: WayfindersState, seat: int, cell: int, building: int) -> None:
    here = state.planes[seat]
    if building not in (0, 1) or cell not in ((here,) if building else NEIGHBOURS[here]):
        raise PositionError("agenda[1].data", "PAY is for the plane's island and 1, or one beside it and 0")
    if building and (cell == HOME or state.owned[seat] >> cell & 1):
        raise PositionError("agenda[1].data", f"seat {seat} cannot build at {CELL_NAMES[cell]}")
    if not building and (state.built | state.passes[seat]) >> cell & 1:
        raise PositionError("agenda[1].data", f"entering {CELL_NAMES[cell]} is free")


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


# ---------------------------------------------------------------------- the parts


def _cell(name: str) -> int:
    return CELL_NAMES.index(name)


def _by_seat(state: WayfindersState, rows: list[T], field: str) -> list[T]:
    if len(rows) != state.game.players:
        raise PositionError(f"table.{field}", f"expected {state.game.players} entries, got {len(rows)}")
    return rows


def _chart(state: WayfindersState, islands: dict[str, Tile | str]) -> Chart:
    """The dealt chart with some islands replaced; a dealt tile that is needed elsewhere makes room."""
    known = {tile.id: tile for tile in state.game.tiles}
    placed: dict[int, Tile] = {}
    for name, given in islands.items():
        place = f"table.islands.{name}"
        if _cell(name) == HOME:
            raise PositionError(place, "Home lies there")
        if isinstance(given, str) and given not in known:
            raise PositionError(place, f"there is no tile {given!r} in the tile set")
        placed[_cell(name)] = known[given] if isinstance(given, str) else given
    try:
        check_tiles(placed.values())
    except ComponentError as error:
        raise PositionError("table.islands", str(error)) from error
    used = {tile.id for tile in placed.values()}
    dealt = [tile for tile in state.chart.tiles if tile and tile.id not in used]
    spare = [tile for cell, tile in enumerate(state.chart.tiles) if tile in dealt and cell in placed]
    tiles: list[Tile | None] = [None] * len(CELLS)
    for cell in ISLAND_CELLS:
        there = state.chart.tiles[cell]
        tiles[cell] = placed.get(cell) or (there if there in dealt else spare.pop())
    return Chart(tuple(tiles))


def _fill_airstrips(state: WayfindersState, airstrips: dict[str, list[int]]) -> None:
    strips = [0] * len(CELLS)
    strips[HOME] = state.strips[HOME]
    for name, seats in airstrips.items():
        place = f"table.airstrips.{name}"
        if _cell(name) == HOME:
            raise PositionError(place, "the airstrips on Home are understood")
        if len(set(seats)) != len(seats):
            raise PositionError(place, "a player has one airstrip only on an island")
        if not all(0 <= seat < state.game.players for seat in seats):
            raise PositionError(place, f"seats run from 0 to {state.game.players - 1}")
        strips[_cell(name)] = sum(seat + 1 << 3 * slot for slot, seat in enumerate(seats))
    state.strips = tuple(strips)
    for seat in range(state.game.players):
        built = sum(seat in strip_seats(strips) for strips in state.strips)
        if built > CUBES:
            raise PositionError("table.airstrips", f"seat {seat} has {built} airstrips with Home, but {CUBES} cubes")


def _workers(state: WayfindersState, row: list[int], place: str) -> int:
    if len(row) > state.game.hangars:
        raise PositionError(place, f"only {state.game.hangars} hangars are in use")
    if any(not 0 <= number <= WORKERS_PER_HANGAR for number in row) or sum(row) > WORKERS:
        raise PositionError(place, f"at most {WORKERS_PER_HANGAR} workers in a hangar and {WORKERS} in all")
    return sum(number << 2 * hangar for hangar, number in enumerate(row))


def _fill_seen(state: WayfindersState, face_down: list[str] | UnsetType) -> None:
    visited = mask((*state.planes, *(cell for cell in CELLS if state.strips[cell])))
    if face_down is not UNSET:
        state.seen = ALL_CELLS & ~mask(_cell(name) for name in face_down)
        if face_down and not state.game.options.exploration:
            raise PositionError("table.face_down", "only exploration has islands face down")
        for cell in bits(ALL_CELLS & ~state.seen):
            if (visited | HOME_BIT) >> cell & 1:
                raise PositionError("table.face_down", f"{CELL_NAMES[cell]} has been visited")
            if (visited | HOME_BIT) & BESIDE[cell]:
                text = f"{CELL_NAMES[cell]} is next to an island that has been visited"
                raise PositionError("table.face_down", text)
            if state.chart.tiles[cell] not in state.game.tiles:
                raise PositionError("table.face_down", f"the tile at {CELL_NAMES[cell]} is not in the tile set")
    else:
        for cell in bits(visited):
            state.seen |= BESIDE[cell] | 1 << cell


def _tokens(text: str, place: str) -> int:
    """The bundle; more tokens than there are would run into its neighbouring fields."""
    for letter in LETTERS:
        if text.count(letter) > EACH:
            raise PositionError(place, f"{text.count(letter)} tokens {letter}, but there are {EACH} in the game")
    return bundle_of(text)


def _fill_tokens(state: WayfindersState, doc: TableDoc) -> None:
    if doc.hands is not UNSET:
        hands = _by_seat(state, doc.hands, "hands")
        state.hands = [_tokens(text, f"table.hands[{seat}]") for seat, text in enumerate(hands)]
    if doc.hangars is not UNSET:
        if len(doc.hangars) > state.game.hangars:
            raise PositionError("table.hangars", f"only {state.game.hangars} hangars are in use")
        state.columns = [0] * state.game.hangars
        for hangar, text in enumerate(doc.hangars):
            if len(text) > COLUMN:
                raise PositionError(f"table.hangars[{hangar}]", f"a column has at most {COLUMN} tokens")
            state.columns[hangar] = column_of(tuple(LETTERS.index(letter) for letter in text))
    out = sum(state.hands) + sum(ONE[kind] for column in state.columns for kind in column_tokens(column))
    bag = 0 if doc.bag is UNSET else _tokens(doc.bag, "table.bag")
    for kind in TYPES:
        total = count(out, kind) + count(bag, kind)
        if total > EACH:
            raise PositionError("table", f"{total} tokens {LETTERS[kind]}, but there are {EACH} in the game")
    state.bag = EACH * sum(ONE) - out if doc.bag is UNSET else bag
