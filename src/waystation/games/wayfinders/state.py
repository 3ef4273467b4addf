"""The state of a Wayfinders game. Bundles, columns, workers and sets of cells are ints: see payment, hangars and chart.

What changes at every turn is a list; what changes only when somebody builds is a tuple.
"""

from __future__ import annotations

from waystation.engine import State
from waystation.engine.fields import BySeat, Named, Number, Tupled, field
from waystation.games.wayfinders.chart import CELL_NAMES, Chart
from waystation.games.wayfinders.edition import WayfindersEdition
from waystation.games.wayfinders.shapes import Bundle, CellName, Columns, Crew, FaceUp, Islands, Strips


class WayfindersState(State):
    """One moment of a game."""

    game: WayfindersEdition

    chart: Chart = field(Islands(), name="islands", doc="What lies where; other tiles make room")
    seen: int = field(FaceUp(), name="face_down", doc="Islands not yet explored")
    columns: list[int] = field(Columns(), name="hangars", doc="Columns, hangar 1 first, top token first")
    hands: list[int] = field(BySeat(Bundle()), doc="By seat")
    bag: int = field(Bundle(), doc="Left out: all tokens that are nowhere else")
    workers: list[int] = field(BySeat(Crew()), doc="By seat: workers at each hangar")
    planes: list[int] = field(BySeat(Named(CELL_NAMES, document=CellName)), doc="By seat")
    strips: tuple[int, ...] = field(Strips(), name="airstrips", doc="Seats in slot order; Home is understood")
    turns: int = field(Number(), doc="Turns finished; left out: as few as the agenda allows")
    free_steps: int = field(Number(), omit=0, doc="Free steps in a row, counted if they are limited")

    # What follows from chart and airstrips.
    built: int = field(Number(), derived=True)  # cells with any airstrip, Home among them
    owned: tuple[int, ...] = field(Tupled(Number()), derived=True)  # by seat: cells with its airstrips, Home among them
    keep: tuple[int, ...] = field(Tupled(Number()), derived=True)  # by seat: how many tokens it may keep
    passes: tuple[int, ...] = field(Tupled(Number()), derived=True)  # by seat: cells entered freely by its permanents
    wild: tuple[int, ...] = field(Tupled(Number()), derived=True)  # by seat: set of wild resources
