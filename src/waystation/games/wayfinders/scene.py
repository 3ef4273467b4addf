"""The picture of the table, drawn from the view only: islands, hangar board and bag, players."""

from __future__ import annotations

from waystation.engine.scene import Node, Region, Scene
from waystation.engine.view import View
from waystation.games.wayfinders import scene_board, scene_islands
from waystation.games.wayfinders.geometry import MAP
from waystation.games.wayfinders.view import TableView

SPACE = 12


def draw(view: View) -> Scene:
    """The scene of a view."""
    table: TableView = view.table
    hangars = scene_board.hangars_height(table)
    players = scene_board.PANEL * len(table.seats)
    width = scene_board.WIDTH
    right = MAP + 2 * SPACE
    regions = (
        Region("islands", "Islands", MAP, MAP, SPACE, SPACE, order=0),
        Region("hangars", "Hangar board", width, hangars, right, SPACE, order=1),
        Region("players", "Players", width, players, right, hangars + 2 * SPACE, order=2),
    )
    nodes: list[Node] = [
        *scene_islands.draw(table, view.names),
        *scene_board.hangars(view, table),
        *scene_board.players(view, table),
    ]
    height = max(MAP, hangars + SPACE + players) + 2 * SPACE
    return Scene("Wayfinders", right + width + SPACE, height, regions, tuple(nodes))
