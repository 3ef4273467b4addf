"""The actions: one number per small choice, the same under all options but `components`.

Numbers are blocks of consecutive ids, one block per kind; ``ids.take[card]`` and the like are how rules write them,
`ids` being those of the game. `kind` and `args` lead back from a number. Choices are listed in the order of blocks.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from waystation.engine.actions import ActionTable
from waystation.engine.words import Arg, Phrase, say

from .box import Box
from .caravan import cell_name
from .expression import Op
from .names import (
    COLOUR_WORDS,
    DECK_CARDS,
    DECKS,
    GOODS_WORDS,
    GUILD_WORDS,
    GUILDS,
    LAND,
    SHIP,
    SPACE,
    WATER,
    WORKER_WORDS,
    WORKERS,
)  # fmt: skip
from .words import all_of, effect_words, tile_words


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


FACES = tuple((v, w) for v in range(1, 7) for w in range(1, 7))
TURNS = tuple((v, w) for v, w in FACES if v != w)
STEPS = tuple((v, v + step) for v in range(1, 7) for step in (-1, 1) if 1 <= v + step <= 6)
MOVES = tuple((a, b) for a in range(3) for b in range(3) if a != b)
WAYS = ("free", "silver", "influence")
GOODS = ("silver", "provision")


def _face(value: int, shown: int) -> str:
    return f"{value}" if value == shown else f"{value}>{shown}"


def _die(value: int, shown: int) -> Phrase:
    if value == shown:
        return say("die {value}", value=value)
    return say("die {value} turned to {shown}", value=value, shown=shown)


def _laid(side: int, cell: int) -> Phrase:
    if side:
        return say("Lay it flipped at row {row}, column {column}", row=cell // 6 + 1, column=cell % 6 + 1)
    return say("Lay it at row {row}, column {column}", row=cell // 6 + 1, column=cell % 6 + 1)


class Ids:
    """The numbers of all actions of a box, by kind and what they are about."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.kind: list[Kind] = []
        self.args: list[tuple[int, ...]] = []
        self.notation: list[str] = []
        self.label: list[Phrase] = []
        self._number: dict[tuple[Kind, tuple[int, ...]], int] = {}
        self._groups()
        self._main_actions()
        self._effects()
        self._influence()
        self._acquiring()
        self._tiles_dice_journal()
        self._blocks()
        self._tables()

    def number(self, kind: Kind, *args: int) -> int:
        """The number of an action; KeyError if there is none."""
        return self._number[kind, args]

    def _add(self, kind: Kind, args: tuple[int, ...], notation: str, label: Phrase) -> None:
        self._number[kind, args] = len(self.kind)
        self.kind.append(kind)
        self.args.append(args)
        self.notation.append(notation)
        self.label.append(label)

    def _name(self, card: int) -> str:
        return self.box.cards[card].name

    def _groups(self) -> None:
        """Which cards an action can be about."""
        cards = self.box.cards
        self.die_spaces = [card.id for card in cards if card.has_die_space]
        self.ship_spaces = [card for card in self.die_spaces if cards[card].needs >> 4 * SHIP & 15]
        self.hosts = [card.id for card in cards if card.deck in (LAND, WATER) and card.tags]
        self.spaces = [card.id for card in cards if card.deck == SPACE]
        self.displayed = [card.id for card in cards[8:]]
        self.drawn = [card.id for card in cards[8:] if card.deck in (LAND, WATER, SPACE)]
        self.work_pairs = [(w, card) for card in self.displayed for w in self.box.slot_workers[cards[card].deck]]

    # ------------------------------------------------------------------ in the order of their numbers

    def _main_actions(self) -> None:
        called = self.box.labels
        self._add(Kind.REST, (), "rest", say("Rest"))
        dice = {face: _die(*face) for face in FACES}
        for value, shown in FACES:
            for card in self.die_spaces:
                text = f"place {_face(value, shown)} {self._name(card)}"
                label = say("Place {die} on {card}", die=dice[value, shown], card=called[card])
                self._add(Kind.PLACE, (value, shown, card), text, label)
        for value, shown in FACES:
            for card in self.ship_spaces:
                text = f"place {_face(value, shown)} {self._name(card)} hiring"
                label = say("Hire a ship and place {die} on {card}", die=dice[value, shown], card=called[card])
                self._add(Kind.HIRE, (value, shown, card), text, label)
        for colour, card in self.work_pairs:
            label = say("Place the {colour} worker on {card}", colour=WORKER_WORDS[colour], card=called[card])
            self._add(Kind.WORK, (colour, card), f"work {WORKERS[colour]} {self._name(card)}", label)
        self._add(Kind.TRADE, (), "trade", say("Spend 1 trade influence: change dice by 2 steps"))
        for value, shown in TURNS:
            label = say(
                "Turn die {value} to {shown} in the caravan, then spend 1 trade influence: 2 more steps",
                value=value,
                shown=shown,
            )
            self._add(Kind.TRADE_AFTER, (value, shown), f"trade {value}>{shown}", label)

    def _effects(self) -> None:
        box = self.box
        for effect, what in enumerate(box.book.effects):
            self._add(Kind.DO, (effect,), f"do {what.text}", say("Take: {gain}", gain=effect_words(box, effect)))
        for effect, what in enumerate(box.book.effects):
            for branch, part in enumerate(what.parts if what.op == Op.CHOICE else ()):
                label = say("Choose: {gain}", gain=all_of(box, part))
                self._add(Kind.BRANCH, (effect, branch), f"choose {branch + 1} of {what.text}", label)

    def _influence(self) -> None:
        called = self.box.labels
        for guild, name in enumerate(GUILDS):
            words: dict[str, Arg] = {"guild": GUILD_WORDS[guild], "colour": COLOUR_WORDS[guild]}
            self._add(Kind.GUILD, (guild,), f"guild {name}", say("Influence in the {guild} guild ({colour})", **words))
        for a, b in MOVES:
            label = say(
                "Move influence from {guild} ({colour}) to {other} ({its})",
                guild=GUILD_WORDS[a],
                colour=COLOUR_WORDS[a],
                other=GUILD_WORDS[b],
                its=COLOUR_WORDS[b],
            )
            self._add(Kind.MOVE, (a, b), f"move {GUILDS[a]} {GUILDS[b]}", label)
        for card in self.displayed:
            self._add(Kind.MARK, (card,), f"mark {self._name(card)}", say("Influence on {card}", card=called[card]))
        for card in self.displayed:
            label = say("Use the influence lying on {card}", card=called[card])
            self._add(Kind.LIFT, (card,), f"lift {self._name(card)}", label)
        for guild, name in enumerate(GUILDS):
            words = {"guild": GUILD_WORDS[guild], "colour": COLOUR_WORDS[guild]}
            label = say("Use an influence from the {guild} guild ({colour})", **words)
            self._add(Kind.LIFT_GUILD, (guild,), f"lift {name}", label)

    def _acquiring(self) -> None:
        called = self.box.labels
        for card in self.displayed:
            self._add(Kind.TAKE, (card,), f"take {self._name(card)}", say("Acquire {card}", card=called[card]))
        for deck in (LAND, WATER):
            label = say("Draw three {cards}, keep one", cards=DECK_CARDS[deck])
            self._add(Kind.THREE, (deck,), f"three {DECKS[deck]}", label)
        for card in self.drawn:
            self._add(Kind.KEEP, (card,), f"keep {self._name(card)}", say("Keep {card}", card=called[card]))
        for card in self.drawn:
            label = say("Put {card} under the pile first", card=called[card])
            self._add(Kind.UNDER, (card,), f"under {self._name(card)}", label)
        for card in self.hosts:
            self._add(Kind.HOST, (card,), f"host {self._name(card)}", say("Tuck under {card}", card=called[card]))
        for card in self.spaces:
            self._add(Kind.TUCK, (card,), f"tuck {self._name(card)}", say("Tuck above {card}", card=called[card]))
        self._add(Kind.DISCARD, (), "discard", say("Discard it for the benefit of its slot"))
        for what, name in enumerate(GOODS):
            label = say("Pay the influence fee with 1 {what}", what=GOODS_WORDS[what])
            self._add(Kind.FEE, (what,), f"fee {name}", label)

    def _tiles_dice_journal(self) -> None:
        called = self.box.labels
        for tile in self.box.tiles:
            for way, name in enumerate(WAYS):
                label = say("Gain tile {id} ({what})", id=tile.name, what=tile_words(tile))
                self._add(Kind.BUY, (tile.id, way), f"buy {tile.name} {name}", label)
        for side, name in enumerate(("front", "back")):
            for cell in range(18):
                self._add(Kind.PUT, (side, cell), f"put {name} {cell_name(cell)}", _laid(side, cell))
        for colour, card in self.work_pairs:
            label = say("Retrieve the {colour} worker from {card}", colour=WORKER_WORDS[colour], card=called[card])
            self._add(Kind.RETRIEVE, (colour, card), f"retrieve {WORKERS[colour]} {self._name(card)}", label)
        for card in self.die_spaces:
            label = say("Take back the die on {card} and roll it", card=called[card])
            self._add(Kind.REFRESH, (card,), f"refresh {self._name(card)}", label)
        for value in range(1, 7):
            self._add(Kind.REROLL, (value,), f"reroll {value}", say("Reroll a die showing {value}", value=value))
        for value, shown in STEPS:
            label = say("Turn a die from {value} to {shown}", value=value, shown=shown)
            self._add(Kind.ADJUST, (value, shown), f"adjust {value}>{shown}", label)
        for space, where in enumerate(self.box.spaces):
            self._add(Kind.GO, (space,), f"go {where.name}", say("Journal to {space}", space=where.name))
        for space, where in enumerate(self.box.spaces):
            label = say("Spend 1 science influence and journal to {space}", space=where.name)
            self._add(Kind.EXTRA, (space,), f"extra {where.name}", label)
        for what, name in enumerate(GOODS):
            label = say("Let the opponent have it and take 1 {what}", what=GOODS_WORDS[what])
            self._add(Kind.ALLOW, (what,), f"allow {name}", label)
        for what, name in enumerate(GOODS):
            label = say("Pay 1 {what} to push the opponent to its next choice", what=GOODS_WORDS[what])
            self._add(Kind.PUSH, (what,), f"push {name}", label)
        self._add(Kind.SKIP, (), "skip", say("Skip"))

    # ------------------------------------------------------------------ tables for the rules

    def _blocks(self) -> None:
        """Single actions, and the first one of each block that is addressed by adding."""
        first = {kind: number for number, kind in reversed(list(enumerate(self.kind)))}
        self.rest, self.skip, self.trade, self.discard = (
            first[kind] for kind in (Kind.REST, Kind.SKIP, Kind.TRADE, Kind.DISCARD)
        )
        self.do, self.guild, self.lift_guild = first[Kind.DO], first[Kind.GUILD], first[Kind.LIFT_GUILD]
        self.three, self.fee, self.buy, self.put = (first[kind] for kind in (Kind.THREE, Kind.FEE, Kind.BUY, Kind.PUT))
        self.reroll = first[Kind.REROLL] - 1
        self.go, self.extra = first[Kind.GO], first[Kind.EXTRA]
        self.allow, self.push = first[Kind.ALLOW], first[Kind.PUSH]
        self.place_block, self.hire_block = len(self.die_spaces), len(self.ship_spaces)

    def _tables(self) -> None:
        """By card (and worker): the number of an action, or of the first of its blocks, or -1."""
        self.place = self._by_card(Kind.PLACE, self.die_spaces, 1, 1)
        self.hire = self._by_card(Kind.HIRE, self.ship_spaces, 1, 1)
        self.mark = self._by_card(Kind.MARK, self.displayed)
        self.lift = self._by_card(Kind.LIFT, self.displayed)
        self.take = self._by_card(Kind.TAKE, self.displayed)
        self.keep = self._by_card(Kind.KEEP, self.drawn)
        self.under = self._by_card(Kind.UNDER, self.drawn)
        self.host = self._by_card(Kind.HOST, self.hosts)
        self.tuck = self._by_card(Kind.TUCK, self.spaces)
        self.refresh = self._by_card(Kind.REFRESH, self.die_spaces)
        self.work = self._by_pair(Kind.WORK)
        self.retrieve = self._by_pair(Kind.RETRIEVE)
        self.branch = [self._number.get((Kind.BRANCH, (effect, 0)), -1) for effect in range(len(self.box.book))]
        self.move = {pair: self.number(Kind.MOVE, *pair) for pair in MOVES}
        self.adjust = {pair: self.number(Kind.ADJUST, *pair) for pair in STEPS}
        self.trade_after = {pair: self.number(Kind.TRADE_AFTER, *pair) for pair in TURNS}

    def _by_card(self, kind: Kind, cards: list[int], *before: int) -> list[int]:
        numbers = [-1] * len(self.box.cards)
        for card in cards:
            numbers[card] = self.number(kind, *before, card)
        return numbers

    def _by_pair(self, kind: Kind) -> list[list[int]]:
        numbers = [[-1] * len(self.box.cards) for _ in WORKERS]
        for colour, card in self.work_pairs:
            numbers[colour][card] = self.number(kind, colour, card)
        return numbers


@lru_cache(maxsize=16)
def ids_of(box: Box) -> Ids:
    """The numbers of a box's actions."""
    return Ids(box)


@lru_cache(maxsize=16)
def action_table(box: Box) -> ActionTable:
    """All actions of a box as the engine wants them."""
    table = ActionTable()
    ids = ids_of(box)
    for kind, args, notation, label in zip(ids.kind, ids.args, ids.notation, ids.label, strict=True):
        table.add(kind.name.lower(), args, notation, label)
    return table
