"""The picture of the table, made from the view only: the city, and the panels beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from waystation.engine.scene import Region, Scene
from waystation.engine.view import View
from waystation.engine.words import said, say, told
from waystation.games.wordtraveler.picture.board import BOARD, board
from waystation.games.wordtraveler.picture.panels import panels
from waystation.games.wordtraveler.picture.postcard import postcards
from waystation.games.wordtraveler.picture.town import Town
from waystation.games.wordtraveler.view import Table


class WordTravelerPicture:
    """Draws views of games in one town."""

    def __init__(self, town: Town) -> None:
        self.town = town

    def draw(self, view: View) -> Scene:
        """The scene of a view."""
        table = cast(Table, view.table)
        title = say(
            "Word Traveler in {city}, day {day}, {n:point|points}",
            city=self.town.city.name,
            day=table.day,
            n=table.score,
        )
        nodes = (*board(self.town, view, table), *panels(self.town, view, table))
        return Scene(told(title), 1083, 694, _regions(), nodes)

    def keepsakes(self, views: Iterable[View]) -> tuple[Scene, ...]:
        """A postcard of each trip."""
        return postcards(self.town, views)


def _regions() -> tuple[Region, ...]:
    return (
        Region("board", said("The city"), BOARD, BOARD, 8, 6, 0.73, order=1),
        Region("lens", said("A closer look"), 520, 262, 555, 426, order=2),
        Region("clue", said("Arrows and words"), 520, 245, 555, 6, order=3),
        Region("hand", said("Word cards"), 520, 157, 555, 260, order=4),
        Region("team", said("The team"), 536, 134, 8, 554, order=5),
    )
