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
from waystation.games.waypoints.view import EntryView, SpecialView, TableView

CARD_WIDTH = 340.0
CARD_HEIGHT = 724.0

READABLE = 13.6
"""No text on the card is set smaller: in a window 1280 wide that is 10 pixels."""

_STEP = 29.0
_FIRST = 57.0
_ANIMAL_NUMBERS = ("1", "", "4", "6", "", "12", "16", "20", "25", "30")
_TRIG_NUMBERS = ("5", "11", "18", "26", "35")
_COLLECTION_NUMBERS = ("", "", "", "5", "15")
_SYMBOLS = {"bear": "kayak", "rabbit": "coat", "bird": "glider", "lookout": "camera", "gear": "backpack"}
_PLACES = {
    "bear": (0, 84),
    "rabbit": (0, 118),
    "bird": (0, 152),
    "mountain": (0, 189),
    "lookout": (0, 239),
    "gear": (170, 239),
    "trig": (0, 287),
}
_LABELS = {
    "types": mark("1 per type"),
    "most": mark("2 per one type"),
    "pairs": mark("3 per type twice"),
    "squares": mark("1 per 2 squares"),
}
_FORMULA = {"types": "1/≠", "most": "2/=", "pairs": "3/2×", "squares": "½ □"}
_BOX = (153.0, 48.0)
"""Width and height of a box of the journal and of a goal; there are two in a row."""


def card_nodes(view: View, table: TableView, seat: int) -> Iterator[Node]:
    """The card of the seat that is shown large."""
    me = table.hikers[seat]
    yield from _paper()
    yield _heading(view.names[seat], table.hike, table.marker, table.movement)
    yield _total(view.sheets[seat].total)
    for track in TRACKS:
        yield _track(track, me.marks[track], me.heights if track == "mountain" else ())
    yield _water(me.water, me.drunk)
    for place, special in enumerate(me.specials):
        yield _special(place, special)
    for place, entry in enumerate(me.journal):
        yield _entry(place, entry)
    for place, key in enumerate(GOALS):
        yield _goal(place, table.goal == key, *me.goals[key])


@kit.kept
def _paper() -> tuple[Node, ...]:
    heads = (("journal", say("Journal"), 468), ("goal", say("Goal"), 602))
    ground = (
        Rect(3, 5, CARD_WIDTH - 2, CARD_HEIGHT - 4, 10, "shade"),
        kit.panel(CARD_WIDTH - 2, CARD_HEIGHT - 4, r=10),
    )
    rules = (kit.rule(14, y, CARD_WIDTH - 16) for y in (61, 311, 379, 453, 586))
    return (
        kit.node("card", "card", (*ground, *rules)),
        *(
            kit.node(name, "card", (kit.line(16, y, text, 15, bold=True, most=300),), layer=1)
            for name, text, y in heads
        ),
    )


HEADING = mark("Hike {hike} · space {space} · {n:point|points}")


@kit.kept
def _heading(name: str, hike: int, space: int, points: int) -> Node:
    text = say(HEADING, hike=hike, space=space, n=points)
    parts = (
        kit.line(16, 24, name, 19, bold=True, most=240, smallest=READABLE),
        kit.line(16, 48, text, 14.5, role="soft", most=245, smallest=READABLE),
    )
    return kit.node("heading", "card", parts, layer=1)


@kit.kept
def _total(points: int) -> Node:
    parts = (
        Rect(-36, -25, 72, 50, 10, "box-chosen"),
        kit.line(0, -11, say("Total"), READABLE, "middle", role="ink", most=66, smallest=READABLE),
        Text(0, 9, str(points), 24, bold=True, role="ink"),
    )
    return kit.node(
        "total", "card", parts, CARD_WIDTH - 52, 34, layer=1, title=say("{n:point|points} so far", n=points)
    )


@kit.kept
def _track(track: str, count: int, heights: tuple[int, ...]) -> Node:
    x, y = _PLACES[track]
    narrow = track in ("lookout", "gear")
    spaces = kit.row(LENGTHS[TRACKS.index(track)], 48 if narrow else _FIRST, 24.5 if narrow else _STEP)
    parts: list[Part] = [Use(track, 25, 0, 27, role=f"icon-{track}")]
    for space, cx in enumerate(spaces):
        if track == "mountain":
            parts += _box(cx, space, heights)
        else:
            parts.append(Circle(cx, 0, 11.5 if narrow else 13.5, role="box-on" if space < count else "box"))
            parts += _inside(track, space, cx, space < count)
    return kit.node(f"track:{track}", "card", parts, x, y, layer=1, title=_track_title(track, count, heights))


def _track_title(track: str, count: int, heights: tuple[int, ...]) -> str:
    """What is circled, what that counts, and what comes next: all that the row shows."""
    words: dict[str, Arg] = {"track": term(track), "n": count, "of": LENGTHS[TRACKS.index(track)]}
    if track == "mountain":
        if not heights:
            return say("{track} track: nothing written, {of:box|boxes}", **words)
        return say("{track} track: {list} written, {n} of {of:box|boxes}", **words, list=list(heights))
    points = {"trig": TRIG_POINTS, "lookout": COLLECTION_POINTS, "gear": COLLECTION_POINTS}.get(track, ANIMAL_POINTS)
    return say("{track} track: {n} of {of} circled, {points:point|points}", **words, points=points[count])


