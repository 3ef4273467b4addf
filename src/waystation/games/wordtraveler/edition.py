"""The game under its options: which city, words and map cards lie on the table, and who travels."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from waystation.engine.actions import ActionTable
from waystation.engine.edition import Edition, Options
from waystation.engine.errors import ComponentError, OptionError
from waystation.engine.forms import OWN, form
from waystation.engine.words import mark
from waystation.games.wordtraveler.actions import Ids, make_actions
from waystation.games.wordtraveler.components import NAME_PATTERN, load_city, load_maps, load_numbers, load_words

TALK = mark("Travelling and guessing")

_OwnFile = Annotated[str, Meta(pattern=NAME_PATTERN)]
SOLO = {"guide_me": (0,), "i_know_this_town": (1,)}
"""Who travels under the solo options."""


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
            **form(TALK),
        ),
    ] = "proposals"
    show_intentions: Annotated[
        bool,
        Meta(
            title="Show intentions",
            description="After the scoring everybody sees where the traveller meant",
            **form(TALK),
        ),
    ] = True
    first: Annotated[
        int,
        Meta(
            title="First traveller",
            description="Seat that travels first, from 1; 0: drawn",
            ge=0,
            le=5,
            **form(TALK, each={"0": {}, "3": {"players": [3, 4, 5]}, "4": {"players": [4, 5]}, "5": {"players": [5]}}),
        ),
    ] = 0
    solo: Annotated[
        Literal["off", "guide_me", "i_know_this_town"],
        Meta(
            title="Solo",
            description="For two seats. guide_me: only the first seat travels; i_know_this_town: only the second",
            **form(TALK, only={"players": [2]}),
        ),
    ] = "off"
    track: Annotated[
        Literal["standard", "hard", "expert"],
        Meta(
            title="Souvenir track",
            description="How far apart the souvenirs lie. standard: a team of strong bots takes all six in seven of"
            " ten games; hard: experts do in half of theirs; expert: they do in one of seven",
        ),
    ] = "standard"
    own_city: Annotated[
        _OwnFile, Meta(title="Own city", description="Name of a file in your cities folder", **form(OWN))
    ] = ""
    own_words: Annotated[
        _OwnFile, Meta(title="Own words", description="Name of a file in your words folder", **form(OWN))
    ] = ""
    own_maps: Annotated[
        _OwnFile, Meta(title="Own map cards", description="Name of a file in your maps folder", **form(OWN))
    ] = ""


class WordTravelerEdition(Edition):
    """What follows from the options."""

    options: WordTravelerOptions

    def __init__(self, options: WordTravelerOptions) -> None:
        if options.solo != "off" and options.players != 2:
            raise OptionError("the solo options are for 2 players")
        if options.first > options.players:
            raise OptionError(f"option first: there is no seat {options.first}")
        try:
            self.words = load_words(options.own_words)
            self.city = load_city(options.city, self.words, options.own_city)
            self.cards = load_maps(options.own_maps)
            self.numbers = load_numbers(options.own_maps)
        except ComponentError as error:
            raise OptionError(str(error)) from error
        self.sides = sorted({side for card in self.cards for side in card})
        """The map sides of all cards."""
        self.planned: dict[tuple[int, tuple[int, ...]], Any] = {}
        """What bots have found out about plans, kept by `judgement`."""
        self.ids = Ids(len(self.words.ids))
        self.travellers: tuple[int, ...] = SOLO.get(options.solo, tuple(range(options.players)))
        """The seats that travel; the others only guess."""
        self.souvenirs = self.numbers.tracks[options.track][len(self.travellers)]
        super().__init__(options)

    @property
    def readable_rules_versions(self) -> frozenset[int]:
        """Version 2 asks everybody whether they are ready before a timer starts: games without one go as before."""
        return frozenset({2} if self.options.timer else {1, 2})

    def make_actions(self) -> ActionTable:
        return make_actions(self.city, self.words)
