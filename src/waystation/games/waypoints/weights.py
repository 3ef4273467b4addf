"""What the evaluation goes by: learned from games for the expert, set by hand for others (docs/games/waypoints.md)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Annotated, TypeAlias

import msgspec

from waystation.engine import ComponentError
from waystation.engine.typed import convert

Number: TypeAlias = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]
Some: TypeAlias = Annotated[float, msgspec.Meta(ge=0.5, le=1000)]
Four: TypeAlias = Annotated[tuple[Number, ...], msgspec.Meta(min_length=4, max_length=4)]
Eight: TypeAlias = Annotated[tuple[Number, ...], msgspec.Meta(min_length=8, max_length=8)]
Track5: TypeAlias = Annotated[tuple[Number, ...], msgspec.Meta(min_length=6, max_length=6)]
Track10: TypeAlias = Annotated[tuple[Number, ...], msgspec.Meta(min_length=11, max_length=11)]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In points; what is said of a promise holds while there are turns enough to keep it."""

    animal: Track10
    """What so many circled spaces of an animal track promise beyond their points: the next number is nearer."""
    lookout: Track5
    gear: Track5
    trig: Track5
    mountain: Track10
    special: Four
    """A kayak, coat, glider and backpack at hand."""
    near: Eight
    """A waypoint within three lines, by type,"""
    not_far: Number
    """and one within six lines, whatever it is."""
    horizon: Some
    """So many turns are enough for a promise,"""
    beyond: Number
    """and each turn to come makes it so much better."""
    water: Number
    """Each space of water,"""
    water_first: Number
    """of the first three so much more;"""
    water_turn: Number
    """so many can be used in a turn;"""
    water_least: Number
    water_left: Number
    """the part of all that at the end, and by how much it is more for each turn to come."""
    entry: Four
    """What an open journal entry may be expected to bring in a later hike,"""
    entry_turn: Four
    """and how it grows with each turn of this one."""
    doubled: Number
    """The chance that a hike that is not over ends at a campsite."""
    goal: Number
    goal_power: Some
    """The part of the goal's bonus; it comes with this power of what is there of it."""
    turns: Number
    """Weather spaces that the last turn of a hike is worth."""
    photo: Number
    wood: Number
    land: Number
    """Questions that wait in a turn: the camera, a wood, where to land;"""
    spent: Number
    """and what each line of the way has cost."""
    visit: Eight
    last_visit: Eight
    """What a waypoint in reach of a route under way may bring, by type, before and at the end of a hike;"""
    line: Number
    """what each line to it costs."""


def read_weights(text: str, place: str) -> Weights:
    """Weights as a file gives them, in a table `weights`; ComponentError names the file and the number."""
    try:
        return convert(tomllib.loads(text).get("weights"), Weights)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ComponentError(place, str(error)) from error


def written(weights: Weights) -> str:
    """The weights as a file holds them; what `read_weights` reads."""
    lines = ["[weights]"]
    for name, value in msgspec.structs.asdict(weights).items():
        lines.append(f"{name} = {[round(v, 3) for v in value] if isinstance(value, tuple) else round(value, 3)}")
    return "\n".join(lines) + "\n"


def _shipped(name: str) -> Weights:
    return read_weights(files("waystation.games.waypoints").joinpath("data", name).read_text("utf-8"), name)


ROUTES, STEPS = _shipped("routes.toml"), _shipped("steps.toml")
"""For who looks at whole routes, as the expert does, and for searches that go step by step and see less."""
