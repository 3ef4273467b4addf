"""The game of Waypoints: options, map and action table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from waystation.engine import ActionTable, Chance, Game, Options, Scene, Spec, State, View
from waystation.engine.documents import file_mark
from waystation.engine.frozen import frozen

from .atlas import load_sheet, map_path, validate
from .card import GOALS, HIKES
from .graph import Graph
from .look import LOOK
from .moves import Moves
from .picture import Picture
from .position import TableDoc
from .sheet import Sheet
from .state import WaypointsState
from .view import squares_of


class WaypointsOptions(Options, frozen=True, kw_only=True):
    """What can be chosen before a game."""

    players: Annotated[int, Meta(title="Players", description="All share the dice.", ge=1, le=100)] = 2
    goal: Annotated[
        Literal["random", "lakes", "woods", "squares", "bridges"],
        Meta(title="Goal", description="The goal everybody works towards; random is the rulebook's way."),
    ] = "random"
    solo: Annotated[
        Literal["easy", "hard"],
        Meta(title="Solo level", description="Alone: three (easy) or all (hard) hikes must end camping."),
    ] = "easy"
    must_photograph: Annotated[
        bool, Meta(title="Cameras must be used", description="No: a camera may also be wasted (ruling 18).")
    ] = True
    paddle_on: Annotated[
        bool,
        Meta(
            title="Kayaks may paddle on",
            description="Yes: after three grid lines each further one costs 1 (ruling 12). No: land there.",
        ),
    ] = True
    map: Annotated[
        str, Meta(title="Map", description="map1, or the name of a map of your own.", pattern="^[a-z0-9][a-z0-9_-]*$")
    ] = "map1"
    sheet: Annotated[
        Sheet | None,
        Meta(title="Map in full", description="A compiled map written out; it goes before the map's name."),
    ] = None


class Waypoints(Game):
    """Waypoints on a map: four hikes, one sheet for each player."""

    name = "waypoints"
    spec = Spec(
        title="Waypoints",
        blurb="Roll for the weather and draw your own way over a topographic map: four hikes, every line counts.",
        players=(1, 100),
        minutes=(20, 40),
        weight=2.0,
        max_decisions=1_000_000,
        simultaneous=True,
    )
    rules_version = 2
    options_type = WaypointsOptions
    position_type = TableDoc
    state_type = WaypointsState
    look = LOOK
    options: WaypointsOptions
    picture: Picture

    def __init__(self, options: WaypointsOptions) -> None:
        self.sheet = options.sheet or load_sheet(options.map)
        if options.sheet is not None:
            validate(options.sheet)
        self.graph = Graph(self.sheet, options.paddle_on)
        self.moves = Moves(self.sheet)
        self.places = frozen(squares_of(self.sheet))
        self.picture = Picture(self.sheet, self.moves)
        super().__init__(options)
        self.spec = replace(self.spec, simultaneous=options.players > 1)

    @classmethod
    def own_files(cls, options: Options) -> tuple[Any, ...]:
        """The map's file, when it is not written out in the options."""
        assert isinstance(options, WaypointsOptions)
        return () if options.sheet else file_mark(map_path(options.map))

    @property
    def readable_rules_versions(self) -> frozenset[int]:
        """Version 2 only turned the default of an option round: games of version 1 are read with the old one."""
        return frozenset({1, 2})

    @classmethod
    def options_since(cls, options: Mapping[str, Any], rules_version: object) -> Mapping[str, Any]:
        """Under version 1 a camera could be wasted unless the options said otherwise."""
        return {"must_photograph": False, **options} if rules_version == 1 else options

    def make_actions(self) -> ActionTable:
        return self.moves.table

    def choose_goal(self, setup: Chance) -> int:
        """The goal option; drawn if it is left to chance."""
        if self.options.goal == "random":
            return setup.below(len(GOALS))
        return GOALS.index(self.options.goal)

    def deal(self, setup: Chance) -> State:
        return WaypointsState(self, setup)

    def rounds(self, state: State) -> int:
        """Hikes that have begun."""
        assert isinstance(state, WaypointsState)
        return min(state.hike + 1, HIKES)

    def draw(self, view: View) -> Scene:
        return self.picture.draw(view)

    def evaluate(self, state: State, seat: int) -> float:
        from .judgement import evaluate

        assert isinstance(state, WaypointsState)
        return evaluate(state, seat)
