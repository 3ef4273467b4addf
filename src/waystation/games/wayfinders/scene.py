"""The picture of the table, drawn from the view only: islands, hangar board and bag, players."""

from __future__ import annotations

from functools import lru_cache

from waystation.engine.scene import Node, Region, Scene
from waystation.engine.view import View
from waystation.games.wayfinders import scene_board, scene_islands
from waystation.games.wayfinders.geometry import MAP
from waystation.games.wayfinders.view import TableView

SPACE = 12


def draw(view: View) -> Scene:
    """The scene of a view."""
    totals = tuple(sheet.total for sheet in view.sheets)
    return _drawn(view.table, view.names, view.to_act, totals, scene_board.buttons(view))


@lru_cache(maxsize=256)
def _drawn(
    table: TableView, names: tuple[str, ...], to_act: tuple[int, ...], totals: tuple[int, ...], buttons: frozenset[str]
) -> Scene:
    # Kept by all that it shows: viewers who see the same share one picture.
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
        *scene_islands.draw(table, names),
        *scene_board.hangars(table, names, buttons),
        *scene_board.players(table, names, to_act, totals),
    ]
    height = max(MAP, hangars + SPACE + players) + 2 * SPACE
    return Scene("Wayfinders", right + width + SPACE, height, regions, tuple(nodes))
