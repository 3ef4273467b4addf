"""The state of a game: the displays, piles and panoramas, and who decides what."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self, cast

from waystation.engine.chance import Chance
from waystation.engine.errors import Refusal
from waystation.engine.events import EventLog, Viewer
from waystation.engine.outcome import Outcome, ScoreSheet
from waystation.engine.state import Frame, State

from . import (
    cards,
    effects,
    influence,
    position,
    questions,
    refusals,
    scoring,
    solo,
    track,
    turn,
    upgrades,
    views,
)
from .components import NOTHING, Edge
from .frames import Ask
from .moves import Kind
from .names import DECKS
from .panorama import Panorama

if TYPE_CHECKING:
    from .game import Wayfarers

KNOWN_SHIFT = 8
"""A card in a pile is its number plus, above bit 8, the seats that know it lies there."""


class WayfarersState(State):
    """Flat lists by slot: slot = 4 x deck + place, place 0 being farthest from the pile.

    `show`: displayed cards or -1. `crew`: workers on them, as bits. `mark`: whose influence lies on them, or -1.
    `piles`: the top card last. `stock`: upgrade tiles left, by design. `journal`: the tile on each tile space.
    `green`: groups whose green worker still lies there, as bits. `used`: see `frames`. `fresh`: cards gained this
    turn. `locked`: 4 x card + colour of the worker placed this turn, or -1. `ending`: turns left including this one
    once the end is near, else 0. `sides`: bit i if board section i shows side B. `plot`: the solo opponent, see `solo`.
    """

    __slots__ = (
        "crew", "ending", "fresh", "green", "journal", "locked", "mark", "piles", "plot", "round", "scheme_pile",
        "schemes", "seats", "show", "sides", "stock", "turn", "used",
    )  # fmt: skip

    FRAMES = Ask

    game: Wayfarers
    seats: list[Panorama]
    show: list[int]
    crew: list[int]
    mark: list[int]
    piles: list[tuple[int, ...]]
    stock: list[int]
    journal: tuple[int, ...]
    green: int
    sides: int
    turn: int
    round: int
    used: int
    fresh: tuple[int, ...]
    locked: int
    ending: int
    plot: list[int]
    schemes: list[int]
    scheme_pile: list[int]

    # ------------------------------------------------------------------ copying

    def clone(self) -> Self:
        new = self._copy()
        new.seats = [seat.clone() for seat in self.seats]
        new.show, new.crew, new.mark = self.show[:], self.crew[:], self.mark[:]
        new.piles = self.piles[:]
        new.stock, new.journal, new.fresh = self.stock[:], self.journal, self.fresh
        new.green, new.turn, new.round, new.used = self.green, self.turn, self.round, self.used
        new.locked, new.ending, new.sides = self.locked, self.ending, self.sides
        new.plot, new.schemes, new.scheme_pile = self.plot[:], self.schemes[:], self.scheme_pile[:]
        return new

    def key(self) -> tuple[Any, ...]:
        """Everything that makes up the state, hashable (written out: search asks for it all the time)."""
        chance = self.chance
        return (
            tuple(self.agenda), chance.key, chance.count, tuple([seat.key() for seat in self.seats]),
            tuple(self.show), tuple(self.crew), tuple(self.mark), tuple(self.piles), tuple(self.stock), self.journal,
            self.fresh, self.green, self.turn, self.round, self.used, self.locked, self.ending, self.sides,
            tuple(self.plot), tuple(self.schemes), tuple(self.scheme_pile),
        )  # fmt: skip

    # ------------------------------------------------------------------ small helpers of the rules

    @property
    def is_solo(self) -> bool:
        """One player against the automated opponent, which has the second panorama."""
        return self.game.players == 1

    @property
    def turn_count(self) -> int:
        """How many take turns, the solo opponent included."""
        return len(self.seats)

    @property
    def everybody(self) -> int:
        """All seats, as bits."""
        return (1 << self.game.players) - 1

    @property
    def edges(self) -> tuple[tuple[Edge, ...], ...]:
        """The journal track's connections under the chosen board sides."""
        return self.game.box.tracks[self.sides]

    def roll(self, player: Panorama) -> int:
        """Roll one die into a player's supply."""
        value = self.chance.die()
        player.dice[value - 1] += 1
        return value

    def draw_from(self, deck: int) -> int:
        """The top card of a pile."""
        pile = self.piles[deck]
        self.piles[deck] = pile[:-1]
        return pile[-1] & (1 << KNOWN_SHIFT) - 1

    def put_under(self, deck: int, card: int, known: int) -> None:
        """A card goes under its pile; `known`: the seats that have seen it."""
        self.piles[deck] = (card | known << KNOWN_SHIFT, *self.piles[deck])

    # ------------------------------------------------------------------ what the engine asks

    def _legal(self, frame: Frame, seat: int) -> list[int]:
        ask = frame[0]
        if ask == Ask.TURN:
            return turn.turn_actions(self, seat)
        if ask == Ask.POOL:
            return effects.pool_actions(self, seat, frame[2], frame[3:])
        if ask == Ask.TARGET:
            return effects.target_actions(self, seat, frame[2], frame[3])
        if ask == Ask.PUT:
            return upgrades.put_actions(self, seat, frame[2])
        if ask == Ask.FEE:
            return cards.fee_actions(self, seat, frame[2], frame[3], frame[4])
        if ask == Ask.REROLL:
            return turn.rest_reroll_actions(self, frame)
        if ask == Ask.EXTRA:
            return track.extra_actions(self, seat)
        return self._rarely_legal(frame, seat)

    def _allows(self, action: int, seat: int) -> bool:
        agenda = self.agenda
        if agenda and agenda[-1][0] == Ask.TURN and 0 <= seat == self.turn:  # by far the longest list
            return turn.allows(self, seat, action)
        return action in self._legal_now(seat)

    def _rarely_legal(self, frame: Frame, seat: int) -> list[int]:
        match frame[0]:
            case Ask.HOST:
                return cards.host_actions(self, seat, frame[2])
            case Ask.TUCK:
                return cards.inspiration_actions(self, seat)
            case Ask.DRAWN | Ask.UNDER:
                return cards.drawn_actions(self, frame)
            case Ask.LIFT:
                return influence.lift_actions(self, seat, frame[2], frame[3])
            case Ask.MARKING:
                return influence.mark_actions(self, frame[2])
            case Ask.LATE:
                return turn.late_actions(self, seat)
        return solo.deny_actions(self)

    def refresh_actions(self, seat: int) -> list[int]:
        """Targets of a refresh."""
        return turn.refresh_actions(self, seat)

    def adjust_actions(self, seat: int) -> list[int]:
        """Targets of a step of a die."""
        return turn.adjust_actions(self, seat)

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        ids = self.game.ids
        if action == ids.skip:
            effects.skip(self)
            return
        kind, args = ids.kind[action], ids.args[action]
        if kind == Kind.DO:
            effects.do_pool(self, seat, action, log)
        elif kind == Kind.PLACE or kind == Kind.HIRE:
            turn.place(self, seat, args[0], args[1], args[2], kind == Kind.HIRE, log)
        else:
            APPLY[kind](self, seat, args, log)

    def _continue(self, frame: Frame, log: EventLog | None) -> None:
        match frame[0]:
            case Ask.POOL:
                effects.settle_pool(self, self.turn, frame[2], frame[3:], log)
            case Ask.EXTRA:
                if track.can_extra(self, self.turn):
                    self.agenda.append((Ask.EXTRA, 1 << self.turn))
            case Ask.LIFT:
                self._settle_lift(frame, log)
            case Ask.END:
                self._end_turn(log)
            case Ask.LATE:
                if turn.can_trade(self, self.seats[self.turn]):
                    self.agenda.append((Ask.LATE, 1 << self.turn))
            case _:
                solo.resume(self, frame, log)

    def _settle_lift(self, frame: Frame, log: EventLog | None) -> None:
        guild = frame[2]
        if self.seats[self.turn].supply:
            influence.place(self, self.turn, guild, 1, log)
        elif influence.can_guild(self, self.turn, guild):
            self.agenda.append((Ask.LIFT, 1 << self.turn, *frame[2:]))

    # ------------------------------------------------------------------ turns

    def begin_turn(self, seat: int) -> None:
        """A seat's turn: its main choice, and the end of the turn below it."""
        self.turn = seat
        self.used, self.locked = 0, NOTHING
        self.fresh = ()
        self.agenda.append((Ask.END, 0))
        if self.is_solo and seat == 1:
            self.agenda.append((Ask.SOLO, 0))
            return
        if self.game.options.late_trade:
            self.agenda.append((Ask.LATE, 0))
        self.agenda.append((Ask.TURN, 1 << seat))

    def _end_turn(self, log: EventLog | None) -> None:
        """All displays are refilled; the next player's turn begins unless the game is over."""
        if NOTHING in self.show:
            self.refill(log)
        if self.ending:
            self.ending -= 1
            if not self.ending:
                return
        following = (self.turn + 1) % self.turn_count
        self.round += following == 0
        limit = self.game.options.round_limit
        if limit and self.round > limit:
            return
        self.begin_turn(following)

    def refill(self, log: EventLog | None) -> None:
        """Cards slide away from the piles with what lies on them, and new ones come from the piles."""
        for deck in range(len(DECKS)):
            first = deck * 4
            if NOTHING not in self.show[first : first + 4]:
                continue
            left = [slot for slot in range(first, first + 4) if self.show[slot] >= 0]
            self.show[first : first + 4] = [self.show[slot] for slot in left] + [NOTHING] * (4 - len(left))
            self.crew[first : first + 4] = [self.crew[slot] for slot in left] + [0] * (4 - len(left))
            self.mark[first : first + 4] = [self.mark[slot] for slot in left] + [NOTHING] * (4 - len(left))
            shown = []
            for slot in range(first + len(left), first + 4):
                if self.piles[deck]:
                    self.show[slot] = self.draw_from(deck)
                    shown.append(self.show[slot])
            if log is not None and shown:
                card = "card" if len(shown) == 1 else "cards"
                text = f"New {DECKS[deck]} {card}: {self.game.box.listed(shown)}."
                log.add("refill", None, text, {"deck": deck, "cards": shown}, reveals=True)

    # ------------------------------------------------------------------ answers about the table

    def _why_not(self, action: int, seat: int) -> Refusal:
        return refusals.why_not(self, action, seat)

    def score_sheet(self, seat: int) -> ScoreSheet:
        return scoring.sheet(self, seat)

    def _outcome(self) -> Outcome:
        return scoring.outcome(self)

    def scores(self) -> list[int]:
        """The points of every seat as they would count now (the fast way: no sheet is made)."""
        return scoring.points(self)[: self.game.players]

    def question(self, seat: int) -> str:
        return questions.question(self, seat)

    def label(self, action: int, seat: int) -> str:
        return questions.label(self, action, seat)

    def nodes(self, action: int, seat: int) -> tuple[str, ...]:
        return questions.nodes(self, action, seat)

    def _table(self, viewer: Viewer) -> Any:
        return views.table(self, viewer)

    def secrets(self, viewer: Viewer) -> list[str]:
        return views.secrets(self, viewer)

    def determinize(self, seat: int, rng: Chance) -> Self:
        new = self.clone()
        views.reshuffle(new, seat, rng)
        new.chance = Chance(rng.spawn("future").key)
        new._legal_seat = -1
        return new

    def _to_doc(self) -> Any:
        return position.to_doc(self)

    def _from_doc(self, doc: Any) -> None:
        position.from_doc(self, cast(position.TableDoc, doc))


