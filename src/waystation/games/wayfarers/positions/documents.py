"""What documents say of a table, and how it is written."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.caravan import cell_name
from waystation.games.wayfarers.names import DECKS, WORKERS
from waystation.games.wayfarers.panorama import Panorama
from waystation.games.wayfarers.parts import HOME_HARBOUR, HOME_STAR, HOME_TOWNSFOLK
from waystation.games.wayfarers.state import KNOWN_SHIFT, WayfarersState

SIDES = ("front", "back")
PLOT = (("track", 7), ("comets", 10), ("due", 100))
"""Numbers of the solo opponent and the highest value of each."""


class Guilds(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Influence in the three guilds."""

    black: int = 0
    yellow: int = 0
    blue: int = 0


class Workers(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Workers in supply."""

    green: int = 0
    yellow: int = 0
    blue: int = 0


class SeatDoc(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What one player has. `tiles` are written "U01 front r2c1"; `townsfolk` maps hosts to the card below them."""

    board: str | UnsetType = UNSET
    silver: int | UnsetType = UNSET
    provision: int | UnsetType = UNSET
    supply: int | UnsetType = UNSET
    guilds: Guilds | UnsetType = UNSET
    workers: Workers | UnsetType = UNSET
    dice: list[int] | UnsetType = UNSET
    reserve: int | UnsetType = UNSET
    placed: list[str] | UnsetType = UNSET
    cards: list[str] | UnsetType = UNSET
    townsfolk: dict[str, str] | UnsetType = UNSET
    space: list[str] | UnsetType = UNSET
    inspiration: dict[str, str] | UnsetType = UNSET
    tiles: list[str] | UnsetType = UNSET
    marker: str | UnsetType = UNSET


class SoloDoc(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The solo opponent. `cards` are all cards it acquired, `tiles` the names of its tiles; `pile`: top card first."""

    board: str | UnsetType = UNSET
    track: int | UnsetType = UNSET
    comets: int | UnsetType = UNSET
    due: int | UnsetType = UNSET
    schemes: list[str] | UnsetType = UNSET
    pile: list[str] | UnsetType = UNSET
    guilds: Guilds | UnsetType = UNSET
    workers: Workers | UnsetType = UNSET
    cards: list[str] | UnsetType = UNSET
    tiles: list[str] | UnsetType = UNSET
    marker: str | UnsetType = UNSET


class TableDoc(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The table, besides what the fields of the state say.

    Displays list their cards from slot 1 on, "" for an empty slot; piles their cards from the top. `workers` and
    `influence` say what lies on displayed cards; `known` maps cards in piles to the seats that know them there.
    `locked` is the worker placed this turn and its card, such as "green L05". `turn` makes it the beginning of that
    seat's turn.
    """

    seats: list[SeatDoc] | UnsetType = UNSET
    display: dict[str, list[str]] | UnsetType = UNSET
    workers: dict[str, list[str]] | UnsetType = UNSET
    influence: dict[str, int] | UnsetType = UNSET
    piles: dict[str, list[str]] | UnsetType = UNSET
    known: dict[str, int] | UnsetType = UNSET
    stock: dict[str, int] | UnsetType = UNSET
    green: list[int] | UnsetType = UNSET
    sides: str | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    fresh: list[str] | UnsetType = UNSET
    locked: str | UnsetType = UNSET
    solo: SoloDoc | UnsetType = UNSET


def to_doc(s: WayfarersState) -> TableDoc:
    """The whole table."""
    name = s.game.box.names
    known = {name[card & 255]: card >> KNOWN_SHIFT for pile in s.piles for card in pile if card >> KNOWN_SHIFT}
    return TableDoc(
        seats=[_seat_doc(s.game.box, player) for player in (s.seats[:-1] if s.is_solo else s.seats)],
        display={
            word: [name[card] if card >= 0 else "" for card in s.show[deck * 4 : deck * 4 + 4]]
            for deck, word in enumerate(DECKS)
        },
        workers={
            name[card]: [word for colour, word in enumerate(WORKERS) if crew >> colour & 1]
            for card, crew in zip(s.show, s.crew, strict=True)
            if crew
        },
        influence={name[card]: owner for card, owner in zip(s.show, s.mark, strict=True) if owner >= 0},
        piles={deck: [name[card & 255] for card in reversed(pile)] for deck, pile in zip(DECKS, s.piles, strict=True)},
        known=known,
        stock=dict(zip(s.game.box.tile_names, s.stock, strict=True)),
        green=[group + 1 for group in range(4) if s.green >> group & 1],
        sides="".join("B" if s.sides >> section & 1 else "A" for section in range(3)),
        turn=s.turn,
        fresh=[name[card] for card in s.fresh],
        locked=f"{WORKERS[s.locked & 3]} {name[s.locked >> 2]}" if s.locked >= 0 else "",
        solo=_solo_doc(s) if s.plot or s.schemes or s.scheme_pile else UNSET,
    )


def _guilds(guild: list[int]) -> Guilds:
    return Guilds(*guild)


def _seat_doc(box: Box, player: Panorama) -> SeatDoc:
    name = box.names
    hosts = zip(player.cards, player.town, strict=True)
    goals = zip(player.space, player.goal, strict=True)
    return SeatDoc(
        board=box.board_names[player.board],
        silver=player.silver,
        provision=player.provision,
        supply=player.supply,
        guilds=_guilds(player.guild),
        workers=Workers(*player.workers),
        dice=[value for value in range(1, 7) for _ in range(player.dice[value - 1])],
        reserve=player.reserve,
        placed=[name[card] for at, card in enumerate(player.cards) if player.die >> at & 1],
        cards=[name[card] for card in player.cards if card > HOME_HARBOUR],
        townsfolk={name[host]: name[town] for host, town in hosts if town >= 0 and town != HOME_TOWNSFOLK},
        space=[name[card] for card in player.space if card != HOME_STAR],
        inspiration={name[card]: name[goal] for card, goal in goals if goal >= 0},
        tiles=[f"{box.tile_names[tile & 31]} {SIDES[tile >> 5 & 1]} {cell_name(tile >> 6)}" for tile in player.tiles],
        marker=box.space_names[player.marker],
    )


def _solo_doc(s: WayfarersState) -> SoloDoc:
    box = s.game.box
    me, name = s.seats[1], box.names
    track, comets, due, board = s.plot
    return SoloDoc(
        board=box.solo_boards[board].name,
        track=track,
        comets=comets,
        due=due,
        schemes=[box.schemes[scheme].name for scheme in s.schemes],
        pile=[box.schemes[scheme].name for scheme in reversed(s.scheme_pile)],
        guilds=_guilds(me.guild),
        workers=Workers(*me.workers),
        cards=[name[card] for card in me.cards],
        tiles=[box.tile_names[tile & 31] for tile in me.tiles],
        marker=box.space_names[me.marker],
    )
