"""What all questions of Windward share: grays that come back, what is told while they wait, what positions allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from waystation.engine import EventLog, Frame, Question, Refusal
from waystation.engine.words import say
from waystation.games.windward import cards, cresters
from waystation.games.windward import model as m
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState

NOTHING_ASKED = Refusal(say("Nothing was asked that this answers; it is your turn."), "Taking a Turn")


class Asked(Question[WindwardState]):
    """A question. `numbers` says what the numbers of its frame mean; `silent` frames ask nobody.

    Games write `answer` and `go_on` in place of the engine's `apply` and `resume`: after each of them grays are looked
    for, if fewer live than should and one could not come before (ruling 50). During a battle none come: its frames have
    a `resume` of their own.
    """

    numbers: ClassVar[tuple[str, ...]] = ()
    silent: ClassVar[bool] = False

    def apply(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        self.answer(state, frame, action, seat, log)
        if state.live_grays < state.game.gray_target and not state.battle:
            cresters.respawn_grays(state, log)

    def resume(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        self.go_on(state, frame, log)
        if state.live_grays < state.game.gray_target and not state.battle and state.agenda:
            cresters.respawn_grays(state, log)

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """Carry out a legal action; the frame is still on the agenda."""
        raise AssertionError(f"nobody is asked by {Ask(frame[0]).name}")

    def go_on(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        """Do what a frame says that asks nobody (any more); it is off the agenda already."""
        raise AssertionError(f"{Ask(frame[0]).name} needs an answer")

    def not_now(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal:
        if frame[0] == Ask.TURN:
            return NOTHING_ASKED
        asked = state.game.by_kind[frame[0]]
        return Refusal(say("First answer this: {question}", question=asked.ask(state, frame, seat)), "Taking a Turn")

    # ------------------------------------------------------------------ positions

    def seat_of(self, state: WindwardState, frame: Frame) -> int:
        """The seat that such a frame asks, if it asks one."""
        return state.turn

    def needs(self, state: WindwardState, frame: Frame) -> str:
        """What is missing on the table for such a frame; "" if nothing is."""
        return ""

    def wrong(self, state: WindwardState, frame: Frame) -> tuple[str, str]:
        """What is wrong with such a frame: which part of it, and why; ("", "") if nothing is."""
        ask, asked, data = Ask(frame[0]), frame[1], frame[2:]
        allowed = ranges(state)
        fits = len(data) == len(self.numbers)
        if not fits or not all(n in allowed[word] for n, word in zip(data, self.numbers, strict=True)):
            return "data", f"{list(data)} is not what {ask.name} has there"
        if ask != Ask.NEXT and state.turn < 0:
            return "ask", "nobody is on turn"
        if asked and (self.silent or asked != 1 << self.seat_of(state, frame)):
            return "seats", f"{ask.name} is not asked of these seats"
        reason = self.needs(state, frame)
        return ("data", reason) if reason else ("", "")

    def faults(self, state: WindwardState, frame: Frame) -> Iterator[str]:
        _, reason = self.wrong(state, frame)
        if reason:
            yield reason


def ranges(state: WindwardState) -> dict[str, range]:
    """What the numbers of frames may be."""
    game = state.game
    return {
        "seat": range(game.players), "space": range(1, state.planet.size), "side": range(2), "one": range(1, 2),
        "count": range(1, 3 * m.MOST), "cards": range(1, 4), "amount": range(21), "walker": range(3),
        "steps": range(1, 1 + max(game.white_move, game.red_move + game.solo_kills)), "territory": range(6),
        "card": range(game.kinds), "effect": range(len(cards.OPS)),
    }  # fmt: skip


class Place(Asked):
    """A question whose answers are spaces. Subclasses list them, and say why another is none."""

    answers = ("at",)

    def places(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        """The spaces that may be chosen, sorted."""
        raise NotImplementedError

    def no_place(self, state: WindwardState, frame: Frame, space: int, seat: int) -> Refusal:
        """Why this space is none of them."""
        raise NotImplementedError

    def chosen(self, state: WindwardState, frame: Frame, space: int, seat: int, log: EventLog | None) -> None:
        """Carry it out; the frame is off the agenda."""
        raise NotImplementedError

    def names(self, state: WindwardState, frame: Frame, space: int, seat: int) -> str:
        """What the button for a space says."""
        raise NotImplementedError

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        at = state.game.ids.at
        return [at + space for space in self.places(state, frame, seat)]

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        space = action - state.game.ids.at
        return None if space in self.places(state, frame, seat) else self.no_place(state, frame, space, seat)

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        self.chosen(state, frame, action - state.game.ids.at, seat, log)

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        if not frame or state.game.by_kind[frame[0]] is not self:
            return state.game.actions[action].label
        return self.names(state, frame, action - state.game.ids.at, seat)
