"""Why not? A reason in plain words for everything that is not allowed, with the section or ruling it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.errors import Refusal
from waystation.games.wordtraveler import planning
from waystation.games.wordtraveler import state as table
from waystation.games.wordtraveler.actions import FOOT, SAY
from waystation.games.wordtraveler.geometry import DIRECTION_NAMES, HEADING, LINE, NAMES, RAY

if TYPE_CHECKING:
    from waystation.games.wordtraveler.state import WordTravelerState

PLAN_STEP = "Step 2: Plan"
TIPS = "Tips and Clarifications"
GUESSING = "Locals Guess the Path"


def why_not(state: WordTravelerState, action: int, seat: int) -> Refusal:
    """The reason for an action that is not among the seat's choices."""
    if state.agenda[-1][0] == table.Frames.PLAN:
        return _planning(state, action, seat)
    if state.preparing:
        return Refusal("Planning begins for all at once, when everybody is ready.", f"{PLAN_STEP}; ruling 4")
    return _guessing(state, action, seat)


def why_silent(state: WordTravelerState, seat: int) -> Refusal | None:
    """The reason why a traveller says nothing while the locals guess (ruling 15)."""
    if seat != state.traveller:
        return None
    return Refusal("You have asked the way: be silent until your trip is scored.", f"{GUESSING}; ruling 15")


def _planning(state: WordTravelerState, action: int, seat: int) -> Refusal:
    ids = state.game.ids
    here, used, wordless = planning.position(state, seat)
    if action < FOOT:
        return _stop(state, action, seat, here, used, wordless)
    if action < SAY:
        return Refusal("Footprints are placed by the locals, when somebody travels.", "Step 3: Travel")
    if action < ids.done:
        return _word(state, action, seat, used)
    if action < ids.under:
        return _nothing_back(state, seat)
    return _change(state, action, seat, used)


def _change(state: WordTravelerState, action: int, seat: int, used: int) -> Refusal:
    """A card under an earlier arrow or back from it, another stop for an arrow."""
    ids, words = state.game.ids, state.game.words
    if action < ids.take:
        index, card = ids.under_of(action)
        if index < used - 1:
            return _word(state, card, seat, used)
        if index == used - 1:
            last = state.game.actions.format(card)
            return Refusal(f"Arrow {used} is the last one: write {last!r} without its number.", "Ruling 24")
        return Refusal(f"Arrow {index + 1} is not used yet.", PLAN_STEP)
    if action < ids.aim:
        word = action - ids.take
        if word in state.free[seat] or not any(word in map(ids.word_of, cards) for cards in state.words_under(seat)):
            return Refusal(f"{words.labels[word]} lies under no arrow of yours.", "Ruling 24")
        if not state.backs[seat]:
            return _nothing_back(state, seat)
        return Refusal(
            f"{words.labels[word]} is the only word under its arrow: put another one there first, since each arrow"
            " before the last needs one.",
            f"{TIPS}; ruling 24",
        )
    return _aim(state, *ids.aim_of(action), seat)


def _aim(state: WordTravelerState, index: int, space: int, seat: int) -> Refusal:
    stops = [state.starts[seat], *state.stops(seat)]
    if index + 1 >= len(stops):
        return Refusal(f"Arrow {index + 1} is not used yet.", PLAN_STEP)
    if not state.backs[seat]:
        return _nothing_back(state, seat)
    if space == stops[index + 1]:
        return Refusal(f"Arrow {index + 1} points there already.", "Ruling 24")
    if space not in LINE[stops[index]]:
        return Refusal(
            f"{NAMES[space]} is not in the row or column of {NAMES[stops[index]]}, where arrow {index + 1} begins.",
            "Planning Your First Move; ruling 9",
        )
    return Refusal(
        f"From {NAMES[space]} arrow {index + 2} could not reach {NAMES[stops[index + 2]]} in a straight line: take the"
        " later arrows back first.",
        "Planning Other Moves; ruling 24",
    )


def _stop(state: WordTravelerState, space: int, seat: int, here: int, used: int, wordless: bool) -> Refusal:
    if wordless:
        return Refusal(f"Arrow {used} needs at least one word first.", TIPS)
    if used >= state.arrows:
        return Refusal(f"No arrow is left: on day {state.day} you have {state.arrows}.", f"Day {state.day}, Prepare")
    if not state.free[seat]:
        return Refusal("No word card is left for another arrow, and each arrow needs one.", TIPS)
    if space == here:
        return Refusal("A move goes at least one space: choose another stop.", "Planning Your First Move; ruling 9")
    return Refusal(
        f"A move goes straight north, east, south or west: {NAMES[space]} is not in the row or column of"
        f" {NAMES[here]} (no diagonals).",
        "Planning Your First Move; ruling 9",
    )


def _word(state: WordTravelerState, action: int, seat: int, used: int) -> Refusal:
    ids, words = state.game.ids, state.game.words
    word = ids.word_of(action)
    for number, cards in enumerate(state.words_under(seat), 1):
        if word in map(ids.word_of, cards):
            return Refusal(
                f"{words.labels[word]} already lies under arrow {number}; a card serves one arrow only.", TIPS
            )
    if word not in state.free[seat]:
        return Refusal(f"You do not hold the word {words.labels[word]}.", "Day 1, Prepare")
    assert not used
    return Refusal("Point an arrow at a stop first; words go under the open arrow.", PLAN_STEP)


def _guessing(state: WordTravelerState, action: int, seat: int) -> Refusal:
    ids = state.game.ids
    traveller = state.agenda[-1][2]
    path, arrows = state.path_of(seat), state.directions(traveller)
    if action < FOOT or SAY <= action < ids.done or action >= ids.under:
        return Refusal("Plans are sealed until all travels of this day are over.", "Step 3: Travel; ruling 14")
    if action == ids.done:
        return Refusal(f"Footprint {len(path) + 1} is missing: one stands for each arrow.", f"{GUESSING}; ruling 16")
    if action >= ids.back:
        return _nothing_back(state, seat)
    if len(path) == len(arrows):
        return Refusal(f"All {len(arrows)} footprints are placed; take one back, or finish.", f"{GUESSING}; ruling 16")
    here = path[-1] if path else state.starts[traveller]
    return _footprint(action - FOOT, here, arrows, len(path))


def _footprint(space: int, here: int, arrows: tuple[int, ...], index: int) -> Refusal:
    if space == here:
        return Refusal("The traveller moves at least one space.", f"{GUESSING}; ruling 16")
    if space not in RAY[here][arrows[index]]:
        found = HEADING[here][space]
        where = f"lies {DIRECTION_NAMES[found]}" if found >= 0 else "is not in a straight line"
        return Refusal(
            f"Arrow {index + 1} points {DIRECTION_NAMES[arrows[index]]}, but {NAMES[space]} {where}.",
            f"{GUESSING}; ruling 16",
        )
    blocked = DIRECTION_NAMES[arrows[index + 1]]
    return Refusal(
        f"From {NAMES[space]} arrow {index + 2} ({blocked}) and the later ones would leave the board: leave room.",
        f"{GUESSING}; ruling 16",
    )


def _nothing_back(state: WordTravelerState, seat: int) -> Refusal:
    if not state.backs[seat]:
        return Refusal("You have taken things back a hundred times in this step; that must do.", "Ruling 24")
    return Refusal("There is nothing to take back yet.", "Ruling 24")
