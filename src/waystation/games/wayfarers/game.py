"""Wayfarers of the South Tigris: the game class, its options and its set-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, cast

from msgspec import Meta
from msgspec.structs import replace

from waystation.engine.actions import ActionTable
from waystation.engine.chance import Chance
from waystation.engine.game import Game, Options, Spec
from waystation.engine.scene import Look, Scene
from waystation.engine.state import State
from waystation.engine.view import View

from . import box as boxes
from . import evaluation, invariants, scene
from .components import NOTHING, Tile
from .look import LOOK
from .moves import action_table, ids_of
from .names import BLUE_WORKER, DECKS, YELLOW_WORKER
from .panorama import Panorama
from .position import TableDoc
from .state import WayfarersState

Side = Literal["A", "B", "random"]


class WayfarersOptions(Options, frozen=True, kw_only=True):
    """What can be chosen before a game."""

    players: Annotated[int, Meta(title="Players", ge=1, le=4, description="1 plays against the automated opponent")] = 2
    section_1: Annotated[
        Side, Meta(title="Board, left section", description="Side of the left section of the main board")
    ] = "A"
    section_2: Annotated[
        Side, Meta(title="Board, middle section", description="Side of the middle section of the main board")
    ] = "A"
    section_3: Annotated[
        Side, Meta(title="Board, right section", description="Side of the right section of the main board")
    ] = "A"
    promos: Annotated[bool, Meta(title="Promo cards", description="Shuffle the nine promotional cards in")] = False
    solo_board: Annotated[
        int, Meta(title="Opponent's board", ge=0, le=4, description="Solo: 1 to 4, or 0 for one at random")
    ] = 0
    late_trade: Annotated[
        bool,
        Meta(
            title="Late trade ability", description="The trade guild's ability may also be used after the main action"
        ),
    ] = False
    round_limit: Annotated[
        int, Meta(title="Round limit", ge=0, le=1000, description="The game ends after this many rounds; 0: no limit")
    ] = 0
    components: Annotated[
        dict[str, Any],
        Meta(
            title="Own components",
            description="Parts in place of our cards, tiles and boards, as JSON (see docs/games/wayfarers.md)",
        ),
    ] = {}  # noqa: RUF012 (msgspec copies it)

    def __post_init__(self) -> None:
        boxes.of(self.components)


class Wayfarers(Game):
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
    rules_version = 2
    options_type = WayfarersOptions
    position_type = TableDoc
    state_type: ClassVar[type[State]] = WayfarersState
    look: ClassVar[Look] = LOOK
    unfinished = 0.0  # evaluation.py counts what waits with care

    options: WayfarersOptions

    def __init__(self, options: WayfarersOptions) -> None:
        self.box = boxes.of(options.components)
        self.ids = ids_of(self.box)
        super().__init__(options)
        self.spec = replace(self.spec, hidden=options.players > 1)

    @property
    def readable_rules_versions(self) -> frozenset[int]:
        """Version 2 changed which worker the solo opponent retrieves: games of more players go as before."""
        return frozenset({2} if self.players == 1 else {1, 2})

    def make_actions(self) -> ActionTable:
        return action_table(self.box)

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
        s.begin_turn(0)
        return s

    def tiles_of_a_design(self, tile: Tile) -> int:
        """How many tiles there are of a design: one of each special tile, of the others one a player, at least two."""
        return 1 if tile.tags else max(2, self.players)

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

    def faults(self, state: State) -> Iterator[tuple[str, str]]:
        yield from invariants.faults(cast(WayfarersState, state))

    def draw(self, view: View) -> Scene:
        return scene.draw(self.box, view)

    def evaluate(self, state: State, seat: int) -> float:
        return evaluation.evaluate(cast(WayfarersState, state), seat)
