"""The actions of Windward: ids, notation, labels and the clicks that mean them.

Ids are laid out so that the hot path only adds: sailing to space x is ``sail + x`` and so on. `decode` gives the kind
and the numbers of an id back.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from waystation.engine import ActionTable

from .components import Components
from .model import ITEM_NAMES, ORDERS, PURCHASES
from .planet import Geometry

MAX_CANNONS = 12


class Do(IntEnum):
    """Kinds of action."""

    SAIL = 0  # [space]
    ROW = 1  # [from, to]
    ORDER = 2  # [order]
    BUY = 3  # [purchase]
    PLAY = 4  # [card]
    TAKE = 5  # [item, or 6 for a longboat]
    COXSWAIN = 6
    END = 7
    DISCARD = 8  # [card]
    LOSE_MORALE = 9
    PASS = 10
    FIRE = 11  # [cannons]
    BOOST = 12
    LOOT = 13  # [item]
    AT = 14  # [space]
    HIRE = 15  # [crew side]
    STACK = 16  # [stack]
    TURN_WIND = 17  # [-1 or 1, as 0 or 1]
    TRADE = 18  # [0 red or 1 gray, 0 notoriety or 1 gas]
    GIVE = 19  # [seat, card]
    ASK = 20  # [seat, card]
    ACCEPT = 21
    HAIL = 22


TAKE_BOAT = 6
LOOT_ITEMS = (3, 4, 5)
"""Indices into ITEM_NAMES: what a victor may choose."""
ORDER_LABELS = (
    "Take 3 supplies", "Raise morale", "Fill a cannon", "Hire crew",
    "Drop a longboat", "Longboat speed", "Ship speed", "Process the crester",
)  # fmt: skip


class ActionIds:
    """The action table of one Game, and where in it each kind begins."""

    def __init__(self, hexes: Geometry, components: Components, colours: Sequence[str], cooperative: bool) -> None:
        self.table = ActionTable()
        self.kind: list[int] = []
        self.x: list[int] = []
        self.y: list[int] = []
        self.names = hexes.names
        self.cards = components.cards
        self._moves(hexes)
        self._turn()
        self._battle()
        self._choices(hexes, components)
        if cooperative:
            self._gifts(colours)

    def _add(self, kind: Do, notation: str, label: str, nodes: Sequence[str] = (), x: int = 0, y: int = 0) -> int:
        self.kind.append(int(kind))
        self.x.append(x)
        self.y.append(y)
        args = {Do.ROW: (x, y), Do.TRADE: (x, y), Do.GIVE: (x, y), Do.ASK: (x, y)}.get(kind, (x,))
        return self.table.add(kind.name.lower().replace("_", " "), args, notation, label, nodes)

    def _moves(self, hexes: Geometry) -> None:
        self.sail = 0
        for space, name in enumerate(hexes.names):
            where = "into port" if space == 0 else f"to {name}"
            self._add(Do.SAIL, f"sail {name}", f"Sail {where}", (f"hex:{name}",), space)
        #: row[space]: (to, action) for every way out, sorted by action.
        self.row: list[list[tuple[int, int]]] = [[] for _ in hexes.names]
        for space in range(1, hexes.size):
            for to in sorted(to for to in hexes.neighbour[space] if to > 0):
                here, there = hexes.names[space], hexes.names[to]
                nodes = (f"low:{here}", f"hex:{there}")
                action = self._add(Do.ROW, f"row {here} {there}", f"Row from {here} to {there}", nodes, space, to)
                self.row[space].append((to, action))

    def _turn(self) -> None:
        self.order = len(self.table)
        for order, (name, label) in enumerate(zip(ORDERS, ORDER_LABELS, strict=True)):
            self._add(Do.ORDER, f"order {name}", label, (f"order:{name}",), order)
        self.buy = len(self.table)
        for purchase, name in enumerate(PURCHASES):
            self._add(Do.BUY, f"buy {name}", f"Buy {name}", (f"buy:{name}",), purchase)
        self.play = len(self.table)
        for number, card in enumerate(self.cards):
            self._add(Do.PLAY, f"play {card.id}", f"Play {card.name}", (f"card:{card.id}",), number)
        self.take = len(self.table)
        for item, name in enumerate((*ITEM_NAMES, "boat")):
            what = {"red": "dead red", "gray": "dead gray", "boat": "longboat"}.get(name, name)
            self._add(Do.TAKE, f"take {name.replace(' ', '-')}", f"Take the {what} aboard", (), item)
        self.coxswain = self._add(Do.COXSWAIN, "coxswain", "Longboat speed from the crew", ("rowing",))
        self.end = self._add(Do.END, "end", "End the turn", ("end",))

    def _battle(self) -> None:
        self.discard = len(self.table)
        for number, card in enumerate(self.cards):
            self._add(Do.DISCARD, f"discard {card.id}", f"Discard {card.name}", (f"card:{card.id}",), number)
        self.lose_morale = self._add(Do.LOSE_MORALE, "lose morale", "Lose 1 morale", ("morale",))
        self.skip = self._add(Do.PASS, "pass", "Pass", ("pass",))
        self.fire = len(self.table)
        for count in range(MAX_CANNONS + 1):
            text = f"Fire {count} cannon{'s' * (count != 1)}" if count else "Fire no cannon"
            self._add(Do.FIRE, f"fire {count}", f"{text} and roll", ("cannons",), count)
        self.boost = self._add(Do.BOOST, "use +2", "Use a +2 token", ("plus2",))
        self.loot = len(self.table)
        for item in LOOT_ITEMS:
            self._add(Do.LOOT, f"loot {ITEM_NAMES[item].replace(' ', '-')}", f"Take a {ITEM_NAMES[item]}", (), item)

    def _choices(self, hexes: Geometry, components: Components) -> None:
        self.at = len(self.table) - 1
        for space in range(1, hexes.size):
            name = hexes.names[space]
            self._add(Do.AT, f"at {name}", f"Choose {name}", (f"hex:{name}",), space)
        self.hire = len(self.table)
        for number, side in enumerate(side for tile in components.crew for side in tile.sides):
            self._add(Do.HIRE, f"hire {side.id}", f"Hire the {side.name}", (f"crew:{side.id}",), number)
        self.stack = len(self.table)
        for stack in range(3):
            self._add(Do.STACK, f"stack {stack + 1}", f"Take from stack {stack + 1}", (f"stack:{stack + 1}",), stack)
        self.turn_wind = self._add(Do.TURN_WIND, "back", "Turn the wind counter-clockwise", ("wind",), 0)
        self._add(Do.TURN_WIND, "veer", "Turn the wind clockwise", ("wind",), 1)
        self.trade = len(self.table)
        for tooth, colour in enumerate(("red", "gray")):
            for price, what in enumerate(("notoriety", "gas")):
                self._add(Do.TRADE, f"trade {colour} {what}", f"Trade a {colour} tooth for {what}", (), tooth, price)

    def _gifts(self, colours: Sequence[str]) -> None:
        self.give = len(self.table)
        for seat, colour in enumerate(colours):
            for number, card in enumerate(self.cards):
                self._add(Do.GIVE, f"give {colour} {card.id}", f"Offer {card.name} to {{{seat}}}", (), seat, number)
        self.ask = len(self.table)
        for seat, colour in enumerate(colours):
            for number, card in enumerate(self.cards):
                self._add(Do.ASK, f"ask {colour} {card.id}", f"Ask {{{seat}}} for {card.name}", (), seat, number)
        self.accept = self._add(Do.ACCEPT, "accept", "Accept", ("accept",))
        self.hail = self._add(Do.HAIL, "hail", "Hail: the other captains at port may offer cards", ("hail",))
