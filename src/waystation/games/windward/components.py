"""Components: cards, crew, achievements, ship boards, prices and wedges, with provenance.

The shipped set (`data/components.toml`) is partly reconstructed, as each entry says. An owner of the printed
game can replace any top-level section with a file of their own: ``read("my-windward.toml")`` gives its sections,
and the game's option `components` takes them, so records and positions carry them along. Everything is checked; an
error names the entry and what is wrong with it.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from waystation.engine.documents import from_toml, read_file
from waystation.engine.errors import ComponentError
from waystation.engine.typed import convert
from waystation.engine.words import Phrase, say, term

Provenance = Literal["rules", "public aid", "public draft", "inferred", "reconstructed", "owner"]
Count = Annotated[int, Meta(ge=0, le=20)]
Price = Annotated[int, Meta(ge=1, le=9)]
Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+' -]{1,30}$(?!\n)")]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,23}$(?!\n)")]

#: What a card can do; each word is followed by its amount.
CardOp = Literal[
    "extra_order", "spawn_gray", "enter_drift", "cancel_battle", "battle_hits", "speed", "into_wind", "wind_roll",
    "wind_turn", "zephyr_jump", "boat_speed", "drop_boat", "morale", "gas", "cannon", "notoriety",
]  # fmt: skip
CrewOp = Literal[
    "hits_vs_red", "ship_strength_vs_ship", "turn_boat_speed", "boat_strength", "turn_speed", "gas_on_process"
]
PerkOp = Literal["cannon_slots", "port_morale", "boat_speed_order", "gas_slots", "speed_order"]
ConditionOp = Literal[
    "port_teeth", "crew", "cannons", "morale", "gas", "defeat_ship", "boat_beats_boat", "red_unaided", "territories",
    "win_by",
]  # fmt: skip
ONCE = ("extra_order", "spawn_gray", "enter_drift", "cancel_battle", "into_wind", "wind_roll", "drop_boat")
"""Effects of cards that are there or not, whose number is always 1."""
COLUMNS = ("cannons", "longboat", "gas")
COLOURS = ("red", "blue", "green", "yellow", "purple")
TERRAIN = ".#zgfra"
SUPPLY_CARDS, CREW_TILES = 74, 15  # the rulebook's component list
CONDITION_NUMBERS = {"port_teeth": 2, "defeat_ship": 0, "boat_beats_boat": 0, "red_unaided": 0}


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """What every ship board has, and the battle die."""

    die: tuple[Annotated[int, Meta(ge=0, le=6)], ...]
    morale_max: Annotated[int, Meta(ge=1, le=12)]
    boat_speed_max: Annotated[int, Meta(ge=1, le=12)]
    boat_speed_order: Annotated[int, Meta(ge=1, le=6)]
    gas_slots: Annotated[int, Meta(ge=1, le=12)]
    cannon_slots: Annotated[int, Meta(ge=0, le=6)]
    boat_slots: Annotated[int, Meta(ge=1, le=2)]
    source: dict[str, Provenance]


class Prices(Struct, frozen=True, forbid_unknown_fields=True):
    """Gas for one purchase at port."""

    cannon: Price
    crew: Price
    rum: Price
    notoriety: Price
    supplies: Price
    source: Provenance


class Ship(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship board: its colour and what it does differently."""

    colour: Literal["red", "blue", "green", "yellow", "purple"]
    perk: str
    source: Provenance
    text: str


