"""What everybody sees: nothing is hidden in this game, so every viewer gets the same table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from waystation.engine.frozen import Seen

from .card import GOALS, JOURNAL, SPECIALS, TRACKS, gained
from .graph import bits
from .hiker import Ask, Hiker
from .rules import route, scoring, turn
from .sheet import Sheet, square_name

if TYPE_CHECKING:
    from .state import WaypointsState


class LegView(Struct, frozen=True):
    """A route or glide: the hike (from 1), where from and to, and its steps in notation."""

    hike: int
    start: str
    end: str
    steps: tuple[str, ...]


class EntryView(Struct, frozen=True):
    """A journal entry: its points if scored, and what it would score now (with the campsite's doubling)."""

    key: str
    points: int | None
    now: int


class SpecialView(Struct, frozen=True):
    """How many of a special are circled, crossed out, and usable this turn."""

    key: str
    gained: int
    used: int
    ready: int


class HikerView(Seen, frozen=True):
    """One player's sheet."""

    here: str
    visited: tuple[str, ...]
    photos: tuple[str, ...]
    marks: dict[str, int]
    heights: tuple[int, ...]
    water: int
    drunk: int
    specials: tuple[SpecialView, ...]
    lakes: tuple[int, ...]
    woods: tuple[int, ...]
    bridges: tuple[int, ...]
    squares: tuple[str, ...]
    hike_squares: int
    journal: tuple[EntryView, ...]
    goals: dict[str, tuple[int, int]]
    ends: tuple[str, ...]
    missed_camps: int
    legs: tuple[LegView, ...]
    asked: str
    walk: tuple[str, ...]
    face: str
    spent: int
    coats: int
    points_left: int


class TableView(Seen, frozen=True):
    """The whole table: map, goal, weather, and the players' sheets by seat.

    `squares` names what lies in each square, `heights` the mountains' metres, `weather` the numbers of the ring.
    """

    map: str
    squares: dict[str, tuple[str, ...]]
    heights: dict[str, int]
    weather: tuple[tuple[int, ...], ...]
    goal: str
    start: str
    hike: int
    marker: int
    movement: int
    circled: tuple[tuple[int, ...], ...]
    hikers: tuple[HikerView, ...]


def table_view(state: WaypointsState) -> TableView:
    """The table as everybody knows it."""
    sheet = state.game.sheet
    return TableView(
        map=sheet.name,
        squares=state.game.places,
        heights={stop.id: stop.height for stop in sheet.waypoints if stop.height},
        weather=sheet.weather,
        goal=GOALS[state.goal],
        start=state.game.sheet.waypoints[state.start].id,
        hike=state.hike + 1,
        marker=state.marker,
        movement=state.movement,
        circled=tuple(map(tuple, state.circled)),
        hikers=tuple(_hiker_view(state, me) for me in state.hikers),
    )


def squares_of(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """What lies in each square: waypoints by id, then lakes, woods and bridges by number."""
    found: dict[str, list[str]] = {
        square_name(square, sheet.columns): [] for square in range(sheet.columns * sheet.rows)
    }
    for stop in sheet.waypoints:
        found[square_name(stop.square, sheet.columns)].append(stop.id)
    places: list[tuple[str, tuple[tuple[int, ...], ...]]] = [
        ("lake", tuple(lake.faces for lake in sheet.lakes)),
        ("wood", tuple(wood.faces for wood in sheet.woods)),
        ("bridge", tuple(bridge.faces for bridge in sheet.bridges)),
    ]
    for what, things in places:
        for number, faces in enumerate(things, 1):
            for square in sorted({sheet.faces[face].square for face in faces}):
                found[square_name(square, sheet.columns)].append(f"{what} {number}")
    return {name: tuple(names) for name, names in found.items()}


def _hiker_view(state: WaypointsState, me: Hiker) -> HikerView:
    game = state.game
    stops, columns = game.sheet.waypoints, game.sheet.columns
    places = game.sheet.reaches if me.afloat >= 0 else game.sheet.faces
    return HikerView(
        here=stops[me.here].id,
        visited=tuple(stops[w].id for w in bits(me.visited)),
        photos=tuple(stops[w].id for w in bits(me.photos)),
        marks=dict(zip(TRACKS, me.marks, strict=True)),
        heights=tuple(me.heights),
        water=me.water,
        drunk=me.drunk,
        specials=tuple(map(SpecialView, SPECIALS, gained(me.marks), me.used, me.ready)),
        lakes=tuple(n + 1 for n in bits(me.lakes)),
        woods=tuple(n + 1 for n in bits(me.woods)),
        bridges=tuple(n + 1 for n in bits(me.bridges)),
        squares=tuple(square_name(n, columns) for n in bits(me.squares)),
        hike_squares=me.hike_squares.bit_count(),
        journal=tuple(
            EntryView(key, points if points >= 0 else None, turn.entry_points(state, me, entry))
            for entry, (key, points) in enumerate(zip(JOURNAL, me.journal, strict=True))
        ),
        goals={key: scoring.goal_count(state, me, goal) for goal, key in enumerate(GOALS)},
        ends=tuple(stops[w].id for w in me.ends),
        missed_camps=scoring.missed_camps(state, me),
        legs=tuple(
            LegView(leg[0] + 1, stops[leg[1]].id, stops[leg[2]].id, tuple(map(game.actions.format, leg[3:])))
            for leg in me.legs
        ),
        asked=Ask(me.doing[-1]).name.lower() if me.doing else "",
        walk=tuple(map(game.actions.format, me.trail)),
        face=places[me.node].name,
        spent=me.spent,
        coats=me.coats,
        points_left=route.budget(state, me) if me.doing and me.doing[-1] == Ask.WALK else 0,
    )
