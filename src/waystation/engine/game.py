"""Game: options, components and the action table. Immutable; any number of states share one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from .actions import ActionTable
from .chance import Chance, Seed
from .errors import OptionError
from .events import EventLog
from .scene import Look, Scene
from .state import State
from .svg import Layout, Theme, to_svg
from .typed import convert
from .view import View


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a game's options. Every field has a default and a ``Meta(title=, description=)``."""

    players: int = 2


class Spec(msgspec.Struct, frozen=True, kw_only=True):
    """What a home page, a harness and the conformance suite want to know about a game.

    `max_decisions` bounds a game's decisions (None: the rules set no bound). `harness` holds options that make random
    play end where the rules alone do not. `final_reveals`: nothing is taken back past a move that showed something, not
    even if all agree.
    """

    title: str
    blurb: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    weight: float
    max_decisions: int | None
    hidden: bool = False
    simultaneous: bool = False
    cooperative: bool = False
    harness: Mapping[str, Any] = {}
    final_reveals: bool = False


class Game(ABC):
    """Base of every game. A package in ``waystation.games`` exports its subclass as ``GAME``."""

    name: ClassVar[str]
    spec: ClassVar[Spec]
    rules_version: ClassVar[int]
    options_type: ClassVar[type[Options]]
    position_type: ClassVar[type[msgspec.Struct]]
    state_type: ClassVar[type[State]]
    look: ClassVar[Look]
    unfinished: ClassVar[float] = 0.1
    """How much less a turn counts in search whose end was not found: else standing still could look better than any
    end. A game whose `evaluate` counts well what a turn at hand still brings can set it to 0."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.players = options.players
        self.actions = self.make_actions()

    # ------------------------------------------------------------------ the game writes

    @abstractmethod
    def make_actions(self) -> ActionTable:
        """The action table under these options (called once)."""

    @abstractmethod
    def deal(self, setup: Chance) -> State:
        """The table as set up, ready for its first decision or frame. All chance comes from `setup`."""

    @abstractmethod
    def draw(self, view: View) -> Scene:
        """The picture of a view, without actions."""

    def evaluate(self, state: State, seat: int) -> float:
        """How well `seat` stands, from 0 (lost) to 1 (won), for search; the default compares scores."""
        scores = state.scores()
        rivals = [points for other, points in enumerate(scores) if other != seat]
        lead = scores[seat] - max(rivals) if rivals else scores[seat]
        return 0.5 + 0.5 * lead / (20 + abs(lead))

    def advise(self, state: State, seat: int) -> int | None:
        """What a quick rule of thumb would do, for search to begin with; None where the game has none."""
        return None

    def play_on(self, state: State, seat: int) -> State:
        """A state of a search, played on in place by rules of thumb to where `evaluate` judges well; here as it is."""
        return state

    def reward(self, state: State, seat: int) -> float:
        """What a finished game is worth to a seat, 0 to 1: a win is 1, shared equally by those who share it."""
        winners = state.winners()
        return 1 / len(winners) if seat in winners and not self.spec.cooperative else float(seat in winners)

    def faults(self, state: State) -> Iterator[tuple[str, str]]:
        """What no game can lead to in this state: (path in its position document, reason), the gravest first.

        Counts of pieces, places, one field against another, the agenda against the table. The position reader
        refuses what has one, and the conformance suite asks after every move. Each game's stand in `invariants`.
        """
        yield from ()

    @classmethod
    def terms(cls) -> Iterator[str]:
        """Names out of the game's data files that people read (see `words.term`), for the catalogue of sentences."""
        yield from ()

    @property
    def readable_rules_versions(self) -> frozenset[int]:
        """The rules versions whose records play out the same under these rules."""
        return frozenset({self.rules_version})

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What seats are called when nobody has given them a name."""
        return tuple(f"Player {seat + 1}" for seat in range(self.players))

    # ------------------------------------------------------------------ for everybody

    def new_state(self, seed: Seed = 0, log: EventLog | None = None) -> State:
        """A new game. Same options and seed: the same game, everywhere and for ever."""
        return self.start(Chance.of(seed, "setup"), Chance.of(seed, "play"), log)

    def start(self, setup: Chance, play: Chance, log: EventLog | None = None) -> State:
        """A new game from given streams of chance (records and scenarios need that)."""
        state = self.deal(setup)
        state.chance = play
        state.settle(log)
        return state

    def state_from(self, document: Mapping[str, Any]) -> State:
        """A state from a position document; what it omits comes from the seeded setup. PositionError if it is bad."""
        from .position import from_document

        return from_document(self, document)

    def scene(self, view: View) -> Scene:
        """The keyed scene for a view, with the viewer's actions on its nodes."""
        clicks: defaultdict[str, list[str]] = defaultdict(list)
        for offer in view.legal:
            for node in offer.nodes:
                clicks[node].append(offer.notation)
        return self.draw(view).with_actions(clicks)

    def svg(self, view: View, layout: Layout = "wide", theme: Theme = "light") -> str:
        """A view as an SVG document."""
        return to_svg(self.scene(view), self.look, layout, theme)

    def options_doc(self) -> dict[str, Any]:
        """The options that differ from the defaults, JSON-able; `players` always."""
        default = self.options_type()
        given = msgspec.to_builtins(self.options)
        plain = msgspec.to_builtins(default)
        return {key: value for key, value in given.items() if key == "players" or value != plain[key]}

    @classmethod
    def from_options(cls, options: Mapping[str, Any], strict: bool = True) -> Game:
        """Check the options and make the game. ``strict=False`` reads numbers and booleans from strings."""
        try:
            return cls(convert(dict(options), cls.options_type, strict=strict))
        except (msgspec.ValidationError, ValueError) as error:
            raise OptionError(f"{cls.name}: {_option_reason(error)}") from error

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name and self.options == other.options

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), msgspec.to_builtins(self.options)))

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
