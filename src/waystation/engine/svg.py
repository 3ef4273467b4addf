"""Scenes as SVG text and PNG bytes."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path as FilePath
from typing import Literal, get_args

from msgspec.structs import replace

from .borders import shown, whole
from .errors import PictureError
from .extras import needed_for
from .scene import Circle, Line, Look, Node, Part, Path, Rect, Region, Scene, Style, Text, Use

Layout = Literal["wide", "narrow"]
Theme = Literal["light", "dark"]

NARROW_WIDTH = 390

_FONTS = FilePath(__file__).parent / "fonts"
"""DejaVu Sans, without the scripts that it has beyond these and without hints; its licence lies beside it."""
_KNOWN = re.compile(
    r"[\s\x20-\u024f\u0391-\u03c9\u0400-\u045f\u2010-\u2027\u2190-\u21ff\u2212\u2260-\u2265\u25a0-\u25ff\u2605\u2606\u2699]*"
)
"""Texts whose letters are all in our font."""

_GAP = 10
_HEADING = 24
_PAPER = {"light": "#f6f1e7", "dark": "#1d2126"}
_INK = {"light": "#2c2a26", "dark": "#e9e4d8"}


def num(value: float) -> str:
    """A number for SVG: at most two decimals, no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _xml(text: str) -> str:
    """A text in a picture, without what no XML may hold: somebody may have put it into a name or a place."""
    return escape(shown(text, keep="\n"))


def _css(name: str, style: Style, theme: Theme) -> str:
    dark = theme == "dark"
    fill = style.dark_fill if dark and style.dark_fill else style.fill
    stroke = style.dark_stroke if dark and style.dark_stroke else style.stroke
    rules = [f"fill:{fill}", f"stroke:{stroke}"]
    if style.width:
        rules.append(f"stroke-width:{num(style.width)}")
    if style.opacity != 1:
        rules.append(f"opacity:{num(style.opacity)}")
    if style.dash:
        rules.append(f"stroke-dasharray:{style.dash}")
    return f".{name}{{{';'.join(rules)}}}"


class _Writer:
    def __init__(self, look: Look, theme: Theme) -> None:
        self.look = look
        self.theme = theme
        self.roles: set[str] = set()
        self.symbols: list[str] = []

    def role(self, name: str) -> str:
        if not name:
            return ""
        if name not in self.look.palette:
            raise KeyError(f"the palette has no role {name!r}")
        self.roles.add(name)
        return f' class="r-{name}"'

    def part(self, part: Part) -> str:
        cls = self.role(part.role)
        match part:
            case Path():
                return f'<path d="{part.d}"{cls}/>'
            case Rect():
                radius = f' rx="{num(part.r)}"' if part.r else ""
                place = f'x="{num(part.x)}" y="{num(part.y)}" width="{num(part.w)}" height="{num(part.h)}"'
                return f"<rect {place}{radius}{cls}/>"
            case Circle():
                return f'<circle cx="{num(part.x)}" cy="{num(part.y)}" r="{num(part.r)}"{cls}/>'
            case Line():
                place = f'x1="{num(part.x1)}" y1="{num(part.y1)}" x2="{num(part.x2)}" y2="{num(part.y2)}"'
                return f"<line {place}{cls}/>"
            case Text():
                weight = ' font-weight="bold"' if part.bold else ""
                # The baseline stands a third of the size below the middle line: renderers differ in
                # dominant-baseline, so it is not used.
                y = part.y + part.size * 0.34
                return (
                    f'<text x="{num(part.x)}" y="{num(y)}" font-size="{num(part.size)}" stroke="none"'
                    f' text-anchor="{part.anchor}"{weight}{cls}>{_xml(part.text)}</text>'
                )
            case Use():
                if part.symbol not in self.symbols:
                    if part.symbol not in self.look.symbols:
                        raise KeyError(f"the look has no symbol {part.symbol!r}")
                    self.symbols.append(part.symbol)
                turn = f" rotate({num(part.turn)})" if part.turn else ""
                move = f"translate({num(part.x)} {num(part.y)}){turn} scale({num4(part.size / 100)})"
                return f'<use href="#s-{part.symbol}" transform="{move}"{cls}/>'

    def node(self, node: Node) -> str:
        move = [f"translate({num(node.x)} {num(node.y)})"] if node.x or node.y else []
        if node.turn:
            move.append(f"rotate({num(node.turn)})")
        if node.scale != 1:
            move.append(f"scale({num4(node.scale)})")
        transform = f' transform="{" ".join(move)}"' if move else ""
        offers = f' data-actions="{_xml("|".join(node.actions))}"' if node.actions else ""
        title = f"<title>{_xml(node.title)}</title>" if node.title else ""
        parts = "".join(map(self.part, map(self.lit, node.parts) if node.actions else node.parts))
        return f'<g id="{_xml(node.id)}"{transform}{self.role(node.role)}{offers}>{title}{parts}</g>'

    def lit(self, part: Part) -> Part:
        """A part as it looks where its node can be clicked; a role that is only called so stays, as in the page."""
        role = part.role.removesuffix("-idle")
        return replace(part, role=role) if role != part.role and role in self.look.palette else part

    def definitions(self) -> str:
        drawn = []
        for name in self.symbols:  # grows while it is walked: symbols may use symbols
            parts = "".join(map(self.part, self.look.symbols[name]))
            drawn.append(f'<g id="s-{escape(name)}">{parts}</g>')
        return f"<defs>{''.join(drawn)}</defs>" if drawn else ""

    def style(self) -> str:
        palette = self.look.palette
        css = "".join(_css(f"r-{name}", palette[name], self.theme) for name in sorted(self.roles))
        return f"<style>text{{font-family:'DejaVu Sans',Verdana,sans-serif}}{css}</style>"


