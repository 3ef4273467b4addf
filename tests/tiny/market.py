"""Market: everybody buys in one's own time, a stack of questions for each seat, and pays when all are home.

Each seat picks a stall; at the fruit stall it is then asked how many it takes, at the fish stall whether it haggles.
Who haggles pays one less. Two rounds. It tests seats that go on by themselves within one common frame.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, ClassVar

import msgspec

from waystation.engine import (
    ActionTable,
    Chance,
    EachSeat,
    Edition,
    EventLog,
    Frame,
    Game,
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
    View,
)
from waystation.engine.fields import BySeat, Number, Stacks, field
from waystation.engine.words import Seat, say

ROUNDS = 2
FRUIT, FISH, TAKE, HAGGLE, PAY = 0, 1, 2, 5, 6


class Ask(IntEnum):
    DAY = 0
    STALL = 1
    FRUIT = 2
    FISH = 3
    HOME = 4


class MarketOptions(Options, frozen=True, kw_only=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=4, title="Players")] = 3


class MarketState(State):
    day: int = field(Number(1, ROUNDS + 1))
    spent: list[int] = field(BySeat(Number()))
    trips: list[int] = field(BySeat(Number()))
    stacks: list[list[Frame]] = field(Stacks())

    def begin(self) -> None:
        self.agenda.append((Ask.DAY, (1 << self.game.players) - 1))
        self.stacks = [[(Ask.HOME, 0), (Ask.STALL, 1 << seat)] for seat in range(self.game.players)]


class Day(EachSeat):
    """Until everybody is home."""

    def resume(self, state: MarketState, frame: Frame, log: EventLog | None) -> None:  # type: ignore[override]
        state.day += 1
        if state.day <= ROUNDS:
            state.begin()


class Stall(Question[MarketState]):
    answers = ("go",)

    def why_not(self, state: MarketState, frame: Frame, action: int, seat: int) -> Refusal | None:
        if action == FISH and state.spent[seat] > 4:
            return Refusal(
                say("You have spent {n:coin|coins}; fish is for thrifty people.", n=state.spent[seat]), "Fish"
            )
        return None

    def apply(self, state: MarketState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.stacks[seat][-1] = (Ask.FRUIT if action == FRUIT else Ask.FISH, 1 << seat)
        if log is not None:
            log.add("go", seat, say("{who} goes shopping.", who=Seat(seat)))

    def ask(self, state: MarketState, frame: Frame, seat: int) -> str:
        return say("Which stall?")


class Fruit(Question[MarketState]):
    answers = ("take",)

    def why_not(self, state: MarketState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return None

    def apply(self, state: MarketState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.spent[seat] += action - TAKE + 1
        state.stacks[seat].pop()

    def ask(self, state: MarketState, frame: Frame, seat: int) -> str:
        return say("How much fruit?")


class Fish(Question[MarketState]):
    answers = ("haggle", "pay")

    def why_not(self, state: MarketState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return None

    def apply(self, state: MarketState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.spent[seat] += 2 if action == HAGGLE else 3
        state.stacks[seat].pop()

    def ask(self, state: MarketState, frame: Frame, seat: int) -> str:
        return say("Do you haggle?")


class Home(Question[MarketState]):
    """Asks nobody: a seat is back."""

    def resume(self, state: MarketState, frame: Frame, log: EventLog | None) -> None:
        state.trips[frame[1].bit_length() - 1] += 1


class MarketScoring(Scoring[MarketState]):
    def sheet(self, state: MarketState, seat: int) -> ScoreSheet:
        return ScoreSheet((ScoreLine("left", say("Coins left"), 20 - state.spent[seat], (f"purse:{seat}",)),))


class MarketPicture:
    def draw(self, view: View) -> Scene:
        purses = [
            Node(f"purse:{seat}", "table", (Rect(0, 0, 40, 40, 5, "purse"),), 10 + 50 * seat, 10, title=name)
            for seat, name in enumerate(view.names)
        ]
        return Scene("Market", 220, 60, (Region("table", "Table", 220, 60),), tuple(purses))


class Market(Game):
    name = "market"
    spec = Spec(
        title="Market",
        blurb="Buy and go home.",
        players=(2, 4),
        minutes=(1, 2),
        weight=1.0,
        max_decisions=ROUNDS * 4 * 2,
        simultaneous=True,
    )
    rules_version = 1
    options_type = MarketOptions
    state_type = MarketState
    look = Look(symbols={}, palette={"purse": Style("#a83", "#333", 1)})
    questions: ClassVar[Questions] = {
        Ask.DAY: Day(),
        Ask.STALL: Stall(),
        Ask.FRUIT: Fruit(),
        Ask.FISH: Fish(),
        Ask.HOME: Home(),
    }
    scoring = MarketScoring()
    picture = MarketPicture()

    def make_actions(self) -> ActionTable:
        table = ActionTable()
        table.add("go", (FRUIT,), "fruit", "go to the fruit stall")
        table.add("go", (FISH,), "fish", "go to the fish stall")
        for number in range(3):
            table.add("take", (number + 1,), f"take {number + 1}", f"take {number + 1}")
        table.add("haggle", (), "haggle", "haggle")
        table.add("pay", (), "pay", "pay what is asked")
        return table

    def deal(self, setup: Chance) -> State:
        state = MarketState(self, setup)
        state.day = 1
        state.spent = [0] * self.players
        state.trips = [0] * self.players
        state.begin()
        return state


GAME = Market
__all__ = ["GAME", "Edition", "Market", "MarketState"]
