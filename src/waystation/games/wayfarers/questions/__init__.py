"""The questions of the game: one for each kind of frame."""

from __future__ import annotations

from waystation.engine import Questions
from waystation.games.wayfarers.frames import Ask

from .drawn import Drawn, Under
from .fee import Fee
from .influence import Lift, Marking
from .late import Late
from .opponent import Begin, Deny, End, Further, Plan, Reshuffle, Scheme, Seek
from .places import Host, Put, Tuck
from .pool import Pool
from .refresh import Reroll
from .step import Extra
from .target import Target
from .turn import Turn

QUESTIONS: Questions = {
    Ask.END: End(),
    Ask.TURN: Turn(),
    Ask.POOL: Pool(),
    Ask.TARGET: Target(),
    Ask.FEE: Fee(),
    Ask.HOST: Host(),
    Ask.TUCK: Tuck(),
    Ask.PUT: Put(),
    Ask.EXTRA: Extra(),
    Ask.DRAWN: Drawn(),
    Ask.UNDER: Under(),
    Ask.LIFT: Lift(),
    Ask.MARKING: Marking(),
    Ask.REROLL: Reroll(),
    Ask.LATE: Late(),
    Ask.SOLO: Begin(),
    Ask.PLAN: Plan(),
    Ask.SEEK: Seek(),
    Ask.DENY: Deny(),
    Ask.STEP: Further(),
    Ask.SCHEME: Scheme(),
    Ask.RESHUFFLE: Reshuffle(),
}
