# ruff: noqa: E501 - path data
"""Symbols and colours of Wayfarers, all drawn here. Every colour goes with a shape of its own."""

from __future__ import annotations

from waystation.engine import kit
from waystation.engine.scene import Circle, Part, Path, Rect, Style, Text, Use
from waystation.games.wayfarers.names import COLOURS, DECKS

_TAGS: dict[str, tuple[Part, ...]] = {
    "city": (
        Path("M-46 44V-2H-30V-14H-18V-2H-10V-18A10 16 0 0 1 10 -18V-2H18V-14H30V-2H46V44H12V24A12 12 0 0 0 -12 24V44Z"),
    ),
    "vista": (Path("M-48 40L-14 -34L4 2L16 -16L48 40Z"), Circle(28, -30, 12)),
    "harbour": (
        Circle(0, -34, 11),
        Path(
            "M-5 -24H5V30C20 28 30 18 33 6L22 12L34 -14L48 10L40 8C38 30 20 44 0 46C-20 44 -38 30 -40 8L-48 10L-34 -14L-22 12L-33 6C-30 18 -20 28 -5 30Z"
        ),
        Rect(-18, -16, 36, 8, 3),
    ),
    "open_water": (
        Path(
            "M-48 -10C-36 -30 -24 -30 -12 -14C0 2 12 2 24 -14C32 -24 40 -26 48 -22V-6C36 -8 30 14 12 14C-6 14 -14 -8 -26 -8C-36 -8 -40 6 -48 8Z"
        ),
        Path(
            "M-48 24C-36 4 -24 4 -12 20C0 36 12 36 24 20C32 10 40 8 48 12V28C36 26 30 46 12 46C-6 46 -14 26 -26 26C-36 26 -40 40 -48 42Z"
        ),
    ),
    "observatory": (
        Path("M-36 44V10H36V44ZM-40 4A40 40 0 0 1 2 -34L10 -16L-6 4Z"),
        Path("M12 -40L20 -46L48 4H10Z"),
    ),
    "library": (
        Path(
            "M-46 -30C-30 -40 -12 -38 -3 -28V38C-14 30 -30 28 -46 36ZM46 -30C30 -40 12 -38 3 -28V38C14 30 30 28 46 36Z"
        ),
    ),
    "comet": (Circle(18, 18, 20), Path("M-2 26L-46 -46L26 2ZM-12 6L-46 -10L-4 -2ZM6 -8L-8 -46L18 -4Z")),
    "planet": (
        Circle(0, 0, 26),
        Path(
            "M-48 16C-40 26 20 10 46 -14C50 -22 30 -22 22 -18L24 -12C30 -14 34 -14 33 -11C18 4 -26 14 -34 10C-36 8 -32 2 -27 -2L-28 -9C-38 -2 -52 8 -48 16Z"
        ),
    ),
    "stars": (Path("M0 -46L12 -14L46 -12L19 8L28 42L0 22L-28 42L-19 8L-46 -12L-12 -14Z"),),
    "sun": (
        Circle(0, 0, 22),
        *(Path("M-6 -28L0 -48L6 -28Z") if i == 0 else Use("ray", turn=45 * i) for i in range(8)),
    ),
    "ray": (Path("M-6 -28L0 -48L6 -28Z"),),
    "moon": (Path("M14 -44A45 45 0 1 0 40 24A38 38 0 0 1 14 -44Z"),),
}

_ASSETS: dict[str, tuple[Part, ...]] = {
    "camel": (
        Path(
            "M-46 -22C-46 -34 -34 -38 -26 -32L-22 -10C-14 -30 0 -40 12 -22C20 -12 36 -16 42 2L40 44H32L30 20L6 22L4 44H-4L-8 16C-22 14 -30 2 -32 -14L-44 -16Z"
        ),
    ),
    "ship": (Path("M-46 16H46L30 42H-30ZM-4 -46V10H-34C-16 -8 -8 -26 -4 -46ZM4 -40C24 -30 34 -10 36 10H4Z"),),
    "pigeon": (
        Path(
            "M46 -20L32 -28C26 -38 10 -36 8 -24C-6 -36 -28 -40 -46 -34C-34 -26 -22 -12 -16 2L-44 22L-40 34L-16 26C4 36 30 24 32 -10Z"
        ),
    ),
    "telescope": (Path("M-46 6L-38 -12L30 -44L44 -14L-24 16L-28 8L-36 12ZM-6 14L6 8L26 46H14L2 22L-10 46H-22Z"),),
}

