"""What the camera photographs (rules: Camera)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Question, Refusal
from waystation.engine.words import Seat, mark, say
from waystation.games.waypoints.arrival import mark_track, photo_choices
from waystation.games.waypoints.frames import Ask
from waystation.games.waypoints.graph import bits
from waystation.games.waypoints.state import WaypointsState

RULE = "Special actions: Camera"


class Camera(Question[WaypointsState]):
    """Which waypoint to photograph; where there is none, the camera is wasted."""

    answers = ("photo", "no-photo")

    def resume(self, state: WaypointsState, frame: Frame, log: EventLog | None) -> None:
        """A lookout has been marked."""
        seat = frame[1].bit_length() - 1
        if photo_choices(state, state.hikers[seat]):
            state.stacks[seat].append((Ask.CAMERA, frame[1]))
        elif log is not None:
            text = say("{who} finds nothing near to photograph: the camera is wasted.", who=Seat(seat))
            log.add("photo", seat, text, {"stop": None})

    def legal(self, state: WaypointsState, frame: Frame, seat: int) -> list[int]:
        moves = state.game.moves
        skip = [] if state.game.options.must_photograph else [moves.no_photo]
        return skip + [moves.photo + stop for stop in bits(photo_choices(state, state.hikers[seat]))]

    def apply(self, state: WaypointsState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """Photograph: the waypoint is marked as if visited, and can be visited no more."""
        state.stacks[seat].pop()
        moves, graph = state.game.moves, state.game.graph
        if action == moves.no_photo:
            if log is not None:
                log.add("photo", seat, say("{who} takes no photo.", who=Seat(seat)), {"stop": None})
            return
        stop = action - moves.photo
        state.hikers[seat].photos |= 1 << stop
        if log is not None:
            place = state.game.sheet.waypoints[stop]
            text = say("{who} photographs {stop}.", who=Seat(seat), stop=place.told)
            log.add("photo", seat, text, {"stop": place.id})
        mark_track(state, graph.kind[stop], graph.value[stop], seat, log)

    def why_not(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal | None:
        me, wanted, sheet = state.hikers[seat], state.game.actions[action], state.game.sheet
        if wanted.kind == "no-photo":
            if not state.game.options.must_photograph:
                return None
            return Refusal(say("A camera must be used as soon as it is circled."), "ruling 18")
        stop = wanted.args[0]
        name = sheet.waypoints[stop].told
        if me.visited >> stop & 1:
            return Refusal(say("You have visited {stop} before.", stop=name), RULE)
        if me.photos >> stop & 1:
            return Refusal(say("You have photographed {stop} before.", stop=name), RULE)
        if state.game.graph.near[me.here] >> stop & 1:
            return None
        squares = [state.game.square_names[state.game.graph.stop_square[place]] for place in (stop, me.here)]
        template = mark(
            "The camera reaches only your square, {here}, and those that share a side with it; {stop} is in {there}."
        )
        return Refusal(say(template, here=squares[1], there=squares[0], stop=name), RULE)

    def not_now(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> Refusal:
        return Refusal(say("A photo is taken only when a camera has just been circled."), RULE)

    def ask(self, state: WaypointsState, frame: Frame, seat: int) -> str:
        stop = state.game.sheet.waypoints[state.hikers[seat].here].told
        return say("Which waypoint near {stop} do you photograph?", stop=stop)

    def nodes(self, state: WaypointsState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        """A tap on a waypoint means one thing at a time."""
        return state.game.actions[action].nodes if frame[:1] == (Ask.CAMERA,) else ()
