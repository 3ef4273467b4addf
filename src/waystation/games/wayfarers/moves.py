"""The actions: one number per small choice, the same under all options.

Numbers are blocks of consecutive ids, one block per kind; `TAKE + card` and the like are how rules write them. `KIND`
and `ARGS` lead back from a number. The order of blocks is the order in which choices are listed.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache

from waystation.engine.actions import ActionTable

from .components import BOX
from .expression import Op
from .names import DECKS, GUILD_NAMES, GUILDS, LAND, SHIP, SPACE, WATER, WORKERS


class Kind(IntEnum):
    """What is chosen."""

    REST = 0
    PLACE = 1
    HIRE = 2
    WORK = 3
    TRADE = 4
    TRADE_AFTER = 5
    DO = 6
    BRANCH = 7
    GUILD = 8
    MOVE = 9
    MARK = 10
    LIFT = 11
    LIFT_GUILD = 12
    TAKE = 13
    THREE = 14
    KEEP = 15
    UNDER = 16
    HOST = 17
    TUCK = 18
    DISCARD = 19
    FEE = 20
    BUY = 21
    PUT = 22
    RETRIEVE = 23
    REFRESH = 24
    REROLL = 25
    ADJUST = 26
    GO = 27
    EXTRA = 28
    ALLOW = 29
    PUSH = 30
    SKIP = 31


DIE_SPACES = tuple(card.id for card in BOX.cards if card.has_die_space)
SHIP_SPACES = tuple(card for card in DIE_SPACES if BOX.cards[card].needs >> 4 * SHIP & 15)
HOSTS = tuple(c.id for c in BOX.cards if c.deck in (LAND, WATER) and c.tags)
SPACES = tuple(card.id for card in BOX.cards if card.deck == SPACE)
DISPLAYED = tuple(card.id for card in BOX.cards[8:])
DRAWN = tuple(card.id for card in BOX.cards[8:] if card.deck in (LAND, WATER, SPACE))
WORK_PAIRS = tuple((colour, card) for card in DISPLAYED for colour in BOX.slot_workers[BOX.cards[card].deck])
FACES = tuple((v, w) for v in range(1, 7) for w in range(1, 7))
TURNS = tuple((v, w) for v, w in FACES if v != w)
STEPS = tuple((v, v + step) for v in range(1, 7) for step in (-1, 1) if 1 <= v + step <= 6)
MOVES = tuple((a, b) for a in range(3) for b in range(3) if a != b)
BRANCHES = tuple(
    (effect, branch)
    for effect, what in enumerate(BOX.book.effects)
    if what.op == Op.CHOICE
    for branch in range(len(what.parts))
)
WAYS = ("free", "silver", "influence")

KIND: list[Kind] = []
ARGS: list[tuple[int, ...]] = []
NOTATION: list[str] = []
LABEL: list[str] = []
_FIRST: dict[Kind, int] = {}
_ID: dict[tuple[Kind, tuple[int, ...]], int] = {}


def _add(kind: Kind, args: tuple[int, ...], notation: str, label: str) -> None:
    _FIRST.setdefault(kind, len(KIND))
    _ID[kind, args] = len(KIND)
    KIND.append(kind)
    ARGS.append(args)
    NOTATION.append(notation)
    LABEL.append(label)


def move_id(kind: Kind, *args: int) -> int:
    """The number of an action; KeyError if there is none."""
    return _ID[kind, args]


def card_label(card: int) -> str:
    """How buttons and sentences name a card."""
    what = BOX.cards[card]
    return what.title if what.name.startswith("HOME") else f"{what.title} ({what.name})"


def cell_name(cell: int) -> str:
    """A caravan cell by row and column, both from 1."""
    return f"r{cell // 6 + 1}c{cell % 6 + 1}"


def _name(card: int) -> str:
    return BOX.cards[card].name


def _face(value: int, shown: int) -> str:
    return f"{value}" if value == shown else f"{value}>{shown}"


def _die(value: int, shown: int) -> str:
    return f"die {value}" if value == shown else f"die {value} turned to {shown}"


def _main_actions() -> None:
    _add(Kind.REST, (), "rest", "Rest")
    for value, shown in FACES:
        for card in DIE_SPACES:
            text = f"place {_face(value, shown)} {_name(card)}"
            _add(Kind.PLACE, (value, shown, card), text, f"Place {_die(value, shown)} on {card_label(card)}")
    for value, shown in FACES:
        for card in SHIP_SPACES:
            text = f"place {_face(value, shown)} {_name(card)} hiring"
            label = f"Hire a ship and place {_die(value, shown)} on {card_label(card)}"
            _add(Kind.HIRE, (value, shown, card), text, label)
    for colour, card in WORK_PAIRS:
        text = f"work {WORKERS[colour]} {_name(card)}"
        _add(Kind.WORK, (colour, card), text, f"Place the {WORKERS[colour]} worker on {card_label(card)}")
    _add(Kind.TRADE, (), "trade", "Spend 1 trade influence: change dice by 2 steps")
    for value, shown in TURNS:
        label = f"Turn die {value} to {shown} in the caravan, then spend 1 trade influence: 2 more steps"
        _add(Kind.TRADE_AFTER, (value, shown), f"trade {value}>{shown}", label)


def _effects() -> None:
    for effect in range(len(BOX.book)):
        text = BOX.book[effect].text
        _add(Kind.DO, (effect,), f"do {text}", f"Take: {text}")
    for effect, branch in BRANCHES:
        goods = " + ".join(BOX.book[e].text for e in BOX.book[effect].parts[branch])
        text = f"choose {branch + 1} of {BOX.book[effect].text}"
        _add(Kind.BRANCH, (effect, branch), text, f"Choose: {goods}")


def _influence() -> None:
    for guild, name in enumerate(GUILDS):
        label = f"Influence in the {GUILD_NAMES[guild]} guild ({name})"
        _add(Kind.GUILD, (guild,), f"guild {name}", label)
    for a, b in MOVES:
        label = f"Move influence from {GUILD_NAMES[a]} ({GUILDS[a]}) to {GUILD_NAMES[b]} ({GUILDS[b]})"
        _add(Kind.MOVE, (a, b), f"move {GUILDS[a]} {GUILDS[b]}", label)
    for card in DISPLAYED:
        _add(Kind.MARK, (card,), f"mark {_name(card)}", f"Influence on {card_label(card)}")
    for card in DISPLAYED:
        _add(Kind.LIFT, (card,), f"lift {_name(card)}", f"Use the influence lying on {card_label(card)}")
    for guild, name in enumerate(GUILDS):
        label = f"Use an influence from the {GUILD_NAMES[guild]} guild ({name})"
        _add(Kind.LIFT_GUILD, (guild,), f"lift {name}", label)


def _cards() -> None:
    for card in DISPLAYED:
        _add(Kind.TAKE, (card,), f"take {_name(card)}", f"Acquire {card_label(card)}")
    for deck in (LAND, WATER):
        _add(Kind.THREE, (deck,), f"three {DECKS[deck]}", f"Draw three {DECKS[deck]} cards, keep one")
    for card in DRAWN:
        _add(Kind.KEEP, (card,), f"keep {_name(card)}", f"Keep {card_label(card)}")
    for card in DRAWN:
        _add(Kind.UNDER, (card,), f"under {_name(card)}", f"Put {card_label(card)} under the pile first")
    for card in HOSTS:
        _add(Kind.HOST, (card,), f"host {_name(card)}", f"Tuck under {card_label(card)}")
    for card in SPACES:
        _add(Kind.TUCK, (card,), f"tuck {_name(card)}", f"Tuck above {card_label(card)}")
    _add(Kind.DISCARD, (), "discard", "Discard it for the benefit of its slot")
    for what, name in enumerate(("silver", "provision")):
        _add(Kind.FEE, (what,), f"fee {name}", f"Pay the influence fee with 1 {name}")


def _tiles_dice_journal() -> None:
    for tile in BOX.tiles:
        for way, name in enumerate(WAYS):
            label = f"Gain tile {tile.name} ({tile.texts[0]})" + (f" for {name}" if way else "")
            _add(Kind.BUY, (tile.id, way), f"buy {tile.name} {name}", label)
    for side, name in enumerate(("front", "back")):
        for cell in range(18):
            label = f"Lay it {'flipped ' if side else ''}at row {cell // 6 + 1}, column {cell % 6 + 1}"
            _add(Kind.PUT, (side, cell), f"put {name} {cell_name(cell)}", label)
    for colour, card in WORK_PAIRS:
        text = f"retrieve {WORKERS[colour]} {_name(card)}"
        _add(Kind.RETRIEVE, (colour, card), text, f"Retrieve the {WORKERS[colour]} worker from {card_label(card)}")
    for card in DIE_SPACES:
        _add(Kind.REFRESH, (card,), f"refresh {_name(card)}", f"Take back the die on {card_label(card)} and roll it")
    for value in range(1, 7):
        _add(Kind.REROLL, (value,), f"reroll {value}", f"Reroll a die showing {value}")
    for value, shown in STEPS:
        _add(Kind.ADJUST, (value, shown), f"adjust {value}>{shown}", f"Turn a die from {value} to {shown}")
    for space, where in enumerate(BOX.spaces):
        _add(Kind.GO, (space,), f"go {where.name}", f"Journal to {where.name}")
    for space, where in enumerate(BOX.spaces):
        _add(Kind.EXTRA, (space,), f"extra {where.name}", f"Spend 1 science influence and journal to {where.name}")
    for what, name in enumerate(("silver", "provision")):
        _add(Kind.ALLOW, (what,), f"allow {name}", f"Let the opponent have it and take 1 {name}")
    for what, name in enumerate(("silver", "provision")):
        _add(Kind.PUSH, (what,), f"push {name}", f"Pay 1 {name} to push the opponent to its next choice")
    _add(Kind.SKIP, (), "skip", "Skip")


_main_actions()
_effects()
_influence()
_cards()
_tiles_dice_journal()


def _by_card(kind: Kind, cards: tuple[int, ...]) -> list[int]:
    """Card -> action number, or -1."""
    numbers = [-1] * len(BOX.cards)
    for at, card in enumerate(cards):
        numbers[card] = _FIRST[kind] + at
    return numbers


def _by_pair(kind: Kind) -> list[list[int]]:
    """Worker colour -> card -> action number, or -1."""
    numbers = [[-1] * len(BOX.cards) for _ in WORKERS]
    for at, (colour, card) in enumerate(WORK_PAIRS):
        numbers[colour][card] = _FIRST[kind] + at
    return numbers


REST = _FIRST[Kind.REST]
SKIP = _FIRST[Kind.SKIP]
TRADE = _FIRST[Kind.TRADE]
DISCARD = _FIRST[Kind.DISCARD]
DO = _FIRST[Kind.DO]
GUILD = _FIRST[Kind.GUILD]
LIFT_GUILD = _FIRST[Kind.LIFT_GUILD]
THREE = _FIRST[Kind.THREE]
FEE = _FIRST[Kind.FEE]
BUY = _FIRST[Kind.BUY]
PUT = _FIRST[Kind.PUT]
REROLL = _FIRST[Kind.REROLL] - 1
GO = _FIRST[Kind.GO]
EXTRA = _FIRST[Kind.EXTRA]
ALLOW = _FIRST[Kind.ALLOW]
PUSH = _FIRST[Kind.PUSH]
PLACE = _by_card(Kind.PLACE, DIE_SPACES)
HIRE = _by_card(Kind.HIRE, SHIP_SPACES)
PLACE_BLOCK = len(DIE_SPACES)
HIRE_BLOCK = len(SHIP_SPACES)
MARK = _by_card(Kind.MARK, DISPLAYED)
LIFT = _by_card(Kind.LIFT, DISPLAYED)
TAKE = _by_card(Kind.TAKE, DISPLAYED)
KEEP = _by_card(Kind.KEEP, DRAWN)
UNDER = _by_card(Kind.UNDER, DRAWN)
HOST = _by_card(Kind.HOST, HOSTS)
TUCK = _by_card(Kind.TUCK, SPACES)
REFRESH = _by_card(Kind.REFRESH, DIE_SPACES)
WORK = _by_pair(Kind.WORK)
RETRIEVE = _by_pair(Kind.RETRIEVE)
BRANCH = [_ID.get((Kind.BRANCH, (effect, 0)), -1) for effect in range(len(BOX.book))]
MOVE = {pair: _FIRST[Kind.MOVE] + at for at, pair in enumerate(MOVES)}
ADJUST = {pair: _FIRST[Kind.ADJUST] + at for at, pair in enumerate(STEPS)}
TRADE_AFTER = {pair: _FIRST[Kind.TRADE_AFTER] + at for at, pair in enumerate(TURNS)}


@cache
def action_table() -> ActionTable:
    """All actions as the engine wants them; they are the same under all options."""
    table = ActionTable()
    for kind, args, notation, label in zip(KIND, ARGS, NOTATION, LABEL, strict=True):
        table.add(kind.name.lower(), args, notation, label)
    return table
