"""Routes as drawn lines: from the faces of a walk to a smooth curve that keeps away from the lines it need not cross.

The sheet's raster says which face a pixel lies in. A walk is traced pixel by pixel through its faces in order (a
shortest path, dearer near borders), thinned out, and then drawn as a smooth curve through what is left.
"""

from __future__ import annotations

import base64
import heapq
import re
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, dist, sqrt

from . import curves
from .sheet import RASTER, SCALE, Sheet

XY = tuple[float, float]
Berth = tuple[float, XY, XY]
"""A place on the river where a bank is: the room on the bank, the place, and the direction to the bank."""

_THIN = (5, 3, 2, 1)
"""One pixel in so many becomes a point of the curve: the fewest that lead it where the pixels lead."""


_CLEAR = (0.105, 0.09, 0.07, 0.05)
"""How far a route keeps from the middle of waypoints that it does not visit, in squares: where there is room, and less
where there is less."""
_DRY = (0.05, 0.035, 0.022)
"""How far it keeps from the river's middle, likewise."""
_PRICES = (0, 300, 1000, 2000, 4000)
"""Of a pixel so near to one of them; in the open: 10."""

_LEAST_ROOM, _STEP_ASHORE, _MOST_ROOM = 0.03, 0.06, 0.15
"""How far from the river's middle a route goes ashore, in squares: at least, as a rule, and to be seen there."""


