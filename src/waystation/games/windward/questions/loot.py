"""LOOT: the victor takes half of a defeated ship's things, one by one (rulebook, Defeated Ship 1; ruling 41)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Seat, say
from waystation.games.windward import aftermath
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState

from .asked import Asked


class Loot(Asked):
    """Asked while there is a choice."""

    answers = ("loot",)
    numbers = ("seat", "count")

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        goods = aftermath.goods_of(state, frame[2])
        return [state.game.ids.loot + kind for kind, n in enumerate(goods) if n]

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        kind = action - state.game.ids.loot
        if aftermath.goods_of(state, frame[2])[kind]:
            return None
        text = say("There is no {thing} in {who}'s hold.", thing=aftermath.good(kind), who=Seat(frame[2]))
        return Refusal(text, "Defeated Ship 1; ruling 41")

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        aftermath.take_good(state, frame[2], seat, action - state.game.ids.loot, log)
        aftermath.loot(state, frame[2], seat, frame[3] - 1, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        return say("Take {n:more thing|more things} from {who}'s hold.", n=frame[3], who=Seat(frame[2]))

    def nodes(self, state: WindwardState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        return (f"board:{frame[2]}",) if len(frame) > 2 else ()  # also asked while there is nothing to loot

    def seat_of(self, state: WindwardState, frame: Frame) -> int:
        others = [seat for seat in range(state.game.players) if seat != frame[2] and frame[1] == 1 << seat]
        return others[0] if others else state.turn

    def needs(self, state: WindwardState, frame: Frame) -> str:
        _, asked, loser, left = frame
        if not asked or not state.game.is_ffa or asked == 1 << loser:
            return "one player takes from another, in free-for-all"
        if state.turn != loser and asked != 1 << state.turn:
            return "one of the two is on turn"
        if (state.turn == loser) != (len(state.agenda) > 1 and state.agenda[1][0] == Ask.LOOT):
            return "the turn of a defeated ship is over at once, that of the victor is not"
        if state.ship[loser] or state.hold[loser] or state.morale[loser] != 1:
            return "a defeated ship is at port with morale 1 and an empty hold"
        return f"there are not {left} things to take" if left > sum(aftermath.goods_of(state, loser)) else ""
