"""The picture of the table, drawn from the view only."""

from __future__ import annotations

from waystation.engine import Region, Scene, View, kit
from waystation.engine.words import said, say, told
from waystation.games.windward.edition import WindwardEdition
from waystation.games.windward.hexmap import planet_size
from waystation.games.windward.planet import geometry
from waystation.games.windward.view import TableView

from .battle import battle, battle_height
from .look import LOOK
from .panels import boards, hand, port, rivals_height, status, track
from .planet import planet

__all__ = ["LOOK", "WindwardPicture"]

GAP = 12
SIDE = 500
STATUS, HAND, PORT, BOARD, TRACK = 80, 118, 250, 132, 160
SHAPE = 1.63
"""How much wider than tall a table is drawn: about as the place for it on a laptop's screen."""
READ = 460
"""So many pixels wide the planet is at least: the names of its spaces can then be read on a phone."""


class WindwardPicture:
    """The planet at the left; at the right status, hand and own board, below them port, rivals, track and battle."""

    def __init__(self, game: WindwardEdition) -> None:
        self.game = game

    def draw(self, view: View) -> Scene:
        game, table = self.game, view.table
        assert isinstance(table, TableView)
        width, height = planet_size(geometry(table.radius))
        right, scale = width + 2 * GAP, round((SHAPE * (height + 2 * GAP) - width - 3 * GAP) / SIDE, 3)
        mine = () if view.viewer is None else (view.viewer,)
        rivals = tuple(seat for seat in range(len(table.ships)) if seat not in mine)
        own = [("own", view.names[seat], BOARD) for seat in mine]
        side = [("status", said("This turn"), STATUS), ("hand", said("Your cards"), HAND), *own]
        tops = kit.stacked([tall * scale for _, _, tall in side], GAP, GAP)
        fight = () if table.battle is None else (("battle", say("Battle"), battle_height(table.battle)),)
        others = (("rivals", say("Ship boards"), rivals_height(rivals)),) if rivals else ()
        behind = (*fight, ("port", say("Orders and port"), PORT), *others, ("track", say("Notoriety"), TRACK))
        regions = (
            Region("planet", said("Planet"), width, height, GAP, GAP, order=1, least=READ),
            *(
                Region(name, title, SIDE, tall, right, top, scale, order=2 + place if place else 0)
                for place, ((name, title, tall), top) in enumerate(zip(side, tops, strict=False))
            ),
            *(
                Region(name, told(title), SIDE, tall, right, tops[-1], scale, order=5 + place,
                       folded=name in ("rivals", "track"), tab="side")
                for place, (name, title, tall) in enumerate(behind)
            ),
        )  # fmt: skip
        nodes = (
            *planet(view, table),
            *track(view, table),
            *status(game, view, table),
            *battle(view, table),
            *hand(game, view, table),
            *port(game, view, table),
            *boards(game, view, table, mine, rivals),
        )
        tall = max(height + 2 * GAP, tops[-1] + scale * max(one[2] for one in behind) + GAP)
        return Scene("Windward", right + SIDE * scale + GAP, tall, regions, nodes)
