"""A detail of a table for the home page: large enough to be recognised, small enough to load at once."""

from __future__ import annotations

from waystation.engine.crop import window
from waystation.engine.scene import Scene

SHARE = 0.45  # of the table's width
SHAPE = 16 / 10


def detail(scene: Scene) -> Scene:
    """The upper left of a table without what lies outside."""
    width = scene.width * SHARE
    return window(scene, (0, 0, width, min(scene.height, width / SHAPE)))
