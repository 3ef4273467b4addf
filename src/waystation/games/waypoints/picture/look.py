"""Symbols and colours of the table, all drawn for this project; every kind of thing has a shape of its own."""

from __future__ import annotations

from waystation.engine import Circle, Line, Path, Rect, Style, kit

HIKE_ROLES = ("hike1", "hike2", "hike3", "hike4")
HIKES = (("#c2410c", "#fb923c"), ("#1d4ed8", "#7aa8ff"), ("#7e22ce", "#d19bff"), ("#0f766e", "#4fd6c8"))
"""The colour of each hike, light and dark."""

SYMBOLS = {
    # waypoints
    "bear": (
        Path("M0 -6C22 -6 34 12 28 28C24 40 10 34 0 34C-10 34 -24 40 -28 28C-34 12 -22 -6 0 -6Z"),
        Circle(-34, -8, 10),
        Circle(-14, -30, 11),
        Circle(14, -30, 11),
        Circle(34, -8, 10),
    ),
    "rabbit": (
        Path(
            "M-14 -2C-30 -30 -30 -52 -18 -50C-8 -48 -6 -26 -4 -8L4 -8C6 -26 8 -48 18 -50C30 -52 30 -30 14 -2"
            "C30 8 30 40 0 40C-30 40 -30 8 -14 -2Z"
        ),
    ),
    "bird": (Path("M-46 2C-30 -30 -8 -26 0 -4C8 -26 30 -30 46 2C28 -14 14 -8 8 8L0 26L-8 8C-14 -8 -28 -14 -46 2Z"),),
    "mountain": (Path("M-46 34L-12 -34L6 -4L16 -20L46 34Z"),),
    "lookout": (
        Path("M-40 -22L-14 -22L-8 -6L8 -6L14 -22L40 -22L46 22A20 20 0 0 1 6 22L6 8L-6 8L-6 22A20 20 0 0 1 -46 22Z"),
    ),
    "gear": (
        Path("M-30 -8C-30 -34 30 -34 30 -8L30 40L-30 40ZM-12 -28C-12 -48 12 -48 12 -28L5 -30C5 -38 -5 -38 -5 -30Z"),
        Rect(-18, 8, 36, 18, 4, role="cut"),
    ),
    "trig": (Path("M0 -44L44 34L-44 34ZM0 -24L-27 24L27 24Z"), Circle(0, 8, 8)),
    "campsite": (Path("M0 -36L46 36L12 36L0 12L-12 36L-46 36Z"),),
    # specials
    "kayak": (
        Path("M-48 4C-30 22 30 22 48 4C30 -6 12 -8 8 4L-8 4C-12 -8 -30 -6 -48 4Z"),
        Line(-26, 30, 22, -34, role="paddle"),
    ),
    "coat": (
        Path("M-12 -40L12 -40L24 -32L46 8L32 16L24 2L24 42L-24 42L-24 2L-32 16L-46 8L-24 -32Z"),
        Line(0, -30, 0, 40, role="cut-line"),
    ),
    "glider": (Path("M0 -34L48 6L30 4L0 -10L-30 4L-48 6Z"), Path("M-3 -8L3 -8L5 34L-5 34Z")),
    "backpack": (
        Path("M-30 -8C-30 -34 30 -34 30 -8L30 40L-30 40ZM-12 -28C-12 -48 12 -48 12 -28L5 -30C5 -38 -5 -38 -5 -30Z"),
        Rect(-18, 8, 36, 18, 4, role="cut"),
    ),
    "camera": (
        Path("M-44 -18L-20 -18L-12 -30L12 -30L20 -18L44 -18L44 32L-44 32Z"),
        Circle(0, 6, 16, role="cut"),
    ),
    "drop": (Path("M0 -44C20 -14 32 2 32 18A32 28 0 0 1 -32 18C-32 2 -20 -14 0 -44Z"),),
    # weather
    "sun": (
        Circle(0, 0, 18),
        Path(
            "M0 -40L4 -24L-4 -24ZM0 40L4 24L-4 24ZM40 0L24 4L24 -4ZM-40 0L-24 4L-24 -4Z"
            "M28 -28L20 -14L14 -20ZM-28 28L-20 14L-14 20ZM28 28L14 20L20 14ZM-28 -28L-14 -20L-20 -14Z"
        ),
    ),
    "cloud": (Path("M-30 20C-52 20 -50 -8 -28 -8C-26 -34 14 -36 18 -12C44 -16 48 20 26 20Z"),),
    "fog": (Path("M-38 -18H38V-8H-38ZM-30 -2H44V8H-30ZM-44 14H30V24H-44Z"),),
    "rain": (
        Path("M-30 4C-52 4 -50 -24 -28 -24C-26 -46 14 -48 18 -28C44 -32 48 4 26 4Z"),
        Path("M-22 12L-14 12L-20 34L-28 34ZM0 12L8 12L2 34L-6 34ZM22 12L30 12L24 34L16 34Z"),
    ),
    "snow": (Path("M-5 -42H5V42H-5ZM-38 -18L-33 -26L38 16L33 24ZM33 -26L38 -18L-33 24L-38 16Z"),),
    "dusk": (Path("M-40 16A40 40 0 0 1 40 16ZM-46 22H46V30H-46Z"),),
    # the sheet
    "tree": (Path("M0 -40L26 0L14 0L32 28L6 28L6 42L-6 42L-6 28L-32 28L-14 0L-26 0Z"),),
    "bridge": (
        Rect(-15, -50, 30, 100, 3, role="deck"),
        Line(-15, -54, -15, 54, role="rail"),
        Line(15, -54, 15, 54, role="rail"),
    ),
    "cross": (Path("M-36 -44L0 -8L36 -44L44 -36L8 0L44 36L36 44L0 8L-36 44L-44 36L-8 0L-44 -36Z"),),
}

