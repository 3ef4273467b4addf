"""Where spaces are in the picture of the planet."""

from math import sqrt

from .planet import Geometry

R = 33.0
"""Side of a hex in the units that pieces are drawn in; on a small planet everything is drawn larger (`scale`)."""

MARGIN = 8


def scale(hexes: Geometry) -> float:
    """How much larger than usual hexes and pieces are drawn, so that every planet has about the same size."""
    return min(1.45, 6 / hexes.radius)


def planet_size(hexes: Geometry) -> tuple[float, float]:
    """Width and height of the planet's region."""
    side = R * scale(hexes)
    return (3 * hexes.radius + 2) * side + 2 * MARGIN, (2 * hexes.radius + 1) * side * sqrt(3) + 2 * MARGIN


def hex_centre(hexes: Geometry, space: int) -> tuple[float, float]:
    """Where the middle of a space is in the planet's region."""
    q, r = hexes.hexes[space]
    width, height = planet_size(hexes)
    side = R * scale(hexes)
    return width / 2 + 1.5 * side * q, height / 2 + sqrt(3) * side * (r + q / 2)