def _pops_adjust(s: WayfarersState, seat: int, args: tuple[int, ...], log: EventLog | None) -> None:
    s.agenda.pop()
    dice = s.seats[seat].dice
    dice[args[0] - 1] -= 1
    dice[args[1] - 1] += 1
    if log is not None:
        log.add(
            "adjust", seat, f"{{{seat}}} turns a die from {args[0]} to {args[1]}.", {"from": args[0], "to": args[1]}
        )


def _reroll(s: WayfarersState, seat: int, args: tuple[int, ...], log: EventLog | None) -> None:
    if s.agenda[-1][0] == Ask.REROLL:
        turn.rest_reroll(s, seat, args[0], log)
    else:
        s.agenda.pop()
        turn.reroll(s, seat, args[0], log)


def _branch(s: WayfarersState, seat: int, args: tuple[int, ...], log: EventLog | None) -> None:
    _, _, must, entry = s.agenda.pop()
    effects.choose(s, must, entry, args[1])


def _guild(s: WayfarersState, seat: int, args: tuple[int, ...], log: EventLog | None) -> None:
    must = s.agenda.pop()[2]
    influence.place(s, seat, args[0], 1, log, must)


def _host(s: WayfarersState, seat: int, args: tuple[int, ...], log: EventLog | None) -> None:
    cards.tuck_townsfolk(s, seat, s.agenda.pop()[2], args[0], log)


