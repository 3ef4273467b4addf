"""The table as a keyed scene: the sheet within its weather ring, the score card, and the other players' sheets."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

import msgspec

from waystation.engine import Circle, Line, Node, Part, Path, Rect, Region, Scene, Text, Use, View, kit
from waystation.engine.scene import Gesture
from waystation.engine.words import Arg, current, mark, said, say, term
from waystation.games.waypoints.actions import Moves
from waystation.games.waypoints.components import HIKES, SIDE
from waystation.games.waypoints.mapfile import TYPES
from waystation.games.waypoints.pencil import Pencil
from waystation.games.waypoints.sheet import MARGIN as MARGIN
from waystation.games.waypoints.sheet import SCALE, Sheet, Waypoint, square_name
from waystation.games.waypoints.view import HikerView, LegView, TableView

from .key import KEY_HEIGHT, key_nodes
from .look import HIKE_ROLES
from .scorecard import CARD_HEIGHT, CARD_WIDTH, READABLE, card_nodes

XY = tuple[float, float]
RADIUS = 8.5
"""Radius of a waypoint."""
ICON = 13.5
LEFT = 862.0
"""Width of the map, in units of the card; a high one is narrower."""
HIGH = 740.0
"""Most height of the map, in the same units."""
GAP = 8.0
_REMEMBERED = 500
"""Parts of scenes that are kept."""
_WEATHER_SYMBOL = {1: "snow", 2: "rain", 3: "fog", 4: "cloud", 5: "sun"}


class Picture:
    """Draws the views of games on one map; the parts that never change are made once."""

    def __init__(self, sheet: Sheet, moves: Moves, pencil: Pencil | None = None) -> None:
        self.sheet = sheet
        self.width = sheet.columns * SCALE
        self.height = sheet.rows * SCALE
        self.pencil = pencil or Pencil(sheet, moves)
        self.scale = min(LEFT / (self.width + 2 * MARGIN), HIGH / (self.height + 2 * MARGIN))
        self.letters = READABLE / self.scale
        self.faces = {face.name: face for face in sheet.faces}
        self.reaches = {reach.name: reach for reach in sheet.reaches}
        self.stops = {stop.id: stop for stop in sheet.waypoints}
        self.grid = "".join(f"M{x} 0V{self.height}" for x in range(0, self.width + 1, SCALE))
        self.grid += "".join(f"M0 {y}H{self.width}" for y in range(0, self.height + 1, SCALE))
        self._drawn: dict[tuple[Hashable, ...], tuple[Node, ...]] = {}

    def draw(self, view: View) -> Scene:
        """The scene for a view; a spectator sees the first seat's sheet large."""
        table: TableView = view.table
        seat = view.viewer or 0
        me = table.hikers[seat]
        offered = {node for offer in view.legal for node in offer.nodes}
        nodes = [*self._map(table, me, offered, view.viewer is not None), *card_nodes(view, table, seat)]
        nodes += self._others(view, table, seat)
        regions = tuple(self._regions(len(table.hikers)))
        return Scene(
            title=said("Waypoints: {map}, hike {n}", map=term(self.sheet.name), n=table.hike),
            width=LEFT + CARD_WIDTH + 3 * GAP,
            height=max(region.y + region.height * region.scale for region in regions) + GAP,
            regions=regions,
            nodes=tuple(nodes),
        )

    def blank(self) -> list[Node]:
        """The nodes of the sheet as printed, with nothing on it."""
        none = HikerView("", (), (), {}, (), 0, 0, (), (), (), (), (), 0, (), {}, (), 0, (), "", (), "", 0, 0, 0)
        table = TableView("", {}, {}, (), "", "", 1, 0, 0, ((), (), (), ()), (none,))
        return self._map(table, none, set(), False)

    # ------------------------------------------------------------------ regions

    def _regions(self, players: int) -> Iterator[Region]:
        """The map, below it the other sheets (alone: what pays), beside both the card."""
        width, height = self.width + 2 * MARGIN, self.height + 2 * MARGIN
        name = said("{map}", map=term(self.sheet.name))
        # On a phone the map scrolls sideways: its waypoints would be too small to read and to hit.
        yield Region("map", name, width, height, GAP, GAP, self.scale, 0, least=9 * width / self.letters + 4)
        yield Region("card", said("Score card"), CARD_WIDTH, CARD_HEIGHT, LEFT + 2 * GAP, GAP, 1, 1)
        top = height * self.scale + 2 * GAP
        if players == 1:
            least = 9.2 * LEFT / READABLE
            yield Region("key", said("What pays"), LEFT, KEY_HEIGHT, GAP, top, 1, 2, folded=True, least=least)
        else:
            rows = -(-(players - 1) // self._in_a_row(players))
            others = rows * self._mini_height(players)
            yield Region("others", said("The other sheets"), LEFT, others, GAP, top, 1, 2, folded=True)

    def _in_a_row(self, players: int) -> int:
        return min(max(4, players - 1), 8)

    def _mini_scale(self, players: int) -> float:
        return min((LEFT / self._in_a_row(players) - 10) / self.width, 98 / self.height)

    def _mini_height(self, players: int) -> float:
        return self.height * self._mini_scale(players) + 22

    # ------------------------------------------------------------------ the sheet

    def _map(self, table: TableView, me: HikerView, offered: set[str], playing: bool) -> list[Node]:
        may_plan = playing and me.asked == "walk"
        return [
            *self.ground(),
            *self._kept("features", self._features(me, may_plan), me.lakes, me.woods, may_plan),
            *self._kept("bridges", self._bridges(me, may_plan), me.bridges, may_plan),
            *self._kept("routes", self._routes(me), me.legs, me.ends),
            *self._under_way(me),
            *self._steps(offered),
            *self._kept("stops", self._stops(me, may_plan), me.visited, me.photos, me.here, may_plan),
            *self._kept("weather", self._weather(table), table.hike, table.marker, table.circled),
        ]

    def ground(self) -> tuple[Node, ...]:
        """Land, relief, river and grid: the same in every scene."""
        return self._kept("ground", self._draw_ground())

    def _kept(self, what: str, drawing: Iterator[Node], *of: Hashable) -> tuple[Node, ...]:
        """What the iterator draws, kept for the next scene in which it depends on the same."""
        key = what, current().code, *of
        found = self._drawn.get(key)
        if found is None:
            if len(self._drawn) > _REMEMBERED:
                self._drawn.clear()  # by another thread, too, at any moment
            found = self._drawn[key] = tuple(drawing)
        return found

    def _draw_ground(self) -> Iterator[Node]:
        width, height = self.width, self.height
        relief: list[Part] = [Rect(0, 0, width, height, role="land")]
        relief += [Path(contour.path, role=f"relief{min(contour.depth, 3)}") for contour in self.sheet.contours]
        yield self._node("sheet", relief, 0, title=say("Map of {map}", map=term(self.sheet.name)), gesture="draw")
        river = [Path(path, role="river-edge") for path in self.sheet.river]
        river += [Path(path, role="river") for path in self.sheet.river]
        yield self._node("river", river, 1)
        lines: list[Part] = [Line(x, 0, x, height) for x in range(SCALE, width, SCALE)]
        lines += [Line(0, y, width, y) for y in range(SCALE, height, SCALE)]
        yield self._node("grid", lines, 3, role="grid")
        columns = self.sheet.columns
        names: list[Part] = [
            Text(x * SCALE + 4, y * SCALE + 8, square_name(y * columns + x, columns), self.letters, "start")
            for y in range(self.sheet.rows)
            for x in range(columns)
        ]
        yield self._node("squares", names, 3, role="place")
        yield Node("frame", "map", tuple(self._frame()), layer=6)

    def _frame(self) -> Iterator[Part]:
        """Covers what is drawn past the edge of the sheet."""
        width, height, m = self.width, self.height, MARGIN
        right, low = width + m, height + m
        inner = f"M{m:g} {m:g}V{low:g}H{right:g}V{m:g}Z"
        yield Path(f"M0 0H{right + m:g}V{low + m:g}H0Z{inner}", "frame")
        yield Path(inner, "frame-line")

    def _node(
        self, ident: str, parts: Iterable[Part], layer: int, role: str = "", title: str = "", gesture: Gesture = ""
    ) -> Node:
        return kit.node(ident, "map", parts, MARGIN, MARGIN, layer=layer, role=role, title=title, gesture=gesture)

    def _features(self, me: HikerView, may_plan: bool) -> Iterator[Node]:
        for what, features, taken in (("lake", self.sheet.lakes, me.lakes), ("wood", self.sheet.woods, me.woods)):
            for number, feature in enumerate(features, 1):
                used = "-used" if number in taken else ""
                parts: list[Part] = [Path(feature.path, role=f"{what}{used}")]
                if what == "wood":
                    x, y = _scaled(feature.at)
                    parts += [Use("tree", x + dx, y + dy, 8, role=f"tree{used}") for dx, dy in _TREES]
                squares = [self._square_of(face) for face in feature.faces]
                title = say(_FEATURES[what, bool(used)], n=number, squares=list(dict.fromkeys(squares)))
                gesture: Gesture = "plan" if may_plan and not used else ""
                yield self._node(f"{what}:{number}", parts, 2, title=title, gesture=gesture)

    def _bridges(self, me: HikerView, may_plan: bool) -> Iterator[Node]:
        for number, bridge in enumerate(self.sheet.bridges, 1):
            x, y = _scaled(bridge.at)
            parts: list[Part] = [Circle(0, 0, 9, role="hit"), Use("bridge", 0, 0, 15)]
            if number in me.bridges:
                parts.append(Circle(0, 0, 2.4, role="bridge-used"))
            template = mark("Bridge {n} in {square}, crossed" if number in me.bridges else "Bridge {n} in {square}")
            title = say(template, n=number, square=self._square_of(bridge.faces[0]))
            place = x + MARGIN, y + MARGIN
            gesture: Gesture = "plan" if may_plan else ""
            yield kit.node(
                f"bridge:{number}", "map", parts, *place, turn=bridge.angle - 90, layer=4, title=title, gesture=gesture
            )

    def _stops(self, me: HikerView, may_plan: bool) -> Iterator[Node]:
        for stop in self.sheet.waypoints:
            kind = TYPES[stop.type]
            state = "-visited" if stop.id in me.visited else "-photo" if stop.id in me.photos else ""
            icon = "icon-on-dark" if state == "-visited" else "icon-faint" if state else f"icon-{kind}"
            parts: list[Part] = [Circle(0, 0, 14, role="hit"), Circle(0.8, 1.6, RADIUS, role="shade")]
            parts += [Circle(0, 0, RADIUS, role=f"stop{state}"), Use(kind, 0, 0, ICON, role=icon)]
            if stop.id == me.here:
                parts.append(Circle(0, 0, RADIUS + 2.4, role="stop-here"))
            if stop.number or stop.height:
                parts += self._label(str(stop.number or stop.height))
            x, y = _scaled(stop.at)
            title = self._stop_title(stop, state, stop.id == me.here)
            gesture: Gesture = "plan" if may_plan and not state else ""
            place = x + MARGIN, y + MARGIN
            yield kit.node(f"stop:{stop.id}", "map", parts, *place, layer=7, title=title, gesture=gesture)

    def _label(self, text: str) -> Iterator[Part]:
        """A number under a waypoint, on paper so that it can be read over lines."""
        half, y = kit.width(text, self.letters, bold=True) / 2 + 1.5, RADIUS + self.letters * 0.45
        yield Rect(-half, y - self.letters / 2, 2 * half, self.letters, 3, role="label")
        yield Text(0, y, text, self.letters, bold=True, role="ink")

    def _square_of(self, face: int) -> str:
        return square_name(self.sheet.faces[face].square, self.sheet.columns)

    def _stop_title(self, stop: Waypoint, state: str, here: bool) -> str:
        square, kind = square_name(stop.square, self.sheet.columns), term(TYPES[stop.type])
        place = say("{stop}, {kind} in {square}", stop=stop.told, kind=kind, square=square)
        if stop.height:
            place = say("{stop}, {kind} {n} m in {square}", stop=stop.told, kind=kind, square=square, n=stop.height)
        if here:
            return say("{place}, visited; you are here", place=place)
        return say(_STOPS[state], place=place)

    def _steps(self, offered: set[str]) -> Iterator[Node]:
        """The faces and river stretches that a click can mean now."""
        for ident in sorted(offered):
            kind, _, name = ident.partition(":")
            if kind == "face":
                yield self._node(ident, [Path(self.faces[name].outline)], 1, "step", say("Walk to {face}", face=name))
            elif kind == "reach":
                x, y = _scaled(self.reaches[name].at)
                yield self._node(ident, [Circle(x, y, 7)], 4, "step", say("River ~{reach}", reach=name))

    # ------------------------------------------------------------------ routes

    def _routes(self, me: HikerView) -> Iterator[Node]:
        for number, leg in enumerate(me.legs, 1):
            path = self._leg_path(leg)
            if leg.steps and leg.steps[0].startswith("glide"):
                parts: tuple[Part, ...] = (Path(path, role=f"glide{leg.hike}"),)
            else:
                parts = (Path(path, role="casing"), Path(path, role=HIKE_ROLES[leg.hike - 1]))
            words: dict[str, Arg] = {"n": leg.hike, "start": self._told(leg.start), "end": self._told(leg.end)}
            yield self._node(f"leg:{number}", parts, 3, title=say("Hike {n}: {start} to {end}", **words))
        for hike, end in enumerate(me.ends, 1):
            x, y = _scaled(self.stops[end].at)
            parts = (Use("cross", x + RADIUS, y - RADIUS, 9, role=f"end{hike}"),)
            yield self._node(
                f"end:{hike}", parts, 5, title=say("Hike {n} ended at {stop}", n=hike, stop=self._told(end))
            )

    def _told(self, stop: str) -> str:
        return self.stops[stop].told

    def _leg_path(self, leg: LegView) -> str:
        return self.pencil.path(self.stops[leg.start].at, leg.steps, self.stops[leg.end].at)

    def _under_way(self, me: HikerView) -> Iterator[Node]:
        """The route that is being drawn."""
        if me.walk:
            end = (self.reaches if me.walk[-1].startswith(("float", "kayak", "backpack")) else self.faces)[me.face].at
            path = self.pencil.sketch(self.stops[me.here].at, me.walk, end)
            yield self._node(
                "walk", (Path(path, role="casing"), Path(path, role="under-way")), 4, title=say("The route so far")
            )

    # ------------------------------------------------------------------ weather

    def _weather(self, table: TableView) -> Iterator[Node]:
        for hike in range(HIKES):
            for space in range(1, SIDE + 1):
                yield self._space(table, hike, space)
        for hike, (x, y) in enumerate(self._corners()):
            parts = (Circle(0, 0, 13, f"corner{hike + 1}"), Text(0, 0, str(hike + 1), 16, bold=True, role="on-mark"))
            title = say("Hike {n} begins here", n=hike + 1)
            yield kit.node(f"hike:{hike + 1}", "map", parts, x, y, layer=7, title=title)

    def _corners(self) -> Sequence[XY]:
        m, w, h = MARGIN / 2, self.width + 1.5 * MARGIN, self.height + 1.5 * MARGIN
        return (m, m), (w, m), (w, h), (m, h)

    def _space(self, table: TableView, hike: int, space: int) -> Node:
        x, y, w, h = _space_box(hike, space, self.width, self.height)
        points = self.sheet.weather[hike][space - 1]
        here = table.hike == hike + 1 and table.marker == space
        passed = hike + 1 < table.hike or (hike + 1 == table.hike and space < table.marker)
        role = "marker" if here else "space-last" if space == SIDE else "space-past" if passed else "space"
        symbol = "dusk" if space == SIDE else _WEATHER_SYMBOL.get(points, "cloud")
        tall = h > w
        icon, number = ((0.0, -6.5), (0.0, 6.5)) if tall or hike in (0, 2) else ((-7.5, 0.0), (7.5, 0.0))
        parts: list[Part] = [
            Rect(1 - w / 2, 2 - h / 2, w - 2, h - 4, 4, role=role),
            Use(symbol, *icon, 14, role=f"weather-{symbol}"),
            Text(*number, str(points), max(12, self.letters), bold=True, role="ink"),
        ]
        if space in table.circled[hike]:
            parts.append(Circle(*number, 8, role="circled"))
        template = mark("Hike {hike}, weather space {space}: {n:point|points}")
        if space == SIDE:
            template = mark("Hike {hike}, weather space {space}: {n:point|points}, the last turn")
        title = say(template, hike=hike + 1, space=space, n=points)
        return kit.node(f"weather:{hike + 1}:{space}", "map", parts, x, y, layer=7, title=title)

    # ------------------------------------------------------------------ the others

    def _others(self, view: View, table: TableView, seat: int) -> Iterator[Node]:
        players = len(table.hikers)
        if players == 1:
            yield from key_nodes(LEFT)
        others = [other for other in range(players) if other != seat]
        columns = self._in_a_row(players)
        places = kit.grid(players - 1, columns, 0, 0, LEFT / columns, self._mini_height(players))
        for other, (x, y) in zip(others, places, strict=True):
            me, total = table.hikers[other], view.sheets[other].total
            of = (other, view.names[other], total, me.water - me.drunk, me.here, me.visited, me.photos, me.legs)
            (node,) = self._kept("mini", self._mini(view, table, other), players, *of)
            yield msgspec.structs.replace(node, x=x, y=y)

    def _mini(self, view: View, table: TableView, seat: int) -> Iterator[Node]:
        """Another player's sheet, small: waypoints reached, and straight lines for the routes between them."""
        me, scale = table.hikers[seat], self._mini_scale(len(table.hikers))
        parts: list[Part] = [Rect(0, 0, self.width, self.height, role="land")]
        parts += [Path(reach.path, role="river") for reach in self.sheet.reaches]
        parts.append(Path(self.grid, role="grid"))
        for leg in me.legs:
            (x1, y1), (x2, y2) = _scaled(self.stops[leg.start].at), _scaled(self.stops[leg.end].at)
            parts.append(Line(x1, y1, x2, y2, role=f"leg{leg.hike}"))
        for stop in self.sheet.waypoints:
            sx, sy = _scaled(stop.at)
            role = "stop-visited" if stop.id in me.visited else "stop-photo" if stop.id in me.photos else "stop"
            parts.append(Circle(sx, sy, 11 if role == "stop-visited" else 6, role=role))
        hx, hy = _scaled(self.stops[me.here].at)
        parts += [Circle(hx, hy, 16, role="stop-here"), Rect(0, 0, self.width, self.height, role="edge")]
        words: dict[str, Arg] = {"who": view.names[seat], "n": view.sheets[seat].total}
        line = say("{n} · {who}", **words)
        size, smallest = 14 / scale, READABLE / scale
        parts.append(kit.line(0, self.height + 12 / scale, line, size, most=self.width, smallest=smallest))
        title = say(
            "{who}: {n:point|points}, {water} water, at {stop}; visited {list}",
            **words,
            water=me.water - me.drunk,
            stop=self._told(me.here),
            list=[self._told(stop) for stop in me.visited],
        )
        yield kit.node(f"sheet:{seat + 1}", "others", parts, scale=scale, layer=1, title=title, gesture="look")


_TREES = ((-4.2, 0.2), (3.6, -1.2), (-0.2, 3.4))
_FEATURES = {
    ("lake", False): mark("Lake {n} in {squares}"),
    ("lake", True): mark("Lake {n} in {squares}: it has paid"),
    ("wood", False): mark("Wood {n} in {squares}"),
    ("wood", True): mark("Wood {n} in {squares}: it has paid"),
}
_STOPS = {"": mark("{place}"), "-visited": mark("{place}, visited"), "-photo": mark("{place}, photographed")}


def _scaled(at: XY) -> XY:
    return at[0] * SCALE, at[1] * SCALE


def _space_box(hike: int, space: int, width: float, height: float) -> tuple[float, float, float, float]:
    """Middle and size of a weather space: clockwise from the top left corner, one side for each hike."""
    along = (space - 0.5) / SIDE
    if hike == 0:
        return MARGIN + width * along, MARGIN / 2, width / SIDE, MARGIN
    if hike == 1:
        return MARGIN * 1.5 + width, MARGIN + height * along, MARGIN, height / SIDE
    if hike == 2:
        return MARGIN + width * (1 - along), MARGIN * 1.5 + height, width / SIDE, MARGIN
    return MARGIN / 2, MARGIN + height * (1 - along), MARGIN, height / SIDE
