"""The state: what lies on the table, and the frames of a day.

A day is a stack of frames. ``NIGHT`` lies at the bottom, on it the planning, then one ``TRAVEL`` for each traveller to
come (the next one on top). A traveller's turn adds ``SCORE`` and above it the question to the locals. Rulebook:
"Day 1", "Day 2".
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from waystation.engine.chance import Chance
from waystation.engine.errors import Refusal
from waystation.engine.events import EventLog, Viewer
from waystation.engine.outcome import Outcome, ScoreSheet
from waystation.engine.state import Frame, State
from waystation.engine.view import Timer
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.geometry import CENTRE, directions_of

if TYPE_CHECKING:
    from waystation.games.wordtraveler.document import TableDoc
    from waystation.games.wordtraveler.game import WordTraveler
    from waystation.games.wordtraveler.view import Table

HAND = 10
ARROWS = (0, 3, 5)
"""Arrows on day 1 and day 2."""

TAKE_BACKS = 100
"""How often a seat may take something back in one step (ruling 24): people never get there, and every game ends."""


class Frames(IntEnum):
    DAWN = 0  # asks nobody: words are dealt
    PLAN = 1  # travellers who are still planning
    TRAVEL = 2  # data: a seat whose turn to travel is still to come
    GUESS = 3  # locals who still propose a path; data: the traveller
    DECIDE = 4  # the traveller's left neighbour; data: the traveller
    SCORE = 5  # asks nobody; data: the traveller
    NIGHT = 6  # asks nobody: the day ends
    PREPARE = 7  # with a timer only: travellers who are not ready yet to look at their maps


class Stage(IntEnum):
    """How far a seat's day is; what others may know of it depends on that."""

    PLANNING = 0
    WAITING = 1
    TRAVELLING = 2
    BACK = 3


