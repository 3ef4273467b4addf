"""Word Traveler: which parts make up the game, and its set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from waystation.engine.chance import Chance
from waystation.engine.errors import ComponentError, OptionError
from waystation.engine.game import Game, Options, Spec
from waystation.engine.scene import Look, Scene
from waystation.engine.view import View
from waystation.games.wordtraveler import invariants
from waystation.games.wordtraveler.components import load_city, load_numbers, load_words, own_marks
from waystation.games.wordtraveler.edition import WordTravelerEdition, WordTravelerOptions
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.judgement import WordTravelerJudgement
from waystation.games.wordtraveler.knowledge import WordTravelerKnowledge
from waystation.games.wordtraveler.observation import WordTravelerObservation
from waystation.games.wordtraveler.picture import WordTravelerPicture
from waystation.games.wordtraveler.picture.look import CITIES, LookLater, drawings
from waystation.games.wordtraveler.picture.town import town
from waystation.games.wordtraveler.positions import WordTravelerPositions
from waystation.games.wordtraveler.questions import QUESTIONS
from waystation.games.wordtraveler.scoring import WordTravelerScoring
from waystation.games.wordtraveler.state import TAKE_BACKS, WordTravelerState
from waystation.games.wordtraveler.telling import WordTravelerTelling


class WordTraveler(WordTravelerEdition, Game):
    """The game under its options."""

    name = "wordtraveler"
    rules_version = 2
    default_bot = "strong"
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
    options_type = WordTravelerOptions
    state_type = WordTravelerState
    look = cast(Look, LookLater())
    questions = QUESTIONS
    knowledge = WordTravelerKnowledge()
    scoring = WordTravelerScoring()
    judgement = WordTravelerJudgement()
    positions = WordTravelerPositions()
    observation = WordTravelerObservation()
    telling = WordTravelerTelling()
    picture: WordTravelerPicture

    def __init__(self, options: WordTravelerOptions) -> None:
        super().__init__(options)
        if options.own_city:  # one of ours is known to be drawable
            try:
                drawings(self.city)
            except ComponentError as error:
                raise OptionError(str(error)) from error
        self.picture = WordTravelerPicture(town(self.city, self.words, "" if options.own_city else options.city))

    def keepsakes(self, views: Iterable[View]) -> tuple[Scene, ...]:
        return self.picture.keepsakes(views)

    @classmethod
    def own_files(cls, options: Options) -> tuple[Any, ...]:
        """The owner's word list, city and map cards."""
        assert isinstance(options, WordTravelerOptions)
        return own_marks(options.own_words, options.own_city, options.own_maps)

    @classmethod
    def terms(cls) -> Iterator[str]:
        """Words, places and ratings that ship."""
        words = load_words()
        yield from (*words.labels, *words.negations, *load_numbers().ratings)
        for name in CITIES:
            city = load_city(name, words)
            yield city.name
            for place in city.places:
                yield from (place.name, place.alt, *place.shows) if place else ()

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
        state.agenda.append((Ask.DAWN, 0))
        return state

    def faults(self, state: WordTravelerState) -> Iterator[tuple[str, str]]:
        return invariants.faults(state)
