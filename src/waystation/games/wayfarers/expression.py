"""Effects are expressions in the component files; this module reads them.

    2 silver · 1 provision              take from the main supply
    black · 2 yellow · any              influence in a guild (``any``: choose the guild)
    mark · move                         influence on a displayed card · from one guild to another
    retrieve · refresh · adjust         a worker · a die · one step of a die in supply
    journal · die · tile                a step on the journal track · a new die · the journal tile lying here
    land · free townsfolk · space -1    acquire a card; the price may be waived or lowered
    top land · draw space               acquire the top card of a pile · draw three and keep one
    green upgrade · free blue upgrade   gain an upgrade tile; ``upgrade`` alone: any but pink (solo opponent)
    comet · focus · worker green blue   steps of the solo opponent

``a + b`` are effects that become available together, ``a / b`` is a choice of one branch, brackets group, and
``2 provision -> a + b`` must be paid before anything behind the arrow. A number before mark, move, retrieve,
refresh, adjust or any means that many separate uses.

A parsed effect is interned in a `Book` and is from then on a small int: an index into the book's effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from waystation.engine.errors import ComponentError

from .names import ANY_GUILD, COLOURS, DECKS, GUILDS, WORKERS


class Op(IntEnum):
    """What an effect does; the comment says what its `arg` and `n` mean."""

    SILVER = 0  # n
    PROVISION = 1  # n
    DIE = 2
    GUILD = 3  # arg: guild or ANY_GUILD; n
    MARK = 4
    MOVE = 5
    RETRIEVE = 6
    REFRESH = 7
    ADJUST = 8
    JOURNAL = 9
    ACQUIRE = 10  # arg: deck; n: silver off the price (FREE: all of it)
    TOP = 11  # arg: deck
    DRAW = 12  # arg: deck
    UPGRADE = 13  # arg: colour or ANY_TILE; n: 1 if free
    CHOICE = 14  # parts: the branches
    PAID = 15  # cost, parts[0]: what it buys; with no cost, a bundle that is resolved as one
    TILE = 16
    COMET = 17
    FOCUS = 18
    WORKER = 19  # parts[0]: colours in the order of preference


FREE = 9
MOST = 9
"""The highest number in an expression."""
ANY_TILE = 5
REPEATED = {
    "mark": Op.MARK, "move": Op.MOVE, "retrieve": Op.RETRIEVE, "refresh": Op.REFRESH, "adjust": Op.ADJUST,
    "journal": Op.JOURNAL,
}  # fmt: skip
SINGLE = {"die": Op.DIE, "tile": Op.TILE, "comet": Op.COMET, "focus": Op.FOCUS}
GAINS = {"silver": Op.SILVER, "provision": Op.PROVISION}


class Cost(NamedTuple):
    """What is paid before a benefit: resources from supply, influence from guilds (black, yellow, blue)."""

    silver: int = 0
    provision: int = 0
    guilds: tuple[int, int, int] = (0, 0, 0)


class Effect(NamedTuple):
    """One effect. `text` is its expression, which is also its notation."""

    op: Op
    arg: int
    n: int
    parts: tuple[tuple[int, ...], ...]
    cost: Cost
    text: str


NO_COST = Cost()
MOST_SIGNS = 200
"""The longest expression."""
MOST_BRACKETS = 10
"""How deep brackets may be nested."""
TOKENS = re.compile(r"->|[+/()]|-?\w+")


class Book:
    """All effects that the components use, each once. ``book[i]`` is an effect, ``book.read(text)`` a list."""

    def __init__(self) -> None:
        self.effects: list[Effect] = []
        self._ids: dict[Effect, int] = {}

    def __getitem__(self, ident: int) -> Effect:
        return self.effects[ident]

    def __len__(self) -> int:
        return len(self.effects)

    def add(
        self,
        op: Op,
        arg: int = 0,
        n: int = 1,
        parts: tuple[tuple[int, ...], ...] = (),
        cost: Cost = NO_COST,
        text: str = "",
    ) -> int:
        """The number of an effect, which is added if it is new."""
        effect = Effect(op, arg, n, parts, cost, text)
        if effect not in self._ids:
            self._ids[effect] = len(self.effects)
            self.effects.append(effect)
        return self._ids[effect]

    def read(self, text: str, where: str = "") -> tuple[int, ...]:
        """The effects of an expression that become available together; () for an empty one."""
        if len(text) > MOST_SIGNS:
            raise ComponentError(where, f"{text[:20]!r}... is longer than {MOST_SIGNS} characters")
        tokens = TOKENS.findall(text)
        if "".join(tokens) != "".join(text.split()):
            raise ComponentError(where, f"{text!r} holds a sign that means nothing")
        return _Reader(self, tokens, text, where).whole() if tokens else ()

    def bundle(self, effects: tuple[int, ...]) -> int:
        """Several effects as one that is resolved without interruption; a single effect stays as it is."""
        if len(effects) == 1:
            return effects[0]
        text = "(" + " + ".join(self[e].text for e in effects) + ")"
        return self.add(Op.PAID, parts=(effects,), text=text)

    def within(self, effects: Iterable[int]) -> Iterator[int]:
        """These effects and all that are parts of them."""
        for effect in effects:
            yield effect
            if self[effect].op != Op.WORKER:  # its part lists colours
                for part in self[effect].parts:
                    yield from self.within(part)

    def guild(self, guild: int, n: int = 1) -> int:
        """The effect "n influence in this guild"."""
        name = (*GUILDS, "any")[guild]
        return self.add(Op.GUILD, guild, n, text=name if n == 1 else f"{n} {name}")


class _Reader:
    """A recursive descent reader of one expression."""

    def __init__(self, book: Book, tokens: list[str], text: str, where: str) -> None:
        self.book, self.tokens, self.at, self.text, self.where = book, tokens, 0, text, where
        self.open_brackets = 0

    def fail(self, reason: str) -> ComponentError:
        return ComponentError(self.where, f"{self.text!r}: {reason}")

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        if not token:
            raise self.fail("ends too early")
        self.at += 1
        return token

    def whole(self) -> tuple[int, ...]:
        if "->" in self.tokens:
            costs = self.costs()
            self.at = self.tokens.index("->") + 1
            found: tuple[int, ...] = (self.paid(costs, self.either()),)
        else:
            found = self.either()
        if self.at != len(self.tokens):
            raise self.fail(f"{self.peek()!r} is out of place")
        return found

    def costs(self) -> list[Cost]:
        ways = " ".join(self.tokens[: self.tokens.index("->")]).split("/")
        return [read_cost(way, self.where) for way in ways]

    def paid(self, costs: list[Cost], buys: tuple[int, ...]) -> int:
        if any(any(cost.guilds) for cost in costs):
            raise self.fail("only silver and provisions can be paid here")
        goods = " + ".join(self.book[e].text for e in buys)
        each = [
            self.book.add(Op.PAID, parts=(buys,), cost=cost, text=f"{cost_text(cost)} -> {goods}") for cost in costs
        ]
        if len(each) == 1:
            return each[0]
        text = f"{' / '.join(map(cost_text, costs))} -> {goods}"
        return self.book.add(Op.CHOICE, parts=tuple((e,) for e in each), text=text)

    def either(self) -> tuple[int, ...]:
        branches = [self.together()]
        while self.peek() == "/":
            self.take()
            branches.append(self.together())
        if len(branches) == 1:
            return branches[0]
        text = " / ".join(" + ".join(self.book[e].text for e in branch) for branch in branches)
        return (self.book.add(Op.CHOICE, parts=tuple(branches), text=f"({text})"),)

    def together(self) -> tuple[int, ...]:
        found = list(self.single())
        while self.peek() == "+":
            self.take()
            found += self.single()
        return tuple(found)

    def single(self) -> tuple[int, ...]:
        if self.peek() == "(":
            self.take()
            self.open_brackets += 1
            if self.open_brackets > MOST_BRACKETS:
                raise self.fail(f"more than {MOST_BRACKETS} brackets in one another")
            inner = self.either()
            if self.take() != ")":
                raise self.fail("a bracket is not closed")
            self.open_brackets -= 1
            return inner
        words = [self.take()]
        while self.peek() and self.peek() not in ("+", "/", "(", ")", "->"):
            words.append(self.take())
        return self.words(words)

    def words(self, words: list[str]) -> tuple[int, ...]:
        book, text = self.book, " ".join(words)
        n = int(words.pop(0)) if words[0].isdecimal() else 1
        if not 1 <= n <= MOST:
            raise self.fail(f"numbers run from 1 to {MOST}")
        match words:
            case [word] if word in GAINS:
                return (book.add(GAINS[word], n=n, text=f"{n} {word}"),)
            case [word] if word in REPEATED:
                return (book.add(REPEATED[word], text=word),) * n
            case ["any"]:
                return (book.guild(ANY_GUILD),) * n
            case [word] if word in GUILDS:
                return (book.guild(GUILDS.index(word), n),)
        if text[0].isdigit():
            raise self.fail(f"{text!r} cannot be counted")
        match words:
            case [word] if word in SINGLE:
                return (book.add(SINGLE[word], text=word),)
            case ["worker", *colours] if colours and all(colour in WORKERS for colour in colours):
                order = tuple(WORKERS.index(colour) for colour in colours)
                return (book.add(Op.WORKER, parts=(order,), text=text),)
        return (self.card_or_tile(words, text),)

    def card_or_tile(self, words: list[str], text: str) -> int:
        book = self.book
        match words:
            case [deck] if deck in DECKS:
                return book.add(Op.ACQUIRE, DECKS.index(deck), 0, text=text)
            case ["free", deck] if deck in DECKS:
                return book.add(Op.ACQUIRE, DECKS.index(deck), FREE, text=text)
            case [deck, "-1"] if deck in DECKS:
                return book.add(Op.ACQUIRE, DECKS.index(deck), 1, text=text)
            case ["top" | "draw", "townsfolk" | "inspiration"]:
                raise self.fail("only land, water and space cards come straight from their piles")
            case ["top", deck] if deck in DECKS:
                return book.add(Op.TOP, DECKS.index(deck), text=text)
            case ["draw", deck] if deck in DECKS:
                return book.add(Op.DRAW, DECKS.index(deck), text=text)
            case ["upgrade"]:
                return book.add(Op.UPGRADE, ANY_TILE, 1, text=text)
            case ["free", colour, "upgrade"] if colour in COLOURS:
                return book.add(Op.UPGRADE, COLOURS.index(colour), 1, text=text)
            case [colour, "upgrade"] if colour in COLOURS:
                return book.add(Op.UPGRADE, COLOURS.index(colour), 0, text=text)
        raise self.fail(f"{text!r} is no effect")


def read_cost(text: str, where: str = "") -> Cost:
    """``2 provision`` or ``yellow + black``: resources from supply, influence spent from guilds."""
    found = {"silver": 0, "provision": 0, "black": 0, "yellow": 0, "blue": 0}
    for part in text.split("+"):
        words = part.split()
        n = int(words.pop(0)) if words and words[0].isdecimal() else 1
        if len(words) != 1 or words[0] not in found or not 1 <= n <= MOST:
            raise ComponentError(where, f"{part.strip()!r} is no cost")
        found[words[0]] += n
    return Cost(found["silver"], found["provision"], (found["black"], found["yellow"], found["blue"]))


def cost_text(cost: Cost) -> str:
    """The expression of a cost."""
    words = [f"{n} {what}" for n, what in ((cost.silver, "silver"), (cost.provision, "provision")) if n]
    words += [f"{n} {name}" if n > 1 else name for n, name in zip(cost.guilds, GUILDS, strict=True) if n]
    return " + ".join(words)
