"""The weights of the evaluation, for several players and for one alone.

Those for several were set by hand, then moved towards a linear regression of the points that followed over 311 games of
bots, as far as games against the weights before were won. Those for one were learned from games
(docs/games/wayfarers.md has the tables).
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from waystation.engine.numbers import read_numbers, written_numbers

from .expression import Op
from .names import INSPIRATION, LAND, SPACE, TOWNSFOLK, WATER


class Weights(NamedTuple):
    """In points at the beginning of a game; the defaults are those for several players."""

    scale: float = 14.0
    """A lead of so many points is worth three quarters of a win: at the beginning,"""
    at_end: float = 1.4
    """and once the end has been triggered."""
    race: float = 2.5
    """What a step towards the end of the track is worth,"""
    sure: float = 0.7
    """and the part of it that does not fade."""
    whole: float = 14.0
    """The game is young while everybody is so far from the end;"""
    least: float = 0.1
    """promises never fade below this."""
    may_step: float = 0.8
    """The part of a step's worth that one has which waits and can be taken."""
    waiting: float = 0.8
    """The part of their worth that effects have which wait,"""
    turn: float = 3.0
    """and what a turn to come is worth."""
    goods: float = 1.0
    """Silver and provisions in hand,"""
    good: float = 0.7
    """and each of them as a price."""
    die: float = 1.5
    ready: float = 0.2
    nearly_rest: float = 0.8
    """Dice; those in supply; one or none of them there, so that a rest brings something."""
    green_worker: float = 1.3
    yellow_worker: float = 0.9
    blue_worker: float = 0.9
    black: float = 0.9
    yellow: float = 0.45
    blue: float = 0.45
    """Influence in guilds,"""
    marked: float = 3.0
    """on a card,"""
    spare: float = 0.12
    """and in supply."""
    die_space: float = 3.0
    vista: float = 5.0
    tile: float = 1.0
    town: float = 0.6
    resting: float = 8.0
    room: float = 0.5
    """Cards acquired, upgrade tiles, townsfolk, and room for space cards."""
    engine: float = 0.8
    second: float = 0.4
    """Per die: the worth of what its faces can do, on the average; and of the second best use of each."""
    prospect: float = 0.12
    """What the dice in supply can do now."""
    tag: float = 0.35
    """The part of what the next step of a row of primary tags brings;"""
    in_set: float = 1.1
    """a tag that waits for the others of its set."""
    goal: float = 3.0
    """A goal that is almost met;"""
    open_star: float = 0.2
    """a space card without a goal."""
    land: float = 4.5
    water: float = 4.2
    space: float = 2.8
    townsfolk: float = 1.0
    inspiration: float = 1.2
    """A card that an effect would bring,"""
    new_die: float = 2.5
    guild: float = 0.5
    mark: float = 0.35
    move: float = 0.1
    retrieve: float = 0.9
    refresh: float = 0.8
    adjust: float = 0.2
    journal: float = 1.5
    upgrade: float = 2.0
    draw: float = 4.5
    top: float = 4.0
    """and what else it may bring."""
    opponent_step: float = 1.6
    """Alone: how far a column is for the opponent, which needs nothing for its steps but time;"""
    their_mark: float = 3.0
    """its influence on a card;"""
    soon_most: float = 1.0
    soon_least: float = 0.3
    soon_whole: float = 7.0
    """how what counts in the next turns fades: it never counts for more than the first, and begins at the second."""


def read_weights(text: str, place: str) -> Weights:
    """Weights as a file gives them, in a table `weights`; ComponentError names the file and the number."""
    return Weights(**read_numbers(text, place, "weights", Weights._fields))


def written(weights: Weights) -> str:
    """The weights as a file holds them; what `read_weights` reads."""
    return written_numbers("weights", weights._asdict())


def _shipped() -> Weights:
    text = files("waystation.games.wayfarers").joinpath("data", "alone.toml").read_text("utf-8")
    return read_weights(text, "alone.toml")


TOGETHER = Weights()
ALONE = _shipped()
"""Learned from games by benchmarks/wayfarers_learn.py (docs/games/wayfarers.md)."""


def of(solo: bool) -> Weights:
    """The weights for a game."""
    return ALONE if solo else TOGETHER


def worths(w: Weights) -> tuple[dict[int, float], dict[int, float]]:
    """What one of an effect is worth that may wait, by its kind; and a card, by its deck."""
    plain: dict[int, float] = {
        Op.SILVER: w.good, Op.PROVISION: w.good, Op.DIE: w.new_die, Op.GUILD: w.guild, Op.MARK: w.mark,
        Op.MOVE: w.move, Op.RETRIEVE: w.retrieve, Op.REFRESH: w.refresh, Op.ADJUST: w.adjust, Op.JOURNAL: w.journal,
        Op.UPGRADE: w.upgrade, Op.DRAW: w.draw, Op.TOP: w.top,
    }  # fmt: skip
    decks = {LAND: w.land, WATER: w.water, SPACE: w.space, TOWNSFOLK: w.townsfolk, INSPIRATION: w.inspiration}
    return plain, decks
