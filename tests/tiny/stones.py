"""Stones: everybody hides 0 to 3 stones, all open their hands together, and a die decides what counts.

Three rounds. If the die shows more than the number of hidden stones in all, hidden stones score for their owners;
else the seats that hid fewest score 2. It tests simultaneous secret choices and chance.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, ClassVar, cast

import msgspec

from waystation.engine import (
    ActionTable,
    Chance,
    Circle,
    EventLog,
    Frame,
    Game,
    Knowledge,
    Look,
    Node,
    Options,
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
    Use,
    View,
    Viewer,
)
from waystation.engine.fields import BySeat, Number, field
from waystation.engine.words import Seat, say

ROUNDS = 3
MOST = 3
HIDDEN = -1


class StonesOptions(Options, frozen=True, kw_only=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=4, title="Players")] = 3


class StonesTable(msgspec.Struct, frozen=True):
    round: int
    hands: tuple[int, ...]
    ready: tuple[bool, ...]
    points: tuple[int, ...]


class Ask(IntEnum):
    HIDE = 0


class StonesState(State):
    round: int = field(Number(1))
    hands: list[int] = field(BySeat(Number(HIDDEN, MOST)), known="owner")
    points: list[int] = field(BySeat(Number()))

    def ask(self) -> None:
        self.agenda.append((Ask.HIDE, (1 << self.game.players) - 1))


class Hide(Question[StonesState]):
    """Everybody hides stones; when all have, the hands are opened."""

    answers = ("hide",)

    def legal(self, state: StonesState, frame: Frame, seat: int) -> list[int]:
        return list(range(MOST + 1))

    def why_not(self, state: StonesState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return None  # any number of stones can be hidden

    def apply(self, state: StonesState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.hands[seat] = action
        if log is not None:
            own = {seat: (say("You hide {n}", n=action), {"stones": action})}
            log.add("hide", seat, say("{who} closes a hand", who=Seat(seat)), only=own)
        state.answered(seat)

    def resume(self, state: StonesState, frame: Frame, log: EventLog | None) -> None:
        die, total = state.chance.die(), sum(state.hands)
        fewest = min(state.hands)
        for seat, stones in enumerate(state.hands):
            state.points[seat] += stones if die > total else 2 * (stones == fewest)
        if log is not None:
            text = say("The hands hold {hands}, the die shows {die}.", hands=state.hands[:], die=die)
            log.add("open", None, text, {"die": die}, reveals=True)
        state.round += 1
        state.hands = [HIDDEN] * len(state.hands)
        if state.round <= ROUNDS:
            state.ask()

    def ask(self, state: StonesState, frame: Frame, seat: int) -> str:
        return say("How many stones do you hide?")


class StonesKnowledge(Knowledge[StonesState]):
    def table(self, state: StonesState, viewer: Viewer) -> StonesTable:
        own = tuple(stones if seat == viewer else HIDDEN for seat, stones in enumerate(state.hands))
        return StonesTable(state.round, own, tuple(h != HIDDEN for h in state.hands), tuple(state.points))

    def determinize(self, state: StonesState, seat: int, rng: Chance) -> StonesState:
        new = super().determinize(state, seat, rng)
        for other, stones in enumerate(state.hands):
            if other != seat and stones != HIDDEN:
                new.hands[other] = rng.below(MOST + 1)
        return new


class StonesScoring(Scoring[StonesState]):
    def sheet(self, state: StonesState, seat: int) -> ScoreSheet:
        return ScoreSheet((ScoreLine("stones", say("Stones"), state.points[seat], (f"hand:{seat}",)),))


class StonesPicture:
    def draw(self, view: View) -> Scene:
        table = cast(StonesTable, view.table)
        nodes = []
        for seat, stones in enumerate(table.hands):
            shown = "?" if stones == HIDDEN and table.ready[seat] else ("" if stones == HIDDEN else str(stones))
            parts = (Rect(0, 0, 100, 60, 8, "mat"), Text(50, 20, view.names[seat]), Text(50, 42, shown, 20))
            nodes.append(Node(f"hand:{seat}", "table", parts, 10 + 110 * seat, 10, title=view.names[seat]))
        for stones in range(MOST + 1):
            pile = (Rect(-25, -25, 50, 50, 6, "dim"), Use("stone", size=30), Text(0, 0, str(stones), 16))
            nodes.append(Node(f"take:{stones}", "table", pile, 40 + 60 * stones, 110, title=f"{stones} stones"))
        return Scene("Stones", 460, 150, (Region("table", "Table", 460, 150),), tuple(nodes))


class Stones(Game):
    name = "stones"
    spec = Spec(
        title="Stones",
        blurb="Hide stones, open hands.",
        players=(2, 4),
        minutes=(1, 2),
        weight=1.0,
        max_decisions=ROUNDS * 4,
        hidden=True,
        simultaneous=True,
    )
    rules_version = 1
    options_type = StonesOptions
    state_type = StonesState
    questions: ClassVar[Questions] = {Ask.HIDE: Hide()}
    knowledge = StonesKnowledge()
    scoring = StonesScoring()
    picture = StonesPicture()
    look = Look(
        symbols={"stone": (Circle(0, 0, 45, "stone"),)},
        palette={
            "stone": Style("#7a7f87", "#333", 2),
            "mat": Style("#e8dcc2", dark_fill="#4a4436"),
            "dim": Style("#999"),
        },
    )

    def make_actions(self) -> ActionTable:
        table = ActionTable()
        for stones in range(MOST + 1):
            table.add("hide", (stones,), f"hide {stones}", f"hide {stones}", (f"take:{stones}",))
        return table

    def deal(self, setup: Chance) -> State:
        state = cast(StonesState, self.state_type(self, setup))
        state.round = 1
        state.hands = [HIDDEN] * self.players
        state.points = [0] * self.players
        state.ask()
        return state


GAME = Stones