def _inside(track: str, space: int, x: float, on: bool) -> Iterator[Part]:
    """What stands in a space: what it brings, or the points; below it the points of a collection."""
    icon = "icon-on-dark" if on else "icon"
    if track in ("lookout", "gear"):
        yield Use(_SYMBOLS[track], x, 0, 15, role=icon)
        yield Text(x, 21, _COLLECTION_NUMBERS[space], READABLE, bold=True, role="soft")
    elif track != "trig" and space + 1 in SYMBOL_SPACES:
        yield Use(_SYMBOLS[track], x, 0, 19, role=icon)
    else:
        number = (_TRIG_NUMBERS if track == "trig" else _ANIMAL_NUMBERS)[space]
        yield Text(x, 0, number, 14, bold=on, role="on-mark" if on else "ink")


def _box(x: float, space: int, heights: tuple[int, ...]) -> Iterator[Part]:
    written = space < len(heights)
    yield Rect(x - 13.5, -14, 27, 28, 4, role="box-on" if written else "box")
    if written:
        yield Text(x, 0, str(heights[space]), 14, bold=True, role="on-mark")
    if MULTIPLIERS[space] > 1:
        yield Text(x, 23, f"×{MULTIPLIERS[space]}", READABLE, bold=True, role="soft")


@kit.kept
def _water(water: int, drunk: int) -> Node:
    held = water - drunk
    parts: list[Part] = [Use("drop", 26, 10, 34, role="water"), Text(26, 16, str(held), 15, bold=True, role="ink")]
    for space, (x, y) in enumerate(kit.grid(WATER_SPACES, 10, _FIRST, -3, _STEP, 28)):
        parts.append(Use("drop", x, y, 22, role="water" if space < water else "water-open"))
        if space < drunk:
            parts.append(Line(x - 9, y + 9, x + 9, y - 9, role="strike"))
    template = mark("{held} water in hand; {n} of {of} circled, {drunk} crossed out")
    title = say(template, held=held, n=water, of=WATER_SPACES, drunk=drunk)
    return kit.node("water", "card", parts, 0, 333, layer=1, title=title)


@kit.kept
def _special(place: int, special: SpecialView) -> Node:
    free = special.gained - special.used
    ready = say("now") if special.ready else ""
    parts = (
        Rect(-36, -31, 72, 62, 8, role="box-chosen" if special.ready else "box"),
        Use(special.key, -13, -9 if special.ready else 0, 36, role="icon" if free else "icon-faint"),
        Text(21, -9 if special.ready else 0, str(free), 20, bold=True, role="ink"),
        kit.line(0, 22, ready, READABLE, "middle", role="soft", most=66, smallest=READABLE),
    )
    template = mark("{special}: {n} to use, {ready} of them this turn; {used} crossed out")
    title = say(template, special=term(special.key), n=free, ready=special.ready, used=special.used)
    return kit.node(f"special:{special.key}", "card", parts, 51 + place * 79, 416, layer=1, title=title)


def _in_rows(place: int, top: float) -> tuple[float, float]:
    """Where a box of the journal or of a goal stands: two in a row."""
    return 14 + place % 2 * (_BOX[0] + 6), top + place // 2 * (_BOX[1] + 5)


@kit.kept
def _entry(place: int, entry: EntryView) -> Node:
    points = entry.now if entry.points is None else entry.points
    done = entry.points is not None
    now = str(points) if done else say("now {points}", points=entry.now)
    ink, soft = ("on-mark", "on-mark") if done else ("ink", "soft")
    parts = (
        Rect(0, 0, *_BOX, 8, role="box-on" if done else "box"),
        Text(10, 16, _FORMULA[entry.key], 16, "start", True, ink),
        kit.line(_BOX[0] - 10, 16, now, 18 if done else 14, "end", bold=done, role=ink, most=76, smallest=READABLE),
        kit.line(10, 36, say(_LABELS[entry.key]), 14, role=soft, most=_BOX[0] - 16, smallest=READABLE),
    )
    template = mark("Journal, {entry}: scored {points}" if done else "Journal, {entry}: would score {points} now")
    title = say(template, entry=say(_LABELS[entry.key]), points=points or 0)
    return kit.node(f"journal:{entry.key}", "card", parts, *_in_rows(place, 480), layer=1, title=title)


@kit.kept
def _goal(place: int, chosen: bool, have: int, whole: int) -> Node:
    key = GOALS[place]
    role = "ink" if chosen else "soft"
    each = say("{n} each, +{bonus} for all", n=GOAL_EACH[place], bonus=GOAL_BONUS)
    parts = (
        Rect(0, 0, *_BOX, 8, role="box-chosen" if chosen else "box"),
        kit.line(10, 16, say("{goal^}", goal=term(key)), 15, bold=chosen, role=role, most=82, smallest=READABLE),
        Text(_BOX[0] - 10, 16, f"{have} / {whole}", 14, "end", chosen, role),
        kit.line(10, 36, each, READABLE, role=role, most=_BOX[0] - 12, smallest=READABLE),
    )
    template = mark("Goal {goal}: {n} of {of}, this game" if chosen else "Goal {goal}: {n} of {of}, not in this game")
    title = say(template, goal=term(key), n=have, of=whole)
    return kit.node(f"goal:{key}", "card", parts, *_in_rows(place, 613), layer=1, title=title)
