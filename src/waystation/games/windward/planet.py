"""The planet: hexes, wedges and terrain, with everything that does not change during a game worked out once.

A planet of radius k has 3k(k+1) spaces around the trading post. Space 0 is the trading post (a ship "on" it is at
port). Wedge (territory) s of 1 to 6 holds the hexes d*dir(s) + j*dir(s+2) for 1 <= d <= k, 0 <= j < d: row d counted
from the post, place j clockwise. A space is named by territory, row and place: ``24b`` is territory 2, row 4, second
place. Directions are numbered 0 to 5 here, which players know as 1 to 6: N, NE, SE, S, SW, NW.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from waystation.engine.words import mark

POST = 0
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
DIRECTION_NAMES = (mark("N"), mark("NE"), mark("SE"), mark("S"), mark("SW"), mark("NW"))
FAR = 999
"""A distance that stands for "no way"."""

_FIELDS_KEPT = 2000  # distance fields remembered per planet


class Geometry:
    """The hexes of a planet of one radius, whatever lies on them."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.hexes: list[tuple[int, int]] = [(0, 0)]
        self.names = ["port"]
        self.territory = [-1]
        self.corners: list[int] = []
        for wedge in range(6):
            (uq, ur), (vq, vr) = DIRECTIONS[wedge], DIRECTIONS[(wedge + 2) % 6]
            for d in range(1, radius + 1):
                for j in range(d):
                    if d == radius and j == 0:
                        self.corners.append(len(self.hexes))
                    self.hexes.append((d * uq + j * vq, d * ur + j * vr))
                    self.names.append(f"{wedge + 1}{d}{'abcdefghi'[j]}")
                    self.territory.append(wedge)
        self.size = len(self.hexes)
        self.index = {place: space for space, place in enumerate(self.hexes)}
        self.by_name = {name: space for space, name in enumerate(self.names)}
        #: neighbour[space][direction]: the space there, or -1 off the map.
        self.neighbour = [[self.index.get((q + dq, r + dr), -1) for dq, dr in DIRECTIONS] for q, r in self.hexes]
        #: opposite[space]: the corner across the planet, or -1.
        self.opposite = [-1] * self.size
        for corner in self.corners:
            q, r = self.hexes[corner]
            self.opposite[corner] = self.index[-q, -r]

        #: apart[a][b]: steps between two spaces as the crow flies.
        self.apart = [
            [max(abs(aq - bq), abs(ar - br), abs(aq + ar - bq - br)) for bq, br in self.hexes] for aq, ar in self.hexes
        ]

    def at(self, q: int, r: int) -> int:
        """The space with these axial coordinates; KeyError off the map."""
        return self.index[q, r]

    def distance(self, a: int, b: int) -> int:
        """Steps between two spaces as the crow flies."""
        return self.apart[a][b]


@cache
def geometry(radius: int) -> Geometry:
    """The one geometry of this radius."""
    return Geometry(radius)


