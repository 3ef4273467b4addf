"""What a game of Wayfinders can ask."""

from enum import IntEnum


class Ask(IntEnum):
    """The kinds of frames on the agenda. Each asks one seat.

    TURN: place a worker or return. FLIGHT: fly, build or land. DISCARD: give up a token. PAY lies on FLIGHT while
    there is more than one way to pay; its data are the cell, and 1 for an airstrip or 0 for a step onto it.
    """

    TURN = 0
    FLIGHT = 1
    PAY = 2
    DISCARD = 3


# Plain ints: looking up a member of an enum costs as much as a whole step of the hot path.
TURN, FLIGHT, PAYING, DISCARDING = map(int, Ask)
