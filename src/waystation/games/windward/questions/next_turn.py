"""NEXT: the game's end, or the next seat's turn (rulings 9, 53-55)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame
from waystation.engine.words import Seat, say
from waystation.games.windward import cresters, notoriety, wind
from waystation.games.windward import model as m
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState

from .asked import Asked


class Next(Asked):
    """Nobody is asked."""

    silent = True

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        game = state.game
        seat = (state.turn + 1) % game.players
        if seat == state.trigger:
            best = max(state.notoriety)
            leaders = [other for other, points in enumerate(state.notoriety) if points == best]
            if len(leaders) == 1:
                state.finish(m.BY_NOTORIETY)
                return
            if log is not None:
                text = say("{leaders} share the lead with {points}: another round is played.",
                           leaders=[Seat(other) for other in leaders], points=best)  # fmt: skip
                log.add("extra round", None, text, {"seats": leaders})
        if seat == 0 and game.max_rounds == state.round:
            state.finish(m.ROUND_LIMIT)
            return
        state.turn = seat
        if seat == 0:
            state.round += 1
        if log is not None and game.is_solo and state.round == 1:
            text = say(
                "Solo adventure: {who} wins by beating all red cresters and then the white one, and loses with a "
                "defeat or a turn that ends at port.",
                who=Seat(seat),
            )
            log.add("adventure", seat, text, {"mode": "solo"})
        if log is not None:
            text = say("Round {round}: {who}'s turn.", round=state.round, who=Seat(seat))
            log.add("turn", seat, text, {"round": state.round})
        if game.is_ffa and state.trigger < 0 and state.notoriety[seat] >= m.TRACK_END:
            notoriety.last_turns(state, seat, log)
        begin(state, seat)
        if seat == 0 or game.is_solo:
            wind.roll_wind(state, log)
        if game.has_white_variant and state.white == m.WHITE_WAITING:
            cresters.white_appears(state, log)
        state.agenda += [(Ask.NEXT, 0), (Ask.TURN, 1 << seat)]


def begin(state: WindwardState, seat: int) -> None:
    """What is remembered within a turn starts afresh."""
    state.speed = m.SPEED + state.crew_bonus(seat, "turn_speed")
    state.mates = m.MATES
    state.used = state.flagged = 0
    state.into_wind = state.drift = state.coxswain_used = False
    state.trades = m.TRADES_A_TURN
    state.last_open = here = state.ship[seat]
    state.toured = 1 << state.planet.territory[here] if here else 0
    state.barred = []
    state.settled = []
    state.pursuers = []
