"""Turns the steps of a route into the path of a smooth line on the sheet."""

from __future__ import annotations

from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING

from . import curves
from .paths import Raster, Shore, Waterway
from .sheet import SCALE, Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .moves import Moves

XY = tuple[float, float]

_REMEMBERED = 2000


class Pencil:
    """Draws routes; those drawn once, and their stretches, are remembered."""

    def __init__(self, sheet: Sheet, moves: Moves) -> None:
        self.sheet = sheet
        self.moves = moves
        self._drawn: dict[tuple[XY, tuple[str, ...], XY], str] = {}
        self._stretches: dict[tuple[tuple[int, ...], XY, XY], list[XY]] = {}

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
        line = [start]
        faces = [self.raster.face(start)]
        reach, changes = -1, False
        actions = [self.moves.table[self.moves.table.parse(step)] for step in steps]
        for action, after in zip_longest(actions, actions[1:]):
            kind, target = action.kind, action.args[0] if action.args else -1
            if kind == "go" and reach < 0:
                faces.append(target)
                if sketch:
                    faces = self._walk(line, faces, self.sheet.faces[target].at)
            elif kind == "go":
                changes = after is not None and after.kind in ("kayak", "pack-kayak") and after.args[0] == reach
                self._land(line, reach, target, changes)
                faces, reach = [target], -1
            elif kind in ("lake", "wood"):
                feature = (self.sheet.lakes if kind == "lake" else self.sheet.woods)[target]
                faces = self._walk(line, faces, self._inside(feature.at, faces[-1]))
            elif kind == "bridge":
                faces = self._cross(line, faces, target)
            elif kind in ("kayak", "pack-kayak"):
                if changes:
                    line.append(line[-2])  # back the way it came ashore
                else:
                    self._launch(line, faces, target)
                reach, changes = target, False
            elif kind == "float":
                line += self.waterway.between(line[-1], self.sheet.reaches[target].at)[1:]
                reach = target
        if steps and steps[0].startswith("glide"):
            return [start, end]
        if reach < 0:
            self._walk(line, faces, end)
        return line

    def _launch(self, line: list[XY], faces: list[int], reach: int) -> None:
        place, ashore = self.waterway.berth(reach, faces[-1], self.sheet.reaches[reach].at)
        self._walk(line, faces, ashore)
        line.append(place)

    def _land(self, line: list[XY], reach: int, bank: int, changes: bool) -> None:
        """Ashore near where the line is; to change boats, where that can be seen."""
        place, ashore = self.waterway.berth(reach, bank, line[-1], wide=changes)
        for point in self.waterway.between(line[-1], place)[1:]:
            if len(line) > 1 and point == line[-2]:  # not past the berth and back
                line.pop()
            else:
                line.append(point)
        line.append(ashore)

    def _inside(self, at: XY, face: int) -> XY:
        """A point of the feature that lies in this face."""
        return self.raster.middle(self.raster.nearest(face, at))

    def _walk(self, line: list[XY], faces: list[int], to: XY) -> list[int]:
        key = tuple(faces), line[-1], to
        found = self._stretches.get(key)
        if found is None:
            if len(self._stretches) > _REMEMBERED:
                self._stretches.clear()
            found = self._stretches[key] = self.raster.through(faces, line[-1], to)[1:]
        line += found
        return faces[-1:]

    def _cross(self, line: list[XY], faces: list[int], bridge: int) -> list[int]:
        there = self.sheet.bridges[bridge]
        one, two = there.faces
        self._walk(line, faces, there.at)
        return [two if faces[-1] == one else one]
