"""The solo adventure for the expert: the chance that it is won, learned from games, and a look ahead that goes by it.

Each place worth going to is tried in several worlds, to the beginning of the next turn: the captain's rules of thumb
play on, the reds come, and the chance is read off what is left.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Any, NamedTuple

from . import captain, ways
from . import model as m
from .actions import Do
from .captain import STAY
from .danger import Danger, boosts, win_chance
from .frames import Ask
from .odds import logistic
from .state import WindwardState

FEATURES = (
    "kills", "to_beat", "morale", "gas", "cannons", "cannon_slots", "hits", "cards", "plus2", "crew", "against_reds",
    "red_teeth", "gray_teeth", "held_red", "held_gray", "speed", "mates", "at_port", "from_port", "nearest", "in_reach",
    "pairs", "close", "beats_one", "beats_two", "power", "beats_white", "white", "white_away",
)  # fmt: skip
"""What a captain alone has, where the reds are, and the odds against them; all of it lies open to the captain."""
CLOSE, FAR = 3, 12
"""A red within so many spaces is close; how far away none is."""
FIGHTS, GOALS, RESTS = 3, 3, 4
"""Places of each kind that are tried: to fight, to find something, to rest."""
FIRST, MORE, KEPT = 4, 10, 3
"""Worlds in which all courses are tried, and how many more for the best ones and for the rule of thumb's own."""
MOST = 9
"""Numbers of cannons that are tried at most."""
PATIENCE = 40
"""After so many rounds the rules of thumb decide alone: looking ahead might put a fight off for ever."""
TRUST = 0.003
"""What the rule of thumb's own course has ahead of the others, in chances of winning."""


class Course(NamedTuple):
    """Actions, and whether the turn is to end after them."""

    actions: tuple[int, ...]
    rest: bool = False


def features(state: WindwardState) -> list[float]:
    """The features of a moment, in their order, each about 0 to 1."""
    game, seat = state.game, 0
    apart = state.planet.geometry.apart
    here = state.ship[seat]
    away = apart[here]
    reds = [
        (away[space], 1 + (code == m.TWO_REDS))
        for space, code in enumerate(state.high)
        if code == m.RED or code == m.TAGGED_RED or code == m.TWO_REDS
    ]
    reach = game.red_move + state.kills
    hits = boosts(state, seat)
    one = win_chance(state, seat, m.P_RED, m.RED_STRENGTH, hits) if reds else 1.0
    two = win_chance(state, seat, m.P_TWO_REDS, 2 * m.RED_STRENGTH, hits) if len(reds) > 1 else one
    return [
        state.kills / 6,
        max(0, game.solo_kills - state.kills) * (1 - one),
        state.morale[seat] / 5,
        state.gas[seat] / 8,
        state.guns[seat] / 5,
        state.gun_slots[seat] / 5,
        hits / 8,
        state.hand_size[seat] / 5,
        state.plus2[seat] / 3,
        state.crew[seat].bit_count() / 3,
        state.crew_bonus(seat, "hits_vs_red") / 2,
        state.red_teeth[seat] / 2,
        state.gray_teeth[seat] / 2,
        state.hold[seat] == m.HOLD_RED,
        state.hold[seat] == m.HOLD_GRAY,
        state.speed / 5,
        state.mates / 2,
        here == 0,
        apart[0][here] / 6,
        min([distance for distance, _ in reds], default=FAR) / 6,
        sum([n for distance, n in reds if distance <= reach]) / 3,
        sum([n == 2 for _, n in reds]) / 2,
        sum([n for distance, n in reds if distance <= CLOSE]) / 3,
        one,
        two,
        (state.guns[seat] + hits) / 10,
        win_chance(state, seat, m.P_WHITE, m.WHITE_STRENGTH, hits),
        state.white > 0,
        (away[state.white] if state.white > 0 else 8) / 8,
    ]


class Weights(NamedTuple):
    """Of a logistic regression."""

    features: tuple[float, ...]
    bias: float


