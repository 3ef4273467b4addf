"""A game of Waypoints under its options: the map and all that follows from it, below the states."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from waystation.engine import ActionTable, Edition, Options
from waystation.engine.forms import OPEN, OWN, form
from waystation.engine.frozen import frozen

from .actions import Moves
from .atlas import load_sheet, validate
from .components import GOALS
from .graph import Graph
from .pencil import Pencil
from .sheet import Sheet, square_name


class WaypointsOptions(Options, frozen=True, kw_only=True):
    """What can be chosen before a game."""

    players: Annotated[int, Meta(title="Players", description="All share the dice.", ge=1, le=100)] = 2
    goal: Annotated[
        Literal["random", "lakes", "woods", "squares", "bridges"],
        Meta(title="Goal", description="The goal everybody works towards; random is the rulebook's way."),
    ] = "random"
    solo: Annotated[
        Literal["easy", "hard"],
        Meta(
            title="Solo level",
            description="Alone: three (easy) or all (hard) hikes must end camping.",
            **form(only={"players": [1]}),
        ),
    ] = "easy"
    must_photograph: Annotated[
        bool,
        Meta(title="Cameras must be used", description="No: a camera may also be wasted (ruling 18).", **form(OPEN)),
    ] = True
    paddle_on: Annotated[
        bool,
        Meta(
            title="Kayaks may paddle on",
            description="Yes: after three grid lines each further one costs 1 (ruling 12). No: land there.",
            **form(OPEN),
        ),
    ] = True
    map: Annotated[
        str,
        Meta(
            title="Map", description="map1, or the name of a map of your own.", pattern=r"^[a-z0-9][a-z0-9_-]*$(?!\n)"
        ),
    ] = "map1"
    sheet: Annotated[
        Sheet | None,
        Meta(
            title="Map in full", description="A compiled map written out; it goes before the map's name.", **form(OWN)
        ),
    ] = None


class WaypointsEdition(Edition):
    """Constants of a game: the sheet, its graph, and the action table."""

    options: WaypointsOptions

    def __init__(self, options: WaypointsOptions) -> None:
        if options.sheet is not None:
            validate(options.sheet)
        self.sheet = options.sheet or load_sheet(options.map)
        self.graph = Graph(self.sheet, options.paddle_on)
        self.moves = Moves(self.sheet)
        self.places = frozen(squares_of(self.sheet))
        self.pencil = Pencil(self.sheet, self.moves)
        self.stop_ids = tuple(stop.id for stop in self.sheet.waypoints)
        self.square_names = tuple(square_name(n, self.sheet.columns) for n in range(self.graph.squares))
        super().__init__(options)

    def make_actions(self) -> ActionTable:
        return self.moves.table

    def goal_from(self, corner: int) -> int:
        """The goal that the options name; else that of a corner of the map, or the next one that has any things."""
        if self.options.goal != "random":
            return GOALS.index(self.options.goal)
        return next(goal % 4 for goal in range(corner, corner + 4) if self.graph.goal_wholes[goal % 4])


def squares_of(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """What lies in each square: waypoints by id, then lakes, woods and bridges by number."""
    found: dict[str, list[str]] = {
        square_name(square, sheet.columns): [] for square in range(sheet.columns * sheet.rows)
    }
    for stop in sheet.waypoints:
        found[square_name(stop.square, sheet.columns)].append(stop.id)
    places: list[tuple[str, tuple[tuple[int, ...], ...]]] = [
        ("lake", tuple(lake.faces for lake in sheet.lakes)),
        ("wood", tuple(wood.faces for wood in sheet.woods)),
        ("bridge", tuple(bridge.faces for bridge in sheet.bridges)),
    ]
    for what, things in places:
        for number, faces in enumerate(things, 1):
            for square in sorted({sheet.faces[face].square for face in faces}):
                found[square_name(square, sheet.columns)].append(f"{what} {number}")
    return {name: tuple(names) for name, names in found.items()}
