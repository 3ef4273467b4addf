"""Wayfarers of the South Tigris: which parts belong together, and the set-up."""

from __future__ import annotations

from collections.abc import Iterator

from waystation.engine import Chance, Game, Spec

from . import invariants
from .edition import WayfarersEdition, WayfarersOptions
from .judgement import WayfarersJudgement
from .knowledge import WayfarersKnowledge
from .names import BLUE_WORKER, DECKS, YELLOW_WORKER
from .observation import WayfarersObservation
from .panorama import Panorama
from .parts import NOTHING
from .picture import LOOK, WayfarersPicture
from .positions import WayfarersPositions
from .questions import QUESTIONS
from .scoring import WayfarersScoring
from .state import WayfarersState
from .telling import WayfarersTelling
from .turns import begin_turn


class Wayfarers(WayfarersEdition, Game):
    """The game under certain options."""

    name = "wayfarers"
    spec = Spec(
        title="Wayfarers of the South Tigris",
        blurb="Explore, build a panorama of land, water and sky, place dice and workers, and write it all down.",
        players=(1, 4),
        minutes=(60, 90),
        weight=3.5,
        max_decisions=None,
        hidden=True,
        harness={"round_limit": 60},
    )
    rules_version = 3
    default_bot = "expert"
    options_type = WayfarersOptions
    state_type = WayfarersState
    questions = QUESTIONS
    knowledge = WayfarersKnowledge()
    observation = WayfarersObservation()
    telling = WayfarersTelling()
    scoring = WayfarersScoring()
    judgement = WayfarersJudgement()
    positions = WayfarersPositions()
    look = LOOK

    def __init__(self, options: WayfarersOptions) -> None:
        super().__init__(options)
        self.picture = WayfarersPicture(self.box)

    @property
    def readable_rules_versions(self) -> frozenset[int]:
        """Version 2 changed which worker the solo opponent retrieves: games of more players go as before."""
        return frozenset({2, 3} if self.players == 1 else {1, 2, 3})

    def under(self, version: int) -> Wayfarers:
        """Before version 3 a single effect of a chosen branch was asked about once more."""
        return self if version >= self.rules_version else AskingTwice(self.options)

    def deal(self, setup: Chance) -> WayfarersState:
        s = WayfarersState(self, setup)
        self._deal_cards(s, setup)
        s.stock = [self.tiles_of_a_design(tile) for tile in self.box.tiles]
        journal = list(range(len(self.box.journal_tiles)))
        setup.shuffle(journal)
        s.journal = tuple(journal)
        chosen = (self.options.section_1, self.options.section_2, self.options.section_3)
        sides = [setup.below(2) if side == "random" else int(side == "B") for side in chosen]
        s.sides = sum(side << section for section, side in enumerate(sides))
        s.green, s.ending, s.round, s.fresh = 0b1111, 0, 1, ()
        self._deal_seats(s, setup)
        self._deal_opponent(s, setup)
        begin_turn(s, 0)
        return s

    def _deal_cards(self, s: WayfarersState, setup: Chance) -> None:
        s.show, s.crew, s.mark, s.piles = [], [0] * 20, [NOTHING] * 20, []
        for deck in range(len(DECKS)):
            pile = self.box.components.deck(deck, self.options.promos)
            setup.shuffle(pile)
            s.show += [pile.pop() for _ in range(4)]
            s.piles.append(tuple(pile))

    def _deal_seats(self, s: WayfarersState, setup: Chance) -> None:
        boards = list(range(len(self.box.caravans)))
        setup.shuffle(boards)
        s.seats = [Panorama.start(self.box, boards[seat]) for seat in range(self.players)]
        for player in s.seats:
            for _ in range(3):
                player.dice[setup.die() - 1] += 1
        if self.players == 1:
            s.seats.append(Panorama.opponent(self.box))
        for seat, player in enumerate(s.seats):
            silver, provision, guild = self.box.seats[seat]
            player.guild = list(guild)
            player.workers[YELLOW_WORKER] = player.workers[BLUE_WORKER] = 1
            if not (self.players == 1 and seat == 1):
                player.silver, player.provision = silver, provision
                player.supply -= sum(guild)

    def _deal_opponent(self, s: WayfarersState, setup: Chance) -> None:
        s.plot, s.schemes, s.scheme_pile = [], [], []
        if self.players == 1:
            board = self.options.solo_board - 1
            s.plot = [0, 0, 0, board if board >= 0 else setup.below(len(self.box.solo_boards))]
            s.scheme_pile = list(range(len(self.box.schemes)))
            setup.shuffle(s.scheme_pile)

    def faults(self, state: WayfarersState) -> Iterator[tuple[str, str]]:
        return invariants.faults(state)


class AskingTwice(Wayfarers):
    """The game under rules versions 1 and 2, for their records."""

    rules_version = 2
    chosen_is_done = False
    tells_ties = False
