"""Lakes and woods pay at the end of the turn (rules: Features)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Question, Refusal
from waystation.engine.words import Arg, Seat, mark, say, term
from waystation.games.waypoints.arrival import gain_water, mark_track
from waystation.games.waypoints.components import LENGTHS, TRACKS, WOOD_TRACKS
from waystation.games.waypoints.frames import Ask
from waystation.games.waypoints.state import Hiker, WaypointsState

RULE = "Features"


class Features(Question[WaypointsState]):
    """Asks nothing: each new lake gives 1 water, each new wood a mark of the player's choice."""

    def resume(self, state: WaypointsState, frame: Frame, log: EventLog | None) -> None:
        seat = frame[1].bit_length() - 1
        me = state.hikers[seat]
        if me.lakes_due:
            got = gain_water(me, me.lakes_due)
            if log is not None:
                _tell_lakes(state, me, got, seat, log)
            me.lakes_due = 0
        state.stacks[seat].extend([(Ask.WOOD, 0)] * me.woods_due)
        me.woods_due = 0


class Wood(Question[WaypointsState]):
    """Which animal track a wood marks."""

    answers = ("mark",)

    def resume(self, state: WaypointsState, frame: Frame, log: EventLog | None) -> None:
        """A wood is to be paid; with all three tracks full it brings nothing."""
        seat = frame[1].bit_length() - 1
        if _open_tracks(state.hikers[seat]):
            state.stacks[seat].append((Ask.WOOD, frame[1]))
        elif log is not None:
            text = say("The animal tracks of {who} are full: the wood brings nothing.", who=Seat(seat))
            log.add("wood", seat, text, {"track": None})

    def legal(self, state: WaypointsState, frame: Frame, seat: int) -> list[int]:
        first = state.game.moves.mark
        return [first + track for track in _open_tracks(state.hikers[seat])]

    def apply(self, state: WaypointsState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        wood = _wood_at_hand(state, seat)
        state.stacks[seat].pop()
        track = action - state.game.moves.mark
        if log is not None:
            words: dict[str, Arg] = {"who": Seat(seat), "track": term(TRACKS[track])}
            text = say("{who} marks the {track} track for a wood.", **words)
            if wood:
                text = say("{who} marks the {track} track for wood {n}.", **words, n=wood)
            log.add("wood", seat, text, {"wood": wood or None, "track": TRACKS[track]})
        mark_track(state, track, 0, seat, log)

    def why_not(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal | None:
        track = state.game.actions[action].args[0]
        if state.hikers[seat].marks[track] < LENGTHS[track]:
            return None
        template = mark("The {track} track is full: all {n:space|spaces} of it circled.")
        return Refusal(say(template, track=term(TRACKS[track]), n=LENGTHS[track]), RULE)

    def not_now(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal:
        return Refusal(say("A track is chosen only for a wood that your route passed through."), RULE)

    def ask(self, state: WaypointsState, frame: Frame, seat: int) -> str:
        wood = _wood_at_hand(state, seat)
        return (
            say("Which animal track does wood {n} mark?", n=wood)
            if wood
            else say("Which animal track does the wood mark?")
        )


def _open_tracks(me: Hiker) -> list[int]:
    return [track for track in WOOD_TRACKS if me.marks[track] < LENGTHS[track]]


def _passed(state: WaypointsState, me: Hiker, first: int, past: int) -> list[int]:
    """The numbers of the lakes or woods (ids of actions from first to past) on the route of this turn."""
    leg = next((leg for leg in reversed(me.legs) if leg[-1] < state.game.moves.glider), ())
    return [action - first + 1 for action in leg[3:] if first <= action < past]


def _wood_at_hand(state: WaypointsState, seat: int) -> int:
    """The number of the wood that is asked about; 0 if the route is not known (a position may leave it out)."""
    woods = _passed(state, state.hikers[seat], state.game.moves.wood, state.game.moves.kayak)
    left = sum(kind == Ask.WOOD for kind, _ in state.stacks[seat])
    return woods[-left] if 0 < left <= len(woods) else 0


def _tell_lakes(state: WaypointsState, me: Hiker, got: int, seat: int, log: EventLog) -> None:
    numbers = _passed(state, me, state.game.moves.lake, state.game.moves.wood)
    if got < me.lakes_due:
        text = say(
            "{who} gains {n} water at {m:lake|lakes}: no more spaces are left.", who=Seat(seat), n=got, m=me.lakes_due
        )
    elif numbers:
        text = say("{who} gains {n} water at {list?lake|lakes} {list}.", who=Seat(seat), n=got, list=numbers)
    else:
        text = say("{who} gains {n} water at {m:lake|lakes}.", who=Seat(seat), n=got, m=me.lakes_due)
    log.add("lake", seat, text, {"water": got, "lakes": numbers})
