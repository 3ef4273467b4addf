"""What players are asked: one file for each question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from waystation.engine import Question
from waystation.games.waypoints.frames import Ask

from .camera import Camera
from .features import Features, Wood
from .glide import Glide, Land
from .journal import Journal
from .turn import Roll, Turn
from .walk import Walk

QUESTIONS: Mapping[Ask, Question[Any]] = {
    Ask.ROLL: Roll(),
    Ask.TURN: Turn(),
    Ask.WALK: Walk(),
    Ask.CAMERA: Camera(),
    Ask.GLIDE: Glide(),
    Ask.LAND: Land(),
    Ask.FEATURES: Features(),
    Ask.WOOD: Wood(),
    Ask.JOURNAL: Journal(),
}
