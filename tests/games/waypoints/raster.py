"""An independent answer to "how many lines lie between these waypoints?", by flooding a fine raster.

It shares nothing with the compiler but the map file: no faces, no polygonising. Every pixel knows in which contours it
lies (each contour its own bit, by scanning its outline row by row), its square, and its bank of the river (a flood fill
that stops at pixels which the river runs through). Pixels that agree in all of this and touch are one patch; patches
that touch are as many lines apart as they differ in.
"""

from __future__ import annotations

import heapq
import itertools

import numpy

from waystation.games.waypoints import curves
from waystation.games.waypoints.mapfile import MapFile

PIXELS = 100
"""Per square."""


class RasterMap:
    """The sheet as patches of pixels, and least costs between waypoints."""

    def __init__(self, source: MapFile, pixels: int = PIXELS) -> None:
        self.source = source
        self.pixels = pixels
        self.shape = (source.rows * pixels, source.columns * pixels)
        self.river = self._river_pixels()
        self.inside = self._inside_contours()
        self.patch = self._patches()
        self.links = self._links()

    def costs(self) -> dict[str, dict[str, int]]:
        """Least number of lines between every two waypoints."""
        stops = {stop.id: self._patch_at(stop.at) for stop in self.source.waypoints}
        return {name: self._from(patch, stops) for name, patch in stops.items()}

    # ------------------------------------------------------------------ pixels

    def _river_pixels(self) -> numpy.ndarray:
        """Pixels that the river runs through, drawn so densely that no diagonal gap is left."""
        wet = numpy.zeros(self.shape, bool)
        for arm in self.source.river:
            line = curves.sample(arm.points, closed=False, steps=40)
            for (x1, y1), (x2, y2) in itertools.pairwise(line):
                count = 2 + int(4 * self.pixels * max(abs(x2 - x1), abs(y2 - y1)))
                t = numpy.linspace(0, 1, count)
                for dx in (-0.3, 0.3):
                    for dy in (-0.3, 0.3):
                        xs = numpy.floor((x1 + t * (x2 - x1)) * self.pixels + dx).astype(int)
                        ys = numpy.floor((y1 + t * (y2 - y1)) * self.pixels + dy).astype(int)
                        on = (xs >= 0) & (xs < self.shape[1]) & (ys >= 0) & (ys < self.shape[0])
                        wet[ys[on], xs[on]] = True
        return wet

    def _inside_contours(self) -> numpy.ndarray:
        """For every pixel a number that tells in which contours it lies (a random word per contour, xor-ed)."""
        words = numpy.zeros(self.shape, dtype=numpy.uint64)
        rng = numpy.random.default_rng(1)
        middles = (numpy.arange(self.shape[1]) + 0.5) / self.pixels
        self.depth = numpy.zeros(self.shape, dtype=numpy.int16)
        for contour in self.source.contours:
            word = rng.integers(1, 2**63, dtype=numpy.uint64)
            line = numpy.array(curves.sample(contour.points, closed=True))
            x1, y1, x2, y2 = line[:-1, 0], line[:-1, 1], line[1:, 0], line[1:, 1]
            first = max(0, int(line[:, 1].min() * self.pixels) - 1)
            last = min(self.shape[0], int(line[:, 1].max() * self.pixels) + 2)
            for row in range(first, last):
                y = (row + 0.5) / self.pixels
                cut = (y1 > y) != (y2 > y)
                xs = numpy.sort(x1[cut] + (y - y1[cut]) * (x2[cut] - x1[cut]) / (y2[cut] - y1[cut]))
                within = numpy.searchsorted(xs, middles) % 2 == 1
                words[row, within] ^= word
                self.depth[row, within] += 1
        return words

    def _patches(self) -> numpy.ndarray:
        """Labels of connected pixels that lie in the same square and contours on the same bank (river pixels: -1)."""
        rows, columns = numpy.indices(self.shape)
        square = (rows // self.pixels) * self.source.columns + columns // self.pixels
        key = self.inside * numpy.uint64(1000) + square.astype(numpy.uint64)
        same_right = (key[:, 1:] == key[:, :-1]) & ~self.river[:, 1:] & ~self.river[:, :-1]
        same_down = (key[1:] == key[:-1]) & ~self.river[1:] & ~self.river[:-1]
        labels = numpy.arange(rows.size).reshape(self.shape)
        while True:  # the least label of each component, spread by neighbours and by pointer jumping
            old = labels.copy()
            for same, one, two in (
                (same_right, labels[:, :-1], labels[:, 1:]),
                (same_down, labels[:-1], labels[1:]),
            ):
                one[...] = numpy.where(same, numpy.minimum(one, two), one)
                two[...] = numpy.where(same, numpy.minimum(one, two), two)
            flat = labels.ravel()
            for _ in range(3):
                flat[:] = flat[flat]
            if (labels == old).all():
                break
        labels[self.river] = -1
        return labels

    def _links(self) -> dict[int, dict[int, int]]:
        """Cost between touching patches: one for a contour, one for a grid line; bridges at no cost."""
        links: dict[int, dict[int, int]] = {}
        rows, columns = numpy.indices(self.shape)
        square = (rows // self.pixels) * self.source.columns + columns // self.pixels
        for one, two in (
            ((slice(None), slice(None, -1)), (slice(None), slice(1, None))),
            ((slice(None, -1), slice(None)), (slice(1, None), slice(None))),
        ):
            a, b = self.patch[one].ravel(), self.patch[two].ravel()
            cost = numpy.abs(self.depth[one] - self.depth[two]).ravel() + (square[one] != square[two]).ravel()
            touch = (a != b) & (a >= 0) & (b >= 0)
            for triple in numpy.unique(numpy.stack([a[touch], b[touch], cost[touch]]), axis=1).T:
                self._join(links, *map(int, triple))
        for bridge in self.source.bridges:
            self._join(links, *self._bridge_ends(bridge.at), 0)
        return links

    @staticmethod
    def _join(links: dict[int, dict[int, int]], a: int, b: int, cost: int) -> None:
        for one, two in ((a, b), (b, a)):
            known = links.setdefault(one, {})
            known[two] = min(cost, known.get(two, cost))

    def _bridge_ends(self, at: tuple[float, float]) -> tuple[int, int]:
        """The two patches nearest to a bridge that lie on different banks: those it joins."""
        y, x = round(at[1] * self.pixels), round(at[0] * self.pixels)
        near = 12
        window = self.patch[max(0, y - near) : y + near, max(0, x - near) : x + near]
        rows, columns = numpy.indices(window.shape)
        far = (rows - min(y, near)) ** 2 + (columns - min(x, near)) ** 2
        best: dict[int, float] = {}
        for label in numpy.unique(window[window >= 0]):
            best[int(label)] = float(far[window == label].min())
        one, two = sorted(best, key=lambda label: best[label])[:2]
        return one, two

    # ------------------------------------------------------------------ search

    def _patch_at(self, at: tuple[float, float]) -> int:
        return int(self.patch[int(at[1] * self.pixels), int(at[0] * self.pixels)])

    def _from(self, start: int, stops: dict[str, int]) -> dict[str, int]:
        cost, queue = {start: 0}, [(0, start)]
        while queue:
            so_far, here = heapq.heappop(queue)
            if so_far > cost[here]:
                continue
            for there, more in self.links.get(here, {}).items():
                if so_far + more < cost.get(there, 10**6):
                    cost[there] = so_far + more
                    heapq.heappush(queue, (so_far + more, there))
        return {name: cost.get(patch, 10**6) for name, patch in stops.items()}
