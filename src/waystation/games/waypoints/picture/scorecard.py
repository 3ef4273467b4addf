"""The score card region: tracks with circled spaces, water, specials, journal and goals."""

from __future__ import annotations

from collections.abc import Iterator

from waystation.engine import Circle, Line, Node, Part, Rect, Text, Use, View, kit
from waystation.engine.words import Arg, mark, say, term
from waystation.games.waypoints.components import (
    ANIMAL_POINTS,
    COLLECTION_POINTS,
    GOAL_BONUS,
    GOAL_EACH,
    GOALS,
    LENGTHS,
    MULTIPLIERS,
    SYMBOL_SPACES,
    TRACKS,
    TRIG_POINTS,
    WATER_SPACES,
)
from waystation.games.waypoints.knowledge import EntryView, HikerView, SpecialView, TableView
from waystation.games.waypoints.reading import said

CARD_WIDTH = 368.0
CARD_HEIGHT = 604.0

_STEP = 31.0
_ANIMAL_NUMBERS = ("1", "", "4", "6", "", "12", "16", "20", "25", "30")
_TRIG_NUMBERS = ("5", "11", "18", "26", "35")
_COLLECTION_NUMBERS = ("", "", "", "5", "15")
_SYMBOLS = {"bear": "kayak", "rabbit": "coat", "bird": "glider"}
_PLACES = {
    "bear": (0, 58),
    "rabbit": (0, 96),
    "bird": (0, 134),
    "mountain": (0, 178),
    "lookout": (0, 222),
    "gear": (184, 222),
    "trig": (0, 260),
}
_LABELS = {
    "types": mark("1 per type"),
    "most": mark("2 per one type"),
    "pairs": mark("3 per type twice"),
    "squares": mark("1 per 2 squares"),
}
_FORMULA = {"types": "1/≠", "most": "2/=", "pairs": "3/2×", "squares": "½ □"}


def card_nodes(view: View, table: TableView, seat: int) -> Iterator[Node]:
    """The card of the seat that is shown large."""
    me = table.hikers[seat]
    yield Node("card", "card", (kit.panel(CARD_WIDTH, CARD_HEIGHT, r=8),))
    yield _heading(view, table, seat)
    for track in TRACKS:
        yield _track(track, me)
    yield _total(view, seat)
    yield _water(me)
    for place, special in enumerate(me.specials):
        yield _special(place, special)
    yield Node("journal", "card", (kit.line(14, 452, say("Journal"), 11, bold=True, most=300),), layer=1)
    for place, entry in enumerate(me.journal):
        yield _entry(place, entry)
    yield Node("goal", "card", (kit.line(14, 540, say("Goal"), 11, bold=True, most=300),), layer=1)
    for place in range(len(GOALS)):
        yield _goal(place, table, me)


HEADING = mark("Hike {hike} · space {space} · {n:point|points}")


def _heading(view: View, table: TableView, seat: int) -> Node:
    words: dict[str, Arg] = {"hike": table.hike, "space": table.marker, "n": table.movement}
    parts = (
        kit.line(14, 18, view.names[seat], 15, bold=True, most=150),
        kit.line(CARD_WIDTH - 14, 18, say(HEADING, **words), 12, "end", role="faint", most=180),
        Line(14, 32, CARD_WIDTH - 14, 32, role="frame-line"),
    )
    return Node("heading", "card", parts, layer=1)


def _track(track: str, me: HikerView) -> Node:
    x, y = _PLACES[track]
    count = me.marks[track]
    parts: list[Part] = [Use(track, 20, 0, 22, role=f"icon-{track}")]
    for space in range(LENGTHS[TRACKS.index(track)]):
        cx = 52 + space * (_STEP if track not in ("lookout", "gear") else 26)
        on = space < count
        if track == "mountain":
            parts += _box(cx, space, me)
            continue
        parts.append(Circle(cx, 0, 11.5 if LENGTHS[TRACKS.index(track)] == 5 else 12.5, role="box-on" if on else "box"))
        parts += _inside(track, space, cx, on)
    return Node(f"track:{track}", "card", tuple(parts), x, y, layer=1, title=_track_title(track, me))


def _track_title(track: str, me: HikerView) -> str:
    """What is circled, what that counts, and what comes next: all that the row shows."""
    place, name, number = TRACKS.index(track), term(track), me.marks[track]
    words: dict[str, Arg] = {"track": name, "n": number, "of": LENGTHS[place]}
    if track == "mountain":
        if not me.heights:
            return said("{track} track: nothing written, {of:box|boxes}", **words)
        return said("{track} track: {list} written, {n} of {of:box|boxes}", **words, list=list(me.heights))
    points = {"trig": TRIG_POINTS, "lookout": COLLECTION_POINTS, "gear": COLLECTION_POINTS}.get(track, ANIMAL_POINTS)
    return said("{track} track: {n} of {of} circled, {points:point|points}", **words, points=points[number])


