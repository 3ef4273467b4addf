"""The picture of the table, made from a view alone: displays, journal track, guilds and tiles, every panorama.

Each part is a region of its own, so that a phone shows them one below the other at a readable size.
"""

from __future__ import annotations

from waystation.engine.scene import Node, Region, Scene
from waystation.engine.view import View
from waystation.engine.words import say, told
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.knowledge import TableView
from waystation.games.wayfarers.picture import board, journal, legend, opponent, panorama

WIDTH, HEIGHT = 1566, 1168
DISPLAYS = ("land", "water", "townsfolk", "space", "inspiration")


def draw(box: Box, view: View) -> Scene:
    """The whole table for a viewer; his own panorama is the large one (a spectator sees that of the first seat)."""
    table: TableView = view.table
    main = view.viewer or 0
    owners = (*view.names, say("the opponent"))
    nodes: list[Node] = []
    for name in DISPLAYS:
        nodes += board.display(box, table, name, owners)
    nodes += board.hand(box, table)
    nodes += journal.track(box, table, owners)
    nodes += board.guilds(table, owners)
    nodes += board.stock(box, table)
    for seat in range(len(table.seats)):
        nodes += panorama.panorama(box, table, seat, view.names[seat], view.sheets[seat].total)
    if table.opponent:
        nodes += opponent.opponent(box, table.opponent)
    nodes += legend.legend()
    return Scene("Wayfarers of the South Tigris", WIDTH, HEIGHT, tuple(_regions(view, main)), tuple(nodes))


def _regions(view: View, main: int) -> list[Region]:
    """Displays at the left, one's own panorama in the middle, track, guilds and tiles at the right, others below."""
    table: TableView = view.table
    regions = [
        Region(f"seat:{main}", view.names[main], 480, 690, 524, 8, 1.22, order=1),
        Region("hand", told(say("In hand"), ()), 470, 116, 8, 750, 1.08, order=0),
        Region("journal", told(say("Journal track"), ()), 440, 800, 1118, 8, order=7),
        Region("guilds", told(say("Guilds"), ()), 440, 112, 1118, 816, order=8),
        Region("stock", told(say("Upgrade tiles"), ()), 440, 204, 1118, 936, order=9),
        Region("legend", told(say("What the icons mean"), ()), 440, 500, 866, 884, 0.55, order=30, folded=True),
    ]
    y = 8
    for order, name in enumerate(DISPLAYS, 2):
        tall = board.DISPLAY_TALL[name]
        regions.append(Region(f"display:{name}", told(board.TITLES[name], ()), 470, tall, 8, y, 1.08, order=order))
        y += round(tall * 1.08) + 8
    others = [seat for seat in range(len(table.seats)) if seat != main]
    for at, seat in enumerate(others):
        regions.append(Region(f"seat:{seat}", view.names[seat], 480, 690, 8 + 200 * at, 884, 0.4, 10 + at, folded=True))
    if table.opponent:
        regions.append(Region("opponent", told(say("The opponent"), ()), 440, 436, 8, 884, 0.65, order=10))
    return regions
