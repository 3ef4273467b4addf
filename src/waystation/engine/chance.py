"""Chance: a small counter-based generator that is part of the state.

The n-th draw of a stream is a keyed hash (BLAKE2s) of n, so a stream is two values, key and count; it is
bit-identical on every platform and Python version, can be copied and saved with the state, and nobody who
has seen any number of draws can compute the next one (a table in the browser relies on that).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, MutableSequence, Sequence
from hashlib import blake2b, blake2s, shake_128
from struct import unpack
from typing import Any, TypeVar

from .borders import Seed as Seed
from .borders import read_seed, whole

T = TypeVar("T")

Draw = tuple[int, int]
"""One draw as a record keeps it: (value, n) with 0 <= value < n."""


def commitment(seed: Seed) -> str:
    """What may be published before a game, to prove afterwards that this seed was used all along."""
    return "sha256:" + hashlib.sha256(f"waystation seed {read_seed(seed)}".encode()).hexdigest()


def mixed(seed: Seed, shares: Mapping[int, str]) -> Seed:
    """The seed of play where players have added something to the one that was committed to: a hash of all.

    `shares` has a text for each seat that added one. Whoever knows that their own is among them, and that it was made
    after the commitment was published, knows that nobody who had only the seed chose what is drawn.
    """
    if not shares:
        return read_seed(seed)
    parts = [str(read_seed(seed)), *([seat + 1, share] for seat, share in sorted(shares.items()))]
    return hashlib.sha256(f"waystation shares {json.dumps(parts)}".encode()).hexdigest()


def _arrange(items: Any, order: list[int]) -> None:
    """Put them into this order. Those of an array may be views (rows, records), so they are copied all at once."""
    moved = items[order] if hasattr(items, "dtype") else [items[place] for place in order]
    for place, item in enumerate(moved):
        items[place] = item


class Chance:
    """A stream of draws. ``Chance.of(7, "play")`` is the play stream of seed 7."""

    __slots__ = ("count", "key")

    def __init__(self, key: bytes, count: int = 0) -> None:
        self.key = key
        self.count = count

    @classmethod
    def of(cls, seed: Seed, stream: str) -> Chance:
        """The named stream of a seed; different streams are independent."""
        if type(seed) is not str and type(seed) is not int:  # a stream of a stream is named by any text, even ""
            seed = read_seed(seed)
        return cls(blake2s(f"{stream}/{seed}".encode(), person=b"waystatn").digest())

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, all equally likely (the bias is below n / 2**64); ValueError if n < 1."""
        if type(n) is not int or n < 1:  # a number of numpy's would overflow
            n = whole(n, "a range", 1)
        count = self.count
        self.count = count + 1
        word = blake2s(count.to_bytes(8, "little"), key=self.key, digest_size=8).digest()
        return (int.from_bytes(word, "little") * n) >> 64

    def die(self, sides: int = 6) -> int:
        """A throw of a die: 1 to `sides`."""
        return self.below(sides) + 1

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into a random order, in place (Fisher-Yates from the end); the rows, of a table of numpy's."""
        if hasattr(items, "dtype"):
            order = list(range(len(items)))
            self.shuffle(order)
            _arrange(items, order)
            return
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def some(self, items: Sequence[T], number: int) -> list[T]:
        """So many of the items, each at most once, in a random order; ValueError if there are not so many."""
        pool = list(items)
        if type(number) is not int or not 0 <= number <= len(pool):
            number = whole(number, "a number of items", 0)
            if number > len(pool):
                raise ValueError(f"there are {len(pool)} items, so {number} can't be drawn")
        for place in range(number):
            other = place + self.below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        del pool[number:]
        return pool

    def unit(self) -> float:
        """A float in [0, 1)."""
        return self.below(1 << 53) / (1 << 53)

    def spawn(self, label: str) -> Chance:
        """A new independent stream; this one does not move."""
        return Chance(blake2s(label.encode() + self.count.to_bytes(8, "little"), key=self.key).digest())

    def clone(self) -> Chance:
        """A plain stream at the same place."""
        return Chance(self.key, self.count)

    def __reduce__(self) -> tuple[type[Chance], tuple[bytes, int]]:
        return Chance, (self.key, self.count)  # a plain stream, as a clone is

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chance) and self.key == other.key and self.count == other.count

    def __hash__(self) -> int:
        return hash((self.key, self.count))

    def __repr__(self) -> str:  # the key is a secret: it must not reach a log
        return f"<Chance at {self.count}>"


class QuickChance(Chance):
    """A stream for the worlds that a search makes up: as random as another, and some times as fast.

    One hash gives eight draws, or a whole shuffle. No table plays with it, so no record depends on what it draws.
    """

    __slots__ = ("block", "words")

    def __init__(self, key: bytes, count: int = 0) -> None:
        self.key = key
        self.count = count
        self.block = -1
        self.words: tuple[int, ...] = ()

    def below(self, n: int) -> int:
        if type(n) is not int or n < 1:
            n = whole(n, "a range", 1)
        count = self.count
        self.count = count + 1
        if count >> 3 != self.block:
            self.block = count >> 3
            self.words = unpack("<8Q", blake2b(self.block.to_bytes(8, "little"), key=self.key).digest())
        return self.words[count & 7] * n >> 64

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into a random order, in place: sorted by numbers of 32 bits."""
        size = len(items)
        marks = unpack(f"<{size}I", shake_128(self.key + self.count.to_bytes(8, "little")).digest(4 * size))
        self.count += 1
        order = sorted(range(size), key=marks.__getitem__)
        if type(items) is list:
            items[:] = [items[place] for place in order]
        else:
            _arrange(items, order)

    def spawn(self, label: str) -> Chance:
        return QuickChance(blake2s(label.encode() + self.count.to_bytes(8, "little"), key=self.key).digest())

    def clone(self) -> Chance:
        new = _new(QuickChance)
        new.key = self.key
        new.count = self.count
        new.block = self.block
        new.words = self.words
        return new

    def __reduce__(self) -> tuple[type[Chance], tuple[bytes, int]]:
        return QuickChance, (self.key, self.count)


_new = QuickChance.__new__


class RecordingChance(Chance):
    """A stream that also writes down what it gave."""

    __slots__ = ("tape",)

    def __init__(self, source: Chance) -> None:
        super().__init__(source.key, source.count)
        self.tape: list[Draw] = []

    def below(self, n: int) -> int:
        value = super().below(n)
        self.tape.append((value, int(n)))
        return value

    def take(self) -> tuple[Draw, ...]:
        """The draws since the last call."""
        draws = tuple(self.tape)
        self.tape.clear()
        return draws


class TapeMismatch(Exception):
    """A scripted draw does not fit the question that was asked."""


class ScriptedChance(RecordingChance):
    """A stream that first gives the draws of a script, then goes on by itself.

    A script entry is a value, or (value, n) where n must be the range that is asked for.
    """

    __slots__ = ("script",)

    def __init__(self, source: Chance, script: Sequence[int | Draw] = ()) -> None:
        super().__init__(source)
        self.script: list[int | Draw] = list(script)

    def below(self, n: int) -> int:
        if not self.script:
            return super().below(n)
        entry = self.script[0]
        value, size = entry if isinstance(entry, tuple) else (entry, n)
        if size != n or not 0 <= value < n:
            raise TapeMismatch(f"the script says {value} of {size}, the game asks for one of {n}")
        del self.script[0]
        self.count += 1
        self.tape.append((value, int(n)))
        return value