class Raster:
    """Face of every pixel of the sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.width = sheet.columns * RASTER
        self.height = sheet.rows * RASTER
        self.owner = array("H")
        self.owner.frombytes(zlib.decompress(base64.b85decode(sheet.raster)))
        self._prices = array("H", bytes(2 * len(self.owner)))
        self._symbol, self._near = self._symbols(sheet)
        self._banks = self._riverside(sheet)
        self._nearest: dict[tuple[int, XY], int] = {}
        self._steps = [(step, 10) for step in (1, -1, self.width, -self.width)]
        self._steps += [(step, 14) for row in (self.width, -self.width) for step in (row + 1, row - 1)]

    def _symbols(self, sheet: Sheet) -> tuple[array[int], bytearray]:
        """For every pixel the waypoint on whose symbol it lies, from 1 (0: none), and how near that is (`_CLEAR`)."""
        nearest, near = array("H", bytes(2 * len(self.owner))), bytearray(len(self.owner))
        for number, stop in enumerate(sheet.waypoints, 1):
            for pixel, far in self._around(stop.at, _CLEAR[0]):
                level = sum(far < clear for clear in _CLEAR)
                if level > near[pixel]:
                    nearest[pixel], near[pixel] = number, level
        return nearest, near

    def _riverside(self, sheet: Sheet) -> bytearray:
        """How near each pixel is to the river (`_DRY`)."""
        found = bytearray(len(self.owner))
        for reach in sheet.reaches:
            for part in reach.path.split("M")[1:]:
                for at in resampled(points_of(part), 0.015):
                    for pixel, far in self._around(at, _DRY[0]):
                        found[pixel] = max(found[pixel], sum(far < dry for dry in _DRY))
        return found

    def _around(self, at: XY, most: float) -> Iterator[tuple[int, float]]:
        """The pixels around a point, with their distance from it, as far as `most`."""
        for row in range(max(0, int((at[1] - most) * RASTER)), min(self.height - 1, int((at[1] + most) * RASTER)) + 1):
            y = (row + 0.5) / RASTER - at[1]
            first, last = int((at[0] - most) * RASTER), int((at[0] + most) * RASTER)
            for column in range(max(0, first), min(self.width - 1, last) + 1):
                x = (column + 0.5) / RASTER - at[0]
                far = sqrt(x * x + y * y)
                if far < most:
                    yield row * self.width + column, far

    def pixel(self, at: XY) -> int:
        """The index of the pixel at a point of the sheet; points off the sheet are moved onto it."""
        x = min(max(int(at[0] * RASTER), 0), self.width - 1)
        y = min(max(int(at[1] * RASTER), 0), self.height - 1)
        return y * self.width + x

    def face(self, at: XY) -> int:
        """The face at a point of the sheet."""
        return self.owner[self.pixel(at)]

    def symbol(self, at: XY) -> bool:
        """Whether a line there would stand on a waypoint's symbol."""
        return self._symbol[self.pixel(at)] > 0

    def middle(self, pixel: int) -> XY:
        """The point at a pixel's middle."""
        y, x = divmod(pixel, self.width)
        return (x + 0.5) / RASTER, (y + 0.5) / RASTER

    def nearest(self, face: int, at: XY) -> int:
        """The pixel of a face nearest to a point; what was asked once is remembered."""
        key = face, at
        if key not in self._nearest:
            start = self.pixel(at)
            self._nearest[key] = start if self.owner[start] == face else self._look_around(face, start)
        return self._nearest[key]

    def clear(self, face: int, at: XY) -> XY:
        """The point of a face nearest to another where a line stands on no symbol nor by the river, if it has any."""
        key = -1 - face, at
        if key not in self._nearest:
            there = self.nearest(face, at)
            around = [(far, pixel) for pixel, far in self._around(at, 0.3) if self.owner[pixel] == face]
            free = [(far, pixel) for far, pixel in around if not (self._symbol[pixel] or self._banks[pixel])]
            self._nearest[key] = min(free, default=(0.0, there))[1] if self._symbol[there] else there
        found = self._nearest[key]
        return at if found == self.pixel(at) else self.middle(found)

    def _look_around(self, face: int, start: int) -> int:
        """The pixel of a face nearest to another pixel, looked for in wider and wider squares around it."""
        y, x = divmod(start, self.width)
        best, least, ring = start, 2 * (self.width + self.height) ** 2, 1
        while ring * ring < least and ring <= max(self.width, self.height):
            for row in range(max(0, y - ring), min(self.height, y + ring + 1)):
                columns = range(x - ring, x + ring + 1, 1 if abs(row - y) == ring else 2 * ring)
                for column in columns:
                    far = (row - y) ** 2 + (column - x) ** 2
                    pixel = row * self.width + column
                    if far < least and 0 <= column < self.width and self.owner[pixel] == face:
                        best, least = pixel, far
            ring += 1
        return best

    def through(self, faces: Sequence[int], start: XY, end: XY, ends: tuple[int, int] = (-1, -1)) -> list[XY]:
        """A line from start (in the first face) to end (in the last) that visits the faces in this order.

        It goes round the symbols of all waypoints but those in `ends`.
        """
        first, last = self.nearest(faces[0], start), self.nearest(faces[-1], end)
        free = {0, ends[0] + 1, ends[1] + 1}
        trail = self._search(faces, first, last, free)
        if not trail:
            return [start, end]
        limits = self._limits(trail, free)
        for thin in _THIN:
            line = [start, *(self.middle(pixel) for pixel in trail[thin : -thin or None : thin]), end]
            if self._keeps_to(line, set(faces), free, limits):
                break
        return line

    def _limits(self, pixels: Iterable[int], free: set[int]) -> tuple[int, int]:
        """How near the river and other waypoints these pixels come."""
        places = list(pixels)
        near = max(self._near[p] if self._symbol[p] not in free else 0 for p in places)
        return max(self._banks[p] for p in places), near

    def _keeps_to(self, line: list[XY], faces: set[int], free: set[int], limits: tuple[int, int]) -> bool:
        """Whether the smooth curve through these points is in these faces, and as far from all else."""
        pixels = list(map(self.pixel, curves.sample(line, closed=False)))
        river, near = self._limits(pixels, free)
        return river <= limits[0] and near <= limits[1] and all(self.owner[pixel] in faces for pixel in pixels)

    def _search(self, faces: Sequence[int], first: int, last: int, free: set[int]) -> list[int]:
        """Cheap pixels from first to last (A*); a place is stage * size + pixel, a stage a face of the walk."""
        owner, width, size, prices = self.owner, self.width, len(self.owner), self._prices
        symbol, near = self._symbol, self._near
        last_y, last_x = divmod(last, width)
        goal = (len(faces) - 1) * size + last
        cost, came, queue = {first: 0}, {first: first}, [(0, first)]
        done = set()
        while queue:
            place = heapq.heappop(queue)[1]
            if place in done:
                continue
            if place == goal:
                break
            done.add(place)
            stage, pixel = divmod(place, size)
            face, so_far, x = faces[stage], cost[place], pixel % width
            after = faces[stage + 1] if place < goal - last else -1
            for step, length in self._steps:
                other = pixel + step
                if not 0 <= other < size:
                    continue
                if owner[other] == face:
                    there = place + step
                elif owner[other] == after:
                    there = place + step + size
                else:
                    continue
                price = prices[other] or self._dear(other)
                if symbol[other] not in free:
                    price = max(price, _PRICES[near[other]])
                total = so_far + length * price // 10
                if total < cost.get(there, total + 1):
                    y2, x2 = divmod(other, width)
                    if -1 <= x2 - x <= 1:  # else it is across the edge of the sheet
                        cost[there], came[there] = total, place
                        heapq.heappush(queue, (total + _ahead(abs(y2 - last_y), abs(x2 - last_x)), there))
        if goal not in came:
            return []
        trail = [goal]
        while trail[-1] != first:
            trail.append(came[trail[-1]])
        return [place % size for place in reversed(trail)]

    def _dear(self, pixel: int) -> int:
        """Price of a pixel: 10 in the open, more near another face, so that lines keep to the middle of a passage."""
        owner, width, face = self.owner, self.width, self.owner[pixel]
        if self._banks[pixel]:
            self._prices[pixel] = _PRICES[self._banks[pixel]]
            return self._prices[pixel]
        price = 10
        for distance, more in ((4, 13), (2, 20), (1, 30)):
            for step in (distance, -distance, distance * width, -distance * width):
                if 0 <= pixel + step < len(owner) and owner[pixel + step] != face:
                    price = more
        self._prices[pixel] = price
        return price


