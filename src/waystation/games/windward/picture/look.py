"""The symbols and colours of Windward, all drawn here.

Roles: `seat-red` and so on are the ships' colours (each ship also carries its own mark), `red`, `gray` and `white` the
cresters. What flies high has a shadow under it; what is low is drawn small at the bottom of its hex.
"""

from waystation.engine import kit
from waystation.engine.scene import Circle, Line, Part, Path, Rect, Style, Use
from waystation.engine.words import mark

MARKS = {"red": "dot", "blue": "triangle", "green": "square", "yellow": "cross", "purple": "diamond"}
"""The mark of each colour, so that colour is never the only sign."""

CRESTERS = {"red": mark("red crester"), "two reds": mark("two red cresters"), "gray": mark("gray crester"),
            "white": mark("white crester")}  # fmt: skip
"""Cresters by the names that views give them."""

_SYMBOLS: dict[str, tuple[Part, ...]] = {
    # pieces
    "ship": (
        Path("M-44 10H44C40 26 32 36 22 38H-24C-34 34 -40 24 -44 10Z"),
        Path("M-3 6V-46H3V6Z"),
        Path("M6 -44C36 -36 44 -12 34 4H6Z"),
        Path("M-6 -36C-30 -28 -36 -10 -30 4H-6Z"),
    ),
    "boat": (
        Path("M-46 -2H46C40 16 30 26 20 28H-20C-30 26 -40 16 -46 -2Z"),
        Circle(0, -24, 11),
        Path("M-12 -2C-12 -16 12 -16 12 -2Z"),
        Path("M8 -8L40 -34L44 -30L12 -2Z"),
    ),
    "crester": (
        Path(
            "M-48 8C-44 -20 -20 -36 6 -30C24 -26 30 -12 36 -8C42 -14 44 -24 50 -28C52 -10 52 10 46 24"
            "C40 18 38 12 34 10C20 30 -8 36 -26 30L-34 40L-36 26C-42 20 -47 14 -48 8Z"
        ),
        Path("M-8 -30C-4 -44 8 -48 16 -46C10 -40 8 -34 8 -29Z"),
    ),
    "eye": (Circle(-26, 0, 6),),
    "shadow": (Path("M-40 0A40 12 0 1 1 40 0A40 12 0 1 1 -40 0Z"),),
    "tooth": (Path("M-20 -36C-8 -26 8 -26 20 -36C26 -4 10 34 0 44C-10 34 -26 -4 -20 -36Z"),),
    "tag": (Path("M-30 -30H8L40 2L8 34L-30 -2ZM-16 -20A6 6 0 1 0 -16 -8A6 6 0 1 0 -16 -20Z"),),
    # goods and boards
    "gas": (Rect(-24, -26, 48, 68, 12), Path("M-10 -44H10V-30H-10ZM-16 -44H16V-38H-16Z")),
    "cannon": (Path("M-46 -16L34 -26C44 -24 44 8 34 8L-30 12C-44 10 -48 -6 -46 -16Z"), Circle(-16, 20, 18)),
    "heart": (Path("M0 40C-56 2 -46 -38 -20 -38C-8 -38 -2 -30 0 -22C2 -30 8 -38 20 -38C46 -38 56 2 0 40Z"),),
    "mate": (Circle(0, -24, 18), Path("M-32 42C-32 4 32 4 32 42Z")),
    "cup": (
        Path("M-36 -22H22V14C22 32 12 40 -7 40C-26 40 -36 32 -36 14Z"),
        Path("M20 -14H34C48 -14 48 18 34 18H18V10H32C38 10 38 -6 32 -6H20Z"),
        Path("M-22 -28C-32 -36 -12 -38 -22 -48H-15C-6 -38 -24 -36 -15 -28Z"),
        Path("M0 -28C-10 -36 10 -38 0 -48H7C16 -38 -2 -36 7 -28Z"),
    ),
    "card": (
        Path("M-30 -44H30V44H-30ZM-22 -36V36H22V-36Z"),
        Rect(-14, -26, 28, 22),
        Rect(-14, 4, 28, 6),
        Rect(-14, 16, 28, 6),
    ),
    "star": (Path("M0 -44L12 -14L44 -12L19 8L28 40L0 22L-28 40L-19 8L-44 -12L-12 -14Z"),),
    "sail": (Path("M-6 -46H0V46H-6ZM4 -42C40 -30 44 0 34 26H4Z"),),
    "hit": (Path("M-4 44V-10H-22L0 -46L22 -10H4V44ZM-14 22H14V30H-14Z"),),
    "arrow": (Path("M0 -48L30 -8H12V46H-12V-8H-30Z"),),
    "turn": (Path("M-34 14A36 36 0 1 1 4 36V24A24 24 0 1 0 -22 12L-12 8L-24 40L-46 14Z"),),
    "bait": (
        Path("M-8 -46H0V6C0 26 -26 26 -26 6V0L-36 10L-40 4L-22 -16L-8 0L-14 6L-18 2V6C-18 14 -8 14 -8 6Z"),
        Path("M6 -4C24 -18 40 -6 46 4C38 14 22 22 6 10L-4 18V-12Z"),
    ),
    "anchor": (
        Path("M0 -46A12 12 0 1 0 0 -22A12 12 0 1 0 0 -46ZM0 -40A6 6 0 1 1 0 -28A6 6 0 1 1 0 -40Z"),
        Rect(-5, -24, 10, 66),
        Rect(-20, -14, 40, 8),
        Path("M-46 6L-32 -8L-22 8H-28C-26 24 -14 32 0 34V46C-22 44 -38 28 -40 6Z"),
        Path("M46 6L32 -8L22 8H28C26 24 14 32 0 34V46C22 44 38 28 40 6Z"),
    ),
    "mask": (Path("M-36 -40V46H-28V6H34L20 -16L34 -38H-28V-40Z"),),
    "oar": (Path("M-40 34L14 -20L20 -14L-34 40ZM12 -40C20 -50 36 -48 40 -40C48 -36 50 -20 40 -12L24 -8L8 -24Z"),),
    "winch": (Path("M-38 -34H38V-26H26V14H38V22H-38V14H-26V-26H-38ZM-14 -26V14H14V-26Z"), Path("M-3 22H3V46H-3Z")),
    # terrain
    "drift": (
        Path("M-40 22L-34 -6L-14 -16L4 -4L8 22L-8 34L-30 34Z"),
        Path("M0 -20L14 -38L34 -34L44 -14L36 6L16 8L4 -4Z"),
        Path("M16 18L30 12L42 20L38 34L22 36Z"),
    ),
    "drift-top": (
        Path(
            "M-34 -6L-14 -16L4 -4L2 2L-16 -6L-32 2Z"
            "M14 -38L34 -34L44 -14L36 -12L28 -26L10 -28ZM30 12L42 20L40 24L28 18L20 20Z"
        ),
    ),
    "cloud": (
        Path(
            "M-50 22C-56 4 -38 -8 -26 -2C-22 -26 12 -32 20 -10"
            "C34 -20 54 -4 46 14C54 20 48 26 42 26H-42C-48 26 -50 24 -50 22Z"
        ),
    ),
    "wisp": (Path("M-44 4C-30 -6 -12 -6 0 2C12 -8 32 -6 44 6C28 2 14 4 2 10C-12 4 -28 2 -44 4Z"),),
    "zephyr": (Path("M-34 -14C-10 -40 34 -26 34 4C34 30 0 38 -10 18C-18 0 6 -14 16 2C20 10 10 18 4 12"),),
    "feeding": (
        Path("M-42 -8C-30 -22 -14 -18 -6 -8C-14 2 -30 6 -42 -8ZM-6 -8L4 -18V2Z"),
        Path("M2 20C12 8 26 10 34 18C28 28 12 32 2 20ZM34 18L44 8V28Z"),
    ),
    "around": (Path("M-34 -26L-6 0L-34 26V10L-22 0L-34 -10ZM0 -26L28 0L0 26V10L12 0L0 -10Z"),),
    "lair": (Path("M-30 10C-30 -30 30 -30 30 10C20 0 12 0 6 10C2 0 -2 0 -6 10C-12 0 -20 0 -30 10Z"),),
    "tower": (Path("M-22 44V-6H-30V-22H-18V-14H-8V-22H8V-14H18V-22H30V-6H22V44H8V22H-8V44Z"),),
    # the wind rose
    "rose": (
        Circle(0, 0, 46, "rose-face"),
        *(Use("needle", turn=60 * direction, role="rose-ray") for direction in range(6)),
    ),
    "needle": (Line(0, -46, 0, -34),),
    "pennant": (Circle(0, 0, 9), Path("M-3 0V-14H-10L0 -46L10 -14H3V0Z")),
    "vane": (Path("M0 -44L16 -12H7V40L0 34L-7 40V-12H-16Z"),),
}

