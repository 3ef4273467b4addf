"""The planet: hexes with their terrain, the two layers of pieces, what lies about, the wind, reach and threats."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Literal

import msgspec

from waystation.engine import Circle, Node, Part, Path, Rect, Text, Use, View, kit
from waystation.engine.kit import kept
from waystation.engine.words import Arg, mark, say
from waystation.games.windward.hexmap import R, hex_centre, planet_size, scale
from waystation.games.windward.planet import DIRECTION_NAMES, DIRECTIONS, Geometry, geometry
from waystation.games.windward.view import ShipView, TableView

from .look import MARKS

TERRAIN_NAMES = {
    ".": mark("{place}: sky"), "#": mark("{place}: drift"), "z": mark("{place}: zephyr"),
    "g": mark("{place}: gas pocket"), "f": mark("{place}: feeding ground"), "r": mark("{place}: red crester start"),
    "a": mark("{place}: around the planet"), "P": mark("{place}: trading post"),
}  # fmt: skip
LYING = {
    "gas": mark("{n} gas"), "red": mark("{n:dead red crester|dead red cresters}"),
    "gray": mark("{n:dead gray crester|dead gray cresters}"), "red tooth": mark("{n:red tooth|red teeth}"),
    "gray tooth": mark("{n:gray tooth|gray teeth}"), "+2": mark("{n:+2 token|+2 tokens}"),
}  # fmt: skip
_CORNERS = [(R, 0.0), (R / 2, R * sqrt(3) / 2), (-R / 2, R * sqrt(3) / 2),
            (-R, 0.0), (-R / 2, -R * sqrt(3) / 2), (R / 2, -R * sqrt(3) / 2)]  # fmt: skip
_HEX = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in _CORNERS) + "Z"
_INNER = "M" + "L".join(f"{x * 0.86:.2f} {y * 0.86 - 1.2:.2f}" for x, y in _CORNERS) + "Z"
NAME = 14
"""Size of the names of spaces, in units of the region: ten pixels on a laptop, nine on a phone."""
#: the corners at the two ends of the side that faces each direction
_SIDES = [(4, 5), (5, 0), (0, 1), (1, 2), (2, 3), (3, 4)]


def planet(view: View, table: TableView) -> Iterator[Node]:
    """All nodes of the planet's region. What does not change from view to view is drawn once and kept."""
    radius = table.radius
    yield _sky(radius)
    yield from _ground(radius, table.terrain)
    yield from _marks(table)
    for name, things in table.items.items():
        yield _loose(radius, name, tuple(things.items()))
    yield from _cresters(table)
    for seat, ship in enumerate(table.ships):
        yield from _pieces(view, table, seat, ship)
    if table.battle is not None:
        yield _fight(radius, table.battle.space, table.battle.attacker)
    yield _rose(table.wind, table.wind_blows_to)
    if table.wind_blows_to:
        yield _flag(radius, table.wind_blows_to)


def _node(radius: int, ident: str, name: str, parts: tuple[Part, ...], layer: int, title: str = "") -> Node:
    """A node on a space; only titled ones can be clicked for plans."""
    hexes = geometry(radius)
    x, y = hex_centre(hexes, hexes.by_name[name])
    gesture: Literal["", "plan"] = "plan" if title else ""
    return kit.node(ident, "planet", parts, x, y, scale=scale(hexes), layer=layer, title=title, gesture=gesture)


# ---------------------------------------------------------------------- hexes


@kept
def _sky(radius: int) -> Node:
    """The open sky around the planet: light from the upper left, and clouds in the corners."""
    width, height = planet_size(geometry(radius))
    parts: list[Part] = [Rect(0, 0, width, height, 18, "space")]
    parts += [Circle(width * 0.42, height * 0.4, height * grow, "glow") for grow in (0.39, 0.33, 0.26)]
    for x, y, size in ((0.87, 0.08, 150), (0.14, 0.94, 170), (0.89, 0.93, 130), (0.1, 0.22, 80), (0.93, 0.19, 70)):
        parts.append(Use("cloud", width * x, height * y, size * width / 676, role="cloud"))
    return kit.node("sky", "planet", parts)


