"""The symbols and colours of Wayfinders beside those of the kit.

Roles come in families: `deep-P` is the strong and `pale-P` the soft colour of resource P and of the islands that it
opens; `red`, `blue` and `yellow` are the categories. Each colour goes with a shape: every resource and terrain has its
own glyph, every player a mark.
"""

from waystation.engine import Circle, Part, Path, Rect, Style, Use, kit
from waystation.games.wayfinders.components import LETTERS

TERRAIN = ("palm", "cactus", "iceberg", "barn", "skyline")
"""By colour."""

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
    glyphs = ("parachute", "headphones", "propeller", "tire", "gas")
    return {
        f"token-{letter}": (Circle(0, 0, 46, f"chip-{letter}"), Use(glyph, 0, 0, 66, role="chip-ink"))
        for letter, glyph in zip(LETTERS, glyphs, strict=True)
    }


_DEEP = {"P": "#2f8f4e", "H": "#d98a1f", "R": "#2f83b7", "T": "#a5482f", "G": "#71609c"}
_PALE = {"P": "#cbe5c6", "H": "#f6e0b0", "R": "#cfe7f3", "T": "#f0cfc0", "G": "#dcd4ea"}
_DARK = {"P": "#2b4a34", "H": "#574726", "R": "#24435a", "T": "#5a3328", "G": "#3f3857"}
_GLOW = {"P": "#6cc784", "H": "#f0b356", "R": "#6db8e2", "T": "#d98468", "G": "#a99ad2"}


def _palette() -> dict[str, Style]:
    palette = {
        "sea": Style("#d3e6ea", "#b4d2d8", 2, "#17262e", "#2b4550"),
        "chip-ink": Style("#ffffff", dark_fill="#ffffff"),
        "on-band": Style("#ffffff"),
        "on-yellow": Style("#3b2e00"),
        "white": Style("#ffffff", "#00000055", 1),
        "lit": Style("#ffffff"),
        "unlit": Style("#ffffff", opacity=0.3),
        "ring": Style("none", "#ffffff", 6),
        "lit-edge": Style("#ffffff", "#2f55a0", 6),
        "tray": Style("#efe8d6", dark_fill="#1d2126"),
        "red-text": Style("#a52f26"),
        "blue-text": Style("#274a90"),
        "yellow-text": Style("#6b5200"),
        "red": Style("#bf3d33", dark_fill="#b5433a"),
        "blue": Style("#2f55a0", dark_fill="#3560b3"),
        "yellow": Style("#ecc02f", dark_fill="#d9ae27"),
        "home": Style("#fffaf0", "#8c7a52", 3, "#4a4433", "#c2ab72"),
        "shed": Style("#e9e0cb", "#a99b78", 2, "#353a42", "#5d6570"),
        "roof": Style("#8c7a52", dark_fill="#6d6146"),
        "hidden": Style("#e4dcc8", "#8c7a52", 2, "#3a3f47", "#767d88", dash="6 5"),
        "route": Style("none", "#c2185b", 6, dark_stroke="#ff6fa5", dash="2 10"),
    }
    for letter in LETTERS:
        palette[f"deep-{letter}"] = Style(_DEEP[letter], dark_fill=_GLOW[letter])
        palette[f"chip-{letter}"] = Style(_DEEP[letter], "#ffffff", 3)
        palette[f"pale-{letter}"] = Style(_PALE[letter], _DEEP[letter], 2, _DARK[letter], _GLOW[letter])
        palette[f"art-{letter}"] = Style(_DEEP[letter], dark_fill=_GLOW[letter], opacity=0.34)
    for seat in range(4):
        colours = kit.STYLES[f"seat-{seat}"]
        palette[f"plane-{seat}"] = Style(colours.fill, "#ffffff", 5, colours.dark_fill, "#14171b")
    return palette


LOOK = kit.look({**_GLYPHS, **_EFFECTS, **_tokens()}, _palette())
