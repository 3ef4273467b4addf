"""The symbols and colours of Wayfinders beside those of the kit.

Roles come in families: `deep-P` is the strong and `pale-P` the soft colour of resource P and of the islands that it
opens; `red`, `blue` and `yellow` are the categories. Each colour goes with a shape: every resource and terrain has its
own glyph, every player a mark.
"""

from waystation.engine import Circle, Part, Path, Rect, Style, Use, kit
from waystation.games.wayfinders.components import LETTERS

TERRAIN = ("palm", "cactus", "iceberg", "barn", "skyline")
"""The sign of each colour; `land-P` and its like are the pictures of the tiles."""

_GLYPHS: dict[str, tuple[Part, ...]] = {
    # resources
    "parachute": (
        Path("M-40 2A40 40 0 0 1 40 2Q31 -7 20 2Q10 -7 0 2Q-10 -7 -20 2Q-31 -7 -40 2Z"),
        Path("M-39 4L-3 40H3L39 4H33L0 34L-33 4Z"),
        Rect(-8, 33, 16, 13, 2),
    ),
    "headphones": (
        Path("M-38 10V-2A38 38 0 0 1 38 -2V10H28V-2A28 28 0 0 0 -28 -2V10Z"),
        Rect(-43, 4, 22, 36, 8),
        Rect(21, 4, 22, 36, 8),
    ),
    "blade": (Path("M0 0C-19 -15 -15 -40 0 -47C9 -40 13 -16 0 0Z"),),
    "propeller": (Use("blade"), Use("blade", turn=120), Use("blade", turn=240), Circle(0, 0, 9)),
    "tire": (
        Path("M0 -42A42 42 0 1 1 0 42A42 42 0 1 1 0 -42ZM0 -24A24 24 0 1 0 0 24A24 24 0 1 0 0 -24Z"),
        Circle(0, 0, 10),
        Rect(-4, -26, 8, 52),
        Rect(-26, -4, 52, 8),
    ),
    "gas": (
        Path("M-30 -16L-10 -38H30V42H-30ZM-4 -29V-21H20V-29ZM0 -8C-15 8 -15 28 0 28C15 28 15 8 0 -8Z"),
        Path("M-30 -24L-42 -36L-34 -44L-22 -32Z"),
    ),
    # terrain
    "palm": (
        Path("M-6 46C2 20 4 4 0 -14L8 -16C14 6 12 26 8 46Z"),
        Path("M2 -14C-16 -34 -38 -28 -46 -8C-32 -18 -14 -16 2 -14Z"),
        Path("M2 -14C16 -38 40 -30 46 -8C34 -20 16 -18 2 -14Z"),
        Path("M2 -16C-4 -38 -22 -46 -36 -38C-20 -36 -8 -28 2 -16Z"),
        Path("M2 -16C8 -40 24 -48 38 -40C24 -36 12 -28 2 -16Z"),
        Path("M-34 46C-16 36 18 36 36 46Z"),
    ),
    "cactus": (
        Path("M-9 46V-30A9 9 0 0 1 9 -30V46Z"),
        Path("M-9 18H-22A14 14 0 0 1 -36 4V-12A6 6 0 0 1 -24 -12V2A4 4 0 0 0 -20 6H-9Z"),
        Path("M9 6H20A4 4 0 0 0 24 2V-18A6 6 0 0 1 36 -18V4A14 14 0 0 1 22 18H9Z"),
        Path("M-46 46C-28 36 24 36 46 46Z"),
    ),
    "iceberg": (
        Path("M-46 22L-26 -18L-12 0L6 -44L30 -8L46 22Z"),
        Path("M-40 28H40L22 46H-22Z"),
    ),
    "barn": (
        Path("M-40 46V-8L-22 -32L0 -44L22 -32L40 -8V46H14V12H-14V46ZM-8 -24V-10H8V-24Z"),
        Path("M-11 15H-3L11 43H3ZM11 15H3L-11 43H-3Z"),
    ),
    "skyline": (
        Path("M-46 46V-6H-22V46ZM-40 4V12H-28V4ZM-40 20V28H-28V20Z"),
        Path("M-16 46V-30L0 -46L16 -30V46ZM-8 -22V-12H8V-22ZM-8 -4V6H8V-4ZM-8 14V24H8V14Z"),
        Path("M22 46V-16H46V46ZM28 -6V2H40V-6ZM28 12V20H40V12Z"),
    ),
    # pieces
    "plane": (
        Path(
            "M0 -46C6 -42 8 -28 8 -16L47 0V11L8 8L6 28L20 38V45L0 41L-20 45V38L-6 28L-8 8L-47 11V0L-8 -16"
            "C-8 -28 -6 -42 0 -46Z"
        ),
    ),
    "worker": (
        Path(
            "M0 -46A14 14 0 0 1 10 -21C24 -18 42 -12 46 0L32 8C26 4 21 5 19 8L32 44H9L0 28L-9 44H-32L-19 8"
            "C-21 5 -26 4 -32 8L-46 0C-42 -12 -24 -18 -10 -21A14 14 0 0 1 0 -46Z"
        ),
    ),
    "bag": (
        Path("M-14 -28C-46 -4 -46 44 -20 44H20C46 44 46 -4 14 -28Z"),
        Path("M-20 -46L-12 -32H12L20 -46L8 -40L0 -46L-8 -40Z"),
    ),
    "hand": (
        Path(
            "M-34 -2L-24 -6L-16 6V-34A6 6 0 0 1 -4 -34V-42A6 6 0 0 1 8 -42V-36A6 6 0 0 1 20 -36V-24A6 6 0 0 1 32 -24"
            "V14C32 32 22 44 6 44C-8 44 -16 36 -22 24Z"
        ),
    ),
    "house": (Path("M-44 4L0 -42L44 4H32V42H-32V4ZM-10 14V42H10V14Z"),),
}


