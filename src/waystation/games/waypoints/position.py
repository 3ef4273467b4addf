"""The table part of a position document: names of waypoints, numbers of lakes, woods and bridges, names of squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, Struct, UnsetType

from waystation.engine import NotationError, PositionError

from .card import GOALS, HIKES, JOURNAL, LENGTHS, MOUNTAIN, SIDE, SPECIALS, TRACKS, WATER_SPACES, gained
from .graph import bits
from .hiker import Ask, Hiker
from .sheet import square_name

if TYPE_CHECKING:
    from .state import WaypointsState

Goal = Literal["lakes", "woods", "squares", "bridges"]


class LegDoc(Struct, frozen=True, forbid_unknown_fields=True):
    """A route drawn earlier: on which hike, from where to where, by which actions."""

    hike: int
    start: str
    end: str
    moves: list[str]


class HikerDoc(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's sheet. Whatever is left out stays as it is in the seeded set-up.

    `marks` gives circled spaces by track, `used` crossed-out specials, `ready` those usable this turn (default: all
    that are circled and not crossed out). `walk` is the route under way; `at` and `afloat` say where it has come.
    """

    here: str | UnsetType = UNSET
    visited: list[str] | UnsetType = UNSET
    photos: list[str] | UnsetType = UNSET
    marks: dict[str, int] | UnsetType = UNSET
    heights: list[int] | UnsetType = UNSET
    water: int | UnsetType = UNSET
    drunk: int | UnsetType = UNSET
    used: dict[str, int] | UnsetType = UNSET
    ready: dict[str, int] | UnsetType = UNSET
    lakes: list[int] | UnsetType = UNSET
    woods: list[int] | UnsetType = UNSET
    bridges: list[int] | UnsetType = UNSET
    squares: list[str] | UnsetType = UNSET
    journal: dict[str, int] | UnsetType = UNSET
    ends: list[str] | UnsetType = UNSET
    legs: list[LegDoc] | UnsetType = UNSET
    hike_squares: list[str] | UnsetType = UNSET
    visits: dict[str, int] | UnsetType = UNSET
    doing: list[str] | UnsetType = UNSET
    walk: list[str] | UnsetType = UNSET
    at: str | UnsetType = UNSET
    afloat: int | UnsetType = UNSET
    spent: int | UnsetType = UNSET
    coats: int | UnsetType = UNSET
    crossed: list[int] | UnsetType = UNSET
    crossed_twice: list[int] | UnsetType = UNSET
    lakes_due: int | UnsetType = UNSET
    woods_due: int | UnsetType = UNSET


