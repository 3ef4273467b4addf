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
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, dist

from .sheet import RASTER, SCALE, Sheet

XY = tuple[float, float]

_THIN = 5
"""One pixel in so many becomes a point of the curve."""


class Raster:
    """Face of every pixel of the sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.width = sheet.columns * RASTER
        self.height = sheet.rows * RASTER
        self.owner = array("H")
        self.owner.frombytes(zlib.decompress(base64.b85decode(sheet.raster)))
        self._prices = bytearray(len(self.owner))
        self._nearest: dict[tuple[int, XY], int] = {}
        self._steps = [(step, 10) for step in (1, -1, self.width, -self.width)]
        self._steps += [(step, 14) for row in (self.width, -self.width) for step in (row + 1, row - 1)]

    def pixel(self, at: XY) -> int:
        """The index of the pixel at a point of the sheet; points off the sheet are moved onto it."""
        x = min(max(int(at[0] * RASTER), 0), self.width - 1)
        y = min(max(int(at[1] * RASTER), 0), self.height - 1)
        return y * self.width + x

    def face(self, at: XY) -> int:
        """The face at a point of the sheet."""
        return self.owner[self.pixel(at)]

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

    def through(self, faces: Sequence[int], start: XY, end: XY) -> list[XY]:
        """A line from start (in the first face) to end (in the last) that visits the faces in this order."""
        first, last = self.nearest(faces[0], start), self.nearest(faces[-1], end)
        trail = self._search(faces, first, last)
        if not trail:
            return [start, end]
        return [start, *(self.middle(pixel) for pixel in trail[_THIN : -_THIN + 1 : _THIN]), end]

    def _search(self, faces: Sequence[int], first: int, last: int) -> list[int]:
        """Cheap pixels from first to last (A*); a place is stage * size + pixel, a stage a face of the walk."""
        owner, width, size, prices = self.owner, self.width, len(self.owner), self._prices
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
                    there, total = place + step, so_far + length * (prices[other] or self._dear(other)) // 10
                elif owner[other] == after:
                    there, total = place + step + size, so_far + length
                else:
                    continue
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
    """The river's course, for routes that follow it."""

    def __init__(self, sheet: Sheet) -> None:
        self.places = [reach.at for reach in sheet.reaches]
        self.links: dict[XY, set[XY]] = {}
        for reach in sheet.reaches:
            for part in reach.path.split("M")[1:]:
                points = [_rounded(p) for p in points_of(part)]
                for a, b in pairwise(points):
                    self.links.setdefault(a, set()).add(b)
                    self.links.setdefault(b, set()).add(a)

    def between(self, one: int, two: int) -> list[XY]:
        """The river's points from the middle of one reach to the middle of another."""
        start, end = (min(self.links, key=lambda p: dist(p, self.places[reach])) for reach in (one, two))
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


class Shore:
    """Answers how near the river is, and which reach, for points within a tenth of a square of it."""

    FAR = 9.0

    def __init__(self, sheet: Sheet) -> None:
        self.cells: dict[tuple[int, int], list[tuple[XY, int]]] = {}
        for index, reach in enumerate(sheet.reaches):
            for part in reach.path.split("M")[1:]:
                for p in resampled(points_of(part), 0.02):
                    self.cells.setdefault((int(p[0] * 10), int(p[1] * 10)), []).append((p, index))

    def near(self, at: XY) -> tuple[float, int]:
        """Distance to the river and the reach there; (FAR, -1) if it is not near."""
        x, y = int(at[0] * 10), int(at[1] * 10)
        found = [
            (dist(at, p), reach)
            for column in (x - 1, x, x + 1)
            for row in (y - 1, y, y + 1)
            for p, reach in self.cells.get((column, row), ())
        ]
        return min(found, default=(self.FAR, -1))


def resampled(points: Sequence[XY], step: float) -> Iterator[XY]:
    """The line's points and enough between them that no two are further apart than `step`."""
    yield points[0]
    for a, b in pairwise(points):
        count = max(1, ceil(dist(a, b) / step))
        for k in range(1, count + 1):
            yield a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count


def _rounded(p: XY) -> XY:
    return round(p[0], 2), round(p[1], 2)
