"""Which journal entry to score at the end of a hike (rules: End of a hike)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Question, Refusal
from waystation.engine.words import Arg, Seat, mark, say
from waystation.games.waypoints.components import JOURNAL
from waystation.games.waypoints.hike import entry_points, journal_factor
from waystation.games.waypoints.state import WaypointsState

RULE = "End of a hike"
ENTRIES = (
    mark("1 for each type of waypoint"),
    mark("2 for each waypoint of one type"),
    mark("3 for each type visited twice"),
    mark("1 for every 2 squares"),
)


class Journal(Question[WaypointsState]):
    """Which entry to score for the hike."""

    answers = ("journal",)

    def legal(self, state: WaypointsState, frame: Frame, seat: int) -> list[int]:
        first = state.game.moves.journal
        return [first + entry for entry, points in enumerate(state.hikers[seat].journal) if points < 0]

    def apply(self, state: WaypointsState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """Score an entry; it can't be scored again. The place is marked and the hike's counts begin anew."""
        state.stacks[seat].pop()
        me, entry = state.hikers[seat], action - state.game.moves.journal
        doubled = journal_factor(state, me) > 1
        points = me.journal[entry] = entry_points(state, me, entry)
        me.ends.append(me.here)
        me.hike_squares = 0
        me.visits = [0] * len(me.visits)
        if log is not None:
            place = state.game.sheet.waypoints[me.here]
            words: dict[str, Arg] = {"who": Seat(seat), "hike": state.hike + 1, "stop": place.told, "points": points}
            entry_words = say(ENTRIES[entry])
            text = say(
                "{who} ends hike {hike} at {stop} and scores {points} in the journal ({entry}).",
                **words,
                entry=entry_words,
            )
            if doubled:
                template = mark(
                    "{who} ends hike {hike} at {stop} and scores {points} in the journal ({entry}, doubled by camping)."
                )
                text = say(template, **words, entry=entry_words)
            data = {"entry": JOURNAL[entry], "points": points, "hike": state.hike + 1, "end": place.id}
            log.add("journal", seat, text, data)

    def why_not(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal | None:
        entry = action - state.game.moves.journal
        if state.hikers[seat].journal[entry] < 0:
            return None
        reason = say("You have scored that entry ({entry}) on an earlier hike.", entry=say(ENTRIES[entry]))
        return Refusal(reason, RULE)

    def not_now(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal:
        return Refusal(say("A journal entry is scored at the end of a hike's last turn."), RULE)

    def ask(self, state: WaypointsState, frame: Frame, seat: int) -> str:
        return say("Which journal entry do you score for hike {hike}?", hike=state.hike + 1)
