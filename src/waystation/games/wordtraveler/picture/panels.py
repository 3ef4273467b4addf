"""The panels beside the board: a closer look at the choices, arrows and words, the hand, the team."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from waystation.engine import kit
from waystation.engine.scene import Circle, Node, Part, Path, Rect, Text
from waystation.engine.view import View
from waystation.engine.words import mark, say, told
from waystation.games.wordtraveler.geometry import (
    ARROWS,
    BY_NAME,
    CENTRE,
    DIRECTION_NAMES,
    DIRECTIONS,
    HEADING,
    NAMES,
    RAY,
    SIZE,
    distance_between,
)
from waystation.games.wordtraveler.picture.board import map_symbols, offered_spaces
from waystation.games.wordtraveler.picture.town import Town
from waystation.games.wordtraveler.view import Card, Move, Seat, Table

STAGES = {
    "planning": mark("planning"),
    "waiting": mark("plan sealed"),
    "travelling": mark("asking the way"),
    "back": mark("has travelled"),
}
LOCAL = mark("shows the way")
"""What a seat is at that never travels."""
CARD_W, CARD_H = 99, 70
READABLE = 13.7
"""No word is set smaller: on a phone, where a panel is 356 pixels wide, that is 9 pixels."""

ROWS_TOP, ROWS_HEIGHT, LINE_HEIGHT = 32, 150, 50
"""Where the rows of a plan begin, what they share, and the most that a line of cards takes of it."""

COLUMNS = 4
"""Cards in a line under an arrow."""


def panels(town: Town, view: View, table: Table) -> Iterator[Node]:
    """All four."""
    yield from _lens(town, view, table)
    yield from _clue(town, view, table)
    yield from _hand(town, view, table)
    yield from _team(view, table)


# ---------------------------------------------------------------------- a closer look


def _lens(town: Town, view: View, table: Table) -> Iterator[Node]:
    """Larger pictures with names of what is in question: the stops or footprints to choose from, or, while an arrow
    waits for its first word, the places that lie on its ray."""
    yield _ground("lens", 518, 260)
    here, spaces = _in_question(view, table)
    if not spaces:
        text = say("When there is a place to choose, the pictures in question are shown here.")
        yield _instead("lens", text, 130)
        return
    spaces.sort(key=lambda space: (HEADING[here][space], abs(space - here)))
    for index, space in enumerate(spaces):
        yield from _looks(town, here, space, index, len(spaces))


def _in_question(view: View, table: Table) -> tuple[int, list[int]]:
    """Where the next move begins, and the pictured spaces to compare."""
    here, spaces = _here(view, table), offered_spaces(view)
    plan = table.seats[view.viewer].plan if view.viewer is not None else None
    if not spaces and table.traveller is None and plan and view.legal:
        stops = [move.stop for move in plan if move.stop]
        here = BY_NAME[stops[-2] if len(stops) > 1 else table.seats[view.viewer or 0].start]
        spaces = list(RAY[here][DIRECTIONS.index(plan[-1].direction)])
    return here, [space for space in spaces if space != CENTRE]


def _here(view: View, table: Table) -> int:
    """The space from which the viewer's next stop or footprint is counted."""
    viewer = view.viewer or 0
    if table.traveller is None:
        seat = table.seats[viewer]
        stops = [move.stop for move in seat.plan or () if move.stop]
        return BY_NAME[stops[-1] if stops else seat.start]
    traveller = table.seats[table.traveller]
    path = table.seats[viewer].proposal if table.phase == "guess" else traveller.path
    return BY_NAME[path[-1] if path else traveller.start]


SYLLABLE = re.compile(r"[^\W\daeiouyäöüh][aeiouyäöü]\w")
"""What may begin the next line in most languages: a consonant with its vowel, and a letter more."""


def parted(text: str, room: float) -> str:
    """The text with hyphens in words that are too long for a line: rather parted than cut."""
    return " ".join("-".join(_in_parts(part, room) for part in word.split("-")) for word in text.split())