@cache
def weights() -> Weights:
    """Those that come with the game."""
    text = files("waystation.games.windward").joinpath("data", "alone.toml").read_text("utf-8")
    table = tomllib.loads(text)["weights"]
    return Weights(tuple(table[name] for name in FEATURES), table["bias"])


def chance(state: WindwardState) -> float:
    """The chance that a solo adventure is won."""
    if not state.agenda:
        return float(state.ending == m.WON)
    learned = weights()
    return logistic(learned.bias + sum(map(mul, features(state), learned.features)))


# ---------------------------------------------------------------------- looking ahead


def best(observation: Any) -> Course:
    """The course with the best chance, tried in sampled worlds; what is hardly a question the rules of thumb answer."""
    state, seat, legal = observation.world, observation.seat, observation.legal
    advised = captain.choose(state, seat, legal)
    courses = [Course((advised,))] if state.round > PATIENCE else _courses(state, seat, legal, advised)
    if len(courses) == 1:
        return courses[0]
    totals = dict.fromkeys(courses, 0.0)
    _try(observation, courses, totals, FIRST)
    kept = sorted(courses, key=lambda course: -totals[course])[:KEPT]
    if courses[0] not in kept:
        kept.append(courses[0])
    _try(observation, kept, totals, MORE)
    totals[courses[0]] += TRUST * (FIRST + MORE)
    return max(kept, key=lambda course: totals[course])


def _courses(state: WindwardState, seat: int, legal: list[int], advised: int) -> list[Course]:
    """The rule of thumb's own, which goes where it likes after its first action, and others worth a try."""
    ids = state.game.ids
    ask = state.agenda[-1][0]
    own = Course((advised,))
    if ask == Ask.CANNONS and len(legal) <= MOST:
        return [own, *[Course((action,)) for action in legal if action != advised]]
    if ask != Ask.TURN or (ids.kind[advised] != Do.SAIL and advised != ids.end):
        return [own]
    stay = [Course((ids.end,))] if ids.end in legal and advised != ids.end else []
    return [own, *stay, *_places(state, seat, ids.end in legal)]


def _places(state: WindwardState, seat: int, may_end: bool) -> list[Course]:
    """Ways to the places that promise most: to fight, to find something, to rest."""
    ids, here = state.game.ids, state.ship[seat]
    danger, found = Danger(state, seat), ways.search(state, seat)
    ranked = []
    for space, (cost, _, steps) in found.items():
        if space == here:
            continue
        if state.high[space] and space:
            kind, value = 0, danger.fight_value(space)
        elif state.items[space] or state.low[space] or not space:
            kind, value = 1, danger.go_value(space, state.speed - cost)
        else:
            kind, value = 2, danger.resting[space]
        ranked.append((value - 0.004 * steps, kind, space))
    ranked.sort(reverse=True)
    room = [FIGHTS, GOALS, RESTS]
    courses = []
    for _, kind, space in ranked:
        if room[kind]:
            room[kind] -= 1
            path = tuple([ids.sail + step for step in ways.path(found, here, space)])
            rest = kind == 2
            courses.append(Course((*path, ids.end) if rest and may_end else path, rest))
    return courses


def _try(observation: Any, courses: list[Course], totals: dict[Course, float], worlds: int) -> None:
    """Adds to the totals what the courses come to, all in the same worlds."""
    for _ in range(worlds):
        world = observation.sample()
        for course in courses:
            totals[course] += chance(_followed(world.clone(), observation.seat, course))


def _followed(state: WindwardState, seat: int, course: Course) -> WindwardState:
    """After a course as far as it can be played, and what the rules of thumb do to the beginning of the next turn."""
    begun = state.round, state.turn
    for action in course.actions:
        if not state.agenda or (state.round, state.turn) != begun or action not in state.legal_now(seat):
            break
        state.advance(action, seat)
        if state.battle:
            break
    return captain.play_on(state, [STAY] if course.rest else [], begun)
