"""Wayfinders under its options: which islands, how many hangars, how long. Rulebook, "Setup"; ruling 43."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from waystation.engine import ActionTable, Edition, OptionError, Options
from waystation.engine.forms import LIMITS, OPEN, OWN, form
from waystation.engine.words import mark
from waystation.games.wayfinders.actions import make_actions
from waystation.games.wayfinders.components import BACKS, ISLANDS, Tile, check_tiles, standard_tiles

HANGARS_IN_USE = {2: 4, 3: 6, 4: 8}

ISLAND_MIX = mark("Islands")

NO_LIMIT = 1 << 62
"""More turns, or steps, than any game has."""

_Number = Annotated[int, Meta(ge=0, le=24)]


class WayfindersOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices before a game. The defaults are the rulebook's set-up."""

    players: Annotated[int, Meta(title="Players", ge=2, le=4)] = 2
    red: Annotated[
        _Number,
        Meta(
            title="Red islands",
            description="Resource effects; the three add up to 24",
            **form(ISLAND_MIX, only={"any_mix": [False]}),
        ),
    ] = 9
    blue: Annotated[
        _Number,
        Meta(title="Blue islands", description="Scoring effects", **form(ISLAND_MIX, only={"any_mix": [False]})),
    ] = 8
    yellow: Annotated[
        _Number,
        Meta(title="Yellow islands", description="Permanent effects", **form(ISLAND_MIX, only={"any_mix": [False]})),
    ] = 7
    any_mix: Annotated[
        bool, Meta(title="Any islands", description="Deal 24 islands at random, whatever their category")
    ] = False
    layout: Annotated[
        str,
        Meta(
            title="Fixed layout",
            description="24 tile ids by rows, without Home; '#' begins a comment",
            **form(ISLAND_MIX, only={"any_mix": [False], "exploration": [False]}),
        ),
    ] = ""
    exploration: Annotated[
        bool, Meta(title="Exploration", description="Islands start face down and are explored in flight")
    ] = False
    home_counts: Annotated[
        bool, Meta(title="Home counts", description="Home counts for scoring effects that look at places", **form(OPEN))
    ] = True
    max_rounds: Annotated[
        int,
        Meta(title="Round limit", ge=0, description="The game ends after so many rounds; 0: no limit", **form(LIMITS)),
    ] = 0
    max_free_steps: Annotated[
        int,
        Meta(
            title="Free steps in a row",
            ge=0,
            description="Then something has to be paid; 0: no limit",
            **form(LIMITS),
        ),
    ] = 0
    tiles: Annotated[
        tuple[Tile, ...],
        Meta(title="Own tiles", description="Take these tiles instead of the built-in 45", **form(OWN)),
    ] = ()


class WayfindersEdition(Edition):
    """What rules and state know of their game."""

    options: WayfindersOptions

    def __init__(self, options: WayfindersOptions) -> None:
        super().__init__(options)
        self.spec = msgspec.structs.replace(self.spec, hidden=options.exploration)
        self.tiles = check_tiles(options.tiles) or standard_tiles()
        """The tile set that islands are dealt from."""
        self.hangars = HANGARS_IN_USE[options.players]
        self.turn_limit = options.max_rounds * options.players or NO_LIMIT
        self.step_limit = options.max_free_steps or NO_LIMIT
        """Free steps that may follow each other in a flight: without a limit, one can fly round for ever."""
        self.counts_steps = int(options.max_free_steps > 0)
        self.layout = _read_layout(options, self.tiles)
        """The tiles of a fixed layout by rows; () when the islands are dealt."""
        if not self.layout:
            _check_mix(options, self.tiles)

    def make_actions(self) -> ActionTable:
        return make_actions()


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
        raise OptionError(f"option tiles: a game needs {ISLANDS} tiles or more, got {len(tiles)}")
    if options.any_mix:
        return
    mix = {back: getattr(options, back) for back in BACKS}
    if sum(mix.values()) != ISLANDS:
        raise OptionError(f"options red, blue and yellow: must add up to {ISLANDS}, not {sum(mix.values())}")
    for back, wanted in mix.items():
        there = sum(1 for tile in tiles if tile.back == back)
        if wanted > there:
            raise OptionError(f"option {back}: asked for {wanted}, the tile set has {there} {back} ones")