_ACTIONS: dict[str, tuple[Part, ...]] = {
    "silver": (
        Circle(0, 0, 42, "silver"),
        Path("M10 -22C-12 -32 -26 -14 -10 -4C4 4 8 14 -14 16M-2 -32V28", "line-ink"),
    ),
    "provision": (
        Path("M-20 -40H20L14 -24C40 -10 42 40 24 44H-24C-42 40 -40 -10 -14 -24Z", "provision"),
        Rect(-16, -28, 32, 7, 3, "ink"),
    ),
    "coin": (Circle(0, 0, 44, "silver"),),
    "token": (Path("M0 -44L36 -22V22L0 44L-36 22V-22Z"),),
    "tower": (Path("M-8 -46L0 -50L8 -46V-36L20 -22V-12H14V34H26V46H-26V34H-14V-12H-20V-22L-8 -36Z"),),
    "mark": (Rect(-30, -38, 60, 80, 8, "card-back"), Use("token", 0, 2, 58, role="ink")),
    "move": (
        Use("tower", -30, 6, 76),
        Use("tower", 30, 6, 76),
        Path("M-22 -44H12V-52L26 -40L12 -28V-36H-22Z", "ink"),
    ),
    "person": (Circle(0, -28, 17), Path("M-38 46C-38 10 -24 -8 0 -8C24 -8 38 10 38 46Z")),
    "retrieve": (Use("person", -10, 8, 78), Path("M24 36V-16H12L32 -44L52 -16H40V36Z", "ink")),
    "die": (Rect(-38, -38, 76, 76, 14), Circle(-17, -17, 7, "pip"), Circle(17, 17, 7, "pip"), Circle(0, 0, 7, "pip")),
    "refresh": (
        Rect(-24, -24, 48, 48, 9),
        Circle(0, 0, 6, "pip"),
        Path(
            "M-46 -4A46 46 0 0 1 30 -35L36 -46L46 -16L14 -20L22 -28A36 36 0 0 0 -36 -2ZM46 4A46 46 0 0 1 -30 35L-36 46L-46 16L-14 20L-22 28A36 36 0 0 0 36 2Z",
            "ink",
        ),
    ),
    "adjust": (
        Rect(-42, -26, 52, 52, 9),
        Circle(-16, 0, 6, "pip"),
        Path("M32 -44L48 -16H36V16H48L32 44L16 16H28V-16H16Z", "ink"),
    ),
    "new-die": (Use("die", -8, 8, 84), Path("M26 -48H36V-34H50V-24H36V-10H26V-24H12V-34H26Z", "ink")),
    "journal": (
        Path("M-34 -42H22V42H-34C-40 42 -44 38 -44 32V-32C-44 -38 -40 -42 -34 -42Z", "paper"),
        Path("M-28 -22H8M-28 -6H8M-28 10H-4", "line-ink"),
        Path("M48 -44C26 -34 10 -8 2 34L8 32C12 18 20 12 30 8C38 -2 46 -22 48 -44Z", "ink"),
    ),
    "tile": (Rect(-34, -34, 68, 68, 10),),
    "back": (Rect(-30, -42, 60, 84, 8), Rect(-22, -34, 44, 68, 4, "card-face")),
    "bolt": (Path("M8 -48L-28 8H-4L-10 48L30 -12H6Z"),),
    "arrow": (Path("M-44 -10H10V-34L46 0L10 34V10H-44Z"),),
    "draw-three": (Use("back", -22, 0, 80), Use("back", 0, 0, 80), Use("back", 22, 0, 80)),
    "deck-land": (Use("back"), Use("vista", 0, 0, 46)),
    "deck-water": (Use("back"), Use("open_water", 0, 0, 46)),
    "deck-space": (Use("back"), Use("stars", 0, 0, 46)),
    "deck-townsfolk": (Use("back"), Use("person", 0, 0, 46)),
    "deck-inspiration": (Use("back"), Text(0, 2, "×2", 34, bold=True)),
    "scroll": (Path("M-40 -40H30A12 12 0 0 1 42 -28V-20H28V30A12 12 0 0 1 16 42H-50V32H-28V-28Z"),),
    "double": (Circle(0, 0, 44), Text(0, 2, "×2", 46, bold=True, role="card-face")),
    "flag": (Path("M-34 -46H-24V46H-34ZM-20 -42C0 -52 16 -28 44 -40V4C16 16 0 -8 -20 2Z"),),
    "all-tiles": (
        Rect(-44, -44, 38, 38, 5, "tile-yellow"),
        Rect(6, -44, 38, 38, 5, "tile-blue"),
        Rect(-44, 6, 38, 38, 5, "tile-green"),
        Rect(6, 6, 38, 38, 5, "tile-pink"),
    ),
    "strict-most": (Path("M-46 44V-6H-20V44ZM-14 44V-44H14V44ZM20 44V10H46V44Z"),),
}

