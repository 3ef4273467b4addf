"""The panels: status and buttons, hand, orders and port, ship boards, notoriety track."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from waystation.engine import Circle, Node, Part, Rect, Text, Use, View, kit
from waystation.engine.kit import kept
from waystation.engine.words import Arg, Phrase, mark, say, term
from waystation.games.windward.components import Card, effect, sourced
from waystation.games.windward.edition import WindwardEdition
from waystation.games.windward.model import O_PROCESS, ORDERS, PURCHASES, TRACK_END
from waystation.games.windward.view import AchievementView, ShipView, TableView

from .look import MARKS

W = 500
LEAST = 12.7
"""No text is smaller: at 0.71 pixels a unit (a phone) it is 9 pixels high."""
line = partial(kit.line, smallest=LEAST)
ICONS = {
    "extra_order": "cup", "spawn_gray": "bait", "enter_drift": "anchor", "cancel_battle": "mask", "battle_hits": "hit",
    "speed": "sail", "into_wind": "arrow", "wind_roll": "turn", "wind_turn": "turn", "zephyr_jump": "zephyr",
    "boat_speed": "oar", "drop_boat": "winch", "morale": "heart", "gas": "gas", "cannon": "cannon", "notoriety": "star",
}  # fmt: skip
NUMBERED = {"battle_hits", "speed", "boat_speed", "morale", "gas", "cannon"}
ORDER_FACES = (
    ("card", mark("3 cards")), ("heart", mark("Morale")), ("cannon", mark("Cannon")), ("mate", mark("Crew")),
    ("boat", mark("Drop")), ("oar", mark("Row")), ("sail", mark("Speed")), ("tooth", mark("Process")),
)  # fmt: skip
PURCHASE_FACES = ("cannon", "mate", "heart", "star", "card")
PRICES = (mark("Buy a cannon for {n} gas, at port"), mark("Buy a crew tile for {n} gas, at port"),
          mark("Buy rum for {n} gas, at port"), mark("Buy notoriety for {n} gas, at port"),
          mark("Buy supplies for {n} gas, at port"))  # fmt: skip
TIMINGS = {"own turn": ("card-own", mark("own turn")), "battle": ("card-battle", mark("battle")),
           "attacked": ("card-flag", mark("attacked"))}  # fmt: skip
OPENS = {
    "cannon_slots": mark("Opens {n:cannon slot|cannon slots}."), "boat_slots": mark("Opens the second longboat."),
    "gas_slots": mark("Opens {n:gas slot|gas slots}."),
}  # fmt: skip
HOLDS = {
    "empty": mark("hold empty"),
    "red": mark("a red crester in the hold"),
    "gray": mark("a gray crester in the hold"),
}


def chip(colour: str, x: float, y: float, size: float = 24) -> tuple[Part, ...]:
    """A ship's colour with its mark."""
    return (Circle(x, y, size / 2, f"seat-{colour}"), Use(MARKS[colour], x, y, size * 0.55, role="on-seat"))


def offered(view: View) -> set[str]:
    """The nodes that the viewer can click for something."""
    return {node for offer in view.legal for node in offer.nodes}


# ---------------------------------------------------------------------- status