class Planet:
    """Six wedges laid around the trading post.

    `rows[s]` is the terrain of territory s+1, row by row from the post.
    """

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        self.geometry = hexes = geometry(len(rows[0]))
        self.size = hexes.size
        #: terrain marks by space; the post is "P".
        self.terrain = "P" + "".join(mark for wedge in rows for row in wedge for mark in row)
        self.drift = [mark == "#" for mark in self.terrain]
        self.zephyrs = [space for space in range(self.size) if self.terrain[space] == "z"]
        self.zephyr_mask = [mark == "z" for mark in self.terrain]
        self.pockets = [space for space in range(self.size) if self.terrain[space] == "g"]
        self.feeding = self._by_territory("f")
        self.red_starts = self._by_territory("r")
        self.corners = hexes.corners
        self.territory = hexes.territory
        #: spaces of each territory that are not drift.
        self.open_spaces = [
            [space for space in range(1, self.size) if hexes.territory[space] == t and not self.drift[space]]
            for t in range(6)
        ]
        #: steps[space]: (direction, space) of every neighbour on the map, the post left out.
        self.steps = [
            tuple((d, to) for d, to in enumerate(hexes.neighbour[space]) if to > 0) for space in range(self.size)
        ]
        #: open_steps[space]: neighbours that are neither drift nor the post.
        self.open_steps = [tuple(to for _, to in steps if not self.drift[to]) for steps in self.steps]
        #: calm_steps[space]: as `steps`, without drift.
        self.calm_steps = [tuple((d, to) for d, to in steps if not self.drift[to]) for steps in self.steps]
        #: leaps[space]: where a ship comes for 1 speed whatever the wind, the port left out.
        self.leaps = [self._leaps(space) for space in range(self.size)]
        self.ring = tuple(to for _, to in self.steps[POST])
        self.by_port = [space in self.ring for space in range(self.size)]
        self._fields: dict[tuple[int, int, bool], list[int]] = {}
        self._hunted: dict[tuple[tuple[int, ...], int, bool, int], tuple[int, int]] = {}
        #: found ways, kept by `ways.search`.
        self.ways: dict[tuple[object, ...], dict[int, tuple[int, int, int]]] = {}
        self._exits: dict[tuple[int, bool, bool], tuple[list[int], list[tuple[int, ...]]]] = {}

    def _by_territory(self, mark: str) -> list[int]:
        found = {self.territory_of(space): space for space in range(1, self.size) if self.terrain[space] == mark}
        return [found[t] for t in range(6)]

    def _leaps(self, space: int) -> tuple[int, ...]:
        """Other zephyrs from a zephyr, the corner across from a corner."""
        far = [to for to in self.zephyrs if to != space] if self.zephyr_mask[space] else []
        across = self.geometry.opposite[space]
        return (*far, across) if across >= 0 else tuple(far)

    def territory_of(self, space: int) -> int:
        """The wedge of a space, 0 to 5; -1 for the post."""
        return self.geometry.territory[space]

    def exits(self, wind: int, into_wind: bool, drift: bool = False) -> tuple[list[int], list[tuple[int, ...]]]:
        """For every space: where a ship glides to (-1: nowhere), and where it can go for 1 speed; maybe onto drift."""
        found = self._exits.get((wind, into_wind, drift))
        if found is None:
            against = -1 if into_wind else (wind + 3) % 6
            glides, paid = [-1], [self.ring]
            for space in range(1, self.size):
                steps = (self.steps if drift else self.calm_steps)[space]
                glides.append(next((to for direction, to in steps if direction == wind), -1))
                others = [to for direction, to in steps if direction not in (wind, against)]
                paid.append((*others, *self.leaps[space], *([POST] if self.by_port[space] else [])))
            found = self._exits[wind, into_wind, drift] = (glides, paid)
        return found

    def field(self, target: int, blocked: int, inside: bool = False) -> list[int]:
        """Distance of every space to `target` for a crester: round drift, the post and the `blocked` spaces (bit mask).

        `inside`: only within the target's own territory. Distances do not depend on what stands on the target.
        With the post as target, the last step onto it counts.
        """
        key = (target, blocked, inside)
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) >= _FIELDS_KEPT:
                self._fields.clear()
            found = self._fields[key] = self._search(target, blocked, inside)
        return found

    def hunted(self, hunters: tuple[int, ...], blocked: int, inside: bool, steps: int) -> tuple[int, int]:
        """The spaces (bits) that at least one, and at least two, of these cresters can come to in so many steps.

        `inside`: each keeps to its own territory, and goes round what is `blocked`.
        """
        key = (hunters, blocked, inside, steps)
        found = self._hunted.get(key)
        if found is None:
            once = twice = 0
            for space in hunters:
                field = self.field(space, blocked & ~(1 << space) if inside else 0, inside)
                near = sum([1 << to for to, away in enumerate(field) if away <= steps])
                twice |= once & near
                once |= near
            if len(self._hunted) >= _FIELDS_KEPT:
                self._hunted.clear()
            found = self._hunted[key] = (once, twice)
        return found

    def _search(self, target: int, blocked: int, inside: bool) -> list[int]:
        distance = [FAR] * self.size
        distance[target] = 0
        frontier = [target]
        territory = self.territory
        home = territory[target]
        while frontier:
            reached: list[int] = []
            for space in frontier:
                further = distance[space] + 1
                for to in self.open_steps[space]:
                    if distance[to] > further and not blocked >> to & 1 and (not inside or territory[to] == home):
                        distance[to] = further
                        reached.append(to)
            frontier = reached
        return distance
