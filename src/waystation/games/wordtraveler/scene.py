"""The picture of the table, made from the view only: the board here, the panels in `scene_panels`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, cast

from waystation.engine.scene import Circle, Node, Part, Path, Rect, Region, Scene, Text, Use
from waystation.engine.view import View
from waystation.games.wordtraveler import scene_panels
from waystation.games.wordtraveler.components import in_points
from waystation.games.wordtraveler.geometry import BY_NAME, CENTRE, NAMES, SIZE, SPACES
from waystation.games.wordtraveler.look import drawings, symbol_name
from waystation.games.wordtraveler.view import Map, Table, Trip

if TYPE_CHECKING:
    from waystation.games.wordtraveler.game import WordTraveler

TILE = 100
EDGE = 10
BOARD = SIZE * TILE + 2 * EDGE

REGIONS = (
    Region("board", "The city", BOARD, BOARD, 35, 10, 1.27, order=1),
    Region("lens", "A closer look", 520, 404, 1042, 756, 0.98, order=2),
    Region("clue", "Arrows and words", 520, 400, 985, 10, 1.2, order=3),
    Region("hand", "Word cards", 520, 205, 985, 500, 1.2, order=4),
    Region("team", "The team", 460, 168, 35, 936, 1.285, order=5),
)


def draw(game: WordTraveler, view: View) -> Scene:
    """The scene of a view."""
    table = cast(Table, view.table)
    nodes = [
        *_tiles(game),
        *_picks(view),
        *_marks(table, view.viewer),
        *_sketch(table, view.viewer),
        *_last_trail(table, view.viewer),
        *_footprints(table, view.viewer),
        *_markers(table, view.names),
        *scene_panels.lens(game, view),
        *scene_panels.clue(game, view),
        *scene_panels.hand(game, view),
        *scene_panels.team(view),
    ]
    title = f"Word Traveler in {game.city.name}, day {table.day}, {in_points(table.score)}"
    return Scene(title, 1619, 1162, REGIONS, tuple(nodes))


def board_scene(game: WordTraveler) -> Scene:
    """The bare board of a city."""
    region = Region("board", game.city.name, BOARD, BOARD, 10, 10)
    return Scene(f"The board of {game.city.name}", BOARD + 20, BOARD + 20, (region,), _tiles(game))


def centre_of(space: int) -> tuple[float, float]:
    """The middle of a tile of the board."""
    row, column = divmod(space, SIZE)
    return EDGE + TILE * (column + 0.5), EDGE + TILE * (row + 0.5)


def picture(game: WordTraveler, space: int, size: float) -> tuple[Part, ...]:
    """The drawing of a place, `size` wide: a symbol of the look, or for an own city the parts themselves."""
    if not game.options.own_city:
        return (Use(symbol_name(game.options.city, space), 0, 0, size),)
    return drawings(game.city)[space]


def picture_scale(game: WordTraveler, size: float) -> float:
    """What a node with `picture` must be scaled by."""
    return size / 100 if game.options.own_city else 1


@lru_cache(maxsize=64)
def _tiles(game: WordTraveler) -> tuple[Node, ...]:
    """The bare board. Nodes that do not change are made once: that is what keeps drawing cheap."""
    street = Node("street", "board", (Rect(0, 0, BOARD, BOARD, 12, "street"),))
    return street, *(_tile(game, space) for space in range(SPACES))


def _tile(game: WordTraveler, space: int) -> Node:
    x, y = centre_of(space)
    place = game.city.places[space]
    if place is None:
        parts: tuple[Part, ...] = (Rect(-46, -46, 92, 92, 10, "panel"), *_city_name(game.city.name))
        return Node("space:r4c4", "board", parts, x, y, title=f"{NAMES[space]}: the centre of {game.city.name}")
    title = f"{NAMES[space]}: {place.name}. {place.alt}"
    scale = picture_scale(game, 94)
    parts = (*picture(game, space, 94), Rect(-47 / scale, -47 / scale, 94 / scale, 94 / scale, 4, "frame"))
    return Node(f"space:{NAMES[space]}", "board", parts, x, y, scale, title=title)


def _city_name(name: str) -> list[Part]:
    words = name.split()
    size = min(24, 116 / max(map(len, words)))
    return [
        Text(0, (i - (len(words) - 1) / 2) * size * 1.1 - 14, word, size, bold=True, role="text")
        for i, word in enumerate(words)
    ]


def offered_spaces(view: View) -> list[int]:
    """The spaces that the viewer may choose now."""
    return [BY_NAME[offer.notation.split()[1]] for offer in view.legal if offer.notation.startswith(("stop ", "foot "))]


def _picks(view: View) -> Iterator[Node]:
    return map(_pick, offered_spaces(view))


@cache
def _pick(space: int) -> Node:
    x, y = centre_of(space)
    return Node(f"pick:{NAMES[space]}", "board", (Rect(-46, -46, 92, 92, 6, "choice"),), x, y, layer=2)


STAR = ((0, -1.3), (0.35, -0.45), (1.25, -0.4), (0.55, 0.2), (0.8, 1.1), (0, 0.6))
"""The right half of a star, from its top down."""


def symbol_parts(points: int, size: float) -> tuple[Part, ...]:
    """A map symbol: a star for 2 points, a dot for 1, with the number on it."""
    shape: Part = Circle(0, 0, size, "one")
    if points == 2:
        outline = [*STAR, *((-x, y) for x, y in STAR[-2:0:-1])]
        shape = Path("M" + "L".join(f"{x * size:.1f} {y * size:.1f}" for x, y in outline) + "Z", "two")
    return shape, Text(0, 0, str(points), size * 1.1, bold=True, role="badge")


def _marks(table: Table, viewer: int | None) -> Iterator[Node]:
    """Map symbols on the board: the viewer's own while they matter to it, else those of the last travel."""
    whose, owner = viewer, "Your map"
    if viewer is None or table.traveller not in (None, viewer) or table.seats[viewer].stage == "back":
        whose, owner = _last_back(table), "The map shown"
    shown = table.seats[whose].map if whose is not None else None
    if shown is None and table.last is not None:
        shown, owner = table.maps_of_day_1[table.last.seat], "The map shown"
    if shown is None:
        return
    for points, space in map_symbols(shown):
        yield _mark(owner, points, space)


