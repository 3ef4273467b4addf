"""What the evaluation goes by, for several players and for one alone: learned from games (docs/games/wayfarers.md)."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from waystation.engine.numbers import read_numbers, written_numbers

from .expression import Op
from .names import INSPIRATION, LAND, SPACE, TOWNSFOLK, WATER


class Weights(NamedTuple):
    """In points at the beginning of a game."""

    scale: float
    """A lead of so many points is worth three quarters of a win: at the beginning,"""
    at_end: float
    """and once the end has been triggered."""
    race: float
    """What a step towards the end of the track is worth,"""
    sure: float
    """and the part of it that does not fade."""
    whole: float
    """The game is young while everybody is so far from the end;"""
    least: float
    """promises never fade below this."""
    may_step: float
    """The part of a step's worth that one has which waits and can be taken."""
    waiting: float
    """The part of their worth that effects have which wait,"""
    turn: float
    """and what a turn to come is worth."""
    goods: float
    """Silver and provisions in hand,"""
    good: float
    """and each of them as a price."""
    die: float
    ready: float
    nearly_rest: float
    """Dice; those in supply; one or none of them there, so that a rest brings something."""
    green_worker: float
    yellow_worker: float
    blue_worker: float
    black: float
    yellow: float
    blue: float
    """Influence in guilds,"""
    marked: float
    """on a card,"""
    spare: float
    """and in supply."""
    die_space: float
    vista: float
    tile: float
    town: float
    resting: float
    room: float
    """Cards acquired, upgrade tiles, townsfolk, and room for space cards."""
    engine: float
    second: float
    """Per die: the worth of what its faces can do, on the average; and of the second best use of each."""
    prospect: float
    """What the dice in supply can do now."""
    tag: float
    """The part of what the next step of a row of primary tags brings;"""
    in_set: float
    """a tag that waits for the others of its set."""
    goal: float
    """A goal that is almost met;"""
    open_star: float
    """a space card without a goal."""
    land: float
    water: float
    space: float
    townsfolk: float
    inspiration: float
    """A card that an effect would bring,"""
    new_die: float
    guild: float
    mark: float
    move: float
    retrieve: float
    refresh: float
    adjust: float
    journal: float
    upgrade: float
    draw: float
    top: float
    """and what else it may bring."""
    opponent_step: float
    """Alone: how far a column is for the opponent, which needs nothing for its steps but time;"""
    their_mark: float
    """its influence on a card;"""
    soon_most: float
    soon_least: float
    soon_whole: float
    """how what counts in the next turns fades: it never counts for more than the first, and begins at the second."""


def read_weights(text: str, place: str) -> Weights:
    """Weights as a file gives them, in a table `weights`; ComponentError names the file and the number."""
    return Weights(**read_numbers(text, place, "weights", Weights._fields))


def written(weights: Weights) -> str:
    """The weights as a file holds them; what `read_weights` reads."""
    return written_numbers("weights", weights._asdict())


def _shipped(name: str) -> Weights:
    text = files("waystation.games.wayfarers").joinpath("data", name).read_text("utf-8")
    return read_weights(text, name)


TOGETHER, ALONE = _shipped("together.toml"), _shipped("alone.toml")
"""Made by benchmarks/wayfarers_learn.py."""


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