_SEATS = {
    "red": ("#c0392f", "#e0655a"),
    "blue": ("#2b62a8", "#6fa3e6"),
    "green": ("#2f8048", "#62b87c"),
    "yellow": ("#c7900f", "#e8b93c"),
    "purple": ("#7b4a99", "#b584d6"),
}


def _ink(light: str, dark: str) -> Style:
    return Style(fill=light, dark_fill=dark)


def _box(fill: str, stroke: str, dark_fill: str, dark_stroke: str, width: float = 1.5) -> Style:
    return Style(fill=fill, stroke=stroke, width=width, dark_fill=dark_fill, dark_stroke=dark_stroke)


_PALETTE: dict[str, Style] = {
    # the planet
    "space": _box("#7fb4d8", "#5b93ba", "#0f1c2e", "#24405e", 1.5),
    "glow": Style("#ffffff", dark_fill="#6fa3d8", opacity=0.13),
    "cloud": Style("#ffffff", dark_fill="#8fb0cc", opacity=0.6),
    "wisp": Style("#ffffff", dark_fill="#8fb0cc", opacity=0.42),
    "bevel": Style("#ffffff", dark_fill="#8ec3f0", opacity=0.16),
    "sky": _box("#a9d4ee", "#dff1fb", "#1c3550", "#35597d", 1.2),
    "sky-2": _box("#bfe1f4", "#e6f4fc", "#234060", "#35597d", 1.2),
    "drift": _box("#8fb2c8", "#dff1fb", "#152638", "#35597d", 1.2),
    "rock": _ink("#75634d", "#5a4c3c"),
    "rock-top": _ink("#9db56a", "#6d8450"),
    "rock-name": _ink("#12283a", "#dcebf7"),
    "terrain": _ink("#4f8fb0", "#7fb4d0"),
    "swirl": Style(stroke="#ffffff", width=10, dark_stroke="#9fdcf0"),
    "swirl-ink": Style(stroke="#3f8fa6", width=9, dark_stroke="#5bb1c9"),
    "around": _ink("#b07a35", "#c79655"),
    "lair": _ink("#c98a86", "#94544c"),
    "post": _box("#6e5136", "#49341f", "#8a6a4a", "#c9a97f", 2),
    "post-ink": _ink("#fff3dc", "#fff3dc"),
    "flag": _box("#f3c34b", "#2c2419", "#f3c34b", "#2c2419", 3),
    "name": _ink("#28506e", "#a9c8e2"),
    "border": Style(stroke="#3f7ba5", width=2.4, dark_stroke="#7fb0d8"),
    "reach": Style(fill="#2f8048", dark_fill="#7fd09a", opacity=0.95),
    "reach-edge": Style(stroke="#2f8048", width=2.4, dark_stroke="#7fd09a", opacity=0.75),
    "threat": Style(fill="#c0392f", dark_fill="#ff8a7d", opacity=0.85),
    "plan": Style(fill="#14716b", stroke="#ffffff", width=1.5, dark_fill="#57d0c6", dark_stroke="#12171c"),
    "shadow": Style(fill="#1d3a52", dark_fill="#000000", opacity=0.32),
    "win": Style("#2f8048", dark_fill="#62b87c"),
    "even": Style("#b98b3d", dark_fill="#b99b5c"),
    "lose": Style("#c0392f", dark_fill="#e0655a"),
    "fight": Style(stroke="#c0392f", width=4, dark_stroke="#ff8a7d", dash="7 5"),
    # pieces and goods
    "red": _box("#c2402f", "#5e1a12", "#e0604e", "#2c0c08", 3),
    "gray": _box("#8b9098", "#454a52", "#a9aeb6", "#23262b", 3),
    "white": _box("#ffffff", "#4a5562", "#f4f7fa", "#1c222a", 3),
    "dead": Style(fill="#7b746b", stroke="#443d34", width=3, dark_fill="#9a9187", dark_stroke="#26221d", dash="6 5"),
    "eye": _ink("#fff4d6", "#fff4d6"),
    "gas": _box("#d97f1e", "#7d4709", "#eda04c", "#3b2104", 2),
    "gas-slot": _box("#fbf3e4", "#c9a06a", "#2b2723", "#7d6542", 2),
    "iron": _ink("#4c4a48", "#b8b4ae"),
    "iron-slot": _box("#f5ead8", "#a39c90", "#2b2723", "#66605a", 2),
    "heart": _ink("#b8324a", "#f07a8e"),
    "heart-off": _box("#f5ead8", "#d8b9b9", "#2b2723", "#6a4c50", 2),
    "tooth-red": _box("#f0b4a8", "#8d2b1d", "#e79486", "#3b120c", 4),
    "tooth-gray": _box("#e4e6ea", "#5a6068", "#c9cdd4", "#2b2f35", 4),
    "plus2": _box("#264653", "#16303b", "#7fb3c8", "#0f1e25", 1.5),
    "plus2-ink": _ink("#ffffff", "#10212a"),
    # cards, wind and track
    "card-own": _box("#2f6f8f", "#1d4b63", "#3f89ad", "#9fd2ea", 1),
    "card-battle": _box("#a8442f", "#6f2a1b", "#c45f48", "#f0b3a3", 1),
    "card-flag": _box("#7b4a99", "#4f2d65", "#8f60ad", "#d3b1e8", 1),
    "rose-face": _box("#fffaf0", "#b98b3d", "#23272d", "#b99b5c", 4),
    "rose-ray": Style(stroke="#b98b3d", width=4, dark_stroke="#b99b5c"),
    "vane": _box("#14716b", "#0c4b47", "#57d0c6", "#0e2f2c", 3),
    "track": _box("#f1e7d3", "#cdb98f", "#2a2f36", "#4a525c", 1.2),
    "track-end": _box("#f3c34b", "#b98b1d", "#6d561d", "#d9a93a", 1.2),
    **{f"seat-{name}": _box(light, "#2c2419", dark, "#0d0f12", 2.5) for name, (light, dark) in _SEATS.items()},
}

LOOK = kit.look(_SYMBOLS, _PALETTE)
