"""The frame of a day: words are dealt, everybody plans, everybody travels, night falls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.events import EventLog
from waystation.games.wordtraveler import state as table

if TYPE_CHECKING:
    from waystation.games.wordtraveler.state import WordTravelerState


def dawn(state: WordTravelerState, log: EventLog | None) -> None:
    """Step 1: Prepare. Yesterday's words are gone for good; each traveller draws 10 (ruling 3)."""
    game, players = state.game, state.game.players
    state.backs = [table.TAKE_BACKS] * players
    state.starts = state.markers[:]
    state.plan = [[] for _ in range(players)]
    state.paths = [[] for _ in range(players)]
    state.proposals = [[] for _ in range(players)]
    state.free = [[] for _ in range(players)]
    for seat in game.travellers:
        drawn = [state.bag.pop(state.chance.below(len(state.bag))) for _ in range(table.HAND)]
        state.free[seat] = sorted(drawn)
        if log is not None:
            words = [game.words.ids[word] for word in state.free[seat]]
            labels = ", ".join(game.words.labels[word] for word in state.free[seat])
            own = {seat: (f"You draw {labels}.", {"words": words})}
            log.add("dealt", seat, f"{{{seat}}} draws {table.HAND} words.", only=own, reveals=True)
    state.agenda.append((table.Frames.NIGHT, 0))
    state.agenda.append((table.Frames.PLAN, sum(1 << seat for seat in game.travellers)))


def set_out(state: WordTravelerState, log: EventLog | None) -> None:
    """Planning is over: from now on nothing about the plans changes (ruling 14). Rulebook: "Time's Up!"."""
    players = state.game.players
    order = [(state.first + turn) % players for turn in range(players)]
    for seat in reversed(order):
        if seat in state.game.travellers:
            state.agenda.append((table.Frames.TRAVEL, 0, seat))
    if log is not None:
        log.add("set out", None, "All plans are made; the travels begin.")


def night(state: WordTravelerState, log: EventLog | None) -> None:
    """The day is over; on to Day 2, or to the end. Rulebook: "Day 2", "Game End"."""
    if log is not None:
        log.add("night", None, f"Day {state.day} is over: {state.score} points.", {"score": state.score})
    if state.day == 1:
        state.day = 2
        state.agenda.append((table.Frames.DAWN, 0))
    elif log is not None:
        log.add("end", None, state._outcome().text)
