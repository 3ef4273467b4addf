"""Ending the turn (rulebook, Turn End; rulings 6, 49)."""

from __future__ import annotations

from waystation.engine import EventLog, Refusal
from waystation.engine.words import Seat, say
from waystation.games.windward import model as m
from waystation.games.windward import sailing
from waystation.games.windward.actions import Do
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState

from .deed import Deed


class End(Deed):
    kind = Do.END

    def found(self, state: WindwardState, seat: int, found: list[int]) -> None:
        if may_end(state, seat):
            found.append(state.game.ids.end)

    def why_not(self, state: WindwardState, seat: int, x: int, y: int) -> Refusal | None:
        if may_end(state, seat):
            return None
        text = say("A turn may not end on drift while there is a way out.")
        return Refusal(text, "Deadweight; rulings 6, 49")

    def do(self, state: WindwardState, seat: int, x: int, y: int, log: EventLog | None) -> None:
        """To the rest steps at port or at sky (rulebook, Turn End)."""
        state.agenda.pop()
        here = state.ship[seat]
        if state.planet.drift[here]:
            state.high[here] = 0
            here = state.ship[seat] = state.last_open
            if here:
                state.high[here] = seat + 1
            if log is not None:
                place = state.space_name(here)
                text = say("{who}'s ship drifts back to {place}.", who=Seat(seat), place=place)
                log.add("stranded", seat, text, {"piece": m.piece_id(seat), "place": place})
        if log is not None:
            text = say("{who} ends the turn at sky.", who=Seat(seat))
            if not here:
                text = say("{who} ends the turn at port.", who=Seat(seat))
            log.add("end", seat, text, {"place": state.space_name(here)})
        if here:
            state.agenda += [(Ask.SKY_REST, 0), (Ask.WHITE_MOVES, 0), (Ask.AMBUSH, 0), (Ask.REDS, 0), (Ask.REST, 0)]
        elif state.game.is_solo:
            state.finish(m.LOST)
        else:
            state.agenda.append((Ask.PORT_REST, 0))
            if state.game.is_coop:
                state.agenda.append((Ask.WHITE_MOVES, 0))

    def label(self, state: WindwardState, seat: int, x: int, y: int, plain: str) -> str:
        """Says so where the end of the turn is the end of more."""
        if not state.ship[seat]:
            return say("{end} at port: the game is lost", end=plain) if state.game.is_solo else plain
        if state.morale[seat] > 1 or state.hand_size[seat]:
            return plain
        return say("{end} without a card: the last morale is lost, the ship defeated", end=plain)


def may_end(state: WindwardState, seat: int) -> bool:
    """Not on drift, unless the ship is stuck there (rulings 6, 49)."""
    here = state.ship[seat]
    return not state.planet.drift[here] or not sailing.has_exit(state, here, state.speed)
