"""The planet: hexes with their terrain, the two layers of pieces, what lies about, the wind, reach and threats."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING

from waystation.engine import Circle, Node, Part, Path, Text, Use, View

from .hexmap import R, hex_centre, scale
from .look import MARKS
from .model import ITEM_NAMES
from .planet import DIRECTION_NAMES, DIRECTIONS, Geometry, geometry
from .view import ShipView, TableView

if TYPE_CHECKING:
    from .game import Windward

TERRAIN_NAMES = {
    ".": "sky", "#": "drift", "z": "zephyr", "g": "gas pocket", "f": "feeding ground", "r": "red crester start",
    "a": "around the planet", "P": "trading post",
}  # fmt: skip
_CORNERS = [(R, 0.0), (R / 2, R * sqrt(3) / 2), (-R / 2, R * sqrt(3) / 2),
            (-R, 0.0), (-R / 2, -R * sqrt(3) / 2), (R / 2, -R * sqrt(3) / 2)]  # fmt: skip
_HEX = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in _CORNERS) + "Z"
#: the corners at the two ends of the side that faces each direction
_SIDES = [(4, 5), (5, 0), (0, 1), (1, 2), (2, 3), (3, 4)]


def planet(game: Windward, view: View, table: TableView) -> Iterator[Node]:
    """All nodes of the planet's region."""
    hexes = geometry(table.radius)
    for space in range(hexes.size):
        yield _hex(view, table, hexes, space)
    yield _borders(hexes)
    yield from _post(table, hexes)
    yield from _marks(view, table, hexes)
    yield from _loose(table, hexes)
    yield from _cresters(table, hexes)
    for seat, ship in enumerate(table.ships):
        yield from _pieces(view, table, hexes, seat, ship)
    yield from _fight(table, hexes)
    yield _rose(table, hexes)


# ---------------------------------------------------------------------- hexes


def _hex(view: View, table: TableView, hexes: Geometry, space: int) -> Node:
    mark, name = table.terrain[space], hexes.names[space]
    x, y = hex_centre(hexes, space)
    role = {"#": "drift", "P": "post"}.get(mark, "sky" if hexes.territory[space] % 2 else "sky-2")
    parts: list[Part] = [Path(_HEX, role)]
    parts += {
        "#": [Use("drift", 0, 0, 50, role="rock")],
        "z": [Use("zephyr", 0, 2, 46, role="swirl")],
        "f": [Use("feeding", 0, 0, 44, role="terrain")],
        "r": [Use("lair", 0, 2, 46, role="lair")],
        "a": [Use("around", 0, 0, 34, _outward(hexes, space), role="around")],
        "g": [Use("gas", -9, 2, 26, role="gas-slot"), Use("gas", 9, 2, 26, role="gas-slot")],
    }.get(mark, [])
    title = f"{name}: {TERRAIN_NAMES[mark]}"
    if name in table.reach:
        title += f"; {table.reach[name]} speed"
    hunters = [crester for crester, spaces in table.threats.items() if name in spaces]
    if hunters and not _watching(view):
        title += f"; in reach of the crester on {', '.join(hunters)}"
    return Node(f"hex:{name}", "planet", tuple(parts), x, y, scale(hexes), title=title, gesture="plan")


def _outward(hexes: Geometry, space: int) -> float:
    return 60 * hexes.territory[space] - 90


def _borders(hexes: Geometry) -> Node:
    """Lines between the wedges."""
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


def _post(table: TableView, hexes: Geometry) -> Iterator[Node]:
    x, y = hex_centre(hexes, 0)
    numbers: list[Part] = []
    for number, (dq, dr) in enumerate(DIRECTIONS):
        dx, dy = 1.5 * dq, sqrt(3) * (dr + dq / 2)
        length = sqrt(dx * dx + dy * dy)
        numbers.append(Text(23 * dx / length, 23 * dy / length, str(number + 1), 9, bold=True, role="post-ink"))
    yield Node("post", "planet", (*numbers, Use("tower", 0, -6, 20, role="post-ink")), x, y, scale(hexes), layer=1,
               title="Trading post: the numbers name winds and territories")  # fmt: skip


