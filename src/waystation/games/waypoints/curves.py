"""Smooth curves through given points (Catmull-Rom), sampled as polylines or written as SVG paths.

The map file stores only the points a curve passes through. The compiler samples the very Bézier pieces that the
drawing shows, so what is cut into faces is what one sees.
"""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[float, float]
Bezier = tuple[Point, Point, Point, Point]


def pieces(points: Sequence[Point], closed: bool) -> list[Bezier]:
    """Cubic Bézier pieces of the Catmull-Rom curve through `points`."""
    n = len(points)
    result = []
    for i in range(n if closed else n - 1):
        a, b = points[i], points[(i + 1) % n]
        before = points[i - 1] if closed or i > 0 else a
        after = points[(i + 2) % n] if closed or i + 2 < n else b
        leave = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        enter = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        result.append((a, leave, enter, b))
    return result


def sample(points: Sequence[Point], closed: bool, steps: int = 8) -> list[Point]:
    """The curve as a polyline; a closed curve ends on its first point."""
    line = [points[0]]
    for a, leave, enter, b in pieces(points, closed):
        for k in range(1, steps):
            t = k / steps
            u = 1 - t
            w0, w1, w2, w3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            line.append(
                (
                    w0 * a[0] + w1 * leave[0] + w2 * enter[0] + w3 * b[0],
                    w0 * a[1] + w1 * leave[1] + w2 * enter[1] + w3 * b[1],
                )
            )
        line.append(b)
    return line


def svg_path(points: Sequence[Point], closed: bool, scale: float) -> str:
    """The curve as an SVG path, `scale` units to a square, to a tenth of a unit."""

    def text(p: Point) -> str:
        return f"{p[0] * scale:.1f} {p[1] * scale:.1f}".replace(".0", "")

    parts = ["M" + text(points[0])]
    for _, leave, enter, b in pieces(points, closed):
        parts.append(f"C{text(leave)} {text(enter)} {text(b)}")
    return "".join(parts) + ("Z" if closed else "")
