"""The kinds of frames: on the agenda, and on the players' own stacks."""

from enum import IntEnum


class Ask(IntEnum):
    """Kinds of frames: the first two lie on the agenda, the others on the players' own stacks."""

    ROLL = 0
    """The die is thrown for the next turn."""
    TURN = 1
    """Everybody moves or rests."""
    WALK = 2
    """To rest or where the route goes on."""
    CAMERA = 3
    """Which waypoint to photograph."""
    GLIDE = 4
    """Whether to glide from a mountain, and with what."""
    LAND = 5
    """Where the glider lands."""
    FEATURES = 6
    """Asks nothing: lakes pay their water, and each wood becomes a WOOD."""
    WOOD = 7
    """Which animal track a wood marks."""
    JOURNAL = 8
    """Which entry to score for the hike."""
