"""The game of Waypoints: which of its parts belong together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from waystation.engine import Chance, Game, Options, Spec, State, View
from waystation.engine.documents import file_mark

from . import invariants
from .ahead import find_lines
from .atlas import load_sheet, map_path
from .components import GOALS, SPECIALS
from .edition import WaypointsEdition, WaypointsOptions
from .judgement import WaypointsJudgement
from .knowledge import WaypointsKnowledge
from .mapfile import TYPES
from .observation import WaypointsObservation
from .picture import Picture
from .picture.look import LOOK
from .positions import WaypointsPositions
from .questions import QUESTIONS
from .scoring import WaypointsScoring
from .state import WaypointsState
from .telling import WaypointsTelling


class Waypoints(WaypointsEdition, Game):
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
    default_bot = "expert"
    options_type = WaypointsOptions
    state_type = WaypointsState
    look = LOOK
    questions = QUESTIONS
    knowledge = WaypointsKnowledge()
    scoring = WaypointsScoring()
    judgement = WaypointsJudgement()
    observation = WaypointsObservation()
    telling = WaypointsTelling()
    positions = WaypointsPositions()

    def __init__(self, options: WaypointsOptions) -> None:
        super().__init__(options)
        self.picture = Picture(self.sheet, self.moves, self.pencil)
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

    @classmethod
    def terms(cls) -> Iterator[str]:
        """What the card names, and our map."""
        yield from (*TYPES, *SPECIALS, *GOALS, load_sheet("map1").name)

    def deal(self, setup: Chance) -> State:
        return WaypointsState(self, setup)

    def foresee(self, view: View) -> Iterator[None]:
        return find_lines(self.pencil, view)

    def faults(self, state: WaypointsState) -> Iterator[tuple[str, str]]:
        return invariants.faults(state)
