"""The questions of a day, by kind of frame."""

from __future__ import annotations

from waystation.engine.edition import Questions
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.questions.guess import Decide, Guess
from waystation.games.wordtraveler.questions.plan import Plan
from waystation.games.wordtraveler.questions.prepare import Prepare
from waystation.games.wordtraveler.questions.steps import Dawn, Night, Score, Travel

QUESTIONS: Questions = {
    Ask.DAWN: Dawn(),
    Ask.PLAN: Plan(),
    Ask.TRAVEL: Travel(),
    Ask.GUESS: Guess(),
    Ask.DECIDE: Decide(),
    Ask.SCORE: Score(),
    Ask.NIGHT: Night(),
    Ask.PREPARE: Prepare(),
}