def _watching(view: View) -> bool:
    return view.viewer is None or view.viewer not in view.to_act


def _marks(view: View, table: TableView, hexes: Geometry) -> Iterator[Node]:
    """For the on-turn player: the speed each reachable space costs, and where cresters would strike."""
    if _watching(view) or table.turn is None or view.viewer != table.turn.seat:
        return
    for name, cost in table.reach.items():
        if name == "port":
            continue
        x, y = hex_centre(hexes, hexes.by_name[name])
        yield Node(
            f"reach:{name}",
            "planet",
            (Text(0, -R * 0.66, str(cost), 11, bold=True, role="reach"),),
            x,
            y,
            scale(hexes),
            layer=2,
        )
    threatened = {name for spaces in table.threats.values() for name in spaces}
    for name in hexes.names:
        if name in threatened:
            x, y = hex_centre(hexes, hexes.by_name[name])
            teeth = (Path("M14 -25L22 -25L18 -17Z", "threat"),)
            yield Node(f"threat:{name}", "planet", teeth, x, y, scale(hexes), layer=2)


# ---------------------------------------------------------------------- what is there


def _loose(table: TableView, hexes: Geometry) -> Iterator[Node]:
    """Gas, dead cresters, teeth and tokens that lie about."""
    for name, things in table.items.items():
        x, y = hex_centre(hexes, hexes.by_name[name])
        parts: list[Part] = []
        gas = things.get("gas", 0)
        for number in range(min(gas, 2)):
            parts.append(Use("gas", (number - (gas - 1) / 2) * 18, 2, 26, role="gas"))
        if "red" in things:
            parts += [Use("crester", -6, 9, 30, 180, "dead"), Use("dot", -17, 17, 9, role="red")]
        if "gray" in things:
            parts += [Use("crester", 2, 17, 26, 180, "dead"), Use("dot", 12, 22, 8, role="gray")]
        parts += [Use("tooth", -14, -8, 18, role="tooth-red")] * ("red tooth" in things)
        parts += [Use("tooth", -3, -8, 18, role="tooth-gray")] * ("gray tooth" in things)
        if "+2" in things:
            parts += [Circle(12, -8, 8, "plus2"), Text(12, -8, "+2", 9, bold=True, role="plus2-ink")]
        lying = ", ".join(
            f"{things[what]} {'dead ' * (what in ('red', 'gray'))}{what}" for what in ITEM_NAMES if what in things
        )
        yield Node(
            f"items:{name}",
            "planet",
            tuple(parts),
            x,
            y,
            scale(hexes),
            layer=3,
            title=f"{name}: {lying}",
            gesture="plan",
        )


def _beast(role: str, tagged: bool, size: float, high: bool) -> tuple[Part, ...]:
    parts: list[Part] = []
    if high:
        parts.append(Use("shadow", 0, 16, size * 0.8, role="shadow"))
    y = -4 if high else 10
    parts += [Use("crester", 0, y, size, role=role), Use("eye", 0, y, size, role="eye")]
    if tagged:
        parts.append(Use("tag", size * 0.34, y - size * 0.36, 18, role="plus2"))
    return tuple(parts)