_CARDS = {
    "land": ("#ecd9ad", "#8a6a2c", "#4a4026", "#c9a656"),
    "water": ("#c4dff0", "#2a6592", "#223f55", "#6eb2e2"),
    "space": ("#d9d2ee", "#54428f", "#352f56", "#a797ea"),
    "townsfolk": ("#f1cfc4", "#9a4430", "#553128", "#e48a71"),
    "inspiration": ("#d3e8cc", "#3d7040", "#2b4630", "#86c689"),
}
_BANDS = {
    "land": ("#a8772a", "#8a6426"),
    "water": ("#2f78ad", "#27618c"),
    "space": ("#3d3178", "#3a2f74"),
    "townsfolk": ("#a8503a", "#8a4433"),
    "inspiration": ("#4d8a50", "#3f7343"),
}
_COLOURS = {
    "black": ("#3f3f4a", "#8d8d9e"),
    "yellow": ("#d9a514", "#eac043"),
    "blue": ("#2c6db5", "#5c9ae0"),
    "green": ("#3f8f4a", "#62b86d"),
    "pink": ("#c65a90", "#e283b3"),
}


def _palette() -> dict[str, Style]:
    palette = {
        "line-ink": Style("none", "#2f2a24", 6, dark_stroke="#2f2a24"),
        "thin": Style("none", "#9b8d74", 1.2, dark_stroke="#6d6658"),
        "edge": Style("none", "#b7a482", 3, dark_stroke="#6d6450", dash="1 0"),
        "board": Style("#f4e7c8", "#b7a06c", 1.5, "#343026", "#7d7150"),
        "cell": Style("#fffaf0", "#c9b78d", 1, "#211f1a", "#655c45"),
        "space": Style("#fffdf6", "#8c7a52", 1.5, "#1f2226", "#a08f66"),
        "paper": Style("#fdf6e3", "#8c7a52", 2, "#4d4636", "#a08f66"),
        "final": Style("#ffe9b5", "#b98312", 2, "#5a4a20", "#e3b54a"),
        "silver": Style("#d5dade", "#7a848c", 5, "#c3cad0", "#7a848c"),
        "provision": Style("#b9763c", "#6d431d", 4, "#c98a50", "#6d431d"),
        "card-back": Style("#c9b38a", "#6f5b33", 4, "#8f7d58", "#d9c89d"),
        "card-face": Style("#fffaf0", dark_fill="#fffaf0"),
        "bolt": Style("#d2601a", dark_fill="#f08a44"),
        "veil": Style("#00000022", dark_fill="#00000055"),
        "clear": Style("#00000000"),
        "worker-green": Style("#3f8f4a", "#ffffff", 4, "#62b86d", "#14171b"),
        "worker-yellow": Style("#d9a514", "#ffffff", 4, "#eac043", "#14171b"),
        "worker-blue": Style("#2c6db5", "#ffffff", 4, "#5c9ae0", "#14171b"),
        "any": Style("#8d8069", dark_fill="#b5a88e"),
        # light and depth
        "shade": Style("#3a2a10", dark_fill="#000000", opacity=0.2),
        "on-band": Style("#ffffff", dark_fill="#fff8e8"),
        "counter": Style("#e3cfa0", "#c3a868", 1.2, "#2a261e", "#5f5538"),
        "page": Style("#f8edd0", "#a98f58", 1.5, "#332f26", "#7d7150"),
        "gutter": Style("#8a6f3a", dark_fill="#000000", opacity=0.09),
        "ruled": Style("none", "#b99b60", 1, dark_stroke="#5a5140", dash="2 6"),
        "ribbon": Style("#22305c", dark_fill="#0f1830"),
        "on-ribbon": Style("#fdf3d7", dark_fill="#fdf3d7"),
        "earth": Style("#ead2a0", "#d0b374", 1, "#2d291f", "#57503a"),
        "good": Style("#2f7d3b", dark_fill="#7bd088"),
    }
    for name in DECKS:
        fill, ink, dark, glow = _CARDS[name]
        palette[f"card-{name}"] = Style(fill, ink, 1.5, dark, glow)
        palette[f"ink-{name}"] = Style(ink, dark_fill=glow)
        palette[f"band-{name}"] = Style(_BANDS[name][0], dark_fill=_BANDS[name][1])
        palette[f"stall-{name}"] = Style(fill, ink, 1, dark, glow, opacity=0.5)
    for name in COLOURS:
        light, dark = _COLOURS[name]
        palette[f"guild-{name}"] = Style(light, dark_fill=dark)
        palette[f"tile-{name}"] = Style(light, "#ffffff", 1.5, dark, "#14171b")
        palette[f"pale-{name}"] = Style(light, light, 1.2, dark, dark, opacity=0.28)
    for seat in range(4):
        colour = kit.STYLES[f"seat-{seat}"]
        palette[f"seat-line-{seat}"] = Style(colour.fill, dark_fill=colour.dark_fill)
        palette[f"die-{seat}"] = Style("#fffdf8", colour.fill, 6, "#e9e4d8", colour.dark_fill)
    return palette


LOOK = kit.look({**_TAGS, **_ASSETS, **_ACTIONS}, _palette())
