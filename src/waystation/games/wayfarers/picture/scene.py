"""The picture of the table, made from a view alone: displays, journal track, guilds and tiles, every panorama.

Each part is a region of its own, so that a phone shows them one below the other at a readable size.
"""

from __future__ import annotations

from waystation.engine.scene import Region, Scene
from waystation.engine.view import View
from waystation.engine.words import said, say
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.picture import board, journal, legend, opponent, panorama
from waystation.games.wayfarers.view import TableView

W, H = board.W, board.H
WIDTH, HEIGHT = 2 * W + 26, H + 16


class WayfarersPicture:
    """Draws views of games with one box."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def draw(self, view: View) -> Scene:
        """The whole table for a viewer; his own panorama is the first one (a spectator sees that of the first seat)."""
        table: TableView = view.table
        box = self.box
        owners = (*view.names, say("the opponent"))
        nodes = board.market(box, table, owners)
        nodes += journal.track(box, table, owners)
        nodes += board.guilds(table, owners)
        nodes += board.stock(box, table)
        second = []
        for seat in range(len(table.seats)):
            nodes += panorama.panorama(box, table, seat, view.names[seat], view.sheets[seat].total)
            cards = panorama.more(box, table, seat)
            nodes += cards
            second += [seat] if cards else []
        if table.opponent:
            nodes += opponent.opponent(box, table.opponent)
        nodes += legend.legend()
        return Scene("Wayfarers of the South Tigris", WIDTH, HEIGHT, tuple(_regions(view, second)), tuple(nodes))


def _regions(view: View, second: list[int]) -> list[Region]:
    """What everybody shares at the left, the players at the right, one behind the other: `second` have more cards."""
    table: TableView = view.table
    main = view.viewer or 0
    left, right = 8, W + 18
    regions = [
        Region("market", said("Market"), W, H, left, 8, order=1, tab="table"),
        Region("journal", said("Journal"), W, H, left, 8, order=2, folded=True, tab="table"),
        Region("supply", said("Guilds and tiles"), W, H, left, 8, order=3, folded=True, tab="table"),
        Region("legend", said("Signs"), W, H, left, 8, order=30, folded=True, tab="table"),
    ]
    others = [seat for seat in range(len(table.seats)) if seat != main]
    for at, seat in enumerate((main, *others)):
        name, order = view.names[seat], 10 + 2 * at if at else 0
        regions.append(Region(f"seat:{seat}", name, W, H, right, 8, 1, order, at > 0, tab="players"))
        if seat in second:
            title = said("{who}: more cards", who=name)
            regions.append(
                Region(f"more:{seat}", title, W, H, right, 8, 1, order + (1 if at else 0), True, tab="players")
            )
    if table.opponent:
        title = said("The opponent")
        regions.append(Region("opponent", title, 440, 540, right, 8, W / 440, 10, True, tab="players"))
    return regions
