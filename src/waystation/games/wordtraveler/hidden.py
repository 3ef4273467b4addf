"""Worlds that a seat can't tell from the true one, and the words that betray a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.chance import Chance
from waystation.engine.events import Viewer
from waystation.games.wordtraveler import state as table
from waystation.games.wordtraveler import view
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.components import side_of
from waystation.games.wordtraveler.geometry import LINE, directions_of, next_spaces

if TYPE_CHECKING:
    from waystation.games.wordtraveler.state import WordTravelerState


def world(state: WordTravelerState, seat: int, rng: Chance) -> WordTravelerState:
    """Hidden words, plans, maps, intentions and proposals drawn anew; what the seat knows stays."""
    new = state.clone()
    new.chance = Chance(rng.spawn("future").key)
    others = [other for other in new.game.travellers if other != seat]
    unread = [other for other in others if not view.words_known(state, other, seat)]
    _words(new, unread, rng)
    _maps(new, state, seat, rng)
    for other in unread:
        new.plan[other] = _some_plan(new, other, rng) if _sealed(new, other) else []
    for other in others:
        if other not in unread and not view.stops_known(state, other, seat):
            _stops(new, other, rng)
    _proposals(new, seat, rng)
    return new


def _words(new: WordTravelerState, unread: list[int], rng: Chance) -> None:
    ids = new.game.ids
    unseen = list(new.bag)
    for other in unread:
        unseen += new.free[other] + [ids.word_of(action) for action in new.plan[other] if action >= SAY]
    unseen.sort()
    rng.shuffle(unseen)
    for other in unread:
        new.free[other] = sorted(unseen.pop() for _ in range(table.HAND))
    new.bag = sorted(unseen)


def _maps(new: WordTravelerState, state: WordTravelerState, seat: int, rng: Chance) -> None:
    """Ruling 4: nobody is taken to know which side is on the back of which."""
    hidden = []
    for other in new.game.travellers if state.agenda else ():  # when the game is over all maps lie open
        known_today = view.map_known(state, other, seat)
        if not (known_today or state.day == 2):
            hidden.append(2 * other)
        if state.day == 1 or not known_today:
            hidden.append(2 * other + 1)
    seen = {side for index, side in enumerate(new.maps) if index not in hidden}
    pool = sorted({side for card in new.game.cards for side in card} - seen)
    rng.shuffle(pool)
    for index in hidden:
        new.maps[index] = pool.pop()


def _sealed(state: WordTravelerState, seat: int) -> bool:
    """Whether a seat whose plan is not read yet has sealed one."""
    planning = state.agenda[-1][0] == table.Frames.PLAN
    return not state.preparing and not (planning and seat in state.to_act)


def _some_plan(new: WordTravelerState, seat: int, rng: Chance) -> list[int]:
    """A plan that the seat might have sealed: a few arrows with a word or two each."""
    ids, free = new.game.ids, new.free[seat]
    here, plan = new.starts[seat], []
    for _ in range(rng.below(new.arrows) + 1):
        here = rng.choice(LINE[here])
        plan.append(here)
        for _ in range(1 + rng.below(2)):
            word = free.pop(rng.below(len(free)))
            plan.append((SAY if rng.below(2) else ids.deny) + word)
    return plan


def _stops(new: WordTravelerState, seat: int, rng: Chance) -> None:
    """Other stops for the same arrows."""
    path: list[int] = []
    arrows = directions_of(new.starts[seat], new.stops(seat))
    for _ in arrows:
        path.append(rng.choice(next_spaces(new.starts[seat], arrows, path)))
    stops = iter(path)
    new.plan[seat] = [next(stops) if action < SAY else action for action in new.plan[seat]]


def _proposals(new: WordTravelerState, seat: int, rng: Chance) -> None:
    """Secret guesses: whoever is done has a whole path, whoever is not may have begun or not."""
    if not new.agenda:
        return
    for other in range(new.game.players):
        if other != seat:
            new.backs[other] = table.TAKE_BACKS
    frame = new.agenda[-1]
    if frame[0] != table.Frames.GUESS:
        new.proposals = new.proposals if frame[0] == table.Frames.DECIDE else [[] for _ in new.proposals]
        return
    arrows = new.directions(frame[2])
    for other in range(new.game.players):
        if other not in (seat, frame[2]):
            path: list[int] = []
            while other not in new.to_act and len(path) < len(arrows):
                path.append(rng.choice(next_spaces(new.starts[frame[2]], arrows, path)))
            new.proposals[other] = path


def canaries(state: WordTravelerState, viewer: Viewer) -> list[str]:
    """Texts that would betray a hidden word or map if they occurred in what the viewer gets."""
    found: list[str] = []
    game = state.game
    for seat in game.travellers:
        if not view.words_known(state, seat, viewer):
            held = state.free[seat] + [game.ids.word_of(action) for action in state.plan[seat] if action >= SAY]
            found += [f'"{game.words.ids[word]}"' for word in held] + [f'"{game.words.labels[word]}"' for word in held]
        hidden_days = [day for day in (1, 2) if not _side_known(state, seat, day, viewer)]
        sides = [side_of(state.maps[2 * seat + day - 1]) for day in hidden_days]
        found += [side.one or side.two for side in sides if side.one or side.two]
    return found


def _side_known(state: WordTravelerState, seat: int, day: int, viewer: Viewer) -> bool:
    return day < state.day or (day == state.day and view.map_known(state, seat, viewer))
