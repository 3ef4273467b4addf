"""The panels beside the board: a closer look at the choices, arrows and words, the hand, the team."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from waystation.engine.scene import Circle, Node, Part, Path, Rect, Text
from waystation.engine.view import View
from waystation.games.wordtraveler import scene as board
from waystation.games.wordtraveler.geometry import ARROWS, BY_NAME, CENTRE, DIRECTIONS, HEADING, NAMES, SIZE
from waystation.games.wordtraveler.view import Card, Move, Seat, Table

if TYPE_CHECKING:
    from waystation.games.wordtraveler.game import WordTraveler

STAGES = {"planning": "planning", "waiting": "plan sealed", "travelling": "asking the way", "back": "has travelled"}
CARD_W, CARD_H = 96, 110


def lens(game: WordTraveler, view: View) -> Iterator[Node]:
    """The places that can be chosen now, larger, with their names: pictures are small on a phone's board."""
    yield Node("lens", "lens", (Rect(0, 0, 520, 440, 12, "panel"),))
    here = _here(view)
    spaces = [space for space in board.offered_spaces(view) if space != CENTRE]
    if not spaces:
        text = "When there is a place to choose, the pictures in question are shown here."
        yield Node("lens:none", "lens", (Text(260, 30, text, 12, role="quiet"),))
        return
    spaces.sort(key=lambda space: (HEADING[here][space], abs(space - here)))
    columns, size = (3, 156) if len(spaces) <= 6 else (4, 102)
    step_x, step_y = 520 / columns, size + 42
    for index, space in enumerate(spaces):
        place = game.city.place(space)
        scale = board.picture_scale(game, size)
        x, y = step_x * (index % columns + 0.5), 8 + size / 2 + step_y * (index // columns)
        title = f"{place.name}: shows {', '.join(place.shows)}"
        yield Node(f"look:{NAMES[space]}", "lens", board.picture(game, space, size), x, y, scale, title=title)
        distance = abs(here - space) // (1 if HEADING[here][space] % 2 else SIZE)
        lines = _wrapped(f"{ARROWS[HEADING[here][space]]}{distance} {place.name}", 17)
        caption = tuple(Text(0, size / 2 + 12 + 15 * i, line, 13, role="text") for i, line in enumerate(lines))
        yield Node(f"name:{NAMES[space]}", "lens", caption, x, y)


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
    yield Node("clue", "clue", (Rect(0, 0, 520, 460, 12, "panel"),))
    plan, title = None, "Planning goes on in secret."
    if whose is not None:
        plan = table.seats[whose].plan
        title = f"{view.names[whose]} asks the way" if table.traveller is not None else f"Your plan for day {table.day}"
    yield Node("clue:title", "clue", (Text(14, 22, title, 18, "start", True, "text"),))
    for number, move in enumerate(plan or (), 1):
        yield _move(game, number, move)
    if table.traveller is not None and whose is not None:
        unused = table.seats[whose].unused or ()
        labels = [game.words.labels[game.words.ids.index(word)] for word in unused]
        lines = _wrapped(f"Words not used: {', '.join(labels) or 'none'}", 68)
        parts = tuple(Text(14, 382 + 17 * i, line, 14, "start", role="quiet") for i, line in enumerate(lines))
        yield Node("clue:unused", "clue", parts)
    yield from _buttons(view)


def _move(game: WordTraveler, number: int, move: Move) -> Node:
    y = 66.0 * number - 22
    parts: list[Part] = [
        Circle(26, y + 27, 17, "arrow"),
        Text(26, y + 27, str(number), 18, bold=True, role="arrow-text"),
        Path(_arrow(move.direction, 66, y + 27), "arrow"),
    ]
    rows = [move.cards] if len(move.cards) <= 4 else [move.cards[:5], move.cards[5:]]
    height = 46 if len(rows) == 1 else 26
    for row, cards in enumerate(rows):
        width = 104 if len(rows) == 1 else 82
        for column, card in enumerate(cards):
            parts += _small_card(game, card, 94 + (width + 2) * column, y + 4 + 27 * row, width - 2, height)
    said = ", ".join(_said(game, card) for card in move.cards) or "no word yet"
    meant = f", to {game.city.space_title(BY_NAME[move.stop])}" if move.stop else ""
    return Node(f"move:{number}", "clue", tuple(parts), title=f"Move {number}, {move.direction}{meant}: {said}")


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
            text = Text(width / 2, 19, offer.label, 14, bold=offer.notation == "done", role="text")
            parts = (Rect(0, 0, width, 38, 8, "button"), text)
            yield Node(f"button:{offer.notation}", "clue", parts, x, 414, title=offer.label)


# ---------------------------------------------------------------------- the hand


def hand(game: WordTraveler, view: View) -> Iterator[Node]:
    """The viewer's words in hand: each card is a white half ("describes it") above a black one ("does not")."""
    yield Node("hand", "hand", (Rect(0, 0, 520, 250, 12, "panel"),))
    table = cast(Table, view.table)
    if view.viewer is None:
        yield Node("hand:none", "hand", (Text(260, 90, "Hands are hidden from spectators.", 14, role="quiet"),))
        return
    for place, word in enumerate(table.seats[view.viewer].unused or ()):
        yield from _card(game, word, 10 + (place % 5) * (CARD_W + 5), 10 + (place // 5) * (CARD_H + 10))


def _card(game: WordTraveler, word: str, x: float, y: float) -> Iterator[Node]:
    index = game.words.ids.index(word)
    halves = (
        ("say", game.words.labels[index], "white", 0.0),
        ("not", game.words.negations[index], "black", CARD_H / 2),
    )
    for kind, text, colour, down in halves:
        size = min(15, 1.42 * CARD_W / max(6, len(text)))
        parts = (
            Rect(0, 0, CARD_W, CARD_H / 2, 5, f"{colour}-card"),
            Text(CARD_W / 2, CARD_H / 4, text, size, bold=True, role=f"{colour}-text"),
        )
        side = "describes the stop" if kind == "say" else "does not describe the stop"
        yield Node(f"{kind}:{word}", "hand", parts, x, y + down, title=f"{text}: {side}")


# ---------------------------------------------------------------------- the team


def team(view: View) -> Iterator[Node]:
    """Score track with the souvenirs, and a line for each seat."""
    table = cast(Table, view.table)
    yield Node("team", "team", (Rect(0, 0, 520, 270, 12, "panel"),))
    yield from _track(table)
    for number, seat in enumerate(table.seats):
        yield _seat_line(view, table, number, seat, 68 + 39 * number)


def _track(table: Table) -> Iterator[Node]:
    last = max(table.souvenir_places[-1], table.score)
    step = 500 / (last + 1)
    parts: list[Part] = [
        Rect(10 + step * point, 24, step - 1, 14, 2, "reached" if point <= table.score else "track")
        for point in range(last + 1)
    ]
    yield Node("track", "team", tuple(parts), title=f"Score {table.score} of {last}")
    for number, place in enumerate(table.souvenir_places, 1):
        got = place <= table.score
        parts = [
            Circle(0, 0, 10, "reached" if got else "souvenir"),
            Text(0, 0, "★" if got else str(place), 10, role="text"),
        ]
        title = f"Golden souvenir {number} at {place} points{', taken' * got}"
        yield Node(f"souvenir:{number}", "team", tuple(parts), 10 + step * (place + 0.5), 14, layer=1, title=title)
    text = f"{table.score} point{'s' * (table.score != 1)}, {table.souvenirs} of 6 souvenirs, day {table.day}"
    yield Node("score", "team", (Text(10, 53, text, 14, "start", True, "text"),))


def _seat_line(view: View, table: Table, number: int, seat: Seat, y: float) -> Node:
    state = STAGES[seat.stage]
    if seat.stage == "planning" and seat.done:
        state = "ready"
    elif table.phase in ("guess", "decide") and number in view.to_act:
        state = "guessing" if table.phase == "guess" else "deciding"
    elif table.phase == "over":
        state = "home again"
    parts: list[Part] = [
        Circle(24, 17, 13, f"seat-{number}"),
        Text(24, 17, str(number + 1), 15, bold=True, role="seat-text"),
        Text(46, 17, view.names[number], 14, "start", True, "text"),
        Text(200, 17, state, 13, "start", role="quiet"),
        Text(318, 17, f"day 1: {seat.gained[0]}, day 2: {seat.gained[1]}", 13, "start", role="text"),
    ]
    if seat.map is not None:
        parts += _small_map(seat, 476)
    title = f"{view.names[number]}: {state}, {sum(seat.gained)} points"
    return Node(f"seat:{number}", "team", tuple(parts), 0, y, title=title)


def _small_map(seat: Seat, x: float) -> list[Part]:
    """A map side that may be seen, 34 units wide."""
    assert seat.map is not None
    parts: list[Part] = [Rect(x, 0, 34, 34, 2, "track")]
    for points, space in board.map_symbols(seat.map):
        row, column = divmod(space, SIZE)
        parts.append(
            Circle(
                x + 3.4 + 4.53 * column, 3.4 + 4.53 * row, 2.6 if points == 2 else 1.9, "two" if points == 2 else "one"
            )
        )
    return parts
