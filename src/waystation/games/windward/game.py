"""Windward as a Game: its parts, and the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from waystation.engine import Chance, Game, Spec, State

from . import board, cresters, invariants, supplies
from . import model as m
from .components import shipped
from .edition import WindwardEdition, WindwardOptions
from .frames import Ask
from .judgement import WindwardJudgement
from .knowledge import WindwardKnowledge
from .observation import WindwardObservation
from .picture import LOOK, WindwardPicture
from .positions import WindwardPositions
from .questions import QUESTIONS
from .scoring import WindwardScoring
from .state import WindwardState
from .telling import WindwardTelling


class Windward(WindwardEdition, Game):
    """Windward for 1 to 5 captains."""

    name = "windward"
    rules_version = 2
    default_bot = "expert"
    spec = Spec(
        title="Windward",
        blurb="Captains ride the ever-changing wind around a planet of gas, hunt cresters and each other.",
        players=(1, 5),
        minutes=(30, 90),
        weight=2.6,
        max_decisions=None,
        hidden=True,
        harness={"max_rounds": 60},
    )
    options_type = WindwardOptions
    state_type = WindwardState
    questions = QUESTIONS
    knowledge = WindwardKnowledge()
    observation = WindwardObservation()
    telling = WindwardTelling()
    positions = WindwardPositions()
    scoring = WindwardScoring()
    judgement = WindwardJudgement()
    look = LOOK

    def __init__(self, options: WindwardOptions) -> None:
        super().__init__(options)
        self.spec = replace(self.spec, cooperative=self.is_coop, hidden=self.is_ffa)
        self.picture = WindwardPicture(self)

    @property
    def readable_rules_versions(self) -> frozenset[int]:
        """Version 2 only added choices (when teeth and cards are traded in co-op and solo): old games go as before."""
        return frozenset({1, 2})

    @classmethod
    def options_since(cls, options: Mapping[str, Any], rules_version: object) -> Mapping[str, Any]:
        """Records, positions, scenarios and stored tables that leave out the planet mean the large one."""
        return options if rules_version is None else {"map": "large", **options}

    @classmethod
    def terms(cls) -> Iterator[str]:
        """The names and texts of cards, crew, achievements and ships."""
        yield from shipped().terms()

    def faults(self, state: WindwardState) -> Iterator[tuple[str, str]]:
        return invariants.faults(state)

    def deal(self, setup: Chance) -> State:
        """The set-up (rulebook, Setup; co-op and solo Setup)."""
        state = blank(self)
        setup.shuffle(state.layout)
        state.lay_out()
        supplies.deal(state, setup)
        if self.is_ffa:
            state.chance = setup
            cresters.respawn_grays(state, None)
        else:
            for space in state.planet.feeding:
                cresters.put_gray(state, space, None)
        if self.is_coop:
            cresters.put_white(state, state.planet.corners[setup.below(6)], None)
        if self.options.achievements:
            numbers = list(range(len(self.components.achievements)))
            setup.shuffle(numbers)
            state.shown = sorted(numbers[:2])
            state.claimed = [0, 0]
        return state


def blank(game: Windward) -> WindwardState:
    """Boards and stocks before anything is dealt or placed on the planet."""
    state = WindwardState(game, Chance.of(0, "play"))
    n = game.players
    state.wind = state.turn = state.trigger = -1
    state.round = state.kills = state.live_grays = state.ending = 0
    state.white = m.WHITE_WAITING if game.has_white_variant else m.WHITE_GONE
    state.lives = state.white_lives = n if game.is_coop else 1
    state.red_stock, state.gray_stock, state.plus2_stock = m.REDS, m.GRAYS, m.PLUS2_TOKENS
    state.speed = state.mates = state.used = state.last_open = state.toured = state.flagged = 0
    state.into_wind = state.drift = state.coxswain_used = False
    state.trades = 0
    state.layout = list(range(6))
    for name in ("ship", "came_from", "rowing", "gas", "guns", "hold", "red_teeth", "gray_teeth", "plus2", "crew",
                 "hand_size", "notoriety", "gas_slots", "gun_slots"):  # fmt: skip
        setattr(state, name, [0] * n)
    for name in ("barred", "settled", "pursuers", "battle", "shown", "claimed"):
        setattr(state, name, [])
    state.morale = [1] * n
    state.boats = [m.ABOARD, m.BESIDE] * n
    state.crew_stock = [tile.copies for tile in game.components.crew]
    state.hands = [0] * (n * game.kinds)
    state.ledger = [0] * (n * len(m.LEDGER))
    state.discard = [0] * game.kinds
    state.stacks = [[], [], []]
    state.agenda = [(Ask.NEXT, 0)]
    for seat in range(n):
        board.open_slots(state, seat)
    return state
