"""The fields of a game at one moment: the shared weather and goal, a sheet for each player, and what each is asked.

The agenda holds one frame at a time: ROLL, then TURN, which asks everybody at once. Within the turn each player has a
stack of questions of their own, since nobody waits for anybody.
"""

from __future__ import annotations

from waystation.engine import Chance, Frame, State
from waystation.engine.fields import LISTS, BySeat, Fields, Kept, Keyed, Listed, Named, Number, Parts, field

from .components import GOALS, HIKES, JOURNAL, LENGTHS, MOUNTAIN, SIDE, SPECIALS, TRACKS, WATER_SPACES
from .edition import WaypointsEdition
from .frames import Ask
from .shapes import SQUARE, STEPS, STOP, From1, HikerDoc, Leg, Legs, Numbered, Some, highest, longest


class Hiker(Fields):
    """A player's sheet. Sets of waypoints, squares, lakes, woods and bridges are bits of an int."""

    here: int = field(STOP)
    visited: int = field(Some(STOP))
    photos: int = field(Some(STOP))
    marks: list[int] = field(Keyed(TRACKS, Number(0, longest)), doc="Circled spaces by track")
    heights: list[int] = field(Listed(Number(0, highest), most=LENGTHS[MOUNTAIN]))
    water: int = field(Number(0, WATER_SPACES), doc="Spaces circled,")
    drunk: int = field(Number(0, WATER_SPACES), doc="and of those, crossed out")
    used: list[int] = field(Keyed(SPECIALS, Number(0, longest)), doc="Specials crossed out")
    ready: list[int] = field(
        Keyed(SPECIALS, Number(0, longest)), doc="Specials that may be used this turn; left out: all that are left"
    )
    lakes: int = field(Some(Numbered("lakes")))
    woods: int = field(Some(Numbered("woods")))
    bridges: int = field(Some(Numbered("bridges")))
    squares: int = field(Some(SQUARE))
    journal: list[int] = field(Keyed(JOURNAL, Number(0, 200), rest=-1), doc="Points of the entries scored")
    ends: list[int] = field(Listed(STOP, most=HIKES), doc="Where each hike ended")
    legs: list[Leg] = field(Legs())
    # this hike
    hike_squares: int = field(Some(SQUARE))
    visits: list[int] = field(Keyed(TRACKS, Number(0, 676)), doc="Waypoints of this hike by track")
    # this turn
    trail: list[int] = field(STEPS, name="walk", doc="The route under way")
    node: int = field(Kept())  # a face, or a reach while afloat
    afloat: int = field(Number(-1, 3), doc="Grid lines crossed by the kayak in use; -1: on foot")
    spent: int = field(Number(0, 999))
    coats: int = field(Number(0, 7))
    crossed: int = field(Some(Numbered("bridges")), doc="Bridges crossed on this route,")
    crossed_twice: int = field(Some(Numbered("bridges")), doc="and those crossed there and back")
    lakes_due: int = field(Number(0, 676), doc="New lakes of this route that have not paid yet")
    woods_due: int = field(Number(0, 676))

    def __init__(self, start: int, face: int) -> None:
        self.here = start
        self.visited = 1 << start
        self.photos = 0
        self.marks = [0] * len(TRACKS)
        self.heights = []  # numbers written on the mountain track
        self.water = self.drunk = 0
        self.used, self.ready = [0] * len(SPECIALS), [0] * len(SPECIALS)
        self.lakes = self.woods = self.bridges = self.squares = 0
        self.journal = [-1] * len(JOURNAL)
        self.ends = []
        self.legs = []
        self.hike_squares = 0
        self.visits = [0] * len(TRACKS)
        self.trail = []
        self.node = face
        self.afloat = -1
        self.spent = self.coats = self.crossed = self.crossed_twice = self.lakes_due = self.woods_due = 0

    @property
    def held(self) -> int:
        """Water circled and not yet crossed out."""
        return self.water - self.drunk


class WaypointsState(State):
    """A game of Waypoints at one moment."""

    game: WaypointsEdition

    goal: int = field(Named(GOALS))
    start: int = field(STOP)
    hike: int = field(From1(HIKES))
    marker: int = field(Number(0, SIDE))
    circled: list[list[int]] = field(Listed(Listed(Number(1, SIDE), most=SIDE), length=HIKES))
    hikers: list[Hiker] = field(BySeat(Parts(Hiker, HikerDoc), fewer=True))
    stacks: list[list[Frame]] = field(Kept(LISTS))

    def __init__(self, game: WaypointsEdition, setup: Chance) -> None:
        super().__init__(game, setup)
        graph = game.graph
        self.goal = game.goal_from(setup.below(len(GOALS)) if game.options.goal == "random" else 0)
        self.hike = 0
        self.marker = 0
        self.circled = [[] for _ in range(HIKES)]
        self.begin_at(graph.campsite(setup.die(6)))
        self.stacks = [[] for _ in range(game.players)]
        self.agenda.append((Ask.ROLL, 0))

    def begin_at(self, start: int) -> None:
        """Everybody's sheet is empty, and everybody stands on this campsite."""
        self.start = start
        self.hikers = [Hiker(start, self.game.graph.stop_face[start]) for _ in range(self.game.players)]

    @property
    def movement(self) -> int:
        """Points that the weather gives this turn."""
        return self.game.sheet.weather[self.hike][self.marker - 1] if self.marker else 0
