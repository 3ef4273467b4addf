"""What everybody sees: nothing is hidden in this game, so every viewer gets the same table."""

from __future__ import annotations

from waystation.engine import Knowledge, Viewer

from . import hike, route, scoring
from .components import GOALS, JOURNAL, SPECIALS, TRACKS, gained
from .frames import Ask
from .graph import bits
from .state import WaypointsState
from .view import EntryView, HikerView, LegView, SpecialView, TableView


class WaypointsKnowledge(Knowledge[WaypointsState]):
    """Nothing is hidden."""

    open = True

    def table(self, state: WaypointsState, viewer: Viewer) -> TableView:
        sheet = state.game.sheet
        return TableView(
            map=sheet.name,
            squares=state.game.places,
            heights={stop.id: stop.height for stop in sheet.waypoints if stop.height},
            weather=sheet.weather,
            goal=GOALS[state.goal],
            start=state.game.stop_ids[state.start],
            hike=state.hike + 1,
            marker=state.marker,
            movement=state.movement,
            circled=tuple(map(tuple, state.circled)),
            hikers=tuple(_hiker_view(state, seat) for seat in range(state.game.players)),
        )


def _hiker_view(state: WaypointsState, seat: int) -> HikerView:
    game, me, stack = state.game, state.hikers[seat], state.stacks[seat]
    stops, squares, written = game.stop_ids, game.square_names, game.actions.format
    places = game.sheet.reaches if me.afloat >= 0 else game.sheet.faces
    asked = Ask(stack[-1][0]) if stack else None
    return HikerView(
        here=stops[me.here],
        visited=tuple(stops[w] for w in bits(me.visited)),
        photos=tuple(stops[w] for w in bits(me.photos)),
        marks=dict(zip(TRACKS, me.marks, strict=True)),
        heights=tuple(me.heights),
        water=me.water,
        drunk=me.drunk,
        specials=tuple(map(SpecialView, SPECIALS, gained(me.marks), me.used, me.ready)),
        lakes=tuple(n + 1 for n in bits(me.lakes)),
        woods=tuple(n + 1 for n in bits(me.woods)),
        bridges=tuple(n + 1 for n in bits(me.bridges)),
        squares=tuple(squares[n] for n in bits(me.squares)),
        hike_squares=me.hike_squares.bit_count(),
        journal=tuple(
            EntryView(key, points if points >= 0 else None, hike.entry_points(state, me, entry))
            for entry, (key, points) in enumerate(zip(JOURNAL, me.journal, strict=True))
        ),
        goals={key: scoring.goal_count(state, me, goal) for goal, key in enumerate(GOALS)},
        ends=tuple(stops[w] for w in me.ends),
        missed_camps=scoring.missed_camps(state, me),
        legs=tuple(LegView(leg[0] + 1, stops[leg[1]], stops[leg[2]], tuple(map(written, leg[3:]))) for leg in me.legs),
        asked=asked.name.lower() if asked is not None else "",
        walk=tuple(map(written, me.trail)),
        face=places[me.node].name,
        spent=me.spent,
        coats=me.coats,
        points_left=route.budget(state, me) if asked == Ask.WALK else 0,
    )
