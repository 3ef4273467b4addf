"""Step 3: Travel. The traveller's arrows and words are read, the locals place footprints, the marker follows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.events import EventLog
from waystation.games.wordtraveler import state as table
from waystation.games.wordtraveler.actions import FOOT
from waystation.games.wordtraveler.components import in_points, worth
from waystation.games.wordtraveler.geometry import DIRECTION_NAMES, NAMES, next_spaces

if TYPE_CHECKING:
    from waystation.games.wordtraveler.state import WordTravelerState


def read_aloud(state: WordTravelerState, seat: int, log: EventLog | None) -> None:
    """ "Traveler Asks for Directions": the whole plan becomes public, and the words not used (ruling 15)."""
    if not state.plan[seat]:
        if log is not None:
            log.add("stays", seat, f"{{{seat}}} stays in place and asks nobody.", reveals=True)
        return
    if log is not None:
        _tell_plan(state, seat, log)
    players = state.game.players
    state.proposals = [[] for _ in range(players)]
    state.backs = [table.TAKE_BACKS] * players
    state.agenda.append((table.Frames.SCORE, 0, seat))
    if state.game.options.guess == "decider":
        state.agenda.append((table.Frames.DECIDE, 1 << state.left_of(seat), seat))
    else:
        locals_ = ((1 << players) - 1) & ~(1 << seat)
        state.agenda.append((table.Frames.GUESS, locals_, seat))


def choices(state: WordTravelerState, traveller: int, seat: int) -> list[int]:
    """The next footprint, or that the path is finished. Rulebook: "Locals Guess the Path"; rulings 16 and 17."""
    ids = state.game.ids
    path, arrows = state.path_of(seat), state.directions(traveller)
    if len(path) == len(arrows):
        legal = [ids.done]
    else:
        legal = [FOOT + space for space in next_spaces(state.starts[traveller], arrows, path)]
    if path and state.backs[seat]:
        legal += (ids.back, ids.clear)
    return legal


def choose(state: WordTravelerState, action: int, seat: int, log: EventLog | None) -> None:
    """Carry out a local's choice. A proposal is secret until all locals have made theirs; a decision is public."""
    ids, path = state.game.ids, state.path_of(seat)
    public = state.agenda[-1][0] == table.Frames.DECIDE
    if action == ids.done:
        state.answered(seat)
        if log is not None and not public:
            log.add("proposed", seat, f"{{{seat}}} has made a guess.")
    elif action == ids.back or action == ids.clear:
        state.backs[seat] -= 1
        del path[-1 if action == ids.back else 0 :]
        if log is not None and public:
            log.add("lifted", seat, f"{{{seat}}} lifts footprints.")
    else:
        path.append(action - FOOT)
        if log is not None and public:
            title = state.game.city.space_title(path[-1])
            text = f"{{{seat}}} places footprint {len(path)}: {title}."
            log.add("footprint", seat, text, {"space": NAMES[path[-1]], "number": len(path)})


def compare(state: WordTravelerState, traveller: int, log: EventLog | None) -> None:
    """All locals have proposed: the same path is the guess; else the player on the traveller's left decides."""
    locals_ = [seat for seat in range(state.game.players) if seat != traveller]
    guess = state.proposals[locals_[0]]
    if log is not None:
        for seat in locals_:
            names = [NAMES[space] for space in state.proposals[seat]]
            titles = ", ".join(
                f"{NAMES[space]} {state.game.city.space_title(space)}" for space in state.proposals[seat]
            )
            log.add("proposal", seat, f"{{{seat}}} guesses {titles}.", {"path": names}, reveals=True)
    if all(state.proposals[seat] == guess for seat in locals_):
        state.paths[traveller] = guess[:]
        return
    decider = state.left_of(traveller)
    state.backs[decider] = table.TAKE_BACKS
    state.agenda.append((table.Frames.DECIDE, 1 << decider, traveller))
    if log is not None:
        log.add("disagree", decider, f"The locals do not agree: {{{decider}}} decides.")


def follow(state: WordTravelerState, seat: int, log: EventLog | None) -> None:
    """ "Traveler Follows the Path": the map is shown, each distinct footprint space scores (rulings 18 to 20)."""
    side, path, before = state.map_side(seat), state.paths[seat], state.souvenirs
    points = sum(worth(side, space) for space in set(path))
    state.gained[2 * seat + state.day - 1] = points
    state.markers[seat] = path[-1]
    if log is not None:
        _tell_result(state, seat, points, state.souvenirs - before, log)


def _tell_plan(state: WordTravelerState, seat: int, log: EventLog) -> None:
    words, ids = state.game.words, state.game.ids
    moves = []
    for arrow, cards in zip(state.directions(seat), state.words_under(seat), strict=True):
        said = ", ".join(words.said(ids.word_of(card), ids.is_white(card)) for card in cards)
        moves.append(f"{DIRECTION_NAMES[arrow]}: {said}")
    unused = ", ".join(words.labels[word] for word in state.free[seat]) or "none"
    text = f"{{{seat}}} asks the way. {'; '.join(moves)}. Words not used: {unused}."
    log.add("read", seat, text, {"moves": moves, "unused": [words.ids[w] for w in state.free[seat]]}, reveals=True)


def _tell_result(state: WordTravelerState, seat: int, points: int, souvenirs: int, log: EventLog) -> None:
    city, path, side = state.game.city, state.paths[seat], state.map_side(seat)
    stops = ", ".join(f"{city.space_title(space)} ({worth(side, space)})" for space in path)
    data = {"path": [NAMES[space] for space in path], "points": points, "score": state.score}
    log.add("scored", seat, f"{{{seat}}} is led to {stops}: {in_points(points)}.", data, reveals=True)
    if state.game.options.show_intentions:
        meant = state.stops(seat)
        text = f"{{{seat}}} meant {', '.join(map(city.space_title, meant))}."
        log.add("meant", seat, text, {"stops": [NAMES[space] for space in meant]}, reveals=True)
    if souvenirs > 0:
        plural = "a golden souvenir" if souvenirs == 1 else f"{souvenirs} golden souvenirs"
        log.add("souvenir", seat, f"The team takes {plural}.", {"souvenirs": state.souvenirs})
