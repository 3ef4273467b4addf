"""What pays, for whoever hikes alone: the signs of the map, each with what a visit brings."""

from __future__ import annotations

from collections.abc import Iterator

from waystation.engine import Node, Part, Rect, Use, kit
from waystation.engine.words import mark, say
from waystation.games.waypoints.picture.scorecard import READABLE

KEY_HEIGHT = 150.0

_ENTRIES = (
    (("bear", "rabbit", "bird"), mark("The next space of its track")),
    (("mountain",), mark("Its height in the next box; the 5th counts twice, the 10th three times")),
    (("trig",), mark("The next space of its track")),
    (("lookout",), mark("A space of its track, and a photo at once")),
    (("gear",), mark("A space of its track, and a backpack")),
    (("campsite",), mark("Doubles the journal entry if the hike ends there")),
    (("drop",), mark("A lake: 1 water, once")),
    (("tree",), mark("A wood: a mark on an animal track, once")),
    (("bridge",), mark("The river is crossed at bridges, or by kayak")),
)


@kit.kept
def key_nodes(width: float) -> tuple[Node, ...]:
    """The panel."""
    return tuple(_nodes(width))


def _nodes(width: float) -> Iterator[Node]:
    ground = (Rect(2, 4, width - 2, KEY_HEIGHT - 4, 10, "shade"), kit.panel(width - 2, KEY_HEIGHT - 4, r=10))
    yield kit.node("key", "key", ground)
    step = (width - 16) / 3
    for (signs, text), (x, y) in zip(_ENTRIES, kit.grid(len(_ENTRIES), 3, 12, 10, step, 44), strict=True):
        parts: list[Part] = []
        for sign, at in zip(signs, kit.row(len(signs), 16, 30), strict=True):
            role = {"drop": "water", "tree": "tree", "bridge": "icon"}.get(sign, f"icon-{sign}")
            parts.append(Use(sign, at, 21, 26, role=role))
        left = 36 + 30 * (len(signs) - 1)
        parts += kit.block(left, 21, say(text), step - left - 8, 14, "start", rows=2, smallest=READABLE)
        yield kit.node(f"key:{signs[0]}", "key", parts, x, y, layer=1)
