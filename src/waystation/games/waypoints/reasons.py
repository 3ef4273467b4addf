"""Why a turn is good, in words: specials, water, places that pay once, and how a hike ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import Reason
from waystation.engine.words import say, term

from . import hike
from .components import CAMPSITE, GOALS, HIKES, SIDE, SPECIALS, TRACKS, gained
from .state import Hiker, WaypointsState


def reasons(before: WaypointsState, after: WaypointsState, turn: Sequence[int], seat: int) -> Iterator[Reason]:
    """Of a turn that leads from one state to the other. What a sheet shows needs no dice, so all of it is sure."""
    old, new = before.hikers[seat], after.hikers[seat]
    for track, name in enumerate(TRACKS):
        if new.marks[track] > old.marks[track]:
            text = say("The {track} track goes on to space {n}.", track=term(name), n=new.marks[track])
            yield Reason(text, (f"track:{name}",))
    later = before.hike < HIKES - 1 or before.marker < SIDE
    for special, (had, has) in enumerate(zip(gained(old.marks), gained(new.marks), strict=True)):
        if has > had and later:
            name = SPECIALS[special]
            yield Reason(say("It brings a {special} for a later turn.", special=term(name)), (f"special:{name}",))
    yield from _of_places(after, old, new)
    yield from _of_water(old, new, later and before.game.actions[turn[0]].kind == "rest")
    camps = after.game.graph.kind[new.here] == CAMPSITE and not new.trail and new.here != old.here
    if before.marker == SIDE and camps and hike.journal_factor(before, new) > 1:
        yield Reason(say("The hike ends at a campsite: its journal entry counts double."), (_stop(after, new),))


def _of_places(after: WaypointsState, old: Hiker, new: Hiker) -> Iterator[Reason]:
    """Lakes and woods pay once; what the goal counts is told by the score sheet."""
    lakes, woods = (new.lakes & ~old.lakes).bit_count(), (new.woods & ~old.woods).bit_count()
    goal = (f"goal:{GOALS[after.goal]}",)
    if lakes:
        yield Reason(say("{n:new lake gives|new lakes give} water.", n=lakes), goal)
    if woods:
        yield Reason(say("{n:new wood marks|new woods mark} an animal track.", n=woods), goal)


def _of_water(old: Hiker, new: Hiker, saving: bool) -> Iterator[Reason]:
    """A rest saves 1; what the next hike begins with comes to everybody, whatever they do."""
    spent = new.drunk - old.drunk
    if spent:
        yield Reason(say("But it takes {n} of your water.", n=spent), ("water",))
    elif saving and new.water > old.water:
        yield Reason(say("You save water for a longer way: {n} more.", n=1), ("water",))


def _stop(state: WaypointsState, me: Hiker) -> str:
    return f"stop:{state.game.stop_ids[me.here]}"
