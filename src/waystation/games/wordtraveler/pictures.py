"""The drawings: a mini-language that composes each place's picture from our own kit (data/kit.toml).

A picture is a list of lines. Each line is one of

    back TOP [GROUND Y]            fill the tile, from Y downwards with the second colour
    oval COLOUR CX CY RX [RY]      rect COLOUR X Y W H [ROUND]      poly COLOUR X,Y X,Y ...
    line COLOUR WIDTH X,Y ...      ring COLOUR WIDTH CX CY RX [RY]
    fill COLOUR PATH               pen COLOUR WIDTH PATH            (SVG path data: M L Q T C Z, absolute)
    PART X Y SIZE COLOUR [TURN]    a kit part, SIZE units wide, centred on (X, Y), turned by degrees

A tile runs from 0 to 100 both ways; a kit part from -50 to 50. In a part, the colour ``*`` is the one the picture asks
for. Everything becomes filled or stroked SVG paths whose roles are named after the colour ("pic-red") or the colour and
the pen's width in half units ("pic-red-4"). What is drawn beyond the tile is cut off.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from waystation.engine.errors import ComponentError
from waystation.engine.scene import Part, Path, Style
from waystation.games.wordtraveler import clipping

Commands = list[tuple[str, list[float]]]
EDGE = 50
"""Half a tile: what is drawn beyond it is cut off."""


class Place2D(msgspec.Struct, frozen=True):
    """Where a part stands: a move, a size (1 = as drawn) and a turn."""

    x: float
    y: float
    size: float
    turn: float = 0

    def point(self, x: float, y: float) -> tuple[float, float]:
        angle = math.radians(self.turn)
        dx, dy = x * self.size, y * self.size
        return (
            self.x + dx * math.cos(angle) - dy * math.sin(angle),
            self.y + dx * math.sin(angle) + dy * math.cos(angle),
        )


TILE = Place2D(-50, -50, 1)
"""Tile coordinates (0 to 100) in the box of a symbol (-50 to 50)."""


class Kit:
    """The kit's parts and colours, and the compiler of pictures."""

    def __init__(self, colours: Mapping[str, str], parts: Mapping[str, Sequence[str]]) -> None:
        self.colours = colours
        self.parts = parts
        self._strokes: set[tuple[str, int]] = set()
        for name in parts:  # every part must draw: a mistake in the kit is found on loading it
            self.compile([f"{name} 50 50 100 red"], f"parts.{name}")

    def compile(self, lines: Iterable[str], place: str) -> tuple[Part, ...]:
        """The parts of a symbol; ComponentError names the line that is wrong."""
        drawn: list[Path] = []
        for number, line in enumerate(lines):
            try:
                drawn += self._draw(line.split(), TILE, "")
            except (ValueError, IndexError, KeyError) as error:
                raise ComponentError(f"{place}[{number}]", f"{line!r}: {error}") from None
        return tuple(_merged(drawn))

    def palette(self) -> dict[str, Style]:
        """A style for each colour and each pen that was used so far."""
        styles = {f"pic-{name}": Style(fill=value) for name, value in self.colours.items()}
        for name, width in sorted(self._strokes):
            styles[f"pic-{name}-{width}"] = Style(stroke=self.colours[name], width=width / 2)
        return styles

    def _draw(self, words: list[str], at: Place2D, tint: str) -> list[Path]:
        head, *rest = words
        if head in self.parts:
            return self._part(head, rest, at, tint)
        if head == "back":
            return self._back(rest)
        shape = _SHAPES.get(head)
        if shape is None:
            raise ValueError(f"there is no part or shape {head!r}")
        colour, rest = rest[0], rest[1:]
        colour = tint if colour == "*" else colour
        if colour not in self.colours:
            raise ValueError(f"there is no colour {colour!r}")
        if head in ("line", "pen", "ring"):
            width, rest = float(rest[0]) * at.size, rest[1:]
            return _stroke(_commands(shape(rest), at), abs(width), self._pen(colour, abs(width)))
        return _area(_commands(shape(rest), at), f"pic-{colour}")

    def _part(self, name: str, rest: list[str], at: Place2D, tint: str) -> list[Path]:
        x, y, size, colour = float(rest[0]), float(rest[1]), float(rest[2]), rest[3]
        turn = float(rest[4]) if len(rest) > 4 else 0
        px, py = at.point(x, y)
        inner = Place2D(px, py, at.size * size / 100, at.turn + turn)
        drawn: list[Path] = []
        for line in self.parts[name]:
            drawn += self._draw(line.split(), inner, tint if colour == "*" else colour)
        return drawn

    def _back(self, rest: list[str]) -> list[Path]:
        if len(rest) not in (1, 3):
            raise ValueError("back wants a colour, or two and where the second begins")
        lines = [["rect", rest[0], "0", "0", "100", "100"]]
        if len(rest) == 3:
            lines.append(["rect", rest[1], "0", rest[2], "100", str(100 - float(rest[2]))])
        return [path for line in lines for path in self._draw(line, TILE, "")]

    def _pen(self, colour: str, width: float) -> str:
        step = max(1, round(width * 2))  # pens come in half units
        self._strokes.add((colour, step))
        return f"pic-{colour}-{step}"


