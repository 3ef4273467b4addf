"""A postcard of each trip: what the traveller meant, in which words, and where the others went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec

from waystation.engine import kit
from waystation.engine.scene import Circle, Node, Part, Path, Rect, Region, Scene, Text
from waystation.engine.view import View
from waystation.engine.words import said, say
from waystation.games.wordtraveler.geometry import BY_NAME, CENTRE, DIRECTION_NAMES, DIRECTIONS
from waystation.games.wordtraveler.picture.panels import arrow
from waystation.games.wordtraveler.picture.town import Town
from waystation.games.wordtraveler.view import Move, Table

WIDE, HEAD, ROW = 760.0, 108.0, 112.0
PICTURE = 92


class Trip(msgspec.Struct, frozen=True):
    """A trip that is over; `meant` is empty where intentions stay hidden, `words` are the arrows and cards."""

    seat: int
    day: int
    words: tuple[Move, ...]
    path: tuple[str, ...]
    meant: tuple[str, ...]
    points: int


def trips(tables: Iterable[Table]) -> Iterator[Trip]:
    """The trips of a game, each when its traveller is back; `tables` is the table after each move."""
    for before, after in pairwise(tables):
        seat = before.traveller
        if seat is None or (after.traveller == seat and after.day == before.day):
            continue
        was, now = before.seats[seat], after.seats[seat]
        path, meant = now.path, tuple(move.stop for move in now.plan or () if move.stop)
        if after.last is not None and after.day != before.day:  # the day is over, and what lay there cleared away
            path, meant = after.last.path, after.last.meant
        points = now.gained[before.day - 1] - was.gained[before.day - 1]
        yield Trip(seat, before.day, was.plan or (), path, meant, points)


def postcards(town: Town, views: Iterable[View]) -> tuple[Scene, ...]:
    """A postcard for each trip."""
    names: list[tuple[str, ...]] = []

    def tables() -> Iterator[Table]:
        for view in views:
            names[:] = [view.names]
            yield view.table

    return tuple(_postcard(town, names[0][trip.seat], trip) for trip in trips(tables()))


def _postcard(town: Town, name: str, trip: Trip) -> Scene:
    title = said("{who} in {city}, day {day}", who=name, city=town.city.name, day=trip.day)
    height = HEAD + ROW * len(trip.path) + 14
    nodes = [_card(town, name, trip, height)]
    for number, move in enumerate(trip.words):
        y = HEAD + ROW * number
        led = trip.path[number]
        meant = trip.meant[number] if number < len(trip.meant) else ""
        nodes.append(_step(town, number, move, meant, led, y))
        nodes += _places(town, number, meant, led, y)
    return Scene(title, WIDE, height, (Region("postcard", title, WIDE, height),), tuple(nodes))


def _card(town: Town, name: str, trip: Trip, height: float) -> Node:
    """The paper with its greeting, and the stamp."""
    greeting = say("Greetings from {city}!", city=town.city.name)
    led = say("{who} asked the way on day {day}", who=name, day=trip.day)
    parts: tuple[Part, ...] = (
        Rect(0, 0, WIDE, height, 10, "card"),
        *(Path("".join(_edge(height, turn)), ("air-red", "air-blue")[turn]) for turn in (0, 1)),
        kit.line(28, 38, greeting, 30, bold=True, most=430),
        kit.line(28, 74, led, 17, role="soft", most=430),
        kit.line(506, 92, say("meant"), 15, "middle", bold=True, role="soft", most=120),
        kit.line(636, 92, say("went to"), 15, "middle", bold=True, role="soft", most=120),
        Rect(672, 20, 62, 62, 4, f"seat-{trip.seat}"),
        Rect(677, 25, 52, 52, 2, "stamp"),
        Text(703, 46, str(trip.points), 24, bold=True, role="on-seat"),
        Text(703, 66, "★", 13, role="on-seat"),
        *(Circle(640, 46, r, "postmark") for r in (17, 26)),
        Path("M590 36q10 -6 20 0t20 0M590 46q10 -6 20 0t20 0M590 56q10 -6 20 0t20 0", "postmark"),
    )
    title = say("{greeting} {led}: {n:point|points}", greeting=greeting, led=led, n=trip.points)
    return kit.node("card", "postcard", parts, title=title)


def _edge(height: float, turn: int) -> Iterator[str]:
    """Every second slanting bar along the edge of an airmail letter, above and below."""
    for x in kit.row(int(WIDE / 48), 12 + 24 * turn, 48):
        yield f"M{x:g} 9l5 -9h14l-5 9ZM{x:g} {height:g}l5 -9h14l-5 9Z"


def _step(town: Town, number: int, move: Move, meant: str, led: str, y: float) -> Node:
    """An arrow and its words; whether it was understood."""
    middle = ROW / 2 - 6
    texts = [town.said(card) for card in move.cards]
    parts: list[Part] = [
        Circle(44, middle, 18, "arrow"),
        Text(44, middle, str(number + 1), 19, bold=True, role="on-arrow"),
        Path(arrow(move.direction, 84, middle), "arrow"),
    ]
    step = min(35, (ROW - 8) / max(1, -(-len(texts) // 3)))
    top = middle - step * -(-len(texts) // 3) / 2
    for card, text, (x, y_card) in zip(move.cards, texts, kit.grid(len(texts), 3, 112, top, 113, step), strict=True):
        colour = "white" if card.white else "black"
        words = kit.line(x + 55, y_card + step / 2 - 1, text, 14, "middle", bold=True, role=f"on-{colour}", most=106)
        parts += [Rect(x, y_card, 110, step - 3, 5, f"{colour}-card"), words]
    if meant:
        understood = meant == led
        parts += [Circle(571, middle, 13, "one" if understood else "arrow")]
        parts.append(Text(571, middle, "=" if understood else "≠", 18, bold=True, role="on-arrow"))
    direction = DIRECTION_NAMES[DIRECTIONS.index(move.direction)]
    title = say("{direction}, {words}", direction=direction, words=texts or say("no word yet"))
    return kit.node(f"step:{number + 1}", "postcard", parts, 0, y, layer=1, title=title)


def _places(town: Town, number: int, meant: str, led: str, y: float) -> Iterator[Node]:
    for what, space, x in (("meant", meant, 506), ("went", led, 636)):
        if not space:
            continue
        place = BY_NAME[space]
        if place == CENTRE:
            parts: tuple[Part, ...] = (
                Rect(-46, -46, 92, 92, 6, "panel"),
                *kit.block(0, 0, town.city.name, 84, 20, bold=True),
            )
            scale: float = 1
        else:
            parts, scale = town.picture(place, PICTURE), town.scale(PICTURE)
        title = town.city.space_title(place)
        yield kit.node(f"{what}:{number + 1}", "postcard", parts, x, y + ROW / 2 - 6, layer=1, scale=scale, title=title)
