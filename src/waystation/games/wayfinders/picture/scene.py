"""Islands, hangar board and bag, players: where they stand beside each other."""

from __future__ import annotations

from functools import lru_cache

from waystation.engine import Region, Scene, ScoreSheet, View, kit
from waystation.engine.words import said
from waystation.games.wayfinders.picture import board, islands
from waystation.games.wayfinders.places import MAP
from waystation.games.wayfinders.view import TableView

SPACE = 12
RIGHT = MAP + 2 * SPACE
"""Where the panels beside the map begin."""


class WayfindersPicture:
    """Draws a view."""

    def draw(self, view: View) -> Scene:
        return _drawn(view.table, view.names, view.to_act, _totals(view.sheets))


@lru_cache(maxsize=4096)
def _totals(sheets: tuple[ScoreSheet, ...]) -> tuple[int, ...]:
    return tuple([sheet.total for sheet in sheets])


@kit.kept
def _drawn(table: TableView, names: tuple[str, ...], to_act: tuple[int, ...], totals: tuple[int, ...]) -> Scene:
    # Kept by all that it shows: there are no secrets, so all viewers share one picture.
    regions, height = _regions(len(table.seats))
    nodes = (
        *islands.draw(table, names),
        *board.hangars(table, names),
        board.bag(table.bag),
        *board.bar(),
        *board.players(table, names, to_act, totals),
        *board.workers(table, names),
    )
    return Scene("Wayfinders", RIGHT + board.WIDTH + SPACE, height, regions, nodes)


@kit.kept
def _regions(seats: int) -> tuple[tuple[Region, ...], float]:
    """The panels, and how high they are together."""
    players = board.panel_height(seats) * seats
    regions = (
        Region("islands", said("Islands"), MAP, MAP, SPACE, SPACE, order=0),
        Region("hangars", said("Hangar board"), board.WIDTH, board.HANGARS, RIGHT, SPACE, order=1),
        Region("players", said("Players"), board.WIDTH, players, RIGHT, board.HANGARS + 2 * SPACE, order=2),
    )
    return regions, max(MAP, board.HANGARS + SPACE + players) + 2 * SPACE
