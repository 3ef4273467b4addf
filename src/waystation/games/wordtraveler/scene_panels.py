"""The panels beside the board: a closer look at the choices, arrows and words, the hand, the team."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from waystation.engine.scene import Circle, Node, Part, Path, Rect, Text
from waystation.engine.view import View
from waystation.games.wordtraveler import scene as board
from waystation.games.wordtraveler.components import in_points
from waystation.games.wordtraveler.geometry import ARROWS, BY_NAME, CENTRE, DIRECTIONS, HEADING, NAMES, RAY, SIZE
from waystation.games.wordtraveler.view import Card, Move, Seat, Table

if TYPE_CHECKING:
    from waystation.games.wordtraveler.game import WordTraveler

STAGES = {"planning": "planning", "waiting": "plan sealed", "travelling": "asking the way", "back": "has travelled"}
CARD_W, CARD_H = 96, 90

LENS = Node("lens", "lens", (Rect(0, 0, 520, 404, 12, "panel"),))
CLUE = Node("clue", "clue", (Rect(0, 0, 520, 400, 12, "panel"),))
HAND = Node("hand", "hand", (Rect(0, 0, 520, 205, 12, "panel"),))
TEAM = Node("team", "team", (Rect(0, 0, 460, 168, 12, "panel"),))


def lens(game: WordTraveler, view: View) -> Iterator[Node]:
    """Larger pictures with names of what is in question: the stops or footprints to choose from, or, while an arrow
    waits for its first word, the places that lie on its ray."""
    yield LENS
    here, spaces = _in_question(view)
    if not spaces:
        text = "When there is a place to choose, the pictures in question are shown here."
        yield Node("lens:none", "lens", (Text(260, 30, text, 12, role="quiet"),))
        return
    spaces.sort(key=lambda space: (HEADING[here][space], abs(space - here)))
    few = len(spaces) <= 6
    for index, space in enumerate(spaces):
        yield from _looks(game, here, space, index, few)


def _in_question(view: View) -> tuple[int, list[int]]:
    """Where the next move begins, and the pictured spaces to compare."""
    table = cast(Table, view.table)
    here = _here(view)
    spaces = board.offered_spaces(view)
    plan = table.seats[view.viewer].plan if view.viewer is not None else None
    if not spaces and table.traveller is None and plan and view.legal:
        stops = [move.stop for move in plan if move.stop]
        here = BY_NAME[stops[-2] if len(stops) > 1 else table.seats[view.viewer or 0].start]
        spaces = list(RAY[here][DIRECTIONS.index(plan[-1].direction)])
    return here, [space for space in spaces if space != CENTRE]


@lru_cache(maxsize=8192)
def _looks(game: WordTraveler, here: int, space: int, index: int, few: bool) -> tuple[Node, Node]:
    """A place to choose, with its way and name below."""
    columns, size = (3, 150) if few else (4, 92)
    place = game.city.place(space)
    step = 520 / columns
    x, y = step * (index % columns + 0.5), 8 + size / 2 + (size + (46 if few else 38)) * (index // columns)
    title = f"{place.name}: shows {', '.join(place.shows)}"
    scale = board.picture_scale(game, size)
    look = Node(f"look:{NAMES[space]}", "lens", board.picture(game, space, size), x, y, scale, title=title)
    distance = abs(here - space) // (1 if HEADING[here][space] % 2 else SIZE)
    lines = _wrapped(f"{ARROWS[HEADING[here][space]]}{distance} {place.name}", 16)
    caption = tuple(Text(0, size / 2 + 11 + 15 * i, line, 13, role="text") for i, line in enumerate(lines))
    return look, Node(f"name:{NAMES[space]}", "lens", caption, x, y)


def _here(view: View) -> int:
    """The space from which the viewer's next stop or footprint is counted."""
    table = cast(Table, view.table)
    viewer = view.viewer or 0
    if table.traveller is None:
        seat = table.seats[viewer]
        stops = [move.stop for move in seat.plan or () if move.stop]
        return BY_NAME[stops[-1] if stops else seat.start]
    traveller = table.seats[table.traveller]
    path = table.seats[viewer].proposal if table.phase == "guess" else traveller.path
    return BY_NAME[path[-1] if path else traveller.start]


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


# ---------------------------------------------------------------------- arrows and words


