"""The drawing kit: panels, buttons, text that fits, seats, dice, badges, rows. All games draw with it.

Everything here gives parts of nodes (see `scene`) drawn from a corner or around a point, in roles of the shared
palette `STYLES`; one change of a style or of a shape here changes all games. A game's look adds its own symbols and
roles: ``LOOK = kit.look(SYMBOLS, PALETTE)``. Texts may be phrases (see `words`): they are told here, in the language at
hand, before they are measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, wraps
from typing import Literal, ParamSpec, TypeVar

import msgspec

from .scene import Circle, Gesture, Line, Look, Node, Part, Path, Rect, Style, Text, Use
from .words import ENGLISH, current, told

P = ParamSpec("P")
R = TypeVar("R")
Anchor = Literal["start", "middle", "end"]
SMALLEST = 9.0
"""No text is made smaller than this to fit; it is shortened then."""

MARKS = ("dot", "triangle", "square", "cross", "diamond")
"""The players' marks by seat, so that colour is never the only sign."""

_PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Which places of a telephone's keypad the pips of a die stand on."""


def _face(value: int) -> tuple[Part, ...]:
    pips = ((int(place) - 1) % 3 * 24 - 24 for place in _PIPS[value])
    rows = ((int(place) - 1) // 3 * 24 - 24 for place in _PIPS[value])
    dots = (Circle(x, y, 8, "pip") for x, y in zip(pips, rows, strict=True))
    return (Rect(-42, -42, 84, 84, 16), *dots)


SYMBOLS: Mapping[str, tuple[Part, ...]] = {
    "dot": (Circle(0, 0, 32),),
    "triangle": (Path("M0 -40L40 32H-40Z"),),
    "square": (Rect(-31, -31, 62, 62),),
    "cross": (Path("M-36 -20L-20 -36L0 -16L20 -36L36 -20L16 0L36 20L20 36L0 16L-20 36L-36 20L-16 0Z"),),
    "diamond": (Path("M0 -46L38 0L0 46L-38 0Z"),),
    **{f"face-{value}": _face(value) for value in _PIPS},
}

_SEATS = (
    ("#c2352b", "#e0645b"),
    ("#2b62a8", "#6fa3e6"),
    ("#2f8048", "#62b87c"),
    ("#b57a00", "#e8b93c"),
    ("#7b4a99", "#b584d6"),
)

STYLES: Mapping[str, Style] = {
    "ink": Style("#2f2a24", dark_fill="#efe8da"),
    "soft": Style("#6b6252", dark_fill="#b0a694"),
    "panel": Style("#fffaf0", "#d8c9a9", 1.5, "#272b30", "#484d55"),
    "panel-on": Style("#fff3cd", "#c98f16", 3, "#3b3420", "#e3b54a"),
    "slot": Style("#f3ead6", "#c9b78d", 1.2, "#1d2125", "#4d545d"),
    "button": Style("#14716b", "#0c4b47", 1.5, "#2a8f87", "#6fd0c6"),
    "button-off": Style("#e7dfce", "#cfc3a8", 1.5, "#2c3138", "#414853"),
    "on-button": Style("#ffffff"),
    "button-idle": Style("#e7dfce", "#cfc3a8", 1.5, "#2c3138", "#414853"),
    "on-button-idle": Style("#6b6252", dark_fill="#b0a694"),
    "card": Style("#fffdf6", "#b9a98a", 1.5, "#2a2f36", "#59626d"),
    "card-back": Style("#6f5b3d", "#3b2f1f", 1.5, "#6d5a40", "#a5906c"),
    "badge": Style("#264653", "#16303b", 1.5, "#7fb3c8", "#0f1e25"),
    "on-badge": Style("#ffffff", dark_fill="#10212a"),
    "pip": Style("#2f2a24", dark_fill="#14161a"),
    "die": Style("#fffdf8", "#6b6252", 4, "#e9e4d8", "#b0a694"),
    "rule": Style("none", "#b7a482", 1.2, dark_stroke="#6d6658"),
    "shade": Style("#10222a", dark_fill="#000000", opacity=0.2),
    "gloss": Style("#ffffff", opacity=0.28),
    "hit": Style("#ffffff", opacity=0.01),
    "choice": Style("none", "#1c6dd0", 4, "none", "#6fb1ff"),
    **{f"seat-{seat}": Style(light, "#ffffff", 2.5, dark, "#14171b") for seat, (light, dark) in enumerate(_SEATS)},
    "on-seat": Style("#ffffff", dark_fill="#14171b"),
}


def look(symbols: Mapping[str, tuple[Part, ...]], palette: Mapping[str, Style]) -> Look:
    """A game's look: the kit's symbols and styles, and the game's own, which win."""
    return Look({**SYMBOLS, **symbols}, {**STYLES, **palette})


# ---------------------------------------------------------------------- nodes that stay


def kept(make: Callable[P, R]) -> Callable[P, R]:
    """Makes each part of the table once: as long as its arguments are the same, the very same nodes are given again.

    That is what keeps drawing and comparing pictures cheap. Each language has its own.
    """

    english = lru_cache(maxsize=8192)(make)
    foreign = lru_cache(maxsize=8192)(lambda _code, *args, **kwargs: make(*args, **kwargs))

    @wraps(make)
    def kept_or_made(*args: P.args, **kwargs: P.kwargs) -> R:
        speech = current()
        if speech is ENGLISH:
            return english(*args, **kwargs)  # type: ignore[arg-type]
        return foreign(speech.code, *args, **kwargs)  # type: ignore[arg-type]

    return kept_or_made


def node(
    ident: str,
    region: str,
    parts: Iterable[Part],
    x: float = 0,
    y: float = 0,
    *,
    title: str = "",
    layer: int = 0,
    scale: float = 1,
    turn: float = 0,
    role: str = "",
    gesture: Gesture = "",
) -> Node:
    """A node; its title may be a phrase."""
    return Node(ident, region, tuple(parts), x, y, scale, turn, layer, role, told(title), gesture)


# ---------------------------------------------------------------------- text


_PLAIN = (
    "318 401 460 838 636 950 780 275 390 390 500 838 318 361 318 337 636 636 636 636 636 636 636 636 636 636 337 337 "
    "838 838 838 531 1000 684 686 698 770 632 575 775 752 295 295 656 557 863 748 787 603 787 695 635 611 732 684 989 "
    "685 611 685 390 337 390 838 500 500 613 635 550 635 615 352 635 634 278 278 579 278 974 634 612 635 635 411 521 "
    "392 634 592 818 592 592 525 636 337 636 838"
)
_WIDTHS = {chr(32 + place): int(wide) / 1000 for place, wide in enumerate(_PLAIN.split())}
"""How wide the letters of DejaVu Sans are, in their size; bold ones are wider by _BOLD."""

_BOLD = 1.13
_OTHER = 0.8


def width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a line of text is; never much too little."""
    return sum(_WIDTHS.get(letter, _OTHER) for letter in text) * size * (_BOLD if bold else 1)


def fitted(text: str, most: float, size: float, bold: bool = False, smallest: float = SMALLEST) -> tuple[str, float]:
    """The text and the size at which it is at most `most` wide; below `smallest` it is shortened with "…"."""
    wide = width(text, size, bold)
    if wide <= most:
        return text, size
    size = max(smallest, int(size * most / wide * 10) / 10)
    while len(text) > 1 and width(text, size, bold) > most:
        text = text.removesuffix("…")[:-1].rstrip() + "…"
    return text, size


def wrapped(text: str, most: float, size: float, bold: bool = False) -> list[str]:
    """The text in lines at most `most` wide, broken between words and after hyphens; a longer word stands alone."""
    lines: list[str] = []
    for word in text.split():
        for gap, piece in zip(_GAPS, _HYPHEN.split(word), strict=False):
            if lines and width(f"{lines[-1]}{gap}{piece}", size, bold) <= most:
                lines[-1] += gap + piece
            else:
                lines.append(piece)
    return lines or [""]


_HYPHEN = re.compile(r"(?<=[^\W\d]-)(?=[^\W\d])")
"""Between a hyphen and the rest of a word; a minus before a number is no hyphen."""
_GAPS = (" ", *[""] * 99)
"""What stands before the first piece of a word, and before the others."""


def line(
    x: float,
    y: float,
    text: str,
    size: float = 14,
    anchor: Anchor = "start",
    *,
    bold: bool = False,
    role: str = "ink",
    most: float | None = None,
    smallest: float = SMALLEST,
) -> Text:
    """One line of text; with `most` it is made smaller or shortened until it is no wider."""
    text = told(text)
    if most is not None:
        text, size = fitted(text, most, size, bold, smallest)
    return Text(x, y, text, size, anchor, bold, role)


def block(
    x: float,
    y: float,
    text: str,
    most: float,
    size: float = 14,
    anchor: Anchor = "middle",
    *,
    rows: int = 0,
    leading: float = 1.2,
    bold: bool = False,
    role: str = "ink",
    smallest: float = SMALLEST,
) -> tuple[Text, ...]:
    """Text wrapped to `most`, its middle at y; made smaller, then cut, until it takes at most `rows` lines (0: any)."""
    text = told(text)
    while size > smallest and not _holds(text, most, size, bold, rows):
        size = max(smallest, size - 0.5)
    lines = wrapped(text, most, size, bold)
    if rows and len(lines) > rows:
        lines = [*lines[: rows - 1], " ".join(lines[rows - 1 :]).replace("- ", "-")]
    top = y - (len(lines) - 1) * size * leading / 2
    return tuple(
        line(x, top + place * size * leading, row, size, anchor, bold=bold, role=role, most=most, smallest=smallest)
        for place, row in enumerate(lines)
    )


def _holds(text: str, most: float, size: float, bold: bool, rows: int) -> bool:
    lines = wrapped(text, most, size, bold)
    return (not rows or len(lines) <= rows) and all(width(row, size, bold) <= most for row in lines)


# ---------------------------------------------------------------------- shapes, drawn from their corner


def panel(w: float, h: float, on: bool = False, r: float = 12) -> Rect:
    """The ground of a part of the table; `on` for whose turn it is."""
    return Rect(0, 0, w, h, r, "panel-on" if on else "panel")


def slot(w: float, h: float, on: bool = False, r: float = 6) -> Rect:
    """A place for something; `on` where it can be clicked."""
    return Rect(0, 0, w, h, r, "panel-on" if on else "slot")


_BUTTONS = {
    None: ("button-idle", "on-button-idle"),
    True: ("button", "on-button"),
    False: ("button-off", "soft"),
}


def button(text: str, w: float, h: float = 34, lit: bool | None = None) -> tuple[Part, ...]:
    """A button with its text; `lit` always or never, or (None) where it can be pressed.

    The last makes one picture for all who see the same: whoever shows it lights the button up.
    """
    back, ink = _BUTTONS[lit]
    label = line(w / 2, h / 2, text, min(16, h * 0.46), "middle", bold=True, role=ink, most=w - 12)
    return (Rect(0, 0, w, h, 8, back), label)


def card(w: float, h: float, role: str = "card", r: float = 6) -> Rect:
    """The ground of a card."""
    return Rect(0, 0, w, h, r, role)


# ---------------------------------------------------------------------- shapes, drawn around a point


def chip(x: float, y: float, seat: int, size: float = 24, role: str = "") -> tuple[Part, ...]:
    """A seat's colour with its mark; `role` where a game's seats have colours of their own."""
    return (
        Circle(x, y, size / 2, role or f"seat-{seat}"),
        Use(MARKS[seat % len(MARKS)], x, y, size * 0.55, role="on-seat"),
    )


def badge(x: float, y: float, text: str, size: float = 11, role: str = "badge") -> tuple[Part, ...]:
    """A number or sign on a small disc."""
    text = told(text)
    r = max(size * 0.95, width(text, size, bold=True) / 2 + 3)
    return (Circle(x, y, r, role), Text(x, y, text, size, "middle", True, f"on-{role}"))


def die(x: float, y: float, value: int, size: float = 30, role: str = "die") -> Use:
    """A die that shows its value, 1 to 6."""
    return Use(f"face-{value}", x, y, size, role=role)


def counter(symbol: str, x: float, y: float, count: int, size: float = 22, role: str = "ink") -> tuple[Part, ...]:
    """A sign and how many there are of it."""
    return (
        Use(symbol, x, y, size, role=role),
        Text(x + size * 0.75, y, str(count), size * 0.75, "start", True, "ink"),
    )


def gauge(
    symbol: str,
    x: float,
    y: float,
    have: int,
    of: int,
    step: float,
    size: float = 22,
    on: str = "ink",
    off: str = "slot",
) -> tuple[Part, ...]:
    """A row of `of` signs, of which the first `have` are there."""
    return tuple(Use(symbol, x + step * place, y, size, role=on if place < have else off) for place in range(of))


def rule(x1: float, y: float, x2: float) -> Line:
    """A thin line between parts."""
    return Line(x1, y, x2, y, "rule")


# ---------------------------------------------------------------------- where things stand


def row(count: int, x: float, step: float) -> Iterator[float]:
    """The places of `count` things beside (or below) each other."""
    return (x + step * place for place in range(count))


def grid(count: int, columns: int, x: float, y: float, dx: float, dy: float) -> Iterator[tuple[float, float]]:
    """The places of `count` things in rows of `columns`."""
    return ((x + dx * (place % columns), y + dy * (place // columns)) for place in range(count))


def stacked(heights: Sequence[float], top: float = 0, gap: float = 12) -> list[float]:
    """Where panels of these heights begin, one below the other; the last entry is where the next would."""
    tops = [top]
    for height in heights:
        tops.append(tops[-1] + height + gap)
    return tops


def moved(parts: Iterable[Part], x: float, y: float) -> Iterator[Part]:
    """The parts (all but paths) moved by (x, y)."""
    for part in parts:
        if isinstance(part, Line):
            yield Line(part.x1 + x, part.y1 + y, part.x2 + x, part.y2 + y, part.role)
        elif isinstance(part, Path):
            raise TypeError("a path has no place of its own: make it a symbol and use that")
        else:
            yield msgspec.structs.replace(part, x=part.x + x, y=part.y + y)
