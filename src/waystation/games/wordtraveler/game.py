"""Word Traveler: options, set-up, and the Game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, cast

import msgspec
from msgspec import Meta

from waystation.engine.actions import ActionTable
from waystation.engine.chance import Chance
from waystation.engine.errors import ComponentError, OptionError
from waystation.engine.game import Game, Options, Spec
from waystation.engine.scene import Look, Scene
from waystation.engine.state import State
from waystation.engine.view import View
from waystation.games.wordtraveler import evaluation, invariants, scene
from waystation.games.wordtraveler.actions import Ids, make_actions
from waystation.games.wordtraveler.components import (
    NAME_PATTERN,
    load_city,
    load_maps,
    load_numbers,
    load_words,
    own_marks,
)
from waystation.games.wordtraveler.document import TableDoc
from waystation.games.wordtraveler.geometry import SPACES
from waystation.games.wordtraveler.look import LookLater
from waystation.games.wordtraveler.state import TAKE_BACKS, Frames, WordTravelerState

_OwnFile = Annotated[str, Meta(pattern=NAME_PATTERN)]


class WordTravelerOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices before a game."""

    players: Annotated[int, Meta(title="Players", ge=2, le=5)] = 2
    city: Annotated[Literal["new_york", "london", "tokyo", "paris"], Meta(title="City")] = "new_york"
    timer: Annotated[
        int, Meta(title="Sand timer", description="Seconds for planning; 0: no timer (240 is the box's)", ge=0, le=3600)
    ] = 0
    guess: Annotated[
        Literal["proposals", "decider"],
        Meta(
            title="Guessing",
            description="proposals: every local makes a secret guess, the left neighbour decides if they differ;"
            " decider: the left neighbour places the footprints after the talk",
        ),
    ] = "proposals"
    show_intentions: Annotated[
        bool, Meta(title="Show intentions", description="After the scoring everybody sees where the traveller meant")
    ] = True
    first: Annotated[
        int, Meta(title="First traveller", description="Seat that travels first, from 1; 0: drawn", ge=0, le=5)
    ] = 0
    solo: Annotated[
        Literal["off", "guide_me", "i_know_this_town"],
        Meta(
            title="Solo",
            description="For two seats. guide_me: only the first seat travels; i_know_this_town: only the second",
        ),
    ] = "off"
    track: Annotated[
        Literal["standard", "hard", "expert"],
        Meta(
            title="Souvenir track",
            description="Where the souvenirs lie. standard: within reach; hard: our best bots take all six in"
            " half of its games; expert: in one of seven",
        ),
    ] = "standard"
    own_city: Annotated[_OwnFile, Meta(title="Own city", description="Name of a file in your cities folder")] = ""
    own_words: Annotated[_OwnFile, Meta(title="Own words", description="Name of a file in your words folder")] = ""
    own_maps: Annotated[_OwnFile, Meta(title="Own map cards", description="Name of a file in your maps folder")] = ""


class WordTraveler(Game):
    """The game under its options."""

    name: ClassVar[str] = "wordtraveler"
    rules_version: ClassVar[int] = 2
    default_bot: ClassVar[str] = "expert"
    spec = Spec(
        title="Word Traveler",
        blurb="Tell friends the way through a pictured city with the few words you hold, and read the city as they do.",
        players=(2, 5),
        minutes=(30, 45),
        weight=1.5,
        # Two days: every seat is ready, plans (arrows + cards + done, take-backs and what they undo), guesses for each.
        max_decisions=2 * 5 * (1 + 5 + 10 + 1 + 2 * TAKE_BACKS) + 2 * 5 * 5 * (5 + 1 + 2 * TAKE_BACKS),
        hidden=True,
        simultaneous=True,
        cooperative=True,
        final_reveals=True,  # ruling 29
    )
    options_type: ClassVar[type[Options]] = WordTravelerOptions
    position_type: ClassVar[type[msgspec.Struct]] = TableDoc
    state_type: ClassVar[type[State]] = WordTravelerState
    look: ClassVar[Look] = cast(Look, LookLater())

    options: WordTravelerOptions

    def __init__(self, options: WordTravelerOptions) -> None:
        if options.solo != "off" and options.players != 2:
            raise OptionError("wordtraveler: the solo options are for 2 players")
        if options.first > options.players:
            raise OptionError(f"wordtraveler: option first: there is no seat {options.first}")
        try:
            self.words = load_words(options.own_words)
            self.city = load_city(options.city, self.words, options.own_city)
            self.cards = load_maps(options.own_maps)
            self.numbers = load_numbers(options.own_maps)
        except ComponentError as error:
            raise OptionError(f"wordtraveler: {error}") from error
        self.ids = Ids(len(self.words.ids))
        solo = {"guide_me": (0,), "i_know_this_town": (1,)}
        self.travellers: tuple[int, ...] = solo.get(options.solo, tuple(range(options.players)))
        """The seats that travel; the others only guess."""
        self.space_titles = tuple(map(self.city.space_title, range(SPACES)))
        self.souvenirs = self.numbers.tracks[options.track][len(self.travellers)]
        super().__init__(options)

    @classmethod
    def own_files(cls, options: Options) -> tuple[Any, ...]:
        """The owner's word list, city and map cards."""
        assert isinstance(options, WordTravelerOptions)
        return own_marks(options.own_words, options.own_city, options.own_maps)

    @property
    def readable_rules_versions(self) -> frozenset[int]:
        """Version 2 asks everybody whether they are ready before a timer starts: games without one go as before."""
        return frozenset({2} if self.options.timer else {1, 2})

    def make_actions(self) -> ActionTable:
        return make_actions(self.city, self.words)

    def deal(self, setup: Chance) -> WordTravelerState:
        """Ruling 1 and 2: a map card for each traveller, a coin flip for its side, and who goes first."""
        state = WordTravelerState(self, setup)
        cards = list(self.cards)
        for seat in self.travellers:
            card = cards.pop(setup.below(len(cards)))
            flipped = setup.below(2)
            state.maps[2 * seat] = card[flipped]
            state.maps[2 * seat + 1] = card[1 - flipped]
        drawn = setup.below(self.players)
        state.first = self.options.first - 1 if self.options.first else drawn
        state.agenda.append((Frames.DAWN, 0))
        return state

    def faults(self, state: State) -> Iterator[tuple[str, str]]:
        assert isinstance(state, WordTravelerState)
        yield from invariants.faults(state)

    def rounds(self, state: State) -> int:
        """Days that have begun."""
        assert isinstance(state, WordTravelerState)
        return min(state.day, 2)

    def draw(self, view: View) -> Scene:
        return scene.draw(self, view)

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, WordTravelerState)
        return evaluation.evaluate(state, seat)
