"""The panels: status and buttons, hand, orders and port, ship boards, notoriety track."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from waystation.engine import Circle, Node, Part, Rect, Text, Use, View

from .components import Card, effect, told
from .hexmap import planet_size
from .look import MARKS
from .model import O_PROCESS, ORDERS, PURCHASES, TRACK_END
from .planet import geometry
from .view import ShipView, TableView

if TYPE_CHECKING:
    from .game import Windward

W = 500
ICONS = {
    "extra_order": "cup", "spawn_gray": "bait", "enter_drift": "anchor", "cancel_battle": "mask", "battle_hits": "hit",
    "speed": "sail", "into_wind": "arrow", "wind_roll": "turn", "wind_turn": "turn", "zephyr_jump": "zephyr",
    "boat_speed": "oar", "drop_boat": "winch", "morale": "heart", "gas": "gas", "cannon": "cannon", "notoriety": "star",
}  # fmt: skip
NUMBERED = {"battle_hits", "speed", "boat_speed", "morale", "gas", "cannon"}
ORDER_FACES = (("card", "3 cards"), ("heart", "Morale"), ("cannon", "Cannon"), ("mate", "Crew"),
               ("boat", "Drop"), ("oar", "Row"), ("sail", "Speed"), ("tooth", "Process"))  # fmt: skip
PURCHASE_FACES = ("cannon", "mate", "heart", "star", "card")


# ---------------------------------------------------------------------- status


def status(game: Windward, view: View, table: TableView) -> Iterator[Node]:
    """Whose turn it is, speed and mates, the battle if there is one, and the buttons."""
    turn = table.turn
    parts: list[Part] = [Rect(0, 0, W, 128, 12, "panel")]
    heading = f"Round {table.round}" + (" · last turns" if table.last_turns else "")
    parts.append(Text(14, 20, heading, 15, "start", True, "ink"))
    if table.lives is not None:
        parts += [Use("heart", W - 120, 20, 20, role="heart"), Text(W - 96, 20, str(table.lives[0]), 16, bold=True)]
        parts += [Use("crester", W - 52, 20, 26, role="white"), Text(W - 24, 20, str(table.lives[1]), 16, bold=True)]
    if table.mode == "solo":
        parts += [Use("crester", W - 60, 20, 24, role="red"), Text(W - 26, 20, f"{table.kills}/6", 15, bold=True)]
    if turn is not None:
        ship = table.ships[turn.seat]
        parts += [Rect(12, 38, 30, 30, 6, f"seat-{ship.colour}"), Use(MARKS[ship.colour], 27, 53, 16, role="on-seat")]
        parts.append(Text(50, 53, _short(view.names[turn.seat], 14), 17, "start", True, "ink"))
        parts += _means(turn.speed, turn.mates, turn.into_wind, turn.drift)
    if table.battle is not None:
        parts += _battle_lines(game, view, table)
    yield Node("status", "status", tuple(parts), title=heading)
    discards = ", ".join(f"{count} {ident}" for ident, count in table.discard.items()) or "none"
    right = W - 14 if table.mode == "free-for-all" else W - 150
    text = Text(right, 20, f"discards {sum(table.discard.values())}", 12, "end", role="soft")
    yield Node("discards", "status", (text,), layer=1, title=f"Discards: {discards}")
    yield from _buttons(view)


def _means(speed: int, mates: int, into_wind: bool, drift: bool) -> list[Part]:
    parts: list[Part] = [Use("sail", 212, 53, 26, role="ink"), Text(236, 53, str(speed), 20, "start", True, "ink")]
    parts += [Use("mate", 286 + 26 * n, 53, 24, role="ink" if n < mates else "heart-off") for n in range(2)]
    parts += [Use("arrow", 356, 53, 24, role="vane")] * into_wind
    parts += [Use("anchor", 386, 53, 24, role="vane")] * drift
    return parts


def _battle_lines(game: Windward, view: View, table: TableView) -> list[Part]:
    """Who stands where in the battle, and the odds of the choices at hand."""
    battle = table.battle
    assert battle is not None
    sides = []
    for piece, result in zip((battle.attacker, battle.defender), battle.results, strict=True):
        sides.append(f"{_piece(view, piece)} {'–' if result is None else result}")
    parts: list[Part] = [Text(14, 85, f"Battle: {sides[0]}  v  {sides[1]}", 14, "start", True, "ink")]
    odds = [f"{choice}: {win:.0%}/{tie:.0%}/{loss:.0%}" for choice, win, tie, loss in battle.odds[:8]]
    for line in range(0, len(odds), 4):
        text = "win/tie/lose  " * (line == 0) + "   ".join(odds[line : line + 4])
        parts.append(Text(14, 105 + 4 * line, text, 11.5, "start", False, "soft"))
    return parts


CRESTERS = {"red": "red crester", "two reds": "two red cresters", "gray": "gray crester", "white": "white crester"}


def _piece(view: View, piece: str) -> str:
    kind, _, rest = piece.partition(" ")
    if kind not in ("ship", "boat"):
        return CRESTERS[piece]
    name = _short(view.names[int(rest.partition(".")[0]) - 1], 10)
    return name if kind == "ship" else f"{name}'s boat"


BUTTONS = (("end", "End turn", 388, 36), ("pass", "Pass", 388, 36), ("accept", "Accept", 276, 36),
           ("hail", "Hail others", 388, 82))  # fmt: skip


def _buttons(view: View) -> Iterator[Node]:
    """The buttons that belong to no piece; lit when they can be used."""
    offered = {node for offer in view.legal for node in offer.nodes}
    for ident, text, x, y in BUTTONS:
        lit = ident in offered
        if ident != "end" and not lit:
            continue
        if ident == "end" and "pass" in offered:
            continue
        parts = (
            Rect(0, 0, 100, 34, 8, "button" if lit else "button-off"),
            Text(50, 17, text, 15, bold=True, role="on-button" if lit else "soft"),
        )
        title = "Let the other captains at port offer cards" if ident == "hail" else text
        yield Node(ident, "status", parts, x, y, layer=1, title=title)


def _short(name: str, length: int) -> str:
    return name if len(name) <= length else name[: length - 1] + "…"


# ---------------------------------------------------------------------- cards


def _says(card: Card) -> str:
    return told(card.text, card.source.get("name", ""), card.source.get("effect", ""))


def _card(card: Card, width: float, height: float) -> tuple[Part, ...]:
    return _card_face(card.name, card.timing, card.effects[0], width, height)


@lru_cache(maxsize=512)
def _card_face(name: str, timing: str, does: str, width: float, height: float) -> tuple[Part, ...]:
    """A supply card: its band tells when it is played, its sign what it does."""
    role = {"own turn": "card-own", "battle": "card-battle", "attacked": "card-flag"}[timing]
    op, amount = effect(does)
    icon = ICONS[op]
    middle = width / 2
    ink = "swirl" if icon == "zephyr" else "ink"
    shift = 10 if op in NUMBERED else 0
    parts: list[Part] = [
        Rect(0, 0, width, height, 7, "card-face"),
        Rect(0, 0, width, 20, 6, role),
        Use(icon, middle - shift, height / 2 + 2, 34, role=ink),
    ]
    if shift:
        parts.append(Text(middle + 18, height / 2 + 2, f"+{amount}", 17, bold=True, role="ink"))
    parts.append(Text(middle, 10, timing, 10.5, bold=True, role="on-button"))
    parts.append(Text(middle, height - 11, name, 12 if len(name) < 12 else 10.5, bold=True, role="ink"))
    return tuple(parts)


def hand(game: Windward, view: View, table: TableView) -> Iterator[Node]:
    """The viewer's cards; several of a kind lie on one another."""
    yield Node("hand", "hand", (Rect(0, 0, W, 118, 12, "panel"),))
    if view.viewer is None:
        yield Node("hand:none", "hand", (Text(W / 2, 59, "Spectators have no hand.", 15, role="soft"),), layer=1)
        return
    held = table.ships[view.viewer].hand or ()
    if not held:
        yield Node("hand:none", "hand", (Text(W / 2, 59, "No supply cards in your hand.", 15, role="soft"),), layer=1)
    kinds = list(dict.fromkeys(held))
    for place, ident in enumerate(kinds):
        yield _held(game, ident, held.count(ident), place)