def status(game: WindwardEdition, view: View, table: TableView) -> Iterator[Node]:
    """Whose turn it is, speed and mates, and the buttons."""
    turn = table.turn
    heading = say("Round {n}", n=table.round)
    if table.last_turns:
        heading = say("Round {n} · last turns", n=table.round)
    parts: list[Part] = [kit.panel(W, 80), line(14, 20, heading, 15, bold=True, most=190)]
    title = heading
    if table.lives is not None:
        parts += [*kit.counter("heart", W - 120, 20, table.lives[0], 20, "heart")]
        parts += [*kit.counter("crester", W - 56, 20, table.lives[1], 24, "white")]
        title = say("{round}. Lives: captains {ours}, white crester {its}", round=title, ours=table.lives[0],
                    its=table.lives[1])  # fmt: skip
    if table.mode == "solo":
        parts += [
            Use("crester", W - 64, 20, 24, role="red"),
            line(W - 14, 20, f"{table.kills}/6", 15, "end", bold=True),
        ]
        title = say("{round}. Red cresters beaten: {n} of 6", round=title, n=table.kills)
    if turn is not None:
        parts += chip(table.ships[turn.seat].colour, 27, 54, 30)
        parts.append(line(50, 54, view.names[turn.seat], 17, bold=True, most=140))
        parts += kit.counter("sail", 212, 54, turn.speed, 26)
        parts += kit.gauge("mate", 286, 54, turn.mates, 2, 26, 24, "ink", "heart-off")
        parts += [Use("arrow", 346, 54, 24, role="vane")] * turn.into_wind
        parts += [Use("anchor", 372, 54, 24, role="vane")] * turn.drift
        title = say("{round}. {who}: {speed} speed, {mates:mate|mates}", round=title, who=view.names[turn.seat],
                    speed=turn.speed, mates=turn.mates)  # fmt: skip
    yield kit.node("status", "status", parts, title=title)
    total = sum(table.discard.values())
    discards: Sequence[Arg] = [
        say("{n} {card}", n=n, card=term(_card(game, ident).name)) for ident, n in table.discard.items()
    ]
    right = W - 14 if table.mode == "free-for-all" else W - 150
    counted = line(right, 20, say("discards {n}", n=total), 13, "end", role="soft")
    title = say("Discards: {cards}", cards=discards) if discards else say("No discards")
    yield kit.node("discards", "status", (counted,), layer=1, title=title)
    yield from _buttons(offered(view))


BUTTONS = (("end", mark("End turn"), mark("End turn"), 388), ("pass", mark("Pass"), mark("Pass"), 388),
           ("accept", mark("Accept"), mark("Accept"), 276),
           ("hail", mark("Hail others"), mark("Let the other captains at port offer cards"), 276))  # fmt: skip


def _buttons(usable: set[str]) -> Iterator[Node]:
    """The buttons that belong to no piece."""
    for ident, text, title, x in BUTTONS:
        if ident in usable or (ident == "end" and "pass" not in usable):
            parts = kit.button(say(text), 100)
            yield kit.node(ident, "status", parts, x, 38, layer=1, title=say(title))


# ---------------------------------------------------------------------- cards


def _says(card: Card) -> Phrase:
    return sourced(card.text, card.source.get("name", ""), card.source.get("effect", ""))


def _face(card: Card, width: float, height: float) -> list[Part]:
    """A supply card: its band tells when it is played, its sign what it does."""
    role, timing = TIMINGS[card.timing]
    op, amount = effect(card.effects[0])
    icon, middle = ICONS[op], width / 2
    shift = 10 if op in NUMBERED else 0
    parts: list[Part] = [
        Rect(3, 4, width, height, 8, "shade"),
        kit.card(width, height, r=8),
        Rect(0, 0, width, 21, 7, role),
        Use(icon, middle - shift, height / 2 - 6, 32, role="swirl-ink" if icon == "zephyr" else "ink"),
    ]
    if shift:
        parts.append(Text(middle + 18, height / 2 - 6, f"+{amount}", 17, bold=True, role="ink"))
    parts.append(line(middle, 10.5, say(timing), 13, "middle", bold=True, role="on-button", most=width - 8))
    bold = max(map(len, card.name.split())) < 10  # longer words have no room as bold ones
    name = term(card.name)
    parts += kit.block(middle, height - 18, name, width - 6, 13, rows=2, leading=1.08, bold=bold, smallest=LEAST)
    return parts


def _card(game: WindwardEdition, ident: str) -> Card:
    return next(card for card in game.components.cards if card.id == ident)


def hand(game: WindwardEdition, view: View, table: TableView) -> Iterator[Node]:
    """The viewer's cards; several of a kind lie on one another."""
    yield kit.node("hand", "hand", (kit.panel(W, 118),))
    held = () if view.viewer is None else table.ships[view.viewer].hand or ()
    if not held:
        text = say("No supply cards in your hand.") if view.viewer is not None else say("Spectators have no hand.")
        yield kit.node("hand:none", "hand", (line(W / 2, 59, text, 15, "middle", role="soft"),), layer=1)
    for place, ident in enumerate(dict.fromkeys(held)):
        yield _held(game, ident, held.count(ident), place)