@kept
def _ground(radius: int, terrain: str) -> tuple[Node, ...]:
    """The hexes, the lines between the wedges, and the trading post."""
    hexes = geometry(radius)
    return (*(_hex(hexes, space, terrain[space]) for space in range(hexes.size)), _borders(hexes), _post(hexes))


def _hex(hexes: Geometry, space: int, mark: str) -> Node:
    name = hexes.names[space]
    role = {"#": "drift", "P": "post"}.get(mark, "sky" if hexes.territory[space] % 2 else "sky-2")
    signs: dict[str, tuple[Part, ...]] = {
        "#": (
            Use("drift", 2, 5, 50, role="shadow"),
            Use("drift", 0, 0, 50, role="rock"),
            Use("drift-top", 0, -1, 50, role="rock-top"),
        ),
        ".": (Use("wisp", (space * 7 % 5 - 2) * 3, (space * 5 % 4 - 2) * 4, 40, role="wisp"),) * (space % 3 == 0),
        "z": (Use("zephyr", 0, 2, 46, role="swirl"),),
        "f": (Use("feeding", 0, 0, 44, role="terrain"),),
        "r": (Use("lair", 0, 2, 46, role="lair"),),
        "a": (Use("around", 0, 0, 34, 60 * hexes.territory[space] - 90, role="around"),),
        "g": (Use("gas", -9, 2, 26, role="gas-slot"), Use("gas", 9, 2, 26, role="gas-slot")),
    }
    label = (
        ()
        if mark == "P"
        else (Text(0, R * 0.62, name, NAME / scale(hexes), role="rock-name" if mark == "#" else "name"),)
    )
    title = say(TERRAIN_NAMES[mark], place=name)
    ground = (Path(_HEX, role), Path(_INNER, "bevel"))
    return _node(hexes.radius, f"hex:{name}", name, (*ground, *signs.get(mark, ()), *label), 0, title)


def _borders(hexes: Geometry) -> Node:
    strokes = []
    grow = scale(hexes)
    for space in range(1, hexes.size):
        x, y = hex_centre(hexes, space)
        for direction, to in enumerate(hexes.neighbour[space]):
            if to > space and hexes.territory[to] != hexes.territory[space]:
                ends = [_CORNERS[corner] for corner in _SIDES[direction]]
                (ax, ay), (bx, by) = [(x + grow * cx, y + grow * cy) for cx, cy in ends]
                strokes.append(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}")
    return Node("borders", "planet", (Path("".join(strokes), "border"),), layer=1)


def _round(length: float, size: float, role: str) -> tuple[Part, ...]:
    """The numbers 1 to 6 around a middle, each in its direction."""
    numbers = []
    for number, (dq, dr) in enumerate(DIRECTIONS):
        dx, dy = 1.5 * dq, sqrt(3) * (dr + dq / 2)
        grow = length / sqrt(dx * dx + dy * dy)
        numbers.append(Text(grow * dx, grow * dy, str(number + 1), size, bold=True, role=role))
    return tuple(numbers)


def _post(hexes: Geometry) -> Node:
    parts = (*_round(21, 14, "post-ink"), Use("tower", 0, -1, 20, role="post-ink"))
    return _node(hexes.radius, "post", "port", parts, 1, say("Trading post: the numbers name winds and territories"))


def _marks(table: TableView) -> Iterator[Node]:
    """For the on-turn player: the speed each reachable space costs, and where cresters would strike."""
    for name, cost in table.reach.items():
        if name != "port":
            yield _reach_mark(table.radius, name, cost)
    hunters: dict[str, list[str]] = {}
    for crester, spaces in table.threats.items():
        for name in spaces:
            hunters.setdefault(name, []).append(crester)
    for name, cresters in hunters.items():
        yield _threat_mark(table.radius, name, tuple(cresters))


