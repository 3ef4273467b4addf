"""The city: tiles, map symbols, arrows, footprints and markers on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import kit
from waystation.engine.scene import Circle, Node, Part, Path, Rect, Region, Scene, Text
from waystation.engine.view import View
from waystation.engine.words import say
from waystation.games.wordtraveler.geometry import BY_NAME, CENTRE, NAMES, SIZE, SPACES
from waystation.games.wordtraveler.picture.town import Town
from waystation.games.wordtraveler.view import Map, Table, Trip

TILE = 100
EDGE = 34
BOARD = SIZE * TILE + EDGE + 8
PICTURE = 94
READABLE = 19
"""No number on the board is smaller: on a phone, where the board is 356 pixels wide, that is 9 pixels."""


def board(town: Town, view: View, table: Table) -> Iterator[Node]:
    """All that lies on the city."""
    yield from tiles(town)
    yield from map(_pick, offered_spaces(view))
    yield from _marks(table, view.viewer)
    yield from _sketch(table, view.viewer)
    yield from _last_trail(table, view.viewer)
    yield from _footprints(table, view.viewer)
    yield from _markers(table, view.names)


def bare(town: Town) -> Scene:
    """The bare board of a city."""
    region = Region("board", str(town.city.name), BOARD, BOARD, 10, 10)
    return Scene(f"The board of {town.city.name}", BOARD + 20, BOARD + 20, (region,), tiles(town))


def centre_of(space: int) -> tuple[float, float]:
    """The middle of a tile of the board."""
    row, column = divmod(space, SIZE)
    return EDGE + TILE * (column + 0.5), EDGE + TILE * (row + 0.5)


@kit.kept
def tiles(town: Town) -> tuple[Node, ...]:
    """The bare board."""
    names = (
        Text(*at, f"{letter}{index + 1}", READABLE, role="soft")
        for index in range(SIZE)
        for letter, at in (("c", (centre_of(index)[0], EDGE / 2 + 1)), ("r", (EDGE / 2, centre_of(SIZE * index)[1])))
    )
    street = kit.node("street", "board", (Rect(0, 0, BOARD, BOARD, 14, "street"), *names))
    return street, *(_tile(town, space) for space in range(SPACES))


def _tile(town: Town, space: int) -> Node:
    x, y = centre_of(space)
    place, ident = town.city.places[space], f"space:{NAMES[space]}"
    if place is None:
        name = kit.block(0, -20, town.city.name, 88, 22, bold=True, smallest=READABLE)
        title = say("{space}: the centre of {city}", space=NAMES[space], city=town.city.name)
        return kit.node(ident, "board", (Rect(-46, -46, 92, 92, 10, "panel"), *name), x, y, title=title)
    title = say("{space}: {place}. {text}", space=NAMES[space], place=place.name, text=place.alt)
    scale = town.scale(PICTURE)
    edge = PICTURE / 2 / scale
    shade = 2 / scale
    parts = (
        Rect(shade - edge, 2 * shade - edge, 2 * edge, 2 * edge, 4, "shade"),
        *town.picture(space, PICTURE),
        Rect(-edge, -edge, 2 * edge, 2 * edge, 4, "frame"),
    )
    return kit.node(ident, "board", parts, x, y, scale=scale, title=title)


def offered_spaces(view: View) -> list[int]:
    """The spaces that the viewer may choose now."""
    return [BY_NAME[offer.notation.split()[1]] for offer in view.legal if offer.notation.startswith(("stop ", "foot "))]


@kit.kept
def _pick(space: int) -> Node:
    x, y = centre_of(space)
    return kit.node(f"pick:{NAMES[space]}", "board", (Rect(-46, -46, 92, 92, 6, "choice"),), x, y, layer=2)


# ---------------------------------------------------------------------- map symbols

STAR = ((0, -1.3), (0.35, -0.45), (1.25, -0.4), (0.55, 0.2), (0.8, 1.1), (0, 0.6))
"""The right half of a star, from its top down."""


def _marks(table: Table, viewer: int | None) -> Iterator[Node]:
    """Map symbols on the board: the viewer's own while they matter to it, else those of the last travel."""
    whose, own = viewer, True
    if viewer is None or table.traveller not in (None, viewer) or table.seats[viewer].stage == "back":
        whose, own = _last_back(table), False
    shown = table.seats[whose].map if whose is not None else None
    if shown is None and table.last is not None:
        shown, own = table.maps_of_day_1[table.last.seat], False
    for points, space in map_symbols(shown):
        yield _mark(own, points, space)


def map_symbols(shown: Map | None) -> list[tuple[int, int]]:
    """(points, space) of a map side."""
    if shown is None:
        return []
    return [(2, BY_NAME[name]) for name in shown.two.split()] + [(1, BY_NAME[name]) for name in shown.one.split()]


@kit.kept
def _mark(own: bool, points: int, space: int) -> Node:
    """A map symbol: a star for 2 points, a dot for 1, with the number on it."""
    x, y = centre_of(space)
    title = say("The map shown: {n:point|points} at {space}", n=points, space=NAMES[space])
    if own:
        title = say("Your map: {n:point|points} at {space}", n=points, space=NAMES[space])
    shape: Part = Circle(0, 0, 15, "one")
    if points == 2:
        outline = [*STAR, *((-x, y) for x, y in STAR[-2:0:-1])]
        shape = Path("M" + "L".join(f"{x * 17:.1f} {y * 17:.1f}" for x, y in outline) + "Z", "two")
    parts = (shape, Text(0, 0, str(points), READABLE, bold=True, role="on-symbol"))
    return kit.node(f"mark:{NAMES[space]}", "board", parts, x - 32, y - 32, layer=3, title=title)