@kept
def _held(game: WindwardEdition, ident: str, n: int, place: int) -> Node:
    card = _card(game, ident)
    parts = _face(card, 90, 98)
    title = say("{card}: {text}", card=term(card.name), text=_says(card))
    if n > 1:
        parts += kit.badge(13, 35, f"×{n}", 13)
        title = say("{card} ({n}): {text}", card=term(card.name), n=n, text=_says(card))
    return kit.node(f"card:{ident}", "hand", parts, 10 + 97 * place, 10, layer=1, title=title)


# ---------------------------------------------------------------------- orders and port


def port(game: WindwardEdition, view: View, table: TableView) -> Iterator[Node]:
    """Order spaces, prices, stacks, crew and achievements."""
    yield kit.node("port-board", "port", (kit.panel(W, 250),))
    lit = offered(view)
    used = () if table.turn is None else table.turn.used
    naturalist = view.viewer is not None and table.ships[view.viewer].naturalist
    tags = len(table.tagged_reds) + len(table.tagged_grays)
    for order, name in enumerate(ORDERS):
        research = naturalist and order == O_PROCESS and tags < 6
        yield _order(game, order, f"order:{name}" in lit, name in used, research)
    for purchase, name in enumerate(PURCHASES):
        yield _price(game.prices[purchase], purchase, f"buy:{name}" in lit)
    for place, (ident, size) in enumerate(zip(table.tops, table.stack_sizes, strict=True)):
        yield _stack(game, ident, size, place)
    for number, side in enumerate(game.crew_sides):
        yield _crew_side(game, number, f"crew:{side.id}" in lit, table.crew_stock[number // 2])
    for place, card in enumerate(table.achievements):
        yield _achievement(card, tuple(table.ships[seat].colour for seat in card.claimed), place)


@kept
def _stack(game: WindwardEdition, ident: str, size: int, place: int) -> Node:
    card = _card(game, ident)
    title = say("Stack {place}, {n:card|cards}, top: {card}. {text}", place=place + 1, n=size, card=term(card.name),
                text=_says(card))  # fmt: skip
    parts = (Rect(4, 4, 90, 88, 7, "card-back"), *_face(card, 90, 88), Text(4, 29, str(size), 13, "start", role="soft"))
    return kit.node(f"stack:{place + 1}", "port", parts, 10 + 102 * place, 152, layer=1, title=title)


@kept
def _order(game: WindwardEdition, order: int, lit: bool, used: bool, research: bool) -> Node:
    icon, text = ("tag", say("Research")) if research else (ORDER_FACES[order][0], say(ORDER_FACES[order][1]))
    parts: list[Part] = [
        kit.slot(56, 58, lit, 8),
        Use(icon, 28, 24, 28, role="tooth-red" if icon == "tooth" else "ink"),
        line(28, 48, text, 13, "middle", role="ink" if lit else "soft", most=59),
    ]
    if used:
        parts += [Circle(46, 10, 10, "button"), Use("mate", 46, 10, 13, role="on-button")]
    does = say("Research the crester") if research else game.ids.table[game.ids.order + order].label
    title = say("Order at sky: {order}", order=does) if order >= 4 else say("Order at port: {order}", order=does)
    if used:
        title = say("{order} (given this turn)", order=title)
    x = 10 + 60 * order + (6 if order >= 4 else 0)
    return kit.node(f"order:{ORDERS[order]}", "port", parts, x, 24, layer=1, title=title)


@kept
def _price(price: int, purchase: int, lit: bool) -> Node:
    parts: list[Part] = [kit.slot(90, 34, lit, 8), Use(PURCHASE_FACES[purchase], 20, 17, 24, role="ink")]
    parts += [Use("gas", x, 17, 22, role="gas") for x in kit.row(price, 50, 18)]
    title = say(PRICES[purchase], n=price)
    return kit.node(f"buy:{PURCHASES[purchase]}", "port", parts, 10 + 97 * purchase, 104, layer=1, title=title)


@kept
def _crew_side(game: WindwardEdition, number: int, lit: bool, left: int) -> Node:
    tile, back = divmod(number, 2)
    side = game.crew_sides[number]
    name = term(side.name)
    ink = line(42, 13, name, 13, "middle", bold=lit, role="ink" if left else "soft", most=80)
    op, amount = game.tile_unlocks[tile]
    title = say("{crew}: {text} {opens} {n} left", crew=name, text=sourced(side.text, side.source),
                opens=say(OPENS[op], n=amount), n=left)  # fmt: skip
    x, y = 320 + 88 * back, 152 + 30 * tile
    return kit.node(f"crew:{side.id}", "port", (kit.slot(84, 26, lit), ink), x, y, layer=1, title=title)


@kept
def _achievement(card: AchievementView, claimed: tuple[str, ...], place: int) -> Node:
    parts: list[Part] = [kit.slot(240, 18), Use("star", 11, 9, 13, role="track-end")]
    text = say("{card} {points}", card=term(card.name), points=card.points)
    parts.append(line(22, 9, text, 13, bold=True, most=200 - 18 * len(claimed)))
    for x, colour in zip(kit.row(len(claimed), 226, -18), claimed, strict=True):
        parts += chip(colour, x, 9, 16)
    title = say("{card}: {text}", card=term(card.name), text=card.text)
    return kit.node(f"achievement:{place}", "port", parts, 8 + 244 * place, 3, layer=1, title=title)


# ---------------------------------------------------------------------- ship boards


def boards(
    game: WindwardEdition, view: View, table: TableView, mine: Sequence[int], rivals: Sequence[int]
) -> Iterator[Node]:
    """A board for each seat; the viewer's own, whose parts can be clicked, stands apart, many others are small."""
    acting = -1 if table.turn is None else table.turn.seat
    for seat in mine:
        yield from _board(game, view.names[seat], seat, table.ships[seat], seat == acting, True, 0)
    draw, step = (_board, FULL) if len(rivals) <= FEW else (_small_board, SMALL)
    for place, seat in enumerate(rivals):
        yield from draw(game, view.names[seat], seat, table.ships[seat], seat == acting, False, place * step)


FULL, SMALL, FEW = 132, 76, 2
"""Heights of boards, and how many others have full ones."""


def rivals_height(rivals: Sequence[int]) -> float:
    """How tall the panel of the others' boards is."""
    return len(rivals) * (FULL if len(rivals) <= FEW else SMALL)


def _heading(owner: str, ship: ShipView) -> tuple[Phrase | str, Phrase]:
    """Whose board it is, and where the ship is."""
    name = say("{who} · Naturalist", who=owner) if ship.naturalist else owner
    return name, say("at port") if ship.ship == "port" else say("on {place}", place=ship.ship)


@kept
def _board(
    game: WindwardEdition, owner: str, seat: int, ship: ShipView, on_turn: bool, mine: bool, y: float
) -> tuple[Node, ...]:
    name, where = _heading(owner, ship)
    region = "own" if mine else "rivals"
    parts: list[Part] = [
        *_deck(FULL - 8, ship, on_turn),
        *chip(ship.colour, 25, 25, 30),
        line(48, 25, name, 16, bold=True, most=206),
        *kit.counter("card", 276, 25, ship.hand_size, 24),
        line(W - 16, 25, str(ship.notoriety), 26, "end", bold=True),
        Use("star", W - 72, 25, 20, role="track-end"),
        line(410, 25, where, 14, "end", role="soft", most=80),
        *_hold(ship, 252, 64),
        *_teeth(ship, 316, 63),
    ]
    crew: Sequence[Arg] = [term(side.name) for side in game.crew_sides if side.id in ship.crew]
    text = say("{crew}", crew=crew) if crew else say("no crew")
    parts += kit.block(W - 16, 100, text, 164, 13, "end", rows=2, leading=1.15, role="soft", smallest=LEAST)
    nodes = [kit.node(f"board:{seat}", region, parts, 0, y, title=_told(game, owner, seat, ship, where, mine))]
    for kind, group, gx, gy, words in _gauges(game, ship):
        ident = kind if mine else f"{kind}:{seat}"
        nodes.append(kit.node(ident, region, group, gx, y + gy, layer=1, title=words))
    return tuple(nodes)


@kept
def _small_board(
    game: WindwardEdition, owner: str, seat: int, ship: ShipView, on_turn: bool, mine: bool, y: float
) -> tuple[Node, ...]:
    """The same in two lines, with numbers instead of rows of signs."""
    name, where = _heading(owner, ship)
    parts: list[Part] = [
        *_deck(SMALL - 8, ship, on_turn),
        *chip(ship.colour, 21, 20, 26),
        line(40, 20, name, 15, bold=True, most=200),
        *kit.counter("card", 258, 20, ship.hand_size, 22),
        line(404, 20, where, 14, "end", role="soft", most=90),
        Use("star", W - 66, 20, 18, role="track-end"),
        line(W - 14, 20, str(ship.notoriety), 22, "end", bold=True),
        *_hold(ship, 300, 50),
        *_teeth(ship, 356, 50),
    ]
    nodes = [kit.node(f"board:{seat}", "rivals", parts, 0, y, title=_told(game, owner, seat, ship, where, mine))]
    signs = {"morale": ("heart", "heart", str(ship.morale)), "rowing": ("oar", "ink", str(ship.rowing)),
             "gas": ("gas", "gas", f"{ship.gas}/{ship.gas_slots}"),
             "cannons": ("cannon", "iron", f"{ship.cannons}/{ship.cannon_slots}")}  # fmt: skip
    places = {"morale": 20, "gas": 76, "cannons": 146, "rowing": 226, "plus2": 442}
    for kind, group, _, _, words in _gauges(game, ship):
        shown: Sequence[Part] = group
        if kind in signs:
            sign, role, text = signs[kind]
            shown = (Use(sign, 0, 12, 22, role=role), line(16, 12, text, 15, bold=True))
        nodes.append(kit.node(f"{kind}:{seat}", "rivals", shown, places[kind], y + 38, layer=1, title=words))
    return tuple(nodes)


def _deck(tall: float, ship: ShipView, on_turn: bool) -> tuple[Part, ...]:
    """A board's ground: its shadow, its planks, and the rail in the colour of the ship."""
    return (
        Rect(3, 4, W - 4, tall, 12, "shade"),
        Rect(1, 1, W - 3, tall, 12, "panel-on" if on_turn else "panel"),
        Rect(1, 10, 6, tall - 18, 3, f"seat-{ship.colour}"),
    )


def _told(game: WindwardEdition, owner: str, seat: int, ship: ShipView, where: Phrase, mine: bool) -> Phrase:
    """The whole board for screen readers."""
    crew: Sequence[Arg] = [term(side.name) for side in game.crew_sides if side.id in ship.crew]
    title = say(
        "{who}: {points} notoriety, morale {morale}, {gas} of {gas_slots} gas, {guns} of {gun_slots} cannons, {hold}, "
        "{red:red tooth|red teeth}, {gray:gray tooth|gray teeth}, {where}, {n:card|cards}",
        who=owner, points=ship.notoriety, morale=ship.morale, gas=ship.gas, gas_slots=ship.gas_slots,
        guns=ship.cannons, gun_slots=ship.cannon_slots, hold=say(HOLDS[ship.hold]), red=ship.red_teeth,
        gray=ship.gray_teeth, where=where, n=ship.hand_size,
    )  # fmt: skip
    if ship.hand and not mine:  # where hands are open
        cards: Sequence[Arg] = [term(_card(game, ident).name) for ident in ship.hand]
        title = say("{board} ({cards})", board=title, cards=cards)
    if crew:
        title = say("{board}; crew: {crew}", board=title, crew=crew)
    perk = game.perk_texts[seat]
    return say("{board}. {perk}", board=title, perk=perk) if perk else title


def _gauges(game: WindwardEdition, ship: ShipView) -> Iterator[tuple[str, Sequence[Part], float, float, Phrase]]:
    """Morale, longboats, gas, cannons and tokens, each a node of its own."""
    top, aboard = game.morale_max, ship.boats.count("aboard")
    hearts = kit.gauge("heart", 11, 11, ship.morale, top, 20, 20, "heart", "heart-off")
    yield "morale", hearts, 10, 50, say("Morale {n} of {all}", n=ship.morale, all=top)
    oars = kit.counter("oar", 12, 11, ship.rowing, 20)
    boats = [Use("boat", x, 11, 26, role=f"seat-{ship.colour}") for x in kit.row(aboard, 62, 30)]
    title = say("Longboat speed {n}, {boats:longboat|longboats} aboard", n=ship.rowing, boats=aboard)
    yield "rowing", (*oars, *boats), 128, 50, title
    gas = kit.gauge("gas", 10, 12, ship.gas, ship.gas_slots, 18, 22, "gas", "gas-slot")
    yield "gas", gas, 10, 84, say("Gas {n} of {all}", n=ship.gas, all=ship.gas_slots)
    guns = kit.gauge("cannon", 12, 12, ship.cannons, ship.cannon_slots, 26, 24, "iron", "iron-slot")
    yield "cannons", guns, 184, 84, say("Cannons {n} of {all}", n=ship.cannons, all=ship.cannon_slots)
    tokens = (Circle(12, 12, 12, "plus2"), Text(12, 12, "+2", 13, bold=True, role="plus2-ink"),
              Text(30, 12, str(ship.plus2), 16, "start", True, "ink"))  # fmt: skip
    yield "plus2", tokens, 440, 50, say("{n:token|tokens} of +2", n=ship.plus2)


def _hold(ship: ShipView, x: float, y: float) -> list[Part]:
    """The hold, with the crester in it."""
    parts: list[Part] = [Rect(x, y - 16, 44, 32, 6, "slot")]
    if ship.hold != "empty":
        parts += [Use("crester", x + 22, y, 34, role=ship.hold), Use("eye", x + 22, y, 34, role="eye")]
    return parts


def _teeth(ship: ShipView, x: float, y: float) -> list[Part]:
    parts: list[Part] = []
    for role, teeth in (("tooth-red", ship.red_teeth), ("tooth-gray", ship.gray_teeth)):
        parts += [Use("tooth", x, y, 24, role=role), Text(x + 14, y + 1, str(teeth), 16, "start", True, "ink")]
        x += 44
    return parts


# ---------------------------------------------------------------------- notoriety


ACROSS = 8
STEP = (W - 12) / ACROSS


def track(view: View, table: TableView) -> Iterator[Node]:
    """The track from 0 to 15 in two rows; beyond it the markers go round again, with a 15 beside them."""
    yield _track()
    standing: dict[int, int] = {}
    for seat, ship in enumerate(table.ships):
        laps, place = divmod(ship.notoriety, TRACK_END) if ship.notoriety > TRACK_END else (0, ship.notoriety)
        at = standing[place] = standing.get(place, -1) + 1
        marker: list[Part] = [*chip(ship.colour, 0, 0, 22)]
        if laps:
            marker.append(line(0, 17, f"+{laps * TRACK_END}", 13, "middle", bold=True))
        x, y = 6 + STEP * (place % ACROSS + 0.5) - 1.5 + 16 * (at % 3 - 1), 42 + 78 * (place // ACROSS) + 18 * (at // 3)
        title = say("{who}: {n} notoriety", who=view.names[seat], n=ship.notoriety)
        yield kit.node(f"track:{seat}", "track", marker, x, y, layer=1, title=title)


@kept
def _track() -> Node:
    parts: list[Part] = []
    for place, (x, y) in enumerate(kit.grid(TRACK_END + 1, ACROSS, 6, 4, STEP, 78)):
        parts.append(Rect(x + 2, y + 3, STEP - 4, 70, 8, "shade"))
        parts.append(Rect(x, y, STEP - 4, 70, 8, "track-end" if place == TRACK_END else "track"))
        parts.append(Text(x + STEP / 2 - 2, y + 14, str(place), 15, bold=True, role="ink"))
    return kit.node("track", "track", parts, title=say("Notoriety"))
