"""The frame of a day: words are dealt, all look at their maps, everybody sets out, night falls."""

from __future__ import annotations

from waystation.engine.events import EventLog
from waystation.engine.words import Seat, say
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.state import HAND, TAKE_BACKS, WordTravelerState


def dawn(state: WordTravelerState, log: EventLog | None) -> None:
    """Step 1: Prepare. Yesterday's words are gone for good; each traveller draws 10 (ruling 3)."""
    game, players = state.game, state.game.players
    state.last = remember(state)
    state.backs = [TAKE_BACKS] * players
    state.starts = state.markers[:]
    state.plan = [[] for _ in range(players)]
    state.paths = [[] for _ in range(players)]
    state.proposals = [[] for _ in range(players)]
    state.free = [[] for _ in range(players)]
    for seat in game.travellers:
        state.free[seat] = sorted([state.bag.pop(state.chance.below(len(state.bag))) for _ in range(HAND)])
        if log is not None:
            _tell_hand(state, seat, log)
    state.agenda.append((Ask.NIGHT, 0))
    ask_travellers(state, Ask.PREPARE if game.options.timer else Ask.PLAN)


def remember(state: WordTravelerState) -> list[int]:
    """The day's last trip, for all to look at while they plan the next day: seat, start, number of footprints, these,
    and the stops that were meant (if they are shown, ruling 23)."""
    going = [seat for seat in state.order() if state.paths[seat]]
    if not going:
        return []
    seat = going[-1]
    meant = state.stops(seat) if state.game.options.show_intentions else []
    return [seat, state.starts[seat], len(state.paths[seat]), *state.paths[seat], *meant]


def ask_travellers(state: WordTravelerState, question: Ask) -> None:
    """Ask all who travel at once."""
    state.agenda.append((question, sum(1 << seat for seat in state.game.travellers)))


def set_out(state: WordTravelerState, log: EventLog | None) -> None:
    """Planning is over: from now on nothing about the plans changes (ruling 14). Rulebook: "Time's Up!"."""
    state.last = []
    for seat in reversed(state.order()):
        state.agenda.append((Ask.TRAVEL, 0, seat))
    if log is not None:
        log.add("set out", None, say("All plans are made; the travels begin."))


def night(state: WordTravelerState, log: EventLog | None) -> None:
    """The day is over; on to Day 2, or to the end. Rulebook: "Day 2", "Game End"."""
    if log is not None:
        text = say("Day {day} is over: {n:point|points}.", day=state.day, n=state.score)
        if state.day == 1:
            text = say(
                "Day 1 is over: {n:point|points}. Words are put away, map cards are turned over, and there are more"
                " arrows.",
                n=state.score,
            )
        log.add("night", None, text, {"day": state.day, "score": state.score})
    if state.day == 1:
        state.day = 2
        state.agenda.append((Ask.DAWN, 0))
    elif log is not None:
        outcome = state.game.scoring.outcome(state)
        log.add("end", None, outcome.text, {"score": state.score, "souvenirs": state.souvenirs})


def _tell_hand(state: WordTravelerState, seat: int, log: EventLog) -> None:
    words = state.game.words
    own = say("You draw {words}.", words=[words.labels[word] for word in state.free[seat]])
    text = say("{who} draws {n:word|words}.", who=Seat(seat), n=len(state.free[seat]))
    data = {"words": [words.ids[word] for word in state.free[seat]]}
    log.add("dealt", seat, text, {"count": len(state.free[seat])}, only={seat: (own, data)}, reveals=True)