def _ahead(y: int, x: int) -> int:
    """What so many pixels up or down and sideways are likely to cost still.

    More than the least possible: so the search looks at a third of the pixels, and its lines are 3 % dearer.
    """
    return 16 * y + 6 * x if y > x else 16 * x + 6 * y


def points_of(path: str) -> list[XY]:
    """The corner points of a straight-line SVG path of a compiled map, in squares."""
    numbers = [float(text) / SCALE for text in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


class Waterway:
    """The river's course, for routes that follow it, and its banks, for those that launch and land."""

    def __init__(self, sheet: Sheet, raster: Raster) -> None:
        self.sheet = sheet
        self.raster = raster
        self.links: dict[XY, set[XY]] = {}
        self._berths: dict[tuple[int, int], list[Berth]] = {}
        self._nodes: dict[XY, XY] = {}
        for index in range(len(sheet.reaches)):
            for points in self._parts(index):
                for a, b in pairwise(points):
                    self.links.setdefault(a, set()).add(b)
                    self.links.setdefault(b, set()).add(a)

    def _parts(self, reach: int) -> list[list[XY]]:
        parts = self.sheet.reaches[reach].path.split("M")[1:]
        return [[_rounded(p) for p in resampled(points_of(part), 0.1)] for part in parts]

    def between(self, start: XY, end: XY) -> list[XY]:
        """The river's points from one place on it (or near it) to another."""
        start, end = self._node(start), self._node(end)
        cost, came = {start: 0.0}, {start: start}
        queue = [(0.0, start)]
        while queue:
            so_far, here = heapq.heappop(queue)
            if here == end:
                break
            for there in sorted(self.links[here]):
                total = so_far + dist(here, there)
                if total < cost.get(there, float("inf")):
                    cost[there], came[there] = total, here
                    heapq.heappush(queue, (total, there))
        line = [end] if end in came else [end, start]
        while line[-1] != start:
            line.append(came[line[-1]])
        return line[::-1]

    def _node(self, at: XY) -> XY:
        """The point of the river's lines nearest to a place; what was asked once is remembered."""
        if at not in self._nodes:
            self._nodes[at] = at if at in self.links else min(self.links, key=lambda p: dist(p, at))
        return self._nodes[at]

    def berth(self, reach: int, bank: int, near: XY, wide: bool = False) -> tuple[XY, XY]:
        """Where to go ashore on this bank: a place on the river and one on land.

        Near this point, or (`wide`) where there is most room, so that one sees that the route has been on land.
        """
        found = self._berths_of(reach, bank)
        if not found:
            ashore = self.raster.middle(self.raster.nearest(bank, self.sheet.reaches[reach].at))
            return min((p for part in self._parts(reach) for p in part), key=lambda p: dist(p, ashore)), ashore
        if wide:
            room, place, way = min(found, key=lambda berth: (-berth[0], dist(berth[1], near)))
        else:
            room, place, way = min(found, key=lambda berth: dist(berth[1], near))
            room = min(room, _STEP_ASHORE)
        return place, (place[0] + way[0] * room, place[1] + way[1] * room)

    def _berths_of(self, reach: int, bank: int) -> list[Berth]:
        key = reach, bank
        if key not in self._berths:
            found = [
                (room, here, (x * side, y * side))
                for part in self._parts(reach)
                for before, here, after in zip(part, part[1:], part[2:], strict=False)
                if (far := dist(before, after))
                for x, y in [((before[1] - after[1]) / far, (after[0] - before[0]) / far)]
                for side in (1, -1)
                if (room := self._room(here, (x * side, y * side), bank)) >= _LEAST_ROOM
            ]
            clear = [berth for berth in found if not self.raster.symbol(self._ashore(berth))]
            self._berths[key] = clear or found
        return self._berths[key]

    @staticmethod
    def _ashore(berth: Berth) -> XY:
        room, place, way = berth
        room = min(room, _STEP_ASHORE)
        return place[0] + way[0] * room, place[1] + way[1] * room

    def _room(self, at: XY, way: XY, face: int) -> float:
        """How far from the river a face goes on in this direction, as far as it matters."""
        room = 0.0
        for far in (0.03, 0.06, 0.09, 0.12, _MOST_ROOM):
            if self.raster.face((at[0] + way[0] * far, at[1] + way[1] * far)) != face:
                break
            room = far
        return room


class Shore:
    """Answers how near the river is, and which reach, for points within a tenth of a square of it."""

    FAR = 9.0

    def __init__(self, sheet: Sheet) -> None:
        self.cells: dict[tuple[int, int], list[tuple[float, float, int]]] = {}
        short = set()
        for index, reach in enumerate(sheet.reaches):
            points = [p for part in reach.path.split("M")[1:] for p in resampled(points_of(part), 0.02)]
            if len(points) < 6:
                short.add(index)
            for x, y in points:
                for cell in _cells_around(x, y):
                    self.cells.setdefault(cell, []).append((x, y, index))
        both = {(a, b) for pair in sheet.fords for a, b in (pair, pair[::-1])}
        both |= {(a, c) for a, b in both if b in short for other, c in both if other == b}
        self._joined = both | {(reach, reach) for reach in range(len(sheet.reaches))}

    def joined(self, one: int, two: int) -> bool:
        """Whether two reaches are the same or meet, or only a very short one is between them."""
        return (one, two) in self._joined

    def near(self, at: XY) -> tuple[float, int]:
        """Distance to the river and the reach there; (FAR, -1) if it is not near."""
        x, y = at
        around = self.cells.get((int(x * 10), int(y * 10)))
        if around is None:
            return self.FAR, -1
        squared, reach = min([((x - a) * (x - a) + (y - b) * (y - b), reach) for a, b, reach in around])
        return sqrt(squared), reach


def _cells_around(x: float, y: float) -> list[tuple[int, int]]:
    """The cell of a point, a tenth of a square wide, and its eight neighbours."""
    column, row = int(x * 10), int(y * 10)
    return [(c, r) for c in (column - 1, column, column + 1) for r in (row - 1, row, row + 1)]


def resampled(points: Sequence[XY], step: float) -> Iterator[XY]:
    """The line's points and enough between them that no two are further apart than `step`."""
    yield points[0]
    for a, b in pairwise(points):
        count = max(1, ceil(dist(a, b) / step))
        for k in range(1, count + 1):
            yield a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count


def _rounded(p: XY) -> XY:
    return round(p[0], 2), round(p[1], 2)
