"""The picture of the table, drawn from the view only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import Region, Scene, View

from .hexmap import planet_size
from .look import LOOK
from .planet import geometry
from .scene_panels import boards, hand, port, status, track
from .scene_planet import planet
from .view import TableView

if TYPE_CHECKING:
    from .game import Windward

__all__ = ["LOOK", "draw"]

GAP = 12
SIDE = 500
STATUS, HAND, PORT, BOARD, TRACK = 128, 118, 250, 132, 84


def draw(game: Windward, view: View) -> Scene:
    """The scene of a view: planet and track on the left; status, hand, port and ship boards on the right."""
    table: TableView = view.table
    hexes = geometry(table.radius)
    width, height = planet_size(hexes)
    right = width + 2 * GAP
    seats = len(table.ships)
    ys = [GAP]
    for panel in (STATUS, HAND, PORT):
        ys.append(ys[-1] + panel + GAP)
    regions = (
        Region("planet", "Planet", width, height, GAP, GAP, order=1),
        Region("track", "Notoriety", width, TRACK, GAP, height + 2 * GAP, order=5),
        Region("status", "This turn", SIDE, STATUS, right, ys[0], order=0),
        Region("hand", "Your cards", SIDE, HAND, right, ys[1], order=2),
        Region("port", "Orders and port", SIDE, PORT, right, ys[2], order=3),
        Region("boards", "Ship boards", SIDE, BOARD * seats, right, ys[3], order=4),
    )
    nodes = (
        *planet(game, view, table),
        *track(game, view, table),
        *status(game, view, table),
        *hand(game, view, table),
        *port(game, view, table),
        *boards(game, view, table),
    )
    tall = max(height + TRACK + 3 * GAP, ys[3] + BOARD * seats + GAP)
    return Scene("Windward", right + SIDE + GAP, tall, regions, nodes)
