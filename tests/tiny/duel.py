"""Duel: hidden cards, an answer out of turn, and a pool of effects in the player's order.

Twelve cards 1 to 12; each seat holds three. On a turn a seat attacks the next one with a card, face up. The attacked
seat answers, out of turn, with a card or gives way. The higher card wins. The winner then takes spoils in any order,
dropping what is not wanted: a point, and a card from the deck. A seat without cards passes; the game ends when every
seat has passed in a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Annotated, Any, ClassVar, cast

import msgspec

from waystation.engine import (
    ActionTable,
    Chance,
    EventLog,
    Frame,
    Game,
    Knowledge,
    Look,
    Node,
    Options,
    Outcome,
    Positions,
    Question,
    Questions,
    Rect,
    Refusal,
    Region,
    Scene,
    ScoreLine,
    ScoreSheet,
    Scoring,
    Spec,
    State,
    Style,
    Text,
    View,
    Viewer,
    ranked_outcome,
)
from waystation.engine.fields import BySeat, Listed, Number, field
from waystation.engine.observation import Observation, Part, named, of_seats, order, pack
from waystation.engine.words import Seat, say

CARDS = 12
POINT, CARD = 1, 2
ATTACK, ANSWER, YIELD, TAKE_POINT, TAKE_CARD, DONE, PASS = 0, CARDS, 2 * CARDS, 25, 26, 27, 28


class DuelOptions(Options, frozen=True, kw_only=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=3, title="Players")] = 2


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
    deck: list[int] = field(Listed(Number(1, CARDS)), known="nobody")
    hands: list[list[int]] = field(BySeat(Listed(Number(1, CARDS))), known="owner")
    points: list[int] = field(BySeat(Number()))
    passes: int = field(Number())


class Turn(Question[DuelState]):
    """Attack with a card; who holds none passes."""

    answers = ("attack", "pass")

    def why_not(self, state: DuelState, frame: Frame, action: int, seat: int) -> Refusal | None:
        if action == PASS:
            return Refusal(say("Who holds a card must attack."), "Duel: turn") if state.hands[seat] else None
        return not_held(state, seat, action - ATTACK + 1)

    def apply(self, state: DuelState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda[-1] = (Ask.NEXT, 0, seat)
        if action == PASS:
            state.passes += 1
            if log is not None:
                log.add("pass", seat, say("{who} passes", who=Seat(seat)))
            return
        state.passes = 0
        card = action - ATTACK + 1
        state.hands[seat].remove(card)
        if log is not None:
            text = say("{who} attacks with {card}", who=Seat(seat), card=card)
            log.add("attack", seat, text, {"card": card}, reveals=True)
        rival = (seat + 1) % state.game.players
        state.agenda.append((Ask.REPLY, 1 << rival, seat, card))

    def ask(self, state: DuelState, frame: Frame, seat: int) -> str:
        return say("Attack with a card.")


class Reply(Question[DuelState]):
    """Answer with a card or give way; data: the attacking seat and its card."""

    answers = ("answer", "yield")

    def why_not(self, state: DuelState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return None if action == YIELD else not_held(state, seat, action - ANSWER + 1)

    def apply(self, state: DuelState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        _, _, attacker, card = state.agenda.pop()
        answer = 0 if action == YIELD else action - ANSWER + 1
        if answer:
            state.hands[seat].remove(answer)
        if log is not None:
            given = say("{who} answers with {card}", who=Seat(seat), card=answer)
            text = given if answer else say("{who} gives way", who=Seat(seat))
            log.add("reply", seat, text, {"card": answer}, reveals=bool(answer))
        winner = seat if answer > card else attacker
        state.agenda.append((Ask.SPOILS, 1 << winner, POINT | (CARD if state.deck else 0)))

    def ask(self, state: DuelState, frame: Frame, seat: int) -> str:
        return say("{who} attacks with {card}: answer or give way.", who=Seat(frame[2]), card=frame[3])


class Spoils(Question[DuelState]):
    """Take effects out of the pool in any order, or leave the rest; data: bits of the effects still in the pool."""

    answers = ("take", "done")

    def why_not(self, state: DuelState, frame: Frame, action: int, seat: int) -> Refusal | None:
        if action == DONE or frame[2] & (POINT if action == TAKE_POINT else CARD):
            return None
        return Refusal(say("That is not among the spoils."), "Duel: spoils")

    def apply(self, state: DuelState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        pool = state.agenda.pop()[2]
        if action == TAKE_POINT:
            pool &= ~POINT
            state.points[seat] += 1
        elif action == TAKE_CARD:
            pool &= ~CARD
            card = state.deck.pop()
            state.hands[seat] = sorted([*state.hands[seat], card])
            if log is not None:
                own = {seat: (say("You draw the {card}", card=card), {"card": card})}
                log.add("draw", seat, say("{who} draws a card", who=Seat(seat)), only=own, reveals=True)
        if action != DONE and pool:
            state.agenda.append((Ask.SPOILS, 1 << seat, pool))

    def ask(self, state: DuelState, frame: Frame, seat: int) -> str:
        return say("Take the spoils.")


class Next(Question[DuelState]):
    """Asks nobody: the next seat's turn, unless all have passed; data: the seat whose turn ended."""

    def resume(self, state: DuelState, frame: Frame, log: EventLog | None) -> None:
        if state.passes < state.game.players:
            state.agenda.append((Ask.TURN, 1 << (frame[2] + 1) % state.game.players))


