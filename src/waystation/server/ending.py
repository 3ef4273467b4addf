"""A picture of how a game ended, to show to others: who won, everybody's points, and the table below."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from waystation.engine import Look, Node, Region, Scene
from waystation.engine.kit import chip, line, look, node, panel
from waystation.engine.scene import Part
from waystation.engine.words import said, say, told

from .table import Table

HEAD = 44.0
ROW = 30.0
PAD = 16.0
REGION = "ending"


def ending(table: Table) -> tuple[Scene, Look]:
    """The picture, as all may see it, and its look. The game must be over."""
    game = table.game
    scene = game.draw(table.state.view(None, table.names))
    height = HEAD + ROW * (game.players + 1) + 2 * PAD
    banner = Region(REGION, "", scene.width, height)
    below = tuple(replace(region, y=region.y + height) for region in scene.regions)
    title = said("{game}: how it ended", game=game.spec.title)
    nodes = (_banner(table, scene.width, height), *scene.nodes)
    own = game.look
    return Scene(title, scene.width, scene.height + height, (banner, *below), nodes), look(own.symbols, own.palette)


def _banner(table: Table, width: float, height: float) -> Node:
    return node(f"{REGION}:banner", REGION, [panel(width, height), *_lines(table, width)])


def _lines(table: Table, width: float) -> Iterator[Part]:
    outcome = table.outcome
    assert outcome is not None
    most = width - 2 * PAD
    yield line(PAD, PAD + HEAD / 2, table.game.spec.title, 26, bold=True, most=most)
    yield line(PAD, PAD + HEAD + ROW / 2, told(outcome.text, table.names), 17, role="soft", most=most)
    order = sorted(range(table.game.players), key=lambda seat: (outcome.ranks[seat], seat))
    for place, seat in enumerate(order, 1):
        y = PAD + HEAD + ROW * (place + 0.5)
        yield from chip(PAD + 12, y, seat, 22)
        wins = seat in outcome.winners
        text = say("{name}: {n:point|points}", name=table.names[seat], n=outcome.scores[seat])
        yield line(PAD + 34, y, text, 17, bold=wins, most=most - 34)
