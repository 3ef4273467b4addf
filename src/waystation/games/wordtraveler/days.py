"""The frame of a day: words are dealt, everybody plans, everybody travels, night falls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.events import EventLog
from waystation.games.wordtraveler import state as table
from waystation.games.wordtraveler.components import in_points

if TYPE_CHECKING:
    from waystation.games.wordtraveler.state import WordTravelerState


def dawn(state: WordTravelerState, log: EventLog | None) -> None:
    """Step 1: Prepare. Yesterday's words are gone for good; each traveller draws 10 (ruling 3)."""
    game, players = state.game, state.game.players
    state.last = remember(state)
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
    _ask_travellers(state, table.Frames.PREPARE if game.options.timer else table.Frames.PLAN)


def remember(state: WordTravelerState) -> list[int]:
    """The day's last trip, for all to look at while they plan the next day: seat, start, number of footprints, these,
    and the stops that were meant (if they are shown, ruling 23)."""
    going = [seat for seat in _order(state) if state.paths[seat]]
    if not going:
        return []
    seat = going[-1]
    meant = state.stops(seat) if state.game.options.show_intentions else []
    return [seat, state.starts[seat], len(state.paths[seat]), *state.paths[seat], *meant]


def _order(state: WordTravelerState) -> list[int]:
    """The seats in the order in which they travel."""
    return [(state.first + turn) % state.game.players for turn in range(state.game.players)]


def _ask_travellers(state: WordTravelerState, frame: table.Frames) -> None:
    state.agenda.append((frame, sum(1 << seat for seat in state.game.travellers)))


def get_ready(state: WordTravelerState, seat: int, log: EventLog | None) -> None:
    """The seat has its arrows and words before it. Rulebook: "Day 1", "Insert Map Card"; ruling 4."""
    state.answered(seat)
    if log is not None:
        log.add("ready", seat, f"{{{seat}}} is ready.")


def turn_timer(state: WordTravelerState, log: EventLog | None) -> None:
    """Everybody is ready: the timer starts, and with it all look at their maps. Rulebook: "Step 2: Plan"."""
    _ask_travellers(state, table.Frames.PLAN)
    if log is not None:
        log.add("timer", None, "The sand timer is turned: all look at their maps and plan.", reveals=True)


def set_out(state: WordTravelerState, log: EventLog | None) -> None:
    """Planning is over: from now on nothing about the plans changes (ruling 14). Rulebook: "Time's Up!"."""
    state.last = []
    for seat in reversed(_order(state)):
        if seat in state.game.travellers:
            state.agenda.append((table.Frames.TRAVEL, 0, seat))
    if log is not None:
        log.add("set out", None, "All plans are made; the travels begin.")


def night(state: WordTravelerState, log: EventLog | None) -> None:
    """The day is over; on to Day 2, or to the end. Rulebook: "Day 2", "Game End"."""
    if log is not None:
        log.add("night", None, f"Day {state.day} is over: {in_points(state.score)}.", {"score": state.score})
    if state.day == 1:
        state.day = 2
        state.agenda.append((table.Frames.DAWN, 0))
    elif log is not None:
        log.add("end", None, state._outcome().text)
