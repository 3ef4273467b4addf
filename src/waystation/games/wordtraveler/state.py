"""The state: what lies on the table. Lists of lists are by seat."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from waystation.engine import Chance, Frame, State
from waystation.engine.fields import LIST, LISTS, BySeat, Kept, Listed, Number, Rows, SeatNumber, field
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.edition import WordTravelerEdition
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.geometry import CENTRE, directions_of
from waystation.games.wordtraveler.shapes import Day, MapSides, Space

HAND = 10
ARROWS = (0, 3, 5)
"""Arrows on day 1 and day 2."""

TAKE_BACKS = 100
"""How often a seat may take something back in one step (ruling 24): people never get there, and every game ends."""


class Stage(IntEnum):
    """How far a seat's day is; what others may know of it depends on that."""

    PLANNING = 0
    WAITING = 1
    TRAVELLING = 2
    BACK = 3


class WordTravelerState(State):
    """One game at one moment."""

    game: WordTravelerEdition

    day: int = field(Day())
    first: int = field(SeatNumber(), doc="The seat that travels first")
    starts: list[int] = field(BySeat(Space()), doc="Where each marker stood when the day began")
    markers: list[int] = field(BySeat(Space()), doc="Where each seat's marker stands")
    maps: list[int] = field(MapSides(), doc="Two map sides a seat, day 1 first")
    gained: list[int] = field(Rows(Number(0, 2 * ARROWS[2]), 2), doc="Points by seat and day")
    paths: list[list[int]] = field(BySeat(Listed(Space())), doc="The footprints settled for each traveller today")
    proposals: list[list[int]] = field(BySeat(Listed(Space())), doc="What each local proposes in the guess at hand")
    backs: list[int] = field(
        BySeat(Number(0, TAKE_BACKS)), name="take_backs", doc="Take-backs left in this step, by seat"
    )
    bag: list[int] = field(Kept(LIST))  # words not dealt yet, sorted
    free: list[list[int]] = field(Kept(LISTS))  # words in hand that are under no arrow, sorted
    plan: list[list[int]] = field(Kept(LISTS))  # each seat's plan: its `stop`, `say` and `not` actions in order
    last: list[int] = field(Kept(LIST))  # on day 2 until all plans are made, the last trip of day 1 (`days.remember`)

    def __init__(self, game: WordTravelerEdition, chance: Chance) -> None:
        super().__init__(game, chance)
        players = game.players
        self.day = 1
        self.first = 0
        self.starts = [CENTRE] * players
        self.markers = [CENTRE] * players
        self.maps = [0] * (2 * players)
        self.gained = [0] * (2 * players)
        self.paths = [[] for _ in range(players)]
        self.proposals = [[] for _ in range(players)]
        self.backs = [TAKE_BACKS] * players
        self.bag = list(range(len(game.words.ids)))
        self.free = [[] for _ in range(players)]
        self.plan = [[] for _ in range(players)]
        self.last = []

    # ------------------------------------------------------------------ questions about the table

    @property
    def score(self) -> int:
        """The team's points."""
        return sum(self.gained)

    @property
    def souvenirs(self) -> int:
        """Golden souvenirs reached so far: the score never falls, so they need not be kept (ruling 18)."""
        score = self.score
        return sum(place <= score for place in self.game.souvenirs)

    @property
    def arrows(self) -> int:
        """How many arrows each traveller has today."""
        return ARROWS[self.day]

    def map_side(self, seat: int) -> int:
        """The map side that the seat uses today."""
        return self.maps[2 * seat + self.day - 1]

    def stops(self, seat: int) -> list[int]:
        """The stops that the seat's plan intends."""
        return [action for action in self.plan[seat] if action < SAY]

    def directions(self, seat: int) -> tuple[int, ...]:
        """The arrows of the seat's plan."""
        return directions_of(self.starts[seat], self.stops(seat))

    def words_under(self, seat: int) -> list[list[int]]:
        """For each arrow of the plan, its `say` and `not` actions."""
        groups: list[list[int]] = []
        for action in self.plan[seat]:
            if action < SAY:
                groups.append([])
            else:
                groups[-1].append(action)
        return groups

    def hand(self, seat: int) -> list[int]:
        """The seat's words of the day, those under its arrows too; sorted."""
        ids = self.game.ids
        return sorted(self.free[seat] + [ids.word_of(action) for action in self.plan[seat] if action >= SAY])

    def order(self) -> list[int]:
        """The seats that travel, in the order in which they do (rulings 2 and 14)."""
        players = self.game.players
        turns = [(self.first + turn) % players for turn in range(players)]
        return [seat for seat in turns if seat in self.game.travellers]

    def left_of(self, seat: int) -> int:
        """The seat clockwise of this one."""
        return (seat + 1) % self.game.players

    def locals_of(self, traveller: int) -> list[int]:
        """Everybody but the traveller."""
        return [seat for seat in range(self.game.players) if seat != traveller]

    # ------------------------------------------------------------------ how far the day is

    @property
    def asked(self) -> Ask | None:
        """The question at hand; None when the game is over."""
        return Ask(self.agenda[-1][0]) if self.agenda else None

    @property
    def preparing(self) -> bool:
        """Whether the sand timer is still to be turned: until then nobody looks at a map (ruling 4)."""
        return bool(self.agenda) and self.agenda[-1][0] == Ask.PREPARE

    @property
    def planning(self) -> bool:
        """Whether plans are being made."""
        return bool(self.agenda) and self.agenda[-1][0] == Ask.PLAN

    @property
    def traveller(self) -> int | None:
        """The seat that is asking for directions, if one is."""
        frame = self.agenda[-1] if self.agenda else (0, 0)
        return frame[2] if frame[0] in (Ask.GUESS, Ask.DECIDE) else None

    def stage(self, seat: int) -> Stage:
        """How far the seat's day is."""
        return _stage(tuple(self.agenda), seat)


@lru_cache(maxsize=1 << 12)
def _stage(agenda: tuple[Frame, ...], seat: int) -> Stage:
    """Asked of every seat for every view, and told by the agenda alone."""
    stage = Stage.BACK
    for frame in agenda:
        if frame[0] in (Ask.PLAN, Ask.DAWN, Ask.PREPARE):
            return Stage.PLANNING
        if frame[0] == Ask.TRAVEL and frame[2] == seat:
            return Stage.WAITING
        if frame[0] == Ask.SCORE and frame[2] == seat:
            stage = Stage.TRAVELLING
    return stage
