"""What a position is worth, and what a finished game turned on: `analyse`, `chances` and `review`.

    found = analyse(state, seat=0, seconds=2)
    found.candidates[0].notation, found.candidates[0].chance, found.candidates[0].low, found.candidates[0].high

Everything here thinks as the seat at hand may: about worlds that the seat can't tell from the true one (`analyse`, and
the moves of a `review`). Only the curve of a `review` looks at the table as it was, because the game is over.

A chance of winning is read off the game's own evaluation (`Judgement.evaluate`), by one number a game that is fitted to
games of bots (`Judgement.trust`; `benchmarks/chances.py` fits it and says how well it holds).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import pairwise
from math import exp, log, sqrt
from time import perf_counter
from typing import NamedTuple

import msgspec

from waystation.bots.base import Budget, Observation, observe
from waystation.bots.mcts import Arm, MctsBot, Node
from waystation.engine import Chance, Edition, Match, Seed, State
from waystation.engine.borders import read_names, seat_number, whole
from waystation.engine.words import told

Z = 1.96
"""Intervals hold the chance with 95 %, if the worlds drawn are like the true one."""
SHOWN = 5
LONGEST_LINE = 12
"""Turns that a foreseen line is followed."""
SURE = 1e-3
"""No evaluation of a game that goes on is taken for surer than that."""
QUICK, THOROUGH = 40, 3
"""A review looks at each turn with so many simulations, and then at those that seem to have cost most: so many times as
many of them as it names."""
LONGEST = 4.0
"""Seconds for a glance at most: whoever shares it out does not want to wait longer."""
NAMED = 5
TURNS = 5
"""How many turning points are named at most."""
SWING = 0.08
"""A change of the chances that is called a turning point."""
COSTS = 0.02
"""What a turn must have cost, in chance of winning, to be named."""


class Said(msgspec.Struct, frozen=True):
    """One action of a turn: who, in notation, and as the button says it."""

    seat: int
    notation: str
    text: str


class Candidate(msgspec.Struct, frozen=True):
    """A turn that may be played: its actions as numbers and in words, the chance of winning it leads to with an
    interval (`low` to `high`, 95 %), after `visits` simulations; the line that follows if everybody plays what the
    search tried most, and every seat's points where that line ends."""

    actions: tuple[int, ...]
    turn: tuple[Said, ...]
    chance: float
    low: float
    high: float
    visits: int
    line: tuple[Said, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def notation(self) -> tuple[str, ...]:
        return tuple(step.notation for step in self.turn)


class Analysis(msgspec.Struct, frozen=True):
    """What a search found for a seat: candidates, the best first; how many simulations, in how many seconds."""

    seat: int
    candidates: tuple[Candidate, ...]
    simulations: int
    seconds: float

    @property
    def best(self) -> Candidate:
        return self.candidates[0]


class Moment(msgspec.Struct, frozen=True):
    """The chances of all seats after `ply` moves; `seat` decided last (-1 at the beginning)."""

    ply: int
    seat: int
    chances: tuple[float, ...]


class Turning(msgspec.Struct, frozen=True):
    """Between `start` and `ply` moves the chances of `seat` changed by `swing`."""

    start: int
    ply: int
    seat: int
    swing: float


class Costly(msgspec.Struct, frozen=True):
    """A turn of `seat` that began after `ply` moves: what was played, what was better, and what that cost (a chance of
    winning, 0 to 1)."""

    ply: int
    seat: int
    played: Candidate
    better: Candidate
    cost: float


class Review(msgspec.Struct, frozen=True):
    """A game looked back upon: the curve of chances, where it turned, and the turns that cost most, the worst first."""

    curve: tuple[Moment, ...]
    turnings: tuple[Turning, ...]
    costly: tuple[Costly, ...]
    simulations: int
    seconds: float


# ---------------------------------------------------------------------- chances


class Trust(NamedTuple):
    """How an evaluation is read: its log-odds times `slope`, plus `offset` where nobody plays against anybody."""

    slope: float = 1.0
    offset: float = 0.0


def chances(state: State) -> tuple[float, ...]:
    """Every seat's chance of winning, by the game's evaluation of the state as it is; what is over is known."""
    game = state.game
    seats = range(game.players)
    if not state.agenda:
        return tuple(game.reward(state, seat) for seat in seats)
    return from_evaluations([game.evaluate(state, seat) for seat in seats], trust_of(game), is_alone(game))


def trust_of(game: Edition) -> Trust:
    """How this game's evaluation is read."""
    return Trust(*(game.judgement.trust_alone if is_alone(game) else (game.judgement.trust, 0.0)))


def is_alone(game: Edition) -> bool:
    """Whether nobody plays against anybody: one seat, or a team."""
    return game.spec.cooperative or game.players == 1


def from_evaluations(values: Sequence[float], trust: Trust, alone: bool) -> tuple[float, ...]:
    """Chances from all seats' evaluations: of a team each seat's own, of rivals such that they add up to 1."""
    weights = [exp(trust.slope * _log_odds(value) + trust.offset) for value in values]
    if alone:
        return tuple(weight / (1 + weight) for weight in weights)
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def _log_odds(value: float) -> float:
    value = min(1 - SURE, max(SURE, value))
    return log(value / (1 - value))


def _read(after: State, seat: int, value: float) -> float:
    """A seat's chance if a search values a turn so; its rivals are taken as they stand right after that turn."""
    game = after.game
    if not after.agenda:
        return chances(after)[seat]
    if is_alone(game):
        return from_evaluations([value], trust_of(game), True)[0]
    values = [value if each == seat else game.evaluate(after, each) for each in range(game.players)]
    return from_evaluations(values, trust_of(game), False)[seat]


# ---------------------------------------------------------------------- a position


def analyse(
    state: State,
    seat: int | None = None,
    seconds: float | None = 2.0,
    *,
    simulations: int | None = None,
    also: Sequence[tuple[int, ...]] = (),
    shown: int = SHOWN,
    names: Sequence[str] | None = None,
    seed: Seed = 0,
) -> Analysis:
    """The turns that a seat may play now, by what a search thinks of them; ValueError if the seat owes no decision.

    `seconds` and `simulations` bound the search (whichever ends first; with `seconds=None` the result depends on
    nothing but state and seed). Turns in `also` are looked at and shown in any case. `seat` is the first that is asked
    unless given.
    """
    if not state.to_act:
        raise ValueError("the game is over: there is nothing to decide")
    seat = state.to_act[0] if seat is None else seat_number(seat, state.game.players)
    if seat not in state.to_act:
        raise ValueError(f"seat {seat} owes no decision now")
    if seconds is None and simulations is None:
        raise ValueError("a search needs a bound: seconds, simulations or both")
    names = state.game.seat_names if names is None else read_names(names, state.game.players)
    if (shown := whole(shown, "a number of turns")) < 1:
        raise ValueError(f"shown: expected 1 or more, got {shown}")
    also = [_as_turn(turn, state, seat) for turn in also]
    budget, began = Budget(simulations, seconds), perf_counter()
    observation = observe(state, seat, Chance.of(seed, f"analysis {seat}"), budget)
    root = MctsBot(heed=1).explore(observation, also)
    arms = sorted(root.arms[seat], key=lambda arm: (-arm.visits, -arm.total / arm.visits, arm.actions))
    chosen = arms[:shown] + [arm for arm in arms[shown:] if arm.actions in also]
    found = tuple(_candidate(observation, root, arm, names) for arm in chosen)
    return Analysis(seat, found, root.visits, perf_counter() - began)


def _as_turn(given: Sequence[int], state: State, seat: int) -> tuple[int, ...]:
    """What somebody wants looked at as a turn: actions, the first of which is legal now. ValueError if it is none."""
    turn = tuple([whole(action, "an action") for action in given])
    if not turn:
        raise ValueError("also: a turn has an action at least")
    if turn[0] not in state.legal_actions(seat):
        raise state._illegal(turn[0], seat)
    return turn


def _candidate(observation: Observation, root: Node, arm: Arm, names: Sequence[str]) -> Candidate:
    seat = observation.seat
    after = observation.world.clone()
    turn = tuple(_said(after, seat, arm.actions, names))
    mean = arm.total / arm.visits
    # Values lie between 0 and 1, so their spread is at most that of a coin with the same mean.
    half = Z * sqrt(max(mean * (1 - mean), 1e-4) / arm.visits)
    chance, low, high = (_read(after, seat, max(0.0, min(1.0, value))) for value in (mean, mean - half, mean + half))
    line = tuple(_line(after, root.children.get(((seat, arm.actions),)), names))
    return Candidate(arm.actions, turn, chance, low, high, arm.visits, line, tuple(after.scores()))


def _said(world: State, seat: int, actions: Sequence[int], names: Sequence[str]) -> Iterator[Said]:
    """Play a turn as far as this world allows, and say it."""
    for action in actions:
        if seat not in world.to_act or action not in world.legal_actions(seat):
            break
        yield Said(seat, world.game.actions.format(action), told(world.label(action, seat), names))
        world.advance(action, seat)


def _line(world: State, node: Node | None, names: Sequence[str]) -> Iterator[Said]:
    """Play what was tried most in a node and in those that follow, as far as anything was."""
    for _ in range(LONGEST_LINE):
        if node is None:
            return
        done: list[tuple[int, tuple[int, ...]]] = []
        for seat in world.to_act:
            arms = node.arms.get(seat)
            if arms and seat in world.to_act:
                best = max(arms, key=lambda arm: arm.visits)
                said = list(_said(world, seat, best.actions, names))
                yield from said
                done.append((seat, best.actions[: len(said)]))
        node = node.children.get(tuple(done))


# ---------------------------------------------------------------------- a whole game


class Turn(msgspec.Struct, frozen=True):
    """Decisions of one seat in a row, up to another's or a draw of chance: where it began, and what was played."""

    ply: int
    seat: int
    actions: tuple[int, ...]


class Glance(NamedTuple):
    """A look at a turn that was played: for so many seconds, or simulations if that is less."""

    turn: Turn
    seconds: float
    simulations: int | None
    share: float = 0.0
    """How far the review is, 0 to 1."""


def glances(turns: Sequence[Turn], seconds: float) -> Generator[Glance, Analysis, tuple[Costly, ...]]:
    """What has to be looked at to find the turns that cost most, within about so many seconds of thinking; it is sent
    what was found, and in the end returns those turns.

    A first look at each, with two fifths of the time at most; the rest of it goes to the suspects, evenly.
    """
    spent = 0.0
    looked: list[tuple[float, Turn]] = []
    for number, turn in enumerate(turns):
        left = (0.4 * seconds - spent) / (len(turns) - number)
        if left <= 0:
            break
        found = yield Glance(turn, left, QUICK, 0.4 * number / len(turns))
        spent += found.seconds
        looked.append((_cost(found, turn), turn))
    looked.sort(key=lambda each: (-each[0], each[1].ply))
    suspects = [turn for cost, turn in looked[: NAMED * THOROUGH] if cost > 0]
    costly: list[Costly] = []
    for number, turn in enumerate(suspects):
        left = min(LONGEST, max(0.0, seconds - spent) / (len(suspects) - number))
        found = yield Glance(turn, left, None, 0.4 + 0.6 * number / len(suspects))
        spent += found.seconds
        cost = _cost(found, turn)
        if cost >= COSTS:
            costly.append(Costly(turn.ply, turn.seat, _of(found, turn.actions), found.best, cost))
    costly.sort(key=lambda each: (-each.cost, each.ply))
    return tuple(costly[:NAMED])


def look(match: Match, glance: Glance, seed: Seed = 0) -> Analysis:
    """What a search says of a turn that was played, among those that could have been."""
    turn = glance.turn
    state = match.at(turn.ply)
    return analyse(
        state,
        turn.seat,
        glance.seconds / 1.5,  # the turn that was played may get half as much again
        simulations=glance.simulations,
        also=(turn.actions,),
        names=match.names,
        seed=seed,
    )


def review(
    match: Match,
    seconds: float = 60.0,
    *,
    seed: Seed = 0,
    tell: Callable[[float], None] = lambda share: None,
) -> Review:
    """A game looked back upon (it need not be over), in about so many seconds; `tell` hears how far it is, 0 to 1."""
    began = perf_counter()
    curve, turns = walk(match)
    looking = glances(turns, seconds - (perf_counter() - began))
    simulations = 0
    try:
        glance = next(looking)
        while True:
            tell(glance.share)
            found = look(match, glance, seed)
            simulations += found.simulations
            glance = looking.send(found)
    except StopIteration as end:
        costly = end.value
    tell(1.0)
    return Review(curve, turning_points(curve), costly, simulations, perf_counter() - began)


def walk(match: Match) -> tuple[tuple[Moment, ...], list[Turn]]:
    """The chances after each turn, and the turns that were a choice."""
    curve = [Moment(0, -1, chances(match.at(0)))]
    turns: list[Turn] = []
    for turn, state, choice in _turns(match):
        curve.append(Moment(turn.ply + len(turn.actions), turn.seat, chances(state)))
        if choice:
            turns.append(turn)
    return tuple(curve), turns


def _turns(match: Match) -> Iterator[tuple[Turn, State, bool]]:
    """Each turn, the state after it, and whether there was anything to choose in it."""
    moves = match.moves
    start, choice = 0, False
    for ply, move in enumerate(moves):
        choice = choice or len(match.at(ply).legal_actions(move.seat)) > 1
        last = ply + 1 == len(moves)
        if last or moves[ply + 1].seat != move.seat or move.draws:
            actions = tuple(each.action for each in moves[start : ply + 1])
            yield Turn(start, move.seat, actions), match.at(ply + 1), choice
            start, choice = ply + 1, False


def _cost(found: Analysis, turn: Turn) -> float:
    """What the turn that was played cost against the best."""
    return found.best.chance - _of(found, turn.actions).chance


def _of(found: Analysis, actions: tuple[int, ...]) -> Candidate:
    return next(candidate for candidate in found.candidates if candidate.actions == actions)


def turning_points(curve: Sequence[Moment]) -> tuple[Turning, ...]:
    """The largest changes from one moment to the next, in the order of the game."""
    swings = []
    for before, after in pairwise(curve):
        changes = [now - then for then, now in zip(before.chances, after.chances, strict=True)]
        seat = max(range(len(changes)), key=lambda each: abs(changes[each]))
        if abs(changes[seat]) >= SWING:
            swings.append(Turning(before.ply, after.ply, seat, changes[seat]))
    largest = sorted(swings, key=lambda each: -abs(each.swing))[:TURNS]
    return tuple(sorted(largest, key=lambda each: each.ply))
