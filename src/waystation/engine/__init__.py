"""The contract that every game meets. See docs/add-a-game.md for a walk through it."""

from .actions import Action, ActionTable
from .agenda import Frame, seats_of
from .chance import Chance, Seed, commitment
from .edition import Edition, Options, Questions, Spec
from .errors import (
    ComponentError,
    IllegalAction,
    KindError,
    LessonError,
    NotationError,
    OptionError,
    PictureError,
    PositionError,
    RecordError,
    Refusal,
    ScenarioError,
    SeatError,
    SeedError,
    UnknownGame,
    WaystationError,
)
from .events import Event, EventLog, SeenEvent, Viewer
from .game import Game
from .match import LegalMoves, Match, Move
from .observation import Encoding, Observation
from .outcome import Outcome, ScoreLine, ScoreSheet, rank, ranked_outcome, team_outcome
from .parts import Judgement, Knowledge, Picture, Positions, Scoring
from .questions import EachSeat, Question
from .scene import Circle, Line, Look, Node, Part, Path, Rect, Region, Scene, Style, Text, Use
from .state import State
from .telling import Telling
from .view import ClosedOffer, Offer, Plan, Reason, Timer, View

__all__ = [
    "Action",
    "ActionTable",
    "Chance",
    "Circle",
    "ClosedOffer",
    "ComponentError",
    "EachSeat",
    "Edition",
    "Encoding",
    "Event",
    "EventLog",
    "Frame",
    "Game",
    "IllegalAction",
    "Judgement",
    "KindError",
    "Knowledge",
    "LegalMoves",
    "LessonError",
    "Line",
    "Look",
    "Match",
    "Move",
    "Node",
    "NotationError",
    "Observation",
    "Offer",
    "OptionError",
    "Options",
    "Outcome",
    "Part",
    "Path",
    "Picture",
    "PictureError",
    "Plan",
    "PositionError",
    "Positions",
    "Question",
    "Questions",
    "Reason",
    "RecordError",
    "Rect",
    "Refusal",
    "Region",
    "ScenarioError",
    "Scene",
    "ScoreLine",
    "ScoreSheet",
    "Scoring",
    "SeatError",
    "Seed",
    "SeedError",
    "SeenEvent",
    "Spec",
    "State",
    "Style",
    "Telling",
    "Text",
    "Timer",
    "UnknownGame",
    "Use",
    "View",
    "Viewer",
    "WaystationError",
    "commitment",
    "rank",
    "ranked_outcome",
    "seats_of",
    "team_outcome",
]
