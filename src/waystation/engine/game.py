"""Game: options, components, the action table and the parts, put together. Immutable; many states share one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from threading import Lock
from typing import Any, ClassVar
from weakref import WeakValueDictionary

import msgspec

from . import position
from .borders import plain, read_seed
from .chance import Chance, Seed
from .edition import Edition
from .edition import Options as Options
from .edition import Spec as Spec
from .errors import OptionError, PositionError
from .events import EventLog
from .state import State
from .typed import convert


class Game(Edition):
    """Base of every game. A package in ``waystation.games`` exports its subclass as ``GAME``.

    It names the parts: `questions`, `knowledge`, `scoring`, `picture` and `judgement`, and `faults` from `invariants`.
    """

    _known: ClassVar[WeakValueDictionary[tuple[Any, ...], Game]] = WeakValueDictionary()
    _knowing: ClassVar[Lock] = Lock()

    # ------------------------------------------------------------------ the game writes

    @abstractmethod
    def deal(self, setup: Chance) -> State:
        """The table as set up, ready for its first decision or frame. All chance comes from `setup`."""

    # ------------------------------------------------------------------ for everybody

    def new_state(self, seed: Seed = 0, log: EventLog | None = None) -> State:
        """A new game. Same options and seed: the same game, everywhere and for ever. SeedError for what is no seed."""
        seed = read_seed(seed)
        return self.start(Chance.of(seed, "setup"), Chance.of(seed, "play"), log)

    def start(self, setup: Chance, play: Chance, log: EventLog | None = None) -> State:
        """A new game from given streams of chance (records and scenarios need that)."""
        state = self.deal(setup)
        state.chance = play
        state.settle(log)
        return state

    def state_from(self, document: Mapping[str, Any]) -> State:
        """A state from a position document; what it omits comes from the seeded setup. PositionError if it is bad."""
        envelope = position.read(self, document)
        if envelope.options is not None:
            options = self.options_since(envelope.options, envelope.rules_version)
            if self.read_options(options) != self.options:
                raise PositionError("options", f"{envelope.options} differ from the game's {self.options_doc()}")
        state = self.new_state(envelope.seed)
        position.fill(state, envelope)
        return state

    @classmethod
    def from_options(cls, options: Mapping[str, Any], strict: bool = True) -> Game:
        """Check the options and give the game. ``strict=False`` reads numbers and booleans from strings.

        A game is immutable, so a process has one of each: the same options give the same object while it is in use.
        """
        return cls._known_by(cls.read_options(options, strict))

    @classmethod
    def read_options(cls, options: Mapping[str, Any], strict: bool = True) -> Options:
        """The options that plain data describes; OptionError says what is wrong."""
        try:
            return convert(plain(options), cls.options_type, strict=strict)
        except RecursionError:
            raise OptionError(f"{cls.name}: options are nested too deeply") from None
        except (msgspec.ValidationError, ValueError) as error:
            raise OptionError(f"{cls.name}: {_option_reason(error)}") from error

    @classmethod
    def options_since(cls, options: Mapping[str, Any], rules_version: object) -> Mapping[str, Any]:
        """Options from a record or position of this rules version (None: today's), as today's rules write them.

        A game overrides it where a default has changed: what was left out then meant the old one.
        """
        return options

    @classmethod
    def own_files(cls, options: Options) -> tuple[Any, ...]:
        """What besides the options tells games apart: the user's own files that they name, and when they changed."""
        return ()

    @classmethod
    def _known_by(cls, options: Options) -> Game:
        try:
            key = (cls, msgspec.json.encode(options), cls.own_files(options))
            with Game._knowing:
                known = Game._known.get(key)
            if known is None:
                made = cls(options)
                with Game._knowing:  # another thread may have been quicker
                    known = Game._known.setdefault(key, made)
        except (msgspec.ValidationError, ValueError) as error:
            raise OptionError(f"{cls.name}: {_option_reason(error)}") from error
        return known

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.options_doc()))

    def __repr__(self) -> str:
        given = ", ".join(f"{key}={value!r}" for key, value in self.options_doc().items())
        return f"<{self.name} {given}>"


def _rebuild(cls: type[Game], options: Mapping[str, Any]) -> Game:
    return cls.from_options(options)


def _option_reason(error: Exception) -> str:
    text = str(error)
    if " - at `$." in text:
        reason, _, path = text.rpartition(" - at `$.")
        return f"option {path.rstrip('`')}: {reason}"
    return text
