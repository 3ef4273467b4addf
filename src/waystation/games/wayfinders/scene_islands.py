"""The islands' part of the picture: tiles, airstrip cubes and planes.

A tile shows its category as a band with points and effect, its terrain as a picture, at the bottom what an airstrip
costs, at the right the four airstrip slots, and at the left the token that entering costs while nobody has built.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from waystation.engine.scene import Circle, Node, Part, Rect, Text, Use
from waystation.games.wayfinders.chart import CELL_NAMES, CELLS, HOME, SIDE
from waystation.games.wayfinders.components import COLOURS, LETTERS, RESOURCES, Tile
from waystation.games.wayfinders.geometry import MAP, MARGIN, TILE, centre, corner
from waystation.games.wayfinders.look import MARKS, TERRAIN
from waystation.games.wayfinders.view import IslandView, TableView
from waystation.games.wayfinders.wording import effect_words

BAND = 40
SLOT = 21
_SLOT_X = TILE - 16
_SLOT_Y = BAND + 19
_SLOT_STEP = 25


def draw(table: TableView, names: Sequence[str]) -> Iterator[Node]:
    """All nodes of the panel."""
    yield from _water()
    yield from _land(tuple(table.islands.values()), table.round, table.last_round, names)
    yield from _planes(table, names)


# Nodes are kept by the facts they show: drawing again, for another viewer or after a move, then costs little.
@lru_cache(maxsize=1024)
def _land(islands: tuple[IslandView, ...], number: int, last: bool, names: Sequence[str]) -> tuple[Node, ...]:
    """Islands, Home and airstrips."""
    nodes: list[Node] = []
    for cell, island in zip(CELLS, (*islands[:HOME], None, *islands[HOME:]), strict=True):
        if island is None:
            nodes.append(_home_node(CELL_NAMES[cell], number, last))
        else:
            nodes.append(_island_node(cell, island))
        airstrips = range(len(names)) if island is None else island.airstrips
        nodes += [_airstrip(cell, slot, seat, names[seat]) for slot, seat in enumerate(airstrips)]
    return tuple(nodes)


@cache
def _water() -> tuple[Node, ...]:
    """The sea, and the names of columns and rows."""
    sea = (Rect(MARGIN - 7, MARGIN - 7, MAP - MARGIN + 6, MAP - MARGIN + 6, 20, "sea"),)
    return (Node("sea", "islands", sea), *_margins())


@lru_cache(maxsize=4096)
def _island_node(cell: int, island: IslandView) -> Node:
    name = CELL_NAMES[cell]
    title = _title(name, island)
    return Node(f"island:{name}", "islands", _island(island), *corner(cell), title=title, gesture="plan")


@lru_cache(maxsize=256)
def _home_node(name: str, number: int, last: bool) -> Node:
    return Node(f"island:{name}", "islands", _home(number, last), *corner(HOME), title="Home: no cost, no colour")


@lru_cache(maxsize=4096)
def _airstrip(cell: int, slot: int, seat: int, owner: str) -> Node:
    x, y = corner(cell)
    place = (x + _SLOT_X, y + _SLOT_Y + slot * _SLOT_STEP)
    ident = f"airstrip:{CELL_NAMES[cell]}:{seat + 1}"
    return Node(ident, "islands", cube(seat), *place, layer=2, title=f"{owner}'s airstrip")


def _margins() -> Iterator[Node]:
    for index in range(SIDE):
        across, down = centre(index)[0], centre(SIDE * index)[1]
        yield Node(
            f"column:{index + 1}", "islands", (Text(0, 0, f"c{index + 1}", 15, role="soft"),), across, MARGIN / 2
        )
        yield Node(f"row:{index + 1}", "islands", (Text(0, 0, f"r{index + 1}", 15, role="soft"),), MARGIN / 2, down)


_BERTHS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 0),),
    ((-26, 0), (26, 0)),
    ((-22, -20), (22, -20), (0, 18)),
    ((-22, -20), (22, -20), (-22, 18), (22, 18)),
)
"""Where planes stand that share an island, by their number."""


def _planes(table: TableView, names: Sequence[str]) -> Iterator[Node]:
    """The planes, apart from each other where several share an island."""
    for seat, player in enumerate(table.seats):
        sharing = [other for other, them in enumerate(table.seats) if them.plane == player.plane]
        across, down = _BERTHS[len(sharing) - 1][sharing.index(seat)]
        x, y = centre(CELL_NAMES.index(player.plane))
        size = (58, 46, 40, 40)[len(sharing) - 1]
        yield _plane_node(seat, size, x - 14 + across, y + 8 + down, names[seat])


@lru_cache(maxsize=4096)
def _plane_node(seat: int, size: float, x: float, y: float, owner: str) -> Node:
    return Node(f"plane:{seat + 1}", "islands", _plane(seat, size), x, y, layer=4, title=f"{owner}'s plane")


@cache
def _plane(seat: int, size: float) -> tuple[Part, ...]:
    return (
        Use("plane", 0, 0, size, role=f"plane-{seat + 1}"),
        Use(MARKS[seat], 0, -1, size * 0.22, role=f"mark-{seat + 1}"),
    )


@cache
def cube(seat: int, size: float = SLOT) -> tuple[Part, ...]:
    """A cube in a player's colour, with his mark."""
    half = size / 2
    return (
        Rect(-half, -half, size, size, 4, f"seat-{seat + 1}"),
        Use(MARKS[seat], 0, 0, size * 0.72, role=f"mark-{seat + 1}"),
    )


