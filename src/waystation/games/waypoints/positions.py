"""What position documents may leave out, and where a route under way has come."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from waystation.engine import Frame, PositionError, Positions

from .components import HIKES, JOURNAL, MOUNTAIN, SIDE, SPECIALS, gained
from .frames import Ask
from .hike import begin_turn
from .invariants import BadStep, replayed
from .shapes import STOP
from .state import Hiker, WaypointsState

THIS_TURN = ("ready", "trail", "afloat", "spent", "coats", "crossed", "crossed_twice", "lakes_due", "woods_due")
FOUND = ("squares", "hike_squares", "lakes", "woods", "bridges")
ROUTE = ("node", "afloat", "spent", "coats", "crossed", "crossed_twice", "lakes_due", "woods_due")


class WaypointsPositions(Positions[WaypointsState]):
    """Documents say of each player where the route has come (`at`) and what is asked (`doing`)."""

    def write(self, state: WaypointsState) -> dict[str, Any]:
        document = super().write(state)
        for me, stack, entry in zip(state.hikers, state.stacks, document["hikers"], strict=True):
            places = state.game.sheet.reaches if me.afloat >= 0 else state.game.sheet.faces
            entry["at"] = places[me.node].name
            entry["doing"] = [Ask(kind).name for kind, _ in stack]
        return document

    def read(self, state: WaypointsState, document: Any) -> set[str]:
        if document.start is not UNSET:  # first: what is left out of the sheets follows from it
            state.begin_at(STOP.read(document.start, 0, state, "table.start"))
        return super().read(state, document)

    def complete(self, state: WaypointsState, document: Any, given: set[str]) -> None:
        if "circled" not in given and given & {"hike", "marker"}:
            state.circled = [[SIDE] if n < state.hike else [] for n in range(HIKES)]
            state.circled[state.hike] = [state.marker] if state.marker else []
        rows = [] if document.hikers is UNSET else document.hikers
        for seat, me in enumerate(state.hikers):
            row = rows[seat] if seat < len(rows) else None
            path = f"table.hikers[{seat}]"
            for stop in (me.here, state.start, *me.ends):
                me.visited |= 1 << stop
            me.squares |= me.hike_squares
            if row is not None:
                _mountains(me, row, path)
            _this_turn(state, seat, row, path)
        if state.marker:
            state.agenda[:] = [(Ask.TURN, sum(1 << seat for seat, stack in enumerate(state.stacks) if stack))]
        else:
            state.agenda[:] = [(Ask.ROLL, 0)]

    def finish(self, state: WaypointsState, document: Any, given: set[str]) -> None:
        """Who is asked nothing is through with the turn; hikes that are over had ends and entries."""
        top: Frame = state.agenda[-1] if state.agenda else (Ask.ROLL, 0)
        rows = [] if document.hikers is UNSET else document.hikers
        for seat, me in enumerate(state.hikers):
            row = rows[seat] if seat < len(rows) else None
            if (row is None or row.doing is UNSET) and not (top[0] == Ask.TURN and top[1] >> seat & 1):
                state.stacks[seat] = []
            if not state.agenda and row is None:
                continue
            over = state.hike + (state.marker == SIDE and not state.stacks[seat])
            if row is None or row.ends is UNSET:
                me.ends = [state.start] * over
            if row is None or row.journal is UNSET:
                me.journal = [0] * over + [-1] * (len(JOURNAL) - over)


def _mountains(me: Hiker, row: Any, path: str) -> None:
    """Numbers on the mountain track and circled boxes are the same in other words."""
    if row.heights is UNSET and me.marks[MOUNTAIN] != len(me.heights):
        raise PositionError(f"{path}.heights", "say which numbers are written on the mountain track")
    if row.marks is UNSET or "mountain" not in row.marks:
        me.marks[MOUNTAIN] = len(me.heights)


def _this_turn(state: WaypointsState, seat: int, row: Any, path: str) -> None:
    """The turn as it begins, then the route as far as it is given, then what is given of the rest."""
    me = state.hikers[seat]
    kept = {name: getattr(me, name) for name in THIS_TURN}
    state.stacks[seat] = []
    if state.marker:
        begin_turn(state, seat)
    else:
        me.ready = [got - used for got, used in zip(gained(me.marks), me.used, strict=True)]
        me.node = state.game.graph.stop_face[me.here]
    me.ready = [max(0, left) for left in me.ready]  # too many used are a fault of `used`
    if row is None:
        return
    if row.walk is not UNSET:
        me.trail = kept["trail"]
        try:
            made = replayed(state, me)
        except BadStep as error:
            raise PositionError(f"{path}.walk", str(error)) from error
        for name in ROUTE:
            setattr(me, name, getattr(made, name))
        for name in FOUND:
            if getattr(row, name) is UNSET:
                setattr(me, name, getattr(me, name) | getattr(made, name))
    for name in THIS_TURN[2:]:
        if getattr(row, name) is not UNSET:
            setattr(me, name, kept[name])
    for special, name in enumerate(SPECIALS):
        if row.ready is not UNSET and name in row.ready:
            me.ready[special] = kept["ready"][special]
    if row.at is not UNSET:
        names = [place.name for place in (state.game.sheet.reaches if me.afloat >= 0 else state.game.sheet.faces)]
        if row.at not in names:
            raise PositionError(f"{path}.at", f"{row.at!r} is no {'reach' if me.afloat >= 0 else 'face'}")
        me.node = names.index(row.at)
    if row.doing is not UNSET:
        state.stacks[seat] = [_own_frame(row.doing, place, seat, path) for place in range(len(row.doing))]


def _own_frame(names: list[str], place: int, seat: int, path: str) -> Frame:
    """A frame of a player's own: the last is at hand, the journal waits; the others ask only if they must."""
    known = [ask.name for ask in Ask if ask not in (Ask.ROLL, Ask.TURN)]
    if names[place] not in known:
        raise PositionError(f"{path}.doing", f"{names[place]!r} is none of {', '.join(known)}")
    kind = Ask[names[place]]
    asks = kind == Ask.JOURNAL or place == len(names) - 1
    return kind, 1 << seat if asks else 0
