"""Cutting drawings off at the edge of their tile: a scene has no clipping, so it is done once, on the paths."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]
CURVE_STEPS = 8
COUNTS = {"M": 2, "L": 2, "T": 2, "Q": 4, "C": 6, "Z": 0}


def fits(commands: Sequence[tuple[str, list[float]]], edge: float) -> bool:
    """Whether all points of a path, control points too, lie within -edge..edge."""
    return all(-edge <= value <= edge for _, values in commands for value in values)


def outlines(commands: Sequence[tuple[str, list[float]]]) -> list[tuple[list[Point], bool]]:
    """The path as polylines, each with whether it is closed."""
    found: list[tuple[list[Point], bool]] = []
    line: list[Point] = []
    control: Point | None = None
    for command, values in commands:
        points = [(values[i], values[i + 1]) for i in range(0, len(values), 2)]
        if command == "M":
            line = [points[0]]
            found.append((line, False))
        elif command == "Z":
            found[-1] = (line, True)
        elif command == "L":
            line.append(points[0])
        else:
            if command == "T":
                last = line[-1]
                mirrored = (2 * last[0] - control[0], 2 * last[1] - control[1]) if control else last
                points = [mirrored, points[0]]
            line += _curve([line[-1], *points])
        control = points[-2] if command in "QT" else None
    return found


def _curve(points: list[Point]) -> list[Point]:
    """Points on a Bezier curve of any degree (de Casteljau), without its start."""
    out = []
    for step in range(1, CURVE_STEPS + 1):
        t, row = step / CURVE_STEPS, points
        while len(row) > 1:
            row = [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(row)]
        out.append(row[0])
    return out


def cut_area(points: list[Point], edge: float) -> list[Point]:
    """A polygon cut to the square -edge..edge (Sutherland and Hodgman)."""
    for axis in (0, 1):
        for sign in (1, -1):
            points = _half(points, axis, sign, edge)
    return points


def _half(points: list[Point], axis: int, sign: int, edge: float) -> list[Point]:
    kept: list[Point] = []
    for a, b in zip(points[-1:] + points, points, strict=False):
        inside_a, inside_b = sign * a[axis] <= edge, sign * b[axis] <= edge
        if inside_a != inside_b:
            t = (sign * edge - a[axis]) / (b[axis] - a[axis])
            kept.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
        if inside_b:
            kept.append(b)
    return kept


def cut_line(points: list[Point], edge: float) -> list[list[Point]]:
    """The pieces of a polyline within the square -edge..edge."""
    pieces: list[list[Point]] = []
    for a, b in pairwise(points):
        part = _segment(a, b, edge)
        if part is None:
            continue
        if pieces and pieces[-1][-1] == part[0]:
            pieces[-1].append(part[1])
        else:
            pieces.append([part[0], part[1]])
    return pieces


def _segment(a: Point, b: Point, edge: float) -> tuple[Point, Point] | None:
    """The part of a segment within the square (Liang and Barsky)."""
    start, end = 0.0, 1.0
    for axis in (0, 1):
        delta = b[axis] - a[axis]
        for sign in (1, -1):
            room = edge - sign * a[axis]
            step = sign * delta
            if step == 0 and room < 0:
                return None
            if step > 0:
                end = min(end, room / step)
            elif step < 0:
                start = max(start, room / step)
    if start > end:
        return None
    at = [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for t in (start, end)]
    return (a if start == 0 else at[0]), (b if end == 1 else at[1])
