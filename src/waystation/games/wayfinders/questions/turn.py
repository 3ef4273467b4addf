"""A turn: place a worker, or return all. Rulebook, "Placing a worker", "Returning workers" step 1; rulings 1 to 6."""

from __future__ import annotations

from functools import cache, lru_cache

from waystation.engine import EventLog, Frame, Question, Refusal
from waystation.engine.words import Phrase, Seat, say
from waystation.games.wayfinders import hangars
from waystation.games.wayfinders.actions import PLACE, RETURN
from waystation.games.wayfinders.components import WORKERS, WORKERS_PER_HANGAR
from waystation.games.wayfinders.frames import FLIGHT
from waystation.games.wayfinders.hangars import workers_at, workers_out
from waystation.games.wayfinders.payment import ONE, letters
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.turns import end_turn
from waystation.games.wayfinders.wording import in_words

PLACING = "Placing a worker"
RETURNING = "Returning workers"


class Turn(Question[WayfindersState]):
    """Hangars with fewer than three own workers while one is left, and always Return."""

    answers = ("place", "return")

    def legal(self, state: WayfindersState, frame: Frame, seat: int) -> list[int]:
        return _choices(state.workers[seat], state.game.hangars)

    def why_not(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        if action == RETURN:
            return None
        hangar, game = action - PLACE, state.game
        if hangar >= game.hangars:
            text = say(
                "Hangar {number} is closed: with {players} players only {used} are used.",
                number=hangar + 1,
                players=game.players,
                used=game.hangars,
            )
            return Refusal(text, "Setup: prepare resource board; ruling 3")
        if workers_out(state.workers[seat]) == WORKERS:
            text = say("All {n} of your workers are out; you have to return them.", n=WORKERS)
            return Refusal(text, f"{PLACING}; ruling 1")
        if workers_at(state.workers[seat], hangar) == WORKERS_PER_HANGAR:
            text = say("{n} of your workers are at this hangar already.", n=WORKERS_PER_HANGAR)
            return Refusal(text, f"{PLACING}; ruling 3")
        return None

    def not_now(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> Refusal:
        if action == RETURN:
            text = say("You have returned your workers already in this turn.")
            return Refusal(text, f"{RETURNING}; ruling 1")
        return Refusal(say("You have returned your workers; a turn is one action only."), f"{PLACING}; ruling 1")

    def apply(self, state: WayfindersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        if action == RETURN:
            _return_workers(state, seat, log)
            return
        state.workers[seat] += 1 << 2 * action
        if log is not None:
            text = say("{who} sends a worker to hangar {number}.", who=Seat(seat), number=action + 1)
            log.add("place", seat, text, {"hangar": action + 1})
        end_turn(state, seat, log)

    def ask(self, state: WayfindersState, frame: Frame, seat: int) -> str:
        return say("{who}: place a worker, or return all your workers.", who=Seat(seat))

    def label(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> str:
        """With what it brings: the tokens that come back, and the one that a worker would take if all stays so."""
        workers = state.workers[seat]
        if action == RETURN:
            return _returning(hangars.collect(list(state.columns), workers))
        hangar = action - PLACE
        return _placing(hangar, state.columns[hangar] >> 3 * workers_at(workers, hangar) & 7)


@lru_cache(maxsize=1024)
def _returning(taken: int) -> Phrase:
    return say("Return all workers: collect {tokens}", tokens=in_words(taken))


@cache
def _placing(hangar: int, token: int) -> Phrase:
    """`token`: as it is in a column, its type + 1; 0 where there is none."""
    tokens = in_words(ONE[token - 1] if token else 0)
    return say("Place a worker at hangar {number}: {tokens} for now", number=hangar + 1, tokens=tokens)


@cache
def _choices(workers: int, used: int) -> list[int]:
    if workers_out(workers) == WORKERS:
        return [RETURN]
    free = [hangar for hangar in range(used) if workers_at(workers, hangar) < WORKERS_PER_HANGAR]
    return [*(PLACE + hangar for hangar in free), RETURN]


def _return_workers(state: WayfindersState, seat: int, log: EventLog | None) -> None:
    """All workers come back with what they collect (step 1), and the flight begins (step 2)."""
    taken = hangars.collect(state.columns, state.workers[seat])
    state.hands[seat] += taken
    state.workers[seat] = 0
    state.agenda[-1] = (FLIGHT, 1 << seat)
    if log is not None:
        text = say("{who} returns all workers and collects {tokens}.", who=Seat(seat), tokens=in_words(taken))
        log.add("return", seat, text, {"tokens": letters(taken)})
