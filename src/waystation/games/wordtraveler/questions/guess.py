"""Step 3: the locals guess the path, each in secret; where they differ the traveller's left neighbour decides."""

from __future__ import annotations

from waystation.engine.agenda import Frame
from waystation.engine.errors import Refusal
from waystation.engine.events import EventLog
from waystation.engine.questions import Question
from waystation.engine.words import Seat, say
from waystation.games.wordtraveler import travel
from waystation.games.wordtraveler.actions import FOOT
from waystation.games.wordtraveler.geometry import DIRECTION_NAMES, HEADING, NAMES, RAY, next_spaces, room_after
from waystation.games.wordtraveler.planning import nothing_back
from waystation.games.wordtraveler.questions.plan import way
from waystation.games.wordtraveler.state import WordTravelerState

RULE = "Locals Guess the Path; ruling 16"


class Footprints(Question[WordTravelerState]):
    """The next footprint, or that the path is finished. Rulebook: "Locals Guess the Path"; rulings 16 and 17."""

    answers = ("foot", "done", "back", "clear")

    def path(self, state: WordTravelerState, frame: Frame, seat: int) -> list[int]:
        """The list of footprints that this seat is placing."""
        raise NotImplementedError

    def legal(self, state: WordTravelerState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        path, arrows = self.path(state, frame, seat), state.directions(frame[2])
        if len(path) == len(arrows):
            legal = [ids.done]
        else:
            legal = [FOOT + space for space in next_spaces(state.starts[frame[2]], arrows, path)]
        if path and state.backs[seat]:
            legal += (ids.back, ids.clear)
        return legal

    def why_not(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> Refusal | None:
        ids = state.game.ids
        path, arrows = self.path(state, frame, seat), state.directions(frame[2])
        if action == ids.done:
            if len(path) == len(arrows):
                return None
            return Refusal(say("Footprint {n} is missing: one stands for each arrow.", n=len(path) + 1), RULE)
        if action in (ids.back, ids.clear):
            return nothing_back(state, seat, path)
        if len(path) == len(arrows):
            return Refusal(say("All {n:footprint|footprints} are placed; take one back, or finish.", n=len(path)), RULE)
        return _footprint(action - FOOT, path[-1] if path else state.starts[frame[2]], arrows, len(path))

    def not_now(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> Refusal:
        return Refusal(say("Footprints are placed by the locals, when somebody travels."), "Step 3: Travel")

    def take_back(self, state: WordTravelerState, action: int, seat: int, path: list[int]) -> list[int]:
        """Lift the last footprint or all of them; returns their numbers."""
        state.backs[seat] -= 1
        first = len(path) if action == state.game.ids.back else 1
        numbers = list(range(first, len(path) + 1))
        del path[first - 1 :]
        return numbers

    def ask(self, state: WordTravelerState, frame: Frame, seat: int) -> str:
        arrows, path, who = state.directions(frame[2]), self.path(state, frame, seat), Seat(frame[2])
        if len(path) == len(arrows):
            return say("{who} asks the way: is this the path?", who=who)
        return self.ask_next(who, len(path) + 1, DIRECTION_NAMES[arrows[len(path)]])

    def ask_next(self, who: Seat, number: int, direction: str) -> str:
        """Where does the next move end?"""
        return say("{who} asks the way: where does move {n}, {direction}, end?", who=who, n=number, direction=direction)

    def label(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> str:
        if action == state.game.ids.done:
            return say("This is the path")
        if state.game.actions[action].kind != "foot" or state.traveller is None:
            return state.game.actions[action].label
        path = self.path(state, frame, seat)
        here = path[-1] if path else state.starts[frame[2]]
        return way(state, len(path) + 1, here, action - FOOT)

    def nodes(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        """While somebody asks the way a space is a footprint."""
        named = state.game.actions[action]
        return () if named.kind == "foot" and state.traveller is None else named.nodes


class Guess(Footprints):
    """Each local's own proposal, secret until all have made theirs."""

    def path(self, state: WordTravelerState, frame: Frame, seat: int) -> list[int]:
        return state.proposals[seat]

    def apply(self, state: WordTravelerState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        path = state.proposals[seat]
        if action == state.game.ids.done:
            state.answered(seat)
            if log is not None:
                log.add("proposed", seat, say("{who} has made a guess.", who=Seat(seat)))
        elif action >= state.game.ids.back:
            self.take_back(state, action, seat, path)
        else:
            path.append(action - FOOT)

    def resume(self, state: WordTravelerState, frame: Frame, log: EventLog | None) -> None:
        travel.compare(state, frame[2], log)


class Decide(Footprints):
    """The left neighbour's decision, made in sight of all (ruling 21)."""

    def path(self, state: WordTravelerState, frame: Frame, seat: int) -> list[int]:
        return state.paths[frame[2]]

    def apply(self, state: WordTravelerState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        path = state.paths[frame[2]]
        if action == state.game.ids.done:
            state.answered(seat)
        elif action >= state.game.ids.back:
            lifted = self.take_back(state, action, seat, path)
            if log is not None:
                text = say("{who} lifts footprints: {numbers}.", who=Seat(seat), numbers=lifted)
                log.add("lifted", seat, text, {"numbers": lifted, "traveller": frame[2]})
        else:
            path.append(action - FOOT)
            if log is not None:
                place = state.game.city.space_title(path[-1])
                text = say("{who} places footprint {n}: {place}.", who=Seat(seat), n=len(path), place=place)
                log.add("footprint", seat, text, {"space": NAMES[path[-1]], "number": len(path), "traveller": frame[2]})

    def ask_next(self, who: Seat, number: int, direction: str) -> str:
        return say(
            "{who} asks the way: you decide, as left neighbour; where does move {n}, {direction}, end?",
            who=who,
            n=number,
            direction=direction,
        )


def _footprint(space: int, here: int, arrows: tuple[int, ...], index: int) -> Refusal | None:
    if space == here:
        return Refusal(say("The traveller moves at least one space."), RULE)
    direction = DIRECTION_NAMES[arrows[index]]
    if space not in RAY[here][arrows[index]]:
        found = HEADING[here][space]
        if found < 0:
            reason = say(
                "Arrow {n} points {direction}, but {space} is not in a straight line.",
                n=index + 1,
                direction=direction,
                space=NAMES[space],
            )
            return Refusal(reason, RULE)
        reason = say(
            "Arrow {n} points {direction}, but {space} lies {where}.",
            n=index + 1,
            direction=direction,
            space=NAMES[space],
            where=DIRECTION_NAMES[found],
        )
        return Refusal(reason, RULE)
    if room_after(arrows)[index] >> space & 1:
        return None
    reason = say(
        "From {space} arrow {n} ({direction}) and the later ones would leave the board: leave room.",
        space=NAMES[space],
        n=index + 2,
        direction=DIRECTION_NAMES[arrows[index + 1]],
    )
    return Refusal(reason, RULE)