def _title(name: str, island: IslandView) -> str:
    tile = island.tile
    if tile is None:
        return f"{name}: {island.back}, face down"
    points = ("1 point" if tile.points == 1 else f"{tile.points} points") + (" " if tile.back == "blue" else "; ")
    toll = "free to enter" if island.airstrips else f"entering costs {RESOURCES[COLOURS.index(tile.colour)]}"
    cost = " + ".join(tile.cost)
    return f"{name}: {tile.colour.capitalize()}, {points}{effect_words(tile)}; costs {cost}; {toll}"


def _home(number: int, last: bool) -> tuple[Part, ...]:
    time = "Last round" if last else f"Round {number}"
    return (
        Rect(0, 0, TILE, TILE, 14, "home"),
        Use("house", 60, 76, 84, role="roof"),
        Text(60, 132, time, 15, bold=last, role="ink"),
        Text(60, 20, "HOME", 17, bold=True, role="ink"),
        *_slots(),
    )


def _island(island: IslandView) -> tuple[Part, ...]:
    tile = island.tile
    if tile is None:
        return (
            Rect(0, 0, TILE, TILE, 14, "hidden"),
            Rect(8, 8, TILE - 16, BAND - 8, 8, island.back),
            Text(TILE / 2, 94, "?", 64, bold=True, role="soft"),
        )
    letter = LETTERS[COLOURS.index(tile.colour)]
    parts: list[Part] = [
        Rect(0, 0, TILE, TILE, 14, f"pale-{letter}"),
        Use(TERRAIN[COLOURS.index(tile.colour)], 64, 80, 76, role=f"art-{letter}"),
        Rect(5, 5, TILE - 10, BAND - 6, 9, tile.back),
        *_points(tile),
        *_effect(tile),
        *_slots(),
        *_cost(tile),
    ]
    if not island.airstrips:
        parts.append(Use(f"token-{letter}", 19, 60, 27))
    return tuple(parts)


def _points(tile: Tile) -> tuple[Part, ...]:
    """The points in a disc, with a multiplication sign where they are for each thing counted."""
    number = Text(23, 22, str(tile.points), 20, bold=True, role=f"{tile.back}-text")
    times = (Text(46, 22, "×", 20, bold=True, role="on-band"),) if tile.back == "blue" else ()
    return (Circle(23, 22, 14, "white"), number, *times)


def _slots() -> Iterator[Part]:
    for slot in range(4):
        y = _SLOT_Y + slot * _SLOT_STEP
        yield Rect(_SLOT_X - SLOT / 2, y - SLOT / 2, SLOT, SLOT, 4, "slot")
        yield Text(_SLOT_X, y, str(slot + 1), 12, role="soft")


def _cost(tile: Tile) -> Iterator[Part]:
    step = 28 if len(tile.cost) < 4 else 27
    left = 60 - step * (len(tile.cost) - 1) / 2
    width = step * len(tile.cost) + 6
    yield Rect(left - step / 2 - 3, TILE - 34, width, 30, 9, "slot")
    for place, resource in enumerate(tile.cost):
        yield Use(f"token-{LETTERS[RESOURCES.index(resource)]}", left + place * step, TILE - 19, 26)


# ---------------------------------------------------------------------- effects


def _effect(tile: Tile) -> tuple[Part, ...]:
    """The pictogram of the effect, in the band to the right of the points."""
    ink = "on-yellow" if tile.back == "yellow" else "on-band"
    match tile.effect:
        case "draw":
            return (Text(66, 22, f"+{tile.amount}", 20, bold=True, role=ink), Use("bag", 102, 22, 28, role=ink))
        case "keep":
            return (Text(66, 22, f"+{tile.amount}", 20, bold=True, role=ink), Use("hand", 102, 22, 28, role=ink))
        case "free":
            return (
                Use("plane", 60, 22, 26, role=ink),
                Text(84, 22, "→", 18, bold=True, role=ink),
                *_terrain_chip(tile.of, 112),
            )
        case "wild":
            token = f"token-{LETTERS[RESOURCES.index(tile.of)]}"
            return (Use(token, 60, 22, 28), Text(84, 22, "=", 20, bold=True, role=ink), Use("any", 110, 22, 28))
        case "own_colour":
            return _terrain_chip(tile.colour, 84)
        case "cost_at_least":
            return (
                Text(75, 22, f"≥{tile.amount}", 20, bold=True, role=ink),
                *(Circle(103 + 13 * (place % 2), 16 + 13 * (place // 2), 5, "on-band") for place in range(tile.amount)),
            )
    return (Use(tile.effect, 84, 22, 31),)


def _terrain_chip(colour: str, x: float) -> tuple[Part, ...]:
    place = COLOURS.index(colour)
    return (
        Circle(x, 22, 15, f"chip-{LETTERS[place]}"),
        Use(TERRAIN[place], x, 22, 20, role="chip-ink"),
    )