def _fee(s: WayfarersState, seat: int, args: tuple[int, ...], log: EventLog | None) -> None:
    _, _, purpose, slot, extra = s.agenda.pop()
    cards.pay_fee(s, seat, args[0], purpose, slot, extra, log)


def _trade(s: WayfarersState, seat: int, args: tuple[int, ...], log: EventLog | None) -> None:
    if s.agenda[-1][0] == Ask.LATE:
        s.agenda.pop()
    turn.trade(s, seat, log, args)


Act = Callable[[WayfarersState, int, tuple[int, ...], EventLog | None], None]
APPLY: dict[Kind, Act] = {
    Kind.REST: lambda s, seat, args, log: turn.rest(s, seat, log),
    Kind.WORK: lambda s, seat, args, log: turn.work(s, seat, args[0], args[1], log),
    Kind.TRADE: _trade,
    Kind.TRADE_AFTER: _trade,
    Kind.BRANCH: _branch,
    Kind.GUILD: _guild,
    Kind.MOVE: lambda s, seat, args, log: influence.move(s, seat, args[0], args[1], log),
    Kind.MARK: lambda s, seat, args, log: influence.mark(s, seat, args[0], log),
    Kind.LIFT: lambda s, seat, args, log: influence.lift(s, seat, args[0], False, log),
    Kind.LIFT_GUILD: lambda s, seat, args, log: influence.lift(s, seat, args[0], True, log),
    Kind.TAKE: lambda s, seat, args, log: cards.take(s, seat, args[0], log),
    Kind.THREE: lambda s, seat, args, log: cards.draw_three(s, seat, log),
    Kind.KEEP: lambda s, seat, args, log: cards.keep(s, seat, args[0], log),
    Kind.UNDER: lambda s, seat, args, log: cards.under(s, seat, args[0]),
    Kind.HOST: _host,
    Kind.TUCK: lambda s, seat, args, log: cards.tuck(s, seat, args[0], log),
    Kind.DISCARD: lambda s, seat, args, log: cards.discard(s, seat, log),
    Kind.FEE: _fee,
    Kind.BUY: lambda s, seat, args, log: upgrades.buy(s, seat, args[0], args[1], log),
    Kind.PUT: lambda s, seat, args, log: upgrades.put(s, seat, args[0], args[1], log),
    Kind.RETRIEVE: lambda s, seat, args, log: cards.retrieve(s, seat, args[0], args[1], log),
    Kind.REFRESH: lambda s, seat, args, log: turn.refresh(s, seat, args[0], log),
    Kind.REROLL: _reroll,
    Kind.ADJUST: _pops_adjust,
    Kind.GO: lambda s, seat, args, log: track.step(s, seat, args[0], False, log),
    Kind.EXTRA: lambda s, seat, args, log: track.step(s, seat, args[0], True, log),
    Kind.ALLOW: lambda s, seat, args, log: solo.allow(s, args[0], log),
    Kind.PUSH: lambda s, seat, args, log: solo.push_away(s, args[0], log),
}
"""How a chosen action is carried out; DO, PLACE and HIRE, the most frequent, are told apart before."""
