"""Turns the steps of a route into the path of a smooth line on the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import zip_longest
from math import cos, radians, sin

from . import curves
from .actions import Moves
from .paths import Raster, Shore, Waterway
from .sheet import SCALE, Bridge, Sheet

XY = tuple[float, float]

_REMEMBERED = 2000
_DECK = 0.06
"""From a bridge's middle to its ends, in squares."""


class Pencil:
    """Draws routes; those drawn once, and their stretches, are remembered."""

    def __init__(self, sheet: Sheet, moves: Moves) -> None:
        self.sheet = sheet
        self.moves = moves
        self._drawn: dict[tuple[XY, tuple[str, ...], XY], str] = {}
        self._stretches: dict[tuple[tuple[int, ...], XY, XY, tuple[int, int]], list[XY]] = {}

    @cached_property
    def raster(self) -> Raster:
        """The sheet's raster, unpacked when the first line is drawn."""
        return Raster(self.sheet)

    @cached_property
    def waterway(self) -> Waterway:
        """The river's course, made when the first kayak is launched."""
        return Waterway(self.sheet, self.raster)

    @cached_property
    def shore(self) -> Shore:
        """Where the river is near, for reading lines drawn by hand."""
        return Shore(self.sheet)

    def path(self, start: XY, steps: Sequence[str], end: XY) -> str:
        """SVG path of a route from start by these steps (in notation) to end."""
        key = (start, tuple(steps), end)
        found = self._drawn.get(key)
        if found is None:
            if len(self._drawn) > _REMEMBERED:
                self._drawn.clear()  # by another thread, too, at any moment
            points = self.points(start, steps, end)
            found = self._drawn[key] = curves.svg_path(points, False, SCALE)
        return found

    def sketch(self, start: XY, steps: Sequence[str], end: XY) -> str:
        """As `path`, for a route under way: from middle to middle of the faces, so that a step adds one short piece."""
        return curves.svg_path(self.points(start, steps, end, sketch=True), False, SCALE)

    def points(self, start: XY, steps: Sequence[str], end: XY, sketch: bool = False) -> list[XY]:
        """Points of the line; a walk ends at a bridge, feature, shore or the end; a sketch's in every face."""
        if steps and steps[0].startswith("glide"):
            return [start, end]
        return _Stroke(self, start, end, sketch).through([self.moves.table.parse(step) for step in steps])

    def stretch(self, faces: Sequence[int], start: XY, end: XY, ends: tuple[int, int]) -> list[XY]:
        """A walk through these faces, without its first point."""
        key = tuple(faces), start, end, ends
        found = self._stretches.get(key)
        if found is None:
            if len(self._stretches) > _REMEMBERED:
                self._stretches.clear()
            found = self._stretches[key] = self.raster.through(faces, start, end, ends)[1:]
        return found


class _Stroke:
    """A route as it is drawn: the line so far, the faces walked since its last point, the reach it is on (-1: none)."""

    def __init__(self, pencil: Pencil, start: XY, end: XY, sketch: bool) -> None:
        self.pencil = pencil
        self.sheet = pencil.sheet
        self.end = end
        self.sketch = sketch
        self.line = [start]
        self.faces = [pencil.raster.face(start)]
        self.reach = -1
        self.changes = False
        stops = {stop.at: index for index, stop in enumerate(self.sheet.waypoints)}
        self.ends = stops.get(start, -1), stops.get(end, -1)

    def through(self, steps: Sequence[int]) -> list[XY]:
        """The points of all the steps."""
        actions = [self.pencil.moves.table[step] for step in steps]
        for action, after in zip_longest(actions, actions[1:]):
            kind, target = action.kind, action.args[0] if action.args else -1
            if kind == "go" and self.reach < 0:
                self.faces.append(target)
                if self.sketch:
                    self._walk(self.pencil.raster.clear(target, self.sheet.faces[target].at))
            elif kind == "go":
                boats = after is not None and after.kind in ("kayak", "pack-kayak")
                self._land(target, boats and after.args[0] == self.reach)
            elif kind in ("lake", "wood"):
                feature = (self.sheet.lakes if kind == "lake" else self.sheet.woods)[target]
                self._walk(self.pencil.raster.clear(self.faces[-1], feature.at))
            elif kind == "bridge":
                self._cross(self.sheet.bridges[target])
            elif kind in ("kayak", "pack-kayak"):
                self._launch(target)
            elif kind == "float":
                self.line += self.pencil.waterway.between(self.line[-1], self.sheet.reaches[target].at)[1:]
                self.reach = target
        if self.reach < 0 and not (self.sketch and actions):
            self._walk(self.end)
        return self.line

    def _walk(self, to: XY) -> None:
        self.line += self.pencil.stretch(self.faces, self.line[-1], to, self.ends)
        self.faces = self.faces[-1:]

    def _launch(self, reach: int) -> None:
        if self.changes:
            self.line.append(self.line[-2])  # back the way it came ashore
        else:
            place, ashore = self.pencil.waterway.berth(reach, self.faces[-1], self.sheet.reaches[reach].at)
            self._walk(ashore)
            self.line.append(place)
        self.reach, self.changes = reach, False

    def _land(self, bank: int, changes: bool) -> None:
        """Ashore near where the line is; to change boats, where that can be seen."""
        line, waterway = self.line, self.pencil.waterway
        place, ashore = waterway.berth(self.reach, bank, line[-1], wide=changes)
        for point in waterway.between(line[-1], place)[1:]:
            if len(line) > 1 and point == line[-2]:  # not past the berth and back
                line.pop()
            else:
                line.append(point)
        line.append(ashore)
        self.faces, self.reach, self.changes = [bank], -1, changes

    def _cross(self, bridge: Bridge) -> None:
        """Straight over the bridge, from one of its ends to the other."""
        one, two = bridge.faces
        other = two if self.faces[-1] == one else one
        x, y = (_DECK * f(radians(bridge.angle)) for f in (cos, sin))
        ends = [(bridge.at[0] - x, bridge.at[1] - y), (bridge.at[0] + x, bridge.at[1] + y)]
        if self.pencil.raster.face(ends[0]) != self.faces[-1]:
            ends.reverse()
        self._walk(ends[0])
        self.line += [bridge.at, ends[1]]
        self.faces = [other]
