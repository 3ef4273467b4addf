"""Stones: everybody hides 0 to 3 stones, all open their hands together, and a die decides what counts.

Three rounds. If the die shows more than the number of hidden stones in all, hidden stones score for their owners;
else the seats that hid fewest score 2. It tests simultaneous secret choices and chance.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Self, cast

import msgspec

from waystation.engine import (
    ActionTable,
    Chance,
    Circle,
    EventLog,
    Frame,
    Game,
    Look,
    Node,
    Options,
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
    Use,
    View,
    Viewer,
)

ROUNDS = 3
MOST = 3
HIDDEN = -1


class StonesOptions(Options, frozen=True, kw_only=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=4, title="Players")] = 3


class StonesPosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    round: int | msgspec.UnsetType = msgspec.UNSET
    hands: list[int] | msgspec.UnsetType = msgspec.UNSET
    points: list[int] | msgspec.UnsetType = msgspec.UNSET


class StonesTable(msgspec.Struct, frozen=True):
    round: int
    hands: tuple[int, ...]
    ready: tuple[bool, ...]
    points: tuple[int, ...]


class Ask(IntEnum):
    HIDE = 0


class StonesState(State):
    __slots__ = ("hands", "points", "round")
    FRAMES = Ask

    def __init__(self, game: Game, chance: Chance) -> None:
        super().__init__(game, chance)
        self.round = 1
        self.hands = [HIDDEN] * game.players
        self.points = [0] * game.players
        self.ask()

    def ask(self) -> None:
        self.agenda.append((Ask.HIDE, (1 << self.game.players) - 1))

    def clone(self) -> Self:
        new = self._copy()
        new.round = self.round
        new.hands = self.hands[:]
        new.points = self.points[:]
        return new

    def _legal(self, frame: Frame, seat: int) -> list[int]:
        return list(range(MOST + 1))

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        self.hands[seat] = action
        if log is not None:
            log.add("hide", seat, f"{{{seat}}} closes a hand", only={seat: (f"You hide {action}", {"stones": action})})
        self.answered(seat)

    def _continue(self, frame: Frame, log: EventLog | None) -> None:
        die, total = self.chance.die(), sum(self.hands)
        fewest = min(self.hands)
        for seat, stones in enumerate(self.hands):
            self.points[seat] += stones if die > total else 2 * (stones == fewest)
        if log is not None:
            log.add("open", None, f"Hands hold {self.hands}, the die shows {die}", {"die": die}, reveals=True)
        self.round += 1
        self.hands = [HIDDEN] * len(self.hands)
        if self.round <= ROUNDS:
            self.ask()

    def _why_not(self, action: int, seat: int) -> Refusal:
        return Refusal("That is not a number of stones.", "Stones")  # no action of the table is ever illegal

    def score_sheet(self, seat: int) -> ScoreSheet:
        return ScoreSheet((ScoreLine("stones", "Stones", self.points[seat], (f"hand:{seat}",)),))

    def question(self, seat: int) -> str:
        return "How many stones do you hide?"

    def _table(self, viewer: Viewer) -> StonesTable:
        own = tuple(stones if seat == viewer else HIDDEN for seat, stones in enumerate(self.hands))
        return StonesTable(self.round, own, tuple(h != HIDDEN for h in self.hands), tuple(self.points))

    def determinize(self, seat: int, rng: Chance) -> Self:
        new = super().determinize(seat, rng)
        for other, stones in enumerate(self.hands):
            if other != seat and stones != HIDDEN:
                new.hands[other] = rng.below(MOST + 1)
        return new

    def _to_doc(self) -> StonesPosition:
        return StonesPosition(round=self.round, hands=self.hands[:], points=self.points[:])

    def _from_doc(self, doc: StonesPosition) -> None:
        seats = self.game.players
        for name in ("hands", "points"):
            given = getattr(doc, name)
            if given is not msgspec.UNSET and len(given) != seats:
                raise PositionError(f"table.{name}", f"expected {seats} numbers, got {len(given)}")
        if doc.round is not msgspec.UNSET:
            self.round = doc.round
        if doc.hands is not msgspec.UNSET:
            self.hands = doc.hands
        if doc.points is not msgspec.UNSET:
            self.points = doc.points


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
    position_type = StonesPosition
    state_type = StonesState
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
        return StonesState(self, setup)

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


GAME = Stones
