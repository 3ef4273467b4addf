"""The compiled sheet as the rules walk it: neighbours of every face and reach, and what can be reached from where.

Waypoints, bridges, lakes, woods and squares are bits of ints here. The question "can this walk still end at a
waypoint it may end at?" is asked for every step that is offered, so its answer is tabulated: `on_foot` and `afloat`
hold, by budget, the set of waypoints within reach.
"""

from __future__ import annotations

from collections.abc import Iterable

from .components import KAYAK_LINES, MOUNTAIN
from .mapfile import TYPES
from .sheet import Sheet

Masks = list[int]
"""Waypoints within reach (bits) by budget; a greater budget than the last reaches as much as the last."""


class Reachability:
    """Which waypoints a walk can end at, with a given number of kayaks still unused.

    ``on_foot[face][budget]`` and ``afloat[lines][reach][budget]``, where `lines` (0 to 3) is how many grid lines
    the kayak in use has crossed. `top` is the highest budget tabulated.
    """

    __slots__ = ("afloat", "on_foot", "top")

    def __init__(self, on_foot: list[Masks], afloat: list[list[Masks]]) -> None:
        self.on_foot = on_foot
        self.afloat = afloat
        self.top = len(on_foot[0]) - 1


class Graph:
    """Constant tables of a map; shared by all states of a game."""

    def __init__(self, sheet: Sheet, may_paddle_on: bool = True) -> None:
        self.sheet = sheet
        self.may_paddle_on = may_paddle_on
        self.faces = len(sheet.faces)
        self.squares = sheet.columns * sheet.rows
        self.goal_wholes = len(sheet.lakes), len(sheet.woods), self.squares, len(sheet.bridges)
        self.square = [face.square for face in sheet.faces] + [reach.square for reach in sheet.reaches]
        self.steps = _neighbours(self.faces, sheet.borders)
        self.floats = _neighbours(len(sheet.reaches), sheet.fords)
        self.banks = [reach.banks for reach in sheet.reaches]
        self.launches = _inverse(self.faces, self.banks)
        self.bridges_at = _inverse(self.faces, [bridge.faces for bridge in sheet.bridges])
        self.bridges = [bridge.faces for bridge in sheet.bridges]
        self.lakes_at = _inverse(self.faces, [lake.faces for lake in sheet.lakes])
        self.woods_at = _inverse(self.faces, [wood.faces for wood in sheet.woods])
        self.stops_at = _inverse(self.faces, [(stop.face,) for stop in sheet.waypoints])
        self.kind = [stop.type for stop in sheet.waypoints]
        self.stop_face = [stop.face for stop in sheet.waypoints]
        self.stop_square = [stop.square for stop in sheet.waypoints]
        self.all_stops = (1 << len(sheet.waypoints)) - 1
        self.mountains = _bits(w for w, stop in enumerate(sheet.waypoints) if stop.type == MOUNTAIN)
        self.by_kind = [_bits(w for w, k in enumerate(self.kind) if k == kind) for kind in range(len(TYPES))]
        self.value = [stop.height // 100 for stop in sheet.waypoints]
        self.near = [self._near(w) for w in range(len(sheet.waypoints))]
        self.stop_index = {stop.id: w for w, stop in enumerate(sheet.waypoints)}
        self._tables: dict[int, tuple[Reachability, ...]] = {}

    def campsite(self, number: int) -> int:
        """The waypoint that is the campsite with this number."""
        return next(w for w, stop in enumerate(self.sheet.waypoints) if stop.number == number)

    def reachability(self, kayaks: int, closed: int = 0) -> Reachability:
        """The tables for so many unused kayaks and with these bridges closed; made when first asked for."""
        tables = self._tables.get(closed, ())
        if len(tables) <= kayaks:
            while len(tables) <= kayaks:
                tables = (*tables, self._tabulate(tables[-1] if tables else None, closed))
            if len(self._tables) > 100:
                self._tables.clear()
            self._tables[closed] = tables  # whole, in one go: other threads play on this map, too
        return tables[kayaks]

    def _near(self, stop: int) -> int:
        """The other waypoints in the same square or one that shares a side with it (Glider, Camera)."""
        columns = self.sheet.columns
        y, x = divmod(self.stop_square[stop], columns)
        near = 0
        for other, square in enumerate(self.stop_square):
            row, column = divmod(square, columns)
            if other != stop and abs(row - y) + abs(column - x) <= 1:
                near |= 1 << other
        return near

    def _tabulate(self, below: Reachability | None, closed: int) -> Reachability:
        """Budget by budget: what lies here, at no cost, or one line further with one point less."""
        own = [_bits(stops) for stops in self.stops_at]
        on_foot: list[Masks] = [[] for _ in range(self.faces)]
        afloat: list[list[Masks]] = [[[] for _ in self.banks] for _ in range(KAYAK_LINES + 1)]
        budget = 0
        rows = [*on_foot, *(masks for row in afloat for masks in row)]
        bridges = [pair for b, pair in enumerate(self.bridges) if not closed >> b & 1]
        least = below.top if below is not None else 1
        while budget <= least or any(masks[-1] != masks[-2] for masks in rows):
            reached = self._reached_on_foot(own, on_foot, below, bridges, budget)
            for masks, now in zip(on_foot, reached, strict=True):
                masks.append(now)
            self._reach_afloat(afloat, reached, budget)
            budget += 1
        return Reachability(on_foot, afloat)

    def _reached_on_foot(
        self,
        own: Masks,
        on_foot: list[Masks],
        below: Reachability | None,
        bridges: Iterable[tuple[int, int]],
        budget: int,
    ) -> Masks:
        reached = own[:]
        for face in range(self.faces):
            if budget:
                for other in self.steps[face]:
                    reached[face] |= on_foot[other][budget - 1]
            if below is not None:
                for reach in self.launches[face]:
                    masks = below.afloat[0][reach]
                    reached[face] |= masks[min(budget, len(masks) - 1)]
        before: Masks = []
        while before != reached:  # over bridges, as many as there are in a row
            before = reached[:]
            for one, two in bridges:
                reached[one] = reached[two] = reached[one] | reached[two]
        return reached

    def _reach_afloat(self, afloat: list[list[Masks]], reached: Masks, budget: int) -> None:
        for lines in range(KAYAK_LINES, -1, -1):
            for reach, banks in enumerate(self.banks):
                now = 0
                for face in banks:
                    now |= reached[face]
                for other in self.floats[reach]:
                    if lines < KAYAK_LINES:
                        now |= afloat[lines + 1][other][budget]
                    elif budget and self.may_paddle_on:
                        now |= afloat[lines][other][budget - 1]
                afloat[lines][reach].append(now)


def bits(mask: int) -> list[int]:
    """The positions of the set bits, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _bits(positions: Iterable[int]) -> int:
    return sum(1 << p for p in set(positions))


def _neighbours(count: int, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    found: list[set[int]] = [set() for _ in range(count)]
    for one, two in pairs:
        found[one].add(two)
        found[two].add(one)
    return [tuple(sorted(others)) for others in found]


def _inverse(count: int, lists: Iterable[Iterable[int]]) -> list[tuple[int, ...]]:
    """For every face the things (by index) that list it."""
    found: list[list[int]] = [[] for _ in range(count)]
    for index, faces in enumerate(lists):
        for face in faces:
            found[face].append(index)
    return [tuple(things) for things in found]
