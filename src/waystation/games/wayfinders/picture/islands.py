"""The islands' part of the picture: tiles, airstrip cubes and planes.

A tile shows its category as a band with points and effect, its terrain as a picture, at the bottom what an airstrip
costs, at the right the four airstrip slots, and at the left the token that entering costs while nobody has built.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import Circle, Node, Part, Path, Rect, Text, Use, kit
from waystation.engine.words import Arg, Phrase, say
from waystation.games.wayfinders.chart import CELL_NAMES, CELLS, HOME, SIDE
from waystation.games.wayfinders.components import BACKS, COLOURS, LETTERS, RESOURCES, Tile
from waystation.games.wayfinders.picture.look import TERRAIN
from waystation.games.wayfinders.places import GAP, MAP, MARGIN, TILE, centre, corner
from waystation.games.wayfinders.view import IslandView, TableView
from waystation.games.wayfinders.wording import BACK_NAMES, TOKEN, colour_name, place_name, price_words, worth

BAND = 42
SLOT = 23
_SLOT_X = TILE - 16
_SLOT_Y = BAND + 16
_SLOT_STEP = 26
_LETTERED = 21.5
"""No text of the map is smaller: on a phone, where the map is 356 pixels wide, that is 9 pixels."""


def draw(table: TableView, names: Sequence[str]) -> tuple[Node, ...]:
    """All nodes of the panel."""
    land = _land(tuple(table.islands.values()), table.round, table.last_round, names)
    return (*land, *_planes(tuple([player.plane for player in table.seats]), names))


@kit.kept
def _land(islands: tuple[IslandView, ...], number: int, last: bool, names: Sequence[str]) -> tuple[Node, ...]:
    """The sea, islands, Home and airstrips."""
    nodes = [*_water()]
    for cell, island in zip(CELLS, (*islands[:HOME], None, *islands[HOME:]), strict=True):
        nodes.append(_home_node(number, last) if island is None else _island_node(cell, island, names))
        airstrips = range(len(names)) if island is None else island.airstrips
        nodes += [_airstrip(cell, slot, seat, names[seat]) for slot, seat in enumerate(airstrips)]
    return tuple(nodes)


@kit.kept
def _water() -> tuple[Node, ...]:
    """The sea within the frame of a chart, and the names of columns and rows."""
    step = (MAP - 24) / SIDE
    frame = [Rect(0, 0, MAP, MAP, 16, "sea"), Rect(MARGIN - 9, MARGIN - 9, MAP - MARGIN, MAP - MARGIN, 12, "depth")]
    for at in kit.row(SIDE, 12, step):
        for edge in (3, MAP - 8):
            frame += [Rect(at, edge, step, 5, 0, "chart"), Rect(at, edge, step / 2, 5, 0, "chart-on")]
            frame += [Rect(edge, at, 5, step, 0, "chart"), Rect(edge, at, 5, step / 2, 0, "chart-on")]
    return (kit.node("sea", "islands", (*frame, Path(_waves(), "wave"))), *_margins())


def _waves() -> str:
    """Small waves along the channels between the islands."""
    between = [MARGIN + index * (TILE + GAP) - GAP / 2 for index in range(SIDE + 1)]
    across = (
        f"M{x + 20 + 74 * (row % 2):g} {y:g}q5 -5 10 0t10 0" for row, y in enumerate(between) for x in between[:-1]
    )
    return "".join(across)


@kit.kept
def _island_node(cell: int, island: IslandView, names: Sequence[str]) -> Node:
    name, title = CELL_NAMES[cell], _title(CELL_NAMES[cell], island, names)
    return kit.node(f"island:{name}", "islands", _island(island), *corner(cell), title=title, gesture="plan")


@kit.kept
def _home_node(number: int, last: bool) -> Node:
    title = say("Home: no cost, no colour; everybody has an airstrip here")
    return kit.node(f"island:{CELL_NAMES[HOME]}", "islands", _home(number, last), *corner(HOME), title=title)


@kit.kept
def _airstrip(cell: int, slot: int, seat: int, owner: str) -> Node:
    x, y = corner(cell)
    title = say("{owner}'s airstrip at {cell}, slot {slot}", owner=owner, cell=CELL_NAMES[cell], slot=slot + 1)
    ident = f"airstrip:{CELL_NAMES[cell]}:{seat + 1}"
    return kit.node(ident, "islands", cube(seat), x + _SLOT_X, y + _SLOT_Y + slot * _SLOT_STEP, layer=2, title=title)


def _margins() -> Iterator[Node]:
    for index in range(SIDE):
        across, down = centre(index)[0], centre(SIDE * index)[1]
        for ident, x, y in ((f"column:{index + 1}", across, MARGIN / 2), (f"row:{index + 1}", MARGIN / 2 + 3, down)):
            name = Text(0, 0, ident[0] + ident[-1], _LETTERED, bold=True, role="on-sea")
            yield kit.node(ident, "islands", (name,), x, y)


_BERTHS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 0),),
    ((-26, 0), (26, 0)),
    ((-22, -20), (22, -20), (0, 18)),
    ((-22, -20), (22, -20), (-22, 18), (22, 18)),
)
"""Where planes stand that share an island, by their number."""


@kit.kept
def _planes(cells: tuple[str, ...], names: Sequence[str]) -> tuple[Node, ...]:
    """The planes, apart from each other where several share an island."""
    nodes = []
    for seat, cell in enumerate(cells):
        sharing = [other for other, there in enumerate(cells) if there == cell]
        berth = _BERTHS[len(sharing) - 1][sharing.index(seat)]
        size = (58, 46, 40, 40)[len(sharing) - 1]
        nodes.append(_plane_node(seat, size, cell, berth, names[seat]))
    return tuple(nodes)


@kit.kept
def _plane_node(seat: int, size: float, cell: str, berth: tuple[float, float], owner: str) -> Node:
    x, y = centre(CELL_NAMES.index(cell))
    parts = (
        Use("plane", 4, 7, size, role="shade"),
        Use("plane", 0, 0, size, role=f"plane-{seat}"),
        Use(kit.MARKS[seat], 0, -1, size * 0.22, role="on-seat"),
    )
    title = say("{owner}'s plane at {place}", owner=owner, place=place_name(CELL_NAMES.index(cell)))
    return kit.node(f"plane:{seat + 1}", "islands", parts, x - 14 + berth[0], y + 8 + berth[1], layer=4, title=title)


def cube(seat: int, size: float = SLOT) -> tuple[Part, ...]:
    """A cube in a player's colour, with his mark."""
    half = size / 2
    return (
        Rect(-half, -half, size, size, 4, f"seat-{seat}"),
        Rect(1.5 - half, 1.5 - half, size - 3, size * 0.36, 3, "gloss"),
        Use(kit.MARKS[seat], 0, 0, size * 0.72, role="on-seat"),
    )