@kept
def _reach_mark(radius: int, name: str, cost: int) -> Node:
    text = (Text(0, -R * 0.62, str(cost), 15 / scale(geometry(radius)), bold=True, role="reach"),)
    return _node(radius, f"reach:{name}", name, text, 2, say("{place}: {n} speed", place=name, n=cost))


@kept
def _threat_mark(radius: int, name: str, cresters: tuple[str, ...]) -> Node:
    title = say("{place}: in reach of the {cresters?crester|cresters} on {cresters} when you rest there", place=name,
                cresters=cresters)  # fmt: skip
    return _node(radius, f"threat:{name}", name, (Path("M14 -25L22 -25L18 -17Z", "threat"),), 2, title)


# ---------------------------------------------------------------------- what is there


@kept
def _loose(radius: int, name: str, things: tuple[tuple[str, int], ...]) -> Node:
    """Gas, dead cresters, teeth and tokens that lie about."""
    count = dict(things)
    gas = min(count.get("gas", 0), 2)
    parts: list[Part] = [Use("gas", (number - (gas - 1) / 2) * 18, 2, 26, role="gas") for number in range(gas)]
    if "red" in count:
        parts += [Use("crester", -6, 9, 30, 180, "dead"), Use("dot", -17, 17, 9, role="red")]
    if "gray" in count:
        parts += [Use("crester", 2, 17, 26, 180, "dead"), Use("dot", 12, 22, 8, role="gray")]
    parts += [Use("tooth", -14, -8, 18, role="tooth-red")] * ("red tooth" in count)
    parts += [Use("tooth", -3, -8, 18, role="tooth-gray")] * ("gray tooth" in count)
    if "+2" in count:
        parts += [Circle(12, -8, 11, "plus2"), Text(12, -8, "+2", 14, bold=True, role="plus2-ink")]
    lying: list[Arg] = [say(LYING[what], n=n) for what, n in things]
    return _node(radius, f"items:{name}", name, tuple(parts), 3, say("{place}: {things}", place=name, things=lying))


def _beast(role: str, tagged: bool, size: float, high: bool) -> tuple[Part, ...]:
    parts: list[Part] = []
    if high:
        parts.append(Use("shadow", 0, 16, size * 0.8, role="shadow"))
    y = -4 if high else 10
    parts += [Use("crester", 0, y, size, role=role), Use("eye", 0, y, size, role="eye")]
    if tagged:
        parts.append(Use("tag", size * 0.34, y - size * 0.36, 18, role="plus2"))
    return tuple(parts)


CRESTERS = {
    ("red", False): mark("Red crester on {place}"), ("red", True): mark("Tagged red crester on {place}"),
    ("gray", False): mark("Gray crester on {place}"), ("gray", True): mark("Tagged gray crester on {place}"),
    ("white", False): mark("White crester on {place}"),
}  # fmt: skip


def _cresters(table: TableView) -> Iterator[Node]:
    groups = (("gray", table.grays, False), ("gray", table.tagged_grays, True),
              ("red", table.reds, False), ("red", table.tagged_reds, True))  # fmt: skip
    for kind, names, tagged in groups:
        for number, name in enumerate(names):
            yield _crester(table.radius, kind, name, tagged, number > 0 and names[number - 1] == name)
    if table.white not in ("waiting", "gone"):
        yield _crester(table.radius, "white", table.white, False, False)


@kept
def _crester(radius: int, kind: str, name: str, tagged: bool, second: bool) -> Node:
    size = {"gray": 32, "red": 46, "white": 56}[kind]
    high = kind != "gray"
    title = say(CRESTERS[kind, tagged], place=name)
    if second:
        title = say("{crester}, a second one", crester=title)
    ident = "white" if kind == "white" else f"{kind}:{name}" + ":2" * second
    node = _node(radius, ident, name, _beast(kind, tagged, size, high), 5 if high else 4, title)
    return msgspec.structs.replace(node, x=node.x + 10, y=node.y - 9) if second else node


