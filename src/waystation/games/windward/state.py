"""The state of Windward: slots of plain ints and lists, and the few helpers that every rule uses.

The rules themselves stand in the modules by topic; `rules` says which of them answers for which frame.
Lists are indexed by seat unless said otherwise; `high`, `low` and `items` by space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from waystation.engine import (
    Chance,
    EventLog,
    Frame,
    Outcome,
    Plan,
    Refusal,
    ScoreLine,
    ScoreSheet,
    State,
    Viewer,
    ranked_outcome,
    team_outcome,
)

from . import board, cresters, document, plans, questions, refusals, rules, supplies, turn, view
from . import model as m
from .model import Ask
from .planet import Planet

if TYPE_CHECKING:
    from .game import Windward

SCALARS = (
    "wind", "round", "turn", "trigger", "white", "speed", "mates", "used", "perms", "last_open", "toured",
    "flagged", "trades", "kills", "lives", "white_lives", "live_grays", "red_stock", "gray_stock", "plus2_stock",
    "ending",
)  # fmt: skip
LISTS = (
    "layout", "ship", "came_from", "boats", "morale", "rowing", "gas", "gas_slots", "guns", "gun_slots", "hold",
    "red_teeth", "gray_teeth", "plus2", "crew", "crew_stock", "hands", "hand_size", "ledger", "notoriety",
    "discard", "high", "low", "items", "barred", "settled", "pursuers", "battle", "shown", "claimed",
)  # fmt: skip


class WindwardState(State):
    """A game of Windward at one moment."""

    __slots__ = (*SCALARS, *LISTS, "planet", "stacks")

    CACHES: ClassVar[frozenset[str]] = State.CACHES | {
        "planet", "gas_slots", "gun_slots", "crew_stock", "hand_size", "notoriety", "live_grays",
        "red_stock", "gray_stock", "plus2_stock",
    }  # fmt: skip
    """These follow from the other slots."""

    FRAMES = Ask

    game: Windward
    planet: Planet  # follows from layout

    wind: int  # direction 0 to 5 that ships glide to; -1 before the first roll
    round: int
    turn: int  # the seat on turn; -1 before the first
    trigger: int  # the seat that set off the end; -1
    ending: int  # how the game ended (model.RUNNING and so on)
    white: int  # space of the white crester, WHITE_WAITING or WHITE_GONE
    kills: int  # solo: reds beaten
    lives: int  # co-op: captains' lives
    white_lives: int
    live_grays: int
    red_stock: int
    gray_stock: int
    plus2_stock: int

    # This turn.
    speed: int
    mates: int
    used: int  # bit per order space that holds a mate or coffee token
    perms: int  # INTO_WIND, ENTER_DRIFT, COXSWAIN_USED
    last_open: int  # the last space off drift that the ship stood on
    toured: int  # bit per territory the ship stood in
    flagged: int  # bit per seat that the on-turn player may not attack (False Flag)
    trades: int  # co-op: offers still allowed
    barred: list[int]  # pairs of pieces that tied (`pair`)
    settled: list[int]  # where live cresters stand that fought or moved already; -1 is the white crester
    pursuers: list[int]  # solo: where the reds on the ship's space came from

    layout: list[int]  # wedge in each territory
    ship: list[int]  # space, 0 at port
    came_from: list[int]  # where the ship's last step began
    boats: list[int]  # two per seat: space, ABOARD or BESIDE
    morale: list[int]
    rowing: list[int]  # longboat speed
    gas: list[int]
    gas_slots: list[int]
    guns: list[int]  # loaded cannons
    gun_slots: list[int]
    hold: list[int]  # EMPTY, HOLD_RED, HOLD_GRAY
    red_teeth: list[int]
    gray_teeth: list[int]
    plus2: list[int]
    crew: list[int]  # bit per crew side
    crew_stock: list[int]  # by tile
    hands: list[int]  # seat * number of card kinds + kind: cards held
    hand_size: list[int]
    ledger: list[int]  # seat * 7 + source: notoriety
    notoriety: list[int]
    stacks: list[list[int]]  # three, the last card is the visible top
    discard: list[int]  # by card kind
    high: list[int]
    low: list[int]
    items: list[int]
    battle: list[int]  # empty, or the fields B_...
    shown: list[int]  # achievement cards
    claimed: list[int]  # bit per seat, for each shown card

    # ------------------------------------------------------------------ the engine's part

    def clone(self) -> Self:
        new = self._copy()
        new.planet = self.planet
        new.wind = self.wind
        new.round = self.round
        new.turn = self.turn
        new.trigger = self.trigger
        new.ending = self.ending
        new.white = self.white
        new.kills = self.kills
        new.lives = self.lives
        new.white_lives = self.white_lives
        new.live_grays = self.live_grays
        new.red_stock = self.red_stock
        new.gray_stock = self.gray_stock
        new.plus2_stock = self.plus2_stock
        new.speed = self.speed
        new.mates = self.mates
        new.used = self.used
        new.perms = self.perms
        new.last_open = self.last_open
        new.toured = self.toured
        new.flagged = self.flagged
        new.trades = self.trades
        new.barred = self.barred[:]
        new.settled = self.settled[:]
        new.pursuers = self.pursuers[:]
        new.layout = self.layout[:]
        new.ship = self.ship[:]
        new.came_from = self.came_from[:]
        new.boats = self.boats[:]
        new.morale = self.morale[:]
        new.rowing = self.rowing[:]
        new.gas = self.gas[:]
        new.gas_slots = self.gas_slots[:]
        new.guns = self.guns[:]
        new.gun_slots = self.gun_slots[:]
        new.hold = self.hold[:]
        new.red_teeth = self.red_teeth[:]
        new.gray_teeth = self.gray_teeth[:]
        new.plus2 = self.plus2[:]
        new.crew = self.crew[:]
        new.crew_stock = self.crew_stock[:]
        new.hands = self.hands[:]
        new.hand_size = self.hand_size[:]
        new.ledger = self.ledger[:]
        new.notoriety = self.notoriety[:]
        new.stacks = [stack[:] for stack in self.stacks]
        new.discard = self.discard[:]
        new.high = self.high[:]
        new.low = self.low[:]
        new.items = self.items[:]
        new.battle = self.battle[:]
        new.shown = self.shown[:]
        new.claimed = self.claimed[:]
        return new

    def _legal(self, frame: Frame, seat: int) -> list[int]:
        return rules.LEGAL[frame[0]](self, frame, seat)

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        frame = self.agenda[-1]
        rules.ANSWER[frame[0]](self, frame, action, seat, log)
        if self.live_grays < self.game.gray_target and not self.battle:
            cresters.respawn_grays(self, log)

    def _continue(self, frame: Frame, log: EventLog | None) -> None:
        rules.CONTINUE[frame[0]](self, frame, log)
        if self.live_grays < self.game.gray_target and not self.battle and self.agenda:
            cresters.respawn_grays(self, log)

    def _why_not(self, action: int, seat: int) -> Refusal:
        return refusals.why_not(self, action, seat)

    def label(self, action: int, seat: int) -> str:
        return questions.label(self, action, seat)

    def nodes(self, action: int, seat: int) -> tuple[str, ...]:
        return questions.nodes(self, action, seat)

    def question(self, seat: int) -> str:
        return questions.question(self, seat)

    def score_sheet(self, seat: int) -> ScoreSheet:
        """Notoriety by source; only the sources that this game has."""
        first = seat * len(m.LEDGER)
        return ScoreSheet(
            tuple(
                ScoreLine(m.LEDGER[line], m.LEDGER[line].capitalize(), self.ledger[first + line], (f"track:{seat}",))
                for line in self.game.sources
            )
        )

    def scores(self) -> list[int]:
        """Notoriety by seat."""
        return self.notoriety[:]

    def _outcome(self) -> Outcome:
        if self.game.is_ffa:
            reason = "round limit" if self.ending == m.ROUND_LIMIT else "most notoriety"
            best = max(self.notoriety)
            names = " and ".join(f"{{{s}}}" for s, points in enumerate(self.notoriety) if points == best)
            return ranked_outcome(reason, f"Most notoriety: {names} with {best}.", self.notoriety)
        reason, text = {
            m.WON: ("white crester beaten", "The white crester is beaten for good: won."),
            m.LOST: (
                "ship defeated",
                "The ship is lost." if self.game.is_solo else "The last captain's life is gone: lost.",
            ),
            m.ROUND_LIMIT: ("round limit", "The round limit is reached: not won."),
        }[self.ending]
        return team_outcome(reason, text, self.notoriety, self.ending == m.WON)

    def _table(self, viewer: Viewer) -> Any:
        return view.table(self, viewer)

    def determinize(self, seat: int, rng: Chance) -> Self:
        """Other hands (open in co-op) and the cards under the stack tops are dealt anew."""
        new = self.clone()
        new.chance = Chance(rng.spawn("future").key)
        new._legal_seat = -1
        supplies.redeal_hidden(new, seat, rng)
        return new

    def _to_doc(self) -> Any:
        return document.to_doc(self)

    def _from_doc(self, doc: Any) -> None:
        document.from_doc(self, doc)

    def _allows(self, action: int, seat: int) -> bool:
        """In a turn only the part of the list that the action is of is made."""
        turn_now = self.agenda and self.agenda[-1] == (Ask.TURN, 1 << seat)
        if turn_now and seat != self._legal_seat and 0 <= action < len(self.game.ids.kind):
            found = turn.part(self, seat, self.game.ids.kind[action])
            if found is not None:
                return action in found
        return super()._allows(action, seat)

    def _derive(self) -> None:
        players, kinds, lines = range(self.game.players), self.game.kinds, len(m.LEDGER)
        self.planet = self.game.planet(self.layout)
        self.crew_stock = [0] * len(self.game.components.crew)
        self.gas_slots, self.gun_slots = [0 for _ in players], [0 for _ in players]
        self.hand_size = [sum(self.hands[seat * kinds : (seat + 1) * kinds]) for seat in players]
        self.notoriety = [sum(self.ledger[seat * lines : (seat + 1) * lines]) for seat in players]
        for seat in players:
            board.open_slots(self, seat)
        document.derive(self)

    def plans(self, seat: int, node: str) -> list[Plan]:
        """Cheapest ways of the own ship (and longboats) to a clicked space."""
        return plans.plans(self, seat, node)

    # ------------------------------------------------------------------ helpers of the rules

    def lay_out(self) -> None:
        """A fresh planet of the layout: reds on their starts, gas on the pockets (rulebook, Setup 10-11)."""
        planet = self.planet = self.game.planet(self.layout)
        self.high = [0] * planet.size
        self.low = [0] * planet.size
        self.items = [0] * planet.size
        for space in planet.red_starts:
            self.high[space] = m.RED
        self.red_stock = m.REDS - len(planet.red_starts)
        for space in planet.pockets:
            self.items[space] = 2 * m.GAS

    def gain(self, seat: int, points: int, source: int, log: EventLog | None) -> None:
        """Notoriety (rulebook, End Game; White Crester)."""
        if not points:
            return
        self.ledger[seat * len(m.LEDGER) + source] += points
        total = self.notoriety[seat] = self.notoriety[seat] + points
        if log is not None:
            log.add("notoriety", seat, f"{{{seat}}} gains {points} notoriety ({m.LEDGER[source]}): {total}.")
        game = self.game
        if game.is_ffa:
            if total >= m.TRACK_END and self.trigger < 0 and (seat == self.turn or game.any_turn_triggers):
                self.last_turns(seat, log)
            if game.has_white_variant and self.white == m.WHITE_WAITING:
                cresters.white_appears(self, log)

    def last_turns(self, seat: int, log: EventLog | None) -> None:
        """This seat sets off the end (rulings 53, 54)."""
        self.trigger = seat
        if log is not None:
            text = f"{{{seat}}} has {self.notoriety[seat]} notoriety: everyone else has one more turn."
            log.add("last turns", seat, text)

    def take_plus2(self, seat: int, log: EventLog | None) -> None:
        """A +2 token from stock, while there is one (ruling 32)."""
        if self.plus2_stock:
            self.plus2_stock -= 1
            self.plus2[seat] += 1
            if log is not None:
                log.add("plus2", seat, f"{{{seat}}} takes a +2 token.")

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

    def space_name(self, space: int) -> str:
        """How players call a space."""
        return self.planet.geometry.names[space]

    def place_free(self, space: int) -> bool:
        """Whether a crester may be put there: nothing in either layer, nothing dead, no drift (rulings 36, 59).

        A space to which a ship in drift would have to be put back is kept free as well (ruling 6).
        """
        dead = self.items[space] & m.MOST * (m.DEAD_RED | m.DEAD_GRAY)
        return not (self.high[space] or self.low[space] or dead or self.planet.drift[space] or self.kept(space))

    def kept(self, space: int) -> bool:
        """Whether a ship in drift would be put back there."""
        return self.turn >= 0 and space == self.last_open and self.planet.drift[self.ship[self.turn]]

    def finish(self, ending: int) -> None:
        """The game is over."""
        self.ending = ending
        self.battle.clear()
        self.agenda.clear()