def not_held(state: DuelState, seat: int, card: int) -> Refusal | None:
    """What attacking and answering share: only a card in the hand will do."""
    if card in state.hands[seat]:
        return None
    return Refusal(say("You do not hold the {card}.", card=card), "Duel: cards")


class DuelScoring(Scoring[DuelState]):
    def sheet(self, state: DuelState, seat: int) -> ScoreSheet:
        return ScoreSheet((ScoreLine("points", say("Points"), state.points[seat], (f"seat:{seat}",)),))

    def outcome(self, state: DuelState) -> Outcome:
        return ranked_outcome("passed", say("All have passed."), state.scores())


class DuelKnowledge(Knowledge[DuelState]):
    """A hand is its owner's secret, the deck everybody's."""

    def table(self, state: DuelState, viewer: Viewer) -> DuelTable:
        own = () if viewer is None else tuple(state.hands[viewer])
        attack = state.agenda[-1][3] if state.agenda and state.agenda[-1][0] == Ask.REPLY else 0
        return DuelTable(len(state.deck), own, tuple(map(len, state.hands)), tuple(state.points), attack)

    def determinize(self, state: DuelState, seat: int, rng: Chance) -> DuelState:
        new = super().determinize(state, seat, rng)
        hidden = sorted(new.deck + [card for s, hand in enumerate(new.hands) if s != seat for card in hand])
        rng.shuffle(hidden)
        for other, hand in enumerate(new.hands):
            if other != seat:
                new.hands[other] = sorted(hidden.pop() for _ in hand)
        new.deck = hidden
        return new


class DuelObservation(Observation[DuelState]):
    """One's own hand, a flag for each card; of the others only how many they hold."""

    def parts(self, game: Game) -> list[Part]:
        seats = game.players
        return [
            named("asked", "The question to this seat", ("turn", "reply", "spoils"), of="own", none="nothing"),
            of_seats("on_turn", "Who is asked", seats),
            Part("hand", "Cards in hand, 1 first", (CARDS,), of="own"),
            Part("attack", "The card that was attacked with", high=CARDS),
            Part("deck", "Cards in the deck", high=CARDS),
            Part("sizes", "Cards in hand", (seats,), high=CARDS, of="seats"),
            Part("points", "Points", (seats,), high=CARDS, of="seats"),
        ]

    def write(self, state: DuelState, seat: int) -> list[bytes]:
        seats = order(seat, state.game.players)
        frame = state.agenda[-1] if state.agenda else (0, 0)
        asked = frame[0] + 1 if frame[1] >> seat & 1 else 0
        on_turn = seats.index(frame[1].bit_length() - 1) + 1 if frame[1] else 0
        attack = frame[3] if frame[1] and frame[0] == Ask.REPLY else 0
        hand = [card in state.hands[seat] for card in range(1, CARDS + 1)]
        sizes = [len(state.hands[other]) for other in seats]
        points = [state.points[other] for other in seats]
        return [pack([asked, on_turn, *hand, attack, len(state.deck), *sizes, *points])]


class DuelPositions(Positions[DuelState]):
    """Cards that a document puts into hands are not in the deck of the set-up any more."""

    def complete(self, state: DuelState, document: Any, given: set[str]) -> None:
        state.hands = [sorted(hand) for hand in state.hands]
        if "hands" in given and "deck" not in given:
            held = {card for hand in state.hands for card in hand}
            state.deck = [card for card in state.deck if card not in held]


def faults(state: DuelState) -> Iterator[tuple[str, str]]:
    """What no game leads to: a card in two places."""
    cards = state.deck + [card for hand in state.hands for card in hand]
    if len(set(cards)) != len(cards):
        yield "table", f"each of the cards 1 to {CARDS} may occur once; found {sorted(cards)}"


class DuelPicture:
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
    state_type = DuelState
    questions: ClassVar[Questions] = {
        Ask.TURN: Turn(),
        Ask.REPLY: Reply(),
        Ask.SPOILS: Spoils(),
        Ask.NEXT: Next(),
    }
    knowledge = DuelKnowledge()
    scoring = DuelScoring()
    positions = DuelPositions()
    picture = DuelPicture()
    observation = DuelObservation()
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

    def faults(self, state: DuelState) -> Iterator[tuple[str, str]]:
        return faults(state)

    def deal(self, setup: Chance) -> State:
        state = cast(DuelState, self.state_type(self, setup))
        state.deck = list(range(1, CARDS + 1))
        setup.shuffle(state.deck)
        state.hands = [sorted(state.deck.pop() for _ in range(3)) for _ in range(self.players)]
        state.points = [0] * self.players
        state.passes = 0
        state.agenda.append((Ask.TURN, 1))
        return state


GAME = Duel