def _title(name: str, island: IslandView, names: Sequence[str]) -> Phrase:
    tile = island.tile
    if tile is None:
        return say("{cell}: {back}, face down", cell=name, back=BACK_NAMES[BACKS.index(island.back)])
    if island.airstrips:
        slots: list[Arg] = [
            say("{slot} {owner}", slot=slot + 1, owner=names[seat]) for slot, seat in enumerate(island.airstrips)
        ]
        toll = say("free to enter; airstrip slots: {slots}", slots=slots)
    else:
        toll = say("entering costs 1 {token}; no airstrip yet", token=TOKEN[COLOURS.index(tile.colour)])
    return say(
        "{cell}: {colour}, {worth}; an airstrip costs {price}; {toll}",
        cell=name,
        colour=colour_name(tile),
        worth=worth(tile),
        price=price_words(tile),
        toll=toll,
    )


def _home(number: int, last: bool) -> tuple[Part, ...]:
    time = say("Last round") if last else say("Round {number}", number=number)
    return (
        *_ground("home", "airfield"),
        kit.line(62, 28, say("HOME"), 24, "middle", bold=True, role="on-plate", most=116, smallest=_LETTERED),
        Rect(2, TILE - 35, 120, 31, 10, "plate"),
        kit.line(62, TILE - 20, time, 22, "middle", role="on-plate", most=119, smallest=_LETTERED),
        *_slots(),
    )


