"""Step 3: Travel. The traveller's arrows and words are read, the locals place footprints, the marker follows them."""

from __future__ import annotations

from collections.abc import Sequence

from waystation.engine.events import EventLog
from waystation.engine.words import Phrase, Seat, say
from waystation.games.wordtraveler.components import side_of, worth
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.geometry import DIRECTION_NAMES, DIRECTIONS, NAMES
from waystation.games.wordtraveler.state import TAKE_BACKS, WordTravelerState


def read_aloud(state: WordTravelerState, seat: int, log: EventLog | None) -> None:
    """ "Traveler Asks for Directions": the whole plan becomes public, and the words not used (ruling 15)."""
    if not state.plan[seat]:
        if log is not None:
            _tell_stay(state, seat, log)
        return
    if log is not None:
        _tell_plan(state, seat, log)
    players = state.game.players
    state.proposals = [[] for _ in range(players)]
    state.backs = [TAKE_BACKS] * players
    state.agenda.append((Ask.SCORE, 0, seat))
    if state.game.options.guess == "decider":
        state.agenda.append((Ask.DECIDE, 1 << state.left_of(seat), seat))
    else:
        state.agenda.append((Ask.GUESS, ((1 << players) - 1) & ~(1 << seat), seat))


def compare(state: WordTravelerState, traveller: int, log: EventLog | None) -> None:
    """All locals have proposed: the same path is the guess; else the player on the traveller's left decides."""
    locals_ = state.locals_of(traveller)
    guess = state.proposals[locals_[0]]
    if log is not None:
        for seat in locals_:
            path = state.proposals[seat]
            text = say("{who} guesses {path}.", who=Seat(seat), path=[_place(state, space) for space in path])
            log.add("proposal", seat, text, {"path": _names(path)}, reveals=True)
    if all(state.proposals[seat] == guess for seat in locals_):
        state.paths[traveller] = guess[:]
        return
    decider = state.left_of(traveller)
    state.backs[decider] = TAKE_BACKS
    state.agenda.append((Ask.DECIDE, 1 << decider, traveller))
    if log is not None:
        log.add("disagree", decider, say("The locals do not agree: {who} decides.", who=Seat(decider)))


def follow(state: WordTravelerState, seat: int, log: EventLog | None) -> None:
    """ "Traveler Follows the Path": the map is shown, each distinct footprint space scores (rulings 18 to 20)."""
    side, path, before = state.map_side(seat), state.paths[seat], state.souvenirs
    points = sum(worth(side, space) for space in set(path))
    state.gained[2 * seat + state.day - 1] = points
    state.markers[seat] = path[-1]
    if log is not None:
        _tell_result(state, seat, points, log)
        _tell_souvenirs(state, before, log)


# ---------------------------------------------------------------------- what is told


def _names(spaces: Sequence[int]) -> list[str]:
    return [NAMES[space] for space in spaces]


def _place(state: WordTravelerState, space: int) -> Phrase:
    return say("{space} {place}", space=NAMES[space], place=state.game.city.space_title(space))


def _beside(items: Sequence[str]) -> str:
    """Cards of one arrow, read one after the other."""
    said = items[0]
    for item in items[1:]:
        said = say("{first}, {rest}", first=said, rest=item)
    return said


def _tell_plan(state: WordTravelerState, seat: int, log: EventLog) -> None:
    words, ids = state.game.words, state.game.ids
    moves, data = [], []
    for arrow, cards in zip(state.directions(seat), state.words_under(seat), strict=True):
        said = [words.said(ids.word_of(card), ids.is_white(card)) for card in cards]
        moves.append(say("{direction}: {words}", direction=DIRECTION_NAMES[arrow], words=_beside(said)))
        shown = [{"word": words.ids[ids.word_of(card)], "white": ids.is_white(card)} for card in cards]
        data.append({"arrow": DIRECTIONS[arrow], "cards": shown})
    read: str = moves[0]
    for move in moves[1:]:
        read = say("{first}; {rest}", first=read, rest=move)
    unused = [words.labels[word] for word in state.free[seat]] or say("none")
    text = say("{who} asks the way. {moves}. Words not used: {unused}.", who=Seat(seat), moves=read, unused=unused)
    log.add("read", seat, text, {"moves": data, "unused": _unused(state, seat)}, reveals=True)


def _unused(state: WordTravelerState, seat: int) -> list[str]:
    return [state.game.words.ids[word] for word in state.free[seat]]


def _map(state: WordTravelerState, seat: int) -> tuple[Phrase, dict[str, list[str]]]:
    """The map side that is shown."""
    side = side_of(state.map_side(seat))
    two, one = side.two.split(), side.one.split()
    text = say("2 points at {two}, 1 point at {one}", two=two or say("no space"), one=one or say("no space"))
    return text, {"two": two, "one": one}


def _tell_stay(state: WordTravelerState, seat: int, log: EventLog) -> None:
    shown, data = _map(state, seat)
    text = say(
        "{who} stays in place and asks nobody. Words not used: {unused}. The map: {map}.",
        who=Seat(seat),
        unused=[state.game.words.labels[word] for word in state.free[seat]] or say("none"),
        map=shown,
    )
    log.add("stays", seat, text, {**data, "unused": _unused(state, seat)}, reveals=True)


def _tell_result(state: WordTravelerState, seat: int, points: int, log: EventLog) -> None:
    city, path, side = state.game.city, state.paths[seat], state.map_side(seat)
    shown, data = _map(state, seat)
    stops = [say("{place} ({points})", place=city.space_title(space), points=worth(side, space)) for space in path]
    text = say(
        "{who} is led to {stops}: {n:point|points}. The map: {map}.", who=Seat(seat), stops=stops, n=points, map=shown
    )
    more = {"path": _names(path), "points": points, "score": state.score}
    log.add("scored", seat, text, {**data, **more}, reveals=True)
    if state.game.options.show_intentions:
        meant = state.stops(seat)
        text = say("{who} meant {stops}.", who=Seat(seat), stops=[city.space_title(space) for space in meant])
        log.add("meant", seat, text, {"stops": _names(meant)}, reveals=True)


def _tell_souvenirs(state: WordTravelerState, before: int, log: EventLog) -> None:
    found = state.souvenirs
    if found > before:
        text = say("The team takes a golden souvenir.")
        if found - before > 1:
            text = say("The team takes {n:golden souvenir|golden souvenirs}.", n=found - before)
        log.add("souvenir", None, text, {"places": list(state.game.souvenirs[before:found]), "souvenirs": found})
