"""The score sheet and how the game ends (rules: Scoring; Game end; When playing solo)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine import Outcome, ScoreLine, ScoreSheet, ranked_outcome, team_outcome
from waystation.games.waypoints.card import (
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
    LOOKOUT,
    RABBIT,
    TRIG,
    TRIG_POINTS,
    counted,
)
from waystation.games.waypoints.hiker import Hiker

if TYPE_CHECKING:
    from waystation.games.waypoints.state import WaypointsState


def goal_count(state: WaypointsState, me: Hiker, goal: int) -> tuple[int, int]:
    """How many of the goal's things the hiker has, and how many the sheet holds."""
    have = (me.lakes, me.woods, me.squares, me.bridges)[goal]
    return have.bit_count(), state.game.graph.goal_wholes[goal]


def goal_points(state: WaypointsState, me: Hiker, goal: int) -> int:
    """Points for each thing, and 10 more for having them all."""
    have, all_of_them = goal_count(state, me, goal)
    return have * GOAL_EACH[goal] + (GOAL_BONUS if have == all_of_them else 0)


def journal_total(me: Hiker) -> int:
    """Points of the entries scored so far."""
    return sum([points for points in me.journal if points > 0])


def score_sheet(state: WaypointsState, me: Hiker) -> ScoreSheet:
    """The hiker's points as they stand."""
    marks = me.marks
    goal = GOALS[state.goal]
    return ScoreSheet(
        (
            ScoreLine("bear", "Bears", ANIMAL_POINTS[marks[BEAR]], ("track:bear",)),
            ScoreLine("rabbit", "Rabbits", ANIMAL_POINTS[marks[RABBIT]], ("track:rabbit",)),
            ScoreLine("bird", "Birds", ANIMAL_POINTS[marks[BIRD]], ("track:bird",)),
            ScoreLine("mountain", "Mountains", sum(me.heights), ("track:mountain",)),
            ScoreLine("lookout", "Lookouts", COLLECTION_POINTS[marks[LOOKOUT]], ("track:lookout",)),
            ScoreLine("gear", "Gear", COLLECTION_POINTS[marks[GEAR]], ("track:gear",)),
            ScoreLine("trig", "Trig points", TRIG_POINTS[marks[TRIG]], ("track:trig",)),
            ScoreLine("journal", "Journal", journal_total(me), ("journal",)),
            ScoreLine("goal", f"Goal: {goal}", goal_points(state, me, state.goal), ("goal",)),
        )
    )


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


def outcome(state: WaypointsState) -> Outcome:
    """Most points win, a tie is shared; alone one must also have camped."""
    scores = state.scores()
    if state.game.players > 1:
        best = max(scores)
        names = [f"{{{seat}}}" for seat, score in enumerate(scores) if score == best]
        text = (
            f"{' and '.join(names)} {'wins' if len(names) == 1 else 'share the victory'} with {counted(best, 'point')}."
        )
        return ranked_outcome("four hikes", text, scores)
    points = counted(scores[0], "point")
    missed = missed_camps(state, state.hikers[0])
    allowed = 1 if state.game.options.solo == "easy" else 0
    if missed <= allowed:
        return ranked_outcome("four hikes", f"{{0}} finishes the {HIKES} hikes with {points}.", scores)
    text = f"{{0}} loses: {missed} of the {HIKES} hikes did not end at a new campsite ({points} by courtesy)."
    return team_outcome("no camp", text, scores, won=False)
