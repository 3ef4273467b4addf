"""The table's picture: what is kept from scene to scene is what would be drawn anew."""

from __future__ import annotations

import waystation
from waystation.engine import Chance
from waystation.games.waypoints.frames import Ask
from waystation.games.waypoints.picture import Picture
from waystation.games.waypoints.state import WaypointsState


def test_a_scene_with_kept_parts_is_the_scene_drawn_anew() -> None:
    game = waystation.load("waypoints", players=3)
    state, chance = game.new_state(2), Chance.of(2, "picture")
    assert isinstance(state, WaypointsState)
    move = 0
    while not state.is_over:
        seat = chance.choice(state.to_act)
        state.advance(chance.choice(state.legal_actions(seat)), seat)
        move += 1
        for viewer in (0, 2, None) if move % 23 == 0 or state.is_over else ():
            view = state.view(viewer)
            assert Picture(state.game.sheet, state.game.moves).draw(view) == game.draw(view)


def test_a_route_under_way_is_drawn_through_every_face_it_entered() -> None:
    game = waystation.load("waypoints", players=1)
    state = game.state_from({"table": {"start": "camp1", "marker": 3}})
    assert isinstance(state, WaypointsState)
    for step in ("go B3e", "go B3f", "go B3g"):
        state.play(step)
    me, sheet = state.hikers[0], state.game.sheet
    assert state.stacks[0][-1][0] == Ask.WALK
    pencil = state.game.pencil
    steps = [game.actions.format(action) for action in me.trail]
    line = pencil.points(sheet.waypoints[me.here].at, steps, sheet.faces[me.node].at, sketch=True)
    names = [sheet.faces[pencil.raster.face(point)].name for point in line]
    assert list(dict.fromkeys(names)) == ["A3g", "B3e", "B3f", "B3g"]
    assert line[-1] == sheet.faces[me.node].at