def _cresters(table: TableView, hexes: Geometry) -> Iterator[Node]:
    groups = (("gray", table.grays, False), ("gray", table.tagged_grays, True),
              ("red", table.reds, False), ("red", table.tagged_reds, True))  # fmt: skip
    for kind, names, tagged in groups:
        high = kind == "red"
        for number, name in enumerate(names):
            x, y = hex_centre(hexes, hexes.by_name[name])
            second = number > 0 and names[number - 1] == name
            parts = _beast(kind, tagged, 46 if high else 32, high)
            title = f"{'Tagged ' * tagged}{kind} crester on {name}{', a second one' * second}"
            ident = f"{kind}:{name}" + ":2" * second
            yield Node(ident, "planet", parts, x + 10 * second, y - 9 * second, scale(hexes), layer=5 if high else 4,
                       title=title.capitalize(), gesture="plan")  # fmt: skip
    if table.white in hexes.by_name:
        x, y = hex_centre(hexes, hexes.by_name[table.white])
        yield Node("white", "planet", _beast("white", False, 56, True), x, y, scale(hexes), layer=5,
                   title=f"White crester on {table.white}", gesture="plan")  # fmt: skip


def _pieces(view: View, table: TableView, hexes: Geometry, seat: int, ship: ShipView) -> Iterator[Node]:
    """A player's ship (high) and longboats (low)."""
    role, mark = f"seat-{ship.colour}", MARKS[ship.colour]
    x, y = hex_centre(hexes, hexes.by_name[ship.ship])
    size = 46.0
    if ship.ship == "port":
        at_port = [other for other, one in enumerate(table.ships) if one.ship == "port"]
        row, place = divmod(at_port.index(seat), 3)
        across = min(3, len(at_port) - 3 * row)
        x += 19 * (place - (across - 1) / 2) * scale(hexes)
        y += (12 - 13 * (len(at_port) > 3) + 20 * row) * scale(hexes)
        size = 22
    parts: tuple[Part, ...] = (
        Use("shadow", 0, size * 0.36, size * 0.8, role="shadow"),
        Use("ship", 0, -size * 0.1, size, role=role),
        Use(mark, 0, size * 0.13, size * 0.2, role="on-seat"),
    )
    where = "at port" if ship.ship == "port" else f"on {ship.ship}"
    yield Node(
        f"ship:{seat}",
        "planet",
        parts,
        x,
        y,
        scale(hexes),
        layer=6,
        title=f"{view.names[seat]}'s ship {where}",
        gesture="plan",
    )
    for number, name in enumerate(ship.boats):
        if name in hexes.by_name:
            x, y = hex_centre(hexes, hexes.by_name[name])
            parts = (Use("boat", 0, 14, 30, role=role), Use(mark, 0, 18, 7, role="on-seat"))
            title = f"{view.names[seat]}'s longboat on {name}"
            yield Node(
                f"boat:{seat}:{number}", "planet", parts, x, y, scale(hexes), layer=4, title=title, gesture="plan"
            )


def _fight(table: TableView, hexes: Geometry) -> Iterator[Node]:
    if table.battle is not None:
        x, y = hex_centre(hexes, hexes.by_name[table.battle.space])
        yield Node("fight", "planet", (Circle(0, 0, R * 0.9, "fight"),), x, y, scale(hexes), layer=7, title="Battle")


def _rose(table: TableView, hexes: Geometry) -> Node:
    """The wind rose: where ships glide to."""
    parts: list[Part] = [Use("rose", 0, 0, 104)]
    for number, (dq, dr) in enumerate(DIRECTIONS):
        dx, dy = 1.5 * dq, sqrt(3) * (dr + dq / 2)
        length = sqrt(dx * dx + dy * dy)
        parts.append(Text(37 * dx / length, 37 * dy / length, str(number + 1), 13, bold=True, role="ink"))
    title = "No wind yet"
    if table.wind_blows_to:
        direction = DIRECTION_NAMES.index(table.wind_blows_to)
        parts.append(Use("vane", 0, 0, 56, 60 * direction, "vane"))
        title = f"Wind {table.wind}: ships glide to the {table.wind_blows_to}"
    parts.append(
        Text(0, 64, title, 12, role="soft") if False else Text(0, 66, f"wind {table.wind}", 14, bold=True, role="ink")
    )
    return Node("wind", "planet", tuple(parts), 62, 62, layer=8, title=title)
