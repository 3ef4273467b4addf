"""The picture of the table, drawn from the view only."""

from __future__ import annotations

from waystation.engine import Region, Scene, View, kit
from waystation.engine.words import say, told
from waystation.games.windward.edition import WindwardEdition
from waystation.games.windward.hexmap import planet_size
from waystation.games.windward.knowledge import TableView
from waystation.games.windward.planet import geometry

from .battle import battle, battle_height
from .look import LOOK
from .panels import boards, hand, port, status, track
from .planet import planet

__all__ = ["LOOK", "WindwardPicture"]

GAP = 12
SIDE = 500
STATUS, HAND, PORT, BOARD, TRACK = 80, 118, 250, 132, 84


class WindwardPicture:
    """Planet and track on the left; status, battle, hand, port and ship boards on the right."""

    def __init__(self, game: WindwardEdition) -> None:
        self.game = game

    def draw(self, view: View) -> Scene:
        game, table = self.game, view.table
        assert isinstance(table, TableView)
        width, height = planet_size(geometry(table.radius))
        right = width + 2 * GAP
        boards_height = BOARD * len(table.ships)
        fight = [] if table.battle is None else [("battle", say("Battle"), battle_height(table.battle))]
        side = [("status", say("This turn"), STATUS), *fight, ("hand", say("Your cards"), HAND),
                ("port", say("Orders and port"), PORT), ("boards", say("Ship boards"), boards_height)]  # fmt: skip
        tops = kit.stacked([tall for _, _, tall in side], GAP, GAP)
        regions = (
            Region("planet", told(say("Planet"), ()), width, height, GAP, GAP, order=1),
            Region("track", told(say("Notoriety"), ()), width, TRACK, GAP, height + 2 * GAP, order=9),
            *(
                Region(name, told(title, ()), SIDE, tall, right, top, order=2 + place if place else 0)
                for place, ((name, title, tall), top) in enumerate(zip(side, tops, strict=False))
            ),
        )
        nodes = (
            *planet(view, table),
            *track(view, table),
            *status(game, view, table),
            *battle(view, table),
            *hand(game, view, table),
            *port(game, view, table),
            *boards(game, view, table),
        )
        tall = max(height + TRACK + 3 * GAP, tops[-1])
        return Scene("Windward", right + SIDE + GAP, tall, regions, nodes)
