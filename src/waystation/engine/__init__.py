"""The contract that every game meets. See docs/add-a-game.md for a walk through it."""

from .actions import Action, ActionTable
from .chance import Chance, Seed, commitment
from .errors import (
    ComponentError,
    IllegalAction,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
    Refusal,
    ScenarioError,
    UnknownGame,
    WaystationError,
)
from .events import Event, EventLog, SeenEvent, Viewer
from .game import Game, Options, Spec
from .match import LegalMoves, Match, Move
from .outcome import Outcome, ScoreLine, ScoreSheet, rank, ranked_outcome, team_outcome
from .scene import Circle, Line, Look, Node, Part, Path, Rect, Region, Scene, Style, Text, Use
from .state import Frame, State, seats_of
from .view import Offer, Plan, Timer, View

__all__ = [
    "Action",
    "ActionTable",
    "Chance",
    "Circle",
    "ComponentError",
    "Event",
    "EventLog",
    "Frame",
    "Game",
    "IllegalAction",
    "LegalMoves",
    "Line",
    "Look",
    "Match",
    "Move",
    "Node",
    "NotationError",
    "Offer",
    "OptionError",
    "Options",
    "Outcome",
    "Part",
    "Path",
    "Plan",
    "PositionError",
    "RecordError",
    "Rect",
    "Refusal",
    "Region",
    "ScenarioError",
    "Scene",
    "ScoreLine",
    "ScoreSheet",
    "Seed",
    "SeenEvent",
    "Spec",
    "State",
    "Style",
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
