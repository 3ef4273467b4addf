"""The questions of Wayfinders, by kind of frame."""

from waystation.engine import Questions
from waystation.games.wayfinders.frames import Ask
from waystation.games.wayfinders.questions.discard import Discard
from waystation.games.wayfinders.questions.flight import Flight
from waystation.games.wayfinders.questions.pay import Pay
from waystation.games.wayfinders.questions.turn import Turn

QUESTIONS: Questions = {Ask.TURN: Turn(), Ask.FLIGHT: Flight(), Ask.PAY: Pay(), Ask.DISCARD: Discard()}
