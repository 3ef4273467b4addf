"""The state of a Wayfinders game: plain ints.

What each decision offers and does is in turns and flight; what can be asked is in frames.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from waystation.engine.chance import Chance
from waystation.engine.errors import Refusal
from waystation.engine.events import EventLog, Viewer
from waystation.engine.outcome import Outcome, ScoreSheet
from waystation.engine.state import Frame, State
from waystation.engine.view import Plan
from waystation.games.wayfinders import document, exploration, flight, plans, sheet, turns, verdicts, view, wording
from waystation.games.wayfinders.actions import BUILD, DISCARD, FLY, LAND, PAY, RETURN
from waystation.games.wayfinders.chart import Chart
from waystation.games.wayfinders.components import LETTERS
from waystation.games.wayfinders.frames import Frames
from waystation.games.wayfinders.hangars import turn_choices

if TYPE_CHECKING:
    from waystation.games.wayfinders.game import Wayfinders

# Plain ints: looking up a member of an enum costs as much as a whole step of the hot path.
_TURN, _FLIGHT, _PAY = int(Frames.TURN), int(Frames.FLIGHT), int(Frames.PAY)


class WayfindersState(State):
    """One moment of a game. Bundles, columns, workers and sets of cells are ints: see payment, hangars and chart.

    What changes at every turn is a list; what changes only when somebody builds is a tuple.
    """

    __slots__ = (
        "bag",  # bundle of tokens
        "built",  # cells with any airstrip, Home among them
        "chart",  # what lies where
        "columns",  # by hangar
        "hands",  # by seat: bundle
        "keep",  # by seat: how many tokens it may keep
        "owned",  # by seat: cells with its airstrips, Home among them
        "passes",  # by seat: cells it enters freely by its permanents
        "planes",  # by seat: cell
        "seen",  # cells whose tile is face up
        "strips",  # by cell: seats + 1 in slot order, three bits each, slot 1 lowest
        "turns",  # turns finished
        "wild",  # by seat: set of wild resources
        "workers",  # by seat
    )

    OPEN = True
    FRAMES: ClassVar[type[Frames]] = Frames
    CACHES: ClassVar[frozenset[str]] = State.CACHES | {"built", "keep", "owned", "passes", "wild"}

    game: Wayfinders
    bag: int
    built: int
    chart: Chart
    columns: list[int]
    hands: list[int]
    keep: tuple[int, ...]
    owned: tuple[int, ...]
    passes: tuple[int, ...]
    planes: list[int]
    seen: int
    strips: tuple[int, ...]
    turns: int
    wild: tuple[int, ...]
    workers: list[int]

    def clone(self) -> Self:
        """An independent copy. The chart and the tuples are shared: they are replaced, never changed."""
        new = self._copy()
        new.bag = self.bag
        new.built = self.built
        new.chart = self.chart
        new.columns = self.columns[:]
        new.hands = self.hands[:]
        new.keep = self.keep
        new.owned = self.owned
        new.passes = self.passes
        new.planes = self.planes[:]
        new.seen = self.seen
        new.strips = self.strips
        new.turns = self.turns
        new.wild = self.wild
        new.workers = self.workers[:]
        return new

    # ------------------------------------------------------------------ deciding

    def _legal(self, frame: Frame, seat: int) -> list[int]:
        kind = frame[0]
        if kind == _TURN:
            return turn_choices(self.workers[seat], self.game.hangars)
        if kind == _FLIGHT:
            return flight.choices(self, seat)
        if kind == _PAY:
            return flight.pay_choices(self, seat, frame[2], frame[3])
        return flight.discard_choices(self, seat)

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        if action < RETURN:
            turns.place(self, action, seat, log)
        elif action == RETURN:
            turns.return_workers(self, seat, log)
        elif action < BUILD:
            flight.fly(self, action - FLY, seat, log)
        elif action < LAND:
            flight.build(self, action - BUILD, seat, log)
        elif action == LAND:
            flight.land(self, seat, log)
        elif action < PAY:
            flight.discard(self, action - DISCARD, seat, log)
        else:
            flight.pay(self, action - PAY, seat, log)

    def _why_not(self, action: int, seat: int) -> Refusal:
        return verdicts.why_not(self, action, seat)

    # ------------------------------------------------------------------ looking

    def score_sheet(self, seat: int) -> ScoreSheet:
        return sheet.score_sheet(self, seat)

    def scores(self) -> list[int]:
        return [sheet.score(self, seat) for seat in range(self.game.players)]

    def _outcome(self) -> Outcome:
        return sheet.outcome(self)

    def _table(self, viewer: Viewer) -> view.TableView:
        return view.table(self)

    def question(self, seat: int) -> str:
        return wording.question(self, seat)

    def label(self, action: int, seat: int) -> str:
        return wording.label(self, action, seat)

    def nodes(self, action: int, seat: int) -> tuple[str, ...]:
        if DISCARD <= action < PAY:
            return (f"token:{seat + 1}:{LETTERS[action - DISCARD]}",)
        return super().nodes(action, seat)

    def plans(self, seat: int, node: str) -> list[Plan]:
        return plans.plans(self, seat, node)

    # ------------------------------------------------------------------ hidden islands, documents

    def determinize(self, seat: int, rng: Chance) -> Self:
        new = super().determinize(seat, rng)
        exploration.deal_hidden(new, rng)
        return new

    def secrets(self, viewer: Viewer) -> list[str]:
        return [*super().secrets(viewer), *exploration.hidden_ids(self)]

    def _to_doc(self) -> document.TableDoc:
        return document.to_doc(self)

    def _from_doc(self, doc: document.TableDoc) -> None:
        document.fill(self, doc)

    def _derive(self) -> None:
        document.derive(self)

    def _check_agenda(self) -> None:
        document.check_agenda(self)