def _grid(lit: str) -> tuple[Part, ...]:
    """A small 3 x 3 map: `#` is lit, `.` is not, `o` is the island itself."""
    roles = {"#": "lit", ".": "unlit", "o": "ring"}
    return tuple(
        Rect(-46 + 32 * (place % 3), -46 + 32 * (place // 3), 28, 28, 4, roles[sign]) for place, sign in enumerate(lit)
    )


_EFFECTS: dict[str, tuple[Part, ...]] = {
    "column": _grid(".#..#..#."),
    "row": _grid("...###..."),
    "around": _grid("####o####"),
    "squares": _grid("##.##...."),
    "groups": _grid("#..#...##"),
    "far": (*_grid("#.#...#.#")[:4], Use("house", 0, 0, 34, role="lit"), *_grid("#.#...#.#")[5:]),
    "shared": (
        Rect(-44, -30, 52, 52, 8, "lit"),
        Rect(-8, -10, 52, 52, 8, "lit-edge"),
    ),
    "colours": tuple(
        Circle(x, y, 17, f"chip-{letter}")
        for letter, (x, y) in zip(LETTERS, ((0, -31), (31, -8), (19, 29), (-19, 29), (-31, -8)), strict=True)
    ),
    "price": (Circle(0, 0, 44, "lit"),),
    "any": (
        Circle(0, 0, 46, "lit"),
        *(Use("blade", 0, 0, 78, 72 * place, f"deep-{letter}") for place, letter in enumerate(LETTERS)),
    ),
}


def _tokens() -> dict[str, tuple[Part, ...]]:
    """A token: a disc with a rim, a light from above, and its sign."""
    glyphs = ("parachute", "headphones", "propeller", "tire", "gas")
    light = Path("M-37 -12A39 39 0 0 1 37 -12A46 40 0 0 0 -37 -12Z", "gloss")
    back = Circle(0, 4, 46, "shade")
    return {
        f"token-{letter}": (back, Circle(0, 0, 46, f"chip-{letter}"), light, Use(glyph, 0, 1, 62, role="chip-ink"))
        for letter, glyph in zip(LETTERS, glyphs, strict=True)
    }


def _land(letter: str, *parts: Part) -> tuple[Part, ...]:
    """What a tile shows, from edge to edge: sky above the line at 18, ground below it, and the things between."""
    ground = Path("M-50 20Q-20 10 6 17T50 14V41Q50 50 41 50H-41Q-50 50 -50 41Z", f"ground-{letter}")
    return (Rect(-50, -50, 100, 100, 9, f"pale-{letter}"), *parts[:-1], ground, parts[-1])


_CLOUD = "M{0} {1}q1 -6 8 -5q4 -7 11 -2q8 -1 8 7z"


def _clouds(*at: tuple[int, int]) -> Path:
    return Path("".join(_CLOUD.format(x, y) for x, y in at), "cloud")


_LANDS: dict[str, tuple[Part, ...]] = {
    "land-P": _land(
        "P",
        Circle(24, -8, 9, "sun"),
        _clouds((-44, -12)),
        Path("M-50 4H50V30H-50Z", "lagoon"),
        Path("M-46 9h9m8 3h12m22 -3h9m6 4h11", "ripple"),
        Use("palm", -12, 4, 46, role="art-P"),
    ),
    "land-H": _land(
        "H",
        Circle(20, -8, 10, "sun"),
        Path("M-50 8Q-34 -6 -20 2T8 -4T50 8V30H-50Z", "far-H"),
        Path("M-50 14Q-30 4 -8 12T50 6V30H-50Z", "near-H"),
        Use("cactus", -12, 6, 42, role="art-H"),
    ),
    "land-R": _land(
        "R",
        _clouds((-46, -10), (8, -14)),
        Path("M-50 8L-34 -2L-22 6L20 -4L50 8V30H-50Z", "far-R"),
        Path("M-34 16L-24 -10L-16 -2L-6 -22L8 0L18 16Z", "ice"),
        Path("M-6 -22L8 0L18 16H2L-6 -2L-16 -2Z", "ice-shade"),
        Path("M-44 30h14m10 4h18m10 -5h16", "ripple"),
    ),
    "land-T": _land(
        "T",
        _clouds((-46, -10), (6, -15)),
        Path("M-50 6Q-20 -6 10 4T50 0V30H-50Z", "far-T"),
        Path("M-50 13Q-24 2 0 10T50 8V30H-50Z", "near-T"),
        Use("barn", -8, 2, 44, role="art-T"),
    ),
    "land-G": _land(
        "G",
        Circle(20, -12, 8, "moon"),
        Path("M-50 20V-4H-40V-12H-30V2H-22V-8H-12V4H0V-10H9V-2H18V-14H28V0H38V-6H50V20Z", "far-G"),
        Use("skyline", -10, 2, 46, role="art-G"),
    ),
    "airfield": (
        Rect(-50, -50, 100, 100, 9, "pale-home"),
        _clouds((-44, -22), (4, -18)),
        Path("M-50 8Q-20 -4 6 4T50 0V30H-50Z", "far-home"),
        Path("M-50 16Q-20 8 6 13T50 10V41Q50 50 41 50H-41Q-50 50 -50 41Z", "ground-home"),
        Path("M-18 12L-8 12L8 50H-36Z", "runway"),
        Path("M-13.4 15h.8l.4 6h-1.6ZM-14 25h2l.4 7h-2.8ZM-15 37h4l.5 9h-5Z", "white"),
        Path("M2 14V-2Q14 -14 26 -2V14Z", "roof"),
        Path("M6 14V2Q14 -5 22 2V14Z", "shade"),
    ),
}


_DEEP = {"P": "#2f8f4e", "H": "#d98a1f", "R": "#2f83b7", "T": "#a5482f", "G": "#71609c"}
_PALE = {"P": "#cbe5c6", "H": "#f6e0b0", "R": "#cfe7f3", "T": "#f0cfc0", "G": "#dcd4ea"}
_DARK = {"P": "#2b4a34", "H": "#574726", "R": "#24435a", "T": "#5a3328", "G": "#3f3857"}
_GLOW = {"P": "#6cc784", "H": "#f0b356", "R": "#6db8e2", "T": "#d98468", "G": "#a99ad2"}
_GROUND = {"P": "#f2dfae", "H": "#e3a955", "R": "#7db7d6", "T": "#d89a6c", "G": "#8f80b4"}
_NIGHT = {"P": "#6f6a44", "H": "#7c5a26", "R": "#1d4a66", "T": "#70402f", "G": "#4b4170"}
_FAR = {"H": "#f2d091", "R": "#b4d9ea", "T": "#cfd6a2", "G": "#c3b7dc"}
_NEAR = {"H": "#ecbd6d", "T": "#b5c283"}
_DIM = {"H": "#66512a", "R": "#2d556e", "T": "#4f5133", "G": "#4a4268"}


def _palette() -> dict[str, Style]:
    palette = {
        "sea": Style("#8fc4cf", "#5d9aa8", 2, "#14303b", "#2f5a69"),
        "depth": Style("#a9d4da", "none", dark_fill="#1a3b47"),
        "wave": Style("none", "#e6f5f5", 2, dark_stroke="#3d6c7a", opacity=0.8),
        "chart": Style("#f7f2e4", "#3f6f7c", 1.5, "#24444f", "#6f9fac"),
        "chart-on": Style("#3f6f7c", dark_fill="#6f9fac"),
        "on-sea": Style("#173f4b", dark_fill="#cfe8ee"),
        "sun": Style("#fff3c4", dark_fill="#f2d98a", opacity=0.9),
        "moon": Style("#fffbe6", dark_fill="#efe6c2", opacity=0.9),
        "cloud": Style("#ffffff", dark_fill="#ffffff", opacity=0.5),
        "lagoon": Style("#86cdc4", dark_fill="#28635f"),
        "ripple": Style("none", "#ffffff", 1.6, opacity=0.55),
        "ice": Style("#ffffff", dark_fill="#cfe6f2"),
        "ice-shade": Style("#a9d3ea", dark_fill="#7eb2d0"),
        "far-home": Style("#b9cf97", dark_fill="#3d4c34"),
        "ground-home": Style("#8fb56d", dark_fill="#4d6540"),
        "pale-home": Style("#dcebf0", dark_fill="#2b3a44"),
        "runway": Style("#6d737a", dark_fill="#4a5058"),
        "plate": Style("#fffaf0", dark_fill="#20262b", opacity=0.92),
        "on-plate": Style("#2f2a24", dark_fill="#efe8da"),
        "chip-ink": Style("#ffffff", dark_fill="#ffffff"),
        "on-band": Style("#ffffff"),
        "on-yellow": Style("#3b2e00"),
        "white": Style("#ffffff", "#00000055", 1),
        "lit": Style("#ffffff"),
        "unlit": Style("#ffffff", opacity=0.3),
        "ring": Style("none", "#ffffff", 6),
        "lit-edge": Style("#ffffff", "#2f55a0", 6),
        "tray": Style("#e9dcc0", "#d3c196", 1, "#1b1f24", "#3a4048"),
        "red-text": Style("#a52f26"),
        "blue-text": Style("#274a90"),
        "yellow-text": Style("#6b5200"),
        "red": Style("#bf3d33", dark_fill="#b5433a"),
        "blue": Style("#2f55a0", dark_fill="#3560b3"),
        "yellow": Style("#ecc02f", dark_fill="#d9ae27"),
        "home": Style("#fffaf0", "#6f8f52", 3, "#4a4433", "#9dbb7d"),
        "wall": Style("#d9c8a2", "#8d7748", 1.5, "#3d3a33", "#6d6246"),
        "floor": Style("#f4ecd8", dark_fill="#262a2f"),
        "roof": Style("#56707c", "#3c525d", 1.5, "#40545e", "#6f8894"),
        "rib": Style("none", "#ffffff", 1.5, opacity=0.28),
        "hidden": Style("#dfe9ea", "#6f97a3", 2, "#24363f", "#5f8794", dash="6 5"),
        "route": Style("none", "#c2185b", 6, dark_stroke="#ff6fa5", dash="2 10"),
    }
    for letter in LETTERS:
        palette[f"deep-{letter}"] = Style(_DEEP[letter], dark_fill=_GLOW[letter])
        palette[f"chip-{letter}"] = Style(_DEEP[letter], "#ffffff", 3)
        palette[f"pale-{letter}"] = Style(_PALE[letter], _DEEP[letter], 2, _DARK[letter], _GLOW[letter])
        palette[f"art-{letter}"] = Style(_DEEP[letter], dark_fill=_GLOW[letter], opacity=0.9)
        palette[f"ground-{letter}"] = Style(_GROUND[letter], dark_fill=_NIGHT[letter])
    for letter in _FAR:
        palette[f"far-{letter}"] = Style(_FAR[letter], dark_fill=_DIM[letter])
    for letter in _NEAR:
        palette[f"near-{letter}"] = Style(_NEAR[letter], dark_fill=_NIGHT[letter])
    for seat in range(4):
        colours = kit.STYLES[f"seat-{seat}"]
        palette[f"plane-{seat}"] = Style(colours.fill, "#ffffff", 5, colours.dark_fill, "#14171b")
    return palette


LOOK = kit.look({**_GLYPHS, **_EFFECTS, **_LANDS, **_tokens()}, _palette())