class CrewSide(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    name: Name
    effect: str
    source: Provenance
    text: str


class CrewTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A crew tile: the board column it fills, the slots it opens at once, and its two sides."""

    id: Name
    column: Literal["cannons", "longboat", "gas"]
    copies: Annotated[int, Meta(ge=1, le=15)]
    unlocks: str
    sides: tuple[CrewSide, CrewSide]
    source: dict[str, Provenance]


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of supply card."""

    id: Id
    name: Name
    count: Annotated[int, Meta(ge=1, le=74)]
    timing: Literal["own turn", "battle", "attacked"]
    effects: tuple[str, ...]
    source: dict[str, Provenance]
    text: str
    where: Literal["any", "sky"] = "any"


class Achievement(Struct, frozen=True, forbid_unknown_fields=True):
    """An achievement card; `later` None: a single number, the same points for everyone."""

    id: Id
    name: Name
    condition: str
    first: Annotated[int, Meta(ge=1, le=15)]
    source: Provenance
    text: str
    later: Annotated[int, Meta(ge=1, le=15)] | None = None


class Wedge(Struct, frozen=True, forbid_unknown_fields=True):
    """A board tile: rows of terrain from the trading post outwards, for both sides."""

    id: Annotated[str, Meta(pattern=r"^[A-Z]$(?!\n)")]
    large: tuple[str, ...]
    small: tuple[str, ...]
    source: Provenance

    def rows(self, small: bool) -> tuple[str, ...]:
        return self.small if small else self.large


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole checked set."""

    board: Board
    prices: Prices
    ships: tuple[Ship, ...]
    crew: tuple[CrewTile, ...]
    cards: tuple[Card, ...]
    achievements: tuple[Achievement, ...]
    wedges: tuple[Wedge, ...]

    def terms(self) -> Iterator[str]:
        """All that people read of it."""
        sides = [side for tile in self.crew for side in tile.sides]
        yield from (word for card in self.cards for word in (card.name, card.text))
        yield from (word for side in sides for word in (side.name, side.text))
        yield from (word for goal in self.achievements for word in (goal.name, goal.text))
        yield from (ship.text for ship in self.ships)


def sourced(text: str, *sources: str) -> Phrase:
    """What an entry says, and that it is our reconstruction if it is."""
    return say("{text} (reconstructed)", text=term(text)) if "reconstructed" in sources else term(text)


def words(text: str, where: str, ops: tuple[str, ...], numbers: int = 1) -> tuple[str, list[int]]:
    """An effect such as `speed 2` as word and numbers.

    Raises:
        ComponentError: the word is unknown or the numbers are not `numbers` whole numbers of 0 to 20.
    """
    parts = text.split()
    if not parts or parts[0] not in ops:
        raise ComponentError(f"{where}", f"'{text}' is not one of {', '.join(ops)}")
    numbers = CONDITION_NUMBERS.get(parts[0], numbers)
    if len(parts) - 1 != numbers or not all(p.isdecimal() and len(p) < 3 and int(p) <= 20 for p in parts[1:]):
        raise ComponentError(f"{where}", f"'{text}' needs {numbers} number(s) from 0 to 20 after the word")
    return parts[0], [int(p) for p in parts[1:]]


def effect(text: str) -> tuple[str, int]:
    """An effect that was checked on load, as word and amount."""
    word, _, amount = text.partition(" ")
    return word, int(amount)


def read(path: str | Path) -> dict[str, Any]:
    """The sections of an owner's file (TOML), checked together with the sections of ours that it leaves.

    Raises:
        ComponentError: the file cannot be read or something in it is wrong.
    """
    try:
        sections = from_toml(read_file(path))
    except (OSError, ValueError) as error:
        raise ComponentError(str(path), str(error)) from error
    with_sections(sections)
    return sections


@cache
def _shipped_data() -> dict[str, Any]:
    return from_toml((Path(__file__).parent / "data" / "components.toml").read_text("utf-8"))


@cache
def shipped() -> Components:
    """The shipped set, read once."""
    return from_data(_shipped_data())


def with_sections(sections: Mapping[str, Any]) -> Components:
    """The shipped set with these sections in place of ours."""
    return from_data(_shipped_data() | dict(sections)) if sections else shipped()


def from_data(data: dict[str, Any]) -> Components:
    """A set from plain data (the parsed file), checked."""
    try:
        components = convert(data, Components)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at `$")
        raise ComponentError(where.strip("`.") or "components", reason) from error
    _check_board(components)
    _check_crew(components)
    _check_cards(components)
    _check_achievements(components)
    _check_wedges(components)
    return components


def _unique(names: list[str], what: str) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ComponentError(f"{what}", f"'{twice[0]}' is there twice")


def _check_board(components: Components) -> None:
    if len(components.board.die) != 6:
        raise ComponentError("board.die", "a battle die has six faces")
    _unique([ship.colour for ship in components.ships], "ships")
    if len(components.ships) != len(COLOURS):
        raise ComponentError("ships", "five colours are needed, each once")
    for ship in components.ships:
        words(ship.perk, f"ships, {ship.colour}", get_args(PerkOp))


def _check_crew(components: Components) -> None:
    _unique([side.id for tile in components.crew for side in tile.sides], "crew sides")
    for tile in components.crew:
        words(tile.unlocks, f"crew, {tile.id}", ("cannon_slots", "boat_slots", "gas_slots"))
        for side in tile.sides:
            words(side.effect, f"crew, {side.id}", get_args(CrewOp))
    if sum(tile.copies for tile in components.crew) != CREW_TILES:
        raise ComponentError("crew", f"the copies must add up to {CREW_TILES} tiles")
    second_boats = sum(effect(tile.unlocks) == ("boat_slots", 1) for tile in components.crew)
    if second_boats < 1:
        raise ComponentError("crew", "one tile must open the second longboat (boat_slots 1)")


def _check_cards(components: Components) -> None:
    _unique([card.id for card in components.cards], "cards")
    total = sum(card.count for card in components.cards)
    if total != SUPPLY_CARDS:
        raise ComponentError("cards", f"{total} cards, the supply deck has {SUPPLY_CARDS}")
    for card in components.cards:
        if not card.effects:
            raise ComponentError(f"cards, {card.id}", "no effect")
        effects = [words(text, f"cards, {card.id}", get_args(CardOp)) for text in card.effects]
        ops = {op for op, _ in effects}
        several = next((op for op, (amount,) in effects if op in ONCE and amount != 1), None)
        if several is not None:
            raise ComponentError(f"cards, {card.id}", f"'{several}' has no other number than 1; name it twice for two")
        needed = {"battle": "battle_hits", "attacked": "cancel_battle"}.get(card.timing)
        if (needed is not None and ops != {needed}) or (needed is None and ops & {"battle_hits", "cancel_battle"}):
            raise ComponentError(
                f"cards, {card.id}",
                f"timing '{card.timing}' does not fit {', '.join(sorted(ops))} "
                "(battle: battle_hits; attacked: cancel_battle; own turn: the others)",
            )


def _check_achievements(components: Components) -> None:
    _unique([card.id for card in components.achievements], "achievements")
    if len(components.achievements) < 2:
        raise ComponentError("achievements", "at least two cards are needed")
    for card in components.achievements:
        words(card.condition, f"achievements, {card.id}", get_args(ConditionOp))


def _check_wedges(components: Components) -> None:
    _unique([wedge.id for wedge in components.wedges], "wedges")
    if len(components.wedges) != 6:
        raise ComponentError("wedges", "a planet has six")
    for small in (False, True):
        sizes = {len(wedge.rows(small)) for wedge in components.wedges}
        if len(sizes) != 1 or not 2 <= min(sizes) <= 9:
            raise ComponentError("wedges", "all need the same number of rows on one side, 2 to 9")
        for wedge in components.wedges:
            _check_wedge(f"wedges, {wedge.id} {'small' if small else 'large'}", wedge.rows(small))


def _check_wedge(where: str, rows: tuple[str, ...]) -> None:
    text = "".join(rows)
    if any(len(row) != number for number, row in enumerate(rows, 1)) or set(text) - set(TERRAIN):
        raise ComponentError(f"{where}", f"row n needs n places of {TERRAIN}")
    if text.count("f") != 1 or text.count("r") != 1 or text.count("a") != 1:
        raise ComponentError(f"{where}", "one feeding ground, one red start and one around space are needed")
    if rows[-1][0] != "a":
        raise ComponentError(f"{where}", "the around space is the corner, first place of the last row")
    if rows[0] == "#":
        raise ComponentError(f"{where}", "the space at the trading post cannot be drift")
    open_places = {(d, j) for d, row in enumerate(rows) for j, mark in enumerate(row) if mark != "#"}
    seen, frontier = {(0, 0)}, [(0, 0)]
    while frontier:
        d, j = frontier.pop()
        for place in ((d, j - 1), (d, j + 1), (d - 1, j), (d - 1, j - 1), (d + 1, j), (d + 1, j + 1)):
            if place in open_places and place not in seen:
                seen.add(place)
                frontier.append(place)
    if seen != open_places:
        raise ComponentError(f"{where}", "drift cuts off a part of the wedge")
