"""The state of Windward: the fields of one moment, and the few helpers that every rule uses.

Lists are indexed by seat unless said otherwise; `high`, `low` and `items` by space.
"""

from __future__ import annotations

from waystation.engine import State
from waystation.engine.fields import (
    LIST,
    LISTS,
    SHARED,
    Bits,
    BySeat,
    Counted,
    Flag,
    Kept,
    Keyed,
    Listed,
    Named,
    Number,
    SeatNumber,
    Slices,
    field,
)

from . import model as m
from . import shapes
from .edition import WindwardEdition
from .planet import Planet
from .shapes import SPACE

NUMBER = Number(0, m.MOST_POINTS)
MANY = BySeat(Number(0, m.MOST))


class WindwardState(State):
    """A game of Windward at one moment."""

    game: WindwardEdition

    planet: Planet = field(Kept(SHARED), derived=True)
    layout: list[int] = field(shapes.Layout(), doc="The wedges of territories 1 to 6")
    wind: int = field(shapes.WindNumber(), doc="The flag's number; 0 before the first roll")  # -1, or the direction
    round: int = field(NUMBER)
    turn: int = field(SeatNumber(1, nobody=True), name="on_turn", doc="0: the game has not begun")
    trigger: int = field(SeatNumber(1, nobody=True), doc="Who set off the end; 0: nobody")
    ending: int = field(Named(m.ENDINGS))
    white: int = field(shapes.Space({"waiting": m.WHITE_WAITING, "gone": m.WHITE_GONE}))
    kills: int = field(NUMBER, doc="Solo: reds beaten")
    lives: int = field(NUMBER, doc="Co-operative: the captains' lives")
    white_lives: int = field(NUMBER)
    live_grays: int = field(NUMBER, derived=True)
    red_stock: int = field(NUMBER, derived=True)
    gray_stock: int = field(NUMBER, derived=True)
    plus2_stock: int = field(NUMBER, derived=True)

    # This turn.
    speed: int = field(NUMBER, within="turn")
    mates: int = field(Number(0, m.MATES), within="turn")
    used: int = field(Bits(Named(m.ORDERS)), within="turn", doc="Order spaces that hold a mate or coffee token")
    into_wind: bool = field(Flag(), within="turn")
    drift: bool = field(Flag(), within="turn")
    coxswain_used: bool = field(Flag(), within="turn")
    last_open: int = field(SPACE, within="turn", doc="The last space off drift that the ship stood on")
    toured: int = field(Bits(shapes.FromOne(6)), within="turn", doc="The territories that the ship stood in")
    flagged: int = field(Bits(SeatNumber(1)), within="turn", doc="Who may not be attacked after a False Flag")
    trades: int = field(Number(0, m.TRADES_A_TURN), within="turn", doc="Co-operative: offers still allowed")
    barred: list[int] = field(Listed(shapes.Pair()), within="turn", doc="Pairs of pieces that tied")
    settled: list[int] = field(Listed(shapes.Space({"white": m.WHITE_SETTLED})), within="turn",
                               doc="Where live cresters stand that fought or moved already")  # fmt: skip
    pursuers: list[int] = field(Listed(SPACE), within="turn", doc="Solo: where the reds beside the ship came from")

    # The ship boards.
    ship: list[int] = field(BySeat(SPACE), among="players")  # 0 at port
    came_from: list[int] = field(BySeat(SPACE), among="players", doc="Where the last step began", known="nobody")
    boats: list[int] = field(Slices(Listed(shapes.Space({"aboard": m.ABOARD, "beside": m.BESIDE}), 2), 2),
                             among="players")  # fmt: skip
    morale: list[int] = field(BySeat(Number(1, 20)), among="players")
    rowing: list[int] = field(MANY, among="players", doc="Longboat speed")
    gas: list[int] = field(MANY, among="players")
    gas_slots: list[int] = field(MANY, derived=True)
    guns: list[int] = field(MANY, among="players", name="cannons")
    gun_slots: list[int] = field(MANY, derived=True)
    hold: list[int] = field(BySeat(Named(m.HOLDS)), among="players")
    red_teeth: list[int] = field(MANY, among="players")
    gray_teeth: list[int] = field(MANY, among="players")
    plus2: list[int] = field(MANY, among="players")
    crew: list[int] = field(BySeat(Bits(Named(shapes.crew))), among="players")
    crew_stock: list[int] = field(Listed(NUMBER), derived=True)  # by tile
    hands: list[int] = field(Slices(Counted(Named(shapes.cards), lambda state: state.game.kinds, most=m.HAND_LIMIT),
                                    lambda state: state.game.kinds), among="players", name="hand",
                              known="owner")  # fmt: skip
    hand_size: list[int] = field(MANY, derived=True)
    ledger: list[int] = field(Slices(shapes.Ledger(), len(m.LEDGER)), among="players", name="notoriety",
                              doc="Points by source, or one number, counted as sky")  # fmt: skip
    notoriety: list[int] = field(MANY, derived=True)

    # The table. What `Positions` writes itself stands in positions.py.
    discard: list[int] = field(Keyed(shapes.cards, Number(0, m.SUPPLY_CARDS), rest=0))
    stacks: list[list[int]] = field(Kept(LISTS))  # three, the last card is the visible top
    items: list[int] = field(Keyed(shapes.spaces, shapes.Lying(), rest=0))
    high: list[int] = field(Kept(LIST))
    low: list[int] = field(Kept(LIST))
    battle: list[int] = field(Kept(LIST))  # empty, or the fields B_...
    shown: list[int] = field(Kept(LIST))  # achievement cards
    claimed: list[int] = field(Kept(LIST))  # bit per seat, for each shown card

    # ------------------------------------------------------------------ what every rule asks

    def lay_out(self) -> None:
        """A fresh planet of the layout: reds on their starts, gas on the pockets (rulebook, Setup 10-11)."""
        planet = self.planet = self.game.planet(self.layout)
        self.high, self.low, self.items = [0] * planet.size, [0] * planet.size, [0] * planet.size
        for space in planet.red_starts:
            self.high[space] = m.RED
        self.red_stock = m.REDS - len(planet.red_starts)
        for space in planet.pockets:
            self.items[space] = 2 * m.GAS

    def space_name(self, space: int) -> str:
        """How players call a space."""
        return self.planet.geometry.names[space]

    def crew_bonus(self, seat: int, op: str) -> int:
        """The sum of this effect over the seat's crew."""
        mask = self.crew[seat]
        if not mask:
            return 0
        return sum(amount for side, amount in self.game.crew_effects[op] if mask >> side & 1)

    def pair(self, a: int, b: int, space: int) -> int:
        """Two pieces that met, as one number; cresters are known by where they stand."""
        low, high = (a, b) if a < b else (b, a)
        if high == m.P_TWO_REDS:
            high = m.P_RED
        return low | high << 5 | (space << 10 if high in (m.P_RED, m.P_GRAY) else 0)

    def place_free(self, space: int) -> bool:
        """Whether a crester may be put there: nothing in either layer, nothing dead, no drift (rulings 36, 59).

        A space to which a ship in drift would have to be put back is kept free as well (ruling 6).
        """
        dead = self.items[space] & m.MOST * (m.DEAD_RED | m.DEAD_GRAY)
        return not (self.high[space] or self.low[space] or dead or self.planet.drift[space] or self.kept(space))

    def kept(self, space: int) -> bool:
        """Whether a ship in drift would be put back there."""
        return self.turn >= 0 and space == self.last_open and self.planet.drift[self.ship[self.turn]]

    def tags_used(self) -> int:
        """Tagged cresters on the map."""
        return self.high.count(m.TAGGED_RED) + self.low.count(m.TAGGED_GRAY)

    def finish(self, ending: int) -> None:
        """The game is over."""
        self.ending = ending
        self.battle.clear()
        self.agenda.clear()
