"""Islands, hangar board and bag, players: where they stand beside each other."""

from __future__ import annotations

from waystation.engine import Node, Region, Scene, View, kit
from waystation.engine.words import say, told
from waystation.games.wayfinders.picture import board, islands
from waystation.games.wayfinders.places import MAP
from waystation.games.wayfinders.view import TableView

SPACE = 12


class WayfindersPicture:
    """Draws a view."""

    def draw(self, view: View) -> Scene:
        totals = tuple(sheet.total for sheet in view.sheets)
        return _drawn(view.table, view.names, view.to_act, totals, board.buttons(view))


@kit.kept
def _drawn(
    table: TableView, names: tuple[str, ...], to_act: tuple[int, ...], totals: tuple[int, ...], buttons: frozenset[str]
) -> Scene:
    # Kept by all that it shows: viewers who see the same share one picture.
    players = board.panel_height(len(table.seats)) * len(table.seats)
    right = MAP + 2 * SPACE
    regions = (
        Region("islands", told(say("Islands"), ()), MAP, MAP, SPACE, SPACE, order=0),
        Region("hangars", told(say("Hangar board"), ()), board.WIDTH, board.HANGARS, right, SPACE, order=1),
        Region("players", told(say("Players"), ()), board.WIDTH, players, right, board.HANGARS + 2 * SPACE, order=2),
    )
    nodes: list[Node] = [
        *islands.draw(table, names),
        *board.hangars(table, names, buttons),
        *board.players(table, names, to_act, totals),
    ]
    height = max(MAP, board.HANGARS + SPACE + players) + 2 * SPACE
    return Scene("Wayfinders", right + board.WIDTH + SPACE, height, regions, tuple(nodes))