@lru_cache(maxsize=400)
def _mark(owner: str, points: int, space: int) -> Node:
    x, y = centre_of(space)
    title = f"{owner}: {in_points(points)} at {NAMES[space]}"
    return Node(f"mark:{NAMES[space]}", "board", symbol_parts(points, 13), x - 32, y - 32, layer=3, title=title)


def map_symbols(shown: Map) -> list[tuple[int, int]]:
    """(points, space) of a map side."""
    return [(2, BY_NAME[name]) for name in shown.two.split()] + [(1, BY_NAME[name]) for name in shown.one.split()]


def _way(start: int, stops: Sequence[int], shift: float) -> str:
    points = [centre_of(space) for space in (start, *stops)]
    moved = [f"{x + shift * (i + 1):.0f} {y + shift * (i + 1):.0f}" for i, (x, y) in enumerate(points)]
    return "M" + "L".join(moved)


def _sketch(table: Table, viewer: int | None) -> Iterator[Node]:
    """The viewer's own intended stops: nobody else sees them."""
    if viewer is None or table.traveller not in (None, viewer):
        return
    seat = table.seats[viewer]
    if seat.stage == "back" or not seat.plan:
        return
    stops = [BY_NAME[move.stop] for move in seat.plan if move.stop]
    yield Node("sketch", "board", (Path(_way(BY_NAME[seat.start], stops, 3), "way"),), layer=4)
    for number, space in enumerate(stops, 1):
        x, y = centre_of(space)
        parts = (Circle(0, 0, 15, "arrow"), Text(0, 0, str(number), 17, bold=True, role="arrow-text"))
        title = f"Your stop {number}: {NAMES[space]}"
        yield Node(f"sketch:{number}", "board", parts, x + 30 - 8 * (number % 2), y - 30, layer=5, title=title)


def _foot(number: int, size: float) -> tuple[Part, ...]:
    """A footprint: sole and heel, with the number of the move."""
    sole = Path(
        f"M{-size} 0C{-size} {-1.6 * size} {size} {-1.6 * size} {size} 0C{size} {size} {-size} {size} {-size} 0Z"
    )
    heel = Circle(0, size * 1.35, size * 0.55, "foot")
    return (
        heel,
        Path(sole.d, "foot"),
        Text(0, -size * 0.2, str(number), size * 1.3, bold=True, role="foot-text"),
    )