def _oval(args: list[str]) -> list[str]:
    cx, cy, rx = float(args[0]), float(args[1]), float(args[2])
    ry = float(args[3]) if len(args) > 3 else rx
    k, m = 0.5523 * rx, 0.5523 * ry
    return (
        f"M {cx - rx} {cy} C {cx - rx} {cy - m} {cx - k} {cy - ry} {cx} {cy - ry}"
        f" C {cx + k} {cy - ry} {cx + rx} {cy - m} {cx + rx} {cy}"
        f" C {cx + rx} {cy + m} {cx + k} {cy + ry} {cx} {cy + ry}"
        f" C {cx - k} {cy + ry} {cx - rx} {cy + m} {cx - rx} {cy} Z"
    ).split()


def _rect(args: list[str]) -> list[str]:
    x, y, w, h = map(float, args[:4])
    r = min(float(args[4]) if len(args) > 4 else 0, w / 2, h / 2)
    if not r:
        return f"M {x} {y} L {x + w} {y} L {x + w} {y + h} L {x} {y + h} Z".split()
    return (
        f"M {x + r} {y} L {x + w - r} {y} Q {x + w} {y} {x + w} {y + r} L {x + w} {y + h - r}"
        f" Q {x + w} {y + h} {x + w - r} {y + h} L {x + r} {y + h} Q {x} {y + h} {x} {y + h - r}"
        f" L {x} {y + r} Q {x} {y} {x + r} {y} Z"
    ).split()


def _line(args: list[str]) -> list[str]:
    return " L ".join(point.replace(",", " ") for point in args).join(("M ", "")).split()


def _poly(args: list[str]) -> list[str]:
    return [*_line(args), "Z"]


def _given(args: list[str]) -> list[str]:
    return args


_SHAPES = {
    "oval": _oval,
    "ring": _oval,
    "rect": _rect,
    "line": _line,
    "poly": _poly,
    "fill": _given,
    "pen": _given,
}


def _commands(words: list[str], at: Place2D) -> Commands:
    """Path data, checked and moved to its place."""
    out: Commands = []
    index = 0
    while index < len(words):
        command = words[index]
        count = clipping.COUNTS.get(command)
        if count is None:
            raise ValueError(f"{command!r} is no path command; use {' '.join(clipping.COUNTS)}")
        values = [float(word) for word in words[index + 1 : index + 1 + count]]
        if len(values) != count:
            raise ValueError(f"{command} wants {count} numbers")
        points = (at.point(values[i], values[i + 1]) for i in range(0, count, 2))
        out.append((command, [value for point in points for value in point]))
        index += count + 1
    return out


def _area(commands: Commands, role: str) -> list[Path]:
    """A filled shape, cut to the tile."""
    if clipping.fits(commands, EDGE):
        return [Path(_data(commands), role)]
    areas = [clipping.cut_area(points, EDGE) for points, _ in clipping.outlines(commands)]
    return [Path(_data(_polyline(area, True)), role) for area in areas if area]


def _stroke(commands: Commands, width: float, role: str) -> list[Path]:
    """A stroked line, cut so that it ends at the tile's edge."""
    edge = EDGE - width / 2
    if clipping.fits(commands, edge):
        return [Path(_data(commands), role)]
    lines = [points + points[:1] if closed else points for points, closed in clipping.outlines(commands)]
    return [Path(_data(_polyline(part, False)), role) for line in lines for part in clipping.cut_line(line, edge)]


def _polyline(points: Sequence[clipping.Point], closed: bool) -> Commands:
    commands: Commands = [("L" if index else "M", [x, y]) for index, (x, y) in enumerate(points)]
    return [*commands, ("Z", [])] if closed else commands


def _data(commands: Commands) -> str:
    return "".join(command + " ".join(map(_num, values)) for command, values in commands)


def _num(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _merged(paths: list[Path]) -> list[Path]:
    """Neighbours of one colour become one path: less to send and to draw."""
    out: list[Path] = []
    for path in paths:
        if out and out[-1].role == path.role:
            out[-1] = Path(out[-1].d + path.d, path.role)
        else:
            out.append(path)
    return out
