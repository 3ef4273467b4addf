"""The options, and what follows from them: the box with an owner's parts, and the numbers of its actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from waystation.engine import ActionTable, Edition, Options, Refusal
from waystation.engine.forms import LIMITS, OPEN, OWN, form
from waystation.engine.words import mark

from . import box as boxes
from .actions import action_table, ids_of
from .never import why_no_action
from .parts import Tile

BOARD = mark("Main board")

Side = Literal["A", "B", "random"]


class WayfarersOptions(Options, frozen=True, kw_only=True):
    """What can be chosen before a game."""

    players: Annotated[int, Meta(title="Players", ge=1, le=4, description="1 plays against the automated opponent")] = 2
    section_1: Annotated[
        Side, Meta(title="Board, left section", description="Side of the left section of the main board", **form(BOARD))
    ] = "A"
    section_2: Annotated[
        Side,
        Meta(title="Board, middle section", description="Side of the middle section of the main board", **form(BOARD)),
    ] = "A"
    section_3: Annotated[
        Side,
        Meta(title="Board, right section", description="Side of the right section of the main board", **form(BOARD)),
    ] = "A"
    promos: Annotated[bool, Meta(title="Promo cards", description="Shuffle the nine promotional cards in")] = False
    solo_board: Annotated[
        int,
        Meta(
            title="Opponent's board",
            ge=0,
            le=4,
            description="Solo: 1 to 4, or 0 for one at random",
            **form(only={"players": [1]}),
        ),
    ] = 0
    late_trade: Annotated[
        bool,
        Meta(
            title="Late trade ability",
            description="The trade guild's ability may also be used after the main action",
            **form(OPEN),
        ),
    ] = False
    round_limit: Annotated[
        int,
        Meta(
            title="Round limit",
            ge=0,
            le=1000,
            description="The game ends after this many rounds; 0: no limit",
            **form(LIMITS),
        ),
    ] = 0
    components: Annotated[
        dict[str, Any],
        Meta(
            title="Own components",
            description="Parts in place of our cards, tiles and boards, as JSON (see docs/games/wayfarers.md)",
            **form(OWN),
        ),
    ] = {}  # noqa: RUF012 (msgspec copies it)

    def __post_init__(self) -> None:
        super().__post_init__()
        boxes.of(self.components)


class WayfarersEdition(Edition):
    """The game under certain options, as far as rules know it."""

    options: WayfarersOptions
    chosen_is_done = True
    """A chosen branch is carried out; before rules version 3 a single effect in it was asked about once more."""
    tells_ties = True
    """How the game ended includes what broke a tie, since rules version 3."""

    def __init__(self, options: WayfarersOptions) -> None:
        self.box = boxes.of(options.components)
        self.ids = ids_of(self.box)
        super().__init__(options)
        self.spec = replace(self.spec, hidden=options.players > 1)

    @classmethod
    def terms(cls) -> Iterator[str]:
        yield from sorted({card.row.name for card in boxes.standard().cards if card.row.name})

    def make_actions(self) -> ActionTable:
        return action_table(self.box)

    def why_no_action(self, text: str) -> Refusal | None:
        return why_no_action(self.box, text)

    def tiles_of_a_design(self, tile: Tile) -> int:
        """How many tiles there are of a design: one of each special tile, of the others one a player, at least two."""
        return 1 if tile.tags else max(2, self.players)