def _footprints(table: Table, viewer: int | None) -> Iterator[Node]:
    """The footprints being placed: the decider's for all to see, else the viewer's own proposal."""
    if table.traveller is None:
        return
    start = BY_NAME[table.seats[table.traveller].start]
    path = table.seats[table.traveller].path
    if table.phase == "guess":
        path = () if viewer is None else table.seats[viewer].proposal or ()
    spaces = [BY_NAME[name] for name in path]
    if spaces:
        yield Node("walk", "board", (Path(_way(start, spaces, 0), "walk"),), layer=6)
    for number, space in enumerate(spaces, 1):
        x, y = centre_of(space)
        title = f"Footprint {number}: {NAMES[space]}"
        yield Node(
            f"foot:{number}", "board", _foot(number, 17), x - 14 + 14 * (number % 3), y + 4, layer=7, title=title
        )
    if table.phase == "decide":
        yield from _proposals(table)


def _proposals(table: Table) -> Iterator[Node]:
    """What each local had proposed, small, in the seat's colour."""
    for seat, data in enumerate(table.seats):
        for number, name in enumerate(data.proposal or (), 1):
            x, y = centre_of(BY_NAME[name])
            parts = (Circle(0, 0, 10, f"seat-{seat}"), Text(0, 0, str(number), 12, role="seat-text"))
            title = f"Seat {seat + 1} proposed {name} for move {number}"
            at = x - 36 + 18 * seat, y + 36
            yield Node(f"guess:{seat}:{number}", "board", parts, *at, layer=6, title=title)


def _last_back(table: Table) -> int | None:
    """The seat whose travel was scored last, unless footprints of the next guess are on the board already."""
    if table.traveller is not None:
        placing = any(seat.proposal for seat in table.seats) or table.seats[table.traveller].path
        if placing:
            return None
    players = len(table.seats)
    order = [(table.first + turn) % players for turn in range(players)]
    back = [seat for seat in order if table.seats[seat].stage == "back" and table.seats[seat].path]
    return back[-1] if back else None


def _last_trip(table: Table, viewer: int | None) -> Trip | None:
    """The travel that was scored last: of this day, or of the day before until the viewer's own plan lies there."""
    number = _last_back(table)
    if number is None:
        return None if viewer is not None and table.seats[viewer].plan else table.last
    seat = table.seats[number]
    return Trip(number, seat.start, seat.path, tuple(move.stop for move in seat.plan or () if move.stop is not None))


def _last_trail(table: Table, viewer: int | None) -> Iterator[Node]:
    """The travel that was scored last: where the marker was led, and beside it where the traveller meant to go."""
    trip = _last_trip(table, viewer)
    if trip is None:
        return
    who = f"Seat {trip.seat + 1}"
    way = _way(BY_NAME[trip.start], [BY_NAME[name] for name in trip.path], 0)
    yield Node("trail", "board", (Path(way, "walk"),), layer=4)
    for number, name in enumerate(trip.path, 1):
        x, y = centre_of(BY_NAME[name])
        at = x - 20 + 14 * (number % 3), y + 22
        yield Node(f"trail:{number}", "board", _foot(number, 12), *at, layer=5, title=f"{who} was led to {name}")
    for number, name in enumerate(trip.meant, 1):
        x, y = centre_of(BY_NAME[name])
        parts = (Circle(0, 0, 13, "arrow"), Text(0, 0, str(number), 15, bold=True, role="arrow-text"))
        at = x + 32 - 12 * (number % 2), y - 32
        yield Node(f"meant:{number}", "board", parts, *at, layer=5, title=f"{who} meant {name}")


def _markers(table: Table, names: Sequence[str]) -> Iterator[Node]:
    together: dict[str, list[int]] = {}
    for number, seat in enumerate(table.seats):
        together.setdefault(seat.marker, []).append(number)
    for space, seats in together.items():
        x, y = centre_of(BY_NAME[space])
        down = 30 if BY_NAME[space] != CENTRE else 32
        for place, number in enumerate(seats):
            at = x - 9 * (len(seats) - 1) + 18 * place, y + down
            yield _marker(space, number, names[number], *at)


@lru_cache(maxsize=4096)
def _marker(space: str, number: int, name: str, x: float, y: float) -> Node:
    pin = Path("M0 12C-3 4-12 0-12-8A12 12 0 1 1 12-8C12 0 3 4 0 12Z", f"seat-{number}")
    parts = (pin, Text(0, -8, str(number + 1), 13, bold=True, role="seat-text"))
    return Node(f"marker:{number}", "board", parts, x, y, layer=8, title=f"{name} at {space}")
