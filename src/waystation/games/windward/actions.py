"""The actions of Windward: ids, notation, labels and the clicks that mean them.

Ids are laid out so that the hot path only adds: sailing to space x is ``sail + x`` and so on. `decode` gives the kind
and the numbers of an id back.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from waystation.engine import ActionTable
from waystation.engine.words import Seat, mark, say, term

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

    @property
    def action(self) -> str:
        """What the action table calls it."""
        return self.name.lower().replace("_", " ")


TAKE_BOAT = 6
LOOT_ITEMS = (3, 4, 5)
"""Indices into ITEM_NAMES: what a victor may choose."""
ORDER_LABELS = (
    mark("Take 3 supplies"), mark("Raise morale"), mark("Fill a cannon"), mark("Hire crew"),
    mark("Drop a longboat"), mark("Longboat speed"), mark("Ship speed"), mark("Process the crester"),
)  # fmt: skip
BUY_LABELS = (
    mark("Buy a cannon"),
    mark("Buy a crew tile"),
    mark("Buy rum"),
    mark("Buy notoriety"),
    mark("Buy supplies"),
)
TAKE_LABELS = (
    mark("Take gas aboard"), mark("Load the dead red crester"), mark("Load the dead gray crester"),
    mark("Take a red tooth aboard"), mark("Take a gray tooth aboard"), mark("Take a +2 token aboard"),
    mark("Take the longboat aboard"),
)  # fmt: skip
LOOT_LABELS = (mark("Take a red tooth"), mark("Take a gray tooth"), mark("Take a +2 token"))
TRADE_LABELS = (
    mark("Trade a red tooth for notoriety"), mark("Trade a red tooth for gas"),
    mark("Trade a gray tooth for notoriety"), mark("Trade a gray tooth for gas"),
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
        return self.table.add(kind.action, args, notation, label, nodes)

    def _moves(self, hexes: Geometry) -> None:
        self.sail = 0
        for space, name in enumerate(hexes.names):
            label = say("Sail to {place}", place=name) if space else say("Sail into port")
            self._add(Do.SAIL, f"sail {name}", label, (f"hex:{name}",), space)
        #: row[space]: (to, action) for every way out, sorted by action.
        self.row: list[list[tuple[int, int]]] = [[] for _ in hexes.names]
        for space in range(1, hexes.size):
            for to in sorted(to for to in hexes.neighbour[space] if to > 0):
                here, there = hexes.names[space], hexes.names[to]
                nodes = (f"low:{here}", f"hex:{there}")
                label = say("Row from {here} to {there}", here=here, there=there)
                action = self._add(Do.ROW, f"row {here} {there}", label, nodes, space, to)
                self.row[space].append((to, action))

    def _turn(self) -> None:
        self.order = len(self.table)
        for order, (name, label) in enumerate(zip(ORDERS, ORDER_LABELS, strict=True)):
            self._add(Do.ORDER, f"order {name}", say(label), (f"order:{name}",), order)
        self.buy = len(self.table)
        for purchase, (name, label) in enumerate(zip(PURCHASES, BUY_LABELS, strict=True)):
            self._add(Do.BUY, f"buy {name}", say(label), (f"buy:{name}",), purchase)
        self.play = len(self.table)
        for number, card in enumerate(self.cards):
            self._add(
                Do.PLAY, f"play {card.id}", say("Play {card}", card=term(card.name)), (f"card:{card.id}",), number
            )
        self.take = len(self.table)
        for item, (name, label) in enumerate(zip((*ITEM_NAMES, "boat"), TAKE_LABELS, strict=True)):
            self._add(Do.TAKE, f"take {name.replace(' ', '-')}", say(label), (), item)
        self.coxswain = self._add(Do.COXSWAIN, "coxswain", say("Longboat speed from the crew"), ("rowing",))
        self.end = self._add(Do.END, "end", say("End the turn"), ("end",))

    def _battle(self) -> None:
        self.discard = len(self.table)
        for number, card in enumerate(self.cards):
            label = say("Discard {card}", card=term(card.name))
            self._add(Do.DISCARD, f"discard {card.id}", label, (f"card:{card.id}",), number)
        self.lose_morale = self._add(Do.LOSE_MORALE, "lose morale", say("Lose 1 morale"), ("morale",))
        self.skip = self._add(Do.PASS, "pass", say("Pass"), ("pass",))
        self.fire = len(self.table)
        for count in range(MAX_CANNONS + 1):
            label = say("Fire {n:cannon|cannons} and roll", n=count) if count else say("Fire no cannon and roll")
            self._add(Do.FIRE, f"fire {count}", label, ("cannons",), count)
        self.boost = self._add(Do.BOOST, "use +2", say("Use a +2 token"), ("plus2",))
        self.loot = len(self.table)
        for item, text in zip(LOOT_ITEMS, LOOT_LABELS, strict=True):
            self._add(Do.LOOT, f"loot {ITEM_NAMES[item].replace(' ', '-')}", say(text), (), item)

    def _choices(self, hexes: Geometry, components: Components) -> None:
        self.at = len(self.table) - 1
        for space in range(1, hexes.size):
            name = hexes.names[space]
            self._add(Do.AT, f"at {name}", say("Choose {place}", place=name), (f"hex:{name}",), space)
        self.hire = len(self.table)
        for number, side in enumerate(side for tile in components.crew for side in tile.sides):
            label = say("Hire the {crew}", crew=term(side.name))
            self._add(Do.HIRE, f"hire {side.id}", label, (f"crew:{side.id}",), number)
        self.stack = len(self.table)
        for stack in range(3):
            label = say("Take from stack {n}", n=stack + 1)
            self._add(Do.STACK, f"stack {stack + 1}", label, (f"stack:{stack + 1}",), stack)
        self.turn_wind = self._add(Do.TURN_WIND, "back", say("Turn the wind counter-clockwise"), ("wind",), 0)
        self._add(Do.TURN_WIND, "veer", say("Turn the wind clockwise"), ("wind",), 1)
        self.trade = len(self.table)
        for tooth, colour in enumerate(("red", "gray")):
            for price, what in enumerate(("notoriety", "gas")):
                label = say(TRADE_LABELS[2 * tooth + price])
                self._add(Do.TRADE, f"trade {colour} {what}", label, (), tooth, price)

    def _gifts(self, colours: Sequence[str]) -> None:
        self.give = len(self.table)
        for seat, colour in enumerate(colours):
            for number, card in enumerate(self.cards):
                label = say("Offer {card} to {who}", card=term(card.name), who=Seat(seat))
                self._add(Do.GIVE, f"give {colour} {card.id}", label, (), seat, number)
        self.ask = len(self.table)
        for seat, colour in enumerate(colours):
            for number, card in enumerate(self.cards):
                label = say("Ask {who} for {card}", card=term(card.name), who=Seat(seat))
                self._add(Do.ASK, f"ask {colour} {card.id}", label, (), seat, number)
        self.accept = self._add(Do.ACCEPT, "accept", say("Accept"), ("accept",))
        self.hail = self._add(Do.HAIL, "hail", say("Hail: the other captains at port may offer cards"), ("hail",))
