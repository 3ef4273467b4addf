"""Words for tokens, islands and effects: used by labels, events, verdicts and the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.games.wayfinders.chart import CELL_NAMES
from waystation.games.wayfinders.components import RESOURCES, Tile
from waystation.games.wayfinders.frames import Frames
from waystation.games.wayfinders.payment import PAYMENTS, TYPES, count, size, ways

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState

_PLURALS = ("parachutes", "headphones", "propellers", "tires", "gas cans")
_SINGULARS = ("parachute", "headphones", "propeller", "tire", "gas can")


def token_name(kind: int) -> str:
    """One token of a type: `gas can`."""
    return _SINGULARS[kind]


def in_words(bundle: int) -> str:
    """A bundle in words: `1 parachute and 2 tires`."""
    parts = [
        f"{number} {_SINGULARS[kind] if number == 1 else _PLURALS[kind]}"
        for kind in TYPES
        if (number := count(bundle, kind))
    ]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts) or "nothing"


def island_name(cell: int, tile: Tile | None) -> str:
    """`r2c3 (Tropical)`, or `Home`."""
    return f"{CELL_NAMES[cell]} ({tile.colour.capitalize()})" if tile else "Home"


def effect_words(tile: Tile) -> str:
    """What an airstrip on the tile does or counts, in a few words."""
    resource = _PLURALS[RESOURCES.index(tile.of)] if tile.of in RESOURCES else ""
    tokens = "1 token" if tile.amount == 1 else f"{tile.amount} tokens"
    words = {
        "draw": f"draw {tokens} at once",
        "keep": f"keep {tile.amount} more when discarding",
        "free": f"enter {tile.of.capitalize()} islands freely",
        "wild": f"{resource} count as any resource",
        "own_colour": f"for each of your {tile.colour.capitalize()} islands",
        "cost_at_least": f"for each of your islands that costs {tile.amount} or more",
        "colours": "for each colour among your islands",
        "shared": "for each of your islands where a rival is too",
        "groups": "for each separate group of your islands",
        "column": "for each of your airstrips in this column",
        "row": "for each of your airstrips in this row",
        "around": "for each of your airstrips around this island",
        "far": "for each of your islands 3 or more steps from Home",
        "squares": "for each 2x2 square of your airstrips",
    }
    return words[tile.effect]


def question(state: WayfindersState, seat: int) -> str:
    """What the seat is asked."""
    frame = state.agenda[-1]
    if frame[0] == Frames.TURN:
        return f"{{{seat}}}: place a worker, or return all your workers."
    if frame[0] == Frames.FLIGHT:
        return f"{{{seat}}}: fly, build, or land."
    if frame[0] == Frames.DISCARD:
        over = size(state.hands[seat]) - state.keep[seat]
        return f"{{{seat}}}: discard {over}; you may keep {state.keep[seat]}."
    cell, building = frame[2:]
    price = state.chart.cost[cell] if building else state.chart.toll[cell]
    what = "the airstrip at" if building else "the flight to"
    return f"{{{seat}}}: how do you pay {in_words(price)} for {what} {CELL_NAMES[cell]}?"


def label(state: WayfindersState, action: int, seat: int) -> str:
    """What the button says: for steps and airstrips with the price."""
    choice = state.game.actions[action]
    if choice.kind not in ("fly", "build"):
        return choice.label
    cell = choice.args[0]
    name = island_name(cell, state.chart.tiles[cell])
    if choice.kind == "fly" and (state.built | state.passes[seat]) >> cell & 1:
        return f"Fly to {name}: free"
    price = state.chart.toll[cell] if choice.kind == "fly" else state.chart.cost[cell]
    found = ways(state.hands[seat], price, state.wild[seat])
    cost = f"pay {in_words(PAYMENTS[found[0]])}" if len(found) == 1 else f"costs {in_words(price)}, choose how to pay"
    return f"{'Fly to' if choice.kind == 'fly' else 'Build at'} {name}: {cost}"