def _pieces(view: View, table: TableView, seat: int, ship: ShipView) -> Iterator[Node]:
    """A player's ship (high) and longboats (low)."""
    name = view.names[seat]
    place = -1
    in_port = [other for other, one in enumerate(table.ships) if one.ship == "port"]
    if seat in in_port:
        place = in_port.index(seat)
    attacker = "" if table.battle is None else table.battle.attacker
    node = _ship(table.radius, seat, ship.colour, name, ship.ship, place, len(in_port) if place >= 0 else 0)
    yield _aside(node) if attacker == f"ship {seat + 1}" else node
    for number, space in enumerate(ship.boats):
        if space not in ("aboard", "beside"):
            node = _boat(table.radius, seat, number, ship.colour, name, space)
            yield _aside(node) if attacker == f"boat {seat + 1}.{number + 1}" else node


def _aside(node: Node) -> Node:
    """An attacker stands beside the one it attacks."""
    return msgspec.structs.replace(node, x=node.x - 20 * node.scale, y=node.y + 8 * node.scale)


@kept
def _ship(radius: int, seat: int, colour: str, owner: str, space: str, place: int, in_port: int) -> Node:
    size = 46.0 if place < 0 else 22.0
    parts: tuple[Part, ...] = (
        Use("shadow", 0, size * 0.36, size * 0.8, role="shadow"),
        Use("ship", 0, -size * 0.1, size, role=f"seat-{colour}"),
        Use(MARKS[colour], 0, size * 0.13, size * 0.2, role="on-seat"),
    )
    title = say("{who}'s ship on {place}", who=owner, place=space)
    if place >= 0:
        title = say("{who}'s ship at port", who=owner)
    node = _node(radius, f"ship:{seat}", space, parts, 6, title)
    if place < 0:
        return node
    row, place = divmod(place, 3)
    dx = 19 * (place - (min(3, in_port - 3 * row) - 1) / 2)
    dy = 12 - 13 * (in_port > 3) + 20 * row
    return msgspec.structs.replace(node, x=node.x + dx * node.scale, y=node.y + dy * node.scale)


@kept
def _boat(radius: int, seat: int, number: int, colour: str, owner: str, space: str) -> Node:
    parts = (Use("boat", 0, 14, 30, role=f"seat-{colour}"), Use(MARKS[colour], 0, 18, 7, role="on-seat"))
    return _node(
        radius, f"boat:{seat}:{number}", space, parts, 4, say("{who}'s longboat on {place}", who=owner, place=space)
    )


@kept
def _fight(radius: int, space: str, attacker: str) -> Node:
    """A ring round the battle; a crester that attacks stands on no space, so it is drawn here."""
    parts: list[Part] = [Circle(0, 0, R * 0.9, "fight")]
    for number in range({"red": 1, "white": 1, "two reds": 2}.get(attacker, 0)):
        role, x = "white" if attacker == "white" else "red", 24 * number - 20
        parts += [Use("crester", x, -14, 34, role=role), Use("eye", x, -14, 34, role="eye")]
    return _node(radius, "fight", space, tuple(parts), 7, say("Battle on {place}", place=space))


@kept
def _flag(radius: int, blows_to: str) -> Node:
    """The flag on the trading post."""
    parts = (Use("pennant", 0, -6, 40, 60 * DIRECTION_NAMES.index(blows_to), "flag"),)
    title = say("The flag points to the {direction}: ships glide there", direction=say(blows_to))
    node = _node(radius, "flag", "port", parts, 2, title)
    return msgspec.structs.replace(node, gesture="")


@kept
def _rose(wind: int, blows_to: str) -> Node:
    """The wind rose: where ships glide to."""
    parts: list[Part] = [Use("rose", 0, 0, 104), *_round(37, 14, "ink")]
    title = say("No wind yet")
    if blows_to:
        parts.append(Use("vane", 0, 0, 56, 60 * DIRECTION_NAMES.index(blows_to), "vane"))
        title = say("Wind {n}: ships glide to the {direction}", n=wind, direction=say(blows_to))
    parts.append(kit.line(0, 66, say("wind {n}", n=wind), 14, "middle", bold=True))
    return kit.node("wind", "planet", tuple(parts), 62, 62, layer=8, title=title)
