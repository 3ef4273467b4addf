"""Notoriety and what it sets off; achievements (rulebook, Notoriety; End Game; Achievements; rulings 53-57)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Seat, mark, say, term

from . import cresters
from . import model as m
from .state import WindwardState

SOURCES = (
    mark("red teeth"), mark("gray teeth"), mark("sky"), mark("bought"), mark("achievements"), mark("white crester"),
    mark("research"),
)  # fmt: skip


def gain(state: WindwardState, seat: int, points: int, source: int, log: EventLog | None) -> None:
    """Notoriety (rulebook, End Game; White Crester)."""
    if not points:
        return
    state.ledger[seat * len(m.LEDGER) + source] += points
    total = state.notoriety[seat] = state.notoriety[seat] + points
    if log is not None:
        text = say("{who} gains {points} notoriety ({source}): {total}.", who=Seat(seat), points=points,
                   source=say(SOURCES[source]), total=total)  # fmt: skip
        log.add("notoriety", seat, text, {"points": points, "source": m.LEDGER[source], "total": total})
    game = state.game
    if game.is_ffa:
        if total >= m.TRACK_END and state.trigger < 0 and (seat == state.turn or game.any_turn_triggers):
            last_turns(state, seat, log)
        if game.has_white_variant and state.white == m.WHITE_WAITING:
            cresters.white_appears(state, log)


def last_turns(state: WindwardState, seat: int, log: EventLog | None) -> None:
    """This seat sets off the end: whoever comes before its next turn plays once more (rulings 53, 54)."""
    state.trigger = seat
    if log is None:
        return
    players, points = state.game.players, state.notoriety[seat]
    left = [(state.turn + step) % players for step in range(1, players)]
    left = left[: left.index(seat)] if seat in left else left
    if len(left) == players - 1:
        text = say("{who} has {points} notoriety: everyone else has one more turn.", who=Seat(seat), points=points)
    elif left:
        text = say("{who} has {points} notoriety: {others} {others?has|have} one more turn.", who=Seat(seat),
                   points=points, others=[Seat(other) for other in left])  # fmt: skip
    else:
        text = say("{who} has {points} notoriety: the game ends with this turn.", who=Seat(seat), points=points)
    log.add("last turns", seat, text, {"seats": left})


def reached(state: WindwardState, seat: int, op: str, log: EventLog | None, *values: int) -> None:
    """Something happened or stands at these values: claim every open card whose condition this meets (ruling 56).

    A condition such as ``gas 8`` is met by values that are all at least as high.
    """
    for place, number in enumerate(state.shown):
        card, condition, needed = state.game.achievement_cards[number]
        if condition != op or state.claimed[place] >> seat & 1:
            continue
        if any(value < least for value, least in zip(values, needed, strict=True)):
            continue
        first = not state.claimed[place]
        state.claimed[place] |= 1 << seat
        points = card.first if first or card.later is None else card.later
        if log is not None:
            text = say("{who} achieves {card}.", who=Seat(seat), card=term(card.name))
            log.add("achievement", seat, text, {"card": card.id})
        gain(state, seat, points, m.L_ACHIEVED, log)