class WordTravelerState(State):
    """One game at one moment. Lists of lists are by seat."""

    __slots__ = (
        "backs",  # take-backs left in this step, by seat
        "bag",  # words not dealt yet, sorted
        "day",
        "first",  # the seat that travels first
        "free",  # words in hand that are under no arrow, sorted
        "gained",  # points by seat and day: index 2 * seat + day - 1
        "last",  # on day 2 until all plans are made, the last trip of day 1 (see days.remember)
        "maps",  # map sides by seat and day, as components.Side.bits
        "markers",  # where each seat's marker stands
        "paths",  # the footprints that were settled for each traveller today
        "plan",  # each seat's plan: its `stop`, `say` and `not` actions in order
        "proposals",  # what each local proposes in the guess at hand
        "starts",  # where each marker stood when the day began
    )
    FRAMES: ClassVar[type[IntEnum]] = Frames

    game: WordTraveler
    backs: list[int]
    bag: list[int]
    day: int
    first: int
    free: list[list[int]]
    gained: list[int]
    last: list[int]
    maps: list[int]
    markers: list[int]
    paths: list[list[int]]
    plan: list[list[int]]
    proposals: list[list[int]]
    starts: list[int]

    def __init__(self, game: WordTraveler, chance: Chance) -> None:
        super().__init__(game, chance)
        players = game.players
        self.day = 1
        self.first = 0
        self.backs = [TAKE_BACKS] * players
        self.bag = list(range(len(game.words.ids)))
        self.free = [[] for _ in range(players)]
        self.gained = [0] * (2 * players)
        self.last = []
        self.maps = [0] * (2 * players)
        self.markers = [CENTRE] * players
        self.paths = [[] for _ in range(players)]
        self.plan = [[] for _ in range(players)]
        self.proposals = [[] for _ in range(players)]
        self.starts = [CENTRE] * players

    def clone(self) -> Self:
        new = self._copy()
        new.day = self.day
        new.first = self.first
        new.backs = self.backs[:]
        new.bag = self.bag[:]
        new.free = [words[:] for words in self.free]
        new.gained = self.gained[:]
        new.last = self.last[:]
        new.maps = self.maps[:]
        new.markers = self.markers[:]
        new.paths = [path[:] for path in self.paths]
        new.plan = [plan[:] for plan in self.plan]
        new.proposals = [path[:] for path in self.proposals]
        new.starts = self.starts[:]
        return new

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

    def stage(self, seat: int) -> Stage:
        """How far the seat's day is."""
        stage = Stage.BACK
        for frame in self.agenda:
            if frame[0] in (Frames.PLAN, Frames.DAWN, Frames.PREPARE):
                return Stage.PLANNING
            if frame[0] == Frames.TRAVEL and frame[2] == seat:
                return Stage.WAITING
            if frame[0] == Frames.SCORE and frame[2] == seat:
                stage = Stage.TRAVELLING
        return stage

    @property
    def traveller(self) -> int | None:
        """The seat that is asking for directions, if one is."""
        frame = self.agenda[-1] if self.agenda else (0, 0)
        return frame[2] if frame[0] in (Frames.GUESS, Frames.DECIDE) else None

    @property
    def preparing(self) -> bool:
        """Whether the sand timer is still to be turned: until then nobody looks at a map (ruling 4)."""
        return bool(self.agenda) and self.agenda[-1][0] == Frames.PREPARE

    def left_of(self, seat: int) -> int:
        """The seat clockwise of this one."""
        return (seat + 1) % self.game.players

    def path_of(self, seat: int) -> list[int]:
        """The list of footprints that this seat is placing now."""
        frame = self.agenda[-1]
        return self.proposals[seat] if frame[0] == Frames.GUESS else self.paths[frame[2]]

    # ------------------------------------------------------------------ the contract

    def _legal(self, frame: Frame, seat: int) -> list[int]:
        if frame[0] == Frames.PLAN:
            return planning.choices(self, seat)
        if frame[0] == Frames.PREPARE:
            return [self.game.ids.done]
        return travel.choices(self, frame[2], seat)

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        if self.agenda[-1][0] == Frames.PLAN:
            planning.choose(self, action, seat, log)
        elif self.preparing:
            days.get_ready(self, seat, log)
        else:
            travel.choose(self, action, seat, log)

    def _continue(self, frame: Frame, log: EventLog | None) -> None:
        kind = frame[0]
        if kind == Frames.DAWN:
            days.dawn(self, log)
        elif kind == Frames.PREPARE:
            days.turn_timer(self, log)
        elif kind == Frames.PLAN:
            days.set_out(self, log)
        elif kind == Frames.TRAVEL:
            travel.read_aloud(self, frame[2], log)
        elif kind == Frames.GUESS:
            travel.compare(self, frame[2], log)
        elif kind == Frames.SCORE:
            travel.follow(self, frame[2], log)
        elif kind == Frames.NIGHT:
            days.night(self, log)

    def _why_not(self, action: int, seat: int) -> Refusal:
        return verdicts.why_not(self, action, seat)

    def score_sheet(self, seat: int) -> ScoreSheet:
        return scoring.sheet(self, seat)

    def _outcome(self) -> Outcome:
        return scoring.outcome(self)

    def question(self, seat: int) -> str:
        return wording.question(self, seat)

    def label(self, action: int, seat: int) -> str:
        return wording.label(self, action, seat)

    def nodes(self, action: int, seat: int) -> tuple[str, ...]:
        return wording.nodes(self, action, seat)

    def drags(self, action: int, seat: int) -> tuple[tuple[str, str], ...]:
        return planning.drags(self, action, seat)

    def timer(self) -> Timer | None:
        seconds = self.game.options.timer
        if not seconds or not self.agenda or self.agenda[-1][0] != Frames.PLAN:
            return None
        return Timer(seconds, self.game.ids.done, "Sand timer", f"plan of day {self.day}")

    def why_silent(self, seat: int) -> Refusal | None:
        return verdicts.why_silent(self, seat)

    def _table(self, viewer: Viewer) -> Table:
        return view.table(self, viewer)

    def determinize(self, seat: int, rng: Chance) -> Self:
        return cast(Self, hidden.world(self, seat, rng))

    def secrets(self, viewer: Viewer) -> list[str]:
        return [*super().secrets(viewer), *hidden.canaries(self, viewer)]

    def _to_doc(self) -> TableDoc:
        return document.write(self)

    def _from_doc(self, doc: Any) -> None:
        document.read(self, doc)


from waystation.games.wordtraveler import (  # noqa: E402  (they import the state's names)
    days,
    document,
    hidden,
    planning,
    scoring,
    travel,
    verdicts,
    view,
    wording,
)
