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
        self.stops_in = [_bits(stops) for stops in self.stops_at]
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
        bridges = [pair for b, pair in enumerate(self.bridges) if not closed >> b & 1]
        least = below.top if below is not None else 1
        found: list[list[Masks]] = []  # by budget: on foot, then afloat by the lines that were crossed
        while len(found) <= least or found[-1] != found[-2]:
            cheaper = found[-1] if found else None
            reached = self._reached_on_foot(cheaper, below, bridges, len(found))
            found.append([reached, *self._reached_afloat(cheaper, reached)])
        on_foot, *afloat = ([list(masks) for masks in zip(*rows, strict=True)] for rows in zip(*found, strict=True))
        return Reachability(on_foot, afloat)

    def _reached_on_foot(
        self,
        cheaper: list[Masks] | None,
        below: Reachability | None,
        bridges: Iterable[tuple[int, int]],
        budget: int,
    ) -> Masks:
        reached = self.stops_in[:]
        if cheaper is not None:
            _spread(reached, cheaper[0], self.sheet.borders)
        if below is not None:
            left = min(budget, below.top)
            for reach, banks in enumerate(self.banks):
                onward = below.afloat[0][reach][left]
                for face in banks:
                    reached[face] |= onward
        before: Masks = []
        while before != reached:  # over bridges, as many as there are in a row
            before = reached[:]
            for one, two in bridges:
                reached[one] = reached[two] = reached[one] | reached[two]
        return reached

    def _reached_afloat(self, cheaper: list[Masks] | None, reached: Masks) -> list[Masks]:
        landed: Masks = []
        for banks in self.banks:
            onward = 0
            for face in banks:
                onward |= reached[face]
            landed.append(onward)
        rows = [landed[:]]
        if cheaper is not None and self.may_paddle_on:
            _spread(rows[0], cheaper[-1], self.sheet.fords)
        for _ in range(KAYAK_LINES):
            rows.append(landed[:])
            _spread(rows[-1], rows[-2], self.sheet.fords)
        return rows[::-1]


def _spread(masks: Masks, onward: Masks, pairs: Iterable[tuple[int, int]]) -> None:
    """Add to each place what can be reached from its neighbours."""
    for one, two in pairs:
        masks[one] |= onward[two]
        masks[two] |= onward[one]


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