def _ground(edge: str, land: str) -> tuple[Part, ...]:
    """A tile: its shadow on the sea, its picture, its edge."""
    return (Rect(3, 5, TILE, TILE, 14, "shade"), Rect(0, 0, TILE, TILE, 14, edge), Use(land, 75, 75, TILE - 2))


def _island(island: IslandView) -> tuple[Part, ...]:
    tile = island.tile
    if tile is None:
        return (
            Rect(3, 5, TILE, TILE, 14, "shade"),
            Rect(0, 0, TILE, TILE, 14, "hidden"),
            Rect(8, 8, TILE - 16, BAND - 10, 8, island.back),
            Text(TILE / 2, 96, "?", 64, bold=True, role="soft"),
        )
    letter = LETTERS[COLOURS.index(tile.colour)]
    parts: list[Part] = [
        *_ground(f"pale-{letter}", f"land-{letter}"),
        Rect(5, 5, TILE - 10, BAND - 8, 9, tile.back),
        *_points(tile),
        *_effect(tile),
        *_slots(),
        *_cost(tile),
    ]
    if not island.airstrips:
        parts.append(Use(f"token-{letter}", 19, 59, 28))
    return tuple(parts)


def _points(tile: Tile) -> tuple[Part, ...]:
    """The points in a disc, with a multiplication sign where they are for each thing counted."""
    number = Text(23, 22, str(tile.points), 22, bold=True, role=f"{tile.back}-text")
    times = (Text(46, 22, "×", 22, bold=True, role="on-band"),) if tile.back == "blue" else ()
    return (Circle(23, 22, 15, "white"), number, *times)


def _slots() -> Iterator[Part]:
    """Four slots, the first of which earns what later builders pay."""
    for slot in range(4):
        y = _SLOT_Y + slot * _SLOT_STEP
        yield Rect(_SLOT_X - SLOT / 2, y - SLOT / 2, SLOT, SLOT, 5, "plate")
    yield Text(_SLOT_X, _SLOT_Y, "1", _LETTERED, bold=True, role="soft")


def _cost(tile: Tile) -> Iterator[Part]:
    step = 28 if len(tile.cost) < 4 else 27
    left = 62 - step * (len(tile.cost) - 1) / 2
    yield Rect(left - step / 2 - 3, TILE - 35, step * len(tile.cost) + 6, 31, 10, "plate")
    for place, resource in enumerate(tile.cost):
        yield Use(f"token-{LETTERS[RESOURCES.index(resource)]}", left + place * step, TILE - 20, 26)


# ---------------------------------------------------------------------- effects


def _effect(tile: Tile) -> tuple[Part, ...]:
    """The pictogram of the effect, in the band to the right of the points."""
    ink = "on-yellow" if tile.back == "yellow" else "on-band"
    match tile.effect:
        case "draw":
            return (Text(66, 22, f"+{tile.amount}", 22, bold=True, role=ink), Use("bag", 102, 22, 28, role=ink))
        case "keep":
            return (Text(66, 22, f"+{tile.amount}", 22, bold=True, role=ink), Use("hand", 102, 22, 28, role=ink))
        case "free":
            return (
                Use("plane", 60, 22, 26, role=ink),
                Text(84, 22, "→", 22, bold=True, role=ink),
                *_terrain_chip(tile.of, 112),
            )
        case "wild":
            token = f"token-{LETTERS[RESOURCES.index(tile.of)]}"
            return (Use(token, 60, 22, 28), Text(84, 22, "=", 22, bold=True, role=ink), Use("any", 110, 22, 28))
        case "own_colour":
            return _terrain_chip(tile.colour, 84)
        case "cost_at_least":
            return (
                Text(75, 22, f"≥{tile.amount}", 22, bold=True, role=ink),
                *(Circle(103 + 13 * (place % 2), 16 + 13 * (place // 2), 5, "on-band") for place in range(tile.amount)),
            )
    return (Use(tile.effect, 84, 22, 31),)


def _terrain_chip(colour: str, x: float) -> tuple[Part, ...]:
    place = COLOURS.index(colour)
    return (
        Circle(x, 22, 15, f"chip-{LETTERS[place]}"),
        Use(TERRAIN[place], x, 22, 20, role="chip-ink"),
    )
