"""How strong the bots are: fixed ratings on the scale of people, measured by matches among them (`waystation anchors`).

The game's usual bot is where everybody begins (a mean of 25). Bots do not move: what one rises or falls by against them
means the same next year. A bot that was not measured has no rating, and no rated table takes it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from waystation.bots.strength import Anchor, Measured, read

FILE = "anchors.json"


@cache
def measured() -> dict[str, Measured]:
    """What was measured, by game."""
    return read((files(__package__) / FILE).read_bytes())


def anchor_of(game: str, bot: str) -> Anchor | None:
    """How strong a bot is; None if that was not measured."""
    found = measured().get(game)
    return None if found is None else found.bots.get(bot)
