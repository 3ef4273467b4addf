"""To glide on from a mountain, and where to (rules: Glider)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Question, Refusal
from waystation.engine.words import Seat, mark, say
from waystation.games.waypoints.arrival import landings, visit
from waystation.games.waypoints.components import BACKPACK, GLIDER
from waystation.games.waypoints.frames import Ask
from waystation.games.waypoints.graph import bits
from waystation.games.waypoints.route import use
from waystation.games.waypoints.state import WaypointsState

from .walk import BACKPACK_RULE, none_left

RULE = "Special actions: Glider"


class Glide(Question[WaypointsState]):
    """Whether to glide from a mountain, and with what."""

    answers = ("glider", "pack-glider", "stay")

    def resume(self, state: WaypointsState, frame: Frame, log: EventLog | None) -> None:
        """A mountain has been reached; who can't glide from it is not asked."""
        seat = frame[1].bit_length() - 1
        me = state.hikers[seat]
        if (me.ready[GLIDER] > 0 or me.ready[BACKPACK] > 0) and landings(state, me):
            state.stacks[seat].append((Ask.GLIDE, frame[1]))

    def legal(self, state: WaypointsState, frame: Frame, seat: int) -> list[int]:
        me, moves = state.hikers[seat], state.game.moves
        found = [moves.glider] if me.ready[GLIDER] else []
        if me.ready[BACKPACK]:
            found.append(moves.pack_glider)
        return [*found, moves.stay]

    def apply(self, state: WaypointsState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """Cross out the special that is used; where it lands is asked next."""
        moves, stack = state.game.moves, state.stacks[seat]
        stack.pop()
        if action == moves.stay:
            if log is not None:
                log.add("stay", seat, say("{who} does not glide.", who=Seat(seat)))
            return
        special = GLIDER if action == moves.glider else BACKPACK
        use(state.hikers[seat], special)
        stack.append((Ask.LAND, frame[1]))
        if log is not None:
            text = say("{who} uses a glider.", who=Seat(seat))
            if special == BACKPACK:
                text = say("{who} uses a backpack as a glider.", who=Seat(seat))
            log.add("glider", seat, text, {"special": "glider" if special == GLIDER else "backpack"})

    def why_not(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal | None:
        me, kind = state.hikers[seat], state.game.actions[action].kind
        special = GLIDER if kind == "glider" else BACKPACK
        if kind == "stay" or me.ready[special]:
            return None
        return none_left(me, special, RULE if special == GLIDER else BACKPACK_RULE)

    def not_now(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal:
        if frame[0] == Ask.LAND:
            return Refusal(say("You are gliding already: say where you land."), RULE)
        return Refusal(say("A glider is used right after a move has ended on a mountain."), RULE)

    def ask(self, state: WaypointsState, frame: Frame, seat: int) -> str:
        stop = state.game.sheet.waypoints[state.hikers[seat].here].told
        return say("Do you glide on from {stop}?", stop=stop)


class Land(Question[WaypointsState]):
    """Where the glider lands."""

    answers = ("glide",)

    def legal(self, state: WaypointsState, frame: Frame, seat: int) -> list[int]:
        first = state.game.moves.glide
        return [first + stop for stop in bits(landings(state, state.hikers[seat]))]

    def apply(self, state: WaypointsState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """The landing is a visit in every respect; its square counts, nothing below the line (rulings 14 to 16)."""
        state.stacks[seat].pop()
        me, graph, stop = state.hikers[seat], state.game.graph, action - state.game.moves.glide
        bit = 1 << graph.stop_square[stop]
        me.squares |= bit
        me.hike_squares |= bit
        me.legs.append((state.hike, me.here, stop, action))
        if log is not None:
            start, end = state.game.sheet.waypoints[me.here], state.game.sheet.waypoints[stop]
            text = say("{who} glides to {stop}.", who=Seat(seat), stop=end.told)
            data = {"from": start.id, "to": end.id, "squares": [state.game.square_names[graph.stop_square[stop]]]}
            log.add("glide", seat, text, data)
        visit(state, stop, seat, log)

    def why_not(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal | None:
        me, graph, stop = state.hikers[seat], state.game.graph, state.game.actions[action].args[0]
        name = state.game.sheet.waypoints[stop].told
        if graph.mountains >> stop & 1:
            return Refusal(say("A glider does not land on a mountain, and {stop} is one.", stop=name), RULE)
        if me.visited >> stop & 1:
            return Refusal(say("You have visited {stop} before.", stop=name), "ruling 14")
        if me.photos >> stop & 1:
            return Refusal(say("You have photographed {stop}: it can't be visited any more.", stop=name), "ruling 14")
        if graph.near[me.here] >> stop & 1:
            return None
        squares = [state.game.square_names[graph.stop_square[place]] for place in (stop, me.here)]
        template = mark(
            "A glider reaches only your square, {here}, and those that share a side with it; {stop} is in {there}."
        )
        return Refusal(say(template, here=squares[1], there=squares[0], stop=name), RULE)

    def not_now(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal:
        if frame[0] == Ask.GLIDE:
            return Refusal(say("Say first whether you use a glider or a backpack."), RULE)
        return Refusal(say("A glider is used right after a move has ended on a mountain."), RULE)

    def ask(self, state: WaypointsState, frame: Frame, seat: int) -> str:
        stop = state.game.sheet.waypoints[state.hikers[seat].here].told
        return say("Where do you land, gliding from {stop}?", stop=stop)

    def nodes(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        """A tap on a waypoint means one thing at a time."""
        return state.game.actions[action].nodes if frame[:1] in ((Ask.GLIDE,), (Ask.LAND,)) else ()
