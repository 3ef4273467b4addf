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
from functools import cache

import msgspec

from waystation.engine.errors import ComponentError
from waystation.engine.scene import Part, Path, Style
from waystation.games.wordtraveler.picture import clipping

Commands = list[tuple[str, list[float]]]
EDGE = 50
"""Half a tile: what is drawn beyond it is cut off."""


PENS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 24, 32)
"""The widths that pens come in, in half units: a palette can't hold every number."""


class Place2D(msgspec.Struct, frozen=True):
    """Where a part stands: a move, a size (1 = as drawn), a turn in degrees, and the matrix that follows from them."""

    x: float
    y: float
    size: float
    turn: float
    across: float
    down: float

    @classmethod
    def at(cls, x: float, y: float, size: float, turn: float = 0) -> Place2D:
        angle = math.radians(turn)
        return cls(x, y, size, turn, size * math.cos(angle), size * math.sin(angle))

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.x + x * self.across - y * self.down, self.y + x * self.down + y * self.across


FAR = 1e6
"""What is farther than this from a tile is a mistake."""

TILE = Place2D.at(-50, -50, 1)
"""Tile coordinates (0 to 100) in the box of a symbol (-50 to 50)."""


class Kit:
    """The kit's parts and colours, and the compiler of pictures."""

    def __init__(self, colours: Mapping[str, str], parts: Mapping[str, Sequence[str]]) -> None:
        self.colours = colours
        self.parts = parts
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
        """A style for each colour, and for each colour and width of pen."""
        styles = {f"pic-{name}": Style(fill=value) for name, value in self.colours.items()}
        for name, value in self.colours.items():
            styles.update({f"pic-{name}-{pen}": Style(stroke=value, width=pen / 2) for pen in PENS})
        return styles

    def _draw(self, words: list[str], at: Place2D, tint: str) -> list[Path]:
        head, *rest = words
        if head in self.parts:
            return self._part(head, rest, at, tint)
        if head == "back":
            return self._back(rest)
        colour, width, shape = _parsed(" ".join(words))
        colour = tint if colour == "*" else colour
        if colour not in self.colours:
            raise ValueError(f"there is no colour {colour!r}")
        moved = _moved(shape, at)
        if width:
            wide = abs(width * at.size)
            pen = min(PENS, key=lambda pen: abs(pen - 2 * wide))
            return _stroke(moved, wide, f"pic-{colour}-{pen}")
        return _area(moved, f"pic-{colour}")

    def _part(self, name: str, rest: list[str], at: Place2D, tint: str) -> list[Path]:
        x, y, size, colour = _number(rest[0]), _number(rest[1]), _number(rest[2]), rest[3]
        turn = _number(rest[4]) if len(rest) > 4 else 0
        px, py = at.point(x, y)
        inner = Place2D.at(px, py, at.size * size / 100, at.turn + turn)
        drawn: list[Path] = []
        for line in self.parts[name]:
            drawn += self._draw(line.split(), inner, tint if colour == "*" else colour)
        return drawn

    def _back(self, rest: list[str]) -> list[Path]:
        if len(rest) not in (1, 3):
            raise ValueError("back wants a colour, or two and where the second begins")
        lines = [["rect", rest[0], "0", "0", "100", "100"]]
        if len(rest) == 3:
            lines.append(["rect", rest[1], "0", rest[2], "100", str(100 - _number(rest[2]))])
        return [path for line in lines for path in self._draw(line, TILE, "")]


def _number(word: str) -> float:
    """A number of a picture: ValueError for what is none, or lies out of reach (``nan`` and ``inf`` do)."""
    value = float(word)
    if not abs(value) < FAR:
        raise ValueError(f"{word} is out of reach")
    return value


@cache
def _parsed(line: str) -> tuple[str, float, Commands]:
    """The colour, the pen's width (0: filled) and the path of a line that is no part."""
    head, colour, *rest = line.split()
    shape = _SHAPES.get(head)
    if shape is None:
        raise ValueError(f"there is no part or shape {head!r}")
    width = 0.0
    if head in ("line", "pen", "ring"):
        width, rest = _number(rest[0]), rest[1:]
    return colour, width, _commands(shape(rest))


def _oval(args: list[str]) -> list[str]:
    cx, cy, rx = _number(args[0]), _number(args[1]), _number(args[2])
    ry = _number(args[3]) if len(args) > 3 else rx
    k, m = 0.5523 * rx, 0.5523 * ry
    return (
        f"M {cx - rx} {cy} C {cx - rx} {cy - m} {cx - k} {cy - ry} {cx} {cy - ry}"
        f" C {cx + k} {cy - ry} {cx + rx} {cy - m} {cx + rx} {cy}"
        f" C {cx + rx} {cy + m} {cx + k} {cy + ry} {cx} {cy + ry}"
        f" C {cx - k} {cy + ry} {cx - rx} {cy + m} {cx - rx} {cy} Z"
    ).split()


def _rect(args: list[str]) -> list[str]:
    x, y, w, h = map(_number, args[:4])
    r = min(_number(args[4]) if len(args) > 4 else 0, w / 2, h / 2)
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


def _commands(words: list[str]) -> Commands:
    """Path data, checked."""
    out: Commands = []
    index = 0
    while index < len(words):
        command = words[index]
        count = clipping.COUNTS.get(command)
        if count is None:
            raise ValueError(f"{command!r} is no path command; use {' '.join(clipping.COUNTS)}")
        values = [_number(word) for word in words[index + 1 : index + 1 + count]]
        if len(values) != count:
            raise ValueError(f"{command} wants {count} numbers")
        out.append((command, values))
        index += count + 1
    return out


def _moved(commands: Commands, at: Place2D) -> Commands:
    """A path at its place."""
    moved: Commands = []
    for command, values in commands:
        points: list[float] = []
        for i in range(0, len(values), 2):
            points += at.point(values[i], values[i + 1])
        moved.append((command, points))
    return moved


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
