"""The table as a viewer may know it; `knowledge` says who may know what."""

from __future__ import annotations

import msgspec

from waystation.engine.frozen import Seen


class ShipView(msgspec.Struct, frozen=True):
    """A ship board. `hand` is None where the viewer may only know its size."""

    colour: str
    naturalist: bool
    ship: str
    boats: tuple[str, str]
    morale: int
    rowing: int
    gas: int
    gas_slots: int
    cannons: int
    cannon_slots: int
    hold: str
    red_teeth: int
    gray_teeth: int
    plus2: int
    crew: tuple[str, ...]
    hand_size: int
    hand: tuple[str, ...] | None
    notoriety: int


class TurnView(msgspec.Struct, frozen=True):
    """The on-turn player's means in this turn."""

    seat: int
    speed: int
    mates: int
    used: tuple[str, ...]
    into_wind: bool
    drift: bool


class BattleView(msgspec.Struct, frozen=True):
    """A battle under way: pieces, the dice they rolled, what is added, results so far (None: not rolled yet).

    `odds` are those of each choice of the seat that is asked: to win, to tie, to lose. `uncounted` says what the other
    player may add that they leave out.
    """

    space: str
    attacker: str
    defender: str
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    added: tuple[int, int]
    results: tuple[int | None, int | None]
    odds: tuple[tuple[str, float, float, float], ...]
    uncounted: str


class AchievementView(msgspec.Struct, frozen=True):
    name: str
    text: str
    points: str
    claimed: tuple[int, ...]


class TableView(Seen, frozen=True):
    """Everything on the table. Spaces by name; `terrain` has a mark per space in their order."""

    mode: str
    radius: int
    layout: str
    terrain: str
    wind: int
    wind_blows_to: str
    round: int
    last_turns: bool
    ships: tuple[ShipView, ...]
    turn: TurnView | None
    reds: tuple[str, ...]
    tagged_reds: tuple[str, ...]
    grays: tuple[str, ...]
    tagged_grays: tuple[str, ...]
    white: str
    items: dict[str, dict[str, int]]
    tops: tuple[str, ...]
    stack_sizes: tuple[int, ...]
    discard: dict[str, int]
    crew_stock: tuple[int, ...]
    stocks: dict[str, int]
    lives: tuple[int, int] | None
    kills: int
    achievements: tuple[AchievementView, ...]
    battle: BattleView | None
    reach: dict[str, int]
    threats: dict[str, tuple[str, ...]]