def _inside(track: str, space: int, x: float, on: bool) -> Iterator[Part]:
    role = "icon-on-dark" if on else "ink"
    if track in _SYMBOLS:
        if space + 1 in SYMBOL_SPACES:
            yield Use(_SYMBOLS[track], x, 0, 17, role="icon-on-dark" if on else "icon")
        else:
            yield Text(x, 0, _ANIMAL_NUMBERS[space], 12, bold=on, role=role)
    elif track == "trig":
        yield Text(x, 0, _TRIG_NUMBERS[space], 12, bold=on, role=role)
    else:
        number = _COLLECTION_NUMBERS[space]
        yield Use(
            "camera" if track == "lookout" else "backpack",
            x,
            -3 if number else 0,
            14 if number else 16,
            role=role if on else "icon",
        )
        if number:
            yield Text(x, 7, number, 8, bold=True, role=role)


def _box(x: float, space: int, me: HikerView) -> Iterator[Part]:
    written = space < len(me.heights)
    yield Rect(x - 12.5, -13, 25, 26, 3, role="box-on" if written else "box")
    if written:
        yield Text(x, 0, str(me.heights[space]), 12, bold=True, role="on-mark")
    if MULTIPLIERS[space] > 1:
        yield Text(x, 20, f"×{MULTIPLIERS[space]}", 9, role="faint")


def _total(view: View, seat: int) -> Node:
    parts = (
        kit.line(0, -9, say("Total"), 11, "middle", role="faint", most=90),
        Text(0, 8, str(view.sheets[seat].total), 22, bold=True, role="ink"),
    )
    return Node(
        "total",
        "card",
        parts,
        CARD_WIDTH - 60,
        260,
        layer=1,
        title=said("{n:point|points} so far", n=view.sheets[seat].total),
    )


def _water(me: HikerView) -> Node:
    parts: list[Part] = [kit.line(14, 0, say("Water"), 11, bold=True, most=42, smallest=7)]
    for space in range(WATER_SPACES):
        row, column = divmod(space, 10)
        x, y = 66 + column * 22, row * 26
        parts.append(Use("drop", x, y, 19, role="water" if space < me.water else "water-open"))
        if space < me.drunk:
            parts.append(Line(x - 8, y + 8, x + 8, y - 8, role="strike"))
    held = me.water - me.drunk
    parts.append(Text(CARD_WIDTH - 28, 13, str(held), 20, bold=True, role="ink"))
    template = mark("{held} water in hand; {n} of {of} circled, {drunk} crossed out")
    title = said(template, held=held, n=me.water, of=WATER_SPACES, drunk=me.drunk)
    return Node("water", "card", tuple(parts), 0, 308, layer=1, title=title)


def _special(place: int, special: SpecialView) -> Node:
    x = 52 + place * 88
    free = special.gained - special.used
    parts: list[Part] = [
        Rect(-40, -26, 80, 52, 6, role="box-chosen" if special.ready else "box"),
        Use(special.key, -16, 0, 30, role="icon" if free else "icon-faint"),
        Text(20, -5, str(free), 17, bold=True, role="ink"),
        kit.line(20, 13, say("now") if special.ready else "", 8, "middle", role="faint", most=36, smallest=6),
    ]
    template = mark("{special}: {n} to use, {ready} of them this turn; {used} crossed out")
    title = said(template, special=term(special.key), n=free, ready=special.ready, used=special.used)
    return Node(f"special:{special.key}", "card", tuple(parts), x, 398, layer=1, title=title)


def _entry(place: int, entry: EntryView) -> Node:
    x = 52 + place * 88
    done = entry.points is not None
    points = entry.points if done else entry.now
    now = str(points) if done else say("now {points}", points=entry.now)
    parts: list[Part] = [
        Rect(-40, -22, 80, 50, 6, role="box-on" if done else "box"),
        Text(0, -11, _FORMULA[entry.key], 13, bold=True, role="on-mark" if done else "ink"),
        kit.line(0, 5, now, 15 if done else 11, "middle", bold=done, role="on-mark" if done else "ink", most=76),
        kit.line(0, 20, say(_LABELS[entry.key]), 8, "middle", role="on-mark" if done else "faint", most=76, smallest=6),
    ]
    template = mark("Journal, {entry}: scored {points}" if done else "Journal, {entry}: would score {points} now")
    title = said(template, entry=say(_LABELS[entry.key]), points=points or 0)
    return Node(f"journal:{entry.key}", "card", tuple(parts), x, 484, layer=1, title=title)


def _goal(place: int, table: TableView, me: HikerView) -> Node:
    key = GOALS[place]
    chosen = table.goal == key
    have, whole = me.goals[key]
    role = "ink" if chosen else "faint"
    each = say("{n} each, +{bonus} for all", n=GOAL_EACH[place], bonus=GOAL_BONUS)
    parts: list[Part] = [
        Rect(-40, -20, 80, 46, 6, role="box-chosen" if chosen else "box"),
        kit.line(0, -8, say("{goal^}", goal=term(key)), 11, "middle", bold=chosen, role=role, most=76),
        Text(0, 6, f"{have} / {whole}", 12, bold=chosen, role=role),
        kit.line(0, 19, each, 8, "middle", role=role, most=76, smallest=6),
    ]
    template = mark("Goal {goal}: {n} of {of}, this game" if chosen else "Goal {goal}: {n} of {of}, not in this game")
    title = said(template, goal=term(key), n=have, of=whole)
    return Node(f"goal:{key}", "card", tuple(parts), 52 + place * 88, 570, layer=1, title=title)
