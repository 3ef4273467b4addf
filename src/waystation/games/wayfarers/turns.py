"""Turns: how one begins and ends, and the displays that are filled in between (rules: Player turns)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import mark, say

from .frames import ME, Ask
from .names import DECKS
from .parts import NOTHING
from .state import WayfarersState

NEW_CARDS = (
    mark("New land {n?card|cards}: {cards}."),
    mark("New water {n?card|cards}: {cards}."),
    mark("New space {n?card|cards}: {cards}."),
    mark("New townsfolk {n?card|cards}: {cards}."),
    mark("New inspiration {n?card|cards}: {cards}."),
)


def begin_turn(s: WayfarersState, seat: int) -> None:
    """A seat's turn: its main choice, and the end of the turn below it."""
    s.turn = seat
    s.used, s.locked = 0, NOTHING
    s.fresh = ()
    s.agenda.append((Ask.END, 0))
    if s.is_solo and seat == ME:
        s.agenda.append((Ask.SOLO, 0))
        return
    if s.game.options.late_trade:
        s.agenda.append((Ask.LATE, 0))
    s.agenda.append((Ask.TURN, 1 << seat))


def end_turn(s: WayfarersState, log: EventLog | None) -> None:
    """All displays are refilled; the next player's turn begins unless the game is over."""
    if NOTHING in s.show:
        refill(s, log)
    if s.ending:
        s.ending -= 1
        if not s.ending:
            return
    following = (s.turn + 1) % s.turn_count
    s.round += following == 0
    limit = s.game.options.round_limit
    if limit and s.round > limit:
        return
    begin_turn(s, following)


def is_last_turn(s: WayfarersState) -> bool:
    """Whether whoever is on turn has no further one."""
    return 0 < s.ending <= s.turn_count or 0 < s.game.options.round_limit <= s.round


def refill(s: WayfarersState, log: EventLog | None) -> None:
    """Cards slide away from the piles with what lies on them, and new ones come from the piles."""
    for deck in range(len(DECKS)):
        first = deck * 4
        if NOTHING not in s.show[first : first + 4]:
            continue
        left = [slot for slot in range(first, first + 4) if s.show[slot] >= 0]
        s.show[first : first + 4] = [s.show[slot] for slot in left] + [NOTHING] * (4 - len(left))
        s.crew[first : first + 4] = [s.crew[slot] for slot in left] + [0] * (4 - len(left))
        s.mark[first : first + 4] = [s.mark[slot] for slot in left] + [NOTHING] * (4 - len(left))
        shown = []
        for slot in range(first + len(left), first + 4):
            if s.piles[deck]:
                s.show[slot] = s.draw_from(deck)
                shown.append(s.show[slot])
        if log is not None and shown:
            text = say(NEW_CARDS[deck], n=len(shown), cards=s.game.box.listed(shown))
            log.add("refill", None, text, {"deck": deck, "cards": shown}, reveals=True)