PALETTE = {
    # the sheet
    "land": Style(fill="#e6ebc6", dark_fill="#272e24"),
    "relief1": Style(fill="#dfdcab", stroke="#b3a664", width=0.9, dark_fill="#353b29", dark_stroke="#6d7048"),
    "relief2": Style(fill="#dcc88b", stroke="#ad8a46", width=0.9, dark_fill="#47442b", dark_stroke="#8a7a48"),
    "relief3": Style(fill="#cfa766", stroke="#a06f31", width=0.9, dark_fill="#5d5030", dark_stroke="#b0904f"),
    "grid": Style(stroke="#57534a", width=0.55, dark_stroke="#a8a293", opacity=0.75),
    "river": Style(stroke="#5b9cc4", width=3.4, dark_stroke="#4f8fba"),
    "river-edge": Style(stroke="#38759c", width=4.6, dark_stroke="#22506f"),
    "lake": Style(fill="#8cc3e0", stroke="#38759c", width=0.8, dark_fill="#3c7ea6", dark_stroke="#86bfe0"),
    "lake-used": Style(
        fill="#d5e6ef", stroke="#7fa5bb", width=0.8, dash="2 1.6", dark_fill="#31454f", dark_stroke="#6f95aa"
    ),
    "wood": Style(fill="#a9c98a", stroke="#4d7a3a", width=0.8, dark_fill="#47683a", dark_stroke="#93bf78"),
    "wood-used": Style(
        fill="#e0e6cf", stroke="#8ba27a", width=0.8, dash="2 1.6", dark_fill="#3a4334", dark_stroke="#7d9470"
    ),
    "tree": Style(fill="#3f6b2e", dark_fill="#a5d18a"),
    "tree-used": Style(fill="#a3b58f", dark_fill="#66775b"),
    "deck": Style(fill="#efe6cf", dark_fill="#6d6656"),
    "rail": Style(stroke="#3d372c", width=7, dark_stroke="#e4dcc8"),
    "bridge-used": Style(fill="#c2410c", dark_fill="#fb923c"),
    "frame": Style(fill="#4f6152", dark_fill="#161b18"),
    "frame-line": Style(stroke="#2c382f", width=1.6, dark_stroke="#77806f"),
    "edge": Style(stroke="#4f6152", width=8, dark_stroke="#77806f"),
    "label": Style(fill="#fffdf6", dark_fill="#12150f", opacity=0.85),
    "place": Style(fill="#6a6b52", dark_fill="#a3a08b"),
    # waypoints
    "stop": Style(fill="#fffdf6", stroke="#2f2b24", width=1.1, dark_fill="#12150f", dark_stroke="#efe9d9"),
    "stop-visited": Style(fill="#2f2b24", stroke="#2f2b24", width=1.1, dark_fill="#efe9d9", dark_stroke="#efe9d9"),
    "stop-photo": Style(
        fill="#d8d3c4", stroke="#6b6557", width=1.1, dash="1.6 1.4", dark_fill="#3b3e37", dark_stroke="#a29c8c"
    ),
    "stop-here": Style(stroke="#d9480f", width=2.6, dark_stroke="#ff9d5c"),
    "icon": Style(fill="#2f2b24", dark_fill="#efe9d9"),
    "icon-bear": Style(fill="#7a4a1d", dark_fill="#e0ac7a"),
    "icon-rabbit": Style(fill="#a23b72", dark_fill="#f09cc6"),
    "icon-bird": Style(fill="#1f5f8b", dark_fill="#86c5ee"),
    "icon-mountain": Style(fill="#5b4636", dark_fill="#d5bda6"),
    "icon-lookout": Style(fill="#6b3fa0", dark_fill="#c6a5f0"),
    "icon-gear": Style(fill="#b45309", dark_fill="#f5b15c"),
    "icon-trig": Style(fill="#1a1a1a", dark_fill="#f3f3f3"),
    "icon-campsite": Style(fill="#2f6b3a", dark_fill="#8fd49c"),
    "icon-on-dark": Style(fill="#fffdf6", dark_fill="#12150f"),
    "icon-faint": Style(fill="#8a8474", dark_fill="#8f8a7b"),
    "cut": Style(fill="#fffdf6", dark_fill="#12150f"),
    "cut-line": Style(stroke="#fffdf6", width=4, dark_stroke="#12150f"),
    "paddle": Style(stroke="#2f2b24", width=7, dark_stroke="#efe9d9"),
    # routes
    **{f"hike{hike}": Style(stroke=light, width=3, dark_stroke=dark) for hike, (light, dark) in enumerate(HIKES, 1)},
    **{
        f"glide{hike}": Style(stroke=light, width=2.4, dash="5 3", dark_stroke=dark)
        for hike, (light, dark) in enumerate(HIKES, 1)
    },
    **{f"end{hike}": Style(light, dark_fill=dark) for hike, (light, dark) in enumerate(HIKES, 1)},
    "casing": Style(stroke="#fffdf6", width=5.4, dark_stroke="#12150f", opacity=0.85),
    **{f"leg{hike}": Style(stroke=light, width=9, dark_stroke=dark) for hike, (light, dark) in enumerate(HIKES, 1)},
    **{f"corner{hike}": Style(light, "#fffdf6", 2, dark, "#12150f") for hike, (light, dark) in enumerate(HIKES, 1)},
    "under-way": Style(stroke="#d9480f", width=3, dash="6 3", dark_stroke="#ff9d5c"),
    "step": Style(fill="#f59f00", stroke="#d9480f", width=0.8, opacity=0.3, dark_fill="#ffc94d", dark_stroke="#ff9d5c"),
    "preview": Style(stroke="#d9480f", width=3, dash="2 3", dark_stroke="#ffb27d"),
    "problem": Style(stroke="#c92a2a", width=2.4, dark_stroke="#ff8787"),
    # weather and card
    "space": Style(fill="#fffdf6", stroke="#8a8474", width=0.7, dark_fill="#262b26", dark_stroke="#77735f"),
    "space-past": Style(fill="#e6e0cd", stroke="#8a8474", width=0.7, dark_fill="#383d36", dark_stroke="#77735f"),
    "space-last": Style(fill="#f3d9c2", stroke="#8a5a3a", width=0.9, dark_fill="#4a3527", dark_stroke="#c79a78"),
    "circled": Style(stroke="#2f2b24", width=1.6, dark_stroke="#efe9d9"),
    "marker": Style(fill="#ffd680", stroke="#d9480f", width=2, dark_fill="#8a5a00", dark_stroke="#ffb45c"),
    "weather-sun": Style(fill="#d98a00", dark_fill="#ffc94d"),
    "weather-cloud": Style(fill="#7b8a94", dark_fill="#b5c3cc"),
    "weather-fog": Style(fill="#9a9488", dark_fill="#a8a293"),
    "weather-rain": Style(fill="#2f6fa8", dark_fill="#7fb8ea"),
    "weather-snow": Style(fill="#3f9fc4", dark_fill="#a5e0f5"),
    "weather-dusk": Style(fill="#a2468c", dark_fill="#e79ad2"),
    "faint": Style(fill="#6f6a5c", dark_fill="#a8a293"),
    "on-mark": Style(fill="#fffdf6", dark_fill="#12150f"),
    "box": Style(fill="#fffdf6", stroke="#8a8474", width=1, dark_fill="#191d18", dark_stroke="#77735f"),
    "box-on": Style(fill="#2f2b24", stroke="#2f2b24", width=1, dark_fill="#efe9d9", dark_stroke="#efe9d9"),
    "box-chosen": Style(fill="#ffe3b8", stroke="#d9480f", width=1.6, dark_fill="#57401d", dark_stroke="#ff9d5c"),
    "water": Style(fill="#8cc3e0", stroke="#38759c", width=3, dark_fill="#3c7ea6", dark_stroke="#86bfe0"),
    "water-open": Style(stroke="#9aa7ad", width=3, dark_stroke="#66727a"),
    "strike": Style(stroke="#c92a2a", width=2, dark_stroke="#ff8787"),
}

LOOK = kit.look(SYMBOLS, PALETTE)
