"""The state of a game: the shared weather and goal, and a sheet for each player.

The agenda holds one frame at a time: ROLL, then TURN, which asks everybody at once. What a player is asked within the
turn is that player's own small stack (`Hiker.doing`), since nobody waits for anybody.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, Self, cast

from waystation.engine import Chance, EventLog, Frame, Game, Outcome, Plan, Refusal, ScoreSheet, State, Viewer

from .card import HIKES
from .hiker import Ask, Hiker
from .rules import arrival, route, scoring, turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .game import Waypoints


class Frames(IntEnum):
    """What is on the agenda."""

    ROLL = 0
    """The die is thrown for the next turn."""
    TURN = 1
    """Everybody moves or rests."""


class WaypointsState(State):
    """A game of Waypoints at one moment."""

    __slots__ = ("circled", "goal", "hike", "hikers", "marker", "start")
    FRAMES = Frames
    OPEN = True

    game: Waypoints

    def __init__(self, game: Game, setup: Chance) -> None:
        super().__init__(game, setup)
        self.game = cast("Waypoints", game)
        self.goal = self.game.choose_goal(setup)
        self.start = self.game.graph.campsite(setup.die(6))
        self.hike = 0
        self.marker = 0
        self.circled: list[list[int]] = [[] for _ in range(HIKES)]
        face = self.game.graph.stop_face[self.start]
        self.hikers = [Hiker(self.start, face) for _ in range(game.players)]
        self.agenda.append((Frames.ROLL, 0))

    @property
    def movement(self) -> int:
        """Points that the weather gives this turn."""
        return self.game.sheet.weather[self.hike][self.marker - 1] if self.marker else 0

    def clone(self) -> Self:
        new = self._copy()
        new.goal = self.goal
        new.start = self.start
        new.hike = self.hike
        new.marker = self.marker
        new.circled = [side[:] for side in self.circled]
        new.hikers = [me.clone() for me in self.hikers]
        return new

    # ------------------------------------------------------------------ the course of the game

    def _continue(self, frame: Frame, log: EventLog | None) -> None:
        if frame[0] == Frames.ROLL:
            turn.roll(self, log)
            self.agenda.append((Frames.TURN, (1 << self.game.players) - 1))
        elif turn.next_turn(self, log):
            self.agenda.append((Frames.ROLL, 0))

    def _legal(self, frame: Frame, seat: int) -> list[int]:
        me = self.hikers[seat]
        return _LEGAL[me.doing[-1]](self, me)

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        me = self.hikers[seat]
        _APPLY[me.doing[-1]](self, me, action, seat, log)
        turn.proceed(self, me, seat, log)
        if not me.doing:
            self.answered(seat)

    # ------------------------------------------------------------------ looking

    def question(self, seat: int) -> str:
        from .verdicts import question

        return question(self, self.hikers[seat])

    def nodes(self, action: int, seat: int) -> tuple[str, ...]:
        from .verdicts import nodes

        return nodes(self, action, seat)

    def _why_not(self, action: int, seat: int) -> Refusal:
        from .verdicts import why_not

        return why_not(self, self.hikers[seat], action)

    def score_sheet(self, seat: int) -> ScoreSheet:
        return scoring.score_sheet(self, self.hikers[seat])

    def scores(self) -> list[int]:
        return [scoring.total(self, me) for me in self.hikers]

    def _outcome(self) -> Outcome:
        return scoring.outcome(self)

    def _table(self, viewer: Viewer) -> Any:
        from .view import table_view

        return table_view(self)

    def plans(self, seat: int, node: str) -> list[Plan]:
        from .planner import plans_for_node

        return plans_for_node(self, seat, node)

    def trace(self, seat: int, points: Sequence[tuple[float, float]]) -> Plan:
        from .tracing import trace

        return trace(self, seat, points)

    def _to_doc(self) -> Any:
        from .position import to_doc

        return to_doc(self)

    def _from_doc(self, doc: Any) -> None:
        from .position import from_doc

        from_doc(self, doc)


_LEGAL: dict[int, Callable[[WaypointsState, Hiker], list[int]]] = {
    Ask.WALK: route.legal,
    Ask.CAMERA: arrival.legal_camera,
    Ask.GLIDE: arrival.legal_glide,
    Ask.LAND: arrival.legal_land,
    Ask.WOOD: arrival.legal_wood,
    Ask.JOURNAL: turn.legal_journal,
}
_APPLY: dict[int, Callable[[WaypointsState, Hiker, int, int, EventLog | None], None]] = {
    Ask.WALK: route.apply,
    Ask.CAMERA: arrival.apply_camera,
    Ask.GLIDE: arrival.apply_glide,
    Ask.LAND: arrival.apply_land,
    Ask.WOOD: arrival.apply_wood,
    Ask.JOURNAL: turn.apply_journal,
}
