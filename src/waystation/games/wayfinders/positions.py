"""What a position document may leave out because other things settle it."""

from __future__ import annotations

from typing import Any

from waystation.engine import Positions
from waystation.games.wayfinders.chart import BESIDE, CELLS, bits, mask
from waystation.games.wayfinders.components import EACH
from waystation.games.wayfinders.hangars import bundle_in, column_tokens
from waystation.games.wayfinders.payment import ONE, TYPES, count
from waystation.games.wayfinders.permanents import derive
from waystation.games.wayfinders.state import WayfindersState


class WayfindersPositions(Positions[WayfindersState]):
    """The bag holds what is nowhere else, what was visited is face up, and as few turns are over as can be."""

    def complete(self, state: WayfindersState, document: Any, given: set[str]) -> None:
        if "seen" not in given:
            for cell in bits(visited(state)):
                state.seen |= BESIDE[cell] | 1 << cell
        if "bag" not in given:
            out = in_play(state)
            state.bag = sum(max(0, EACH - count(out, kind)) * ONE[kind] for kind in TYPES)

    def derive(self, state: WayfindersState) -> None:
        derive(state)

    def finish(self, state: WayfindersState, document: Any, given: set[str]) -> None:
        if "turns" not in given:
            state.turns = state.to_act[0] if state.to_act else state.game.players


def visited(state: WayfindersState) -> int:
    """The cells with a plane or an airstrip."""
    return mask((*state.planes, *(cell for cell in CELLS if state.strips[cell])))


def in_play(state: WayfindersState) -> int:
    """The tokens in hands and hangars."""
    return sum(state.hands) + sum(bundle_in(column_tokens(column)) for column in state.columns)
