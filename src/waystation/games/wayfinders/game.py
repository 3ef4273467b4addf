"""Wayfinders: options, set-up, and the Game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from waystation.engine.actions import ActionTable
from waystation.engine.chance import Chance
from waystation.engine.errors import ComponentError, OptionError
from waystation.engine.game import Game, Options, Spec
from waystation.engine.scene import Look, Scene
from waystation.engine.state import State
from waystation.engine.view import View
from waystation.games.wayfinders import evaluation, scene, sheet
from waystation.games.wayfinders.actions import make_actions
from waystation.games.wayfinders.chart import ALL_CELLS, BESIDE, CELLS, HOME, HOME_BIT, Chart
from waystation.games.wayfinders.components import (
    BACKS,
    EACH,
    ISLANDS,
    Tile,
    check_tiles,
    read_tiles,
    standard_tiles,
)
from waystation.games.wayfinders.document import TableDoc, derive
from waystation.games.wayfinders.frames import Frames
from waystation.games.wayfinders.hangars import draw_tokens, refill
from waystation.games.wayfinders.look import LOOK
from waystation.games.wayfinders.payment import ONE
from waystation.games.wayfinders.state import WayfindersState

HANGARS_IN_USE = {2: 4, 3: 6, 4: 8}

NO_LIMIT = 1 << 62
"""More turns than any game has."""

_Number = Annotated[int, Meta(ge=0, le=24)]


class WayfindersOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices before a game. The defaults are the rulebook's set-up."""

    players: Annotated[int, Meta(title="Players", ge=2, le=4)] = 2
    red: Annotated[_Number, Meta(title="Red islands", description="Resource effects; the three add up to 24")] = 9
    blue: Annotated[_Number, Meta(title="Blue islands", description="Scoring effects")] = 8
    yellow: Annotated[_Number, Meta(title="Yellow islands", description="Permanent effects")] = 7
    any_mix: Annotated[
        bool, Meta(title="Any islands", description="Deal 24 islands at random, whatever their category")
    ] = False
    layout: Annotated[
        str, Meta(title="Fixed layout", description="24 tile ids by rows, without Home; '#' begins a comment")
    ] = ""
    exploration: Annotated[
        bool, Meta(title="Exploration", description="Islands start face down and are explored in flight")
    ] = False
    home_counts: Annotated[
        bool, Meta(title="Home counts", description="Home counts for scoring effects that look at places")
    ] = True
    max_rounds: Annotated[
        int, Meta(title="Round limit", ge=0, description="The game ends after so many rounds; 0: no limit")
    ] = 0
    tiles: Annotated[
        tuple[Tile, ...], Meta(title="Own tiles", description="Take these tiles instead of the built-in 45")
    ] = ()


class Wayfinders(Game):
    """The game under its options."""

    name: ClassVar[str] = "wayfinders"
    rules_version: ClassVar[int] = 1
    spec = Spec(
        title="Wayfinders",
        blurb="Send workers for parts, fly from island to island, and build airstrips where they count most.",
        players=(2, 4),
        minutes=(25, 45),
        weight=1.8,
        max_decisions=None,
        hidden=True,
        harness={"max_rounds": 100},
    )
    options_type: ClassVar[type[Options]] = WayfindersOptions
    position_type: ClassVar[type[msgspec.Struct]] = TableDoc
    state_type: ClassVar[type[State]] = WayfindersState
    look: ClassVar[Look] = LOOK

    options: WayfindersOptions

    def __init__(self, options: WayfindersOptions) -> None:
        super().__init__(options)
        self.spec = msgspec.structs.replace(self.spec, hidden=options.exploration)
        self.tiles = check_tiles(options.tiles) or standard_tiles()
        """The tile set that islands are dealt from."""
        self.hangars = HANGARS_IN_USE[options.players]
        self.turn_limit = options.max_rounds * options.players or NO_LIMIT
        self.layout = _read_layout(options, self.tiles)
        """The tiles of a fixed layout by rows; () when the islands are dealt."""
        if not self.layout:
            _check_mix(options, self.tiles)

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

    def make_actions(self) -> ActionTable:
        return make_actions()

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
        state.turns = 0
        derive(state)
        state.agenda.append((int(Frames.TURN), 1))
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

    def rounds(self, state: State) -> int:
        assert isinstance(state, WayfindersState)
        return (state.turns + self.players - 1) // self.players if state.is_over else state.turns // self.players + 1

    def points_by_component(self, state: State, seat: int) -> dict[str, int]:
        """Each island by the id of its tile, whatever its colour."""
        assert isinstance(state, WayfindersState)
        return sheet.points_by_tile(state, seat)

    def draw(self, view: View) -> Scene:
        return scene.draw(view)

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, WayfindersState)
        return evaluation.evaluate(state, seat)


def _read_layout(options: WayfindersOptions, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    lines = (line.partition("#")[0] for line in options.layout.splitlines())
    names = " ".join(lines).replace(",", " ").split()
    if not names:
        return ()
    if options.exploration or options.any_mix:
        raise OptionError(
            "option layout: islands are dealt for exploration and for any mix; a layout is open and fixed"
        )
    if len(names) != ISLANDS:
        raise OptionError(f"option layout: expected {ISLANDS} tile ids, got {len(names)}")
    known = {tile.id: tile for tile in tiles}
    for name in names:
        if name not in known:
            raise OptionError(f"option layout: there is no tile {name!r} in the tile set")
        if names.count(name) > 1:
            raise OptionError(f"option layout: tile {name!r} is named {names.count(name)} times")
    return tuple(known[name] for name in names)


def _check_mix(options: WayfindersOptions, tiles: tuple[Tile, ...]) -> None:
    """The mix has to be 24 islands that the tile set can give (ruling 43)."""
    if len(tiles) < ISLANDS:
        raise OptionError(f"option tiles: {len(tiles)} tiles are fewer than the {ISLANDS} islands of a game")
    if options.any_mix:
        return
    mix = {back: getattr(options, back) for back in BACKS}
    if sum(mix.values()) != ISLANDS:
        raise OptionError(f"options red, blue and yellow: must add up to {ISLANDS}, not {sum(mix.values())}")
    for back, wanted in mix.items():
        there = sum(1 for tile in tiles if tile.back == back)
        if wanted > there:
            raise OptionError(f"option {back}: the tile set has {there} {back} tiles, {wanted} are asked for")