def num4(value: float) -> str:
    """A scale factor: four decimals are kept."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _places(scene: Scene, layout: Layout) -> tuple[float, float, list[tuple[Region, float, float, float]]]:
    """Width, height, and each region with its x, y and scale."""
    if layout == "wide":
        return _wide(scene)
    y: float = _GAP
    placed = []
    for region in sorted(scene.regions, key=lambda r: r.order):
        scale = (NARROW_WIDTH - 2 * _GAP) / region.width
        placed.append((region, float(_GAP), y + _HEADING, scale))
        y += _HEADING + region.height * scale + _GAP
    return NARROW_WIDTH, y, placed


def _wide(scene: Scene) -> tuple[float, float, list[tuple[Region, float, float, float]]]:
    """As the page shows it; what hides behind tabs there stands below, in rows."""
    seen: set[str] = set()
    behind: list[Region] = []
    placed = []
    for region in scene.regions:
        if region.tab and region.tab in seen:
            behind.append(region)
        else:
            placed.append((region, region.x, region.y, region.scale))
            seen.add(region.tab)
    x, y, tall = float(_GAP), scene.height + _GAP, 0.0
    for region in behind:
        wide = region.width * region.scale
        if x > _GAP and x + wide > scene.width:
            x, y, tall = float(_GAP), y + tall + _GAP, 0.0
        placed.append((region, x, y, region.scale))
        x, tall = x + wide + _GAP, max(tall, region.height * region.scale)
    return scene.width, y + tall + _GAP if behind else scene.height, placed


def to_svg(scene: Scene, look: Look, layout: Layout = "wide", theme: Theme = "light") -> str:
    """The scene as one self-contained SVG document. PictureError for a layout or theme that there is not."""
    for what, given, known in (("layout", layout, get_args(Layout)), ("theme", theme, get_args(Theme))):
        if given not in known:
            raise PictureError(what, f"{given!r} is none of {', '.join(known)}")
    writer = _Writer(look, theme)
    width, height, placed = _places(scene, layout)
    body = []
    for region, x, y, scale in placed:
        nodes = [node for node in scene.nodes if node.region == region.id]
        nodes.sort(key=lambda node: node.layer)
        if layout == "narrow":
            body.append(
                f'<text x="{_GAP}" y="{num(y - 7)}" font-size="13" font-weight="bold" fill="{_INK[theme]}">'
                f"{_xml(region.title)}</text>"
            )
        drawn = "".join(map(writer.node, nodes))
        move = f"translate({num(x)} {num(y)}) scale({num4(scale)})"
        body.append(f'<g id="region:{escape(region.id)}" transform="{move}">{drawn}</g>')
    definitions = writer.definitions()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" width="{num(width)}"'
        f' height="{num(height)}" role="img" fill="{_INK[theme]}"><title>{_xml(scene.title)}</title>{writer.style()}'
        f'{definitions}<rect width="100%" height="100%" fill="{_PAPER[theme]}"/>{"".join(body)}</svg>'
    )


WIDEST = 8192
"""Pixels across a PNG picture: what is much wider takes all memory, and the library that draws ends the process."""


def to_png(svg: str, width: int = 0) -> bytes:
    """An SVG document as PNG, `width` pixels wide (0: as wide as it says). Uses the resvg library.

    PictureError for a width that is negative or larger than `WIDEST`.

    Letters come from our own font, so a picture is the same on every machine, with fonts or without; for those that it
    lacks (names in Chinese, say) the machine's fonts are asked, too.
    """
    width = whole(width, "a width")
    if not 0 <= width <= WIDEST:
        raise PictureError("width", f"expected 0 to {WIDEST} pixels, got {width}")
    with needed_for("a PNG picture"):
        import resvg_py

    ours = [str(_FONTS / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]
    known = _KNOWN.fullmatch(svg) is not None
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width or None,
            font_files=ours,
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
            skip_system_fonts=known,
        )
    )