def clue(game: WordTraveler, view: View) -> Iterator[Node]:
    """The viewer's own plan while planning; the traveller's, read aloud, while guessing; buttons below."""
    table = cast(Table, view.table)
    whose = table.traveller if table.traveller is not None else view.viewer
    yield CLUE
    plan, title = None, "Planning goes on in secret."
    if whose is not None:
        plan = table.seats[whose].plan
        title = f"{view.names[whose]} asks the way" if table.traveller is not None else f"Your plan for day {table.day}"
    yield Node("clue:title", "clue", (Text(14, 22, title, 18, "start", True, "text"),))
    for number, move in enumerate(plan or (), 1):
        yield from _move(game, number, move)
    if table.traveller is None and plan is not None and board.offered_spaces(view):
        yield _next_arrow(len(plan) + 1)
    if table.traveller is not None and whose is not None:
        unused = table.seats[whose].unused or ()
        labels = [game.words.labels[game.words.ids.index(word)] for word in unused]
        lines = _wrapped(f"Words not used: {', '.join(labels) or 'none'}", 68)
        parts = tuple(Text(14, 326 + 17 * i, line, 14, "start", role="quiet") for i, line in enumerate(lines))
        yield Node("clue:unused", "clue", parts)
    yield from _buttons(view)


@lru_cache(maxsize=4096)
def _move(game: WordTraveler, number: int, move: Move) -> tuple[Node, ...]:
    """An arrow with its number, and the cards under it: a row to which cards can be dragged."""
    y = 57.0 * number - 20
    parts: tuple[Part, ...] = (
        Rect(4, y + 1, 512, 52, 8, "row"),
        Circle(26, y + 27, 17, "arrow"),
        Text(26, y + 27, str(number), 18, bold=True, role="arrow-text"),
        Path(_arrow(move.direction, 66, y + 27), "arrow"),
    )
    said = ", ".join(_said(game, card) for card in move.cards) or "no word yet"
    meant = f", to {game.city.space_title(BY_NAME[move.stop])}" if move.stop else ""
    row = Node(f"move:{number}", "clue", parts, title=f"Move {number}, {move.direction}{meant}: {said}")
    return row, *_cards_under(game, move, y)


def _cards_under(game: WordTraveler, move: Move, y: float) -> Iterator[Node]:
    rows = [move.cards] if len(move.cards) <= 4 else [move.cards[:5], move.cards[5:]]
    height = 44 if len(rows) == 1 else 24
    for row, cards in enumerate(rows):
        width = 104 if len(rows) == 1 else 82
        for column, card in enumerate(cards):
            parts = tuple(_small_card(game, card, 0, 0, width - 2, height))
            x = 94 + (width + 2) * column
            yield Node(f"card:{card.word}", "clue", parts, x, y + 5 + 26 * row, layer=1, title=_said(game, card))


def _next_arrow(number: int) -> Node:
    """An arrow that is not used yet, to be dragged to a stop on the board."""
    y = 57.0 * number - 20
    parts = (
        Circle(26, y + 27, 17, "spare"),
        Text(26, y + 27, str(number), 18, bold=True, role="quiet"),
        Text(56, y + 27, "drag to the next stop, or choose it on the board", 13, "start", role="quiet"),
    )
    return Node("next", "clue", parts, title=f"Arrow {number}, not used yet")


def _arrow(direction: str, x: float, y: float) -> str:
    """An arrow shape that points in a direction."""
    shape = [(0, -15), (13, 0), (5, 0), (5, 15), (-5, 15), (-5, 0), (-13, 0)]
    for _ in range(DIRECTIONS.index(direction)):
        shape = [(-b, a) for a, b in shape]
    return "M" + "L".join(f"{x + a:.0f} {y + b:.0f}" for a, b in shape) + "Z"


def _said(game: WordTraveler, card: Card) -> str:
    return game.words.said(game.words.ids.index(card.word), card.white)


def _small_card(game: WordTraveler, card: Card, x: float, y: float, width: float, height: float) -> list[Part]:
    colour = "white" if card.white else "black"
    text = _said(game, card)
    size = min(15, 1.45 * width / max(6, len(text)))
    return [
        Rect(x, y, width, height, 5, f"{colour}-card"),
        Text(x + width / 2, y + height / 2, text, size, bold=True, role=f"{colour}-text"),
    ]


BUTTONS = {"done": (10, 170), "back": (190, 120), "clear": (320, 190)}
"""Notation: place and width."""


def _buttons(view: View) -> Iterator[Node]:
    for offer in view.legal:
        if offer.notation in BUTTONS:
            x, width = BUTTONS[offer.notation]
            text = Text(width / 2, 17, offer.label, 14, bold=offer.notation == "done", role="text")
            parts = (Rect(0, 0, width, 34, 8, "button"), text)
            yield Node(f"button:{offer.notation}", "clue", parts, x, 358, title=offer.label)


# ---------------------------------------------------------------------- the hand


