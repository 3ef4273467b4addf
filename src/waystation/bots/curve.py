"""The picture of a review: every seat's chance of winning over the game, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.bots.analysis import Moment, Review, Turning
from waystation.engine import Edition, Look, Node, Region, Scene
from waystation.engine.kit import MARKS, STYLES, chip, line, look, node, panel
from waystation.engine.scene import Circle, Line, Part, Path, Style
from waystation.engine.svg import Theme, to_svg
from waystation.engine.words import said, say

WIDTH, HEIGHT = 296.0, 180.0
LEFT, TOP, RIGHT, BOTTOM = 42.0, 14.0, 282.0, 140.0
REGION = "curve"


def curve_look(game: Edition) -> Look:
    """The game's own colours of seats, as lines."""
    palette = game.look.palette
    lines = {}
    for seat in range(game.players):
        style = palette.get(f"seat-{seat}", STYLES[f"seat-{seat % len(MARKS)}"])
        lines[f"seat-{seat}"] = style
        lines[f"curve-{seat}"] = Style("none", style.fill, 2, "none", style.dark_fill or style.fill)
    return look({}, lines)


def curve(moments: Sequence[Moment], turnings: Sequence[Turning], game: Edition, names: Sequence[str]) -> Scene:
    """The chances as a scene: a line a seat, and a node ``turning:PLY`` for each turning point."""
    last = moments[-1].ply
    nodes = [_ground(last), *_lines(moments, game, names, last), *_turnings(moments, turnings, names, last)]
    title = said("Chances of winning")
    return Scene(title, WIDTH, HEIGHT, (Region(REGION, title, WIDTH, HEIGHT),), tuple(nodes))


def curve_svg(review: Review, game: Edition, names: Sequence[str], theme: Theme = "light") -> str:
    """The same as SVG."""
    return to_svg(curve(review.curve, review.turnings, game, names), curve_look(game), theme=theme)


def _place(ply: int, chance: float, last: int) -> tuple[float, float]:
    return LEFT + (RIGHT - LEFT) * ply / max(1, last), BOTTOM - (BOTTOM - TOP) * chance


def _ground(last: int) -> Node:
    parts: list[Part] = [panel(WIDTH, HEIGHT)]
    for share in (0, 25, 50, 75, 100):
        y = _place(0, share / 100, last)[1]
        parts += [Line(LEFT, y, RIGHT, y, "rule"), line(LEFT - 6, y, f"{share} %", 11, "end", role="soft")]
    for part in range(5):
        ply = round(last * part / 4)
        parts.append(line(_place(ply, 0, last)[0], BOTTOM + 14, str(ply), 11, "middle", role="soft"))
    parts.append(line((LEFT + RIGHT) / 2, HEIGHT - 12, say("moves"), 11, "middle", role="soft"))
    return node("ground", REGION, parts)


def _lines(moments: Sequence[Moment], game: Edition, names: Sequence[str], last: int) -> Iterator[Node]:
    """Of a team one line is all there is to see."""
    shown = 1 if game.spec.cooperative else game.players
    for seat in range(shown):
        points = [_place(moment.ply, moment.chances[seat], last) for moment in moments]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        end = say("{who}: {n} % at the end", who=names[seat], n=round(100 * moments[-1].chances[seat]))
        if game.spec.cooperative:
            end = say("The team: {n} % at the end", n=round(100 * moments[-1].chances[seat]))
        yield node(f"line:{seat + 1}", REGION, [Path(path, f"curve-{seat}"), *chip(*points[-1], seat, 14)], title=end)


def _turnings(
    moments: Sequence[Moment], turnings: Sequence[Turning], names: Sequence[str], last: int
) -> Iterator[Node]:
    at = {moment.ply: moment for moment in moments}
    for turning in turnings:
        chance = at[turning.ply].chances[turning.seat]
        title = say(
            "Move {ply}: {who} went from {before} % to {after} %",
            ply=turning.ply,
            who=names[turning.seat],
            before=round(100 * (chance - turning.swing)),
            after=round(100 * chance),
        )
        spot = _place(turning.ply, chance, last)
        yield node(f"turning:{turning.ply}", REGION, [Circle(*spot, 5, "choice")], title=title, layer=1)
