"""Words for tokens, islands and effects: used by labels, events, refusals and the picture."""

from __future__ import annotations

from functools import cache, lru_cache

from waystation.engine.words import Arg, Phrase, mark, say
from waystation.games.wayfinders.chart import CELL_NAMES, HOME
from waystation.games.wayfinders.components import BACKS, COLOURS, LETTERS, RESOURCES, Tile
from waystation.games.wayfinders.payment import TYPES, count

TOKEN = (say("parachute"), say("headphones"), say("propeller"), say("tire"), say("gas can"))
"""One token of each type."""

_SHORT = (*TOKEN[:4], say("gas"))
_PLURAL = (say("parachutes"), say("headphones"), say("propellers"), say("tires"), say("gas cans"))
_COUNTED = (
    mark("{n:parachute|parachutes}"),
    mark("{n:headphones|headphones}"),
    mark("{n:propeller|propellers}"),
    mark("{n:tire|tires}"),
    mark("{n:gas can|gas cans}"),
)
COLOUR_NAMES = (say("Tropical"), say("Desert"), say("Ice"), say("Farm"), say("City"))
BACK_NAMES = (say("red"), say("blue"), say("yellow"))


@cache
def counted_tokens(kind: int, number: int) -> Phrase:
    """So many tokens of a type: `2 tires`."""
    return say(_COUNTED[kind], n=number)


@lru_cache(maxsize=4096)
def in_words(bundle: int) -> Phrase:
    """A bundle in words: `1 parachute and 2 tires`."""
    parts: list[Arg] = [counted_tokens(kind, number) for kind in TYPES if (number := count(bundle, kind))]
    return say("{tokens}", tokens=parts) if parts else say("nothing")


@cache
def in_order(letters: str) -> Phrase:
    """Tokens that lie in a row, one by one: `tire, then parachute, then tire`."""
    names = [TOKEN[LETTERS.index(letter)] for letter in letters]
    if not names:
        return say("no tokens")
    text = names[-1]
    for name in reversed(names[:-1]):
        text = say("{first}, then {rest}", first=name, rest=text)
    return text


def place_name(cell: int) -> Arg:
    """`r2c3`, or `Home`."""
    return say("Home") if cell == HOME else CELL_NAMES[cell]


def island_name(cell: int, tile: Tile | None) -> Phrase:
    """`r2c3 (Tropical)`, or `Home`."""
    return say("{cell} ({colour})", cell=CELL_NAMES[cell], colour=colour_name(tile)) if tile else say("Home")


def colour_name(tile: Tile) -> Phrase:
    """The colour of an island."""
    return COLOUR_NAMES[COLOURS.index(tile.colour)]


def back_name(tile: Tile) -> Phrase:
    """The category that the back of a tile shows."""
    return BACK_NAMES[BACKS.index(tile.back)]


def effect_words(tile: Tile) -> Phrase:
    """What an airstrip on the tile does or counts, in a few words."""
    colour = COLOUR_NAMES[COLOURS.index(tile.of)] if tile.of in COLOURS else say("{colour}", colour=colour_name(tile))
    resource = _PLURAL[RESOURCES.index(tile.of)] if tile.of in RESOURCES else say("")
    return say(_EFFECTS[tile.effect], n=tile.amount, colour=colour, resource=resource)


_EFFECTS = {
    "draw": mark("draw {n:token|tokens} at once"),
    "keep": mark("keep {n} more when discarding"),
    "free": mark("enter {colour} islands freely"),
    "wild": mark("{resource} count as any resource"),
    "own_colour": mark("for each of your {colour} islands"),
    "cost_at_least": mark("for each of your islands that costs {n} or more"),
    "colours": mark("for each colour among your islands"),
    "shared": mark("for each of your islands where a rival is too"),
    "groups": mark("for each separate group of your islands"),
    "column": mark("for each of your airstrips in this column"),
    "row": mark("for each of your airstrips in this row"),
    "around": mark("for each of your airstrips around this island"),
    "far": mark("for each of your islands 3 or more steps from Home"),
    "squares": mark("for each 2x2 square of your airstrips"),
}


def worth(tile: Tile) -> Phrase:
    """Points and effect: `4 points; draw 2 tokens at once`, `2 points for each colour among your islands`."""
    template = mark("{n:point|points} {effect}") if tile.back == "blue" else mark("{n:point|points}; {effect}")
    return say(template, n=tile.points, effect=effect_words(tile))


def price_words(tile: Tile) -> Phrase:
    """What an airstrip costs, as it is printed: `propeller + tire + gas`."""
    names = [_SHORT[RESOURCES.index(name)] for name in tile.cost]
    text = names[-1]
    for name in reversed(names[:-1]):
        text = say("{first} + {rest}", first=name, rest=text)
    return text