# ---------------------------------------------------------------------- ways and footprints


def _way(start: str, stops: Sequence[str], shift: float) -> str:
    points = [centre_of(BY_NAME[name]) for name in (start, *stops)]
    moved = [f"{x + shift * (i + 1):.0f} {y + shift * (i + 1):.0f}" for i, (x, y) in enumerate(points)]
    return "M" + "L".join(moved)


def _disc(number: int, size: float) -> tuple[Part, ...]:
    """Where a move was meant to end."""
    return Circle(0, 0, size, "arrow"), Text(0, 0, str(number), READABLE, bold=True, role="on-arrow")


def _foot(number: int, size: float) -> tuple[Part, ...]:
    """A footprint: sole and heel, with the number of the move."""
    sole = f"M{-size} 0C{-size} {-1.6 * size} {size} {-1.6 * size} {size} 0C{size} {size} {-size} {size} {-size} 0Z"
    number_part = Text(0, -size * 0.2, str(number), max(READABLE, size * 1.3), bold=True, role="on-foot")
    return Circle(0, size * 1.35, size * 0.55, "foot"), Path(sole, "foot"), number_part


def _sketch(table: Table, viewer: int | None) -> Iterator[Node]:
    """The viewer's own intended stops: nobody else sees them."""
    if viewer is None or table.traveller not in (None, viewer):
        return
    seat = table.seats[viewer]
    if seat.stage == "back" or not seat.plan:
        return
    stops = [move.stop for move in seat.plan if move.stop]
    yield kit.node("sketch", "board", (Path(_way(seat.start, stops, 3), "way"),), layer=4)
    for number, name in enumerate(stops, 1):
        x, y = centre_of(BY_NAME[name])
        title = say("Your stop {n}: {space}", n=number, space=name)
        at = x + 30 - 8 * (number % 2), y - 30
        yield kit.node(f"sketch:{number}", "board", _disc(number, 16), *at, layer=5, title=title)


def _footprints(table: Table, viewer: int | None) -> Iterator[Node]:
    """The footprints being placed: the decider's for all to see, else the viewer's own proposal."""
    if table.traveller is None:
        return
    traveller = table.seats[table.traveller]
    path = traveller.path
    if table.phase == "guess":
        path = () if viewer is None else table.seats[viewer].proposal or ()
    if path:
        yield kit.node("walk", "board", (Path(_way(traveller.start, path, 0), "walk"),), layer=6)
    for number, name in enumerate(path, 1):
        x, y = centre_of(BY_NAME[name])
        at = x - 14 + 14 * (number % 3), y + 4
        title = say("Footprint {n}: {space}", n=number, space=name)
        yield kit.node(f"foot:{number}", "board", _foot(number, 17), *at, layer=7, title=title)
    if table.phase == "decide":
        yield from _proposals(table)


def _proposals(table: Table) -> Iterator[Node]:
    """What each local had proposed, small, in the seat's colour."""
    for seat, data in enumerate(table.seats):
        for number, name in enumerate(data.proposal or (), 1):
            x, y = centre_of(BY_NAME[name])
            parts = (Circle(0, 0, 13, f"seat-{seat}"), Text(0, 0, str(number), READABLE, role="on-seat"))
            title = say("Seat {seat} proposed {space} for move {n}", seat=seat + 1, space=name, n=number)
            at = x - 36 + 20 * seat, y + 34
            yield kit.node(f"guess:{seat}:{number}", "board", parts, *at, layer=6, title=title)


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
    yield kit.node("trail", "board", (Path(_way(trip.start, trip.path, 0), "walk"),), layer=4)
    for number, name in enumerate(trip.path, 1):
        x, y = centre_of(BY_NAME[name])
        at = x - 20 + 14 * (number % 3), y + 22
        title = say("Seat {seat} was led to {space}", seat=trip.seat + 1, space=name)
        yield kit.node(f"trail:{number}", "board", _foot(number, 14), *at, layer=5, title=title)
    for number, name in enumerate(trip.meant, 1):
        x, y = centre_of(BY_NAME[name])
        at = x + 32 - 12 * (number % 2), y - 32
        title = say("Seat {seat} meant {space}", seat=trip.seat + 1, space=name)
        yield kit.node(f"meant:{number}", "board", _disc(number, 15), *at, layer=5, title=title)


# ---------------------------------------------------------------------- markers


def _markers(table: Table, names: Sequence[str]) -> Iterator[Node]:
    together: dict[str, list[int]] = {}
    for number, seat in enumerate(table.seats):
        together.setdefault(seat.marker, []).append(number)
    for space, seats in together.items():
        x, y = centre_of(BY_NAME[space])
        down = 30 if BY_NAME[space] != CENTRE else 32
        for number, at in zip(seats, kit.row(len(seats), x - 11 * (len(seats) - 1), 22), strict=True):
            yield _marker(space, number, names[number], at, y + down)


@kit.kept
def _marker(space: str, number: int, name: str, x: float, y: float) -> Node:
    pin = Path("M0 15C-4 5-16 1-16-10A16 16 0 1 1 16-10C16 1 4 5 0 15Z", f"seat-{number}")
    parts = (Circle(2, 15, 5, "shade"), pin, Text(0, -10, str(number + 1), READABLE, bold=True, role="on-seat"))
    title = say("{who} at {space}", who=name, space=space)
    return kit.node(f"marker:{number}", "board", parts, x, y, layer=8, title=title)