class TableDoc(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shared part, and a sheet for each seat (missing ones stay as set up)."""

    goal: Goal | UnsetType = UNSET
    start: str | UnsetType = UNSET
    hike: int | UnsetType = UNSET
    marker: int | UnsetType = UNSET
    circled: list[list[int]] | UnsetType = UNSET
    hikers: list[HikerDoc] | UnsetType = UNSET


# ---------------------------------------------------------------------- writing


def to_doc(state: WaypointsState) -> TableDoc:
    """The whole table."""
    return TableDoc(
        goal=GOALS[state.goal],
        start=state.game.sheet.waypoints[state.start].id,
        hike=state.hike + 1,
        marker=state.marker,
        circled=[list(side) for side in state.circled],
        hikers=[_hiker_doc(state, me) for me in state.hikers],
    )


def _hiker_doc(state: WaypointsState, me: Hiker) -> HikerDoc:
    game = state.game
    stops = game.sheet.waypoints
    columns = game.sheet.columns
    places = game.sheet.reaches if me.afloat >= 0 else game.sheet.faces

    def names(mask: int) -> list[str]:
        return [stops[w].id for w in bits(mask)]

    def numbers(mask: int) -> list[int]:
        return [n + 1 for n in bits(mask)]

    def squares(mask: int) -> list[str]:
        return [square_name(n, columns) for n in bits(mask)]

    return HikerDoc(
        here=stops[me.here].id,
        visited=names(me.visited),
        photos=names(me.photos),
        marks=dict(zip(TRACKS, me.marks, strict=True)),
        heights=list(me.heights),
        water=me.water,
        drunk=me.drunk,
        used=dict(zip(SPECIALS, me.used, strict=True)),
        ready=dict(zip(SPECIALS, me.ready, strict=True)),
        lakes=numbers(me.lakes),
        woods=numbers(me.woods),
        bridges=numbers(me.bridges),
        squares=squares(me.squares),
        journal={key: points for key, points in zip(JOURNAL, me.journal, strict=True) if points >= 0},
        ends=[stops[w].id for w in me.ends],
        legs=[
            LegDoc(leg[0] + 1, stops[leg[1]].id, stops[leg[2]].id, [game.actions.format(a) for a in leg[3:]])
            for leg in me.legs
        ],
        hike_squares=squares(me.hike_squares),
        visits=dict(zip(TRACKS, me.visits, strict=True)),
        doing=[Ask(ask).name for ask in me.doing],
        walk=[game.actions.format(a) for a in me.trail],
        at=places[me.node].name,
        afloat=me.afloat,
        spent=me.spent,
        coats=me.coats,
        crossed=numbers(me.crossed),
        crossed_twice=numbers(me.crossed_twice),
        lakes_due=me.lakes_due,
        woods_due=me.woods_due,
    )


# ---------------------------------------------------------------------- reading


def from_doc(state: WaypointsState, doc: TableDoc) -> None:
    """Overwrite what the document gives; PositionError names what can't be."""
    if doc.goal is not UNSET:
        state.goal = GOALS.index(doc.goal)
    if doc.hike is not UNSET:
        state.hike = _within(doc.hike, 1, HIKES, "table.hike") - 1
    if doc.marker is not UNSET:
        state.marker = _within(doc.marker, 0, SIDE, "table.marker")
    if doc.circled is not UNSET:
        if len(doc.circled) != HIKES:
            raise PositionError("table.circled", f"expected {HIKES} lists, one for each hike")
        state.circled = [
            [_within(space, 1, SIDE, f"table.circled[{i}]") for space in side] for i, side in enumerate(doc.circled)
        ]
    elif doc.marker is not UNSET or doc.hike is not UNSET:
        state.circled = [[] for _ in range(HIKES)]
        if state.marker:
            state.circled[state.hike].append(state.marker)
    if doc.start is not UNSET:
        _restart(state, _stop(state, doc.start, "table.start"))
    hikers = [] if doc.hikers is UNSET else doc.hikers
    if len(hikers) > len(state.hikers):
        raise PositionError("table.hikers", f"there are {len(state.hikers)} seats, the document has {len(hikers)}")
    for seat, me in enumerate(state.hikers):
        given = hikers[seat] if seat < len(hikers) else HikerDoc()
        _Reader(state, me, f"table.hikers[{seat}]").read(given)


def _restart(state: WaypointsState, start: int) -> None:
    state.start = start
    face = state.game.graph.stop_face[start]
    state.hikers = [Hiker(start, face) for _ in state.hikers]


class _Reader:
    """Fills one sheet from its document."""

    def __init__(self, state: WaypointsState, me: Hiker, path: str) -> None:
        self.state = state
        self.me = me
        self.path = path

    def read(self, doc: HikerDoc) -> None:
        """Places, card and turn, in this order: what may be used this turn follows from the card."""
        from .rules.turn import begin_turn

        self._places(doc)
        self._card(doc)
        if self.state.marker:
            begin_turn(self.state, self.me)
        else:
            self.me.doing = []
        self._turn(doc)

    def _places(self, doc: HikerDoc) -> None:
        me = self.me
        if doc.visited is not UNSET:
            me.visited = self._stops(doc.visited, "visited")
        if doc.here is not UNSET:
            me.here = _stop(self.state, doc.here, f"{self.path}.here")
            me.node = self.state.game.graph.stop_face[me.here]
        me.visited |= 1 << me.here
        if doc.photos is not UNSET:
            me.photos = self._stops(doc.photos, "photos")
        if me.photos & me.visited:
            raise PositionError(f"{self.path}.photos", "a waypoint can't be both visited and photographed")
        sheet = self.state.game.sheet
        for name, most in (("lakes", len(sheet.lakes)), ("woods", len(sheet.woods)), ("bridges", len(sheet.bridges))):
            self._numbers(doc, name, most)
        for name in ("squares", "hike_squares"):
            given = getattr(doc, name)
            if given is not UNSET:
                setattr(me, name, self._squares(given, name))
        if doc.ends is not UNSET:
            me.ends = [_stop(self.state, stop, f"{self.path}.ends") for stop in doc.ends]
        if doc.legs is not UNSET:
            me.legs = [self._leg(leg) for leg in doc.legs]

    def _card(self, doc: HikerDoc) -> None:
        me = self.me
        for name, keys in (("marks", TRACKS), ("used", SPECIALS), ("visits", TRACKS)):
            self._table(doc, name, keys)
        for track, count in enumerate(me.marks):
            _within(count, 0, LENGTHS[track], f"{self.path}.marks.{TRACKS[track]}")
        if doc.heights is not UNSET:
            me.heights = [_within(v, 0, 99, f"{self.path}.heights") for v in doc.heights]
        if doc.marks is not UNSET and doc.heights is UNSET and me.marks[MOUNTAIN] != len(me.heights):
            raise PositionError(f"{self.path}.heights", "say which numbers are written on the mountain track")
        me.marks[MOUNTAIN] = len(me.heights)
        if me.marks[MOUNTAIN] > LENGTHS[MOUNTAIN]:
            raise PositionError(f"{self.path}.heights", f"there are {LENGTHS[MOUNTAIN]} boxes")
        if doc.water is not UNSET:
            me.water = _within(doc.water, 0, WATER_SPACES, f"{self.path}.water")
        if doc.drunk is not UNSET:
            me.drunk = doc.drunk
        _within(me.drunk, 0, me.water, f"{self.path}.drunk")
        if doc.journal is not UNSET:
            me.journal = [-1] * len(JOURNAL)
            for key, points in doc.journal.items():
                if key not in JOURNAL or points < 0:
                    raise PositionError(
                        f"{self.path}.journal.{key}", f"expected points for one of {', '.join(JOURNAL)}"
                    )
                me.journal[JOURNAL.index(key)] = points
        for got, used, name in zip(gained(me.marks), me.used, SPECIALS, strict=True):
            _within(used, 0, got, f"{self.path}.used.{name}")

    def _turn(self, doc: HikerDoc) -> None:
        me, game = self.me, self.state.game
        self._table(doc, "ready", SPECIALS)
        for name in ("afloat", "spent", "coats", "lakes_due", "woods_due"):
            given = getattr(doc, name)
            if given is not UNSET:
                setattr(me, name, _within(given, -1 if name == "afloat" else 0, 99, f"{self.path}.{name}"))
        for name in ("crossed", "crossed_twice"):
            self._numbers(doc, name, len(game.sheet.bridges))
        if doc.walk is not UNSET:
            me.trail = self._actions(doc.walk, "walk")
        if doc.at is not UNSET:
            places = [p.name for p in (game.sheet.reaches if me.afloat >= 0 else game.sheet.faces)]
            if doc.at not in places:
                raise PositionError(f"{self.path}.at", f"{doc.at!r} is no {'reach' if me.afloat >= 0 else 'face'}")
            me.node = places.index(doc.at)
        if doc.doing is not UNSET:
            try:
                me.doing = [int(Ask[name]) for name in doc.doing]
            except KeyError as error:
                known = ", ".join(ask.name for ask in Ask)
                raise PositionError(f"{self.path}.doing", f"{error} is none of {known}") from None

    def _table(self, doc: HikerDoc, name: str, keys: Sequence[str]) -> None:
        given = getattr(doc, name)
        if given is UNSET:
            return
        values = getattr(self.me, name)
        for key, count in given.items():
            if key not in keys:
                raise PositionError(f"{self.path}.{name}.{key}", f"expected one of {', '.join(keys)}")
            values[keys.index(key)] = _within(count, 0, 99, f"{self.path}.{name}.{key}")

    def _numbers(self, doc: HikerDoc, name: str, most: int) -> None:
        given = getattr(doc, name)
        if given is not UNSET:
            numbers = {_within(n, 1, most, f"{self.path}.{name}") for n in given}
            setattr(self.me, name, sum(1 << n - 1 for n in numbers))

    def _stops(self, names: Sequence[str], field: str) -> int:
        found = 0
        for name in names:
            found |= 1 << _stop(self.state, name, f"{self.path}.{field}")
        return found

    def _squares(self, names: Sequence[str], field: str) -> int:
        sheet = self.state.game.sheet
        known = [square_name(n, sheet.columns) for n in range(sheet.columns * sheet.rows)]
        for name in names:
            if name not in known:
                raise PositionError(
                    f"{self.path}.{field}", f"{name!r} is no square; squares run from A1 to {known[-1]}"
                )
        return sum(1 << known.index(name) for name in set(names))

    def _leg(self, leg: LegDoc) -> tuple[int, ...]:
        ends = [_stop(self.state, name, f"{self.path}.legs") for name in (leg.start, leg.end)]
        return (_within(leg.hike, 1, HIKES, f"{self.path}.legs") - 1, *ends, *self._actions(leg.moves, "legs"))

    def _actions(self, texts: Sequence[str], field: str) -> list[int]:
        try:
            return [self.state.game.actions.parse(text) for text in texts]
        except NotationError as error:
            raise PositionError(f"{self.path}.{field}", str(error)) from error


def _stop(state: WaypointsState, name: str, path: str) -> int:
    index = state.game.graph.stop_index.get(name)
    if index is None:
        raise PositionError(path, f"there is no waypoint {name!r} on this map")
    return index


def _within(value: int, least: int, most: int, path: str) -> int:
    if not least <= value <= most:
        raise PositionError(path, f"expected {least} to {most}, got {value}")
    return value