@lru_cache(maxsize=512)
def _held(game: Windward, ident: str, count: int, place: int) -> Node:
    card = next(one for one in game.components.cards if one.id == ident)
    parts = list(_card(card, 90, 98))
    if count > 1:
        parts += [Circle(80, 30, 11, "plus2"), Text(80, 30, f"×{count}", 11, bold=True, role="plus2-ink")]
    title = f"{card.name}{f' ({count})' if count > 1 else ''}: {_says(card)}"
    return Node(f"card:{ident}", "hand", tuple(parts), 10 + 97 * place, 10, layer=1, title=title)


# ---------------------------------------------------------------------- orders and port


def port(game: Windward, view: View, table: TableView) -> Iterator[Node]:
    """Order spaces, prices, stacks, crew and achievements."""
    yield Node("port-board", "port", (Rect(0, 0, W, 250, 12, "panel"),))
    offered = {node for offer in view.legal for node in offer.nodes}
    used = () if table.turn is None else table.turn.used
    naturalist = view.viewer is not None and table.ships[view.viewer].naturalist
    for order, (icon, text) in enumerate(ORDER_FACES):
        lit, given = f"order:{ORDERS[order]}" in offered, ORDERS[order] in used
        yield _order(game, order, icon, text, lit, given, naturalist and order == O_PROCESS)
    for purchase, name in enumerate(PURCHASES):
        yield _price(game, purchase, name, f"buy:{name}" in offered)
    for place, (ident, size) in enumerate(zip(table.tops, table.stack_sizes, strict=True)):
        yield _stack(game, ident, size, place)
    for number, side in enumerate(game.crew_sides):
        yield _crew_side(game, number, f"crew:{side.id}" in offered, table.crew_stock[number // 2])
    yield from _achievements(view, table)


@lru_cache(maxsize=4096)
def _stack(game: Windward, ident: str, size: int, place: int) -> Node:
    card = next(one for one in game.components.cards if one.id == ident)
    title = f"Stack {place + 1}, {size} cards, top: {card.name}. {_says(card)}"
    parts = (Rect(4, 4, 90, 88, 7, "card-back"), *_card(card, 90, 88), Text(82, 29, str(size), 11, role="soft"))
    return Node(f"stack:{place + 1}", "port", parts, 10 + 102 * place, 152, layer=1, title=title)


@lru_cache(maxsize=512)
def _order(game: Windward, order: int, icon: str, text: str, lit: bool, used: bool, research: bool) -> Node:
    at_sky = order >= 4
    if research:
        icon, text = "tag", "Research"
    parts: list[Part] = [
        Rect(0, 0, 56, 58, 8, "panel-on" if lit else "slot"),
        Use(icon, 28, 24, 28, role="tooth-red" if icon == "tooth" else "ink"),
        Text(28, 48, text, 11, bold=lit, role="ink" if lit else "soft"),
    ]
    if used:
        parts += [Circle(46, 10, 10, "button"), Use("mate", 46, 10, 13, role="on-button")]
    x = 10 + 60 * order + (6 if at_sky else 0)
    does = "Research the crester" if research else game.ids.table[game.ids.order + order].label
    title = f"Order {'at sky' if at_sky else 'at port'}: {does}"
    return Node(f"order:{ORDERS[order]}", "port", tuple(parts), x, 24, layer=1, title=title)


@lru_cache(maxsize=512)
def _price(game: Windward, purchase: int, name: str, lit: bool) -> Node:
    price = game.prices[purchase]
    icon = PURCHASE_FACES[purchase]
    parts: list[Part] = [Rect(0, 0, 90, 34, 8, "panel-on" if lit else "slot"), Use(icon, 20, 17, 24, role="ink")]
    parts += [Use("gas", 50 + 18 * n, 17, 22, role="gas") for n in range(price)]
    title = f"Buy {name} for {price} gas, at port"
    return Node(f"buy:{name}", "port", tuple(parts), 10 + 97 * purchase, 104, layer=1, title=title)


@lru_cache(maxsize=2048)
def _crew_side(game: Windward, number: int, lit: bool, left: int) -> Node:
    tile, back = divmod(number, 2)
    side = game.crew_sides[number]
    parts = (
        Rect(0, 0, 84, 26, 6, "panel-on" if lit else "slot"),
        Text(42, 13, side.name, 12, bold=lit, role="ink" if left else "soft"),
    )
    opens = game.components.crew[tile].unlocks.replace("_", " ")
    title = f"{side.name}: {told(side.text, side.source)} Opens {opens}. {left} left"
    return Node(f"crew:{side.id}", "port", parts, 320 + 88 * back, 152 + 30 * tile, layer=1, title=title)


def _achievements(view: View, table: TableView) -> Iterator[Node]:
    for place, card in enumerate(table.achievements):
        parts: list[Part] = [Rect(0, 0, 240, 18, 5, "slot"), Use("star", 11, 9, 13, role="track-end")]
        parts.append(Text(22, 9, f"{card.name} {card.points}", 11, "start", True, "ink"))
        for mark, seat in enumerate(card.claimed):
            ship = table.ships[seat]
            parts += [
                Circle(226 - 18 * mark, 9, 8, f"seat-{ship.colour}"),
                Use(MARKS[ship.colour], 226 - 18 * mark, 9, 8, role="on-seat"),
            ]
        title = f"{card.name}: {card.text}"
        yield Node(f"achievement:{place}", "port", tuple(parts), 8 + 244 * place, 3, layer=1, title=title)


# ---------------------------------------------------------------------- ship boards


def boards(game: Windward, view: View, table: TableView) -> Iterator[Node]:
    """A board for each seat; the viewer's own has parts that can be clicked."""
    for seat, ship in enumerate(table.ships):
        on_turn = table.turn is not None and table.turn.seat == seat
        yield from _board(game, view.names[seat], seat, ship, on_turn, view.viewer == seat)


@lru_cache(maxsize=2048)
def _board(game: Windward, owner: str, seat: int, ship: ShipView, on_turn: bool, mine: bool) -> tuple[Node, ...]:
    y = 132 * seat
    name = _short(owner + (" · Naturalist" if ship.naturalist else ""), 24)
    parts: list[Part] = [
        Rect(1, 1, W - 2, 124, 12, "panel-on" if on_turn else "panel"),
        Rect(10, 10, 30, 30, 6, f"seat-{ship.colour}"),
        Use(MARKS[ship.colour], 25, 25, 16, role="on-seat"),
        Text(48, 25, name, 16, "start", True, "ink"),
        Use("card", 300, 25, 24, role="ink"),
        Text(318, 25, str(ship.hand_size), 16, "start", True, "ink"),
        Text(W - 16, 25, str(ship.notoriety), 26, "end", True, "ink"),
        Use("star", W - 72, 25, 20, role="track-end"),
    ]
    parts += _hold(ship)
    where = "at port" if ship.ship == "port" else f"on {ship.ship}"
    parts.append(Text(398, 25, where, 12, "end", False, "soft"))
    title = f"{owner}: {ship.notoriety} notoriety, morale {ship.morale}, {ship.gas} of {ship.gas_slots} gas, "
    title += f"{ship.cannons} of {ship.cannon_slots} cannons, hold {ship.hold}, {where}, "
    title += f"{ship.hand_size} card{'s' * (ship.hand_size != 1)}"
    if ship.hand and not mine:  # where hands are open
        title += f" ({', '.join(ship.hand)})"
    if game.perk_texts[seat]:
        title += f". {game.perk_texts[seat]}"
    nodes = [Node(f"board:{seat}", "boards", tuple(parts), 0, y, title=title)]
    for kind, group, gx, gy, text in _gauges(game, ship):
        ident = kind if mine else f"{kind}:{seat}"
        nodes.append(Node(ident, "boards", tuple(group), gx, y + gy, layer=1, title=text))
    return tuple(nodes)


def _gauges(game: Windward, ship: ShipView) -> Iterator[tuple[str, list[Part], float, float, str]]:
    """Morale, longboats, gas and cannons, each a node of its own."""
    top = game.morale_max
    hearts: list[Part] = [
        Use("heart", 11 + 20 * n, 11, 20, role="heart" if n < ship.morale else "heart-off") for n in range(top)
    ]
    yield "morale", hearts, 10, 50, f"Morale {ship.morale} of {top}"
    aboard = ship.boats.count("aboard")
    boats: list[Part] = [Use("oar", 12, 11, 20, role="ink"), Text(26, 11, str(ship.rowing), 17, "start", True, "ink")]
    boats += [Use("boat", 62 + 30 * n, 11, 26, role=f"seat-{ship.colour}") for n in range(aboard)]
    yield "rowing", boats, 128, 50, f"Longboat speed {ship.rowing}, {aboard} longboats aboard"
    gas: list[Part] = [
        Use("gas", 10 + 18 * n, 12, 22, role="gas" if n < ship.gas else "gas-slot") for n in range(ship.gas_slots)
    ]
    yield "gas", gas, 10, 84, f"Gas {ship.gas} of {ship.gas_slots}"
    guns: list[Part] = [
        Use("cannon", 12 + 26 * n, 12, 24, role="iron" if n < ship.cannons else "iron-slot")
        for n in range(ship.cannon_slots)
    ]
    yield "cannons", guns, 184, 84, f"Cannons {ship.cannons} of {ship.cannon_slots}"
    tokens: list[Part] = [Circle(12, 12, 12, "plus2"), Text(12, 12, "+2", 12, bold=True, role="plus2-ink")]
    tokens.append(Text(30, 12, str(ship.plus2), 16, "start", True, "ink"))
    yield "plus2", tokens, 440, 50, f"{ship.plus2} tokens of +2"


def _hold(ship: ShipView) -> list[Part]:
    """Crester, teeth, and the crew."""
    parts: list[Part] = [Rect(252, 48, 44, 32, 6, "slot")]
    if ship.hold != "empty":
        parts += [Use("crester", 274, 64, 34, role=ship.hold), Use("eye", 274, 64, 34, role="eye")]
    for place, (role, count) in enumerate((("tooth-red", ship.red_teeth), ("tooth-gray", ship.gray_teeth))):
        parts += [
            Use("tooth", 316 + 52 * place, 63, 24, role=role),
            Text(330 + 52 * place, 64, str(count), 16, "start", True, "ink"),
        ]
    names = ", ".join(name.capitalize() for name in ship.crew) or "no crew"
    parts.append(Text(W - 16, 100, names, 12, "end", False, "soft"))
    return parts


# ---------------------------------------------------------------------- notoriety


def track(game: Windward, view: View, table: TableView) -> Iterator[Node]:
    """The track from 1 to 15; beyond it the markers go round again, with a 15 beside them."""
    step = (planet_size(geometry(table.radius))[0] - 8) / (TRACK_END + 1)
    yield _track(step)
    standing: dict[int, int] = {}
    for seat, ship in enumerate(table.ships):
        laps, place = divmod(ship.notoriety, TRACK_END) if ship.notoriety > TRACK_END else (0, ship.notoriety)
        row = standing[place] = standing.get(place, -1) + 1
        marker: list[Part] = [Circle(0, 0, 9, f"seat-{ship.colour}"), Use(MARKS[ship.colour], 0, 0, 9, role="on-seat")]
        if laps:
            marker.append(Text(0, 16, f"+{laps * TRACK_END}", 10, bold=True, role="ink"))
        x = 4 + step * (place + 0.5) - 1.5 + (10 if row % 2 else -10) * (row > 0)
        title = f"{view.names[seat]}: {ship.notoriety} notoriety"
        yield Node(
            f"track:{seat}",
            "track",
            tuple(marker),
            x,
            32 + 18 * (row // 2 if row else 0) + (row > 0) * 9,
            layer=1,
            title=title,
        )


@lru_cache(maxsize=8)
def _track(step: float) -> Node:
    parts: list[Part] = []
    for place in range(TRACK_END + 1):
        role = "track-end" if place == TRACK_END else "track"
        parts.append(Rect(4 + step * place, 0, step - 3, 80, 6, role))
        parts.append(Text(4 + step * (place + 0.5) - 1.5, 12, str(place), 12, bold=True, role="ink"))
    return Node("track", "track", tuple(parts), title="Notoriety")