def _in_parts(word: str, room: float) -> str:
    if len(word) < 4 or kit.width(word, READABLE) <= room:
        return word
    ends = [end for end in range(2, len(word) - 1) if kit.width(f"{word[:end]}-", READABLE) <= room]
    spoken = [end for end in ends if SYLLABLE.match(word, end)]
    end = (spoken or ends or [len(word) // 2])[-1]
    return f"{word[:end]}-{_in_parts(word[end:], room)}"


@kit.kept
def _looks(town: Town, here: int, space: int, index: int, count: int) -> tuple[Node, Node]:
    """A place to choose, with its way and name below."""
    columns, size = (3, 160) if count <= 3 else (3, 92) if count <= 6 else (6, 76)
    place = town.city.place(space)
    step = 520 / columns
    x, y = step * (index % columns + 0.5), 10 + size / 2 + 126 * (index // columns)
    title = say("{place}: shows {things}", place=place.name, things=list(place.shows))
    picture = town.picture(space, size)
    look = kit.node(f"look:{NAMES[space]}", "lens", picture, x, y, scale=town.scale(size), title=title)
    way = say(
        "{arrow}{distance} {place}",
        arrow=ARROWS[HEADING[here][space]],
        distance=distance_between(here, space),
        place=place.name,
    )
    rows = 3 if count > 6 else 2
    y_below = size / 2 + 7 + 5 * rows
    for room in (step - 4, 0.7 * step):  # parted sooner where the end would be cut
        text = parted(told(way), room)
        caption = kit.block(0, y_below, text, step - 4, 14, rows=rows, leading=1.05, smallest=READABLE)
        if not any("…" in part.text for part in caption):
            break
    return look, kit.node(f"name:{NAMES[space]}", "lens", caption, x, y)


@kit.kept
def _ground(region: str, w: float, h: float) -> Node:
    return kit.node(region, region, (Rect(2, 4, w, h, 12, "shade"), kit.panel(w, h)))


@kit.kept
def _instead(region: str, text: str, y: float) -> Node:
    """What an empty panel says."""
    parts = kit.block(260, y, text, 360, 17, rows=3, role="soft", smallest=READABLE)
    return kit.node(f"{region}:none", region, parts)


# ---------------------------------------------------------------------- arrows and words


@kit.kept
def _title(text: str) -> Node:
    return kit.node("clue:title", "clue", (kit.line(14, 18, text, 17, bold=True, most=490),))


def _clue(town: Town, view: View, table: Table) -> Iterator[Node]:
    """The viewer's own plan while planning; the traveller's, read aloud, while guessing; buttons below."""
    whose = table.traveller if table.traveller is not None else view.viewer
    yield _ground("clue", 518, 243)
    plan, title = None, say("Planning goes on in secret.")
    if table.phase == "over":
        title = say("Everybody is home again.")
    if whose is not None:
        plan = table.seats[whose].plan
        title = say("Your plan for day {day}", day=table.day)
        if table.traveller is not None:
            title = say("{who} asks the way", who=view.names[whose])
    yield _title(title)
    spare = table.traveller is None and plan is not None and bool(offered_spaces(view))
    lines = [_lines(move) for move in plan or ()] + [1] * spare
    height = min(LINE_HEIGHT, ROWS_HEIGHT / max(1, sum(lines)))
    tops = kit.stacked([height * count for count in lines], ROWS_TOP, 0)
    for number, (move, top) in enumerate(zip(plan or (), tops, strict=False), 1):
        yield from _move(town, number, move, top, height * _lines(move))
    if spare:
        yield _next_arrow(len(lines), tops[-2], height)
    if table.traveller is not None and whose is not None:
        yield _unused(town, table.seats[whose].unused or ())
    yield from _buttons(view)


def _lines(move: Move) -> int:
    """How many lines the cards under an arrow take."""
    return max(1, -(-len(move.cards) // COLUMNS))


@kit.kept
def _move(town: Town, number: int, move: Move, y: float, height: float) -> tuple[Node, ...]:
    """An arrow with its number, and the cards under it: a row to which cards can be dragged."""
    middle = y + height / 2
    parts = (
        Rect(4, y + 1, 512, height - 5, 8, "row"),
        Circle(26, middle - 2, 17, "arrow"),
        Text(26, middle - 2, str(number), 18, bold=True, role="on-arrow"),
        Path(arrow(move.direction, 66, middle - 2), "arrow"),
    )
    said = [town.said(card) for card in move.cards] or say("no word yet")
    direction = DIRECTION_NAMES[DIRECTIONS.index(move.direction)]
    title = say("Move {n}, {direction}: {words}", n=number, direction=direction, words=said)
    if move.stop:
        title = say(
            "Move {n}, {direction}, to {place}: {words}",
            n=number,
            direction=direction,
            place=town.city.space_title(BY_NAME[move.stop]),
            words=said,
        )
    return kit.node(f"move:{number}", "clue", parts, title=title), *_cards_under(town, move, y, height)


def _cards_under(town: Town, move: Move, y: float, height: float) -> Iterator[Node]:
    lines, wide = _lines(move), 424 / COLUMNS
    high = (height - 11) / lines
    places = kit.grid(len(move.cards), COLUMNS, 92, y + 4, wide, high)
    for card, (x, top) in zip(move.cards, places, strict=True):
        said = town.said(card)
        parts = _card(said, "white" if card.white else "black", wide - 2, high - 2)
        yield kit.node(f"card:{card.word}", "clue", parts, x, top, layer=1, title=said)


def _card(text: str, colour: str, w: float, h: float) -> tuple[Part, ...]:
    """A side of a word card: the word as large as it goes, on two lines where it is long."""
    text, room = told(text), w - 4
    rows = 2 if h > 2.1 * READABLE and kit.width(text, 17, True) > room else 1
    bold = max(kit.width(row, READABLE, True) for row in kit.wrapped(text, room, READABLE, True)) <= room
    size = max(READABLE, min(17, h * 0.42 * (3 - rows)))
    words = kit.block(
        w / 2, h / 2, text, room, size, rows=rows, leading=1, bold=bold, role=f"on-{colour}", smallest=READABLE
    )
    return (kit.card(w, h, f"{colour}-card", 5), *words)


@kit.kept
def _next_arrow(number: int, top: float, height: float) -> Node:
    """An arrow that is not used yet, to be dragged to a stop on the board."""
    y = top + height / 2 - 2
    text = say("drag to the next stop, or choose it on the board")
    parts = (
        Circle(26, y, 17, "spare"),
        Text(26, y, str(number), 18, bold=True, role="soft"),
        kit.line(56, y, text, 15, role="soft", most=450, smallest=READABLE),
    )
    return kit.node("next", "clue", parts, title=say("Arrow {n}, not used yet", n=number))


@kit.kept
def _unused(town: Town, unused: Sequence[str]) -> Node:
    words = [town.label(word) for word in unused] or say("none")
    text = say("Words not used: {words}", words=words)
    return kit.node(
        "clue:unused", "clue", kit.block(14, 193, text, 492, 14, "start", rows=1, role="soft", smallest=READABLE)
    )


def arrow(direction: str, x: float, y: float) -> str:
    """An arrow shape that points in a direction."""
    shape = [(0, -15), (13, 0), (5, 0), (5, 15), (-5, 15), (-5, 0), (-13, 0)]
    for _ in range(DIRECTIONS.index(direction)):
        shape = [(-b, a) for a, b in shape]
    return "M" + "L".join(f"{x + a:.0f} {y + b:.0f}" for a, b in shape) + "Z"


BUTTONS = {"done": (10, 170), "back": (190, 120), "clear": (320, 190)}
"""Notation: place and width."""


def _buttons(view: View) -> Iterator[Node]:
    for offer in view.legal:
        if offer.notation in BUTTONS:
            x, width = BUTTONS[offer.notation]
            parts = kit.button(offer.label, width, 32, lit=offer.notation == "done")
            yield kit.node(f"button:{offer.notation}", "clue", parts, x, 207, title=offer.label)


# ---------------------------------------------------------------------- the hand


def _hand(town: Town, view: View, table: Table) -> Iterator[Node]:
    """The viewer's words in hand: each card is a white half ("describes it") above a black one ("does not")."""
    yield _ground("hand", 518, 155)
    if view.viewer is None:
        text = say("Hands are hidden from spectators.")
        yield _instead("hand", text, 78)
        return
    words = table.seats[view.viewer].unused or ()
    for word, at in zip(words, kit.grid(len(words), 5, 7, 5, CARD_W + 2, CARD_H + 4), strict=True):
        yield from _word(town, word, *at)


@kit.kept
def _word(town: Town, word: str, x: float, y: float) -> tuple[Node, Node]:
    white, black = town.said(Card(word, white=True)), town.said(Card(word, white=False))
    return (
        kit.node(
            f"say:{word}",
            "hand",
            _card(white, "white", CARD_W, CARD_H / 2),
            x,
            y,
            title=say("{word}: the word describes the stop", word=white),
        ),
        kit.node(
            f"not:{word}",
            "hand",
            _card(black, "black", CARD_W, CARD_H / 2),
            x,
            y + CARD_H / 2,
            title=say("{word}: the word does not describe the stop", word=black),
        ),
    )


# ---------------------------------------------------------------------- the team


def _team(view: View, table: Table) -> Iterator[Node]:
    """Score track with the souvenirs, and a line for each seat."""
    yield _ground("team", 534, 132)
    yield from _track(table.souvenir_places, table.score, table.souvenirs, table.day)
    for number, seat in enumerate(table.seats):
        yield _seat_line(view.names[number], number, seat, _doing(view, table, number, seat))


@kit.kept
def _track(places: tuple[int, ...], score: int, souvenirs: int, day: int) -> tuple[Node, ...]:
    last = max(places[-1], score)
    step = 514 / (last + 1)
    boxes = [
        Rect(x, 28, step - 1, 11, 2, "reached" if point <= score else "track")
        for point, x in enumerate(kit.row(last + 1, 10, step))
    ]
    text = say("Day {day}: {n:point|points}, {found} of 6 souvenirs", day=day, n=score, found=souvenirs)
    return (
        kit.node("track", "team", boxes, title=say("Score {score} of {most}", score=score, most=last)),
        *(
            _souvenir(number, place, place <= score, 10 + step * (place + 0.5))
            for number, place in enumerate(places, 1)
        ),
        kit.node("score", "team", (kit.line(12, 52, text, 15, bold=True, most=510, smallest=READABLE),)),
    )


def _souvenir(number: int, place: int, got: bool, x: float) -> Node:
    sign = Text(0, 0, "★" if got else str(place), READABLE, bold=True, role="ink")
    parts = (Circle(0, 0, 12, "reached" if got else "souvenir"), sign)
    title = say("Golden souvenir {n} at {place:point|points}", n=number, place=place)
    if got:
        title = say("Golden souvenir {n} at {place:point|points}, taken", n=number, place=place)
    return kit.node(f"souvenir:{number}", "team", parts, min(x, 520), 15, layer=1, title=title)


def _doing(view: View, table: Table, number: int, seat: Seat) -> str:
    """What a seat is at, in a word or two."""
    if table.phase == "over":
        return say("home again")
    if seat.stage == "planning" and seat.done:
        return say("ready")
    if table.phase == "prepare":
        return say("getting ready")
    if table.phase in ("guess", "decide") and number in view.to_act:
        return say("guessing") if table.phase == "guess" else say("deciding")
    return stage(seat)


def stage(seat: Seat) -> str:
    """How far a seat's day is."""
    return say(STAGES[seat.stage] if seat.travels else LOCAL)


@kit.kept
def _seat_line(name: str, number: int, seat: Seat, doing: str) -> Node:
    day_1, day_2 = seat.gained
    parts: list[Part] = [
        Circle(19, 11, 11, f"seat-{number}"),
        Text(19, 11, str(number + 1), 14, bold=True, role="on-seat"),
        kit.line(34, 11, name, 14, bold=True, most=86, smallest=READABLE),
        kit.line(123, 11, doing, 14, role="soft", most=104, smallest=READABLE),
    ]
    if seat.map is None:
        parts.append(Text(258, 11, f"{day_1}+{day_2}", READABLE, "end", role="ink"))
    if seat.map is not None:
        parts += _small_map(seat, 233)
    title = say(
        "{who}: {doing}, {one:point|points} on day 1, {two} on day 2", who=name, doing=doing, one=day_1, two=day_2
    )
    return kit.node(f"seat:{number}", "team", parts, 264 * (number // 3), 62 + 23.5 * (number % 3), title=title)


def _small_map(seat: Seat, x: float) -> list[Part]:
    """A map side that may be seen."""
    parts: list[Part] = [Rect(x, 0, 22, 22, 2, "track")]
    for points, space in map_symbols(seat.map):
        row, column = divmod(space, SIZE)
        radius, role = (2.0, "two") if points == 2 else (1.4, "one")
        parts.append(Circle(x + 2 + 3 * column, 2 + 3 * row, radius, role))
    return parts
