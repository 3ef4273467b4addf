"""Why a move is good, in words: what a stop is worth on the own map, and how well words fit a place and its rivals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import Reason
from waystation.engine.words import Arg, Phrase, mark, say
from waystation.games.wordtraveler.actions import FOOT, SAY
from waystation.games.wordtraveler.components import worth
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.geometry import HEADING, NAMES, RAY
from waystation.games.wordtraveler.state import WordTravelerState

FITS = (
    mark("{word} does not fit {place}."),
    mark("{word} hardly fits {place}."),
    mark("{word} fits {place} at a stretch."),
    mark("{word} fits {place} well."),
    mark("{word} fits {place} very well."),
)
"""By grade, 0 to 4."""
WELL = 3


def reasons(before: WordTravelerState, after: WordTravelerState, turn: Sequence[int], seat: int) -> Iterator[Reason]:
    """Of what a seat does next: of a plan its stops and words, of a guess the words that speak for each footprint."""
    game = before.game
    if before.planning and seat in before.game.travellers:
        state = before.clone()
        for action in turn:
            kind = game.actions[action].kind
            if kind == "stop":
                yield from _of_stop(state, action, seat)
            elif kind in ("say", "not") and len(game.actions[action].args) == 1:
                start, here = [state.starts[seat], *state.stops(seat)][-2:]
                yield from _of_word(state, action, start, here)
            state.advance(action, seat)
    elif before.traveller is not None:
        yield from _of_guess(before, turn, seat, before.traveller)


def _name(state: WordTravelerState, space: int) -> Phrase:
    return say("{place}", place=state.game.city.space_title(space))


def _of_stop(state: WordTravelerState, space: int, seat: int) -> Iterator[Reason]:
    points = worth(state.map_side(seat), space)
    if points:
        text = say("{place}: {n:point|points} on your map.", place=_name(state, space), n=points)
    else:
        text = say("{place} is only on the way: your map has nothing there.", place=_name(state, space))
    yield Reason(text, (f"space:{NAMES[space]}",))


def _grade(state: WordTravelerState, card: int, space: int) -> int:
    """How well a card, white or black, fits a space: 0 to 4; the centre has no picture."""
    place = state.game.city.places[space]
    if place is None:
        return 0
    grade = place.fits[state.game.ids.word_of(card)]
    return grade if state.game.ids.is_white(card) else 4 - grade


def _of_word(state: WordTravelerState, card: int, start: int, here: int) -> Iterator[Reason]:
    word, grade = state.game.actions[card].label, _grade(state, card, here)
    yield Reason(say(FITS[grade], word=word, place=_name(state, here)), (f"space:{NAMES[here]}",))
    others = [space for space in RAY[start][HEADING[start][here]] if space != here]
    grades = [_grade(state, card, space) for space in others]
    alike = [space for space, other in zip(others, grades, strict=True) if other >= max(grade, WELL)]
    nodes = tuple(f"space:{NAMES[space]}" for space in alike)
    places: list[Arg] = [_name(state, space) for space in alike]
    if alike:
        yield Reason(say("But {word} would do for {places}, too.", word=word, places=places), nodes)
    elif others and max(grades) < grade:
        yield Reason(say("No other place in that direction fits {word} as well.", word=word))


def _of_guess(state: WordTravelerState, turn: Sequence[int], seat: int, traveller: int) -> Iterator[Reason]:
    """The words under an arrow, with what they say of the space where a footprint is to stand."""
    placed = state.proposals[seat] if state.asked == Ask.GUESS else state.paths[traveller]
    number = len(placed)
    words = state.words_under(traveller)
    for action in turn:
        if state.game.actions[action].kind != "foot" or number >= len(words):
            continue
        space = action - FOOT
        for card in words[number]:
            if card >= SAY:
                word = state.game.actions[card].label
                text = say(FITS[_grade(state, card, space)], word=word, place=_name(state, space))
                yield Reason(text, (f"space:{NAMES[space]}",))
        number += 1
