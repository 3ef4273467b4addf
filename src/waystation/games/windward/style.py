"""What a captain who plays by rules of thumb goes by: numbers, and where they come from."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from waystation.engine.numbers import read_numbers, written_numbers

from .state import WindwardState


class Style(NamedTuple):
    """What a captain goes by: what is won and lost in battles, and how dear small things are."""

    grave: float
    """What a defeat costs;"""
    red: float
    """what beating a red is worth,"""
    white: float = 2.0
    """and the white crester;"""
    met: float = 0.0
    """what it costs to be attacked by reds,"""
    attack: float = 0.0
    """and to attack one, whatever comes of it;"""
    help: float = 1.0
    """the part of the hits of cards and tokens that an attack on a crester counts on;"""
    guns: float = 0.1
    """what each cannon costs that an attack may use up;"""
    shot: float = 0.045
    """what firing one costs, in chances of winning;"""
    gas: float = 0.15
    """what a gas is worth that lies somewhere;"""
    home: float = 0.02
    """what each space costs on the way to port;"""
    bare: float = 0.3
    """what a rest at sky costs with neither cards nor morale to spare,"""
    tired: float = 0.12
    """and otherwise;"""
    wound: float = 0.35
    """the part of a defeat's price that one costs which the ship survives;"""
    rest: float = 0.35
    """free-for-all: what a rest at sky brings;"""
    berth: float = 0.15
    """what one at port brings while morale is not full;"""
    laden: float = 0.05
    """what each space on the way to port costs with teeth aboard;"""
    prey: float = 0.06
    """what each space on the way to a gray, or to an own longboat, costs with an empty hold;"""
    steps: float = 0.004
    """what each step of a course costs;"""
    teeth: float = 0.8
    """what each tooth is worth that is brought to port,"""
    port: float = 0.45
    """and a visit there that is of use;"""
    plus2: float = 0.25
    """what a token of two hits is worth that lies somewhere,"""
    tooth: float = 0.6
    """a tooth,"""
    dead_red: float = 0.6
    """a dead red for the hold,"""
    dead_gray: float = 0.5
    """and a dead gray;"""
    hunt: float = 0.4
    """what it is worth to come to a gray that can be hunted;"""
    rob: float = 0.5
    """what each thing in a rival's hold is worth,"""
    strike: float = 0.3
    """and to beat a rival who has no morale to spare;"""
    touch: float = 0.1
    """what it is worth to beat another,"""
    quarrel: float = 0.2
    """and what attacking one costs;"""
    rob_help: float = 0.6
    """the part of the hits of cards and tokens that an attack on a rival counts on;"""
    tie: float = 0.3
    """what a tie is worth beside a win when cannons are fired;"""
    stock: float = 2.5
    """supplies come first with fewer cards than this,"""
    save: float = 2.5
    """notoriety is bought first with more gas than this,"""
    cheer: float = 2.5
    """and rum before other things with less morale;"""
    spare: float = 3.5
    """morale above which a rest may cost morale instead of a card,"""
    dear: float = 1.6
    """if the card is worth more than this."""


TEAM = Style(grave=2.0, red=0.0)
ALONE = Style(
    grave=5.5, red=0.6, white=1.5, met=0.05, attack=0.05, help=0.4, guns=0.15, shot=0.008, gas=0.12, home=0.003,
    bare=0.15,
)  # fmt: skip
"""Found by play: 1,300 solo games of captains whose numbers were all changed by chance say what goes with winning."""


def read_style(text: str, place: str) -> Style:
    """A style as a file gives it, every number in a table `style`; ComponentError names the file and the number."""
    return Style(**read_numbers(text, place, "style", Style._fields))


def written(style: Style) -> str:
    """The style as a file holds it; what `read_style` reads."""
    return written_numbers("style", style._asdict())


def _shipped() -> Style:
    text = files("waystation.games.windward").joinpath("data", "rivals.toml").read_text("utf-8")
    return read_style(text, "rivals.toml")


RIVALS = _shipped()
"""Among rivals: learned from games by benchmarks/windward_rivals.py (docs/games/windward.md)."""


def style_of(state: WindwardState) -> Style:
    """The style for this kind of game."""
    game = state.game
    return RIVALS if game.is_ffa else ALONE if game.is_solo else TEAM
