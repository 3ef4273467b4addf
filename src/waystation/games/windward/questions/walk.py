"""WALK: a crester walks a shortest way, step by step (rulebook, Turn End; ruling 46)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import say
from waystation.games.windward import hunt
from waystation.games.windward import model as m
from waystation.games.windward.state import WindwardState

from .asked import Place


class Walk(Place):
    """Who chooses among equal ways is an option."""

    numbers = ("walker", "space", "steps")

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        _, _, who, space, left = frame
        steps = hunt.next_steps(state, who, space) if left else []
        if not steps:
            if who == m.RED_WALKS:
                state.settled.append(space)
        elif len(steps) > 1 and state.game.way_chooser >= 0:
            state.agenda.append((frame[0], 1 << self.seat_of(state, frame), who, space, left))
        else:
            hunt.step(state, who, space, steps[0], left, log)

    def places(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        return sorted(hunt.next_steps(state, frame[2], frame[3]))

    def no_place(self, state: WindwardState, frame: Frame, space: int, seat: int) -> Refusal:
        text = say("{place} is not on a shortest way.", place=state.space_name(space))
        return Refusal(text, "Turn End; ruling 46")

    def chosen(self, state: WindwardState, frame: Frame, space: int, seat: int, log: EventLog | None) -> None:
        hunt.step(state, frame[2], frame[3], space, frame[4], log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("Equal ways: where does the crester go?")

    def names(self, state: WindwardState, frame: Frame, space: int, seat: int) -> str:
        return say("It moves to {place}", place=state.space_name(space))

    def seat_of(self, state: WindwardState, frame: Frame) -> int:
        return (state.turn + max(state.game.way_chooser, 0)) % state.game.players

    def needs(self, state: WindwardState, frame: Frame) -> str:
        _, asked, who, space, left = frame
        walkers = (m.RED, m.TAGGED_RED, m.TWO_REDS) if who == m.RED_WALKS else (m.WHITE,)
        if state.high[space] not in walkers:
            return f"nobody who walks is on {state.space_name(space)}"
        if left > (state.game.red_move + state.kills if who == m.RED_WALKS else state.game.white_move):
            return f"it has not so many steps as {left}"
        if who == m.WHITE_TO_PORT and not state.game.is_coop:
            return "the white crester comes to port in co-operative games only"
        if (who == m.WHITE_TO_PORT) != (not state.ship[state.turn]):
            return "it walks to where the ship is"
        if asked and (state.game.way_chooser < 0 or len(hunt.next_steps(state, who, space)) < 2):
            return "there is nothing to choose"
        return ""
