"""The score sheet and how the game ends (rules: Scoring; Game end; When playing solo)."""

from __future__ import annotations

from collections.abc import Iterator

from waystation.engine import Outcome, ScoreLine, ScoreSheet, Scoring, ranked_outcome, team_outcome
from waystation.engine.words import Seat, count, mark, say, term

from .components import (
    ANIMAL_POINTS,
    BEAR,
    BIRD,
    CAMPSITE,
    COLLECTION_POINTS,
    GEAR,
    GOAL_BONUS,
    GOAL_EACH,
    GOALS,
    HIKES,
    JOURNAL,
    LOOKOUT,
    RABBIT,
    SPECIALS,
    TRIG,
    TRIG_POINTS,
)
from .state import Hiker, WaypointsState


def goal_count(state: WaypointsState, me: Hiker, goal: int) -> tuple[int, int]:
    """How many of the goal's things the hiker has, and how many the sheet holds."""
    have = (me.lakes, me.woods, me.squares, me.bridges)[goal]
    return have.bit_count(), state.game.graph.goal_wholes[goal]


def goal_points(state: WaypointsState, me: Hiker, goal: int) -> int:
    """Points for each thing, and 10 more for having them all, if the map has any."""
    have, whole = goal_count(state, me, goal)
    return have * GOAL_EACH[goal] + (GOAL_BONUS if have == whole > 0 else 0)


def journal_total(me: Hiker) -> int:
    """Points of the entries scored so far."""
    return sum([points for points in me.journal if points > 0])


def total(state: WaypointsState, me: Hiker) -> int:
    """The sum of the score sheet, for the hot path."""
    marks = me.marks
    return (
        ANIMAL_POINTS[marks[BEAR]]
        + ANIMAL_POINTS[marks[RABBIT]]
        + ANIMAL_POINTS[marks[BIRD]]
        + sum(me.heights)
        + COLLECTION_POINTS[marks[LOOKOUT]]
        + COLLECTION_POINTS[marks[GEAR]]
        + TRIG_POINTS[marks[TRIG]]
        + journal_total(me)
        + goal_points(state, me, state.goal)
    )


def missed_camps(state: WaypointsState, me: Hiker) -> int:
    """How many hikes so far did not end at a new campsite: one where no earlier hike ended nor the game began."""
    before = {state.start}
    missed = 0
    for end in me.ends:
        missed += state.game.graph.kind[end] != CAMPSITE or end in before
        before.add(end)
    return missed


class WaypointsScoring(Scoring[WaypointsState]):
    """Points by track, journal and goal; most points win, a tie is shared; alone one must also have camped."""

    def sheet(self, state: WaypointsState, seat: int) -> ScoreSheet:
        me = state.hikers[seat]
        marks = me.marks
        goal = say("Goal: {goal}", goal=term(GOALS[state.goal]))
        return ScoreSheet(
            (
                ScoreLine("bear", say("Bears"), ANIMAL_POINTS[marks[BEAR]], ("track:bear",)),
                ScoreLine("rabbit", say("Rabbits"), ANIMAL_POINTS[marks[RABBIT]], ("track:rabbit",)),
                ScoreLine("bird", say("Birds"), ANIMAL_POINTS[marks[BIRD]], ("track:bird",)),
                ScoreLine("mountain", say("Mountains"), sum(me.heights), ("track:mountain",)),
                ScoreLine("lookout", say("Lookouts"), COLLECTION_POINTS[marks[LOOKOUT]], ("track:lookout",)),
                ScoreLine("gear", say("Gear"), COLLECTION_POINTS[marks[GEAR]], ("track:gear",)),
                ScoreLine("trig", say("Trig points"), TRIG_POINTS[marks[TRIG]], ("track:trig",)),
                ScoreLine("journal", say("Journal"), journal_total(me), ("journal",)),
                ScoreLine("goal", goal, goal_points(state, me, state.goal), ("goal",)),
            )
        )

    def scores(self, state: WaypointsState, players: int) -> list[int]:
        return [total(state, me) for me in state.hikers]

    def by_component(self, state: WaypointsState, seat: int) -> dict[str, int]:
        """The lines of the sheet, but the entries of the journal one by one and the goal by its name."""
        points = state.score_sheet(seat).points()
        del points["journal"]
        points[f"goal {GOALS[state.goal]}"] = points.pop("goal")
        for name, scored in zip(JOURNAL, state.hikers[seat].journal, strict=True):
            points[f"journal {name}"] = max(0, scored)
        return points

    def components(self, state: WaypointsState) -> Iterator[tuple[str, int]]:
        """The goal and the waypoints of the map; who was there, who used which special and scored which entry."""
        stops, entries = state.game.stop_ids, [f"journal {name}" for name in JOURNAL]
        for name in (f"goal {GOALS[state.goal]}", *stops, *SPECIALS, *entries):
            yield name, -1
        for seat, me in enumerate(state.hikers):
            for stop in _bits(me.visited):
                yield stops[stop], seat
            for special, used in zip(SPECIALS, me.used, strict=True):
                if used:
                    yield special, seat
            for entry, scored in zip(entries, me.journal, strict=True):
                if scored >= 0:
                    yield entry, seat

    def rounds(self, state: WaypointsState) -> int:
        """Hikes that have begun."""
        return min(state.hike + 1, HIKES)

    def outcome(self, state: WaypointsState) -> Outcome:
        scores = state.scores()
        if state.game.players == 1:
            return _alone(state, scores)
        best = max(scores)
        winners = [Seat(seat) for seat, score in enumerate(scores) if score == best]
        points = count(best, "point|points")
        text = say("{who} wins with {points}.", who=winners[0], points=points)
        if len(winners) > 1:
            text = say("{who} share the victory with {points}.", who=winners, points=points)
        return ranked_outcome("four hikes", text, scores)


def _bits(things: int) -> Iterator[int]:
    while things:
        yield (things & -things).bit_length() - 1
        things &= things - 1


def _alone(state: WaypointsState, scores: list[int]) -> Outcome:
    points, missed = count(scores[0], "point|points"), missed_camps(state, state.hikers[0])
    if missed <= (1 if state.game.options.solo == "easy" else 0):
        text = say("{who} finishes the {n:hike|hikes} with {points}.", who=Seat(0), n=HIKES, points=points)
        return ranked_outcome("four hikes", text, scores)
    template = mark("{who} loses: {missed} of the {n:hike|hikes} did not end at a new campsite ({points} by courtesy).")
    text = say(template, who=Seat(0), missed=missed, n=HIKES, points=points)
    return team_outcome("no camp", text, scores, won=False)
