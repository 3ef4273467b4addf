"""What a bot is, and what it may know.

A bot is any object with ``choose(observation) -> int``. It never gets the true state of a table: an `Observation` holds
a *world*, a state that the bot's seat can't tell from the true one, with everything hidden and all future chance drawn
anew. What it draws comes from a stream of its own, so thinking never moves the dice of the table.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from functools import cached_property
from math import inf
from typing import Protocol, Self

import msgspec

from waystation.engine import Chance, Edition, KindError, Match, Seed, State, View, WaystationError
from waystation.engine.borders import shown, whole
from waystation.engine.chance import QuickChance

MOST_TOLD = 1000
"""Letters of a reason."""


class BotError(WaystationError):
    """A bot failed or answered something that is not allowed. A table replaces it by `random`."""

    def __init__(self, bot: str, reason: str) -> None:
        self.bot = shown(str(bot))
        self.reason = shown(reason, keep="\n")[:MOST_TOLD]  # it goes into results and to terminals
        super().__init__(f"bot {self.bot}: {self.reason}")

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.bot, self.reason)


class SpecError(WaystationError):
    """A bot specification such as ``mcts:500`` can't be read or names no bot."""


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think about one turn: so many simulations, or seconds, or both (whichever ends first).

    A turn is all that a seat decides until another seat decides or chance speaks. ValueError for what bounds nothing.
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is not None and whole(self.simulations, "a number of simulations") < 1:
            raise ValueError(f"simulations: expected 1 or more, got {self.simulations}")
        if self.seconds is not None and not 0 <= self.seconds < inf:  # no clock ever gets beyond what is no number
            raise ValueError(f"seconds: expected a time of 0 or more, got {self.seconds}")


class Observation:
    """All that a bot is given for one decision.

    `game` (options, components, action table), `seat`, `legal` (sorted action ids), `world` (a determinized state:
    clone it to try something), `rng` (the bot's stream of chance), `budget` (None: the bot's own default) and `turn`:
    the number of moves after which the turn at hand began (None: a turn of its own).
    """

    def __init__(
        self, world: State, seat: int, rng: Chance, budget: Budget | None = None, turn: int | None = None
    ) -> None:
        self.game: Edition = world.game
        self.world = world
        self.seat = seat
        self.rng = rng
        self.budget = budget
        self.turn = turn
        self.legal = world.legal_actions(seat)
        self._samples = 0

    @cached_property
    def view(self) -> View:
        """What the seat may know, as the page and the terminal get it."""
        return self.world.view(self.seat)

    def sample(self) -> State:
        """One more world that the seat can't tell from the true one."""
        self._samples += 1
        return self.world.determinize(self.seat, QuickChance(self.rng.spawn(f"sample {self._samples}").key))


class Bot(Protocol):
    """Chooses one of ``observation.legal``. A bot belongs to one seat of one game; it may remember between calls."""

    def choose(self, observation: Observation) -> int:
        """The id of one of ``observation.legal``. In the arena a bot that raises, or chooses anything else, is replaced
        by `random`; where there is no replacing it is a BotError."""
        ...


def observe(state: State, seat: int, rng: Chance, budget: Budget | None = None, turn: int | None = None) -> Observation:
    """What a bot at `seat` may know of a table; two tables that look alike to the seat give the same."""
    return Observation(world_for(state, seat, rng), seat, rng, budget, turn)


def world_for(state: State, seat: int, rng: Chance) -> State:
    """The world of an observation: a state that the seat can't tell from the true one."""
    return state.determinize(seat, rng.spawn("world"))


def turn_began(seat: int, ply: int, newest_first: Iterable[tuple[int, bool]]) -> int:
    """After how many moves the turn began in which `seat` is to decide after `ply` moves.

    `newest_first` are the moves, the newest first: the seat that decided, and whether chance was drawn.
    """
    for decided, drew in newest_first:
        if decided != seat or drew:
            break
        ply -= 1
    return ply


def turn_at(match: Match, seat: int) -> int:
    """After how many moves of a match the turn began in which `seat` is to decide now."""
    return turn_began(seat, len(match.moves), ((move.seat, bool(move.draws)) for move in reversed(match.moves)))


def bot_chance(seed: Seed, seat: int, ply: int) -> Chance:
    """The stream of the bot at `seat` for the decision after `ply` moves; independent of setup and play."""
    return Chance.of(seed, f"bot {seat} at {ply}")


def decide(bot: Bot, observation: Observation) -> int:
    """The bot's choice, checked; BotError says what went wrong."""
    legal = observation.legal[:]
    name = getattr(bot, "spec", type(bot).__name__)
    try:
        chosen = bot.choose(observation)
    except BotError:
        raise
    except (Exception, SystemExit) as error:
        raise BotError(name, f"{type(error).__name__}: {error}") from error
    try:
        action = whole(chosen, "an action")
    except KindError as error:
        raise BotError(name, f"{chosen!r:.60} is not allowed now") from error
    if action not in legal:
        known = 0 <= action < len(observation.game.actions)
        written = observation.game.actions.format(action) if known else repr(action)
        raise BotError(name, f"{written} is not allowed now")
    return action


def close(bot: Bot) -> None:
    """Tell a bot that its game is over; bots without a ``close`` need no telling.

    What goes wrong with that is a warning: no game is lost to it any more, and other bots are to be told, too.
    """
    ending = getattr(bot, "close", None)
    if ending is not None:
        try:
            ending()
        except (Exception, SystemExit) as error:
            told = BotError(getattr(bot, "spec", type(bot).__name__), f"{type(error).__name__}: {error}")
            warnings.warn(f"{told} (when it was closed)", RuntimeWarning, stacklevel=2)
