"""Wayfinders: which parts belong together, and the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from waystation.engine import Chance, ComponentError, Game, OptionError, Options, Spec
from waystation.games.wayfinders import invariants
from waystation.games.wayfinders.chart import ALL_CELLS, BESIDE, CELLS, HOME, HOME_BIT, Chart
from waystation.games.wayfinders.components import BACKS, EACH, ISLANDS, Tile, read_tiles
from waystation.games.wayfinders.edition import WayfindersEdition, WayfindersOptions
from waystation.games.wayfinders.frames import TURN
from waystation.games.wayfinders.hangars import draw_tokens, refill
from waystation.games.wayfinders.judgement import WayfindersJudgement
from waystation.games.wayfinders.knowledge import WayfindersKnowledge
from waystation.games.wayfinders.observation import WayfindersObservation
from waystation.games.wayfinders.payment import ONE
from waystation.games.wayfinders.permanents import derive
from waystation.games.wayfinders.picture import LOOK, WayfindersPicture
from waystation.games.wayfinders.positions import WayfindersPositions
from waystation.games.wayfinders.questions import QUESTIONS
from waystation.games.wayfinders.scoring import WayfindersScoring
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.telling import WayfindersTelling


class Wayfinders(WayfindersEdition, Game):
    """The game under its options."""

    name = "wayfinders"
    rules_version = 1
    spec = Spec(
        title="Wayfinders",
        blurb="Send workers for parts, fly from island to island, and build airstrips where they count most.",
        players=(2, 4),
        minutes=(25, 45),
        weight=1.8,
        max_decisions=None,
        hidden=True,
        harness={"max_rounds": 100, "max_free_steps": 50},
        tables={"max_free_steps": 100},
    )
    options_type = WayfindersOptions
    state_type = WayfindersState
    look = LOOK
    questions = QUESTIONS
    knowledge = WayfindersKnowledge()
    scoring = WayfindersScoring()
    judgement = WayfindersJudgement()
    positions = WayfindersPositions()
    picture = WayfindersPicture()
    observation = WayfindersObservation()
    telling = WayfindersTelling()

    @classmethod
    def read_options(cls, options: Mapping[str, Any], strict: bool = True) -> Options:
        """As every game's; errors in tiles of one's own name tile and field."""
        own = options.get("tiles")
        if isinstance(own, list | tuple):
            try:
                options = {**options, "tiles": read_tiles(own)}
            except ComponentError as error:
                raise OptionError(f"{cls.name}: option tiles: {error}") from error
        return super().read_options(options, strict)

    def faults(self, state: WayfindersState) -> Iterator[tuple[str, str]]:
        return invariants.faults(state)

    def deal(self, setup: Chance) -> WayfindersState:
        """Rulebook, "Setup"; ruling 43. Seat 0 is the first player."""
        state = WayfindersState(self, setup)
        tiles = list(self.layout or self._dealt_islands(setup))
        state.chart = Chart((*tiles[:HOME], None, *tiles[HOME:]))
        state.seen = BESIDE[HOME] | HOME_BIT if self.options.exploration else ALL_CELLS
        state.bag = EACH * sum(ONE)
        state.hands = []
        for _ in range(self.players):
            drawn = draw_tokens(state.bag, 1, setup)
            state.bag -= drawn
            state.hands.append(drawn)
        state.columns = [0] * self.hangars
        state.bag = refill(state.columns, self.hangars, state.bag, setup)
        state.workers = [0] * self.players
        state.planes = [HOME] * self.players
        home = sum(seat + 1 << 3 * seat for seat in range(self.players))
        state.strips = tuple(home if cell == HOME else 0 for cell in CELLS)
        state.turns = state.free_steps = 0
        derive(state)
        state.agenda.append((TURN, 1))
        return state

    def _dealt_islands(self, setup: Chance) -> list[Tile]:
        options = self.options
        if options.any_mix:
            pool = list(self.tiles)
            setup.shuffle(pool)
            return pool[:ISLANDS]
        chosen: list[Tile] = []
        for back in BACKS:
            stack = [tile for tile in self.tiles if tile.back == back]
            setup.shuffle(stack)
            chosen += stack[: getattr(options, back)]
        setup.shuffle(chosen)
        return chosen