def hand(game: WordTraveler, view: View) -> Iterator[Node]:
    """The viewer's words in hand: each card is a white half ("describes it") above a black one ("does not")."""
    yield HAND
    table = cast(Table, view.table)
    if view.viewer is None:
        yield Node("hand:none", "hand", (Text(260, 90, "Hands are hidden from spectators.", 14, role="quiet"),))
        return
    for place, word in enumerate(table.seats[view.viewer].unused or ()):
        yield from _card(game, word, 10 + (place % 5) * (CARD_W + 5), 8 + (place // 5) * (CARD_H + 8))


@lru_cache(maxsize=8192)
def _card(game: WordTraveler, word: str, x: float, y: float) -> tuple[Node, Node]:
    index = game.words.ids.index(word)
    white = _half(f"say:{word}", game.words.labels[index], "white", x, y)
    return white, _half(f"not:{word}", game.words.negations[index], "black", x, y + CARD_H / 2)


def _half(ident: str, text: str, colour: str, x: float, y: float) -> Node:
    size = min(15, 1.42 * CARD_W / max(6, len(text)))
    parts = (
        Rect(0, 0, CARD_W, CARD_H / 2, 5, f"{colour}-card"),
        Text(CARD_W / 2, CARD_H / 4, text, size, bold=True, role=f"{colour}-text"),
    )
    does = "describes" if colour == "white" else "does not describe"
    return Node(ident, "hand", parts, x, y, title=f"{text}: the word {does} the stop")


# ---------------------------------------------------------------------- the team


def team(view: View) -> Iterator[Node]:
    """Score track with the souvenirs, and a line for each seat."""
    table = cast(Table, view.table)
    yield TEAM
    yield from _track(table.souvenir_places, table.score, table.souvenirs, table.day)
    for number, seat in enumerate(table.seats):
        yield _seat_line(view.names[number], number, seat, _doing(view, table, number, seat))


@lru_cache(maxsize=1024)
def _track(places: tuple[int, ...], score: int, souvenirs: int, day: int) -> tuple[Node, ...]:
    last = max(places[-1], score)
    step = 440 / (last + 1)
    boxes: list[Part] = [
        Rect(10 + step * point, 26, step - 1, 13, 2, "reached" if point <= score else "track")
        for point in range(last + 1)
    ]
    nodes = [Node("track", "team", tuple(boxes), title=f"Score {score} of {last}")]
    for number, place in enumerate(places, 1):
        got = place <= score
        parts = (
            Circle(0, 0, 10, "reached" if got else "souvenir"),
            Text(0, 0, "★" if got else str(place), 10, role="text"),
        )
        title = f"Golden souvenir {number} at {in_points(place)}{', taken' * got}"
        nodes.append(Node(f"souvenir:{number}", "team", parts, 10 + step * (place + 0.5), 14, layer=1, title=title))
    text = f"Day {day}: {in_points(score)}, {souvenirs} of 6 souvenirs"
    nodes.append(Node("score", "team", (Text(12, 53, text, 16, "start", True, "text"),)))
    return tuple(nodes)


def _doing(view: View, table: Table, number: int, seat: Seat) -> str:
    """What a seat is at, in a word or two."""
    if table.phase == "over":
        return "home again"
    if seat.stage == "planning" and seat.done:
        return "ready"
    if table.phase == "prepare":
        return "getting ready"
    if table.phase in ("guess", "decide") and number in view.to_act:
        return "guessing" if table.phase == "guess" else "deciding"
    return STAGES[seat.stage]


@lru_cache(maxsize=4096)
def _seat_line(name: str, number: int, seat: Seat, doing: str) -> Node:
    points = f"{seat.gained[0]} + {seat.gained[1]}"
    parts: list[Part] = [
        Circle(20, 15, 12, f"seat-{number}"),
        Text(20, 15, str(number + 1), 14, bold=True, role="seat-text"),
        Text(38, 9, name, min(14, 215 / len(name)), "start", True, "text"),
        Text(38, 24, f"{points}, {doing}", 12, "start", role="quiet"),
    ]
    if seat.map is not None:
        parts += _small_map(seat, 194)
    title = f"{name}: {doing}, {in_points(seat.gained[0])} on day 1, {seat.gained[1]} on day 2"
    return Node(f"seat:{number}", "team", tuple(parts), 228 * (number // 3), 66 + 34 * (number % 3), title=title)


def _small_map(seat: Seat, x: float) -> list[Part]:
    """A map side that may be seen, 26 units wide."""
    assert seat.map is not None
    parts: list[Part] = [Rect(x, 0, 26, 26, 2, "track")]
    for points, space in board.map_symbols(seat.map):
        row, column = divmod(space, SIZE)
        radius, role = (2.0, "two") if points == 2 else (1.4, "one")
        parts.append(Circle(x + 2.5 + 3.5 * column, 2.5 + 3.5 * row, radius, role))
    return parts
