"""Duel: hidden cards, an answer out of turn, and a pool of effects in the player's order.

Twelve cards 1 to 12; each seat holds three. On a turn a seat attacks the next one with a card, face up. The attacked
seat answers, out of turn, with a card or gives way. The higher card wins. The winner then takes spoils in any order,
dropping what is not wanted: a point, and a card from the deck. A seat without cards passes; the game ends when every
seat has passed in a row.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Self, cast

import msgspec

from waystation.engine import (
    ActionTable,
    Chance,
    EventLog,
    Frame,
    Game,
    Look,
    Node,
    Options,
    Outcome,
    PositionError,
    Rect,
    Refusal,
    Region,
    Scene,
    ScoreLine,
    ScoreSheet,
    Spec,
    State,
    Style,
    Text,
    View,
    Viewer,
    ranked_outcome,
)

CARDS = 12
POINT, CARD = 1, 2
ATTACK, ANSWER, YIELD, TAKE_POINT, TAKE_CARD, DONE, PASS = 0, CARDS, 2 * CARDS, 25, 26, 27, 28


class DuelOptions(Options, frozen=True, kw_only=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=3, title="Players")] = 2


class DuelPosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    deck: list[int] | msgspec.UnsetType = msgspec.UNSET
    hands: list[list[int]] | msgspec.UnsetType = msgspec.UNSET
    points: list[int] | msgspec.UnsetType = msgspec.UNSET
    passes: int | msgspec.UnsetType = msgspec.UNSET


class DuelTable(msgspec.Struct, frozen=True):
    deck: int
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    points: tuple[int, ...]
    attack: int


class Ask(IntEnum):
    TURN = 0
    REPLY = 1  # data: attacking seat, its card
    SPOILS = 2  # data: bits of the effects still in the pool
    NEXT = 3  # data: seat whose turn ended


class DuelState(State):
    __slots__ = ("deck", "hands", "passes", "points")
    FRAMES = Ask

    def __init__(self, game: Game, chance: Chance) -> None:
        super().__init__(game, chance)
        self.deck = list(range(1, CARDS + 1))
        chance.shuffle(self.deck)
        self.hands = [sorted(self.deck.pop() for _ in range(3)) for _ in range(game.players)]
        self.points = [0] * game.players
        self.passes = 0
        self.agenda.append((Ask.TURN, 1))

    def clone(self) -> Self:
        new = self._copy()
        new.deck = self.deck[:]
        new.hands = [hand[:] for hand in self.hands]
        new.points = self.points[:]
        new.passes = self.passes
        return new

    def _legal(self, frame: Frame, seat: int) -> list[int]:
        hand = self.hands[seat]
        if frame[0] == Ask.TURN:
            return [ATTACK + card - 1 for card in hand] or [PASS]
        if frame[0] == Ask.REPLY:
            return [*(ANSWER + card - 1 for card in hand), YIELD]
        pool = frame[2]
        return [a for a, on in ((TAKE_POINT, pool & POINT), (TAKE_CARD, pool & CARD), (DONE, True)) if on]

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        frame = self.agenda.pop()
        if frame[0] == Ask.TURN:
            self.turn(action, seat, log)
        elif frame[0] == Ask.REPLY:
            self.reply(action, seat, frame[2], frame[3], log)
        else:
            self.spoils(action, seat, frame[2], log)

    def turn(self, action: int, seat: int, log: EventLog | None) -> None:
        self.agenda.append((Ask.NEXT, 0, seat))
        if action == PASS:
            self.passes += 1
            if log is not None:
                log.add("pass", seat, f"{{{seat}}} passes")
            return
        self.passes = 0
        card = action - ATTACK + 1
        self.hands[seat].remove(card)
        if log is not None:
            log.add("attack", seat, f"{{{seat}}} attacks with {card}", {"card": card}, reveals=True)
        rival = (seat + 1) % self.game.players
        self.agenda.append((Ask.REPLY, 1 << rival, seat, card))

    def reply(self, action: int, seat: int, attacker: int, card: int, log: EventLog | None) -> None:
        answer = 0 if action == YIELD else action - ANSWER + 1
        if answer:
            self.hands[seat].remove(answer)
        if log is not None:
            text = f"{{{seat}}} answers with {answer}" if answer else f"{{{seat}}} gives way"
            log.add("reply", seat, text, {"card": answer}, reveals=bool(answer))
        winner = seat if answer > card else attacker
        self.agenda.append((Ask.SPOILS, 1 << winner, POINT | (CARD if self.deck else 0)))

    def spoils(self, action: int, seat: int, pool: int, log: EventLog | None) -> None:
        if action == TAKE_POINT:
            pool &= ~POINT
            self.points[seat] += 1
        elif action == TAKE_CARD:
            pool &= ~CARD
            card = self.deck.pop()
            self.hands[seat] = sorted([*self.hands[seat], card])
            if log is not None:
                own = {seat: (f"You draw the {card}", {"card": card})}
                log.add("draw", seat, f"{{{seat}}} draws a card", only=own, reveals=True)
        if action != DONE and pool:
            self.agenda.append((Ask.SPOILS, 1 << seat, pool))

    def _continue(self, frame: Frame, log: EventLog | None) -> None:
        if self.passes < self.game.players:
            self.agenda.append((Ask.TURN, 1 << (frame[2] + 1) % self.game.players))

    def _why_not(self, action: int, seat: int) -> Refusal:
        kind = self.game.actions[action].kind
        asked = Ask(self.agenda[-1][0])
        if kind in ("attack", "answer") and asked is (Ask.TURN if kind == "attack" else Ask.REPLY):
            return Refusal(f"You do not hold the {self.game.actions[action].args[0]}.", "Duel: cards")
        if kind == "pass" and asked is Ask.TURN:
            return Refusal("Who holds a card must attack.", "Duel: turn")
        if kind == "take" and asked is Ask.SPOILS:
            return Refusal("That is not among the spoils.", "Duel: spoils")
        return Refusal(f"Now the question is: {self.question(seat)}", "Duel")

    def score_sheet(self, seat: int) -> ScoreSheet:
        return ScoreSheet((ScoreLine("points", "Points", self.points[seat], (f"seat:{seat}",)),))

    def _outcome(self) -> Outcome:
        return ranked_outcome("passed", "All have passed.", self.scores())

    def question(self, seat: int) -> str:
        kind = self.agenda[-1][0]
        if kind == Ask.REPLY:
            return f"{{{self.agenda[-1][2]}}} attacks with {self.agenda[-1][3]}: answer or give way."
        return "Take the spoils." if kind == Ask.SPOILS else "Attack with a card."

    def _table(self, viewer: Viewer) -> DuelTable:
        own = () if viewer is None else tuple(self.hands[viewer])
        attack = self.agenda[-1][3] if self.agenda and self.agenda[-1][0] == Ask.REPLY else 0
        return DuelTable(len(self.deck), own, tuple(map(len, self.hands)), tuple(self.points), attack)

    def determinize(self, seat: int, rng: Chance) -> Self:
        new = super().determinize(seat, rng)
        hidden = sorted(new.deck + [card for s, hand in enumerate(new.hands) if s != seat for card in hand])
        rng.shuffle(hidden)
        for other, hand in enumerate(new.hands):
            if other != seat:
                new.hands[other] = sorted(hidden.pop() for _ in hand)
        new.deck = hidden
        return new

    def _to_doc(self) -> DuelPosition:
        return DuelPosition(
            deck=self.deck[:], hands=[hand[:] for hand in self.hands], points=self.points[:], passes=self.passes
        )

    def _from_doc(self, doc: DuelPosition) -> None:
        if doc.hands is not msgspec.UNSET:
            if len(doc.hands) != self.game.players:
                raise PositionError("table.hands", f"expected {self.game.players} hands, got {len(doc.hands)}")
            self.hands = [sorted(hand) for hand in doc.hands]
            held = {card for hand in self.hands for card in hand}
            self.deck = [card for card in self.deck if card not in held]
        if doc.deck is not msgspec.UNSET:
            self.deck = doc.deck
        if doc.points is not msgspec.UNSET:
            self.points = doc.points
        if doc.passes is not msgspec.UNSET:
            self.passes = doc.passes
        cards = self.deck + [card for hand in self.hands for card in hand]
        if len(set(cards)) != len(cards) or not all(1 <= card <= CARDS for card in cards):
            raise PositionError("table", f"each of the cards 1 to {CARDS} may occur once; found {sorted(cards)}")


class Duel(Game):
    name = "duel"
    spec = Spec(
        title="Duel",
        blurb="Attack, answer, take the spoils.",
        players=(2, 3),
        minutes=(2, 5),
        weight=1.0,
        max_decisions=12 * 4 + 20,
        hidden=True,
    )
    rules_version = 1
    options_type = DuelOptions
    position_type = DuelPosition
    state_type = DuelState
    look = Look(symbols={}, palette={"card": Style("#fff", "#333", 1, "#333", "#ccc"), "mat": Style("#cde", "#345", 1)})

    def make_actions(self) -> ActionTable:
        table = ActionTable()
        for verb in ("attack", "answer"):
            for card in range(1, CARDS + 1):
                table.add(verb, (card,), f"{verb} {card}", f"{verb} with the {card}", (f"card:{card}",))
        table.add("yield", (), "yield", "give way")
        table.add("take", (POINT,), "take point", "take a point")
        table.add("take", (CARD,), "take card", "take a card", ("deck",))
        table.add("done", (), "done", "leave the rest")
        table.add("pass", (), "pass", "pass")
        return table

    def deal(self, setup: Chance) -> State:
        return DuelState(self, setup)

    def draw(self, view: View) -> Scene:
        table = cast(DuelTable, view.table)
        nodes = [Node("deck", "table", (Rect(0, 0, 50, 70, 5, "card"), Text(25, 35, str(table.deck))), 10, 10)]
        for seat, size in enumerate(table.sizes):
            text = f"{view.names[seat]}: {size} cards, {table.points[seat]} points"
            nodes.append(
                Node(f"seat:{seat}", "table", (Rect(0, 0, 260, 30, 5, "mat"), Text(130, 15, text)), 80, 10 + 40 * seat)
            )
        for place, card in enumerate(table.hand):
            parts = (Rect(0, 0, 50, 70, 5, "card"), Text(25, 35, str(card), 22))
            nodes.append(Node(f"card:{card}", "table", parts, 10 + 60 * place, 140, layer=1, title=f"the {card}"))
        return Scene("Duel", 400, 220, (Region("table", "Table", 400, 220),), tuple(nodes))


GAME = Duel
